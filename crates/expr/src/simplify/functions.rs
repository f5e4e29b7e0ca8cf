//! Functions of analysis on Reals. Operands are canonical and not all constants with a known rational value.
//!
//! Only rules that are true of the mathematical function and of its rounded evaluation alike: symmetry, whole
//! powers, roots of squares. `SQRT(x)**2 = x` is not among them, for the rounded root of 2 has another square.

use dashu_ratio::RBig;
use smallvec::smallvec;

use super::number::Number;
use super::polynomial::{Entry, Factors, Polynomial};
use crate::eval::{Value, exact_value};
use crate::{Function, Op, Sort, Table, TermId};

/// Sums of more summands than this are not looked at as squares.
const LONGEST_SQUARE: usize = 40;

impl Table {
    pub(super) fn simple_function(&mut self, function: Function, args: &[TermId]) -> TermId {
        match (function, args) {
            (Function::Pow, &[base, exponent]) => self.simple_real_power(base, exponent),
            (Function::Sqrt, &[x]) => self.simple_root(x),
            (_, &[x]) if function.is_odd() || function.is_even() => self.symmetric(function, x),
            _ => self.intern(Op::Function(function), Sort::REAL, args),
        }
    }

    /// The operand is made to lead with a positive coefficient.
    fn symmetric(&mut self, function: Function, x: TermId) -> TermId {
        let op = Op::Function(function);
        let polynomial = self.polynomial(x);
        let negative = match polynomial.as_constant() {
            Some(constant) => constant.is_negative(),
            None => polynomial.leads_negative(),
        };
        if !negative {
            return self.intern(op, Sort::REAL, &[x]);
        }
        let mirrored = self.simple_scaled(x, &Number::MINUS_ONE, Sort::REAL);
        let value = self.intern(op, Sort::REAL, &[mirrored]);
        if function.is_even() {
            return value;
        }
        self.simple_scaled(value, &Number::MINUS_ONE, Sort::REAL)
    }

    fn simple_real_power(&mut self, base: TermId, exponent: TermId) -> TermId {
        if self.number(base) == Some(Number::ONE) {
            return base;
        }
        if let Op::Real(value) = self.op(exponent) {
            if value.is_int() {
                let whole = self.int(value.numerator().clone());
                return self.simple_power(base, whole, Sort::REAL);
            }
            if *value == RBig::from_parts(1.into(), 2u8.into()) {
                return self.simple_root(base);
            }
        }
        self.intern(Op::Function(Function::Pow), Sort::REAL, &[base, exponent])
    }

    /// The root of a square is an absolute value.
    fn simple_root(&mut self, x: TermId) -> TermId {
        let polynomial = self.polynomial(x);
        match self.polynomial_root(&polynomial) {
            Some(root) => {
                let root = self.polynomial_term(root, Sort::REAL);
                self.simple_abs(root, Sort::REAL)
            }
            None => self.intern(Op::Function(Function::Sqrt), Sort::REAL, &[x]),
        }
    }

    /// A polynomial whose square this is, up to its sign: one summand after the other, each from the leading
    /// summand of what is still missing.
    fn polynomial_root(&mut self, square: &Polynomial) -> Option<Polynomial> {
        let lead = square.entries.first()?;
        if square.entries.len() > LONGEST_SQUARE {
            return None;
        }
        let coefficient = number_root(&lead.coefficient)?;
        let halved: Option<Factors> = self
            .factors(lead.monomial)
            .iter()
            .map(|&(atom, exponent)| exponent.is_multiple_of(2).then_some((atom, exponent / 2)))
            .collect();
        let monomial = self.monomial(&halved?, Sort::REAL);
        let twice = &coefficient + &coefficient;
        let mut root =
            Polynomial { entries: smallvec![Entry::new(monomial, coefficient)], constant: Number::ZERO };
        loop {
            let known = self.multiply(&root, &root, Sort::REAL);
            let missing = self.add_scaled(square, &known, &Number::MINUS_ONE);
            if missing.is_zero() {
                return Some(root);
            }
            let next = missing.entries.first()?;
            let coefficient = next.coefficient.over(&twice);
            if !root.constant.is_zero() || root.entries.len() > LONGEST_SQUARE {
                return None;
            }
            match self.monomial_quotient(next.monomial, monomial)? {
                Some(quotient) => root.entries.push(Entry::new(quotient, coefficient)),
                None => root.constant = coefficient,
            }
            root.entries = self.collected(root.entries);
        }
    }
}

fn number_root(square: &Number) -> Option<Number> {
    let square = Value::Real(square.to_rational());
    match exact_value(Function::Sqrt, &[&square])? {
        Value::Real(root) if !root.is_zero() => Some(Number::from(root)),
        _ => None,
    }
}
