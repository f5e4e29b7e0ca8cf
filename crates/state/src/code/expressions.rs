//! Expressions to instructions.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, ExprKind, IntType, Place, Type, UnaryOp};

use super::compile::Compiler;
use super::layout::{Leaf, float_kind};
use super::storage::scalar_sort;
use super::{Arithmetic, Binary, Comparison, Connective, Constant, Instr, Reg, Unary, VariablePlace};

/// The comparison an operator is, if it is one.
pub(super) fn comparison(op: BinaryOp) -> Option<Comparison> {
    match op {
        BinaryOp::Equal => Some(Comparison::Eq),
        BinaryOp::NotEqual => Some(Comparison::Ne),
        BinaryOp::Less => Some(Comparison::Lt),
        BinaryOp::LessEqual => Some(Comparison::Le),
        BinaryOp::Greater => Some(Comparison::Gt),
        BinaryOp::GreaterEqual => Some(Comparison::Ge),
        _ => None,
    }
}

impl Compiler<'_> {
    /// The register that holds the value; constants and slot variables need no instruction.
    pub(super) fn expression(&mut self, expr: &Expr) -> Reg {
        match &expr.kind {
            ExprKind::Int(value) => self.constant(Constant::Int(value.clone())),
            ExprKind::Bool(value) => self.constant(Constant::Bool(*value)),
            ExprKind::Real(value) => {
                let kind = match expr.ty {
                    Type::Real(kind) => float_kind(kind, self.policy),
                    _ => None,
                };
                self.constant(Constant::Real(value.clone(), kind))
            }
            ExprKind::Procedure(procedure) => self.constant(Constant::Procedure(*procedure)),
            ExprKind::Symbol(name) => {
                self.constant(Constant::Symbol(name.clone(), scalar_sort(&expr.ty, self.policy)))
            }
            ExprKind::Load(Place::Variable(variable)) => match self.variable_place(*variable) {
                VariablePlace::Slot(slot) => Reg::slot(slot),
                VariablePlace::Object(_) => self.computed(expr),
            },
            ExprKind::Convert(operand) if self.converts_freely(expr, operand) => self.expression(operand),
            ExprKind::Wrap(operand) if wraps_freely(&expr.ty, &operand.ty) => self.expression(operand),
            ExprKind::Memory(memory) => match self.memory_register(memory) {
                Some(register) => register,
                None => self.computed(expr),
            },
            _ => self.computed(expr),
        }
    }

    fn computed(&mut self, expr: &Expr) -> Reg {
        let to = self.temporary();
        self.expression_into(expr, to);
        Reg::slot(to)
    }

    /// Computes the value into a slot.
    pub(super) fn expression_into(&mut self, expr: &Expr, to: u32) {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Real(_)
            | ExprKind::Procedure(_)
            | ExprKind::Symbol(_) => {
                let from = self.expression(expr);
                self.emit(Instr::Move { to, from }, span);
            }
            ExprKind::Load(place) => self.load(place, to, span),
            ExprKind::BoundOf(bound, array) => {
                self.emit(Instr::BoundOf { to, array: array.0, bound: *bound }, span);
            }
            ExprKind::DimensionOf(bound, place, dimension) => {
                let base = self.reference(place, span);
                let instruction = Instr::DimensionOf { to, base, dimension: *dimension as u8, bound: *bound };
                self.emit(instruction, span);
            }
            ExprKind::LengthOf(place) => {
                let (_, length) = self.text_place(place, span);
                self.emit(Instr::Move { to, from: length }, span);
            }
            ExprKind::HasStorage(place) => self.has_storage(place, to, span),
            ExprKind::IsPresent(parameter) => {
                let slot = self.variable_place(*parameter).slot();
                self.emit(Instr::HasStorage { to, slot, handle: false }, span);
            }
            ExprKind::SameStorage(a, b) => {
                let (a, b) = (self.storage_in(a, span), self.storage_in(b, span));
                self.emit(Instr::SameStorage { to, a, b }, span);
            }
            ExprKind::Unary(op, operand) => self.unary(expr, *op, operand, to),
            ExprKind::Binary(BinaryOp::And, a, b) => self.connective(Binary::And, (a, b), to, span),
            ExprKind::Binary(BinaryOp::Or, a, b) => self.connective(Binary::Or, (a, b), to, span),
            ExprKind::Binary(BinaryOp::Implies, a, b) => self.connective(Binary::Implies, (a, b), to, span),
            ExprKind::Binary(op, a, b) => self.binary(expr, *op, a, b, to),
            ExprKind::Intrinsic(intrinsic, operands) => self.intrinsic(expr, *intrinsic, operands, to),
            ExprKind::Convert(operand) => self.convert(expr, operand, to),
            ExprKind::Wrap(operand) => {
                let a = self.expression(operand);
                self.emit(Instr::Wrap { to, a, ty: integer_type(&expr.ty) }, span);
            }
            ExprKind::Memory(memory) => self.memory(expr, memory, to),
            ExprKind::Text(_) | ExprKind::Complex(..) => self.unsupported("a value of this type here", span),
            ExprKind::Specification(_) => unreachable!("executable programs compute what assertions say"),
            ExprKind::Call(..) | ExprKind::CallParameter(..) | ExprKind::Effect(_) => {
                unreachable!("the verifier refuses calls inside expressions")
            }
        }
    }

    fn load(&mut self, place: &Place, to: u32, span: Span) {
        let handle = matches!(self.variable_type(place.variable()), Type::Handle(_));
        let instruction = match place {
            Place::Variable(variable) if !handle => match self.variable_place(*variable) {
                VariablePlace::Slot(slot) => Instr::Move { to, from: Reg::slot(slot) },
                VariablePlace::Object(slot) => Instr::LoadIndirect { to, reference: slot },
            },
            Place::Element(array, index) if !handle => {
                let index = self.expression(index);
                Instr::LoadElement { to, array: array.0, index }
            }
            _ => {
                let (reached, ty) = self.reach(place, span);
                let address = self.begin(reached, span).0;
                let leaf = Leaf::of(&ty, self.policy);
                Instr::LoadCell { to, base: address.base, index: address.index, leaf }
            }
        };
        self.emit(instruction, span);
    }

    fn has_storage(&mut self, place: &Place, to: u32, span: Span) {
        let handle = match place {
            Place::Variable(variable) => matches!(self.variable_type(*variable), Type::Handle(_)),
            _ => true,
        };
        let slot = self.handle(place, span);
        self.emit(Instr::HasStorage { to, slot, handle }, span);
    }

    /// The slot that refers to a place; where that is a handle, to what it refers to, if to anything.
    fn storage_in(&mut self, place: &Place, span: Span) -> u32 {
        if !self.is_handle(place) {
            return self.reference(place, span);
        }
        let (handle, to) = (self.handle(place, span), self.temporary());
        self.emit(Instr::FollowIfAny { to, handle }, span);
        to
    }

    fn unary(&mut self, expr: &Expr, op: UnaryOp, operand: &Expr, to: u32) {
        let a = self.expression(operand);
        let op = match op {
            UnaryOp::Negate => Unary::Negate,
            UnaryOp::Not => Unary::Not,
        };
        self.emit(Instr::Unary { op, to, a }, expr.span);
        if op == Unary::Negate {
            self.keep_range(expr, to);
        }
    }

    fn binary(&mut self, expr: &Expr, op: BinaryOp, a: &Expr, b: &Expr, to: u32) {
        match &a.ty {
            Type::Text(_) => return self.compare_texts(op, a, b, to, expr.span),
            Type::Complex(_) => {
                self.same_complex(a, b, to, expr.span);
                return self.negate_if(op == BinaryOp::NotEqual, to, expr.span);
            }
            _ => {}
        }
        let logical_operands = a.ty == Type::Logical;
        let real = matches!(a.ty, Type::Real(_));
        let (a, b) = (self.expression(a), self.expression(b));
        let operator = match op {
            BinaryOp::Add => Binary::Add,
            BinaryOp::Subtract => Binary::Subtract,
            BinaryOp::Multiply => Binary::Multiply,
            BinaryOp::Divide if real => Binary::Quotient,
            BinaryOp::Divide => Binary::Divide(self.policy.division),
            BinaryOp::Power => Binary::Power,
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies => {
                unreachable!("connectives are compiled apart")
            }
            BinaryOp::Equal | BinaryOp::NotEqual if logical_operands => Binary::Same,
            BinaryOp::Concatenate => return self.unsupported("a text here", expr.span),
            compare => Binary::Compare(comparison(compare).expect("all other operators are comparisons")),
        };
        if let (
            Type::Int(ty @ IntType { signed: false, .. }),
            Binary::Add | Binary::Subtract | Binary::Multiply,
        ) = (&expr.ty, operator)
        {
            return self.emit(Instr::Modular { op: operator, to, a, b, ty: *ty }, expr.span);
        }
        self.emit(Instr::Binary { op: operator, to, a, b }, expr.span);
        self.negate_if(op == BinaryOp::NotEqual && operator == Binary::Same, to, expr.span);
        if !matches!(expr.ty, Type::Logical) {
            self.check_range(expr, to);
        }
    }

    /// A connective. Its right operand counts only where the left one does not settle it; see
    /// [`Connective`].
    fn connective(&mut self, op: Binary, (a, b): (&Expr, &Expr), to: u32, span: Span) {
        let left = self.expression(a);
        let asked = self.temporary();
        let index = self.code.connectives.len() as u32;
        let start = self.code.instructions.len() as u32;
        self.emit(Instr::Settle { connective: index, asks: false }, a.span);
        self.emit(Instr::Settle { connective: index, asks: true }, a.span);
        self.code.connectives.push(Connective { op, to, left, right: left, asked, start, past: 0 });
        let right = self.expression(b);
        self.emit(Instr::Connect(index), span);
        let past = self.code.instructions.len() as u32;
        let connective = &mut self.code.connectives[index as usize];
        (connective.right, connective.past) = (right, past);
    }

    fn negate_if(&mut self, negated: bool, to: u32, span: Span) {
        if negated {
            self.emit(Instr::Unary { op: Unary::Not, to, a: Reg::slot(to) }, span);
        }
    }

    fn compare_texts(&mut self, op: BinaryOp, a: &Expr, b: &Expr, to: u32, span: Span) {
        let (a, b) = (self.text(a), self.text(b));
        match comparison(op) {
            Some(comparison) => self.emit(Instr::CompareText { comparison, to, a, b }, span),
            None => self.unsupported("this operator on texts", span),
        }
    }

    /// The result of an operation keeps to its type: an unsigned one by taking it modulo its range.
    pub(super) fn keep_range(&mut self, expr: &Expr, slot: u32) {
        match &expr.ty {
            Type::Int(ty @ IntType { signed: false, .. }) => {
                self.emit(Instr::Wrap { to: slot, a: Reg::slot(slot), ty: *ty }, expr.span);
            }
            _ => self.check_range(expr, slot),
        }
    }

    /// Between integer types nothing happens when the type gets wider, nor under ideal arithmetic where one is unsigned.
    fn converts_freely(&self, expr: &Expr, operand: &Expr) -> bool {
        match (&expr.ty, &operand.ty) {
            (Type::Int(to), Type::Int(from)) => {
                (self.policy.arithmetic == Arithmetic::Ideal && !(to.signed && from.signed))
                    || (to.bits >= from.bits && to.signed == from.signed)
            }
            (Type::Real(to), Type::Real(from)) => self.policy.arithmetic == Arithmetic::Ideal || to == from,
            (to, from) => to == from,
        }
    }
}

/// The integer type that values of a type are.
pub(super) fn integer_type(ty: &Type) -> IntType {
    match ty {
        Type::Int(ty) => *ty,
        _ => IntType::ADDRESS,
    }
}

/// Whether all values of one type are values of the other one.
fn wraps_freely(to: &Type, from: &Type) -> bool {
    let (to, from) = (integer_type(to), integer_type(from));
    if from.signed { to.signed && to.bits >= from.bits } else { to.bits > from.bits || to == from }
}
