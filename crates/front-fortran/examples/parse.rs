//! Reads Fortran files and says how many of them could be read: `parse [--free|--fixed] [--print] FILES…`.
//!
//! For each file with errors the first of them is shown; files whose print does not read back to the same print are
//! named, too.

use std::fs;
use std::path::Path;

use sextant_base::{Diagnostics, Sources};
use sextant_front_fortran::raw::File;
use sextant_front_fortran::{Form, Include, Options, print, read};

/// Files are looked for beside the file that includes them.
fn load(include: &Include<'_>) -> Option<(String, String)> {
    let path = Path::new(include.from).parent()?.join(include.file);
    Some((path.display().to_string(), text(&path)?))
}

fn text(path: &Path) -> Option<String> {
    Some(String::from_utf8_lossy(&fs::read(path).ok()?).into_owned())
}

fn parse(name: &str, text: String, form: Option<Form>) -> (File, Diagnostics, Sources) {
    let mut sources = Sources::new();
    let id = sources.add(name, text);
    let mut diagnostics = Diagnostics::new();
    let options = Options { form, ..Options::default() };
    let file = read(&mut sources, id, &options, &mut load, &mut diagnostics);
    (file, diagnostics, sources)
}

fn reads_back(file: &File) -> Result<(), String> {
    let printed = print(file);
    let (again, diagnostics, sources) = parse("printed.f90", printed.clone(), Some(Form::Free));
    if let Some(message) = diagnostics.sorted().first().filter(|_| diagnostics.has_errors()) {
        let line = message.span.and_then(|span| sources.line_span(span.source, sources.position(span).line));
        return Err(format!(
            "{}\n    {}",
            message.one_line(&sources),
            line.map_or("", |line| sources.snippet(line))
        ));
    }
    let reprinted = print(&again);
    match printed.lines().zip(reprinted.lines()).find(|(first, second)| first != second) {
        Some((first, second)) => Err(format!("prints differently:\n    {first}\n    {second}")),
        None => Ok(()),
    }
}

fn main() {
    let (flags, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let given = |flag: &str| flags.iter().any(|given| given == flag);
    let form = if given("--free") { Some(Form::Free) } else { given("--fixed").then_some(Form::Fixed) };
    let (mut right, mut wrong, mut units, mut unsupported) = (0, 0, 0, 0);
    for name in &names {
        let Some(text) = text(Path::new(name)) else {
            eprintln!("{name}: cannot be read");
            continue;
        };
        let (file, diagnostics, sources) = parse(name, text, form);
        units += file.units.len();
        unsupported +=
            diagnostics.sorted().iter().filter(|message| message.message.starts_with("unsup")).count();
        if given("--print") {
            print!("{}", print(&file));
        }
        if diagnostics.has_errors() {
            wrong += 1;
            let errors = diagnostics.sorted();
            let shown = if given("--all") { errors.len() } else { 1 };
            errors.iter().take(shown).for_each(|message| println!("{}", message.one_line(&sources)));
        } else if let Err(failure) = reads_back(&file) {
            wrong += 1;
            println!("{name}: the print: {failure}");
        } else {
            right += 1;
        }
    }
    println!("{right} files read, {wrong} not; {units} program units, {unsupported} unsupported constructs");
}
