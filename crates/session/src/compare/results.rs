//! What a path or an execution gives, in a form in which two programs can be compared.
//!
//! Addresses mean nothing outside of their program: in their place stands what they lead to, as a number that is the
//! same for the same thing in both.

use std::sync::{Mutex, PoisonError};

use sextant_engines::compare::Given;
use sextant_expr::{Op, Rounding, Table, TermId};
use sextant_records::{Line, Piece};
use sextant_state::{Ending, Output, PartValue, State, Value};
use sextant_syntax::{IntType, Type};

use super::Side;

/// What pointers of both programs lead to, by number.
#[derive(Default)]
pub(super) struct Leads {
    known: Mutex<Vec<String>>,
}

impl Leads {
    fn number(&self, lead: String) -> i64 {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|one| *one == lead).unwrap_or_else(|| {
            known.push(lead);
            known.len() - 1
        });
        at as i64
    }
}

/// What is returned, or the status with which the program ends.
pub(super) fn returned(
    table: &mut Table,
    side: &Side<'_>,
    state: &State,
    ending: &Ending,
    leads: &Leads,
) -> Vec<(String, Given)> {
    if *ending == Ending::Stopped {
        let status = state.returned.to_term(table).map(|status| lowest_byte(table, status));
        return vec![("exit status".to_owned(), Given::Value(status))];
    }
    let ty = side.program.procedures[side.id].returns.as_ref();
    let name = "return".to_owned();
    match ty {
        Some(ty) if !state.returned_cells.is_empty() => {
            let parts = state.returned_parts(table, &side.code.records, ty);
            parts
                .into_iter()
                .flat_map(|part| named(table, &format!("return{}", part.path), part.value))
                .collect()
        }
        Some(Type::Pointer(_)) if state.returned == Value::Undefined => vec![(name, Given::Unclear)],
        Some(ty @ Type::Pointer(_)) => {
            let address = state.returned.to_term(table);
            vec![(name, led(table, side, state, address, ty, leads))]
        }
        _ => vec![(name, Given::Value(state.returned.to_term(table)))],
    }
}

/// The part of a returned value.
fn named(table: &mut Table, name: &str, value: PartValue) -> Vec<(String, Given)> {
    let one = |given| vec![(name.to_owned(), given)];
    match value {
        PartValue::Value(value) => one(Given::Value(value.to_term(table))),
        PartValue::Text(values) => (1..)
            .zip(values)
            .map(|(at, value)| (format!("{name}({at}:{at})"), Given::Value(value.to_term(table))))
            .collect(),
        PartValue::Complex(re, im) => [("%re", re), ("%im", im)]
            .into_iter()
            .map(|(part, value)| (format!("{name}{part}"), Given::Value(value.to_term(table))))
            .collect(),
        PartValue::Array(term) => one(Given::Value(Some(term))),
        PartValue::Symbolic | PartValue::Address(_) => one(Given::Unclear),
        PartValue::Unallocated => one(Given::Text("not allocated".to_owned())),
    }
}

/// The surroundings see the lowest byte of a status only.
fn lowest_byte(table: &mut Table, status: TermId) -> TermId {
    let modulus = table.int(256);
    let byte = table.apply(Op::Rem(Rounding::Floor), &[status, modulus]);
    table.simplify(byte)
}

/// What an address leads to.
pub(super) fn led(
    table: &mut Table,
    side: &Side<'_>,
    state: &State,
    address: Option<TermId>,
    ty: &Type,
    leads: &Leads,
) -> Given {
    let Some(address) = address else { return Given::Value(None) };
    match led_term(table, side, state, address, is_text(ty), leads) {
        Some(lead) => Given::Value(Some(lead)),
        None => Given::Unclear,
    }
}

/// Whether a pointer of a type leads to characters.
pub(super) fn is_text(ty: &Type) -> bool {
    let Type::Pointer(Some(target)) = ty else { return false };
    matches!(**target, Type::Int(IntType { bits: 8, .. }))
}

fn led_term(
    table: &mut Table,
    side: &Side<'_>,
    state: &State,
    address: TermId,
    is_text: bool,
    leads: &Leads,
) -> Option<TermId> {
    match table.op(address).clone() {
        Op::Int(number) => {
            let lead = state.lead(&side.code, i64::try_from(&number).ok()?, is_text)?;
            Some(table.int(leads.number(lead)))
        }
        Op::Symbol(_) => Some(address),
        Op::Ite => {
            let [condition, yes, no] = *table.args(address) else { return None };
            let yes = led_term(table, side, state, yes, is_text, leads)?;
            let no = led_term(table, side, state, no, is_text, leads)?;
            Some(table.apply(Op::Ite, &[condition, yes, no]))
        }
        _ => None,
    }
}

/// What is written: first what goes to the output, then what goes to the stream for messages, each in order. Known
/// characters that follow one another are one piece, however they were written.
pub(super) fn written(table: &mut Table, state: &State) -> Vec<Given> {
    let items: Vec<Output> = state.output().cloned().collect();
    let mut found = Vec::new();
    for messages in [false, true] {
        for item in items.iter().filter(|item| is_message(item) == messages) {
            for piece in pieces(table, state, item) {
                match (found.last_mut(), piece) {
                    (Some(Given::Text(before)), Given::Text(text)) => before.push_str(&text),
                    (_, piece) => found.push(piece),
                }
            }
        }
        // No text that is written is like this one.
        found.push(Given::Value(None));
    }
    found
}

/// Whether an item goes to the stream for messages.
pub(super) fn is_message(item: &Output) -> bool {
    match item {
        Output::Bytes(stream, _) | Output::Converted(stream, ..) => *stream == 2,
        Output::Message(_) => true,
        Output::Value(_) | Output::Text(_) | Output::NewLine | Output::Line(_) => false,
    }
}

fn pieces(table: &mut Table, state: &State, item: &Output) -> Vec<Given> {
    match item {
        // Values are apart from one another.
        Output::Value(value) => vec![Given::Value(value.to_term(table))],
        Output::Converted(_, value, how) => {
            vec![Given::Value(value.to_term(table)), Given::Text(format!("<{how}>"))]
        }
        Output::Text(text) => vec![Given::Text(text.to_string())],
        Output::NewLine => vec![Given::Text("\n".to_owned())],
        Output::Bytes(_, bytes) => vec![Given::Text(bytes.escape_ascii().to_string())],
        Output::Line(line) | Output::Message(line) => record(table, state, line),
    }
}

/// A record: its known characters, and the terms of its symbolic fields with their editing.
fn record(table: &mut Table, state: &State, line: &Line) -> Vec<Given> {
    let mut found = Vec::new();
    for piece in line.pieces() {
        match piece {
            Piece::Text(bytes) => found.push(Given::Text(bytes.escape_ascii().to_string())),
            Piece::Opaque(field) => {
                found.push(Given::Text(format!("{:?} {}", field.edit, field.scale)));
                match state.text_numbered(field.id) {
                    Some(text) => found.extend(text.iter().map(|value| Given::Value(value.to_term(table)))),
                    None => found.push(Given::Value(Some(TermId(field.id)))),
                }
            }
        }
    }
    found.push(Given::Text("\n".to_owned()));
    found
}
