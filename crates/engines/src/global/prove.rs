//! The bridge from algebra to the solver: what is proved here is proved for all values of the symbols.
//!
//! Operations the solver does not know (powers, roots, logarithms, quotients by symbols) become fresh symbols with
//! the [axioms](super::axioms) that define them, instantiated for the atoms of the question. Leaving an axiom out can only make an
//! answer unknown, never wrong.

use std::sync::Arc;
use std::time::Duration;

use dashu_int::IBig;
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;
use sextant_algebra::{Array, Atom, Condition, Monomial, Relation, Search, Symbol, Term};
use sextant_base::Interrupt;
use sextant_expr::{Op, Rounding, Scalar, Sort, Table, TermId};
use sextant_solver::{Answer, Model, Solver, SolverConfig};

use super::axioms::{defining, grown, ordered};
use super::trial::hold_somewhere;

/// The time one question may take.
const QUESTION: Duration = Duration::from_millis(250);
/// Symbols of a condition that is looked at.
const LONGEST_CONDITION: usize = 20_000;
/// Nested atoms for which axioms are made.
const MOST_ATOMS: usize = 60;
/// Products with powers for which axioms are made.
const MOST_PRODUCTS: usize = 8;

/// How far the proof of an equation may go.
#[derive(Clone, Copy)]
struct Effort {
    /// Choices that are split one inside the other.
    choices: u32,
    /// Equations among the facts that are put in.
    equations: u32,
}

/// Asks the solver about conditions.
pub struct Prover {
    interrupt: Interrupt,
    table: Table,
    /// Our own procedures.
    quick: Solver,
    /// Whoever is asked behind them.
    solver: Solver,
    opaque: FxHashMap<Atom, TermId>,
    searches: FxHashMap<Arc<Search>, TermId>,
    answers: FxHashMap<Vec<Condition>, bool>,
    facts: Vec<TermId>,
    known: Vec<Atom>,
    /// Powers of numbers in products, with the other factors.
    products: Vec<(Atom, Term)>,
    /// The axioms of atoms met so far.
    defined: FxHashMap<Atom, Vec<Condition>>,
}

impl Prover {
    /// A prover that stops when it is interrupted.
    pub fn new(interrupt: Interrupt) -> Self {
        let config =
            SolverConfig { query_timeout: QUESTION, interrupt: interrupt.clone(), ..SolverConfig::default() };
        let quick = SolverConfig { z3: false, pipe: None, ..config.clone() };
        Self {
            interrupt,
            table: Table::new(),
            quick: Solver::new(quick),
            solver: Solver::new(SolverConfig { linear: false, ..config }),
            opaque: FxHashMap::default(),
            searches: FxHashMap::default(),
            answers: FxHashMap::default(),
            facts: Vec::new(),
            known: Vec::new(),
            products: Vec::new(),
            defined: FxHashMap::default(),
        }
    }

    /// Whether conditions are proved not to hold together.
    pub fn contradict(&mut self, conditions: &[Condition]) -> bool {
        if self.gives_up(conditions) {
            return false;
        }
        let whole = Condition::all(conditions.iter().cloned());
        match whole {
            Condition::False => return true,
            Condition::True => return false,
            _ => {}
        }
        let key = whole.conjuncts();
        if let Some(&known) = self.answers.get(&key) {
            return known;
        }
        let question = self.question(&key);
        let answer = match self.quick.check(&mut self.table, &question) {
            Answer::Unknown(_) => {
                !hold_somewhere(&key, &solved_equations(&key))
                    && matches!(self.solver.check(&mut self.table, &question), Answer::Unsat)
            }
            answer => matches!(answer, Answer::Unsat),
        };
        self.answers.insert(key, answer);
        answer
    }

    /// Whether nobody waits for an answer any more, or the question is too long.
    fn gives_up(&self, conditions: &[Condition]) -> bool {
        self.interrupt.should_stop()
            || conditions.iter().any(|condition| condition.is_longer_than(LONGEST_CONDITION))
    }

    /// Whether a conclusion is proved to follow.
    pub fn implies(&mut self, facts: &[Condition], conclusion: &Condition) -> bool {
        match conclusion {
            Condition::True => true,
            Condition::And(parts) => parts.iter().all(|part| self.implies(facts, part)),
            _ if self.gives_up(facts) => false,
            _ => {
                let all = Condition::all(facts.iter().cloned());
                if all.plainly_implies(conclusion) {
                    return true;
                }
                let mut conditions = facts.to_vec();
                conditions.push(conclusion.negated());
                self.contradict(&conditions)
            }
        }
    }

    /// Values for which all conditions hold, if the solver finds some; an error says that it could not tell.
    pub fn example(&mut self, conditions: &[Condition]) -> Result<Option<Model>, String> {
        let question = self.question(conditions);
        let quick = self.quick.check(&mut self.table, &question);
        let answer = match quick {
            Answer::Unknown(_) => self.solver.check(&mut self.table, &question),
            answer => answer,
        };
        match answer {
            Answer::Sat(model) => Ok(Some(model)),
            Answer::Unsat => Ok(None),
            Answer::Unknown(reason) => Err(reason.to_string()),
        }
    }

    /// The table in which examples are given.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Whether two terms are proved equal under some facts. Choices are split.
    pub fn equal(&mut self, facts: &[Condition], a: &Term, b: &Term) -> bool {
        self.vanishes(facts, &a.minus(b), Effort { choices: 12, equations: 6 })
    }

    fn vanishes(&mut self, facts: &[Condition], term: &Term, effort: Effort) -> bool {
        if term.is_zero() {
            return true;
        }
        if let Some((condition, yes, no)) = term.lifted_choice() {
            if effort.choices == 0 {
                return false;
            }
            let effort = Effort { choices: effort.choices - 1, ..effort };
            return [(condition.clone(), yes), (condition.negated(), no)].into_iter().all(
                |(condition, branch)| {
                    let mut facts = facts.to_vec();
                    facts.push(condition.clone());
                    self.contradict(&facts) || self.vanishes(&facts, &branch.given(&condition), effort)
                },
            );
        }
        if let Some(unfolded) = self.unfolded(facts, term) {
            return self.vanishes(facts, &unfolded, effort);
        }
        let cleared = term.cleared();
        if self.implies(facts, &Condition::eq(&cleared)) {
            return true;
        }
        let less = Effort { equations: effort.equations.saturating_sub(1), ..effort };
        effort.equations > 0
            && solved_equations(facts).into_iter().any(|(symbol, value)| {
                let put = term.with_symbol(&symbol, &value);
                let rest: Vec<Condition> =
                    facts.iter().map(|fact| fact.with_symbol(&symbol, &value)).collect();
                put != *term && self.vanishes(&rest, &put, less)
            })
    }

    /// A sum or product with its last member taken out, where there is one and a shorter one stands beside it; or
    /// without members, where there are none.
    fn unfolded(&mut self, facts: &[Condition], term: &Term) -> Option<Term> {
        let atoms = term.top_atoms();
        for atom in &atoms {
            let (Atom::Sum(range) | Atom::Product(range)) = atom else { continue };
            let length = range.high.minus(&range.low);
            if self.implies(facts, &Condition::gt(&length.negated())) {
                let nothing = if matches!(atom, Atom::Sum(_)) { Term::zero() } else { Term::one() };
                return Some(term.with_atom(atom, &nothing));
            }
            let is_longer = atoms.iter().any(|other| {
                let (Atom::Sum(short) | Atom::Product(short)) = other else { return false };
                let distance = range.high.minus(&short.high).as_int();
                short.body == range.body
                    && short.low == range.low
                    && distance.is_some_and(|d| d > IBig::ZERO && d < IBig::from(9))
            });
            let ends_late = range.high.constant_part() >= RBig::ZERO && range.high.as_constant().is_none();
            if !(is_longer || ends_late) || !self.implies(facts, &Condition::ge(&length)) {
                continue;
            }
            let member = range.body.with_symbol(&range.index, &range.high);
            let before = range.high.plus_int(-1);
            let value = match atom {
                Atom::Sum(_) => Term::sum_over(&range.index, &range.low, &before, &range.body).plus(&member),
                _ => Term::product_over(&range.index, &range.low, &before, &range.body).times(&member),
            };
            return Some(term.with_atom(atom, &value));
        }
        None
    }

    /// Conditions as a solver understands them, with the axioms of what it does not know.
    fn question(&mut self, conditions: &[Condition]) -> Vec<TermId> {
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
                for _ in 0..count.unsigned_abs() {
                    factors.push(if *count > 0 { value } else { self.inverse(value) });
                }
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

    fn inverse(&mut self, value: TermId) -> TermId {
        let one = self.table.real(RBig::ONE);
        self.table.apply(Op::Quotient, &[one, value])
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
                self.inverse(value)
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
                None => {
                    let value = a.minus(&b.times(&Term::floor_div(a, b)));
                    self.term(&value, true)
                }
            },
            Atom::Mod(a, b) => {
                let value = a.minus(&b.times(&Term::floor_div(a, b)));
                self.term(&value, false)
            }
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

/// Symbols that equations among the facts determine.
fn solved_equations(facts: &[Condition]) -> Vec<(Symbol, Term)> {
    let mut found = Vec::new();
    for fact in facts.iter().flat_map(Condition::conjuncts) {
        let Condition::Compare(Relation::Eq, term) = &fact else { continue };
        for atom in term.top_atoms() {
            let Atom::Symbol(symbol) = &atom else { continue };
            let Some(coefficients) = term.coefficients(symbol) else { continue };
            if let [rest, slope] = &coefficients[..]
                && let Some(sign) = slope.as_int()
                && (sign == IBig::ONE || sign == IBig::from(-1))
            {
                found.push((symbol.clone(), rest.scaled(&RBig::from(-sign))));
            }
        }
    }
    found
}
