//! The layer of any SMT-LIB 2 solver over a pipe, in place of the linked one.
//!
//! Invariants
//! - The solver's assertion stack has one level per level of the question's stack.
//! - A process that is late, or that says something unexpected, is ended; the next question starts a new one.
//! - A model counts only if every condition holds when it is evaluated here.

mod expression;
mod process;

use std::time::{Duration, Instant};

use dashu_int::IBig;
use rustc_hash::FxHashSet;
use sextant_expr::{ArrayValue, Assignment, Op, Scalar, Sort, Table, TermId, Value};

use self::expression::Expression;
use self::process::Process;
use crate::chain::Layer;
use crate::confirm::{Confirmation, confirm, unconfirmed};
use crate::functions::{MOST_ROUNDS, Occurrences};
use crate::selects::Occurring;
use crate::stack::Stack;
use crate::watchdog::deadline;
use crate::{Answer, Reason, SolverConfig};

const PREAMBLE: &str = "(set-option :print-success false)\n(set-option :produce-models true)\n\
                        (set-option :global-declarations true)\n(set-logic ALL)\n";

struct Session {
    process: Process,
    levels: usize,
    /// Declarations and definitions the solver knows.
    declared: FxHashSet<String>,
    occurrences: Occurrences,
}

/// The layer.
pub(crate) struct PipeLayer {
    command: Vec<String>,
    config: SolverConfig,
    session: Option<Session>,
}

impl PipeLayer {
    pub fn new(command: Vec<String>, config: SolverConfig) -> Self {
        Self { command, config, session: None }
    }

    fn ask(&mut self, table: &mut Table, stack: &Stack) -> Result<Answer, Reason> {
        let deadline = deadline(self.config.query_timeout);
        let mut session = match self.session.take() {
            Some(session) => session,
            None => {
                let process = Process::start(&self.command)?;
                process.send(PREAMBLE.to_owned());
                Session {
                    process,
                    levels: 0,
                    declared: FxHashSet::default(),
                    occurrences: Occurrences::without_meaning(),
                }
            }
        };
        session.push(table, stack);
        let mut dialogue = Dialogue { session: &mut session, config: &self.config, deadline };
        let answer = dialogue.answer(table, stack)?;
        // The session is put back only if the dialogue came to its end.
        self.session = Some(session);
        Ok(answer)
    }
}

impl Session {
    fn push(&mut self, table: &mut Table, stack: &Stack) {
        while self.levels < stack.depth() {
            self.process.send("(push 1)\n".to_owned());
            let mut conditions = stack.conjuncts_of(self.levels).to_vec();
            conditions.extend(self.occurrences.push(table, stack.conjuncts_of(self.levels)));
            self.send(table, &conditions);
            self.levels += 1;
        }
    }

    /// Asserts conditions on the present level.
    fn send(&mut self, table: &Table, conditions: &[TermId]) {
        let mut text = String::new();
        for line in table.smtlib_script(conditions).lines() {
            if line.starts_with("(assert") || self.declared.insert(line.to_owned()) {
                text.push_str(line);
                text.push('\n');
            }
        }
        self.process.send(text);
    }
}

/// One question's exchange with the solver.
struct Dialogue<'a> {
    session: &'a mut Session,
    config: &'a SolverConfig,
    deadline: Instant,
}

/// What one check came to.
enum Once {
    Settled(Answer),
    /// No answer, or a model, if it could be read, that does not satisfy the conditions for certain.
    Refuted(Option<Assignment>, Reason),
}

impl Dialogue<'_> {
    fn receive(&mut self) -> Result<Expression, Reason> {
        let answer = self.session.process.receive(&self.config.interrupt, self.deadline)?;
        answer.error().map_or(Ok(answer), |detail| Err(Reason::Incomplete(detail)))
    }

    /// Asks, and corrects the solver where it errs about functions.
    fn answer(&mut self, table: &mut Table, stack: &Stack) -> Result<Answer, Reason> {
        let mut told = FxHashSet::default();
        let mut last = unconfirmed();
        for _ in 0..=MOST_ROUNDS {
            let assignment = match self.once(table, stack)? {
                Once::Settled(answer) => return Ok(answer),
                Once::Refuted(assignment, reason) => {
                    last = reason;
                    assignment
                }
            };
            let Some(assignment) = assignment.filter(|_| !self.session.occurrences.is_empty()) else { break };
            let mut facts = self.session.occurrences.facts(table, &assignment);
            facts.retain(|&fact| told.insert(fact));
            self.session.send(table, &facts);
            for more in [Occurrences::pinned, Occurrences::sampled] {
                let more = more(&self.session.occurrences, table, &assignment);
                if let Some(answer) = self.guess(table, stack, &more)? {
                    return Ok(answer);
                }
            }
            if facts.is_empty() {
                break;
            }
        }
        Ok(Answer::Unknown(last))
    }

    fn once(&mut self, table: &mut Table, stack: &Stack) -> Result<Once, Reason> {
        self.session.process.send("(check-sat)\n".to_owned());
        let answer = self.receive()?;
        if answer.is("unsat") {
            return Ok(Once::Settled(Answer::Unsat));
        }
        if !answer.is("sat") {
            let reason = Reason::Incomplete("the solver answered `unknown`".into());
            return Ok(Once::Refuted(None, reason));
        }
        let Some(assignment) = self.model(table, stack)? else {
            return Ok(Once::Refuted(None, unconfirmed()));
        };
        Ok(match confirm(table, stack.conjuncts(), assignment) {
            Confirmation::Holds(answer) => Once::Settled(answer),
            Confirmation::Fails(assignment, reason) => Once::Refuted(Some(assignment), reason),
        })
    }

    /// Whether there is a model where more holds than is asked for; none if not.
    fn guess(&mut self, table: &mut Table, stack: &Stack, more: &[TermId]) -> Result<Option<Answer>, Reason> {
        self.session.process.send("(push 1)\n".to_owned());
        self.session.send(table, more);
        let found = self.once(table, stack)?;
        self.session.process.send("(pop 1)\n".to_owned());
        Ok(match found {
            Once::Settled(answer @ Answer::Sat(_)) => Some(answer),
            _ => None,
        })
    }

    /// The values of scalar terms, in order; `None` for one that cannot be read.
    fn values(&mut self, table: &Table, terms: &[TermId]) -> Result<Vec<Option<Value>>, Reason> {
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let texts: Vec<String> = terms.iter().map(|&term| table.show_smtlib(term)).collect();
        self.session.process.send(format!("(get-value ({}))\n", texts.join(" ")));
        let answer = self.receive()?;
        let value = |(pair, &term): (&Expression, &TermId)| {
            pair.items().last().and_then(|value| value.value(table.sort(term).element()))
        };
        Ok(answer.items().iter().zip(terms).map(value).collect())
    }

    fn model(&mut self, table: &mut Table, stack: &Stack) -> Result<Option<Assignment>, Reason> {
        let occurring = Occurring::new(table, stack.conjuncts());
        let is_array = |&(_, term): &(_, TermId)| matches!(table.sort(term), Sort::Array(_));
        let (arrays, scalars): (Vec<_>, Vec<_>) = occurring.symbols.iter().copied().partition(is_array);
        let mut assignment = Assignment::new();
        let terms: Vec<TermId> = scalars.iter().map(|&(_, term)| term).collect();
        for (&(symbol, _), value) in scalars.iter().zip(self.values(table, &terms)?) {
            let Some(value) = value else { return Ok(None) };
            assignment.set(symbol, value);
        }
        if arrays.is_empty() {
            return Ok(Some(assignment));
        }
        let indices = self.values(table, &occurring.indices)?;
        let indices: Vec<IBig> = indices.iter().flatten().filter_map(Value::as_int).cloned().collect();
        for (symbol, term) in arrays {
            let Some(value) = self.array(table, term, &indices)? else { return Ok(None) };
            assignment.set(symbol, value);
        }
        Ok(Some(assignment))
    }

    /// An array by its elements at the indices that occur.
    fn array(&mut self, table: &mut Table, array: TermId, indices: &[IBig]) -> Result<Option<Value>, Reason> {
        let element: Scalar = table.sort(array).element();
        let mut value = ArrayValue::filled(Value::default_of(Sort::Scalar(element)));
        let mut elements = Vec::new();
        for index in indices {
            let index = table.int(index.clone());
            elements.push(table.apply(Op::Select, &[array, index]));
        }
        for (index, element) in indices.iter().zip(self.values(table, &elements)?) {
            let Some(element) = element else { return Ok(None) };
            value.set(index.clone(), element);
        }
        Ok(Some(Value::Array(value)))
    }
}

impl Layer for PipeLayer {
    fn name(&self) -> &'static str {
        "pipe"
    }

    fn is_external(&self) -> bool {
        true
    }

    fn set_query_timeout(&mut self, limit: Duration) {
        self.config.query_timeout = limit;
    }

    fn pop_to(&mut self, depth: usize) {
        if let Some(session) = &mut self.session
            && session.levels > depth
        {
            session.process.send(format!("(pop {})\n", session.levels - depth));
            session.levels = depth;
            session.occurrences.pop_to(depth);
        }
    }

    fn check(&mut self, table: &mut Table, stack: &Stack) -> Option<Answer> {
        Some(self.ask(table, stack).unwrap_or_else(Answer::Unknown))
    }
}
