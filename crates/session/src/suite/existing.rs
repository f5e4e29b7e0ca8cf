//! Tests of a suite that was written before: they are run again, and what still holds is kept.

use sextant_engines::testgen::Coverage;
use sextant_report::{SuiteUnit, TestRow};

use super::goals::Ledger;
use super::{Job, values};
use crate::Call;

impl Job<'_> {
    /// The tests of an existing suite that belong to a call, run on the program as it is now.
    pub(super) fn existing(&self, call: &Call, ledger: &mut Ledger<'_>) -> Vec<(TestRow, Coverage)> {
        let name = self.session.shown_call(call);
        let units = self.suite.existing.iter().flat_map(|suite| &suite.units);
        let of_call: Vec<&SuiteUnit> = units.filter(|unit| unit.call == name).collect();
        let mut kept = Vec::new();
        for old in of_call.into_iter().flat_map(|unit| &unit.tests) {
            let inputs = values::inputs_of_rows(&old.inputs, self.session);
            let Some(run) = self.run(&inputs) else {
                ledger.note(format!("{} of the given suite does not suit the program any more", old.name));
                continue;
            };
            let mut row = run.row(self.session, call, &old.purpose);
            row.border = old.border.clone();
            row.condition = old.condition.clone();
            if let Some(change) = change(old, &row) {
                ledger.note(format!("{} of the given suite: {change}", old.name));
            }
            kept.push((row, run.coverage));
        }
        kept
    }
}

/// How the program behaves otherwise than the suite says.
fn change(old: &TestRow, new: &TestRow) -> Option<String> {
    let (was, is) = (&old.expected, &new.expected);
    if was.end != is.end {
        let now = is.detail.as_deref().unwrap_or(&is.end);
        return Some(format!("it {} before, now: {now}", was.end));
    }
    for output in &is.outputs {
        let before = was.outputs.iter().find(|known| known.name == output.name);
        if let Some(before) = before.filter(|before| before.value != output.value) {
            return Some(format!("{} was {}, is {}", output.name, before.value, output.value));
        }
    }
    (was.written != is.written).then(|| "it writes something else".to_owned())
}
