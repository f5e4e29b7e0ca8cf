//! Functions of the bits of integers that others are enough for, and small questions about numbers.

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Intrinsic, Type};

use super::Given;
use crate::resolve::Resolver;
use crate::resolve::build::{self, INT, convert, element_type, int, intrinsic, rank};

/// The names of the arguments of a function that is written with others.
pub(super) fn parameters(upper: &str) -> Option<&'static [&'static str]> {
    Some(match upper {
        "POPPAR" | "LEADZ" | "TRAILZ" | "IS_IOSTAT_END" | "IS_IOSTAT_EOR" => &["I"],
        "SHIFTA" => &["I", "SHIFT"],
        "MASKL" | "MASKR" => &["I", "KIND"],
        "MERGE_BITS" => &["I", "J", "MASK"],
        "DSHIFTL" | "DSHIFTR" => &["I", "J", "SHIFT"],
        "BGE" | "BGT" | "BLE" | "BLT" => &["I", "J"],
        "ISNAN" => &["X"],
        _ => return None,
    })
}

/// An integer constant of a type.
fn constant(value: impl Into<IBig>, ty: &Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Int(value.into()), ty: ty.clone(), span }
}

fn bits_of(ty: &Type) -> Option<u32> {
    if let Type::Int(int) = ty { Some(u32::from(int.bits)) } else { None }
}

impl Resolver<'_, '_> {
    pub(super) fn derived(&mut self, upper: &str, given: &Given, span: Span) -> Option<Option<Expr>> {
        let x = given.first()?.clone()?;
        if upper == "ISNAN" {
            let is_real = matches!(element_type(&x.ty), Type::Real(_));
            let x = if rank(&x.ty) == 0 { self.keep("number", x) } else { x };
            return is_real.then(|| Some(build::binary(BinaryOp::NotEqual, x.clone(), x)));
        }
        let ty = element_type(&x.ty).clone();
        let bits = bits_of(&ty)?;
        let others: Vec<Expr> = given.iter().skip(1).flatten().cloned().collect();
        if !others.iter().all(|other| matches!(element_type(&other.ty), Type::Int(_))) {
            return None;
        }
        let of = |function, operands: Vec<Expr>| intrinsic(function, operands, ty.clone(), span);
        let not = |x: Expr| of(Intrinsic::BitNot, vec![x]);
        let left = |x: Expr, by: Expr| of(Intrinsic::Shift, vec![x, by]);
        let right = |x: Expr, by: Expr| of(Intrinsic::Shift, vec![x, build::negate(by)]);
        let both = |function, x: Expr, y: Expr| of(function, vec![x, convert(y, &ty)]);
        let second = others.first().cloned();
        Some(Some(match upper {
            "POPPAR" => {
                let count = intrinsic(Intrinsic::BitCount, vec![x], INT, span);
                intrinsic(Intrinsic::BitAnd, vec![count, int(1, span)], INT, span)
            }
            "LEADZ" | "TRAILZ" => return Some(Some(self.zeros(upper == "LEADZ", x, bits, span))),
            "IS_IOSTAT_END" => build::binary(BinaryOp::Equal, x, constant(-1, &ty, span)),
            "IS_IOSTAT_EOR" => build::binary(BinaryOp::Equal, x, constant(-2, &ty, span)),
            "SHIFTA" => {
                let by = second?;
                let negative = not(right(not(x.clone()), by.clone()));
                let is_negative = build::binary(BinaryOp::Less, x.clone(), constant(0, &ty, span));
                of(Intrinsic::Choose, vec![negative, right(x, by), is_negative])
            }
            "MASKL" | "MASKR" => {
                let Some(ty) = self.integer_kind(given.get(1)?.as_ref(), span) else { return Some(None) };
                let by = if upper == "MASKL" { build::negate(x) } else { x };
                let rest = intrinsic(Intrinsic::Shift, vec![constant(-1, &ty, span), by], ty.clone(), span);
                intrinsic(Intrinsic::BitNot, vec![rest], ty, span)
            }
            "MERGE_BITS" => {
                let mask = convert(others.get(1)?.clone(), &ty);
                let ones = both(Intrinsic::BitAnd, x, mask.clone());
                let zeros = both(Intrinsic::BitAnd, not(mask), second?);
                both(Intrinsic::BitOr, ones, zeros)
            }
            "DSHIFTL" | "DSHIFTR" => {
                let (low, by) = (convert(second?, &ty), others.get(1)?.clone());
                let rest = build::subtract(constant(bits, element_type(&by.ty), span), by.clone());
                let (of_high, of_low) = if upper == "DSHIFTL" { (by, rest) } else { (rest, by) };
                both(Intrinsic::BitOr, left(x, of_high), right(low, of_low))
            }
            "BGE" | "BGT" | "BLE" | "BLT" => {
                let y = second.filter(|y| *element_type(&y.ty) == ty)?;
                let op = match upper {
                    "BGE" => BinaryOp::GreaterEqual,
                    "BGT" => BinaryOp::Greater,
                    "BLE" => BinaryOp::LessEqual,
                    _ => BinaryOp::Less,
                };
                // With the highest bit turned round, the order of signed numbers is that of their bits.
                let highest = -(IBig::ONE << (bits - 1) as usize);
                let turned = |x: Expr| both(Intrinsic::BitXor, x, constant(highest.clone(), &ty, span));
                build::binary(op, turned(x), turned(y))
            }
            _ => return None,
        }))
    }

    /// How many bits are zero before the highest one, or below the lowest one: those that stay zero when every other is
    /// spread over all bits after it.
    fn zeros(&mut self, leading: bool, x: Expr, bits: u32, span: Span) -> Expr {
        let ty = element_type(&x.ty).clone();
        let mut spread = x;
        let mut distance = 1_i64;
        while distance < i64::from(bits) {
            spread = if rank(&spread.ty) == 0 { self.keep("bits", spread) } else { self.readable(spread) };
            let by = int(if leading { -distance } else { distance }, span);
            let moved = intrinsic(Intrinsic::Shift, vec![spread.clone(), by], ty.clone(), span);
            spread = intrinsic(Intrinsic::BitOr, vec![spread, moved], ty.clone(), span);
            distance *= 2;
        }
        let ones = intrinsic(Intrinsic::BitCount, vec![spread], INT, span);
        build::binary(BinaryOp::Subtract, int(bits, span), ones)
    }
}
