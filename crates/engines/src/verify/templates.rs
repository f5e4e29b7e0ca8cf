//! Shapes that invariants often have, filled with the variables of a procedure.

use std::collections::BTreeSet;

use dashu_int::IBig;
use sextant_base::Span;
use sextant_flow::{Action, FlowGraph};
use sextant_syntax::{
    BinaryOp, Expr, ExprKind, IntType, Place, Specification, Storage, Type, UnaryOp, VarId,
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

fn variable(graph: &FlowGraph, id: VarId) -> Expr {
    Expr { kind: ExprKind::Load(Place::Variable(id)), ty: graph.variables[id].ty.clone(), span: graph.span }
}

fn old(expr: Expr) -> Expr {
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
    pub read: BTreeSet<VarId>,
    /// A variable for quantifiers.
    pub bound: Option<VarId>,
}

/// Comparisons between two variables, and with small constants.
pub(super) fn scalar_templates(graph: &FlowGraph, parts: &Parts) -> Vec<Expr> {
    use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual};
    let span = graph.span;
    let mut found = Vec::new();
    let constants = constants(graph);
    for &v in &parts.changing {
        let load = variable(graph, v);
        for constant in &constants {
            for op in [Equal, GreaterEqual, LessEqual] {
                found.push(operation(op, load.clone(), integer(constant.clone(), span)));
            }
        }
        for &w in parts.scalars.iter().filter(|&&w| w != v) {
            let other = variable(graph, w);
            if parts.changing.contains(&w) && w < v {
                continue;
            }
            let next = operation(BinaryOp::Add, other.clone(), integer(1, span));
            let previous = operation(BinaryOp::Subtract, other.clone(), integer(1, span));
            found.push(operation(Equal, load.clone(), other.clone()));
            for op in [LessEqual, Less, GreaterEqual, Greater] {
                found.push(operation(op, load.clone(), other.clone()));
            }
            found.push(operation(LessEqual, load.clone(), next));
            found.push(operation(GreaterEqual, load.clone(), previous));
        }
        if matches!(graph.variables[v].storage, Storage::Parameter | Storage::External(_)) {
            found.push(operation(Equal, load.clone(), old(load.clone())));
            found.push(operation(LessEqual, load.clone(), old(load.clone())));
            found.push(operation(GreaterEqual, load.clone(), old(load)));
        }
    }
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

/// Small constants of the program, with 0 and 1.
fn constants(graph: &FlowGraph) -> BTreeSet<IBig> {
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
        let changes = |expr: &Expr| mentions(expr, &parts.changing) || mentions(expr, &parts.reals.1);
        let matters = changes(low) || changes(high) || changes(body);
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

fn mentions(expr: &Expr, variables: &[VarId]) -> bool {
    match &expr.kind {
        ExprKind::Load(Place::Variable(variable)) => variables.contains(variable),
        ExprKind::Load(Place::Element(variable, index)) => {
            variables.contains(variable) || mentions(index, variables)
        }
        ExprKind::Unary(_, operand) | ExprKind::Convert(operand) => mentions(operand, variables),
        ExprKind::Binary(_, left, right) => mentions(left, variables) || mentions(right, variables),
        ExprKind::Intrinsic(_, operands) => operands.iter().any(|operand| mentions(operand, variables)),
        ExprKind::Specification(specification) => {
            specification.parts().into_iter().any(|part| mentions(part, variables))
        }
        _ => false,
    }
}

/// The scalar variables of an expression.
pub(super) fn variables_of(expr: &Expr, found: &mut BTreeSet<VarId>) {
    match &expr.kind {
        ExprKind::Load(Place::Variable(variable)) => {
            found.insert(*variable);
        }
        ExprKind::Load(Place::Element(_, operand))
        | ExprKind::Unary(_, operand)
        | ExprKind::Convert(operand) => {
            variables_of(operand, found);
        }
        ExprKind::Binary(_, left, right) => {
            variables_of(left, found);
            variables_of(right, found);
        }
        ExprKind::Intrinsic(_, operands) => operands.iter().for_each(|operand| variables_of(operand, found)),
        _ => {}
    }
}

/// The bodies of quantifiers in an assertion, with their variable replaced, and the result by the variable that is
/// returned.
pub(super) fn quantified_bodies(expr: &Expr, bound: VarId, returned: Option<VarId>, found: &mut Vec<Expr>) {
    if let ExprKind::Specification(specification) = &expr.kind
        && let Specification::Quantified { all: true, variable, body, .. } = &**specification
    {
        if let Some(body) = renamed(body, *variable, bound, returned) {
            found.push(body);
        }
        return;
    }
    match &expr.kind {
        ExprKind::Binary(_, left, right) => {
            quantified_bodies(left, bound, returned, found);
            quantified_bodies(right, bound, returned, found);
        }
        ExprKind::Unary(_, operand) | ExprKind::Convert(operand) => {
            quantified_bodies(operand, bound, returned, found)
        }
        _ => {}
    }
}

/// The expression with a variable replaced; none if it speaks of a result that no variable holds.
fn renamed(expr: &Expr, from: VarId, to: VarId, returned: Option<VarId>) -> Option<Expr> {
    let renamed = |expr: &Expr, from, to| renamed(expr, from, to, returned);
    let change = |variable: VarId| if variable == from { to } else { variable };
    let kind = match &expr.kind {
        ExprKind::Load(Place::Variable(variable)) => ExprKind::Load(Place::Variable(change(*variable))),
        ExprKind::Load(Place::Element(variable, index)) => {
            ExprKind::Load(Place::Element(*variable, Box::new(renamed(index, from, to)?)))
        }
        ExprKind::Unary(op, operand) => ExprKind::Unary(*op, Box::new(renamed(operand, from, to)?)),
        ExprKind::Convert(operand) => ExprKind::Convert(Box::new(renamed(operand, from, to)?)),
        ExprKind::Binary(op, left, right) => {
            let (left, right) = (renamed(left, from, to)?, renamed(right, from, to)?);
            ExprKind::Binary(*op, Box::new(left), Box::new(right))
        }
        ExprKind::Intrinsic(function, operands) => {
            let operands = operands.iter().map(|operand| renamed(operand, from, to));
            ExprKind::Intrinsic(*function, operands.collect::<Option<_>>()?)
        }
        ExprKind::Specification(specification) => match &**specification {
            Specification::Old(inner) => {
                ExprKind::Specification(Box::new(Specification::Old(renamed(inner, from, to)?)))
            }
            Specification::Result => ExprKind::Load(Place::Variable(returned?)),
            Specification::Quantified { .. } => return None,
        },
        other => other.clone(),
    };
    Some(Expr { kind, ty: expr.ty.clone(), span: expr.span })
}
