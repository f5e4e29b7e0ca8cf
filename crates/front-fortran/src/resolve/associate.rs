//! ASSOCIATE: each name stands for what its selector named or computed when the construct began.
//!
//! A variable, or a part of one, is named by its place; subscripts are computed once. Any other value is kept. Where the
//! name of a section is subscripted, a pointer to the section is, so that its own bounds are those that count.

use sextant_base::Span;
use sextant_syntax::{Expr, ExprKind, PartStep, Place, Selector, StmtKind, Type};

use super::Resolver;
use super::build::{self, array_of, element_type, rank};
use super::control::kind_or_group;
use super::scope::{Designator, Substitution};
use crate::raw;

impl<'a> Resolver<'a, '_> {
    pub(crate) fn associate(
        &mut self,
        bindings: &'a [(raw::Name, raw::Expr)],
        body: &'a [raw::Stmt],
        span: Span,
    ) -> Option<StmtKind> {
        let mut substitutions = Vec::new();
        for (name, raw) in bindings {
            let value = self.value(raw)?;
            let value = self.selected_by(value);
            substitutions.push(Substitution { name: name.upper.clone(), value });
        }
        let outer = self.substitutions.len();
        self.substitutions.extend(substitutions);
        let body = self.grouped(body, span);
        self.substitutions.truncate(outer);
        Some(kind_or_group(body))
    }

    /// What a name stands for whose selector is this value.
    fn selected_by(&mut self, value: Expr) -> Expr {
        let is_array = rank(&value.ty) > 0;
        let Expr { kind: ExprKind::Load(place), ty, span } = value else {
            return if is_array { self.array_temporary(value) } else { self.keep("value", value) };
        };
        let Place::Part(part) = &place else {
            let place = match place {
                Place::Element(variable, subscript) => {
                    Place::Element(variable, Box::new(self.settled(*subscript)))
                }
                other => other,
            };
            return Expr { kind: ExprKind::Load(place), ty, span };
        };
        if part.steps.iter().any(has_vector_subscript) {
            return self.array_temporary(Expr { kind: ExprKind::Load(place), ty, span });
        }
        let mut part = part.clone();
        part.steps = part.steps.into_iter().map(|step| self.settled_step(step)).collect();
        Expr { kind: ExprKind::Load(Place::Part(part)), ty, span }
    }

    /// The whole of a pointer that no program can name, to a section.
    pub(crate) fn pointer_to(&mut self, section: Designator) -> Designator {
        let (base, ty, span) = (section.base, section.ty.clone(), section.span);
        let place = self.place(section);
        let target = array_of(element_type(&ty).clone(), rank(&ty));
        let pointer = self.temporary("section", Type::Handle(Box::new(target)), span);
        self.scope().aliased.extend([base, pointer]);
        self.before(StmtKind::PointTo { handle: Place::Variable(pointer), target: Some(place) }, span);
        self.whole(pointer, span)
    }

    fn settled_step(&mut self, step: PartStep) -> PartStep {
        let mut settle = |bound: Option<Expr>| bound.map(|bound| self.settled(bound));
        match step {
            PartStep::Element(subscripts) => PartStep::Element(
                subscripts.into_iter().filter_map(|subscript| settle(Some(subscript))).collect(),
            ),
            PartStep::Characters(low, high) => PartStep::Characters(settle(low), settle(high)),
            PartStep::Section(selectors) => {
                let selectors = selectors.into_iter().map(|selector| match selector {
                    Selector::Subscript(subscript) => Selector::Subscript(self.settled(subscript)),
                    Selector::Range(low, high, stride) => {
                        let [low, high, stride] =
                            [low, high, stride].map(|bound| bound.map(|bound| self.settled(bound)));
                        Selector::Range(low, high, stride)
                    }
                });
                PartStep::Section(selectors.collect())
            }
            PartStep::Component(_) | PartStep::ComplexPart(_) => step,
        }
    }

    /// A number as it is now.
    fn settled(&mut self, value: Expr) -> Expr {
        if build::int_value(&value).is_some() { value } else { self.keep("subscript", value) }
    }
}

fn has_vector_subscript(step: &PartStep) -> bool {
    let PartStep::Section(selectors) = step else { return false };
    selectors
        .iter()
        .any(|selector| matches!(selector, Selector::Subscript(subscript) if rank(&subscript.ty) > 0))
}
