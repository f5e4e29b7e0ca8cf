//! Floating point terms: only what IEEE 754 allows for every value. Operands are canonical.
//!
//! There is one NaN, so that sums and products commute in every case. `x + 0` is not `x` (for `-0`), but `x - 0`
//! and `x + -0` are.

use crate::{FloatKind, Op, Scalar, Sort, Table, TermId};

impl Table {
    pub(super) fn simple_float(&mut self, op: &Op, sort: Sort, args: &[TermId]) -> TermId {
        let first = args[0];
        let inner = self.args(first).first().copied();
        match (op, self.op(first).clone()) {
            (Op::FloatNeg, Op::FloatNeg) => inner.unwrap_or(first),
            (Op::FloatAbs, Op::FloatNeg) => self.folded_or_raw(Op::FloatAbs, sort, &[inner.unwrap_or(first)]),
            (Op::FloatAbs, Op::FloatAbs) => first,
            (Op::FloatAdd, _) => self.float_sum(sort, args[0], args[1]),
            (Op::FloatSub, _) => self.float_difference(sort, args[0], args[1]),
            (Op::FloatMul, _) => self.float_product(sort, args[0], args[1]),
            (Op::FloatDiv, _) if self.is_float_constant(args[1], 1.0) => first,
            (Op::FloatToFloat(_), _) if self.sort(first) == sort => first,
            // A single is exactly a double.
            (Op::FloatToFloat(FloatKind::Single), Op::FloatToFloat(FloatKind::Double)) => {
                inner.unwrap_or(first)
            }
            _ => self.folded_or_raw(op.clone(), sort, args),
        }
    }

    fn float_sum(&mut self, sort: Sort, x: TermId, y: TermId) -> TermId {
        for (x, y) in [(x, y), (y, x)] {
            if self.is_float_constant(y, -0.0) {
                return x;
            }
            if let Some(negated) = self.float_negation_of(y) {
                return self.float_difference(sort, x, negated);
            }
        }
        let (x, y) = self.ordered(x, y);
        self.folded_or_raw(Op::FloatAdd, sort, &[x, y])
    }

    fn float_difference(&mut self, sort: Sort, x: TermId, y: TermId) -> TermId {
        if self.is_float_constant(y, 0.0) {
            return x;
        }
        if let Some(negated) = self.float_negation_of(y) {
            let (x, y) = self.ordered(x, negated);
            return self.folded_or_raw(Op::FloatAdd, sort, &[x, y]);
        }
        self.folded_or_raw(Op::FloatSub, sort, &[x, y])
    }

    fn float_product(&mut self, sort: Sort, x: TermId, y: TermId) -> TermId {
        for (x, y) in [(x, y), (y, x)] {
            if self.is_float_constant(y, 1.0) {
                return x;
            }
            if self.is_float_constant(y, -1.0) {
                return self
                    .float_negation_of(x)
                    .unwrap_or_else(|| self.folded_or_raw(Op::FloatNeg, sort, &[x]));
            }
        }
        let (x, y) = self.ordered(x, y);
        self.folded_or_raw(Op::FloatMul, sort, &[x, y])
    }

    /// The operand of a negation.
    fn float_negation_of(&self, term: TermId) -> Option<TermId> {
        (*self.op(term) == Op::FloatNeg).then(|| self.args(term)[0])
    }

    /// Whether it is this constant, the sign of zero included.
    fn is_float_constant(&self, term: TermId, value: f64) -> bool {
        match self.op(term) {
            Op::Float(FloatKind::Single, bits) => *bits == u64::from((value as f32).to_bits()),
            Op::Float(FloatKind::Double, bits) => *bits == value.to_bits(),
            _ => false,
        }
    }

    pub(super) fn simple_float_comparison(&mut self, op: &Op, args: &[TermId]) -> TermId {
        if args.iter().any(|&arg| self.is_nan(arg)) {
            return self.boolean(*op == Op::FloatIsNan);
        }
        match (op, args) {
            (Op::FloatIsNan, &[x]) => self.simple_is_nan(x),
            (Op::FloatLt, &[x, y]) if x == y => self.boolean(false),
            (_, &[x, y]) if x == y => {
                let nan = self.simple_is_nan(x);
                self.simple_not(nan)
            }
            (Op::FloatEq, &[x, y]) => {
                let (x, y) = self.ordered(x, y);
                self.folded_or_raw(Op::FloatEq, Sort::BOOL, &[x, y])
            }
            _ => self.folded_or_raw(op.clone(), Sort::BOOL, args),
        }
    }

    /// Signs and formats do not matter, and a rounded real is a number.
    fn simple_is_nan(&mut self, x: TermId) -> TermId {
        let mut x = x;
        while let Op::FloatNeg | Op::FloatAbs | Op::FloatToFloat(_) = self.op(x) {
            x = self.args(x)[0];
        }
        match self.op(x) {
            Op::RealToFloat(_) => self.boolean(false),
            _ => self.folded_or_raw(Op::FloatIsNan, Sort::BOOL, &[x]),
        }
    }

    fn is_nan(&self, term: TermId) -> bool {
        match (self.op(term), self.sort(term)) {
            (Op::Float(_, bits), Sort::Scalar(Scalar::Float(FloatKind::Single))) => {
                f32::from_bits(*bits as u32).is_nan()
            }
            (Op::Float(_, bits), _) => f64::from_bits(*bits).is_nan(),
            _ => false,
        }
    }

    /// Two terms, the lesser first.
    pub(super) fn ordered(&self, x: TermId, y: TermId) -> (TermId, TermId) {
        if self.compare(x, y).is_gt() { (y, x) } else { (x, y) }
    }
}
