//! Shapes that invariants often have, filled with the variables of a procedure.

use std::collections::BTreeSet;

use dashu_int::IBig;
use rustc_hash::FxHashSet;
use sextant_base::Span;
use sextant_flow::{Action, FlowGraph, any_in};
use sextant_syntax::{
    BinaryOp, Expr, ExprKind, IntType, Place, Specification, Storage, Type, UnaryOp, VarId, each_operand,
    each_operand_mut,
};

/// The type of what templates are made of.
const INT: Type = Type::Int(IntType::FIXED_31);

pub(super) fn integer(value: impl Into<IBig>, span: Span) -> Expr {
    Expr { kind: ExprKind::Int(value.into()), ty: INT, span }
}

pub(super) fn operation(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let ty = if op.is_logical() { Type::Logical } else { INT };
    let span = left.span;
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }
}

pub(super) fn variable(graph: &FlowGraph, id: VarId) -> Expr {
    Expr { kind: ExprKind::Load(Place::Variable(id)), ty: graph.variables[id].ty.clone(), span: graph.span }
}

pub(super) fn old(expr: Expr) -> Expr {
    let (ty, span) = (expr.ty.clone(), expr.span);
    Expr { kind: ExprKind::Specification(Box::new(Specification::Old(expr))), ty, span }
}

fn all(bound: VarId, low: Expr, high: Expr, body: Expr) -> Expr {
    let span = body.span;
    let quantified = Specification::Quantified { all: true, variable: bound, low, high, body };
    Expr { kind: ExprKind::Specification(Box::new(quantified)), ty: Type::Logical, span }
}

/// The variables templates are made of.
pub(super) struct Parts {
    /// Integer variables that have values at the cut point.
    pub scalars: Vec<VarId>,
    /// Of these, those that change.
    pub changing: Vec<VarId>,
    /// Real variables that have values at the cut point, and of these, those that change.
    pub reals: (Vec<VarId>, Vec<VarId>),
    /// Arrays of one dimension with integers or reals.
    pub arrays: Vec<VarId>,
    /// Variables that the loop reads.
    pub read: FxHashSet<VarId>,
    /// A variable for quantifiers.
    pub bound: Option<VarId>,
}

/// Comparisons of reals with zero and with each other.
pub(super) fn real_templates(graph: &FlowGraph, parts: &Parts) -> Vec<Expr> {
    use BinaryOp::{Equal, Greater, GreaterEqual, LessEqual};
    let mut found = Vec::new();
    let (reals, changing) = &parts.reals;
    for &v in changing {
        let load = variable(graph, v);
        let zero = Expr { kind: ExprKind::Real(Default::default()), ..load.clone() };
        let others = reals.iter().filter(|&&w| w != v).map(|&w| variable(graph, w));
        // Floating-point numbers of two kinds are not compared.
        let others = others.filter(|other| other.ty == load.ty);
        for other in std::iter::once(zero).chain(others) {
            for op in [Equal, GreaterEqual, LessEqual, Greater] {
                found.push(operation(op, load.clone(), other.clone()));
            }
        }
    }
    found
}

/// Small constants of the program, with 0 and 1, sorted.
pub(super) fn constants(graph: &FlowGraph) -> Vec<IBig> {
    let mut found = BTreeSet::from([IBig::ZERO, IBig::ONE]);
    for instruction in sextant_flow::instructions(graph) {
        if let Action::Assign(_, value) = &instruction.action {
            match &value.kind {
                ExprKind::Int(value) => {
                    found.insert(value.clone());
                }
                ExprKind::Unary(UnaryOp::Negate, operand) => {
                    if let ExprKind::Int(value) = &operand.kind {
                        found.insert(-value.clone());
                    }
                }
                _ => {}
            }
        }
    }
    found.into_iter().take(8).collect()
}

/// What holds for all elements in a range, for ranges that end at variables. There can be millions: each is made when it is
/// asked for.
pub(super) fn array_templates(
    graph: &FlowGraph,
    parts: &Parts,
    given: &[Expr],
) -> impl Iterator<Item = Expr> {
    let span = graph.span;
    let one = || integer(1, span);
    let mut ends: Vec<Expr> = Vec::new();
    for &v in parts.scalars.iter().filter(|&&v| Some(v) != parts.bound) {
        let load = variable(graph, v);
        ends.push(load.clone());
        ends.push(operation(BinaryOp::Subtract, load.clone(), one()));
        ends.push(operation(BinaryOp::Add, load, one()));
    }
    let mut lows = vec![one(), integer(0, span)];
    lows.extend(ends.iter().cloned());
    let bodies = parts.bound.map_or_else(Vec::new, |bound| bodies(graph, parts, bound, given));
    let count = bodies.len() * lows.len() * ends.len();
    (0..count).filter_map(move |at| {
        let (at, high) = (at / ends.len(), &ends[at % ends.len()]);
        let (body, low) = (&bodies[at / lows.len()], &lows[at % lows.len()]);
        let changes = |id: VarId| parts.changing.contains(&id) || parts.reals.1.contains(&id);
        let matters = [low, high, body].into_iter().any(|part| loads(part, changes));
        let bound = parts.bound.filter(|_| matters)?;
        Some(all(bound, low.clone(), high.clone(), body.clone()))
    })
}

/// Conditions on one element.
fn bodies(graph: &FlowGraph, parts: &Parts, bound: VarId, given: &[Expr]) -> Vec<Expr> {
    use BinaryOp::{Equal, GreaterEqual, LessEqual, NotEqual};
    let span = graph.span;
    let index = variable(graph, bound);
    let element = |array: VarId, index: Expr| Expr {
        kind: ExprKind::Load(Place::Element(array, Box::new(index))),
        ty: graph.variables[array].ty.scalar().clone(),
        span,
    };
    let mut found: Vec<Expr> = given.to_vec();
    for &array in &parts.arrays {
        let here = element(array, index.clone());
        let real = matches!(here.ty, Type::Real(_));
        let values = if real { &parts.reals.0 } else { &parts.scalars };
        let comparable = |w: VarId| w != bound && (!real || graph.variables[w].ty == here.ty);
        for &w in values.iter().filter(|&&w| comparable(w)) {
            for op in [LessEqual, GreaterEqual, NotEqual, Equal] {
                found.push(operation(op, here.clone(), variable(graph, w)));
            }
        }
        let next = element(array, operation(BinaryOp::Add, index.clone(), integer(1, span)));
        found.push(operation(LessEqual, here.clone(), next));
        let zero = match real {
            true => Expr { kind: ExprKind::Real(Default::default()), ..here.clone() },
            false => integer(0, span),
        };
        found.push(operation(Equal, here.clone(), zero));
        if matches!(graph.variables[array].storage, Storage::Parameter | Storage::External(_)) {
            found.push(operation(Equal, here.clone(), old(here.clone())));
        }
        let alike = |other: &VarId| match graph.variables[*other].ty.scalar() {
            ty @ Type::Real(_) => *ty == here.ty,
            _ => !real,
        };
        for &other in parts.arrays.iter().filter(|&&other| other != array && alike(&other)) {
            found.push(operation(Equal, here.clone(), element(other, index.clone())));
        }
    }
    found.dedup();
    found
}

/// Whether an expression loads one of some variables, or a part of it.
pub(super) fn loads(expr: &Expr, wanted: impl Fn(VarId) -> bool) -> bool {
    any_in(expr, &|expr| matches!(&expr.kind, ExprKind::Load(place) if wanted(place.variable())))
}

/// The bodies of quantifiers in an assertion, with their variable replaced, and the result by the variable that is
/// returned.
pub(super) fn quantified_bodies(expr: &Expr, bound: VarId, returned: Option<VarId>, found: &mut Vec<Expr>) {
    if let ExprKind::Specification(specification) = &expr.kind
        && let Specification::Quantified { all: true, variable, body, .. } = &**specification
    {
        let mut body = body.clone();
        found.extend(rename(&mut body, (*variable, bound), returned).map(|()| body));
        return;
    }
    each_operand(expr, &mut |operand| quantified_bodies(operand, bound, returned, found));
}

/// Replaces a variable by another, and the result by the variable that is returned; none if no variable is.
fn rename(expr: &mut Expr, (from, to): (VarId, VarId), returned: Option<VarId>) -> Option<()> {
    match &mut expr.kind {
        ExprKind::Load(Place::Variable(variable)) if *variable == from => *variable = to,
        ExprKind::Specification(specification) => match **specification {
            Specification::Result => expr.kind = ExprKind::Load(Place::Variable(returned?)),
            Specification::Quantified { .. } => return None,
            Specification::Old(_) => {}
        },
        _ => {}
    }
    let mut done = Some(());
    each_operand_mut(expr, &mut |operand| done = done.and_then(|()| rename(operand, (from, to), returned)));
    done
}
