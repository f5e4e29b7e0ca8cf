//! Summaries against ordinary execution: the loops of the closed-form list, odd graphs, random programs.

use std::path::{Path, PathBuf};

use dashu_ratio::RBig;
use sextant_algebra::Values;
use sextant_base::Interrupt;
use sextant_engines::global::{Agreement, End, Input, Shapes, Summary, compare, summarise};
use sextant_expr::Rounding;
use sextant_flow::FlowGraph;
use sextant_session::{Arithmetic, Options, Session, Style, Syntax};
use sextant_state::{Policy, compile};
use sextant_syntax::VarId;

pub const IDEAL: Policy =
    Policy { arithmetic: Arithmetic::Ideal, division: Rounding::Floor, real_errors: true };

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/summary").join(name)
}

fn files(name: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder(name))
        .expect("the folder")
        .map(|entry| entry.expect("readable").path())
        .collect();
    found.sort();
    found
}

fn load(path: &Path) -> Session {
    Session::load(&[path.to_path_buf()], None).expect("a program")
}

/// The first procedure of a file, summarised.
fn first(session: &Session) -> Summary {
    summarise(session.program(), sextant_syntax::ProcId(0), IDEAL, &Interrupt::new())
}

/// Compares with what is written in a file; `UPDATE_EXPECT=1` rewrites it.
fn expect(name: &str, actual: &str) {
    let path = folder(name);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, actual).expect("writable");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(expected, actual, "{name} differs; UPDATE_EXPECT=1 rewrites it");
}

fn shown(folder: &str) -> String {
    let mut text = String::new();
    for file in files(folder) {
        let session = load(&file);
        let name = file.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let procedure = session.procedures()[0].to_owned();
        let mut options = Options::default();
        if name.contains("ovf") {
            options.arithmetic = Some(Arithmetic::Machine);
        }
        let report = session.summary(&procedure, &options, Style::Text).expect("a summary");
        assert!(report.defects.is_empty(), "{name}: {:?}", report.defects);
        let written = report.text().replace(&file.display().to_string(), &name);
        text.push_str(&format!("== {name}\n{written}\n"));
    }
    text
}

#[test]
fn the_list_of_closed_forms() {
    let text = shown("rows");
    expect("rows.txt", &text);
    // No recurrence is left open but where the list says so.
    for section in format!("\n{text}").split("\n== ").skip(1) {
        let name = section.lines().next().unwrap_or_default();
        let open = section.lines().any(|line| line.trim_start().starts_with("kept: "));
        let allowed = ["15_", "24_", "34_"].iter().any(|prefix| name.starts_with(prefix));
        assert!(!open || allowed, "{section}");
        assert!(!section.contains("unsupported"), "{section}");
    }
}

/// The list in C: with machine integers, and with nothing claimed of rounded numbers.
#[test]
fn the_list_of_closed_forms_in_c() {
    let text = shown("c-rows");
    expect("c-rows.txt", &text);
    let mut closed = 0;
    for section in format!("\n{text}").split("\n== ").skip(1) {
        let name = section.lines().next().unwrap_or_default();
        let is = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
        let open = section.lines().any(|line| line.trim_start().starts_with("kept: "));
        assert!(!open || is(&["15_", "24_", "33_", "34_"]), "{section}");
        assert_eq!(section.contains("unsupported"), is(&["02_", "35_"]), "{section}");
        closed += usize::from(!open && !section.contains("unsupported"));
    }
    assert!(closed >= 29, "{closed}");
}

#[test]
fn graphs_of_every_shape() {
    expect("graphs.txt", &shown("graphs"));
}

#[test]
fn recursion_and_input() {
    expect("recursion.txt", &shown("recursion"));
    expect("reading.txt", &shown("reading"));
}

/// Arrays whose elements are sums, or written several in a pass.
#[test]
fn numerical_programs_are_closed() {
    let text = shown("numerical");
    assert!(!text.contains("kept: ") && !text.contains("unsupported"), "{text}");
    expect("numerical.txt", &text);
}

/// The figures of the list for very large numbers of passes.
#[test]
fn very_many_passes() {
    let outputs = |file: &str, procedure: &str, given: &str, modulo: Option<&str>| {
        let session = load(&folder("rows").join(file));
        let report = session
            .summary_given(procedure, &[given.to_owned()], modulo, &Options::default())
            .expect("values");
        assert_eq!(report.cases.len(), 1, "{}", report.text());
        report.cases[0].outputs.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>()
    };
    let many = "n = 10^18";
    assert_eq!(
        outputs("10_trib.flow", "TRIB", many, Some("2^64"))[0],
        format!("a = 5501557070459568128 (mod {})", 1u128 << 64)
    );
    assert_eq!(outputs("29_lcg.flow", "LCG", many, None), ["x = 2281963521"]);
    assert_eq!(
        outputs("03_sum.pli", "SUM", "N=10^18", None),
        ["return = 500000000000000000500000000000000000"]
    );
    assert_eq!(outputs("17_sqrt1.flow", "SQRT1", many, None)[0], "a = 1000000000");
    assert_eq!(outputs("16_log2up.flow", "LOG2UP", many, None), ["i = 1152921504606846976"]);
    assert_eq!(outputs("13_gosper.flow", "GOSPER", "n=10", None)[2], "h = 10/11");
    assert_eq!(outputs("12_fact.pli", "FACT", "N=10^18", None), ["return = factorial(1000000000000000000)"]);
}

/// Values up to this are given in each place.
const MOST_PASSES: i64 = 200;
/// And these where values are of doubly exponential size.
const FEW_PASSES: i64 = 12;

/// What a parameter gets: a number, or an array with room for all passes and random-looking elements.
pub fn input(graph: &FlowGraph, shapes: &Shapes, id: VarId, number: i64) -> Input {
    let rank = graph.variables[id].ty.rank();
    if rank == 0 {
        return Input::Number(RBig::from(number));
    }
    let declared = shapes.bounds(id, &mut Values::default());
    let low = declared[0].0.unwrap_or(0);
    let sides = if rank == 1 { vec![(low, low + MOST_PASSES + 1)] } else { vec![(low, low + 24); rank] };
    let size: i64 = sides.iter().map(|(low, high)| high - low + 1).product();
    Input::Array(sides, (0..size).map(|at| RBig::from((at * at + 3 * at) % 17 - 5)).collect())
}

/// Values up to 200 in each place, others small, because all combinations would be too many.
fn compare_up_to_two_hundred(file: &Path, step: usize) -> usize {
    let session = load(file);
    let summary = first(&session);
    let code = compile(session.program(), IDEAL);
    let graph = &session.program().procedures[summary.procedure];
    let name = file.display().to_string();
    let most = if ["14_", "15_"].iter().any(|part| name.contains(part)) { FEW_PASSES } else { MOST_PASSES };
    let numbers = graph.parameters.iter().filter(|&&id| !graph.variables[id].ty.is_array());
    let mut agreed = 0;
    for &varied in numbers {
        for value in (-3..=most).step_by(step) {
            let inputs: Vec<Input> = (graph.parameters.iter().enumerate())
                .map(|(at, &id)| {
                    input(graph, &summary.shapes, id, if id == varied { value } else { 5 - at as i64 })
                })
                .collect();
            match compare(session.program(), &code, &summary, &inputs, 10_000) {
                Agreement::Agrees => agreed += 1,
                Agreement::NotCompared(_) => {}
                Agreement::Differs(what) => panic!("{name}: {what} for {inputs:?}"),
            }
        }
    }
    agreed
}

/// Every value in Flow; some in the other languages, where the closed forms are the same.
#[test]
fn every_count_up_to_two_hundred() {
    for file in files("rows") {
        let name = file.display().to_string();
        let flow = name.ends_with(".flow");
        // The leading dimension of a Fortran matrix is a parameter that must fit the array.
        if !flow && name.contains("28_") {
            continue;
        }
        let agreed = compare_up_to_two_hundred(&file, if flow { 1 } else { 17 });
        // Nests of loops take more statements than are executed here long before.
        let few = !flow || ["14_", "15_", "23_", "28_", "35_"].iter().any(|part| name.contains(part));
        println!("{name}: {agreed}");
        assert!(agreed >= if few { 1 } else { 50 }, "{name}: only {agreed} values could be compared");
    }
}

/// Programs of assignments and loops by a small generator.
struct Generator(u64);

impl Generator {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn operand(&mut self, names: &[&str]) -> String {
        match self.below(3) {
            0 => (self.below(7) as i64 - 3).to_string(),
            _ => names[self.below(names.len() as u64) as usize].to_owned(),
        }
    }

    fn expression(&mut self, names: &[&str]) -> String {
        let (a, b) = (self.operand(names), self.operand(names));
        match self.below(8) {
            0 | 1 => format!("{a} + ({b})"),
            2 => format!("{a} - ({b})"),
            3 => format!("2 * ({a}) + ({b})"),
            4 => format!("({a}) * ({b})"),
            5 => format!("mod({a}, 3) + ({b})"),
            6 => format!("({a}) / 2"),
            _ => a,
        }
    }

    /// One program: some assignments, then one or two loops, one of which may branch or nest.
    fn program(&mut self) -> String {
        let names = ["a", "b", "c", "n"];
        let mut text = String::from(
            "flow R(a: int, b: int, c: int, n: int, r: real, M: int(0:3, 0:3))\n  var i: int\n  var j: int\n",
        );
        text.push_str(&format!("  node 1: a := {}; i := {}\n", self.expression(&names), self.below(3)));
        text.push_str("  edge 1 -> 2\n");
        let limit = ["n", "b", "2 * n", "n + 3", "7"][self.below(5) as usize];
        let test = ["i < ", "i <= ", "i <> "][self.below(3) as usize];
        text.push_str(&format!("  edge 2 -> 3: {test}{limit}\n  edge 2 -> 8: else\n"));
        let step = 1 + self.below(2);
        let inside = ["a", "b", "c", "i"];
        let targets = ["a", "c"];
        match self.below(3) {
            0 => {
                let (x, y) = (self.expression(&inside), self.expression(&inside));
                let real = [
                    "",
                    "r := r / 2 + i; ",
                    "r := r + 1.0 / (i * i + 1); ",
                    "r := 3 * r - a; ",
                    "r := r * r; ",
                    "M(mod(i, 4), 1) := a + i; ",
                    "M(2, 3) := M(2, 3) + i; ",
                ][self.below(7) as usize];
                text.push_str(&format!(
                    "  node 3: a := {x}; c := {y}; {real}i := i + {step}\n  edge 3 -> 2\n"
                ));
            }
            1 => {
                let condition = ["mod(i, 2) = 0", "i < c", "n > 2", "mod(i, 3) = 1"][self.below(4) as usize];
                let target = targets[self.below(2) as usize];
                text.push_str(&format!("  edge 3 -> 4: {condition}\n  edge 3 -> 5: else\n"));
                text.push_str(&format!(
                    "  node 4: {target} := {target} + {}\n  edge 4 -> 6\n",
                    self.operand(&["i", "n"])
                ));
                text.push_str(&format!("  node 5: a := a + {}\n  edge 5 -> 6\n", self.below(4)));
                text.push_str(&format!("  node 6: i := i + {step}\n  edge 6 -> 2\n"));
            }
            _ => {
                text.push_str("  node 3: j := 0\n  edge 3 -> 4\n  edge 4 -> 5: j < i\n  edge 4 -> 6: else\n");
                text.push_str(&format!(
                    "  node 5: a := a + {}; j := j + 1\n  edge 5 -> 4\n",
                    self.operand(&["i", "j", "n"])
                ));
                text.push_str(&format!("  node 6: i := i + {step}\n  edge 6 -> 2\n"));
            }
        }
        text.push_str(&format!("  node 8: c := c + {}\n  edge 8 -> 9\n", self.expression(&names)));
        text.push_str("  node 9: return\n");
        text
    }
}

/// `SEXTANT_RANDOM_PROGRAMS=500` runs the full number; the default keeps a check of all tests short.
#[test]
fn random_programs_agree_with_execution() {
    let count =
        std::env::var("SEXTANT_RANDOM_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let mut generator = Generator(20_061_009);
    let (mut agreed, mut skipped) = (0usize, 0usize);
    for number in 0..count {
        let text = generator.program();
        let session =
            Session::from_texts(vec![("random.flow".into(), text.clone())], Syntax::Flow).expect("a program");
        let report =
            session.summary("R", &Options { seed: number, ..Options::default() }, Style::Text).expect("one");
        assert!(
            report.defects.is_empty(),
            "program {number}: {:?}\n{text}\n{}",
            report.defects,
            report.text()
        );
        agreed += report.verified.0;
        skipped += report.verified.1;
    }
    println!("{count} programs: {agreed} executions agreed, {skipped} could not be compared");
    assert!(
        agreed > 10 * skipped.min(agreed),
        "too few executions could be compared: {agreed} of {}",
        agreed + skipped
    );
}

#[test]
fn questions_are_answered_afterwards() {
    let sum = load(&folder("rows/03_sum.pli"));
    let ask = |session: &Session, procedure: &str, line, text: &str| {
        let answer = session.ask(procedure, line, text, &Options::default()).expect("an answer");
        (answer.verdict.word(), answer.detail)
    };
    assert_eq!(ask(&sum, "SUM", None, "S = \"N\" * (\"N\" + 1) / 2 | \"N\" < 0").0, "proved");
    assert_eq!(ask(&sum, "SUM", Some(6), "2 * S = I * (I - 1)").0, "proved");
    assert_eq!(ask(&sum, "SUM", Some(6), "I <= N").0, "proved");
    assert_eq!(ask(&sum, "SUM", None, "S > \"N\"").0, "refuted");
    let inner = load(&folder("rows/32_inner.flow"));
    assert_eq!(
        ask(&inner, "INNER", Some(12), "s = i * (i - 1) / 2 + j & 0 <= j & j < i & i < n").0,
        "proved"
    );
    // Rounded arithmetic: nothing is claimed, and an execution refutes.
    let float = load(&folder("rows/35_float.flow"));
    let machine = Options { arithmetic: Some(Arithmetic::Machine), ..Options::default() };
    let answer = float.ask("FLOAT", None, "x = 1.0d0", &machine).expect("an answer");
    assert_eq!(answer.verdict.word(), "refuted", "{answer:?}");
    let answer = float.ask("FLOAT", None, "x < 1.0d0", &machine).expect("an answer");
    assert_eq!(answer.verdict.word(), "undecided", "{answer:?}");
    assert_eq!(ask(&float, "FLOAT", None, "x = 1.0d0").0, "proved");
    let docking = load(&folder("rows/02_docking.flow"));
    assert_eq!(ask(&docking, "DOCKING", None, "nx <= 0 & nx = c + a * dt").0, "proved");
}

#[test]
fn a_loop_that_the_solver_cannot_follow_claims_nothing() {
    let collatz = load(&folder("rows/34_collatz.flow"));
    let summary = first(&collatz);
    let plain = summary.cases.iter().filter(|case| matches!(case.end, End::Returned(_)));
    for case in plain {
        assert!(case.loops.iter().all(|pass| pass.count.to_string().contains("least")), "{:?}", case.loops);
    }
}

/// The summary of a procedure in a text; every one agrees with execution on random inputs.
fn report(file: &str, text: &str, procedure: &str) -> sextant_session::SummaryReport {
    let syntax = sextant_session::syntax_of(Path::new(file)).expect("a language");
    let session = Session::from_texts(vec![(file.into(), text.into())], syntax).expect("a program");
    let report = session.summary(procedure, &Options::default(), Style::Text).expect("a summary");
    assert!(report.defects.is_empty() && report.verified.0 > 0, "{:?}\n{}", report.defects, report.text());
    report
}

#[test]
fn lasting_variables_are_inputs_and_results() {
    let text = "module m\n integer :: k = 7\ncontains\n subroutine change(to)\n  integer :: to\n  k = to\n end subroutine\n \
                subroutine more(n)\n  integer :: n, i, level\n  integer, save :: calls = 0\n  common /state/ level\n  \
                do i = 1, n\n   level = level + k\n  end do\n  calls = calls + 1\n end subroutine\nend module\n";
    let shown = report("m.f90", text, "more").text();
    for part in ["level = k*n + level", "calls = calls + 1"] {
        assert!(shown.contains(part), "{shown}");
    }
}

#[test]
fn bound_symbols_do_not_capture_parameters() {
    let text = "void f(int *a, int n, int t)\n{\n    for (int i = 0; i < n; i++)\n        a[i] = t;\n}\n";
    let shown = report("f.c", text, "f").text();
    assert!(shown.contains("λu. (") && shown.contains("? t : a[u]"), "{shown}");
}

#[test]
fn an_array_without_a_closed_form_shows_its_recurrence() {
    let text = "void f(int *a, int n)\n{\n    for (int i = 0; i < n; i++) {\n        a[i] = 0;\n        a[i + 1] = 1;\n    }\n}\n";
    let shown = report("f.c", text, "f").text();
    assert!(shown.contains("kept: a[t+1] = "), "{shown}");
}

#[test]
fn a_deadline_holds_whatever_the_terms_grow_to() {
    let text = "P: PROCEDURE (N);\n DECLARE (N, S, I) FIXED BINARY (31);\n S = 0;\n \
                DO I = 1 TO 3, 10, 20 TO N BY 5;\n S = S + I;\n END;\n RETURN (S);\nEND P;\n";
    let session = Session::from_texts(vec![("p.pli".into(), text.into())], Syntax::Pli).expect("a program");
    let interrupt = Interrupt::new().with_timeout(std::time::Duration::from_secs(2));
    let options = Options { interrupt, ..Options::default() };
    let report = session.summary("P", &options, Style::Text).expect("a summary");
    assert!(report.defects.is_empty(), "{:?}", report.defects);
}

#[test]
fn variables_that_share_storage_are_refused_in_loops() {
    let loops = "subroutine p(n)\n integer n, a, b, i\n equivalence (a, b)\n do i = 1, n\n a = i\n end do\n \
                 n = b + 1\nend subroutine\n";
    let summary = |text: &str| {
        let read = Session::from_texts(vec![("p.f90".into(), text.into())], Syntax::Fortran);
        read.expect("a program").summary("p", &Options::default(), Style::Text)
    };
    let refusal = summary(loops).expect_err("no summary");
    assert!(refusal.contains("a, which shares storage"), "{refusal}");
    let unused = loops.replace("n = b + 1", "n = n + 1").replace("a = i\n", "");
    assert!(summary(&unused).is_ok());
    // Without a loop the paths are the cases, and the machine knows what shared storage is.
    let straight = loops.replace("do i = 1, n\n a = i\n end do", "a = n");
    let report = summary(&straight).expect("a summary");
    assert!(report.cases[0].outputs.iter().any(|(name, value)| name == "n" && *value == "n + 1"));
}
