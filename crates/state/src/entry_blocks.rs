//! Byte-addressed storage at the start: the objects of the program, and those that a caller gives.

use std::collections::BTreeMap;

use dashu_int::IBig;
use sextant_expr::{Op, Origin, Scalar, TermId};
use sextant_syntax::{BitRange, GlobalId, IntType, Type};

use crate::block::{Block, BlockKind, address_of};
use crate::code::{ContentLeaf, Leaf, content_leaves, leaf_prefix};
use crate::entry::{EntryBlock, EntryText, Start, load_constant};
use crate::memory::Object;
use crate::{ObjectId, Value};

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
    pub(crate) fn given(
        &mut self,
        (name, content, bytes): (&str, &Type, u64),
        behind: &[EntryBlock],
    ) -> Value {
        let size = Value::Int(bytes as i64);
        let mut block = Block::new(name.into(), BlockKind::Given, size, false).with_content(content.clone());
        self.make_inputs((name, None), content, &mut block);
        for (at, EntryBlock { name, content, bytes }) in (0..).zip(behind) {
            block.put(8 * at, 8, self.given((name, content, *bytes), &[]));
        }
        Value::Int(address_of(self.allocate(block)))
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
        let Some(leaves) = content_leaves(&prefix, content, &self.code.records) else { return };
        let numbered = (0..).zip(leaves).map(|(part, leaf)| match storage {
            Some(storage) => (Origin::Stored { storage, part }, leaf),
            None => (Origin::named(&leaf.name), leaf),
        });
        let (fields, leaves): (Vec<Part>, Vec<Part>) = numbered.partition(|(_, leaf)| leaf.bits.is_some());
        self.make_bit_fields(&fields, block);
        for (origin, leaf) in leaves {
            let at = leaf.offset as i64;
            if matches!(leaf.ty, Type::Pointer(_)) {
                if block.kind == BlockKind::Given {
                    block.put(at, 8, Value::Int(0));
                }
                continue;
            }
            let how = Leaf::of(&leaf.ty, self.code.policy);
            let value = self.input(origin, &leaf.name, how.sort, how.integer());
            block.store(at, i64::from(how.bytes), value, how.is_signed());
        }
    }

    /// Bit-fields become inputs, each by its name: what lies in their unit is made of them. Units that overlap stay as
    /// they are.
    fn make_bit_fields(&mut self, fields: &[Part], block: &mut Block) {
        let mut units: BTreeMap<(i64, i64), Vec<&Part>> = BTreeMap::new();
        for field in fields {
            let bytes = i64::from(Leaf::of(&field.1.ty, self.code.policy).bytes);
            units.entry((field.1.offset as i64, bytes)).or_default().push(field);
        }
        let all: Vec<(i64, i64)> = units.keys().copied().collect();
        for (&(at, bytes), fields) in &units {
            let apart = |&(other, count): &(i64, i64)| other >= at + bytes || at >= other + count;
            if !all.iter().all(|other| *other == (at, bytes) || apart(other)) {
                continue;
            }
            let parts: Vec<TermId> = fields.iter().map(|field| self.placed_bits(field)).collect();
            let whole = parts.into_iter().reduce(|sum, part| self.table.apply(Op::Add, &[sum, part]));
            let Some(unit) = whole else { continue };
            let value = match self.table.as_int(unit).and_then(|number| i64::try_from(number.clone()).ok()) {
                Some(number) => Value::Int(number),
                None => Value::Term(unit),
            };
            block.store(at, bytes, value, false);
            let range = IntType { bits: 8 * bytes as u8, signed: false };
            self.state.limit(self.table, value, Some(range));
        }
    }

    /// A bit-field at its place in the unit.
    fn placed_bits(&mut self, (origin, field): &Part) -> TermId {
        let BitRange { first, width } = field.bits.unwrap_or(BitRange { first: 0, width: 0 });
        let signed = matches!(field.ty, Type::Int(IntType { signed: true, .. }));
        let range = IntType { bits: width, signed };
        let value = self.input(origin.clone(), &field.name, Scalar::Int, Some(range));
        let zero = self.table.int(0);
        let Some(number) = value.to_term(self.table) else { return zero };
        let whole = self.table.int(IBig::ONE << usize::from(width));
        let negative = self.table.apply(Op::Lt, &[number, zero]);
        let wrapped = self.table.apply(Op::Add, &[number, whole]);
        let unsigned = if signed { self.table.apply(Op::Ite, &[negative, wrapped, number]) } else { number };
        let scale = self.table.int(IBig::ONE << usize::from(first));
        self.table.apply(Op::Mul, &[scale, unsigned])
    }
}

/// The name of a character of a text that a program is started with.
pub fn text_character(text: usize, position: usize) -> String {
    format!("argv[{text}][{position}]")
}
