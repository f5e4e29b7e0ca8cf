//! Statements and expressions of a called procedure in terms of the whole.

use sextant_syntax::{
    Bound, DoRange, DoSpec, Effect, Expr, ExprKind, Memory, OutputItem, Place, ProcId, Specification,
    StmtKind, Type, VarId, each_place_operand_mut,
};

use super::{Inliner, Meaning, Refused, Scope, called_by, load, plain_stmt};

impl Inliner<'_> {
    /// A statement without statements in it.
    pub(super) fn simple(&mut self, kind: &StmtKind, scope: &mut Scope) -> Result<StmtKind, Refused> {
        Ok(match kind {
            StmtKind::Assign { targets, value } => StmtKind::Assign {
                targets: targets.iter().map(|place| self.place(place, scope)).collect::<Result<_, _>>()?,
                value: self.expr(value, scope)?,
            },
            StmtKind::Store { address, bits, value } => StmtKind::Store {
                address: self.expr(address, scope)?,
                bits: *bits,
                value: self.expr(value, scope)?,
            },
            StmtKind::Evaluate(expr) => StmtKind::Evaluate(self.expr(expr, scope)?),
            StmtKind::Fresh(variable) => StmtKind::Fresh(own_variable(*variable, scope)?),
            StmtKind::Gone(variable) => StmtKind::Gone(own_variable(*variable, scope)?),
            StmtKind::Return(value) => StmtKind::Return(self.optional(value.as_ref(), scope)?),
            StmtKind::Read(places) => {
                StmtKind::Read(places.iter().map(|place| self.place(place, scope)).collect::<Result<_, _>>()?)
            }
            StmtKind::Write(items) => StmtKind::Write(
                items
                    .iter()
                    .map(|item| match item {
                        OutputItem::Value(value) => Ok(OutputItem::Value(self.expr(value, scope)?)),
                        other => Ok(other.clone()),
                    })
                    .collect::<Result<_, Refused>>()?,
            ),
            StmtKind::Assume(condition) => StmtKind::Assume(self.expr(condition, scope)?),
            StmtKind::Prove(condition) => StmtKind::Prove(self.expr(condition, scope)?),
            StmtKind::Assert(condition) => StmtKind::Assert(self.expr(condition, scope)?),
            StmtKind::Allocate { .. } | StmtKind::Release(_) | StmtKind::PointTo { .. }
                if scope.is_called() =>
            {
                return Err("storage that is allocated in a called procedure".to_owned());
            }
            StmtKind::Transfer(_) if scope.is_called() => {
                return Err("a statement on a file in a called procedure".to_owned());
            }
            other => other.clone(),
        })
    }

    pub(super) fn optional(
        &mut self,
        expr: Option<&Expr>,
        scope: &mut Scope,
    ) -> Result<Option<Expr>, Refused> {
        expr.map(|expr| self.expr(expr, scope)).transpose()
    }

    pub(super) fn specification(&mut self, spec: &DoSpec, scope: &mut Scope) -> Result<DoSpec, Refused> {
        let range = match &spec.range {
            Some(DoRange { to, by }) => Some(DoRange {
                to: self.optional(to.as_ref(), scope)?,
                by: self.optional(by.as_ref(), scope)?,
            }),
            None => None,
        };
        Ok(DoSpec {
            from: self.expr(&spec.from, scope)?,
            range,
            while_condition: self.optional(spec.while_condition.as_ref(), scope)?,
            until_condition: self.optional(spec.until_condition.as_ref(), scope)?,
        })
    }

    pub(super) fn place(&mut self, place: &Place, scope: &mut Scope) -> Result<Place, Refused> {
        let mut own = place.clone();
        let mut failed = None;
        each_place_operand_mut(&mut own, &mut |operand| match self.expr(operand, scope) {
            Ok(value) => *operand = value,
            Err(reason) => failed = Some(reason),
        });
        if let Some(reason) = failed {
            return Err(reason);
        }
        let Some(meanings) = &scope.meanings else { return Ok(own) };
        match (meanings.get(&place.variable()), &own) {
            (Some(Meaning::Place(Place::Variable(variable))), _) => Ok(own.with_base(*variable)),
            (Some(Meaning::Place(other)), Place::Variable(_)) => Ok(other.clone()),
            _ => Err("a part of an argument that is itself a part of a variable".to_owned()),
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr, scope: &mut Scope) -> Result<Expr, Refused> {
        let kind = match &expr.kind {
            ExprKind::Load(Place::Variable(variable)) => match meaning(*variable, scope) {
                Some(Meaning::Value(value)) => return Ok(Expr { span: expr.span, ..value.clone() }),
                _ => ExprKind::Load(self.place(&Place::Variable(*variable), scope)?),
            },
            ExprKind::Load(place) => ExprKind::Load(self.place(place, scope)?),
            ExprKind::BoundOf(bound, variable) => bound_of(*bound, *variable, scope)?,
            ExprKind::DimensionOf(bound, place, dimension) => {
                ExprKind::DimensionOf(*bound, self.place(place, scope)?, *dimension)
            }
            ExprKind::LengthOf(place) => ExprKind::LengthOf(self.place(place, scope)?),
            ExprKind::HasStorage(place) => ExprKind::HasStorage(self.place(place, scope)?),
            ExprKind::SameStorage(left, right) => {
                ExprKind::SameStorage(self.place(left, scope)?, self.place(right, scope)?)
            }
            ExprKind::Complex(real, imaginary) => {
                ExprKind::Complex(self.boxed(real, scope)?, self.boxed(imaginary, scope)?)
            }
            ExprKind::Unary(op, operand) => ExprKind::Unary(*op, self.boxed(operand, scope)?),
            ExprKind::Convert(operand) => ExprKind::Convert(self.boxed(operand, scope)?),
            ExprKind::Wrap(operand) => ExprKind::Wrap(self.boxed(operand, scope)?),
            ExprKind::Binary(op, left, right) => {
                ExprKind::Binary(*op, self.boxed(left, scope)?, self.boxed(right, scope)?)
            }
            ExprKind::Intrinsic(function, operands) => {
                let operands = operands.iter().map(|operand| self.expr(operand, scope));
                ExprKind::Intrinsic(*function, operands.collect::<Result<_, _>>()?)
            }
            ExprKind::Call(procedure, arguments) => {
                return self.called(*procedure, arguments, expr, scope);
            }
            ExprKind::CallParameter(variable, arguments) => {
                return self.called(called_by(*variable, scope)?, arguments, expr, scope);
            }
            ExprKind::Memory(memory) => ExprKind::Memory(Box::new(self.memory(memory, scope)?)),
            ExprKind::Effect(effect) => match &**effect {
                Effect::CallPointer(..) => return Ok(never("a call through a pointer".to_owned(), expr)),
                Effect::Primitive(..) => return Ok(never("what only the machine can do".to_owned(), expr)),
                effect => ExprKind::Effect(Box::new(self.effect(effect, scope)?)),
            },
            ExprKind::Specification(specification) if scope.is_called() => {
                self.quantified(specification, scope)?
            }
            other => other.clone(),
        };
        Ok(Expr { kind, ty: expr.ty.clone(), span: expr.span })
    }

    fn boxed(&mut self, expr: &Expr, scope: &mut Scope) -> Result<Box<Expr>, Refused> {
        Ok(Box::new(self.expr(expr, scope)?))
    }

    /// A call inside an expression: its statements, then the value of its result.
    fn called(
        &mut self,
        procedure: ProcId,
        arguments: &[sextant_syntax::Argument],
        whole: &Expr,
        scope: &mut Scope,
    ) -> Result<Expr, Refused> {
        let (statements, result) = match self.call(procedure, arguments, scope, whole.span) {
            Ok(called) => called,
            Err(reason) => return Ok(never(reason, whole)),
        };
        let value = match result {
            Some(result) => load(result, &whole.ty, whole.span),
            None => Expr { kind: ExprKind::Int(0.into()), ..whole.clone() },
        };
        let effect = Effect::Sequence(statements, value);
        Ok(Expr { kind: ExprKind::Effect(Box::new(effect)), ..whole.clone() })
    }

    fn memory(&mut self, memory: &Memory, scope: &mut Scope) -> Result<Memory, Refused> {
        if let Memory::Address(sextant_syntax::Base::Variable(variable)) = memory {
            return Ok(Memory::Address(sextant_syntax::Base::Variable(own_variable(*variable, scope)?)));
        }
        let mut failed = None;
        let own = memory.map(|part| {
            self.expr(part, scope).unwrap_or_else(|reason| {
                failed = Some(reason);
                part.clone()
            })
        });
        failed.map_or(Ok(own), Err)
    }

    fn effect(&mut self, effect: &Effect, scope: &mut Scope) -> Result<Effect, Refused> {
        Ok(match effect {
            Effect::Choice { condition, then, otherwise } => Effect::Choice {
                condition: self.expr(condition, scope)?,
                then: self.expr(then, scope)?,
                otherwise: self.expr(otherwise, scope)?,
            },
            Effect::Sequence(statements, value) => {
                Effect::Sequence(self.list(statements, scope), self.expr(value, scope)?)
            }
            Effect::CallPointer(..) | Effect::Primitive(..) => effect.clone(),
        })
    }

    fn quantified(&mut self, specification: &Specification, scope: &mut Scope) -> Result<ExprKind, Refused> {
        let Specification::Quantified { all, variable, low, high, body } = specification else {
            return Err("an assertion on old values in a called procedure".to_owned());
        };
        let own = Specification::Quantified {
            all: *all,
            variable: own_variable(*variable, scope)?,
            low: self.expr(low, scope)?,
            high: self.expr(high, scope)?,
            body: self.expr(body, scope)?,
        };
        Ok(ExprKind::Specification(Box::new(own)))
    }
}

fn meaning(variable: VarId, scope: &Scope) -> Option<&Meaning> {
    scope.meanings.as_ref()?.get(&variable)
}

/// The variable of the whole for one that is not a part of another.
fn own_variable(variable: VarId, scope: &Scope) -> Result<VarId, Refused> {
    if !scope.is_called() {
        return Ok(variable);
    }
    match meaning(variable, scope) {
        Some(Meaning::Place(Place::Variable(own))) => Ok(*own),
        _ => Err("an argument that is a part of a variable".to_owned()),
    }
}

fn bound_of(bound: Bound, variable: VarId, scope: &Scope) -> Result<ExprKind, Refused> {
    Ok(ExprKind::BoundOf(bound, own_variable(variable, scope)?))
}

/// A value that nobody gets: control ends at something unsupported, and only where the value is wanted.
fn never(reason: String, whole: &Expr) -> Expr {
    let kind = if whole.ty == Type::Logical { ExprKind::Bool(false) } else { ExprKind::Int(0.into()) };
    let value = Expr { kind, ..whole.clone() };
    let stop = plain_stmt(StmtKind::Unsupported(reason), whole.span);
    Expr { kind: ExprKind::Effect(Box::new(Effect::Sequence(vec![stop], value))), ..whole.clone() }
}
