//! Files of programs that keep them as bytes in their memory: what those outside hold before, and what they are to
//! hold in the end.

use std::sync::Arc;

use super::here::Here;
use crate::block::{Target, address_of, target_of};
use crate::code::Reg;
use crate::files::BytesInMemory;
use crate::{BlockKind, State, Stop, Value};

impl Here<'_, '_> {
    /// The address of new storage with the contents of the file of a name; 0 if there is none.
    pub(super) fn file_contents(&mut self, name: Reg) -> Result<Value, Stop> {
        if self.machine.unknown_files() {
            return Ok(Value::Int(0));
        }
        let name = self.text_at(name)?;
        let Some(contents) = self.machine.outside_file(&String::from_utf8_lossy(&name)) else {
            return Ok(Value::Int(0));
        };
        let object = self.new_block(BlockKind::Allocated, Value::Int(contents.len() as i64), false);
        if let Some(block) = self.state.block_mut(object) {
            for (at, byte) in (0..).zip(contents) {
                block.put(at, 1, Value::Int(i64::from(byte)));
            }
        }
        Ok(Value::Int(address_of(object)))
    }

    /// Takes notice of a file that the program writes or removes.
    pub(super) fn keep_file(&mut self, operands: &[Reg]) -> Result<Value, Stop> {
        if self.machine.unknown_files() {
            return Ok(Value::Int(0));
        }
        let name = String::from_utf8_lossy(&self.text_at(operands[0])?).into_owned();
        let kept = match (self.operand(operands[1]).1, self.operand(operands[2]).1) {
            (Value::Int(bytes), Value::Int(length)) if bytes != 0 => Some(BytesInMemory { bytes, length }),
            _ => None,
        };
        Arc::make_mut(&mut self.state.files).in_memory.insert(name, kept);
        Ok(Value::Int(0))
    }
}

impl State {
    /// The files that the program has written, by name, and those it has deleted; those with symbols in them are
    /// left out.
    pub fn written_files(&self) -> Vec<(String, Option<Vec<u8>>)> {
        let mut found = self.files.written();
        for (name, kept) in &self.files.in_memory {
            match kept {
                None => found.push((name.clone(), None)),
                Some(kept) => found.extend(self.kept_bytes(*kept).map(|bytes| (name.clone(), Some(bytes)))),
            }
        }
        found
    }

    fn kept_bytes(&self, kept: BytesInMemory) -> Option<Vec<u8>> {
        let length = self.word_at(kept.length)?;
        if length == 0 {
            return Some(Vec::new());
        }
        let Target::Object(object, first) = target_of(self.word_at(kept.bytes)?) else { return None };
        let block = self.block(object)?;
        let byte = |at: i64| {
            let piece = block.piece(first + at);
            match piece.value {
                Value::Int(value) => Some((value >> (8 * (first + at - piece.start).min(7))) as u8),
                _ => None,
            }
        };
        (0..length).map(byte).collect()
    }

    /// The number of 64 bits at an address.
    fn word_at(&self, address: i64) -> Option<i64> {
        let Target::Object(object, distance) = target_of(address) else { return None };
        let piece = self.block(object)?.piece(distance);
        match piece.value {
            Value::Int(value) if piece.start == distance => Some(value),
            _ => None,
        }
    }
}
