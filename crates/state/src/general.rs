//! General states: a procedure with any arguments, and a state in which variables may hold anything.
//!
//! Whoever wants to know what a stretch of code does, whatever was there before, runs it from a general state: the values
//! it starts from are symbols, and what it leaves is terms over them.

use std::sync::Arc;

use dashu_int::IBig;
use sextant_base::Id;
use sextant_expr::{Op, Sort, Table, TermId, subscripts_apart};
use sextant_syntax::{ArrayBounds, IntType, ProcId, Type, VarId};

use crate::code::{constant_int, leaves_of};
use crate::entry::{Start, static_object_id};
use crate::memory::{ArrayObject, Dimension, Object, View};
use crate::{
    Code, EntryLeaf, Machine, ObjectId, PersistentVec, Point, ProcedureCode, Spot, State, Value,
    VariablePlace,
};

/// Why a variable cannot hold just anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opaque {
    /// The variable.
    pub variable: VarId,
    /// What it is.
    pub what: String,
}

impl Machine<'_> {
    /// A state before the first instruction of the entry's procedure in which every parameter has any value, under its
    /// own name. The entry gives no arguments. Where an array has the bounds of its argument and nobody speaks of them,
    /// they are not known, and any subscript may be in them.
    ///
    /// # Errors
    /// A parameter that is used and has no values that symbols could stand for.
    pub fn general_start(
        &self,
        table: &mut Table,
        is_used: impl Fn(VarId) -> bool,
        has_bounds: impl Fn(VarId) -> bool,
    ) -> Result<State, Opaque> {
        let (state, _) = self.start(table);
        let mut start = Start { code: self.code(), entry: self.entry(), state, table };
        let procedure = &self.code().procedures[self.entry().procedure];
        for &slot in &procedure.parameters {
            let variable = VarId(slot);
            match start.general_parameter(variable, has_bounds(variable)) {
                Some(value) => start.state.frame.slots[slot as usize] = value,
                None if is_used(variable) => {
                    return Err(Opaque { variable, what: refused(procedure, slot as usize) });
                }
                None => {}
            }
        }
        Ok(start.state)
    }
}

/// What a type is called where its values are not supported.
fn kind(ty: &Type) -> &'static str {
    match ty.scalar() {
        Type::Procedure => "which stands for a procedure",
        Type::Handle(_) => "storage that is allocated or pointed to",
        Type::Pointer(_) | Type::Block(_) => "storage addressed by bytes",
        Type::Text(_) => "a string of unknown length",
        _ => "whose size is not known",
    }
}

impl Start<'_> {
    /// The value of a parameter that may be anything; none if there are no symbols for it.
    fn general_parameter(&mut self, variable: VarId, has_bounds: bool) -> Option<Value> {
        let code = self.code;
        let procedure = &code.procedures[self.state.frame.procedure];
        let slot = variable.index();
        let (name, ty, range) =
            (&procedure.slot_names[slot], &procedure.types[slot], procedure.slot_ranges[slot]);
        let sort = procedure.slot_sorts[slot];
        if !ty.is_array() && ty.is_simple() && *ty != Type::Procedure {
            let symbol = self.symbol(name, sort, range);
            return Some(match procedure.variables[variable] {
                VariablePlace::Slot(_) => symbol,
                VariablePlace::Object(_) => Value::Reference(self.state.allocate(Object::Scalar(symbol))),
            });
        }
        if let Type::Array(element, bounds) = ty
            && element.is_simple()
        {
            let symbol = self.table.symbol(name, Sort::Array(sort));
            let object = match self.general_array(name, bounds, has_bounds, symbol, sort)? {
                Object::Array(array) => Object::Array(array.limited(range)),
                other => other,
            };
            return Some(Value::Reference(self.state.allocate(object)));
        }
        let leaves = leaves_of(name, ty, &code.records, code.policy)?;
        if matches!(ty, Type::Array(..) | Type::Handle(_)) || leaves.is_empty() {
            return None;
        }
        let length = matches!(ty, Type::Text(_)).then_some(leaves.len() as i64);
        let object = self.caller_storage(&leaves, &[], length, false);
        Some(Value::Reference(self.state.allocate(object)))
    }

    /// An array of any elements that a parameter with these bounds can stand for, and whether the bounds of an argument
    /// are of interest.
    fn general_array(
        &mut self,
        name: &str,
        bounds: &[ArrayBounds],
        has_bounds: bool,
        symbol: TermId,
        element: sextant_expr::Scalar,
    ) -> Option<Object> {
        let rank = bounds.len();
        let mut dimensions = Vec::new();
        for (position, bounds) in bounds.iter().enumerate() {
            // A bound that the argument decides.
            let mut bound = |word: &str| {
                let name = match rank {
                    1 => format!("{word}({name})"),
                    _ => format!("{word}({name}, {})", position + 1),
                };
                Value::Term(self.table.symbol(&name, Sort::INT))
            };
            let (low, high) = match bounds {
                ArrayBounds::OfArgument if !has_bounds => (Value::Undefined, Value::Undefined),
                ArrayBounds::OfArgument => (bound("LBOUND"), bound("HBOUND")),
                ArrayBounds::Shape { low } => {
                    (Value::Int(i64::try_from(constant_int(low)?).ok()?), bound("UBOUND"))
                }
                // Elements of a vector are numbered as users count them.
                ArrayBounds::Given { low, .. } | ArrayBounds::Sequence { low, .. } => {
                    let first = constant_int(low).and_then(|low| i64::try_from(low).ok());
                    (first.filter(|_| rank == 1).map_or(Value::Undefined, Value::Int), Value::Undefined)
                }
                ArrayBounds::Deferred => return None,
            };
            self.admit_order(low, high);
            dimensions.push(Dimension { low, high, stride: Value::Int(1) });
        }
        if let [Dimension { low, high, .. }] = dimensions[..] {
            return Some(Object::Array(ArrayObject::new(element, low, high, Some(symbol))));
        }
        let array = Object::Array(ArrayObject::joined(element, Some(symbol)));
        if dimensions.iter().any(|dimension| dimension.low == Value::Undefined) {
            return Some(array);
        }
        let storage = self.state.allocate(array);
        let offset = self.join(&mut dimensions);
        Some(Object::View(Arc::new(View {
            storage,
            offset,
            dimensions,
            length: Value::Undefined,
            end: Value::Undefined,
        })))
    }

    /// Lets the number of an element be made of all its subscripts; returns that of the first one.
    fn join(&mut self, dimensions: &mut [Dimension]) -> Value {
        let mut lows = Vec::new();
        for (position, dimension) in dimensions.iter_mut().enumerate() {
            dimension.stride = Value::of_big(self.table, &(IBig::ONE << (32 * position)));
            lows.extend(dimension.low.to_term(self.table));
        }
        let first = self.table.joined(&lows);
        Value::of_term(self.table, first)
    }

    /// Bounds that somebody passes are in order; where the language has empty arrays, an extent may be zero.
    fn admit_order(&mut self, low: Value, high: Value) {
        let (Some(low), Some(high)) = (low.to_term(self.table), high.to_term(self.table)) else { return };
        let one = self.table.int(i64::from(self.code.empty_arrays));
        let last = self.table.apply(Op::Add, &[high, one]);
        let ordered = self.table.apply(Op::Le, &[low, last]);
        self.state.domain.push(ordered);
    }
}

impl State {
    /// Puts the running activation after a point of its procedure, whose points are marked.
    pub fn stand_after(&mut self, code: &Code, point: Point) -> bool {
        let found = code.procedures[self.frame.procedure].after_point(point);
        if let Some(next) = found {
            self.frame.next = next;
            self.answers.clear();
        }
        found.is_some()
    }

    /// The same state with the running activation replaced by that of a helper: a procedure with the same variables in the
    /// same places, and further ones with these values. Nothing can go back from it to the callers.
    pub fn in_helper(
        &self,
        helper: &Machine<'_>,
        variables: usize,
        further: &[Value],
        table: &mut Table,
    ) -> State {
        let (start, _) = helper.start(table);
        let mut state = State { suspended: PersistentVec::new(), ..self.clone() };
        let own = std::mem::replace(&mut state.frame, start.frame);
        state.frame.slots[..variables].copy_from_slice(&own.slots[..variables]);
        state.frame.slots[variables..variables + further.len()].copy_from_slice(further);
        state.answers.clear();
        state
    }

    /// Whether a statement on a file is under way.
    pub fn is_in_transfer(&self) -> bool {
        self.transfer.is_some()
    }

    /// From here on it is not known how many values were read but by the term, which says it.
    pub fn forget_input(&mut self, position: TermId) {
        self.input_from = Some(position);
        self.input_position = 0;
    }

    /// How many values were read, where it was forgotten.
    pub fn forgotten_input(&self, table: &mut Table) -> Option<TermId> {
        let from = self.input_from?;
        let read = table.int(self.input_position as u64);
        Some(table.apply(Op::Add, &[from, read]))
    }

    /// What a variable of the running activation holds, value by value; an array of numbers is one value.
    ///
    /// # Errors
    /// Why its values cannot be told one by one, in words.
    pub fn held_by(&self, code: &Code, variable: VarId) -> Result<Vec<Held>, String> {
        let procedure = &code.procedures[self.frame.procedure];
        let slot = variable.index();
        match (procedure.variables[variable], self.frame.slots[slot]) {
            (VariablePlace::Slot(_), Value::Reference(_) | Value::Procedure(_)) => {
                Err(refused(procedure, slot))
            }
            (VariablePlace::Slot(place), _) if procedure.types[slot].is_simple() => {
                Ok(vec![held_as(procedure, slot, Spot::Slot(place as usize))])
            }
            (VariablePlace::Object(_), Value::Reference(object)) => {
                self.held_in(code, procedure, slot, object)
            }
            _ => Err(refused(procedure, slot)),
        }
    }

    /// What a variable of any procedure holds that outlives activations, value by value.
    ///
    /// # Errors
    /// Why its values cannot be told one by one, in words.
    pub fn held_by_lasting(
        &self,
        code: &Code,
        procedure: ProcId,
        variable: VarId,
    ) -> Result<Vec<Held>, String> {
        let procedure = &code.procedures[procedure];
        match procedure.lasting_object(variable) {
            Some(object) => self.held_in(code, procedure, variable.index(), static_object_id(object)),
            None => Err(refused(procedure, variable.index())),
        }
    }

    /// What a variable with storage of its own holds.
    fn held_in(
        &self,
        code: &Code,
        procedure: &ProcedureCode,
        slot: usize,
        object: ObjectId,
    ) -> Result<Vec<Held>, String> {
        let (name, ty) = (&procedure.slot_names[slot], &procedure.types[slot]);
        let held = |spot| Ok(vec![held_as(procedure, slot, spot)]);
        if matches!(ty, Type::Handle(_) | Type::Procedure) {
            return Err(refused(procedure, slot));
        }
        let (storage, first) = match self.object(object) {
            Object::Scalar(_) if ty.is_simple() => return held(Spot::Scalar(object)),
            Object::Element { array, index, .. } if ty.is_simple() => {
                let array = self.whole_array(*array);
                return match (self.object(array), *index) {
                    (Object::Array(storage), _) if storage.granule != 0 => Err(shares(name)),
                    (Object::Array(_), Value::Int(index)) => held(Spot::Cell(array, index)),
                    (Object::Array(_), Value::Term(index)) => held(Spot::Element(array, index)),
                    _ => Err(shares(name)),
                };
            }
            Object::Array(_) | Object::Narrowed { .. } => (self.whole_array(object), Value::Int(1)),
            Object::View(view) => (self.whole_array(view.storage), view.offset),
            Object::Scalar(_) | Object::Element { .. } | Object::Released | Object::Block(_) => {
                return Err(shares(name));
            }
        };
        match (self.object(storage), first) {
            (Object::Array(array), _) if array.granule != 0 => Err(shares(name)),
            (Object::Array(_), _) if matches!(ty, Type::Array(element, _) if element.is_simple()) => {
                held(Spot::Array(storage))
            }
            (Object::Array(_), Value::Int(first)) => {
                let leaves = leaves_of(name, ty, &code.records, code.policy)
                    .ok_or_else(|| refused(procedure, slot))?;
                let cell = |(at, leaf): (i64, EntryLeaf)| Held {
                    spot: Spot::Cell(storage, at),
                    name: leaf.name,
                    sort: Sort::Scalar(leaf.sort),
                    range: leaf.range,
                };
                Ok((first..).zip(leaves).map(cell).collect())
            }
            _ => Err(refused(procedure, slot)),
        }
    }

    /// The bounds of an array of the running activation, by dimension; empty if they are not known.
    pub fn bounds_of(&self, variable: VarId) -> Vec<(Value, Value)> {
        let Value::Reference(object) = self.frame.slots[variable.index()] else { return Vec::new() };
        match self.object(object) {
            Object::Array(array) => vec![(array.low, array.high)],
            _ => {
                let dimensions = self.view(object).map(|view| view.dimensions).unwrap_or_default();
                dimensions.iter().map(|dimension| (dimension.low, dimension.high)).collect()
            }
        }
    }

    /// The subscripts of the element of an array that has a number in its term.
    pub fn subscripts_of(&self, variable: VarId, number: &IBig) -> Vec<IBig> {
        let whole = || vec![number.clone()];
        let Value::Reference(object) = self.frame.slots[variable.index()] else { return whole() };
        let Object::View(view) = self.object(object) else { return whole() };
        if self.array(object).is_some_and(ArrayObject::is_joined) {
            return subscripts_apart(number, view.dimensions.len());
        }
        let Value::Int(first) = view.offset else { return whole() };
        let mut rest = number - IBig::from(first);
        let mut subscripts = Vec::new();
        for dimension in view.dimensions.iter().rev() {
            let (Value::Int(low), Value::Int(stride @ 1..)) = (dimension.low, dimension.stride) else {
                return whole();
            };
            let (steps, remainder) = (&rest / IBig::from(stride), &rest % IBig::from(stride));
            subscripts.push(steps + IBig::from(low));
            rest = remainder;
        }
        subscripts.reverse();
        subscripts
    }

    /// Puts an unknown value, given by its symbol, in the place of what is held. Where the type of an integer limits it,
    /// that is known from then on: the machine stores nothing else there.
    pub fn forget_held(&mut self, held: &Held, symbol: TermId, table: &mut Table) {
        match held.spot {
            Spot::Array(object) => {
                if let Some(array) = self.storage_mut(object) {
                    array.forget(symbol, held.range);
                }
                return;
            }
            Spot::Element(object, index) => {
                if let Some(array) = self.storage_mut(object) {
                    array.set_element(table, index, symbol);
                }
            }
            Spot::Cell(object, index) => {
                if let Some(array) = self.storage_mut(object)
                    && !array.set_cell(index, Value::Term(symbol))
                {
                    let index = table.int(index);
                    array.set_element(table, index, symbol);
                }
            }
            Spot::Slot(_) | Spot::Scalar(_) | Spot::Bytes { .. } => {
                self.put_at(held.spot, Value::Term(symbol))
            }
        }
        if let Some(range) = held.range.filter(|_| held.sort == Sort::INT) {
            self.admit(table, symbol, range);
        }
    }
}

fn held_as(procedure: &ProcedureCode, slot: usize, spot: Spot) -> Held {
    let sort = procedure.slot_sorts[slot];
    let whole = matches!(spot, Spot::Array(_));
    let sort = if whole { Sort::Array(sort) } else { Sort::Scalar(sort) };
    Held { spot, name: procedure.slot_names[slot].clone(), sort, range: procedure.slot_ranges[slot] }
}

fn refused(procedure: &ProcedureCode, slot: usize) -> String {
    format!("{}, {}", procedure.slot_names[slot], kind(&procedure.types[slot]))
}

fn shares(name: &str) -> String {
    format!("{name}, which shares storage with another variable")
}

/// One value of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// Where it is.
    pub spot: Spot,
    /// What users call it.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
    /// The integer type that limits it, or the elements of an array.
    pub range: Option<IntType>,
}
