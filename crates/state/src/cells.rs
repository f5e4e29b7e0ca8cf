//! Cells of storage by their numbers.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{PersistentVec, Value};

/// At most this many cells are kept one by one.
pub(crate) const DENSEST: i64 = 1 << 26;

/// The cells of a storage. An undefined cell is one that nothing was put into.
#[derive(Clone, Debug)]
pub enum Cells {
    /// One cell for each number.
    Dense {
        /// The number of the first cell.
        first: i64,
        /// The cells in order.
        cells: PersistentVec<Value>,
    },
    /// Cells of any number, as many as something was put into.
    Sparse(Arc<BTreeMap<i64, Value>>),
}

impl Cells {
    /// Undefined cells from a number on; of any number if there may be very many.
    pub(crate) fn new(first: i64, count: Option<i64>) -> Cells {
        match count {
            Some(count @ 0..=DENSEST) => {
                Cells::Dense { first, cells: PersistentVec::filled(Value::Undefined, count as usize) }
            }
            _ => Cells::Sparse(Arc::default()),
        }
    }

    /// What is in a cell.
    pub(crate) fn get(&self, at: i64) -> Value {
        let found = match self {
            Cells::Dense { first, cells } => place(*first, at).and_then(|at| cells.get(at)),
            Cells::Sparse(cells) => cells.get(&at),
        };
        found.copied().unwrap_or(Value::Undefined)
    }

    /// Puts something into a cell; `false` if there is no such cell.
    pub(crate) fn set(&mut self, at: i64, value: Value) -> bool {
        match self {
            Cells::Dense { first, cells } => match place(*first, at).and_then(|at| cells.get_mut(at)) {
                Some(cell) => *cell = value,
                None => return false,
            },
            Cells::Sparse(cells) => {
                let cells = Arc::make_mut(cells);
                match value {
                    Value::Undefined => cells.remove(&at),
                    _ => cells.insert(at, value),
                };
            }
        }
        true
    }

    /// The cells that something was put into, in order.
    pub(crate) fn assigned(&self) -> Vec<(i64, Value)> {
        match self {
            Cells::Dense { first, cells } => (*first..)
                .zip(cells.iter().copied())
                .filter(|(_, value)| *value != Value::Undefined)
                .collect(),
            Cells::Sparse(cells) => cells.iter().map(|(&at, &value)| (at, value)).collect(),
        }
    }

    /// How many cells something was put into.
    pub(crate) fn assigned_count(&self) -> usize {
        match self {
            Cells::Dense { cells, .. } => cells.iter().filter(|cell| **cell != Value::Undefined).count(),
            Cells::Sparse(cells) => cells.len(),
        }
    }
}

#[inline]
fn place(first: i64, at: i64) -> Option<usize> {
    at.checked_sub(first).and_then(|distance| usize::try_from(distance).ok())
}
