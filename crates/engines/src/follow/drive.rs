//! The pursuit of a description.

use std::ops::ControlFlow::{Break, Continue};

use sextant_base::Span;
use sextant_expr::{Table, TermId};
use sextant_solver::{Answer, Solver};
use sextant_state::{
    Driver, Ending, Entry, ErrorKind, Machine, Next, Question, QuestionKind, State, Stop, Until,
};
use sextant_syntax::StatementNumber;

use super::cursor::{Cursor, Mark, flatten};
use super::{Config, Departure, Followed, Infeasible, Marked, PossibleError, Pursuit, Step, Trail, Visit};

/// Ways that are followed at most where a description leaves something free.
const MOST_WAYS: usize = 1_000;

/// A way under way.
#[derive(Clone)]
struct Live {
    state: State,
    cursor: Cursor,
    /// Statements of the program executed so far.
    statements: u64,
    /// The depth of the procedure that the description does not enter.
    free_from: Option<usize>,
    /// How deep the last described block was.
    depth: usize,
    /// Whether a condition on the input was met since the last block.
    asked: bool,
    /// Conditions that were shown to be possible together.
    settled: usize,
    /// Whether the description has come to its end.
    over: bool,
    infeasible: Option<Infeasible>,
    undecided: Option<String>,
    errors: Vec<PossibleError>,
    places: Vec<Span>,
}

impl AsMut<State> for Live {
    fn as_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

/// Follows a description from the entry.
pub fn follow<'c>(marked: &'c Marked, entry: &'c Entry, config: &Config, steps: &[Step]) -> Trail<'c> {
    let mut table = Table::new();
    table.set_folding(config.folding);
    let machine = Machine::new(&marked.code, entry, &mut table)
        .split_subscripts(config.split_subscripts)
        .undetermined_subscripts(config.undetermined_subscripts)
        .depth_limit(config.call_depth);
    let (start, variables) = machine.start(&mut table);
    let solver = Solver::new(config.solver.clone());
    let trail = Trail { table, solver, machine, variables, start, pursuit: Pursuit::default() };
    let mut follower = Follower { marked, config, marks: flatten(steps), trail, waiting: Vec::new() };
    follower.pursue();
    follower.trail
}

struct Follower<'c, 'd> {
    marked: &'c Marked,
    config: &'d Config,
    marks: Vec<Mark>,
    trail: Trail<'c>,
    waiting: Vec<Live>,
}

impl Follower<'_, '_> {
    fn pursue(&mut self) {
        self.waiting.push(Live {
            state: self.trail.start.clone(),
            cursor: Cursor::default(),
            statements: 0,
            free_from: None,
            depth: 0,
            asked: false,
            settled: 0,
            over: false,
            infeasible: None,
            undecided: None,
            errors: Vec::new(),
            places: Vec::new(),
        });
        while let Some(mut live) = self.waiting.pop() {
            if self.config.interrupt.should_stop() || self.trail.pursuit.followed.len() >= MOST_WAYS {
                self.trail.pursuit.stopped = true;
                return;
            }
            self.drive(&mut live);
        }
    }

    /// A block begins; the description says whether this is the way.
    fn block(&mut self, live: &mut Live, taken: Visit) -> Next<()> {
        let depth = live.state.depth();
        if live.free_from.is_some_and(|from| depth >= from) {
            return Continue(());
        }
        live.free_from = None;
        if live.over {
            // A procedure called by the last block belongs to it; any other block lies behind the end.
            if depth > live.depth {
                live.free_from = Some(depth);
                return Continue(());
            }
            return self.finish(live, None);
        }
        let next = live.cursor.next(&self.marks);
        let wanted = next.first().map(|(visit, _)| *visit);
        let mut fitting = next.into_iter().filter(|(visit, _)| *visit == taken).map(|(_, cursor)| cursor);
        let first = fitting.next();
        // A part that runs as often as the code says may begin as what comes behind it: both are tried.
        let others: Vec<Cursor> = fitting.collect();
        let closed = || if live.asked { None } else { live.cursor.corrected(&self.marks, taken) };
        match first.or_else(closed) {
            Some(cursor) => {
                for other in others {
                    let mut alike = live.clone();
                    self.arrived(&mut alike, other, depth);
                    self.waiting.push(alike);
                }
                self.arrived(live, cursor, depth);
                Continue(())
            }
            None if depth > live.depth && live.depth > 0 => {
                live.free_from = Some(depth);
                Continue(())
            }
            None => {
                self.depart(live, Departure { wanted, taken: Some(taken), visited: live.cursor.visited });
                Break(())
            }
        }
    }

    /// A block of the description is reached.
    fn arrived(&mut self, live: &mut Live, cursor: Cursor, depth: usize) {
        live.cursor = cursor;
        live.depth = depth;
        live.asked = false;
        live.over = live.cursor.is_over(&self.marks);
        self.settle(live);
    }

    /// Keeps the departure that came last.
    fn depart(&mut self, live: &Live, departure: Departure) {
        // What the conditions forbid is not where the program would go.
        let better = self.trail.pursuit.departure.as_ref().is_none_or(|old| old.visited < departure.visited);
        if better && live.infeasible.is_none() {
            self.trail.pursuit.departure = Some(departure);
        }
    }

    /// Asks whether the conditions so far can hold together.
    fn settle(&mut self, live: &mut Live) {
        let count = live.state.condition.len();
        if live.infeasible.is_some() || live.settled == count {
            return;
        }
        let premises: Vec<TermId> = live.state.premises().collect();
        match self.trail.solver.check(&mut self.trail.table, &premises) {
            Answer::Sat(_) => live.undecided = None,
            Answer::Unknown(reason) => live.undecided = Some(reason.to_string()),
            Answer::Unsat => {
                let conjunct = self.first_impossible(live);
                let span = live.places.get(conjunct).copied().unwrap_or(self.span(&live.state));
                live.infeasible = Some(Infeasible { conjunct, span });
            }
        }
        live.settled = count;
    }

    /// The first condition that cannot hold together with those before it.
    fn first_impossible(&mut self, live: &Live) -> usize {
        let domain: Vec<TermId> = live.state.domain.iter().copied().collect();
        let conditions: Vec<TermId> = live.state.condition.iter().copied().collect();
        for count in live.settled + 1..conditions.len() {
            let some: Vec<TermId> = domain.iter().chain(&conditions[..count]).copied().collect();
            if self.trail.solver.check(&mut self.trail.table, &some) == Answer::Unsat {
                return count - 1;
            }
        }
        conditions.len().saturating_sub(1)
    }

    fn span(&self, state: &State) -> Span {
        state.span(&self.marked.code)
    }

    /// Both answers are followed.
    fn fork(&mut self, live: &mut Live, question: &Question) {
        let mut other = live.clone();
        self.take(&mut other, question, false);
        self.take(live, question, true);
        self.waiting.push(other);
    }

    /// Both answers, as far as the conditions allow them.
    fn both(&mut self, live: &mut Live, question: &Question) {
        let negated = self.trail.table.not(question.condition);
        let yes = self.possible(&live.state, question.condition);
        let no = self.possible(&live.state, negated);
        match (yes, no) {
            (true, true) => self.fork(live, question),
            (yes, no) => live.state.answer(yes || !no, true),
        }
    }

    fn possible(&mut self, state: &State, condition: TermId) -> bool {
        self.answer(state, condition) != Answer::Unsat
    }

    fn answer(&mut self, state: &State, condition: TermId) -> Answer {
        let conditions: Vec<TermId> = state.premises().chain([condition]).collect();
        self.trail.solver.check(&mut self.trail.table, &conditions)
    }

    /// An error is tried as a temporary constraint; then the path goes on as if it did not happen.
    fn check(&mut self, live: &mut Live, question: &Question, kind: ErrorKind) {
        if live.infeasible.is_some() {
            return live.state.answer(true, true);
        }
        let negated = self.trail.table.not(question.condition);
        let model = match self.answer(&live.state, negated) {
            Answer::Unsat => return live.state.answer(true, true),
            Answer::Sat(model) => Some(model),
            Answer::Unknown(_) => None,
        };
        live.errors.push(PossibleError { kind, span: question.span, model });
        self.take(live, question, true);
    }

    /// Answers a question and keeps the condition.
    fn take(&mut self, live: &mut Live, question: &Question, choice: bool) {
        let condition = if choice { question.condition } else { self.trail.table.not(question.condition) };
        live.state.answer(choice, false);
        live.state.condition.push(condition);
        live.places.push(question.span);
    }

    fn finish(&mut self, live: &mut Live, ending: Option<Ending>) -> Next<()> {
        self.settle(live);
        let premises: Vec<TermId> = live.state.premises().collect();
        let model = match (&live.infeasible, live.undecided.take()) {
            (Some(_), _) => Err("the conditions contradict each other".to_owned()),
            (None, Some(reason)) => Err(reason),
            (None, None) => match self.trail.solver.check(&mut self.trail.table, &premises) {
                Answer::Sat(model) => Ok(model),
                Answer::Unsat => Err("the conditions contradict each other".to_owned()),
                Answer::Unknown(reason) => Err(reason.to_string()),
            },
        };
        self.trail.pursuit.followed.push(Followed {
            decisions: live.state.decisions.iter().copied().collect(),
            state: live.state.clone(),
            statements: live.statements,
            ending,
            infeasible: live.infeasible.take(),
            model,
            errors: std::mem::take(&mut live.errors),
            turns: std::mem::take(&mut live.cursor.turns),
            places: std::mem::take(&mut live.places),
        });
        Break(())
    }
}

impl Driver for Follower<'_, '_> {
    type Path = Live;
    type Halt = ();

    fn run(&mut self, live: &mut Live) -> Stop {
        let until = Until { statements: self.config.statements, each_statement: true, ..Until::default() };
        self.trail.machine.run(&mut self.trail.table, &mut live.state, until)
    }

    fn ask(&mut self, live: &mut Live, question: Question) -> Next<()> {
        match question.kind {
            QuestionKind::Check(kind) => self.check(live, &question, kind),
            QuestionKind::Assume => self.take(live, &question, true),
            // Where the last block goes on to is not described.
            QuestionKind::Branch if live.over && live.free_from.is_none() => return self.finish(live, None),
            QuestionKind::Branch if live.free_from.is_none() => {
                live.cursor.condition();
                live.asked = true;
                self.fork(live, &question);
            }
            QuestionKind::Branch | QuestionKind::Subscript => {
                live.cursor.condition();
                self.both(live, &question);
            }
        }
        Continue(())
    }

    fn ended(&mut self, live: &mut Live, ending: Ending) -> Next<()> {
        let wanted = live.cursor.next(&self.marks).first().map(|(visit, _)| *visit);
        match wanted {
            Some(_) if matches!(ending, Ending::Returned | Ending::Stopped) => {
                self.depart(live, Departure { wanted, taken: None, visited: live.cursor.visited });
                Break(())
            }
            // An error or a limit ends the path before the description does.
            _ => self.finish(live, Some(ending)),
        }
    }

    fn prove(&mut self, live: &mut Live, condition: TermId, _: Span) -> Next<(), Option<bool>> {
        let premises: Vec<TermId> = live.state.premises().collect();
        Continue(self.trail.solver.implies(&mut self.trail.table, &premises, condition).holds())
    }

    fn statement(&mut self, live: &mut Live, number: StatementNumber) -> Next<()> {
        let procedure = live.state.frame.procedure;
        match self.marked.block(procedure, number) {
            Some(block) => self.block(live, Visit { procedure, block }),
            None => {
                live.statements += 1;
                Continue(())
            }
        }
    }
}
