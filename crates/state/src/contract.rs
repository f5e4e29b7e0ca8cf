//! Calls that are not executed: whoever knows what a procedure does stands in for its body.

use std::sync::Arc;

use sextant_expr::{Sort, Table};

use crate::state::ResultPlace;
use crate::{Code, ProcedureCode, State, Value, sort_of};

impl State {
    /// Any value that the running procedure may return, under a name; none if it returns nothing or several values.
    pub fn any_result(&mut self, code: &Code, name: &str, table: &mut Table) -> Option<Value> {
        let ProcedureCode { returns, .. } = &*code.procedures[self.frame.procedure];
        let ty = returns.as_ref().filter(|ty| ty.is_simple())?;
        let symbol = table.symbol(name, Sort::Scalar(sort_of(ty, code.policy)));
        self.limit(table, Value::Term(symbol), code.range_of(ty));
        Some(Value::Term(symbol))
    }

    /// Leaves the running activation, which has a caller, as if it had returned this value. A result of several values
    /// is not touched: its storage is the caller's.
    pub fn leave_call(&mut self, value: Value, table: &mut Table) {
        self.unpack(table);
        let Some(caller) = self.suspended.pop() else { return };
        let callee = std::mem::replace(&mut self.frame, Arc::unwrap_or_clone(caller));
        self.memory.truncate(callee.objects_from);
        if let ResultPlace::Slot(slot) = callee.result {
            self.frame.slots[slot as usize] = value;
        }
    }
}
