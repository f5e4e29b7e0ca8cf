//! The layer of bits against evaluation under all inputs, and against Z3 where there are too many.

use crate::common;

use std::cell::Cell;

use common::{BIT_OPERATIONS, agree, check_model, constant, decided, random_value, z3_only};
use dashu_int::IBig;
use sextant_expr::{Assignment, Op, Rounding, Scalar, Sort, Table, TermId, Value};
use sextant_solver::{Answer, Solver, SolverConfig};
use sextant_testing::{Choices, Plan, check};

fn bits_only() -> SolverConfig {
    SolverConfig {
        linear: false,
        reuse_models: false,
        z3: false,
        enumeration: false,
        ..SolverConfig::default()
    }
}

/// Random terms over a few inputs.
struct Terms<'t> {
    table: &'t mut Table,
    /// The integers, and the width of bit strings.
    integers: Vec<TermId>,
    vectors: Vec<TermId>,
    truths: Vec<TermId>,
    width: u16,
}

impl Terms<'_> {
    fn integer(&mut self, choices: &mut Choices, depth: u32) -> TermId {
        if depth == 0 || choices.chance(15) {
            return if choices.chance(70) {
                choices.pick(&self.integers)
            } else {
                let value = choices.pick(&[0, 1, 2, 3, 4, 5, 7, 8, 12, 16, 100, 255, -1, -2, -3, -8]);
                self.table.int(value)
            };
        }
        let next = depth - 1;
        let op = choices.pick(&[
            Op::Add,
            Op::Sub,
            Op::Mul,
            Op::Neg,
            Op::Abs,
            Op::Min,
            Op::Max,
            Op::Div(Rounding::Floor),
            Op::Div(Rounding::Truncate),
            Op::Rem(Rounding::Floor),
            Op::Rem(Rounding::Truncate),
            Op::Pow,
            Op::Ite,
            Op::BvToUint,
            Op::BvToSint,
            Op::Select,
        ]);
        match op {
            Op::Neg | Op::Abs => {
                let x = self.integer(choices, next);
                self.table.apply(op, &[x])
            }
            Op::BvToUint | Op::BvToSint => {
                let x = self.vector(choices, next);
                self.table.apply(op, &[x])
            }
            Op::Ite => {
                let condition = self.truth(choices, next);
                let (x, y) = (self.integer(choices, next), self.integer(choices, next));
                self.table.apply(Op::Ite, &[condition, x, y])
            }
            Op::Select => self.looked_up(choices, next),
            Op::Pow => {
                let (x, y) = if choices.chance(50) {
                    (self.table.int(2), self.integer(choices, 0))
                } else {
                    let exponent = choices.below(4) as i64;
                    (self.integer(choices, next), self.table.int(exponent))
                };
                self.table.apply(Op::Pow, &[x, y])
            }
            Op::Div(_) | Op::Rem(_) => {
                let x = self.integer(choices, next);
                let y = if choices.chance(50) {
                    let value = choices.pick(&[1, 2, 4, 8, 16, 256, 3, 10, -3, -4]);
                    self.table.int(value)
                } else {
                    self.integer(choices, next)
                };
                self.table.apply(op, &[x, y])
            }
            _ => {
                let (x, y) = (self.integer(choices, next), self.integer(choices, next));
                self.table.apply(op, &[x, y])
            }
        }
    }

    /// A long choice by the value of one integer.
    fn looked_up(&mut self, choices: &mut Choices, depth: u32) -> TermId {
        let index = self.integer(choices, depth.min(1));
        let mut value = self.integer(choices, 0);
        for at in 0..choices.below(7) as i64 {
            let at = self.table.int(at - 1);
            let equal = self.table.apply(Op::Eq, &[index, at]);
            let entry = if choices.chance(80) {
                let entry = choices.between(-4, 9);
                self.table.int(entry)
            } else {
                self.integer(choices, 0)
            };
            value = self.table.apply(Op::Ite, &[equal, entry, value]);
        }
        value
    }

    fn vector(&mut self, choices: &mut Choices, depth: u32) -> TermId {
        let width = self.width;
        if depth == 0 || choices.chance(15) {
            return if choices.chance(70) {
                choices.pick(&self.vectors)
            } else {
                let value = random_value(choices, Scalar::BitVec(width));
                constant(self.table, &value)
            };
        }
        let next = depth - 1;
        match choices.below(19) {
            0 => {
                let x = self.vector(choices, next);
                self.table.apply(Op::BvNot, &[x])
            }
            1 => {
                let x = self.vector(choices, next);
                self.table.apply(Op::BvNeg, &[x])
            }
            2 | 3 => {
                let x = self.integer(choices, next);
                self.table.apply(Op::IntToBv(width), &[x])
            }
            4 => {
                let (x, y) = (self.vector(choices, next), self.vector(choices, next));
                let both = self.table.apply(Op::BvConcat, &[x, y]);
                let low = choices.below(usize::from(width) + 1) as u16;
                self.table.apply(Op::BvExtract(low + width - 1, low), &[both])
            }
            5 => {
                let x = self.vector(choices, next);
                let op = choices.pick(&[Op::BvZeroExtend(width + 3), Op::BvSignExtend(width + 3)]);
                let wide = self.table.apply(op, &[x]);
                let low = choices.below(4) as u16;
                self.table.apply(Op::BvExtract(low + width - 1, low), &[wide])
            }
            at => {
                let op = BIT_OPERATIONS[at - 6].clone();
                let (x, y) = (self.vector(choices, next), self.vector(choices, next));
                self.table.apply(op, &[x, y])
            }
        }
    }

    fn truth(&mut self, choices: &mut Choices, depth: u32) -> TermId {
        if depth == 0 {
            return choices.pick(&self.truths);
        }
        let next = depth - 1;
        match choices.below(8) {
            0 => {
                let (p, q) = (self.truth(choices, next), self.truth(choices, next));
                let op = choices.pick(&[Op::And, Op::Or, Op::Implies, Op::Eq]);
                self.table.apply(op, &[p, q])
            }
            1 => {
                let p = self.truth(choices, next);
                self.table.not(p)
            }
            2..=4 => {
                let op = choices.pick(&[Op::Eq, Op::Ne, Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle]);
                let (x, y) = (self.vector(choices, next), self.vector(choices, next));
                self.table.apply(op, &[x, y])
            }
            _ => {
                let op = choices.pick(&[Op::Eq, Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge]);
                let (x, y) = (self.integer(choices, next), self.integer(choices, next));
                self.table.apply(op, &[x, y])
            }
        }
    }
}

/// Inputs of few values each, with the bounds of the integers and all values.
fn inputs(
    table: &mut Table,
    choices: &mut Choices,
    width: u16,
    wide: bool,
) -> (Vec<TermId>, Vec<(TermId, IBig, IBig)>) {
    let mut bounds = Vec::new();
    let mut conditions = Vec::new();
    for at in 0..2 {
        let symbol = table.symbol(&format!("i{at}"), Sort::INT);
        let (low, high) = if wide {
            choices.pick(&[
                (-128, 127),
                (0, 255),
                (-32768, 32767),
                (0, u32::MAX.into()),
                (i32::MIN.into(), i32::MAX.into()),
            ])
        } else {
            let low = choices.between(-5, 3);
            (low, low + choices.between(0, 8))
        };
        for (op, limit) in [(Op::Ge, low), (Op::Le, high)] {
            let limit = table.int(limit);
            conditions.push(table.apply(op, &[symbol, limit]));
        }
        bounds.push((symbol, IBig::from(low), IBig::from(high)));
    }
    for at in 0..2 {
        let symbol = table.symbol(&format!("b{at}"), Sort::Scalar(Scalar::BitVec(width)));
        bounds.push((symbol, IBig::ZERO, (IBig::ONE << usize::from(width)) - IBig::ONE));
    }
    let symbol = table.symbol("p", Sort::BOOL);
    bounds.push((symbol, IBig::ZERO, IBig::ONE));
    (conditions, bounds)
}

fn terms<'t>(table: &'t mut Table, bounds: &[(TermId, IBig, IBig)], width: u16) -> Terms<'t> {
    let symbols: Vec<TermId> = bounds.iter().map(|(symbol, ..)| *symbol).collect();
    Terms {
        table,
        integers: symbols[..2].to_vec(),
        vectors: symbols[2..4].to_vec(),
        truths: symbols[4..].to_vec(),
        width,
    }
}

/// Whether some inputs fulfil all conditions.
fn possible(
    table: &Table,
    conditions: &[TermId],
    bounds: &[(TermId, IBig, IBig)],
    assignment: &mut Assignment,
) -> bool {
    let Some(((symbol, low, high), rest)) = bounds.split_first() else {
        return conditions
            .iter()
            .all(|&condition| table.evaluate(condition, assignment) == Value::Bool(true));
    };
    let Op::Symbol(id) = *table.op(*symbol) else { panic!("inputs are symbols") };
    let mut value = low.clone();
    while value <= *high {
        assignment.set(
            id,
            match table.sort(*symbol) {
                Sort::Scalar(Scalar::BitVec(width)) => {
                    Value::Bits(width, value.clone().try_into().expect("no sign"))
                }
                Sort::BOOL => Value::Bool(value == IBig::ONE),
                _ => Value::Int(value.clone()),
            },
        );
        if possible(table, conditions, rest, assignment) {
            return true;
        }
        value += IBig::ONE;
    }
    false
}

#[test]
fn agrees_with_evaluation_under_all_inputs() {
    let (open, all) = (Cell::new(0), Cell::new(0));
    check(Plan { seed: 41, cases: 400, choices: 300 }, |choices| {
        let mut table = Table::new();
        let width = 1 + choices.below(3) as u16;
        let (mut conditions, bounds) = inputs(&mut table, choices, width, false);
        let mut terms = terms(&mut table, &bounds, width);
        for _ in 0..=choices.below(2) {
            conditions.push(terms.truth(choices, 4));
        }
        let shown: Vec<String> = conditions.iter().map(|&condition| table.show(condition)).collect();
        let truth = possible(&table, &conditions, &bounds, &mut Assignment::new());
        let enumerated = SolverConfig { enumeration: true, ..bits_only() };
        // Without a search, Z3 is asked about bit strings only.
        let given_up = SolverConfig { bits: true, enumeration: false, conflicts: 0, ..z3_only() };
        for config in [bits_only(), enumerated, given_up] {
            let mut solver = Solver::new(config);
            let answer = solver.check(&mut table, &conditions);
            check_model(&table, &conditions, &answer);
            all.set(all.get() + 1);
            match decided(&answer) {
                None => open.set(open.get() + 1),
                Some(sat) => assert_eq!(sat, truth, "{shown:#?}"),
            }
        }
    });
    assert!(open.get() * 20 <= all.get(), "{} of {} are left open", open.get(), all.get());
}

/// Sixty steps of a number that is halved or tripled: the paths of a byte.
#[test]
fn few_inputs_are_enumerated() {
    let mut table = Table::new();
    let x = table.symbol("x", Sort::INT);
    let [one, two, three, high] = [1, 2, 3, 255].map(|value| table.int(value));
    let mut conditions = vec![table.apply(Op::Ge, &[x, one]), table.apply(Op::Le, &[x, high])];
    let mut value = x;
    for _ in 0..60 {
        let odd = table.apply(Op::Rem(Rounding::Floor), &[value, two]);
        let odd = table.apply(Op::Eq, &[odd, one]);
        let tripled = table.apply(Op::Mul, &[value, three]);
        let tripled = table.apply(Op::Add, &[tripled, one]);
        let half = table.apply(Op::Div(Rounding::Floor), &[value, two]);
        let next = table.apply(Op::Ite, &[odd, tripled, half]);
        let done = table.apply(Op::Eq, &[value, one]);
        value = table.apply(Op::Ite, &[done, one, next]);
    }
    let mut solver = Solver::new(SolverConfig { z3: false, ..SolverConfig::default() });
    for (least, possible) in [(2, true), (7288, true), (7289, false)] {
        let least = table.int(least);
        let large = table.apply(Op::Ge, &[value, least]);
        conditions.push(large);
        let answer = solver.check(&mut table, &conditions);
        check_model(&table, &conditions, &answer);
        assert_eq!(decided(&answer), Some(possible), "{answer:?}");
        conditions.pop();
    }
}

#[test]
fn agrees_with_z3_on_wide_inputs() {
    let (open, all) = (Cell::new(0), Cell::new(0));
    check(Plan { seed: 42, cases: 60, choices: 300 }, |choices| {
        let mut table = Table::new();
        let width = choices.pick(&[8, 16, 24]);
        let (mut conditions, bounds) = inputs(&mut table, choices, width, true);
        let mut terms = terms(&mut table, &bounds, width);
        conditions.push(terms.truth(choices, 3));
        let limited = SolverConfig { query_timeout: std::time::Duration::from_secs(2), ..bits_only() };
        let ours = Solver::new(limited).check(&mut table, &conditions);
        let limited =
            SolverConfig { bits: false, query_timeout: std::time::Duration::from_millis(500), ..z3_only() };
        let theirs = Solver::new(limited).check(&mut table, &conditions);
        agree(&table, &conditions, &ours, &theirs);
        all.set(all.get() + 1);
        open.set(open.get() + u32::from(decided(&ours).is_none()));
    });
    assert!(open.get() * 10 <= all.get(), "{} of {} are left open", open.get(), all.get());
}

/// Questions along paths: conditions come and go, slices are remembered, ranges change.
#[test]
fn answers_stay_right_as_conditions_change() {
    check(Plan { seed: 43, cases: 60, choices: 300 }, |choices| {
        let mut table = Table::new();
        let (base, bounds) = inputs(&mut table, choices, 2, false);
        let mut solver = Solver::new(bits_only());
        let mut conditions = base.clone();
        for _ in 0..6 {
            conditions.truncate(base.len() + choices.below(conditions.len() - base.len() + 1));
            let mut terms = terms(&mut table, &bounds, 2);
            conditions.push(terms.truth(choices, 3));
            let answer = solver.check(&mut table, &conditions);
            check_model(&table, &conditions, &answer);
            if let Some(sat) = decided(&answer) {
                assert_eq!(sat, possible(&table, &conditions, &bounds, &mut Assignment::new()));
            }
        }
    });
}

#[test]
fn ranges_may_differ_from_question_to_question() {
    let mut table = Table::new();
    let x = table.symbol("x", Sort::INT);
    let mut solver = Solver::new(bits_only());
    let bounded = |table: &mut Table, high: i64| {
        let (zero, high) = (table.int(0), table.int(high));
        vec![table.apply(Op::Ge, &[x, zero]), table.apply(Op::Le, &[x, high])]
    };
    let bits = table.apply(Op::IntToBv(16), &[x]);
    let mask = table.bits(16, 0xff00u32.into());
    let upper = table.apply(Op::BvAnd, &[bits, mask]);
    let zero = table.bits(16, 0u32.into());
    let some = table.apply(Op::Ne, &[upper, zero]);
    for (high, expected) in [(255, Some(false)), (300, Some(true)), (255, Some(false))] {
        let mut conditions = bounded(&mut table, high);
        conditions.push(some);
        assert_eq!(decided(&solver.check(&mut table, &conditions)), expected, "up to {high}");
    }
    let unlimited = solver.check(&mut table, &[some]);
    assert!(matches!(unlimited, Answer::Sat(_)), "the lowest bits need no range: {unlimited:?}");
}

#[test]
fn linear_circuits_need_no_search() {
    // A shift register with feedback of 64 steps, undone by 64 steps back.
    let mut table = Table::new();
    let start = table.symbol("s", Sort::Scalar(Scalar::BitVec(32)));
    let mut state = start;
    let by = |table: &mut Table, n: u32| table.bits(32, n.into());
    for _ in 0..8 {
        for (op, distance) in [(Op::BvShl, 13), (Op::BvLshr, 17), (Op::BvShl, 5)] {
            let distance = by(&mut table, distance);
            let shifted = table.apply(op, &[state, distance]);
            state = table.apply(Op::BvXor, &[state, shifted]);
        }
    }
    let zero = by(&mut table, 0);
    let vanishes = table.apply(Op::Eq, &[state, zero]);
    let nonzero = table.apply(Op::Ne, &[start, zero]);
    let answer = Solver::new(bits_only()).check(&mut table, &[vanishes, nonzero]);
    assert_eq!(decided(&answer), Some(false));
}

#[test]
fn elements_of_other_questions_do_not_matter() {
    let mut table = Table::new();
    let array = table.symbol("a", Sort::Array(Scalar::Int));
    let j = table.symbol("j", Sort::INT);
    let [zero, seven, hundred, wide] = [0, 7, 100, 255].map(|value| table.int(value));
    let first = table.apply(Op::Select, &[array, zero]);
    let element = table.apply(Op::Select, &[array, j]);
    let odd = |table: &mut Table, term: TermId| {
        let bits = table.apply(Op::IntToBv(16), &[term]);
        let mask = table.bits(16, 5u32.into());
        let masked = table.apply(Op::BvAnd, &[bits, mask]);
        table.apply(Op::Ne, &[masked, mask])
    };
    let mut solver = Solver::new(bits_only());
    let mut narrow = vec![table.apply(Op::Ge, &[first, zero]), table.apply(Op::Le, &[first, seven])];
    narrow.push(odd(&mut table, first));
    assert_eq!(decided(&solver.check(&mut table, &narrow)), Some(true));
    let mut other = vec![table.apply(Op::Ge, &[element, zero]), table.apply(Op::Le, &[element, wide])];
    other.push(table.apply(Op::Ge, &[j, zero]));
    other.push(table.apply(Op::Le, &[j, zero]));
    other.push(table.apply(Op::Ge, &[element, hundred]));
    other.push(odd(&mut table, element));
    let answer = solver.check(&mut table, &other);
    check_model(&table, &other, &answer);
    assert_eq!(decided(&answer), Some(true), "{answer:?}");
}

/// The same sums in other ways need no search: counts by fields and one by one, inverse factors.
#[test]
fn sums_have_a_normal_form() {
    let mut table = Table::new();
    let x = table.symbol("x", Sort::Scalar(Scalar::BitVec(32)));
    let word = |table: &mut Table, value: u32| table.bits(32, value.into());
    let mut fields = x;
    for (mask, by) in [(0x5555_5555, 1), (0x3333_3333, 2), (0x0f0f_0f0f, 4)] {
        let (mask, by) = (word(&mut table, mask), word(&mut table, by));
        let shifted = table.apply(Op::BvLshr, &[fields, by]);
        let (low, high) = (table.apply(Op::BvAnd, &[fields, mask]), table.apply(Op::BvAnd, &[shifted, mask]));
        fields = table.apply(Op::BvAdd, &[low, high]);
    }
    let (ones, by) = (word(&mut table, 0x0101_0101), word(&mut table, 24));
    let product = table.apply(Op::BvMul, &[fields, ones]);
    let count = table.apply(Op::BvLshr, &[product, by]);
    let mut slow = word(&mut table, 0);
    for at in 0..32 {
        let (by, one) = (word(&mut table, at), word(&mut table, 1));
        let bit = table.apply(Op::BvLshr, &[x, by]);
        let bit = table.apply(Op::BvAnd, &[bit, one]);
        slow = table.apply(Op::BvAdd, &[slow, bit]);
    }
    let there = word(&mut table, 0x85eb_ca6b);
    let back = word(&mut table, 0xa5cb_9243);
    let mixed = table.apply(Op::BvMul, &[x, there]);
    let unmixed = table.apply(Op::BvMul, &[mixed, back]);
    let config = SolverConfig { conflicts: 0, ..bits_only() };
    for (one, other, equal) in [(count, slow, true), (unmixed, x, true), (count, x, false)] {
        let differ = table.apply(Op::Ne, &[one, other]);
        let answer = Solver::new(SolverConfig { conflicts: if equal { 0 } else { 1000 }, ..config.clone() })
            .check(&mut table, &[differ]);
        assert_eq!(decided(&answer), Some(!equal), "{answer:?}");
    }
}
