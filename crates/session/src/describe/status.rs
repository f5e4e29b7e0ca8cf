//! How paths and explorations ended, in words.

use sextant_base::{Sources, Span};
use sextant_engines::forward::{Outcome, Shortfall};
use sextant_state::Ending;

/// How a path ended: the word of the report, and what there is to say about it.
pub(crate) fn status(sources: &Sources, outcome: &Outcome) -> (&'static str, Option<String>) {
    let at = |what: String, span: Span| Some(format!("{what} at {}", sources.place(span)));
    match outcome {
        Outcome::OutOfForks => ("bounded", Some("the limit of forks is reached".into())),
        Outcome::Ended(ending) => match ending {
            Ending::Returned => ("returned", None),
            Ending::Stopped => ("stopped", None),
            Ending::Error { kind, span, subject } => {
                let what = match subject {
                    Some(name) => format!("{kind} ({name})"),
                    None => kind.to_string(),
                };
                ("error", at(what, *span))
            }
            Ending::Refused { span } => {
                ("refused", at("the assumption contradicts the path condition".into(), *span))
            }
            Ending::OutOfStatements => ("bounded", Some("the limit of statements is reached".into())),
            Ending::OutOfDepth { span } => {
                ("bounded", at("the limit of call depth is reached".into(), *span))
            }
            Ending::Unsupported { span, what } => ("unsupported", at(what.clone(), *span)),
        },
    }
}

/// The verdict on an exploration in one word, and why it is not complete.
pub(crate) fn verdict(shortfalls: &[Shortfall]) -> (&'static str, Vec<String>) {
    let mut word = "complete";
    let mut reasons = Vec::new();
    for shortfall in shortfalls {
        let (this, reason) = match shortfall {
            Shortfall::Paths(limit) => ("bounded", format!("stopped after {limit} paths (--paths)")),
            Shortfall::Statements(limit) => {
                ("bounded", format!("paths were cut after {limit} statements (--statements)"))
            }
            Shortfall::Forks(limit) => ("bounded", format!("paths were cut after {limit} forks (--forks)")),
            Shortfall::CallDepth(limit) => {
                ("bounded", format!("paths were cut at {limit} nested calls (--call-depth)"))
            }
            Shortfall::Timeout => ("bounded", "time ran out (--timeout)".to_owned()),
            Shortfall::Interrupted => ("interrupted", "somebody asked to stop".to_owned()),
            Shortfall::Undecided(reason) => ("undecided", format!("the solver gave up: {reason}")),
            Shortfall::Unsupported(what) => ("unsupported", what.clone()),
            Shortfall::WrongPrefix => {
                ("refused", "the decisions given with --prefix are not possible".to_owned())
            }
        };
        if rank(this) > rank(word) {
            word = this;
        }
        reasons.push(reason);
    }
    (word, reasons)
}

fn rank(word: &str) -> usize {
    ["complete", "bounded", "undecided", "unsupported", "refused", "interrupted"]
        .iter()
        .position(|&known| known == word)
        .unwrap_or(0)
}
