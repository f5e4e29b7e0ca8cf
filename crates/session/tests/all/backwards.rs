//! Backward substitution gives the condition that forward execution gives, on the paths of random programs in every
//! language.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;

use rustc_hash::FxHashMap;
use sextant_engines::backward::{Config, Route, follow};
use sextant_engines::forward::{Bench, Leaf, Observer, Outcome, explore};
use sextant_expr::{Rounding, Table, TermId, Value};
use sextant_logic::{Formula, implies};
use sextant_session::{Interrupt, Limits, Options, Session, Syntax};
use sextant_solver::{Solver, SolverConfig, Verdict};
use sextant_state::{Arithmetic, Ending, Policy, compile};
use sextant_syntax::ProcId;

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

/// How many paths of a program were compared.
fn compare_paths(session: &Session, text: &str) -> usize {
    let options = Options { limits: Limits { paths: 12, ..Limits::default() }, ..Options::default() };
    let call = session.call("P", &options).expect("a call");
    let program = session.program();
    let policy = Policy { arithmetic: Arithmetic::Ideal, division: Rounding::Floor, real_errors: true };
    let code = compile(program, policy);
    let forward = sextant_engines::forward::Config {
        limits: options.limits,
        strategy: options.strategy,
        ..sextant_engines::forward::Config::default()
    };
    let shared = Mutex::new(Table::new());
    let exploration = explore(&code, call.entry(), &forward, || Keeper(&shared));
    let shared = shared.into_inner().expect("one worker");
    let config = Config {
        division: Rounding::Floor,
        iterations: 0,
        paths: 100,
        solver: SolverConfig::default(),
        interrupt: Interrupt::new(),
    };
    let mut compared = 0;
    for (_, path) in exploration.records {
        let route = Route::Inputs(path.inputs);
        let followed = follow(program, ProcId(0), &route, None, &config).expect("nothing is unsupported");
        assert_eq!(followed.equal, Some(true), "{text}");
        let (mut table, formula) = followed.formula;
        let mut memo = FxHashMap::default();
        let terms: Vec<TermId> =
            path.condition.iter().map(|&term| table.import(&shared, term, &mut memo)).collect();
        let found = Formula::Term(table.and(&terms));
        let mut solver = Solver::new(SolverConfig::default());
        for (from, to) in [(&formula, &found), (&found, &formula)] {
            let verdict = implies(&mut table, &mut solver, std::slice::from_ref(from), to);
            assert_eq!(verdict, Verdict::Holds, "{text}\n{:?}", followed.condition);
        }
        compared += 1;
    }
    compared
}

#[test]
fn backwards_equals_forwards_on_five_hundred_random_paths() {
    let mut random = Random(7);
    let mut compared = [0; 3];
    while compared.iter().sum::<usize>() < 500 || compared.iter().any(|&count| count < 150) {
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
    }
}
