//! Expressions of programs as terms, with the checks the program makes on the way.
//!
//! Everything this method does not know is refused in one place, [`unsupported`], with where it stands.

use dashu_int::IBig;
use sextant_algebra::{Condition, Symbol, Term};
use sextant_base::Span;
use sextant_expr::Rounding;
use sextant_flow::FlowGraph;
use sextant_state::{Arithmetic, ErrorKind, Policy};
use sextant_syntax::{
    ArrayBounds, BinaryOp, Bound, Expr, ExprKind, IntType, Intrinsic, PartStep, Place, Type, UnaryOp, VarId,
};

use super::bits;
use super::context::State;
use super::prove::Prover;

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
    /// What is known here, for numbers that might leave their types.
    known: Option<(&'a mut Prover, Vec<Condition>)>,
}

impl<'a> Reader<'a> {
    /// A reader that knows nothing but the state.
    pub fn new(graph: &'a FlowGraph, policy: Policy, state: &'a State) -> Self {
        Reader { graph, policy, state, checks: Vec::new(), known: None }
    }

    /// The same where some conditions hold.
    pub fn knowing(self, prover: &'a mut Prover, facts: Vec<Condition>) -> Self {
        Reader { known: Some((prover, facts)), ..self }
    }
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
        self.understood(&expr.ty, expr.span)?;
        let real = matches!(expr.ty, Type::Real(_));
        let value = match &expr.kind {
            ExprKind::Int(value) => Term::int(value.clone()),
            ExprKind::Real(value) => Term::rational(value.clone()),
            ExprKind::Symbol(name) => Term::symbol(&Symbol { name: name.as_str().into(), integer: !real }),
            ExprKind::Load(place) => return self.load(place, expr.span),
            ExprKind::BoundOf(bound, variable) => return self.bound(*bound, *variable, 0, expr.span),
            ExprKind::DimensionOf(bound, Place::Variable(variable), dimension) => {
                return self.bound(*bound, *variable, *dimension, expr.span);
            }
            ExprKind::Unary(UnaryOp::Negate, inner) => self.number(inner)?.negated(),
            ExprKind::Binary(op, left, right) => {
                let fraction = matches!(right.ty, Type::Real(_));
                let (left, right) = (self.number(left)?, self.number(right)?);
                match op {
                    BinaryOp::Power if fraction => {
                        return unsupported("a power with a real exponent", expr.span);
                    }
                    BinaryOp::Divide | BinaryOp::Power if real => {
                        self.real_binary(*op, &left, &right, expr.span)
                    }
                    _ => self.binary(*op, &left, &right, expr.span)?,
                }
            }
            ExprKind::Intrinsic(Intrinsic::Choose, args) => {
                let [yes, no, condition] = &args[..] else { return unsupported("this function", expr.span) };
                let (yes, no) = (self.number(yes)?, self.number(no)?);
                Term::choice(&self.condition(condition)?, &yes, &no)
            }
            ExprKind::Intrinsic(function, args) => {
                let args = args.iter().map(|arg| self.number(arg)).collect::<Result<Vec<_>, _>>()?;
                match bits::as_arithmetic(*function, &args, &expr.ty) {
                    Some(value) => value,
                    None => self.intrinsic(*function, &args, expr.span)?,
                }
            }
            ExprKind::Convert(inner) => {
                let value = self.number(inner)?;
                match (&inner.ty, &expr.ty) {
                    (Type::Logical, _) => return Ok(value),
                    (Type::Real(_), Type::Int(_)) => whole_part(&value),
                    _ => value,
                }
            }
            ExprKind::Wrap(inner) => {
                let value = self.number(inner)?;
                let Type::Int(to) = expr.ty else { return unsupported("this expression", expr.span) };
                return Ok(match &inner.ty {
                    Type::Int(from) if contains(to, *from) => value,
                    Type::Logical => value,
                    _ => self.wrapped(value, to),
                });
            }
            _ => return unsupported("this expression", expr.span),
        };
        Ok(self.fitting(value, expr))
    }

    /// A computed value as its type has it: within limits that are checked, or taken modulo its range.
    fn fitting(&mut self, value: Term, expr: &Expr) -> Term {
        match &expr.ty {
            Type::Int(int) => {
                if let ExprKind::Convert(inner) = &expr.kind
                    && matches!(&inner.ty, Type::Int(from) if contains(*int, *from))
                {
                    return value;
                }
                let computed =
                    matches!(expr.kind, ExprKind::Binary(..) | ExprKind::Unary(..) | ExprKind::Intrinsic(..));
                if computed && !int.signed {
                    return self.wrapped(value, *int);
                }
                self.within(&value, &expr.ty, expr.span);
                value
            }
            _ => value,
        }
    }

    /// A value modulo the range of a type.
    fn wrapped(&mut self, value: Term, int: IntType) -> Term {
        let (low, high) = int.limits();
        let (low, span) = (Term::int(low.clone()), Term::int(high - low + IBig::ONE));
        let above = value.minus(&low);
        let inside = Condition::all([Condition::ge(&above), Condition::gt(&span.minus(&above))]);
        let fits = match (&inside, &mut self.known) {
            (Condition::True, _) => true,
            (_, Some((prover, facts))) => prover.implies(facts, &inside),
            _ => false,
        };
        if fits { value } else { Term::modulo(&above, &span).plus(&low) }
    }

    /// Integers, truth values, and reals where they are exact.
    fn understood(&self, ty: &Type, span: Span) -> Result<(), Unsupported> {
        match (ty, self.policy.arithmetic) {
            (Type::Int(_) | Type::Logical, _) | (Type::Real(_), Arithmetic::Ideal) => Ok(()),
            (Type::Real(_), _) => unsupported("rounded arithmetic, which has no closed form here", span),
            _ => unsupported("a value of this type", span),
        }
    }

    /// Under machine arithmetic a result must fit its type.
    pub fn within(&mut self, value: &Term, ty: &Type, span: Span) {
        if let (Arithmetic::Machine, Type::Int(int)) = (self.policy.arithmetic, ty)
            && *int != IntType::ELEMENT
        {
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
            Place::Variable(variable) => {
                self.understood(&self.graph.variables[*variable].ty, span)?;
                Ok(self.state.number(self.graph, *variable))
            }
            Place::Element(..) | Place::Part(_) => {
                let (variable, index) = self.element(place, span)?;
                Ok(self.state.array(self.graph, variable).element(&index))
            }
        }
    }

    /// The array and the subscripts of an element, with the check that they lie within the bounds.
    pub fn element(&mut self, place: &Place, span: Span) -> Result<(VarId, Vec<Term>), Unsupported> {
        let (variable, subscripts) = match place {
            Place::Element(variable, index) => (*variable, std::slice::from_ref(&**index)),
            Place::Part(part) => match &part.steps[..] {
                [PartStep::Element(subscripts)] => (part.base, &subscripts[..]),
                _ => return unsupported("a part of a variable", span),
            },
            Place::Variable(_) => return unsupported("a whole array", span),
        };
        let Type::Array(element, _) = &self.graph.variables[variable].ty else {
            return unsupported("an array of this kind", span);
        };
        self.understood(element, span)?;
        let mut index = Vec::new();
        for (dimension, subscript) in subscripts.iter().enumerate() {
            let at = self.number(subscript)?;
            let low = self.bound(Bound::Low, variable, dimension, span)?;
            let mut inside = Condition::at_most(&low, &at);
            if !self.is_open(variable, dimension) {
                let high = self.bound(Bound::High, variable, dimension, span)?;
                inside = inside.and(&Condition::at_most(&at, &high));
            }
            self.require(inside, ErrorKind::SubscriptRange, span);
            index.push(at);
        }
        Ok((variable, index))
    }

    /// Whether a dimension goes as far as the argument does: it is taken to have room for what is used.
    fn is_open(&self, variable: VarId, dimension: usize) -> bool {
        matches!(
            &self.graph.variables[variable].ty,
            Type::Array(_, bounds) if matches!(bounds[dimension], ArrayBounds::Sequence { high: None, .. })
        )
    }

    /// A bound of one dimension of an array variable.
    pub fn bound(
        &mut self,
        bound: Bound,
        variable: VarId,
        dimension: usize,
        span: Span,
    ) -> Result<Term, Unsupported> {
        let info = &self.graph.variables[variable];
        let Type::Array(_, bounds) = &info.ty else { return unsupported("bounds of this type", span) };
        let given = match (&bounds[dimension], bound) {
            (
                ArrayBounds::Given { low, .. }
                | ArrayBounds::Sequence { low, .. }
                | ArrayBounds::Shape { low },
                Bound::Low,
            ) => low,
            (
                ArrayBounds::Given { high, .. } | ArrayBounds::Sequence { high: Some(high), .. },
                Bound::High,
            ) => high,
            (ArrayBounds::OfArgument, _) | (ArrayBounds::Shape { .. }, Bound::High) => {
                return Ok(Term::symbol(&bound_symbol(bound, &info.name, dimension, bounds.len())));
            }
            _ => return unsupported("an array of this shape", span),
        };
        // Bounds are evaluated when the procedure is entered.
        let start = State::default();
        Reader::new(self.graph, self.policy, &start).number(given)
    }

    /// Operations that reals do in another way than integers.
    fn real_binary(&mut self, op: BinaryOp, a: &Term, b: &Term, span: Span) -> Term {
        if op == BinaryOp::Divide {
            self.require(Condition::ne(b), ErrorKind::DivisionByZero, span);
            return Term::quotient(a, b);
        }
        let fine = Condition::any([Condition::ne(a), Condition::ge(b)]);
        self.require(fine, ErrorKind::DivisionByZero, span);
        Term::power(a, b)
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
            (Intrinsic::Modulo, [a, b]) => {
                self.require(Condition::ne(b), ErrorKind::DivisionByZero, span);
                Term::modulo(a, b)
            }
            (Intrinsic::Remainder, [a, b]) => {
                self.require(Condition::ne(b), ErrorKind::DivisionByZero, span);
                let size = size(b);
                let below = Term::modulo(&a.negated(), &size).negated();
                Term::choice(&Condition::ge(a), &Term::modulo(a, &size), &below)
            }
            (Intrinsic::TransferSign, [a, b]) => {
                let size = size(a);
                Term::choice(&Condition::ge(b), &size, &size.negated())
            }
            (Intrinsic::PositiveDifference, [a, b]) => {
                let difference = a.minus(b);
                Term::choice(&Condition::gt(&difference), &difference, &Term::zero())
            }
            (Intrinsic::WholePart, [a]) => whole_part(a),
            (Intrinsic::Floor, [a]) => Term::floor_div(a, &Term::one()),
            (Intrinsic::Ceiling, [a]) => Term::ceil_div(a, &Term::one()),
            (Intrinsic::Nearest, [a]) => {
                let half = Term::quotient(&Term::one(), &Term::int(2));
                let down = Term::floor_div(&a.plus(&half), &Term::one());
                let up = Term::ceil_div(&a.minus(&half), &Term::one());
                Term::choice(&Condition::ge(a), &down, &up)
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
            let a = self.condition(left)?;
            let before = self.checks.len();
            let b = self.condition(right)?;
            // The right side counts only where the left one does not settle it.
            let settled = if op == Or { a.clone() } else { a.negated() };
            for check in &mut self.checks[before..] {
                check.condition = Condition::any([settled.clone(), check.condition.clone()]);
            }
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
pub fn bound_symbol(bound: Bound, name: &str, dimension: usize, rank: usize) -> Symbol {
    let word = if bound == Bound::Low { "LBOUND" } else { "HBOUND" };
    match rank {
        1 => Symbol::integer(&format!("{word}({name})")),
        _ => Symbol::integer(&format!("{word}({name}, {})", dimension + 1)),
    }
}

/// A number cut towards zero.
fn whole_part(term: &Term) -> Term {
    let one = Term::one();
    let (down, up) = (Term::floor_div(term, &one), Term::ceil_div(term, &one));
    if down == up { down } else { Term::choice(&Condition::ge(term), &down, &up) }
}

/// Whether one integer type has all values of another one.
fn contains(outer: IntType, inner: IntType) -> bool {
    let ((low, high), (inner_low, inner_high)) = (outer.limits(), inner.limits());
    low <= inner_low && inner_high <= high
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
