//! The proof as a whole: contexts, paths, conditions, the search for what is missing.

use std::collections::BTreeSet;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sextant_base::{Interrupt, Span};
use sextant_effects::{Arrival, Assertion, Config as Costs, Context, Fact, Way as Reached, code_of};
use sextant_flow::{Action, FlowGraph, FlowProgram, called, reached, successors};
use sextant_logic::{Formula, Stuck, implies, may_hold_anything, satisfiable};
use sextant_solver::{Answer, Solver, SolverConfig, Verdict};
use sextant_state::{Point, Policy, State};
use sextant_syntax::{Claim, Expr, ExprKind, Place, ProcId, StatementNumber, VarId, each_operand_mut};

use super::bodies::executed;
use super::calls::{Contract, clauses};
use super::changes::Effects;
use super::check::{Condition, Outcome, check};
use super::cuts::Cuts;
use super::paths::{Clause, Kind, Path, Place as End};
use super::search::is_hidden;
use super::templates::loads;

/// How a proof is made.
#[derive(Clone, Debug)]
pub struct Config {
    /// What arithmetic means.
    pub policy: Policy,
    /// Whether subscripts and divisors are to be shown right.
    pub checks: bool,
    /// Whether invariants and measures are looked for where they are missing.
    pub search: bool,
    /// How many paths there may be between cut points.
    pub paths: usize,
    /// The solver.
    pub solver: SolverConfig,
    /// When to stop.
    pub interrupt: Interrupt,
}

/// What is known of the end of a loop.
#[derive(Clone, PartialEq, Debug)]
pub enum Termination {
    /// Measures were given; their conditions are among the others.
    Given,
    /// A measure was found.
    Found(Expr),
    /// Nothing was shown.
    Open,
}

/// A loop with what belongs to it.
#[derive(Clone, Debug)]
pub struct LoopReport {
    /// A statement of it.
    pub statement: StatementNumber,
    /// Where it stands.
    pub span: Span,
    /// Whether it has an assertion of its own.
    pub asserted: bool,
    /// Where the assertion to be written belongs: in front of the head's test, or with the loop's own assertion.
    pub at_head: bool,
    /// Invariants that were found and are needed.
    pub found: Vec<Expr>,
    /// Whether it ends.
    pub termination: Termination,
}

/// The outcome of a proof.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The verification conditions.
    pub conditions: Vec<Condition>,
    /// The loops.
    pub loops: Vec<LoopReport>,
    /// How many entry and exit assertions there are.
    pub contract: (usize, usize),
    /// What is to be told.
    pub notes: Vec<String>,
    /// Why the proof is not whole.
    pub incomplete: Option<String>,
}

impl Proof {
    /// Whether every condition was shown.
    pub fn proved(&self) -> bool {
        self.incomplete.is_none()
            && self.conditions.iter().all(|condition| condition.outcome == Outcome::Proved)
    }
}

/// One procedure under proof.
pub(super) struct Prover<'p> {
    pub context: Context<'p>,
    pub solver: Solver,
    pub cuts: Rc<Cuts>,
    pub effects: Effects,
    pub config: Config,
    pub entry: Entry,
    /// The exit assertions.
    pub exit: Rc<Vec<Clause>>,
    /// The assertions of cut points.
    pub asserted_at: Rc<Vec<Vec<Clause>>>,
    /// Assertions at other points, as far as they were met.
    pub asserted: FxHashMap<Point, Rc<Assertion>>,
    /// Procedures whose calls are executed.
    pub executed: BTreeSet<ProcId>,
    /// Contracts, as far as they were met.
    pub contracts: FxHashMap<ProcId, Rc<Contract>>,
    pub notes: BTreeSet<String>,
}

/// The beginning of a procedure.
pub(super) struct Entry {
    pub state: State,
    /// What is known of it.
    pub known: Vec<Formula>,
    /// What making its storage demands.
    pub facts: Vec<Fact>,
    /// The first point.
    pub point: Point,
}

/// All paths with the contexts they begin with, by cut point; the entry comes last.
pub(super) struct Layout {
    pub contexts: Vec<(State, Vec<Formula>)>,
    pub paths: Vec<Path>,
}

/// Proves a procedure.
pub fn prove(program: &FlowProgram, procedure: ProcId, config: Config) -> Result<Proof, Stuck> {
    let graph = &program.procedures[procedure];
    let effects = Effects::of(program, graph);
    let cuts = Rc::new(Cuts::of(graph, &effects));
    let (code, entry) = code_of(program, procedure, config.policy);
    let costs = Costs { interrupt: config.interrupt.clone(), ..Costs::default() };
    let mut context = Context::new(program, (&code, &entry), costs)?;
    let Reached { facts, state, to } = context.entry()?;
    let Arrival::Point(point) = to else {
        return Err(Stuck::unsupported(graph.span, "a procedure that does not begin"));
    };
    let mut prover = Prover {
        solver: Solver::new(config.solver.clone()),
        context,
        cuts,
        effects,
        entry: Entry { state, known: Vec::new(), facts, point },
        exit: Rc::default(),
        asserted_at: Rc::default(),
        asserted: FxHashMap::default(),
        executed: executed(program),
        contracts: FxHashMap::default(),
        config,
        notes: BTreeSet::new(),
    };
    prover.compile()?;
    prover.enter(procedure)?;
    prover.note_the_obvious(procedure);
    prover.run()
}

impl Prover<'_> {
    /// Compiles the assertions that every path needs.
    fn compile(&mut self) -> Result<(), Stuck> {
        let all = |asserted: &[(Expr, Span)]| {
            asserted.iter().map(|(expr, span)| self.clause(expr, *span)).collect::<Result<Vec<_>, _>>()
        };
        let exit = all(&clauses(self.context.graph, Claim::Exit))?;
        let at_cuts = self.cuts.cuts.iter().map(|cut| all(&cut.assertions)).collect::<Result<Vec<_>, _>>()?;
        (self.exit, self.asserted_at) = (Rc::new(exit), Rc::new(at_cuts));
        Ok(())
    }

    /// What is known at the entry. What outlives activations may have any value that somebody gave it.
    fn enter(&mut self, procedure: ProcId) -> Result<(), Stuck> {
        let program = self.context.program;
        let mut state = self.entry.state.clone();
        for id in called(program, procedure) {
            let graph = &program.procedures[id];
            let speaks = !clauses(graph, Claim::Entry).is_empty()
                || !clauses(graph, Claim::Exit).is_empty()
                || self.executed.contains(&id);
            for (variable, declared) in graph.variables.iter_enumerated() {
                let own = id == procedure && sextant_flow::uses(graph, variable);
                if !(own || id != procedure && speaks) || !may_hold_anything(program, id, variable) {
                    continue;
                }
                match own {
                    true => self.forget_own(&mut state, variable, declared.span, Some(""))?,
                    false => self.forget_lasting(&mut state, (id, variable), declared.span, Some(""))?,
                }
            }
        }
        // What making storage demands is still to be shown.
        self.entry.known.extend(state.domain.iter().map(|&term| Formula::Term(term)));
        self.entry.state = state;
        for (condition, span) in clauses(self.context.graph, Claim::Entry) {
            let clause = self.clause(&condition, span)?;
            let state = self.entry.state.clone();
            let formula = self.formula(&clause.assertion, &state)?;
            self.entry.known.push(formula);
        }
        Ok(())
    }

    /// What makes a proof worth less than it seems.
    fn note_the_obvious(&mut self, procedure: ProcId) {
        let claimed = !clauses(self.context.graph, Claim::Entry).is_empty();
        if claimed
            && satisfiable(&mut self.context.table, &mut self.solver, &self.entry.known) == Answer::Unsat
        {
            self.notes
                .insert("no input satisfies the entry assertions: anything follows from them".to_owned());
        }
        let calls =
            sextant_flow::instructions(self.context.graph).filter_map(|instruction| {
                match &instruction.action {
                    Action::Call { procedure, .. } => Some(*procedure),
                    _ => None,
                }
            });
        let mut again = calls.map(|callee| called(self.context.program, callee));
        if again.any(|reached| reached.contains(&procedure)) {
            self.notes.insert("that recursive calls end is not shown".to_owned());
        }
    }

    fn run(mut self) -> Result<Proof, Stuck> {
        let none = vec![Vec::new(); self.cuts.cuts.len()];
        let mut found = none.clone();
        let Some(mut conditions) = self.conditions(&none)? else { return Ok(self.unfinished()) };
        let open = |conditions: &[Condition]| {
            conditions.iter().any(|condition| condition.outcome != Outcome::Proved)
        };
        if self.config.search && open(&conditions) && !self.cuts.cuts.is_empty() {
            found = self.search()?;
            if found.iter().any(|list| !list.is_empty())
                && let Some(better) = self.conditions(&found)?
            {
                let still_open = open(&better);
                conditions = better;
                found = self.without_superfluous(found, still_open)?;
                if let Some(fewer) = self.conditions(&found)? {
                    conditions = fewer;
                }
            }
        }
        let loops = self.loops(&found)?;
        Ok(Proof {
            conditions,
            loops,
            contract: (clauses(self.context.graph, Claim::Entry).len(), self.exit.len()),
            notes: self.notes.into_iter().collect(),
            incomplete: self.config.interrupt.should_stop().then(|| "time ran out".to_owned()),
        })
    }

    fn unfinished(self) -> Proof {
        let why = if self.config.interrupt.should_stop() {
            "time ran out".to_owned()
        } else {
            format!("there are more than {} paths between cut points", self.config.paths)
        };
        Proof {
            conditions: Vec::new(),
            loops: Vec::new(),
            contract: (0, 0),
            notes: Vec::new(),
            incomplete: Some(why),
        }
    }

    /// All contexts and paths, with these invariants besides those of the program; none if there are too many paths.
    pub fn layout(&mut self, extra: &[Vec<Clause>]) -> Result<Option<Layout>, Stuck> {
        let mut layout = Layout { contexts: Vec::new(), paths: Vec::new() };
        let entry = (self.entry.state.clone(), self.entry.known.clone());
        let Some(first) = self.paths(End::Entry, entry.clone())? else { return Ok(None) };
        let mut from_parent: Vec<Vec<Path>> = Vec::new();
        let cuts = Rc::clone(&self.cuts);
        for (cut, extra) in extra.iter().enumerate() {
            let ((state, mut known), all) = match cuts.cuts[cut].parent {
                Some(parent) => (layout.contexts[parent].clone(), &from_parent[parent]),
                None => (entry.clone(), &first),
            };
            let mut arriving: Vec<&Path> = all.iter().filter(|path| path.to == End::Cut(cut)).collect();
            if only_from_parent(self.context.graph, &cuts, cut) {
                known = common_facts(&arriving).unwrap_or(known);
            } else {
                arriving.clear();
            }
            let context = self.context_at(cut, (state, known), &arriving, extra)?;
            let Some(paths) = self.paths(End::Cut(cut), context.clone())? else { return Ok(None) };
            layout.contexts.push(context);
            from_parent.push(paths);
        }
        layout.paths = first.into_iter().chain(from_parent.into_iter().flatten()).collect();
        Ok(Some(layout))
    }

    /// Every path with everything that is to be shown on it, decided; none if there are too many.
    fn conditions(&mut self, extra: &[Vec<Clause>]) -> Result<Option<Vec<Condition>>, Stuck> {
        let Some(mut layout) = self.layout(extra)? else { return Ok(None) };
        let mut conditions = Vec::new();
        for mut path in std::mem::take(&mut layout.paths) {
            self.arrive(&layout, &mut path, extra)?;
            let Path { to, history, .. } = path;
            if history.obligations.is_empty() {
                continue;
            }
            let start = match history.from {
                End::Cut(cut) => &layout.contexts[cut].0,
                _ => &self.entry.state,
            };
            let outcome = check(&mut self.context, &mut self.solver, start, &history);
            let obligations = history.obligations.len();
            let (from, statements) = (history.from, history.statements);
            conditions.push(Condition { from, to, statements, obligations, outcome });
        }
        Ok(Some(conditions))
    }

    /// What is to be shown where a path arrives at a cut point.
    fn arrive(&mut self, layout: &Layout, path: &mut Path, extra: &[Vec<Clause>]) -> Result<(), Stuck> {
        let End::Cut(cut) = path.to else { return Ok(()) };
        let (cuts, asserted) = (Rc::clone(&self.cuts), Rc::clone(&self.asserted_at));
        let Path { history, state, .. } = path;
        let inside = matches!(history.from, End::Cut(from) if cuts.encloses(cut, from));
        for clause in asserted[cut].iter().chain(&extra[cut]) {
            let formula = self.formula(&clause.assertion, state)?;
            history.oblige(Kind::Inductive, clause.span, formula);
        }
        for (measure, span) in cuts.cuts[cut].measures.iter().filter(|_| inside) {
            let formula = self.progress(&layout.contexts[cut].0, state, measure)?;
            history.oblige(Kind::Measure, *span, formula);
        }
        Ok(())
    }

    /// Drops found invariants that the others make superfluous, the last ones first: those without which the proof still
    /// goes through, or, where it does not, those that follow from the others.
    fn without_superfluous(
        &mut self,
        mut found: Vec<Vec<Clause>>,
        still_open: bool,
    ) -> Result<Vec<Vec<Clause>>, Stuck> {
        for cut in 0..found.len() {
            for at in (0..found[cut].len()).rev() {
                if self.config.interrupt.should_stop() {
                    break;
                }
                let mut fewer = found.clone();
                let dropped = fewer[cut].remove(at);
                let superfluous = match still_open {
                    true => self.follows(cut, &dropped, &fewer)?,
                    false => self.conditions(&fewer)?.is_some_and(|conditions| {
                        conditions.iter().all(|condition| condition.outcome == Outcome::Proved)
                    }),
                };
                if superfluous {
                    found = fewer;
                }
            }
        }
        Ok(found)
    }

    /// Whether an invariant of a cut point follows from others.
    fn follows(&mut self, cut: usize, dropped: &Clause, others: &[Vec<Clause>]) -> Result<bool, Stuck> {
        let Some(layout) = self.layout(others)? else { return Ok(false) };
        let (state, known) = &layout.contexts[cut];
        let formula = self.formula(&dropped.assertion, state)?;
        let verdict = implies(&mut self.context.table, &mut self.solver, known, &formula);
        Ok(matches!(verdict, Verdict::Holds))
    }

    /// The expression with what stands for a variable made for a loop, as far as that does not change in the loop.
    fn visible(&self, expr: &Expr, cut: usize) -> Expr {
        let mut shown = expr.clone();
        let graph = self.context.graph;
        for id in graph.variables.ids().filter(|&id| is_hidden(graph, id)) {
            let mut values = sextant_flow::instructions(self.context.graph).filter_map(|instruction| {
                match &instruction.action {
                    Action::Assign(Place::Variable(variable), value) if *variable == id => Some(value),
                    _ => None,
                }
            });
            if let (Some(value), None) = (values.next(), values.next())
                && !loads(value, |id| self.cuts.cuts[cut].repeated.contains(&id))
            {
                replace(&mut shown, id, value);
            }
        }
        shown
    }

    fn loops(&mut self, found: &[Vec<Clause>]) -> Result<Vec<LoopReport>, Stuck> {
        let mut reports = Vec::new();
        for cut in 0..self.cuts.cuts.len() {
            let given = !self.cuts.cuts[cut].measures.is_empty();
            let termination = match given {
                true => Termination::Given,
                false if self.config.search => {
                    self.find_measure(cut, found)?.map_or(Termination::Open, Termination::Found)
                }
                false => Termination::Open,
            };
            let this = &self.cuts.cuts[cut];
            reports.push(LoopReport {
                statement: this.statement,
                span: this.span,
                asserted: !this.assertions.is_empty(),
                at_head: this.assertions.is_empty() && this.measures.is_empty(),
                found: found[cut].iter().map(|clause| self.visible(&clause.expr, cut)).collect(),
                termination: match termination {
                    Termination::Found(measure) => Termination::Found(self.visible(&measure, cut)),
                    other => other,
                },
            });
        }
        Ok(reports)
    }
}

/// Facts that hold on every path from the dominating cut point to this one.
fn common_facts(arriving: &[&Path]) -> Option<Vec<Formula>> {
    let (first, rest) = arriving.split_first()?;
    let mut facts = first.history.known.clone();
    facts.retain(|fact| rest.iter().all(|path| path.history.known.contains(fact)));
    Some(facts)
}

/// Whether the first way to a cut point since its dominating one passes no other cut point.
fn only_from_parent(graph: &FlowGraph, cuts: &Cuts, cut: usize) -> bool {
    let this = &cuts.cuts[cut];
    let parent = this.parent;
    cuts.cuts.iter().enumerate().all(|(other, from)| {
        if Some(other) == parent || cuts.encloses(cut, other) {
            return true;
        }
        let barrier = parent.map(|parent| cuts.cuts[parent].block);
        let steps = |at| successors(graph, at).filter(move |next| Some(*next) != barrier);
        !reached(steps(from.block), steps).contains(&this.block)
    })
}

/// Puts a value in the place of a variable.
fn replace(expr: &mut Expr, variable: VarId, value: &Expr) {
    match &expr.kind {
        ExprKind::Load(Place::Variable(id)) if *id == variable => *expr = value.clone(),
        _ => each_operand_mut(expr, &mut |operand| replace(operand, variable, value)),
    }
}
