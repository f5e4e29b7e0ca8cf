//! The machine of one procedure, with what is needed to ask it about stretches.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use sextant_base::Interrupt;
use sextant_expr::{Table, TermId};
use sextant_flow::{FlowGraph, FlowProgram, mentioned_in, speaks_of_bounds, uses};
use sextant_logic::{Formula, Stuck};
use sextant_solver::Solver;
use sextant_state::{Code, Entry, Machine, Opaque, Point, Policy, State, compile_with_points};
use sextant_syntax::{Expr, ProcId, VarId};

use crate::assertion::Assertion;
use crate::effect::{Effect, General, refuse_fetches};
use crate::probe::{Evaluated, Probe};
use crate::ways::{Bounds, Fact, Way, ways};

/// What stretches may cost.
#[derive(Clone, Debug)]
pub struct Config {
    /// Ways from one point to the next.
    pub ways: usize,
    /// Statements between two points; calls have many.
    pub statements: u64,
    /// Procedures active at once.
    pub call_depth: usize,
    /// Whether general values have other symbols than the values at the entry: bounds of arrays and quoted names speak of
    /// those. Variables whose values no symbols can stand for are then refused only where they are used.
    pub apart: bool,
    /// When to stop.
    pub interrupt: Interrupt,
}

impl Default for Config {
    fn default() -> Self {
        Self { ways: 1_000, statements: 100_000, call_depth: 200, apart: false, interrupt: Interrupt::new() }
    }
}

/// The code of a program with the points of a procedure marked, and an entry without arguments.
pub fn code_of(program: &FlowProgram, procedure: ProcId, policy: Policy) -> (Code, Entry) {
    let entry = Entry::new(procedure, Vec::new()).naming(program, std::iter::empty());
    (compile_with_points(program, policy, procedure), entry)
}

/// The machine of one procedure.
pub struct Context<'c> {
    /// The terms.
    pub table: Table,
    /// The program.
    pub program: &'c FlowProgram,
    /// The procedure.
    pub graph: &'c FlowGraph,
    /// What stretches may cost.
    pub config: Config,
    /// The state in front of the first instruction.
    pub start: State,
    pub(crate) machine: Machine<'c>,
    /// The effects known so far.
    pub(crate) effects: FxHashMap<Point, std::rc::Rc<Vec<Effect>>>,
    pub(crate) general: Option<std::rc::Rc<General>>,
}

impl<'c> Context<'c> {
    /// The context of a procedure, whose code and entry [`code_of`] makes. Parameters are symbols under their own names.
    ///
    /// # Errors
    /// A parameter whose values no symbols can stand for.
    pub fn new(
        program: &'c FlowProgram,
        (code, entry): (&'c Code, &'c Entry),
        config: Config,
    ) -> Result<Self, Stuck> {
        let graph = &program.procedures[entry.procedure];
        let mut table = Table::new();
        let machine = Machine::new(code, entry, &mut table)
            .strict(true)
            .open_bounds(true)
            .joined_arrays(config.apart)
            .depth_limit(config.call_depth);
        let start = machine
            .general_start(
                &mut table,
                |variable| !config.apart && uses(graph, variable),
                |variable| config.apart || speaks_of_bounds(graph, variable),
            )
            .map_err(|opaque| refuse(graph, opaque))?;
        let effects = FxHashMap::default();
        Ok(Self { table, program, graph, config, start, machine, effects, general: None })
    }

    /// The code.
    pub fn code(&self) -> &'c Code {
        self.machine.code()
    }

    /// What arithmetic means.
    pub fn policy(&self) -> Policy {
        self.code().policy
    }

    /// Runs a state to the next points, in all ways; without a solver those included that nothing can take.
    ///
    /// # Errors
    /// What the machine cannot do, or too many ways.
    pub fn ways(&mut self, state: State, solver: Option<&mut Solver>) -> Result<Vec<Way>, Stuck> {
        self.bounded_ways(state, solver, None)
    }

    /// The same, but the ways also end where a procedure is entered that is not to be executed: whoever knows what it does
    /// stands in for its body.
    ///
    /// # Errors
    /// What the machine cannot do, or too many ways.
    pub fn ways_to_calls(&mut self, state: State, executed: &BTreeSet<ProcId>) -> Result<Vec<Way>, Stuck> {
        self.bounded_ways(state, None, Some(executed))
    }

    fn bounded_ways(
        &mut self,
        state: State,
        solver: Option<&mut Solver>,
        executed: Option<&BTreeSet<ProcId>>,
    ) -> Result<Vec<Way>, Stuck> {
        let bounds = Bounds {
            ways: self.config.ways,
            statements: self.config.statements,
            executed,
            interrupt: &self.config.interrupt,
        };
        ways(&self.machine, &mut self.table, solver, state, bounds)
    }

    /// The procedure.
    pub fn procedure(&self) -> ProcId {
        self.start.frame.procedure
    }

    /// An expression over the variables of the procedure.
    ///
    /// # Errors
    /// A quantifier inside of it.
    pub fn probe(&self, expr: &Expr) -> Result<Probe, Stuck> {
        self.probe_in(self.procedure(), expr)
    }

    /// An expression over the variables of some procedure, to be computed in states in which it is active.
    ///
    /// # Errors
    /// A quantifier inside of it.
    pub fn probe_in(&self, procedure: ProcId, expr: &Expr) -> Result<Probe, Stuck> {
        if self.config.apart {
            refuse_fetches(expr)?;
            self.refuse_opaque(&mentioned_in(expr), expr.span)?;
        }
        let places = &self.code().procedures[procedure].variables;
        let graph = &self.program.procedures[procedure];
        Probe::new(self.program, graph, &|variable| places[variable], self.policy(), expr)
    }

    /// The value of an expression in a state; old values are those of the state at the entry.
    ///
    /// # Errors
    /// What the machine cannot compute.
    pub fn value(&mut self, expr: &Expr, state: &State, entry: &State) -> Result<Evaluated, Stuck> {
        self.probe(expr)?.evaluate(&mut self.table, state, entry)
    }

    /// A condition over the variables of the procedure.
    ///
    /// # Errors
    /// A quantifier where there can be none.
    pub fn assertion(&self, expr: &Expr) -> Result<Assertion, Stuck> {
        self.assertion_in(self.procedure(), expr)
    }

    /// A condition over the variables of some procedure, to be a formula in states in which it is active.
    ///
    /// # Errors
    /// A quantifier where there can be none.
    pub fn assertion_in(&self, procedure: ProcId, expr: &Expr) -> Result<Assertion, Stuck> {
        Assertion::new(&|expr| self.probe_in(procedure, expr), expr)
    }

    /// A condition as a formula in a state, and what computing it demands; old values are those of the state at the entry.
    ///
    /// # Errors
    /// What the machine cannot compute.
    pub fn formula(
        &mut self,
        expr: &Expr,
        state: &State,
        entry: &State,
    ) -> Result<(Formula, Vec<Fact>), Stuck> {
        let mut demands = Vec::new();
        let formula = self.assertion(expr)?.formula(self, state, entry, &mut demands)?;
        Ok((formula, demands))
    }

    /// The terms of what variables hold in a state, by variable; none where there is no value, or several.
    pub fn held(&mut self, state: &State, variable: VarId) -> Option<TermId> {
        let held = state.held_by(self.code(), variable).ok()?;
        match &held[..] {
            [only] => state.term_at(only.spot, &mut self.table),
            _ => None,
        }
    }
}

fn refuse(graph: &FlowGraph, Opaque { variable, what }: Opaque) -> Stuck {
    Stuck::unsupported(graph.variables[variable].span, what)
}
