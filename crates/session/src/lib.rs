//! The façade that every surface uses: load a program, say what is called, and ask.
//!
//! The pipeline stands below: a text is *loaded* (a front end per language, chosen by the file's ending, makes a tree,
//! which is lowered to flow graphs and verified), *compiled* for the run's arithmetic, *run* by an engine, and what the
//! engine found becomes a *report*. [`Session::call`] turns an EFFIGY call into the start of an execution. The other
//! methods do the same with engines and reports of their own.
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
//! assert!(checked.text(80, Default::default()).contains("division by zero"));
//!
//! // Ordinary execution is the special case without symbols.
//! let call = session.call("MEAN(7, 2)", &options).unwrap();
//! let run = session.run(&call, &options, |_| {});
//! assert_eq!(run.end, RunEnd::Finished);
//! assert_eq!(run.outputs[0].1.to_string(), "3");
//! ```

mod advise;
mod annotations;
mod assumptions;
mod back;
mod call;
mod cases;
mod check;
mod compare;
mod compiled;
mod contracts;
mod cost;
pub mod describe;
mod document;
mod follow;
mod inputs;
mod language;
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
mod statements;
mod story;
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
pub use call::argument::is_open;
pub use compiled::{Folder, extents_of};
pub use contracts::Contracted;
pub use cost::{CostReport, LoopCensus, LoopDepth, ProcedureCost};
pub use follow::FollowError;
pub use inputs::program_symbols;
pub use language::{head_of, syntax_of};
pub use load::{LoadError, Session};
pub use options::{Chosen, Options, SubscriptTreatment};
pub use outside::date_and_time;
pub use passes::PassOptions;
pub use paths::solver_rows;
pub use prove::ProofOptions;
pub use reached::performs;
pub use run::{RunEnd, RunReport, Written};
pub use sextant_front_c::UnknownFunctions;
pub use summary::{AnswerReport, CaseReport, GivenCase, GivenReport, PointReport, SummaryReport};
pub use tables::PathTable;
pub use trace::data::shown as shown_data;

pub use sextant_algebra::Style;
pub use sextant_base::{Diagnostic, Diagnostics, Interrupt, Sources};
pub use sextant_engines::forward::{Limits, Strategy};
pub use sextant_engines::global::Crossing;
pub use sextant_expr::Rounding;
pub use sextant_notation::Formula;
pub use sextant_report::{
    BackReport, CheckReport, CompareReport, DocumentReport, Equality, Executability, OnThisRun,
    PassMessageKind, PassesReport, PathEnd, PathsReport, ProofReport, ReachReport, Story, StoryReport,
    TraceReport, TreeReport, Verdict,
};
pub use sextant_solver::Tally;
pub use sextant_state::Arithmetic;
pub use sextant_syntax::{Compilation, Language as Syntax};

use std::sync::atomic::AtomicU64;

use sextant_engines::forward::{Exploration, Observer, explore};
use sextant_syntax::Reading;

use language::front_end;
use load::included_file;
use paths::PathObserver;

impl Session {
    /// Text to graphs: the front end makes a tree, which is lowered; the graphs keep the rules of the verifier; what is
    /// executed has tests in place of contracts.
    pub(crate) fn read(
        texts: Vec<(String, String)>,
        language: Syntax,
        compilation: Option<&Compilation>,
    ) -> Result<Session, LoadError> {
        let mut sources = Sources::new();
        let ids: Vec<_> = texts.into_iter().map(|(name, text)| sources.add(name, text)).collect();
        let (specified, tree, diagnostics) = match front_end(language).parse {
            Some(parse) => {
                let reading = Reading { compilation, included: &included_file };
                let (tree, diagnostics) = parse(&mut sources, &ids, &reading)?;
                if diagnostics.has_errors() {
                    return Err(LoadError::Text(Box::new((diagnostics, sources))));
                }
                (sextant_flow::lower(&tree), Some(tree), diagnostics)
            }
            None => {
                let [id] = ids[..] else {
                    let names: Vec<&str> = ids.iter().map(|&id| sources.name(id)).collect();
                    let reason = "a Flow program is one file".into();
                    return Err(LoadError::File { path: names.join(", "), reason });
                };
                let (program, diagnostics) = sextant_flow::read(&sources, id);
                (program, None, diagnostics)
            }
        };
        if diagnostics.has_errors() {
            return Err(LoadError::Text(Box::new((diagnostics, sources))));
        }
        sextant_flow::verify(&specified).map_err(|rules| LoadError::Internal(rules.join("; ")))?;
        let program = sextant_flow::executable(&specified).into_owned();
        Ok(Session::of(sources, program, specified, tree, diagnostics))
    }

    /// Graphs to records: the graphs are compiled, and the engine explores the paths of a call; an observer makes a record
    /// of each.
    pub(crate) fn explore<O: Observer>(
        &self,
        call: &Call,
        options: &Options,
        observe: impl Fn() -> O + Sync,
    ) -> Exploration<O::Record> {
        let program = self.explored(&self.program, options);
        let code = sextant_state::compile(&program, options.policy(program.language));
        explore(&code, &call.entry, &options.config(), observe)
    }

    /// Records to a report: the paths of a call. `progress` counts those found so far.
    pub fn paths(&self, call: &Call, options: &Options, progress: &AtomicU64) -> PathsReport {
        if let Some(Contracted { session, notes }) = self.contracted(call.entry.procedure) {
            let mut report = session.paths(call, options, progress);
            report.notes.extend(notes);
            return report;
        }
        let exploration =
            self.explore(call, options, || PathObserver { session: self, call, options, asked: 0, progress });
        self.paths_report(call, options, exploration)
    }
}
