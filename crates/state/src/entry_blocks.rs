//! Byte-addressed storage at the start: the objects of the program, and those that a caller gives.

use std::collections::BTreeMap;

use dashu_int::IBig;
use sextant_expr::{Op, Origin, Scalar, Sort, Table, TermId};
use sextant_syntax::{BitRange, GlobalId, IntType, Type};

use crate::block::{Block, BlockKind, address_of};
use crate::code::{ContentLeaf, GlobalCode, Leaf, LeafKind, content_leaves, leaf_prefix, sort_of};
use crate::entry::{EntryBlock, EntryText, load_constant};
use crate::memory::Object;
use crate::{Code, Entry, State, Value};

/// A value in a block with what it is.
type Part = (Origin, ContentLeaf);

/// Makes the objects of the program, in order.
pub(crate) fn globals(code: &Code, entry: &Entry, state: &mut State, table: &mut Table) {
    let whole_program = code.main == Some(entry.procedure);
    let first = code.statics.len() as u32;
    for (number, global) in (0..).zip(&code.globals) {
        let name = entry.names.global(GlobalId(number)).unwrap_or(&global.name);
        let kind = if global.constant { BlockKind::Constant } else { BlockKind::Static };
        let size = Value::Int(global.bytes as i64);
        let mut block = Block::new(name.into(), kind, size, true).with_content(global.content.clone());
        initial_values(global, &mut block, table);
        if global.shared && !whole_program && !(entry.first && global.kept) {
            let storage = Some(first + number);
            make_inputs((name, storage), &global.content, &mut block, (code, entry), state, table);
        }
        state.allocate_on_heap(Object::Block(Box::new(block)));
    }
}

fn initial_values(global: &GlobalCode, block: &mut Block, table: &mut Table) {
    for run in &global.initial {
        let value = load_constant(&run.value, table);
        for time in 0..run.count {
            let at = (run.offset + time * run.stride) as i64;
            block.put(at, i64::from(run.leaf.bytes), value);
        }
    }
}

/// Storage that a caller gives: its values are inputs, its first pointers lead to more storage. The result is its
/// address.
pub(crate) fn given(
    (name, content, bytes): (&str, &Type, u64),
    behind: &[EntryBlock],
    (code, entry): (&Code, &Entry),
    state: &mut State,
    table: &mut Table,
) -> Value {
    let size = Value::Int(bytes as i64);
    let mut block = Block::new(name.into(), BlockKind::Given, size, false).with_content(content.clone());
    make_inputs((name, None), content, &mut block, (code, entry), state, table);
    for (at, EntryBlock { name, content, bytes }) in (0..).zip(behind) {
        let address = given((name, content, *bytes), &[], (code, entry), state, table);
        block.put(8 * at, 8, address);
    }
    let object = state.allocate_on_heap(Object::Block(Box::new(block)));
    Value::Int(address_of(object))
}

/// The texts that a program is started with. The result is the address of their addresses.
pub(crate) fn texts(texts: &[EntryText], entry: &Entry, state: &mut State, table: &mut Table) -> Value {
    let mut list =
        Block::new("argv".into(), BlockKind::Static, Value::Int(8 * (texts.len() as i64 + 1)), true);
    for (at, text) in (0..).zip(texts) {
        let block = program_argument(at, text, entry, state, table);
        let object = state.allocate_on_heap(Object::Block(Box::new(block)));
        list.put(8 * at, 8, Value::Int(address_of(object)));
    }
    Value::Int(address_of(state.allocate_on_heap(Object::Block(Box::new(list)))))
}

/// One of the texts that a program is started with.
fn program_argument(at: i64, text: &EntryText, entry: &Entry, state: &mut State, table: &mut Table) -> Block {
    let length = match text {
        EntryText::Known(bytes) => bytes.len(),
        EntryText::Symbolic(length) => *length,
    };
    let size = Value::Int(length as i64 + 1);
    let mut block = Block::new(format!("argv[{at}]").into(), BlockKind::Static, size, true);
    for position in 0..length {
        let value = match text {
            EntryText::Known(bytes) => Value::Int(i64::from(bytes[position])),
            EntryText::Symbolic(_) => {
                let name = text_character(at as usize, position);
                input_value(Origin::named(&name), &name, Sort::Scalar(Scalar::Int), entry, table)
            }
        };
        block.put(position as i64, 1, value);
        if let Value::Term(term) = value {
            block.set_sign(position as i64, true);
            state.admit(table, term, IntType { bits: 8, signed: true });
        }
    }
    block
}

/// The name of a character of a text that a program is started with.
pub fn text_character(text: usize, position: usize) -> String {
    format!("argv[{text}][{position}]")
}

/// The value of an input: what the entry says, or a symbol.
pub(crate) fn input_value(origin: Origin, name: &str, sort: Sort, entry: &Entry, table: &mut Table) -> Value {
    match entry.value_of(name) {
        Some(value) => value.load(table),
        None => Value::Term(table.input(origin, sort, || name.to_owned())),
    }
}

/// What a value in a block is: a part of storage, or what a user calls by its name.
fn origin_of(storage: Option<u32>, part: usize, name: &str) -> Origin {
    match storage {
        Some(storage) => Origin::Stored { storage, part: part as u32 },
        None => Origin::named(name),
    }
}

/// Numbers in a block become inputs; pointers keep what they have, or lead nowhere.
fn make_inputs(
    (name, storage): (&str, Option<u32>),
    content: &Type,
    block: &mut Block,
    (code, entry): (&Code, &Entry),
    state: &mut State,
    table: &mut Table,
) {
    let prefix = leaf_prefix(name, block.kind, content);
    let Some(leaves) = content_leaves(&prefix, content, &code.records) else { return };
    let numbered = leaves.into_iter().enumerate().map(|(part, leaf)| {
        let origin = origin_of(storage, part, &leaf.name);
        (origin, leaf)
    });
    let (fields, leaves): (Vec<Part>, Vec<Part>) = numbered.partition(|(_, leaf)| leaf.bits.is_some());
    make_bit_fields(&fields, block, (code, entry), state, table);
    for (origin, leaf) in leaves {
        let at = leaf.offset as i64;
        let how = Leaf::of(&leaf.ty, code.policy);
        if matches!(leaf.ty, Type::Pointer(_)) {
            if block.kind == BlockKind::Given {
                block.put(at, 8, Value::Int(0));
            }
            continue;
        }
        let sort = Sort::Scalar(sort_of(&leaf.ty, code.policy));
        let value = input_value(origin, &leaf.name, sort, entry, table);
        block.put(at, i64::from(how.bytes), value);
        let signed = !matches!(how.kind, LeafKind::Int(IntType { signed: false, .. }));
        if let Value::Term(term) = value {
            block.set_sign(at, signed);
            if let LeafKind::Int(ty) = how.kind {
                state.admit(table, term, ty);
            }
        }
    }
}

/// Bit-fields become inputs, each by its name: what lies in their unit is made of them. Units that overlap stay as they are.
fn make_bit_fields(
    fields: &[Part],
    block: &mut Block,
    (code, entry): (&Code, &Entry),
    state: &mut State,
    table: &mut Table,
) {
    let mut units: BTreeMap<(i64, i64), Vec<&Part>> = BTreeMap::new();
    for field in fields {
        let bytes = i64::from(Leaf::of(&field.1.ty, code.policy).bytes);
        units.entry((field.1.offset as i64, bytes)).or_default().push(field);
    }
    let all: Vec<(i64, i64)> = units.keys().copied().collect();
    for (&(at, bytes), fields) in &units {
        let apart = |&(other, count): &(i64, i64)| other >= at + bytes || at >= other + count;
        if !all.iter().all(|other| *other == (at, bytes) || apart(other)) {
            continue;
        }
        let parts: Vec<TermId> = fields.iter().map(|field| placed_bits(field, entry, state, table)).collect();
        let Some(unit) = parts.into_iter().reduce(|sum, part| table.apply(Op::Add, &[sum, part])) else {
            continue;
        };
        let value = match table.as_int(unit).and_then(|number| i64::try_from(number.clone()).ok()) {
            Some(number) => Value::Int(number),
            None => Value::Term(unit),
        };
        block.put(at, bytes, value);
        block.set_sign(at, false);
        if let Value::Term(term) = value {
            state.admit(table, term, IntType { bits: 8 * bytes as u8, signed: false });
        }
    }
}

/// A bit-field at its place in the unit.
fn placed_bits((origin, field): &Part, entry: &Entry, state: &mut State, table: &mut Table) -> TermId {
    let BitRange { first, width } = field.bits.unwrap_or(BitRange { first: 0, width: 0 });
    let signed = matches!(field.ty, Type::Int(IntType { signed: true, .. }));
    let value = input_value(origin.clone(), &field.name, Sort::INT, entry, table);
    let zero = table.int(0);
    let Some(number) = value.to_term(table) else { return zero };
    if let Value::Term(term) = value {
        state.admit(table, term, IntType { bits: width, signed });
    }
    let power = |table: &mut Table, exponent: u8| table.int(IBig::ONE << usize::from(exponent));
    let whole = power(table, width);
    let negative = table.apply(Op::Lt, &[number, zero]);
    let wrapped = table.apply(Op::Add, &[number, whole]);
    let unsigned = if signed { table.apply(Op::Ite, &[negative, wrapped, number]) } else { number };
    let scale = power(table, first);
    table.apply(Op::Mul, &[scale, unsigned])
}
