//! What a pointer leads to, in words that mean the same in two programs: numbers of objects do not.

use crate::block::{Block, BlockKind, Target, target_of};
use crate::{Code, State, Value};

/// Constants behind pointers inside of constants are followed so far.
const DEEPEST: u32 = 6;
/// Longer constants are not told.
const LONGEST: i64 = 1 << 16;

impl State {
    /// What an address leads to: the bytes of a constant from there on (of a text up to its end), or an object of the
    /// program by its name; none where that cannot be told.
    pub fn lead(&self, code: &Code, address: i64, is_text: bool) -> Option<String> {
        self.lead_within(code, address, is_text, DEEPEST)
    }

    fn lead_within(&self, code: &Code, address: i64, is_text: bool, depth: u32) -> Option<String> {
        match target_of(address) {
            Target::Null => Some(format!("number {address}")),
            Target::Procedure(procedure, 0) => {
                Some(format!("procedure {}", code.procedures.get(procedure)?.name))
            }
            Target::Procedure(..) | Target::Nowhere => None,
            Target::Object(object, distance) => {
                let block = self.block(object)?;
                match block.kind {
                    BlockKind::Constant => self.constant_bytes(code, block, distance, is_text, depth),
                    BlockKind::Static | BlockKind::Given => Some(format!("{} + {distance}", block.name)),
                    BlockKind::Automatic | BlockKind::Allocated => None,
                }
            }
        }
    }

    fn constant_bytes(
        &self,
        code: &Code,
        block: &Block,
        from: i64,
        is_text: bool,
        depth: u32,
    ) -> Option<String> {
        let size = block.constant_size().filter(|size| (0..=LONGEST).contains(size))?;
        let mut shown = "constant ".to_owned();
        let mut text = Vec::new();
        let mut at = from;
        while (0..size).contains(&at) {
            let piece = block.piece(at);
            let skipped = usize::try_from(at - piece.start).ok()?;
            let value = piece.value;
            if let (Value::Int(address), 8, 0) = (value, piece.bytes, skipped)
                && matches!(target_of(address), Target::Object(..) | Target::Procedure(..))
                && depth > 0
                && let Some(lead) = self.lead_within(code, address, false, depth - 1)
            {
                shown.push_str(&format!("[{lead}]"));
                at += 8;
                continue;
            }
            let bits = match value {
                Value::Int(value) => value as u64,
                Value::Large(value) | Value::Double(value) => value,
                Value::Single(value) => u64::from(value),
                Value::Undefined
                | Value::Bool(_)
                | Value::Term(_)
                | Value::Reference(_)
                | Value::Procedure(_)
                | Value::Tail => return None,
            };
            for byte in bits.to_le_bytes().into_iter().take(usize::try_from(piece.bytes).ok()?).skip(skipped)
            {
                shown.push_str(&format!("{byte:02x}"));
                if is_text && byte == 0 {
                    return Some(format!("\"{}\"", text.escape_ascii()));
                }
                text.push(byte);
            }
            at = piece.start + piece.bytes;
        }
        Some(shown)
    }
}
