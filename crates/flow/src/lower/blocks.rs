//! The builder: a graph under construction, with the block that instructions go to.
//!
//! Blocks are made when something refers to them and entered when their code is reached; the order of
//! entering is the source order. There is no current block after a jump: what follows is unreachable until a
//! block is entered.

use std::collections::BTreeMap;

use sextant_base::{IdVec, Span};
use sextant_syntax::{
    Expr, ExprKind, LabelId, Place, Procedure, Program, StatementNumber, Storage, Type, VarId, Variable,
};

use crate::{Action, BlockId, Condition, Edge, Instruction, Terminator};

/// A block under construction.
#[derive(Default)]
pub(super) struct Draft {
    pub instructions: Vec<Instruction>,
    pub terminator: Option<Terminator>,
    /// Whether an edge leads here.
    pub referenced: bool,
    /// Whether a GO TO leads here: then the block stays a block of its own.
    pub goto_target: bool,
}

/// Where LEAVE and ITERATE lead.
pub(super) struct LoopTargets {
    pub exit: BlockId,
    pub again: BlockId,
}

pub(super) struct Builder<'a> {
    pub program: &'a Program,
    pub source: &'a Procedure,
    pub variables: IdVec<VarId, Variable>,
    pub drafts: IdVec<BlockId, Draft>,
    /// Blocks in the order of entering.
    pub order: Vec<BlockId>,
    pub loops: Vec<LoopTargets>,
    current: Option<BlockId>,
    labels: IdVec<LabelId, BlockId>,
    temporaries: BTreeMap<&'static str, u32>,
    /// The numbered statement that was begun last.
    statement: Option<StatementNumber>,
}

impl<'a> Builder<'a> {
    pub fn new(program: &'a Program, source: &'a Procedure) -> Self {
        let mut drafts = IdVec::new();
        let labels = source.labels.iter().map(|_| drafts.push(Draft::default())).collect();
        Self {
            program,
            source,
            variables: source.variables.clone(),
            drafts,
            order: Vec::new(),
            loops: Vec::new(),
            current: None,
            labels,
            temporaries: BTreeMap::new(),
            statement: None,
        }
    }

    /// Whether control can reach what comes next.
    pub fn is_reachable(&self) -> bool {
        self.current.is_some()
    }

    pub fn new_block(&mut self) -> BlockId {
        self.drafts.push(Draft::default())
    }

    pub fn label_block(&self, label: LabelId) -> BlockId {
        self.labels[label]
    }

    /// Goes on in the block; what came before must have been ended.
    pub fn enter(&mut self, block: BlockId) {
        debug_assert!(self.current.is_none());
        self.order.push(block);
        self.current = Some(block);
    }

    /// Goes on in the block if anything leads to it.
    pub fn enter_if_referenced(&mut self, block: BlockId) {
        if self.drafts[block].referenced {
            self.enter(block);
        }
    }

    /// Falls through into the block.
    pub fn fall_into(&mut self, block: BlockId) {
        self.jump(block);
        self.enter(block);
    }

    /// Falls through into the block, and goes on only if it can be reached.
    pub fn join(&mut self, block: BlockId) {
        self.jump(block);
        self.enter_if_referenced(block);
    }

    pub fn emit(&mut self, action: Action, span: Span) {
        if let Some(current) = self.current {
            self.drafts[current].instructions.push(Instruction { action, span });
        }
    }

    pub fn emit_statement(&mut self, number: Option<StatementNumber>) {
        if let Some(number) = number {
            let span = self.source.statement(number).span;
            self.emit(Action::Statement(number), span);
            self.statement = Some(number);
        }
    }

    /// Marks a further pass of the statement: of its own, or if it has no number, of the one it belongs to.
    pub fn emit_pass(&mut self, number: Option<StatementNumber>) {
        self.emit_statement(number.or(self.statement));
    }

    /// Ends the current block.
    pub fn end(&mut self, terminator: Terminator) {
        let Some(current) = self.current.take() else { return };
        for edge in terminator.edges() {
            self.drafts[edge.to].referenced = true;
        }
        self.drafts[current].terminator = Some(terminator);
    }

    pub fn jump(&mut self, to: BlockId) {
        self.end(Terminator::go(to));
    }

    pub fn branch(&mut self, condition: Expr, holds: BlockId, fails: BlockId) {
        let edges =
            vec![Edge::new(Condition::When(condition), holds), Edge::new(Condition::Otherwise, fails)];
        self.end(Terminator::Edges(edges));
    }

    /// A new variable whose name no program can write: `stem.1`, `stem.2`, ….
    pub fn temporary(&mut self, stem: &'static str, ty: Type, span: Span) -> VarId {
        let count = self.temporaries.entry(stem).or_default();
        *count += 1;
        let name = format!("{stem}.{count}");
        self.variables.push(Variable { name, ty, storage: Storage::Automatic, initial: Vec::new(), span })
    }

    /// Keeps a value in a new temporary; what is returned reads it.
    pub fn keep(&mut self, stem: &'static str, value: Expr) -> Expr {
        let (ty, span) = (value.ty.clone(), value.span);
        let variable = self.temporary(stem, ty.clone(), span);
        self.emit(Action::Assign(Place::Variable(variable), value), span);
        Expr { kind: ExprKind::Load(Place::Variable(variable)), ty, span }
    }
}
