//! Uses of global evaluation: what a programmer or an optimiser can take from it.

use rustc_hash::FxHashSet;
use serde::Serialize;
use sextant_engines::fusion::fusible;
use sextant_engines::global::{Compiled, End, Evaluator};
use sextant_flow::{
    Action, BlockId, FlowGraph, LoopForest, each_assigned, instructions_of, mentioned_in, show_action, show_expr,
};
use sextant_syntax::{ExprKind, Place, ProcId, VarId};

use crate::{Options, Session};

/// A piece of advice.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Advice {
    /// Where.
    pub place: String,
    /// loop-invariant, induction-variable, fusible-loops, dead-branch, superfluous-check
    pub kind: &'static str,
    /// In words.
    pub text: String,
}

impl Session {
    /// Advice about every procedure.
    pub fn advise(&self, options: &Options) -> Vec<Advice> {
        let mut found = Vec::new();
        for id in self.program.procedures.ids().filter(|id| !self.program.library.contains(id)) {
            // Which storage iterations touch is seen in the program as it is.
            self.fusible_loops(id, options, &mut found);
            match self.as_variables(id) {
                Some(session) => session.advise_on(id, options, &mut found),
                None => self.advise_on(id, options, &mut found),
            }
        }
        found.sort();
        found.dedup();
        found
    }

    fn advise_on(&self, id: ProcId, options: &Options, found: &mut Vec<Advice>) {
        let graph = &self.program.procedures[id];
        let forest = LoopForest::of(graph);
        for (position, loop_) in forest.loops.iter().enumerate() {
            let changed = changed_in(graph, &loop_.blocks);
            for &block in loop_.blocks.iter().filter(|&&block| forest.innermost(block) == Some(position)) {
                for instruction in &graph.blocks[block].instructions {
                    let Action::Assign(Place::Variable(_), value) = &instruction.action else { continue };
                    let computes = matches!(value.kind, ExprKind::Binary(..) | ExprKind::Intrinsic(..));
                    if computes && mentioned_in(value).is_disjoint(&changed) {
                        let shown = show_action(&self.program, graph, &instruction.action);
                        found.push(Advice {
                            place: self.sources.place(instruction.span),
                            kind: "loop-invariant",
                            text: format!("{shown} computes the same value in every pass"),
                        });
                    }
                }
            }
        }
        let compiled = Compiled::new(&self.program, id, options.policy(self.program.language));
        let mut evaluator = Evaluator::new(&self.program, &compiled, &options.interrupt);
        self.induction_variables(id, &mut evaluator, found);
        self.dead_branches(id, &mut evaluator, found);
        self.superfluous_checks(id, &mut evaluator, found);
    }

    /// Variables that move by a fixed step in every pass.
    fn induction_variables(&self, id: ProcId, evaluator: &mut Evaluator<'_>, found: &mut Vec<Advice>) {
        let graph = &self.program.procedures[id];
        for head in evaluator.paths().heads.clone() {
            let index = evaluator.index_named(head.block);
            let Some(path) = evaluator.paths().reaching(head.block) else { continue };
            for case in evaluator.contexts_of(path) {
                for (variable, value) in &case.state.numbers {
                    let name = &graph.variables[*variable].name;
                    let coefficients = value.coefficients(&index);
                    if let Some([start, step]) = coefficients.as_deref()
                        && !name.contains('.')
                    {
                        found.push(Advice {
                            place: self.block_place(graph, head.block),
                            kind: "induction-variable",
                            text: format!("{name} begins at {start} and moves by {step} in every pass"),
                        });
                    }
                }
            }
        }
    }

    /// Loops that follow one another, and compute the same as one loop.
    fn fusible_loops(&self, id: ProcId, options: &Options, found: &mut Vec<Advice>) {
        let graph = &self.program.procedures[id];
        for pair in fusible(&self.program, id, &options.config().solver) {
            let (first, second) = (self.block_place(graph, pair.first), self.block_place(graph, pair.second));
            found.push(Advice {
                place: second,
                kind: "fusible-loops",
                text: format!(
                    "this loop makes as many passes as the one at {first}, both to {}, and one loop with both bodies \
                     computes the same",
                    show_expr(&self.program, graph, &pair.bound)
                ),
            });
        }
    }

    fn dead_branches(&self, id: ProcId, evaluator: &mut Evaluator<'_>, found: &mut Vec<Advice>) {
        let graph = &self.program.procedures[id];
        // What cannot be evaluated may lead anywhere.
        let unknown = |(_, end): &(_, End)| matches!(end, End::Unsupported(_));
        for block in graph.blocks.ids() {
            if evaluator.endings_in(block).iter().any(unknown) {
                return;
            }
        }
        for (block, position) in evaluator.dead_edges() {
            let edges = graph.blocks[block].terminator.edges();
            if edges.len() < 2 {
                continue;
            }
            let target = self.block_place(graph, edges[position as usize].to);
            found.push(Advice {
                place: self.block_place(graph, block),
                kind: "dead-branch",
                text: format!("the branch to {target} is never taken from here"),
            });
        }
    }

    fn superfluous_checks(&self, id: ProcId, evaluator: &mut Evaluator<'_>, found: &mut Vec<Advice>) {
        let graph = &self.program.procedures[id];
        for block in graph.blocks.ids() {
            let failing = evaluator.endings_in(block);
            for instruction in &graph.blocks[block].instructions {
                if matches!(instruction.action, Action::Assert(_))
                    && evaluator.paths().reaching(block).is_some()
                    && !failing
                        .iter()
                        .any(|(_, end)| matches!(end, End::Error { span, .. } if *span == instruction.span))
                {
                    found.push(Advice {
                        place: self.sources.place(instruction.span),
                        kind: "superfluous-check",
                        text: "this assertion can never fail".to_owned(),
                    });
                }
            }
        }
    }
}

/// The variables to which some blocks, or the edges out of them, may give values.
fn changed_in(graph: &FlowGraph, blocks: &[BlockId]) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    for instruction in blocks.iter().flat_map(|&block| instructions_of(&graph.blocks[block])) {
        each_assigned(&instruction.action, &mut |variable| _ = found.insert(variable));
    }
    found
}
