//! References that a control path reaches before any assignment: what data flow analysis can say of variables
//! without a value. Whether such a path can be executed is for others to find out.
//!
//! Only scalars of an activation are looked at. A call that gets the variable itself may assign it, and is taken to.

use rustc_hash::FxHashMap;
use sextant_base::Span;
use sextant_syntax::{
    Argument, Expr, ExprKind, Layout, OutputItem, Passing, Place, Storage, Unit, VarId, each_operand,
    each_place_operand,
};

use crate::{Action, BlockId, Condition, FlowGraph, Instruction, Terminator, TransferHead, TransferItem};

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
        if scalar && variable.initial.is_empty() && !variable.name.contains('.') {
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
                if let Condition::When(condition) = &edge.condition
                    && let Some(span) = first_use(condition, variable)
                {
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
    let mut assigned = false;
    match action {
        Action::Assign(place, value) => {
            look(value);
            each_place_operand(place, &mut look);
            assigned = place.variable() == variable;
        }
        Action::Call { arguments, result, .. } | Action::CallParameter { arguments, result, .. } => {
            for argument in arguments {
                match whole_variable(argument) {
                    Some(passed) => assigned |= passed == variable,
                    None if argument.passing == Passing::Absent => {}
                    None => look(&argument.expr),
                }
            }
            assigned |= *result == Some(variable);
        }
        Action::CallPointer { callee, arguments, result } => {
            look(callee);
            arguments.iter().for_each(|argument| look(&argument.expr));
            assigned = *result == Some(variable);
        }
        Action::Primitive(_, operands, result) => {
            operands.iter().for_each(&mut look);
            assigned = *result == Some(variable);
        }
        Action::Store(address, _, value) => {
            look(address);
            look(value);
        }
        Action::Read(place) | Action::TransferItem(TransferItem::Place(place)) => {
            each_place_operand(place, &mut look);
            assigned = place.variable() == variable;
        }
        Action::TransferEnd(status) => assigned = *status == variable,
        Action::Write(OutputItem::Value(expr))
        | Action::TransferItem(TransferItem::Value(expr))
        | Action::Assume(expr)
        | Action::Prove(expr)
        | Action::Assert(expr) => look(expr),
        Action::Allocate(place, bounds) => {
            each_place_operand(place, &mut look);
            bounds.iter().for_each(|(low, high)| {
                look(low);
                look(high);
            });
        }
        Action::TransferBegin(head) => assigned = answers(head).any(|place| place.variable() == variable),
        Action::Release(_)
        | Action::PointTo(..)
        | Action::Write(OutputItem::Text(_) | OutputItem::NewLine)
        | Action::Statement(_)
        | Action::Claim(..)
        | Action::Fresh(_)
        | Action::Gone(_)
        | Action::Unsupported(_) => {}
    }
    match (used, assigned) {
        (Some(span), _) => Event::Use(span),
        (None, true) => Event::Assign,
        (None, false) => Event::Nothing,
    }
}

/// The places that a statement on a file may assign by its specifiers or by a namelist.
fn answers(head: &TransferHead) -> impl Iterator<Item = &Place> {
    let members: &[(String, Place)] = match &head.layout {
        Layout::Namelist(_, members) => members,
        _ => &[],
    };
    let unit = match &head.unit {
        Unit::Internal(place) => Some(place),
        _ => None,
    };
    let specified = head.answers.iter().map(|(_, place)| place);
    let outcome = head.outcome.status.iter().chain(&head.outcome.message);
    specified.chain(members.iter().map(|(_, place)| place)).chain(unit).chain(outcome)
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
