//! Formats: what FORMAT statements and character formats say.
//!
//! A format is kept flat: the descriptors in order, with the groups' parentheses as steps that know their partners. No
//! depth of nesting needs recursion, and a position in it is a small piece of data ([`Cursor`]).

mod cursor;
mod parse;

pub use cursor::{Cursor, Next};

/// A format that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    pub(crate) steps: Vec<Step>,
    /// The step at which the format is taken up again when items are left.
    pub(crate) reversion: usize,
}

/// One step of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A data edit descriptor with its repeat count.
    Data(u32, DataEdit),
    /// Anything that takes no item.
    Control(Control),
    /// The beginning of a group: how often it is gone through, without limit for `*(…)`, and the step of its end.
    Open(Option<u32>, usize),
    /// The end of the group that begins at the step.
    Close(usize),
}

/// A data edit descriptor. A width of 0 means the least that holds the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum DataEdit {
    /// `Iw.m`
    Integer { width: u32, digits: Option<u32> },
    /// `Bw.m`
    Binary { width: u32, digits: Option<u32> },
    /// `Ow.m`
    Octal { width: u32, digits: Option<u32> },
    /// `Zw.m`
    Hexadecimal { width: u32, digits: Option<u32> },
    /// `Fw.d`
    Fixed { width: u32, decimals: u32 },
    /// `Ew.dEe`
    Exponent { width: u32, decimals: u32, exponent: Option<u32> },
    /// `Dw.d`
    Double { width: u32, decimals: u32 },
    /// `ENw.dEe`
    Engineering { width: u32, decimals: u32, exponent: Option<u32> },
    /// `ESw.dEe`
    Scientific { width: u32, decimals: u32, exponent: Option<u32> },
    /// `Gw.dEe`
    General { width: u32, decimals: Option<u32>, exponent: Option<u32> },
    /// `Lw`
    Logical { width: u32 },
    /// `Aw`, or `A` for the item's own length
    Character { width: Option<u32> },
}

/// A control edit descriptor or a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// Characters written as they stand.
    Literal(Vec<u8>),
    /// `nX` and `TRn`: to the right.
    Skip(u32),
    /// `Tn`: to a column, from 1.
    Tab(u32),
    /// `TLn`: to the left.
    TabLeft(u32),
    /// `/`: the next record.
    Slash,
    /// `:`: ends the transfer if no item is left.
    Colon,
    /// `kP`
    Scale(i32),
    /// `S`, `SP`, `SS`
    Sign(Sign),
    /// `BN` and `BZ`: whether blanks in numeric fields are zeros.
    BlankZero(bool),
    /// `DC` and `DP`: whether the decimal point is a comma.
    DecimalComma(bool),
    /// `$`: the record is not ended.
    Dollar,
}

/// Whether a plus sign is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sign {
    /// `SS`, and the default.
    #[default]
    Suppress,
    /// `SP`
    Plus,
}

/// What is wrong with a format, and where in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// What is wrong.
    pub message: String,
    /// The offset in bytes.
    pub offset: usize,
}

impl Format {
    /// Reads a format from its opening parenthesis to the closing one. What follows it is ignored.
    pub fn parse(text: &[u8]) -> Result<Format, FormatError> {
        parse::parse(text)
    }

    /// The steps in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

impl DataEdit {
    /// The width of the field, where the descriptor alone says it.
    pub fn width(self) -> Option<usize> {
        use DataEdit::*;
        let width = match self {
            Integer { width, .. }
            | Binary { width, .. }
            | Octal { width, .. }
            | Hexadecimal { width, .. } => width,
            Fixed { width, .. } | Exponent { width, .. } | Double { width, .. } => width,
            Engineering { width, .. }
            | Scientific { width, .. }
            | General { width, .. }
            | Logical { width } => width,
            Character { width } => width.unwrap_or(0),
        };
        (width > 0).then_some(width as usize)
    }
}

impl From<FormatError> for crate::IoError {
    fn from(error: FormatError) -> Self {
        crate::IoError {
            kind: crate::IoErrorKind::Format,
            message: error.message,
            offset: Some(error.offset),
        }
    }
}
