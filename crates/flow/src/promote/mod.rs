//! Byte-addressed memory as ordinary variables and arrays, for methods that know nothing of addresses.
//!
//! Every scalar of an object becomes a variable of its own, an array where it stands inside arrays: local blocks,
//! global objects, and what pointer parameters lead to. Parameters that are pointers become parameters by reference;
//! global objects become further parameters by reference of every procedure that reaches them, so that they are inputs
//! and results like any others. A pointer variable that only ever walks through one object becomes the number of the
//! element it is at.
//!
//! Invariants
//! - Nothing is approximated: an object of which any use is not understood stays bytes, with all its uses.
//! - An access outside an array stays an error: of a subscript.
//! - What is taken for granted is said in [`Promoted::premises`]: different pointers lead to different objects, which
//!   have room for what is accessed.
//! - Blocks, statements and existing variables keep their numbers. Procedures that cannot be reached from the
//!   examined one are cut off.
//!
//! The decision which objects can be promoted is found by trying: `rewrite` marks what it cannot express, and is
//! tried again without that, until nothing new is found.

mod calls;
mod decisions;
mod expressions;
mod fresh;
mod initial;
mod make;
mod object;
mod pointers;
mod rewrite;

use std::collections::BTreeSet;

use sextant_base::Id;
use sextant_syntax::{Base, Expr, ExprKind, Global, GlobalId, Memory, ProcId, Scope, Type, each_operand};

use self::decisions::{Decisions, Root};
use self::rewrite::Rewriter;
use crate::{Action, Block, FlowGraph, FlowProgram, Instruction, Key, Terminator};

/// A program in which memory has become variables.
#[derive(Clone, Debug)]
pub struct Promoted {
    /// The program.
    pub program: FlowProgram,
    /// What is assumed about the caller.
    pub premises: Vec<Premise>,
    /// What the parameters of the examined procedure stand for.
    pub keys: Vec<Key>,
    /// Objects of the program that stay bytes although they may change: no parameter stands for them.
    pub bytes: Vec<String>,
}

/// What becomes of output and of the status with which a program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surroundings {
    /// They are left out: most methods know nothing of them.
    LeftOut,
    /// They stay as they are.
    Kept,
}

/// What is assumed about the caller of the examined procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Premise {
    /// Its pointers lead to different objects, which are no variables of the program.
    DifferentObjects,
    /// Its pointers are not null.
    NotNull,
}

/// Tries before an object that keeps changing its shape is given up; each adds a fact, so that few are needed.
const MOST_TRIES: usize = 1_000;

/// The program with memory as variables wherever that is exact, as seen from a procedure. `arrays` are names of pointers
/// that lead to arrays though the program may use only one element: assertions speak of more.
pub fn promoted(
    program: &FlowProgram,
    examined: ProcId,
    arrays: &[String],
    surroundings: Surroundings,
) -> Promoted {
    let reached = crate::called(program, examined);
    if surroundings == Surroundings::Kept && calls_by_pointer(program, &reached) {
        return as_it_is(program, examined);
    }
    let mut decisions = Decisions::new(program, examined, arrays, surroundings);
    let mut graphs = Vec::new();
    for _ in 0..MOST_TRIES {
        decisions.begin();
        graphs = reached.iter().map(|&id| (id, Rewriter::new(program, id, &mut decisions).graph())).collect();
        if !decisions.changed() {
            break;
        }
    }
    if decisions.changed() {
        // Graphs of a try that found something new do not agree with one another.
        return as_it_is(program, examined);
    }
    let mut result = program.clone();
    for id in program.procedures.ids() {
        match graphs.iter().position(|(own, _)| *own == id) {
            Some(at) => result.procedures[id] = graphs.swap_remove(at).1,
            None => cut_off(&mut result.procedures[id]),
        }
    }
    // What has become variables is no input of its own any more: it would have the name of these.
    for id in program.globals.ids() {
        result.globals[id].shared &= !decisions.is_promoted(Root::Global(id));
    }
    let premises = premises(program, examined, &decisions);
    let bytes = bytes(program, &reached, |global| decisions.is_promoted(Root::Global(global)));
    let keys = keys(program, examined, &mut decisions);
    Promoted { program: result, premises, keys, bytes }
}

/// The program as it is: whatever may change stays bytes.
fn as_it_is(program: &FlowProgram, examined: ProcId) -> Promoted {
    let keys = Key::own(&program.procedures[examined]);
    let bytes = bytes(program, &program.procedures.ids().collect(), |_| false);
    Promoted { program: program.clone(), premises: Vec::new(), keys, bytes }
}

/// Whether procedures are called that only pointers know: they cannot be given further parameters.
fn calls_by_pointer(program: &FlowProgram, reached: &BTreeSet<ProcId>) -> bool {
    reached.iter().any(|&id| {
        crate::instructions(&program.procedures[id])
            .any(|instruction| matches!(instruction.action, Action::CallPointer { .. }))
    })
}

/// The objects of the program that stay bytes, among those that some procedures name and that may change.
fn bytes(
    program: &FlowProgram,
    reached: &BTreeSet<ProcId>,
    is_promoted: impl Fn(GlobalId) -> bool,
) -> Vec<String> {
    let stays = |global: GlobalId| !program.globals[global].constant && !is_promoted(global);
    let mut found = BTreeSet::new();
    for &id in reached {
        crate::walk::each_expression(&program.procedures[id], &mut |expr| named(expr, &mut found));
    }
    found.retain(|&global| stays(global));
    found.into_iter().map(|global| program.globals[global].name.clone()).collect()
}

/// The objects of the program that an expression names.
fn named(expr: &Expr, found: &mut BTreeSet<GlobalId>) {
    if let ExprKind::Memory(memory) = &expr.kind
        && let Memory::Address(Base::Global(global)) = **memory
    {
        found.insert(global);
    }
    each_operand(expr, &mut |operand| named(operand, found));
}

/// What the parameters stand for: what pointers lead to in their place, global objects behind them.
fn keys(program: &FlowProgram, examined: ProcId, decisions: &mut Decisions<'_>) -> Vec<Key> {
    let graph = &program.procedures[examined];
    let mut keys = Vec::new();
    for (position, &parameter) in graph.parameters.iter().enumerate() {
        let root = Root::Pointer(examined, parameter);
        let pointer = matches!(graph.variables[parameter].ty, Type::Pointer(_));
        if !pointer || !decisions.is_promoted(root) {
            keys.push(Key::Own(position, 0));
            continue;
        }
        for leaf in decisions.used(root) {
            keys.push(Key::Own(position, decisions.offset(root, leaf)));
        }
    }
    if program.main == Some(examined) {
        return keys;
    }
    for (global, leaf) in decisions.hidden(examined) {
        let (declared, offset) = (&program.globals[global], decisions.offset(Root::Global(global), leaf));
        keys.push(match &declared.scope {
            Scope::Procedure(_) => Key::private(
                &declared.name,
                offset,
                declared
                    .initial
                    .iter()
                    .map(|given| ([given.offset, given.count, given.stride], &given.value)),
            ),
            Scope::Program | Scope::Unit(_) => {
                let same = |other: &Global| other.shared && other.name == declared.name;
                let alone = program.globals.iter().filter(|other| same(other)).count() < 2;
                let shown = decisions.names.global(global).filter(|_| !alone);
                Key::Shared(shown.unwrap_or(&declared.name).to_owned(), offset)
            }
        });
    }
    keys
}

/// Nobody calls it: its code would only have to be kept consistent.
fn cut_off(graph: &mut FlowGraph) {
    let action = Action::Unsupported("a procedure that is not called here".to_owned());
    let instructions = vec![Instruction { action, span: graph.span }];
    graph.blocks = [Block { instructions, terminator: Terminator::Stop }].into_iter().collect();
    graph.entry = crate::BlockId::from_index(0);
}

/// What has been taken for granted about the examined procedure.
fn premises(program: &FlowProgram, examined: ProcId, decisions: &Decisions) -> Vec<Premise> {
    let graph = &program.procedures[examined];
    let is_pointer = |id: &&sextant_syntax::VarId| matches!(graph.variables[**id].ty, Type::Pointer(_));
    let pointers = graph
        .parameters
        .iter()
        .filter(is_pointer)
        .filter(|&&id| decisions.handed(Root::Pointer(examined, id)).is_none())
        .filter(|&&id| decisions.is_promoted(Root::Pointer(examined, id)))
        .filter(|&&id| !decisions.used(Root::Pointer(examined, id)).is_empty())
        .count();
    let globals = decisions.hidden(examined).len();
    let mut premises = Vec::new();
    if pointers + usize::from(globals > 0) > 1 && pointers > 0 {
        premises.push(Premise::DifferentObjects);
    }
    if decisions.null_tested(examined) {
        premises.push(Premise::NotNull);
    }
    premises
}
