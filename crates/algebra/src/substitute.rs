//! Putting terms in the place of symbols.
//!
//! Bound symbols are named by how many binders stand inside one another below theirs (`•1`, `•2`, …), a name that no free
//! symbol has. What is put below a binder may bring binders along, or symbols that are bound further out: then the bound
//! symbol gets a name of its own for the time being, so that nothing is captured.

use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::atom::Range;
use crate::mentions::{Look, Once, guarded};
use crate::{Array, Atom, Condition, Keeping, Monomial, Search, Sequence, Symbol, System, Term, as_integer};

/// Terms and arrays for symbols, all at once.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    /// For numbers.
    pub symbols: FxHashMap<Symbol, Term>,
    /// For arrays, by name.
    pub arrays: FxHashMap<Arc<str>, Array>,
    /// Vectors of integers whose elements at known subscripts are symbols of their own, called by the vector and the subscript.
    pub vectors: FxHashSet<Arc<str>>,
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
        Self::of_all(std::slice::from_ref(symbol), std::slice::from_ref(value))
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
        self.symbols.contains_key(symbol)
            || self.arrays.contains_key(&symbol.name)
            || self.vectors.contains(&symbol.name)
    }

    /// Whether the values have binders, or symbols bound further out.
    fn has_bound_symbols(&self) -> bool {
        let is_bound = |symbol: &Symbol| depth_of_name(&symbol.name) > 0;
        let look = Look::once(&is_bound);
        self.symbols.values().any(|value| look.term(value))
            || self.arrays.values().any(|value| look.array(value))
    }

    fn walk<R>(&self, work: impl FnOnce(&Walk<'_>) -> R) -> R {
        self.walk_below(OnceCell::new(), work)
    }

    /// The same for values that are the names of binders, greater than all below them.
    fn rename<R>(&self, work: impl FnOnce(&Walk<'_>) -> R) -> R {
        self.walk_below(OnceCell::from(false), work)
    }

    fn walk_below<R>(&self, opens: OnceCell<bool>, work: impl FnOnce(&Walk<'_>) -> R) -> R {
        let replaces = |symbol: &Symbol| self.replaces(symbol);
        work(&Walk {
            given: self,
            opens,
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
    /// Whether bound symbols need names of their own on the way; found out when the first is met.
    opens: OnceCell<bool>,
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
        let factors = monomial.factors().iter();
        factors.fold(Term::one(), |all, (atom, count)| all.times(&self.atom(atom).raised(*count)))
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
            Atom::Element(array, index) => {
                let index = self.terms(index);
                let own = self.element(array, &index);
                own.unwrap_or_else(|| self.array(array).element(&index))
            }
            Atom::Sum(range) => self.range(range, Term::sum_over),
            Atom::Product(range) => self.range(range, Term::product_over),
            Atom::Fold(fold) => {
                let Range { index, low, high, body } = &fold.range;
                let (low, high, first) = (self.term(low), self.term(high), self.term(&fold.first));
                let keeping = match &fold.keeping {
                    Keeping::Weighted(base) => Keeping::Weighted(self.term(base)),
                    other => other.clone(),
                };
                self.below(std::slice::from_ref(index), &[], |walk, symbols, _| {
                    Term::fold(keeping, &first, (&symbols[0], &low, &high), &walk.term(body))
                })
            }
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

    /// The symbol of an element of a known subscript.
    fn element(&self, array: &Array, index: &[Term]) -> Option<Term> {
        let (Array::Symbol(name, _), [subscript]) = (array, index) else { return None };
        self.given.vectors.contains(name).then_some(())?;
        let subscript = as_integer(&subscript.as_constant()?)?;
        Some(Term::symbol(&Symbol::integer(&format!("{name}{subscript}"))))
    }

    fn terms(&self, terms: &[Term]) -> Vec<Term> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn range(&self, range: &Range, build: fn(&Symbol, &Term, &Term, &Term) -> Term) -> Term {
        let (low, high) = (self.term(&range.low), self.term(&range.high));
        self.below(std::slice::from_ref(&range.index), &[], |walk, symbols, _| {
            build(&symbols[0], &low, &high, &walk.term(&range.body))
        })
    }

    /// Works below a binder of symbols and arrays, under the names that they have there.
    fn below<R>(
        &self,
        symbols: &[Symbol],
        arrays: &[(Arc<str>, Array, Array)],
        work: impl FnOnce(&Walk<'_>, &[Symbol], &[Arc<str>]) -> R,
    ) -> R {
        let names: Vec<Arc<str>> = arrays.iter().map(|(name, ..)| name.clone()).collect();
        if !*self.opens.get_or_init(|| self.given.has_bound_symbols()) {
            return work(self, symbols, &names);
        }
        let mut given = self.given.clone();
        let own: Vec<Symbol> =
            symbols.iter().map(|symbol| Symbol { name: own_name(&symbol.name), ..symbol.clone() }).collect();
        let own_arrays: Vec<Arc<str>> = names.iter().map(|name| own_name(name)).collect();
        given.symbols.extend(symbols.iter().cloned().zip(own.iter().map(Term::symbol)));
        for ((name, _, first), own) in arrays.iter().zip(&own_arrays) {
            given.arrays.insert(name.clone(), Array::Symbol(own.clone(), first.has_integers()));
        }
        given.walk_below(OnceCell::from(true), |walk| work(walk, &own, &own_arrays))
    }

    fn system(&self, shared: &Arc<System>) -> Arc<System> {
        if !self.look.system(shared) {
            return shared.clone();
        }
        self.systems.of(shared, || {
            let first = self.terms(&shared.first);
            let starts: Vec<Array> = shared.arrays.iter().map(|(_, _, first)| self.array(first)).collect();
            self.below(&shared.symbols, &shared.arrays, |walk, symbols, names| {
                let updates = shared.arrays.iter().map(|(_, update, _)| walk.array(update));
                let arrays: Vec<_> = names
                    .iter()
                    .zip(updates)
                    .zip(starts)
                    .map(|((name, update), first)| (name.clone(), update, first))
                    .collect();
                system(symbols, &walk.terms(&shared.updates), &first, &arrays)
            })
        })
    }

    fn search(&self, shared: &Arc<Search>) -> Arc<Search> {
        if !self.look.search(shared) {
            return shared.clone();
        }
        self.searches.of(shared, || {
            self.below(std::slice::from_ref(&shared.index), &[], |walk, symbols, _| {
                search(&symbols[0], &walk.condition(&shared.condition))
            })
        })
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
            Condition::Ever(search) => Condition::ever(self.search(search)),
            Condition::Never(search) => Condition::ever(self.search(search)).negated(),
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
            Array::Lambda(inner) => self.arrays.of(inner, || {
                self.below(&inner.0, &[], |walk, symbols, _| Array::lambda(symbols, &walk.term(&inner.1)))
            }),
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

impl Symbol {
    /// Whether this is a number or an array of a recurrence that is kept as it is.
    pub fn is_kept(&self) -> bool {
        depth_of_name(&self.name) > 0 && !self.name.starts_with('•')
    }
}

/// The canonical symbol of a new binder, and the body with it.
pub(crate) fn bind(index: &Symbol, body: &Term) -> (Symbol, Term) {
    let (mut symbols, body) = bind_all(std::slice::from_ref(index), body);
    (symbols.swap_remove(0), body)
}

/// The canonical symbols of a binder of several, and the body with them.
pub(crate) fn bind_all(indices: &[Symbol], body: &Term) -> (Vec<Symbol>, Term) {
    let depth = depth_of(&|look| look.term(body));
    let fresh: Vec<Symbol> =
        (0..indices.len()).map(|at| Symbol::integer(&bound_name(depth + 1 + at))).collect();
    if fresh == indices {
        return (fresh, body.clone());
    }
    let values: Vec<Term> = fresh.iter().map(Term::symbol).collect();
    let body = Substitution::of_all(indices, &values).rename(|walk| walk.term(body));
    (fresh, body)
}

/// A search whose index is bound.
pub fn search(index: &Symbol, condition: &Condition) -> Arc<Search> {
    let depth = depth_of(&|look| look.condition(condition));
    let symbol = Symbol::integer(&bound_name(depth + 1));
    let named = Substitution::of(index, &Term::symbol(&symbol));
    let condition = named.rename(|walk| walk.condition(condition));
    Arc::new(Search { index: symbol, condition })
}

/// A system whose symbols are bound: they get names of their own that begin like the old ones.
pub fn system(
    symbols: &[Symbol],
    updates: &[Term],
    first: &[Term],
    arrays: &[(Arc<str>, Array, Array)],
) -> Arc<System> {
    let depth = 1 + depth_of(&|look| {
        updates.iter().any(|term| look.term(term)) || arrays.iter().any(|(_, update, _)| look.array(update))
    });
    let renamed = |name: &str| format!("{}•{depth}", name.split('•').next().unwrap_or(name));
    let fresh = symbols.iter().map(|symbol| Symbol { name: renamed(&symbol.name).into(), ..symbol.clone() });
    let bound: Vec<Symbol> = fresh.collect();
    let mut names = Substitution::of_all(symbols, &bound.iter().map(Term::symbol).collect::<Vec<_>>());
    for (name, _, first) in arrays {
        let fresh = Array::Symbol(renamed(name).into(), first.has_integers());
        names.arrays.insert(name.clone(), fresh);
    }
    names.rename(|walk| {
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

/// The greatest depth of the binders that are looked at.
fn depth_of(visit: &dyn Fn(&Look<'_>) -> bool) -> usize {
    let deepest = std::cell::Cell::new(0);
    visit(&Look::binders(&|symbol| {
        deepest.set(deepest.get().max(depth_of_name(&symbol.name)));
        false
    }));
    deepest.get()
}

/// A name for a bound symbol that nothing else has; it does not last.
fn own_name(name: &str) -> Arc<str> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{}•own{number}", name.split('•').next().unwrap_or(name)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(name: &str) -> Term {
        Term::symbol(&Symbol::integer(name))
    }

    /// The least `t` with `A(t) = 0`, or `t ≥ n`.
    fn place_of_zero() -> Term {
        let t = number("t");
        let zero = Condition::eq(&Array::Symbol("A".into(), true).element(std::slice::from_ref(&t)));
        let found = Condition::any([zero, Condition::at_most(&number("n"), &t)]);
        Term::atom(Atom::Least(search(&Symbol::integer("t"), &found)))
    }

    #[test]
    fn what_is_put_below_a_binder_keeps_its_own_bound_symbols() {
        let (i, k) = (Symbol::integer("i"), Symbol::integer("k"));
        let before = Condition::less(&Term::symbol(&i), &Term::symbol(&k));
        let array = Array::lambda(&[i], &Term::choice(&before, &Term::one(), &number("x")));
        let place = place_of_zero();
        let filled = Substitution::of(&k, &place).array(&array);
        assert_eq!(filled.element(std::slice::from_ref(&place)), number("x"));
        assert_eq!(filled.element(&[place.plus_int(-1)]), Term::one());
    }

    #[test]
    fn equal_binders_stay_equal_whatever_way_they_came_about() {
        let (i, j) = (Symbol::integer("i"), Symbol::integer("j"));
        let inner = |at: &Term| {
            let root = Term::root(&Term::symbol(&j).times(at));
            Term::sum_over(&j, &Term::one(), &number("n"), &root)
        };
        let direct = Array::lambda(std::slice::from_ref(&i), &inner(&Term::symbol(&i).plus(&number("y"))));
        let with_x = Array::lambda(std::slice::from_ref(&i), &inner(&Term::symbol(&i).plus(&number("x"))));
        let replaced = Substitution::of(&Symbol::integer("x"), &number("y")).array(&with_x);
        assert_eq!(direct, replaced);
    }

    #[test]
    fn a_search_that_a_bound_ends_is_certain() {
        let Some(Atom::Least(found)) = place_of_zero().as_atom().cloned() else { panic!("no search") };
        assert_eq!(Condition::ever(found), Condition::True);
    }
}
