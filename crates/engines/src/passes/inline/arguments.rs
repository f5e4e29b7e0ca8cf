//! What the variables of a called procedure stand for.

use rustc_hash::FxHashMap;
use sextant_base::Span;
use sextant_syntax::{
    Argument, ArrayBounds, Expr, ExprKind, Memory, Passing, Place, ProcId, Stmt, StmtKind, Storage, Type,
    VarId, Variable, each_place_operand_mut, shared_variable,
};

use super::{Inliner, Meaning, Refused, Scope, assign, load, plain_stmt};

impl Inliner<'_> {
    /// What the variables of a called procedure stand for; what is computed before the call is appended.
    pub(super) fn meanings(
        &mut self,
        procedure: ProcId,
        arguments: &[Argument],
        caller: &mut Scope,
        before: &mut Vec<Stmt>,
        span: Span,
    ) -> Result<FxHashMap<VarId, Meaning>, Refused> {
        let program = self.program;
        let callee = &program.procedures[procedure];
        let mut meanings = FxHashMap::default();
        for (argument, &parameter) in arguments.iter().zip(&callee.parameters) {
            let declared = &callee.variables[parameter];
            let argument = Argument { expr: self.expr(&argument.expr, caller)?, passing: argument.passing };
            let kept = !assigned(&callee.body, parameter);
            let meaning = self.parameter(&callee.name, declared, &argument, kept, before, span)?;
            meanings.insert(parameter, meaning);
        }
        for (id, variable) in callee.variables.iter_enumerated() {
            if let std::collections::hash_map::Entry::Vacant(open) = meanings.entry(id) {
                let own = self.own_variable(procedure, id, variable, before, span)?;
                open.insert(Meaning::Place(Place::Variable(own)));
            }
        }
        Ok(meanings)
    }

    fn parameter(
        &mut self,
        procedure: &str,
        declared: &Variable,
        argument: &Argument,
        kept: bool,
        before: &mut Vec<Stmt>,
        span: Span,
    ) -> Result<Meaning, Refused> {
        match (&argument.expr.kind, argument.passing) {
            (_, Passing::Absent) => Err("an optional argument that is absent".to_owned()),
            (ExprKind::Procedure(_), _) => Ok(Meaning::Value(argument.expr.clone())),
            (ExprKind::Load(Place::Variable(variable)), Passing::Reference) => {
                let own = &self.whole.variables[*variable];
                if !alike(&declared.ty, &own.ty) {
                    return Err(format!("{} seen in another way by its parameter", own.name));
                }
                Ok(Meaning::Place(Place::Variable(*variable)))
            }
            _ if declared.ty.is_array() => {
                Err("a part of an array as an argument that is an array".to_owned())
            }
            (ExprKind::Load(place), Passing::Reference) => {
                let mut place = place.clone();
                // Subscripts are computed once, before the call.
                each_place_operand_mut(&mut place, &mut |subscript| {
                    *subscript = self.kept_value("at", procedure, subscript.clone(), before, span);
                });
                Ok(Meaning::Place(place))
            }
            _ if matches!(declared.ty, Type::Pointer(_)) => {
                if !kept {
                    return Err("an argument that is an address and changes during the call".to_owned());
                }
                Ok(Meaning::Value(self.kept_address(&argument.expr, procedure, before, span)?))
            }
            _ => {
                let name = self.free_name(procedure, &declared.name);
                let copy = self.variable(name, declared.ty.clone(), span);
                before.push(assign(copy, coerced(argument.expr.clone(), &declared.ty), span));
                Ok(Meaning::Place(Place::Variable(copy)))
            }
        }
    }

    /// A value computed now; a constant is itself.
    fn kept_value(
        &mut self,
        stem: &str,
        procedure: &str,
        value: Expr,
        before: &mut Vec<Stmt>,
        span: Span,
    ) -> Expr {
        if matches!(value.kind, ExprKind::Int(_)) {
            return value;
        }
        let name = self.free_name(procedure, stem);
        let ty = value.ty.clone();
        let kept = self.variable(name, ty.clone(), span);
        before.push(assign(kept, value, span));
        load(kept, &ty, span)
    }

    /// An address that stays the same, with the distances in it computed now.
    fn kept_address(
        &mut self,
        address: &Expr,
        procedure: &str,
        before: &mut Vec<Stmt>,
        span: Span,
    ) -> Result<Expr, Refused> {
        let kind = match &address.kind {
            // Variables whose addresses are taken are blocks: a pointer that is loaded has no address here.
            ExprKind::Load(Place::Variable(_)) => address.kind.clone(),
            ExprKind::Convert(inner) => {
                ExprKind::Convert(Box::new(self.kept_address(inner, procedure, before, span)?))
            }
            ExprKind::Wrap(inner) => {
                ExprKind::Wrap(Box::new(self.kept_address(inner, procedure, before, span)?))
            }
            ExprKind::Memory(memory) => match &**memory {
                Memory::Address(_) => address.kind.clone(),
                Memory::Aligned { pointer, .. } => {
                    return self.kept_address(pointer, procedure, before, span);
                }
                Memory::Displace { pointer, index, scale, limit } => {
                    let pointer = self.kept_address(pointer, procedure, before, span)?;
                    let index = self.kept_value("at", procedure, index.clone(), before, span);
                    let (scale, limit) = (*scale, *limit);
                    ExprKind::Memory(Box::new(Memory::Displace { pointer, index, scale, limit }))
                }
                _ => return Err("an address that is computed as an argument".to_owned()),
            },
            _ => return Err("an address that is computed as an argument".to_owned()),
        };
        Ok(Expr { kind, ..address.clone() })
    }

    /// A variable of the called procedure that is no parameter.
    fn own_variable(
        &mut self,
        procedure: ProcId,
        id: VarId,
        variable: &Variable,
        before: &mut Vec<Stmt>,
        span: Span,
    ) -> Result<VarId, Refused> {
        let lasts = variable.storage != Storage::Automatic;
        if let Some(&known) = self.lasting.get(&(procedure, id)).filter(|_| lasts) {
            return Ok(known);
        }
        let own = match shared_variable(&self.whole.variables, variable) {
            Some(own) => own,
            None => {
                let name = self.free_name(&self.program.procedures[procedure].name, &variable.name);
                let initial = if lasts { variable.initial.clone() } else { Vec::new() };
                self.whole.variables.push(Variable { name, initial, ..variable.clone() })
            }
        };
        if !lasts {
            before.push(plain_stmt(StmtKind::Fresh(own), span));
        }
        match &variable.initial[..] {
            [] => {}
            _ if lasts => {}
            [value] if !variable.ty.is_array() => before.push(assign(own, value.clone(), span)),
            _ => return Err(format!("the initial values of {}", variable.name)),
        }
        if lasts {
            self.lasting.insert((procedure, id), own);
        }
        Ok(own)
    }
}

fn coerced(value: Expr, ty: &Type) -> Expr {
    if value.ty == *ty
        || !matches!((&value.ty, ty), (Type::Int(_), Type::Int(_)) | (Type::Int(_), Type::Real(_)))
    {
        return value;
    }
    let span = value.span;
    Expr { kind: ExprKind::Convert(Box::new(value)), ty: ty.clone(), span }
}

/// Whether an argument has the same subscripts as its parameter.
fn alike(declared: &Type, own: &Type) -> bool {
    let (Type::Array(_, inner), Type::Array(_, outer)) = (declared, own) else { return declared == own };
    let constant = |bounds: &ArrayBounds| match bounds {
        ArrayBounds::Given { low, high } => Some((low.kind.clone(), Some(high.kind.clone()))),
        ArrayBounds::Sequence { low, .. } | ArrayBounds::Shape { low } => Some((low.kind.clone(), None)),
        ArrayBounds::OfArgument | ArrayBounds::Deferred => None,
    };
    let same = |(inner, outer): (&ArrayBounds, &ArrayBounds)| {
        if matches!(inner, ArrayBounds::OfArgument) {
            return true;
        }
        let (Some((low, high)), Some((outer_low, outer_high))) = (constant(inner), constant(outer)) else {
            return false;
        };
        // In one dimension only the lowest subscript matters to where an element lies.
        let high_matters = declared.rank() > 1 && !matches!(inner, ArrayBounds::Shape { .. });
        matches!(low, ExprKind::Int(_))
            && low == outer_low
            && (!high_matters || (matches!(high, Some(ExprKind::Int(_))) && high == outer_high))
    };
    declared.scalar() == own.scalar() && inner.len() == outer.len() && inner.iter().zip(outer).all(same)
}

/// Whether a statement of a list gives a variable a value.
fn assigned(statements: &[Stmt], variable: VarId) -> bool {
    statements.iter().any(|stmt| {
        let within = |stmt: &Stmt| assigned(std::slice::from_ref(stmt), variable);
        match &stmt.kind {
            StmtKind::Assign { targets, value } => {
                targets.iter().any(|place| place.variable() == variable) || assigned_in(value, variable)
            }
            StmtKind::If { condition, then_branch, else_branch } => {
                assigned_in(condition, variable)
                    || within(then_branch)
                    || else_branch.as_ref().is_some_and(|branch| within(branch))
            }
            StmtKind::Select { cases, otherwise } => {
                cases.iter().any(|(condition, branch)| assigned_in(condition, variable) || within(branch))
                    || otherwise.as_ref().is_some_and(|branch| within(branch))
            }
            StmtKind::Group(body) => assigned(body, variable),
            StmtKind::While { while_condition, until_condition, body, step } => {
                [while_condition, until_condition]
                    .into_iter()
                    .flatten()
                    .any(|condition| assigned_in(condition, variable))
                    || assigned(body, variable)
                    || assigned(step, variable)
            }
            StmtKind::Iterate { variable: control, body, .. } => {
                control.variable() == variable || assigned(body, variable)
            }
            StmtKind::Store { address, value, .. } => {
                assigned_in(address, variable) || assigned_in(value, variable)
            }
            StmtKind::Evaluate(expr) | StmtKind::Return(Some(expr)) => assigned_in(expr, variable),
            _ => false,
        }
    })
}

/// Whether an effect inside an expression gives a variable a value.
fn assigned_in(expr: &Expr, variable: VarId) -> bool {
    if let ExprKind::Effect(effect) = &expr.kind
        && let sextant_syntax::Effect::Sequence(statements, _) = &**effect
        && assigned(statements, variable)
    {
        return true;
    }
    let mut found = false;
    sextant_syntax::each_operand(expr, &mut |operand| found |= assigned_in(operand, variable));
    found
}
