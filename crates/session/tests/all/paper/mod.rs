//! What the tests of the papers' results have in common.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::Path;
use std::sync::atomic::AtomicU64;

use sextant_session::{Call, Limits, Options, PathsReport, Session, Syntax};

/// A program under `tests/papers`.
pub fn open(name: &str) -> Session {
    let file = format!("{name}.pli");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/papers").join(&file);
    let text = std::fs::read_to_string(path).expect("a program");
    Session::from_texts(vec![(file, text)], Syntax::Pli).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub fn call(session: &Session, text: &str, options: &Options) -> Call {
    session.call(text, options).unwrap_or_else(|error| panic!("{}", error.0.render(&error.1, false)))
}

/// Options that cut paths after so many statements.
pub fn up_to(statements: u64) -> Options {
    Options { limits: Limits { statements, ..Limits::default() }, ..Options::default() }
}

/// The paths of a call.
pub fn explore(session: &Session, text: &str, options: &Options) -> PathsReport {
    session.paths(&call(session, text, options), options, &AtomicU64::new(0))
}

/// Names with values in one line.
pub fn values(pairs: &[(String, impl Display)]) -> String {
    pairs.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
}

/// Conjuncts without their order.
pub fn set(conjuncts: &[impl Display]) -> BTreeSet<String> {
    conjuncts.iter().map(ToString::to_string).collect()
}

/// The operations of a call's only path as lines, and the value numbers of what it computes.
pub fn table(text: &str, folding: bool) -> (Vec<String>, Vec<(String, String)>) {
    let session = open("table");
    let options = Options { evolved: true, folding, ..Options::default() };
    let (tables, verdict, _) = session.tables(&call(&session, text, &options), &options);
    assert_eq!((tables.len(), verdict.word()), (1, "complete"));
    let path = &tables[0];
    let rows = path.table.rows.iter();
    let rows = rows.map(|row| format!("{} {} -> {}", row.operator, row.operands.join(" "), row.number));
    let roots = path.names.iter().map(|(name, root)| (name.clone(), path.table.roots[*root].clone()));
    (rows.collect(), roots.collect())
}
