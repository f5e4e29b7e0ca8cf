//! The evaluator: `multipass`, `pass`, `process`, and one procedure for each kind of node.

use dashu_int::UBig;
use sextant_base::{Interrupt, Span};
use sextant_effects::{Context, Stuck};
use sextant_expr::{Table, TermId};
use sextant_notation::{Formula, Notation};
use sextant_solver::{Solver, SolverConfig};
use sextant_state::{PartValue, State, Value};
use sextant_syntax::{Expr, VarId};

use super::count::PathCounter;
use super::environment::Case;
use super::show::{self, Shown};
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
    /// Names that symbols for values read must not take.
    pub reserved: Vec<String>,
    /// How many of the variables are the procedure's own; the others are those of procedures in line.
    pub own: usize,
    /// Where to start instead of at the root.
    pub start: Option<Given>,
    /// How a part of a variable that is no number is shown.
    pub show: fn(&mut Table, &PartValue) -> Formula,
    /// How formulas are written.
    pub notation: Notation,
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
    pub constraint: Vec<Formula>,
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
    /// Something assumed: a subscript in its bounds, a divisor that is not zero.
    Granted,
    /// Something that the machine cannot do; the case ends.
    Unsupported,
    /// An error of the program that happens in every state of the case, which ends.
    Error,
}

/// A case in words: the conjuncts of its constraint, the names and values of its table.
pub type ShownCase = (Vec<Formula>, Vec<(String, Formula)>);

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

/// The number of a node, an attribute, and the environment it gets.
type Step = (usize, &'static str, String);

/// Which attribute of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Attribute {
    /// What holds before the node.
    Inherited,
    /// What holds after the node.
    Synthesised,
}

impl Attribute {
    /// The paper's short name.
    fn name(self) -> &'static str {
        match self {
            Attribute::Inherited => "inh",
            Attribute::Synthesised => "syn",
        }
    }
}

/// The evaluator with the attributes of all nodes.
pub struct Passes<'p, 'c> {
    pub(super) tree: &'p SyntaxTree,
    pub(super) context: &'p mut Context<'c>,
    pub(super) solver: Solver,
    pub(super) config: Config,
    /// The state before the first statement.
    pub(super) entry: State,
    /// Instructions between two nodes, at most.
    pub(super) idle: usize,
    pub(super) inherited: Vec<Vec<Case>>,
    synthesised: Vec<Vec<Case>>,
    /// The father of each node.
    fathers: Vec<Option<usize>>,
    active: Vec<bool>,
    /// How often each node was visited.
    pub visits: Vec<u32>,
    any_active: bool,
    go: bool,
    quiet: bool,
    /// How often something was said.
    said: usize,
    /// Whether the time was up in the middle of a pass.
    pub(super) cut: bool,
    steps: Vec<Step>,
    /// What was to be said.
    pub messages: Vec<Message>,
    /// The passes made.
    pub records: Vec<Record>,
    /// Whether all paths have been seen.
    pub complete: bool,
}

/// Makes passes until all paths are seen or the limit is reached.
///
/// # Errors
/// A procedure that the machine cannot begin, a start that makes no sense.
pub fn run<'p, 'c>(
    tree: &'p SyntaxTree,
    context: &'p mut Context<'c>,
    config: Config,
) -> Result<Passes<'p, 'c>, Stuck> {
    let count = tree.nodes.len();
    let entry = context.entry()?;
    let blocks = context.graph.blocks.iter();
    let mut passes = Passes {
        tree,
        solver: Solver::new(config.solver.clone()),
        config,
        idle: blocks.map(|block| block.instructions.len() + 2).sum(),
        context,
        entry: entry.state.clone(),
        inherited: vec![Vec::new(); count],
        synthesised: vec![Vec::new(); count],
        fathers: tree.fathers(),
        active: vec![true; count],
        visits: vec![0; count],
        any_active: false,
        go: false,
        quiet: false,
        said: 0,
        cut: false,
        steps: Vec::new(),
        messages: Vec::new(),
        records: Vec::new(),
        complete: false,
    };
    let case = Case::new(entry.state, None);
    let first = passes.settled(case, entry.to);
    passes.multipass(first)?;
    Ok(passes)
}

impl Passes<'_, '_> {
    fn multipass(&mut self, first: Vec<Case>) -> Result<(), Stuck> {
        let mut start = 0;
        let mut cases = first;
        if let Some(given) = self.config.start.clone() {
            start = given.node - 1;
            for case in &mut cases {
                self.begin(case, &given)?;
            }
        }
        self.set(start, Attribute::Inherited, cases);
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
                self.complete = !self.cut;
                break;
            }
        }
        Ok(())
    }

    fn record(&mut self, number: u32, cases: Vec<Case>, visits_before: u32, control_paths: UBig) {
        let shown = self.environment(&cases, Shown::Own);
        let before = self.records.last().map_or(0, |record| record.executable);
        let rows = cases.iter().map(|case| self.shown(case, Shown::Own)).collect();
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

    /// Puts a case before a node, with the environment given for it.
    fn begin(&mut self, case: &mut Case, given: &Given) -> Result<(), Stuck> {
        let node = &self.tree.nodes[given.node - 1];
        if given.node > 1 {
            case.point = self.tree.entry(given.node - 1);
            let stands = case.point.is_some_and(|point| case.state.stand_after(self.context.code(), point));
            if !stands {
                return Err(Stuck::unsupported(node.span, "a start at a node that does nothing"));
            }
        }
        for (variable, expr) in &given.values {
            let value = self.context.value(expr, &case.state, &self.entry)?.value;
            let held = case.state.held_by(self.context.code(), *variable);
            let held = held.map_err(|what| Stuck::unsupported(expr.span, what))?;
            match (&held[..], value) {
                ([only], Some(value)) => {
                    case.state.put_at(only.spot, Value::of_term(&self.context.table, value));
                }
                _ => return Err(Stuck::unsupported(expr.span, "a value of this type here")),
            }
        }
        for condition in &given.conditions {
            let value = self.context.value(condition, &case.state, &self.entry)?.value;
            let value =
                value.ok_or_else(|| Stuck::unsupported(condition.span, "a condition without a value"))?;
            self.restrict(case, value);
        }
        Ok(())
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
        let (cases, lost): (Vec<Case>, Vec<Case>) =
            self.synthesised[son].clone().into_iter().partition(|case| case.point.is_none());
        for case in lost {
            let span = case.state.span(self.context.code());
            self.say_stuck(Stuck::unsupported(span, "the way control comes here"), &case);
        }
        self.set(start, Attribute::Synthesised, cases.clone());
        self.set(start, Attribute::Inherited, Vec::new());
        self.set(son, Attribute::Synthesised, Vec::new());
        self.synthesised[start].clear();
        cases
    }

    /// Assigns an attribute and records it.
    pub(super) fn set(&mut self, node: usize, attribute: Attribute, cases: Vec<Case>) {
        if self.config.attributes && !self.quiet {
            let value = self.environment(&cases, Shown::Called);
            self.steps.push((node + 1, attribute.name(), value));
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
        let kept = (self.any_active, self.go, self.active.clone(), self.quiet);
        let (said, messages) = (self.said, self.messages.len());
        (self.quiet, self.go) = (true, true);
        let result = work(self);
        self.messages.truncate(messages);
        (self.any_active, self.go, self.active, self.quiet) = kept;
        (result, self.said == said)
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
            NodeKind::Program | NodeKind::Compound => self.compound(node),
            NodeKind::Choice(branches) => self.conditional(node, branches),
            NodeKind::While { enters } => self.repeat(node, *enters),
            NodeKind::Goto(target) => self.jump(node, *target),
            kind => {
                let mut after = Vec::new();
                for case in std::mem::take(&mut self.inherited[node]) {
                    after.extend(self.leaf(node, kind, case));
                }
                self.finish(node, after, Vec::new());
            }
        }
    }

    /// Assigns what a node synthesises, and what it keeps for the next pass beside what jumps gave it meanwhile.
    fn finish(&mut self, node: usize, after: Vec<Case>, mut again: Vec<Case>) {
        again.append(&mut self.inherited[node]);
        self.set(node, Attribute::Synthesised, after);
        self.set(node, Attribute::Inherited, again);
    }

    /// A statement without parts. A case that stands elsewhere passes by.
    fn leaf(&mut self, node: usize, kind: &NodeKind, mut case: Case) -> Vec<Case> {
        if !self.tree.holds(node, case.point) {
            return vec![case];
        }
        let goes_on = match kind {
            NodeKind::Assume(condition) => self.assume(&mut case, condition),
            NodeKind::Assert(condition) => self.claim(&mut case, condition),
            _ => Ok(true),
        };
        match goes_on {
            Ok(true) => self.execute(node, case),
            Ok(false) => Vec::new(),
            Err(stuck) => {
                self.say_stuck(stuck, &case);
                Vec::new()
            }
        }
    }

    fn compound(&mut self, node: usize) {
        let [first, second] = self.tree.nodes[node].sons[..] else { return };
        let cases = std::mem::take(&mut self.inherited[node]);
        self.inherit(first, cases);
        self.process(first);
        let cases = self.synthesised[first].clone();
        self.inherit(second, cases);
        self.process(second);
        let cases = self.synthesised[second].clone();
        self.finish(node, cases, Vec::new());
        self.set(first, Attribute::Synthesised, Vec::new());
        self.set(second, Attribute::Synthesised, Vec::new());
    }

    fn conditional(&mut self, node: usize, branches: &[Option<usize>]) {
        let tree = self.tree;
        let mut left = Vec::new();
        let mut chosen: Vec<Vec<Case>> = vec![Vec::new(); branches.len()];
        for case in std::mem::take(&mut self.inherited[node]) {
            let inside = branches.iter().position(|son| son.is_some_and(|son| tree.holds(son, case.point)));
            if let Some(branch) = inside {
                chosen[branch].push(case);
            } else if tree.holds(node, case.point) {
                let taken = self.choose(&case, branches.len());
                chosen.iter_mut().zip(taken).for_each(|(all, cases)| all.extend(cases));
            } else {
                left.push(case);
            }
        }
        let mut after = Vec::new();
        for (son, cases) in branches.iter().zip(chosen) {
            match *son {
                Some(son) => {
                    self.inherit(son, cases);
                    self.process(son);
                    after.extend(self.synthesised[son].iter().cloned());
                }
                None => after.extend(cases),
            }
        }
        after.extend(left);
        self.finish(node, after, Vec::new());
        for &son in &tree.nodes[node].sons {
            self.set(son, Attribute::Synthesised, Vec::new());
        }
    }

    fn repeat(&mut self, node: usize, enters: Option<usize>) {
        let tree = self.tree;
        let son = tree.nodes[node].sons[0];
        let (mut inside, mut done) = (Vec::new(), Vec::new());
        for case in std::mem::take(&mut self.inherited[node]) {
            match enters {
                Some(edge) if tree.stands_at(node, case.point) => {
                    let [enters, leaves] = self.test(&case, edge);
                    inside.extend(enters);
                    done.extend(leaves);
                }
                _ if tree.holds(node, case.point) => inside.push(case),
                _ => done.push(case),
            }
        }
        self.report_endless(node, &inside);
        self.inherit(son, inside);
        self.process(son);
        let cases = self.synthesised[son].clone();
        let (again, left): (Vec<Case>, Vec<Case>) =
            cases.into_iter().partition(|case| tree.holds(node, case.point));
        done.extend(left);
        if !again.is_empty() {
            self.any_active = true;
        }
        self.finish(node, done, again);
        self.set(son, Attribute::Synthesised, Vec::new());
    }

    /// The cases of a case before the test of a loop: those that begin an iteration, and the others.
    pub(super) fn test(&mut self, case: &Case, enters: usize) -> [Vec<Case>; 2] {
        let mut taken = self.choose(case, 2);
        let enters = std::mem::take(&mut taken[enters]);
        [enters, taken.concat()]
    }

    /// A jump: the label inherits its cases, in this pass if it stands further on, in the next one otherwise.
    fn jump(&mut self, node: usize, target: Option<usize>) {
        let cases = std::mem::take(&mut self.inherited[node]);
        let Some(target) = target else { return self.finish(node, cases, Vec::new()) };
        let (cases, left): (Vec<Case>, Vec<Case>) =
            cases.into_iter().partition(|case| self.tree.holds(target, case.point));
        if !cases.is_empty() && !self.is_visited_from_start(target) {
            let what = "a jump out of the part of the program that is evaluated";
            for case in &cases {
                self.say_stuck(Stuck::unsupported(self.tree.nodes[node].span, what), case);
            }
        } else if !cases.is_empty() {
            self.inherit(target, cases);
            if target <= node {
                self.wake(target);
            }
        }
        self.finish(node, left, Vec::new());
    }

    /// Whether cases wait before a node.
    pub(super) fn waits_at(&self, node: usize) -> bool {
        !self.inherited[node].is_empty()
    }

    /// Lets the next pass come to a node.
    fn wake(&mut self, node: usize) {
        self.any_active = true;
        let mut next = Some(node);
        while let Some(node) = next {
            self.active[node] = true;
            next = self.fathers[node];
        }
    }

    fn is_visited_from_start(&self, node: usize) -> bool {
        let start = self.config.start.as_ref().map_or(0, |given| given.node - 1);
        (start..self.tree.nodes[start].end).contains(&node)
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

    pub(super) fn say_granted(&mut self, span: Span, condition: TermId, case: &Case) {
        let names = self.names(case);
        let shown = show::term(&mut self.context.table, &names, condition);
        let text = format!("assumed: {}", shown.in_notation(self.config.notation));
        self.say(MessageKind::Granted, span, text, case);
    }

    pub(super) fn say_stuck(&mut self, stuck: Stuck, case: &Case) {
        self.say(MessageKind::Unsupported, stuck.span, format!("unsupported: {}", stuck.what), case);
    }

    pub(super) fn say(&mut self, kind: MessageKind, span: Span, text: String, case: &Case) {
        self.said += 1;
        let names = self.names(case);
        let constraint = show::constraint(&mut self.context.table, &names, case).into_iter();
        let constraint = constraint.map(|conjunct| conjunct.in_notation(self.config.notation)).collect();
        let message = Message { kind, span, text, constraint };
        if !self.messages.contains(&message) {
            self.messages.push(message);
        }
    }
}
