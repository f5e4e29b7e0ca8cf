//! Polynomials over atoms, the form of every Int and Real term.
//!
//! A polynomial is a constant and a list of monomials with coefficients that are not zero, by degree descending,
//! then by factors. A monomial is a term: an atom, `Pow(atom, k)` with `2 ≤ k ≤` [`LARGEST_EXPONENT`], or `Mul`
//! of several such factors ordered by their atoms. An atom is any other term that is not a constant; a sum is an
//! atom only as a factor, where multiplying it out was refused.

use std::cmp::Ordering;

use smallvec::{SmallVec, smallvec};

use super::number::Number;
use crate::{Op, Sort, Table, TermId};

/// Powers of one atom beyond this are not made or taken apart.
pub(crate) const LARGEST_EXPONENT: u32 = 1000;
/// A product or power of more monomials than this stays factored.
const MOST_MONOMIALS: usize = 500;
/// Coefficients beyond this size are not made.
const COEFFICIENT_BITS: usize = 100_000;
/// Sums of more summands than this keep their polynomial in the table.
const REMEMBERED_LENGTH: usize = 8;

/// A monomial with its coefficient.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub monomial: TermId,
    /// The term `coefficient * monomial`, where it is known.
    summand: Option<TermId>,
    pub coefficient: Number,
}

impl Entry {
    pub(crate) fn new(monomial: TermId, coefficient: Number) -> Self {
        Self { monomial, summand: None, coefficient }
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Polynomial {
    pub entries: SmallVec<[Entry; 4]>,
    pub constant: Number,
}

/// The factors of a monomial: atoms with exponents, ordered by atoms.
pub(crate) type Factors = SmallVec<[(TermId, u32); 4]>;

impl Polynomial {
    pub(crate) fn constant(constant: Number) -> Self {
        Self { entries: SmallVec::new(), constant }
    }

    /// The value, if there is no monomial.
    pub(crate) fn as_constant(&self) -> Option<&Number> {
        self.entries.is_empty().then_some(&self.constant)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.entries.is_empty() && self.constant.is_zero()
    }

    /// Every coefficient changed by a function, the constant too. Where the function gives 0 for a coefficient, the
    /// caller removes the entry.
    pub(crate) fn map(&self, change: impl Fn(&Number) -> Number) -> Self {
        let mut result = self.clone();
        for entry in &mut result.entries {
            entry.coefficient = change(&entry.coefficient);
            entry.summand = None;
        }
        result.constant = change(&result.constant);
        result
    }

    pub(crate) fn scaled(&self, factor: &Number) -> Self {
        if factor.is_zero() {
            return Self::constant(Number::ZERO);
        }
        if factor.is_one() { self.clone() } else { self.map(|coefficient| coefficient * factor) }
    }

    /// The greatest common divisor of the coefficients of monomials, 0 if there are none.
    pub(crate) fn content(&self) -> Number {
        self.entries.iter().fold(Number::ZERO, |content, entry| content.gcd(&entry.coefficient))
    }

    /// The same of all coefficients, the constant included.
    pub(crate) fn full_content(&self) -> Number {
        self.content().gcd(&self.constant)
    }

    /// Whether the first coefficient is negative.
    pub(crate) fn leads_negative(&self) -> bool {
        self.entries.first().map_or(&self.constant, |entry| &entry.coefficient).is_negative()
    }
}

impl Table {
    /// The polynomial of a canonical term of sort Int or Real.
    pub(crate) fn polynomial(&mut self, term: TermId) -> Polynomial {
        match self.op(term) {
            Op::Int(value) => Polynomial::constant(Number::from(value)),
            Op::Real(value) => Polynomial::constant(Number::from(value.clone())),
            Op::Add => {
                if let Some(known) = self.memo.polynomials.get(&term) {
                    return known.clone();
                }
                let args: SmallVec<[TermId; 8]> = self.args(term).into();
                let mut result = Polynomial::constant(Number::ZERO);
                for arg in args {
                    match self.number(arg) {
                        Some(constant) => result.constant = constant,
                        None => result.entries.push(self.entry(arg)),
                    }
                }
                result
            }
            _ => Polynomial { entries: smallvec![self.entry(term)], constant: Number::ZERO },
        }
    }

    /// The number a constant of sort Int or Real is.
    pub(crate) fn number(&self, term: TermId) -> Option<Number> {
        match self.op(term) {
            Op::Int(value) => Some(Number::from(value)),
            Op::Real(value) => Some(Number::from(value.clone())),
            _ => None,
        }
    }

    /// A summand taken apart into coefficient and monomial.
    fn entry(&mut self, summand: TermId) -> Entry {
        if *self.op(summand) == Op::Mul
            && let Some(coefficient) = self.number(self.args(summand)[0])
        {
            let factors: SmallVec<[TermId; 4]> = self.args(summand)[1..].into();
            let monomial = match factors[..] {
                [factor] => factor,
                _ => self.intern(Op::Mul, self.sort(summand), &factors),
            };
            return Entry { monomial, summand: Some(summand), coefficient };
        }
        Entry { monomial: summand, summand: Some(summand), coefficient: Number::ONE }
    }

    /// The canonical term of a polynomial.
    pub(crate) fn polynomial_term(&mut self, polynomial: Polynomial, sort: Sort) -> TermId {
        let mut polynomial = polynomial;
        if polynomial.entries.is_empty() {
            return self.number_term(&polynomial.constant, sort);
        }
        let mut args: SmallVec<[TermId; 8]> = SmallVec::with_capacity(polynomial.entries.len() + 1);
        for entry in &mut polynomial.entries {
            let summand = match entry.summand {
                Some(summand) => summand,
                None => self.summand(entry.monomial, &entry.coefficient, sort),
            };
            entry.summand = Some(summand);
            args.push(summand);
        }
        if !polynomial.constant.is_zero() {
            args.push(self.number_term(&polynomial.constant, sort));
        }
        if let [single] = args[..] {
            return single;
        }
        let term = self.intern(Op::Add, sort, &args);
        if args.len() > REMEMBERED_LENGTH {
            self.memo.polynomials.entry(term).or_insert(polynomial);
        }
        term
    }

    pub(crate) fn number_term(&mut self, number: &Number, sort: Sort) -> TermId {
        if sort == Sort::INT { self.int(number.numerator()) } else { self.real(number.to_rational()) }
    }

    fn summand(&mut self, monomial: TermId, coefficient: &Number, sort: Sort) -> TermId {
        if coefficient.is_one() {
            return monomial;
        }
        let mut args: SmallVec<[TermId; 8]> = smallvec![self.number_term(coefficient, sort)];
        match self.op(monomial) {
            Op::Mul => args.extend_from_slice(self.args(monomial)),
            _ => args.push(monomial),
        }
        self.intern(Op::Mul, sort, &args)
    }

    /// `left + factor * right`
    pub(crate) fn add_scaled(&self, left: &Polynomial, right: &Polynomial, factor: &Number) -> Polynomial {
        let scale = |entry: &Entry| {
            if factor.is_one() {
                entry.clone()
            } else {
                Entry::new(entry.monomial, &entry.coefficient * factor)
            }
        };
        let mut entries = SmallVec::with_capacity(left.entries.len() + right.entries.len());
        let (mut xs, mut ys) = (left.entries.iter().peekable(), right.entries.iter().peekable());
        loop {
            match (xs.peek(), ys.peek()) {
                (Some(x), Some(y)) => match self.compare_monomials(x.monomial, y.monomial) {
                    Ordering::Less => entries.extend(xs.next().cloned()),
                    Ordering::Greater => entries.extend(ys.next().map(scale)),
                    Ordering::Equal => {
                        let sum = &x.coefficient + &(&y.coefficient * factor);
                        if !sum.is_zero() {
                            entries.push(Entry::new(x.monomial, sum));
                        }
                        xs.next();
                        ys.next();
                    }
                },
                (Some(_), None) => entries.extend(xs.by_ref().cloned()),
                (None, Some(_)) => entries.extend(ys.by_ref().map(scale)),
                (None, None) => break,
            }
        }
        Polynomial { entries, constant: &left.constant + &(&right.constant * factor) }
    }

    /// The product, multiplied out where that stays small.
    pub(crate) fn multiply(&mut self, left: &Polynomial, right: &Polynomial, sort: Sort) -> Polynomial {
        if let Some(constant) = left.as_constant().filter(|constant| constant.bits() < COEFFICIENT_BITS) {
            return right.scaled(constant);
        }
        if let Some(constant) = right.as_constant().filter(|constant| constant.bits() < COEFFICIENT_BITS) {
            return left.scaled(constant);
        }
        self.multiplied_out(left, right, sort).unwrap_or_else(|| self.factored(left, right, sort))
    }

    fn multiplied_out(&mut self, left: &Polynomial, right: &Polynomial, sort: Sort) -> Option<Polynomial> {
        let length =
            |polynomial: &Polynomial| polynomial.entries.len() + usize::from(!polynomial.constant.is_zero());
        if length(left) * length(right) > MOST_MONOMIALS
            || largest_bits(left) + largest_bits(right) > COEFFICIENT_BITS
        {
            return None;
        }
        let mut entries: SmallVec<[Entry; 4]> = SmallVec::new();
        for x in &left.entries {
            for y in &right.entries {
                let monomial = self.monomial_product(x.monomial, y.monomial, sort)?;
                entries.push(Entry::new(monomial, &x.coefficient * &y.coefficient));
            }
        }
        for (polynomial, constant) in [(left, &right.constant), (right, &left.constant)] {
            if !constant.is_zero() {
                let scaled = |entry: &Entry| Entry::new(entry.monomial, &entry.coefficient * constant);
                entries.extend(polynomial.entries.iter().map(scaled));
            }
        }
        Some(Polynomial { entries: self.collected(entries), constant: &left.constant * &right.constant })
    }

    /// Entries in order, those of one monomial added up.
    pub(crate) fn collected(&self, mut entries: SmallVec<[Entry; 4]>) -> SmallVec<[Entry; 4]> {
        if entries.len() > 1 {
            entries.sort_by(|x, y| self.compare_monomials(x.monomial, y.monomial));
            let mut kept: SmallVec<[Entry; 4]> = SmallVec::with_capacity(entries.len());
            for entry in entries {
                match kept.last_mut() {
                    Some(last) if last.monomial == entry.monomial => {
                        *last = Entry::new(last.monomial, &last.coefficient + &entry.coefficient);
                    }
                    _ => kept.push(entry),
                }
            }
            entries = kept;
        }
        entries.retain(|entry| !entry.coefficient.is_zero());
        entries
    }

    /// The product as one monomial whose factors may be sums.
    fn factored(&mut self, left: &Polynomial, right: &Polynomial, sort: Sort) -> Polynomial {
        let mut coefficient = Number::ONE;
        let mut factors = Factors::new();
        for polynomial in [left, right] {
            let single = polynomial.entries.len() == 1 && polynomial.constant.is_zero();
            let small = largest_bits(polynomial) < COEFFICIENT_BITS / 2;
            if single && small {
                let entry = &polynomial.entries[0];
                coefficient = &coefficient * &entry.coefficient;
                factors.push((entry.monomial, 1));
            } else {
                factors.push((self.polynomial_term(polynomial.clone(), sort), 1));
            }
        }
        // Whole monomials stand as factors here, since merging their factors was refused.
        factors.sort_by(|x, y| self.compare(x.0, y.0));
        if factors[0].0 == factors[1].0 {
            factors.pop();
            factors[0].1 = 2;
        }
        let monomial = self.monomial(&factors, sort);
        Polynomial { entries: smallvec![Entry::new(monomial, coefficient)], constant: Number::ZERO }
    }

    /// `base ** exponent`, multiplied out where that stays small.
    pub(crate) fn power(&mut self, base: &Polynomial, exponent: u32, sort: Sort) -> Option<Polynomial> {
        let length = base.entries.len() + usize::from(!base.constant.is_zero());
        let bits = if base.constant.is_one() || base.constant.is_zero() { 0 } else { base.constant.bits() };
        let bits = base
            .entries
            .iter()
            .map(|entry| if entry.coefficient.is_one() { 0 } else { entry.coefficient.bits() })
            .fold(bits, usize::max);
        let monomials = monomials_of_power(length, exponent as usize);
        if monomials > MOST_MONOMIALS
            || exponent > LARGEST_EXPONENT
            || bits.saturating_mul(exponent as usize) > COEFFICIENT_BITS
        {
            return None;
        }
        let mut result = Polynomial::constant(Number::ONE);
        let mut square = base.clone();
        let mut remaining = exponent;
        while remaining > 0 {
            if remaining % 2 == 1 {
                result = self.multiplied_out(&result, &square, sort)?;
            }
            remaining /= 2;
            if remaining > 0 {
                square = self.multiplied_out(&square.clone(), &square, sort)?;
            }
        }
        Some(result)
    }

    /// The product of two monomials, unless an exponent grows too large.
    pub(crate) fn monomial_product(&mut self, x: TermId, y: TermId, sort: Sort) -> Option<TermId> {
        let (xs, ys) = (self.factors(x), self.factors(y));
        let mut product = Factors::with_capacity(xs.len() + ys.len());
        let (mut xs, mut ys) = (xs.into_iter().peekable(), ys.into_iter().peekable());
        loop {
            match (xs.peek(), ys.peek()) {
                (Some(x), Some(y)) => match self.compare(x.0, y.0) {
                    Ordering::Less => product.extend(xs.next()),
                    Ordering::Greater => product.extend(ys.next()),
                    Ordering::Equal => {
                        let exponent = x.1 + y.1;
                        if exponent > LARGEST_EXPONENT {
                            return None;
                        }
                        product.push((x.0, exponent));
                        xs.next();
                        ys.next();
                    }
                },
                (None, None) => break,
                _ => product.extend(xs.next().or_else(|| ys.next())),
            }
        }
        Some(self.monomial(&product, sort))
    }

    /// The monomial of some factors.
    pub(crate) fn monomial(&mut self, factors: &[(TermId, u32)], sort: Sort) -> TermId {
        let mut args: SmallVec<[TermId; 8]> = SmallVec::new();
        for &(atom, exponent) in factors {
            let factor = if exponent == 1 {
                atom
            } else {
                let exponent = self.int(exponent);
                self.intern(Op::Pow, sort, &[atom, exponent])
            };
            args.push(factor);
        }
        match args[..] {
            [single] => single,
            _ => self.intern(Op::Mul, sort, &args),
        }
    }

    /// The factors of a monomial.
    pub(crate) fn factors(&self, monomial: TermId) -> Factors {
        match self.op(monomial) {
            Op::Mul => self.args(monomial).iter().map(|&factor| self.factor(factor)).collect(),
            _ => smallvec![self.factor(monomial)],
        }
    }

    /// Atom and exponent of a factor.
    fn factor(&self, factor: TermId) -> (TermId, u32) {
        if *self.op(factor) == Op::Pow
            && let [base, exponent] = *self.args(factor)
            && let Some(exponent) = self.as_int(exponent)
            && let Ok(exponent) = u32::try_from(exponent)
            && (2..=LARGEST_EXPONENT).contains(&exponent)
        {
            return (base, exponent);
        }
        (factor, 1)
    }

    /// Higher degrees first, then by factors, where of one atom the higher power stands first.
    pub(crate) fn compare_monomials(&self, x: TermId, y: TermId) -> Ordering {
        if x == y {
            return Ordering::Equal;
        }
        let plain = |term: TermId| !matches!(self.op(term), Op::Mul | Op::Pow);
        if plain(x) && plain(y) {
            return self.compare(x, y);
        }
        // The terms themselves decide only between factors that could not be merged.
        self.compare_factors(&self.factors(x), &self.factors(y)).then_with(|| self.compare(x, y))
    }

    /// The same order for the factors of monomials.
    pub(crate) fn compare_factors(&self, xs: &[(TermId, u32)], ys: &[(TermId, u32)]) -> Ordering {
        let degree = |factors: &[(TermId, u32)]| factors.iter().map(|factor| factor.1).sum::<u32>();
        let by_degree = degree(ys).cmp(&degree(xs));
        let by_factor = |(x, y): (&(TermId, u32), &(TermId, u32))| self.compare(x.0, y.0).then(y.1.cmp(&x.1));
        let first_difference = || xs.iter().zip(ys).map(by_factor).find(|ordering| ordering.is_ne());
        by_degree.then_with(|| first_difference().unwrap_or(Ordering::Equal))
    }
}

fn largest_bits(polynomial: &Polynomial) -> usize {
    polynomial
        .entries
        .iter()
        .map(|entry| entry.coefficient.bits())
        .fold(polynomial.constant.bits(), usize::max)
}

/// How many monomials the power of a sum has at most: the binomial coefficient.
fn monomials_of_power(length: usize, exponent: usize) -> usize {
    let mut count: usize = 1;
    for step in 1..length {
        count = count.saturating_mul(exponent + step) / step;
        if count > MOST_MONOMIALS {
            break;
        }
    }
    count
}
