//! Compact code: what the machine executes instead of walking trees.
//!
//! A register machine. The slots of an activation hold the procedure's variables, then temporaries; a [`Reg`]
//! names a slot or a constant. Instructions are small and flat, so that a concrete loop neither follows pointers
//! nor allocates. Each instruction has a span beside it for messages.

mod compile;
mod expressions;
mod storage;

use dashu_int::IBig;
use sextant_base::{IdVec, Span};
use sextant_expr::{Op, Rounding, Scalar};
use sextant_syntax::{Bound, IntType, ProcId, StatementNumber, VarId};

pub use compile::compile;

/// What integers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// All integers, as in the papers.
    Ideal,
    /// Those that fit their type; a result that does not is an error of the program.
    Machine,
}

/// What arithmetic means in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// What integers are.
    pub arithmetic: Arithmetic,
    /// How integer division rounds.
    pub division: Rounding,
}

/// A slot of the activation, or a constant of the procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reg(u32);

impl Reg {
    const CONSTANT: u32 = 1 << 31;

    pub(crate) fn slot(index: u32) -> Reg {
        debug_assert!(index < Reg::CONSTANT);
        Reg(index)
    }

    pub(crate) fn constant(index: usize) -> Reg {
        Reg(index as u32 | Reg::CONSTANT)
    }

    /// The index of a constant, or `Err` with the index of a slot.
    #[inline(always)]
    pub(crate) fn decode(self) -> Result<usize, usize> {
        if self.0 & Reg::CONSTANT != 0 {
            Ok((self.0 & !Reg::CONSTANT) as usize)
        } else {
            Err(self.0 as usize)
        }
    }
}

/// Operators of [`Instr::Unary`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unary {
    Negate,
    Not,
    Abs,
    Sign,
    /// Integer to logical.
    IsNonZero,
    /// Logical to integer.
    ToInt,
}

/// Operators of [`Instr::Binary`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide(Rounding),
    /// PL/I's MOD: the remainder is never negative.
    Mod,
    Power,
    Min,
    Max,
    Compare(Comparison),
    /// Equality of truth values.
    Same,
    And,
    Or,
    Implies,
}

/// Comparisons of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Comparison {
    #[inline(always)]
    pub(crate) fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Comparison::Eq => a == b,
            Comparison::Ne => a != b,
            Comparison::Lt => a < b,
            Comparison::Le => a <= b,
            Comparison::Gt => a > b,
            Comparison::Ge => a >= b,
        }
    }

    pub(crate) fn op(self) -> Op {
        match self {
            Comparison::Eq => Op::Eq,
            Comparison::Ne => Op::Ne,
            Comparison::Lt => Op::Lt,
            Comparison::Le => Op::Le,
            Comparison::Gt => Op::Gt,
            Comparison::Ge => Op::Ge,
        }
    }
}

/// One instruction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Instr {
    /// A numbered statement begins.
    Statement(StatementNumber),
    Move {
        to: u32,
        from: Reg,
    },
    Unary {
        op: Unary,
        to: u32,
        a: Reg,
    },
    Binary {
        op: Binary,
        to: u32,
        a: Reg,
        b: Reg,
    },
    /// The value must fit the type.
    CheckRange {
        value: Reg,
        ty: IntType,
    },
    /// Reads the object that the slot refers to.
    LoadIndirect {
        to: u32,
        reference: u32,
    },
    StoreIndirect {
        reference: u32,
        value: Reg,
    },
    LoadElement {
        to: u32,
        array: u32,
        index: Reg,
    },
    StoreElement {
        array: u32,
        index: Reg,
        value: Reg,
    },
    /// A bound of an array.
    BoundOf {
        to: u32,
        array: u32,
        bound: Bound,
    },
    Jump(u32),
    /// Goes on if the condition holds, else jumps.
    Branch {
        condition: Reg,
        otherwise: u32,
    },
    /// A comparison and a branch in one, for loops.
    CompareBranch {
        comparison: Comparison,
        a: Reg,
        b: Reg,
        otherwise: u32,
    },
    /// No edge of the block was taken.
    NoAlternative,
    /// Entry of [`ProcedureCode::calls`].
    Call(u32),
    Return(Option<Reg>),
    Stop,
    Read {
        to: u32,
        sort: Scalar,
        /// Under machine arithmetic, the type of what is read.
        range: Option<IntType>,
    },
    Write(Reg),
    /// Entry of [`ProcedureCode::texts`].
    WriteText(u32),
    WriteNewLine,
    Assume(Reg),
    Prove(Reg),
    Assert(Reg),
    /// A new object for a variable whose address is taken.
    AllocateScalar {
        slot: u32,
    },
    /// A new array.
    AllocateArray {
        slot: u32,
        low: Reg,
        high: Reg,
    },
    /// The slot names a static object.
    Bind {
        slot: u32,
        object: u32,
    },
    /// Narrows an array parameter to the bounds it is declared with.
    Narrow {
        slot: u32,
        low: Reg,
        high: Reg,
    },
}

/// A constant of a procedure, before it is put into a table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Constant {
    Int(IBig),
    Bool(bool),
    Symbol(String, Scalar),
}

/// A call site.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CallSite {
    pub procedure: ProcId,
    pub arguments: Vec<ArgumentCode>,
    /// The slot for the returned value.
    pub result: Option<u32>,
}

/// How an argument is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum ArgumentCode {
    /// The reference in the slot.
    Reference(u32),
    /// A reference to an element.
    Element { array: u32, index: Reg },
    /// A new object with the value.
    Copy(Reg),
}

/// How a variable is found in an activation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariablePlace {
    /// The slot holds the value.
    Slot(u32),
    /// The slot refers to the object that holds the value, or to the array.
    Object(u32),
}

impl VariablePlace {
    /// The slot, whatever it holds.
    pub fn slot(self) -> u32 {
        match self {
            VariablePlace::Slot(slot) | VariablePlace::Object(slot) => slot,
        }
    }
}

/// The code of one procedure.
#[derive(Clone, Debug)]
pub struct ProcedureCode {
    /// Its name.
    pub name: String,
    pub(crate) instructions: Vec<Instr>,
    pub(crate) spans: Vec<Span>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) texts: Vec<String>,
    pub(crate) calls: Vec<CallSite>,
    /// Slots of the parameters, in order.
    pub(crate) parameters: Vec<u32>,
    /// Where each variable of the flow graph is.
    pub variables: IdVec<VarId, VariablePlace>,
    /// Sort of the element or value a variable's slot stands for.
    pub(crate) slot_sorts: Vec<Scalar>,
    /// Under machine arithmetic, the integer type of the element or value a variable's slot stands for.
    pub(crate) slot_ranges: Vec<Option<IntType>>,
    /// Names of the variables in the first slots.
    pub(crate) slot_names: Vec<String>,
    pub(crate) slot_count: u32,
    pub(crate) returns_value: bool,
    /// The first instruction's index in the numbering of all instructions of the program.
    pub(crate) first_site: usize,
}

/// A static object, allocated before the program starts.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StaticObject {
    pub name: String,
    pub element: Scalar,
    pub array: bool,
    /// Bounds of an array, where they are constants.
    pub bounds: Option<(IBig, IBig)>,
    pub initial: Vec<Constant>,
    /// Whether it is an external without initial value: an input.
    pub input: bool,
    /// Under machine arithmetic, the integer type of the value or element.
    pub range: Option<IntType>,
}

/// The code of a program.
#[derive(Clone, Debug)]
pub struct Code {
    /// One for each procedure of the flow program.
    pub procedures: IdVec<ProcId, ProcedureCode>,
    pub(crate) statics: Vec<StaticObject>,
    /// Names of the externals with their objects, in order.
    pub externals: Vec<(String, crate::ObjectId)>,
    /// The policy it was compiled for.
    pub policy: Policy,
    /// How many instructions all procedures have together.
    pub(crate) site_count: usize,
}
