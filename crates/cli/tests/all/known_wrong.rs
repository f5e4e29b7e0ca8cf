//! Answers that are known to be wrong: `tests/known-wrong`.
//!
//! Each `NAME.txt` has a command, a part of the wrong answer (`says`), a part of the right one (`truth`), the reason,
//! and the place where the program belongs when the answer is right (`then`). The test fails as soon as an answer
//! changes, so that what has been mended becomes an ordinary test.

use std::collections::BTreeSet;
use std::path::Path;

use crate::command::{Outcome, root, sextant};
use crate::difference::transcripts_in;
use crate::transcripts::words;

const FOLDER: &str = "tests/known-wrong";

/// One wrong answer.
struct Wrong<'t> {
    command: &'t str,
    says: &'t str,
    truth: &'t str,
    because: &'t str,
    then: &'t str,
}

impl<'t> Wrong<'t> {
    fn read(path: &Path, text: &'t str) -> Self {
        let entry = |mark: &str| {
            let found = text.lines().find_map(|line| line.strip_prefix(mark)).map(str::trim);
            found.filter(|rest| !rest.is_empty()).unwrap_or_else(|| panic!("{}: no `{mark}`", path.display()))
        };
        let (command, says, truth) = (entry("$ sextant "), entry("says:"), entry("truth:"));
        Wrong { command, says, truth, because: entry("because:"), then: entry("then:") }
    }

    fn arguments(&self) -> Vec<String> {
        words(self.command).unwrap_or_else(|| panic!("{}: open quote", self.command))
    }

    /// What is wrong with this entry now, if anything is.
    fn judge(&self, answer: &str) -> Option<String> {
        let said = format!("$ sextant {}\n{answer}", self.command);
        match (answer.contains(self.says), answer.contains(self.truth)) {
            (true, false) => None,
            (false, true) => Some(format!("now right: move it to {}\n{said}", self.then)),
            _ => Some(format!(
                "the answer has changed: it was `{}`, the truth is `{}` ({})\n{said}",
                self.says, self.truth, self.because
            )),
        }
    }
}

#[test]
fn wrong_answers_are_still_wrong() {
    let files = transcripts_in(FOLDER);
    let mut used = BTreeSet::new();
    let mut changed = Vec::new();
    for path in &files {
        let text = std::fs::read_to_string(path).expect("readable");
        let wrong = Wrong::read(path, &text);
        let arguments = wrong.arguments();
        used.extend(arguments.iter().cloned());
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let Outcome { output, errors, code } = sextant(&root().join(FOLDER), &arguments);
        let judged = wrong.judge(&format!("{output}{errors}? {code}\n"));
        changed.extend(judged.map(|what| format!("{}: {what}", path.display())));
        assert!(root().join(wrong.then).exists(), "{}: {} is not there", path.display(), wrong.then);
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
    for entry in std::fs::read_dir(root().join(FOLDER)).expect("the folder").flatten() {
        let name = entry.file_name().into_string().expect("plain names");
        assert!(name.ends_with(".txt") || used.contains(&name), "{name}: no command uses it");
    }
}

#[test]
fn changes_are_noticed() {
    let text = "$ sextant run a.c\nsays: 1 2\ntruth: 1 3\nbecause: of it\nthen: tests/cli/c.txt\n";
    let wrong = Wrong::read(Path::new("a.txt"), text);
    assert_eq!(wrong.judge("1 2\n? 0\n"), None);
    let right = wrong.judge("1 3\n? 0\n").expect("noticed");
    assert!(right.starts_with("now right: move it to tests/cli/c.txt"), "{right}");
    let other = wrong.judge("no more\n? 2\n").expect("noticed");
    assert!(other.starts_with("the answer has changed"), "{other}");
}
