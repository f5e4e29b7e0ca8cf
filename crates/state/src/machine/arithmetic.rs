//! Operations that meet a term, a large integer, or an error.

use dashu_int::IBig;
use sextant_expr::{Op, Rounding, Scalar, Sort, Table, TermId};
use sextant_syntax::IntType;

use super::Step;
use super::here::{Here, Operand};
use super::ranges::type_limits;
use crate::code::{Binary, Comparison, Unary};
use crate::{Arithmetic, ErrorKind, QuestionKind, Reliance, RoundingUse, Stop, Value};

impl Here<'_, '_> {
    pub(super) fn binary(&mut self, op: Binary, a: Operand, b: Operand) -> Result<Value, Stop> {
        if let (Binary::Divide(Rounding::Floor), Value::Int(x), Value::Int(y)) = (op, a.1, b.1)
            && self.machine.folding
            && let Some(quotient) = self.small_floor(x, y)
        {
            return Ok(Value::Int(quotient));
        }
        let (x, y) = (self.term(a)?, self.term(b)?);
        self.rely_on_exact(x);
        let op = match op {
            Binary::Add | Binary::Subtract | Binary::Multiply => {
                let sort = self.number(x);
                self.arithmetic_op(op, sort).expect("numbers have sums, differences and products")
            }
            Binary::Min => return Ok(self.extreme(false, x, y)),
            Binary::Max => return Ok(self.extreme(true, x, y)),
            Binary::And => Op::And,
            Binary::Or => Op::Or,
            Binary::Implies => Op::Implies,
            Binary::Same => Op::Eq,
            Binary::Compare(comparison) => {
                let condition = self.compare(comparison, x, y);
                return Ok(Value::of_term(self.table, condition));
            }
            Binary::Quotient => return self.quotient(x, y),
            Binary::Function(function) => return self.function(function, &[x, y]),
            Binary::Remainder | Binary::Modulo | Binary::TransferSign | Binary::PositiveDifference => {
                return self.remainder_like(op, x, y);
            }
            Binary::BitAnd
            | Binary::BitOr
            | Binary::BitXor
            | Binary::Shift(_)
            | Binary::BitTest
            | Binary::BitSet(_)
            | Binary::BitClear(_) => {
                return Ok(match self.bits_as_arithmetic(op, x, y) {
                    Some(term) => Value::of_term(self.table, term),
                    None => self.bits(op, x, y),
                });
            }
            Binary::Power if self.number(x) != Scalar::Int || self.number(y) != Scalar::Int => {
                return self.real_power(x, y);
            }
            Binary::Power => return self.power(x, y),
            Binary::Divide(rounding) => return self.divide(rounding, x, y),
            Binary::Mod => return self.remainder(x, y),
        };
        Ok(self.apply(op, &[x, y]))
    }

    pub(super) fn unary(&mut self, op: Unary, a: Operand) -> Result<Value, Stop> {
        let x = self.term(a)?;
        self.rely_on_exact(x);
        Ok(match op {
            Unary::Negate => {
                let negated = self.negated(x);
                Value::of_term(self.table, negated)
            }
            Unary::Not => self.apply(Op::Not, &[x]),
            Unary::Abs => {
                let size = self.size(x);
                Value::of_term(self.table, size)
            }
            Unary::Sign => {
                let sign = sign(self.table, x);
                Value::of_term(self.table, sign)
            }
            Unary::IsNonZero => {
                let zero = self.table.int(0);
                self.apply(Op::Ne, &[x, zero])
            }
            Unary::ToInt => {
                let (one, zero) = (self.table.int(1), self.table.int(0));
                self.apply(Op::Ite, &[x, one, zero])
            }
            Unary::ToReal(kind) => self.as_real(kind, x),
            Unary::ToKind(kind) => self.apply(Op::FloatToFloat(kind), &[x]),
            Unary::Function(function) => return self.function(function, &[x]),
            Unary::BitNot => {
                let minus_one = self.table.int(-1);
                self.apply(Op::Sub, &[minus_one, x])
            }
            Unary::BitCount(width) => {
                let bits = self.table.apply(Op::IntToBv(u16::from(width)), &[x]);
                let ones = (0..u16::from(width)).map(|at| {
                    let bit = self.table.apply(Op::BvExtract(at, at), &[bits]);
                    self.table.apply(Op::BvToUint, &[bit])
                });
                let ones: Vec<TermId> = ones.collect();
                self.apply(Op::Add, &ones)
            }
            Unary::WholePart | Unary::NearestReal => return self.rounded_real(op, x),
            Unary::Exponent => return self.exponent(x),
            Unary::Truncate | Unary::Floor | Unary::Ceiling | Unary::NearestInt => {
                let whole = self.rounded(op, x)?;
                Value::of_term(self.table, whole)
            }
        })
    }

    /// Which way a comparison goes.
    pub(super) fn comparison(
        &mut self,
        comparison: Comparison,
        a: Operand,
        b: Operand,
    ) -> Result<bool, Stop> {
        let (x, y) = (self.term(a)?, self.term(b)?);
        self.rely_on_exact(x);
        let condition = self.compare(comparison, x, y);
        self.ask(condition, QuestionKind::Branch)
    }

    pub(super) fn check_range(&mut self, value: Operand, ty: IntType, kind: ErrorKind) -> Step {
        if let Value::Int(small) = value.1
            && fits(ty, small)
        {
            return Ok(());
        }
        let unbounded = kind.is_overflow() && self.is_ideal();
        // What is known already need not be found out for every value.
        if unbounded && self.machine.entry.relied.has(&Reliance::UnboundedIntegers) {
            return Ok(());
        }
        let x = self.term(value)?;
        if self.certainly_fits(x, ty) {
            return Ok(());
        }
        if unbounded {
            self.rely(Reliance::UnboundedIntegers);
            return Ok(());
        }
        // Two questions: often the types of the inputs settle one of them, and it stays out of the condition.
        let (least, greatest) = type_limits(ty);
        let known = self.cut_interval(x);
        let [not_above, not_below] = limits(self.table, x, ty);
        if known.is_none_or(|(_, high)| high > greatest) {
            self.require(not_above, kind, None)?;
        }
        if known.is_none_or(|(low, _)| low < least) {
            self.require(not_below, kind, None)?;
        }
        Ok(())
    }

    fn is_ideal(&self) -> bool {
        self.machine.code.policy.arithmetic == Arithmetic::Ideal
    }

    /// Takes notice that the execution goes on as it does because of this.
    pub(super) fn rely(&self, reliance: Reliance) {
        self.machine.entry.relied.note(reliance);
    }

    /// Takes notice of operations on exact reals.
    fn rely_on_exact(&self, x: TermId) {
        if self.number(x) == Scalar::Real {
            self.rely(Reliance::ExactReals);
        }
    }

    /// Takes notice of a decision on results of operations on exact reals.
    pub(super) fn note_decision(&self, condition: TermId) {
        let relied = &self.machine.entry.relied;
        if !relied.has(&Reliance::ExactReals) || relied.has(&Reliance::ExactDecisions) {
            return;
        }
        let computes = |term: TermId| {
            self.table.sort(term) == Sort::REAL
                && !self.table.args(term).is_empty()
                && !matches!(self.table.op(term), Op::Select | Op::Store | Op::Ite)
        };
        if self.table.subterms(&[condition]).any(computes) {
            self.rely(Reliance::ExactDecisions);
        }
    }

    /// The least number of a type must not be divided by -1.
    pub(super) fn check_quotient(&mut self, a: Operand, b: Operand, ty: IntType) -> Step {
        let (least, _) = type_limits(ty);
        if let (Some(x), Some(y)) = (a.1.as_i128(), b.1.as_i128()) {
            let fits = x != least || y != -1;
            return if fits { Ok(()) } else { Err(self.error(self.machine.code.overflow, None)) };
        }
        let (x, y) = (self.term(a)?, self.term(b)?);
        let other_dividend = self.limits(x).is_some_and(|(low, _)| low > least);
        let other_divisor = self.limits(y).is_some_and(|(low, high)| low > -1 || high < -1);
        if other_dividend || other_divisor {
            return Ok(());
        }
        let (least, minus_one) = (self.table.int(least), self.table.int(-1));
        let (x, y) = (self.table.apply(Op::Ne, &[x, least]), self.table.apply(Op::Ne, &[y, minus_one]));
        let fits = self.table.or(&[x, y]);
        self.require(fits, self.machine.code.overflow, None)
    }

    pub(super) fn apply(&mut self, op: Op, args: &[TermId]) -> Value {
        let term = self.table.apply(op, args);
        Value::of_term(self.table, term)
    }

    /// A quotient of small constants, rounded down; kept out of the table because loops are made of it.
    fn small_floor(&mut self, x: i64, y: i64) -> Option<i64> {
        let truncated = x.checked_div(y)?;
        let rounds = x % y != 0 && (x < 0) != (y < 0);
        if rounds && self.machine.note_rounding(self.span()) {
            let differs = self.table.boolean(true);
            self.keep_rounding(differs);
        }
        Some(truncated - rounds as i64)
    }

    fn divide(&mut self, rounding: Rounding, x: TermId, y: TermId) -> Result<Value, Stop> {
        self.require_non_zero(y)?;
        if rounding == Rounding::Floor {
            self.notice_rounding(x, y);
        }
        Ok(self.apply(Op::Div(rounding), &[x, y]))
    }

    /// PL/I's remainder is never negative, whatever the sign of the divisor.
    fn remainder(&mut self, x: TermId, y: TermId) -> Result<Value, Stop> {
        self.require_non_zero(y)?;
        let positive = self.table.as_int(y).is_some_and(|value| *value > IBig::ZERO);
        let size = if positive { y } else { self.table.apply(Op::Abs, &[y]) };
        Ok(self.apply(Op::Rem(Rounding::Floor), &[x, size]))
    }

    /// `x ** y`; zero to a negative power divides by zero.
    fn power(&mut self, x: TermId, y: TermId) -> Result<Value, Stop> {
        let zero = self.table.int(0);
        let base_not_zero = self.table.apply(Op::Ne, &[x, zero]);
        let exponent_not_negative = self.table.apply(Op::Ge, &[y, zero]);
        let allowed = self.table.or(&[base_not_zero, exponent_not_negative]);
        self.require(allowed, ErrorKind::DivisionByZero, None)?;
        Ok(self.apply(Op::Pow, &[x, y]))
    }

    /// Keeps the condition under which rounding towards zero would have given another quotient.
    fn notice_rounding(&mut self, x: TermId, y: TermId) {
        if self.machine.rounding_seen.borrow().contains(&self.span()) {
            return;
        }
        let floor = self.table.apply(Op::Div(Rounding::Floor), &[x, y]);
        let truncated = self.table.apply(Op::Div(Rounding::Truncate), &[x, y]);
        let differs = self.table.apply(Op::Ne, &[floor, truncated]);
        let simplified = self.table.simplify(differs);
        if self.table.as_bool(simplified) != Some(false) {
            self.keep_rounding(differs);
        }
    }

    fn keep_rounding(&mut self, differs: TermId) {
        let span = self.span();
        self.state.roundings.push(RoundingUse { span, differs });
    }

    fn require_non_zero(&mut self, divisor: TermId) -> Step {
        let zero = self.table.int(0);
        let non_zero = self.table.apply(Op::Ne, &[divisor, zero]);
        self.require(non_zero, ErrorKind::DivisionByZero, None)
    }
}

/// Whether a small integer keeps the limits of a type.
#[inline(always)]
pub(super) fn fits(ty: IntType, value: i64) -> bool {
    if ty.bits >= 64 {
        return ty.signed || value >= 0;
    }
    let unused = 64 - u32::from(ty.bits);
    if ty.signed {
        (value << unused) >> unused == value
    } else {
        ((value as u64) << unused) >> unused == value as u64
    }
}

/// The condition that a value keeps the limits of a type.
pub(crate) fn within(table: &mut Table, value: TermId, ty: IntType) -> TermId {
    let limits = limits(table, value, ty);
    table.and(&limits)
}

fn limits(table: &mut Table, value: TermId, ty: IntType) -> [TermId; 2] {
    let (low, high) = ty.limits();
    let (low, high) = (table.int(low), table.int(high));
    [table.apply(Op::Le, &[value, high]), table.apply(Op::Ge, &[value, low])]
}

fn sign(table: &mut Table, x: TermId) -> TermId {
    let (zero, one, minus_one) = (table.int(0), table.int(1), table.int(-1));
    let positive = table.apply(Op::Gt, &[x, zero]);
    let negative = table.apply(Op::Lt, &[x, zero]);
    let rest = table.apply(Op::Ite, &[negative, minus_one, zero]);
    table.apply(Op::Ite, &[positive, one, rest])
}
