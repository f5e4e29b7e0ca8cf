//! Execution state and its transition function.
//!
//! A flow program is compiled to compact [`Code`]; a [`Machine`] runs it on a [`State`] until something happens
//! that the machine cannot or may not settle by itself: a condition that depends on symbols, a PROVE, the end.
//! Whoever drives the machine (an engine, a debugger) then decides, answers, and lets it run on.
//!
//! Invariants
//! - No solver here: the machine settles a condition only when its simplified form is a constant.
//! - Forking a state is cloning it: O(size of one activation), everything else is shared.
//! - The machine is deterministic: the same start and the same answers give the same execution.
//! - An instruction changes nothing before all its questions are answered, so that it can be run again.

mod block;
mod cells;
mod code;
mod content;
mod contract;
mod drive;
mod entry;
mod entry_blocks;
mod files;
mod general;
mod instantiate;
mod landing;
mod memory;
mod merge;
mod outcome;
mod packed;
mod parts;
mod persistent;
mod reliance;
mod spots;
mod state;
mod undefined;
mod value;

mod leads;
mod machine;

pub use block::{Block, BlockKind, Life, Target, address_of, address_of_procedure, target_of};
pub use cells::Cells;
pub use code::{
    Arithmetic, Code, ContentLeaf, LoopCode, Point, Policy, ProcedureCode, VariablePlace, compile,
    compile_with_joins, compile_with_loops, compile_with_points, constant_bounds, constant_int,
    content_bytes, content_leaves, formula_notation, leaves_of, sort_of,
};
pub use content::Content;
pub use drive::{Driver, Next, Unfinished};
pub use entry::{Entry, EntryArgument, EntryBlock, EntryLeaf, EntryText, EntryValue, read_name};
pub use entry_blocks::{ELEMENTS, text_character};
pub use files::{FileAction, FileEvent, Files};
pub use general::{Held, Opaque};
pub use machine::{AskOutside, Machine, ReadFile, Told, Until};
pub use memory::{ArrayObject, Cell, Contents, Dimension, Object, View};
pub use merge::merged;
pub use outcome::{Ending, ErrorKind, Question, QuestionKind, Stop};
pub use parts::{Part, PartValue};
pub use persistent::PersistentVec;
pub use reliance::{Led, Reliance, Reliances};
pub use spots::{Apart, Spot};
pub use state::{Decision, Frame, Output, Proof, RoundingUse, State, Text};
pub use value::{ObjectId, Value};
