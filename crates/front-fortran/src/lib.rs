//! The Fortran front end: text to syntax tree.
//!
//! The way of a program: `source` (lines to statements, in fixed or free form), `parser` (statements to the tree as
//! written, [`raw`]), `resolve` (names, types, storage, loops over arrays). [`print()`] goes back from the tree as
//! written.
//!
//! Invariants
//! - Reading never panics, whatever the text; every mistake is a message with its place.
//! - Trees are at most [`sextant_syntax::DEEPEST_NESTING`] levels deep.
//! - A file without errors is printed as free-form text that reads back and prints as the same text.
//! - This crate evaluates nothing, knows nothing of flow graphs and does no I/O: included files come from the caller.

mod cursor;
mod front_end;
mod parser;
mod print;
mod query;
pub mod raw;
mod resolve;
mod source;

use resolve::RULES;
use sextant_base::{Diagnostic, Diagnostics, SourceId, Sources, Span};
use sextant_syntax::Program;

pub use front_end::FRONT_END;
pub use print::print;
pub use query::{parse_assertion, parse_call, parse_condition, parse_value};

/// How source text is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Columns mean something: FORTRAN 66 and 77.
    Fixed,
    /// Columns mean nothing: Fortran 90 and later.
    Free,
}

impl Form {
    /// The form that the ending of a file name stands for: fixed for `.f`, `.for`, `.ftn`, `.f77`, `.fpp` and names
    /// without an ending that we know, free for `.f90`, `.f95`, `.f03`, `.f08`, `.f15`, `.f18`; in any case of letters.
    pub fn of_name(name: &str) -> Form {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
        match ending.as_str() {
            "f90" | "f95" | "f03" | "f08" | "f15" | "f18" | "f2k" => Form::Free,
            _ => Form::Fixed,
        }
    }
}

/// What a caller may choose.
#[derive(Clone, Debug)]
pub struct Options {
    /// The form of the source; by the name of the file if nothing is said.
    pub form: Option<Form>,
    /// How many columns of a line of fixed form are read; 72 by the standard.
    pub fixed_columns: usize,
    /// Macros of the preprocessor that are defined from the beginning.
    pub defines: Vec<(String, String)>,
}

impl Default for Options {
    fn default() -> Self {
        Self { form: None, fixed_columns: 72, defines: Vec::new() }
    }
}

/// A file that is to be included.
#[derive(Clone, Copy, Debug)]
pub struct Include<'a> {
    /// The name between the quotes.
    pub file: &'a str,
    /// The name of the source that includes it: relative names begin at its folder.
    pub from: &'a str,
}

/// Finds an included file: its name in messages and its text, or nothing if there is no such file.
pub type Loader<'l> = dyn FnMut(&Include<'_>) -> Option<(String, String)> + 'l;

/// Reads a source, and the files that it includes, as a tree.
///
/// Included files are added to the sources. The tree holds what was understood; it is whole only if there are no
/// errors among the messages.
pub fn read(
    sources: &mut Sources,
    id: SourceId,
    options: &Options,
    loader: &mut Loader<'_>,
    diagnostics: &mut Diagnostics,
) -> raw::File {
    let statements = source::statements(sources, id, options, loader, diagnostics);
    parser::file(&statements, diagnostics)
}

/// Reads one or more sources as one program: the units of all of them see each other.
///
/// The program holds what was understood; it is whole only if there are no errors.
pub fn parse(
    sources: &mut Sources,
    ids: &[SourceId],
    options: &Options,
    loader: &mut Loader<'_>,
) -> (Program, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let files: Vec<raw::File> =
        ids.iter().map(|&id| read(sources, id, options, loader, &mut diagnostics)).collect();
    if files.iter().all(|file| file.units.is_empty()) && !diagnostics.has_errors() {
        diagnostics.push(match ids.first() {
            Some(&id) => Diagnostic::error(Span::new(id, 0, 0), "there is no program unit here"),
            None => Diagnostic::global("there is no source to read"),
        });
    }
    let program = resolve::program(&files, &mut diagnostics);
    (program, diagnostics)
}
