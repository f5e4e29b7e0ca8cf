//! Coverage goals, and what of them runs have seen.

use std::collections::{BTreeMap, BTreeSet};

use sextant_flow::{Action, FlowGraph, Instruction, instructions};
use sextant_syntax::{ProcId, StatementNumber};

use super::Cover;
use super::decisions::Vector;
use super::probes::Probed;

/// Something to be covered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Goal {
    /// A statement is executed.
    Statement(ProcId, StatementNumber),
    /// A probe is passed.
    Way(u32),
    /// Two evaluations of a decision show that a condition decides by itself.
    Pair(u32, u32),
}

/// What is to be covered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Goals {
    /// All goals, in the order of the program.
    pub all: BTreeSet<Goal>,
}

impl Goals {
    /// The goals of some procedures.
    pub fn of(probed: &Probed, cover: Cover, procedures: &BTreeSet<ProcId>) -> Self {
        let mut all = BTreeSet::new();
        if cover == Cover::Statements {
            for &id in procedures {
                let numbers = statements_of(&probed.program.procedures[id], probed.own_statements(id));
                all.extend(numbers.into_iter().map(|number| Goal::Statement(id, number)));
            }
            return Self { all };
        }
        let probes = (0..).zip(&probed.probes);
        all.extend(
            probes.filter(|(_, probe)| procedures.contains(&probe.procedure)).map(|(at, _)| Goal::Way(at)),
        );
        if cover == Cover::Mcdc {
            for (at, decision) in (0..).zip(&probed.decisions) {
                if procedures.contains(&decision.procedure) && decision.blocks.len() > 1 {
                    all.extend((0..decision.blocks.len() as u32).map(|condition| Goal::Pair(at, condition)));
                }
            }
        }
        Self { all }
    }
}

/// The statements that something in the graph marks.
fn statements_of(graph: &FlowGraph, own: u32) -> BTreeSet<StatementNumber> {
    let number = |instruction: &Instruction| match instruction.action {
        Action::Statement(number) => Some(number).filter(|number| number.0 <= own),
        _ => None,
    };
    instructions(graph).filter_map(number).collect()
}

/// One thing that a run passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// A statement begins.
    Statement(ProcId, StatementNumber),
    /// A probe is passed.
    Way(u32),
}

/// What runs have seen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Statements executed, and how often.
    pub statements: BTreeMap<(ProcId, StatementNumber), u64>,
    /// Probes passed, and how often.
    pub ways: BTreeMap<u32, u64>,
    /// Evaluations of decisions of several conditions.
    pub vectors: BTreeSet<Vector>,
}

impl Coverage {
    /// Adds what another one has.
    pub fn add(&mut self, other: &Coverage) {
        for (&statement, &count) in &other.statements {
            *self.statements.entry(statement).or_default() += count;
        }
        for (&way, &count) in &other.ways {
            *self.ways.entry(way).or_default() += count;
        }
        self.vectors.extend(other.vectors.iter().cloned());
    }

    /// Whether a goal is covered.
    pub fn covers(&self, goal: Goal) -> bool {
        match goal {
            Goal::Statement(procedure, number) => self.statements.contains_key(&(procedure, number)),
            Goal::Way(way) => self.ways.contains_key(&way),
            Goal::Pair(decision, condition) => self.pair(decision, condition).is_some(),
        }
    }

    /// Two evaluations that show that a condition decides by itself.
    pub fn pair(&self, decision: u32, condition: u32) -> Option<[&Vector; 2]> {
        let of: Vec<&Vector> = self.vectors.iter().filter(|vector| vector.decision == decision).collect();
        for (at, first) in of.iter().enumerate() {
            if let Some(second) = of[at + 1..].iter().find(|second| first.shows(second, condition)) {
                return Some([first, second]);
            }
        }
        None
    }
}

/// Turns events into coverage.
pub(super) struct Recorder<'p> {
    probed: &'p Probed,
    /// For each probe its decision and condition.
    places: Vec<Option<(u32, u32, bool)>>,
    open: Vec<Option<Vector>>,
    pub(super) coverage: Coverage,
}

impl<'p> Recorder<'p> {
    pub(super) fn new(probed: &'p Probed) -> Self {
        let mut places = vec![None; probed.probes.len()];
        for (decision, of) in (0..).zip(&probed.decisions) {
            if of.blocks.len() < 2 {
                continue;
            }
            for (condition, &[holds, fails]) in (0..).zip(&of.probes) {
                places[holds as usize] = Some((decision, condition, true));
                places[fails as usize] = Some((decision, condition, false));
            }
        }
        let open = vec![None; probed.decisions.len()];
        Self { probed, places, open, coverage: Coverage::default() }
    }

    pub(super) fn see(&mut self, event: Event) {
        match event {
            Event::Statement(procedure, number) => {
                *self.coverage.statements.entry((procedure, number)).or_default() += 1;
            }
            Event::Way(way) => {
                *self.coverage.ways.entry(way).or_default() += 1;
                if let Some((decision, condition, value)) = self.places[way as usize] {
                    self.evaluated(way, decision, condition, value);
                }
            }
        }
    }

    fn evaluated(&mut self, way: u32, decision: u32, condition: u32, value: bool) {
        let probe = &self.probed.probes[way as usize];
        let open = &mut self.open[decision as usize];
        if condition == 0 {
            *open = Some(Vector { decision, values: Vec::new(), outcome: probe.block });
        }
        let Some(vector) = open else { return };
        // An activation in between, of the same procedure, has spoilt what was open.
        if vector.outcome != probe.block {
            *open = None;
            return;
        }
        vector.values.push((condition, value));
        vector.outcome = probe.to;
        if !self.probed.decisions[decision as usize].blocks.contains(&probe.to)
            && let Some(vector) = open.take()
        {
            self.coverage.vectors.insert(vector);
        }
    }
}

/// Who is called; `None` stands for somebody who is known only when it happens.
fn callees(graph: &FlowGraph) -> impl Iterator<Item = Option<ProcId>> {
    instructions(graph).filter_map(|instruction| callee(&instruction.action))
}

pub(super) fn callee(action: &Action) -> Option<Option<ProcId>> {
    match action {
        Action::Call { procedure, .. } => Some(Some(*procedure)),
        Action::CallParameter { .. } | Action::CallPointer { .. } => Some(None),
        _ => None,
    }
}

impl Probed {
    /// The procedures of the program itself that a call of one may come to.
    pub fn reachable(&self, from: ProcId) -> BTreeSet<ProcId> {
        let procedures = &self.program.procedures;
        let mut seen = BTreeSet::new();
        let mut waiting = vec![from];
        while let Some(id) = waiting.pop() {
            if !seen.insert(id) {
                continue;
            }
            for callee in callees(&procedures[id]) {
                match callee {
                    Some(callee) => waiting.push(callee),
                    // Whoever is called through a pointer may be anybody.
                    None => waiting.extend(procedures.ids().filter(|&other| self.is_own(other))),
                }
            }
        }
        seen.retain(|&id| self.is_own(id));
        seen
    }
}
