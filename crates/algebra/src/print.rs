//! Terms as formulas, which are shown in the project's own notation, those of computer algebra systems, LaTeX, SMT-LIB.

use std::fmt;

use dashu_base::Signed;
use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_notation::{Formula, Kind, Notation};

use crate::members::{fibonacci_shift, joined};
use crate::mentions::Predicate;
use crate::univariate::rational_roots;
use crate::{Array, Atom, Condition, Keeping, Monomial, Relation, Term};

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(Notation::Text))
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(Notation::Text))
    }
}

/// Letters for bound symbols: the first one that is not the name of something else.
const LETTERS: [char; 12] = ['t', 'u', 'v', 'w', 'z', 'h', 'l', 'o', 'b', 'c', 'd', 'e'];

impl Term {
    /// The term in a notation.
    pub fn show(&self, notation: Notation) -> String {
        self.formula(notation).to_string()
    }

    /// The term as it is shown.
    pub fn formula(&self, notation: Notation) -> Formula {
        if notation == Notation::Smtlib {
            return Formula::words(crate::smtlib::term(self));
        }
        Builder::of(&|taken| self.mentions_any(taken)).term(self).in_notation(notation)
    }
}

impl Condition {
    /// The condition in a notation.
    pub fn show(&self, notation: Notation) -> String {
        self.formula(notation).to_string()
    }

    /// The condition as it is shown.
    pub fn formula(&self, notation: Notation) -> Formula {
        if notation == Notation::Smtlib {
            return Formula::words(crate::smtlib::condition(self));
        }
        Builder::of(&|taken| self.mentions_any(taken)).condition(self).in_notation(notation)
    }
}

impl Array {
    /// The array in a notation.
    pub fn show(&self, notation: Notation) -> String {
        self.formula(notation).to_string()
    }

    /// The array as it is shown.
    pub fn formula(&self, notation: Notation) -> Formula {
        if notation == Notation::Smtlib {
            return Formula::words(crate::smtlib::array(self));
        }
        Builder::of(&|taken| self.mentions_any(taken)).array(self).in_notation(notation)
    }
}

/// Makes formulas; the letter is that of bound symbols.
#[derive(Clone, Copy)]
struct Builder(char);

fn whole(number: impl ToString) -> Formula {
    Formula::number(&number.to_string())
}

fn quotient(top: Formula, bottom: Formula) -> Formula {
    Formula::new(Kind::Quotient, [top, bottom])
}

fn power(base: Formula, exponent: Formula) -> Formula {
    Formula::new(Kind::Power, [base, exponent])
}

fn call(name: &'static str, operands: impl IntoIterator<Item = Formula>) -> Formula {
    Formula::new(Kind::Call(name.into()), operands)
}

fn group(inner: Formula) -> Formula {
    Formula::new(Kind::Group, [inner])
}

/// The factors; without any: 1.
fn product(mut factors: Vec<Formula>) -> Formula {
    match factors.len() {
        0 => whole(1),
        1 => factors.remove(0),
        _ => Formula::new(Kind::Product, factors),
    }
}

impl Builder {
    /// A builder for something that mentions symbols: its bound symbols are called otherwise.
    fn of(mentions: &dyn Fn(Predicate<'_>) -> bool) -> Builder {
        let is_taken = |letter: &char| {
            mentions(&|symbol| {
                let rest = symbol.name.strip_prefix(*letter);
                rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
            })
        };
        Builder(LETTERS.into_iter().find(|letter| !is_taken(letter)).unwrap_or(LETTERS[0]))
    }

    fn term(self, term: &Term) -> Formula {
        let term = &joined(term);
        if let Some(factored) = self.factored(term) {
            return factored;
        }
        let denominator = RBig::from(term.denominator());
        if term.0.len() > 1 && denominator != RBig::ONE {
            return quotient(self.sum(&term.scaled(&denominator)), whole(denominator.numerator()));
        }
        self.sum(term)
    }

    /// A polynomial in one atom as a product, where rational roots make it one.
    fn factored(self, term: &Term) -> Option<Formula> {
        if term.0.len() < 2 {
            return None;
        }
        let (atom, polynomial) = term.as_univariate()?;
        if polynomial.len() < 3 {
            return None;
        }
        let (mut roots, rest) = rational_roots(&polynomial);
        if roots.is_empty() || roots.iter().any(|(root, _)| !root.denominator().is_one()) {
            return None;
        }
        roots.sort_by(|a, b| b.0.cmp(&a.0));
        let base = Term::atom(atom.clone());
        let factors = roots.iter().map(|(root, count)| {
            let factor = self.sum(&base.minus(&Term::rational(root.clone())));
            if *count == 1 { factor } else { power(factor, whole(count)) }
        });
        let mut factors: Vec<Formula> = factors.collect();
        let mut scale = RBig::ONE;
        if rest.len() == 1 {
            scale = rest[0].clone();
        } else {
            let remaining = Term::polynomial(&rest, &base);
            let denominator = RBig::from(remaining.denominator());
            scale = &scale / &denominator;
            factors.push(self.sum(&remaining.scaled(&denominator)));
        }
        let negative = scale.is_negative();
        let size = if negative { -scale } else { scale };
        if *size.numerator() != dashu_int::IBig::ONE {
            factors.insert(0, whole(size.numerator()));
        }
        let mut found = product(factors);
        if !size.denominator().is_one() {
            found = quotient(found, whole(size.denominator()));
        }
        Some(if negative { Formula::new(Kind::Negative, [found]) } else { found })
    }

    /// Parts by degree, the constant last.
    fn sum(self, term: &Term) -> Formula {
        if term.0.is_empty() {
            return whole(0);
        }
        let degree = |monomial: &Monomial| monomial.factors().iter().map(|(_, count)| *count).sum::<i32>();
        let mut parts: Vec<(&Monomial, &RBig)> = term.parts().collect();
        parts.sort_by(|a, b| degree(b.0).cmp(&degree(a.0)).then_with(|| a.0.cmp(b.0)));
        // A sum that can begin without a sign does.
        if parts[0].1.is_negative()
            && let Some(at) =
                parts.iter().position(|(monomial, value)| !monomial.is_one() && value.is_positive())
        {
            let first = parts.remove(at);
            parts.insert(0, first);
        }
        let addend = |(monomial, coefficient): (&Monomial, &RBig)| match self.ceiling(monomial, coefficient) {
            Some(ceiling) => (false, ceiling),
            None if coefficient.is_negative() => (true, self.part(monomial, &-coefficient)),
            None => (false, self.part(monomial, coefficient)),
        };
        let (taken, mut addends): (Vec<bool>, Vec<Formula>) = parts.into_iter().map(addend).unzip();
        if taken[0] {
            let first = addends.remove(0);
            addends.insert(0, Formula::new(Kind::Negative, [first]));
        }
        if addends.len() == 1 { addends.remove(0) } else { Formula::new(Kind::Sum(taken), addends) }
    }

    /// `-⌊a/b⌋` over reals reads better as `⌈-a/b⌉`.
    fn ceiling(self, monomial: &Monomial, coefficient: &RBig) -> Option<Formula> {
        let [(Atom::Floor(a, b), 1)] = monomial.factors() else { return None };
        if *coefficient != RBig::from(-1) || (a.has_integer_atoms() && b.has_integer_atoms()) {
            return None;
        }
        Some(call("ceil", [quotient(self.term(&a.negated()), self.term(b))]))
    }

    /// A positive coefficient times a monomial.
    fn part(self, monomial: &Monomial, coefficient: &RBig) -> Formula {
        let (mut above, mut below) = (Vec::new(), Vec::new());
        let number = coefficient.numerator();
        if *number != dashu_int::IBig::ONE || monomial.is_one() {
            above.push(whole(number));
        }
        if !coefficient.denominator().is_one() {
            below.push(whole(coefficient.denominator()));
        }
        // Equal symbolic exponents of numbers are put together: 2^n · 3^n is shown as 6^n. So are powers of one
        // base: z^n / z is shown as z^(n - 1), which is right for z = 0 too.
        let mut numeric: Vec<(Term, RBig)> = Vec::new();
        let gathered = gathered(monomial);
        for (atom, count) in &gathered {
            if let Atom::Power(base, exponent) = atom
                && let Some(value) = base.as_int().filter(|value| value.is_positive())
                && *count > 0
            {
                let raised = RBig::from(value.pow(*count as usize));
                match numeric.iter_mut().find(|(known, _)| known == exponent) {
                    Some((_, total)) => *total = &*total * raised,
                    None => numeric.push((exponent.clone(), raised)),
                }
                continue;
            }
            self.factor(atom, *count, &mut above, &mut below);
        }
        for (exponent, base) in numeric {
            let shown = power(whole(base), self.term(&exponent));
            above.insert(usize::from(*number != dashu_int::IBig::ONE).min(above.len()), shown);
        }
        if below.is_empty() { product(above) } else { quotient(product(above), product(below)) }
    }

    fn factor(self, atom: &Atom, count: i32, above: &mut Vec<Formula>, below: &mut Vec<Formula>) {
        let (shown, count) = match atom {
            Atom::Inverse(inner) => (self.term(inner), -count),
            Atom::Power(base, exponent) => {
                let exponent = exponent.scaled(&RBig::from(count.unsigned_abs()));
                let side = if count > 0 { above } else { below };
                return side.push(power(self.term(base), self.term(&exponent)));
            }
            other => (self.atom(other), count),
        };
        let side = if count > 0 { above } else { below };
        match count.unsigned_abs() {
            1 => side.push(shown),
            size => side.push(power(shown, whole(size))),
        }
    }

    fn atom(self, atom: &Atom) -> Formula {
        match atom {
            // What a pointer of C leads to is not to be taken for a product.
            Atom::Symbol(symbol) if symbol.name.starts_with('*') => group(self.name(&symbol.name)),
            Atom::Symbol(symbol) => self.name(&symbol.name),
            Atom::Power(base, exponent) => power(self.term(base), self.term(exponent)),
            Atom::Inverse(inner) => quotient(whole(1), self.term(inner)),
            Atom::Factorial(inner) => call("factorial", [self.term(inner)]),
            Atom::Floor(a, b) => call("floor", [quotient(self.term(a), self.term(b))]),
            Atom::Mod(a, b) => call("mod", [self.term(a), self.term(b)]),
            Atom::Root(inner) => call("isqrt", [self.term(inner)]),
            Atom::Log(base, inner) if inner.is_integer_valued() => {
                call("ilog", [whole(base), self.term(inner)])
            }
            Atom::Log(base, inner) => call("ilog", [whole(base), call("floor", [self.term(inner)])]),
            Atom::Gcd(a, b) => call("gcd", [self.term(a), self.term(b)]),
            Atom::Min(terms) => call("min", self.list(terms)),
            Atom::Max(terms) => call("max", self.list(terms)),
            Atom::Choice(condition, yes, no) => self.choice(condition, self.term(yes), self.term(no)),
            Atom::Element(array, index) => Formula::element(self.array(array), self.list(index)),
            Atom::Sum(range) => match counted(&range.body) {
                Some(condition) => {
                    let condition = &condition;
                    let bounds =
                        [self.name(&range.index.name), self.term(&range.low), self.term(&range.high)];
                    call("count", [self.condition(condition), Formula::new(Kind::Bounds, bounds)])
                }
                None => self.range(range, false),
            },
            Atom::Product(range) => self.range(range, true),
            Atom::Fold(fold) => self.fold(fold),
            Atom::Sequence(sequence, index) => {
                if let Some(shift) = fibonacci_shift(sequence) {
                    return call("fibonacci", [self.term(&index.plus_int(shift))]);
                }
                let list = |members: Vec<Formula>| Formula::new(Kind::List, members);
                let coefficients = sequence.coefficients.iter().map(whole);
                let lists = [list(coefficients.collect()), list(self.list(&sequence.first))];
                call("recurrent", [self.term(index)].into_iter().chain(lists))
            }
            Atom::Iterate(system, at, count) => self.iterate(&system.symbols[*at].name, count),
            Atom::Least(search) => {
                call("least", [self.name(&search.index.name), self.condition(&search.condition)])
            }
        }
    }

    fn fold(self, fold: &crate::Fold) -> Formula {
        let crate::Range { index, low, high, body } = &fold.range;
        let bounds = |low: &Term| {
            Formula::new(Kind::Bounds, [self.name(&index.name), self.term(low), self.term(high)])
        };
        let word = match &fold.keeping {
            Keeping::Greatest => "max",
            Keeping::Least => "min",
            Keeping::PlaceOfGreatest(_) => "argmax",
            Keeping::PlaceOfLeast(_) => "argmin",
            Keeping::Weighted(base) => {
                let members = [self.term(body), bounds(low)];
                let start = (!fold.first.0.is_empty()).then(|| self.term(&fold.first));
                return call("horner", [self.term(base)].into_iter().chain(start).chain(members));
            }
        };
        // Ties go to the place before, or to the last one.
        let last = match &fold.keeping {
            Keeping::PlaceOfGreatest(relation) | Keeping::PlaceOfLeast(relation) => *relation == Relation::Ge,
            _ => false,
        };
        let word = if last { format!("last_{word}") } else { word.to_owned() };
        let before = low.plus_int(-1);
        let begins = if fold.is_place() { before.clone() } else { body.with_symbol(index, &before) };
        if begins == fold.first {
            return Formula::new(Kind::Call(word.into()), [self.term(body), bounds(&before)]);
        }
        let operands = [self.term(&fold.first), self.term(body), bounds(low)];
        Formula::new(Kind::Call(word.into()), operands)
    }

    /// What a system makes of one of its variables.
    fn iterate(self, name: &str, count: &Term) -> Formula {
        let name = name.split('•').next().unwrap_or("x");
        Formula::new(Kind::Iterate, [self.name(name), self.term(count)])
    }

    fn choice(self, condition: &Condition, yes: Formula, no: Formula) -> Formula {
        group(Formula::new(Kind::Choice, [self.condition(condition), yes, no]))
    }

    fn range(self, range: &crate::Range, product: bool) -> Formula {
        let bounds = [self.term(&range.low), self.term(&range.high)];
        let operands =
            [self.name(&range.index.name)].into_iter().chain(bounds).chain([self.term(&range.body)]);
        Formula::new(Kind::Range { product }, operands)
    }

    fn list(self, terms: &[Term]) -> Vec<Formula> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn name(self, name: &str) -> Formula {
        Formula::name(match name.strip_prefix('•') {
            Some("1") => self.0.to_string(),
            Some(depth) if depth.starts_with(|first: char| first.is_ascii_digit()) => {
                format!("{}{depth}", self.0)
            }
            Some(word) => word.to_owned(),
            None => name.split('•').next().unwrap_or(name).trim_end_matches('\'').to_owned(),
        })
    }

    fn array(self, array: &Array) -> Formula {
        match array {
            Array::Symbol(name, _) => self.name(name),
            Array::Store(inner) => {
                let (base, index, value) = &**inner;
                let operands = [self.array(base), self.term(value)].into_iter().chain(self.list(index));
                group(Formula::new(Kind::Store(":="), operands))
            }
            Array::Lambda(inner) => {
                let names = inner.0.iter().map(|symbol| self.name(&symbol.name));
                Formula::new(Kind::Lambda, names.chain([self.term(&inner.1)]))
            }
            Array::Choice(inner) => {
                let (condition, yes, no) = &**inner;
                self.choice(condition, self.array(yes), self.array(no))
            }
            Array::Iterate(system, at, count) => self.iterate(&system.arrays[*at].0, count),
        }
    }

    fn condition(self, condition: &Condition) -> Formula {
        let junction =
            |kind: Kind, parts: &[Condition]| Formula::new(kind, parts.iter().map(|part| self.inner(part)));
        let search = |search: &crate::Search, some| {
            let operands = [self.name(&search.index.name), self.inner(&search.condition)];
            Formula::new(Kind::Search { some }, operands)
        };
        match condition {
            Condition::True => Formula::new(Kind::Truth(true), []),
            Condition::False => Formula::new(Kind::Truth(false), []),
            Condition::Compare(relation, term) => self.comparison(*relation, term),
            Condition::And(parts) => junction(Kind::And, parts),
            Condition::Or(parts) => junction(Kind::Or, parts),
            Condition::Ever(ever) => search(ever, true),
            Condition::Never(never) => search(never, false),
        }
    }

    /// A condition inside another one.
    fn inner(self, condition: &Condition) -> Formula {
        let shown = self.condition(condition);
        if matches!(shown.kind(), Kind::And | Kind::Or) { group(shown) } else { shown }
    }

    /// Positive parts on the left side, negative ones on the right.
    fn comparison(self, relation: Relation, term: &Term) -> Formula {
        let mut left = Term::zero();
        let mut right = Term::zero();
        let mut constant = term.constant_part();
        for (monomial, coefficient) in term.parts().filter(|(monomial, _)| !monomial.is_one()) {
            let part = Term::monomial(monomial.clone(), coefficient.clone());
            if coefficient.is_positive() { left = left.plus(&part) } else { right = right.minus(&part) }
        }
        // Over integers `a - b - 1 ≥ 0` reads better as `a > b`.
        let mut strict = relation == Relation::Gt;
        if relation == Relation::Ge && constant == RBig::from(-1) && term.has_integer_atoms() {
            strict = true;
            constant = RBig::ZERO;
        }
        let swap = left.0.is_empty();
        if constant.is_positive() {
            left = left.plus(&Term::rational(constant));
        } else {
            right = right.minus(&Term::rational(constant));
        }
        let (mut a, mut b) = (self.term(&left), self.term(&right));
        if swap {
            std::mem::swap(&mut a, &mut b);
        }
        use sextant_notation::Relation as Sign;
        let sign = match (relation, strict, swap) {
            (Relation::Eq, ..) => Sign::Eq,
            (Relation::Ne, ..) => Sign::Unequal,
            (_, true, false) => Sign::Gt,
            (_, true, true) => Sign::Lt,
            (_, false, false) => Sign::Ge,
            (_, false, true) => Sign::Le,
        };
        Formula::new(Kind::Compare(sign), [a, b])
    }
}

/// The factors of a monomial with powers of one symbolic base put together where one of them divides.
fn gathered(monomial: &Monomial) -> Vec<(Atom, i32)> {
    let mut factors: Vec<(Atom, i32)> = Vec::new();
    for (atom, count) in monomial.factors() {
        let own = Term::atom(atom.clone());
        let power = factors.iter_mut().find_map(|(other, times)| match other {
            Atom::Power(base, exponent) if *base == own && *times == 1 && *count < 0 => Some(exponent),
            _ => None,
        });
        match power {
            Some(exponent) => *exponent = exponent.plus_int(i64::from(*count)),
            None => factors.push((atom.clone(), *count)),
        }
    }
    // Symbols come before powers, so that a divisor may already be there.
    for at in (0..factors.len()).rev() {
        let Atom::Power(base, exponent) = factors[at].0.clone() else { continue };
        let divisor =
            factors.iter().position(|(other, count)| *count < 0 && Term::atom(other.clone()) == base);
        if let Some(divisor) = divisor.filter(|_| factors[at].1 == 1) {
            let exponent = exponent.plus_int(i64::from(factors[divisor].1));
            factors[at].0 = Atom::Power(base, exponent);
            factors.remove(divisor);
        }
    }
    factors
}

/// What is counted by a sum, if its members are 1 and 0.
fn counted(body: &Term) -> Option<Condition> {
    let Some(Atom::Choice(condition, yes, no)) = body.as_atom() else { return None };
    let (yes, no) = (yes.as_int()?, no.as_int()?);
    match (yes == IBig::ONE && no.is_zero(), yes.is_zero() && no == IBig::ONE) {
        (true, _) => Some((**condition).clone()),
        (_, true) => Some(condition.negated()),
        _ => None,
    }
}
