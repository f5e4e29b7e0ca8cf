//! Bodies of procedures; hidden arguments of internal procedures; procedures of ENTRYs.
//!
//! An internal procedure gets each variable of its host that it uses as a parameter. Which these are is known when all
//! bodies are resolved; then every call is given the arguments, and a procedure that calls another one gets what that
//! one needs.

use rustc_hash::FxHashMap;
use sextant_base::Span;
use sextant_syntax::{
    Argument, ArrayBounds, Expr, ExprKind, LabelId, Passing, Place, ProcId, Procedure, Stmt, StmtKind,
    Storage, TextLength, Type, VarId,
};

use super::Resolver;
use super::body::Body;
use super::build::{int, rank};
use super::scope::{Dummy, EntityRef, Role, Target, UnitId};
use super::units::{Position, entries};
use super::visit::{Visitor, visit_statements};
use super::walk::each_label;
use crate::raw::UnitKind;

impl<'a> Resolver<'a, '_> {
    /// Resolves the bodies of all procedures, hosts before what they contain.
    pub(crate) fn bodies(&mut self) {
        for unit in 0..self.units.len() {
            if !self.units[unit].procedures.is_empty() && self.units[unit].position != Position::Interface {
                self.within(unit, |resolver| resolver.unit_body(unit));
            } else {
                self.within(unit, |resolver| resolver.check_declarations());
            }
        }
    }

    fn unit_body(&mut self, unit: UnitId) {
        let raw = self.units[unit].raw;
        self.body = Body::default();
        self.number(raw.head);
        self.collect_labels(unit);
        self.decide_dummies(unit);
        let mut body = self.block(&raw.body);
        let beginning = self.beginning(unit);
        body.splice(0..0, beginning);
        self.undecided_dummies(unit);
        self.check_declarations();
        let end = self.number(raw.end.span);
        let labels =
            raw.end.label.iter().filter_map(|label| self.body.by_label.get(&label.value).copied()).collect();
        let kind = self.plain_return(raw.end.span);
        // END without a value needs no statement, unless something jumps to it.
        let wanted = matches!(kind, StmtKind::Return(Some(_))) || raw.end.label.is_some();
        if wanted {
            body.push(Stmt { number: Some(end), labels, kind, span: raw.end.span });
        }
        self.finish_unit(unit, body);
    }

    fn collect_labels(&mut self, unit: UnitId) {
        let raw = self.units[unit].raw;
        let mut labels = Vec::new();
        each_label(&raw.body, &mut |label| labels.push(label));
        labels.extend(raw.end.label);
        for label in labels {
            let id = self.body.labels.push(label.value.to_string());
            if self.body.by_label.insert(label.value, id).is_some() {
                self.report(label.span, format!("there is a label {} already", label.value));
            }
        }
        for (entry, _) in entries(raw) {
            let label = self.body.labels.push(format!(".{}", entry.name.written));
            self.body.entry_labels.push(label);
        }
    }

    fn decide_dummies(&mut self, unit: UnitId) {
        for procedure in self.units[unit].procedures.clone() {
            let signature = self.signatures[procedure.0 as usize].clone();
            for dummy in &signature.parameters {
                if let Dummy::Entity(entity) = dummy
                    && !self.may_be_procedure(*entity)
                {
                    let span = self.entity(*entity).name.span;
                    self.variable_of(*entity, span);
                }
            }
            if let Some(result) = signature.result {
                let span = self.entity(result).name.span;
                self.variable_of(result, span);
            }
        }
    }

    /// What no statement has used is a mistake.
    fn undecided_dummies(&mut self, unit: UnitId) {
        for index in 0..self.scopes[unit].entities.len() {
            let entity = EntityRef { unit, index };
            let found = self.entity(entity);
            if found.flags.dummy && matches!(found.role, Role::Open) {
                let span = found.name.span;
                self.variable_of(entity, span);
            }
        }
    }

    /// Whether only its use can say what an undeclared dummy is: a procedure, or a mistake.
    fn may_be_procedure(&self, entity: EntityRef) -> bool {
        let found = self.entity(entity);
        found.spec.is_none() && found.dimensions.is_none() && self.scopes[entity.unit].implicit.none
    }

    /// Looks at declarations that nothing has used, so that their mistakes are reported.
    fn check_declarations(&mut self) {
        let unit = self.unit;
        for index in 0..self.scope().entities.len() {
            let entity = EntityRef { unit, index };
            let role = self.role(entity);
            let found = self.entity(entity);
            let is_variable = found.spec.is_some() || found.dimensions.is_some();
            let is_procedure = found.flags.external || found.flags.intrinsic;
            if matches!(role, Role::Open) && is_variable && !is_procedure {
                let is_array = found.dimensions.is_some();
                let span = found.name.span;
                if is_array || self.units[unit].raw.kind == UnitKind::Module {
                    self.variable_of(entity, span);
                } else {
                    self.entity_type(entity);
                }
            }
        }
    }

    fn finish_unit(&mut self, unit: UnitId, body: Vec<Stmt>) {
        let Body { statements, labels, entry_labels, .. } = std::mem::take(&mut self.body);
        let variables = std::mem::take(&mut self.scope().variables);
        let procedures = self.units[unit].procedures.clone();
        let own_result = self.signatures[procedures[0].0 as usize].result;
        let is_entered = procedures.len() > 1;
        for &id in &procedures {
            let signature = self.signatures[id.0 as usize].clone();
            let alternate =
                procedures.iter().any(|id| self.signatures[id.0 as usize].has_alternate_returns());
            let mut procedure = Procedure {
                name: signature.name.written.to_string(),
                parameters: Vec::new(),
                variables: variables.clone(),
                returns: alternate.then_some(super::build::INT),
                recursive: signature.recursive,
                body: body.clone(),
                labels: labels.clone(),
                statements: statements.clone(),
                span: signature.span,
            };
            self.parameters(&mut procedure, &signature.parameters, signature.result);
            if let (Some(own), Some(entry)) = (own_result, signature.result) {
                let (own, entry) = (self.own_variable(own), self.own_variable(entry));
                replace_result(&mut procedure, own, entry);
            }
            if is_entered {
                make_automatic(&mut procedure);
            }
            if let Some(&label) = signature.entry.and_then(|entry| entry_labels.get(entry)) {
                enter_at(&mut procedure, label);
            }
            self.procedures[id.0 as usize] = Some(procedure);
        }
        self.scope().variables = variables;
    }

    fn own_variable(&self, entity: EntityRef) -> Option<VarId> {
        match self.entity(entity).role {
            Role::Variable(variable) | Role::Procedure(Target::Dummy(variable, _)) => Some(variable),
            _ => None,
        }
    }

    fn parameters(&mut self, procedure: &mut Procedure, dummies: &[Dummy], result: Option<EntityRef>) {
        if let Some(variable) = result.and_then(|result| self.own_variable(result)) {
            let ty = procedure.variables[variable].ty.clone();
            if rank(&ty) > 0 || matches!(ty, Type::Handle(_)) {
                procedure.variables[variable].storage = Storage::Parameter;
                procedure.parameters.push(variable);
            } else {
                procedure.returns = Some(ty.target().clone());
            }
            procedure.parameters.extend(self.scopes[self.unit].result_length);
        }
        for dummy in dummies {
            if let Dummy::Entity(entity) = dummy {
                procedure.parameters.extend(self.own_variable(*entity));
            }
        }
    }

    /// Gives internal procedures the variables of their hosts.
    pub(crate) fn lift(&mut self) {
        self.complete_captures();
        let captures: FxHashMap<ProcId, Vec<EntityRef>> = self
            .internal_procedures()
            .into_iter()
            .map(|(id, unit)| (id, self.scopes[unit].captures.iter().map(|capture| capture.0).collect()))
            .collect();
        for id in (0..self.procedures.len() as u32).map(ProcId) {
            let Some(unit) = self.signatures.get(id.0 as usize).map(|signature| signature.unit) else {
                continue;
            };
            let Some(mut procedure) = self.procedures[id.0 as usize].take() else { continue };
            // Variables that came into being while procedures inside were resolved.
            for position in procedure.variables.len()..self.scopes[unit].variables.len() {
                procedure.variables.push(self.scopes[unit].variables[VarId(position as u32)].clone());
            }
            if self.units[unit].position == Position::Internal {
                procedure.parameters.extend(self.scopes[unit].captures.iter().map(|capture| capture.1));
            }
            let mut hidden = Hidden { resolver: self, unit, captures: &captures, passed: Vec::new() };
            visit_statements(&mut procedure.body, &mut hidden);
            for (name, span) in hidden.passed {
                self.report(span, format!("unsupported: the internal procedure `{name}` as an argument: it uses variables of its host"));
            }
            self.procedures[id.0 as usize] = Some(procedure);
        }
    }

    fn internal_procedures(&self) -> Vec<(ProcId, UnitId)> {
        self.units
            .iter()
            .enumerate()
            .filter(|(_, info)| info.position == Position::Internal)
            .flat_map(|(unit, info)| info.procedures.iter().map(move |&id| (id, unit)))
            .collect()
    }

    /// A procedure needs what the internal procedures that it calls need.
    fn complete_captures(&mut self) {
        let internal = self.internal_procedures();
        let mut calls: Vec<(UnitId, UnitId)> = Vec::new();
        for &(id, unit) in &internal {
            let mut called = Called { procedures: Vec::new() };
            if let Some(mut procedure) = self.procedures[id.0 as usize].take() {
                visit_statements(&mut procedure.body, &mut called);
                self.procedures[id.0 as usize] = Some(procedure);
            }
            for callee in called.procedures {
                if let Some(&(_, inner)) = internal.iter().find(|known| known.0 == callee) {
                    calls.push((unit, inner));
                }
            }
        }
        loop {
            let mut changed = false;
            for &(caller, callee) in &calls {
                let needed: Vec<EntityRef> =
                    self.scopes[callee].captures.iter().map(|capture| capture.0).collect();
                for entity in needed {
                    if !self.scopes[caller].captures.iter().any(|capture| capture.0 == entity)
                        && entity.unit != caller
                    {
                        let span = self.entity(entity).name.span;
                        self.within(caller, |resolver| resolver.variable_of(entity, span));
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }
}

/// Collects who is called.
struct Called {
    procedures: Vec<ProcId>,
}

impl Visitor for Called {
    fn call(&mut self, procedure: ProcId, _: &mut Vec<Argument>, _: Span) {
        self.procedures.push(procedure);
    }
}

/// Adds hidden arguments to calls.
struct Hidden<'r, 'a, 'd> {
    resolver: &'r mut Resolver<'a, 'd>,
    unit: UnitId,
    captures: &'r FxHashMap<ProcId, Vec<EntityRef>>,
    /// Procedures with hidden arguments that are passed as arguments.
    passed: Vec<(String, Span)>,
}

impl Visitor for Hidden<'_, '_, '_> {
    fn call(&mut self, procedure: ProcId, arguments: &mut Vec<Argument>, span: Span) {
        for &entity in self.captures.get(&procedure).into_iter().flatten() {
            let unit = self.unit;
            let variable = self.resolver.within(unit, |resolver| resolver.variable_of(entity, span));
            let Some(variable) = variable else { continue };
            let ty = self.resolver.scopes[unit].variables[variable].ty.clone();
            let passing = if ty == Type::Procedure { Passing::Copy } else { Passing::Reference };
            let expr =
                Expr { kind: ExprKind::Load(Place::Variable(variable)), ty: ty.target().clone(), span };
            arguments.push(Argument { expr, passing });
        }
    }

    fn procedure(&mut self, procedure: ProcId, span: Span) {
        if self.captures.get(&procedure).is_some_and(|captures| !captures.is_empty()) {
            let name = self.resolver.signatures[procedure.0 as usize].name.written.to_string();
            self.passed.push((name, span));
        }
    }
}

/// Lets the RETURNs of a procedure give another result.
fn replace_result(procedure: &mut Procedure, own: Option<VarId>, wanted: Option<VarId>) {
    let (Some(own), Some(wanted)) = (own, wanted) else { return };
    if own == wanted {
        return;
    }
    let ty = procedure.variables[wanted].ty.target().clone();
    struct Returns {
        own: VarId,
        wanted: VarId,
        ty: Type,
    }
    impl Visitor for Returns {
        fn statement(&mut self, stmt: &mut Stmt) {
            if let StmtKind::Return(Some(value)) = &mut stmt.kind
                && value.kind == ExprKind::Load(Place::Variable(self.own))
            {
                value.kind = ExprKind::Load(Place::Variable(self.wanted));
                value.ty = self.ty.clone();
            }
        }
    }
    visit_statements(&mut procedure.body, &mut Returns { own, wanted, ty });
}

/// Dummies of other ENTRYs are variables nobody can use here; they must not wait for arguments.
fn make_automatic(procedure: &mut Procedure) {
    for (id, variable) in procedure.variables.ids().zip(procedure.variables.iter_mut()) {
        if variable.storage == Storage::Parameter && !procedure.parameters.contains(&id) {
            variable.storage = Storage::Automatic;
            variable.ty = standing_alone(&variable.ty, variable.span);
        }
    }
}

fn standing_alone(ty: &Type, span: Span) -> Type {
    match ty {
        Type::Array(element, bounds) => {
            let one = || Box::new(int(1, span));
            let bounds = bounds.iter().map(|_| ArrayBounds::Given { low: one(), high: one() }).collect();
            Type::Array(Box::new(standing_alone(element, span)), bounds)
        }
        Type::Text(TextLength::OfArgument) => Type::Text(TextLength::Given(Box::new(int(1, span)))),
        other => other.clone(),
    }
}

fn enter_at(procedure: &mut Procedure, label: LabelId) {
    let span = procedure.span;
    let jump = Stmt { number: None, labels: Vec::new(), kind: StmtKind::Goto(label), span };
    procedure.body.insert(0, jump);
}
