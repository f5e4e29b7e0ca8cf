//! The PL/I front end: text to syntax tree.
//!
//! The way of a program: `lexer` (text to tokens), `parser` (tokens to the tree as written), `resolve`
//! (names, types and conversions). [`print()`] goes back.
//!
//! Invariants
//! - Reading never panics, whatever the text; every mistake is a message with its place.
//! - Trees are at most [`sextant_syntax::DEEPEST_NESTING`] levels deep.
//! - A program without errors is printed as text that reads back as the same tree, places apart.
//! - This crate evaluates nothing and knows nothing of flow graphs.

mod front_end;
mod lexer;
mod parser;
mod print;
mod query;
mod raw;
mod resolve;
mod token;

use sextant_base::{Diagnostic, Diagnostics, SourceId, Sources, Span};
use sextant_syntax::Program;

pub use front_end::{FRONT_END, TYPED};
pub use print::print;
pub use query::{parse_assertion, parse_call, parse_condition};

use token::Names;

/// Reads one or more sources as one program: the procedures of all of them see each other.
///
/// The program holds what was understood; it is whole only if there are no errors.
pub fn parse(sources: &Sources, ids: &[SourceId]) -> (Program, Diagnostics) {
    let mut names = Names::default();
    let mut diagnostics = Diagnostics::new();
    let read = ids.iter().map(|&id| parser::procedures(sources, id, &mut names, &mut diagnostics));
    let raw: Vec<_> = resolve::all(read).unwrap_or_default().into_iter().flatten().collect();
    if raw.is_empty() && diagnostics.is_empty() {
        diagnostics.push(match ids.first() {
            Some(&id) => Diagnostic::error(Span::new(id, 0, 0), "there is no procedure here"),
            None => Diagnostic::global("there is no source to read"),
        });
    }
    let program = resolve::program(sources, &names, &raw, &mut diagnostics);
    (program, diagnostics)
}
