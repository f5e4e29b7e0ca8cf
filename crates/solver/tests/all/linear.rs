//! The own linear layer against Z3 on random systems, asked incrementally in random order.

use crate::common;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use common::{agree, compare, decided, everything, linear_only, number, z3_only};
use dashu_int::IBig;
use sextant_expr::{Assignment, Op, Rounding, Sort, Table, TermId, Value};
use sextant_solver::{Answer, Solver, Verdict};
use sextant_testing::{Choices, Plan, check};

/// Groups of systems that share variables and a stack.
const GROUPS: u32 = 200;

struct Group {
    table: Table,
    /// Terms of sort Real or Int, according to the group.
    variables: Vec<TermId>,
    sort: Sort,
}

impl Group {
    /// Integers, reals, or integers and reals mixed.
    fn new(choices: &mut Choices) -> Self {
        let mut table = Table::new();
        let kind = choices.below(3);
        let count = 1 + choices.below(6);
        let sort = if kind == 0 { Sort::INT } else { Sort::REAL };
        let variables = (0..count).map(|at| {
            let whole = kind == 0 || (kind == 2 && at % 2 == 0);
            let symbol = table.symbol(&format!("v{at}"), if whole { Sort::INT } else { Sort::REAL });
            if kind == 2 && whole { table.apply(Op::ToReal, &[symbol]) } else { symbol }
        });
        let variables = variables.collect();
        Self { table, variables, sort }
    }

    fn constraint(&mut self, choices: &mut Choices) -> TermId {
        let (small, large) = if choices.chance(8) { (1_000_000, 1 << 60) } else { (4, 12) };
        let mut sum = Vec::new();
        for &variable in &self.variables {
            if choices.chance(60) {
                let coefficient = number(&mut self.table, self.sort, choices.between(-small, small));
                sum.push(self.table.apply(Op::Mul, &[coefficient, variable]));
            }
        }
        let constant = number(&mut self.table, self.sort, choices.between(-large, large));
        sum.push(constant);
        let left = if sum.len() > 1 { self.table.apply(Op::Add, &sum) } else { sum[0] };
        let op = choices.pick(&[Op::Le, Op::Lt, Op::Ge, Op::Gt, Op::Eq, Op::Ne, Op::Le, Op::Ge]);
        compare(&mut self.table, op, left, 0)
    }
}

/// A group, and what one asks about it: each time a part of the stack goes and constraints come.
fn ask_systems(choices: &mut Choices, mut ask: impl FnMut(&mut Table, &[TermId])) {
    let mut group = Group::new(choices);
    let mut stack: Vec<TermId> = Vec::new();
    while !choices.ended() {
        stack.truncate(choices.below(stack.len() + 1));
        let wanted = 1 + choices.below(10);
        while stack.len() < wanted {
            stack.push(group.constraint(choices));
        }
        ask(&mut group.table, &stack);
    }
}

#[test]
fn random_systems_have_the_same_answer_as_z3() {
    let [asked, answered, satisfiable] = [const { AtomicUsize::new(0) }; 3];
    let half = |seed| {
        check(Plan { seed, cases: GROUPS / 2, choices: 2_500 }, |choices| {
            let (mut own, mut z3) = (Solver::new(linear_only()), Solver::new(z3_only()));
            ask_systems(choices, |table, stack| {
                let answer = own.check(table, stack);
                let reference = z3.check(table, stack);
                agree(table, stack, &answer, &reference);
                asked.fetch_add(1, Relaxed);
                answered.fetch_add(usize::from(decided(&answer).is_some()), Relaxed);
                satisfiable.fetch_add(usize::from(matches!(answer, Answer::Sat(_))), Relaxed);
            });
        });
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| half(2));
        half(1);
        other.join().expect("no difference");
    });
    let [asked, answered, satisfiable] = [asked, answered, satisfiable].map(AtomicUsize::into_inner);
    println!("answered {answered} of {asked}, satisfiable {satisfiable}");
    assert!(answered * 10 >= asked * 9, "only {answered} of {asked} answered");
    assert!(satisfiable * 10 >= asked, "only {satisfiable} satisfiable: the systems test too little");
}

/// Conditions that a chosen point satisfies: the layer may not know, but it must not refute them, and its model satisfies
/// them by evaluation.
#[test]
fn what_a_point_satisfies_is_not_refuted() {
    check(Plan { seed: 3, cases: 3_000, choices: 120 }, |choices| {
        let mut solver = Solver::new(linear_only());
        let mut group = Group::new(choices);
        let mut point = Assignment::new();
        for (id, symbol) in group.table.symbols() {
            let value = IBig::from(choices.between(-9, 9));
            point.set(
                id,
                if symbol.sort == Sort::INT { Value::Int(value) } else { Value::Real(value.into()) },
            );
        }
        let mut path = Vec::new();
        while !choices.ended() {
            let constraint = group.constraint(choices);
            let holds = group.table.evaluate(constraint, &point) == Value::Bool(true);
            path.push(if holds { constraint } else { group.table.not(constraint) });
        }
        let answer = solver.check(&mut group.table, &path);
        common::check_model(&group.table, &path, &answer);
        let shown: Vec<String> = path.iter().map(|&condition| group.table.show(condition)).collect();
        assert_ne!(answer, Answer::Unsat, "{shown:#?} hold at {point:?}");
    });
}

#[test]
fn bounds_on_one_variable_need_nothing_else() {
    let mut table = Table::new();
    let n = table.symbol("n", Sort::INT);
    let mut solver = Solver::new(linear_only());
    let mut path = Vec::new();
    for bound in 1..=200 {
        path.push(compare(&mut table, Op::Ge, n, bound));
        let Answer::Sat(model) = solver.check(&mut table, &path) else { panic!("n ≥ {bound}") };
        assert_eq!(
            table.evaluate(n, &model).to_string(),
            bound.to_string(),
            "the smallest value is preferred"
        );
        let at_most = compare(&mut table, Op::Lt, n, bound);
        path.push(at_most);
        assert_eq!(solver.check(&mut table, &path), Answer::Unsat);
        path.pop();
    }
}

#[test]
fn halved_indices_are_understood() {
    let mut table = Table::new();
    let [low, high] = ["low", "high"].map(|name| table.symbol(name, Sort::INT));
    let sum = table.apply(Op::Add, &[low, high]);
    let two = table.int(2);
    let mut solver = Solver::new(linear_only());
    for rounding in [Rounding::Floor, Rounding::Truncate] {
        let middle = table.apply(Op::Div(rounding), &[sum, two]);
        let ordered = table.apply(Op::Le, &[low, high]);
        let positive = compare(&mut table, Op::Ge, low, 1);
        let below = table.apply(Op::Le, &[middle, high]);
        let above = table.apply(Op::Ge, &[middle, low]);
        for conclusion in [below, above] {
            assert_eq!(solver.implies(&mut table, &[ordered, positive], conclusion), Verdict::Holds);
        }
        let strictly = table.apply(Op::Lt, &[middle, high]);
        let verdict = solver.implies(&mut table, &[ordered, positive], strictly);
        assert!(matches!(verdict, Verdict::Fails(_)), "{verdict:?}");
    }
}

#[test]
fn parity_is_understood() {
    let mut table = Table::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| table.symbol(name, Sort::INT));
    let (one, two) = (table.int(1), table.int(2));
    let even = table.apply(Op::Mul, &[two, y]);
    let odd = table.apply(Op::Mul, &[two, z]);
    let odd = table.apply(Op::Add, &[odd, one]);
    let conditions = [table.apply(Op::Eq, &[x, even]), table.apply(Op::Eq, &[x, odd])];
    let mut solver = Solver::new(linear_only());
    assert_eq!(solver.check(&mut table, &conditions), Answer::Unsat);
    assert!(matches!(solver.check(&mut table, &conditions[..1]), Answer::Sat(_)));
}

#[test]
fn elements_of_one_array_at_one_index_are_equal() {
    let mut table = Table::new();
    let array = table.symbol("A", Sort::Array(sextant_expr::Scalar::Int));
    let [i, j] = ["i", "j"].map(|name| table.symbol(name, Sort::INT));
    let [at_i, at_j] = [i, j].map(|index| table.apply(Op::Select, &[array, index]));
    let differ = table.apply(Op::Lt, &[at_i, at_j]);
    let same = table.apply(Op::Eq, &[i, j]);
    let mut solver = Solver::new(linear_only());
    let answer = solver.check(&mut table, &[differ]);
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
    common::check_model(&table, &[differ], &answer);
    let bounds = [(Op::Ge, i, 3), (Op::Le, i, 3), (Op::Ge, j, 3), (Op::Le, j, 3)];
    let mut conditions: Vec<TermId> =
        bounds.map(|(op, index, bound)| compare(&mut table, op, index, bound)).to_vec();
    conditions.push(differ);
    assert_eq!(solver.check(&mut table, &conditions), Answer::Unsat);
    assert_eq!(solver.check(&mut table, &[same, differ]), Answer::Unsat);
}

#[test]
fn whatever_is_beyond_the_layer_is_passed_on() {
    let mut table = Table::new();
    let [x, y] = ["x", "y"].map(|name| table.symbol(name, Sort::INT));
    let product = table.apply(Op::Mul, &[x, y]);
    let conditions = [
        compare(&mut table, Op::Eq, product, 221),
        compare(&mut table, Op::Gt, x, 1),
        compare(&mut table, Op::Gt, y, 13),
    ];
    let mut own = Solver::new(linear_only());
    assert!(matches!(own.check(&mut table, &conditions), Answer::Unknown(_)));
    let mut chain = Solver::new(everything());
    let answer = chain.check(&mut table, &conditions);
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
    common::check_model(&table, &conditions, &answer);
}
