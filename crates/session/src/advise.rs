//! Uses of global evaluation: what a programmer or an optimiser can take from it.

use rustc_hash::FxHashSet;
use serde::Serialize;
use sextant_algebra::{Condition, Symbol, Term};
use sextant_engines::fusion::fusible;
use sextant_engines::global::{Case, Compiled, End, Evaluator};
use sextant_flow::{
    Action, BlockId, FlowGraph, LoopForest, any_in, each_assigned, instructions_of, mentioned_in,
    show_action, show_expr,
};
use sextant_syntax::{Expr, ExprKind, Place, ProcId, Storage, Type, VarId};

use crate::{Options, Session};

/// A fact with a longer condition is left out.
const LONGEST_CONDITION: usize = 240;

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
        let mut found = self.fusible(options);
        for id in self.program.procedures.ids().filter(|id| !self.program.library.contains(id)) {
            match self.as_variables(id) {
                Some(session) => session.advise_on(id, options, &mut found),
                None => self.advise_on(id, options, &mut found),
            }
        }
        found.sort();
        found.dedup();
        found
    }

    /// The advice about loops that can be made one.
    pub fn fusible(&self, options: &Options) -> Vec<Advice> {
        let mut found = Vec::new();
        // Which storage iterations touch is seen in the program as it is.
        for id in self.program.procedures.ids().filter(|id| !self.program.library.contains(id)) {
            self.fusible_loops(id, options, &mut found);
        }
        found
    }

    fn advise_on(&self, id: ProcId, options: &Options, found: &mut Vec<Advice>) {
        let first = found.len();
        self.invariant_computations(id, found);
        let compiled = Compiled::new(&self.program, id, options.policy(self.program.language));
        let mut evaluator = Evaluator::new(&self.program, &compiled, &options.interrupt);
        self.induction_variables(id, &mut evaluator, found);
        // Evaluation computes with real numbers, programs with rounded ones: what is never so there may be so here.
        if !decides_on_reals(&self.program.procedures[id]) {
            self.dead_branches(id, &mut evaluator, found);
            self.superfluous_checks(id, &mut evaluator, found);
        }
        let assumed = self.assumed_of_callers();
        if !assumed.is_empty() {
            let granted = assumed.iter().map(|one| format!("assumed: {one}")).collect::<Vec<_>>().join("; ");
            found[first..].iter_mut().for_each(|advice| advice.text.push_str(&format!(" ({granted})")));
        }
    }

    /// Assignments in loops of what does not change there.
    fn invariant_computations(&self, id: ProcId, found: &mut Vec<Advice>) {
        let graph = &self.program.procedures[id];
        let forest = LoopForest::of(graph);
        for (position, loop_) in forest.loops.iter().enumerate() {
            let changed = changed_in(graph, &loop_.blocks);
            let kept = |value: &Expr| self.keeps(graph, &loop_.blocks, value);
            for &block in loop_.blocks.iter().filter(|&&block| forest.innermost(block) == Some(position)) {
                for instruction in &graph.blocks[block].instructions {
                    let Action::Assign(Place::Variable(_), value) = &instruction.action else { continue };
                    let computes = matches!(value.kind, ExprKind::Binary(..) | ExprKind::Intrinsic(..));
                    if computes && mentioned_in(value).is_disjoint(&changed) && kept(value) {
                        let shown = show_action(&self.program, graph, &instruction.action);
                        found.push(Advice {
                            place: self.sources.place(instruction.span),
                            kind: "loop-invariant",
                            text: format!("{shown} computes the same value in every pass that comes here"),
                        });
                    }
                }
            }
        }
    }

    /// Whether what some blocks do can change a value whose variables they do not assign: by other names of them, by
    /// calls, or in storage that is known by its address.
    fn keeps(&self, graph: &FlowGraph, blocks: &[BlockId], value: &Expr) -> bool {
        let elsewhere = any_in(value, &|expr| matches!(expr.kind, ExprKind::Memory(_)));
        let own = |variable: &VarId| {
            let variable = &graph.variables[*variable];
            match variable.storage {
                Storage::Automatic | Storage::Value => !matches!(variable.ty, Type::Handle(_)),
                Storage::Parameter => {
                    self.program.rules.no_aliases && !matches!(variable.ty, Type::Handle(_))
                }
                Storage::Static | Storage::External(_) | Storage::Area(..) => false,
            }
        };
        let calls =
            blocks.iter().flat_map(|&block| instructions_of(&graph.blocks[block])).any(|instruction| {
                matches!(
                    instruction.action,
                    Action::Call { .. }
                        | Action::CallParameter { .. }
                        | Action::CallPointer { .. }
                        | Action::Primitive(..)
                )
            });
        let local = |variable: &VarId| {
            matches!(graph.variables[*variable].storage, Storage::Automatic | Storage::Value)
        };
        // What is seen under other names changes only where something is assigned that may have one.
        let still = !calls && changed_in(graph, blocks).iter().all(local);
        !elsewhere && (still || mentioned_in(value).iter().all(own))
    }

    /// Variables that move by a fixed step in every pass.
    fn induction_variables(&self, id: ProcId, evaluator: &mut Evaluator<'_>, found: &mut Vec<Advice>) {
        let graph = &self.program.procedures[id];
        for head in evaluator.paths().heads.clone() {
            let index = evaluator.index_named(head.block);
            let Some(path) = evaluator.paths().reaching(head.block) else { continue };
            let none_made = Condition::eq(&Term::symbol(&index));
            let mut cases = evaluator.contexts_of(path);
            // Where no pass is made, nothing is said of passes.
            cases.retain(|case| !case.condition.conjuncts().contains(&none_made));
            let mut facts: Vec<(VarId, [Term; 2], Vec<&Case>)> = Vec::new();
            for case in &cases {
                for (variable, value) in &case.state.numbers {
                    let Some([start, step]) =
                        value.coefficients(&index).and_then(|both| <[Term; 2]>::try_from(both).ok())
                    else {
                        continue;
                    };
                    let fact = (*variable, [start, step]);
                    match facts.iter_mut().find(|(variable, both, _)| (variable, both) == (&fact.0, &fact.1))
                    {
                        Some((.., holding)) => holding.push(case),
                        None => facts.push((fact.0, fact.1, vec![case])),
                    }
                }
            }
            for (variable, [start, step], holding) in facts {
                let declared = &graph.variables[variable];
                if declared.name.contains('.') {
                    continue;
                }
                let exact = if is_real(&declared.ty) { ", in exact arithmetic" } else { "" };
                let when = match holding.len() < cases.len() {
                    true => conditions(&holding, &none_made, &index),
                    false => Some(String::new()),
                };
                let Some(when) = when else { continue };
                found.push(Advice {
                    place: self.block_place(graph, head.block),
                    kind: "induction-variable",
                    text: format!(
                        "{} begins at {start} and moves by {step} in every pass{exact}{when}",
                        declared.name
                    ),
                });
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

/// When one of some cases is there, in words; none if that is too long to be read.
fn conditions(cases: &[&Case], none_made: &Condition, index: &Symbol) -> Option<String> {
    let parts = cases.iter().flat_map(|case| match case.condition.tidied() {
        Condition::Or(parts) => parts,
        condition => vec![condition],
    });
    let parts: Vec<Condition> = parts.filter(|part| !part.conjuncts().contains(none_made)).collect();
    let counts = parts.iter().any(|part| part.mentions_any(&|symbol| symbol == index));
    let mut shown: Vec<String> = parts.iter().map(ToString::to_string).collect();
    shown.sort();
    shown.dedup();
    let shown = match &shown[..] {
        [only] => only.clone(),
        _ => shown.iter().map(|part| format!("({part})")).collect::<Vec<_>>().join(" | "),
    };
    let counted = if counts {
        format!(", where {} is the number of passes made", Term::symbol(index))
    } else {
        String::new()
    };
    (shown.len() <= LONGEST_CONDITION).then(|| format!(", when {shown}{counted}"))
}

fn is_real(ty: &Type) -> bool {
    matches!(ty.target().scalar(), Type::Real(_) | Type::Complex(_))
}

/// Whether a decision, or a number on which one may depend, comes from reals.
fn decides_on_reals(graph: &FlowGraph) -> bool {
    let from_real = |expr: &Expr| !is_real(&expr.ty) && any_in(expr, &|part| is_real(&part.ty));
    graph.blocks.iter().any(|block| {
        let assigned = instructions_of(block).any(|instruction| match &instruction.action {
            Action::Assign(_, value) | Action::Store(_, _, value) => from_real(value),
            Action::Assert(condition) | Action::Assume(condition) => from_real(condition),
            _ => false,
        });
        assigned || block.terminator.operands().any(from_real)
    })
}
