//! Programs, procedures and their variables.

use sextant_base::{IdVec, Span, typed_id};

use crate::{Expr, Stmt, Type};

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
    /// The Flow text form of a flow graph.
    Flow,
}

/// A whole program.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The language of the source.
    pub language: Language,
    /// Its procedures in source order.
    pub procedures: IdVec<ProcId, Procedure>,
    /// Variables that procedures share by name.
    pub externals: IdVec<ExternalId, External>,
}

impl Program {
    /// The procedure of a name, whatever the case of its letters.
    pub fn procedure_named(&self, name: &str) -> Option<ProcId> {
        self.procedures.ids().find(|&id| self.procedures[id].name.eq_ignore_ascii_case(name))
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

    /// The variable of a name, whatever the case of its letters.
    pub fn variable_named(&self, name: &str) -> Option<VarId> {
        self.variables.ids().find(|&id| self.variables[id].name.eq_ignore_ascii_case(name))
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

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Storage {
    /// In the argument.
    Parameter,
    /// In the activation of its procedure.
    Automatic,
    /// In the program, one for all activations.
    Static,
    /// In the program, shared by name.
    External(ExternalId),
}
