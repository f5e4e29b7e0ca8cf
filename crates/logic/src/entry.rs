//! What variables hold when a procedure is entered.

use std::borrow::Cow;

use sextant_flow::{Action, FlowGraph, FlowProgram, assigns, instructions};
use sextant_syntax::{
    ArrayBounds, Expr, ExprKind, InitialValue, Place, Storage, Type, VarId, each_operand, each_place_operand,
};

/// Longer lists of initial values are not looked at.
const MOST_ELEMENTS: u64 = 1_000;

/// What variables hold that outlive activations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beginning {
    /// The program begins: static variables have their initial values.
    First,
    /// Anything may have happened before: what the procedure or another one assigns may have any value.
    Any,
}

/// What a variable holds when its procedure is entered.
pub(crate) enum Initial<'p> {
    Input,
    Given(Cow<'p, [Expr]>),
    Nothing,
}

pub(crate) fn initial<'p>(
    program: &'p FlowProgram,
    graph: &'p FlowGraph,
    id: VarId,
    beginning: Beginning,
) -> Initial<'p> {
    let variable = &graph.variables[id];
    let given = |values: &'p [Expr]| match values {
        [] => Initial::Nothing,
        values => Initial::Given(Cow::Borrowed(values)),
    };
    let first = beginning == Beginning::First;
    match variable.storage {
        Storage::Parameter | Storage::Value => Initial::Input,
        Storage::Automatic => given(&variable.initial),
        Storage::Static if first || !assigns(graph, |other| other == id) => given(&variable.initial),
        Storage::Static => Initial::Input,
        Storage::External(external) => {
            let values = program.externals[external].initial.as_slice();
            let assigned = program.procedures.iter().any(|graph| {
                assigns(graph, |other| graph.variables[other].storage == Storage::External(external))
            });
            let input = values.is_empty() || !first && assigned;
            if input { Initial::Input } else { Initial::Given(Cow::Borrowed(values)) }
        }
        Storage::Area(area, offset) => {
            let in_area = |graph: &FlowGraph, other: VarId| matches!(graph.variables[other].storage, Storage::Area(of, _) if of == area);
            let assigned =
                program.procedures.iter().any(|graph| assigns(graph, |other| in_area(graph, other)));
            match listed(&program.areas[area].initial, &variable.ty, offset) {
                Some(values) if first || !assigned => Initial::Given(Cow::Owned(values)),
                None if first && !program.areas[area].shared => Initial::Nothing,
                _ => Initial::Input,
            }
        }
    }
}

/// The values of a variable in an area, if all of them are given.
fn listed(initial: &[InitialValue], ty: &Type, offset: u64) -> Option<Vec<Expr>> {
    let step = size(ty.scalar())?;
    let count = size(ty)? / step;
    if ty.rank() > 1 || count > MOST_ELEMENTS {
        return None;
    }
    let at = |place: u64| {
        // A later value replaces an earlier one.
        initial.iter().rev().find_map(|given| {
            let away = place.checked_sub(given.offset)?;
            let stride = given.stride.max(1);
            let fits =
                size(&given.value.ty)? == step && away.is_multiple_of(stride) && away / stride < given.count;
            fits.then(|| given.value.clone())
        })
    };
    (0..count).map(|number| at(offset + number * step)).collect()
}

/// Variables of a graph that share storage with others of it, or whose storage begins with given values.
pub(crate) fn overlaps(graph: &FlowGraph) -> Vec<(VarId, String)> {
    let mut placed: Vec<(VarId, sextant_syntax::AreaId, u64)> = Vec::new();
    for (id, variable) in graph.variables.iter_enumerated() {
        if let Storage::Area(area, offset) = variable.storage {
            placed.push((id, area, offset));
        }
    }
    let end = |id: VarId, offset: u64| size(&graph.variables[id].ty).map(|size| offset + size);
    let mut found = Vec::new();
    for &(id, area, offset) in &placed {
        let shared = placed.iter().any(|&(other, other_area, other_offset)| {
            let apart = match (end(id, offset), end(other, other_offset)) {
                (Some(end), Some(other_end)) => end <= other_offset || other_end <= offset,
                _ => false,
            };
            other != id && area == other_area && !apart
        });
        if shared {
            let name = &graph.variables[id].name;
            found.push((id, format!("{name}, which shares storage with another variable")));
        }
    }
    found
}

/// The name of the last subscript of a dimension that has the extent of its argument.
pub fn shape_name(array: &str, position: usize, rank: usize) -> String {
    if rank == 1 { format!("UBOUND({array})") } else { format!("UBOUND({array}, {})", position + 1) }
}

/// Whether the graph mentions a bound of the array.
pub fn speaks_of_bounds(graph: &FlowGraph, array: VarId) -> bool {
    let in_action = |action: &Action| match action {
        Action::Assign(place, value) => in_place(place, array) || in_expr(value, array),
        Action::Call { arguments, .. } => arguments.iter().any(|argument| in_expr(&argument.expr, array)),
        Action::Assume(expr) | Action::Prove(expr) | Action::Assert(expr) | Action::Claim(_, expr) => {
            in_expr(expr, array)
        }
        _ => false,
    };
    let in_condition = |edge: &sextant_flow::Edge| matches!(&edge.condition, sextant_flow::Condition::When(condition) if in_expr(condition, array));
    instructions(graph).any(|instruction| in_action(&instruction.action))
        || graph.blocks.iter().any(|block| match &block.terminator {
            sextant_flow::Terminator::Edges(edges) => edges.iter().any(in_condition),
            _ => false,
        })
}

fn in_place(place: &Place, array: VarId) -> bool {
    let mut found = false;
    each_place_operand(place, &mut |operand| found |= in_expr(operand, array));
    found
}

fn in_expr(expr: &Expr, array: VarId) -> bool {
    if matches!(&expr.kind, ExprKind::BoundOf(_, variable) if *variable == array) {
        return true;
    }
    let mut found = false;
    each_operand(expr, &mut |operand| found |= in_expr(operand, array));
    found
}

/// The bytes of a variable, where its bounds are constants.
fn size(ty: &Type) -> Option<u64> {
    let number = |expr: &Expr| match &expr.kind {
        ExprKind::Int(value) => i64::try_from(value).ok(),
        _ => None,
    };
    Some(match ty {
        Type::Int(int) => u64::from(int.bits).div_ceil(8),
        Type::Logical => 4,
        Type::Real(kind) => kind.bytes(),
        Type::Complex(kind) => 2 * kind.bytes(),
        Type::Array(element, bounds) => {
            let mut count = size(element)?;
            for bounds in bounds {
                let ArrayBounds::Given { low, high } = bounds else { return None };
                count *= u64::try_from(number(high)? - number(low)? + 1).ok()?;
            }
            count
        }
        _ => return None,
    })
}
