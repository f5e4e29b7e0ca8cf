//! Arrays: subscripts, bounds, elements and references to them.

use sextant_expr::{Op, Origin, Sort, TermId};
use sextant_syntax::Bound;

use super::here::{Here, Operand};
use super::{Step, quick};
use crate::code::{Leaf, Reg};
use crate::memory::{ArrayObject, Cell, Contents, Object};
use crate::{Cells, ErrorKind, ObjectId, QuestionKind, Stop, Value};

/// A symbolic subscript of an array with more assigned elements than this is not supported.
const MOST_CELLS: usize = 20_000;

/// Arrays with more elements than this are not split into cases.
const MOST_CASES: usize = 4096;

impl Here<'_, '_> {
    pub(super) fn load_element(&mut self, slot: u32, index: Operand) -> Result<Value, Stop> {
        let object = self.referred(slot)?;
        if let Some((storage, at)) = quick::vector_cell(self.state, object, index.1)
            && let Some(value) =
                quick::load(self.state, storage, at, self.procedure.slot_sorts[slot as usize])
        {
            return Ok(value);
        }
        let index = self.checked_index(slot, index)?;
        let name = self.name(slot);
        if !self.is_viewed(object) {
            return self.element(Some(name), object, index);
        }
        let (storage, _) = self.storage_of(object)?;
        self.cell_value(storage, index, self.slot_leaf(slot), Some(name))
    }

    pub(super) fn store_element(&mut self, slot: u32, index: Operand, value: Operand) -> Step {
        let object = self.referred(slot)?;
        if let Some((storage, at)) = quick::vector_cell(self.state, object, index.1)
            && quick::store(self.state, storage, at, value.1)
        {
            return Ok(());
        }
        let index = self.checked_index(slot, index)?;
        let value = self.defined(value)?;
        if self.is_viewed(object) {
            let (storage, _) = self.storage_of(object)?;
            return self.store_at(storage, index, value, self.slot_leaf(slot));
        }
        if let Value::Term(_) = index {
            if self.machine.undetermined_subscripts {
                return self.forget_elements(object, index);
            }
            self.require_few_cells(Some(self.name(slot)), object)?;
        }
        self.set_element(object, index, value);
        Ok(())
    }

    /// Assigns to an element whose subscript is within the bounds.
    pub(super) fn set_element(&mut self, object: ObjectId, index: Value, value: Value) {
        let object = self.state.whole_array(object);
        let array = self.state.storage_mut(object).expect("only arrays have elements");
        if let Value::Int(at) = index
            && array.set_cell(at, value)
        {
            return;
        }
        if let (Some(index), Some(value)) = (index.to_term(self.table), value.to_term(self.table)) {
            array.set_element(self.table, index, value);
        }
    }

    /// A new symbol for what a symbolic subscript leaves open.
    fn undetermined(&mut self, sort: Sort) -> TermId {
        self.state.undetermined += 1;
        let number = self.state.undetermined;
        self.table.input(Origin::Undetermined(number), sort, || format!("undetermined.{number}"))
    }

    /// An assignment with a symbolic subscript may have changed any element.
    pub(super) fn forget_elements(&mut self, object: ObjectId, index: Value) -> Step {
        self.require_few_cells(None, object)?;
        let object = self.state.whole_array(object);
        let Some(array) = self.state.storage(object) else { return Ok(()) };
        let (element, (_, defined)) = (array.element, array.as_term(self.table));
        let unknown = self.undetermined(Sort::Array(element));
        // Which elements have a value is known all the same.
        let defined = match (defined, index.to_term(self.table)) {
            (Some(defined), Some(index)) => {
                let yes = self.table.boolean(true);
                Some(self.table.apply(Op::Store, &[defined, index, yes]))
            }
            _ => None,
        };
        if let Some(array) = self.state.storage_mut(object) {
            array.contents = Contents::Term { array: unknown, defined };
        }
        Ok(())
    }

    /// Whether what an element holds depends on how it is seen.
    fn is_viewed(&self, object: ObjectId) -> bool {
        match self.state.object(object) {
            Object::Array(array) => array.granule > 0,
            Object::Narrowed { array, .. } => self.state.array(*array).is_some_and(|array| array.granule > 0),
            _ => true,
        }
    }

    /// What a variable's slot, or the elements of its array, hold.
    fn slot_leaf(&self, slot: u32) -> Leaf {
        let ty = self.procedure.types.get(slot as usize).map(|ty| ty.target().scalar());
        ty.map_or(Leaf::CHARACTER, |ty| Leaf::of(ty, self.machine.code.policy))
    }

    pub(super) fn load_indirect(&mut self, slot: u32) -> Result<Value, Stop> {
        let object = self.referred(slot)?;
        match *self.state.object(object) {
            Object::Scalar(Value::Undefined) => Err(self.uninitialised(Some(self.name(slot)))),
            Object::Scalar(value) => Ok(value),
            _ => {
                let (storage, index) = self.storage_of(object)?;
                self.cell_value(storage, index, self.slot_leaf(slot), Some(self.name(slot)))
            }
        }
    }

    pub(super) fn store_indirect(&mut self, slot: u32, value: Operand) -> Step {
        let value = self.defined(value)?;
        let object = self.referred(slot)?;
        if let Object::Scalar(old) = self.state.object_mut(object) {
            *old = value;
            return Ok(());
        }
        let (storage, index) = self.storage_of(object)?;
        self.store_at(storage, index, value, self.slot_leaf(slot))
    }

    pub(super) fn bound_of(&mut self, slot: u32, bound: Bound) -> Result<Value, Stop> {
        let (low, high) = match self.state.object(self.referred(slot)?) {
            Object::Array(array) => (array.low, array.high),
            Object::Narrowed { low, high, .. } => (*low, *high),
            Object::View(view) => {
                view.dimensions.first().map_or((Value::Int(1), Value::Int(1)), |only| (only.low, only.high))
            }
            Object::Scalar(_) | Object::Element { .. } | Object::Released | Object::Block(_) => {
                (Value::Int(1), Value::Int(1))
            }
        };
        let value = match bound {
            Bound::Low => low,
            Bound::High => high,
        };
        if value == Value::Undefined {
            let name = self.name(slot);
            return Err(self.cannot(format!(
                "the bounds of {name} are not known; give them in the call, as in {name}(1:5)"
            )));
        }
        if bound == Bound::High { Ok(self.highest(low, high)) } else { Ok(value) }
    }

    pub(super) fn allocate_array(&mut self, slot: u32, low: Reg, high: Reg) -> Result<Value, Stop> {
        let (low, high) = self.ordered_bounds(slot, low, high)?;
        let element = self.procedure.slot_sorts[slot as usize];
        Ok(self.reference_to(Object::Array(ArrayObject::new(element, low, high, None))))
    }

    /// The highest subscript; one less than the lowest if the array is empty.
    pub(super) fn highest(&mut self, low: Value, high: Value) -> Value {
        let symbolic = matches!((low, high), (Value::Term(_), _) | (_, Value::Term(_)));
        if !(self.machine.open_bounds && self.machine.code.empty_arrays && symbolic) {
            return high;
        }
        let before = self.minus(low, Value::Int(1));
        match (before.to_term(self.table), high.to_term(self.table)) {
            (Some(before), Some(high)) => Value::Term(self.table.apply(Op::Max, &[before, high])),
            _ => high,
        }
    }

    /// A parameter declared with bounds sees its argument through them.
    pub(super) fn narrow(&mut self, slot: u32, low: Reg, high: Reg) -> Result<Value, Stop> {
        let (low, high) = self.ordered_bounds(slot, low, high)?;
        let array = self.referred(slot)?;
        Ok(self.reference_to(Object::Narrowed { array, low, high }))
    }

    fn ordered_bounds(&mut self, slot: u32, low: Reg, high: Reg) -> Result<(Value, Value), Stop> {
        let (low, high) = (self.operand(low), self.operand(high));
        if let (Value::Int(first), Value::Int(last)) = (low.1, high.1)
            && first <= last
        {
            return Ok((low.1, high.1));
        }
        let terms = [self.term(low)?, self.term(high)?];
        let ordered = self.table.apply(Op::Le, &terms);
        if self.machine.code.empty_arrays {
            if self.machine.open_bounds || self.ask(ordered, QuestionKind::Branch)? {
                return Ok((low.1, high.1));
            }
            let one = self.table.int(1);
            let last = self.table.apply(Op::Sub, &[terms[0], one]);
            return Ok((low.1, Value::of_term(self.table, last)));
        }
        self.require(ordered, ErrorKind::BadBounds, Some(self.name(slot)))?;
        Ok((low.1, high.1))
    }

    /// The subscript in the storage, known to lie within the bounds; a constant one if cases are split.
    pub(super) fn checked_index(&mut self, slot: u32, index: Operand) -> Result<Value, Stop> {
        let object = self.referred(slot)?;
        if self.is_viewed(object) {
            return self.vector_index(object, index, slot);
        }
        self.defined(index)?;
        self.in_bounds(object, slot, index.1)?;
        match index.1 {
            Value::Term(term) => {
                let simplified = self.table.simplify(term);
                match Value::of_term(self.table, simplified) {
                    Value::Term(_) if self.machine.split_subscripts => self.choose_case(slot, term),
                    Value::Term(_) => Ok(index.1),
                    settled => Ok(settled),
                }
            }
            other => Ok(other),
        }
    }

    /// Ends the path with an error where the subscript lies outside the bounds the array is seen with, and
    /// outside those of the array itself.
    fn in_bounds(&mut self, mut object: ObjectId, slot: u32, index: Value) -> Step {
        loop {
            let (low, high, inner) = match self.state.object(object) {
                Object::Array(array) => (array.low, array.high, None),
                Object::Narrowed { array, low, high } => (*low, *high, Some(*array)),
                Object::Scalar(_)
                | Object::Element { .. }
                | Object::View(_)
                | Object::Released
                | Object::Block(_) => {
                    return Ok(());
                }
            };
            self.between(index, low, high, Some(self.name(slot)))?;
            match inner {
                Some(array) => object = array,
                None => return Ok(()),
            }
        }
    }

    /// Asks which element is meant: each that may be, in order. If none is, the subscript stays symbolic.
    fn choose_case(&mut self, slot: u32, index: TermId) -> Result<Value, Stop> {
        let array = self.state.array(self.referred(slot)?).map(|array| &array.contents);
        let candidates: Vec<i64> = match array {
            Some(Contents::Known { cells: Cells::Dense { first, cells }, .. })
                if cells.len() <= MOST_CASES =>
            {
                (*first..).take(cells.len()).collect()
            }
            Some(Contents::Known { cells: Cells::Sparse(cells), .. }) if cells.len() <= MOST_CASES => {
                cells.keys().copied().collect()
            }
            _ => Vec::new(),
        };
        for candidate in candidates {
            let value = self.table.int(candidate);
            let meant = self.table.apply(Op::Eq, &[index, value]);
            if self.ask(meant, QuestionKind::Subscript)? {
                return Ok(Value::Int(candidate));
            }
        }
        Ok(Value::Term(index))
    }

    /// The value of an element whose subscript is within the bounds; the name is for messages.
    pub(super) fn element(
        &mut self,
        name: Option<&str>,
        object: ObjectId,
        index: Value,
    ) -> Result<Value, Stop> {
        self.admit_element(object, index);
        let Some(array) = self.state.array(object) else {
            return Err(self.error(ErrorKind::NoStorage, name));
        };
        if let Value::Int(at) = index {
            match array.cell(at) {
                Cell::Value(value) => return Ok(value),
                Cell::Undefined => return Err(self.uninitialised(name)),
                Cell::Symbolic(symbol) => {
                    let at = self.table.int(at);
                    return Ok(Value::Term(self.table.apply(Op::Select, &[symbol, at])));
                }
                Cell::InTerm => {}
            }
        }
        let Some(index) = index.to_term(self.table) else { return Err(self.uninitialised(name)) };
        let has_value = array.has_value(self.table, index);
        self.require_few_cells(name, object)?;
        if let Some(has_value) = has_value {
            self.require(has_value, ErrorKind::Uninitialised, name)?;
        }
        let array = self.state.array(object).expect("only arrays have elements");
        if self.machine.undetermined_subscripts && self.table.as_int(index).is_none() {
            let sort = Sort::Scalar(array.element);
            return Ok(Value::Term(self.undetermined(sort)));
        }
        let (array, _) = array.as_term(self.table);
        let value = self.table.apply(Op::Select, &[array, index]);
        let simplified = self.table.simplify(value);
        // A constant is worth having at once; otherwise the evolution is kept.
        Ok(match Value::of_term(self.table, simplified) {
            Value::Term(_) => Value::Term(value),
            small => small,
        })
    }

    /// A conditional value of too many cases, as a symbolic subscript makes it, is of no use to anybody.
    pub(super) fn require_few_cells(&self, name: Option<&str>, object: ObjectId) -> Step {
        let assigned = self.state.array(object).map_or(0, ArrayObject::assigned_count);
        if assigned > MOST_CELLS {
            let name = name.unwrap_or("an array");
            return Err(self.cannot(format!(
                "a symbolic subscript of {name}, which has {assigned} assigned elements (at most {MOST_CELLS})"
            )));
        }
        Ok(())
    }

    /// An element that is an input has the limits of its type.
    fn admit_element(&mut self, object: ObjectId, index: Value) {
        let Some(array) = self.state.array(object) else { return };
        let Some((symbol, range)) = array.limited_input else { return };
        if let Value::Int(at) = index
            && matches!(array.cell(at), Cell::Value(_))
        {
            return;
        }
        if let Some(index) = index.to_term(self.table) {
            let input = self.table.apply(Op::Select, &[symbol, index]);
            self.state.admit(self.table, input, range);
        }
    }
}

impl<'a> Here<'a, '_> {
    /// The name of the variable in a slot, if it is one.
    pub(super) fn slot_name(&self, slot: u32) -> Option<&'a str> {
        self.procedure.slot_name(slot as usize)
    }

    pub(super) fn name(&self, slot: u32) -> &'a str {
        self.slot_name(slot).unwrap_or_default()
    }
}
