//! Functions that ask about their arguments instead of their values.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_base::Span;
use sextant_syntax::{Bound, Expr, ExprKind, Intrinsic, Outside, PartStep, Place, RealType, Type};

use super::subroutine::outside;
use crate::raw::{self, ExprKind as Raw};
use crate::resolve::Resolver;
use crate::resolve::build::{self, INT, convert, element_type, int, rank};
use crate::resolve::types::kind_of;

impl<'a> Resolver<'a, '_> {
    /// The answer, or `None` if the function is another one.
    pub(super) fn inquiry(
        &mut self,
        name: &raw::Name,
        given: &[Option<&raw::Expr>],
        span: Span,
    ) -> Option<Option<Expr>> {
        let first = given.first().copied().flatten();
        Some(match (&*name.upper, first) {
            ("PRESENT", Some(first)) => self.is_present(first, span),
            ("ALLOCATED", Some(first)) => self.has_storage(first, span),
            ("ASSOCIATED", Some(first)) => self.associated(first, given.get(1).copied().flatten(), span),
            ("LEN", Some(first)) => self.declared_length(first, span)?,
            ("STORAGE_SIZE", Some(first)) => self.storage_size(first, given.get(1).copied().flatten(), span),
            ("SIZE" | "LBOUND" | "UBOUND", Some(first)) => {
                self.dimension_inquiry(&name.upper, first, given[1], given[2], span)
            }
            ("SHAPE", Some(first)) => self.shape(first, span),
            (
                "KIND" | "HUGE" | "TINY" | "EPSILON" | "PRECISION" | "RANGE" | "DIGITS" | "MAXEXPONENT"
                | "MINEXPONENT" | "RADIX" | "BIT_SIZE",
                Some(first),
            ) => self.numeric_inquiry(name, first, span),
            ("SELECTED_INT_KIND", Some(first)) => {
                let digits = self.constant_int(first);
                let kind = |digits: IBig| match u32::try_from(digits).unwrap_or(99) {
                    0..=2 => 1,
                    3..=4 => 2,
                    5..=9 => 4,
                    10..=18 => 8,
                    _ => -1,
                };
                digits.map(|digits| int(kind(digits), span))
            }
            ("SELECTED_REAL_KIND", _) => self.selected_real_kind(given, span),
            ("COMMAND_ARGUMENT_COUNT" | "IARGC", _) => {
                Some(self.input_value(Outside::ArgumentCount, INT, span))
            }
            ("TIME", _) => Some(self.input_value(Outside::Seconds, INT, span)),
            ("SECOND", _) => Some(self.input_value(Outside::CpuTime, build::REAL, span)),
            _ => return None,
        })
    }

    /// A value from outside of the program.
    fn input_value(&mut self, asked: Outside, ty: Type, span: Span) -> Expr {
        let variable = self.temporary("input", ty.clone(), span);
        self.before(outside(asked, Place::Variable(variable)), span);
        build::variable(variable, ty, span)
    }

    fn is_present(&mut self, raw: &raw::Expr, span: Span) -> Option<Expr> {
        match self.place_of(raw)? {
            Place::Variable(parameter) => {
                Some(Expr { kind: ExprKind::IsPresent(parameter), ty: Type::Logical, span })
            }
            _ => self.fail(raw.span, "an optional argument is needed here"),
        }
    }

    fn has_storage(&mut self, raw: &raw::Expr, span: Span) -> Option<Expr> {
        Some(Expr { kind: ExprKind::HasStorage(self.place_of(raw)?), ty: Type::Logical, span })
    }

    fn associated(&mut self, pointer: &raw::Expr, target: Option<&raw::Expr>, span: Span) -> Option<Expr> {
        let Some(target) = target else { return self.has_storage(pointer, span) };
        let (pointer, target) = (self.place_of(pointer)?, self.place_of(target)?);
        Some(Expr { kind: ExprKind::SameStorage(pointer, target), ty: Type::Logical, span })
    }

    /// LEN of a variable does not look at its value.
    fn declared_length(&mut self, raw: &raw::Expr, span: Span) -> Option<Option<Expr>> {
        let Raw::Name(name) = &raw.kind else { return None };
        if self.substituted(&name.upper).is_some() {
            return None;
        }
        let value = self.value(raw);
        Some(match value {
            Some(value) if matches!(element_type(&value.ty), Type::Text(_)) => {
                let length = self.length_of(&value);
                Some(Expr { span, ..length })
            }
            Some(_) => self.fail(raw.span, "only a text has a length"),
            None => None,
        })
    }

    fn dimension_inquiry(
        &mut self,
        upper: &str,
        array: &raw::Expr,
        dimension: Option<&raw::Expr>,
        kind: Option<&raw::Expr>,
        span: Span,
    ) -> Option<Expr> {
        let value = self.value(array)?;
        let dimensions = rank(&value.ty);
        if dimensions == 0 {
            return self.fail(array.span, "an array is needed here");
        }
        let kind = kind.map_or(Some(None), |kind| self.specification(kind).map(Some))?;
        let ty = self.integer_kind(kind.as_ref(), span)?;
        let Some(dimension) = dimension else {
            if upper == "SIZE" {
                let size = self.total(&value, span);
                return Some(convert(size, &ty));
            }
            let bounds =
                (0..dimensions).map(|dimension| self.one_inquiry(upper, &value, dimension, span)).collect();
            return Some(self.vector_of(bounds, ty, span));
        };
        let dimension = self.integer(dimension)?;
        let answer = match crate::resolve::constant::number(&dimension) {
            Some(position) if (1..=dimensions).contains(&position) => {
                self.one_inquiry(upper, &value, position - 1, span)
            }
            Some(_) => return self.fail(dimension.span, format!("the number of dimensions is {dimensions}")),
            None => {
                let mut answer = self.one_inquiry(upper, &value, dimensions - 1, span);
                for position in (0..dimensions - 1).rev() {
                    let this = self.one_inquiry(upper, &value, position, span);
                    let is_this = build::binary(
                        sextant_syntax::BinaryOp::Equal,
                        dimension.clone(),
                        convert(int(position + 1, span), &dimension.ty),
                    );
                    answer = build::intrinsic(Intrinsic::Choose, vec![this, answer, is_this], INT, span);
                }
                answer
            }
        };
        Some(convert(answer, &ty))
    }

    fn one_inquiry(&mut self, upper: &str, value: &Expr, dimension: usize, span: Span) -> Expr {
        let whole = match &value.kind {
            ExprKind::Load(place) => {
                let designator = self.designator_of_place(place, span);
                let section = designator.steps.iter().any(|step| matches!(step, PartStep::Section(_)));
                (!section && !self.is_temporary(designator.base)).then_some(designator)
            }
            _ => None,
        };
        match (upper, whole) {
            ("LBOUND", Some(whole)) => self.bound_of(whole.base, &whole.steps, dimension, Bound::Low, span),
            ("UBOUND", Some(whole)) => self.bound_of(whole.base, &whole.steps, dimension, Bound::High, span),
            ("LBOUND", None) => int(1, span),
            _ => {
                let extents = self.extents(value);
                at_least_zero(extents.get(dimension).cloned().unwrap_or_else(|| int(0, span)))
            }
        }
    }

    /// The number of elements.
    pub(crate) fn total(&mut self, value: &Expr, span: Span) -> Expr {
        let extents = self.extents(value);
        extents.into_iter().map(at_least_zero).reduce(build::multiply).unwrap_or_else(|| int(1, span))
    }

    fn shape(&mut self, raw: &raw::Expr, span: Span) -> Option<Expr> {
        let value = self.value(raw)?;
        let extents = self.extents(&value).into_iter().map(at_least_zero).collect();
        Some(self.vector_of(extents, INT, span))
    }

    fn numeric_inquiry(&mut self, name: &raw::Name, raw: &raw::Expr, span: Span) -> Option<Expr> {
        let (value, ..) = self.apart(|resolver| resolver.value(raw));
        let ty = element_type(&value?.ty).clone();
        let power = |exponent: i32| {
            let magnitude = dashu_int::UBig::ONE << exponent.unsigned_abs() as usize;
            match exponent >= 0 {
                true => RBig::from(IBig::from(magnitude)),
                false => RBig::from_parts(IBig::ONE, magnitude),
            }
        };
        // Digits of the mantissa, least and greatest exponent, decimal digits and decimal range.
        let real = |part: RealType| match part {
            RealType::Single => (24, -125, 128, 6, 37),
            RealType::Double => (53, -1021, 1024, 15, 307),
        };
        let number = |value: i64| Some(int(value, span));
        match (&*name.upper, &ty) {
            ("KIND", _) => number(i64::from(kind_of(&ty))),
            ("BIT_SIZE", Type::Int(int)) => {
                Some(Expr { ty: ty.clone(), ..build::int(u32::from(int.bits), span) })
            }
            ("HUGE", Type::Int(int)) => {
                Some(Expr { kind: ExprKind::Int(int.limits().1), ty: ty.clone(), span })
            }
            ("RADIX", Type::Int(_) | Type::Real(_)) => number(2),
            ("DIGITS", Type::Int(int)) => number(i64::from(int.bits) - 1),
            ("RANGE", Type::Int(int)) => number(match int.bits {
                8 => 2,
                16 => 4,
                32 => 9,
                _ => 18,
            }),
            ("PRECISION", Type::Real(part) | Type::Complex(part)) => number(real(*part).3),
            ("RANGE", Type::Real(part) | Type::Complex(part)) => number(real(*part).4),
            ("DIGITS", Type::Real(part)) => number(i64::from(real(*part).0)),
            ("MINEXPONENT", Type::Real(part)) => number(i64::from(real(*part).1)),
            ("MAXEXPONENT", Type::Real(part)) => number(i64::from(real(*part).2)),
            ("EPSILON", Type::Real(part)) => Some(build::real(power(1 - real(*part).0), ty.clone(), span)),
            ("TINY", Type::Real(part)) => Some(build::real(power(real(*part).1 - 1), ty.clone(), span)),
            ("HUGE", Type::Real(part)) => {
                let (digits, _, greatest, ..) = real(*part);
                let value = (RBig::ONE - power(-digits)) * power(greatest);
                Some(build::real(value, ty.clone(), span))
            }
            _ => self.fail(span, format!("`{}` is not defined for this type", name.written)),
        }
    }

    /// The number of bits of an element.
    fn storage_size(&mut self, raw: &raw::Expr, kind: Option<&raw::Expr>, span: Span) -> Option<Expr> {
        let (value, ..) = self.apart(|resolver| resolver.value(raw));
        let kind = kind.map_or(Some(None), |kind| self.specification(kind).map(Some))?;
        let ty = self.integer_kind(kind.as_ref(), span)?;
        match self.size_of(element_type(&value?.ty)) {
            Some(bytes) => Some(Expr { ty, ..int(8 * bytes, span) }),
            None => self.fail(raw.span, "unsupported: the size of this type"),
        }
    }

    fn selected_real_kind(&mut self, given: &[Option<&raw::Expr>], span: Span) -> Option<Expr> {
        let mut limits = [0_u32; 2];
        for (limit, raw) in limits.iter_mut().zip(given) {
            if let Some(raw) = raw {
                *limit = self.constant_u32(raw)?;
            }
        }
        let kind = match limits {
            [0..=6, 0..=37] => 4,
            [0..=15, 0..=307] => 8,
            [0..=18, 0..=4931] => 10,
            [0..=33, 0..=4931] => 16,
            [_, 0..=4931] => -1,
            [0..=33, _] => -2,
            _ => -3,
        };
        Some(int(kind, span))
    }
}

/// The extent of an empty dimension is 0, however far apart its bounds are.
fn at_least_zero(extent: Expr) -> Expr {
    match build::int_value(&extent) {
        Some(value) => Expr { kind: ExprKind::Int(value.clone().max(IBig::ZERO)), ..extent },
        None => {
            let (ty, span) = (extent.ty.clone(), extent.span);
            let zero = Expr { ty: ty.clone(), ..int(0, span) };
            build::intrinsic(Intrinsic::Max, vec![zero, extent], ty, span)
        }
    }
}
