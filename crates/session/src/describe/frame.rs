//! The variables of an activation.

use sextant_engines::forward::Bench;
use sextant_flow::FlowProgram;
use sextant_state::{State, Target, Value, VariablePlace, target_of};
use sextant_syntax::{Type, VarId};

use super::arrays::intervals;
use super::{Show, show_part_as, show_value};

/// The variables of the running activation with their values, in the order of their declaration.
pub(crate) fn frame_values(
    program: &FlowProgram,
    bench: &mut Bench<'_>,
    state: &State,
) -> Vec<(String, String)> {
    frame_values_as(program, bench, state, &mut |table, value| show_value(table, value, false))
}

/// The same, with values shown in another way.
pub fn frame_values_as(
    program: &FlowProgram,
    bench: &mut Bench<'_>,
    state: &State,
    show: Show<'_>,
) -> Vec<(String, String)> {
    let variables = &program.procedures[state.frame.procedure].variables;
    // Names with a dot are temporaries of the lowering.
    let named = variables.iter_enumerated().filter(|(_, variable)| !variable.is_made());
    named.flat_map(|(id, _)| variable_values(program, bench, state, id, show)).collect()
}

/// One variable of the running activation, part by part.
pub fn variable_values(
    program: &FlowProgram,
    bench: &mut Bench<'_>,
    state: &State,
    id: VarId,
    show: Show<'_>,
) -> Vec<(String, String)> {
    let procedure = state.frame.procedure;
    let variable = &program.procedures[procedure].variables[id];
    let code = bench.machine.code();
    let place = code.procedures[procedure].variables[id];
    let only = |shown: String| vec![(variable.name.clone(), shown)];
    match (place, state.frame.slots[place.slot() as usize]) {
        (VariablePlace::Object(_), Value::Reference(object)) => {
            let parts = state.parts(&mut bench.table, &code.records, &variable.ty, object);
            let named = parts.into_iter().map(|part| {
                let shown = show_part_as(&mut bench.table, &part.value, show).to_string();
                (format!("{}{}", variable.name, part.path), shown)
            });
            intervals(named.collect())
        }
        (_, Value::Int(address)) if matches!(variable.ty, Type::Block(_)) => {
            contents(bench, state, address, show)
        }
        (_, Value::Int(address)) if matches!(variable.ty, Type::Pointer(_)) => {
            only(state.show_address(code, address))
        }
        (_, Value::Procedure(procedure)) => only(program.procedures[procedure].name.clone()),
        (_, value) => only(show(&mut bench.table, value).to_string()),
    }
}

/// The values of a byte-addressed variable that have one.
fn contents(bench: &mut Bench<'_>, state: &State, address: i64, show: Show<'_>) -> Vec<(String, String)> {
    let Target::Object(object, _) = target_of(address) else { return Vec::new() };
    let code = bench.machine.code();
    let mut shown = Vec::new();
    for content in state.contents(code, object) {
        let words = match (&content.ty, content.value) {
            (_, Value::Undefined) => continue,
            (Type::Pointer(_), Value::Int(address)) => state.show_address(code, address),
            (_, value) => show(&mut bench.table, value).to_string(),
        };
        shown.push((content.name, words));
    }
    shown
}
