//! The façade that every surface uses: load a program, say what is called, and ask.
//!
//! The pipeline stands here, in this order: [`load`](Session::load) reads text and lowers it to flow graphs (a
//! front end per language, chosen by the file's ending); [`Session::call`] turns an EFFIGY call into the start of
//! an execution; [`Session::paths`], [`Session::tree`], [`Session::run`] and [`Session::tables`] compile the graphs
//! for the run's arithmetic, let the forward engine work, and hand its leaves to the reports; [`Session::trace`]
//! does the same with the dynamic engine and data.
//!
//! Surfaces print and parse options; they never see a table, a solver or a state.
//!
//! ```
//! use std::sync::atomic::AtomicU64;
//!
//! use sextant_session::{Options, RunEnd, Session, Syntax};
//!
//! let text = "MEAN: PROCEDURE (SUM, COUNT);
//!    DECLARE (SUM, COUNT) FIXED BINARY (31);
//!    IF COUNT < 0 THEN RETURN (0);
//!    RETURN (SUM / COUNT);
//! END MEAN;";
//! let session = Session::from_texts(vec![("mean.pli".into(), text.into())], Syntax::Pli).unwrap();
//! assert_eq!(session.procedures(), ["MEAN"]);
//!
//! let (options, progress) = (Options::default(), AtomicU64::new(0));
//! // Every path of a call: its condition, and what it computes.
//! let call = session.call("MEAN(\"S\", \"N\")", &options).unwrap();
//! let paths = session.paths(&call, &options, &progress);
//! assert_eq!(paths.paths.len(), 3);
//! assert!(paths.text(80).contains("N = 0"));
//!
//! // Every error condition, tried on every path.
//! let checked = session.check("MEAN", &options, &progress).unwrap();
//! assert!(checked.text(80, false).contains("division by zero"));
//!
//! // Ordinary execution is the special case without symbols.
//! let call = session.call("MEAN(7, 2)", &options).unwrap();
//! let run = session.run(&call, &options, |_| {});
//! assert_eq!(run.end, RunEnd::Finished);
//! assert_eq!(run.outputs[0], ("return".into(), "3".into()));
//! ```

mod advise;
mod annotations;
mod back;
mod call;
mod cases;
mod check;
mod compare;
mod compiled;
mod cost;
mod debugger;
mod describe;
mod document;
mod follow;
mod inputs;
mod load;
mod options;
mod outside;
mod passes;
mod paths;
mod prove;
mod reached;
mod replay;
mod rounding;
mod run;
mod story;
mod suite;
mod summary;
mod tables;
mod trace;
mod tree;
mod variables;
mod way;
mod witness;

pub use advise::Advice;
pub use back::Way;
pub use call::Call;
pub use cost::{CostReport, LoopCensus, LoopDepth, ProcedureCost};
pub use debugger::{
    BreakPlace, BreakRequest, BreakpointView, Debugger, FrameView, Reply, Standing, Stopped, StretchView,
    VariableView,
};
pub use follow::FollowError;
pub use load::{Compilation, LoadError, Session, syntax_of};
pub use options::{Chosen, Options, SubscriptTreatment, Syntax};
pub use outside::date_and_time;
pub use passes::PassOptions;
pub use prove::ProofOptions;
pub use run::{RunEnd, RunReport, Written};
pub use suite::{Confirmation, SuiteOptions};
pub use summary::{AnswerReport, CaseReport, GivenCase, GivenReport, PointReport, SummaryReport};
pub use tables::PathTable;

pub use sextant_algebra::Style;
pub use sextant_base::{Diagnostic, Diagnostics, Interrupt, Sources};
pub use sextant_engines::forward::{Limits, Strategy};
pub use sextant_engines::global::Crossing;
pub use sextant_engines::testgen::{Cover, Manner};
pub use sextant_expr::Rounding;
pub use sextant_notation::Formula;
pub use sextant_report::{
    BackReport, CheckReport, CompareReport, DocumentReport, Equality, Executability, GoalStatus, OnThisRun,
    PassMessageKind, PassesReport, PathEnd, PathsReport, ProofReport, ReachReport, Story, StoryReport,
    SuiteReport, TraceReport, TreeReport, Verdict,
};
pub use sextant_state::Arithmetic;
