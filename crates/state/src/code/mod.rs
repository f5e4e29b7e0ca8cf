//! Compact code: what the machine executes instead of walking trees.
//!
//! A register machine. The slots of an activation hold the procedure's variables, then temporaries; a [`Reg`]
//! names a slot or a constant. Instructions are small and flat, so that a concrete loop neither follows pointers
//! nor allocates. Each instruction has a span beside it for messages.

mod arguments;
mod compile;
mod complex;
mod connective;
mod content;
mod expressions;
mod functions;
mod layout;
mod memory;
mod numbers;
mod places;
mod procedure;
mod statements;
mod statics;
mod storage;
mod texts;
mod transfers;

use std::sync::Arc;

use dashu_int::IBig;
use dashu_ratio::RBig;
use rustc_hash::FxHashSet;
use sextant_base::IdVec;
use sextant_expr::{FloatKind, Function, Op, Rounding, Scalar};
use sextant_notation::Notation;
use sextant_syntax::{AreaId, BitRange, Bound, IntType, ProcId, Record, RecordId, StatementNumber, Type};

use crate::ErrorKind;

pub(crate) use arguments::{ArgumentCode, CallSite, Callee, ElementCode};
pub use compile::{compile, compile_with_joins, compile_with_loops, compile_with_points, formula_notation};
pub(crate) use complex::{ComplexCode, ComplexOp};
pub(crate) use connective::Connective;
pub(crate) use content::content_leaf_at;
pub(crate) use content::leaf_prefix;
pub use content::{ContentLeaf, content_bytes, content_leaves};
pub(crate) use layout::{Layout, Leaf, LeafKind, each_element, float_kind, list};
pub use layout::{constant_bounds, leaves_of, sort_of};
pub(crate) use memory::{BlockCode, GlobalCode, PrimitiveCode};
pub use procedure::{LoopCode, Point, ProcedureCode};
pub(crate) use statics::{InputCell, StaticAlias, StaticInput, StaticObject, StaticRun};
pub use storage::constant_int;
pub(crate) use texts::TextFunction;
pub(crate) use transfers::{Handled, ItemCode, LayoutCode, MemberCode, SettingCode, TransferCode, UnitCode};

impl Code {
    /// The integer type that limits values of a type.
    pub(crate) fn range_of(&self, ty: &Type) -> Option<IntType> {
        storage::range(ty, self.policy)
    }
}

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
    /// Whether reals divided by zero and functions outside their domains are errors; otherwise they give what IEEE
    /// 754 says.
    pub real_errors: bool,
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
    /// Integer to real; without a format, to an exact one.
    ToReal(Option<FloatKind>),
    /// Real to a real of another kind.
    ToKind(FloatKind),
    /// Real to integer, towards zero.
    Truncate,
    /// Real to real, towards zero.
    WholePart,
    /// Of a real in base 2.
    Exponent,
    /// Real to the nearest whole real, halves away from zero.
    NearestReal,
    /// Real to the nearest integer, halves away from zero.
    NearestInt,
    /// Real to integer, downwards.
    Floor,
    /// Real to integer, upwards.
    Ceiling,
    /// A function of analysis.
    Function(Function),
    /// Every bit of a two's complement integer.
    BitNot,
    /// The bits that are set, of so many.
    BitCount(u8),
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
    /// Division of reals.
    Quotient,
    /// The remainder with the sign of the dividend.
    Remainder,
    /// The remainder with the sign of the divisor.
    Modulo,
    TransferSign,
    PositiveDifference,
    /// A function of analysis.
    Function(Function),
    BitAnd,
    BitOr,
    BitXor,
    /// To the left, or where negative to the right, in so many bits.
    Shift(u8),
    BitTest,
    /// In so many bits.
    BitSet(u8),
    /// In so many bits.
    BitClear(u8),
    /// Equality of truth values.
    Same,
    And,
    Or,
    Implies,
}

/// Operators of [`Instr::Ternary`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ternary {
    /// The second if the first holds, else the third.
    Choose,
    /// So many bits of the first from a position on.
    BitField,
    /// The lowest bits of the first, the third says how many, rotated to the left; in so many bits.
    Rotate(u8),
}

/// Comparisons.
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
    pub(crate) fn holds<T: PartialOrd>(self, a: T, b: T) -> bool {
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

/// One instruction. `to` is the slot, or the text register, that gets the result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Instr {
    /// A numbered statement begins.
    Statement(StatementNumber),
    /// The slot gets a value, which must be one.
    Move { to: u32, from: Reg },
    /// An operation on one value.
    Unary { op: Unary, to: u32, a: Reg },
    /// An operation on two values.
    Binary { op: Binary, to: u32, a: Reg, b: Reg },
    /// An operation on three values.
    Ternary { op: Ternary, to: u32, a: Reg, b: Reg, c: Reg },
    /// The result is taken modulo the range of an unsigned type.
    Modular { op: Binary, to: u32, a: Reg, b: Reg, ty: IntType },
    /// The value modulo the range of a type.
    Wrap { to: u32, a: Reg, ty: IntType },
    /// A shift in an integer of a type.
    ShiftInt { left: bool, to: u32, a: Reg, count: Reg, ty: IntType },
    /// Entry of [`ProcedureCode::complex`].
    Complex(u32),
    /// The value must fit the type.
    CheckRange { value: Reg, ty: IntType },
    /// The quotient of two integers must fit their type: it is not the least number divided by -1.
    CheckQuotient { a: Reg, b: Reg, ty: IntType },
    /// A real must fit the integer type it was converted to.
    CheckConversion { value: Reg, ty: IntType },
    /// The value at an address.
    Fetch { to: u32, address: Reg, leaf: Leaf, bits: Option<BitRange> },
    /// Puts a value to an address.
    StoreAt { address: Reg, value: Reg, leaf: Leaf, bits: Option<BitRange> },
    /// Storage of so many bytes for a variable; entry of [`ProcedureCode::blocks`].
    AllocateBlock { to: u32, block: u32, bytes: Reg },
    /// The storage of the variable in a slot may not be used any more.
    EndBlock(u32),
    /// The storage of the variable in a slot may be used, and has no values.
    ForgetBlock(u32),
    /// The slot has no value any more.
    Forget(u32),
    /// Entry of [`ProcedureCode::primitives`].
    Primitive(u32),
    /// An index within an array must not be negative and not above a limit.
    Within { index: Reg, limit: u64 },
    /// An address and a distance in bytes. The sum may lie outside of all addresses: then nothing lies there.
    Displace { to: u32, base: Reg, distance: Reg },
    /// An address must be a multiple of a power of two.
    Aligned { address: Reg, align: u64 },
    /// Ways come together here; entry of [`ProcedureCode::joins`].
    Join(u32),
    /// Goes on elsewhere.
    Jump(u32),
    /// Goes on if the condition holds, else jumps.
    Branch { condition: Reg, otherwise: u32 },
    /// A comparison and a branch in one, for loops.
    CompareBranch { comparison: Comparison, a: Reg, b: Reg, otherwise: u32 },
    /// Entry of [`ProcedureCode::connectives`]: where a left operand is known and settles the connective, gives what it
    /// gives and jumps over the right operand; else goes there. Where it asks, the left operand has to be known.
    Settle { connective: u32, asks: bool },
    /// Puts both operands of a connective together.
    Connect(u32),
    /// No edge of the block was taken.
    NoAlternative,
    /// Entry of [`ProcedureCode::calls`].
    Call(u32),
    /// Entry of [`ProcedureCode::primitives`]: back to a place that is marked.
    LongJump(u32),
    /// Back to the caller, with a value if there is one.
    Return(Option<Reg>),
    /// Back to the caller with a text.
    ReturnText(u32),
    /// Back to the caller with the two parts of a complex number.
    ReturnComplex(Reg, Reg),
    /// Back to the caller with so many cells from a place on.
    ReturnCells { base: u32, index: Reg, count: u32 },
    /// The program ends.
    Stop,
    /// An input; under machine arithmetic `range` is its type.
    Read { to: u32, sort: Scalar, range: Option<IntType> },
    /// Writes a value.
    Write(Reg),
    /// Entry of [`ProcedureCode::texts`].
    WriteText(u32),
    /// Ends the line that is written.
    WriteNewLine,
    /// The condition holds, or the path is refused.
    Assume(Reg),
    /// The condition is to be proved.
    Prove(Reg),
    /// The condition must hold.
    Assert(Reg),
    /// Entry of [`ProcedureCode::transfers`].
    TransferBegin(u32),
    /// Entry of [`ProcedureCode::items`].
    TransferItem(u32),
    /// The slot gets the status.
    TransferEnd(u32),
    /// Entry of [`ProcedureCode::texts`].
    Unsupported(u32),
    /// A new object for a variable whose address is taken.
    AllocateScalar(u32),
    /// A new array.
    AllocateArray { to: u32, low: Reg, high: Reg },
    /// The slot names a static object.
    Bind { to: u32, object: u32 },
    /// Narrows an array parameter to the bounds it is declared with.
    Narrow { to: u32, low: Reg, high: Reg },
    /// Storage and a view of it for a variable; entry of [`ProcedureCode::shapes`].
    AllocateShaped { to: u32, shape: u32 },
    /// Sees an argument with the shape its parameter is declared with.
    Associate { slot: u32, shape: u32 },
    /// Storage variables have what they need; what is allocated later lives no longer than its statement.
    PrologueEnd,
    /// Reads the object that the slot refers to.
    LoadIndirect { to: u32, reference: u32 },
    /// Changes the object that the slot refers to.
    StoreIndirect { reference: u32, value: Reg },
    /// Reads an element of a vector.
    LoadElement { to: u32, array: u32, index: Reg },
    /// Changes an element of a vector.
    StoreElement { array: u32, index: Reg, value: Reg },
    /// A bound of an array.
    BoundOf { to: u32, array: u32, bound: Bound },
    /// A bound of a dimension of an array.
    DimensionOf { to: u32, base: u32, dimension: u8, bound: Bound },
    /// The subscript of the first cell of what the slot refers to.
    Origin { to: u32, base: u32 },
    /// The subscript of the first cell of an element; entry of [`ProcedureCode::subscripts`].
    Index { to: u32, base: u32, subscripts: u32 },
    /// The same for an array that begins at a cell.
    IndexWithin { to: u32, base: u32, start: Reg, shape: u32, subscripts: u32 },
    /// So many values further; a value takes so many bytes.
    Advance { to: u32, base: u32, index: Reg, values: u32, bytes: u8 },
    /// Reads a leaf that begins at a cell.
    LoadCell { to: u32, base: u32, index: Reg, leaf: Leaf },
    /// Changes a leaf that begins at a cell.
    StoreCell { base: u32, index: Reg, value: Reg, leaf: Leaf },
    /// So many cells from one place to another.
    CopyCells { to: u32, to_index: Reg, from: u32, from_index: Reg, count: u32 },
    /// A view of a part that begins at a cell.
    ViewCell { to: u32, base: u32, index: Reg, shape: u32 },
    /// A view of a section; entry of [`ProcedureCode::sections`].
    ViewSection { to: u32, base: u32, section: u32 },
    /// The same view so many values further.
    ViewShift { to: u32, base: u32, values: u32, bytes: u8, length: Option<Reg> },
    /// What a handle refers to; the slot refers to the handle.
    Follow { to: u32, handle: u32 },
    /// Whether the slot, or the handle it refers to, has storage.
    HasStorage { to: u32, slot: u32, handle: bool },
    /// What a handle refers to, or nothing.
    FollowIfAny { to: u32, handle: u32 },
    /// Whether two slots refer to the same storage.
    SameStorage { to: u32, a: u32, b: u32 },
    /// New storage for the handle the slot refers to.
    NewStorage { handle: u32, shape: u32 },
    /// The storage of the handle that a slot refers to is given back.
    ReleaseStorage(u32),
    /// The handle gets what the other slot refers to, or nothing; if the other one is a handle too, what that has.
    PointTo { handle: u32, target: Option<u32>, follows: bool },
    /// The length of the text that the slot refers to.
    LengthOf { to: u32, base: u32 },
    /// The bounds of a substring are within a text of a length.
    CheckCharacters { from: Reg, to: Reg, length: Reg },
    /// Entry of [`ProcedureCode::characters`].
    TextConstant { to: u32, text: u32 },
    /// Reads a text that begins at a cell.
    LoadText { to: u32, base: u32, index: Reg, length: Reg },
    /// Changes a text that begins at a cell.
    StoreText { base: u32, index: Reg, length: Reg, from: u32 },
    /// New storage that holds a text, of the length that the text has.
    NewText { to: u32, from: u32 },
    /// One text and then another.
    Concatenate { to: u32, a: u32, b: u32 },
    /// Compares two texts.
    CompareText { comparison: Comparison, to: u32, a: u32, b: u32 },
    /// A function from texts to a number or truth value.
    MeasureText { function: TextFunction, to: u32, a: u32, b: u32, back: Reg },
    /// A function from texts to a text.
    ChangeText { function: TextFunction, to: u32, a: u32, count: Reg },
    /// The second text if the condition holds, else the third.
    ChooseText { to: u32, condition: Reg, a: u32, b: u32 },
    /// The text of one character.
    TextOfCode { to: u32, code: Reg },
}

/// The shape of a variable or part.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ShapeCode {
    /// Of each dimension the bounds.
    pub dimensions: Vec<DimensionCode>,
    /// What an element is made of.
    pub element: Layout,
    /// The length of text elements; without it, that of the argument.
    pub length: Option<Reg>,
}

/// One dimension of a shape.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct DimensionCode {
    pub low: Reg,
    pub high: HighBound,
}

/// The upper bound of a dimension.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum HighBound {
    Given(Reg),
    /// As far as the storage goes.
    Open,
    /// The extent of the argument.
    OfArgument,
}

/// What a section takes of one dimension.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum SelectorCode {
    Subscript(Reg),
    Range(Option<Reg>, Option<Reg>, Option<Reg>),
}

/// A constant of a procedure, before it is put into a table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Constant {
    Int(IBig),
    Bool(bool),
    /// A real as the policy of the run has it.
    Real(RBig, Option<FloatKind>),
    /// A floating-point number by the bits it has as one of 64 bits.
    Float(FloatKind, u64),
    Procedure(ProcId),
    Symbol(String, Scalar),
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

/// The code of a program.
#[derive(Clone, Debug)]
pub struct Code {
    /// One for each procedure of the flow program.
    pub procedures: IdVec<ProcId, Arc<ProcedureCode>>,
    /// Procedures whose text names symbols.
    pub(crate) naming: Vec<ProcId>,
    pub(crate) statics: Vec<StaticObject>,
    /// Objects behind the statics: parts of them under the names of variables.
    pub(crate) aliases: Vec<StaticAlias>,
    /// Names of the externals with their objects, in order.
    pub externals: Vec<(String, crate::ObjectId)>,
    /// Variables in areas that procedures share, with their types and objects, in order.
    pub shared: Vec<SharedVariable>,
    pub(crate) globals: Vec<GlobalCode>,
    /// The record types of the program.
    pub records: IdVec<RecordId, Record>,
    /// The procedure at which the program as a whole begins.
    pub main: Option<ProcId>,
    /// The policy it was compiled for.
    pub policy: Policy,
    /// Which places are marked in it.
    pub(crate) marks: compile::Marks,
    /// Whether bounds in the wrong order make an array without elements; otherwise they are an error.
    pub(crate) empty_arrays: bool,
    /// What it is called that a number does not fit its integer type.
    pub(crate) overflow: ErrorKind,
    /// How values are written for people who know the program.
    pub notation: Notation,
    /// Whether undefined values may be copied and computed with.
    pub(crate) copied_undefined: bool,
    /// The names under which the program asks for values.
    pub(crate) asked: FxHashSet<String>,
}

/// A variable in an area that procedures share.
#[derive(Clone, PartialEq, Debug)]
pub struct SharedVariable {
    /// The name it is declared with.
    pub name: String,
    /// The area.
    pub area: AreaId,
    /// Its position among the items of the area.
    pub item: usize,
    /// Its type.
    pub ty: Type,
    /// Its object.
    pub object: crate::ObjectId,
}
