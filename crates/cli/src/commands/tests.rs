//! `sextant tests`.

mod files;

use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sextant_session::{Limits, Session};
use sextant_suites::{Confirmation, SuiteOptions, SuiteReport};

use super::{call_text, load_called};
use crate::arguments::{SuiteFormat, TestsCommand};
use crate::console::{print, refuse, show_diagnostics, with_progress};
use crate::exit::Exit;
use crate::limits;

/// The time a suite may take unless the user says otherwise.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Writes a suite.
pub fn tests(command: &TestsCommand) -> Result<Exit, Exit> {
    let session = load_called(&command.program, &command.call)?;
    suits(command.format, &session)?;
    let mut options = command.call.options(limits::interrupt());
    options.timeout = Some(options.timeout.unwrap_or(TIMEOUT));
    let until = options.timeout.and_then(limits::latest_end);
    options = limits::begin(options);
    options.limits.statements = command.statements.unwrap_or(Limits::default().statements);
    options.limits.paths = command.paths;
    let given = command.complete.as_ref().or(command.measure.as_ref());
    let existing = given.map(|path| read_suite(path)).transpose()?;
    let suite = SuiteOptions {
        cover: command.cover,
        manner: command.strategy,
        boundary: command.boundary,
        errors: !command.no_errors,
        existing,
        symbolic_arguments: command.symbolic_arguments.clone(),
        generate: command.measure.is_none(),
    };
    let count = AtomicU64::new(0);
    let call = call_text(&command.call)?;
    let report = with_progress(&count, || sextant_suites::tests(&session, call, &suite, &options, &count))
        .map_err(show_diagnostics)?;
    limits::finish();
    let confirmation = match command.run || command.format == SuiteFormat::Junit {
        true => {
            let flags = command.program.compiler.compilation().flags;
            Some(sextant_suites::confirm(&session, &report, &flags, until).map_err(refuse)?)
        }
        false => None,
    };
    files::write(command, &session, &report, confirmation.as_ref())?;
    if let Some(confirmation) = &confirmation
        && command.run
    {
        print(&confirmed(confirmation))?;
    }
    let is_open = confirmation.as_ref().is_some_and(|one| one.message.is_some() || one.is_cut);
    let failed = report.changed > 0
        || confirmation.is_some_and(|one| one.verdicts.iter().any(|test| test.failure.is_some()));
    Ok(match (report.verdict(), failed) {
        (_, true) => Exit::Finding,
        _ if is_open => Exit::Inconclusive,
        ("complete", false) => Exit::Clean,
        _ => Exit::Inconclusive,
    })
}

/// Whether tests of a program can be written in a form: they are written in its own language.
fn suits(format: SuiteFormat, session: &Session) -> Result<(), Exit> {
    let (c, fortran) = (session.is_c(), session.is_fortran());
    let (suits, language) = match format {
        SuiteFormat::C | SuiteFormat::CUnity | SuiteFormat::Testcomp => (c, "C"),
        SuiteFormat::Fortran => (fortran, "Fortran"),
        SuiteFormat::Pli => (!c && !fortran, "PL/I and Flow"),
        SuiteFormat::Junit => (c || fortran, "C and Fortran"),
        _ => return Ok(()),
    };
    match suits {
        true => Ok(()),
        false => Err(refuse(format!("this form is for programs in {language}"))),
    }
}

fn read_suite(path: &Path) -> Result<SuiteReport, Exit> {
    let text =
        std::fs::read_to_string(path).map_err(|error| refuse(format!("{}: {error}", path.display())))?;
    SuiteReport::read(&text)
        .map_err(|reason| refuse(format!("{}: not a suite of sextant: {reason}", path.display())))
}

fn confirmed(confirmation: &Confirmation) -> String {
    if let Some(message) = &confirmation.message {
        let kept = confirmation.kept.as_ref().map(|path| format!(" it is kept in {};", path.display()));
        let kept = kept.unwrap_or_default();
        return format!("the suite does not compile;{kept} the compiler says:\n{message}\n");
    }
    let failures: Vec<_> =
        confirmation.verdicts.iter().filter_map(|test| Some((&test.name, test.failure.as_ref()?))).collect();
    let passed = confirmation.verdicts.len() - failures.len();
    let (branches, lines) = (confirmation.branches, confirmation.lines);
    let mut text = match confirmation.verdicts.len() {
        0 => "compiled: no test was run".to_owned(),
        all => format!("compiled: {passed} of {all} tests pass"),
    };
    text.push_str(&format!(
        "; gcov: {} of {} branches taken, {} of {} lines executed\n",
        branches.1, branches.0, lines.1, lines.0
    ));
    failures.iter().for_each(|(name, reason)| text.push_str(&format!("  {name}: {reason}\n")));
    confirmation.not_run.iter().for_each(|why| text.push_str(&format!("  {why}\n")));
    confirmation.disagreements.iter().for_each(|place| text.push_str(&format!("  {place}\n")));
    text
}
