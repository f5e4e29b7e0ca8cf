//! What a program says of storage as a whole: where it begins, its record types and its areas. Records and areas are
//! written for people; the reader says that it does not take them.

use sextant_syntax::{Area, AreaId, Expr, Record};

use super::print::declared_type;
use super::words::quoted_name;
use crate::FlowProgram;
use crate::render::{Expect, Level, Renderer, Style};

/// The lines before externals and graphs.
pub(super) fn describe(program: &FlowProgram) -> String {
    let mut renderer = Renderer::new(program, None, Style::Exact);
    if let Some(main) = program.main.and_then(|main| program.procedures.get(main)) {
        renderer.out.push_str(&format!("main {}\n", quoted_name(&main.name)));
    }
    program.records.iter().for_each(|described| record(&mut renderer, described));
    program.areas.iter().for_each(|described| area(&mut renderer, described));
    renderer.out
}

/// Where in an area a variable lies.
pub(super) fn position(program: &FlowProgram, area: AreaId, offset: u64) -> String {
    match program.areas.get(area) {
        Some(area) => format!(" in {} at {offset}", quoted_name(&area.name)),
        None => format!(" in ?{} at {offset}", area.0),
    }
}

fn record(renderer: &mut Renderer, record: &Record) {
    renderer.out.push_str(&format!("record {} size {}\n", quoted_name(&record.name), record.size));
    for component in &record.components {
        renderer.out.push_str(&format!("  component {}: ", quoted_name(&component.name)));
        declared_type(renderer, &component.ty);
        renderer.out.push_str(&format!(" at {}", component.offset));
        component.initial.iter().for_each(|initial| value(renderer, initial));
        renderer.out.push('\n');
    }
}

fn area(renderer: &mut Renderer, area: &Area) {
    let shared = if area.shared { " shared" } else { "" };
    renderer.out.push_str(&format!("area {} size {}{shared}\n", quoted_name(&area.name), area.size));
    for item in &area.items {
        renderer.out.push_str(&format!("  item {}: ", quoted_name(&item.name)));
        declared_type(renderer, &item.ty);
        renderer.out.push_str(&format!(" at {}\n", item.offset));
    }
    for initial in &area.initial {
        renderer.out.push_str(&format!("  initial at {}", initial.offset));
        if initial.count != 1 {
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
