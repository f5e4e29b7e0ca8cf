//! What methods answer, instantiated, is what ordinary execution does, on some random programs in every language; and
//! methods on formulas answer nearly all programs without loops.
//!
//! `cargo xtask agree` counts the same on as many programs as one likes.

use std::path::Path;

use sextant_agree::{Language, Method, Tally, examine};

/// The programs of these seeds, each in every language that has what it uses.
const SEEDS: std::ops::Range<u64> = 1..31;
const INPUTS: usize = 20;

/// All but `tree`, which shows what `paths` does.
const METHODS: [Method; 9] = [
    Method::Paths,
    Method::Trace,
    Method::Check,
    Method::Tests,
    Method::Prove,
    Method::Back,
    Method::Passes,
    Method::Compare,
    Method::Summary,
];

/// The share of programs without loops that methods on formulas answer, in percent.
const SHARE: usize = 97;

#[test]
fn answers_are_those_of_execution() {
    if std::process::Command::new("clang").arg("--version").output().is_err() {
        println!("skipped: clang is not installed");
        return;
    }
    let mut tally = Tally::default();
    SEEDS.for_each(|seed| examine(seed, INPUTS, &METHODS, &mut tally));
    println!("{}{}", tally.table(), tally.times_text());
    let mut wrong: Vec<String> = tally
        .mistakes
        .iter()
        .map(|mistake| format!("{} {}: {}", mistake.method.name(), mistake.language.name(), mistake.class()))
        .collect();
    wrong.extend(unknown_refusals(&tally));
    wrong.extend(too_few_answers(&tally));
    assert!(wrong.is_empty(), "{}\n{}", tally.reasons_text(), wrong.join("\n"));
    assert!(tally.unusable.is_empty(), "{:?}", tally.unusable);
}

/// Refusals that are not on the page of refusals.
fn unknown_refusals(tally: &Tally) -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/refusals.md");
    let page = std::fs::read_to_string(page).expect("the page of refusals");
    let known = |refusal: &String| refusal.split_once(": ").is_some_and(|(_, what)| page.contains(what));
    tally.refusals().into_iter().filter(|refusal| !known(refusal)).collect()
}

fn too_few_answers(tally: &Tally) -> Vec<String> {
    let methods = [Method::Prove, Method::Back, Method::Passes, Method::Summary];
    let shares = methods.map(|method| {
        let of = Language::ALL.map(|language| tally.answered(method, language, true));
        let (answered, all) = of.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        (method, answered, all)
    });
    let few = shares.into_iter().filter(|(_, answered, all)| answered * 100 < all * SHARE);
    few.map(|(method, answered, all)| format!("{} answers {answered} of {all}", method.name())).collect()
}
