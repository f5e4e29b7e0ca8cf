//! Calls by contract, and what procedures may change.

use std::collections::{BTreeMap, BTreeSet};

use sextant_base::{Id, Span};
use sextant_expr::{Op, Table, TermId};
use sextant_flow::{Action, FlowGraph, FlowProgram, Terminator};
use sextant_logic::{Demand, Formula, Memory, Reader, Stuck, formula, sort_of};
use sextant_syntax::{
    Argument, ArrayBounds, Claim, Expr, ExprKind, ExternalId, Passing, Place, ProcId, Storage, VarId,
};

use super::paths::{Kind, Obligation, Walker, Way};

/// What each procedure may change: parameters by position, and externals.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    parameters: BTreeMap<ProcId, BTreeSet<usize>>,
    externals: BTreeMap<ProcId, BTreeSet<ExternalId>>,
    /// The caller's variables by external.
    own: BTreeMap<ExternalId, VarId>,
}

impl Effects {
    /// The effects of all procedures, seen from one of them.
    pub fn of(program: &FlowProgram, seen_from: &FlowGraph) -> Effects {
        let mut effects = Effects::default();
        for (id, variable) in seen_from.variables.iter_enumerated() {
            if let Storage::External(external) = variable.storage {
                effects.own.insert(external, id);
            }
        }
        loop {
            let before = (effects.parameters.clone(), effects.externals.clone());
            for (id, graph) in program.procedures.iter_enumerated() {
                effects.add(id, graph);
            }
            if before == (effects.parameters.clone(), effects.externals.clone()) {
                return effects;
            }
        }
    }

    fn add(&mut self, id: ProcId, graph: &FlowGraph) {
        let mut found = BTreeSet::new();
        let mut externals = BTreeSet::new();
        for instruction in all_instructions(graph) {
            super::cuts::assigned(self, std::slice::from_ref(instruction), &mut found);
            if let Action::Call { procedure, .. } = &instruction.action {
                externals.extend(self.externals.get(procedure).into_iter().flatten().copied());
            }
        }
        for variable in found {
            match graph.variables.get(variable).map(|variable| variable.storage) {
                Some(Storage::External(external)) => {
                    externals.insert(external);
                }
                Some(Storage::Parameter) => {
                    let position = graph.parameters.iter().position(|&parameter| parameter == variable);
                    self.parameters.entry(id).or_default().extend(position);
                }
                _ => {}
            }
        }
        self.externals.entry(id).or_default().extend(externals);
    }

    pub fn changes_parameter(&self, procedure: ProcId, position: usize) -> bool {
        self.parameters.get(&procedure).is_some_and(|positions| positions.contains(&position))
    }

    pub fn changed_externals(&self, procedure: ProcId) -> impl Iterator<Item = VarId> + '_ {
        let externals = self.externals.get(&procedure).into_iter().flatten();
        externals.filter_map(|external| self.own.get(external).copied())
    }
}

/// Every instruction of a graph, those on edges included.
pub(super) fn all_instructions(graph: &FlowGraph) -> impl Iterator<Item = &sextant_flow::Instruction> {
    graph.blocks.iter().flat_map(|block| {
        let edges = match &block.terminator {
            Terminator::Edges(edges) => edges.as_slice(),
            _ => &[],
        };
        block.instructions.iter().chain(edges.iter().flat_map(|edge| &edge.actions))
    })
}

/// The clauses of a contract with their places.
pub(super) fn clauses(graph: &FlowGraph, wanted: Claim) -> Vec<(Expr, Span)> {
    all_instructions(graph)
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
                way.memory.assign(self.table, place, value, self.division, &mut Vec::new(), span)?;
            }
        }
        for own in self.effects.changed_externals(procedure).collect::<Vec<_>>() {
            let variable = &self.graph.variables[own];
            let sort = sort_of(&variable.ty, span)?;
            let value = self.fresh(&variable.name.clone(), sort);
            way.memory.values[own.index()] = Some(value);
            for (id, theirs) in callee.variables.iter_enumerated() {
                if theirs.storage == variable.storage {
                    after.values[id.index()] = Some(value);
                }
            }
        }
        Ok(())
    }

    /// A contract speaks of parameters as different variables.
    fn refuse_aliases(&self, procedure: ProcId, arguments: &[Argument], span: Span) -> Result<(), Stuck> {
        let mut seen = BTreeSet::new();
        for (position, argument) in arguments.iter().enumerate() {
            if argument.passing == Passing::Reference
                && let ExprKind::Load(place) = &argument.expr.kind
                && !seen.insert(place.variable())
                && self.effects.changes_parameter(procedure, position)
            {
                return Err(Stuck::unsupported(
                    span,
                    "one variable for two parameters, one of which is changed",
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
        let mut memory = Memory {
            values: vec![None; callee.variables.len()],
            bounds: BTreeMap::new(),
            read: 0,
            returned: None,
        };
        for (argument, &parameter) in arguments.iter().zip(&callee.parameters) {
            let value = match &argument.expr.kind {
                ExprKind::Load(Place::Variable(variable)) => {
                    if let Some(&bounds) = way.memory.bounds.get(variable) {
                        memory.bounds.insert(parameter, bounds);
                    }
                    // A variable without a value may be passed to be given one.
                    way.memory.values[variable.index()]
                }
                _ => Some(self.value(way, &argument.expr)?),
            };
            memory.values[parameter.index()] = value;
        }
        for (id, variable) in callee.variables.iter_enumerated() {
            if let Storage::External(external) = variable.storage {
                memory.values[id.index()] = match self.effects.own.get(&external) {
                    Some(own) => way.memory.values[own.index()],
                    None => {
                        let sort = sort_of(&variable.ty, span)?;
                        Some(self.fresh(&variable.name.clone(), sort))
                    }
                };
            }
        }
        for &parameter in &callee.parameters {
            if let Some(ArrayBounds::Given { low, high }) = callee.variables[parameter].ty.vector_bounds() {
                let low = memory.evaluate(self.table, low, self.division, &mut Vec::new())?;
                let high = memory.evaluate(self.table, high, self.division, &mut Vec::new())?;
                if let Some(&(outer_low, outer_high)) = memory.bounds.get(&parameter) {
                    let above = self.table.apply(Op::Le, &[outer_low, low]);
                    let below = self.table.apply(Op::Le, &[high, outer_high]);
                    let both = self.table.and(&[above, below]);
                    way.demand(Demand { condition: both, span, subscript: true }, self.checks);
                }
                memory.bounds.insert(parameter, (low, high));
            }
        }
        Ok(memory)
    }

    fn callee_formula(&mut self, memory: &Memory, entry: &Memory, expr: &Expr) -> Result<Formula, Stuck> {
        let mut demands = Vec::new();
        let mut reader = Reader::new(memory, Some(entry), self.division, &mut demands);
        formula(self.table, &mut reader, expr, true)
    }

    /// A value nobody knows.
    pub(super) fn fresh(&mut self, name: &str, sort: sextant_expr::Sort) -> TermId {
        let number = self.table.len();
        self.table.symbol(&format!("{name}#{number}"), sort)
    }
}

/// The table is the walker's; this keeps the signature of helpers short.
pub(super) type Terms = Table;
