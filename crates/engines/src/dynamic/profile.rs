//! What is counted of one run, or of several runs together. Plain numbers: nothing here belongs to a table.

use std::cmp::Ordering;

use sextant_base::IdVec;
use sextant_expr::Value;
use sextant_flow::{BlockId, FlowProgram};
use sextant_syntax::{ExternalId, ProcId, VarId};

use super::Shape;

/// Counts of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Of each procedure.
    pub procedures: IdVec<ProcId, ProcedureProfile>,
    /// Of each variable that procedures share by name.
    pub externals: IdVec<ExternalId, Option<Extent>>,
}

/// Counts of a procedure.
#[derive(Clone, Debug, PartialEq)]
pub struct ProcedureProfile {
    /// How often it was entered.
    pub entered: u64,
    /// How often each statement was executed; entry `n` is statement `n + 1`.
    pub statements: Vec<u64>,
    /// How often each edge of a block was taken.
    pub edges: IdVec<BlockId, Vec<u64>>,
    /// The traversals of each loop of the procedure's [`Shape`].
    pub loops: Vec<Option<LoopCount>>,
    /// The values of each variable.
    pub variables: IdVec<VarId, Option<Extent>>,
}

/// How often a loop was entered and traversed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopCount {
    /// How often it was entered.
    pub entered: u64,
    /// The fewest traversals of one entry.
    pub fewest: u64,
    /// The most traversals of one entry.
    pub most: u64,
}

/// The actual values of a variable; of an array, those assigned to its elements.
#[derive(Clone, Debug, PartialEq)]
pub struct Extent {
    /// The first.
    pub first: Value,
    /// The last.
    pub last: Value,
    /// The least.
    pub least: Value,
    /// The greatest.
    pub greatest: Value,
    /// How many were seen.
    pub count: u64,
}

impl Profile {
    /// Nothing counted yet.
    pub fn new(program: &FlowProgram, shapes: &IdVec<ProcId, Shape>) -> Self {
        let procedures = program
            .procedures
            .iter()
            .zip(shapes.iter())
            .map(|(graph, shape)| ProcedureProfile {
                entered: 0,
                statements: vec![0; graph.statements.len()],
                edges: graph.blocks.iter().map(|block| vec![0; block.terminator.edges().len()]).collect(),
                loops: vec![None; shape.forest.loops.len()],
                variables: graph.variables.iter().map(|_| None).collect(),
            })
            .collect();
        Self { procedures, externals: program.externals.iter().map(|_| None).collect() }
    }

    /// Adds the counts of a later run of the same program.
    pub fn add(&mut self, later: &Profile) {
        for (sum, other) in self.procedures.iter_mut().zip(later.procedures.iter()) {
            sum.entered += other.entered;
            add_counts(&mut sum.statements, &other.statements);
            for (sum, other) in sum.edges.iter_mut().zip(other.edges.iter()) {
                add_counts(sum, other);
            }
            for (sum, other) in sum.loops.iter_mut().zip(&other.loops) {
                combine(sum, other, LoopCount::add);
            }
            for (sum, other) in sum.variables.iter_mut().zip(other.variables.iter()) {
                combine(sum, other, Extent::add);
            }
        }
        for (sum, other) in self.externals.iter_mut().zip(later.externals.iter()) {
            combine(sum, other, Extent::add);
        }
    }
}

fn add_counts(sums: &mut [u64], others: &[u64]) {
    sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
}

fn combine<T: Clone>(sum: &mut Option<T>, other: &Option<T>, add: fn(&mut T, &T)) {
    match (sum, other) {
        (_, None) => {}
        (Some(sum), Some(other)) => add(sum, other),
        (sum, other) => *sum = other.clone(),
    }
}

impl LoopCount {
    /// One entry with so many traversals.
    pub(super) fn once(traversals: u64) -> Self {
        Self { entered: 1, fewest: traversals, most: traversals }
    }

    pub(super) fn add(&mut self, later: &LoopCount) {
        self.entered += later.entered;
        self.fewest = self.fewest.min(later.fewest);
        self.most = self.most.max(later.most);
    }
}

impl Extent {
    /// One value.
    pub(super) fn once(value: Value) -> Self {
        Self { first: value.clone(), last: value.clone(), least: value.clone(), greatest: value, count: 1 }
    }

    /// One more value.
    pub(super) fn see(&mut self, value: Value) {
        if order(&value, &self.least) == Ordering::Less {
            self.least = value.clone();
        }
        if order(&value, &self.greatest) == Ordering::Greater {
            self.greatest = value.clone();
        }
        self.last = value;
        self.count += 1;
    }

    fn add(&mut self, later: &Extent) {
        if order(&later.least, &self.least) == Ordering::Less {
            self.least = later.least.clone();
        }
        if order(&later.greatest, &self.greatest) == Ordering::Greater {
            self.greatest = later.greatest.clone();
        }
        self.last = later.last.clone();
        self.count += later.count;
    }
}

/// Numbers by size, false before true; values without an order are all alike.
fn order(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Real(a), Value::Real(b)) => a.cmp(b),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        _ => Ordering::Equal,
    }
}
