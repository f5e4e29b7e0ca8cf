//! Damaged inputs are read without a panic: sources that clang sees, and trees as if clang had written them.

use std::path::{Path, PathBuf};
use std::process::Command;

use sextant_base::Sources;
use sextant_front_c::{Options, document_of, parse, read_document};

/// A small generator of random numbers, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/c/commute");
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the programs").flatten().map(|entry| entry.path()).collect();
    found.sort();
    found
}

fn has_clang() -> bool {
    let there = Command::new("clang").arg("--version").output().is_ok();
    if !there {
        println!("skipped: clang is not installed");
    }
    there
}

/// Runs of letters and digits, and single other characters.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match is_word(first) {
            true => rest.find(|c: char| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, behind) = rest.split_at(length);
        found.push(token);
        rest = behind;
    }
    found
}

/// Some tokens are left out, doubled, swapped with others, or replaced by words that mean something.
fn damaged(text: &str, words: &[&str], random: &mut Random) -> String {
    let mut tokens = tokens(text);
    for _ in 0..=random.below(4) {
        let at = random.below(tokens.len());
        match random.below(5) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[at]),
            2 => {
                let with = random.below(tokens.len());
                tokens.swap(at, with);
            }
            3 => tokens[at] = words[random.below(words.len())],
            _ => {
                let end = (at + random.below(60)).min(tokens.len());
                drop(tokens.drain(at..end));
            }
        }
    }
    tokens.concat()
}

const WORDS_OF_C: &[&str] = &[
    "int", "unsigned", "char", "double", "struct", "union", "*", "&", "(", ")", "{", "}", "[", "]", ";", "0",
    "-1", "sizeof", "return", "void", "static", "volatile", "_Complex", "<<", "%", "->", "goto", "case",
    "__int128",
];

#[test]
fn damaged_sources_are_read_without_a_panic() {
    if !has_clang() {
        return;
    }
    let mut random = Random(0x5eed);
    let texts: Vec<String> =
        programs().iter().map(|path| std::fs::read_to_string(path).expect("readable")).collect();
    let mut understood = 0;
    for round in 0..40 {
        let text = damaged(&texts[round % texts.len()], WORDS_OF_C, &mut random);
        let mut sources = Sources::new();
        let id = sources.add("damaged.c", text);
        let (_, diagnostics) = parse(&mut sources, &[id], |_| Options::default());
        understood += usize::from(!diagnostics.has_errors());
    }
    assert!(understood > 0, "some damage is harmless");
}

const WORDS_OF_TREES: &[&str] = &[
    "DeclRefExpr",
    "ParmVarDecl",
    "VarDecl",
    "CallExpr",
    "MemberExpr",
    "InitListExpr",
    "ReturnStmt",
    "IfStmt",
    "int",
    "char",
    "double",
    "LValueToRValue",
    "IntegralCast",
    "0",
    "18446744073709551615",
    "null",
    "true",
    "\"\"",
    "[]",
    "{}",
    "BinaryOperator",
    "UnaryOperator",
    "StringLiteral",
    "RecordDecl",
    "FieldDecl",
    "SwitchStmt",
    "LabelStmt",
    "inner",
];

#[test]
fn damaged_trees_are_read_without_a_panic() {
    if !has_clang() {
        return;
    }
    let mut random = Random(0x7ee5);
    let mut understood = 0;
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("readable");
        // Without the headers, so that most of the damage meets what is read.
        let text: String =
            text.lines().filter(|line| !line.starts_with("#include")).collect::<Vec<_>>().join("\n");
        let mut sources = Sources::new();
        let id = sources.add("whole.c", text);
        let Ok(document) = document_of(&sources, id, &Options::default()) else { continue };
        let document = String::from_utf8_lossy(&document).into_owned();
        for _ in 0..60 {
            let damaged = damaged(&document, WORDS_OF_TREES, &mut random);
            let (_, diagnostics) = read_document(damaged.as_bytes(), &mut sources, id);
            understood += usize::from(!diagnostics.has_errors());
        }
    }
    assert!(understood > 0, "some damage is harmless");
}
