//! Array constructors, functions that give arrays, and elemental procedures.

use sextant_base::Span;
use sextant_syntax::{
    ArrayBounds, Bound, Expr, ExprKind, Passing, Place, Stmt, StmtKind, Storage, TextLength, Type, VarId,
    each_operand_mut,
};

use super::Resolver;
use super::build::{self, INT, TEXT, add, array_of, int, rank, subtract};
use super::call::Actual;
use super::operators::common;
use super::scope::{EntityRef, Role, Signature, Substitution, Target};
use crate::raw::{self, Item};

impl<'a> Resolver<'a, '_> {
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
            Type::Text(TextLength::Given(length)) if build::int_value(length).is_some() => {
                own.target().scalar().clone()
            }
            Type::Text(_) => TEXT,
            other => other.clone(),
        };
        let variable = if flags.allocatable || flags.pointer {
            let handle = Type::Handle(Box::new(array_of(element, rank(&ty))));
            let variable = self.temporary("result", handle, span);
            self.before(StmtKind::PointTo { handle: Place::Variable(variable), target: None }, span);
            if flags.allocatable {
                let release = self.released_if_any(Place::Variable(variable), span);
                self.body.after.push(release);
            }
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
        let load = self.load_variable(variable, span);
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
        match &expr.kind {
            ExprKind::Load(Place::Variable(variable)) => {
                return match self.actual_of(*variable, signature, actuals) {
                    Some(actual) => Some(actual),
                    None => self.static_of(*variable, signature, expr),
                };
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
            ExprKind::Unary(..) | ExprKind::Convert(_) | ExprKind::Binary(..) | ExprKind::Intrinsic(..) => {}
            ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Bool(_) | ExprKind::Text(_) => {}
            _ => return None,
        }
        let (mut seen, mut complete) = (expr.clone(), true);
        each_operand_mut(&mut seen, &mut |operand| match self.for_caller(operand, signature, actuals) {
            Some(other) => *operand = other,
            None => complete = false,
        });
        complete.then(|| super::constant::folded(seen))
    }

    fn actual_of(&self, variable: VarId, signature: &Signature, actuals: &[Actual]) -> Option<Expr> {
        let is_it =
            |entity: EntityRef| matches!(self.entity(entity).role, Role::Variable(own) if own == variable);
        let (_, actual) = signature.dummies().zip(actuals).find(|(entity, _)| is_it(*entity))?;
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
        let plain = items.iter().map(|item| match item {
            Item::Value(value) => Some(value),
            Item::Loop(_) => None,
        });
        if let Some(plain) = plain.collect::<Option<Vec<_>>>() {
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
        if let Some(Type::Text(TextLength::OfArgument)) | None = &given {
            let mut wanted: Option<Type> = None;
            for value in values {
                let own = self.storable(value);
                wanted = Some(match (wanted, own) {
                    (None, own) => own,
                    (Some(Type::Text(a)), Type::Text(b)) => longer(a, b),
                    (Some(known), own) => common(&known, &own).unwrap_or(known),
                });
            }
            return wanted.or_else(|| self.fail(span, "an empty array constructor needs a type"));
        }
        given
    }

    /// A constructor whose number of elements is not written: they are counted first, then put in place.
    fn computed_constructor(&mut self, given: Option<Type>, items: &[Item], span: Span) -> Option<Expr> {
        let marks = (self.body.before.len(), self.body.after.len());
        let count = self.temporary("count", INT, span);
        let counter = || build::variable(count, INT, span);
        let zero = build::set(count, int(0, span));
        let one_more = |resolver: &Self| resolver.made(build::set(count, add(counter(), int(1, span))), span);
        self.before(zero.clone(), span);
        let mut sample = None;
        for item in items {
            let counted = self.constructor_item(item, true, &mut |resolver, value| {
                sample.get_or_insert(value);
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
            let filled = self.constructor_item(item, true, &mut |resolver, value| {
                let advance = one_more(resolver);
                let whole = resolver.whole(array, span);
                let target = resolver.element_of(whole, &[counter()]);
                vec![advance, resolver.assignment(target, value)]
            })?;
            self.body.before.extend(filled);
        }
        Some(self.load_variable(array, span))
    }

    /// How many values an item of a constructor has, if that is the same whenever the program runs.
    fn static_count(&mut self, item: &Item) -> Option<u64> {
        let number = super::constant::number::<i64>;
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
                let from = number(&self.integer(&control.from)?)?;
                let to = number(&self.integer(&control.to)?)?;
                let by = self.integer_if_any(control.step.as_ref())?.map_or(Some(1), |by| number(&by))?;
                let turns = u64::try_from((to - from + by).checked_div(by)?.max(0)).ok()?;
                self.implied_index(implied);
                let inner = implied.items.iter().map(|item| self.static_count(item)).sum::<Option<u64>>();
                self.substitutions.pop();
                inner?.checked_mul(turns)
            }
        }
    }

    /// A variable for which the name of an implied DO's variable stands from now on.
    fn implied_index(&mut self, implied: &raw::ImpliedDo) -> VarId {
        let variable = self.temporary("i", INT, implied.span);
        let value = build::variable(variable, INT, implied.span);
        let name = implied.control.variable.upper.clone();
        self.substitutions.push(Substitution { name, value });
        variable
    }

    /// Statements that do something with each value of an item; arrays are taken apart if that is wanted.
    pub(crate) fn constructor_item(
        &mut self,
        item: &Item,
        by_element: bool,
        each: &mut dyn FnMut(&mut Self, Expr) -> Vec<Stmt>,
    ) -> Option<Vec<Stmt>> {
        match item {
            Item::Value(raw) => {
                let (value, mut before, after) = self.apart(|resolver| resolver.value(raw));
                let value = value?;
                if rank(&value.ty) == 0 || !by_element {
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
                let by = self.integer_if_any(control.step.as_ref())?;
                let variable = self.implied_index(implied);
                let mut body = Vec::new();
                let mut complete = true;
                for item in &implied.items {
                    match self.constructor_item(item, by_element, each) {
                        Some(statements) => body.extend(statements),
                        None => complete = false,
                    }
                }
                self.substitutions.pop();
                let kind = build::count(Place::Variable(variable), from, to, by, body);
                complete.then(|| vec![self.made(kind, span)])
            }
        }
    }
}

fn longer(a: TextLength, b: TextLength) -> Type {
    use TextLength::Given;
    match (&a, &b) {
        (Given(x), Given(y)) if build::int_value(x) < build::int_value(y) => Type::Text(b),
        (Given(_), Given(_)) => Type::Text(a),
        _ => TEXT,
    }
}
