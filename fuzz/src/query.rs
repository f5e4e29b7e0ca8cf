//! What people type about a program: calls, data, conditions, paths, commands of the debugger. Each line of the input is
//! tried as every one of these, on a small program in each language; it is answered or refused, without a panic.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sextant_debugger::Debugger;
use sextant_session::{Limits, Options, Session, Style, Syntax, Way};

/// Lines of an input that are tried.
const MOST_LINES: usize = 3;
/// The programs that are asked about.
const PROGRAMS: &[(&str, &str, Syntax)] = &[
    ("small.c", include_str!("../seeds/programs/small.c"), Syntax::C),
    ("small.f90", include_str!("../seeds/programs/small.f90"), Syntax::Fortran),
    ("small.pli", include_str!("../seeds/programs/small.pli"), Syntax::Pli),
];

thread_local! {
    static SESSIONS: Vec<Session> = PROGRAMS.iter().map(session).collect();
}

/// Tries some lines of a text.
pub fn check(text: &str) -> Result<(), String> {
    let lines: Vec<&str> = text.lines().collect();
    let first = text.bytes().map(usize::from).sum::<usize>() % lines.len().max(1);
    let tried = || lines.iter().cycle().skip(first).take(MOST_LINES.min(lines.len()));
    SESSIONS.with(|sessions| {
        for (session, program) in sessions.iter().zip(PROGRAMS) {
            tried().for_each(|line| ask(session, line));
            let mut debugger = Debugger::new(self::session(program), options());
            debugger.execute(session.procedures().first().copied().unwrap_or_default());
            // These write and read files.
            let harmless = |line: &&&str| !["sav", "ope"].iter().any(|word| line.contains(word));
            tried().filter(harmless).for_each(|line| drop(debugger.execute(line)));
        }
    });
    Ok(())
}

fn session((name, text, syntax): &(&str, &str, Syntax)) -> Session {
    let texts = vec![((*name).to_owned(), (*text).to_owned())];
    Session::from_texts(texts, *syntax).unwrap_or_else(|_| panic!("{name} is a program"))
}

fn options() -> Options {
    let limits = Limits { statements: 60, paths: 8, call_depth: 20, ..Limits::default() };
    let timeout = Some(Duration::from_millis(500));
    let options =
        Options { limits, timeout, query_timeout: Duration::from_millis(100), ..Options::default() };
    Options { interrupt: options.deadline(), ..options }
}

fn ask(session: &Session, line: &str) {
    let data = [line.to_owned()];
    if let Ok(call) = session.call(line, &options()) {
        session.paths(&call, &options(), &AtomicU64::new(0)).text(100);
    }
    for name in session.procedures() {
        if let Ok(call) = session.call(name, &options()) {
            drop(session.trace(&call, &data, &options()));
        }
        drop(session.ask(name, None, line, &options()));
        drop(session.summary_given(name, &data, None, &options()));
        if let Ok(way) = Way::parse(line) {
            drop(session.back(name, &way, None, &options()));
        }
        drop(session.back(name, &Way::Decisions(Vec::new()), Some(line), &options()));
        drop(session.state_at(name, 9, &options(), Style::Text));
    }
}
