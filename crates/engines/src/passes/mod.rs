//! Syntax-directed symbolic execution in passes, after Ghezzi and Jazayeri.
//!
//! A procedure is a tree of [`Node`]s. Each node has an inherited environment (what holds before it) and a
//! synthesised one (what holds after it); an environment is a set of [`Case`]s, each a constraint with a table of
//! values. A pass walks the tree once. A loop node keeps the cases that enter it once more for the next pass, so
//! that pass `i` finishes the paths with `i - 1` iterations in all.
//!
//! The tree says the order of visits; what a statement does to a case is what the machine does: a case holds a state, which
//! stands at a point of the flow graph, and each node stands for points of it ([`SyntaxTree`]).
//!
//! Invariants
//! - The procedures of the paper are followed step by step; every assignment to an attribute can be recorded.
//! - A case that stands outside of a node passes it by; one that stands inside of it when a loop has been gone through
//!   waits for the next pass.
//! - Cases whose constraint the solver refutes are dropped at each choice.
//! - Arrays are shown as histories, newest last; an entry for the same subscript supersedes the older one.
//! - A jump hands its cases to the inherited environment of its label; what stands before the jump gets them in the next
//!   pass.

mod count;
mod environment;
mod evaluator;
mod execution;
mod numbering;
mod show;
mod structure;
mod termination;
mod tree;

pub use environment::{Assignment, Case, History};
pub use evaluator::{Config, Given, Message, MessageKind, Passes, Record, ShownCase, run};
pub use structure::Source;
pub use tree::{Node, NodeKind, SyntaxTree};
