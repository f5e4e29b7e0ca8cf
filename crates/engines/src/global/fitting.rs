//! When no pass of a loop fails a check: overflow and other errors of the machine, for all passes at once.
//!
//! A check is `g ≥ 0` over the numbers at the beginning of a pass. With their closed forms `g` is a function of the
//! number of passes before. Where it rises, the first pass decides, where it falls, the last one, and where it is
//! concave, both. The signs that tell which is the case belong to the condition, so that nothing must be known of the
//! numbers before the loop. The condition is sufficient, not necessary.

use sextant_algebra::{Condition, Relation, Substitution, Symbol, Term, classes};
use sextant_flow::{BlockId, Loop};
use sextant_state::ErrorKind;

use super::block::End;
use super::context::Case;
use super::evaluate::Evaluator;

/// Blocks that are run on the ways through a body before a loop is given up.
const MOST_BLOCKS: usize = 64;

/// What the machine checks in one pass, over the numbers at its beginning.
pub(super) struct PassChecks {
    /// Before the loop is left, too.
    head: Vec<Condition>,
    /// Only if there is a pass.
    body: Vec<Condition>,
}

impl Evaluator<'_> {
    /// The checks of one pass of a loop without loops inside; none if something else than a check can end it.
    pub(super) fn pass_checks(&mut self, loop_: &Loop) -> Option<PassChecks> {
        for &block in &loop_.blocks {
            let checked = |(_, end): &(Case, End)| match end {
                End::Error { kind, .. } => *kind != ErrorKind::NoAlternative,
                _ => false,
            };
            if !self.ending(&Case::start(), block).iter().all(checked) {
                return None;
            }
        }
        self.recorded = Some(Vec::new());
        let found = self.recorded_pass(loop_);
        self.recorded = None;
        found
    }

    fn recorded_pass(&mut self, loop_: &Loop) -> Option<PassChecks> {
        let mut waiting = self.following(&Case::start(), loop_.header, loop_);
        let head = self.recorded.replace(Vec::new())?;
        let mut run = 0;
        while let Some((case, block)) = waiting.pop() {
            run += 1;
            if run > MOST_BLOCKS {
                return None;
            }
            waiting.extend(self.following(&case, block, loop_));
        }
        Some(PassChecks { head, body: self.recorded.take()? })
    }

    /// The contexts behind a block of a loop, where the pass goes on.
    fn following(&mut self, case: &Case, block: BlockId, loop_: &Loop) -> Vec<(Case, BlockId)> {
        let edges = self.graph.blocks[block].terminator.edges();
        let mut found = Vec::new();
        for (position, edge) in edges.iter().enumerate() {
            let goes_on = edge.to != loop_.header && loop_.blocks.binary_search(&edge.to).is_ok();
            let cases = self.along(case, block, position as u32);
            found.extend(cases.into_iter().filter(|_| goes_on).map(|case| (case, edge.to)));
        }
        found
    }
}

impl PassChecks {
    /// A condition under which all checks hold in all passes, and in the test that ends the loop; none if there is no
    /// such condition in closed form.
    pub fn held(&self, values: &Substitution, index: &Symbol, count: &Term) -> Option<Condition> {
        let mut parts = Vec::new();
        for check in &self.head {
            parts.push(throughout(check, values, index, count)?);
        }
        if !count.is_zero() {
            let last = count.plus_int(-1);
            for check in &self.body {
                parts.push(throughout(check, values, index, &last)?);
            }
        }
        Some(Condition::all(parts))
    }
}

/// A condition under which a check holds in the passes 0 to `last`.
fn throughout(check: &Condition, values: &Substitution, index: &Symbol, last: &Term) -> Option<Condition> {
    let mut parts = Vec::new();
    for part in check.conjuncts() {
        let Condition::Compare(Relation::Ge, term) = &part else { return None };
        parts.push(not_negative(&values.term(term), index, last)?);
    }
    Some(Condition::all(parts))
}

/// A condition under which a function of the index is not negative from 0 to `last`.
fn not_negative(value: &Term, index: &Symbol, last: &Term) -> Option<Condition> {
    if !value.mentions(index) {
        return Some(Condition::ge(value));
    }
    let Shape { slopes, curves } = Shape::of(value, index)?;
    let at = |place: &Term| Condition::ge(&value.with_symbol(index, place));
    let (first, last) = (at(&Term::zero()), at(last));
    let rising = |terms: &[Term]| Condition::all(terms.iter().map(Condition::ge));
    let falling = |terms: &[Term]| Condition::all(terms.iter().map(|term| Condition::ge(&term.negated())));
    Some(Condition::any([
        Condition::all([rising(&slopes), rising(&curves), first.clone()]),
        Condition::all([falling(&slopes), falling(&curves), last.clone()]),
        Condition::all([falling(&curves), first, last]),
    ]))
}

/// Numbers whose signs tell how a function goes: first and higher differences.
struct Shape {
    slopes: Vec<Term>,
    curves: Vec<Term>,
}

impl Shape {
    /// Of a polynomial, and powers of constants greater than one.
    fn of(value: &Term, index: &Symbol) -> Option<Shape> {
        let (classes, rest) = classes(value, index);
        if !rest.is_zero() {
            return None;
        }
        let mut shape = Shape { slopes: Vec::new(), curves: Vec::new() };
        let mut polynomial = Term::zero();
        let mut degree = 0;
        for class in &classes {
            match class.base.as_int() {
                Some(base) if base == 1.into() => {
                    let power = Term::symbol(index).to_power(class.degree as u32);
                    polynomial = polynomial.plus(&class.coefficient.times(&power));
                    degree = degree.max(class.degree);
                }
                Some(base) if base > 1.into() && class.degree == 0 => {
                    shape.slopes.push(class.coefficient.clone());
                    shape.curves.push(class.coefficient.clone());
                }
                _ => return None,
            }
        }
        let mut row: Vec<Term> =
            (0..=degree as i64).map(|at| polynomial.with_symbol(index, &Term::int(at))).collect();
        for order in 1..=degree {
            row = row.windows(2).map(|pair| pair[1].minus(&pair[0])).collect();
            let kind = if order == 1 { &mut shape.slopes } else { &mut shape.curves };
            kind.push(row[0].clone());
        }
        Some(shape)
    }
}
