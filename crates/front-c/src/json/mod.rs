//! clang's JSON tree as plain data.
//!
//! Invariants
//! - The document is read once, in its order: clang writes the file of a place only where it differs from that of the
//!   place written before.
//! - Trees may be of any depth here; whoever builds on them sets the limit.
//! - Texts are borrowed from the document where they have no escapes.

mod files;
mod node;
mod place;
mod reader;

pub(crate) use files::{FileId, Files};
pub(crate) use node::{Flag, Node, Reference, TypeText};
pub(crate) use place::Point;
pub(crate) use reader::read;
