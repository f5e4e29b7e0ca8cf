//! Whether the elements of an argument lie side by side, and copies of those that do not.

use std::sync::Arc;

use sextant_syntax::{ArrayBounds, Type};

use super::here::Here;
use crate::code::{ElementCode, ProcedureCode};
use crate::memory::{ArrayObject, Cell, Dimension, Object, View};
use crate::packed::Packed;
use crate::{Stop, Value};

/// An argument with more cells than this is not copied.
const MOST_CELLS: i64 = 1 << 24;

/// An argument that is to be copied: the view of it, the cells with their values, and how many make an element.
pub(super) struct ToPack {
    view: View,
    cells: Vec<(Value, Value)>,
    each: i64,
}

/// Whether a parameter, by its position, takes the elements of its argument in storage order.
pub(super) fn wants_sequence(callee: &ProcedureCode, position: usize) -> bool {
    let ty = callee.parameter_type(position);
    matches!(ty, Some(Type::Array(_, bounds)) if matches!(bounds.last(), Some(ArrayBounds::Sequence { .. })))
}

impl Here<'_, '_> {
    /// What has to be copied of an argument so that its elements lie side by side; nothing if they do.
    pub(super) fn packed_argument(
        &mut self,
        argument: Value,
        element: ElementCode,
    ) -> Result<Option<ToPack>, Stop> {
        let Value::Reference(object) = argument else { return Ok(None) };
        let view = self.view(object)?;
        if view.dimensions.is_empty() || self.is_joined(view.storage) {
            return Ok(None);
        }
        let each = match (element.text, view.length) {
            (true, length) => length,
            (false, _) => Value::Int(i64::from(element.values) * self.cells_of(view.storage, element.bytes)),
        };
        if self.side_by_side(&view, each) {
            return Ok(None);
        }
        let Value::Int(each) = each else { return Err(self.apart()) };
        let cells = self.cells_in_order(&view, each)?;
        Ok(Some(ToPack { view, cells, each }))
    }

    fn apart(&self) -> Stop {
        self.cannot(
            "a section whose shape depends on symbols, where its elements are wanted in storage order",
        )
    }

    fn side_by_side(&mut self, view: &View, each: Value) -> bool {
        let mut expected = each;
        let last = view.dimensions.len() - 1;
        for (position, dimension) in view.dimensions.iter().enumerate() {
            let extent = self.extent(dimension.low, dimension.high);
            if extent == Value::Int(1) {
                continue;
            }
            let gap = self.minus(dimension.stride, expected);
            if gap != Value::Int(0) {
                return extent == Value::Int(0);
            }
            if position < last {
                expected = self.times(expected, extent);
            }
        }
        true
    }

    /// The cells of the elements in order, each with its value.
    fn cells_in_order(&mut self, view: &View, each: i64) -> Result<Vec<(Value, Value)>, Stop> {
        let mut distances = vec![0];
        for dimension in &view.dimensions {
            let extent = self.extent(dimension.low, dimension.high);
            let (Value::Int(extent), Value::Int(stride)) = (extent, dimension.stride) else {
                return Err(self.apart());
            };
            if extent.max(1).saturating_mul(distances.len() as i64) > MOST_CELLS {
                return Err(self.cannot("so large a copy of a section"));
            }
            distances = (0..extent)
                .flat_map(|at| distances.iter().map(move |distance| distance + at * stride))
                .collect();
        }
        let mut cells = Vec::with_capacity(distances.len());
        for distance in distances {
            for at in 0..each {
                let cell = self.plus(view.offset, Value::Int(distance + at));
                let value = self.value_in_cell(view, cell)?;
                cells.push((cell, value));
            }
        }
        Ok(cells)
    }

    /// What lies in a cell, which need not have a value.
    fn value_in_cell(&mut self, view: &View, cell: Value) -> Result<Value, Stop> {
        let known = match (cell, self.state.storage(view.storage)) {
            (Value::Int(at), Some(array)) => match array.cell(at) {
                Cell::Value(value) => Some(value),
                Cell::Undefined => Some(Value::Undefined),
                Cell::Symbolic(_) | Cell::InTerm => None,
            },
            _ => None,
        };
        match known {
            Some(value) => Ok(value),
            None => self.element_value(view.storage, cell, None),
        }
    }

    /// Lets a parameter refer to a copy; the activation that gets it gives back what is changed.
    pub(super) fn pack(&mut self, wanted: ToPack) -> (Value, Packed) {
        let ToPack { view, cells, each } = wanted;
        let (element, granule) = match self.state.storage(view.storage) {
            Some(array) => (array.element, array.granule),
            None => (sextant_expr::Scalar::Int, 0),
        };
        let mut copy = ArrayObject::new(element, Value::Int(1), Value::Int(cells.len() as i64), None);
        copy.granule = granule;
        for (at, (_, value)) in (1..).zip(&cells) {
            copy.set_cell(at, *value);
        }
        let copy = self.state.allocate(Object::Array(copy));
        let mut stride = each;
        let mut dimensions = Vec::new();
        for dimension in &view.dimensions {
            let extent = match self.extent(dimension.low, dimension.high) {
                Value::Int(extent) => extent,
                _ => 0,
            };
            dimensions.push(Dimension::known((1, extent, stride)));
            stride *= extent;
        }
        let seen = View {
            storage: copy,
            offset: Value::Int(1),
            dimensions,
            length: view.length,
            end: Value::Undefined,
        };
        let seen = self.reference_to(Object::View(Arc::new(seen)));
        (seen, Packed { copy, original: view.storage, cells })
    }
}
