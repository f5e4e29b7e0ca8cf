//! Reading formats. Blanks count only inside literals; commas may be missing, as gfortran allows.

use super::{Control, DataEdit, EditKind, Format, FormatError, Sign, Step};

/// The largest number in a format; larger ones are errors, so that no arithmetic on columns overflows.
const LARGEST: u32 = 10_000_000;

struct Parser<'t> {
    text: &'t [u8],
    at: usize,
    steps: Vec<Step>,
    /// The steps of the groups that are open.
    open: Vec<usize>,
    reversion: usize,
}

pub(super) fn parse(text: &[u8]) -> Result<Format, FormatError> {
    let mut parser = Parser { text, at: 0, steps: Vec::new(), open: Vec::new(), reversion: 0 };
    if parser.take() != Some(b'(') {
        return Err(FormatError { message: "Missing initial left parenthesis in format".into(), offset: 0 });
    }
    while parser.item()? {}
    Ok(Format { steps: parser.steps, reversion: parser.reversion })
}

impl Parser<'_> {
    /// The next significant character, in upper case.
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(|byte| matches!(byte, b' ' | b'\t')) {
            self.at += 1;
        }
        self.text.get(self.at).map(u8::to_ascii_uppercase)
    }

    fn take(&mut self) -> Option<u8> {
        let byte = self.peek();
        self.at += byte.is_some() as usize;
        byte
    }

    fn take_if(&mut self, wanted: u8) -> bool {
        let there = self.peek() == Some(wanted);
        self.at += there as usize;
        there
    }

    fn error<T>(&self, offset: usize, message: impl Into<String>) -> Result<T, FormatError> {
        Err(FormatError { message: message.into(), offset })
    }

    fn number(&mut self) -> Result<Option<u32>, FormatError> {
        let mut value = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let next = value.unwrap_or(0) * 10 + u32::from(digit - b'0');
            if next > LARGEST {
                return self.error(self.at, "Number too large in format");
            }
            value = Some(next);
            self.at += 1;
        }
        Ok(value)
    }

    /// Reads one item, comma or parenthesis; false behind the last parenthesis.
    fn item(&mut self) -> Result<bool, FormatError> {
        self.peek();
        let start = self.at;
        let Some(byte) = self.peek() else { return self.error(start, "Unexpected end of format string") };
        match byte {
            b',' => self.at += 1,
            b')' => {
                self.at += 1;
                return Ok(self.close());
            }
            b'*' => {
                self.at += 1;
                if !self.take_if(b'(') {
                    return self.error(self.at, "Left parenthesis required after '*'");
                }
                self.group(None);
            }
            b'+' | b'-' => {
                self.at += 1;
                let Some(scale) = self.number()? else {
                    return self.error(start, "Integer expected in format");
                };
                if !self.take_if(b'P') {
                    return self.error(self.at, "P required after a signed number in format");
                }
                self.control(Control::Scale(if byte == b'-' { -(scale as i32) } else { scale as i32 }));
            }
            b'0'..=b'9' => {
                let count = self.number()?.unwrap_or(0);
                self.counted(start, count)?;
            }
            _ => self.uncounted(start)?,
        }
        Ok(true)
    }

    fn group(&mut self, times: Option<u32>) {
        let begin = self.steps.len();
        if self.open.is_empty() {
            self.reversion = begin;
        }
        self.open.push(begin);
        self.steps.push(Step::Open(times, begin));
    }

    /// At a closing parenthesis; false if it closes the format.
    fn close(&mut self) -> bool {
        let Some(begin) = self.open.pop() else { return false };
        let end = self.steps.len();
        if let Step::Open(_, partner) = &mut self.steps[begin] {
            *partner = end;
        }
        self.steps.push(Step::Close(begin));
        true
    }

    fn control(&mut self, control: Control) {
        self.steps.push(Step::Control(control));
    }

    /// What may follow a number.
    fn counted(&mut self, start: usize, count: u32) -> Result<(), FormatError> {
        let Some(byte) = self.peek() else { return self.error(self.at, "Unexpected end of format string") };
        // Anything else is looked at once more, as a descriptor.
        self.at += usize::from(b"PXH(/".contains(&byte));
        match byte {
            b'P' => self.control(Control::Scale(count as i32)),
            b'X' => self.control(Control::Skip(count)),
            b'H' => {
                let end = self.at + count as usize;
                let Some(literal) = self.text.get(self.at..end) else {
                    return self.error(start, "Unterminated character constant in format");
                };
                self.at = end;
                self.control(Control::Literal(literal.to_vec()));
            }
            _ if count == 0 => return self.error(start, "Zero repeat count not allowed in format"),
            b'(' => self.group(Some(count)),
            b'/' => {
                // A group of one slash, which is none for reversion.
                let begin = self.steps.len();
                self.steps.push(Step::Open(Some(count), begin + 2));
                self.control(Control::Slash);
                self.steps.push(Step::Close(begin));
            }
            _ => self.data(count)?,
        }
        Ok(())
    }

    /// What may stand without a number before it.
    fn uncounted(&mut self, start: usize) -> Result<(), FormatError> {
        let Some(byte) = self.take() else { return self.error(start, "Unexpected end of format string") };
        let control = match byte {
            b'(' => {
                self.group(Some(1));
                return Ok(());
            }
            b'\'' | b'"' => Control::Literal(self.literal(start, byte)?),
            b'/' => Control::Slash,
            b':' => Control::Colon,
            b'$' | b'\\' => Control::Dollar,
            b'X' => Control::Skip(1),
            b'T' => self.tab(start)?,
            b'S' if self.take_if(b'P') => Control::Sign(Sign::Plus),
            b'S' => {
                self.take_if(b'S');
                Control::Sign(Sign::Suppress)
            }
            b'B' if matches!(self.peek(), Some(b'N' | b'Z')) => Control::BlankZero(self.take() == Some(b'Z')),
            b'D' if matches!(self.peek(), Some(b'C' | b'P')) => {
                Control::DecimalComma(self.take() == Some(b'C'))
            }
            b'R' => return self.error(start, "Rounding modes in formats are not supported"),
            _ => {
                self.at = start;
                return self.data(1);
            }
        };
        self.control(control);
        Ok(())
    }

    fn tab(&mut self, start: usize) -> Result<Control, FormatError> {
        let direction = [b'L', b'R'].into_iter().find(|&letter| self.take_if(letter)).unwrap_or(b'T');
        match (self.number()?, direction) {
            (None | Some(0), b'T') => self.error(start, "Positive width required in format"),
            (None, _) => self.error(start, "Nonnegative width required in format"),
            (Some(count), b'L') => Ok(Control::TabLeft(count)),
            (Some(count), b'R') => Ok(Control::Skip(count)),
            (Some(column), _) => Ok(Control::Tab(column)),
        }
    }

    fn literal(&mut self, start: usize, quote: u8) -> Result<Vec<u8>, FormatError> {
        let mut text = Vec::new();
        loop {
            let Some(byte) = self.text.get(self.at).copied() else {
                return self.error(start, "Unterminated character constant in format");
            };
            self.at += 1;
            if byte == quote {
                if self.text.get(self.at) != Some(&quote) {
                    return Ok(text);
                }
                self.at += 1;
            }
            text.push(byte);
        }
    }

    fn data(&mut self, repeat: u32) -> Result<(), FormatError> {
        self.peek();
        let start = self.at;
        let Some(letter) = self.take() else { return self.error(start, "Unexpected end of format string") };
        let kind = match letter {
            b'I' => EditKind::Integer,
            b'B' => EditKind::Binary,
            b'O' => EditKind::Octal,
            b'Z' => EditKind::Hexadecimal,
            b'L' => EditKind::Logical,
            b'A' => EditKind::Character,
            b'F' => EditKind::Fixed,
            b'D' => EditKind::Double,
            b'E' if self.take_if(b'N') => EditKind::Engineering,
            b'E' if self.take_if(b'S') => EditKind::Scientific,
            b'E' => EditKind::Exponent,
            b'G' => EditKind::General,
            other => {
                let message = format!("Unexpected element '{}' in format", other as char);
                return self.error(start, message);
            }
        };
        let edit = self.edit(start, kind)?;
        self.steps.push(Step::Data(repeat, edit));
        Ok(())
    }

    /// The numbers of a descriptor.
    fn edit(&mut self, start: usize, kind: EditKind) -> Result<DataEdit, FormatError> {
        use EditKind::*;
        let (width, digits) = match kind {
            Logical => (self.number()?.unwrap_or(1), None),
            Character => match self.number()? {
                Some(0) => return self.error(start, "Positive width required in format"),
                width => (width.unwrap_or(0), None),
            },
            _ => self.width_and_digits()?,
        };
        let digits_in_width = matches!(kind, Integer | Binary | Octal | Hexadecimal);
        if digits_in_width && width > 0 && digits.is_some_and(|digits| digits > width) {
            return self.error(self.at, "Minimum digits exceeds field width");
        }
        let exponent = match kind {
            Exponent | Engineering | Scientific => self.exponent_width()?,
            General if digits.is_some() => self.exponent_width()?,
            _ => None,
        };
        Ok(DataEdit { kind, width, digits, exponent })
    }

    /// `w.d`; gfortran takes `w` alone as `w.0` under `-std=legacy`.
    fn width_and_digits(&mut self) -> Result<(u32, Option<u32>), FormatError> {
        let Some(width) = self.number()? else {
            return self.error(self.at, "Nonnegative width required in format");
        };
        Ok((width, self.fraction()?))
    }

    /// `.d`, if a period comes.
    fn fraction(&mut self) -> Result<Option<u32>, FormatError> {
        if !self.take_if(b'.') {
            return Ok(None);
        }
        match self.number()? {
            None => self.error(self.at, "Nonnegative width required in format"),
            digits => Ok(digits),
        }
    }

    /// `Ee`, if an E comes.
    fn exponent_width(&mut self) -> Result<Option<u32>, FormatError> {
        // Without a comma between them the E of `E10.3E12.4` would be taken for an exponent; gfortran does so too.
        if !self.take_if(b'E') {
            return Ok(None);
        }
        match self.number()? {
            None => self.error(self.at, "Positive exponent width required in format"),
            digits => Ok(digits),
        }
    }
}
