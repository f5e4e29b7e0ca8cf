//! Contexts at points inside procedures against execution: every visit of a statement is one context at one value of
//! the running counts, and the other way round.

use std::path::{Path, PathBuf};

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_algebra::{ArrayValue, Term, Values};
use sextant_base::Interrupt;
use sextant_engines::global::{Case, Compiled, Evaluator};
use sextant_expr::{Op, Rounding, Scalar, Table};
use sextant_flow::{Action, BlockId, FlowGraph, FlowProgram, Instruction};
use sextant_session::{Arithmetic, Session};
use sextant_state::{Ending, Entry, EntryArgument, EntryValue, Machine, Output, Policy, Until, compile};
use sextant_syntax::{Expr, ExprKind, OutputItem, Place, ProcId, Type, VarId};

const IDEAL: Policy = Policy { arithmetic: Arithmetic::Ideal, division: Rounding::Floor, real_errors: true };
/// Values of running counts that are tried.
const MOST_PASSES: i64 = 14;

/// Programs of every shape, and the loops of the list of closed forms.
fn programs() -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/summary");
    let mut found: Vec<PathBuf> = ["graphs", "rows"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(tests.join(folder)).expect("the folder"))
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "flow"))
        .collect();
    found.sort();
    found
}

/// Subscripts of the arrays that are given.
const SUBSCRIPTS: std::ops::RangeInclusive<i64> = 0..=24;

/// An element of an array at the entry.
fn element(at: i64) -> i64 {
    (7 * at + 3) % 11 - 2
}

/// What is looked at: a number, or one element of an array.
#[derive(Clone, Copy)]
enum Looked {
    Number(VarId),
    Element(VarId, i64),
}

impl Looked {
    fn load(self, graph: &FlowGraph) -> Expr {
        let span = graph.span;
        let (place, id) = match self {
            Looked::Number(id) => (Place::Variable(id), id),
            Looked::Element(id, at) => {
                let ty = graph.variables[graph.parameters[0]].ty.scalar().clone();
                let subscript = Expr { kind: ExprKind::Int(at.into()), ty, span };
                (Place::Element(id, Box::new(subscript)), id)
            }
        };
        Expr { kind: ExprKind::Load(place), ty: graph.variables[id].ty.scalar().clone(), span }
    }
}

/// What is given for a parameter.
fn argument(graph: &FlowGraph, id: VarId, value: i64) -> EntryArgument {
    let name = graph.variables[id].name.clone();
    if !graph.variables[id].ty.is_array() {
        return EntryArgument::Scalar { name, value: EntryValue::Int(value.into()) };
    }
    let (low, high) = (*SUBSCRIPTS.start(), *SUBSCRIPTS.end());
    EntryArgument::Array {
        name,
        element: Scalar::Int,
        bounds: Some((EntryValue::Int(low.into()), EntryValue::Int(high.into()))),
        elements: SUBSCRIPTS.map(|at| (at, EntryValue::Int(element(at).into()))).collect(),
        dimensions: Vec::new(),
    }
}

/// The values of what is looked at, at every visit of a place.
fn visits(
    program: &FlowProgram,
    (block, position): (BlockId, usize),
    looked: &[Looked],
    inputs: &[i64],
) -> Option<Vec<Vec<RBig>>> {
    let mut program = program.clone();
    let graph = &mut program.procedures[ProcId(0)];
    let span = graph.span;
    for (at, looked) in looked.iter().enumerate() {
        let action = Action::Write(OutputItem::Value(looked.load(graph)));
        graph.blocks[block].instructions.insert(position + at, Instruction { action, span });
    }
    let graph = &program.procedures[ProcId(0)];
    let arguments = graph.parameters.iter().zip(inputs).map(|(&id, &value)| argument(graph, id, value));
    let code = compile(&program, IDEAL);
    let entry = Entry::new(ProcId(0), arguments.collect());
    let mut table = Table::new();
    let machine = Machine::new(&code, &entry, &mut table);
    let (mut state, _) = machine.start(&mut table);
    let until = Until { statements: 2_000, ..Until::default() };
    let ending = machine.execute(&mut table, &mut state, until, &Interrupt::new(), |_, _| {});
    if ending != Some(Ending::Returned) {
        return None;
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
    Some(values.chunks(looked.len()).map(<[RBig]>::to_vec).collect())
}

/// The inputs as values of symbols.
fn values_of(graph: &FlowGraph, inputs: &[i64]) -> Values {
    let mut values = Values { steps: 20_000, ..Values::default() };
    for (&id, &value) in graph.parameters.iter().zip(inputs) {
        let name = &graph.variables[id].name;
        if graph.variables[id].ty.is_array() {
            let elements = SUBSCRIPTS.map(|at| (vec![IBig::from(at)], RBig::from(element(at))));
            let array = ArrayValue { elements: elements.collect(), default: RBig::ZERO };
            values.arrays.insert(name.as_str().into(), array);
            values.set(&format!("LBOUND({name})"), RBig::from(*SUBSCRIPTS.start()));
            values.set(&format!("HBOUND({name})"), RBig::from(*SUBSCRIPTS.end()));
        } else {
            values.set(name, RBig::from(value));
        }
    }
    values
}

/// The values of what is looked at in all contexts, for all values of the running counts.
fn claimed(graph: &FlowGraph, cases: &[Case], looked: &[Looked], inputs: &[i64]) -> Option<Vec<Vec<RBig>>> {
    let values = values_of(graph, inputs);
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
                let row = looked.iter().map(|looked| match *looked {
                    Looked::Number(id) => values.term(&case.state.number(graph, id)).ok(),
                    Looked::Element(id, at) => {
                        values.element(&case.state.array(graph, id), &[at.into()]).ok()
                    }
                });
                found.push(row.collect::<Option<Vec<RBig>>>()?);
            }
        }
    }
    Some(found)
}

/// Whether all variables are integers or rows of them.
fn is_comparable(graph: &FlowGraph) -> bool {
    graph.variables.iter_enumerated().all(|(id, variable)| match &variable.ty {
        Type::Int(_) => true,
        Type::Array(element, bounds) => {
            matches!(**element, Type::Int(_)) && bounds.len() == 1 && graph.parameters.contains(&id)
        }
        _ => false,
    })
}

/// What can be looked at where these contexts are.
fn looked_at(graph: &FlowGraph, cases: &[Case]) -> Vec<Looked> {
    let mut looked = Vec::new();
    for (id, variable) in graph.variables.iter_enumerated() {
        let known = || cases.iter().all(|case| case.state.numbers.contains_key(&id));
        if variable.ty.is_array() {
            looked.extend(SUBSCRIPTS.map(|at| Looked::Element(id, at)));
        } else if graph.parameters.contains(&id) || known() {
            looked.push(Looked::Number(id));
        }
    }
    looked
}

#[test]
fn every_visit_is_a_context() {
    let (mut programs_compared, mut points, mut compared) = (0, 0, 0);
    for file in programs() {
        let session = Session::load(std::slice::from_ref(&file), None).expect("a program");
        let program = session.program();
        let graph = &program.procedures[ProcId(0)];
        if !is_comparable(graph) {
            continue;
        }
        let before = compared;
        let compiled = Compiled::new(program, ProcId(0), IDEAL);
        let mut evaluator = Evaluator::new(program, &compiled, &Interrupt::new());
        for (block, code) in graph.blocks.iter_enumerated() {
            let marker = |instruction: &Instruction| matches!(instruction.action, Action::Statement(_));
            let Some(position) = code.instructions.iter().position(marker) else { continue };
            let cases = evaluator.contexts_at((block, position));
            let looked = looked_at(graph, &cases);
            points += 1;
            for inputs in combinations(graph.parameters.len()) {
                let place = (block, position + 1);
                let Some(mut actual) = visits(program, place, &looked, &inputs) else { continue };
                let Some(mut said) = claimed(graph, &cases, &looked, &inputs) else { continue };
                actual.sort();
                said.sort();
                assert_eq!(said, actual, "{} block {} for {inputs:?}", file.display(), block.number());
                compared += 1;
            }
        }
        programs_compared += usize::from(compared > before);
        println!("{}: {} comparisons", file.display(), compared - before);
    }
    println!("{programs_compared} programs, {points} points, {compared} comparisons");
    assert!(
        programs_compared >= 40 && compared > 2_000,
        "{programs_compared} programs, {compared} comparisons"
    );
}

/// Small values for some parameters, not all combinations.
fn combinations(count: usize) -> Vec<Vec<i64>> {
    (0..12i64)
        .map(|seed| (0..count as i64).map(|at| (seed * (2 * at + 3) + at * at) % 8 - 1).collect())
        .collect()
}
