//! Along one path, from its end to the entry.

use sextant_base::Span;
use sextant_flow::{Condition, FlowProgram, Instruction, Terminator};
use sextant_logic::{Formula, Stuck, satisfiable};
use sextant_solver::Answer;
use sextant_syntax::{Expr, ProcId, StatementNumber};

use super::forwards::Forwards;
use super::present::{Bench, Config, conjunction};
use super::route::{Hop, Route};
use super::same;

/// One step backwards.
#[derive(Clone, Debug)]
pub struct BackStep {
    /// The statement it belongs to.
    pub statement: Option<StatementNumber>,
    /// Where it stands.
    pub span: Span,
    /// Whether it is a branch.
    pub branch: bool,
    /// Whether it matters for the condition.
    pub matters: bool,
    /// The condition before it.
    pub condition: Vec<String>,
}

/// The condition of a path.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The block numbers of the path.
    pub blocks: Vec<u32>,
    /// The steps, the last one first.
    pub steps: Vec<BackStep>,
    /// Statements that do not matter for the condition.
    pub skipped: Vec<StatementNumber>,
    /// The condition at the entry.
    pub condition: Vec<String>,
    /// The condition that forward execution gathers.
    pub forwards: Vec<String>,
    /// Whether both are the same; none if the solver gave up.
    pub equal: Option<bool>,
    /// Whether some input takes the path; none if the solver gave up.
    pub executable: Option<bool>,
    /// The condition at the entry as a formula of its table.
    pub formula: (Box<sextant_expr::Table>, Formula),
}

/// Goes back along a path, from a condition at its end.
pub fn follow(
    program: &FlowProgram,
    procedure: ProcId,
    route: &Route,
    condition: Option<&Expr>,
    config: &Config,
) -> Result<Followed, Stuck> {
    let mut bench = Bench::new(program, &program.procedures[procedure], config)?;
    let hops = route.hops(&mut bench)?;
    let forwards = forwards(&mut bench, &hops, condition)?;
    let (at_end, demands) = match condition {
        Some(condition) => bench.formula(condition)?,
        None => (Formula::Term(bench.table.boolean(true)), Vec::new()),
    };
    let truth = Formula::Term(bench.table.boolean(true));
    let mut formula = conjunction(&mut bench.table, truth, &demands, at_end);
    let mut steps = Vec::new();
    for hop in hops.iter().rev() {
        formula = back_over(&mut bench, *hop, formula, &mut steps)?;
    }
    let formula = bench.at_entry(&formula);
    let known = bench.known.clone();
    let equal = same(&mut bench.table, &mut bench.solver, &known, &formula, &forwards);
    let mut all: Vec<Formula> = known.iter().map(|&term| Formula::Term(term)).collect();
    all.push(formula.clone());
    let executable = match satisfiable(&mut bench.table, &mut bench.solver, &all) {
        Answer::Sat(_) => Some(true),
        Answer::Unsat => Some(false),
        Answer::Unknown(_) => None,
    };
    let condition = bench.show(&formula);
    let shown = bench.show(&forwards);
    Ok(Followed {
        blocks: hops.iter().map(|hop| hop.block.number()).collect(),
        skipped: skipped(&steps),
        steps,
        condition,
        forwards: shown,
        equal,
        executable,
        formula: (Box::new(bench.table), formula),
    })
}

/// The condition that gathers on the path forwards, with the one at its end.
fn forwards(bench: &mut Bench<'_>, hops: &[Hop], condition: Option<&Expr>) -> Result<Formula, Stuck> {
    let mut forwards = Forwards::new(bench);
    let graph = bench.graph;
    for hop in hops {
        let block = &graph.blocks[hop.block];
        forwards.instructions(bench, &block.instructions)?;
        if let (Terminator::Edges(edges), Some(edge)) = (&block.terminator, hop.edge) {
            forwards.take(bench, edges, edge)?;
            forwards.instructions(bench, &edges[edge].actions)?;
        } else if let Terminator::Return(Some(value)) = &block.terminator {
            forwards.value(bench, value)?;
        }
    }
    if let Some(condition) = condition {
        let at_end = forwards.formula(bench, condition)?;
        forwards.condition.push(at_end);
    }
    let truth = Formula::Term(bench.table.boolean(true));
    Ok(conjunction(&mut bench.table, truth, &[], Formula::And(forwards.condition)))
}

/// The condition before a block, given the one behind the edge that leaves it.
fn back_over(
    bench: &mut Bench<'_>,
    hop: Hop,
    mut formula: Formula,
    steps: &mut Vec<BackStep>,
) -> Result<Formula, Stuck> {
    let graph = bench.graph;
    let block = &graph.blocks[hop.block];
    let last = block.instructions.iter().rev().find_map(statement_of);
    if let (Terminator::Edges(edges), Some(taken)) = (&block.terminator, hop.edge) {
        formula = instructions(bench, &edges[taken].actions, last, formula, steps)?;
        for (at, edge) in edges.iter().enumerate().take(taken + 1).rev() {
            let Condition::When(condition) = &edge.condition else { continue };
            let (value, demands) = bench.value(condition)?;
            let value = if at == taken { value } else { bench.table.not(value) };
            formula = conjunction(&mut bench.table, Formula::Term(value), &demands, formula);
            let shown = bench.show(&formula);
            let span = condition.span;
            steps.push(BackStep { statement: last, span, branch: true, matters: true, condition: shown });
        }
    } else if let Terminator::Return(Some(value)) = &block.terminator {
        let (_, demands) = bench.value(value)?;
        let truth = Formula::Term(bench.table.boolean(true));
        formula = conjunction(&mut bench.table, truth, &demands, formula);
    }
    instructions(bench, &block.instructions, None, formula, steps)
}

fn statement_of(instruction: &Instruction) -> Option<StatementNumber> {
    match instruction.action {
        sextant_flow::Action::Statement(number) => Some(number),
        _ => None,
    }
}

fn instructions(
    bench: &mut Bench<'_>,
    instructions: &[Instruction],
    statement: Option<StatementNumber>,
    mut formula: Formula,
    steps: &mut Vec<BackStep>,
) -> Result<Formula, Stuck> {
    for (at, Instruction { action, span }) in instructions.iter().enumerate().rev() {
        let (before, matters) = bench.before(action, *span, formula)?;
        formula = before;
        let changes = matches!(
            action,
            sextant_flow::Action::Assign(..)
                | sextant_flow::Action::Read(_)
                | sextant_flow::Action::Assume(_)
                | sextant_flow::Action::Assert(_)
                | sextant_flow::Action::Write(_)
        );
        if changes {
            let statement = instructions[..at].iter().rev().find_map(statement_of).or(statement);
            let condition = bench.show(&formula);
            steps.push(BackStep { statement, span: *span, branch: false, matters, condition });
        }
    }
    Ok(formula)
}

/// Statements on the path of which no step matters.
fn skipped(steps: &[BackStep]) -> Vec<StatementNumber> {
    let matters = |number| steps.iter().any(|step| step.statement == Some(number) && step.matters);
    let mut found: Vec<StatementNumber> =
        steps.iter().filter_map(|step| step.statement).filter(|&number| !matters(number)).collect();
    found.sort();
    found.dedup();
    found
}
