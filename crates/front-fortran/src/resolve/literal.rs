//! Constants as written.

use std::str::FromStr;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use sextant_base::Span;
use sextant_syntax::{Expr, ExprKind, RealType, Type};

use super::Resolver;
use super::build::{self, DOUBLE, INT, REAL, element_type};
use super::types::{integer_of_kind, real_of_kind};
use crate::raw::{self, KindSuffix, Radix};

/// Exponents beyond this are beyond every machine's numbers.
const GREATEST_EXPONENT: i64 = 5_000;

impl Resolver<'_, '_> {
    fn kind_suffix(&mut self, kind: &KindSuffix, span: Span) -> Option<u32> {
        match kind {
            KindSuffix::Digits(kind) => Some(*kind),
            KindSuffix::Name(name) => {
                let raw = raw::Expr { kind: raw::ExprKind::Name(name.clone()), span, depth: 1 };
                self.constant_u32(&raw)
            }
        }
    }

    pub(crate) fn int_literal(
        &mut self,
        digits: &str,
        kind: Option<&KindSuffix>,
        span: Span,
    ) -> Option<Expr> {
        let value = IBig::from_str(digits).unwrap_or(IBig::ZERO);
        let ty = match kind {
            Some(kind) => {
                let kind = self.kind_suffix(kind, span)?;
                match integer_of_kind(kind) {
                    Some(ty) => ty,
                    None => return self.fail(span, format!("unsupported: integers of kind {kind}")),
                }
            }
            None if value <= IBig::from(i32::MAX) + 1 => INT,
            None => Type::Int(sextant_syntax::IntType { bits: 64, signed: true }),
        };
        Some(Expr { kind: ExprKind::Int(value), ty, span })
    }

    pub(crate) fn real_literal(&mut self, text: &str, kind: Option<&KindSuffix>, span: Span) -> Option<Expr> {
        let ty = match kind {
            Some(kind) => {
                let kind = self.kind_suffix(kind, span)?;
                match real_of_kind(kind) {
                    Some(ty) => Type::Real(ty),
                    None => return self.fail(span, format!("unsupported: reals of kind {kind}")),
                }
            }
            None if text.contains(['D', 'd']) => DOUBLE,
            None if text.contains(['Q', 'q']) => return self.fail(span, "unsupported: reals of 16 bytes"),
            None => REAL,
        };
        match decimal(text) {
            Some(value) => Some(build::real(value, ty, span)),
            None => self.fail(span, "this number cannot be read"),
        }
    }

    pub(crate) fn complex_literal(&mut self, re: &raw::Expr, im: &raw::Expr, span: Span) -> Option<Expr> {
        let (re, im) = (self.scalar(re), self.scalar(im));
        let (re, im) = (re?, im?);
        let is_double = [&re, &im].iter().any(|part| *element_type(&part.ty) == DOUBLE);
        let part = if is_double { RealType::Double } else { RealType::Single };
        if ![&re, &im].iter().all(|part| matches!(part.ty, Type::Int(_) | Type::Real(_))) {
            return self.fail(span, "the parts of a complex constant are numbers");
        }
        let ty = Type::Real(part);
        let (re, im) = (build::convert(re, &ty), build::convert(im, &ty));
        Some(Expr { kind: ExprKind::Complex(Box::new(re), Box::new(im)), ty: Type::Complex(part), span })
    }
}

/// `12.5D+3` as an exact number.
pub(crate) fn decimal(text: &str) -> Option<RBig> {
    let (digits, exponent) = match text.find(['E', 'D', 'e', 'd']) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mantissa = UBig::from_str(&format!("0{whole}{fraction}")).ok()?;
    let shift = exponent - fraction.len() as i64;
    if mantissa == UBig::ZERO {
        return Some(RBig::ZERO);
    }
    if shift.abs() > GREATEST_EXPONENT {
        return None;
    }
    let scale = UBig::from(10_u8).pow(shift.unsigned_abs() as usize);
    Some(match shift >= 0 {
        true => RBig::from(IBig::from(mantissa * scale)),
        false => RBig::from_parts(IBig::from(mantissa), scale),
    })
}

/// The value of a BOZ constant.
pub(crate) fn boz(radix: Radix, digits: &str) -> Option<u64> {
    u64::from_str_radix(digits, radix.base()).ok()
}
