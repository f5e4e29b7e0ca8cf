//! How many passes a loop makes: the least `k` at which control leaves.
//!
//! Each condition of the guard gives its own least `k` (linear: a quotient rounded up; quadratic: an integer root;
//! exponential: an integer logarithm; equations: divisibility); the loop leaves at the least of them. What cannot be
//! solved is a search with its defining property.

use dashu_base::{Gcd, Signed};
use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_algebra::{Atom, Class, Condition, Relation, Symbol, Term, Values, classes, search};

use super::prove::{Prover, with};

/// A number of passes under a condition; `None` where there is no end.
pub type Counted = (Condition, Option<Term>);

/// The numbers of passes, by cases that exclude one another and leave nothing out. The flag says that they are
/// solved, not searched for.
pub fn count(
    prover: &mut Prover,
    facts: &[Condition],
    guard: &Condition,
    index: &Symbol,
) -> (Vec<Counted>, bool) {
    match (Counter { prover, facts, index }).solved(guard) {
        Some(counts) => (counts, true),
        None => match numbered(guard, index) {
            Some(passes) => (vec![(Condition::True, Some(Term::int(passes)))], true),
            None => (searched(guard, index), false),
        },
    }
}

/// Passes that are gone through where everything is a number.
const MOST_PASSES: u64 = 2048;

/// The number of passes where the guard speaks of nothing but them, if it is small.
fn numbered(guard: &Condition, index: &Symbol) -> Option<u64> {
    if guard.mentions_any(&|symbol| symbol != index && !symbol.name.starts_with('•')) {
        return None;
    }
    let mut values = Values::default();
    (0..MOST_PASSES)
        .map_while(|passes| {
            values.set(&index.name, passes);
            values.condition(guard).ok().map(|goes_on| (passes, goes_on))
        })
        .find(|(_, goes_on)| !goes_on)
        .map(|(passes, _)| passes)
}

/// A remainder of a line in the index against a number: `mod(slope·k + start, by) = rest`.
pub struct Congruence {
    slope: IBig,
    start: Term,
    by: IBig,
    rest: IBig,
}

impl Congruence {
    /// The congruence that a term is zero, if it is one.
    pub fn of(term: &Term, index: &Symbol) -> Option<Congruence> {
        let constant = term.constant_part();
        let wrapped = term.minus(&Term::rational(constant.clone()));
        let (wrapped, constant) = match wrapped.as_atom() {
            Some(_) => (wrapped, -constant),
            None => (wrapped.negated(), constant),
        };
        let Some(Atom::Mod(inner, by)) = wrapped.as_atom() else { return None };
        let by = by.as_int().filter(|by| *by > IBig::ONE)?;
        let coefficients = inner.coefficients(index).filter(|_| inner.is_integer_valued())?;
        let [start, slope] = &coefficients[..] else { return None };
        let rest = sextant_algebra::as_integer(&constant)?;
        Some(Congruence { slope: slope.as_int()?, start: start.clone(), by, rest })
    }

    /// After how many steps it holds again, as it does after no fewer.
    pub fn period(&self) -> IBig {
        &self.by / self.shared()
    }

    fn shared(&self) -> IBig {
        IBig::from((&self.slope).gcd(&self.by))
    }

    /// The least number of steps after which it holds, and when it ever does.
    fn least(&self) -> (Condition, Option<Term>) {
        if self.rest.is_negative() || self.rest >= self.by {
            return (Condition::False, None);
        }
        let (shared, period) = (self.shared(), self.period());
        let distance = Term::int(self.rest.clone()).minus(&self.start);
        let ever = Condition::eq(&Term::modulo(&distance, &Term::int(shared.clone())));
        let slope = (&self.slope / &shared) % &period;
        let slope = if slope.is_negative() { slope + &period } else { slope };
        let steps = Term::floor_div(&distance, &Term::int(shared));
        let inverse = inverse(&slope, &period);
        (ever, Some(Term::modulo(&steps.scaled(&RBig::from(inverse)), &Term::int(period))))
    }
}

/// What a number must be multiplied with to give 1 modulo another to which it is prime.
fn inverse(value: &IBig, modulus: &IBig) -> IBig {
    let (mut r, mut s) = (modulus.clone(), value.clone());
    let (mut x, mut y) = (IBig::ZERO, IBig::ONE);
    while !s.is_zero() {
        let quotient = &r / &s;
        (r, s) = (s.clone(), r - &quotient * &s);
        (x, y) = (y.clone(), x - &quotient * &y);
    }
    if x.is_negative() { x + modulus } else { x }
}

/// The count as a search.
pub fn searched(guard: &Condition, index: &Symbol) -> Vec<Counted> {
    let found = search(index, &guard.negated());
    let ever = Condition::ever(found.clone());
    let counts = [(ever.clone(), Some(Term::atom(Atom::Least(found)))), (ever.negated(), None)];
    counts.into_iter().filter(|(condition, _)| *condition != Condition::False).collect()
}

/// Counts in one loop.
struct Counter<'a> {
    prover: &'a mut Prover,
    /// What holds at the start.
    facts: &'a [Condition],
    index: &'a Symbol,
}

impl Counter<'_> {
    fn solved(&mut self, guard: &Condition) -> Option<Vec<Counted>> {
        let mut counts: Vec<Counted> = vec![(Condition::True, None)];
        if *guard == Condition::False {
            return Some(vec![(Condition::True, Some(Term::zero()))]);
        }
        for part in guard.conjuncts() {
            let ways = self.leaving(&part.negated())?;
            let mut joined = Vec::new();
            for (known, count) in counts {
                // Nothing leaves earlier than at once.
                if count.as_ref().is_some_and(|count| count.as_int() == Some(IBig::ZERO)) {
                    joined.push((known, count));
                    continue;
                }
                for (condition, other) in &ways {
                    let both = known.and(condition);
                    if self.is_possible(&both) {
                        joined.extend(self.least(both, count.as_ref(), other.as_ref()));
                    }
                }
            }
            counts = joined;
            if counts.len() > 24 {
                return None;
            }
        }
        Some(counts)
    }

    fn is_possible(&mut self, condition: &Condition) -> bool {
        *condition != Condition::False && !self.prover.excludes(self.facts, condition)
    }

    /// The lesser of two counts, by cases where it is not known which one it is.
    fn least(&mut self, condition: Condition, a: Option<&Term>, b: Option<&Term>) -> Vec<Counted> {
        let (Some(a), Some(b)) = (a, b) else { return vec![(condition, a.or(b).cloned())] };
        let first = Condition::at_most(a, b);
        let ways = [(first.clone(), a), (first.negated(), b)];
        let mut ways: Vec<Counted> =
            ways.into_iter().map(|(more, count)| (condition.and(&more), Some(count.clone()))).collect();
        ways.retain(|(both, _)| self.is_possible(both));
        // Where one of them is always the lesser, the comparison need not be said.
        if let [(both, _)] = &mut ways[..] {
            *both = condition;
        }
        ways
    }

    /// The least index at which one condition holds.
    fn leaving(&mut self, exit: &Condition) -> Option<Vec<Counted>> {
        let index = self.index;
        if !exit.mentions_any(&|symbol| symbol == index) {
            return Some(vec![(exit.clone(), Some(Term::zero())), (exit.negated(), None)]);
        }
        let Condition::Compare(relation, term) = exit else { return None };
        if let (Relation::Eq, Some(congruence)) = (relation, Congruence::of(term, index)) {
            let (ever, count) = congruence.least();
            let ways = [(ever.clone(), count), (ever.negated(), None)];
            return Some(ways.into_iter().filter(|(condition, _)| *condition != Condition::False).collect());
        }
        let term = without_floor(*relation, term, index)?;
        let (parts, rest) = classes(&term, index);
        if rest.parts().len() > 0 {
            return None;
        }
        let plain = |class: &&Class| class.base.as_int() == Some(IBig::ONE);
        let degree = parts.iter().filter(plain).map(|class| class.degree).max().unwrap_or(0);
        let exponential: Vec<_> = parts.iter().filter(|class| !plain(class)).collect();
        let constant = parts.iter().filter(plain).filter(|class| class.degree == 0);
        let constant = Term::sum(constant.map(|class| class.coefficient.clone()));
        match (degree, &exponential[..], relation) {
            (0, [class], Relation::Ge) if class.degree == 0 => {
                self.exponential(&class.base, &class.coefficient, &constant)
            }
            (1, [], _) => {
                let slope = term.coefficients(index)?.get(1)?.clone();
                Some(linear_count(*relation, &slope, &constant))
            }
            (2, [], Relation::Ge) => quadratic_count(&term.coefficients(index)?),
            _ => None,
        }
    }

    /// `c·b^k + d ≥ 0` for a number `b ≥ 2`.
    fn exponential(&mut self, base: &Term, factor: &Term, constant: &Term) -> Option<Vec<Counted>> {
        let base = base.as_int().filter(|base| *base > IBig::ONE)?;
        let now = Condition::ge(&factor.plus(constant));
        let rises = Condition::gt(factor);
        // The least power at least ⌈-d/c⌉.
        let below = match factor.as_constant() {
            Some(_) => Term::ceil_div(&constant.negated(), factor).plus_int(-1),
            None => Term::floor_div(&constant.negated().plus_int(-1), factor),
        };
        let count = Term::log(&base, &below).plus_int(1);
        let always_rises = self.prover.implies(&with(self.facts, &now.negated()), &rises);
        let mut ways = by_start(now, rises, count);
        ways.truncate(if always_rises { 2 } else { 3 });
        Some(ways)
    }
}

/// Nothing where a condition holds from the start, else so many passes under another one, and without it no end.
fn by_start(now: Condition, later: Condition, count: Term) -> Vec<Counted> {
    let then = now.negated();
    vec![(now, Some(Term::zero())), (then.and(&later), Some(count)), (then.and(&later.negated()), None)]
}

/// `⌊a/b⌋ ≤ d` is `a < (d+1)·b` for positive `b`.
fn without_floor(relation: Relation, term: &Term, index: &Symbol) -> Option<Term> {
    let quotient = term.top_atoms().into_iter().find_map(|atom| match &atom {
        Atom::Floor(a, b) if b.mentions(index) && !a.mentions(index) => {
            Some((atom.clone(), a.clone(), b.clone()))
        }
        _ => None,
    });
    let Some((atom, a, b)) = quotient else { return Some(term.clone()) };
    let is_power = |atom: &Atom| matches!(atom, Atom::Power(base, _) if base.as_int().is_some_and(|base| base.is_positive()));
    let positive = b.parts().all(|(monomial, value)| {
        value.is_positive() && monomial.factors().iter().all(|(atom, _)| is_power(atom))
    });
    let rest = term.plus(&Term::atom(atom.clone()));
    if relation != Relation::Ge || !positive || rest.top_atoms().contains(&atom) {
        return None;
    }
    Some(rest.plus_int(1).times(&b).minus(&a).plus_int(-1))
}

/// `slope·k + constant` against zero.
fn linear_count(relation: Relation, slope: &Term, constant: &Term) -> Vec<Counted> {
    let minus = constant.negated();
    match relation {
        Relation::Ge | Relation::Gt => {
            let now = Condition::compare(relation, constant);
            let rises = Condition::gt(slope);
            let whole = [slope, constant].iter().all(|term| term.has_integer_atoms());
            let count = if relation == Relation::Ge && whole {
                // Among integers, `⌈a/b⌉` reads better as `⌊(a-1)/b⌋ + 1`.
                Term::floor_div(&minus.plus_int(-1), slope).plus_int(1)
            } else {
                let (steps, minus) = whole_steps(&minus, slope);
                let count = match relation {
                    Relation::Ge => Term::ceil_div(&minus, slope),
                    _ => Term::floor_div(&minus, slope).plus_int(1),
                };
                count.plus(&Term::int(steps))
            };
            by_start(now, rises, count)
        }
        Relation::Eq => {
            let now = Condition::eq(constant);
            let count = Term::floor_div(&minus, slope);
            let divides = Condition::eq(&slope.times(&count).plus(constant));
            let later = Condition::all([
                Condition::ne(slope),
                divides,
                Condition::any([
                    Condition::gt(&minus).and(&Condition::gt(slope)),
                    Condition::gt(constant).and(&Condition::gt(&slope.negated())),
                ]),
            ]);
            by_start(now, later, count)
        }
        Relation::Ne => by_start(Condition::ne(constant), Condition::ne(slope), Term::one()),
    }
}

/// Takes whole multiples of a slope that is one product out of a distance: `2·s + v` is `v` and two steps.
fn whole_steps(distance: &Term, slope: &Term) -> (IBig, Term) {
    let mut parts = slope.parts();
    let (Some((product, size)), None) = (parts.next(), parts.next()) else {
        return (IBig::ZERO, distance.clone());
    };
    let same = distance.parts().find(|(monomial, _)| *monomial == product);
    let Some((_, multiple)) = same else { return (IBig::ZERO, distance.clone()) };
    let steps = sextant_algebra::floor(&(multiple / size));
    let rest = distance.minus(&slope.scaled(&RBig::from(steps.clone())));
    (steps, rest)
}

/// `a·k² + b·k + c ≥ 0` where it rises from the start.
fn quadratic_count(coefficients: &[Term]) -> Option<Vec<Counted>> {
    let [c, b, a] = coefficients else { return None };
    let (a, b) = (a.as_int()?, b.as_int()?);
    if !a.is_positive() || (&a + &b).is_negative() {
        return None;
    }
    let now = Condition::ge(c);
    let start = (now.clone(), Some(Term::zero()));
    // (2ak + b)² ≥ b² - 4ac, with the left side's root positive from k = 1 on.
    let two = IBig::from(2);
    let (count, shift) = if (&b % (&a * &two)).is_zero() {
        let half = &b / (&a * &two);
        // (k + half)² ≥ half² - c/a
        let wanted = Term::int(&half * &half).minus(&Term::floor_div(c, &Term::int(a.clone())));
        (Term::root(&wanted.plus_int(-1)).plus_int(1), half)
    } else {
        let wanted = Term::int(&b * &b).minus(&c.scaled(&RBig::from(&a * IBig::from(4))));
        let root = Term::root(&wanted.plus_int(-1)).plus_int(1);
        let top = root.minus(&Term::int(b));
        (Term::ceil_div(&top, &Term::int(a * two)), IBig::ZERO)
    };
    let later = (now.negated(), Some(count.minus(&Term::int(shift))));
    Some(vec![start, later])
}
