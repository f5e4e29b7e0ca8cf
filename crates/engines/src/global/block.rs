//! What one block does to a context.

use sextant_algebra::{Array, Condition, Term};
use sextant_base::Span;
use sextant_flow::{Action, BlockId, Condition as EdgeCondition, Edge, Instruction, Terminator};
use sextant_state::ErrorKind;
use sextant_syntax::{Place, Type};

use super::context::Case;
use super::evaluate::Evaluator;
use super::expression::{Check, Reader, Unsupported};

/// How an execution ends.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// Back to the caller, with a value if there is one.
    Returned(Option<Term>),
    /// The program ends.
    Stopped,
    /// An error of the program.
    Error {
        /// Which.
        kind: ErrorKind,
        /// Where.
        span: Span,
    },
    /// It never ends: the loop with this head.
    Forever(BlockId),
    /// It does not happen: an assumption excludes it.
    Excluded,
    /// This method cannot tell.
    Unsupported(Unsupported),
}

/// The contexts in which execution goes on, and those in which it ends.
#[derive(Clone, Debug, Default)]
pub struct Ran {
    /// These go on.
    pub going: Vec<Case>,
    /// These end.
    pub ended: Vec<(Case, End)>,
}

impl Evaluator<'_> {
    /// Runs the instructions of a block, up to the one before `until` if that is given.
    pub(super) fn run(&mut self, case: &Case, instructions: &[Instruction]) -> Ran {
        let mut ran = Ran { going: vec![case.clone()], ended: Vec::new() };
        for instruction in instructions {
            let going = std::mem::take(&mut ran.going);
            for case in going {
                self.instruction(case, instruction, &mut ran);
            }
        }
        ran
    }

    fn instruction(&mut self, mut case: Case, instruction: &Instruction, ran: &mut Ran) {
        let graph = self.graph;
        match &instruction.action {
            Action::Statement(_) | Action::Prove(_) | Action::Write(_) => ran.going.push(case),
            Action::Assign(place, value) => {
                let mut reader = self.reader(&case);
                let target = &graph.variables[place.variable()].ty;
                let result = reader.number(value).and_then(|value| {
                    reader.within(&value, target.scalar(), instruction.span);
                    match place {
                        Place::Variable(_) => match target {
                            Type::Int(_) | Type::Logical | Type::Real(_) => Ok((None, value)),
                            _ => super::expression::unsupported(
                                "an assignment to this variable",
                                instruction.span,
                            ),
                        },
                        Place::Element(..) | Place::Part(_) => {
                            let (_, at) = reader.element(place, instruction.span)?;
                            Ok((Some(at), value))
                        }
                    }
                });
                let checks = std::mem::take(&mut reader.checks);
                let Some(mut case) = self.passed(&mut case, checks, ran) else { return };
                match result {
                    Ok((None, value)) => {
                        let value = self.settled(&case, value);
                        case.state.numbers.insert(place.variable(), value);
                        ran.going.push(case);
                    }
                    Ok((Some(at), value)) => {
                        let value = self.settled(&case, value);
                        let array = case.state.array(graph, place.variable());
                        let changed = Array::store(&array, &at, &value);
                        case.state.arrays.insert(place.variable(), changed);
                        ran.going.push(case);
                    }
                    Err(reason) => ran.ended.push((case, End::Unsupported(reason))),
                }
            }
            Action::Assume(condition) => {
                if let Some((case, condition)) = self.decide(case, condition, ran) {
                    let excluded = self.feasible(case.when(&condition.negated()));
                    ran.ended.extend(excluded.map(|case| (case, End::Excluded)));
                    ran.going.extend(self.feasible(case.when(&condition)));
                }
            }
            Action::Assert(condition) => {
                if let Some((case, condition)) = self.decide(case, condition, ran) {
                    let end = End::Error { kind: ErrorKind::AssertionFailed, span: instruction.span };
                    ran.ended.extend(self.feasible(case.when(&condition.negated())).map(|case| (case, end)));
                    ran.going.extend(self.feasible(case.when(&condition)));
                }
            }
            Action::Call { procedure, arguments, result } => {
                self.call(case, *procedure, arguments, *result, instruction.span, ran);
            }
            Action::Claim(..) => ran.going.push(case),
            Action::Read(_) => {
                let what = "reading input".to_owned();
                ran.ended.push((case, End::Unsupported(Unsupported { what, span: instruction.span })));
            }
            // Only the machine executes the others.
            _ => {
                let what = "this statement".to_owned();
                ran.ended.push((case, End::Unsupported(Unsupported { what, span: instruction.span })));
            }
        }
    }

    /// A reader of expressions in a context.
    pub(super) fn reader<'s>(&'s mut self, case: &'s Case) -> Reader<'s> {
        let mut facts = self.domain.clone();
        facts.push(case.condition.clone());
        Reader::new(self.graph, self.policy, &case.state).knowing(&mut self.prover, facts)
    }

    /// A value without the choices that the condition of its context settles.
    fn settled(&mut self, case: &Case, value: Term) -> Term {
        if !value.top_atoms().iter().any(|atom| matches!(atom, sextant_algebra::Atom::Choice(..))) {
            return value;
        }
        let facts: Vec<Condition> = self.domain.iter().cloned().chain([case.condition.clone()]).collect();
        super::evaluate::refined(&mut self.prover, &facts, &value)
    }

    /// The truth of an expression, with its checks made.
    fn decide(
        &mut self,
        mut case: Case,
        expr: &sextant_syntax::Expr,
        ran: &mut Ran,
    ) -> Option<(Case, Condition)> {
        let mut reader = self.reader(&case);
        let result = reader.condition(expr);
        let checks = std::mem::take(&mut reader.checks);
        let case = self.passed(&mut case, checks, ran)?;
        match result {
            Ok(condition) => Some((case, condition)),
            Err(reason) => {
                ran.ended.push((case, End::Unsupported(reason)));
                None
            }
        }
    }

    /// The context in which all checks hold; the others end.
    pub(super) fn passed(&mut self, case: &mut Case, checks: Vec<Check>, ran: &mut Ran) -> Option<Case> {
        let mut case = case.clone();
        for check in checks {
            let end = End::Error { kind: check.kind, span: check.span };
            let failing = self.feasible(case.when(&check.condition.negated()));
            if let Some(failing) = failing {
                ran.ended.push((failing, end));
                if let Some(recorded) = &mut self.recorded {
                    recorded.push(check.condition.clone());
                }
                case = self.feasible(case.when(&check.condition))?;
            }
        }
        Some(case)
    }

    /// The context, unless its condition is proved impossible.
    pub(super) fn feasible(&mut self, case: Case) -> Option<Case> {
        let mut all = self.domain.clone();
        all.push(case.condition.clone());
        (!self.prover.contradict(&all)).then_some(case)
    }

    /// The contexts at the far end of an edge.
    pub(super) fn along(&mut self, case: &Case, from: BlockId, position: u32) -> Vec<Case> {
        let block = &self.graph.blocks[from];
        let mut found = Vec::new();
        let Terminator::Edges(edges) = &block.terminator else { return found };
        for case in self.run(case, &block.instructions).going {
            let (taken, _) = self.choose(case, edges, position as usize);
            if let Some(case) = taken {
                found.extend(self.run(&case, &edges[position as usize].actions).going);
            }
        }
        found
    }

    /// The contexts that take an edge, and those that end because of the conditions up to it.
    fn choose(&mut self, case: Case, edges: &[Edge], position: usize) -> (Option<Case>, Ran) {
        let mut ran = Ran::default();
        let mut case = case;
        for (at, edge) in edges.iter().enumerate().take(position + 1) {
            let condition = match &edge.condition {
                EdgeCondition::Always | EdgeCondition::Otherwise => Condition::True,
                EdgeCondition::When(expr) => {
                    let Some((passed, condition)) = self.decide(case, expr, &mut ran) else {
                        return (None, ran);
                    };
                    case = passed;
                    condition
                }
            };
            let wanted = if at == position { condition } else { condition.negated() };
            match self.feasible(case.when(&wanted)) {
                Some(next) => case = next,
                None => return (None, ran),
            }
        }
        (Some(case), ran)
    }

    /// The contexts that end in a block, and how.
    pub fn endings(&mut self, case: &Case, block: BlockId) -> Vec<(Case, End)> {
        self.ending(case, block)
    }

    /// The contexts that end in a block.
    pub(super) fn ending(&mut self, case: &Case, block: BlockId) -> Vec<(Case, End)> {
        let block = &self.graph.blocks[block];
        let mut ran = self.run(case, &block.instructions);
        for case in std::mem::take(&mut ran.going) {
            match &block.terminator {
                Terminator::Stop => ran.ended.push((case, End::Stopped)),
                Terminator::Return(None) => ran.ended.push((case, End::Returned(None))),
                Terminator::Return(Some(value)) => {
                    let mut reader = self.reader(&case);
                    let result = reader.number(value);
                    let checks = std::mem::take(&mut reader.checks);
                    let mut case = case;
                    let Some(case) = self.passed(&mut case, checks, &mut ran) else { continue };
                    let end = match result {
                        Ok(value) => End::Returned(Some(value)),
                        Err(reason) => End::Unsupported(reason),
                    };
                    ran.ended.push((case, end));
                }
                Terminator::Edges(edges) => self.ending_on_edges(case, edges, &mut ran),
            }
        }
        ran.ended
    }

    fn ending_on_edges(&mut self, case: Case, edges: &[Edge], ran: &mut Ran) {
        for position in 0..edges.len() {
            let (taken, stopped) = self.choose(case.clone(), edges, position);
            if position + 1 == edges.len() {
                ran.ended.extend(stopped.ended);
                if let EdgeCondition::When(_) = edges[position].condition {
                    self.without_alternative(case.clone(), edges, ran);
                }
            }
            if let Some(taken) = taken {
                let more = self.run(&taken, &edges[position].actions);
                ran.ended.extend(more.ended);
            }
        }
    }

    /// No edge can be taken: an error of the program.
    fn without_alternative(&mut self, case: Case, edges: &[Edge], ran: &mut Ran) {
        let mut case = case;
        let mut span = None;
        for edge in edges {
            let EdgeCondition::When(expr) = &edge.condition else { return };
            span = Some(expr.span);
            let mut ignored = Ran::default();
            let Some((passed, condition)) = self.decide(case, expr, &mut ignored) else { return };
            match self.feasible(passed.when(&condition.negated())) {
                Some(next) => case = next,
                None => return,
            }
        }
        if let Some(span) = span {
            ran.ended.push((case, End::Error { kind: ErrorKind::NoAlternative, span }));
        }
    }
}
