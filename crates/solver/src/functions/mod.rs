//! What solvers are told of functions of analysis, which they know nothing of.
//!
//! Invariants
//! - Everything said is true of the functions as [`sextant_expr::Function`] defines them, outside their domains
//!   too; so "impossible" stays proved whatever is left unsaid.
//! - What is said is made of ordinary terms, so that every solver can be told.
//!
//! Each occurrence brings the laws that hold of it alone and beside the others (`laws.rs`), and its values at the
//! constants of the conditions. Where a solver's model
//! errs about a function, it is told the value at the operand it chose, with what follows around it
//! (`points.rs`), and asked again.

mod conversions;
mod laws;
mod points;
mod text;

use dashu_ratio::RBig;
use rustc_hash::FxHashSet;
use sextant_expr::{Assignment, Evaluation, Op, Table, TermId};

/// How often a solver is corrected within one question.
pub(crate) const MOST_ROUNDS: usize = 12;
/// Beyond so many occurrences they are no longer compared with one another.
const MOST_COMPARED: usize = 24;
/// At so many constants of the conditions the values of functions are told.
const MOST_CONSTANTS: usize = 8;

/// The functions that occur in a stack of conditions.
#[derive(Debug, Default)]
pub(crate) struct Occurrences {
    /// The applications, oldest first.
    terms: Vec<TermId>,
    known: FxHashSet<TermId>,
    /// Constants of the conditions: where operands are likely to be cut off.
    constants: Vec<RBig>,
    /// How many applications and constants there were before each level.
    levels: Vec<(usize, usize)>,
    /// Leave out operations that have a meaning in SMT-LIB.
    only_unknown: bool,
}

impl Occurrences {
    /// Those that have no meaning in SMT-LIB, for a solver that is told the others as they are.
    pub fn without_meaning() -> Self {
        Self { only_unknown: true, ..Self::default() }
    }

    /// Adds a level; gives the laws of the functions that are new in it.
    pub fn push(&mut self, table: &mut Table, conjuncts: &[TermId]) -> Vec<TermId> {
        let (first, first_constant) = (self.terms.len(), self.constants.len());
        self.levels.push((first, first_constant));
        self.find(table, conjuncts);
        let mut laws = Vec::new();
        for at in 0..self.terms.len() {
            let term = self.terms[at];
            let is_new = at >= first;
            if is_new {
                laws.extend(laws::alone(table, term));
                for &other in &self.terms[at.saturating_sub(MOST_COMPARED)..at] {
                    laws.extend(laws::beside(table, other, term));
                }
            }
            for constant in &self.constants[if is_new { 0 } else { first_constant }..] {
                laws.extend(points::facts_at_constant(table, term, constant));
            }
        }
        laws
    }

    fn find(&mut self, table: &Table, conjuncts: &[TermId]) {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut pending = conjuncts.to_vec();
        while let Some(term) = pending.pop() {
            if is_comparison(table.op(term)) {
                table.args(term).iter().for_each(|&side| self.find_constant(table, side));
            }
            if !table.contains_functions(term) || !seen.insert(term) {
                continue;
            }
            let wanted = !self.only_unknown || !conversions::is_conversion(table, term);
            if wanted && is_opaque(table, term) && self.known.insert(term) {
                self.terms.push(term);
            }
            pending.extend(table.args(term));
        }
    }

    fn find_constant(&mut self, table: &Table, term: TermId) {
        let Some(value) = table.constant_value(term) else { return };
        if self.constants.len() < MOST_CONSTANTS
            && let Some(value) = points::exact(&value)
            && !self.constants.contains(&value)
        {
            self.constants.push(value);
        }
    }

    /// Forgets levels from this one upwards.
    pub fn pop_to(&mut self, depth: usize) {
        if let Some(&(first, first_constant)) = self.levels.get(depth) {
            self.constants.truncate(first_constant);
            for term in self.terms.drain(first..) {
                self.known.remove(&term);
            }
            self.levels.truncate(depth);
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The applications, oldest first.
    pub fn terms(&self) -> &[TermId] {
        &self.terms
    }

    /// What is true of the functions at the operands that an assignment gives them.
    pub fn facts(&self, table: &mut Table, assignment: &Assignment) -> Vec<TermId> {
        self.at_operands(table, assignment, points::facts)
    }

    /// That the operands are those that an assignment gives them.
    pub fn pinned(&self, table: &mut Table, assignment: &Assignment) -> Vec<TermId> {
        self.at_operands(table, assignment, points::pinned)
    }

    /// That every operand is one of some samples, some of them around the operand that an assignment gives it.
    pub fn sampled(&self, table: &mut Table, assignment: &Assignment) -> Vec<TermId> {
        self.at_operands(table, assignment, points::samples)
    }

    fn at_operands(
        &self,
        table: &mut Table,
        assignment: &Assignment,
        made: fn(&mut Table, TermId, &[TermId]) -> Vec<TermId>,
    ) -> Vec<TermId> {
        let mut evaluation = Evaluation::new(assignment.clone());
        let mut result = Vec::new();
        for &term in &self.terms {
            let operands = table.args(term).to_vec();
            let points: Vec<TermId> = operands
                .iter()
                .map(|&operand| {
                    let value = points::near(evaluation.value(table, operand));
                    table.constant(&value)
                })
                .collect();
            result.extend(made(table, term, &points));
        }
        result
    }
}

fn is_comparison(op: &Op) -> bool {
    matches!(
        op,
        Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::FloatEq | Op::FloatLt | Op::FloatLe
    )
}

/// Whether solvers know nothing of the operation, or nothing that helps.
pub(crate) fn is_opaque(table: &Table, term: TermId) -> bool {
    matches!(table.op(term), Op::Function(_) | Op::RealToFloat(_) | Op::FloatToReal)
}

#[cfg(test)]
mod tests {
    use sextant_expr::{FloatKind, Function, Scalar, Sort, Value};

    use super::*;

    /// A small random source with a stated seed.
    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % limit
        }

        /// Small numbers, whole ones and those in or at the ends of domains often.
        fn real(&mut self) -> RBig {
            let bottom = [1, 1, 2, 10, 1000][self.below(5) as usize];
            let range = [2, 5, 30, 3000][self.below(4) as usize];
            RBig::from_parts((self.below(2 * range + 1) as i64 - range as i64).into(), (bottom as u32).into())
        }
    }

    /// No law and no fact is false of any operands.
    #[test]
    fn what_is_said_of_functions_is_true() {
        let mut random = Random(3);
        let (mut said, mut confirmed) = (0, 0);
        for round in 0..600 {
            let mut table = Table::new();
            let sort =
                if round % 10 == 0 { Sort::Scalar(Scalar::Float(FloatKind::Double)) } else { Sort::REAL };
            let symbols = ["U", "V", "W"].map(|name| table.symbol(name, sort));
            let mut terms: Vec<TermId> = symbols.to_vec();
            for function in Function::ALL.into_iter().chain(Function::ALL) {
                // Mostly symbols, sometimes the first function made, so that some are nested.
                let mut pick = || terms[random.below(4).min(terms.len() as u64 - 1) as usize];
                let args: Vec<TermId> = (0..function.operand_count()).map(|_| pick()).collect();
                terms.push(table.apply(Op::Function(function), &args));
            }
            for &symbol in &symbols {
                let op =
                    if sort == Sort::REAL { Op::RealToFloat(FloatKind::Single) } else { Op::FloatToReal };
                let converted = table.apply(op.clone(), &[symbol]);
                let back =
                    if sort == Sort::REAL { Op::FloatToReal } else { Op::RealToFloat(FloatKind::Double) };
                terms.push(table.apply(back, &[converted]));
            }
            let mut value = || match sort {
                Sort::REAL => Value::Real(random.real()),
                _ => Value::Float(FloatKind::Double, (random.below(9) as f64 / 4.0 - 1.0).to_bits()),
            };
            let mut assignments = [Assignment::new(), Assignment::new()];
            for assignment in &mut assignments {
                for (id, _) in table.symbols() {
                    assignment.set(id, value());
                }
            }
            let mut occurrences = Occurrences::default();
            let conditions: Vec<TermId> =
                terms.iter().map(|&term| table.apply(Op::Eq, &[term, symbols[0]])).collect();
            let mut truths = occurrences.push(&mut table, &conditions);
            truths.extend(occurrences.facts(&mut table, &assignments[0]));
            for assignment in assignments {
                let mut evaluation = Evaluation::new(assignment);
                for &truth in &truths {
                    let certainty = evaluation.certainty(&table, truth);
                    assert_ne!(
                        certainty,
                        Some(false),
                        "{} for {:?}",
                        table.show(truth),
                        evaluation.assignment()
                    );
                    said += 1;
                    confirmed += usize::from(certainty == Some(true));
                }
            }
        }
        println!("{confirmed} of {said} confirmed");
        assert!(confirmed * 10 > said * 8, "only {confirmed} of {said} could be confirmed");
    }
}
