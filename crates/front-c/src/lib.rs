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
mod claims;
mod clang;
mod constant;
mod flags;
mod front_end;
mod json;
mod library;
mod lower;
mod print;
mod query;
pub mod tree;
pub mod types;
mod unknown;

use std::path::PathBuf;

use sextant_base::{Diagnostic, Diagnostics, SourceId, Sources, Span};

pub use claims::{Around, Claims, Clause, Stored, parse_assertion, parse_claims};
use clang::readable;
use clang::{Clang, Form};
pub use front_end::FRONT_END;
use json::Files;
use library::Library;
use lower::RULES;
pub use print::print;
pub use query::parse_call;
use sextant_syntax::{Language, ProcId};
pub use unknown::{UnknownFunction, UnknownFunctions};

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
    /// What functions do that are not defined; the first source's option counts.
    pub unknown_functions: UnknownFunctions,
    /// Whether every use of an undefined value is an error, copies included; the first source's option counts.
    pub strict_undefined: bool,
}

/// Reads sources as one program, linked, with what it needs of the C library; each source with its own options.
///
/// The name of a source is that of its file; a source that is in no file is read as if it were there. The program
/// holds what was understood; it is whole only if there are no errors.
pub fn parse(
    sources: &mut Sources,
    ids: &[SourceId],
    options: impl Fn(SourceId) -> Options,
) -> (sextant_syntax::Program, Diagnostics) {
    let read = |reader: &mut Reader, sources: &mut Sources| {
        ids.iter().for_each(|&id| reader.read(sources, id, &options(id), false));
    };
    let common = ids.first().map(|&id| options(id)).unwrap_or_default();
    program(sources, ids, Some(&common), read)
}

/// The program that is read from some sources, with what it needs of the C library if it is compiled with options.
fn program(
    sources: &mut Sources,
    ids: &[SourceId],
    options: Option<&Options>,
    read: impl FnOnce(&mut Reader, &mut Sources),
) -> (sextant_syntax::Program, Diagnostics) {
    let nothing = sextant_syntax::Program::new(Language::C);
    let mut reader = match Reader::new(ids) {
        Ok(reader) => reader,
        Err(diagnostics) => return (nothing, diagnostics),
    };
    read(&mut reader, sources);
    if reader.diagnostics.has_errors() {
        return (nothing, reader.diagnostics);
    }
    let roots = reader.roots(ids);
    if options.is_some() {
        reader.take_from_library(sources, &roots);
    }
    let plain = Options::default();
    let options = options.unwrap_or(&plain);
    let mut program = lower::program(&reader.program, &roots, options, sources, &mut reader.diagnostics);
    let own = |id: &ProcId| sources.name(program.procedures[*id].span.source) != LIBRARY;
    program.library = program.procedures.ids().filter(|id| !own(id)).collect();
    (program, reader.diagnostics)
}

/// Reads sources as one typed tree, linked, without the library.
///
/// The name of a source is that of its file; a source that is in no file is read as if it were there. The tree holds
/// what was understood; it is whole only if there are no errors.
pub fn read_tree(sources: &mut Sources, ids: &[SourceId], options: &Options) -> (tree::Program, Diagnostics) {
    let mut reader = match Reader::new(ids) {
        Ok(reader) => reader,
        Err(diagnostics) => return (tree::Program::default(), diagnostics),
    };
    ids.iter().for_each(|&id| reader.read(sources, id, options, false));
    (reader.program, reader.diagnostics)
}

/// The tree that clang writes for a source, as JSON.
pub fn document_of(sources: &Sources, id: SourceId, options: &Options) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let clang = Clang::find().map_err(|message| vec![message])?;
    clang.tree(sources, id, options, Form::Json)
}

/// Reads a tree as clang writes it, without the library; it may be damaged.
pub fn read_document(
    document: &[u8],
    sources: &mut Sources,
    id: SourceId,
) -> (sextant_syntax::Program, Diagnostics) {
    let unsaid = build::Unsaid::default();
    program(sources, &[id], None, |reader, sources| reader.understand(document, unsaid, sources, id, false))
}

/// A program that is being read.
struct Reader {
    clang: Clang,
    program: tree::Program,
    linker: build::Linker,
    library: Library,
    diagnostics: Diagnostics,
}

impl Reader {
    fn new(ids: &[SourceId]) -> Result<Reader, Diagnostics> {
        if ids.is_empty() {
            return Err(Diagnostic::global("there is no source to read").into());
        }
        Ok(Reader {
            clang: Clang::find().map_err(Diagnostics::from)?,
            program: tree::Program::default(),
            linker: build::Linker::default(),
            library: Library::default(),
            diagnostics: Diagnostics::new(),
        })
    }

    /// Adds one file.
    fn read(&mut self, sources: &mut Sources, id: SourceId, options: &Options, library: bool) {
        let (document, unsaid) = match document(&self.clang, sources, id, options) {
            Ok(found) => found,
            Err(messages) => return messages.into_iter().for_each(|message| self.diagnostics.push(message)),
        };
        self.understand(&document, unsaid, sources, id, library);
    }

    /// Adds what the tree of one file says.
    fn understand(
        &mut self,
        document: &[u8],
        unsaid: build::Unsaid,
        sources: &mut Sources,
        id: SourceId,
        library: bool,
    ) {
        let mut files = Files::of(sources, id);
        let nowhere = Span::new(id, 0, 0);
        match json::read(document, &mut files) {
            Ok(node) => {
                let input = build::Input { sources, files: &mut files, unsaid, nowhere, library };
                build::unit(&node, input, &mut self.program, &mut self.linker, &mut self.diagnostics);
            }
            Err(error) => {
                let message = format!("clang's tree is not understood: {error}");
                self.diagnostics.push(Diagnostic::error(nowhere, message));
            }
        }
    }

    /// The functions that a user may want to run: those of the given files, and what other files may call.
    fn roots(&self, ids: &[SourceId]) -> Vec<tree::FunctionId> {
        let functions = self.program.functions.iter_enumerated();
        let wanted = functions.filter(|(_, function)| {
            function.body.is_some() && (!function.is_static || ids.contains(&function.span.source))
        });
        wanted.map(|(id, _)| id).collect()
    }

    /// Adds files of the library until nothing more of it is needed.
    fn take_from_library(&mut self, sources: &mut Sources, roots: &[tree::FunctionId]) {
        let options = Options { standard: Some("gnu11".to_owned()), ..Options::default() };
        while let Some(text) = self.library.text_for(&lower::wanted(&self.program, roots)) {
            let id = sources.add(LIBRARY, text);
            self.read(sources, id, &options, true);
        }
    }
}

/// The name of the library's texts in messages.
const LIBRARY: &str = "<C library>";

/// The tree of one file, and what it does not say.
fn document(
    clang: &Clang,
    sources: &Sources,
    id: SourceId,
    options: &Options,
) -> Result<(Vec<u8>, build::Unsaid), Vec<Diagnostic>> {
    let document = clang.tree(sources, id, options, Form::Json)?;
    let incomplete =
        contains(&document, b"\"MaxFieldAlignmentAttr\"") || contains(&document, b"\"AliasAttr\"");
    let unsaid = if incomplete {
        unsaid(&String::from_utf8_lossy(&clang.tree(sources, id, options, Form::Text)?))
    } else {
        build::Unsaid::default()
    };
    Ok((document, unsaid))
}

/// What only the text form of the tree says.
fn unsaid(text: &str) -> build::Unsaid {
    let mut unsaid = build::Unsaid::default();
    for line in text.lines() {
        let last = line.rsplit(' ').next().unwrap_or("");
        if line.contains("MaxFieldAlignmentAttr 0x") {
            unsaid.packs.push_back((last.parse::<u64>().unwrap_or(8) / 8).max(1));
        } else if line.contains("-AliasAttr 0x") {
            unsaid.aliases.push_back(last.trim_matches('"').to_owned());
        }
    }
    unsaid
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}
