//! Summaries written for SymPy and for Maxima, read back by them and compared with the values of our own evaluation.
//!
//! SymPy is looked for in `.tools/sympy` (`pip install --target .tools/sympy sympy`), Maxima on the path (Debian package
//! `maxima`); without one of them its test says that it is skipped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use dashu_ratio::RBig;
use sextant_algebra::Values;
use sextant_base::Interrupt;
use sextant_engines::global::{End, Output, summarise};
use sextant_expr::Rounding;
use sextant_session::{Arithmetic, Options, PathEnd, Session, Style};
use sextant_state::Policy;
use sextant_syntax::ProcId;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rows of the list of closed forms, one program each.
fn rows() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("tests/summary/rows")).expect("the folder");
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "flow"))
        .collect();
    found.sort();
    found
}

/// A Python program that picks the case that applies and prints the results for some values of the inputs.
const READER: &str = r#"
import sys, json
sys.path.insert(0, sys.argv[1])
from sympy import *
report = json.load(sys.stdin)
names = [n for n, _ in report["points"][0][1]]
space = {n: symbols(n, integer=True) for n in names}
known = (factorial, fibonacci, floor, ceiling, Piecewise, Eq, Ne, And, Or, Mod, Max, Min, Sum, sqrt, log)
space.update({f.__name__: f for f in known})
# A function of numbers: it is taken when they are known.
space["gcd"] = Function("gcd")
def read(text, more):
    return S(sympify(text, locals={**space, **more}))
for value, pairs in report["points"]:
    point = {space[n]: v for n, v in pairs}
    chosen = [c for c in report["cases"] if read(c["condition"], {}).subs(point) == True]
    assert len(chosen) == 1, (value, chosen)
    counts = {n: read(v, {}).subs(point) for n, v in chosen[0]["counts"]}
    def result(text):
        term = read(text, {n: Symbol(n, integer=True) for n in counts})
        term = term.subs(point).subs({Symbol(n, integer=True): v for n, v in counts.items()})
        term = term.replace(Function("gcd"), igcd)
        return str(simplify(term.doit()))
    line = {k: result(v) for k, v in chosen[0]["outputs"].items()}
    print(json.dumps([value, line], sort_keys=True))
"#;

/// Whether SymPy has what a case is written with: no searches, arrays or sequences without a name.
fn is_readable(case: &sextant_session::CaseReport) -> bool {
    let plain = |text: &str| {
        !["recurrent(", "λ", "[", "least(", "(no ", "(some "].iter().any(|part| text.contains(part))
    };
    plain(&case.condition.to_string())
        && case.outputs.iter().all(|(_, value)| plain(&value.to_string()))
        && case.iterations.iter().all(|(_, count, name)| name.is_none() || plain(count))
}

#[test]
fn sympy_reads_what_is_written_for_it() {
    let library = root().join(".tools/sympy");
    let ready = Command::new("python3")
        .args(["-c", "import sys; sys.path.insert(0, sys.argv[1]); import sympy"])
        .arg(&library)
        .output();
    if !ready.is_ok_and(|output| output.status.success()) {
        println!("skipped: SymPy is not in {}", library.display());
        return;
    }
    let mut read = Vec::new();
    for file in rows() {
        let session = Session::load(std::slice::from_ref(&file), None).expect("a program");
        let procedure = session.procedures()[0].to_owned();
        let report = session.summary(&procedure, &Options::default(), Style::Sympy).expect("a summary");
        let graph = &session.program().procedures[ProcId(0)];
        let is_number = |&id: &sextant_syntax::VarId| !graph.variables[id].ty.is_array();
        if !report.cases.iter().all(is_readable) || !graph.parameters.iter().all(is_number) {
            continue;
        }
        let cases: Vec<serde_json::Value> = report.cases.iter().map(as_json).collect();
        let names: Vec<&str> = graph.parameters.iter().map(|&id| graph.variables[id].name.as_str()).collect();
        // Numbers of doubly exponential size stay short.
        let most = if procedure == "SQUARE" { 6 } else { *VALUES.end() };
        let values = VALUES.filter(|&value| value <= most);
        let points: Vec<_> = values.map(|value| (value, point(&names, value))).collect();
        let input = serde_json::json!({ "points": points, "cases": cases }).to_string();
        let shown = run(&library, &input);
        let lines = shown.lines().map(|line| serde_json::from_str(line).expect("a line"));
        compare(&session, &names, lines.collect());
        read.push(procedure);
    }
    assert!(read.len() >= 22, "SymPy read only {read:?}");
}

fn as_json(case: &sextant_session::CaseReport) -> serde_json::Value {
    let outputs: BTreeMap<_, _> = case.outputs.iter().cloned().collect();
    let counts = case.iterations.iter().filter_map(|(_, count, name)| Some((name.as_ref()?, count)));
    let counts: Vec<_> = counts.collect();
    serde_json::json!({ "condition": case.condition, "outputs": outputs, "counts": counts })
}

/// Values that the parameters get that are not fixed.
const VALUES: std::ops::RangeInclusive<i64> = -2..=24;

/// A value for every parameter.
fn point<'n>(names: &[&'n str], value: i64) -> Vec<(&'n str, i64)> {
    names.iter().map(|name| (*name, fixed(name).unwrap_or(value))).collect()
}

fn run(library: &Path, input: &str) -> String {
    use std::io::Write;
    let mut child = Command::new("python3")
        .args(["-c", READER])
        .arg(library)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("python");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("finished");
    assert!(output.status.success(), "SymPy cannot read {input}");
    String::from_utf8(output.stdout).expect("text")
}

/// Rows for Maxima; numbers of passes that have a name are given that name.
const MAXIMA_ROWS: [(&str, &str); 12] = [
    ("02_docking.f", "DOCK"),
    ("03_sum.pli", "SUM"),
    ("04_ps6.f90", "ps6"),
    ("05_cohencu.flow", "COHENCU"),
    ("06_geo1.flow", "GEO1"),
    ("07_fib.f90", "fib"),
    ("09_jordan.pli", "JORDAN"),
    ("11_solvable.flow", "SOLVABLE"),
    ("12_fact.pli", "FACT"),
    ("13_gosper.f", "GOSPER"),
    ("20_parity.flow", "PARITY"),
    ("31_irreducible.f", "IRREDU"),
];

/// A Maxima program that picks the case that applies and prints the results, for some values of the inputs.
fn maxima_program(names: &[&str], cases: &[sextant_session::CaseReport]) -> String {
    let locals: Vec<String> = names
        .iter()
        .map(|name| format!("{name}: {}", fixed(name).map_or("v".to_owned(), |value| value.to_string())))
        .collect();
    let ways: Vec<String> = cases
        .iter()
        .filter(|case| case.status == PathEnd::Returned)
        .map(|case| {
            let counts = case
                .iterations
                .iter()
                .filter_map(|(_, count, name)| Some(format!("{}: {count}", name.as_ref()?)));
            let counts: Vec<String> = counts.collect();
            let shown: Vec<String> =
                case.outputs.iter().map(|(name, value)| format!(", \"{name}\", {value}")).collect();
            let places = "~a|".repeat(2 * case.outputs.len());
            let print = format!("printf(true, \"~a|{places}~%\", v{})", shown.concat());
            format!("if is({}) then block([{}], {print})", case.condition, counts.join(", "))
        })
        .collect();
    format!("for v: -2 thru 24 do block([{}],\n{})$\n", locals.join(", "), ways.join("\nelse "))
}

#[test]
fn maxima_reads_what_is_written_for_it() {
    if !Command::new("maxima").arg("--version").output().is_ok_and(|output| output.status.success()) {
        println!("skipped: Maxima is not installed");
        return;
    }
    for (file, procedure) in MAXIMA_ROWS {
        let session =
            Session::load(&[root().join("tests/summary/rows").join(file)], None).expect("a program");
        let report = session.summary(procedure, &Options::default(), Style::Maxima).expect("a summary");
        let graph = &session.program().procedures[ProcId(0)];
        let names: Vec<&str> = graph.parameters.iter().map(|&id| graph.variables[id].name.as_str()).collect();
        let path = std::env::temp_dir().join(format!("sextant-{}-{file}.mac", std::process::id()));
        std::fs::write(&path, maxima_program(&names, &report.cases)).expect("writable");
        let load = format!("batchload(\"{}\")$ quit()$", path.display());
        let output = Command::new("maxima")
            .args(["--very-quiet", "-r", &load])
            .stdin(std::process::Stdio::null())
            .output()
            .expect("Maxima");
        std::fs::remove_file(&path).expect("removable");
        let text = String::from_utf8(output.stdout).expect("text");
        let mut lines = Vec::new();
        for line in text.lines().filter(|line| line.contains('|')) {
            let mut fields = line.split('|').filter(|field| !field.is_empty());
            let value: i64 = fields.next().and_then(|field| field.trim().parse().ok()).expect(&text);
            let mut theirs = BTreeMap::new();
            while let (Some(name), Some(result)) = (fields.next(), fields.next()) {
                theirs.insert(name.to_owned(), result.to_owned());
            }
            lines.push((value, theirs));
        }
        assert!(lines.len() >= 20, "Maxima cannot read {file}: {text}");
        compare(&session, &names, lines);
    }
}

/// The value of a parameter that does not get different ones; an acceleration must be negative.
fn fixed(name: &str) -> Option<i64> {
    match name {
        "N" | "n" | "k" | "K" | "a" | "V" => None,
        "A" => Some(-2),
        _ => Some(3),
    }
}

/// What the others computed is what our own evaluation computes.
fn compare(session: &Session, names: &[&str], lines: Vec<(i64, BTreeMap<String, String>)>) {
    let policy = Policy { arithmetic: Arithmetic::Ideal, division: Rounding::Floor, real_errors: true };
    let summary = summarise(session.program(), ProcId(0), policy, &Interrupt::new());
    let graph = &session.program().procedures[ProcId(0)];
    for (value, theirs) in lines {
        let mut values = Values::default();
        for (name, number) in point(names, value) {
            values.set(name, RBig::from(number));
        }
        let case = summary.cases.iter().find(|case| values.condition(&case.condition) == Ok(true));
        let case = case.unwrap_or_else(|| panic!("no case applies for {value}"));
        let mut ours: BTreeMap<String, String> = BTreeMap::new();
        if !matches!(case.end, End::Returned(_)) {
            continue;
        }
        if let End::Returned(Some(term)) = &case.end {
            ours.insert("return".into(), values.term(term).expect("a value").to_string());
        }
        for (variable, output) in &case.outputs {
            let Output::Number(term) = output else { continue };
            let number = values.term(term).expect("a value").to_string();
            ours.insert(graph.variables[*variable].name.clone(), number);
        }
        assert_eq!(ours, theirs, "for {value}");
    }
}
