//! Shapes of integers as expressions of the program.

use dashu_base::Signed;
use dashu_int::IBig;
use sextant_flow::FlowGraph;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Intrinsic, VarId};

use crate::invariants::{Factor, Part, Relation, Shape};

use super::templates::{integer, old, operation, variable};

/// What stands in a column of the samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Column {
    /// A variable.
    Now(VarId),
    /// The value that it had at the entry.
    AtEntry(VarId),
}

/// A shape as a condition of the program.
pub(super) fn written(graph: &FlowGraph, columns: &[Column], shape: &Shape) -> Expr {
    let written = |shape: &Shape| written(graph, columns, shape);
    let number = |value: &IBig| integer(value.clone(), graph.span);
    match shape {
        Shape::Compare(parts, relation, bound) => compare(graph, columns, parts, (*relation, bound)),
        Shape::Residue(parts, divisor, rest) => {
            let sum = sum(graph, columns, parts).unwrap_or_else(|| number(&IBig::ZERO));
            operation(BinaryOp::Equal, remainder(sum, number(divisor)), number(rest))
        }
        Shape::Any(shapes) => {
            let any = shapes.iter().map(written).reduce(|a, b| operation(BinaryOp::Or, a, b));
            any.unwrap_or_else(|| operation(BinaryOp::Less, number(&IBig::ONE), number(&IBig::ZERO)))
        }
        Shape::When(when, then) => operation(BinaryOp::Implies, written(when), written(then)),
    }
}

fn remainder(value: Expr, divisor: Expr) -> Expr {
    let (ty, span) = (value.ty.clone(), value.span);
    Expr { kind: ExprKind::Intrinsic(Intrinsic::Mod, vec![value, divisor]), ty, span }
}

/// A comparison without negative terms, as people write it: `i < n` and not `i - n <= -1`.
fn compare(
    graph: &FlowGraph,
    columns: &[Column],
    parts: &[Part],
    (relation, bound): (Relation, &IBig),
) -> Expr {
    let (positive, negative): (Vec<Part>, Vec<Part>) =
        parts.iter().cloned().partition(|part| part.coefficient > IBig::ZERO);
    let opposite = |mut part: Part| {
        part.coefficient = -part.coefficient;
        part
    };
    let negative: Vec<Part> = negative.into_iter().map(opposite).collect();
    let left = sum(graph, columns, &positive);
    let right = sum(graph, columns, &negative);
    let number = |value: IBig| integer(value, graph.span);
    let op = match relation {
        Relation::Equal => BinaryOp::Equal,
        Relation::AtLeast => BinaryOp::GreaterEqual,
        Relation::AtMost => BinaryOp::LessEqual,
    };
    let strict = match relation {
        Relation::AtLeast if *bound == IBig::ONE => Some(BinaryOp::Greater),
        Relation::AtMost if *bound == IBig::NEG_ONE => Some(BinaryOp::Less),
        Relation::Equal | Relation::AtLeast | Relation::AtMost => None,
    };
    match (left, right) {
        (Some(left), Some(right)) => match strict {
            Some(strict) => operation(strict, left, right),
            None if *bound == IBig::ZERO => operation(op, left, right),
            None if bound.is_negative() => {
                operation(op, left, operation(BinaryOp::Subtract, right, number(-bound.clone())))
            }
            None => operation(op, left, operation(BinaryOp::Add, right, number(bound.clone()))),
        },
        (left, None) => operation(op, left.unwrap_or_else(|| number(IBig::ZERO)), number(bound.clone())),
        (None, Some(right)) => operation(op, number(-bound.clone()), right),
    }
}

/// A sum of positive terms.
fn sum(graph: &FlowGraph, columns: &[Column], parts: &[Part]) -> Option<Expr> {
    let product = |part: &Part| {
        let size = (part.coefficient != IBig::ONE || part.factors.is_empty())
            .then(|| integer(part.coefficient.clone(), graph.span));
        let factors = part.factors.iter().map(|factor| match *factor {
            Factor::Column(at) => column(graph, columns[at]),
            Factor::Parity(at) => remainder(column(graph, columns[at]), integer(2, graph.span)),
        });
        size.into_iter().chain(factors).reduce(|a, b| operation(BinaryOp::Multiply, a, b))
    };
    parts.iter().filter_map(product).reduce(|a, b| operation(BinaryOp::Add, a, b))
}

fn column(graph: &FlowGraph, column: Column) -> Expr {
    match column {
        Column::Now(id) => variable(graph, id),
        Column::AtEntry(id) => old(variable(graph, id)),
    }
}
