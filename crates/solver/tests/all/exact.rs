//! Every operation, as Z3 and as a solver over a pipe understand it, against its meaning by evaluation: with the
//! operands fixed, the result must be possible and no other result may be.

use crate::common;

use std::cell::RefCell;

use common::{BIT_OPERATIONS, agree, constant, decided, pipe_only, random_value, z3_only};
use sextant_expr::{Assignment, FloatKind, Function, Op, Rounding, Scalar, Sort, Table, TermId, Value};
use sextant_solver::{Answer, Solver, SolverConfig};
use sextant_testing::{Choices, Plan, check};

const WIDTH: u16 = 8;
const BITS: Scalar = Scalar::BitVec(WIDTH);
const SINGLE: Scalar = Scalar::Float(FloatKind::Single);
const DOUBLE: Scalar = Scalar::Float(FloatKind::Double);

/// Operations with the sorts of their operands.
fn operations() -> Vec<(Op, Vec<Scalar>)> {
    use Scalar::{Bool, Int, Real};
    let mut all = Vec::new();
    for sort in [Int, Real] {
        all.extend([Op::Neg, Op::Abs].map(|op| (op, vec![sort])));
        all.extend([Op::Sub, Op::Lt, Op::Le, Op::Gt, Op::Ge].map(|op| (op, vec![sort; 2])));
        all.extend([Op::Add, Op::Mul, Op::Min, Op::Max].map(|op| (op, vec![sort; 3])));
    }
    for rounding in [Rounding::Floor, Rounding::Truncate] {
        all.extend([Op::Div(rounding), Op::Rem(rounding)].map(|op| (op, vec![Int; 2])));
        all.push((Op::ToInt(rounding), vec![Real]));
    }
    all.extend([(Op::Quotient, vec![Real; 2]), (Op::ToReal, vec![Int])]);
    all.extend([
        (Op::Not, vec![Bool]),
        (Op::And, vec![Bool; 3]),
        (Op::Or, vec![Bool; 3]),
        (Op::Implies, vec![Bool; 2]),
    ]);
    for sort in [Bool, Int, Real, BITS, SINGLE, DOUBLE] {
        all.extend([(Op::Eq, vec![sort; 2]), (Op::Ne, vec![sort; 2]), (Op::Ite, vec![Bool, sort, sort])]);
    }
    all.extend([Op::BvNeg, Op::BvNot, Op::BvToUint, Op::BvToSint].map(|op| (op, vec![BITS])));
    all.extend([
        (Op::BvExtract(5, 2), vec![BITS]),
        (Op::BvZeroExtend(12), vec![BITS]),
        (Op::BvSignExtend(12), vec![BITS]),
    ]);
    all.extend(BIT_OPERATIONS.map(|op| (op, vec![BITS; 2])));
    let binary = [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle, Op::BvConcat];
    all.extend(binary.map(|op| (op, vec![BITS; 2])));
    all.push((Op::IntToBv(5), vec![Int]));
    for sort in [SINGLE, DOUBLE] {
        all.extend(
            [Op::FloatNeg, Op::FloatAbs, Op::Function(Function::Sqrt), Op::FloatIsNan, Op::FloatToReal]
                .map(|op| (op, vec![sort])),
        );
        all.extend([Op::FloatAdd, Op::FloatSub, Op::FloatMul, Op::FloatDiv].map(|op| (op, vec![sort; 2])));
        all.extend([Op::FloatEq, Op::FloatLt, Op::FloatLe].map(|op| (op, vec![sort; 2])));
        all.extend([FloatKind::Single, FloatKind::Double].map(|kind| (Op::FloatToFloat(kind), vec![sort])));
    }
    all.extend([FloatKind::Single, FloatKind::Double].map(|kind| (Op::RealToFloat(kind), vec![Real])));
    all
}

/// The symbols of a question, each equal to a random value, and the values as an assignment.
fn fixed(
    table: &mut Table,
    choices: &mut Choices,
    sorts: &[Scalar],
) -> (Vec<TermId>, Vec<TermId>, Assignment) {
    let mut assignment = Assignment::new();
    let (mut symbols, mut conditions) = (Vec::new(), Vec::new());
    for (at, &sort) in sorts.iter().enumerate() {
        let symbol = table.symbol(&format!("{sort:?}{at}"), Sort::Scalar(sort));
        let value = random_value(choices, sort);
        let Op::Symbol(id) = *table.op(symbol) else { unreachable!() };
        let constant = constant(table, &value);
        conditions.push(table.apply(Op::Eq, &[symbol, constant]));
        assignment.set(id, value);
        symbols.push(symbol);
    }
    (symbols, conditions, assignment)
}

fn check_operation(table: &mut Table, solver: &mut Solver, choices: &mut Choices, op: &Op, sorts: &[Scalar]) {
    let (symbols, mut conditions, assignment) = fixed(table, choices, sorts);
    let term = table.apply(op.clone(), &symbols);
    check_value(table, solver, &mut conditions, term, &assignment);
}

fn check_value(
    table: &mut Table,
    solver: &mut Solver,
    conditions: &mut Vec<TermId>,
    term: TermId,
    assignment: &Assignment,
) {
    let value = table.evaluate(term, assignment);
    let value = constant(table, &value);
    conditions.push(table.apply(Op::Eq, &[term, value]));
    let answer = solver.check(table, conditions);
    let shown: Vec<String> = conditions.iter().map(|&condition| table.show(condition)).collect();
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?} for {shown:#?}");
    conditions.pop();
    conditions.push(table.apply(Op::Ne, &[term, value]));
    assert_eq!(solver.check(table, conditions), Answer::Unsat, "not {shown:#?}");
}

fn check_all(config: SolverConfig, rounds: u32) {
    // One solver answers everything, as in use.
    let asked = RefCell::new((Table::new(), Solver::new(config)));
    for (seed, (op, sorts)) in (0..).zip(operations()) {
        check(Plan { seed, cases: rounds, choices: 5 * sorts.len() }, |choices| {
            let (table, solver) = &mut *asked.borrow_mut();
            check_operation(table, solver, choices, &op, &sorts);
        });
    }
    for exponent in -3..=3 {
        check(Plan { seed: 7, cases: 1, choices: 4 }, |choices| {
            let (table, solver) = &mut *asked.borrow_mut();
            for sort in [Scalar::Int, Scalar::Real] {
                let (symbols, mut conditions, assignment) = fixed(table, choices, &[sort]);
                let exponent = table.int(exponent);
                let term = table.apply(Op::Pow, &[symbols[0], exponent]);
                check_value(table, solver, &mut conditions, term, &assignment);
            }
        });
    }
}

#[test]
fn z3_means_what_evaluation_means() {
    check_all(z3_only(), 8);
}

#[test]
fn a_piped_solver_means_what_evaluation_means() {
    check_all(pipe_only(), 2);
}

/// Arrays: a chain of writes at symbolic indices, read at another.
fn check_arrays(config: SolverConfig) {
    let mut table = Table::new();
    let mut solver = Solver::new(config);
    let [a, b] = ["A", "B"].map(|name| table.symbol(name, Sort::Array(Scalar::Int)));
    let [i, j] = ["i", "j"].map(|name| table.symbol(name, Sort::INT));
    let (five, nine) = (table.int(5), table.int(9));
    let written = table.apply(Op::Store, &[a, i, five]);
    let read = table.apply(Op::Select, &[written, j]);
    let is_nine = table.apply(Op::Eq, &[read, nine]);
    let same = table.apply(Op::Eq, &[i, j]);
    let old = table.apply(Op::Select, &[b, j]);
    let more = table.apply(Op::Gt, &[old, nine]);
    let conditions = [is_nine, more];
    let answer = solver.check(&mut table, &conditions);
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
    common::check_model(&table, &conditions, &answer);
    assert_eq!(solver.check(&mut table, &[is_nine, same]), Answer::Unsat);
    let filled = table.apply(Op::Fill, &[five]);
    let from_filled = table.apply(Op::Select, &[filled, j]);
    let differs = table.apply(Op::Ne, &[from_filled, five]);
    assert_eq!(solver.check(&mut table, &[differs]), Answer::Unsat);
}

#[test]
fn arrays_are_understood() {
    check_arrays(z3_only());
    check_arrays(pipe_only());
    check_arrays(common::linear_only());
}

#[test]
fn an_irrational_solution_is_not_passed_off_as_a_model() {
    let mut table = Table::new();
    let x = table.symbol("x", Sort::REAL);
    let square = table.apply(Op::Mul, &[x, x]);
    let root = common::compare(&mut table, Op::Eq, square, 2);
    let near = common::compare(&mut table, Op::Gt, square, 2);
    let mut solver = Solver::new(z3_only());
    let answer = solver.check(&mut table, &[root]);
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    assert!(answer_is_confirmed(&mut solver, &mut table, near));
}

fn answer_is_confirmed(solver: &mut Solver, table: &mut Table, condition: TermId) -> bool {
    let answer = solver.check(table, &[condition]);
    common::check_model(table, &[condition], &answer);
    decided(&answer) == Some(true)
}

#[test]
fn numbers_of_any_size_come_back() {
    let mut table = Table::new();
    let x = table.symbol("x", Sort::INT);
    let huge = dashu_int::IBig::from(3).pow(200);
    let bound = table.int(huge.clone());
    let above = table.apply(Op::Gt, &[x, bound]);
    for config in [z3_only(), pipe_only(), common::linear_only()] {
        let Answer::Sat(model) = Solver::new(config).check(&mut table, &[above]) else { panic!() };
        let Value::Int(value) = table.evaluate(x, &model) else { panic!() };
        assert!(value > huge);
    }
}

#[test]
fn the_pipe_and_z3_agree_along_a_path() {
    check(Plan { seed: 3, cases: 10, choices: 100 }, |choices| {
        let mut table = Table::new();
        let variables = common::ints(&mut table, 3);
        let (mut pipe, mut z3) = (Solver::new(pipe_only()), Solver::new(z3_only()));
        let mut path: Vec<TermId> = Vec::new();
        while !choices.ended() {
            path.truncate(choices.below(path.len() + 1));
            for _ in 0..=choices.below(3) {
                let sum = table.apply(Op::Sub, &[choices.pick(&variables), choices.pick(&variables)]);
                let op = choices.pick(&[Op::Lt, Op::Ge, Op::Ne]);
                path.push(common::compare(&mut table, op, sum, choices.between(-3, 3)));
            }
            let (one, other) = (pipe.check(&mut table, &path), z3.check(&mut table, &path));
            agree(&table, &path, &one, &other);
            assert!(decided(&one).is_some() && decided(&other).is_some());
        }
    });
}
