//! Circuits as clauses, on demand, and the solver of clauses.
//!
//! Invariants
//! - A gate has a variable when it was needed once; then its clauses, those of its operands, and the guards of the
//!   inputs below are there. Clauses say nothing but what gates are: conditions are assumptions.
//! - When most variables belong to gates that the present question does not need, a new solver begins.

use std::cell::{Cell, OnceCell};
use std::time::Duration;

use batsat::{Callbacks, Lit, Solver, SolverInterface, Var, clause::Kind, lbool};
use sextant_base::Interrupt;

use super::gates::{Bit, Gate, Gates};
use crate::Reason;
use crate::clock::Budget;
use crate::watchdog::exhausted;

/// Between two looks at the time spent; what is settled before the first one costs no look.
const PATIENCE: u32 = 256;
/// Solvers with fewer variables than this are kept in any case.
const SMALL: usize = 2000;

/// What one question may spend.
pub(super) struct Limits {
    pub interrupt: Interrupt,
    pub time: Duration,
    pub conflicts: u64,
}

/// Tells the solver of clauses when to stop.
struct Guard {
    limits: Option<Limits>,
    conflicts: u64,
    looked: Cell<u32>,
    /// Begins at the first look.
    budget: OnceCell<Budget>,
    stopped: OnceCell<Reason>,
}

impl Callbacks for Guard {
    fn on_new_clause(&mut self, _clause: &[Lit], kind: Kind) {
        self.conflicts += u64::from(matches!(kind, Kind::Learnt));
    }

    fn stop(&self) -> bool {
        let Some(limits) = &self.limits else { return false };
        if self.conflicts > limits.conflicts {
            return true;
        }
        self.looked.set(self.looked.get() + 1);
        if self.looked.get().is_multiple_of(PATIENCE) && self.stopped.get().is_none() {
            let budget = self.budget.get_or_init(|| Budget::new(limits.time));
            if let Some(reason) = exhausted(&limits.interrupt, budget) {
                self.stopped.get_or_init(|| reason);
            }
        }
        self.stopped.get().is_some()
    }
}

impl Guard {
    fn new(limits: Option<Limits>) -> Self {
        Self { limits, conflicts: 0, looked: Cell::new(0), budget: OnceCell::new(), stopped: OnceCell::new() }
    }
}

/// What a question about a circuit came to.
pub(super) enum Settled {
    Possible,
    Impossible,
    Open(Reason),
}

/// The clauses of a circuit.
pub(super) struct Clauses {
    solver: Solver<Guard>,
    /// By gate; [`Var::UNDEF`] where there is none.
    variables: Vec<Var>,
    /// How many gates have one.
    defined: usize,
    /// By gate, the last count in which it was met.
    met: Vec<u32>,
    counts: u32,
}

impl Default for Clauses {
    fn default() -> Self {
        Self {
            solver: Solver::new(batsat::SolverOpts::default(), Guard::new(None)),
            variables: Vec::new(),
            defined: 0,
            met: Vec::new(),
            counts: 0,
        }
    }
}

impl Clauses {
    /// Whether bits can be true together.
    pub fn solve(&mut self, gates: &Gates, bits: &[Bit], limits: Limits) -> Settled {
        if bits.contains(&Bit::FALSE) {
            return Settled::Impossible;
        }
        let needed: Vec<u32> = bits.iter().map(|bit| bit.gate()).filter(|&gate| gate != 0).collect();
        if self.defined > SMALL && 2 * self.cone(gates, &needed) < self.defined {
            *self = Self::default();
        }
        self.variables.resize(gates.len().max(self.variables.len()), Var::UNDEF);
        for &gate in &needed {
            self.encode(gates, gate);
        }
        let assumptions: Vec<Lit> =
            bits.iter().filter(|&&bit| bit != Bit::TRUE).map(|&bit| self.literal(bit)).collect();
        if limits.interrupt.should_stop() {
            let asked = limits.interrupt.asked();
            return Settled::Open(if asked { Reason::Interrupted } else { Reason::Timeout });
        }
        *self.solver.cb_mut() = Guard::new(Some(limits));
        let outcome = self.solver.solve_limited(&assumptions);
        let reason = std::mem::replace(self.solver.cb_mut(), Guard::new(None)).stopped.into_inner();
        if outcome == lbool::TRUE {
            Settled::Possible
        } else if outcome == lbool::FALSE {
            Settled::Impossible
        } else {
            let why = "the limit of conflicts for bits was reached";
            Settled::Open(reason.unwrap_or_else(|| Reason::Incomplete(why.into())))
        }
    }

    /// The value of a bit in the model found last; what did not matter is false.
    pub fn value(&self, bit: Bit) -> bool {
        if let Some(constant) = bit.constant() {
            return constant;
        }
        let variable = self.variables.get(bit.gate() as usize).filter(|&&variable| variable != Var::UNDEF);
        variable.is_some_and(|&variable| self.solver.value_var(variable) == lbool::TRUE) ^ bit.negated()
    }

    fn is_defined(&self, gate: u32) -> bool {
        self.variables[gate as usize] != Var::UNDEF
    }

    /// The literal that a gate is true.
    fn positive(&self, gate: u32) -> Lit {
        Lit::new(self.variables[gate as usize], true)
    }

    fn literal(&self, bit: Bit) -> Lit {
        Lit::new(self.variables[bit.gate() as usize], !bit.negated())
    }

    /// How many gates some gates need.
    fn cone(&mut self, gates: &Gates, roots: &[u32]) -> usize {
        self.counts += 1;
        self.met.resize(gates.len().max(self.met.len()), 0);
        let mut pending = roots.to_vec();
        let mut count = 0;
        while let Some(gate) = pending.pop() {
            let met = &mut self.met[gate as usize];
            if gate != 0 && *met != self.counts {
                *met = self.counts;
                count += 1;
                operands(gates, gate, &mut pending);
                pending.extend(gates.guard(gate).map(Bit::gate));
            }
        }
        count
    }

    /// Adds the clauses of a gate and of all that it needs, without recursion.
    fn encode(&mut self, gates: &Gates, gate: u32) {
        let mut pending = vec![gate];
        let mut guards = Vec::new();
        let mut needs = Vec::new();
        while let Some(&top) = pending.last() {
            if top == 0 || self.is_defined(top) {
                pending.pop();
                continue;
            }
            needs.clear();
            operands(gates, top, &mut needs);
            let before = pending.len();
            pending.extend(needs.iter().filter(|&&need| !self.is_defined(need)));
            if pending.len() > before {
                continue;
            }
            pending.pop();
            self.variables[top as usize] = self.solver.new_var_default();
            self.defined += 1;
            self.define(gates, top);
            if let Some(guard) = gates.guard(top) {
                guards.push(guard);
                pending.insert(0, guard.gate());
            }
        }
        for guard in guards {
            if guard.constant().is_none() {
                let literal = self.literal(guard);
                self.clause(&[literal]);
            } else if guard == Bit::FALSE {
                self.solver.add_clause_reuse(&mut Vec::new());
            }
        }
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.solver.add_clause_reuse(&mut literals.to_vec());
    }

    fn define(&mut self, gates: &Gates, gate: u32) {
        let result = self.positive(gate);
        match gates.gate(gate) {
            Gate::Constant | Gate::Input => {}
            Gate::And(a, b) => {
                let (a, b) = (self.literal(a), self.literal(b));
                self.clause(&[!result, a]);
                self.clause(&[!result, b]);
                self.clause(&[result, !a, !b]);
            }
            Gate::Xor(..) => self.define_parity(gates, gate, result),
            Gate::Choice(condition, yes, no) => {
                let [c, x, y] = [condition, yes, no].map(|bit| self.literal(bit));
                self.clause(&[!c, !x, result]);
                self.clause(&[!c, x, !result]);
                self.clause(&[c, !y, result]);
                self.clause(&[c, y, !result]);
                self.clause(&[!x, !y, result]);
                self.clause(&[x, y, !result]);
            }
            Gate::Majority(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|bit| self.literal(bit));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    self.clause(&[!x, !y, result]);
                    self.clause(&[x, y, !result]);
                }
            }
        }
    }

    /// An exclusive or as a chain of such of two or three.
    fn define_parity(&mut self, gates: &Gates, gate: u32, result: Lit) {
        let mut parts = Vec::new();
        operands(gates, gate, &mut parts);
        let mut literals: Vec<Lit> = parts.iter().map(|&part| self.positive(part)).collect();
        while literals.len() > 3 {
            let rest = literals.split_off(3);
            let between = Lit::new(self.solver.new_var_default(), true);
            self.parity(&literals, between);
            literals = rest;
            literals.push(between);
        }
        self.parity(&literals, result);
    }

    /// `result` is the exclusive or of up to three literals.
    fn parity(&mut self, parts: &[Lit], result: Lit) {
        let mut all = parts.to_vec();
        all.push(result);
        for signs in 0..1u32 << all.len() {
            // An odd number of opposites forbids an assignment in which an odd number is true.
            if signs.count_ones() % 2 == 1 {
                let signed = all.iter().enumerate();
                let clause: Vec<Lit> =
                    signed.map(|(at, &lit)| if signs >> at & 1 == 1 { !lit } else { lit }).collect();
                self.clause(&clause);
            }
        }
    }
}

/// What a gate is computed from. An exclusive or may be computed from its parts or from the set it is known by,
/// whichever is shorter.
fn operands(gates: &Gates, gate: u32, into: &mut Vec<u32>) {
    match gates.gate(gate) {
        Gate::Constant | Gate::Input => {}
        Gate::And(a, b) => into.extend([a.gate(), b.gate()]),
        Gate::Choice(a, b, c) | Gate::Majority(a, b, c) => into.extend([a.gate(), b.gate(), c.gate()]),
        Gate::Xor(a, b, c) => {
            let parts = [a, b, c].map(Bit::gate).into_iter().filter(|&part| part != 0);
            match gates.parity(gate) {
                Some(set) => {
                    let size = |part: u32| gates.parity(part).map_or(1, <[u32]>::len);
                    let loose: usize = parts.clone().map(size).sum();
                    if set.len() <= 3 || set.len() < loose { into.extend(set) } else { into.extend(parts) }
                }
                None => into.extend(parts),
            }
        }
    }
}
