//! Terms that stand for operations on machine integers, as C writes these operations.
//!
//! Numbers are mathematical integers with as many bits as they need, as in contracts: `&`, `^`, `>>` work on two's
//! complement without end, and a cast takes what fits into its type. So what is written has the term's value, whatever
//! the inputs are; a cast stands wherever it is not certain that nothing is cut off.
//!
//! A bit string is written as an integer that agrees with it in its bits; those above do not count.

use dashu_base::{BitTest, PowerOfTwo, UnsignedAbs};
use dashu_int::{IBig, UBig};
use sextant_notation::{Bitwise, Formula, Kind, Relation};

use super::formula::operator_name;
use crate::{FloatKind, Op, Rounding, Scalar, Sort, Table, TermId};

/// Ranges of terms deeper than this are not looked for.
const DEEPEST_RANGE: u32 = 12;
/// Powers up to this one are written as products.
const LARGEST_PRODUCT: u8 = 4;

/// What is written of a term.
pub(super) enum Written {
    /// A term that is written for itself.
    Term(TermId),
    /// A number with its digits.
    Number(String),
    /// Something over operands.
    Over(Kind, Vec<Written>),
}

use Written::{Number, Over};

impl Written {
    /// The terms in it.
    pub(super) fn terms(&self, found: &mut Vec<TermId>) {
        match self {
            Written::Term(term) => found.push(*term),
            Number(_) => {}
            Over(_, operands) => operands.iter().for_each(|operand| operand.terms(found)),
        }
    }

    /// It as a formula, given those of the terms.
    pub(super) fn formula(self, part: &dyn Fn(&TermId) -> Formula) -> Formula {
        match self {
            Written::Term(term) => part(&term),
            Number(digits) => Formula::number(&digits),
            Over(kind, operands) => {
                Formula::new(kind, operands.into_iter().map(|operand| operand.formula(part)))
            }
        }
    }
}

/// A function or type of another name.
fn call(name: &'static str, args: &[TermId]) -> Written {
    Over(Kind::Call(name.into()), args.iter().map(|&arg| Written::Term(arg)).collect())
}

fn bitwise(op: Bitwise, left: Written, right: Written) -> Written {
    Over(Kind::Bitwise(op), vec![left, right])
}

/// A number whose bits matter.
fn mask(bits: &UBig) -> Written {
    Number(if *bits < UBig::from(10u8) { bits.to_string() } else { format!("{bits:#x}") })
}

/// As many ones as stated, before a number of zeros.
fn ones(count: usize, zeros: usize) -> UBig {
    ((UBig::ONE << count) - UBig::ONE) << zeros
}

/// The exponent of a power of two.
fn exponent(number: &IBig) -> Option<usize> {
    let size = number.unsigned_abs();
    (*number > IBig::ZERO && size.is_power_of_two()).then(|| size.bit_len() - 1)
}

/// The integer type of a width.
fn integer_type(width: usize, signed: bool) -> Option<&'static str> {
    Some(match (width, signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned",
        (64, true) => "long",
        (64, false) => "unsigned long",
        _ => return None,
    })
}

/// The least and the greatest number of a width.
fn limits(width: u16, signed: bool) -> Option<(i128, i128)> {
    match (width, signed) {
        (1..=64, true) => Some((-(1 << (width - 1)), (1 << (width - 1)) - 1)),
        (1..=64, false) => Some((0, (1 << width) - 1)),
        _ => None,
    }
}

impl Table {
    /// What is written of a term where C has a way of its own.
    pub(super) fn in_c(&self, term: TermId) -> Option<Written> {
        let args = self.args(term);
        match self.op(term) {
            Op::Rem(rounding) => Some(self.remainder_in_c(*rounding, args[0], args[1])),
            Op::Div(Rounding::Floor) => Some(self.floor(args[0], args[1])),
            Op::Mul => self.masked_product(args),
            Op::Pow => Some(self.powered(args)),
            Op::Add => self.character_difference(args).or_else(|| self.signed_cast(args)),
            Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => self.comparison(term),
            Op::Ite => self.looked_up(term),
            Op::BvToUint => Some(self.converted(args[0], false)),
            Op::BvToSint => Some(self.converted(args[0], true)),
            Op::BvUlt | Op::BvUle => Some(self.compared_bits(term, false)),
            Op::BvSlt | Op::BvSle => Some(self.compared_bits(term, true)),
            Op::ToInt(Rounding::Truncate) => Some(self.cast("long", args[0])),
            Op::FloatToReal => Some(Written::Term(args[0])),
            Op::ToReal => Some(self.cast("double", args[0])),
            Op::RealToFloat(kind) => Some(self.rounded(*kind, args[0])),
            Op::FloatToFloat(FloatKind::Single) => Some(self.cast("float", args[0])),
            Op::FloatToFloat(FloatKind::Double) => Some(self.cast("double", args[0])),
            Op::FloatAbs => Some(call("fabs", args)),
            Op::Function(function) => Some(Over(
                Kind::Call(function.name().to_lowercase().into()),
                args.iter().map(|&arg| Written::Term(arg)).collect(),
            )),
            _ if matches!(self.sort(term), Sort::Scalar(Scalar::BitVec(_))) => self.bits_in_c(term),
            _ => None,
        }
    }

    fn cast(&self, ty: &'static str, operand: TermId) -> Written {
        Over(Kind::Cast(ty), vec![Written::Term(operand)])
    }

    fn rounded(&self, kind: FloatKind, operand: TermId) -> Written {
        // An integer or a float is converted in one step.
        let operand = match self.op(operand) {
            Op::ToReal | Op::FloatToReal => self.args(operand)[0],
            _ => operand,
        };
        self.cast(if kind == FloatKind::Single { "float" } else { "double" }, operand)
    }

    fn width(&self, term: TermId) -> u16 {
        match self.sort(term) {
            Sort::Scalar(Scalar::BitVec(width)) => width,
            _ => 0,
        }
    }

    /// The least and the greatest value of an integer, as far as types tell.
    fn type_range(&self, term: TermId, depth: u32) -> Option<(i128, i128)> {
        if depth > DEEPEST_RANGE {
            return None;
        }
        let args = self.args(term);
        let of = |at: usize| self.type_range(args[at], depth + 1);
        match self.op(term) {
            Op::Int(value) => i128::try_from(value).ok().map(|value| (value, value)),
            Op::Symbol(_) => self.limits(term),
            Op::Add => args.iter().try_fold((0i128, 0i128), |(low, high), &arg| {
                let (least, greatest) = self.type_range(arg, depth + 1)?;
                Some((low.checked_add(least)?, high.checked_add(greatest)?))
            }),
            Op::Mul => {
                let [factor, _] = args else { return None };
                let factor = i128::try_from(self.as_int(*factor)?).ok()?;
                let (low, high) = of(1)?;
                let (low, high) = (low.checked_mul(factor)?, high.checked_mul(factor)?);
                Some((low.min(high), low.max(high)))
            }
            Op::Rem(Rounding::Floor) => {
                let divisor = i128::try_from(self.as_int(args[1])?).ok()?;
                (divisor > 0).then_some((0, divisor - 1))
            }
            Op::Div(_) => {
                let divisor = i128::try_from(self.as_int(args[1])?).ok()?;
                let (low, high) = of(0)?;
                (divisor > 0).then_some((low.div_euclid(divisor), high.div_euclid(divisor)))
            }
            Op::Ite => {
                let ((low, high), (least, greatest)) = (of(1)?, of(2)?);
                Some((low.min(least), high.max(greatest)))
            }
            Op::BvToUint | Op::BvToSint => {
                let signed = *self.op(term) == Op::BvToSint;
                let width = self.width(args[0]);
                self.bits_range(args[0], depth + 1)
                    .filter(|range| fits(*range, width, signed))
                    .or_else(|| limits(width, signed))
            }
            _ => None,
        }
    }

    /// The range of the integer that is written for a bit string.
    fn bits_range(&self, term: TermId, depth: u32) -> Option<(i128, i128)> {
        if depth > DEEPEST_RANGE {
            return None;
        }
        let args = self.args(term);
        match self.op(term) {
            Op::IntToBv(_) => self.type_range(args[0], depth + 1),
            Op::Bits(width, value) => {
                let value = self.as_written(*width, value);
                i128::try_from(value).ok().map(|value| (value, value))
            }
            Op::BvAnd | Op::BvOr | Op::BvXor => {
                let ranges: Option<Vec<_>> =
                    args.iter().map(|&arg| self.bits_range(arg, depth + 1)).collect();
                let ranges = ranges?;
                let positive = ranges.iter().filter(|(low, _)| *low >= 0).map(|(_, high)| *high).min();
                if *self.op(term) == Op::BvAnd
                    && let Some(greatest) = positive
                {
                    return Some((0, greatest));
                }
                let size = ranges.iter().map(|(low, high)| (-1 - low).max(*high)).max()?;
                let greatest = ones_above(size);
                let negative = ranges.iter().any(|(low, _)| *low < 0);
                Some((if negative { -1 - greatest } else { 0 }, greatest))
            }
            Op::BvNot => self.bits_range(args[0], depth + 1).map(|(low, high)| (-1 - high, -1 - low)),
            _ => None,
        }
    }

    /// The integer that a constant bit string is written as: what has its highest bit is negative.
    fn as_written(&self, width: u16, value: &UBig) -> IBig {
        let value = IBig::from(value.clone());
        if width > 0 && value.bit(usize::from(width) - 1) {
            value - (IBig::ONE << usize::from(width))
        } else {
            value
        }
    }

    fn is_not_negative(&self, term: TermId) -> bool {
        self.type_range(term, 0).is_some_and(|(low, _)| low >= 0)
    }

    /// A term with the same lowest bits, without what only cuts others off.
    fn peeled(&self, mut term: TermId, bits: usize) -> TermId {
        loop {
            let args = self.args(term);
            term = match self.op(term) {
                Op::BvToUint | Op::BvToSint if usize::from(self.width(args[0])) >= bits => args[0],
                Op::Rem(Rounding::Floor) => {
                    let kept = self.as_int(args[1]).and_then(exponent);
                    if kept.is_none_or(|kept| kept < bits) {
                        return term;
                    }
                    args[0]
                }
                Op::IntToBv(width) if usize::from(*width) >= bits => args[0],
                _ => return term,
            };
        }
    }

    /// What `x / 2**n` is, rounded down: x and n.
    fn shifted(&self, term: TermId) -> Option<(TermId, usize)> {
        let args = self.args(term);
        match self.op(term) {
            Op::Div(Rounding::Floor) => Some((args[0], exponent(self.as_int(args[1])?)?)),
            _ => None,
        }
    }

    fn remainder_in_c(&self, rounding: Rounding, value: TermId, divisor: TermId) -> Written {
        let operands = vec![Written::Term(value), Written::Term(divisor)];
        if rounding == Rounding::Truncate {
            return Over(Kind::Remainder, operands);
        }
        let Some(number) = self.as_int(divisor) else { return Over(Kind::Call("mod".into()), operands) };
        let Some(count) = exponent(number) else {
            let plain = *number > IBig::ZERO && self.is_not_negative(value);
            return Over(if plain { Kind::Remainder } else { Kind::Call("mod".into()) }, operands);
        };
        if let Some((whole, zeros)) = self.shifted(value) {
            let whole = Written::Term(self.peeled(whole, count + zeros));
            let shifted = bitwise(Bitwise::Right, whole, Number(zeros.to_string()));
            return bitwise(Bitwise::And, shifted, mask(&ones(count, 0)));
        }
        let peeled = self.peeled(value, count);
        match integer_type(count, false) {
            Some(ty) => self.cast(ty, peeled),
            None if peeled == value && self.is_not_negative(value) => Over(Kind::Remainder, operands),
            None => bitwise(Bitwise::And, Written::Term(peeled), mask(&ones(count, 0))),
        }
    }

    fn floor(&self, value: TermId, divisor: TermId) -> Written {
        let operands = vec![Written::Term(value), Written::Term(divisor)];
        let number = self.as_int(divisor).filter(|number| **number > IBig::ZERO);
        match number {
            Some(_) if self.is_not_negative(value) => Over(Kind::Quotient, operands),
            Some(number) => match exponent(number) {
                Some(zeros) => bitwise(Bitwise::Right, Written::Term(value), Number(zeros.to_string())),
                None => Over(Kind::Call("floordiv".into()), operands),
            },
            None => Over(Kind::Call("floordiv".into()), operands),
        }
    }

    /// `2**n` times the lowest bits of a number: a mask where they were moved down before, or a shift that is cut off.
    fn masked_product(&self, args: &[TermId]) -> Option<Written> {
        let &[factor, remainder] = args else { return None };
        let up = exponent(self.as_int(factor)?)?;
        let Op::Rem(Rounding::Floor) = self.op(remainder) else { return None };
        let &[value, modulus] = self.args(remainder) else { return None };
        let count = exponent(self.as_int(modulus)?)?;
        if let Some((whole, down)) = self.shifted(value)
            && down == up
        {
            let whole = Written::Term(self.peeled(whole, count + down));
            return Some(bitwise(Bitwise::And, whole, mask(&ones(count, down))));
        }
        let ty = integer_type(count + up, false)?;
        let value = Written::Term(self.peeled(value, count));
        Some(Over(Kind::Cast(ty), vec![bitwise(Bitwise::Left, value, Number(up.to_string()))]))
    }

    fn powered(&self, args: &[TermId]) -> Written {
        match self.as_int(args[1]).and_then(|exponent| u8::try_from(exponent).ok()) {
            Some(exponent @ 2..=LARGEST_PRODUCT) if !self.op(args[0]).is_constant() => {
                Over(Kind::Product, (0..exponent).map(|_| Written::Term(args[0])).collect())
            }
            _ => call("pow", args),
        }
    }

    fn comparison(&self, term: TermId) -> Option<Written> {
        let &[left, right] = self.args(term) else { return None };
        let relation = match self.op(term) {
            Op::Eq => Relation::Eq,
            Op::Ne => Relation::Ne,
            Op::Lt => Relation::Lt,
            Op::Le => Relation::Le,
            Op::Gt => Relation::Gt,
            _ => Relation::Ge,
        };
        if self.width(left) > 0 {
            let operands = [left, right].map(|bits| self.converted(bits, false));
            return Some(Over(Kind::Compare(relation), operands.into()));
        }
        let number = self.as_int(right)?;
        if let Some(character) = self.is_character(left).then(|| character(number)).flatten() {
            return Some(Over(Kind::Compare(relation), vec![Written::Term(left), Number(character)]));
        }
        // Whether bits are set, and whether something is divisible.
        let Op::Rem(Rounding::Floor) = self.op(left) else { return None };
        if !matches!(relation, Relation::Eq | Relation::Ne) || !number.is_zero() {
            return None;
        }
        let &[value, divisor] = self.args(left) else { return None };
        let modulus = self.as_int(divisor)?;
        let tested = match (exponent(modulus), self.shifted(value)) {
            (Some(count), Some((whole, zeros))) => {
                let whole = Written::Term(self.peeled(whole, count + zeros));
                bitwise(Bitwise::And, whole, mask(&ones(count, zeros)))
            }
            (Some(count), None) if self.peeled(value, count) != value => {
                bitwise(Bitwise::And, Written::Term(self.peeled(value, count)), mask(&ones(count, 0)))
            }
            _ => Over(Kind::Remainder, vec![Written::Term(value), Written::Term(divisor)]),
        };
        Some(Over(Kind::Compare(relation), vec![tested, Number("0".to_owned())]))
    }

    /// Whether an input is a character: of type `char`.
    fn is_character(&self, term: TermId) -> bool {
        self.limits(term) == limits(8, true)
    }

    /// `c - '0'`
    fn character_difference(&self, args: &[TermId]) -> Option<Written> {
        let &[input, number] = args else { return None };
        let (input, number) = if self.as_int(number).is_some() { (input, number) } else { (number, input) };
        if !self.is_character(input) {
            return None;
        }
        let size = -self.as_int(number)?.clone();
        let letter = u8::try_from(&size).ok().filter(u8::is_ascii_alphanumeric)?;
        let letter = Number(format!("'{}'", char::from(letter)));
        Some(Over(Kind::Sum(vec![false, true]), vec![Written::Term(input), letter]))
    }

    /// `(x + 128) % 256 - 128`, which is `(signed char)x`.
    fn signed_cast(&self, args: &[TermId]) -> Option<Written> {
        let &[first, second] = args else { return None };
        let (wrapped, number) = if self.as_int(second).is_some() { (first, second) } else { (second, first) };
        let half = -self.as_int(number)?.clone();
        let Op::Rem(Rounding::Floor) = self.op(wrapped) else { return None };
        let &[value, modulus] = self.args(wrapped) else { return None };
        let width = exponent(self.as_int(modulus)?)?;
        let ty = integer_type(width, true)?;
        if exponent(&half)? + 1 != width || *self.op(value) != Op::Add {
            return None;
        }
        let (halves, rest): (Vec<TermId>, Vec<TermId>) =
            self.args(value).iter().partition(|&&addend| self.as_int(addend) == Some(&half));
        if halves.len() != 1 {
            return None;
        }
        let rest: Vec<Written> = rest.into_iter().map(Written::Term).collect();
        let value = match <[Written; 1]>::try_from(rest) {
            Ok([only]) => only,
            Err(several) => Over(Kind::Sum(vec![false; several.len()]), several),
        };
        Some(Over(Kind::Cast(ty), vec![value]))
    }

    /// A choice among all elements of an array by the number of one: `a[i]`, where the checks of the program keep `i`
    /// within the array.
    fn looked_up(&self, term: TermId) -> Option<Written> {
        let (mut rest, mut subscript, mut array) = (term, None, None);
        loop {
            let &[condition, chosen, other] = self.args(rest) else { return None };
            let (Op::Ite, Op::Le) = (self.op(rest), self.op(condition)) else { return None };
            let &[counted, last] = self.args(condition) else { return None };
            let distance = i64::try_from(self.as_int(last)?).ok()?;
            let (name, number) = self.numbered(chosen)?;
            let first = (counted, number.checked_sub(distance)?);
            if *subscript.get_or_insert(first) != first || *array.get_or_insert(name) != name {
                return None;
            }
            let (name, next) =
                self.numbered(if *self.op(other) == Op::Ite { self.args(other)[1] } else { other })?;
            if Some(name) != array || next != number + 1 {
                return None;
            }
            if *self.op(other) != Op::Ite {
                break;
            }
            rest = other;
        }
        let ((counted, first), (before, after)) = (subscript?, array?);
        if !after.is_empty() {
            return None;
        }
        let counted = Written::Term(counted);
        let subscript = match first {
            0 => counted,
            _ => {
                let size = Number(first.unsigned_abs().to_string());
                Over(Kind::Sum(vec![false, first < 0]), vec![counted, size])
            }
        };
        let array = Over(Kind::Name(before.to_owned()), Vec::new());
        Some(Over(Kind::Element { input: false }, vec![array, subscript]))
    }

    /// An input that is called an element of an array: what stands before and after the subscript, and this.
    fn numbered(&self, term: TermId) -> Option<((&str, &str), i64)> {
        let Op::Symbol(id) = self.op(term) else { return None };
        let name = &*self.symbol_info(*id).name;
        let (before, rest) = name.rsplit_once('[')?;
        let (number, after) = rest.split_once(']')?;
        Some(((before, after), number.parse().ok()?))
    }

    /// The number that bits stand for.
    fn converted(&self, bits: TermId, signed: bool) -> Written {
        let width = self.width(bits);
        if self.bits_range(bits, 0).is_some_and(|range| fits(range, width, signed)) {
            return Written::Term(bits);
        }
        match (integer_type(usize::from(width), signed), signed) {
            (Some(ty), _) => self.cast(ty, bits),
            (None, false) => bitwise(Bitwise::And, Written::Term(bits), mask(&ones(width.into(), 0))),
            (None, true) => call("signed", &[bits]),
        }
    }

    fn compared_bits(&self, term: TermId, signed: bool) -> Written {
        let strictly = matches!(self.op(term), Op::BvUlt | Op::BvSlt);
        let relation = if strictly { Relation::Lt } else { Relation::Le };
        let operands = self.args(term).iter().map(|&bits| self.converted(bits, signed)).collect();
        Over(Kind::Compare(relation), operands)
    }

    /// An integer that has the bits of a bit string.
    fn bits_in_c(&self, term: TermId) -> Option<Written> {
        let args = self.args(term);
        let all = || args.iter().map(|&arg| Written::Term(arg)).collect::<Vec<_>>();
        let width = self.width(term);
        let written = match self.op(term) {
            Op::Bits(width, value) => {
                let number = self.as_written(*width, value);
                match number < IBig::ZERO {
                    true => Over(Kind::Complement, vec![mask(&(-number - IBig::ONE).unsigned_abs())]),
                    false => mask(value),
                }
            }
            Op::IntToBv(width) => Written::Term(self.peeled(args[0], (*width).into())),
            Op::BvAnd => Over(Kind::Bitwise(Bitwise::And), all()),
            Op::BvOr => Over(Kind::Bitwise(Bitwise::Or), all()),
            Op::BvXor => Over(Kind::Bitwise(Bitwise::Xor), all()),
            Op::BvNot => Over(Kind::Complement, all()),
            Op::BvNeg => Over(Kind::Negative, all()),
            Op::BvAdd => Over(Kind::Sum(vec![false; args.len()]), all()),
            Op::BvSub => Over(Kind::Sum(vec![false, true]), all()),
            Op::BvMul => Over(Kind::Product, all()),
            Op::BvShl => bitwise(Bitwise::Left, Written::Term(args[0]), self.distance(args[1])),
            Op::BvLshr => bitwise(Bitwise::Right, self.converted(args[0], false), self.distance(args[1])),
            Op::BvAshr => bitwise(Bitwise::Right, self.converted(args[0], true), self.distance(args[1])),
            Op::BvExtract(_, 0) => Written::Term(args[0]),
            Op::BvExtract(_, low) => bitwise(Bitwise::Right, Written::Term(args[0]), Number(low.to_string())),
            Op::BvZeroExtend(_) => self.converted(args[0], false),
            Op::BvSignExtend(_) => self.converted(args[0], true),
            Op::BvConcat => {
                let moved = Number(self.width(args[1]).to_string());
                let high = bitwise(Bitwise::Left, Written::Term(args[0]), moved);
                bitwise(Bitwise::Or, high, self.converted(args[1], false))
            }
            Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => {
                let signed = matches!(self.op(term), Op::BvSdiv | Op::BvSrem);
                let quotient = matches!(self.op(term), Op::BvUdiv | Op::BvSdiv);
                let operands = args.iter().map(|&bits| self.converted(bits, signed)).collect();
                Over(if quotient { Kind::Quotient } else { Kind::Remainder }, operands)
            }
            op if matches!(op, Op::Ite | Op::Select | Op::Symbol(_)) || width == 0 => return None,
            op => call(operator_name(op), args),
        };
        Some(written)
    }

    /// By how much bits are shifted.
    fn distance(&self, bits: TermId) -> Written {
        match self.op(bits) {
            Op::Bits(_, value) => Number(value.to_string()),
            _ => self.converted(bits, false),
        }
    }
}

/// Whether a range lies within that of a type.
fn fits((low, high): (i128, i128), width: u16, signed: bool) -> bool {
    limits(width, signed).is_some_and(|(least, greatest)| least <= low && high <= greatest)
}

/// The least number of the form `2**n - 1` that is not below a number.
fn ones_above(value: i128) -> i128 {
    let bits = i128::BITS - value.max(0).leading_zeros();
    if bits >= 127 { i128::MAX } else { (1 << bits) - 1 }
}

/// A character in quotes, if it can be read.
fn character(number: &IBig) -> Option<String> {
    let byte = u8::try_from(number).ok()?;
    Some(match byte {
        b'\n' => "'\\n'".to_owned(),
        b'\t' => "'\\t'".to_owned(),
        b'\r' => "'\\r'".to_owned(),
        b'\'' => "'\\''".to_owned(),
        b'\\' => "'\\\\'".to_owned(),
        32..=126 => format!("'{}'", char::from(byte)),
        _ => return None,
    })
}
