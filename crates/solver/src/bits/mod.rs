//! The layer of bits: what speaks of bits is decided by circuits and a solver of clauses.
//!
//! A question is cut into independent slices. Those with operations on bits become circuits of words that are as
//! wide as they need to be (`circuit.rs`); the rest is asked of a chain of its own. Answers about slices are kept.
//!
//! Invariants
//! - Circuits are exact: nothing is approximated, and what has no circuit is not answered.
//! - A model counts only if every condition holds when it is evaluated.
//! - The ranges that words were made for follow from the conditions of each question that uses them.

mod atoms;
mod circuit;
mod cnf;
mod columns;
mod floats;
mod forms;
mod gates;
mod numbers;
mod order;
mod parity;
mod pure;
mod range;
mod slices;
mod tables;
mod vectors;
mod word;

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_expr::{Assignment, Sort, Table, TermId};

use self::circuit::Circuit;
use self::cnf::{Clauses, Limits, Settled};
use self::columns::{Columns, Enumerated};
use self::parity::Consequence;
use self::pure::Substitutes;
use self::range::Range;
use self::slices::{Bounds, Facts, slices};
use crate::chain::Layer;
use crate::confirm::{Confirmation, confirm};
use crate::stack::Stack;
use crate::statistics::LayerStatistics;
use crate::z3::Z3Layer;
use crate::{Answer, Model, Reason, Solver, SolverConfig};

/// Of the conflicts that a question about bits may take, a question that others might answer as well takes one part in
/// so many.
const SHARE_OF_LEFTOVERS: u64 = 20;
/// Slices whose inputs have so few values together are enumerated at once, others only if a search finds nothing.
const FEW_ASSIGNMENTS: usize = 1 << 10;
/// Answers kept.
const MOST_ANSWERS: usize = 50_000;
/// Circuits larger than this are made anew, for most of them is no longer asked about.
const MOST_KEPT_GATES: usize = 2_000_000;

/// Which questions the layer takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// Slices with operations on bits; this comes first.
    Bits,
    /// Questions in which nothing counts but how far inputs are apart, which the linear layer left open.
    Distances,
    /// All other questions without operations on bits, which the linear layer left open.
    Leftovers,
}

/// What conditions speak of.
#[derive(Clone, Copy, Default)]
struct Subject {
    bits: bool,
    quotients: bool,
}

/// The layer.
pub(crate) struct BitsLayer {
    scope: Scope,
    config: SolverConfig,
    circuit: Circuit,
    clauses: Clauses,
    columns: Columns,
    facts: FxHashMap<TermId, Arc<Facts>>,
    /// What each level of the stack and those below it speak of.
    levels: Vec<Subject>,
    /// By the conditions of a slice, in order.
    answers: FxHashMap<Box<[TermId]>, Known>,
    /// Answers what does not speak of bits.
    rest: Option<Box<Solver>>,
    /// Is asked about bits where the search was given up.
    other: Option<Z3Layer>,
    substitutes: Substitutes,
    /// Whether it was asked about the present question.
    has_asked: bool,
    enumeration: LayerStatistics,
    pure: LayerStatistics,
}

#[derive(Clone)]
enum Known {
    Possible(Model),
    Impossible,
}

/// What a slice came to.
enum Part {
    Possible(Model),
    Impossible,
    Open(Reason),
    /// There is no circuit for it.
    Unfit,
}

impl BitsLayer {
    pub fn new(config: SolverConfig, scope: Scope) -> Self {
        Self {
            scope,
            config,
            circuit: Circuit::default(),
            clauses: Clauses::default(),
            columns: Columns::default(),
            facts: FxHashMap::default(),
            levels: Vec::new(),
            answers: FxHashMap::default(),
            rest: None,
            other: None,
            substitutes: Substitutes::default(),
            has_asked: false,
            enumeration: LayerStatistics::new("of these, by enumeration"),
            pure: LayerStatistics::new("of these, by Z3 on bit strings"),
        }
    }

    fn facts(&mut self, table: &Table, condition: TermId) -> Arc<Facts> {
        Arc::clone(self.facts.entry(condition).or_insert_with(|| Arc::new(Facts::of(table, condition))))
    }

    /// What a question speaks of. Most speak of neither, so that only its new levels are looked at.
    fn subject(&mut self, table: &Table, stack: &Stack) -> Subject {
        while self.levels.len() < stack.depth() {
            let mut subject = self.levels.last().copied().unwrap_or_default();
            for &condition in stack.conjuncts_of(self.levels.len()) {
                let facts = self.facts(table, condition);
                subject.bits |= facts.has_bits;
                subject.quotients |= facts.divides;
            }
            self.levels.push(subject);
        }
        self.levels.last().copied().unwrap_or_default()
    }

    fn ask(&mut self, table: &mut Table, stack: &Stack) -> Option<Answer> {
        let subject = self.subject(table, stack);
        let is_mine = subject.bits == (self.scope == Scope::Bits);
        // Chains of quotients are hard for linear arithmetic.
        let is_tried = self.scope == Scope::Bits && self.config.enumeration && subject.quotients;
        if !is_mine && !is_tried {
            return None;
        }
        let conjuncts = stack.conjuncts();
        let facts: Vec<Arc<Facts>> =
            conjuncts.iter().map(|&condition| self.facts(table, condition)).collect();
        if !is_mine {
            return self.enumerated_all(table, conjuncts, &facts);
        }
        let (mut mine, mut others): (Vec<Vec<usize>>, Vec<usize>) = (Vec::new(), Vec::new());
        for slice in slices(&facts) {
            if self.scope != Scope::Bits || slice.iter().any(|&at| facts[at].has_bits) {
                mine.push(slice);
            } else {
                others.extend(slice);
            }
        }
        // The slice with the newest condition is the one that has changed.
        mine.sort_by_key(|slice| std::cmp::Reverse(slice.last().copied()));
        let mut models = Vec::new();
        for slice in &mine {
            match self.slice(table, conjuncts, &facts, slice) {
                Part::Possible(model) => models.push(model),
                Part::Impossible => return Some(Answer::Unsat),
                Part::Open(reason) => return Some(Answer::Unknown(reason)),
                Part::Unfit => return None,
            }
        }
        others.sort_unstable();
        let others: Vec<TermId> = others.into_iter().map(|at| conjuncts[at]).collect();
        let mut whole = Assignment::new();
        if !others.is_empty() {
            match self.ask_rest(table, &others) {
                Answer::Sat(model) => whole = (*model).clone(),
                answer => return Some(answer),
            }
        }
        for model in models {
            model.iter().for_each(|(symbol, value)| whole.set(symbol, value.clone()));
        }
        Some(Answer::Sat(Arc::new(whole)))
    }

    fn ask_rest(&mut self, table: &mut Table, conditions: &[TermId]) -> Answer {
        let config = &self.config;
        let rest = self.rest.get_or_insert_with(|| Box::new(Solver::without_bits(config.clone())));
        rest.check(table, conditions)
    }

    /// One slice, perhaps known from another question.
    fn slice(
        &mut self,
        table: &mut Table,
        conjuncts: &[TermId],
        facts: &[Arc<Facts>],
        slice: &[usize],
    ) -> Part {
        let conditions: Box<[TermId]> = slice.iter().map(|&at| conjuncts[at]).collect();
        match self.answers.get(&conditions) {
            Some(Known::Possible(model)) => return Part::Possible(Arc::clone(model)),
            Some(Known::Impossible) => return Part::Impossible,
            None => {}
        }
        let facts: Vec<&Facts> = slice.iter().map(|&at| &*facts[at]).collect();
        let part = self.decide(table, &conditions, &facts);
        let known = match &part {
            Part::Possible(model) => Known::Possible(Arc::clone(model)),
            Part::Impossible => Known::Impossible,
            Part::Open(_) | Part::Unfit => return part,
        };
        if self.answers.len() >= MOST_ANSWERS {
            self.answers.clear();
        }
        self.answers.insert(conditions, known);
        part
    }

    fn decide(&mut self, table: &mut Table, conditions: &[TermId], facts: &[&Facts]) -> Part {
        if self.scope == Scope::Distances {
            let Some(room) = order::room(table, conditions, facts) else { return Part::Unfit };
            return self.searched(table, conditions, facts, all_within(table, facts, &room));
        }
        let bounds = Bounds::of(facts);
        let ranges = [Bounds::first, Bounds::tightest].into_iter().filter(|_| self.config.enumeration);
        let inputs = ranges.map(|range| bounds.inputs(facts, range)).find_map(|inputs| {
            let size = Columns::size(table, &inputs)?;
            Some((inputs, size))
        });
        if let Some((inputs, size)) = &inputs
            && *size <= FEW_ASSIGNMENTS
            && let Some(part) = self.enumerated(table, conditions, inputs)
        {
            return part;
        }
        match self.searched(table, conditions, facts, known_ranges(facts, &bounds)) {
            part @ (Part::Open(_) | Part::Unfit) => {
                let inputs = inputs.filter(|(_, size)| *size > FEW_ASSIGNMENTS);
                let found = inputs.and_then(|(inputs, _)| self.enumerated(table, conditions, &inputs));
                match (found, part) {
                    (Some(found), _) => found,
                    (None, Part::Open(reason)) => self.asked_elsewhere(table, conditions, reason),
                    (None, part) => part,
                }
            }
            part => part,
        }
    }

    /// A question all of whose slices have few inputs, or one that is impossible under all of their values.
    fn enumerated_all(
        &mut self,
        table: &Table,
        conjuncts: &[TermId],
        facts: &[Arc<Facts>],
    ) -> Option<Answer> {
        let mut whole = Assignment::new();
        for slice in slices(facts) {
            let conditions: Vec<TermId> = slice.iter().map(|&at| conjuncts[at]).collect();
            let facts: Vec<&Facts> = slice.iter().map(|&at| &*facts[at]).collect();
            let inputs = Bounds::of(&facts).inputs(&facts, Bounds::first);
            Columns::size(table, &inputs).filter(|&size| size <= FEW_ASSIGNMENTS)?;
            match self.enumerated(table, &conditions, &inputs)? {
                Part::Possible(model) => {
                    model.iter().for_each(|(symbol, value)| whole.set(symbol, value.clone()));
                }
                Part::Impossible => return Some(Answer::Unsat),
                Part::Open(_) | Part::Unfit => return None,
            }
        }
        Some(Answer::Sat(Arc::new(whole)))
    }

    /// A slice with few inputs, under all of their values.
    fn enumerated(
        &mut self,
        table: &Table,
        conditions: &[TermId],
        inputs: &[(TermId, Option<Range>)],
    ) -> Option<Part> {
        let start = Instant::now();
        let found = self.columns.decide(table, conditions, inputs);
        let (sat, unsat) =
            (matches!(found, Enumerated::Possible(_)), matches!(found, Enumerated::Impossible));
        self.enumeration.note(sat, unsat, start.elapsed());
        match found {
            Enumerated::Open => None,
            Enumerated::Impossible => Some(Part::Impossible),
            Enumerated::Possible(assignment) => match confirm(table, conditions, assignment) {
                Confirmation::Holds(Answer::Sat(model)) => Some(Part::Possible(model)),
                _ => None,
            },
        }
    }

    /// A slice as a circuit.
    fn searched(
        &mut self,
        table: &Table,
        conditions: &[TermId],
        facts: &[&Facts],
        ranges: Vec<(TermId, Option<Range>)>,
    ) -> Part {
        self.admit(table, ranges);
        let bits: Option<Vec<_>> =
            conditions.iter().map(|&condition| self.circuit.truth(table, condition)).collect();
        let Some(mut bits) = bits else { return Part::Unfit };
        match parity::eliminate(&self.circuit.gates, &bits) {
            Consequence::Contradiction => return Part::Impossible,
            Consequence::Holds(more) => bits.extend(more),
        }
        let (conflicts, share) = match self.scope {
            Scope::Bits => (self.config.conflicts, 2),
            Scope::Distances | Scope::Leftovers => (self.config.conflicts / SHARE_OF_LEFTOVERS, 4),
        };
        let time = self.config.query_timeout / share;
        let limits = Limits { interrupt: self.config.interrupt.clone(), time, conflicts };
        match self.clauses.solve(&self.circuit.gates, &bits, limits) {
            Settled::Impossible => Part::Impossible,
            Settled::Open(reason) => Part::Open(reason),
            Settled::Possible => self.confirmed(table, conditions, facts),
        }
    }

    /// A slice that the search left open, given to Z3 as a question about bit strings only.
    fn asked_elsewhere(&mut self, table: &mut Table, conditions: &[TermId], reason: Reason) -> Part {
        let may_ask = self.scope == Scope::Bits && self.config.z3 && self.config.pipe.is_none();
        if !may_ask || reason == Reason::Interrupted {
            return Part::Open(reason);
        }
        let rewritten = self.substitutes.conditions(table, &mut self.circuit, conditions);
        let Some(rewritten) = rewritten else { return Part::Open(reason) };
        let config = &self.config;
        let other = self.other.get_or_insert_with(|| Z3Layer::one_shot(config.clone()));
        let mut stack = Stack::default();
        stack.synchronise(table, &rewritten);
        other.pop_to(0);
        self.has_asked = true;
        if stack.is_impossible() {
            return Part::Impossible;
        }
        let start = Instant::now();
        let answer = other.check(table, &stack);
        self.pure.count(answer.as_ref(), start.elapsed());
        match answer {
            Some(Answer::Unsat) => Part::Impossible,
            Some(Answer::Sat(model)) => {
                let assignment = self.substitutes.values(table, &model);
                match confirm(table, conditions, assignment) {
                    Confirmation::Holds(Answer::Sat(model)) => Part::Possible(model),
                    _ => Part::Open(reason),
                }
            }
            Some(Answer::Unknown(why @ Reason::Unavailable(_))) => Part::Open(why),
            _ => Part::Open(reason),
        }
    }

    /// The model that the solver of clauses found.
    fn confirmed(&self, table: &Table, conditions: &[TermId], facts: &[&Facts]) -> Part {
        let mut assignment = Assignment::new();
        let atoms: Vec<TermId> = facts.iter().flat_map(|facts| facts.atoms.iter().copied()).collect();
        let value = |bit| self.clauses.value(bit);
        self.circuit.read_model(table, &atoms, &value, &mut assignment);
        match confirm(table, conditions, assignment) {
            Confirmation::Holds(Answer::Sat(model)) => Part::Possible(model),
            Confirmation::Fails(_, reason) => Part::Open(reason),
            Confirmation::Holds(_) => Part::Unfit,
        }
    }

    /// Gives the inputs of a slice their ranges. Where an input was made for a narrower one, all begins anew.
    fn admit(&mut self, table: &Table, wanted: Vec<(TermId, Option<Range>)>) {
        let fits = |(atom, range): &(TermId, Option<Range>)| match self.circuit.atoms.ranges.get(atom) {
            None => true,
            Some(known) => match (known, range) {
                (Some(known), Some(range)) => {
                    let known = known.rounded();
                    known.low <= range.low && range.high <= known.high
                }
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            },
        };
        // Elements are told apart from all others that were made; those of other questions had ranges of their own.
        let asked: FxHashSet<TermId> = wanted.iter().map(|(atom, _)| *atom).collect();
        let foreign = self.circuit.atoms.has_others(table, &asked);
        if foreign || !wanted.iter().all(fits) || self.circuit.gates.len() > MOST_KEPT_GATES {
            self.circuit = Circuit::default();
            self.clauses = Clauses::default();
        }
        for (atom, range) in wanted {
            self.circuit.atoms.ranges.entry(atom).or_insert(range);
        }
    }
}

/// The ranges that inputs and terms with a circuit of their own have by the bounds among the conditions; the first ones
/// are those of the input's type, which all questions share.
fn known_ranges(facts: &[&Facts], bounds: &Bounds) -> Vec<(TermId, Option<Range>)> {
    let mut ranges = bounds.inputs(facts, Bounds::first);
    let whole = facts.iter().flat_map(|facts| &facts.whole);
    ranges.extend(whole.map(|&term| (term, bounds.first(term))));
    ranges
}

/// The same range for every integer.
fn all_within(table: &Table, facts: &[&Facts], room: &Range) -> Vec<(TermId, Option<Range>)> {
    let range = |atom: TermId| (table.sort(atom) == Sort::INT).then(|| room.clone());
    facts.iter().flat_map(|facts| facts.atoms.iter()).map(|&atom| (atom, range(atom))).collect()
}

impl Layer for BitsLayer {
    fn name(&self) -> &'static str {
        match self.scope {
            Scope::Bits => "bits",
            Scope::Distances => "distances",
            Scope::Leftovers => "circuits",
        }
    }

    fn set_query_timeout(&mut self, limit: Duration) {
        self.config.query_timeout = limit;
        self.other.iter_mut().for_each(|other| other.set_query_timeout(limit));
        self.rest.iter_mut().for_each(|rest| rest.set_query_timeout(limit));
    }

    fn parts(&self) -> Vec<LayerStatistics> {
        let parts = [&self.enumeration, &self.pure].into_iter();
        parts.filter(|part| part.asked > 0).cloned().collect()
    }

    fn has_asked(&self) -> bool {
        self.has_asked
    }

    fn pop_to(&mut self, depth: usize) {
        self.levels.truncate(depth);
    }

    fn check(&mut self, table: &mut Table, stack: &Stack) -> Option<Answer> {
        self.has_asked = false;
        self.ask(table, stack)
    }
}
