//! Blocks, instructions and edges.

use sextant_base::{IdVec, Span, typed_id};
use sextant_syntax::{
    Argument, Expr, External, ExternalId, Language, OutputItem, Place, ProcId, StatementInfo,
    StatementNumber, Type, VarId, Variable,
};

typed_id!(
    /// A block of a flow graph. Users see its number, which is one more.
    BlockId,
    "b"
);

impl BlockId {
    /// The number shown to users, from 1.
    pub fn number(self) -> u32 {
        self.0 + 1
    }
}

/// A program as flow graphs.
#[derive(Clone, PartialEq, Debug)]
pub struct FlowProgram {
    /// Where it comes from.
    pub language: Language,
    /// One graph for each procedure.
    pub procedures: IdVec<ProcId, FlowGraph>,
    /// Variables that procedures share by name.
    pub externals: IdVec<ExternalId, External>,
}

impl FlowProgram {
    /// The procedure of a name, whatever the case of its letters.
    pub fn procedure_named(&self, name: &str) -> Option<ProcId> {
        self.procedures.ids().find(|&id| self.procedures[id].name.eq_ignore_ascii_case(name))
    }
}

/// The flow graph of one procedure.
#[derive(Clone, PartialEq, Debug)]
pub struct FlowGraph {
    /// The procedure's name.
    pub name: String,
    /// Its parameters in order.
    pub parameters: Vec<VarId>,
    /// Parameters, local variables, and temporaries made by lowering (their names contain a dot).
    pub variables: IdVec<VarId, Variable>,
    /// The type of the returned value.
    pub returns: Option<Type>,
    /// The blocks; in source order as far as there is one.
    pub blocks: IdVec<BlockId, Block>,
    /// Where execution begins.
    pub entry: BlockId,
    /// The numbered statements; entry `n` describes statement `n + 1`.
    pub statements: Vec<StatementInfo>,
    /// The procedure's head.
    pub span: Span,
}

/// A basic block: instructions, then a choice of what follows.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Done in order.
    pub instructions: Vec<Instruction>,
    /// Where control goes then.
    pub terminator: Terminator,
}

/// One instruction with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// What it does.
    pub action: Action,
    /// Where it comes from.
    pub span: Span,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// A numbered statement begins here: it is counted, traced and stepped.
    Statement(StatementNumber),
    /// The place gets the value.
    Assign(Place, Expr),
    /// The procedure runs; its value goes to the variable.
    Call {
        /// Who is called.
        procedure: ProcId,
        /// With what.
        arguments: Vec<Argument>,
        /// What gets the returned value.
        result: Option<VarId>,
    },
    /// The place gets the next value of the input stream.
    Read(Place),
    /// The item goes to the output stream.
    Write(OutputItem),
    /// The condition is added to the path condition.
    Assume(Expr),
    /// Whether the condition follows from the path condition is reported.
    Prove(Expr),
    /// An error where the condition does not hold.
    Assert(Expr),
}

/// Where control goes after a block.
#[derive(Clone, PartialEq, Debug)]
pub enum Terminator {
    /// The first edge whose condition holds. If none does, that is an error of the program.
    Edges(Vec<Edge>),
    /// Back to the caller.
    Return(Option<Expr>),
    /// The program ends.
    Stop,
}

/// A way out of a block.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// When it is taken.
    pub condition: Condition,
    /// What is done on the way.
    pub actions: Vec<Instruction>,
    /// Where it leads.
    pub to: BlockId,
}

/// When an edge is taken.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// Always: the only edge of its block.
    Always,
    /// When the expression holds and no edge before it was taken.
    When(Expr),
    /// When no edge before it was taken.
    Otherwise,
}
