//! Three-valued answers with reasons.

use std::fmt;
use std::sync::Arc;

use sextant_expr::Assignment;

/// Values of the symbols; a symbol that is absent has the default value of its sort.
pub type Model = Arc<Assignment>;

/// Whether conditions can hold together.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// They can, for example so.
    Sat(Model),
    /// They cannot.
    Unsat,
    /// Nobody found out.
    Unknown(Reason),
}

/// Whether premises imply a conclusion.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// They do.
    Holds,
    /// They do not: this satisfies the premises and not the conclusion.
    Fails(Model),
    /// Nobody found out.
    Unknown(Reason),
}

impl Verdict {
    /// Whether they do; `None` if nobody found out.
    pub fn holds(&self) -> Option<bool> {
        match self {
            Verdict::Holds => Some(true),
            Verdict::Fails(_) => Some(false),
            Verdict::Unknown(_) => None,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The time for one query, or for the whole run, is over.
    Timeout,
    /// The user asked to stop.
    Interrupted,
    /// The memory limit of the solver was reached.
    OutOfMemory,
    /// No solver has a method that settles the question; with the solver's own words.
    Incomplete(String),
    /// A solver is needed that is not there; with what to do about it.
    Unavailable(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Timeout => write!(f, "the time limit was reached"),
            Reason::Interrupted => write!(f, "interrupted"),
            Reason::OutOfMemory => write!(f, "the solver's memory limit was reached"),
            Reason::Incomplete(detail) => write!(f, "the solver could not decide: {detail}"),
            Reason::Unavailable(detail) => write!(f, "no solver for this question: {detail}"),
        }
    }
}
