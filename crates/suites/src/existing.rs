//! Tests of a suite that was written before: they are run again, and what still holds is kept.

use std::collections::BTreeMap;

use sextant_engines::testgen::Coverage;
use sextant_report::{SuiteReport, SuiteUnit, TestRow, text_bytes};
use sextant_session::Call;
use sextant_state::{EntryArgument, EntryText};

use super::goals::Ledger;
use super::{Errors, Job, values};

impl Job<'_> {
    /// The tests of an existing suite that belong to a call, run on the program as it is now.
    ///
    /// With them the errors that they show.
    pub(super) fn existing(
        &self,
        call: &Call,
        ledger: &mut Ledger<'_>,
    ) -> (Vec<(TestRow, Coverage)>, Errors) {
        let name = self.name(call);
        let units = self.suite.existing.iter().flat_map(|suite| &suite.units);
        let of_call: Vec<&SuiteUnit> = units.filter(|unit| unit.call == name).collect();
        let mut kept = Vec::new();
        let mut errors = Errors::new();
        let unknown = unknown_arguments(call);
        let tests = of_call.into_iter().flat_map(|unit| &unit.tests);
        for old in tests.filter(|test| unknown.is_none_or(|count| arguments_of(test).count() == count)) {
            let inputs = values::inputs_of_rows(&old.inputs, self.session);
            let Some(run) = self.run(&inputs) else {
                ledger.changed += 1;
                ledger
                    .notes
                    .push(format!("{} of the given suite does not suit the program any more", old.name));
                continue;
            };
            let mut row = run.row(self.session, call, &old.purpose);
            row.border = old.border.clone();
            row.condition = old.condition.clone();
            if let Some(change) = change(old, &row) {
                ledger.changed += 1;
                ledger.notes.push(format!("{} of the given suite: {change}", old.name));
            }
            errors.extend(run.error());
            kept.push((row, run.coverage));
        }
        (kept, errors)
    }
}

/// With how many unknown arguments a program is started, if it takes any.
fn unknown_arguments(call: &Call) -> Option<usize> {
    let texts = call.entry.arguments.iter().find_map(|argument| match argument {
        EntryArgument::Texts(texts) => Some(texts),
        _ => None,
    })?;
    Some(texts.iter().filter(|text| matches!(text, EntryText::Symbolic(_))).count())
}

/// The lengths of the arguments that a test gives to a program.
fn arguments_of(test: &TestRow) -> impl Iterator<Item = usize> {
    let arguments = test.inputs.iter().filter(|input| input.name.starts_with("argv["));
    arguments.map(|input| text_bytes(&input.value).map_or(0, |bytes| bytes.len()))
}

/// The ways in which the tests of a suite start a program: the numbers of arguments with the longest of each.
pub(super) fn starts_of(suite: Option<&SuiteReport>) -> BTreeMap<usize, usize> {
    let mut starts = BTreeMap::new();
    for (_, test) in suite.into_iter().flat_map(SuiteReport::tests) {
        let longest = starts.entry(arguments_of(test).count()).or_insert(0);
        *longest = arguments_of(test).fold(*longest, usize::max);
    }
    starts
}

/// How the program behaves otherwise than the suite says.
fn change(old: &TestRow, new: &TestRow) -> Option<String> {
    let (was, is) = (&old.expected, &new.expected);
    if was.end != is.end {
        let now = is.detail.as_deref().unwrap_or(is.end.word());
        return Some(format!("it {} before, now: {now}", was.end));
    }
    for output in &is.outputs {
        let before = was.outputs.iter().find(|known| known.name == output.name);
        if let Some(before) = before.filter(|before| before.value != output.value) {
            return Some(format!("{} was {}, is {}", output.name, before.value, output.value));
        }
    }
    let gone = was.outputs.iter().find(|output| is.outputs.iter().all(|known| known.name != output.name));
    if let Some(gone) = gone {
        return Some(format!("{} was {}, is not changed", gone.name, gone.value));
    }
    (was.written != is.written).then(|| "it writes something else".to_owned())
}
