//! Values of tests in words, and back.
//!
//! The elements of arrays are rows of their own. The characters of a text are one row with a quoted text, of which a
//! byte that cannot be printed is written `\xNN`.

use std::collections::BTreeMap;

use dashu_int::IBig;
use sextant_engines::testgen::Inputs;
use sextant_expr::{ArrayValue, FloatKind, Scalar, Sort, Value};
use sextant_report::{ValueRow, text_bytes};
use sextant_session::Session;
use sextant_syntax::Language;

/// The name of the text that a program reads.
const STANDARD_INPUT: &str = "stdin";
/// Positions behind the end of that text that are told to be behind it.
const BEHIND: usize = 40;

/// A single value in words.
pub(super) fn word(value: &Value) -> String {
    match value {
        Value::Float(FloatKind::Single, bits) => {
            let number = f32::from_bits(*bits as u32);
            float_word(number.into(), format!("{number:?}"))
        }
        Value::Float(FloatKind::Double, bits) => {
            let number = f64::from_bits(*bits);
            float_word(number, format!("{number:?}"))
        }
        other => other.to_string(),
    }
}

/// The fewest digits that tell a number from all others, or what it is instead of one.
fn float_word(number: f64, digits: String) -> String {
    match number {
        number if number.is_nan() => "nan".to_owned(),
        number if number.is_infinite() => if number > 0.0 { "inf" } else { "-inf" }.to_owned(),
        _ => digits,
    }
}

/// Named values as rows; `is_text` says whether the elements of a name are characters.
pub(super) fn rows(values: &Inputs, is_text: &dyn Fn(&str) -> bool) -> Vec<ValueRow> {
    let mut rows: Vec<ValueRow> = Vec::new();
    let mut rest = values.iter().peekable();
    while let Some((name, value)) = rest.next() {
        if standard_position(name).is_some() {
            if rows.iter().all(|row| row.name != STANDARD_INPUT) {
                rows.push(row(STANDARD_INPUT.to_owned(), quoted(&standard_input(values))));
            }
            continue;
        }
        if let Some((text, form)) = text_begun_by(name)
            && (form == Form::Characters || is_text(text))
            && let Some(first) = byte(value)
        {
            let mut bytes = vec![first];
            while let Some((_, next)) =
                rest.next_if(|(name, value)| *name == form.name(text, bytes.len()) && byte(value).is_some())
            {
                bytes.extend(byte(next));
            }
            if text.starts_with("argv[") {
                // A zero ends it.
                bytes.truncate(bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len()));
            }
            rows.push(row(text.to_owned(), quoted(&bytes)));
            continue;
        }
        match value {
            Value::Array(array) => {
                for (index, element) in &array.entries {
                    rows.push(row(format!("{name}({index})"), word(element)));
                }
            }
            value => rows.push(row(name.clone(), word(value))),
        }
    }
    rows
}

/// The text that a program reads, as far as inputs say it.
pub(super) fn standard_input(inputs: &Inputs) -> Vec<u8> {
    let mut known: BTreeMap<usize, &Value> = BTreeMap::new();
    for (name, value) in inputs {
        if let Some(position) = standard_position(name) {
            known.insert(position, value);
        }
    }
    let code = |position: usize| known.get(&position).and_then(|value| value.as_int()).cloned();
    (0..).map_while(|position| u8::try_from(code(position)?).ok()).collect()
}

/// The position of a character of standard input, by its name.
pub(super) fn standard_position(name: &str) -> Option<usize> {
    name.strip_prefix("stdin[")?.strip_suffix(']')?.parse().ok()
}

fn row(name: String, value: String) -> ValueRow {
    ValueRow { name, value, ty: String::new() }
}

/// How the characters of a text are named.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `S(1:1)`, from 1.
    Characters,
    /// `s[0]`, from 0.
    Elements,
}

impl Form {
    fn name(self, text: &str, position: usize) -> String {
        match self {
            Form::Characters => format!("{text}({0}:{0})", position + 1),
            Form::Elements => format!("{text}[{position}]"),
        }
    }
}

/// The text of which a name means the first character.
fn text_begun_by(name: &str) -> Option<(&str, Form)> {
    let characters = name.strip_suffix("(1:1)").map(|text| (text, Form::Characters));
    characters.or_else(|| name.strip_suffix("[0]").map(|text| (text, Form::Elements)))
}

fn byte(value: &Value) -> Option<u8> {
    let code = i64::try_from(value.as_int()?.clone()).ok()?;
    match code {
        0..=255 => Some(code as u8),
        -128..=-1 => Some(code as i8 as u8),
        _ => None,
    }
}

fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            32..=126 => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\x{byte:02x}")),
        }
    }
    text.push('"');
    text
}

/// Rows as values again. What they mean in a program is settled by the sorts of its inputs.
pub(super) fn inputs_of_rows(rows: &[ValueRow], session: &Session) -> Inputs {
    let c = session.program().language == Language::C;
    let mut inputs: Inputs = Vec::new();
    let mut arrays: BTreeMap<String, ArrayValue> = BTreeMap::new();
    if c {
        let row = rows.iter().find(|row| row.name == STANDARD_INPUT);
        let text = row.and_then(|row| text_bytes(&row.value)).unwrap_or_default();
        let codes = text.into_iter().map(i64::from).chain([-1; BEHIND]);
        inputs.extend(
            (0..)
                .zip(codes)
                .map(|(at, code): (usize, i64)| (format!("stdin[{at}]"), Value::Int(code.into()))),
        );
    }
    for ValueRow { name, value, .. } in rows.iter().filter(|row| row.name != STANDARD_INPUT) {
        if let Some(bytes) = text_bytes(value) {
            let form = if c { Form::Elements } else { Form::Characters };
            for (at, byte) in bytes.into_iter().enumerate() {
                // Plain characters of C are signed.
                let code = if c { i64::from(byte as i8) } else { i64::from(byte) };
                inputs.push((form.name(name, at), Value::Int(code.into())));
            }
            continue;
        }
        let Some(number) = read_word(value) else { continue };
        match name.strip_suffix(')').and_then(|name| name.rsplit_once('(')) {
            Some((array, index)) if !c && index.parse::<i64>().is_ok() => {
                let index = IBig::from(index.parse::<i64>().unwrap_or(0));
                let zero = Value::default_of(number.sort());
                arrays.entry(array.to_owned()).or_insert_with(|| ArrayValue::filled(zero)).set(index, number);
            }
            _ => inputs.push((name.clone(), number)),
        }
    }
    inputs.extend(arrays.into_iter().map(|(name, array)| (name, Value::Array(array))));
    inputs
}

fn read_word(word: &str) -> Option<Value> {
    match word {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        "nan" => Some(Value::Float(FloatKind::Double, f64::NAN.to_bits())),
        _ => match word.parse::<IBig>() {
            Ok(number) => Some(Value::Int(number)),
            Err(_) => {
                word.parse::<f64>().ok().map(|number| Value::Float(FloatKind::Double, number.to_bits()))
            }
        },
    }
}

/// Whether a sort is that of one number or truth value.
pub(super) fn is_single(sort: Sort) -> bool {
    matches!(sort, Sort::Scalar(Scalar::Int | Scalar::Real | Scalar::Bool | Scalar::Float(_)))
}
