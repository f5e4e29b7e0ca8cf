//! Questions in which nothing counts but how far inputs are apart: sorting, merging, searching.
//!
//! Where every comparison is `x - y + c ⋈ 0` of two inputs or conditional values, perhaps with a constant added, no
//! truth changes when gaps above the greatest such constant are closed to one more than it. So if there is a model,
//! there is one among few neighbouring numbers, and words of few bits decide the question.

use dashu_base::Abs;
use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};
use sextant_expr::{Number, Op, Sort, Table, TermId};

use super::atoms::is_atom;
use super::range::Range;
use super::slices::Facts;

/// Numbers that suffice for every integer input of a question; none if more counts than distances.
pub(super) fn room(table: &mut Table, conditions: &[TermId], facts: &[&Facts]) -> Option<Range> {
    if facts.iter().any(|facts| !facts.whole.is_empty()) {
        return None;
    }
    let mut distances = Distances::default();
    for (&condition, facts) in conditions.iter().zip(facts) {
        if facts.bound.is_none() {
            distances.visit(table, condition)?;
        }
    }
    let is_input = |atom: &&TermId| table.sort(**atom) == Sort::INT;
    let inputs: FxHashSet<TermId> =
        facts.iter().flat_map(|facts| facts.atoms.iter()).filter(is_input).copied().collect();
    let size = IBig::from(inputs.len().saturating_sub(1)) * (distances.greatest + IBig::ONE);
    let bounds = || facts.iter().filter_map(|facts| facts.bound.as_ref());
    let lowest = bounds().filter_map(|(_, low, _)| low.clone()).max();
    let highest = bounds().filter_map(|(_, _, high)| high.clone()).min().map(|high| high - &size);
    if lowest.iter().zip(&highest).any(|(low, high)| low > high) {
        return None;
    }
    // Around zero as far as the bounds allow.
    let low = lowest.unwrap_or(IBig::ZERO).max(IBig::ZERO);
    let low = highest.map_or(low.clone(), |high| high.min(low));
    Some(Range::new(low.clone(), low + size))
}

/// The greatest constant between inputs that are compared.
#[derive(Default)]
struct Distances {
    greatest: IBig,
    seen: FxHashSet<TermId>,
    /// The greatest constant that is added to an input within a conditional value.
    added: FxHashMap<TermId, IBig>,
}

impl Distances {
    /// Looks at a condition; none if it is more than a comparison of distances.
    fn visit(&mut self, table: &mut Table, condition: TermId) -> Option<()> {
        if !self.seen.insert(condition) {
            return Some(());
        }
        let args = table.args(condition).to_vec();
        match table.op(condition) {
            Op::Bool(_) => Some(()),
            Op::Symbol(_) | Op::Select => independent(table, condition).then_some(()),
            Op::Not | Op::And | Op::Or | Op::Implies | Op::Ite => {
                args.into_iter().try_for_each(|part| super::circuit::deep(|| self.visit(table, part)))
            }
            Op::Eq | Op::Ne if table.sort(args[0]) == Sort::BOOL => {
                args.into_iter().try_for_each(|part| super::circuit::deep(|| self.visit(table, part)))
            }
            Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge if table.sort(args[0]) == Sort::INT => {
                self.compare(table, condition)
            }
            _ => None,
        }
    }

    fn compare(&mut self, table: &mut Table, condition: TermId) -> Option<()> {
        let form = table.linear_atom(condition)?.form;
        let [(x, positive), (y, negative)] = &form.terms[..] else { return None };
        let unit = (positive.is_one() || negative.is_one()) && *positive == -negative;
        if !unit {
            return None;
        }
        let distance = self.added(table, *x)? + self.added(table, *y)? + whole(&form.constant)?;
        self.greatest = std::mem::take(&mut self.greatest).max(distance);
        Some(())
    }

    /// What may be added to an input before it is compared.
    fn added(&mut self, table: &mut Table, value: TermId) -> Option<IBig> {
        if is_atom(table, value) {
            return independent(table, value).then_some(IBig::ZERO);
        }
        if let Some(known) = self.added.get(&value) {
            return Some(known.clone());
        }
        let Op::Ite = table.op(value) else { return None };
        let args = table.args(value).to_vec();
        super::circuit::deep(|| self.visit(table, args[0]))?;
        let mut most = IBig::ZERO;
        for &case in &args[1..] {
            let form = table.linear_form(case);
            let [(inner, factor)] = &form.terms[..] else { return None };
            if *factor != Number::ONE {
                return None;
            }
            let added = super::circuit::deep(|| self.added(table, *inner))? + whole(&form.constant)?;
            most = most.max(added);
        }
        self.added.insert(value, most.clone());
        Some(most)
    }
}

/// Whether an input is tied to no other: elements of arrays are where their subscripts are constants.
fn independent(table: &Table, atom: TermId) -> bool {
    match table.op(atom) {
        Op::Select => is_atom(table, atom) && table.as_int(table.args(atom)[1]).is_some(),
        _ => true,
    }
}

/// The size of a whole number.
fn whole(number: &Number) -> Option<IBig> {
    number.is_integer().then(|| number.numerator().abs())
}
