//! Fortran programs that say something of several elements of arrays at once: sections, WHERE, reductions, sections passed
//! to arrays of explicit shape; with reals, overflow, bare subscripts and divisors. What `paths` and `check` answer is what
//! ordinary execution does, and that is what gfortran's program does.
//!
//! `cargo xtask agree --sections --method paths --method check --gcc` does the same on as many programs as one likes.

use sextant_agree::{Method, Tally, compiled, examine_program, generate_sections};

/// Programs that are executed and asked about.
const SEEDS: std::ops::Range<u64> = 1..41;
/// Those that are compiled, too.
const COMPILED: std::ops::Range<u64> = 1..13;
const INPUTS: usize = 12;

#[test]
fn paths_and_checks_are_those_of_execution() {
    let mut tally = Tally::default();
    let mut with_sections = 0;
    for seed in SEEDS {
        let program = generate_sections(seed);
        if program.has_sections() {
            with_sections += 1;
            examine_program(&program, seed, INPUTS, &[Method::Paths, Method::Check], &mut tally);
        }
    }
    let wrong: Vec<String> = tally
        .mistakes
        .iter()
        .map(|mistake| format!("{} seed {}: {}", mistake.method.name(), mistake.seed, mistake.class()))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tally.unusable.is_empty(), "{:?}", tally.unusable);
    assert!(with_sections >= 30, "only {with_sections} programs have sections");
}

#[test]
fn execution_is_that_of_compiled_programs() {
    if std::process::Command::new("gfortran").arg("--version").output().is_err() {
        println!("skipped: gfortran is not installed");
        return;
    }
    let programs = COMPILED.map(|seed| (seed, generate_sections(seed)));
    let wrong: Vec<String> = programs
        .filter(|(_, program)| program.has_sections())
        .flat_map(|(seed, program)| compiled(&program, seed, INPUTS))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
