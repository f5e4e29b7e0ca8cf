//! Verdicts: what is known in the end. Their order and their words stand here and nowhere else.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

/// A verdict on a program, a path or a condition, from the best to the worst: of several the last one counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Verdict {
    /// All paths were explored.
    Complete,
    /// There is nothing to prove.
    NothingToProve,
    /// It holds on all paths.
    Proved,
    /// It holds on the paths that were seen; a limit kept others away.
    Bounded,
    /// A proof was tried and failed, which refutes nothing.
    NotProved,
    /// Nobody knows.
    #[default]
    Undecided,
    /// The solver has an input against it, but it shows nothing in machine arithmetic.
    Unreplayed,
    /// Something is not supported.
    Unsupported,
    /// What the user asked for is impossible.
    Refused,
    /// The user asked to stop.
    Interrupted,
    /// An input shows that it does not hold.
    Refuted,
}

impl Verdict {
    /// The verdict on a condition that holds, does not hold, or is undecided.
    pub fn of(holds: Option<bool>) -> Self {
        match holds {
            Some(true) => Verdict::Proved,
            Some(false) => Verdict::Refuted,
            None => Verdict::Undecided,
        }
    }

    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Complete => "complete",
            Verdict::NothingToProve => "nothing to prove",
            Verdict::Proved => "proved",
            Verdict::Bounded => "bounded",
            Verdict::NotProved => "not proved",
            Verdict::Undecided => "undecided",
            Verdict::Unreplayed => "unreplayed",
            Verdict::Unsupported => "unsupported",
            Verdict::Refused => "refused",
            Verdict::Interrupted => "interrupted",
            Verdict::Refuted => "refuted",
        }
    }
}

/// Whether a condition holds on one run, on data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OnThisRun {
    /// It does.
    Holds,
    /// It does not.
    Fails,
    /// Nobody knows.
    Undecided,
}

impl OnThisRun {
    /// The verdict on a condition that holds, does not hold, or is undecided.
    pub fn of(holds: Option<bool>) -> Self {
        match holds {
            Some(true) => OnThisRun::Holds,
            Some(false) => OnThisRun::Fails,
            None => OnThisRun::Undecided,
        }
    }

    /// The words in reports.
    pub fn word(self) -> &'static str {
        match self {
            OnThisRun::Holds => "holds on this run",
            OnThisRun::Fails => "fails on this run",
            OnThisRun::Undecided => "undecided on this run",
        }
    }
}

/// The verdict on a comparison of two procedures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Equality {
    /// They do the same.
    Equal,
    /// They do the same but for something.
    EqualBut(Exception),
    /// They do the same on inputs on which both end.
    EqualWhereBothEnd,
    /// They do the same on the paths that were seen.
    EqualUpToABound,
    /// They differ as little as rounding makes them.
    DifferentByRounding,
    /// They differ.
    Different,
    /// Nobody knows.
    Undecided,
}

/// What two procedures are equal but for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exception {
    /// Only one of them overflows on some inputs.
    Overflow,
    /// Inputs that are infinite or no numbers.
    NotFinite,
    /// Rounding.
    Rounding,
    /// What they print.
    Output,
    /// Inputs that only one of them can hold.
    Types,
}

impl Equality {
    /// Whether no difference is known.
    pub fn is_equal(self) -> bool {
        match self {
            Equality::Equal
            | Equality::EqualBut(_)
            | Equality::EqualWhereBothEnd
            | Equality::EqualUpToABound => true,
            Equality::DifferentByRounding | Equality::Different | Equality::Undecided => false,
        }
    }

    /// The words in reports.
    pub fn word(self) -> &'static str {
        match self {
            Equality::Equal => "equal",
            Equality::EqualBut(Exception::Overflow) => "equal but for overflow",
            Equality::EqualBut(Exception::NotFinite) => "equal but for infinities and NaN",
            Equality::EqualBut(Exception::Rounding) => "equal but for rounding",
            Equality::EqualBut(Exception::Output) => "equal but for output",
            Equality::EqualBut(Exception::Types) => "equal on common values",
            Equality::EqualWhereBothEnd => "equal where both end",
            Equality::EqualUpToABound => "equal up to a bound",
            Equality::DifferentByRounding => "different by rounding",
            Equality::Different => "different",
            Equality::Undecided => "undecided",
        }
    }
}

/// What is known of something that tests are to cover.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GoalStatus {
    /// A test covers it.
    Covered,
    /// No input covers it.
    Infeasible,
    /// A limit kept the search from it.
    Budget,
    /// Nobody knows.
    #[default]
    Undecided,
    /// Something on the way is not supported.
    Unsupported,
}

impl GoalStatus {
    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            GoalStatus::Covered => "covered",
            GoalStatus::Infeasible => "infeasible",
            GoalStatus::Budget => "budget",
            GoalStatus::Undecided => "undecided",
            GoalStatus::Unsupported => "unsupported",
        }
    }
}

/// How a path ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PathEnd {
    /// The procedure returned.
    #[default]
    Returned,
    /// The program ended itself.
    Stopped,
    /// With an error of the program.
    Error,
    /// An assumption contradicts the path condition.
    Refused,
    /// An assumption excludes it.
    Excluded,
    /// It never ends.
    Forever,
    /// At a limit.
    Bounded,
    /// At something that is not supported.
    Unsupported,
    /// Nobody knows whether some input takes it.
    Undecided,
    /// At a question that depends on symbols, where there is nobody to follow both answers.
    Symbolic,
    /// Where the data do not give a value that is needed.
    Missing,
    /// The user asked to stop.
    Interrupted,
}

impl PathEnd {
    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            PathEnd::Returned => "returned",
            PathEnd::Stopped => "stopped",
            PathEnd::Error => "error",
            PathEnd::Refused => "refused",
            PathEnd::Excluded => "excluded",
            PathEnd::Forever => "forever",
            PathEnd::Bounded => "bounded",
            PathEnd::Unsupported => "unsupported",
            PathEnd::Undecided => "undecided",
            PathEnd::Symbolic => "symbolic",
            PathEnd::Missing => "missing",
            PathEnd::Interrupted => "interrupted",
        }
    }
}

/// Whether some input takes a path that was described.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Executability {
    /// Some input does.
    #[default]
    Executable,
    /// No input does.
    Nonexecutable,
    /// Nobody knows.
    Undecided,
    /// Some input does, and the path ends with an error.
    Error,
}

macro_rules! shown_by_word {
    ($($verdict:ty),*) => {$(
        impl fmt::Display for $verdict {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }
    )*};
}
shown_by_word!(Verdict, OnThisRun, Equality, GoalStatus, PathEnd);

macro_rules! serialised_by_word {
    ($($verdict:ty),*) => {$(
        impl Serialize for $verdict {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }
    )*};
}
serialised_by_word!(Verdict, OnThisRun, Equality);
