//! How far it is, along the flow graphs, from a place to the nearest goal that is not covered.
//!
//! A distance that is not finite proves that nothing uncovered can be reached. So distances err on the small side:
//! who is called through a pointer may be anybody, and every call may return.

use std::collections::BTreeSet;

use sextant_base::{Id, IdVec};
use sextant_flow::{Action, BlockId, instructions_of};
use sextant_state::State;
use sextant_syntax::{Primitive, ProcId, StatementNumber};

use super::goals::{Goal, callee};
use super::probes::{Probe, Probed};

/// No way leads there.
pub(super) const NEVER: u32 = u32::MAX;
/// What it costs to go back to a caller.
const RETURNING: u32 = 3;

/// The distances for one set of uncovered goals.
pub(super) struct Distances {
    blocks: IdVec<ProcId, Vec<u32>>,
}

impl Distances {
    pub(super) fn new(probed: &Probed, map: &Map, uncovered: &BTreeSet<Goal>) -> Self {
        let mut blocks: IdVec<ProcId, Vec<u32>> =
            probed.program.procedures.iter().map(|graph| vec![NEVER; graph.blocks.len()]).collect();
        for &goal in uncovered {
            match goal {
                Goal::Way(way) => {
                    let probe = &probed.probes[way as usize];
                    blocks[probe.procedure][probe.block.index()] = 1;
                }
                Goal::Statement(procedure, number) => {
                    for &block in &map.statements[procedure][number.0 as usize] {
                        blocks[procedure][block.index()] = 0;
                    }
                }
                Goal::Pair(decision, _) => {
                    let decision = &probed.decisions[decision as usize];
                    let root = decision.blocks[0].index();
                    blocks[decision.procedure][root] = blocks[decision.procedure][root].min(1);
                }
            }
        }
        let mut distances = Self { blocks };
        while distances.relax(probed, map) {}
        distances
    }

    /// Takes one more step into account everywhere; whether that changed anything.
    fn relax(&mut self, probed: &Probed, map: &Map) -> bool {
        let mut changed = false;
        let anybody = self.entries(probed).min().unwrap_or(NEVER);
        for &procedure in &map.procedures {
            for (block, steps) in map.steps[procedure].iter().enumerate().rev() {
                let mut best = self.blocks[procedure][block];
                for step in steps {
                    let there = match *step {
                        Step::To(next) => self.blocks[procedure][next.index()],
                        Step::Call(Some(callee)) => {
                            let entry = probed.program.procedures[callee].entry;
                            self.blocks[callee][entry.index()]
                        }
                        Step::Call(None) => anybody,
                    };
                    best = best.min(there.saturating_add(1));
                }
                if best < self.blocks[procedure][block] {
                    self.blocks[procedure][block] = best;
                    changed = true;
                }
            }
        }
        changed
    }

    fn entries(&self, probed: &Probed) -> impl Iterator<Item = u32> {
        let own = probed.program.procedures.iter_enumerated().filter(|(id, _)| probed.is_own(*id));
        own.map(|(id, graph)| self.blocks[id][graph.entry.index()])
    }

    /// The distance from where a state is: in the running activation, or in one of its callers.
    pub(super) fn of(&self, probed: &Probed, map: &Map, state: &State) -> u32 {
        let mut best = NEVER;
        for (depth, frame) in (0..).zip(state.frames()) {
            let here = map.blocks_of(probed, frame.procedure, frame.statement);
            let there = here.iter().map(|block| self.blocks[frame.procedure][block.index()]).min();
            let marked = &map.landings[frame.procedure];
            let back = marked.iter().map(|block| self.blocks[frame.procedure][block.index()]).min();
            let nearer = there.into_iter().chain(back).min().unwrap_or(NEVER);
            best = best.min(nearer.saturating_add(depth * RETURNING));
        }
        best
    }
}

enum Step {
    To(BlockId),
    Call(Option<ProcId>),
}

/// The parts of the program that distances need, gathered once.
pub(super) struct Map {
    /// Procedures that the call may come to.
    procedures: Vec<ProcId>,
    steps: IdVec<ProcId, Vec<Vec<Step>>>,
    /// For each statement the blocks in which it begins.
    statements: IdVec<ProcId, Vec<Vec<BlockId>>>,
    entries: IdVec<ProcId, [BlockId; 1]>,
    /// The blocks that what they call may jump back to.
    landings: IdVec<ProcId, Vec<BlockId>>,
    /// Where a probe leads; if something is done on the way, where it comes from, too.
    targets: Vec<Vec<BlockId>>,
}

impl Map {
    pub(super) fn new(probed: &Probed) -> Self {
        let program = &probed.program;
        let mut map = Self {
            procedures: program.procedures.ids().collect(),
            steps: IdVec::new(),
            statements: IdVec::new(),
            entries: program.procedures.iter().map(|graph| [graph.entry]).collect(),
            landings: IdVec::new(),
            targets: probed.probes.iter().map(|probe| behind(probed, probe)).collect(),
        };
        for graph in program.procedures.iter() {
            let mut statements = vec![Vec::new(); graph.statements.len() + 1];
            let mut steps = Vec::new();
            let mut landings = Vec::new();
            for (block, content) in graph.blocks.iter_enumerated() {
                let mut here = Vec::new();
                for instruction in instructions_of(content) {
                    if let Action::Statement(StatementNumber(number)) = instruction.action {
                        statements[number as usize].push(block);
                    }
                    if let Action::Primitive(Primitive::MarkLanding, ..) = instruction.action {
                        landings.push(block);
                    }
                    here.extend(callee(&instruction.action).map(Step::Call));
                }
                here.extend(content.terminator.edges().iter().map(|edge| Step::To(edge.to)));
                steps.push(here);
            }
            map.steps.push(steps);
            map.landings.push(landings);
            map.statements.push(statements);
        }
        map
    }

    /// Where an activation is whose last statement or marker is known. A marker stands on an edge: what follows is
    /// the block behind it.
    fn blocks_of(&self, probed: &Probed, procedure: ProcId, number: StatementNumber) -> &[BlockId] {
        if let Some(probe) = probed.probe(procedure, number) {
            return &self.targets[probe as usize];
        }
        match self.statements[procedure].get(number.0 as usize) {
            Some(blocks) if !blocks.is_empty() => blocks,
            _ => &self.entries[procedure],
        }
    }
}

fn behind(probed: &Probed, probe: &Probe) -> Vec<BlockId> {
    let block = &probed.program.procedures[probe.procedure].blocks[probe.block];
    match block.terminator.edges().iter().any(|edge| edge.actions.len() > 1) {
        true => vec![probe.to, probe.block],
        false => vec![probe.to],
    }
}
