//! From terms to Z3's terms, each with exactly its meaning here.
//!
//! Invariants
//! - The total meanings of zero divisors are spelled out with conditionals.
//! - Z3's integer division is Euclid's; quotients here are built from it where the two agree.
//! - A term without an exact counterpart (a power with a symbolic exponent, a function of analysis) becomes a
//!   constant of its own, and so does one whose counterpart is too dear (conversions between Reals and floats). What
//!   is known of them is asserted beside the conditions that contain them.

use dashu_base::UnsignedAbs;
use dashu_int::IBig;
use rustc_hash::FxHashMap;
use sextant_expr::{FloatKind, Function, Op, Rounding, Scalar, Sort, Table, TermId};

use super::Reader;
use crate::functions::is_opaque;

use super::ffi::{Ast, Check, Context, SortAst};

/// Powers with constant exponents up to this are written as products.
const LARGEST_POWER: u32 = 64;

/// A context with the terms that were translated into it.
pub(super) struct Translator {
    pub context: Context,
    memo: FxHashMap<TermId, Ast>,
    sorts: FxHashMap<Sort, SortAst>,
}

impl Translator {
    pub fn new(context: Context) -> Self {
        Self { context, memo: FxHashMap::default(), sorts: FxHashMap::default() }
    }

    /// The translations of terms that were translated before.
    pub fn known(&self, terms: &[TermId]) -> Vec<Ast> {
        terms.iter().filter_map(|term| self.memo.get(term).copied()).collect()
    }

    /// Checks what is asserted, or other conditions alone, and hands the model to the reader.
    pub fn check(&mut self, alone: Option<&[Ast]>, read: &mut Reader<'_>) -> Check {
        let (check, model) = match alone {
            Some(conditions) => self.context.check_alone(conditions),
            None => self.context.check(),
        };
        if let Some(mut model) = model {
            read(&mut model, &|term| self.memo.get(&term).copied());
        }
        check
    }

    /// The translation of a term. Operands come first, without recursion.
    pub fn translate(&mut self, table: &Table, term: TermId) -> Ast {
        let mut pending = vec![term];
        while let Some(&top) = pending.last() {
            if self.memo.contains_key(&top) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            pending.extend(table.args(top).iter().filter(|arg| !self.memo.contains_key(arg)));
            if pending.len() == before {
                let args: Vec<Ast> = table.args(top).iter().map(|arg| self.memo[arg]).collect();
                let ast = self.apply(table, top, &args);
                self.memo.insert(top, ast);
                pending.pop();
            }
        }
        self.memo[&term]
    }

    /// What an opaque term that was translated before means, where Z3 has a meaning for it.
    pub fn definition(&mut self, table: &Table, term: TermId) -> Option<Ast> {
        let opaque = self.memo.get(&term).copied()?;
        let x = self.memo.get(table.args(term).first()?).copied()?;
        let meaning = match table.op(term) {
            Op::FloatToReal => self.float_to_real(x),
            Op::RealToFloat(kind) => {
                let sort = self.float_sort(*kind);
                let rounding = self.context.nearest_even();
                self.context.real_to_float(rounding, x, sort)
            }
            Op::Function(Function::Sqrt) if table.sort(term) != Sort::REAL => {
                let rounding = self.context.nearest_even();
                self.context.float_sqrt(rounding, x)
            }
            _ => return None,
        };
        Some(self.context.equal(opaque, meaning))
    }

    fn sort(&mut self, sort: Sort) -> SortAst {
        if let Some(&known) = self.sorts.get(&sort) {
            return known;
        }
        let context = &mut self.context;
        let made = match sort {
            Sort::Scalar(Scalar::Bool) => context.bool_sort(),
            Sort::Scalar(Scalar::Int) => context.int_sort(),
            Sort::Scalar(Scalar::Real) => context.real_sort(),
            Sort::Scalar(Scalar::BitVec(width)) => context.bits_sort(u32::from(width)),
            Sort::Scalar(Scalar::Float(FloatKind::Single)) => context.float_sort(8, 24),
            Sort::Scalar(Scalar::Float(FloatKind::Double)) => context.float_sort(11, 53),
            Sort::Array(element) => {
                let (index, element) = (self.sort(Sort::INT), self.sort(Sort::Scalar(element)));
                self.context.array_sort(index, element)
            }
        };
        self.sorts.insert(sort, made);
        made
    }

    fn float_sort(&mut self, kind: FloatKind) -> SortAst {
        self.sort(Sort::Scalar(Scalar::Float(kind)))
    }

    fn number(&mut self, digits: &str, sort: Sort) -> Ast {
        let sort = self.sort(sort);
        self.context.numeral(digits, sort)
    }

    fn apply(&mut self, table: &Table, term: TermId, args: &[Ast]) -> Ast {
        let sort = table.sort(term);
        let op = table.op(term);
        match op {
            Op::Bool(true) => self.context.yes(),
            Op::Bool(false) => self.context.no(),
            Op::Int(value) => self.number(&value.to_string(), sort),
            Op::Real(value) => self.number(&format!("{}/{}", value.numerator(), value.denominator()), sort),
            Op::Bits(_, value) => self.number(&value.to_string(), sort),
            Op::Float(kind, bits) => self.float(*kind, *bits),
            Op::Symbol(symbol) => {
                let sort = self.sort(sort);
                self.context.constant(&format!("x{}", symbol.0), sort)
            }
            Op::Pow => self.power(table, term, args),
            _ if is_opaque(table, term) => {
                let sort = self.sort(sort);
                self.context.fresh(sort)
            }
            Op::Div(_) | Op::Rem(_) | Op::Quotient => self.division(table, term, args),
            Op::Select | Op::Store | Op::Fill => self.array(op, args),
            _ => self.operation(op, args, table.args(term).first().map_or(sort, |&first| table.sort(first))),
        }
    }

    fn float(&mut self, kind: FloatKind, bits: u64) -> Ast {
        let width = if kind == FloatKind::Single { 32 } else { 64 };
        let bits = self.number(&bits.to_string(), Sort::Scalar(Scalar::BitVec(width)));
        let sort = self.float_sort(kind);
        self.context.bits_to_float(bits, sort)
    }

    fn array(&mut self, op: &Op, args: &[Ast]) -> Ast {
        match (op, args) {
            (Op::Store, &[array, index, value]) => self.context.store(array, index, value),
            (Op::Fill, &[value]) => {
                let index = self.sort(Sort::INT);
                self.context.fill(index, value)
            }
            _ => self.context.select(args[0], args[1]),
        }
    }

    /// Operations on numbers, truth values, bits and floats; `sort` is that of the first operand.
    fn operation(&mut self, op: &Op, args: &[Ast], sort: Sort) -> Ast {
        let context = &mut self.context;
        let x = args[0];
        let y = args.get(1).copied().unwrap_or(x);
        match op {
            Op::Neg => context.negate(x),
            Op::Add => context.add(args),
            Op::Sub => context.subtract(args),
            Op::Mul => context.multiply(args),
            Op::Abs => {
                let negated = context.negate(x);
                self.with_sign(x, sort, x, negated)
            }
            Op::Min => self.extreme(args, false),
            Op::Max => self.extreme(args, true),
            Op::ToReal => context.int_to_real(x),
            Op::ToInt(rounding) => self.rounded(x, *rounding),
            Op::Not => context.not(x),
            Op::And => context.and(args),
            Op::Or => context.or(args),
            Op::Implies => context.implies(x, y),
            Op::Eq => context.equal(x, y),
            Op::Ne => {
                let equal = context.equal(x, y);
                context.not(equal)
            }
            Op::Lt => context.less(x, y),
            Op::Le => context.at_most(x, y),
            Op::Gt => context.less(y, x),
            Op::Ge => context.at_most(y, x),
            Op::Ite => context.ite(x, y, args[2]),
            _ => self.machine_operation(op, x, y, sort),
        }
    }

    /// Operations on bits and floats.
    fn machine_operation(&mut self, op: &Op, x: Ast, y: Ast, sort: Sort) -> Ast {
        let context = &mut self.context;
        let width = if let Sort::Scalar(Scalar::BitVec(width)) = sort { width } else { 0 };
        match op {
            Op::BvNeg => context.bv_neg(x),
            Op::BvAdd => context.bv_add(x, y),
            Op::BvSub => context.bv_sub(x, y),
            Op::BvMul => context.bv_mul(x, y),
            Op::BvUdiv => context.bv_udiv(x, y),
            Op::BvUrem => context.bv_urem(x, y),
            Op::BvSdiv => context.bv_sdiv(x, y),
            Op::BvSrem => context.bv_srem(x, y),
            Op::BvNot => context.bv_not(x),
            Op::BvAnd => context.bv_and(x, y),
            Op::BvOr => context.bv_or(x, y),
            Op::BvXor => context.bv_xor(x, y),
            Op::BvShl => context.bv_shl(x, y),
            Op::BvLshr => context.bv_lshr(x, y),
            Op::BvAshr => context.bv_ashr(x, y),
            Op::BvUlt => context.bv_ult(x, y),
            Op::BvUle => context.bv_ule(x, y),
            Op::BvSlt => context.bv_slt(x, y),
            Op::BvSle => context.bv_sle(x, y),
            Op::BvConcat => context.concat(x, y),
            Op::BvExtract(high, low) => context.extract(u32::from(*high), u32::from(*low), x),
            Op::BvZeroExtend(to) => context.zero_extend(u32::from(to - width), x),
            Op::BvSignExtend(to) => context.sign_extend(u32::from(to - width), x),
            Op::BvToUint => context.bits_to_int(x, false),
            Op::BvToSint => context.bits_to_int(x, true),
            Op::IntToBv(width) => context.int_to_bits(u32::from(*width), x),
            Op::FloatNeg => context.float_neg(x),
            Op::FloatAbs => context.float_abs(x),
            Op::FloatAdd | Op::FloatSub | Op::FloatMul | Op::FloatDiv => {
                // Like all float arithmetic, rounded to nearest even.
                let rounding = context.nearest_even();
                match op {
                    Op::FloatAdd => context.float_add(rounding, x, y),
                    Op::FloatSub => context.float_sub(rounding, x, y),
                    Op::FloatMul => context.float_mul(rounding, x, y),
                    _ => context.float_div(rounding, x, y),
                }
            }
            Op::FloatEq => context.float_eq(x, y),
            Op::FloatLt => context.float_lt(x, y),
            Op::FloatLe => context.float_le(x, y),
            Op::FloatIsNan => context.float_is_nan(x),
            Op::FloatToFloat(kind) => {
                let sort = self.float_sort(*kind);
                let rounding = self.context.nearest_even();
                self.context.float_to_float(rounding, x, sort)
            }
            other => unreachable!("{other:?} is translated by `apply` or `operation`"),
        }
    }

    /// `if x ≥ 0 then yes else no`
    fn with_sign(&mut self, x: Ast, sort: Sort, yes: Ast, no: Ast) -> Ast {
        let zero = self.number("0", sort);
        let positive = self.context.at_most(zero, x);
        self.context.ite(positive, yes, no)
    }

    fn extreme(&mut self, args: &[Ast], greatest: bool) -> Ast {
        let mut best = args[0];
        for &arg in &args[1..] {
            let (low, high) = if greatest { (best, arg) } else { (arg, best) };
            let better = self.context.at_most(low, high);
            best = self.context.ite(better, arg, best);
        }
        best
    }

    fn rounded(&mut self, x: Ast, rounding: Rounding) -> Ast {
        let floor = self.context.floor(x);
        if rounding == Rounding::Floor {
            return floor;
        }
        let negated = self.context.negate(x);
        let floor_of_negated = self.context.floor(negated);
        let ceiling = self.context.negate(floor_of_negated);
        self.with_sign(x, Sort::REAL, floor, ceiling)
    }

    fn float_to_real(&mut self, x: Ast) -> Ast {
        let odd = [self.context.float_is_nan(x), self.context.float_is_infinite(x)];
        let odd = self.context.or(&odd);
        let zero = self.number("0", Sort::REAL);
        let real = self.context.float_to_real(x);
        self.context.ite(odd, zero, real)
    }

    fn division(&mut self, table: &Table, term: TermId, args: &[Ast]) -> Ast {
        let sort = table.sort(term);
        let divisor = table.args(term)[1];
        let (x, y) = (args[0], args[1]);
        let exact = match table.op(term) {
            Op::Div(rounding) | Op::Rem(rounding) => {
                let sign = table.as_int(divisor).map(|value| *value > IBig::ZERO);
                self.integer_quotient(x, y, *rounding, sign)
            }
            _ => self.context.divide(x, y),
        };
        let is_constant = match table.op(divisor) {
            Op::Int(value) => !value.is_zero(),
            Op::Real(value) => !value.is_zero(),
            _ => false,
        };
        let quotient = if is_constant { exact } else { self.unless_zero(y, sort, exact) };
        if let Op::Rem(_) = table.op(term) {
            let product = self.context.multiply(&[y, quotient]);
            return self.context.subtract(&[x, product]);
        }
        quotient
    }

    /// The value, or 0 where the divisor is 0.
    fn unless_zero(&mut self, divisor: Ast, sort: Sort, value: Ast) -> Ast {
        let zero = self.number("0", sort);
        let is_zero = self.context.equal(divisor, zero);
        self.context.ite(is_zero, zero, value)
    }

    /// The quotient for divisors other than 0. Euclid's quotient is the floor for positive divisors, and the
    /// truncated quotient for dividends that are not negative.
    fn integer_quotient(&mut self, x: Ast, y: Ast, rounding: Rounding, positive: Option<bool>) -> Ast {
        let minus_x = self.context.negate(x);
        let plain = self.context.divide(x, y);
        if rounding == Rounding::Truncate {
            let mirrored = self.context.divide(minus_x, y);
            let mirrored = self.context.negate(mirrored);
            return self.with_sign(x, Sort::INT, plain, mirrored);
        }
        if positive == Some(true) {
            return plain;
        }
        let minus_y = self.context.negate(y);
        let mirrored = self.context.divide(minus_x, minus_y);
        self.with_sign(y, Sort::INT, plain, mirrored)
    }

    /// A power with a constant exponent; any other becomes a constant without meaning.
    fn power(&mut self, table: &Table, term: TermId, args: &[Ast]) -> Ast {
        let sort = table.sort(term);
        let exponent = table.as_int(table.args(term)[1]);
        let size = exponent.and_then(|exponent| u32::try_from(exponent.clone().unsigned_abs()).ok());
        let (Some(exponent), Some(size)) = (exponent, size.filter(|&size| size <= LARGEST_POWER)) else {
            let sort = self.sort(sort);
            return self.context.fresh(sort);
        };
        let one = self.number("1", sort);
        if size == 0 {
            return one;
        }
        let x = args[0];
        if *exponent > IBig::ZERO {
            return self.context.multiply(&vec![x; size as usize]);
        }
        if sort == Sort::REAL {
            let product = self.context.multiply(&vec![x; size as usize]);
            let reciprocal = self.context.divide(one, product);
            return self.unless_zero(x, sort, reciprocal);
        }
        self.reciprocal_power(x, one, size)
    }

    /// `x ** -size` for integers: not 0 only for 1 and -1.
    fn reciprocal_power(&mut self, x: Ast, one: Ast, size: u32) -> Ast {
        let [zero, minus_one] = ["0", "-1"].map(|digits| self.number(digits, Sort::INT));
        let is_minus_one = self.context.equal(x, minus_one);
        let is_one = self.context.equal(x, one);
        let sign = if size.is_multiple_of(2) { one } else { minus_one };
        let rest = self.context.ite(is_minus_one, sign, zero);
        self.context.ite(is_one, one, rest)
    }
}
