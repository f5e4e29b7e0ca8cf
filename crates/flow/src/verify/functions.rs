//! Functions of the language: how many arguments they take, of what kind, and what kind their value is.

use sextant_syntax::{Expr, Intrinsic, Type};

use super::Verifier;
use crate::typing::suits::{intrinsic_suits, is_integer};
use crate::typing::{intrinsic_type, same_apart_from_bounds};

impl Verifier<'_> {
    pub(super) fn intrinsic(&mut self, expr: &Expr, function: Intrinsic, arguments: &[Expr]) {
        arguments.iter().for_each(|argument| self.scalar(argument));
        let counted = function.signature().count.contains(&arguments.len());
        self.check(counted, "a function has a wrong number of arguments");
        if !counted {
            return;
        }
        self.check(intrinsic_suits(function, arguments), "a function has arguments of a wrong kind");
        let natural = intrinsic_type(function, arguments);
        let integers = is_integer(expr) && matches!(natural, Type::Int(_));
        let rounded = function == Intrinsic::Nearest && expr.ty == arguments[0].ty;
        let right = integers || rounded || same_apart_from_bounds(&natural, &expr.ty);
        self.check(right, "the value of a function has a wrong type");
    }
}
