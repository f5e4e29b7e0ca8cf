//! Expressions of programs as terms, with the checks the program makes on the way.
//!
//! Everything this method does not know is refused in one place, [`unsupported`], with where it stands.

use sextant_algebra::{Array, Condition, Term};
use sextant_base::Span;
use sextant_expr::Rounding;
use sextant_flow::FlowGraph;
use sextant_state::{Arithmetic, ErrorKind, Policy};
use sextant_syntax::{ArrayBounds, BinaryOp, Bound, Expr, ExprKind, Intrinsic, Place, Type, UnaryOp, VarId};

use super::context::State;

/// Something this method cannot evaluate.
#[derive(Clone, PartialEq, Debug)]
pub struct Unsupported {
    /// What it is.
    pub what: String,
    /// Where it stands.
    pub span: Span,
}

/// A condition that must hold for the program to go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Check {
    /// What must hold.
    pub condition: Condition,
    /// The error otherwise.
    pub kind: ErrorKind,
    /// Where it is made.
    pub span: Span,
}

/// The answer to a part of the language that is not known here.
pub fn unsupported<T>(what: &str, span: Span) -> Result<T, Unsupported> {
    Err(Unsupported { what: what.to_owned(), span })
}

/// Reads expressions in a state.
pub struct Reader<'a> {
    /// The procedure.
    pub graph: &'a FlowGraph,
    /// What numbers mean.
    pub policy: Policy,
    /// The values of variables.
    pub state: &'a State,
    /// Checks met so far.
    pub checks: Vec<Check>,
}

impl Reader<'_> {
    fn require(&mut self, condition: Condition, kind: ErrorKind, span: Span) {
        if condition != Condition::True {
            self.checks.push(Check { condition, kind, span });
        }
    }

    /// The value of an expression as a number; truth values are 0 and 1.
    pub fn number(&mut self, expr: &Expr) -> Result<Term, Unsupported> {
        if matches!(expr.ty, Type::Logical) && !matches!(expr.kind, ExprKind::Load(_)) {
            let condition = self.condition(expr)?;
            return Ok(Term::choice(&condition, &Term::one(), &Term::zero()));
        }
        if !matches!(expr.ty, Type::Int(_) | Type::Logical) {
            return unsupported("a value of this type", expr.span);
        }
        let value = match &expr.kind {
            ExprKind::Int(value) => Term::int(value.clone()),
            ExprKind::Symbol(name) => Term::symbol(&sextant_algebra::Symbol::integer(name)),
            ExprKind::Load(place) => return self.load(place, expr.span),
            ExprKind::BoundOf(bound, variable) => return self.bound(*bound, *variable, expr.span),
            ExprKind::Unary(UnaryOp::Negate, inner) => self.number(inner)?.negated(),
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                self.binary(*op, &left, &right, expr.span)?
            }
            ExprKind::Intrinsic(function, args) => {
                let args = args.iter().map(|arg| self.number(arg)).collect::<Result<Vec<_>, _>>()?;
                self.intrinsic(*function, &args, expr.span)?
            }
            ExprKind::Convert(inner) => {
                let value = self.number(inner)?;
                if matches!((&inner.ty, &expr.ty), (Type::Logical, _)) {
                    return Ok(value);
                }
                value
            }
            _ => return unsupported("this expression", expr.span),
        };
        self.within(&value, &expr.ty, expr.span);
        Ok(value)
    }

    /// Under machine arithmetic a result must fit its type.
    pub fn within(&mut self, value: &Term, ty: &Type, span: Span) {
        if let (Arithmetic::Machine, Type::Int(int)) = (self.policy.arithmetic, ty) {
            let (low, high) = int.limits();
            let fits = Condition::all([
                Condition::ge(&value.minus(&Term::int(low))),
                Condition::ge(&Term::int(high).minus(value)),
            ]);
            self.require(fits, ErrorKind::Overflow, span);
        }
    }

    fn load(&mut self, place: &Place, span: Span) -> Result<Term, Unsupported> {
        match place {
            Place::Variable(variable) => match &self.graph.variables[*variable].ty {
                Type::Int(_) | Type::Logical => Ok(self.state.number(self.graph, *variable)),
                _ => unsupported("a value of this type", span),
            },
            Place::Element(variable, index) => {
                let index = self.number(index)?;
                self.subscript(*variable, &index, span)?;
                Ok(self.state.array(self.graph, *variable).element(&index))
            }
            Place::Part(_) => unsupported("a part of a variable", span),
        }
    }

    /// The check that a subscript lies within the bounds.
    pub fn subscript(&mut self, variable: VarId, index: &Term, span: Span) -> Result<(), Unsupported> {
        let low = self.bound(Bound::Low, variable, span)?;
        let high = self.bound(Bound::High, variable, span)?;
        let inside = Condition::all([Condition::at_most(&low, index), Condition::at_most(index, &high)]);
        self.require(inside, ErrorKind::SubscriptRange, span);
        Ok(())
    }

    /// A bound of an array variable.
    pub fn bound(&mut self, bound: Bound, variable: VarId, span: Span) -> Result<Term, Unsupported> {
        let info = &self.graph.variables[variable];
        let Type::Array(element, bounds) = &info.ty else { return unsupported("bounds of this type", span) };
        if element.is_array() {
            return unsupported("an array of this shape", span);
        }
        match bounds.as_slice() {
            [ArrayBounds::Given { low, high } | ArrayBounds::Sequence { low, high: Some(high) }] => {
                // Bounds are evaluated when the procedure is entered.
                let start = State::default();
                let expr = if bound == Bound::Low { low } else { high };
                Reader { graph: self.graph, policy: self.policy, state: &start, checks: Vec::new() }
                    .number(expr)
            }
            [ArrayBounds::OfArgument] => Ok(Term::symbol(&bound_symbol(bound, &info.name))),
            _ => unsupported("an array of this shape", span),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: &Term, b: &Term, span: Span) -> Result<Term, Unsupported> {
        Ok(match op {
            BinaryOp::Add => a.plus(b),
            BinaryOp::Subtract => a.minus(b),
            BinaryOp::Multiply => a.times(b),
            BinaryOp::Divide => {
                self.require(Condition::ne(b), ErrorKind::DivisionByZero, span);
                quotient(self.policy.division, a, b)
            }
            BinaryOp::Power => {
                let fine = Condition::any([Condition::ne(a), Condition::ge(b)]);
                self.require(fine, ErrorKind::DivisionByZero, span);
                if Condition::ge(b) != Condition::True
                    && !matches!(b.as_constant(), Some(value) if value.is_zero())
                {
                    // A negative exponent gives 1, -1 or 0.
                    let unit = Term::choice(
                        &Condition::eq(&a.plus_int(-1)),
                        &Term::one(),
                        &Term::choice(
                            &Condition::eq(&a.plus_int(1)),
                            &Term::choice(
                                &Condition::eq(&Term::modulo(b, &Term::int(2))),
                                &Term::one(),
                                &Term::int(-1),
                            ),
                            &Term::zero(),
                        ),
                    );
                    return Ok(Term::choice(&Condition::ge(b), &Term::power(a, b), &unit));
                }
                Term::power(a, b)
            }
            _ => return unsupported("this operation on numbers", span),
        })
    }

    fn intrinsic(&mut self, function: Intrinsic, args: &[Term], span: Span) -> Result<Term, Unsupported> {
        Ok(match (function, args) {
            (Intrinsic::Abs, [a]) => size(a),
            (Intrinsic::Mod, [a, b]) => {
                self.require(Condition::ne(b), ErrorKind::DivisionByZero, span);
                Term::modulo(a, &size(b))
            }
            (Intrinsic::Min, [first, rest @ ..]) => rest
                .iter()
                .fold(first.clone(), |all, next| Term::choice(&Condition::at_most(&all, next), &all, next)),
            (Intrinsic::Max, [first, rest @ ..]) => rest
                .iter()
                .fold(first.clone(), |all, next| Term::choice(&Condition::at_most(next, &all), &all, next)),
            (Intrinsic::Sign, [a]) => {
                let negative = Term::choice(&Condition::eq(a), &Term::zero(), &Term::int(-1));
                Term::choice(&Condition::gt(a), &Term::one(), &negative)
            }
            _ => return unsupported("this function", span),
        })
    }

    /// The truth of an expression; a number means that it is not zero.
    pub fn condition(&mut self, expr: &Expr) -> Result<Condition, Unsupported> {
        if !matches!(expr.ty, Type::Logical) {
            return Ok(Condition::ne(&self.number(expr)?));
        }
        Ok(match &expr.kind {
            ExprKind::Bool(value) => {
                if *value {
                    Condition::True
                } else {
                    Condition::False
                }
            }
            ExprKind::Load(place) => Condition::ne(&self.load(place, expr.span)?),
            ExprKind::Unary(UnaryOp::Not, inner) => self.condition(inner)?.negated(),
            ExprKind::Binary(op, left, right) if op.is_logical() => self.relation(*op, left, right)?,
            ExprKind::Convert(inner) => self.condition(inner)?,
            _ => return unsupported("this condition", expr.span),
        })
    }

    fn relation(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Result<Condition, Unsupported> {
        use BinaryOp::*;
        if matches!(op, And | Or | Implies) {
            let (a, b) = (self.condition(left)?, self.condition(right)?);
            return Ok(match op {
                And => a.and(&b),
                Or => Condition::any([a, b]),
                _ => Condition::any([a.negated(), b]),
            });
        }
        let (a, b) = (self.number(left)?, self.number(right)?);
        let difference = a.minus(&b);
        Ok(match op {
            Equal => Condition::eq(&difference),
            NotEqual => Condition::ne(&difference),
            Less => Condition::gt(&difference.negated()),
            LessEqual => Condition::ge(&difference.negated()),
            Greater => Condition::gt(&difference),
            _ => Condition::ge(&difference),
        })
    }
}

/// The symbol of a bound that the argument decides.
pub fn bound_symbol(bound: Bound, name: &str) -> sextant_algebra::Symbol {
    let word = if bound == Bound::Low { "LBOUND" } else { "HBOUND" };
    sextant_algebra::Symbol::integer(&format!("{word}({name})"))
}

/// `|t|`
fn size(term: &Term) -> Term {
    match Condition::ge(term) {
        Condition::True => term.clone(),
        condition => Term::choice(&condition, term, &term.negated()),
    }
}

/// The quotient as the run rounds it.
fn quotient(rounding: Rounding, a: &Term, b: &Term) -> Term {
    match rounding {
        Rounding::Floor => Term::floor_div(a, b),
        Rounding::Truncate => {
            let down = Term::floor_div(a, b);
            let up = Term::ceil_div(a, b);
            let same_sign = Condition::any([
                Condition::all([Condition::ge(a), Condition::gt(b)]),
                Condition::all([Condition::ge(&a.negated()), Condition::gt(&b.negated())]),
            ]);
            Term::choice(&same_sign, &down, &up)
        }
    }
}

/// The array behind a variable, for a caller that changes it.
pub fn stored(array: &Array, index: &Term, value: &Term) -> Array {
    Array::store(array, index, value)
}
