//! Values of the input stream whose positions became known.

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_expr::{Op, Origin, Sort, TermId};
use sextant_logic::Formula;
use sextant_state::read_name;

use crate::context::Context;

impl Context<'_> {
    /// The formula with the names that forward execution gives to values read at known positions.
    pub fn with_named_inputs(&mut self, formula: &Formula) -> Formula {
        let mut named = FxHashMap::default();
        for term in self.parts_of(formula) {
            if let Some(name) = self.input_at(term) {
                named.insert(term, name);
            }
        }
        if named.is_empty() { formula.clone() } else { formula.substituted(&mut self.table, &mut named) }
    }

    /// The input that a term is, if it is the value of the stream at a known position.
    fn input_at(&mut self, term: TermId) -> Option<TermId> {
        let [stream, number] = *self.table.args(term) else { return None };
        let (Op::Select, Op::Symbol(symbol)) = (self.table.op(term), self.table.op(stream)) else {
            return None;
        };
        let Origin::Read(kind, 0) = self.table.symbol_info(*symbol).origin else { return None };
        let number = self.table.simplify(number);
        let number = u64::try_from(self.table.as_int(number)?).ok()?;
        let sort = Sort::Scalar(self.table.sort(stream).element());
        Some(self.table.input(Origin::Read(kind, number), sort, || read_name(number)))
    }

    /// All terms inside of a formula.
    fn parts_of(&self, formula: &Formula) -> FxHashSet<TermId> {
        self.table.parts(&formula.terms()).collect()
    }
}
