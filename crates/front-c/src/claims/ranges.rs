//! The ranges of quantified variables, taken out of the conditions that state them.

use sextant_syntax::BinaryOp;

use super::parser::{Step, Term, binary};

/// The first and last value of a variable, and what else the parts say.
pub(super) struct Range {
    pub low: Term,
    pub high: Term,
    pub rest: Vec<Term>,
}

/// The parts of a conjunction.
pub(super) fn parts(term: &Term) -> Vec<Term> {
    match term {
        Term::Binary(BinaryOp::And, left, right) => parts(left).into_iter().chain(parts(right)).collect(),
        other => vec![other.clone()],
    }
}

/// The range that some parts give a variable; its bounds may not speak of the variables in `later`.
pub(super) fn range(name: &str, parts: Vec<Term>, later: &[String]) -> Option<Range> {
    let (mut low, mut high, mut rest) = (None, None, Vec::new());
    for part in parts {
        match bound(name, &part).filter(|(_, value)| !later.iter().any(|other| mentions(value, other))) {
            Some((true, value)) if low.is_none() => low = Some(value),
            Some((false, value)) if high.is_none() => high = Some(value),
            _ => rest.push(part),
        }
    }
    Some(Range { low: low?, high: high?, rest })
}

/// Whether a comparison is a lower (true) or upper bound of a variable, and the bound with equality included.
fn bound(name: &str, part: &Term) -> Option<(bool, Term)> {
    let Term::Binary(op, left, right) = part else { return None };
    let own = |term: &Term| matches!(term, Term::Path(path, steps) if path == name && steps.is_empty());
    let one = || Term::Int(1.into());
    let (own_left, other) = match (own(left), own(right)) {
        (true, false) => (true, (**right).clone()),
        (false, true) => (false, (**left).clone()),
        _ => return None,
    };
    if mentions(&other, name) {
        return None;
    }
    let more = |term: Term| binary(BinaryOp::Add, term, one());
    let less = |term: Term| binary(BinaryOp::Subtract, term, one());
    Some(match (op, own_left) {
        (BinaryOp::LessEqual, true) | (BinaryOp::GreaterEqual, false) => (false, other),
        (BinaryOp::Less, true) | (BinaryOp::Greater, false) => (false, less(other)),
        (BinaryOp::GreaterEqual, true) | (BinaryOp::LessEqual, false) => (true, other),
        (BinaryOp::Greater, true) | (BinaryOp::Less, false) => (true, more(other)),
        _ => return None,
    })
}

fn mentions(term: &Term, name: &str) -> bool {
    match term {
        Term::Int(_) | Term::Real(_) | Term::Bool(_) | Term::Result => false,
        Term::Path(path, steps) => {
            let inside = |step: &Step| matches!(step, Step::Subscript(index) if mentions(index, name));
            path == name || steps.iter().any(inside)
        }
        Term::Behind(inner) | Term::Not(inner) | Term::Negate(inner) | Term::Old(inner) => {
            mentions(inner, name)
        }
        Term::Binary(_, left, right) | Term::Remainder(left, right) => {
            mentions(left, name) || mentions(right, name)
        }
        Term::Choice(a, b, c) => [a, b, c].into_iter().any(|part| mentions(part, name)),
        Term::Call(_, operands) => operands.iter().any(|operand| mentions(operand, name)),
        Term::Quantified { body, .. } => mentions(body, name),
    }
}
