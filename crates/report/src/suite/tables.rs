//! The suite as a table, as counts for LCOV, as scripts of calls.

use std::collections::{BTreeMap, BTreeSet};

use super::{GoalRow, SuiteReport};

impl SuiteReport {
    /// One row for each test: its name, the call, every input, every output.
    pub fn csv(&self) -> String {
        let names = |of: fn(&super::TestRow) -> &[super::ValueRow]| {
            let mut found: Vec<String> = Vec::new();
            for (_, test) in self.tests() {
                for row in of(test) {
                    if !found.contains(&row.name) {
                        found.push(row.name.clone());
                    }
                }
            }
            found
        };
        let (inputs, outputs) = (names(|test| &test.inputs), names(|test| &test.expected.outputs));
        let head = ["test", "call", "purpose"].into_iter().map(str::to_owned);
        let head = head.chain(inputs.iter().cloned()).chain(["end".to_owned()]);
        let head = head.chain(outputs.iter().map(|name| format!("expected {name}")));
        let mut out = line(head);
        for (unit, test) in self.tests() {
            let value = |rows: &[super::ValueRow], name: &String| {
                rows.iter().find(|row| row.name == *name).map(|row| row.value.clone()).unwrap_or_default()
            };
            let first = [test.name.clone(), unit.call.clone(), test.purpose.clone()].into_iter();
            let cells = first.chain(inputs.iter().map(|name| value(&test.inputs, name)));
            let cells = cells.chain([test.expected.end.to_string()]);
            out.push_str(&line(cells.chain(outputs.iter().map(|name| value(&test.expected.outputs, name)))));
        }
        out
    }

    /// The coverage as an LCOV trace file.
    pub fn lcov(&self) -> String {
        let files: BTreeSet<&str> = self
            .lines
            .iter()
            .map(|line| line.file.as_str())
            .chain(self.goals.iter().map(|goal| goal.file.as_str()))
            .collect();
        let mut out = String::new();
        for file in files {
            out.push_str(&format!("TN:\nSF:{file}\n"));
            let branches: Vec<&GoalRow> =
                self.goals.iter().filter(|goal| goal.file == file && goal.kind == "branch").collect();
            let mut sides: BTreeMap<(&str, u32), u32> = BTreeMap::new();
            for goal in &branches {
                let side = sides.entry((&goal.procedure, goal.branch)).or_default();
                let reached = branches.iter().any(|other| {
                    other.branch == goal.branch && other.procedure == goal.procedure && other.count > 0
                });
                let count = if reached { goal.count.to_string() } else { "-".to_owned() };
                out.push_str(&format!("BRDA:{},{},{side},{count}\n", goal.line, goal.branch));
                *side += 1;
            }
            let taken = branches.iter().filter(|goal| goal.count > 0).count();
            out.push_str(&format!("BRF:{}\nBRH:{taken}\n", branches.len()));
            let lines: Vec<_> = self.lines.iter().filter(|line| line.file == file).collect();
            lines.iter().for_each(|line| out.push_str(&format!("DA:{},{}\n", line.line, line.count)));
            let hit = lines.iter().filter(|line| line.count > 0).count();
            out.push_str(&format!("LF:{}\nLH:{hit}\nend_of_record\n", lines.len()));
        }
        out
    }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let quoted = cells.map(|cell| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    });
    quoted.collect::<Vec<_>>().join(",") + "\n"
}
