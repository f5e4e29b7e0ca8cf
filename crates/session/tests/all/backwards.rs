//! Backward substitution gives the condition that forward execution gives, on the paths of random programs in every
//! language.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;

use dashu_int::IBig;
use rustc_hash::FxHashMap;
use sextant_engines::backward::{Config, Route, follow};
use sextant_engines::forward::{Bench, Leaf, Observer, Outcome, explore};
use sextant_expr::{ArrayValue, Op, Rounding, Scalar, Sort, Table, TermId, Value};
use sextant_flow::{FlowProgram, Surroundings, promoted};
use sextant_logic::{Formula, implies};
use sextant_session::{Interrupt, Limits, Options, Session, Syntax};
use sextant_solver::{Solver, SolverConfig, Verdict};
use sextant_state::{Arithmetic, Ending, Policy, compile};
use sextant_syntax::{IntType, ProcId};

/// A small generator; the same numbers on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }

    fn term(&mut self) -> String {
        match self.below(6) {
            0 => self.below(5).to_string(),
            1 => format!("A({})", self.below(3) + 1),
            2 => {
                format!("({} {} {})", self.pick(&["X", "Y", "Z"]), self.pick(&["+", "-", "*"]), self.below(4))
            }
            3 => format!("MOD({}, 3)", self.pick(&["X", "Y", "Z"])),
            _ => self.pick(&["X", "Y", "Z", "T"]).to_owned(),
        }
    }

    fn condition(&mut self) -> String {
        let relation = self.pick(&["<", "<=", "=", ">", ">=", "^="]);
        let simple = format!("{} {relation} {}", self.term(), self.term());
        if self.below(4) == 0 { format!("{simple} & {} > {}", self.term(), self.term()) } else { simple }
    }

    fn statements(&mut self, depth: u32) -> Vec<Statement> {
        let mut found = Vec::new();
        for _ in 0..2 + self.below(3) {
            found.push(match self.below(if depth == 0 { 4 } else { 7 }) {
                0..=1 => {
                    let target = self.pick(&["X", "Y", "Z", "T"]).to_owned();
                    Statement::Assign(target, format!("{} + {}", self.term(), self.term()))
                }
                2 => Statement::Assign(format!("A({})", self.below(3) + 1), self.term()),
                3 => Statement::Assign("A(MOD(X, 3) + 1)".to_owned(), self.term()),
                4 => Statement::Loop(self.below(3), self.statements(depth - 1)),
                _ => {
                    let condition = self.condition();
                    Statement::If(condition, self.statements(depth - 1), self.statements(depth - 1))
                }
            });
        }
        found
    }
}

/// A statement; expressions are written as in PL/I.
enum Statement {
    Assign(String, String),
    Loop(u64, Vec<Statement>),
    If(String, Vec<Statement>, Vec<Statement>),
}

fn pli_statements(statements: &[Statement], out: &mut String) {
    for statement in statements {
        let _ = match statement {
            Statement::Assign(target, value) => writeln!(out, "{target} = {value};"),
            Statement::Loop(turns, body) => {
                let _ = writeln!(out, "DO I = 1 TO {turns};");
                pli_statements(body, out);
                writeln!(out, "END;")
            }
            Statement::If(condition, yes, no) => {
                let _ = writeln!(out, "IF {condition} THEN DO;");
                pli_statements(yes, out);
                let _ = writeln!(out, "END; ELSE DO;");
                pli_statements(no, out);
                writeln!(out, "END;")
            }
        };
    }
}

fn fortran_statements(statements: &[Statement], out: &mut String) {
    // The remainder that is never negative.
    let own = |text: &str| text.replace("MOD(", "MODULO(");
    for statement in statements {
        let _ = match statement {
            Statement::Assign(target, value) => writeln!(out, "{} = {}", own(target), own(value)),
            Statement::Loop(turns, body) => {
                let _ = writeln!(out, "do i = 1, {turns}");
                fortran_statements(body, out);
                writeln!(out, "end do")
            }
            Statement::If(condition, yes, no) => {
                let condition =
                    own(condition).replace(" = ", " == ").replace("^=", "/=").replace('&', ".and.");
                let _ = writeln!(out, "if ({condition}) then");
                fortran_statements(yes, out);
                let _ = writeln!(out, "else");
                fortran_statements(no, out);
                writeln!(out, "end if")
            }
        };
    }
}

fn pli_program(statements: &[Statement]) -> String {
    let mut text = "P: PROCEDURE (X, Y, Z, A);\nDECLARE A(3) FIXED BINARY (31), (X, Y, Z, T, I) FIXED BINARY (31);\nT = 0;\nI = 0;\n".to_owned();
    pli_statements(statements, &mut text);
    text.push_str("RETURN (X);\nEND P;\n");
    text
}

fn fortran_program(statements: &[Statement]) -> String {
    let mut text = "integer function p(x, y, z, a)\ninteger x, y, z, a(3), t, i\nt = 0\ni = 0\n".to_owned();
    fortran_statements(statements, &mut text);
    text.push_str("p = x\nend\n");
    text
}

fn c_statements(statements: &[Statement], out: &mut String) {
    // The remainder that is never negative, and subscripts from 0.
    let own = |text: &str| {
        let mut text = text.replace("A(MOD(X, 3) + 1)", "A[MOD(X, 3)]");
        for k in 1..=3 {
            text = text.replace(&format!("A({k})"), &format!("A[{}]", k - 1));
        }
        for name in ["X", "Y", "Z"] {
            text = text.replace(&format!("MOD({name}, 3)"), &format!("(({name} % 3 + 3) % 3)"));
        }
        text
    };
    for statement in statements {
        let _ = match statement {
            Statement::Assign(target, value) => writeln!(out, "{} = {};", own(target), own(value)),
            Statement::Loop(turns, body) => {
                let _ = writeln!(out, "for (I = 1; I <= {turns}; I++) {{");
                c_statements(body, out);
                writeln!(out, "}}")
            }
            Statement::If(condition, yes, no) => {
                let condition = own(condition).replace(" = ", " == ").replace("^=", "!=").replace('&', "&&");
                let _ = writeln!(out, "if ({condition}) {{");
                c_statements(yes, out);
                let _ = writeln!(out, "}} else {{");
                c_statements(no, out);
                writeln!(out, "}}")
            }
        };
    }
}

fn c_program(statements: &[Statement]) -> String {
    let mut text = "int P(int X, int Y, int Z, int *A)\n{\nint T = 0, I = 0;\n".to_owned();
    c_statements(statements, &mut text);
    text.push_str("return X;\n}\n");
    text
}

struct Path {
    condition: Vec<TermId>,
    inputs: BTreeMap<String, Value>,
}

struct Keeper<'t>(&'t Mutex<Table>);

impl Observer for Keeper<'_> {
    type Record = Path;

    fn leaf(&mut self, bench: &mut Bench<'_>, leaf: Leaf<'_>) -> Option<Path> {
        if !matches!(leaf.outcome, Outcome::Ended(Ending::Returned)) {
            return None;
        }
        let model = leaf.model.as_ref().ok()?;
        let inputs = bench
            .table
            .symbols()
            .filter_map(|(id, symbol)| Some((symbol.name.clone(), model.get(id)?.clone())))
            .collect();
        let conditions: Vec<TermId> = leaf.state.condition.iter().copied().collect();
        let mut shared = self.0.lock().expect("one worker");
        let mut memo = FxHashMap::default();
        let condition = conditions.iter().map(|&term| shared.import(&bench.table, term, &mut memo)).collect();
        Some(Path { condition, inputs })
    }
}

/// What a language has of its own.
struct Manner {
    policy: Policy,
    /// The program in which paths are followed back.
    program: FlowProgram,
}

impl Manner {
    fn of(session: &Session) -> Manner {
        let policy = Policy { arithmetic: Arithmetic::Ideal, division: Rounding::Floor, real_errors: true };
        if session.is_c() {
            let arithmetic = Arithmetic::Machine;
            let policy = Policy { arithmetic, division: Rounding::Truncate, real_errors: false };
            return Manner {
                policy,
                program: promoted(session.program(), ProcId(0), &["A".to_owned()], Surroundings::LeftOut)
                    .program,
            };
        }
        Manner { policy, program: session.program().clone() }
    }
}

/// That a number lies in the range of a type.
fn in_range(table: &mut Table, term: TermId, int: IntType) -> TermId {
    let (low, high) = int.limits();
    let (low, high) = (table.int(low), table.int(high));
    let (above, below) = (table.apply(Op::Le, &[low, term]), table.apply(Op::Le, &[term, high]));
    table.and(&[above, below])
}

/// What forward execution of C calls `A[k]` is an element of the array `A`, and numbers keep the limits of their types.
fn same_inputs(table: &mut Table, inputs: &mut BTreeMap<String, Value>) -> Vec<Formula> {
    let mut facts = Vec::new();
    let mut elements = BTreeMap::new();
    let array = table.symbol("A", Sort::Array(Scalar::Int));
    for k in 0..8 {
        let name = format!("A[{k}]");
        let (symbol, index) = (table.symbol(&name, Sort::INT), table.int(k));
        let element = table.apply(Op::Select, &[array, index]);
        facts.push(table.apply(Op::Eq, &[symbol, element]));
        facts.push(in_range(table, symbol, IntType::FIXED_31));
        elements.insert(IBig::from(k), inputs.remove(&name).unwrap_or(Value::Int(IBig::ZERO)));
    }
    for name in ["X", "Y", "Z"] {
        let symbol = table.symbol(name, Sort::INT);
        facts.push(in_range(table, symbol, IntType::FIXED_31));
    }
    let value = ArrayValue { entries: elements, default: Box::new(Value::Int(IBig::ZERO)) };
    inputs.insert("A".to_owned(), Value::Array(value));
    facts.into_iter().map(Formula::Term).collect()
}

/// How many paths of a program were compared.
fn compare_paths(session: &Session, text: &str) -> usize {
    let Manner { policy, program } = Manner::of(session);
    let options = Options { limits: Limits { paths: 12, ..Limits::default() }, ..Options::default() };
    let call = session.call("P", &options).expect("a call");
    let code = compile(session.program(), policy);
    let forward = sextant_engines::forward::Config {
        limits: options.limits,
        strategy: options.strategy,
        ..sextant_engines::forward::Config::default()
    };
    let shared = Mutex::new(Table::new());
    let exploration = explore(&code, &call.entry, &forward, || Keeper(&shared));
    let shared = shared.into_inner().expect("one worker");
    let config = Config {
        policy,
        iterations: 0,
        paths: 100,
        solver: SolverConfig::default(),
        interrupt: Interrupt::new(),
    };
    let mut compared = 0;
    for (_, mut path) in exploration.records {
        if session.is_c() {
            same_inputs(&mut Table::new(), &mut path.inputs);
        }
        let route = Route::Inputs(path.inputs);
        let followed = follow(&program, ProcId(0), &route, None, &config).expect("nothing is unsupported");
        assert_eq!(followed.equal, Some(true), "{text}");
        let (mut table, formula) = followed.formula;
        let mut memo = FxHashMap::default();
        let terms: Vec<TermId> =
            path.condition.iter().map(|&term| table.import(&shared, term, &mut memo)).collect();
        let found = Formula::Term(table.and(&terms));
        let mut solver = Solver::new(SolverConfig::default());
        let mut facts = Vec::new();
        if session.is_c() {
            facts = same_inputs(&mut table, &mut BTreeMap::new());
        }
        for (from, to) in [(&formula, &found), (&found, &formula)] {
            let known: Vec<Formula> = facts.iter().chain([from]).cloned().collect();
            let verdict = implies(&mut table, &mut solver, &known, to);
            assert_eq!(verdict, Verdict::Holds, "{text}\n{:?}", followed.condition);
        }
        compared += 1;
    }
    compared
}

#[test]
fn backwards_equals_forwards_on_five_hundred_random_paths() {
    let mut random = Random(7);
    let mut compared = [0; 4];
    while compared.iter().sum::<usize>() < 500 || compared.iter().any(|&count| count < 125) {
        let statements = random.statements(2);
        let text = pli_program(&statements);
        let pli = Session::from_texts(vec![("p.pli".into(), text.clone())], Syntax::Pli).expect("a program");
        compared[0] += compare_paths(&pli, &text);
        let graph = pli.flow_text(None).expect("a graph");
        let flow =
            Session::from_texts(vec![("p.flow".into(), graph.clone())], Syntax::Flow).expect("a graph");
        compared[1] += compare_paths(&flow, &graph);
        let text = fortran_program(&statements);
        let fortran =
            Session::from_texts(vec![("p.f90".into(), text.clone())], Syntax::Fortran).expect("a program");
        compared[2] += compare_paths(&fortran, &text);
        let text = c_program(&statements);
        let c = Session::from_texts(vec![("p.c".into(), text.clone())], Syntax::C).expect("a program");
        compared[3] += compare_paths(&c, &text);
    }
}
