//! The cheap door: terms as the program computes them.
//!
//! Invariants
//! - [`Table::apply`] changes nothing but operations on constants, and those only while the table folds, the
//!   result stays small, and a function of a Real has a rational value that is known.
//! - The sort of a term follows from its operation and operands.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use smallvec::SmallVec;

use crate::eval::{Value, apply_op, bits_of_result, exact_value};
use crate::{FloatKind, Op, Scalar, Sort, Table, TermId};

/// Results of more bits than this are not folded: the term is shorter than the number.
const FOLDED_BITS: usize = 100_000;

impl Table {
    /// An integer constant.
    pub fn int(&mut self, value: impl Into<IBig>) -> TermId {
        self.intern(Op::Int(value.into()), Sort::INT, &[])
    }

    /// A truth value.
    pub fn boolean(&mut self, value: bool) -> TermId {
        self.intern(Op::Bool(value), Sort::BOOL, &[])
    }

    /// A rational constant of sort Real.
    pub fn real(&mut self, value: RBig) -> TermId {
        self.intern(Op::Real(value), Sort::REAL, &[])
    }

    /// A bit string; the value is taken modulo `2^width`.
    pub fn bits(&mut self, width: u16, value: UBig) -> TermId {
        let mut value = value;
        value.clear_high_bits(usize::from(width));
        self.intern(Op::Bits(width, value), Sort::Scalar(Scalar::BitVec(width)), &[])
    }

    /// A floating point constant by its bits; every NaN becomes the quiet NaN.
    pub fn float(&mut self, kind: FloatKind, bits: u64) -> TermId {
        let bits = crate::eval::quiet(kind, bits);
        self.intern(Op::Float(kind, bits), Sort::Scalar(Scalar::Float(kind)), &[])
    }

    /// The constant term of a value. An array becomes a chain of stores into a filled array.
    pub fn constant(&mut self, value: &Value) -> TermId {
        match value {
            Value::Bool(value) => self.boolean(*value),
            Value::Int(value) => self.int(value.clone()),
            Value::Real(value) => self.real(value.clone()),
            Value::Bits(width, value) => self.bits(*width, value.clone()),
            Value::Float(kind, bits) => self.float(*kind, *bits),
            Value::Array(array) => {
                let default = self.constant(&array.default);
                let mut term = self.intern(Op::Fill, value.sort(), &[default]);
                for (index, element) in &array.entries {
                    let index = self.int(index.clone());
                    let element = self.constant(element);
                    term = self.intern(Op::Store, value.sort(), &[term, index, element]);
                }
                term
            }
        }
    }

    /// The value of a constant term; none for symbols, operations and arrays.
    pub fn constant_value(&self, term: TermId) -> Option<Value> {
        Some(match self.op(term) {
            Op::Bool(value) => Value::Bool(*value),
            Op::Int(value) => Value::Int(value.clone()),
            Op::Real(value) => Value::Real(value.clone()),
            Op::Bits(width, value) => Value::Bits(*width, value.clone()),
            Op::Float(kind, bits) => Value::Float(*kind, *bits),
            _ => return None,
        })
    }

    /// An operation on terms. While the table folds, an operation on constants becomes its value; nothing else
    /// is changed.
    pub fn apply(&mut self, op: Op, args: &[TermId]) -> TermId {
        let sort = result_sort(self, &op, args);
        if self.folding()
            && let Some(value) = self.fold(&op, args)
        {
            return self.constant(&value);
        }
        self.intern(op, sort, args)
    }

    /// The value of an operation on constants, unless it is an array, too large, or not known to be rational.
    pub(crate) fn fold(&self, op: &Op, args: &[TermId]) -> Option<Value> {
        if op.is_constant()
            || matches!(op, Op::Symbol(_) | Op::Fill)
            || !args.iter().all(|&arg| self.op(arg).is_constant())
        {
            return None;
        }
        let values: SmallVec<[Value; 4]> =
            args.iter().map(|&arg| self.constant_value(arg)).collect::<Option<_>>()?;
        let values: SmallVec<[&Value; 4]> = values.iter().collect();
        if bits_of_result(op, &values) > FOLDED_BITS {
            return None;
        }
        match op {
            // The square root of 2 stays what it is.
            Op::Function(function) if matches!(values[0], Value::Real(_)) => exact_value(*function, &values),
            _ => Some(apply_op(op, &values)),
        }
    }

    /// `¬p`
    pub fn not(&mut self, p: TermId) -> TermId {
        self.apply(Op::Not, &[p])
    }

    /// The conjunction of any number of terms.
    pub fn and(&mut self, ps: &[TermId]) -> TermId {
        match ps {
            [] => self.boolean(true),
            [p] => *p,
            _ => self.apply(Op::And, ps),
        }
    }

    /// The disjunction of any number of terms.
    pub fn or(&mut self, ps: &[TermId]) -> TermId {
        match ps {
            [] => self.boolean(false),
            [p] => *p,
            _ => self.apply(Op::Or, ps),
        }
    }
}

/// The sort of an operation's result. Operand sorts are checked in debug builds.
pub fn result_sort(table: &Table, op: &Op, args: &[TermId]) -> Sort {
    debug_assert!(well_sorted(table, op, args), "ill-sorted operands of {op:?}");
    let first = || table.sort(args[0]);
    let bits = |width| Sort::Scalar(Scalar::BitVec(width));
    match op {
        Op::Bool(_) => Sort::BOOL,
        Op::Int(_) => Sort::INT,
        Op::Real(_) => Sort::REAL,
        Op::Bits(width, _) => bits(*width),
        Op::Float(kind, _) => Sort::Scalar(Scalar::Float(*kind)),
        Op::Symbol(id) => table.symbol_info(*id).sort,
        Op::Neg | Op::Add | Op::Sub | Op::Mul | Op::Pow | Op::Abs | Op::Min | Op::Max => first(),
        Op::Div(_) | Op::Rem(_) | Op::ToInt(_) | Op::BvToUint | Op::BvToSint => Sort::INT,
        Op::Quotient | Op::ToReal | Op::FloatToReal => Sort::REAL,
        Op::Not | Op::And | Op::Or | Op::Implies => Sort::BOOL,
        Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => Sort::BOOL,
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => Sort::BOOL,
        Op::FloatEq | Op::FloatLt | Op::FloatLe | Op::FloatIsNan => Sort::BOOL,
        Op::Ite => table.sort(args[1]),
        Op::Select => Sort::Scalar(first().element()),
        Op::Store => first(),
        Op::Fill => Sort::Array(first().element()),
        Op::BvConcat => bits(width(table, args[0]) + width(table, args[1])),
        Op::BvExtract(high, low) => bits(high - low + 1),
        Op::BvZeroExtend(width) | Op::BvSignExtend(width) | Op::IntToBv(width) => bits(*width),
        Op::RealToFloat(kind) | Op::FloatToFloat(kind) => Sort::Scalar(Scalar::Float(*kind)),
        Op::BvNeg | Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => {
            first()
        }
        Op::BvNot | Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvShl | Op::BvLshr | Op::BvAshr => first(),
        Op::FloatNeg
        | Op::FloatAbs
        | Op::FloatAdd
        | Op::FloatSub
        | Op::FloatMul
        | Op::FloatDiv
        | Op::Function(_) => first(),
    }
}

/// The width of a bit string term; 0 for other sorts.
pub(crate) fn width(table: &Table, term: TermId) -> u16 {
    match table.sort(term) {
        Sort::Scalar(Scalar::BitVec(width)) => width,
        _ => 0,
    }
}

fn well_sorted(table: &Table, op: &Op, args: &[TermId]) -> bool {
    let sort = |position: usize| table.sort(args[position]);
    let same = || args.iter().all(|&arg| table.sort(arg) == sort(0));
    let numeric = || sort(0) == Sort::INT || sort(0) == Sort::REAL;
    let count = args.len();
    let all = |wanted: Sort| args.iter().all(|&arg| table.sort(arg) == wanted);
    let bits = || matches!(sort(0), Sort::Scalar(Scalar::BitVec(_)));
    let float = || matches!(sort(0), Sort::Scalar(Scalar::Float(_)));
    match op {
        Op::Bool(_) | Op::Int(_) | Op::Real(_) | Op::Bits(..) | Op::Float(..) | Op::Symbol(_) => count == 0,
        Op::Neg | Op::Abs => count == 1 && numeric(),
        Op::Add | Op::Mul | Op::Min | Op::Max => count >= 2 && numeric() && same(),
        Op::Sub | Op::Lt | Op::Le | Op::Gt | Op::Ge => count == 2 && numeric() && same(),
        Op::Pow => count == 2 && numeric() && sort(1) == Sort::INT,
        Op::Div(_) | Op::Rem(_) => count == 2 && all(Sort::INT),
        Op::Quotient => count == 2 && all(Sort::REAL),
        Op::ToReal => count == 1 && all(Sort::INT),
        Op::ToInt(_) | Op::RealToFloat(_) => count == 1 && all(Sort::REAL),
        Op::Not => count == 1 && all(Sort::BOOL),
        Op::And | Op::Or => count >= 2 && all(Sort::BOOL),
        Op::Implies => count == 2 && all(Sort::BOOL),
        Op::Eq | Op::Ne => count == 2 && same(),
        Op::Ite => count == 3 && sort(0) == Sort::BOOL && sort(1) == sort(2),
        Op::Select => count == 2 && matches!(sort(0), Sort::Array(_)) && sort(1) == Sort::INT,
        Op::Store => {
            let element = |sort: Sort| Sort::Scalar(sort.element());
            count == 3
                && matches!(sort(0), Sort::Array(_))
                && sort(1) == Sort::INT
                && sort(2) == element(sort(0))
        }
        Op::Fill => count == 1 && matches!(sort(0), Sort::Scalar(_)),
        Op::BvConcat => count == 2 && bits() && width(table, args[1]) > 0,
        Op::BvExtract(high, low) => count == 1 && low <= high && *high < width(table, args[0]),
        Op::BvZeroExtend(wide) | Op::BvSignExtend(wide) => {
            count == 1 && bits() && *wide >= width(table, args[0])
        }
        Op::BvNeg | Op::BvNot | Op::BvToUint | Op::BvToSint => count == 1 && bits(),
        Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => {
            count == 2 && bits() && same()
        }
        Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvShl | Op::BvLshr | Op::BvAshr => {
            count == 2 && bits() && same()
        }
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => count == 2 && bits() && same(),
        Op::IntToBv(_) => count == 1 && all(Sort::INT),
        Op::FloatNeg | Op::FloatAbs | Op::FloatIsNan => count == 1 && float(),
        Op::FloatToReal | Op::FloatToFloat(_) => count == 1 && float(),
        Op::FloatAdd | Op::FloatSub | Op::FloatMul | Op::FloatDiv => count == 2 && float() && same(),
        Op::FloatEq | Op::FloatLt | Op::FloatLe => count == 2 && float() && same(),
        Op::Function(function) => {
            count == function.operand_count() && (sort(0) == Sort::REAL || float()) && same()
        }
    }
}
