//! Tracing: the number, the text and the results of statements as they are executed.

use sextant_session::Session;
use sextant_state::Output;
use sextant_syntax::{ProcId, StatementNumber};

use super::breaks::split_word;
use super::desk::Desk;
use super::walk::{Halt, Point};

/// A command that traces more lines than this is stopped.
const MOST_LINES: usize = 10_000;

/// What is traced.
#[derive(Clone, Default)]
pub(super) struct Trace {
    numbers: bool,
    texts: bool,
    results: bool,
    /// Where; empty: everywhere.
    scopes: Vec<Scope>,
}

#[derive(Clone)]
enum Scope {
    Procedure(ProcId),
    Statements(ProcId, StatementNumber, StatementNumber),
}

impl Trace {
    pub(super) fn is_on(&self) -> bool {
        self.numbers || self.texts || self.results
    }

    /// Whether so many lines are too many.
    pub(super) fn is_full(&self, lines: usize) -> bool {
        self.is_on() && lines > MOST_LINES
    }

    /// What it is set to, in words.
    pub(super) fn words(&self) -> String {
        let parts =
            [(self.numbers && !self.texts, "numbers"), (self.texts, "statements"), (self.results, "results")];
        let words: Vec<&str> = parts.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect();
        if words.is_empty() { "trace off".into() } else { format!("trace {}", words.join(", ")) }
    }

    /// What sets it again from anywhere in the program.
    pub(super) fn command(&self, session: &Session) -> String {
        if !self.is_on() {
            return "off".into();
        }
        let parts = [(self.numbers, "numbers"), (self.texts, "statements"), (self.results, "results")];
        let mut words: Vec<String> =
            parts.iter().filter(|(on, _)| *on).map(|(_, word)| (*word).to_owned()).collect();
        let name = |procedure: &ProcId| session.program().procedures[*procedure].name.clone();
        if !self.scopes.is_empty() {
            words.push("for".into());
        }
        words.extend(self.scopes.iter().map(|scope| match scope {
            Scope::Procedure(procedure) => name(procedure),
            Scope::Statements(procedure, first, last) => {
                let name = name(procedure);
                format!("{name}#{}-{name}#{}", first.0, last.0)
            }
        }));
        words.join(" ")
    }

    fn covers(&self, procedure: ProcId, statement: StatementNumber) -> bool {
        self.scopes.is_empty()
            || self.scopes.iter().any(|scope| match scope {
                Scope::Procedure(traced) => *traced == procedure,
                Scope::Statements(traced, first, last) => {
                    *traced == procedure && (*first..=*last).contains(&statement)
                }
            })
    }
}

impl Desk<'_> {
    /// `on | off | numbers | statements | results … [for PROCEDURE | #FROM-#TO …]`
    pub(super) fn read_trace(&self, text: &str) -> Result<Trace, String> {
        let (what, places) = split_word(text, "for");
        let mut trace = Trace::default();
        for word in what.split([' ', ',']).filter(|word| !word.is_empty()) {
            match word.to_ascii_lowercase().as_str() {
                "on" => (trace.numbers, trace.texts, trace.results) = (true, true, true),
                "off" => return Ok(Trace::default()),
                "numbers" => trace.numbers = true,
                "statements" => (trace.numbers, trace.texts) = (true, true),
                "results" => trace.results = true,
                other => return Err(format!("{other}: say on, off, numbers, statements or results")),
            }
        }
        if !trace.is_on() {
            return Err("say on, off, numbers, statements or results".into());
        }
        for place in places.unwrap_or("").split([' ', ',']).filter(|place| !place.is_empty()) {
            trace.scopes.push(self.scope(place)?);
        }
        Ok(trace)
    }

    fn scope(&self, place: &str) -> Result<Scope, String> {
        if let Ok(procedure) = self.session.named(place) {
            return Ok(Scope::Procedure(procedure));
        }
        let (first, last) = place.split_once('-').unwrap_or((place, place));
        let (procedure, first) = self.statement_named(first)?;
        let (other, last) = self.statement_named(last)?;
        if other != procedure {
            return Err(format!("{place} lies in two procedures"));
        }
        Ok(Scope::Statements(procedure, first, last))
    }

    /// Adds what was done since a point to the lines.
    pub(super) fn trace(&mut self, before: &Point, lines: &mut Vec<String>) {
        let frame = &before.state.frame;
        let (procedure, statement) = (frame.procedure, frame.statement);
        if !self.trace.is_on() || !self.trace.covers(procedure, statement) {
            return;
        }
        let name = &self.session.program().procedures[procedure].name;
        // A statement that asked a question has been shown already.
        if let Halt::Statement = before.halt {
            let number = if self.trace.numbers { format!("{name} {}", statement.0) } else { String::new() };
            let text = if self.trace.texts {
                self.session.statement_text(procedure, statement)
            } else {
                String::new()
            };
            let line = format!("{number:<12} {text}");
            if !line.trim().is_empty() {
                lines.push(line.trim_end().to_owned());
            }
        }
        if self.trace.results {
            lines.extend(self.results(before).into_iter().map(|result| format!("{:<16} {result}", "")));
        }
    }

    /// Shows the results of statements that called a procedure once it has returned; `callers` holds the points
    /// before them.
    pub(super) fn trace_returns(&mut self, before: Point, callers: &mut Vec<Point>, lines: &mut Vec<String>) {
        if !self.trace.results {
            return;
        }
        let depth = self.state().depth();
        if depth > before.state.depth() {
            callers.push(before);
            return;
        }
        while let Some(caller) = callers.pop_if(|caller| caller.state.depth() >= depth) {
            let frame = &caller.state.frame;
            if !self.trace.covers(frame.procedure, frame.statement) {
                continue;
            }
            let name = &self.session.program().procedures[frame.procedure].name;
            let number = format!("{name} {}", frame.statement.0);
            let results = self.changes(&caller).into_iter();
            lines.extend(results.map(|result| format!("{number:<16} {result}")));
        }
    }

    /// What changed and what was written since a point.
    fn results(&mut self, before: &Point) -> Vec<String> {
        let mut results = self.changes(before);
        let after = self.state().clone();
        let fresh: Vec<Output> = after.output().skip(before.state.output().count()).cloned().collect();
        let lines = self.written_lines(&fresh);
        results.extend(lines.into_iter().map(|line| format!("writes {line}")));
        results
    }

    /// What changed in one activation since a point of it; nothing in another one.
    fn changes(&mut self, before: &Point) -> Vec<String> {
        let after = self.state().clone();
        if before.state.depth() != after.depth() {
            return Vec::new();
        }
        let old = self.frame_values(&before.state);
        let new = self.frame_values(&after);
        let changed = new.into_iter().filter(|value| !old.contains(value));
        changed.map(|(name, value)| format!("{name} = {value}")).collect()
    }
}
