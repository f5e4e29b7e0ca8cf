//! Paths between cut points: symbolic execution of one stretch, with everything that is to be shown on it.

use std::collections::BTreeSet;

use sextant_base::{Id, Interrupt, Span};
use sextant_expr::{Op, Origin, Rounding, Sort, TermId};
use sextant_flow::{Action, BlockId, Condition, FlowGraph, FlowProgram, Instruction, Terminator};
use sextant_logic::{Demand, DemandKind, Formula, Memory, Reader, Stuck, formula, sort_of};
use sextant_syntax::{Claim, Expr, OutputItem, StatementNumber};

use super::calls::{Effects, Terms, clauses};
use super::cuts::Cuts;

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
}

/// Something to be shown on a path.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// What kind of thing.
    pub kind: Kind,
    /// Where.
    pub span: Span,
    /// What.
    pub formula: Formula,
    /// How many facts of the path are known there.
    pub known: usize,
}

/// A path between cut points.
#[derive(Clone, Debug)]
pub struct Path {
    /// Where it begins.
    pub from: Place,
    /// Where it ends.
    pub to: Place,
    /// The statements on it.
    pub statements: Vec<StatementNumber>,
    /// What is known on it, in the order in which it became known.
    pub known: Vec<Formula>,
    /// What is to be shown, in order.
    pub obligations: Vec<Obligation>,
    /// The values at its end.
    pub memory: Memory,
}

/// A path in the making.
#[derive(Clone)]
pub(super) struct Way {
    from: Place,
    block: BlockId,
    index: usize,
    statements: Vec<StatementNumber>,
    pub known: Vec<Formula>,
    pub obligations: Vec<Obligation>,
    pub memory: Memory,
}

impl Way {
    /// Notes a demand; if checks are wanted it is to be shown, and afterwards it is known.
    pub fn demand(&mut self, demand: Demand, checks: bool) {
        let formula = Formula::Term(demand.condition);
        let kind = match demand.kind {
            DemandKind::Subscript => Some(Kind::Subscript),
            DemandKind::Divisor => Some(Kind::Divisor),
            DemandKind::Overflow => Some(Kind::Overflow),
            DemandKind::Fact => None,
        };
        if let Some(kind) = kind.filter(|_| checks) {
            let known = self.known.len();
            self.obligations.push(Obligation { kind, span: demand.span, formula: formula.clone(), known });
        }
        self.known.push(formula);
    }
}

/// Walks the paths of one procedure.
pub(super) struct Walker<'w> {
    pub table: &'w mut Terms,
    pub program: &'w FlowProgram,
    pub graph: &'w FlowGraph,
    pub cuts: &'w Cuts,
    pub effects: &'w Effects,
    pub division: Rounding,
    pub checks: bool,
    /// The values at the entry, and what is known of them.
    pub entry: &'w (Memory, Vec<Formula>),
    pub limit: usize,
    pub interrupt: &'w Interrupt,
    /// What is to be told about calls.
    pub notes: BTreeSet<String>,
}

/// There are more paths than allowed, or time is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooMany;

impl Walker<'_> {
    /// All paths from a place to the next cut points. `memory` and `known` hold there.
    pub fn paths(
        &mut self,
        from: Place,
        memory: Memory,
        known: Vec<Formula>,
    ) -> Result<Vec<Path>, Result<TooMany, Stuck>> {
        let (block, index) = match from {
            Place::Cut(cut) => (self.cuts.cuts[cut].block, self.cuts.cuts[cut].behind),
            _ => (self.graph.entry, 0),
        };
        let mut way =
            Way { from, block, index, statements: Vec::new(), known, obligations: Vec::new(), memory };
        if from == Place::Entry {
            self.allocate(&mut way);
        }
        let mut found = Vec::new();
        let mut waiting = vec![(way, from != Place::Entry)];
        while let Some((mut way, left)) = waiting.pop() {
            if found.len() + waiting.len() > self.limit || self.interrupt.should_stop() {
                return Err(Ok(TooMany));
            }
            if let Some(path) = self.advance(&mut way, left, &mut waiting).map_err(Err)? {
                found.push(path);
            }
        }
        Ok(found)
    }

    /// Arrays come into being at the entry; their bounds must be in order.
    fn allocate(&mut self, way: &mut Way) {
        for (&variable, bounds) in &way.memory.bounds.clone() {
            let declared = &self.graph.variables[variable];
            let [(low, Some(high))] = bounds[..] else { continue };
            if self.program.rules.empty_arrays {
                continue;
            }
            let ordered = self.table.apply(Op::Le, &[low, high]);
            let simple = self.table.simplify(ordered);
            if self.table.as_bool(simple) == Some(true) {
                continue;
            }
            let formula = Formula::Term(ordered);
            if self.checks {
                let kind = Kind::Bounds(declared.name.clone());
                let known = way.known.len();
                way.obligations.push(Obligation {
                    kind,
                    span: declared.span,
                    formula: formula.clone(),
                    known,
                });
            }
            way.known.push(formula);
        }
    }

    /// Executes the rest of the block; what follows waits. `left`: the cut point of this block has been left.
    fn advance(
        &mut self,
        way: &mut Way,
        left: bool,
        waiting: &mut Vec<(Way, bool)>,
    ) -> Result<Option<Path>, Stuck> {
        let graph = self.graph;
        let block = &graph.blocks[way.block];
        let cut = self.cuts.at(way.block).filter(|_| !left);
        let end = cut.map_or(block.instructions.len(), |cut| self.cuts.cuts[cut].index);
        if let Err(stuck) = self.instructions(way, &block.instructions[way.index.min(end)..end]) {
            return self.undefined(way, stuck).map(Some);
        }
        if let Some(cut) = cut {
            return Ok(Some(finished(way, Place::Cut(cut))));
        }
        match &block.terminator {
            Terminator::Stop => Ok(Some(finished(way, Place::Stop))),
            Terminator::Return(value) => self.returned(way, value.as_ref()).map(Some),
            Terminator::Edges(edges) => {
                let mut rest = way.clone();
                let mut conditions = Vec::new();
                let mut ways = Vec::new();
                for edge in edges {
                    let mut taken = rest.clone();
                    if let Condition::When(condition) = &edge.condition {
                        let value = match self.value(&mut rest, condition) {
                            Ok(value) => value,
                            Err(stuck) => return self.undefined(way, stuck).map(Some),
                        };
                        taken = rest.clone();
                        taken.known.push(Formula::Term(value));
                        let negated = self.table.not(value);
                        rest.known.push(Formula::Term(negated));
                        conditions.push((value, condition.span));
                    }
                    if self.plainly_false(&taken) {
                        continue;
                    }
                    if let Err(stuck) = self.instructions(&mut taken, &edge.actions) {
                        return self.undefined(&mut taken, stuck).map(Some);
                    }
                    (taken.block, taken.index) = (edge.to, 0);
                    ways.push(taken);
                }
                let open = matches!(edges.last().map(|edge| &edge.condition), Some(Condition::When(_)));
                waiting.extend(ways.into_iter().rev().map(|way| (way, false)));
                if open && let Some(&(_, span)) = conditions.first() {
                    let terms: Vec<TermId> = conditions.iter().map(|&(value, _)| value).collect();
                    let some = self.table.or(&terms);
                    let known = way.known.len();
                    let formula = Formula::Term(some);
                    way.obligations.push(Obligation { kind: Kind::Alternative, span, formula, known });
                    return Ok(Some(finished(way, Place::Stuck)));
                }
                Ok(None)
            }
        }
    }

    /// Whether the newest fact is false whatever the symbols are.
    fn plainly_false(&mut self, way: &Way) -> bool {
        match way.known.last() {
            Some(Formula::Term(term)) => {
                let simple = self.table.simplify(*term);
                self.table.as_bool(simple) == Some(false)
            }
            _ => false,
        }
    }

    /// The path ends where a variable without a value is used.
    fn undefined(&mut self, way: &mut Way, stuck: Stuck) -> Result<Path, Stuck> {
        let Stuck::Undefined { span, variable } = stuck else { return Err(stuck) };
        let kind = Kind::Defined(self.graph.variables[variable].name.clone());
        let never = self.table.boolean(false);
        let known = way.known.len();
        way.obligations.push(Obligation { kind, span, formula: Formula::Term(never), known });
        Ok(finished(way, Place::Stuck))
    }

    fn returned(&mut self, way: &mut Way, value: Option<&Expr>) -> Result<Path, Stuck> {
        if let Some(value) = value {
            match self.value(way, value) {
                Ok(value) => way.memory.returned = Some(value),
                Err(stuck) => return self.undefined(way, stuck),
            }
        }
        for (condition, span) in clauses(self.graph, Claim::Exit) {
            let formula = self.formula(&way.memory, &condition)?;
            let known = way.known.len();
            way.obligations.push(Obligation { kind: Kind::Exit, span, formula, known });
        }
        Ok(finished(way, Place::Exit))
    }

    fn instructions(&mut self, way: &mut Way, instructions: &[Instruction]) -> Result<(), Stuck> {
        for Instruction { action, span } in instructions {
            let span = *span;
            match action {
                Action::Statement(number) => way.statements.push(*number),
                Action::Assign(place, value) => {
                    let value = self.value(way, value)?;
                    self.assign(way, place, value, span)?;
                }
                Action::Read(place) => {
                    let ty = &self.graph.variables[place.variable()].ty;
                    let sort = Sort::Scalar(sort_of(ty, span)?.element());
                    let value = self.fresh("IN", sort);
                    self.assign(way, place, value, span)?;
                }
                Action::Write(OutputItem::Value(value)) => {
                    self.value(way, value)?;
                }
                Action::Assume(condition) => {
                    let formula = self.formula(&way.memory, condition)?;
                    way.known.push(formula);
                }
                Action::Assert(condition) | Action::Prove(condition) => {
                    let formula = self.formula(&way.memory, condition)?;
                    let known = way.known.len();
                    way.obligations.push(Obligation {
                        kind: Kind::Assertion,
                        span,
                        formula: formula.clone(),
                        known,
                    });
                    way.known.push(formula);
                }
                Action::Call { procedure, arguments, result } => {
                    self.call(way, *procedure, arguments, *result, span)?;
                }
                Action::Claim(..) | Action::Write(_) => {}
                // Only the machine executes the others.
                _ => return Err(Stuck::unsupported(span, "this statement")),
            }
        }
        Ok(())
    }

    /// The value of an expression; its demands become obligations.
    pub fn value(&mut self, way: &mut Way, expr: &Expr) -> Result<TermId, Stuck> {
        let mut demands = Vec::new();
        let value = way.memory.evaluate(self.table, expr, self.division, &mut demands)?;
        self.note(way, demands);
        Ok(value)
    }

    fn assign(
        &mut self,
        way: &mut Way,
        place: &sextant_syntax::Place,
        value: TermId,
        span: Span,
    ) -> Result<(), Stuck> {
        let mut demands = Vec::new();
        way.memory.assign(self.table, place, value, self.division, &mut demands, span)?;
        self.note(way, demands);
        Ok(())
    }

    fn note(&mut self, way: &mut Way, demands: Vec<Demand>) {
        for demand in demands {
            let simple = self.table.simplify(demand.condition);
            if self.table.as_bool(simple) != Some(true) {
                way.demand(demand, self.checks);
            }
        }
    }

    /// The formula of an assertion where these values hold.
    pub fn formula(&mut self, memory: &Memory, expr: &Expr) -> Result<Formula, Stuck> {
        let mut demands = Vec::new();
        let mut reader = Reader::new(memory, Some(&self.entry.0), self.division, &mut demands);
        formula(self.table, &mut reader, expr, true)
    }

    /// The values at a cut point, and the formulas of its own assertions, given those at the dominating one.
    pub fn context(
        &mut self,
        cut: usize,
        (mut memory, mut known): (Memory, Vec<Formula>),
        arriving: &[&Path],
        extra: &[Expr],
    ) -> Result<(Memory, Vec<Formula>), Stuck> {
        let cuts = self.cuts;
        let this = &cuts.cuts[cut];
        for &variable in &this.changed {
            let value = |path: &&Path| path.memory.values[variable.index()];
            let first = arriving.first().and_then(value);
            if !this.repeated.contains(&variable)
                && first.is_some()
                && arriving.iter().all(|path| value(path) == first)
            {
                // Given a value on the way, always the same one, and never again.
                memory.values[variable.index()] = first;
                continue;
            }
            let declared = &self.graph.variables[variable];
            let sort = sort_of(&declared.ty, declared.span)?;
            let origin = Origin::Forgotten { place: cut as u32, variable: variable.0 };
            let name = || format!("{}@{}", declared.name, this.block.number());
            let symbol = self.table.input(origin, sort, name);
            memory.values[variable.index()] = Some(symbol);
            if !declared.ty.is_array() {
                known.extend(memory.range_of(self.table, variable, symbol).map(Formula::Term));
            }
        }
        for condition in this.assertions.iter().map(|(condition, _)| condition).chain(extra) {
            known.push(self.formula(&memory, condition)?);
        }
        Ok((memory, known))
    }

    /// That a measure is not negative, and less than it was.
    pub fn progress(&mut self, before: &Memory, memory: &Memory, measure: &Expr) -> Result<Formula, Stuck> {
        let old = before.evaluate(self.table, measure, self.division, &mut Vec::new())?;
        let new = memory.evaluate(self.table, measure, self.division, &mut Vec::new())?;
        let zero = self.table.int(0);
        let not_negative = self.table.apply(Op::Le, &[zero, old]);
        let less = self.table.apply(Op::Lt, &[new, old]);
        Ok(Formula::Term(self.table.and(&[not_negative, less])))
    }
}

fn finished(way: &Way, to: Place) -> Path {
    Path {
        from: way.from,
        to,
        statements: way.statements.clone(),
        known: way.known.clone(),
        obligations: way.obligations.clone(),
        memory: way.memory.clone(),
    }
}
