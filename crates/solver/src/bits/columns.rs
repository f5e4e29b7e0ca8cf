//! Slices with few inputs, decided by computing every term under all of them.
//!
//! Invariants
//! - A column has the value of its term under each assignment of a space, in order. A space is all values that the
//!   bounds among the conditions leave to the inputs; that the bounds are rounded does not matter, for they are conditions,
//!   too.
//! - What does not fit into a machine word has no column, and then nothing is said.
//! - Steps are counted: the same question gets the same answer on every machine.

use std::sync::Arc;

use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;
use sextant_expr::{Assignment, Op, Rounding, Scalar, Sort, SymbolId, Table, TermId, Value, apply_op};

use super::circuit::width;
use super::range::Range;

/// Spaces of more assignments than this are not enumerated.
pub(super) const MOST_ASSIGNMENTS: usize = 1 << 16;
/// Values computed for one question; one that is computed in the general way counts [`GENERAL`] times.
const MOST_STEPS: usize = 6_000_000;
const GENERAL: usize = 40;
/// Values kept in all.
const MOST_KEPT: usize = 8_000_000;

type Column = Arc<[i128]>;

/// All assignments of some inputs.
struct Space {
    symbols: Vec<(SymbolId, TermId, Range)>,
    size: usize,
    columns: FxHashMap<TermId, Option<Column>>,
}

/// What enumeration came to.
pub(super) enum Enumerated {
    Possible(Assignment),
    Impossible,
    /// There are too many assignments, or operations without a column.
    Open,
}

/// Columns that were computed, by the inputs and their ranges.
#[derive(Default)]
pub(super) struct Columns {
    spaces: FxHashMap<Vec<(TermId, Range)>, Space>,
    kept: usize,
}

impl Columns {
    /// How many assignments inputs have; none if they are too many, or not numbers.
    pub fn size(table: &Table, inputs: &[(TermId, Option<Range>)]) -> Option<usize> {
        let mut size = 1usize;
        for (input, range) in inputs {
            let count = count(&domain(table, *input, range.as_ref())?)?;
            size = size.checked_mul(count).filter(|&size| size <= MOST_ASSIGNMENTS)?;
        }
        Some(size)
    }

    /// Whether conditions can hold together.
    pub fn decide(
        &mut self,
        table: &Table,
        conditions: &[TermId],
        inputs: &[(TermId, Option<Range>)],
    ) -> Enumerated {
        if self.kept > MOST_KEPT {
            *self = Self::default();
        }
        self.enumerate(table, conditions, inputs).unwrap_or(Enumerated::Open)
    }

    fn enumerate(
        &mut self,
        table: &Table,
        conditions: &[TermId],
        inputs: &[(TermId, Option<Range>)],
    ) -> Option<Enumerated> {
        let size = Self::size(table, inputs)?;
        let mut key = Vec::with_capacity(inputs.len());
        for (input, range) in inputs {
            key.push((*input, domain(table, *input, range.as_ref())?));
        }
        key.sort_by_key(|(input, _)| *input);
        let space = self.spaces.entry(key).or_insert_with_key(|key| Space::new(table, key, size));
        let before = space.columns.len();
        let mut steps = 0;
        let mut holds = vec![true; size];
        for &condition in conditions {
            let column = space.column(table, condition, &mut steps)?;
            holds.iter_mut().zip(column.iter()).for_each(|(all, &this)| *all &= this != 0);
        }
        self.kept += (space.columns.len() - before) * size;
        Some(match holds.iter().position(|&all| all) {
            Some(at) => Enumerated::Possible(space.assignment(table, at)),
            None => Enumerated::Impossible,
        })
    }
}

/// The values of an input.
fn domain(table: &Table, input: TermId, range: Option<&Range>) -> Option<Range> {
    if !matches!(table.op(input), Op::Symbol(_)) {
        return None;
    }
    match table.sort(input) {
        Sort::BOOL => Some(Range::unsigned(1)),
        Sort::INT => range.cloned(),
        Sort::Scalar(Scalar::BitVec(width)) => Some(Range::unsigned(usize::from(width))),
        _ => None,
    }
}

fn count(range: &Range) -> Option<usize> {
    usize::try_from(&range.high - &range.low + IBig::ONE).ok()
}

impl Space {
    fn new(table: &Table, key: &[(TermId, Range)], size: usize) -> Self {
        let symbols = key.iter().filter_map(|(input, range)| match table.op(*input) {
            Op::Symbol(symbol) => Some((*symbol, *input, range.clone())),
            _ => None,
        });
        let symbols: Vec<_> = symbols.collect();
        let mut columns = FxHashMap::default();
        let mut stride = 1;
        for (_, input, range) in &symbols {
            let count = count(range).unwrap_or(1);
            let low = i128::try_from(&range.low).unwrap_or(0);
            let value = |at: usize| low + (at / stride % count) as i128;
            columns.insert(*input, Some((0..size).map(value).collect::<Vec<_>>().into()));
            stride *= count;
        }
        Self { symbols, size, columns }
    }

    fn assignment(&self, table: &Table, at: usize) -> Assignment {
        let mut assignment = Assignment::new();
        for (symbol, input, _) in &self.symbols {
            if let Some(Some(column)) = self.columns.get(input) {
                assignment
                    .set(*symbol, value_of(table.sort(*input), column[at]).unwrap_or(Value::Bool(false)));
            }
        }
        assignment
    }

    fn column(&mut self, table: &Table, term: TermId, steps: &mut usize) -> Option<Column> {
        if let Some(known) = self.columns.get(&term) {
            return known.clone();
        }
        let mut pending = vec![term];
        while let Some(&top) = pending.last() {
            let before = pending.len();
            pending.extend(table.args(top).iter().filter(|&arg| !self.columns.contains_key(arg)));
            if pending.len() > before {
                continue;
            }
            pending.pop();
            if self.columns.contains_key(&top) {
                continue;
            }
            let operands: Option<Vec<Column>> =
                table.args(top).iter().map(|arg| self.columns.get(arg).cloned().flatten()).collect();
            let computed = operands.and_then(|operands| self.compute(table, top, &operands, steps));
            if *steps > MOST_STEPS {
                return None;
            }
            self.columns.insert(top, computed);
        }
        self.columns.get(&term).cloned().flatten()
    }

    fn compute(&self, table: &Table, term: TermId, operands: &[Column], steps: &mut usize) -> Option<Column> {
        let native = native(table, term, operands);
        *steps += self.size * if native.is_some() { 1 } else { GENERAL };
        if *steps > MOST_STEPS {
            return None;
        }
        let mut column = Vec::with_capacity(self.size);
        match native {
            Some(operation) => {
                for at in 0..self.size {
                    column.push(operation(at)?);
                }
            }
            None if table.op(term).is_constant() => {
                let value = number_of(&table.constant_value(term)?)?;
                column.resize(self.size, value);
            }
            None => {
                let sorts: Vec<Sort> = table.args(term).iter().map(|&arg| table.sort(arg)).collect();
                for at in 0..self.size {
                    let values: Option<Vec<Value>> = operands
                        .iter()
                        .zip(&sorts)
                        .map(|(column, sort)| value_of(*sort, column[at]))
                        .collect();
                    let values = values?;
                    let values: Vec<&Value> = values.iter().collect();
                    column.push(number_of(&apply_op(table.op(term), &values))?);
                }
            }
        }
        Some(column.into())
    }
}

/// A value as a machine word: floats and bit strings by their bits.
fn number_of(value: &Value) -> Option<i128> {
    match value {
        Value::Bool(value) => Some(i128::from(*value)),
        Value::Int(value) => i128::try_from(value).ok(),
        Value::Bits(width, bits) if *width <= 64 => u64::try_from(bits).ok().map(i128::from),
        Value::Float(_, bits) => Some(i128::from(*bits)),
        _ => None,
    }
}

fn value_of(sort: Sort, number: i128) -> Option<Value> {
    Some(match sort {
        Sort::BOOL => Value::Bool(number != 0),
        Sort::INT => Value::Int(IBig::from(number)),
        Sort::Scalar(Scalar::BitVec(width)) => Value::Bits(width, UBig::try_from(number).ok()?),
        Sort::Scalar(Scalar::Float(kind)) => Value::Float(kind, u64::try_from(number).ok()?),
        _ => return None,
    })
}

/// Gives a value of a column, if it fits.
type Operation<'a> = Box<dyn Fn(usize) -> Option<i128> + 'a>;

/// The operations that occur most, on machine words.
fn native<'a>(table: &Table, term: TermId, columns: &'a [Column]) -> Option<Operation<'a>> {
    let op = table.op(term);
    let wide = width(table, term);
    let mask = wide.filter(|&wide| wide <= 64).map_or(-1, |wide| (1i128 << wide) - 1);
    Some(match (op, columns) {
        (Op::Not, [x]) => Box::new(move |at| Some(1 - x[at])),
        (Op::And, parts) => Box::new(move |at| Some(i128::from(parts.iter().all(|part| part[at] != 0)))),
        (Op::Or, parts) => Box::new(move |at| Some(i128::from(parts.iter().any(|part| part[at] != 0)))),
        (Op::Ite, [condition, x, y]) => {
            Box::new(move |at| Some(if condition[at] != 0 { x[at] } else { y[at] }))
        }
        (Op::Eq, [x, y]) => Box::new(move |at| Some(i128::from(x[at] == y[at]))),
        (Op::Ne, [x, y]) => Box::new(move |at| Some(i128::from(x[at] != y[at]))),
        (Op::Lt | Op::BvUlt, [x, y]) => Box::new(move |at| Some(i128::from(x[at] < y[at]))),
        (Op::Le | Op::BvUle, [x, y]) => Box::new(move |at| Some(i128::from(x[at] <= y[at]))),
        (Op::Gt, [x, y]) => Box::new(move |at| Some(i128::from(x[at] > y[at]))),
        (Op::Ge, [x, y]) => Box::new(move |at| Some(i128::from(x[at] >= y[at]))),
        (Op::Neg, [x]) => Box::new(move |at| x[at].checked_neg()),
        (Op::Add, parts) => {
            Box::new(move |at| parts.iter().try_fold(0i128, |sum, part| sum.checked_add(part[at])))
        }
        (Op::Sub, [x, y]) => Box::new(move |at| x[at].checked_sub(y[at])),
        (Op::Mul, parts) => {
            Box::new(move |at| parts.iter().try_fold(1i128, |product, part| product.checked_mul(part[at])))
        }
        (Op::Div(rounding), [x, y]) => {
            let rounding = *rounding;
            Box::new(move |at| divided(x[at], y[at], rounding).map(|(quotient, _)| quotient))
        }
        (Op::Rem(rounding), [x, y]) => {
            let rounding = *rounding;
            Box::new(move |at| divided(x[at], y[at], rounding).map(|(_, rest)| rest))
        }
        (Op::BvAnd, [x, y]) if mask > 0 => Box::new(move |at| Some(x[at] & y[at])),
        (Op::BvOr, [x, y]) if mask > 0 => Box::new(move |at| Some(x[at] | y[at])),
        (Op::BvXor, [x, y]) if mask > 0 => Box::new(move |at| Some(x[at] ^ y[at])),
        (Op::BvNot, [x]) if mask > 0 => Box::new(move |at| Some(x[at] ^ mask)),
        (Op::IntToBv(_), [x]) if mask > 0 => Box::new(move |at| Some(x[at] & mask)),
        (Op::BvToUint, [x]) => Box::new(move |at| Some(x[at])),
        (Op::BvExtract(_, low), [x]) if mask > 0 => {
            let low = u32::from(*low);
            Box::new(move |at| Some(x[at].checked_shr(low)? & mask))
        }
        _ => return None,
    })
}

/// Quotient and remainder as terms have them, those by 0 included.
fn divided(x: i128, y: i128, rounding: Rounding) -> Option<(i128, i128)> {
    if y == 0 {
        return Some((0, x));
    }
    let (quotient, rest) = (x.checked_div(y)?, x.checked_rem(y)?);
    if rounding == Rounding::Floor && rest != 0 && (rest < 0) != (y < 0) {
        return Some((quotient - 1, rest + y));
    }
    Some((quotient, rest))
}
