//! Terms of another table.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::{Op, Origin, Table, TermId};

impl Table {
    /// The same term of another table, symbols taken by their origins; fresh ones mean nothing
    /// outside their table and are new ones here. The memo belongs to this pair of tables.
    pub fn import(&mut self, other: &Table, term: TermId, memo: &mut FxHashMap<TermId, TermId>) -> TermId {
        let mut pending = vec![term];
        while let Some(&top) = pending.last() {
            if memo.contains_key(&top) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            pending.extend(other.args(top).iter().filter(|arg| !memo.contains_key(arg)));
            if pending.len() == before {
                let copy = match other.op(top) {
                    Op::Symbol(id) => {
                        let symbol = other.symbol_info(*id);
                        let copy = match &symbol.origin {
                            Origin::Fresh(_) => self.fresh(&symbol.name, symbol.sort),
                            origin => self.input(origin.clone(), symbol.sort, || symbol.name.clone()),
                        };
                        if let Some(shape) = other.shape(*id) {
                            self.set_shape(copy, shape.clone());
                        }
                        if let Some(limits) = other.limits(top) {
                            self.widen_limits(copy, limits);
                        }
                        copy
                    }
                    op => {
                        let args: SmallVec<[TermId; 4]> =
                            other.args(top).iter().map(|arg| memo[arg]).collect();
                        self.intern(op.clone(), other.sort(top), &args)
                    }
                };
                memo.insert(top, copy);
                pending.pop();
            }
        }
        memo[&term]
    }
}
