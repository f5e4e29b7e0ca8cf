//! Loops that are said to be fusible compute the same when they are made one.
//!
//! `cargo xtask agree --fusions --programs N` does the same with as many pairs as one likes.

use sextant_agree::{Language, fusions};

/// Pairs of loops made from each seed.
const PAIRS: usize = 60;

#[test]
fn fused_loops_compute_the_same() {
    for (language, compiler) in [(Language::C, "gcc"), (Language::Fortran, "gfortran")] {
        if std::process::Command::new(compiler).arg("--version").output().is_err() {
            println!("skipped: {compiler} is not installed");
            continue;
        }
        let (mut pairs, mut claimed) = (0, 0);
        for seed in 1..4 {
            let found = fusions(seed, PAIRS, language).expect("the pairs are compiled and run");
            assert!(found.wrong.is_empty(), "{}", found.wrong.join("\n"));
            (pairs, claimed) = (pairs + found.pairs, claimed + found.claimed);
        }
        // A judge that refuses all is of no use.
        assert!(claimed * 12 > pairs, "{claimed} of {pairs} pairs are claimed");
    }
}
