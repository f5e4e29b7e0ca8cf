//! What one block does to a context.

use sextant_algebra::{Array, Atom, Condition, Substitution, Term};
use sextant_base::Span;
use sextant_flow::{Action, BlockId, Condition as EdgeCondition, Edge, Instruction, Terminator};
use sextant_state::{ErrorKind, Point};
use sextant_syntax::{Expr, Operation, Primitive, Type, Unit};

use super::context::Case;
use super::evaluate::Evaluator;
use super::meaning::{Check, Computed, Onward, Unsupported};
use super::prove::{Prover, with};
use super::refining::refined;

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

/// A run of instructions: those of a block, or of one of its edges.
#[derive(Clone, Copy)]
pub(super) enum Stand {
    Block(BlockId),
    Edge(BlockId, usize),
}

impl Stand {
    fn point(self, at: usize) -> Point {
        match self {
            Stand::Block(block) => Point::Block(block, at),
            Stand::Edge(block, edge) => Point::Edge(block, edge, at),
        }
    }
}

impl Evaluator<'_> {
    /// Runs the first instructions of a block or an edge, so many or all.
    pub(super) fn run(&mut self, case: &Case, stand: Stand, most: usize) -> Ran {
        let graph = self.graph;
        let instructions: &[Instruction] = match stand {
            Stand::Block(block) => &graph.blocks[block].instructions,
            Stand::Edge(block, edge) => &graph.blocks[block].terminator.edges()[edge].actions,
        };
        let mut ran = Ran { going: vec![case.clone()], ended: Vec::new() };
        let mut next = 0;
        for (at, instruction) in instructions.iter().enumerate().take(most) {
            if at < next {
                continue;
            }
            next = at + 1;
            for case in std::mem::take(&mut ran.going) {
                if let Some(further) = self.instruction(case, instruction, stand.point(at), &mut ran) {
                    next = further;
                }
            }
        }
        ran
    }

    /// Executes an instruction; says which one is next, if it is not the following one.
    fn instruction(
        &mut self,
        case: Case,
        instruction: &Instruction,
        point: Point,
        ran: &mut Ran,
    ) -> Option<usize> {
        let span = instruction.span;
        let refused = match &instruction.action {
            Action::Statement(_) | Action::Prove(_) | Action::Claim(..) => {
                ran.going.push(case);
                return None;
            }
            Action::Assume(condition) => {
                self.decide(case, condition, point, End::Excluded, ran);
                return None;
            }
            Action::Assert(condition) => {
                let end = End::Error { kind: ErrorKind::AssertionFailed, span };
                self.decide(case, condition, point, end, ran);
                return None;
            }
            Action::Call { procedure, arguments, result } => {
                self.call(case, *procedure, arguments, *result, (point, span), ran);
                return None;
            }
            Action::Assign(..) | Action::Write(_) => None,
            // What is read is known to be numbers of one sort only where it is integers.
            Action::Read(place) => match self.graph.variables[place.variable()].ty.scalar() {
                Type::Int(_) => None,
                _ => Some("reading input"),
            },
            // What is written there is never read again.
            Action::TransferBegin(head)
                if head.operation == Operation::Write && head.unit == Unit::Standard =>
            {
                None
            }
            Action::TransferBegin(_) | Action::TransferItem(_) | Action::TransferEnd(_) => {
                Some("a statement on a file")
            }
            Action::CallParameter { .. } | Action::CallPointer { .. } => {
                Some("a call of an unknown procedure")
            }
            Action::Allocate(..) | Action::Release(_) | Action::PointTo(..) => {
                Some("storage that is allocated or pointed to")
            }
            Action::Primitive(Primitive::Exit, ..) => None,
            Action::Store(..) | Action::Primitive(..) | Action::Fresh(_) | Action::Gone(_) => {
                Some("storage addressed by bytes")
            }
            Action::Unsupported(what) => Some(what.as_str()),
        };
        if let Some(what) = refused {
            ran.ended.push((case, End::Unsupported(Unsupported::new(what, span))));
            return None;
        }
        let mut next = None;
        for (case, to) in self.after(case, (point, span), |_| true, ran) {
            match to {
                Ok(Point::Block(_, at) | Point::Edge(_, _, at)) => {
                    next = Some(at);
                    ran.going.push(case);
                }
                Err(end) => ran.ended.push((case, end)),
            }
        }
        next
    }

    /// What follows the instruction after a point, with where it leads, for ways to some places; what ends there goes to
    /// those that end.
    fn after(
        &mut self,
        case: Case,
        (point, span): (Point, Span),
        is_wanted: impl Fn(&Onward) -> bool,
        ran: &mut Ran,
    ) -> Vec<(Case, Onward)> {
        let stretch = match self.meaning().and_then(|meaning| meaning.stretch(point, span)) {
            Ok(stretch) => stretch,
            Err(reason) => {
                ran.ended.push((case, End::Unsupported(reason)));
                return Vec::new();
            }
        };
        let values = case.state.values_of(self.graph, &stretch.reads);
        let Some(case) = self.passed(case, &stretch.checks, &values, ran) else { return Vec::new() };
        let mut found = Vec::new();
        for way in stretch.ways.iter().filter(|way| is_wanted(&way.to)) {
            let case = match &way.condition {
                Condition::True => case.clone(),
                condition => {
                    let condition = self.settled_condition(&case, values.condition(condition));
                    let Some(case) = self.feasible(case.when(&condition)) else { continue };
                    case
                }
            };
            let mut after = case.clone();
            for (variable, value) in &way.numbers {
                let value = self.settled(&case, values.term(value));
                after.state.numbers.insert(*variable, value);
            }
            for (variable, value) in &way.arrays {
                let value = values.array(value);
                let value = self.settled_store(&case, value);
                after.state.arrays.insert(*variable, value);
            }
            let to = match &way.to {
                Err(End::Returned(Some(value))) => {
                    Err(End::Returned(Some(self.settled(&case, values.term(value)))))
                }
                other => other.clone(),
            };
            found.push((after, to));
        }
        found
    }

    /// Goes on where a condition holds; the others end.
    fn decide(&mut self, case: Case, condition: &Expr, point: Point, end: End, ran: &mut Ran) {
        let computed = self.meaning().and_then(|meaning| meaning.condition(condition, Some((point, 0))));
        let Computed { value, checks } = match computed {
            Ok(computed) => computed,
            Err(reason) => return ran.ended.push((case, End::Unsupported(reason))),
        };
        let values = case.state.substitution(self.graph);
        let Some(case) = self.passed(case, &checks, &values, ran) else { return };
        let condition = self.settled_condition(&case, values.condition(&value));
        ran.ended.extend(self.feasible(case.when(&condition.negated())).map(|case| (case, end)));
        ran.going.extend(self.feasible(case.when(&condition)));
    }

    /// What is known where a condition holds.
    pub(super) fn domain_and(&self, condition: &Condition) -> Vec<Condition> {
        with(&self.domain, condition)
    }

    /// A value without the choices and remainders that the condition of its context settles.
    fn settled(&mut self, case: &Case, value: Term) -> Term {
        let (wraps, chooses) = (has_wraps(&value), value.top_atoms().iter().any(is_choice));
        if !wraps && !chooses {
            return value;
        }
        let facts = self.domain_and(&case.condition);
        let value = if wraps { unwrapped(&mut self.prover, &facts, &value) } else { value };
        if chooses { refined(&mut self.prover, &facts, &value) } else { value }
    }

    fn settled_condition(&mut self, case: &Case, condition: Condition) -> Condition {
        condition.with_terms(&mut |term| {
            if !has_wraps(term) {
                return term.clone();
            }
            let facts = self.domain_and(&case.condition);
            unwrapped(&mut self.prover, &facts, term)
        })
    }

    /// An array with the written element settled.
    fn settled_store(&mut self, case: &Case, array: Array) -> Array {
        match &array {
            Array::Store(inner) => {
                let value = self.settled(case, inner.2.clone());
                let at: Vec<Term> = inner.1.iter().map(|at| self.settled(case, at.clone())).collect();
                Array::store(&inner.0, &at, &value)
            }
            _ => array,
        }
    }

    /// The context in which all checks hold; the others end.
    pub(super) fn passed(
        &mut self,
        mut case: Case,
        checks: &[Check],
        values: &Substitution,
        ran: &mut Ran,
    ) -> Option<Case> {
        for check in checks {
            let condition = self.settled_condition(&case, values.condition(&check.condition));
            let end = End::Error { kind: check.kind, span: check.span };
            if let Some(failing) = self.feasible(case.when(&condition.negated())) {
                ran.ended.push((failing, end));
                if let Some(recorded) = &mut self.recorded {
                    recorded.push(condition.clone());
                }
                case = self.feasible(case.when(&condition))?;
            }
        }
        Some(case)
    }

    /// The context, unless its condition is proved impossible.
    pub(super) fn feasible(&mut self, case: Case) -> Option<Case> {
        (!self.prover.excludes(&self.domain, &case.condition)).then_some(case)
    }

    /// The contexts at the far end of an edge.
    pub(super) fn along(&mut self, case: &Case, from: BlockId, position: u32) -> Vec<Case> {
        let position = position as usize;
        let mut found = Vec::new();
        let taken = Ok(Point::Edge(from, position, 0));
        for (case, _) in self.through(case, from, |to| *to == taken, &mut Ran::default()) {
            found.extend(self.run(&case, Stand::Edge(from, position), usize::MAX).going);
        }
        found
    }

    /// The contexts at the end of a block, with where they go on, for ways to some places; what ends in it goes to those
    /// that end.
    fn through(
        &mut self,
        case: &Case,
        block: BlockId,
        is_wanted: impl Fn(&Onward) -> bool,
        ran: &mut Ran,
    ) -> Vec<(Case, Onward)> {
        let code = &self.graph.blocks[block];
        let begun = self.run(case, Stand::Block(block), usize::MAX);
        ran.ended.extend(begun.ended);
        let tested = match &code.terminator {
            Terminator::Edges(edges) => match &edges[..] {
                [Edge { condition: EdgeCondition::When(test), .. }, ..] => test.span,
                [_] => {
                    let next = Ok(Point::Edge(block, 0, 0));
                    return begun.going.into_iter().map(|case| (case, next.clone())).collect();
                }
                _ => self.graph.span,
            },
            Terminator::Return(Some(value)) => value.span,
            Terminator::Return(None) | Terminator::Stop => self.graph.span,
        };
        let point = Point::Block(block, code.instructions.len());
        let going = begun.going.into_iter();
        going.flat_map(|case| self.after(case, (point, tested), &is_wanted, ran)).collect()
    }

    /// The contexts that end in a block, and how.
    pub fn ending(&mut self, case: &Case, block: BlockId) -> Vec<(Case, End)> {
        let mut ran = Ran::default();
        for (case, to) in self.through(case, block, |_| true, &mut ran) {
            match to {
                Ok(Point::Edge(block, edge, _)) => {
                    ran.ended.extend(self.run(&case, Stand::Edge(block, edge), usize::MAX).ended);
                }
                Ok(Point::Block(..)) => {}
                Err(end) => ran.ended.push((case, end)),
            }
        }
        ran.ended
    }
}

fn is_choice(atom: &Atom) -> bool {
    matches!(atom, Atom::Choice(..))
}

/// Whether a value has remainders that facts might settle.
fn has_wraps(term: &Term) -> bool {
    term.top_atoms().iter().any(|atom| match atom {
        Atom::Mod(_, by) => by.as_int().is_some(),
        Atom::Floor(inner, by) => has_wraps(inner) || has_wraps(by),
        Atom::Element(_, at) => at.iter().any(has_wraps),
        Atom::Choice(_, yes, no) => has_wraps(yes) || has_wraps(no),
        _ => false,
    })
}

/// A term without remainders of numbers that are known to be smaller than the divisor, inner ones first.
fn unwrapped(prover: &mut Prover, facts: &[Condition], term: &Term) -> Term {
    term.with_atoms(|atom| {
        let mut inside = |term: &Term| unwrapped(prover, facts, term);
        Some(match atom {
            Atom::Mod(inner, by) if by.as_int().is_some() => {
                let inner = inside(inner);
                if prover.is_remainder(facts, &inner, by) { inner } else { Term::modulo(&inner, by) }
            }
            Atom::Floor(a, b) => Term::floor_div(&inside(a), &inside(b)),
            Atom::Element(array, at) => array.element(&at.iter().map(&mut inside).collect::<Vec<_>>()),
            Atom::Choice(condition, yes, no) => Term::choice(condition, &inside(yes), &inside(no)),
            _ => return None,
        })
    })
}
