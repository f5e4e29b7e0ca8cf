//! References that a control path reaches before any assignment: what data flow analysis can say of variables
//! without a value. Whether such a path can be executed is for others to find out.
//!
//! Only scalars of an activation are looked at. A call that gets the variable itself may assign it, and is taken to.

use rustc_hash::FxHashMap;
use sextant_base::Span;
use sextant_syntax::{Argument, Expr, ExprKind, Passing, Place, Storage, VarId, each_operand};

use crate::walk::{each_operand_of, each_place, result_of};
use crate::{Action, BlockId, FlowGraph, Instruction, Terminator};

/// A reference to a variable that may have no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndefinedReference {
    /// Which variable.
    pub variable: VarId,
    /// The reference.
    pub span: Span,
    /// The blocks of a shortest control path to it.
    pub blocks: Vec<BlockId>,
}

/// What a piece of a block does to a variable.
enum Event {
    Nothing,
    Use(Span),
    Assign,
}

/// All references that a control path from the entry reaches without an assignment to the variable; of one
/// variable the first in each block.
pub fn undefined_references(graph: &FlowGraph) -> Vec<UndefinedReference> {
    let mut found = Vec::new();
    for (id, variable) in graph.variables.iter_enumerated() {
        let scalar = variable.ty.is_simple() && variable.storage == Storage::Automatic;
        if scalar && variable.initial.is_empty() && !variable.is_made() {
            references_to(graph, id, &mut found);
        }
    }
    found
}

fn references_to(graph: &FlowGraph, variable: VarId, found: &mut Vec<UndefinedReference>) {
    let mut from: FxHashMap<BlockId, Option<BlockId>> = FxHashMap::default();
    let mut waiting = std::collections::VecDeque::from([graph.entry]);
    from.insert(graph.entry, None);
    while let Some(block) = waiting.pop_front() {
        let mut open = Vec::new();
        if let Some(span) = through_block(graph, block, variable, &mut open) {
            found.push(UndefinedReference { variable, span, blocks: way(&from, block) });
        }
        for next in open {
            from.entry(next).or_insert_with(|| {
                waiting.push_back(next);
                Some(block)
            });
        }
    }
}

fn way(from: &FxHashMap<BlockId, Option<BlockId>>, end: BlockId) -> Vec<BlockId> {
    let mut way = vec![end];
    while let Some(Some(before)) = from.get(&way[way.len() - 1]) {
        way.push(*before);
    }
    way.reverse();
    way
}

/// The first reference in a block that is entered without a value; `open` gets the blocks entered without one.
fn through_block(
    graph: &FlowGraph,
    block: BlockId,
    variable: VarId,
    open: &mut Vec<BlockId>,
) -> Option<Span> {
    let block = &graph.blocks[block];
    match through(&block.instructions, variable) {
        Event::Use(span) => return Some(span),
        Event::Assign => return None,
        Event::Nothing => {}
    }
    match &block.terminator {
        Terminator::Return(Some(value)) => first_use(value, variable),
        Terminator::Return(None) | Terminator::Stop => None,
        Terminator::Edges(edges) => {
            for edge in edges {
                let condition = edge.condition.expr();
                if let Some(span) = condition.and_then(|condition| first_use(condition, variable)) {
                    return Some(span);
                }
                match through(&edge.actions, variable) {
                    Event::Use(span) => return Some(span),
                    Event::Assign => {}
                    Event::Nothing => open.push(edge.to),
                }
            }
            None
        }
    }
}

fn through(instructions: &[Instruction], variable: VarId) -> Event {
    for instruction in instructions {
        match event(&instruction.action, variable) {
            Event::Nothing => {}
            other => return other,
        }
    }
    Event::Nothing
}

fn event(action: &Action, variable: VarId) -> Event {
    let mut used = None;
    let mut look = |expr: &Expr| used = used.or_else(|| first_use(expr, variable));
    let mut assigned = result_of(action) == Some(variable);
    match action {
        Action::Call { arguments, .. } | Action::CallParameter { arguments, .. } => {
            for argument in arguments {
                match whole_variable(argument) {
                    Some(passed) => assigned |= passed == variable,
                    None if argument.passing == Passing::Absent => {}
                    None => look(&argument.expr),
                }
            }
        }
        Action::TransferEnd(status) => assigned = *status == variable,
        // The operands of the head of a statement on a file are not looked at.
        Action::TransferBegin(_) => {}
        Action::Release(_) | Action::PointTo(..) | Action::Claim(..) => return Event::Nothing,
        _ => each_operand_of(action, &mut look),
    }
    each_place(action, &mut |place| assigned |= place.variable() == variable);
    match (used, assigned) {
        (Some(span), _) => Event::Use(span),
        (None, true) => Event::Assign,
        (None, false) => Event::Nothing,
    }
}

/// The variable that an argument passes as a whole, by reference.
fn whole_variable(argument: &Argument) -> Option<VarId> {
    match (&argument.expr.kind, argument.passing) {
        (ExprKind::Load(Place::Variable(variable)), Passing::Reference) => Some(*variable),
        _ => None,
    }
}

fn first_use(expr: &Expr, variable: VarId) -> Option<Span> {
    if let ExprKind::Load(Place::Variable(loaded)) = &expr.kind
        && *loaded == variable
    {
        return Some(expr.span);
    }
    let mut found = None;
    each_operand(expr, &mut |operand| found = found.or_else(|| first_use(operand, variable)));
    found
}
