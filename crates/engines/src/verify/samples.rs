//! Actual executions on small inputs, and the states in which they pass the cut points.

use sextant_base::Id;
use sextant_expr::{Assignment, Op, Scalar, Sort, TermId};
use sextant_flow::{Action, BlockId, Condition, Terminator};
use sextant_logic::{Memory, Reader, formula, holds, sort_of};
use sextant_syntax::OutputItem;

use super::prove::Prover;

/// Inputs that are tried.
const RUNS: u64 = 400;
/// Steps from block to block in one run.
const STEPS: usize = 400;
/// States kept for each cut point.
const MOST_STATES: usize = 120;

/// A state at a cut point: the constants at the entry, and now.
#[derive(Clone)]
pub(super) struct Sample {
    pub entry: Memory,
    pub now: Memory,
}

/// A small generator; the same numbers on every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

impl Prover<'_> {
    /// States at each cut point, from runs on inputs that keep the entry assertions.
    pub(super) fn samples(&mut self) -> Vec<Vec<Sample>> {
        let mut samples = vec![Vec::new(); self.cuts.cuts.len()];
        let mut numbers = Numbers(1);
        for run in 0..RUNS {
            if self.config.interrupt.should_stop() {
                break;
            }
            // Small inputs first.
            let size = 2 + run / 40;
            let Some(entry) = self.actual_entry(&mut numbers, size) else { continue };
            self.run_on(entry, &mut samples, &mut numbers, size);
        }
        samples
    }

    /// The memory at the entry with constants for all symbols; none if the entry assertions do not hold.
    fn actual_entry(&mut self, numbers: &mut Numbers, size: u64) -> Option<Memory> {
        let mut replaced = rustc_hash::FxHashMap::default();
        let mut assignment = Assignment::default();
        let symbols: Vec<(TermId, Sort)> = self.entry_symbols();
        // Entry assertions may want arrays to be alike.
        let alike = numbers.next(2) == 0;
        let mut arrays: Vec<(Sort, TermId)> = Vec::new();
        for (symbol, sort) in symbols {
            let twin = arrays.iter().find(|(other, _)| alike && *other == sort).map(|&(_, array)| array);
            let constant = match twin {
                Some(array) => array,
                None => self.random_value(sort, numbers, size),
            };
            if matches!(sort, Sort::Array(_)) {
                arrays.push((sort, constant));
            }
            if let Op::Symbol(id) = *self.table.op(symbol) {
                assignment.set(id, self.table.evaluate(constant, &Assignment::default()));
            }
            replaced.insert(symbol, constant);
        }
        for fact in &self.entry.1 {
            if holds(&self.table, fact, &assignment) != Ok(true) {
                return None;
            }
        }
        let mut memory = self.entry.0.clone();
        for value in memory.values.iter_mut().flatten() {
            *value = self.table.substitute(*value, &mut replaced);
        }
        for (low, high) in memory.bounds.values_mut().flatten() {
            *low = self.table.substitute(*low, &mut replaced);
            *high = high.map(|high| self.table.substitute(high, &mut replaced));
        }
        Some(memory)
    }

    fn entry_symbols(&self) -> Vec<(TermId, Sort)> {
        let mut found = Vec::new();
        let bounds = self.entry.0.bounds.values().flatten();
        let bounds = bounds.flat_map(|&(low, high)| std::iter::once(low).chain(high));
        let mut waiting: Vec<TermId> = self.entry.0.values.iter().flatten().copied().chain(bounds).collect();
        while let Some(term) = waiting.pop() {
            if let Op::Symbol(_) = self.table.op(term)
                && !found.iter().any(|&(known, _)| known == term)
            {
                found.push((term, self.table.sort(term)));
            }
            waiting.extend_from_slice(self.table.args(term));
        }
        found
    }

    fn random_value(&mut self, sort: Sort, numbers: &mut Numbers, size: u64) -> TermId {
        let Sort::Array(element) = sort else {
            let value = numbers.next(size + 2) as i64 - i64::from(numbers.next(4) == 0);
            return self.constant(sort.element(), value);
        };
        let zero = self.constant(element, 0);
        let mut array = self.table.apply(Op::Fill, &[zero]);
        let sorted = numbers.next(3) == 0;
        let mut last = 0i64;
        let end = size as i64 + 2;
        // A few elements of the second dimension too, in case there is one.
        for (row, column) in (0..=end).map(|row| (row, 0)).chain(square(end.min(4))) {
            let value = if sorted && element != Scalar::Bool {
                last += numbers.next(3) as i64;
                last
            } else {
                numbers.next(5) as i64 - 1
            };
            let value = self.constant(element, value);
            let subscripts = [row, column].map(|subscript| self.table.int(subscript));
            let index = if column == 0 { subscripts[0] } else { self.table.joined(&subscripts) };
            let index = self.table.simplify(index);
            array = self.table.apply(Op::Store, &[array, index, value]);
        }
        array
    }

    fn constant(&mut self, scalar: Scalar, value: i64) -> TermId {
        match scalar {
            Scalar::Bool => self.table.boolean(value > 0),
            Scalar::Real => self.table.real(value.into()),
            _ => self.table.int(value),
        }
    }

    /// Follows one execution; what cannot be executed here ends it.
    fn run_on(&mut self, entry: Memory, samples: &mut [Vec<Sample>], numbers: &mut Numbers, size: u64) {
        let mut memory = entry.clone();
        let mut block = self.graph.entry;
        for _ in 0..STEPS {
            let cut = self.cuts.at(block);
            let graph = self.graph;
            for (index, instruction) in graph.blocks[block].instructions.iter().enumerate() {
                self.sample(cut.filter(|&cut| self.cuts.cuts[cut].index == index), &entry, &memory, samples);
                if self.act(&mut memory, &instruction.action, numbers, size).is_none() {
                    return;
                }
            }
            let behind = graph.blocks[block].instructions.len();
            self.sample(cut.filter(|&cut| self.cuts.cuts[cut].index == behind), &entry, &memory, samples);
            match self.next_block(block, &mut memory, numbers, size) {
                Some(next) => block = next,
                None => return,
            }
        }
    }

    fn sample(&self, cut: Option<usize>, entry: &Memory, now: &Memory, samples: &mut [Vec<Sample>]) {
        if let Some(cut) = cut
            && samples[cut].len() < MOST_STATES
        {
            samples[cut].push(Sample { entry: entry.clone(), now: now.clone() });
        }
    }

    fn next_block(
        &mut self,
        block: BlockId,
        memory: &mut Memory,
        numbers: &mut Numbers,
        size: u64,
    ) -> Option<BlockId> {
        let graph = self.graph;
        let Terminator::Edges(edges) = &graph.blocks[block].terminator else { return None };
        for edge in edges {
            let taken = match &edge.condition {
                Condition::When(condition) => {
                    let value = memory
                        .evaluate(&mut self.table, condition, self.config.division, &mut Vec::new())
                        .ok()?;
                    let value = self.table.simplify(value);
                    self.table.as_bool(value)?
                }
                Condition::Always | Condition::Otherwise => true,
            };
            if taken {
                for instruction in &edge.actions {
                    self.act(memory, &instruction.action, numbers, size)?;
                }
                return Some(edge.to);
            }
        }
        None
    }

    fn act(&mut self, memory: &mut Memory, action: &Action, numbers: &mut Numbers, size: u64) -> Option<()> {
        let division = self.config.division;
        match action {
            Action::Assign(place, value) => {
                let value = memory.evaluate(&mut self.table, value, division, &mut Vec::new()).ok()?;
                let value = self.table.simplify(value);
                let span = self.graph.span;
                memory.assign(&mut self.table, place, value, division, &mut Vec::new(), span).ok()?;
                // Arrays stay short: a store that supersedes another replaces it.
                let at = place.variable().index();
                memory.values[at] = memory.values[at].map(|value| self.table.simplify(value));
            }
            Action::Read(place) => {
                let declared = &self.graph.variables[place.variable()];
                let sort = sort_of(&declared.ty, declared.span).ok()?;
                let value = self.random_value(Sort::Scalar(sort.element()), numbers, size);
                let span = self.graph.span;
                memory.assign(&mut self.table, place, value, division, &mut Vec::new(), span).ok()?;
            }
            Action::Call { .. } => return None,
            Action::Assume(condition) => {
                let mut demands = Vec::new();
                let mut reader = Reader::new(memory, None, division, &mut demands);
                let assumed = formula(&mut self.table, &mut reader, condition, true).ok()?;
                if holds(&self.table, &assumed, &Assignment::default()) != Ok(true) {
                    return None;
                }
            }
            Action::Write(OutputItem::Value(_)) | Action::Write(_) => {}
            _ => {}
        }
        Some(())
    }
}

/// The subscripts of a small matrix.
fn square(end: i64) -> impl Iterator<Item = (i64, i64)> {
    (1..=end).flat_map(move |column| (0..=end).map(move |row| (row, column)))
}
