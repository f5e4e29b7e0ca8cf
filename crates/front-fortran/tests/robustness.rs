//! Damaged programs never lead to a panic, and what is still a program reads back after printing.
//!
//! The same check runs for as long as one likes under `fuzz/`.

#[path = "../../../fuzz/src/fortran.rs"]
mod fortran;
#[path = "../../../fuzz/src/mutate.rs"]
mod mutate;
#[path = "../../../fuzz/src/places.rs"]
mod places;

use std::path::Path;

#[test]
fn damaged_programs_are_read_without_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/syntax/fortran");
    let seeds = mutate::seeds(&[folder.join("ok"), folder.join("err")]);
    let mut random = mutate::Random::new(1957);
    for _ in 0..2000 {
        let text = mutate::mutated(&seeds, &mut random);
        if let Err(failure) = fortran::check(&text) {
            panic!("{failure}\nthe damaged program:\n{text}");
        }
    }
}
