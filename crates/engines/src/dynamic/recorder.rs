//! Counting while a run goes on.
//!
//! Loops are counted per activation: a recursive procedure may be in the same loop several times at once.

use sextant_expr::Value;
use sextant_flow::BlockId;
use sextant_syntax::{ProcId, StatementNumber, Storage, VarId};

use super::profile::{Extent, LoopCount};
use super::{Profile, Woven};

/// The loops an activation is in, outermost first, each with its traversals so far.
struct Activation {
    procedure: ProcId,
    open: Vec<(usize, u64)>,
}

/// The counts so far.
pub(super) struct Recorder<'w> {
    woven: &'w Woven,
    profile: Profile,
    activations: Vec<Activation>,
    /// Statements executed.
    pub(super) statements: u64,
    /// The first of them.
    pub(super) path: Vec<(ProcId, StatementNumber)>,
    longest_path: usize,
}

impl<'w> Recorder<'w> {
    pub(super) fn new(woven: &'w Woven, longest_path: usize) -> Self {
        Self {
            woven,
            profile: Profile::new(&woven.program, &woven.shapes),
            activations: Vec::new(),
            statements: 0,
            path: Vec::new(),
            longest_path,
        }
    }

    pub(super) fn statement(&mut self, procedure: ProcId, number: StatementNumber) {
        self.statements += 1;
        self.profile.procedures[procedure].statements[number.0 as usize - 1] += 1;
        if self.path.len() < self.longest_path {
            self.path.push((procedure, number));
        }
    }

    /// A procedure begins; it is the `depth`-th that is active, counted from 1.
    pub(super) fn enter(&mut self, procedure: ProcId, depth: usize) {
        self.leave_to(depth - 1);
        self.profile.procedures[procedure].entered += 1;
        self.activations.push(Activation { procedure, open: Vec::new() });
        self.arrive(self.woven.program.procedures[procedure].entry);
    }

    /// An edge is taken in the `depth`-th active procedure.
    pub(super) fn edge(&mut self, depth: usize, from: BlockId, edge: usize) {
        self.leave_to(depth);
        let Some(Activation { procedure, open }) = self.activations.last_mut() else { return };
        let procedure = *procedure;
        let shape = &self.woven.shapes[procedure];
        let to = self.woven.program.procedures[procedure].blocks[from].terminator.edges()[edge].to;
        self.profile.procedures[procedure].edges[from][edge] += 1;
        if let Some((position, traversals)) = open.last_mut()
            && shape.headed_by(from) == Some(*position)
            && !shape.header_works(*position)
            && shape.contains(*position, to)
        {
            *traversals += 1;
        }
        while let Some((position, traversals)) = open.pop_if(|(position, _)| !shape.contains(*position, to)) {
            close(&mut self.profile, procedure, position, traversals);
        }
        self.arrive(to);
    }

    /// The value of a variable.
    pub(super) fn see(&mut self, procedure: ProcId, variable: VarId, value: Value) {
        match self.extent_mut(procedure, variable) {
            Some(extent) => extent.see(value),
            extent => *extent = Some(Extent::once(value)),
        }
    }

    /// Whether a value of a variable was seen.
    pub(super) fn has_seen(&mut self, procedure: ProcId, variable: VarId) -> bool {
        self.extent_mut(procedure, variable).is_some()
    }

    /// The counts; loops that the run was in are counted as they stand.
    pub(super) fn finish(mut self) -> (Profile, u64, Vec<(ProcId, StatementNumber)>) {
        self.leave_to(0);
        (self.profile, self.statements, self.path)
    }

    fn extent_mut(&mut self, procedure: ProcId, variable: VarId) -> &mut Option<Extent> {
        match self.woven.program.procedures[procedure].variables[variable].storage {
            Storage::External(external) => &mut self.profile.externals[external],
            _ => &mut self.profile.procedures[procedure].variables[variable],
        }
    }

    /// The running activation comes to a block.
    fn arrive(&mut self, block: BlockId) {
        let Some(Activation { procedure, open }) = self.activations.last_mut() else { return };
        let shape = &self.woven.shapes[*procedure];
        let Some(position) = shape.headed_by(block) else { return };
        if open.last().is_none_or(|(last, _)| *last != position) {
            open.push((position, 0));
        }
        if let Some((_, traversals)) = open.last_mut().filter(|_| shape.header_works(position)) {
            *traversals += 1;
        }
    }

    /// Activations beyond a depth are over, and so are their loops.
    fn leave_to(&mut self, depth: usize) {
        while self.activations.len() > depth {
            let Some(Activation { procedure, open }) = self.activations.pop() else { return };
            for (position, traversals) in open {
                close(&mut self.profile, procedure, position, traversals);
            }
        }
    }
}

fn close(profile: &mut Profile, procedure: ProcId, position: usize, traversals: u64) {
    let entry = LoopCount::once(traversals);
    match &mut profile.procedures[procedure].loops[position] {
        Some(count) => count.add(&entry),
        count => *count = Some(entry),
    }
}
