//! Replacing terms by others.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::{Table, TermId};

impl Table {
    /// The term with every occurrence of the replaced terms changed. The map is the memo as well: it may be used
    /// again for further terms with the same replacements.
    pub fn substitute(&mut self, term: TermId, replaced: &mut FxHashMap<TermId, TermId>) -> TermId {
        let mut pending = vec![term];
        while let Some(&top) = pending.last() {
            if replaced.contains_key(&top) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            pending.extend(self.args(top).iter().filter(|arg| !replaced.contains_key(arg)));
            if pending.len() > before {
                continue;
            }
            let args: SmallVec<[TermId; 4]> = self.args(top).iter().map(|arg| replaced[arg]).collect();
            let changed = if args.as_slice() == self.args(top) {
                top
            } else {
                let op = self.op(top).clone();
                self.apply(op, &args)
            };
            replaced.insert(top, changed);
            pending.pop();
        }
        replaced[&term]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Op, Sort};

    #[test]
    fn constants_are_folded_on_the_way() {
        let mut table = Table::new();
        let (x, y) = (table.symbol("X", Sort::INT), table.symbol("Y", Sort::INT));
        let (five, two) = (table.int(5), table.int(2));
        let sum = table.apply(Op::Add, &[x, five]);
        let product = table.apply(Op::Mul, &[sum, y]);
        let mut replaced = FxHashMap::from_iter([(x, two)]);
        let changed = table.substitute(product, &mut replaced);
        assert_eq!(table.show(changed), "7*Y");
    }
}
