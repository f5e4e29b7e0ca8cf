//! Path expressions: all paths from the entry to a block as one regular expression over edges.
//!
//! The strongly connected components are taken in topological order. Inside a component one block is chosen as its
//! head (its only entry, if the graph is reducible); the paths from the head back to itself are found by the same
//! method in the component without its head, and repeated. Blocks of a component that are entered without passing
//! the head keep those paths beside the others. So reducible graphs cost one pass for each level of nesting, and
//! irreducible ones are treated alike.
//!
//! Invariants
//! - From one state at the entry a deterministic program follows at most one path of an expression in which control
//!   has left all loops behind ([`PathExpressions::last`]), and the alternatives of every sum below a repetition
//!   exclude one another.
//! - Expressions are stored once ([`PathTable`]); a part has a smaller id than what it is part of.

mod table;

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{IdVec, components};

pub use table::{PathId, PathNode, PathTable};

use crate::{Block, BlockId, FlowGraph, Terminator, predecessors};

/// The paths from the entry of a graph to its blocks.
#[derive(Clone, Debug)]
pub struct PathExpressions {
    /// All expressions.
    pub table: PathTable,
    reaching: IdVec<BlockId, Option<PathId>>,
    last: IdVec<BlockId, Option<PathId>>,
    /// The heads of loops, outer ones before inner ones.
    pub heads: Vec<Head>,
}

/// A block at which a repetition was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The block.
    pub block: BlockId,
    /// The paths by which the loop is entered, with control in the last pass through all outer loops.
    pub entering: PathId,
    /// The paths of one pass through the loop.
    pub cycle: PathId,
}

impl PathExpressions {
    /// The path expressions of a graph.
    pub fn of(graph: &FlowGraph) -> Self {
        let mut builder =
            Builder { graph, table: PathTable::default(), before: FxHashMap::default(), heads: Vec::new() };
        for (block, sources) in predecessors(graph).iter_enumerated() {
            let mut sources = sources.clone();
            sources.sort();
            sources.dedup();
            builder.before.insert(block, sources);
        }
        let empty = builder.table.empty();
        let nodes: Vec<BlockId> = crate::walk::reverse_postorder(graph);
        let input: Vector = BTreeMap::from([(graph.entry, empty)]);
        let mut result = builder.solve(&nodes, vec![input]);
        let solved = result.pop().unwrap_or_default();
        let pick = |choose: fn(&Reach) -> PathId| {
            graph.blocks.ids().map(|block| solved.reach.get(&block).map(choose)).collect()
        };
        let reaching = pick(|reach| reach.open);
        let last = pick(|reach| reach.last);
        let heads = builder
            .heads
            .iter()
            .filter_map(|(block, cycle)| {
                let entering = *solved.entering.get(block)?;
                Some(Head { block: *block, entering, cycle: *cycle })
            })
            .collect();
        Self { table: builder.table, reaching, last, heads }
    }

    /// All paths from the entry to a block; none for a block that cannot be reached.
    pub fn reaching(&self, block: BlockId) -> Option<PathId> {
        self.reaching[block]
    }

    /// The same paths, for the last time that control comes to the block: every loop is in its last pass.
    pub fn last(&self, block: BlockId) -> Option<PathId> {
        self.last[block]
    }

    /// The paths of whole executions: to all blocks that return or stop.
    pub fn whole(&mut self, graph: &FlowGraph) -> Option<PathId> {
        let ends = graph
            .blocks
            .iter_enumerated()
            .filter(|(_, block)| !matches!(block.terminator, Terminator::Edges(_)));
        let paths: Vec<PathId> = ends.filter_map(|(block, _)| self.last[block]).collect();
        self.table.sum(paths)
    }
}

/// Paths from one source to some blocks.
type Vector = BTreeMap<BlockId, PathId>;

/// The paths to a block.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// Any visit.
    open: PathId,
    /// The last visit before control leaves the region.
    last: PathId,
}

/// What was found for one source.
#[derive(Clone, Debug, Default)]
struct Solved {
    reach: BTreeMap<BlockId, Reach>,
    /// The paths by which each head is entered.
    entering: BTreeMap<BlockId, PathId>,
}

struct Builder<'a> {
    graph: &'a FlowGraph,
    table: PathTable,
    before: FxHashMap<BlockId, Vec<BlockId>>,
    heads: Vec<(BlockId, PathId)>,
}

impl Builder<'_> {
    /// The paths from each source to all nodes, inside the set of nodes only.
    fn solve(&mut self, nodes: &[BlockId], inputs: Vec<Vector>) -> Vec<Solved> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            let mut results: Vec<Solved> = vec![Solved::default(); inputs.len()];
            for component in strong_components(self.graph, nodes) {
                let inputs = self.incoming(&component, &inputs, &results);
                self.component(&component, &inputs, &mut results);
            }
            results
        })
    }

    /// What comes into a component from the sources and from the components before it.
    fn incoming(&mut self, component: &[BlockId], inputs: &[Vector], results: &[Solved]) -> Vec<Vector> {
        let mut all = Vec::new();
        for (input, solved) in inputs.iter().zip(results) {
            let mut vector = Vector::new();
            for &node in component {
                let mut parts: Vec<PathId> = input.get(&node).copied().into_iter().collect();
                for from in self.before.get(&node).cloned().unwrap_or_default() {
                    if let Some(reach) = solved.reach.get(&from) {
                        parts.extend(self.along(reach.last, from, node));
                    }
                }
                if let Some(path) = self.table.sum(parts) {
                    vector.insert(node, path);
                }
            }
            all.push(vector);
        }
        all
    }

    /// A path continued by each edge from one block to another.
    fn along(&mut self, path: PathId, from: BlockId, to: BlockId) -> Vec<PathId> {
        let edges = edge_positions(&self.graph.blocks[from], to);
        edges
            .into_iter()
            .map(|position| {
                let edge = self.table.edge(from, position, to);
                self.table.product(path, edge)
            })
            .collect()
    }

    fn component(&mut self, component: &[BlockId], inputs: &[Vector], results: &mut [Solved]) {
        let head = self.head(component, inputs);
        let loops = component.len() > 1 || !edge_positions(&self.graph.blocks[head], head).is_empty();
        if !loops {
            for (input, solved) in inputs.iter().zip(results) {
                if let Some(&path) = input.get(&head) {
                    solved.reach.insert(head, Reach { open: path, last: path });
                }
            }
            return;
        }
        let rest: Vec<BlockId> = component.iter().copied().filter(|&node| node != head).collect();
        let empty = self.table.empty();
        let mut around = Vector::new();
        for &node in &rest {
            let steps = self.along(empty, head, node);
            if let Some(path) = self.table.sum(steps) {
                around.insert(node, path);
            }
        }
        let mut inner: Vec<Vector> = inputs
            .iter()
            .map(|input| {
                input.iter().filter(|(node, _)| **node != head).map(|(node, path)| (*node, *path)).collect()
            })
            .collect();
        inner.push(around);
        let place = self.heads.len();
        let mut solved = self.solve(&rest, inner);
        let around = solved.pop().unwrap_or_default();
        let mut turns = self.along(empty, head, head);
        turns.extend(self.back_to(head, &around));
        let Some(cycle) = self.table.sum(turns) else { return };
        self.heads.insert(place, (head, cycle));
        for ((input, avoiding), result) in inputs.iter().zip(&solved).zip(results) {
            self.combine(head, cycle, input, avoiding, &around, result);
        }
    }

    /// The paths that lead to the head from inside its component.
    fn back_to(&mut self, head: BlockId, inside: &Solved) -> Vec<PathId> {
        let mut paths = Vec::new();
        for from in self.before.get(&head).cloned().unwrap_or_default() {
            if let Some(reach) = inside.reach.get(&from) {
                paths.extend(self.along(reach.last, from, head));
            }
        }
        paths
    }

    /// Puts together what avoids the head and what passes it.
    fn combine(
        &mut self,
        head: BlockId,
        cycle: PathId,
        input: &Vector,
        avoiding: &Solved,
        around: &Solved,
        result: &mut Solved,
    ) {
        let mut arrivals: Vec<PathId> = input.get(&head).copied().into_iter().collect();
        arrivals.extend(self.back_to(head, avoiding));
        let Some(entering) = self.table.sum(arrivals) else { return };
        let (any, left) = (self.table.star(cycle, false), self.table.star(cycle, true));
        let at_head =
            Reach { open: self.table.product(entering, any), last: self.table.product(entering, left) };
        result.entering.insert(head, entering);
        result.reach.insert(head, at_head);
        let nodes: FxHashSet<BlockId> = avoiding.reach.keys().chain(around.reach.keys()).copied().collect();
        for node in nodes {
            let (beside, behind) = (avoiding.reach.get(&node), around.reach.get(&node));
            let mut join = |beside: Option<PathId>, at_head: PathId, behind: Option<PathId>| {
                let through = behind.map(|path| self.table.product(at_head, path));
                self.table.sum(beside.into_iter().chain(through).collect())
            };
            let open = join(beside.map(|reach| reach.open), at_head.open, behind.map(|reach| reach.open));
            let last = join(beside.map(|reach| reach.last), at_head.last, behind.map(|reach| reach.last));
            if let (Some(open), Some(last)) = (open, last) {
                result.reach.insert(node, Reach { open, last });
            }
        }
        let inner: FxHashSet<BlockId> =
            avoiding.entering.keys().chain(around.entering.keys()).copied().collect();
        for block in inner {
            let through = around.entering.get(&block).map(|&path| self.table.product(at_head.last, path));
            let parts = avoiding.entering.get(&block).copied().into_iter().chain(through).collect();
            if let Some(path) = self.table.sum(parts) {
                result.entering.insert(block, path);
            }
        }
    }

    /// The only entry of a component, or else the block with the most edges.
    fn head(&self, component: &[BlockId], inputs: &[Vector]) -> BlockId {
        let entered = |node: &BlockId| inputs.iter().any(|input| input.contains_key(node));
        let degree = |node: &BlockId| {
            let out = self.graph.blocks[*node].terminator.edges().len();
            self.before.get(node).map_or(0, Vec::len) + out
        };
        let best = component.iter().enumerate().filter(|(_, node)| entered(node));
        let best = best.max_by_key(|(at, node)| (degree(node), component.len() - at));
        best.map_or(component[0], |(_, node)| *node)
    }
}

/// The positions of the edges from a block to another.
fn edge_positions(block: &Block, to: BlockId) -> Vec<u32> {
    let edges = (0u32..).zip(block.terminator.edges());
    edges.filter(|(_, edge)| edge.to == to).map(|(position, _)| position).collect()
}

/// The strongly connected components of part of a graph in topological order. Nodes of a component keep the order in
/// which they were given.
fn strong_components(graph: &FlowGraph, nodes: &[BlockId]) -> Vec<Vec<BlockId>> {
    let rank: FxHashMap<BlockId, usize> = nodes.iter().enumerate().map(|(at, &node)| (node, at)).collect();
    let nexts =
        |at: usize| crate::successors(graph, nodes[at]).filter_map(|next| rank.get(&next).copied()).collect();
    let found = components(nodes.len(), nexts);
    found.into_iter().map(|members| members.into_iter().map(|at| nodes[at]).collect()).collect()
}
