//! Storage addressed by bytes, as C has it: addresses, what lies at them, what only the machine can do with them.
//!
//! An address is a number of 64 bits: the number of an object in its high bits, a distance in bytes in its low ones.
//! Arithmetic on addresses is arithmetic on these numbers. A simple variable whose address nobody takes is an
//! ordinary variable; any other one has a [`Type::Block`](crate::Type::Block) and is reached by its address only.

use sextant_base::{Span, typed_id};

use crate::{Argument, Expr, InitialValue, IntType, ProcId, Scope, Stmt, Type, VarId};

typed_id!(
    /// A byte-addressed object that lives as long as the program.
    GlobalId,
    "global"
);

/// A byte-addressed object that lives as long as the program. Bytes without an initial value are 0.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// The name, or a name for messages.
    pub name: String,
    /// Who sees it.
    pub scope: Scope,
    /// What lies in it; sizes are constants.
    pub content: Type,
    /// Its size.
    pub bytes: u64,
    /// Whether writing into it is an error.
    pub constant: bool,
    /// Whether other procedures may put values into it before the one that is examined is called, so that it is an
    /// input of that one.
    pub shared: bool,
    /// Values at the start; a later one replaces an earlier one. The values are constants or addresses.
    pub initial: Vec<InitialValue>,
    /// Where it is declared.
    pub span: Span,
}

/// The storage of a variable that is addressed by bytes.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockType {
    /// What lies in it.
    pub content: Type,
    /// Its size; not constant: storage is made where the variable is declared ([`StmtKind::Fresh`](crate::StmtKind::Fresh)).
    pub bytes: Expr,
}

/// Something that has an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Base {
    /// A variable of a [`Type::Block`](crate::Type::Block).
    Variable(VarId),
    /// An object of the program.
    Global(GlobalId),
    /// A procedure.
    Procedure(ProcId),
}

/// Some bits of an integer in memory; bit 0 is the lowest one of the first byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitRange {
    /// The lowest bit.
    pub first: u8,
    /// How many.
    pub width: u8,
}

/// An expression about addresses.
#[derive(Clone, PartialEq, Debug)]
pub enum Memory {
    /// The address of something.
    Address(Base),
    /// `pointer + index * scale` bytes.
    Displace {
        /// An address.
        pointer: Expr,
        /// An integer of any type.
        index: Expr,
        /// Bytes of an element.
        scale: u64,
        /// For elements of an array that is part of a larger object: the greatest index there may be.
        limit: Option<u64>,
    },
    /// `(left - right) / scale`
    Distance {
        /// An address.
        left: Expr,
        /// An address.
        right: Expr,
        /// Bytes of an element.
        scale: u64,
    },
    /// The address itself, which must be a multiple of something: a pointer of its type is followed, and it may come
    /// from one of a type that is less strict.
    Aligned {
        /// The address.
        pointer: Expr,
        /// What it must be a multiple of.
        align: u64,
    },
    /// The value at an address. It has the type of the expression: an integer, a real, or a pointer.
    Fetch {
        /// The address.
        address: Expr,
        /// Only some bits of it.
        bits: Option<BitRange>,
    },
}

impl Memory {
    /// The expressions in it.
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Memory::Address(_) => Vec::new(),
            Memory::Displace { pointer: a, index: b, .. } | Memory::Distance { left: a, right: b, .. } => {
                vec![a, b]
            }
            Memory::Aligned { pointer: address, .. } | Memory::Fetch { address, .. } => vec![address],
        }
    }

    /// The expressions in it, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Memory::Address(_) => Vec::new(),
            Memory::Displace { pointer: a, index: b, .. } | Memory::Distance { left: a, right: b, .. } => {
                vec![a, b]
            }
            Memory::Aligned { pointer: address, .. } | Memory::Fetch { address, .. } => vec![address],
        }
    }

    /// The same with its expressions changed.
    pub fn map(&self, mut change: impl FnMut(&Expr) -> Expr) -> Memory {
        let mut own = self.clone();
        own.parts_mut().into_iter().for_each(|part| *part = change(part));
        own
    }
}

/// An expression that is more than a value: it does something, or leaves something undone. Only in syntax, never
/// in a flow graph.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// `condition ? then : otherwise`; only one of the two is evaluated. With constants it is C's `&&` and `||`.
    Choice {
        /// A truth value.
        condition: Expr,
        /// Where it holds.
        then: Expr,
        /// Where it does not.
        otherwise: Expr,
    },
    /// The value after the statements.
    Sequence(Vec<Stmt>, Expr),
    /// The procedure at an address runs; parameters get the values of the arguments.
    CallPointer(Expr, Vec<Argument>),
    /// Something that only the machine can do.
    Primitive(Primitive, Vec<Expr>),
}

impl Effect {
    /// The expressions directly in it; those of its statements are not among them.
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Effect::Choice { condition, then, otherwise } => vec![condition, then, otherwise],
            Effect::Sequence(_, value) => vec![value],
            Effect::CallPointer(callee, arguments) => {
                std::iter::once(callee).chain(arguments.iter().map(|argument| &argument.expr)).collect()
            }
            Effect::Primitive(_, operands) => operands.iter().collect(),
        }
    }
}

/// A clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// Seconds since the beginning of 1970.
    Seconds,
    /// Nanoseconds since the last of these seconds.
    Nanoseconds,
    /// Microseconds that the program has run.
    Processor,
}

impl Clock {
    /// What its values are called as inputs.
    pub fn name(self) -> &'static str {
        match self {
            Clock::Seconds => "time",
            Clock::Nanoseconds => "nanoseconds",
            Clock::Processor => "clock",
        }
    }

    /// What its values may be: clocks do not stand before 1970 nor many thousand years from now.
    pub fn range(self) -> IntType {
        let bits = match self {
            Clock::Seconds => 40,
            Clock::Nanoseconds => 30,
            Clock::Processor => 48,
        };
        IntType { bits, signed: false }
    }
}

/// What programs want of the world outside the language. Operands are listed in order.
#[derive(Clone, PartialEq, Debug)]
pub enum Primitive {
    /// bytes → the address of new storage; zeroed, or of unknown content.
    Allocate {
        /// Whether all bytes are 0.
        zeroed: bool,
    },
    /// bytes → the address of new storage that lives as long as the activation.
    AllocateLocal,
    /// address: gives storage back that was allocated; 0 is allowed.
    Release,
    /// address → how many bytes the object has whose first byte is there.
    SizeOfObject,
    /// to, from, bytes: copies whatever is there, undefined or not.
    CopyBytes {
        /// Whether the two may overlap.
        overlap: bool,
    },
    /// to, byte, bytes: each byte gets the value.
    FillBytes,
    /// → an unknown value of the type of the expression, with a name for the symbol. It counts as an input.
    Input(String),
    /// address: marks this place there, to be jumped back to → 0, and what a jump brings along when it comes back.
    MarkLanding,
    /// address, value: leaves functions until the one is reached that marked its place at the address; it goes on there.
    LongJump,
    /// → what a clock says: the clock of the system in an ordinary execution, an input under analysis.
    Clock(Clock),
    /// arguments → the value that an unknown procedure of this name returns; it may change all that it can reach.
    Unknown(String),
    /// The same of an unknown procedure that changes nothing.
    Pure(String),
    /// address, bytes: they become inputs.
    MakeInput(String),
    /// stream, address, bytes: written to standard output (1) or to where messages go (2).
    WriteBytes,
    /// stream, address of a format, address of the first of the arguments (8 bytes each) → bytes written.
    Print,
    /// to, limit in bytes, address of a format, address of the first of the arguments → bytes of the whole text.
    PrintText,
    /// → the next byte of standard input, or −1.
    ReadByte,
    /// address of a format, address of the first of the arguments → how many values were read, or −1.
    Scan,
    /// address of a name → the address of new storage with what the file of that name holds, 0 if there is none.
    FileContents,
    /// address of a name, address of the address of the bytes, address of their number: when the program ends, the
    /// file of that name holds them. Where the latter two are 0, there is no such file then.
    KeepFile,
    /// → null: what is looked for in the environment is not there.
    NoEnvironment,
    /// status: ends the program.
    Exit,
    /// The path is of no interest any more (an unreachable or aborting end); the text says how.
    Fail(Failure),
}

/// Why a program fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// An assertion, with its text.
    Assertion(String),
    /// Code that must not be reached.
    Unreachable,
    /// The program gives up.
    Abort,
}
