//! What methods answer, instantiated, is what ordinary execution does, on some random programs in every language.
//!
//! Only a wrong answer fails here: what is undecided depends on the clock. `cargo xtask agree` counts on as many programs as
//! one likes what every method answers, what it refuses and why.

use sextant_agree::{Method, Tally, examine};

/// The programs of these seeds, each in every language that has what it uses.
const SEEDS: std::ops::Range<u64> = 1..13;
const INPUTS: usize = 20;

/// Those whose answers take no search for inputs.
const METHODS: [Method; 4] = [Method::Paths, Method::Trace, Method::Back, Method::Prove];

#[test]
fn answers_are_those_of_execution() {
    if std::process::Command::new("clang").arg("--version").output().is_err() {
        println!("skipped: clang is not installed");
        return;
    }
    let mut tally = Tally::default();
    SEEDS.for_each(|seed| examine(seed, INPUTS, &METHODS, &mut tally));
    println!("{}{}", tally.table(), tally.times_text());
    let wrong: Vec<String> = tally
        .mistakes
        .iter()
        .map(|mistake| format!("{} {}: {}", mistake.method.name(), mistake.language.name(), mistake.class()))
        .collect();
    assert!(wrong.is_empty(), "{}\n{}", tally.reasons_text(), wrong.join("\n"));
    assert!(tally.unusable.is_empty(), "{:?}", tally.unusable);
}
