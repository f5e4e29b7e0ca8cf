//! Computation trees: operations with the value each of them gave.
//!
//! Operations are numbered; one that is used several times is written once and named by its number from then on.

use std::fmt::Write;

use serde::Serialize;

use crate::wrap::shortened;

/// Lines of one run's trees; the rest is left out.
const MOST_LINES: usize = 200;
/// Names and values are cut at so many characters.
const WIDEST: usize = 60;

/// The operations that some values are made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Computation {
    /// The operations.
    pub operations: Vec<Operation>,
    /// Outputs with what they are.
    pub roots: Vec<(String, Operand)>,
    /// Whether there were more operations than are kept.
    pub cut: bool,
}

/// One operation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Operation {
    /// The operator.
    pub operator: String,
    /// Its operands.
    pub operands: Vec<Operand>,
    /// The value it gave.
    pub actual: String,
}

/// What an operation works on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Operand {
    /// A constant.
    Constant(String),
    /// An input with its value.
    Input(String, String),
    /// The result of the operation with this index.
    Operation(usize),
    /// Something that is not kept, with its value.
    Omitted(String),
}

/// What stands in a tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Constant,
    Input,
    Operation,
    Omitted,
}

/// A line of a tree, a box of a picture.
pub(super) struct Node {
    /// How deep it stands below its root.
    pub(super) depth: usize,
    /// What stands there.
    pub(super) label: String,
    /// The value.
    pub(super) actual: String,
    /// What it is.
    pub(super) kind: Kind,
    /// The number of a shared operation, and whether this is the place where it is spelled out.
    pub(super) shared: Option<(usize, bool)>,
}

impl Computation {
    /// The tree of one root in the order of reading; `seen` numbers the shared operations spelled out so far.
    pub(super) fn nodes(&self, root: &Operand, seen: &mut Vec<Option<usize>>, most: usize) -> Vec<Node> {
        let uses = self.uses();
        seen.resize(self.operations.len(), None);
        let mut next = 1 + seen.iter().flatten().count();
        let mut nodes = Vec::new();
        let mut pending = vec![(0, root)];
        while let Some((depth, operand)) = pending.pop() {
            if nodes.len() >= most {
                nodes.push(Node {
                    depth,
                    label: "…".into(),
                    actual: String::new(),
                    kind: Kind::Omitted,
                    shared: None,
                });
                break;
            }
            let (kind, label, actual, shared) = match operand {
                Operand::Constant(value) => (Kind::Constant, value.clone(), String::new(), None),
                Operand::Input(name, value) => (Kind::Input, name.clone(), value.clone(), None),
                Operand::Omitted(value) => (Kind::Omitted, "…".to_owned(), value.clone(), None),
                Operand::Operation(at) => {
                    let Operation { operator, operands, actual } = &self.operations[*at];
                    let shared = match seen[*at] {
                        Some(number) => Some((number, false)),
                        None => {
                            pending.extend(operands.iter().rev().map(|operand| (depth + 1, operand)));
                            (uses[*at] > 1).then(|| {
                                seen[*at] = Some(next);
                                next += 1;
                                (next - 1, true)
                            })
                        }
                    };
                    (Kind::Operation, operator.clone(), actual.clone(), shared)
                }
            };
            nodes.push(Node { depth, label, actual, kind, shared });
        }
        nodes
    }

    /// Whether there is more to see than inputs and constants.
    pub(super) fn has_operations(&self) -> bool {
        !self.operations.is_empty()
    }

    /// How often each operation is used.
    fn uses(&self) -> Vec<usize> {
        let mut uses = vec![0; self.operations.len()];
        let operands = self.operations.iter().flat_map(|operation| &operation.operands);
        for operand in operands.chain(self.roots.iter().map(|(_, root)| root)) {
            if let Operand::Operation(at) = operand {
                uses[*at] += 1;
            }
        }
        uses
    }

    /// The trees of all roots that are operations.
    pub(super) fn text(&self, out: &mut String) {
        let mut seen = Vec::new();
        let mut left = MOST_LINES;
        for (name, root) in &self.roots {
            if !matches!(root, Operand::Operation(_)) {
                continue;
            }
            let nodes = self.nodes(root, &mut seen, left);
            left = left.saturating_sub(nodes.len());
            for node in nodes {
                let head =
                    if node.depth == 0 { format!("{}: ", shortened(name, WIDEST)) } else { String::new() };
                let _ = writeln!(out, "{}{head}{}", "  ".repeat(node.depth + 1), node.line());
            }
        }
    }
}

impl Node {
    /// `operator = value`, with the number of a shared operation before it.
    pub(super) fn line(&self) -> String {
        let number = match self.shared {
            Some((number, true)) => format!("[{number}] "),
            Some((number, false)) => return format!("[{number}] = {}", shortened(&self.actual, WIDEST)),
            None => String::new(),
        };
        let label = shortened(&self.label, WIDEST);
        if self.actual.is_empty() {
            format!("{number}{label}")
        } else {
            format!("{number}{label} = {}", shortened(&self.actual, WIDEST))
        }
    }
}
