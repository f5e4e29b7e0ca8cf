//! Questions in which only distances between inputs count, against Z3 and against evaluation.

use std::cell::Cell;

use sextant_expr::{Op, Sort, Table, TermId};
use sextant_solver::{Solver, SolverConfig};
use sextant_testing::{Choices, Plan, check};

use crate::common::{agree, check_model, decided, z3_only};

/// Random conditions as programs that sort and search make them.
struct Distances<'t> {
    table: &'t mut Table,
    inputs: Vec<TermId>,
}

impl Distances<'_> {
    fn value(&mut self, choices: &mut Choices, depth: u32) -> TermId {
        if depth == 0 || choices.chance(30) {
            return choices.pick(&self.inputs);
        }
        if choices.chance(30) {
            let inner = self.value(choices, depth - 1);
            let distance = choices.between(-3, 3);
            let distance = self.table.int(distance);
            return self.table.apply(Op::Add, &[inner, distance]);
        }
        let condition = self.truth(choices, depth - 1);
        let (yes, no) = (self.value(choices, depth - 1), self.value(choices, depth - 1));
        self.table.apply(Op::Ite, &[condition, yes, no])
    }

    fn truth(&mut self, choices: &mut Choices, depth: u32) -> TermId {
        if depth > 0 && choices.chance(40) {
            let parts = [self.truth(choices, depth - 1), self.truth(choices, depth - 1)];
            return match choices.below(3) {
                0 => self.table.not(parts[0]),
                1 => self.table.apply(Op::And, &parts),
                _ => self.table.apply(Op::Or, &parts),
            };
        }
        let sides = [self.value(choices, depth), self.value(choices, depth)];
        let op = choices.pick(&[Op::Lt, Op::Le, Op::Eq, Op::Ne, Op::Gt, Op::Ge]);
        self.table.apply(op, &sides)
    }
}

/// Inputs with the bounds of a type, and random conditions on them.
fn question(table: &mut Table, choices: &mut Choices, inputs: usize, bounds: (i64, i64)) -> Vec<TermId> {
    let inputs: Vec<TermId> = (0..inputs).map(|at| table.symbol(&format!("x{at}"), Sort::INT)).collect();
    let mut conditions = Vec::new();
    for &input in &inputs {
        for (op, limit) in [(Op::Ge, bounds.0), (Op::Le, bounds.1)] {
            let limit = table.int(limit);
            conditions.push(table.apply(op, &[input, limit]));
        }
    }
    let mut distances = Distances { table, inputs };
    for _ in 0..=choices.below(3) {
        conditions.push(distances.truth(choices, 4));
    }
    conditions
}

/// The layer at hand, without those before and after it.
fn alone() -> SolverConfig {
    SolverConfig { linear: false, reuse_models: false, z3: false, ..SolverConfig::default() }
}

#[test]
fn few_neighbouring_numbers_are_enough() {
    let (answered, all) = (Cell::new(0), Cell::new(0));
    check(Plan { seed: 61, cases: 300, choices: 200 }, |choices| {
        let mut table = Table::new();
        // Bounds that leave room, that hardly do, and that do not.
        let bounds = choices.pick(&[(i64::from(i32::MIN), i64::from(i32::MAX)), (-9, 9), (3, 30), (0, 4)]);
        let inputs = 2 + choices.below(3);
        let conditions = question(&mut table, choices, inputs, bounds);
        let mut solver = Solver::new(alone());
        let ours = solver.check(&mut table, &conditions);
        check_model(&table, &conditions, &ours);
        let theirs = Solver::new(SolverConfig { bits: false, ..z3_only() }).check(&mut table, &conditions);
        agree(&table, &conditions, &ours, &theirs);
        assert!(decided(&ours).is_some());
        let layer = solver.statistics().layer("distances").expect("it is in the chain");
        all.set(all.get() + layer.asked);
        answered.set(answered.get() + layer.sat + layer.unsat);
    });
    assert!(answered.get() * 3 > all.get(), "{} of {} are answered", answered.get(), all.get());
}

/// An order of sorted numbers that merging has made conditional, as the end of a sorting program asks about it.
#[test]
fn networks_of_exchanges_sort() {
    let mut table = Table::new();
    let mut values: Vec<TermId> = (0..7).map(|at| table.symbol(&format!("x{at}"), Sort::INT)).collect();
    for end in (1..values.len()).rev() {
        for at in 0..end {
            let (x, y) = (values[at], values[at + 1]);
            let swap = table.apply(Op::Gt, &[x, y]);
            values[at] = table.apply(Op::Ite, &[swap, y, x]);
            values[at + 1] = table.apply(Op::Ite, &[swap, x, y]);
        }
    }
    let disorder: Vec<TermId> =
        values.windows(2).map(|pair| table.apply(Op::Gt, &[pair[0], pair[1]])).collect();
    let some = table.apply(Op::Or, &disorder);
    let mut solver = Solver::new(alone());
    assert_eq!(decided(&solver.check(&mut table, &[some])), Some(false));
    let first = table.apply(Op::Gt, &[values[0], values[1]]);
    let equal = table.apply(Op::Eq, &[values[0], values[1]]);
    assert_eq!(decided(&solver.check(&mut table, &[first])), Some(false));
    assert_eq!(decided(&solver.check(&mut table, &[equal])), Some(true));
}
