//! The syntax tree as the method sees it: a program node, binary compounds, conditionals, loops and leaves.
//!
//! Nodes are numbered from 1 in the order of a walk that visits a node before its sons. Each stands for points of the
//! flow graph of the procedure, and no point belongs to two; what does nothing that could be seen belongs to none. A jump
//! knows the node it leads to, wherever that stands.

use rustc_hash::FxHashMap;
use sextant_base::Span;
use sextant_flow::{Action, BlockId, FlowGraph};
use sextant_state::Point;
use sextant_syntax::Expr;

/// What a node is.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// The whole procedure; one son.
    Program,
    /// One statement after another; two sons.
    Compound,
    /// A choice between the edges of a block: for each the son it leads to, or none.
    Choice(Vec<Option<usize>>),
    /// A loop, with its body.
    While {
        /// The edge of its test that begins an iteration; none if the test is part of the body.
        enters: Option<usize>,
    },
    /// Statements that the machine executes, with a word for them.
    Simple(&'static str),
    /// Adds to the constraint.
    Assume(Expr),
    /// A claim that is checked.
    Assert(Expr),
    /// Ends the procedure.
    Return,
    /// Ends the program.
    Stop,
    /// Leaves a loop.
    Leave(usize),
    /// Goes on with the next iteration of a loop.
    Next(usize),
    /// Goes to another node; none at the end of the procedure.
    Goto(Option<usize>),
    /// Does nothing.
    Null,
}

impl NodeKind {
    /// The kind in a word.
    pub fn word(&self) -> &'static str {
        match self {
            NodeKind::Program => "program",
            NodeKind::Compound => "compound",
            NodeKind::Choice(branches) if branches.len() > 2 => "select",
            NodeKind::Choice(_) => "if",
            NodeKind::While { .. } => "while",
            NodeKind::Simple(word) => word,
            NodeKind::Assume(_) => "assume",
            NodeKind::Assert(_) => "assert",
            NodeKind::Return => "return",
            NodeKind::Stop => "stop",
            NodeKind::Leave(_) => "leave",
            NodeKind::Next(_) => "next",
            NodeKind::Goto(_) => "go to",
            NodeKind::Null => "nothing",
        }
    }
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Its sons, by index.
    pub sons: Vec<usize>,
    /// Where it stands.
    pub span: Span,
    /// Whether a jump may lead to it.
    pub labelled: bool,
    /// The nodes from its own index up to this one are its subtree.
    pub end: usize,
    /// The first of its own points.
    pub first: Option<Point>,
}

/// A procedure as a tree.
#[derive(Clone, Debug)]
pub struct SyntaxTree {
    /// The nodes; the number of a node is its index plus one.
    pub nodes: Vec<Node>,
    /// The node of each point that has one.
    pub(super) owners: FxHashMap<Point, usize>,
}

impl SyntaxTree {
    /// The father of each node.
    pub fn fathers(&self) -> Vec<Option<usize>> {
        let mut fathers = vec![None; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            node.sons.iter().for_each(|&son| fathers[son] = Some(index));
        }
        fathers
    }

    /// Whether a point belongs to a node or to one inside of it.
    pub(super) fn holds(&self, node: usize, point: Option<Point>) -> bool {
        let owner = point.and_then(|point| self.owners.get(&point));
        owner.is_some_and(|owner| (node..self.nodes[node].end).contains(owner))
    }

    /// Whether a point belongs to a node itself.
    pub(super) fn stands_at(&self, node: usize, point: Option<Point>) -> bool {
        point.and_then(|point| self.owners.get(&point)) == Some(&node)
    }

    /// The first point of a subtree.
    pub(super) fn entry(&self, node: usize) -> Option<Point> {
        self.nodes[node..self.nodes[node].end].iter().find_map(|node| node.first)
    }

    /// The first node that control meets from a block on; none at the end of the procedure, or if it never meets one.
    pub(super) fn met_from(&self, graph: &FlowGraph, block: BlockId) -> Option<usize> {
        let mut block = block;
        for _ in graph.blocks.ids() {
            let last = graph.blocks[block].instructions.len();
            let first = graph.blocks[block].terminator.edges().first();
            let own = (0..=last).map(|at| Point::Block(block, at));
            let further = first.into_iter().flat_map(|edge| 0..edge.actions.len());
            let mut points = own.chain(further.map(|at| Point::Edge(block, 0, at)));
            if let Some(node) = points.find_map(|point| self.owners.get(&point)) {
                return Some(*node);
            }
            block = first?.to;
        }
        None
    }
}

/// Whether an instruction does nothing that a table of values would show.
pub(super) fn is_idle(action: &Action) -> bool {
    matches!(action, Action::Statement(_) | Action::Claim(..) | Action::Fresh(_) | Action::Gone(_))
}

/// A word for what an instruction does.
pub(super) fn word(action: &Action) -> &'static str {
    match action {
        Action::Statement(_) | Action::Claim(..) => "nothing",
        Action::Assign(..) | Action::Store(..) => "assignment",
        Action::Call { .. } | Action::CallParameter { .. } | Action::CallPointer { .. } => "call",
        Action::Allocate(..) => "allocation",
        Action::Release(_) => "release",
        Action::PointTo(..) => "association",
        Action::TransferBegin(_) | Action::TransferItem(_) | Action::TransferEnd(_) => "transfer",
        Action::Read(_) => "read",
        Action::Write(_) => "write",
        Action::Primitive(..) => "primitive",
        Action::Fresh(_) => "begin of life",
        Action::Gone(_) => "end of life",
        Action::Assume(_) => "assume",
        Action::Prove(_) | Action::Assert(_) => "assert",
        Action::Unsupported(_) => "unsupported",
    }
}
