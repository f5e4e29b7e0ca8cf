//! The report of dynamic symbolic evaluation: runs on data, one by one and together.

mod computation;
mod picture;
mod profile;
mod text;

use serde::{Serialize, Serializer};
use sextant_notation::Formula;

pub use computation::{Computation, Operand, Operation};
pub use profile::{
    TraceBranch, TraceCoverage, TraceLine, TraceListing, TraceLoop, TraceProfile, TraceSide, TraceVariable,
};

use crate::PathEnd;
use crate::{OnThisRun, json};

/// Some runs of one call.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TraceReport {
    /// What was executed.
    pub call: String,
    /// The runs.
    pub runs: Vec<TraceRun>,
    /// All runs together.
    pub total: TraceProfile,
}

/// Characters of a conjunct as the run met it.
const LONGEST_CONJUNCT: usize = 400;

/// One run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TraceRun {
    /// The inputs with their values.
    #[serde(serialize_with = "json::constants")]
    pub data: Vec<(String, String)>,
    /// How it ended.
    pub status: PathEnd,
    /// What the status means here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// How many statements were executed.
    pub statements: u64,
    /// The first of them by their numbers; with the procedure where it changes.
    pub path: Vec<String>,
    /// The conjuncts of the path condition, simplified; an empty list means true. `None`: too large for that.
    #[serde(flatten, serialize_with = "condition")]
    pub condition: Option<Vec<Formula>>,
    /// The first conjuncts as the run met them.
    #[serde(serialize_with = "evolved")]
    pub evolved: Vec<Formula>,
    /// How many conjuncts follow.
    pub evolved_more: u64,
    /// What the run gives.
    pub outputs: Vec<TraceOutput>,
    /// Lines written.
    pub written: Vec<TraceValue>,
    /// How many items were written beyond these lines.
    pub written_more: u64,
    /// PROVE statements with their verdicts on this run.
    #[serde(serialize_with = "json::proofs")]
    pub proofs: Vec<(String, OnThisRun)>,
    /// Worth knowing.
    pub notes: Vec<String>,
    /// How the outputs were computed.
    pub computation: Computation,
    /// The counts.
    pub profile: TraceProfile,
}

/// An output.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TraceOutput {
    /// Its name.
    pub name: String,
    /// Its value.
    #[serde(flatten)]
    pub value: TraceValue,
}

/// A value known twice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TraceValue {
    /// As a term over the inputs.
    pub symbolic: String,
    /// On the data.
    pub actual: String,
}

impl TraceReport {
    /// The whole report as text.
    pub fn text(&self) -> String {
        text::text(self)
    }

    /// A picture of the computation trees of all runs.
    pub fn svg(&self) -> String {
        picture::svg(self)
    }
}

impl TraceValue {
    /// `symbolic = actual`, or the one value where both are the same.
    pub(crate) fn both(&self) -> String {
        if self.symbolic == self.actual {
            self.actual.clone()
        } else {
            format!("{} = {}", self.symbolic, self.actual)
        }
    }
}

/// Conjuncts as they were met can be very long.
fn evolved<S: Serializer>(conjuncts: &[Formula], serializer: S) -> Result<S::Ok, S::Error> {
    let shown = |conjunct: &Formula| crate::wrap::shortened(&conjunct.to_string(), LONGEST_CONJUNCT + 1);
    serializer.collect_seq(conjuncts.iter().map(shown))
}

fn condition<S: Serializer>(condition: &Option<Vec<Formula>>, serializer: S) -> Result<S::Ok, S::Error> {
    match condition {
        Some(conjuncts) => json::condition(conjuncts, serializer),
        None => serializer.collect_map([("condition", ())]),
    }
}
