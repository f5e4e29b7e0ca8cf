//! The Flow printer. What it writes is read back as the same graph, places in the source apart.

use sextant_base::Id;
use sextant_syntax::{Expr, Handed, ProcId, Storage, Type, Variable};

use super::storage;
use super::words::quoted_name;
use crate::render::{Expect, Level, Renderer, Style};
use crate::{Block, BlockId, Condition, Edge, FlowGraph, FlowProgram, Instruction, Terminator};

/// The whole program in the Flow text form.
pub fn print(program: &FlowProgram) -> String {
    let mut parts = Vec::new();
    let storage = storage::describe(program);
    if !storage.is_empty() {
        parts.push(storage);
    }
    if !program.externals.is_empty() {
        let mut renderer = Renderer::new(program, None, Style::Exact);
        for external in program.externals.iter() {
            renderer.out.push_str(&format!("external {}: ", quoted_name(&external.name)));
            renderer.declared_type(&external.ty);
            initial(&mut renderer, &external.ty, &external.initial);
            renderer.out.push('\n');
        }
        parts.push(renderer.out);
    }
    parts.extend(program.procedures.ids().map(|procedure| print_graph(program, procedure)));
    parts.join("\n")
}

/// One graph in the Flow text form.
pub fn print_graph(program: &FlowProgram, procedure: ProcId) -> String {
    let graph = &program.procedures[procedure];
    let mut renderer = Renderer::new(program, Some(graph), Style::Exact);
    head(&mut renderer, program, procedure);
    sole(&mut renderer, program, procedure);
    handed(&mut renderer, program, procedure);
    declarations(&mut renderer, program, graph);
    for (id, block) in graph.blocks.iter_enumerated() {
        let entry = if id == graph.entry && id.index() > 0 { " entry" } else { "" };
        renderer.out.push_str(&format!("  node {}{entry}\n", id.number()));
        write_block(&mut renderer, id, block);
    }
    renderer.out
}

/// Whether the parameters are the first variables, so that the head can declare them.
fn head_declares(graph: &FlowGraph) -> bool {
    graph.parameters.iter().enumerate().all(|(position, parameter)| parameter.index() == position)
}

fn head(renderer: &mut Renderer, program: &FlowProgram, procedure: ProcId) {
    let graph = &program.procedures[procedure];
    let with_types = head_declares(graph);
    renderer.out.push_str(&format!("flow {}(", quoted_name(&graph.name)));
    for (position, &parameter) in graph.parameters.iter().enumerate() {
        renderer.out.push_str(if position > 0 { ", " } else { "" });
        let variable = graph.variables.get(parameter).filter(|_| with_types);
        if variable.is_some_and(|variable| variable.storage == Storage::Value) {
            renderer.out.push_str("by_value ");
        }
        renderer.variable(parameter);
        if let Some(variable) = variable {
            renderer.out.push_str(": ");
            renderer.declared_type(&variable.ty);
        }
    }
    renderer.out.push(')');
    if let Some(ty) = &graph.returns {
        renderer.out.push_str(" -> ");
        renderer.declared_type(ty);
    }
    let library = if program.library.contains(&procedure) { "  library\n" } else { "" };
    renderer.out.push_str(&format!("\n{library}  statements {}\n", graph.statements.len()));
}

/// The parameters that alone lead to what is changed through them.
fn sole(renderer: &mut Renderer, program: &FlowProgram, procedure: ProcId) {
    for &(_, parameter) in program.sole.iter().filter(|(owner, _)| *owner == procedure) {
        renderer.out.push_str("  sole ");
        renderer.variable(parameter);
        renderer.out.push('\n');
    }
}

/// The parameters that lead to what is no object of the caller's program.
fn handed(renderer: &mut Renderer, program: &FlowProgram, procedure: ProcId) {
    for &(_, parameter, handed) in program.handed.iter().filter(|(owner, ..)| *owner == procedure) {
        renderer.out.push_str(match handed {
            Handed::Copy => "  copied ",
            Handed::Result => "  receives ",
        });
        renderer.variable(parameter);
        renderer.out.push('\n');
    }
}

fn declarations(renderer: &mut Renderer, program: &FlowProgram, graph: &FlowGraph) {
    let declared_in_head = if head_declares(graph) { graph.parameters.len() } else { 0 };
    for variable in graph.variables.iter().skip(declared_in_head) {
        let word = match variable.storage {
            Storage::Parameter => "parameter",
            Storage::Value => "by_value",
            Storage::Automatic => "var",
            Storage::Static => "static",
            Storage::External(_) => "external",
            Storage::Area(..) => "area",
        };
        renderer.out.push_str(&format!("  {word} {}: ", quoted_name(&variable.name)));
        renderer.declared_type(&variable.ty);
        shared_name(renderer, program, variable);
        if let Storage::Area(area, offset) = variable.storage {
            renderer.out.push_str(&storage::position(program, area, offset));
        }
        initial(renderer, &variable.ty, &variable.initial);
        renderer.out.push('\n');
    }
}

fn shared_name(renderer: &mut Renderer, program: &FlowProgram, variable: &Variable) {
    if let Storage::External(id) = variable.storage
        && let Some(external) = program.externals.get(id)
        && external.name != variable.name
    {
        renderer.out.push_str(&format!(" as {}", quoted_name(&external.name)));
    }
}

fn initial(renderer: &mut Renderer, ty: &Type, values: &[Expr]) {
    for (position, value) in values.iter().enumerate() {
        renderer.out.push_str(if position > 0 { ", " } else { " = " });
        renderer.expr(value, Level::Implication, Expect::Exactly(ty.target().scalar()));
    }
}

fn write_block(renderer: &mut Renderer, id: BlockId, block: &Block) {
    let mut steps = steps(renderer, &block.instructions);
    let exit = match &block.terminator {
        Terminator::Edges(_) => None,
        Terminator::Return(None) => Some("return".to_owned()),
        Terminator::Return(Some(value)) => {
            Some(format!("return {}", rendered(renderer, |renderer| return_value(renderer, value))))
        }
        Terminator::Stop => Some("stop".to_owned()),
    };
    steps.extend(exit);
    for line in with_markers(steps) {
        renderer.out.push_str(&format!("    {line}\n"));
    }
    if let Terminator::Edges(edges) = &block.terminator {
        for edge in edges {
            write_edge(renderer, id, edge);
        }
    }
}

/// The reader converts to the type of the head, which the verifier says the value has.
fn return_value(renderer: &mut Renderer, value: &Expr) {
    renderer.expr(value, Level::Implication, Expect::Exactly(&value.ty));
}

fn write_edge(renderer: &mut Renderer, from: BlockId, edge: &Edge) {
    let mut label = match &edge.condition {
        Condition::Always => String::new(),
        Condition::Otherwise => ": else".to_owned(),
        Condition::When(condition) => {
            let text = rendered(renderer, |renderer| {
                renderer.expr(condition, Level::Implication, Expect::Exactly(&Type::Logical));
            });
            format!(": {text}")
        }
    };
    let steps = with_markers(steps(renderer, &edge.actions));
    if !steps.is_empty() {
        label.push_str(if label.is_empty() { ": => " } else { " => " });
        label.push_str(&steps.join("; "));
    }
    renderer.out.push_str(&format!("    edge {} -> {}{label}\n", from.number(), edge.to.number()));
}

fn steps(renderer: &mut Renderer, instructions: &[Instruction]) -> Vec<String> {
    instructions
        .iter()
        .map(|instruction| rendered(renderer, |renderer| renderer.action(&instruction.action)))
        .collect()
}

/// What is written to the renderer, apart from what it holds already.
fn rendered(renderer: &mut Renderer, write: impl FnOnce(&mut Renderer)) -> String {
    let start = renderer.out.len();
    write(renderer);
    renderer.out.split_off(start)
}

/// The steps with each marker on the line of the step it numbers.
fn with_markers(steps: Vec<String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::with_capacity(steps.len());
    let mut open = false;
    for step in steps {
        let is_marker = step.starts_with('@');
        match lines.last_mut() {
            Some(line) if open && !is_marker => {
                line.push(' ');
                line.push_str(&step);
            }
            _ => lines.push(step),
        }
        open = is_marker;
    }
    lines
}
