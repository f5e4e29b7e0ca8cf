//! What a program says of itself as a whole: its language, where it begins, its record types and its storage.

use sextant_base::Id;
use sextant_syntax::{AreaId, Expr, GlobalId, InitialValue, Language, RecordId, Scope};

use super::spellings::{language_word, rule_words};
use super::words::{numbered_name, quoted, quoted_name};
use crate::FlowProgram;
use crate::render::{Expect, Level, Renderer, Style};

/// The lines before externals and graphs.
pub(super) fn describe(program: &FlowProgram) -> String {
    let mut renderer = Renderer::new(program, None, Style::Exact);
    if program.language != Language::Flow {
        renderer.out.push_str(&format!("language {}\n", language_word(program.language)));
    }
    let rules = rule_words(program.rules);
    if !rules.is_empty() {
        renderer.out.push_str(&format!("rules {}\n", rules.join(", ")));
    }
    if let Some(main) = program.main.and_then(|main| program.procedures.get(main)) {
        renderer.out.push_str(&format!("main {}\n", quoted_name(&main.name)));
    }
    (0..program.records.len()).for_each(|record| self::record(&mut renderer, program, record));
    (0..program.areas.len()).for_each(|area| self::area(&mut renderer, program, area));
    (0..program.globals.len()).for_each(|global| self::global(&mut renderer, program, global));
    renderer.out
}

/// Where in an area a variable lies.
pub(super) fn position(program: &FlowProgram, area: AreaId, offset: u64) -> String {
    format!(" in {} at {offset}", area_name(program, area.0 as usize))
}

fn area_name(program: &FlowProgram, area: usize) -> String {
    numbered_name(program.areas.iter().map(|area| area.name.as_str()), area)
}

fn record(renderer: &mut Renderer, program: &FlowProgram, index: usize) {
    let name = numbered_name(program.records.iter().map(|record| record.name.as_str()), index);
    let record = &program.records[RecordId::from_index(index)];
    renderer.out.push_str(&format!("record {name} size {}\n", record.size));
    for (position, component) in record.components.iter().enumerate() {
        let names = record.components.iter().map(|component| component.name.as_str());
        renderer.out.push_str(&format!("  component {}: ", numbered_name(names, position)));
        renderer.declared_type(&component.ty);
        renderer.out.push_str(&format!(" at {}", component.offset));
        if let Some(bits) = component.bits {
            renderer.out.push_str(&format!(" bits {} {}", bits.first, bits.width));
        }
        renderer.out.push('\n');
    }
}

fn area(renderer: &mut Renderer, program: &FlowProgram, index: usize) {
    let area = &program.areas[AreaId::from_index(index)];
    let shared = if area.shared { " shared" } else { "" };
    let scope = scope_words(&area.scope);
    renderer.out.push_str(&format!("area {} size {}{shared}{scope}\n", area_name(program, index), area.size));
    for item in &area.items {
        renderer.out.push_str(&format!("  item {}: ", quoted_name(&item.name)));
        renderer.declared_type(&item.ty);
        renderer.out.push_str(&format!(" at {}\n", item.offset));
    }
    initial_values(renderer, &area.initial);
}

fn global(renderer: &mut Renderer, program: &FlowProgram, index: usize) {
    let name = numbered_name(program.globals.iter().map(|global| global.name.as_str()), index);
    let global = &program.globals[GlobalId::from_index(index)];
    renderer.out.push_str(&format!("global {name}: "));
    renderer.declared_type(&global.content);
    renderer.out.push_str(&format!(" size {}", global.bytes));
    renderer.out.push_str(if global.constant { " constant" } else { "" });
    renderer.out.push_str(if global.shared { " shared" } else { "" });
    renderer.out.push_str(&format!("{}\n", scope_words(&global.scope)));
    initial_values(renderer, &global.initial);
}

/// Who sees storage, where not every part of the program does.
fn scope_words(scope: &Scope) -> String {
    match scope {
        Scope::Program => String::new(),
        Scope::Unit(name) => format!(" in unit {}", quoted(name, '"')),
        Scope::Procedure(name) => format!(" in procedure {}", quoted(name, '"')),
    }
}

fn initial_values(renderer: &mut Renderer, values: &[InitialValue]) {
    for initial in values {
        renderer.out.push_str(&format!("  initial at {}", initial.offset));
        if (initial.count, initial.stride) != (1, 0) {
            renderer.out.push_str(&format!(" times {} every {}", initial.count, initial.stride));
        }
        value(renderer, &initial.value);
        renderer.out.push('\n');
    }
}

fn value(renderer: &mut Renderer, value: &Expr) {
    renderer.out.push_str(" = ");
    renderer.expr(value, Level::Implication, Expect::Anything);
}
