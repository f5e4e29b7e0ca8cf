//! Loops that never end: once the condition holds, no way through the body makes it fail.
//!
//! The body is executed once from a state in which everything it may change is unknown. If the condition of the
//! loop holds after it in every case, the condition is kept by every iteration.

use std::collections::BTreeSet;

use sextant_flow::Action;
use sextant_syntax::VarId;

use super::environment::Case;
use super::evaluator::Passes;
use super::tree::NodeKind;

impl Passes<'_, '_> {
    /// Whether a case that enters the loop can never leave it. Bodies with loops are not judged.
    pub(super) fn never_ends(&mut self, node: usize, entering: &Case) -> bool {
        let NodeKind::While { enters: Some(enters) } = self.tree.nodes[node].kind else { return false };
        let Some(changed) = self.changed_by(node) else { return false };
        let mut case = entering.clone();
        for variable in changed {
            if !self.forget(&mut case, variable) {
                return false;
            }
        }
        case.point = self.tree.nodes[node].first;
        let stands = case.point.is_some_and(|point| case.state.stand_after(self.context.code(), point));
        // What the constraint says of forgotten values no longer matters; what it says of inputs still holds.
        let (kept, whole) = self.quietly(|passes| {
            let [inside, _] = passes.test(&case, enters);
            let after = passes.through(passes.tree.nodes[node].sons[0], inside);
            !after.is_empty() && after.iter().all(|case| passes.keeps(node, case, enters))
        });
        stands && whole && kept
    }

    /// Whether a case after the body begins another iteration.
    fn keeps(&mut self, node: usize, case: &Case, enters: usize) -> bool {
        self.tree.stands_at(node, case.point) && self.test(case, enters)[1].is_empty()
    }

    /// What the subtree of a loop may assign; `None` if it has a loop, a jump, cases that wait for their turn, or
    /// statements of which it is not known.
    fn changed_by(&self, node: usize) -> Option<BTreeSet<VarId>> {
        let mut changed = BTreeSet::new();
        let inside = node + 1..self.tree.nodes[node].end;
        for next in inside.clone() {
            match self.tree.nodes[next].kind {
                NodeKind::While { .. } | NodeKind::Goto(_) => return None,
                _ if self.waits_at(next) => return None,
                _ => {}
            }
        }
        for point in
            self.tree.owners.iter().filter(|(_, owner)| inside.contains(owner)).map(|(point, _)| *point)
        {
            match point.instruction(self.context.graph).map(|instruction| &instruction.action) {
                Some(Action::Assign(place, _)) => changed.extend([place.variable()]),
                None | Some(Action::Write(_) | Action::Statement(_) | Action::Claim(..)) => {}
                Some(_) => return None,
            }
        }
        Some(changed)
    }

    /// Makes a variable unknown; `false` if its values cannot be told one by one.
    fn forget(&mut self, case: &mut Case, variable: VarId) -> bool {
        let Ok(held) = case.state.held_by(self.context.code(), variable) else { return false };
        for one in held {
            let any = self.context.table.fresh(&one.name, one.sort);
            case.state.forget_held(&one, any, &mut self.context.table);
        }
        true
    }
}
