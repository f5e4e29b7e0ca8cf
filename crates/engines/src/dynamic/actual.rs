//! The actual values of terms under the data of a run.
//!
//! Invariants
//! - Each term is valued once. Arrays are never valued as a whole: an element is looked for through the
//!   assignments, so that memory stays proportional to the number of terms.
//! - Only what is needed is valued: of a choice the branch that is taken.
//! - Nothing recurses: a term may be nested as deep as memory allows.

use std::collections::BTreeMap;

use dashu_int::IBig;
use sextant_base::Id;
use sextant_expr::{FloatKind, Op, Sort, Table, TermId, Value, apply_op};
use sextant_state::Value as Held;

use super::Data;

/// Why a term has no actual value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoValue {
    /// It needs an input that the data do not give, as in `N` or `A(3)`.
    Missing(String),
    /// It needs a number beyond [`LARGEST_VALUE_BITS`](sextant_expr::LARGEST_VALUE_BITS).
    TooLarge,
}

/// Values of the terms of one table.
#[derive(Clone, Debug)]
pub struct Actual {
    data: Data,
    /// Where the value of a term stands among the values, by the term's id.
    positions: Vec<u32>,
    values: Vec<Value>,
    pending: Vec<TermId>,
}

/// What becomes of a term on top of the stack.
enum Step {
    /// Its value.
    Is(Value),
    /// These must be valued first.
    Needs(Vec<TermId>),
}

const UNKNOWN: u32 = u32::MAX;

impl Actual {
    /// Nothing valued yet.
    pub fn new(data: Data) -> Self {
        Self { data, positions: Vec::new(), values: Vec::new(), pending: Vec::new() }
    }

    /// The value of a scalar term.
    pub fn value(&mut self, table: &Table, term: TermId) -> Result<&Value, NoValue> {
        if self.known(term).is_none() {
            let mut pending = std::mem::take(&mut self.pending);
            let done = self.compute(table, term, &mut pending);
            pending.clear();
            self.pending = pending;
            done?;
        }
        Ok(&self.values[self.positions[term.index()] as usize])
    }

    /// The value of what a slot or cell holds; none if it holds none.
    pub fn of_held(&mut self, table: &Table, held: Held) -> Result<Option<Value>, NoValue> {
        Ok(Some(match held {
            Held::Int(value) => Value::Int(value.into()),
            Held::Large(value) => Value::Int(value.into()),
            Held::Bool(value) => Value::Bool(value),
            Held::Single(bits) => Value::Float(FloatKind::Single, u64::from(bits)),
            Held::Double(bits) => Value::Float(FloatKind::Double, bits),
            Held::Term(term) => self.value(table, term)?.clone(),
            Held::Undefined | Held::Reference(_) | Held::Procedure(_) | Held::Tail => return Ok(None),
        }))
    }

    /// Whether a condition holds.
    pub fn holds(&mut self, table: &Table, condition: TermId) -> Result<bool, NoValue> {
        Ok(self.value(table, condition)?.as_bool() == Some(true))
    }

    /// The elements that an array term assigns, with their values; those of the array below are left out.
    pub fn assigned(&mut self, table: &Table, array: TermId) -> Result<BTreeMap<IBig, Value>, NoValue> {
        let mut found = BTreeMap::new();
        let mut array = array;
        loop {
            match (table.op(array), table.args(array)) {
                (Op::Store, &[below, index, value]) => {
                    if let Some(index) = self.value(table, index)?.as_int().cloned()
                        && !found.contains_key(&index)
                    {
                        let value = self.value(table, value)?.clone();
                        found.insert(index, value);
                    }
                    array = below;
                }
                (Op::Ite, &[condition, x, y]) => array = if self.holds(table, condition)? { x } else { y },
                _ => return Ok(found),
            }
        }
    }

    fn known(&self, term: TermId) -> Option<&Value> {
        match self.positions.get(term.index()) {
            Some(&position) if position != UNKNOWN => Some(&self.values[position as usize]),
            _ => None,
        }
    }

    fn compute(&mut self, table: &Table, term: TermId, pending: &mut Vec<TermId>) -> Result<(), NoValue> {
        self.positions.resize(table.len().max(self.positions.len()), UNKNOWN);
        pending.push(term);
        while let Some(&top) = pending.last() {
            if self.known(top).is_some() {
                pending.pop();
                continue;
            }
            match self.step(table, top)? {
                Step::Needs(terms) => pending.extend(terms),
                Step::Is(value) => {
                    self.positions[top.index()] = self.values.len() as u32;
                    self.values.push(value);
                    pending.pop();
                }
            }
        }
        Ok(())
    }

    fn step(&self, table: &Table, term: TermId) -> Result<Step, NoValue> {
        let args = table.args(term);
        match (table.op(term), args) {
            (Op::Symbol(id), _) => {
                let name = &table.symbol_info(*id).name;
                let value = self.data.scalars.get(name).filter(|value| value.sort() == table.sort(term));
                value.cloned().map(Step::Is).ok_or_else(|| NoValue::Missing(name.clone()))
            }
            (Op::Ite, &[condition, x, y]) => Ok(match self.known(condition).map(Value::as_bool) {
                None => Step::Needs(vec![condition]),
                Some(holds) => self.copied(if holds == Some(true) { x } else { y }),
            }),
            (Op::Select, &[array, index]) => match self.known(index) {
                None => Ok(Step::Needs(vec![index])),
                Some(at) => self.element(table, array, at),
            },
            (op, _) => {
                let unknown: Vec<TermId> =
                    args.iter().copied().filter(|&arg| self.known(arg).is_none()).collect();
                if let Some(&array) = unknown.iter().find(|&&arg| matches!(table.sort(arg), Sort::Array(_))) {
                    return Err(NoValue::Missing(format!("all of {}", table.show(array))));
                }
                if !unknown.is_empty() {
                    return Ok(Step::Needs(unknown));
                }
                let values: Vec<&Value> = args.iter().filter_map(|&arg| self.known(arg)).collect();
                let value = apply_op(op, &values);
                if is_cut(op, &values, &value) { Err(NoValue::TooLarge) } else { Ok(Step::Is(value)) }
            }
        }
    }

    fn copied(&self, term: TermId) -> Step {
        match self.known(term) {
            Some(value) => Step::Is(value.clone()),
            None => Step::Needs(vec![term]),
        }
    }

    /// The element at an index: that of the last assignment to it, or what the array was at the start.
    fn element(&self, table: &Table, array: TermId, at: &Value) -> Result<Step, NoValue> {
        let mut array = array;
        loop {
            array = match (table.op(array), table.args(array)) {
                (Op::Store, &[below, index, value]) => match self.known(index) {
                    None => return Ok(Step::Needs(vec![index])),
                    Some(index) if index == at => return Ok(self.copied(value)),
                    Some(_) => below,
                },
                (Op::Ite, &[condition, x, y]) => match self.known(condition).map(Value::as_bool) {
                    None => return Ok(Step::Needs(vec![condition])),
                    Some(Some(true)) => x,
                    Some(_) => y,
                },
                (Op::Fill, &[value]) => return Ok(self.copied(value)),
                _ => return self.given_element(table, array, at),
            };
        }
    }

    fn given_element(&self, table: &Table, array: TermId, at: &Value) -> Result<Step, NoValue> {
        let name = table.show(array);
        let given = at.as_int().and_then(|at| self.data.elements.get(&name)?.get(at));
        let fits = |value: &&Value| Sort::Array(value.sort().element()) == table.sort(array);
        given.filter(fits).cloned().map(Step::Is).ok_or_else(|| NoValue::Missing(format!("{name}({at})")))
    }
}

/// Whether evaluation gave 0 for a product or power because it is too large.
fn is_cut(op: &Op, operands: &[&Value], value: &Value) -> bool {
    let is_zero = |value: &Value| *value == Value::Int(IBig::ZERO);
    let is_positive = |value: &Value| value.as_int().is_some_and(|value| *value > IBig::ZERO);
    is_zero(value)
        && match (op, operands) {
            (Op::Mul, factors) => !factors.iter().any(|factor| is_zero(factor)),
            (Op::Pow, [base, exponent]) => !is_zero(base) && is_positive(exponent),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> Data {
        let mut data = Data::default();
        data.scalars.insert("X".into(), Value::Int(7.into()));
        data.elements.insert("A".into(), BTreeMap::from([(2.into(), Value::Int(30.into()))]));
        data
    }

    #[test]
    fn only_what_is_needed_must_be_given() {
        let mut table = Table::new();
        let (x, y) = (table.symbol("X", Sort::INT), table.symbol("Y", Sort::INT));
        let zero = table.int(0);
        let positive = table.apply(Op::Gt, &[x, zero]);
        let choice = table.apply(Op::Ite, &[positive, x, y]);
        let other = table.apply(Op::Ite, &[positive, y, x]);
        let mut actual = Actual::new(data());
        assert_eq!(actual.value(&table, choice), Ok(&Value::Int(7.into())));
        assert_eq!(actual.value(&table, other), Err(NoValue::Missing("Y".into())));
    }

    #[test]
    fn a_number_that_is_too_large_is_not_taken_for_zero() {
        let mut table = Table::new();
        let (x, billion) = (table.symbol("X", Sort::INT), table.int(1_000_000_000));
        let power = table.apply(Op::Pow, &[x, billion]);
        let mut actual = Actual::new(data());
        assert_eq!(actual.value(&table, power), Err(NoValue::TooLarge));
        let zero = table.int(0);
        let product = table.apply(Op::Mul, &[x, zero]);
        assert_eq!(actual.value(&table, product), Ok(&Value::Int(0.into())));
    }

    #[test]
    fn elements_are_found_through_assignments() {
        let mut table = Table::new();
        let array = table.symbol("A", Sort::Array(sextant_expr::Scalar::Int));
        let x = table.symbol("X", Sort::INT);
        let [two, three, seven] = [2, 3, 7].map(|value| table.int(value));
        let stored = table.apply(Op::Store, &[array, x, three]);
        let mut element = |index| {
            let element = table.apply(Op::Select, &[stored, index]);
            let mut actual = Actual::new(data());
            actual.value(&table, element).cloned()
        };
        assert_eq!(element(seven), Ok(Value::Int(3.into())));
        assert_eq!(element(two), Ok(Value::Int(30.into())));
        assert_eq!(element(three), Err(NoValue::Missing("A(3)".into())));
    }
}
