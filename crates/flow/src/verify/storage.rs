//! Records, areas and the main procedure.

use crate::FlowProgram;

pub(super) fn check_storage(program: &FlowProgram, errors: &mut Vec<String>) {
    if program.main.is_some_and(|main| program.procedures.get(main).is_none()) {
        errors.push("the main procedure does not exist".to_owned());
    }
    for record in program.records.iter() {
        for component in record.components.iter().filter(|component| component.offset > record.size) {
            errors.push(format!("record {}: component {} lies outside", record.name, component.name));
        }
    }
    for area in program.areas.iter() {
        for item in area.items.iter().filter(|item| item.offset > area.size) {
            errors.push(format!("area {}: item {} lies outside", area.name, item.name));
        }
        for initial in area.initial.iter().filter(|initial| initial.offset > area.size) {
            errors.push(format!("area {}: a value at {} lies outside", area.name, initial.offset));
        }
    }
}
