//! Statements on records of files: READ, WRITE, OPEN, … with units, formats and outcomes.

use crate::{Expr, LabelId, Place};

/// A statement on a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Transfer<Item = TransferItem> {
    /// What is done.
    pub operation: Operation,
    /// With which unit.
    pub unit: Unit,
    /// How values are laid out.
    pub layout: Layout,
    /// `REC=`: the number of a record of a file with direct access.
    pub record: Option<Expr>,
    /// Values that say how, such as `FILE=` of OPEN or `ADVANCE=` of WRITE.
    pub settings: Vec<(Setting, Expr)>,
    /// Where INQUIRE puts its answers, and READ the number of characters (`SIZE=`).
    pub answers: Vec<(Setting, Place)>,
    /// What becomes of errors and ends of files.
    pub outcome: Outcome,
    /// What is transferred, in order.
    pub items: Vec<Item>,
}

impl<Item> Transfer<Item> {
    /// A statement without controls and items.
    pub fn new(operation: Operation, unit: Unit, layout: Layout) -> Self {
        Transfer {
            operation,
            unit,
            layout,
            record: None,
            settings: Vec::new(),
            answers: Vec::new(),
            outcome: Outcome::default(),
            items: Vec::new(),
        }
    }
}

/// What is done with a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// Values come from a record.
    Read,
    /// Values go to a record.
    Write,
    /// A unit is connected.
    Open,
    /// A unit is disconnected.
    Close,
    /// A question about a unit or a file.
    Inquire,
    /// To the beginning.
    Rewind,
    /// One record back.
    Backspace,
    /// The file ends here.
    EndFile,
    /// What was written is there for others.
    Flush,
}

/// The unit of a transfer.
#[derive(Clone, PartialEq, Debug)]
pub enum Unit {
    /// The one the language prescribes for reading or writing.
    Standard,
    /// A number.
    Number(Expr),
    /// A text variable, or an array of texts, each a record.
    Internal(Place),
    /// None: a file is asked about by its name.
    ByName,
    /// No file: what the world outside of the program says.
    Outside(Outside),
}

/// What a program can ask of the world outside. Where nobody answers, it is an input of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outside {
    /// The day, as `19760815`.
    Date,
    /// The time of day, as `235959.999`.
    TimeOfDay,
    /// The difference from universal time, as `+0100`.
    Zone,
    /// Year, month, day, minutes from universal time, hours, minutes, seconds, thousandths.
    DateParts,
    /// Seconds since 1970.
    Seconds,
    /// Nanoseconds since the last whole second.
    Nanoseconds,
    /// Microseconds that the program has run.
    Microseconds,
    /// Seconds that the program has run.
    CpuTime,
    /// A clock's ticks.
    Count,
    /// How many ticks there are in a second.
    CountRate,
    /// The last tick before the clock begins again.
    CountMost,
    /// A number from 0 to 1, 1 excluded.
    Random,
    /// How many integers make a seed of random numbers.
    SeedSize,
    /// Such an integer.
    Seed,
    /// How many arguments the command has.
    ArgumentCount,
    /// An argument of the command, or a variable of its environment.
    Argument,
    /// How long it is.
    ArgumentLength,
    /// Whether there is one: 0.
    ArgumentStatus,
}

/// How values are laid out in records.
#[derive(Clone, PartialEq, Debug)]
pub enum Layout {
    /// As they are in storage; no format.
    Unformatted,
    /// List-directed.
    List,
    /// A format known beforehand, with its parentheses.
    Format(String),
    /// A format computed by the program: a text.
    Computed(Expr),
    /// A format chosen by an assigned label: the integer, and the formats with their labels.
    Assigned(Expr, Vec<(u32, String)>),
    /// A namelist: its name and its members with theirs.
    Namelist(String, Vec<(String, Place)>),
}

/// What becomes of errors and ends of files.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// Gets 0, a positive number for an error, −1 at the end of the file, −2 at the end of a record.
    pub status: Option<Place>,
    /// Gets a message where there is one.
    pub message: Option<Place>,
    /// Where to go after an error.
    pub on_error: Option<LabelId>,
    /// Where to go at the end of the file.
    pub on_end: Option<LabelId>,
    /// Where to go at the end of a record.
    pub on_end_of_record: Option<LabelId>,
}

/// What is transferred.
#[derive(Clone, PartialEq, Debug)]
#[expect(clippy::large_enum_variant, reason = "there are few, and boxes would only be in the way")]
pub enum TransferItem {
    /// A value that is written.
    Value(Expr),
    /// A place that is read into, or whose value is written; arrays element by element, records component by component.
    Place(Place),
    /// An implied DO.
    Loop {
        /// The control variable.
        variable: Place,
        /// The first value.
        from: Expr,
        /// The last value.
        to: Expr,
        /// The step; without it, 1.
        by: Option<Expr>,
        /// What is transferred in each iteration.
        items: Vec<TransferItem>,
    },
}

/// Specifiers of file statements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Setting {
    /// `FILE=` and `NAME=`
    File,
    /// `STATUS=`
    Status,
    /// `ACCESS=`
    Access,
    /// `FORM=`
    Form,
    /// `RECL=`
    RecordLength,
    /// `BLANK=`
    Blank,
    /// `POSITION=`
    Position,
    /// `ACTION=`
    Action,
    /// `DELIM=`
    Delimiter,
    /// `PAD=`
    Pad,
    /// `ADVANCE=`
    Advance,
    /// `SIZE=`
    Size,
    /// `EXIST=`
    Exists,
    /// `OPENED=`
    Opened,
    /// `NUMBER=`
    Number,
    /// `NAMED=`
    Named,
    /// `SEQUENTIAL=`
    Sequential,
    /// `DIRECT=`
    Direct,
    /// `FORMATTED=`
    Formatted,
    /// `UNFORMATTED=`
    Unformatted,
    /// `NEXTREC=`
    NextRecord,
    /// `NEWUNIT=`
    NewUnit,
    /// `READ=`
    MayRead,
    /// `WRITE=`
    MayWrite,
    /// `READWRITE=`
    MayReadWrite,
    /// `IOLENGTH=`
    Length,
}
