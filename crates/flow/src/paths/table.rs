//! Hash-consed path expressions, their printed form and their cost.

use dashu_int::UBig;
use rustc_hash::FxHashMap;
use sextant_base::{Id, IdVec, typed_id};

use crate::BlockId;

typed_id!(
    /// A path expression of a table.
    PathId,
    "p"
);

/// A set of paths as a regular expression over edges.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PathNode {
    /// The empty path.
    Empty,
    /// One edge: the block it leaves and its position among the block's edges.
    Edge(BlockId, u32),
    /// Any of these; at least two, sorted.
    Sum(Vec<PathId>),
    /// One after the other.
    Product(PathId, PathId),
    /// Any number of times.
    Star {
        /// What is repeated.
        body: PathId,
        /// Whether control has left the loop behind: the number of repetitions is then the loop's own, otherwise any
        /// number up to it.
        left: bool,
    },
}

/// All path expressions of a graph, each stored once.
#[derive(Clone, Debug, Default)]
pub struct PathTable {
    nodes: IdVec<PathId, PathNode>,
    index: FxHashMap<PathNode, PathId>,
    edges: FxHashMap<(BlockId, u32), BlockId>,
}

impl PathTable {
    /// What an expression is.
    pub fn node(&self, path: PathId) -> &PathNode {
        &self.nodes[path]
    }

    /// How many different expressions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn intern(&mut self, node: PathNode) -> PathId {
        if let Some(&known) = self.index.get(&node) {
            return known;
        }
        let id = self.nodes.push(node.clone());
        self.index.insert(node, id);
        id
    }

    pub(super) fn empty(&mut self) -> PathId {
        self.intern(PathNode::Empty)
    }

    pub(super) fn edge(&mut self, from: BlockId, position: u32, to: BlockId) -> PathId {
        self.edges.insert((from, position), to);
        self.intern(PathNode::Edge(from, position))
    }

    pub(super) fn sum(&mut self, mut parts: Vec<PathId>) -> Option<PathId> {
        parts.sort();
        parts.dedup();
        match parts.len() {
            0 => None,
            1 => parts.pop(),
            _ => Some(self.intern(PathNode::Sum(parts))),
        }
    }

    pub(super) fn product(&mut self, first: PathId, second: PathId) -> PathId {
        match (self.node(first), self.node(second)) {
            (PathNode::Empty, _) => second,
            (_, PathNode::Empty) => first,
            _ => self.intern(PathNode::Product(first, second)),
        }
    }

    pub(super) fn star(&mut self, body: PathId, left: bool) -> PathId {
        self.intern(PathNode::Star { body, left })
    }

    /// The expression as text: edges as `1→2` with block numbers, `+`, `·` and `*`.
    ///
    /// Shared parts are written out; beyond the limit of characters the text ends with an ellipsis.
    pub fn show(&self, path: PathId, limit: usize) -> String {
        enum Piece {
            Path(PathId, bool),
            Text(&'static str),
        }
        let mut text = String::new();
        let mut open = vec![Piece::Path(path, false)];
        while let Some(piece) = open.pop() {
            if text.len() > limit {
                text.push('…');
                break;
            }
            match piece {
                Piece::Text(word) => text.push_str(word),
                Piece::Path(path, enclosed) => match self.node(path) {
                    PathNode::Empty => text.push('Λ'),
                    PathNode::Edge(from, position) => {
                        let to = self.edges[&(*from, *position)];
                        text.push_str(&format!("{}→{}", from.number(), to.number()));
                    }
                    PathNode::Product(first, second) => {
                        open.push(Piece::Path(*second, true));
                        open.push(Piece::Text("·"));
                        open.push(Piece::Path(*first, true));
                    }
                    PathNode::Sum(parts) => {
                        open.extend(enclosed.then_some(Piece::Text(")")));
                        for (at, &part) in parts.iter().enumerate().rev() {
                            open.push(Piece::Path(part, false));
                            open.extend((at > 0).then_some(Piece::Text(" + ")));
                        }
                        open.extend(enclosed.then_some(Piece::Text("(")));
                    }
                    PathNode::Star { body, .. } => {
                        let single = matches!(self.node(*body), PathNode::Edge(..));
                        open.push(Piece::Text(if single { "*" } else { ")*" }));
                        open.push(Piece::Path(*body, false));
                        open.extend((!single).then_some(Piece::Text("(")));
                    }
                },
            }
        }
        text
    }

    /// The number of closure contexts of an expression: an edge counts 1, a sum adds, a product multiplies, a
    /// repetition counts 1.
    pub fn closure_contexts(&self, path: PathId) -> UBig {
        self.counts(path)[path.index()].clone().unwrap_or(UBig::ONE)
    }

    /// The closure contexts of an expression and of the bodies of all repetitions in it.
    pub fn all_closure_contexts(&self, path: PathId) -> UBig {
        let counts = self.counts(path);
        let mut total = counts[path.index()].clone().unwrap_or(UBig::ONE);
        let mut seen = vec![false; self.nodes.len()];
        // A body counts once, however often control has left it behind.
        let mut bodies = vec![false; self.nodes.len()];
        let mut open = vec![path];
        while let Some(path) = open.pop() {
            if std::mem::replace(&mut seen[path.index()], true) {
                continue;
            }
            open.extend(self.parts(path));
            if let PathNode::Star { body, .. } = self.node(path)
                && !std::mem::replace(&mut bodies[body.index()], true)
            {
                total += counts[body.index()].clone().unwrap_or(UBig::ONE);
            }
        }
        total
    }

    fn parts(&self, path: PathId) -> Vec<PathId> {
        match self.node(path) {
            PathNode::Empty | PathNode::Edge(..) => Vec::new(),
            PathNode::Sum(parts) => parts.clone(),
            PathNode::Product(first, second) => vec![*first, *second],
            PathNode::Star { body, .. } => vec![*body],
        }
    }

    /// Counts of everything below an expression. Parts have smaller ids than what they are parts of.
    fn counts(&self, path: PathId) -> Vec<Option<UBig>> {
        let mut needed = vec![false; path.index() + 1];
        let mut open = vec![path];
        while let Some(path) = open.pop() {
            if !std::mem::replace(&mut needed[path.index()], true) {
                open.extend(self.parts(path));
            }
        }
        let mut counts: Vec<Option<UBig>> = vec![None; path.index() + 1];
        for at in (0..=path.index()).filter(|&at| needed[at]) {
            let of = |part: &PathId| counts[part.index()].clone().unwrap_or(UBig::ONE);
            let count = match &self.nodes[PathId::from_index(at)] {
                PathNode::Empty | PathNode::Edge(..) | PathNode::Star { .. } => UBig::ONE,
                PathNode::Sum(parts) => parts.iter().map(of).sum(),
                PathNode::Product(first, second) => of(first) * of(second),
            };
            counts[at] = Some(count);
        }
        counts
    }
}
