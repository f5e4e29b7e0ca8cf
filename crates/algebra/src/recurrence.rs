//! Recurrences and their closed forms.
//!
//! Variables are solved from those that depend on nothing unsolved upwards. A variable alone is solved by its own
//! equation (`x' = a·x + b(k)`, a remainder, a quotient, a square); variables that depend on each other by the
//! linear system of the monomials they need. Combinations that satisfy a linear recurrence are found even where
//! the variables themselves have no closed form.

use dashu_base::Signed;
use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::cfinite;
use crate::folds::{scan, separated};
use crate::summation::{classes, differ, power_sum, product_below, shifted_solution, sum_below};
use crate::{Atom, Condition, Substitution, Symbol, Term};

/// A closed form.
#[derive(Clone, PartialEq, Debug)]
pub struct Closed {
    /// The value after `k` steps.
    pub value: Term,
    /// Conditions on parameters without which it is not right.
    pub conditions: Vec<Condition>,
    /// What should be said about it.
    pub note: Option<String>,
}

impl Closed {
    pub(crate) fn plain(value: Term) -> Closed {
        Closed { value, conditions: Vec::new(), note: None }
    }
}

/// What is known about the variables of a system after `k` steps.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Solution {
    /// A closed form for each variable that has one.
    pub values: Vec<Option<Closed>>,
    /// Expressions of unsolved variables with their closed forms.
    pub relations: Vec<(Term, Closed)>,
}

/// Solves `symbols := updates`, begun at `first`, for the values after `index` steps.
pub fn solve(index: &Symbol, symbols: &[Symbol], updates: &[Term], first: &[Term]) -> Solution {
    let mut solver = Solver { index, symbols, updates, first, values: vec![None; symbols.len()] };
    while solver.step() {}
    for closed in solver.values.iter_mut().flatten() {
        closed.value = closed.value.reduced();
    }
    let relations = solver.relations();
    Solution { values: solver.values, relations }
}

struct Solver<'a> {
    index: &'a Symbol,
    symbols: &'a [Symbol],
    updates: &'a [Term],
    first: &'a [Term],
    values: Vec<Option<Closed>>,
}

impl Solver<'_> {
    fn unsolved(&self) -> Vec<usize> {
        (0..self.symbols.len()).filter(|&at| self.values[at].is_none()).collect()
    }

    /// Solves one more variable or group; says whether it could.
    fn step(&mut self) -> bool {
        let unsolved = self.unsolved();
        for &at in &unsolved {
            let needs_other = self.updates[at].mentions_any(&|symbol| {
                unsolved.iter().any(|&other| other != at && self.symbols[other] == *symbol)
            });
            if needs_other {
                continue;
            }
            if let Some(closed) = self.alone(at) {
                self.values[at] = Some(closed);
                return true;
            }
        }
        for &at in &unsolved {
            self.values[at] = self.as_sequence(at);
            if self.values[at].is_some() {
                return true;
            }
        }
        false
    }

    /// The value of a variable by the linear system of the monomials that it needs.
    fn as_sequence(&self, at: usize) -> Option<Closed> {
        cfinite::solve(self.index, self.symbols, self.updates, self.first, at).map(Closed::plain)
    }

    /// The update of a variable with the closed forms of all solved ones put in.
    fn update_in_index(&self, at: usize) -> (Term, Vec<Condition>) {
        let mut known = Substitution::default();
        let mut conditions = Vec::new();
        for (symbol, value) in self.symbols.iter().zip(&self.values) {
            if let Some(closed) = value
                && self.updates[at].mentions(symbol)
            {
                known.symbols.insert(symbol.clone(), closed.value.clone());
                conditions.extend(closed.conditions.iter().cloned());
            }
        }
        (known.term(&self.updates[at]), conditions)
    }

    fn alone(&self, at: usize) -> Option<Closed> {
        let (update, conditions) = self.update_in_index(at);
        // What alternates reads better by residues than with powers of minus one.
        let alternates = update.coefficients(&self.symbols[at]).is_some_and(|coefficients| {
            coefficients.get(1).is_some_and(|slope| slope.as_int() == Some(IBig::from(-1)))
        });
        let signs = update.top_atoms().iter().any(Atom::is_sign) || update.lifted_choice().is_some();
        if (alternates || signs)
            && let Some(closed) = self.as_sequence(at)
        {
            return Some(closed);
        }
        let update = separated(&self.symbols[at], &update);
        let scanned = || scan(self.index, &self.symbols[at], &update, &self.first[at]);
        let mut closed =
            equation(self.index, &self.symbols[at], &update, &self.first[at]).or_else(scanned)?;
        // A sum over a sequence is often a sequence itself.
        let sums =
            |term: &Term| term.top_atoms().iter().any(|atom| matches!(atom, Atom::Sum(_) | Atom::Fold(_)));
        if sums(&closed.value)
            && let Some(closed) = self.as_sequence(at)
        {
            return Some(closed);
        }
        closed.conditions.extend(conditions);
        closed.conditions.sort();
        closed.conditions.dedup();
        Some(closed)
    }

    /// Linear combinations of unsolved variables in which what is not linear cancels.
    fn relations(&self) -> Vec<(Term, Closed)> {
        let unsolved = self.unsolved();
        if unsolved.len() < 2 {
            return Vec::new();
        }
        let starts = Substitution::of_all(self.symbols, self.first);
        let solved: Vec<usize> = (0..self.symbols.len()).filter(|at| self.values[*at].is_some()).collect();
        let mut found = Vec::new();
        for (expression, factor, rest) in cfinite::linear_combinations(self.symbols, self.updates, &unsolved)
        {
            // The combination takes the place of the unsolved variables.
            let own = Symbol::integer("•combination");
            let pick = |terms: &[Term]| solved.iter().map(|&at| terms[at].clone()).collect::<Vec<_>>();
            let mut symbols: Vec<Symbol> = solved.iter().map(|&at| self.symbols[at].clone()).collect();
            let (mut updates, mut first) = (pick(self.updates), pick(self.first));
            updates.push(Term::symbol(&own).scaled(&factor).plus(&rest));
            first.push(starts.term(&expression));
            symbols.push(own);
            let values = solve(self.index, &symbols, &updates, &first).values;
            if let Some(Some(closed)) = values.into_iter().next_back() {
                found.push((expression, closed));
            }
        }
        found
    }
}

/// Solves `x := update(x, k)`, begun at `first`.
fn equation(index: &Symbol, symbol: &Symbol, update: &Term, first: &Term) -> Option<Closed> {
    match update.coefficients(symbol).as_deref() {
        Some([]) => Some(delayed(index, &Term::zero(), first)),
        Some([value]) => Some(delayed(index, value, first)),
        Some([b, a]) => linear(index, a, b, first),
        Some([c, b, a]) => squaring(index, a, b, c, first),
        Some(_) => None,
        None => nonlinear(index, symbol, update, first),
    }
}

/// `x := value(k)`: the value of the step before.
fn delayed(index: &Symbol, value: &Term, first: &Term) -> Closed {
    let k = Term::symbol(index);
    let before = value.with_symbol(index, &k.plus_int(-1));
    if before.with_symbol(index, &Term::zero()).minus(first).is_zero() {
        return Closed::plain(before);
    }
    Closed::plain(Term::choice(&Condition::eq(&k), first, &before))
}

/// `x := a·x + b`
fn linear(index: &Symbol, a: &Term, b: &Term, first: &Term) -> Option<Closed> {
    let k = Term::symbol(index);
    if a.mentions(index) {
        return varying(index, a, b, first);
    }
    if a.as_int() == Some(IBig::ONE) {
        let summed = sum_below(b, index);
        let note = summed
            .proved_open
            .then(|| "the sum has no hypergeometric closed form (proved by the method of Gosper)".to_owned());
        return Some(Closed { value: first.plus(&summed.value), conditions: summed.conditions, note });
    }
    let (classes, rest) = classes(b, index);
    let mut conditions = Vec::new();
    let power = Term::power(a, &k);
    let mut particular = Term::zero();
    for class in classes {
        let part = match differ(&class.base, a) {
            // Resonance: the degree rises.
            None => power.times(&power_sum(class.degree, index)).times(&Term::inverse(a)),
            Some(more) => {
                conditions.extend(more);
                let solution = shifted_solution(class.degree, &class.base, a, index);
                let start = solution.with_symbol(index, &Term::zero());
                Term::power(&class.base, &k).times(&solution).minus(&power.times(&start))
            }
        };
        particular = particular.plus(&class.coefficient.times(&part));
    }
    let value = power.times(first).plus(&particular);
    // A weighted sum of anything else is a scan.
    if rest.parts().len() > 0 {
        return None;
    }
    Some(Closed { value, conditions, note: None })
}

/// `x := a(k)·x + b(k)`
fn varying(index: &Symbol, a: &Term, b: &Term, first: &Term) -> Option<Closed> {
    let product = product_below(a, index);
    if b.parts().len() == 0 {
        return Some(Closed::plain(product.times(first)));
    }
    let next = product.with_symbol(index, &Term::symbol(index).plus_int(1));
    let summed = sum_below(&Term::quotient(b, &next), index);
    if summed.open || !matches!(Condition::ne(&next), Condition::True) {
        return None;
    }
    Some(Closed {
        value: product.times(&first.plus(&summed.value)),
        conditions: summed.conditions,
        note: None,
    })
}

/// `x := a·x² + b·x + c` where it is a square in disguise: `u := u²` for `u = a·x + b/2`.
fn squaring(index: &Symbol, a: &Term, b: &Term, c: &Term, first: &Term) -> Option<Closed> {
    let (a, b, c) = (a.as_constant()?, b.as_constant()?, c.as_constant()?);
    let half = &b / RBig::from(2);
    if &a * &c != &half * &half - &half {
        return None;
    }
    let start = first.scaled(&a).plus(&Term::rational(half.clone()));
    let exponent = Term::power(&Term::int(2), &Term::symbol(index));
    let raised = Term::power(&start, &exponent);
    Some(Closed::plain(raised.minus(&Term::rational(half)).scaled(&(RBig::ONE / a))))
}

/// The constant beside a remainder, if an update is the sum of the two.
fn remainder_offset(update: &Term) -> Option<Term> {
    let offset = Term::rational(update.constant_part());
    let rest = update.minus(&offset);
    (!offset.is_zero() && matches!(rest.as_atom(), Some(Atom::Mod(..)))).then_some(offset)
}

/// Repeated quotients and remainders.
fn nonlinear(index: &Symbol, symbol: &Symbol, update: &Term, first: &Term) -> Option<Closed> {
    let k = Term::symbol(index);
    if let Some(offset) = remainder_offset(update) {
        // Signed wrapping: `x := mod(x + …, m) - h` is a plain remainder of `x + h`.
        let moved = update.with_symbol(symbol, &Term::symbol(symbol).plus(&offset)).minus(&offset);
        let closed = nonlinear(index, symbol, &moved, &first.minus(&offset))?;
        return Some(Closed { value: closed.value.plus(&offset), ..closed });
    }
    match update.as_atom()? {
        Atom::Floor(top, divisor) if top.as_symbol() == Some(symbol) => {
            let base = divisor.as_int()?;
            (base.is_positive()).then_some(())?;
            Some(Closed::plain(Term::floor_div(first, &Term::power(divisor, &k))))
        }
        Atom::Mod(inner, modulus) => {
            (modulus.as_int()?.is_positive() && inner.has_integer_coefficients()).then_some(())?;
            let inside = equation(index, symbol, inner, first)?;
            let reduced = Term::atom(Atom::Mod(inside.value, modulus.clone()));
            let value = match first.as_int() {
                Some(start) if !start.is_negative() && start < modulus.as_int()? => reduced,
                _ => Term::choice(&Condition::eq(&k), first, &reduced),
            };
            Some(Closed { value, conditions: inside.conditions, note: inside.note })
        }
        _ => None,
    }
}
