//! Classes of everyday loops: random members of each are summarised and compared with execution, and the share of those
//! with closed forms is kept.

use sextant_base::Interrupt;
use sextant_engines::global::{Agreement, Input, compare, summarise};
use sextant_session::{Options, Session, Style, Syntax};
use sextant_state::compile;

use crate::summaries::{IDEAL, input};

/// Random choices.
struct Choices(u64);

impl Choices {
    fn below(&mut self, limit: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as i64 % limit
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len() as i64) as usize]
    }
}

/// A class of loops.
struct Class {
    name: &'static str,
    member: fn(&mut Choices) -> String,
    /// How many of [`MEMBERS`] have closed forms at least.
    least: usize,
}

/// Members of each class that are tried.
const MEMBERS: usize = 6;

const CLASSES: [Class; 10] = [
    Class { name: "clocks", member: clock, least: 6 },
    Class { name: "states", member: states, least: 6 },
    Class { name: "resets", member: reset, least: 6 },
    Class { name: "periods", member: period, least: 6 },
    Class { name: "races", member: race, least: 5 },
    Class { name: "linear systems", member: linear, least: 5 },
    Class { name: "scans", member: scan, least: 6 },
    Class { name: "congruences", member: congruence, least: 6 },
    Class { name: "digits", member: digits, least: 6 },
    Class { name: "divisors", member: divisor, least: 6 },
];

/// A loop over `i` from 0 while `i < n`, with a body of nodes from 3 on that ends in node 7.
fn counted(parameters: &str, begin: &str, body: &str) -> String {
    format!(
        "flow R(n: int, {parameters})\n  var i: int\n  node 1: i := 0; {begin}\n  edge 1 -> 2\n  edge 2 -> 3: i < n\n  \
         edge 2 -> 8: else\n{body}  node 7: i := i + 1\n  edge 7 -> 2\n  node 8: return\n"
    )
}

fn clock(choices: &mut Choices) -> String {
    let (step, size) = (1 + choices.below(9), 2 + choices.below(12));
    let first = choices.below(size);
    let body = format!("  node 3: x := mod(x + {step}, {size}); s := s + x\n  edge 3 -> 7\n");
    counted("x: int, s: int", &format!("x := {first}; s := 0"), &body)
}

fn states(choices: &mut Choices) -> String {
    let size = 2 + choices.below(4);
    let mut body = String::new();
    for state in 0..size {
        let (test, work, next) = (3 + 10 * state, 4 + 10 * state, 3 + 10 * (state + 1));
        let to = if state + 1 == size { "7".to_owned() } else { next.to_string() };
        body.push_str(&format!("  edge {test} -> {work}: x = {state}\n  edge {test} -> {to}: else\n"));
        let (target, gain) = (choices.below(size), choices.below(3));
        body.push_str(&format!("  node {work}: x := {target}; s := s + {gain}\n  edge {work} -> 7\n"));
    }
    counted("x: int, s: int", &format!("x := {}; s := 0", choices.below(size)), &body)
}

fn reset(choices: &mut Choices) -> String {
    let (limit, test) = (2 + choices.below(20), choices.one(&["=", ">="]));
    let body = format!(
        "  node 3: c := c + 1\n  edge 3 -> 4: c {test} {limit}\n  edge 3 -> 7: else\n  \
         node 4: c := 0; r := r + {}\n  edge 4 -> 7\n",
        1 + choices.below(3)
    );
    counted("c: int, r: int", "c := 0; r := 0", &body)
}

fn period(choices: &mut Choices) -> String {
    let size = 2 + choices.below(8);
    let (yes, no) = (
        choices.one(&["a := a + i", "a := a + 1", "b := b + a"]),
        choices.one(&["b := b + 2", "b := b + i"]),
    );
    let body = format!(
        "  edge 3 -> 4: mod(i, {size}) = {}\n  edge 3 -> 5: else\n  node 4: {yes}\n  edge 4 -> 7\n  node 5: {no}\n  edge 5 -> 7\n",
        choices.below(size)
    );
    counted("a: int, b: int", "a := 0; b := 0", &body)
}

fn race(choices: &mut Choices) -> String {
    let body = format!(
        "  edge 3 -> 4: x < y\n  edge 3 -> 5: else\n  node 4: x := x + {}\n  edge 4 -> 7\n  node 5: y := y + {}\n  edge 5 -> 7\n",
        1 + choices.below(6),
        1 + choices.below(6)
    );
    counted("x: int, y: int", &format!("x := 0; y := {}", choices.below(40)), &body)
}

fn linear(choices: &mut Choices) -> String {
    let mut entry = || choices.below(5) - 2;
    let body = format!(
        "  node 3: t := x; x := ({}) * x + ({}) * y + ({}); y := ({}) * t + ({}) * y\n  edge 3 -> 7\n",
        entry(),
        entry(),
        entry(),
        entry(),
        entry()
    );
    counted("x: int, y: int, t: int", "t := 0", &body)
}

fn scan(choices: &mut Choices) -> String {
    let (test, work) = match choices.below(5) {
        0 => ("A(i) > x", "x := A(i)"),
        1 => ("A(i) < x", "x := A(i)"),
        2 => ("A(i) = y", "x := x + 1"),
        3 => ("A(i) >= y", "x := x + A(i)"),
        _ => ("i >= 0", "x := x * y + A(i)"),
    };
    let body = format!("  edge 3 -> 4: {test}\n  edge 3 -> 7: else\n  node 4: {work}\n  edge 4 -> 7\n");
    counted("A: int(0:210), x: int, y: int", "x := x", &body)
}

fn congruence(choices: &mut Choices) -> String {
    let (size, step) = (2 + choices.below(60), 1 + choices.below(20));
    format!(
        "flow R(n: int, x: int)\n  node 1: n := 0; x := mod(x, {size})\n  edge 1 -> 2\n  edge 2 -> 3: x <> {}\n  edge 2 -> 4: else\n  \
         node 3: x := mod(x + {step}, {size}); n := n + 1\n  edge 3 -> 2\n  node 4: return\n",
        choices.below(size)
    )
}

fn digits(choices: &mut Choices) -> String {
    let base = 2 + choices.below(15);
    let work = choices.one(&["s := s + mod(n, B)", "s := B * s + mod(n, B)", "s := s + 1", "s := s + n / B"]);
    format!(
        "flow R(n: int, s: int)\n  node 1: s := 0\n  edge 1 -> 2\n  edge 2 -> 3: n > 0\n  edge 2 -> 4: else\n  \
         node 3: {}; n := n / {base}\n  edge 3 -> 2\n  node 4: return\n",
        work.replace('B', &base.to_string())
    )
}

fn divisor(choices: &mut Choices) -> String {
    let (test, work) = match choices.below(3) {
        0 => ("n <> 0", "t := mod(x, n); x := n; n := t"),
        1 => ("n > 0", "t := mod(x, n); x := n; n := t"),
        _ => ("n <> 0", "t := x - n * (x / n); x := n; n := t"),
    };
    format!(
        "flow R(n: int, x: int, t: int)\n  edge 1 -> 2: n >= 0 & x >= {}\n  edge 1 -> 4: else\n  edge 2 -> 3: {test}\n  edge 2 -> 4: else\n  \
         node 3: {work}\n  edge 3 -> 2\n  node 4: return\n",
        choices.below(2)
    )
}

/// Compares with execution for every `n` up to 200, and for some values of the other parameters.
fn compared(text: &str, session: &Session) -> usize {
    let summary = summarise(session.program(), sextant_syntax::ProcId(0), IDEAL, &Interrupt::new());
    let code = compile(session.program(), IDEAL);
    let graph = &session.program().procedures[summary.procedure];
    let mut agreed = 0;
    for other in [3, 0, -2] {
        for n in (-3..=200).step_by(if other == 3 { 1 } else { 11 }) {
            let numbers = graph.parameters.iter().enumerate();
            let inputs: Vec<Input> = numbers
                .map(|(at, &id)| {
                    input(graph, &summary.shapes, id, if at == 0 { n } else { other + at as i64 })
                })
                .collect();
            match compare(session.program(), &code, &summary, &inputs, 10_000) {
                Agreement::Agrees => agreed += 1,
                Agreement::NotCompared(_) => {}
                Agreement::Differs(what) => panic!("{what} for {inputs:?}\n{text}"),
            }
        }
    }
    agreed
}

/// `SEXTANT_RANDOM_LOOPS=200` tries so many of each class.
#[test]
fn random_members_of_classes_are_solved_and_agree_with_execution() {
    let wanted = std::env::var("SEXTANT_RANDOM_LOOPS").ok().and_then(|text| text.parse().ok());
    let count: usize = wanted.unwrap_or(MEMBERS);
    let mut short = Vec::new();
    for class in CLASSES {
        let mut choices = Choices(23);
        let mut solved = 0;
        for _ in 0..count {
            let text = (class.member)(&mut choices);
            let session = Session::from_texts(vec![("loop.flow".into(), text.clone())], Syntax::Flow)
                .unwrap_or_else(|error| panic!("{error}\n{text}"));
            let report = session.summary("R", &Options::default(), Style::Text).expect("a summary");
            assert!(report.defects.is_empty(), "{:?}\n{text}\n{}", report.defects, report.text());
            let agreed = compared(&text, &session);
            // What a loop leaves in a helper is nobody's result.
            let open =
                report.cases.iter().flat_map(|case| &case.recurrences).any(|kept| !kept.starts_with("t["));
            if !open && agreed > 100 {
                solved += 1;
            } else {
                println!("{}: open, {agreed} agree\n{text}\n{}", class.name, report.text());
            }
        }
        println!("{}: {solved} of {count} in closed form", class.name);
        if solved * MEMBERS < class.least * count {
            short.push(format!("{}: {solved} of {count}", class.name));
        }
    }
    assert!(short.is_empty(), "{short:?}");
}
