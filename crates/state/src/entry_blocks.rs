//! Byte-addressed storage at the start: the objects of the program, and those that a caller gives.

use sextant_expr::{Sort, Table};
use sextant_syntax::{IntType, Type};

use crate::block::{Block, BlockKind, address_of};
use crate::code::{GlobalCode, Leaf, LeafKind, content_leaves, leaf_prefix, sort_of};
use crate::entry::load_constant;
use crate::memory::Object;
use crate::{Code, Entry, State, Value};

/// Makes the objects of the program, in order.
pub(crate) fn globals(code: &Code, entry: &Entry, state: &mut State, table: &mut Table) {
    let whole_program = code.main == Some(entry.procedure);
    for global in &code.globals {
        let kind = if global.constant { BlockKind::Constant } else { BlockKind::Static };
        let size = Value::Int(global.bytes as i64);
        let mut block =
            Block::new(global.name.as_str().into(), kind, size, true).with_content(global.content.clone());
        initial_values(global, &mut block, table);
        if global.shared && !whole_program {
            make_inputs(&global.name, &global.content, &mut block, (code, entry), state, table);
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

/// Storage that a caller gives: its values are inputs. The result is its address.
pub(crate) fn given(
    (name, content, bytes): (&str, &Type, u64),
    (code, entry): (&Code, &Entry),
    state: &mut State,
    table: &mut Table,
) -> Value {
    let size = Value::Int(bytes as i64);
    let mut block = Block::new(name.into(), BlockKind::Given, size, false).with_content(content.clone());
    make_inputs(name, content, &mut block, (code, entry), state, table);
    let object = state.allocate_on_heap(Object::Block(Box::new(block)));
    Value::Int(address_of(object))
}

/// The texts that a program is started with. The result is the address of their addresses.
pub(crate) fn texts(texts: &[Vec<u8>], state: &mut State) -> Value {
    let blocks = (0..).zip(texts).map(|(at, text)| known_text(at, text)).collect();
    list_of(blocks, state)
}

/// The same, with texts of unknown characters behind those that are known.
pub(crate) fn symbolic_texts(
    known: &[Vec<u8>],
    (count, length): (usize, usize),
    entry: &Entry,
    state: &mut State,
    table: &mut Table,
) -> Value {
    let mut blocks: Vec<Block> = (0..).zip(known).map(|(at, text)| known_text(at, text)).collect();
    let signed = IntType { bits: 8, signed: true };
    for at in known.len()..known.len() + count {
        let size = Value::Int(length as i64 + 1);
        let mut block = Block::new(format!("argv[{at}]").into(), BlockKind::Static, size, true);
        for position in 0..length {
            let name = format!("argv[{at}][{position}]");
            let given = entry.given.iter().find(|(given, _)| *given == name);
            let value = match given {
                Some((_, value)) => value.load(table),
                None => Value::Term(table.symbol(&name, Sort::INT)),
            };
            block.put(position as i64, 1, value);
            if let Value::Term(term) = value {
                block.set_sign(position as i64, true);
                state.admit(table, term, signed);
            }
        }
        blocks.push(block);
    }
    list_of(blocks, state)
}

fn known_text(at: usize, text: &[u8]) -> Block {
    let size = Value::Int(text.len() as i64 + 1);
    let mut block = Block::new(format!("argv[{at}]").into(), BlockKind::Static, size, true);
    for (position, &byte) in (0..).zip(text) {
        block.put(position, 1, Value::Int(i64::from(byte)));
    }
    block
}

/// The address of the addresses of blocks, with a null address behind the last.
fn list_of(blocks: Vec<Block>, state: &mut State) -> Value {
    let size = Value::Int(8 * (blocks.len() as i64 + 1));
    let mut list = Block::new("argv".into(), BlockKind::Static, size, true);
    for (at, block) in (0..).zip(blocks) {
        let object = state.allocate_on_heap(Object::Block(Box::new(block)));
        list.put(8 * at, 8, Value::Int(address_of(object)));
    }
    Value::Int(address_of(state.allocate_on_heap(Object::Block(Box::new(list)))))
}

/// Numbers in a block become inputs; pointers keep what they have, or lead nowhere.
fn make_inputs(
    name: &str,
    content: &Type,
    block: &mut Block,
    (code, entry): (&Code, &Entry),
    state: &mut State,
    table: &mut Table,
) {
    let prefix = leaf_prefix(name, block.kind, content);
    let Some(leaves) = content_leaves(&prefix, content, &code.records) else { return };
    for leaf in leaves {
        let at = leaf.offset as i64;
        let how = Leaf::of(&leaf.ty, code.policy);
        if leaf.bits.is_some() {
            continue;
        }
        if matches!(leaf.ty, Type::Pointer(_)) {
            if block.kind == BlockKind::Given {
                block.put(at, 8, Value::Int(0));
            }
            continue;
        }
        let value = match entry.given.iter().find(|(given, _)| *given == leaf.name) {
            Some((_, value)) => value.load(table),
            None => Value::Term(table.symbol(&leaf.name, Sort::Scalar(sort_of(&leaf.ty, code.policy)))),
        };
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
