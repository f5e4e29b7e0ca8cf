//! Static objects that nothing changes: they keep the values with which the program begins.

use rustc_hash::FxHashSet;
use sextant_syntax::{Base, Expr, ExprKind, GlobalId, Memory, Scope, each_operand};

use crate::FlowProgram;
use crate::walk::each_expression;

/// Makes constants of byte-addressed static objects of procedures and files whose addresses serve for nothing but
/// reading.
pub(crate) fn fix_unchanged(program: &mut FlowProgram) {
    let mut exposed = FxHashSet::default();
    for graph in program.procedures.iter() {
        each_expression(graph, &mut |expr| expose(expr, false, &mut exposed));
    }
    for global in program.globals.iter() {
        global.initial.iter().for_each(|initial| expose(&initial.value, false, &mut exposed));
    }
    let ids: Vec<GlobalId> = program.globals.ids().collect();
    for id in ids {
        let global = &mut program.globals[id];
        if matches!(global.scope, Scope::Procedure(_) | Scope::Unit(_)) && !exposed.contains(&id) {
            (global.constant, global.shared) = (true, false);
        }
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
