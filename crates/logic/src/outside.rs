//! What a procedure finds in storage that outlives it, and leaves there, as further parameters.
//!
//! Invariants
//! - The parameters of the procedure keep their positions; those made here come behind them.
//! - What nothing assigns keeps its initial value and is no parameter.
//! - Calls are in line, so that a called procedure means the same storage.

use std::borrow::Cow;

use sextant_flow::{
    Block, BlockId, FlowGraph, FlowProgram, Key, StorageNames, Terminator, called, inlined, mentioned,
};
use sextant_syntax::{ProcId, Storage, VarId, name_in_line};

use crate::entry::{Beginning, Initial, initial, overlaps};
use crate::stuck::sort_of;

/// The program with lasting variables of a procedure as parameters, and what all of its parameters stand for; none if it
/// has no such variables.
///
/// # Errors
/// What stands in the way: calls that cannot be put in line, storage that is seen in two ways, values without terms.
pub fn with_outside(
    program: &FlowProgram,
    procedure: ProcId,
) -> Result<Option<(FlowProgram, Vec<Key>)>, String> {
    // What begins a program finds first values.
    if program.main == Some(procedure) {
        return Ok(None);
    }
    let lasts = |graph: &FlowGraph| graph.variables.ids().any(|id| holds_anything(program, graph, id));
    if !called(program, procedure).into_iter().any(|id| lasts(&program.procedures[id])) {
        return Ok(None);
    }
    let mut graph = inlined(program, procedure).map_err(|reason| reason.what)?;
    let used = mentioned(&graph);
    let is_used = |id: VarId| used.as_ref().is_none_or(|used| used.contains(&id));
    if let Some((_, what)) = overlaps(&graph).into_iter().find(|(id, _)| is_used(*id)) {
        return Err(what);
    }
    let mut found = Vec::new();
    for id in graph.variables.ids().filter(|&id| is_used(id)) {
        if holds_anything(program, &graph, id) {
            let variable = &graph.variables[id];
            sort_of(&variable.ty, variable.span)
                .map_err(|_| format!("{}, which is no number", variable.name))?;
            found.push((id, key(program, &graph, id)));
        }
    }
    if found.is_empty() {
        return Ok(None);
    }
    let mut keys = Key::own(&graph);
    let names = StorageNames::seen_from(program, procedure, std::iter::empty());
    for (id, key) in found {
        if let Some(name) = names.of_variable(program, &graph.variables[id]) {
            rename(&mut graph, id, name);
        }
        let variable = &mut graph.variables[id];
        variable.storage = Storage::Parameter;
        variable.initial = Vec::new();
        graph.parameters.push(id);
        keys.push(key);
    }
    Ok(Some((alone(program, procedure, graph), keys)))
}

/// The program with lasting variables that nothing assigns as local ones, which have their initial values whenever their
/// procedure is entered.
pub fn with_constants(program: &FlowProgram) -> Cow<'_, FlowProgram> {
    let mut result = Cow::Borrowed(program);
    for (procedure, graph) in program.procedures.iter_enumerated() {
        for id in graph.variables.ids().filter(|&id| outlives(graph, id)) {
            if let Initial::Given(values) = initial(program, graph, id, Beginning::Any) {
                let variable = &mut result.to_mut().procedures[procedure].variables[id];
                (variable.storage, variable.initial) = (Storage::Automatic, values.into_owned());
            }
        }
    }
    result
}

/// Gives a variable its name; one that was put in line makes room for it.
fn rename(graph: &mut FlowGraph, id: VarId, name: &str) {
    let same = |other: &VarId| *other != id && graph.variables[*other].name.eq_ignore_ascii_case(name);
    if let Some(other) = graph.variables.ids().find(same) {
        graph.variables[other].name = name_in_line(&graph.variables, "local", name);
    }
    graph.variables[id].name = name.to_owned();
}

/// Whether a variable outlives its procedure, so that earlier calls may have given it any value.
pub fn may_hold_anything(program: &FlowProgram, procedure: ProcId, variable: VarId) -> bool {
    program.main != Some(procedure) && holds_anything(program, &program.procedures[procedure], variable)
}

fn holds_anything(program: &FlowProgram, graph: &FlowGraph, id: VarId) -> bool {
    outlives(graph, id) && matches!(initial(program, graph, id, Beginning::Any), Initial::Input)
}

fn outlives(graph: &FlowGraph, id: VarId) -> bool {
    matches!(graph.variables[id].storage, Storage::Static | Storage::External(_) | Storage::Area(..))
}

fn key(program: &FlowProgram, graph: &FlowGraph, id: VarId) -> Key {
    let variable = &graph.variables[id];
    match variable.storage {
        Storage::External(external) => Key::Shared(program.externals[external].name.clone(), 0),
        Storage::Area(area, offset) if program.areas[area].shared => {
            Key::Shared(program.areas[area].name.clone(), offset)
        }
        _ => match initial(program, graph, id, Beginning::First) {
            Initial::Given(values) => {
                let placed = values.iter().enumerate().map(|(at, value)| ([at as u64, 1, 1], value));
                Key::private(&variable.name, 0, placed)
            }
            _ => Key::private(&variable.name, 0, std::iter::empty()),
        },
    }
}

/// The program with this graph for a procedure. Nothing calls it: the other procedures have no bodies any more.
fn alone(program: &FlowProgram, procedure: ProcId, graph: FlowGraph) -> FlowProgram {
    let mut program = program.clone();
    for other in program.procedures.iter_mut() {
        let terminator = Terminator::Stop;
        other.blocks = [Block { instructions: Vec::new(), terminator }].into_iter().collect();
        other.entry = BlockId(0);
    }
    program.procedures[procedure] = graph;
    program
}
