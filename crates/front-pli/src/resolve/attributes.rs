//! What the attributes of a declared name come to.

use sextant_base::Span;
use sextant_syntax::{IntType, Type};

use super::DEFAULT_TYPE;
use super::scope::Context;
use crate::raw::{RawAttribute, RawAttributeKind, RawBounds, RawInitial};

/// The attributes of a name, put together.
#[derive(Default)]
pub(crate) struct Attributes<'r> {
    fixed: Option<Span>,
    binary: Option<Span>,
    integer: Option<Span>,
    bit: Option<Span>,
    half: Option<Span>,
    full: Option<Span>,
    unsupported: bool,
    pub(crate) automatic: Option<Span>,
    pub(crate) is_static: Option<Span>,
    pub(crate) external: Option<Span>,
    pub(crate) initial: Option<(&'r [RawInitial], Span)>,
    pub(crate) bounds: Option<(&'r RawBounds, Span)>,
}

/// The type that a RETURNS attribute names.
pub(crate) fn returned_type(context: &mut Context, attributes: &[RawAttribute]) -> Type {
    let mut collected = Attributes::default();
    collected.collect(context, attributes);
    let misplaced = [
        collected.automatic,
        collected.is_static,
        collected.external,
        collected.initial.map(|initial| initial.1),
        collected.bounds.map(|bounds| bounds.1),
    ];
    for span in misplaced.into_iter().flatten() {
        context.report(span, "a returned value can have only a type");
    }
    collected.scalar_type(context)
}

impl<'r> Attributes<'r> {
    /// Adds attributes; the same one given twice with different contents is an error.
    pub(crate) fn collect(&mut self, context: &mut Context, attributes: &'r [RawAttribute]) {
        for attribute in attributes {
            let span = attribute.span;
            let repeated = match &attribute.kind {
                RawAttributeKind::Fixed => self.fixed.replace(span).is_some(),
                RawAttributeKind::Binary => self.binary.replace(span).is_some(),
                RawAttributeKind::HalfPrecision => self.half.replace(span).is_some(),
                RawAttributeKind::FullPrecision => self.full.replace(span).is_some(),
                RawAttributeKind::Integer => self.integer.replace(span).is_some(),
                RawAttributeKind::Bit => self.bit.replace(span).is_some(),
                RawAttributeKind::Automatic => self.automatic.replace(span).is_some(),
                RawAttributeKind::Static => self.is_static.replace(span).is_some(),
                RawAttributeKind::External => self.external.replace(span).is_some(),
                RawAttributeKind::Initial(values) => self.initial.replace((values, span)).is_some(),
                RawAttributeKind::Dimension(bounds) => self.bounds.replace((bounds, span)).is_some(),
                RawAttributeKind::Unsupported => {
                    self.unsupported = true;
                    false
                }
            };
            if repeated {
                context.report(span, "this attribute is given twice");
            }
        }
    }

    /// The type without the dimension.
    ///
    /// A missing precision is 31: the language's own default, 15, would keep a variable declared `FIXED BINARY`
    /// from being passed by reference to an undeclared parameter.
    pub(crate) fn scalar_type(&self, context: &mut Context) -> Type {
        if self.unsupported {
            return DEFAULT_TYPE;
        }
        let number = self.fixed.or(self.binary).or(self.integer);
        if let (Some(_), Some(span)) = (self.bit, number) {
            context.report(span, "a variable is a number or a bit, not both");
        }
        if let (Some(_), Some(span)) = (self.half, self.full) {
            context.report(span, "there are two precisions");
        }
        if let (None, Some(span), None) | (None, None, Some(span)) = (self.integer, self.fixed, self.binary) {
            context.warning(span, "read as FIXED BINARY: there are no other numbers");
        }
        match (self.bit, self.half) {
            (Some(_), _) => Type::Logical,
            (None, Some(_)) => Type::Int(IntType::FIXED_15),
            (None, None) => DEFAULT_TYPE,
        }
    }
}
