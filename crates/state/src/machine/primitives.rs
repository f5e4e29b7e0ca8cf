//! What programs want of the world outside the language: storage, copies, inputs, the end.

use std::sync::Arc;

use sextant_expr::{Op, Origin, Scalar, Sort, TermId, Why};
use sextant_syntax::{BitRange, Failure, IntType, Primitive, Type};

use super::Step;
use super::here::Here;
use super::memory::Access;
use crate::block::{Life, Target, address_of, target_of};
use crate::code::{Leaf, PrimitiveCode, Reg, content_leaves, sort_of};
use crate::memory::Object;
use crate::{Block, BlockKind, Ending, ErrorKind, ObjectId, QuestionKind, Reliance, Stop, Value};

/// Storage of more bytes than this is never there.
const LARGEST_BLOCK: i64 = 1 << 34;
/// A symbolic number of bytes may mean at most so many numbers.
const MOST_COUNTS: i128 = 4096;

impl Here<'_, '_> {
    pub(super) fn primitive(&mut self, code: u32) -> Step {
        let code = &self.procedure.primitives[code as usize];
        let value = match &code.primitive {
            Primitive::Allocate { zeroed } => self.allocate_bytes(code.operands[0], *zeroed, false)?,
            Primitive::AllocateLocal => self.allocate_bytes(code.operands[0], false, true)?,
            Primitive::Release => self.release_bytes(code.operands[0])?,
            Primitive::SizeOfObject => self.size_of_object(code.operands[0])?,
            Primitive::CopyBytes { overlap } => self.copy_bytes(&code.operands, *overlap)?,
            Primitive::FillBytes => self.fill_bytes(&code.operands)?,
            Primitive::Input(name) => self.fresh_input(name, code.ty.as_ref())?,
            Primitive::MarkLanding => self.mark_landing(code.operands[0], code.to)?,
            Primitive::LongJump => unreachable!("compiled to an instruction of its own"),
            Primitive::Clock(clock) => match self.clock(*clock) {
                Some(told) => Value::Int(told),
                None => self.fresh_input(clock.name(), Some(&Type::Int(clock.range())))?,
            },
            Primitive::Unknown(name) => self.unknown_function(name, &code.operands, code.ty.as_ref())?,
            Primitive::Pure(name) => {
                self.rely(Reliance::PureFunction(name.as_str().into(), self.blamed()));
                self.fresh_input(&format!("{name}()"), code.ty.as_ref())?
            }
            Primitive::MakeInput(name) => self.make_input(name, &code.operands)?,
            Primitive::WriteBytes => self.write_bytes(&code.operands)?,
            Primitive::Print => self.print(&code.operands)?,
            Primitive::PrintText => self.print_text(&code.operands)?,
            Primitive::ReadByte => self.read_byte()?,
            Primitive::Scan => self.scan_input(&code.operands)?,
            Primitive::FileContents => self.file_contents(code.operands[0])?,
            Primitive::KeepFile => self.keep_file(&code.operands)?,
            Primitive::NoEnvironment => {
                self.rely(Reliance::NoEnvironment);
                Value::Int(0)
            }
            Primitive::Exit => {
                let status = self.defined(self.operand(code.operands[0]))?;
                self.state.returned = self.shown(status)?;
                return Err(Stop::Ended(Ending::Stopped));
            }
            Primitive::Fail(failure) => return Err(self.failure(failure)),
        };
        self.give(code, value)
    }

    fn give(&mut self, code: &PrimitiveCode, value: Value) -> Step {
        if let Some(to) = code.to {
            self.set(to, value);
        }
        Ok(())
    }

    fn failure(&self, failure: &Failure) -> Stop {
        match failure {
            Failure::Assertion(text) => self.error(ErrorKind::AssertionFailed, Some(text)),
            Failure::Unreachable => self.error(ErrorKind::UnreachableReached, None),
            Failure::Abort => self.error(ErrorKind::Aborted, None),
        }
    }

    fn allocate_bytes(&mut self, bytes: Reg, zeroed: bool, local: bool) -> Result<Value, Stop> {
        let size = self.defined(self.operand(bytes))?;
        let too_large = match size {
            Value::Int(size) => !(0..=LARGEST_BLOCK).contains(&size),
            Value::Large(_) => true,
            _ => false,
        };
        if too_large {
            return Ok(Value::Int(0));
        }
        if !local {
            self.rely(Reliance::Allocation);
        }
        let kind = if local { BlockKind::Automatic } else { BlockKind::Allocated };
        let object = self.new_block(kind, size, zeroed);
        if local {
            self.state.frame.local_blocks.push(object);
        }
        Ok(Value::Int(address_of(object)))
    }

    /// Storage that the program has no name for.
    pub(super) fn new_block(&mut self, kind: BlockKind, size: Value, zeroed: bool) -> ObjectId {
        self.state.allocations += 1;
        let word = if kind == BlockKind::Automatic { "local" } else { "heap" };
        let name = format!("{word}{}", self.state.allocations);
        let mut block = Block::new(name.into(), kind, size, zeroed);
        block.made_at = Some(self.blamed());
        self.state.allocate_on_heap(Object::Block(Box::new(block)))
    }

    /// Storage for a variable whose slot gets its address.
    pub(super) fn allocate_block(&mut self, slot: u32, block: u32, bytes: Reg) -> Result<Value, Stop> {
        let size = self.defined(self.operand(bytes))?;
        // An array of variable length is a new one each time; the one before is no more.
        self.end_block(self.state.frame.slots[slot as usize]);
        let code = &self.procedure.blocks[block as usize];
        let mut block = Block::new(code.name.clone(), BlockKind::Automatic, size, false);
        block.content = Some(code.content.clone());
        Ok(Value::Int(address_of(self.state.allocate_on_heap(Object::Block(Box::new(block))))))
    }

    pub(super) fn forget_block(&mut self, slot: u32) {
        if let Value::Int(address) = self.state.frame.slots[slot as usize]
            && let Target::Object(object, 0) = target_of(address)
            && let Some(block) = self.state.block_mut(object)
        {
            block.life = Life::Live;
            block.forget();
        }
    }

    /// One target of an address, chosen by asking if there are several.
    pub(super) fn chosen(&mut self, address: Reg) -> Result<Target, Stop> {
        let operand = self.operand(address);
        match self.defined(operand)? {
            Value::Int(address) => Ok(target_of(address)),
            _ => {
                let term = self.term(operand)?;
                let term = self.table.simplify(term);
                let constant = self.chosen_constant(term)?;
                Ok(constant.map_or(Target::Nowhere, target_of))
            }
        }
    }

    fn chosen_constant(&mut self, mut term: TermId) -> Result<Option<i64>, Stop> {
        loop {
            match self.table.op(term).clone() {
                Op::Int(value) => return Ok(i64::try_from(&value).ok()),
                Op::Ite => {
                    let [condition, a, b] = self.table.args(term) else { return Ok(None) };
                    let (condition, a, b) = (*condition, *a, *b);
                    term = if self.ask(condition, QuestionKind::Branch)? { a } else { b };
                }
                _ => return Ok(None),
            }
        }
    }

    fn release_bytes(&mut self, address: Reg) -> Result<Value, Stop> {
        let object = match self.chosen(address)? {
            Target::Null => return Ok(Value::Int(0)),
            Target::Object(object, 0) => object,
            _ => return Err(self.error(ErrorKind::InvalidFree, None)),
        };
        let trouble = match self.state.block(object) {
            Some(block) if block.kind != BlockKind::Allocated => Some(ErrorKind::InvalidFree),
            Some(block) if block.life != Life::Live => Some(ErrorKind::DoubleFree),
            Some(_) => None,
            None => Some(ErrorKind::InvalidFree),
        };
        if let Some(kind) = trouble {
            let name = self.state.block(object).map(|block| block.name.to_string());
            return Err(self.error(kind, name.as_deref()));
        }
        if let Some(block) = self.state.block_mut(object) {
            block.end(Life::Released);
        }
        Ok(Value::Int(0))
    }

    fn size_of_object(&mut self, address: Reg) -> Result<Value, Stop> {
        match self.chosen(address)? {
            Target::Object(object, 0) => match self.state.block(object) {
                Some(block) if block.life == Life::Live => Ok(block.size),
                Some(_) => Err(self.error(ErrorKind::UseAfterFree, None)),
                None => Err(self.error(ErrorKind::InvalidFree, None)),
            },
            Target::Null => Ok(Value::Int(0)),
            _ => Err(self.error(ErrorKind::InvalidFree, None)),
        }
    }

    /// A number of bytes; a symbolic one is asked for.
    fn settled_count(&mut self, count: Reg) -> Result<i64, Stop> {
        let operand = self.operand(count);
        match self.defined(operand)? {
            Value::Int(count) => return Ok(count),
            Value::Large(_) => return Ok(i64::MAX),
            _ => {}
        }
        let term = self.term(operand)?;
        let (low, high) = self.limits(term).unwrap_or((0, i128::MAX));
        for count in low.max(0)..high.min(low.max(0) + MOST_COUNTS) {
            let constant = self.table.int(count);
            let here = self.table.apply(Op::Eq, &[term, constant]);
            if self.ask(here, QuestionKind::Subscript)? {
                return Ok(count as i64);
            }
        }
        Err(self.cannot("a number of bytes with more than 4096 possible values"))
    }

    /// A place of so many bytes, chosen by asking where several are possible.
    pub(super) fn chosen_place(
        &mut self,
        address: Reg,
        bytes: i64,
        access: Access,
    ) -> Result<(ObjectId, i64), Stop> {
        let places = self.reach(address, Value::Int(bytes), access)?;
        let Some((last, others)) = places.split_last() else {
            return Err(self.error(ErrorKind::InvalidPointer, None));
        };
        let mut chosen = last;
        for place in others {
            if let Some(guard) = place.guard
                && self.ask(guard, QuestionKind::Branch)?
            {
                chosen = place;
                break;
            }
        }
        let distance = self.settled_distance(chosen.object, chosen.distance, bytes)?;
        Ok((chosen.object, distance))
    }

    fn copy_bytes(&mut self, operands: &[Reg], overlap: bool) -> Result<Value, Stop> {
        let count = self.settled_count(operands[2])?;
        if count == 0 {
            return Ok(Value::Int(0));
        }
        let to = self.chosen_place(operands[0], count, Access::Write)?;
        let from = self.chosen_place(operands[1], count, Access::Read)?;
        // Copying an object to itself is harmless on every machine; sanitizers are silent about it, too.
        if !overlap && to.0 == from.0 && to.1 != from.1 && (to.1 - from.1).abs() < count {
            return Err(self.error(ErrorKind::Overlap, None));
        }
        self.copy_range(to, from, count)?;
        Ok(Value::Int(0))
    }

    fn copy_range(&mut self, to: (ObjectId, i64), from: (ObjectId, i64), count: i64) -> Step {
        let mut parts = Vec::new();
        let mut at = 0;
        while at < count {
            self.look_at_copied(from, at, count)?;
            let Some(block) = self.state.block(from.0) else { return Ok(()) };
            let piece = block.piece(from.1 + at);
            let whole = piece.start == from.1 + at && at + piece.bytes <= count;
            let (value, bytes, signed) = if whole {
                (piece.value, piece.bytes, block.sign(piece.start))
            } else {
                (self.byte(from.0, from.1 + at)?, 1, false)
            };
            parts.push((at, bytes, value, signed));
            at += bytes;
        }
        self.cut(to.0, to.1, count)?;
        for (at, bytes, value, signed) in parts {
            if value == Value::Undefined {
                self.clear(to.0, to.1 + at, bytes)?;
            } else {
                self.put(to.0, to.1 + at, bytes, value, signed);
            }
        }
        Ok(())
    }

    fn fill_bytes(&mut self, operands: &[Reg]) -> Result<Value, Stop> {
        let count = self.settled_count(operands[2])?;
        if count == 0 {
            return Ok(Value::Int(0));
        }
        let (object, distance) = self.chosen_place(operands[0], count, Access::Write)?;
        let byte = self.defined(self.operand(operands[1]))?;
        let byte = self.wrapped(byte, IntType { bits: 8, signed: false });
        let Some(block) = self.state.block_mut(object) else { return Ok(Value::Int(0)) };
        if byte == Value::Int(0) && distance == 0 && block.constant_size() == Some(count) {
            block.zero();
            return Ok(Value::Int(0));
        }
        self.cut(object, distance, count)?;
        let step = self.state.block(object).map_or(1, |block| block.cell_bytes(distance, count));
        match byte {
            Value::Int(byte) => {
                let pattern = (0..step).fold(0i64, |sum, at| sum | byte << (8 * at));
                for at in (0..count).step_by(step as usize) {
                    self.put(object, distance + at, step, Value::Int(pattern), false);
                }
            }
            byte => (0..count).for_each(|at| self.put(object, distance + at, 1, byte, false)),
        }
        Ok(Value::Int(0))
    }

    /// A new unknown value. The second one of a name has a 2 behind it, and so on.
    pub(super) fn fresh_input(&mut self, name: &str, ty: Option<&Type>) -> Result<Value, Stop> {
        let Some(ty) = ty else { return Ok(Value::Undefined) };
        let (name, number, label) = self.next_name(name);
        self.asked(result(&name, (number, 0)), &label, ty)
    }

    /// A name, how often it was asked for, and what this time is called. A number behind the name could also be part of
    /// another name that the program asks for.
    pub(super) fn next_name(&mut self, name: &str) -> (Arc<str>, u32, String) {
        let key: Arc<str> = name.into();
        let counts = Arc::make_mut(&mut self.state.named_inputs);
        let count = counts.entry(key.clone()).or_default();
        *count += 1;
        let plain = format!("{name}{count}");
        let asked = &self.machine.code.asked;
        let digits = plain.len() - plain.trim_end_matches(|digit: char| digit.is_ascii_digit()).len();
        let unclear = (0..=digits).any(|end| {
            let other = &plain[..plain.len() - end];
            other != name && asked.contains(other)
        });
        let label = match *count {
            1 => name.to_owned(),
            _ if unclear => format!("{name}#{count}"),
            _ => plain,
        };
        (key, *count, label)
    }

    /// How often a name was asked for.
    pub(super) fn asked_before(&self, name: &str) -> u32 {
        self.state.named_inputs.get(name).copied().unwrap_or(0)
    }

    /// What was asked for: the value given for it, or a symbol.
    pub(super) fn asked(&mut self, origin: Origin, name: &str, ty: &Type) -> Result<Value, Stop> {
        let range = match ty {
            Type::Int(range) => Some(*range),
            _ => None,
        };
        self.asked_for(origin, name, sort_of(ty, self.machine.code.policy), range)
    }

    /// The same for a value of a sort.
    pub(super) fn asked_for(
        &mut self,
        origin: Origin,
        name: &str,
        sort: Scalar,
        range: Option<IntType>,
    ) -> Result<Value, Stop> {
        let entry = self.machine.entry;
        let sort = Sort::Scalar(sort);
        if !entry.given.is_empty() || !entry.symbolic_input {
            let label = self.table.label(&origin, sort, name.to_owned());
            if let Some(value) = entry.value_of(&label) {
                return Ok(value.load(self.table));
            }
            if !entry.symbolic_input {
                return Err(self.error(ErrorKind::EndOfInput, Some(&label)));
            }
        }
        let symbol = self.table.input(origin, sort, || name.to_owned());
        if let Some(range) = range {
            self.admit(symbol, range);
        }
        Ok(Value::Term(symbol))
    }

    fn make_input(&mut self, name: &str, operands: &[Reg]) -> Result<Value, Stop> {
        let count = self.settled_count(operands[1])?;
        let (object, distance) = self.chosen_place(operands[0], count, Access::Write)?;
        self.cut(object, distance, count)?;
        let (name, number, label) = &self.next_name(name);
        let block = self.state.block(object);
        let content = block.filter(|block| distance == 0 && block.constant_size() == Some(count));
        let records = &self.machine.code.records;
        let leaves = content
            .and_then(|block| block.content.as_deref())
            .and_then(|content| content_leaves(label, content, records));
        let unknown = Type::Int(IntType { bits: 8, signed: false });
        match leaves {
            Some(leaves) => {
                for (part, leaf) in (0..).zip(leaves) {
                    let origin = result(name, (*number, part));
                    let place = (object, distance + leaf.offset as i64);
                    self.input_leaf(place, (origin, &leaf.name), &leaf.ty, leaf.bits)?;
                }
            }
            None => {
                for at in 0..count {
                    let origin = result(name, (*number, at as u32));
                    self.input_leaf(
                        (object, distance + at),
                        (origin, &format!("{label}[{at}]")),
                        &unknown,
                        None,
                    )?;
                }
            }
        }
        Ok(Value::Int(0))
    }

    fn input_leaf(
        &mut self,
        (object, distance): (ObjectId, i64),
        (origin, name): (Origin, &str),
        ty: &Type,
        bits: Option<BitRange>,
    ) -> Step {
        if bits.is_some() {
            return Err(self.cannot("bit-fields as inputs"));
        }
        let value = self.asked(origin, name, ty)?;
        let leaf = Leaf::of(ty, self.machine.code.policy);
        self.store(object, distance, value, leaf)
    }

    pub(super) fn end_block(&mut self, address: Value) {
        if let Value::Int(address) = address
            && let Target::Object(object, _) = target_of(address)
            && let Some(block) = self.state.block_mut(object)
        {
            block.end(Life::Ended);
        }
    }

    /// The storage of an activation ends with it.
    pub(super) fn end_blocks(&mut self) {
        let slots = self.procedure.block_slots.iter();
        let own: Vec<Value> = slots.map(|slot| self.state.frame.slots[*slot as usize]).collect();
        own.into_iter().for_each(|address| self.end_block(address));
        for object in std::mem::take(&mut self.state.frame.local_blocks) {
            if let Some(block) = self.state.block_mut(object) {
                block.end(Life::Ended);
            }
        }
    }
}

/// What was asked for under a name.
pub(super) fn result(name: &Arc<str>, (number, part): (u32, u32)) -> Origin {
    Origin::Unknown { why: Why::Result, name: name.clone(), number, part, ty: 0 }
}
