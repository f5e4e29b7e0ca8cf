//! What a variable holds, part by part under the names that users know the parts by. Only for reports: nothing here
//! changes a state or asks a question.

use sextant_base::IdVec;
use sextant_expr::{Op, Table, TermId};
use sextant_syntax::{Record, RecordId, TextLength, Type};

use crate::code::{Arithmetic, Leaf, Policy, constant_bounds, constant_int, each_element, list};
use crate::memory::{Cell, Contents, Dimension, Object, View};
use crate::{ObjectId, State, Value};

/// Arrays with more elements than this are not gone through.
const MOST_ELEMENTS: i64 = 1 << 20;

/// A part of a variable that has a value of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// What stands behind the variable's name: nothing, `(1,2)`, `%X`, `(3)%NAME`.
    pub path: String,
    /// What it holds.
    pub value: PartValue,
    /// What it would hold had nobody assigned it: an element of a symbolic input.
    pub untouched: Option<TermId>,
}

/// What a part holds.
#[derive(Clone, PartialEq, Debug)]
pub enum PartValue {
    /// A number or truth value, or nothing.
    Value(Value),
    /// A text: the codes of its characters.
    Text(Vec<Value>),
    /// A complex number.
    Complex(Value, Value),
    /// An array that only a term describes.
    Array(TermId),
    /// The elements of a symbolic input, none of them assigned.
    Symbolic,
    /// An allocatable or pointer without storage.
    Unallocated,
    /// An address, in words.
    Address(String),
}

impl State {
    /// The parts of a variable of a type that have values. Of arrays, elements that were never assigned are left out.
    pub fn parts(
        &self,
        table: &mut Table,
        records: &IdVec<RecordId, Record>,
        ty: &Type,
        object: ObjectId,
    ) -> Vec<Part> {
        let mut looker = Looker { state: self, table, records, found: Vec::new() };
        looker.variable(String::new(), ty, object);
        looker.found
    }

    /// The parts of a returned value of a type that has several cells.
    pub fn returned_parts(
        &self,
        table: &mut Table,
        records: &IdVec<RecordId, Record>,
        ty: &Type,
    ) -> Vec<Part> {
        let mut looker = Looker { state: self, table, records, found: Vec::new() };
        let mut at = Position { cells: Cells::Returned, first: 0, leaves: 0, bytes: 0 };
        let length = Value::Int(self.returned_cells.len() as i64);
        looker.value(String::new(), ty, &mut at, length);
        looker.found
    }
}

/// Where cells are found.
#[derive(Clone, Copy)]
enum Cells {
    Storage(ObjectId),
    Returned,
}

/// A place in storage: where something begins, and how many leaves and bytes of it are behind us.
#[derive(Clone, Copy)]
struct Position {
    cells: Cells,
    first: i64,
    leaves: i64,
    bytes: i64,
}

struct Looker<'s> {
    state: &'s State,
    table: &'s mut Table,
    records: &'s IdVec<RecordId, Record>,
    found: Vec<Part>,
}

impl Looker<'_> {
    fn push(&mut self, path: String, value: PartValue) {
        self.found.push(Part { path, value, untouched: None });
    }

    fn variable(&mut self, path: String, ty: &Type, object: ObjectId) {
        match (self.state.object(object), ty) {
            (&Object::Scalar(value), Type::Handle(target)) => self.handle(path, target, value),
            (&Object::Scalar(value), _) => self.push(path, PartValue::Value(value)),
            _ => match (self.state.view(object), ty) {
                (None, _) => self.push(path, PartValue::Unallocated),
                (Some(view), Type::Array(element, _)) => self.array(&path, element, &view),
                (Some(view), _) => self.scalar(path, ty, &view),
            },
        }
    }

    fn handle(&mut self, path: String, target: &Type, value: Value) {
        match value {
            Value::Reference(object) => self.variable(path, target, object),
            _ => self.push(path, PartValue::Unallocated),
        }
    }

    fn scalar(&mut self, path: String, ty: &Type, seen: &View) {
        match seen.offset {
            Value::Int(first) => {
                let mut at = Position { cells: Cells::Storage(seen.storage), first, leaves: 0, bytes: 0 };
                self.value(path, ty, &mut at, seen.length);
            }
            index => {
                let value = self.select(seen.storage, index);
                self.push(path, PartValue::Value(value));
            }
        }
    }

    fn array(&mut self, path: &str, element: &Type, seen: &View) {
        let simple = element.is_simple();
        if let (true, Some(array)) = (simple, self.state.storage(seen.storage)) {
            match array.contents {
                Contents::Term { array, .. } => return self.push(path.to_owned(), PartValue::Array(array)),
                Contents::Known { base: Some(_), .. } if array.assigned_count() == 0 => {
                    return self.push(path.to_owned(), PartValue::Symbolic);
                }
                Contents::Known { .. } => {}
            }
            if seen.dimensions.iter().all(|dimension| matches!(dimension.stride, Value::Int(1..))) {
                return self.assigned(path, seen);
            }
        }
        let Some(bounds) = known_bounds(&seen.dimensions) else { return };
        let Value::Int(offset) = seen.offset else { return };
        let _ = each_element(&bounds, |subscripts, distance| {
            let mut at = Position {
                cells: Cells::Storage(seen.storage),
                first: offset + distance,
                leaves: 0,
                bytes: 0,
            };
            let before = self.found.len();
            self.value(format!("{path}({})", list(subscripts)), element, &mut at, seen.length);
            if self.found[before..].iter().all(Part::is_empty) {
                self.found.truncate(before);
            }
            Some(())
        });
    }

    /// The elements that were assigned, under the subscripts that the variable knows them by.
    fn assigned(&mut self, path: &str, seen: &View) {
        let Some(array) = self.state.storage(seen.storage) else { return };
        let base = array.symbol();
        let cells = array.assigned();
        for (cell, value) in cells.into_iter().filter(|(_, value)| *value != Value::Tail) {
            let Some(subscripts) = subscripts_of(seen, cell) else { continue };
            let untouched = base.map(|base| {
                let index = self.table.int(cell);
                self.table.apply(Op::Select, &[base, index])
            });
            let path = format!("{path}({})", list(&subscripts));
            self.found.push(Part { path, value: PartValue::Value(value), untouched });
        }
    }

    /// A value of a type that begins at a position; the position goes behind it.
    fn value(&mut self, path: String, ty: &Type, at: &mut Position, length: Value) {
        match ty {
            Type::Complex(kind) => {
                let ty = Type::Real(*kind);
                let (re, im) = (self.leaf(&ty, at), self.leaf(&ty, at));
                self.push(path, PartValue::Complex(re, im));
            }
            Type::Text(given) => {
                let given = match given {
                    TextLength::Given(length) => constant_int(length).and_then(|n| i64::try_from(n).ok()),
                    TextLength::OfArgument | TextLength::Open => None,
                };
                let length = match length {
                    Value::Int(length) => Some(length),
                    _ => given,
                };
                let count = length.unwrap_or(0).clamp(0, MOST_ELEMENTS);
                let text = (0..count).map(|_| self.leaf(ty, at)).collect();
                self.push(path, PartValue::Text(text));
            }
            Type::Record(id) => {
                let records = self.records;
                let components = records.get(*id).map_or(&[][..], |record| &record.components);
                for component in components {
                    let path = format!("{path}%{}", component.name);
                    self.value(path, &component.ty, at, Value::Undefined);
                }
            }
            Type::Array(element, bounds) => {
                let Some(bounds) = constant_bounds(bounds) else { return };
                let bounds: Vec<_> = bounds.into_iter().map(|(low, high)| (low, high, 0)).collect();
                let _ = each_element(&bounds, |subscripts, _| {
                    self.value(format!("{path}({})", list(subscripts)), element, at, Value::Undefined);
                    Some(())
                });
            }
            Type::Handle(target) => {
                let value = self.leaf(ty, at);
                self.handle(path, target, value);
            }
            simple => {
                let value = self.leaf(simple, at);
                self.push(path, PartValue::Value(value));
            }
        }
    }

    /// The next leaf.
    fn leaf(&mut self, ty: &Type, at: &mut Position) -> Value {
        // The size of a leaf does not depend on the arithmetic.
        let policy = Policy {
            arithmetic: Arithmetic::Ideal,
            division: sextant_expr::Rounding::Floor,
            real_errors: true,
        };
        let bytes = i64::from(Leaf::of(ty, policy).bytes);
        let (leaves, before) = (at.leaves, at.bytes);
        at.leaves += 1;
        at.bytes += bytes;
        match at.cells {
            Cells::Returned => {
                let cell = usize::try_from(at.first + leaves).ok();
                cell.and_then(|cell| self.state.returned_cells.get(cell)).copied().unwrap_or(Value::Undefined)
            }
            Cells::Storage(storage) => {
                let granule = self.state.storage(storage).map_or(0, |array| i64::from(array.granule));
                let distance = if granule == 0 { leaves } else { before / granule };
                let cell = at.first + distance;
                match self.state.storage(storage).map(|array| array.cell(cell)) {
                    Some(Cell::Symbolic(_) | Cell::InTerm) => self.select(storage, Value::Int(cell)),
                    _ => self.state.raw_cell(storage, cell),
                }
            }
        }
    }

    fn select(&mut self, storage: ObjectId, index: Value) -> Value {
        self.state.storage(storage).map_or(Value::Undefined, |array| array.select(self.table, index))
    }
}

impl Part {
    /// Whether nothing was ever put there.
    fn is_empty(&self) -> bool {
        match &self.value {
            PartValue::Value(value) => *value == Value::Undefined,
            PartValue::Text(text) => text.iter().all(|value| *value == Value::Undefined),
            PartValue::Complex(re, im) => *re == Value::Undefined && *im == Value::Undefined,
            PartValue::Unallocated => true,
            PartValue::Array(_) | PartValue::Symbolic | PartValue::Address(_) => false,
        }
    }
}

/// The bounds and strides of all dimensions, if they are known and the elements are not too many.
fn known_bounds(dimensions: &[Dimension]) -> Option<Vec<(i64, i64, i64)>> {
    let mut count = 1_i64;
    dimensions
        .iter()
        .map(|dimension| match (dimension.low, dimension.high, dimension.stride) {
            (Value::Int(low), Value::Int(high), Value::Int(stride)) => {
                count = count.checked_mul((high.checked_sub(low)?.checked_add(1)?).max(0))?;
                (count <= MOST_ELEMENTS).then_some((low, high, stride))
            }
            _ => None,
        })
        .collect()
}

/// The subscripts of the element in a cell; `None` if the variable does not reach there. Where a size is not known,
/// elements are counted as they lie in storage.
fn subscripts_of(seen: &View, cell: i64) -> Option<Vec<i64>> {
    let Value::Int(offset) = seen.offset else { return Some(vec![cell]) };
    let mut distance = cell.checked_sub(offset).filter(|distance| *distance >= 0)?;
    let mut subscripts = Vec::with_capacity(seen.dimensions.len());
    for dimension in seen.dimensions.iter().rev() {
        let (Value::Int(low), Value::Int(stride)) = (dimension.low, dimension.stride) else {
            return Some(vec![cell]);
        };
        let subscript = low.checked_add(distance / stride)?;
        distance %= stride;
        if matches!(dimension.high, Value::Int(high) if subscript > high) {
            return None;
        }
        subscripts.push(subscript);
    }
    subscripts.reverse();
    (distance == 0).then_some(subscripts)
}
