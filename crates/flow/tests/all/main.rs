//! Flow graphs: every test of this crate in one program.

mod analyses;
mod common;
mod corpus;
mod lower;
mod lower_wide;
mod meaning;
mod path_expressions;
mod text_form;
mod verifier;
mod verifier_wide;
