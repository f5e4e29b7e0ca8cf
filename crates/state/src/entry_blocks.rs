//! Byte-addressed storage at the start: the objects of the program, and those that a caller gives.

use std::collections::BTreeMap;

use dashu_int::IBig;
use sextant_expr::{Op, Origin, Rounding, Scalar, TermId};
use sextant_syntax::{BitRange, GlobalId, Handed, IntType, Type};

use crate::block::{Block, BlockKind, Named, address_of};
use crate::code::{ContentLeaf, Leaf, content_leaves, leaf_prefix};
use crate::entry::{EntryBlock, EntryText, Start, load_constant};
use crate::memory::Object;
use crate::{ObjectId, Value};

/// How many elements an object has that an address leads to of which nobody says it.
pub const ELEMENTS: i64 = 8;

/// A value in a block with what it is.
type Part = (Origin, ContentLeaf);

impl Start<'_> {
    /// Makes the objects of the program, in order.
    pub(crate) fn globals(&mut self) {
        let (code, entry) = (self.code, self.entry);
        let whole_program = code.main == Some(entry.procedure);
        let first = code.statics.len() as u32;
        for (number, global) in (0..).zip(&code.globals) {
            let name = entry.names.global(GlobalId(number)).unwrap_or(&global.name);
            let kind = if global.constant { BlockKind::Constant } else { BlockKind::Static };
            let size = Value::Int(global.bytes as i64);
            let mut block = Block::new(name.into(), kind, size, true).with_content(global.content.clone());
            for run in &global.initial {
                let value = load_constant(&run.value, self.table);
                for time in 0..run.count {
                    let at = (run.offset + time * run.stride) as i64;
                    block.put(at, i64::from(run.leaf.bytes), value);
                }
            }
            if global.shared && !whole_program && !(entry.first && global.kept) {
                self.make_inputs((name, Some(first + number)), &global.content, &mut block);
            }
            self.allocate(block);
        }
    }

    fn allocate(&mut self, block: Block) -> ObjectId {
        self.state.allocate_on_heap(Object::Block(Box::new(block)))
    }

    /// Storage that a caller gives: its values are inputs, its first pointers lead to more storage. The result is its
    /// address.
    pub(crate) fn given(&mut self, object: &EntryBlock, behind: &[EntryBlock]) -> Value {
        let EntryBlock { name, content, handed, .. } = object;
        let size = self.given_size(object);
        // What is handed over belongs to the procedure, not to its caller.
        let kind = if handed.is_some() { BlockKind::Automatic } else { BlockKind::Given };
        let mut block = Block::new(name.as_str().into(), kind, size, false).with_content(content.clone());
        block.partial = object.size.is_some();
        if *handed != Some(Handed::Result) {
            self.make_inputs((name, None), content, &mut block);
        }
        for (at, inner) in (0..).zip(behind) {
            block.put(8 * at, 8, self.given(inner, &[]));
        }
        Value::Int(address_of(self.allocate(block)))
    }

    /// The size of an object that a caller gives. One that depends on other arguments is that of at least one element.
    fn given_size(&mut self, object: &EntryBlock) -> Value {
        let Some(size) = &object.size else { return Value::Int(object.bytes as i64) };
        let size = size.load(self.table);
        if let Some(term) = size.to_term(self.table) {
            let zero = self.table.int(0);
            let something = self.table.apply(Op::Gt, &[term, zero]);
            self.state.domain.push(something);
        }
        size
    }

    /// The texts that a program is started with. The result is the address of their addresses.
    pub(crate) fn texts(&mut self, texts: &[EntryText]) -> Value {
        let size = Value::Int(8 * (texts.len() as i64 + 1));
        let mut list = Block::new("argv".into(), BlockKind::Static, size, true);
        for (at, text) in (0..).zip(texts) {
            let block = self.program_argument(at, text);
            list.put(8 * at, 8, Value::Int(address_of(self.allocate(block))));
        }
        Value::Int(address_of(self.allocate(list)))
    }

    /// One of the texts that a program is started with.
    fn program_argument(&mut self, at: i64, text: &EntryText) -> Block {
        let length = match text {
            EntryText::Known(bytes) => bytes.len(),
            EntryText::Symbolic(length) => *length,
        };
        let size = Value::Int(length as i64 + 1);
        let mut block = Block::new(format!("argv[{at}]").into(), BlockKind::Static, size, true);
        let range = IntType { bits: 8, signed: true };
        for position in 0..length {
            let value = match text {
                EntryText::Known(bytes) => Value::Int(i64::from(bytes[position])),
                EntryText::Symbolic(_) => {
                    let name = text_character(at as usize, position);
                    self.input(Origin::named(&name), &name, Scalar::Int, Some(range))
                }
            };
            block.store(position as i64, 1, value, true);
        }
        block
    }

    /// Numbers in a block become inputs; pointers keep what they have, or lead nowhere.
    fn make_inputs(&mut self, (name, storage): (&str, Option<u32>), content: &Type, block: &mut Block) {
        let prefix = leaf_prefix(name, block.kind, content);
        let Some(leaves) = content_leaves(&prefix, content, &self.code.records) else {
            // Too many to be named one by one.
            return block.make_unknown(Named {
                origin: (name.into(), 0),
                label: name.to_owned(),
                first: true,
            });
        };
        let numbered = (0..).zip(leaves).map(|(part, leaf)| match storage {
            Some(storage) => (Origin::Stored { storage, part }, leaf),
            None => (Origin::named(&leaf.name), leaf),
        });
        let (fields, leaves): (Vec<Part>, Vec<Part>) = numbered.partition(|(_, leaf)| leaf.bits.is_some());
        self.make_bit_fields(&fields, &leaves, block);
        for (origin, leaf) in leaves {
            let at = leaf.offset as i64;
            if let Type::Pointer(target) = &leaf.ty {
                if matches!(block.kind, BlockKind::Given | BlockKind::Automatic) {
                    let to = match target.as_deref() {
                        Some(Type::Procedure) => self.given(&EntryBlock::function(leaf.name), &[]),
                        _ => Value::Int(0),
                    };
                    block.put(at, 8, to);
                }
                continue;
            }
            let how = Leaf::of(&leaf.ty, self.code.policy);
            let value = self.input(origin, &leaf.name, how.sort, how.integer());
            block.store(at, i64::from(how.bytes), value, how.is_signed());
        }
    }

    /// Bit-fields become inputs, each by its name: what lies in their unit is made of them. Where units overlap, or other
    /// values lie in a unit, each byte is made by itself.
    fn make_bit_fields(&mut self, fields: &[Part], others: &[Part], block: &mut Block) {
        let mut units: BTreeMap<(i64, i64), Vec<&Part>> = BTreeMap::new();
        for field in fields {
            let bytes = i64::from(Leaf::of(&field.1.ty, self.code.policy).bytes);
            units.entry((field.1.offset as i64, bytes)).or_default().push(field);
        }
        let leaves = others
            .iter()
            .map(|(_, leaf)| (leaf.offset as i64, i64::from(Leaf::of(&leaf.ty, self.code.policy).bytes)));
        let all: Vec<(i64, i64)> = units.keys().copied().chain(leaves).collect();
        let mut single: BTreeMap<i64, TermId> = BTreeMap::new();
        for (&(at, bytes), fields) in &units {
            let meets = |&(other, count): &(i64, i64)| other < at + bytes && at < other + count;
            if all.iter().filter(|other| meets(other)).count() > 1 {
                fields.iter().for_each(|field| self.add_to_bytes(field, &mut single));
                continue;
            }
            let parts: Vec<TermId> = fields.iter().map(|field| self.placed_bits(field)).collect();
            let whole = parts.into_iter().reduce(|sum, part| self.table.apply(Op::Add, &[sum, part]));
            if let Some(unit) = whole {
                self.store_bits(unit, (at, bytes), block);
            }
        }
        single.into_iter().for_each(|(at, byte)| self.store_bits(byte, (at, 1), block));
    }

    /// Adds the bits of a bit-field to the bytes that it lies in.
    fn add_to_bytes(&mut self, field: &Part, bytes: &mut BTreeMap<i64, TermId>) {
        let Some(BitRange { first, width }) = field.1.bits else { return };
        let bits = self.bits_of(field);
        let (from, to) = (i64::from(first), i64::from(first) + i64::from(width));
        for byte in from / 8..(to + 7) / 8 {
            let (low, high) = (from.max(8 * byte), to.min(8 * byte + 8));
            let cut = self.shifted(bits, low - from, high - low);
            let scale = self.table.int(IBig::ONE << (low - 8 * byte) as usize);
            let placed = self.table.apply(Op::Mul, &[scale, cut]);
            let at = field.1.offset as i64 + byte;
            let whole = match bytes.get(&at) {
                Some(&before) => self.table.apply(Op::Add, &[before, placed]),
                None => placed,
            };
            bytes.insert(at, whole);
        }
    }

    /// So many bits of a number that is not negative, from one of them on.
    fn shifted(&mut self, number: TermId, from: i64, count: i64) -> TermId {
        let divisor = self.table.int(IBig::ONE << from as usize);
        let modulus = self.table.int(IBig::ONE << count as usize);
        let higher = self.table.apply(Op::Div(Rounding::Floor), &[number, divisor]);
        let lower = self.table.apply(Op::Rem(Rounding::Floor), &[higher, modulus]);
        self.table.simplify(lower)
    }

    fn store_bits(&mut self, bits: TermId, (at, bytes): (i64, i64), block: &mut Block) {
        let value = match self.table.as_int(bits).and_then(|number| i64::try_from(number.clone()).ok()) {
            Some(number) => Value::Int(number),
            None => Value::Term(bits),
        };
        block.store(at, bytes, value, false);
        self.state.limit(self.table, value, Some(IntType { bits: 8 * bytes as u8, signed: false }));
    }

    /// A bit-field at its place in the unit.
    fn placed_bits(&mut self, field: &Part) -> TermId {
        let first = field.1.bits.map_or(0, |bits| bits.first);
        let scale = self.table.int(IBig::ONE << usize::from(first));
        let bits = self.bits_of(field);
        self.table.apply(Op::Mul, &[scale, bits])
    }

    /// The bits of a bit-field as a number without a sign.
    fn bits_of(&mut self, (origin, field): &Part) -> TermId {
        let width = field.bits.map_or(0, |bits| bits.width);
        let signed = matches!(field.ty, Type::Int(IntType { signed: true, .. }));
        let range = IntType { bits: width, signed };
        let value = self.input(origin.clone(), &field.name, Scalar::Int, Some(range));
        let zero = self.table.int(0);
        let Some(number) = value.to_term(self.table) else { return zero };
        let whole = self.table.int(IBig::ONE << usize::from(width));
        let negative = self.table.apply(Op::Lt, &[number, zero]);
        let wrapped = self.table.apply(Op::Add, &[number, whole]);
        if signed { self.table.apply(Op::Ite, &[negative, wrapped, number]) } else { number }
    }
}

/// The name of a character of a text that a program is started with.
pub fn text_character(text: usize, position: usize) -> String {
    format!("argv[{text}][{position}]")
}
