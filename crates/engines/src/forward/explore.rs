//! The exploration: workers, their loop, and the decision at a question.

use std::time::{Duration, Instant};

use sextant_expr::{Table, TermId};
use sextant_solver::{Answer, Reason, Solver, Statistics};
use sextant_state::{Code, Decision, Ending, Entry, ErrorKind, Machine, Question, QuestionKind, State};

use super::frontier::{Frontier, Live};
use super::share::{Job, Shared};
use super::walk::Event;
use super::{Bench, Config, Exploration, Leaf, Observer, Outcome, Possible, Shortfall};

/// The time for the solver at a question, each time that it is asked; the last time it gets all that one query may take.
/// What it does not answer in time waits while shorter paths have their turn.
const PATIENCE: [Duration; 2] = [Duration::from_millis(250), Duration::from_millis(2000)];

/// Explores the execution tree of a call; `observe` makes the observer of each worker.
pub fn explore<O, F>(code: &Code, entry: &Entry, config: &Config, observe: F) -> Exploration<O::Record>
where
    O: Observer,
    F: Fn() -> O + Sync,
{
    let began = Instant::now();
    let decisions = config.prefix.iter().map(|&choice| Decision { choice, forced: false }).collect();
    let first = Job { decisions, undecided: false };
    let shared = Shared::new(first, config.limits.paths, config.interrupt.clone());
    let work = |asked_prefix: bool| Worker::new(code, entry, config, &shared, observe(), asked_prefix).work();
    let mut results = Vec::new();
    if config.threads <= 1 {
        results.push(work(!config.prefix.is_empty()));
    } else {
        std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..config.threads).map(|_| scope.spawn(|| work(!config.prefix.is_empty()))).collect();
            for worker in workers {
                // A panic of a worker is a panic of the exploration: no leaf may be lost silently.
                results.push(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
        });
    }
    let mut exploration = Exploration {
        records: Vec::new(),
        shortfalls: shared.into_shortfalls(),
        statements: 0,
        solver_statistics: Vec::new(),
        elapsed: began.elapsed(),
    };
    for harvest in results {
        exploration.records.extend(harvest.records);
        exploration.statements += harvest.statements;
        exploration.solver_statistics.push(harvest.statistics);
    }
    exploration.records.sort_by(|(a, _), (b, _)| in_tree_order(a, b));
    exploration
}

/// The order of a drawn tree: at a fork, the branch taken when the condition holds stands first.
fn in_tree_order(a: &[Decision], b: &[Decision]) -> std::cmp::Ordering {
    let key = |decision: &Decision| !decision.choice;
    a.iter().map(key).cmp(b.iter().map(key))
}

/// What one worker brings home.
struct Harvest<R> {
    records: Vec<(Vec<Decision>, R)>,
    statements: u64,
    statistics: Statistics,
}

/// Finishes a job even when its worker panics, so that the others do not wait for ever.
struct UnderWay<'s>(&'s Shared);

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

pub(super) struct Worker<'c, O: Observer> {
    pub(super) bench: Bench<'c>,
    pub(super) config: &'c Config,
    pub(super) shared: &'c Shared,
    pub(super) observer: O,
    pub(super) frontier: Frontier,
    records: Vec<(Vec<Decision>, O::Record)>,
    pub(super) statements: u64,
    /// Conditions handed to the solver, kept to save allocations.
    scratch: Vec<TermId>,
    /// Whether the first job is a prefix the user typed: its answers may be impossible.
    typed_prefix: bool,
}

impl<'c, O: Observer> Worker<'c, O> {
    fn new(
        code: &'c Code,
        entry: &'c Entry,
        config: &'c Config,
        shared: &'c Shared,
        observer: O,
        typed_prefix: bool,
    ) -> Self {
        let mut table = Table::new();
        table.set_folding(config.folding);
        let machine = Machine::new(code, entry, &mut table)
            .split_subscripts(config.split_subscripts)
            .strict(config.strict)
            .undetermined_subscripts(config.undetermined_subscripts)
            .depth_limit(config.limits.call_depth);
        let (start, variables) = machine.start(&mut table);
        let solver = Solver::new(config.solver.clone());
        Self {
            bench: Bench { table, solver, machine, variables, start },
            config,
            shared,
            observer,
            frontier: Frontier::new(config.strategy, config.seed),
            records: Vec::new(),
            statements: 0,
            scratch: Vec::new(),
            typed_prefix,
        }
    }

    fn work(mut self) -> Harvest<O::Record> {
        while let Some(job) = self.shared.take() {
            let _under_way = UnderWay(self.shared);
            match self.replay(&job) {
                Some(live) => {
                    if !self.config.prefix.is_empty() {
                        self.shared.fall_short(Shortfall::Prefix);
                    }
                    self.frontier.push(live);
                }
                None => self.shared.fall_short(Shortfall::WrongPrefix),
            }
            while let Some(live) = self.frontier.pop() {
                if self.shared.should_stop() {
                    self.frontier.clear();
                    break;
                }
                self.follow(live);
            }
        }
        let statistics = self.bench.solver.statistics().clone();
        Harvest { records: self.records, statements: self.statements, statistics }
    }

    /// Runs a state to its end; siblings wait in the frontier.
    fn follow(&mut self, mut live: Live) {
        if let Some(outcome) = live.outcome.take() {
            return self.end(live, outcome);
        }
        loop {
            match self.walk(&mut live, None) {
                Event::Paused if self.shared.should_stop() => return,
                Event::Paused | Event::Arrived | Event::Left => {}
                Event::Ended(ending) => {
                    let next = self.behind(&live, &ending);
                    self.end(live, Outcome::Ended(ending));
                    let Some(next) = next else { return };
                    live = next;
                }
                Event::Asked(question) => match self.next_of(live, &question) {
                    Some(next) => live = next,
                    None => return,
                },
            }
        }
    }

    /// The state with which a path goes on behind the use of an undefined value, if it is to go on there.
    pub(super) fn behind(&mut self, live: &Live, ending: &Ending) -> Option<Live> {
        let Ending::Error { kind: ErrorKind::Uninitialised, subject: Some(subject), .. } = ending else {
            return None;
        };
        if !self.config.past_undefined {
            return None;
        }
        let mut next = live.clone();
        let defined = next.state.define(self.bench.machine.code(), subject, &mut self.bench.table);
        if !defined {
            let what = format!("what comes behind the use of {subject}, which has no value");
            self.shared.fall_short(Shortfall::Unsupported(what));
        }
        defined.then_some(next)
    }

    /// Answers a question. Returns the state to go on with, if it is to be gone on with at once; others wait.
    fn next_of(&mut self, live: Live, question: &Question) -> Option<Live> {
        let mut states = self.settle(live, question);
        if states.len() > 1 {
            states.drain(1..).for_each(|state| self.frontier.push(state));
            let first = states.pop()?;
            if !self.frontier.goes_on(&first) {
                self.frontier.push(first);
                return None;
            }
            if self.config.threads > 1 && self.shared.is_hungry() {
                self.share();
            }
            return Some(first);
        }
        states.pop()
    }

    /// Answers a question. Returns the states to go on with.
    pub(super) fn settle(&mut self, mut live: Live, question: &Question) -> Vec<Live> {
        if self.shared.should_stop() {
            return Vec::new();
        }
        if question.kind == QuestionKind::Assume {
            self.assume(&mut live, question.condition);
            return vec![live];
        }
        let (allowed, late) =
            self.patiently(live.delay, |worker| worker.allowed(&live.state, question.condition));
        if late && allowed.undecided {
            self.frontier.postpone(live);
            return Vec::new();
        }
        live.delay = 0;
        self.observer.question(&mut self.bench, &live.state, question, allowed);
        match (allowed.yes, allowed.no) {
            (true, true) => self.fork(live, question, allowed.undecided),
            (yes, no) if yes || no => {
                live.state.answer(yes, true);
                vec![live]
            }
            // Only a path the solver gave up on earlier can turn out to be impossible.
            _ => Vec::new(),
        }
    }

    /// Asks the solver, with less time than one query may take while the question can still be put off; whether that
    /// time was too short.
    fn patiently<T>(&mut self, delay: u32, ask: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let all = self.config.solver.query_timeout;
        let patience = PATIENCE.get(delay as usize).copied().filter(|patience| *patience < all);
        self.bench.solver.set_query_timeout(patience.unwrap_or(all));
        let answer = ask(self);
        let late = patience.is_some() && self.bench.solver.was_late();
        self.bench.solver.set_query_timeout(all);
        (answer, late)
    }

    fn fork(&mut self, mut live: Live, question: &Question, undecided: bool) -> Vec<Live> {
        if live.forks >= self.config.limits.forks {
            self.end(live, Outcome::OutOfForks);
            return Vec::new();
        }
        let before = self.config.merge.then(|| live.clone());
        let place = (live.state.frame.procedure.0, live.state.next_instruction());
        live.forks += 1;
        live.undecided |= undecided;
        let mut sibling = live.clone();
        let negated = self.bench.table.not(question.condition);
        live.state.answer(true, false);
        live.state.condition.push(question.condition);
        live.branch = Some((place.0, place.1, true));
        sibling.state.answer(false, false);
        sibling.state.condition.push(negated);
        sibling.branch = Some((place.0, place.1, false));
        self.observer.fork(&mut self.bench, &mut live.state, &mut sibling.state);
        // Errors come first: they end their paths at once, and the time may run out on the other side.
        let sides = match question.kind {
            QuestionKind::Check(_) => [sibling, live],
            _ => [live, sibling],
        };
        match before {
            Some(before) => self.join_sides(&before, question, sides),
            None => sides.into(),
        }
    }

    fn share(&mut self) {
        if let Some(live) = self.frontier.give_away() {
            let decisions = live.state.decisions.iter().copied().collect();
            self.shared.give(Job { decisions, undecided: live.undecided });
        }
    }

    fn assume(&mut self, live: &mut Live, condition: TermId) {
        self.load_conditions(&live.state);
        match self.check(condition) {
            Answer::Unsat => live.state.answer(false, true),
            answer => {
                live.undecided |= matches!(answer, Answer::Unknown(_));
                live.state.answer(true, false);
                live.state.condition.push(condition);
            }
        }
    }

    pub(super) fn prove(&mut self, state: &State, condition: TermId) -> Option<bool> {
        self.load_conditions(state);
        self.bench.solver.implies(&mut self.bench.table, &self.scratch, condition).holds()
    }

    fn allowed(&mut self, state: &State, condition: TermId) -> Possible {
        self.load_conditions(state);
        let yes = self.check(condition);
        if matches!(yes, Answer::Unsat) {
            // The path condition has a model, so that the other answer must be possible.
            return Possible { yes: false, no: true, undecided: false };
        }
        let negated = self.bench.table.not(condition);
        let no = self.check(negated);
        let undecided = matches!(yes, Answer::Unknown(_)) || matches!(no, Answer::Unknown(_));
        Possible { yes: true, no: !matches!(no, Answer::Unsat), undecided }
    }

    /// Asks whether the condition may hold besides those that are loaded.
    fn check(&mut self, condition: TermId) -> Answer {
        self.scratch.push(condition);
        let answer = self.bench.solver.check(&mut self.bench.table, &self.scratch);
        self.scratch.pop();
        answer
    }

    fn load_conditions(&mut self, state: &State) {
        self.scratch.clear();
        state.load_premises(&mut self.scratch);
    }

    /// Hands a finished path to the observer, unless its condition turns out to be impossible.
    pub(super) fn end(&mut self, mut live: Live, outcome: Outcome) {
        self.load_conditions(&live.state);
        let (answer, late) = self.patiently(live.delay, |worker| {
            worker.bench.solver.check(&mut worker.bench.table, &worker.scratch)
        });
        let model = match answer {
            Answer::Unknown(_) if late => {
                live.outcome = Some(outcome);
                return self.frontier.postpone(live);
            }
            Answer::Sat(model) => Ok(model),
            Answer::Unsat => return,
            Answer::Unknown(Reason::Interrupted) if self.shared.should_stop() => return,
            Answer::Unknown(reason) => {
                self.shared.fall_short(Shortfall::Undecided(reason.to_string()));
                Err(reason.to_string())
            }
        };
        if !self.shared.count_path() {
            return;
        }
        self.note_shortfall(&outcome);
        let decisions = live.state.decisions.iter().copied().collect();
        let leaf = Leaf { state: &live.state, outcome, model };
        if let Some(record) = self.observer.leaf(&mut self.bench, leaf) {
            self.records.push((decisions, record));
        }
    }

    fn note_shortfall(&self, outcome: &Outcome) {
        let limits = &self.config.limits;
        let shortfall = match outcome {
            Outcome::OutOfForks => Shortfall::Forks(limits.forks),
            Outcome::Ended(Ending::OutOfStatements) => Shortfall::Statements(limits.statements),
            Outcome::Ended(Ending::OutOfDepth { .. }) => Shortfall::CallDepth(limits.call_depth),
            Outcome::Ended(Ending::Unsupported { what, .. }) => Shortfall::Unsupported(what.clone()),
            Outcome::Ended(_) => return,
        };
        self.shared.fall_short(shortfall);
    }

    /// The state at the end of a prefix. Its answers are taken as they are: whoever gave the prefix away had
    /// asked the solver. A prefix typed by the user is checked instead; `None` if it is not one of this program.
    fn replay(&mut self, job: &Job) -> Option<Live> {
        let typed = std::mem::take(&mut self.typed_prefix);
        let state = self.bench.start.clone();
        let mut live = Live {
            state,
            forks: 0,
            undecided: job.undecided,
            branch: None,
            delay: 0,
            delays: 0,
            outcome: None,
        };
        for &given in &job.decisions {
            let question = loop {
                match self.walk_again(&mut live) {
                    Event::Asked(question) => break question,
                    Event::Paused if !self.shared.should_stop() => {}
                    _ => return None,
                }
            };
            let decision = match typed {
                true => self.typed_decision(&live.state, &question, given.choice)?,
                false => given,
            };
            live.forks += u64::from(!decision.forced);
            live.state.answer_as(&mut self.bench.table, &question, decision);
        }
        Some(live)
    }

    fn typed_decision(&mut self, state: &State, question: &Question, choice: bool) -> Option<Decision> {
        let allowed = self.allowed(state, question.condition);
        let possible = if choice { allowed.yes } else { allowed.no };
        possible.then_some(Decision { choice, forced: !(allowed.yes && allowed.no) })
    }
}
