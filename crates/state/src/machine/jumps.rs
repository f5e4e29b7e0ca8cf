//! Jumps out of functions to a place that one of their callers has marked.

use std::sync::Arc;

use sextant_expr::Op;

use super::Step;
use super::here::Here;
use super::memory::Access;
use crate::code::Reg;
use crate::landing::Landing;
use crate::{QuestionKind, Stop, Value};

/// The bytes of a place to keep a landing in that must be there.
const BYTES: i64 = 8;

impl Here<'_, '_> {
    /// Marks this place at an address. Its value is 0 now, and what is brought along at a jump to it.
    pub(super) fn mark_landing(&mut self, address: Reg, to: Option<u32>) -> Result<Value, Stop> {
        let kept = self.chosen_place(address, BYTES, Access::Write)?;
        self.state.mark(Landing {
            kept,
            depth: self.state.depth(),
            procedure: self.state.frame.procedure,
            next: self.state.frame.next + 1,
            statement: self.state.frame.statement,
            to,
        });
        Ok(Value::Int(0))
    }

    /// Leaves activations until the one is reached whose landing is kept at an address, and goes on there.
    pub(super) fn long_jump(&mut self, code: u32) -> Step {
        let operands = &self.procedure.primitives[code as usize].operands;
        let (address, brought) = (operands[0], operands[1]);
        let kept = self.chosen_place(address, BYTES, Access::Read)?;
        let Some(landing) = self.state.landing(kept) else {
            return Err(self.cannot("a jump to a place that is not marked, or in a function that has ended"));
        };
        let brought = self.brought_along(brought)?;
        self.state.answers.clear();
        while self.state.depth() > landing.depth {
            self.end_blocks();
            self.state.forget_landings();
            self.state.unpack(self.table);
            let caller = self.state.suspended.pop().expect("the landing's activation is below");
            let left = std::mem::replace(&mut self.state.frame, Arc::unwrap_or_clone(caller));
            self.state.memory.truncate(left.objects_from);
        }
        self.state.frame.next = landing.next;
        self.state.frame.statement = landing.statement;
        if let Some(to) = landing.to {
            self.set(to, brought);
        }
        Ok(())
    }

    /// The value at the landing: a jump with 0 brings 1, so that it differs from the first time.
    fn brought_along(&mut self, value: Reg) -> Result<Value, Stop> {
        let value = self.defined(self.operand(value))?;
        let is_zero = match value {
            Value::Int(value) => value == 0,
            Value::Term(term) => {
                let zero = self.table.int(0);
                let is_zero = self.table.apply(Op::Eq, &[term, zero]);
                self.ask(is_zero, QuestionKind::Branch)?
            }
            _ => false,
        };
        Ok(if is_zero { Value::Int(1) } else { value })
    }
}
