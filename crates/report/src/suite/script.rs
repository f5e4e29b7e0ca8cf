//! A shell script of calls for `sextant run`: the tests of a language that has no compiler here.

use super::{SuiteReport, TestRow, ValueRow};

const HEAD: &str = include_str!("script_head.sh");

impl SuiteReport {
    /// The script; tests that cannot be written as calls are named in it.
    pub fn script(&self) -> String {
        let mut out = format!("#!/bin/sh\n# {}\n", self.heading());
        out.push_str(&HEAD.replace("PROGRAM", &quoted(&self.files.join(" "))));
        for (_, test) in self.tests() {
            match &test.invocation {
                None => out.push_str(&format!("# {}: its inputs cannot be written as a call\n", test.name)),
                Some(_) if test.is_failing() => {
                    let what = test.expected.detail.as_deref().unwrap_or("an error");
                    out.push_str(&format!("# {} shows: {what}\n", test.name));
                }
                Some(call) => {
                    let lines = expected(test);
                    let lines: Vec<String> = lines.iter().map(|line| quoted(line)).collect();
                    out.push_str(&format!("check {} {} {}\n", test.name, quoted(call), lines.join(" ")));
                }
            }
        }
        out.push_str("exit $failed\n");
        out
    }
}

/// Lines that the run must write: the returned value, and scalars that have changed.
fn expected(test: &TestRow) -> Vec<String> {
    let changed = |row: &&ValueRow| {
        let before = test.inputs.iter().find(|input| input.name == row.name);
        !row.name.contains('(') && before.is_none_or(|before| before.value != row.value)
    };
    test.expected.outputs.iter().filter(changed).map(line).collect()
}

fn line(row: &ValueRow) -> String {
    match row.name.as_str() {
        "return" => format!("returns {}", row.value),
        name => format!("{name} = {}", row.value),
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
