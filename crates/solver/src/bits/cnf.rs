//! Circuits as clauses, on demand, and the solver of clauses.
//!
//! Invariants
//! - A gate has a variable when it was needed once; then its clauses, those of its operands, and the guards of the
//!   inputs below are there. Clauses say nothing but what gates are: conditions are assumptions.
//! - When most variables belong to gates that the present question does not need, a new solver begins.

use std::cell::Cell;
use std::time::Instant;

use batsat::{Callbacks, Lit, Solver, SolverInterface, Var, clause::Kind, lbool};
use rustc_hash::FxHashMap;
use sextant_base::Interrupt;

use super::gates::{Bit, Gate, Gates};
use crate::Reason;
use crate::watchdog::overdue;

/// Between two looks at the clock.
const PATIENCE: u32 = 256;
/// Solvers with fewer variables than this are kept in any case.
const SMALL: usize = 2000;

/// What one question may spend.
pub(super) struct Limits {
    pub interrupt: Interrupt,
    pub deadline: Instant,
    pub conflicts: u64,
}

/// Tells the solver of clauses when to stop.
struct Guard {
    limits: Option<Limits>,
    conflicts: u64,
    looked: Cell<u32>,
    stopped: Cell<bool>,
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
        if self.looked.get().is_multiple_of(PATIENCE) && overdue(&limits.interrupt, limits.deadline).is_some()
        {
            self.stopped.set(true);
        }
        self.stopped.get()
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
    variables: FxHashMap<u32, Var>,
}

impl Default for Clauses {
    fn default() -> Self {
        let guard = Guard { limits: None, conflicts: 0, looked: Cell::new(0), stopped: Cell::new(false) };
        Self { solver: Solver::new(batsat::SolverOpts::default(), guard), variables: FxHashMap::default() }
    }
}

impl Clauses {
    /// Whether bits can be true together.
    pub fn solve(&mut self, gates: &Gates, bits: &[Bit], limits: Limits) -> Settled {
        if bits.contains(&Bit::FALSE) {
            return Settled::Impossible;
        }
        let needed: Vec<u32> = bits.iter().map(|bit| bit.gate()).filter(|&gate| gate != 0).collect();
        if self.variables.len() > SMALL && 2 * cone(gates, &needed) < self.variables.len() {
            *self = Self::default();
        }
        for &gate in &needed {
            self.encode(gates, gate);
        }
        let assumptions: Vec<Lit> =
            bits.iter().filter(|&&bit| bit != Bit::TRUE).map(|&bit| self.literal(bit)).collect();
        let reason = || overdue(&limits.interrupt, limits.deadline);
        if let Some(reason) = reason() {
            return Settled::Open(reason);
        }
        let guard = self.solver.cb_mut();
        guard.conflicts = 0;
        guard.looked.set(0);
        guard.stopped.set(false);
        guard.limits = Some(limits);
        let outcome = self.solver.solve_limited(&assumptions);
        let guard = self.solver.cb_mut();
        let reason = guard.limits.take().and_then(|limits| overdue(&limits.interrupt, limits.deadline));
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
        let value =
            self.variables.get(&bit.gate()).is_some_and(|&var| self.solver.value_var(var) == lbool::TRUE);
        value ^ bit.negated()
    }

    fn literal(&self, bit: Bit) -> Lit {
        Lit::new(self.variables[&bit.gate()], !bit.negated())
    }

    /// Adds the clauses of a gate and of all that it needs, without recursion.
    fn encode(&mut self, gates: &Gates, gate: u32) {
        let mut pending = vec![gate];
        let mut guards = Vec::new();
        let mut needs = Vec::new();
        while let Some(&top) = pending.last() {
            if top == 0 || self.variables.contains_key(&top) {
                pending.pop();
                continue;
            }
            needs.clear();
            operands(gates, top, &mut needs);
            let before = pending.len();
            pending.extend(needs.iter().filter(|need| !self.variables.contains_key(need)));
            if pending.len() > before {
                continue;
            }
            pending.pop();
            let variable = self.solver.new_var_default();
            self.variables.insert(top, variable);
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
        let result = Lit::new(self.variables[&gate], true);
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
        let mut literals: Vec<Lit> = parts.iter().map(|part| Lit::new(self.variables[part], true)).collect();
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

/// How many gates some gates need.
fn cone(gates: &Gates, roots: &[u32]) -> usize {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut pending = roots.to_vec();
    let mut needs = Vec::new();
    while let Some(gate) = pending.pop() {
        if gate != 0 && seen.insert(gate) {
            needs.clear();
            operands(gates, gate, &mut needs);
            pending.extend(&needs);
            pending.extend(gates.guard(gate).map(Bit::gate));
        }
    }
    seen.len()
}
