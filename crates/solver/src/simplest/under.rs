//! Terms under conditions: choices, absolute values, extremes, remainders and comparisons that are settled there.

use dashu_int::IBig;
use rustc_hash::FxHashMap;
use sextant_expr::{Op, Rounding, Sort, Table, TermId};
use smallvec::SmallVec;

use super::{LARGEST_CONDITION, is_shorter, size};
use crate::{Answer, Model, Solver, SolverConfig, Verdict};

/// Questions about one set of conditions.
const MOST_QUESTIONS: u32 = 60;

/// Conditions that hold, and what was found out about them.
pub(super) struct Under {
    conditions: Vec<TermId>,
    solver: Solver,
    /// Values under which they hold; asked for once.
    model: Option<Option<Model>>,
    questions: u32,
    rewritten: FxHashMap<TermId, TermId>,
}

impl Under {
    pub fn new(conditions: Vec<TermId>) -> Self {
        let config = SolverConfig { z3: false, reuse_models: false, ..SolverConfig::default() };
        Self {
            conditions,
            solver: Solver::new(config),
            model: None,
            questions: 0,
            rewritten: FxHashMap::default(),
        }
    }

    /// Whether the conditions are known to imply another one.
    pub fn holds(&mut self, table: &mut Table, condition: TermId) -> bool {
        self.questions += 1;
        self.questions <= MOST_QUESTIONS
            && matches!(self.solver.implies(table, &self.conditions, condition), Verdict::Holds)
    }

    /// Values under which the conditions hold, if some were found.
    fn model(&mut self, table: &mut Table) -> Option<&Model> {
        let Self { model, solver, conditions, .. } = self;
        let found = model.get_or_insert_with(|| match solver.check(table, conditions) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat | Answer::Unknown(_) => None,
        });
        found.as_ref()
    }

    /// The truth of a condition, where the others settle it.
    fn decided(&mut self, table: &mut Table, condition: TermId) -> Option<bool> {
        let condition = table.simplify(condition);
        if let Some(truth) = table.as_bool(condition) {
            return Some(truth);
        }
        // One model tells which of the two answers is possible.
        let model = self.model(table)?.clone();
        let truth = table.evaluate(condition, &model).as_bool()?;
        let expected = if truth { condition } else { table.not(condition) };
        self.holds(table, expected).then_some(truth)
    }

    /// The term with everything settled that the conditions settle, if that is shorter.
    pub fn rewritten(&mut self, table: &mut Table, term: TermId) -> TermId {
        let settled = self.rewrite(table, term);
        let settled = table.simplify(settled);
        if is_shorter(table, settled, term) { settled } else { term }
    }

    fn rewrite(&mut self, table: &mut Table, term: TermId) -> TermId {
        if let Some(&known) = self.rewritten.get(&term) {
            return known;
        }
        let args = table.args(term).to_vec();
        let result = match table.op(term).clone() {
            Op::Ite => match self.decided(table, args[0]) {
                Some(true) => self.rewrite(table, args[1]),
                Some(false) => self.rewrite(table, args[2]),
                None => self.with_parts(table, Op::Ite, &args),
            },
            op if args.is_empty() => {
                debug_assert!(op.is_constant() || matches!(op, Op::Symbol(_)));
                term
            }
            op if table.sort(term) == Sort::BOOL && is_comparison(&op) => match self.decided(table, term) {
                Some(truth) => table.boolean(truth),
                None => self.with_parts(table, op, &args),
            },
            op => {
                let args: Vec<TermId> = args.iter().map(|&arg| self.rewrite(table, arg)).collect();
                let settled = self.settled(table, &op, &args);
                settled.unwrap_or_else(|| table.apply(op, &args))
            }
        };
        self.rewritten.insert(term, result);
        result
    }

    fn with_parts(&mut self, table: &mut Table, op: Op, args: &[TermId]) -> TermId {
        let args: Vec<TermId> = args.iter().map(|&arg| self.rewrite(table, arg)).collect();
        table.apply(op, &args)
    }

    /// What an operation is, where the conditions settle that.
    fn settled(&mut self, table: &mut Table, op: &Op, args: &[TermId]) -> Option<TermId> {
        match (op, args) {
            (Op::Abs, &[x]) => {
                let zero = zero(table, x);
                let negative = table.apply(Op::Lt, &[x, zero]);
                match self.decided(table, negative)? {
                    true => Some(table.apply(Op::Neg, &[x])),
                    false => Some(x),
                }
            }
            (Op::Min | Op::Max, _) => self.extreme(table, op, args),
            (Op::Rem(rounding), &[x, y]) => {
                let times = self.quotient(table, *rounding, x, y)?;
                let taken = table.apply(Op::Mul, &[times, y]);
                Some(table.apply(Op::Sub, &[x, taken]))
            }
            (Op::Div(rounding), &[x, y]) => self.quotient(table, *rounding, x, y),
            _ => None,
        }
    }

    /// The greatest or the least of some, without those that never are.
    fn extreme(&mut self, table: &mut Table, op: &Op, args: &[TermId]) -> Option<TermId> {
        let relation = if *op == Op::Min { Op::Ge } else { Op::Le };
        let mut left = args.to_vec();
        let mut at = 0;
        while at < left.len() && left.len() > 1 {
            let beaten = (0..left.len()).filter(|&other| other != at).any(|other| {
                let never = table.apply(relation.clone(), &[left[at], left[other]]);
                self.decided(table, never) == Some(true)
            });
            match beaten {
                true => drop(left.remove(at)),
                false => at += 1,
            }
        }
        match left[..] {
            [only] => Some(only),
            _ if left.len() < args.len() => Some(table.apply(op.clone(), &left)),
            _ => None,
        }
    }

    /// The quotient by a positive constant, where it is -1, 0 or 1 on the whole path.
    fn quotient(&mut self, table: &mut Table, rounding: Rounding, x: TermId, y: TermId) -> Option<TermId> {
        let divisor = table.as_int(y)?.clone();
        if divisor <= IBig::ZERO {
            return None;
        }
        let quotient = table.apply(Op::Div(rounding), &[x, y]);
        let model = self.model(table)?.clone();
        let here = table.evaluate(quotient, &model).as_int()?.clone();
        if !(IBig::NEG_ONE..=IBig::ONE).contains(&here) {
            return None;
        }
        let here = table.int(here);
        let always = within(table, rounding, (x, &divisor), here);
        self.holds(table, always).then_some(here)
    }
}

/// That a quotient by a positive number has a value.
fn within(table: &mut Table, rounding: Rounding, (x, divisor): (TermId, &IBig), quotient: TermId) -> TermId {
    let times = table.as_int(quotient).cloned().unwrap_or_default();
    let (low, high) = match rounding {
        Rounding::Floor => (&times * divisor, (&times + IBig::ONE) * divisor - IBig::ONE),
        Rounding::Truncate if times == IBig::ZERO => (IBig::ONE - divisor, divisor - IBig::ONE),
        Rounding::Truncate if times > IBig::ZERO => {
            (&times * divisor, (&times + IBig::ONE) * divisor - IBig::ONE)
        }
        Rounding::Truncate => ((&times - IBig::ONE) * divisor + IBig::ONE, &times * divisor),
    };
    let (low, high) = (table.int(low), table.int(high));
    let (above, below) = (table.apply(Op::Ge, &[x, low]), table.apply(Op::Le, &[x, high]));
    table.and(&[above, below])
}

fn zero(table: &mut Table, like: TermId) -> TermId {
    match table.sort(like) == Sort::INT {
        true => table.int(0),
        false => table.real(0.into()),
    }
}

fn is_comparison(op: &Op) -> bool {
    matches!(op, Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge)
}

/// Whether something in a term may be settled by conditions.
pub(super) fn has_choices(table: &Table, term: TermId) -> bool {
    let settles = |op: &Op| {
        matches!(op, Op::Ite | Op::Abs | Op::Min | Op::Max | Op::Rem(_) | Op::Div(_)) || is_comparison(op)
    };
    // Terms that are looked at are small: parts that stand in several places need not be remembered.
    let mut waiting: SmallVec<[TermId; 16]> = SmallVec::from_slice(&[term]);
    while let Some(part) = waiting.pop() {
        if settles(table.op(part)) {
            return true;
        }
        waiting.extend_from_slice(table.args(part));
    }
    false
}

/// The conditions, each with everything settled in it that the others settle.
pub(super) fn each_under_the_others(
    table: &mut Table,
    known: &[TermId],
    mut conditions: Vec<TermId>,
) -> Vec<TermId> {
    let mut changed = false;
    for at in 0..conditions.len() {
        let condition = conditions[at];
        let inside = table.args(condition).to_vec();
        if !inside.iter().any(|&part| has_choices(table, part))
            || size(table, condition, LARGEST_CONDITION) >= LARGEST_CONDITION
        {
            continue;
        }
        let others = conditions.iter().copied().filter(|&other| other != condition);
        let mut under = Under::new(known.iter().copied().chain(others).collect());
        // Whether the others imply it as a whole is asked later: it goes then, it does not become `true`.
        let args: Vec<TermId> = inside.iter().map(|&part| under.rewrite(table, part)).collect();
        let settled = table.apply(table.op(condition).clone(), &args);
        let settled = table.simplify(settled);
        if is_shorter(table, settled, condition) {
            conditions[at] = settled;
            changed = true;
        }
    }
    if changed { table.minimise(&conditions) } else { conditions }
}
