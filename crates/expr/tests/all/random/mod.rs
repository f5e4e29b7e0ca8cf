//! Terms and assignments for property tests, made by choices.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use sextant_expr::{
    ArrayValue, Assignment, FloatKind, Function, Op, Rounding, Scalar, Sort, Table, TermId, Value,
};
use sextant_testing::Choices;

pub const WIDTHS: [u16; 4] = [1, 4, 8, 33];

pub fn bits(width: u16) -> Sort {
    Sort::Scalar(Scalar::BitVec(width))
}

fn float_sort(kind: FloatKind) -> Sort {
    Sort::Scalar(Scalar::Float(kind))
}

/// A value of a sort: mostly small, sometimes extreme.
pub fn value(choices: &mut Choices, sort: Sort) -> Value {
    match sort {
        Sort::Scalar(Scalar::Bool) => Value::Bool(choices.chance(50)),
        Sort::Scalar(Scalar::Int) => Value::Int(integer(choices)),
        Sort::Scalar(Scalar::Real) => {
            let denominator = choices.pick(&[1u32, 1, 1, 2, 3, 7]);
            Value::Real(RBig::from_parts(integer(choices), UBig::from(denominator)))
        }
        Sort::Scalar(Scalar::BitVec(width)) => {
            let small = UBig::from(choices.below(4) as u64);
            let ones = UBig::ones(usize::from(width));
            let any = UBig::from(choices.bits()) & &ones;
            Value::Bits(
                width,
                choices.pick(&[small.clone() & &ones, small & &ones, any, ones.clone(), &ones >> 1]),
            )
        }
        Sort::Scalar(Scalar::Float(kind)) => Value::Float(kind, float_bits(choices, kind)),
        Sort::Array(element) => {
            let element = Sort::Scalar(element);
            let mut array = ArrayValue::filled(value(choices, element));
            for _ in 0..choices.below(4) {
                let index = IBig::from(choices.below(7) as i64 - 3);
                array.set(index, value(choices, element));
            }
            Value::Array(array)
        }
    }
}

fn integer(choices: &mut Choices) -> IBig {
    let small = IBig::from(choices.below(9) as i64 - 4);
    if choices.chance(92) {
        return small;
    }
    let large = choices.pick(&[
        IBig::from(i64::MAX),
        IBig::from(i64::MIN),
        IBig::ONE << 70usize,
        IBig::from(1_000_003),
    ]);
    large + small
}

fn float_bits(choices: &mut Choices, kind: FloatKind) -> u64 {
    let double = choices.pick(&[
        0.0,
        -0.0,
        1.0,
        -1.0,
        1.5,
        0.1,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
        16_777_217.0,
    ]);
    match kind {
        FloatKind::Double if double.is_nan() => 0x7ff8_0000_0000_0000,
        FloatKind::Double => double.to_bits(),
        FloatKind::Single if double.is_nan() => 0x7fc0_0000,
        FloatKind::Single => u64::from((double as f32).to_bits()),
    }
}

pub fn assignment(choices: &mut Choices, table: &Table) -> Assignment {
    let mut assignment = Assignment::new();
    for (id, symbol) in table.symbols() {
        if choices.chance(90) {
            assignment.set(id, value(choices, symbol.sort));
        }
    }
    assignment
}

/// Makes terms of a table.
pub struct Maker<'r> {
    pub choices: &'r mut Choices,
    pub table: Table,
}

impl Maker<'_> {
    pub fn term(&mut self, sort: Sort, depth: usize) -> TermId {
        if depth == 0 || self.choices.chance(12) {
            return self.leaf(sort);
        }
        let depth = depth - 1;
        if self.choices.chance(8) {
            let args = [self.term(Sort::BOOL, depth), self.term(sort, depth), self.term(sort, depth)];
            return self.table.apply(Op::Ite, &args);
        }
        match sort {
            Sort::Scalar(Scalar::Bool) => self.truth(depth),
            Sort::Scalar(Scalar::Int) => self.integer(depth),
            Sort::Scalar(Scalar::Real) => self.real(depth),
            Sort::Scalar(Scalar::BitVec(width)) => self.bit_string(width, depth),
            Sort::Scalar(Scalar::Float(kind)) => self.float(kind, depth),
            Sort::Array(element) => self.array(element, depth),
        }
    }

    pub fn leaf(&mut self, sort: Sort) -> TermId {
        if self.choices.chance(35) && !matches!(sort, Sort::Array(_)) {
            let value = value(self.choices, sort);
            return self.table.constant(&value);
        }
        let stem = match sort {
            Sort::Scalar(Scalar::Bool) => "p".to_owned(),
            Sort::Scalar(Scalar::Int) => "x".to_owned(),
            Sort::Scalar(Scalar::Real) => "r".to_owned(),
            Sort::Scalar(Scalar::BitVec(width)) => format!("b{width}_"),
            Sort::Scalar(Scalar::Float(kind)) => format!("f{kind:?}"),
            Sort::Array(element) => format!("a{element:?}"),
        };
        let name = format!("{stem}{}", self.choices.below(3));
        self.table.symbol(&name, sort)
    }

    fn apply(&mut self, op: Op, sorts: &[Sort], depth: usize) -> TermId {
        let args: Vec<TermId> = sorts.iter().map(|&sort| self.term(sort, depth)).collect();
        self.table.apply(op, &args)
    }

    fn several(&mut self, op: Op, sort: Sort, depth: usize) -> TermId {
        let count = 2 + self.choices.below(2);
        self.apply(op, &vec![sort; count], depth)
    }

    fn select(&mut self, element: Scalar, depth: usize) -> TermId {
        self.apply(Op::Select, &[Sort::Array(element), Sort::INT], depth)
    }

    pub fn truth(&mut self, depth: usize) -> TermId {
        let numeric = self.choices.pick(&[Sort::INT, Sort::INT, Sort::REAL]);
        let width = bits(self.choices.pick(&WIDTHS));
        let float = float_sort(self.choices.pick(&[FloatKind::Single, FloatKind::Double]));
        let any = self.choices.pick(&[Sort::BOOL, numeric, width, float, Sort::Array(Scalar::Int)]);
        match self.choices.below(20) {
            0 => self.apply(Op::Not, &[Sort::BOOL], depth),
            1 | 2 => self.several(Op::And, Sort::BOOL, depth),
            3 | 4 => self.several(Op::Or, Sort::BOOL, depth),
            5 => self.apply(Op::Implies, &[Sort::BOOL, Sort::BOOL], depth),
            6 => self.apply(Op::Eq, &[any, any], depth),
            7 => self.apply(Op::Ne, &[any, any], depth),
            8..=13 => {
                let op = self.choices.pick(&[Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Eq, Op::Ne]);
                self.apply(op, &[numeric, numeric], depth)
            }
            14 | 15 => {
                let op = self.choices.pick(&[Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle]);
                self.apply(op, &[width, width], depth)
            }
            16 | 17 => {
                let op = self.choices.pick(&[Op::FloatEq, Op::FloatLt, Op::FloatLe]);
                self.apply(op, &[float, float], depth)
            }
            18 => self.apply(Op::FloatIsNan, &[float], depth),
            _ => self.select(Scalar::Bool, depth),
        }
    }

    /// A function of analysis; exponents and operands of the gamma function are simple, so that powers stay
    /// bearable.
    fn function(&mut self, sort: Sort, depth: usize) -> TermId {
        let function = self.choices.pick(&Function::ALL);
        let inner = if matches!(function, Function::Pow | Function::Gamma) { depth.min(1) } else { depth };
        let mut args: Vec<TermId> = (0..function.operand_count()).map(|_| self.term(sort, inner)).collect();
        if function == Function::Pow && sort == Sort::REAL && self.choices.chance(80) {
            let top = self.choices.pick(&[-2, -1, 0, 1, 1, 2, 3]);
            let bottom = self.choices.pick(&[1u8, 1, 2, 3]);
            args[1] = self.table.real(RBig::from_parts(IBig::from(top), UBig::from(bottom)));
        }
        self.table.apply(Op::Function(function), &args)
    }

    fn rounding(&mut self) -> Rounding {
        self.choices.pick(&[Rounding::Floor, Rounding::Truncate])
    }

    /// An exponent: small and sometimes negative, so that powers stay bearable.
    fn power(&mut self, sort: Sort, depth: usize) -> TermId {
        let base = self.term(sort, depth.min(2));
        let exponent = if self.choices.chance(80) {
            let exponent = self.choices.pick(&[-2, -1, 0, 1, 2, 2, 3, 4]);
            self.table.int(exponent)
        } else {
            let small = self.table.int(3);
            let any = self.term(Sort::INT, depth.min(1));
            self.table.apply(Op::Rem(Rounding::Truncate), &[any, small])
        };
        self.table.apply(Op::Pow, &[base, exponent])
    }

    fn integer(&mut self, depth: usize) -> TermId {
        let sort = Sort::INT;
        let rounding = self.rounding();
        match self.choices.below(18) {
            0 | 1 => self.several(Op::Add, sort, depth),
            2 | 3 => self.apply(Op::Sub, &[sort, sort], depth),
            4 | 5 => self.several(Op::Mul, sort, depth),
            6 => self.apply(Op::Neg, &[sort], depth),
            7 => self.power(sort, depth),
            8 | 9 => self.apply(Op::Div(rounding), &[sort, sort], depth),
            10 | 11 => self.apply(Op::Rem(rounding), &[sort, sort], depth),
            12 => self.apply(Op::Abs, &[sort], depth),
            13 => self.several(Op::Min, sort, depth),
            14 => self.several(Op::Max, sort, depth),
            15 => self.apply(Op::ToInt(rounding), &[Sort::REAL], depth),
            16 => {
                let op = self.choices.pick(&[Op::BvToUint, Op::BvToSint]);
                let width = self.choices.pick(&WIDTHS);
                self.apply(op, &[bits(width)], depth)
            }
            _ => self.select(Scalar::Int, depth),
        }
    }

    fn real(&mut self, depth: usize) -> TermId {
        let sort = Sort::REAL;
        match self.choices.below(18) {
            0 | 1 => self.several(Op::Add, sort, depth),
            2 | 3 => self.apply(Op::Sub, &[sort, sort], depth),
            4 | 5 => self.several(Op::Mul, sort, depth),
            6 => self.apply(Op::Neg, &[sort], depth),
            7 => self.power(sort, depth),
            16 | 17 => self.function(sort, depth),
            8 | 9 => self.apply(Op::Quotient, &[sort, sort], depth),
            10 => self.apply(Op::Abs, &[sort], depth),
            11 => self.several(Op::Min, sort, depth),
            12 => self.several(Op::Max, sort, depth),
            13 | 14 => self.apply(Op::ToReal, &[Sort::INT], depth),
            _ => {
                let kind = self.choices.pick(&[FloatKind::Single, FloatKind::Double]);
                self.apply(Op::FloatToReal, &[float_sort(kind)], depth)
            }
        }
    }

    fn bit_string(&mut self, width: u16, depth: usize) -> TermId {
        let sort = bits(width);
        let binary = [
            Op::BvAdd,
            Op::BvAdd,
            Op::BvSub,
            Op::BvSub,
            Op::BvMul,
            Op::BvUdiv,
            Op::BvUrem,
            Op::BvSdiv,
            Op::BvSrem,
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvShl,
            Op::BvLshr,
            Op::BvAshr,
        ];
        match self.choices.below(24) {
            0 => self.apply(Op::BvNeg, &[sort], depth),
            1 => self.apply(Op::BvNot, &[sort], depth),
            2 => self.apply(Op::IntToBv(width), &[Sort::INT], depth),
            3 => self.apply(Op::BvExtract(width, 1), &[bits(width + 1)], depth),
            4 => self.apply(Op::BvExtract(width - 1, 0), &[bits(width + 3)], depth),
            5 if width > 1 => {
                let op = self.choices.pick(&[Op::BvZeroExtend(width), Op::BvSignExtend(width)]);
                let narrow = 1 + self.choices.below(usize::from(width)) as u16;
                self.apply(op, &[bits(narrow)], depth)
            }
            6 if width > 1 => {
                let low = 1 + self.choices.below(usize::from(width) - 1) as u16;
                self.apply(Op::BvConcat, &[bits(width - low), bits(low)], depth)
            }
            7 => self.select(Scalar::BitVec(width), depth),
            _ => {
                let op = self.choices.pick(&binary);
                self.apply(op, &[sort, sort], depth)
            }
        }
    }

    fn float(&mut self, kind: FloatKind, depth: usize) -> TermId {
        let sort = float_sort(kind);
        match self.choices.below(12) {
            0 | 1 => self.apply(Op::FloatNeg, &[sort], depth),
            2 => self.apply(Op::FloatAbs, &[sort], depth),
            3 => self.function(sort, depth),
            4 => self.apply(Op::RealToFloat(kind), &[Sort::REAL], depth),
            5 => {
                let other = self.choices.pick(&[FloatKind::Single, FloatKind::Double]);
                self.apply(Op::FloatToFloat(kind), &[float_sort(other)], depth)
            }
            6 => self.select(Scalar::Float(kind), depth),
            _ => {
                let op = self.choices.pick(&[Op::FloatAdd, Op::FloatSub, Op::FloatMul, Op::FloatDiv]);
                self.apply(op, &[sort, sort], depth)
            }
        }
    }

    fn array(&mut self, element: Scalar, depth: usize) -> TermId {
        let sort = Sort::Array(element);
        if self.choices.chance(15) {
            return self.apply(Op::Fill, &[Sort::Scalar(element)], depth);
        }
        self.apply(Op::Store, &[sort, Sort::INT, Sort::Scalar(element)], depth)
    }
}
