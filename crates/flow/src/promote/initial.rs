//! The values that objects of the program have at the start.

use sextant_syntax::{Expr, ExprKind, Global};

use super::object::Leaf;
use super::rewrite::zero;

/// Longer arrays stay bytes.
const MOST_ELEMENTS: u64 = 4_096;

/// The values of a scalar or array in a global object, one per element in storage order.
pub(super) fn values(global: &Global, leaf: &Leaf) -> Option<Vec<Expr>> {
    let mut offsets = vec![leaf.offset];
    for dimension in &leaf.dimensions {
        let count = dimension.count?;
        if count.checked_mul(offsets.len() as u64)? > MOST_ELEMENTS {
            return None;
        }
        offsets = offsets
            .iter()
            .flat_map(|offset| (0..count).map(move |index| offset + index * dimension.scale))
            .collect();
    }
    let mut all: Vec<Expr> = offsets.iter().map(|_| zero(&leaf.ty, global.span)).collect();
    for given in &global.initial {
        for time in 0..given.count {
            let offset = given.offset + time * given.stride;
            let Some(at) = offsets.iter().position(|own| *own == offset) else { continue };
            let constant = matches!(given.value.kind, ExprKind::Int(_) | ExprKind::Real(_));
            if !constant || given.value.ty != leaf.ty {
                return None;
            }
            all[at] = given.value.clone();
        }
    }
    Some(all)
}
