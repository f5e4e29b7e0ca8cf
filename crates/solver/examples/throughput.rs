//! Measures questions per second on typical paths: `cargo run --release -p sextant-solver --example throughput`.

use std::time::Instant;

use sextant_expr::{Op, Sort, Table, TermId};
use sextant_solver::{Answer, Solver, SolverConfig};

fn main() {
    for linear in [true, false] {
        println!("{}", if linear { "with the linear layer" } else { "without it: Z3" });
        for (name, workload) in WORKLOADS {
            let mut solver = Solver::new(SolverConfig { linear, ..SolverConfig::default() });
            let mut table = Table::new();
            let start = Instant::now();
            workload(&mut table, &mut solver);
            report(name, &solver, start.elapsed().as_secs_f64());
        }
    }
}

type Workload = fn(&mut Table, &mut Solver);

const WORKLOADS: [(&str, Workload); 3] =
    [("growing bounds", growing_bounds), ("sorting six", sorting), ("random linear", random_linear)];

fn report(name: &str, solver: &Solver, seconds: f64) {
    let statistics = solver.statistics();
    let each = seconds * 1e6 / statistics.queries as f64;
    println!("  {name}: {} questions, {each:.2} µs each", statistics.queries);
    for layer in &statistics.layers {
        let counts = format!("asked {}, sat {}, unsat {}", layer.asked, layer.sat, layer.unsat);
        println!(
            "    {:14} {counts}, {:.2} µs each",
            layer.name,
            layer.seconds * 1e6 / layer.asked.max(1) as f64
        );
    }
}

fn can(solver: &mut Solver, table: &mut Table, path: &[TermId]) -> bool {
    matches!(solver.check(table, path), Answer::Sat(_))
}

/// A loop that counts to a symbolic limit: `n ≥ 1`, `n ≥ 2`, and so on, each with its way out.
fn growing_bounds(table: &mut Table, solver: &mut Solver) {
    let n = table.symbol("n", Sort::INT);
    let mut path = Vec::new();
    for bound in 1..=1000 {
        let bound = table.int(bound);
        let stay = table.apply(Op::Ge, &[n, bound]);
        let leave = table.not(stay);
        path.push(leave);
        can(solver, table, &path);
        path.pop();
        path.push(stay);
        can(solver, table, &path);
    }
}

/// All paths of a bubble sort of six symbols.
fn sorting(table: &mut Table, solver: &mut Solver) {
    let symbols: Vec<TermId> = (0..6).map(|at| table.symbol(&format!("x{at}"), Sort::INT)).collect();
    let steps: Vec<usize> = (1..6).rev().flat_map(|last| 0..last).collect();
    explore(table, solver, symbols, &steps, &mut Vec::new());
}

fn explore(
    table: &mut Table,
    solver: &mut Solver,
    order: Vec<TermId>,
    steps: &[usize],
    path: &mut Vec<TermId>,
) {
    let Some((&at, rest)) = steps.split_first() else { return };
    let swap = table.apply(Op::Gt, &[order[at], order[at + 1]]);
    let keep = table.not(swap);
    for (condition, swaps) in [(swap, true), (keep, false)] {
        path.push(condition);
        if can(solver, table, path) {
            let mut order = order.clone();
            if swaps {
                order.swap(at, at + 1);
            }
            explore(table, solver, order, rest, path);
        }
        path.pop();
    }
}

/// Small random systems over six integers.
fn random_linear(table: &mut Table, solver: &mut Solver) {
    let symbols: Vec<TermId> = (0..6).map(|at| table.symbol(&format!("x{at}"), Sort::INT)).collect();
    let mut state = 88_172_645_463_325_252_u64;
    let mut random = |most: i64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % (2 * most as u64 + 1)) as i64 - most
    };
    for _ in 0..200 {
        let mut path = Vec::new();
        for _ in 0..10 {
            let mut sum = vec![table.int(random(20))];
            for &symbol in &symbols {
                let factor = table.int(random(3));
                sum.push(table.apply(Op::Mul, &[factor, symbol]));
            }
            let sum = table.apply(Op::Add, &sum);
            let zero = table.int(0);
            path.push(table.apply(Op::Le, &[sum, zero]));
            if !can(solver, table, &path) {
                path.pop();
            }
        }
    }
}
