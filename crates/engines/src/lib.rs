//! One folder per method of symbolic evaluation. No method imports another; `invariants` is
//! what two of them share.

pub mod backward;
pub mod compare;
pub mod dynamic;
pub mod follow;
pub mod forward;
pub mod fusion;
pub mod global;
pub mod induction;
mod invariants;
pub mod passes;
pub mod testgen;
pub mod verify;
