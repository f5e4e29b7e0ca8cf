//! Quotients that leave no rest whatever the values are: `(n² + n) / 2`.
//!
//! A polynomial with integer coefficients is divisible by a number for all integers if it is for all residues, which
//! are few for the divisors that sums over loops have. In a comparison such quotients are multiplied out.

use smallvec::SmallVec;

use super::number::Number;
use super::polynomial::Polynomial;
use crate::{Op, Table, TermId};

/// Combinations of residues that are tried.
const MOST_RESIDUES: u64 = 4_096;
/// Factors of the highest power that is looked at.
const HIGHEST_POWER: u32 = 16;

/// A polynomial over residues: for every monomial its coefficient and the powers of the unknowns.
struct Residues {
    divisor: u64,
    unknowns: SmallVec<[TermId; 4]>,
    monomials: Vec<(u64, Vec<(usize, u32)>)>,
    constant: u64,
}

impl Table {
    /// A multiple of an Int polynomial, by a positive number, that has no quotients without rest among its summands.
    pub(super) fn without_exact_quotients(&mut self, polynomial: Polynomial) -> Polynomial {
        let mut polynomial = polynomial;
        while let Some((at, dividend, divisor)) = self.quotient_without_rest(&polynomial) {
            let entry = polynomial.entries.remove(at);
            polynomial = self.add_scaled(&polynomial.scaled(&divisor), &dividend, &entry.coefficient);
        }
        polynomial
    }

    /// The position of a summand that is a quotient without rest, its dividend and its divisor.
    fn quotient_without_rest(&mut self, polynomial: &Polynomial) -> Option<(usize, Polynomial, Number)> {
        for (at, entry) in polynomial.entries.iter().enumerate() {
            let (Op::Div(_), &[x, y]) = (self.op(entry.monomial), self.args(entry.monomial)) else {
                continue;
            };
            let Some(divisor) = self.number(y) else { continue };
            let dividend = self.polynomial(x);
            if self.residues(&dividend, &divisor).is_some_and(|residues| residues.all_vanish()) {
                return Some((at, dividend, divisor));
            }
        }
        None
    }

    fn residues(&self, dividend: &Polynomial, divisor: &Number) -> Option<Residues> {
        let size =
            u64::try_from(divisor.numerator()).ok().filter(|&size| size > 1 && size <= MOST_RESIDUES)?;
        let residue = |number: &Number| {
            let size = Number::from(&divisor.numerator());
            let rest = number - &(&number.over(&size).floor() * &size);
            u64::try_from(rest.numerator()).ok()
        };
        let mut found = Residues {
            divisor: size,
            unknowns: SmallVec::new(),
            monomials: Vec::new(),
            constant: residue(&dividend.constant)?,
        };
        let mut combinations = 1u64;
        for entry in &dividend.entries {
            let mut powers = Vec::new();
            for (atom, exponent) in self.factors(entry.monomial) {
                if exponent > HIGHEST_POWER {
                    return None;
                }
                let known = found.unknowns.iter().position(|&unknown| unknown == atom);
                let position = known.unwrap_or(found.unknowns.len());
                if known.is_none() {
                    combinations = combinations.checked_mul(size).filter(|&all| all <= MOST_RESIDUES)?;
                    found.unknowns.push(atom);
                }
                powers.push((position, exponent));
            }
            found.monomials.push((residue(&entry.coefficient)?, powers));
        }
        Some(found)
    }
}

impl Residues {
    /// Whether the polynomial is divisible for all residues of the unknowns.
    fn all_vanish(&self) -> bool {
        let count = self.divisor.pow(self.unknowns.len() as u32);
        (0..count).all(|combination| self.value_at(combination) == 0)
    }

    fn value_at(&self, combination: u64) -> u64 {
        let unknown = |position: usize| combination / self.divisor.pow(position as u32) % self.divisor;
        let monomials = self.monomials.iter().map(|(coefficient, powers)| {
            powers.iter().fold(*coefficient, |product, &(position, exponent)| {
                (0..exponent).fold(product, |product, _| product * unknown(position) % self.divisor)
            })
        });
        (self.constant + monomials.sum::<u64>()) % self.divisor
    }
}
