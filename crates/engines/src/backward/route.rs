//! Which way a path takes.

use std::collections::BTreeMap;

use sextant_base::{Id, Span};
use sextant_expr::{Assignment, Op, Value};
use sextant_flow::{BlockId, Condition, FlowGraph, Terminator};
use sextant_logic::Stuck;

use super::forwards::Forwards;
use super::present::Bench;

/// How a path is named.
#[derive(Clone, Debug)]
pub enum Route {
    /// By its blocks, in order.
    Blocks(Vec<BlockId>),
    /// By the answers at branches that depend on inputs.
    Decisions(Vec<bool>),
    /// By values of the inputs, under their names.
    Inputs(BTreeMap<String, Value>),
}

/// A step of a path: the block, and the edge that leaves it; none at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hop {
    pub block: BlockId,
    pub edge: Option<usize>,
}

/// Blocks on one path.
const LONGEST: usize = 20_000;

impl Route {
    /// The steps of the path, by executing it forwards.
    pub(super) fn hops(&self, bench: &mut Bench<'_>) -> Result<Vec<Hop>, Stuck> {
        let graph = bench.graph;
        let mut forwards = Forwards::new(bench);
        let mut hops = Vec::new();
        let mut block = graph.entry;
        let mut used = 0;
        if let Route::Blocks(blocks) = self
            && blocks.first() != Some(&graph.entry)
        {
            let message = format!("a path that does not begin with block {}", graph.entry.number());
            return Err(Stuck::unsupported(graph.span, message));
        }
        loop {
            if hops.len() >= LONGEST || bench.config.interrupt.should_stop() {
                return Err(Stuck::unsupported(graph.span, "a path of this length"));
            }
            forwards.instructions(bench, &graph.blocks[block].instructions)?;
            let Terminator::Edges(edges) = &graph.blocks[block].terminator else {
                hops.push(Hop { block, edge: None });
                return self.whole(hops, used, graph.span);
            };
            let edge = match self {
                Route::Blocks(blocks) => match blocks.get(hops.len() + 1) {
                    None => None,
                    Some(&next) => Some(edges.iter().position(|edge| edge.to == next).ok_or_else(|| {
                        let message =
                            format!("no edge leads from block {} to block {}", block.number(), next.number());
                        Stuck::unsupported(graph.span, message)
                    })?),
                },
                _ => self.choose(bench, &mut forwards, edges, &mut used)?,
            };
            hops.push(Hop { block, edge });
            let Some(edge) = edge else { return self.whole(hops, used, graph.span) };
            forwards.take(bench, edges, edge)?;
            forwards.instructions(bench, &edges[edge].actions)?;
            block = edges[edge].to;
        }
    }

    /// The edge that decisions or inputs choose; none where decisions are used up.
    fn choose(
        &self,
        bench: &mut Bench<'_>,
        forwards: &mut Forwards,
        edges: &[sextant_flow::Edge],
        used: &mut usize,
    ) -> Result<Option<usize>, Stuck> {
        for (at, edge) in edges.iter().enumerate() {
            let Condition::When(condition) = &edge.condition else { return Ok(Some(at)) };
            let value = forwards.value(bench, condition)?;
            let value = bench.table.simplify(value);
            let taken = match (bench.table.as_bool(value), self) {
                (Some(truth), _) => truth,
                (None, Route::Inputs(inputs)) => {
                    let mut assignment = Assignment::default();
                    for (name, given) in inputs {
                        if let Some(term) = bench.table.symbol_named(name)
                            && let Op::Symbol(id) = *bench.table.op(term)
                        {
                            assignment.set(id, given.clone());
                        }
                    }
                    bench.table.evaluate(value, &assignment).as_bool() == Some(true)
                }
                (None, Route::Decisions(decisions)) => {
                    let Some(&decision) = decisions.get(*used) else { return Ok(None) };
                    *used += 1;
                    decision
                }
                (None, Route::Blocks(_)) => false,
            };
            if taken {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// A path must use all that names it.
    fn whole(&self, hops: Vec<Hop>, used: usize, span: Span) -> Result<Vec<Hop>, Stuck> {
        let left_over = match self {
            Route::Blocks(blocks) => blocks.len() > hops.len(),
            Route::Decisions(decisions) => decisions.len() > used,
            Route::Inputs(_) => false,
        };
        if left_over {
            let message = "a path that goes on behind the end of the procedure";
            return Err(Stuck::unsupported(span, message));
        }
        Ok(hops)
    }
}

/// The block of a number as users write it.
impl Route {
    /// A route by block numbers, which count from 1.
    pub fn of_numbers(graph: &FlowGraph, numbers: &[u32]) -> Result<Route, String> {
        let block = |&number: &u32| {
            let index = (number as usize).checked_sub(1).filter(|&index| index < graph.blocks.len());
            index.map(BlockId::from_index).ok_or_else(|| {
                format!("there is no block {number} (there are blocks 1 to {})", graph.blocks.len())
            })
        };
        Ok(Route::Blocks(numbers.iter().map(block).collect::<Result<_, _>>()?))
    }
}
