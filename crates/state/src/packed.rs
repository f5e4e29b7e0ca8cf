//! Arguments whose elements do not lie side by side, where a parameter wants them in storage order: the parameter sees a
//! copy, and what is changed in it goes back when the procedure returns.

use sextant_expr::Table;

use crate::memory::Cell;
use crate::{ObjectId, State, Value};

/// The copy that a parameter sees.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Packed {
    /// Its storage; the first cell is number 1.
    pub copy: ObjectId,
    /// The storage of the argument.
    pub original: ObjectId,
    /// For each cell of the copy the cell of the argument, and the value it had.
    pub cells: Vec<(Value, Value)>,
}

impl State {
    /// Gives arguments what the running procedure, which is about to return, has put into the copies of them.
    pub(crate) fn unpack(&mut self, table: &mut Table) {
        for packed in std::mem::take(&mut self.frame.packed) {
            for (at, (cell, before)) in (1..).zip(packed.cells) {
                let Some(copy) = self.storage(packed.copy) else { break };
                let now = match copy.cell(at) {
                    Cell::Value(value) => value,
                    Cell::Undefined => Value::Undefined,
                    Cell::Symbolic(_) | Cell::InTerm => copy.select(table, Value::Int(at)),
                };
                if now != before {
                    self.put_cell(table, packed.original, cell, now);
                }
            }
        }
    }

    fn put_cell(&mut self, table: &mut Table, storage: ObjectId, cell: Value, value: Value) {
        let Some(array) = self.storage_mut(storage) else { return };
        if let Value::Int(at) = cell
            && array.set_cell(at, value)
        {
            return;
        }
        if let (Some(cell), Some(value)) = (cell.to_term(table), value.to_term(table)) {
            array.set_element(table, cell, value);
        }
    }
}
