//! What symbols stand for.

use std::sync::Arc;

/// What a symbol stands for. Two symbols of a table are one exactly if they have the same origin and the same sort;
/// names only show them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// What a user calls by this name: a variable of a call, a part of one, a symbol in quotes.
    Named(Arc<str>),
    /// A value that lies in storage before the execution begins.
    Stored {
        /// Which storage.
        storage: u32,
        /// Which of its values.
        part: u32,
    },
    /// A value of an input stream, from 1, and within which limits it lies; 0 is the array of all of them.
    Read(Stream, u64, Limits),
    /// A value that comes up during an execution and of which nothing is known.
    Unknown {
        /// Why it is not known.
        why: Why,
        /// The name under which it is asked for, or of what has no value.
        name: Arc<str>,
        /// How many there were before, this one included.
        number: u32,
        /// Which of several values.
        part: u32,
        /// Within which limits it lies.
        limits: Limits,
    },
    /// An element that a symbolic subscript left undetermined, in the order in which they came up.
    Undetermined(u32),
    /// The value of a variable at a place where a method forgets what led there.
    Forgotten {
        /// Which place.
        place: u32,
        /// Which variable.
        variable: u32,
    },
    /// What a method needs for itself, by its number in the table.
    Fresh(u32),
}

/// The limits of a type, by a number that stands for it; paths may ask for one value as values of different types.
pub type Limits = u16;

/// Why a value is not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Why {
    /// A function gives it of which nothing else is known.
    Result,
    /// It is the value of something that has none.
    Undefined,
}

/// How the values of an input stream are counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stream {
    /// By values.
    Values,
    /// By characters.
    Bytes,
}

impl Origin {
    /// The origin of what a user calls by a name.
    pub fn named(name: &str) -> Origin {
        Origin::Named(name.into())
    }

    /// What stands before its name where something else has that name, too.
    pub(crate) fn qualifier(&self) -> &'static str {
        match self {
            Origin::Named(_) => "named",
            Origin::Stored { .. } => "stored",
            Origin::Read(..) => "input",
            Origin::Unknown { why: Why::Result, .. } => "result",
            Origin::Unknown { why: Why::Undefined, .. } => "undefined",
            Origin::Undetermined(_) => "undetermined",
            Origin::Forgotten { .. } => "forgotten",
            Origin::Fresh(_) => "fresh",
        }
    }
}
