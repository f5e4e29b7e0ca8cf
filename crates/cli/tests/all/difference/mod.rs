//! Transcripts, and where one and what happened part.

use std::path::PathBuf;

use crate::command::root;

/// The transcripts of a folder of the repository, in order.
pub fn transcripts_in(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join(folder))
        .expect("the transcripts")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// The first line that differs, with the command above it; commands begin with the mark.
pub fn first_difference(mark: &str, expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let mut command = "";
    let mut lines = found.lines();
    for (number, line) in expected.lines().enumerate() {
        if line.starts_with(mark) {
            command = line;
        }
        let other = lines.next().unwrap_or("(nothing more)");
        if line != other {
            return Some(format!("{}: {command}\n  expected: {line}\n  found:    {other}", number + 1));
        }
    }
    Some(format!("{command}\n  found more: {}", lines.next().unwrap_or("an end of line")))
}
