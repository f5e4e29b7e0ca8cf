//! The term of an expression.

use sextant_base::Span;
use sextant_expr::{Op, Rounding, Scalar, Sort, Table, TermId};
use sextant_syntax::{BinaryOp, Bound, Expr, ExprKind, IntType, Place, Specification, Type, UnaryOp, VarId};

use crate::functions::{demand_non_zero, intrinsic, real_power, zero_like};
use crate::machine::{contains, fitted, in_range, wrapped};
use crate::subscripts::subscripts;

/// Why an expression has no term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// A method cannot express it.
    Unsupported {
        /// Where.
        span: Span,
        /// What.
        what: String,
    },
    /// A variable has no value yet.
    Undefined {
        /// Where it is used.
        span: Span,
        /// Which.
        variable: VarId,
    },
}

impl Stuck {
    /// Something a method cannot express.
    pub fn unsupported(span: Span, what: impl Into<String>) -> Stuck {
        Stuck::Unsupported { span, what: what.into() }
    }
}

/// Where the values of variables come from, and what becomes of the demands of operations.
pub trait Store {
    /// The value of a whole variable.
    fn scalar(&mut self, table: &mut Table, variable: VarId, span: Span) -> Result<TermId, Stuck>;

    /// An element of an array.
    fn element(
        &mut self,
        table: &mut Table,
        variable: VarId,
        index: &[TermId],
        span: Span,
    ) -> Result<TermId, Stuck>;

    /// A bound of a dimension (from 0) of an array.
    fn bound(
        &mut self,
        table: &mut Table,
        bound: Bound,
        variable: VarId,
        dimension: usize,
        span: Span,
    ) -> Result<TermId, Stuck>;

    /// An operation is defined only where this condition holds.
    fn demand(&mut self, table: &mut Table, condition: TermId, span: Span) -> Result<(), Stuck>;

    /// How integer division rounds.
    fn division(&self) -> Rounding;

    /// Whether integers are those of the machine, and reals are rounded.
    fn machine(&self) -> bool {
        false
    }

    /// A result must fit its type.
    fn limit(&mut self, table: &mut Table, condition: TermId, span: Span) -> Result<(), Stuck> {
        self.demand(table, condition, span)
    }

    /// From here on variables mean what they held when the procedure was entered, or what they hold now. Returns
    /// what they meant before.
    fn set_old(&mut self, _old: bool, span: Span) -> Result<bool, Stuck> {
        Err(Stuck::unsupported(span, "old values here"))
    }

    /// The returned value.
    fn result(&mut self, span: Span) -> Result<TermId, Stuck> {
        Err(Stuck::unsupported(span, "the result here"))
    }
}

/// The sort of the values of a type, of an array: of the whole array.
pub fn sort_of(ty: &Type, span: Span) -> Result<Sort, Stuck> {
    let scalar = match ty.scalar() {
        Type::Int(_) => Scalar::Int,
        Type::Logical => Scalar::Bool,
        Type::Real(_) => Scalar::Real,
        Type::Pointer(_) | Type::Block(_) => {
            return Err(Stuck::unsupported(span, "storage addressed by bytes"));
        }
        Type::Text(_) => return Err(Stuck::unsupported(span, "texts")),
        Type::Complex(_) => return Err(Stuck::unsupported(span, "complex numbers")),
        Type::Record(_) => return Err(Stuck::unsupported(span, "records")),
        Type::Handle(_) => return Err(Stuck::unsupported(span, "storage that is allocated or pointed to")),
        Type::Procedure => return Err(Stuck::unsupported(span, "procedures as values")),
        _ => return Err(Stuck::unsupported(span, "values of this type")),
    };
    Ok(if ty.is_array() { Sort::Array(scalar) } else { Sort::Scalar(scalar) })
}

/// The term of an expression. Depth is bounded by [`sextant_syntax::DEEPEST_NESTING`].
pub fn value<S: Store + ?Sized>(table: &mut Table, store: &mut S, expr: &Expr) -> Result<TermId, Stuck> {
    if store.machine() && matches!(expr.ty, Type::Real(_)) {
        return Err(Stuck::unsupported(expr.span, "rounded arithmetic"));
    }
    match &expr.kind {
        ExprKind::Int(number) => Ok(table.int(number.clone())),
        ExprKind::Bool(truth) => Ok(table.boolean(*truth)),
        ExprKind::Real(number) => Ok(table.real(number.clone())),
        ExprKind::Symbol(name) => {
            let sort = sort_of(&expr.ty, expr.span)?;
            Ok(table.symbol(name, sort))
        }
        ExprKind::Load(place) => match subscripts(place, expr.span)? {
            None => store.scalar(table, place.variable(), expr.span),
            Some(subscripts) => {
                let mut index = Vec::new();
                for subscript in subscripts {
                    index.push(value(table, store, subscript)?);
                }
                store.element(table, place.variable(), &index, expr.span)
            }
        },
        ExprKind::BoundOf(bound, variable) => store.bound(table, *bound, *variable, 0, expr.span),
        ExprKind::DimensionOf(bound, Place::Variable(variable), dimension) => {
            store.bound(table, *bound, *variable, *dimension, expr.span)
        }
        ExprKind::Unary(op, operand) => {
            let operand = value(table, store, operand)?;
            let term = table.apply(if *op == UnaryOp::Negate { Op::Neg } else { Op::Not }, &[operand]);
            fitted(table, store, None, term, &expr.ty, expr.span)
        }
        ExprKind::Binary(op, left, right) => {
            let x = value(table, store, left)?;
            let y = value(table, store, right)?;
            let term = binary(table, store, *op, x, y, expr.span)?;
            fitted(table, store, Some(*op), term, &expr.ty, expr.span)
        }
        ExprKind::Intrinsic(function, arguments) => {
            let arguments = arguments
                .iter()
                .map(|argument| value(table, store, argument))
                .collect::<Result<Vec<_>, _>>()?;
            let term = intrinsic(table, store, *function, &arguments, &expr.ty, expr.span)?;
            fitted(table, store, None, term, &expr.ty, expr.span)
        }
        ExprKind::Convert(operand) => {
            let term = value(table, store, operand)?;
            let term = convert(table, term, &expr.ty, expr.span)?;
            match (&operand.ty, &expr.ty) {
                (Type::Logical, _) => Ok(term),
                (Type::Int(from), Type::Int(to)) if contains(*to, *from) => Ok(term),
                (Type::Int(_), Type::Int(to)) if store.machine() && *to != IntType::ELEMENT => {
                    let condition = in_range(table, term, *to);
                    store.limit(table, condition, expr.span)?;
                    Ok(term)
                }
                _ => Ok(term),
            }
        }
        ExprKind::Wrap(operand) => {
            let term = value(table, store, operand)?;
            match (&operand.ty, &expr.ty) {
                (Type::Int(from), Type::Int(to)) if contains(*to, *from) => Ok(term),
                (Type::Int(_), Type::Int(to)) => Ok(wrapped(table, term, *to)),
                _ => Err(Stuck::unsupported(expr.span, "an address as a number")),
            }
        }
        ExprKind::Specification(specification) => match &**specification {
            Specification::Old(inner) => {
                let before = store.set_old(true, expr.span)?;
                let term = value(table, store, inner);
                store.set_old(before, expr.span)?;
                term
            }
            Specification::Result => store.result(expr.span),
            Specification::Quantified { .. } => {
                Err(Stuck::unsupported(expr.span, "a quantifier that is not a condition of its own"))
            }
        },
        other => Err(Stuck::unsupported(expr.span, what(other))),
    }
}

/// What is not supported, in words.
fn what(kind: &ExprKind) -> String {
    match kind {
        ExprKind::Call(..) => "a function call inside an expression".to_owned(),
        ExprKind::Memory(_) => "memory that is not used as variables and arrays".to_owned(),
        other => format!("the expression {}", variant(&format!("{other:?}"))),
    }
}

fn variant(debug: &str) -> String {
    debug.chars().take_while(|letter| letter.is_alphanumeric()).collect()
}

fn convert(table: &mut Table, term: TermId, ty: &Type, span: Span) -> Result<TermId, Stuck> {
    let to = sort_of(ty, span)?;
    let (zero, one) = (table.int(0), table.int(1));
    match (table.sort(term), to) {
        (from, to) if from == to => Ok(term),
        (Sort::INT, Sort::BOOL) => Ok(table.apply(Op::Ne, &[term, zero])),
        (Sort::BOOL, Sort::INT) => Ok(table.apply(Op::Ite, &[term, one, zero])),
        (Sort::INT, Sort::REAL) => Ok(table.apply(Op::ToReal, &[term])),
        (Sort::REAL, Sort::INT) => Ok(table.apply(Op::ToInt(Rounding::Truncate), &[term])),
        _ => Err(Stuck::unsupported(span, "this conversion")),
    }
}

fn binary<S: Store + ?Sized>(
    table: &mut Table,
    store: &mut S,
    op: BinaryOp,
    x: TermId,
    y: TermId,
    span: Span,
) -> Result<TermId, Stuck> {
    let plain = match op {
        BinaryOp::Add => Op::Add,
        BinaryOp::Subtract => Op::Sub,
        BinaryOp::Multiply => Op::Mul,
        BinaryOp::Equal => Op::Eq,
        BinaryOp::NotEqual => Op::Ne,
        BinaryOp::Less => Op::Lt,
        BinaryOp::LessEqual => Op::Le,
        BinaryOp::Greater => Op::Gt,
        BinaryOp::GreaterEqual => Op::Ge,
        BinaryOp::And => Op::And,
        BinaryOp::Or => Op::Or,
        BinaryOp::Implies => Op::Implies,
        BinaryOp::Divide => {
            demand_non_zero(table, store, y, span)?;
            if table.sort(x) == Sort::REAL { Op::Quotient } else { Op::Div(store.division()) }
        }
        BinaryOp::Concatenate => return Err(Stuck::unsupported(span, "a text")),
        BinaryOp::Power => {
            if table.sort(y) != Sort::INT {
                return real_power(table, store, x, y, span);
            }
            let base_zero = zero_like(table, x);
            let zero = table.int(0);
            let base = table.apply(Op::Ne, &[x, base_zero]);
            let exponent = table.apply(Op::Ge, &[y, zero]);
            let allowed = table.or(&[base, exponent]);
            store.demand(table, allowed, span)?;
            Op::Pow
        }
    };
    Ok(table.apply(plain, &[x, y]))
}
