//! C as those see it who come after the front ends.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use sextant_base::{Diagnostic, Diagnostics, SourceId, Sources};
use sextant_syntax::{
    Compilation, Expr, FrontEnd, Language, Program, Reading, Surroundings, Typed, UnreadableFile,
};

use crate::claims::{parse_assignment, parse_condition, parse_value};
use crate::{Around, Options, RULES, Stored, parse, parse_assertion, parse_call, readable};

/// The language.
pub const FRONT_END: FrontEnd = FrontEnd {
    language: Language::C,
    endings: ENDINGS,
    rules: RULES,
    decode: |bytes| Ok(readable(bytes)),
    parse: Some(parse_as_told),
    call: parse_call,
    assertion,
    typed: Some(Typed {
        condition: |text, around| parse_condition(text, &at_prompt(around)),
        value: |text, around| parse_value(text, &at_prompt(around)),
        assignment: |place, value, around| parse_assignment(place, value, &at_prompt(around)),
    }),
    clause: |word, condition| format!("//@ {word} {condition};"),
    exit_clause: "//@ ensures",
    effigy: false,
    hosted: true,
};

const ENDINGS: &[&str] = &["c", "i"];

/// Reads sources as a compiler would with what it is told.
fn parse_as_told(
    sources: &mut Sources,
    ids: &[SourceId],
    reading: &Reading<'_>,
) -> Result<(Program, Diagnostics), UnreadableFile> {
    let mut options = FxHashMap::default();
    for &id in ids {
        let own = reading.compilation.map(|told| options_for(told, Path::new(sources.name(id))));
        options.insert(id, own.transpose()?.unwrap_or_default());
    }
    Ok(parse(sources, ids, |id| options[&id].clone()))
}

/// The options for one file. A database that was named must know the file.
fn options_for(told: &Compilation, file: &Path) -> Result<Options, UnreadableFile> {
    let own = Options::from_flags(told.flags.iter().map(String::as_str), Path::new(""));
    let ending = file.extension().map(|ending| ending.to_ascii_lowercase());
    if !ending.is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known)) {
        return Ok(own);
    }
    let fail = |reason: String| UnreadableFile { path: file.display().to_string(), reason };
    let Some(database) = told.database.clone().or_else(|| database_above(file)) else { return Ok(own) };
    match Options::from_database(&database, file).map_err(fail)? {
        Some(options) => Ok(options.and(&own)),
        None if told.database.is_some() => {
            Err(fail(format!("{} says nothing of this file", database.display())))
        }
        None => Ok(own),
    }
}

/// The compilation database that the tools of C would take for a file.
fn database_above(file: &Path) -> Option<PathBuf> {
    let place = std::path::absolute(file).ok()?;
    place.ancestors().skip(1).map(|folder| folder.join("compile_commands.json")).find(|path| path.is_file())
}

/// What can be named while a program stands still.
fn at_prompt<'a>(around: &'a Surroundings<'a>) -> Around<'a> {
    Around {
        variables: &around.procedure.variables,
        visible: &|_| true,
        returns: None,
        span: around.procedure.span,
        storage: Some(Stored { records: around.records, globals: around.globals, symbols: around.symbols }),
    }
}

/// A condition over the variables of a function.
fn assertion(sources: &Sources, id: SourceId, around: &Surroundings<'_>) -> Result<Expr, Diagnostics> {
    let procedure = around.procedure;
    let variables = Around {
        variables: &procedure.variables,
        visible: &|_| true,
        returns: procedure.returns.as_ref(),
        span: procedure.span,
        storage: None,
    };
    let read = parse_assertion(sources.text(id), &variables);
    let whole = read.and_then(|(expr, new)| match new.is_empty() {
        true => Ok(expr),
        false => Err("unsupported: a quantifier in this condition".to_owned()),
    });
    whole.map_err(|message| {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(Diagnostic::global(message));
        diagnostics
    })
}
