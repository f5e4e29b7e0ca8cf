//! Answers of an SMT-LIB solver: symbolic expressions and the values they denote.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use sextant_expr::{FloatKind, Scalar, Value};

/// Answers nested deeper than this are not values.
const DEEPEST: usize = 200;

/// A symbolic expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expression {
    Atom(String),
    List(Vec<Expression>),
}

impl Expression {
    /// Takes the first whole expression off the text; `None` if more text is needed.
    pub fn take(text: &mut String) -> Result<Option<Self>, String> {
        let mut open: Vec<Vec<Expression>> = Vec::new();
        let mut at = 0;
        while let Some((token, next)) = token(text, at) {
            at = next;
            let complete = match token {
                "(" if open.len() >= DEEPEST => return Err("it is nested too deep".into()),
                "(" => {
                    open.push(Vec::new());
                    continue;
                }
                ")" => Expression::List(open.pop().ok_or("a parenthesis too many")?),
                atom => Expression::Atom(atom.to_owned()),
            };
            match open.last_mut() {
                Some(list) => list.push(complete),
                None => {
                    text.drain(..at);
                    return Ok(Some(complete));
                }
            }
        }
        Ok(None)
    }

    /// The elements of a list.
    pub fn items(&self) -> &[Expression] {
        match self {
            Expression::List(items) => items,
            Expression::Atom(_) => &[],
        }
    }

    fn atom(&self) -> Option<&str> {
        match self {
            Expression::Atom(atom) => Some(atom),
            Expression::List(_) => None,
        }
    }

    /// Whether this is an error report.
    pub fn error(&self) -> Option<String> {
        match self.items() {
            [Expression::Atom(word), detail, ..] if word == "error" => Some(format!("{detail:?}")),
            _ => None,
        }
    }

    /// Whether this is the given word.
    pub fn is(&self, word: &str) -> bool {
        self.atom() == Some(word)
    }

    /// The value it denotes.
    pub fn value(&self, sort: Scalar) -> Option<Value> {
        Some(match sort {
            Scalar::Bool => Value::Bool(self.atom()?.parse().ok()?),
            Scalar::Int => {
                let number = self.number()?;
                number.is_int().then(|| Value::Int(number.numerator().clone()))?
            }
            Scalar::Real => Value::Real(self.number()?),
            Scalar::BitVec(width) => Value::Bits(width, self.bits()?.1),
            Scalar::Float(kind) => Value::Float(kind, self.float(kind)?),
        })
    }

    fn number(&self) -> Option<RBig> {
        match self {
            Expression::Atom(digits) => decimal(digits),
            Expression::List(items) => match &items[..] {
                [minus, value] if minus.is("-") => Some(-value.number()?),
                [divide, top, bottom] if divide.is("/") => {
                    let bottom = bottom.number()?;
                    if bottom.is_zero() { None } else { Some(top.number()? / bottom) }
                }
                _ => None,
            },
        }
    }

    /// The width and the value of a bit string.
    fn bits(&self) -> Option<(usize, UBig)> {
        match self {
            Expression::Atom(text) => {
                let (digits, radix, bits) = match text.get(..2)? {
                    "#b" => (&text[2..], 2, 1),
                    "#x" => (&text[2..], 16, 4),
                    _ => return None,
                };
                Some((digits.len() * bits, UBig::from_str_radix(digits, radix).ok()?))
            }
            Expression::List(items) => {
                let [underscore, value, width] = &items[..] else { return None };
                let value = value.atom()?.strip_prefix("bv")?;
                underscore.is("_").then_some(())?;
                Some((width.atom()?.parse().ok()?, value.parse().ok()?))
            }
        }
    }

    fn float(&self, kind: FloatKind) -> Option<u64> {
        let (exponent, fraction) = if kind == FloatKind::Single { (8, 23) } else { (11, 52) };
        let infinity = ((1u64 << exponent) - 1) << fraction;
        let sign = 1u64 << (exponent + fraction);
        match self.items() {
            [word, s, e, f] if word.is("fp") => {
                let word = |part: &Expression| u64::try_from(part.bits()?.1).ok();
                Some((word(s)? << (exponent + fraction)) | (word(e)? << fraction) | word(f)?)
            }
            [underscore, name, ..] if underscore.is("_") => Some(match name.atom()? {
                "+zero" => 0,
                "-zero" => sign,
                "+oo" => infinity,
                "-oo" => infinity | sign,
                "NaN" => infinity | (1 << (fraction - 1)),
                _ => return None,
            }),
            _ => None,
        }
    }
}

fn decimal(digits: &str) -> Option<RBig> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let numerator: IBig = format!("{whole}{fraction}").parse().ok()?;
    let starts_well = whole.starts_with(|c: char| c.is_ascii_digit());
    starts_well.then(|| RBig::from_parts(numerator, UBig::from(10u8).pow(fraction.len())))
}

/// The token at or after a position, and where it ends. An atom at the end of the text may go on, so it is not
/// complete.
fn token(text: &str, at: usize) -> Option<(&str, usize)> {
    let rest = &text[at..];
    let start = at + rest.find(|c: char| !c.is_whitespace())?;
    let rest = &text[start..];
    let first = rest.chars().next()?;
    let length = match first {
        '(' | ')' => 1,
        ';' => return token(text, start + rest.find('\n')?),
        '"' | '|' => 2 + rest[1..].find(first)?,
        _ => rest.find(|c: char| c.is_whitespace() || "()|\";".contains(c))?,
    };
    Some((&rest[..length], start + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, sort: Scalar) -> Option<Value> {
        Expression::take(&mut format!("{text}\n")).unwrap().unwrap().value(sort)
    }

    #[test]
    fn values_of_every_sort_are_read() {
        let rational =
            |top: i64, bottom: u64| Value::Real(RBig::from_parts(IBig::from(top), UBig::from(bottom)));
        assert_eq!(value("(- 12)", Scalar::Int), Some(Value::Int(IBig::from(-12))));
        assert_eq!(value("(/ (- 1.0) 3.0)", Scalar::Real), Some(rational(-1, 3)));
        assert_eq!(value("2.50", Scalar::Real), Some(rational(5, 2)));
        assert_eq!(value("(_ bv7 4)", Scalar::BitVec(4)), Some(Value::Bits(4, UBig::from(7u8))));
        assert_eq!(value("#xfF", Scalar::BitVec(8)), Some(Value::Bits(8, UBig::from(255u8))));
        let single = Scalar::Float(FloatKind::Single);
        let one = format!("(fp #b0 #b01111111 #b{})", "0".repeat(23));
        assert_eq!(value(&one, single), Some(Value::Float(FloatKind::Single, u64::from(1f32.to_bits()))));
        assert_eq!(value("(_ -oo 8 24)", single), Some(Value::Float(FloatKind::Single, 0xff80_0000)));
        assert_eq!(value("(root-obj (+ (^ x 2) (- 2)) 1)", Scalar::Real), None);
    }

    #[test]
    fn answers_may_come_in_pieces_and_broken() {
        let mut text = String::from("sat\n((|a b| 1)");
        assert!(Expression::take(&mut text).unwrap().unwrap().is("sat"));
        assert_eq!(Expression::take(&mut text), Ok(None));
        text.push_str(")\n");
        assert_eq!(Expression::take(&mut text).unwrap().unwrap().items().len(), 1);
        assert!(Expression::take(&mut ") ".to_owned()).is_err());
        assert!(Expression::take(&mut "(".repeat(100_000)).is_err());
    }
}
