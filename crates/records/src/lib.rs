//! Fortran records: how values become lines and lines become values, character for character as gfortran does it.
//!
//! Pure functions and small state machines over concrete values. Writers and readers are plain cloneable data: they
//! hold no closure and no borrow between two calls, so that a machine can be suspended, cloned and resumed in the
//! middle of a data transfer. A value that is a symbol is written as a field of its own ([`Value::Opaque`]) and read
//! back as the error kind [`IoErrorKind::Symbolic`], which leaves it to the caller.
//!
//! Absent on purpose: units, files, positions of files; expressions; printing.

mod decimal;
mod error;
mod format;
mod internal;
mod line;
mod read;
mod value;
mod write;

pub use error::{IoError, IoErrorKind, SymbolicRead};
pub use format::{Control, Cursor, DataEdit, EditKind, Format, FormatError, Next, Sign, Step};
pub use internal::InternalFile;
pub use line::{Field, Line, Piece, Record};
pub use read::{
    Assignment, FormattedReader, Lines, ListReader, NamelistObject, ReadPosition, RecordSource, read_namelist,
};
pub use value::{Type, Value};
pub use write::{Delimiter, FormattedWriter, ListWriter, NamelistItem, write_namelist};
