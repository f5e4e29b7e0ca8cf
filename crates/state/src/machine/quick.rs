//! Short ways for constants: elements of arrays of known shape at constant subscripts.
//!
//! Each answers only where nothing is to be asked, noticed or refused; otherwise the general way is gone, which then
//! finds out what there is to say.

use sextant_expr::{FloatKind, Scalar};

use super::here::Here;
use crate::memory::{Contents, Object};
use crate::{Cells, ObjectId, State, Value};

/// The cell of an element, and the storage it lies in.
#[inline]
pub(super) fn element_cell(
    state: &State,
    object: ObjectId,
    subscripts: impl Iterator<Item = Value>,
) -> Option<(ObjectId, i64)> {
    let Object::View(view) = state.object(object) else { return None };
    let Value::Int(mut index) = view.offset else { return None };
    for (dimension, subscript) in view.dimensions.iter().zip(subscripts) {
        let (Value::Int(low), Value::Int(high), Value::Int(stride), Value::Int(at)) =
            (dimension.low, dimension.high, dimension.stride, subscript)
        else {
            return None;
        };
        if at < low || at > high {
            return None;
        }
        index = index.checked_add((at - low).checked_mul(stride)?)?;
    }
    let array = state.storage(view.storage)?;
    let end = match view.end {
        Value::Int(end) => end,
        Value::Undefined => i64::MAX,
        _ => return None,
    };
    let last = match view.length {
        Value::Undefined => index,
        Value::Int(length) => index + length.max(1) - 1,
        _ => return None,
    };
    match (array.low, array.high) {
        (Value::Int(low), Value::Int(high)) if low <= index && last <= high.min(end) => {
            Some((view.storage, index))
        }
        _ => None,
    }
}

/// The cell of an element of a vector.
#[inline]
pub(super) fn vector_cell(state: &State, object: ObjectId, subscript: Value) -> Option<(ObjectId, i64)> {
    match (state.object(object), subscript) {
        (Object::Array(array), Value::Int(at)) => match (array.low, array.high) {
            (Value::Int(low), Value::Int(high)) if low <= at && at <= high => Some((object, at)),
            _ => None,
        },
        (Object::View(view), _) if view.dimensions.len() == 1 => {
            element_cell(state, object, std::iter::once(subscript))
        }
        _ => None,
    }
}

/// What a cell holds, if it is a constant of the sort.
#[inline]
pub(super) fn load(state: &State, storage: ObjectId, index: i64, sort: Scalar) -> Option<Value> {
    let array = state.storage(storage).filter(|array| array.granule == 0)?;
    let Contents::Known { cells: Cells::Dense { first, cells }, .. } = &array.contents else { return None };
    let value = *cells.get(usize::try_from(index.checked_sub(*first)?).ok()?)?;
    let right = matches!(
        (value, sort),
        (Value::Int(_), Scalar::Int)
            | (Value::Bool(_), Scalar::Bool)
            | (Value::Double(_), Scalar::Float(FloatKind::Double))
            | (Value::Single(_), Scalar::Float(FloatKind::Single))
    );
    right.then_some(value)
}

/// Stores a constant; whether that was possible.
#[inline]
pub(super) fn store(state: &mut State, storage: ObjectId, index: i64, value: Value) -> bool {
    let Some(array) = state.storage_mut(storage) else { return false };
    let known = matches!(value, Value::Int(_) | Value::Bool(_) | Value::Double(_) | Value::Single(_));
    known
        && array.granule == 0
        && matches!(array.contents, Contents::Known { cells: Cells::Dense { .. }, .. })
        && array.set_cell(index, value)
}

impl Here<'_, '_> {
    /// The object a slot refers to, if it does.
    #[inline]
    pub(super) fn quick_reference(&self, slot: u32) -> Option<ObjectId> {
        match self.state.frame.slots[slot as usize] {
            Value::Reference(object) => Some(object),
            _ => None,
        }
    }

    /// The storage behind an object that is one or is seen through a view.
    #[inline]
    pub(super) fn quick_storage(&self, slot: u32) -> Option<ObjectId> {
        let object = self.quick_reference(slot)?;
        match self.state.object(object) {
            Object::View(view) => Some(view.storage),
            Object::Array(_) => Some(object),
            _ => None,
        }
    }
}
