//! The tree of a flow graph whose blocks are in source order.
//!
//! A loop is what stands between the target of an edge that leads back and the last block it comes from, unless that edge
//! is a jump of the program; a branch is what only its edge leads to. What is left of the edges are jumps. A branch that
//! nothing goes round is no branch but the rest of the list: `IF … THEN RETURN` has no other part.

use rustc_hash::FxHashSet;
use sextant_base::{IdVec, Span};
use sextant_flow::{
    Action, BlockId, Condition, Dominators, Edge, FlowGraph, Instruction, Terminator, predecessors,
    successors,
};
use sextant_state::Point;
use sextant_syntax::StatementNumber;

use super::numbering::Numbering;
use super::tree::{NodeKind, SyntaxTree, is_idle, word};

/// What the source says that the graph does not.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The blocks in source order.
    pub order: Vec<BlockId>,
    /// The GO TO statements.
    pub jumps: FxHashSet<Span>,
    /// The number of the END of the procedure.
    pub end: Option<StatementNumber>,
}

impl SyntaxTree {
    /// The tree of a procedure.
    pub fn of(graph: &FlowGraph, source: &Source) -> SyntaxTree {
        let mut structure = Structure::new(graph, source);
        let drafts = structure.sequence(0, structure.order.len(), None);
        Numbering::default().tree(graph, drafts)
    }
}

/// A node without a number.
pub(super) struct Draft {
    /// What it is; the numbers of other nodes are not known yet.
    pub kind: NodeKind,
    pub span: Span,
    /// Its own points.
    pub points: Vec<Point>,
    /// The lists of its branches, or its body.
    pub lists: Vec<Vec<Draft>>,
    /// The block that it jumps to.
    pub target: Option<BlockId>,
}

impl Draft {
    fn leaf(kind: NodeKind, span: Span, points: Vec<Point>) -> Self {
        Draft { kind, span, points, lists: Vec::new(), target: None }
    }
}

/// A loop whose body is being made.
struct Open {
    header: BlockId,
    after: Option<BlockId>,
}

/// The branches of a choice that stand after it, each with the part of the order it takes.
type Branches = Vec<(usize, (usize, usize))>;

struct Structure<'g> {
    graph: &'g FlowGraph,
    source: &'g Source,
    order: Vec<BlockId>,
    position: IdVec<BlockId, usize>,
    dominators: Dominators,
    /// How many edges lead on to each block.
    entries: IdVec<BlockId, usize>,
    /// Where the loop of a header ends; 0 if it is none.
    ends: IdVec<BlockId, usize>,
    open: Vec<Open>,
}

impl<'g> Structure<'g> {
    fn new(graph: &'g FlowGraph, source: &'g Source) -> Self {
        let dominators = Dominators::of(graph);
        let reachable = |block: &&BlockId| dominators.dominates(graph.entry, **block);
        let order: Vec<BlockId> = source.order.iter().filter(reachable).copied().collect();
        let mut position: IdVec<BlockId, usize> = graph.blocks.ids().map(|_| usize::MAX).collect();
        for (at, &block) in order.iter().enumerate() {
            position[block] = at;
        }
        let leads_on = |to: BlockId, from: &BlockId| position[*from] < position[to];
        let entries = predecessors(graph)
            .iter_enumerated()
            .map(|(to, from)| from.iter().filter(|from| leads_on(to, from)).count())
            .collect();
        let ends = graph.blocks.ids().map(|_| 0).collect();
        let mut made =
            Structure { graph, source, order, position, dominators, entries, ends, open: Vec::new() };
        made.find_loops();
        made
    }

    fn find_loops(&mut self) {
        for (at, &block) in self.order.iter().enumerate() {
            if self.is_jump(block) {
                continue;
            }
            for to in successors(self.graph, block).filter(|&to| self.position[to] <= at) {
                self.ends[to] = at + 1;
            }
        }
    }

    /// The statement that a block ends with, if it has nothing of its own to do.
    fn trailing(&self, block: BlockId) -> Option<(StatementNumber, Span)> {
        let instructions = self.graph.blocks[block].instructions.iter().rev();
        for Instruction { action, span } in instructions {
            match action {
                Action::Statement(number) => return Some((*number, *span)),
                action if is_idle(action) => {}
                _ => return None,
            }
        }
        None
    }

    /// Whether a block ends with a GO TO.
    fn is_jump(&self, block: BlockId) -> bool {
        self.trailing(block).is_some_and(|(_, span)| self.source.jumps.contains(&span))
    }

    /// Where the way out of a block is decided.
    fn end_span(&self, block: BlockId) -> Span {
        let last = self.graph.blocks[block].instructions.last().map_or(self.graph.span, |last| last.span);
        self.trailing(block).map_or(last, |(_, span)| span)
    }

    /// The blocks of a part of the order, after which control goes on with a block.
    fn sequence(&mut self, from: usize, to: usize, next: Option<BlockId>) -> Vec<Draft> {
        // Branches may be nested as deeply as the source.
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.blocks(from, to, next))
    }

    fn blocks(&mut self, from: usize, to: usize, next: Option<BlockId>) -> Vec<Draft> {
        let mut drafts = Vec::new();
        let mut at = from;
        while at < to {
            let block = self.order[at];
            let begins = self.ends[block] > 0 && self.open.iter().all(|open| open.header != block);
            if begins {
                // A loop that something else cuts in two goes on by jumps.
                let end = self.ends[block].min(to);
                let after = self.block_at(end, to, next);
                self.open.push(Open { header: block, after });
                drafts.push(self.repetition(at, end));
                self.open.pop();
                at = end;
                continue;
            }
            self.leaves(block, &mut drafts);
            at = self.way_out(at, to, next, &mut drafts);
        }
        drafts
    }

    /// The block at a position of the order; at its end what comes next.
    fn block_at(&self, at: usize, to: usize, next: Option<BlockId>) -> Option<BlockId> {
        if at < to { Some(self.order[at]) } else { next }
    }

    /// What the end of a block does. The result is where the list goes on.
    fn way_out(&mut self, at: usize, to: usize, next: Option<BlockId>, drafts: &mut Vec<Draft>) -> usize {
        let (graph, block) = (self.graph, self.order[at]);
        let span = self.end_span(block);
        let points = vec![Point::Block(block, graph.blocks[block].instructions.len())];
        match &graph.blocks[block].terminator {
            Terminator::Return(value) => {
                let at_end = self.trailing(block).is_some_and(|(number, _)| Some(number) == self.source.end);
                let implied = at_end && self.block_at(at + 1, to, next).is_none();
                if value.is_some() || !implied {
                    drafts.push(Draft::leaf(NodeKind::Return, span, points));
                }
                at + 1
            }
            Terminator::Stop => {
                drafts.push(Draft::leaf(NodeKind::Stop, span, points));
                at + 1
            }
            Terminator::Edges(edges) => match &edges[..] {
                [edge @ Edge { condition: Condition::Always, .. }] => {
                    let behind = self.block_at(at + 1, to, next);
                    drafts.extend(self.edge(block, (0, edge), behind));
                    at + 1
                }
                edges => self.choice(at, to, next, edges, drafts),
            },
        }
    }

    /// What an edge does, and the jump if it does not lead to the block that comes next.
    fn edge(&self, block: BlockId, (number, edge): (usize, &Edge), next: Option<BlockId>) -> Vec<Draft> {
        let mut drafts = Vec::new();
        self.grouped(&edge.actions, |at| Point::Edge(block, number, at), &mut drafts);
        let span = self.end_span(block);
        let (kind, target) = if Some(edge.to) == next {
            return drafts;
        } else if let Some(outwards) = self.outwards(|open| open.header == edge.to) {
            (NodeKind::Next(outwards), None)
        } else if let Some(outwards) = self.outwards(|open| open.after == Some(edge.to)) {
            (NodeKind::Leave(outwards), None)
        } else {
            (NodeKind::Goto(None), Some(edge.to))
        };
        drafts.push(Draft { target, ..Draft::leaf(kind, span, Vec::new()) });
        drafts
    }

    fn outwards(&self, is_wanted: impl Fn(&Open) -> bool) -> Option<usize> {
        self.open.iter().rev().position(is_wanted)
    }

    fn choice(
        &mut self,
        at: usize,
        to: usize,
        next: Option<BlockId>,
        edges: &[Edge],
        drafts: &mut Vec<Draft>,
    ) -> usize {
        let block = self.order[at];
        let mut branches = self.branches(at, to, edges);
        let mut end = branches.last().map_or(at + 1, |(_, (_, end))| *end);
        if let Some(&(_, (start, _))) = branches.last()
            && !self.goes_round(at, start, edges, self.block_at(end, to, next))
        {
            branches.pop();
            end = start;
        }
        let join = self.block_at(end, to, next);
        let mut lists = Vec::new();
        for (number, edge) in edges.iter().enumerate() {
            let inside = branches.iter().find(|(known, _)| *known == number).map(|(_, part)| *part);
            let mut list = self.edge(block, (number, edge), inside.map_or(join, |_| Some(edge.to)));
            if let Some((from, to)) = inside {
                list.extend(self.sequence(from, to, join));
            }
            lists.push(list);
        }
        let points = vec![Point::Block(block, self.graph.blocks[block].instructions.len())];
        let span = self.condition_span(block, edges);
        drafts.push(Draft { lists, ..Draft::leaf(NodeKind::Choice(Vec::new()), span, points) });
        end
    }

    fn condition_span(&self, block: BlockId, edges: &[Edge]) -> Span {
        let condition = edges.iter().find_map(|edge| edge.condition.expr()).map(|one| one.span);
        let trailing = self.trailing(block).map(|(_, span)| span);
        trailing.or(condition).unwrap_or_else(|| self.end_span(block))
    }

    /// The branches that stand right after a choice, one after the other.
    fn branches(&self, at: usize, to: usize, edges: &[Edge]) -> Branches {
        let mut starts: Vec<(usize, usize)> = Vec::new();
        for (number, edge) in edges.iter().enumerate() {
            let start = self.position[edge.to];
            if (at + 1..to).contains(&start) && self.entries[edge.to] == 1 {
                starts.push((start, number));
            }
        }
        starts.sort_unstable();
        let mut branches = Branches::new();
        let mut expected = at + 1;
        for (place, &(start, number)) in starts.iter().enumerate() {
            if start != expected {
                break;
            }
            let limit = starts.get(place + 1).map_or(to, |(next, _)| *next);
            let inside = |at: &usize| self.dominators.dominates(self.order[start], self.order[*at]);
            expected = start + (start..limit).take_while(inside).count();
            branches.push((number, (start, expected)));
        }
        branches
    }

    /// Whether control can come from a choice to what stands after its last branch without that branch.
    fn goes_round(&self, at: usize, last: usize, edges: &[Edge], join: Option<BlockId>) -> bool {
        let Some(join) = join else { return false };
        let earlier = self.order[at + 1..last].iter().filter(|&&block| !self.is_jump(block));
        edges.iter().any(|edge| edge.to == join)
            || earlier.flat_map(|&block| successors(self.graph, block)).any(|to| to == join)
    }

    /// A loop, open already.
    fn repetition(&mut self, at: usize, end: usize) -> Draft {
        let (graph, header) = (self.graph, self.order[at]);
        let span = self.loop_span(at, end);
        let mut heading = Vec::new();
        self.leaves(header, &mut heading);
        let after = self.open.last().and_then(|open| open.after);
        let tested = match &graph.blocks[header].terminator {
            Terminator::Edges(edges) if heading.is_empty() && at + 1 < end => match &edges[..] {
                [inside, outside] if Some(outside.to) == after => Some((0, inside, outside)),
                [outside, inside] if Some(outside.to) == after => Some((1, inside, outside)),
                _ => None,
            },
            _ => None,
        };
        let first = self.order.get(at + 1).copied();
        let tested = tested.filter(|(_, inside, outside)| {
            Some(inside.to) == first && inside.actions.is_empty() && outside.actions.is_empty()
        });
        let enters = tested.map(|(enters, ..)| enters);
        let (from, points) = match enters {
            Some(_) => (at + 1, vec![Point::Block(header, graph.blocks[header].instructions.len())]),
            None => (at, Vec::new()),
        };
        let lists = vec![self.sequence(from, end, Some(header))];
        Draft { lists, ..Draft::leaf(NodeKind::While { enters }, span, points) }
    }

    /// The statement of a loop is begun at its header, or where an iteration ends.
    fn loop_span(&self, at: usize, end: usize) -> Span {
        let header = self.order[at];
        if let Some((_, span)) = self.trailing(header) {
            return span;
        }
        let last = &self.graph.blocks[self.order[end - 1]].instructions;
        let statement = last.iter().rev().find(|one| matches!(one.action, Action::Statement(_)));
        statement.map_or_else(|| self.end_span(header), |statement| statement.span)
    }

    fn leaves(&self, block: BlockId, drafts: &mut Vec<Draft>) {
        self.grouped(&self.graph.blocks[block].instructions, |at| Point::Block(block, at), drafts);
    }

    /// Instructions by the statements they belong to.
    fn grouped(&self, instructions: &[Instruction], point: impl Fn(usize) -> Point, drafts: &mut Vec<Draft>) {
        let mut statement = None;
        let mut goes_on = false;
        for (at, Instruction { action, span }) in instructions.iter().enumerate() {
            let kind = match action {
                Action::Statement(_) => {
                    (statement, goes_on) = (Some(*span), false);
                    continue;
                }
                Action::Assume(condition) => NodeKind::Assume(condition.clone()),
                Action::Prove(condition) | Action::Assert(condition) => NodeKind::Assert(condition.clone()),
                action if is_idle(action) => {
                    if let Some(group) = drafts.last_mut().filter(|_| goes_on) {
                        group.points.push(point(at));
                    }
                    continue;
                }
                action => NodeKind::Simple(word(action)),
            };
            let simple = matches!(kind, NodeKind::Simple(_));
            match drafts.last_mut().filter(|_| goes_on && simple) {
                Some(group) => {
                    group.points.push(point(at));
                    group.kind = kind;
                }
                None => {
                    drafts.push(Draft::leaf(kind, statement.unwrap_or(*span), vec![point(at)]));
                }
            }
            goes_on = simple;
        }
    }
}
