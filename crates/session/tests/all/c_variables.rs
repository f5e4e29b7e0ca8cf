//! Memory as variables means the same: functions of C are run as they are and promoted, on all small arguments.

use std::path::Path;

use sextant_base::Interrupt;
use sextant_expr::{Rounding, Table};
use sextant_flow::{Action, FlowProgram, Surroundings, promoted, verify};
use sextant_session::{Arithmetic, Options, PathEnd, Session, Style};
use sextant_state::{Ending, Entry, EntryArgument, EntryValue, Machine, Policy, Until, compile};
use sextant_syntax::ProcId;

const MACHINE: Policy =
    Policy { arithmetic: Arithmetic::Machine, division: Rounding::Truncate, real_errors: false };

fn objects() -> Session {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/promote/objects.c");
    Session::load(&[file], None).expect("a program")
}

/// What a call gives: the value, or that it fails.
fn run(program: &FlowProgram, id: ProcId, arguments: [i64; 2]) -> Result<String, &'static str> {
    let code = compile(program, MACHINE);
    let graph = &program.procedures[id];
    let arguments = graph.parameters.iter().zip(arguments).map(|(&parameter, value)| {
        let name = graph.variables[parameter].name.clone();
        EntryArgument::Scalar { name, value: EntryValue::Int(value.into()) }
    });
    let entry = Entry::new(id, arguments.collect());
    let mut table = Table::new();
    let machine = Machine::new(&code, &entry, &mut table);
    let (mut state, _) = machine.start(&mut table);
    let until = Until { statements: 10_000, ..Until::default() };
    match machine.execute(&mut table, &mut state, until, &Interrupt::new(), |_, _| {}) {
        Some(Ending::Returned) => {
            let returned = state.returned.to_term(&mut table).expect("a value");
            let simple = table.simplify(returned);
            Ok(table.as_int(simple).expect("a number").to_string())
        }
        Some(Ending::Error { .. }) => Err("an error"),
        other => panic!("{other:?}"),
    }
}

/// Whether any memory is left in a procedure.
fn has_memory(program: &FlowProgram, id: ProcId) -> bool {
    let code = program.procedures[id].blocks.iter().flat_map(|block| &block.instructions);
    let mut actions = code.map(|instruction| &instruction.action);
    actions.any(|action| matches!(action, Action::Store(..) | Action::Primitive(..) | Action::Fresh(_)))
        || sextant_flow::print_graph(program, id).contains("address")
}

#[test]
fn promoted_functions_do_what_they_did() {
    let session = objects();
    let original = session.program();
    let mut promoted_functions = 0;
    for (id, graph) in original.procedures.iter_enumerated() {
        if graph.parameters.len() != 2 || graph.returns.is_none() || original.library.contains(&id) {
            continue;
        }
        let own = promoted(original, id, &[], Surroundings::LeftOut).program;
        assert_eq!(verify(&own), Ok(()), "{}", graph.name);
        if graph
            .parameters
            .iter()
            .any(|&id| matches!(graph.variables[id].ty, sextant_syntax::Type::Pointer(_)))
        {
            continue;
        }
        promoted_functions += usize::from(!has_memory(&own, id));
        for x in -2..9 {
            for y in 0..8 {
                let (before, after) = (run(original, id, [x, y]), run(&own, id, [x, y]));
                assert_eq!(before, after, "{}({x}, {y})", graph.name);
            }
        }
    }
    assert!(promoted_functions >= 7, "{promoted_functions}");
}

/// Summaries see through calls with the same object twice, and keep errors of subscripts.
#[test]
fn summaries_of_memory() {
    let session = objects();
    let summary = |name: &str| {
        let report = session.summary(name, &Options::default(), Style::Text).expect("a summary");
        assert!(report.defects.is_empty(), "{name}: {:?}", report.defects);
        report
    };
    let rows = summary("rows");
    assert!(rows.cases.iter().any(|case| case.status == PathEnd::Error), "{}", rows.text());
    assert!(rows.cases.iter().any(|case| case.status == PathEnd::Returned), "{}", rows.text());
    let twice = summary("same_twice");
    let returned: Vec<_> = twice.cases.iter().filter(|case| case.status == PathEnd::Returned).collect();
    assert_eq!(returned.len(), 1, "{}", twice.text());
    assert!(matches!(&returned[0].outputs[..], [(name, value)] if name == "return" && value == "y + 4"));
}
