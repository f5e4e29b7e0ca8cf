//! Operations on bits that are arithmetic in disguise: shifts by constants, masks of low bits, single bits.
//!
//! Numbers are as two's complement has them, so that a remainder is the low bits also of a negative number.

use dashu_int::IBig;
use sextant_algebra::Term;
use sextant_syntax::{IntType, Intrinsic, Type};

/// The value of an operation on bits in a type; none if it is no arithmetic, or may be an error. Results of an unsigned
/// type are still to be taken modulo its range.
pub(super) fn as_arithmetic(function: Intrinsic, args: &[Term], ty: &Type) -> Option<Term> {
    let Type::Int(int) = ty else { return None };
    match (function, args) {
        (Intrinsic::BitNot, [a]) => Some(a.negated().plus_int(-1)),
        (Intrinsic::ShiftRight, [a, by]) => Some(Term::floor_div(a, &power_of_two(by, *int)?)),
        // A signed number that loses its sign may be an error.
        (Intrinsic::ShiftLeft, [a, by]) if !int.signed => Some(a.times(&power_of_two(by, *int)?)),
        (Intrinsic::BitAnd | Intrinsic::BitOr | Intrinsic::BitXor, [a, b]) => {
            match (a.as_int(), b.as_int()) {
                (None, Some(mask)) => masked(function, a, &mask, *int),
                (Some(mask), None) => masked(function, b, &mask, *int),
                _ => None,
            }
        }
        _ => None,
    }
}

fn power_of_two(by: &Term, int: IntType) -> Option<Term> {
    let by = usize::try_from(by.as_int()?).ok().filter(|&by| by < usize::from(int.bits))?;
    Some(Term::int(IBig::ONE << by))
}

/// A number and a mask of low bits, of all but low bits, or of one bit below the sign.
fn masked(function: Intrinsic, a: &Term, mask: &IBig, int: IntType) -> Option<Term> {
    let low_bits = |mask: &IBig| *mask >= IBig::ZERO && (mask & (mask + IBig::ONE)).is_zero();
    let low = |span: IBig| Term::modulo(a, &Term::int(span));
    if function == Intrinsic::BitAnd && low_bits(mask) {
        return Some(low(mask + IBig::ONE));
    }
    if function == Intrinsic::BitAnd && low_bits(&-(mask + IBig::ONE)) {
        return Some(a.minus(&low(-mask)));
    }
    let one_bit = *mask > IBig::ZERO && (mask & (mask - IBig::ONE)).is_zero() && *mask <= int.limits().1;
    if !one_bit {
        return None;
    }
    let mask = Term::int(mask.clone());
    let set = Term::modulo(&Term::floor_div(a, &mask), &Term::int(2)).times(&mask);
    Some(match function {
        Intrinsic::BitAnd => set,
        Intrinsic::BitOr => a.plus(&mask).minus(&set),
        _ => a.plus(&mask).minus(&set).minus(&set),
    })
}
