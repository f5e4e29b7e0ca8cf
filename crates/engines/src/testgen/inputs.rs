//! Inputs by name, and as values of the symbols of a table.

use rustc_hash::FxHashSet;
use sextant_expr::{
    ArrayValue, Assignment, Evaluation, FloatKind, Op, Origin, Scalar, Sort, Table, Value, apply_op,
};

use sextant_solver::Model;

use super::Inputs;

/// The values that inputs give to the symbols of a table.
pub fn assignment_of(table: &Table, inputs: &Inputs) -> Assignment {
    let mut assignment = Assignment::new();
    for (id, symbol) in table.symbols() {
        if let Some((_, value)) = inputs.iter().find(|(name, _)| *name == symbol.name) {
            assignment.set(id, converted(value, symbol.sort));
        }
    }
    assignment
}

/// A model with the values that inputs give to symbols it does not speak of.
pub(super) fn completed(table: &Table, model: &Assignment, inputs: &Inputs) -> Model {
    let mut assignment = model.clone();
    for (id, value) in assignment_of(table, inputs).iter() {
        if assignment.get(id).is_none() {
            assignment.set(id, value.clone());
        }
    }
    assignment.into()
}

/// Inputs as values of the symbols of a table; symbols may be added to it on the way.
pub struct Answers<'i> {
    inputs: &'i Inputs,
    evaluation: Evaluation,
    /// How many symbols have their values.
    known: usize,
}

impl<'i> Answers<'i> {
    /// What inputs answer.
    pub fn new(inputs: &'i Inputs) -> Self {
        Self { inputs, evaluation: Evaluation::default(), known: 0 }
    }

    /// The values of terms of the table; computed anew when there are new symbols.
    pub fn of(&mut self, table: &Table) -> &mut Evaluation {
        let count = table.symbol_count();
        if count > self.known {
            self.evaluation = Evaluation::new(assignment_of(table, self.inputs));
            self.known = count;
        }
        &mut self.evaluation
    }
}

/// The inputs that an assignment gives: all symbols of the table, whether it speaks of them or not.
pub fn inputs_of(table: &Table, assignment: &Assignment) -> Inputs {
    let value = |id, sort| assignment.get(id).cloned().unwrap_or_else(|| Value::default_of(sort));
    let own = || table.symbols().filter(|(_, symbol)| !matches!(symbol.origin, Origin::Fresh(_)));
    // Of one value as values of different types, that is meant which the assignment speaks of.
    let spoken: FxHashSet<&str> = own()
        .filter(|(id, _)| assignment.get(*id).is_some())
        .map(|(_, symbol)| symbol.name.as_str())
        .collect();
    let mut seen = FxHashSet::default();
    own()
        .filter(|(id, symbol)| assignment.get(*id).is_some() || !spoken.contains(symbol.name.as_str()))
        .filter(|(_, symbol)| seen.insert(symbol.name.as_str()))
        .map(|(id, symbol)| (symbol.name.clone(), value(id, symbol.sort)))
        .collect()
}

/// A value as one of another sort: the nearest float of a real, and so on.
pub fn converted(value: &Value, sort: Sort) -> Value {
    match (value, sort) {
        (value, sort) if value.sort() == sort => value.clone(),
        (Value::Real(_), Sort::Scalar(Scalar::Float(kind))) => apply_op(&Op::RealToFloat(kind), &[value]),
        (Value::Float(_, bits), Sort::Scalar(Scalar::Float(FloatKind::Single))) => {
            let narrow = (f64::from_bits(*bits) as f32).to_bits();
            Value::Float(FloatKind::Single, narrow.into())
        }
        (Value::Float(..), Sort::Scalar(Scalar::Real)) => apply_op(&Op::FloatToReal, &[value]),
        (Value::Array(array), Sort::Array(element)) => {
            let element = Sort::Scalar(element);
            let mut other = ArrayValue::filled(converted(&array.default, element));
            for (index, value) in &array.entries {
                other.set(index.clone(), converted(value, element));
            }
            Value::Array(other)
        }
        _ => Value::default_of(sort),
    }
}
