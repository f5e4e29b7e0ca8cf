//! The picture of a graph for Graphviz: numbered blocks with their code, edges with their conditions.

use sextant_syntax::ProcId;

use crate::show::{show_action, show_expr, show_otherwise};
use crate::{Action, Block, Condition, Edge, FlowGraph, FlowProgram, Instruction, Terminator};

/// The graph of a procedure in the DOT language. Edges spell their condition out; one that is taken otherwise
/// shows the complement of the conditions before it.
pub fn dot(program: &FlowProgram, procedure: ProcId) -> String {
    let graph = &program.procedures[procedure];
    let mut out = format!("digraph {} {{\n", quoted(&graph.name));
    out.push_str("  node [shape=box, fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n");
    for (id, block) in graph.blocks.iter_enumerated() {
        let mut lines = vec![id.number().to_string()];
        lines.extend(block_lines(program, graph, block));
        let heavy = if id == graph.entry { ", penwidth=2" } else { "" };
        out.push_str(&format!("  b{} [label={}{heavy}];\n", id.number(), label(&lines)));
        if let Terminator::Edges(edges) = &block.terminator {
            for (position, edge) in edges.iter().enumerate() {
                let lines = edge_lines(program, graph, edge, &edges[..position]);
                let label =
                    if lines.is_empty() { String::new() } else { format!(" [label={}]", label(&lines)) };
                out.push_str(&format!("  b{} -> b{}{label};\n", id.number(), edge.to.number()));
            }
        }
    }
    out.push_str("}\n");
    out
}

fn block_lines(program: &FlowProgram, graph: &FlowGraph, block: &Block) -> Vec<String> {
    let mut lines = action_lines(program, graph, &block.instructions);
    match &block.terminator {
        Terminator::Edges(edges) => {
            if let [Edge { condition: Condition::When(condition), .. }, ..] = edges.as_slice() {
                add(&mut lines, format!("{} ?", show_expr(program, graph, condition)));
            }
        }
        Terminator::Return(None) => add(&mut lines, "return".to_owned()),
        Terminator::Return(Some(value)) => {
            add(&mut lines, format!("return {}", show_expr(program, graph, value)));
        }
        Terminator::Stop => add(&mut lines, "stop".to_owned()),
    }
    lines
}

/// One line per action; the first action of a statement stands on the line with the statement's number.
fn action_lines(program: &FlowProgram, graph: &FlowGraph, instructions: &[Instruction]) -> Vec<String> {
    let mut lines = Vec::new();
    for instruction in instructions {
        match &instruction.action {
            Action::Statement(number) => lines.push(format!("{}:", number.0)),
            action => add(&mut lines, show_action(program, graph, action)),
        }
    }
    lines
}

fn add(lines: &mut Vec<String>, text: String) {
    match lines.last_mut() {
        Some(line) if line.ends_with(':') => line.push_str(&format!(" {text}")),
        _ => lines.push(text),
    }
}

fn edge_lines(program: &FlowProgram, graph: &FlowGraph, edge: &Edge, earlier: &[Edge]) -> Vec<String> {
    let mut lines = Vec::new();
    match &edge.condition {
        Condition::Always => {}
        Condition::When(condition) => lines.push(show_expr(program, graph, condition)),
        Condition::Otherwise => lines.push(show_otherwise(program, graph, earlier)),
    }
    lines.extend(action_lines(program, graph, &edge.actions));
    lines
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// Lines flush left.
fn label(lines: &[String]) -> String {
    let lines: String = lines.iter().map(|line| escaped(line) + "\\l").collect();
    format!("\"{lines}\"")
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
