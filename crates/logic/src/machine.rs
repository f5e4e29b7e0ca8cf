//! Integers of the machine: results of signed types must fit; those of unsigned types are taken modulo their range,
//! under ideal arithmetic too.

use dashu_int::IBig;
use sextant_base::Span;
use sextant_expr::{Op, Rounding, Table, TermId};
use sextant_syntax::{BinaryOp, IntType, Type};

use crate::value::{Store, Stuck};

/// That a number lies in the range of a type.
pub fn in_range(table: &mut Table, term: TermId, int: IntType) -> TermId {
    let (low, high) = int.limits();
    let (low, high) = (table.int(low), table.int(high));
    let above = table.apply(Op::Le, &[low, term]);
    let below = table.apply(Op::Le, &[term, high]);
    table.and(&[above, below])
}

/// Whether one integer type has all values of another one.
pub(crate) fn contains(outer: IntType, inner: IntType) -> bool {
    let ((low, high), (inner_low, inner_high)) = (outer.limits(), inner.limits());
    low <= inner_low && inner_high <= high
}

/// A computed number as its type has it.
pub(crate) fn fitted<S: Store + ?Sized>(
    table: &mut Table,
    store: &mut S,
    op: Option<BinaryOp>,
    term: TermId,
    ty: &Type,
    span: Span,
) -> Result<TermId, Stuck> {
    let Type::Int(int) = *ty else { return Ok(term) };
    if int == IntType::ELEMENT || table.as_int(term).is_some_and(|value| fits(value, int)) {
        return Ok(term);
    }
    if int.signed {
        if store.machine() {
            let condition = in_range(table, term, int);
            store.limit(table, condition, span)?;
        }
        return Ok(term);
    }
    let (_, high) = int.limits();
    let (span_of, zero) = (table.int(high.clone() + IBig::ONE), table.int(0));
    Ok(match op {
        // Once round at most: a choice is easier to decide than a remainder.
        Some(BinaryOp::Add) => {
            let high = table.int(high);
            let over = table.apply(Op::Gt, &[term, high]);
            let less = table.apply(Op::Sub, &[term, span_of]);
            table.apply(Op::Ite, &[over, less, term])
        }
        Some(BinaryOp::Subtract) => {
            let under = table.apply(Op::Lt, &[term, zero]);
            let more = table.apply(Op::Add, &[term, span_of]);
            table.apply(Op::Ite, &[under, more, term])
        }
        _ => wrapped(table, term, int),
    })
}

fn fits(value: &IBig, int: IntType) -> bool {
    let (low, high) = int.limits();
    low <= *value && *value <= high
}

/// A number modulo the range of a type.
pub(crate) fn wrapped(table: &mut Table, term: TermId, int: IntType) -> TermId {
    let (low, high) = int.limits();
    let (low, range) = (table.int(low.clone()), table.int(high - low + IBig::ONE));
    let above = table.apply(Op::Sub, &[term, low]);
    let rest = table.apply(Op::Rem(Rounding::Floor), &[above, range]);
    table.apply(Op::Add, &[rest, low])
}
