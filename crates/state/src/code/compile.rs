//! From flow graphs to code.
//!
//! A procedure begins with its prologue (storage, initial values), then come its blocks in order. Jumps are
//! emitted with block numbers and patched when all blocks have their addresses.

use sextant_base::{Id, IdVec, Span};
use sextant_flow::{Action, Block, BlockId, Condition, Edge, FlowGraph, FlowProgram, Terminator};
use sextant_syntax::{
    Argument, ArrayBounds, Expr, ExprKind, OutputItem, Passing, Place, ProcId, Storage, Type, VarId,
};

use super::expressions::comparison;
use super::storage::{Statics, places, range, scalar_sort};
use super::{ArgumentCode, CallSite, Code, Constant, Instr, Policy, ProcedureCode, Reg, VariablePlace};

/// Compiles a verified flow program.
pub fn compile(program: &FlowProgram, policy: Policy) -> Code {
    let statics = Statics::of(program, policy);
    let mut procedures = IdVec::new();
    let mut site_count = 0;
    for (id, graph) in program.procedures.iter_enumerated() {
        let mut code = Compiler::new(program, &statics, policy, id, graph).procedure();
        code.first_site = site_count;
        site_count += code.instructions.len();
        procedures.push(code);
    }
    let names = program.externals.iter().map(|external| external.name.clone());
    let externals = names.zip(statics.externals.iter().copied()).collect();
    Code { procedures, statics: statics.objects, externals, policy, site_count }
}

/// Compiles one procedure.
pub(super) struct Compiler<'p> {
    program: &'p FlowProgram,
    statics: &'p Statics,
    pub(super) policy: Policy,
    id: ProcId,
    graph: &'p FlowGraph,
    code: ProcedureCode,
    next_temporary: u32,
    block_starts: Vec<u32>,
    /// Jumps that still hold a block number: the instruction and the block.
    patches: Vec<(usize, BlockId)>,
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
            instructions: Vec::new(),
            spans: Vec::new(),
            constants: Vec::new(),
            texts: Vec::new(),
            calls: Vec::new(),
            parameters: graph.parameters.iter().map(|parameter| parameter.0).collect(),
            variables: places(graph),
            slot_sorts: graph.variables.iter().map(|variable| scalar_sort(&variable.ty)).collect(),
            slot_ranges: graph.variables.iter().map(|variable| range(&variable.ty, policy)).collect(),
            slot_names: graph.variables.iter().map(|variable| variable.name.clone()).collect(),
            slot_count: variable_count,
            returns_value: graph.returns.is_some(),
            first_site: 0,
        };
        Self {
            program,
            statics,
            policy,
            id,
            graph,
            code,
            next_temporary: variable_count,
            block_starts: vec![0; graph.blocks.len()],
            patches: Vec::new(),
        }
    }

    fn procedure(mut self) -> ProcedureCode {
        self.prologue();
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
                self.emit(Instr::Bind { slot: id.0, object: object.0 }, variable.span);
            }
        }
        for (id, variable) in self.graph.variables.iter_enumerated() {
            match (variable.storage, &variable.ty) {
                (Storage::Parameter, Type::Array(_, ArrayBounds::Given { low, high })) => {
                    let (low, high) = (self.expression(low), self.expression(high));
                    self.emit(Instr::Narrow { slot: id.0, low, high }, variable.span);
                }
                (Storage::Automatic, Type::Array(_, ArrayBounds::Given { low, high })) => {
                    let (low, high) = (self.expression(low), self.expression(high));
                    self.emit(Instr::AllocateArray { slot: id.0, low, high }, variable.span);
                    self.initial_elements(id);
                }
                (Storage::Automatic, _) => self.automatic_scalar(id),
                _ => {}
            }
            self.release_temporaries();
        }
    }

    fn automatic_scalar(&mut self, id: VarId) {
        let variable = &self.graph.variables[id];
        if let VariablePlace::Object(slot) = self.code.variables[id] {
            self.emit(Instr::AllocateScalar { slot }, variable.span);
        }
        if let Some(value) = variable.initial.first() {
            self.assign(&Place::Variable(id), value, variable.span);
        }
    }

    /// `INITIAL(a, b, …)` of an array: the elements from the lowest one on.
    fn initial_elements(&mut self, id: VarId) {
        let variable = &self.graph.variables[id];
        let Type::Array(_, ArrayBounds::Given { low, .. }) = &variable.ty else { return };
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
        for instruction in &block.instructions {
            self.action(&instruction.action, instruction.span);
        }
        let end = block.instructions.last().map_or(self.graph.span, |instruction| instruction.span);
        match &block.terminator {
            Terminator::Edges(edges) => self.edges(id, edges, end),
            Terminator::Return(value) => {
                let reg = value.as_ref().map(|value| self.defined(value));
                self.emit(Instr::Return(reg), value.as_ref().map_or(end, |value| value.span));
                self.release_temporaries();
            }
            Terminator::Stop => self.emit(Instr::Stop, end),
        }
    }

    fn edges(&mut self, id: BlockId, edges: &[Edge], end: Span) {
        for edge in edges {
            let skip = match &edge.condition {
                Condition::Always | Condition::Otherwise => None,
                Condition::When(condition) => Some(self.branch(condition)),
            };
            for instruction in &edge.actions {
                self.action(&instruction.action, instruction.span);
            }
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
            ExprKind::Binary(op, a, b) if comparison(*op).is_some() && a.ty != Type::Logical => {
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

    fn land(&mut self, at: usize) {
        let here = self.code.instructions.len() as u32;
        match &mut self.code.instructions[at] {
            Instr::Branch { otherwise, .. } | Instr::CompareBranch { otherwise, .. } => *otherwise = here,
            other => unreachable!("only branches land, not {other:?}"),
        }
    }

    fn action(&mut self, action: &Action, span: Span) {
        match action {
            Action::Statement(number) => self.emit(Instr::Statement(*number), span),
            Action::Assign(place, value) => self.assign(place, value, span),
            Action::Call { procedure, arguments, result } => self.call(*procedure, arguments, *result, span),
            Action::Read(place) => {
                let to = self.temporary();
                let ty = &self.graph.variables[place.variable()].ty;
                let (sort, range) = (scalar_sort(ty), range(ty, self.policy));
                self.emit(Instr::Read { to, sort, range }, span);
                self.store(place, Reg::slot(to), span);
            }
            Action::Write(item) => self.write(item, span),
            Action::Assume(condition) => {
                let reg = self.expression(condition);
                self.emit(Instr::Assume(reg), span);
            }
            Action::Prove(condition) => {
                let reg = self.expression(condition);
                self.emit(Instr::Prove(reg), span);
            }
            Action::Assert(condition) => {
                let reg = self.expression(condition);
                self.emit(Instr::Assert(reg), span);
            }
        }
        self.release_temporaries();
    }

    fn write(&mut self, item: &OutputItem, span: Span) {
        match item {
            OutputItem::Value(value) => {
                let reg = self.defined(value);
                self.emit(Instr::Write(reg), span);
            }
            OutputItem::Text(text) => {
                self.code.texts.push(text.clone());
                self.emit(Instr::WriteText(self.code.texts.len() as u32 - 1), span);
            }
            OutputItem::NewLine => self.emit(Instr::WriteNewLine, span),
        }
    }

    fn call(&mut self, procedure: ProcId, arguments: &[Argument], result: Option<VarId>, span: Span) {
        let arguments = arguments.iter().map(|argument| self.argument(argument)).collect();
        // A function called as a statement still leaves a value; nobody looks at it.
        let returns = &self.program.procedures[procedure].returns;
        let slot = match result.map(|variable| self.code.variables[variable]) {
            Some(VariablePlace::Slot(slot)) => Some(slot),
            _ => returns.as_ref().map(|_| self.temporary()),
        };
        self.code.calls.push(CallSite { procedure, arguments, result: slot });
        self.emit(Instr::Call(self.code.calls.len() as u32 - 1), span);
        if let (Some(variable), Some(slot)) = (result, slot)
            && matches!(self.code.variables[variable], VariablePlace::Object(_))
        {
            self.store(&Place::Variable(variable), Reg::slot(slot), span);
        }
    }

    fn argument(&mut self, argument: &Argument) -> ArgumentCode {
        match (&argument.expr.kind, argument.passing) {
            (ExprKind::Load(Place::Variable(variable)), Passing::Reference) => {
                ArgumentCode::Reference(self.code.variables[*variable].slot())
            }
            (ExprKind::Load(Place::Element(array, index)), Passing::Reference) => {
                ArgumentCode::Element { array: array.0, index: self.expression(index) }
            }
            _ => ArgumentCode::Copy(self.defined(&argument.expr)),
        }
    }

    pub(super) fn assign(&mut self, place: &Place, value: &Expr, span: Span) {
        if let Place::Variable(variable) = place
            && let VariablePlace::Slot(slot) = self.code.variables[*variable]
        {
            self.expression_into(value, slot);
        } else {
            let reg = self.defined(value);
            self.store(place, reg, span);
        }
        self.release_temporaries();
    }

    fn store(&mut self, place: &Place, value: Reg, span: Span) {
        let instruction = match place {
            Place::Variable(variable) => match self.code.variables[*variable] {
                VariablePlace::Slot(slot) => Instr::Move { to: slot, from: value },
                VariablePlace::Object(slot) => Instr::StoreIndirect { reference: slot, value },
            },
            Place::Element(array, index) => {
                let index = self.expression(index);
                Instr::StoreElement { array: array.0, index, value }
            }
        };
        self.emit(instruction, span);
    }

    /// The value in a register, moved once so that an undefined variable is noticed.
    fn defined(&mut self, value: &Expr) -> Reg {
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

    fn release_temporaries(&mut self) {
        self.next_temporary = self.graph.variables.len() as u32;
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
