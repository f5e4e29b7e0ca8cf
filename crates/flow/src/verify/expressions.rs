//! Expressions.

use sextant_syntax::{
    Base, BinaryOp, Expr, ExprKind, Memory, Place, RealType, Specification, Storage, Type, UnaryOp, VarId,
};

use super::Verifier;
use super::variables::is_scalar;
use crate::typing::suits::{binary_suits, is_address, is_integer, is_logical, is_text, unary_suits};
use crate::typing::{converts, is_number, place_type, same_apart_from_bounds};

impl Verifier<'_> {
    /// Checks an expression of an assertion.
    pub(super) fn specified(&mut self, expr: &Expr) {
        self.assertion = true;
        self.scalar(expr);
        self.assertion = false;
    }

    /// Checks an expression that is no array.
    pub(super) fn scalar(&mut self, expr: &Expr) {
        self.check(is_scalar(&expr.ty), "an expression is not a scalar");
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.kind(expr));
    }

    fn kind(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) => self.check(is_integer(expr), "an integer constant has no integer type"),
            ExprKind::Bool(_) => self.check(is_logical(expr), "a truth value is not logical"),
            ExprKind::Real(_) => {
                self.check(matches!(expr.ty, Type::Real(_)), "a real constant has no real type");
            }
            ExprKind::Complex(real, imaginary) => self.complex(expr, real, imaginary),
            ExprKind::Text(_) => self.check(is_text(expr), "a text constant is no text"),
            ExprKind::Procedure(procedure) => {
                let exists = self.program.procedures.get(*procedure).is_some();
                self.check(exists, "the procedure that is passed does not exist");
                self.check(expr.ty == Type::Procedure, "a procedure has another type");
            }
            ExprKind::Symbol(_) => {}
            ExprKind::Load(place) => self.load(place, &expr.ty),
            ExprKind::BoundOf(_, variable) => self.bound(expr, *variable),
            ExprKind::DimensionOf(_, place, dimension) => {
                let rank = self.place(place).map_or(0, |ty| ty.target().rank());
                self.check(*dimension < rank, "a bound is taken of a dimension that is not there");
                self.check(is_integer(expr), "a bound has no integer type");
            }
            ExprKind::LengthOf(place) => {
                let text = self.place(place).is_some_and(|ty| matches!(ty.target().scalar(), Type::Text(_)));
                self.check(text, "a length is taken of what is no text");
                self.check(is_integer(expr), "a length has no integer type");
            }
            ExprKind::HasStorage(place) => {
                self.place(place);
                self.check(is_logical(expr), "a question about storage is not logical");
            }
            ExprKind::IsPresent(parameter) => {
                let found = self.graph.variables.get(*parameter);
                let suits = found.is_some_and(|found| found.storage == Storage::Parameter);
                self.check(suits, "what is present or not is no parameter");
                self.check(is_logical(expr), "a question about an argument is not logical");
            }
            ExprKind::SameStorage(left, right) => {
                self.place(left);
                self.place(right);
                self.check(is_logical(expr), "a question about storage is not logical");
            }
            ExprKind::Unary(operator, operand) => self.unary(expr, *operator, operand),
            ExprKind::Binary(operator, left, right) => self.binary(expr, *operator, left, right),
            ExprKind::Intrinsic(function, arguments) => self.intrinsic(expr, *function, arguments),
            ExprKind::Call(..) | ExprKind::CallParameter(..) => {
                self.check(false, "an expression has a call");
            }
            ExprKind::Convert(operand) => {
                self.scalar(operand);
                let possible =
                    converts(&operand.ty, &expr.ty) || same_apart_from_bounds(&operand.ty, &expr.ty);
                self.check(possible, "there is no such conversion");
            }
            ExprKind::Wrap(operand) => {
                self.scalar(operand);
                let discrete = |ty: &Type| matches!(ty, Type::Int(_) | Type::Pointer(_));
                let suits = discrete(&operand.ty) && discrete(&expr.ty);
                self.check(suits, "what is taken modulo a range is no integer");
            }
            ExprKind::Memory(memory) => self.memory(expr, memory),
            ExprKind::Effect(_) => self.check(false, "an expression does something"),
            ExprKind::Specification(specification) => self.specification(expr, specification),
        }
    }

    fn memory(&mut self, expr: &Expr, memory: &Memory) {
        memory.parts().into_iter().for_each(|part| self.scalar(part));
        match memory {
            Memory::Address(base) => {
                let exists = match base {
                    Base::Variable(variable) => {
                        let ty = self.graph.variables.get(*variable).map(|variable| &variable.ty);
                        matches!(ty, Some(Type::Block(_)))
                    }
                    Base::Global(global) => self.program.globals.get(*global).is_some(),
                    Base::Procedure(procedure) => self.program.procedures.get(*procedure).is_some(),
                };
                self.check(exists, "an address is taken of what has none");
                self.check(is_address(expr), "an address has another type");
            }
            Memory::Displace { pointer, index, .. } => {
                self.check(is_address(pointer) && is_address(expr), "what is displaced is no address");
                self.check(is_integer(index), "a displacement is not an integer");
            }
            Memory::Distance { left, right, .. } => {
                let suits = is_address(left) && is_address(right) && is_integer(expr);
                self.check(suits, "a distance is not one of addresses");
            }
            Memory::Aligned { pointer, .. } => {
                self.check(is_address(pointer) && is_address(expr), "what is aligned is no address");
            }
            Memory::Fetch { address, .. } => {
                self.check(is_address(address), "what is fetched from is no address");
                let simple = matches!(expr.ty, Type::Int(_) | Type::Real(_) | Type::Pointer(_));
                self.check(simple, "what is fetched is not simple");
            }
        }
    }

    fn specification(&mut self, expr: &Expr, specification: &Specification) {
        self.check(self.assertion, "what only assertions say stands outside of one");
        specification.parts().into_iter().for_each(|part| self.scalar(part));
        match specification {
            Specification::Quantified { variable, low, high, body, .. } => {
                let bound = self.graph.variables.get(*variable).map(|variable| &variable.ty);
                self.check(matches!(bound, Some(Type::Int(_))), "a quantifier binds no integer");
                self.check(is_integer(low) && is_integer(high), "a quantifier's range is not of integers");
                self.check(is_logical(body) && is_logical(expr), "a quantifier is not logical");
            }
            Specification::Old(inner) => self.check(inner.ty == expr.ty, "an old value has another type"),
            Specification::Result => {
                self.check(self.graph.returns.as_ref() == Some(&expr.ty), "the result has another type");
            }
        }
    }

    fn complex(&mut self, expr: &Expr, real: &Expr, imaginary: &Expr) {
        self.scalar(real);
        self.scalar(imaginary);
        let parts =
            |real_type: RealType| real.ty == Type::Real(real_type) && imaginary.ty == Type::Real(real_type);
        let suits = matches!(expr.ty, Type::Complex(real_type) if parts(real_type));
        self.check(suits, "the parts of a complex number have not its real type");
    }

    fn bound(&mut self, expr: &Expr, variable: VarId) {
        let array =
            self.graph.variables.get(variable).is_some_and(|variable| variable.ty.target().is_array());
        self.check(array, "a bound is taken of what is no array");
        self.check(is_integer(expr), "a bound has no integer type");
    }

    fn load(&mut self, place: &Place, ty: &Type) {
        let Some(found) = self.place(place) else { return };
        let suits = match place {
            Place::Variable(_) => same_apart_from_bounds(&found, ty),
            _ => found == *ty,
        };
        self.check(suits, "a place has another type than its variable says");
    }

    /// Checks a place and finds the type of what it holds.
    pub(super) fn place(&mut self, place: &Place) -> Option<Type> {
        let Some(variable) = self.graph.variables.get(place.variable()) else {
            self.check(false, "a variable does not exist");
            return None;
        };
        match place {
            Place::Variable(_) => {}
            Place::Element(_, subscript) => {
                self.check(variable.ty.rank() == 1, "what has no elements has a subscript");
                self.subscript(subscript);
            }
            Place::Part(part) => self.steps(&variable.ty, part),
        }
        Some(place_type(&variable.ty, place))
    }

    pub(super) fn subscript(&mut self, subscript: &Expr) {
        self.scalar(subscript);
        self.check(is_integer(subscript), "a subscript is not an integer");
    }

    fn binary(&mut self, expr: &Expr, operator: BinaryOp, left: &Expr, right: &Expr) {
        use BinaryOp::*;
        self.scalar(left);
        self.scalar(right);
        let suits = binary_suits(operator, left, right);
        match operator {
            Add | Subtract | Multiply | Divide | Power => {
                self.check(suits, "arithmetic operands are not numbers of one type");
                self.arithmetic_result(expr, left);
            }
            Concatenate => self.check(suits && is_text(expr), "what is joined is not text"),
            And | Or | Implies => {
                self.check(suits, "an operand of a connective is not logical");
                self.check(is_logical(expr), "a connective is not logical");
            }
            Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual => {
                self.check(suits, "a relation compares what cannot be compared");
                self.check(is_logical(expr), "a relation is not logical");
            }
        }
    }

    fn unary(&mut self, expr: &Expr, operator: UnaryOp, operand: &Expr) {
        self.scalar(operand);
        let suits = unary_suits(operator, operand);
        match operator {
            UnaryOp::Negate => {
                self.check(suits, "arithmetic operands are not numbers of one type");
                self.arithmetic_result(expr, operand);
            }
            UnaryOp::Not => {
                self.check(suits, "an operand of a connective is not logical");
                self.check(is_logical(expr), "a connective is not logical");
            }
        }
    }

    fn arithmetic_result(&mut self, expr: &Expr, operand: &Expr) {
        let suits = operand.ty == expr.ty || is_integer(operand) && is_integer(expr);
        self.check(suits && is_number(&expr.ty), "an arithmetic result has not the type of its operands");
    }
}
