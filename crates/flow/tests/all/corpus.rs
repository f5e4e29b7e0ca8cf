//! Every program of the repository, in every language, with what it needs of the C library: its graphs are printed,
//! read back, and are the same.

use std::path::{Path, PathBuf};

use sextant_base::{Diagnostics, SourceId, Sources};
use sextant_flow::{FlowProgram, executable, lower, print, read, verify};
use sextant_syntax::Program;

use crate::common::{data_folder, without_spans};

type Parse = fn(&mut Sources, SourceId) -> (Program, Diagnostics);

/// The files of the corpus with an ending.
fn corpus(endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = ["", "../examples", "../benches"].into_iter().map(data_folder).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("readable").path();
            let ending = path.extension().and_then(|ending| ending.to_str());
            if path.is_dir() {
                folders.push(path);
            } else if ending.is_some_and(|ending| endings.contains(&ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What is wrong with the text of a program, if anything is.
fn problem(program: &FlowProgram) -> Option<String> {
    let text = print(program);
    let mut sources = Sources::new();
    let id = sources.add("again.flow", text);
    let (again, diagnostics) = read(&sources, id);
    if diagnostics.has_errors() {
        return Some(diagnostics.render(&sources, false).lines().take(12).collect::<Vec<_>>().join("\n"));
    }
    if let Err(rules) = verify(&again) {
        return Some(rules.join("\n"));
    }
    difference(&print(&again), sources.text(id), '\n')
        .or_else(|| difference(&without_spans(&again), &without_spans(program), '('))
}

/// The first piece in which two texts differ.
fn difference(left: &str, right: &str, between: char) -> Option<String> {
    if left == right {
        return None;
    }
    let pieces: Vec<(&str, &str)> = left.split(between).zip(right.split(between)).collect();
    let at = pieces.iter().position(|(left, right)| left != right).unwrap_or(pieces.len());
    let around = &pieces[at.saturating_sub(6)..(at + 3).min(pieces.len())];
    let (left, right): (Vec<&str>, Vec<&str>) = around.iter().copied().unzip();
    let between = between.to_string();
    Some(format!("read back:\n{}\nwas:\n{}", left.join(&between), right.join(&between)))
}

fn check(endings: &[&str], least: usize, parse: Parse) {
    let (mut read, mut failures) = (0, Vec::new());
    for path in corpus(endings) {
        let mut sources = Sources::new();
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("readable")).into_owned();
        let id = sources.add(path.display().to_string(), text);
        let (tree, diagnostics) = parse(&mut sources, id);
        // Programs with errors, and parts of programs of several files, are not meant to be read alone.
        if diagnostics.has_errors() {
            continue;
        }
        read += 1;
        let program = lower(&tree);
        let found = problem(&program).or_else(|| problem(&executable(&program)));
        failures.extend(found.map(|found| format!("{}\n{found}", short(&path))));
    }
    let sample: Vec<&str> = failures.iter().take(10).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} of {read} do not come back:\n{}", failures.len(), sample.join("\n\n"));
    assert!(read >= least, "only {read} programs were read");
}

fn short(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

#[test]
fn programs_in_c_come_back() {
    check(&["c"], 360, |sources, id| {
        sextant_front_c::parse(sources, &[id], |_| sextant_front_c::Options::default())
    });
}

#[test]
fn programs_in_fortran_come_back() {
    check(&["f", "f90"], 230, |sources, id| {
        let options = sextant_front_fortran::Options::default();
        sextant_front_fortran::parse(sources, &[id], &options, &mut |_| None)
    });
}

#[test]
fn programs_in_pli_come_back() {
    check(&["pli"], 250, |sources, id| sextant_front_pli::parse(sources, &[id]));
}
