//! Programs with their calls, explored symbolically and executed concretely.
//!
//! A program's first lines say how it is used: `/* call: P("X", A(1:3)) */`, and optionally `/* range: -9..9 */`,
//! `/* statements: 200 */` (paths longer than that are cut), `/* machine */` (machine arithmetic). In Fortran the same
//! stands in comments of Fortran.

mod leaf;
use crate::random;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use dashu_ratio::RBig;
use leaf::{Recorder, assignment, describe, observed};
use sextant_base::Interrupt;
use sextant_engines::forward::{Config, Limits, explore};
use sextant_expr::{ArrayValue, Assignment, Rounding, Scalar, Sort, Table, TermId, Value as Constant};
use sextant_session::{Call, Options, Session, Syntax};
use sextant_solver::{Answer, Solver, SolverConfig};
use sextant_state::{
    Arithmetic, Code, Entry, EntryArgument, EntryValue, Machine, Output, Policy, State, Until, Value, compile,
};
use sextant_syntax::StatementNumber;

pub use leaf::Leaf;
pub use random::Random;

/// Subscripts for which a concrete array has values; programs must stay within.
const WINDOW: std::ops::RangeInclusive<i64> = -60..=60;
/// How many values a program may read.
const STREAM: usize = 12;

/// Values of the symbolic inputs by name.
pub type Input = BTreeMap<String, Constant>;

/// What one execution did.
#[derive(PartialEq, Debug)]
pub struct Execution {
    pub ending: String,
    pub outputs: Vec<(String, Option<Constant>)>,
    pub written: Vec<String>,
    pub trace: Vec<(u32, u32)>,
    pub proofs: Vec<Option<bool>>,
}

pub struct Program {
    pub name: String,
    session: Session,
    call: Call,
    code: Code,
    range: (i64, i64),
    statements: u64,
}

impl Program {
    /// All programs under `tests/programs`.
    pub fn all() -> Vec<Program> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .expect("the programs")
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "pli" || ending == "flow"))
            .collect();
        files.sort();
        files.iter().map(|path| Program::load(path)).collect()
    }

    fn load(path: &Path) -> Program {
        let text = std::fs::read_to_string(path).expect("readable");
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let directive = |key: &str| {
            let line = text.lines().take(6).find_map(|line| line.split_once(key))?.1;
            Some(line.split("*/").next().expect("split gives a piece").trim().to_owned())
        };
        let syntax = match path.extension().and_then(|ending| ending.to_str()) {
            Some("flow") => Syntax::Flow,
            Some("f" | "f90") => Syntax::Fortran,
            _ => Syntax::Pli,
        };
        let session =
            Session::from_texts(vec![(name.clone(), text.clone())], syntax).unwrap_or_else(|error| {
                panic!("{name}: {error:?}");
            });
        let call_text = directive("call:").unwrap_or_else(|| panic!("{name}: no call"));
        let call = session
            .call(&call_text, &Options::default())
            .unwrap_or_else(|error| panic!("{name}: {}", error.0.render(&error.1, false)));
        let range = directive("range:").map_or((-6, 6), |range| {
            let (low, high) = range.split_once("..").expect("low..high");
            (low.parse().expect("a number"), high.parse().expect("a number"))
        });
        let statements = directive("statements:").map_or(400, |limit| limit.parse().expect("a number"));
        let policy = if text.lines().take(6).any(|line| line == "/* machine */") {
            Policy { arithmetic: Arithmetic::Machine, division: Rounding::Truncate, real_errors: true }
        } else {
            let division = if syntax == Syntax::Fortran { Rounding::Truncate } else { Rounding::Floor };
            Policy { arithmetic: Arithmetic::Ideal, division, real_errors: true }
        };
        let code = compile(session.program(), policy);
        Program { name, session, call, code, range, statements }
    }

    /// The leaves of the execution tree.
    pub fn explore(&self, split_subscripts: bool) -> Vec<Leaf> {
        let config = Config {
            limits: Limits { statements: self.statements, paths: 3_000, ..Limits::default() },
            split_subscripts,
            ..Config::default()
        };
        let nodes = Mutex::new(Vec::new());
        let exploration =
            explore(&self.code, &self.call.entry, &config, || Recorder { program: self, nodes: &nodes });
        exploration.records.into_iter().map(|(_, leaf)| leaf).collect()
    }

    pub fn random_input(&self, random: &mut Random) -> Input {
        let (low, high) = self.range;
        let mut value = |scalar: Scalar| {
            let number = low + random.below((high - low + 1) as u64) as i64;
            match scalar {
                Scalar::Bool => Constant::Bool(number > (low + high) / 2),
                Scalar::Real => Constant::Real(RBig::from(number) / RBig::from(4)),
                _ => Constant::Int(number.into()),
            }
        };
        let mut input = Input::new();
        for (name, sort) in self.symbols() {
            let value = match sort {
                Sort::Scalar(scalar) => value(scalar),
                Sort::Array(element) => {
                    let entries = WINDOW.map(|index| (index.into(), value(element))).collect();
                    let default = Box::new(Constant::default_of(Sort::Scalar(element)));
                    Constant::Array(ArrayValue { default, entries })
                }
            };
            input.insert(name, value);
        }
        input
    }

    /// Exactly one leaf takes the input, and it says what the concrete execution does.
    pub fn check_input(&self, leaves: &[Leaf], input: &Input) {
        let taken: Vec<&Leaf> = leaves.iter().filter(|leaf| leaf.takes(input)).collect();
        let concrete = self.execute(input);
        match taken[..] {
            [leaf] => self.compare(leaf, input, &concrete),
            // An assumption excludes inputs: no path takes them.
            [] if concrete.ending.starts_with("refused") => {}
            [] => panic!("{}: no leaf takes {}", self.name, show(input)),
            _ => panic!("{}: {} leaves take {}", self.name, taken.len(), show(input)),
        }
    }

    /// The leaf's own model takes its path, and no other leaf takes the model.
    pub fn check_model(&self, leaves: &[Leaf], leaf: &Leaf) {
        let mut input = leaf.model.clone();
        // Inputs the path does not look at may be anything.
        for (name, sort) in self.symbols() {
            input.entry(name).or_insert_with(|| Constant::default_of(sort));
        }
        assert!(leaf.takes(&input), "{}: a model does not satisfy its condition", self.name);
        let taken = leaves.iter().filter(|leaf| leaf.takes(&input)).count();
        assert_eq!(taken, 1, "{}: {taken} leaves take {}", self.name, show(&input));
        self.compare(leaf, &input, &self.execute(&input));
    }

    /// No input takes two leaves, as far as the solver can tell.
    pub fn check_disjoint(&self, leaves: &[Leaf]) {
        let mut table = Table::new();
        let mut solver = Solver::new(SolverConfig::default());
        let conditions: Vec<Vec<TermId>> = leaves
            .iter()
            .map(|leaf| {
                let mut memo = Default::default();
                let terms = leaf.conditions.iter();
                terms.map(|&term| table.import(&leaf.table, term, &mut memo)).collect()
            })
            .collect();
        for (number, first) in conditions.iter().enumerate() {
            for second in &conditions[number + 1..] {
                let both: Vec<TermId> = first.iter().chain(second).copied().collect();
                let answer = solver.check(&mut table, &both);
                assert!(!matches!(answer, Answer::Sat(_)), "{}: two leaves overlap", self.name);
            }
        }
    }

    fn compare(&self, leaf: &Leaf, input: &Input, concrete: &Execution) {
        let expected = leaf.instantiate(input);
        let name = &self.name;
        assert_eq!(expected.trace, concrete.trace, "{name}: another path for {}", show(input));
        // A path that was cut says nothing about its end, and errors leave outputs open.
        if leaf.ending.is_none() {
            return;
        }
        assert_eq!(expected.ending, concrete.ending, "{name}: another ending for {}", show(input));
        assert_eq!(expected.written, concrete.written, "{name}: other output for {}", show(input));
        assert_eq!(expected.proofs, concrete.proofs, "{name}: other proofs for {}", show(input));
        // Elements outside the bounds exist in a symbolic array only.
        let symbolic: BTreeMap<_, _> = expected.outputs.into_iter().collect();
        for (variable, value) in &concrete.outputs {
            assert_eq!(symbolic.get(variable), Some(value), "{name}: another {variable} for {}", show(input));
        }
    }

    fn symbols(&self) -> Vec<(String, Sort)> {
        let mut table = Table::new();
        let machine = Machine::new(&self.code, &self.call.entry, &mut table);
        machine.start(&mut table);
        let mut found: Vec<_> =
            table.symbols().map(|(_, symbol)| (symbol.name.clone(), symbol.sort)).collect();
        if self.session.reads_input() {
            found.extend((1..=STREAM).map(|number| (format!("IN{number}"), Sort::INT)));
        }
        found
    }

    /// Ordinary execution on constants.
    fn execute(&self, input: &Input) -> Execution {
        let entry = self.concrete_entry(input);
        let mut table = Table::new();
        let machine = Machine::new(&self.code, &entry, &mut table);
        let (mut state, variables) = machine.start(&mut table);
        let start = state.clone();
        let until = Until { statements: self.statements, each_statement: true, ..Until::default() };
        let mut trace = Vec::new();
        let see = |state: &State, number: StatementNumber| trace.push((state.frame.procedure.0, number.0));
        let ending = machine.execute(&mut table, &mut state, until, &Interrupt::new(), see);
        let ending = ending.unwrap_or_else(|| panic!("{}: a concrete run asks nothing", self.name));
        let none = Assignment::default();
        let value =
            |table: &mut Table, value: Value| value.to_term(table).map(|term| table.evaluate(term, &none));
        let observed = observed(&self.code, &start, &state, &variables, &mut table);
        Execution {
            ending: describe(&ending),
            outputs: observed.into_iter().map(|(name, found)| (name, value(&mut table, found))).collect(),
            written: state
                .output()
                .map(|item| match item {
                    Output::Value(found) => value(&mut table, *found).expect("a value").to_string(),
                    Output::Text(text) => text.to_string(),
                    Output::NewLine => "\n".to_owned(),
                    Output::Line(_) | Output::Message(_) | Output::Bytes(..) | Output::Converted(..) => {
                        unreachable!("PL/I writes values")
                    }
                })
                .collect(),
            trace,
            proofs: state.proofs().map(|proof| proof.holds).collect(),
        }
    }

    fn concrete_entry(&self, input: &Input) -> Entry {
        let mut entry = self.call.entry.clone();
        let concrete = |value: &EntryValue| match value {
            EntryValue::Term(shared) => {
                let (table, term) = &**shared;
                to_entry_value(&table.evaluate(*term, &assignment(table, input)))
            }
            other => other.clone(),
        };
        for argument in &mut entry.arguments {
            match argument {
                EntryArgument::Value(value) | EntryArgument::Scalar { value, .. } => *value = concrete(value),
                EntryArgument::Array { name, bounds, elements, .. } => {
                    if let Some((low, high)) = bounds {
                        (*low, *high) = (concrete(low), concrete(high));
                    }
                    let Some(Constant::Array(array)) = input.get(name) else { continue };
                    *elements = WINDOW
                        .map(|index| {
                            let value = array.entries.get(&index.into()).unwrap_or(&array.default);
                            (index, to_entry_value(value))
                        })
                        .collect();
                }
                EntryArgument::Storage { .. }
                | EntryArgument::Handle { .. }
                | EntryArgument::Block { .. }
                | EntryArgument::Texts(_)
                | EntryArgument::Absent => {
                    unreachable!("these programs have numbers and truth values only")
                }
            }
        }
        for (name, value) in input {
            if matches!(value, Constant::Int(_) | Constant::Bool(_) | Constant::Real(_)) {
                entry.given.push((name.clone(), to_entry_value(value)));
            }
        }
        entry.symbolic_input = false;
        let given = (1..=STREAM).filter_map(|number| input.get(&format!("IN{number}")));
        entry.input = given.map(to_entry_value).collect();
        entry
    }
}

/// An input without the elements of arrays that lie far away.
fn show(input: &Input) -> String {
    let mut shown = Vec::new();
    for (name, value) in input {
        match value {
            Constant::Array(array) => {
                let near = (-8..=8).filter_map(|index: i64| array.entries.get_key_value(&index.into()));
                shown.extend(near.map(|(index, value)| format!("{name}({index}) = {value}")));
            }
            value => shown.push(format!("{name} = {value}")),
        }
    }
    shown.join(", ")
}

fn to_entry_value(value: &Constant) -> EntryValue {
    match value {
        Constant::Bool(value) => EntryValue::Bool(*value),
        Constant::Int(value) => EntryValue::Int(value.clone()),
        value @ Constant::Real(_) => EntryValue::Constant(value.clone()),
        other => panic!("not an input: {other:?}"),
    }
}
