//! Lowering keeps the meaning: random syntax trees and their graphs show the same events, and the graphs come
//! back from the text form.

use crate::common;

use common::Random;
use common::generate::random_program;
use common::machine::{Machine, Slot};
use common::run_graph::GraphRun;
use common::run_tree::TreeRun;
use sextant_base::Sources;
use sextant_flow::{lower, print, read, verify};
use sextant_syntax::ProcId;

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

fn compare(seed: u64) -> usize {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let tree = random_program(&mut random);
    let program = lower(&tree);
    assert_eq!(verify(&program), Ok(()), "seed {seed}");
    let (machine, given) = start();
    let mut tree_run = TreeRun { program: &tree, machine };
    let expected = tree_run.call(ProcId(0), &given);
    let (machine, given) = start();
    let mut graph_run = GraphRun { program: &program, machine };
    let actual = graph_run.call(ProcId(0), &given);
    let text = print(&program);
    assert_eq!(graph_run.machine.events, tree_run.machine.events, "seed {seed}\n{text}\n{tree:#?}");
    assert_eq!(actual.ok(), expected.ok(), "seed {seed}\n{text}");

    let mut sources = Sources::new();
    let id = sources.add("printed.flow", text);
    let (again, diagnostics) = read(&sources, id);
    assert!(diagnostics.is_empty(), "seed {seed}\n{}", diagnostics.render(&sources, false));
    assert_eq!(
        common::without_spans(&again.procedures),
        common::without_spans(&program.procedures),
        "seed {seed}"
    );
    assert_eq!(
        common::without_spans(&again.externals),
        common::without_spans(&program.externals),
        "seed {seed}"
    );
    assert_eq!(print(&again), sources.text(id), "seed {seed}");
    graph_run.machine.events.len()
}

#[test]
fn lowered_programs_do_what_their_trees_say_and_come_back_from_text() {
    // The interpreters recurse as deep as the programs do.
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(|| {
        let events: usize = (0..1000).map(compare).sum();
        assert!(events > 100_000, "the programs do too little: {events} events");
    });
    worker.expect("a thread").join().expect("no difference");
}
