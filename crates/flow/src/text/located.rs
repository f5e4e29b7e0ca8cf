//! Places, arguments and types: what speaks of storage rather than of values.

use sextant_base::{Diagnostics, Span};
use sextant_syntax::{
    Argument, ArrayBounds, BlockType, Expr, ExprKind, Part, PartStep, Passing, Place, RecordId, Selector,
    TextLength, Type, VarId,
};

use super::ast::{
    ArgumentNode, BoundsNode, LengthNode, Name, Node, NodeKind, Numbered, ScalarNode, SelectorNode, StepNode,
    TypeNode,
};
use super::memory::found;
use super::scope::{Scope, converted, report};
use crate::typing::suits::suits_parameter;
use crate::typing::{INT, is_constant, place_type, step_type};

const ARRAY_WANTED: &str = "the parameter is an array; the argument must be an array with such elements";

pub(super) const ELEMENT_WANTED: &str =
    "an array stands alone only as an argument; here one of its elements is needed";

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
                    ty.as_ref().and_then(|ty| self.named_part(ty, &component, diagnostics))
                }
                StepNode::Characters(range) => match self.selector(*range, diagnostics) {
                    Some(Selector::Range(from, to, None)) => Some(PartStep::Characters(from, to)),
                    Some(_) => report(diagnostics, name.span, "characters are taken with `%(from:to)`"),
                    None => None,
                },
            };
            let next = ty.zip(step.as_ref()).map(|(ty, step)| step_type(&self.known.records, &ty, step));
            if next == Some(None) {
                return report(diagnostics, name.span, format!("`{}` has no such part", name.text));
            }
            ty = next.flatten();
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
            // A handle stands for what it refers to.
            _ => Place::Part(Box::new(Part { base, steps, ty: ty.target().clone() })),
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

    /// The component of a record that a name means.
    pub fn component(&self, ty: &Type, name: &Numbered) -> Option<(RecordId, usize)> {
        let Type::Record(id) = ty else { return None };
        let components = self.known.records.get(*id)?.components.iter().enumerate();
        let mut same = components.filter(|(_, component)| component.name == name.name.text);
        let (position, _) = same.nth((name.number as usize).checked_sub(1)?)?;
        Some((*id, position))
    }

    /// A component of a record, or `%re` and `%im`.
    fn named_part(&self, ty: &Type, name: &Numbered, diagnostics: &mut Diagnostics) -> Option<PartStep> {
        match (ty.target().scalar().target(), name.name.text.as_str()) {
            (Type::Complex(_), "re") => return Some(PartStep::ComplexPart(false)),
            (Type::Complex(_), "im") => return Some(PartStep::ComplexPart(true)),
            (ty, _) => {
                if let Some((_, position)) = self.component(ty, name) {
                    return Some(PartStep::Component(position));
                }
            }
        }
        report(diagnostics, name.name.span, "there is no such component")
    }

    /// An argument for a parameter. Unless it says how it is passed, it goes the parameter's own way; where that is
    /// open, a bare place of the parameter's type is passed by reference, all else as a copy. Of a procedure that
    /// is a parameter itself the parameters are not known.
    pub fn argument(
        &mut self,
        ArgumentNode { passing, node }: ArgumentNode,
        parameter: Option<&Type>,
        usual: Option<Passing>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Argument> {
        let (span, bracketed) = (node.span, node.bracketed);
        let passing = passing.or(usual);
        if matches!(node.kind, NodeKind::Absent) {
            let expr = Expr { kind: ExprKind::Int(0.into()), ty: INT, span };
            return Some(Argument { expr, passing: Passing::Absent });
        }
        if matches!(node.kind, NodeKind::Place(..)) {
            let (place, ty) = self.located(node, diagnostics)?;
            let suits = parameter.is_none_or(|parameter| suits_parameter(&ty, parameter, self.known.lenient));
            let array = ty.is_array();
            let expr = Expr { kind: ExprKind::Load(place), ty, span };
            return match parameter {
                _ if suits => {
                    let usual = if bracketed { Passing::Copy } else { Passing::Reference };
                    Some(Argument { expr, passing: passing.unwrap_or(usual) })
                }
                Some(parameter) if !array && !parameter.target().is_array() => {
                    let expr = converted(expr, parameter, diagnostics)?;
                    Some(Argument { expr, passing: passing.unwrap_or(Passing::Copy) })
                }
                Some(parameter) if parameter.target().is_array() => report(diagnostics, span, ARRAY_WANTED),
                _ => report(diagnostics, span, ELEMENT_WANTED),
            };
        }
        let expr = self.expr(node, diagnostics)?;
        if parameter.is_some_and(|parameter| parameter.target().is_array()) {
            return report(diagnostics, span, ARRAY_WANTED);
        }
        if passing == Some(Passing::Reference) {
            return report(diagnostics, span, "only a variable or a part of one is passed by reference");
        }
        let expr = match parameter {
            Some(parameter) => converted(expr, parameter, diagnostics)?,
            None => expr,
        };
        Some(Argument { expr, passing: passing.unwrap_or(Passing::Copy) })
    }

    /// A type whose bounds may speak of variables.
    pub fn resolve_type(&mut self, node: TypeNode, diagnostics: &mut Diagnostics) -> Option<Type> {
        let mut ty = self.scalar_type(node.scalar, diagnostics);
        for dimensions in node.bounds {
            let dimensions: Vec<Option<ArrayBounds>> = dimensions
                .into_iter()
                .map(|dimension| self.bounds(dimension, node.span, diagnostics))
                .collect();
            let dimensions: Option<Vec<ArrayBounds>> = dimensions.into_iter().collect();
            ty = ty.zip(dimensions).map(|(element, dimensions)| Type::Array(Box::new(element), dimensions));
        }
        if node.handle { ty.map(|ty| Type::Handle(Box::new(ty))) } else { ty }
    }

    fn scalar_type(&mut self, node: ScalarNode, diagnostics: &mut Diagnostics) -> Option<Type> {
        Some(match node {
            ScalarNode::Plain(ty) => ty,
            ScalarNode::Text(LengthNode::Open) => Type::Text(TextLength::Open),
            ScalarNode::Text(LengthNode::OfArgument) => Type::Text(TextLength::OfArgument),
            ScalarNode::Text(LengthNode::Given(length)) => {
                Type::Text(TextLength::Given(self.bound_expr(*length, diagnostics)?))
            }
            ScalarNode::Record(name) => {
                Type::Record(found(&self.known.record_names, &name, "record", diagnostics)?)
            }
            ScalarNode::Address(None) => Type::Pointer(None),
            ScalarNode::Address(Some(target)) => {
                Type::Pointer(Some(Box::new(self.resolve_type(*target, diagnostics)?)))
            }
            ScalarNode::Block(bytes, content) => {
                let bytes = self.whole_integer(*bytes, diagnostics);
                let content = self.resolve_type(*content, diagnostics)?;
                Type::Block(Box::new(BlockType { content, bytes: bytes? }))
            }
            ScalarNode::Bracketed(inner) => self.resolve_type(*inner, diagnostics)?,
        })
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
