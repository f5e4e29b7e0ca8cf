//! Trials on small numbers: conditions that hold together for some of them do not contradict one another, and nobody
//! needs to be asked. The algebra knows the exact values of roots, logarithms and quotients, which a solver does not.

use std::cell::RefCell;

use rustc_hash::FxHashSet;
use sextant_algebra::{ArrayValue, Condition, Symbol, Term, Values};
use sextant_base::Random;

/// Assignments that are tried.
const TRIALS: u64 = 24;
/// Steps that one of them may take.
const STEPS: u64 = 2_000;
/// Values of symbols; mostly positive, as most symbols count something.
const NUMBERS: [i32; 12] = [0, 1, 2, 3, 5, 1, 9, 4, -1, 7, 20, -3];

/// Whether values were found for which all conditions hold; some symbols are given by the others.
pub fn hold_somewhere(conditions: &[Condition], given: &[(Symbol, Term)]) -> bool {
    let symbols = symbols_of(conditions);
    let mut random = Random::new(1);
    (0..TRIALS).any(|_| {
        let mut values = Values { steps: STEPS, ..Values::default() };
        for symbol in &symbols {
            let number = NUMBERS[random.below(NUMBERS.len())];
            // The name may be that of an array.
            let array = ArrayValue { default: number.into(), ..ArrayValue::default() };
            values.arrays.insert(symbol.name.clone(), array);
            values.set(&symbol.name, number);
        }
        for (symbol, term) in given {
            if let Ok(value) = values.term(term) {
                values.set(&symbol.name, value);
            }
        }
        conditions.iter().all(|condition| values.condition(condition) == Ok(true))
    })
}

/// The symbols of conditions in an order of their own.
pub(super) fn symbols_of(conditions: &[Condition]) -> Vec<Symbol> {
    let found: RefCell<FxHashSet<Symbol>> = RefCell::default();
    for condition in conditions {
        condition.mentions_any(&|symbol| {
            found.borrow_mut().insert(symbol.clone());
            false
        });
    }
    let mut symbols: Vec<Symbol> = found.into_inner().into_iter().collect();
    symbols.sort();
    symbols
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_together_is_found_and_nothing_else() {
        let n = Term::symbol(&Symbol::integer("n"));
        let root = Term::root(&n);
        let large = Condition::at_most(&Term::int(2), &root);
        assert!(hold_somewhere(&[large.clone(), Condition::less(&root, &n)], &[]));
        assert!(!hold_somewhere(&[large, Condition::less(&n, &root)], &[]));
    }

    #[test]
    fn what_equations_give_is_not_left_to_chance() {
        let (m, n) = (Symbol::integer("m"), Symbol::integer("n"));
        let square = Term::symbol(&n).times(&Term::symbol(&n)).plus_int(1000);
        let equation = Condition::eq(&Term::symbol(&m).minus(&square));
        assert!(hold_somewhere(&[equation], &[(m, square)]));
    }
}
