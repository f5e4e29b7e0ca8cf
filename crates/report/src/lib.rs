//! Reports: what a session found, as text, JSON, DOT, SVG and self-contained HTML.
//!
//! Invariants
//! - Nothing here executes, decides, reads or writes: a report is a pure function of the data it is given.
//! - Every text that comes from outside is escaped for the format it goes into, control characters included.
//! - Nothing recurses over the data: a tree may be one chain of any length.
//! - Time and size of a report are proportional to the data, but for a logarithmic factor.

mod assumption;
mod back;
mod check;
mod compare;
mod computation;
mod condition;
mod document;
mod escape;
mod fold;
mod geometry;
mod graph_picture;
mod json;
mod passes;
mod paths;
mod picture;
mod proof;
mod story;
mod suite;
mod trace;
mod tree;
mod verdict;
mod wrap;

pub use assumption::{Assumption, PointerTarget, UnknownEffect};
pub use back::{BackReport, BackRow, ReachReport};
pub use check::{CheckReport, CheckText, CheckedCall, Finding, LoopFinding, Step};
pub use compare::CompareReport;
pub use computation::{computation_json, computation_text};
pub use document::{DocumentReport, ProcedurePage};
pub use graph_picture::{computation_svg, flow_svg};
pub use passes::{PassCase, PassMessage, PassMessageKind, PassNode, PassRow, PassesReport};
pub use paths::{PathRow, PathsReport};
pub use proof::{ConditionRow, CounterexampleRow, LoopRow, ProofReport};
pub use story::{Evolution, PathError, Replay, StateRow, Story, StoryReport};
pub use suite::{
    Driver, Expected, GoalRow, IncludedFile, InputSource, LineRow, SUITE_FORMAT, SuiteReport, SuiteUnit,
    TestCompHead, TestRow, TestVerdict, ValueRow, name_in_driver, text_bytes,
};
pub use trace::{
    Computation, Operand, Operation, TraceBranch, TraceCoverage, TraceLine, TraceListing, TraceLoop,
    TraceOutput, TraceProfile, TraceReport, TraceRun, TraceSide, TraceValue, TraceVariable,
};
pub use tree::{TreeLeaf, TreeNode, TreeReport};
pub use verdict::{Equality, Exception, Executability, GoalStatus, OnThisRun, PathEnd, Verdict};
