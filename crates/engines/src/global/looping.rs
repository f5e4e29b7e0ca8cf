//! A loop as a problem of its own: what one pass does, from where it begins, and what is known about it.

use std::sync::Arc;

use sextant_algebra::{Array, Condition, Substitution, Symbol, Term};

/// What one pass does on one way through the body.
#[derive(Clone, PartialEq, Debug)]
pub struct Body {
    /// When this way is taken and leads back to the head.
    pub guard: Condition,
    /// The numbers after it.
    pub updates: Vec<Term>,
    /// The arrays after it.
    pub arrays: Vec<Array>,
}

/// An array that the loop changes.
#[derive(Clone, PartialEq, Debug)]
pub struct ArrayVariable {
    /// Its name inside the bodies.
    pub name: Arc<str>,
    /// Whether its elements are integers.
    pub integer: bool,
    /// How many dimensions it has.
    pub rank: usize,
    /// Its value before the loop.
    pub first: Array,
}

impl ArrayVariable {
    /// The array before a pass.
    pub fn inside(&self) -> Array {
        Array::Symbol(self.name.clone(), self.integer)
    }
}

/// A loop: symbols of its own for everything it changes, so that values at the start are never confused with
/// values inside.
#[derive(Clone, PartialEq, Debug)]
pub struct LoopProblem {
    /// What counts its passes in closed forms.
    pub index: Symbol,
    /// What holds at the start.
    pub facts: Vec<Condition>,
    /// The changed numbers.
    pub symbols: Vec<Symbol>,
    /// Their values before the loop.
    pub first: Vec<Term>,
    /// The changed arrays.
    pub arrays: Vec<ArrayVariable>,
    /// The ways through the body; they exclude one another.
    pub bodies: Vec<Body>,
    /// Whether one of the ways is known to be taken wherever what all guards have in common holds.
    pub exhaustive: bool,
}

/// What is claimed about a loop under a condition.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// When it applies.
    pub condition: Condition,
    /// The numbers after `k` passes, as long as the loop runs that long.
    pub values: Vec<Term>,
    /// The arrays after `k` passes.
    pub arrays: Vec<Array>,
    /// How many passes there are in all, by cases; `None` where it never ends.
    pub counts: Vec<(Condition, Option<Term>)>,
    /// Numbers known at the end of the loop though not after each pass.
    pub at_exit: Vec<Option<Term>>,
    /// Positions of numbers that keep an exact recurrence.
    pub open: Vec<usize>,
    /// Expressions with closed forms.
    pub relations: Vec<(Term, Term)>,
    /// What should be said.
    pub notes: Vec<String>,
}

impl LoopProblem {
    /// A loop that changes numbers only: what counts its passes, what holds at the start, the numbers with their first
    /// values, and for each way its guard with the numbers after it.
    pub fn of_numbers(
        index: &str,
        facts: Vec<Condition>,
        (symbols, first): (Vec<Symbol>, Vec<Term>),
        ways: impl IntoIterator<Item = (Condition, Vec<Term>)>,
    ) -> LoopProblem {
        let bodies = ways.into_iter().map(|(guard, updates)| Body { guard, updates, arrays: Vec::new() });
        LoopProblem {
            index: Symbol::integer(index),
            facts,
            symbols,
            first,
            arrays: Vec::new(),
            bodies: bodies.collect(),
            exhaustive: false,
        }
    }

    /// Whether the guards, or the numbers, of all ways through the body may have more symbols together than this.
    pub fn is_longer_than(&self, most: usize) -> bool {
        let each = most / self.bodies.len().max(1);
        self.bodies.iter().any(|body| {
            body.guard.is_longer_than(each) || body.updates.iter().any(|number| number.is_longer_than(each))
        })
    }

    /// The substitution of values for the symbols of the loop.
    pub fn values(&self, numbers: &[Term], arrays: &[Array]) -> Substitution {
        let mut all = Substitution::of_all(&self.symbols, numbers);
        for (array, value) in self.arrays.iter().zip(arrays) {
            all.arrays.insert(array.name.clone(), value.clone());
        }
        all
    }

    /// The number of passes that are done.
    pub fn passes(&self) -> Term {
        Term::symbol(&self.index)
    }

    /// The substitution of a number of passes for the one that closed forms speak of.
    pub fn after(&self, passes: &Term) -> Substitution {
        Substitution::of(&self.index, passes)
    }

    /// The same where one more pass is done.
    pub fn after_next(&self) -> Substitution {
        self.after(&self.passes().plus_int(1))
    }

    /// Whether control goes round once more after the passes that a piece speaks of.
    pub fn guard_after(&self, piece: &Piece) -> Condition {
        self.values(&piece.values, &piece.arrays).condition(&self.guard())
    }

    /// The substitution of the values before the loop.
    pub fn start(&self) -> Substitution {
        let arrays: Vec<Array> = self.arrays.iter().map(|array| array.first.clone()).collect();
        self.values(&self.first, &arrays)
    }

    /// The substitution of the values after one pass on a way.
    pub fn step(&self, body: &Body) -> Substitution {
        self.values(&body.updates, &body.arrays)
    }

    /// Whether a symbol belongs to the loop.
    pub fn owns(&self, symbol: &Symbol) -> bool {
        self.symbols.contains(symbol) || self.arrays.iter().any(|array| array.name == symbol.name)
    }

    /// Whether a condition is the same in every pass.
    pub fn is_fixed(&self, condition: &Condition) -> bool {
        !condition.mentions_any(&|symbol| self.owns(symbol))
    }

    /// Whether control goes round once more, over the loop's symbols.
    pub fn guard(&self) -> Condition {
        self.shared_guard().0
    }

    fn shared_guard(&self) -> (Condition, Vec<Condition>) {
        let (shared, rests) = common_guard(&self.bodies);
        let any = if self.exhaustive { Condition::True } else { Condition::any(rests.iter().cloned()) };
        (shared.and(&any), rests)
    }

    /// The same loop; whether its ways are exhaustive is found out by asking whether a condition always holds.
    pub fn examined(mut self, holds: &mut dyn FnMut(&Condition, &Condition) -> bool) -> LoopProblem {
        let (shared, rests) = common_guard(&self.bodies);
        let any = Condition::any(rests);
        self.exhaustive = !self.bodies.is_empty() && (any == Condition::True || holds(&shared, &any));
        self
    }

    /// All ways as one, with choices for what differs; together with the guard.
    pub fn merged(&self) -> Body {
        let (guard, rests) = self.shared_guard();
        let mut bodies = self.bodies.iter().zip(&rests).rev();
        let Some((last, _)) = bodies.next() else {
            // No way leads back to the head: nothing ever changes.
            return Body {
                guard: Condition::False,
                updates: self.symbols.iter().map(Term::symbol).collect(),
                arrays: self.arrays.iter().map(ArrayVariable::inside).collect(),
            };
        };
        let mut merged = Body { guard, ..last.clone() };
        for (body, rest) in bodies {
            let updates = body.updates.iter().zip(&merged.updates);
            merged.updates = updates.map(|(yes, no)| Term::choice(rest, yes, no)).collect();
            let arrays = body.arrays.iter().zip(&merged.arrays);
            merged.arrays = arrays.map(|(yes, no)| Array::choice(rest, yes, no)).collect();
        }
        merged
    }
}

/// What the guards of all ways have in common, and the rest of each.
fn common_guard(bodies: &[Body]) -> (Condition, Vec<Condition>) {
    let Some(first) = bodies.first() else { return (Condition::False, Vec::new()) };
    let shared: Vec<Condition> = first
        .guard
        .conjuncts()
        .into_iter()
        .filter(|part| bodies.iter().all(|body| body.guard.plainly_implies(part)))
        .collect();
    let rests: Vec<Condition> = bodies
        .iter()
        .map(|body| Condition::all(body.guard.conjuncts().into_iter().filter(|part| !shared.contains(part))))
        .collect();
    (Condition::all(shared), rests)
}
