//! The layer of Z3, loaded at run time when the first question reaches it.
//!
//! Invariants
//! - Z3's assertion stack has one level per level of the question's stack; only what changed is sent.
//! - Terms are translated exactly, or by a constant without meaning: then "impossible" is still right.
//! - A model counts only if every condition holds when it is evaluated here.
//! - After a failure inside Z3 its context is thrown away; the next question starts with a new one.

mod ffi;
mod library;
mod readback;
mod translate;

use std::sync::Arc;
use std::time::Instant;

use sextant_expr::{Assignment, Evaluation, Table};

use self::ffi::{Ast, Check, Context, Failure, Library, Model};
use self::translate::Translator;
use crate::chain::Layer;
use crate::selects::Occurring;
use crate::stack::Stack;
use crate::watchdog::{Watchdog, deadline, overdue};
use crate::{Answer, Reason, SolverConfig};

/// A context that holds more terms than this is replaced by a new one.
const MOST_TERMS: usize = 1_000_000;

/// A running Z3. The watchdog stands first, for it must end before the context it watches.
struct Session {
    watchdog: Watchdog,
    translator: Translator,
    levels: usize,
}

/// The layer.
pub(crate) struct Z3Layer {
    config: SolverConfig,
    library: Option<Result<Arc<Library>, String>>,
    session: Option<Session>,
}

impl Z3Layer {
    pub fn new(config: SolverConfig) -> Self {
        Self { config, library: None, session: None }
    }

    fn start(&mut self) -> Result<Session, Reason> {
        let config = &self.config;
        let library = self.library.get_or_insert_with(|| library::load(config));
        let library = library.as_ref().map_err(|message| Reason::Unavailable(message.clone()))?;
        let context = Context::new(Arc::clone(library));
        let stopper = context.stopper();
        let watchdog = Watchdog::new(self.config.interrupt.clone(), move || stopper.stop());
        Ok(Session { watchdog, translator: Translator::new(context), levels: 0 })
    }

    fn ask(&mut self, table: &Table, stack: &Stack) -> Result<Answer, Reason> {
        let start = Instant::now();
        if let Some(reason) = overdue(&self.config.interrupt, deadline(self.config.query_timeout)) {
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
        let limit = self.config.query_timeout;
        let mut answer = session.check(table, stack, limit, Translator::check);
        if let Err(Reason::Incomplete(_)) = answer {
            let limit = limit.saturating_sub(start.elapsed());
            let conditions = session.translator.known(stack.conjuncts());
            answer = session
                .check(table, stack, limit, |translator, read| translator.check_alone(&conditions, read));
        }
        if answer != Err(Reason::OutOfMemory) {
            self.session = Some(session);
        }
        answer
    }
}

impl Session {
    fn push(&mut self, table: &Table, stack: &Stack) -> Result<(), Reason> {
        while self.levels < stack.depth() {
            self.translator.context.push();
            for &conjunct in stack.conjuncts_of(self.levels) {
                let condition = self.translator.translate(table, conjunct);
                self.translator.context.assert(condition);
            }
            self.levels += 1;
        }
        self.translator.context.error().map_or(Ok(()), |failure| Err(reason(failure)))
    }

    fn check(
        &mut self,
        table: &Table,
        stack: &Stack,
        limit: std::time::Duration,
        run: impl FnOnce(&mut Translator, &mut Reader<'_>) -> Check,
    ) -> Result<Answer, Reason> {
        let occurring = Occurring::new(table, stack.conjuncts());
        let mut assignment = None;
        let translator = &mut self.translator;
        let mut read = |model: &mut Model<'_>, known: &dyn Fn(_) -> Option<Ast>| {
            assignment = readback::assignment(table, &occurring, model, known);
        };
        let (check, stopped) = self.watchdog.watch(limit, || run(translator, &mut read));
        let failure = self.translator.context.error();
        match check {
            Check::Unsat => Ok(Answer::Unsat),
            Check::Sat => confirm(table, stack, assignment).map_err(|reason| stopped.unwrap_or(reason)),
            Check::Unknown => Err(stopped.unwrap_or_else(|| {
                reason(failure.unwrap_or_else(|| Failure::Other("no reason was given".into())))
            })),
        }
    }
}

/// Receives a model and the way to find the translation of a term.
type Reader<'a> = dyn FnMut(&mut Model<'_>, &dyn Fn(sextant_expr::TermId) -> Option<Ast>) + 'a;

fn confirm(table: &Table, stack: &Stack, assignment: Option<Assignment>) -> Result<Answer, Reason> {
    let unconfirmed = || Reason::Incomplete("the model found could not be confirmed".into());
    let mut evaluation = Evaluation::new(assignment.ok_or_else(unconfirmed)?);
    if stack.conjuncts().iter().all(|&conjunct| evaluation.holds(table, conjunct)) {
        Ok(Answer::Sat(Arc::new(evaluation.assignment().clone())))
    } else {
        Err(unconfirmed())
    }
}

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

    fn pop_to(&mut self, depth: usize) {
        if let Some(session) = &mut self.session
            && session.levels > depth
        {
            session.translator.context.pop((session.levels - depth) as u32);
            session.levels = depth;
        }
    }

    fn check(&mut self, table: &mut Table, stack: &Stack) -> Option<Answer> {
        Some(self.ask(table, stack).unwrap_or_else(Answer::Unknown))
    }
}
