//! Looking for symbols. Terms share their parts, so that one may be very much longer to read than to store: what is met
//! again is not looked at again.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{Array, Atom, Condition, Keeping, Search, Symbol, System, Term};

/// Deep terms grow the stack instead of breaking it.
pub(crate) fn guarded<R>(work: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, work)
}

/// What was found out about shared things, by their address: they must outlive this.
pub(crate) struct Once<T>(RefCell<FxHashMap<*const (), T>>);

impl<T> Default for Once<T> {
    fn default() -> Self {
        Once(RefCell::default())
    }
}

impl<T: Clone> Once<T> {
    /// What belongs to a thing, made the first time.
    pub(crate) fn of<K>(&self, shared: &Arc<K>, make: impl FnOnce() -> T) -> T {
        let key = Arc::as_ptr(shared).cast();
        if let Some(known) = self.0.borrow().get(&key) {
            return known.clone();
        }
        let made = make();
        self.0.borrow_mut().insert(key, made.clone());
        made
    }
}

/// A question about symbols.
pub(crate) type Predicate<'a> = &'a dyn Fn(&Symbol) -> bool;

/// Looks for a symbol of which a predicate is true, free or bound; given arrays count as symbols of their name.
pub(crate) struct Look<'p> {
    predicate: Predicate<'p>,
    /// None where each occurrence counts.
    known: Option<Once<bool>>,
    /// Whether only the symbols of binders are asked about.
    binders: bool,
}

impl<'p> Look<'p> {
    /// Looks at shared parts once.
    pub(crate) fn once(predicate: Predicate<'p>) -> Self {
        Look { predicate, known: Some(Once::default()), binders: false }
    }

    /// Looks at the symbols that are bound in it, shared parts once.
    pub(crate) fn binders(predicate: Predicate<'p>) -> Self {
        Look { binders: true, ..Look::once(predicate) }
    }

    /// Looks at every occurrence.
    fn each(predicate: Predicate<'p>) -> Self {
        Look { known: None, ..Look::once(predicate) }
    }

    fn shared<K>(&self, shared: &Arc<K>, look: impl FnOnce() -> bool) -> bool {
        match &self.known {
            Some(known) => known.of(shared, look),
            None => look(),
        }
    }

    pub(crate) fn term(&self, term: &Term) -> bool {
        let mut atoms = term.0.keys().flat_map(|monomial| monomial.factors()).map(|(atom, _)| atom);
        // To remember a sum of symbols takes longer than to look at it.
        if atoms.clone().all(|atom| matches!(atom, Atom::Symbol(_))) {
            return atoms.any(|atom| self.atom(atom));
        }
        self.shared(&term.0, || guarded(|| atoms.any(|atom| self.atom(atom))))
    }

    fn terms(&self, terms: &[Term]) -> bool {
        terms.iter().any(|term| self.term(term))
    }

    fn atom(&self, atom: &Atom) -> bool {
        match atom {
            Atom::Symbol(symbol) => !self.binders && (self.predicate)(symbol),
            Atom::Inverse(inner) | Atom::Factorial(inner) | Atom::Root(inner) | Atom::Log(_, inner) => {
                self.term(inner)
            }
            Atom::Power(a, b) | Atom::Floor(a, b) | Atom::Mod(a, b) | Atom::Gcd(a, b) => {
                self.term(a) || self.term(b)
            }
            Atom::Min(terms) | Atom::Max(terms) => self.terms(terms),
            Atom::Choice(condition, a, b) => self.condition(condition) || self.term(a) || self.term(b),
            Atom::Element(array, index) => self.array(array) || self.terms(index),
            Atom::Sum(range) | Atom::Product(range) => {
                (self.predicate)(&range.index)
                    || self.term(&range.low)
                    || self.term(&range.high)
                    || self.term(&range.body)
            }
            Atom::Fold(fold) => {
                (self.predicate)(&fold.range.index)
                    || self.term(&fold.range.low)
                    || self.term(&fold.range.high)
                    || self.term(&fold.range.body)
                    || self.term(&fold.first)
                    || matches!(&fold.keeping, Keeping::Weighted(base) if self.term(base))
            }
            Atom::Sequence(sequence, index) => self.terms(&sequence.first) || self.term(index),
            Atom::Iterate(system, _, count) => self.system(system) || self.term(count),
            Atom::Least(search) => self.search(search),
        }
    }

    pub(crate) fn system(&self, system: &Arc<System>) -> bool {
        self.shared(system, || {
            system.symbols.iter().any(self.predicate)
                || self.terms(&system.updates)
                || self.terms(&system.first)
                || system.arrays.iter().any(|(_, update, first)| self.array(update) || self.array(first))
        })
    }

    pub(crate) fn search(&self, search: &Arc<Search>) -> bool {
        self.shared(search, || (self.predicate)(&search.index) || self.condition(&search.condition))
    }

    pub(crate) fn condition(&self, condition: &Condition) -> bool {
        match condition {
            Condition::True | Condition::False => false,
            Condition::Compare(_, term) => self.term(term),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().any(|part| self.condition(part)),
            Condition::Ever(search) | Condition::Never(search) => self.search(search),
        }
    }

    pub(crate) fn array(&self, array: &Array) -> bool {
        match array {
            Array::Symbol(name, integer) => {
                !self.binders && (self.predicate)(&Symbol { name: name.clone(), integer: *integer })
            }
            Array::Store(inner) => {
                self.shared(inner, || self.array(&inner.0) || self.terms(&inner.1) || self.term(&inner.2))
            }
            Array::Lambda(inner) => {
                self.shared(inner, || inner.0.iter().any(self.predicate) || self.term(&inner.1))
            }
            Array::Choice(inner) => self
                .shared(inner, || self.condition(&inner.0) || self.array(&inner.1) || self.array(&inner.2)),
            Array::Iterate(system, _, count) => self.system(system) || self.term(count),
        }
    }
}

impl Term {
    /// Whether a symbol occurs anywhere in it, free or bound.
    pub fn mentions(&self, symbol: &Symbol) -> bool {
        self.mentions_any(&|other| other == symbol)
    }

    /// Whether any symbol occurs of which the predicate is true; given arrays count as symbols of their name.
    pub fn mentions_any(&self, predicate: &dyn Fn(&Symbol) -> bool) -> bool {
        Look::once(predicate).term(self)
    }

    /// Whether symbols occur more often than this.
    pub fn is_longer_than(&self, most: usize) -> bool {
        is_longer(most, &|counted| Look::each(counted).term(self))
    }
}

impl Condition {
    /// Whether any symbol occurs of which the predicate is true.
    pub fn mentions_any(&self, predicate: &dyn Fn(&Symbol) -> bool) -> bool {
        Look::once(predicate).condition(self)
    }

    /// Whether symbols occur more often than this.
    pub fn is_longer_than(&self, most: usize) -> bool {
        is_longer(most, &|counted| Look::each(counted).condition(self))
    }
}

impl Array {
    /// Whether any symbol occurs of which the predicate is true.
    pub fn mentions_any(&self, predicate: &dyn Fn(&Symbol) -> bool) -> bool {
        Look::once(predicate).array(self)
    }
}

/// Whether something that mentions symbols mentions more than these.
fn is_longer(most: usize, mentions: &dyn Fn(Predicate<'_>) -> bool) -> bool {
    let count = std::cell::Cell::new(0);
    mentions(&|_| {
        count.set(count.get() + 1);
        count.get() > most
    })
}
