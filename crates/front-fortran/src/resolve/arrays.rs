//! Array constructors, functions that give arrays, and elemental procedures.

use sextant_base::Span;
use sextant_syntax::{
    ArrayBounds, Bound, Expr, ExprKind, Passing, Place, Stmt, StmtKind, Storage, Type, VarId,
};

use super::Resolver;
use super::build::{self, INT, TEXT, add, array_of, int, rank, subtract};
use super::call::Actual;
use super::operators::common;
use super::scope::{Dummy, EntityRef, Role, Signature, Substitution, Target};
use crate::raw::{self, Item};

impl<'a> Resolver<'a, '_> {
    /// A call of an elemental function with arrays: it is taken apart like an operator.
    pub(crate) fn elemental_call(
        &mut self,
        target: &Target,
        actuals: Vec<Actual>,
        ty: Type,
        name: &raw::Name,
        span: Span,
    ) -> Option<Expr> {
        let dimensions = actuals.iter().map(|actual| rank(&actual.expr.ty)).max().unwrap_or(0);
        let ty = array_of(ty, dimensions);
        match self.call_kind(target, actuals) {
            Ok(kind) => Some(Expr { kind, ty, span }),
            Err(message) => {
                self.before(StmtKind::Unsupported(message.replace("{}", &name.written)), span);
                Some(build::zero(&ty, span))
            }
        }
    }

    pub(crate) fn elemental_subroutine(
        &mut self,
        target: &Target,
        actuals: Vec<Actual>,
        name: &raw::Name,
        span: Span,
    ) -> Option<StmtKind> {
        let array = actuals.iter().find(|actual| rank(&actual.expr.ty) > 0)?;
        let extents = self.extents(&array.expr.clone());
        let whole = self.loops(extents, span, |resolver, position| {
            let elements = actuals
                .iter()
                .map(|actual| Actual {
                    expr: resolver.element(&actual.expr, position),
                    passing: actual.passing,
                })
                .collect();
            let call = resolver.plain_call(target, name, elements);
            vec![resolver.made(call, span)]
        });
        Some(StmtKind::Group(vec![whole]))
    }

    /// A function that gives an array is a subroutine whose first argument is the result.
    pub(crate) fn array_function(
        &mut self,
        target: &Target,
        signature: &Signature,
        ty: Type,
        name: &raw::Name,
        actuals: Vec<Actual>,
        span: Span,
    ) -> Option<Expr> {
        let result = signature.result?;
        let flags = self.entity(result).flags;
        let own = self.full_type(result)?;
        let element = match own.target().scalar() {
            Type::Text(length) => match length {
                sextant_syntax::TextLength::Given(length) if build::int_value(length).is_some() => {
                    own.target().scalar().clone()
                }
                _ => TEXT,
            },
            other => other.clone(),
        };
        let variable = if flags.allocatable || flags.pointer {
            let handle = Type::Handle(Box::new(array_of(element, rank(&ty))));
            let variable = self.temporary("result", handle, span);
            self.before(StmtKind::PointTo { handle: Place::Variable(variable), target: None }, span);
            variable
        } else {
            let Type::Array(_, bounds) = &own else { return None };
            let mut extents = Vec::new();
            for bound in bounds.clone() {
                let (ArrayBounds::Sequence { low, high: Some(high) } | ArrayBounds::Given { low, high }) =
                    bound
                else {
                    return self
                        .fail(span, format!("the shape of the result of `{}` is not known", name.written));
                };
                let (low, high) =
                    (self.for_caller(&low, signature, &actuals), self.for_caller(&high, signature, &actuals));
                let (Some(low), Some(high)) = (low, high) else {
                    let what = format!("the shape of the result of {}", name.written);
                    self.before(StmtKind::Unsupported(what), span);
                    return Some(build::zero(&ty, span));
                };
                extents.push(super::constant::folded(add(subtract(high, low), int(1, span))));
            }
            let extents = extents.into_iter().map(|extent| self.kept_extent(extent)).collect::<Vec<_>>();
            self.temporary_array(element, &extents, span)
        };
        let whole = self.whole(variable, span);
        let load = self.load(whole);
        let mut all = vec![Actual { expr: load.clone(), passing: Passing::Reference }];
        all.extend(actuals);
        let call = self.plain_call(target, name, all);
        self.before(call, span);
        Some(load)
    }

    /// An extent that is used several times.
    pub(crate) fn kept_extent(&mut self, extent: Expr) -> Expr {
        match extent.kind {
            ExprKind::Int(_) | ExprKind::Load(Place::Variable(_)) | ExprKind::BoundOf(..) => extent,
            _ => self.keep("extent", extent),
        }
    }

    /// An expression over the dummies of a procedure, as its caller sees it with these arguments.
    fn for_caller(&mut self, expr: &Expr, signature: &Signature, actuals: &[Actual]) -> Option<Expr> {
        let again = |resolver: &mut Self, operand: &Expr| resolver.for_caller(operand, signature, actuals);
        let boxed = |resolver: &mut Self, operand: &Expr| again(resolver, operand).map(Box::new);
        let kind = match &expr.kind {
            ExprKind::Load(Place::Variable(variable)) => {
                if let Some(actual) = self.actual_of(*variable, signature, actuals) {
                    return Some(actual);
                }
                return self.static_of(*variable, signature, expr);
            }
            ExprKind::BoundOf(which, variable) => {
                return self.bound_for_caller(*which, *variable, 0, signature, actuals);
            }
            ExprKind::DimensionOf(which, Place::Variable(variable), dimension) => {
                return self.bound_for_caller(*which, *variable, *dimension, signature, actuals);
            }
            ExprKind::LengthOf(Place::Variable(variable)) => {
                let actual = self.actual_of(*variable, signature, actuals)?;
                return Some(self.length_of(&actual));
            }
            ExprKind::Unary(op, operand) => ExprKind::Unary(*op, boxed(self, operand)?),
            ExprKind::Convert(operand) => ExprKind::Convert(boxed(self, operand)?),
            ExprKind::Binary(op, left, right) => {
                ExprKind::Binary(*op, boxed(self, left)?, boxed(self, right)?)
            }
            ExprKind::Intrinsic(function, operands) => {
                let operands = operands.iter().map(|operand| again(self, operand)).collect::<Option<_>>()?;
                ExprKind::Intrinsic(*function, operands)
            }
            ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Bool(_) | ExprKind::Text(_) => expr.kind.clone(),
            _ => return None,
        };
        Some(super::constant::folded(Expr { kind, ty: expr.ty.clone(), span: expr.span }))
    }

    fn actual_of(&self, variable: VarId, signature: &Signature, actuals: &[Actual]) -> Option<Expr> {
        let dummies = signature.parameters.iter().filter_map(|dummy| match dummy {
            Dummy::Entity(entity) => Some(*entity),
            Dummy::AlternateReturn => None,
        });
        let is_it =
            |entity: EntityRef| matches!(self.entity(entity).role, Role::Variable(own) if own == variable);
        let (_, actual) = dummies.zip(actuals).find(|(entity, _)| is_it(*entity))?;
        (actual.passing != Passing::Absent).then(|| actual.expr.clone())
    }

    /// A variable of a module that the procedure looks at.
    fn static_of(&mut self, variable: VarId, signature: &Signature, expr: &Expr) -> Option<Expr> {
        let found = self.scopes[signature.unit].variables[variable].clone();
        let Storage::Area(..) = found.storage else { return None };
        let known = self
            .scope()
            .variables
            .iter_enumerated()
            .find(|(_, own)| own.storage == found.storage && own.ty == found.ty);
        let id = match known.map(|known| known.0) {
            Some(id) => id,
            None => self.scope().variables.push(found),
        };
        Some(build::variable(id, expr.ty.clone(), expr.span))
    }

    fn bound_for_caller(
        &mut self,
        which: Bound,
        variable: VarId,
        dimension: usize,
        signature: &Signature,
        actuals: &[Actual],
    ) -> Option<Expr> {
        let actual = self.actual_of(variable, signature, actuals)?;
        let Type::Array(_, bounds) = self.scopes[signature.unit].variables[variable].ty.clone() else {
            let ExprKind::Load(place) = &actual.kind else { return None };
            let designator = self.designator_of_place(place, actual.span);
            return Some(self.bound_of(designator.base, &designator.steps, dimension, which, actual.span));
        };
        match (bounds.get(dimension)?, which) {
            (ArrayBounds::Shape { low }, Bound::Low) | (ArrayBounds::Sequence { low, .. }, Bound::Low) => {
                self.for_caller(low, signature, actuals)
            }
            (ArrayBounds::Shape { low }, Bound::High) => {
                let low = self.for_caller(low, signature, actuals)?;
                let extent = self.extents(&actual).into_iter().nth(dimension)?;
                Some(subtract(add(low, extent), int(1, actual.span)))
            }
            (ArrayBounds::Sequence { high: Some(high), .. }, Bound::High) => {
                self.for_caller(high, signature, actuals)
            }
            _ => None,
        }
    }

    /// `(/ … /)`, in an array of its own before the statement.
    pub(crate) fn array_constructor(
        &mut self,
        ty: Option<&raw::TypeSpec>,
        items: &[Item],
        span: Span,
    ) -> Option<Expr> {
        let given = match ty {
            Some(spec) => Some(self.scalar_type(spec, None)?),
            None => None,
        };
        let plain: Option<Vec<&raw::Expr>> = items
            .iter()
            .map(|item| match item {
                Item::Value(value) => Some(value),
                Item::Loop(_) => None,
            })
            .collect();
        if let Some(plain) = plain {
            let values: Vec<_> = plain.into_iter().map(|raw| self.value(raw)).collect();
            let values: Vec<Expr> = values.into_iter().collect::<Option<_>>()?;
            if values.iter().all(|value| rank(&value.ty) == 0) {
                let element = self.constructor_type(given, values.iter(), span)?;
                return Some(self.vector_of(values, element, span));
            }
        }
        self.computed_constructor(given, items, span)
    }

    fn constructor_type<'v>(
        &mut self,
        given: Option<Type>,
        values: impl Iterator<Item = &'v Expr>,
        span: Span,
    ) -> Option<Type> {
        if let Some(Type::Text(sextant_syntax::TextLength::OfArgument)) | None = &given {
            let mut wanted: Option<Type> = None;
            for value in values {
                let own = self.storable(value);
                wanted = Some(match (wanted, own) {
                    (None, own) => own,
                    (Some(Type::Text(a)), Type::Text(b)) => longer(a, b),
                    (Some(known), own) => common(&known, &own).unwrap_or(known),
                });
            }
            return match wanted {
                Some(ty) => Some(ty),
                None => self.fail(span, "an empty array constructor needs a type"),
            };
        }
        given
    }

    /// A constructor whose number of elements is not written: they are counted first, then put in place.
    fn computed_constructor(&mut self, given: Option<Type>, items: &[Item], span: Span) -> Option<Expr> {
        let marks = (self.body.before.len(), self.body.after.len());
        let count = self.temporary("count", INT, span);
        let counter = || build::variable(count, INT, span);
        let place = || Place::Variable(count);
        let zero = StmtKind::Assign { targets: vec![place()], value: int(0, span) };
        let one_more = |resolver: &Self| {
            resolver
                .made(StmtKind::Assign { targets: vec![place()], value: add(counter(), int(1, span)) }, span)
        };
        self.before(zero.clone(), span);
        let mut sample = None;
        for item in items {
            let counted = self.constructor_item(item, &mut |resolver, value| {
                let first = sample.get_or_insert_with(|| value.clone());
                let _ = first;
                vec![one_more(resolver)]
            })?;
            self.body.before.extend(counted);
        }
        let Some(sample) = sample else { return self.fail(span, "an empty array constructor needs a type") };
        let element = self.constructor_type(given, std::iter::once(&sample), span)?;
        let total = items.iter().map(|item| self.static_count(item)).sum::<Option<u64>>();
        let extent = match total {
            Some(total) => {
                // Nothing has to be counted when the program runs.
                self.body.before.truncate(marks.0);
                self.body.after.truncate(marks.1);
                int(total, span)
            }
            None => counter(),
        };
        let array = self.temporary_array(element, &[extent], span);
        self.before(zero, span);
        for item in items {
            let filled = self.constructor_item(item, &mut |resolver, value| {
                let advance = one_more(resolver);
                let whole = resolver.whole(array, span);
                let target = resolver.element_of(whole, &[counter()]);
                vec![advance, resolver.assignment(target, value)]
            })?;
            self.body.before.extend(filled);
        }
        let whole = self.whole(array, span);
        Some(self.load(whole))
    }

    /// How many values an item of a constructor has, if that is the same whenever the program runs.
    fn static_count(&mut self, item: &Item) -> Option<u64> {
        let number = |expr: &Expr| super::constant::int(expr).and_then(|value| i64::try_from(value).ok());
        match item {
            Item::Value(raw) => {
                let (value, ..) = self.apart(|resolver| resolver.value(raw));
                let (extents, ..) = self.apart(|resolver| {
                    let value = value.filter(|value| rank(&value.ty) > 0)?;
                    Some(resolver.extents(&value))
                });
                extents
                    .unwrap_or_default()
                    .iter()
                    .map(|extent| u64::try_from(number(extent)?.max(0)).ok())
                    .product()
            }
            Item::Loop(implied) => {
                let control = &implied.control;
                let from = self.integer(&control.from).as_ref().and_then(number)?;
                let to = self.integer(&control.to).as_ref().and_then(number)?;
                let by = match &control.step {
                    Some(step) => self.integer(step).as_ref().and_then(number)?,
                    None => 1,
                };
                let turns = u64::try_from((to - from + by).checked_div(by)?.max(0)).ok()?;
                let variable = self.temporary("i", INT, implied.span);
                let value = build::variable(variable, INT, implied.span);
                self.substitutions.push(Substitution { name: control.variable.upper.clone(), value });
                let inner = implied.items.iter().map(|item| self.static_count(item)).sum::<Option<u64>>();
                self.substitutions.pop();
                inner?.checked_mul(turns)
            }
        }
    }

    /// Statements that do something with each value of an item.
    fn constructor_item(
        &mut self,
        item: &Item,
        each: &mut dyn FnMut(&mut Self, Expr) -> Vec<Stmt>,
    ) -> Option<Vec<Stmt>> {
        match item {
            Item::Value(raw) => {
                let (value, mut before, after) = self.apart(|resolver| resolver.value(raw));
                let value = value?;
                if rank(&value.ty) == 0 {
                    before.extend(each(self, value));
                } else {
                    let extents = self.extents(&value);
                    let all = self.loops(extents, raw.span, |resolver, position| {
                        let element = resolver.element(&value, position);
                        each(resolver, element)
                    });
                    before.push(all);
                }
                before.extend(after);
                Some(before)
            }
            Item::Loop(implied) => {
                let control = &implied.control;
                let span = implied.span;
                let (from, to) = (self.integer(&control.from)?, self.integer(&control.to)?);
                let by = match &control.step {
                    Some(step) => Some(self.integer(step)?),
                    None => None,
                };
                let variable = self.temporary("i", INT, span);
                let value = build::variable(variable, INT, span);
                self.substitutions.push(Substitution { name: control.variable.upper.clone(), value });
                let mut body = Vec::new();
                let mut complete = true;
                for item in &implied.items {
                    match self.constructor_item(item, each) {
                        Some(statements) => body.extend(statements),
                        None => complete = false,
                    }
                }
                self.substitutions.pop();
                let range = Some(sextant_syntax::DoRange { to: Some(to), by });
                let spec =
                    sextant_syntax::DoSpec { from, range, while_condition: None, until_condition: None };
                let kind = StmtKind::Iterate { variable: Place::Variable(variable), specs: vec![spec], body };
                complete.then(|| vec![self.made(kind, span)])
            }
        }
    }
}

fn longer(a: sextant_syntax::TextLength, b: sextant_syntax::TextLength) -> Type {
    use sextant_syntax::TextLength::Given;
    match (&a, &b) {
        (Given(x), Given(y)) if build::int_value(x) < build::int_value(y) => Type::Text(b),
        (Given(_), Given(_)) => Type::Text(a),
        _ => TEXT,
    }
}
