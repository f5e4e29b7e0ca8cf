//! The summary of a procedure: all its executions as cases.

use sextant_algebra::{Array, Condition, Symbol, Term};
use sextant_base::Interrupt;
use sextant_flow::{
    Action, BlockId, Condition as EdgeCondition, Edge, FlowGraph, FlowProgram, Instruction, Terminator,
};
use sextant_state::Policy;
use sextant_syntax::{ProcId, Storage, VarId};

use super::block::End;
use super::context::{Case, Pass, symbol_of};
use super::evaluate::Evaluator;
use super::instantiate::Input;
use super::meaning::{Compiled, Unsupported};
use super::refining::refined;
use super::shapes::Shapes;

/// A value at the end.
#[derive(Clone, PartialEq, Debug)]
pub enum Output {
    /// A number or truth value.
    Number(Term),
    /// An array.
    Array(Array),
}

/// One case of a summary.
#[derive(Clone, PartialEq, Debug)]
pub struct SummaryCase {
    /// When it applies, over the inputs.
    pub condition: Condition,
    /// How it ends.
    pub end: End,
    /// The loops on the way.
    pub loops: Vec<Pass>,
    /// What has changed for the caller.
    pub outputs: Vec<(VarId, Output)>,
}

impl SummaryCase {
    /// Whether any symbol occurs of which the predicate is true, in the condition or in what is said of the end.
    fn mentions_any(&self, predicate: &dyn Fn(&Symbol) -> bool) -> bool {
        self.condition.mentions_any(predicate)
            || self.loops.iter().any(|pass| pass.count.mentions_any(predicate))
            || matches!(&self.end, End::Returned(Some(value)) if value.mentions_any(predicate))
            || self.outputs.iter().any(|(_, output)| match output {
                Output::Number(term) => term.mentions_any(predicate),
                Output::Array(array) => array.mentions_any(predicate),
            })
    }
}

/// A whole procedure in closed form.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The procedure.
    pub procedure: ProcId,
    /// The bounds of its arrays.
    pub shapes: Shapes,
    /// The cases; they exclude one another.
    pub cases: Vec<SummaryCase>,
    /// What assumptions of the program exclude.
    pub excluded: Vec<Condition>,
    /// Whether no context was given up on the way.
    pub complete: bool,
    /// Whether the cases leave nothing out.
    pub coverage: Coverage,
}

/// Whether the cases of a summary, with what assumptions exclude, leave nothing out.
#[derive(Clone, PartialEq, Debug)]
pub enum Coverage {
    /// That is proved.
    Proved,
    /// Nobody found out.
    Unknown(String),
    /// These inputs belong to no case: a defect of this tool, unless contexts were given up.
    Missing(Vec<Input>),
}

/// Summarises a procedure.
pub fn summarise(program: &FlowProgram, procedure: ProcId, policy: Policy, interrupt: &Interrupt) -> Summary {
    let compiled = Compiled::new(program, procedure, policy);
    Evaluator::new(program, &compiled, interrupt).summary()
}

impl Evaluator<'_> {
    /// The summary of the evaluator's procedure.
    pub fn summary(&mut self) -> Summary {
        let mut ended: Vec<(Case, End)> = Vec::new();
        let graph = self.graph;
        for block in graph.blocks.ids() {
            let Some(path) = self.paths().last(block) else { continue };
            if !may_end(graph, block) {
                continue;
            }
            for case in self.contexts_of(path) {
                ended.extend(self.ending(&case, block));
            }
        }
        for head in self.paths().heads.clone() {
            let end = End::Forever(head.block);
            ended.extend(self.forever(head.entering, head.cycle).into_iter().map(|case| (case, end.clone())));
        }
        let undefined = undefined_symbols(graph);
        let (excluded, ended): (Vec<_>, Vec<_>) =
            ended.into_iter().partition(|(_, end)| matches!(end, End::Excluded));
        let excluded: Vec<Condition> = excluded.into_iter().map(|(case, _)| case.condition).collect();
        let mut cases: Vec<SummaryCase> =
            ended.into_iter().map(|(case, end)| self.case(case, end, &undefined)).collect();
        if self.recursive {
            cases = self.without_recursion(&cases).unwrap_or_else(|| refused(graph, cases));
        }
        let cases = self.united(cases);
        let coverage = self.coverage(&cases, &excluded);
        let (procedure, shapes) = (self.callers[0], self.shapes.clone());
        Summary { procedure, shapes, cases, excluded, complete: !self.crowded, coverage }
    }

    /// Asks the solver for inputs that belong to no case.
    fn coverage(&mut self, cases: &[SummaryCase], excluded: &[Condition]) -> Coverage {
        let mut left = self.domain.clone();
        left.extend(cases.iter().map(|case| case.condition.negated()));
        left.extend(excluded.iter().map(Condition::negated));
        if self.prover.contradict(&left) {
            return Coverage::Proved;
        }
        match self.prover.example(&left) {
            Ok(None) => Coverage::Proved,
            Ok(Some(model)) if self.is_plain(&left) => {
                Coverage::Missing(self.inputs_of(&model).unwrap_or_default())
            }
            Ok(Some(_)) => {
                Coverage::Unknown("the conditions use functions the solver does not know".to_owned())
            }
            Err(reason) => Coverage::Unknown(reason),
        }
    }

    fn case(&mut self, case: Case, end: End, undefined: &[Symbol]) -> SummaryCase {
        let graph = self.graph;
        let facts = self.domain_and(&case.condition);
        let mut outputs = Vec::new();
        for (&variable, value) in &case.state.numbers {
            let own = Term::symbol(&symbol_of(graph, variable));
            if seen_by_caller(graph, variable) && *value != own {
                let value = refined(&mut self.prover, &facts, value);
                if value != own {
                    outputs.push((variable, Output::Number(value)));
                }
            }
        }
        for (&variable, value) in &case.state.arrays {
            let own = symbol_of(graph, variable);
            let unchanged = *value == Array::Symbol(own.name, own.integer);
            if seen_by_caller(graph, variable) && !unchanged {
                outputs.push((variable, Output::Array(value.clone())));
            }
        }
        let end = match end {
            End::Returned(Some(value)) => End::Returned(Some(refined(&mut self.prover, &facts, &value))),
            other => other,
        };
        let mut found = SummaryCase { condition: case.condition, end, loops: case.loops, outputs };
        if found.mentions_any(&|symbol| undefined.contains(symbol)) {
            let what = "a variable that may be used before it has a value".to_owned();
            found.end = End::Unsupported(Unsupported { what, span: graph.span });
        }
        // A recurrence is of interest where something is said by it.
        if !found.mentions_any(&Symbol::is_kept) {
            found.loops.iter_mut().for_each(|pass| pass.recurrences.clear());
        }
        found.condition = self.simplified(&found.condition);
        found
    }

    /// A condition without parts that the others imply.
    pub(super) fn simplified(&mut self, condition: &Condition) -> Condition {
        let mut parts = condition.conjuncts();
        // What is long is dropped first.
        parts.sort_by_key(|part| std::cmp::Reverse(part.to_string().len()));
        let mut parts = self.prover.without_implied(&self.domain, parts, 1);
        for at in 0..parts.len() {
            if let Condition::Or(ways) = parts[at].clone() {
                let facts = self.domain.iter().chain(all_but(&parts, at)).cloned().collect::<Vec<_>>();
                parts[at] = self.simplified_or(ways, &facts);
            }
        }
        Condition::all(parts)
    }

    /// An `or` without ways that facts refute, each way without parts that follow where no other way holds.
    fn simplified_or(&mut self, ways: Vec<Condition>, facts: &[Condition]) -> Condition {
        let mut ways = ways;
        ways.retain(|way| !self.prover.excludes(facts, way));
        let mut at = 0;
        while at < ways.len() {
            let others = all_but(&ways, at).map(Condition::negated);
            let facts: Vec<Condition> = facts.iter().cloned().chain(others).collect();
            let parts = self.prover.without_implied(&facts, ways[at].conjuncts(), 0);
            let covered: Vec<Condition> = facts.iter().chain(&parts).cloned().collect();
            if self.prover.contradict(&covered) {
                ways.remove(at);
            } else {
                ways[at] = Condition::all(parts);
                at += 1;
            }
        }
        Condition::any(ways)
    }

    /// Cases that say the same are one: where the values of one are right for the other too.
    fn united(&mut self, cases: Vec<SummaryCase>) -> Vec<SummaryCase> {
        let mut kept: Vec<SummaryCase> = Vec::new();
        'cases: for case in cases {
            for known in &mut kept {
                for (general, special) in [(known.clone(), case.clone()), (case.clone(), known.clone())] {
                    if self.covers(&general, &special) {
                        let both = Condition::any([general.condition.clone(), special.condition]);
                        let condition = self.simplified(&both);
                        *known = SummaryCase { condition, ..general };
                        continue 'cases;
                    }
                }
            }
            kept.push(case);
        }
        kept
    }

    fn covers(&mut self, general: &SummaryCase, special: &SummaryCase) -> bool {
        let mut pairs: Vec<(Term, Term)> = Vec::new();
        match (&general.end, &special.end) {
            (End::Returned(Some(a)), End::Returned(Some(b))) => pairs.push((a.clone(), b.clone())),
            (a, b) if a == b => {}
            _ => return false,
        }
        if general.loops.len() != special.loops.len()
            || general
                .loops
                .iter()
                .zip(&special.loops)
                .any(|(a, b)| a.recurrences != b.recurrences || a.notes != b.notes)
        {
            return false;
        }
        let counts = general.loops.iter().zip(&special.loops);
        pairs.extend(counts.map(|(a, b)| (a.count.clone(), b.count.clone())));
        let graph = self.graph;
        let value = |case: &SummaryCase, id: VarId| -> Option<Term> {
            match case.outputs.iter().find(|(other, _)| *other == id) {
                Some((_, Output::Number(term))) => Some(term.clone()),
                Some((_, Output::Array(_))) => None,
                None => Some(Term::symbol(&symbol_of(graph, id))),
            }
        };
        for (id, output) in general.outputs.iter().chain(&special.outputs) {
            match output {
                Output::Array(_)
                    if !general
                        .outputs
                        .iter()
                        .any(|other| special.outputs.contains(other) && other.0 == *id) =>
                {
                    return false;
                }
                Output::Array(_) => {}
                Output::Number(_) => match value(general, *id).zip(value(special, *id)) {
                    Some(pair) => pairs.push(pair),
                    None => return false,
                },
            }
        }
        let facts = self.domain_and(&special.condition);
        pairs.iter().all(|(a, b)| {
            a == b || (!matches!(general.end, End::Error { .. }) && self.prover.equal(&facts, a, b))
        })
    }
}

/// Some conditions without the one at a place.
fn all_but(conditions: &[Condition], at: usize) -> impl Iterator<Item = &Condition> {
    conditions[..at].iter().chain(&conditions[at + 1..])
}

/// The cases of a procedure whose recursion is not solved: those that call it again say so.
fn refused(graph: &FlowGraph, cases: Vec<SummaryCase>) -> Vec<SummaryCase> {
    let what = "a recursive call without a closed form".to_owned();
    let end = End::Unsupported(Unsupported { what, span: graph.span });
    let unknown = |case: &SummaryCase| {
        let own = |symbol: &Symbol| symbol.name.starts_with("•self");
        case.loops.iter().any(|pass| pass.count.mentions_any(&own)) || case.condition.mentions_any(&own)
    };
    let refuse = |case: SummaryCase| SummaryCase { end: end.clone(), loops: Vec::new(), ..case };
    cases.into_iter().map(|case| if unknown(&case) { refuse(case) } else { case }).collect()
}

/// Whether an execution can end in a block: it returns, or something in it can fail.
fn may_end(graph: &FlowGraph, block: BlockId) -> bool {
    let block = &graph.blocks[block];
    let is_marker = |instruction: &Instruction| matches!(instruction.action, Action::Statement(_));
    let may_fail = |edge: &Edge| matches!(edge.condition, EdgeCondition::When(_)) || !edge.actions.is_empty();
    !matches!(block.terminator, Terminator::Edges(_))
        || !block.instructions.iter().all(is_marker)
        || block.terminator.edges().iter().any(may_fail)
}

/// Whether the caller sees changes of a variable.
pub fn seen_by_caller(graph: &FlowGraph, variable: VarId) -> bool {
    !matches!(graph.variables[variable].storage, Storage::Automatic | Storage::Value)
}

/// The symbols of variables that have no value at the entry.
fn undefined_symbols(graph: &FlowGraph) -> Vec<Symbol> {
    let undefined = |id: &VarId| {
        let variable = &graph.variables[*id];
        variable.storage == Storage::Automatic && variable.initial.is_empty()
    };
    graph.variables.ids().filter(undefined).map(|id| symbol_of(graph, id)).collect()
}
