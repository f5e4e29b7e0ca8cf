//! From flow graphs to code.
//!
//! A procedure begins with its prologue (storage, initial values), then come its blocks in order. Jumps are
//! emitted with block numbers and patched when all blocks have their addresses.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{Id, IdVec, Span};
use sextant_flow::{
    Action, Block, BlockId, Condition, Edge, FlowGraph, FlowProgram, Instruction, Joins, LoopForest,
    Terminator, Usefulness, successors,
};
use sextant_notation::Notation;
use sextant_syntax::{
    ArrayBounds, Expr, ExprKind, Language, Notation as Spelling, Place, Primitive, ProcId, Storage,
    TextLength, Type, VarId,
};

use super::expressions::comparison;
use super::procedure::ChoiceCode;
use super::statics::Statics;
use super::storage::{places, range, scalar_sort};
use crate::ErrorKind;

use super::{Code, Constant, Instr, LoopCode, Point, Policy, ProcedureCode, Reg, VariablePlace};

/// Compiles a verified flow program.
pub fn compile(program: &FlowProgram, policy: Policy) -> Code {
    compiled(program, policy, Marks::None)
}

/// The same, with marks where the ways out of a branch come together again.
pub fn compile_with_joins(program: &FlowProgram, policy: Policy) -> Code {
    compiled(program, policy, Marks::Joins)
}

/// The same, with marks where loops begin and where they are left.
pub fn compile_with_loops(program: &FlowProgram, policy: Policy) -> Code {
    compiled(program, policy, Marks::Loops)
}

/// The same, with a mark at every [`Point`] of a procedure, and where others are entered. What that procedure assumes and
/// asserts is not executed: it is a formula, and whoever runs the code from point to point sees to it.
pub fn compile_with_points(program: &FlowProgram, policy: Policy, procedure: ProcId) -> Code {
    let mut executable = sextant_flow::executable(program).into_owned();
    executable.procedures[procedure] = program.procedures[procedure].clone();
    code_of(&executable, policy, Marks::Points(procedure))
}

/// Which places are marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Marks {
    None,
    Joins,
    Loops,
    Points(ProcId),
}

fn compiled(program: &FlowProgram, policy: Policy, marks: Marks) -> Code {
    code_of(&sextant_flow::executable(program), policy, marks)
}

fn code_of(program: &FlowProgram, policy: Policy, marks: Marks) -> Code {
    let statics = Statics::of(program, policy);
    let mut procedures: IdVec<ProcId, Arc<ProcedureCode>> = IdVec::new();
    for id in program.procedures.ids() {
        let graph = &program.procedures[id];
        procedures.push(Arc::new(compiled_procedure(program, &statics, (policy, marks), id, graph)));
    }
    let names_symbols = |procedure: &ProcedureCode| {
        procedure.constants.iter().any(|constant| matches!(constant, Constant::Symbol(..)))
    };
    let naming = procedures.ids().filter(|&id| names_symbols(&procedures[id])).collect();
    let names = program.externals.iter().map(|external| external.name.clone());
    let externals = names.zip(statics.externals.iter().copied()).collect();
    let shared = statics.shared(program);
    let Statics { objects, aliases, .. } = statics;
    Code {
        procedures,
        naming,
        statics: objects,
        aliases,
        externals,
        globals: super::memory::globals(program, policy),
        shared,
        records: program.records.clone(),
        main: program.main,
        policy,
        marks,
        empty_arrays: program.rules.empty_arrays,
        overflow: match program.rules.machine_numbers {
            true => ErrorKind::SignedOverflow,
            false => ErrorKind::Overflow,
        },
        notation: formula_notation(program.language),
        copied_undefined: program.rules.copied_undefined,
        asked: asked(program),
    }
}

/// How formulas about programs of a language are written.
pub fn formula_notation(language: Language) -> Notation {
    match language.notation() {
        Spelling::C => Notation::C,
        Spelling::Fortran => Notation::Fortran,
        Spelling::Pli | Spelling::Flow => Notation::Text,
    }
}

fn compiled_procedure(
    program: &FlowProgram,
    statics: &Statics,
    (policy, marks): (Policy, Marks),
    id: ProcId,
    graph: &FlowGraph,
) -> ProcedureCode {
    let mut compiler = Compiler::new(program, statics, policy, id, graph);
    match marks {
        Marks::None => {}
        Marks::Joins => compiler.mark_joins(),
        Marks::Loops => compiler.mark_loops(),
        Marks::Points(procedure) => {
            compiler.pointed = procedure == id;
            compiler.entered = procedure != id;
        }
    }
    compiler.procedure()
}

impl Code {
    /// The code of the program it was compiled from, but for the graphs of some procedures, whose lasting storage has
    /// not changed. The code of the others is shared.
    pub fn with_changed<'g>(
        &self,
        program: &FlowProgram,
        changed: impl IntoIterator<Item = (ProcId, &'g FlowGraph)>,
    ) -> Code {
        let statics = Statics::of(program, self.policy);
        let mut code = self.clone();
        for (id, graph) in changed {
            let procedure = compiled_procedure(program, &statics, (self.policy, self.marks), id, graph);
            code.procedures[id] = Arc::new(procedure);
        }
        code
    }
}

/// The names under which a program asks for values.
fn asked(program: &FlowProgram) -> FxHashSet<String> {
    let all = program.procedures.iter().flat_map(sextant_flow::instructions);
    let name = |instruction: &Instruction| match &instruction.action {
        Action::Primitive(Primitive::Input(name) | Primitive::MakeInput(name), ..) => Some(name.clone()),
        Action::Primitive(Primitive::Clock(clock), ..) => Some(clock.name().to_owned()),
        _ => None,
    };
    all.filter_map(name).collect()
}

/// Compiles one procedure.
pub(super) struct Compiler<'p> {
    pub(super) program: &'p FlowProgram,
    statics: &'p Statics,
    pub(super) policy: Policy,
    id: ProcId,
    pub(super) graph: &'p FlowGraph,
    pub(super) code: ProcedureCode,
    next_temporary: u32,
    next_text: u32,
    block_starts: Vec<u32>,
    /// Jumps that still hold a block number: the instruction and the block.
    patches: Vec<(usize, BlockId)>,
    /// For blocks the join that they are, and the join of their ways out.
    joins: FxHashMap<BlockId, u32>,
    joined: FxHashMap<BlockId, u32>,
    /// Whether every point is marked.
    pub(super) pointed: bool,
    /// Whether the end of the prologue is marked.
    entered: bool,
}

impl<'p> Compiler<'p> {
    fn new(
        program: &'p FlowProgram,
        statics: &'p Statics,
        policy: Policy,
        id: ProcId,
        graph: &'p FlowGraph,
    ) -> Self {
        let variable_count = graph.variables.len() as u32;
        let code = ProcedureCode {
            name: graph.name.clone(),
            library: program.library.contains(&id),
            parameters: graph.parameters.iter().map(|parameter| parameter.0).collect(),
            variables: places(graph),
            slot_sorts: graph.variables.iter().map(|variable| scalar_sort(&variable.ty, policy)).collect(),
            slot_ranges: graph.variables.iter().map(|variable| range(&variable.ty, policy)).collect(),
            slot_names: graph.variables.iter().map(|variable| variable.name.clone()).collect(),
            slot_count: variable_count,
            types: graph.variables.iter().map(|variable| variable.ty.clone()).collect(),
            returns: graph.returns.clone(),
            ..ProcedureCode::default()
        };
        Self {
            program,
            statics,
            policy,
            id,
            graph,
            code,
            next_temporary: variable_count,
            next_text: 0,
            block_starts: vec![0; graph.blocks.len()],
            patches: Vec::new(),
            joins: FxHashMap::default(),
            joined: FxHashMap::default(),
            pointed: false,
            entered: false,
        }
    }

    /// Marks a point, if points are marked.
    fn point(&mut self, point: Point, span: Span) {
        if self.pointed {
            self.code.points.push((point, self.code.instructions.len() as u32));
            self.emit(Instr::Join(self.code.points.len() as u32 - 1), span);
        }
    }

    /// Notes where ways come together, and what variables are good for there.
    fn mark_joins(&mut self) {
        let joins = Joins::of(self.graph);
        for block in self.graph.blocks.ids() {
            let Some(join) = joins.of_block(block) else { continue };
            let id = self.mark(join, &joins);
            self.joined.insert(block, id);
        }
    }

    /// Marks a block, with what its variables are good for there.
    fn mark(&mut self, block: BlockId, joins: &Joins) -> u32 {
        if let Some(&known) = self.joins.get(&block) {
            return known;
        }
        let uses = self.graph.variables.iter_enumerated().map(|(variable, declared)| {
            let found = joins.usefulness(block, variable);
            // Storage may be reached by other names.
            if found == Usefulness::Dead && !declared.ty.is_simple() { Usefulness::Live } else { found }
        });
        self.code.joins.push(uses.collect());
        let id = self.code.joins.len() as u32 - 1;
        self.joins.insert(block, id);
        id
    }

    /// Notes where loops begin and where control goes when it leaves them.
    fn mark_loops(&mut self) {
        let joins = Joins::of(self.graph);
        let forest = LoopForest::of(self.graph);
        let mut heads = Vec::new();
        for found in &forest.loops {
            heads.push(self.mark(found.header, &joins));
            for &block in &found.blocks {
                for next in successors(self.graph, block) {
                    if found.blocks.binary_search(&next).is_err() {
                        self.mark(next, &joins);
                    }
                }
            }
        }
        for (found, head) in forest.loops.iter().zip(heads) {
            let inside = |block: &BlockId| found.blocks.binary_search(block).is_ok();
            let marks = self.joins.iter().filter(|(block, _)| inside(block)).map(|(_, &mark)| mark);
            self.code.loops.push(LoopCode { head, inside: marks.collect() });
        }
    }

    fn procedure(mut self) -> ProcedureCode {
        self.prologue();
        if self.entered {
            self.emit(Instr::Join(u32::MAX), self.graph.span);
        }
        if self.graph.entry.index() != 0 {
            self.jump(self.graph.entry, self.graph.span);
        }
        for (id, block) in self.graph.blocks.iter_enumerated() {
            self.block_starts[id.index()] = self.code.instructions.len() as u32;
            self.block(id, block);
        }
        for (at, block) in std::mem::take(&mut self.patches) {
            let target = self.block_starts[block.index()];
            match &mut self.code.instructions[at] {
                Instr::Jump(to) => *to = target,
                other => unreachable!("only jumps are patched, not {other:?}"),
            }
        }
        self.code
    }

    fn prologue(&mut self) {
        for (id, variable) in self.graph.variables.iter_enumerated() {
            if let Some(object) = self.statics.object(self.id, id, variable.storage) {
                self.emit(Instr::Bind { to: id.0, object: object.0 }, variable.span);
            }
        }
        for (id, variable) in self.graph.variables.iter_enumerated() {
            match variable.storage {
                Storage::Parameter => self.parameter(id),
                Storage::Value => {}
                Storage::Automatic => self.automatic(id),
                Storage::Static | Storage::External(_) | Storage::Area(..) => {}
            }
            self.release_temporaries();
        }
        self.emit(Instr::PrologueEnd, self.graph.span);
    }

    /// A parameter sees its argument as it is declared.
    fn parameter(&mut self, id: VarId) {
        let variable = &self.graph.variables[id];
        match &variable.ty {
            Type::Array(_, bounds) => match bounds.as_slice() {
                [ArrayBounds::Given { low, high }] => {
                    let (low, high) = (self.expression(low), self.expression(high));
                    self.emit(Instr::Narrow { to: id.0, low, high }, variable.span);
                }
                bounds if bounds.iter().all(|bounds| *bounds == ArrayBounds::OfArgument) => {}
                _ => self.associate(id),
            },
            Type::Text(TextLength::Given(_)) => self.associate(id),
            _ => {}
        }
    }

    fn associate(&mut self, id: VarId) {
        let variable = &self.graph.variables[id];
        let shape = self.shape(&variable.ty);
        self.emit(Instr::Associate { slot: id.0, shape }, variable.span);
    }

    fn automatic(&mut self, id: VarId) {
        let variable = &self.graph.variables[id];
        match &variable.ty {
            Type::Array(element, bounds) => match bounds.as_slice() {
                [ArrayBounds::Given { low, high }] if element.is_simple() => {
                    let (low, high) = (self.expression(low), self.expression(high));
                    self.emit(Instr::AllocateArray { to: id.0, low, high }, variable.span);
                    self.initial_elements(id);
                }
                _ => self.allocate_shaped(id),
            },
            // Whoever returns a text of its own length brings the storage.
            Type::Text(TextLength::Open) => {}
            Type::Text(_) | Type::Complex(_) | Type::Record(_) => self.allocate_shaped(id),
            Type::Block(_) => self.automatic_block(id),
            _ => self.automatic_scalar(id),
        }
    }

    fn allocate_shaped(&mut self, id: VarId) {
        let variable = &self.graph.variables[id];
        let shape = self.shape(&variable.ty);
        self.emit(Instr::AllocateShaped { to: id.0, shape }, variable.span);
    }

    fn automatic_scalar(&mut self, id: VarId) {
        let variable = &self.graph.variables[id];
        if let VariablePlace::Object(slot) = self.code.variables[id] {
            self.emit(Instr::AllocateScalar(slot), variable.span);
        }
        if let Some(value) = variable.initial.first() {
            self.assign(&Place::Variable(id), value, variable.span);
        }
    }

    /// `INITIAL(a, b, …)` of an array: the elements from the lowest one on.
    fn initial_elements(&mut self, id: VarId) {
        let variable = &self.graph.variables[id];
        let Some(ArrayBounds::Given { low, .. }) = variable.ty.vector_bounds() else { return };
        for (offset, value) in variable.initial.iter().enumerate() {
            let low = self.expression(low);
            let offset = self.constant(Constant::Int(offset.into()));
            let index = self.temporary();
            self.emit(Instr::Binary { op: super::Binary::Add, to: index, a: low, b: offset }, variable.span);
            let value_reg = self.expression(value);
            let store = Instr::StoreElement { array: id.0, index: Reg::slot(index), value: value_reg };
            self.emit(store, value.span);
            self.release_temporaries();
        }
    }

    fn block(&mut self, id: BlockId, block: &Block) {
        if let Some(&join) = self.joins.get(&id) {
            let start = block.instructions.first().map_or(self.graph.span, |first| first.span);
            self.emit(Instr::Join(join), start);
        }
        for (at, instruction) in block.instructions.iter().enumerate() {
            self.point(Point::Block(id, at), instruction.span);
            self.action(&instruction.action, instruction.span);
        }
        let end = block.instructions.last().map_or(self.graph.span, |instruction| instruction.span);
        self.point(Point::Block(id, block.instructions.len()), end);
        match &block.terminator {
            Terminator::Edges(edges) => self.edges(id, edges, end),
            Terminator::Return(value) => {
                self.return_value(value.as_ref(), end);
                self.release_temporaries();
            }
            Terminator::Stop => self.emit(Instr::Stop, end),
        }
    }

    fn edges(&mut self, id: BlockId, edges: &[Edge], end: Span) {
        for (number, edge) in edges.iter().enumerate() {
            let start = self.code.instructions.len() as u32;
            let skip = match &edge.condition {
                Condition::Always | Condition::Otherwise => None,
                Condition::When(condition) => Some(self.branch(condition)),
            };
            if let Some(at) = skip {
                self.code.choices.push(ChoiceCode { start, branch: at as u32, edge: (id, number) });
            }
            if let (Some(at), Some(&join)) = (skip, self.joined.get(&id)) {
                self.code.branch_joins.insert(at as u32, join);
            }
            for (at, instruction) in edge.actions.iter().enumerate() {
                self.point(Point::Edge(id, number, at), instruction.span);
                self.action(&instruction.action, instruction.span);
            }
            self.point(Point::Edge(id, number, edge.actions.len()), end);
            if edge.to.index() != id.index() + 1 || skip.is_some() {
                self.jump(edge.to, end);
            }
            match skip {
                Some(at) => self.land(at),
                None => return,
            }
        }
        self.emit(Instr::NoAlternative, end);
    }

    /// A branch that goes on when the condition holds; returns the instruction whose other target is open.
    fn branch(&mut self, condition: &Expr) -> usize {
        let instruction = match &condition.kind {
            ExprKind::Binary(op, a, b) if comparison(*op).is_some() && is_number(&a.ty) => {
                let comparison = comparison(*op).expect("just asked");
                let (a, b) = (self.expression(a), self.expression(b));
                Instr::CompareBranch { comparison, a, b, otherwise: 0 }
            }
            _ => Instr::Branch { condition: self.expression(condition), otherwise: 0 },
        };
        self.release_temporaries();
        self.emit(instruction, condition.span);
        self.code.instructions.len() - 1
    }

    pub(super) fn land(&mut self, at: usize) {
        let here = self.code.instructions.len() as u32;
        match &mut self.code.instructions[at] {
            Instr::Branch { otherwise, .. } | Instr::CompareBranch { otherwise, .. } => *otherwise = here,
            other => unreachable!("only branches land, not {other:?}"),
        }
    }

    /// The value in a register, moved once so that an undefined variable is noticed.
    pub(super) fn defined(&mut self, value: &Expr) -> Reg {
        let reg = self.expression(value);
        let is_slot_variable = reg.decode().is_err_and(|slot| slot < self.graph.variables.len());
        if !is_slot_variable {
            return reg;
        }
        let to = self.temporary();
        self.emit(Instr::Move { to, from: reg }, value.span);
        Reg::slot(to)
    }

    pub(super) fn variable_place(&self, variable: VarId) -> VariablePlace {
        self.code.variables[variable]
    }

    pub(super) fn constant(&mut self, constant: Constant) -> Reg {
        let known = self.code.constants.iter().rev().take(64).position(|old| *old == constant);
        let index = match known {
            Some(back) => self.code.constants.len() - 1 - back,
            None => {
                self.code.constants.push(constant);
                self.code.constants.len() - 1
            }
        };
        Reg::constant(index)
    }

    pub(super) fn temporary(&mut self) -> u32 {
        let slot = self.next_temporary;
        self.next_temporary += 1;
        self.code.slot_count = self.code.slot_count.max(self.next_temporary);
        slot
    }

    pub(super) fn text_temporary(&mut self) -> u32 {
        let text = self.next_text;
        self.next_text += 1;
        self.code.text_count = self.code.text_count.max(self.next_text);
        text
    }

    pub(super) fn release_temporaries(&mut self) {
        self.next_temporary = self.graph.variables.len() as u32;
        self.next_text = 0;
    }

    pub(super) fn emit(&mut self, instruction: Instr, span: Span) {
        self.code.instructions.push(instruction);
        self.code.spans.push(span);
    }

    fn jump(&mut self, to: BlockId, span: Span) {
        self.patches.push((self.code.instructions.len(), to));
        self.emit(Instr::Jump(0), span);
    }
}

/// Whether comparing values of the type is comparing two registers.
fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int(_) | Type::Real(_) | Type::Pointer(_))
}
