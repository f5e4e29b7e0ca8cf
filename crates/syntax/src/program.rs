//! Programs, procedures and their variables.

use sextant_base::{IdVec, Span, typed_id};

use crate::{BitRange, Expr, Global, GlobalId, Rules, Stmt, Type};

typed_id!(
    /// A procedure of a program.
    ProcId,
    "proc"
);
typed_id!(
    /// A variable of a procedure.
    VarId,
    "var"
);
typed_id!(
    /// A label of a procedure.
    LabelId,
    "label"
);
typed_id!(
    /// A variable shared by procedures under its name.
    ExternalId,
    "ext"
);
typed_id!(
    /// A record type of a program.
    RecordId,
    "record"
);
typed_id!(
    /// An area of storage that several variables may share.
    AreaId,
    "area"
);
typed_id!(
    /// The number of a statement in its procedure, from 1; the PROCEDURE statement is number 1.
    StatementNumber,
    "s"
);

/// Where a program comes from. It sets defaults of analyses and the look of printed text, never the meaning of
/// the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// PL/I, in the subset that EFFIGY executed.
    Pli,
    /// Fortran, fixed or free form.
    Fortran,
    /// C.
    C,
    /// The Flow text form of a flow graph.
    Flow,
}

impl Language {
    /// How its programs are spelled.
    pub fn notation(self) -> Notation {
        match self {
            Language::Pli => Notation::Pli,
            Language::Fortran => Notation::Fortran,
            Language::C => Notation::C,
            Language::Flow => Notation::Flow,
        }
    }
}

/// How expressions and statements are spelled for people.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// As in PL/I.
    Pli,
    /// As in Fortran.
    Fortran,
    /// As in C.
    C,
    /// As in the Flow text form.
    Flow,
}

/// A whole program, whose procedures are trees or what has been made of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Program<Body = Procedure> {
    /// The language of the source.
    pub language: Language,
    /// What its language says of all programs.
    pub rules: Rules,
    /// Its procedures in source order.
    pub procedures: IdVec<ProcId, Body>,
    /// Variables that procedures share by name.
    pub externals: IdVec<ExternalId, External>,
    /// Static storage that variables share by position.
    pub areas: IdVec<AreaId, Area>,
    /// Record types.
    pub records: IdVec<RecordId, Record>,
    /// Byte-addressed objects.
    pub globals: IdVec<GlobalId, Global>,
    /// Procedures of the language's library.
    pub library: Vec<ProcId>,
    /// Where the program as a whole begins, if it says so.
    pub main: Option<ProcId>,
    /// Parameters that hold addresses and alone lead to what is changed through them.
    pub sole: Vec<(ProcId, VarId)>,
    /// Parameters that hold addresses of what is no object of the caller's program.
    pub handed: Vec<(ProcId, VarId, Handed)>,
    /// Parameters that lead to arrays of a declared size: the procedure, the position, the number of elements over the
    /// parameters, which are symbols of their names. Only the syntax tree has them: who calls from outside gives such arrays.
    pub extents: Vec<(ProcId, usize, Expr)>,
}

/// Why the address in a parameter is none of an object that the caller's program has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Handed {
    /// It leads to a copy of a record that is passed by value.
    Copy,
    /// It leads to where the result of the procedure is put.
    Result,
}

impl<Body> Program<Body> {
    /// A program without procedures, under the plain rules.
    pub fn new(language: Language) -> Self {
        Program {
            language,
            rules: Rules::PLAIN,
            procedures: IdVec::new(),
            externals: IdVec::new(),
            areas: IdVec::new(),
            records: IdVec::new(),
            globals: IdVec::new(),
            library: Vec::new(),
            main: None,
            sole: Vec::new(),
            handed: Vec::new(),
            extents: Vec::new(),
        }
    }
}

impl<Body: Named> Program<Body> {
    /// The procedure of a name, whatever the case of its letters if there is none of exactly that name.
    pub fn procedure_named(&self, name: &str) -> Option<ProcId> {
        let find = |is: fn(&str, &str) -> bool| {
            self.procedures.ids().find(|&id| is(self.procedures[id].name(), name))
        };
        find(|known, name| known == name).or_else(|| find(|known, name| known.eq_ignore_ascii_case(name)))
    }
}

/// What users know by a name.
pub trait Named {
    /// The name as written.
    fn name(&self) -> &str;
}

impl Named for Procedure {
    fn name(&self) -> &str {
        &self.name
    }
}

/// A variable shared by procedures under its name.
#[derive(Clone, PartialEq, Debug)]
pub struct External {
    /// The name.
    pub name: String,
    /// The type; array bounds are constants.
    pub ty: Type,
    /// Values at the start; empty: the variable is an input.
    pub initial: Vec<Expr>,
}

/// Who sees lasting storage by its name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Scope {
    /// Every part of the program.
    #[default]
    Program,
    /// Those who name a file, a module or a COMMON block.
    Unit(String),
    /// One procedure.
    Procedure(String),
}

/// Static storage in which variables lie at given places, as in COMMON and EQUIVALENCE.
#[derive(Clone, PartialEq, Debug)]
pub struct Area {
    /// A name for messages.
    pub name: String,
    /// Who sees it.
    pub scope: Scope,
    /// Its size in bytes.
    pub size: u64,
    /// Whether other procedures may put values into it before the one that is examined is called, so that it is an
    /// input of that one.
    pub shared: bool,
    /// What lies in it, under the names of the procedure that declares it first; ordered, without overlap.
    pub items: Vec<AreaItem>,
    /// Values at the start; a later one replaces an earlier one.
    pub initial: Vec<InitialValue>,
}

/// A variable in an area.
#[derive(Clone, PartialEq, Debug)]
pub struct AreaItem {
    /// Its name.
    pub name: String,
    /// Its type; bounds and lengths are constants.
    pub ty: Type,
    /// Its first byte.
    pub offset: u64,
}

/// A value put into an area at the start, perhaps several times.
#[derive(Clone, PartialEq, Debug)]
pub struct InitialValue {
    /// The first byte.
    pub offset: u64,
    /// A constant of the type that lies there.
    pub value: Expr,
    /// How many times.
    pub count: u64,
    /// The distance in bytes from one time to the next.
    pub stride: u64,
}

/// A record type.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Its name.
    pub name: String,
    /// Its components in order.
    pub components: Vec<Component>,
    /// Its size in bytes.
    pub size: u64,
}

/// A component of a record.
#[derive(Clone, PartialEq, Debug)]
pub struct Component {
    /// Its name.
    pub name: String,
    /// Its type; bounds and lengths are constants.
    pub ty: Type,
    /// Its first byte.
    pub offset: u64,
    /// Only these bits of it.
    pub bits: Option<BitRange>,
}

/// A procedure.
#[derive(Clone, PartialEq, Debug)]
pub struct Procedure {
    /// The name as written.
    pub name: String,
    /// The parameters in order.
    pub parameters: Vec<VarId>,
    /// Parameters and local variables.
    pub variables: IdVec<VarId, Variable>,
    /// The type of the value it returns, if any RETURN has one.
    pub returns: Option<Type>,
    /// Whether it may be active more than once.
    pub recursive: bool,
    /// The statements.
    pub body: Vec<Stmt>,
    /// Names of labels, for messages and printing.
    pub labels: IdVec<LabelId, String>,
    /// Every numbered statement; entry `n` describes statement `n + 1`.
    pub statements: Vec<StatementInfo>,
    /// The PROCEDURE statement.
    pub span: Span,
}

impl Procedure {
    /// What is known of a numbered statement.
    pub fn statement(&self, number: StatementNumber) -> &StatementInfo {
        &self.statements[number.0 as usize - 1]
    }

    /// The number of the END of the procedure: the last one.
    pub fn end_number(&self) -> StatementNumber {
        StatementNumber(self.statements.len() as u32)
    }
}

/// What is known of a numbered statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementInfo {
    /// The statement's own text; for an IF or DO its head only.
    pub span: Span,
}

/// A parameter or local variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    /// The name as first written.
    pub name: String,
    /// The type.
    pub ty: Type,
    /// Where it lives.
    pub storage: Storage,
    /// Values at the start, one per element; the last one is not repeated.
    pub initial: Vec<Expr>,
    /// Where it is declared or first used.
    pub span: Span,
}

impl Variable {
    /// A variable without a value at the start.
    pub fn new(name: impl Into<String>, ty: Type, storage: Storage, span: Span) -> Variable {
        Variable { name: name.into(), ty, storage, initial: Vec::new(), span }
    }

    /// Whether a front end or lowering made it: its name cannot be written in a program, and users never see it.
    pub fn is_made(&self) -> bool {
        self.name.contains('.')
    }
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Storage {
    /// In the argument.
    Parameter,
    /// A parameter with storage of its own, which gets the argument's value.
    Value,
    /// In the activation of its procedure.
    Automatic,
    /// In the program, one for all activations.
    Static,
    /// In the program, shared by name.
    External(ExternalId),
    /// In an area, from this byte on.
    Area(AreaId, u64),
}
