//! The condition at the entry under which a statement is reached, over all ways to it.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use sextant_flow::{
    Action, BlockId, Condition, Dominators, FlowGraph, FlowProgram, Instruction, LoopForest, Terminator,
    predecessors,
};
use sextant_logic::{Formula, Stuck, satisfiable};
use sextant_solver::Answer;
use sextant_syntax::{Expr, ProcId, StatementNumber};

use super::forwards::Forwards;
use super::present::{Bench, Config, conjunction};
use super::same;

/// The condition under which a statement is reached.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The condition at the entry.
    pub condition: Vec<String>,
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
    let bench = Bench::new(program, &program.procedures[procedure], config)?;
    let truth = sextant_syntax::ExprKind::Bool(true);
    let span = bench.graph.span;
    let always = Expr { kind: truth, ty: sextant_syntax::Type::Logical, span };
    let mut region = Region::new(bench, statement, condition.unwrap_or(&always).clone());
    let entry = region.bench.graph.entry;
    let iterations = config.iterations;
    let formula = region.before(entry, iterations)?;
    let formula = region.bench.at_entry(&formula);
    // Something that cannot be executed forwards may stand on ways that do not lead to the statement.
    let (forwards, paths) = match region.forwards().unwrap_or(None) {
        Some((formula, paths)) => (Some(formula), paths),
        None => (None, 0),
    };
    let Region { mut bench, bounded, .. } = region;
    let known = bench.known.clone();
    let equal =
        forwards.and_then(|forwards| same(&mut bench.table, &mut bench.solver, &known, &formula, &forwards));
    let mut all: Vec<Formula> = known.iter().map(|&term| Formula::Term(term)).collect();
    all.push(formula.clone());
    let (possible, example) = match satisfiable(&mut bench.table, &mut bench.solver, &all) {
        Answer::Sat(model) => {
            let mut shown = Vec::new();
            for &parameter in &bench.graph.parameters {
                let variable = &bench.graph.variables[parameter];
                if let Some(symbol) = bench.table.symbol_named(&variable.name)
                    && !variable.ty.is_array()
                {
                    shown.push((variable.name.clone(), bench.table.evaluate(symbol, &model).to_string()));
                }
            }
            (Some(true), Some(shown))
        }
        Answer::Unsat => (Some(false), None),
        Answer::Unknown(_) => (None, None),
    };
    let condition = bench.show(&formula);
    Ok(Reached { condition, bounded, equal, paths, example, possible })
}

struct Region<'b> {
    bench: Bench<'b>,
    statement: StatementNumber,
    condition: Expr,
    forest: LoopForest,
    dominators: Dominators,
    known: FxHashMap<(BlockId, usize), Formula>,
    /// Blocks from which the statement can be reached.
    leading: BTreeSet<BlockId>,
    /// Some way was left out.
    bounded: bool,
}

impl<'b> Region<'b> {
    fn new(bench: Bench<'b>, statement: StatementNumber, condition: Expr) -> Self {
        let (forest, dominators) = (LoopForest::of(bench.graph), Dominators::of(bench.graph));
        let leading = leading_to(bench.graph, statement);
        let known = FxHashMap::default();
        Self { bench, statement, condition, forest, dominators, known, leading, bounded: false }
    }

    /// Whether an edge begins another iteration.
    fn repeats(&self, from: BlockId, to: BlockId) -> bool {
        self.dominators.dominates(to, from)
            || self.forest.irreducible.iter().any(|region| region.contains(&to))
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
        let graph = self.bench.graph;
        let mut formula = Formula::Term(self.bench.table.boolean(false));
        if let Terminator::Edges(edges) = &graph.blocks[block].terminator {
            // From the last edge to the first: an edge is taken where none before it is.
            for edge in edges.iter().rev() {
                let left = match self.repeats(block, edge.to) {
                    _ if !self.leading.contains(&edge.to) => None,
                    true if iterations == 0 => {
                        self.bounded = true;
                        None
                    }
                    true => Some(iterations - 1),
                    false => Some(iterations),
                };
                let mut taken = match left {
                    Some(left) => self.before(edge.to, left)?,
                    None => Formula::Term(self.bench.table.boolean(false)),
                };
                taken = self.over(&edge.actions, taken)?;
                formula = match &edge.condition {
                    Condition::When(condition) => {
                        let (value, demands) = self.bench.value(condition)?;
                        let negated = self.bench.table.not(value);
                        let table = &mut self.bench.table;
                        let holds = conjunction(table, Formula::Term(value), &[], taken);
                        let fails = conjunction(table, Formula::Term(negated), &[], formula);
                        let either = disjunction(table, holds, fails);
                        let truth = Formula::Term(table.boolean(true));
                        conjunction(table, truth, &demands, either)
                    }
                    _ => taken,
                };
            }
        }
        self.over(&graph.blocks[block].instructions, formula)
    }

    /// Backwards over instructions; where the statement begins, its condition is enough.
    fn over(&mut self, instructions: &[Instruction], mut formula: Formula) -> Result<Formula, Stuck> {
        for Instruction { action, span } in instructions.iter().rev() {
            if *action == Action::Statement(self.statement) {
                let (here, demands) = self.bench.formula(&self.condition)?;
                let table = &mut self.bench.table;
                let truth = Formula::Term(table.boolean(true));
                let here = conjunction(table, here, &demands, truth);
                formula = disjunction(table, here, formula);
            } else if !is_false(&self.bench, &formula) {
                formula = self.bench.before(action, *span, formula)?.0;
            }
        }
        Ok(formula)
    }

    /// The same by executing all paths forwards; none if there are too many.
    fn forwards(&mut self) -> Result<Option<(Formula, usize)>, Stuck> {
        let start = Forwards::new(&self.bench);
        let mut waiting = vec![(start, self.bench.graph.entry, self.bench.config.iterations)];
        let mut found = Vec::new();
        let mut walked = 0;
        while let Some((mut forwards, block, iterations)) = waiting.pop() {
            walked += 1;
            if walked > self.bench.config.paths || self.bench.config.interrupt.should_stop() {
                return Ok(None);
            }
            let graph = self.bench.graph;
            if !self.forwards_over(&mut forwards, &graph.blocks[block].instructions, &mut found)? {
                continue;
            }
            let Terminator::Edges(edges) = &graph.blocks[block].terminator else { continue };
            for (at, edge) in edges.iter().enumerate() {
                let left = match self.repeats(block, edge.to) {
                    true if iterations == 0 => continue,
                    true => iterations - 1,
                    false => iterations,
                };
                let mut taken = forwards.clone();
                taken.take(&mut self.bench, edges, at)?;
                if self.forwards_over(&mut taken, &edge.actions, &mut found)? {
                    waiting.push((taken, edge.to, left));
                }
            }
        }
        let count = found.len();
        let any = Formula::Or(found);
        let any = match any.as_term(&mut self.bench.table) {
            Some(term) => Formula::Term(self.bench.table.simplify(term)),
            None => any,
        };
        Ok(Some((any, count)))
    }

    /// Executes instructions; each time the statement is reached, the condition so far is kept. `false`: the path
    /// has become impossible.
    fn forwards_over(
        &mut self,
        forwards: &mut Forwards,
        instructions: &[Instruction],
        found: &mut Vec<Formula>,
    ) -> Result<bool, Stuck> {
        for instruction in instructions {
            if instruction.action == Action::Statement(self.statement) {
                let mut here = forwards.clone();
                let condition = here.formula(&mut self.bench, &self.condition)?;
                here.condition.push(condition);
                found.push(Formula::And(here.condition));
            }
            forwards.instructions(&mut self.bench, std::slice::from_ref(instruction))?;
        }
        let all = Formula::And(forwards.condition.clone());
        Ok(match all.as_term(&mut self.bench.table) {
            Some(term) => {
                let simple = self.bench.table.simplify(term);
                self.bench.table.as_bool(simple) != Some(false)
            }
            None => true,
        })
    }
}

/// Blocks from which a statement can be reached.
fn leading_to(graph: &FlowGraph, statement: StatementNumber) -> BTreeSet<BlockId> {
    let before = predecessors(graph);
    let has = |instructions: &[Instruction]| {
        instructions.iter().any(|instruction| instruction.action == Action::Statement(statement))
    };
    let mut waiting: Vec<BlockId> = graph
        .blocks
        .iter_enumerated()
        .filter(|(_, block)| {
            let on_edge = match &block.terminator {
                Terminator::Edges(edges) => edges.iter().any(|edge| has(&edge.actions)),
                _ => false,
            };
            has(&block.instructions) || on_edge
        })
        .map(|(id, _)| id)
        .collect();
    let mut found = BTreeSet::new();
    while let Some(block) = waiting.pop() {
        if found.insert(block) {
            waiting.extend(before[block].iter().copied());
        }
    }
    found
}

fn is_false(bench: &Bench<'_>, formula: &Formula) -> bool {
    matches!(formula, Formula::Term(term) if bench.table.as_bool(*term) == Some(false))
}

fn disjunction(table: &mut sextant_expr::Table, a: Formula, b: Formula) -> Formula {
    let either = Formula::Or(vec![a, b]);
    match either.as_term(table) {
        Some(term) => Formula::Term(table.simplify(term)),
        None => either,
    }
}
