//! The layout of records by the x86-64 System V ABI, with the GNU attributes.
//!
//! The rules are those of the Itanium ABI as clang follows it: a bit-field does not cross the boundary of a unit of
//! its declared type unless the record is packed or `#pragma pack` holds; a bit-field without a name does not align
//! the record; `packed` lowers alignments to 1, `aligned` raises them, `#pragma pack` limits both.

use super::{Field, RecordId, Type, TypeId, Types};

/// What a record is declared with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Definition {
    pub(crate) fields: Vec<FieldDefinition>,
    /// `__attribute__((packed))`
    pub(crate) packed: bool,
    /// `__attribute__((aligned(n)))`
    pub(crate) align: Option<u64>,
    /// `#pragma pack(n)`
    pub(crate) pack: Option<u64>,
}

/// What a member is declared with.
#[derive(Clone, Debug)]
pub(crate) struct FieldDefinition {
    pub(crate) name: String,
    pub(crate) ty: TypeId,
    pub(crate) width: Option<u32>,
    pub(crate) packed: bool,
    /// What the declaration itself asks for.
    pub(crate) align: Option<u64>,
    /// The alignment of the type, where the typedef that names it changes it.
    pub(crate) type_align: Option<u64>,
}

/// The layout so far; everything is counted in bits.
struct Builder {
    union: bool,
    packed: bool,
    pack: Option<u64>,
    /// One past the last bit in use.
    end: u64,
    align: u64,
}

impl Types {
    /// Completes a record with its members.
    pub(crate) fn complete(&mut self, id: RecordId, definition: Definition) {
        let mut builder = Builder {
            union: self.records[id].union,
            packed: definition.packed,
            pack: definition.pack.map(|bytes| 8 * bytes),
            end: 0,
            align: 8 * definition.align.unwrap_or(1),
        };
        let fields = definition
            .fields
            .into_iter()
            .map(|field| {
                let offset = match field.width {
                    Some(width) => builder.bit_field(self, &field, u64::from(width)),
                    None => builder.field(self, &field),
                };
                Field { name: field.name, ty: field.ty, offset, width: field.width }
            })
            .collect();
        let record = &mut self.records[id];
        record.fields = Some(fields);
        record.align = builder.align / 8;
        record.size = builder.end.div_ceil(8).next_multiple_of(record.align);
    }
}

impl Builder {
    /// Places a member that is not a bit-field.
    fn field(&mut self, types: &Types, field: &FieldDefinition) -> u64 {
        let size = 8 * types.size(field.ty).unwrap_or(0);
        let natural = if self.packed || field.packed { 1 } else { natural_align(types, field) };
        let mut align = 8 * natural.max(field.align.unwrap_or(1));
        if let Some(pack) = self.pack {
            align = align.min(pack);
        }
        self.align = self.align.max(align);
        let offset = if self.union { 0 } else { self.end.next_multiple_of(8).next_multiple_of(align) };
        self.end = self.end.max(offset + size);
        offset
    }

    /// Places a bit-field.
    fn bit_field(&mut self, types: &Types, field: &FieldDefinition, width: u64) -> u64 {
        let unit = 8 * types.size(field.ty).unwrap_or(1);
        let natural = 8 * natural_align(types, field);
        let asked = field.align.map(|bytes| 8 * bytes);
        let packed = (self.packed || field.packed) && width != 0;
        let mut align = if packed { 1 } else { natural }.max(asked.unwrap_or(1));
        if let (Some(pack), true) = (self.pack, width != 0) {
            align = align.min(pack);
        }
        let mut offset = if self.union { 0 } else { self.end };
        let crosses = self.pack.is_none() && offset % align + width > unit;
        if width == 0 || crosses {
            offset = offset.next_multiple_of(align);
        } else if let Some(asked) = asked.filter(|&asked| self.pack.is_none_or(|pack| asked <= pack)) {
            offset = offset.next_multiple_of(asked);
        }
        if !field.name.is_empty() {
            self.align = self.align.max(align.next_multiple_of(8));
        }
        self.end = self.end.max(offset + width);
        offset
    }
}

/// The alignment that a member's type asks for.
fn natural_align(types: &Types, field: &FieldDefinition) -> u64 {
    // The alignment of a typedef holds for arrays of it as well, and replaces that of the type, up or down.
    field.type_align.unwrap_or_else(|| match types.get(field.ty) {
        Type::Void => 1,
        _ => types.align(field.ty),
    })
}
