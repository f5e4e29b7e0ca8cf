//! Clarke's computation table for the paths of a call.

use sextant_engines::forward::{Bench, Leaf, Observer, explore};
use sextant_expr::{ComputationTable, TermId, computation_table};
use sextant_notation::{Formula, conjunction};
use sextant_records::Piece;
use sextant_report::Verdict;
use sextant_state::{Output, State, Value, compile};

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
        for (name, term) in written_values(bench, leaf.state) {
            names.push((name, roots.len()));
            roots.push(term);
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

/// What a path wrote, value by value; of a text those characters that depend on the input.
fn written_values(bench: &mut Bench<'_>, state: &State) -> Vec<(String, TermId)> {
    let mut found = Vec::new();
    let mut number = 0;
    for output in state.output() {
        let line = match output {
            Output::Value(value) => {
                number += 1;
                found.extend(value.to_term(&mut bench.table).map(|term| (format!("written {number}"), term)));
                continue;
            }
            Output::Line(line) | Output::Message(line) => line,
            Output::Text(_) | Output::NewLine | Output::Bytes(..) => continue,
        };
        for piece in line.pieces() {
            let Piece::Opaque(field) = piece else { continue };
            number += 1;
            match state.text_numbered(field.id) {
                None => found.push((format!("written {number}"), TermId(field.id))),
                Some(text) => {
                    let symbolic =
                        text.iter().enumerate().filter(|(_, value)| matches!(value, Value::Term(_)));
                    found.extend(symbolic.filter_map(|(at, value)| {
                        let term = value.to_term(&mut bench.table)?;
                        Some((format!("written {number}({})", at + 1), term))
                    }));
                }
            }
        }
    }
    found
}
