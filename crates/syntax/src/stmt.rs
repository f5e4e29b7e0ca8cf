//! Statements.

use sextant_base::Span;

use crate::{Argument, BitRange, Expr, LabelId, Place, ProcId, StatementNumber, Transfer, VarId};

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    /// Its number in its procedure; `None` for a statement that only groups others.
    pub number: Option<StatementNumber>,
    /// Labels in front of it.
    pub labels: Vec<LabelId>,
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

impl Stmt {
    /// The statements directly inside this one, in the order of the text, but for the steps of loops.
    pub fn inner(&self) -> Vec<&Stmt> {
        match &self.kind {
            StmtKind::If { then_branch, else_branch, .. } => {
                std::iter::once(&**then_branch).chain(else_branch.as_deref()).collect()
            }
            StmtKind::Select { cases, otherwise } => {
                cases.iter().map(|(_, branch)| branch).chain(otherwise.as_deref()).collect()
            }
            StmtKind::Group(body) | StmtKind::While { body, .. } | StmtKind::Iterate { body, .. } => {
                body.iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

/// What a statement does.
#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// `targets = value`: the value is computed once and given to each target from left to right.
    Assign {
        /// Where the value goes.
        targets: Vec<Place>,
        /// The value.
        value: Expr,
    },
    /// `IF condition THEN … ELSE …`
    If {
        /// A logical expression.
        condition: Expr,
        /// Taken when it holds.
        then_branch: Box<Stmt>,
        /// Taken when it does not.
        else_branch: Option<Box<Stmt>>,
    },
    /// `SELECT; WHEN (…) …; OTHERWISE …; END;` The conditions are tried in order.
    Select {
        /// Conditions with their statements.
        cases: Vec<(Expr, Stmt)>,
        /// Taken when no condition holds; without it, no condition holding is a program error.
        otherwise: Option<Box<Stmt>>,
    },
    /// `DO; … END;`
    Group(Vec<Stmt>),
    /// `DO WHILE (…) UNTIL (…); … END;`
    While {
        /// Tested before each iteration.
        while_condition: Option<Expr>,
        /// Tested after each iteration.
        until_condition: Option<Expr>,
        /// The body.
        body: Vec<Stmt>,
        /// Done after the body and by whoever goes on with the next iteration.
        step: Vec<Stmt>,
    },
    /// `DO variable = …; … END;` The specifications are gone through in order.
    Iterate {
        /// The control variable.
        variable: Place,
        /// Where its values come from.
        specs: Vec<DoSpec>,
        /// The body.
        body: Vec<Stmt>,
    },
    /// Leaves the loop that stands this many loops outside the innermost one.
    Leave(usize),
    /// Goes on with the next iteration of the loop that stands this many loops outside the innermost one.
    NextIteration(usize),
    /// `GO TO`
    Goto(LabelId),
    /// `CALL`
    Call {
        /// Who is called.
        procedure: ProcId,
        /// With what.
        arguments: Vec<Argument>,
    },
    /// `CALL` of a procedure that is a parameter.
    CallParameter {
        /// The parameter.
        variable: VarId,
        /// With what.
        arguments: Vec<Argument>,
    },
    /// Gives new storage to a place of a [`Type::Handle`](crate::Type::Handle).
    Allocate {
        /// What gets it.
        place: Place,
        /// `low:high` for each dimension; empty for a scalar. The characters of a text whose type leaves its length open
        /// are one dimension more, the first.
        bounds: Vec<(Expr, Expr)>,
    },
    /// Gives the storage of a handle back. It is an error if there is none.
    Release(Place),
    /// Lets a handle refer to the storage of another place, or to none.
    PointTo {
        /// The handle.
        handle: Place,
        /// Where it leads.
        target: Option<Place>,
    },
    /// The value goes to an address; its type says how many bytes.
    Store {
        /// The address.
        address: Expr,
        /// Only these bits change.
        bits: Option<BitRange>,
        /// The value.
        value: Expr,
    },
    /// An expression for what it does.
    Evaluate(Expr),
    /// A variable begins to live: it has no value, and its storage if its size is computed.
    Fresh(VarId),
    /// The life of a variable ends: its storage may not be used before it begins to live again.
    Gone(VarId),
    /// `RETURN` or `RETURN(value)`
    Return(Option<Expr>),
    /// Ends the program.
    Stop,
    /// Takes values from the input stream.
    Read(Vec<Place>),
    /// Appends values to the output stream.
    Write(Vec<OutputItem>),
    /// A statement on records of files.
    Transfer(Box<Transfer>),
    /// Adds a condition to the path condition.
    Assume(Expr),
    /// Asks whether a condition follows from the path condition.
    Prove(Expr),
    /// An error where the condition does not hold.
    Assert(Expr),
    /// A part of the procedure's contract, or a measure of progress.
    Claim(Claim, Expr),
    /// Something the front end understands but this system cannot execute; the text says what.
    Unsupported(String),
    /// Does nothing.
    Null,
}

/// One specification of an iterative DO.
#[derive(Clone, PartialEq, Debug)]
pub struct DoSpec {
    /// The first value.
    pub from: Expr,
    /// How it goes on; `None`: the body is done once.
    pub range: Option<DoRange>,
    /// Tested before each iteration.
    pub while_condition: Option<Expr>,
    /// Tested after each iteration.
    pub until_condition: Option<Expr>,
}

impl DoSpec {
    /// From one value to another.
    pub fn counting(from: Expr, to: Expr, by: Option<Expr>) -> DoSpec {
        let range = Some(DoRange { to: Some(to), by });
        DoSpec { from, range, while_condition: None, until_condition: None }
    }
}

/// `TO to BY by`; both are evaluated once, before the first iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct DoRange {
    /// The last value allowed; `None`: no limit.
    pub to: Option<Expr>,
    /// The step; `None`: 1.
    pub by: Option<Expr>,
}

/// What a WRITE shows.
#[derive(Clone, PartialEq, Debug)]
pub enum OutputItem {
    /// A value.
    Value(Expr),
    /// A text, as it stands.
    Text(String),
    /// A new line.
    NewLine,
}

/// What a claim says. None is executed where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// Callers see to it that the condition holds when the procedure is entered.
    Entry,
    /// The procedure sees to it that the condition holds when it returns.
    Exit,
    /// The number is never negative here, and less each time control comes here again.
    Measure,
}
