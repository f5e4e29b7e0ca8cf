//! Places, arguments and types: what speaks of storage rather than of values.

use sextant_base::{Diagnostics, Span};
use sextant_syntax::{
    Argument, ArrayBounds, Expr, ExprKind, Part, PartStep, Passing, Place, Selector, TextLength, Type, VarId,
};

use super::ast::{
    BoundsNode, LengthNode, Name, Node, NodeKind, ScalarNode, SelectorNode, StepNode, TypeNode,
};
use super::scope::{Scope, converted, report};
use crate::typing::suits::suits_parameter;
use crate::typing::{INT, is_constant, place_type, same_apart_from_bounds, step_type};

impl Scope {
    /// A place with its type; of a whole variable that may be an array.
    pub fn located(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<(Place, Type)> {
        match node.kind {
            NodeKind::Place(name, steps) => self.part(name, steps, diagnostics),
            NodeKind::Broken => None,
            _ => {
                let message = "only a variable or an element of an array can get a value";
                report(diagnostics, node.span, message)
            }
        }
    }

    fn part(
        &mut self,
        name: Name,
        steps: Vec<StepNode>,
        diagnostics: &mut Diagnostics,
    ) -> Option<(Place, Type)> {
        let base = self.lookup(&name.text, name.span, diagnostics);
        let mut ty = base.map(|base| self.variables[base].ty.clone());
        let mut found = Vec::new();
        for step in steps {
            let step = match step {
                StepNode::Brackets(selectors) => {
                    let selectors: Vec<Option<Selector>> =
                        selectors.into_iter().map(|selector| self.selector(selector, diagnostics)).collect();
                    let selectors: Option<Vec<Selector>> = selectors.into_iter().collect();
                    ty.as_ref()
                        .zip(selectors)
                        .and_then(|(ty, selectors)| brackets(ty, selectors, &name, diagnostics))
                }
                StepNode::Component(component) => {
                    ty.as_ref().and_then(|ty| complex_part(ty, &component, diagnostics))
                }
            };
            ty = ty.zip(step.as_ref()).and_then(|(ty, step)| step_type(&Default::default(), &ty, step));
            found.extend(step);
        }
        Some(self.place_of(base?, found, ty?))
    }

    /// The place; an element that one subscript names is written as one.
    fn place_of(&self, base: VarId, mut steps: Vec<PartStep>, ty: Type) -> (Place, Type) {
        let whole = &self.variables[base].ty;
        let simple = whole.rank() == 1 && whole.scalar().is_simple();
        let place = match steps.as_mut_slice() {
            [] => Place::Variable(base),
            [PartStep::Element(subscripts)] if simple => match subscripts.pop() {
                Some(subscript) => Place::Element(base, Box::new(subscript)),
                None => Place::Variable(base),
            },
            _ => Place::Part(Box::new(Part { base, steps, ty })),
        };
        let ty = place_type(whole, &place);
        (place, ty)
    }

    fn selector(&mut self, selector: SelectorNode, diagnostics: &mut Diagnostics) -> Option<Selector> {
        match selector {
            SelectorNode::Subscript(subscript) => {
                self.integer(subscript, diagnostics).map(Selector::Subscript)
            }
            SelectorNode::Range(from, to, by) => {
                let parts = [from, to, by].map(|part| match part {
                    Some(part) => self.integer(part, diagnostics).map(Some),
                    None => Some(None),
                });
                let [from, to, by] = parts;
                Some(Selector::Range(from?, to?, by?))
            }
        }
    }

    /// An argument for a parameter: a bare place of the parameter's type is passed by reference, all else as
    /// a copy. Of a procedure that is a parameter itself the parameters are not known.
    pub fn argument(
        &mut self,
        node: Node,
        parameter: Option<&Type>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Argument> {
        let span = node.span;
        if matches!(node.kind, NodeKind::Absent) {
            let expr = Expr { kind: ExprKind::Int(0.into()), ty: INT, span };
            return Some(Argument { expr, passing: Passing::Absent });
        }
        let bare = !node.bracketed && matches!(node.kind, NodeKind::Place(..));
        let array = parameter.is_some_and(|parameter| parameter.target().is_array());
        if array || parameter.is_none() && matches!(node.kind, NodeKind::Place(..)) {
            return self.place_argument(node, parameter, diagnostics);
        }
        let expr = self.expr(node, diagnostics)?;
        let suits = parameter.is_none_or(|parameter| same_apart_from_bounds(&expr.ty, parameter));
        if bare && suits {
            return Some(Argument { expr, passing: Passing::Reference });
        }
        let expr = match parameter {
            Some(parameter) => converted(expr, parameter, diagnostics)?,
            None => expr,
        };
        Some(Argument { expr, passing: Passing::Copy })
    }

    /// An argument that must be a place.
    fn place_argument(
        &mut self,
        node: Node,
        parameter: Option<&Type>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Argument> {
        let span = node.span;
        let passing = if node.bracketed { Passing::Copy } else { Passing::Reference };
        let located = match &node.kind {
            NodeKind::Broken => return None,
            NodeKind::Place(..) => Some(self.located(node, diagnostics)?),
            _ => None,
        };
        let suits = |ty: &Type| match parameter.map(Type::target) {
            Some(parameter @ Type::Array(..)) => suits_parameter(ty, parameter, false),
            _ => true,
        };
        match located {
            Some((place, ty)) if suits(&ty) => {
                Some(Argument { expr: Expr { kind: ExprKind::Load(place), ty, span }, passing })
            }
            _ => {
                let message = "the parameter is an array; the argument must be an array with such elements";
                report(diagnostics, span, message)
            }
        }
    }

    /// A type whose bounds may speak of variables.
    pub fn resolve_type(&mut self, node: TypeNode, diagnostics: &mut Diagnostics) -> Option<Type> {
        let span = node.span;
        let scalar = match node.scalar {
            ScalarNode::Plain(ty) => Some(ty),
            ScalarNode::Text(LengthNode::Open) => Some(Type::Text(TextLength::Open)),
            ScalarNode::Text(LengthNode::OfArgument) => Some(Type::Text(TextLength::OfArgument)),
            ScalarNode::Text(LengthNode::Given(length)) => {
                let length = self.bound_expr(*length, diagnostics);
                length.map(|length| Type::Text(TextLength::Given(length)))
            }
        };
        let bounds: Vec<Option<ArrayBounds>> =
            node.bounds.into_iter().map(|bounds| self.bounds(bounds, span, diagnostics)).collect();
        let bounds: Vec<ArrayBounds> = bounds.into_iter().collect::<Option<_>>()?;
        let ty = if bounds.is_empty() { scalar? } else { Type::Array(Box::new(scalar?), bounds) };
        Some(if node.handle { Type::Handle(Box::new(ty)) } else { ty })
    }

    fn bounds(&mut self, node: BoundsNode, span: Span, diagnostics: &mut Diagnostics) -> Option<ArrayBounds> {
        Some(match node {
            BoundsNode::OfArgument => ArrayBounds::OfArgument,
            BoundsNode::Deferred => ArrayBounds::Deferred,
            BoundsNode::Given(low, high) => {
                let one = Some(Box::new(Expr { kind: ExprKind::Int(1.into()), ty: INT, span }));
                let low = low.map_or(one, |low| self.bound_expr(low, diagnostics));
                let high = self.bound_expr(high, diagnostics);
                ArrayBounds::Given { low: low?, high: high? }
            }
            BoundsNode::Sequence(low, high) => {
                let low = self.bound_expr(low, diagnostics);
                let high = match high {
                    Some(high) => Some(self.bound_expr(high, diagnostics)?),
                    None => None,
                };
                ArrayBounds::Sequence { low: low?, high }
            }
            BoundsNode::Shape(low) => ArrayBounds::Shape { low: self.bound_expr(low, diagnostics)? },
        })
    }

    fn bound_expr(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<Box<Expr>> {
        self.whole_integer(node, diagnostics).map(Box::new)
    }
}

/// What brackets behind a place of the type mean.
fn brackets(
    ty: &Type,
    mut selectors: Vec<Selector>,
    name: &Name,
    diagnostics: &mut Diagnostics,
) -> Option<PartStep> {
    let is_range = |selector: &Selector| matches!(selector, Selector::Range(..));
    match ty.target() {
        Type::Array(_, bounds) if bounds.len() != selectors.len() => {
            let plural = if bounds.len() == 1 { "" } else { "s" };
            let message =
                format!("`{}` has {} dimension{plural}, not {}", name.text, bounds.len(), selectors.len());
            report(diagnostics, name.span, message)
        }
        Type::Array(..) if selectors.iter().any(is_range) => Some(PartStep::Section(selectors)),
        Type::Array(..) => {
            let subscripts = selectors.into_iter().filter_map(|selector| match selector {
                Selector::Subscript(subscript) => Some(subscript),
                Selector::Range(..) => None,
            });
            Some(PartStep::Element(subscripts.collect()))
        }
        Type::Text(_) => match (selectors.pop(), selectors.is_empty()) {
            (Some(Selector::Range(from, to, None)), true) => Some(PartStep::Characters(from, to)),
            _ => report(diagnostics, name.span, "characters of a text are taken with `(from:to)`"),
        },
        _ => report(diagnostics, name.span, format!("`{}` is not an array", name.text)),
    }
}

/// `%re` and `%im`.
fn complex_part(ty: &Type, component: &Name, diagnostics: &mut Diagnostics) -> Option<PartStep> {
    match (ty.target().scalar(), component.text.as_str()) {
        (Type::Complex(_), "re") => Some(PartStep::ComplexPart(false)),
        (Type::Complex(_), "im") => Some(PartStep::ComplexPart(true)),
        _ => report(diagnostics, component.span, "there is no such component"),
    }
}

/// Whether the bounds and the length are the same whenever they are computed.
pub(super) fn has_constant_bounds(ty: &Type) -> bool {
    match ty {
        Type::Array(element, bounds) => {
            has_constant_bounds(element)
                && bounds.iter().all(|bounds| match bounds {
                    ArrayBounds::Given { low, high } => is_constant(low) && is_constant(high),
                    _ => true,
                })
        }
        Type::Text(TextLength::Given(length)) => is_constant(length),
        _ => true,
    }
}
