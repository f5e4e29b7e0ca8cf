//! K4 for C: executing symbolically and then instantiating equals what gcc's program does.
//!
//! A comment before each function under `tests/programs/c/commute` says what its inputs are, as in
//! `/* examine: f a=-5..5 x=real */`. The functions are explored with symbols; for random inputs exactly one path's
//! condition holds, and its value is the one that the compiled function returns. Every function is also run on the
//! inputs themselves.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use sextant_engines::forward::{Bench, Config, Leaf as EngineLeaf, Limits, Observer, Outcome, explore};
use sextant_expr::{Assignment, FloatKind, Rounding, Scalar, Sort, Table, TermId, Value as Constant};
use sextant_session::{Options, Session};
use sextant_state::{Arithmetic, Ending, Entry, Policy, compile};

use crate::random::Random;

const INPUTS: usize = 40;

/// A function to be examined.
struct Examined {
    name: String,
    inputs: Vec<(String, Range)>,
}

/// The values of an input.
#[derive(Clone, Copy)]
enum Range {
    Whole(i64, i64),
    Real,
}

/// One value of an input.
#[derive(Clone, Copy)]
enum Datum {
    Whole(i64),
    /// In quarters, so that a text can say it exactly.
    Real(i64),
}

impl Datum {
    fn written(self) -> String {
        match self {
            Datum::Whole(value) => value.to_string(),
            Datum::Real(quarters) => format!("{:.2}", quarters as f64 / 4.0),
        }
    }

    fn constant(self, sort: Sort) -> Constant {
        match (self, sort) {
            (Datum::Real(quarters), Sort::Scalar(Scalar::Float(FloatKind::Single))) => {
                Constant::Float(FloatKind::Single, u64::from((quarters as f32 / 4.0).to_bits()))
            }
            (Datum::Real(quarters), _) => {
                Constant::Float(FloatKind::Double, (quarters as f64 / 4.0).to_bits())
            }
            (Datum::Whole(value), _) => Constant::Int(value.into()),
        }
    }
}

impl Range {
    /// A value, often one at an end or zero.
    fn choose(self, random: &mut Random) -> Datum {
        match self {
            Range::Whole(low, high) => match random.below(6) {
                0 => Datum::Whole(low),
                1 => Datum::Whole(high),
                2 => Datum::Whole(0.clamp(low, high)),
                _ => Datum::Whole(low + random.below((high - low) as u64 + 1) as i64),
            },
            Range::Real => Datum::Real(random.below(41) as i64 - 20),
        }
    }
}

/// A path, in a table of its own.
struct Route {
    table: Table,
    conditions: Vec<TermId>,
    returned: Option<TermId>,
    ending: String,
}

impl Route {
    fn assignment(&self, function: &Examined, data: &[Datum]) -> Assignment {
        let mut assignment = Assignment::default();
        for (id, symbol) in self.table.symbols() {
            let at = function.inputs.iter().position(|(name, _)| *name == symbol.name);
            let at = at.unwrap_or_else(|| panic!("{}: an input {}", function.name, symbol.name));
            assignment.set(id, data[at].constant(symbol.sort));
        }
        assignment
    }

    fn takes(&self, assignment: &Assignment) -> bool {
        let holds = |&condition: &TermId| self.table.evaluate(condition, assignment).as_bool() == Some(true);
        self.conditions.iter().all(holds)
    }
}

struct Recorder;

impl Observer for Recorder {
    type Record = Route;

    fn leaf(&mut self, bench: &mut Bench<'_>, leaf: EngineLeaf<'_>) -> Option<Route> {
        let mut table = Table::new();
        let mut memo = Default::default();
        let conditions: Vec<TermId> = leaf.state.condition.iter().copied().collect();
        let import = |term| table.import(&bench.table, term, &mut memo);
        let mut conditions: Vec<TermId> = conditions.into_iter().map(import).collect();
        let returned = leaf.state.returned.to_term(&mut bench.table);
        let returned = returned.map(|term| table.import(&bench.table, term, &mut memo));
        let ending = match &leaf.outcome {
            Outcome::Ended(Ending::Returned) => "returned".to_owned(),
            Outcome::Ended(ending) => format!("{ending:?}"),
            Outcome::OutOfForks => "out of forks".to_owned(),
        };
        conditions.dedup();
        Some(Route { table, conditions, returned, ending })
    }
}

fn examined(text: &str) -> Vec<Examined> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("/* examine: "));
    let function = |line: &str| {
        let mut words = line.trim_end_matches("*/").split_whitespace();
        let name = words.next().expect("a name").to_owned();
        let input = |word: &str| {
            let (name, range) = word.split_once('=').expect("name=range");
            let range = match range.split_once("..") {
                Some((low, high)) => {
                    Range::Whole(low.parse().expect("a number"), high.parse().expect("a number"))
                }
                None => Range::Real,
            };
            (name.to_owned(), range)
        };
        Examined { name, inputs: words.map(input).collect() }
    };
    lines.map(function).collect()
}

/// What gcc's program returns for each line of data; reals by their bits.
fn compiled(path: &Path, calls: &[String]) -> Vec<String> {
    let folder = std::env::temp_dir().join(format!("sextant-commute-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let (driver, program) = (folder.join(format!("{stem}.c")), folder.join(&stem));
    let mut text = format!("#include \"{}\"\n{DRIVER}", path.display());
    for call in calls {
        writeln!(text, "    SHOW({call});").expect("texts grow");
    }
    text.push_str("    return 0;\n}\n");
    std::fs::write(&driver, text).expect("writable");
    let done = Command::new("gcc").args(["-w", "-O0", "-o"]).arg(&program).arg(&driver).output();
    let done = done.expect("gcc runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let output = Command::new(&program).output().expect("the program runs");
    assert!(output.status.success(), "{}", path.display());
    std::fs::remove_dir_all(&folder).ok();
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

const DRIVER: &str = r#"
#include <stdio.h>
static void show_real(double x) { union { double x; long long bits; } u = {x}; printf("%lld\n", u.bits); }
static void show_single(float x) { union { float x; int bits; } u = {x}; printf("%d\n", u.bits); }
static void show_whole(long long x) { printf("%lld\n", x); }
#define SHOW(x) _Generic((x), double: show_real, float: show_single, default: show_whole)(x)
int main(void)
{
"#;

fn shown(value: &Constant) -> String {
    match value {
        Constant::Bool(value) => u8::from(*value).to_string(),
        Constant::Int(value) => match i64::try_from(value) {
            Ok(small) => small.to_string(),
            Err(_) => u64::try_from(value).map_or("too large".to_owned(), |large| (large as i64).to_string()),
        },
        Constant::Float(FloatKind::Single, bits) => (*bits as u32 as i32).to_string(),
        Constant::Float(FloatKind::Double, bits) => (*bits as i64).to_string(),
        other => format!("{other:?}"),
    }
}

fn paths(session: &Session, name: &str) -> Vec<Route> {
    let policy = Policy { arithmetic: Arithmetic::Machine, division: Rounding::Truncate, real_errors: false };
    let code = compile(session.program(), policy);
    let call = session
        .call(name, &Options::default())
        .unwrap_or_else(|error| panic!("{name}: {}", error.0.render(&error.1, false)));
    // Inputs are small: what needs more statements takes no part.
    let limits = Limits { statements: 250, paths: 600, ..Limits::default() };
    let config = Config { limits, ..Config::default() };
    // Compiled functions begin with first values.
    let entry = Entry { first: true, ..call.entry.clone() };
    explore(&code, &entry, &config, || Recorder).records.into_iter().map(|(_, path)| path).collect()
}

/// The value of the one path that takes the data.
fn instantiated(paths: &[Route], function: &Examined, data: &[Datum]) -> String {
    let taken = paths.iter().filter_map(|path| {
        let assignment = path.assignment(function, data);
        path.takes(&assignment).then_some((path, assignment))
    });
    match taken.collect::<Vec<_>>().as_slice() {
        [(path, _)] if path.ending != "returned" => path.ending.clone(),
        [(path, assignment)] => {
            let value = path.returned.map(|term| path.table.evaluate(term, assignment));
            value.as_ref().map_or("nothing".to_owned(), shown)
        }
        several => format!("{} of {} paths", several.len(), paths.len()),
    }
}

/// How many functions there are; what is wrong with them is added to the list.
fn check(path: &Path, wrong: &mut Vec<String>) -> usize {
    let text = std::fs::read_to_string(path).expect("readable");
    let functions = examined(&text);
    let mut random = Random::new(text.len() as u64);
    let mut draw = |function: &Examined| -> Vec<Vec<Datum>> {
        let one =
            |random: &mut Random| function.inputs.iter().map(|(_, range)| range.choose(random)).collect();
        (0..INPUTS).map(|_| one(&mut random)).collect()
    };
    let data: Vec<Vec<Vec<Datum>>> = functions.iter().map(&mut draw).collect();
    let call = |function: &Examined, data: &[Datum]| {
        let arguments: Vec<String> = data.iter().map(|datum| datum.written()).collect();
        format!("{}({})", function.name, arguments.join(", "))
    };
    let calls =
        functions.iter().zip(&data).flat_map(|(function, all)| all.iter().map(|data| call(function, data)));
    let mut expected = compiled(path, &calls.collect::<Vec<_>>()).into_iter();
    let session =
        Session::load(&[path.to_owned()], None).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for (function, all) in functions.iter().zip(&data) {
        let paths = paths(&session, &function.name);
        for data in all {
            let expected = expected.next().expect("a line for each call");
            let found = instantiated(&paths, function, data);
            if found != expected {
                wrong.push(format!("{}: {found} instead of {expected}", call(function, data)));
            }
        }
    }
    functions.len()
}

#[test]
fn symbolic_results_instantiated_equal_those_of_gcc() {
    let there = |command: &str| Command::new(command).arg("--version").output().is_ok();
    if !there("clang") || !there("gcc") {
        println!("skipped: clang or gcc is not installed");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/c/commute");
    let folder = folder.canonicalize().expect("the folder is there");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the programs").flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut wrong = Vec::new();
    let count: usize = files.iter().map(|path| check(path, &mut wrong)).sum();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 60, "only {count} functions");
}
