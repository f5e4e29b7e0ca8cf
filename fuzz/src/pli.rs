//! The PL/I reader: any text is read without a panic, and a program without errors reads back after printing.

#[path = "../../crates/front-pli/tests/common/read_back.rs"]
mod read_back;

use sextant_base::Sources;
use sextant_front_pli::{parse, parse_call, parse_condition};

use crate::places::places_are_valid;

/// Tries a text as a program, as a call and as a condition.
pub fn check(text: &str) -> Result<(), String> {
    let mut sources = Sources::new();
    let id = sources.add("input", text);
    let (program, diagnostics) = parse(&sources, &[id]);
    places_are_valid(&diagnostics, &sources)?;
    if let Err(diagnostics) = parse_call(&sources, id) {
        places_are_valid(&diagnostics, &sources)?;
    }
    if let Some(procedure) = program.procedures.iter().next()
        && let Err(diagnostics) = parse_condition(&sources, id, procedure)
    {
        places_are_valid(&diagnostics, &sources)?;
    }
    if diagnostics.has_errors() { Ok(()) } else { read_back::check(program) }
}
