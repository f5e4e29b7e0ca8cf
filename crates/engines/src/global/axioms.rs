//! What is known of the operations that a solver does not know: axioms for the atoms of a question.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_algebra::{Atom, Condition, Relation, Term};

/// What an atom is, as far as conditions can say it.
pub fn defining(atom: &Atom) -> Vec<Condition> {
    let value = Term::atom(atom.clone());
    let implied = |premise: Condition, conclusion: Condition| Condition::any([premise.negated(), conclusion]);
    match atom {
        Atom::Power(base, exponent) => match base.as_int() {
            Some(number) if number > IBig::ONE => {
                vec![implied(Condition::ge(exponent), Condition::ge(&value.minus(exponent).plus_int(-1)))]
            }
            Some(number) if number == IBig::from(-1) => {
                let even = Condition::eq(&Term::modulo(exponent, &Term::int(2)));
                vec![
                    implied(even.clone(), Condition::eq(&value.plus_int(-1))),
                    implied(even.negated(), Condition::eq(&value.plus_int(1))),
                ]
            }
            _ => Vec::new(),
        },
        Atom::Floor(a, b) => {
            let rest = a.minus(&b.times(&value));
            let above = Condition::all([Condition::ge(&rest), Condition::gt(&b.minus(&rest))]);
            let below = Condition::all([Condition::ge(&rest.negated()), Condition::gt(&rest.minus(b))]);
            // Where the divisor is zero, nothing is known.
            vec![implied(Condition::gt(b), above), implied(Condition::gt(&b.negated()), below)]
        }
        Atom::Root(inner) => {
            let next = value.plus_int(1);
            vec![
                Condition::ge(&value),
                implied(
                    Condition::ge(inner),
                    Condition::all([
                        Condition::ge(&inner.minus(&value.times(&value))),
                        Condition::gt(&next.times(&next).minus(inner)),
                    ]),
                ),
                implied(Condition::gt(&inner.negated()), Condition::eq(&value)),
            ]
        }
        Atom::Log(base, inner) => {
            let power = Term::power(&Term::int(base.clone()), &value);
            let next = power.scaled(&RBig::from(base.clone()));
            let between = |low: &Term, number: &Term, high: &Term| {
                Condition::all([Condition::at_most(low, number), Condition::less(number, high)])
            };
            let mut axioms = vec![
                Condition::ge(&value),
                implied(Condition::ge(&inner.plus_int(-1)), between(&power, inner, &next)),
                implied(Condition::gt(&Term::one().minus(inner)), Condition::eq(&value)),
            ];
            // The logarithm of a quotient is about the dividend too, which needs no products of unknowns.
            if let Some(Atom::Floor(dividend, divisor)) = inner.as_atom() {
                let proper = Condition::all([Condition::gt(divisor), Condition::at_most(divisor, dividend)]);
                let (low, high) = (power.times(divisor), next.times(divisor));
                axioms.push(implied(proper, between(&low, dividend, &high)));
            }
            axioms
        }
        Atom::Factorial(inner) => vec![implied(Condition::ge(inner), Condition::gt(&value))],
        Atom::Gcd(..) => vec![Condition::ge(&value)],
        Atom::Least(search) => {
            let found = search.condition.with_symbol(&search.index, &value);
            let mut axioms = vec![Condition::ge(&value), implied(Condition::ever(search.clone()), found)];
            // What surely holds from a place on is found there at the latest.
            for (relation, bound) in search.bounds() {
                let room = Term::one().minus(&value).minus(&bound);
                let within = match relation {
                    Relation::Ge => Condition::gt(&room),
                    _ => Condition::ge(&room),
                };
                axioms.push(Condition::any([within, Condition::eq(&value)]));
            }
            axioms
        }
        _ => Vec::new(),
    }
}

/// Powers of one number grow with their exponents; quotients of neighbours are neighbours; elements at equal
/// subscripts are equal.
pub fn ordered(a: &Atom, b: &Atom) -> Vec<Condition> {
    if let (Atom::Element(array, i), Atom::Element(other, j)) = (a, b) {
        if array != other || i.len() != j.len() {
            return Vec::new();
        }
        let differ = i.iter().zip(j).map(|(i, j)| Condition::ne(&i.minus(j)));
        let same = Condition::eq(&Term::atom(a.clone()).minus(&Term::atom(b.clone())));
        return vec![Condition::any(differ.chain([same]))];
    }
    if let (Atom::Floor(n, d), Atom::Floor(m, e)) = (a, b) {
        return neighbours(a, n, d, b, m, e);
    }
    let (Atom::Power(base, low), Atom::Power(other, high)) = (a, b) else { return Vec::new() };
    let Some(number) = base.as_int().filter(|number| base == other && *number > IBig::ONE) else {
        return Vec::new();
    };
    let (x, y) = (Term::atom(a.clone()), Term::atom(b.clone()));
    let factor = RBig::from(number);
    let less = |low: &Term, high: &Term, x: &Term, y: &Term| {
        let premise = Condition::all([Condition::ge(low), Condition::gt(&high.minus(low))]);
        Condition::any([premise.negated(), Condition::ge(&y.minus(&x.scaled(&factor)))])
    };
    let same = Condition::any([Condition::ne(&low.minus(high)), Condition::eq(&x.minus(&y))]);
    vec![less(low, high, &x, &y), less(high, low, &y, &x), same]
}

/// `⌊(n+1)/d⌋` is one more than `⌊n/d⌋` exactly where `d` divides `n + 1`.
fn neighbours(a: &Atom, n: &Term, d: &Term, b: &Atom, m: &Term, e: &Term) -> Vec<Condition> {
    if d != e {
        return Vec::new();
    }
    let (x, y, low) = match m.minus(n).as_int() {
        Some(step) if step == IBig::ONE => (Term::atom(a.clone()), Term::atom(b.clone()), n),
        Some(step) if step == IBig::from(-1) => (Term::atom(b.clone()), Term::atom(a.clone()), m),
        _ => return Vec::new(),
    };
    let rest = low.minus(&d.times(&x)).plus_int(1).minus(d);
    let positive = Condition::gt(d);
    let step = y.minus(&x);
    vec![
        Condition::any([positive.negated(), Condition::ne(&rest), Condition::eq(&step.plus_int(-1))]),
        Condition::any([positive.negated(), Condition::eq(&rest), Condition::eq(&step)]),
    ]
}

/// A product with a power of a number is at least the rest of it, and greater powers make greater products, where the rest
/// is not negative: what a solver of linear questions does not see.
pub fn grown(products: &[(Atom, Term)]) -> Vec<Condition> {
    let whole = |(power, rest): &(Atom, Term)| Term::atom(power.clone()).times(rest);
    let exponent = |power: &Atom| match power {
        Atom::Power(base, exponent) => Some((base.clone(), exponent.clone())),
        _ => None,
    };
    let implied = |premises: &[Condition], conclusion: Condition| {
        Condition::any(premises.iter().map(Condition::negated).chain([conclusion]))
    };
    let mut axioms = Vec::new();
    for product @ (power, rest) in products {
        let Some((base, high)) = exponent(power) else { continue };
        // The other way round where the rest is negative.
        for (sign, is_so) in [(1, Condition::ge(rest)), (-1, Condition::ge(&rest.negated()))] {
            let at_most = |a: &Term, b: &Term| Condition::ge(&b.minus(a).scaled(&RBig::from(sign)));
            let more = at_most(rest, &whole(product));
            axioms.push(implied(&[is_so.clone(), Condition::ge(&high)], more));
            for other in products.iter().filter(|other| other.1 == *rest && other.0 != *power) {
                let Some((_, low)) = exponent(&other.0).filter(|(own, _)| *own == base) else { continue };
                let order = Condition::at_most(&low, &high);
                axioms.push(implied(&[is_so.clone(), order], at_most(&whole(other), &whole(product))));
            }
        }
    }
    axioms
}
