//! Types: kinds, lengths, bounds, sizes.

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::{ArrayBounds, Expr, IntType, RealType, TextLength, Type};

use super::build::{INT, array_of, convert, int};
use super::scope::{EntityRef, Flags, Role};
use super::{Resolver, constant};
use crate::raw::{self, Size, TypeKind, Upper};

/// The bytes of a handle where it lies in an area or a record.
const HANDLE_BYTES: u64 = 8;

/// The integer type of a kind.
pub(crate) fn integer_of_kind(kind: u32) -> Option<Type> {
    matches!(kind, 1 | 2 | 4 | 8).then(|| Type::Int(IntType { bits: (kind * 8) as u8, signed: true }))
}

/// The real type of a kind.
pub(crate) fn real_of_kind(kind: u32) -> Option<RealType> {
    match kind {
        4 => Some(RealType::Single),
        8 => Some(RealType::Double),
        _ => None,
    }
}

/// The kind of a type, as KIND tells it.
pub(crate) fn kind_of(ty: &Type) -> u32 {
    match ty {
        Type::Int(ty) => u32::from(ty.bits) / 8,
        Type::Real(ty) | Type::Complex(ty) => ty.bytes() as u32,
        Type::Text(_) => 1,
        _ => 4,
    }
}

impl<'a> Resolver<'a, '_> {
    /// The type of a declaration, without bounds. The length behind a name replaces that of the type.
    pub(crate) fn scalar_type(&mut self, spec: &raw::TypeSpec, length: Option<&raw::Length>) -> Option<Type> {
        let behind_name = match (length, &spec.kind) {
            (None, _) | (_, TypeKind::Character { .. }) => None,
            (Some(raw::Length::Given(bytes)), _) => Some(self.constant_u32(bytes)?),
            (Some(_), _) => return self.fail(spec.span, "only a character variable can have such a length"),
        };
        let size =
            |resolver: &mut Self, size: &Option<Size>, default: u32, parts: u32| match (behind_name, size) {
                (Some(bytes), _) => Some(bytes / parts),
                (None, Some(Size::Bytes(bytes))) => Some(bytes / parts),
                (None, Some(Size::Kind(kind))) => resolver.constant_u32(kind),
                (None, None) => Some(default),
            };
        let ty = match &spec.kind {
            TypeKind::Integer(given) => integer_of_kind(size(self, given, 4, 1)?),
            TypeKind::Real(given) => real_of_kind(size(self, given, 4, 1)?).map(Type::Real),
            TypeKind::Complex(given) => real_of_kind(size(self, given, 4, 2)?).map(Type::Complex),
            TypeKind::DoublePrecision => Some(Type::Real(RealType::Double)),
            TypeKind::DoubleComplex => Some(Type::Complex(RealType::Double)),
            TypeKind::Logical(given) => {
                size(self, given, 4, 1)?;
                Some(Type::Logical)
            }
            TypeKind::Byte => integer_of_kind(1),
            TypeKind::Character { length: given, .. } => {
                return self.text_type(length.or(given.as_ref()), spec.span);
            }
            TypeKind::Derived(name) | TypeKind::Class(Some(name)) => return self.record_type(name),
            TypeKind::Class(None) => return self.fail(spec.span, "unsupported: a variable of any type"),
        };
        ty.or_else(|| self.fail(spec.span, "unsupported: this size of a number"))
    }

    fn text_type(&mut self, length: Option<&raw::Length>, span: Span) -> Option<Type> {
        Some(Type::Text(match length {
            None => TextLength::Given(Box::new(int(1, span))),
            Some(raw::Length::Given(length)) => {
                let length = self.specification(length)?;
                match constant::int(&length) {
                    Some(value) => TextLength::Given(Box::new(int(value.max(IBig::ZERO), length.span))),
                    None => TextLength::Given(Box::new(length)),
                }
            }
            Some(raw::Length::Assumed) => TextLength::OfArgument,
            Some(raw::Length::Deferred) => TextLength::Open,
        }))
    }

    /// A whole number that may use constants and dummy arguments.
    pub(crate) fn specification(&mut self, raw: &raw::Expr) -> Option<Expr> {
        let (value, before, after) = self.apart(|resolver| resolver.scalar(raw));
        let value = value?;
        let value = match self.constant_after(&before, &value).filter(|_| !before.is_empty()) {
            Some(constant) => constant,
            None => {
                self.body.before.extend(before);
                self.body.after.extend(after);
                value
            }
        };
        if !matches!(value.ty, Type::Int(_) | Type::Real(_)) {
            return self.fail(raw.span, "a whole number is needed here");
        }
        let value = if matches!(value.ty, Type::Int(_)) { value } else { convert(value, &INT) };
        Some(constant::folded(value))
    }

    /// A constant whole number.
    pub(crate) fn constant_int(&mut self, raw: &raw::Expr) -> Option<IBig> {
        let value = self.specification(raw)?;
        constant::int(&value).or_else(|| self.fail(raw.span, "a constant is needed here"))
    }

    pub(crate) fn constant_u32(&mut self, raw: &raw::Expr) -> Option<u32> {
        let value = self.constant_int(raw)?;
        u32::try_from(value).ok().or_else(|| self.fail(raw.span, "this number makes no sense here"))
    }

    /// The type of an entity without its bounds.
    pub(crate) fn entity_type(&mut self, entity: EntityRef) -> Option<Type> {
        if let Some(ty) = &self.entity(entity).scalar {
            return Some(ty.clone());
        }
        if matches!(self.entity(entity).role, Role::Broken) {
            return None;
        }
        if self.typing.contains(&entity) {
            let name = self.entity(entity).name.clone();
            return self.fail(name.span, format!("`{}` is defined by itself", name.written));
        }
        self.typing.push(entity);
        let ty = self.within(entity.unit, |resolver| resolver.declared_type(entity));
        self.typing.pop();
        match &ty {
            Some(ty) => self.entity_mut(entity).scalar = Some(ty.clone()),
            None => self.entity_mut(entity).role = Role::Broken,
        }
        ty
    }

    fn declared_type(&mut self, entity: EntityRef) -> Option<Type> {
        let found = self.entity(entity);
        let (spec, length, name) = (found.spec, found.length, found.name.clone());
        if let Some(spec) = spec {
            return self.scalar_type(spec, length);
        }
        if let Some(interface) = found.interface
            && let Some(result) = self.scopes[interface].result
        {
            return self.entity_type(EntityRef { unit: interface, index: result });
        }
        match self.scopes[entity.unit].implicit_rule(&name.upper) {
            Some(rule) => self.scalar_type(&rule.ty, length),
            None if self.scopes[entity.unit].implicit.none => {
                if self.scopes[entity.unit].incomplete {
                    return Some(super::build::REAL);
                }
                self.fail(name.span, format!("`{}` is not declared", name.written))
            }
            None if matches!(name.upper.chars().next(), Some('I'..='N')) => self.sized(INT, length),
            None => self.sized(super::build::REAL, length),
        }
    }

    /// An undeclared type with a size behind the name, as in `DIMENSION` of some dialects.
    fn sized(&mut self, ty: Type, length: Option<&raw::Length>) -> Option<Type> {
        match length {
            Some(raw::Length::Given(bytes)) => {
                let bytes = self.constant_u32(bytes)?;
                match ty {
                    Type::Int(_) => integer_of_kind(bytes),
                    _ => real_of_kind(bytes).map(Type::Real),
                }
            }
            _ => Some(ty),
        }
    }

    /// The whole type of an entity that is a variable.
    pub(crate) fn full_type(&mut self, entity: EntityRef) -> Option<Type> {
        let mut scalar = self.entity_type(entity)?;
        let found = self.entity(entity);
        let (flags, dimensions, span) = (found.flags, found.dimensions, found.name.span);
        if let Type::Text(length @ TextLength::OfArgument) = &mut scalar
            && !flags.dummy
            && !flags.parameter
        {
            if !flags.result {
                return self.fail(span, "only a dummy argument can have the length of its argument");
            }
            let variable = self.within(entity.unit, |resolver| resolver.result_length(span));
            *length = TextLength::Given(Box::new(super::build::variable(variable, INT, span)));
        }
        let ty = match dimensions {
            Some(dimensions) if flags.allocatable || flags.pointer => array_of(scalar, dimensions.len()),
            Some(dimensions) => {
                let bounds = self.within(entity.unit, |resolver| resolver.bounds(dimensions, flags))?;
                Type::Array(Box::new(scalar), bounds)
            }
            None => scalar,
        };
        Some(if flags.allocatable || flags.pointer { Type::Handle(Box::new(ty)) } else { ty })
    }

    pub(crate) fn bounds(&mut self, dimensions: &[raw::Dimension], flags: Flags) -> Option<Vec<ArrayBounds>> {
        let last = dimensions.len() - 1;
        let bound = |(position, dimension)| self.bound(dimension, position == last, flags);
        dimensions.iter().enumerate().map(bound).collect()
    }

    fn bound(&mut self, dimension: &raw::Dimension, is_last: bool, flags: Flags) -> Option<ArrayBounds> {
        let low = match &dimension.low {
            Some(low) => self.specification(low)?,
            None => int(1, dimension.span),
        };
        let of_argument = flags.dummy || flags.result;
        match &dimension.high {
            Upper::Given(high) => {
                let high = self.specification(high)?;
                // `A(1)` as the last dimension is how FORTRAN 66 says "as many as there are".
                let open = is_last
                    && flags.dummy
                    && dimension.low.is_none()
                    && super::build::int_value(&high).is_some_and(IBig::is_one);
                let (low, high) = (Box::new(low), Box::new(high));
                Some(match of_argument {
                    true => ArrayBounds::Sequence { low, high: (!open).then_some(high) },
                    false => ArrayBounds::Given { low, high },
                })
            }
            Upper::Star if flags.dummy && is_last => {
                Some(ArrayBounds::Sequence { low: Box::new(low), high: None })
            }
            Upper::Star if flags.parameter => Some(ArrayBounds::Deferred),
            Upper::Star => {
                self.fail(dimension.span, "only the last dimension of a dummy argument can be `*`")
            }
            Upper::Colon if flags.dummy => Some(ArrayBounds::Shape { low: Box::new(low) }),
            Upper::Colon => self.fail(
                dimension.span,
                "only a dummy argument, an allocatable or a pointer can have the bounds `:`",
            ),
        }
    }

    /// The size of a type in storage, if it is constant.
    pub(crate) fn size_of(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Int(ty) => Some(u64::from(ty.bits) / 8),
            Type::Real(ty) => Some(ty.bytes()),
            Type::Complex(ty) => Some(2 * ty.bytes()),
            Type::Logical => Some(4),
            Type::Text(TextLength::Given(length)) => super::build::known(length),
            Type::Text(_) => None,
            Type::Record(id) => Some(self.records[*id].size),
            Type::Handle(_) | Type::Procedure | Type::Pointer(_) => Some(HANDLE_BYTES),
            Type::Block(_) => None,
            Type::Array(element, bounds) => {
                let mut size = self.size_of(element)?;
                for bound in bounds {
                    size = size.checked_mul(extent(bound)?)?;
                }
                Some(size)
            }
        }
    }
}

/// The constant extent of a dimension.
pub(crate) fn extent(bounds: &ArrayBounds) -> Option<u64> {
    let (low, high) = constant_bounds(bounds)?;
    u64::try_from((high - low + IBig::ONE).max(IBig::ZERO)).ok()
}

/// The constant bounds of a dimension.
pub(crate) fn constant_bounds(bounds: &ArrayBounds) -> Option<(IBig, IBig)> {
    match bounds {
        ArrayBounds::Given { low, high } | ArrayBounds::Sequence { low, high: Some(high) } => {
            Some((super::build::int_value(low)?.clone(), super::build::int_value(high)?.clone()))
        }
        _ => None,
    }
}
