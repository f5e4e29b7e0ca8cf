//! EFFIGY's test manager: all paths of a call, one row for each.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

use sextant_engines::forward::{Bench, Exploration, Leaf, Observer};
use sextant_engines::global::{Crossing, crossed};
use sextant_flow::FlowProgram;
use sextant_report::{PathEnd, PathRow, PathsReport, Verdict};
use sextant_solver::Statistics;
use sextant_state::Output;

use crate::describe::{
    Shown, UNDETERMINED_CONDITION, outputs, proof_verdict, show_model, status, undetermined_condition,
    verdict, written,
};
use crate::rounding::examine;
use crate::{Call, Options, Session};

impl Session {
    /// A program as it is explored: with loops crossed, if the options say so.
    pub(crate) fn explored<'p>(&self, program: &'p FlowProgram, options: &Options) -> Cow<'p, FlowProgram> {
        match options.loops {
            Crossing::Unroll => Cow::Borrowed(program),
            loops => {
                Cow::Owned(crossed(program, options.policy(program.language), loops, &options.interrupt))
            }
        }
    }

    /// What an exploration found, as a report.
    pub(crate) fn paths_report(
        &self,
        call: &Call,
        options: &Options,
        exploration: Exploration<PathRow>,
    ) -> PathsReport {
        let (mut word, mut reasons) = verdict(&exploration.shortfalls);
        let open = |(_, row): &(_, PathRow)| row.detail.as_deref() == Some(UNDETERMINED_CONDITION);
        if exploration.records.iter().any(open) {
            if word == Verdict::Complete {
                word = Verdict::Undecided;
            }
            reasons.push(UNDETERMINED_CONDITION.to_owned());
        }
        PathsReport {
            call: call.text.clone(),
            verdict: word,
            reasons,
            statistics: statistics(&exploration),
            assumptions: self.assumptions(call, options),
            notes: Vec::new(),
            paths: exploration.records.into_iter().map(|(_, row)| row).collect(),
        }
    }
}

/// Makes a row of each path.
pub(crate) struct PathObserver<'s> {
    pub session: &'s Session,
    pub call: &'s Call,
    pub options: &'s Options,
    pub asked: u32,
    pub progress: &'s AtomicU64,
}

impl Observer for PathObserver<'_> {
    type Record = PathRow;

    fn leaf(&mut self, bench: &mut Bench<'_>, leaf: Leaf<'_>) -> Option<PathRow> {
        self.progress.fetch_add(1, Ordering::Relaxed);
        let state = leaf.state;
        let evolved = self.options.evolved;
        examine(bench, state, &mut self.asked);
        let (mut word, mut detail) = status(&self.session.sources, &leaf.outcome);
        let open = undetermined_condition(&bench.table, state);
        let model = match &leaf.model {
            Ok(_) if open => {
                word = PathEnd::Undecided;
                detail = Some(UNDETERMINED_CONDITION.to_owned());
                Vec::new()
            }
            Ok(model) => show_model(bench, state, model, &self.call.symbols),
            Err(reason) => {
                detail = Some(match detail {
                    Some(detail) => format!("{word}: {detail}; undecided: {reason}"),
                    None => format!("undecided: {reason}"),
                });
                word = PathEnd::Undecided;
                Vec::new()
            }
        };
        let output: Vec<Output> = state.output().cloned().collect();
        let proofs = state
            .proofs()
            .map(|proof| (self.session.sources.place(proof.span), proof_verdict(&bench.table, proof)));
        let proofs = proofs.collect();
        let mut shown = Shown::of(&mut bench.table, state, evolved);
        Some(PathRow {
            status: word,
            detail,
            proofs,
            condition: shown.condition(&mut bench.table, state),
            outputs: outputs(bench, state, &mut shown),
            written: written(&mut bench.table, state, &output, evolved),
            statements: state.statements,
            model,
            decisions: state
                .decisions
                .iter()
                .map(|decision| if decision.choice { 'T' } else { 'F' })
                .collect(),
        })
    }
}

fn statistics<R>(exploration: &Exploration<R>) -> Vec<(String, String)> {
    let mut rows = vec![
        ("seconds".to_owned(), format!("{:.3}", exploration.elapsed.as_secs_f64())),
        ("statements".to_owned(), exploration.statements.to_string()),
    ];
    let mut solvers = Statistics::default();
    exploration.solver_statistics.iter().for_each(|worker| solvers += worker);
    rows.extend(solver_rows(&solvers));
    rows
}

/// What solvers did, one row for each layer.
pub fn solver_rows(solvers: &Statistics) -> Vec<(String, String)> {
    let mut rows = vec![("questions".to_owned(), solvers.queries.to_string())];
    for layer in &solvers.layers {
        let answered = layer.sat + layer.unsat;
        let shown = format!("{answered} of {} answered in {:.3} s", layer.asked, layer.seconds);
        rows.push((format!("solver {}", layer.name), shown));
    }
    rows
}
