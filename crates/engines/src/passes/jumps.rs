//! Jumps: the inherited environment of a label takes the cases of all jumps to it, wherever it stands.

use sextant_logic::Stuck;

use super::environment::Case;
use super::evaluator::Passes;
use super::steps::Attribute;

impl Passes<'_> {
    /// A jump: the label inherits its cases, in this pass if it stands further on, in the next one otherwise.
    pub(super) fn jump(&mut self, node: usize, target: usize) {
        let (left, cases): (Vec<Case>, Vec<Case>) =
            std::mem::take(&mut self.inherited[node]).into_iter().partition(|case| case.exit.is_some());
        if !cases.is_empty() {
            if !self.is_visited_from_start(target) {
                for case in &cases {
                    let what = "a jump out of the part of the program that is evaluated";
                    self.say_stuck(Stuck::unsupported(self.tree.nodes[node].span, what), case);
                }
            } else {
                self.inherit(target, cases);
                if target < node {
                    self.wake(target);
                }
            }
        }
        self.set(node, Attribute::Synthesised, left);
        self.set(node, Attribute::Inherited, Vec::new());
    }

    /// Whether cases wait before a node.
    pub(super) fn waits_at(&self, node: usize) -> bool {
        !self.inherited[node].is_empty()
    }

    /// Lets the next pass come to a node.
    fn wake(&mut self, node: usize) {
        self.any_active = true;
        let mut next = Some(node);
        while let Some(node) = next {
            self.active[node] = true;
            next = self.fathers[node];
        }
    }

    fn is_visited_from_start(&self, node: usize) -> bool {
        let start = self.config.start.as_ref().map_or(0, |given| given.node - 1);
        let mut next = Some(node);
        while let Some(node) = next {
            if node == start {
                return true;
            }
            next = self.fathers[node];
        }
        false
    }
}
