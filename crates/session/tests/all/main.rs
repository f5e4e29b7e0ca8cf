//! Sessions over whole programs: every test of this crate in one program, so that the libraries are linked once.

mod backwards;
mod c_commutativity;
mod c_programs;
mod clarke;
mod commutativity;
mod comparison;
mod crossing;
mod debugger;
mod docking;
mod elimination;
mod examples;
mod exports;
mod fortran;
mod fortran_commutativity;
mod harness;
mod inner_nodes;
mod lines;
mod machine;
mod paper;
mod papers;
mod proofs;
mod random;
mod sessions;
mod summaries;
mod walker;
mod workers;
