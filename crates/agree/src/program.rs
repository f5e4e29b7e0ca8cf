//! Programs as they are generated: typed, of no language yet.
//!
//! Invariants: the operands of arithmetic and comparisons are of one type; every variable has a value before it is used;
//! calls lead to procedures of larger numbers only, so that there is no recursion.

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// An integer of so many bits.
    Int {
        /// 8, 16, 32 or 64.
        bits: u8,
        /// Whether it can be negative.
        signed: bool,
    },
    /// A floating point number of 32 or 64 bits.
    Real {
        /// 32 or 64.
        bits: u8,
    },
    /// A truth value.
    Logical,
}

impl Type {
    /// The integers that every language has.
    pub const INT: Type = Type::Int { bits: 32, signed: true };

    /// Whether it is one of integers.
    pub fn is_int(self) -> bool {
        matches!(self, Type::Int { .. })
    }

    /// The least and the largest integer of it.
    pub fn limits(self) -> Option<(i128, i128)> {
        match self {
            Type::Int { bits, signed: true } => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
            Type::Int { bits, signed: false } => Some((0, (1 << bits) - 1)),
            _ => None,
        }
    }
}

/// A scalar variable of a procedure, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(pub usize);

/// What an expression is.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// An integer.
    Int(i64),
    /// A real number in quarters, so that every notation says it exactly.
    Quarters(i64),
    /// A truth value.
    Logical(bool),
    /// A scalar variable.
    Variable(Var),
    /// An element of an array.
    Element(usize, Box<Expr>),
    /// A component of the structure, by its number.
    Field(usize),
    /// The negated number.
    Negated(Box<Expr>),
    /// Arithmetic on two numbers of one type.
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// A comparison of two numbers of one type.
    Compare(Relation, Box<Expr>, Box<Expr>),
    /// The opposite.
    Not(Box<Expr>),
    /// Both; the second is not looked at where the first does not hold.
    And(Box<Expr>, Box<Expr>),
    /// One of them; the second is not looked at where the first holds.
    Or(Box<Expr>, Box<Expr>),
    /// Another number type.
    Converted(Box<Expr>),
    /// A function that the languages know.
    Intrinsic(Intrinsic, Vec<Expr>),
    /// A function of the program.
    Call(usize, Vec<Expr>),
    /// Elements of an array; the expression around it is computed for each of them. Fortran only.
    Part(Section),
    /// One number from those of an expression with parts. Fortran only.
    Reduced(Reduction, Box<Expr>),
}

/// Elements of an array at constant distances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Section {
    /// The array.
    pub array: usize,
    /// The first subscript.
    pub low: i64,
    /// How far the next one is.
    pub step: i64,
    /// How many there are.
    pub count: i64,
}

/// How numbers are put together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// Their sum.
    Sum,
    /// Their product.
    Product,
    /// The largest one.
    Greatest,
    /// The smallest one.
    Least,
}

/// An expression with its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it gives.
    pub ty: Type,
    /// What it is.
    pub kind: Kind,
}

/// Arithmetic with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// The remainder: `%`, `mod`.
    Remainder,
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
}

/// A function that the languages know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intrinsic {
    /// `|x|`
    Abs,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
    /// The bits of both.
    BitAnd,
    /// The bits of either.
    BitOr,
    /// The bits of one of them.
    BitXor,
    /// The bits further up by a constant distance.
    ShiftLeft,
    /// The second where the first holds, else the third.
    Choose,
    /// The amount of the first with the sign of the second.
    Sign,
    /// The square root of `|x|`.
    Root,
}

impl Expr {
    /// A small integer.
    pub fn int(ty: Type, value: i64) -> Expr {
        Expr { ty, kind: Kind::Int(value) }
    }

    /// The value that everything of a type may be replaced by.
    pub fn zero(ty: Type) -> Expr {
        let kind = match ty {
            Type::Int { .. } => Kind::Int(0),
            Type::Real { .. } => Kind::Quarters(0),
            Type::Logical => Kind::Logical(false),
        };
        Expr { ty, kind }
    }

    /// The operands.
    pub fn operands(&self) -> Vec<&Expr> {
        match &self.kind {
            Kind::Int(_)
            | Kind::Quarters(_)
            | Kind::Logical(_)
            | Kind::Variable(_)
            | Kind::Field(_)
            | Kind::Part(_) => Vec::new(),
            Kind::Element(_, one)
            | Kind::Negated(one)
            | Kind::Not(one)
            | Kind::Converted(one)
            | Kind::Reduced(_, one) => vec![one],
            Kind::Arithmetic(_, left, right)
            | Kind::Compare(_, left, right)
            | Kind::And(left, right)
            | Kind::Or(left, right) => vec![left, right],
            Kind::Intrinsic(_, all) | Kind::Call(_, all) => all.iter().collect(),
        }
    }

    /// The operands, to be changed.
    pub fn operands_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            Kind::Int(_)
            | Kind::Quarters(_)
            | Kind::Logical(_)
            | Kind::Variable(_)
            | Kind::Field(_)
            | Kind::Part(_) => Vec::new(),
            Kind::Element(_, one)
            | Kind::Negated(one)
            | Kind::Not(one)
            | Kind::Converted(one)
            | Kind::Reduced(_, one) => vec![one],
            Kind::Arithmetic(_, left, right)
            | Kind::Compare(_, left, right)
            | Kind::And(left, right)
            | Kind::Or(left, right) => vec![left, right],
            Kind::Intrinsic(_, all) | Kind::Call(_, all) => all.iter_mut().collect(),
        }
    }
}

/// Where a value is put.
#[derive(Clone, PartialEq, Debug)]
pub enum Place {
    /// A scalar variable.
    Variable(Var),
    /// An element of an array.
    Element(usize, Expr),
    /// A component of the structure.
    Field(usize),
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Stmt {
    /// The place gets the value.
    Assign(Place, Expr),
    /// One of two lists of statements.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// The statements for each value of a counter from 1 to a bound that is at most the stated number.
    Loop {
        /// It has no value after the loop.
        counter: Var,
        /// The last value.
        to: Expr,
        /// What is done.
        body: Vec<Stmt>,
    },
    /// Each element gets the value of an expression with parts; all values are computed first. Fortran only.
    Whole(Section, Expr),
    /// The same for the elements for which a condition with parts holds, and another value for the others.
    Where(Expr, Section, Expr, Option<Expr>),
    /// A procedure that reverses elements and adds a number to each: an array of its own for it. Fortran only.
    Pass(Section, Expr),
    /// A procedure that changes its first argument.
    Call(usize, Var, Vec<Expr>),
    /// The end of the procedure with a value.
    Return(Expr),
}

/// A scalar variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    /// What it holds.
    pub ty: Type,
    /// Why it is there.
    pub role: Role,
}

/// What a variable is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// An argument, not changed.
    Parameter,
    /// The first argument of a procedure, which it changes.
    Changed,
    /// A variable of its own.
    Local,
    /// The counter of a loop.
    Counter,
    /// A variable that all procedures see.
    Shared,
}

/// An array of a procedure, subscripts from 1 (C: from 0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Array {
    /// Of its elements.
    pub ty: Type,
    /// How many.
    pub extent: i64,
}

/// A procedure. The first one of a program is examined.
#[derive(Clone, PartialEq, Debug)]
pub struct Procedure {
    /// Its scalar variables, parameters first.
    pub variables: Vec<Variable>,
    /// Its arrays; every element has a value before the first statement.
    pub arrays: Vec<Array>,
    /// The types of the components of its structure; none if it has no structure.
    pub fields: Vec<Type>,
    /// What it does.
    pub body: Vec<Stmt>,
    /// What it gives; none if it changes its first argument instead.
    pub result: Option<Expr>,
}

impl Procedure {
    /// The parameters.
    pub fn parameters(&self) -> impl Iterator<Item = (Var, Type)> {
        let all = self.variables.iter().enumerate();
        all.filter(|(_, one)| matches!(one.role, Role::Parameter | Role::Changed))
            .map(|(number, one)| (Var(number), one.ty))
    }
}

/// A program.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// Its procedures; each calls only later ones.
    pub procedures: Vec<Procedure>,
}

impl Program {
    /// The procedure that is examined.
    pub fn main(&self) -> &Procedure {
        &self.procedures[0]
    }

    /// Whether nothing is repeated.
    pub fn is_loop_free(&self) -> bool {
        fn free(statements: &[Stmt]) -> bool {
            statements.iter().all(|statement| match statement {
                Stmt::Loop { .. } => false,
                Stmt::If(_, yes, no) => free(yes) && free(no),
                _ => true,
            })
        }
        self.procedures.iter().all(|procedure| free(&procedure.body))
    }

    /// Whether anything is said of several elements of an array at once.
    pub fn has_sections(&self) -> bool {
        self.has(|expr| matches!(expr.kind, Kind::Part(_) | Kind::Reduced(..)))
            || self.procedures.iter().any(|procedure| any_section(&procedure.body))
    }

    /// Whether solvers are asked about bits, products or reals, which they may not decide.
    pub fn is_hard(&self) -> bool {
        let constant = |expr: &Expr| matches!(expr.kind, Kind::Int(_) | Kind::Quarters(_));
        self.has(|expr| match &expr.kind {
            Kind::Intrinsic(
                Intrinsic::BitAnd | Intrinsic::BitOr | Intrinsic::BitXor | Intrinsic::ShiftLeft,
                _,
            ) => true,
            Kind::Arithmetic(Arithmetic::Multiply, left, right) => !constant(left) && !constant(right),
            Kind::Arithmetic(Arithmetic::Divide | Arithmetic::Remainder, _, right) => !constant(right),
            Kind::Reduced(Reduction::Product, _) => true,
            _ => matches!(expr.ty, Type::Real { .. }),
        })
    }

    /// Whether anything of the program is such an expression.
    pub fn has(&self, wanted: impl Fn(&Expr) -> bool + Copy) -> bool {
        fn inside(expr: &Expr, wanted: impl Fn(&Expr) -> bool + Copy) -> bool {
            wanted(expr) || expr.operands().into_iter().any(|operand| inside(operand, wanted))
        }
        fn any(statements: &[Stmt], wanted: impl Fn(&Expr) -> bool + Copy) -> bool {
            statements.iter().any(|statement| match statement {
                Stmt::Assign(place, expr) => {
                    inside(expr, wanted)
                        || matches!(place, Place::Element(_, subscript) if inside(subscript, wanted))
                }
                Stmt::If(condition, yes, no) => {
                    inside(condition, wanted) || any(yes, wanted) || any(no, wanted)
                }
                Stmt::Loop { to, body, .. } => inside(to, wanted) || any(body, wanted),
                Stmt::Call(_, _, arguments) => arguments.iter().any(|one| inside(one, wanted)),
                Stmt::Where(mask, _, value, other) => {
                    inside(mask, wanted)
                        || inside(value, wanted)
                        || other.iter().any(|other| inside(other, wanted))
                }
                Stmt::Whole(_, expr) | Stmt::Pass(_, expr) | Stmt::Return(expr) => inside(expr, wanted),
            })
        }
        self.procedures.iter().any(|procedure| {
            any(&procedure.body, wanted) || procedure.result.iter().any(|expr| inside(expr, wanted))
        })
    }
}

fn any_section(statements: &[Stmt]) -> bool {
    statements.iter().any(|statement| match statement {
        Stmt::Whole(..) | Stmt::Where(..) | Stmt::Pass(..) => true,
        Stmt::If(_, yes, no) => any_section(yes) || any_section(no),
        Stmt::Loop { body, .. } => any_section(body),
        Stmt::Assign(..) | Stmt::Call(..) | Stmt::Return(_) => false,
    })
}
