//! Circuits of floats against the machine, whose arithmetic evaluation is.

use crate::common;

use std::cell::{Cell, RefCell};

use common::{check_model, constant, decided};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use sextant_expr::{Assignment, FloatKind, Function, Op, Rounding, Scalar, Sort, Table, TermId, Value};
use sextant_solver::{Answer, Solver, SolverConfig};
use sextant_testing::{Choices, Plan, check, float_bits};

/// Circuits only.
fn circuits() -> Solver {
    let config = SolverConfig {
        linear: false,
        reuse_models: false,
        z3: false,
        enumeration: false,
        ..SolverConfig::default()
    };
    Solver::new(config)
}

/// A float as they are where rounding is delicate.
fn float(choices: &mut Choices, kind: FloatKind, near: Option<u64>) -> u64 {
    match kind {
        FloatKind::Single => float_bits(choices, 23, 8, near),
        FloatKind::Double => float_bits(choices, 52, 11, near),
    }
}

/// Results of operations, each to be compared with its value.
fn results(table: &mut Table, choices: &mut Choices, kind: FloatKind, [x, y, i]: [TermId; 3]) -> TermId {
    let other = if kind == FloatKind::Single { FloatKind::Double } else { FloatKind::Single };
    let op = choices.pick(&[
        Op::FloatAdd,
        Op::FloatSub,
        Op::FloatMul,
        Op::FloatDiv,
        Op::Function(Function::Sqrt),
        Op::FloatToFloat(other),
        Op::RealToFloat(kind),
        Op::FloatEq,
        Op::FloatLt,
        Op::FloatLe,
        Op::FloatNeg,
        Op::FloatAbs,
        Op::FloatIsNan,
        Op::ToInt(Rounding::Floor),
        Op::ToInt(Rounding::Truncate),
        Op::FloatToReal,
    ]);
    match &op {
        Op::RealToFloat(_) => {
            let real = table.apply(Op::ToReal, &[i]);
            table.apply(op, &[real])
        }
        Op::ToInt(_) => {
            let mut real = table.apply(Op::FloatToReal, &[x]);
            if choices.chance(30) {
                let half = table.real(RBig::from_parts(IBig::from(choices.pick(&[-1, 1])), UBig::from(2u8)));
                real = table.apply(Op::Add, &[real, half]);
            }
            let whole = table.apply(op, &[real]);
            if choices.chance(50) { table.apply(Op::IntToBv(40), &[whole]) } else { whole }
        }
        Op::FloatToReal => {
            let real = table.apply(op, &[x]);
            let (top, bottom) = (choices.between(-900, 900), choices.between(1, 70) as u64);
            let limit = table.real(RBig::from_parts(IBig::from(top), UBig::from(bottom)));
            let order = choices.pick(&[Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Eq]);
            table.apply(order, &[real, limit])
        }
        Op::FloatNeg | Op::FloatAbs | Op::FloatIsNan | Op::FloatToFloat(_) | Op::Function(_) => {
            table.apply(op, &[x])
        }
        _ => table.apply(op, &[x, y]),
    }
}

/// With operands known, the result is possible and no other one is.
#[test]
fn results_are_those_of_the_machine() {
    let mut table = Table::new();
    let kinds = [FloatKind::Single, FloatKind::Double];
    let i = table.symbol("i", Sort::INT);
    let symbols = kinds.map(|kind| {
        let sort = Sort::Scalar(Scalar::Float(kind));
        [table.symbol(&format!("x{kind:?}"), sort), table.symbol(&format!("y{kind:?}"), sort), i]
    });
    let limits = [(Op::Ge, i64::MIN), (Op::Le, i64::MAX)].map(|(op, limit)| {
        let limit = table.int(limit);
        table.apply(op, &[i, limit])
    });
    let state = RefCell::new((table, circuits()));
    check(Plan { seed: 51, cases: 500, choices: 60 }, |choices| {
        let (table, solver) = &mut *state.borrow_mut();
        let at = choices.below(2);
        let (kind, symbols) = (kinds[at], symbols[at]);
        let first = float(choices, kind, None);
        let second = float(choices, kind, Some(first));
        let whole = (choices.bits() as i64) >> choices.below(64);
        let values = [Value::Float(kind, first), Value::Float(kind, second), Value::Int(IBig::from(whole))];
        let mut assignment = Assignment::new();
        let mut conditions = limits.to_vec();
        for (symbol, value) in symbols.iter().zip(&values) {
            let Op::Symbol(id) = *table.op(*symbol) else { panic!("operands are symbols") };
            assignment.set(id, value.clone());
            let value = constant(table, value);
            conditions.push(table.apply(Op::Eq, &[*symbol, value]));
        }
        let result = results(table, choices, kind, symbols);
        let value = table.evaluate(result, &assignment);
        let shown = format!("{} with {values:?} is {value:?}", table.show(result));
        let expected = constant(table, &value);
        for (op, possible) in [(Op::Ne, false), (Op::Eq, true)] {
            conditions.push(table.apply(op, &[result, expected]));
            let answer = solver.check(table, &conditions);
            check_model(table, &conditions, &answer);
            let wide = matches!(table.sort(result), Sort::INT) || shown.contains("ToInt");
            assert!(
                decided(&answer) == Some(possible) || (wide && decided(&answer).is_none()),
                "{shown}: {answer:?}"
            );
            conditions.pop();
        }
    });
}

/// An integer is what it was after it was a double, and need not be after it was a single.
#[test]
fn integers_survive_as_doubles() {
    let mut table = Table::new();
    let (i, j) = (table.symbol("i", Sort::INT), table.symbol("j", Sort::INT));
    let x = table.symbol("x", Sort::Scalar(Scalar::Float(FloatKind::Double)));
    let mut conditions = Vec::new();
    for symbol in [i, j] {
        for (op, limit) in [(Op::Ge, i32::MIN), (Op::Le, i32::MAX)] {
            let limit = table.int(limit);
            conditions.push(table.apply(op, &[symbol, limit]));
        }
    }
    let whole = |table: &mut Table, float: TermId| {
        let real = table.apply(Op::FloatToReal, &[float]);
        table.apply(Op::ToInt(Rounding::Truncate), &[real])
    };
    for (kind, changes) in [(FloatKind::Double, false), (FloatKind::Single, true)] {
        let real = table.apply(Op::ToReal, &[i]);
        let float = table.apply(Op::RealToFloat(kind), &[real]);
        let back = whole(&mut table, float);
        conditions.push(table.apply(Op::Ne, &[back, i]));
        let answer = circuits().check(&mut table, &conditions);
        check_model(&table, &conditions, &answer);
        assert_eq!(decided(&answer), Some(changes), "{answer:?}");
        conditions.pop();
    }
    // What has no range lies below, within or above that of another number.
    let any = whole(&mut table, x);
    let ordered =
        [(Op::Lt, i, any), (Op::Lt, any, j), (Op::Ge, i, j)].map(|(op, x, y)| table.apply(op, &[x, y]));
    for (count, possible) in [(1, true), (2, true), (3, false)] {
        let asked: Vec<TermId> = conditions.iter().chain(&ordered[..count]).copied().collect();
        let answer = circuits().check(&mut table, &asked);
        check_model(&table, &asked, &answer);
        assert_eq!(decided(&answer), Some(possible), "{answer:?}");
    }
}

/// Random terms over floats and integers.
struct Terms<'t> {
    table: &'t mut Table,
    kind: FloatKind,
    floats: [TermId; 2],
    integer: TermId,
}

impl Terms<'_> {
    fn float(&mut self, choices: &mut Choices, depth: u32) -> TermId {
        if depth == 0 {
            return if choices.chance(70) {
                choices.pick(&self.floats)
            } else {
                let bits = if choices.chance(60) {
                    match self.kind {
                        FloatKind::Single => {
                            u64::from(choices.pick(&[1.0f32, 0.0, 2.0, 0.1, -3.5]).to_bits())
                        }
                        FloatKind::Double => choices.pick(&[1.0f64, 0.0, 2.0, 0.1, -3.5]).to_bits(),
                    }
                } else {
                    float(choices, self.kind, None)
                };
                self.table.float(self.kind, bits)
            };
        }
        let next = depth - 1;
        let op = choices.pick(&[
            Op::FloatAdd,
            Op::FloatSub,
            Op::FloatMul,
            Op::FloatDiv,
            Op::FloatNeg,
            Op::FloatAbs,
            Op::Function(Function::Sqrt),
            Op::Ite,
            Op::RealToFloat(self.kind),
        ]);
        match op {
            Op::Ite => {
                let condition = self.truth(choices, next);
                let (x, y) = (self.float(choices, next), self.float(choices, next));
                self.table.apply(op, &[condition, x, y])
            }
            Op::RealToFloat(_) => {
                let real = self.table.apply(Op::ToReal, &[self.integer]);
                self.table.apply(op, &[real])
            }
            Op::FloatNeg | Op::FloatAbs | Op::Function(_) => {
                let x = self.float(choices, next);
                self.table.apply(op, &[x])
            }
            _ => {
                let (x, y) = (self.float(choices, next), self.float(choices, next));
                self.table.apply(op, &[x, y])
            }
        }
    }

    fn truth(&mut self, choices: &mut Choices, depth: u32) -> TermId {
        if depth > 0 && choices.chance(25) {
            let (p, q) = (self.truth(choices, depth - 1), self.truth(choices, depth - 1));
            let op = choices.pick(&[Op::And, Op::Or]);
            return self.table.apply(op, &[p, q]);
        }
        if choices.chance(20) {
            let x = self.float(choices, depth);
            let real = self.table.apply(Op::FloatToReal, &[x]);
            let whole = self.table.apply(Op::ToInt(Rounding::Truncate), &[real]);
            let other =
                if choices.chance(50) { self.integer } else { self.table.int(choices.between(-3, 3)) };
            let op = choices.pick(&[Op::Eq, Op::Lt, Op::Ge]);
            return self.table.apply(op, &[whole, other]);
        }
        let op = choices.pick(&[Op::FloatEq, Op::FloatLt, Op::FloatLe, Op::Eq]);
        let (x, y) = (self.float(choices, depth), self.float(choices, depth));
        let truth = self.table.apply(op, &[x, y]);
        if choices.chance(40) { self.table.not(truth) } else { truth }
    }
}

/// Questions about random terms: models are right, and what is impossible holds of no inputs tried.
#[test]
fn answers_agree_with_evaluation() {
    let (open, all, refuted) = (Cell::new(0), Cell::new(0), Cell::new(0));
    check(Plan { seed: 52, cases: 150, choices: 1200 }, |choices| {
        let mut table = Table::new();
        let kind = if choices.chance(85) { FloatKind::Single } else { FloatKind::Double };
        let sort = Sort::Scalar(Scalar::Float(kind));
        let floats = [table.symbol("x", sort), table.symbol("y", sort)];
        let integer = table.symbol("i", Sort::INT);
        let mut conditions = Vec::new();
        for (op, limit) in [(Op::Ge, -100), (Op::Le, 1000)] {
            let limit = table.int(limit);
            conditions.push(table.apply(op, &[integer, limit]));
        }
        let depth = 1 + choices.below(2) as u32;
        let mut terms = Terms { table: &mut table, kind, floats, integer };
        for _ in 0..=choices.below(3) {
            conditions.push(terms.truth(choices, depth));
        }
        let limited = SolverConfig {
            linear: false,
            reuse_models: false,
            z3: false,
            query_timeout: std::time::Duration::from_secs(4),
            ..SolverConfig::default()
        };
        let answer = Solver::new(limited).check(&mut table, &conditions);
        check_model(&table, &conditions, &answer);
        all.set(all.get() + 1);
        open.set(open.get() + u32::from(decided(&answer).is_none()));
        if answer == Answer::Unsat {
            refuted.set(refuted.get() + 1);
            for _ in 0..60 {
                let first = float(choices, kind, None);
                let second = float(choices, kind, Some(first));
                let values = [first, second].map(|bits| Value::Float(kind, bits));
                let whole = Value::Int(IBig::from(choices.between(-100, 1000)));
                let mut assignment = Assignment::new();
                for (symbol, value) in
                    floats.into_iter().chain([integer]).zip(values.into_iter().chain([whole]))
                {
                    let Op::Symbol(id) = *table.op(symbol) else { panic!("inputs are symbols") };
                    assignment.set(id, value);
                }
                let holds = |&condition: &TermId| table.evaluate(condition, &assignment) == Value::Bool(true);
                assert!(!conditions.iter().all(holds), "{assignment:?}");
            }
        }
    });
    assert!(open.get() * 10 <= all.get(), "{} of {} are left open", open.get(), all.get());
    assert!(refuted.get() * 20 >= all.get(), "only {} of {} are impossible", refuted.get(), all.get());
}
