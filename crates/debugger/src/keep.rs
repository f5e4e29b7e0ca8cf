//! A session as data that outlive it: what must be known to walk the same tree again.
//!
//! No state is kept. A node is described by what it begins with and by the answers given on its stretch; running
//! the program with these answers needs no solver and leads to the same states.

use sextant_session::Session;
use sextant_state::{Decision, Driver, Proof, State};

use super::desk::{Desk, Given, Run};
use super::drive::Stepping;
use super::walk::{Halt, NodeId, Origin, Point, Script};
use super::{Debugger, Saved};

/// Everything that is kept of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Kept {
    /// The fingerprint of the program's texts.
    pub(super) program: String,
    /// The options that decide what an execution means.
    pub(super) options: String,
    pub(super) runs: Vec<KeptRun>,
    pub(super) current: Option<usize>,
    pub(super) states: Vec<KeptState>,
    /// Numbers and commands.
    pub(super) breakpoints: Vec<(usize, String)>,
    pub(super) trace: String,
    pub(super) data: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct KeptRun {
    pub(super) call: String,
    pub(super) data: Option<String>,
    pub(super) nodes: Vec<KeptNode>,
    pub(super) line: Vec<NodeId>,
    pub(super) here: Mark,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct KeptNode {
    /// `call`, `true`, `false`, or what the user did.
    pub(super) origin: String,
    pub(super) departure: Option<Mark>,
    pub(super) furthest: Mark,
    /// A letter for each answer: T and F where there was a choice, t and f where there was none.
    pub(super) answers: String,
    /// A letter for each verdict on a PROVE: T, F or ? for undecided.
    pub(super) proofs: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct KeptState {
    pub(super) name: Option<String>,
    pub(super) run: usize,
    pub(super) mark: Mark,
}

/// A place in the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub(super) node: NodeId,
    pub(super) statements: u64,
    pub(super) decisions: usize,
    /// Why the machine rests there: `inside`, `statement`, `question` or `end`.
    pub(super) halt: String,
    /// Procedure and statement, to notice a program that runs differently.
    pub(super) place: String,
}

/// Why a session cannot be taken up again.
const MISFIT: &str = "it does not fit the program: an execution goes another way";

impl Debugger {
    /// What is to be kept of the session.
    pub(super) fn kept(&self) -> Kept {
        Kept {
            program: self.fingerprint(),
            options: self.options.fingerprint(self.session.program().language),
            runs: self.runs.iter().map(|run| self.kept_run(run)).collect(),
            current: self.current,
            states: self
                .saved
                .iter()
                .map(|saved| KeptState {
                    name: saved.name.clone(),
                    run: saved.run,
                    mark: self.mark(&saved.point),
                })
                .collect(),
            breakpoints: self.breaks.commands(),
            trace: self.trace.command(&self.session),
            data: self.data.clone(),
        }
    }

    /// Takes a kept session up; on failure nothing is changed.
    pub(super) fn take_up(&mut self, kept: &Kept) -> Result<(), String> {
        if kept.program != self.fingerprint() {
            return Err("the program has changed since".into());
        }
        let options = self.options.fingerprint(self.session.program().language);
        if kept.options != options {
            return Err(format!("it was saved with other options ({}; now {options})", kept.options));
        }
        let mut fresh = Debugger::new(self.session.clone(), self.options.clone());
        for run in &kept.runs {
            fresh.data.clone_from(&run.data);
            let call = fresh.read_call(&run.call)?;
            let begun = fresh.begin(call)?;
            fresh.runs.push(begun);
            fresh.current = Some(fresh.runs.len() - 1);
            fresh.desk(|desk| desk.rebuild(run))?;
        }
        fresh.data.clone_from(&kept.data);
        for state in &kept.states {
            if state.run >= fresh.runs.len() {
                return Err(MISFIT.into());
            }
            fresh.current = Some(state.run);
            let point = fresh.desk(|desk| desk.reach(&state.mark))?;
            fresh.saved.push(Saved { name: state.name.clone(), run: state.run, point });
        }
        if kept.current.is_some_and(|current| current >= fresh.runs.len()) {
            return Err(MISFIT.into());
        }
        fresh.current = kept.current;
        for (number, command) in &kept.breakpoints {
            fresh.breaks.number_next(*number);
            fresh.desk(|desk| desk.break_command(command))?;
        }
        if fresh.current.is_some() {
            fresh.trace = fresh.desk(|desk| desk.read_trace(&kept.trace))?;
        }
        fresh.stopped = None;
        fresh.archive = self.archive.take();
        *self = fresh;
        Ok(())
    }

    fn kept_run(&self, run: &Run) -> KeptRun {
        KeptRun {
            call: run.call.text.clone(),
            data: run.given.as_ref().map(|Given { text, .. }| text.clone()),
            nodes: (0..run.walk.len()).map(|node| self.kept_node(run, node)).collect(),
            line: run.walk.line().to_vec(),
            here: self.mark(run.walk.here()),
        }
    }

    fn kept_node(&self, run: &Run, id: NodeId) -> KeptNode {
        let node = run.walk.node(id);
        let letter = |decision: &Decision| match (decision.choice, decision.forced) {
            (true, false) => 'T',
            (false, false) => 'F',
            (true, true) => 't',
            (false, true) => 'f',
        };
        let verdict = |proof: &Proof| match proof.holds {
            Some(true) => 'T',
            Some(false) => 'F',
            None => '?',
        };
        let (first, last) = (&node.first.state, &node.furthest.state);
        KeptNode {
            origin: match &node.origin {
                Origin::Call => "call".into(),
                Origin::Answer { choice, .. } => choice.to_string(),
                Origin::Edit(text) => text.clone(),
            },
            departure: node.departure.as_ref().map(|point| self.mark(point)),
            furthest: self.mark(&node.furthest),
            answers: last.decisions.iter().skip(first.decisions.len()).map(letter).collect(),
            proofs: last.proofs().skip(first.proofs().count()).map(verdict).collect(),
        }
    }

    fn mark(&self, point: &Point) -> Mark {
        Mark {
            node: point.node,
            statements: point.state.statements,
            decisions: point.state.decisions.len(),
            halt: halt_word(&point.halt).to_owned(),
            place: place_of(&self.session, &point.state),
        }
    }

    /// A fingerprint of the texts of the program.
    fn fingerprint(&self) -> String {
        let sources = self.session.sources();
        let mut hash = Fingerprint::default();
        for id in sources.ids() {
            hash.add(sources.text(id).as_bytes());
            hash.add(&[0]);
        }
        hash.text()
    }
}

fn halt_word(halt: &Halt) -> &'static str {
    match halt {
        Halt::Inside => "inside",
        Halt::Statement => "statement",
        Halt::Question(..) => "question",
        Halt::Ended(_) => "end",
    }
}

fn place_of(session: &Session, state: &State) -> String {
    let name = &session.program().procedures[state.frame.procedure].name;
    format!("{name}#{}", state.frame.statement.0)
}

impl Desk<'_> {
    /// Walks the tree of a run again, node by node in the order in which they were visited.
    fn rebuild(&mut self, run: &KeptRun) -> Result<(), String> {
        for (id, node) in run.nodes.iter().enumerate() {
            match (&node.departure, node.origin.as_str()) {
                (None, "call") if id == 0 => {}
                (Some(departure), origin) if id > 0 && departure.node < id => {
                    let point = self.reach(departure)?;
                    self.walk.settle_at(point);
                    self.depart(origin)?;
                }
                _ => return Err(MISFIT.into()),
            }
            if self.walk.len() != id + 1 {
                return Err(MISFIT.into());
            }
            self.walk.follow_script(id, script_of(node));
            let furthest = self.reach(&Mark { node: id, ..node.furthest.clone() })?;
            self.walk.settle_at(furthest);
            self.walk.note();
        }
        let here = self.reach(&run.here)?;
        self.walk.settle_at(here);
        if self.walk.take_up(&run.line) { Ok(()) } else { Err(MISFIT.into()) }
    }

    /// Begins the next node where the walker is.
    fn depart(&mut self, origin: &str) -> Result<(), String> {
        if let Ok(choice) = origin.parse::<bool>() {
            let Halt::Question(question, _) = self.walk.here().halt.clone() else {
                return Err(MISFIT.into());
            };
            self.branch_at(&question, choice);
            return Ok(());
        }
        match origin.split_once(' ') {
            Some(("assume", condition)) => self.assume(condition),
            Some(("set", assignment)) => self.set(assignment),
            _ => Err(MISFIT.into()),
        }
        .map(drop)
    }

    /// The point of a mark, reached with the answers that were given on the way, stop by stop: it may lie within a
    /// statement.
    fn reach(&mut self, mark: &Mark) -> Result<Point, String> {
        if mark.node >= self.walk.len() {
            return Err(MISFIT.into());
        }
        let mut point = self.nearest(mark);
        while !is_at(&point, mark) {
            if self.options.interrupt.asked() {
                return Err("interrupted".into());
            }
            if point.order() > order_of(mark) {
                return Err(MISFIT.into());
            }
            let stopped = Stepping { desk: self, target: mark.statements }.step(&mut point).is_break();
            if stopped && !matches!(point.halt, Halt::Statement) && !is_at(&point, mark) {
                return Err(MISFIT.into());
            }
        }
        match place_of(self.session, &point.state) == mark.place {
            true => Ok(point),
            false => Err(MISFIT.into()),
        }
    }

    /// The nearest known point of the node before a mark.
    fn nearest(&self, mark: &Mark) -> Point {
        let node = self.walk.node(mark.node);
        if is_at(&node.furthest, mark) {
            return node.furthest.clone();
        }
        // A checkpoint stands before its statement: only a mark behind that can be reached from it.
        match node.checkpoints.before(mark.statements) {
            Some(state) if state.decisions.len() <= mark.decisions => {
                Point { node: mark.node, state: state.clone(), halt: Halt::Statement }
            }
            _ => node.first.clone(),
        }
    }
}

/// The answers and verdicts of a node.
fn script_of(node: &KeptNode) -> Script {
    let decision =
        |letter: char| Decision { choice: letter.eq_ignore_ascii_case(&'t'), forced: letter.is_lowercase() };
    let verdict = |letter: char| (letter != '?').then_some(letter == 'T');
    Script {
        answers: node.answers.chars().map(decision).collect(),
        proofs: node.proofs.chars().map(verdict).collect(),
    }
}

fn is_at(point: &Point, mark: &Mark) -> bool {
    point.order() == order_of(mark)
}

fn order_of(mark: &Mark) -> (u64, usize, u8) {
    let rank = match mark.halt.as_str() {
        "statement" => 0,
        "inside" => 1,
        "question" => 2,
        _ => 3,
    };
    (mark.statements, mark.decisions, rank)
}

/// FNV-1a, 64 bits: the same on every machine and in every version.
pub(super) struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    pub(super) fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}
