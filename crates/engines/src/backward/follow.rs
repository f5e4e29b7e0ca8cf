//! Along one path, from its end to the entry.

use sextant_base::Span;
use sextant_effects::{Arrival, Stuck, code_of};
use sextant_flow::{Action, Condition, FlowGraph, FlowProgram, Instruction, Terminator};
use sextant_logic::{Formula, satisfiable};
use sextant_notation::Formula as Shown;
use sextant_solver::Answer;
use sextant_state::Point;
use sextant_syntax::{Expr, OutputItem, ProcId, StatementNumber};

use super::route::Route;
use super::same;
use super::substitution::{Config, Substitution};

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
    pub condition: Vec<Shown>,
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
    pub condition: Vec<Shown>,
    /// The condition that forward execution gathers.
    pub forwards: Vec<Shown>,
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
    let (code, entry) = code_of(program, procedure, config.policy);
    let mut substitution = Substitution::new(program, (&code, &entry), config)?;
    let mut path = route.path(&mut substitution)?;
    let mut formula = Formula::Term(substitution.context.table.boolean(true));
    if let Some(condition) = condition {
        formula = substitution.condition(condition)?;
        for end in &mut path.ends {
            end.require(&mut substitution, condition)?;
        }
    }
    let mut steps = Vec::new();
    for (point, to) in path.legs.iter().rev() {
        formula = back_over(&mut substitution, *point, to, formula, &mut steps)?;
    }
    let formula = substitution.at_entry(&formula);
    let forwards = path.condition().simplified(&mut substitution.context.table);
    let known = substitution.known.clone();
    let Substitution { context, solver, .. } = &mut substitution;
    let equal = same(&mut context.table, solver, &known, &formula, &forwards);
    let mut all: Vec<Formula> = known.iter().map(|&term| Formula::Term(term)).collect();
    all.push(formula.clone());
    let executable = match satisfiable(&mut context.table, solver, &all) {
        Answer::Sat(_) => Some(true),
        Answer::Unsat => Some(false),
        Answer::Unknown(_) => None,
    };
    Ok(Followed {
        blocks: path.blocks.iter().map(|block| block.number()).collect(),
        skipped: skipped(&steps),
        steps,
        condition: substitution.show(&formula),
        forwards: substitution.show(&forwards),
        equal,
        executable,
        formula: (Box::new(substitution.context.table), formula),
    })
}

/// The condition before a stretch, given the one where the path leaves it.
fn back_over(
    substitution: &mut Substitution<'_>,
    point: Point,
    to: &Arrival,
    after: Formula,
    steps: &mut Vec<BackStep>,
) -> Result<Formula, Stuck> {
    let (formula, matters) = substitution.before(point, &|arrival| (arrival == to).then(|| after.clone()))?;
    if let Some((span, branch)) = shown_at(substitution, point, to) {
        let statement = statement_before(substitution.graph, point);
        let condition = substitution.show(&formula);
        steps.push(BackStep { statement, span, branch, matters: matters || branch, condition });
    }
    Ok(formula)
}

/// Where a stretch stands that is a step of its own, and whether it is a branch.
fn shown_at(substitution: &Substitution<'_>, point: Point, to: &Arrival) -> Option<(Span, bool)> {
    if let Some(Instruction { action, span }) = substitution.instruction(point) {
        return match action {
            Action::Statement(_) | Action::Claim(..) | Action::Prove(_) => None,
            Action::Write(OutputItem::Text(_) | OutputItem::NewLine) => None,
            _ => Some((*span, false)),
        };
    }
    let (Point::Block(block, _), Arrival::Point(Point::Edge(_, taken, _))) = (point, to) else { return None };
    let Terminator::Edges(edges) = &substitution.graph.blocks[block].terminator else { return None };
    let tried = edges.iter().take(taken + 1).rev();
    let condition = tried.filter_map(|edge| match &edge.condition {
        Condition::When(condition) => Some(condition.span),
        Condition::Always | Condition::Otherwise => None,
    });
    condition.into_iter().next().map(|span| (span, true))
}

/// The statement that a point belongs to: the last one that begins before it in its block.
fn statement_before(graph: &FlowGraph, point: Point) -> Option<StatementNumber> {
    let last = |instructions: &[Instruction]| {
        instructions.iter().rev().find_map(|instruction| match instruction.action {
            Action::Statement(number) => Some(number),
            _ => None,
        })
    };
    let (block, on_edge) = match point {
        Point::Block(block, at) => return last(&graph.blocks[block].instructions[..at]),
        Point::Edge(block, edge, at) => (block, (edge, at)),
    };
    let own = match &graph.blocks[block].terminator {
        Terminator::Edges(edges) => last(&edges[on_edge.0].actions[..on_edge.1]),
        Terminator::Return(_) | Terminator::Stop => None,
    };
    own.or_else(|| last(&graph.blocks[block].instructions))
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
