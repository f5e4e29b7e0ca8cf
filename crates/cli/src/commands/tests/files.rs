//! Where the forms of a suite go: to standard output, or into a folder.

use std::path::{Component, Path, PathBuf};

use sextant_session::{Confirmation, Session, SuiteReport};

use super::refuse;
use crate::arguments::{SuiteFormat, TestsCommand};
use crate::console::{print, terminal_width};
use crate::exit::Exit;

pub(super) fn write(
    command: &TestsCommand,
    session: &Session,
    report: &SuiteReport,
    confirmation: Option<&Confirmation>,
) -> Result<(), Exit> {
    let include = || included(session, command.output.as_deref());
    let (name, text) = match command.format {
        SuiteFormat::Text if !command.call.json => return print(&report.text(terminal_width())),
        SuiteFormat::Text | SuiteFormat::Json => ("suite.json", format!("{:#}\n", report.json())),
        SuiteFormat::Csv => ("suite.csv", report.csv()),
        SuiteFormat::C => ("suite.c", report.c_program(&include())),
        SuiteFormat::CUnity => ("suite_unity.c", report.unity_program(&include())),
        SuiteFormat::Fortran => ("suite.f90", report.fortran_program()),
        SuiteFormat::Lcov => ("suite.info", report.lcov()),
        SuiteFormat::Junit => {
            let verdicts = confirmation.map(|one| one.verdicts.as_slice()).unwrap_or_default();
            ("suite.xml", report.junit(verdicts))
        }
        SuiteFormat::Testcomp | SuiteFormat::Pli | SuiteFormat::Html => {
            return Err(refuse("this form is not written".into()));
        }
    };
    match &command.output {
        None => print(&text),
        Some(folder) => put(folder, name, &text),
    }
}

fn put(folder: &Path, name: &str, text: &str) -> Result<(), Exit> {
    let path = folder.join(name);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&path, text))
        .map_err(|error| refuse(format!("{}: {error}", path.display())))?;
    print(&format!("{}\n", path.display()))
}

/// The files of the program, seen from the folder that the suite goes to.
fn included(session: &Session, folder: Option<&Path>) -> Vec<String> {
    let sources = session.sources();
    let files = sources.ids().map(|id| sources.name(id).to_owned());
    let files = files.filter(|name| name.ends_with(".c") || name.ends_with(".i"));
    match folder {
        None => files.collect(),
        Some(folder) => files.map(|name| from(folder, Path::new(&name)).display().to_string()).collect(),
    }
}

/// A file seen from a folder.
fn from(folder: &Path, file: &Path) -> PathBuf {
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (folder, file) = (whole(folder), whole(file));
    let shared = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(file.components().skip(shared)).collect()
}
