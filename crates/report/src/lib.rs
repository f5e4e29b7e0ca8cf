//! Reports: what a session found, as text, JSON, DOT, SVG and self-contained HTML.
//!
//! Invariants
//! - Nothing here executes, decides, reads or writes: a report is a pure function of the data it is given.
//! - Every text that comes from outside is escaped for the format it goes into, control characters included.
//! - Nothing recurses over the data: a tree may be one chain of any length.
//! - Time and size of a report are proportional to the data, but for a logarithmic factor.

mod computation;
mod condition;
mod escape;
mod geometry;
mod graph_picture;
mod json;
mod paths;
mod trace;
mod tree;
mod wrap;

pub use computation::{computation_json, computation_text};
pub use graph_picture::flow_svg;
pub use paths::{PathRow, PathsReport};
pub use trace::{
    Computation, Operand, Operation, TraceBranch, TraceCoverage, TraceLine, TraceListing, TraceLoop,
    TraceOutput, TraceProfile, TraceReport, TraceRun, TraceSide, TraceValue, TraceVariable,
};
pub use tree::{TreeLeaf, TreeNode, TreeReport};
