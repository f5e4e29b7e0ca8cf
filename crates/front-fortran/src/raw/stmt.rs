//! Statements and blocks as written.

use sextant_base::Span;

use super::{Argument, Declaration, DoControl, Entry, Expr, InputOutput, Label, Name, TypeSpec};

/// A statement, with all that it holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    /// The label in front.
    pub label: Option<Label>,
    /// What it is.
    pub kind: StmtKind,
    /// The statement as the user sees it, without its label; of a block its first statement only.
    pub head: Span,
    /// The whole of it, up to the end of a block.
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// A specification statement.
    Declare(Declaration),
    /// `FORMAT(…)`: the text from the opening to the closing parenthesis. Blanks outside of constants are removed
    /// if the form is fixed; Hollerith stands in it as written.
    Format {
        /// The text.
        text: String,
        /// The place of the text.
        span: Span,
    },
    /// `ENTRY name(…)`
    Entry(Entry),
    /// `target = value`; perhaps a statement function, see [`super::Unit::specification`].
    Assign {
        /// A variable, an element, a section, a component…
        target: Expr,
        /// The value.
        value: Expr,
    },
    /// `target => value`
    PointerAssign {
        /// The pointer, perhaps with bounds.
        target: Expr,
        /// The target, or `NULL()`.
        value: Expr,
    },
    /// `ASSIGN 10 TO I`
    AssignLabel {
        /// The label.
        target: Label,
        /// The variable.
        variable: Name,
    },
    /// `GO TO 10`
    Goto(Label),
    /// `GO TO (10, 20), I`
    ComputedGoto {
        /// Where to.
        targets: Vec<Label>,
        /// Which of them.
        selector: Expr,
    },
    /// `GO TO I`, `GO TO I, (10, 20)`
    AssignedGoto {
        /// The variable that holds a label.
        variable: Name,
        /// The labels it may hold; empty if none are given.
        targets: Vec<Label>,
    },
    /// `IF (value) 10, 20, 30`: negative, zero, positive.
    ArithmeticIf {
        /// The value.
        value: Expr,
        /// The three labels.
        targets: [Label; 3],
    },
    /// `IF (condition) statement`
    If {
        /// The condition.
        condition: Expr,
        /// The statement; it has no label and is no block.
        then: Box<Stmt>,
    },
    /// A block other than a DO.
    Construct {
        /// `name:`
        name: Option<Name>,
        /// Which, with what it holds.
        kind: Construct,
        /// Its END.
        end: BlockEnd,
    },
    /// `DO …`
    Do {
        /// `name:`
        name: Option<Name>,
        /// `DO 10`
        terminator: Option<Label>,
        /// How often; nothing for a DO without end.
        control: Option<LoopControl>,
        /// What is repeated.
        body: Vec<Stmt>,
        /// How it ends.
        end: DoEnd,
    },
    /// `WHERE (mask) assignment`
    Where {
        /// The mask.
        mask: Expr,
        /// An assignment.
        then: Box<Stmt>,
    },
    /// `FORALL (i = 1:n, mask) assignment`
    Forall {
        /// The indices.
        space: IndexSpace,
        /// An assignment.
        then: Box<Stmt>,
    },
    /// `EXIT`, `EXIT name`
    Exit(Option<Name>),
    /// `CYCLE`, `CYCLE name`
    Cycle(Option<Name>),
    /// `CONTINUE`
    Continue,
    /// `STOP`, `STOP 77`, `ERROR STOP 'text'`
    Stop {
        /// The number or text.
        code: Option<Expr>,
        /// Whether it is an ERROR STOP.
        error: bool,
    },
    /// `PAUSE`
    Pause(Option<Expr>),
    /// `RETURN`, `RETURN 1`
    Return(Option<Expr>),
    /// `CALL p(…)`
    Call {
        /// The procedure: a name, or a component that is a procedure.
        procedure: Expr,
        /// The arguments.
        arguments: Vec<Argument>,
    },
    /// READ, WRITE, OPEN, …
    InputOutput(InputOutput),
    /// `ALLOCATE (real(8) :: a(n), STAT=i)`
    Allocate {
        /// `type ::`
        ty: Option<TypeSpec>,
        /// What is allocated; the bounds of an array are the arguments of an `Apply`.
        objects: Vec<Expr>,
        /// STAT, ERRMSG, SOURCE, MOLD.
        options: Vec<(Name, Expr)>,
    },
    /// `DEALLOCATE (a, STAT=i)`
    Deallocate {
        /// What is given back.
        objects: Vec<Expr>,
        /// STAT, ERRMSG.
        options: Vec<(Name, Expr)>,
    },
    /// `NULLIFY (p, q)`
    Nullify(Vec<Expr>),
    /// `!$sextant assert (condition)` and its like.
    Assertion {
        /// Which.
        kind: Assertion,
        /// What is claimed.
        condition: Expr,
    },
    /// Recognised, but not supported. Reported as a warning.
    Unsupported {
        /// What it is called.
        what: String,
        /// The statements in it, if it is a block.
        body: Vec<Stmt>,
    },
    /// Could not be read. Reported as an error.
    Broken,
}

/// A block other than a DO, without its name and its end.
#[derive(Clone, PartialEq, Debug)]
pub enum Construct {
    /// `IF (…) THEN … ELSE IF (…) THEN … ELSE … END IF`. The first branch is the IF itself; only the last may have no
    /// condition.
    If(Vec<Branch>),
    /// `SELECT CASE (subject)` with its cases in their order.
    Select(Expr, Vec<Case>),
    /// `WHERE (mask) … ELSEWHERE (mask) … ELSEWHERE … END WHERE`. The first branch is the WHERE itself.
    Where(Vec<Branch>),
    /// `FORALL (…) … END FORALL`: assignments, WHEREs and FORALLs.
    Forall(IndexSpace, Vec<Stmt>),
    /// `BLOCK … END BLOCK`, with declarations of its own.
    Block(Vec<Stmt>),
    /// `ASSOCIATE (name => expression, …) … END ASSOCIATE`: the new names with what they stand for, and statements.
    Associate(Vec<(Name, Expr)>, Vec<Stmt>),
}

/// What a directive says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assertion {
    /// An error of the program if it does not hold.
    Assert,
    /// Only what it holds for is looked at.
    Assume,
    /// To be proved.
    Prove,
    /// What a loop keeps.
    Invariant,
    /// Callers see to it.
    Requires,
    /// Holds at every return.
    Ensures,
    /// A number that gets less from turn to turn.
    Measure,
}

impl Assertion {
    /// Every kind with its word.
    pub const WORDS: [(&'static str, Assertion); 7] = [
        ("assert", Assertion::Assert),
        ("assume", Assertion::Assume),
        ("prove", Assertion::Prove),
        ("invariant", Assertion::Invariant),
        ("requires", Assertion::Requires),
        ("ensures", Assertion::Ensures),
        ("measure", Assertion::Measure),
    ];

    /// The word it is written with.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }
}

/// The statement that ends a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockEnd {
    /// Its label: `GO TO` may name it.
    pub label: Option<Label>,
    /// Where it stands; if it is missing (which has been reported), where the block begins.
    pub span: Span,
}

/// One branch of an IF or a WHERE.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// The label of the ELSE IF or ELSE; that of the IF itself is on the statement. None in a WHERE.
    pub label: Option<Label>,
    /// The condition or mask; nothing for a plain ELSE or ELSEWHERE.
    pub condition: Option<Expr>,
    /// The IF, ELSE IF, ELSE, WHERE or ELSEWHERE statement.
    pub head: Span,
    /// The statements.
    pub body: Vec<Stmt>,
}

/// How often a DO repeats.
#[derive(Clone, PartialEq, Debug)]
pub enum LoopControl {
    /// `I = 1, N, 2`: the trip count is computed once.
    Count(DoControl),
    /// `WHILE (condition)`
    While(Expr),
    /// `CONCURRENT (i = 1:n, mask)`
    Concurrent(IndexSpace),
}

/// How a DO ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DoEnd {
    /// `END DO`; its label is that of the DO if the DO names one.
    EndDo(BlockEnd),
    /// The last statement of the body carries the label that the DO names.
    Labelled,
    /// The last statement of the body is another DO that ends with the same labelled statement. That statement
    /// belongs to the innermost of them.
    Shared,
}

/// `(i = 1:n, j = 1:m:2, mask)`
#[derive(Clone, PartialEq, Debug)]
pub struct IndexSpace {
    /// `INTEGER ::` in front.
    pub ty: Option<TypeSpec>,
    /// The indices.
    pub indices: Vec<IndexRange>,
    /// The mask.
    pub mask: Option<Expr>,
}

/// `i = low:high:stride`
#[derive(Clone, PartialEq, Debug)]
pub struct IndexRange {
    /// The index.
    pub name: Name,
    /// First value.
    pub low: Expr,
    /// Last value.
    pub high: Expr,
    /// Step; 1 if absent.
    pub stride: Option<Expr>,
}

/// One CASE.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The values; nothing for CASE DEFAULT.
    pub values: Option<Vec<CaseValue>>,
    /// The CASE statement.
    pub head: Span,
    /// The statements.
    pub body: Vec<Stmt>,
}

/// A value or a range of values of a CASE.
#[derive(Clone, PartialEq, Debug)]
pub enum CaseValue {
    /// `3`
    Value(Expr),
    /// `3:`, `:5`, `3:5`
    Range {
        /// The lower limit.
        low: Option<Expr>,
        /// The upper limit.
        high: Option<Expr>,
    },
}
