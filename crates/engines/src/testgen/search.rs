//! The search: takes states up, one by one, until everything is covered or nothing is left.

use std::collections::{BTreeMap, BTreeSet};

use sextant_expr::{Assignment, Evaluation, Table, TermId, Value};
use sextant_notation::Formula;
use sextant_solver::{Answer, Model, Solver, guess};
use sextant_state::{Ending, Entry, Machine, ObjectId, PersistentVec, Question, QuestionKind, State};

use super::distance::{Distances, Map};
use super::frontier::{Frontier, Live, Site};
use super::goals::{Coverage, Event, Goal, Goals, Recorder};
use super::inputs::{assignment_of, inputs_of};
use super::probes::Probed;
use super::trials::Trials;
use super::variation::Variation;
use super::{Candidate, Config, Cover, Inputs, Manner, Shortfall};

/// Trials on floating-point numbers behind the solver.
const LAST_TRIALS: u32 = 5_000;
/// Conjuncts of a path condition that is shown.
const MOST_CONJUNCTS: usize = 400;
/// After so many states one is taken that ends with an error.
const ERROR_TURN: u64 = 6;

/// The path of a run.
pub(super) struct Path {
    /// The last state.
    pub state: State,
    /// Inputs that take it.
    pub model: Model,
    /// The inputs are as simple as they get.
    pub settled: bool,
}

/// A search and what it found.
pub struct Search<'p> {
    pub(super) probed: &'p Probed,
    pub(super) entry: &'p Entry,
    pub(super) config: &'p Config,
    cover: Cover,
    pub(super) table: Table,
    pub(super) solver: Solver,
    pub(super) machine: Machine<'p>,
    start: State,
    /// The caller's variables with their objects.
    pub variables: Vec<(String, ObjectId)>,
    map: Map,
    goals: BTreeSet<Goal>,
    pub(super) uncovered: BTreeSet<Goal>,
    /// Ways that were passed beside ways that were not.
    pub(super) sisters: Vec<u32>,
    pub(super) variation: Option<Variation>,
    pub(super) trials: Trials,
    seen: Coverage,
    frontier: Frontier,
    distances: Distances,
    pub(super) paths: Vec<Path>,
    /// Inputs with what they cover, in the order in which they were found.
    pub candidates: Vec<Candidate>,
    /// Why something may be missing.
    pub shortfalls: BTreeSet<Shortfall>,
    errors_left_out: bool,
    /// Goals that the solver could not decide about, and why.
    pub undecided: BTreeMap<Goal, String>,
}

/// Searches for inputs that cover the goals.
pub fn search<'p>(
    probed: &'p Probed,
    entry: &'p Entry,
    goals: &Goals,
    cover: Cover,
    config: &'p Config,
) -> Search<'p> {
    let mut table = Table::new();
    let machine = Machine::new(&probed.code, entry, &mut table).depth_limit(config.call_depth);
    let (start, variables) = machine.start(&mut table);
    let map = Map::new(probed);
    let mut search = Search {
        probed,
        entry,
        config,
        cover,
        table,
        solver: Solver::new(config.solver.clone()),
        machine,
        start,
        variables,
        distances: Distances::new(probed, &map, &goals.all),
        map,
        goals: goals.all.clone(),
        uncovered: goals.all.clone(),
        sisters: Vec::new(),
        variation: None,
        trials: Trials::new(config.seed),
        seen: Coverage::default(),
        frontier: Frontier::default(),
        paths: Vec::new(),
        candidates: Vec::new(),
        shortfalls: BTreeSet::new(),
        errors_left_out: false,
        undecided: BTreeMap::new(),
    };
    search.run();
    search.end_variation();
    search.settle_values();
    search
}

impl Search<'_> {
    /// The goals that nothing covers.
    pub fn uncovered(&self) -> &BTreeSet<Goal> {
        &self.uncovered
    }

    /// Whether the program may go wrong before something: behind an error, anything might be reached.
    pub fn may_go_wrong(&self) -> bool {
        self.errors_left_out || self.frontier.open_errors() > 0
    }

    /// The terms, a path's last state and the state before the first instruction.
    pub fn ends(&mut self, path: usize) -> (&mut Table, &State, &State) {
        (&mut self.table, &self.start, &self.paths[path].state)
    }

    fn run(&mut self) {
        self.plant_seeds();
        self.begin_variation();
        let start = self.first();
        self.frontier.push(start, 0);
        let mut turn = 0_u64;
        loop {
            if self.config.interrupt.should_stop() {
                let interrupt = &self.config.interrupt;
                self.shortfalls.insert(match (interrupt.asked(), interrupt.exhausted()) {
                    (true, _) => Shortfall::Interrupted,
                    (false, true) => Shortfall::Memory,
                    (false, false) => Shortfall::Timeout,
                });
                return;
            }
            if self.cover == Cover::Paths && self.candidates.len() as u64 >= self.config.paths {
                self.shortfalls.insert(Shortfall::Paths(self.config.paths));
                return;
            }
            turn += 1;
            self.vary();
            self.try_numbers(turn);
            let error = if turn.is_multiple_of(ERROR_TURN) { self.frontier.pop_error() } else { None };
            match error.or_else(|| self.next_state()) {
                Some(live) => self.take_up(live, turn),
                None if self.has_trials_left() => {}
                None => return,
            }
        }
    }

    fn next_state(&mut self) -> Option<Live> {
        let open = self.cover == Cover::Paths || !self.uncovered.is_empty();
        let state = match open {
            true => {
                let mut frontier = std::mem::take(&mut self.frontier);
                let state = frontier.pop(|live| self.distance(live));
                self.frontier = frontier;
                state
            }
            false => None,
        };
        state.or_else(|| self.frontier.pop_error())
    }

    fn first(&self) -> Live {
        Live {
            state: self.start.clone(),
            trail: PersistentVec::new(),
            model: None,
            ended: None,
            forks: 0,
            site: (0, 0, true),
            promising: false,
        }
    }

    /// Runs on inputs that somebody gave, and on some that nobody did.
    fn plant_seeds(&mut self) {
        for inputs in &self.config.seeds {
            self.plant(inputs);
        }
    }

    /// Runs on inputs.
    pub(super) fn plant(&mut self, inputs: &Inputs) {
        let assignment = assignment_of(&self.table, inputs);
        let mut evaluation = Evaluation::new(assignment.clone());
        if self.start.premises().all(|premise| evaluation.holds(&self.table, premise)) {
            let live = self.first();
            self.follow_on(live, assignment.into(), inputs);
        }
    }

    /// Asks for inputs that lead to a state, and goes on from there.
    fn take_up(&mut self, mut live: Live, turn: u64) {
        let model = match live.model.take() {
            Some(model) => model,
            None => {
                let premises: Vec<TermId> = live.state.premises().collect();
                match self.inputs_for(&premises) {
                    Answer::Sat(model) => model,
                    Answer::Unsat => {
                        if live.ended.is_some() {
                            self.frontier.impossible_error();
                        }
                        return;
                    }
                    Answer::Unknown(reason) => return self.give_up(&live, reason.to_string()),
                }
            }
        };
        if let Some(ending) = live.ended.take() {
            return self.finish(&live, ending, model);
        }
        match self.config.manner {
            Manner::Concolic => self.follow(live, model),
            Manner::Symbolic => self.advance(live, model),
            Manner::Both if turn.is_multiple_of(2) => self.advance(live, model),
            Manner::Both => self.follow(live, model),
        }
    }

    /// Inputs for conditions from the solver; where that does not know, by trying for longer than it did.
    pub(super) fn inputs_for(&mut self, premises: &[TermId]) -> Answer {
        match self.ask(premises) {
            Answer::Unknown(reason) => match guess(&self.table, premises, LAST_TRIALS) {
                Some(model) => Answer::Sat(model),
                None => Answer::Unknown(reason),
            },
            answer => answer,
        }
    }

    fn give_up(&mut self, live: &Live, reason: String) {
        if self.config.interrupt.should_stop() {
            self.shortfalls.insert(Shortfall::Timeout);
            return;
        }
        if let Some(&Event::Way(way)) = live.trail.last()
            && self.uncovered.contains(&Goal::Way(way))
        {
            self.undecided.insert(Goal::Way(way), reason.clone());
        }
        if live.ended.is_none() {
            self.shortfalls.insert(Shortfall::Undecided(reason));
        }
    }

    pub(super) fn note(&self, live: &mut Live, number: sextant_syntax::StatementNumber) {
        let procedure = live.state.frame.procedure;
        match self.probed.probe(procedure, number) {
            Some(way) => live.pass(Event::Way(way), &self.uncovered),
            None if self.cover == Cover::Statements && self.probed.is_own(procedure) => {
                live.pass(Event::Statement(procedure, number), &self.uncovered);
            }
            None => {}
        }
    }

    pub(super) fn check_also(&mut self, live: &Live, condition: TermId) -> Answer {
        let mut premises: Vec<TermId> = live.state.premises().collect();
        premises.push(condition);
        self.inputs_for(&premises)
    }

    pub(super) fn answer(&mut self, live: &mut Live, question: &Question, holds: bool) {
        let condition = if holds { question.condition } else { self.table.not(question.condition) };
        live.state.answer(holds, false);
        live.state.condition.push(condition);
        live.forks += u32::from(question.kind == QuestionKind::Branch);
    }

    /// Leaves one side of a question in the frontier, at the first marker behind it.
    pub(super) fn leave(&mut self, live: &Live, question: &Question, side: bool, model: Option<Model>) {
        if question.kind == QuestionKind::Assume && !side {
            return;
        }
        let mut sibling = live.clone();
        sibling.site = self.site(live, side);
        sibling.model = model;
        self.answer(&mut sibling, question, side);
        match self.first_stop(&mut sibling) {
            Some(ending @ Ending::Error { .. }) => {
                sibling.ended = Some(ending);
                if self.config.errors {
                    self.frontier.push_error(sibling);
                } else {
                    self.errors_left_out = true;
                }
                return;
            }
            ended => sibling.ended = ended,
        }
        let distance = self.distance(&sibling);
        self.frontier.push(sibling, distance);
    }

    fn distance(&self, live: &Live) -> u32 {
        match self.cover {
            _ if live.has_uncovered(&self.uncovered) => 0,
            Cover::Paths => 1,
            _ => self.distances.of(self.probed, &self.map, &live.state),
        }
    }

    fn site(&self, live: &Live, side: bool) -> Site {
        (live.state.frame.procedure.0, live.state.next_instruction(), side)
    }

    /// A run has ended: it is kept if it has something new.
    pub(super) fn finish(&mut self, live: &Live, ending: Ending, model: Model) {
        match &ending {
            Ending::Refused { .. } => return,
            Ending::OutOfStatements => {
                self.shortfalls.insert(Shortfall::Statements(self.config.statements));
                return;
            }
            Ending::OutOfDepth { .. } => {
                self.shortfalls.insert(Shortfall::CallDepth(self.config.call_depth));
                return;
            }
            Ending::Unsupported { what, .. } => {
                self.shortfalls.insert(Shortfall::Unsupported(what.clone()));
                return;
            }
            Ending::Error { .. } if !self.config.errors => {
                self.errors_left_out = true;
                return;
            }
            Ending::Error { .. } | Ending::Returned | Ending::Stopped => {}
        }
        let mut recorder = Recorder::new(self.probed);
        live.trail.iter().for_each(|&event| recorder.see(event));
        let coverage = recorder.coverage;
        let new_error = match ending {
            Ending::Error { kind, span, .. } => self.frontier.found_error(span, kind),
            _ => false,
        };
        if !(self.cover == Cover::Paths || self.is_new(&coverage) || new_error && self.config.errors) {
            return;
        }
        self.cover_with(&coverage);
        self.candidates.push(Candidate {
            inputs: inputs_of(&self.table, &model),
            coverage,
            end: ending,
            condition: Vec::new(),
            path: Some(self.paths.len()),
        });
        self.paths.push(Path { state: live.state.clone(), model, settled: false });
    }

    fn is_new(&self, coverage: &Coverage) -> bool {
        let goals = coverage.ways.keys().map(|&way| Goal::Way(way));
        let mut goals =
            goals.chain(coverage.statements.keys().map(|&(of, number)| Goal::Statement(of, number)));
        goals.any(|goal| self.uncovered.contains(&goal))
            || self.cover == Cover::Mcdc
                && coverage.vectors.iter().any(|one| !self.seen.vectors.contains(one))
    }

    pub(super) fn cover_with(&mut self, coverage: &Coverage) {
        self.seen.add(coverage);
        let before = self.uncovered.len();
        let seen = &self.seen;
        self.uncovered.retain(|&goal| !seen.covers(goal));
        if self.uncovered.len() < before {
            self.distances = Distances::new(self.probed, &self.map, &self.uncovered);
            self.sisters = self.probed.sisters(&self.uncovered);
        }
    }

    /// Gives the candidates that are needed simple values, and shows their path conditions.
    fn settle_values(&mut self) {
        let coverages: Vec<&Coverage> = self.candidates.iter().map(|one| &one.coverage).collect();
        let mut keep = vec![self.cover == Cover::Paths; self.candidates.len()];
        super::select::selected(&coverages, &self.goals).into_iter().for_each(|at| keep[at] = true);
        let mut at = 0;
        self.candidates.retain(|one| {
            at += 1;
            keep[at - 1] || one.error().is_some()
        });
        for at in 0..self.candidates.len() {
            if self.config.closing.should_stop() {
                return;
            }
            let Some(path) = self.candidates[at].path else { continue };
            if !self.paths[path].settled {
                let premises: Vec<TermId> = self.paths[path].state.premises().collect();
                let model = self.paths[path].model.clone();
                let simple = self.simplest(&premises, &model);
                self.candidates[at].inputs = inputs_of(&self.table, &simple);
                self.paths[path].model = simple.into();
            }
            self.candidates[at].condition = self.shown_condition(path);
        }
    }

    fn shown_condition(&mut self, path: usize) -> Vec<Formula> {
        let conjuncts: Vec<TermId> = self.paths[path].state.condition.iter().copied().collect();
        // Nobody reads a condition of a thousand parts.
        if conjuncts.len() > MOST_CONJUNCTS {
            return Vec::new();
        }
        let minimal = self.table.minimise(&conjuncts);
        minimal.into_iter().map(|term| self.table.formula(term)).collect()
    }

    pub(super) fn out_of_time(&self) -> bool {
        self.config.interrupt.should_stop()
    }

    /// Whether inputs take a path.
    pub(super) fn takes(&self, premises: &[TermId], assignment: &Assignment) -> bool {
        let mut evaluation = Evaluation::new(assignment.clone());
        premises.iter().all(|&premise| *evaluation.value(&self.table, premise) == Value::Bool(true))
    }
}
