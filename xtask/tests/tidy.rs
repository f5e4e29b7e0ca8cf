//! The habits of the repository as tests: no stray files, files that say what they are, short files and functions,
//! nothing left undone, the field's words in what users read.

mod repository;

use std::path::{Path, PathBuf};
use std::process::Command;

use repository::{root, rust_files};

/// What lies at the root of the repository; everything else there is stray.
const AT_THE_ROOT: &[&str] = &[
    ".cargo",
    ".ci",
    ".gitignore",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "SECURITY.md",
    "benches",
    "clippy.toml",
    "crates",
    "deny.toml",
    "docs",
    "editors",
    "examples",
    "fuzz",
    "rustfmt.toml",
    "scripts",
    "tests",
    "xtask",
];

/// More lines than this are probably two things in one file.
const LONGEST_FILE: usize = 800;

/// More lines than this are probably two things in one function.
const LONGEST_FUNCTION: usize = 120;

/// Functions that are longer, with their lines; they may only shrink, and no other may join them.
const LONG_FUNCTIONS: &[(&str, &str, usize)] = &[("crates/state/src/machine/mod.rs", "run_activation", 219)];

/// Words that are not the field's, with the better one and the strings that still have them; these may only become
/// fewer.
const WORDS: &[(&str, &str, usize)] = &[
    ("behind", "after", 18),
    ("taken for granted", "assumed", 0),
    ("passes of a loop", "iterations of a loop", 1),
    ("breath", "tick", 0),
    ("crossed loop", "summarised loop", 0),
];

fn all_rust_files() -> Vec<PathBuf> {
    ["crates", "xtask", "fuzz"].iter().flat_map(|folder| rust_files(&root().join(folder))).collect()
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).expect("readable")
}

/// The path of a file within the repository.
fn within(path: &Path) -> String {
    path.strip_prefix(root()).expect("a file of the repository").to_string_lossy().replace('\\', "/")
}

#[test]
fn nothing_at_the_root_is_stray() {
    let listed = Command::new("git").args(["ls-files"]).current_dir(root()).output();
    let Some(listed) = listed.ok().filter(|output| output.status.success()) else {
        eprintln!("skipped: not a git repository");
        return;
    };
    let listed = String::from_utf8(listed.stdout).expect("plain names");
    for path in listed.lines() {
        let first = path.split('/').next().expect("a name");
        assert!(
            AT_THE_ROOT.contains(&first),
            "{path}: a stray file? If not, add it to the list in this test"
        );
    }
}

#[test]
fn every_file_says_what_it_is_and_stays_short() {
    for path in all_rust_files() {
        let text = text_of(&path);
        assert!(text.starts_with("//!"), "{} does not begin with a sentence about itself", path.display());
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "{} has {lines} lines: probably two things in one", path.display());
    }
}

#[test]
fn functions_stay_short() {
    let mut pinned: Vec<(&str, &str, usize)> = LONG_FUNCTIONS.to_vec();
    for path in all_rust_files() {
        let file = within(&path);
        for (name, lines) in functions(&text_of(&path)) {
            if lines <= LONGEST_FUNCTION {
                continue;
            }
            let known = pinned.iter().position(|(at, function, _)| *at == file && *function == name);
            let most = known.map_or(LONGEST_FUNCTION, |known| pinned.swap_remove(known).2);
            assert!(lines <= most, "{file}: {name} has {lines} lines; at most {most} are allowed");
        }
    }
    assert!(pinned.is_empty(), "no longer long, take them off the list: {pinned:?}");
}

/// The functions of a formatted file with their numbers of lines: a body ends at the brace below its `fn`.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let Some(name) = function_name(code) else { continue };
        let indent = line.len() - code.len();
        let closes = |line: &&str| line.len() == indent + 1 && line.ends_with('}');
        if line.ends_with('}') {
            continue;
        }
        let signature = lines[start..].iter().position(|line| line.ends_with(['{', ';']));
        let Some(body) = signature.filter(|at| lines[start + at].ends_with('{')) else { continue };
        if let Some(end) = lines[start + body..].iter().position(closes) {
            found.push((name, body + end + 1));
        }
    }
    found
}

/// The name of the function whose signature begins in a line.
fn function_name(code: &str) -> Option<&str> {
    let (before, rest) = code.split_once("fn ")?;
    let modifiers = before.split_whitespace().all(|word| {
        matches!(word, "pub" | "const" | "unsafe" | "async" | "extern" | "\"C\"") || word.starts_with("pub(")
    });
    let name = rest.split(['(', '<']).next()?;
    (modifiers && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')).then_some(name)
}

#[test]
fn nothing_is_left_undone() {
    // Put together here, so that this file is not found itself.
    let undone =
        [["todo", "!("], ["unimplemented", "!("], ["#[ignore", "]"], ["#[ignore", " ="], ["dbg", "!("]];
    for path in all_rust_files() {
        let text = text_of(&path);
        for mark in undone.iter().map(|parts| parts.concat()) {
            let at =
                text.lines().position(|line| line.contains(&mark) && !line.trim_start().starts_with("//"));
            assert_eq!(at, None, "{}: `{mark}` (lines are counted from 0)", path.display());
        }
    }
}

#[test]
fn users_read_the_words_of_the_field() {
    let mut found: Vec<Vec<String>> = vec![Vec::new(); WORDS.len()];
    for path in rust_files(&root().join("crates")) {
        let file = within(&path);
        if file.contains("/tests/") || file.ends_with("/tests.rs") {
            continue;
        }
        let text = text_of(&path);
        for (line, string) in strings(text.split("#[cfg(test)]").next().expect("a first part")) {
            for ((word, _, _), found) in WORDS.iter().zip(&mut found) {
                if has_word(&string, word) {
                    found.push(format!("{file}:{line}: {string}"));
                }
            }
        }
    }
    for ((word, better, most), found) in WORDS.iter().zip(found) {
        println!("\"{word}\": {} strings", found.len());
        assert!(
            found.len() <= *most,
            "\"{word}\" is in {} strings, {most} are known; write \"{better}\":\n{}",
            found.len(),
            found.join("\n")
        );
    }
}

/// Whether a phrase occurs that is not a part of other words, nor in braces.
fn has_word(string: &str, phrase: &str) -> bool {
    let outside = |letter: Option<char>| {
        !letter.is_some_and(|letter| letter.is_alphanumeric() || "_{}".contains(letter))
    };
    string.match_indices(phrase).any(|(at, _)| {
        outside(string[..at].chars().next_back()) && outside(string[at + phrase.len()..].chars().next())
    })
}

/// The string literals of a text with their lines. Comments and characters are skipped; raw strings end at the first
/// quote, which is enough for looking for words.
fn strings(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (number, line) in text.lines().enumerate() {
        let mut letters = line.chars().peekable();
        while let Some(letter) = letters.next() {
            match (&mut open, letter) {
                (Some((_, string)), '\\') => string.extend(letters.next().filter(|next| *next == '"')),
                (Some(_), '"') => found.extend(open.take()),
                (Some((_, string)), letter) => string.push(letter),
                (None, '/') if letters.peek() == Some(&'/') => break,
                (None, '\'') if letters.peek() == Some(&'"') => drop(letters.next()),
                (None, '\'') if letters.peek() == Some(&'\\') => drop((letters.next(), letters.next())),
                (None, '"') => open = Some((number + 1, String::new())),
                (None, _) => {}
            }
        }
    }
    found
}

#[test]
fn strings_and_functions_are_found() {
    let text =
        "fn f() {\n    g(\"a \\\"b\\\" c\"); // \"no\"\n}\npub(crate) fn g<T>(\n    x: T,\n) {\n}\nfn h();\n";
    assert_eq!(functions(text), [("f", 3), ("g", 4)]);
    assert_eq!(strings(text), [(2, "a \"b\" c".to_owned())]);
    assert!(has_word("what comes behind it", "behind"));
    assert!(!has_word("{behind} or behindhand", "behind"));
}
