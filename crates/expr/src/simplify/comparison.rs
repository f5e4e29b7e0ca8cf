//! Comparisons of Int and Real terms.
//!
//! A comparison is a bound on a form: `form REL limit`. The form is a sum without constant whose coefficients
//! are primitive integers, the first of them positive; over the integers the limit is an integer and `<`, `>` do
//! not occur. The canonical term shows it with two sides: positive monomials left, the others right with their
//! signs changed, the constant where it is positive — or right, if nothing else stands there.

use smallvec::SmallVec;

use super::number::Number;
use super::polynomial::{Entry, Polynomial};
use crate::{Op, Rounding, Sort, Table, TermId};

/// How a form stands to its limit, in the order in which bounds on one form are shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Comparator {
    Eq,
    Ge,
    Gt,
    Le,
    Lt,
    Ne,
}

impl Comparator {
    pub(crate) fn of(op: &Op) -> Option<Self> {
        Some(match op {
            Op::Eq => Self::Eq,
            Op::Ne => Self::Ne,
            Op::Le => Self::Le,
            Op::Lt => Self::Lt,
            Op::Ge => Self::Ge,
            Op::Gt => Self::Gt,
            _ => return None,
        })
    }

    pub(crate) fn op(self) -> Op {
        match self {
            Self::Eq => Op::Eq,
            Self::Ne => Op::Ne,
            Self::Le => Op::Le,
            Self::Lt => Op::Lt,
            Self::Ge => Op::Ge,
            Self::Gt => Op::Gt,
        }
    }

    /// The comparator of the negated comparison.
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Le => Self::Gt,
            Self::Lt => Self::Ge,
            Self::Ge => Self::Lt,
            Self::Gt => Self::Le,
        }
    }

    /// The comparator after both sides changed their signs, or places.
    fn mirrored(self) -> Self {
        match self {
            Self::Eq | Self::Ne => self,
            Self::Le => Self::Ge,
            Self::Lt => Self::Gt,
            Self::Ge => Self::Le,
            Self::Gt => Self::Lt,
        }
    }

    pub(crate) fn holds(self, x: &Number, y: &Number) -> bool {
        match self {
            Self::Eq => x == y,
            Self::Ne => x != y,
            Self::Le => x <= y,
            Self::Lt => x < y,
            Self::Ge => x >= y,
            Self::Gt => x > y,
        }
    }
}

/// See the module. The form is the canonical term of its sum.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Bound {
    pub form: TermId,
    pub comparator: Comparator,
    pub limit: Number,
}

impl Bound {
    pub(crate) fn negated(&self, integer: bool) -> Bound {
        let comparator = self.comparator.negated();
        Bound { form: self.form, comparator, limit: self.limit.clone() }.without_strictness(integer)
    }

    /// Over the integers: `< c` is `≤ c - 1`.
    fn without_strictness(self, integer: bool) -> Bound {
        match self.comparator {
            Comparator::Lt if integer => {
                Bound { comparator: Comparator::Le, limit: &self.limit - &Number::ONE, ..self }
            }
            Comparator::Gt if integer => {
                Bound { comparator: Comparator::Ge, limit: &self.limit + &Number::ONE, ..self }
            }
            _ => self,
        }
    }
}

impl Table {
    /// The bound that a canonical comparison of Int or Real terms is.
    pub(crate) fn bound(&self, term: TermId) -> Option<&Bound> {
        self.memo.bounds.get(&term)
    }

    /// `x REL y` for canonical Int or Real terms.
    pub(super) fn simple_comparison(&mut self, comparator: Comparator, x: TermId, y: TermId) -> TermId {
        let integer = self.sort(x) == Sort::INT;
        if let (true, Comparator::Eq | Comparator::Ne) = (integer, comparator)
            && let Some(equal) = self.equal_remainders(x, y)
        {
            return self.boolean(equal == (comparator == Comparator::Eq));
        }
        let difference = self.difference(x, y);
        self.compare_with_zero(comparator, difference, integer)
    }

    /// `polynomial REL 0`
    fn compare_with_zero(&mut self, comparator: Comparator, polynomial: Polynomial, integer: bool) -> TermId {
        if let Some(constant) = polynomial.as_constant() {
            return self.boolean(comparator.holds(constant, &Number::ZERO));
        }
        let (polynomial, integer) = match self.whole_polynomial(&polynomial).filter(|_| !integer) {
            Some(whole) => (whole, true),
            None => (polynomial, integer),
        };
        let polynomial = if integer { self.without_exact_quotients(polynomial) } else { polynomial };
        if let Some(constant) = polynomial.as_constant() {
            return self.boolean(comparator.holds(constant, &Number::ZERO));
        }
        let sort = if integer { Sort::INT } else { Sort::REAL };
        let negative = polynomial.leads_negative();
        let content = polynomial.content();
        let divisor = if negative { -&content } else { content };
        let comparator = if negative { comparator.mirrored() } else { comparator };
        let mut form = if divisor.is_one() {
            polynomial
        } else {
            polynomial.map(|coefficient| coefficient.over(&divisor))
        };
        let limit = -&form.constant;
        form.constant = Number::ZERO;
        let Some((comparator, limit)) = rounded(comparator, limit, integer) else {
            return self.boolean(comparator == Comparator::Ne);
        };
        if let Some(simpler) = self.single_atom(&form, comparator, &limit) {
            return simpler;
        }
        let form = self.polynomial_term(form, sort);
        self.bound_term(Bound { form, comparator, limit }.without_strictness(integer))
    }

    /// A Real polynomial all of whose atoms are converted integers, as an Int one with integer coefficients for
    /// the monomials. Its constant may be a fraction.
    fn whole_polynomial(&mut self, polynomial: &Polynomial) -> Option<Polynomial> {
        if !polynomial.entries.iter().all(|entry| self.is_whole(entry.monomial)) {
            return None;
        }
        let scale = polynomial.content().inverse();
        let mut entries: SmallVec<[Entry; 4]> = SmallVec::new();
        for entry in &polynomial.entries {
            entries.push(Entry::new(self.whole_monomial(entry.monomial)?, &entry.coefficient * &scale));
        }
        Some(Polynomial { entries: self.collected(entries), constant: &polynomial.constant * &scale })
    }

    fn is_whole(&self, monomial: TermId) -> bool {
        self.factors(monomial).iter().all(|&(atom, _)| *self.op(atom) == Op::ToReal)
    }

    /// What is known of a form that is one atom.
    fn single_atom(&mut self, form: &Polynomial, comparator: Comparator, limit: &Number) -> Option<TermId> {
        let [entry] = &form.entries[..] else { return None };
        let atom = entry.monomial;
        let &[first, ..] = self.args(atom) else { return None };
        match self.op(atom) {
            Op::Ite => self.choice_of_numbers(atom, comparator, limit, &mut { MOST_CHOICES }),
            Op::Div(Rounding::Floor) => {
                let divisor = self.number(self.args(atom)[1])?;
                let (comparator, limit) = match comparator {
                    Comparator::Ge => (Comparator::Ge, &divisor * limit),
                    Comparator::Le => (Comparator::Lt, &divisor * &(limit + &Number::ONE)),
                    _ => return None,
                };
                Some(self.compare_with_number(comparator, first, &limit))
            }
            Op::ToInt(Rounding::Floor) => match comparator {
                Comparator::Ge => Some(self.compare_with_number(Comparator::Ge, first, limit)),
                Comparator::Le => {
                    Some(self.compare_with_number(Comparator::Lt, first, &(limit + &Number::ONE)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A choice between numbers, perhaps by several conditions, compared with a number: a condition on the
    /// conditions.
    fn choice_of_numbers(
        &mut self,
        term: TermId,
        comparator: Comparator,
        limit: &Number,
        budget: &mut u32,
    ) -> Option<TermId> {
        if let Some(number) = self.number(term) {
            return Some(self.boolean(comparator.holds(&number, limit)));
        }
        let (Op::Ite, &[condition, x, y]) = (self.op(term), self.args(term)) else { return None };
        *budget = budget.checked_sub(1)?;
        let x = self.choice_of_numbers(x, comparator, limit, budget)?;
        let y = self.choice_of_numbers(y, comparator, limit, budget)?;
        Some(self.simple_choice(condition, x, y))
    }

    /// Nested quotients come here once for each.
    fn compare_with_number(&mut self, comparator: Comparator, x: TermId, limit: &Number) -> TermId {
        let integer = self.sort(x) == Sort::INT;
        let mut polynomial = self.polynomial(x);
        polynomial.constant = &polynomial.constant - limit;
        stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, || {
            self.compare_with_zero(comparator, polynomial, integer)
        })
    }

    /// The canonical term of a bound.
    pub(crate) fn bound_term(&mut self, bound: Bound) -> TermId {
        let sort = self.sort(bound.form);
        let (mut left, mut right) = self.two_sides(bound.form);
        let limit = &bound.limit;
        let unit = |limit: &Number, unit: &Number| sort == Sort::INT && limit == unit;
        let comparator = match bound.comparator {
            Comparator::Le if unit(limit, &Number::MINUS_ONE) => Comparator::Lt,
            Comparator::Ge if unit(limit, &Number::ONE) => Comparator::Gt,
            comparator => {
                if limit.is_negative() && !right.entries.is_empty() {
                    left.constant = -limit;
                } else {
                    right.constant = limit.clone();
                }
                comparator
            }
        };
        let args = [self.polynomial_term(left, sort), self.polynomial_term(right, sort)];
        let term = self.intern(comparator.op(), Sort::BOOL, &args);
        self.memo.bounds.entry(term).or_insert(bound);
        term
    }

    /// The positive monomials of a form, and the negative ones with their signs changed.
    pub(crate) fn two_sides(&mut self, form: TermId) -> (Polynomial, Polynomial) {
        let mut left = self.polynomial(form);
        let mut right = Polynomial::constant(Number::ZERO);
        if left.entries.iter().any(|entry| entry.coefficient.is_negative()) {
            let negative = left.entries.iter().filter(|entry| entry.coefficient.is_negative());
            right.entries = negative.map(|entry| Entry::new(entry.monomial, -&entry.coefficient)).collect();
            left.entries.retain(|entry| !entry.coefficient.is_negative());
        }
        (left, right)
    }
}

/// A term with more choices than this is compared as it is: its condition would be longer still.
const MOST_CHOICES: u32 = 24;

/// Over the integers the limit is rounded to an integer; none if an equality cannot hold.
fn rounded(comparator: Comparator, limit: Number, integer: bool) -> Option<(Comparator, Number)> {
    if !integer {
        return Some((comparator, limit));
    }
    Some(match comparator {
        Comparator::Eq | Comparator::Ne if !limit.is_integer() => return None,
        Comparator::Eq | Comparator::Ne => (comparator, limit),
        Comparator::Le => (Comparator::Le, limit.floor()),
        Comparator::Lt => (Comparator::Le, &limit.ceiling() - &Number::ONE),
        Comparator::Ge => (Comparator::Ge, limit.ceiling()),
        Comparator::Gt => (Comparator::Ge, &limit.floor() + &Number::ONE),
    })
}
