//! The canonical form of terms.
//!
//! [`Table::simplify`] gives a term with the same value under every assignment — as long as values stay below
//! [`LARGEST_VALUE_BITS`](crate::LARGEST_VALUE_BITS), beyond which evaluation itself is not exact. It works from the operands up,
//! without recursion; each operation has a constructor that takes canonical operands and gives a canonical term.
//! Results are remembered, and a canonical term is its own form, so simplification is idempotent.
//!
//! The canonical form, in words:
//! - An operation on constants is a constant, unless the number would be huge.
//! - Int and Real: polynomials over atoms (`polynomial.rs`): `Add` of `coefficient * monomial`, by degree
//!   descending, the constant last; `Neg` and `Sub` do not occur. Quotients and remainders by constants have
//!   reduced coefficients (`division.rs`). Conversions stand at atoms.
//! - Comparisons: bounds on primitive forms, shown with two sides (`comparison.rs`).
//! - Bool: `And` and `Or` alternate, their parts are ordered and do not imply or contradict one another where
//!   that is plain to see (`junction.rs`); `Not` stands only before atoms (`boolean.rs`); `Implies` and choices
//!   between truth values do not occur.
//! - Choices have no constant or negated condition, no equal branches, and no branch that is a choice on the same
//!   condition.
//! - Arrays: elements are read through stores and choices; stores at constant indices are ordered (`arrays.rs`).
//! - Bit strings: sums are linear forms modulo `2^width` (`bit_sums.rs`), other operations are freed of neutral and
//!   absorbing operands (`bits.rs`).
//! - Functions of Reals: arguments of odd and even functions lead with a positive coefficient, whole powers are
//!   powers, roots of squares are absolute values (`functions.rs`).
//! - Floats: only what IEEE 754 allows for every value (`floats.rs`).

mod arithmetic;
mod arrays;
mod bit_sums;
mod bits;
mod boolean;
mod canonical;
mod comparison;
mod division;
mod exact;
mod floats;
mod functions;
mod interval;
mod junction;
mod number;
mod polynomial;

pub(crate) use comparison::{Bound, Comparator};
pub(crate) use interval::{End, Interval};
pub(crate) use junction::Units;
pub use number::Number;
pub(crate) use polynomial::{Entry, Polynomial};

use rustc_hash::FxHashMap;
use sextant_base::Id;
use smallvec::SmallVec;

use crate::{Op, Sort, Table, TermId};

/// What simplification remembers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memo {
    /// The canonical form of each term, by its id.
    simplified: Vec<Option<TermId>>,
    /// The polynomials of long sums.
    pub polynomials: FxHashMap<TermId, Polynomial>,
    /// The bounds that canonical comparisons are.
    pub bounds: FxHashMap<TermId, Bound>,
    /// How a bound is shown, with its raw strictness.
    pub shown_bounds: FxHashMap<(Bound, bool), TermId>,
    /// The negations of canonical terms.
    pub negations: FxHashMap<TermId, TermId>,
}

impl Memo {
    pub(crate) fn simplified(&self, term: TermId) -> Option<TermId> {
        self.simplified.get(term.index()).copied().flatten()
    }

    fn set_simplified(&mut self, term: TermId, form: TermId) {
        let needed = term.index().max(form.index()) + 1;
        if self.simplified.len() < needed {
            self.simplified.resize(needed.next_power_of_two(), None);
        }
        self.simplified[term.index()] = Some(form);
    }
}

impl Table {
    /// The canonical form: the same value under every assignment. Idempotent and memoised.
    pub fn simplify(&mut self, term: TermId) -> TermId {
        if let Some(known) = self.memo.simplified(term) {
            return known;
        }
        let mut pending = vec![term];
        let mut args: SmallVec<[TermId; 8]> = SmallVec::new();
        while let Some(&top) = pending.last() {
            if self.memo.simplified(top).is_some() {
                pending.pop();
                continue;
            }
            args.clear();
            let before = pending.len();
            for &arg in self.args(top) {
                match self.memo.simplified(arg) {
                    Some(form) => args.push(form),
                    None => pending.push(arg),
                }
            }
            if pending.len() == before {
                let form = self.canonical(top, &args);
                debug_assert!(self.is_canonical(form), "{} is not canonical", self.show(form));
                self.settle_form(top, form);
                pending.pop();
            }
        }
        self.memo.simplified(term).unwrap_or(term)
    }

    /// Remembers the form of a term. A form that was simplified before, as a term of its own, gives way to its own
    /// form, so that simplification stays idempotent.
    pub(crate) fn settle_form(&mut self, term: TermId, form: TermId) -> TermId {
        let form = match self.memo.simplified(form) {
            Some(known) => known,
            None => {
                self.memo.set_simplified(form, form);
                form
            }
        };
        self.memo.set_simplified(term, form);
        form
    }

    /// The operation on constants, or the term as it is.
    fn folded_or_raw(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        match self.fold(&op, args) {
            Some(value) => self.constant(&value),
            None => self.intern(op, sort, args),
        }
    }

    /// The form of a term whose operands have the given forms.
    fn canonical(&mut self, term: TermId, args: &[TermId]) -> TermId {
        let op = self.op(term).clone();
        let sort = self.sort(term);
        if args.is_empty() {
            return term;
        }
        if let Some(comparator) = Comparator::of(&op) {
            return match comparator {
                Comparator::Eq => self.simple_equality(true, args[0], args[1]),
                Comparator::Ne => self.simple_equality(false, args[0], args[1]),
                _ => self.simple_comparison(comparator, args[0], args[1]),
            };
        }
        match (&op, args) {
            (Op::Not, &[p]) => self.simple_not(p),
            (Op::And, _) => self.junction(true, args),
            (Op::Or, _) => self.junction(false, args),
            (Op::Implies, &[p, q]) => {
                let not_p = self.simple_not(p);
                self.junction(false, &[not_p, q])
            }
            (Op::Ite, &[condition, x, y]) => self.simple_choice(condition, x, y),
            (Op::Select, &[array, index]) => self.simple_select(array, index),
            (Op::Store, &[array, index, value]) => self.simple_store(array, index, value),
            (Op::Fill, _) => self.intern(op, sort, args),
            _ if sort == Sort::INT || sort == Sort::REAL => self.canonical_number(&op, sort, args),
            _ => self.canonical_machine(&op, sort, args),
        }
    }

    /// Operations that give Int or Real.
    fn canonical_number(&mut self, op: &Op, sort: Sort, args: &[TermId]) -> TermId {
        match (op, args) {
            (Op::Add, _) => self.simple_sum(args, sort),
            (Op::Sub, &[x, y]) => self.simple_difference(x, y, sort),
            (Op::Neg, &[x]) => self.simple_scaled(x, &Number::MINUS_ONE, sort),
            (Op::Mul, _) => self.simple_product(args, sort),
            _ => {
                if let Some(value) = self.fold(op, args) {
                    return self.constant(&value);
                }
                match (op, args) {
                    (Op::Pow, &[base, exponent]) => self.simple_power(base, exponent, sort),
                    (Op::Div(rounding), &[x, y]) => self.simple_div(*rounding, x, y),
                    (Op::Rem(rounding), &[x, y]) => self.simple_rem(*rounding, x, y),
                    (Op::Quotient, &[x, y]) => self.simple_quotient(x, y),
                    (Op::Abs, &[x]) => self.simple_abs(x, sort),
                    (Op::Min | Op::Max, _) => self.simple_extreme(op, args, sort),
                    (Op::ToReal, &[x]) => self.simple_to_real(x),
                    (Op::ToInt(rounding), &[x]) => self.simple_to_int(*rounding, x),
                    (Op::Function(function), _) => self.simple_function(*function, args),
                    (Op::BvToUint | Op::BvToSint, &[x]) => self.simple_bits_to_int(op, x),
                    _ => self.intern(op.clone(), sort, args),
                }
            }
        }
    }

    /// Operations on bit strings and floats.
    fn canonical_machine(&mut self, op: &Op, sort: Sort, args: &[TermId]) -> TermId {
        match (op, args) {
            (Op::IntToBv(width), &[x]) => self.simple_int_to_bits(*width, x),
            (Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, &[x, y]) => self.simple_bit_comparison(op, x, y),
            (Op::FloatEq | Op::FloatLt | Op::FloatLe | Op::FloatIsNan, _) => {
                self.simple_float_comparison(op, args)
            }
            (Op::RealToFloat(_), _) => self.folded_or_raw(op.clone(), sort, args),
            (Op::FloatNeg | Op::FloatAbs | Op::FloatAdd | Op::FloatSub | Op::FloatMul, _) => {
                self.simple_float(op, sort, args)
            }
            (Op::FloatDiv | Op::Function(_) | Op::FloatToFloat(_), _) => self.simple_float(op, sort, args),
            _ => self.simple_bits(op, sort, args),
        }
    }
}
