//! Two procedures on the same inputs, also of different languages, or a procedure and a table of cases.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use sextant_engines::compare::{Given, Order, PathResult, Verdict, judge, product};
use sextant_engines::forward::{Bench, Leaf, Observer, Outcome, explore};
use sextant_engines::verify::{Config, prove};
use sextant_expr::{Table, TermId};
use sextant_flow::{Action, Condition, FlowGraph, FlowProgram, Terminator};
use sextant_report::CompareReport;
use sextant_solver::{Model, Solver};
use sextant_state::{
    Arithmetic, Contents, Ending, Entry, EntryArgument, Machine, Output, State, Stop, Until, compile,
};
use sextant_syntax::{BinaryOp, Expr, ExprKind, Language, ProcId, Type, each_operand, each_place_operand};

use crate::describe::status;
use crate::passes::{Refused, refused};
use crate::prove::{actual_of, symbolic_entry, symbols_of};
use crate::{Options, Session};

/// Paths of each procedure that are compared.
const MOST_PATHS: u64 = 400;
/// The time for the proof with invariants.
const PROOF: std::time::Duration = std::time::Duration::from_secs(20);

impl Session {
    /// Compares a procedure with one of another program on all inputs.
    pub fn compare(
        &self,
        procedure: &str,
        other: &Session,
        other_procedure: &str,
        options: &Options,
    ) -> Result<CompareReport, Refused> {
        let left = self.named(procedure).map_err(refused)?;
        let right = other.named(other_procedure).map_err(refused)?;
        let promoted = (self.as_variables_in_line(left), other.as_variables_in_line(right));
        if let (left, right) = (promoted.0.as_ref(), promoted.1.as_ref())
            && (left.is_some() || right.is_some())
        {
            let (left, right) = (left.unwrap_or(self), right.unwrap_or(other));
            // Results that fit their types are compared where only one of the two has limits.
            let mixed = left.program.language != right.program.language && options.arithmetic.is_none();
            let ideal = Options { arithmetic: Some(Arithmetic::Ideal), ..options.clone() };
            return left.compare(procedure, right, other_procedure, if mixed { &ideal } else { options });
        }
        check_signatures(self, left, other, right).map_err(refused)?;
        let programs = [(self, left), (other, right)]
            .map(|(session, id)| (session, sextant_flow::under_contract(&session.specified, id), id));
        let entry = symbolic_entry(&programs[0].1, left);
        let shared = Mutex::new(Table::new());
        let mut sides = Vec::new();
        let mut bounded = Vec::new();
        for (session, program, id) in &programs {
            let entry = Entry { procedure: *id, ..entry.clone() };
            let (paths, reasons) = collect(session, program, &entry, &shared, options);
            sides.push(paths);
            bounded.extend(reasons);
        }
        let mut table = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        let config = options.config();
        let mut solver = Solver::new(config.solver.clone());
        let verdict = judge(&mut table, &mut solver, &sides[0], &sides[1], &config.interrupt);
        let mut report = CompareReport {
            left: self.specified.procedures[left].name.clone(),
            right: other.specified.procedures[right].name.clone(),
            verdict: "equal",
            how: format!("{} and {} paths compared, all inputs covered", sides[0].len(), sides[1].len()),
            inputs: Vec::new(),
            what: None,
            results: None,
            replayed: None,
        };
        match verdict {
            Verdict::Different(difference) => {
                report.verdict = "different";
                report.how = "an input on which they differ".to_owned();
                report.inputs = inputs(&table, &entry, &difference.model);
                for (name, _) in &mut report.inputs {
                    *name = self.input_name(left, name);
                }
                report.what = Some(difference.what);
                replay(&programs, &entry, &mut table, &difference.model, options, &mut report);
            }
            Verdict::Undecided(reason) => {
                report.verdict = "undecided";
                report.how = reason;
            }
            Verdict::Same if bounded.is_empty() => {}
            Verdict::Same => {
                bounded.dedup();
                match prove_equal((self, left), (other, right), options) {
                    Ok(()) if self.granted.is_some() || other.granted.is_some() => {
                        report.how =
                            "proved with invariants over both, for results that fit their types".to_owned();
                    }
                    Ok(()) => report.how = "proved with invariants over both".to_owned(),
                    Err(reason) => {
                        report.verdict = "equal up to a bound";
                        report.how = format!("{}; no proof beyond: {reason}", bounded.join("; "));
                    }
                }
            }
        }
        Ok(report)
    }
}

/// The kind of the values of a variable: their sort, where they have one.
fn kind(variable: &sextant_syntax::Variable) -> Option<sextant_expr::Scalar> {
    sextant_logic::sort_of(&variable.ty, variable.span).ok().map(sextant_expr::Sort::element)
}

fn check_signatures(a: &Session, left: ProcId, b: &Session, right: ProcId) -> Result<(), String> {
    let (a, b) = (&a.specified.procedures[left], &b.specified.procedures[right]);
    if a.parameters.len() != b.parameters.len() {
        return Err(format!(
            "{} has {} parameters, {} has {}",
            a.name,
            a.parameters.len(),
            b.name,
            b.parameters.len()
        ));
    }
    for (&left, &right) in a.parameters.iter().zip(&b.parameters) {
        let (left, right) = (&a.variables[left], &b.variables[right]);
        let same = left.ty.rank() == right.ty.rank() && kind(left) == kind(right);
        if !same {
            return Err(format!("the parameters {} and {} are of different kinds", left.name, right.name));
        }
    }
    Ok(())
}

/// The paths of one side in the common table, and why some may be missing.
fn collect(
    session: &Session,
    program: &FlowProgram,
    entry: &Entry,
    shared: &Mutex<Table>,
    options: &Options,
) -> (Vec<PathResult>, Vec<String>) {
    let mut config = options.config();
    config.threads = 1;
    config.limits.paths = MOST_PATHS;
    config.limits.statements = config.limits.statements.min(400);
    let code = compile(program, options.policy(program.language));
    let exploration = explore(&code, entry, &config, || Collector { session, shared });
    let (_, reasons) = crate::describe::verdict(&exploration.shortfalls);
    (exploration.records.into_iter().map(|(_, path)| path).collect(), reasons)
}

struct Collector<'s> {
    session: &'s Session,
    shared: &'s Mutex<Table>,
}

impl Observer for Collector<'_> {
    type Record = PathResult;

    fn leaf(&mut self, bench: &mut Bench<'_>, leaf: Leaf<'_>) -> Option<PathResult> {
        let ending = ending(self.session, &leaf.outcome)?;
        let state = leaf.state;
        let mut values: Vec<(String, Option<TermId>)> = Vec::new();
        let failed = ending.starts_with("error");
        if !failed {
            values.push(("return".to_owned(), state.returned.to_term(&mut bench.table)));
            for (name, object) in bench.variables.clone() {
                values.push((name, final_value(bench, state, object)));
            }
        }
        let written: Vec<Result<Option<TermId>, String>> = state
            .output()
            .cloned()
            .collect::<Vec<_>>()
            .into_iter()
            .flat_map(|output| match output {
                Output::Value(value) => vec![Ok(value.to_term(&mut bench.table))],
                Output::Text(text) => vec![Err(text.to_string())],
                Output::NewLine => vec![Err("\n".to_owned())],
                Output::Bytes(_, bytes) => vec![Err(String::from_utf8_lossy(&bytes).into_owned())],
                Output::Line(line) | Output::Message(line) => record_pieces(&mut bench.table, state, &line),
            })
            .collect();
        let conditions: Vec<TermId> = state.premises().collect();
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let mut memo = FxHashMap::default();
        let mut import = |term: TermId| shared.import(&bench.table, term, &mut memo);
        let condition = conditions.into_iter().map(&mut import).collect();
        let results =
            values.into_iter().map(|(name, value)| (name, Given::Value(value.map(&mut import)))).collect();
        let written = written
            .into_iter()
            .map(|item| match item {
                Ok(value) => Given::Value(value.map(&mut import)),
                Err(text) => Given::Text(text),
            })
            .collect();
        Some(PathResult { condition, ending, results, written })
    }
}

/// How a path ends; none for paths that did not come to an end or are excluded.
fn ending(session: &Session, outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Ended(Ending::Returned) => Some("returned".to_owned()),
        Outcome::Ended(Ending::Stopped) => Some("stopped".to_owned()),
        Outcome::Ended(Ending::Error { kind, .. }) => Some(format!("error: {kind}")),
        other => {
            debug_assert!(!status(&session.sources, other).0.is_empty());
            None
        }
    }
}

/// The value of a variable of the caller at the end.
fn final_value(bench: &mut Bench<'_>, state: &State, object: sextant_state::ObjectId) -> Option<TermId> {
    if let Some(value) = state.scalar(&mut bench.table, object) {
        return value.to_term(&mut bench.table);
    }
    let array = state.array(object)?;
    match array.contents {
        Contents::Term { array, .. } => Some(array),
        _ => Some(array.as_term(&mut bench.table).0),
    }
}

fn inputs(table: &Table, entry: &Entry, model: &Model) -> Vec<(String, String)> {
    let mut shown = Vec::new();
    for name in symbols_of(entry) {
        let Some(symbol) = table.symbol_named(&name) else { continue };
        match table.evaluate(symbol, model) {
            sextant_expr::Value::Array(array) => {
                for (index, value) in array.entries.iter().take(12) {
                    shown.push((format!("{name}({index})"), value.to_string()));
                }
                shown.push((format!("{name}(other)"), array.default.to_string()));
            }
            value => shown.push((name, value.to_string())),
        }
    }
    shown
}

/// Runs both on the input and keeps what they give.
fn replay(
    programs: &[(&Session, FlowProgram, ProcId); 2],
    entry: &Entry,
    table: &mut Table,
    model: &Model,
    options: &Options,
    report: &mut CompareReport,
) {
    let mut shown = Vec::new();
    for (session, program, id) in programs {
        let Some(actual) = actual_of(entry, table, 0, model) else { return };
        let actual = Entry { procedure: *id, symbolic_input: true, ..actual };
        let code = compile(program, options.policy(program.language));
        let mut own = Table::new();
        let machine = Machine::new(&code, &actual, &mut own);
        let (mut state, variables) = machine.start(&mut own);
        let until = Until { statements: 100_000, ..Until::default() };
        let outcome = loop {
            match machine.run(&mut own, &mut state, until) {
                Stop::Ended(ending) => break Some(ending),
                Stop::Ask(_) => break None,
                Stop::Prove { condition, span } => {
                    state.record_proof(sextant_state::Proof { span, holds: None, condition });
                }
                Stop::Breath | Stop::Joined(_) | Stop::Statement(_) => {}
            }
        };
        let Some(ending) = outcome else { return };
        let (word, detail) = status(&session.sources, &Outcome::Ended(ending));
        let mut text = detail.unwrap_or_else(|| word.to_owned());
        if let Some(value) = state.returned.to_term(&mut own) {
            text.push_str(&format!(", returns {}", own.show(value)));
        }
        for (name, object) in variables {
            let changed = entry.arguments.iter().any(
                |argument| matches!(argument, EntryArgument::Scalar { name: known, .. } if *known == name),
            );
            if let (true, Some(value)) = (changed, state.scalar(&mut own, object)) {
                if let Some(term) = value.to_term(&mut own) {
                    text.push_str(&format!(", {name} = {}", own.show(term)));
                }
            } else if let Some(array) = state.array(object) {
                let mut assigned = array.assigned();
                assigned.retain(|(index, _)| (0..8).contains(index));
                for (index, value) in assigned {
                    if let Some(term) = value.to_term(&mut own) {
                        text.push_str(&format!(", {name}({index}) = {}", own.show(term)));
                    }
                }
            }
        }
        let written =
            crate::describe::written(&mut own, &state, &state.output().cloned().collect::<Vec<_>>(), false);
        if !written.is_empty() {
            text.push_str(&format!(", writes {}", written.join(" / ")));
        }
        shown.push(text);
    }
    if let [left, right] = &shown[..] {
        report.replayed = Some(left != right);
        report.results = Some((left.clone(), right.clone()));
    }
}

/// A record: its known characters, and the terms of its symbolic fields with their editing.
fn record_pieces(
    table: &mut Table,
    state: &State,
    line: &sextant_records::Line,
) -> Vec<Result<Option<TermId>, String>> {
    let mut found = Vec::new();
    for piece in line.pieces() {
        match piece {
            sextant_records::Piece::Text(bytes) => {
                found.push(Err(String::from_utf8_lossy(&bytes).into_owned()))
            }
            sextant_records::Piece::Opaque(field) => {
                found.push(Err(format!("{:?} {}", field.edit, field.scale)));
                match state.text_numbered(field.id) {
                    Some(text) => found.extend(text.iter().map(|value| Ok(value.to_term(table)))),
                    None => found.push(Ok(Some(TermId(field.id)))),
                }
            }
        }
    }
    found.push(Err("\n".to_owned()));
    found
}

/// Proves that both give the same, with invariants over the two together.
fn prove_equal(left: (&Session, ProcId), right: (&Session, ProcId), options: &Options) -> Result<(), String> {
    let inline = |(session, id): (&Session, ProcId)| {
        sextant_flow::inlined(&session.specified, id).map_err(|reason| reason.what)
    };
    let (a, b) = (inline(left)?, inline(right)?);
    let rounding = |session: &Session| options.policy(session.program.language).division;
    let division = match (divides(&a), divides(&b)) {
        (true, true) if rounding(left.0) != rounding(right.0) => {
            return Err("integer division rounds in different ways in the two languages".to_owned());
        }
        (false, true) => rounding(right.0),
        _ => rounding(left.0),
    };
    let mut reason = String::new();
    for order in [Order::Together, Order::InTurn] {
        // A product of another language has no limits for signed integers.
        let limited = options.policy(left.0.specified.language).arithmetic == Arithmetic::Machine;
        let language = if limited { left.0.specified.language } else { Language::Flow };
        let program = product(language, &a, &b, order)?;
        let engine = options.config();
        let interrupt = engine.interrupt.with_timeout(PROOF);
        let mut solver = engine.solver;
        solver.interrupt = interrupt.clone();
        let config = Config { division, checks: false, search: true, paths: 2_000, solver, interrupt };
        match prove(&program, ProcId(0), config) {
            Ok(proof) if proof.proved() => return Ok(()),
            Ok(proof) => {
                let missing = || "no invariant was found that shows it".to_owned();
                reason = proof.incomplete.unwrap_or_else(missing);
            }
            Err(_) => reason = "something in it is unsupported there".to_owned(),
        }
    }
    Err(reason)
}

/// Whether a graph divides integers.
fn divides(graph: &FlowGraph) -> bool {
    let mut found = false;
    for block in graph.blocks.iter() {
        let mut look = |expr: &Expr| found |= divides_in(expr);
        let edges = match &block.terminator {
            Terminator::Edges(edges) => edges.as_slice(),
            Terminator::Return(value) => {
                value.iter().for_each(&mut look);
                &[]
            }
            Terminator::Stop => &[],
        };
        for edge in edges {
            if let Condition::When(condition) = &edge.condition {
                look(condition);
            }
        }
        let actions = block.instructions.iter().chain(edges.iter().flat_map(|edge| &edge.actions));
        for instruction in actions {
            match &instruction.action {
                Action::Assign(place, value) => {
                    look(value);
                    each_place_operand(place, &mut |operand| look(operand));
                }
                Action::Assume(expr) | Action::Assert(expr) | Action::Claim(_, expr) => look(expr),
                _ => {}
            }
        }
    }
    found
}

fn divides_in(expr: &Expr) -> bool {
    let here = matches!(expr.kind, ExprKind::Binary(BinaryOp::Divide, ..)) && matches!(expr.ty, Type::Int(_));
    let mut found = here;
    each_operand(expr, &mut |operand| found |= divides_in(operand));
    found
}
