//! Damaged programs never lead to a panic, and what is still a program reads back after printing.
//!
//! The same check runs for as long as one likes under `fuzz/`.

#[path = "../../../fuzz/src/mutate.rs"]
mod mutate;
#[path = "../../../fuzz/src/places.rs"]
mod places;
#[path = "../../../fuzz/src/pli.rs"]
mod pli;

use std::path::Path;

#[test]
fn damaged_programs_are_read_without_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/syntax/pli");
    let seeds = mutate::seeds(&[folder.join("ok"), folder.join("err")]);
    let mut random = mutate::Random::new(1976);
    for _ in 0..4000 {
        let text = mutate::mutated(&seeds, &mut random);
        if let Err(failure) = pli::check(&text) {
            panic!("{failure}\nthe damaged program:\n{text}");
        }
    }
}
