//! Texts: sequences of character codes, of which some may be symbolic; lengths are constants.

use sextant_expr::{Op, TermId};

use super::Step;
use super::here::Here;
use crate::code::{Comparison, Instr, Reg, TextFunction};
use crate::memory::Object;
use crate::{ErrorKind, QuestionKind, Stop, Text, Value};

const BLANK: Value = Value::Int(32);

/// Texts longer than this are not made.
const LONGEST: i64 = 1 << 24;

impl Here<'_, '_> {
    /// Instructions that give a register a text.
    pub(super) fn text_step(&mut self, instruction: Instr) -> Step {
        let (to, text) = match instruction {
            Instr::TextConstant { to, text } => (to, self.procedure.characters[text as usize].clone()),
            Instr::LoadText { to, base, index, length } => (to, self.load_text(base, index, length)?),
            Instr::Concatenate { to, a, b } => {
                (to, self.text(a).iter().chain(self.text(b).iter()).copied().collect())
            }
            Instr::TextOfCode { to, code } => (to, Text::from([self.defined(self.operand(code))?])),
            Instr::ChooseText { to, condition, a, b } => {
                let chosen = self.condition(condition, QuestionKind::Branch)?;
                (to, self.text(if chosen { a } else { b }))
            }
            Instr::ChangeText { function, to, a, count } => {
                (to, self.changed(function, &self.text(a), count)?)
            }
            other => unreachable!("handled before: {other:?}"),
        };
        self.state.frame.texts[to as usize] = text;
        Ok(())
    }

    pub(super) fn text(&self, register: u32) -> Text {
        self.state.frame.texts[register as usize].clone()
    }

    pub(super) fn length_of(&mut self, base: u32) -> Result<Value, Stop> {
        let object = self.referred(base)?;
        match self.state.object(object) {
            Object::View(view) if view.length != Value::Undefined => Ok(view.length),
            Object::Array(array) => {
                let (low, high) = (array.low, array.high);
                Ok(self.extent(low, high))
            }
            _ => Ok(Value::Int(1)),
        }
    }

    /// A constant length; a symbolic one has no text.
    fn constant_length(&mut self, length: Reg) -> Result<i64, Stop> {
        let length = self.defined(self.operand(length))?;
        match self.settled(length) {
            Value::Int(length) if length <= LONGEST => Ok(length.max(0)),
            _ => Err(self.cannot("a text whose length depends on symbols")),
        }
    }

    pub(super) fn check_characters(&mut self, from: Reg, to: Reg, length: Reg) -> Step {
        let (from, to, length) = (self.operand(from), self.operand(to), self.operand(length));
        if let (Value::Int(from), Value::Int(to), Value::Int(length)) = (from.1, to.1, length.1) {
            let inside = to < from || (from >= 1 && to <= length);
            return if inside { Ok(()) } else { Err(self.error(ErrorKind::SubscriptRange, None)) };
        }
        let (x, y, n) = (self.term(from)?, self.term(to)?, self.term(length)?);
        let one = self.table.int(1);
        let empty = self.table.apply(Op::Lt, &[y, x]);
        let begins = self.table.apply(Op::Ge, &[x, one]);
        let ends = self.table.apply(Op::Le, &[y, n]);
        let inside = self.table.and(&[begins, ends]);
        let allowed = self.table.or(&[empty, inside]);
        self.require(allowed, ErrorKind::SubscriptRange, None)
    }

    fn load_text(&mut self, base: u32, index: Reg, length: Reg) -> Result<Text, Stop> {
        let count = self.constant_length(length)?;
        let (storage, _) = self.storage_of(self.referred(base)?)?;
        let first = self.operand(index).1;
        Ok(self.cells(storage, first, count, self.slot_name(base))?.into())
    }

    pub(super) fn store_text(&mut self, base: u32, index: Reg, length: Reg, from: u32) -> Step {
        let count = self.constant_length(length)?;
        let first = self.operand(index).1;
        let object = self.referred(base)?;
        let text = self.text(from);
        self.put_text(object, first, count, &text)
    }

    /// Stores a text in so many characters, cut or filled with blanks.
    pub(super) fn put_text(
        &mut self,
        object: crate::ObjectId,
        first: Value,
        count: i64,
        text: &[Value],
    ) -> Step {
        let (storage, _) = self.storage_of(object)?;
        for at in 0..count {
            let value = text.get(at as usize).copied().unwrap_or(BLANK);
            let index = self.plus(first, Value::Int(at));
            self.store_at(storage, index, value, crate::code::Leaf::CHARACTER)?;
        }
        Ok(())
    }

    /// Texts are compared as if the shorter one were filled with blanks.
    pub(super) fn compare_texts(
        &mut self,
        comparison: Comparison,
        a: &[Value],
        b: &[Value],
    ) -> Result<Value, Stop> {
        let count = a.len().max(b.len());
        let at = |text: &[Value], position: usize| text.get(position).copied().unwrap_or(BLANK);
        let first_symbolic = (0..count).find(|&position| {
            !matches!((at(a, position), at(b, position)), (Value::Int(x), Value::Int(y)) if x == y)
        });
        let Some(from) = first_symbolic else { return Ok(Value::Bool(comparison.holds(0, 0))) };
        if let (Value::Int(x), Value::Int(y)) = (at(a, from), at(b, from)) {
            return Ok(Value::Bool(comparison.holds(x, y)));
        }
        let mut pairs = Vec::new();
        for position in from..count {
            pairs.push((self.character(at(a, position))?, self.character(at(b, position))?));
        }
        let condition = match comparison {
            Comparison::Eq | Comparison::Ne => {
                let equal: Vec<TermId> =
                    pairs.iter().map(|(x, y)| self.table.apply(Op::Eq, &[*x, *y])).collect();
                let equal = self.table.and(&equal);
                if comparison == Comparison::Eq { equal } else { self.table.not(equal) }
            }
            _ => self.lexical(comparison, &pairs),
        };
        Ok(Value::of_term(self.table, condition))
    }

    fn character(&mut self, value: Value) -> Result<TermId, Stop> {
        value.to_term(self.table).ok_or_else(|| self.uninitialised(None))
    }

    /// The first pair that differs decides.
    fn lexical(&mut self, comparison: Comparison, pairs: &[(TermId, TermId)]) -> TermId {
        let strict = match comparison {
            Comparison::Lt | Comparison::Le => Op::Lt,
            _ => Op::Gt,
        };
        let mut decided = self.table.boolean(comparison.holds(0, 0));
        for (x, y) in pairs.iter().rev() {
            let same = self.table.apply(Op::Eq, &[*x, *y]);
            let before = self.table.apply(strict.clone(), &[*x, *y]);
            decided = self.table.apply(Op::Ite, &[same, decided, before]);
        }
        decided
    }

    fn is_blank(&mut self, value: Value) -> Result<bool, Stop> {
        match value {
            Value::Int(code) => Ok(code == 32),
            other => {
                let code = self.character(other)?;
                let blank = self.table.int(32);
                let is_blank = self.table.apply(Op::Eq, &[code, blank]);
                self.ask(is_blank, QuestionKind::Branch)
            }
        }
    }

    /// The length without trailing blanks; symbolic characters at the end are asked about.
    fn trimmed(&mut self, text: &[Value]) -> Result<usize, Stop> {
        let mut length = text.len();
        while length > 0 && self.is_blank(text[length - 1])? {
            length -= 1;
        }
        Ok(length)
    }

    fn changed(&mut self, function: TextFunction, text: &[Value], count: Reg) -> Result<Text, Stop> {
        Ok(match function {
            TextFunction::Trim => text[..self.trimmed(text)?].into(),
            TextFunction::AdjustLeft => {
                let mut leading = 0;
                while leading < text.len() && self.is_blank(text[leading])? {
                    leading += 1;
                }
                text[leading..].iter().copied().chain(std::iter::repeat_n(BLANK, leading)).collect()
            }
            TextFunction::AdjustRight => {
                let length = self.trimmed(text)?;
                let blanks = std::iter::repeat_n(BLANK, text.len() - length);
                blanks.chain(text[..length].iter().copied()).collect()
            }
            _ => {
                let times = self.constant_length(count)?;
                if times.saturating_mul(text.len() as i64) > LONGEST {
                    return Err(self.error(ErrorKind::BadBounds, None));
                }
                text.repeat(times as usize).into()
            }
        })
    }

    pub(super) fn measured(
        &mut self,
        function: TextFunction,
        a: &[Value],
        b: &[Value],
        back: bool,
    ) -> Result<Value, Stop> {
        let found = match function {
            TextFunction::CodeOf => {
                return match a.first() {
                    Some(code) => Ok(*code),
                    None => Err(self.error(ErrorKind::SubscriptRange, None)),
                };
            }
            TextFunction::TrimmedLength => self.trimmed(a)?,
            TextFunction::IndexOf => self.index_of(a, b, back)?,
            _ => self.scan(a, b, back, function == TextFunction::ScanFor)?,
        };
        Ok(Value::Int(found as i64))
    }

    /// The position of one text in another, from 1; 0: nowhere.
    fn index_of(&mut self, a: &[Value], b: &[Value], back: bool) -> Result<usize, Stop> {
        if b.len() > a.len() {
            return Ok(0);
        }
        for position in ordered(a.len() - b.len() + 1, back) {
            let here = self.compare_texts(Comparison::Eq, &a[position..position + b.len()], b)?;
            if self.holds(here)? {
                return Ok(position + 1);
            }
        }
        Ok(0)
    }

    fn scan(&mut self, a: &[Value], set: &[Value], back: bool, member: bool) -> Result<usize, Stop> {
        for position in ordered(a.len(), back) {
            let mut is_in = false;
            for candidate in set {
                let same = self.compare_texts(Comparison::Eq, &[a[position]], &[*candidate])?;
                if self.holds(same)? {
                    is_in = true;
                    break;
                }
            }
            if is_in == member {
                return Ok(position + 1);
            }
        }
        Ok(0)
    }

    fn holds(&mut self, value: Value) -> Result<bool, Stop> {
        match value {
            Value::Bool(holds) => Ok(holds),
            other => {
                let condition = self.character(other)?;
                self.ask(condition, QuestionKind::Branch)
            }
        }
    }
}

/// Positions from the first one or from the last one on.
fn ordered(count: usize, back: bool) -> impl Iterator<Item = usize> {
    (0..count).map(move |at| if back { count - 1 - at } else { at })
}
