//! The value of a term under an assignment.
//!
//! Invariants
//! - [`apply_op`] is the one meaning of every operation: folding and evaluation both come here.
//! - Evaluation is total and never recurses: a term may be nested as deep as memory allows.
//! - Values stay below a size: an integer product or power, or a real result, of more than
//!   [`LARGEST_VALUE_BITS`] bits is taken as 0. Besides these only functions of Reals depart from the exact
//!   meaning, where their value is not known to be rational; see [`Function`](crate::Function).

mod apply;
mod arithmetic;
mod bits;
mod certainty;
mod enclosure;
mod float;
mod function;
mod library;
mod value;

pub use apply::apply_op;
pub use arithmetic::LARGEST_VALUE_BITS;
pub(crate) use arithmetic::bits_of_result;
pub(crate) use bits::{signed, wrapped};
pub use enclosure::Enclosure;
pub(crate) use float::quiet;
pub(crate) use function::exact_value;
pub use value::{ArrayValue, Assignment, Value};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use self::certainty::Known;
use crate::{Op, Table, TermId};

/// An assignment with a memo of term values, for asking many terms of one growing table.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    assignment: Assignment,
    /// Where the value of a term stands among the values.
    positions: FxHashMap<TermId, u32>,
    values: Vec<Value>,
    /// What is known of terms with functions of Reals, and of their operands.
    known: FxHashMap<TermId, Known>,
    /// Terms still to be valued; kept between questions for its allocation.
    pending: Vec<TermId>,
}

impl Evaluation {
    /// Nothing valued yet.
    pub fn new(assignment: Assignment) -> Self {
        Self { assignment, ..Self::default() }
    }

    /// The assignment.
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    /// The value of a term.
    pub fn value(&mut self, table: &Table, term: TermId) -> &Value {
        let position = match self.positions.get(&term) {
            Some(&position) => position,
            None => {
                self.compute(table, term);
                self.positions[&term]
            }
        };
        &self.values[position as usize]
    }

    /// Whether a term of sort Bool is true.
    pub fn holds(&mut self, table: &Table, term: TermId) -> bool {
        self.value(table, term).as_bool() == Some(true)
    }

    fn compute(&mut self, table: &Table, term: TermId) {
        let mut pending = std::mem::take(&mut self.pending);
        pending.push(term);
        while let Some(&top) = pending.last() {
            if self.positions.contains_key(&top) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            pending.extend(table.args(top).iter().filter(|arg| !self.positions.contains_key(arg)));
            if pending.len() == before {
                let value = self.apply(table, top);
                self.positions.insert(top, self.values.len() as u32);
                self.values.push(value);
                pending.pop();
            }
        }
        self.pending = pending;
    }

    /// The value of a term whose operands are valued.
    fn apply(&self, table: &Table, term: TermId) -> Value {
        match table.op(term) {
            Op::Symbol(id) => match self.assignment.get(*id) {
                Some(value) => value.clone(),
                None => Value::default_of(table.sort(term)),
            },
            op => {
                let value = |arg: &TermId| &self.values[self.positions[arg] as usize];
                let args: SmallVec<[&Value; 4]> = table.args(term).iter().map(value).collect();
                apply_op(op, &args)
            }
        }
    }
}

impl Table {
    /// The value of a term under an assignment.
    pub fn evaluate(&self, term: TermId, assignment: &Assignment) -> Value {
        Evaluation::new(assignment.clone()).value(self, term).clone()
    }
}
