//! Lowering keeps the meaning: random syntax trees and their graphs show the same events, and the graphs come
//! back from the text form.

use crate::common;

use std::cell::Cell;

use common::generate::random_program;
use common::machine::{Machine, Slot};
use common::run_graph::GraphRun;
use common::run_tree::TreeRun;
use sextant_base::Sources;
use sextant_flow::{lower, print, read, verify};
use sextant_syntax::ProcId;
use sextant_testing::{Choices, Plan, check};

/// A machine with arguments for the first procedure.
fn start() -> (Machine, Vec<Slot>) {
    let mut machine = Machine::new();
    let number = machine.allocate(1, 1);
    let array = machine.allocate(1, 3);
    let short = machine.allocate(1, 1);
    for (offset, value) in [3, 5, -2, 1, 2].into_iter().enumerate() {
        machine.memory[number.base + offset] = value;
    }
    (machine, vec![number, array, short])
}

fn compare(choices: &mut Choices) -> usize {
    let tree = random_program(choices);
    let program = lower(&tree);
    assert_eq!(verify(&program), Ok(()));
    let (machine, given) = start();
    let mut tree_run = TreeRun { program: &tree, machine };
    let expected = tree_run.call(ProcId(0), &given);
    let (machine, given) = start();
    let mut graph_run = GraphRun { program: &program, machine };
    let actual = graph_run.call(ProcId(0), &given);
    let text = print(&program);
    assert_eq!(graph_run.machine.events, tree_run.machine.events, "{text}\n{tree:#?}");
    assert_eq!(actual.ok(), expected.ok(), "{text}");

    let mut sources = Sources::new();
    let id = sources.add("printed.flow", text);
    let (again, diagnostics) = read(&sources, id);
    assert!(diagnostics.is_empty(), "{}", diagnostics.render(&sources, false));
    assert_eq!(common::without_spans(&again.procedures), common::without_spans(&program.procedures));
    assert_eq!(common::without_spans(&again.externals), common::without_spans(&program.externals));
    assert_eq!(print(&again), sources.text(id));
    graph_run.machine.events.len()
}

#[test]
fn lowered_programs_do_what_their_trees_say_and_come_back_from_text() {
    // The interpreters recurse as deep as the programs do.
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(|| {
        let events = Cell::new(0);
        check(Plan { seed: 1, cases: 1_000, choices: 1_500 }, |choices| {
            events.set(events.get() + compare(choices));
        });
        assert!(events.get() > 100_000, "the programs do too little: {} events", events.get());
    });
    worker.expect("a thread").join().expect("no difference");
}
