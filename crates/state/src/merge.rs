//! Two states at the same place made one: where they differ, values depend on which of them it was.

use std::sync::Arc;

use sextant_expr::{Op, Table, TermId};
use sextant_flow::Usefulness;

use crate::memory::Object;
use crate::{PersistentVec, State, Value};

/// States that differ in more values than this stay apart.
const MOST_DIFFERENCES: usize = 24;

/// Makes one state of two that have come to the same place from a common past with `shared` conditions.
///
/// `None` if they differ in something that cannot depend on a condition (in what exists, was written or is undefined),
/// or in known numbers that decide how often a loop runs: apart, the loop ends by itself in both. Slots that are not live
/// lose their values.
pub fn merged(
    table: &mut Table,
    shared: usize,
    mut first: State,
    second: &State,
    usefulness: impl Fn(usize) -> Usefulness,
) -> Option<State> {
    if !alike(&first, second) {
        return None;
    }
    let own = |state: &State| -> Vec<TermId> { state.condition.iter().skip(shared).copied().collect() };
    let (ours, theirs) = (own(&first), own(second));
    let guard = table.and(&ours);
    let other = table.and(&theirs);
    let mut merger = Merger { table, guard, differences: 0 };
    merger.slots(&mut first, second, usefulness)?;
    merger.objects(&mut first.memory, &second.memory)?;
    merger.objects(&mut first.heap, &second.heap)?;
    first.condition.truncate(shared);
    let either = table.or(&[guard, other]);
    let either = table.simplify(either);
    if table.as_bool(either) != Some(true) {
        first.condition.push(either);
    }
    for condition in second.domain.iter().skip(first.domain.len()) {
        first.domain.push(*condition);
    }
    first.statements = first.statements.max(second.statements);
    if first.ranges.len() < second.ranges.len() {
        first.ranges = Arc::clone(&second.ranges);
    }
    Some(first)
}

/// Whether the two differ in values only.
fn alike(first: &State, second: &State) -> bool {
    first.frame.procedure == second.frame.procedure
        && first.frame.next == second.frame.next
        && first.frame.slots.len() == second.frame.slots.len()
        && first.frame.local_blocks == second.frame.local_blocks
        && first.frame.packed == second.frame.packed
        && first.frame.texts.iter().all(|text| text.is_empty())
        && first.depth() == second.depth()
        && first.memory.len() == second.memory.len()
        && first.heap.len() == second.heap.len()
        && first.output.len() == second.output.len()
        && first.input_position == second.input_position
        && first.allocations == second.allocations
        && first.undetermined == second.undetermined
        && first.undefined == second.undefined
        && first.proofs.len() == second.proofs.len()
        && first.roundings.len() == second.roundings.len()
        && first.named_inputs == second.named_inputs
        && first.landings == second.landings
        && Arc::ptr_eq(&first.files, &second.files)
        && first.transfer.is_none()
        && second.transfer.is_none()
        && first.answers.is_empty()
        && second.answers.is_empty()
}

fn is_known(value: Value) -> bool {
    matches!(value, Value::Int(_) | Value::Large(_) | Value::Bool(_))
}

struct Merger<'t> {
    table: &'t mut Table,
    /// Under which condition the first state is the one.
    guard: TermId,
    differences: usize,
}

impl Merger<'_> {
    fn slots(
        &mut self,
        first: &mut State,
        second: &State,
        usefulness: impl Fn(usize) -> Usefulness,
    ) -> Option<()> {
        for (at, theirs) in second.frame.slots.iter().enumerate() {
            let ours = first.frame.slots[at];
            if ours == *theirs {
                continue;
            }
            first.frame.slots[at] = match usefulness(at) {
                Usefulness::Dead => Value::Undefined,
                Usefulness::Steering if is_known(ours) && is_known(*theirs) => return None,
                Usefulness::Steering | Usefulness::Live => self.either(ours, *theirs)?,
            };
        }
        Some(())
    }

    fn objects(&mut self, first: &mut PersistentVec<Object>, second: &PersistentVec<Object>) -> Option<()> {
        for at in first.differences(second) {
            let theirs = second.get(at)?;
            let merged = match (first.get(at)?, theirs) {
                (Object::Scalar(ours), Object::Scalar(theirs)) if ours == theirs => continue,
                (Object::Scalar(ours), Object::Scalar(theirs)) => {
                    let value = self.either(*ours, *theirs)?;
                    Object::Scalar(value)
                }
                (Object::Block(ours), Object::Block(theirs)) => {
                    let mut block = ours.clone();
                    block.merge(theirs, &mut |ours, theirs| self.either(ours, theirs))?;
                    Object::Block(block)
                }
                _ => return None,
            };
            *first.get_mut(at)? = merged;
        }
        Some(())
    }

    fn either(&mut self, ours: Value, theirs: Value) -> Option<Value> {
        self.differences += 1;
        if self.differences > MOST_DIFFERENCES {
            return None;
        }
        let (a, b) = (ours.to_term(self.table)?, theirs.to_term(self.table)?);
        if self.table.sort(a) != self.table.sort(b) {
            return None;
        }
        let term = self.table.apply(Op::Ite, &[self.guard, a, b]);
        Some(Value::of_term(self.table, term))
    }
}
