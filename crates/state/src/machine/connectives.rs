//! Connectives: the right side counts only where the left side does not settle it.

use super::here::Here;
use super::{Step, small_binary};
use crate::code::{Connective, ProcedureCode};
use crate::{Ending, QuestionKind, State, Stop, Value};

/// Where a check on the right side of a connective is not settled, goes back to ask about the left side: the check counts
/// only where that does not settle the connective.
pub(super) fn asks_left_operand(state: &mut State, procedure: &ProcedureCode, stop: &Stop) -> bool {
    let of_check = match stop {
        Stop::Ask(question) => matches!(question.kind, QuestionKind::Check(_) | QuestionKind::Subscript),
        Stop::Ended(ending) => matches!(ending, Ending::Error { .. } | Ending::Unsupported { .. }),
        Stop::Prove { .. } | Stop::Statement(_) | Stop::Joined(_) | Stop::Breath => false,
    };
    if !of_check || procedure.connectives.is_empty() {
        return false;
    }
    let slots = &state.frame.slots;
    let is_known = |asked: u32| slots[asked as usize] == Value::Bool(true);
    let Some(connective) = procedure.guard(state.frame.next, is_known) else { return false };
    state.answers.clear();
    state.frame.next = connective.start + 1;
    true
}

impl Here<'_, '_> {
    /// Goes past a connective that its left operand settles, else on to its right operand. A left operand that depends on
    /// symbols is asked about only where that is said.
    pub(super) fn settle(&mut self, connective: Connective, asks: bool) -> Step {
        let known = if asks {
            Some(self.condition(connective.left, QuestionKind::Branch)?)
        } else {
            match self.defined(self.operand(connective.left))? {
                Value::Bool(known) => Some(known),
                _ => None,
            }
        };
        self.set(connective.asked, Value::Bool(known.is_some()));
        if known == Some(connective.settles()) {
            self.set(connective.to, Value::Bool(connective.settled()));
            self.state.frame.next = connective.past;
        } else {
            self.state.frame.next = connective.start + 2;
        }
        Ok(())
    }

    /// Both operands together; if the left one had to be asked about, the right one alone decides.
    pub(super) fn connected(&mut self, connective: Connective) -> Step {
        let Connective { op, to, left, right, asked, .. } = connective;
        let (left, right) = (self.operand(left), self.operand(right));
        let was_asked = self.state.frame.slots[asked as usize] == Value::Bool(true);
        let value = match left.1 {
            Value::Term(_) if was_asked => self.defined(right)?,
            _ => match small_binary(op, left.1, right.1).filter(|_| self.machine.folding) {
                Some(value) => value,
                None => self.binary(op, left, right)?,
            },
        };
        self.set(to, value);
        Ok(())
    }
}
