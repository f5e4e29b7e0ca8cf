//! The evaluator: `multipass`, `pass`, `process`, one procedure for each kind of node, and `combine`.

use std::collections::BTreeSet;

use dashu_int::UBig;
use sextant_base::{Interrupt, Span};
use sextant_expr::{Op, Rounding, Table, TermId};
use sextant_logic::{Dimensions, Stuck, shape_name, sort_of, subscripts, value};
use sextant_solver::{Answer, Solver, SolverConfig};
use sextant_syntax::{ArrayBounds, Expr, OutputItem, Place, Storage, Type, VarId, Variable};

use super::count::PathCounter;
use super::environment::{Case, Entry, Exit, History, Reader};
use super::show;
use super::steps::{Attribute, Step};
use super::tree::{NodeKind, SyntaxTree};

/// How passes are made.
#[derive(Clone, Debug)]
pub struct Config {
    /// How many passes at most.
    pub passes: u32,
    /// Whether every assignment to an attribute is recorded.
    pub attributes: bool,
    /// Whether every node is visited in every pass, as the plain method does.
    pub visit_all: bool,
    /// How division rounds.
    pub division: Rounding,
    /// Static and external variables that may hold anything at the start.
    pub lasting: BTreeSet<VarId>,
    /// Names that symbols for values read must not take.
    pub reserved: Vec<String>,
    /// Where to start instead of at the root.
    pub start: Option<Given>,
    /// The solver.
    pub solver: SolverConfig,
    /// When to stop.
    pub interrupt: Interrupt,
}

/// A node to start at, with its environment.
#[derive(Clone, Debug)]
pub struct Given {
    /// The number of the node.
    pub node: usize,
    /// Values of variables.
    pub values: Vec<(VarId, Expr)>,
    /// What is known.
    pub conditions: Vec<Expr>,
}

/// Something to be said about a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// What kind of thing.
    pub kind: MessageKind,
    /// Where.
    pub span: Span,
    /// What.
    pub text: String,
    /// The constraint of the case.
    pub constraint: Vec<String>,
}

/// Kinds of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageKind {
    /// A variable is used before it has a value; the case ends.
    Undefined,
    /// A loop that never ends.
    Endless,
    /// A claim that does not hold in every state of the case.
    Claim,
    /// Something taken for granted: a subscript in its bounds, a divisor that is not zero.
    Granted,
    /// Something without a procedure; the case ends.
    Unsupported,
}

/// A case in words: the conjuncts of its constraint, the names and values of its table.
pub type ShownCase = (Vec<String>, Vec<(String, String)>);

/// What one pass gave.
#[derive(Clone, Debug)]
pub struct Record {
    /// The number of the pass, from 1.
    pub number: u32,
    /// Every assignment to an attribute, if they are recorded.
    pub steps: Vec<Step>,
    /// The cases synthesised for the root.
    pub cases: Vec<ShownCase>,
    /// The synthesised environment in one line.
    pub shown: String,
    /// How many cases the solver could not decide.
    pub undecided: usize,
    /// Nodes visited.
    pub visited: usize,
    /// Cases synthesised so far in all passes.
    pub executable: u64,
    /// Control paths with at most as many iterations as this pass allows.
    pub control_paths: UBig,
    /// Cases that wait at loops for the next pass.
    pub waiting: usize,
}

/// The evaluator with the attributes of all nodes.
pub struct Passes<'p> {
    pub(super) tree: &'p SyntaxTree,
    pub(super) table: Table,
    pub(super) solver: Solver,
    pub(super) config: Config,
    pub(super) inherited: Vec<Vec<Case>>,
    synthesised: Vec<Vec<Case>>,
    /// The father of each node.
    pub(super) fathers: Vec<Option<usize>>,
    pub(super) active: Vec<bool>,
    /// How often each node was visited.
    pub visits: Vec<u32>,
    pub(super) any_active: bool,
    go: bool,
    quiet: bool,
    steps: Vec<Step>,
    /// What was to be said.
    pub messages: Vec<Message>,
    /// The passes made.
    pub records: Vec<Record>,
    /// Whether all paths have been seen.
    pub complete: bool,
}

/// Makes passes until all paths are seen or the limit is reached.
pub fn run<'p>(tree: &'p SyntaxTree, config: Config) -> Result<Passes<'p>, Stuck> {
    let count = tree.nodes.len();
    let mut passes = Passes {
        tree,
        table: Table::new(),
        solver: Solver::new(config.solver.clone()),
        config,
        inherited: vec![Vec::new(); count],
        synthesised: vec![Vec::new(); count],
        fathers: tree.fathers(),
        active: vec![true; count],
        visits: vec![0; count],
        any_active: false,
        go: false,
        quiet: false,
        steps: Vec::new(),
        messages: Vec::new(),
        records: Vec::new(),
        complete: false,
    };
    passes.multipass()?;
    Ok(passes)
}

impl Passes<'_> {
    fn multipass(&mut self) -> Result<(), Stuck> {
        let mut start = 0;
        let case = match self.config.start.clone() {
            Some(given) => {
                start = given.node - 1;
                self.given_case(&given)?
            }
            None => self.first_case()?,
        };
        self.set(start, Attribute::Inherited, vec![case]);
        let mut counter = PathCounter::new(self.tree, start);
        for number in 1..=self.config.passes {
            if self.config.interrupt.should_stop() {
                break;
            }
            let visits_before: u32 = self.visits.iter().sum();
            self.any_active = false;
            self.go = false;
            let cases = self.pass(start);
            self.record(number, cases, visits_before, counter.pass());
            if !self.any_active {
                self.complete = true;
                break;
            }
        }
        Ok(())
    }

    fn record(&mut self, number: u32, cases: Vec<Case>, visits_before: u32, control_paths: UBig) {
        let variables = &self.tree.variables;
        let shown = show::environment(&mut self.table, variables, &cases, show::Shown::Own);
        let before = self.records.last().map_or(0, |record| record.executable);
        let mut rows = Vec::new();
        for case in &cases {
            let constraint = show::constraint(&mut self.table, case);
            rows.push((constraint, show::values(&mut self.table, variables, case, show::Shown::Own)));
        }
        self.records.push(Record {
            number,
            steps: std::mem::take(&mut self.steps),
            shown,
            undecided: cases.iter().filter(|case| case.undecided).count(),
            visited: (self.visits.iter().sum::<u32>() - visits_before) as usize,
            executable: before + cases.len() as u64,
            control_paths,
            waiting: self.inherited.iter().map(Vec::len).sum(),
            cases: rows,
        });
    }

    /// The environment before the first statement: parameters are symbols.
    fn first_case(&mut self) -> Result<Case, Stuck> {
        let mut case = Case::default();
        let tree = self.tree;
        // Scalars first: the bounds of arrays speak of them.
        let (arrays, scalars): (Vec<_>, Vec<_>) =
            tree.variables.iter_enumerated().partition(|(_, variable)| variable.ty.is_array());
        for (id, variable) in scalars.into_iter().chain(arrays) {
            // What has no terms, or no storage of its own, is unsupported where it is used.
            if tree.overlapping.contains(&id) {
                continue;
            }
            let Ok(sort) = sort_of(&variable.ty, variable.span) else { continue };
            let is_input = match variable.storage {
                Storage::Parameter | Storage::Value | Storage::Area(..) => true,
                Storage::Static | Storage::External(_) => self.config.lasting.contains(&id),
                Storage::Automatic => false,
            };
            let symbol = is_input.then(|| self.table.symbol(&variable.name, sort));
            match (&variable.ty, symbol) {
                (Type::Array(_, declared), base) => {
                    let bounds = self.bounds(&mut case, &variable.name, declared)?;
                    let low = bounds.as_ref().and_then(|bounds| bounds.first()).map(|&(low, _)| low);
                    let mut history = History { base, entries: Vec::new(), bounds };
                    for (position, initial) in variable.initial.iter().enumerate() {
                        let Some(low) = low.filter(|_| declared.len() == 1) else { break };
                        let offset = self.table.int(position as u64);
                        let index = self.table.apply(Op::Add, &[low, offset]);
                        let value = self.quiet_value(&mut case, initial)?;
                        history.assign(self.table.simplify(index), value);
                    }
                    case.table.insert(id, Entry::Array(history));
                }
                (_, Some(symbol)) => {
                    case.table.insert(id, Entry::Scalar(symbol));
                }
                (_, None) => {
                    if let [initial] = &variable.initial[..] {
                        let value = self.quiet_value(&mut case, initial)?;
                        case.table.insert(id, Entry::Scalar(value));
                    }
                }
            }
        }
        Ok(case)
    }

    /// The bounds of an array; none where the argument decides.
    fn bounds(
        &mut self,
        case: &mut Case,
        name: &str,
        declared: &[ArrayBounds],
    ) -> Result<Option<Dimensions>, Stuck> {
        let mut found = Dimensions::new();
        for (position, bounds) in declared.iter().enumerate() {
            let (low, high) = match bounds {
                ArrayBounds::Given { low, high } | ArrayBounds::Sequence { low, high: Some(high) } => {
                    (low, Some(self.quiet_value(case, high)?))
                }
                ArrayBounds::Shape { low } => {
                    let high = shape_name(name, position, declared.len());
                    (low, Some(self.table.symbol(&high, sextant_expr::Sort::INT)))
                }
                ArrayBounds::Sequence { low, high: None } => (low, None),
                ArrayBounds::OfArgument | ArrayBounds::Deferred => return Ok(None),
            };
            found.push((self.quiet_value(case, low)?, high));
        }
        Ok(Some(found))
    }

    fn given_case(&mut self, given: &Given) -> Result<Case, Stuck> {
        let mut case = self.first_case()?;
        for (variable, expr) in &given.values {
            let value = self.quiet_value(&mut case, expr)?;
            case.table.insert(*variable, Entry::Scalar(value));
        }
        for condition in &given.conditions {
            let value = self.quiet_value(&mut case, condition)?;
            case.constraint.push(value);
        }
        Ok(case)
    }

    /// `pass`: the synthesised environment of the start node.
    fn pass(&mut self, start: usize) -> Vec<Case> {
        if !matches!(self.tree.nodes[start].kind, NodeKind::Program) {
            self.process(start);
            let cases = self.synthesised[start].clone();
            self.set(start, Attribute::Synthesised, Vec::new());
            return cases;
        }
        let son = self.tree.nodes[start].sons[0];
        let inherited = std::mem::take(&mut self.inherited[start]);
        self.inherit(son, inherited);
        self.visits[start] += 1;
        self.process(son);
        let cases = self.synthesised[son].clone();
        self.set(start, Attribute::Synthesised, cases.clone());
        self.set(start, Attribute::Inherited, Vec::new());
        self.set(son, Attribute::Synthesised, Vec::new());
        self.synthesised[start].clear();
        cases
    }

    /// Assigns an attribute and records it.
    pub(super) fn set(&mut self, node: usize, attribute: Attribute, cases: Vec<Case>) {
        if self.config.attributes && !self.quiet {
            let value = show::environment(&mut self.table, &self.tree.variables, &cases, show::Shown::Called);
            self.steps.push(Step { node: node + 1, attribute, value });
        }
        match attribute {
            Attribute::Inherited => self.inherited[node] = cases,
            Attribute::Synthesised => self.synthesised[node] = cases,
        }
    }

    /// `S.inh <- cases ∪ S.inh`
    pub(super) fn inherit(&mut self, node: usize, mut cases: Vec<Case>) {
        cases.append(&mut self.inherited[node]);
        self.set(node, Attribute::Inherited, cases);
    }

    /// Lets cases go through a subtree whose attributes are all empty.
    pub(super) fn through(&mut self, node: usize, cases: Vec<Case>) -> Vec<Case> {
        self.inherit(node, cases);
        self.process(node);
        std::mem::take(&mut self.synthesised[node])
    }

    /// Does something without a record of it; also whether every case came through.
    pub(super) fn quietly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let kept = (self.any_active, self.go, self.active.clone(), self.messages.len(), self.quiet);
        self.quiet = true;
        self.go = true;
        let result = work(self);
        let stuck = self.messages.len() > kept.3;
        self.messages.truncate(kept.3);
        (self.any_active, self.go, self.active, _, self.quiet) = kept;
        (result, !stuck)
    }

    fn process(&mut self, node: usize) {
        if !(self.go || self.active[node] || self.config.visit_all) {
            return;
        }
        if !self.quiet {
            self.visits[node] += 1;
        }
        let waited_at = matches!(self.tree.nodes[node].kind, NodeKind::While { .. })
            || (self.tree.nodes[node].labelled && !self.inherited[node].is_empty());
        if waited_at && self.active[node] {
            self.go = true;
        }
        // Lists of statements are chains of compounds.
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.process_kind(node));
        self.active[node] = self.any_active;
    }

    fn process_kind(&mut self, node: usize) {
        let tree = self.tree;
        match &tree.nodes[node].kind {
            NodeKind::Compound => self.compound(node),
            NodeKind::If(condition) => self.conditional(node, condition),
            NodeKind::While { condition, until } => self.repeat(node, condition.as_ref(), until.as_ref()),
            NodeKind::Goto(Some(target)) => self.jump(node, *target),
            kind => {
                let cases = std::mem::take(&mut self.inherited[node]);
                let mut after = Vec::with_capacity(cases.len());
                for mut case in cases {
                    if case.exit.is_some() {
                        after.push(case);
                        continue;
                    }
                    match self.leaf(kind, &mut case, tree.nodes[node].span) {
                        Ok(true) => after.push(case),
                        Ok(false) => {}
                        Err(stuck) => self.say_stuck(stuck, &case),
                    }
                }
                self.set(node, Attribute::Synthesised, after);
                self.set(node, Attribute::Inherited, Vec::new());
            }
        }
    }

    fn compound(&mut self, node: usize) {
        let [first, second] = self.tree.nodes[node].sons[..] else { return };
        let cases = self.inherited[node].clone();
        self.inherit(first, cases);
        self.process(first);
        let cases = self.synthesised[first].clone();
        self.inherit(second, cases);
        self.process(second);
        let cases = self.synthesised[second].clone();
        self.set(node, Attribute::Synthesised, cases);
        self.set(node, Attribute::Inherited, Vec::new());
        self.set(first, Attribute::Synthesised, Vec::new());
        self.set(second, Attribute::Synthesised, Vec::new());
    }

    fn conditional(&mut self, node: usize, condition: &Expr) {
        let sons = self.tree.nodes[node].sons.clone();
        let (left, cases): (Vec<Case>, Vec<Case>) =
            self.inherited[node].clone().into_iter().partition(|case| case.exit.is_some());
        let holds = self.combine(cases.clone(), condition, true);
        // What is to be said of the condition has been said.
        let (fails, _) = self.quietly(|passes| passes.combine(cases, condition, false));
        self.inherit(sons[0], holds);
        self.process(sons[0]);
        let mut after = self.synthesised[sons[0]].clone();
        match sons.get(1) {
            Some(&second) => {
                self.inherit(second, fails);
                self.process(second);
                after.extend(self.synthesised[second].iter().cloned());
            }
            None => after.extend(fails),
        }
        after.extend(left);
        self.set(node, Attribute::Synthesised, after);
        self.set(node, Attribute::Inherited, Vec::new());
        for son in sons {
            self.set(son, Attribute::Synthesised, Vec::new());
        }
    }

    fn repeat(&mut self, node: usize, condition: Option<&Expr>, until: Option<&Expr>) {
        let sons = self.tree.nodes[node].sons.clone();
        let (mut done, cases): (Vec<Case>, Vec<Case>) =
            self.inherited[node].clone().into_iter().partition(|case| case.exit.is_some());
        let (inside, outside) = match condition {
            Some(condition) => {
                let inside = self.combine(cases.clone(), condition, true);
                let (outside, _) = self.quietly(|passes| passes.combine(cases, condition, false));
                (inside, outside)
            }
            None => (cases, Vec::new()),
        };
        self.report_endless(node, &inside);
        done.extend(outside);
        self.inherit(sons[0], inside);
        self.process(sons[0]);
        let mut again = going_on(self.synthesised[sons[0]].clone(), &mut done);
        if let Some(until) = until {
            done.extend(self.combine(again.clone(), until, true));
            (again, _) = self.quietly(|passes| passes.combine(again, until, false));
        }
        if let Some(&step) = sons.get(1) {
            self.inherit(step, again);
            self.process(step);
            again = going_on(self.synthesised[step].clone(), &mut done);
        }
        if !again.is_empty() {
            self.any_active = true;
        }
        self.set(node, Attribute::Synthesised, done);
        self.set(node, Attribute::Inherited, again);
        for son in sons {
            self.set(son, Attribute::Synthesised, Vec::new());
        }
    }

    fn report_endless(&mut self, node: usize, entering: &[Case]) {
        let span = self.tree.nodes[node].span;
        let known = |message: &Message| message.kind == MessageKind::Endless && message.span == span;
        if self.quiet || self.messages.iter().any(known) {
            return;
        }
        for case in entering {
            if self.never_ends(node, case) {
                self.say(MessageKind::Endless, span, "the loop never ends once it is entered".into(), case);
                return;
            }
        }
    }

    /// `combine`: adds the value of a condition, or of its negation, to the constraints.
    pub(super) fn combine(&mut self, cases: Vec<Case>, condition: &Expr, wanted: bool) -> Vec<Case> {
        let mut kept = Vec::with_capacity(cases.len());
        for mut case in cases {
            let value = match self.value(&mut case, condition) {
                Ok(value) => value,
                Err(stuck) => {
                    self.say_stuck(stuck, &case);
                    continue;
                }
            };
            let value = if wanted { value } else { self.table.not(value) };
            if self.restrict(&mut case, value) {
                kept.push(case);
            }
        }
        kept
    }

    /// Adds a condition; `false` if the constraint cannot hold any more.
    fn restrict(&mut self, case: &mut Case, condition: TermId) -> bool {
        let condition = self.table.simplify(condition);
        match self.table.as_bool(condition) {
            Some(truth) => return truth,
            None => case.constraint.push(condition),
        }
        match self.solver.check(&mut self.table, &case.known()) {
            Answer::Unsat => false,
            Answer::Sat(_) => true,
            Answer::Unknown(_) => {
                case.undecided = true;
                true
            }
        }
    }

    /// The value of an expression in a case.
    pub(super) fn value(&mut self, case: &mut Case, expr: &Expr) -> Result<TermId, Stuck> {
        let mut doubts = Vec::new();
        let division = self.config.division;
        let mut reader = Reader { case, solver: &mut self.solver, division, doubts: &mut doubts };
        let result = value(&mut self.table, &mut reader, expr);
        for (span, condition) in doubts {
            self.say_granted(span, condition, case);
        }
        let term = result?;
        Ok(self.table.simplify(term))
    }

    /// The same without messages.
    pub(super) fn quiet_value(&mut self, case: &mut Case, expr: &Expr) -> Result<TermId, Stuck> {
        let count = self.messages.len();
        let result = self.value(case, expr);
        self.messages.truncate(count);
        result
    }

    /// A statement without parts; `false` ends the case.
    fn leaf(&mut self, kind: &NodeKind, case: &mut Case, span: Span) -> Result<bool, Stuck> {
        match kind {
            NodeKind::Assign(places, expr) => {
                let value = self.value(case, expr)?;
                for place in places {
                    self.assign(case, place, value, expr.span)?;
                }
            }
            NodeKind::Read(places) => {
                for place in places {
                    let value = self.next_input(case, place);
                    self.assign(case, place, value, span)?;
                }
            }
            NodeKind::Write(items) => {
                for item in items {
                    if let OutputItem::Value(expr) = item {
                        let value = self.value(case, expr)?;
                        case.written.push(value);
                    }
                }
            }
            NodeKind::Return(expr) => {
                case.returned = expr.as_ref().map(|expr| self.value(case, expr)).transpose()?;
                case.exit = Some(Exit::Return);
            }
            NodeKind::Stop => case.exit = Some(Exit::Stop),
            NodeKind::Leave(outwards) => case.exit = Some(Exit::Leave(*outwards)),
            NodeKind::Next(outwards) => case.exit = Some(Exit::Next(*outwards)),
            NodeKind::Assume(condition) => {
                let value = self.value(case, condition)?;
                return Ok(self.restrict(case, value));
            }
            NodeKind::Assert(condition) => return self.claim(case, condition),
            NodeKind::Goto(_) => {
                return Err(Stuck::unsupported(span, "a jump to a label outside the procedure"));
            }
            NodeKind::Fresh(variable) => forget(case, *variable),
            NodeKind::Unsupported(what) => return Err(Stuck::unsupported(span, what.clone())),
            _ => {}
        }
        Ok(true)
    }

    fn claim(&mut self, case: &mut Case, condition: &Expr) -> Result<bool, Stuck> {
        let value = match self.value(case, condition) {
            Ok(value) => value,
            // A claim changes nothing: the case goes on without it.
            Err(Stuck::Unsupported { span, what }) => {
                let text = format!("taken for granted: this claim (unsupported: {what})");
                self.say(MessageKind::Granted, span, text, case);
                return Ok(true);
            }
            Err(stuck) => return Err(stuck),
        };
        let mut known = case.known();
        known.push(self.table.not(value));
        if !matches!(self.solver.check(&mut self.table, &known), Answer::Unsat) {
            self.say(MessageKind::Claim, condition.span, "the claim need not hold".into(), case);
        }
        Ok(self.restrict(case, value))
    }

    fn assign(&mut self, case: &mut Case, place: &Place, value: TermId, span: Span) -> Result<(), Stuck> {
        if self.tree.overlapping.contains(&place.variable()) {
            return Err(Stuck::Undefined { span, variable: place.variable() });
        }
        match place {
            Place::Variable(variable) => {
                let declared = &self.tree.variables[*variable];
                sort_of(&declared.ty, span)?;
                case.table.insert(*variable, Entry::Scalar(value));
            }
            element => self.assign_element(case, element, value, span)?,
        }
        Ok(())
    }

    fn assign_element(
        &mut self,
        case: &mut Case,
        place: &Place,
        value: TermId,
        span: Span,
    ) -> Result<(), Stuck> {
        let variable = place.variable();
        let mut index = Vec::new();
        for subscript in subscripts(place, span)?.unwrap_or_default() {
            index.push(self.value(case, subscript)?);
        }
        let mut doubts = Vec::new();
        let division = self.config.division;
        let mut reader = Reader { case, solver: &mut self.solver, division, doubts: &mut doubts };
        reader.within(&mut self.table, variable, &index, span)?;
        for (span, condition) in doubts {
            self.say_granted(span, condition, case);
        }
        let index = self.table.joined(&index);
        let index = self.table.simplify(index);
        match case.table.get_mut(&variable) {
            Some(Entry::Array(history)) => history.assign(index, value),
            _ => return Err(Stuck::unsupported(span, "this array")),
        }
        Ok(())
    }

    /// `x1`, `x2`, … for the values read into `X`.
    fn next_input(&mut self, case: &mut Case, place: &Place) -> TermId {
        let id = place.variable();
        let count = case.reads.entry(id).or_default();
        *count += 1;
        let variable = &self.tree.variables[id];
        let mut name = format!("{}{count}", variable.name.to_lowercase());
        let taken = |name: &String| {
            self.config.reserved.contains(name) || self.tree.variables.iter().any(|other| other.name == *name)
        };
        while taken(&name) {
            name.push('_');
        }
        let sort = match variable.ty.scalar() {
            Type::Logical => sextant_expr::Sort::BOOL,
            Type::Real(_) => sextant_expr::Sort::REAL,
            _ => sextant_expr::Sort::INT,
        };
        self.table.symbol(&name, sort)
    }

    fn say_granted(&mut self, span: Span, condition: TermId, case: &Case) {
        let text = format!("taken for granted: {}", show::term(&mut self.table, condition));
        self.say(MessageKind::Granted, span, text, case);
    }

    pub(super) fn say_stuck(&mut self, stuck: Stuck, case: &Case) {
        match stuck {
            Stuck::Undefined { span, variable } if self.tree.overlapping.contains(&variable) => {
                let name = &self.tree.variables[variable].name;
                let text = format!("unsupported: {name} shares its storage with another variable");
                self.say(MessageKind::Unsupported, span, text, case);
            }
            Stuck::Undefined { span, variable } => {
                let Variable { name, ty, .. } = &self.tree.variables[variable];
                // What has no terms never gets a value here.
                if let Err(stuck @ Stuck::Unsupported { .. }) = sort_of(ty, span) {
                    return self.say_stuck(stuck, case);
                }
                let text = format!("{name} is used before it has a value");
                self.say(MessageKind::Undefined, span, text, case);
            }
            Stuck::Unsupported { span, what } => {
                self.say(MessageKind::Unsupported, span, format!("unsupported: {what}"), case);
            }
        }
    }

    fn say(&mut self, kind: MessageKind, span: Span, text: String, case: &Case) {
        let constraint = show::constraint(&mut self.table, case);
        let message = Message { kind, span, text, constraint };
        if !self.messages.contains(&message) {
            self.messages.push(message);
        }
    }
}

/// The cases that go on with a loop; the others have left it.
fn going_on(cases: Vec<Case>, done: &mut Vec<Case>) -> Vec<Case> {
    let mut again = Vec::new();
    for mut case in cases {
        let (exit, goes_on) = case.exit.map_or((None, true), Exit::out_of_loop);
        case.exit = exit;
        if goes_on { again.push(case) } else { done.push(case) }
    }
    again
}

/// Takes the value of a variable away: it begins to live anew.
fn forget(case: &mut Case, variable: VarId) {
    match case.table.get_mut(&variable) {
        Some(Entry::Array(history)) => {
            history.base = None;
            history.entries.clear();
        }
        _ => {
            case.table.remove(&variable);
        }
    }
}
