//! Proofs by algebra and the solver: what is proved here is proved for all values of the symbols.

use std::time::Duration;

use dashu_int::IBig;
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;
use sextant_algebra::{Atom, Condition, Relation, Symbol, Term};
use sextant_base::Interrupt;
use sextant_expr::Table;
use sextant_solver::{Answer, Model, Solver, SolverConfig};

use super::convert::Translator;
use super::trial::hold_somewhere;

/// The time one question may take.
const QUESTION: Duration = Duration::from_millis(250);
/// Symbols of a condition that is looked at.
const LONGEST_CONDITION: usize = 20_000;

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
    translator: Translator,
    /// Our own procedures.
    quick: Solver,
    /// Whoever is asked behind them.
    solver: Solver,
    answers: FxHashMap<Vec<Condition>, bool>,
}

impl Prover {
    /// A prover that stops when it is interrupted.
    pub fn new(interrupt: Interrupt) -> Self {
        let config =
            SolverConfig { query_timeout: QUESTION, interrupt: interrupt.clone(), ..SolverConfig::default() };
        let quick = SolverConfig { z3: false, pipe: None, ..config.clone() };
        Self {
            interrupt,
            translator: Translator::default(),
            quick: Solver::new(quick),
            solver: Solver::new(SolverConfig { linear: false, ..config }),
            answers: FxHashMap::default(),
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
        let question = self.translator.question(&key);
        let answer = match self.quick.check(&mut self.translator.table, &question) {
            Answer::Unknown(_) => {
                !hold_somewhere(&key, &solved_equations(&key))
                    && matches!(self.solver.check(&mut self.translator.table, &question), Answer::Unsat)
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
                self.excludes(facts, &conclusion.negated())
            }
        }
    }

    /// Whether a condition is proved to hold beside some facts, or not to; none if neither is.
    pub fn decides(&mut self, facts: &[Condition], condition: &Condition) -> Option<bool> {
        if self.implies(facts, condition) {
            return Some(true);
        }
        self.implies(facts, &condition.negated()).then_some(false)
    }

    /// Conditions without those that facts and the others imply; so many are kept at least.
    pub fn without_implied(
        &mut self,
        facts: &[Condition],
        mut parts: Vec<Condition>,
        least: usize,
    ) -> Vec<Condition> {
        let mut at = 0;
        while at < parts.len() && parts.len() > least {
            let part = parts.remove(at);
            let others: Vec<Condition> = facts.iter().chain(&parts).cloned().collect();
            if !self.implies(&others, &part) {
                parts.insert(at, part);
                at += 1;
            }
        }
        parts
    }

    /// Whether a number is proved to be its own remainder by another.
    pub fn is_remainder(&mut self, facts: &[Condition], number: &Term, by: &Term) -> bool {
        self.implies(facts, &Condition::all([Condition::ge(number), Condition::less(number, by)]))
    }

    /// Whether it is proved that a condition does not hold beside some facts.
    pub fn excludes(&mut self, facts: &[Condition], condition: &Condition) -> bool {
        self.contradict(&with(facts, condition))
    }

    /// Values for which all conditions hold, if the solver finds some; an error says that it could not tell.
    pub fn example(&mut self, conditions: &[Condition]) -> Result<Option<Model>, String> {
        let question = self.translator.question(conditions);
        let quick = self.quick.check(&mut self.translator.table, &question);
        let answer = match quick {
            Answer::Unknown(_) => self.solver.check(&mut self.translator.table, &question),
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
        &self.translator.table
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
                    let facts = with(facts, &condition);
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
            if let Some(value) = self.fold_unfolded(facts, atom) {
                return Some(term.with_atom(atom, &value));
            }
            if let Atom::Mod(inner, by) = atom
                && let Some(inner) = self.unfolded(facts, inner)
            {
                return Some(term.with_atom(atom, &Term::modulo(&inner, by)));
            }
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
}

impl Prover {
    /// A scan with its last step taken out, where its end has a constant; or what it begins with, where it has no members.
    fn fold_unfolded(&mut self, facts: &[Condition], atom: &Atom) -> Option<Term> {
        let Atom::Fold(fold) = atom else { return None };
        let (low, high) = (&fold.range.low, &fold.range.high);
        let length = high.minus(low);
        if self.implies(facts, &Condition::gt(&length.negated())) {
            return Some(fold.first.clone());
        }
        // A scan up to `k - 1` is the canonical one; only what reaches farther is unfolded.
        let reaches = length.constant_part() >= RBig::ZERO && length.as_constant().is_none();
        (reaches && self.implies(facts, &Condition::ge(&length)))
            .then(|| fold.step(&fold.up_to(&high.plus_int(-1)), high))
    }
}

/// Facts and one more.
pub(super) fn with(facts: &[Condition], fact: &Condition) -> Vec<Condition> {
    facts.iter().chain([fact]).cloned().collect()
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
