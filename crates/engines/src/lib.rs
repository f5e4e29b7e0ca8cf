//! One folder per method of symbolic evaluation. No method imports another.

pub mod backward;
pub mod compare;
pub mod dynamic;
pub mod follow;
pub mod forward;
pub mod global;
pub mod induction;
pub mod passes;
pub mod testgen;
pub mod verify;
