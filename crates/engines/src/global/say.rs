//! Terms and conditions as expressions of programs, as far as these can say them.

use dashu_base::Signed;
use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_algebra::{Atom, Condition, Relation, Term};
use sextant_base::Span;
use sextant_expr::Rounding;
use sextant_flow::FlowGraph;
use sextant_state::{Arithmetic, Policy};
use sextant_syntax::{BinaryOp, Expr, ExprKind, IntType, Intrinsic, Place, RealType, Type};

use super::context::symbol_of;

/// Says terms over the variables of a procedure.
pub struct Speaker<'a> {
    /// The procedure.
    pub graph: &'a FlowGraph,
    /// What numbers mean.
    pub policy: Policy,
    /// The place of what is said.
    pub span: Span,
}

/// Integers of any size.
const INTEGER: Type = Type::Int(IntType::ELEMENT);
const REAL: Type = Type::Real(RealType::Double);
/// Products of more equal factors are not written out.
const MOST_FACTORS: u32 = 16;

impl Speaker<'_> {
    fn expr(&self, kind: ExprKind, ty: &Type) -> Expr {
        Expr { kind, ty: ty.clone(), span: self.span }
    }

    fn binary(&self, op: BinaryOp, left: Expr, right: Expr, ty: &Type) -> Expr {
        self.expr(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty)
    }

    /// A term as a value for a variable of a type.
    pub fn value(&self, term: &Term, ty: &Type) -> Option<Expr> {
        let said = match ty {
            Type::Real(_) => self.real(term)?,
            // The value is known to fit.
            Type::Int(_) => return self.integer(term),
            Type::Logical => {
                let holds = self.condition(&Condition::ne(term))?;
                return Some(holds);
            }
            _ => return None,
        };
        Some(if said.ty == *ty { said } else { self.expr(ExprKind::Convert(Box::new(said)), ty) })
    }

    /// A condition.
    pub fn condition(&self, condition: &Condition) -> Option<Expr> {
        let join = |op: BinaryOp, parts: &[Condition]| {
            let mut said = parts.iter().map(|part| self.condition(part));
            let first = said.next()??;
            said.try_fold(first, |all, next| Some(self.binary(op, all, next?, &Type::Logical)))
        };
        Some(match condition {
            Condition::True => self.expr(ExprKind::Bool(true), &Type::Logical),
            Condition::False => self.expr(ExprKind::Bool(false), &Type::Logical),
            Condition::And(parts) => join(BinaryOp::And, parts)?,
            Condition::Or(parts) => join(BinaryOp::Or, parts)?,
            Condition::Compare(relation, term) => {
                let op = match relation {
                    Relation::Eq => BinaryOp::Equal,
                    Relation::Ne => BinaryOp::NotEqual,
                    Relation::Ge => BinaryOp::GreaterEqual,
                    Relation::Gt => BinaryOp::Greater,
                };
                let (left, zero) = if term.has_integer_atoms() {
                    (self.integer(term)?, self.number(&IBig::ZERO))
                } else {
                    (self.real(term)?, self.fraction(&RBig::ZERO))
                };
                self.binary(op, left, zero, &Type::Logical)
            }
            Condition::Ever(_) | Condition::Never(_) => return None,
        })
    }

    fn number(&self, value: &IBig) -> Expr {
        self.expr(ExprKind::Int(value.clone()), &INTEGER)
    }

    fn fraction(&self, value: &RBig) -> Expr {
        self.expr(ExprKind::Real(value.clone()), &REAL)
    }

    /// A term whose value is an integer; a common denominator divides without rest.
    fn integer(&self, term: &Term) -> Option<Expr> {
        if !term.has_integer_atoms() {
            return None;
        }
        let denominator = term.denominator();
        let top = self.sum(&term.scaled(&RBig::from(denominator.clone())), &INTEGER)?;
        Some(if denominator == IBig::ONE {
            top
        } else {
            self.binary(BinaryOp::Divide, top, self.number(&denominator), &INTEGER)
        })
    }

    fn real(&self, term: &Term) -> Option<Expr> {
        self.sum(term, &REAL)
    }

    fn constant(&self, value: &RBig, ty: &Type) -> Expr {
        if *ty == REAL { self.fraction(value) } else { self.number(value.numerator()) }
    }

    fn sum(&self, term: &Term, ty: &Type) -> Option<Expr> {
        let mut all: Option<Expr> = None;
        for (monomial, coefficient) in term.parts() {
            let negative = coefficient.is_negative() && all.is_some();
            let size = if negative { -coefficient } else { coefficient.clone() };
            let mut product = (size != RBig::ONE || monomial.is_one()).then(|| self.constant(&size, ty));
            for (atom, count) in monomial.factors() {
                if count.unsigned_abs() > MOST_FACTORS {
                    return None;
                }
                for _ in 0..count.unsigned_abs() {
                    let factor = self.atom(atom, ty)?;
                    let op = if *count > 0 { BinaryOp::Multiply } else { BinaryOp::Divide };
                    if *count < 0 && *ty != REAL {
                        return None;
                    }
                    let left = match product {
                        Some(left) => left,
                        None if *count > 0 => {
                            product = Some(factor);
                            continue;
                        }
                        None => self.constant(&RBig::ONE, ty),
                    };
                    product = Some(self.binary(op, left, factor, ty));
                }
            }
            let product = product?;
            all = Some(match all {
                None => product,
                Some(left) => {
                    let op = if negative { BinaryOp::Subtract } else { BinaryOp::Add };
                    self.binary(op, left, product, ty)
                }
            });
        }
        Some(all.unwrap_or_else(|| self.constant(&RBig::ZERO, ty)))
    }

    /// An atom in a type; an integer where a real is wanted is converted.
    fn atom(&self, atom: &Atom, ty: &Type) -> Option<Expr> {
        let integer = Term::atom(atom.clone()).has_integer_atoms();
        if integer && *ty == REAL {
            let value = self.atom(atom, &INTEGER)?;
            return Some(self.expr(ExprKind::Convert(Box::new(value)), &REAL));
        }
        let own = |term: &Term| if *ty == REAL { self.real(term) } else { self.integer(term) };
        match atom {
            Atom::Symbol(symbol) => {
                let found = self.graph.variables.ids().find(|&id| symbol_of(self.graph, id) == *symbol)?;
                let declared = &self.graph.variables[found].ty;
                let load = self.expr(ExprKind::Load(Place::Variable(found)), declared);
                (!declared.is_array()).then(|| match (declared, ty) {
                    (Type::Int(_), Type::Int(_)) | (Type::Real(RealType::Double), Type::Real(_)) => load,
                    _ => self.expr(ExprKind::Convert(Box::new(load)), ty),
                })
            }
            Atom::Power(base, exponent) => {
                let (base, exponent) = (own(base)?, self.integer(exponent)?);
                Some(self.binary(BinaryOp::Power, base, exponent, ty))
            }
            Atom::Inverse(inner) if *ty == REAL => {
                Some(self.binary(BinaryOp::Divide, self.constant(&RBig::ONE, ty), self.real(inner)?, ty))
            }
            // A divisor that is no constant would be looked at as one of the program.
            Atom::Floor(_, b) | Atom::Mod(_, b)
                if self.policy.arithmetic == Arithmetic::Machine && b.as_int().is_none() =>
            {
                None
            }
            Atom::Floor(a, b) => self.quotient(a, b),
            Atom::Mod(a, b) => {
                let args = vec![own(a)?, own(b)?];
                Some(self.expr(ExprKind::Intrinsic(Intrinsic::Modulo, args), ty))
            }
            Atom::Min(terms) | Atom::Max(terms) => {
                let function = if matches!(atom, Atom::Min(_)) { Intrinsic::Min } else { Intrinsic::Max };
                let args = terms.iter().map(own).collect::<Option<Vec<_>>>()?;
                Some(self.expr(ExprKind::Intrinsic(function, args), ty))
            }
            Atom::Choice(condition, yes, no) => {
                let args = vec![own(yes)?, own(no)?, self.condition(condition)?];
                Some(self.expr(ExprKind::Intrinsic(Intrinsic::Choose, args), ty))
            }
            _ => None,
        }
    }

    /// The quotient rounded down, whatever division does in this run.
    fn quotient(&self, a: &Term, b: &Term) -> Option<Expr> {
        if !(a.has_integer_atoms() && b.has_integer_atoms()) {
            let quotient = self.binary(BinaryOp::Divide, self.real(a)?, self.real(b)?, &REAL);
            return Some(self.expr(ExprKind::Intrinsic(Intrinsic::Floor, vec![quotient]), &INTEGER));
        }
        let (top, bottom) = (self.integer(a)?, self.integer(b)?);
        if self.policy.division == Rounding::Floor {
            return Some(self.binary(BinaryOp::Divide, top, bottom, &INTEGER));
        }
        let args = vec![top.clone(), bottom.clone()];
        let rest = self.expr(ExprKind::Intrinsic(Intrinsic::Modulo, args), &INTEGER);
        let whole = self.binary(BinaryOp::Subtract, top, rest, &INTEGER);
        Some(self.binary(BinaryOp::Divide, whole, bottom, &INTEGER))
    }
}
