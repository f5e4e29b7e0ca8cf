//! Exact values of terms for given values of their symbols.
//!
//! Numbers that would be too large are refused, not approximated; remainders of such numbers are computed all the
//! same, by modular arithmetic. Searches and recurrences without a closed form are carried out step by step up to a
//! limit.

use std::collections::BTreeMap;
use std::sync::Arc;

use dashu_base::{BitTest, Signed, UnsignedAbs};
use dashu_int::IBig;
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;

use crate::atom::{Range, integer_log, integer_root};
use crate::term::{as_integer, floor, gcd};
use crate::{Array, Atom, Condition, Fold, Monomial, Relation, Search, Sequence, Symbol, System, Term};

/// Why a term has no value that can be computed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoValue {
    /// The number has too many digits.
    TooLarge,
    /// A search, sum or recurrence takes too many steps.
    TooLong,
    /// A symbol has no value.
    Unknown(String),
    /// A division by zero or a fraction where an integer is needed.
    Undefined,
}

/// An array of numbers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ArrayValue {
    /// Elements that differ from the default.
    pub elements: BTreeMap<Vec<IBig>, RBig>,
    /// All other elements.
    pub default: RBig,
}

/// Values of symbols.
#[derive(Clone, Debug)]
pub struct Values {
    /// Of numbers.
    pub numbers: FxHashMap<Arc<str>, RBig>,
    /// Of arrays.
    pub arrays: FxHashMap<Arc<str>, ArrayValue>,
    /// Steps that sums, searches and recurrences may take.
    pub steps: u64,
    /// What was computed inside of a sum or search.
    pub known: Known,
}

/// Values of sums and products that stand inside of others and do not depend on them: each is computed once, not in every
/// iteration.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The names that are bound now.
    bound: Vec<Arc<str>>,
    /// Of what mentions none of these.
    folds: FxHashMap<Atom, RBig>,
}

impl Default for Values {
    fn default() -> Self {
        let (numbers, arrays) = (FxHashMap::default(), FxHashMap::default());
        Self { numbers, arrays, steps: 1_000_000, known: Known::default() }
    }
}

/// Numbers of more bits are not computed.
const LARGEST_BITS: u64 = 4_000_000;

/// Factors of a factorial that count as one step.
const FACTORS_A_STEP: u64 = 8;
/// Bits of a number whose sum or product with another counts as one step more.
const BITS_A_STEP: u64 = 1 << 10;

/// The steps that one operation on a number takes besides the first.
fn size(value: &RBig) -> u64 {
    (value.numerator().bit_len() + value.denominator().bit_len()) as u64 / BITS_A_STEP
}

type Result<T> = std::result::Result<T, NoValue>;

impl Values {
    /// Gives a number to a name.
    pub fn set(&mut self, name: &str, value: impl Into<RBig>) {
        self.numbers.insert(name.into(), value.into());
    }

    /// The value of a term.
    pub fn term(&mut self, term: &Term) -> Result<RBig> {
        let mut total = RBig::ZERO;
        for (monomial, coefficient) in term.parts() {
            total += self.monomial(monomial)? * coefficient;
        }
        Ok(total)
    }

    fn integer(&mut self, term: &Term) -> Result<IBig> {
        as_integer(&self.term(term)?).ok_or(NoValue::Undefined)
    }

    fn integers(&mut self, terms: &[Term]) -> Result<Vec<IBig>> {
        terms.iter().map(|term| self.integer(term)).collect()
    }

    /// Powers of one base are put together first: `z^-1 · z^k` is `z^(k-1)`, also for `z = 0`, and `(z^(2^k))^8` is
    /// `z^2` for `k = -2`: only the whole exponent must be an integer.
    fn monomial(&mut self, monomial: &Monomial) -> Result<RBig> {
        let mut result = RBig::ONE;
        let mut powers: Vec<(Term, RBig)> = Vec::new();
        for (atom, count) in monomial.factors() {
            let (base, exponent) = match atom {
                Atom::Power(base, exponent) => (base.clone(), self.term(exponent)? * RBig::from(*count)),
                other => (Term::atom(other.clone()), RBig::from(*count)),
            };
            match powers.iter_mut().find(|(known, _)| *known == base) {
                Some((_, total)) => *total += exponent,
                None => powers.push((base, exponent)),
            }
        }
        for (base, exponent) in powers {
            let value = match base.as_atom() {
                Some(atom) => self.atom(atom)?,
                None => self.term(&base)?,
            };
            let exponent = as_integer(&exponent).ok_or(NoValue::Undefined)?;
            result *= power(&value, &exponent)?;
        }
        Ok(result)
    }

    fn atom(&mut self, atom: &Atom) -> Result<RBig> {
        let whole = |value: IBig| Ok(RBig::from(value));
        match atom {
            Atom::Symbol(symbol) => self.number(symbol),
            Atom::Power(base, exponent) => {
                let base = self.term(base)?;
                let exponent = self.integer(exponent)?;
                power(&base, &exponent)
            }
            Atom::Inverse(term) => {
                let value = self.term(term)?;
                if value.is_zero() { Err(NoValue::Undefined) } else { Ok(RBig::ONE / value) }
            }
            Atom::Factorial(term) => {
                let value = self.integer(term)?;
                let count = u32::try_from(value).map_err(|_| NoValue::TooLarge)?;
                if count > 50_000 {
                    return Err(NoValue::TooLarge);
                }
                self.spend(u64::from(count) / FACTORS_A_STEP)?;
                whole((1..=count).fold(IBig::ONE, |all, next| all * IBig::from(next)))
            }
            Atom::Floor(a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                if b.is_zero() { Ok(RBig::ZERO) } else { whole(floor(&(a / b))) }
            }
            Atom::Mod(a, b) => self.remainder(a, b),
            Atom::Root(term) => {
                let value = floor(&self.term(term)?);
                whole(integer_root(&value))
            }
            Atom::Log(base, term) => {
                let value = floor(&self.term(term)?);
                whole(integer_log(base, &value))
            }
            Atom::Gcd(a, b) => {
                let (a, b) = (self.integer(a)?, self.integer(b)?);
                whole(gcd(&a, &b))
            }
            Atom::Min(terms) => self.extreme(terms, true),
            Atom::Max(terms) => self.extreme(terms, false),
            Atom::Choice(condition, yes, no) => {
                let chosen = if self.condition(condition)? { yes } else { no };
                self.term(chosen)
            }
            Atom::Element(array, index) => {
                let index = self.integers(index)?;
                self.element(array, &index)
            }
            Atom::Sum(range) => self.fold(atom, range, RBig::ZERO, |all, next| all + next),
            Atom::Product(range) => self.fold(atom, range, RBig::ONE, |all, next| all * next),
            Atom::Fold(fold) => self.scan(fold),
            Atom::Sequence(sequence, index) => {
                let index = self.integer(index)?;
                self.member(sequence, &index, None)
            }
            Atom::Iterate(system, at, count) => {
                let count = self.integer(count)?;
                let (numbers, _) = self.iterate(system, &count)?;
                Ok(numbers[*at].clone())
            }
            Atom::Least(search) => self.search(search)?.map_or(Err(NoValue::TooLong), whole),
        }
    }

    fn number(&self, symbol: &Symbol) -> Result<RBig> {
        self.numbers.get(&symbol.name).cloned().ok_or_else(|| NoValue::Unknown(symbol.name.to_string()))
    }

    fn extreme(&mut self, terms: &[Term], least: bool) -> Result<RBig> {
        let values = terms.iter().map(|term| self.term(term)).collect::<Result<Vec<_>>>()?.into_iter();
        let extreme = if least { values.min() } else { values.max() };
        extreme.ok_or(NoValue::Undefined)
    }

    /// Lets bound names have values while something is computed.
    fn with<R>(
        &mut self,
        symbols: &[Symbol],
        values: impl IntoIterator<Item = RBig>,
        work: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let names = symbols.iter().map(|symbol| &symbol.name);
        let named = names.clone().zip(values);
        let saved: Vec<_> = named.map(|(name, value)| self.numbers.insert(name.clone(), value)).collect();
        let outside = self.known.bound.len();
        self.known.bound.extend(names.clone().cloned());
        let result = work(self);
        self.known.bound.truncate(outside);
        if outside == 0 {
            // Whoever asks next may have given other values.
            self.known.folds.clear();
        }
        for (name, old) in names.zip(saved) {
            match old {
                Some(old) => self.numbers.insert(name.clone(), old),
                None => self.numbers.remove(name),
            };
        }
        result
    }

    /// The same for one name that has an integer.
    fn with_index<R>(&mut self, symbol: &Symbol, value: &IBig, work: impl FnOnce(&mut Self) -> R) -> R {
        self.with(std::slice::from_ref(symbol), [RBig::from(value.clone())], work)
    }

    fn spend(&mut self, steps: u64) -> Result<()> {
        self.steps = self.steps.checked_sub(steps).ok_or(NoValue::TooLong)?;
        Ok(())
    }

    /// Fails at once if so many steps are more than may be taken.
    fn can_spend(&self, steps: &IBig) -> Result<()> {
        if *steps > IBig::from(self.steps) { Err(NoValue::TooLong) } else { Ok(()) }
    }

    fn fold(
        &mut self,
        atom: &Atom,
        range: &Range,
        start: RBig,
        join: fn(RBig, RBig) -> RBig,
    ) -> Result<RBig> {
        if self.known.bound.is_empty() || self.depends(range) {
            return self.fold_anew(range, start, join);
        }
        if let Some(value) = self.known.folds.get(atom) {
            return Ok(value.clone());
        }
        let value = self.fold_anew(range, start, join)?;
        self.known.folds.insert(atom.clone(), value.clone());
        Ok(value)
    }

    /// Whether a sum mentions a name that is bound around it.
    fn depends(&self, range: &Range) -> bool {
        let is_bound = |symbol: &Symbol| self.known.bound.contains(&symbol.name);
        [&range.low, &range.high, &range.body].into_iter().any(|term| term.mentions_any(&is_bound))
    }

    fn fold_anew(&mut self, range: &Range, start: RBig, join: fn(RBig, RBig) -> RBig) -> Result<RBig> {
        let mut at = self.integer(&range.low)?;
        let high = self.integer(&range.high)?;
        self.can_spend(&(&high - &at))?;
        let mut total = start;
        while at <= high {
            self.spend(1 + size(&total))?;
            let next = self.with_index(&range.index, &at, |values| values.term(&range.body))?;
            total = join(total, next);
            at += IBig::ONE;
        }
        Ok(total)
    }

    /// What a scan keeps, step by step.
    fn scan(&mut self, fold: &Fold) -> Result<RBig> {
        let mut at = self.integer(&fold.range.low)?;
        let high = self.integer(&fold.range.high)?;
        self.can_spend(&(&high - &at))?;
        let mut kept = self.term(&fold.first)?;
        while at <= high {
            self.spend(1 + size(&kept))?;
            let step = fold.step(&Term::rational(kept), &Term::int(at.clone()));
            kept = self.term(&step)?;
            at += IBig::ONE;
        }
        Ok(kept)
    }

    fn search(&mut self, search: &Search) -> Result<Option<IBig>> {
        let mut at = IBig::ZERO;
        loop {
            self.spend(1)?;
            if self.with_index(&search.index, &at, |values| values.condition(&search.condition))? {
                return Ok(Some(at));
            }
            at += IBig::ONE;
        }
    }

    /// Whether a condition holds.
    pub fn condition(&mut self, condition: &Condition) -> Result<bool> {
        match condition {
            Condition::True => Ok(true),
            Condition::False => Ok(false),
            Condition::Compare(relation, term) => {
                let value = self.term(term)?;
                Ok(match relation {
                    Relation::Eq => value.is_zero(),
                    Relation::Ne => !value.is_zero(),
                    Relation::Ge => !value.is_negative(),
                    Relation::Gt => value > RBig::ZERO,
                })
            }
            Condition::And(parts) => self.all(parts, true),
            Condition::Or(parts) => self.all(parts, false),
            Condition::Ever(inner) => Ok(self.search(inner)?.is_some()),
            Condition::Never(inner) => Ok(self.search(inner)?.is_none()),
        }
    }

    /// A part without a value does not matter where another part settles the question.
    fn all(&mut self, parts: &[Condition], wanted: bool) -> Result<bool> {
        let mut trouble = None;
        for part in parts {
            match self.condition(part) {
                Ok(value) if value != wanted => return Ok(!wanted),
                Ok(_) => {}
                Err(reason) => trouble = Some(reason),
            }
        }
        trouble.map_or(Ok(wanted), Err)
    }

    /// An element of an array.
    pub fn element(&mut self, array: &Array, index: &[IBig]) -> Result<RBig> {
        match array {
            Array::Symbol(name, _) => {
                let values = self.arrays.get(name).ok_or_else(|| NoValue::Unknown(name.to_string()))?;
                Ok(values.elements.get(index).unwrap_or(&values.default).clone())
            }
            Array::Store(inner) => {
                let (array, at, value) = &**inner;
                if self.integers(at)? == index { self.term(value) } else { self.element(array, index) }
            }
            Array::Lambda(inner) => {
                let index = index.iter().cloned().map(RBig::from);
                self.with(&inner.0, index, |values| values.term(&inner.1))
            }
            Array::Choice(inner) => {
                let (condition, yes, no) = &**inner;
                let chosen = if self.condition(condition)? { yes } else { no };
                self.element(chosen, index)
            }
            Array::Iterate(system, at, count) => {
                let count = self.integer(count)?;
                let (_, arrays) = self.iterate(system, &count)?;
                let values = &arrays[*at];
                Ok(values.elements.get(index).unwrap_or(&values.default).clone())
            }
        }
    }

    /// The components of a system after some steps. Arrays are known where they were written.
    fn iterate(&mut self, system: &System, count: &IBig) -> Result<(Vec<RBig>, Vec<ArrayValue>)> {
        let mut numbers = system.first.iter().map(|term| self.term(term)).collect::<Result<Vec<_>>>()?;
        let mut arrays =
            system.arrays.iter().map(|(_, _, first)| self.known(first)).collect::<Result<Vec<_>>>()?;
        self.can_spend(count)?;
        let mut at = IBig::ZERO;
        while at < *count {
            self.spend(1 + numbers.iter().map(size).sum::<u64>())?;
            (numbers, arrays) = self.one_step(system, numbers, arrays)?;
            at += IBig::ONE;
        }
        Ok((numbers, arrays))
    }

    fn one_step(
        &mut self,
        system: &System,
        numbers: Vec<RBig>,
        arrays: Vec<ArrayValue>,
    ) -> Result<(Vec<RBig>, Vec<ArrayValue>)> {
        for ((name, ..), value) in system.arrays.iter().zip(arrays) {
            self.arrays.insert(name.clone(), value);
        }
        self.known.folds.clear();
        self.with(&system.symbols, numbers, |values| {
            let numbers = system.updates.iter().map(|term| values.term(term)).collect::<Result<_>>()?;
            let arrays = system.arrays.iter().map(|(_, update, _)| values.known(update));
            Ok((numbers, arrays.collect::<Result<_>>()?))
        })
    }

    /// An array as elements; only one that is made by finitely many changes.
    fn known(&mut self, array: &Array) -> Result<ArrayValue> {
        match array {
            Array::Symbol(name, _) => {
                self.arrays.get(name).cloned().ok_or_else(|| NoValue::Unknown(name.to_string()))
            }
            Array::Store(inner) => {
                let mut values = self.known(&inner.0)?;
                let (at, value) = (self.integers(&inner.1)?, self.term(&inner.2)?);
                values.elements.insert(at, value);
                Ok(values)
            }
            Array::Choice(inner) => {
                let chosen = if self.condition(&inner.0)? { &inner.1 } else { &inner.2 };
                self.known(chosen)
            }
            Array::Iterate(system, at, count) => {
                let count = self.integer(count)?;
                Ok(self.iterate(system, &count)?.1.swap_remove(*at))
            }
            Array::Lambda(_) => Err(NoValue::TooLong),
        }
    }

    /// A member of a sequence, modulo a number if one is given, by powers of its companion matrix.
    fn member(&mut self, sequence: &Sequence, index: &IBig, modulus: Option<&IBig>) -> Result<RBig> {
        let degree = sequence.coefficients.len();
        let first = sequence.first.iter().map(|term| self.term(term)).collect::<Result<Vec<_>>>()?;
        if index.is_negative() || degree == 0 {
            return Err(NoValue::Undefined);
        }
        if modulus.is_none() && *index > IBig::from(200_000) {
            return Err(NoValue::TooLarge);
        }
        let reduce = |value: RBig| match modulus {
            Some(modulus) => rest(&value, &RBig::from(modulus.clone())),
            None => value,
        };
        let mut step = vec![vec![RBig::ZERO; degree]; degree];
        for row in 0..degree - 1 {
            step[row][row + 1] = RBig::ONE;
        }
        step[degree - 1].clone_from(&sequence.coefficients);
        let mut vector = first;
        let mut rest = index.clone();
        let two = IBig::from(2);
        while rest > IBig::ZERO {
            if !(&rest % &two).is_zero() {
                vector = step
                    .iter()
                    .map(|row| row.iter().zip(&vector).fold(RBig::ZERO, |all, (a, b)| all + a * b))
                    .map(reduce)
                    .collect();
            }
            rest /= &two;
            if rest > IBig::ZERO {
                step = squared(&step, &reduce);
            }
        }
        Ok(vector.swap_remove(0))
    }

    fn remainder(&mut self, a: &Term, b: &Term) -> Result<RBig> {
        let divisor = self.term(b)?;
        if divisor.is_zero() {
            return self.term(a);
        }
        match (self.term(a), as_integer(&divisor)) {
            (Ok(value), _) => Ok(rest(&value, &divisor)),
            (Err(NoValue::TooLarge), Some(divisor)) if divisor.is_positive() => {
                Ok(RBig::from(self.modular(a, &divisor)?))
            }
            (Err(reason), _) => Err(reason),
        }
    }

    /// The value modulo a positive number. Denominators of coefficients are cleared with a larger modulus.
    pub fn modular(&mut self, term: &Term, modulus: &IBig) -> Result<IBig> {
        let denominator = term.denominator();
        let wide = modulus * &denominator;
        let mut total = IBig::ZERO;
        for (monomial, coefficient) in term.scaled(&RBig::from(denominator.clone())).parts() {
            let mut product = residue(coefficient.numerator(), &wide);
            for (atom, count) in monomial.factors() {
                let count = u32::try_from(*count).map_err(|_| NoValue::TooLarge)?;
                let value = self.modular_atom(atom, &wide)?;
                for _ in 0..count {
                    product = residue(&(product * &value), &wide);
                }
            }
            total = residue(&(total + product), &wide);
        }
        if !(&total % &denominator).is_zero() {
            return Err(NoValue::Undefined);
        }
        Ok(total / denominator)
    }

    fn modular_atom(&mut self, atom: &Atom, modulus: &IBig) -> Result<IBig> {
        match atom {
            Atom::Power(base, exponent) => {
                let exponent = self.integer(exponent)?;
                if exponent.is_negative() {
                    return Err(NoValue::TooLarge);
                }
                let base = self.modular(base, modulus)?;
                Ok(modular_power(base, exponent, modulus))
            }
            Atom::Sequence(sequence, index) => {
                let index = self.integer(index)?;
                let value = self.member(sequence, &index, Some(modulus))?;
                as_integer(&value).map(|value| residue(&value, modulus)).ok_or(NoValue::Undefined)
            }
            Atom::Choice(condition, yes, no) => {
                let chosen = if self.condition(condition)? { yes } else { no };
                self.modular(chosen, modulus)
            }
            other => {
                let value = self.atom(other)?;
                as_integer(&value).map(|value| residue(&value, modulus)).ok_or(NoValue::Undefined)
            }
        }
    }
}

/// What a quotient rounded down leaves.
fn rest(value: &RBig, divisor: &RBig) -> RBig {
    value - RBig::from(floor(&(value / divisor))) * divisor
}

fn residue(value: &IBig, modulus: &IBig) -> IBig {
    value - crate::term::floor_div(value, modulus) * modulus
}

fn modular_power(mut base: IBig, mut exponent: IBig, modulus: &IBig) -> IBig {
    let mut result = residue(&IBig::ONE, modulus);
    let two = IBig::from(2);
    while exponent > IBig::ZERO {
        if !(&exponent % &two).is_zero() {
            result = residue(&(result * &base), modulus);
        }
        base = residue(&(&base * &base), modulus);
        exponent /= &two;
    }
    result
}

fn squared(matrix: &[Vec<RBig>], reduce: &dyn Fn(RBig) -> RBig) -> Vec<Vec<RBig>> {
    let size = matrix.len();
    let cell = |row: usize, column: usize| {
        (0..size).fold(RBig::ZERO, |all, inner| all + &matrix[row][inner] * &matrix[inner][column])
    };
    (0..size).map(|row| (0..size).map(|column| reduce(cell(row, column))).collect()).collect()
}

fn power(base: &RBig, exponent: &IBig) -> Result<RBig> {
    if *base == RBig::ONE || exponent.is_zero() {
        return Ok(RBig::ONE);
    }
    if base.is_zero() {
        return if exponent.is_negative() { Err(NoValue::Undefined) } else { Ok(RBig::ZERO) };
    }
    if *base == RBig::from(-1) {
        let odd = !(exponent % IBig::from(2)).is_zero();
        return Ok(if odd { RBig::from(-1) } else { RBig::ONE });
    }
    let size = u64::try_from(exponent.clone().unsigned_abs()).map_err(|_| NoValue::TooLarge)?;
    let bits = base.numerator().bit_len().max(base.denominator().bit_len()) as u64;
    if size.saturating_mul(bits) > LARGEST_BITS {
        return Err(NoValue::TooLarge);
    }
    let raised = RBig::from_parts(base.numerator().pow(size as usize), base.denominator().pow(size as usize));
    Ok(if exponent.is_negative() { RBig::ONE / raised } else { raised })
}
