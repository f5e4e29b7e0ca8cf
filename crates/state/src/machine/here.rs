//! The instruction being run: what it reads, and the questions it asks.

use sextant_base::Span;
use sextant_expr::{Table, TermId};

use super::{Machine, Step, read};
use crate::code::{ProcedureCode, Reg};
use crate::{Ending, ErrorKind, Question, QuestionKind, State, Stop, Value};

/// A register with the value it holds; the register names the variable in messages.
pub(super) type Operand = (Reg, Value);

/// One run of one instruction. An instruction asks its questions in the same order each time it is run, so that
/// the answers given so far are found by counting.
pub(super) struct Here<'a, 'c> {
    pub machine: &'a Machine<'c>,
    pub table: &'a mut Table,
    pub state: &'a mut State,
    pub procedure: &'a ProcedureCode,
    pub constants: &'a [Value],
    pub at: usize,
    asked: usize,
}

impl<'a, 'c> Here<'a, 'c> {
    pub(super) fn new(
        machine: &'a Machine<'c>,
        table: &'a mut Table,
        state: &'a mut State,
        procedure: &'a ProcedureCode,
        constants: &'a [Value],
    ) -> Self {
        let at = state.frame.next as usize;
        Self { machine, table, state, procedure, constants, at, asked: 0 }
    }

    /// Does something that may ask questions. Once it is done, their answers are of no use any more.
    pub(super) fn settled_by<T>(
        mut self,
        work: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let done = work(&mut self)?;
        self.state.answers.clear();
        Ok(done)
    }

    pub(super) fn span(&self) -> Span {
        self.procedure.spans[self.at]
    }

    pub(super) fn operand(&self, reg: Reg) -> Operand {
        (reg, read(self.state, self.constants, reg))
    }

    pub(super) fn set(&mut self, slot: u32, value: Value) {
        self.state.frame.slots[slot as usize] = value;
    }

    /// The operand as a term. Where undefined values may be copied, a symbol stands for an undefined one; else it is an
    /// error.
    pub(super) fn term(&mut self, operand: Operand) -> Result<TermId, Stop> {
        self.defined(operand)?.to_term(self.table).ok_or_else(|| self.undefined(operand.0))
    }

    /// The value of an operand; the same of an undefined one.
    pub(super) fn defined(&mut self, operand: Operand) -> Result<Value, Stop> {
        match operand.1 {
            Value::Undefined => self.symbol_in_slot(operand.0).ok_or_else(|| self.undefined(operand.0)),
            value => Ok(value),
        }
    }

    /// The answer to a question: the simplifier's, or one given before; else the machine stops for it.
    pub(super) fn ask(&mut self, condition: TermId, kind: QuestionKind) -> Result<bool, Stop> {
        self.note_decision(condition);
        let simplified = self.table.simplify(condition);
        if let Some(settled) = self.table.as_bool(simplified) {
            return Ok(settled);
        }
        if let Some(name) = self.undefined_in(simplified) {
            return if is_harmless(kind) {
                Ok(true)
            } else {
                Err(self.error(ErrorKind::Uninitialised, Some(&name)))
            };
        }
        let answer = self.state.answers.get(self.asked).copied();
        self.asked += 1;
        answer.ok_or(Stop::Ask(Question { condition, kind, span: self.blamed() }))
    }

    /// Ends the path with an error where the condition does not hold.
    pub(super) fn require(&mut self, condition: TermId, kind: ErrorKind, subject: Option<&str>) -> Step {
        match self.ask(condition, QuestionKind::Check(kind))? {
            true => Ok(()),
            false => Err(self.error(kind, subject)),
        }
    }

    pub(super) fn error(&self, kind: ErrorKind, subject: Option<&str>) -> Stop {
        Stop::Ended(Ending::Error { kind, span: self.blamed(), subject: subject.map(str::to_owned) })
    }

    /// Where the user's own text stands: the library is right, whoever calls it may be wrong.
    pub(super) fn blamed(&self) -> Span {
        if !self.procedure.library {
            return self.span();
        }
        let code = self.machine.code;
        let callers = self.state.frames().skip(1);
        let own = callers.map(|frame| (&code.procedures[frame.procedure], frame.next));
        let found = own.into_iter().find(|(procedure, _)| !procedure.library);
        found
            .map_or_else(|| self.span(), |(procedure, next)| procedure.spans[next.saturating_sub(1) as usize])
    }

    /// Something that this tool cannot execute.
    pub(super) fn cannot(&self, what: impl Into<String>) -> Stop {
        Stop::Ended(Ending::Unsupported { span: self.span(), what: what.into() })
    }

    fn undefined(&self, reg: Reg) -> Stop {
        let name = reg.decode().err().and_then(|slot| self.procedure.slot_names.get(slot));
        self.error(ErrorKind::Uninitialised, name.map(String::as_str))
    }
}

/// Whether it is no error if an undefined value decides this: no machine finds anything wrong with the result.
fn is_harmless(kind: QuestionKind) -> bool {
    matches!(
        kind,
        QuestionKind::Check(
            ErrorKind::Overflow
                | ErrorKind::SignedOverflow
                | ErrorKind::BadShift
                | ErrorKind::BadConversion
                | ErrorKind::Domain
        )
    )
}
