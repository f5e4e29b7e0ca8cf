//! Questions that cannot be answered in time, or at all, say why.

use crate::common;

use std::path::PathBuf;
use std::time::Duration;

use common::{compare, pipe_only, z3_only};
use dashu_int::UBig;
use sextant_base::Interrupt;
use sextant_expr::{Op, Scalar, Sort, Table, TermId};
use sextant_solver::{Answer, Reason, Solver, SolverConfig};

const LONG: Duration = Duration::from_secs(600);

/// The factors of a product of two large primes: far beyond what a solver does in seconds.
fn hard(table: &mut Table) -> Vec<TermId> {
    let wide = Sort::Scalar(Scalar::BitVec(128));
    let [x, y] = ["x", "y"].map(|name| table.symbol(name, wide));
    let product = table.apply(Op::BvMul, &[x, y]);
    let primes = UBig::from(18_446_744_073_709_551_557u64) * UBig::from(9_223_372_036_854_775_783u64);
    let primes = table.bits(128, primes);
    let half = table.bits(128, UBig::ONE << 64);
    let one = table.bits(128, UBig::ONE);
    let mut conditions = vec![table.apply(Op::Eq, &[product, primes])];
    for factor in [x, y] {
        conditions.push(table.apply(Op::BvUlt, &[one, factor]));
        conditions.push(table.apply(Op::BvUlt, &[factor, half]));
    }
    conditions
}

/// The solver is as good as new after a question it could not answer.
fn still_works(table: &mut Table, solver: &mut Solver) {
    let n = table.symbol("n", Sort::INT);
    let easy = [compare(table, Op::Gt, n, 3), compare(table, Op::Lt, n, 5)];
    assert!(matches!(solver.check(table, &easy), Answer::Sat(_)));
}

fn late(config: SolverConfig) {
    let mut table = Table::new();
    let conditions = hard(&mut table);
    let mut solver = Solver::new(SolverConfig { query_timeout: Duration::from_millis(200), ..config });
    assert_eq!(solver.check(&mut table, &conditions), Answer::Unknown(Reason::Timeout));
    still_works(&mut table, &mut solver);
}

#[test]
fn a_late_answer_is_unknown() {
    late(z3_only());
    late(pipe_only());
}

fn interrupted(config: SolverConfig) {
    let mut table = Table::new();
    let conditions = hard(&mut table);
    let interrupt = Interrupt::new();
    let mut solver =
        Solver::new(SolverConfig { query_timeout: LONG, interrupt: interrupt.clone(), ..config });
    let asking = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(150));
        interrupt.ask();
    });
    assert_eq!(solver.check(&mut table, &conditions), Answer::Unknown(Reason::Interrupted));
    asking.join().unwrap();
    // Nothing dear is begun once somebody asked to stop.
    assert_eq!(solver.check(&mut table, &conditions[..2]), Answer::Unknown(Reason::Interrupted));
}

#[test]
fn an_interrupt_stops_a_running_query() {
    interrupted(z3_only());
    interrupted(pipe_only());
}

#[test]
fn the_deadline_of_the_run_counts_for_each_query() {
    let mut table = Table::new();
    let conditions = hard(&mut table);
    let interrupt = Interrupt::new().with_timeout(Duration::from_millis(200));
    let mut solver = Solver::new(SolverConfig { query_timeout: LONG, interrupt, ..z3_only() });
    assert_eq!(solver.check(&mut table, &conditions), Answer::Unknown(Reason::Timeout));
}

#[test]
fn a_missing_library_is_named_with_its_remedy() {
    let mut table = Table::new();
    let conditions = hard(&mut table);
    let missing = Some(PathBuf::from("no/such/libz3.so"));
    let mut solver = Solver::new(SolverConfig { z3_library: missing, ..SolverConfig::default() });
    for _ in 0..2 {
        let Answer::Unknown(reason) = solver.check(&mut table, &conditions) else { panic!() };
        assert!(matches!(reason, Reason::Unavailable(_)), "{reason:?}");
        let shown = reason.to_string();
        assert!(shown.contains("no/such/libz3.so") && shown.contains("pip install"), "{shown}");
    }
    still_works(&mut table, &mut solver);
}

#[test]
fn a_command_that_is_no_solver_is_reported() {
    let mut table = Table::new();
    let conditions = hard(&mut table);
    let mut ask = |command: &[&str]| {
        let pipe = Some(command.iter().map(|&word| word.to_owned()).collect());
        let mut solver =
            Solver::new(SolverConfig { pipe, query_timeout: Duration::from_millis(300), ..pipe_only() });
        solver.check(&mut table, &conditions)
    };
    assert!(matches!(ask(&["no-such-solver"]), Answer::Unknown(Reason::Unavailable(_))));
    assert!(matches!(ask(&[]), Answer::Unknown(Reason::Unavailable(_))));
    assert!(matches!(ask(&["true"]), Answer::Unknown(Reason::Incomplete(_))));
    assert!(matches!(ask(&["cat"]), Answer::Unknown(Reason::Incomplete(_))));
    assert_eq!(ask(&["sleep", "60"]), Answer::Unknown(Reason::Timeout));
}
