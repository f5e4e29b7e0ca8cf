//! Algebra as terms for the solver.
//!
//! Operations the solver does not know (powers, roots, logarithms, quotients by symbols) become fresh symbols with
//! the [axioms](crate::global::axioms) that define them, instantiated for the atoms of the question. Leaving an axiom out
//! can only make an answer unknown, never wrong.

use std::sync::Arc;

use dashu_int::IBig;
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;
use sextant_algebra::{Array, Atom, Condition, Monomial, Relation, Search, Symbol, Term};
use sextant_expr::{Op, Rounding, Scalar, Sort, Table, TermId};

use crate::global::axioms::{defining, grown, ordered};

/// Nested atoms for which axioms are made.
const MOST_ATOMS: usize = 60;
/// Products with powers for which axioms are made.
const MOST_PRODUCTS: usize = 8;

/// Makes questions; equal atoms are equal terms.
#[derive(Default)]
pub(in crate::global) struct Translator {
    /// The terms.
    pub table: Table,
    opaque: FxHashMap<Atom, TermId>,
    searches: FxHashMap<Arc<Search>, TermId>,
    facts: Vec<TermId>,
    known: Vec<Atom>,
    /// Powers of numbers in products, with the other factors.
    products: Vec<(Atom, Term)>,
    /// The axioms of atoms met so far.
    defined: FxHashMap<Atom, Vec<Condition>>,
}

impl Translator {
    /// Conditions as a solver understands them, with the axioms of what it does not know.
    pub(in crate::global) fn question(&mut self, conditions: &[Condition]) -> Vec<TermId> {
        self.facts.clear();
        self.known.clear();
        self.products.clear();
        let mut terms: Vec<TermId> = conditions.iter().map(|condition| self.condition(condition)).collect();
        self.add_axioms(conditions);
        terms.append(&mut self.facts);
        terms
    }

    fn condition(&mut self, condition: &Condition) -> TermId {
        match condition {
            Condition::True => self.table.boolean(true),
            Condition::False => self.table.boolean(false),
            Condition::Compare(relation, term) => {
                let integer = term.has_integer_atoms() && term.has_integer_coefficients();
                let left = self.term(term, integer);
                let zero = if integer { self.table.int(0) } else { self.table.real(RBig::ZERO) };
                let op = match relation {
                    Relation::Eq => Op::Eq,
                    Relation::Ne => Op::Ne,
                    Relation::Ge => Op::Ge,
                    Relation::Gt => Op::Gt,
                };
                self.table.apply(op, &[left, zero])
            }
            Condition::And(parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| self.condition(part)).collect();
                self.table.and(&parts)
            }
            Condition::Or(parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| self.condition(part)).collect();
                self.table.or(&parts)
            }
            Condition::Ever(search) => {
                if let Some(&known) = self.searches.get(search) {
                    return known;
                }
                let term = self.table.fresh("ever", Sort::BOOL);
                self.searches.insert(search.clone(), term);
                term
            }
            Condition::Never(search) => {
                let ever = self.condition(&Condition::Ever(search.clone()));
                self.table.not(ever)
            }
        }
    }

    /// A term of sort Int, if that is asked for and all coefficients allow it, else of sort Real.
    fn term(&mut self, term: &Term, integer: bool) -> TermId {
        if integer && !term.has_integer_coefficients() {
            // An integer value written as a fraction: the quotient is exact wherever the value is used.
            let denominator = term.denominator();
            let top = self.term(&term.scaled(&RBig::from(denominator.clone())), true);
            let bottom = self.table.int(denominator);
            return self.table.apply(Op::Div(Rounding::Floor), &[top, bottom]);
        }
        let mut parts = Vec::new();
        for (monomial, coefficient) in term.parts() {
            let mut factors = vec![self.number(coefficient, integer)];
            for (atom, count) in monomial.factors() {
                let value = self.atom(atom, integer);
                let factor = if *count > 0 { value } else { self.inverse(&Term::atom(atom.clone()), value) };
                factors.extend((0..count.unsigned_abs()).map(|_| factor));
            }
            self.note_product(monomial);
            parts.push(if factors.len() == 1 { factors[0] } else { self.table.apply(Op::Mul, &factors) });
        }
        match parts.len() {
            0 => self.number(&RBig::ZERO, integer),
            1 => parts[0],
            _ => self.table.apply(Op::Add, &parts),
        }
    }

    fn number(&mut self, value: &RBig, integer: bool) -> TermId {
        if integer { self.table.int(value.numerator().clone()) } else { self.table.real(value.clone()) }
    }

    fn inverse(&mut self, divisor: &Term, value: TermId) -> TermId {
        let one = self.table.real(RBig::ONE);
        let inverse = self.table.apply(Op::Quotient, &[one, value]);
        self.unless_zero(value, inverse, &Atom::Inverse(divisor.clone()))
    }

    /// What a division gives, and anything where its divisor is zero: otherwise a guard of the division would seem to
    /// follow from what is said of its result.
    fn unless_zero(&mut self, divisor: TermId, result: TermId, atom: &Atom) -> TermId {
        let zero = match self.table.sort(divisor) {
            Sort::INT => self.table.int(0),
            _ => self.table.real(RBig::ZERO),
        };
        let is_zero = self.table.apply(Op::Eq, &[divisor, zero]);
        match self.table.as_bool(is_zero) {
            Some(false) => result,
            _ => {
                let anything = self.opaque(atom, self.table.sort(result));
                self.table.apply(Op::Ite, &[is_zero, anything, result])
            }
        }
    }

    fn atom(&mut self, atom: &Atom, integer: bool) -> TermId {
        let own = self.own_sort(atom);
        if own == Sort::INT && !integer {
            let value = self.atom(atom, true);
            return self.table.apply(Op::ToReal, &[value]);
        }
        match atom {
            Atom::Symbol(symbol) => self.symbol(symbol),
            Atom::Inverse(inner) => {
                let value = self.term(inner, false);
                self.inverse(inner, value)
            }
            Atom::Floor(a, b) if b.as_int().is_some() && a.has_integer_atoms() => {
                let (a, b) = (self.term(a, true), self.term(b, true));
                self.table.apply(Op::Div(Rounding::Floor), &[a, b])
            }
            Atom::Mod(a, b) if own == Sort::INT => match b.as_int() {
                Some(_) if a.has_integer_coefficients() => {
                    let (a, b) = (self.term(a, true), self.term(b, true));
                    self.table.apply(Op::Rem(Rounding::Floor), &[a, b])
                }
                Some(_) => self.fresh(atom, own),
                None => self.remainder(atom, a, b, true),
            },
            Atom::Mod(a, b) => self.remainder(atom, a, b, false),
            Atom::Min(terms) => self.extreme(Op::Min, terms, own == Sort::INT),
            Atom::Max(terms) => self.extreme(Op::Max, terms, own == Sort::INT),
            Atom::Choice(condition, yes, no) => {
                let condition = self.condition(condition);
                let (yes, no) = (self.term(yes, own == Sort::INT), self.term(no, own == Sort::INT));
                self.table.apply(Op::Ite, &[condition, yes, no])
            }
            Atom::Element(Array::Symbol(name, integers), index)
                if index.len() == 1 && index[0].has_integer_coefficients() =>
            {
                let element = if *integers { Scalar::Int } else { Scalar::Real };
                let array = self.table.symbol(name, Sort::Array(element));
                let index = self.term(&index[0], true);
                self.table.apply(Op::Select, &[array, index])
            }
            other => self.fresh(other, own),
        }
    }

    fn remainder(&mut self, atom: &Atom, dividend: &Term, divisor: &Term, integer: bool) -> TermId {
        let value = dividend.minus(&divisor.times(&Term::floor_div(dividend, divisor)));
        let (value, divisor) = (self.term(&value, integer), self.term(divisor, integer));
        self.unless_zero(divisor, value, atom)
    }

    /// The sort of an atom as it is translated.
    fn own_sort(&self, atom: &Atom) -> Sort {
        let integer = Term::atom(atom.clone()).has_integer_atoms();
        if integer { Sort::INT } else { Sort::REAL }
    }

    fn extreme(&mut self, op: Op, terms: &[Term], integer: bool) -> TermId {
        let terms: Vec<TermId> = terms.iter().map(|term| self.term(term, integer)).collect();
        self.table.apply(op, &terms)
    }

    fn symbol(&mut self, symbol: &Symbol) -> TermId {
        let sort = if symbol.integer { Sort::INT } else { Sort::REAL };
        // A name may be both an array and a number in different loops.
        self.table.symbol(&symbol.name, sort)
    }

    fn fresh(&mut self, atom: &Atom, sort: Sort) -> TermId {
        if !self.known.contains(atom) && self.known.len() < MOST_ATOMS {
            self.known.push(atom.clone());
        }
        self.opaque(atom, sort)
    }

    /// The symbol that stands for an atom.
    fn opaque(&mut self, atom: &Atom, sort: Sort) -> TermId {
        if let Some(&known) = self.opaque.get(atom) {
            return known;
        }
        let term = self.table.fresh("opaque", sort);
        self.opaque.insert(atom.clone(), term);
        term
    }

    /// Remembers a product with the power of a number.
    fn note_product(&mut self, monomial: &Monomial) {
        let is_power = |atom: &Atom| match atom {
            Atom::Power(base, _) => base.as_int().is_some_and(|base| base > IBig::ONE),
            _ => false,
        };
        let Some((power, 1)) = monomial.factors().iter().find(|(atom, _)| is_power(atom)) else { return };
        let others = monomial.factors().iter().filter(|(atom, _)| atom != power);
        let rest = others.fold(Term::one(), |all, (atom, count)| {
            all.times(&Term::power(&Term::atom(atom.clone()), &Term::int(*count)))
        });
        let product = (power.clone(), rest);
        if monomial.factors().len() > 1
            && self.products.len() < MOST_PRODUCTS
            && !self.products.contains(&product)
        {
            self.products.push(product);
        }
    }

    /// The axioms of all fresh symbols of the question; they may bring in more.
    fn add_axioms(&mut self, question: &[Condition]) {
        let mut plain: Vec<Condition> = question.iter().flat_map(Condition::conjuncts).collect();
        let mut done = 0;
        while done < self.known.len() {
            let atom = self.known[done].clone();
            let earlier: Vec<Atom> = self.known[..done].to_vec();
            done += 1;
            let order = earlier.iter().flat_map(|other| ordered(other, &atom));
            let axioms = self.defined.entry(atom.clone()).or_insert_with(|| defining(&atom)).clone();
            self.add(axioms.into_iter().chain(order), &mut plain);
        }
        let products = grown(&self.products);
        self.add(products.into_iter(), &mut plain);
    }

    /// Adds axioms, without the alternatives that plain facts exclude: every alternative costs the solver a trial.
    fn add(&mut self, axioms: impl Iterator<Item = Condition>, plain: &mut Vec<Condition>) {
        for axiom in axioms {
            let axiom = match &axiom {
                Condition::Or(ways) => Condition::any(
                    ways.iter().filter(|way| !plain.iter().any(|fact| excludes(fact, way))).cloned(),
                ),
                _ => axiom,
            };
            let term = self.condition(&axiom);
            self.facts.push(term);
            if !matches!(axiom, Condition::Or(_)) {
                plain.extend(axiom.conjuncts());
            }
        }
    }
}

/// Whether two bounds leave nothing between them: their sum is a negative number.
fn excludes(fact: &Condition, other: &Condition) -> bool {
    use Relation::{Eq, Ge, Gt};
    let negative = |term: &Term| term.as_constant().is_some_and(|value| value < RBig::ZERO);
    match (fact, other) {
        (Condition::Compare(Ge | Gt | Eq, a), Condition::Compare(Ge | Gt, b)) => negative(&a.plus(b)),
        _ => false,
    }
}
