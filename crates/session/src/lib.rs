//! The façade that every surface uses: load a program, say what is called, and ask.
//!
//! The pipeline stands here, in this order: [`load`](Session::load) reads text and lowers it to flow graphs (a
//! front end per language, chosen by the file's ending); [`Session::call`] turns an EFFIGY call into the start of
//! an execution; [`Session::paths`], [`Session::tree`], [`Session::run`] and [`Session::tables`] compile the graphs
//! for the run's arithmetic, let the forward engine work, and hand its leaves to the reports; [`Session::trace`]
//! does the same with the dynamic engine and data.
//!
//! Surfaces print and parse options; they never see a table, a solver or a state.

mod call;
mod debugger;
mod describe;
mod inputs;
mod load;
mod options;
mod paths;
mod rounding;
mod run;
mod tables;
mod trace;
mod tree;

pub use call::Call;
pub use debugger::{Debugger, Reply};
pub use load::{LoadError, Session};
pub use options::{Options, SubscriptTreatment, Syntax};
pub use run::{RunEnd, RunReport};
pub use tables::PathTable;

pub use sextant_base::{Diagnostic, Diagnostics, Interrupt, Sources};
pub use sextant_engines::forward::{Limits, Strategy};
pub use sextant_expr::Rounding;
pub use sextant_report::{PathsReport, TraceReport, TreeReport};
pub use sextant_state::Arithmetic;
