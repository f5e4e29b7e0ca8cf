//! Path conditions as text: lists of conjuncts.

use std::collections::HashSet;

/// The conjuncts joined by ` & `; `true` when there are none.
pub(crate) fn conjunction(conjuncts: &[String]) -> String {
    match conjuncts {
        [] => "true".to_owned(),
        _ => parts(conjuncts).join(" & "),
    }
}

/// The conjuncts as they stand in a conjunction: in parentheses where they bind less.
pub(crate) fn parts(conjuncts: &[String]) -> Vec<String> {
    let alone = conjuncts.len() < 2;
    let part = |text: &String| if alone || !binds_less(text) { text.clone() } else { format!("({text})") };
    conjuncts.iter().map(part).collect()
}

/// The conjuncts of a node that its parent does not have.
pub(crate) fn added<'c>(parent: &[String], child: &'c [String]) -> Vec<&'c str> {
    // Nearly always the child's condition is the parent's with something behind it.
    let common = parent.iter().zip(child).take_while(|(old, new)| old == new).count();
    let known: HashSet<&str> = parent[common..].iter().map(String::as_str).collect();
    child[common..].iter().map(String::as_str).filter(|conjunct| !known.contains(conjunct)).collect()
}

/// Whether an operator outside all parentheses binds less than `&`.
fn binds_less(text: &str) -> bool {
    if text.starts_with("if ") {
        return true;
    }
    let mut depth = 0_usize;
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b' ' if depth == 0 && (bytes[at..].starts_with(b" | ") || bytes[at..].starts_with(b" -> ")) => {
                return true;
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn disjunctions_get_parentheses_only_in_company() {
        assert_eq!(conjunction(&[]), "true");
        assert_eq!(conjunction(&owned(&["X < 1 | Y > 2"])), "X < 1 | Y > 2");
        assert_eq!(conjunction(&owned(&["X < 1 | Y > 2", "Z = 0"])), "(X < 1 | Y > 2) & Z = 0");
        assert_eq!(conjunction(&owned(&["A(X | 1) = 2", "Z = 0"])), "A(X | 1) = 2 & Z = 0");
    }

    #[test]
    fn added_conjuncts_are_those_the_parent_lacks() {
        assert_eq!(added(&owned(&["Y >= 1"]), &owned(&["Y = 1"])), ["Y = 1"]);
        assert_eq!(added(&owned(&["A", "B"]), &owned(&["A", "C", "B"])), ["C"]);
        assert!(added(&owned(&["A"]), &owned(&["A"])).is_empty());
        assert!(added(&owned(&["A", "B"]), &owned(&["A"])).is_empty());
    }
}
