//! What `check` says of C functions that may go wrong is what happens when they run.
//!
//! `cargo xtask agree --hazards --programs N` does the same with as many functions as one likes.

use std::process::Command;
use std::time::Duration;

use sextant_agree::{Hazards, hazards};

/// Functions that are checked.
const PROGRAMS: u64 = 6;
/// Time for each. What is not finished by then is no answer, which is never wrong.
const TIMEOUT: Duration = Duration::from_secs(3);

#[test]
fn nothing_else_goes_wrong_than_check_says() {
    if Command::new("gcc").arg("--version").output().is_err() {
        println!("skipped: gcc is not installed");
        return;
    }
    let mut all = Hazards::default();
    for seed in 1..=PROGRAMS {
        all.absorb(hazards(seed, TIMEOUT).expect("the functions are read, compiled and run"));
    }
    assert!(all.wrong.is_empty(), "{}", all.wrong.join("\n"));
    // A judge that never decides is of no use.
    assert!(all.refutations > 0, "{all:?}");
}
