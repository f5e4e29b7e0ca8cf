//! Blocks, instructions and edges.

use sextant_base::{IdVec, Span, typed_id};
use sextant_syntax::{
    Area, AreaId, Argument, BitRange, Claim, Expr, External, ExternalId, Global, GlobalId, Language,
    OutputItem, Place, Primitive, ProcId, Record, RecordId, Rules, StatementInfo, StatementNumber, Transfer,
    Type, VarId, Variable,
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
    /// What its language says of all programs.
    pub rules: Rules,
    /// One graph for each procedure.
    pub procedures: IdVec<ProcId, FlowGraph>,
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
}

impl FlowProgram {
    /// A program without procedures.
    pub fn new(language: Language, rules: Rules) -> Self {
        FlowProgram {
            language,
            rules,
            procedures: IdVec::new(),
            externals: IdVec::new(),
            areas: IdVec::new(),
            records: IdVec::new(),
            globals: IdVec::new(),
            library: Vec::new(),
            main: None,
        }
    }

    /// The procedure of a name, whatever the case of its letters if there is none of exactly that name.
    pub fn procedure_named(&self, name: &str) -> Option<ProcId> {
        let find = |is: fn(&str, &str) -> bool| {
            self.procedures.ids().find(|&id| is(&self.procedures[id].name, name))
        };
        find(|known, name| known == name).or_else(|| find(|known, name| known.eq_ignore_ascii_case(name)))
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

impl Block {
    /// The edges that leave it; none where the procedure or the program ends.
    pub fn edges(&self) -> &[Edge] {
        match &self.terminator {
            Terminator::Edges(edges) => edges,
            Terminator::Return(_) | Terminator::Stop => &[],
        }
    }

    /// Its instructions, those on its edges included.
    pub fn all_instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.instructions.iter().chain(self.edges().iter().flat_map(|edge| &edge.actions))
    }

    /// The conditions of its edges, or the value that it returns.
    pub fn end_expressions(&self) -> impl Iterator<Item = &Expr> {
        let returned = match &self.terminator {
            Terminator::Return(value) => value.as_ref(),
            Terminator::Edges(_) | Terminator::Stop => None,
        };
        self.edges().iter().filter_map(|edge| edge.condition.expression()).chain(returned)
    }
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
    /// The procedure that a parameter stands for runs.
    CallParameter {
        /// The parameter.
        variable: VarId,
        /// With what.
        arguments: Vec<Argument>,
        /// What gets the returned value.
        result: Option<VarId>,
    },
    /// A handle gets new storage, with `low:high` for each dimension.
    Allocate(Place, Vec<(Expr, Expr)>),
    /// The storage of a handle is given back.
    Release(Place),
    /// A handle refers to the storage of another place, or to none.
    PointTo(Place, Option<Place>),
    /// A statement on a file begins; [`Action::TransferItem`]s follow, then [`Action::TransferEnd`].
    TransferBegin(Box<TransferHead>),
    /// The next value of the statement on a file; a place is read into or written.
    TransferItem(TransferItem),
    /// The statement on a file ends. The variable gets its status: 0, a positive number for an error, −1 at the end
    /// of the file, −2 at the end of a record.
    TransferEnd(VarId),
    /// The place gets the next value of the input stream.
    Read(Place),
    /// The item goes to the output stream.
    Write(OutputItem),
    /// The value goes to an address; only some bits of what is there change, or all.
    Store(Expr, Option<BitRange>, Expr),
    /// The procedure at an address runs; its parameters get the values of the arguments.
    CallPointer {
        /// The address.
        callee: Expr,
        /// With what.
        arguments: Vec<Argument>,
        /// What gets the returned value.
        result: Option<VarId>,
    },
    /// Something that only the machine can do; the variable gets the value it has.
    Primitive(Primitive, Vec<Expr>, Option<VarId>),
    /// A variable begins to live, without a value.
    Fresh(VarId),
    /// The life of a variable ends; so it does before it first begins.
    Gone(VarId),
    /// The condition is added to the path condition.
    Assume(Expr),
    /// Whether the condition follows from the path condition is reported.
    Prove(Expr),
    /// An error where the condition does not hold.
    Assert(Expr),
    /// A part of the contract, or a measure of progress; nothing happens here.
    Claim(Claim, Expr),
    /// Something that cannot be executed; the text says what.
    Unsupported(String),
}

/// All of a statement on a file but its items.
pub type TransferHead = Transfer<std::convert::Infallible>;

/// One value of a statement on a file.
#[derive(Clone, PartialEq, Debug)]
pub enum TransferItem {
    /// A value that is written.
    Value(Expr),
    /// A place that is read into, or whose value is written.
    Place(Place),
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

impl Condition {
    /// What must hold, if that is an expression.
    pub fn expression(&self) -> Option<&Expr> {
        match self {
            Condition::When(expression) => Some(expression),
            Condition::Always | Condition::Otherwise => None,
        }
    }
}
