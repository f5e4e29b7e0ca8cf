//! The flow graph: the one program representation on which every method of evaluation works.
//!
//! A [`FlowProgram`] is [lowered](lower) from a syntax tree or [read] from the Flow text form; both give
//! the same graph. [`print()`] writes the text form, [`dot()`] a picture, [`show_expr`] and [`show_action`]
//! single pieces as the program's own language would spell them.
//!
//! Invariants (checked by [`verify`], whose module lists every rule)
//! - Expressions in a graph have no calls: a call is an [`Instruction`] of its own.
//! - Every block is reachable from the entry block; block numbers shown to the user are ids plus one.
//! - Conditions of the edges of a block are tried in order; `Otherwise` stands last, if at all.
//! - Every cycle passes a statement marker, so that a budget of statements ends every run.
//!
//! Nothing here evaluates, and nothing here does input or output.
//!
//! ```
//! use sextant_base::Sources;
//! use sextant_flow::{LoopForest, print, read, verify};
//!
//! let text = "\
//! flow DOWN(n: int) -> int
//!   node 1
//!     n := n - 1
//!     edge 1 -> 1: n > 0
//!     edge 1 -> 2: else
//!   node 2
//!     return n
//! ";
//! let mut sources = Sources::new();
//! let id = sources.add("down.flow", text);
//! let (program, diagnostics) = read(&sources, id);
//! assert!(diagnostics.is_empty());
//! assert_eq!(verify(&program), Ok(()));
//! let graph = program.procedures.iter().next().unwrap();
//! assert_eq!(LoopForest::of(graph).loops.len(), 1);
//! // What is printed is read back.
//! let id = sources.add("again.flow", print(&program));
//! assert_eq!(print(&read(&sources, id).0), print(&program));
//! ```

mod digraph;
mod dominators;
mod dot;
mod executable;
mod graph;
mod inline;
mod joins;
mod keys;
mod loops;
mod lower;
mod names;
mod operands;
mod paths;
mod promote;
mod render;
mod show;
mod steering;
mod text;
mod tidy;
mod typing;
mod unchanged;
mod undefined;
mod uses;
mod verify;
mod walk;

pub use dominators::Dominators;
pub use dot::dot;
pub use executable::{executable, under_contract};
pub use graph::{
    Action, Block, BlockId, Condition, Edge, FlowGraph, FlowProgram, Instruction, Terminator, TransferHead,
    TransferItem,
};
pub use inline::{NotInline, inlined, inlined_in_order};
pub use joins::{Joins, Usefulness};
pub use keys::{Key, align};
pub use loops::{Loop, LoopForest};
pub use lower::lower;
pub use names::StorageNames;
pub use operands::any_in;
pub use paths::{Head, PathExpressions, PathId, PathNode, PathTable};
pub use promote::{Premise, Promoted, Surroundings, promoted};
pub use show::{complement, show_action, show_expr};
pub use text::{print, print_graph, read};
pub use typing::suits::suits_parameter;
pub use undefined::{UndefinedReference, undefined_references};
pub use uses::{
    Numbers, asks_for_argument, globals_of, mentioned, mentioned_at_end, mentioned_by, mentioned_in,
    numbers_of, speaks_of_bounds, tells_objects_apart, uses,
};
pub use verify::verify;
pub use walk::{
    assigns, called, each_assigned, instructions, instructions_of, named_as_values, predecessors, reached,
    successors,
};
