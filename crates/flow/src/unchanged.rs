//! Static objects that nothing changes: they keep the values with which the program begins.

use rustc_hash::FxHashSet;
use sextant_syntax::{Base, Expr, ExprKind, GlobalId, Memory, Scope, each_operand, each_place_operand};

use crate::{Action, Condition, FlowProgram, Terminator, instructions};

/// Makes constants of byte-addressed static objects of procedures whose addresses serve for nothing but reading.
pub(crate) fn fix_unchanged(program: &mut FlowProgram) {
    let mut exposed = FxHashSet::default();
    for graph in program.procedures.iter() {
        let mut look = |expr: &Expr| expose(expr, false, &mut exposed);
        for instruction in instructions(graph) {
            in_action(&instruction.action, &mut look);
        }
        for block in graph.blocks.iter() {
            match &block.terminator {
                Terminator::Return(value) => value.iter().for_each(&mut look),
                Terminator::Stop => {}
                Terminator::Edges(edges) => edges.iter().for_each(|edge| {
                    if let Condition::When(condition) = &edge.condition {
                        look(condition);
                    }
                }),
            }
        }
    }
    for global in program.globals.iter() {
        global.initial.iter().for_each(|initial| expose(&initial.value, false, &mut exposed));
    }
    let ids: Vec<GlobalId> = program.globals.ids().collect();
    for id in ids {
        let global = &mut program.globals[id];
        if matches!(global.scope, Scope::Procedure(_)) && !exposed.contains(&id) {
            (global.constant, global.shared) = (true, false);
        }
    }
}

/// Shows the expressions of an action that may have to do with addresses.
fn in_action(action: &Action, look: &mut dyn FnMut(&Expr)) {
    match action {
        Action::Assign(place, value) => {
            each_place_operand(place, &mut *look);
            look(value);
        }
        Action::Store(address, _, value) => {
            look(address);
            look(value);
        }
        Action::Call { arguments, .. } | Action::CallParameter { arguments, .. } => {
            arguments.iter().for_each(|argument| look(&argument.expr));
        }
        Action::CallPointer { callee, arguments, .. } => {
            look(callee);
            arguments.iter().for_each(|argument| look(&argument.expr));
        }
        Action::Primitive(_, operands, _) => operands.iter().for_each(look),
        Action::Assume(expr) | Action::Prove(expr) | Action::Assert(expr) | Action::Claim(_, expr) => {
            look(expr)
        }
        // Languages with addresses have none of these.
        Action::Allocate(..)
        | Action::Release(_)
        | Action::PointTo(..)
        | Action::TransferBegin(_)
        | Action::TransferItem(_)
        | Action::TransferEnd(_)
        | Action::Read(_)
        | Action::Write(_) => {}
        Action::Statement(_) | Action::Fresh(_) | Action::Gone(_) | Action::Unsupported(_) => {}
    }
}

/// Notes objects whose addresses are used in any other way than for reading there.
fn expose(expr: &Expr, reading: bool, exposed: &mut FxHashSet<GlobalId>) {
    match &expr.kind {
        ExprKind::Memory(memory) => match &**memory {
            Memory::Address(Base::Global(global)) if !reading => drop(exposed.insert(*global)),
            Memory::Address(_) => {}
            Memory::Fetch { address, .. } => expose(address, true, exposed),
            Memory::Aligned { pointer, .. } => expose(pointer, reading, exposed),
            Memory::Displace { pointer, index, .. } => {
                expose(pointer, reading, exposed);
                expose(index, false, exposed);
            }
            Memory::Distance { left, right, .. } => {
                expose(left, false, exposed);
                expose(right, false, exposed);
            }
        },
        ExprKind::Convert(operand) | ExprKind::Wrap(operand) => expose(operand, reading, exposed),
        _ => each_operand(expr, &mut |operand| expose(operand, false, exposed)),
    }
}
