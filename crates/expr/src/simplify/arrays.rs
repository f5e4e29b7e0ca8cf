//! Arrays. Operands are canonical.
//!
//! Stores at constant indices are ordered by index, one per index; a store at another index stays where it is.

use smallvec::SmallVec;

use crate::{Op, Sort, Table, TermId};

/// How deep a chain of stores is searched for the place of a new one.
const DEEPEST_INSERTION: usize = 256;

impl Table {
    /// The element of an array, read through stores and choices.
    pub(super) fn simple_select(&mut self, array: TermId, index: TermId) -> TermId {
        // Stores whose index may or may not be the one asked for, outermost first.
        let mut perhaps: SmallVec<[(TermId, TermId); 4]> = SmallVec::new();
        let mut base = array;
        let mut element = loop {
            match (self.op(base), self.args(base)) {
                (Op::Store, &[inner, at, value]) => {
                    let same = self.simple_equality(true, at, index);
                    match self.as_bool(same) {
                        Some(true) => break value,
                        Some(false) => {}
                        None => perhaps.push((same, value)),
                    }
                    base = inner;
                }
                (Op::Fill, &[value]) => break value,
                (Op::Ite, &[condition, x, y]) => break self.select_of_choice(condition, x, y, index),
                _ => {
                    let element = Sort::Scalar(self.sort(base).element());
                    break self.intern(Op::Select, element, &[base, index]);
                }
            }
        };
        for (same, value) in perhaps.into_iter().rev() {
            element = self.simple_choice(same, value, element);
        }
        element
    }

    /// Both branches are read; shared arrays are read once, thanks to the memo.
    fn select_of_choice(&mut self, condition: TermId, x: TermId, y: TermId, index: TermId) -> TermId {
        let element = Sort::Scalar(self.sort(x).element());
        let mut read = |array: TermId| {
            let raw = self.intern(Op::Select, element, &[array, index]);
            if let Some(known) = self.memo.simplified(raw) {
                return known;
            }
            let value = stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, || self.simple_select(array, index));
            self.settle_form(raw, value)
        };
        let (x, y) = (read(x), read(y));
        self.simple_choice(condition, x, y)
    }

    pub(super) fn simple_store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        if self.is_element(array, index, value) {
            return array;
        }
        let mut above: SmallVec<[(TermId, TermId); 4]> = SmallVec::new();
        let mut base = array;
        while above.len() < DEEPEST_INSERTION
            && let (Op::Store, &[inner, at, old]) = (self.op(base), self.args(base))
        {
            if at == index {
                base = inner;
                break;
            }
            match (self.as_int(at), self.as_int(index)) {
                (Some(at), Some(index)) if at > index => {}
                _ => break,
            }
            above.push((at, old));
            base = inner;
        }
        // Putting the value back where it comes from changes nothing, once the stores above are taken off.
        let sort = self.sort(array);
        let mut result = if self.is_element(base, index, value) {
            base
        } else {
            self.intern(Op::Store, sort, &[base, index, value])
        };
        for (at, old) in above.into_iter().rev() {
            result = self.intern(Op::Store, sort, &[result, at, old]);
        }
        result
    }

    /// Whether the value is plainly the element of the array at the index already.
    fn is_element(&self, array: TermId, index: TermId, value: TermId) -> bool {
        match self.op(value) {
            Op::Select if self.args(value) == [array, index] => true,
            _ => *self.op(array) == Op::Fill && self.args(array) == [value],
        }
    }
}
