//! Questions about whole expressions.

use sextant_syntax::{Expr, each_operand};

/// Whether the test holds for the expression or anything in it.
pub fn any_in(expr: &Expr, test: &dyn Fn(&Expr) -> bool) -> bool {
    if test(expr) {
        return true;
    }
    let mut found = false;
    each_operand(expr, &mut |operand| found = found || any_in(operand, test));
    found
}

/// The number of levels of a tree.
pub(crate) fn depth(expr: &Expr) -> usize {
    let mut deepest = 0;
    each_operand(expr, &mut |operand| {
        deepest = deepest.max(stacker::maybe_grow(64 * 1024, 1024 * 1024, || depth(operand)));
    });
    1 + deepest
}
