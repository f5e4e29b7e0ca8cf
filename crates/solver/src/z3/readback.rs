//! From Z3's models to assignments.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use sextant_expr::{ArrayValue, Assignment, FloatKind, Scalar, Sort, Table, TermId, Value};

use super::ffi::{ArrayPart, Ast, Model};
use crate::selects::Occurring;

/// Array values of more layers than this are read by their needed indices only.
const MOST_ENTRIES: usize = 10_000;

/// The values of all symbols that occur; `None` if one of them cannot be read.
pub(super) fn assignment(
    table: &Table,
    occurring: &Occurring,
    model: &mut Model<'_>,
    known: &dyn Fn(TermId) -> Option<Ast>,
) -> Option<Assignment> {
    let mut assignment = Assignment::new();
    let mut indices: Option<Vec<(IBig, Ast)>> = None;
    for &(symbol, term) in &occurring.symbols {
        let Some(ast) = known(term) else { continue };
        let value = match table.sort(term) {
            Sort::Scalar(sort) => {
                let value = model.value(ast)?;
                scalar(model, value, sort)?
            }
            Sort::Array(element) => {
                let indices = indices.get_or_insert_with(|| index_values(occurring, model, known));
                array(model, ast, element, indices)?
            }
        };
        assignment.set(symbol, value);
    }
    Some(assignment)
}

fn index_values(
    occurring: &Occurring,
    model: &mut Model<'_>,
    known: &dyn Fn(TermId) -> Option<Ast>,
) -> Vec<(IBig, Ast)> {
    let mut values: Vec<(IBig, Ast)> = Vec::new();
    for ast in occurring.indices.iter().filter_map(|&index| known(index)) {
        if let Some(value) = model.value(ast)
            && let Some(Value::Int(index)) = scalar(model, value, Scalar::Int)
        {
            values.push((index, value));
        }
    }
    values.sort_by(|a, b| a.0.cmp(&b.0));
    values.dedup_by(|a, b| a.0 == b.0);
    values
}

fn scalar(model: &mut Model<'_>, value: Ast, sort: Scalar) -> Option<Value> {
    Some(match sort {
        Scalar::Bool => Value::Bool(model.truth(value)?),
        Scalar::Int => Value::Int(model.digits(value)?.parse().ok()?),
        Scalar::Real => Value::Real(rational(&model.digits(value)?)?),
        Scalar::BitVec(width) => Value::Bits(width, model.digits(value)?.parse().ok()?),
        Scalar::Float(kind) => float(model, value, kind)?,
    })
}

fn rational(digits: &str) -> Option<RBig> {
    let (numerator, denominator) = digits.split_once('/').unwrap_or((digits, "1"));
    let denominator: UBig = denominator.parse().ok()?;
    let numerator: IBig = numerator.parse().ok()?;
    (!denominator.is_zero()).then(|| RBig::from_parts(numerator, denominator))
}

/// A float by its bits. The bits of NaN are not fixed in Z3, so NaN is asked for first.
fn float(model: &mut Model<'_>, value: Ast, kind: FloatKind) -> Option<Value> {
    let is_nan = model.context().float_is_nan(value);
    let is_nan = model.value(is_nan)?;
    if model.truth(is_nan)? {
        let quiet = match kind {
            FloatKind::Single => u64::from(f32::NAN.to_bits()),
            FloatKind::Double => f64::NAN.to_bits(),
        };
        return Some(Value::Float(kind, quiet));
    }
    let bits = model.context().float_to_bits(value);
    let bits = model.value(bits)?;
    Some(Value::Float(kind, model.digits(bits)?.parse().ok()?))
}

/// An array by what its value says, and by its elements at the indices that occur.
fn array(model: &mut Model<'_>, symbol: Ast, element: Scalar, indices: &[(IBig, Ast)]) -> Option<Value> {
    let mut stored: Vec<(IBig, Value)> = Vec::new();
    let mut rest = Value::default_of(Sort::Scalar(element));
    let mut below = model.value(symbol)?;
    for _ in 0..MOST_ENTRIES {
        match model.array_part(below) {
            ArrayPart::Entry(index, value, array) => {
                let index = scalar(model, index, Scalar::Int)?.as_int()?.clone();
                stored.push((index, scalar(model, value, element)?));
                below = array;
            }
            ArrayPart::Filled(value) => {
                rest = scalar(model, value, element)?;
                break;
            }
            ArrayPart::Other => break,
        }
    }
    let mut array = ArrayValue::filled(rest);
    // The outermost entry of an index is the valid one, so it is set last.
    for (index, value) in stored.into_iter().rev() {
        array.set(index, value);
    }
    for (index, ast) in indices {
        let selected = model.context().select(symbol, *ast);
        let value = model.value(selected)?;
        array.set(index.clone(), scalar(model, value, element)?);
    }
    Some(Value::Array(array))
}
