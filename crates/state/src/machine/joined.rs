//! Arrays of several dimensions whose extents are not known.
//!
//! The number of an element is made of all its subscripts, see [`sextant_expr::Table::joined`]: a view of such storage has
//! strides that are far apart instead of products of extents, so that numbers stay linear. Storage order plays no part in
//! it; whoever needs storage order is refused.

use std::sync::Arc;

use dashu_int::IBig;
use sextant_expr::{HALF_OF_DIMENSION, Op};

use super::Step;
use super::here::Here;
use crate::code::{HighBound, ShapeCode};
use crate::memory::{ArrayObject, Dimension, Object, View};
use crate::{ObjectId, Value};

impl Here<'_, '_> {
    pub(super) fn is_joined(&self, storage: ObjectId) -> bool {
        self.state.storage(storage).is_some_and(ArrayObject::is_joined)
    }

    /// The whole of such storage, seen with dimensions whose strides are not filled in yet.
    pub(super) fn joined_view(&mut self, storage: ObjectId, mut dimensions: Vec<Dimension>) -> View {
        let mut offset = Value::Int(0);
        let last = dimensions.len().saturating_sub(1);
        for (position, dimension) in dimensions.iter_mut().enumerate() {
            dimension.stride = Value::of_big(self.table, &(IBig::ONE << (32 * position)));
            let first = self.times(dimension.low, dimension.stride);
            offset = self.plus(offset, first);
            if position < last {
                self.keep_apart(*dimension);
            }
        }
        View { storage, offset, dimensions, length: Value::Undefined, end: Value::Undefined }
    }

    /// Subscripts of all dimensions but the last leave room for the others.
    fn keep_apart(&mut self, dimension: Dimension) {
        let half = self.table.int(HALF_OF_DIMENSION);
        let least = self.table.int(-HALF_OF_DIMENSION);
        let bounds = [(dimension.low, Op::Ge, least), (dimension.high, Op::Lt, half)];
        for (bound, relation, limit) in bounds {
            if let Value::Term(bound) = bound {
                let apart = self.table.apply(relation, &[bound, limit]);
                self.state.domain.push(apart);
            }
        }
    }

    /// A parameter sees such storage as its argument does.
    pub(super) fn associate_joined(&mut self, slot: u32, shape: &ShapeCode, argument: &View) -> Step {
        // What begins an execution has no dimensions of its own yet.
        let whole = argument.dimensions.len() == 1 && argument.dimensions[0].high == Value::Undefined;
        let mut dimensions = Vec::new();
        for (position, dimension) in shape.dimensions.iter().enumerate() {
            let low = self.defined(self.operand(dimension.low))?;
            let given = argument.dimensions.get(position).filter(|_| !whole).copied();
            let high = match dimension.high {
                HighBound::Given(high) => self.defined(self.operand(high))?,
                HighBound::OfArgument => given.map_or(Value::Undefined, |given| given.high),
                HighBound::Open => Value::Undefined,
            };
            let last = position + 1 == shape.dimensions.len();
            let same = given.is_some_and(|given| {
                self.settled(given.low) == self.settled(low)
                    && (last || self.settled(given.high) == self.settled(high))
            });
            if !whole && !same {
                return Err(self.cannot("an array with another shape in the called procedure"));
            }
            dimensions.push(Dimension { low, high, stride: Value::Int(1) });
        }
        if !whole && dimensions.len() != argument.dimensions.len() {
            return Err(self.cannot("an array with another shape in the called procedure"));
        }
        let view = self.joined_view(argument.storage, dimensions);
        let object = self.state.allocate(Object::View(Arc::new(view)));
        self.set(slot, Value::Reference(object));
        Ok(())
    }
}
