//! The types of C, as the x86-64 System V ABI lays them out.
//!
//! Invariants
//! - Types are stored once: equal ids mean equal types, but for records and enumerations, which are what they were
//!   declared as.
//! - Qualifiers are not part of a type: clang has checked them.
//! - A complete record has its layout.

mod layout;
mod show;
mod text;

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{IdVec, typed_id};
use sextant_syntax::IntType;

use crate::tree::LocalId;
pub(crate) use layout::{Definition, FieldDefinition};
pub(crate) use text::{Length, Written, parse};

typed_id!(
    /// A type.
    TypeId,
    "type"
);
typed_id!(
    /// A struct or union.
    RecordId,
    "record"
);
typed_id!(
    /// An enumeration.
    EnumId,
    "enum"
);

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// Every other type of integers.
    Int(IntType),
    /// Floating-point numbers.
    Float(Float),
    /// Complex numbers of two such numbers.
    Complex(TypeId),
    /// An enumeration.
    Enum(EnumId),
    /// A pointer.
    Pointer(TypeId),
    /// An array; of unknown length where none is given.
    Array(TypeId, Option<u64>),
    /// An array whose length is computed: it is in the variable when the declaration has been executed. In
    /// prototypes, and for `[*]`, there is none.
    Variable(TypeId, Option<LocalId>),
    /// A function.
    Function(FunctionType),
    /// A struct or union.
    Record(RecordId),
    /// A vector of the GNU extension.
    Vector(TypeId, u64),
    /// A function of the compiler, which has no type of its own.
    Builtin,
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// What it returns.
    pub result: TypeId,
    /// The types of the parameters; arrays and functions are pointers here.
    pub parameters: Vec<TypeId>,
    /// Whether there may be more arguments.
    pub variadic: bool,
    /// Whether the parameters are known.
    pub prototyped: bool,
}

/// Floating-point types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Float {
    /// `float`
    Single,
    /// `double`
    Double,
    /// `long double`, 80 bits in 16 bytes
    Extended,
}

/// A struct or union.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The tag, or the name of the typedef; empty if there is none.
    pub name: String,
    /// Whether the members share their storage.
    pub union: bool,
    /// The members in order; `None` while the record is incomplete.
    pub fields: Option<Vec<Field>>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// A member of a record.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// The name; empty for a member without a name.
    pub name: String,
    /// The type.
    pub ty: TypeId,
    /// The first bit, counted from the beginning of the record.
    pub offset: u64,
    /// The width of a bit-field.
    pub width: Option<u32>,
}

/// An enumeration.
#[derive(Clone, PartialEq, Debug)]
pub struct Enumeration {
    /// The tag, or the name of the typedef; empty if there is none.
    pub name: String,
    /// The type of integers that stands for it.
    pub underlying: IntType,
}

/// All types of a program.
#[derive(Clone, Debug, Default)]
pub struct Types {
    types: IdVec<TypeId, Type>,
    ids: FxHashMap<Type, TypeId>,
    /// The records.
    pub records: IdVec<RecordId, Record>,
    /// The enumerations.
    pub enums: IdVec<EnumId, Enumeration>,
    /// Types that some typedef allows at addresses where they do not belong. What is declared with it cannot be told from
    /// other values of the type.
    pub(crate) loosened: FxHashSet<TypeId>,
}

/// `int`
pub(crate) const INT: IntType = IntType { bits: 32, signed: true };
/// `unsigned`
pub(crate) const UNSIGNED: IntType = IntType { bits: 32, signed: false };
/// `long`
pub(crate) const LONG: IntType = IntType { bits: 64, signed: true };
/// `unsigned long`
pub(crate) const UNSIGNED_LONG: IntType = IntType { bits: 64, signed: false };

impl Types {
    /// The id of a type.
    pub fn id(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// The type of an id.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    /// An integer type.
    pub(crate) fn int(&mut self, ty: IntType) -> TypeId {
        self.id(Type::Int(ty))
    }

    /// A pointer to a type.
    pub(crate) fn pointer(&mut self, to: TypeId) -> TypeId {
        self.id(Type::Pointer(to))
    }

    /// What a pointer leads to.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        if let Type::Pointer(to) = self.get(id) { Some(*to) } else { None }
    }

    /// What rows of known length consist of; anything else itself.
    pub fn row_element(&self, id: TypeId) -> TypeId {
        match self.get(id) {
            Type::Array(element, Some(_)) => self.row_element(*element),
            _ => id,
        }
    }

    /// What an array consists of.
    pub fn element(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Array(element, _) | Type::Variable(element, _) | Type::Vector(element, _) => Some(*element),
            _ => None,
        }
    }

    /// The record that a type is.
    pub fn record(&self, id: TypeId) -> Option<RecordId> {
        if let Type::Record(record) = self.get(id) { Some(*record) } else { None }
    }

    /// The type of integers that a type is or stands for.
    pub fn integer(&self, id: TypeId) -> Option<IntType> {
        match self.get(id) {
            Type::Bool => Some(IntType { bits: 8, signed: false }),
            Type::Int(ty) => Some(*ty),
            Type::Enum(id) => Some(self.enums[*id].underlying),
            _ => None,
        }
    }

    /// The type of floating-point numbers that a type is.
    pub fn float(&self, id: TypeId) -> Option<Float> {
        if let Type::Float(float) = self.get(id) { Some(*float) } else { None }
    }

    /// The type of a function, or of the function that a pointer leads to.
    pub fn function(&self, id: TypeId) -> Option<&FunctionType> {
        let function = self.pointee(id).unwrap_or(id);
        if let Type::Function(function) = self.get(function) { Some(function) } else { None }
    }

    /// Whether a type is `void`.
    pub fn is_void(&self, id: TypeId) -> bool {
        *self.get(id) == Type::Void
    }

    /// Whether a value of the type is one number: an integer, a floating-point number or a pointer.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Bool | Type::Int(_) | Type::Float(_) | Type::Enum(_) | Type::Pointer(_))
    }

    /// Whether values of the type are numbers or records: what pointers to them lead to has a name.
    pub(crate) fn is_plain(&self, id: TypeId) -> bool {
        self.is_scalar(id) && self.pointee(id).is_none() || self.record(id).is_some()
    }

    /// The size in bytes; `None` if it is unknown here. As GNU has it, that of `void` and of functions is 1.
    pub fn size(&self, id: TypeId) -> Option<u64> {
        Some(match self.get(id) {
            Type::Void | Type::Bool | Type::Function(_) | Type::Builtin => 1,
            Type::Int(ty) => u64::from(ty.bits / 8),
            Type::Enum(id) => u64::from(self.enums[*id].underlying.bits / 8),
            Type::Float(float) => float.size(),
            Type::Complex(part) => 2 * self.size(*part)?,
            Type::Pointer(_) => 8,
            Type::Array(element, length) => self.size(*element)?.checked_mul((*length)?)?,
            Type::Vector(element, length) => {
                self.size(*element)?.checked_mul(*length)?.checked_next_power_of_two()?
            }
            Type::Variable(..) => return None,
            Type::Record(id) => {
                let record = &self.records[*id];
                record.fields.as_ref()?;
                record.size
            }
        })
    }

    /// The alignment in bytes.
    pub fn align(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Array(element, _) | Type::Variable(element, _) => self.align(*element),
            Type::Complex(part) => self.align(*part),
            Type::Record(id) => self.records[*id].align,
            _ => self.size(id).unwrap_or(1),
        }
    }
}

impl Float {
    /// The size in bytes.
    pub fn size(self) -> u64 {
        match self {
            Float::Single => 4,
            Float::Double => 8,
            Float::Extended => 16,
        }
    }
}
