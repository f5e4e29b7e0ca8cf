//! Which variables a graph mentions.

use dashu_int::IBig;
use rustc_hash::FxHashSet;
use sextant_base::Span;
use sextant_syntax::{
    Base, BinaryOp, Expr, ExprKind, GlobalId, IntType, Memory, Primitive, ProcId, Type, UnaryOp, VarId,
    each_operand,
};

use crate::joins::read;
use crate::operands::any_in;
use crate::typing::bounds;
use crate::walk::{each_expression, each_operand_of, each_place, result_of};
use crate::{Action, FlowGraph, FlowProgram, Instruction, Terminator, instructions};

/// Whether a graph mentions a variable, in its blocks or in the bounds of other variables. A statement on a file may
/// mention any.
pub fn uses(graph: &FlowGraph, variable: VarId) -> bool {
    mentioned(graph).is_none_or(|found| found.contains(&variable))
}

/// Whether a graph asks for a bound of an array.
pub fn speaks_of_bounds(graph: &FlowGraph, array: VarId) -> bool {
    let mut found = false;
    each_expression(graph, &mut |expr| found |= asks_for_bound(expr, array));
    found
}

fn asks_for_bound(expr: &Expr, array: VarId) -> bool {
    any_in(expr, &|expr| match &expr.kind {
        ExprKind::BoundOf(_, variable) => *variable == array,
        ExprKind::DimensionOf(_, place, _) => place.variable() == array,
        _ => false,
    })
}

/// Whether what a procedure does depends on whether a parameter has an argument: the procedure, or one that gets the
/// parameter from it, asks for that.
pub fn asks_for_argument(program: &FlowProgram, procedure: ProcId, parameter: VarId) -> bool {
    let mut open = vec![(procedure, parameter)];
    let mut seen = FxHashSet::default();
    while let Some((procedure, parameter)) = open.pop() {
        if !seen.insert((procedure, parameter)) {
            continue;
        }
        let graph = &program.procedures[procedure];
        let mut asked = false;
        let asks = |expr: &Expr| matches!(expr.kind, ExprKind::IsPresent(variable) if variable == parameter);
        each_expression(graph, &mut |expr| asked |= any_in(expr, &asks));
        if asked {
            return true;
        }
        for instruction in instructions(graph) {
            let Action::Call { procedure: callee, arguments, .. } = &instruction.action else { continue };
            let received = program.procedures[*callee].parameters.iter().zip(arguments);
            let whole =
                |expr: &Expr| matches!(&expr.kind, ExprKind::Load(place) if place.variable() == parameter);
            open.extend(
                received.filter(|(_, given)| whole(&given.expr)).map(|(received, _)| (*callee, *received)),
            );
        }
    }
    false
}

/// The variables that an instruction mentions; none if that is not looked into.
pub fn mentioned_by(instruction: &Instruction) -> Option<FxHashSet<VarId>> {
    let action = &instruction.action;
    let mut found = FxHashSet::default();
    match action {
        Action::TransferBegin(_) => return None,
        Action::CallParameter { variable, .. } => found.extend([*variable]),
        _ => {}
    }
    found.extend(result_of(action));
    each_place(action, &mut |place| {
        found.insert(place.variable());
    });
    each_operand_of(action, &mut |operand| read(operand, &mut found));
    Some(found)
}

/// The variables that the choice at the end of a block mentions.
pub fn mentioned_at_end(terminator: &Terminator) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    terminator.operands().for_each(|operand| read(operand, &mut found));
    found
}

/// The variables that an expression mentions.
pub fn mentioned_in(expr: &Expr) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    read(expr, &mut found);
    found
}

/// The variables that a graph mentions; none if that is not looked into.
pub fn mentioned(graph: &FlowGraph) -> Option<FxHashSet<VarId>> {
    let mut found = FxHashSet::default();
    for variable in graph.variables.iter() {
        bounds(&variable.ty).into_iter().for_each(|bound| read(bound, &mut found));
    }
    for instruction in instructions(graph) {
        found.extend(mentioned_by(instruction)?);
    }
    for block in graph.blocks.iter() {
        found.extend(mentioned_at_end(&block.terminator));
    }
    Some(found)
}

/// The objects of the program that a graph names.
pub fn globals_of(graph: &FlowGraph) -> FxHashSet<GlobalId> {
    let mut found = FxHashSet::default();
    each_expression(graph, &mut |expr| globals_in(expr, &mut found));
    found
}

fn globals_in(expr: &Expr, found: &mut FxHashSet<GlobalId>) {
    if let ExprKind::Memory(memory) = &expr.kind
        && let Memory::Address(Base::Global(global)) = &**memory
    {
        found.insert(*global);
    }
    each_operand(expr, &mut |operand| globals_in(operand, found));
}

/// Which numbers a graph computes with.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Numbers {
    /// Whether reals are among them.
    pub reals: bool,
    /// Whether signed integers are added, subtracted or multiplied.
    pub integers: bool,
    /// Where integers are divided whose quotient may be below zero.
    pub quotients: Vec<Span>,
}

/// Which numbers a graph computes with.
pub fn numbers_of(graph: &FlowGraph) -> Numbers {
    let mut found = Numbers::default();
    each_expression(graph, &mut |expr| numbers_in(expr, &mut found));
    found
}

fn numbers_in(expr: &Expr, found: &mut Numbers) {
    let is_real = |ty: &Type| matches!(ty.scalar(), Type::Real(_) | Type::Complex(_));
    let is_count = |operand: &Expr| matches!(&operand.kind, ExprKind::Int(value) if *value >= IBig::ZERO);
    let signed = matches!(&expr.ty, Type::Int(ty) if ty.signed && *ty != IntType::ELEMENT);
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Divide, left, right) if signed && !(is_count(left) && is_count(right)) => {
            found.quotients.push(expr.span);
            // The least number divided by -1.
            found.integers |= !matches!(right.kind, ExprKind::Int(_));
        }
        ExprKind::Binary(
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Power,
            left,
            right,
        ) => found.integers |= signed && !(is_count(left) && is_count(right)),
        ExprKind::Unary(UnaryOp::Negate, operand) => found.integers |= signed && !is_count(operand),
        _ => {}
    }
    found.reals |= is_real(&expr.ty);
    each_operand(expr, &mut |operand| numbers_in(operand, found));
}

/// Whether it may make a difference to a graph that two addresses lead to the same object: it stores something where an
/// address leads that it did not make itself, or looks at addresses as such.
pub fn tells_objects_apart(graph: &FlowGraph) -> bool {
    let acts = instructions(graph).any(|instruction| match &instruction.action {
        Action::Store(address, ..) => !is_own_object(address),
        Action::CallPointer { .. } => true,
        Action::Primitive(primitive, ..) => !matches!(
            primitive,
            Primitive::Fail(_) | Primitive::Exit | Primitive::NoEnvironment | Primitive::Input(_)
        ),
        _ => false,
    });
    let mut looks = false;
    each_expression(graph, &mut |expr| looks |= any_in(expr, &looks_at_addresses));
    acts || looks
}

/// Whether an address is one in an object of the activation itself.
fn is_own_object(address: &Expr) -> bool {
    match &address.kind {
        ExprKind::Wrap(inner) => is_own_object(inner),
        ExprKind::Memory(memory) => match &**memory {
            Memory::Address(base) => matches!(base, Base::Variable(_)),
            Memory::Displace { pointer, .. } | Memory::Aligned { pointer, .. } => is_own_object(pointer),
            Memory::Distance { .. } | Memory::Fetch { .. } => false,
        },
        _ => false,
    }
}

/// Whether an expression makes something else of an address than what lies there; whether it is null is no matter.
fn looks_at_addresses(expr: &Expr) -> bool {
    let is_address = |expr: &Expr| matches!(expr.ty, Type::Pointer(_));
    let is_variable = |expr: &Expr| matches!(expr.kind, ExprKind::Load(_) | ExprKind::Memory(_));
    let is_constant = |expr: &Expr| !any_in(expr, &is_variable);
    match &expr.kind {
        ExprKind::Memory(memory) => matches!(**memory, Memory::Distance { .. }),
        ExprKind::Binary(_, left, right) if is_address(left) => !is_constant(left) && !is_constant(right),
        _ if is_address(expr) => false,
        _ => {
            let mut found = false;
            each_operand(expr, &mut |operand| found |= is_address(operand));
            found
        }
    }
}
