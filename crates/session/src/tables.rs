//! Clarke's computation table for the paths of a call.

use sextant_engines::forward::{Bench, Leaf, Observer, explore};
use sextant_expr::{ComputationTable, TermId, computation_table};
use sextant_notation::{Formula, conjunction};
use sextant_report::Verdict;
use sextant_state::{Output, compile};

use crate::describe::{output_values, show_condition, verdict};
use crate::{Call, Options, Session};

/// The computation table of one path.
#[derive(Clone, Debug)]
pub struct PathTable {
    /// The path condition in its simplest form.
    pub condition: Vec<Formula>,
    /// The table.
    pub table: ComputationTable,
    /// What has which value number: a name and an index into the roots of the table.
    pub names: Vec<(String, usize)>,
}

impl PathTable {
    /// The path condition as text.
    pub fn shown_condition(&self) -> String {
        conjunction(&self.condition)
    }
}

impl Session {
    /// The computation tables of a call's paths, the verdict on the exploration, and why it is not complete.
    pub fn tables(&self, call: &Call, options: &Options) -> (Vec<PathTable>, Verdict, Vec<String>) {
        let code = compile(&self.program, options.policy(self.program.language));
        let config = options.config();
        let exploration = explore(&code, &call.entry, &config, || TableObserver { evolved: options.evolved });
        let (verdict, reasons) = verdict(&exploration.shortfalls);
        let tables = exploration.records.into_iter().map(|(_, table)| table).collect();
        (tables, verdict, reasons)
    }
}

struct TableObserver {
    /// Whether the history is shown instead of the canonical form.
    evolved: bool,
}

impl Observer for TableObserver {
    type Record = PathTable;

    fn leaf(&mut self, bench: &mut Bench<'_>, leaf: Leaf<'_>) -> Option<PathTable> {
        let mut roots: Vec<TermId> = Vec::new();
        let mut names = Vec::new();
        for (name, value) in output_values(bench, leaf.state) {
            if let Some(term) = value.to_term(&mut bench.table) {
                names.push((name, roots.len()));
                roots.push(term);
            }
        }
        let outputs: Vec<Output> = leaf.state.output().cloned().collect();
        let values = outputs.iter().filter_map(|output| match output {
            Output::Value(value) | Output::Converted(_, value, _) => Some(value),
            Output::Text(_) | Output::NewLine | Output::Line(_) | Output::Message(_) | Output::Bytes(..) => {
                None
            }
        });
        for (number, value) in values.enumerate() {
            if let Some(term) = value.to_term(&mut bench.table) {
                names.push((format!("written {}", number + 1), roots.len()));
                roots.push(term);
            }
        }
        for (number, &constraint) in leaf.state.condition.iter().enumerate() {
            names.push((format!("constraint {}", number + 1), roots.len()));
            roots.push(constraint);
        }
        if !self.evolved {
            roots = roots.into_iter().map(|term| bench.table.simplify(term)).collect();
        }
        let condition = show_condition(&mut bench.table, leaf.state, false);
        Some(PathTable { condition, table: computation_table(&bench.table, &roots), names })
    }
}
