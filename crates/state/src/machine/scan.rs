//! Standard input, byte by byte and as C's scanf reads it.

use sextant_expr::{Op, Origin, Sort, Stream};
use sextant_syntax::{IntType, RealType, Type};

use super::Step;
use super::here::Here;
use super::memory::Access;
use super::primitives::result;
use crate::code::{Leaf, Reg};
use crate::state::{Frame, ResultPlace};
use crate::{ErrorKind, ObjectId, QuestionKind, Reliance, Stop, Value};

/// The answer to a library that is to read the characters itself.
const BY_CHARACTER: i64 = -2;

/// One conversion of an input format.
struct Wanted {
    /// Whether the value goes nowhere.
    skipped: bool,
    width: Option<usize>,
    bytes: u8,
    letter: u8,
}

impl Here<'_, '_> {
    /// The next byte of standard input, or −1 behind its end.
    pub(super) fn read_byte(&mut self) -> Result<Value, Stop> {
        let position = self.state.input_position;
        let value = self.byte_numbered(position)?;
        if value != Value::Int(-1) {
            self.state.input_position += 1;
        }
        Ok(value)
    }

    fn byte_numbered(&mut self, position: usize) -> Result<Value, Stop> {
        let entry = self.machine.entry;
        if let Some(text) = &entry.text {
            return Ok(text.get(position).map_or(Value::Int(-1), |&byte| Value::Int(i64::from(byte))));
        }
        let origin = Origin::Read(Stream::Bytes, position as u64 + 1);
        let name = || format!("stdin[{position}]");
        if !entry.given.is_empty() {
            let label = self.table.label(&origin, Sort::INT, name());
            if let Some(value) = entry.value_of(&label) {
                return Ok(value.load(self.table));
            }
        }
        if !entry.symbolic_input {
            return Ok(Value::Int(-1));
        }
        let symbol = self.table.input(origin, Sort::INT, name);
        let (least, greatest) = (self.table.int(-1), self.table.int(255));
        let low = self.table.apply(Op::Ge, &[symbol, least]);
        let high = self.table.apply(Op::Le, &[symbol, greatest]);
        let within = self.table.and(&[low, high]);
        if !self.state.domain.iter().any(|known| *known == within) {
            self.state.domain.push(within);
        }
        Ok(Value::Term(symbol))
    }

    pub(super) fn scan_input(&mut self, operands: &[Reg]) -> Result<Value, Stop> {
        if self.machine.entry.by_character && self.machine.entry.text.is_none() {
            return Ok(Value::Int(BY_CHARACTER));
        }
        let format = self.text_at(operands[0])?;
        let (object, mut next) = match self.operand(operands[1]).1 {
            Value::Int(0) => (None, 0),
            _ => {
                let (object, next) = self.chosen_place(operands[1], 0, Access::Read)?;
                (Some(object), next)
            }
        };
        let known = self.machine.entry.text.is_some();
        let most = if known { i64::MAX } else { self.numbers_read(&format, operands[2])? };
        let mut read = 0;
        let mut at = 0;
        while at < format.len() {
            if format[at].is_ascii_whitespace() {
                self.skip_blanks(known)?;
                at += 1;
                continue;
            }
            if format[at] != b'%' || format.get(at + 1) == Some(&b'%') {
                at += if format[at] == b'%' { 2 } else { 1 };
                if known && !self.literal(format[at - 1])? {
                    return Ok(Value::Int(read));
                }
                continue;
            }
            let (wanted, end) = wanted(&format, at + 1);
            at = end;
            if read >= most {
                return Ok(Value::Int(most));
            }
            let target = if wanted.skipped { None } else { Some(self.target(object, &mut next)?) };
            match self.scanned(&wanted, known)? {
                Scanned::End if read == 0 => return Ok(Value::Int(-1)),
                Scanned::End | Scanned::Mismatch => return Ok(Value::Int(read)),
                Scanned::Values(values) => {
                    if let Some(target) = target {
                        self.deliver(target, &wanted, values)?;
                        read += 1;
                    }
                }
            }
        }
        Ok(Value::Int(read))
    }

    /// How many of the numbers that a format asks for are there, or −1 where the input has ended: any number of them, which
    /// is an input, where the program looks at what the reading function returns. Where it does not, all are assumed to be
    /// there. What could not be read before is still in the way.
    fn numbers_read(&mut self, format: &[u8], stuck: Reg) -> Result<i64, Stop> {
        let all = conversions(format);
        let stuck = self.operand(stuck).1;
        if all == 0 || stuck == Value::Int(2) {
            return Ok(0);
        }
        if !self.result_is_used() {
            self.rely(Reliance::CompleteInput);
            return Ok(all);
        }
        let most = if stuck == Value::Int(0) { all } else { 0 };
        let ty = Type::Int(IntType { bits: 8, signed: true });
        let number = self.asked_before("scanf()") + 1;
        let label = if number == 1 { "scanf()".to_owned() } else { format!("scanf(){number}") };
        let told = self.asked(result(&"scanf()".into(), (number, 0)), &label, &ty)?;
        let told = self.term((Reg::slot(0), told))?;
        let mut found = most;
        for count in -1..most {
            let constant = self.table.int(count);
            let equal = self.table.apply(Op::Eq, &[told, constant]);
            if self.ask(equal, QuestionKind::Branch)? {
                found = count;
                break;
            }
        }
        self.next_name("scanf()");
        Ok(found)
    }

    /// Whether the program looks at what the library's function returns that it called.
    fn result_is_used(&self) -> bool {
        let code = self.machine.code;
        let own = |frame: &&Frame| code.procedures[frame.procedure].library;
        let called = self.state.frames().take_while(own).last();
        called.is_none_or(|frame| frame.result != ResultPlace::None)
    }

    /// The address of the next value.
    fn target(&mut self, object: Option<ObjectId>, next: &mut i64) -> Result<i64, Stop> {
        let Some(object) = object else { return Err(self.error(ErrorKind::NullPointer, None)) };
        let leaf = Leaf::of(&Type::Pointer(None), self.machine.code.policy);
        let value = self.load(object, *next, leaf)?;
        *next += 8;
        match value {
            Value::Int(address) => Ok(address),
            _ => Err(self.cannot("input to a symbolic address")),
        }
    }

    fn deliver(&mut self, address: i64, wanted: &Wanted, values: Vec<Value>) -> Step {
        let (object, distance) = match crate::block::target_of(address) {
            crate::block::Target::Object(object, distance) => (object, distance),
            crate::block::Target::Null => return Err(self.error(ErrorKind::NullPointer, None)),
            _ => return Err(self.error(ErrorKind::InvalidPointer, None)),
        };
        let leaf = Leaf::of(&wanted.ty(), self.machine.code.policy);
        let bytes = i64::from(leaf.bytes) * values.len() as i64;
        let fits = self.state.block(object).is_some_and(|block| {
            distance >= 0 && block.constant_size().is_some_and(|size| distance + bytes <= size)
        });
        if !fits {
            let name = self.state.block(object).map(|block| block.name.to_string());
            return Err(self.error(ErrorKind::OutOfBounds, name.as_deref()));
        }
        for (at, value) in (0..).zip(values) {
            self.store(object, distance + at * i64::from(leaf.bytes), value, leaf)?;
        }
        Ok(())
    }

    fn skip_blanks(&mut self, known: bool) -> Step {
        if !known {
            return Ok(());
        }
        loop {
            match self.byte_numbered(self.state.input_position)? {
                Value::Int(byte) if u8::try_from(byte).is_ok_and(|byte| byte.is_ascii_whitespace()) => {
                    self.state.input_position += 1;
                }
                _ => return Ok(()),
            }
        }
    }

    fn literal(&mut self, wanted: u8) -> Result<bool, Stop> {
        let found = self.byte_numbered(self.state.input_position)? == Value::Int(i64::from(wanted));
        self.state.input_position += usize::from(found);
        Ok(found)
    }

    fn scanned(&mut self, wanted: &Wanted, known: bool) -> Result<Scanned, Stop> {
        if !known {
            return self.unknown_value(wanted);
        }
        if wanted.letter != b'c' {
            self.skip_blanks(known)?;
        }
        let text = self.machine.entry.text.as_deref().unwrap_or_default();
        let rest = text.get(self.state.input_position..).unwrap_or_default();
        if rest.is_empty() {
            return Ok(Scanned::End);
        }
        let most = wanted.width.unwrap_or(usize::MAX);
        let (used, values) = match wanted.letter {
            b'c' => {
                let count = wanted.width.unwrap_or(1).min(rest.len());
                (count, rest[..count].iter().map(|&byte| Value::Int(i64::from(byte))).collect())
            }
            b's' => {
                let count = rest.iter().take(most).take_while(|byte| !byte.is_ascii_whitespace()).count();
                let bytes = rest[..count].iter().map(|&byte| Value::Int(i64::from(byte)));
                (count, bytes.chain([Value::Int(0)]).collect())
            }
            b'f' | b'e' | b'g' | b'E' | b'G' => real_prefix(rest, most, wanted.bytes),
            _ => integer_prefix(rest, most, wanted),
        };
        if used == 0 {
            return Ok(Scanned::Mismatch);
        }
        self.state.input_position += used;
        Ok(Scanned::Values(values))
    }

    fn unknown_value(&mut self, wanted: &Wanted) -> Result<Scanned, Stop> {
        if wanted.letter == b's' {
            return Err(self.cannot("a text as symbolic input"));
        }
        // Paths may ask for numbers of either kind in another order: a name has one kind.
        let name = if matches!(wanted.ty(), Type::Real(_)) { "scanf_real" } else { "scanf" };
        let value = self.fresh_input(name, Some(&wanted.ty()))?;
        Ok(Scanned::Values(vec![value]))
    }
}

enum Scanned {
    Values(Vec<Value>),
    Mismatch,
    End,
}

impl Wanted {
    fn ty(&self) -> Type {
        match self.letter {
            b'c' | b's' => Type::Int(IntType { bits: 8, signed: true }),
            b'f' | b'e' | b'g' | b'E' | b'G' if self.bytes == 8 => Type::Real(RealType::Double),
            b'f' | b'e' | b'g' | b'E' | b'G' => Type::Real(RealType::Single),
            letter => Type::Int(IntType { bits: self.bytes * 8, signed: matches!(letter, b'd' | b'i') }),
        }
    }
}

/// How many values a format asks for.
fn conversions(format: &[u8]) -> i64 {
    let (mut found, mut at) = (0, 0);
    while at < format.len() {
        at += 1;
        match (format[at - 1], format.get(at)) {
            (b'%', Some(b'%')) => at += 1,
            (b'%', _) => {
                let (wanted, end) = wanted(format, at);
                found += i64::from(!wanted.skipped);
                at = end;
            }
            _ => {}
        }
    }
    found
}

fn wanted(format: &[u8], mut at: usize) -> (Wanted, usize) {
    let byte = |at: usize| format.get(at).copied().unwrap_or(0);
    let skipped = byte(at) == b'*';
    at += usize::from(skipped);
    let mut width = None;
    while byte(at).is_ascii_digit() {
        width = Some(width.unwrap_or(0usize).saturating_mul(10).saturating_add(usize::from(byte(at) - b'0')));
        at += 1;
    }
    let mut bytes = 4;
    loop {
        bytes = match (byte(at), bytes) {
            (b'h', 2) => 1,
            (b'h', _) => 2,
            (b'l' | b'z' | b'j' | b't' | b'q' | b'L', _) => 8,
            _ => break,
        };
        at += 1;
    }
    (Wanted { skipped, width, bytes, letter: byte(at) }, at + 1)
}

/// The integer that a text begins with, and how many bytes it takes.
fn integer_prefix(text: &[u8], most: usize, wanted: &Wanted) -> (usize, Vec<Value>) {
    let text = &text[..text.len().min(most)];
    let negative = text.first() == Some(&b'-');
    let mut at = usize::from(negative || text.first() == Some(&b'+'));
    let prefixed = text[at..].len() > 2 && text[at] == b'0' && text[at + 1].eq_ignore_ascii_case(&b'x');
    let radix = match wanted.letter {
        b'x' | b'X' | b'p' => 16,
        b'i' if prefixed => 16,
        b'o' => 8,
        b'i' if text.get(at) == Some(&b'0') => 8,
        _ => 10,
    };
    if radix == 16 && prefixed {
        at += 2;
    }
    let digits = text[at..].iter().take_while(|byte| (**byte as char).is_digit(radix)).count();
    if digits == 0 {
        return (0, Vec::new());
    }
    let size = text[at..at + digits].iter().fold(0i128, |sum, &byte| {
        sum.wrapping_mul(i128::from(radix)) + i128::from((byte as char).to_digit(radix).unwrap_or(0))
    });
    let value = if negative { -size } else { size };
    let ty = match wanted.ty() {
        Type::Int(ty) => ty,
        _ => IntType::FIXED_31,
    };
    (at + digits, super::integers::wrap_small(value, ty).into_iter().collect())
}

/// The real number that a text begins with, and how many bytes it takes.
fn real_prefix(text: &[u8], most: usize, bytes: u8) -> (usize, Vec<Value>) {
    let text = &text[..text.len().min(most)];
    let mut longest = (0, 0.0);
    let candidate =
        text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte)).count();
    for end in (1..=candidate.min(400)).rev() {
        if let Some(value) = std::str::from_utf8(&text[..end]).ok().and_then(|text| text.parse::<f64>().ok())
        {
            longest = (end, value);
            break;
        }
    }
    let (used, value) = longest;
    let value = if bytes == 8 { Value::double(value) } else { Value::single(value as f32) };
    (used, vec![value])
}
