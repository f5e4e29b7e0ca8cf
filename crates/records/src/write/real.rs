//! Editing of reals: F, E, D, EN, ES, G, and what list-directed output makes of it.

use super::item::{Modes, right, stars};
use crate::decimal::{Significant, exact_point, fixed, significant};
use crate::error::{IoError, IoErrorKind};
use crate::format::{DataEdit, EditKind};
use crate::value::Type;

/// How exponents are written.
#[derive(Clone, Copy)]
struct ExponentStyle {
    letter: u8,
    /// The digits of `Ee`; 0 for as many as are needed.
    digits: Option<u32>,
}

/// The width of a field, and the room that decides on a zero before the point where the width is the least.
#[derive(Clone, Copy)]
struct Room {
    width: u32,
    for_zero: usize,
}

impl Room {
    /// gfortran takes the width of list-directed output for the decision, except under F.
    fn new(width: u32, of: Type) -> Room {
        Room { width, for_zero: if width > 0 { width as usize } else { list_field(of).0 as usize } }
    }
}

/// The width, the digits and the exponent's digits of list-directed output.
fn list_field(of: Type) -> (u32, u32, u32) {
    if of == Type::Real32 { (16, 9, 2) } else { (25, 17, 3) }
}

/// A mantissa of digits with a point in it, and an exponent.
struct Scientific {
    whole: Vec<u8>,
    fraction: Vec<u8>,
    exponent: i32,
}

/// The field of a real item.
pub(super) fn edit_real(edit: DataEdit, value: f64, of: Type, modes: &Modes) -> Result<Vec<u8>, IoError> {
    if !value.is_finite() {
        return Ok(not_finite(value, edit.width().unwrap_or(0) as u32, modes));
    }
    let DataEdit { kind, width, digits, exponent } = edit;
    let decimals = digits.unwrap_or(0);
    let style = |letter, digits| ExponentStyle { letter, digits };
    // A field of the least width with no digits asked for has those of list-directed output.
    let shown = if width == 0 && decimals == 0 { list_field(of).1 } else { decimals };
    let room = Room::new(width, of);
    Ok(match kind {
        EditKind::Fixed => {
            let digits = fixed(value, decimals as i32 + modes.scale);
            fixed_field(value, &digits, Room { width, for_zero: width as usize }, decimals as usize, modes)
        }
        EditKind::Exponent => exponent_field(value, room, shown, style(b'E', exponent), modes)?,
        EditKind::Double => exponent_field(value, room, shown, style(b'D', None), modes)?,
        EditKind::Scientific => {
            scientific_field(value, scaled(value, shown, 1), room, style(b'E', exponent), modes)
        }
        EditKind::Engineering => {
            scientific_field(value, engineering(value, of, shown), room, style(b'E', exponent), modes)
        }
        EditKind::General => general(value, of, width, decimals, style(b'E', exponent), modes)?,
        _ => return Err(IoError::new(IoErrorKind::Format, "The edit descriptor does not suit a real item")),
    })
}

/// `Gw.dEe`: F editing where the digits have room, E editing elsewhere.
fn general(
    value: f64,
    of: Type,
    width: u32,
    decimals: u32,
    style: ExponentStyle,
    modes: &Modes,
) -> Result<Vec<u8>, IoError> {
    let default = width == 0 && decimals == 0;
    let count = if default { list_field(of).1 } else { decimals };
    let blanks = if width == 0 { 0 } else { style.digits.map_or(4, |digits| digits + 2) };
    match without_exponent(value, of, width, count, blanks, modes) {
        Some(text) => Ok(text),
        None => {
            // A digit before the point counts among those of `G0`.
            let decimals = if default && modes.scale > 0 { count - 1 } else { count };
            exponent_field(value, Room::new(width, of), decimals, style, modes)
        }
    }
}

/// The field of G editing for a value that needs no exponent: its digits, and blanks where the exponent would stand.
fn without_exponent(
    value: f64,
    of: Type,
    width: u32,
    count: u32,
    blanks: u32,
    modes: &Modes,
) -> Option<Vec<u8>> {
    let places = if of == Type::Real32 {
        places_single(value.abs() as f32, count)
    } else {
        places_double(value.abs(), count)
    }?;
    if width > 0 && width <= blanks {
        return Some(stars(width));
    }
    let plain = Modes { scale: 0, ..*modes };
    let digits = fixed(value, places as i32);
    let mut text = fixed_field(value, &digits, Room::new(width - blanks, of), places as usize, &plain);
    if text.starts_with(b"*") {
        return Some(stars(width));
    }
    text.resize(text.len() + blanks as usize, b' ');
    Some(text)
}

/// Defines, for a kind of real, powers of ten as gfortran multiplies them out, and the digits behind the point that G
/// editing gives to a magnitude without exponent, if it has one. gfortran decides it in the arithmetic of the item's own
/// kind, roundings included, and so must this.
macro_rules! own_arithmetic {
    ($power:ident, $places:ident, $real:ty) => {
        fn $power(exponent: i32) -> $real {
            let power = (0..exponent.unsigned_abs().min(400)).fold(1.0, |power: $real, _| power * 10.0);
            if exponent < 0 { 1.0 / power } else { power }
        }

        fn $places(size: $real, count: u32) -> Option<u32> {
            if count == 0 {
                return None;
            }
            if size == 0.0 {
                return Some(count - 1);
            }
            let most = $power(count as i32);
            let nearly_one = 1.0 - 0.5 / most;
            if size < 0.1 * nearly_one || size + 0.5 >= most {
                return None;
            }
            // The first power of ten above the magnitude, a little lowered for what rounds up to it.
            let above = |whole: &u32| size < $power(*whole as i32) * nearly_one;
            Some(count - (0..=count).find(above).unwrap_or(count))
        }
    };
}

own_arithmetic!(single_power, places_single, f32);
own_arithmetic!(double_power, places_double, f64);

/// A real as list-directed output writes it: nine or seventeen digits, in a field or, inside a complex, without.
pub(super) fn list_real(value: f64, of: Type, in_complex: bool) -> Vec<u8> {
    let (full_width, count, exponent) = list_field(of);
    let width = if in_complex { 0 } else { full_width };
    let modes = Modes { scale: 1, ..Modes::default() };
    if !value.is_finite() {
        return not_finite(value, width, &modes);
    }
    let blanks = if in_complex { 0 } else { exponent + 2 };
    without_exponent(value, of, width, count, blanks, &modes).unwrap_or_else(|| {
        // Inside a complex gfortran shows a digit more.
        let decimals = if in_complex { count } else { count - 1 };
        let style = ExponentStyle { letter: b'E', digits: Some(exponent) };
        scientific_field(value, scaled(value, decimals, 1), Room::new(width, of), style, &modes)
    })
}

/// A field without exponent: digits of which the last `decimals` stand behind the point.
fn fixed_field(value: f64, digits: &[u8], room: Room, decimals: usize, modes: &Modes) -> Vec<u8> {
    let (whole, fraction) = if digits.len() > decimals {
        let (whole, fraction) = digits.split_at(digits.len() - decimals);
        (whole.to_vec(), fraction.to_vec())
    } else {
        let mut fraction = vec![b'0'; decimals - digits.len()];
        fraction.extend_from_slice(digits);
        (Vec::new(), fraction)
    };
    assemble(value, [&whole, &fraction, &[]], room, modes)
}

/// `Ew.dEe` and `Dw.d` with the scale factor.
fn exponent_field(
    value: f64,
    room: Room,
    decimals: u32,
    style: ExponentStyle,
    modes: &Modes,
) -> Result<Vec<u8>, IoError> {
    let (scale, most) = (modes.scale, decimals as i32);
    if scale <= -most || scale >= most + 2 {
        let message = "Scale factor out of range in format specifier 'E' or 'D'";
        return Err(IoError::new(IoErrorKind::Format, message));
    }
    Ok(scientific_field(value, scaled(value, decimals, scale), room, style, modes))
}

/// The mantissa under a scale factor: with `k > 0` it has `k` digits before the point and `d - k + 1` behind it,
/// otherwise `-k` zeros and `d + k` digits behind it.
fn scaled(value: f64, decimals: u32, scale: i32) -> Scientific {
    let count = if scale > 0 { decimals as i32 + 1 } else { decimals as i32 + scale };
    let Significant { digits, point } = significant(value, count.max(1) as usize);
    let exponent = if value == 0.0 { 0 } else { point - scale };
    if scale > 0 {
        let (whole, fraction) = digits.split_at((scale as usize).min(digits.len()));
        return Scientific { whole: whole.to_vec(), fraction: fraction.to_vec(), exponent };
    }
    let mut fraction = vec![b'0'; scale.unsigned_abs() as usize];
    fraction.extend_from_slice(&digits);
    Scientific { whole: Vec::new(), fraction, exponent }
}

/// The mantissa of EN: one to three digits before the point, and an exponent divisible by three.
fn engineering(value: f64, of: Type, decimals: u32) -> Scientific {
    if value == 0.0 {
        return Scientific { whole: vec![b'0'], fraction: vec![b'0'; decimals as usize], exponent: 0 };
    }
    let count = |point: i32| (point - 1).rem_euclid(3) as usize + 1 + decimals as usize;
    let exact = exact_point(value);
    // gfortran multiplies its powers of ten out in the item's own kind; a number that equals one of them counts as
    // it, even where it is a little less than the true power.
    let is_power = match of {
        Type::Real32 => single_power(exact) <= value.abs() as f32,
        _ => double_power(exact) <= value.abs(),
    };
    let first = significant(value, count(exact + is_power as i32));
    let Significant { mut digits, point } =
        if first.point == exact + 1 { first } else { significant(value, count(exact)) };
    // Where rounding carries into a new digit, the digits are a one and zeros.
    digits.resize(count(point), b'0');
    let fraction = digits.split_off(count(point) - decimals as usize);
    Scientific { whole: digits, fraction, exponent: (point - 1).div_euclid(3) * 3 }
}

fn scientific_field(
    value: f64,
    parts: Scientific,
    room: Room,
    style: ExponentStyle,
    modes: &Modes,
) -> Vec<u8> {
    match exponent_text(parts.exponent, room.width, style) {
        Some(exponent) => assemble(value, [&parts.whole, &parts.fraction, &exponent], room, modes),
        // In a field of the least width, stars stand for sign and digits.
        None if room.width == 0 => {
            let signs = (value.is_sign_negative() || modes.plus) as usize;
            vec![b'*'; signs + parts.whole.len().max(1) + parts.fraction.len()]
        }
        None => stars(room.width),
    }
}

/// The exponent's text, unless it has too many digits. In a field of the least width an exponent of 0 is left out.
fn exponent_text(exponent: i32, width: u32, style: ExponentStyle) -> Option<Vec<u8>> {
    if width == 0 && exponent == 0 {
        return Some(Vec::new());
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    let size = exponent.unsigned_abs();
    let letter = style.letter as char;
    let text = match style.digits {
        Some(digits) => {
            let size = size.to_string();
            let zeros = (digits as usize).saturating_sub(size.len());
            format!("{letter}{sign}{}{size}", "0".repeat(zeros))
        }
        None if width == 0 => format!("{letter}{sign}{size}"),
        None if size > 99 => format!("{sign}{size}"),
        None => format!("{letter}{sign}{size:02}"),
    };
    let room = match style.digits {
        Some(digits) if digits > 0 => digits as usize + 2,
        _ => 5,
    };
    (text.len() <= room).then(|| text.into_bytes())
}

/// Sign, digits, point, digits, exponent in a field; the zero before the point only where it has room.
fn assemble(value: f64, parts: [&[u8]; 3], room: Room, modes: &Modes) -> Vec<u8> {
    let [whole, fraction, exponent] = parts;
    let mut text = modes.sign(value.is_sign_negative()).as_bytes().to_vec();
    let needed = text.len() + whole.len() + 1 + fraction.len() + exponent.len();
    if whole.is_empty() && (needed < room.for_zero || fraction.is_empty()) {
        text.push(b'0');
    }
    text.extend_from_slice(whole);
    text.push(if modes.comma { b',' } else { b'.' });
    text.extend_from_slice(fraction);
    text.extend_from_slice(exponent);
    let width = room.width;
    if width > 0 && text.len() > width as usize { stars(width) } else { right(text, width) }
}

/// Infinities and not-a-numbers, as long as the field allows.
fn not_finite(value: f64, width: u32, modes: &Modes) -> Vec<u8> {
    if value.is_nan() {
        return if width == 0 || width >= 3 { right(b"NaN".to_vec(), width) } else { stars(width) };
    }
    let sign = modes.sign(value < 0.0);
    let room = if width == 0 { 4 } else { width as usize };
    let unsigned = sign.trim_start_matches('+');
    let texts = [format!("{sign}Infinity"), format!("{sign}Inf"), format!("{unsigned}Inf")];
    let fitting = texts.into_iter().find(|text| text.len() <= room);
    fitting.map_or_else(|| stars(width), |text| right(text.into_bytes(), width))
}
