//! What is known of an unknown because of the term it stands for.
//!
//! A definition that says everything (`q = p div 2`) makes the unknown as trustworthy as its operands; one that
//! says something (`x * x ≥ 0`) only helps to find contradictions.

use std::sync::Arc;

use dashu_int::IBig;
use sextant_expr::{Function, Number, Op, Relation, Rounding, Scalar, Sort, Table, TermId};

use super::compile::Compiler;
use super::delta::Delta;
use super::formula::{Formula, Trust};
use super::simplex::Variable;
use super::sum::Sum;

/// An atom as a sum over unknowns: conversions are looked through, remainders are made of their quotients.
pub(super) fn sum_of_atom(compiler: &mut Compiler, table: &mut Table, atom: TermId) -> Sum {
    let args = table.args(atom).to_vec();
    match table.op(atom) {
        Op::ToReal => compiler.sum(table, args[0]),
        Op::Rem(rounding) => {
            let rounding = *rounding;
            let Some(divisor) = non_zero_integer(table, args[1]) else {
                return Sum::unknown(compiler.unknown(table, atom));
            };
            let quotient = table.apply(Op::Div(rounding), &args);
            let simplified = table.simplify(quotient);
            let same = matches!(table.op(simplified), Op::Div(_));
            let quotient = compiler.unknown(table, if same { simplified } else { quotient });
            let mut remainder = compiler.sum(table, args[0]);
            remainder.add_scaled(&-&divisor, &Sum::unknown(quotient));
            remainder
        }
        _ => Sum::unknown(compiler.unknown(table, atom)),
    }
}

/// The definition of a new unknown, and how far its value can be trusted when the definition holds.
pub(super) fn define(
    compiler: &mut Compiler,
    table: &mut Table,
    term: TermId,
    unknown: Variable,
) -> (Trust, Option<Arc<Formula>>) {
    if matches!(table.op(term), Op::Symbol(_)) {
        return (Trust::Sure, None);
    }
    if let Some(formula) = complete(compiler, table, term, unknown) {
        return (formula.trust, Some(formula));
    }
    if is_plain_select(table, term) {
        return (Trust::Sure, None);
    }
    (Trust::Unsure, partial(compiler, table, term, unknown))
}

/// Whether the term selects from an array symbol at an index made of symbols only, so that a model can hold the
/// unknown's value as an entry of the array.
fn is_plain_select(table: &mut Table, term: TermId) -> bool {
    if *table.op(term) != Op::Select {
        return false;
    }
    let &[array, index] = table.args(term) else { return false };
    let is_symbol = |table: &Table, term: TermId| matches!(table.op(term), Op::Symbol(_));
    is_symbol(table, array) && table.linear_form(index).terms.iter().all(|&(atom, _)| is_symbol(table, atom))
}

/// Definitions that fix the unknown's value.
fn complete(
    compiler: &mut Compiler,
    table: &mut Table,
    term: TermId,
    unknown: Variable,
) -> Option<Arc<Formula>> {
    let value = Sum::unknown(unknown);
    let args = table.args(term).to_vec();
    match table.op(term).clone() {
        Op::Div(rounding) => {
            let divisor = non_zero_integer(table, args[1])?;
            let dividend = compiler.sum(table, args[0]);
            Some(quotient(compiler, &dividend, &divisor, &value, rounding))
        }
        Op::ToInt(rounding) => {
            let number = compiler.sum(table, args[0]);
            Some(rounded(compiler, &number, &value, rounding))
        }
        Op::Abs => {
            let inside = compiler.sum(table, args[0]);
            let negated = inside.scaled(&Number::MINUS_ONE);
            let yes = vec![sign(compiler, &inside, false), equal(compiler, &value, &inside)];
            let no = vec![sign(compiler, &inside, true), equal(compiler, &value, &negated)];
            Some(Formula::any(vec![yes, no]))
        }
        Op::Min => Some(extreme(compiler, table, &args, &value, false)),
        Op::Max => Some(extreme(compiler, table, &args, &value, true)),
        Op::Ite => Some(compiler.choice(table, args[0], |compiler, table, chosen| {
            let branch = compiler.sum(table, args[if chosen { 1 } else { 2 }]);
            vec![equal(compiler, &value, &branch)]
        })),
        Op::Select => select(compiler, table, args[0], args[1], &value),
        _ => None,
    }
}

/// Facts that do not fix the unknown's value.
fn partial(
    compiler: &mut Compiler,
    table: &mut Table,
    term: TermId,
    unknown: Variable,
) -> Option<Arc<Formula>> {
    let value = Sum::unknown(unknown);
    let args = table.args(term);
    let bits = |term: TermId| match table.sort(term) {
        Sort::Scalar(Scalar::BitVec(width)) => IBig::ONE << usize::from(width),
        _ => IBig::ZERO,
    };
    let one = || (-IBig::ONE, Some(IBig::ONE));
    let (lower, upper) = match table.op(term) {
        Op::Function(Function::Sqrt | Function::Exp | Function::Acos | Function::Erfc) => (IBig::ZERO, None),
        Op::Function(Function::Sin | Function::Cos | Function::Tanh | Function::Erf) => one(),
        Op::Function(Function::Atan | Function::Asin) => (IBig::from(-2), Some(IBig::from(2))),
        Op::Function(Function::Cosh) => (IBig::ONE, None),
        Op::BvToUint => (IBig::ZERO, Some(bits(args[0]) - IBig::ONE)),
        Op::BvToSint => (-(bits(args[0]) >> 1), Some((bits(args[0]) >> 1) - IBig::ONE)),
        Op::Pow if table.as_int(args[1]).is_some_and(|power| (power % IBig::from(2)).is_zero()) => {
            (IBig::ZERO, None)
        }
        Op::Mul if args.len() == 2 && args[0] == args[1] => (IBig::ZERO, None),
        _ => return None,
    };
    let bound = |value: IBig| Delta::from(Number::from(value));
    let formula = compiler.bounds(&value, Some(bound(lower)), upper.map(bound));
    Some(formula)
}

fn non_zero_integer(table: &Table, term: TermId) -> Option<Number> {
    table.as_int(term).filter(|value| !value.is_zero()).map(|value| Number::from(value.clone()))
}

fn equal(compiler: &mut Compiler, left: &Sum, right: &Sum) -> Arc<Formula> {
    compiler.relate(&left.minus(right), Relation::Eq, true)
}

/// `sum < 0`, or `sum ≥ 0`.
fn sign(compiler: &mut Compiler, sum: &Sum, negative: bool) -> Arc<Formula> {
    compiler.relate(sum, Relation::Lt, negative)
}

/// `value = dividend div divisor`
fn quotient(
    compiler: &mut Compiler,
    dividend: &Sum,
    divisor: &Number,
    value: &Sum,
    rounding: Rounding,
) -> Arc<Formula> {
    // Both ways of rounding depend on the exact quotient only, so the divisor may be made positive.
    let negative = divisor.is_negative();
    let dividend = if negative { dividend.scaled(&Number::MINUS_ONE) } else { dividend.clone() };
    let divisor = if negative { -divisor } else { divisor.clone() };
    let remainder = dividend.minus(&value.scaled(&divisor));
    let most = Delta::from(&divisor - &Number::ONE);
    let floor = compiler.bounds(&remainder, Some(Delta::ZERO), Some(most.clone()));
    if rounding == Rounding::Floor {
        return floor;
    }
    let least = Delta::ZERO.minus(&most);
    let ceiling = compiler.bounds(&remainder, Some(least), Some(Delta::ZERO));
    let yes = vec![sign(compiler, &dividend, false), floor];
    let no = vec![sign(compiler, &dividend, true), ceiling];
    Formula::any(vec![yes, no])
}

/// `value` is the integer that `number` is rounded to.
fn rounded(compiler: &mut Compiler, number: &Sum, value: &Sum, rounding: Rounding) -> Arc<Formula> {
    let rest = number.minus(value);
    let floor = compiler.bounds(&rest, Some(Delta::ZERO), Some(Delta::below(Number::ONE)));
    if rounding == Rounding::Floor {
        return floor;
    }
    let ceiling = compiler.bounds(&rest, Some(Delta::above(Number::MINUS_ONE)), Some(Delta::ZERO));
    let yes = vec![sign(compiler, number, false), floor];
    let no = vec![sign(compiler, number, true), ceiling];
    Formula::any(vec![yes, no])
}

/// The unknown is one of the operands and no other is beyond it.
fn extreme(
    compiler: &mut Compiler,
    table: &mut Table,
    args: &[TermId],
    value: &Sum,
    greatest: bool,
) -> Arc<Formula> {
    let sums: Vec<Sum> = args.iter().map(|&arg| compiler.sum(table, arg)).collect();
    let mut parts: Vec<Arc<Formula>> = Vec::new();
    let mut alternatives = Vec::new();
    for sum in &sums {
        let beyond = if greatest { sum.minus(value) } else { value.minus(sum) };
        parts.push(compiler.relate(&beyond, Relation::Le, true));
        alternatives.push(vec![equal(compiler, value, sum)]);
    }
    parts.push(Formula::any(alternatives));
    Formula::all(parts)
}

/// An element of an array that was stored to or chosen; `None` for an array symbol.
fn select(
    compiler: &mut Compiler,
    table: &mut Table,
    array: TermId,
    index: TermId,
    value: &Sum,
) -> Option<Arc<Formula>> {
    let args = table.args(array).to_vec();
    match table.op(array) {
        Op::Store => {
            let gap = compiler.sum(table, index).minus(&compiler.sum(table, args[1]));
            let stored = compiler.sum(table, args[2]);
            let below = element(compiler, table, args[0], index);
            let old = equal(compiler, value, &below);
            let hit = vec![compiler.relate(&gap, Relation::Eq, true), equal(compiler, value, &stored)];
            let before = vec![sign(compiler, &gap, true), Arc::clone(&old)];
            let after = vec![compiler.relate(&gap, Relation::Le, false), old];
            Some(Formula::any(vec![hit, before, after]))
        }
        Op::Fill => {
            let everywhere = compiler.sum(table, args[0]);
            Some(equal(compiler, value, &everywhere))
        }
        Op::Ite => Some(compiler.choice(table, args[0], |compiler, table, chosen| {
            let element = element(compiler, table, args[if chosen { 1 } else { 2 }], index);
            vec![equal(compiler, value, &element)]
        })),
        _ => None,
    }
}

fn element(compiler: &mut Compiler, table: &mut Table, array: TermId, index: TermId) -> Sum {
    let element = table.apply(Op::Select, &[array, index]);
    let element = table.simplify(element);
    compiler.sum(table, element)
}
