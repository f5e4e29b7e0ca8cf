//! clang's messages as ours.

use sextant_base::{Diagnostic, Severity, SourceId, Sources, Span};

use super::STANDARD_INPUT;

/// The errors among the lines that clang wrote. Notes behind an error become its advice.
pub(super) fn read(text: &str, sources: &Sources, id: SourceId) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for line in text.lines() {
        let Some(message) = message(line) else { continue };
        if message.word == "note" {
            if let Some(last) = found.last_mut().filter(|last| last.help.is_none()) {
                last.help = Some(located(&message, sources, id));
            }
            continue;
        }
        found.push(match span(&message, sources, id) {
            Some(span) => Diagnostic::error(span, message.text),
            None => Diagnostic::global(located(&message, sources, id)),
        });
    }
    if found.is_empty() {
        let reason = text.lines().next_back().unwrap_or("it gives no reason");
        found.push(Diagnostic::global(format!("clang fails on {}: {reason}", sources.name(id))));
    }
    found.iter_mut().for_each(|message| message.severity = Severity::Error);
    found
}

/// `file:line:column: word: text`, or `clang: word: text`.
struct Message<'t> {
    file: &'t str,
    line: u32,
    column: u32,
    word: &'t str,
    text: &'t str,
}

fn message(line: &str) -> Option<Message<'_>> {
    let words = [": fatal error: ", ": error: ", ": note: "];
    let (at, word) = words.iter().filter_map(|word| Some((line.find(word)?, *word))).min()?;
    let (place, text) = (&line[..at], &line[at + word.len()..]);
    let mut numbers = place.rsplitn(3, ':');
    let mut number = || numbers.next().and_then(|number| number.parse().ok());
    let (column, row) = (number(), number());
    let file = numbers.next();
    let word = if word == ": note: " { "note" } else { "error" };
    Some(match (file, row, column) {
        (Some(file), Some(line), Some(column)) => Message { file, line, column, word, text },
        _ => Message { file: "", line: 0, column: 0, word, text },
    })
}

/// The place, if it is in the source at hand.
fn span(message: &Message<'_>, sources: &Sources, id: SourceId) -> Option<Span> {
    if message.file != sources.name(id) && message.file != STANDARD_INPUT {
        return None;
    }
    let line = sources.line_span(id, message.line)?;
    // clang counts bytes.
    let start = (line.start + message.column.saturating_sub(1)).min(line.end);
    let rest = sources.snippet(Span { start, ..line });
    let word = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(rest.len());
    let length = word.max(rest.chars().next().map_or(0, char::len_utf8));
    Some(Span::new(id, start as usize, start as usize + length))
}

/// The message with its place in front, where that is not shown otherwise.
fn located(message: &Message<'_>, sources: &Sources, id: SourceId) -> String {
    if message.file.is_empty() || (message.word == "note" && span(message, sources, id).is_some()) {
        return match message.line {
            0 => message.text.to_owned(),
            line => format!("{} (line {line})", message.text),
        };
    }
    format!("{}:{}:{}: {}", message.file, message.line, message.column, message.text)
}
