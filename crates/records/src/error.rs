//! What can go wrong in a data transfer, with the numbers and messages that a gfortran program sees.

use crate::format::DataEdit;
use crate::line::Piece;

/// A failure of a data transfer statement.
#[derive(Clone, Debug, PartialEq)]
pub struct IoError {
    /// What failed.
    pub kind: IoErrorKind,
    /// The message, as IOMSG gives its first line.
    pub message: String,
    /// Where in the format's text, if it has to do with the format.
    pub offset: Option<usize>,
}

/// The kinds of failure that a program can tell apart.
#[derive(Clone, Debug, PartialEq)]
pub enum IoErrorKind {
    /// No record is left.
    EndOfFile,
    /// The record is too short, or, on output, too long for its file.
    EndOfRecord,
    /// The format is wrong, or does not suit the item.
    Format,
    /// The characters of a field do not denote a value of the type.
    BadValue,
    /// The value does not fit the type.
    Overflow,
    /// A record of a direct-access file was left too long.
    DirectRecord,
    /// The field holds a value that is not known. The reader stands behind the field.
    Symbolic(Box<SymbolicRead>),
}

/// The columns of an item that hold a value that is not known, and how they are read.
#[derive(Clone, Debug, PartialEq)]
pub struct SymbolicRead {
    /// What stands in the columns.
    pub pieces: Vec<Piece>,
    /// The descriptor; nothing in list-directed and namelist input.
    pub edit: Option<DataEdit>,
    /// The scale factor in force.
    pub scale: i32,
    /// Whether blanks are zeros.
    pub blank_zero: bool,
    /// Whether the decimal point is a comma.
    pub comma: bool,
    /// The record ends before the field does, in a statement that takes notice of it.
    pub short: bool,
}

impl SymbolicRead {
    /// A value of a list.
    pub(crate) fn listed(pieces: Vec<Piece>) -> SymbolicRead {
        SymbolicRead { pieces, edit: None, scale: 0, blank_zero: false, comma: false, short: false }
    }
}

impl IoError {
    /// The columns hold a value that is not known.
    pub(crate) fn symbolic(read: SymbolicRead) -> IoError {
        IoError::new(IoErrorKind::Symbolic(Box::new(read)), "The field holds a value that is not known")
    }

    /// An error of a kind with a message.
    pub fn new(kind: IoErrorKind, message: impl Into<String>) -> IoError {
        IoError { kind, message: message.into(), offset: None }
    }

    /// No record is left.
    pub fn end_of_file() -> IoError {
        IoError::new(IoErrorKind::EndOfFile, "End of file")
    }

    /// The record has no more room, or no more characters.
    pub fn end_of_record() -> IoError {
        IoError::new(IoErrorKind::EndOfRecord, "End of record")
    }

    /// The value that IOSTAT gets.
    pub fn iostat(&self) -> i32 {
        match self.kind {
            IoErrorKind::EndOfFile => -1,
            IoErrorKind::EndOfRecord => -2,
            IoErrorKind::Format => 5006,
            IoErrorKind::BadValue | IoErrorKind::Symbolic(_) => 5010,
            IoErrorKind::Overflow => 5011,
            IoErrorKind::DirectRecord => 5015,
        }
    }
}

impl std::fmt::Display for IoError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for IoError {}
