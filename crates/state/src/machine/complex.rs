//! Complex numbers: pairs of reals.
//!
//! Under machine arithmetic products and quotients are computed as Fortran compilers do it: the product without
//! regard to infinities, the quotient by Smith's method.

use sextant_expr::{Function, TermId};
use sextant_syntax::Analytic;

use super::Step;
use super::here::Here;
use crate::code::{Binary, Comparison, ComplexOp, Unary};
use crate::{Stop, Value};

type Pair = (Value, Value);

impl Here<'_, '_> {
    pub(super) fn complex_step(&mut self, code: u32) -> Step {
        let code = self.procedure.complex[code as usize];
        let a = (self.defined(self.operand(code.a.0))?, self.defined(self.operand(code.a.1))?);
        let b = (self.defined(self.operand(code.b.0))?, self.defined(self.operand(code.b.1))?);
        let (re, im) = match code.op {
            ComplexOp::Multiply => self.multiply(a, b)?,
            ComplexOp::Divide => self.divide_complex(a, b)?,
            ComplexOp::PowerInt => self.integer_power(a, b.0)?,
            ComplexOp::Power => self.complex_power(a, b)?,
            ComplexOp::Abs => (self.absolute(a)?, a.1),
            ComplexOp::Function(function) => self.complex_function(function, a)?,
        };
        self.set(code.to.0, re);
        self.set(code.to.1, im);
        Ok(())
    }

    fn calculate(&mut self, op: Binary, a: Value, b: Value) -> Result<Value, Stop> {
        if let Some(value) = super::reals::small_real(op, a, b) {
            return Ok(value);
        }
        let (x, y) = (self.number_term(a)?, self.number_term(b)?);
        if op == Binary::Quotient {
            return self.quotient(x, y);
        }
        let sort = self.number(x);
        let op = self.arithmetic_op(op, sort).expect("sums, differences and products only");
        Ok(self.apply(op, &[x, y]))
    }

    fn number_term(&mut self, value: Value) -> Result<TermId, Stop> {
        value.to_term(self.table).ok_or_else(|| self.uninitialised(None))
    }

    fn multiply(&mut self, (a, b): Pair, (c, d): Pair) -> Result<Pair, Stop> {
        let (ac, bd) = (self.calculate(Binary::Multiply, a, c)?, self.calculate(Binary::Multiply, b, d)?);
        let (ad, bc) = (self.calculate(Binary::Multiply, a, d)?, self.calculate(Binary::Multiply, b, c)?);
        Ok((self.calculate(Binary::Subtract, ac, bd)?, self.calculate(Binary::Add, ad, bc)?))
    }

    fn divide_complex(&mut self, (a, b): Pair, (c, d): Pair) -> Result<Pair, Stop> {
        match (c, d) {
            (Value::Double(_), Value::Double(_)) | (Value::Single(_), Value::Single(_)) => {
                self.smith((a, b), (c, d))
            }
            _ => {
                let (cc, dd) =
                    (self.calculate(Binary::Multiply, c, c)?, self.calculate(Binary::Multiply, d, d)?);
                let size = self.calculate(Binary::Add, cc, dd)?;
                let opposite = self.negate(d)?;
                let (re, im) = self.multiply((a, b), (c, opposite))?;
                Ok((self.calculate(Binary::Quotient, re, size)?, self.calculate(Binary::Quotient, im, size)?))
            }
        }
    }

    /// Smith's quotient: the larger part of the divisor is divided out first.
    fn smith(&mut self, (a, b): Pair, (c, d): Pair) -> Result<Pair, Stop> {
        let first_smaller = double(c).abs() < double(d).abs();
        let (large, small) = if first_smaller { (d, c) } else { (c, d) };
        let ratio = self.calculate(Binary::Quotient, small, large)?;
        let scaled = self.calculate(Binary::Multiply, small, ratio)?;
        let size = self.calculate(Binary::Add, scaled, large)?;
        let (re, im) = if first_smaller {
            let (ar, br) =
                (self.calculate(Binary::Multiply, a, ratio)?, self.calculate(Binary::Multiply, b, ratio)?);
            (self.calculate(Binary::Add, ar, b)?, self.calculate(Binary::Subtract, br, a)?)
        } else {
            let (ar, br) =
                (self.calculate(Binary::Multiply, a, ratio)?, self.calculate(Binary::Multiply, b, ratio)?);
            (self.calculate(Binary::Add, a, br)?, self.calculate(Binary::Subtract, b, ar)?)
        };
        Ok((self.calculate(Binary::Quotient, re, size)?, self.calculate(Binary::Quotient, im, size)?))
    }

    fn negate(&mut self, value: Value) -> Result<Value, Stop> {
        if let Some(value) = super::reals::small_real_unary(Unary::Negate, value) {
            return Ok(value);
        }
        let term = self.number_term(value)?;
        let negated = self.negated(term);
        Ok(Value::of_term(self.table, negated))
    }

    fn integer_power(&mut self, base: Pair, exponent: Value) -> Result<Pair, Stop> {
        let Value::Int(exponent) = self.settled(exponent) else {
            return Err(self.cannot("a complex number to a symbolic power"));
        };
        let one = self.like(base.0, 1)?;
        let zero = self.like(base.0, 0)?;
        let mut left = exponent.unsigned_abs();
        let mut square = base;
        let mut product = if left % 2 == 1 { base } else { (one, zero) };
        left /= 2;
        while left > 0 {
            square = self.multiply(square, square)?;
            if left % 2 == 1 {
                product = self.multiply(product, square)?;
            }
            left /= 2;
        }
        if exponent < 0 { self.divide_complex((one, zero), product) } else { Ok(product) }
    }

    fn like(&mut self, value: Value, constant: i64) -> Result<Value, Stop> {
        let term = self.number_term(value)?;
        let constant = self.constant_like(term, constant);
        Ok(Value::of_term(self.table, constant))
    }

    fn real_function(&mut self, function: Function, args: &[Value]) -> Result<Value, Stop> {
        let terms: Vec<TermId> =
            args.iter().map(|value| self.number_term(*value)).collect::<Result<_, _>>()?;
        self.function(function, &terms)
    }

    fn absolute(&mut self, (re, im): Pair) -> Result<Value, Stop> {
        match (re, im) {
            (Value::Double(re), Value::Double(im)) => {
                return Ok(Value::double(f64::from_bits(re).hypot(f64::from_bits(im))));
            }
            (Value::Single(re), Value::Single(im)) => {
                return Ok(Value::single(f32::from_bits(re).hypot(f32::from_bits(im))));
            }
            _ => {}
        }
        let (rr, ii) = (self.calculate(Binary::Multiply, re, re)?, self.calculate(Binary::Multiply, im, im)?);
        let sum = self.calculate(Binary::Add, rr, ii)?;
        self.real_function(Function::Sqrt, &[sum])
    }

    fn complex_power(&mut self, base: Pair, exponent: Pair) -> Result<Pair, Stop> {
        let log = self.complex_function(Analytic::Log, base)?;
        let product = self.multiply(exponent, log)?;
        self.complex_function(Analytic::Exp, product)
    }

    fn complex_function(&mut self, function: Analytic, (re, im): Pair) -> Result<Pair, Stop> {
        match function {
            Analytic::Exp => {
                let size = self.real_function(Function::Exp, &[re])?;
                let (cos, sin) =
                    (self.real_function(Function::Cos, &[im])?, self.real_function(Function::Sin, &[im])?);
                Ok((
                    self.calculate(Binary::Multiply, size, cos)?,
                    self.calculate(Binary::Multiply, size, sin)?,
                ))
            }
            Analytic::Log => {
                if let (Value::Single(x), Value::Single(y)) = (re, im) {
                    let (x, y) = (f64::from(f32::from_bits(x)), f64::from(f32::from_bits(y)));
                    if x != 0.0 || y != 0.0 {
                        // The size is rounded only once.
                        return Ok((Value::single(x.hypot(y).ln() as f32), Value::single(y.atan2(x) as f32)));
                    }
                }
                let size = self.absolute((re, im))?;
                Ok((
                    self.real_function(Function::Log, &[size])?,
                    self.real_function(Function::Atan2, &[im, re])?,
                ))
            }
            Analytic::Sin | Analytic::Cos => self.circular(function == Analytic::Sin, (re, im)),
            Analytic::Sqrt => self.root((re, im)),
            _ => Err(self.cannot("this function of a complex number")),
        }
    }

    fn circular(&mut self, sine: bool, (re, im): Pair) -> Result<Pair, Stop> {
        let (sin, cos) =
            (self.real_function(Function::Sin, &[re])?, self.real_function(Function::Cos, &[re])?);
        let (sinh, cosh) =
            (self.real_function(Function::Sinh, &[im])?, self.real_function(Function::Cosh, &[im])?);
        if sine {
            Ok((self.calculate(Binary::Multiply, sin, cosh)?, self.calculate(Binary::Multiply, cos, sinh)?))
        } else {
            let opposite = self.negate(sin)?;
            Ok((
                self.calculate(Binary::Multiply, cos, cosh)?,
                self.calculate(Binary::Multiply, opposite, sinh)?,
            ))
        }
    }

    /// The root with a real part that is not negative.
    fn root(&mut self, (re, im): Pair) -> Result<Pair, Stop> {
        let zero = self.like(re, 0)?;
        let two = self.like(re, 2)?;
        let size = self.absolute((re, im))?;
        let (size_term, zero_term) = (self.number_term(size)?, self.number_term(zero)?);
        let vanishes = self.compare(Comparison::Eq, size_term, zero_term);
        if self.ask(vanishes, crate::QuestionKind::Branch)? {
            return Ok((zero, zero));
        }
        let re_term = self.number_term(re)?;
        let right = self.compare(Comparison::Ge, re_term, zero_term);
        let is_right = self.ask(right, crate::QuestionKind::Branch)?;
        let part = if is_right { re } else { self.negate(re)? };
        let sum = self.calculate(Binary::Add, size, part)?;
        let half = self.calculate(Binary::Quotient, sum, two)?;
        let large = self.real_function(Function::Sqrt, &[half])?;
        let double_large = self.calculate(Binary::Multiply, large, two)?;
        let small = self.calculate(Binary::Quotient, im, double_large)?;
        if is_right {
            return Ok((large, small));
        }
        let im_term = self.number_term(im)?;
        let above = self.compare(Comparison::Ge, im_term, zero_term);
        if self.ask(above, crate::QuestionKind::Branch)? {
            Ok((small, large))
        } else {
            Ok((self.negate(small)?, self.negate(large)?))
        }
    }
}

fn double(value: Value) -> f64 {
    match value {
        Value::Double(bits) => f64::from_bits(bits),
        Value::Single(bits) => f64::from(f32::from_bits(bits)),
        _ => 0.0,
    }
}
