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
    /// A value of an input stream, from 1; 0 is the array of all of them.
    Read(Stream, u64),
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
        /// The type of what has no value, by a number that stands for it.
        ty: u16,
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

    /// Whether two origins are one value that paths ask for as values of different types. No path meets both, so that
    /// they have one name.
    pub(crate) fn is_alike(&self, other: &Origin) -> bool {
        match (self, other) {
            (Origin::Read(..), Origin::Read(..)) => self == other,
            (
                Origin::Unknown { why, name, number, part, .. },
                Origin::Unknown {
                    why: other_why,
                    name: other_name,
                    number: other_number,
                    part: other_part,
                    ..
                },
            ) => (why, name, number, part) == (other_why, other_name, other_number, other_part),
            _ => false,
        }
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
