//! The layer of Z3, loaded at run time when the first question reaches it.
//!
//! Invariants
//! - Z3's assertion stack has one level per level of the question's stack; only what changed is sent.
//! - Terms are translated exactly, or by a constant without meaning: then "impossible" is still right.
//! - What is asserted of functions beside the conditions is true, and stays on the level where it was asserted.
//! - A model counts only if every condition holds when it is evaluated here.
//! - After a failure inside Z3 its context is thrown away; the next question starts with a new one.

mod ffi;
mod library;
mod readback;
mod translate;

use std::sync::Arc;
use std::time::Duration;

use sextant_expr::{Assignment, Table, TermId};

use self::ffi::{Ast, Check, Context, Failure, Library, Model};
use self::translate::Translator;
use crate::chain::Layer;
use crate::clock::Budget;
use crate::confirm::{Confirmation, confirm, unconfirmed};
use crate::functions::{MOST_ROUNDS, Occurrences};
use crate::selects::Occurring;
use crate::stack::Stack;
use crate::watchdog::{Watchdog, exhausted};
use crate::{Answer, Reason, SolverConfig};

/// A context that holds more terms than this is replaced by a new one.
const MOST_TERMS: usize = 1_000_000;

/// A running Z3. The watchdog stands first, for it must end before the context it watches.
struct Session {
    watchdog: Watchdog,
    translator: Translator,
    one_shot: bool,
    levels: usize,
    occurrences: Occurrences,
    /// What was asserted of functions beside the conditions: the level and the term.
    asides: Vec<(usize, TermId)>,
}

/// The layer.
pub(crate) struct Z3Layer {
    config: SolverConfig,
    /// Whether questions have nothing to do with one another, so that nothing is kept for the next.
    one_shot: bool,
    library: Option<Result<Arc<Library>, String>>,
    session: Option<Session>,
}

impl Z3Layer {
    pub fn new(config: SolverConfig) -> Self {
        Self { config, one_shot: false, library: None, session: None }
    }

    /// A layer that is asked single questions; Z3 then chooses its method for each.
    pub fn one_shot(config: SolverConfig) -> Self {
        Self { one_shot: true, ..Self::new(config) }
    }

    fn start(&mut self) -> Result<Session, Reason> {
        let config = &self.config;
        let library = self.library.get_or_insert_with(|| library::load(config));
        let library = library.as_ref().map_err(|message| Reason::Unavailable(message.clone()))?;
        let context = Context::new(Arc::clone(library)).ok_or(Reason::OutOfMemory)?;
        let stopper = context.stopper();
        let watchdog = Watchdog::new(self.config.interrupt.clone(), move || stopper.stop());
        Ok(Session {
            watchdog,
            translator: Translator::new(context),
            one_shot: self.one_shot,
            levels: 0,
            occurrences: Occurrences::default(),
            asides: Vec::new(),
        })
    }

    fn ask(&mut self, table: &mut Table, stack: &Stack) -> Result<Answer, Reason> {
        let budget = Budget::new(self.config.query_timeout);
        if let Some(reason) = exhausted(&self.config.interrupt, &budget) {
            return Err(reason);
        }
        if self.session.as_ref().is_some_and(|session| session.translator.context.kept() > MOST_TERMS) {
            self.session = None;
        }
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.start()?,
        };
        // The session is put back only if nothing failed in it.
        session.push(table, stack)?;
        let answer = session.settle(table, stack, &budget);
        if answer != Err(Reason::OutOfMemory) {
            self.session = Some(session);
        }
        answer
    }
}

/// What one check came to.
enum Outcome {
    Settled(Answer),
    /// A model that does not satisfy the conditions for certain, if it could be read.
    Refuted(Option<Assignment>, Reason),
    Failed(Reason),
}

impl Session {
    fn push(&mut self, table: &mut Table, stack: &Stack) -> Result<(), Reason> {
        while self.levels < stack.depth() {
            self.translator.context.push();
            let conjuncts = stack.conjuncts_of(self.levels);
            let laws = self.occurrences.push(table, conjuncts);
            for &conjunct in conjuncts {
                let condition = self.translator.translate(table, conjunct);
                self.translator.context.assert(condition);
            }
            self.levels += 1;
            self.add(table, &laws);
        }
        self.translator.context.error().map_or(Ok(()), |failure| Err(reason(failure)))
    }

    /// Asserts what is true of functions; gives how much of it was new.
    fn add(&mut self, table: &Table, truths: &[TermId]) -> usize {
        let before = self.asides.len();
        for &truth in truths {
            if !self.asides.iter().any(|&(_, known)| known == truth) {
                let condition = self.translator.translate(table, truth);
                self.translator.context.assert(condition);
                self.asides.push((self.levels, truth));
            }
        }
        self.asides.len() - before
    }

    fn pop_to(&mut self, depth: usize) {
        if self.levels > depth {
            self.translator.context.pop((self.levels - depth) as u32);
            self.levels = depth;
            self.occurrences.pop_to(depth);
            self.asides.retain(|&(level, _)| level <= depth);
        }
    }

    /// Asks, and corrects Z3 where it errs about functions.
    fn settle(&mut self, table: &mut Table, stack: &Stack, budget: &Budget) -> Result<Answer, Reason> {
        let mut last = Reason::Timeout;
        for _ in 0..=MOST_ROUNDS {
            let assignment = match self.once(table, stack, budget) {
                Outcome::Settled(answer) => return Ok(answer),
                Outcome::Failed(reason) => return Err(reason),
                Outcome::Refuted(assignment, reason) => {
                    last = reason;
                    assignment
                }
            };
            let Some(assignment) = assignment.filter(|_| !self.occurrences.is_empty()) else { break };
            let facts = self.occurrences.facts(table, &assignment);
            let new = self.add(table, &facts);
            // A guess is right or nothing: first the very operands Z3 chose, then others nearby.
            for more in [Occurrences::pinned, Occurrences::sampled] {
                let more = more(&self.occurrences, table, &assignment);
                if let Some(answer) = self.guess(table, stack, budget, &more) {
                    return Ok(answer);
                }
            }
            if new == 0 {
                break;
            }
        }
        self.defined(table, stack, budget).unwrap_or(Err(last))
    }

    /// The last resort: Z3 is told the full meaning of conversions and roots of floats, which is dear. None if there
    /// are none, or if that does not settle it either.
    fn defined(&mut self, table: &Table, stack: &Stack, budget: &Budget) -> Option<Result<Answer, Reason>> {
        let terms = self.occurrences.terms();
        let definitions: Vec<Ast> =
            terms.iter().filter_map(|&term| self.translator.definition(table, term)).collect();
        if definitions.is_empty() {
            return None;
        }
        match self.alone(table, stack, budget, &definitions) {
            Outcome::Settled(answer) => Some(Ok(answer)),
            Outcome::Failed(reason) => Some(Err(reason)),
            Outcome::Refuted(..) => None,
        }
    }

    /// One check, a second one with all of Z3's methods where the incremental one does not settle it.
    fn once(&mut self, table: &mut Table, stack: &Stack, budget: &Budget) -> Outcome {
        if self.one_shot {
            return self.alone(table, stack, budget, &[]);
        }
        match self.check(table, stack, budget, None) {
            Outcome::Failed(Reason::Incomplete(_)) => {}
            // Functions are corrected first.
            Outcome::Refuted(..) if self.occurrences.is_empty() => {}
            settled => return settled,
        }
        self.alone(table, stack, budget, &[])
    }

    fn alone(&mut self, table: &Table, stack: &Stack, budget: &Budget, more: &[Ast]) -> Outcome {
        let mut terms = stack.conjuncts().to_vec();
        terms.extend(self.asides.iter().map(|&(_, truth)| truth));
        let mut conditions = self.translator.known(&terms);
        conditions.extend(more);
        self.check(table, stack, budget, Some(&conditions))
    }

    /// Whether there is a model where more holds than is asked for; none if not.
    fn guess(&mut self, table: &Table, stack: &Stack, budget: &Budget, more: &[TermId]) -> Option<Answer> {
        let more: Vec<Ast> = more.iter().map(|&term| self.translator.translate(table, term)).collect();
        match self.alone(table, stack, budget, &more) {
            Outcome::Settled(answer @ Answer::Sat(_)) => Some(answer),
            _ => None,
        }
    }

    /// Checks what is asserted, or other conditions alone.
    fn check(&mut self, table: &Table, stack: &Stack, budget: &Budget, alone: Option<&[Ast]>) -> Outcome {
        if budget.is_spent() {
            return Outcome::Failed(Reason::Timeout);
        }
        let occurring = Occurring::new(table, stack.conjuncts());
        let mut assignment = None;
        let translator = &mut self.translator;
        let mut read = |model: &mut Model<'_>, known: &dyn Fn(_) -> Option<Ast>| {
            assignment = readback::assignment(table, &occurring, model, known);
        };
        let (check, stopped) = self.watchdog.watch(budget, || translator.check(alone, &mut read));
        let failure = self.translator.context.error();
        match (check, assignment) {
            (Check::Unsat, _) => Outcome::Settled(Answer::Unsat),
            (Check::Sat, Some(assignment)) => match confirm(table, stack.conjuncts(), assignment) {
                Confirmation::Holds(answer) => Outcome::Settled(answer),
                Confirmation::Fails(assignment, reason) => {
                    stopped.map_or(Outcome::Refuted(Some(assignment), reason), Outcome::Failed)
                }
            },
            (Check::Sat, None) => stopped.map_or(Outcome::Refuted(None, unconfirmed()), Outcome::Failed),
            (Check::Unknown, _) => Outcome::Failed(stopped.unwrap_or_else(|| {
                reason(failure.unwrap_or_else(|| Failure::Other("no reason was given".into())))
            })),
        }
    }
}

/// Receives a model and the way to find the translation of a term.
type Reader<'a> = dyn FnMut(&mut Model<'_>, &dyn Fn(sextant_expr::TermId) -> Option<Ast>) + 'a;

fn reason(failure: Failure) -> Reason {
    match failure {
        Failure::OutOfMemory => Reason::OutOfMemory,
        Failure::Other(detail) => Reason::Incomplete(detail),
    }
}

impl Layer for Z3Layer {
    fn name(&self) -> &'static str {
        "z3"
    }

    fn is_external(&self) -> bool {
        true
    }

    fn set_query_timeout(&mut self, limit: Duration) {
        self.config.query_timeout = limit;
    }

    fn pop_to(&mut self, depth: usize) {
        if let Some(session) = &mut self.session {
            session.pop_to(depth);
        }
    }

    fn check(&mut self, table: &mut Table, stack: &Stack) -> Option<Answer> {
        Some(self.ask(table, stack).unwrap_or_else(Answer::Unknown))
    }
}
