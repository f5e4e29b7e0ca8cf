//! Syntax-directed symbolic execution in passes, after Ghezzi and Jazayeri.
//!
//! A procedure is a tree of [`Node`]s. Each node has an inherited environment (what holds before it) and a
//! synthesised one (what holds after it); an environment is a set of [`Case`]s, each a constraint with a table of
//! values. A pass walks the tree once. A loop node keeps the cases that enter it once more for the next pass, so
//! that pass `i` finishes the paths with `i - 1` iterations in all.
//!
//! Invariants
//! - The procedures of the paper are followed step by step; every assignment to an attribute can be recorded.
//! - Cases whose constraint the solver refutes are dropped at each `combine`.
//! - Arrays are histories, newest last; an entry for the same subscript supersedes the older one.
//! - A jump hands its cases to the inherited environment of its label; what stands before the jump gets them in the next
//!   pass. Calls are put in line before; a recursive one is unsupported, with its place.

mod count;
mod environment;
mod evaluator;
mod inline;
mod jumps;
mod plain;
mod show;
mod steps;
mod termination;
mod tree;

pub use environment::{Case, Entry, Exit};
pub use evaluator::{Config, Given, Message, MessageKind, Passes, Record, ShownCase, run};
pub use inline::in_line;
pub use plain::plain;
pub use steps::{Attribute, Step};
pub use tree::{Node, NodeKind, SyntaxTree};
