//! Input as an array: the values that READ statements find are the elements of one given array, in order.

use std::borrow::Cow;

use sextant_flow::{Action, FlowGraph, FlowProgram, Instruction, Terminator};
use sextant_syntax::{ArrayBounds, BinaryOp, Expr, ExprKind, IntType, Place, Storage, Type, VarId, Variable};

/// The name of the counter; no program has such a name.
pub const POSITION: &str = "input.at";

/// The program with READ statements as assignments. Each procedure counts for itself, so that one that reads cannot be
/// called by its summary.
pub fn with_input_arrays(program: &FlowProgram) -> Cow<'_, FlowProgram> {
    let mut result = Cow::Borrowed(program);
    for (id, graph) in program.procedures.iter_enumerated() {
        if graph.blocks.iter().any(|block| instructions(block).any(is_read)) {
            rewrite(&mut result.to_mut().procedures[id]);
        }
    }
    result
}

/// The name of the array of a procedure that reads.
pub fn input_name(graph: &FlowGraph) -> Option<&str> {
    let counts = graph.variables.iter().any(|variable| variable.name == POSITION);
    let last = graph.variables.iter().rev().find(|variable| variable.ty.is_array());
    last.filter(|_| counts).map(|variable| variable.name.as_str())
}

fn instructions(block: &sextant_flow::Block) -> impl Iterator<Item = &Instruction> {
    let edges: &[_] = if let Terminator::Edges(edges) = &block.terminator { edges } else { &[] };
    block.instructions.iter().chain(edges.iter().flat_map(|edge| &edge.actions))
}

fn is_read(instruction: &Instruction) -> bool {
    matches!(instruction.action, Action::Read(_))
}

fn rewrite(graph: &mut FlowGraph) {
    let span = graph.span;
    let integer = Type::Int(IntType::FIXED_31);
    let one = Expr { kind: ExprKind::Int(1.into()), ty: integer.clone(), span };
    let mut name = "INPUT".to_owned();
    while graph.variables.iter().any(|variable| variable.name.eq_ignore_ascii_case(&name)) {
        name.push('_');
    }
    let position = graph.variables.push(Variable {
        name: POSITION.to_owned(),
        ty: integer.clone(),
        storage: Storage::Automatic,
        initial: vec![one.clone()],
        span,
    });
    let bounds = ArrayBounds::Sequence { low: Box::new(one.clone()), high: None };
    let input = graph.variables.push(Variable {
        name,
        ty: Type::vector(integer, bounds),
        storage: Storage::Parameter,
        initial: Vec::new(),
        span,
    });
    let kinds: Vec<Type> = graph.variables.iter().map(|variable| variable.ty.scalar().clone()).collect();
    for block in graph.blocks.iter_mut() {
        replace(&mut block.instructions, &kinds, position, input, &one);
        if let Terminator::Edges(edges) = &mut block.terminator {
            edges.iter_mut().for_each(|edge| replace(&mut edge.actions, &kinds, position, input, &one));
        }
    }
}

/// `read x` as `x := INPUT(input.at); input.at := input.at + 1`; only integers are known to be such.
fn replace(code: &mut Vec<Instruction>, kinds: &[Type], position: VarId, input: VarId, one: &Expr) {
    let mut at = 0;
    while at < code.len() {
        if let Action::Read(place) = &code[at].action
            && let ty @ Type::Int(_) = &kinds[place.variable().0 as usize]
            && !matches!(place, Place::Part(_))
        {
            let (span, place) = (code[at].span, place.clone());
            let count = Expr { kind: ExprKind::Load(Place::Variable(position)), ..one.clone() };
            let element = Place::Element(input, Box::new(count.clone()));
            let value = Expr { kind: ExprKind::Load(element), ty: ty.clone(), span };
            let next = ExprKind::Binary(BinaryOp::Add, Box::new(count), Box::new(one.clone()));
            let next = Expr { kind: next, ..one.clone() };
            code[at].action = Action::Assign(place, value);
            let action = Action::Assign(Place::Variable(position), next);
            code.insert(at + 1, Instruction { action, span });
            at += 1;
        }
        at += 1;
    }
}
