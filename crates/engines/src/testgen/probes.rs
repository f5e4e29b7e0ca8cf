//! A program whose branches carry markers: statements with numbers above those of their procedure.

use std::collections::BTreeSet;

use sextant_base::{Id, IdVec, Span};
use sextant_flow::{Action, BlockId, Condition, FlowGraph, FlowProgram, Instruction, Terminator};
use sextant_state::{Code, Policy, compile};
use sextant_syntax::{ProcId, StatementInfo, StatementNumber};

use super::Cover;
use super::decisions::{Decision, decisions};
use super::goals::Goal;
use super::splitting::split_conditions;

/// Which way out of a branch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Side {
    /// The condition holds.
    True,
    /// It does not.
    False,
    /// One of several conditions holds, counted from 1.
    Case(u32),
    /// None of several conditions holds.
    Otherwise,
}

/// A way out of a branch.
#[derive(Clone, PartialEq, Debug)]
pub struct Probe {
    /// The procedure.
    pub procedure: ProcId,
    /// The block, in the program with probes.
    pub block: BlockId,
    /// Where it leads.
    pub to: BlockId,
    /// Which way it is.
    pub side: Side,
    /// The condition.
    pub span: Span,
}

/// A program with its probes.
#[derive(Clone, Debug)]
pub struct Probed {
    /// The program with probes.
    pub program: FlowProgram,
    /// Its code.
    pub code: Code,
    /// The probes, in the order of procedures and blocks.
    pub probes: Vec<Probe>,
    /// Conditions that decide together.
    pub decisions: Vec<Decision>,
    /// How many statements each procedure has by itself.
    statements: IdVec<ProcId, u32>,
    /// The number of the first probe of each procedure.
    first: IdVec<ProcId, u32>,
}

impl Probed {
    /// The ways that leave branches of which other ways are among the goals, those ways themselves left out.
    pub(super) fn sisters(&self, goals: &BTreeSet<Goal>) -> Vec<u32> {
        let place = |way: u32| (self.probes[way as usize].procedure, self.probes[way as usize].block);
        let wanted: BTreeSet<(ProcId, BlockId)> = goals
            .iter()
            .filter_map(|goal| match goal {
                Goal::Way(way) => Some(place(*way)),
                _ => None,
            })
            .collect();
        let all = 0..self.probes.len() as u32;
        all.filter(|&way| !goals.contains(&Goal::Way(way)) && wanted.contains(&place(way))).collect()
    }

    /// Puts probes into the procedures that belong to the program itself.
    pub fn new(program: &FlowProgram, policy: Policy, cover: Cover) -> Self {
        let mut probed = program.clone();
        let mut probes = Vec::new();
        let (mut statements, mut first) = (IdVec::new(), IdVec::new());
        for id in program.procedures.ids() {
            let graph = &mut probed.procedures[id];
            statements.push(graph.statements.len() as u32);
            first.push(probes.len() as u32);
            if !program.library.contains(&id) {
                split_conditions(graph, program.rules, cover);
                put_probes(id, graph, &mut probes);
            }
        }
        debug_assert_eq!(sextant_flow::verify(&probed), Ok(()));
        let decisions = decisions(&probed, &probes);
        Self { code: compile(&probed, policy), program: probed, probes, decisions, statements, first }
    }

    /// The probe that a marker stands for; `None` for a statement of the program.
    pub fn probe(&self, procedure: ProcId, number: StatementNumber) -> Option<u32> {
        let beyond = number.0.checked_sub(self.statements[procedure] + 1)?;
        Some(self.first[procedure] + beyond)
    }

    /// How many statements a procedure has by itself.
    pub fn own_statements(&self, procedure: ProcId) -> u32 {
        self.statements[procedure]
    }

    /// Whether a procedure belongs to the program itself.
    pub fn is_own(&self, procedure: ProcId) -> bool {
        !self.program.library.contains(&procedure)
    }
}

fn put_probes(id: ProcId, graph: &mut FlowGraph, probes: &mut Vec<Probe>) {
    let mut numbers = graph.statements.len() as u32;
    for at in 0..graph.blocks.len() {
        let block = BlockId::from_index(at);
        let end = graph.blocks[block].instructions.last().map_or(graph.span, |last| last.span);
        let Terminator::Edges(edges) = &mut graph.blocks[block].terminator else { continue };
        if edges.len() < 2 {
            continue;
        }
        let several = edges.len() > 2 || !matches!(edges[1].condition, Condition::Otherwise);
        let mut span = end;
        for (position, edge) in edges.iter_mut().enumerate() {
            let side = match (&edge.condition, several) {
                (Condition::When(condition), several) => {
                    span = condition.span;
                    if several { Side::Case(position as u32 + 1) } else { Side::True }
                }
                (_, true) => Side::Otherwise,
                (_, false) => Side::False,
            };
            probes.push(Probe { procedure: id, block, to: edge.to, side, span });
            numbers += 1;
            graph.statements.push(StatementInfo { span });
            let marker = Action::Statement(StatementNumber(numbers));
            edge.actions.insert(0, Instruction { action: marker, span });
        }
    }
}
