//! Whether a condition holds for certain, functions of Reals being known up to their rounding only.
//!
//! Terms without such functions have their exact values. Every other term of sort Real has an interval, and what
//! is made of intervals is known as far as it does not depend on where in them the values lie.

use std::cmp::{max, min};

use dashu_base::Abs;
use dashu_ratio::RBig;
use smallvec::SmallVec;

use super::{Enclosure, Evaluation, Value, apply_op};
use crate::{Op, Table, TermId};

/// What is known of a value.
#[derive(Clone, Debug)]
pub(super) enum Known {
    Exactly(Value),
    Within(Enclosure),
    Nothing,
}

impl Evaluation {
    /// Whether a term of sort Bool is true; none if that hangs on the rounding of functions of Reals. Equality
    /// with an irrational number is never certain.
    pub fn certainty(&mut self, table: &Table, term: TermId) -> Option<bool> {
        if table.is_exact(term) {
            return Some(self.holds(table, term));
        }
        let mut pending = vec![term];
        while let Some(&top) = pending.last() {
            if self.known.contains_key(&top) {
                pending.pop();
                continue;
            }
            if table.is_exact(top) {
                let value = self.value(table, top).clone();
                self.known.insert(top, Known::Exactly(value));
                continue;
            }
            let before = pending.len();
            pending.extend(table.args(top).iter().filter(|arg| !self.known.contains_key(arg)));
            if pending.len() == before {
                let args: SmallVec<[&Known; 4]> =
                    table.args(top).iter().map(|arg| &self.known[arg]).collect();
                let known = combined(table.op(top), &args);
                drop(args);
                self.known.insert(top, known);
            }
        }
        self.known[&term].truth()
    }
}

impl Known {
    fn truth(&self) -> Option<bool> {
        match self {
            Known::Exactly(value) => value.as_bool(),
            _ => None,
        }
    }

    /// The interval of a Real.
    fn enclosure(&self) -> Option<Enclosure> {
        match self {
            Known::Exactly(Value::Real(value)) => Some(Enclosure::point(value.clone())),
            Known::Within(enclosure) => Some(enclosure.clone()),
            _ => None,
        }
    }
}

fn combined(op: &Op, args: &[&Known]) -> Known {
    let truth =
        |truth: Option<bool>| truth.map_or(Known::Nothing, |truth| Known::Exactly(Value::Bool(truth)));
    let exact: Option<SmallVec<[&Value; 4]>> = args
        .iter()
        .map(|arg| match arg {
            Known::Exactly(value) => Some(value),
            _ => None,
        })
        .collect();
    if let Some(values) = exact
        && !matches!((op, &values[..]), (Op::Function(_), [Value::Real(_), ..]))
    {
        return Known::Exactly(apply_op(op, &values));
    }
    match op {
        Op::And | Op::Or => truth(junction(*op == Op::And, args)),
        Op::Implies => match (args[0].truth(), args[1].truth()) {
            (Some(false), _) | (_, Some(true)) => truth(Some(true)),
            _ => Known::Nothing,
        },
        Op::Ite => match (args[0].truth(), args[1].enclosure(), args[2].enclosure()) {
            (Some(condition), ..) => args[if condition { 1 } else { 2 }].clone(),
            (None, Some(yes), Some(no)) => Known::Within(yes.hull(&no)),
            _ => Known::Nothing,
        },
        Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => truth(compared(op, args)),
        Op::ToInt(_) | Op::RealToFloat(_) => settled(op, args[0]),
        _ => match numeric(op, args) {
            Some(enclosure) if enclosure.low == enclosure.high => Known::Exactly(Value::Real(enclosure.low)),
            Some(enclosure) => Known::Within(enclosure),
            None => Known::Nothing,
        },
    }
}

fn junction(all: bool, parts: &[&Known]) -> Option<bool> {
    if parts.iter().any(|part| part.truth() == Some(!all)) {
        return Some(!all);
    }
    parts.iter().all(|part| part.truth() == Some(all)).then_some(all)
}

fn compared(op: &Op, args: &[&Known]) -> Option<bool> {
    let (x, y) = (args[0].enclosure()?, args[1].enclosure()?);
    let (below, above) = (x.high < y.low, x.low > y.high);
    let (not_above, not_below) = (x.high <= y.low, x.low >= y.high);
    match op {
        Op::Lt => below.then_some(true).or(not_below.then_some(false)),
        Op::Le => not_above.then_some(true).or(above.then_some(false)),
        Op::Gt => above.then_some(true).or(not_above.then_some(false)),
        Op::Ge => not_below.then_some(true).or(below.then_some(false)),
        // Two exact values were compared already.
        _ => (below || above).then_some(*op == Op::Ne),
    }
}

/// A rounded value, if both ends are rounded to it: rounding is monotone.
fn settled(op: &Op, arg: &Known) -> Known {
    let Some(interval) = arg.enclosure() else { return Known::Nothing };
    let [low, high] = [interval.low, interval.high].map(|end| apply_op(op, &[&Value::Real(end)]));
    if low == high { Known::Exactly(low) } else { Known::Nothing }
}

fn numeric(op: &Op, args: &[&Known]) -> Option<Enclosure> {
    if let (Op::Pow, [base, Known::Exactly(Value::Int(exponent))]) = (op, args) {
        return power(&base.enclosure()?, i32::try_from(exponent).ok()?);
    }
    let intervals: Option<SmallVec<[Enclosure; 4]>> = args.iter().map(|arg| arg.enclosure()).collect();
    let intervals = intervals?;
    let x = intervals.first()?;
    let fold = |combine: fn(&Enclosure, &Enclosure) -> Enclosure| {
        intervals[1..].iter().fold(x.clone(), |result, next| combine(&result, next))
    };
    Some(match op {
        Op::Function(function) => return function.enclosure(&intervals),
        Op::Neg => Enclosure { low: -x.high.clone(), high: -x.low.clone() },
        Op::Add => fold(|x, y| Enclosure::new(&x.low + &y.low, &x.high + &y.high)),
        Op::Sub => fold(|x, y| Enclosure::new(&x.low - &y.high, &x.high - &y.low)),
        Op::Mul => fold(product),
        Op::Quotient => product(x, &reciprocal(intervals.get(1)?)?),
        Op::Abs => magnitude(x),
        Op::Min => {
            fold(|x, y| Enclosure { low: min(&x.low, &y.low).clone(), high: min(&x.high, &y.high).clone() })
        }
        Op::Max => {
            fold(|x, y| Enclosure { low: max(&x.low, &y.low).clone(), high: max(&x.high, &y.high).clone() })
        }
        _ => return None,
    })
}

fn product(x: &Enclosure, y: &Enclosure) -> Enclosure {
    let corners = [&x.low * &y.low, &x.low * &y.high, &x.high * &y.low, &x.high * &y.high];
    let low = corners.iter().min().cloned().unwrap_or(RBig::ZERO);
    let high = corners.iter().max().cloned().unwrap_or(RBig::ZERO);
    Enclosure::new(low, high)
}

/// None where a divisor of 0 is possible but not certain.
fn reciprocal(x: &Enclosure) -> Option<Enclosure> {
    if x.low.is_zero() && x.high.is_zero() {
        return Some(x.clone());
    }
    let apart = x.low > RBig::ZERO || x.high < RBig::ZERO;
    apart.then(|| Enclosure::new(RBig::ONE / &x.high, RBig::ONE / &x.low))
}

fn magnitude(x: &Enclosure) -> Enclosure {
    let (low, high) = (x.low.clone().abs(), x.high.clone().abs());
    let crosses = x.low < RBig::ZERO && x.high > RBig::ZERO;
    let least = if crosses { RBig::ZERO } else { min(&low, &high).clone() };
    Enclosure { low: least, high: max(low, high) }
}

/// Powers beyond this size say nothing.
const LARGEST_POWER: u32 = 1000;

fn power(base: &Enclosure, exponent: i32) -> Option<Enclosure> {
    let size = exponent.unsigned_abs();
    if size > LARGEST_POWER {
        return None;
    }
    if size == 0 {
        return Some(Enclosure::point(RBig::ONE));
    }
    let base = if exponent < 0 { reciprocal(base)? } else { base.clone() };
    let base = if size.is_multiple_of(2) { magnitude(&base) } else { base };
    let power = |end: &RBig| (0..size).fold(RBig::ONE, |power, _| power * end);
    Some(Enclosure::new(power(&base.low), power(&base.high)))
}
