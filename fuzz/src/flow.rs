//! The Flow reader: any text is read without a panic; a program without errors passes the verifier and reads back
//! after printing.

use sextant_base::Sources;
use sextant_flow::{print, read, verify};

use crate::places::places_are_valid;

/// Tries a text as a Flow program.
pub fn check(text: &str) -> Result<(), String> {
    let mut sources = Sources::new();
    let id = sources.add("input", text);
    let (program, diagnostics) = read(&sources, id);
    places_are_valid(&diagnostics, &sources)?;
    if diagnostics.has_errors() {
        return Ok(());
    }
    verify(&program).map_err(|rules| rules.join("; "))?;
    let printed = print(&program);
    let again = sources.add("printed", printed.as_str());
    let (program, diagnostics) = read(&sources, again);
    if diagnostics.has_errors() {
        return Err(diagnostics.render(&sources, false));
    }
    if print(&program) == printed { Ok(()) } else { Err("another program reads back".to_owned()) }
}
