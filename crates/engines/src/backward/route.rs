//! Which way a path takes.

use std::collections::BTreeMap;

use sextant_base::Id;
use sextant_effects::{Arrival, Stuck, Way};
use sextant_expr::{Assignment, Op, Value};
use sextant_flow::{BlockId, FlowGraph, Terminator};
use sextant_logic::Formula;
use sextant_state::Point;

use super::forwards::{Forwards, choices};
use super::substitution::Substitution;

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

/// A path: its blocks and stretches, and what gathers on it forwards.
pub(super) struct Path {
    pub blocks: Vec<BlockId>,
    /// Where each stretch begins and where it leads.
    pub legs: Vec<(Point, Arrival)>,
    /// The states at its end; several where computing a value took several ways.
    pub ends: Vec<Forwards>,
}

/// Stretches of one path.
const LONGEST: usize = 100_000;

/// More states than this at one point are given up.
const MOST_STATES: usize = 64;

impl Route {
    /// The path, by executing it forwards.
    pub(super) fn path(&self, substitution: &mut Substitution<'_>) -> Result<Path, Stuck> {
        let graph = substitution.graph;
        if let Route::Blocks(blocks) = self
            && blocks.first() != Some(&graph.entry)
        {
            let message = format!("a path that does not begin with block {}", graph.entry.number());
            return Err(Stuck::unsupported(graph.span, message));
        }
        let ends = vec![Forwards::new(substitution)];
        let mut path = Path { blocks: vec![graph.entry], legs: Vec::new(), ends };
        let mut used = 0;
        let mut point = Point::Block(graph.entry, 0);
        loop {
            if path.legs.len() >= LONGEST || substitution.config.interrupt.should_stop() {
                return Err(Stuck::unsupported(graph.span, "a path of this length"));
            }
            let mut open = Vec::new();
            for forwards in &mut path.ends {
                forwards.believe(substitution, point)?;
                let ways = forwards.ways(substitution, point)?;
                open.extend(ways.into_iter().map(|way| (forwards.clone(), way)));
            }
            let Some(to) = self.chosen(substitution, point, &mut open, (&path, &mut used))? else {
                return self.whole(path, used, graph);
            };
            open.retain(|(_, way)| way.to == to);
            if open.len() > MOST_STATES {
                return Err(Stuck::unsupported(graph.span, "so many ways to compute a value"));
            }
            path.ends = open.into_iter().map(|(forwards, way)| forwards.take(substitution, way)).collect();
            path.legs.push((point, to.clone()));
            let Arrival::Point(next) = to else { return self.whole(path, used, graph) };
            if let (Point::Edge(..), Point::Block(block, 0)) = (point, next) {
                path.blocks.push(block);
            }
            point = next;
        }
    }

    /// Where the path goes from a point; none where what names it is used up. Ways that it does not take are dropped.
    fn chosen(
        &self,
        substitution: &Substitution<'_>,
        point: Point,
        open: &mut Vec<(Forwards, Way)>,
        (path, used): (&Path, &mut usize),
    ) -> Result<Option<Arrival>, Stuck> {
        match self {
            Route::Blocks(blocks) => {
                let Some(edge) = edge_to(substitution.graph, point, blocks.get(path.blocks.len()))? else {
                    // Ways that differ in how a value is computed lead to the same point.
                    return Ok(open
                        .first()
                        .filter(|_| !ends_here(substitution.graph, point))
                        .map(|(_, way)| way.to.clone()));
                };
                let leads =
                    |way: &Way| matches!(way.to, Arrival::Point(Point::Edge(_, taken, _)) if taken == edge);
                match open.iter().find(|(_, way)| leads(way)) {
                    Some((_, way)) => Ok(Some(way.to.clone())),
                    // No input takes the edge: the condition of the path is false.
                    None => {
                        Err(Stuck::unsupported(substitution.graph.span, "a path that is plainly impossible"))
                    }
                }
            }
            Route::Decisions(decisions) => {
                let left = &decisions[*used..];
                let asked = |way: &Way| choices(way).count();
                let fits = |way: &Way| choices(way).zip(left).all(|((choice, _), wanted)| choice == *wanted);
                open.retain(|(_, way)| fits(way));
                if open.iter().any(|(_, way)| asked(way) > left.len()) {
                    return Ok(None);
                }
                *used += open.first().map_or(0, |(_, way)| asked(way));
                Ok(open.first().map(|(_, way)| way.to.clone()))
            }
            Route::Inputs(inputs) => {
                let table = &substitution.context.table;
                let mut assignment = Assignment::default();
                for (name, given) in inputs {
                    if let Some(term) = table.symbol_named(name)
                        && let Op::Symbol(id) = *table.op(term)
                    {
                        assignment.set(id, given.clone());
                    }
                }
                open.retain(|(_, way)| {
                    choices(way)
                        .all(|(_, fact)| table.evaluate(fact.condition, &assignment).as_bool() == Some(true))
                });
                Ok(open.first().map(|(_, way)| way.to.clone()))
            }
        }
    }

    /// A path must use all that names it.
    fn whole(&self, path: Path, used: usize, graph: &FlowGraph) -> Result<Path, Stuck> {
        let left_over = match self {
            Route::Blocks(blocks) => blocks.len() > path.blocks.len(),
            Route::Decisions(decisions) => decisions.len() > used,
            Route::Inputs(_) => false,
        };
        if left_over {
            let message = "a path that goes on after the end of the procedure";
            return Err(Stuck::unsupported(graph.span, message));
        }
        Ok(path)
    }

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

impl Path {
    /// The condition that gathered on the path.
    pub fn condition(&self) -> Formula {
        Formula::Or(self.ends.iter().map(|end| Formula::And(end.condition.clone())).collect())
    }
}

/// Whether a choice of the next block stands after a point.
fn ends_here(graph: &FlowGraph, point: Point) -> bool {
    match point {
        Point::Block(block, at) => {
            let block = &graph.blocks[block];
            at == block.instructions.len() && matches!(block.terminator, Terminator::Edges(_))
        }
        Point::Edge(..) => false,
    }
}

/// The edge that leads to a block, if it is chosen after this point.
fn edge_to(graph: &FlowGraph, point: Point, next: Option<&BlockId>) -> Result<Option<usize>, Stuck> {
    let (Point::Block(block, at), Some(&next)) = (point, next) else { return Ok(None) };
    let (Terminator::Edges(edges), true) =
        (&graph.blocks[block].terminator, at == graph.blocks[block].instructions.len())
    else {
        return Ok(None);
    };
    let edge = edges.iter().position(|edge| edge.to == next);
    edge.map(Some).ok_or_else(|| {
        let message = format!("no edge leads from block {} to block {}", block.number(), next.number());
        Stuck::unsupported(graph.span, message)
    })
}
