//! Typed expressions from typed parts.

use sextant_base::Span;

use super::Unit;
use crate::tree::{CastKind, Constant, Expr, ExprKind};
use crate::types::{INT, Type, TypeId};

impl Unit<'_> {
    pub(super) fn int_type(&mut self) -> TypeId {
        self.program.types.int(INT)
    }

    pub(super) fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Pointer(_))
    }

    /// The value of a place. Values have no qualifiers, and those of records are what they are.
    pub(super) fn load(&mut self, place: Expr) -> Expr {
        Expr { ty: place.ty, span: place.span, kind: ExprKind::Load(Box::new(place)) }
    }

    /// What a pointer leads to.
    pub(super) fn deref(&mut self, pointer: Expr) -> Expr {
        let span = pointer.span;
        let ty = self.program.types.pointee(pointer.ty);
        let ty = ty.unwrap_or_else(|| self.program.types.id(Type::Void));
        match pointer.kind {
            // `*&x` is `x`, but not where the address is that of the first element.
            ExprKind::Address(place) if place.ty == ty => *place,
            _ => Expr { kind: ExprKind::Deref(Box::new(pointer)), ty, span },
        }
    }

    /// A pointer to a place or function.
    pub(super) fn address_of(&mut self, place: Expr) -> Expr {
        let ty = self.program.types.pointer(place.ty);
        self.address_typed(place, ty)
    }

    /// The pointer that an array or a function becomes.
    pub(super) fn decay(&mut self, place: Expr) -> Expr {
        let to = match self.program.types.get(place.ty) {
            Type::Array(element, _) | Type::Variable(element, _) => *element,
            _ => place.ty,
        };
        let ty = self.program.types.pointer(to);
        self.address_typed(place, ty)
    }

    fn address_typed(&mut self, place: Expr, ty: TypeId) -> Expr {
        self.mark_addressed(&place);
        let span = place.span;
        // What an array becomes keeps the array: its elements are counted.
        let array = matches!(self.program.types.get(place.ty), Type::Array(..));
        match place.kind {
            // `&*p` is `p`, though perhaps of another type.
            ExprKind::Deref(pointer) if pointer.ty == ty => *pointer,
            ExprKind::Deref(pointer) if !array => {
                Expr { kind: ExprKind::Cast(CastKind::Convert, pointer), ty, span }
            }
            _ => Expr { kind: ExprKind::Address(Box::new(place)), ty, span },
        }
    }

    /// Notes that a variable, or a part of it, has its address taken.
    fn mark_addressed(&mut self, place: &Expr) {
        let mut place = place;
        loop {
            match &place.kind {
                ExprKind::Member(base, ..) | ExprKind::ComplexPart(base, _) => place = base,
                ExprKind::Local(id) | ExprKind::Compound(id, _) => {
                    if let Some(function) = &mut self.function {
                        function.locals[*id].addressed = true;
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    /// `pointer + index`, or `-`.
    pub(super) fn displace(&mut self, pointer: Expr, index: Expr, negative: bool, span: Span) -> Expr {
        let ty = pointer.ty;
        Expr {
            kind: ExprKind::Displace { pointer: Box::new(pointer), index: Box::new(index), negative },
            ty,
            span,
        }
    }

    /// A number where the expression is one; only for what never goes wrong.
    pub(super) fn folded(&mut self, expr: Expr) -> Expr {
        match self.constant(&expr) {
            Some(Constant::Int(value)) => Expr { kind: ExprKind::Int(value), ..expr },
            Some(Constant::Real(value)) => Expr { kind: ExprKind::Real(value), ..expr },
            _ => expr,
        }
    }

    /// A number or pointer as one of another type.
    pub(super) fn convert(&mut self, value: Expr, ty: TypeId) -> Expr {
        if value.ty == ty {
            return value;
        }
        let kind =
            if *self.program.types.get(ty) == Type::Bool { CastKind::Truth } else { CastKind::Convert };
        let literal = matches!(value.kind, ExprKind::Int(_));
        let cast = Expr { span: value.span, kind: ExprKind::Cast(kind, Box::new(value)), ty };
        if literal { self.folded(cast) } else { cast }
    }
}
