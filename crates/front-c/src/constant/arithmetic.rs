//! Arithmetic of the machine.

use std::cmp::Ordering;

use dashu_int::IBig;
use sextant_syntax::{BinaryOp, IntType};

use super::{Evaluator, truth};
use crate::tree::{ArithmeticOp, Constant, Expr};
use crate::types::{Float, TypeId};

/// A number modulo the width of a type.
pub(crate) fn wrap(value: IBig, ty: IntType) -> IBig {
    let span = IBig::ONE << usize::from(ty.bits);
    let mask = span.clone() - IBig::ONE;
    let low = value & mask;
    let (_, high) = ty.limits();
    if low > high { low - span } else { low }
}

/// The floating-point number that is nearest to an integer.
pub(super) fn nearest(value: &IBig, float: Float) -> f64 {
    match float {
        Float::Single => f64::from(value.to_f32().value()),
        Float::Double | Float::Extended => value.to_f64().value(),
    }
}

/// The integer part of a number; none for infinities and what is no number.
pub(super) fn truncated(value: f64) -> Option<IBig> {
    IBig::try_from(value.trunc()).ok()
}

/// Shifts by more are mistakes.
const WIDEST: u32 = 256;

impl Evaluator<'_> {
    pub(super) fn arithmetic(
        &self,
        op: ArithmeticOp,
        left: &Expr,
        right: &Expr,
        ty: TypeId,
    ) -> Option<Constant> {
        match (self.value(left)?, self.value(right)?) {
            (Constant::Int(left), Constant::Int(right)) => integer(op, left, right)
                .map(|value| Some(Constant::Int(wrap(value, self.types.integer(ty)?))))?,
            (Constant::Real(left), Constant::Real(right)) => {
                let value = match op {
                    ArithmeticOp::Add => left + right,
                    ArithmeticOp::Subtract => left - right,
                    ArithmeticOp::Multiply => left * right,
                    ArithmeticOp::Divide => left / right,
                    _ => return None,
                };
                let single = self.types.float(ty) == Some(Float::Single);
                Some(Constant::Real(if single { f64::from(value as f32) } else { value }))
            }
            // Addresses as numbers can be moved.
            (Constant::Address(base, offset), Constant::Int(distance)) => {
                let distance = i64::try_from(distance).ok()?;
                match op {
                    ArithmeticOp::Add => Some(Constant::Address(base, offset.checked_add(distance)?)),
                    ArithmeticOp::Subtract => Some(Constant::Address(base, offset.checked_sub(distance)?)),
                    _ => None,
                }
            }
            (Constant::Int(distance), Constant::Address(base, offset)) if op == ArithmeticOp::Add => {
                Some(Constant::Address(base, offset.checked_add(i64::try_from(distance).ok()?)?))
            }
            (Constant::Address(left, from), Constant::Address(right, to))
                if left == right && op == ArithmeticOp::Subtract =>
            {
                Some(Constant::Int(IBig::from(from.checked_sub(to)?)))
            }
            _ => None,
        }
    }

    pub(super) fn compare(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Constant> {
        let order = match (self.value(left)?, self.value(right)?) {
            (Constant::Int(left), Constant::Int(right)) => Some(left.cmp(&right)),
            (Constant::Real(left), Constant::Real(right)) => left.partial_cmp(&right),
            (Constant::Address(left, from), Constant::Address(right, to)) if left == right => {
                Some(from.cmp(&to))
            }
            // An object is not where another one is, nor nowhere.
            _ if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) => {
                return Some(truth(op == BinaryOp::NotEqual));
            }
            _ => return None,
        };
        // What is no number is unequal to everything.
        let is = |holds: fn(Ordering) -> bool| order.is_some_and(holds);
        Some(truth(match op {
            BinaryOp::Equal => is(Ordering::is_eq),
            BinaryOp::NotEqual => !is(Ordering::is_eq),
            BinaryOp::Less => is(Ordering::is_lt),
            BinaryOp::LessEqual => is(Ordering::is_le),
            BinaryOp::Greater => is(Ordering::is_gt),
            BinaryOp::GreaterEqual => is(Ordering::is_ge),
            // No comparisons.
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Power => {
                return None;
            }
            BinaryOp::Concatenate | BinaryOp::And | BinaryOp::Or | BinaryOp::Implies => return None,
        }))
    }
}

fn integer(op: ArithmeticOp, left: IBig, right: IBig) -> Option<IBig> {
    let shift = || u32::try_from(&right).ok().filter(|&count| count < WIDEST).map(|count| count as usize);
    Some(match op {
        ArithmeticOp::Add => left + right,
        ArithmeticOp::Subtract => left - right,
        ArithmeticOp::Multiply => left * right,
        ArithmeticOp::Divide | ArithmeticOp::Remainder if right == IBig::ZERO => return None,
        ArithmeticOp::Divide => left / right,
        ArithmeticOp::Remainder => left % right,
        ArithmeticOp::ShiftLeft => left << shift()?,
        ArithmeticOp::ShiftRight => left >> shift()?,
        ArithmeticOp::And => left & right,
        ArithmeticOp::Or => left | right,
        ArithmeticOp::Xor => left ^ right,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_modulo_the_width() {
        let byte = IntType { bits: 8, signed: true };
        for (value, expected) in [(127, 127), (128, -128), (-129, 127), (511, -1), (256, 0)] {
            assert_eq!(wrap(IBig::from(value), byte), IBig::from(expected), "{value}");
        }
        let unsigned = IntType { bits: 8, signed: false };
        assert_eq!(wrap(IBig::from(-1), unsigned), IBig::from(255));
    }

    #[test]
    fn division_cuts_towards_zero() {
        assert_eq!(integer(ArithmeticOp::Divide, IBig::from(-7), IBig::from(2)), Some(IBig::from(-3)));
        assert_eq!(integer(ArithmeticOp::Remainder, IBig::from(-7), IBig::from(2)), Some(IBig::from(-1)));
        assert_eq!(integer(ArithmeticOp::ShiftRight, IBig::from(-7), IBig::from(1)), Some(IBig::from(-4)));
    }
}
