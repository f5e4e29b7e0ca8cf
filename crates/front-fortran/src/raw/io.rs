//! I/O statements as written.

use sextant_base::Span;

use super::{Expr, Item, Name};

/// Any I/O statement.
#[derive(Clone, PartialEq, Debug)]
pub struct InputOutput {
    /// Which.
    pub verb: Verb,
    /// What stands in the parentheses behind the verb. The short forms are written in the same way:
    /// `READ 10, X`, `PRINT *, X` and `READ fmt` have one control `FMT` that [`InputOutput::short`] speaks of, and
    /// `REWIND 5` has one control `UNIT`.
    pub controls: Vec<Control>,
    /// Whether the statement is written in its short form, without parentheses.
    pub short: bool,
    /// The list of variables or values.
    pub items: Vec<Item>,
}

/// Which I/O statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names are those of the language
pub enum Verb {
    Read,
    Write,
    Print,
    /// `PUNCH fmt, list`
    Punch,
    /// `TYPE fmt, list`: PRINT of some dialects.
    Type,
    /// `ACCEPT fmt, list`: READ of some dialects.
    Accept,
    Open,
    Close,
    Inquire,
    Rewind,
    Backspace,
    EndFile,
    Flush,
    /// `WAIT(…)`
    Wait,
}

/// `keyword = value`, or a value alone: the first is the unit, the second (of READ and WRITE) the format or the
/// namelist group.
#[derive(Clone, PartialEq, Debug)]
pub struct Control {
    /// `UNIT`, `FMT`, `END`, …
    pub keyword: Option<Name>,
    /// What is given.
    pub value: ControlValue,
    /// Where it stands.
    pub span: Span,
}

/// What a control says.
#[derive(Clone, PartialEq, Debug)]
pub enum ControlValue {
    /// `*`
    Star,
    /// A value, a variable or a label (as a whole number).
    Expr(Expr),
}
