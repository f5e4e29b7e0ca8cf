//! The start of an execution: which procedure is called with what.

use std::sync::Arc;

use dashu_int::IBig;
use sextant_base::Id;
use sextant_expr::{Op, Scalar, Sort, Table, TermId};
use sextant_syntax::{IntType, ProcId, StatementNumber};

use crate::code::{Constant, StaticObject};
use crate::memory::{ArrayObject, Base, Object};
use crate::state::Frame;
use crate::{Code, ObjectId, PersistentVec, State, Value};

/// A value given from outside, in a form that belongs to no table.
#[derive(Clone, Debug)]
pub enum EntryValue {
    /// No value.
    Undefined,
    /// An integer.
    Int(IBig),
    /// A truth value.
    Bool(bool),
    /// A term over symbols: a table of its own and the term in it.
    Term(Arc<(Table, TermId)>),
}

/// An argument of the outermost call.
#[derive(Clone, Debug)]
pub enum EntryArgument {
    /// A temporary with a value; the caller never sees it again.
    Value(EntryValue),
    /// A scalar variable of the caller.
    Scalar {
        /// Its name; equal names are one variable.
        name: String,
        /// Its value at the start.
        value: EntryValue,
    },
    /// An array variable of the caller with symbolic elements.
    Array {
        /// Its name; equal names are one variable.
        name: String,
        /// The sort of its elements.
        element: Scalar,
        /// Its bounds, where they are known.
        bounds: Option<(EntryValue, EntryValue)>,
        /// Elements whose values are given; all others are symbolic.
        elements: Vec<(i64, EntryValue)>,
    },
}

/// The outermost call.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Who is called.
    pub procedure: ProcId,
    /// With what.
    pub arguments: Vec<EntryArgument>,
    /// What READ statements find, in order.
    pub input: Vec<EntryValue>,
    /// Whether READ statements find new symbols when that is used up.
    pub symbolic_input: bool,
    /// Values for names that are symbols otherwise: external variables without INITIAL, quoted names in the text.
    pub given: Vec<(String, EntryValue)>,
}

impl EntryValue {
    /// The value in a table.
    pub fn load(&self, table: &mut Table) -> Value {
        match self {
            EntryValue::Undefined => Value::Undefined,
            EntryValue::Int(value) => Value::of_big(table, value),
            EntryValue::Bool(value) => Value::Bool(*value),
            EntryValue::Term(shared) => {
                let (other, term) = &**shared;
                let term = table.import(other, *term, &mut Default::default());
                Value::of_term(table, term)
            }
        }
    }
}

/// A state before its first instruction, and the caller's variables with their objects.
pub(crate) fn initial_state(
    code: &Code,
    entry: &Entry,
    table: &mut Table,
) -> (State, Vec<(String, ObjectId)>) {
    let procedure = &code.procedures[entry.procedure];
    let frame = Frame {
        procedure: entry.procedure,
        next: 0,
        slots: vec![Value::Undefined; procedure.slot_count as usize],
        statement: StatementNumber(1),
        result: None,
        objects_from: usize::MAX,
    };
    let mut state = State {
        frame,
        suspended: PersistentVec::new(),
        memory: PersistentVec::new(),
        condition: PersistentVec::new(),
        domain: PersistentVec::new(),
        decisions: PersistentVec::new(),
        answers: Vec::new(),
        output: PersistentVec::new(),
        input_position: 0,
        statements: 0,
        proofs: PersistentVec::new(),
        roundings: PersistentVec::new(),
        returned: Value::Undefined,
        tag: 0,
    };
    for object in &code.statics {
        let made = static_object(object, table);
        admit_scalar(&mut state, table, &made, object.range);
        state.allocate(made);
    }
    for (name, value) in &entry.given {
        if let Some((_, object)) = code.externals.iter().find(|(known, _)| known == name) {
            let value = value.load(table);
            *state.object_mut(*object) = Object::Scalar(value);
        }
    }
    let mut variables: Vec<(String, ObjectId)> = Vec::new();
    for (argument, &slot) in entry.arguments.iter().zip(&procedure.parameters) {
        let range = procedure.slot_ranges[slot as usize];
        let object = match argument {
            EntryArgument::Value(_) => {
                let object = caller_object(argument, range, table);
                admit_scalar(&mut state, table, &object, range);
                state.allocate(object)
            }
            EntryArgument::Scalar { name, .. } | EntryArgument::Array { name, .. } => {
                match variables.iter().find(|(known, _)| known == name) {
                    Some((_, object)) => *object,
                    None => {
                        let object = caller_object(argument, range, table);
                        admit_scalar(&mut state, table, &object, range);
                        admit_bounds(&mut state, table, &object);
                        let object = state.allocate(object);
                        variables.push((name.clone(), object));
                        object
                    }
                }
            }
        };
        state.frame.slots[slot as usize] = Value::Reference(object);
    }
    (state, variables)
}

/// A symbolic input has the limits of the variable that holds it first.
fn admit_scalar(state: &mut State, table: &mut Table, object: &Object, range: Option<IntType>) {
    if let (Object::Scalar(Value::Term(term)), Some(range)) = (object, range) {
        state.admit(table, *term, range);
    }
}

/// An array that somebody passes has its bounds in order.
fn admit_bounds(state: &mut State, table: &mut Table, object: &Object) {
    let Object::Array(ArrayObject { low, high, .. }) = object else { return };
    if matches!((low, high), (Value::Term(_), _) | (_, Value::Term(_)))
        && let (Some(low), Some(high)) = (low.to_term(table), high.to_term(table))
    {
        let ordered = table.apply(Op::Le, &[low, high]);
        state.domain.push(ordered);
    }
}

fn caller_object(argument: &EntryArgument, range: Option<IntType>, table: &mut Table) -> Object {
    match argument {
        EntryArgument::Value(value) | EntryArgument::Scalar { value, .. } => {
            Object::Scalar(value.load(table))
        }
        EntryArgument::Array { name, element, bounds, elements } => {
            let symbol = table.symbol(name, Sort::Array(*element));
            let (low, high) = match bounds {
                Some((low, high)) => (low.load(table), high.load(table)),
                None => (Value::Undefined, Value::Undefined),
            };
            let mut array = ArrayObject::new(*element, low, high, Base::Symbolic(symbol)).limited(range);
            for (index, value) in elements {
                let value = value.load(table);
                array.set_cell(*index, value);
            }
            Object::Array(array)
        }
    }
}

fn static_object(object: &StaticObject, table: &mut Table) -> Object {
    if !object.array {
        let value = match object.initial.first() {
            Some(constant) => load_constant(constant, table),
            None if object.input => Value::Term(table.symbol(&object.name, Sort::Scalar(object.element))),
            None => Value::Undefined,
        };
        return Object::Scalar(value);
    }
    let (low, high) = match &object.bounds {
        Some((low, high)) => (Value::of_big(table, low), Value::of_big(table, high)),
        None => (Value::Undefined, Value::Undefined),
    };
    let base = if object.input {
        Base::Symbolic(table.symbol(&object.name, Sort::Array(object.element)))
    } else {
        Base::Undefined
    };
    let mut array = ArrayObject::new(object.element, low, high, base).limited(object.range);
    if let Value::Int(first) = low {
        for (index, constant) in (first..).zip(&object.initial) {
            let value = load_constant(constant, table);
            array.set_cell(index, value);
        }
    }
    Object::Array(array)
}

/// A constant of the code in a table.
pub(crate) fn load_constant(constant: &Constant, table: &mut Table) -> Value {
    match constant {
        Constant::Int(value) => Value::of_big(table, value),
        Constant::Bool(value) => Value::Bool(*value),
        Constant::Symbol(name, sort) => Value::Term(table.symbol(name, Sort::Scalar(*sort))),
    }
}

/// The id of a static object: they are allocated first and in order.
pub(crate) fn static_object_id(index: u32) -> ObjectId {
    ObjectId::from_index(index as usize)
}
