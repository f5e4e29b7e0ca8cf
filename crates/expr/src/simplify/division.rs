//! Integer quotients and remainders, and quotients of reals. Operands are canonical.
//!
//! Only what holds for every value is used: `x / x` stays, since `x` may be 0. Quotients of quotients by positive constants
//! are one quotient.

use dashu_int::IBig;

use super::number::Number;
use super::polynomial::Polynomial;
use crate::{Op, Rounding, Sort, Table, TermId};

/// What a remainder is of is written out within another one up to this length.
const LONGEST_REMAINDER: usize = 16;

impl Table {
    pub(super) fn simple_div(&mut self, rounding: Rounding, x: TermId, y: TermId) -> TermId {
        let (dividend, divisor) = (self.polynomial(x), self.polynomial(y));
        if dividend.is_zero() || divisor.is_zero() {
            return self.int(0);
        }
        // The signs of both may be changed together.
        let sign = if divisor.leads_negative() { Number::MINUS_ONE } else { Number::ONE };
        let (dividend, divisor) = (dividend.scaled(&sign), divisor.scaled(&sign));
        let (dividend, divisor) = match self.inner_quotient(rounding, &dividend, &divisor) {
            Some((x, divisor)) => (x, Polynomial::constant(divisor)),
            None => (dividend, divisor),
        };
        match (divisor.as_constant(), rounding) {
            (Some(divisor), Rounding::Floor) => self.floor_by_constant(dividend, &divisor.clone()),
            (_, Rounding::Floor) => self.quotient_atom(rounding, dividend, divisor),
            (_, Rounding::Truncate) => self.truncated_quotient(dividend, divisor),
        }
    }

    /// `⌊(⌊x/b⌋ + k) / c⌋ = ⌊(x + b·k) / (b·c)⌋`; where quotients are truncated only without a `k`.
    fn inner_quotient(
        &mut self,
        rounding: Rounding,
        dividend: &Polynomial,
        divisor: &Polynomial,
    ) -> Option<(Polynomial, Number)> {
        let by = divisor.as_constant().filter(|by| by.is_positive())?;
        let [entry] = &dividend.entries[..] else { return None };
        let is_plain =
            entry.coefficient.is_one() && (rounding == Rounding::Floor || dividend.constant.is_zero());
        if !is_plain || *self.op(entry.monomial) != Op::Div(rounding) {
            return None;
        }
        let &[x, inner] = self.args(entry.monomial) else { return None };
        let inner = self.number(inner).filter(Number::is_positive)?;
        let mut x = self.polynomial(x);
        x.constant = &x.constant + &(&inner * &dividend.constant);
        Some((x, &inner * by))
    }

    /// `⌊(g·m + k) / (g·c)⌋ = ⌊(m + ⌊k/g⌋) / c⌋`, and multiples of `c` are taken out.
    fn floor_by_constant(&mut self, dividend: Polynomial, divisor: &Number) -> TermId {
        let common = dividend.content().gcd(divisor);
        let divisor = divisor.over(&common);
        let dividend = dividend.map(|coefficient| coefficient.over(&common).floor());
        if divisor.is_one() {
            return self.polynomial_term(dividend, Sort::INT);
        }
        let mut whole = dividend.map(|coefficient| coefficient.over(&divisor).truncated());
        whole.entries.retain(|entry| !entry.coefficient.is_zero());
        let rest = self.add_scaled(&dividend, &whole, &-&divisor);
        if let Some(constant) = rest.as_constant() {
            whole.constant = &whole.constant + &constant.over(&divisor).floor();
            return self.polynomial_term(whole, Sort::INT);
        }
        let quotient = self.quotient_atom(Rounding::Floor, rest, Polynomial::constant(divisor));
        let quotient = self.polynomial(quotient);
        let sum = self.add_scaled(&whole, &quotient, &Number::ONE);
        self.polynomial_term(sum, Sort::INT)
    }

    /// Truncation is odd: the sign of the dividend is taken out; so are common constant factors.
    fn truncated_quotient(&mut self, dividend: Polynomial, divisor: Polynomial) -> TermId {
        let common = dividend.full_content().gcd(&divisor.full_content());
        let sign = if dividend.leads_negative() { Number::MINUS_ONE } else { Number::ONE };
        let dividend = dividend.map(|coefficient| &coefficient.over(&common) * &sign);
        let divisor = divisor.map(|coefficient| coefficient.over(&common));
        let quotient = if divisor.as_constant() == Some(&Number::ONE) {
            self.polynomial_term(dividend, Sort::INT)
        } else {
            self.quotient_atom(Rounding::Truncate, dividend, divisor)
        };
        self.simple_scaled(quotient, &sign, Sort::INT)
    }

    fn quotient_atom(&mut self, rounding: Rounding, dividend: Polynomial, divisor: Polynomial) -> TermId {
        let args = [self.polynomial_term(dividend, Sort::INT), self.polynomial_term(divisor, Sort::INT)];
        self.folded_or_raw(Op::Div(rounding), Sort::INT, &args)
    }

    pub(super) fn simple_rem(&mut self, rounding: Rounding, x: TermId, y: TermId) -> TermId {
        let (dividend, divisor) = (self.polynomial(x), self.polynomial(y));
        if dividend.is_zero() || divisor.is_zero() {
            return x;
        }
        let negative = divisor.leads_negative();
        let divisor = if negative { divisor.scaled(&Number::MINUS_ONE) } else { divisor };
        match rounding {
            // x mod -y = -(-x mod y)
            Rounding::Floor => {
                let sign = if negative { Number::MINUS_ONE } else { Number::ONE };
                self.remainder(rounding, dividend.scaled(&sign), divisor, &sign)
            }
            // The remainder has the sign of x, whatever the sign of y.
            Rounding::Truncate => {
                let sign = if dividend.leads_negative() { Number::MINUS_ONE } else { Number::ONE };
                self.remainder(rounding, dividend.scaled(&sign), divisor, &sign)
            }
        }
    }

    /// `sign * (dividend rem divisor)`, common constant factors taken out.
    fn remainder(
        &mut self,
        rounding: Rounding,
        dividend: Polynomial,
        divisor: Polynomial,
        sign: &Number,
    ) -> TermId {
        let dividend = match (divisor.as_constant(), rounding) {
            (Some(modulus), Rounding::Floor) => {
                let modulus = modulus.numerator();
                let dividend = self.without_idle_remainders(dividend, &modulus);
                self.reduced(&dividend, &modulus)
            }
            _ => dividend,
        };
        if dividend.is_zero() {
            return self.int(0);
        }
        let common = dividend.full_content().gcd(&divisor.full_content());
        let dividend = dividend.map(|coefficient| coefficient.over(&common));
        let divisor = divisor.map(|coefficient| coefficient.over(&common));
        if divisor.as_constant() == Some(&Number::ONE) {
            return self.int(0);
        }
        let args = [self.polynomial_term(dividend, Sort::INT), self.polynomial_term(divisor, Sort::INT)];
        let atom = self.folded_or_raw(Op::Rem(rounding), Sort::INT, &args);
        self.simple_scaled(atom, &(sign * &common), Sort::INT)
    }

    /// A polynomial that is congruent modulo a positive number, without remainders that do not matter then, as far as
    /// it gets no longer: where remainders stand alone, and where what they are of cancels out.
    pub(super) fn without_idle_remainders(
        &mut self,
        mut polynomial: Polynomial,
        modulus: &IBig,
    ) -> Polynomial {
        let mut first = 0;
        while let Some((at, inner)) = self.idle_remainder(&polynomial, modulus, first) {
            let before = polynomial.entries.len();
            let inner = self.polynomial(inner);
            let mut shorter = polynomial.clone();
            let entry = shorter.entries.remove(at);
            shorter = self.add_scaled(&shorter, &inner, &entry.coefficient);
            let alone = before == 1 && inner.entries.len() <= LONGEST_REMAINDER;
            if alone || shorter.entries.len() <= before {
                polynomial = shorter;
                first = 0;
            } else {
                first = at + 1;
            }
        }
        polynomial
    }

    /// Whether two remainders by one constant are equal, or not, whatever they are of.
    pub(super) fn equal_remainders(&mut self, x: TermId, y: TermId) -> Option<bool> {
        let (&[a, m], &[b, n]) = (self.args(x), self.args(y)) else { return None };
        let both = [x, y].iter().all(|&term| *self.op(term) == Op::Rem(Rounding::Floor));
        if !both || m != n {
            return None;
        }
        let modulus = self.as_int(m)?.clone();
        let difference = self.simple_difference(a, b, Sort::INT);
        let difference = self.congruent(difference, &modulus);
        self.as_int(difference).map(|value| value % &modulus == IBig::ZERO)
    }

    /// A term that is congruent to an Int term modulo a positive number: remainders in it that do not matter then are gone,
    /// and coefficients are small.
    pub fn congruent(&mut self, term: TermId, modulus: &IBig) -> TermId {
        let term = self.simplify(term);
        let mut polynomial = self.polynomial(term);
        while let Some((at, inner)) = self.idle_remainder(&polynomial, modulus, 0) {
            let entry = polynomial.entries.remove(at);
            let inner = self.polynomial(inner);
            polynomial = self.add_scaled(&polynomial, &inner, &entry.coefficient);
        }
        // A remainder has turned -1 into the modulus less one.
        let modulus = Number::from(modulus);
        let half = modulus.over(&Number::from(2));
        let small = |number: &Number| {
            let times = (number + &half).over(&modulus).floor();
            number - &(&times * &modulus)
        };
        let mut polynomial = polynomial.map(small);
        polynomial.entries.retain(|entry| !entry.coefficient.is_zero());
        self.polynomial_term(polynomial, Sort::INT)
    }

    /// The position of `c * (x mod m)` where `c * m` is a multiple of the modulus, and the `x`; not before some
    /// position.
    fn idle_remainder(
        &self,
        polynomial: &Polynomial,
        modulus: &IBig,
        from: usize,
    ) -> Option<(usize, TermId)> {
        let modulus = Number::from(modulus);
        polynomial.entries.iter().enumerate().skip(from).find_map(|(at, entry)| {
            let Op::Rem(Rounding::Floor) = self.op(entry.monomial) else { return None };
            let &[x, divisor] = self.args(entry.monomial) else { return None };
            let divisor = Number::from(self.as_int(divisor)?);
            (&divisor * &entry.coefficient).over(&modulus).is_integer().then_some((at, x))
        })
    }

    /// A quotient of reals: a constant divisor becomes a coefficient; constant factors are taken out, so that
    /// dividend and divisor are primitive and lead with positive coefficients.
    pub(super) fn simple_quotient(&mut self, x: TermId, y: TermId) -> TermId {
        let (dividend, divisor) = (self.polynomial(x), self.polynomial(y));
        if dividend.is_zero() || divisor.is_zero() {
            return self.number_term(&Number::ZERO, Sort::REAL);
        }
        if let Some(constant) = divisor.as_constant() {
            let scaled = dividend.map(|coefficient| coefficient.over(constant));
            return self.polynomial_term(scaled, Sort::REAL);
        }
        let signed_content = |polynomial: &Polynomial| {
            let content = polynomial.full_content();
            if polynomial.leads_negative() { -&content } else { content }
        };
        let (above, below) = (signed_content(&dividend), signed_content(&divisor));
        let dividend = self.polynomial_term(dividend.map(|coefficient| coefficient.over(&above)), Sort::REAL);
        let divisor = self.polynomial_term(divisor.map(|coefficient| coefficient.over(&below)), Sort::REAL);
        let atom = self.intern(Op::Quotient, Sort::REAL, &[dividend, divisor]);
        self.simple_scaled(atom, &above.over(&below), Sort::REAL)
    }
}
