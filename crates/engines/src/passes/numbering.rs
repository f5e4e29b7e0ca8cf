//! Numbers for the nodes of a tree: a node before its sons, lists as compounds nested to the right.

use rustc_hash::FxHashMap;
use sextant_base::Span;
use sextant_flow::{BlockId, FlowGraph};
use sextant_state::Point;

use super::structure::Draft;
use super::tree::{Node, NodeKind, SyntaxTree};

#[derive(Default)]
pub(super) struct Numbering {
    nodes: Vec<Node>,
    owners: FxHashMap<Point, usize>,
    /// Jumps whose targets may have no numbers yet.
    jumps: Vec<(usize, BlockId)>,
}

impl Numbering {
    pub fn tree(mut self, graph: &FlowGraph, drafts: Vec<Draft>) -> SyntaxTree {
        let root = self.node(NodeKind::Program, graph.span, &[]);
        let son = self.list(drafts, graph.span);
        self.nodes[root].sons.push(son);
        self.close(root);
        let mut tree = SyntaxTree { nodes: self.nodes, owners: self.owners };
        for (jump, block) in self.jumps {
            let target = tree.met_from(graph, block);
            tree.nodes[jump].kind = NodeKind::Goto(target);
            if let Some(target) = target {
                tree.nodes[target].labelled = true;
            }
        }
        tree
    }

    fn node(&mut self, kind: NodeKind, span: Span, points: &[Point]) -> usize {
        let this = self.nodes.len();
        self.owners.extend(points.iter().map(|&point| (point, this)));
        let first = points.first().copied();
        self.nodes.push(Node { kind, sons: Vec::new(), span, labelled: false, end: this + 1, first });
        this
    }

    fn close(&mut self, node: usize) {
        self.nodes[node].end = self.nodes.len();
    }

    /// Made without recursion: lists may be long.
    fn list(&mut self, drafts: Vec<Draft>, span: Span) -> usize {
        let Some(last) = drafts.len().checked_sub(1) else { return self.node(NodeKind::Null, span, &[]) };
        let first = self.nodes.len();
        let mut compounds: Vec<usize> = Vec::new();
        for (place, draft) in drafts.into_iter().enumerate() {
            let mut outer = compounds.last().copied();
            if place < last {
                let this = self.node(NodeKind::Compound, draft.span, &[]);
                if let Some(outer) = outer {
                    self.nodes[outer].sons.push(this);
                }
                compounds.push(this);
                outer = Some(this);
            }
            let son = self.draft(draft);
            if let Some(outer) = outer {
                self.nodes[outer].sons.push(son);
            }
        }
        compounds.into_iter().for_each(|compound| self.close(compound));
        first
    }

    fn draft(&mut self, draft: Draft) -> usize {
        // Branches may be nested as deeply as the source.
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.one(draft))
    }

    fn one(&mut self, Draft { kind, span, points, lists, target }: Draft) -> usize {
        let repeats = matches!(kind, NodeKind::While { .. });
        let this = self.node(kind, span, &points);
        self.jumps.extend(target.map(|target| (this, target)));
        let mut branches = Vec::new();
        for list in lists {
            // A branch that does nothing has no node; a body has one.
            branches.push((repeats || !list.is_empty()).then(|| self.list(list, span)));
        }
        self.nodes[this].sons = branches.iter().copied().flatten().collect();
        if let NodeKind::Choice(known) = &mut self.nodes[this].kind {
            *known = branches;
        }
        self.close(this);
        this
    }
}
