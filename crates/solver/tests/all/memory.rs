//! Z3's memory limit holds for the whole process, so it is tested in a process of its own.

use crate::common;

use std::time::Duration;

use common::{compare, z3_only};
use dashu_int::UBig;
use sextant_expr::{Op, Scalar, Sort, Table, TermId};
use sextant_solver::{Answer, Reason, Solver, SolverConfig};

#[test]
fn a_question_that_needs_too_much_memory_is_unknown() {
    let mut table = Table::new();
    let wide = Sort::Scalar(Scalar::BitVec(512));
    let symbols: Vec<TermId> = (0..6).map(|at| table.symbol(&format!("b{at}"), wide)).collect();
    let mut product = symbols[0];
    for &symbol in &symbols[1..] {
        product = table.apply(Op::BvMul, &[product, symbol]);
    }
    let seven = table.bits(512, UBig::from(7u8));
    let quotient = table.apply(Op::BvUdiv, &[product, symbols[1]]);
    let hard = table.apply(Op::Eq, &[quotient, seven]);
    let config = SolverConfig { memory_limit_mb: 60, query_timeout: Duration::from_secs(60), ..z3_only() };
    let mut solver = Solver::new(config);
    assert_eq!(solver.check(&mut table, &[hard]), Answer::Unknown(Reason::OutOfMemory));
    let n = table.symbol("n", Sort::INT);
    let easy = compare(&mut table, Op::Gt, n, 3);
    assert!(
        matches!(solver.check(&mut table, &[easy]), Answer::Sat(_)),
        "a new context is as good as the first"
    );
}
