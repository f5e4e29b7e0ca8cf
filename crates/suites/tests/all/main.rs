//! Suites of whole programs, and how many mutants they find.

mod mutants;
mod suites;
