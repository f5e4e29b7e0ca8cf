//! Places: variables and bytes at addresses.

use sextant_base::Span;
use sextant_syntax::{Base, BitRange, Expr, ExprKind, IntType, Memory, Stmt, Type, VarId};

use super::body::{Body, Home};
use super::make;
use super::types::Unit;
use crate::tree::{self, ExprKind as C};
use crate::types::TypeId;

/// Where a scalar is. Only settled places are cloned.
#[derive(Clone)]
pub(super) enum Place {
    /// In a variable.
    Slot(VarId),
    /// At an address.
    Memory {
        address: Expr,
        /// Of a bit-field, the bits, and the type of the unit that holds them.
        bits: Option<(BitRange, Type)>,
    },
}

impl Body<'_, '_> {
    /// The place that an expression stands for.
    pub(super) fn place(&mut self, expr: &tree::Expr) -> Place {
        if let C::Local(id) = &expr.kind
            && let Home::Slot(variable) = self.home(*id)
        {
            return Place::Slot(variable);
        }
        if let C::Member(base, record, field) = &expr.kind {
            let field = self.types().records[*record].fields.as_ref().and_then(|fields| fields.get(*field));
            if let Some(unit) = field.and_then(|field| self.lowering.unit(*record, field)) {
                let base = self.address(base);
                let address = make::forward(base, unit.offset, make::ADDRESS);
                let bits = Some((unit.bits, self.unit_type(unit, expr.ty)));
                return Place::Memory { address, bits };
            }
        }
        Place::Memory { address: self.address(expr), bits: None }
    }

    /// The type of the bytes that hold a bit-field.
    pub(super) fn unit_type(&self, unit: Unit, declared: TypeId) -> Type {
        let signed = self.types().integer(declared).is_some_and(|ty| ty.signed);
        Type::Int(IntType { bits: u8::try_from(8 * unit.bytes).unwrap_or(128), signed })
    }

    /// The address of a place, or of a struct that is a value.
    pub(super) fn address(&mut self, expr: &tree::Expr) -> Expr {
        let span = expr.span;
        let ty = self.pointer_to(expr.ty);
        match &expr.kind {
            C::Local(id) => match self.home(*id) {
                Home::Block(variable) => make::address(Base::Variable(variable), ty, span),
                Home::Given(variable) => make::load(variable, ty, span),
                // Not met: the address of such a variable is not taken.
                Home::Slot(_) => make::int(0, ty, span),
            },
            C::Global(id) => match self.lowering.globals.get(id) {
                Some(&global) => make::address(Base::Global(global), ty, span),
                None => make::int(0, ty, span),
            },
            C::Function(id) => self.function_address(*id, span),
            C::Compound(id, initial) => {
                let statements = self.initialised(*id, Some(initial), span);
                let address = match self.home(*id) {
                    Home::Block(variable) => make::address(Base::Variable(variable), ty, span),
                    // A scalar whose address is not taken is read by `load`.
                    Home::Slot(_) | Home::Given(_) => make::int(0, ty, span),
                };
                make::sequence(statements, address)
            }
            C::Deref(pointer) => {
                let pointer = self.displaced(pointer, true);
                self.aligned(pointer, expr.ty)
            }
            C::Member(base, record, field) => {
                let fields = self.types().records[*record].fields.as_ref();
                let offset = fields.and_then(|fields| fields.get(*field)).map_or(0, |field| field.offset / 8);
                let base = self.address(base);
                make::forward(base, offset, ty)
            }
            C::ComplexPart(base, imaginary) => {
                let size = self.types().size(expr.ty).unwrap_or(0);
                let base = self.address(base);
                make::forward(base, if *imaginary { size } else { 0 }, ty)
            }
            C::Load(place) => self.address(place),
            _ => self.aggregate(expr, ty),
        }
    }

    /// An address at which a value of the type may lie, where that is not plain from how it came to be.
    fn aligned(&mut self, pointer: Expr, ty: TypeId) -> Expr {
        if !self.lowering.realigned.contains(&ty) {
            return pointer;
        }
        let (target, span) = (pointer.ty.clone(), pointer.span);
        make::memory(Memory::Aligned { pointer, align: self.types().align(ty) }, target, span)
    }

    pub(super) fn pointer_to(&mut self, ty: TypeId) -> Type {
        Type::Pointer(self.types().is_plain(ty).then(|| Box::new(self.content(ty))))
    }

    /// The value of a place.
    pub(super) fn load(&mut self, place: &tree::Expr, span: Span) -> Expr {
        let ty = self.content(place.ty);
        if let C::Compound(id, initial) = &place.kind
            && let Home::Slot(variable) = self.home(*id)
        {
            let statements = self.initialised(*id, Some(initial), span);
            return make::sequence(statements, make::load(variable, ty, span));
        }
        match self.place(place) {
            Place::Slot(variable) => make::load(variable, ty, span),
            Place::Memory { address, bits } => self.fetch(address, bits, ty, span),
        }
    }

    pub(super) fn fetch(
        &mut self,
        address: Expr,
        bits: Option<(BitRange, Type)>,
        ty: Type,
        span: Span,
    ) -> Expr {
        let value = match bits {
            Some((bits, unit)) => make::wrap(make::fetch(address, Some(bits), unit), ty),
            None => make::fetch(address, None, ty),
        };
        Expr { span, ..value }
    }

    /// The statement that puts a value of the type of the place into it.
    pub(super) fn put(&mut self, place: Place, value: Expr, span: Span) -> Stmt {
        match place {
            Place::Slot(variable) => {
                let ty = self.variables[variable].ty.clone();
                make::assign(variable, make::as_type(value, &ty), span)
            }
            Place::Memory { address, bits: Some((bits, unit)) } => {
                make::store(address, Some(bits), make::wrap(value, unit), span)
            }
            Place::Memory { address, bits: None } => make::store(address, None, value, span),
        }
    }

    /// The place with an address that can be read several times; the statements compute it.
    pub(super) fn settled(&mut self, place: Place, statements: &mut Vec<Stmt>) -> Place {
        match place {
            Place::Memory { address, bits } => {
                Place::Memory { address: self.repeatable(address, statements), bits }
            }
            slot => slot,
        }
    }

    /// The value in a settled place.
    pub(super) fn value_in(&mut self, place: &Place, ty: &Type, span: Span) -> Expr {
        match place {
            Place::Slot(variable) => make::load(*variable, ty.clone(), span),
            Place::Memory { address, bits } => self.fetch(address.clone(), bits.clone(), ty.clone(), span),
        }
    }
}

/// Whether an expression reads variables and constants only, so that reading it twice is the same as once.
pub(super) fn is_simple(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Real(_) | ExprKind::Load(_) => true,
        ExprKind::Wrap(operand) => is_simple(operand),
        ExprKind::Memory(memory) => match &**memory {
            Memory::Address(_) => true,
            Memory::Aligned { pointer, .. } => is_simple(pointer),
            Memory::Displace { pointer, index, .. } => is_simple(pointer) && is_simple(index),
            _ => false,
        },
        _ => false,
    }
}
