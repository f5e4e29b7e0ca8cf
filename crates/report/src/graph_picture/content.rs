//! What a picture of a flow graph says: the lines of its blocks and the labels of its edges.

use sextant_flow::{
    Action, Block, Condition, Edge, FlowGraph, FlowProgram, Instruction, Terminator, complement, show_action,
    show_expr,
};

use crate::wrap::shortened;

/// Longer lines are cut; the whole line is in the tooltip.
const WIDEST: usize = 60;

/// A line of a block: the number of the statement that begins there, and what is done.
pub(super) struct Line {
    pub(super) statement: Option<u32>,
    pub(super) text: String,
}

/// How the ends of a picture are marked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    Return,
    Stop,
}

/// The contents of a block.
pub(super) struct Contents {
    pub(super) lines: Vec<Line>,
    pub(super) exit: Option<Exit>,
}

/// The label of an edge: the side of a fork, and lines.
#[derive(Default)]
pub(super) struct Label {
    pub(super) side: Option<bool>,
    pub(super) lines: Vec<String>,
}

/// Turns the parts of a graph into text.
pub(super) struct Writer<'p> {
    pub(super) program: &'p FlowProgram,
    pub(super) graph: &'p FlowGraph,
}

impl Writer<'_> {
    pub(super) fn block(&self, block: &Block) -> Contents {
        let mut lines = Vec::new();
        for instruction in &block.instructions {
            self.add_instruction(instruction, &mut lines);
        }
        let mut exit = None;
        match &block.terminator {
            Terminator::Edges(edges) => {
                if let [Edge { condition: Condition::When(condition), .. }, ..] = edges.as_slice() {
                    add_text(format!("{} ?", show_expr(self.program, self.graph, condition)), &mut lines);
                }
            }
            Terminator::Return(value) => {
                exit = Some(Exit::Return);
                let value =
                    value.as_ref().map(|value| format!(" {}", show_expr(self.program, self.graph, value)));
                add_text(format!("return{}", value.unwrap_or_default()), &mut lines);
            }
            Terminator::Stop => {
                exit = Some(Exit::Stop);
                add_text("stop".to_owned(), &mut lines);
            }
        }
        Contents { lines, exit }
    }

    /// The labels of the edges of a block. A fork of two says T and F, with the condition and its complement.
    pub(super) fn labels(&self, edges: &[Edge]) -> Vec<Label> {
        let fork = match edges {
            [
                Edge { condition: Condition::When(condition), .. },
                Edge { condition: Condition::Otherwise, .. },
            ] => Some(condition),
            _ => None,
        };
        let mut labels: Vec<Label> = edges.iter().map(|edge| self.label(edge)).collect();
        if let (Some(condition), [when, otherwise]) = (fork, labels.as_mut_slice()) {
            when.side = Some(true);
            otherwise.side = Some(false);
            otherwise.lines[0] = show_expr(self.program, self.graph, &complement(condition));
        }
        labels
    }

    fn label(&self, edge: &Edge) -> Label {
        let mut lines = match &edge.condition {
            Condition::Always => vec![],
            Condition::When(condition) => vec![show_expr(self.program, self.graph, condition)],
            Condition::Otherwise => vec!["otherwise".to_owned()],
        };
        let mut actions = Vec::new();
        edge.actions.iter().for_each(|instruction| self.add_instruction(instruction, &mut actions));
        lines.extend(actions.into_iter().map(|line| match line.statement {
            Some(statement) => format!("{statement}  {}", line.text),
            None => line.text,
        }));
        Label { side: None, lines }
    }

    fn add_instruction(&self, instruction: &Instruction, lines: &mut Vec<Line>) {
        match &instruction.action {
            Action::Statement(number) => {
                lines.push(Line { statement: Some(number.0), text: String::new() });
            }
            action => add_text(show_action(self.program, self.graph, action), lines),
        }
    }
}

/// The first text of a statement stands on the line with its number.
fn add_text(text: String, lines: &mut Vec<Line>) {
    match lines.last_mut() {
        Some(line) if line.text.is_empty() => line.text = text,
        _ => lines.push(Line { statement: None, text }),
    }
}

/// A line as it is drawn.
pub(super) fn cut(text: &str) -> String {
    shortened(text, WIDEST)
}
