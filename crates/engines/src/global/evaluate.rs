//! The homomorphism from path expressions to contexts: edges execute, sums unite, products follow one another,
//! repetitions are closed.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use sextant_algebra::{Array, Atom, Condition, Style, Substitution, Symbol, System, Term};
use sextant_base::Interrupt;
use sextant_flow::{BlockId, FlowGraph, FlowProgram, PathExpressions, PathId, PathNode};
use sextant_state::{Arithmetic, Policy};
use sextant_syntax::{IntType, ProcId, Type, VarId};

use super::begun::heads_begun_at_exit;
use super::closure::close;
use super::context::{Case, Pass, symbol_of};
use super::looping::{ArrayVariable, Body, LoopProblem, Piece};
use super::meaning::{Compiled, Meaning, Unsupported};
use super::prove::{Prover, with};
use super::refining::refined;
use super::shapes::Shapes;
use super::summary::Summary;

/// Contexts side by side; beyond that they are refused.
const MOST_CASES: usize = 64;
/// Symbols in the condition or a number of a context; a longer one is left out, and said to be.
const LONGEST_CASE: usize = 20_000;
/// Symbols in the closed form of an expression that is told beside the results.
const LONGEST_RELATION: usize = 60;
/// Symbols in the guards, or the numbers, of the ways through a loop that is closed.
const LONGEST_LOOP: usize = 2_000;

/// Evaluates the procedures of a program.
pub struct Evaluator<'a> {
    pub(super) program: &'a FlowProgram,
    pub(super) graph: &'a FlowGraph,
    pub(super) policy: Policy,
    /// The bounds of its arrays.
    pub(super) shapes: Shapes,
    /// What the procedure does; nothing of it if that cannot be told.
    pub(super) meaning: Result<Meaning<'a>, Unsupported>,
    pub(super) prover: Prover,
    /// What the types of the inputs promise.
    pub(super) domain: Vec<Condition>,
    /// Procedures being evaluated further out, for recursion.
    pub(super) callers: Vec<ProcId>,
    pub(super) callees: FxHashMap<ProcId, Summary>,
    pub(super) interrupt: Interrupt,
    /// Whether the procedure calls itself.
    pub(super) recursive: bool,
    /// Whether contexts were given up because there were too many.
    pub(super) crowded: bool,
    /// Checks that may fail, as they are made, while somebody collects them.
    pub(super) recorded: Option<Vec<Condition>>,
    paths: PathExpressions,
    /// The heads of the loops whose body has begun once more when control leaves them.
    begun_at_exit: Vec<BlockId>,
    contexts: Vec<Vec<Case>>,
    memo: FxHashMap<(usize, PathId), Known<usize>>,
    closed: FxHashMap<(usize, PathId), Known<Vec<Vec<Piece>>>>,
}

/// A result, and whether contexts were given up for it.
#[derive(Clone)]
struct Known<T> {
    result: T,
    crowded: bool,
}

/// A loop of the procedure: what one pass does, and what it changes.
pub(super) struct Circle {
    head: BlockId,
    /// What counts its passes.
    pub index: Symbol,
    body: Vec<Case>,
    /// The numbers it changes.
    pub numbers: Vec<VarId>,
    arrays: Vec<VarId>,
}

/// The context in which nothing has happened: the start of a loop's body.
const IDENTITY: usize = 0;
/// The context at the entry of the procedure.
const ENTRY: usize = 1;

impl<'a> Evaluator<'a> {
    /// An evaluator for a compiled procedure of a program.
    pub fn new(program: &'a FlowProgram, compiled: &'a Compiled, interrupt: &Interrupt) -> Self {
        let (procedure, policy) = (compiled.procedure(), compiled.policy());
        let graph = &program.procedures[procedure];
        let mut meaning = Meaning::new(program, compiled, interrupt);
        let paths = PathExpressions::of(graph);
        let mut evaluator = Self {
            shapes: meaning.as_mut().map(|meaning| Shapes::of(graph, meaning)).unwrap_or_default(),
            program,
            graph,
            policy,
            meaning,
            prover: Prover::new(interrupt.clone()),
            domain: Vec::new(),
            callers: vec![procedure],
            callees: FxHashMap::default(),
            interrupt: interrupt.clone(),
            recursive: false,
            crowded: false,
            recorded: None,
            begun_at_exit: heads_begun_at_exit(graph, paths.heads.iter().map(|head| head.block)),
            paths,
            contexts: vec![vec![Case::start()]],
            memo: FxHashMap::default(),
            closed: FxHashMap::default(),
        };
        evaluator.domain = evaluator.promises();
        let entry = evaluator.entry();
        evaluator.contexts.push(vec![entry]);
        evaluator
    }

    /// The bounds of the procedure's arrays.
    pub fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// What the procedure does, if that can be told.
    pub(super) fn meaning(&mut self) -> Result<&mut Meaning<'a>, Unsupported> {
        self.meaning.as_mut().map_err(|reason| reason.clone())
    }

    /// The path expressions of the procedure.
    pub fn paths(&self) -> &PathExpressions {
        &self.paths
    }

    /// Under machine arithmetic inputs keep the limits of their types, unsigned ones always; truth values are 0 or 1.
    fn promises(&self) -> Vec<Condition> {
        let machine = self.policy.arithmetic == Arithmetic::Machine;
        let mut found = Vec::new();
        for (id, variable) in self.graph.variables.iter_enumerated() {
            let value = Term::symbol(&symbol_of(self.graph, id));
            let limits = match &variable.ty {
                Type::Int(int) if *int != IntType::ELEMENT && (machine || !int.signed) => int.limits(),
                Type::Logical => (0.into(), 1.into()),
                _ => continue,
            };
            found.push(Condition::ge(&value.minus(&Term::int(limits.0))));
            found.push(Condition::ge(&Term::int(limits.1).minus(&value)));
        }
        found
    }

    /// Variables with initial values have them at the entry.
    fn entry(&mut self) -> Case {
        let mut case = Case::start();
        let Ok(meaning) = &mut self.meaning else { return case };
        let first = meaning.first.iter();
        case.state.first = first.map(|(own, symbol)| (own.clone(), Term::symbol(symbol))).collect();
        let values = case.state.substitution(self.graph);
        let numbers = meaning.first_values().into_iter().map(|(id, value)| (id, values.term(&value)));
        case.state.numbers = numbers.collect();
        case
    }

    /// The contexts at the far end of all paths of an expression that begins at the entry.
    pub fn contexts_of(&mut self, path: PathId) -> Vec<Case> {
        let found = self.apply(ENTRY, path);
        self.contexts[found].clone()
    }

    fn keep(&mut self, cases: Vec<Case>) -> usize {
        self.contexts.push(cases);
        self.contexts.len() - 1
    }

    fn keep_tidied(&mut self, cases: Vec<Case>) -> usize {
        let cases = self.tidied(cases);
        self.keep(cases)
    }

    fn apply(&mut self, from: usize, path: PathId) -> usize {
        if let Some(known) = self.memo.get(&(from, path)) {
            self.crowded |= known.crowded;
            return known.result;
        }
        let known = self
            .apart(|this| stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || this.apply_new(from, path)));
        let found = known.result;
        self.memo.insert((from, path), known);
        found
    }

    /// Some work, with whether contexts were given up during it.
    fn apart<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Known<T> {
        let before = std::mem::replace(&mut self.crowded, false);
        let result = work(self);
        let crowded = self.crowded;
        self.crowded |= before;
        Known { result, crowded }
    }

    fn apply_new(&mut self, from: usize, path: PathId) -> usize {
        if self.interrupt.should_stop() {
            self.crowded = true;
            return self.keep(Vec::new());
        }
        match self.paths.table.node(path).clone() {
            PathNode::Empty => from,
            PathNode::Edge(block, position) => {
                let cases = self.contexts[from].clone();
                let found = cases.iter().flat_map(|case| self.along(case, block, position)).collect();
                self.keep_tidied(found)
            }
            PathNode::Sum(parts) => {
                let mut found = Vec::new();
                for part in parts {
                    let context = self.apply(from, part);
                    found.extend(self.contexts[context].iter().cloned());
                }
                self.keep_tidied(found)
            }
            PathNode::Product(first, second) => {
                let middle = self.apply(from, first);
                self.apply(middle, second)
            }
            PathNode::Star { body, left } => {
                let found = self.repeated(from, body, left);
                self.keep_tidied(found)
            }
        }
    }

    /// Equal states are one context; too many contexts are refused and said to be.
    fn tidied(&mut self, cases: Vec<Case>) -> Vec<Case> {
        let mut kept: Vec<Case> = Vec::new();
        for case in cases {
            if case.is_longer_than(LONGEST_CASE) {
                self.crowded = true;
                continue;
            }
            match kept.iter().position(|other| other.state == case.state && other.loops == case.loops) {
                Some(at) => {
                    kept[at].condition = Condition::any([kept[at].condition.clone(), case.condition]);
                }
                None => kept.push(case),
            }
        }
        for case in &mut kept {
            case.condition = self.without_splits(&case.condition);
        }
        if kept.len() > MOST_CASES {
            self.crowded = true;
            kept.truncate(MOST_CASES);
        }
        kept
    }

    /// A condition in which an `or` that says no more than what its ways have in common is replaced by that.
    fn without_splits(&mut self, condition: &Condition) -> Condition {
        let parts = condition.conjuncts();
        let (splits, mut kept): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|part| matches!(part, Condition::Or(_)));
        for split in splits {
            let Condition::Or(ways) = &split else { continue };
            let mut shared = ways[0].conjuncts();
            shared.retain(|part| ways.iter().all(|way| way.plainly_implies(part)));
            let rests = ways
                .iter()
                .map(|way| Condition::all(way.conjuncts().into_iter().filter(|part| !shared.contains(part))));
            let rest = Condition::any(rests);
            let facts: Vec<Condition> = self.domain.iter().chain(&kept).chain(&shared).cloned().collect();
            if self.prover.implies(&facts, &rest) {
                kept.extend(shared);
            } else {
                kept.push(split);
            }
        }
        Condition::all(kept)
    }

    fn repeated(&mut self, from: usize, cycle: PathId, left: bool) -> Vec<Case> {
        let cases = self.contexts[from].clone();
        let pieces = self.pieces(from, cycle);
        let circle = self.circle(cycle);
        let mut found = Vec::new();
        for (case, pieces) in cases.iter().zip(pieces) {
            for piece in pieces {
                for (condition, count) in &piece.counts {
                    let passes = match (left, count) {
                        (true, None) => continue,
                        (true, Some(count)) => count.clone(),
                        (false, _) => Term::symbol(&circle.index),
                    };
                    let mut next = case.when(&piece.condition).when(condition);
                    if !left {
                        next = next.when(&Condition::ge(&passes));
                        if let Some(count) = count {
                            next = next.when(&Condition::ge(&count.minus(&passes)));
                        }
                    }
                    let Some(mut next) = self.feasible(next) else { continue };
                    self.put(&mut next, &circle, &piece, &passes, left);
                    next.loops.push(self.pass(&circle, &piece, &passes, !left));
                    found.push(next);
                }
            }
        }
        found
    }

    /// The values after some passes.
    fn put(&mut self, case: &mut Case, circle: &Circle, piece: &Piece, passes: &Term, left: bool) {
        let at = Substitution::of(&circle.index, passes);
        let facts = self.domain_and(&case.condition);
        for (position, &variable) in circle.numbers.iter().enumerate() {
            let exit = piece.at_exit[position].as_ref().filter(|_| left);
            let value = exit.unwrap_or(&piece.values[position]);
            let value = refined(&mut self.prover, &facts, &at.term(value));
            case.state.numbers.insert(variable, value);
        }
        for (array, &variable) in piece.arrays.iter().zip(&circle.arrays) {
            let mut value = at.array(array);
            while let Array::Choice(inner) = &value {
                let (condition, yes, no) = &**inner;
                let Some(holds) = self.prover.decides(&facts, condition) else { break };
                value = if holds { yes.clone() } else { no.clone() };
            }
            if let Array::Lambda(inner) = &value {
                value = Array::lambda(&inner.0, &settled_below(&mut self.prover, &facts, &inner.1));
            }
            case.state.arrays.insert(variable, value);
        }
    }

    fn pass(&self, circle: &Circle, piece: &Piece, passes: &Term, running: bool) -> Pass {
        let head = circle.head;
        let name = |variable: VarId| &self.graph.variables[variable].name;
        let index = self.letter();
        let plain = |text: String| text.replace('\'', "");
        let is_kept = |position: &&usize| piece.at_exit[**position].is_none() || running;
        let numbers = piece.open.iter().filter(is_kept).filter_map(|&position| {
            let (system, at) = recurrence_of(&piece.values[position])?;
            Some(plain(format!("{}[{index}+1] = {}", name(circle.numbers[position]), system.updates[at])))
        });
        let kept = piece.arrays.iter().zip(&circle.arrays).filter_map(|(array, &variable)| {
            let Array::Iterate(system, at, _) = array else { return None };
            let update = system.arrays[*at].1.show(Style::Text);
            Some(plain(format!("{}[{index}+1] = {update}", name(variable))))
        });
        let recurrences = numbers.chain(kept).collect();
        // What the translation made for itself means nothing to anybody.
        let own = |symbol: &Symbol| symbol.name.contains('.');
        let relations = piece
            .relations
            .iter()
            .filter(|(expression, value)| {
                !expression.mentions_any(&own) && !value.is_longer_than(LONGEST_RELATION)
            })
            .map(|(expression, value)| {
                let value = value.with_symbol(&circle.index, passes);
                (plain(expression.to_string()), value.to_string())
            })
            .collect();
        let notes = piece.notes.iter().cloned().map(plain).collect();
        let begun = self.begun_at_exit.contains(&head);
        let count = if begun && !running { passes.plus_int(1) } else { passes.clone() };
        Pass { head, count, running, recurrences, relations, notes }
    }

    /// The letter that counts passes in recurrences: one that is no variable.
    fn letter(&self) -> char {
        let taken = |letter: &char| {
            let mut text = [0; 4];
            let text = &*letter.encode_utf8(&mut text);
            self.graph.variables.iter().any(|variable| variable.name.eq_ignore_ascii_case(text))
        };
        ['t', 'u', 'v', 'w', 'z'].into_iter().find(|letter| !taken(letter)).unwrap_or('t')
    }

    /// The symbol that counts the passes of the loop with a head.
    pub fn index_named(&self, head: BlockId) -> Symbol {
        let position = self.paths.heads.iter().position(|other| other.block == head).unwrap_or(0);
        let mut name = if self.paths.heads.len() > 1 { format!("k{}", position + 1) } else { "k".to_owned() };
        while self.graph.variables.iter().any(|variable| variable.name.eq_ignore_ascii_case(&name)) {
            name.push('_');
        }
        Symbol::integer(&format!("•{name}"))
    }

    /// The loop that goes round a cycle.
    pub(super) fn circle(&mut self, cycle: PathId) -> Circle {
        let head = self.paths.heads.iter().find(|head| head.cycle == cycle);
        let head = head.map_or(self.graph.entry, |head| head.block);
        let context = self.apply(IDENTITY, cycle);
        let body = self.contexts[context].clone();
        let numbers = body.iter().flat_map(|case| &case.state.numbers);
        let changed = numbers
            .filter(|&(&id, value)| *value != Term::symbol(&symbol_of(self.graph, id)))
            .map(|(&id, _)| id);
        let changed: BTreeSet<VarId> = changed.collect();
        let arrays: BTreeSet<VarId> =
            body.iter().flat_map(|case| case.state.arrays.keys().copied()).collect();
        Circle {
            head,
            index: self.index_named(head),
            numbers: changed.into_iter().collect(),
            arrays: arrays.into_iter().collect(),
            body,
        }
    }

    /// The pieces of a loop for each context that enters it.
    pub(super) fn pieces(&mut self, from: usize, cycle: PathId) -> Vec<Vec<Piece>> {
        if let Some(known) = self.closed.get(&(from, cycle)) {
            self.crowded |= known.crowded;
            return known.result.clone();
        }
        let known = self.apart(|this| this.pieces_new(from, cycle));
        let pieces = known.result.clone();
        self.closed.insert((from, cycle), known);
        pieces
    }

    fn pieces_new(&mut self, from: usize, cycle: PathId) -> Vec<Vec<Piece>> {
        let circle = self.circle(cycle);
        let cases = self.contexts[from].clone();
        let mut all = Vec::new();
        for case in &cases {
            let loop_ = self.problem(case, &circle);
            // Closing puts the values of the loop into its guards: what is long becomes too long.
            let too_long = loop_.is_longer_than(LONGEST_LOOP) || self.interrupt.should_stop();
            self.crowded |= too_long;
            all.push(if too_long { Vec::new() } else { close(&mut self.prover, &loop_) });
        }
        all
    }

    /// The pieces of a loop about which nothing is known at its start.
    pub(super) fn pieces_anywhere(&mut self, cycle: PathId) -> Vec<Piece> {
        self.pieces(IDENTITY, cycle).into_iter().flatten().collect()
    }

    /// The same, unless contexts were given up for them.
    pub(super) fn all_pieces_anywhere(&mut self, cycle: PathId) -> Option<Vec<Piece>> {
        let known = self.apart(|this| this.pieces_anywhere(cycle));
        (!known.crowded).then_some(known.result)
    }

    /// The contexts in which a loop never ends.
    pub(super) fn forever(&mut self, entering: PathId, cycle: PathId) -> Vec<Case> {
        let from = self.apply(ENTRY, entering);
        let pieces = self.pieces(from, cycle);
        let cases = self.contexts[from].clone();
        let mut found = Vec::new();
        for (case, pieces) in cases.iter().zip(pieces) {
            for piece in pieces {
                for (condition, count) in &piece.counts {
                    if count.is_none() {
                        found.extend(self.feasible(case.when(&piece.condition).when(condition)));
                    }
                }
            }
        }
        found
    }

    /// The loop as a problem: symbols of its own for what it changes, values for everything else.
    fn problem(&self, case: &Case, circle: &Circle) -> LoopProblem {
        let (graph, Circle { numbers, arrays, .. }) = (self.graph, circle);
        let mut inside = case.state.substitution(graph);
        let mut symbols = Vec::new();
        for &variable in numbers {
            let outer = symbol_of(graph, variable);
            let own = Symbol { name: format!("{}'", outer.name).into(), integer: outer.integer };
            inside.symbols.insert(outer, Term::symbol(&own));
            symbols.push(own);
        }
        let mut changed = Vec::new();
        for &variable in arrays {
            let outer = symbol_of(graph, variable);
            let name: Arc<str> = format!("{}'", outer.name).into();
            inside.arrays.insert(outer.name, Array::Symbol(name.clone(), outer.integer));
            let first = case.state.array(graph, variable);
            let rank = graph.variables[variable].ty.rank();
            changed.push(ArrayVariable { name, integer: outer.integer, rank, first });
        }
        let bodies = circle.body.iter().map(|way| Body {
            guard: inside.condition(&way.condition),
            updates: numbers.iter().map(|&id| inside.term(&way.state.number(graph, id))).collect(),
            arrays: arrays.iter().map(|&id| inside.array(&way.state.array(graph, id))).collect(),
        });
        LoopProblem {
            index: circle.index.clone(),
            facts: self.domain.iter().cloned().chain(case.condition.conjuncts()).collect(),
            first: numbers.iter().map(|&id| case.state.number(graph, id)).collect(),
            symbols,
            arrays: changed,
            bodies: bodies.filter(|body| body.guard != Condition::False).collect(),
            exhaustive: false,
        }
    }
}

/// A choice without those in its branches that its own condition settles together with facts.
fn settled_below(prover: &mut Prover, facts: &[Condition], term: &Term) -> Term {
    let Some(Atom::Choice(condition, yes, no)) = term.as_atom() else { return term.clone() };
    let mut branch = |condition: &Condition, value: &Term| refined(prover, &with(facts, condition), value);
    let (yes, no) = (branch(condition, yes), branch(&condition.negated(), no));
    Term::choice(condition, &yes, &no)
}

/// The recurrence that a number keeps, behind the choices between phases.
fn recurrence_of(value: &Term) -> Option<(Arc<System>, usize)> {
    value.top_atoms().iter().find_map(|atom| match atom {
        Atom::Iterate(system, at, _) => Some((system.clone(), *at)),
        Atom::Choice(_, yes, no) => recurrence_of(yes).or_else(|| recurrence_of(no)),
        _ => None,
    })
}
