//! The typed tree of a C program: all its files, linked.
//!
//! Invariants
//! - Every conversion is explicit; every name is an id; `p->x` is a member of `*p`, `a[i]` is `*(a + i)`.
//! - An expression is a value unless its kind says that it is a place.
//! - Initial values are flat: each says at which byte it goes. String literals and static variables of functions are
//!   globals.
//! - Trees are at most [`sextant_syntax::DEEPEST_NESTING`] levels deep.

mod expr;
mod init;
mod stmt;

use sextant_base::{IdVec, Span, typed_id};

use crate::types::{TypeId, Types};
pub(crate) use expr::{ARITHMETIC, COMPARISONS, operator, word};
pub use expr::{ArithmeticOp, Callee, CastKind, Expr, ExprKind, UnaryOp};
pub use init::{Constant, ConstantBase, ConstantItem, Initial, InitialItem, InitialValue};
pub use stmt::{Stmt, StmtKind};

typed_id!(
    /// A function of the program.
    FunctionId,
    "function"
);
typed_id!(
    /// A variable that lives as long as the program.
    GlobalId,
    "global"
);
typed_id!(
    /// A parameter or variable of a function.
    LocalId,
    "local"
);
typed_id!(
    /// A label of a function.
    LabelId,
    "label"
);

/// A program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Its types.
    pub types: Types,
    /// The functions that are defined or used.
    pub functions: IdVec<FunctionId, Function>,
    /// The variables that are defined or used, and string literals.
    pub globals: IdVec<GlobalId, Global>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its type, a [`crate::types::Type::Function`].
    pub ty: TypeId,
    /// Whether only its own file sees it.
    pub is_static: bool,
    /// Whether it is defined in the bundled library, not by the program.
    pub library: bool,
    /// Its body; `None` if it is not defined in the program.
    pub body: Option<Body>,
    /// Where it is declared: its head.
    pub span: Span,
}

/// What a function does.
#[derive(Clone, Debug)]
pub struct Body {
    /// The parameters in order.
    pub parameters: Vec<LocalId>,
    /// Those of them that are `restrict`.
    pub restricted: Vec<LocalId>,
    /// Parameters and variables.
    pub locals: IdVec<LocalId, Local>,
    /// The labels.
    pub labels: IdVec<LabelId, Label>,
    /// The statements.
    pub statements: Vec<Stmt>,
    /// The closing brace.
    pub end: Span,
}

/// A label of a function.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// Whether its address is taken.
    pub addressed: bool,
}

impl LabelId {
    /// The number that stands for the label's address: no label has that of the null pointer.
    pub fn address(self) -> u32 {
        self.0 + 1
    }
}

/// A parameter or variable of a function.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name; that of a variable that the program does not name is empty.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its alignment, where it is not that of the type.
    pub align: Option<u64>,
    /// Whether its address is taken.
    pub addressed: bool,
    /// Of a parameter declared as an array: the number of elements, if it is told.
    pub elements: Option<Expr>,
    /// Where it is declared.
    pub span: Span,
}

/// A variable that lives as long as the program.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name; for a static variable of a function, with that of the function in front; for a literal, a number.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its alignment, where it is not that of the type.
    pub align: Option<u64>,
    /// What kind of thing it is.
    pub kind: GlobalKind,
    /// Whether it cannot be changed.
    pub constant: bool,
    /// Whether something outside of the program may change it at any time.
    pub volatile: bool,
    /// Whether it is defined in the bundled library, not by the program.
    pub library: bool,
    /// What it holds at the start where that is not zero; `None` if it is not defined in the program.
    pub initial: Option<Vec<ConstantItem>>,
    /// Where it is declared.
    pub span: Span,
}

impl Global {
    /// A variable that is not defined yet.
    pub(crate) fn new(name: String, ty: TypeId, kind: GlobalKind, library: bool, span: Span) -> Global {
        Global { name, ty, align: None, kind, constant: false, volatile: false, library, initial: None, span }
    }
}

/// What kind of thing a global is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalKind {
    /// A variable that all files see.
    External,
    /// A variable that one file sees.
    Static,
    /// A static variable of a function.
    Local,
    /// A string literal or compound literal.
    Literal,
}
