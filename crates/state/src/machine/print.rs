//! Formatted output as C's printf writes it.

use std::sync::Arc;

use sextant_syntax::{IntType, RealType, Type};

use super::here::Here;
use super::memory::Access;
use crate::code::{Leaf, Reg};
use crate::{ObjectId, Output, Stop, Value};

/// Texts longer than this are not what a program means to print.
const LONGEST_TEXT: i64 = 1 << 24;

/// A piece of printed text.
pub(super) enum Printed {
    Bytes(Vec<u8>),
    /// A value that is not known, and how it is to be shown.
    Unknown(Value, Conversion),
}

impl Printed {
    fn character(value: Value) -> Printed {
        Printed::Unknown(value, Conversion { letter: b'c', ..Conversion::default() })
    }
}

/// One conversion of a format.
#[derive(Clone, Debug, Default)]
pub(super) struct Conversion {
    left: bool,
    zero: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
    pub bytes: u8,
    pub letter: u8,
}

/// The arguments of a format, 8 bytes each.
struct Arguments {
    object: Option<ObjectId>,
    next: i64,
}

impl Here<'_, '_> {
    pub(super) fn write_bytes(&mut self, operands: &[Reg]) -> Result<Value, Stop> {
        let stream = self.stream(operands[0])?;
        let (_, count) = self.operand(operands[2]);
        let Value::Int(count) = count else {
            return Err(self.cannot("output of a symbolic number of bytes"));
        };
        if count <= 0 {
            return Ok(Value::Int(0));
        }
        let (object, distance) = self.chosen_place(operands[1], count, Access::Read)?;
        let mut printed = Vec::new();
        for at in 0..count {
            let byte = self.byte(object, distance + at)?;
            self.push_byte(&mut printed, byte, object)?;
        }
        self.emit_printed(stream, printed);
        Ok(Value::Int(count))
    }

    fn push_byte(&mut self, printed: &mut Vec<Printed>, byte: Value, object: ObjectId) -> Result<(), Stop> {
        match byte {
            Value::Int(byte) => match printed.last_mut() {
                Some(Printed::Bytes(bytes)) => bytes.push(byte as u8),
                _ => printed.push(Printed::Bytes(vec![byte as u8])),
            },
            Value::Undefined => return Err(self.without_value(object)),
            symbolic => {
                let symbolic = self.shown(symbolic)?;
                printed.push(Printed::character(symbolic));
            }
        }
        Ok(())
    }

    fn stream(&self, operand: Reg) -> Result<u8, Stop> {
        match self.operand(operand).1 {
            Value::Int(stream @ 1..=2) => Ok(stream as u8),
            _ => Err(self.cannot("output to a file")),
        }
    }

    fn emit_printed(&mut self, stream: u8, printed: Vec<Printed>) {
        for part in printed {
            self.state.output.push(match part {
                Printed::Bytes(bytes) => Output::Bytes(stream, bytes.into()),
                Printed::Unknown(value, how) => Output::Converted(stream, value, how.to_string().into()),
            });
        }
    }

    pub(super) fn print(&mut self, operands: &[Reg]) -> Result<Value, Stop> {
        let stream = self.stream(operands[0])?;
        let printed = self.formatted(operands[1], operands[2])?;
        let count = self.printed_count(&printed)?;
        self.emit_printed(stream, printed);
        Ok(count)
    }

    /// How many bytes; nobody knows if there are unknown numbers among them.
    fn printed_count(&mut self, printed: &[Printed]) -> Result<Value, Stop> {
        let mut count = 0;
        for part in printed {
            match part {
                Printed::Bytes(bytes) => count += bytes.len() as i64,
                Printed::Unknown(_, how) if how.is_one_character() => count += 1,
                Printed::Unknown(..) => {
                    let ty = Type::Int(IntType { bits: 31, signed: false });
                    return self.fresh_input("printed", Some(&ty));
                }
            }
        }
        Ok(Value::Int(count))
    }

    pub(super) fn print_text(&mut self, operands: &[Reg]) -> Result<Value, Stop> {
        let limit = match self.operand(operands[1]).1 {
            Value::Int(limit) => limit,
            Value::Large(_) => i64::MAX,
            _ => return Err(self.cannot("output limited by a symbolic number of bytes")),
        };
        let printed = self.formatted(operands[2], operands[3])?;
        let mut bytes = Vec::new();
        for part in printed {
            match part {
                Printed::Bytes(text) => {
                    bytes.extend(text.into_iter().map(|byte| Value::Int(i64::from(byte))))
                }
                Printed::Unknown(byte, how) if how.is_one_character() => bytes.push(byte),
                Printed::Unknown(..) => return Err(self.cannot("a symbolic number printed to a text")),
            }
        }
        let whole = bytes.len() as i64;
        if limit > 0 {
            let kept = whole.min(limit - 1);
            let (object, distance) = self.chosen_place(operands[0], kept + 1, Access::Write)?;
            self.cut(object, distance, kept + 1)?;
            for (at, byte) in (distance..).zip(bytes.into_iter().take(kept as usize)) {
                self.put(object, at, 1, byte, false);
            }
            self.put(object, distance + kept, 1, Value::Int(0), false);
        }
        Ok(Value::Int(whole))
    }

    /// The bytes of a text up to its end.
    pub(super) fn text_at(&mut self, address: Reg) -> Result<Arc<[u8]>, Stop> {
        let (object, distance) = self.chosen_place(address, 1, Access::Read)?;
        let mut bytes = Vec::new();
        loop {
            match self.text_byte(object, distance + bytes.len() as i64)? {
                Value::Int(0) => return Ok(bytes.into()),
                Value::Int(byte) => bytes.push(byte as u8),
                _ => return Err(self.cannot("a symbolic format")),
            }
        }
    }

    fn text_byte(&mut self, object: ObjectId, distance: i64) -> Result<Value, Stop> {
        let size = self.state.block(object).and_then(|block| block.constant_size());
        if distance > LONGEST_TEXT || size.is_some_and(|size| distance >= size) {
            let name = self.state.block(object).map(|block| block.name.to_string());
            return Err(self.error(crate::ErrorKind::OutOfBounds, name.as_deref()));
        }
        match self.byte(object, distance)? {
            Value::Undefined => Err(self.without_value(object)),
            byte => self.shown(byte),
        }
    }

    /// What a format makes of its arguments.
    fn formatted(&mut self, format: Reg, arguments: Reg) -> Result<Vec<Printed>, Stop> {
        let format = self.text_at(format)?;
        let mut arguments = self.arguments(arguments)?;
        let mut printed: Vec<Printed> = Vec::new();
        let mut at = 0;
        while at < format.len() {
            if format[at] != b'%' {
                let end = format[at..].iter().position(|&byte| byte == b'%').map_or(format.len(), |n| at + n);
                printed.push(Printed::Bytes(format[at..end].to_vec()));
                at = end;
                continue;
            }
            let (conversion, next) = self.conversion(&format, at + 1, &mut arguments)?;
            at = next;
            self.converted(&conversion, &mut arguments, &mut printed)?;
        }
        Ok(printed)
    }

    fn arguments(&mut self, address: Reg) -> Result<Arguments, Stop> {
        if self.operand(address).1 == Value::Int(0) {
            return Ok(Arguments { object: None, next: 0 });
        }
        let (object, next) = self.chosen_place(address, 0, Access::Read)?;
        Ok(Arguments { object: Some(object), next })
    }

    fn argument_value(&mut self, arguments: &mut Arguments, ty: &Type) -> Result<Value, Stop> {
        let Some(object) = arguments.object else { return Err(self.too_few()) };
        let size = self.state.block(object).and_then(|block| block.constant_size()).unwrap_or(0);
        if arguments.next + 8 > size {
            return Err(self.too_few());
        }
        let leaf = Leaf::of(ty, self.machine.code.policy);
        let value = self.load(object, arguments.next, leaf)?;
        arguments.next += 8;
        match value {
            Value::Undefined => Err(self.without_value(object)),
            value => self.shown(value),
        }
    }

    fn too_few(&self) -> Stop {
        self.error(crate::ErrorKind::OutOfBounds, Some("arguments of the format"))
    }

    /// Reads a conversion behind its `%`; gives where it ends.
    fn conversion(
        &mut self,
        format: &[u8],
        mut at: usize,
        arguments: &mut Arguments,
    ) -> Result<(Conversion, usize), Stop> {
        let mut conversion = Conversion { bytes: 4, ..Conversion::default() };
        let byte = |at: usize| format.get(at).copied().unwrap_or(0);
        loop {
            match byte(at) {
                b'-' => conversion.left = true,
                b'0' => conversion.zero = true,
                b'+' => conversion.plus = true,
                b' ' => conversion.space = true,
                b'#' => conversion.alternate = true,
                _ => break,
            }
            at += 1;
        }
        let (width, next) = self.format_number(format, at, arguments)?;
        at = next;
        if let Some(width) = width {
            conversion.left |= width < 0;
            conversion.width = width.unsigned_abs() as usize;
        }
        if byte(at) == b'.' {
            let (precision, next) = self.format_number(format, at + 1, arguments)?;
            at = next;
            conversion.precision = usize::try_from(precision.unwrap_or(0)).ok();
        }
        loop {
            conversion.bytes = match (byte(at), conversion.bytes) {
                (b'h', 2) => 1,
                (b'h', _) => 2,
                (b'l' | b'z' | b'j' | b't' | b'q' | b'L', _) => 8,
                _ => break,
            };
            at += 1;
        }
        conversion.letter = byte(at);
        Ok((conversion, at + 1))
    }

    fn format_number(
        &mut self,
        format: &[u8],
        mut at: usize,
        arguments: &mut Arguments,
    ) -> Result<(Option<i64>, usize), Stop> {
        if format.get(at) == Some(&b'*') {
            let int = Type::Int(IntType { bits: 32, signed: true });
            let Value::Int(value) = self.argument_value(arguments, &int)? else {
                return Err(self.cannot("a symbolic width in a format"));
            };
            return Ok((Some(value), at + 1));
        }
        let mut number = None;
        while let Some(digit) = format.get(at).filter(|byte| byte.is_ascii_digit()) {
            number = Some(number.unwrap_or(0i64).saturating_mul(10).saturating_add(i64::from(digit - b'0')));
            at += 1;
        }
        Ok((number, at))
    }

    fn converted(
        &mut self,
        conversion: &Conversion,
        arguments: &mut Arguments,
        printed: &mut Vec<Printed>,
    ) -> Result<(), Stop> {
        let bits = conversion.bytes * 8;
        match conversion.letter {
            b'%' => printed.push(Printed::Bytes(vec![b'%'])),
            letter @ (b'd' | b'i' | b'u' | b'x' | b'X' | b'o') => {
                let signed = matches!(letter, b'd' | b'i');
                let ty = IntType { bits, signed };
                let wide = Type::Int(IntType { bits: 64, signed });
                let value = self.argument_value(arguments, &wide)?;
                let value = self.wrapped(value, ty);
                printed.push(match value.as_i128() {
                    Some(value) => Printed::Bytes(conversion.integer(value)),
                    None => Printed::Unknown(value, conversion.clone()),
                });
            }
            b'c' => {
                let value = self.argument_value(arguments, &Type::Int(IntType { bits: 32, signed: true }))?;
                let value = self.wrapped(value, IntType { bits: 8, signed: false });
                printed.push(match value {
                    Value::Int(byte) => Printed::Bytes(conversion.padded(vec![byte as u8])),
                    value => Printed::Unknown(value, conversion.clone()),
                });
            }
            b'p' => {
                let value = self.argument_value(arguments, &Type::Pointer(None))?;
                let text = match value.as_i128() {
                    Some(0) => b"(nil)".to_vec(),
                    Some(value) => format!("{value:#x}").into_bytes(),
                    None => b"?".to_vec(),
                };
                printed.push(Printed::Bytes(conversion.padded(text)));
            }
            b's' => self.printed_text(conversion, arguments, printed)?,
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' => {
                let value = self.argument_value(arguments, &Type::Real(RealType::Double))?;
                printed.push(match value {
                    Value::Double(bits) => Printed::Bytes(conversion.real(f64::from_bits(bits))),
                    value => Printed::Unknown(value, conversion.clone()),
                });
            }
            _ => return Err(self.cannot("this conversion of a format")),
        }
        Ok(())
    }

    fn printed_text(
        &mut self,
        conversion: &Conversion,
        arguments: &mut Arguments,
        printed: &mut Vec<Printed>,
    ) -> Result<(), Stop> {
        let value = self.argument_value(arguments, &Type::Pointer(None))?;
        let place = match value {
            Value::Int(address) => crate::block::target_of(address),
            _ => return Err(self.cannot("a text at a symbolic address")),
        };
        let (object, distance) = match place {
            crate::block::Target::Null => {
                printed.push(Printed::Bytes(conversion.padded(b"(null)".to_vec())));
                return Ok(());
            }
            crate::block::Target::Object(object, distance) if distance >= 0 => (object, distance),
            _ => return Err(self.error(crate::ErrorKind::InvalidPointer, None)),
        };
        let mut bytes = Vec::new();
        let mut known = true;
        while conversion.precision.is_none_or(|most| bytes.len() < most) {
            match self.text_byte(object, distance + bytes.len() as i64)? {
                Value::Int(0) => break,
                byte => {
                    known &= matches!(byte, Value::Int(_));
                    // A symbolic byte may be the end of the text.
                    if !matches!(byte, Value::Int(_)) && self.is_zero(byte)? {
                        break;
                    }
                    bytes.push(byte);
                }
            }
        }
        if known {
            let bytes = bytes.into_iter().filter_map(Value::as_i128).map(|byte| byte as u8).collect();
            printed.push(Printed::Bytes(conversion.padded(bytes)));
        } else {
            let blanks = vec![b' '; conversion.width.saturating_sub(bytes.len())];
            if !conversion.left {
                printed.push(Printed::Bytes(blanks.clone()));
            }
            for byte in bytes {
                self.push_byte(printed, byte, object)?;
            }
            if conversion.left {
                printed.push(Printed::Bytes(blanks));
            }
        }
        Ok(())
    }

    fn is_zero(&mut self, byte: Value) -> Result<bool, Stop> {
        let term = self.term((Reg::slot(0), byte))?;
        let zero = self.table.int(0);
        let here = self.table.apply(sextant_expr::Op::Eq, &[term, zero]);
        self.ask(here, crate::QuestionKind::Branch)
    }
}

impl std::fmt::Display for Conversion {
    /// As a format has it, but for the size of the argument.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("%")?;
        let flags = [self.left, self.zero, self.plus, self.space, self.alternate];
        for (flag, sign) in flags.into_iter().zip(["-", "0", "+", " ", "#"]) {
            f.write_str(if flag { sign } else { "" })?;
        }
        if self.width > 0 {
            write!(f, "{}", self.width)?;
        }
        if let Some(precision) = self.precision {
            write!(f, ".{precision}")?;
        }
        let letter = if self.letter == b'i' { b'd' } else { self.letter };
        write!(f, "{}", char::from(letter))
    }
}

impl Conversion {
    /// Whether it is shown as one byte.
    fn is_one_character(&self) -> bool {
        self.letter == b'c' && self.width <= 1
    }

    fn padded(&self, text: Vec<u8>) -> Vec<u8> {
        let missing = self.width.saturating_sub(text.len());
        let blanks = vec![b' '; missing];
        if self.left { [text, blanks].concat() } else { [blanks, text].concat() }
    }

    /// Sign and digits, filled up with blanks or zeros.
    fn filled(&self, sign: &str, digits: String, zeros: bool) -> Vec<u8> {
        let missing = self.width.saturating_sub(sign.len() + digits.len());
        let text = if zeros && !self.left {
            format!("{sign}{}{digits}", "0".repeat(missing))
        } else {
            format!("{sign}{digits}")
        };
        self.padded(text.into_bytes())
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            _ => "",
        }
    }

    fn integer(&self, value: i128) -> Vec<u8> {
        let size = value.unsigned_abs();
        let mut digits = match self.letter {
            b'x' => format!("{size:x}"),
            b'X' => format!("{size:X}"),
            b'o' => format!("{size:o}"),
            _ => size.to_string(),
        };
        if self.precision == Some(0) && size == 0 {
            digits.clear();
        }
        if let Some(least) = self.precision
            && digits.len() < least
        {
            digits.insert_str(0, &"0".repeat(least - digits.len()));
        }
        let signed = matches!(self.letter, b'd' | b'i');
        let prefix = match self.letter {
            b'x' if self.alternate && size != 0 => "0x",
            b'X' if self.alternate && size != 0 => "0X",
            b'o' if self.alternate && !digits.starts_with('0') => "0",
            _ if signed => self.sign(value < 0),
            _ => "",
        };
        self.filled(prefix, digits, self.zero && self.precision.is_none())
    }

    fn real(&self, value: f64) -> Vec<u8> {
        let sign = self.sign(value.is_sign_negative());
        let upper = self.letter.is_ascii_uppercase();
        if !value.is_finite() {
            let word = if value.is_nan() { "nan" } else { "inf" };
            let word = if upper { word.to_uppercase() } else { word.to_owned() };
            return self.filled(sign, word, false);
        }
        let size = value.abs();
        let precision = self.precision.unwrap_or(6);
        let digits = match self.letter.to_ascii_lowercase() {
            b'f' => self.pointed(format!("{size:.precision$}")),
            b'e' => self.exponential(size, precision),
            _ => self.general(size, precision.max(1)),
        };
        let digits = if upper { digits.to_uppercase() } else { digits };
        self.filled(sign, digits, self.zero)
    }

    /// The alternate form always has a point.
    fn pointed(&self, digits: String) -> String {
        if self.alternate && !digits.contains('.') { digits + "." } else { digits }
    }

    fn exponential(&self, size: f64, precision: usize) -> String {
        let text = format!("{size:.precision$e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", self.pointed(digits.to_owned()), exponent.abs())
    }

    fn general(&self, size: f64, precision: usize) -> String {
        let scientific = format!("{size:.*e}", precision - 1);
        let exponent: i32 =
            scientific.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
        let plain = exponent >= -4 && exponent < precision as i32;
        let text = if plain {
            format!("{size:.*}", (precision as i32 - 1 - exponent).max(0) as usize)
        } else {
            self.exponential(size, precision - 1)
        };
        if self.alternate {
            return text;
        }
        let (digits, rest) = match text.split_once('e') {
            Some((digits, exponent)) => (digits.to_owned(), format!("e{exponent}")),
            None => (text, String::new()),
        };
        let trimmed = if digits.contains('.') {
            digits.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            digits
        };
        trimmed + &rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conversion(letter: u8, width: usize, precision: Option<usize>) -> Conversion {
        Conversion { letter, width, precision, bytes: 4, ..Conversion::default() }
    }

    #[test]
    fn numbers_are_written_as_the_c_library_writes_them() {
        let shown = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        assert_eq!(shown(conversion(b'd', 5, Some(3)).integer(-7)), " -007");
        let zeros = Conversion { zero: true, ..conversion(b'x', 6, None) };
        assert_eq!(shown(zeros.integer(255)), "0000ff");
        assert_eq!(shown(conversion(b'e', 0, Some(2)).real(12345.678)), "1.23e+04");
        assert_eq!(shown(conversion(b'g', 0, None).real(0.0001)), "0.0001");
        assert_eq!(shown(conversion(b'g', 0, None).real(1e10)), "1e+10");
        assert_eq!(shown(conversion(b'g', 0, None).real(100000.0)), "100000");
        assert_eq!(shown(conversion(b'f', 9, Some(2)).real(0.125)), "     0.12");
    }
}
