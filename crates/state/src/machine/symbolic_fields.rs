//! Fields that were written with symbolic values and are read again: what the text of the value makes of it.
//!
//! The text of an integer, a logical or a string is known column by column, so that any part of it can be read. That of a
//! real is known to give the same value back where it has enough digits. Everything else is refused, never guessed.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_expr::{Op, Rounding, TermId};
use sextant_records::{
    EditKind, Field, IoError, IoErrorKind, Piece, SymbolicRead, Type as ItemType, Value as Item,
};

use super::here::Here;
use crate::{QuestionKind, Stop, Value};

/// What an item gets, or why the program's statement fails.
type Read = Result<Item, IoError>;

/// The columns of an integer's field that are read, counted from its right end.
#[derive(Clone, Copy)]
struct Columns {
    width: u32,
    /// The least number of digits.
    least: u32,
    /// The rightmost and the leftmost.
    low: u32,
    high: u32,
}

impl Here<'_, '_> {
    /// What an item gets from columns that hold symbolic values.
    pub(super) fn symbolic_item(&mut self, read: &SymbolicRead, of: ItemType) -> Result<Read, Stop> {
        if read.short || of.part().is_some() {
            return Err(self.cannot("reading this much of a field whose value depends on symbols"));
        }
        if let ItemType::Character(size) = of {
            return self.characters_of_fields(read, size).map(Ok);
        }
        let (field, before, behind) = self.only_field(read)?;
        if behind > 0 && read.blank_zero || read.comma != field.comma {
            return Err(self.cannot("reading a field whose value depends on symbols in another mode"));
        }
        let kind = read.edit.map_or(EditKind::General, |edit| edit.kind);
        match (kind, of) {
            (EditKind::Integer | EditKind::General, ItemType::Integer(bytes)) => {
                self.integer_of_field(field, bytes, behind)
            }
            (EditKind::Logical | EditKind::General, ItemType::Logical(_)) => self.logical_of_field(field, of),
            (
                EditKind::Fixed
                | EditKind::Exponent
                | EditKind::Double
                | EditKind::Engineering
                | EditKind::Scientific
                | EditKind::General,
                ItemType::Real32 | ItemType::Real64,
            ) => self.real_of_field(field, read, of, behind),
            _ if same_bits(field, kind, of, before, behind) => Ok(Ok(Item::Opaque(field.id, of))),
            _ => Err(self.cannot("reading the bits of a field whose value depends on symbols")),
        }
    }

    /// The only thing in the columns but blanks, with the numbers of blanks before and behind it.
    fn only_field<'r>(&self, read: &'r SymbolicRead) -> Result<(&'r Field, usize, usize), Stop> {
        let (mut found, mut before, mut behind) = (None, 0, 0);
        for piece in &read.pieces {
            match (piece, found) {
                (Piece::Text(text), None) if text.iter().all(|byte| *byte == b' ') => before += text.len(),
                (Piece::Text(text), Some(_)) if text.iter().all(|byte| *byte == b' ') => behind += text.len(),
                (Piece::Opaque(field), None) => found = Some(field),
                _ => {
                    return Err(
                        self.cannot("reading text that touches a field whose value depends on symbols")
                    );
                }
            }
        }
        found
            .map(|field| (field, before, behind))
            .ok_or_else(|| self.cannot("reading beside a field whose value depends on symbols"))
    }

    fn integer_of_field(&mut self, field: &Field, bytes: u8, behind: usize) -> Result<Read, Stop> {
        let error = || IoError::new(IoErrorKind::BadValue, "Bad value during integer read");
        match field.of {
            ItemType::Integer(_) => match self.number_of_field(field, behind)? {
                Some(value) => self.fitting(value, field.of, bytes),
                None => Ok(Err(error())),
            },
            // The text of a logical is a letter at least, that of a real has a point or letters.
            ItemType::Logical(_) if is_text_of(field) && shows_all(field) => Ok(Err(error())),
            ItemType::Real32 | ItemType::Real64 if is_text_of(field) && shows_all(field) => Ok(Err(error())),
            _ => Err(self.cannot("reading an integer where another symbolic value was written")),
        }
    }

    /// An integer for an item of a kind that may be too small for it.
    fn fitting(&mut self, value: TermId, written: ItemType, bytes: u8) -> Result<Read, Stop> {
        let of = ItemType::Integer(bytes);
        if written.size() > of.size() {
            let high = (IBig::ONE << (8 * usize::from(bytes) - 1)) - IBig::ONE;
            let low = -high.clone() - IBig::ONE;
            let fits = self.lies_within(value, low, high);
            if !self.ask(fits, QuestionKind::Branch)? {
                let message = "Value overflowed during integer read";
                return Ok(Err(IoError::new(IoErrorKind::Overflow, message)));
            }
        }
        Ok(Ok(Item::Opaque(value.0, of)))
    }

    fn logical_of_field(&mut self, field: &Field, of: ItemType) -> Result<Read, Stop> {
        let error = || IoError::new(IoErrorKind::BadValue, "Bad value on logical read");
        let last_shows = field.width == Some(field.hidden + field.shown) && field.shown > 0;
        match field.of {
            _ if !is_text_of(field) => {}
            ItemType::Logical(_) if last_shows => return Ok(Ok(Item::Opaque(field.id, of))),
            // Nothing but blanks is left, or nothing that a logical begins with was there.
            ItemType::Logical(_) | ItemType::Integer(_) if field.width.is_some() => return Ok(Err(error())),
            _ => {}
        }
        Err(self.cannot("reading a logical where another symbolic value was written"))
    }

    fn real_of_field(
        &mut self,
        field: &Field,
        read: &SymbolicRead,
        of: ItemType,
        behind: usize,
    ) -> Result<Read, Stop> {
        let error = || IoError::new(IoErrorKind::BadValue, "Bad value during floating point read");
        match field.of {
            ItemType::Integer(_) if is_text_of(field) => {
                let Some(whole) = self.number_of_field(field, behind)? else { return Ok(Err(error())) };
                // Without a point the last digits are behind it, and the scale factor divides.
                let places = read.edit.map_or(0, |edit| edit.digits.unwrap_or(0) as i32) + read.scale;
                self.real_with_places(whole, places, of).map(Ok)
            }
            ItemType::Logical(_) if is_text_of(field) && shows_all(field) => Ok(Err(error())),
            _ if field.of == of && read.scale == 0 && shows_all(field) && keeps_reals(field, read) => {
                Ok(Ok(Item::Opaque(field.id, of)))
            }
            _ => Err(self.cannot("reading a symbolic real that was rounded to the digits of its field")),
        }
    }

    /// An integer divided by a power of ten.
    fn real_with_places(&mut self, whole: TermId, places: i32, of: ItemType) -> Result<Item, Stop> {
        let kind = crate::code::float_kind(real_type(of), self.machine.code.policy);
        if places != 0 && kind.is_some() {
            return Err(self.cannot("reading a symbolic integer as a real with implied digits"));
        }
        let real = match (self.as_real(kind, whole), places) {
            (real, 0) => real,
            (real, places) => {
                let power = IBig::from(10u8).pow(places.unsigned_abs() as usize);
                let factor = match places > 0 {
                    true => RBig::ONE / RBig::from(power),
                    false => RBig::from(power),
                };
                let factor = Value::Term(self.table.real(factor));
                match (real.to_term(self.table), factor.to_term(self.table)) {
                    (Some(real), Some(factor)) => self.apply(Op::Mul, &[real, factor]),
                    _ => Value::Undefined,
                }
            }
        };
        match real.to_term(self.table) {
            Some(term) => Ok(Item::Opaque(term.0, of)),
            None => Err(self.uninitialised(None)),
        }
    }

    /// The number in the columns that show of an integer's field; nothing where they are no number.
    fn number_of_field(&mut self, field: &Field, behind: usize) -> Result<Option<TermId>, Stop> {
        let columns = self.integer_columns(field)?;
        let value = TermId(field.id);
        if !self.fits(field, columns)? {
            return Ok(None);
        }
        if columns.low == 0 && columns.high + 1 == columns.width {
            return Ok(Some(value));
        }
        if columns.low > 0 && behind > 0 || field.plus {
            return Err(self.cannot("reading part of a field whose value depends on symbols"));
        }
        let size = self.table.apply(Op::Abs, &[value]);
        let zero = self.table.int(0);
        let negative = self.table.apply(Op::Lt, &[value, zero]);
        if columns.low > 0 {
            let sign_last = self.length_is(size, columns.low, columns.least);
            let sign_last = self.table.and(&[negative, sign_last]);
            if self.ask(sign_last, QuestionKind::Branch)? {
                return Ok(None);
            }
        }
        let (below, above) = (power(columns.low), power(columns.high - columns.low + 1));
        let [below, above] = [below, above].map(|power| self.table.int(power));
        let digits = self.table.apply(Op::Div(Rounding::Floor), &[size, below]);
        let digits = self.table.apply(Op::Rem(Rounding::Floor), &[digits, above]);
        let signed = self.length_at_most(size, columns.high, columns.least);
        let signed = self.table.and(&[negative, signed]);
        let opposite = self.table.apply(Op::Neg, &[digits]);
        let number = self.table.apply(Op::Ite, &[signed, opposite, digits]);
        Ok(Some(self.table.simplify(number)))
    }

    fn integer_columns(&self, field: &Field) -> Result<Columns, Stop> {
        let least = match field.edit {
            Some(edit) if edit.kind == EditKind::Integer => edit.digits.unwrap_or(1),
            _ => 1,
        };
        let listed_blank = least == 0 && field.shown == 0;
        match field.width {
            Some(width) if is_text_of(field) && field.shown > 0 && !listed_blank => {
                let high = width - 1 - field.hidden;
                let low = width - field.hidden - field.shown;
                Ok(Columns { width: width as u32, least, low: low as u32, high: high as u32 })
            }
            None if is_text_of(field) && field.hidden == 0 => {
                // A field that is as wide as its value holds all of it.
                Ok(Columns { width: u32::MAX, least, low: 0, high: u32::MAX - 1 })
            }
            _ => Err(self.cannot("reading part of a field whose value depends on symbols")),
        }
    }

    /// Whether a number fits its field, which else holds asterisks.
    fn fits(&mut self, field: &Field, columns: Columns) -> Result<bool, Stop> {
        let ItemType::Integer(bytes) = field.of else { return Ok(true) };
        // The longest number of the kind.
        let longest = (IBig::ONE << (8 * usize::from(bytes) - 1)).to_string().len() as u32;
        if columns.width > longest.max(columns.least) {
            return Ok(true);
        }
        let room = |sign: u32| match columns.width.checked_sub(sign) {
            Some(digits) if digits >= columns.least => power(digits) - IBig::ONE,
            _ if sign > 0 && columns.least == 0 => IBig::ZERO,
            _ => IBig::NEG_ONE,
        };
        let (low, high) = (room(1).max(IBig::ZERO), room(u32::from(field.plus)));
        let fits = self.lies_within(TermId(field.id), -low, high);
        self.ask(fits, QuestionKind::Branch)
    }

    fn lies_within(&mut self, value: TermId, low: IBig, high: IBig) -> TermId {
        let [low, high] = [low, high].map(|bound| self.table.int(bound));
        let least = self.table.apply(Op::Ge, &[value, low]);
        let most = self.table.apply(Op::Le, &[value, high]);
        self.table.and(&[least, most])
    }

    /// Whether a number of this size, not zero, has at most so many digits as it is written.
    fn length_at_most(&mut self, size: TermId, digits: u32, least: u32) -> TermId {
        if least > digits {
            return self.table.boolean(false);
        }
        let bound = self.table.int(power(digits));
        self.table.apply(Op::Lt, &[size, bound])
    }

    /// Whether it has exactly so many.
    fn length_is(&mut self, size: TermId, digits: u32, least: u32) -> TermId {
        let most = self.length_at_most(size, digits, least);
        if least == digits || digits == 0 {
            return most;
        }
        let bound = self.table.int(power(digits - 1));
        let not_less = self.table.apply(Op::Ge, &[size, bound]);
        self.table.and(&[most, not_less])
    }

    /// The characters of columns, as an item of so many characters takes them: its last ones.
    fn characters_of_fields(&mut self, read: &SymbolicRead, size: usize) -> Result<Item, Stop> {
        if read.edit.is_none() {
            // Blanks, commas and delimiters among the characters would end the value.
            return Err(self.cannot("a list-directed string whose characters depend on symbols"));
        }
        let mut text = Vec::new();
        for piece in &read.pieces {
            match piece {
                Piece::Text(bytes) => text.extend(bytes.iter().map(|byte| Value::Int(i64::from(*byte)))),
                Piece::Opaque(field) => text.extend(self.columns_of(field)?),
            }
        }
        let mut text = text.split_off(text.len().saturating_sub(size));
        text.resize(size, Value::Int(32));
        Ok(self.text_item(&text))
    }

    /// The characters in the columns of a field that show.
    fn columns_of(&mut self, field: &Field) -> Result<Vec<Value>, Stop> {
        let refused = "the characters of a symbolic number";
        let Some(width) = field.width else { return Err(self.cannot(refused)) };
        if let Some(text) = self.state.text_numbered(field.id) {
            let text = super::transfers::field_characters(text, width);
            return Ok(text.into_iter().skip(field.hidden).take(field.shown).collect());
        }
        match field.of {
            ItemType::Logical(_) if is_text_of(field) => {
                let letters = [b'T', b'F'].map(|letter| self.table.int(letter));
                let letter = self.table.apply(Op::Ite, &[TermId(field.id), letters[0], letters[1]]);
                let column = |at: usize| if at + 1 == width { Value::Term(letter) } else { Value::Int(32) };
                Ok((field.hidden..field.hidden + field.shown).map(column).collect())
            }
            ItemType::Integer(_) if is_text_of(field) && !field.plus => {
                let columns = self.integer_columns(field)?;
                if !self.fits(field, columns)? {
                    return Ok(vec![Value::Int(i64::from(b'*')); field.shown]);
                }
                let places = (columns.low..=columns.high).rev();
                Ok(places.map(|place| self.character_at(field, columns, place)).collect())
            }
            _ => Err(self.cannot(refused)),
        }
    }

    /// The character of an integer at a place from the right.
    fn character_at(&mut self, field: &Field, columns: Columns, place: u32) -> Value {
        let value = TermId(field.id);
        let size = self.table.apply(Op::Abs, &[value]);
        let [zero, ten, digit, sign, blank] = [0, 10, b'0', b'-', b' '].map(|number| self.table.int(number));
        let unit = self.table.int(power(place));
        let above = self.table.apply(Op::Div(Rounding::Floor), &[size, unit]);
        let figure = self.table.apply(Op::Rem(Rounding::Floor), &[above, ten]);
        let figure = self.table.apply(Op::Add, &[figure, digit]);
        let is_digit = match place < columns.least {
            true => self.table.boolean(true),
            false => self.table.apply(Op::Ge, &[size, unit]),
        };
        let negative = self.table.apply(Op::Lt, &[value, zero]);
        let is_sign = self.length_is(size, place, columns.least);
        let is_sign = self.table.and(&[negative, is_sign]);
        let other = self.table.apply(Op::Ite, &[is_sign, sign, blank]);
        let character = self.table.apply(Op::Ite, &[is_digit, figure, other]);
        let character = self.table.simplify(character);
        Value::of_term(self.table, character)
    }
}

fn power(digits: u32) -> IBig {
    IBig::from(10u8).pow(digits as usize)
}

fn real_type(of: ItemType) -> sextant_syntax::RealType {
    match of {
        ItemType::Real32 => sextant_syntax::RealType::Single,
        _ => sextant_syntax::RealType::Double,
    }
}

/// Whether a field holds the value as people write it, not the bytes or bits of its storage.
fn is_text_of(field: &Field) -> bool {
    use EditKind::{Binary, Character, Hexadecimal, Logical, Octal};
    match field.edit.map(|edit| edit.kind) {
        Some(Binary | Octal | Hexadecimal | Character) => false,
        Some(Logical) => matches!(field.of, ItemType::Logical(_)),
        _ => true,
    }
}

fn shows_all(field: &Field) -> bool {
    field.hidden == 0 && field.width.is_none_or(|width| width == field.shown)
}

/// Whether the text of a real has so many digits that reading it gives the same value, whatever that is.
fn keeps_reals(field: &Field, read: &SymbolicRead) -> bool {
    let enough = if field.of == ItemType::Real32 { 9 } else { 17 };
    let Some(edit) = field.edit else { return field.width.is_some() };
    let digits = edit.digits.unwrap_or(0);
    let significant = match edit.kind {
        EditKind::Exponent | EditKind::Double if field.scale == 0 => digits,
        EditKind::General if field.scale == 0 && !read.blank_zero => digits,
        EditKind::Scientific => digits + 1,
        _ => 0,
    };
    let exponent = edit.exponent.unwrap_or(2);
    let any_exponent = edit.exponent.is_none_or(|digits| digits >= 3);
    // A sign, a zero, the point, the letter and the sign of the exponent.
    significant >= enough && any_exponent && edit.width >= digits + 5 + exponent
}

/// Whether the columns hold all bits of a value of the same type, which are read in the way they were written.
fn same_bits(field: &Field, kind: EditKind, of: ItemType, before: usize, behind: usize) -> bool {
    let Some(edit) = field.edit else { return false };
    let last_shows = field.width == Some(field.hidden + field.shown);
    let bits = match kind {
        EditKind::Character => {
            let whole = edit.width as usize >= of.size() || edit.width == 0;
            return edit.kind == kind
                && field.of == of
                && whole
                && last_shows
                && behind == 0
                && field.shown + before >= of.size()
                && field.shown >= of.size();
        }
        EditKind::Binary => 1,
        EditKind::Octal => 3,
        EditKind::Hexadecimal => 4,
        _ => return false,
    };
    let whole = edit.width as usize * bits >= of.size() * 8;
    edit.kind == kind && field.of == of && whole && shows_all(field) && behind == 0
}
