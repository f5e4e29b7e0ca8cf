//! Linear systems over the monomials of several variables.
//!
//! The monomials that a variable needs are collected until they are closed under the update; if that ends, the
//! variable is a sequence with constant coefficients. Rational roots of its characteristic polynomial give a closed
//! form, roots of unity one for each residue of the index, anything else a named sequence.

use std::sync::Arc;

use dashu_ratio::RBig;

use crate::linear::{Matrix, combination, inverse, kernel, row_times};
use crate::univariate::{Polynomial, rational_roots};
use crate::{Atom, Condition, Monomial, Sequence, Substitution, Symbol, Term};

/// Monomials of one system.
const MOST_MONOMIALS: usize = 40;
/// The degree of one monomial.
const LARGEST_DEGREE: i32 = 12;
/// Shifts of a sequence that are worked out.
const LARGEST_SHIFT: usize = 64;
/// Periods that are tried for roots that are not rational.
const PERIODS: [usize; 7] = [2, 3, 4, 6, 5, 8, 12];

/// The value of one variable after `index` steps.
pub(crate) fn solve(
    index: &Symbol,
    symbols: &[Symbol],
    updates: &[Term],
    first: &[Term],
    wanted: usize,
) -> Option<Term> {
    let system = Linear::of(symbols, updates, first, wanted)?;
    let k = Term::symbol(index);
    let relation = system.relation(1, 0)?;
    let polynomial = characteristic(&relation.0);
    let (roots, rest) = rational_roots(&polynomial);
    // Beside other exponentials a power of minus one is shorter than two cases.
    let plain = |root: &RBig| root.is_zero() || *root == RBig::ONE || *root == RBig::from(-1);
    let alternates =
        roots.iter().any(|(root, _)| *root == RBig::from(-1)) && roots.iter().all(|(root, _)| plain(root));
    if rest.len() == 1 && !alternates {
        return closed(&relation, &k);
    }
    for period in PERIODS {
        if let Some(value) = periodic(&system, period, &k) {
            return Some(value);
        }
    }
    let (coefficients, members) = relation;
    let sequence =
        Sequence { coefficients: coefficients.clone(), first: members[..coefficients.len()].to_vec() };
    Some(Term::member(&Arc::new(sequence), &k))
}

impl Term {
    /// A member of a sequence: a combination of the sequences whose first members are 0 but for a single 1, at an
    /// index without a positive constant. So combinations and shifts of sequences are equal where they look equal.
    pub fn member(sequence: &Arc<Sequence>, index: &Term) -> Term {
        if let Some(at) = index.as_int().and_then(|value| usize::try_from(value).ok())
            && at < sequence.first.len()
        {
            return sequence.first[at].clone();
        }
        let mut first = sequence.first.clone();
        let mut index = index.clone();
        let shift = crate::as_integer(&index.constant_part()).and_then(|value| usize::try_from(value).ok());
        if let Some(shift) = shift.filter(|shift| *shift <= LARGEST_SHIFT && index.as_constant().is_none()) {
            for _ in 0..shift {
                let next = Term::sum(
                    first.iter().zip(&sequence.coefficients).map(|(term, value)| term.scaled(value)),
                );
                first.remove(0);
                first.push(next);
            }
            index = index.plus_int(-(shift as i64));
        }
        let present = first.iter().enumerate().filter(|(_, factor)| !factor.0.is_empty());
        Term::sum(present.map(|(at, factor)| {
            let unit = (0..first.len()).map(|other| if other == at { Term::one() } else { Term::zero() });
            let unit = Sequence { coefficients: sequence.coefficients.clone(), first: unit.collect() };
            factor.times(&Term::atom(Atom::Sequence(Arc::new(unit), index.clone())))
        }))
    }
}

fn characteristic(coefficients: &[RBig]) -> Polynomial {
    coefficients.iter().map(|value| -value).chain([RBig::ONE]).collect()
}

/// Coefficients of a recurrence and enough first members.
type Relation = (Vec<RBig>, Vec<Term>);

struct Linear {
    matrix: Matrix,
    start: Vec<RBig>,
    members: Vec<Term>,
}

impl Linear {
    fn of(symbols: &[Symbol], updates: &[Term], first: &[Term], wanted: usize) -> Option<Linear> {
        let step = Substitution::of_all(symbols, updates);
        let begin = Substitution::of_all(symbols, first);
        let modified = |symbol: &Symbol| symbols.contains(symbol);
        let mut basis = vec![Monomial(vec![(Atom::Symbol(symbols[wanted].clone()), 1)])];
        let mut images: Vec<Term> = Vec::new();
        while images.len() < basis.len() {
            let image = step.term(&Term::monomial(basis[images.len()].clone(), RBig::ONE));
            for (monomial, _) in image.parts() {
                let plain = monomial.factors().iter().all(|(atom, count)| match atom {
                    Atom::Symbol(_) => *count > 0 && *count <= LARGEST_DEGREE,
                    other => !Term::atom(other.clone()).mentions_any(&modified),
                });
                let degree: i32 = monomial.factors().iter().map(|(_, count)| *count).sum();
                if !plain || degree > LARGEST_DEGREE {
                    return None;
                }
                if !basis.contains(monomial) {
                    basis.push(monomial.clone());
                }
            }
            if basis.len() > MOST_MONOMIALS {
                return None;
            }
            images.push(image);
        }
        let row = |image: &Term| {
            basis.iter().map(|monomial| image.0.get(monomial).cloned().unwrap_or(RBig::ZERO)).collect()
        };
        let mut start = vec![RBig::ZERO; basis.len()];
        start[0] = RBig::ONE;
        Some(Linear {
            matrix: images.iter().map(row).collect(),
            start,
            members: basis
                .into_iter()
                .map(|monomial| begin.term(&Term::monomial(monomial, RBig::ONE)))
                .collect(),
        })
    }

    /// The shortest recurrence of the members `offset, offset + period, …` of the wanted sequence.
    fn relation(&self, period: usize, offset: usize) -> Option<Relation> {
        let advance = |row: &Vec<RBig>, count: usize| {
            (0..count).fold(row.clone(), |row, _| row_times(&row, &self.matrix))
        };
        let mut rows = vec![advance(&self.start, offset)];
        loop {
            let next = advance(rows.last()?, period);
            if let Some(coefficients) = combination(&rows, &next) {
                let members = rows.iter().map(|row| self.member(row)).collect();
                return Some((coefficients, members));
            }
            rows.push(next);
            if rows.len() > self.start.len() + 1 {
                return None;
            }
        }
    }

    fn member(&self, row: &[RBig]) -> Term {
        Term::sum(row.iter().zip(&self.members).map(|(value, member)| member.scaled(value)))
    }
}

/// The closed form in `k` of a sequence whose characteristic polynomial has rational roots only.
fn closed((coefficients, members): &Relation, k: &Term) -> Option<Term> {
    let (roots, rest) = rational_roots(&characteristic(coefficients));
    (rest.len() == 1).then_some(())?;
    let zeros = roots.iter().find(|(root, _)| root.is_zero()).map_or(0, |(_, count)| *count);
    let basis: Vec<(RBig, u32)> = roots
        .iter()
        .filter(|(root, _)| !root.is_zero())
        .flat_map(|(root, count)| (0..*count as u32).map(move |degree| (root.clone(), degree)))
        .collect();
    let value_at = |root: &RBig, degree: u32, at: usize| {
        let power = (0..at).fold(RBig::ONE, |all, _| all * root);
        (0..degree).fold(power, |all, _| all * RBig::from(at as u64))
    };
    let matrix: Matrix = (zeros..zeros + basis.len())
        .map(|at| basis.iter().map(|(root, degree)| value_at(root, *degree, at)).collect())
        .collect();
    let inverse = inverse(&matrix)?;
    let mut value = Term::zero();
    let mut early: Vec<Term> = vec![Term::zero(); zeros];
    for (row, (root, degree)) in inverse.iter().zip(&basis) {
        let weight =
            Term::sum(row.iter().zip(&members[zeros..]).map(|(factor, member)| member.scaled(factor)));
        let shape = k.to_power(*degree).times(&Term::power(&Term::rational(root.clone()), k));
        value = value.plus(&weight.times(&shape));
        for (at, slot) in early.iter_mut().enumerate() {
            *slot = slot.plus(&weight.scaled(&value_at(root, *degree, at)));
        }
    }
    // A zero root leaves the first members free.
    for at in (0..zeros).rev() {
        if !early[at].minus(&members[at]).is_zero() {
            value = Term::choice(&Condition::eq(&k.plus_int(-(at as i64))), &members[at], &value);
        }
    }
    Some(value)
}

/// One closed form for each residue of `k`.
fn periodic(system: &Linear, period: usize, k: &Term) -> Option<Term> {
    let divisor = Term::int(period as u64);
    let mut forms = Vec::new();
    for offset in 0..period {
        let relation = system.relation(period, offset)?;
        let (roots, rest) = rational_roots(&characteristic(&relation.0));
        (rest.len() == 1).then_some(())?;
        let plain = roots.iter().all(|(root, _)| root.is_zero() || *root == RBig::ONE);
        let quotient = if plain {
            k.plus_int(-(offset as i64)).scaled(&(RBig::ONE / RBig::from(period as u64)))
        } else {
            Term::floor_div(k, &divisor)
        };
        forms.push(closed(&relation, &quotient)?);
    }
    let mut value = forms.pop()?;
    for (offset, form) in forms.into_iter().enumerate().rev() {
        let residue = Term::modulo(k, &divisor).plus_int(-(offset as i64));
        value = Term::choice(&Condition::eq(&residue), &form, &value);
    }
    Some(value)
}

/// Combinations `e` of unsolved variables with `e' = factor · e + rest`, the rest free of unsolved variables.
pub(crate) fn linear_combinations(
    symbols: &[Symbol],
    updates: &[Term],
    unsolved: &[usize],
) -> Vec<(Term, RBig, Term)> {
    let open = |symbol: &Symbol| unsolved.iter().any(|&at| symbols[at] == *symbol);
    let single = |at: usize| Monomial(vec![(Atom::Symbol(symbols[at].clone()), 1)]);
    let mut obstacles: Vec<Monomial> = Vec::new();
    for &at in unsolved {
        for (monomial, _) in updates[at].parts() {
            let is_linear = unsolved.iter().any(|&other| single(other) == *monomial);
            let term = Term::monomial(monomial.clone(), RBig::ONE);
            if !is_linear && term.mentions_any(&open) && !obstacles.contains(monomial) {
                obstacles.push(monomial.clone());
            }
        }
    }
    let coefficient =
        |at: usize, monomial: &Monomial| updates[at].0.get(monomial).cloned().unwrap_or(RBig::ZERO);
    let matrix: Matrix = obstacles
        .iter()
        .map(|monomial| unsolved.iter().map(|&at| coefficient(at, monomial)).collect())
        .collect();
    let linear: Matrix = unsolved
        .iter()
        .map(|&at| unsolved.iter().map(|&other| coefficient(at, &single(other))).collect())
        .collect();
    let mut found = Vec::new();
    for vector in kernel(&matrix, unsolved.len()) {
        let image = row_times(&vector, &linear);
        let Some(factors) = combination(&vec![vector.clone()], &image) else { continue };
        let combined = |term: &dyn Fn(usize) -> Term| {
            Term::sum(unsolved.iter().zip(&vector).map(|(&at, value)| term(at).scaled(value)))
        };
        let expression = combined(&|at| Term::symbol(&symbols[at]));
        let whole = combined(&|at| updates[at].clone());
        let rest = whole.minus(&expression.scaled(&factors[0]));
        if !rest.mentions_any(&open) && vector.iter().filter(|value| !value.is_zero()).count() > 1 {
            found.push((expression, factors[0].clone(), rest));
        }
    }
    found
}
