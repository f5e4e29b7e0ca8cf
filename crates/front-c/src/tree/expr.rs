//! Expressions.

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::BinaryOp;

use super::{FunctionId, GlobalId, Initial, LabelId, LocalId, Stmt};
use crate::types::{RecordId, TypeId};

/// An expression with its type and place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: TypeId,
    /// Where it stands; for a macro, where it is used.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer, or a pointer that is one (null is 0).
    Int(IBig),
    /// A floating-point number; a `float` is exact here, a `long double` is rounded.
    Real(f64),
    /// A place: a variable of the function.
    Local(LocalId),
    /// A place: a variable of the program.
    Global(GlobalId),
    /// A place: a new object with an initial value, `(struct s){1, 2}`.
    Compound(LocalId, Initial),
    /// A place: what a pointer leads to.
    Deref(Box<Expr>),
    /// A place, if the record is one: a member of it, by its position.
    Member(Box<Expr>, RecordId, usize),
    /// A place: the real or (`true`) imaginary part of a complex number.
    ComplexPart(Box<Expr>, bool),
    /// A function.
    Function(FunctionId),
    /// The value of a place.
    Load(Box<Expr>),
    /// A pointer to a place, or to a function. For an array, it leads to the first element.
    Address(Box<Expr>),
    /// The address of a label: [`LabelId::address`].
    LabelAddress(LabelId),
    /// A conversion to the type of this expression.
    Cast(CastKind, Box<Expr>),
    /// One operand, of the type of the result but for [`UnaryOp::Not`].
    Unary(UnaryOp, Box<Expr>),
    /// Two operands of the type of the result; a shift's second operand has its own type.
    Arithmetic(ArithmeticOp, Box<Expr>, Box<Expr>),
    /// A comparison of two operands of one type; the result is an `int`.
    Compare(BinaryOp, Box<Expr>, Box<Expr>),
    /// `pointer + index`, or `-` if it is negative. The index counts what the pointer leads to.
    Displace {
        /// The pointer.
        pointer: Box<Expr>,
        /// Any integer.
        index: Box<Expr>,
        /// Whether it is subtracted.
        negative: bool,
    },
    /// How many elements one pointer is behind another.
    Distance(Box<Expr>, Box<Expr>),
    /// `a && b`
    And(Box<Expr>, Box<Expr>),
    /// `a || b`
    Or(Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a, b`
    Comma(Box<Expr>, Box<Expr>),
    /// `place = value`; its value is that of the place.
    Assign(Box<Expr>, Box<Expr>),
    /// `place op= value`: computed in a type of its own. What is added to a pointer counts what it leads to.
    Update {
        /// What is changed.
        place: Box<Expr>,
        /// How.
        op: ArithmeticOp,
        /// By what; its type is the one to compute in, but for shifts.
        value: Box<Expr>,
        /// The type to compute in.
        compute: TypeId,
    },
    /// `++`, `--`: the value is the new one, or the one before.
    Step {
        /// What is changed.
        place: Box<Expr>,
        /// `--`
        down: bool,
        /// Whether the value is the one before.
        postfix: bool,
    },
    /// A call.
    Call(Callee, Vec<Expr>),
    /// `({ … })`: statements, then a value.
    Statements(Vec<Stmt>, Option<Box<Expr>>),
    /// `va_arg(list, type of this expression)`
    NextArgument(Box<Expr>),
    /// What cannot be executed; the text says what it is.
    Unsupported(String),
}

/// Who is called.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A function of the program.
    Function(FunctionId),
    /// A function of the compiler, by its name.
    Builtin(String),
    /// What a pointer leads to.
    Pointer(Box<Expr>),
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `-x`
    Negate,
    /// `~x`
    Complement,
    /// `!x`, an `int`; the operand is any scalar.
    Not,
}

/// Operators on numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArithmeticOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
}

/// Comparisons as they are written; a longer sign stands before what it begins with.
pub(crate) const COMPARISONS: [(&str, BinaryOp); 6] = [
    ("<=", BinaryOp::LessEqual),
    (">=", BinaryOp::GreaterEqual),
    ("==", BinaryOp::Equal),
    ("!=", BinaryOp::NotEqual),
    ("<", BinaryOp::Less),
    (">", BinaryOp::Greater),
];

/// Operators on numbers as they are written.
pub(crate) const ARITHMETIC: [(&str, ArithmeticOp); 10] = [
    ("+", ArithmeticOp::Add),
    ("-", ArithmeticOp::Subtract),
    ("*", ArithmeticOp::Multiply),
    ("/", ArithmeticOp::Divide),
    ("%", ArithmeticOp::Remainder),
    ("<<", ArithmeticOp::ShiftLeft),
    (">>", ArithmeticOp::ShiftRight),
    ("&", ArithmeticOp::And),
    ("|", ArithmeticOp::Or),
    ("^", ArithmeticOp::Xor),
];

/// The operator that a table has for a word.
pub(crate) fn operator<Op: Copy>(table: &[(&str, Op)], word: &str) -> Option<Op> {
    table.iter().find(|(known, _)| *known == word).map(|(_, op)| *op)
}

/// The word that a table has for an operator.
pub(crate) fn word<Op: PartialEq>(table: &[(&'static str, Op)], op: Op) -> &'static str {
    table.iter().find(|(_, known)| *known == op).map_or("?", |(word, _)| word)
}

/// Conversions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastKind {
    /// Between numbers and pointers of all kinds, as C has it: modulo the width for integers.
    Convert,
    /// To `_Bool`: whether it is not zero.
    Truth,
    /// To `void`: the value is not used.
    Discard,
    /// To a union: the value becomes its member.
    Union,
}
