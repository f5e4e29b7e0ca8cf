//! Values that are known before the program starts: initial values, enumerators, lengths, labels of cases.

mod arithmetic;
mod builtin;

use dashu_int::IBig;
use sextant_base::IdVec;
use sextant_syntax::IntType;

use crate::build::Unit;
use crate::tree::{CastKind, Constant, ConstantBase, Expr, ExprKind, Global, GlobalId, UnaryOp};
use crate::types::{Float, Type, TypeId, Types};
pub(crate) use arithmetic::wrap;

impl Unit<'_> {
    /// The value of an expression, if it is known before the program starts.
    pub(crate) fn constant(&self, expr: &Expr) -> Option<Constant> {
        let (types, globals) = self.constants();
        Evaluator { types, globals }.value(expr)
    }

    /// The integer that an expression is, if that is known before the program starts.
    pub(crate) fn constant_int(&self, expr: &Expr) -> Option<IBig> {
        self.constant(expr).and_then(int)
    }
}

/// What evaluation looks at.
struct Evaluator<'p> {
    types: &'p Types,
    globals: &'p IdVec<GlobalId, Global>,
}

impl Evaluator<'_> {
    fn value(&self, expr: &Expr) -> Option<Constant> {
        match &expr.kind {
            ExprKind::Int(value) => Some(Constant::Int(value.clone())),
            ExprKind::Real(value) => Some(Constant::Real(*value)),
            ExprKind::Address(place) => self.address(place),
            ExprKind::LabelAddress(label) => Some(Constant::Int(IBig::from(label.address()))),
            ExprKind::Load(place) => self.load(place),
            ExprKind::Cast(kind, operand) => self.cast(*kind, operand, expr.ty),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, expr.ty),
            ExprKind::Arithmetic(op, left, right) => self.arithmetic(*op, left, right, expr.ty),
            ExprKind::Compare(op, left, right) => self.compare(*op, left, right),
            ExprKind::Displace { pointer, index, negative } => {
                let size = i64::try_from(self.types.size(self.types.pointee(pointer.ty)?)?).ok()?;
                let index = i64::try_from(int(self.value(index)?)?).ok()?;
                let distance = size.checked_mul(if *negative { index.checked_neg()? } else { index })?;
                self.displaced(self.value(pointer)?, distance)
            }
            ExprKind::Distance(left, right) => self.distance(left, right),
            ExprKind::And(left, right) => Some(truth(self.holds(left)? && self.holds(right)?)),
            ExprKind::Or(left, right) => Some(truth(self.holds(left)? || self.holds(right)?)),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.value(if self.holds(condition)? { then } else { otherwise })
            }
            ExprKind::Call(callee, arguments) => self.call(callee, arguments, expr.ty),
            _ => None,
        }
    }

    /// Whether a scalar is not zero.
    fn holds(&self, expr: &Expr) -> Option<bool> {
        Some(match self.value(expr)? {
            Constant::Int(value) => value != IBig::ZERO,
            Constant::Real(value) => value != 0.0,
            Constant::Address(..) => true,
        })
    }

    /// The address of a place.
    fn address(&self, place: &Expr) -> Option<Constant> {
        match &place.kind {
            ExprKind::Global(id) => Some(Constant::Address(ConstantBase::Global(*id), 0)),
            ExprKind::Function(id) => Some(Constant::Address(ConstantBase::Function(*id), 0)),
            ExprKind::Deref(pointer) => self.value(pointer),
            ExprKind::Member(base, record, field) => {
                let field = self.types.records[*record].fields.as_ref()?.get(*field)?;
                let base = self.address(base)?;
                self.displaced(base, i64::try_from(field.offset / 8).ok()?)
            }
            _ => None,
        }
    }

    fn displaced(&self, value: Constant, bytes: i64) -> Option<Constant> {
        Some(match value {
            Constant::Int(value) => Constant::Int(wrap(value + bytes, IntType { bits: 64, signed: false })),
            Constant::Address(base, offset) => Constant::Address(base, offset.checked_add(bytes)?),
            Constant::Real(_) => return None,
        })
    }

    /// The value of a variable that cannot be changed.
    fn load(&self, place: &Expr) -> Option<Constant> {
        let Constant::Address(ConstantBase::Global(id), offset) = self.address(place)? else { return None };
        let global = self.globals.get(id).filter(|global| global.constant)?;
        let offset = u64::try_from(offset).ok()?;
        let size = self.types.size(place.ty)?;
        let found = global.initial.as_ref()?.iter().find(|item| item.offset == offset)?;
        let fits = self.types.is_scalar(place.ty) && self.types.size(found.ty) == Some(size);
        match (&found.value, self.types.integer(place.ty)) {
            (Constant::Int(value), Some(ty)) if fits => Some(Constant::Int(wrap(value.clone(), ty))),
            (value, _) if fits => Some(value.clone()),
            _ => None,
        }
    }

    fn cast(&self, kind: CastKind, operand: &Expr, ty: TypeId) -> Option<Constant> {
        match kind {
            CastKind::Truth => self.holds(operand).map(truth),
            CastKind::Convert => self.converted(self.value(operand)?, operand.ty, ty),
            CastKind::Discard | CastKind::Union => None,
        }
    }

    fn converted(&self, value: Constant, from: TypeId, ty: TypeId) -> Option<Constant> {
        if let Some(float) = self.types.float(ty) {
            let value = match value {
                Constant::Int(value) => arithmetic::nearest(&value, float),
                Constant::Real(value) if float == Float::Single => f64::from(value as f32),
                Constant::Real(value) => value,
                Constant::Address(..) => return None,
            };
            return Some(Constant::Real(value));
        }
        let is_pointer = matches!(self.types.get(ty), Type::Pointer(_));
        let int = self.types.integer(ty).or(is_pointer.then_some(IntType { bits: 64, signed: false }))?;
        match value {
            // A pointer made of a narrower number takes its sign along.
            Constant::Int(value) => Some(Constant::Int(wrap(value, int))),
            Constant::Real(value) => {
                arithmetic::truncated(value).map(|value| Constant::Int(wrap(value, int)))
            }
            Constant::Address(..) if int.bits == 64 || self.types.float(from).is_some() => Some(value),
            Constant::Address(..) => None,
        }
    }

    fn unary(&self, op: UnaryOp, operand: &Expr, ty: TypeId) -> Option<Constant> {
        if op == UnaryOp::Not {
            return self.holds(operand).map(|holds| truth(!holds));
        }
        match (self.value(operand)?, op) {
            (Constant::Int(value), UnaryOp::Negate) => {
                Some(Constant::Int(wrap(-value, self.types.integer(ty)?)))
            }
            (Constant::Int(value), _) => {
                Some(Constant::Int(wrap(-value - IBig::ONE, self.types.integer(ty)?)))
            }
            (Constant::Real(value), UnaryOp::Negate) => Some(Constant::Real(-value)),
            _ => None,
        }
    }

    fn distance(&self, left: &Expr, right: &Expr) -> Option<Constant> {
        let size = i64::try_from(self.types.size(self.types.pointee(left.ty)?)?).ok()?.max(1);
        match (self.value(left)?, self.value(right)?) {
            (Constant::Address(left, from), Constant::Address(right, to)) if left == right => {
                Some(Constant::Int(IBig::from((from - to) / size)))
            }
            (Constant::Int(left), Constant::Int(right)) => {
                Some(Constant::Int((left - right) / IBig::from(size)))
            }
            _ => None,
        }
    }
}

fn truth(holds: bool) -> Constant {
    Constant::Int(IBig::from(u8::from(holds)))
}

fn int(value: Constant) -> Option<IBig> {
    match value {
        Constant::Int(value) => Some(value),
        _ => None,
    }
}
