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

/// A data edit descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DataEdit {
    /// Its letters.
    pub kind: EditKind,
    /// `w`; 0 means the least that holds the value, and for an `A` alone the item's own length.
    pub width: u32,
    /// `.m` or `.d`
    pub digits: Option<u32>,
    /// `Ee`
    pub exponent: Option<u32>,
}

/// Which data edit descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EditKind {
    /// `Iw.m`
    Integer,
    /// `Bw.m`
    Binary,
    /// `Ow.m`
    Octal,
    /// `Zw.m`
    Hexadecimal,
    /// `Fw.d`
    Fixed,
    /// `Ew.dEe`
    Exponent,
    /// `Dw.d`
    Double,
    /// `ENw.dEe`
    Engineering,
    /// `ESw.dEe`
    Scientific,
    /// `Gw.dEe`
    General,
    /// `Lw`
    Logical,
    /// `Aw`
    Character,
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
}

impl DataEdit {
    /// The width of the field, where the descriptor alone says it.
    pub fn width(self) -> Option<usize> {
        (self.width > 0).then_some(self.width as usize)
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
