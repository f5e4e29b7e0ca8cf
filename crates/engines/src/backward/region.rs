//! The condition at the entry under which a statement is reached, over all paths to it.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use sextant_effects::{Arrival, Stuck, code_of};
use sextant_flow::{
    Action, BlockId, Dominators, FlowGraph, FlowProgram, Instruction, LoopForest, instructions_of,
    predecessors, reached,
};
use sextant_logic::Formula;
use sextant_notation::Formula as Shown;
use sextant_state::Point;
use sextant_syntax::{Expr, ExprKind, ProcId, StatementNumber, Type, Variable};

use super::forwards::Forwards;

use super::substitution::{Config, Substitution, disjunction};

/// The condition under which a statement is reached.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The condition at the entry.
    pub condition: Vec<Shown>,
    /// Ways with more iterations were left out.
    pub bounded: bool,
    /// Whether the paths forwards give the same condition; none if the solver gave up or there are too many.
    pub equal: Option<bool>,
    /// How many paths were executed forwards.
    pub paths: usize,
    /// Inputs that reach it; none: no input does, or the solver gave up.
    pub example: Option<Vec<(String, String)>>,
    /// Whether some input reaches it; none if the solver gave up.
    pub possible: Option<bool>,
}

/// The condition at the entry under which a statement is reached with a condition.
pub fn reach(
    program: &FlowProgram,
    procedure: ProcId,
    statement: StatementNumber,
    condition: Option<&Expr>,
    config: &Config,
) -> Result<Reached, Stuck> {
    let (code, entry) = code_of(program, procedure, config.policy);
    let substitution = Substitution::new(program, (&code, &entry), config)?;
    let always = Expr { kind: ExprKind::Bool(true), ty: Type::Logical, span: substitution.graph.span };
    let mut region = Region::new(substitution, statement, condition.unwrap_or(&always).clone());
    let entry = region.substitution.graph.entry;
    let formula = region.before(entry, config.iterations)?;
    let formula = region.substitution.at_entry(&formula);
    // Something that cannot be executed forwards may stand on paths that do not lead to the statement.
    let (forwards, paths) = match region.forwards().unwrap_or(None) {
        Some((formula, paths)) => (Some(formula), paths),
        None => (None, 0),
    };
    let Region { mut substitution, bounded, .. } = region;
    let equal = forwards.and_then(|forwards| substitution.same(&formula, &forwards));
    let found = substitution.example(&formula);
    let possible = found.as_ref().map(Option::is_some);
    let (graph, table) = (substitution.graph, &substitution.context.table);
    let example = found.flatten().map(|model| {
        let scalars = graph.parameters.iter().map(|&parameter| &graph.variables[parameter]);
        let value = |variable: &Variable| {
            let symbol = table.symbol_named(&variable.name)?;
            Some((variable.name.clone(), table.evaluate(symbol, &model).to_string()))
        };
        scalars.filter(|variable| !variable.ty.is_array()).filter_map(value).collect()
    });
    let condition = substitution.show(&formula);
    Ok(Reached { condition, bounded, equal, paths, example, possible })
}

struct Region<'b> {
    substitution: Substitution<'b>,
    statement: StatementNumber,
    condition: Expr,
    forest: LoopForest,
    dominators: Dominators,
    known: FxHashMap<(BlockId, usize), Formula>,
    /// Blocks from which the statement can be reached.
    leading: BTreeSet<BlockId>,
    /// Some path was left out.
    bounded: bool,
}

impl<'b> Region<'b> {
    fn new(substitution: Substitution<'b>, statement: StatementNumber, condition: Expr) -> Self {
        let graph = substitution.graph;
        let (forest, dominators) = (LoopForest::of(graph), Dominators::of(graph));
        let leading = leading_to(graph, statement);
        let known = FxHashMap::default();
        Self { substitution, statement, condition, forest, dominators, known, leading, bounded: false }
    }

    /// Whether an edge begins another iteration.
    fn repeats(&self, from: BlockId, to: BlockId) -> bool {
        self.dominators.dominates(to, from)
            || self.forest.irreducible.iter().any(|region| region.contains(&to))
    }

    /// How many iterations are left after an edge; none if it may not be taken any more.
    fn left(&self, from: BlockId, to: BlockId, iterations: usize) -> Option<usize> {
        if self.repeats(from, to) { iterations.checked_sub(1) } else { Some(iterations) }
    }

    fn never(&mut self) -> Formula {
        Formula::Term(self.substitution.context.table.boolean(false))
    }

    fn is_never(&self, formula: &Formula) -> bool {
        matches!(formula, Formula::Term(term) if self.substitution.context.table.as_bool(*term) == Some(false))
    }

    /// The condition before a block under which the statement is reached, within so many iterations.
    fn before(&mut self, block: BlockId, iterations: usize) -> Result<Formula, Stuck> {
        if let Some(known) = self.known.get(&(block, iterations)) {
            return Ok(known.clone());
        }
        let formula = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.computed(block, iterations))?;
        self.known.insert((block, iterations), formula.clone());
        Ok(formula)
    }

    fn computed(&mut self, block: BlockId, iterations: usize) -> Result<Formula, Stuck> {
        let graph = self.substitution.graph;
        let choice = Point::Block(block, graph.blocks[block].instructions.len());
        let mut formula = self.never();
        let mut taken = Vec::new();
        for (number, edge) in graph.blocks[block].terminator.edges().iter().enumerate() {
            let after = match self.left(block, edge.to, iterations) {
                _ if !self.leading.contains(&edge.to) => self.never(),
                Some(left) => self.before(edge.to, left)?,
                None => {
                    self.bounded = true;
                    self.never()
                }
            };
            let at = |at: usize| Point::Edge(block, number, at);
            taken.push(self.over(&edge.actions, &at, after)?);
        }
        if taken.iter().any(|edge| !self.is_never(edge)) {
            let after = |arrival: &Arrival| match arrival {
                Arrival::Point(Point::Edge(_, edge, _)) => Some(taken[*edge].clone()),
                _ => None,
            };
            formula = self.substitution.before(choice, &after)?.0;
        }
        let at = |at: usize| Point::Block(block, at);
        self.over(&graph.blocks[block].instructions, &at, formula)
    }

    /// Backwards over instructions; where the statement begins, its condition is enough.
    fn over(
        &mut self,
        instructions: &[Instruction],
        at: &dyn Fn(usize) -> Point,
        last: Formula,
    ) -> Result<Formula, Stuck> {
        // The conditions after each instruction: a stretch may go over several of them.
        let mut after = vec![last];
        for (position, Instruction { action, .. }) in instructions.iter().enumerate().rev() {
            let behind = after.last().cloned().unwrap_or_else(|| self.never());
            let before = if *action == Action::Statement(self.statement) {
                let here = self.substitution.condition(&self.condition.clone())?;
                disjunction(&mut self.substitution.context.table, vec![here, behind])
            } else if after.iter().all(|formula| self.is_never(formula)) {
                behind
            } else {
                let known = |arrival: &Arrival| {
                    let Arrival::Point(point) = arrival else { return None };
                    let distance = (position + 1..=instructions.len()).position(|next| at(next) == *point)?;
                    after.get(after.len().checked_sub(distance + 1)?).cloned()
                };
                self.substitution.before(at(position), &known)?.0
            };
            after.push(before);
        }
        Ok(after.pop().unwrap_or_else(|| self.never()))
    }

    /// The same by executing all paths forwards; none if there are too many.
    fn forwards(&mut self) -> Result<Option<(Formula, usize)>, Stuck> {
        let graph = self.substitution.graph;
        let start = Forwards::new(&self.substitution);
        let mut waiting = vec![(start, Point::Block(graph.entry, 0), self.substitution.config.iterations)];
        let mut found = Vec::new();
        let mut walked = 0;
        while let Some((mut forwards, point, iterations)) = waiting.pop() {
            if matches!(point, Point::Block(_, 0)) {
                walked += 1;
            }
            let config = &self.substitution.config;
            if walked > config.paths || config.interrupt.should_stop() {
                return Ok(None);
            }
            if self.substitution.action(point) == Some(&Action::Statement(self.statement)) {
                let mut here = forwards.clone();
                here.require(&mut self.substitution, &self.condition)?;
                found.push(Formula::And(here.condition));
            }
            forwards.believe(&mut self.substitution, point)?;
            for way in forwards.ways(&mut self.substitution, point)? {
                let Arrival::Point(next) = way.to else { continue };
                let left = match (point, next) {
                    (Point::Edge(from, ..), Point::Block(to, 0)) => self.left(from, to, iterations),
                    _ => Some(iterations),
                };
                let Some(left) = left else { continue };
                let taken = forwards.take(&mut self.substitution, way);
                if self.may_hold(&taken) {
                    waiting.push((taken, next, left));
                }
            }
        }
        let count = found.len();
        Ok(Some((disjunction(&mut self.substitution.context.table, found), count)))
    }

    /// Whether what gathered is not plainly false.
    fn may_hold(&mut self, forwards: &Forwards) -> bool {
        let table = &mut self.substitution.context.table;
        match Formula::And(forwards.condition.clone()).as_term(table) {
            Some(term) => {
                let simple = table.simplify(term);
                table.as_bool(simple) != Some(false)
            }
            None => true,
        }
    }
}

/// Blocks from which a statement can be reached.
fn leading_to(graph: &FlowGraph, statement: StatementNumber) -> BTreeSet<BlockId> {
    let before = predecessors(graph);
    let is_it = |instruction: &Instruction| instruction.action == Action::Statement(statement);
    let has_it = |id: &BlockId| instructions_of(&graph.blocks[*id]).any(is_it);
    reached(graph.blocks.ids().filter(has_it), |block| before[block].iter().copied())
}
