//! Pictures of flow graphs.

use sextant_base::Sources;
use sextant_flow::{FlowProgram, read};
use sextant_report::flow_svg;

use crate::data::{expect, input};
use crate::markup::assert_well_formed;

fn program(text: &str) -> FlowProgram {
    let mut sources = Sources::new();
    let id = sources.add("test.flow", text);
    let (program, diagnostics) = read(&sources, id);
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    program
}

fn picture(text: &str) -> String {
    let program = program(text);
    let first = program.procedures.ids().next().expect("there is a procedure");
    let svg = flow_svg(&program, first);
    assert_well_formed(&svg);
    svg
}

#[test]
fn pictures() {
    for name in ["flow-search", "flow-nested"] {
        expect(&format!("{name}.svg"), &picture(&input(&format!("{name}.flow"))));
    }
}

/// The numbers of some attributes of every element of a kind.
fn boxes(svg: &str, start: &str) -> Vec<[f64; 4]> {
    let number = |tag: &str, name: &str| -> f64 {
        let from = tag.find(&format!(" {name}=\"")).expect("the attribute is there") + name.len() + 3;
        tag[from..].split('"').next().and_then(|text| text.parse().ok()).expect("the attribute is a number")
    };
    let tags = svg.split(start).skip(1).map(|rest| &rest[rest.find("<rect").expect("a box follows")..]);
    tags.map(|tag| ["x", "y", "width", "height"].map(|name| number(tag, name))).collect()
}

#[test]
fn blocks_and_labels_do_not_overlap() {
    for name in ["flow-search", "flow-nested"] {
        let svg = picture(&input(&format!("{name}.flow")));
        let all: Vec<[f64; 4]> =
            ["<g class=\"block", "<g class=\"label"].iter().flat_map(|start| boxes(&svg, start)).collect();
        assert!(all.len() > 8);
        for (at, a) in all.iter().enumerate() {
            for b in &all[..at] {
                let apart =
                    |from: usize| a[from] + a[from + 2] <= b[from] || b[from] + b[from + 2] <= a[from];
                assert!(apart(0) || apart(1), "{a:?} and {b:?} overlap in {name}");
            }
        }
    }
}

#[test]
fn a_graph_of_thousands_of_blocks_is_drawn() {
    let mut text = String::from("flow LONG(n: int)\n");
    for at in 1..=3_000 {
        text.push_str(&format!("  node {at}: n := n + {at}\n"));
        text.push_str(&format!("    edge {at} -> {} : n > {at}\n    edge {at} -> 3001 : else\n", at + 1));
    }
    text.push_str("  node 3001: return\n");
    assert_eq!(picture(&text).matches("<g class=\"block").count(), 3_001);
}
