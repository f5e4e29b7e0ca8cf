//! Reads Fortran files as programs and says how many of them are right: `resolve [--together] [--tree] FILES…`.
//!
//! Each file is a program of its own, unless `--together` makes one of all. The first error of each file is shown, and
//! how often what is not supported.

#[path = "../tests/common/dump.rs"]
mod dump;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use sextant_base::{Severity, Sources};
use sextant_front_fortran::{Include, Options, parse};
use sextant_syntax::{Program, Stmt, StmtKind};

/// Files are looked for beside the file that includes them.
fn load(include: &Include<'_>) -> Option<(String, String)> {
    let path = Path::new(include.from).parent()?.join(include.file);
    Some((path.display().to_string(), text(&path)?))
}

fn text(path: &Path) -> Option<String> {
    Some(String::from_utf8_lossy(&fs::read(path).ok()?).into_owned())
}

fn unsupported(statements: &[Stmt], found: &mut Vec<String>) {
    for stmt in statements {
        match &stmt.kind {
            StmtKind::Unsupported(what) => found.push(what.clone()),
            StmtKind::If { then_branch, else_branch, .. } => {
                unsupported(std::slice::from_ref(then_branch), found);
                else_branch.iter().for_each(|branch| unsupported(std::slice::from_ref(branch), found));
            }
            StmtKind::Select { cases, otherwise } => {
                cases.iter().for_each(|case| unsupported(std::slice::from_ref(&case.1), found));
                otherwise.iter().for_each(|branch| unsupported(std::slice::from_ref(branch), found));
            }
            StmtKind::Group(body) | StmtKind::While { body, .. } | StmtKind::Iterate { body, .. } => {
                unsupported(body, found);
            }
            _ => {}
        }
    }
}

fn main() {
    let (flags, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let given = |flag: &str| flags.iter().any(|given| given == flag);
    let programs: Vec<Vec<String>> =
        if given("--together") { vec![names] } else { names.into_iter().map(|name| vec![name]).collect() };
    let (mut right, mut wrong) = (0, 0);
    let mut lacking: BTreeMap<String, usize> = BTreeMap::new();
    for names in &programs {
        let mut sources = Sources::new();
        let ids: Vec<_> =
            names.iter().filter_map(|name| Some(sources.add(name.clone(), text(Path::new(name))?))).collect();
        let (program, diagnostics): (Program, _) = parse(&mut sources, &ids, &Options::default(), &mut load);
        if given("--tree") {
            print!("{}", dump::dump(&program));
        }
        let mut found = Vec::new();
        program.procedures.iter().for_each(|procedure| unsupported(&procedure.body, &mut found));
        found.into_iter().for_each(|what| *lacking.entry(what).or_default() += 1);
        let errors: Vec<_> =
            diagnostics.sorted().into_iter().filter(|message| message.severity == Severity::Error).collect();
        let most = if given("--all") { usize::MAX } else { 1 };
        for message in errors.iter().take(most) {
            println!("{}", message.one_line(&sources));
            let line =
                message.span.and_then(|span| sources.line_span(span.source, sources.position(span).line));
            println!("    {}", line.map_or("", |line| sources.snippet(line)));
        }
        if errors.is_empty() { right += 1 } else { wrong += 1 }
    }
    println!("{right} right, {wrong} wrong");
    if given("--unsupported") {
        let mut sorted: Vec<_> = lacking.into_iter().collect();
        sorted.sort_by_key(|entry| std::cmp::Reverse(entry.1));
        for (what, count) in sorted {
            println!("{count:6} {what}");
        }
    }
}
