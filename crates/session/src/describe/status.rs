//! How paths and explorations ended, in words.

use sextant_base::{Sources, Span};
use sextant_engines::forward::{Outcome, Shortfall};
use sextant_expr::Table;
use sextant_report::{PathEnd, Verdict};
use sextant_state::{Ending, Proof};

use super::undetermined;

/// How a path ended, and what there is to say about it.
pub fn status(sources: &Sources, outcome: &Outcome) -> (PathEnd, Option<String>) {
    let at = |what: String, span: Span| Some(format!("{what} at {}", sources.place(span)));
    match outcome {
        Outcome::OutOfForks => (PathEnd::Bounded, Some("the limit of forks is reached".into())),
        Outcome::Ended(ending) => match ending {
            Ending::Returned => (PathEnd::Returned, None),
            Ending::Stopped => (PathEnd::Stopped, None),
            Ending::Error { kind, span, subject } => {
                let what = match subject {
                    Some(name) => format!("{kind} ({name})"),
                    None => kind.to_string(),
                };
                (PathEnd::Error, at(what, *span))
            }
            Ending::Refused { span } => {
                (PathEnd::Refused, at("the assumption contradicts the path condition".into(), *span))
            }
            Ending::OutOfStatements => (PathEnd::Bounded, Some("the limit of statements is reached".into())),
            Ending::OutOfDepth { span } => {
                (PathEnd::Bounded, at("the limit of call depth is reached".into(), *span))
            }
            Ending::Unsupported { span, what } => (PathEnd::Unsupported, at(what.clone(), *span)),
        },
    }
}

/// The verdict on an exploration, and why it is not complete.
pub(crate) fn verdict(shortfalls: &[Shortfall]) -> (Verdict, Vec<String>) {
    let mut worst = Verdict::Complete;
    let mut reasons = Vec::new();
    for shortfall in shortfalls {
        let (this, reason) = match shortfall {
            Shortfall::Paths(limit) => (Verdict::Bounded, format!("stopped after {limit} paths (--paths)")),
            Shortfall::Statements(limit) => {
                (Verdict::Bounded, format!("paths were cut after {limit} statements (--statements)"))
            }
            Shortfall::Forks(limit) => {
                (Verdict::Bounded, format!("paths were cut after {limit} forks (--forks)"))
            }
            Shortfall::CallDepth(limit) => {
                (Verdict::Bounded, format!("paths were cut at {limit} nested calls (--call-depth)"))
            }
            Shortfall::Timeout => (Verdict::Bounded, "time ran out (--timeout)".to_owned()),
            Shortfall::Memory => (Verdict::Bounded, "memory ran out (--memory)".to_owned()),
            Shortfall::Prefix => (
                Verdict::Bounded,
                "only paths that begin with the given decisions were explored (--prefix)".to_owned(),
            ),
            Shortfall::Interrupted => (Verdict::Interrupted, "somebody asked to stop".to_owned()),
            Shortfall::Undecided(reason) => (Verdict::Undecided, format!("the solver gave up: {reason}")),
            Shortfall::Unsupported(what) => (Verdict::Unsupported, what.clone()),
            Shortfall::WrongPrefix => {
                (Verdict::Refused, "the decisions given with --prefix are not possible".to_owned())
            }
        };
        worst = worst.max(this);
        reasons.push(reason);
    }
    (worst, reasons)
}

/// What was found out about a PROVE. What is undetermined refutes nothing.
pub fn proof_verdict(table: &Table, proof: &Proof) -> Verdict {
    match Verdict::of(proof.holds) {
        Verdict::Refuted if undetermined(table, &[proof.condition]) => Verdict::Undecided,
        verdict => verdict,
    }
}
