//! Functions that put the elements of arrays into another order or shape, and products of matrices.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Intrinsic, Place, Type};

use super::Given;
use crate::resolve::Resolver;
use crate::resolve::build::{
    self, INT, add, convert, divide, element_type, int, intrinsic, multiply, rank, subtract,
};
use crate::resolve::operators::{combine, common};

impl Resolver<'_, '_> {
    pub(super) fn rearrangement(
        &mut self,
        upper: &str,
        given: Given,
        span: Span,
    ) -> Result<Option<Expr>, Given> {
        let ranks: Vec<usize> =
            given.iter().map(|given| given.as_ref().map_or(0, |given| rank(&given.ty))).collect();
        let mut arguments = given.clone().into_iter();
        let mut next = || arguments.next().flatten();
        match (upper, ranks.as_slice()) {
            ("MATMUL", [2, 2] | [1, 2] | [2, 1]) => {
                let (Some(left), Some(right)) = (next(), next()) else { return Err(given) };
                self.matrix_product(left, right, span).ok_or(given)
            }
            ("TRANSPOSE", [2]) => {
                let Some(matrix) = next() else { return Err(given) };
                let mut extents = self.extents(&matrix);
                extents.reverse();
                let element = self.storable(&matrix);
                Ok(Some(self.computed_array(element, extents, span, |resolver, position| {
                    let swapped: Vec<Expr> = position.iter().rev().cloned().collect();
                    resolver.element(&matrix, &swapped)
                })))
            }
            ("RESHAPE", [1..=15, 1, ..]) => {
                let (Some(source), Some(shape), pad, order) = (next(), next(), next(), next()) else {
                    return Err(given);
                };
                Ok(self.reshape(source, shape, pad, order, span))
            }
            ("SPREAD", _) => {
                let (Some(source), Some(dimension), Some(copies)) = (next(), next(), next()) else {
                    return Err(given);
                };
                Ok(self.spread(source, &dimension, copies, span))
            }
            ("PACK", [1..=15, ..]) => {
                let (Some(array), Some(mask), vector) = (next(), next(), next()) else { return Err(given) };
                Ok(Some(self.pack(array, mask, vector, span)))
            }
            ("UNPACK", [1, 1..=15, ..]) => {
                let (Some(vector), Some(mask), Some(field)) = (next(), next(), next()) else {
                    return Err(given);
                };
                Ok(Some(self.unpack(vector, mask, field, span)))
            }
            ("CSHIFT", [1..=15, ..]) => {
                let (Some(array), Some(shift), dimension) = (next(), next(), next()) else {
                    return Err(given);
                };
                Ok(self.shifted(array, shift, None, true, dimension, span))
            }
            ("EOSHIFT", [1..=15, ..]) => {
                let (Some(array), Some(shift), boundary, dimension) = (next(), next(), next(), next()) else {
                    return Err(given);
                };
                Ok(self.shifted(array, shift, boundary, false, dimension, span))
            }
            _ => Err(given),
        }
    }

    /// `c(i, j) = Σ a(i, k) b(k, j)`; `None` if the elements cannot be multiplied.
    fn matrix_product(&mut self, left: Expr, right: Expr, span: Span) -> Option<Option<Expr>> {
        let is_logical =
            *element_type(&left.ty) == Type::Logical && *element_type(&right.ty) == Type::Logical;
        let ty = if is_logical { Type::Logical } else { common(&left.ty, &right.ty)? };
        let (left, right) = (self.readable(convert(left, &ty)), self.readable(convert(right, &ty)));
        let (of_left, of_right) = (self.extents(&left), self.extents(&right));
        let (rows, columns) = (of_left.len() == 2, of_right.len() == 2);
        let mut extents = Vec::new();
        if rows {
            extents.push(of_left[0].clone());
        }
        if columns {
            extents.push(of_right[1].clone());
        }
        let inner = of_right[0].clone();
        Some(Some(self.filled_array(ty.clone(), extents, span, |resolver, target, outer| {
            let start = resolver.assignment(target.clone(), build::zero(&ty, span));
            let turns = resolver.loops(vec![inner], span, |resolver, index| {
                let mut at_left = vec![index[0].clone()];
                let mut at_right = vec![index[0].clone()];
                if rows {
                    at_left.insert(0, outer[0].clone());
                }
                if columns {
                    at_right.push(outer[outer.len() - 1].clone());
                }
                let (a, b) = (resolver.element(&left, &at_left), resolver.element(&right, &at_right));
                let (times, plus) = match is_logical {
                    true => (BinaryOp::And, BinaryOp::Or),
                    false => (BinaryOp::Multiply, BinaryOp::Add),
                };
                let own = resolver.load(target.clone());
                vec![resolver.assignment(target, build::binary(plus, own, build::binary(times, a, b)))]
            });
            vec![start, turns]
        })))
    }

    /// The values of a one-dimensional array whose length is known.
    fn vector_values(&mut self, vector: &Expr) -> Option<Vec<Expr>> {
        if let ExprKind::Load(Place::Variable(variable)) = &vector.kind
            && let Some(values) = self.known_vector(*variable)
        {
            return Some(values);
        }
        let extents = self.extents(vector);
        let length = build::known(extents.first()?).filter(|&length: &usize| length <= 15)?;
        Some((1..=length).map(|at| self.element(vector, &[int(at, vector.span)])).collect())
    }

    fn reshape(
        &mut self,
        source: Expr,
        shape: Expr,
        pad: Option<Expr>,
        order: Option<Expr>,
        span: Span,
    ) -> Option<Expr> {
        let Some(extents) = self.vector_values(&shape) else {
            return self.fail(shape.span, "the length of a shape must be known");
        };
        let extents: Vec<Expr> =
            extents.into_iter().map(|extent| self.kept_extent(convert(extent, &INT))).collect();
        let order: Vec<usize> = match order {
            Some(order) => {
                let values = self.vector_values(&order)?;
                let order: Option<Vec<usize>> = values.iter().map(crate::resolve::constant::number).collect();
                let order = order.filter(|order| order.iter().all(|at| (1..=extents.len()).contains(at)));
                order.or_else(|| self.fail(span, "unsupported: this ORDER of RESHAPE"))?
            }
            None => (1..=extents.len()).collect(),
        };
        let source = self.readable(source);
        let of_source: Vec<Expr> =
            self.extents(&source).into_iter().map(|extent| self.kept_extent(extent)).collect();
        let pad = pad.map(|pad| self.readable(pad));
        let of_pad = pad.as_ref().map(|pad| self.extents(pad));
        let total = of_source.iter().cloned().reduce(multiply).unwrap_or_else(|| int(1, span));
        let element = self.storable(&source);
        let result = self.temporary_array(element, &extents, span);
        let whole = self.whole(result, span);
        let counter = self.keep_in_variable("count", int(0, span), INT);
        let count = build::variable(counter, INT, span);
        let in_order: Vec<Expr> = order.iter().map(|&at| extents[at - 1].clone()).collect();
        let fill = self.loops(in_order, span, |resolver, indices| {
            let mut position = indices.to_vec();
            for (index, &at) in indices.iter().zip(&order) {
                position[at - 1] = index.clone();
            }
            let target = resolver.element_of(whole, &position);
            let at_source = position_of(&count, &of_source, span);
            let from_source = resolver.element(&source, &at_source);
            let take = resolver.assignment(target.clone(), from_source);
            let advance = resolver.made(build::set(counter, add(count.clone(), int(1, span))), span);
            let take = match (&pad, &of_pad) {
                (Some(pad), Some(of_pad)) => {
                    let beyond = build::binary(BinaryOp::GreaterEqual, count.clone(), total.clone());
                    let length = of_pad.iter().cloned().reduce(multiply).unwrap_or_else(|| int(1, span));
                    let past = build::binary(BinaryOp::Subtract, count.clone(), total);
                    let turn = intrinsic(Intrinsic::Remainder, vec![past, length], INT, span);
                    let from_pad = resolver.element(pad, &position_of(&turn, of_pad, span));
                    let padded = resolver.assignment(target, from_pad);
                    resolver.made(build::branch(beyond, padded, Some(take)), span)
                }
                _ => take,
            };
            vec![take, advance]
        });
        self.body.before.push(fill);
        Some(self.load_variable(result, span))
    }

    fn spread(&mut self, source: Expr, dimension: &Expr, copies: Expr, span: Span) -> Option<Expr> {
        let dimension = self.dimension(Some(dimension), rank(&source.ty) + 1)?.unwrap_or(0);
        let source = if rank(&source.ty) == 0 { self.keep("source", source) } else { self.readable(source) };
        let mut extents = if rank(&source.ty) == 0 { Vec::new() } else { self.extents(&source) };
        let copies = self.kept_extent(convert(copies, &INT));
        extents.insert(dimension, copies);
        let element = self.storable(&source);
        Some(self.computed_array(element, extents, span, |resolver, position| {
            let mut inner = position.to_vec();
            inner.remove(dimension);
            resolver.element(&source, &inner)
        }))
    }

    fn pack(&mut self, array: Expr, mask: Expr, vector: Option<Expr>, span: Span) -> Expr {
        let extents = self.extents(&array);
        let counter = self.keep_in_variable("count", int(0, span), INT);
        let count = build::variable(counter, INT, span);
        let mask = if rank(&mask.ty) > 0 { self.readable(mask) } else { mask };
        let one_more = build::set(counter, add(count.clone(), int(1, span)));
        let element = self.storable(&array);
        let result = match &vector {
            Some(vector) => {
                let extents = self.extents(vector);
                self.temporary_array(element, &extents, span)
            }
            None => {
                let counting = self.loops(extents.clone(), span, |resolver, position| {
                    let advance = resolver.made(one_more.clone(), span);
                    vec![resolver.masked(&mask, position, advance)]
                });
                self.body.before.push(counting);
                self.temporary_array(element, std::slice::from_ref(&count), span)
            }
        };
        let whole = self.whole(result, span);
        if let Some(vector) = vector
            && let Some(copy) = self.assign_array(whole.clone(), vector, None)
        {
            self.body.before.extend(copy);
        }
        self.before(build::set(counter, int(0, span)), span);
        let fill = self.loops(extents, span, |resolver, position| {
            let advance = resolver.made(one_more, span);
            let target = resolver.element_of(whole, std::slice::from_ref(&count));
            let value = resolver.element(&array, position);
            let take = resolver.assignment(target, value);
            let both = resolver.group(vec![advance, take], span);
            vec![resolver.masked(&mask, position, both)]
        });
        self.body.before.push(fill);
        self.load_variable(result, span)
    }

    fn unpack(&mut self, vector: Expr, mask: Expr, field: Expr, span: Span) -> Expr {
        let (vector, mask) = (self.readable(vector), self.readable(mask));
        let extents = self.extents(&mask);
        let counter = self.keep_in_variable("count", int(0, span), INT);
        let count = build::variable(counter, INT, span);
        let element = self.storable(&vector);
        self.filled_array(element, extents, span, |resolver, target, position| {
            let advance = resolver.made(build::set(counter, add(count.clone(), int(1, span))), span);
            let value = resolver.element(&vector, std::slice::from_ref(&count));
            let take = resolver.assignment(target.clone(), value);
            let other = resolver.element(&field, position);
            let other = resolver.assignment(target, other);
            let condition = resolver.element(&mask, position);
            let then = resolver.group(vec![advance, take], span);
            vec![resolver.made(build::branch(condition, then, Some(other)), span)]
        })
    }

    fn shifted(
        &mut self,
        array: Expr,
        shift: Expr,
        boundary: Option<Expr>,
        circular: bool,
        dimension: Option<Expr>,
        span: Span,
    ) -> Option<Expr> {
        let dimension = self.dimension(dimension.as_ref(), rank(&array.ty))?.unwrap_or(0);
        let array = self.readable(array);
        let shift = if rank(&shift.ty) == 0 {
            self.keep("shift", convert(shift, &INT))
        } else {
            self.readable(shift)
        };
        let extents: Vec<Expr> =
            self.extents(&array).into_iter().map(|extent| self.kept_extent(extent)).collect();
        let length = extents.get(dimension)?.clone();
        let element = self.storable(&array);
        let blank = match &element {
            Type::Text(_) => build::text(" ", span),
            other => build::zero(other, span),
        };
        let boundary = boundary.unwrap_or(blank);
        Some(self.filled_array(element, extents, span, |resolver, target, position| {
            let mut others = position.to_vec();
            let own = others.remove(dimension);
            let by = convert(resolver.element(&shift, &others), &INT);
            let moved = add(own, by);
            let mut from = position.to_vec();
            if circular {
                let zero_based = subtract(moved, int(1, span));
                let wrapped = intrinsic(Intrinsic::Modulo, vec![zero_based, length], INT, span);
                from[dimension] = add(wrapped, int(1, span));
                let value = resolver.element(&array, &from);
                return vec![resolver.assignment(target, value)];
            }
            from[dimension] = moved.clone();
            let value = resolver.element(&array, &from);
            let take = resolver.assignment(target.clone(), value);
            let edge = resolver.element(&boundary, &others);
            let edge = resolver.assignment(target, edge);
            let above = build::binary(BinaryOp::GreaterEqual, moved.clone(), int(1, span));
            let inside =
                combine(BinaryOp::LessEqual, moved, length).unwrap_or_else(|| build::logical(true, span));
            let condition = build::binary(BinaryOp::And, above, inside);
            vec![resolver.made(build::branch(condition, take, Some(edge)), span)]
        }))
    }
}

/// The position of the element with a number (from 0) in array element order.
fn position_of(number: &Expr, extents: &[Expr], span: Span) -> Vec<Expr> {
    let mut rest = number.clone();
    let mut position = Vec::new();
    for (dimension, extent) in extents.iter().enumerate() {
        let is_last = dimension + 1 == extents.len();
        let here = match is_last {
            true => rest.clone(),
            false => intrinsic(Intrinsic::Remainder, vec![rest.clone(), extent.clone()], INT, span),
        };
        position.push(add(here, int(1, span)));
        rest = divide(rest, extent.clone());
    }
    position
}
