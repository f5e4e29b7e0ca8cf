//! Goals in words: what is covered by which test, and why the rest is not.

use std::collections::{BTreeMap, BTreeSet};

use sextant_base::{Diagnostics, Span};
use sextant_engines::testgen::{Cover, Coverage, Goal, Goals, Probed, Search, Shortfall, Side};
use sextant_flow::{asks_for_argument, called};
use sextant_report::{Driver, GoalRow, GoalStatus, LineRow, SuiteUnit, TestRow};
use sextant_session::{Call, Session, is_open, performs};
use sextant_state::{EntryArgument, EntryValue, ErrorKind, Reliance};
use sextant_syntax::{Primitive, ProcId};

use super::{CHOSEN_SIZE, Unit, belongs};

/// How the reasons begin that lie in the objects of a call.
const TOO_SMALL: &str = "infeasible with";

/// What is known of all goals of a suite.
pub(super) struct Ledger<'s> {
    session: &'s Session,
    probed: &'s Probed,
    cover: Cover,
    pub(super) wanted: BTreeSet<Goal>,
    /// The status of goals that are not covered, and why.
    open: BTreeMap<Goal, (GoalStatus, String)>,
    pub(super) notes: Vec<String>,
    /// Tests of a given suite that the program does not pass any more.
    pub(super) changed: usize,
    /// What the units so far cover.
    pub(super) covered: Coverage,
}

impl<'s> Ledger<'s> {
    pub(super) fn new(session: &'s Session, probed: &'s Probed, cover: Cover) -> Self {
        Self {
            session,
            probed,
            cover,
            wanted: BTreeSet::new(),
            open: BTreeMap::new(),
            notes: Vec::new(),
            changed: 0,
            covered: Coverage::default(),
        }
    }

    /// A unit that cannot be called.
    pub(super) fn refused(&mut self, call: &str, errors: &Diagnostics) -> Unit {
        let reasons: Vec<String> = errors.sorted().iter().map(|error| error.message.clone()).collect();
        if let Some(procedure) = self.session.program().procedure_named(call) {
            let goals = Goals::of(self.probed, self.cover, &BTreeSet::from([procedure]));
            for goal in goals.all {
                self.wanted.insert(goal);
                self.open.insert(goal, (GoalStatus::Unsupported, reasons.join("; ")));
            }
        }
        let driver = Driver { refused: Some(reasons.join("; ")), ..Driver::default() };
        let report = SuiteUnit {
            call: call.to_owned(),
            procedure: call.to_owned(),
            driver,
            reasons,
            ..SuiteUnit::default()
        };
        Unit { report, runs: Vec::new() }
    }

    /// Whether something in a procedure is not covered yet.
    pub(super) fn is_open(&self, procedure: ProcId) -> bool {
        let own = self.wanted.iter().filter(|&&goal| belongs(self.probed, goal, procedure));
        own.into_iter().any(|&goal| !self.covered.covers(goal))
    }

    pub(super) fn seen_errors(&mut self, errors: &BTreeSet<(Span, ErrorKind)>) {
        for (span, kind) in errors {
            let note = format!("{kind} at {}", self.session.sources().place(*span));
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }

    /// Says why goals of a unit are not covered.
    /// Goals of which `never` was proved that no run takes them are infeasible, whatever the search came to.
    pub(super) fn explain(
        &mut self,
        call: &Call,
        found: &Search<'_>,
        goals: &Goals,
        covered: &Coverage,
        never: &BTreeSet<Goal>,
        errors: ErrorsSeen,
    ) {
        let graph = &self.session.program().procedures[call.entry.procedure];
        let parameters = graph.parameters.iter().map(|&parameter| &graph.variables[parameter].ty);
        let mut optional = graph.parameters.iter();
        let optional =
            optional.any(|&one| asks_for_argument(self.session.program(), call.entry.procedure, one));
        let limits = restriction(call, parameters.into_iter().any(is_open), optional);
        let exact = call.entry.relied.has(&Reliance::ExactDecisions);
        for &goal in goals.all.iter().filter(|&&goal| !covered.covers(goal)) {
            let why = if never.contains(&goal) {
                match &limits {
                    Some(limits) => (GoalStatus::Budget, limits.clone()),
                    None => (
                        GoalStatus::Infeasible,
                        "no path without an error takes it: induction over loops".to_owned(),
                    ),
                }
            } else if !found.uncovered().contains(&goal) {
                (
                    GoalStatus::Undecided,
                    "the search takes it, but a run in machine arithmetic on its inputs does not".to_owned(),
                )
            } else if let Some(reason) = found.undecided.get(&goal) {
                (GoalStatus::Undecided, reason.clone())
            } else {
                why(&found.shortfalls, limits.as_deref(), &self.granted(call, found))
            };
            // Where floats are computed, exact reals say nothing about what cannot be.
            let why = match why {
                (GoalStatus::Infeasible, reason) if exact => {
                    (GoalStatus::Undecided, format!("infeasible in exact reals: {reason}"))
                }
                why => why,
            };
            let why = match (why, errors) {
                ((GoalStatus::Infeasible, _), ErrorsSeen::OnAllRuns) => {
                    (GoalStatus::Undecided, "every path ends in an error before it".to_owned())
                }
                ((GoalStatus::Infeasible, reason), ErrorsSeen::OnSomeRuns) => (
                    GoalStatus::Infeasible,
                    reason.replace("every path was explored", "every path without an error was explored"),
                ),
                (why, _) => why,
            };
            // Another call of the procedure may have said more than that its own objects are too small.
            if self.open.get(&goal).is_none_or(|(_, reason)| reason.starts_with(TOO_SMALL)) {
                self.open.insert(goal, why);
            }
        }
    }

    /// All goals with the tests that cover them.
    pub(super) fn rows(&self, tests: &[(String, Coverage)]) -> Vec<GoalRow> {
        let mut together = Coverage::default();
        tests.iter().for_each(|(_, coverage)| together.add(coverage));
        self.wanted.iter().map(|&goal| self.row(goal, tests, &together)).collect()
    }

    fn row(&self, goal: Goal, tests: &[(String, Coverage)], together: &Coverage) -> GoalRow {
        let (kind, procedure, span, side, branch) = self.place(goal);
        let place = self.session.sources().position(span);
        let snippet = self.loop_head(span).unwrap_or_else(|| self.session.sources().snippet(span));
        let (status, reason) = match (together.covers(goal), self.open.get(&goal)) {
            (true, _) => (GoalStatus::Covered, None),
            (false, Some((status, reason))) => (*status, Some(reason.clone())),
            (false, None) => (GoalStatus::Budget, Some("nobody looked for it".to_owned())),
        };
        let tests: Vec<String> = match goal {
            Goal::Pair(decision, condition) => {
                let pair = together.pair(decision, condition).into_iter().flatten();
                let with = pair.filter_map(|vector| tests.iter().find(|(_, of)| of.vectors.contains(vector)));
                with.map(|(name, _)| name.clone()).collect()
            }
            _ => tests.iter().filter(|(_, of)| of.covers(goal)).map(|(name, _)| name.clone()).collect(),
        };
        GoalRow {
            kind: kind.to_owned(),
            procedure: self.session.program().procedures[procedure].name.clone(),
            file: self.session.sources().name(span.source).to_owned(),
            line: place.line,
            column: place.column,
            text: shortened(snippet),
            side,
            status,
            reason,
            count: match goal {
                Goal::Statement(of, number) => together.statements.get(&(of, number)).copied().unwrap_or(0),
                Goal::Way(way) => together.ways.get(&way).copied().unwrap_or(0),
                Goal::Pair(..) => tests.len() as u64,
            },
            tests,
            branch,
        }
    }

    /// The line of a counted loop, whose branches stand at the first value of its variable.
    fn loop_head(&self, span: Span) -> Option<&str> {
        if self.session.is_c() {
            return None;
        }
        let text = self.session.sources().text(span.source);
        let before = text.get(..span.start as usize)?;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        if !before[start..].trim_end().ends_with('=') {
            return None;
        }
        text[start..].lines().next().map(str::trim)
    }

    fn place(&self, goal: Goal) -> (&'static str, ProcId, Span, String, u32) {
        match goal {
            Goal::Statement(procedure, number) => {
                let span = self.probed.program.procedures[procedure].statements[number.0 as usize - 1].span;
                ("statement", procedure, span, String::new(), number.0)
            }
            Goal::Way(way) => {
                let probe = &self.probed.probes[way as usize];
                let side = match probe.side {
                    Side::True => "true".to_owned(),
                    Side::False => "false".to_owned(),
                    Side::Case(number) => format!("case {number}"),
                    Side::Otherwise => "otherwise".to_owned(),
                };
                ("branch", probe.procedure, probe.span, side, probe.block.0)
            }
            Goal::Pair(decision, condition) => {
                let decision = &self.probed.decisions[decision as usize];
                let probe = &self.probed.probes[decision.probes[condition as usize][0] as usize];
                ("mcdc", probe.procedure, probe.span, "decides by itself".to_owned(), probe.block.0)
            }
        }
    }

    /// How often the lines with statements of the procedures in question are executed.
    pub(super) fn lines(&self, tests: &[(String, Coverage)]) -> Vec<LineRow> {
        let procedures: BTreeSet<ProcId> = self
            .session
            .program()
            .procedures
            .ids()
            .filter(|&id| self.wanted.iter().any(|&goal| belongs(self.probed, goal, id)))
            .collect();
        let goals = Goals::of(self.probed, Cover::Statements, &procedures);
        let mut lines: BTreeMap<(String, u32), u64> = BTreeMap::new();
        for goal in goals.all {
            let Goal::Statement(procedure, number) = goal else { continue };
            let count =
                tests.iter().filter_map(|(_, of)| of.statements.get(&(procedure, number))).sum::<u64>();
            let (_, _, span, _, _) = self.place(goal);
            let file = self.session.sources().name(span.source).to_owned();
            let line = self.session.sources().position(span).line;
            let known = lines.entry((file, line)).or_default();
            *known = (*known).max(count);
        }
        lines.into_iter().map(|((file, line), count)| LineRow { file, line, count }).collect()
    }
}

/// On which of the runs that were found the program runs into errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ErrorsSeen {
    /// On none.
    Never,
    /// On some, so that what follows there is not seen.
    OnSomeRuns,
    /// On all of them: nothing is known of what would follow.
    OnAllRuns,
}

impl ErrorsSeen {
    pub(super) fn of(runs: &[(TestRow, Coverage)]) -> ErrorsSeen {
        let failing = runs.iter().filter(|(test, _)| test.is_failing()).count();
        match failing {
            0 => ErrorsSeen::Never,
            _ if failing == runs.len() => ErrorsSeen::OnAllRuns,
            _ => ErrorsSeen::OnSomeRuns,
        }
    }
}

fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// What the inputs of a call cannot be, so that nothing is proved about them.
fn restriction(call: &Call, sized: bool, optional: bool) -> Option<String> {
    if call.text.contains('(') {
        return None;
    }
    if optional {
        return Some(format!("{TOO_SMALL} all optional arguments"));
    }
    if sized {
        return Some(format!("{TOO_SMALL} arrays and texts of {CHOSEN_SIZE} elements"));
    }
    if call.entry.arguments.iter().any(|argument| matches!(argument, EntryArgument::Texts(_))) {
        return Some(format!("{TOO_SMALL} this number and length of arguments"));
    }
    let objects = call.entry.arguments.iter().any(|argument| match argument {
        EntryArgument::Block { object, .. } => object.handed.is_none(),
        EntryArgument::Value(EntryValue::Int(_)) => true,
        EntryArgument::Array { .. } | EntryArgument::Scalar { .. } | EntryArgument::Value(_) => false,
        EntryArgument::Storage { .. } | EntryArgument::Absent => false,
        EntryArgument::Texts(_) => false,
        EntryArgument::Handle { .. } => true,
    });
    objects.then(|| {
        format!(
            "{TOO_SMALL} the objects of this call: 8 elements behind a pointer, none behind pointers in them"
        )
    })
}

fn why(shortfalls: &BTreeSet<Shortfall>, limits: Option<&str>, granted: &Granted) -> (GoalStatus, String) {
    let reasons = reasons(shortfalls).join("; ");
    let has = |of: fn(&Shortfall) -> bool| shortfalls.iter().any(of);
    match limits {
        _ if has(|one| matches!(one, Shortfall::Unsupported(_))) => (GoalStatus::Unsupported, reasons),
        _ if has(|one| matches!(one, Shortfall::Undecided(_))) => (GoalStatus::Undecided, reasons),
        _ if !shortfalls.is_empty() => (GoalStatus::Budget, reasons),
        Some(limits) => (GoalStatus::Budget, limits.to_owned()),
        None => match &granted.model {
            Some(model) => (GoalStatus::Unsupported, format!("infeasible with what {model} gives here")),
            None => (GoalStatus::Infeasible, format!("every path{} was explored", granted.paths)),
        },
    }
}

/// What is taken for granted of a program all of whose paths were explored.
struct Granted {
    /// Which paths these are.
    paths: &'static str,
    /// A function that gives what the surroundings hold, of which only one possibility was looked at.
    model: Option<String>,
}

impl Ledger<'_> {
    fn granted(&self, call: &Call, found: &Search<'_>) -> Granted {
        let (program, id) = (self.session.program(), call.entry.procedure);
        let allocates = performs(program, id, |done| matches!(done, Primitive::Allocate { .. }));
        let paths = match (found.may_go_wrong(), allocates) {
            (false, false) => "",
            (true, false) => " without an error",
            (false, true) => " on which memory does not run out",
            (true, true) => " without an error, on which memory does not run out,",
        };
        let reached = called(program, id);
        let mut library = program.library.iter().filter(|id| reached.contains(id));
        let model = library.find_map(|&id| {
            let name = program.procedures[id].name.clone();
            SURROUNDINGS.contains(&name.as_str()).then_some(name)
        });
        Granted { paths, model }
    }
}

/// Functions of the library whose results depend on more than their arguments.
const SURROUNDINGS: [&str; 7] = ["getenv", "secure_getenv", "rand", "random", "time", "clock", "getpid"];

/// Why a search did not see everything, in words.
pub(super) fn reasons(shortfalls: &BTreeSet<Shortfall>) -> Vec<String> {
    let words = shortfalls.iter().map(|shortfall| match shortfall {
        Shortfall::Unsupported(what) => format!("not supported: {what}"),
        Shortfall::Undecided(reason) => format!("the solver gave up: {reason}"),
        Shortfall::Statements(limit) => format!("paths were cut after {limit} statements (--statements)"),
        Shortfall::CallDepth(limit) => format!("paths were cut at {limit} nested calls (--call-depth)"),
        Shortfall::Paths(limit) => format!("stopped after {limit} paths (--paths)"),
        Shortfall::Timeout => "time ran out (--timeout)".to_owned(),
        Shortfall::Memory => "memory ran out (--memory)".to_owned(),
        Shortfall::Interrupted => "somebody asked to stop".to_owned(),
    });
    words.collect()
}
