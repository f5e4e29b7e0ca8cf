//! Sums, products, powers, extremes and conversions of Int and Real terms. Operands are canonical.

use dashu_int::IBig;
use smallvec::{SmallVec, smallvec};

use super::number::Number;
use super::polynomial::{Entry, Polynomial};
use crate::{Op, Rounding, Sort, Table, TermId};

impl Table {
    /// `x - y` as a polynomial.
    pub(crate) fn difference(&mut self, x: TermId, y: TermId) -> Polynomial {
        let (x, y) = (self.polynomial(x), self.polynomial(y));
        self.add_scaled(&x, &y, &Number::MINUS_ONE)
    }

    pub(super) fn simple_sum(&mut self, args: &[TermId], sort: Sort) -> TermId {
        let mut sum = self.polynomial(args[0]);
        for &arg in &args[1..] {
            let summand = self.polynomial(arg);
            // The longer one first: its summands are then taken over, not scaled.
            sum = self.add_scaled(&sum, &summand, &Number::ONE);
        }
        self.polynomial_term(sum, sort)
    }

    pub(super) fn simple_difference(&mut self, x: TermId, y: TermId, sort: Sort) -> TermId {
        let difference = self.difference(x, y);
        self.polynomial_term(difference, sort)
    }

    pub(super) fn simple_scaled(&mut self, x: TermId, factor: &Number, sort: Sort) -> TermId {
        let scaled = self.polynomial(x).scaled(factor);
        self.polynomial_term(scaled, sort)
    }

    pub(super) fn simple_product(&mut self, args: &[TermId], sort: Sort) -> TermId {
        let mut product = self.polynomial(args[0]);
        for &arg in &args[1..] {
            let factor = self.polynomial(arg);
            product = self.multiply(&product, &factor, sort);
        }
        self.polynomial_term(product, sort)
    }

    pub(super) fn simple_power(&mut self, base: TermId, exponent: TermId, sort: Sort) -> TermId {
        if let Some(exponent) = self.as_int(exponent) {
            if exponent.is_zero() {
                return self.number_term(&Number::ONE, sort);
            }
            if let Ok(exponent) = u32::try_from(exponent) {
                let polynomial = self.polynomial(base);
                if let Some(power) = self.power(&polynomial, exponent, sort) {
                    return self.polynomial_term(power, sort);
                }
            }
        }
        if self.number(base) == Some(Number::ONE) {
            return base;
        }
        self.intern(Op::Pow, sort, &[base, exponent])
    }

    /// `|c * p| = |c| * |p|`, where `p` is primitive and leads with a positive coefficient.
    pub(super) fn simple_abs(&mut self, x: TermId, sort: Sort) -> TermId {
        let polynomial = self.polynomial(x);
        let content = polynomial.full_content();
        let sign = if polynomial.leads_negative() { -&content } else { content.clone() };
        let inner = self.polynomial_term(polynomial.map(|coefficient| coefficient.over(&sign)), sort);
        let abs = if *self.op(inner) == Op::Abs { inner } else { self.intern(Op::Abs, sort, &[inner]) };
        self.simple_scaled(abs, &content, sort)
    }

    /// Least or greatest of some terms: of those that differ by a constant only one is kept.
    pub(super) fn simple_extreme(&mut self, op: &Op, args: &[TermId], sort: Sort) -> TermId {
        let mut candidates: SmallVec<[TermId; 8]> = SmallVec::new();
        for &arg in args {
            if self.op(arg) == op {
                candidates.extend_from_slice(self.args(arg));
            } else {
                candidates.push(arg);
            }
        }
        let mut kept: SmallVec<[TermId; 8]> = SmallVec::new();
        for candidate in candidates {
            let mut beaten = false;
            // Long lists are only freed of equal operands.
            let rivals = if kept.len() > 32 { SmallVec::new() } else { kept.clone() };
            for rival in rivals {
                let difference = self.difference(candidate, rival);
                let Some(constant) = difference.as_constant() else { continue };
                if constant.is_zero() || constant.is_negative() == (*op == Op::Max) {
                    beaten = true;
                } else {
                    kept.retain(|&mut other| other != rival);
                }
            }
            if !beaten {
                kept.push(candidate);
            }
        }
        kept.sort_by(|&x, &y| self.compare(x, y));
        kept.dedup();
        match kept[..] {
            [single] => single,
            _ => self.intern(op.clone(), sort, &kept),
        }
    }

    /// An Int term as a Real: the conversion is moved inward to the atoms.
    pub(super) fn simple_to_real(&mut self, x: TermId) -> TermId {
        let polynomial = self.polynomial(x);
        let mut entries: SmallVec<[Entry; 4]> = SmallVec::new();
        for entry in &polynomial.entries {
            let mut factors = self.factors(entry.monomial);
            for (atom, _) in &mut factors {
                *atom = self.intern(Op::ToReal, Sort::REAL, &[*atom]);
            }
            entries.push(Entry::new(self.monomial(&factors, Sort::REAL), entry.coefficient.clone()));
        }
        let entries = self.collected(entries);
        self.polynomial_term(Polynomial { entries, constant: polynomial.constant }, Sort::REAL)
    }

    /// A Real as an Int: what is a whole number anyway is taken out of the rounding.
    pub(super) fn simple_to_int(&mut self, rounding: Rounding, x: TermId) -> TermId {
        let polynomial = self.polynomial(x);
        let mut whole = Polynomial::constant(Number::ZERO);
        let mut rest = Polynomial::constant(Number::ZERO);
        for entry in &polynomial.entries {
            match self.whole_monomial(entry.monomial) {
                Some(monomial) if entry.coefficient.is_integer() => {
                    whole.entries.push(Entry::new(monomial, entry.coefficient.clone()));
                }
                _ => rest.entries.push(entry.clone()),
            }
        }
        whole.entries = self.collected(whole.entries);
        if rest.entries.is_empty() && polynomial.constant.is_integer() {
            whole.constant = polynomial.constant;
            return self.polynomial_term(whole, Sort::INT);
        }
        if rounding == Rounding::Truncate {
            return self.intern(Op::ToInt(rounding), Sort::INT, &[x]);
        }
        let floor = polynomial.constant.floor();
        rest.constant = &polynomial.constant - &floor;
        whole.constant = floor;
        if !rest.entries.is_empty() {
            let rest = self.polynomial_term(rest, Sort::REAL);
            let rounded = self.intern(Op::ToInt(rounding), Sort::INT, &[rest]);
            let rounded =
                Polynomial { entries: smallvec![Entry::new(rounded, Number::ONE)], constant: Number::ZERO };
            whole = self.add_scaled(&whole, &rounded, &Number::ONE);
        }
        self.polynomial_term(whole, Sort::INT)
    }

    /// The Int monomial that a Real monomial is the conversion of.
    pub(super) fn whole_monomial(&mut self, monomial: TermId) -> Option<TermId> {
        let mut factors = self.factors(monomial);
        for (atom, _) in &mut factors {
            *atom = match self.op(*atom) {
                Op::ToReal => self.args(*atom)[0],
                _ => return None,
            };
        }
        Some(self.monomial(&factors, Sort::INT))
    }

    /// The polynomial of an Int term with every coefficient reduced modulo a positive number.
    pub(super) fn reduced(&mut self, polynomial: &Polynomial, modulus: &IBig) -> Polynomial {
        let modulus = Number::from(modulus);
        let reduce = |number: &Number| number - &(&number.over(&modulus).floor() * &modulus);
        let mut result = polynomial.map(reduce);
        result.entries.retain(|entry| !entry.coefficient.is_zero());
        result
    }
}
