//! The proof as a whole: contexts, paths, conditions, the search for what is missing.

use std::collections::BTreeSet;

use sextant_base::{Interrupt, Span};
use sextant_expr::{Rounding, Table};
use sextant_flow::{Action, BlockId, FlowGraph, FlowProgram, successors};
use sextant_logic::{Beginning, Formula, Memory, Stuck, implies, satisfiable};
use sextant_solver::{Answer, Solver, SolverConfig, Verdict};
use sextant_syntax::{
    Claim, Expr, ExprKind, Place, ProcId, StatementNumber, VarId, each_operand, each_place_operand_mut,
};

use super::calls::{Effects, clauses};
use super::check::{Condition, Outcome, check};
use super::cuts::Cuts;
use super::paths::{Kind, Obligation, Path, Place as End, TooMany, Walker};
use super::search::is_hidden;

/// How a proof is made.
#[derive(Clone, Debug)]
pub struct Config {
    /// How division rounds.
    pub division: Rounding,
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
    pub table: Table,
    pub solver: Solver,
    pub program: &'p FlowProgram,
    pub graph: &'p FlowGraph,
    pub cuts: Cuts,
    pub effects: Effects,
    pub config: Config,
    pub entry: (Memory, Vec<Formula>),
    pub notes: BTreeSet<String>,
}

/// All paths with the contexts they begin with, by cut point; the entry comes last.
pub(super) struct Layout {
    pub contexts: Vec<(Memory, Vec<Formula>)>,
    pub paths: Vec<Path>,
}

/// Proves a procedure.
pub fn prove(program: &FlowProgram, procedure: ProcId, config: Config) -> Result<Proof, Stuck> {
    let graph = &program.procedures[procedure];
    let effects = Effects::of(program, graph);
    let cuts = Cuts::of(graph, &effects);
    let mut table = Table::new();
    let (memory, known) = Memory::at_entry(&mut table, program, graph, config.division, Beginning::Any)?;
    let mut prover = Prover {
        solver: Solver::new(config.solver.clone()),
        table,
        program,
        graph,
        cuts,
        effects,
        entry: (memory, known.into_iter().map(Formula::Term).collect()),
        config,
        notes: BTreeSet::new(),
    };
    for (condition, _) in clauses(graph, Claim::Entry) {
        let memory = prover.entry.0.clone();
        let formula = prover.walker().formula(&memory, &condition)?;
        prover.entry.1.push(formula);
    }
    prover.note_the_obvious(procedure);
    prover.run()
}

impl Prover<'_> {
    /// What makes a proof worth less than it seems.
    fn note_the_obvious(&mut self, procedure: ProcId) {
        let claimed = !clauses(self.graph, Claim::Entry).is_empty();
        if claimed && satisfiable(&mut self.table, &mut self.solver, &self.entry.1) == Answer::Unsat {
            self.notes
                .insert("no input satisfies the entry assertions: anything follows from them".to_owned());
        }
        let calls =
            sextant_flow::instructions(self.graph).filter_map(|instruction| match &instruction.action {
                Action::Call { procedure, .. } => Some(*procedure),
                _ => None,
            });
        let mut again = calls.map(|called| sextant_flow::called(self.program, called));
        if again.any(|reached| reached.contains(&procedure)) {
            self.notes.insert("that recursive calls end is not shown".to_owned());
        }
    }

    pub fn walker(&mut self) -> Walker<'_> {
        Walker {
            table: &mut self.table,
            program: self.program,
            graph: self.graph,
            cuts: &self.cuts,
            effects: &self.effects,
            division: self.config.division,
            checks: self.config.checks,
            entry: &self.entry,
            limit: self.config.paths,
            interrupt: &self.config.interrupt,
            notes: BTreeSet::new(),
        }
    }

    fn run(mut self) -> Result<Proof, Stuck> {
        let none = vec![Vec::new(); self.cuts.cuts.len()];
        let mut found = none.clone();
        let mut conditions = match self.conditions(&none)? {
            Ok(conditions) => conditions,
            Err(TooMany) => return Ok(self.unfinished()),
        };
        let open = |conditions: &[Condition]| {
            conditions.iter().any(|condition| condition.outcome != Outcome::Proved)
        };
        if self.config.search && open(&conditions) && !self.cuts.cuts.is_empty() {
            found = self.search()?;
            if found.iter().any(|list| !list.is_empty())
                && let Ok(better) = self.conditions(&found)?
            {
                let still_open = open(&better);
                conditions = better;
                found = if still_open { self.independent(found)? } else { self.needed(found)? };
                if let Ok(fewer) = self.conditions(&found)? {
                    conditions = fewer;
                }
            }
        }
        let loops = self.loops(&found)?;
        Ok(Proof {
            conditions,
            loops,
            contract: (clauses(self.graph, Claim::Entry).len(), clauses(self.graph, Claim::Exit).len()),
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

    /// All contexts and paths, with these invariants besides those of the program.
    pub fn layout(&mut self, extra: &[Vec<Expr>]) -> Result<Result<Layout, TooMany>, Stuck> {
        let mut layout = Layout { contexts: Vec::new(), paths: Vec::new() };
        let (memory, known) = self.entry.clone();
        let mut from_parent: Vec<Vec<Path>> = Vec::new();
        let mut walker = self.walker();
        let first = match walker.paths(End::Entry, memory, known) {
            Ok(paths) => paths,
            Err(Ok(too_many)) => return Ok(Err(too_many)),
            Err(Err(stuck)) => return Err(stuck),
        };
        for (cut, extra) in extra.iter().enumerate() {
            let parent = walker.cuts.cuts[cut].parent;
            let (memory, mut known) = match parent {
                Some(parent) => layout.contexts[parent].clone(),
                None => walker.entry.clone(),
            };
            let all = match parent {
                Some(parent) => &from_parent[parent],
                None => &first,
            };
            let mut arriving: Vec<&Path> = all.iter().filter(|path| path.to == End::Cut(cut)).collect();
            if only_from_parent(walker.graph, walker.cuts, cut) {
                known = common_facts(&arriving).unwrap_or(known);
            } else {
                arriving.clear();
            }
            let context = walker.context(cut, (memory, known), &arriving, extra)?;
            let paths = match walker.paths(End::Cut(cut), context.0.clone(), context.1.clone()) {
                Ok(paths) => paths,
                Err(Ok(too_many)) => return Ok(Err(too_many)),
                Err(Err(stuck)) => return Err(stuck),
            };
            layout.contexts.push(context);
            from_parent.push(paths);
        }
        let notes = std::mem::take(&mut walker.notes);
        self.notes.extend(notes);
        layout.paths = first.into_iter().chain(from_parent.into_iter().flatten()).collect();
        Ok(Ok(layout))
    }

    /// Every path with everything that is to be shown on it, decided.
    fn conditions(&mut self, extra: &[Vec<Expr>]) -> Result<Result<Vec<Condition>, TooMany>, Stuck> {
        let mut layout = match self.layout(extra)? {
            Ok(layout) => layout,
            Err(too_many) => return Ok(Err(too_many)),
        };
        let mut conditions = Vec::new();
        for mut path in std::mem::take(&mut layout.paths) {
            self.arrive(&layout, &mut path, extra)?;
            if path.obligations.is_empty() {
                continue;
            }
            let start = match path.from {
                End::Cut(cut) => &layout.contexts[cut].0,
                _ => &self.entry.0,
            };
            let outcome = check(&mut self.table, &mut self.solver, self.graph, start, &path);
            let (from, to, statements) = (path.from, path.to, path.statements);
            conditions.push(Condition { from, to, statements, obligations: path.obligations.len(), outcome });
        }
        Ok(Ok(conditions))
    }

    /// What is to be shown where a path arrives at a cut point.
    fn arrive(&mut self, layout: &Layout, path: &mut Path, extra: &[Vec<Expr>]) -> Result<(), Stuck> {
        let End::Cut(cut) = path.to else { return Ok(()) };
        let Cuts { cuts } = &self.cuts;
        let (assertions, measures, span) =
            (cuts[cut].assertions.clone(), cuts[cut].measures.clone(), cuts[cut].span);
        let inside = matches!(path.from, End::Cut(from) if self.cuts.encloses(cut, from));
        let known = path.known.len();
        let memory = path.memory.clone();
        let mut walker = self.walker();
        let extra = extra[cut].iter().map(|condition| (condition, span));
        for (condition, span) in assertions.iter().map(|(condition, span)| (condition, *span)).chain(extra) {
            let formula = walker.formula(&memory, condition)?;
            path.obligations.push(Obligation { kind: Kind::Inductive, span, formula, known });
        }
        for (measure, span) in measures.iter().filter(|_| inside) {
            let formula = walker.progress(&layout.contexts[cut].0, &memory, measure)?;
            path.obligations.push(Obligation { kind: Kind::Measure, span: *span, formula, known });
        }
        Ok(())
    }

    /// Drops found invariants without which the proof still goes through.
    fn needed(&mut self, mut found: Vec<Vec<Expr>>) -> Result<Vec<Vec<Expr>>, Stuck> {
        for cut in 0..found.len() {
            let mut at = found[cut].len();
            while at > 0 && !self.config.interrupt.should_stop() {
                at -= 1;
                let mut fewer = found.clone();
                fewer[cut].remove(at);
                if let Ok(conditions) = self.conditions(&fewer)?
                    && conditions.iter().all(|condition| condition.outcome == Outcome::Proved)
                {
                    found = fewer;
                }
            }
        }
        Ok(found)
    }

    /// Drops found invariants that follow from the others.
    fn independent(&mut self, mut found: Vec<Vec<Expr>>) -> Result<Vec<Vec<Expr>>, Stuck> {
        for cut in 0..found.len() {
            let mut at = found[cut].len();
            while at > 0 && !self.config.interrupt.should_stop() {
                at -= 1;
                let mut fewer = found.clone();
                let dropped = fewer[cut].remove(at);
                let Ok(layout) = self.layout(&fewer)? else { return Ok(found) };
                let (memory, known) = layout.contexts[cut].clone();
                let formula = self.walker().formula(&memory, &dropped)?;
                if matches!(implies(&mut self.table, &mut self.solver, &known, &formula), Verdict::Holds) {
                    found = fewer;
                }
            }
        }
        Ok(found)
    }

    /// The expression with what stands for a variable made for a loop, as far as that does not change in the loop.
    fn visible(&self, expr: &Expr, cut: usize) -> Expr {
        let mut shown = expr.clone();
        for id in self.graph.variables.ids().filter(|&id| is_hidden(self.graph, id)) {
            let mut values =
                sextant_flow::instructions(self.graph).filter_map(|instruction| match &instruction.action {
                    Action::Assign(Place::Variable(variable), value) if *variable == id => Some(value),
                    _ => None,
                });
            if let (Some(value), None) = (values.next(), values.next()) {
                let mut used = BTreeSet::new();
                all_variables(value, &mut used);
                if used.is_disjoint(&self.cuts.cuts[cut].repeated) {
                    replace(&mut shown, id, value);
                }
            }
        }
        shown
    }

    fn loops(&mut self, found: &[Vec<Expr>]) -> Result<Vec<LoopReport>, Stuck> {
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
                found: found[cut].iter().map(|expr| self.visible(expr, cut)).collect(),
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
    let mut facts = first.known.clone();
    facts.retain(|fact| rest.iter().all(|path| path.known.contains(fact)));
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
        !reaches(graph, from.block, this.block, barrier)
    })
}

fn reaches(graph: &FlowGraph, from: BlockId, to: BlockId, barrier: Option<BlockId>) -> bool {
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<BlockId> = successors(graph, from).collect();
    while let Some(block) = waiting.pop() {
        if Some(block) == barrier || !seen.insert(block) {
            continue;
        }
        if block == to {
            return true;
        }
        waiting.extend(successors(graph, block));
    }
    false
}

/// Every variable that an expression reads.
fn all_variables(expr: &Expr, found: &mut BTreeSet<VarId>) {
    if let ExprKind::Load(place) = &expr.kind {
        found.insert(place.variable());
    }
    each_operand(expr, &mut |operand| all_variables(operand, found));
}

/// Puts a value in the place of a variable.
fn replace(expr: &mut Expr, variable: VarId, value: &Expr) {
    match &mut expr.kind {
        ExprKind::Load(Place::Variable(id)) if *id == variable => *expr = value.clone(),
        ExprKind::Load(place) => {
            each_place_operand_mut(place, &mut |operand| replace(operand, variable, value))
        }
        ExprKind::Unary(_, operand) | ExprKind::Convert(operand) => replace(operand, variable, value),
        ExprKind::Binary(_, left, right) => {
            replace(left, variable, value);
            replace(right, variable, value);
        }
        ExprKind::Intrinsic(_, operands) => {
            operands.iter_mut().for_each(|operand| replace(operand, variable, value));
        }
        ExprKind::Specification(specification) => {
            specification.parts_mut().into_iter().for_each(|part| replace(part, variable, value));
        }
        _ => {}
    }
}
