//! Calls put in line: a procedure as one graph, for methods that look at one graph only.
//!
//! What a parameter stands for takes its place: the argument's own variable, an element whose subscripts are computed
//! before the call, or a variable of its own that holds a copy. Local variables are new in every call, static and
//! shared ones the same in all.
//!
//! Invariants
//! - Variables, blocks and statements of the procedure keep their numbers; those of the called ones come after them.
//! - Nothing is approximated: what cannot be put in line is [`NotInline`], with its place.

mod bounds;
mod rename;

use rustc_hash::FxHashMap;
use sextant_base::{Id, Span};
use sextant_syntax::{
    Argument, Expr, ExprKind, Passing, Place, ProcId, Storage, Type, VarId, Variable, each_place_operand_mut,
    name_in_line, shared_variable,
};

use self::bounds::{Changes, has_constant_bounds};
use self::rename::{copied, renamed};
use crate::{Action, Block, BlockId, Condition, Edge, FlowGraph, FlowProgram, Instruction, Terminator};

/// Blocks of the whole.
const MOST_BLOCKS: usize = 4_000;

/// Why a call cannot be put in line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotInline {
    /// Where.
    pub span: Span,
    /// What.
    pub what: String,
}

fn refuse<T>(span: Span, what: impl Into<String>) -> Result<T, NotInline> {
    Err(NotInline { span, what: what.into() })
}

/// The graph of a procedure with all calls in line; the graph itself if there are none.
pub fn inlined(program: &FlowProgram, procedure: ProcId) -> Result<FlowGraph, NotInline> {
    let mut inliner = Inliner::new(program, procedure);
    let mut at = 0;
    while at < inliner.graph.blocks.len() {
        if let Some(call) = inliner.next_call(BlockId::from_index(at), 0) {
            inliner.call(BlockId::from_index(at), call)?;
        }
        at += 1;
    }
    Ok(inliner.graph)
}

/// The same with its blocks in source order, in which those of a called procedure stand where the call does. Calls that
/// cannot be put in line stay calls.
pub fn inlined_in_order(program: &FlowProgram, procedure: ProcId) -> (FlowGraph, Vec<BlockId>) {
    let mut inliner = Inliner::new(program, procedure);
    let mut at = 0;
    let mut stay = false;
    while at < inliner.graph.blocks.len() {
        let id = BlockId::from_index(at);
        let mut from = 0;
        while let Some(call) = inliner.next_call(id, from) {
            let before = inliner.clone();
            if inliner.call(id, call).is_ok() {
                break;
            }
            (inliner, from, stay) = (before, call + 1, true);
        }
        at += 1;
    }
    if stay && inliner.has_copies() {
        inliner = Inliner::new(program, procedure);
    }
    let Inliner { graph, order, .. } = inliner;
    let mut blocks: Vec<BlockId> = graph.blocks.ids().collect();
    blocks.sort_by_key(|block| &order[block.index()]);
    (graph, blocks)
}

/// What stands for a variable of a called procedure.
#[derive(Clone)]
enum Meaning {
    Place(Place),
    Procedure(ProcId),
}

type Meanings = FxHashMap<VarId, Meaning>;

#[derive(Clone)]
struct Inliner<'p> {
    program: &'p FlowProgram,
    graph: FlowGraph,
    /// For each block the procedures under way in it, innermost last.
    under_way: Vec<Vec<ProcId>>,
    /// For each block its place in the source: that of the calling block, then its own in the called procedure.
    order: Vec<Vec<u32>>,
    /// The number of the last statement before those of a procedure.
    statements: FxHashMap<ProcId, u32>,
    /// Static and shared variables of called procedures.
    lasting: FxHashMap<(ProcId, VarId), VarId>,
    changes: Changes,
}

fn is_call(instruction: &Instruction) -> bool {
    matches!(instruction.action, Action::Call { .. } | Action::CallParameter { .. })
}

impl<'p> Inliner<'p> {
    fn new(program: &'p FlowProgram, procedure: ProcId) -> Self {
        let graph = program.procedures[procedure].clone();
        Inliner {
            program,
            under_way: vec![vec![procedure]; graph.blocks.len()],
            order: (0..graph.blocks.len() as u32).map(|at| vec![at]).collect(),
            graph,
            statements: FxHashMap::from_iter([(procedure, 0)]),
            lasting: FxHashMap::default(),
            changes: Changes::of(program),
        }
    }

    /// The first call of a block from an instruction on.
    fn next_call(&mut self, id: BlockId, from: usize) -> Option<usize> {
        self.calls_on_edges(id);
        let instructions = &self.graph.blocks[id].instructions;
        (from..instructions.len()).find(|&at| is_call(&instructions[at]))
    }

    /// Whether static variables of called procedures have other storage here than where they are called.
    fn has_copies(&self) -> bool {
        let is_copy = |(procedure, id): &(ProcId, VarId)| {
            self.program.procedures[*procedure].variables[*id].storage == Storage::Static
        };
        self.lasting.keys().any(is_copy)
    }

    /// Puts a call of a block in line; what is behind it becomes a block of its own, looked at later.
    fn call(&mut self, id: BlockId, at: usize) -> Result<(), NotInline> {
        let block = &mut self.graph.blocks[id];
        let behind = block.instructions.split_off(at + 1);
        let Some(Instruction { action, span }) = block.instructions.pop() else { return Ok(()) };
        let terminator = std::mem::replace(&mut block.terminator, Terminator::Stop);
        let under_way = self.under_way[id.index()].clone();
        let place = self.order[id.index()].clone();
        let behind = Block { instructions: behind, terminator };
        let after = self.push(behind, under_way.clone(), within(&place, u32::MAX), span)?;
        let (procedure, arguments, result) = match action {
            Action::Call { procedure, arguments, result } => (procedure, arguments, result),
            _ => return refuse(span, "a call of a procedure that is a parameter"),
        };
        if under_way.contains(&procedure) {
            return refuse(span, "a recursive call");
        }
        let mut chain = under_way;
        chain.push(procedure);
        let mut first = std::mem::take(&mut self.graph.blocks[id].instructions);
        let meanings = self.meanings(procedure, &arguments, &mut first, span)?;
        let start = self.body(procedure, &meanings, result, after, (chain, place), span)?;
        self.graph.blocks[id] = Block { instructions: first, terminator: Terminator::go(start) };
        Ok(())
    }

    fn push(
        &mut self,
        block: Block,
        under_way: Vec<ProcId>,
        place: Vec<u32>,
        span: Span,
    ) -> Result<BlockId, NotInline> {
        if self.graph.blocks.len() >= MOST_BLOCKS {
            return refuse(span, "so many calls of calls");
        }
        self.under_way.push(under_way);
        self.order.push(place);
        Ok(self.graph.blocks.push(block))
    }

    /// An edge with calls leads through a block of its own.
    fn calls_on_edges(&mut self, id: BlockId) {
        let Terminator::Edges(edges) = &self.graph.blocks[id].terminator else { return };
        if !edges.iter().any(|edge| edge.actions.iter().any(is_call)) {
            return;
        }
        let mut edges = edges.clone();
        for edge in edges.iter_mut().filter(|edge| edge.actions.iter().any(is_call)) {
            let instructions = std::mem::take(&mut edge.actions);
            self.under_way.push(self.under_way[id.index()].clone());
            // After all that calls of the block make of it.
            let last = vec![u32::MAX; 1 + self.graph.blocks[id].instructions.len()];
            self.order.push([&self.order[id.index()][..], &last].concat());
            edge.to = self.graph.blocks.push(Block { instructions, terminator: Terminator::go(edge.to) });
        }
        self.graph.blocks[id].terminator = Terminator::Edges(edges);
    }

    /// What the variables of a called procedure stand for; what is computed before the call is appended.
    fn meanings(
        &mut self,
        procedure: ProcId,
        arguments: &[Argument],
        before: &mut Vec<Instruction>,
        span: Span,
    ) -> Result<Meanings, NotInline> {
        let program = self.program;
        let callee = &program.procedures[procedure];
        let mut meanings = Meanings::default();
        // Scalars first: the bounds of arrays speak of them.
        for arrays in [false, true] {
            for (argument, &parameter) in arguments.iter().zip(&callee.parameters) {
                let declared = &callee.variables[parameter];
                if declared.ty.is_array() == arrays {
                    let meaning = self.parameter(declared, argument, &meanings, before, span)?;
                    meanings.insert(parameter, meaning);
                }
            }
        }
        for (id, variable) in callee.variables.iter_enumerated() {
            if let std::collections::hash_map::Entry::Vacant(open) = meanings.entry(id) {
                let own = self.variable(procedure, id, variable, before, span)?;
                open.insert(Meaning::Place(Place::Variable(own)));
            }
        }
        Ok(meanings)
    }

    fn parameter(
        &mut self,
        declared: &Variable,
        argument: &Argument,
        meanings: &Meanings,
        before: &mut Vec<Instruction>,
        span: Span,
    ) -> Result<Meaning, NotInline> {
        match (&argument.expr.kind, argument.passing) {
            (ExprKind::Procedure(procedure), _) => Ok(Meaning::Procedure(*procedure)),
            (_, Passing::Absent) => refuse(span, "an optional argument that is absent"),
            (ExprKind::Load(Place::Variable(variable)), Passing::Reference) => {
                let own = &self.graph.variables[*variable];
                let alike = match (&declared.ty, &own.ty) {
                    (Type::Array(_, bounds), Type::Array(_, given)) => {
                        declared.ty.scalar() == own.ty.scalar() && self.same_bounds(bounds, given, meanings)
                    }
                    (declared, own) => declared == own,
                };
                if !alike {
                    return refuse(span, format!("{} seen in another way by its parameter", own.name));
                }
                Ok(Meaning::Place(Place::Variable(*variable)))
            }
            _ if declared.ty.is_array() => refuse(span, "a part of an array as an argument that is an array"),
            (ExprKind::Load(place), Passing::Reference) => {
                let mut place = place.clone();
                // Subscripts are computed once, before the call.
                each_place_operand_mut(&mut place, &mut |subscript| {
                    let kept = self.temporary("at", subscript.ty.clone(), span);
                    let value = std::mem::replace(subscript, load(kept, &subscript.ty, span));
                    before.push(assign(kept, value, span));
                });
                Ok(Meaning::Place(place))
            }
            _ => {
                let copy = self.temporary("argument", declared.ty.clone(), span);
                let value = crate::typing::coerce(argument.expr.clone(), &declared.ty);
                before.push(assign(copy, value, span));
                Ok(Meaning::Place(Place::Variable(copy)))
            }
        }
    }

    /// A variable of the called procedure that is no parameter.
    fn variable(
        &mut self,
        procedure: ProcId,
        id: VarId,
        variable: &Variable,
        before: &mut Vec<Instruction>,
        span: Span,
    ) -> Result<VarId, NotInline> {
        let lasts = variable.storage != Storage::Automatic;
        if let Some(&known) = self.lasting.get(&(procedure, id)).filter(|_| lasts) {
            return Ok(known);
        }
        let own = match shared_variable(&self.graph.variables, variable) {
            Some(own) => own,
            None => {
                if !has_constant_bounds(&variable.ty) {
                    return refuse(span, format!("the bounds of {} in a called procedure", variable.name));
                }
                let name = self.free_name(&self.program.procedures[procedure].name, &variable.name);
                let initial = if lasts { variable.initial.clone() } else { Vec::new() };
                self.graph.variables.push(Variable { name, initial, ..variable.clone() })
            }
        };
        match &variable.initial[..] {
            [] => {}
            _ if lasts => {}
            [value] if !variable.ty.is_array() => before.push(assign(own, value.clone(), span)),
            _ => return refuse(span, format!("the initial values of {}", variable.name)),
        }
        if lasts {
            self.lasting.insert((procedure, id), own);
        }
        Ok(own)
    }

    fn free_name(&self, procedure: &str, name: &str) -> String {
        let taken =
            |name: &str| self.graph.variables.iter().any(|other| other.name.eq_ignore_ascii_case(name));
        if !taken(name) {
            return name.to_owned();
        }
        name_in_line(&self.graph.variables, procedure, name)
    }

    fn temporary(&mut self, stem: &str, ty: Type, span: Span) -> VarId {
        let name = format!("{stem}.{}", self.graph.variables.len());
        let storage = Storage::Automatic;
        self.graph.variables.push(Variable { name, ty, storage, initial: Vec::new(), span })
    }

    /// Copies the blocks of a called procedure; returns lead to the block behind the call.
    fn body(
        &mut self,
        procedure: ProcId,
        meanings: &Meanings,
        result: Option<VarId>,
        after: BlockId,
        (under_way, place): (Vec<ProcId>, Vec<u32>),
        span: Span,
    ) -> Result<BlockId, NotInline> {
        let program = self.program;
        let callee = &program.procedures[procedure];
        let statements = match self.statements.get(&procedure) {
            Some(&first) => first,
            None => {
                let first = self.graph.statements.len() as u32;
                self.graph.statements.extend(callee.statements.iter().cloned());
                self.statements.insert(procedure, first);
                first
            }
        };
        let offset = self.graph.blocks.len();
        let shifted = |block: BlockId| BlockId::from_index(block.index() + offset);
        for (id, block) in callee.blocks.iter_enumerated() {
            let mut instructions = copied(&block.instructions, meanings, statements)?;
            let terminator = match &block.terminator {
                Terminator::Stop => Terminator::Stop,
                Terminator::Return(value) => {
                    if let (Some(value), Some(result)) = (value, result) {
                        instructions.push(assign(result, renamed(value, meanings)?, value.span));
                    }
                    Terminator::go(after)
                }
                Terminator::Edges(edges) => {
                    let mut own = Vec::new();
                    for edge in edges {
                        let condition = match &edge.condition {
                            Condition::When(condition) => Condition::When(renamed(condition, meanings)?),
                            other => other.clone(),
                        };
                        let actions = copied(&edge.actions, meanings, statements)?;
                        own.push(Edge { condition, actions, to: shifted(edge.to) });
                    }
                    Terminator::Edges(own)
                }
            };
            let block = Block { instructions, terminator };
            self.push(block, under_way.clone(), within(&place, id.0), span)?;
        }
        Ok(shifted(callee.entry))
    }
}

/// A place inside of another one.
fn within(place: &[u32], own: u32) -> Vec<u32> {
    [place, &[own]].concat()
}

fn load(variable: VarId, ty: &Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Load(Place::Variable(variable)), ty: ty.clone(), span }
}

fn assign(variable: VarId, value: Expr, span: Span) -> Instruction {
    Instruction { action: Action::Assign(Place::Variable(variable), value), span }
}
