//! The whole way: a damaged program that still reads is explored and drawn, within a small budget, without a panic.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sextant_session::{Limits, Options, Session, SubscriptTreatment, Syntax};

/// Explores every procedure of a PL/I program.
pub fn check(text: &str) -> Result<(), String> {
    let Ok(session) = Session::from_texts(vec![("input.pli".to_owned(), text.to_owned())], Syntax::Pli) else {
        return Ok(());
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
    }
    Ok(())
}
