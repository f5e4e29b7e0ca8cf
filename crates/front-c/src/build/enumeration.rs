//! Enumerations.

use dashu_int::IBig;
use sextant_syntax::IntType;

use super::{Symbol, Unit};
use crate::json::Node;
use crate::types::{Enumeration, INT, LONG, Type, UNSIGNED, UNSIGNED_LONG};

impl Unit<'_> {
    /// A declaration of an enumeration, perhaps with its enumerators.
    pub(super) fn enumeration(&mut self, node: &Node<'_>) {
        let mut values = Vec::new();
        let mut next = IBig::ZERO;
        for enumerator in node.of_kind("EnumConstantDecl") {
            let given = enumerator.inner.iter().find(|child| !child.kind.ends_with("Attr"));
            if let Some(given) = given {
                let expr = self.expr(given);
                match self.constant_int(&expr) {
                    Some(value) => next = value,
                    None => {
                        let span = self.span(enumerator);
                        self.error(span, "the value of the enumerator is not a constant");
                    }
                }
            }
            // The type of an enumerator is the one that clang found for it.
            let ty = self.type_of(enumerator);
            self.declare(enumerator, Symbol::Constant(next.clone(), ty));
            values.push(next.clone());
            next += IBig::ONE;
        }
        let packed = node.of_kind("PackedAttr").next().is_some();
        let known = self.tags.get(&node.previous).copied().filter(|_| node.previous != 0);
        let underlying = underlying(&values, packed);
        let types = &mut self.program.types;
        let ty = known.unwrap_or_else(|| {
            let id = types.enums.push(Enumeration { name: node.name.to_string(), underlying });
            types.id(Type::Enum(id))
        });
        if let (&Type::Enum(id), false) = (types.get(ty), values.is_empty()) {
            types.enums[id].underlying = underlying;
        }
        self.declare_tag(node, ty);
    }
}

/// The type that holds all values: the smallest for a packed enumeration, else at least an `int`, unsigned if no
/// value is negative.
fn underlying(values: &[IBig], packed: bool) -> IntType {
    let small = [8, 16].into_iter().flat_map(|bits| [false, true].map(|signed| IntType { bits, signed }));
    let large = [UNSIGNED, INT, UNSIGNED_LONG, LONG];
    let negative = values.iter().any(|value| *value < IBig::ZERO);
    small
        .filter(|_| packed)
        .chain(large)
        .filter(|ty| ty.signed == negative)
        .find(|ty| {
            let (low, high) = ty.limits();
            values.iter().all(|value| low <= *value && *value <= high)
        })
        .unwrap_or(LONG)
}
