//! Calls by contract, and what procedures may change.

use std::collections::{BTreeMap, BTreeSet};

use sextant_base::{Id, Span};
use sextant_expr::{Op, Table, TermId};
use sextant_flow::{Action, FlowGraph, FlowProgram, instructions};
use sextant_logic::{Demand, DemandKind, Dimensions, Formula, Memory, Reader, Stuck, formula, sort_of};
use sextant_syntax::{
    AreaId, Argument, ArrayBounds, Claim, Expr, ExprKind, ExternalId, Passing, Place, ProcId, Storage, Type,
    VarId, Variable,
};

use super::paths::{Kind, Obligation, Walker, Way};

/// Storage that several procedures see. An area is one, whichever part of it is meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Shared {
    External(ExternalId),
    Area(AreaId),
}

fn shared(storage: Storage) -> Option<Shared> {
    match storage {
        Storage::External(external) => Some(Shared::External(external)),
        Storage::Area(area, _) => Some(Shared::Area(area)),
        _ => None,
    }
}

/// What each procedure may change: parameters by position, and shared storage.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    parameters: BTreeMap<ProcId, BTreeSet<usize>>,
    shared: BTreeMap<ProcId, BTreeSet<Shared>>,
    /// Shared storage that a procedure, or one it calls, has a name for.
    seen: BTreeMap<ProcId, BTreeSet<Shared>>,
    /// The caller's variables in shared storage.
    own: Vec<(Shared, VarId)>,
}

impl Effects {
    /// The effects of all procedures, seen from one of them.
    pub fn of(program: &FlowProgram, seen_from: &FlowGraph) -> Effects {
        let mut effects = Effects::default();
        for (id, variable) in seen_from.variables.iter_enumerated() {
            effects.own.extend(shared(variable.storage).map(|shared| (shared, id)));
        }
        loop {
            let before = (effects.parameters.clone(), effects.shared.clone(), effects.seen.clone());
            for (id, graph) in program.procedures.iter_enumerated() {
                effects.add(id, graph);
            }
            if before == (effects.parameters.clone(), effects.shared.clone(), effects.seen.clone()) {
                return effects;
            }
        }
    }

    fn add(&mut self, id: ProcId, graph: &FlowGraph) {
        let mut found = BTreeSet::new();
        let mut changed = BTreeSet::new();
        let mut seen: BTreeSet<Shared> =
            graph.variables.iter().filter_map(|variable| shared(variable.storage)).collect();
        for instruction in instructions(graph) {
            super::cuts::assigned(self, std::slice::from_ref(instruction), &mut found);
            if let Action::Call { procedure, .. } = &instruction.action {
                changed.extend(self.shared.get(procedure).into_iter().flatten().copied());
                seen.extend(self.seen.get(procedure).into_iter().flatten().copied());
            }
        }
        for variable in found {
            match graph.variables.get(variable).map(|variable| variable.storage) {
                Some(Storage::Parameter) => {
                    let position = graph.parameters.iter().position(|&parameter| parameter == variable);
                    self.parameters.entry(id).or_default().extend(position);
                }
                Some(storage) => changed.extend(shared(storage)),
                None => {}
            }
        }
        self.shared.entry(id).or_default().extend(changed);
        self.seen.entry(id).or_default().extend(seen);
    }

    /// Whether a procedure has a name for what lies there.
    fn sees_shared(&self, procedure: ProcId, storage: Storage) -> bool {
        let seen = self.seen.get(&procedure);
        shared(storage).is_some_and(|shared| seen.is_some_and(|seen| seen.contains(&shared)))
    }

    pub fn changes_parameter(&self, procedure: ProcId, position: usize) -> bool {
        self.parameters.get(&procedure).is_some_and(|positions| positions.contains(&position))
    }

    /// Whether a procedure may change what lies there.
    fn changes_shared(&self, procedure: ProcId, storage: Storage) -> bool {
        let changed = self.shared.get(&procedure);
        shared(storage).is_some_and(|shared| changed.is_some_and(|changed| changed.contains(&shared)))
    }

    /// The caller's variables in shared storage that a procedure may change.
    pub fn changed_shared(&self, procedure: ProcId) -> impl Iterator<Item = VarId> + '_ {
        let changed = self.shared.get(&procedure);
        let own = self.own.iter();
        own.filter(move |(shared, _)| changed.is_some_and(|changed| changed.contains(shared)))
            .map(|&(_, variable)| variable)
    }
}

/// Whether variables of two procedures are one.
fn is_same(one: &Variable, other: &Variable) -> bool {
    one.storage == other.storage && one.ty == other.ty
}

/// The clauses of a contract with their places.
pub(super) fn clauses(graph: &FlowGraph, wanted: Claim) -> Vec<(Expr, Span)> {
    instructions(graph)
        .filter_map(|instruction| match &instruction.action {
            Action::Claim(claim, condition) if *claim == wanted => {
                Some((condition.clone(), instruction.span))
            }
            _ => None,
        })
        .collect()
}

impl Walker<'_> {
    /// A call: its entry assertions are to be shown, its exit assertions hold afterwards.
    pub(super) fn call(
        &mut self,
        way: &mut Way,
        procedure: ProcId,
        arguments: &[Argument],
        result: Option<VarId>,
        span: Span,
    ) -> Result<(), Stuck> {
        let program = self.program;
        let callee = &program.procedures[procedure];
        self.refuse_aliases(procedure, arguments, span)?;
        let before = self.callee_memory(way, callee, arguments, span)?;
        for (condition, _) in clauses(callee, Claim::Entry) {
            let condition = self.callee_formula(&before, &before, &condition)?;
            let kind = Kind::CallEntry(callee.name.clone());
            way.obligations.push(Obligation {
                kind,
                span,
                formula: condition.clone(),
                known: way.known.len(),
            });
            way.known.push(condition);
        }
        let mut after = before.clone();
        self.change(way, procedure, callee, arguments, &mut after, span)?;
        if let (Some(result), Some(ty)) = (result, &callee.returns) {
            let sort = sort_of(ty, span)?;
            let value = self.fresh(&callee.name, sort);
            after.returned = Some(value);
            way.memory.values[result.index()] = Some(value);
            way.known.extend(way.memory.range_of(self.table, result, value).map(Formula::Term));
        }
        for (condition, _) in clauses(callee, Claim::Exit) {
            let condition = self.callee_formula(&after, &before, &condition)?;
            way.known.push(condition);
        }
        if clauses(callee, Claim::Exit).is_empty() {
            self.notes
                .insert(format!("{} has no exit assertion: nothing is known of its results", callee.name));
        }
        Ok(())
    }

    /// Gives what the callee may change new values, in its memory and in the caller's.
    fn change(
        &mut self,
        way: &mut Way,
        procedure: ProcId,
        callee: &FlowGraph,
        arguments: &[Argument],
        after: &mut Memory,
        span: Span,
    ) -> Result<(), Stuck> {
        for (position, (argument, &parameter)) in arguments.iter().zip(&callee.parameters).enumerate() {
            if !self.effects.changes_parameter(procedure, position) {
                continue;
            }
            let sort = sort_of(&callee.variables[parameter].ty, span)?;
            let value = self.fresh(&callee.variables[parameter].name, sort);
            after.values[parameter.index()] = Some(value);
            if let (Passing::Reference, ExprKind::Load(place)) = (argument.passing, &argument.expr.kind) {
                if !callee.variables[parameter].ty.is_array() {
                    let range = way.memory.range_of(self.table, place.variable(), value);
                    way.known.extend(range.map(Formula::Term));
                }
                way.memory.assign(self.table, place, value, self.division, &mut Vec::new(), span)?;
            }
        }
        for (id, theirs) in callee.variables.iter_enumerated() {
            if self.effects.changes_shared(procedure, theirs.storage) {
                let Ok(sort) = sort_of(&theirs.ty, span) else { continue };
                after.values[id.index()] = Some(self.fresh(&theirs.name, sort));
            }
        }
        for own in self.effects.changed_shared(procedure).collect::<Vec<_>>() {
            let variable = &self.graph.variables[own];
            let same = callee.variables.iter_enumerated().find(|(_, theirs)| is_same(theirs, variable));
            way.memory.values[own.index()] = match (same, sort_of(&variable.ty, span)) {
                (Some((theirs, _)), _) => after.values[theirs.index()],
                (None, Ok(sort)) => Some(self.fresh(&variable.name.clone(), sort)),
                (None, Err(_)) => None,
            };
        }
        Ok(())
    }

    /// A contract speaks of parameters and shared variables as different variables.
    fn refuse_aliases(&self, procedure: ProcId, arguments: &[Argument], span: Span) -> Result<(), Stuck> {
        let referred = arguments.iter().enumerate().filter_map(|(position, argument)| {
            match (argument.passing, &argument.expr.kind) {
                (Passing::Reference, ExprKind::Load(place)) => Some((position, place.variable())),
                _ => None,
            }
        });
        let referred: Vec<(usize, VarId)> = referred.collect();
        for &(position, variable) in &referred {
            let changes = self.effects.changes_parameter(procedure, position);
            let twice = referred.iter().any(|&(other, same)| other != position && same == variable);
            if twice && changes {
                return Err(Stuck::unsupported(
                    span,
                    "one variable for two parameters, one of which is changed",
                ));
            }
            let storage = self.graph.variables[variable].storage;
            let sees = self.effects.sees_shared(procedure, storage);
            if sees && (changes || self.effects.changes_shared(procedure, storage)) {
                return Err(Stuck::unsupported(
                    span,
                    "a shared variable for a parameter, changed as one of them",
                ));
            }
        }
        Ok(())
    }

    fn callee_memory(
        &mut self,
        way: &mut Way,
        callee: &FlowGraph,
        arguments: &[Argument],
        span: Span,
    ) -> Result<Memory, Stuck> {
        let mut memory = Memory::empty(callee.variables.len());
        for (argument, &parameter) in arguments.iter().zip(&callee.parameters) {
            let declared = &callee.variables[parameter];
            if let Err(Stuck::Unsupported { what, .. }) = sort_of(&declared.ty, span) {
                memory.foreign.insert(parameter, what);
                continue;
            }
            memory.values[parameter.index()] = match &argument.expr.kind {
                ExprKind::Load(Place::Variable(variable))
                    if self.graph.variables[*variable].ty.rank() != declared.ty.rank() =>
                {
                    return Err(Stuck::unsupported(
                        span,
                        "an array with another shape in the called procedure",
                    ));
                }
                ExprKind::Load(Place::Variable(variable)) => {
                    if let Some(bounds) = way.memory.bounds.get(variable) {
                        memory.bounds.insert(parameter, bounds.clone());
                    }
                    // A variable without a value may be passed to be given one.
                    way.memory.values[variable.index()]
                }
                _ if declared.ty.is_array() => {
                    return Err(Stuck::unsupported(
                        span,
                        "a part of an array as an argument that is an array",
                    ));
                }
                _ => Some(self.value(way, &argument.expr)?),
            };
        }
        for (id, variable) in callee.variables.iter_enumerated() {
            if shared(variable.storage).is_some() {
                let own = self.graph.variables.iter_enumerated().find(|(_, own)| is_same(own, variable));
                memory.values[id.index()] = match own {
                    Some((own, _)) => way.memory.values[own.index()],
                    None => {
                        let Ok(sort) = sort_of(&variable.ty, span) else { continue };
                        Some(self.fresh(&variable.name.clone(), sort))
                    }
                };
            }
        }
        for &parameter in &callee.parameters {
            self.parameter_bounds(way, callee, parameter, &mut memory, span)?;
        }
        Ok(memory)
    }

    /// The bounds that a parameter has in the callee: within those of its argument, with the same subscripts.
    fn parameter_bounds(
        &mut self,
        way: &mut Way,
        callee: &FlowGraph,
        parameter: VarId,
        memory: &mut Memory,
        span: Span,
    ) -> Result<(), Stuck> {
        let Type::Array(_, declared) = &callee.variables[parameter].ty else { return Ok(()) };
        let outer = memory.bounds.get(&parameter).cloned();
        let mut inner = Dimensions::new();
        for (position, bounds) in declared.iter().enumerate() {
            let given = outer.as_ref().and_then(|outer| outer.get(position)).copied();
            let (low, high) = match bounds {
                ArrayBounds::Given { low, high } | ArrayBounds::Sequence { low, high: Some(high) } => {
                    let high = memory.evaluate(self.table, high, self.division, &mut Vec::new())?;
                    (low, Some(high))
                }
                ArrayBounds::Sequence { low, high: None } | ArrayBounds::Shape { low } => {
                    (low, given.and_then(|(_, high)| high))
                }
                ArrayBounds::OfArgument | ArrayBounds::Deferred => return Ok(()),
            };
            let low = memory.evaluate(self.table, low, self.division, &mut Vec::new())?;
            if let Some((outer_low, outer_high)) = given {
                let last = position + 1 == declared.len();
                let own_subscripts = !matches!(bounds, ArrayBounds::Given { .. });
                let same = self.same(outer_low, low)
                    && (last || outer_high.zip(high).is_none_or(|(a, b)| self.same(a, b)));
                if own_subscripts && !same {
                    let what = "an array passed to a parameter that counts its elements in another way";
                    return Err(Stuck::unsupported(span, what));
                }
                let mut conditions = vec![self.table.apply(Op::Le, &[outer_low, low])];
                if let (Some(outer), Some(inner)) = (outer_high, high) {
                    conditions.push(self.table.apply(Op::Le, &[inner, outer]));
                }
                let condition = self.table.and(&conditions);
                let simple = self.table.simplify(condition);
                if self.table.as_bool(simple) != Some(true) {
                    way.demand(Demand { condition, span, kind: DemandKind::Subscript }, self.checks);
                }
            }
            inner.push((low, high));
        }
        if inner.len() > 1 || inner.iter().all(|(_, high)| high.is_some()) {
            memory.bounds.insert(parameter, inner);
        }
        Ok(())
    }

    /// Whether two terms are the same after simplification.
    fn same(&mut self, left: TermId, right: TermId) -> bool {
        self.table.simplify(left) == self.table.simplify(right)
    }

    fn callee_formula(&mut self, memory: &Memory, entry: &Memory, expr: &Expr) -> Result<Formula, Stuck> {
        let mut demands = Vec::new();
        let mut reader = Reader::new(memory, Some(entry), self.division, &mut demands);
        formula(self.table, &mut reader, expr, true)
    }

    /// A value nobody knows.
    pub(super) fn fresh(&mut self, name: &str, sort: sextant_expr::Sort) -> TermId {
        self.table.fresh(name, sort)
    }
}

/// The table is the walker's; this keeps the signature of helpers short.
pub(super) type Terms = Table;
