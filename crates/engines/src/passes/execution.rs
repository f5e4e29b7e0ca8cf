//! What a statement does to a case: the machine runs the case's state to where the statement ends.

use sextant_base::Span;
use sextant_effects::{Arrival, Fact, FactKind, Stuck, UNKNOWN_ADDRESS, Way};
use sextant_expr::TermId;
use sextant_flow::Action;
use sextant_logic::{Formula, implies};
use sextant_solver::{Answer, Verdict};
use sextant_state::{ErrorKind, Point};
use sextant_syntax::{Expr, PartStep, Place, VarId};

use super::environment::Case;
use super::evaluator::{MessageKind, Passes};

impl Passes<'_, '_> {
    /// Runs the case from its point to the next ones, in all ways.
    fn step(&mut self, case: &Case) -> Vec<(Case, Arrival)> {
        let found = self.context.ways(case.state.clone(), Some(&mut self.solver));
        let ways = match found {
            Ok(ways) => ways,
            Err(_) if self.config.interrupt.should_stop() => {
                self.cut = true;
                return Vec::new();
            }
            Err(stuck) => {
                self.say_stuck(stuck, case);
                return Vec::new();
            }
        };
        ways.into_iter().filter_map(|way| self.taken(case, way)).collect()
    }

    /// The case that takes a way; none if the way ends in an error.
    fn taken(&mut self, before: &Case, way: Way) -> Option<(Case, Arrival)> {
        let mut case = Case { state: way.state, ..before.clone() };
        let mut known: Vec<TermId> = case.state.domain.iter().copied().collect();
        known.extend(before.state.condition.iter().copied());
        let mut doubtful = false;
        for fact in &way.facts {
            match fact.kind {
                FactKind::Branch(_) | FactKind::Assumed => self.constrain(&mut case, fact.condition),
                FactKind::Check(kind) => doubtful |= self.grant(&case, &known, kind, fact),
            }
            known.push(fact.condition);
        }
        if let Arrival::Error { kind, span, subject } = way.to {
            self.say_error(kind, span, subject.as_deref(), &case);
            return None;
        }
        (!doubtful || self.is_possible(&mut case)).then_some((case, way.to))
    }

    fn constrain(&mut self, case: &mut Case, condition: TermId) {
        let condition = self.context.table.simplify(condition);
        if self.context.table.as_bool(condition) != Some(true) {
            case.constraint.push(condition);
        }
    }

    /// Says that a check is taken to succeed, unless it must; whether it was said.
    fn grant(&mut self, case: &Case, known: &[TermId], kind: ErrorKind, fact: &Fact) -> bool {
        let condition = self.context.table.simplify(fact.condition);
        if self.context.table.as_bool(condition) == Some(true) {
            return false;
        }
        let mut asked = known.to_vec();
        asked.push(self.context.table.not(condition));
        if matches!(self.solver.check(&mut self.context.table, &asked), Answer::Unsat) {
            return false;
        }
        let mut always = known.to_vec();
        always.push(condition);
        if matches!(self.solver.check(&mut self.context.table, &always), Answer::Unsat) {
            self.say_error(kind, fact.span, None, case);
        } else {
            self.say_granted(fact.span, condition, case);
        }
        true
    }

    /// Whether the constraint can hold.
    pub(super) fn is_possible(&mut self, case: &mut Case) -> bool {
        let premises: Vec<TermId> = case.state.premises().collect();
        match self.solver.check(&mut self.context.table, &premises) {
            Answer::Unsat => false,
            Answer::Sat(_) => true,
            Answer::Unknown(_) => {
                case.undecided = true;
                true
            }
        }
    }

    /// Executes the statements of a node on a case that stands there.
    pub(super) fn execute(&mut self, node: usize, case: Case) -> Vec<Case> {
        let Some(point) = case.point else { return vec![case] };
        let (read, changed) = self.targets(point);
        let subscripts = self.subscripts(&case, point);
        let mut after = Vec::new();
        for (mut next, arrival) in self.step(&case) {
            if let Some(variable) = read {
                next.reads.insert(case.state.inputs_read(), variable);
            }
            for &variable in &changed {
                let declared = (variable, &self.context.graph.variables[variable].ty);
                let states = (&case.state, &next.state);
                next.history.extend(&mut self.context.table, states, declared, subscripts.clone());
            }
            let goes_on = |to: &Point| *to > point && self.tree.owners.get(to) == Some(&node);
            match arrival {
                Arrival::Point(to) if goes_on(&to) => {
                    next.point = Some(to);
                    after.extend(self.execute(node, next));
                }
                arrival => after.extend(self.settled(next, arrival)),
            }
        }
        after
    }

    /// What the instruction at a point reads a value into, and the arrays it may change.
    fn targets(&self, point: Point) -> (Option<VarId>, Vec<VarId>) {
        let graph = self.context.graph;
        match point.instruction(graph).map(|instruction| &instruction.action) {
            Some(Action::Assign(place, _)) => (None, vec![place.variable()]),
            Some(Action::Read(place)) => (Some(place.variable()), vec![place.variable()]),
            Some(_) => {
                (None, graph.variables.ids().filter(|&id| graph.variables[id].ty.is_array()).collect())
            }
            None => (None, Vec::new()),
        }
    }

    /// The subscripts of an element of an array of several dimensions that the instruction at a point assigns.
    fn subscripts(&mut self, case: &Case, point: Point) -> Option<Vec<TermId>> {
        let place = match point.instruction(self.context.graph).map(|instruction| &instruction.action) {
            Some(Action::Assign(place, _) | Action::Read(place)) => place,
            _ => return None,
        };
        let Place::Part(part) = place else { return None };
        let [PartStep::Element(subscripts)] = &part.steps[..] else { return None };
        let mut values = Vec::new();
        for subscript in subscripts {
            values.push(self.context.value(subscript, &case.state, &self.entry).ok()?.value?);
        }
        Some(values)
    }

    /// Goes on from a point to the first one that belongs to a node.
    pub(super) fn settled(&mut self, mut case: Case, arrival: Arrival) -> Vec<Case> {
        let Arrival::Point(mut point) = arrival else {
            case.point = None;
            return vec![case];
        };
        for _ in 0..=self.idle {
            if self.tree.owners.contains_key(&point) {
                case.point = Some(point);
                return vec![case];
            }
            // What belongs to no node does nothing that could be done in two ways.
            let Some((next, arrival)) = self.step(&case).pop() else { return Vec::new() };
            case = next;
            match arrival {
                Arrival::Point(to) => point = to,
                _ => {
                    case.point = None;
                    return vec![case];
                }
            }
        }
        let graph = self.context.graph;
        let span = point.instruction(graph).map_or(graph.span, |instruction| instruction.span);
        self.say(MessageKind::Endless, span, "the loop never ends once it is entered".into(), &case);
        Vec::new()
    }

    /// The cases of a case that stands before the choice of a block, by the edges they take.
    pub(super) fn choose(&mut self, case: &Case, edges: usize) -> Vec<Vec<Case>> {
        let mut taken: Vec<Vec<Case>> = vec![Vec::new(); edges];
        let mut arrivals: Vec<Option<Arrival>> = vec![None; edges];
        for (next, arrival) in self.step(case) {
            if let Arrival::Point(Point::Edge(_, edge, _)) = arrival {
                taken[edge].push(next);
                arrivals[edge] = Some(arrival);
            }
        }
        let mut settled = Vec::new();
        for (cases, arrival) in taken.into_iter().zip(arrivals) {
            let mut after = Vec::new();
            if let (Some(arrival), Some(mut chosen)) = (arrival, self.joined(case, cases))
                && (chosen.constraint.len() == case.constraint.len() || self.is_possible(&mut chosen))
            {
                after = self.settled(chosen, arrival);
            }
            settled.push(after);
        }
        settled
    }

    /// Ways to one edge differ in what is known only: they are one case.
    fn joined(&mut self, before: &Case, mut cases: Vec<Case>) -> Option<Case> {
        let mut joined = cases.pop()?;
        if cases.is_empty() {
            return Some(joined);
        }
        cases.push(joined.clone());
        let table = &mut self.context.table;
        let (own, old) = (before.constraint.len(), before.state.condition.len());
        let mut ways = Vec::new();
        let mut constraints = Vec::new();
        for case in &cases {
            let known: Vec<TermId> = case.state.condition.iter().skip(old).copied().collect();
            ways.push(table.and(&known));
            constraints.push(table.and(&case.constraint[own..]));
            for &limit in case.state.domain.iter() {
                if !joined.state.domain.iter().any(|&other| other == limit) {
                    joined.state.domain.push(limit);
                }
            }
        }
        joined.constraint.truncate(own);
        joined.state.condition = before.state.condition.clone();
        joined.state.condition.push(table.or(&ways));
        let constraint = table.or(&constraints);
        self.constrain(&mut joined, constraint);
        Some(joined)
    }

    /// Adds an assumption; `false` if the constraint cannot hold any more.
    pub(super) fn assume(&mut self, case: &mut Case, condition: &Expr) -> Result<bool, Stuck> {
        let formula = self.formula(case, condition)?;
        match formula.as_term(&mut self.context.table) {
            Some(term) => Ok(self.restrict(case, term)),
            None => {
                let text = "assumed: this assumption (a quantifier)".to_owned();
                self.say(MessageKind::Granted, condition.span, text, case);
                Ok(true)
            }
        }
    }

    /// A claim; the case goes on where it holds.
    pub(super) fn claim(&mut self, case: &mut Case, condition: &Expr) -> Result<bool, Stuck> {
        let formula = match self.formula(case, condition) {
            Ok(formula) => formula,
            // A claim changes nothing: the case goes on without it.
            Err(Stuck { span, what }) => {
                let text = format!("assumed: this claim (unsupported: {what})");
                self.say(MessageKind::Granted, span, text, case);
                return Ok(true);
            }
        };
        let premises: Vec<Formula> = case.state.premises().map(Formula::Term).collect();
        let verdict = implies(&mut self.context.table, &mut self.solver, &premises, &formula);
        let term = formula.as_term(&mut self.context.table);
        match (verdict, term) {
            (Verdict::Holds, _) => {}
            (Verdict::Unknown(_), None) => {
                let text = "assumed: this claim (undecided)".to_owned();
                self.say(MessageKind::Granted, condition.span, text, case);
            }
            _ => self.say(MessageKind::Claim, condition.span, "the claim need not hold".into(), case),
        }
        Ok(term.is_none_or(|term| self.restrict(case, term)))
    }

    /// A condition in a case, and what computing it takes for granted.
    fn formula(&mut self, case: &mut Case, condition: &Expr) -> Result<Formula, Stuck> {
        let (formula, demands) = self.context.formula(condition, &case.state, &self.entry)?;
        for demand in demands {
            if let FactKind::Check(kind) = demand.kind {
                let known: Vec<TermId> = case.state.premises().collect();
                self.grant(case, &known, kind, &demand);
                case.state.condition.push(demand.condition);
            }
        }
        Ok(formula)
    }

    /// Adds a condition; `false` if the constraint cannot hold any more.
    pub(super) fn restrict(&mut self, case: &mut Case, condition: TermId) -> bool {
        let condition = self.context.table.simplify(condition);
        if let Some(truth) = self.context.table.as_bool(condition) {
            return truth;
        }
        case.constraint.push(condition);
        case.state.condition.push(condition);
        self.is_possible(case)
    }

    fn say_error(&mut self, kind: ErrorKind, span: Span, subject: Option<&str>, case: &Case) {
        match (kind, subject) {
            (ErrorKind::Uninitialised, Some(name)) => {
                self.say(MessageKind::Undefined, span, format!("{name} is used before it has a value"), case);
            }
            // Nobody knows what it leads to: there may be an object.
            (ErrorKind::InvalidPointer, _) => {
                self.say_stuck(Stuck::unsupported(span, UNKNOWN_ADDRESS), case);
            }
            (ErrorKind::Uninitialised, None) => {
                self.say(MessageKind::Undefined, span, kind.to_string(), case)
            }
            _ => self.say(MessageKind::Error, span, kind.to_string(), case),
        }
    }
}
