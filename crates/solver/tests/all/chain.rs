//! The whole chain: against Z3 alone, and who answers what.

use crate::common;

use std::cell::Cell;

use common::{agree, compare, decided, everything, linear_only, z3_only};
use sextant_expr::{Op, Rounding, Scalar, Sort, Table, TermId};
use sextant_solver::{Answer, Solver, Verdict};
use sextant_testing::{Choices, Plan, check};

struct Generator {
    table: Table,
    choices: Choices,
    ints: Vec<TermId>,
    truths: Vec<TermId>,
    array: TermId,
}

impl Generator {
    fn new(choices: Choices) -> Self {
        let mut table = Table::new();
        let ints = common::ints(&mut table, 3);
        let truths = ["p", "q"].map(|name| table.symbol(name, Sort::BOOL)).to_vec();
        let array = table.symbol("A", Sort::Array(Scalar::Int));
        Self { table, choices, ints, truths, array }
    }

    fn int(&mut self, depth: usize) -> TermId {
        if depth == 0 || self.choices.chance(25) {
            let constant = self.choices.between(-5, 5);
            return if self.choices.chance(70) {
                self.choices.pick(&self.ints)
            } else {
                self.table.int(constant)
            };
        }
        let rounding = self.choices.pick(&[Rounding::Floor, Rounding::Truncate]);
        let x = self.int(depth - 1);
        match self.choices.below(9) {
            0 | 1 => {
                let y = self.int(depth - 1);
                let op = self.choices.pick(&[Op::Add, Op::Sub, Op::Min, Op::Max]);
                self.table.apply(op, &[x, y])
            }
            2 => {
                let factor = self.table.int(self.choices.between(-3, 3));
                self.table.apply(Op::Mul, &[factor, x])
            }
            3 | 4 => {
                let divisor = self.table.int(self.choices.between(-4, 4));
                let op = self.choices.pick(&[Op::Div(rounding), Op::Rem(rounding)]);
                self.table.apply(op, &[x, divisor])
            }
            5 => {
                let condition = self.truth(depth - 1);
                let y = self.int(depth - 1);
                self.table.apply(Op::Ite, &[condition, x, y])
            }
            6 => self.table.apply(Op::Abs, &[x]),
            7 => self.table.apply(Op::Select, &[self.array, x]),
            _ => {
                let (index, value) = (self.int(depth - 1), self.int(depth - 1));
                let array = self.table.apply(Op::Store, &[self.array, index, value]);
                self.table.apply(Op::Select, &[array, x])
            }
        }
    }

    fn truth(&mut self, depth: usize) -> TermId {
        if depth == 0 && self.choices.chance(30) {
            return self.choices.pick(&self.truths);
        }
        if depth == 0 || self.choices.chance(40) {
            let (x, y) = (self.int(depth), self.int(depth));
            let op = self.choices.pick(&[Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Eq, Op::Ne]);
            return self.table.apply(op, &[x, y]);
        }
        let (p, q) = (self.truth(depth - 1), self.truth(depth - 1));
        match self.choices.below(5) {
            0 => self.table.not(p),
            1 => self.table.apply(Op::And, &[p, q]),
            2 => self.table.apply(Op::Or, &[p, q]),
            3 => self.table.apply(Op::Implies, &[p, q]),
            _ => self.table.apply(Op::Eq, &[p, q]),
        }
    }
}

#[test]
fn boolean_combinations_have_the_same_answer_as_z3() {
    let counts = Cell::new((0, 0));
    check(Plan { seed: 1, cases: 60, choices: 500 }, |choices| {
        let mut made = Generator::new(choices.clone());
        let mut chain = Solver::new(everything());
        let mut own = Solver::new(linear_only());
        let mut z3 = Solver::new(z3_only());
        let mut path: Vec<TermId> = Vec::new();
        while !made.choices.ended() {
            path.truncate(made.choices.below(path.len() + 1));
            for _ in 0..=made.choices.below(2) {
                path.push(made.truth(2));
            }
            let by_chain = chain.check(&mut made.table, &path);
            let by_own = own.check(&mut made.table, &path);
            let by_z3 = z3.check(&mut made.table, &path);
            agree(&made.table, &path, &by_chain, &by_z3);
            agree(&made.table, &path, &by_own, &by_z3);
            let (asked, own_answers) = counts.get();
            counts.set((asked + 1, own_answers + usize::from(decided(&by_own).is_some())));
        }
    });
    let (asked, own_answers) = counts.get();
    println!("the linear layer answered {own_answers} of {asked}");
    assert!(own_answers * 2 > asked, "the linear layer answered {own_answers} of {asked}");
}

#[test]
fn an_old_model_answers_before_any_solver() {
    let mut table = Table::new();
    let x = table.symbol("x", Sort::INT);
    let mut solver = Solver::new(everything());
    let path = [compare(&mut table, Op::Ge, x, 5)];
    assert!(matches!(solver.check(&mut table, &path), Answer::Sat(_)));
    for bound in 10..20 {
        let longer = [path[0], compare(&mut table, Op::Le, x, bound)];
        assert!(matches!(solver.check(&mut table, &longer), Answer::Sat(_)));
    }
    let statistics = solver.statistics();
    let recent = statistics.layer("recent models").unwrap();
    let linear = statistics.layer("linear").unwrap();
    let z3 = statistics.layer("z3").unwrap();
    assert_eq!((statistics.queries, recent.sat, linear.asked, linear.sat, z3.asked), (11, 10, 1, 1, 0));
}

#[test]
fn constants_are_settled_at_once() {
    let mut table = Table::new();
    let (yes, no) = (table.boolean(true), table.boolean(false));
    let x = table.symbol("x", Sort::INT);
    let some = compare(&mut table, Op::Ge, x, 5);
    let mut solver = Solver::new(everything());
    assert_eq!(solver.check(&mut table, &[some, no]), Answer::Unsat);
    assert_eq!(solver.check(&mut table, &[some, no, some]), Answer::Unsat);
    assert!(matches!(solver.check(&mut table, &[yes]), Answer::Sat(_)));
    assert!(matches!(solver.check(&mut table, &[]), Answer::Sat(_)));
    let statistics = solver.statistics();
    assert_eq!(statistics.layer("constants").map(|layer| (layer.unsat, layer.sat)), Some((2, 2)));
    assert_eq!(statistics.layer("linear").map(|layer| layer.asked), Some(0));
}

#[test]
fn implication_has_three_verdicts() {
    let mut table = Table::new();
    let x = table.symbol("x", Sort::INT);
    let [five, three, nine] = [5, 3, 9].map(|bound| compare(&mut table, Op::Ge, x, bound));
    let mut solver = Solver::new(everything());
    assert_eq!(solver.implies(&mut table, &[five], three), Verdict::Holds);
    let Verdict::Fails(model) = solver.implies(&mut table, &[five], nine) else { panic!() };
    assert_eq!(table.evaluate(five, &model).as_bool(), Some(true));
    assert_eq!(table.evaluate(nine, &model).as_bool(), Some(false));
    let mut none = Solver::new(sextant_solver::SolverConfig { linear: false, bits: false, ..linear_only() });
    assert!(matches!(none.implies(&mut table, &[five], nine), Verdict::Unknown(_)));
}

#[test]
fn terms_of_any_depth_do_not_overflow_the_stack() {
    let mut made = Generator::new(Choices::new(Vec::new()));
    let (mut term, mut condition) = (made.ints[0], made.truths[0]);
    for round in 0..30_000 {
        let bound = made.table.int(round % 7);
        let other = made.table.apply(Op::Mul, &[made.ints[1], term]);
        let comparison = made.table.apply(Op::Lt, &[made.ints[2], bound]);
        term = made.table.apply(Op::Ite, &[made.truths[1], other, bound]);
        let op = if round % 2 == 0 { Op::And } else { Op::Or };
        condition = made.table.apply(op, &[condition, comparison]);
    }
    let positive = compare(&mut made.table, Op::Gt, term, 0);
    let mut solver = Solver::new(linear_only());
    for conditions in [[condition, positive], [positive, condition]] {
        let answer = solver.check(&mut made.table, &conditions);
        common::check_model(&made.table, &conditions, &answer);
    }
}

#[test]
fn a_solver_may_move_to_another_thread() {
    fn is_send<T: Send>() {}
    is_send::<Solver>();
}

#[test]
fn inputs_that_conditions_fix_are_put_into_powers() {
    let mut table = Table::new();
    let n = table.symbol("N", Sort::INT);
    let mut compare = |op: Op, bound: i64| {
        let bound = table.int(bound);
        table.apply(op, &[n, bound])
    };
    let fixed = [compare(Op::Gt, 1), compare(Op::Ne, 2), compare(Op::Lt, 4)];
    let (two, eight) = (table.int(2), table.int(8));
    let power = table.apply(Op::Pow, &[two, n]);
    let is_eight = table.apply(Op::Eq, &[power, eight]);
    let mut solver = Solver::new(everything());
    assert!(matches!(solver.implies(&mut table, &fixed, is_eight), Verdict::Holds));
}
