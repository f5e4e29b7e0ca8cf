//! Going back over one stretch.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sextant_base::Interrupt;
use sextant_effects::{Arrival, Context, Fact, General, Stuck};
use sextant_expr::{Table, TermId};
use sextant_flow::{Action, FlowGraph, FlowProgram};
use sextant_logic::{Formula, implies, satisfiable};
use sextant_notation::Formula as Shown;
use sextant_solver::{Answer, Model, Solver, SolverConfig, Verdict};
use sextant_state::{Code, Entry, Point, Policy, State};
use sextant_syntax::Expr;

/// How conditions are made.
#[derive(Clone, Debug)]
pub struct Config {
    /// What arithmetic means.
    pub policy: Policy,
    /// Loop iterations on a path to a statement.
    pub iterations: usize,
    /// Paths that are executed forwards for comparison.
    pub paths: usize,
    /// The solver.
    pub solver: SolverConfig,
    /// When to stop.
    pub interrupt: Interrupt,
}

/// Backward substitution in one procedure.
pub(super) struct Substitution<'b> {
    pub context: Context<'b>,
    pub solver: Solver,
    pub graph: &'b FlowGraph,
    pub config: Config,
    /// Every variable holds a symbol.
    pub general: Rc<General>,
    /// The state at the first point, and what is known there.
    pub entry: State,
    known: Vec<TermId>,
}

impl<'b> Substitution<'b> {
    pub fn new(
        program: &'b FlowProgram,
        compiled: (&'b Code, &'b Entry),
        config: &Config,
    ) -> Result<Self, Stuck> {
        let limits = sextant_effects::Config {
            interrupt: config.interrupt.clone(),
            ..sextant_effects::Config::default()
        };
        let mut context = Context::new(program, compiled, limits)?;
        let entered = context.entry()?;
        let general = context.general()?;
        let mut known: Vec<TermId> = entered.state.domain.iter().copied().collect();
        known.extend(entered.facts.iter().map(|fact| fact.condition));
        let solver = Solver::new(config.solver.clone());
        let graph = context.graph;
        Ok(Self { context, solver, graph, config: config.clone(), general, entry: entered.state, known })
    }

    /// The condition before the stretch after a point, given those where its ways lead; none: nobody asks about that way.
    /// Also whether the stretch matters for it.
    pub fn before(
        &mut self,
        point: Point,
        after: &dyn Fn(&Arrival) -> Option<Formula>,
    ) -> Result<(Formula, bool), Stuck> {
        let mut ways = Vec::new();
        let mut matters = false;
        let effects = self.context.effect(point)?;
        for effect in effects.iter() {
            effect.to.refuse_unknown_address()?;
            let Some(after) = after(&effect.to) else { continue };
            let table = &mut self.context.table;
            let facts = plain_conditions(table, &effect.facts);
            let changes = effect.changes.iter().filter(|(symbol, _)| after.mentions(table, *symbol));
            let mut changes: FxHashMap<TermId, TermId> = changes.copied().collect();
            matters |= !facts.is_empty() || !changes.is_empty();
            let before = after.substituted(table, &mut changes);
            ways.push(conjunction(table, &facts, before));
        }
        let before = disjunction(&mut self.context.table, ways);
        if let Some(Action::Assume(condition) | Action::Assert(condition)) = self.action(point) {
            let condition = self.condition(condition)?;
            let both = Formula::And(vec![condition, before]).simplified(&mut self.context.table);
            return Ok((both, true));
        }
        Ok((before, matters))
    }

    /// A condition in the general state, with what computing it demands.
    pub fn condition(&mut self, condition: &Expr) -> Result<Formula, Stuck> {
        let state = self.general.state.clone();
        let (formula, demands) = self.context.formula(condition, &state, &self.entry)?;
        let table = &mut self.context.table;
        let demands = plain_conditions(table, &demands);
        Ok(conjunction(table, &demands, formula))
    }

    /// What is done after a point.
    pub fn action(&self, point: Point) -> Option<&'b Action> {
        point.instruction(self.graph).map(|instruction| &instruction.action)
    }

    /// The condition at the entry: variables have the values they begin with.
    pub fn at_entry(&mut self, formula: &Formula) -> Formula {
        let table = &mut self.context.table;
        let mut values: FxHashMap<TermId, TermId> =
            self.general.values(table, &self.entry).into_iter().collect();
        values.insert(self.general.position, table.int(0));
        let formula = formula.substituted(table, &mut values).simplified(table);
        self.context.with_named_inputs(&formula)
    }

    /// Whether two conditions at the entry are the same; none if the solver gave up.
    pub fn same(&mut self, a: &Formula, b: &Formula) -> Option<bool> {
        for (from, to) in [(a, b), (b, a)] {
            let premises = self.with_known(from);
            match implies(&mut self.context.table, &mut self.solver, &premises, to) {
                Verdict::Holds => {}
                Verdict::Fails(_) => return Some(false),
                Verdict::Unknown(_) => return None,
            }
        }
        Some(true)
    }

    /// An input under which a condition at the entry holds: `Some(None)` if there is none, none if the solver gave up.
    pub fn example(&mut self, condition: &Formula) -> Option<Option<Model>> {
        let all = self.with_known(condition);
        match satisfiable(&mut self.context.table, &mut self.solver, &all) {
            Answer::Sat(model) => Some(Some(model)),
            Answer::Unsat => Some(None),
            Answer::Unknown(_) => None,
        }
    }

    fn with_known(&self, condition: &Formula) -> Vec<Formula> {
        self.known.iter().map(|&term| Formula::Term(term)).chain([condition.clone()]).collect()
    }

    /// The conjuncts of a condition.
    pub fn show(&mut self, formula: &Formula) -> Vec<Shown> {
        let table = &mut self.context.table;
        match formula.as_term(table) {
            Some(term) => {
                let shown = table.minimise(&[term]);
                shown.into_iter().map(|term| table.formula(term)).collect()
            }
            None => vec![formula.shown(table)],
        }
    }
}

/// The conditions of facts that are not plainly true.
pub(super) fn plain_conditions(table: &mut Table, facts: &[Fact]) -> Vec<TermId> {
    let simple: Vec<TermId> = facts.iter().map(|fact| table.simplify(fact.condition)).collect();
    simple.into_iter().filter(|&term| table.as_bool(term) != Some(true)).collect()
}

/// Everything together; terms are joined to one term.
pub(super) fn conjunction(table: &mut Table, facts: &[TermId], rest: Formula) -> Formula {
    let mut parts: Vec<Formula> = facts.iter().map(|&fact| Formula::Term(fact)).collect();
    parts.push(rest);
    Formula::And(parts).simplified(table)
}

/// One of them.
pub(super) fn disjunction(table: &mut Table, mut ways: Vec<Formula>) -> Formula {
    if ways.len() == 1 {
        return ways.remove(0);
    }
    let any = Formula::Or(ways);
    match any.as_term(table) {
        Some(term) => Formula::Term(table.simplify(term)),
        None => any,
    }
}
