//! Along one path, from its end to the entry.

use sextant_base::Span;
use sextant_effects::{Arrival, Stuck, code_of};
use sextant_flow::{Action, FlowGraph, FlowProgram, Instruction};
use sextant_logic::Formula;
use sextant_notation::Formula as Shown;
use sextant_state::Point;
use sextant_syntax::{Expr, OutputItem, ProcId, StatementNumber};

use super::route::Route;

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
    let equal = substitution.same(&formula, &forwards);
    let executable = substitution.example(&formula).map(|model| model.is_some());
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
    if let Some(Instruction { action, span }) = point.instruction(substitution.graph) {
        return match action {
            Action::Statement(_) | Action::Claim(..) | Action::Prove(_) => None,
            Action::Write(OutputItem::Text(_) | OutputItem::NewLine) => None,
            _ => Some((*span, false)),
        };
    }
    let (Point::Block(block, _), Arrival::Point(Point::Edge(_, taken, _))) = (point, to) else { return None };
    let tried = substitution.graph.blocks[block].terminator.edges().iter().take(taken + 1).rev();
    tried.filter_map(|edge| edge.condition.expr()).next().map(|condition| (condition.span, true))
}

/// The statement that a point belongs to: the last one that begins before it in its block.
fn statement_before(graph: &FlowGraph, point: Point) -> Option<StatementNumber> {
    let last = |instructions: &[Instruction]| {
        instructions.iter().rev().find_map(|instruction| match instruction.action {
            Action::Statement(number) => Some(number),
            _ => None,
        })
    };
    match point {
        Point::Block(block, at) => last(&graph.blocks[block].instructions[..at]),
        Point::Edge(block, edge, at) => {
            let block = &graph.blocks[block];
            last(&block.terminator.edges()[edge].actions[..at]).or_else(|| last(&block.instructions))
        }
    }
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
