//! Forwards: from one halt to the next, and the commands made of that.

use std::ops::ControlFlow::{Break, Continue};

use sextant_base::Span;
use sextant_expr::TermId;
use sextant_solver::{Answer, Reason};
use sextant_state::{Decision, Driver, Ending, Next, Question, QuestionKind, State, Stop, Until};

use super::breaks::Hit;
use super::checkpoints::INTERVAL;
use super::desk::{Allowed, Desk, Said};
use super::walk::{Halt, NodeId, Origin, Point};

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
            lines.push(self.arrived(why));
            return Ok(lines.join("\n"));
        }
    }

    /// Answers the open question.
    pub(super) fn answer(&mut self, choice: bool) -> Result<(), String> {
        let Halt::Question(question, _) = self.walk.here().halt.clone() else {
            return Err("there is no open question here".into());
        };
        let mut state = self.state().clone();
        let Allowed { yes, no, .. } = self.allowed(&state, question.condition);
        if !(if choice { yes } else { no }) {
            let word = if choice { "true" } else { "false" };
            return Err(format!("the path condition excludes the answer {word}"));
        }
        state.answer(choice, !(yes && no));
        if yes && no {
            let table = &mut self.bench.table;
            let condition = if choice { question.condition } else { table.not(question.condition) };
            state.condition.push(condition);
            self.walk.branch(Origin::Answer { choice, condition }, state, Halt::Inside);
        } else {
            let here = self.walk.here_mut();
            (here.state, here.halt) = (state, Halt::Inside);
            self.walk.note();
        }
        Ok(())
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
            let here = self.walk.here();
            match here.halt {
                Halt::Statement => {
                    let (node, state) = (here.node, here.state.clone());
                    self.walk.checkpoints(node).offer(&state);
                    return;
                }
                _ if self.walk.at_turn() => {
                    while self.walk.at_turn() {
                        self.walk.follow();
                    }
                }
                _ => return,
            }
        }
    }

    /// How a question was answered on the walker's former visit; none where nobody has been.
    fn known_answer(&self, node: NodeId, state: &State) -> Option<Decision> {
        self.walk.node(node).furthest.state.decisions.get(state.decisions.len()).copied()
    }

    /// The verdict of the walker's former visit; none where nobody has been.
    fn known_proof(&self, node: NodeId, state: &State) -> Option<Option<bool>> {
        let furthest = &self.walk.node(node).furthest.state;
        furthest.proofs().nth(state.proofs().count()).map(|proof| proof.holds)
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

    /// Runs a state within a node to a statement; everything on the way is known.
    pub(super) fn replay(&mut self, node: NodeId, state: &mut State, statements: u64) {
        if state.statements < statements {
            Replaying { desk: self, node, statements }.drive(state);
        }
    }
}

/// The way to the next halt.
struct Stepping<'s, 'd> {
    desk: &'s mut Desk<'d>,
    /// The statement at which it ends at the latest.
    target: u64,
}

impl Driver for Stepping<'_, '_> {
    type Path = Point;
    type Halt = ();

    fn run(&mut self, point: &mut Point) -> Stop {
        let breath = self.target.saturating_sub(point.state.statements).max(1);
        let bench = &mut self.desk.bench;
        bench.machine.run(&mut bench.table, &mut point.state, Until { breath, ..Until::default() })
    }

    fn ask(&mut self, point: &mut Point, question: Question) -> Next<()> {
        if let Some(decision) = self.desk.known_answer(point.node, &point.state) {
            self.desk.add_answer(&mut point.state, &question, decision);
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
        let known = self.desk.known_proof(point.node, &point.state);
        Continue(known.unwrap_or_else(|| {
            let conditions: Vec<_> = point.state.premises().collect();
            let bench = &mut self.desk.bench;
            bench.solver.implies(&mut bench.table, &conditions, condition).holds()
        }))
    }

    fn breath(&mut self, point: &mut Point) -> Next<()> {
        point.halt = Halt::Statement;
        Break(())
    }
}

/// The way to a statement where the walker has been.
struct Replaying<'s, 'd> {
    desk: &'s mut Desk<'d>,
    node: NodeId,
    statements: u64,
}

impl Driver for Replaying<'_, '_> {
    type Path = State;
    type Halt = ();

    fn run(&mut self, state: &mut State) -> Stop {
        let next_checkpoint = (state.statements / INTERVAL + 1) * INTERVAL;
        let breath = self.statements.min(next_checkpoint) - state.statements;
        let bench = &mut self.desk.bench;
        bench.machine.run(&mut bench.table, state, Until { breath, ..Until::default() })
    }

    // Nobody asks for a statement behind the furthest one.
    fn ask(&mut self, state: &mut State, question: Question) -> Next<()> {
        let Some(decision) = self.desk.known_answer(self.node, state) else { return Break(()) };
        self.desk.add_answer(state, &question, decision);
        Continue(())
    }

    fn ended(&mut self, _: &mut State, _: Ending) -> Next<()> {
        Break(())
    }

    fn prove(&mut self, state: &mut State, _: TermId, _: Span) -> Next<(), Option<bool>> {
        self.desk.known_proof(self.node, state).map_or(Break(()), Continue)
    }

    fn breath(&mut self, state: &mut State) -> Next<()> {
        self.desk.walk.checkpoints(self.node).offer(state);
        if state.statements < self.statements { Continue(()) } else { Break(()) }
    }
}
