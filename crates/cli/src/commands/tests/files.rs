//! Where the forms of a suite go: to standard output, or into a folder.

use std::path::{Component, Path, PathBuf};

use sextant_report::TestCompHead;
use sextant_session::Session;
use sextant_suites::{Confirmation, IncludedFile, SuiteReport};

use crate::arguments::{SuiteFormat, TestsCommand};
use crate::console::{print, refuse, terminal_width, to_json};
use crate::exit::Exit;

pub(super) fn write(
    command: &TestsCommand,
    session: &Session,
    report: &SuiteReport,
    confirmation: Option<&Confirmation>,
) -> Result<(), Exit> {
    let include = || included(session, command.output.as_deref());
    let (name, text) = match command.format {
        SuiteFormat::Text if !command.call.json => ("suite.txt", report.text(terminal_width())),
        SuiteFormat::Text | SuiteFormat::Json => ("suite.json", to_json(report)),
        SuiteFormat::Csv => ("suite.csv", report.csv()),
        SuiteFormat::C => ("suite.c", report.c_program(&include())),
        SuiteFormat::CUnity => ("suite_unity.c", report.unity_program(&include())),
        SuiteFormat::Fortran => ("suite.f90", report.fortran_program()),
        SuiteFormat::Lcov => ("suite.info", report.lcov()),
        SuiteFormat::Junit => {
            let verdicts = confirmation.map(|one| one.verdicts.as_slice()).unwrap_or_default();
            ("suite.xml", report.junit(verdicts))
        }
        SuiteFormat::Pli => ("suite.sh", report.script()),
        SuiteFormat::Html => ("suite.html", report.html(&texts(session))),
        SuiteFormat::Testcomp => return test_comp(command, session, report),
    };
    match &command.output {
        None => print(&text),
        Some(folder) => put(folder, name, &text),
    }
}

fn texts(session: &Session) -> Vec<(String, String)> {
    let sources = session.sources();
    sources.ids().map(|id| (sources.name(id).to_owned(), sources.text(id).to_owned())).collect()
}

/// A folder with the files of a Test-Comp suite.
fn test_comp(command: &TestsCommand, session: &Session, report: &SuiteReport) -> Result<(), Exit> {
    let Some(folder) = &command.output else {
        return Err(refuse("a Test-Comp suite has several files: say where with --output"));
    };
    if !report.units.iter().any(|unit| unit.driver.program) || report.language != "c" {
        return Err(refuse("a Test-Comp suite is of a C program with main"));
    }
    let (program, text) = texts(session).into_iter().next().unwrap_or_default();
    let time = sextant_session::date_and_time();
    for (name, text) in report.test_comp(&TestCompHead { program, text, time }) {
        put(folder, &name, &text)?;
    }
    Ok(())
}

fn put(folder: &Path, name: &str, text: &str) -> Result<(), Exit> {
    let path = folder.join(name);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&path, text))
        .map_err(|error| refuse(format!("{}: {error}", path.display())))?;
    print(&format!("{}\n", path.display()))
}

/// The files of the program, seen from the folder that the suite goes to.
fn included(session: &Session, folder: Option<&Path>) -> Vec<IncludedFile> {
    let sources = session.sources();
    let files = sources.ids().map(|id| Path::new(sources.name(id)));
    let files = files.filter(|file| file.extension().is_some_and(|ending| ending == "c" || ending == "i"));
    let seen = |file: &Path| folder.map_or_else(|| file.to_owned(), |folder| from(folder, file));
    files.map(|file| sextant_suites::included(session, file, seen(file).display().to_string())).collect()
}

/// A file seen from a folder.
fn from(folder: &Path, file: &Path) -> PathBuf {
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (folder, file) = (whole(folder), whole(file));
    let shared = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(file.components().skip(shared)).collect()
}
