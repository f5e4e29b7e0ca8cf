//! Transcripts of the command: `tests/cli/*.txt`.
//!
//! The first line of a transcript says in which folder it is run (`in tests/papers`). A line `$ sextant …` is a
//! command with shell quoting; the lines below it are what it writes, standard output before standard error, and
//! `? code` closes it. With `UPDATE_EXPECT=1` the transcripts are rewritten.

use crate::command;
use crate::difference;

use std::path::Path;

use command::{Outcome, root, sextant};
use difference::{first_difference, transcripts_in};

#[test]
fn transcripts_are_reproduced() {
    let files = transcripts_in("tests/cli");
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = Vec::new();
    for path in &files {
        let expected = std::fs::read_to_string(path).expect("readable");
        let found = replay(path, &expected);
        if update {
            std::fs::write(path, found).expect("writable");
        } else if let Some(difference) = first_difference("$ ", &expected, &found) {
            wrong.push(format!("{}:{difference}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE_EXPECT=1 rewrites transcripts)", wrong.join("\n\n"));
}

/// The transcript with what the commands write now.
fn replay(path: &Path, text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    let folder = first.strip_prefix("in ").unwrap_or_else(|| panic!("{}: no folder", path.display()));
    let mut found = format!("{first}\n");
    for line in text.lines().filter(|line| line.starts_with("$ ")) {
        let words = words(&line[2..]).unwrap_or_else(|| panic!("{}: {line}: open quote", path.display()));
        let arguments: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        let Outcome { output, errors, code } = sextant(&root().join(folder), &arguments);
        assert_ne!(code, 4, "{line}: an internal error\n{errors}");
        found.push_str(&format!("\n{line}\n{}{}? {code}\n", closed(&output), closed(&errors)));
    }
    found
}

/// The text with a line end at its end.
fn closed(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

/// The words of a command line with quotes as in a shell; `None` if a quote is not closed.
pub fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in line.chars() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (Some(_), letter) => word.get_or_insert_default().push(letter),
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (None, letter) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}
