//! Putting terms in the place of symbols.
//!
//! Bound symbols are named by the depth of their binder (`•1`, `•2`, …), a name that no free symbol has, so that
//! nothing is captured.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::atom::Range;
use crate::mentions::{Look, Once, guarded};
use crate::{Array, Atom, Condition, Monomial, Search, Sequence, Symbol, System, Term};

/// Terms and arrays for symbols, all at once.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    /// For numbers.
    pub symbols: FxHashMap<Symbol, Term>,
    /// For arrays, by name.
    pub arrays: FxHashMap<Arc<str>, Array>,
}

impl Term {
    /// This term with another in the place of a symbol.
    pub fn with_symbol(&self, symbol: &Symbol, value: &Term) -> Term {
        Substitution::of(symbol, value).term(self)
    }
}

impl Condition {
    /// This condition with a term in the place of a symbol.
    pub fn with_symbol(&self, symbol: &Symbol, value: &Term) -> Condition {
        Substitution::of(symbol, value).condition(self)
    }
}

impl Substitution {
    /// The substitution of one symbol.
    pub fn of(symbol: &Symbol, value: &Term) -> Self {
        let mut all = Self::default();
        all.symbols.insert(symbol.clone(), value.clone());
        all
    }

    /// The substitution of several symbols.
    pub fn of_all(symbols: &[Symbol], values: &[Term]) -> Self {
        let pairs = symbols.iter().cloned().zip(values.iter().cloned());
        Self { symbols: pairs.collect(), ..Self::default() }
    }

    /// In a term.
    pub fn term(&self, term: &Term) -> Term {
        self.walk(|walk| walk.term(term))
    }

    /// In a condition.
    pub fn condition(&self, condition: &Condition) -> Condition {
        self.walk(|walk| walk.condition(condition))
    }

    /// In an array.
    pub fn array(&self, array: &Array) -> Array {
        self.walk(|walk| walk.array(array))
    }

    /// Whether something stands in the place of a symbol, or of an array of its name.
    fn replaces(&self, symbol: &Symbol) -> bool {
        self.symbols.contains_key(symbol) || self.arrays.contains_key(&symbol.name)
    }

    fn walk<R>(&self, work: impl FnOnce(&Walk<'_>) -> R) -> R {
        let replaces = |symbol: &Symbol| self.replaces(symbol);
        work(&Walk {
            given: self,
            look: Look::once(&replaces),
            terms: Once::default(),
            systems: Once::default(),
            searches: Once::default(),
            arrays: Once::default(),
        })
    }
}

/// One application of a substitution: what is shared is replaced once.
struct Walk<'s> {
    given: &'s Substitution,
    look: Look<'s>,
    terms: Once<Term>,
    systems: Once<Arc<System>>,
    searches: Once<Arc<Search>>,
    arrays: Once<Array>,
}

impl Walk<'_> {
    fn term(&self, term: &Term) -> Term {
        if !self.look.term(term) {
            return term.clone();
        }
        self.terms.of(&term.0, || {
            guarded(|| {
                let replaced = |(monomial, coefficient)| self.monomial(monomial).scaled(coefficient);
                Term::sum(term.0.iter().map(replaced))
            })
        })
    }

    fn monomial(&self, monomial: &Monomial) -> Term {
        let mut result = Term::one();
        for (atom, count) in monomial.factors() {
            let value = self.atom(atom);
            let power = match count {
                1.. => value.to_power(*count as u32),
                _ => Term::inverse(&value).to_power(count.unsigned_abs()),
            };
            result = result.times(&power);
        }
        result
    }

    fn atom(&self, atom: &Atom) -> Term {
        match atom {
            Atom::Symbol(symbol) => match self.given.symbols.get(symbol) {
                Some(value) => value.clone(),
                None => Term::atom(atom.clone()),
            },
            Atom::Power(base, exponent) => Term::power(&self.term(base), &self.term(exponent)),
            Atom::Inverse(term) => Term::inverse(&self.term(term)),
            Atom::Factorial(term) => Term::factorial(&self.term(term)),
            Atom::Floor(a, b) => Term::floor_div(&self.term(a), &self.term(b)),
            Atom::Mod(a, b) => Term::modulo(&self.term(a), &self.term(b)),
            Atom::Root(term) => Term::root(&self.term(term)),
            Atom::Log(base, term) => Term::log(base, &self.term(term)),
            Atom::Gcd(a, b) => Term::gcd(&self.term(a), &self.term(b)),
            Atom::Min(terms) => Term::min(&self.terms(terms)),
            Atom::Max(terms) => Term::max(&self.terms(terms)),
            Atom::Choice(condition, yes, no) => {
                Term::choice(&self.condition(condition), &self.term(yes), &self.term(no))
            }
            Atom::Element(array, index) => self.array(array).element(&self.terms(index)),
            Atom::Sum(range) => self.range(range, Term::sum_over),
            Atom::Product(range) => self.range(range, Term::product_over),
            Atom::Sequence(sequence, index) => {
                let first = self.terms(&sequence.first);
                let sequence = Sequence { coefficients: sequence.coefficients.clone(), first };
                Term::member(&Arc::new(sequence), &self.term(index))
            }
            Atom::Iterate(system, at, count) => {
                let count = self.term(count);
                if count.0.is_empty() {
                    return self.term(&system.first[*at]);
                }
                Term::atom(Atom::Iterate(self.system(system), *at, count))
            }
            Atom::Least(search) => Term::atom(Atom::Least(self.search(search))),
        }
    }

    fn terms(&self, terms: &[Term]) -> Vec<Term> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn range(&self, range: &Range, build: fn(&Symbol, &Term, &Term, &Term) -> Term) -> Term {
        build(&range.index, &self.term(&range.low), &self.term(&range.high), &self.term(&range.body))
    }

    fn system(&self, shared: &Arc<System>) -> Arc<System> {
        if !self.look.system(shared) {
            return shared.clone();
        }
        self.systems.of(shared, || {
            let System { symbols, updates, first, arrays } = &**shared;
            let replaced = |(name, update, first): &(Arc<str>, Array, Array)| {
                (name.clone(), self.array(update), self.array(first))
            };
            let arrays: Vec<_> = arrays.iter().map(replaced).collect();
            system(symbols, &self.terms(updates), &self.terms(first), &arrays)
        })
    }

    fn search(&self, shared: &Arc<Search>) -> Arc<Search> {
        if !self.look.search(shared) {
            return shared.clone();
        }
        self.searches.of(shared, || search(&shared.index, &self.condition(&shared.condition)))
    }

    fn condition(&self, condition: &Condition) -> Condition {
        if !self.look.condition(condition) {
            return condition.clone();
        }
        match condition {
            Condition::True | Condition::False => condition.clone(),
            Condition::Compare(relation, term) => Condition::compare(*relation, &self.term(term)),
            Condition::And(parts) => Condition::all(parts.iter().map(|part| self.condition(part))),
            Condition::Or(parts) => Condition::any(parts.iter().map(|part| self.condition(part))),
            Condition::Ever(search) => Condition::Ever(self.search(search)),
            Condition::Never(search) => Condition::Never(self.search(search)),
        }
    }

    fn array(&self, array: &Array) -> Array {
        if !self.look.array(array) {
            return array.clone();
        }
        match array {
            Array::Symbol(name, _) => self.given.arrays.get(name).cloned().unwrap_or_else(|| array.clone()),
            Array::Store(inner) => self.arrays.of(inner, || {
                Array::store(&self.array(&inner.0), &self.terms(&inner.1), &self.term(&inner.2))
            }),
            Array::Lambda(inner) => self.arrays.of(inner, || Array::lambda(&inner.0, &self.term(&inner.1))),
            Array::Choice(inner) => self.arrays.of(inner, || {
                Array::choice(&self.condition(&inner.0), &self.array(&inner.1), &self.array(&inner.2))
            }),
            Array::Iterate(system, at, count) => {
                let count = self.term(count);
                if count.0.is_empty() {
                    return self.array(&system.arrays[*at].2);
                }
                Array::Iterate(self.system(system), *at, Box::new(count))
            }
        }
    }
}

/// The canonical symbol of a new binder, and the body with it.
pub(crate) fn bind(index: &Symbol, body: &Term) -> (Symbol, Term) {
    let (mut symbols, body) = bind_all(std::slice::from_ref(index), body);
    (symbols.swap_remove(0), body)
}

/// The canonical symbols of a binder of several, and the body with them.
pub(crate) fn bind_all(indices: &[Symbol], body: &Term) -> (Vec<Symbol>, Term) {
    let depth = depth_of_term(body, indices);
    let fresh: Vec<Symbol> =
        (0..indices.len()).map(|at| Symbol::integer(&bound_name(depth + 1 + at))).collect();
    if fresh == indices {
        return (fresh, body.clone());
    }
    let values: Vec<Term> = fresh.iter().map(Term::symbol).collect();
    let body = Substitution::of_all(indices, &values).term(body);
    (fresh, body)
}

/// A search whose index is bound.
pub fn search(index: &Symbol, condition: &Condition) -> Arc<Search> {
    let symbol = Symbol::integer(&bound_name(depth_of_condition(condition, index) + 1));
    let condition = condition.with_symbol(index, &Term::symbol(&symbol));
    Arc::new(Search { index: symbol, condition })
}

/// A system whose symbols are bound: they get names of their own that begin like the old ones.
pub fn system(
    symbols: &[Symbol],
    updates: &[Term],
    first: &[Term],
    arrays: &[(Arc<str>, Array, Array)],
) -> Arc<System> {
    let mut depth = 0;
    {
        let deepest = std::cell::Cell::new(0);
        let note = |symbol: &Symbol| {
            if !symbols.contains(symbol) && !arrays.iter().any(|(name, ..)| *name == symbol.name) {
                deepest.set(deepest.get().max(depth_of_name(&symbol.name)));
            }
            false
        };
        let look = Look::once(&note);
        for term in updates {
            look.term(term);
        }
        for (_, update, _) in arrays {
            look.array(update);
        }
        depth = depth.max(deepest.get()) + 1;
    }
    let renamed = |name: &str| format!("{}•{depth}", name.split('•').next().unwrap_or(name));
    let mut names = Substitution::default();
    let bound: Vec<Symbol> = symbols
        .iter()
        .map(|symbol| {
            let fresh = Symbol { name: renamed(&symbol.name).into(), integer: symbol.integer };
            names.symbols.insert(symbol.clone(), Term::symbol(&fresh));
            fresh
        })
        .collect();
    for (name, _, first) in arrays {
        let fresh = Array::Symbol(renamed(name).into(), first.has_integers());
        names.arrays.insert(name.clone(), fresh);
    }
    names.walk(|walk| {
        let arrays = arrays
            .iter()
            .map(|(name, update, first)| (renamed(name).into(), walk.array(update), first.clone()))
            .collect();
        Arc::new(System { symbols: bound, updates: walk.terms(updates), first: first.to_vec(), arrays })
    })
}

fn bound_name(depth: usize) -> String {
    format!("•{depth}")
}

/// The depth a bound name stands for; zero for a free one.
fn depth_of_name(name: &str) -> usize {
    name.rsplit_once('•').and_then(|(_, digits)| digits.parse().ok()).unwrap_or(0)
}

/// The greatest depth of a binder in a term, symbols that are about to be bound left aside.
fn depth_of_term(term: &Term, aside: &[Symbol]) -> usize {
    deepest(aside, &|look| look.term(term))
}

fn depth_of_condition(condition: &Condition, aside: &Symbol) -> usize {
    deepest(std::slice::from_ref(aside), &|look| look.condition(condition))
}

fn deepest(aside: &[Symbol], visit: &dyn Fn(&Look<'_>) -> bool) -> usize {
    let deepest = std::cell::Cell::new(0);
    visit(&Look::once(&|symbol| {
        if !aside.contains(symbol) {
            deepest.set(deepest.get().max(depth_of_name(&symbol.name)));
        }
        false
    }));
    deepest.get()
}
