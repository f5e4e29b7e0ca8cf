//! Deciders: every test of this crate in one program.

mod bits;
mod chain;
mod common;
mod distances;
mod exact;
mod floats;
mod functions;
mod limits;
mod linear;
mod simplest;
