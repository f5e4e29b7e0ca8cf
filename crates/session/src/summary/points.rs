//! The state at a line, and assertions asked about it afterwards.
//!
//! An assertion is read as an expression of the Flow text form, whatever the language: it is put into the printed
//! flow graph, read back with it, and taken out again, so that names and types are those of the program.

use sextant_algebra::Style;
use sextant_engines::global::{
    Case, Compiled, End, Evaluator, Input, Replay, Shapes, Verdict, places_of, reads_by_name,
    with_own_variables,
};
use sextant_flow::{Action, BlockId, FlowGraph, FlowProgram, Terminator};
use sextant_logic::with_constants;
use sextant_notation::Formula;
use sextant_report::Verdict as ReportVerdict;
use sextant_syntax::{Expr, ProcId, StatementNumber, VarId};

use super::random::Chooser;
use super::shown_inputs;
use crate::{Options, Session, Syntax};

/// One context at a point.
#[derive(Clone, Debug)]
pub struct PointReport {
    /// When it is reached so.
    pub condition: Formula,
    /// The loops on the way: where, and the number or index of the passes.
    pub loops: Vec<(String, Formula, bool)>,
    /// The variables that have changed.
    pub values: Vec<(String, Formula)>,
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct AnswerReport {
    /// `proved`, `refuted` or `undecided`.
    pub verdict: ReportVerdict,
    /// The input that refutes it, or the reason why nothing is known.
    pub detail: Option<String>,
}

/// Executions that are tried where the solver does not decide.
const TRIALS: usize = 100;

fn refuted(graph: &FlowGraph, inputs: &[Input]) -> AnswerReport {
    let detail =
        if inputs.is_empty() { "in every execution".to_owned() } else { shown_inputs(graph, inputs) };
    AnswerReport { verdict: ReportVerdict::Refuted, detail: Some(detail) }
}

/// Where statements begin, or the ends of a procedure.
fn places_in(graph: &FlowGraph, statements: Option<&[StatementNumber]>) -> Vec<(BlockId, usize)> {
    match statements {
        Some(statements) => places_of(graph, statements),
        None => graph
            .blocks
            .iter_enumerated()
            .filter(|(_, block)| match block.terminator {
                Terminator::Edges(_) => false,
                Terminator::Return(_) => true,
                // Where a program stops a function has no result.
                _ => graph.returns.is_none(),
            })
            .map(|(id, block)| (id, block.instructions.len()))
            .collect(),
    }
}

/// What lies behind something unsupported is not known.
fn doubted(evaluator: &mut Evaluator<'_>, verdict: Verdict) -> Verdict {
    if verdict != Verdict::Proved {
        return verdict;
    }
    let unsupported = evaluator.summary().cases.into_iter().find_map(|case| match case.end {
        End::Unsupported(reason) => Some(reason.what),
        _ => None,
    });
    match unsupported {
        Some(what) => Verdict::Undecided(format!("not supported on the way: {what}")),
        None => Verdict::Proved,
    }
}

/// Looks for an execution in which the assertion fails.
fn by_trials(graph: &FlowGraph, replay: &Replay, shapes: &Shapes, seed: u64, reason: String) -> AnswerReport {
    let mut random = Chooser::new(seed);
    let trials = (0..TRIALS).filter_map(|trial| random.inputs(graph, shapes, trial));
    for inputs in trials {
        if replay.fails(&inputs) == Some(true) {
            return refuted(graph, &inputs);
        }
    }
    AnswerReport { verdict: ReportVerdict::Undecided, detail: Some(reason) }
}

impl Session {
    /// The contexts at a line of a procedure.
    pub fn state_at(
        &self,
        procedure: &str,
        line: usize,
        options: &Options,
        style: Style,
    ) -> Result<Vec<PointReport>, String> {
        let id = self.named(procedure)?;
        if let Some(session) = self.with_outside(id)? {
            return session.state_at(procedure, line, options, style);
        }
        let statements = self.statements_at(id, line)?;
        let policy = options.policy(self.program.language);
        let constants = with_constants(&self.program);
        let program = with_own_variables(&constants, policy);
        let compiled = Compiled::new(&program, id, policy);
        let mut evaluator = Evaluator::new(&program, &compiled, &options.interrupt);
        let mut found = Vec::new();
        for place in places_of(&program.procedures[id], &statements) {
            for case in evaluator.contexts_at(place) {
                found.push(self.point_report(&program.procedures[id], &case, style));
            }
        }
        Ok(found)
    }

    fn point_report(&self, graph: &FlowGraph, case: &Case, style: Style) -> PointReport {
        let style = self.own_style(style);
        let reads = reads_by_name(graph);
        let name = |variable: VarId| graph.variables[variable].name.clone();
        let mut values: Vec<(String, Formula)> = Vec::new();
        let shown = |variable: VarId| !graph.variables[variable].is_made();
        for (variable, value) in case.state.numbers.iter().filter(|(variable, _)| shown(**variable)) {
            values.push((name(*variable), reads.term(value).formula(style)));
        }
        for (variable, value) in case.state.arrays.iter().filter(|(variable, _)| shown(**variable)) {
            values.push((name(*variable), reads.array(value).formula(style)));
        }
        values.retain(|(name, value)| value != name.as_str());
        let loops = case.loops.iter();
        PointReport {
            condition: reads.condition(&case.condition).formula(style),
            loops: loops
                .map(|pass| {
                    (self.block_place(graph, pass.head), reads.term(&pass.count).formula(style), pass.running)
                })
                .collect(),
            values,
        }
    }

    fn statements_at(&self, id: ProcId, line: usize) -> Result<Vec<StatementNumber>, String> {
        let graph = &self.program.procedures[id];
        let first = (1u32..)
            .zip(&graph.statements)
            .find(|(_, info)| self.sources.position(info.span).line as usize == line)
            .map(|(number, _)| StatementNumber(number));
        let none = || format!("no statement of {} begins in line {line}", graph.name);
        Ok(vec![first.ok_or_else(none)?])
    }

    /// Whether an assertion holds at a line, or wherever the procedure returns.
    pub fn ask(
        &self,
        procedure: &str,
        line: Option<usize>,
        assertion: &str,
        options: &Options,
    ) -> Result<AnswerReport, String> {
        let id = self.named(procedure)?;
        if let Some(session) = self.with_outside(id)? {
            return session.ask(procedure, line, assertion, options);
        }
        if line.is_none()
            && let Some((session, assertion)) = self.with_named_result(id, assertion)
        {
            return session.ask(procedure, None, &assertion, options);
        }
        let statements = line.map(|line| self.statements_at(id, line)).transpose()?;
        let (executed, expr) = self.with_assertion(id, assertion)?;
        let policy = options.policy(self.program.language);
        let constants = with_constants(&executed);
        let program = with_own_variables(&constants, policy);
        let compiled = Compiled::new(&program, id, policy);
        let mut evaluator = Evaluator::new(&program, &compiled, &options.interrupt);
        let graph = &program.procedures[id];
        let places = places_in(graph, statements.as_deref());
        let cases: Vec<Case> =
            places.iter().copied().flat_map(|place| evaluator.contexts_at(place)).collect();
        let verdict = evaluator.ask(&cases, &expr);
        let verdict = doubted(&mut evaluator, verdict);
        let executed_places = places_in(&executed.procedures[id], statements.as_deref());
        let replay = Replay::new(&executed, id, policy, &executed_places, &expr);
        let shapes = evaluator.shapes();
        Ok(match verdict {
            Verdict::Proved => AnswerReport { verdict: ReportVerdict::Proved, detail: None },
            Verdict::Refuted(inputs) if replay.fails(&inputs) == Some(true) => refuted(graph, &inputs),
            Verdict::Refuted(inputs) => {
                let shown = shown_inputs(graph, &inputs);
                let reason = format!("the counterexample {shown} is not confirmed by execution");
                by_trials(graph, &replay, shapes, options.seed, reason)
            }
            Verdict::Undecided(reason) => by_trials(graph, &replay, shapes, options.seed, reason),
        })
    }

    /// The program read back with an assertion, which is then taken out of it.
    fn with_assertion(&self, id: ProcId, assertion: &str) -> Result<(FlowProgram, Expr), String> {
        if self.program.rules.addressed_storage {
            let expr = self.assertion(id, assertion).map_err(|errors| {
                let reason = errors.0.sorted().first().map_or(String::new(), |first| first.message.clone());
                format!("the assertion cannot be read: {reason}")
            })?;
            return Ok((self.program.clone(), expr));
        }
        let line = assertion.replace(['\n', '\r', '#'], " ");
        let text = sextant_flow::print(&self.program);
        let name = &self.program.procedures[id].name;
        let mut inside = false;
        let mut put = false;
        let mut lines: Vec<String> = Vec::new();
        for text in text.lines() {
            if let Some(rest) = text.strip_prefix("flow ") {
                let rest = rest.trim_start_matches('`');
                inside = rest.starts_with(name.as_str())
                    && !rest[name.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '_');
            }
            lines.push(text.to_owned());
            if inside && !put && text.trim_start().starts_with("node ") {
                lines.push(format!("    assert ({line})"));
                put = true;
            }
        }
        let read = Session::from_texts(vec![("the assertion".into(), lines.join("\n"))], Syntax::Flow);
        let session = read.map_err(|_| format!("the assertion cannot be read: {assertion}"))?;
        let mut program = session.program;
        let graph = &mut program.procedures[id];
        let entry = graph.entry;
        for (at, instruction) in graph.blocks[entry].instructions.iter().enumerate() {
            if let Action::Assert(expr) = &instruction.action {
                let expr = expr.clone();
                graph.blocks[entry].instructions.remove(at);
                return Ok((program, expr));
            }
        }
        Err(format!("the assertion cannot be read: {assertion}"))
    }
}
