//! A state with constants for its symbols.

use std::sync::Arc;

use sextant_expr::{Assignment, Op, Table, Value as Evaluated};

use crate::memory::{ArrayObject, Object, View};
use crate::{PersistentVec, State, Value};

impl State {
    /// The same state where symbols have these values. What is known of symbols is left out: it is for the caller to see
    /// that the values keep it. Storage addressed by bytes stays as it is.
    pub fn with_constants(&self, table: &mut Table, assignment: &Assignment) -> State {
        let mut state = self.clone();
        (state.condition, state.domain) = (PersistentVec::new(), PersistentVec::new());
        for value in &mut state.frame.slots {
            *value = constant(table, assignment, *value);
        }
        for at in 0..state.memory.len() {
            if let Some(object) = state.memory.get_mut(at) {
                *object = object_of_constants(table, assignment, object);
            }
        }
        state
    }
}

fn constant(table: &mut Table, assignment: &Assignment, value: Value) -> Value {
    let Value::Term(term) = value else { return value };
    let value = table.evaluate(term, assignment);
    let term = table.constant(&value);
    Value::of_term(table, term)
}

fn object_of_constants(table: &mut Table, assignment: &Assignment, object: &Object) -> Object {
    match object {
        Object::Scalar(value) => Object::Scalar(constant(table, assignment, *value)),
        Object::Array(array) => Object::Array(array_of_constants(table, assignment, array)),
        Object::Element { array, index, end } => Object::Element {
            array: *array,
            index: constant(table, assignment, *index),
            end: constant(table, assignment, *end),
        },
        Object::Narrowed { array, low, high } => Object::Narrowed {
            array: *array,
            low: constant(table, assignment, *low),
            high: constant(table, assignment, *high),
        },
        Object::View(view) => {
            let View { storage, offset, dimensions, length, end } = &**view;
            let mut dimensions = dimensions.clone();
            for dimension in &mut dimensions {
                for value in [&mut dimension.low, &mut dimension.high, &mut dimension.stride] {
                    *value = constant(table, assignment, *value);
                }
            }
            let offset = constant(table, assignment, *offset);
            let length = constant(table, assignment, *length);
            let end = constant(table, assignment, *end);
            Object::View(Arc::new(View { storage: *storage, offset, dimensions, length, end }))
        }
        Object::Released | Object::Block(_) => object.clone(),
    }
}

fn array_of_constants(table: &mut Table, assignment: &Assignment, array: &ArrayObject) -> ArrayObject {
    let [low, high] = [array.low, array.high].map(|bound| constant(table, assignment, bound));
    let (whole, defined) = array.as_term(table);
    let mut made = match (defined, table.evaluate(whole, assignment)) {
        (None, Evaluated::Array(elements)) => {
            let rest = table.constant(&elements.default);
            let rest = table.apply(Op::Fill, &[rest]);
            let mut made = ArrayObject::new(array.element, low, high, Some(rest));
            for (index, element) in &elements.entries {
                let (Ok(index), element) = (i64::try_from(index), table.constant(element)) else { continue };
                made.set_cell(index, Value::of_term(table, element));
            }
            made
        }
        _ => ArrayObject::new(array.element, low, high, None),
    };
    // Elements that have values while others have none keep theirs.
    if defined.is_some() {
        for (index, value) in array.assigned() {
            made.set_cell(index, constant(table, assignment, value));
        }
    }
    (made.granule, made.joined) = (array.granule, array.joined);
    made
}
