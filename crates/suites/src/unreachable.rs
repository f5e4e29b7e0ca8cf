//! Ways that no run takes, proved by induction over loops where the search does not come to an end.
//!
//! On every way in question stands something to be proved that is false. What the induction engine does not suspect
//! there cannot be reached: its walk takes more states into account than there are.

use std::collections::BTreeSet;
use std::time::Duration;

use sextant_base::{Interrupt, Span};
use sextant_engines::induction;
use sextant_engines::testgen::{Goal, Probed};
use sextant_flow::{Action, FlowProgram, Instruction, Terminator};
use sextant_session::{Call, Options};
use sextant_solver::SolverConfig;
use sextant_state::{ErrorKind, compile_with_loops};
use sextant_syntax::{Expr, ExprKind, Type};

/// Statements on one way between two loops.
const STATEMENTS: u64 = 50_000;
/// Procedures active at once.
const CALL_DEPTH: usize = 60;
/// The time for one question: there are many.
const PATIENCE: Duration = Duration::from_secs(1);

/// The ways among the goals that are proved to be taken by no run without an error.
pub(super) fn unreachable_ways(
    probed: &Probed,
    call: &Call,
    goals: &BTreeSet<Goal>,
    options: &Options,
    interrupt: &Interrupt,
) -> BTreeSet<Goal> {
    let ways: Vec<u32> = goals
        .iter()
        .filter_map(|goal| match goal {
            Goal::Way(way) => Some(*way),
            Goal::Statement(..) | Goal::Pair(..) => None,
        })
        .collect();
    if ways.is_empty() || interrupt.should_stop() {
        return BTreeSet::new();
    }
    let program = questioned(probed, &ways);
    let code = compile_with_loops(&program, options.policy(program.language));
    let solver = options.config().solver;
    let config = induction::Config {
        statements: STATEMENTS,
        call_depth: CALL_DEPTH,
        solver: SolverConfig {
            interrupt: interrupt.clone(),
            query_timeout: solver.query_timeout.min(PATIENCE),
            ..solver
        },
        interrupt: interrupt.clone(),
    };
    let found = induction::prove(&code, &call.entry, &config);
    if found.incomplete.is_some() {
        return BTreeSet::new();
    }
    let suspected = |way: u32| found.suspects.contains(&(ErrorKind::AssertionFailed, key(probed, way)));
    ways.into_iter().filter(|&way| !suspected(way)).map(Goal::Way).collect()
}

/// The program with something false to be proved on some ways.
fn questioned(probed: &Probed, ways: &[u32]) -> FlowProgram {
    let mut program = probed.program.clone();
    for &way in ways {
        let probe = &probed.probes[way as usize];
        let block = &mut program.procedures[probe.procedure].blocks[probe.block];
        let Terminator::Edges(edges) = &mut block.terminator else { continue };
        for edge in edges {
            let marked = edge.actions.iter().position(|one| {
                matches!(one.action, Action::Statement(number)
                    if probed.probe(probe.procedure, number) == Some(way))
            });
            if let Some(at) = marked {
                let span = key(probed, way);
                let never = Expr { kind: ExprKind::Bool(false), ty: Type::Logical, span };
                edge.actions.insert(at + 1, Instruction { action: Action::Prove(never), span });
            }
        }
    }
    program
}

/// Both ways out of a branch have the same place; as a key every one needs a place of its own.
fn key(probed: &Probed, way: u32) -> Span {
    let span = probed.probes[way as usize].span;
    Span { start: way, end: way, ..span }
}
