//! Whether formulas with quantifiers can hold together.
//!
//! A `SOME` that must hold gets a witness, a new symbol. An `ALL` that must hold is replaced by a new truth value
//! that implies its instances; instances are made at subscripts that occur, at the ends of the range, and at the
//! values where a model turns out to violate it.
//!
//! Invariants
//! - Instances follow from the formula, so that `Unsat` is proved.
//! - A model is believed only after every `ALL` it claims has been evaluated over its whole range; a range of more
//!   than [`LARGEST_RANGE`] values, or too many rounds, give `Unknown`.

use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};
use sextant_expr::{Assignment, Op, Sort, Table, TermId, Value};
use sextant_solver::{Answer, Model, Reason, Solver, Verdict};

use crate::formula::{Formula, Quantified, occurs};

/// Ranges longer than this are not evaluated.
pub const LARGEST_RANGE: u32 = 10_000;
/// Rounds of instances at subscripts that occur.
const SUBSCRIPT_ROUNDS: usize = 3;
/// Rounds of instances at values that violate.
const MODEL_ROUNDS: usize = 40;
/// Instances in all.
const MOST_INSTANCES: usize = 600;

struct Universal {
    holds: TermId,
    quantified: Quantified,
    made: FxHashSet<TermId>,
}

struct Grounder {
    conditions: Vec<TermId>,
    universals: Vec<Universal>,
    instances: usize,
}

/// Whether all formulas can hold together.
pub fn satisfiable(table: &mut Table, solver: &mut Solver, formulas: &[Formula]) -> Answer {
    let mut grounder = Grounder { conditions: Vec::new(), universals: Vec::new(), instances: 0 };
    for formula in formulas {
        let term = grounder.ground(table, formula);
        grounder.conditions.push(term);
    }
    if grounder.universals.is_empty() {
        return solver.check(table, &grounder.conditions);
    }
    for _ in 0..SUBSCRIPT_ROUNDS {
        if matches!(solver.check(table, &grounder.conditions), Answer::Unsat) {
            return Answer::Unsat;
        }
        if !grounder.instances_at_subscripts(table) {
            break;
        }
    }
    for _ in 0..MODEL_ROUNDS {
        match solver.check(table, &grounder.conditions) {
            Answer::Sat(model) => match grounder.violated(table, &model) {
                Violated::None => return Answer::Sat(model),
                Violated::Range => {
                    let reason = "a quantifier has too long a range in the only model found";
                    return Answer::Unknown(Reason::Incomplete(reason.into()));
                }
                Violated::At(universal, value) => {
                    let value = table.int(value);
                    if !grounder.instance(table, universal, value) {
                        break;
                    }
                    grounder.instances_at_subscripts(table);
                }
            },
            other => return other,
        }
    }
    Answer::Unknown(Reason::Incomplete("quantifiers: no end of instances".into()))
}

/// Whether premises imply a conclusion.
pub fn implies(
    table: &mut Table,
    solver: &mut Solver,
    premises: &[Formula],
    conclusion: &Formula,
) -> Verdict {
    let mut formulas = premises.to_vec();
    formulas.push(conclusion.negated(table));
    match satisfiable(table, solver, &formulas) {
        Answer::Unsat => Verdict::Holds,
        Answer::Sat(model) => Verdict::Fails(model),
        Answer::Unknown(reason) => Verdict::Unknown(reason),
    }
}

enum Violated {
    None,
    At(usize, IBig),
    Range,
}

impl Grounder {
    fn ground(&mut self, table: &mut Table, formula: &Formula) -> TermId {
        match formula {
            Formula::Term(term) => *term,
            Formula::And(parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| self.ground(table, part)).collect();
                table.and(&parts)
            }
            Formula::Or(parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| self.ground(table, part)).collect();
                table.or(&parts)
            }
            Formula::Quantified(quantified) if quantified.all => {
                let holds = table.fresh("holds", Sort::BOOL);
                self.universals.push(Universal {
                    holds,
                    quantified: (**quantified).clone(),
                    made: FxHashSet::default(),
                });
                holds
            }
            Formula::Quantified(quantified) => {
                let witness = table.fresh("witness", Sort::INT);
                self.at(table, quantified, witness, false)
            }
        }
    }

    /// The body at a value, with or under the condition that the value lies in the range.
    fn at(&mut self, table: &mut Table, quantified: &Quantified, value: TermId, all: bool) -> TermId {
        let above = table.apply(Op::Le, &[quantified.low, value]);
        let below = table.apply(Op::Le, &[value, quantified.high]);
        let mut replaced = FxHashMap::from_iter([(quantified.bound, value)]);
        let body = quantified.body.substituted(table, &mut replaced);
        let body = self.ground(table, &body);
        let range = table.and(&[above, below]);
        if all { table.apply(Op::Implies, &[range, body]) } else { table.and(&[range, body]) }
    }

    /// An instance of a universal; `false` if it is known.
    fn instance(&mut self, table: &mut Table, universal: usize, value: TermId) -> bool {
        let value = table.simplify(value);
        if self.instances >= MOST_INSTANCES || !self.universals[universal].made.insert(value) {
            return false;
        }
        self.instances += 1;
        let quantified = self.universals[universal].quantified.clone();
        let holds = self.universals[universal].holds;
        let instance = self.at(table, &quantified, value, true);
        let instance = table.apply(Op::Implies, &[holds, instance]);
        self.conditions.push(instance);
        true
    }

    /// Instances at subscripts that occur, and at the ends of ranges; `false` if there is nothing new.
    fn instances_at_subscripts(&mut self, table: &mut Table) -> bool {
        let subscripts = ground_subscripts(table, &self.conditions);
        let mut new = false;
        for universal in 0..self.universals.len() {
            let quantified = self.universals[universal].quantified.clone();
            let mut candidates = vec![quantified.low, quantified.high];
            for offset in offsets(table, &quantified) {
                for &subscript in &subscripts {
                    let offset = table.int(offset.clone());
                    candidates.push(table.apply(Op::Sub, &[subscript, offset]));
                }
            }
            for candidate in candidates {
                new |= self.instance(table, universal, candidate);
            }
        }
        new
    }

    /// A universal that a model claims and does not keep.
    fn violated(&self, table: &mut Table, model: &Model) -> Violated {
        let mut too_long = false;
        for (index, universal) in self.universals.iter().enumerate() {
            if table.evaluate(universal.holds, model).as_bool() != Some(true) {
                continue;
            }
            match counterexample(table, &universal.quantified, model) {
                Ok(Some(value)) => return Violated::At(index, value),
                Ok(None) => {}
                Err(TooLong) => too_long = true,
            }
        }
        if too_long { Violated::Range } else { Violated::None }
    }
}

/// A range is too long to be gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

/// The first value of the range for which the body is not as an `ALL` wants it (false), or as a `SOME` wants it (true).
fn counterexample(
    table: &Table,
    quantified: &Quantified,
    assignment: &Assignment,
) -> Result<Option<IBig>, TooLong> {
    let number = |term: TermId| table.evaluate(term, assignment).as_int().cloned().unwrap_or(IBig::ZERO);
    let (low, high) = (number(quantified.low), number(quantified.high));
    if &high - &low >= IBig::from(LARGEST_RANGE) {
        return Err(TooLong);
    }
    let Op::Symbol(bound) = *table.op(quantified.bound) else { return Ok(None) };
    let mut value = low;
    while value <= high {
        let mut inner = assignment.clone();
        inner.set(bound, Value::Int(value.clone()));
        if holds(table, &quantified.body, &inner)? != quantified.all {
            return Ok(Some(value));
        }
        value += IBig::ONE;
    }
    Ok(None)
}

/// Whether a formula holds under an assignment.
pub fn holds(table: &Table, formula: &Formula, assignment: &Assignment) -> Result<bool, TooLong> {
    match formula {
        Formula::Term(term) => Ok(table.evaluate(*term, assignment).as_bool() == Some(true)),
        Formula::And(parts) => {
            for part in parts {
                if !holds(table, part, assignment)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Formula::Or(parts) => {
            for part in parts {
                if holds(table, part, assignment)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Formula::Quantified(quantified) => {
            Ok(counterexample(table, quantified, assignment)?.is_none() == quantified.all)
        }
    }
}

/// The subscripts in conditions. Bound symbols occur in no condition, so that all of them are ground.
fn ground_subscripts(table: &mut Table, conditions: &[TermId]) -> Vec<TermId> {
    let simplified: Vec<TermId> = conditions.iter().map(|&condition| table.simplify(condition)).collect();
    let accesses = table.parts(&simplified).filter(|&term| matches!(table.op(term), Op::Select | Op::Store));
    let indices: Vec<TermId> = accesses.map(|term| table.args(term)[1]).collect();
    // Of several dimensions each subscript is looked at by itself.
    let mut found: Vec<TermId> =
        indices.into_iter().flat_map(|index| table.split_subscripts(index)).collect();
    let mut known = FxHashSet::default();
    found.retain(|&part| known.insert(part));
    found
}

/// The constants `c` for which the body has a subscript `bound + c`; 0 if it has no subscript.
fn offsets(table: &mut Table, quantified: &Quantified) -> Vec<IBig> {
    let mut terms = Vec::new();
    body_terms(&quantified.body, &mut terms);
    let mut offsets = Vec::new();
    for index in ground_subscripts(table, &terms) {
        if !occurs(table, index, quantified.bound) {
            continue;
        }
        let difference = table.apply(Op::Sub, &[index, quantified.bound]);
        let difference = table.simplify(difference);
        if let Some(offset) = table.as_int(difference).cloned()
            && !offsets.contains(&offset)
        {
            offsets.push(offset);
        }
    }
    if offsets.is_empty() {
        offsets.push(IBig::ZERO);
    }
    offsets
}

fn body_terms(formula: &Formula, terms: &mut Vec<TermId>) {
    match formula {
        Formula::Term(term) => terms.push(*term),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| body_terms(part, terms)),
        Formula::Quantified(quantified) => {
            terms.extend([quantified.low, quantified.high]);
            body_terms(&quantified.body, terms);
        }
    }
}
