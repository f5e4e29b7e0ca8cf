//! What the attributes of a declared name come to.

use rustc_hash::FxHashMap;
use sextant_base::Span;
use sextant_syntax::{IntType, Type};

use super::DEFAULT_TYPE;
use super::scope::Context;
use crate::raw::{Attribute, RawAttribute, RawAttributeKind, RawBounds, RawInitial};

/// The attributes of a name, put together.
#[derive(Default)]
pub(crate) struct Attributes<'r> {
    given: FxHashMap<Attribute, Span>,
    unsupported: bool,
    pub(crate) initial: Option<(&'r [RawInitial], Span)>,
    pub(crate) bounds: Option<(&'r RawBounds, Span)>,
}

/// The type that a RETURNS attribute names.
pub(crate) fn returned_type(context: &mut Context, attributes: &[RawAttribute]) -> Type {
    let mut collected = Attributes::default();
    collected.collect(context, attributes);
    for span in collected.of_storage().into_iter().chain(collected.bounds.map(|bounds| bounds.1)) {
        context.report(span, "a returned value can have only a type");
    }
    collected.scalar_type(context)
}

impl<'r> Attributes<'r> {
    /// Where an attribute stands, if it is given.
    pub(crate) fn span(&self, attribute: Attribute) -> Option<Span> {
        self.given.get(&attribute).copied()
    }

    /// Where the attributes stand that say how long a variable lives and what it holds at first.
    pub(crate) fn of_storage(&self) -> Vec<Span> {
        let storage = [Attribute::Automatic, Attribute::Static, Attribute::External];
        let spans = storage.into_iter().filter_map(|attribute| self.span(attribute));
        spans.chain(self.initial.map(|initial| initial.1)).collect()
    }

    /// Adds attributes; the same one given twice with different contents is an error.
    pub(crate) fn collect(&mut self, context: &mut Context, attributes: &'r [RawAttribute]) {
        for attribute in attributes {
            let span = attribute.span;
            let repeated = match &attribute.kind {
                RawAttributeKind::Plain(attribute) => self.given.insert(*attribute, span).is_some(),
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
        let of = |attribute| self.span(attribute);
        let (fixed, binary, integer) = (of(Attribute::Fixed), of(Attribute::Binary), of(Attribute::Integer));
        let (bit, half) = (of(Attribute::Bit), of(Attribute::HalfPrecision));
        if let (Some(_), Some(span)) = (bit, fixed.or(binary).or(integer)) {
            context.report(span, "a variable is a number or a bit, not both");
        }
        if let (Some(_), Some(span)) = (half, of(Attribute::FullPrecision)) {
            context.report(span, "there are two precisions");
        }
        if let (None, Some(span), None) | (None, None, Some(span)) = (integer, fixed, binary) {
            context.warning(span, "read as FIXED BINARY: there are no other numbers");
        }
        match (bit, half) {
            (Some(_), _) => Type::Logical,
            (None, Some(_)) => Type::Int(IntType::FIXED_15),
            (None, None) => DEFAULT_TYPE,
        }
    }
}
