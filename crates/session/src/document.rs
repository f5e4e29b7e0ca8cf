//! Documentation from symbolic results: each procedure with its cases, formulas, and what leads to errors.

use std::fmt::Write;
use std::sync::atomic::AtomicU64;

use sextant_notation::Formula;
use sextant_report::{DocumentReport, PathEnd, ProcedurePage, computation_svg, computation_text};

use crate::{Options, Session, Style};

/// Computation tables of one procedure.
const MOST_TABLES: usize = 3;

impl Session {
    /// Describes every procedure by its paths.
    pub fn document(&self, title: &str, options: &Options) -> DocumentReport {
        let own = |(id, _): &(sextant_syntax::ProcId, _)| !self.specified.library.contains(id);
        let procedures = self.specified.procedures.iter_enumerated().filter(own);
        let pages = procedures.map(|(_, graph)| self.page(&graph.name, options)).collect();
        DocumentReport { title: title.to_owned(), pages }
    }

    fn page(&self, name: &str, options: &Options) -> ProcedurePage {
        let graph = self.named(name).ok().map(|id| &self.specified.procedures[id]);
        let mut signature = name.to_owned();
        let mut claims = Vec::new();
        if let Some(graph) = graph {
            let parameters: Vec<&str> =
                graph.parameters.iter().map(|&parameter| graph.variables[parameter].name.as_str()).collect();
            let _ = write!(signature, "({})", parameters.join(", "));
            for instruction in graph.blocks.iter().flat_map(|block| &block.instructions) {
                if matches!(instruction.action, sextant_flow::Action::Claim(..)) {
                    claims.push(sextant_flow::show_action(&self.specified, graph, &instruction.action));
                }
            }
        }
        let mut page = ProcedurePage {
            name: name.to_owned(),
            signature,
            claims,
            verdict: String::new(),
            cases: Vec::new(),
            errors: Vec::new(),
            tables: Vec::new(),
            pictures: Vec::new(),
        };
        let call = match self.call(name, options) {
            Ok(call) => call,
            Err(_) => {
                page.verdict = "cannot be called with symbols for all parameters".to_owned();
                return page;
            }
        };
        let report = self.paths(&call, options, &AtomicU64::new(0));
        if !report.reasons.is_empty() && self.summarised_page(&mut page, options) {
            return page;
        }
        page.verdict = if report.reasons.is_empty() {
            "all paths explored".to_owned()
        } else {
            format!("{}: {}", report.verdict, report.reasons.join("; "))
        };
        let (tables, _, _) = self.tables(&call, options);
        for (at, path) in tables.iter().take(MOST_TABLES).enumerate() {
            page.tables.push(computation_text(&path.table, &path.names));
            let title = format!("{name}, case {}", at + 1);
            page.pictures.push(computation_svg(&path.table, &path.names, &title).unwrap_or_default());
        }
        for path in report.paths {
            match path.status {
                PathEnd::Returned | PathEnd::Stopped => {
                    let mut results = path.outputs;
                    let written =
                        path.written.into_iter().map(|line| ("written".to_owned(), Formula::words(line)));
                    results.extend(written);
                    page.cases.push((path.condition, results));
                }
                PathEnd::Bounded => {}
                _ => {
                    page.errors.push((path.condition, path.detail.unwrap_or_else(|| path.status.to_string())))
                }
            }
        }
        page
    }

    /// Describes a procedure by its summary, if loops have closed forms: exploration would list their passes.
    fn summarised_page(&self, page: &mut ProcedurePage, options: &Options) -> bool {
        let Ok(summary) = self.summary(&page.name, options, Style::Text) else { return false };
        let settled = summary.complete
            && summary.defects.is_empty()
            && summary
                .cases
                .iter()
                .all(|case| case.status != PathEnd::Unsupported && case.recurrences.is_empty());
        if !settled {
            return false;
        }
        for case in summary.cases {
            match case.status {
                PathEnd::Returned | PathEnd::Stopped => page.cases.push((vec![case.condition], case.outputs)),
                _ => page
                    .errors
                    .push((vec![case.condition], case.detail.unwrap_or_else(|| case.status.to_string()))),
            }
        }
        page.verdict = std::iter::once("all executions, in closed form".to_owned())
            .chain(summary.notes)
            .collect::<Vec<_>>()
            .join("; ");
        true
    }
}
