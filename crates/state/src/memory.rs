//! Objects of a state's memory: variables that others may refer to, and arrays.

use std::sync::Arc;

use sextant_expr::{Op, Scalar, Shape, Sort, Table, TermId, Value as EvalValue};
use sextant_syntax::IntType;

use crate::cells::Cells;
use crate::{Block, ObjectId, Value};

/// An object.
#[derive(Clone, Debug)]
pub enum Object {
    /// A scalar variable.
    Scalar(Value),
    /// An array.
    Array(ArrayObject),
    /// An element of an array that was passed by reference.
    Element {
        /// The array.
        array: ObjectId,
        /// The subscript.
        index: Value,
        /// The last cell of the array that was passed, see [`View::end`].
        end: Value,
    },
    /// An array seen with the bounds a parameter is declared with.
    Narrowed {
        /// The array.
        array: ObjectId,
        /// The lowest subscript.
        low: Value,
        /// The highest subscript.
        high: Value,
    },
    /// Part of a storage, seen with dimensions or a text length of its own.
    View(Arc<View>),
    /// Storage of a handle that was given back.
    Released,
    /// Storage addressed by bytes.
    Block(Box<Block>),
}

/// Part of a storage, seen with dimensions or a text length of its own. A view without dimensions is a scalar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The array (or scalar) whose cells are seen.
    pub storage: ObjectId,
    /// The subscript in the storage at which the first element begins.
    pub offset: Value,
    /// The dimensions, the one that varies fastest first.
    pub dimensions: Vec<Dimension>,
    /// The length of each element if elements are texts.
    pub length: Value,
    /// The last cell of the array that was passed as an argument, where its declaration tells; undefined: as far as the
    /// storage goes.
    pub end: Value,
}

/// One dimension of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dimension {
    /// The lowest subscript.
    pub low: Value,
    /// The highest subscript; undefined: as far as the storage goes.
    pub high: Value,
    /// The distance in cells from one element to the next.
    pub stride: Value,
}

/// An array.
#[derive(Clone, Debug)]
pub struct ArrayObject {
    /// The sort of the elements.
    pub element: Scalar,
    /// The lowest subscript; undefined: not known.
    pub low: Value,
    /// The highest subscript; undefined: not known.
    pub high: Value,
    /// The elements.
    pub contents: Contents,
    /// A symbolic array whose elements have a type with limits.
    pub(crate) limited_input: Option<(TermId, IntType)>,
    /// How many bytes a cell stands for where values of different sizes share the storage; 0: each value has
    /// one cell, whatever its size.
    pub(crate) granule: u8,
    /// Elements are numbered by all their subscripts, see [`Table::joined`], because the extents of its dimensions are
    /// not known; otherwise by their position.
    pub(crate) joined: bool,
}

/// The elements of an array.
#[derive(Clone, Debug)]
pub enum Contents {
    /// Every assignment so far had a constant subscript.
    Known {
        /// The assigned elements.
        cells: Cells,
        /// The symbolic array that all others are elements of; without one, they have no value.
        base: Option<TermId>,
    },
    /// Some assignment had a symbolic subscript.
    Term {
        /// The array as a term.
        array: TermId,
        /// For which subscripts there is a value, as an array of truth values; `None`: for all.
        defined: Option<TermId>,
    },
}

impl Dimension {
    /// Of known bounds and a known distance.
    pub(crate) fn known((low, high, stride): (i64, i64, i64)) -> Dimension {
        let [low, high, stride] = [low, high, stride].map(Value::Int);
        Dimension { low, high, stride }
    }
}

impl View {
    /// How elements of one cell each are counted; `None` for a vector, or if the dimensions are not known.
    pub(crate) fn shape(&self, first: i64) -> Option<Shape> {
        let mut distance = 1_i64;
        let mut dimensions = Vec::with_capacity(self.dimensions.len());
        for (position, dimension) in self.dimensions.iter().enumerate() {
            let (Value::Int(low), Value::Int(stride)) = (dimension.low, dimension.stride) else {
                return None;
            };
            let extent = match dimension.high {
                Value::Int(high) => Some((high - low + 1).max(0)),
                _ if position + 1 == self.dimensions.len() => None,
                _ => return None,
            };
            if stride != distance {
                return None;
            }
            distance = distance.checked_mul(extent.unwrap_or(1))?;
            dimensions.push((low, extent));
        }
        (dimensions.len() > 1).then_some(Shape { first, dimensions })
    }
}

impl ArrayObject {
    /// A new array, of elements without values or of those of a symbolic array.
    pub fn new(element: Scalar, low: Value, high: Value, base: Option<TermId>) -> Self {
        let cells = match (low, high) {
            (Value::Int(first), Value::Int(last)) => {
                Cells::new(first, last.checked_sub(first).and_then(|extent| extent.checked_add(1)))
            }
            _ => Cells::new(0, None),
        };
        let contents = Contents::Known { cells, base };
        Self { element, low, high, contents, limited_input: None, granule: 0, joined: false }
    }

    /// An array of several dimensions whose extents are not known.
    pub(crate) fn joined(element: Scalar, base: Option<TermId>) -> Self {
        Self { joined: true, ..Self::new(element, Value::Undefined, Value::Undefined, base) }
    }

    /// Whether elements are numbered by all their subscripts.
    pub fn is_joined(&self) -> bool {
        self.joined
    }

    /// Gives every element another, unknown value.
    pub(crate) fn forget(&mut self, symbol: TermId, range: Option<IntType>) {
        let fresh = Self::new(self.element, self.low, self.high, Some(symbol)).limited(range);
        (self.contents, self.limited_input) = (fresh.contents, fresh.limited_input);
    }

    /// The symbolic input whose elements these are, where none was assigned.
    pub(crate) fn symbol(&self) -> Option<TermId> {
        match self.contents {
            Contents::Known { base, .. } => base,
            Contents::Term { .. } => None,
        }
    }

    /// How many cells a value of so many bytes takes.
    pub(crate) fn cells_of(&self, bytes: u8) -> i64 {
        bytes.checked_div(self.granule).map_or(1, |cells| i64::from(cells.max(1)))
    }

    /// The same array; where its elements are inputs, they have the limits of a type.
    pub fn limited(mut self, range: Option<IntType>) -> Self {
        if let Some(symbol) = self.symbol() {
            self.limited_input = range.map(|range| (symbol, range));
        }
        self
    }

    /// The cell at a constant subscript: its value, or what its base makes of it. `None` for a subscript whose
    /// value only a term can tell.
    pub fn cell(&self, index: i64) -> Cell {
        let Contents::Known { cells, base } = &self.contents else { return Cell::InTerm };
        match (cells.get(index), base) {
            (Value::Undefined, None) => Cell::Undefined,
            (Value::Undefined, Some(array)) => Cell::Symbolic(*array),
            (value, _) => Cell::Value(value),
        }
    }

    /// Assigns at a constant subscript; `false` if only a term can take it.
    pub fn set_cell(&mut self, index: i64, value: Value) -> bool {
        match &mut self.contents {
            Contents::Known { cells, .. } => cells.set(index, value),
            Contents::Term { .. } => false,
        }
    }

    /// Assigns at any subscript.
    pub(crate) fn set_element(&mut self, table: &mut Table, index: TermId, value: TermId) {
        let (array, defined) = self.as_term(table);
        let array = table.apply(Op::Store, &[array, index, value]);
        let defined = defined.map(|defined| {
            let yes = table.boolean(true);
            table.apply(Op::Store, &[defined, index, yes])
        });
        self.contents = Contents::Term { array, defined };
    }

    /// The whole array as a term, and for which subscripts it has values (`None`: all).
    pub fn as_term(&self, table: &mut Table) -> (TermId, Option<TermId>) {
        let base = match &self.contents {
            Contents::Term { array, defined } => return (*array, *defined),
            Contents::Known { base, .. } => *base,
        };
        let (mut array, mut defined) = match base {
            Some(array) => (array, None),
            None => {
                // Nobody may look at elements without a value; one that is there anyway makes the shortest term.
                let any = self.assigned().first().and_then(|(_, value)| value.to_term(table));
                let placeholder =
                    any.unwrap_or_else(|| table.constant(&EvalValue::default_of(Sort::Scalar(self.element))));
                let nowhere = table.boolean(false);
                let defined = (!self.is_full()).then(|| table.apply(Op::Fill, &[nowhere]));
                (table.apply(Op::Fill, &[placeholder]), defined)
            }
        };
        for (index, value) in self.assigned() {
            let Some(value) = value.to_term(table) else { continue };
            let index = table.int(index);
            array = table.apply(Op::Store, &[array, index, value]);
            if let Some(known) = defined {
                let yes = table.boolean(true);
                defined = Some(table.apply(Op::Store, &[known, index, yes]));
            }
        }
        (array, defined)
    }

    /// The element at any subscript, for those who do not ask whether it has a value.
    pub(crate) fn select(&self, table: &mut Table, index: Value) -> Value {
        if let Value::Int(at) = index
            && let Cell::Value(value) = self.cell(at)
        {
            return value;
        }
        let (array, _) = self.as_term(table);
        match index.to_term(table) {
            Some(index) => Value::Term(table.apply(Op::Select, &[array, index])),
            None => Value::Undefined,
        }
    }

    /// The condition that there is a value at a symbolic subscript; `None` if there always is.
    pub fn has_value(&self, table: &mut Table, index: TermId) -> Option<TermId> {
        match &self.contents {
            Contents::Term { defined, .. } => {
                let defined = (*defined)?;
                Some(table.apply(Op::Select, &[defined, index]))
            }
            Contents::Known { base: Some(_), .. } => None,
            Contents::Known { base: None, .. } => {
                let mut runs = Vec::new();
                for (first, last) in self.assigned_runs() {
                    let (first, last) = (table.int(first), table.int(last));
                    let not_before = table.apply(Op::Ge, &[index, first]);
                    let not_behind = table.apply(Op::Le, &[index, last]);
                    runs.push(table.and(&[not_before, not_behind]));
                }
                Some(table.or(&runs))
            }
        }
    }

    /// The subscripts assigned so far, as runs of neighbours.
    fn assigned_runs(&self) -> Vec<(i64, i64)> {
        let mut runs: Vec<(i64, i64)> = Vec::new();
        for (index, _) in self.assigned() {
            match runs.last_mut() {
                Some((_, last)) if last.checked_add(1) == Some(index) => *last = index,
                _ => runs.push((index, index)),
            }
        }
        runs
    }

    /// Whether every element within the bounds has a value.
    fn is_full(&self) -> bool {
        match &self.contents {
            Contents::Known { cells: Cells::Dense { cells, .. }, .. } => self.assigned_count() == cells.len(),
            Contents::Known { .. } | Contents::Term { .. } => false,
        }
    }

    /// How many cells were assigned at constant subscripts.
    pub fn assigned_count(&self) -> usize {
        match &self.contents {
            Contents::Known { cells, .. } => cells.assigned_count(),
            Contents::Term { .. } => 0,
        }
    }

    /// The cells assigned so far at constant subscripts, in order; empty when the array is a term.
    pub fn assigned(&self) -> Vec<(i64, Value)> {
        match &self.contents {
            Contents::Known { cells, .. } => cells.assigned(),
            Contents::Term { .. } => Vec::new(),
        }
    }

    /// The sort of the array as a term.
    pub fn sort(&self) -> Sort {
        Sort::Array(self.element)
    }
}

/// What an array holds at a constant subscript.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// A value.
    Value(Value),
    /// Nothing.
    Undefined,
    /// The element of a symbolic array.
    Symbolic(TermId),
    /// Only a term can tell.
    InTerm,
}
