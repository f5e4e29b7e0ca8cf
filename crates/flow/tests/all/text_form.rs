//! The Flow text form: files that are read, files that are refused, round trips, and input of any kind.

use crate::common;

use std::cell::Cell;
use std::fmt::Write;
use std::path::Path;

use common::{check_file, data_folder, files, without_spans};
use sextant_base::Sources;
use sextant_flow::{FlowProgram, LoopForest, dot, print, print_graph, read, verify};
use sextant_testing::{Choices, Plan, check};

fn read_file(path: &Path) -> (Sources, FlowProgram, String) {
    let mut sources = Sources::new();
    let name = path.file_name().expect("a file").to_string_lossy().into_owned();
    let id = sources.add(name, std::fs::read_to_string(path).expect("readable"));
    let (program, diagnostics) = read(&sources, id);
    let mut messages = String::new();
    for message in diagnostics.sorted() {
        writeln!(messages, "{}", message.one_line(&sources)).expect("a string takes everything");
    }
    (sources, program, messages)
}

fn read_text(text: &str) -> FlowProgram {
    let mut sources = Sources::new();
    let id = sources.add("text.flow", text);
    let (program, diagnostics) = read(&sources, id);
    assert!(!diagnostics.has_errors(), "{}\n{text}", diagnostics.render(&sources, false));
    program
}

/// What a file means: messages, the printed form, the statements with their text, the loops.
fn report(sources: &Sources, program: &FlowProgram, messages: &str) -> String {
    let mut out = format!("{messages}{}", print(program));
    for graph in program.procedures.iter() {
        writeln!(out, "\nstatements of {}", graph.name).expect("a string takes everything");
        for (position, info) in graph.statements.iter().enumerate() {
            writeln!(out, "  {}  {}", position + 1, sources.snippet(info.span)).expect("as above");
        }
        let forest = LoopForest::of(graph);
        for found in &forest.loops {
            let blocks: Vec<u32> = found.blocks.iter().map(|block| block.number()).collect();
            writeln!(out, "loop at {} depth {} blocks {blocks:?}", found.header.number(), found.depth)
                .expect("as above");
        }
        for region in &forest.irreducible {
            let blocks: Vec<u32> = region.iter().map(|block| block.number()).collect();
            writeln!(out, "irreducible {blocks:?}").expect("as above");
        }
    }
    out
}

#[test]
fn good_files_mean_what_is_expected() {
    let paths = files(&data_folder("flow/ok"), "flow");
    assert!(paths.len() >= 15);
    for path in paths {
        let (sources, program, messages) = read_file(&path);
        assert!(!program.procedures.is_empty(), "{}: {messages}", path.display());
        assert_eq!(verify(&program), Ok(()), "{}", path.display());
        check_file(&path.with_extension("txt"), &report(&sources, &program, &messages));
        let again = read_text(&print(&program));
        assert_eq!(without_spans(&again), without_spans(&program), "{}", path.display());
    }
}

#[test]
fn bad_files_are_refused_with_places() {
    let paths = files(&data_folder("flow/err"), "flow");
    assert!(paths.len() >= 20);
    for path in paths {
        let (_, program, messages) = read_file(&path);
        assert!(program.procedures.is_empty() && !messages.is_empty(), "{} is accepted", path.display());
        check_file(&path.with_extension("txt"), &messages);
    }
}

#[test]
fn pictures_are_as_expected() {
    for name in ["swapdiff", "select", "nested"] {
        let (_, program, _) = read_file(&data_folder("flow/ok").join(name).with_extension("flow"));
        let picture: String = program.procedures.ids().map(|procedure| dot(&program, procedure)).collect();
        check_file(&data_folder("flow/ok").join(format!("{name}.dot")), &picture);
    }
}

#[test]
fn a_graph_is_printed_alone() {
    let program = read_text("flow P\n  node 1: stop\nflow Q\n  node 1: call P\n");
    let q = program.procedure_named("q").expect("found whatever the case");
    let text = print_graph(&program, q);
    assert!(text.starts_with("flow Q()") && print(&program).ends_with(&text), "{text}");
}

/// What is put into texts that are mangled.
const PIECES: [&str; 31] = [
    "1",
    "(",
    ")",
    ":",
    ":=",
    "=>",
    "->",
    "@",
    "@1",
    ";",
    ",",
    "\"",
    "`",
    "\n",
    "#",
    "not ",
    "-",
    "**",
    "int",
    "node ",
    "edge ",
    "else",
    "entry",
    "call ",
    "return ",
    "external ",
    "flow ",
    "\u{0}",
    "é",
    "¬",
    "=",
];

/// One of the texts with pieces cut out, doubled, exchanged or replaced.
fn mangled(choices: &mut Choices, texts: &[String]) -> String {
    let mut letters: Vec<char> = choices.pick(texts).chars().collect();
    for _ in 0..=choices.below(3) {
        let at = choices.below(letters.len() + 1);
        let end = (at + choices.below(8)).min(letters.len());
        match choices.below(4) {
            0 => drop(letters.drain(at..end)),
            1 => {
                let copy = letters[at..end].to_vec();
                letters.splice(at..at, copy);
            }
            2 => drop(letters.splice(at..at, choices.pick(&PIECES).chars())),
            _ => drop(letters.splice(at..end, choices.pick(&PIECES).chars())),
        }
    }
    letters.into_iter().collect()
}

/// A valid text that is mangled must never do worse than errors.
#[test]
fn mangled_text_is_refused_or_passes_the_verifier() {
    let mut texts: Vec<String> = files(&data_folder("flow/ok"), "flow")
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("readable"))
        .collect();
    texts.sort_by_key(String::len);
    let accepted = Cell::new(0);
    check(Plan { seed: 1, cases: 4_000, choices: 20 }, |choices| {
        let mut sources = Sources::new();
        let id = sources.add("mangled.flow", mangled(choices, &texts));
        let (program, diagnostics) = read(&sources, id);
        diagnostics.render(&sources, false);
        if !diagnostics.has_errors() {
            accepted.set(accepted.get() + 1);
            assert_eq!(verify(&program), Ok(()), "{}", sources.text(id));
            let again = read_text(&print(&program));
            assert_eq!(without_spans(&again), without_spans(&program), "{}", sources.text(id));
        }
    });
    assert!(accepted.get() > 100, "the mangling leaves too little: {}", accepted.get());
}

#[test]
fn a_file_of_five_megabytes_is_read() {
    let mut text = String::from("flow BIG(x: int, a: int(*))\n");
    let mut node = 1;
    while text.len() < 5_000_000 {
        writeln!(text, "  node {node}\n    x := x * 3 + a(x - 1)\n    a(x) := mod(x, 7) + abs(-x)")
            .expect("a string takes everything");
        writeln!(text, "  edge {node} -> {}: x > {node} and x <> 3 => x := x - 1", node + 1)
            .expect("as above");
        writeln!(text, "  edge {node} -> 1: else").expect("as above");
        node += 1;
    }
    let program = read_text(&text);
    let graph = program.procedures.iter().next().expect("one graph");
    assert_eq!(graph.blocks.len(), node);
    assert_eq!(LoopForest::of(graph).loops.len(), 1);
}

#[test]
fn deep_expressions_up_to_the_limit_come_back() {
    let deep = |levels: usize| {
        let open = "1 - (".repeat(levels);
        format!("flow P(x: int)\n  node 1\n    x := {open}x{}\n", ")".repeat(levels))
    };
    let program = read_text(&deep(sextant_syntax::DEEPEST_NESTING - 1));
    let again = read_text(&print(&program));
    assert_eq!(without_spans(&again), without_spans(&program));
    let mut sources = Sources::new();
    let id = sources.add("deep.flow", deep(2 * sextant_syntax::DEEPEST_NESTING));
    assert!(read(&sources, id).1.has_errors());
}

#[test]
fn the_examples_of_the_description_are_read() {
    let path = data_folder("../docs/flow.md");
    let description = std::fs::read_to_string(path).expect("readable");
    let examples: Vec<&str> =
        description.split("```flow\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        let program = read_text(example);
        assert!(verify(&program).is_ok() && !program.procedures.is_empty());
    }
    // The second one is as the printer writes it.
    let printed = description.split("```flow\n").nth(2).and_then(|rest| rest.split("```").next());
    assert_eq!(printed.map(|text| print(&read_text(text))).as_deref(), printed);
}
