//! The traced run against ordinary execution, for every program under `tests/programs` and random data.
//! `order.pli` is about the order in which an expression is computed: most of its runs end with an error.

use std::path::Path;

use dashu_int::IBig;
use sextant_base::Interrupt;
use sextant_engines::dynamic::{Config, Data, End, Run, Woven, trace};
use sextant_expr::{Assignment, Rounding, Scalar, Sort, Table, Value};
use sextant_state::{
    Arithmetic, Code, Ending, Entry, EntryArgument, EntryValue, Machine, Output, Policy, State, Until,
    Value as Held, compile,
};
use sextant_syntax::StatementNumber;

use crate::{Call, Options, Session, Syntax};

/// Subscripts for which data are given; programs must stay within.
const WINDOW: std::ops::RangeInclusive<i64> = -60..=60;
/// How many values a program may read.
const STREAM: usize = 300;
const INPUTS: usize = 40;

struct Program {
    name: String,
    session: Session,
    call: Call,
    policy: Policy,
    range: (i64, i64),
    statements: u64,
}

impl Program {
    fn all() -> Vec<Program> {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
        let folder = std::fs::read_dir(tests.join("programs")).expect("the programs");
        let mut files: Vec<_> =
            folder.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
        files.push(tests.join("trace/programs/order.pli"));
        files.sort();
        files.iter().map(|path| Program::load(path)).collect()
    }

    fn load(path: &Path) -> Program {
        let text = std::fs::read_to_string(path).expect("readable");
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let directive = |key: &str| {
            let line = text.lines().take(6).find_map(|line| line.split_once(key))?.1;
            Some(line.split("*/").next().unwrap_or_default().trim().to_owned())
        };
        let syntax = if name.ends_with(".flow") { Syntax::Flow } else { Syntax::Pli };
        let session = Session::from_texts(vec![(name.clone(), text.clone())], syntax).expect("a program");
        let call =
            session.call(&directive("call:").expect("a call"), &Options::default()).expect("a good call");
        let range = directive("range:").map_or((-6, 6), |range| {
            let (low, high) = range.split_once("..").expect("low..high");
            (low.parse().expect("a number"), high.parse().expect("a number"))
        });
        let machine = text.lines().take(6).any(|line| line == "/* machine */");
        let policy = match machine {
            true => {
                Policy { arithmetic: Arithmetic::Machine, division: Rounding::Truncate, real_errors: true }
            }
            false => Policy { arithmetic: Arithmetic::Ideal, division: Rounding::Floor, real_errors: true },
        };
        Program { name, session, call, policy, range, statements: 2_000 }
    }

    fn data(&self, code: &Code, random: &mut u64) -> Data {
        let mut value = |sort: Scalar| {
            *random ^= *random << 13;
            *random ^= *random >> 7;
            *random ^= *random << 17;
            let (low, high) = self.range;
            let number = low + (*random % (high - low + 1) as u64) as i64;
            match sort {
                Scalar::Bool => Value::Bool(number > (low + high) / 2),
                _ => Value::Int(number.into()),
            }
        };
        let mut table = Table::new();
        Machine::new(code, &self.call.entry, &mut table).start(&mut table);
        let mut data = Data::default();
        for (_, symbol) in table.symbols() {
            match symbol.sort {
                Sort::Scalar(sort) => drop(data.scalars.insert(symbol.name.clone(), value(sort))),
                Sort::Array(sort) => {
                    let elements = WINDOW.map(|index| (index.into(), value(sort))).collect();
                    data.elements.insert(symbol.name.clone(), elements);
                }
            }
        }
        for number in 1..=STREAM {
            data.scalars.insert(format!("IN{number}"), value(Scalar::Int));
        }
        data
    }

    /// The call with the data in place of the symbols.
    fn concrete_entry(&self, data: &Data) -> Entry {
        let mut entry = self.call.entry.clone();
        let concrete = |value: &EntryValue| match value {
            EntryValue::Term(shared) => {
                let (table, term) = &**shared;
                entry_value(&table.evaluate(*term, &assignment(table, data)))
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
                    let given = data.elements[name].iter();
                    *elements = given.map(|(index, value)| (small(index), entry_value(value))).collect();
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
        entry.given = data.scalars.iter().map(|(name, value)| (name.clone(), entry_value(value))).collect();
        entry.symbolic_input = false;
        entry.input = (1..=STREAM).map(|number| entry_value(&data.scalars[&format!("IN{number}")])).collect();
        entry
    }
}

fn small(value: &IBig) -> i64 {
    i64::try_from(value).expect("a small subscript")
}

fn entry_value(value: &Value) -> EntryValue {
    match value {
        Value::Bool(value) => EntryValue::Bool(*value),
        Value::Int(value) => EntryValue::Int(value.clone()),
        other => panic!("{other} is no input"),
    }
}

fn assignment(table: &Table, data: &Data) -> Assignment {
    let mut assignment = Assignment::new();
    for (id, symbol) in table.symbols() {
        if let Some(value) = data.scalars.get(&symbol.name) {
            assignment.set(id, value.clone());
        } else if let (Some(elements), Value::Array(mut array)) =
            (data.elements.get(&symbol.name), Value::default_of(symbol.sort))
        {
            elements.iter().for_each(|(index, value)| array.set(index.clone(), value.clone()));
            assignment.set(id, Value::Array(array));
        }
    }
    assignment
}

/// What an execution did, in numbers.
#[derive(PartialEq, Debug)]
struct Done {
    ending: String,
    outputs: Vec<(String, String)>,
    written: Vec<String>,
    proofs: Vec<Option<bool>>,
    path: Vec<(u32, u32)>,
}

fn describe(ending: &Ending) -> String {
    format!("{ending:?}")
}

/// The returned value and what the caller's variables and externals hold in the end.
fn outputs(
    code: &Code,
    table: &mut Table,
    state: &State,
    variables: &[(String, sextant_state::ObjectId)],
) -> Vec<(String, Held)> {
    let mut found = vec![("return".to_owned(), state.returned)];
    for (name, object) in variables.iter().chain(&code.externals) {
        if let Some(value) = state.scalar(table, *object) {
            found.push((name.clone(), value));
        } else if let Some(array) = state.array(*object) {
            let cells = array.assigned().into_iter();
            found.extend(cells.map(|(index, value)| (format!("{name}({index})"), value)));
        }
    }
    found
}

fn execute(program: &Program, data: &Data) -> Done {
    let code = compile(program.session.program(), program.policy);
    let entry = program.concrete_entry(data);
    let mut table = Table::new();
    let machine = Machine::new(&code, &entry, &mut table).depth_limit(Config::default().call_depth);
    let (mut state, variables) = machine.start(&mut table);
    let until = Until { statements: program.statements, each_statement: true, ..Until::default() };
    let mut path = Vec::new();
    let see = |state: &State, number: StatementNumber| path.push((state.frame.procedure.0, number.0));
    let ending = machine.execute(&mut table, &mut state, until, &Interrupt::new(), see);
    let ending = ending.expect("an ordinary run asks nothing");
    let found = outputs(&code, &mut table, &state, &variables);
    let none = Assignment::new();
    let mut number = |held: Held| {
        held.to_term(&mut table).map_or("?".to_owned(), |term| table.evaluate(term, &none).to_string())
    };
    let outputs = found.into_iter().map(|(name, held)| (name, number(held))).collect();
    let written = state.output().map(|item| written(item, &mut number)).collect();
    let proofs = state.proofs().map(|proof| proof.holds).collect();
    Done { ending: describe(&ending), outputs, written, proofs, path }
}

fn written(item: &Output, number: &mut impl FnMut(Held) -> String) -> String {
    match item {
        Output::Value(held) => number(*held),
        Output::Text(text) => text.to_string(),
        Output::NewLine => "\n".to_owned(),
        Output::Line(_) | Output::Message(_) | Output::Bytes(..) | Output::Converted(..) => {
            unreachable!("PL/I writes values")
        }
    }
}

/// What a traced run did, in actual numbers; the algebra must agree with them.
fn traced(program: &Program, woven: &Woven, data: &Data, run: &mut Run) -> Done {
    let name = &program.name;
    let End::Ended(ending) = &run.end else { panic!("{name}: {:?}", run.end) };
    let assignment = assignment(&run.table, data);
    for &condition in run.state.condition.iter() {
        assert_eq!(
            run.table.evaluate(condition, &assignment).as_bool(),
            Some(true),
            "{name}: {} is part of the path condition",
            run.table.show(condition)
        );
    }
    let found = outputs(&woven.code, &mut run.table, &run.state, &run.variables);
    let (table, actual) = (&mut run.table, &mut run.actual);
    let mut number = |held: Held| {
        let Some(value) = actual.of_held(table, held).expect("all data are given") else {
            return "?".to_owned();
        };
        let term = held.to_term(table).expect("it has a value");
        let simplified = table.simplify(term);
        assert_eq!(table.evaluate(term, &assignment), value, "{name}: {}", table.show(term));
        assert_eq!(table.evaluate(simplified, &assignment), value, "{name}: {}", table.show(simplified));
        value.to_string()
    };
    Done {
        ending: describe(ending),
        outputs: found.into_iter().map(|(name, held)| (name, number(held))).collect(),
        written: run.written.iter().map(|item| written(item, &mut number)).collect(),
        proofs: run.state.proofs().map(|proof| proof.holds).collect(),
        path: run.path.iter().map(|(procedure, number)| (procedure.0, number.0)).collect(),
    }
}

#[test]
fn a_traced_run_is_the_ordinary_run_with_algebra() {
    for program in &Program::all() {
        let woven = Woven::new(program.session.program(), program.policy, true);
        let config = Config { statements: program.statements, path: usize::MAX, ..Config::default() };
        let mut random = 0x9e37_79b9_7f4a_7c15 ^ program.name.len() as u64;
        let inputs = if program.name == "order.pli" { 100 * INPUTS } else { INPUTS };
        for _ in 0..inputs {
            let data = program.data(&woven.code, &mut random);
            let mut run = trace(&woven, &program.call.entry, data.clone(), &config);
            let mut found = traced(program, &woven, &data, &mut run);
            let mut ordinary = execute(program, &data);
            assert_eq!(run.statements as usize, ordinary.path.len(), "{}: {data:?}", program.name);
            // Of an array with data for all elements, the ordinary run lists every element.
            let given: Vec<_> = ordinary.outputs.iter().map(|(name, _)| name.clone()).collect();
            found.outputs.retain(|(name, _)| given.contains(name));
            let changed: Vec<_> = found.outputs.iter().map(|(name, _)| name.clone()).collect();
            ordinary.outputs.retain(|(name, _)| changed.contains(name));
            assert_eq!(found, ordinary, "{}: {data:?}", program.name);
        }
    }
}

#[test]
fn conditional_elements_give_the_same_numbers() {
    for program in &Program::all() {
        let mut random = 0x2545_f491_4f6c_dd1d ^ program.name.len() as u64;
        let [settled, conditional] =
            [true, false].map(|settle| Woven::new(program.session.program(), program.policy, settle));
        let config = Config { statements: 400, path: usize::MAX, ..Config::default() };
        for _ in 0..INPUTS / 5 {
            let data = program.data(&settled.code, &mut random);
            let a = trace(&settled, &program.call.entry, data.clone(), &config);
            let b = trace(&conditional, &program.call.entry, data.clone(), &config);
            assert_eq!((&a.end, &a.path), (&b.end, &b.path), "{}: {data:?}", program.name);
            assert_eq!(a.profile, b.profile, "{}: {data:?}", program.name);
        }
    }
}

/// A loop of five statements on symbols, and one on constants.
const LONG: &str = "LONG: PROCEDURE (N, M, X, A, S);
   DECLARE (N, M, X, S, I, K, A(*)) FIXED BINARY (31);
   S = 0;
   DO I = 1 TO N;
      S = S + X * I;
      K = MOD(I, 10) + 1;
      IF S > A(K) THEN A(K) = S;
   END;
   DO I = 1 TO M;
      K = MOD(K * 7 + I, 11);
      IF K > 5 THEN WRITE K;
   END;
END LONG;";

fn long_run(symbolic: u32, concrete: u32) -> Run {
    let session =
        Session::from_texts(vec![("long.pli".into(), LONG.into())], Syntax::Pli).expect("a program");
    let text = format!("LONG(\"N\", {concrete}, \"X\", A(1:10), S)");
    let call = session.call(&text, &Options::default()).expect("a good call");
    let policy = Policy { arithmetic: Arithmetic::Ideal, division: Rounding::Floor, real_errors: true };
    let woven = Woven::new(session.program(), policy, true);
    let mut data = Data::default();
    data.scalars.insert("N".into(), Value::Int(symbolic.into()));
    data.scalars.insert("X".into(), Value::Int(3.into()));
    data.elements
        .insert("A".into(), (1..=10).map(|index| (index.into(), Value::Int(index.into()))).collect());
    let run = trace(&woven, &call.entry, data, &Config::default());
    assert_eq!(run.end, End::Ended(Ending::Returned));
    run
}

#[test]
fn a_million_statements_keep_terms_linear_and_constants_out() {
    let sizes: Vec<usize> =
        [10_000, 20_000, 100_000].iter().map(|&symbolic| long_run(symbolic, 0).table.len()).collect();
    let step = sizes[1] - sizes[0];
    assert!(step <= 10_000 * 6, "{step} terms for 10000 traversals");
    assert!(sizes[2] - sizes[1] <= 8 * step + 100, "{sizes:?}");
    let run = long_run(100_000, 200_000);
    assert!(run.statements > 1_000_000, "{}", run.statements);
    assert_eq!(run.table.len(), sizes[2], "constants have made terms");
    // What is kept beside the terms has a fixed size.
    assert_eq!((run.path.len(), run.written.len()), (Config::default().path, Config::default().written));
    assert!(run.written_more > 0 && run.state.output().next().is_none());
}
