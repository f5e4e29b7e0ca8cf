//! Test suites: inputs that cover a program, run to record what it does, written for others to run.
//!
//! The order of things: the program gets probes; the engine searches for inputs, under the arithmetic in which the
//! solver is strong; every input is run in machine arithmetic, and only what is seen there counts; the fewest tests
//! that cover everything are kept; boundary points are added to their paths.

mod confirm;
mod declare;
mod dictionary;
mod existing;
mod goals;
mod rows;
mod runner;
mod seeds;
mod unreachable;
mod values;

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sextant_base::{Diagnostics, Interrupt, Sources, Span};
use sextant_engines::testgen::{
    Boundary, Candidate, Config, Coverage, Goal, Goals, Inputs, Probed, Search, boundary_points, search,
    selected,
};
use sextant_expr::{Table, TermId};
use sextant_report::{SUITE_FORMAT, SuiteUnit, TestRow, ValueRow};
use sextant_session::describe::Ends;
use sextant_session::{Call, Chosen, Options, Session};
use sextant_state::{Arithmetic, ErrorKind, PartValue, Value};
use sextant_syntax::{Language, ProcId, Type};

pub use confirm::{Confirmation, confirm};
use goals::{ErrorsSeen, Ledger};
use runner::{Runner, TestRun};
use seeds::Start;
pub use sextant_engines::testgen::{Cover, Manner};
pub use sextant_report::{GoalStatus, SuiteReport};

/// A problem with what the user typed, with its text.
type Refusal = Box<(Diagnostics, Sources)>;

/// Errors of a program with their places.
type Errors = BTreeSet<(Span, ErrorKind)>;

/// Statements that one test may execute.
const STATEMENTS: u64 = 200_000;

/// The elements of arrays and the characters of texts whose sizes the argument decides about.
const CHOSEN_SIZE: i64 = 5;

/// The time for one question about a program that takes texts.
const PATIENCE: Duration = Duration::from_secs(1);

/// What a suite is to be.
#[derive(Clone, Debug)]
pub struct SuiteOptions {
    /// What is to be covered.
    pub cover: Cover,
    /// How states are taken up.
    pub manner: Manner,
    /// Whether boundary points are added.
    pub boundary: bool,
    /// Whether inputs that lead to errors are looked for.
    pub errors: bool,
    /// In which ways a C program is started: with how many arguments of how many unknown characters.
    pub symbolic_arguments: Vec<(usize, usize)>,
    /// A suite that is to be measured and completed.
    pub existing: Option<SuiteReport>,
    /// Whether new tests are looked for.
    pub generate: bool,
}

impl Default for SuiteOptions {
    fn default() -> Self {
        Self {
            cover: Cover::Branches,
            manner: Manner::Both,
            boundary: false,
            errors: true,
            symbolic_arguments: Vec::new(),
            existing: None,
            generate: true,
        }
    }
}

/// What one unit brings.
struct Unit {
    report: SuiteUnit,
    runs: Vec<(TestRow, Coverage)>,
}

/// Writes a suite for a call; without one, for the main program, or else for every procedure.
pub fn tests(
    session: &Session,
    call: &str,
    suite: &SuiteOptions,
    options: &Options,
    progress: &AtomicU64,
) -> Result<SuiteReport, Refusal> {
    if let [text] = session.calls_to_check(call).as_slice()
        && let Ok(called) = session.call(text, &Start::new(text.clone(), (0, 0)).options(options))
        && let Some(contracted) = session.contracted(called.entry.procedure)
    {
        let mut report = tests(&contracted.session, call, suite, options, progress)?;
        report.notes.extend(contracted.notes);
        return Ok(report);
    }
    let arithmetic = options.arithmetic.unwrap_or_else(|| testing_arithmetic(session));
    let options = Options { arithmetic: Some(arithmetic), ..options.clone() };
    let probed = Probed::new(session.program(), options.policy(session.program().language), suite.cover);
    let machine = Options { arithmetic: Some(Arithmetic::Machine), division: None, ..options.clone() };
    let on_machine = Probed::new(session.program(), machine.policy(session.program().language), suite.cover);
    let calls = session.calls_to_check(call);
    let only = calls.len() == 1;
    let interrupt = options.deadline();
    let mut ledger = Ledger::new(session, &probed, suite.cover);
    let mut units = Vec::new();
    let starts = match (only, suite.symbolic_arguments.as_slice()) {
        (true, starts @ [_, ..]) => starts.to_vec(),
        (true, []) if options.program_arguments.is_empty() => seeds::starts(session, suite),
        _ => vec![(0, 0)],
    };
    let all = starts.iter().flat_map(|&arguments| calls.iter().map(move |text| (text, arguments)));
    let mut waiting: VecDeque<Start> =
        all.map(|(text, arguments)| Start::new(text.clone(), arguments)).collect();
    while let Some(start) = waiting.pop_front() {
        let text = &start.text;
        let options = start.options(&options);
        let machine = start.options(&machine);
        let call = match session.call(text, &options) {
            Ok(call) => read_by_character(call),
            Err(refusal) if only => return Err(refusal),
            Err(refusal) => {
                units.push(ledger.refused(text, &refusal.0));
                continue;
            }
        };
        let share = share_of(&interrupt, waiting.len() + 1);
        let job = Job {
            session,
            suite,
            options: &options,
            probed: &probed,
            runner: Runner::new(session, &on_machine, text, &machine, &part_of(&share, 10))?,
            interrupt: part_of(&share, 6),
            closing: part_of(&share, 7),
            proving: part_of(&share, 8),
            progress,
        };
        let procedures = match only {
            true => probed.reachable(call.entry.procedure),
            false => BTreeSet::from([call.entry.procedure]),
        };
        let unit = job.unit(&call, &procedures, &mut ledger);
        if !start.special || !unit.runs.is_empty() {
            units.push(unit);
        }
        if !start.special && ledger.is_open(call.entry.procedure) {
            let others = seeds::special_starts(session, call.entry.procedure, &start).into_iter();
            others.rev().for_each(|other| waiting.push_front(other));
        }
    }
    Ok(assembled(session, suite, units, ledger))
}

/// Where a program computes with reals, their exact arithmetic; the solver is strong there.
fn testing_arithmetic(session: &Session) -> Arithmetic {
    let real = |ty: &Type| matches!(ty.scalar(), Type::Real(_) | Type::Complex(_));
    let own = session.program().procedures.iter_enumerated();
    let own = own.filter(|(id, _)| !session.program().library.contains(id));
    let reals = own.flat_map(|(_, graph)| graph.variables.iter()).any(|variable| real(&variable.ty));
    match reals && !session.program().rules.machine_numbers {
        true => Arithmetic::Ideal,
        false => Arithmetic::Machine,
    }
}

/// The files that the program's own procedures stand in; headers of the system have none.
fn own_files(session: &Session) -> Vec<String> {
    let own = session.program().procedures.iter_enumerated();
    let own = own.filter(|(id, _)| !session.program().library.contains(id));
    let own: BTreeSet<_> = own.map(|(_, graph)| graph.span.source).collect();
    let files = session.sources().ids().filter(|id| own.contains(id));
    files.map(|id| session.sources().name(id).to_owned()).collect()
}

fn assembled(session: &Session, suite: &SuiteOptions, units: Vec<Unit>, ledger: Ledger<'_>) -> SuiteReport {
    let mut report = SuiteReport {
        format: SUITE_FORMAT.to_owned(),
        files: own_files(session),
        language: match session.program().language {
            Language::C => "c",
            Language::Fortran => "fortran",
            Language::Pli => "pli",
            Language::Flow => "flow",
        }
        .to_owned(),
        cover: match suite.cover {
            Cover::Statements => "statements",
            Cover::Branches => "branches",
            Cover::Conditions => "conditions",
            Cover::Mcdc => "mcdc",
            Cover::Paths => "paths",
        }
        .to_owned(),
        notes: ledger.notes.clone(),
        changed: ledger.changed,
        ..SuiteReport::default()
    };
    let mut number = 0;
    let mut all = Vec::new();
    for mut unit in units {
        for (test, coverage) in &mut unit.runs {
            number += 1;
            test.name = format!("t{number}");
            all.push((test.name.clone(), coverage.clone()));
        }
        unit.report.tests = unit.runs.into_iter().map(|(test, _)| test).collect();
        report.units.push(unit.report);
    }
    report.goals = ledger.rows(&all);
    report.lines = ledger.lines(&all);
    let covers = |name: &str| {
        let numbered = report.goals.iter().enumerate();
        numbered.filter(|(_, goal)| goal.tests.iter().any(|test| test == name)).map(|(at, _)| at).collect()
    };
    for unit in &mut report.units {
        unit.tests.iter_mut().for_each(|test| test.covers = covers(&test.name));
    }
    report
}

/// What a test reads is a text that somebody could type: numbers in it are characters, too.
fn read_by_character(mut call: Call) -> Call {
    call.entry.by_character = true;
    call
}

/// The time of one of several units that are still to come: it may take half as much again.
fn share_of(interrupt: &Interrupt, left: usize) -> Interrupt {
    match interrupt.remaining() {
        Some(time) if left > 1 => {
            let share = time * 3 / (2 * left as u32);
            interrupt.with_timeout(share.min(time).max(Duration::from_millis(10)))
        }
        _ => interrupt.clone(),
    }
}

/// Eighths of the time that is left: the search ends early enough for its tests to be run, and these may take a little
/// longer rather than be lost.
fn part_of(interrupt: &Interrupt, eighths: u32) -> Interrupt {
    match interrupt.remaining() {
        Some(time) => interrupt.with_timeout(time * eighths / 8),
        None => interrupt.clone(),
    }
}

/// The work on one unit.
struct Job<'s> {
    session: &'s Session,
    suite: &'s SuiteOptions,
    options: &'s Options,
    probed: &'s Probed,
    runner: Runner<'s>,
    interrupt: Interrupt,
    closing: Interrupt,
    proving: Interrupt,
    progress: &'s AtomicU64,
}

impl Job<'_> {
    fn unit(&self, call: &Call, procedures: &BTreeSet<ProcId>, ledger: &mut Ledger<'_>) -> Unit {
        let goals = Goals::of(self.probed, self.suite.cover, procedures);
        ledger.wanted.extend(goals.all.iter().copied());
        let (mut runs, errors) = self.existing(call, ledger);
        let mut report = SuiteUnit {
            call: self.name(call),
            procedure: self.session.program().procedures[call.entry.procedure].name.clone(),
            driver: declare::driver(self.session, call),
            ..SuiteUnit::default()
        };
        if self.suite.generate {
            let mut open = goals.clone();
            let mut covered = Coverage::default();
            runs.iter().for_each(|(_, coverage)| covered.add(coverage));
            covered.add(&ledger.covered);
            open.all.retain(|&goal| !covered.covers(goal));
            let seeds = runs.iter().map(|(test, _)| values::inputs_of_rows(&test.inputs, self.session));
            let config = self.config(call, seeds.collect());
            let mut found = search(self.probed, &call.entry, &open, self.suite.cover, &config);
            report.reasons = goals::reasons(&found.shortfalls);
            runs.extend(self.tests_of(call, &mut found, &open, (errors, ledger)));
            runs.iter().for_each(|(_, coverage)| covered.add(coverage));
            let never = self.unreachable(call, &found, &goals, &covered);
            ledger.explain(call, &found, &goals, &covered, &never, ErrorsSeen::of(&runs));
        }
        report.assumptions = self.session.assumptions(call, self.options);
        runs.iter().for_each(|(_, coverage)| ledger.covered.add(coverage));
        let in_record = |row: &ValueRow| row.name.contains('.');
        if report.driver.named_inputs && runs.iter().any(|(test, _)| test.inputs.iter().any(in_record)) {
            report.driver.refused = Some("records that klee_make_symbolic fills have no driver".to_owned());
        }
        let names = &call.entry.names;
        let of_unknown = |row: &ValueRow| row.name.contains("()");
        if runs.iter().any(|(test, _)| test.inputs.iter().any(of_unknown)) {
            report.driver.refused = Some("a test says what a function does that is not defined".to_owned());
        }
        let unseen = |row: &ValueRow| {
            !of_unknown(row) && (names.is_qualified(&row.name) || row.name.starts_with("result."))
        };
        if runs.iter().any(|(test, _)| test.inputs.iter().any(unseen)) {
            report.driver.refused = Some("a test gives a value to what no driver can name".to_owned());
        }
        Unit { report, runs }
    }

    /// The call in words.
    fn name(&self, call: &Call) -> String {
        let Chosen { size, null } = &self.options.chosen;
        let mut name = self.session.shown_call(call);
        null.iter().for_each(|parameter| name.push_str(&format!(", {parameter} = NULL")));
        if *size == Some(0) {
            name.push_str(", sizes of 0");
        }
        name
    }

    /// What is proved to be out of reach although the search did not come to an end.
    fn unreachable(
        &self,
        call: &Call,
        found: &Search<'_>,
        goals: &Goals,
        covered: &Coverage,
    ) -> BTreeSet<Goal> {
        // What a program reads in a loop is not followed from pass to pass.
        let reads = self.session.program().main == Some(call.entry.procedure);
        if found.shortfalls.is_empty() || reads {
            return BTreeSet::new();
        }
        let open = goals.all.iter().copied();
        let open = open.filter(|&goal| !covered.covers(goal) && found.uncovered().contains(&goal)).collect();
        unreachable::unreachable_ways(self.probed, call, &open, self.options, &self.proving)
    }

    fn config(&self, call: &Call, seeds: Vec<Inputs>) -> Config {
        let config = self.options.config();
        let texts = match self.suite.manner {
            Manner::Symbolic => None,
            Manner::Concolic | Manner::Both => seeds::text_plan(self.session, call),
        };
        let mut solver = config.solver.clone();
        solver.interrupt = self.interrupt.clone();
        if texts.is_some() {
            // Where texts can be varied, a hard question is worth less than a thousand trials.
            solver.query_timeout = solver.query_timeout.min(PATIENCE);
        }
        Config {
            manner: self.suite.manner,
            statements: statements(self.options),
            paths: self.options.limits.paths,
            call_depth: self.options.limits.call_depth,
            errors: self.suite.errors,
            seeds,
            texts,
            numbers: seeds::numbers(self.session),
            seed: self.options.seed,
            solver,
            interrupt: self.interrupt.clone(),
            closing: self.closing.clone(),
        }
    }

    /// Runs the candidates in machine arithmetic, keeps the fewest, and adds boundary points.
    fn tests_of(
        &self,
        call: &Call,
        found: &mut Search<'_>,
        open: &Goals,
        (mut errors, ledger): (Errors, &mut Ledger<'_>),
    ) -> Vec<(TestRow, Coverage)> {
        let candidates = std::mem::take(&mut found.candidates);
        let mut ran: Vec<(Candidate, TestRun)> = Vec::new();
        for candidate in candidates {
            if let Some(run) = self.run(&candidate.inputs) {
                ran.push((candidate, run));
            }
        }
        let coverages: Vec<&Coverage> = ran.iter().map(|(_, run)| &run.coverage).collect();
        let keep: BTreeSet<usize> = selected(&coverages, &open.all).into_iter().collect();
        let all_paths = self.suite.cover == Cover::Paths;
        let mut tests = Vec::new();
        let mut paths = Vec::new();
        for (at, (candidate, run)) in ran.into_iter().enumerate() {
            let error = run.error();
            let new_error = self.suite.errors && error.is_some_and(|error| errors.insert(error));
            if !(keep.contains(&at) || new_error || all_paths) {
                continue;
            }
            let purpose = if error.is_some() { "error" } else { "coverage" };
            if error.is_none() {
                paths.extend(candidate.path);
            }
            let mut row = run.row(self.session, call, purpose);
            row.condition = candidate.condition;
            tests.push((row, run.coverage));
        }
        for path in paths.into_iter().filter(|_| self.suite.boundary) {
            self.add_boundary(call, found, path, &mut tests);
        }
        ledger.seen_errors(&errors);
        tests
    }

    fn add_boundary(
        &self,
        call: &Call,
        found: &mut Search<'_>,
        path: usize,
        tests: &mut Vec<(TestRow, Coverage)>,
    ) {
        let outputs = self.output_terms(call, found, path);
        for Boundary { inputs, border, kind } in boundary_points(found, path, &outputs) {
            let Some(run) = self.run(&inputs) else { continue };
            if run.error().is_some() {
                continue;
            }
            let mut row = run.row(self.session, call, "boundary");
            if tests.iter().any(|(known, _)| known.inputs == row.inputs) {
                continue;
            }
            row.border = Some(format!("{kind} {border}"));
            tests.push((row, run.coverage));
        }
    }

    fn output_terms(&self, call: &Call, found: &mut Search<'_>, path: usize) -> Vec<TermId> {
        let variables = found.variables.clone();
        let (table, start, state) = found.ends(path);
        let ends = Ends { code: &self.probed.code, entry: &call.entry, variables: &variables, start, state };
        let differ = |table: &mut Table, a: Value, b: Value| a.to_term(table) != b.to_term(table);
        let parts = ends.outputs(table, differ);
        let terms = parts.into_iter().filter_map(|(_, part)| match part {
            PartValue::Value(Value::Term(term)) => Some(term),
            _ => None,
        });
        terms.collect()
    }

    fn run(&self, inputs: &Inputs) -> Option<TestRun> {
        self.progress.fetch_add(1, Ordering::Relaxed);
        self.runner.run(inputs)
    }
}

/// Statements that one test may execute: more than a path of an exploration, unless the user says otherwise.
fn statements(options: &Options) -> u64 {
    match options.limits.statements {
        limit if limit == sextant_session::Limits::default().statements => STATEMENTS,
        limit => limit,
    }
}

/// Whether a goal belongs to a procedure.
fn belongs(probed: &Probed, goal: Goal, procedure: ProcId) -> bool {
    match goal {
        Goal::Statement(of, _) => of == procedure,
        Goal::Way(way) => probed.probes[way as usize].procedure == procedure,
        Goal::Pair(decision, _) => probed.decisions[decision as usize].procedure == procedure,
    }
}
