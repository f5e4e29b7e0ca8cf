//! Paths between cut points: the machine runs one stretch in all ways, with everything that is to be shown on it.

use std::rc::Rc;

use sextant_base::Span;
use sextant_effects::{Arrival, Assertion, Fact, FactKind, Way as Reached};
use sextant_expr::{Op, Sort, TermId};
use sextant_flow::{Action, FlowGraph, Instruction};
use sextant_logic::{Formula, Stuck};
use sextant_state::{ErrorKind, Point, State};
use sextant_syntax::{Expr, Operation, StatementNumber, Unit};

use super::prove::Prover;

/// Where a path begins or ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The entry of the procedure.
    Entry,
    /// A cut point, by its position.
    Cut(usize),
    /// A return.
    Exit,
    /// The end of the program.
    Stop,
    /// Somewhere in between: the path cannot go on.
    Stuck,
}

/// What is to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An assertion of the program.
    Assertion,
    /// The assertion of a cut point.
    Inductive,
    /// An exit assertion.
    Exit,
    /// An entry assertion of a called procedure.
    CallEntry(String),
    /// A subscript lies in its bounds.
    Subscript,
    /// A divisor is not zero.
    Divisor,
    /// A result fits its type.
    Overflow,
    /// The bounds of an array are in order.
    Bounds(String),
    /// Some alternative of a choice holds.
    Alternative,
    /// A variable has a value when it is used.
    Defined(String),
    /// A measure is not negative and gets less.
    Measure,
    /// Another error does not happen.
    Error(ErrorKind),
}

impl Kind {
    /// What is to be shown so that an error does not happen.
    fn of_error(graph: &FlowGraph, kind: ErrorKind, span: Span, subject: Option<&str>) -> Kind {
        match (kind, subject) {
            (ErrorKind::DivisionByZero | ErrorKind::Domain, _) => Kind::Divisor,
            (ErrorKind::SubscriptRange | ErrorKind::OutOfBounds, _) => Kind::Subscript,
            (ErrorKind::Overflow | ErrorKind::SignedOverflow | ErrorKind::BadConversion, _) => Kind::Overflow,
            (ErrorKind::BadBounds, _) => {
                let declared = graph.variables.iter().find(|variable| variable.span == span);
                Kind::Bounds(declared.map_or(String::new(), |variable| variable.name.clone()))
            }
            (ErrorKind::NoAlternative, _) => Kind::Alternative,
            (ErrorKind::AssertionFailed, _) => Kind::Assertion,
            (ErrorKind::Uninitialised, Some(subject)) => Kind::Defined(subject.to_owned()),
            _ => Kind::Error(kind),
        }
    }

    /// Whether it is left out unless checks are wanted.
    fn is_check(&self) -> bool {
        matches!(self, Kind::Subscript | Kind::Divisor | Kind::Overflow | Kind::Bounds(_) | Kind::Error(_))
    }
}

/// Something to be shown on a path.
#[derive(Clone, Debug)]
pub(super) struct Obligation {
    pub kind: Kind,
    pub span: Span,
    pub formula: Formula,
    /// How many facts of the path are known there.
    pub known: usize,
}

/// A condition with its compiled form.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub expr: Expr,
    pub span: Span,
    pub assertion: Rc<Assertion>,
}

/// What happened on a path so far.
#[derive(Clone, Debug)]
pub(super) struct History {
    pub from: Place,
    /// The last point that was passed.
    pub at: Point,
    pub statements: Vec<StatementNumber>,
    /// What is known, in the order in which it became known.
    pub known: Vec<Formula>,
    /// What is to be shown, in order.
    pub obligations: Vec<Obligation>,
    /// Whether a procedure was called.
    pub called: bool,
    /// How much of what the state knows of its inputs is among what is known.
    domain: usize,
}

impl History {
    /// Something is to be shown, and known afterwards.
    pub fn demand(&mut self, kind: Kind, span: Span, formula: Formula) {
        self.oblige(kind, span, formula.clone());
        self.known.push(formula);
    }

    /// Something is to be shown.
    pub fn oblige(&mut self, kind: Kind, span: Span, formula: Formula) {
        let known = self.known.len();
        self.obligations.push(Obligation { kind, span, formula, known });
    }

    /// Takes over what a state has come to know of its inputs.
    pub fn learn_domain(&mut self, state: &State) {
        self.known.extend(state.domain.iter().skip(self.domain).map(|&term| Formula::Term(term)));
        self.domain = state.domain.len();
    }
}

/// A path in the making.
pub(super) struct Way {
    pub history: History,
    pub state: State,
}

/// What a way waits for.
enum Next {
    /// A point is left.
    Leave(Point),
    /// It has come somewhere.
    Come(Arrival),
}

/// A path between cut points.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub to: Place,
    pub history: History,
    /// The state at its end.
    pub state: State,
}

impl<'p> Prover<'p> {
    /// All paths from a place to the next cut points; none if they are more than allowed, or time is over. The state stands
    /// anywhere; what is known holds there.
    pub(super) fn paths(
        &mut self,
        from: Place,
        (state, known): (State, Vec<Formula>),
    ) -> Result<Option<Vec<Path>>, Stuck> {
        let (at, first) = match from {
            Place::Cut(cut) => {
                let cut = &self.cuts.cuts[cut];
                let point = Point::Block(cut.block, cut.after);
                (point, Next::Leave(point))
            }
            _ => (self.entry.point, Next::Come(Arrival::Point(self.entry.point))),
        };
        let domain = state.domain.len();
        let (statements, obligations) = (Vec::new(), Vec::new());
        let history = History { from, at, statements, known, obligations, called: false, domain };
        let mut way = Way { history, state };
        way.state.stand_after(self.context.code(), at);
        if from == Place::Entry {
            let facts = self.entry.facts.clone();
            self.note(&mut way.history, &facts);
        }
        let mut found = Vec::new();
        let mut waiting = vec![(way, first)];
        while let Some((way, next)) = waiting.pop() {
            if found.len() + waiting.len() > self.config.paths || self.config.interrupt.should_stop() {
                return Ok(None);
            }
            match self.advance(way, next, &mut waiting) {
                Ok(path) => found.extend(path),
                Err(_) if self.config.interrupt.should_stop() => return Ok(None),
                Err(stuck) => return Err(stuck),
            }
        }
        Ok(Some(found))
    }

    /// One step of a way; what follows waits.
    fn advance(
        &mut self,
        mut way: Way,
        next: Next,
        waiting: &mut Vec<(Way, Next)>,
    ) -> Result<Option<Path>, Stuck> {
        let finished = |Way { history, state }, to| Ok(Some(Path { to, history, state }));
        match next {
            Next::Come(Arrival::Point(point)) => match self.cuts.at(point) {
                Some(cut) => return finished(way, Place::Cut(cut)),
                None => self.act(&mut way, point)?,
            },
            Next::Leave(point) => self.act(&mut way, point)?,
            Next::Come(Arrival::Entered(procedure)) => self.call(&mut way, procedure)?,
            Next::Come(Arrival::Returned) => {
                for clause in Rc::clone(&self.exit).iter() {
                    let formula = self.formula(&clause.assertion, &way.state)?;
                    way.history.oblige(Kind::Exit, clause.span, formula);
                }
                return finished(way, Place::Exit);
            }
            Next::Come(Arrival::Stopped) => return finished(way, Place::Stop),
            Next::Come(Arrival::Error { kind, span, subject }) => {
                let kind = Kind::of_error(self.context.graph, kind, span, subject.as_deref());
                if kind.is_check() && !self.config.checks {
                    return Ok(None);
                }
                let never = self.context.table.boolean(false);
                way.history.oblige(kind, span, Formula::Term(never));
                return finished(way, Place::Stuck);
            }
        }
        let Way { history, state } = way;
        let mut reached = self.context.ways_to_calls(state, &self.executed)?;
        reached.iter().try_for_each(|way| way.to.refuse_unknown_address())?;
        // The first one is to be taken up first.
        reached.reverse();
        let last = reached.pop();
        for one in reached {
            waiting.push(self.reached(history.clone(), one));
        }
        waiting.extend(last.map(|one| self.reached(history, one)));
        Ok(None)
    }

    fn reached(&mut self, mut history: History, reached: Reached) -> (Way, Next) {
        let Reached { facts, state, to } = reached;
        history.learn_domain(&state);
        self.note(&mut history, &facts);
        (Way { history, state }, Next::Come(to))
    }

    /// What holds on a stretch; if checks are wanted they are to be shown, and afterwards they are known.
    fn note(&mut self, history: &mut History, facts: &[Fact]) {
        for fact in facts {
            let formula = Formula::Term(fact.condition);
            match fact.kind {
                FactKind::Branch(_) | FactKind::Assumed => history.known.push(formula),
                FactKind::Check(error) => {
                    let kind = Kind::of_error(self.context.graph, error, fact.span, None);
                    if self.config.checks || !kind.is_check() {
                        history.demand(kind, fact.span, formula);
                    } else {
                        history.known.push(formula);
                    }
                }
            }
        }
    }

    /// What the machine leaves to formulas at a point.
    fn act(&mut self, way: &mut Way, point: Point) -> Result<(), Stuck> {
        let Way { history, state } = way;
        history.at = point;
        let (Some(action), span) = self.action_at(point) else { return Ok(()) };
        match action {
            Action::Statement(number) => history.statements.push(*number),
            Action::Assume(condition) => {
                let formula = self.formula_at(point, condition, state)?;
                history.known.push(formula);
            }
            Action::Assert(condition) | Action::Prove(condition) => {
                let formula = self.formula_at(point, condition, state)?;
                history.demand(Kind::Assertion, span, formula);
            }
            // What files hold is known on the way from the entry only.
            Action::TransferBegin(head)
                if (history.from != Place::Entry || history.called)
                    && (head.operation != Operation::Write || matches!(head.unit, Unit::Internal(_))) =>
            {
                return Err(Stuck::unsupported(span, "a statement on a file after a loop or a call"));
            }
            _ => {}
        }
        Ok(())
    }

    /// The instruction in front of which a point lies, and where it stands.
    pub(super) fn action_at(&self, point: Point) -> (Option<&'p Action>, Span) {
        let graph = self.context.graph;
        match point.instruction(graph) {
            Some(Instruction { action, span }) => (Some(action), *span),
            None => (None, graph.span),
        }
    }

    pub(super) fn formula_at(
        &mut self,
        point: Point,
        condition: &Expr,
        state: &State,
    ) -> Result<Formula, Stuck> {
        let assertion = match self.asserted.get(&point) {
            Some(known) => Rc::clone(known),
            None => {
                let made = Rc::new(self.context.assertion(condition)?);
                self.asserted.insert(point, Rc::clone(&made));
                made
            }
        };
        self.formula(&assertion, state)
    }

    /// The formula of an assertion of the procedure in a state.
    pub(super) fn formula(&mut self, assertion: &Assertion, state: &State) -> Result<Formula, Stuck> {
        assertion.formula(&mut self.context, state, &self.entry.state, &mut Vec::new())
    }

    /// The formula of an assertion in a state; old values are those of another one.
    pub(super) fn formula_since(
        &mut self,
        assertion: &Assertion,
        state: &State,
        old: &State,
    ) -> Result<Formula, Stuck> {
        assertion.formula(&mut self.context, state, old, &mut Vec::new())
    }

    /// An assertion of the procedure, compiled.
    pub(super) fn clause(&self, expr: &Expr, span: Span) -> Result<Clause, Stuck> {
        let assertion = Rc::new(self.context.assertion(expr)?);
        Ok(Clause { expr: expr.clone(), span, assertion })
    }

    /// The state at a cut point, and the formulas of its own assertions, given those at the dominating one.
    pub(super) fn context_at(
        &mut self,
        cut: usize,
        (mut state, mut known): (State, Vec<Formula>),
        arriving: &[&Path],
        extra: &[Clause],
    ) -> Result<(State, Vec<Formula>), Stuck> {
        let cuts = Rc::clone(&self.cuts);
        let this = &cuts.cuts[cut];
        if let Some((span, what)) = this.changed.opaque {
            return Err(Stuck::unsupported(span, what));
        }
        let domain = state.domain.len();
        let place = this.block.number();
        for &(owner, variable) in &this.changed.lasting {
            // Several variables may have one name.
            let suffix = format!("@{place}.{}.{}", owner.0, variable.0);
            self.forget_lasting(&mut state, (owner, variable), this.span, Some(&suffix))?;
        }
        for &variable in &this.changed.own {
            let suffix = format!("@{place}.{}", variable.0);
            let held = state
                .held_by(self.context.code(), variable)
                .map_err(|what| Stuck::unsupported(self.context.graph.variables[variable].span, what))?;
            for one in &held {
                let table = &mut self.context.table;
                let mut values = arriving.iter().map(|path| path.state.term_at(one.spot, table));
                let first = values.next().flatten();
                // Given a value on the way, always the same one, and never again.
                let same = first.is_some() && values.all(|value| value == first);
                let keeps = same && !this.repeated.contains(&variable);
                if !(keeps && state.copy_at(&arriving[0].state, one.spot)) {
                    self.forget(&mut state, one, &one.name, Some(&suffix));
                }
            }
        }
        if this.changed.reads {
            self.forget_input(&mut state, Some(&format!("@{place}")));
        }
        known.extend(state.domain.iter().skip(domain).map(|&term| Formula::Term(term)));
        for clause in self.asserted_at[cut].clone().iter().chain(extra) {
            known.push(self.formula(&clause.assertion, &state)?);
        }
        Ok((state, known))
    }

    /// That a measure is not negative, and less than it was.
    pub(super) fn progress(
        &mut self,
        before: &State,
        after: &State,
        measure: &Expr,
    ) -> Result<Formula, Stuck> {
        let probe = self.context.probe(measure)?;
        let mut value = |state: &State| -> Result<TermId, Stuck> {
            let found = probe.evaluate(&mut self.context.table, state, &self.entry.state)?;
            // What cannot be computed may be anything.
            Ok(found.value.unwrap_or_else(|| self.context.table.fresh("measure", Sort::INT)))
        };
        let (old, new) = (value(before)?, value(after)?);
        let table = &mut self.context.table;
        let zero = table.int(0);
        let not_negative = table.apply(Op::Le, &[zero, old]);
        let less = table.apply(Op::Lt, &[new, old]);
        Ok(Formula::Term(table.and(&[not_negative, less])))
    }
}
