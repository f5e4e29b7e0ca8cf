//! Array expressions as loops over their elements.
//!
//! Positions count from 1 in every dimension, whatever the bounds are; the element of a place at a position has the
//! subscript that lies as far behind the lower bound.

use sextant_base::Span;
use sextant_syntax::{
    ArrayBounds, Bound, Expr, ExprKind, PartStep, Place, Selector, Stmt, StmtKind, Storage, TextLength, Type,
    VarId, each_operand_mut,
};

use super::Resolver;
use super::build::{self, INT, add, array_of, divide, element_type, int, multiply, rank, subtract};
use super::measure;
use super::scope::Designator;

/// Whether a section is chosen by the values of an array.
pub(crate) fn has_vector_subscript(place: &Place) -> bool {
    let Place::Part(part) = place else { return false };
    part.steps.iter().any(|step| match step {
        PartStep::Section(selectors) => selectors
            .iter()
            .any(|selector| matches!(selector, Selector::Subscript(subscript) if rank(&subscript.ty) > 0)),
        _ => false,
    })
}

/// The index of the step that makes a section.
fn section_step(steps: &[PartStep]) -> Option<usize> {
    steps.iter().position(|step| matches!(step, PartStep::Section(_)))
}

impl<'a> Resolver<'a, '_> {
    /// The extents of an array expression.
    pub(crate) fn extents(&mut self, expr: &Expr) -> Vec<Expr> {
        if let ExprKind::Load(place) = &expr.kind {
            let designator = self.designator_of_place(place, expr.span);
            return self.extents_of(&designator);
        }
        let operand = measure::operands(expr).into_iter().find(|operand| rank(&operand.ty) > 0).cloned();
        operand.map_or_else(Vec::new, |operand| self.extents(&operand))
    }

    pub(crate) fn extents_of(&mut self, designator: &Designator) -> Vec<Expr> {
        let Designator { base, steps, ty, span } = designator;
        let Some(at) = section_step(steps) else {
            return (0..rank(ty))
                .map(|dimension| {
                    let low = self.bound_of(*base, steps, dimension, Bound::Low, *span);
                    let high = self.bound_of(*base, steps, dimension, Bound::High, *span);
                    add(subtract(high, low), int(1, *span))
                })
                .collect();
        };
        let PartStep::Section(selectors) = &steps[at] else { return Vec::new() };
        let mut extents = Vec::new();
        for (dimension, selector) in selectors.iter().enumerate() {
            match selector {
                Selector::Subscript(subscript) if rank(&subscript.ty) > 0 => {
                    extents.extend(self.extents(subscript).into_iter().next());
                }
                Selector::Subscript(_) => {}
                Selector::Range(..) => {
                    let (from, to, by) = self.range(*base, &steps[..at], dimension, selector, *span);
                    extents.push(divide(add(subtract(to, from), by.clone()), by));
                }
            }
        }
        extents
    }

    /// The bounds and the step of a range, those of the dimension where none are written.
    fn range(
        &mut self,
        base: VarId,
        prefix: &[PartStep],
        dimension: usize,
        selector: &Selector,
        span: Span,
    ) -> (Expr, Expr, Expr) {
        let Selector::Range(from, to, by) = selector else {
            return (int(1, span), int(1, span), int(1, span));
        };
        let by = by.clone().unwrap_or_else(|| int(1, span));
        let backwards = build::int_value(&by).is_some_and(|by| *by < dashu_int::IBig::ZERO);
        let (first, last) = if backwards { (Bound::High, Bound::Low) } else { (Bound::Low, Bound::High) };
        let from = from.clone().unwrap_or_else(|| self.bound_of(base, prefix, dimension, first, span));
        let to = to.clone().unwrap_or_else(|| self.bound_of(base, prefix, dimension, last, span));
        (from, to, by)
    }

    /// The element of an array expression at a position; a scalar is the same everywhere.
    pub(crate) fn element(&mut self, expr: &Expr, position: &[Expr]) -> Expr {
        if rank(&expr.ty) == 0 {
            return expr.clone();
        }
        if let ExprKind::Load(place) = &expr.kind {
            let designator = self.designator_of_place(place, expr.span);
            let element = self.element_of(designator, position);
            return self.load(element);
        }
        let mut element = Expr { ty: element_type(&expr.ty).clone(), ..expr.clone() };
        match &mut element.kind {
            ExprKind::Call(_, arguments) | ExprKind::CallParameter(_, arguments) => {
                for argument in arguments {
                    argument.expr = self.element(&argument.expr, position);
                }
            }
            _ => each_operand_mut(&mut element, &mut |operand| *operand = self.element(operand, position)),
        }
        element
    }

    /// The element of an array place at a position.
    pub(crate) fn element_of(&mut self, mut designator: Designator, position: &[Expr]) -> Designator {
        let span = designator.span;
        let element = element_type(&designator.ty).clone();
        match section_step(&designator.steps) {
            None => {
                let subscripts = (0..rank(&designator.ty))
                    .zip(position)
                    .map(|(dimension, position)| {
                        let low =
                            self.bound_of(designator.base, &designator.steps, dimension, Bound::Low, span);
                        subscript(low, position, int(1, span))
                    })
                    .collect();
                designator.steps.push(PartStep::Element(subscripts));
            }
            Some(at) => {
                let PartStep::Section(selectors) = designator.steps[at].clone() else { return designator };
                let prefix = designator.steps[..at].to_vec();
                let mut positions = position.iter();
                let mut subscripts = Vec::with_capacity(selectors.len());
                for (dimension, selector) in selectors.iter().enumerate() {
                    subscripts.push(match selector {
                        Selector::Subscript(index) if rank(&index.ty) > 0 => match positions.next() {
                            Some(position) => self.element(index, std::slice::from_ref(position)),
                            None => int(1, span),
                        },
                        Selector::Subscript(index) => index.clone(),
                        Selector::Range(..) => {
                            let (from, _, by) =
                                self.range(designator.base, &prefix, dimension, selector, span);
                            match positions.next() {
                                Some(position) => subscript(from, position, by),
                                None => from,
                            }
                        }
                    });
                }
                designator.steps[at] = PartStep::Element(subscripts);
            }
        }
        designator.ty = element;
        designator
    }

    /// Loops over all positions of an array, the first dimension innermost.
    pub(crate) fn loops(
        &mut self,
        extents: Vec<Expr>,
        span: Span,
        body: impl FnOnce(&mut Self, &[Expr]) -> Vec<Stmt>,
    ) -> Stmt {
        let variables: Vec<VarId> =
            extents.iter().map(|extent| self.temporary("i", extent.ty.clone(), span)).collect();
        let indices: Vec<Expr> = variables
            .iter()
            .zip(&extents)
            .map(|(&index, extent)| build::variable(index, extent.ty.clone(), span))
            .collect();
        let mut body = body(self, &indices);
        for (variable, extent) in variables.into_iter().zip(extents) {
            let from = Expr { ty: extent.ty.clone(), ..int(1, span) };
            let kind = build::count(Place::Variable(variable), from, extent, None, body);
            body = vec![self.made(kind, span)];
        }
        self.as_one(body, span)
    }

    /// An assignment of a scalar.
    pub(crate) fn assignment(&mut self, target: Designator, value: Expr) -> Stmt {
        let span = target.span;
        if let &Type::Record(record) = element_type(&target.ty)
            && self.owns_storage(record)
            && let Some(copy) = self.copy_record(&target, &value, record)
        {
            return copy;
        }
        let value = build::convert(value, element_type(&target.ty));
        let targets = vec![self.place(target)];
        self.made(StmtKind::Assign { targets, value }, span)
    }

    /// `target = value` for each element, under a mask if there is one; `None` if the ranks differ.
    pub(crate) fn assign_array(
        &mut self,
        target: Designator,
        value: Expr,
        mask: Option<&Expr>,
    ) -> Option<Vec<Stmt>> {
        let span = target.span;
        if rank(&value.ty) > 0 && rank(&value.ty) != rank(&target.ty) {
            return self.fail(value.span, "the ranks of the two sides differ");
        }
        let mut statements = Vec::new();
        let place = self.place(target.clone());
        let value = if self.overlaps(&place, &value) { self.copied(value) } else { value };
        if mask.is_none() && rank(&value.ty) > 0 {
            statements.extend(self.reallocate(&target, &value));
        }
        let own = self.extents_of(&target);
        let is_known = |extents: &[Expr]| extents.iter().all(|extent| build::int_value(extent).is_some());
        let of_value = if rank(&value.ty) > 0 && !is_known(&own) { self.extents(&value) } else { Vec::new() };
        let extents = if !of_value.is_empty() && is_known(&of_value) { of_value } else { own };
        let mask = mask.cloned();
        statements.push(self.loops(extents, span, |resolver, position| {
            let element = resolver.element(&value, position);
            let place = resolver.element_of(target, position);
            let assignment = resolver.assignment(place, element);
            match mask {
                Some(mask) => vec![resolver.masked(&mask, position, assignment)],
                None => vec![assignment],
            }
        }));
        Some(statements)
    }

    /// `IF (mask at the position) statement`
    pub(crate) fn masked(&mut self, mask: &Expr, position: &[Expr], then: Stmt) -> Stmt {
        let condition = self.element(mask, position);
        let span = then.span;
        self.made(build::branch(condition, then, None), span)
    }

    /// A copy that later assignments do not change.
    fn copied(&mut self, value: Expr) -> Expr {
        if rank(&value.ty) == 0 { self.keep("value", value) } else { self.array_temporary(value) }
    }

    /// Whether assigning to a place element by element may change what is still to be read.
    fn overlaps(&mut self, place: &Place, value: &Expr) -> bool {
        let target = place.variable();
        let scope = &self.scopes[self.unit];
        let area = |variable: VarId| match scope.variables[variable].storage {
            Storage::Area(area, _) => Some(area),
            _ => None,
        };
        let aliased = |variable: VarId| scope.aliased.contains(&variable);
        measure::any(value, &|part| match &part.kind {
            ExprKind::Call(..) | ExprKind::CallParameter(..) => true,
            ExprKind::Load(read) => {
                let variable = read.variable();
                let same = variable == target
                    || area(variable).is_some() && area(variable) == area(target)
                    || aliased(variable) && aliased(target);
                same && (read != place || variable != target || rank(&part.ty) == 0)
            }
            _ => false,
        }) || measure::in_place(place)
            .into_iter()
            .any(|inner| measure::mentions(inner, &|variable| variable == target))
    }

    /// An array of this shape that lives as long as the statement.
    pub(crate) fn temporary_array(&mut self, element: Type, extents: &[Expr], span: Span) -> VarId {
        self.temporary_texts(element, None, extents, span)
    }

    /// The same of elements that may be texts of a length that only the execution knows.
    pub(crate) fn temporary_texts(
        &mut self,
        element: Type,
        length: Option<Expr>,
        extents: &[Expr],
        span: Span,
    ) -> VarId {
        let one = || Box::new(int(1, span));
        if length.is_none() && extents.iter().all(|extent| build::int_value(extent).is_some()) {
            let bounds = extents
                .iter()
                .map(|extent| ArrayBounds::Given { low: one(), high: Box::new(extent.clone()) })
                .collect();
            return self.temporary("array", Type::Array(Box::new(element), bounds), span);
        }
        let handle = Type::Handle(Box::new(array_of(element, extents.len())));
        let variable = self.temporary("array", handle, span);
        self.scope().made_arrays.insert(variable);
        let place = Place::Variable(variable);
        let extents = length.iter().chain(extents);
        let bounds = extents.map(|extent| (int(1, span), extent.clone())).collect();
        self.before(StmtKind::Allocate { place: place.clone(), bounds }, span);
        self.after(StmtKind::Release(place), span);
        variable
    }

    /// The element type of a temporary for a value.
    pub(crate) fn storable(&mut self, value: &Expr) -> Type {
        match element_type(&value.ty) {
            Type::Text(_) => {
                let length = self.length_of(value);
                match build::int_value(&length) {
                    Some(_) => Type::Text(TextLength::Given(Box::new(length))),
                    None => build::TEXT,
                }
            }
            other => other.clone(),
        }
    }

    /// The values of an array expression in a new array, before the statement.
    pub(crate) fn array_temporary(&mut self, value: Expr) -> Expr {
        let span = value.span;
        let extents = self.extents(&value);
        let element = self.storable(&value);
        let length = (element == build::TEXT).then(|| self.length_of(&value));
        let array = self.temporary_texts(element, length, &extents, span);
        self.fill(array, extents, span, |resolver, target, position| {
            let element = resolver.element(&value, position);
            vec![resolver.assignment(target, element)]
        })
    }

    /// A new array, made before the statement by what is done for each of its elements.
    pub(crate) fn filled_array(
        &mut self,
        element: Type,
        extents: Vec<Expr>,
        span: Span,
        fill: impl FnOnce(&mut Self, Designator, &[Expr]) -> Vec<Stmt>,
    ) -> Expr {
        let array = self.temporary_array(element, &extents, span);
        self.fill(array, extents, span, fill)
    }

    fn fill(
        &mut self,
        array: VarId,
        extents: Vec<Expr>,
        span: Span,
        fill: impl FnOnce(&mut Self, Designator, &[Expr]) -> Vec<Stmt>,
    ) -> Expr {
        let whole = self.whole(array, span);
        let fill = self.loops(extents, span, |resolver, position| {
            let target = resolver.element_of(whole, position);
            fill(resolver, target, position)
        });
        self.body.before.push(fill);
        self.load_variable(array, span)
    }

    /// A one-dimensional array of these values.
    pub(crate) fn vector_of(&mut self, values: Vec<Expr>, element: Type, span: Span) -> Expr {
        let variable = self.temporary_array(element, &[int(values.len(), span)], span);
        if values.iter().all(|value| build::int_value(value).is_some()) {
            let known = std::rc::Rc::new(values.clone());
            self.scope().vectors.insert(variable, known);
        }
        for (position, value) in values.into_iter().enumerate() {
            let whole = self.whole(variable, span);
            let target = self.element_of(whole, &[int(position + 1, span)]);
            let assignment = self.assignment(target, value);
            self.body.before.push(assignment);
        }
        self.load_variable(variable, span)
    }
}

/// The subscript at a position: `from + (position - 1) * by`.
fn subscript(from: Expr, position: &Expr, by: Expr) -> Expr {
    let span = from.span;
    let zero_based = subtract(position.clone(), int(1, span));
    if build::is_one(&by) {
        // Constants are put together, so that a lower bound of 1 leaves the position as it is.
        return match build::int_value(&from) {
            Some(value) => add(position.clone(), int(value - dashu_int::IBig::ONE, span)),
            None => add(from, zero_based),
        };
    }
    let ty = if matches!(from.ty, Type::Int(_)) { from.ty.clone() } else { INT };
    add(from, multiply(build::convert(zero_based, &ty), by))
}
