//! What the program wrote, in words.

use sextant_expr::{Table, TermId};
use sextant_records::{Line, Piece};
use sextant_state::{Output, State, Value};

use super::{show_term, show_value};

/// The lines that were written; the last one may be unfinished.
pub fn written(table: &mut Table, state: &State, output: &[Output], evolved: bool) -> Vec<String> {
    let mut lines = vec![String::new()];
    for item in output {
        let line = lines.last_mut().expect("there is always a line");
        match item {
            Output::NewLine => lines.push(String::new()),
            Output::Text(text) => append(line, text),
            Output::Converted(_, value, _) => {
                let shown = show_value(table, *value, evolved);
                line.push_str(&format!("<{shown}>"));
            }
            Output::Value(value) => {
                let shown = show_value(table, *value, evolved).to_string();
                append(line, &shown);
            }
            Output::Bytes(_, bytes) => {
                let text = String::from_utf8_lossy(bytes);
                let mut parts = text.split('\n');
                line.push_str(parts.next().unwrap_or_default());
                lines.extend(parts.map(str::to_owned));
            }
            Output::Line(record) | Output::Message(record) => {
                line.push_str(&show_record(table, state, record, evolved));
                lines.push(String::new());
            }
        }
    }
    if lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// A record: known characters as they are, symbolic values as algebra in brackets.
fn show_record(table: &mut Table, state: &State, record: &Line, evolved: bool) -> String {
    let mut shown = String::new();
    for piece in record.pieces() {
        match piece {
            Piece::Text(bytes) => shown.push_str(&String::from_utf8_lossy(&bytes)),
            Piece::Opaque(field) => {
                let value = match state.text_numbered(field.id) {
                    Some(text) => show_text(table, &text.clone(), evolved),
                    None => show_term(table, TermId(field.id), evolved).to_string(),
                };
                shown.push_str(&format!("<{value}>"));
            }
        }
    }
    shown
}

/// A text: runs of known characters in quotes, symbolic ones as algebra, joined by `//`.
pub(crate) fn show_text(table: &mut Table, text: &[Value], evolved: bool) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut known: Vec<u8> = Vec::new();
    for value in text {
        match value {
            Value::Int(code) => known.push(*code as u8),
            other => {
                if !known.is_empty() {
                    parts.push(quoted(&std::mem::take(&mut known)));
                }
                parts.push(show_value(table, *other, evolved).to_string());
            }
        }
    }
    if !known.is_empty() || parts.is_empty() {
        parts.push(quoted(&known));
    }
    parts.join("//")
}

/// A text constant; characters that cannot be seen are shown by their codes.
pub(super) fn quoted(bytes: &[u8]) -> String {
    let letters = bytes.iter().map(|&byte| match byte {
        b'\'' => "''".to_owned(),
        b' '..=b'~' | 0xa0.. => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    });
    format!("'{}'", letters.collect::<String>())
}

fn append(line: &mut String, item: &str) {
    if !line.is_empty() {
        line.push(' ');
    }
    line.push_str(item);
}
