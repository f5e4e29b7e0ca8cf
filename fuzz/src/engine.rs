//! The whole way: a damaged program that still reads is explored and drawn, within a small budget, without a panic.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sextant_session::{Arithmetic, Limits, LoadError, Options, Session, Style, SubscriptTreatment, Syntax};

/// Explores every procedure of a PL/I program.
pub fn check(text: &str) -> Result<(), String> {
    explore("input.pli", text, Syntax::Pli)
}

/// Explores every procedure of a Fortran program, read in both forms.
pub fn check_fortran(text: &str) -> Result<(), String> {
    explore("input.f", text, Syntax::Fortran)?;
    explore("input.f90", text, Syntax::Fortran)
}

/// Checks, explores and summarises every function of a C program.
pub fn check_c(text: &str) -> Result<(), String> {
    let program = vec![("input.c".to_owned(), text.to_owned())];
    let session = match Session::from_texts(program, Syntax::C) {
        Ok(session) => session,
        Err(LoadError::Internal(rule)) => return Err(rule),
        Err(_) => return Ok(()),
    };
    let limits = Limits { statements: 200, paths: 12, call_depth: 20, ..Limits::default() };
    let timeout = Some(Duration::from_secs(1));
    let options =
        Options { limits, timeout, query_timeout: Duration::from_millis(200), ..Options::default() };
    let begin = || Options { interrupt: options.deadline(), ..options.clone() };
    for name in session.procedures().into_iter().take(6) {
        if let Ok(report) = session.check(name, &begin(), &AtomicU64::new(0)) {
            report.text(100, true);
            report.sarif();
        }
        if let Ok(summary) = session.summary(name, &begin(), Style::Text) {
            summary.text();
            if let Some(defect) = summary.defects.first() {
                return Err(format!("{name}: the summary and an execution differ: {defect}"));
            }
        }
        let Ok(call) = session.call(name, &options) else { continue };
        session.paths(&call, &begin(), &AtomicU64::new(0)).text(100);
    }
    Ok(())
}

fn explore(name: &str, text: &str, syntax: Syntax) -> Result<(), String> {
    let session = match Session::from_texts(vec![(name.to_owned(), text.to_owned())], syntax) {
        Ok(session) => session,
        Err(LoadError::Internal(rule)) => return Err(rule),
        Err(_) => return Ok(()),
    };
    let limits = Limits { statements: 60, paths: 12, call_depth: 20, ..Limits::default() };
    let timeout = Some(Duration::from_secs(2));
    let mut options =
        Options { limits, timeout, query_timeout: Duration::from_millis(300), ..Options::default() };
    for name in session.procedures() {
        let Ok(call) = session.call(name, &options) else { continue };
        let report = session.paths(&call, &options, &AtomicU64::new(0));
        report.text(100);
        options.subscripts = SubscriptTreatment::Cases;
        session.tree(&call, &options).text();
        options.subscripts = SubscriptTreatment::Conditional;
        session.run(&call, &options, |_| ());
        if syntax == Syntax::Fortran {
            options.arithmetic = Some(Arithmetic::Machine);
            options.text_input = Some(b"3 -1 2.5 'x' 7\n4 5 6\n".to_vec());
            if let Ok(call) = session.call(name, &options) {
                session.run(&call, &options, |_| ());
            }
            options.arithmetic = Some(Arithmetic::Ideal);
            options.text_input = None;
        }
    }
    Ok(())
}
