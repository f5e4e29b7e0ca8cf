//! Putting terms in the place of symbols, and looking at what a term mentions.
//!
//! Bound symbols are named by the depth of their binder (`•1`, `•2`, …), a name that no free symbol has, so that
//! nothing is captured.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::atom::Range;
use crate::{Array, Atom, Condition, Monomial, Search, Sequence, Symbol, System, Term};

/// Terms and arrays for symbols, all at once.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    /// For numbers.
    pub symbols: FxHashMap<Symbol, Term>,
    /// For arrays, by name.
    pub arrays: FxHashMap<Arc<str>, Array>,
}

/// Deep terms grow the stack instead of breaking it.
fn guarded<R>(work: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, work)
}

impl Term {
    /// This term with another in the place of a symbol.
    pub fn with_symbol(&self, symbol: &Symbol, value: &Term) -> Term {
        let mut substitution = Substitution::default();
        substitution.symbols.insert(symbol.clone(), value.clone());
        substitution.term(self)
    }

    /// Whether a symbol occurs anywhere in it, free or bound.
    pub fn mentions(&self, symbol: &Symbol) -> bool {
        term_mentions(self, &|other| other == symbol)
    }

    /// Whether any symbol occurs of which the predicate is true; given arrays count as symbols of their name.
    pub fn mentions_any(&self, predicate: &dyn Fn(&Symbol) -> bool) -> bool {
        term_mentions(self, predicate)
    }

    /// Whether symbols occur more often than this.
    pub fn is_longer_than(&self, most: usize) -> bool {
        is_longer(most, &|counted| self.mentions_any(counted))
    }

    /// Whether all its symbols are integers and it has no quotients of rational numbers.
    pub fn has_integer_atoms(&self) -> bool {
        self.0.keys().all(|monomial| {
            monomial.factors().iter().all(|(atom, count)| *count > 0 && atom_is_integer(atom))
        })
    }
}

impl Condition {
    /// This condition with a term in the place of a symbol.
    pub fn with_symbol(&self, symbol: &Symbol, value: &Term) -> Condition {
        let mut substitution = Substitution::default();
        substitution.symbols.insert(symbol.clone(), value.clone());
        substitution.condition(self)
    }

    /// Whether any symbol occurs of which the predicate is true.
    pub fn mentions_any(&self, predicate: &dyn Fn(&Symbol) -> bool) -> bool {
        condition_mentions(self, predicate)
    }

    /// Whether symbols occur more often than this. Terms share their parts, so that one may be very much longer to read
    /// than to store.
    pub fn is_longer_than(&self, most: usize) -> bool {
        is_longer(most, &|counted| self.mentions_any(counted))
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

fn atom_is_integer(atom: &Atom) -> bool {
    match atom {
        Atom::Symbol(symbol) => symbol.integer,
        Atom::Inverse(_) => false,
        Atom::Power(base, _) => base.has_integer_atoms() && base.has_integer_coefficients(),
        Atom::Factorial(_)
        | Atom::Floor(..)
        | Atom::Root(_)
        | Atom::Log(..)
        | Atom::Gcd(..)
        | Atom::Least(_) => true,
        Atom::Mod(a, b) => a.has_integer_atoms() && b.has_integer_atoms(),
        Atom::Min(terms) | Atom::Max(terms) => {
            terms.iter().all(|term| term.has_integer_atoms() && term.has_integer_coefficients())
        }
        Atom::Choice(_, yes, no) => [yes, no].into_iter().all(is_integer_valued),
        Atom::Element(array, _) => array.has_integers(),
        Atom::Sum(range) | Atom::Product(range) => {
            range.body.has_integer_atoms() && range.body.has_integer_coefficients()
        }
        Atom::Sequence(sequence, _) => {
            sequence.first.iter().all(|term| term.has_integer_atoms() && term.has_integer_coefficients())
                && sequence.coefficients.iter().all(|value| value.denominator().is_one())
        }
        Atom::Iterate(system, at, _) => system.symbols[*at].integer,
    }
}

/// Whether all symbols are integers and no coefficient is a fraction.
fn is_integer_valued(term: &Term) -> bool {
    term.has_integer_atoms() && term.has_integer_coefficients()
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
        guarded(|| {
            if !term_mentions(term, &|symbol| self.replaces(symbol)) {
                return term.clone();
            }
            let replaced = |(monomial, coefficient)| self.monomial(monomial).scaled(coefficient);
            Term::sum(term.0.iter().map(replaced))
        })
    }

    /// Whether something stands in the place of a symbol, or of an array of its name.
    fn replaces(&self, symbol: &Symbol) -> bool {
        self.symbols.contains_key(symbol) || self.arrays.contains_key(&symbol.name)
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
            Atom::Symbol(symbol) => match self.symbols.get(symbol) {
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

    fn system(&self, system: &System) -> Arc<System> {
        let arrays: Vec<_> = system
            .arrays
            .iter()
            .map(|(name, update, first)| (name.clone(), self.array(update), self.array(first)))
            .collect();
        crate::substitute::system(
            &system.symbols,
            &self.terms(&system.updates),
            &self.terms(&system.first),
            &arrays,
        )
    }

    fn search(&self, search: &Search) -> Arc<Search> {
        crate::substitute::search(&search.index, &self.condition(&search.condition))
    }

    /// In a condition.
    pub fn condition(&self, condition: &Condition) -> Condition {
        match condition {
            Condition::True | Condition::False => condition.clone(),
            Condition::Compare(relation, term) => Condition::compare(*relation, &self.term(term)),
            Condition::And(parts) => Condition::all(parts.iter().map(|part| self.condition(part))),
            Condition::Or(parts) => Condition::any(parts.iter().map(|part| self.condition(part))),
            Condition::Ever(search) => Condition::Ever(self.search(search)),
            Condition::Never(search) => Condition::Never(self.search(search)),
        }
    }

    /// In an array.
    pub fn array(&self, array: &Array) -> Array {
        match array {
            Array::Symbol(name, _) => self.arrays.get(name).cloned().unwrap_or_else(|| array.clone()),
            Array::Store(inner) => {
                Array::store(&self.array(&inner.0), &self.terms(&inner.1), &self.term(&inner.2))
            }
            Array::Lambda(inner) => Array::lambda(&inner.0, &self.term(&inner.1)),
            Array::Choice(inner) => {
                Array::choice(&self.condition(&inner.0), &self.array(&inner.1), &self.array(&inner.2))
            }
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
        for term in updates {
            term_mentions(term, &note);
        }
        for (_, update, _) in arrays {
            array_mentions(update, &note);
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
    Arc::new(System {
        symbols: bound,
        updates: names.terms(updates),
        first: first.to_vec(),
        arrays: arrays
            .iter()
            .map(|(name, update, first)| (renamed(name).into(), names.array(update), first.clone()))
            .collect(),
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
    let deepest = std::cell::Cell::new(0);
    term_mentions(term, &|symbol| {
        if !aside.contains(symbol) {
            deepest.set(deepest.get().max(depth_of_name(&symbol.name)));
        }
        false
    });
    deepest.get()
}

fn depth_of_condition(condition: &Condition, aside: &Symbol) -> usize {
    let deepest = std::cell::Cell::new(0);
    condition_mentions(condition, &|symbol| {
        if symbol != aside {
            deepest.set(deepest.get().max(depth_of_name(&symbol.name)));
        }
        false
    });
    deepest.get()
}

pub(crate) type Predicate<'a> = &'a dyn Fn(&Symbol) -> bool;

fn term_mentions(term: &Term, predicate: Predicate<'_>) -> bool {
    guarded(|| {
        term.0
            .keys()
            .any(|monomial| monomial.factors().iter().any(|(atom, _)| atom_mentions(atom, predicate)))
    })
}

fn atom_mentions(atom: &Atom, predicate: Predicate<'_>) -> bool {
    let term = |term: &Term| term_mentions(term, predicate);
    match atom {
        Atom::Symbol(symbol) => predicate(symbol),
        Atom::Inverse(inner) | Atom::Factorial(inner) | Atom::Root(inner) | Atom::Log(_, inner) => {
            term(inner)
        }
        Atom::Power(a, b) | Atom::Floor(a, b) | Atom::Mod(a, b) | Atom::Gcd(a, b) => term(a) || term(b),
        Atom::Min(terms) | Atom::Max(terms) => terms.iter().any(term),
        Atom::Choice(condition, a, b) => condition_mentions(condition, predicate) || term(a) || term(b),
        Atom::Element(array, index) => array_mentions(array, predicate) || index.iter().any(term),
        Atom::Sum(range) | Atom::Product(range) => {
            predicate(&range.index) || term(&range.low) || term(&range.high) || term(&range.body)
        }
        Atom::Sequence(sequence, index) => sequence.first.iter().any(term) || term(index),
        Atom::Iterate(system, _, count) => system_mentions(system, predicate) || term(count),
        Atom::Least(search) => predicate(&search.index) || condition_mentions(&search.condition, predicate),
    }
}

fn system_mentions(system: &System, predicate: Predicate<'_>) -> bool {
    system.symbols.iter().any(predicate)
        || system.updates.iter().chain(&system.first).any(|term| term_mentions(term, predicate))
        || system
            .arrays
            .iter()
            .any(|(_, update, first)| array_mentions(update, predicate) || array_mentions(first, predicate))
}

pub(crate) fn condition_mentions(condition: &Condition, predicate: Predicate<'_>) -> bool {
    match condition {
        Condition::True | Condition::False => false,
        Condition::Compare(_, term) => term_mentions(term, predicate),
        Condition::And(parts) | Condition::Or(parts) => {
            parts.iter().any(|part| condition_mentions(part, predicate))
        }
        Condition::Ever(search) | Condition::Never(search) => {
            predicate(&search.index) || condition_mentions(&search.condition, predicate)
        }
    }
}

/// Whether an array mentions a symbol of which the predicate is true.
pub fn array_mentions(array: &Array, predicate: &dyn Fn(&Symbol) -> bool) -> bool {
    match array {
        Array::Symbol(name, integer) => predicate(&Symbol { name: name.clone(), integer: *integer }),
        Array::Store(inner) => {
            array_mentions(&inner.0, predicate)
                || inner.1.iter().any(|index| term_mentions(index, predicate))
                || term_mentions(&inner.2, predicate)
        }
        Array::Lambda(inner) => inner.0.iter().any(predicate) || term_mentions(&inner.1, predicate),
        Array::Choice(inner) => {
            condition_mentions(&inner.0, predicate)
                || array_mentions(&inner.1, predicate)
                || array_mentions(&inner.2, predicate)
        }
        Array::Iterate(system, _, count) => {
            system_mentions(system, predicate) || term_mentions(count, predicate)
        }
    }
}
