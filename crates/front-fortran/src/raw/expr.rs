//! Expressions as written.

use sextant_base::Span;
use sextant_syntax::BinaryOp as Meaning;

use super::{Label, Name, TypeSpec};

/// An expression or a reference.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
    /// Levels of the tree, this one included.
    pub depth: usize,
}

/// What an expression is.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// `12`, `12_8`: decimal digits without a sign. Labels in I/O controls (`END=10`) and formats (`READ 10`) are
    /// written so, too.
    Int {
        /// The digits.
        digits: String,
        /// `_8`
        kind: Option<KindSuffix>,
    },
    /// `1.5`, `1.5E3`, `1.5D3`, `1.5_rk`, without a sign.
    Real {
        /// Digits, point and exponent in capital letters, such as `1.5D+3`; no kind and no blanks.
        text: String,
        /// `_rk`
        kind: Option<KindSuffix>,
    },
    /// `(1.0, -2.0)`: the parts are constants or names, perhaps with a sign.
    Complex(Box<Expr>, Box<Expr>),
    /// `.TRUE.`
    Logical {
        /// Its value.
        value: bool,
        /// `_4`
        kind: Option<KindSuffix>,
    },
    /// `'it''s'` or `"it's"`.
    Char {
        /// The characters, doubled quotes undone.
        value: String,
        /// `ck_'…'`
        kind: Option<KindSuffix>,
    },
    /// `4HABCD`
    Hollerith(String),
    /// `Z'FF'`, `'FF'X`
    Boz {
        /// The base.
        radix: Radix,
        /// The digits in capital letters, all of them digits of that base.
        digits: String,
    },
    /// A name alone: a variable, a whole array, a named constant, a procedure, a function without arguments.
    Name(Name),
    /// `base(…)`: an element, a section, a substring, a call, a structure constructor. `a(i)(1:2)` is an `Apply` of
    /// an `Apply`.
    Apply(Box<Expr>, Vec<Argument>),
    /// `base%name`
    Component(Box<Expr>, Name),
    /// An operator in front.
    Unary(UnaryOp, Box<Expr>),
    /// An operator between.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Parentheses are kept: `CALL P((X))` passes a copy of `X`, and `(A+B)+C` may not be reordered.
    Paren(Box<Expr>),
    /// `(/ … /)` or `[ … ]`, perhaps with `type ::` in front of the items.
    ArrayConstructor {
        /// `real(8) ::`
        ty: Option<Box<TypeSpec>>,
        /// The values.
        items: Vec<Item>,
    },
}

/// What stands behind the `_` of a constant.
#[derive(Clone, PartialEq, Debug)]
pub enum KindSuffix {
    /// `_8`
    Digits(u32),
    /// `_rk`: a named constant.
    Name(Name),
}

/// The base of a BOZ constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Radix {
    /// `B'01'`
    Binary,
    /// `O'17'`
    Octal,
    /// `Z'FF'` or `X'FF'`
    Hexadecimal,
}

impl Radix {
    /// Its number.
    pub fn base(self) -> u32 {
        match self {
            Radix::Binary => 2,
            Radix::Octal => 8,
            Radix::Hexadecimal => 16,
        }
    }
}

/// An operator with one operand.
#[derive(Clone, PartialEq, Debug)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `.NOT.`
    Not,
    /// `.name.`; the name is without its dots.
    Defined(Name),
}

/// An operator with two operands.
#[derive(Clone, PartialEq, Debug)]
pub enum BinaryOp {
    /// One of the language.
    Intrinsic(&'static Operator),
    /// `.name.`; the name is without its dots.
    Defined(Name),
}

/// An operator of the language with two operands.
#[derive(PartialEq, Debug)]
pub struct Operator {
    /// Its spellings; the first is the one that is shown.
    pub spellings: &'static [&'static str],
    /// How tightly it binds.
    pub level: u8,
    /// What it does; `.EQV.` and `.NEQV.` compare truth values.
    pub meaning: Meaning,
}

const fn operator(spellings: &'static [&'static str], level: u8, meaning: Meaning) -> Operator {
    Operator { spellings, level, meaning }
}

/// All operators of the language; of two where one begins with the other the longer stands first.
pub static OPERATORS: [Operator; 16] = [
    operator(&["**"], 9, Meaning::Power),
    operator(&["*"], 8, Meaning::Multiply),
    operator(&["//"], 6, Meaning::Concatenate),
    operator(&["/=", ".NE."], 5, Meaning::NotEqual),
    operator(&["/"], 8, Meaning::Divide),
    operator(&["+"], 7, Meaning::Add),
    operator(&["-"], 7, Meaning::Subtract),
    operator(&["==", ".EQ."], 5, Meaning::Equal),
    operator(&["<=", ".LE."], 5, Meaning::LessEqual),
    operator(&["<", ".LT."], 5, Meaning::Less),
    operator(&[">=", ".GE."], 5, Meaning::GreaterEqual),
    operator(&[">", ".GT."], 5, Meaning::Greater),
    operator(&[".AND."], 3, Meaning::And),
    operator(&[".OR."], 2, Meaning::Or),
    operator(&[".EQV."], 1, Meaning::Equal),
    // `.XOR.` belongs to some dialects.
    operator(&[".NEQV.", ".XOR."], 1, Meaning::NotEqual),
];

/// One thing in the parentheses behind a name.
#[derive(Clone, PartialEq, Debug)]
pub struct Argument {
    /// `keyword =`
    pub keyword: Option<Name>,
    /// What is given.
    pub value: ArgumentValue,
    /// Where it stands, the keyword included.
    pub span: Span,
}

/// What is given as an argument or subscript.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::large_enum_variant)] // sections are common, and boxes would burden every reader of them
pub enum ArgumentValue {
    /// A value, a variable, a subscript.
    Expr(Expr),
    /// `low:high:stride`, each of them optional: a section or a substring. In ALLOCATE, bounds.
    Range {
        /// Before the first colon.
        low: Option<Expr>,
        /// Behind the first colon.
        high: Option<Expr>,
        /// Behind the second colon.
        stride: Option<Expr>,
    },
    /// `*10`, or `&10` and `$10` of some dialects: where an alternate return goes. Only in CALL.
    AlternateReturn(Label),
}

/// One of the things of an I/O list, of the variables of a DATA statement or of an array constructor.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A value or a variable.
    Value(Expr),
    /// `(items, i = from, to, step)`
    Loop(Box<ImpliedDo>),
}

/// `(items, i = from, to, step)`
#[derive(Clone, PartialEq, Debug)]
pub struct ImpliedDo {
    /// What is repeated.
    pub items: Vec<Item>,
    /// How.
    pub control: DoControl,
    /// The parentheses and what is in them.
    pub span: Span,
    /// Levels of the tree, this one included.
    pub depth: usize,
}

/// `variable = from, to, step`
#[derive(Clone, PartialEq, Debug)]
pub struct DoControl {
    /// The variable that counts.
    pub variable: Name,
    /// Its first value.
    pub from: Expr,
    /// Its limit.
    pub to: Expr,
    /// Its step; 1 if absent.
    pub step: Option<Expr>,
}
