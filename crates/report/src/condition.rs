//! Path conditions: lists of conjuncts.

use std::collections::HashSet;

use sextant_notation::Formula;

/// The conjuncts of a node that its parent does not have.
pub(crate) fn added(parent: &[Formula], child: &[Formula]) -> Vec<Formula> {
    // Nearly always the child's condition is the parent's with something behind it.
    let common = parent.iter().zip(child).take_while(|(old, new)| old == new).count();
    let known: HashSet<String> = parent[common..].iter().map(Formula::to_string).collect();
    let is_new = |conjunct: &&Formula| known.is_empty() || !known.contains(&conjunct.to_string());
    child[common..].iter().filter(is_new).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_conjuncts_are_those_the_parent_lacks() {
        let of = |names: &[&str]| names.iter().map(|&name| Formula::name(name)).collect::<Vec<_>>();
        assert_eq!(added(&of(&["Y >= 1"]), &of(&["Y = 1"])), ["Y = 1"]);
        assert_eq!(added(&of(&["A", "B"]), &of(&["A", "C", "B"])), ["C"]);
        assert!(added(&of(&["A"]), &of(&["A"])).is_empty());
        assert!(added(&of(&["A", "B"]), &of(&["A"])).is_empty());
    }
}
