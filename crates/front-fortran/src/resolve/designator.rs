//! Variables, elements, sections, components and substrings.

use sextant_base::Span;
use sextant_syntax::{ArrayBounds, Bound, Expr, ExprKind, Part, PartStep, Place, Selector, Type, VarId};

use super::Resolver;
use super::build::{self, INT, TEXT, array_of, element_type, rank};
use super::operators::describe;
use super::scope::Designator;
use super::types::constant_bounds;
use crate::raw::{self, ArgumentValue, ExprKind as Raw};

impl<'a> Resolver<'a, '_> {
    /// The whole of a variable.
    pub(crate) fn whole(&mut self, variable: VarId, span: Span) -> Designator {
        let ty = self.scope().variables[variable].ty.target().clone();
        Designator { base: variable, steps: Vec::new(), ty, span }
    }

    /// The value of the whole of a variable.
    pub(crate) fn load_variable(&mut self, variable: VarId, span: Span) -> Expr {
        let whole = self.whole(variable, span);
        self.load(whole)
    }

    /// What a reference names; it is an error if that is no variable.
    pub(crate) fn designator(&mut self, raw: &raw::Expr) -> Option<Designator> {
        match &raw.kind {
            Raw::Name(name) => {
                if let Some(value) = self.substituted(&name.upper) {
                    let value = value.clone();
                    return self.designator_of_value(&value, raw.span);
                }
                let entity = self.find_or_make(name);
                let variable = self.variable_of(entity, raw.span)?;
                Some(self.whole(variable, raw.span))
            }
            Raw::Apply(base, arguments) => self.applied(base, arguments, raw.span),
            Raw::Component(base, name) => self.component(base, name, raw.span),
            _ => self.fail(raw.span, "a variable is needed here"),
        }
    }

    fn designator_of_value(&mut self, value: &Expr, span: Span) -> Option<Designator> {
        match &value.kind {
            ExprKind::Load(place) => Some(self.designator_of_place(place, span)),
            _ => {
                let ty = value.ty.clone();
                let variable = self.keep_in_variable("value", value.clone(), ty);
                Some(self.whole(variable, span))
            }
        }
    }

    pub(crate) fn designator_of_place(&mut self, place: &Place, span: Span) -> Designator {
        let ty = self.place_type(place);
        let steps = match place {
            Place::Variable(_) => Vec::new(),
            Place::Element(_, subscript) => vec![PartStep::Element(vec![(**subscript).clone()])],
            Place::Part(part) => part.steps.clone(),
        };
        Designator { base: place.variable(), steps, ty: ty.target().clone(), span }
    }

    /// `base(…)`: an element, a section or a substring.
    pub(crate) fn applied(
        &mut self,
        base: &raw::Expr,
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<Designator> {
        let mut designator = self.designator(base)?;
        designator.span = span;
        let open_array = matches!(&designator.ty, Type::Array(..))
            && !designator.steps.iter().any(|step| matches!(step, PartStep::Section(_)));
        if open_array {
            return self.subscripted(designator, arguments, span);
        }
        match (element_type(&designator.ty), arguments) {
            (
                Type::Text(_),
                [raw::Argument { value: ArgumentValue::Range { low, high, stride: None }, .. }],
            ) => {
                let (low, high) = (self.integer_if_any(low.as_ref()), self.integer_if_any(high.as_ref()));
                designator.steps.push(PartStep::Characters(low?, high?));
                designator.ty = array_of(TEXT, rank(&designator.ty));
                Some(designator)
            }
            // A name that stands for a section.
            _ if rank(&designator.ty) > 0 && matches!(base.kind, Raw::Name(_)) => {
                let section = self.pointer_to(designator);
                self.subscripted(section, arguments, span)
            }
            _ => self.fail(span, "this has no elements"),
        }
    }

    fn subscripted(
        &mut self,
        designator: Designator,
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<Designator> {
        let dimensions = rank(&designator.ty);
        if arguments.len() != dimensions {
            let message =
                format!("the number of dimensions is {dimensions}, that of subscripts {}", arguments.len());
            return self.fail(span, message);
        }
        let selectors: Vec<_> = arguments.iter().map(|argument| self.selector(argument)).collect();
        let selectors = selectors.into_iter().collect::<Option<Vec<_>>>()?;
        Some(selected(designator, selectors))
    }

    fn selector(&mut self, argument: &raw::Argument) -> Option<Selector> {
        match &argument.value {
            ArgumentValue::Expr(raw) => {
                let value = self.value(raw)?;
                match element_type(&value.ty) {
                    Type::Int(_) => Some(Selector::Subscript(value)),
                    Type::Real(_) if rank(&value.ty) == 0 => {
                        Some(Selector::Subscript(build::convert(value, &INT)))
                    }
                    other => {
                        let message = format!("a subscript is a whole number, not {}", describe(other));
                        self.fail(raw.span, message)
                    }
                }
            }
            ArgumentValue::Range { low, high, stride } => {
                let bounds = [low, high, stride].map(|bound| self.integer_if_any(bound.as_ref()));
                let [low, high, stride] = bounds;
                Some(Selector::Range(low?, high?, stride?))
            }
            ArgumentValue::AlternateReturn(_) => self.fail(argument.span, "a subscript is needed here"),
        }
    }

    fn component(&mut self, base: &raw::Expr, name: &raw::Name, span: Span) -> Option<Designator> {
        let mut designator = match &base.kind {
            Raw::Apply(function, arguments) if self.is_function_reference(function, arguments) => {
                let value = self.value(base)?;
                self.designator_of_value(&value, base.span)?
            }
            _ => self.designator(base)?,
        };
        designator.span = span;
        if let Type::Complex(part) = *element_type(&designator.ty)
            && matches!(&*name.upper, "RE" | "IM")
        {
            let is_section = designator.steps.iter().any(|step| matches!(step, PartStep::Section(_)));
            if rank(&designator.ty) > 0 && !is_section {
                let all = vec![Selector::Range(None, None, None); rank(&designator.ty)];
                designator.steps.push(PartStep::Section(all));
            }
            designator.steps.push(PartStep::ComplexPart(&*name.upper == "IM"));
            designator.ty = array_of(Type::Real(part), rank(&designator.ty));
            return Some(designator);
        }
        let &Type::Record(record) = element_type(&designator.ty) else {
            return self.fail(name.span, format!("{} has no components", describe(&designator.ty)));
        };
        let components = &self.records[record].components;
        let found = components.iter().position(|component| component.name.eq_ignore_ascii_case(&name.upper));
        let Some(position) = found else {
            let record = self.records[record].name.clone();
            return self.fail(name.span, format!("the type `{record}` has no component `{}`", name.written));
        };
        let ty = components[position].ty.target().clone();
        let outer = rank(&designator.ty);
        let is_section = designator.steps.iter().any(|step| matches!(step, PartStep::Section(_)));
        if outer > 0 && rank(&ty) > 0 {
            return self.fail(span, "only one part of a reference can be an array");
        }
        if outer > 0 && !is_section {
            designator.steps.push(PartStep::Section(vec![Selector::Range(None, None, None); outer]));
        }
        designator.steps.push(PartStep::Component(position));
        designator.ty = if outer > 0 { array_of(element_type(&ty).clone(), outer) } else { ty };
        Some(designator)
    }

    /// The place of a designator.
    pub(crate) fn place(&mut self, designator: Designator) -> Place {
        let Designator { base, mut steps, ty, .. } = designator;
        if steps.is_empty() {
            return Place::Variable(base);
        }
        let variable = &self.scope().variables[base].ty;
        let simple =
            matches!(variable, Type::Array(element, bounds) if bounds.len() == 1 && element.is_simple());
        if simple
            && steps.len() == 1
            && matches!(&steps[0], PartStep::Element(_))
            && let Some(PartStep::Element(mut subscripts)) = steps.pop()
            && let Some(subscript) = subscripts.pop()
        {
            return Place::Element(base, Box::new(subscript));
        }
        Place::Part(Box::new(Part { base, steps, ty }))
    }

    /// The value of a designator.
    pub(crate) fn load(&mut self, designator: Designator) -> Expr {
        let (ty, span) = (designator.ty.clone(), designator.span);
        if let Some(values) = self.scope().vectors.get(&designator.base).cloned() {
            let whole = self.scope().variables[designator.base].ty.clone();
            if let Some(value) = self.constant_element(&whole, &values, &designator.steps) {
                return Expr { span, ..value };
            }
        }
        Expr { kind: ExprKind::Load(self.place(designator)), ty, span }
    }

    /// The type of what lies in a place.
    pub(crate) fn place_type(&self, place: &Place) -> Type {
        let variables = &self.scopes[self.unit].variables;
        match place {
            Place::Variable(variable) => variables[*variable].ty.target().clone(),
            Place::Element(variable, _) => variables[*variable].ty.target().scalar().clone(),
            Place::Part(part) => part.ty.clone(),
        }
    }

    /// The type after some steps from a variable; arrays that sections make have no bounds.
    pub(crate) fn type_after(&self, base: VarId, steps: &[PartStep]) -> Type {
        let mut ty = self.scopes[self.unit].variables[base].ty.target().clone();
        for step in steps {
            ty = match (step, ty) {
                (PartStep::Element(_), ty) => element_type(&ty).clone(),
                (PartStep::Section(selectors), ty) => {
                    let kept =
                        selectors.iter().filter(|selector| matches!(selector, Selector::Range(..))).count();
                    array_of(element_type(&ty).clone(), kept)
                }
                (PartStep::Component(position), ty) => match element_type(&ty) {
                    Type::Record(record) => self.records[*record].components[*position].ty.target().clone(),
                    _ => ty,
                },
                (PartStep::Characters(..), ty) => array_of(TEXT, rank(&ty)),
                (PartStep::ComplexPart(_), ty) => match element_type(&ty) {
                    Type::Complex(part) => array_of(Type::Real(*part), rank(&ty)),
                    _ => ty,
                },
            };
        }
        ty
    }

    /// A bound of one dimension of the array that some steps lead to.
    pub(crate) fn bound_of(
        &mut self,
        base: VarId,
        steps: &[PartStep],
        dimension: usize,
        which: Bound,
        span: Span,
    ) -> Expr {
        let ty = self.type_after(base, steps);
        if let Type::Array(_, bounds) = &ty
            && let Some(bounds) = bounds.get(dimension)
        {
            if let Some((low, high)) = constant_bounds(bounds) {
                return build::int(if which == Bound::Low { low } else { high }, span);
            }
            if let (Bound::Low, ArrayBounds::Shape { low } | ArrayBounds::Sequence { low, .. }) =
                (which, bounds)
                && build::int_value(low).is_some()
            {
                return (**low).clone();
            }
        }
        if which == Bound::Low && steps.is_empty() && self.scope().made_arrays.contains(&base) {
            return build::int(1, span);
        }
        let is_vector =
            matches!(&self.scope().variables[base].ty, Type::Array(_, bounds) if bounds.len() == 1);
        let kind = if steps.is_empty() && is_vector {
            ExprKind::BoundOf(which, base)
        } else {
            let place = self.place(Designator { base, steps: steps.to_vec(), ty, span });
            ExprKind::DimensionOf(which, place, dimension)
        };
        Expr { kind, ty: INT, span }
    }

    /// Whether `function(…)` calls something.
    fn is_function_reference(&mut self, function: &raw::Expr, arguments: &[raw::Argument]) -> bool {
        let Raw::Name(name) = &function.kind else { return false };
        if self.substituted(&name.upper).is_some() {
            return false;
        }
        let entity = self.find_or_make(name);
        match self.role(entity) {
            super::scope::Role::Variable(_) | super::scope::Role::Open => !self.is_data(entity, arguments),
            super::scope::Role::ConstantArray(..) | super::scope::Role::Constant(_) => false,
            _ => true,
        }
    }
}

/// The part that selectors take; a subscript that is an array (a vector subscript) stays in the section until it is
/// taken apart.
fn selected(mut designator: Designator, selectors: Vec<Selector>) -> Designator {
    let single = |selector: &Selector| match selector {
        Selector::Subscript(subscript) if rank(&subscript.ty) == 0 => Some(subscript.clone()),
        _ => None,
    };
    let subscripts: Vec<Expr> = selectors.iter().filter_map(single).collect();
    let kept = selectors.len() - subscripts.len();
    designator.ty = array_of(element_type(&designator.ty).clone(), kept);
    designator.steps.push(if kept == 0 {
        PartStep::Element(subscripts)
    } else {
        PartStep::Section(selectors)
    });
    designator
}
