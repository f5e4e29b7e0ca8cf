//! Subscripts and bounds of several dimensions; terms have one number for all subscripts, see
//! [`Table::joined`](sextant_expr::Table::joined).

use dashu_int::IBig;
use sextant_base::Span;
use sextant_expr::{Op, Table, TermId};
use sextant_syntax::{Bound, Expr, PartStep, Place};

use crate::value::Stuck;

/// The bounds of an array by dimension; the last dimension may have no end.
pub type Dimensions = Vec<(TermId, Option<TermId>)>;

/// A bound of a dimension, if it is known.
pub fn end_of(bounds: Option<&Dimensions>, bound: Bound, dimension: usize) -> Option<TermId> {
    let &(low, high) = bounds?.get(dimension)?;
    if bound == Bound::Low { Some(low) } else { high }
}

/// That subscripts lie in bounds.
pub fn within(table: &mut Table, bounds: &Dimensions, index: &[TermId]) -> TermId {
    let mut conditions = Vec::new();
    for (&index, &(low, high)) in index.iter().zip(bounds) {
        conditions.push(table.apply(Op::Le, &[low, index]));
        conditions.extend(high.map(|high| table.apply(Op::Le, &[index, high])));
    }
    table.and(&conditions)
}

/// The subscripts of an element; none for a whole variable.
pub fn subscripts(place: &Place, span: Span) -> Result<Option<&[Expr]>, Stuck> {
    match place {
        Place::Variable(_) => Ok(None),
        Place::Element(_, subscript) => Ok(Some(std::slice::from_ref(&**subscript))),
        Place::Part(part) => match &part.steps[..] {
            [PartStep::Element(subscripts)] => Ok(Some(subscripts)),
            [PartStep::Section(_), ..] => Err(Stuck::unsupported(span, "a section of an array")),
            [PartStep::Characters(..), ..] => Err(Stuck::unsupported(span, "characters of a text")),
            [PartStep::ComplexPart(_), ..] => Err(Stuck::unsupported(span, "a part of a complex number")),
            _ => Err(Stuck::unsupported(span, "a component of a record")),
        },
    }
}

/// That bounds leave the numbers of elements apart.
pub fn joinable(table: &mut Table, bounds: &Dimensions) -> Vec<TermId> {
    let Some((_, but_last)) = bounds.split_last() else { return Vec::new() };
    let half = IBig::from(sextant_expr::HALF_OF_DIMENSION);
    let (least, most) = (table.int(-half.clone()), table.int(half));
    let mut known = Vec::new();
    for &(low, high) in but_last {
        known.push(table.apply(Op::Le, &[least, low]));
        known.extend(high.map(|high| table.apply(Op::Lt, &[high, most])));
    }
    known
}
