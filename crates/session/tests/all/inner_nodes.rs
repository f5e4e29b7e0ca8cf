//! Contexts at points inside procedures against execution: every visit of a statement is one context at one value of
//! the running counts, and the other way round.

use std::path::{Path, PathBuf};

use dashu_ratio::RBig;
use sextant_algebra::{Term, Values};
use sextant_base::Interrupt;
use sextant_engines::global::{Case, Evaluator};
use sextant_expr::{Op, Rounding, Table};
use sextant_flow::{Action, BlockId, FlowProgram, Instruction};
use sextant_session::{Arithmetic, Session};
use sextant_state::{Entry, EntryArgument, EntryValue, Machine, Output, Policy, Stop, Until, compile};
use sextant_syntax::{Expr, ExprKind, OutputItem, Place, ProcId, Type, VarId};

const IDEAL: Policy = Policy { arithmetic: Arithmetic::Ideal, division: Rounding::Floor, real_errors: true };
/// Values of running counts that are tried.
const MOST_PASSES: i64 = 14;

fn graphs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/summary/graphs");
    let entries = std::fs::read_dir(folder).expect("the folder");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    found.sort();
    found
}

/// The values of some variables at every visit of a place.
fn visits(
    program: &FlowProgram,
    (block, position): (BlockId, usize),
    variables: &[VarId],
    inputs: &[i64],
) -> Option<Vec<Vec<RBig>>> {
    let mut program = program.clone();
    let graph = &mut program.procedures[ProcId(0)];
    let span = graph.span;
    for (at, &variable) in variables.iter().enumerate() {
        let ty = graph.variables[variable].ty.clone();
        let value = Expr { kind: ExprKind::Load(Place::Variable(variable)), ty, span };
        let action = Action::Write(OutputItem::Value(value));
        graph.blocks[block].instructions.insert(position + at, Instruction { action, span });
    }
    let graph = &program.procedures[ProcId(0)];
    let arguments = graph.parameters.iter().zip(inputs).map(|(&id, value)| EntryArgument::Scalar {
        name: graph.variables[id].name.clone(),
        value: EntryValue::Int((*value).into()),
    });
    let code = compile(&program, IDEAL);
    let entry = Entry::new(ProcId(0), arguments.collect());
    let mut table = Table::new();
    let machine = Machine::new(&code, &entry, &mut table);
    let (mut state, _) = machine.start(&mut table);
    loop {
        match machine.run(&mut table, &mut state, Until { statements: 2_000, ..Until::default() }) {
            Stop::Ended(sextant_state::Ending::Returned) => break,
            Stop::Ended(_) | Stop::Ask(_) => return None,
            _ => {}
        }
    }
    let mut values = Vec::new();
    let outputs: Vec<Output> = state.output().cloned().collect();
    for output in outputs {
        if let Output::Value(value) = output {
            let term = value.to_term(&mut table)?;
            let Op::Int(value) = table.op(term) else { return None };
            values.push(RBig::from(value.clone()));
        }
    }
    Some(values.chunks(variables.len()).map(<[RBig]>::to_vec).collect())
}

/// The values of some variables in all contexts, for all values of the running counts.
fn claimed(session: &Session, cases: &[Case], variables: &[VarId], inputs: &[i64]) -> Option<Vec<Vec<RBig>>> {
    let graph = &session.program().procedures[ProcId(0)];
    let mut values = Values { steps: 20_000, ..Values::default() };
    for (&id, value) in graph.parameters.iter().zip(inputs) {
        values.set(&graph.variables[id].name, RBig::from(*value));
    }
    let mut found = Vec::new();
    for case in cases {
        let running: Vec<&Term> =
            case.loops.iter().filter(|pass| pass.running).map(|pass| &pass.count).collect();
        let total = (MOST_PASSES as usize).pow(running.len() as u32);
        for number in 0..total {
            let mut rest = number as i64;
            let mut values = values.clone();
            for count in &running {
                let symbol = count.as_symbol().expect("a count that is running is a symbol");
                values.set(&symbol.name, RBig::from(rest % MOST_PASSES));
                rest /= MOST_PASSES;
            }
            if values.condition(&case.condition).ok()? {
                let row = variables.iter().map(|&id| values.term(&case.state.number(graph, id)).ok());
                found.push(row.collect::<Option<Vec<RBig>>>()?);
            }
        }
    }
    Some(found)
}

#[test]
fn every_visit_is_a_context() {
    let (mut programs, mut points, mut compared) = (0, 0, 0);
    for file in graphs() {
        let session = Session::load(std::slice::from_ref(&file), None).expect("a program");
        let program = session.program();
        let graph = &program.procedures[ProcId(0)];
        let numbers = graph.variables.iter().all(|variable| matches!(variable.ty, Type::Int(_)));
        if !numbers {
            continue;
        }
        programs += 1;
        let mut evaluator = Evaluator::new(program, ProcId(0), IDEAL, &Interrupt::new());
        for (block, code) in graph.blocks.iter_enumerated() {
            let marker = |instruction: &Instruction| matches!(instruction.action, Action::Statement(_));
            let Some(position) = code.instructions.iter().position(marker) else { continue };
            let cases = evaluator.contexts_at((block, position));
            let known = |id: &VarId| {
                graph.parameters.contains(id) || cases.iter().all(|case| case.state.numbers.contains_key(id))
            };
            let variables: Vec<VarId> = graph.variables.ids().filter(known).collect();
            points += 1;
            for inputs in combinations(graph.parameters.len()) {
                let place = (block, position + 1);
                let Some(mut actual) = visits(program, place, &variables, &inputs) else { continue };
                let Some(mut said) = claimed(&session, &cases, &variables, &inputs) else { continue };
                actual.sort();
                said.sort();
                assert_eq!(said, actual, "{} block {} for {inputs:?}", file.display(), block.number());
                compared += 1;
            }
        }
    }
    println!("{programs} programs, {points} points, {compared} comparisons");
    assert!(programs >= 15 && compared > 1_000, "{programs} programs, {compared} comparisons");
}

/// Small values for some parameters, not all combinations.
fn combinations(count: usize) -> Vec<Vec<i64>> {
    (0..12i64)
        .map(|seed| (0..count as i64).map(|at| (seed * (2 * at + 3) + at * at) % 8 - 1).collect())
        .collect()
}
