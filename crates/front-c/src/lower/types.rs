//! Types of the shared tree.
//!
//! A type is made once: bounds in it have places, and types are compared with them.

use sextant_base::{SourceId, Span};
use sextant_syntax::{ArrayBounds, BitRange, Component, Connectives, RealType, Record, Rules, Type};

use super::{Lowering, make};
use crate::types::{self, Float, RecordId, TypeId};

impl Lowering<'_> {
    /// The type of what lies in storage: a scalar, an array or a record.
    pub(super) fn content(&mut self, id: TypeId) -> Type {
        if let Some(known) = self.types.get(&id) {
            return known.clone();
        }
        let ty = self.new_content(id);
        self.types.insert(id, ty.clone());
        ty
    }

    fn new_content(&mut self, id: TypeId) -> Type {
        let types = &self.tree.types;
        match types.get(id) {
            types::Type::Bool => make::BOOL,
            types::Type::Int(_) | types::Type::Enum(_) => types.integer(id).map_or(make::BYTE, Type::Int),
            types::Type::Float(Float::Single) => Type::Real(RealType::Single),
            types::Type::Float(_) => Type::Real(RealType::Double),
            &types::Type::Pointer(to) if matches!(types.get(to), types::Type::Function(_)) => {
                Type::Pointer(Some(Box::new(Type::Procedure)))
            }
            &types::Type::Pointer(to) => {
                // Only what is scalar or has a name is told apart by its pointers, rows of it, and pointers to these.
                let is_function = |of: TypeId| matches!(types.get(of), types::Type::Function(_));
                let plain = |of: TypeId| types.is_plain(types.row_element(of));
                let to = computed_row_element(types, to);
                let named = plain(to) || types.pointee(to).is_some_and(|to| plain(to) || is_function(to));
                Type::Pointer(named.then(|| Box::new(self.content(to))))
            }
            types::Type::Array(element, length) => self.row(*element, length.unwrap_or(0)),
            types::Type::Vector(element, length) => self.row(*element, *length),
            types::Type::Complex(part) => self.row(*part, 2),
            types::Type::Variable(element, _) => self.content(*element),
            types::Type::Record(record) => Type::Record(self.record(*record)),
            types::Type::Void | types::Type::Function(_) | types::Type::Builtin => make::BYTE,
        }
    }

    /// The type of a value of a scalar type; of any other one, that of its address.
    pub(super) fn value_type(&mut self, id: TypeId) -> Type {
        if self.tree.types.is_scalar(id) { self.content(id) } else { make::ADDRESS }
    }

    fn row(&mut self, element: TypeId, length: u64) -> Type {
        let bound = |value: i128| Box::new(make::int(value, make::LONG, NOWHERE));
        let bounds = ArrayBounds::Given { low: bound(0), high: bound(i128::from(length) - 1) };
        Type::vector(self.content(element), bounds)
    }

    fn record(&mut self, id: RecordId) -> sextant_syntax::RecordId {
        if let Some(&known) = self.records.get(&id) {
            return known;
        }
        let record = &self.tree.types.records[id];
        let name = if record.name.is_empty() { format!("record {}", id.0) } else { record.name.clone() };
        let new = self.program.records.push(Record { name, components: Vec::new(), size: record.size });
        self.records.insert(id, new);
        // Members may lead to the record itself.
        let mut components = Vec::new();
        for field in record.fields.iter().flatten() {
            let unit = self.unit(id, field);
            let ty = self.content(field.ty);
            components.push(Component {
                name: field.name.clone(),
                ty,
                offset: unit.map_or(field.offset / 8, |unit| unit.offset),
                bits: unit.map(|unit| unit.bits),
            });
        }
        self.program.records[new].components = components;
        new
    }

    /// The bytes that hold a bit-field, and where in them it is.
    pub(super) fn unit(&self, record: RecordId, field: &types::Field) -> Option<Unit> {
        let width = field.width?;
        let size = self.tree.types.size(field.ty)?.max(1);
        let record_size = self.tree.types.records[record].size;
        let (first, last) = (field.offset, field.offset + u64::from(width).max(1) - 1);
        // The declared type's own unit where the field lies in it, else as many bytes as it takes.
        let own = first / (8 * size) * size;
        let fits = last < 8 * (own + size) && own + size <= record_size;
        let (offset, bytes) = if fits {
            (own, size)
        } else {
            let offset = first / 8;
            let bytes = (last / 8 - offset + 1).next_power_of_two();
            // Not beyond the end of the record.
            (if offset + bytes > record_size { record_size.saturating_sub(bytes) } else { offset }, bytes)
        };
        let bits =
            BitRange { first: u8::try_from(first - 8 * offset).ok()?, width: u8::try_from(width).ok()? };
        Some(Unit { offset, bytes, bits })
    }
}

/// What rows of computed length consist of; anything else itself.
fn computed_row_element(types: &types::Types, id: TypeId) -> TypeId {
    match types.get(id) {
        types::Type::Variable(element, _) => computed_row_element(types, *element),
        _ => id,
    }
}

/// Where a bit-field lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    /// The first byte of the unit in the record.
    pub(super) offset: u64,
    /// How many bytes the unit has.
    pub(super) bytes: u64,
    /// Which bits of it.
    pub(super) bits: BitRange,
}

/// A place that is none.
const NOWHERE: Span = Span { source: SourceId(0), start: 0, end: 0 };

/// What C says of all programs. What has an address is no variable, so that no variable has a second name.
pub(crate) const RULES: Rules = Rules {
    connectives: Connectives::Branches,
    no_aliases: true,
    addressed_storage: true,
    machine_numbers: true,
    no_value_needed: true,
    cased_names: true,
    copied_undefined: true,
    ..Rules::PLAIN
};
