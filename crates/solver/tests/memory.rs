//! Z3's memory limit holds for the whole process: these questions have a process to themselves, and one follows the
//! other.

use std::path::Path;
use std::time::Duration;

use dashu_int::UBig;
use sextant_expr::{Op, Scalar, Sort, Table, TermId};
use sextant_solver::{Answer, Reason, Solver, SolverConfig};

fn solver(memory_limit_mb: u32) -> Solver {
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/z3-solver/z3/lib/libz3.so");
    Solver::new(SolverConfig {
        z3_library: Some(installed),
        linear: false,
        bits: false,
        memory_limit_mb,
        query_timeout: Duration::from_secs(60),
        ..SolverConfig::default()
    })
}

/// A product of six numbers of 512 bits.
fn hard(table: &mut Table) -> TermId {
    let wide = Sort::Scalar(Scalar::BitVec(512));
    let symbols: Vec<TermId> = (0..6).map(|at| table.symbol(&format!("b{at}"), wide)).collect();
    let mut product = symbols[0];
    for &symbol in &symbols[1..] {
        product = table.apply(Op::BvMul, &[product, symbol]);
    }
    let seven = table.bits(512, UBig::from(7u8));
    let quotient = table.apply(Op::BvUdiv, &[product, symbols[1]]);
    table.apply(Op::Eq, &[quotient, seven])
}

fn easy(table: &mut Table) -> TermId {
    let n = table.symbol("n", Sort::INT);
    let three = table.int(3);
    table.apply(Op::Gt, &[n, three])
}

#[test]
fn questions_that_need_too_much_memory_are_unknown() {
    let mut table = Table::new();
    let (hard, easy) = (hard(&mut table), easy(&mut table));
    let mut ample = solver(60);
    assert_eq!(ample.check(&mut table, &[hard]), Answer::Unknown(Reason::OutOfMemory));
    let again = ample.check(&mut table, &[easy]);
    assert!(matches!(again, Answer::Sat(_)), "a new context is as good as the first: {again:?}");

    // What the first solver holds is more than the limit now: there is no room for another context.
    let mut scant = solver(1);
    assert_eq!(scant.check(&mut table, &[easy]), Answer::Unknown(Reason::OutOfMemory));
    drop(ample);
    let again = solver(60).check(&mut table, &[easy]);
    assert!(matches!(again, Answer::Sat(_)), "memory that was given back can be used again: {again:?}");
}
