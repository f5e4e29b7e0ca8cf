//! Initial values of variables.

use sextant_base::Span;
use sextant_syntax::{Base, Expr, Primitive, Stmt, Type, VarId};

use super::body::Body;
use super::make;
use super::place::Place;
use crate::tree::{Initial, InitialItem, InitialValue};
use crate::types::TypeId;

impl Body<'_, '_> {
    pub(super) fn initial_scalar(&mut self, variable: VarId, initial: &Initial, span: Span) -> Vec<Stmt> {
        let ty = self.variables[variable].ty.clone();
        let value = match initial.items.first().map(|item| &item.value) {
            Some(InitialValue::Expr(value)) => self.value(value),
            _ => make::zero(ty.clone(), span),
        };
        vec![make::assign(variable, make::as_type(value, &ty), span)]
    }

    pub(super) fn initial_block(
        &mut self,
        variable: VarId,
        ty: TypeId,
        initial: &Initial,
        span: Span,
        statements: &mut Vec<Stmt>,
    ) {
        let address = make::address(Base::Variable(variable), make::ADDRESS, span);
        let bytes = self.types().size(ty).unwrap_or(0);
        if initial.zero && self.covered(initial) < bytes {
            let operands =
                vec![address.clone(), make::int(0, make::INT, span), make::int(bytes, make::SIZE, span)];
            statements.push(make::perform(Primitive::FillBytes, operands, span));
        }
        for item in &initial.items {
            self.initial_item(&address, item, span, statements);
        }
    }

    /// How many bytes the items give a value to, if they do not overlap.
    fn covered(&self, initial: &Initial) -> u64 {
        let bytes = |item: &InitialItem| match &item.value {
            _ if item.field.is_some() => 0,
            InitialValue::Text(elements, width) => elements.len() as u64 * width,
            // Not all bytes of a `long double` are ever read, but copies take them along.
            InitialValue::Expr(_) => self.types().size(item.ty).unwrap_or(0),
        };
        initial.items.iter().map(bytes).sum()
    }

    fn initial_item(&mut self, address: &Expr, item: &InitialItem, span: Span, statements: &mut Vec<Stmt>) {
        match &item.value {
            InitialValue::Text(elements, width) => {
                let bits = u8::try_from(8 * width).unwrap_or(8);
                let ty = Type::Int(sextant_syntax::IntType { bits, signed: false });
                for (at, &element) in elements.iter().enumerate() {
                    let to = make::forward(address.clone(), item.offset + at as u64 * width, make::ADDRESS);
                    statements.push(make::store(to, None, make::int(element, ty.clone(), span), span));
                }
            }
            InitialValue::Expr(value) if !self.types().is_scalar(item.ty) => {
                let bytes = self.types().size(item.ty).unwrap_or(0);
                let from = self.value(value);
                let to = make::forward(address.clone(), item.offset, make::ADDRESS);
                statements.push(make::copy(to, from, bytes, span));
            }
            InitialValue::Expr(value) => {
                let ty = self.content(item.ty);
                let value = self.value(value);
                let value = make::as_type(value, &ty);
                let place = self.item_place(address, item);
                let statement = self.put(place, value, span);
                statements.push(statement);
            }
        }
    }

    /// The place of a scalar item; a bit-field has its bytes.
    fn item_place(&mut self, address: &Expr, item: &InitialItem) -> Place {
        let unit = item.field.and_then(|(record, at)| {
            let field = self.types().records[record].fields.as_ref()?.get(at)?;
            self.lowering.unit(record, field)
        });
        let offset = unit.map_or(0, |unit| unit.offset);
        let address = make::forward(address.clone(), item.offset + offset, make::ADDRESS);
        let bits = unit.map(|unit| (unit.bits, self.unit_type(unit, item.ty)));
        Place::Memory { address, bits }
    }
}
