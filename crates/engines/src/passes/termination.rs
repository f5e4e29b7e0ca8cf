//! Loops that never end: once the condition holds, no way through the body makes it fail.
//!
//! The body is executed once from a state in which everything it may change is unknown. If the condition of the
//! loop holds after it in every case, the condition is kept by every iteration.

use std::collections::BTreeSet;

use sextant_expr::TermId;
use sextant_solver::Answer;
use sextant_syntax::{Place, VarId};

use super::environment::{Case, Entry, Exit};
use super::evaluator::Passes;
use super::tree::NodeKind;

impl Passes<'_> {
    /// Whether a case that enters the loop can never leave it. Bodies with loops are not judged.
    pub(super) fn never_ends(&mut self, node: usize, entering: &Case) -> bool {
        let Some(changed) = self.changed_by(node) else { return false };
        let NodeKind::While { condition: Some(condition), until: None } = self.tree.nodes[node].kind.clone()
        else {
            return false;
        };
        let mut case = entering.clone();
        for variable in changed {
            if !self.forget(&mut case, variable) {
                return false;
            }
        }
        // What the constraint says of forgotten values no longer matters; what it says of inputs still holds.
        let (inside, whole) = self.quietly(|passes| passes.combine(vec![case], &condition, true));
        if !whole || inside.is_empty() {
            return false;
        }
        let sons = self.tree.nodes[node].sons.clone();
        let (after, whole) = self.quietly(|passes| {
            let mut cases = inside;
            for son in sons {
                for case in &mut cases {
                    if case.exit == Some(Exit::Next(0)) {
                        case.exit = None;
                    }
                }
                cases = passes.through(son, cases);
            }
            cases
        });
        whole && after.iter().all(|case| case.exit.is_none()) && self.keeps(after, &condition)
    }

    /// Whether the condition holds in every case.
    fn keeps(&mut self, cases: Vec<Case>, condition: &sextant_syntax::Expr) -> bool {
        for mut case in cases {
            let Ok(value) = self.quiet_value(&mut case, condition) else { return false };
            let mut known = case.known();
            known.push(self.table.not(value));
            if !matches!(self.solver.check(&mut self.table, &known), Answer::Unsat) {
                return false;
            }
        }
        true
    }

    /// What the subtree of a loop may assign; `None` if it has a loop, a jump, cases that wait for their turn, or
    /// something unsupported.
    fn changed_by(&self, node: usize) -> Option<BTreeSet<VarId>> {
        let mut changed = BTreeSet::new();
        let mut waiting = self.tree.nodes[node].sons.clone();
        while let Some(next) = waiting.pop() {
            let node = &self.tree.nodes[next];
            if self.waits_at(next) {
                return None;
            }
            match &node.kind {
                NodeKind::While { .. } | NodeKind::Goto(_) | NodeKind::Unsupported(_) => return None,
                NodeKind::Fresh(variable) => {
                    changed.insert(*variable);
                }
                NodeKind::Assign(places, _) | NodeKind::Read(places) => {
                    changed.extend(places.iter().map(Place::variable));
                }
                _ => {}
            }
            waiting.extend(&node.sons);
        }
        Some(changed)
    }

    /// Makes a variable unknown; `false` if its values have no sort here.
    fn forget(&mut self, case: &mut Case, variable: VarId) -> bool {
        let declared = &self.tree.variables[variable];
        let Ok(sort) = sextant_logic::sort_of(&declared.ty, declared.span) else { return false };
        let any: TermId = self.table.fresh(&declared.name, sort);
        match case.table.get_mut(&variable) {
            Some(Entry::Array(history)) => {
                history.base = Some(any);
                history.entries.clear();
            }
            _ => {
                case.table.insert(variable, Entry::Scalar(any));
            }
        }
        true
    }
}
