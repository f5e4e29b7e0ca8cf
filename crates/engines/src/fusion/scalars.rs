//! Scalars that both loops use.

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_flow::{BlockId, FlowGraph, successors};
use sextant_syntax::VarId;

use super::Examined;
use super::accesses::Use;

/// Whether no value passes from an iteration of one loop to one of the other in a scalar.
pub(super) fn independent(graph: &FlowGraph, first: &Examined<'_>, second: &Examined<'_>) -> bool {
    let (reads, writes) = (first.accesses.reads(), first.accesses.writes());
    let (other_reads, other_writes) = (second.accesses.reads(), second.accesses.writes());
    let counters = [first.counted.counter, second.counted.counter];
    if counters[0] != counters[1] {
        // Each counter belongs to its loop.
        let strange = other_reads.contains(&counters[0])
            || other_writes.contains(&counters[0])
            || reads.contains(&counters[1])
            || writes.contains(&counters[1]);
        if strange {
            return false;
        }
    }
    let shared = writes.iter().filter(|v| other_reads.contains(v) || other_writes.contains(v));
    let shared: FxHashSet<VarId> = shared.chain(other_writes.intersection(&reads)).copied().collect();
    if shared.is_empty() {
        return true;
    }
    let (one, two) = (settled(graph, first), settled(graph, second));
    shared.iter().all(|variable| {
        let kept_apart = one.own.contains(variable) && two.own.contains(variable);
        kept_apart && two.written.contains(variable)
    })
}

/// What is known of the scalars that an iteration uses.
struct Settled {
    /// Those that are not read before they are written.
    own: FxHashSet<VarId>,
    /// Those that every iteration writes.
    written: FxHashSet<VarId>,
}

/// Follows all ways through an iteration.
fn settled(graph: &FlowGraph, examined: &Examined<'_>) -> Settled {
    let counted = &examined.counted;
    let uses: FxHashMap<BlockId, &Vec<Use>> =
        examined.accesses.scalars.iter().map(|(block, uses)| (*block, uses)).collect();
    let all: FxHashSet<VarId> = examined.accesses.writes();
    // For each block the variables that are written on every way to its beginning.
    let mut before: FxHashMap<BlockId, FxHashSet<VarId>> = FxHashMap::default();
    before.insert(counted.body, FxHashSet::default());
    let mut waiting = vec![counted.body];
    while let Some(block) = waiting.pop() {
        let mut after = before[&block].clone();
        for found in uses[&block] {
            if let Use::Write(variable) = found {
                after.insert(*variable);
            }
        }
        for next in successors(graph, block).filter(|&next| next != counted.header) {
            let known = before.get(&next);
            let met = known.map_or_else(|| after.clone(), |known| known & &after);
            if known != Some(&met) {
                before.insert(next, met);
                waiting.push(next);
            }
        }
    }
    let mut early = FxHashSet::default();
    let mut written = FxHashSet::default();
    for (block, uses) in &uses {
        let Some(mut now) = before.get(block).cloned() else { continue };
        for found in *uses {
            match found {
                Use::Read(variable) if !now.contains(variable) => _ = early.insert(*variable),
                Use::Read(_) => {}
                Use::Write(variable) => _ = now.insert(*variable),
            }
        }
        if *block == counted.latch {
            written = now;
        }
    }
    Settled { own: all.into_iter().filter(|variable| !early.contains(variable)).collect(), written }
}
