//! What can come of running the machine.

use std::fmt;

use sextant_base::Span;
use sextant_expr::TermId;
use sextant_syntax::StatementNumber;

/// Why the machine stopped.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// A condition depends on symbols; answer with [`State::answer`](crate::State::answer).
    Ask(Question),
    /// A PROVE statement; record the verdict with [`State::record_proof`](crate::State::record_proof).
    Prove {
        /// What is to follow from the path condition.
        condition: TermId,
        /// The PROVE statement.
        span: Span,
    },
    /// A statement is about to be executed (only when asked for).
    Statement(StatementNumber),
    /// A mark of the code: where ways come together, where a loop begins or is left, a point (only when asked for).
    Joined(u32),
    /// A stretch of statements has been executed: a chance to look at the clock.
    Breath,
    /// The path has ended.
    Ended(Ending),
}

/// A condition whose truth the machine does not know.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// As the program computed it.
    pub condition: TermId,
    /// What hangs on it.
    pub kind: QuestionKind,
    /// Where it comes from.
    pub span: Span,
}

/// What hangs on a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuestionKind {
    /// The way control takes.
    Branch,
    /// Whether an operation is allowed: `false` ends the path with the error.
    Check(ErrorKind),
    /// Which element a symbolic subscript means (only when subscripts are split into cases).
    Subscript,
    /// An assumption: it is added to the path condition, or refused when it contradicts it.
    Assume,
}

/// Errors of the executed program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ErrorKind {
    /// A divisor is zero.
    DivisionByZero,
    /// A subscript lies outside the bounds of its array.
    SubscriptRange,
    /// A variable or element is used before it has a value.
    Uninitialised,
    /// A result does not fit its type.
    Overflow,
    /// The same, as people who know C call it.
    SignedOverflow,
    /// An ASSERT does not hold.
    AssertionFailed,
    /// No alternative of a choice holds.
    NoAlternative,
    /// A READ finds no more input.
    EndOfInput,
    /// A function ended without RETURN(value).
    NoReturnValue,
    /// The bounds of an array make no sense or make it too large.
    BadBounds,
    /// An argument lies outside the domain of a function.
    Domain,
    /// An allocatable, pointer or optional argument without storage is used.
    NoStorage,
    /// What is allocated has storage already.
    HasStorage,
    /// A statement on a file fails, and the program does not take care of it.
    Transfer,
    /// The null pointer is followed.
    NullPointer,
    /// An address lies outside the object it is meant to be in.
    OutOfBounds,
    /// A variable is used whose activation has ended.
    DanglingPointer,
    /// An address is followed that is no multiple of what its type asks for.
    Misaligned,
    /// Storage is used that was given back.
    UseAfterFree,
    /// An address of no object is followed.
    InvalidPointer,
    /// Storage is given back twice.
    DoubleFree,
    /// What is given back was not allocated.
    InvalidFree,
    /// Storage that nothing leads to any more was not given back.
    Leak,
    /// A constant is changed.
    ConstantWritten,
    /// The distance of a shift is negative or not less than the width.
    BadShift,
    /// A real does not fit the integer type it is converted to.
    BadConversion,
    /// Source and destination of a copy overlap.
    Overlap,
    /// Code is reached that must not be.
    UnreachableReached,
    /// The program gives up.
    Aborted,
}

impl ErrorKind {
    /// The stable name used in machine-readable output, and the words for users.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            ErrorKind::DivisionByZero => ("division-by-zero", "division by zero"),
            ErrorKind::SubscriptRange => ("subscript-range", "subscript out of bounds"),
            ErrorKind::Uninitialised => ("uninitialised", "use of an undefined value"),
            ErrorKind::Overflow => ("overflow", "fixed-point overflow"),
            ErrorKind::SignedOverflow => ("overflow", "signed overflow"),
            ErrorKind::AssertionFailed => ("assertion-failed", "assertion does not hold"),
            ErrorKind::NoAlternative => ("no-alternative", "no alternative of the choice holds"),
            ErrorKind::EndOfInput => ("end-of-input", "no more input"),
            ErrorKind::NoReturnValue => ("no-return-value", "function ends without a value"),
            ErrorKind::BadBounds => ("bad-bounds", "unusable array bounds"),
            ErrorKind::Domain => ("domain", "argument outside the domain of a function"),
            ErrorKind::NoStorage => ("no-storage", "use of a variable without storage"),
            ErrorKind::HasStorage => ("has-storage", "allocation of what is allocated already"),
            ErrorKind::Transfer => ("input-output", "input or output fails"),
            ErrorKind::NullPointer => ("null-pointer", "use of a null pointer"),
            ErrorKind::OutOfBounds => ("out-of-bounds", "access outside of an object"),
            ErrorKind::DanglingPointer => {
                ("dangling-pointer", "use of a variable whose block or function has ended")
            }
            ErrorKind::Misaligned => {
                ("misaligned-pointer", "use of a pointer that is not aligned for its type")
            }
            ErrorKind::UseAfterFree => ("use-after-free", "use of storage after it was freed"),
            ErrorKind::InvalidPointer => ("invalid-pointer", "use of an address that belongs to no object"),
            ErrorKind::DoubleFree => ("double-free", "storage freed twice"),
            ErrorKind::InvalidFree => ("invalid-free", "free of an address that was not allocated"),
            ErrorKind::Leak => ("leak", "storage never freed"),
            ErrorKind::ConstantWritten => ("constant-written", "write into a constant object"),
            ErrorKind::BadShift => ("bad-shift", "shift by a negative number or by the width or more"),
            ErrorKind::BadConversion => {
                ("bad-conversion", "conversion of a number that the type cannot hold")
            }
            ErrorKind::Overlap => ("overlapping-copy", "copy between overlapping objects"),
            ErrorKind::UnreachableReached => ("unreachable-reached", "code reached that must not be"),
            ErrorKind::Aborted => ("aborted", "program aborts"),
        }
    }

    /// Whether a number does not fit its integer type.
    pub fn is_overflow(self) -> bool {
        matches!(self, ErrorKind::Overflow | ErrorKind::SignedOverflow)
    }

    /// The stable name used in machine-readable output.
    pub fn name(self) -> &'static str {
        self.words().0
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words().1)
    }
}

/// How a path ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ending {
    /// The called procedure returned.
    Returned,
    /// A STOP.
    Stopped,
    /// An error of the program.
    Error {
        /// Which.
        kind: ErrorKind,
        /// Where.
        span: Span,
        /// The variable it is about, where there is one.
        subject: Option<String>,
    },
    /// An assumption contradicts the path condition.
    Refused {
        /// The ASSUME.
        span: Span,
    },
    /// The path has as many statements as it may have.
    OutOfStatements,
    /// Procedures are nested as deeply as they may be.
    OutOfDepth {
        /// The call that went too deep.
        span: Span,
    },
    /// Something this tool cannot execute.
    Unsupported {
        /// Where.
        span: Span,
        /// What.
        what: String,
    },
}
