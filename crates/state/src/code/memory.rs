//! Byte-addressed storage to instructions.

use std::sync::Arc;

use dashu_int::IBig;
use sextant_base::{Id, Span};
use sextant_flow::{Action, FlowProgram, Instruction};
use sextant_syntax::{
    Argument, Base, BinaryOp, BitRange, Expr, ExprKind, Memory, Primitive, Scope, Type, UnaryOp, VarId,
};

use super::compile::Compiler;
use super::layout::{Leaf, float_kind};
use super::storage::{constant, constant_int};
use super::{Binary, Callee, Constant, Instr, Policy, Reg, VariablePlace};
use crate::ObjectId;
use crate::block::{address_of, address_of_procedure};

/// A byte-addressed object of the program before it runs.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GlobalCode {
    pub name: String,
    pub content: Type,
    pub bytes: u64,
    pub constant: bool,
    pub shared: bool,
    /// Whether code outside of the program sees it by its name.
    pub visible: bool,
    /// Whether it is a static variable of a procedure.
    pub kept: bool,
    pub initial: Vec<GlobalRun>,
}

/// A value put into a global object, perhaps several times.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GlobalRun {
    pub offset: u64,
    pub count: u64,
    pub stride: u64,
    pub leaf: Leaf,
    pub value: Constant,
}

/// The storage of a variable that is addressed by bytes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BlockCode {
    pub name: Arc<str>,
    pub content: Arc<Type>,
}

/// Something that only the machine can do.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PrimitiveCode {
    pub primitive: Primitive,
    pub operands: Vec<Reg>,
    pub to: Option<u32>,
    /// The type of the value.
    pub ty: Option<Type>,
}

pub(super) fn globals(program: &FlowProgram, policy: Policy) -> Vec<GlobalCode> {
    let code = program.globals.iter().map(|global| GlobalCode {
        name: global.name.clone(),
        content: global.content.clone(),
        bytes: global.bytes,
        constant: global.constant,
        shared: global.shared,
        visible: global.shared && global.scope == Scope::Program,
        kept: matches!(global.scope, Scope::Procedure(_)),
        initial: global
            .initial
            .iter()
            .filter_map(|initial| {
                Some(GlobalRun {
                    offset: initial.offset,
                    count: initial.count,
                    stride: initial.stride,
                    leaf: Leaf::of(&initial.value.ty, policy),
                    value: initial_constant(&initial.value, policy)?,
                })
            })
            .collect(),
    });
    code.collect()
}

/// The value of a constant or of an address that is known before the program runs.
fn initial_constant(expr: &Expr, policy: Policy) -> Option<Constant> {
    match &expr.kind {
        ExprKind::Memory(_) => known_address(expr).map(Constant::Int),
        ExprKind::Wrap(operand) | ExprKind::Convert(operand)
            if matches!(expr.ty, Type::Int(_) | Type::Pointer(_)) =>
        {
            known_address(operand).map(Constant::Int)
        }
        _ => match (&expr.ty, constant_float(expr)) {
            (Type::Real(kind), Some(value)) if !value.is_normal() => {
                float_kind(*kind, policy).map(|kind| Constant::Float(kind, value.to_bits()))
            }
            _ => constant(expr, policy),
        },
    }
}

/// The floating-point number that an initial value is; those without a place among the exact numbers are written as
/// quotients and with signs.
fn constant_float(expr: &Expr) -> Option<f64> {
    match &expr.kind {
        ExprKind::Real(value) => Some(value.to_f64().value()),
        ExprKind::Unary(UnaryOp::Negate, operand) => constant_float(operand).map(|value| -value),
        ExprKind::Binary(BinaryOp::Divide, a, b) => Some(constant_float(a)? / constant_float(b)?),
        _ => None,
    }
}

fn known_address(expr: &Expr) -> Option<IBig> {
    match &expr.kind {
        ExprKind::Memory(memory) => match &**memory {
            Memory::Address(Base::Global(global)) => Some(global_address(global.index()).into()),
            Memory::Address(Base::Procedure(procedure)) => Some(address_of_procedure(*procedure).into()),
            Memory::Displace { pointer, index, scale, .. } => {
                Some(known_address(pointer)? + constant_int(index)? * IBig::from(*scale))
            }
            _ => None,
        },
        ExprKind::Wrap(operand) | ExprKind::Convert(operand) => known_address(operand),
        _ => constant_int(expr),
    }
}

/// The address of a global object: they are allocated first and in order.
fn global_address(index: usize) -> i64 {
    address_of(ObjectId::on_heap(index))
}

impl Compiler<'_> {
    /// The register of an address that needs no instruction.
    pub(super) fn memory_register(&mut self, memory: &Memory) -> Option<Reg> {
        match memory {
            Memory::Address(Base::Variable(variable)) => Some(Reg::slot(variable.0)),
            Memory::Address(Base::Global(global)) => {
                Some(self.constant(Constant::Int(global_address(global.index()).into())))
            }
            Memory::Address(Base::Procedure(procedure)) => {
                Some(self.constant(Constant::Int(address_of_procedure(*procedure).into())))
            }
            _ => None,
        }
    }

    pub(super) fn memory(&mut self, expr: &Expr, memory: &Memory, to: u32) {
        let span = expr.span;
        match memory {
            Memory::Address(_) => {
                let from = self.memory_register(memory).expect("addresses are in registers");
                self.emit(Instr::Move { to, from }, span);
            }
            Memory::Displace { pointer, index, scale, limit } => {
                self.displace(pointer, index, (*scale, *limit), to, span);
            }
            Memory::Distance { left, right, scale } => {
                let (a, b) = (self.expression(left), self.expression(right));
                self.emit(Instr::Binary { op: Binary::Subtract, to, a, b }, span);
                if *scale > 1 {
                    let b = self.constant(Constant::Int((*scale).into()));
                    let op = Binary::Divide(self.policy.division);
                    self.emit(Instr::Binary { op, to, a: Reg::slot(to), b }, span);
                }
            }
            Memory::Aligned { pointer, align } => {
                let from = self.expression(pointer);
                self.emit(Instr::Aligned { address: from, align: *align }, span);
                self.emit(Instr::Move { to, from }, span);
            }
            Memory::Fetch { address, bits } => {
                let address = self.expression(address);
                let leaf = Leaf::of(&expr.ty, self.policy);
                self.emit(Instr::Fetch { to, address, leaf, bits: *bits }, span);
            }
        }
    }

    fn displace(
        &mut self,
        pointer: &Expr,
        index: &Expr,
        (scale, limit): (u64, Option<u64>),
        to: u32,
        span: Span,
    ) {
        let base = self.expression(pointer);
        let within = |index: &IBig| limit.is_none_or(|limit| (IBig::ZERO..=limit.into()).contains(index));
        if let Some(index) = constant_int(index).filter(within) {
            let b = self.constant(Constant::Int(index * IBig::from(scale)));
            return self.emit(Instr::Binary { op: Binary::Add, to, a: base, b }, span);
        }
        let mut index = self.expression(index);
        if let Some(limit) = limit {
            self.emit(Instr::Within { index, limit }, span);
        }
        if scale != 1 {
            let scaled = self.temporary();
            let b = self.constant(Constant::Int(scale.into()));
            self.emit(Instr::Binary { op: Binary::Multiply, to: scaled, a: index, b }, span);
            index = Reg::slot(scaled);
        }
        self.emit(Instr::Displace { to, base, distance: index }, span);
    }

    pub(super) fn store_at(&mut self, address: &Expr, bits: Option<BitRange>, value: &Expr, span: Span) {
        let leaf = Leaf::of(&value.ty, self.policy);
        let address = self.expression(address);
        let value = self.defined(value);
        self.emit(Instr::StoreAt { address, value, leaf, bits }, span);
    }

    pub(super) fn primitive(
        &mut self,
        primitive: &Primitive,
        operands: &[Expr],
        result: Option<VarId>,
        span: Span,
    ) {
        let operands = operands.iter().map(|operand| self.defined(operand)).collect();
        let ty = result.map(|result| self.variable_type(result).clone());
        let to = result.map(|result| self.variable_place(result).slot());
        self.code.primitives.push(PrimitiveCode { primitive: primitive.clone(), operands, to, ty });
        let code = self.code.primitives.len() as u32 - 1;
        let instruction = match primitive {
            Primitive::LongJump => Instr::LongJump(code),
            _ => Instr::Primitive(code),
        };
        self.emit(instruction, span);
    }

    pub(super) fn call_pointer(
        &mut self,
        callee: &Expr,
        arguments: &[Argument],
        result: Option<VarId>,
        span: Span,
    ) {
        let callee = self.defined(callee);
        self.call_site(Callee::Address(callee), arguments, result, false, span);
    }

    /// A variable begins to live.
    pub(super) fn fresh(&mut self, variable: VarId, span: Span) {
        match self.variable_type(variable).clone() {
            Type::Block(block) => {
                let computed = constant_int(&block.bytes).is_none();
                let instruction = if computed {
                    let bytes = self.expression(&block.bytes);
                    Instr::AllocateBlock { to: variable.0, block: self.block_code(variable), bytes }
                } else {
                    Instr::ForgetBlock(variable.0)
                };
                self.emit(instruction, span);
            }
            _ => {
                if let VariablePlace::Slot(slot) = self.variable_place(variable) {
                    self.emit(Instr::Forget(slot), span);
                }
            }
        }
    }

    /// The storage of a variable of constant size, made when the procedure is entered.
    pub(super) fn automatic_block(&mut self, id: VarId) {
        let Type::Block(block) = self.variable_type(id).clone() else { return };
        let span = self.graph.variables[id].span;
        self.code.block_slots.push(id.0);
        if let Some(bytes) = constant_int(&block.bytes) {
            let bytes = self.constant(Constant::Int(bytes));
            let block = self.block_code(id);
            self.emit(Instr::AllocateBlock { to: id.0, block, bytes }, span);
            if self.ends_early(id) {
                self.emit(Instr::EndBlock(id.0), span);
            }
        }
    }

    /// Whether the life of a variable is shorter than its activation. Then it has not begun yet where it has ended.
    fn ends_early(&self, variable: VarId) -> bool {
        let is_end =
            |instruction: &Instruction| matches!(instruction.action, Action::Gone(gone) if gone == variable);
        self.graph.blocks.iter().any(|block| block.instructions.iter().any(is_end))
    }

    fn block_code(&mut self, id: VarId) -> u32 {
        let variable = &self.graph.variables[id];
        let Type::Block(block) = &variable.ty else { unreachable!("only blocks have storage of bytes") };
        self.code.blocks.push(BlockCode {
            name: variable.name.as_str().into(),
            content: Arc::new(block.content.clone()),
        });
        self.code.blocks.len() as u32 - 1
    }
}
