//! Programs about bits: every assertion is proved or refuted, as the first line of its file says.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sextant_session::{Options, Session};

use crate::c_programs::{has_clang, programs};

/// The procedures named after a word of the first line.
fn named(text: &str, word: &str) -> Vec<String> {
    let line = text.lines().next().unwrap_or_default().trim_matches(['/', '*', ' ']);
    let Some((_, rest)) = line.split_once(word) else { return Vec::new() };
    rest.split_whitespace().take_while(|name| !name.ends_with(':')).map(str::to_owned).collect()
}

#[test]
fn assertions_about_bits_are_decided() {
    if !has_clang() {
        return;
    }
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in programs("bits") {
        let text = std::fs::read_to_string(&path).expect("a program");
        let session = Session::load(std::slice::from_ref(&path), None)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for expected in ["proved", "refuted"] {
            for name in named(&text, &format!("{expected}:")) {
                let options = Options { timeout: Some(Duration::from_secs(60)), ..Options::default() };
                let report = session
                    .check(&name, &options, &AtomicU64::new(0))
                    .unwrap_or_else(|_| panic!("{name}: the call is refused"));
                let asserted = report.findings.iter().filter(|finding| finding.kind == "assertion-failed");
                let words: Vec<&str> = asserted.map(|finding| finding.status.word()).collect();
                if words.is_empty() || words.iter().any(|word| *word != expected) {
                    wrong.push(format!("{name}: {words:?} instead of {expected}"));
                }
                count += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 110, "only {count} procedures");
}
