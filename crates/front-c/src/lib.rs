//! The C front end: clang's tree to syntax tree.
//!
//! The way of a program: [`clang`](self) is run on each file and writes its tree as JSON (`clang`); that is read as
//! plain data (`json`), whose texts of types become types (`types`); declarations, statements and expressions become
//! the typed tree of the whole program ([`tree`]) in `build`, which also links the files.
//!
//! Invariants
//! - Reading never panics, whatever the text; every mistake is a message with its place. Code that clang rejects gives
//!   clang's messages.
//! - Trees are at most [`sextant_syntax::DEEPEST_NESTING`] levels deep.
//! - This crate runs clang and reads the files that programs include; it writes nothing.

mod build;
mod clang;
mod constant;
mod json;
mod print;
mod query;
pub mod tree;
pub mod types;

use std::path::PathBuf;

use sextant_base::{Diagnostic, Diagnostics, SourceId, Sources, Span};

use clang::{Clang, Form};
use json::Files;
pub use print::print;
pub use query::parse_call;

/// What a caller may choose.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `-std`: the dialect; clang's own default if nothing is said.
    pub standard: Option<String>,
    /// `-I`: folders in which included files are looked for.
    pub include_folders: Vec<PathBuf>,
    /// `-D`: macros, with their values.
    pub defines: Vec<(String, Option<String>)>,
    /// `-U`: macros that are not defined.
    pub undefines: Vec<String>,
    /// `-include`: files that are read before each source.
    pub included_files: Vec<PathBuf>,
}

/// Reads sources as one program, linked.
///
/// The name of a source is that of its file; a source that is in no file is read as if it were there. The tree holds
/// what was understood; it is whole only if there are no errors.
pub fn read_tree(sources: &mut Sources, ids: &[SourceId], options: &Options) -> (tree::Program, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let mut program = tree::Program::default();
    if ids.is_empty() {
        diagnostics.push(Diagnostic::global("there is no source to read"));
        return (program, diagnostics);
    }
    let clang = match Clang::find() {
        Ok(clang) => clang,
        Err(message) => {
            diagnostics.push(message);
            return (program, diagnostics);
        }
    };
    let mut linker = build::Linker::default();
    for &id in ids {
        match document(&clang, sources, id, options) {
            Ok((document, packs)) => {
                read_unit(&document, packs, sources, id, &mut program, &mut linker, &mut diagnostics);
            }
            Err(messages) => messages.into_iter().for_each(|message| diagnostics.push(message)),
        }
    }
    (program, diagnostics)
}

/// The tree of one file, and what it does not say.
fn document(
    clang: &Clang,
    sources: &Sources,
    id: SourceId,
    options: &Options,
) -> Result<(Vec<u8>, Vec<u64>), Vec<Diagnostic>> {
    let document = clang.tree(sources, id, options, Form::Json)?;
    let has_packs = contains(&document, b"\"MaxFieldAlignmentAttr\"");
    let packs = if has_packs { packs(&clang.tree(sources, id, options, Form::Text)?) } else { Vec::new() };
    Ok((document, packs))
}

fn read_unit(
    document: &[u8],
    packs: Vec<u64>,
    sources: &mut Sources,
    id: SourceId,
    program: &mut tree::Program,
    linker: &mut build::Linker,
    diagnostics: &mut Diagnostics,
) {
    let mut files = Files::of(sources, id);
    let nowhere = Span::new(id, 0, 0);
    match json::read(document, &mut files) {
        Ok(node) => {
            let input = build::Input { sources, files: &mut files, packs, nowhere };
            build::unit(&node, input, program, linker, diagnostics);
        }
        Err(error) => {
            diagnostics.push(Diagnostic::error(nowhere, format!("clang's tree is not understood: {error}")));
        }
    }
}

/// The limits of `#pragma pack` in bytes, in the order of the records they hold for.
fn packs(text: &[u8]) -> Vec<u64> {
    let text = String::from_utf8_lossy(text);
    text.lines()
        .filter(|line| line.contains("MaxFieldAlignmentAttr 0x"))
        .filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok())
        .map(|bits| (bits / 8).max(1))
        .collect()
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}
