//! Reals as rational functions: one numerator over one denominator.
//!
//! Quotients are multiplied out, which is right only where the divisors are not zero; they are listed, so that a
//! reader of the form knows where it holds.

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::simplify::{Entry, Number, Polynomial};
use crate::{Op, Sort, Table, TermId};

/// Exact division gives up after so many steps.
const LONGEST_DIVISION: usize = 500;

#[derive(Clone)]
struct Fraction {
    numerator: Polynomial,
    denominator: Polynomial,
}

/// What is known of the terms met on the way.
#[derive(Default)]
struct Fractions {
    known: FxHashMap<TermId, Fraction>,
    nonzero: Vec<TermId>,
    /// The numerators of the divisors: what is likely to divide both sides of a fraction.
    divisors: Vec<Polynomial>,
}

impl Table {
    /// The value as one quotient: numerator, denominator, and the terms that must not be zero for it to hold.
    /// Common constants and monomials are cancelled, and so are whole polynomials where one divides the other. A
    /// term that is not of sort Real is its own numerator over 1.
    pub fn rational_form(&mut self, term: TermId) -> (TermId, TermId, Vec<TermId>) {
        let term = self.simplify(term);
        if self.sort(term) != Sort::REAL {
            return (term, self.int(1), Vec::new());
        }
        let mut fractions = Fractions::default();
        let fraction = self.fraction(term, &mut fractions);
        let fraction = self.cancelled(fraction);
        let numerator = self.polynomial_term(fraction.numerator, Sort::REAL);
        let denominator = self.polynomial_term(fraction.denominator, Sort::REAL);
        (numerator, denominator, fractions.nonzero)
    }

    fn fraction(&mut self, term: TermId, fractions: &mut Fractions) -> Fraction {
        if let Some(known) = fractions.known.get(&term) {
            return known.clone();
        }
        let polynomial = self.polynomial(term);
        let mut sum = whole(Polynomial::constant(polynomial.constant.clone()));
        for entry in &polynomial.entries {
            let mut product = whole(Polynomial::constant(entry.coefficient.clone()));
            for (atom, exponent) in self.factors(entry.monomial) {
                let factor = stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, || {
                    self.atom_fraction(atom, exponent, fractions)
                });
                product = self.fraction_product(&product, &factor);
            }
            sum = self.fraction_sum(&sum, &product);
        }
        let sum = self.without_divisors(sum, &fractions.divisors);
        fractions.known.insert(term, sum.clone());
        sum
    }

    /// An atom to a power.
    fn atom_fraction(&mut self, atom: TermId, exponent: u32, fractions: &mut Fractions) -> Fraction {
        let args: SmallVec<[TermId; 4]> = self.args(atom).into();
        let base = match (self.op(atom).clone(), &args[..]) {
            (Op::Quotient, &[dividend, divisor]) => {
                let dividend = self.fraction(dividend, fractions);
                let divisor = self.inverse(divisor, fractions);
                self.fraction_product(&dividend, &divisor)
            }
            (Op::Pow, &[base, power]) => match self.as_int(power).map(i32::try_from) {
                // Canonical powers with a constant exponent that stand as atoms are negative or huge.
                Some(Ok(power)) if (-64..0).contains(&power) => {
                    let inverse = self.inverse(base, fractions);
                    self.fraction_power(&inverse, power.unsigned_abs())
                }
                _ => whole(single(atom)),
            },
            _ => whole(single(atom)),
        };
        self.fraction_power(&base, exponent)
    }

    fn inverse(&mut self, divisor: TermId, fractions: &mut Fractions) -> Fraction {
        let is_new = !fractions.nonzero.contains(&divisor);
        if is_new {
            fractions.nonzero.push(divisor);
        }
        let Fraction { numerator, denominator } = self.fraction(divisor, fractions);
        if numerator.is_zero() {
            // Zero wherever it is defined: the form then holds nowhere, and any value will do.
            return whole(numerator);
        }
        if is_new && numerator.as_constant().is_none() {
            fractions.divisors.push(numerator.clone());
        }
        Fraction { numerator: denominator, denominator: numerator }
    }

    /// The same fraction without the divisors that divide both its sides: otherwise quotients of quotients grow.
    fn without_divisors(&mut self, mut fraction: Fraction, divisors: &[Polynomial]) -> Fraction {
        for divisor in divisors {
            while fraction.denominator.as_constant().is_none()
                && let Some(below) = self.exact_quotient(&fraction.denominator, divisor)
                && let Some(above) = self.exact_quotient(&fraction.numerator, divisor)
            {
                fraction = Fraction { numerator: above, denominator: below };
            }
        }
        fraction
    }

    fn fraction_product(&mut self, x: &Fraction, y: &Fraction) -> Fraction {
        Fraction {
            numerator: self.multiply(&x.numerator, &y.numerator, Sort::REAL),
            denominator: self.multiply(&x.denominator, &y.denominator, Sort::REAL),
        }
    }

    fn fraction_power(&mut self, base: &Fraction, exponent: u32) -> Fraction {
        (1..exponent).fold(base.clone(), |power, _| self.fraction_product(&power, base))
    }

    fn fraction_sum(&mut self, x: &Fraction, y: &Fraction) -> Fraction {
        // Over the larger denominator where one divides the other, else over their product.
        for (x, y) in [(x, y), (y, x)] {
            if let Some(missing) = self.exact_quotient(&x.denominator, &y.denominator) {
                let scaled = self.multiply(&y.numerator, &missing, Sort::REAL);
                let numerator = self.add_scaled(&x.numerator, &scaled, &Number::ONE);
                return Fraction { numerator, denominator: x.denominator.clone() };
            }
        }
        let left = self.multiply(&x.numerator, &y.denominator, Sort::REAL);
        let right = self.multiply(&y.numerator, &x.denominator, Sort::REAL);
        let denominator = self.multiply(&x.denominator, &y.denominator, Sort::REAL);
        Fraction { numerator: self.add_scaled(&left, &right, &Number::ONE), denominator }
    }

    fn cancelled(&mut self, fraction: Fraction) -> Fraction {
        let Fraction { mut numerator, mut denominator } = fraction;
        if numerator.is_zero() || denominator.is_zero() {
            return whole(Polynomial::constant(Number::ZERO));
        }
        if let Some(common) = self.common_monomial(&numerator, &denominator) {
            let common = single(common);
            if let (Some(above), Some(below)) =
                (self.exact_quotient(&numerator, &common), self.exact_quotient(&denominator, &common))
            {
                (numerator, denominator) = (above, below);
            }
        }
        if let Some(quotient) = self.exact_quotient(&numerator, &denominator) {
            return whole(quotient);
        }
        if let Some(quotient) = self.exact_quotient(&denominator, &numerator) {
            (numerator, denominator) = (Polynomial::constant(Number::ONE), quotient);
        }
        let content = denominator.full_content();
        let content = if denominator.leads_negative() { -&content } else { content };
        let divide = |polynomial: &Polynomial| polynomial.map(|coefficient| coefficient.over(&content));
        Fraction { numerator: divide(&numerator), denominator: divide(&denominator) }
    }

    /// The greatest monomial that divides both, if there is one.
    fn common_monomial(&mut self, x: &Polynomial, y: &Polynomial) -> Option<TermId> {
        if !x.constant.is_zero() || !y.constant.is_zero() {
            return None;
        }
        let mut monomials = x.entries.iter().chain(&y.entries).map(|entry| entry.monomial);
        let mut common = self.factors(monomials.next()?);
        for monomial in monomials {
            let factors = self.factors(monomial);
            for (atom, exponent) in &mut common {
                let other = factors.iter().find(|factor| factor.0 == *atom).map_or(0, |factor| factor.1);
                *exponent = other.min(*exponent);
            }
            common.retain(|factor| factor.1 > 0);
        }
        (!common.is_empty()).then(|| self.monomial(&common, Sort::REAL))
    }

    /// `dividend / divisor`, if it leaves no remainder: division by leading monomials.
    fn exact_quotient(&mut self, dividend: &Polynomial, divisor: &Polynomial) -> Option<Polynomial> {
        if let Some(constant) = divisor.as_constant() {
            return Some(dividend.map(|coefficient| coefficient.over(constant)));
        }
        let lead = divisor.entries.first()?.clone();
        let mut rest = dividend.clone();
        let mut quotient = Polynomial::constant(Number::ZERO);
        for _ in 0..LONGEST_DIVISION {
            if rest.is_zero() {
                return Some(quotient);
            }
            let top = rest.entries.first()?;
            let coefficient = top.coefficient.over(&lead.coefficient);
            let step = match self.monomial_quotient(top.monomial, lead.monomial)? {
                Some(monomial) => Polynomial {
                    entries: smallvec![Entry::new(monomial, coefficient)],
                    constant: Number::ZERO,
                },
                None => Polynomial::constant(coefficient),
            };
            let product = self.multiply(divisor, &step, Sort::REAL);
            rest = self.add_scaled(&rest, &product, &Number::MINUS_ONE);
            quotient = self.add_scaled(&quotient, &step, &Number::ONE);
        }
        None
    }

    /// `dividend / divisor` as a monomial, or no monomial where it is 1.
    pub(crate) fn monomial_quotient(&mut self, dividend: TermId, divisor: TermId) -> Option<Option<TermId>> {
        let mut factors = self.factors(dividend);
        for (atom, exponent) in self.factors(divisor) {
            let factor = factors.iter_mut().find(|factor| factor.0 == atom)?;
            factor.1 = factor.1.checked_sub(exponent)?;
        }
        factors.retain(|factor| factor.1 > 0);
        Some((!factors.is_empty()).then(|| self.monomial(&factors, Sort::REAL)))
    }
}

fn single(monomial: TermId) -> Polynomial {
    Polynomial { entries: smallvec![Entry::new(monomial, Number::ONE)], constant: Number::ZERO }
}

fn whole(numerator: Polynomial) -> Fraction {
    Fraction { numerator, denominator: Polynomial::constant(Number::ONE) }
}
