//! Forwards: from one halt to the next, and the commands made of that.

use std::ops::ControlFlow::{Break, Continue};

use sextant_base::Span;
use sextant_expr::TermId;
use sextant_session::describe::proof_verdict;
use sextant_solver::{Answer, Reason};
use sextant_state::{Decision, Driver, Ending, Next, Proof, Question, QuestionKind, State, Stop, Until};

use super::breaks::Hit;
use super::checkpoints::INTERVAL;
use super::desk::{Allowed, Desk, Said};
use super::walk::{Halt, Origin, Point};

/// Proofs on a way of which the verdicts are told one by one.
const MOST_PROOFS: usize = 20;

/// How far a command goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// So many statements.
    Statements(u64),
    /// The next statement that is not deeper than this.
    Depth(usize),
    /// A breakpoint, an open question, or the end.
    Event,
}

/// Why the walker rests after a command that moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// It came where it was to go.
    Goal,
    /// At a breakpoint.
    Breakpoint {
        /// Its number.
        number: usize,
        /// Whether it watches a variable.
        change: bool,
    },
    /// At an open question.
    Question,
    /// At the end of the path.
    Ended,
    /// Somebody asked to stop.
    Interrupted,
}

impl Desk<'_> {
    /// Runs from the call to the first halt.
    pub(super) fn begin(&mut self) -> String {
        self.advance(1);
        self.arrived(Stopped::Goal)
    }

    /// Notes why the walker rests, and says where.
    pub(super) fn arrived(&mut self, why: Stopped) -> String {
        *self.stopped = Some(match (why, &self.walk.here().halt) {
            (Stopped::Goal, Halt::Question(..)) => Stopped::Question,
            (Stopped::Goal | Stopped::Question, Halt::Ended(_)) => Stopped::Ended,
            (why, _) => why,
        });
        self.place()
    }

    /// Goes on until the goal, a breakpoint, an open question or the end.
    pub(super) fn run(&mut self, goal: Goal) -> Said {
        if let Halt::Ended(_) = self.walk.here().halt {
            return Err("the execution has ended; go back, restore a state, or call again".into());
        }
        let mut lines = Vec::new();
        let mut callers = Vec::new();
        let begun = self.state().statements;
        let proofs = self.state().proofs().count();
        let stepwise = !self.breaks.is_empty() || self.trace.is_on() || matches!(goal, Goal::Depth(_));
        loop {
            let most = match goal {
                _ if stepwise => 1,
                Goal::Statements(count) => begun.saturating_add(count) - self.state().statements,
                Goal::Depth(_) | Goal::Event => u64::MAX,
            };
            self.pass_edits();
            let before = stepwise.then(|| self.walk.here().clone());
            self.advance(most);
            let mut hit = None;
            if let Some(before) = before {
                self.trace(&before, &mut lines);
                self.trace_returns(before.clone(), &mut callers, &mut lines);
                hit = self.hit(Some(&before.state));
            }
            let state = self.state();
            let reached = match goal {
                Goal::Statements(count) => state.statements >= begun.saturating_add(count),
                Goal::Depth(depth) => state.depth() <= depth,
                Goal::Event => false,
            };
            let mut why = Stopped::Goal;
            if let Some(Hit { number, change, words }) = hit {
                lines.push(words);
                why = Stopped::Breakpoint { number, change };
            }
            if self.options.interrupt.asked() {
                lines.push("interrupted".into());
                why = Stopped::Interrupted;
            } else if self.trace.is_full(lines.len()) {
                lines.push("the trace is long; go on as you like".into());
            } else if matches!(self.walk.here().halt, Halt::Statement) && !reached && why == Stopped::Goal {
                continue;
            }
            lines.extend(self.proofs_since(proofs));
            lines.push(self.arrived(why));
            return Ok(lines.join("\n"));
        }
    }

    /// What came of the PROVEs that the walker has passed since there were so many.
    fn proofs_since(&self, count: usize) -> Vec<String> {
        let passed = || self.state().proofs().skip(count);
        let told = |proof: &Proof| {
            let place = self.session.sources().place(proof.span);
            format!("prove {place}: {}", proof_verdict(&self.bench.table, proof))
        };
        let mut lines: Vec<String> = passed().take(MOST_PROOFS).map(told).collect();
        let more = passed().count().saturating_sub(MOST_PROOFS);
        lines.extend((more > 0).then(|| format!("and {more} more proofs")));
        lines
    }

    /// Answers the open question.
    pub(super) fn answer(&mut self, choice: bool) -> Result<(), String> {
        let Halt::Question(question, _) = self.walk.here().halt.clone() else {
            return Err("there is no open question here".into());
        };
        let state = self.state().clone();
        let Allowed { yes, no, .. } = self.allowed(&state, question.condition);
        if !(if choice { yes } else { no }) {
            let word = if choice { "true" } else { "false" };
            return Err(format!("the path condition excludes the answer {word}"));
        }
        if yes && no {
            self.branch_at(&question, choice);
        } else {
            let here = self.walk.here_mut();
            here.state.answer(choice, true);
            here.halt = Halt::Inside;
            self.walk.note();
        }
        Ok(())
    }

    /// Begins a node with an answer to the question at which the walker stands.
    pub(super) fn branch_at(&mut self, question: &Question, choice: bool) {
        let mut state = self.state().clone();
        let condition = if choice { question.condition } else { self.bench.table.not(question.condition) };
        state.answer(choice, false);
        state.condition.push(condition);
        self.walk.branch(Origin::Answer { choice, condition }, state, Halt::Inside);
    }

    /// What the user did here before a statement is done again, and is not taken for the statement's doing.
    fn pass_edits(&mut self) {
        while matches!(self.walk.here().halt, Halt::Statement) && self.walk.at_turn() {
            self.walk.follow();
        }
    }

    /// Goes to the next halt, at most so many statements away. Where the walker has been before, it goes the way
    /// it went.
    pub(super) fn advance(&mut self, most: u64) {
        let mut target = self.state().statements.saturating_add(most);
        while self.walk.at_turn() {
            self.walk.follow();
        }
        // Edits stand between two statements: halt before them, so that they are not run past.
        if let Some(turn) = self.walk.turn()
            && turn.state.statements > self.state().statements
        {
            target = target.min(turn.state.statements);
        }
        let next_checkpoint = (self.state().statements / INTERVAL + 1) * INTERVAL;
        self.advance_to(target.min(next_checkpoint));
        self.walk.note();
    }

    fn advance_to(&mut self, target: u64) {
        loop {
            let mut point = self.walk.here().clone();
            Stepping { desk: self, target }.drive(&mut point);
            *self.walk.here_mut() = point;
            match self.walk.here().halt {
                Halt::Statement => return,
                _ if self.walk.at_turn() => {
                    while self.walk.at_turn() {
                        self.walk.follow();
                    }
                }
                _ => return,
            }
        }
    }

    /// Asks the solver, or halts. [`Halt::Inside`] means that the machine can go on.
    fn settle(&mut self, point: &mut Point, question: Question) {
        point.halt = Halt::Inside;
        if let Some(choice) = self.actually(question.condition) {
            return self.add_answer(&mut point.state, &question, Decision { choice, forced: false });
        }
        if question.kind == QuestionKind::Assume {
            return self.assumed(point, question);
        }
        let Allowed { yes, no, undecided } = self.allowed(&point.state, question.condition);
        if yes && no {
            point.halt = Halt::Question(question, undecided);
        } else {
            point.state.answer(yes, true);
        }
    }

    /// Answers a question; an answer that was not forced becomes part of the path condition.
    pub(super) fn add_answer(&mut self, state: &mut State, question: &Question, decision: Decision) {
        let Decision { choice, forced } = decision;
        state.answer(choice, forced);
        // A refused assumption ends the path; it is no part of its condition.
        let refused = question.kind == QuestionKind::Assume && !choice;
        if !forced && !refused {
            let condition =
                if choice { question.condition } else { self.bench.table.not(question.condition) };
            state.condition.push(condition);
        }
    }

    /// Whether a condition holds on the data of the run; none without data, or if they do not tell.
    pub(super) fn actually(&mut self, condition: TermId) -> Option<bool> {
        let given = self.given.as_mut()?;
        given.actual.holds(&self.bench.table, condition).ok()
    }

    /// An ASSUME of the program.
    fn assumed(&mut self, point: &mut Point, question: Question) {
        match self.check(&point.state, question.condition) {
            Answer::Unsat => point.state.answer(false, true),
            Answer::Unknown(reason @ Reason::Interrupted) => {
                point.halt = Halt::Question(question, Some(reason));
            }
            Answer::Sat(_) | Answer::Unknown(_) => {
                point.state.answer(true, false);
                point.state.condition.push(question.condition);
            }
        }
    }

    /// Runs a point to a statement where the walker has been; everything on the way is known.
    pub(super) fn replay(&mut self, point: &mut Point, statements: u64) {
        if point.state.statements < statements {
            Stepping { desk: self, target: statements }.drive(point);
        }
    }
}

/// The way to the next halt. Where the walker has been before, the answers are those of then.
pub(super) struct Stepping<'s, 'd> {
    pub(super) desk: &'s mut Desk<'d>,
    /// The statement at which it ends at the latest.
    pub(super) target: u64,
}

impl Driver for Stepping<'_, '_> {
    type Path = Point;
    type Halt = ();

    fn run(&mut self, point: &mut Point) -> Stop {
        let next_checkpoint = (point.state.statements / INTERVAL + 1) * INTERVAL;
        let breath = self.target.min(next_checkpoint).saturating_sub(point.state.statements).max(1);
        let bench = &mut self.desk.bench;
        bench.machine.run(&mut bench.table, &mut point.state, Until { breath, ..Until::default() })
    }

    fn ask(&mut self, point: &mut Point, question: Question) -> Next<()> {
        if let Some(decision) = self.desk.walk.known_answer(point) {
            self.desk.add_answer(&mut point.state, &question, decision);
            point.halt = Halt::Inside;
            return Continue(());
        }
        self.desk.settle(point, question);
        if matches!(point.halt, Halt::Question(..)) { Break(()) } else { Continue(()) }
    }

    fn ended(&mut self, point: &mut Point, ending: Ending) -> Next<()> {
        point.halt = Halt::Ended(ending);
        Break(())
    }

    fn prove(&mut self, point: &mut Point, condition: TermId, _: Span) -> Next<(), Option<bool>> {
        point.halt = Halt::Inside;
        let known = self.desk.walk.known_proof(point);
        Continue(known.unwrap_or_else(|| {
            let conditions: Vec<_> = point.state.premises().collect();
            let bench = &mut self.desk.bench;
            bench.solver.implies(&mut bench.table, &conditions, condition).holds()
        }))
    }

    fn breath(&mut self, point: &mut Point) -> Next<()> {
        self.desk.walk.checkpoints(point.node).offer(&point.state);
        point.halt = Halt::Statement;
        if point.state.statements < self.target { Continue(()) } else { Break(()) }
    }
}
