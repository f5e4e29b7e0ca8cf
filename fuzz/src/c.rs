//! The C reader: any text goes through clang without a panic, and so does any tree that clang might have written.

use std::hash::{DefaultHasher, Hash, Hasher};

use sextant_base::Sources;
use sextant_front_c::{Options, document_of, parse, read_document};

use crate::mutate::{Random, mutated};
use crate::places::places_are_valid;

/// Damaged copies of each tree that are tried.
const COPIES: usize = 20;

/// Tries a text.
pub fn check(text: &str) -> Result<(), String> {
    let mut sources = Sources::new();
    let id = sources.add("input.c", text);
    let (_, diagnostics) = parse(&mut sources, &[id], |_| Options::default());
    places_are_valid(&diagnostics, &sources)
}

/// Tries damaged copies of the tree of a text that clang accepts.
pub fn check_tree(text: &str) -> Result<(), String> {
    let mut sources = Sources::new();
    let id = sources.add("input.c", text);
    let Ok(document) = document_of(&sources, id, &Options::default()) else { return Ok(()) };
    let mut seed = DefaultHasher::new();
    text.hash(&mut seed);
    let mut random = Random::new(seed.finish());
    let document = [String::from_utf8_lossy(&document).into_owned()];
    for _ in 0..COPIES {
        let damaged = mutated(&document, &mut random);
        let (_, diagnostics) = read_document(damaged.as_bytes(), &mut sources, id);
        places_are_valid(&diagnostics, &sources)?;
    }
    Ok(())
}
