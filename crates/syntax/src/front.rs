//! A language as those see it who come after the front ends. Every front end provides one description; nobody else
//! needs to know which languages there are.

use std::path::PathBuf;
use std::string::FromUtf8Error;

use sextant_base::{Diagnostics, IdVec, SourceId, Sources};

use crate::{CallText, Expr, Global, GlobalId, Language, Procedure, Program, Record, RecordId, Rules, Type};

/// A language: how its texts are read, how its words are written, and what is usual in it.
pub struct FrontEnd {
    /// Which language it is.
    pub language: Language,
    /// The endings of the names of its files, in small letters.
    pub endings: &'static [&'static str],
    /// What it says of all its programs.
    pub rules: Rules,
    /// The text of a file.
    pub decode: fn(Vec<u8>) -> Result<String, FromUtf8Error>,
    /// Reads sources as one program; none where a text is not read as a tree.
    pub parse: Option<Parse>,
    /// Reads a call, as in `F("X", 5)`.
    pub call: fn(&Sources, SourceId) -> Result<CallText, Diagnostics>,
    /// Reads a condition that may say what contracts say.
    pub assertion: fn(&Sources, SourceId, &Surroundings<'_>) -> Result<Expr, Diagnostics>,
    /// What is typed while a program stands still; none where that is typed in EFFIGY's notation, which is PL/I's.
    pub typed: Option<Typed>,
    /// Writes a clause of a contract: a word, as in `assert`, and a condition.
    pub clause: fn(&str, &str) -> String,
    /// How a condition begins that holds at the exit.
    pub exit_clause: &'static str,
    /// Whether its programs are executed as EFFIGY did, not as compilers have it: quotients of ideal integers are
    /// rounded down, and what is read are values.
    pub effigy: bool,
    /// Whether the system gives its programs texts to start with, and takes bytes and a status from them.
    pub hosted: bool,
}

/// Reads sources as one program, which is whole only if there are no errors.
pub type Parse =
    fn(&mut Sources, &[SourceId], &Reading<'_>) -> Result<(Program, Diagnostics), UnreadableFile>;

/// What is typed about a procedure, in its variables.
#[derive(Clone, Copy)]
pub struct Typed {
    /// Reads a condition.
    pub condition: fn(&str, &Surroundings<'_>) -> Result<Expr, String>,
    /// Reads a value.
    pub value: fn(&str, &Surroundings<'_>) -> Result<Expr, String>,
    /// Reads both sides of an assignment.
    pub assignment: ReadSides,
}

/// Reads the two sides of something typed.
pub type ReadSides = fn(&str, &str, &Surroundings<'_>) -> Result<(Expr, Expr), String>;

/// What the names in something typed mean.
pub struct Surroundings<'p> {
    /// Whose variables it speaks of.
    pub procedure: &'p Procedure,
    /// The record types of the program.
    pub records: &'p IdVec<RecordId, Record>,
    /// Its storage that is addressed by bytes.
    pub globals: &'p IdVec<GlobalId, Global>,
    /// The types of symbols that are there already; a new one has the type that the language gives it.
    pub symbols: &'p dyn Fn(&str) -> Option<Type>,
}

/// What a front end needs besides the sources.
pub struct Reading<'r> {
    /// What a compiler is told of the program; none for texts that are in no file.
    pub compilation: Option<&'r Compilation>,
    /// Finds an included file, named in a source.
    pub included: &'r Included,
}

/// Finds a file that a source includes, both by their names: its name in messages, and its text.
pub type Included = dyn Fn(&str, &str) -> Option<(String, String)>;

/// What a compiler is told of a program.
#[derive(Clone, Debug, Default)]
pub struct Compilation {
    /// Options of a C compiler that say what the program is: `-I`, `-D`, `-U`, `-std`, `-include`.
    pub flags: Vec<String>,
    /// A compilation database; without one, the `compile_commands.json` of a source's folder or of one above it.
    pub database: Option<PathBuf>,
}

/// A file that cannot be used.
#[derive(Clone, Debug)]
pub struct UnreadableFile {
    /// Its name.
    pub path: String,
    /// Why.
    pub reason: String,
}

/// Reads a text that somebody typed; what is wrong with it is said by the first message.
pub fn read_typed<T>(
    text: &str,
    read: impl FnOnce(&Sources, SourceId) -> Result<T, Diagnostics>,
) -> Result<T, String> {
    let mut sources = Sources::new();
    let id = sources.add("", text);
    read(&sources, id).map_err(|errors| match errors.sorted().first() {
        Some(first) => first.message.clone(),
        None => "this cannot be read".into(),
    })
}
