//! Storage that nothing leads to any more.

use rustc_hash::FxHashSet;
use sextant_expr::{Op, TermId};

use super::Step;
use super::here::Here;
use crate::block::{Life, Target, target_of};
use crate::{BlockKind, Ending, ErrorKind, ObjectId, Stop, Value};

impl Here<'_, '_> {
    /// Allocated storage that neither the program's objects nor the caller's lead to is lost.
    pub(super) fn check_leaks(&self) -> Step {
        if !self.machine.strict {
            return Ok(());
        }
        let kept = self.kept_objects();
        let lost = self.state.blocks().find(|(object, block)| {
            block.kind == BlockKind::Allocated
                && !block.escaped
                && block.life == Life::Live
                && !kept.contains(object)
        });
        match lost {
            Some((_, block)) => {
                let span = block.made_at.unwrap_or_else(|| self.span());
                let subject = Some(block.name.to_string());
                Err(Stop::Ended(Ending::Error { kind: ErrorKind::Leak, span, subject }))
            }
            None => Ok(()),
        }
    }

    /// The objects that can be reached from those that outlive the activations, and from the returned value.
    fn kept_objects(&self) -> FxHashSet<ObjectId> {
        let mut kept = FxHashSet::default();
        let mut waiting: Vec<ObjectId> = Vec::new();
        for (object, block) in self.state.blocks() {
            if matches!(block.kind, BlockKind::Static | BlockKind::Constant | BlockKind::Given) {
                waiting.push(object);
            }
        }
        self.targets(self.state.returned, &mut waiting);
        while let Some(object) = waiting.pop() {
            if !kept.insert(object) {
                continue;
            }
            let Some(block) = self.state.block(object) else { continue };
            for (_, value) in block.pieces() {
                self.targets(value, &mut waiting);
            }
        }
        kept
    }

    /// The objects that a value may be an address of.
    pub(super) fn targets(&self, value: Value, found: &mut Vec<ObjectId>) {
        match value {
            Value::Int(address) => {
                if let Target::Object(object, _) = target_of(address) {
                    found.push(object);
                }
            }
            Value::Term(term) => self.targets_in(term, found),
            _ => {}
        }
    }

    fn targets_in(&self, term: TermId, found: &mut Vec<ObjectId>) {
        for part in self.table.subterms(&[term]) {
            if let Op::Int(value) = self.table.op(part)
                && let Ok(address) = i64::try_from(value)
            {
                self.targets(Value::Int(address), found);
            }
        }
    }
}
