//! Storage seen through views: elements of several dimensions, sections, parts of records.

use std::sync::Arc;

use sextant_expr::{Op, Scalar};
use sextant_syntax::Bound;

use super::here::{Here, Operand};
use super::{Step, quick};
use crate::code::{Binary, HighBound, Layout, Leaf, Reg, SelectorCode, ShapeCode};
use crate::memory::{ArrayObject, Dimension, Object, View};
use crate::{ErrorKind, ObjectId, Stop, Value};

/// Storage with more cells than this is not made.
const MOST_CELLS: i64 = 1 << 28;

impl Here<'_, '_> {
    /// So many values further in what a slot refers to; a value takes so many bytes.
    pub(super) fn advance(&mut self, base: u32, index: Value, values: u32, bytes: u8) -> Result<Value, Stop> {
        let (storage, _) = self.storage_of(self.referred(base)?)?;
        Ok(self.plus(index, Value::Int(i64::from(values) * self.cells_of(storage, bytes))))
    }

    /// A new object that a slot can refer to.
    pub(super) fn reference_to(&mut self, object: Object) -> Value {
        Value::Reference(self.state.allocate(object))
    }

    /// What a slot refers to as a view, so many values further.
    pub(super) fn view_shift(
        &mut self,
        base: u32,
        values: u32,
        bytes: u8,
        length: Option<Reg>,
    ) -> Result<Value, Stop> {
        let mut view = self.view(self.referred(base)?)?;
        view.offset =
            self.plus(view.offset, Value::Int(i64::from(values) * self.cells_of(view.storage, bytes)));
        view.length = length.map_or(view.length, |length| self.operand(length).1);
        Ok(self.reference_to(Object::View(Arc::new(view))))
    }

    /// The object that a slot refers to; an absent argument has none.
    pub(super) fn referred(&self, slot: u32) -> Result<ObjectId, Stop> {
        match self.state.frame.slots[slot as usize] {
            Value::Reference(object) => Ok(object),
            _ => Err(self.error(ErrorKind::NoStorage, self.slot_name(slot))),
        }
    }

    /// The cells behind an object, and the subscript at which it begins in them.
    pub(super) fn storage_of(&self, object: ObjectId) -> Result<(ObjectId, Value), Stop> {
        match self.state.object(object) {
            Object::Scalar(_) => Ok((object, Value::Int(1))),
            Object::Array(array) if array.low == Value::Undefined => Ok((object, Value::Int(1))),
            Object::Array(array) => Ok((object, array.low)),
            Object::Element { array, index, .. } => Ok((self.state.whole_array(*array), *index)),
            Object::Narrowed { array, low, .. } => Ok((self.state.whole_array(*array), *low)),
            Object::View(view) => Ok((view.storage, view.offset)),
            Object::Released | Object::Block(_) => Err(self.error(ErrorKind::NoStorage, None)),
        }
    }

    pub(super) fn cells_of(&self, storage: ObjectId, bytes: u8) -> i64 {
        self.state.storage(storage).map_or(1, |array| array.cells_of(bytes))
    }

    /// Any object as a view.
    pub(super) fn view(&self, object: ObjectId) -> Result<View, Stop> {
        self.state.view(object).ok_or_else(|| self.error(ErrorKind::NoStorage, None))
    }

    /// Storage of a shape and a view of it; on the heap if it outlives the activation.
    pub(super) fn new_view(&mut self, shape: u32, heap: bool) -> Result<Value, Stop> {
        let shape = &self.procedure.shapes[shape as usize];
        let length = self.shape_length(shape, Value::Undefined)?;
        let leaf = shape.element.leaf();
        let mut stride = element_cells(shape, length, 1);
        let mut dimensions = Vec::new();
        for dimension in &shape.dimensions {
            let low = self.defined(self.operand(dimension.low))?;
            let high = match dimension.high {
                HighBound::Given(high) => self.defined(self.operand(high))?,
                HighBound::Open | HighBound::OfArgument => low,
            };
            dimensions.push(Dimension { low, high, stride });
            let extent = self.extent(low, high);
            stride = self.times(stride, extent);
        }
        let size = self.settled(stride);
        let may_join = dimensions.len() > 1 && matches!(shape.element, Layout::Leaf(_));
        if may_join && (self.machine.joined_arrays || !matches!(size, Value::Int(_))) {
            let storage = self.state.place(Object::Array(ArrayObject::joined(leaf.sort, None)), heap);
            let view = self.joined_view(storage, dimensions);
            return Ok(Value::Reference(self.state.place(Object::View(Arc::new(view)), heap)));
        }
        let Value::Int(cells) = size else {
            return Err(self.cannot("storage whose size depends on symbols; give the call constant bounds"));
        };
        if cells > MOST_CELLS {
            return Err(self.error(ErrorKind::BadBounds, None));
        }
        let mut array = ArrayObject::new(leaf.sort, Value::Int(1), Value::Int(cells.max(0)), None);
        if let Layout::Record(leaves) = &shape.element {
            array.element = common_sort(leaves);
        }
        let storage = self.state.place(Object::Array(array), heap);
        let view = View { storage, offset: Value::Int(1), dimensions, length, end: Value::Undefined };
        Ok(Value::Reference(self.state.place(Object::View(Arc::new(view)), heap)))
    }

    /// The length of text elements: the declared one, else that of the argument.
    fn shape_length(&mut self, shape: &ShapeCode, of_argument: Value) -> Result<Value, Stop> {
        if !matches!(shape.element, Layout::Text(_)) {
            return Ok(Value::Undefined);
        }
        match shape.length {
            Some(length) => {
                let length = self.defined(self.operand(length))?;
                Ok(match self.settled(length) {
                    Value::Int(length) => Value::Int(length.max(0)),
                    other => other,
                })
            }
            None => Ok(of_argument),
        }
    }

    /// A parameter takes the cells of its argument in order and sees them with its own shape.
    pub(super) fn associate(&mut self, slot: u32, shape: u32) -> Step {
        let Value::Reference(object) = self.state.frame.slots[slot as usize] else { return Ok(()) };
        let shape = &self.procedure.shapes[shape as usize];
        let argument = self.view(object)?;
        if self.is_joined(argument.storage) {
            return self.associate_joined(slot, shape, &argument);
        }
        let length = self.shape_length(shape, argument.length)?;
        let bytes = shape.element.leaf().bytes;
        let mut stride = element_cells(shape, length, self.cells_of(argument.storage, bytes));
        let mut dimensions = Vec::new();
        for (position, dimension) in shape.dimensions.iter().enumerate() {
            let low = self.defined(self.operand(dimension.low))?;
            match (dimension.high, argument.dimensions.get(position)) {
                (HighBound::OfArgument, Some(given)) => {
                    let extent = self.extent(given.low, given.high);
                    let last = self.minus(extent, Value::Int(1));
                    let high = self.plus(low, last);
                    dimensions.push(Dimension { low, high, stride: given.stride });
                }
                (HighBound::Given(high), _) => {
                    let high = self.defined(self.operand(high))?;
                    dimensions.push(Dimension { low, high, stride });
                    let extent = self.extent(low, high);
                    stride = self.times(stride, extent);
                }
                _ => dimensions.push(Dimension { low, high: Value::Undefined, stride }),
            }
        }
        let offset = self.first_of(object, &argument, &dimensions);
        let mut view = View { storage: argument.storage, offset, dimensions, length, end: argument.end };
        let end = self.last_cell(&argument);
        if self.last_cell(&view) != end {
            view.end = end;
        }
        self.show_with_subscripts(&view);
        let seen = self.reference_to(Object::View(Arc::new(view)));
        self.set(slot, seen);
        Ok(())
    }

    /// Where a parameter begins in the storage of its argument. Elements of an array that may be any are numbered as the
    /// first parameter counts them.
    fn first_of(&self, object: ObjectId, argument: &View, dimensions: &[Dimension]) -> Value {
        match (self.state.object(object), dimensions) {
            (Object::Array(array), [only]) if self.machine.open_bounds && array.low == Value::Undefined => {
                only.low
            }
            _ => argument.offset,
        }
    }

    /// Lets the elements of a symbolic input be shown with the subscripts of the first parameter that sees them.
    fn show_with_subscripts(&mut self, view: &View) {
        let symbol = self.state.storage(view.storage).and_then(ArrayObject::symbol);
        let (Some(symbol), Value::Int(first)) = (symbol, view.offset) else { return };
        if let Some(shape) = view.shape(first) {
            self.table.set_shape(symbol, shape);
        }
    }

    /// The cell of an element, known to lie within the bounds of its array.
    pub(super) fn index(&mut self, base: u32, subscripts: u32) -> Result<Value, Stop> {
        let object = self.referred(base)?;
        let subscripts = &self.procedure.subscripts[subscripts as usize];
        let values = subscripts.iter().map(|&subscript| self.operand(subscript).1);
        if let Some((_, index)) = quick::element_cell(self.state, object, values) {
            return Ok(Value::Int(index));
        }
        let view = self.shared_view(object)?;
        self.element_index(&view, self.operands(subscripts), base)
    }

    fn operands(&self, registers: &[Reg]) -> Vec<Operand> {
        registers.iter().map(|&register| self.operand(register)).collect()
    }

    fn element_index(
        &mut self,
        view: &View,
        subscripts: impl IntoIterator<Item = Operand>,
        base: u32,
    ) -> Result<Value, Stop> {
        let mut index = view.offset;
        for (dimension, subscript) in view.dimensions.iter().zip(subscripts) {
            self.in_dimension(dimension, subscript, base)?;
            index = self.further(index, dimension, subscript.1);
        }
        self.in_storage(view, index, base)?;
        if !matches!(view.length, Value::Undefined | Value::Int(..=1)) {
            let behind = self.plus(index, view.length);
            let last = self.minus(behind, Value::Int(1));
            self.in_storage(view, last, base)?;
        }
        Ok(index)
    }

    /// The cell of a subscript in a dimension that begins at a cell.
    fn further(&mut self, first: Value, dimension: &Dimension, subscript: Value) -> Value {
        let distance = self.minus(subscript, dimension.low);
        let distance = self.times(distance, dimension.stride);
        self.plus(first, distance)
    }

    /// The cell of an element of a vector.
    pub(super) fn vector_index(
        &mut self,
        object: ObjectId,
        subscript: Operand,
        slot: u32,
    ) -> Result<Value, Stop> {
        let view = self.shared_view(object)?;
        if view.dimensions.is_empty() {
            // A scalar passed where a vector is wanted is a vector of one element.
            return Ok(view.offset);
        }
        self.element_index(&view, [subscript], slot)
    }

    /// Any object as a view, which is not copied if it is one.
    fn shared_view(&self, object: ObjectId) -> Result<Arc<View>, Stop> {
        match self.state.object(object) {
            Object::View(view) => Ok(Arc::clone(view)),
            _ => Ok(Arc::new(self.view(object)?)),
        }
    }

    fn in_dimension(&mut self, dimension: &Dimension, subscript: Operand, base: u32) -> Step {
        let value = self.defined(subscript)?;
        self.between(value, dimension.low, dimension.high, self.slot_name(base))
    }

    /// What a parameter claims of its argument may be more than there is.
    fn in_storage(&mut self, view: &View, index: Value, base: u32) -> Step {
        let bounds = self.state.storage(view.storage).map(|array| (array.low, array.high));
        let (low, high) = bounds.unwrap_or((Value::Int(1), Value::Int(1)));
        let name = self.slot_name(base);
        match (high, view.end) {
            (Value::Int(high), Value::Int(end)) => self.between(index, low, Value::Int(high.min(end)), name),
            (high, Value::Undefined) => self.between(index, low, high, name),
            (Value::Undefined, end) => self.between(index, low, end, name),
            (high, end) => {
                self.between(index, low, high, name)?;
                self.between(index, low, end, name)
            }
        }
    }

    /// Ends the path with an error where a parameter that is used as a whole claims more than there is.
    pub(super) fn whole_in_storage(&mut self, view: &View, starts: &[i64], base: u32) -> Step {
        if view.dimensions.is_empty() {
            return Ok(());
        }
        match starts.iter().max() {
            Some(&last) => self.in_storage(view, Value::Int(last), base),
            None => Ok(()),
        }
    }

    /// The last cell of what a view shows, for a parameter that takes its cells in order: as far as an array is declared,
    /// and as what it was passed as reaches. Undefined: as far as the storage goes.
    pub(super) fn last_cell(&mut self, view: &View) -> Value {
        let (Some(last), false) = (view.dimensions.last(), self.is_joined(view.storage)) else {
            return view.end;
        };
        // A symbolic size of several dimensions is a product, which nothing has to be compared with: such storage is
        // joined or has a known size.
        let known =
            |dimension: &Dimension| matches!((dimension.low, dimension.high), (Value::Int(_), Value::Int(_)));
        let before = &view.dimensions[..view.dimensions.len() - 1];
        let (low, high, Value::Int(1..)) = (last.low, last.high, last.stride) else { return view.end };
        if high == Value::Undefined || !before.iter().all(known) {
            return view.end;
        }
        let extent = self.extent(low, high);
        let cells = self.times(extent, last.stride);
        let behind = self.plus(view.offset, cells);
        let declared = self.minus(behind, Value::Int(1));
        match (declared, view.end) {
            (Value::Int(declared), Value::Int(end)) => Value::Int(declared.min(end)),
            (declared, Value::Undefined) => declared,
            (_, end) => end,
        }
    }

    /// Ends the path with an error where a subscript lies outside bounds, as far as they are known.
    pub(super) fn between(&mut self, at: Value, low: Value, high: Value, name: Option<&str>) -> Step {
        if let (Value::Int(low), Value::Int(at), Value::Int(high)) = (low, at, high) {
            let inside = low <= at && at <= high;
            return if inside { Ok(()) } else { Err(self.error(ErrorKind::SubscriptRange, name)) };
        }
        let Some(at) = at.to_term(self.table) else { return Ok(()) };
        let mut conditions = Vec::new();
        if let Some(low) = low.to_term(self.table) {
            conditions.push(self.table.apply(Op::Ge, &[at, low]));
        }
        if let Some(high) = high.to_term(self.table) {
            conditions.push(self.table.apply(Op::Le, &[at, high]));
        }
        if conditions.is_empty() {
            return Ok(());
        }
        let inside = self.table.and(&conditions);
        self.require(inside, ErrorKind::SubscriptRange, name)
    }

    pub(super) fn index_within(
        &mut self,
        base: u32,
        start: Reg,
        shape: u32,
        subscripts: u32,
    ) -> Result<Value, Stop> {
        let view = self.part_view(base, start, shape)?;
        let subscripts = self.operands(&self.procedure.subscripts[subscripts as usize]);
        self.element_index(&view, subscripts, base)
    }

    /// A part of constant shape that begins at a cell.
    fn part_view(&mut self, base: u32, start: Reg, shape: u32) -> Result<View, Stop> {
        let (storage, _) = self.storage_of(self.referred(base)?)?;
        let shape = &self.procedure.shapes[shape as usize];
        let offset = self.operand(start).1;
        let length = self.shape_length(shape, Value::Undefined)?;
        let mut stride = element_cells(shape, length, self.cells_of(storage, shape.element.leaf().bytes));
        let mut dimensions = Vec::new();
        for dimension in &shape.dimensions {
            let low = self.operand(dimension.low).1;
            let high = match dimension.high {
                HighBound::Given(high) => self.operand(high).1,
                HighBound::Open | HighBound::OfArgument => Value::Undefined,
            };
            dimensions.push(Dimension { low, high, stride });
            let extent = self.extent(low, high);
            stride = self.times(stride, extent);
        }
        let length = match (length, shape.length) {
            (Value::Undefined, Some(length)) => self.operand(length).1,
            (length, _) => length,
        };
        Ok(View { storage, offset, dimensions, length, end: Value::Undefined })
    }

    pub(super) fn view_cell(&mut self, base: u32, index: Reg, shape: u32) -> Result<Value, Stop> {
        let mut view = self.part_view(base, index, shape)?;
        let whole = self.shared_view(self.referred(base)?)?;
        view.end = self.last_cell(&whole);
        Ok(self.reference_to(Object::View(Arc::new(view))))
    }

    pub(super) fn view_section(&mut self, base: u32, section: u32) -> Result<Value, Stop> {
        let view = self.view(self.referred(base)?)?;
        let selectors = &self.procedure.sections[section as usize];
        let mut offset = view.offset;
        let mut dimensions = Vec::new();
        for (dimension, selector) in view.dimensions.iter().zip(selectors) {
            match *selector {
                SelectorCode::Subscript(subscript) => {
                    let subscript = self.operand(subscript);
                    self.in_dimension(dimension, subscript, base)?;
                    offset = self.further(offset, dimension, subscript.1);
                }
                SelectorCode::Range(from, to, step) => {
                    let from = from.map_or(dimension.low, |from| self.operand(from).1);
                    let to = to.map_or(dimension.high, |to| self.operand(to).1);
                    let step = step.map_or(Value::Int(1), |step| self.operand(step).1);
                    let extent = self.steps(from, to, step)?;
                    offset = self.further(offset, dimension, from);
                    let stride = self.times(dimension.stride, step);
                    dimensions.push(Dimension { low: Value::Int(1), high: extent, stride });
                }
            }
        }
        let view = View { storage: view.storage, offset, dimensions, length: view.length, end: view.end };
        Ok(self.reference_to(Object::View(Arc::new(view))))
    }

    /// How many values `from:to:step` has.
    fn steps(&mut self, from: Value, to: Value, step: Value) -> Result<Value, Stop> {
        match (self.settled(from), self.settled(to), self.settled(step)) {
            (_, _, Value::Int(0)) => Err(self.error(ErrorKind::BadBounds, None)),
            (Value::Int(from), Value::Int(to), Value::Int(step)) => {
                Ok(Value::Int(((to - from + step) / step).max(0)))
            }
            (from, to, Value::Int(1)) => Ok(self.extent(from, to)),
            _ => Err(self.cannot("a section with a symbolic step")),
        }
    }

    pub(super) fn dimension_of(&mut self, base: u32, dimension: u8, bound: Bound) -> Result<Value, Stop> {
        let view = self.view(self.referred(base)?)?;
        let found = view.dimensions.get(usize::from(dimension)).map(|dimension| match bound {
            Bound::Low => dimension.low,
            Bound::High => self.highest(dimension.low, dimension.high),
        });
        match found {
            Some(Value::Undefined) | None => {
                Err(self.cannot("a bound that is not known; give it in the call"))
            }
            Some(value) => Ok(value),
        }
    }

    pub(super) fn load_cell(&mut self, base: u32, index: Value, leaf: Leaf) -> Result<Value, Stop> {
        if let (Some(storage), Value::Int(at)) = (self.quick_storage(base), index)
            && let Some(value) = quick::load(self.state, storage, at, leaf.sort)
        {
            return Ok(value);
        }
        let (storage, _) = self.storage_of(self.referred(base)?)?;
        self.cell_value(storage, index, leaf, self.slot_name(base))
    }

    pub(super) fn cell_value(
        &mut self,
        storage: ObjectId,
        index: Value,
        leaf: Leaf,
        name: Option<&str>,
    ) -> Result<Value, Stop> {
        if let Object::Scalar(value) = *self.state.object(storage) {
            return match value {
                Value::Undefined => Err(self.error(ErrorKind::Uninitialised, name)),
                value => self.as_leaf(storage, index, value, leaf),
            };
        }
        let value = self.element_value(storage, index, name)?;
        self.as_leaf(storage, index, value, leaf)
    }

    /// A value where a leaf is wanted. What was stored as something else is read by its bits.
    fn as_leaf(&mut self, storage: ObjectId, index: Value, value: Value, leaf: Leaf) -> Result<Value, Stop> {
        let right = match (value, leaf.sort) {
            (Value::Int(_), Scalar::Int) | (Value::Bool(_), Scalar::Bool) => true,
            (Value::Reference(_) | Value::Procedure(_), _) => true,
            (value, sort) => value.sort(self.table) == Some(sextant_expr::Sort::Scalar(sort)),
        };
        if right && self.fits_leaf(storage, index, value, leaf) {
            return Ok(value);
        }
        let read = self.reinterpret(storage, index, leaf);
        read.ok_or_else(|| self.cannot("storage that holds a value of another type"))
    }

    pub(super) fn copy_cells(&mut self, to: (u32, Reg), from: (u32, Reg), count: u32) -> Step {
        let (source, _) = self.storage_of(self.referred(from.0)?)?;
        let (target, _) = self.storage_of(self.referred(to.0)?)?;
        let (Value::Int(first), Value::Int(into)) = (self.operand(from.1).1, self.operand(to.1).1) else {
            return Err(self.cannot("a whole record at a symbolic subscript"));
        };
        let cells: Vec<Value> =
            (0..i64::from(count)).map(|at| self.state.raw_cell(source, first + at)).collect();
        for (at, value) in cells.into_iter().enumerate() {
            self.state.set_raw_cell(target, into + at as i64, value);
        }
        Ok(())
    }

    pub(super) fn extent(&mut self, low: Value, high: Value) -> Value {
        match (low, high) {
            (Value::Int(low), Value::Int(high)) => Value::Int((high - low + 1).max(0)),
            _ => {
                let distance = self.minus(high, low);
                self.plus(distance, Value::Int(1))
            }
        }
    }

    pub(super) fn plus(&mut self, a: Value, b: Value) -> Value {
        self.integers(Binary::Add, a, b)
    }

    pub(super) fn minus(&mut self, a: Value, b: Value) -> Value {
        self.integers(Binary::Subtract, a, b)
    }

    pub(super) fn times(&mut self, a: Value, b: Value) -> Value {
        self.integers(Binary::Multiply, a, b)
    }

    /// Arithmetic on subscripts; it cannot fail.
    fn integers(&mut self, op: Binary, a: Value, b: Value) -> Value {
        let small = match (op, a, b) {
            (Binary::Add, Value::Int(a), Value::Int(b)) => a.checked_add(b),
            (Binary::Subtract, Value::Int(a), Value::Int(b)) => a.checked_sub(b),
            (Binary::Multiply, Value::Int(a), Value::Int(b)) => a.checked_mul(b),
            (Binary::Add | Binary::Subtract, a, Value::Int(0)) => return a,
            (Binary::Multiply, a, Value::Int(1)) => return a,
            _ => None,
        };
        if let Some(small) = small {
            return Value::Int(small);
        }
        let (Some(x), Some(y)) = (a.to_term(self.table), b.to_term(self.table)) else {
            return Value::Undefined;
        };
        let op = match op {
            Binary::Add => Op::Add,
            Binary::Subtract => Op::Sub,
            _ => Op::Mul,
        };
        let term = self.table.apply(op, &[x, y]);
        let simplified = self.table.simplify(term);
        Value::of_term(self.table, simplified)
    }

    /// The value itself, or the constant it simplifies to.
    pub(super) fn settled(&mut self, value: Value) -> Value {
        match value {
            Value::Term(term) => {
                let simplified = self.table.simplify(term);
                Value::of_term(self.table, simplified)
            }
            other => other,
        }
    }
}

/// How many cells an element takes.
fn element_cells(shape: &ShapeCode, length: Value, cells_each: i64) -> Value {
    match &shape.element {
        Layout::Text(_) => length,
        other => Value::Int(other.leaf_count() as i64 * cells_each),
    }
}

/// The sort of the leaves of a record if they agree.
fn common_sort(leaves: &[Leaf]) -> Scalar {
    let first = leaves.first().map_or(Scalar::Int, |leaf| leaf.sort);
    if leaves.iter().all(|leaf| leaf.sort == first) { first } else { Scalar::Int }
}
