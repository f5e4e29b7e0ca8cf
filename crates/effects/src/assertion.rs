//! Conditions with quantifiers and old values, as formulas in a state.
//!
//! Connectives and quantifiers are taken apart here; what is left is computed by the machine. What computing it demands is
//! told apart from the formula, but not inside of quantifiers: there it would speak of the bound variable.

use sextant_expr::{Sort, TermId};
use sextant_logic::{Formula, Quantified, Stuck};
use sextant_state::{State, Value};
use sextant_syntax::{BinaryOp, Expr, ExprKind, Specification, Type, UnaryOp, VarId};

use crate::context::Context;
use crate::probe::Probe;
use crate::ways::Fact;

/// A compiled condition, in negation normal form.
#[derive(Clone, Debug)]
pub enum Assertion {
    /// Computed by the machine; negated if the truth value is false.
    Plain(Box<Probe>, bool),
    /// All of them.
    And(Vec<Assertion>),
    /// One of them.
    Or(Vec<Assertion>),
    /// A quantifier over a range: all values of a variable, else some.
    Quantified {
        /// All, else some.
        all: bool,
        /// The variable.
        variable: VarId,
        /// The first and the last value.
        range: Box<(Probe, Probe)>,
        /// The condition.
        body: Box<Assertion>,
    },
}

impl Assertion {
    pub(crate) fn new(context: &Context<'_>, expr: &Expr) -> Result<Assertion, Stuck> {
        Self::signed(context, expr, true)
    }

    fn signed(context: &Context<'_>, expr: &Expr, positive: bool) -> Result<Assertion, Stuck> {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => Self::signed(context, operand, !positive),
            ExprKind::Convert(operand) if operand.ty == Type::Logical && expr.ty == Type::Logical => {
                Self::signed(context, operand, positive)
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies), left, right) => {
                let left = Self::signed(context, left, positive != (*op == BinaryOp::Implies))?;
                let right = Self::signed(context, right, positive)?;
                let parts = vec![left, right];
                Ok(if (*op == BinaryOp::And) == positive { Self::And(parts) } else { Self::Or(parts) })
            }
            ExprKind::Specification(specification) => match &**specification {
                Specification::Quantified { all, variable, low, high, body } => Ok(Self::Quantified {
                    all: *all == positive,
                    variable: *variable,
                    range: Box::new((context.probe(low)?, context.probe(high)?)),
                    body: Box::new(Self::signed(context, body, positive)?),
                }),
                Specification::Old(_) | Specification::Result => Self::plain(context, expr, positive),
            },
            _ => Self::plain(context, expr, positive),
        }
    }

    fn plain(context: &Context<'_>, expr: &Expr, positive: bool) -> Result<Assertion, Stuck> {
        Ok(Self::Plain(Box::new(context.probe(expr)?), positive))
    }

    /// The formula in a state; old values are those of the state at the entry. What computing it demands is appended.
    ///
    /// # Errors
    /// What the machine cannot compute.
    pub fn formula(
        &self,
        context: &mut Context<'_>,
        state: &State,
        entry: &State,
        demands: &mut Vec<Fact>,
    ) -> Result<Formula, Stuck> {
        let mut inside = |context: &mut Context<'_>, parts: &[Assertion]| -> Result<Vec<Formula>, Stuck> {
            parts.iter().map(|part| part.formula(context, state, entry, demands)).collect()
        };
        match self {
            Assertion::Plain(probe, positive) => {
                let term = computed(context, probe, (state, entry), Sort::BOOL, demands)?;
                Ok(Formula::Term(if *positive { term } else { context.table.not(term) }))
            }
            Assertion::And(parts) => Ok(Formula::And(inside(context, parts)?)),
            Assertion::Or(parts) => Ok(Formula::Or(inside(context, parts)?)),
            Assertion::Quantified { all, variable, range, body } => {
                let low = computed(context, &range.0, (state, entry), Sort::INT, demands)?;
                let high = computed(context, &range.1, (state, entry), Sort::INT, demands)?;
                let bound = context.table.fresh("any", Sort::INT);
                let [inner, old] = [state, entry].map(|state| with_value(context, state, *variable, bound));
                let body = body.formula(context, &inner, &old, &mut Vec::new())?;
                Ok(Formula::Quantified(Box::new(Quantified { all: *all, bound, low, high, body })))
            }
        }
    }
}

/// The value of an expression of an assertion; one that is always an error may be anything.
fn computed(
    context: &mut Context<'_>,
    probe: &Probe,
    (state, entry): (&State, &State),
    sort: Sort,
    demands: &mut Vec<Fact>,
) -> Result<TermId, Stuck> {
    let evaluated = probe.evaluate(&mut context.table, state, entry)?;
    demands.extend(evaluated.demands);
    Ok(evaluated.value.unwrap_or_else(|| context.table.fresh("unknown", sort)))
}

/// The state in which a variable of a quantifier has a value.
fn with_value(context: &Context<'_>, state: &State, variable: VarId, value: TermId) -> State {
    let mut state = state.clone();
    if let Ok(held) = state.held_by(context.code(), variable)
        && let [only] = &held[..]
    {
        state.put_at(only.spot, Value::Term(value));
    }
    state
}
