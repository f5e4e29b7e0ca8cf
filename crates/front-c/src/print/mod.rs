//! Prints the typed tree: C with every conversion written out, for people and tests.
//!
//! Records come with the places of their members, variables with a mark if their address is taken, initial values
//! with the bytes they go to.

mod expr;
mod stmt;

use std::fmt::Write;

use sextant_base::Id;

use crate::tree::{Body, Constant, ConstantBase, Function, Global, GlobalKind, LocalId, Program};
use crate::types::{Record, RecordId, Types};

/// The program as text.
pub fn print(program: &Program) -> String {
    let mut text = String::new();
    for (id, record) in program.types.records.iter_enumerated() {
        print_record(id, record, &program.types, &mut text);
    }
    for global in program
        .globals
        .iter()
        .filter(|global| global.kind != GlobalKind::Literal || global.name.starts_with("literal"))
    {
        print_global(global, program, &mut text);
    }
    for function in program.functions.iter() {
        print_function(function, program, &mut text);
    }
    text
}

fn print_record(id: RecordId, record: &Record, types: &Types, text: &mut String) {
    let Some(fields) = record.fields.as_ref().filter(|_| record.name != "__va_list_tag") else { return };
    let word = if record.union { "union" } else { "struct" };
    let name = if record.name.is_empty() { format!("#{}", id.0) } else { record.name.clone() };
    let _ = writeln!(text, "{word} {name} // size {}, align {}", record.size, record.align);
    for field in fields {
        let declaration = types.declaration(field.ty, &field.name);
        let _ = match field.width {
            Some(width) => writeln!(text, "    bit {}: {declaration} : {width}", field.offset),
            None => writeln!(text, "    {}: {declaration}", field.offset / 8),
        };
    }
}

fn print_global(global: &Global, program: &Program, text: &mut String) {
    let word = match (global.kind, &global.initial) {
        (_, None) => "extern ",
        (GlobalKind::External, _) => "",
        _ => "static ",
    };
    let constant = if global.constant { "const " } else { "" };
    let declaration = program.types.declaration(global.ty, &global.name);
    let align = global.align.map_or(String::new(), |align| format!(" // align {align}"));
    let _ = writeln!(text, "{word}{constant}{declaration}{align}");
    for item in global.initial.iter().flatten() {
        let value = constant_text(&item.value, program);
        let _ = writeln!(text, "    {}: {} = {value}", item.offset, program.types.show(item.ty));
    }
}

fn constant_text(value: &Constant, program: &Program) -> String {
    match value {
        Constant::Int(value) => value.to_string(),
        Constant::Real(value) => format!("{value:?}"),
        Constant::Address(base, offset) => {
            let name = match base {
                ConstantBase::Global(id) => program.globals[*id].name.clone(),
                ConstantBase::Function(id) => program.functions[*id].name.clone(),
            };
            if *offset == 0 { format!("&{name}") } else { format!("&{name} + {offset}") }
        }
    }
}

fn print_function(function: &Function, program: &Program, text: &mut String) {
    let word = if function.is_static { "static " } else { "" };
    let declaration = program.types.declaration(function.ty, &function.name);
    let Some(body) = &function.body else {
        let _ = writeln!(text, "extern {declaration}");
        return;
    };
    let printer = Printer { program, body };
    let parameters: Vec<String> = body.parameters.iter().map(|&id| printer.local(id)).collect();
    let _ = writeln!(text, "{word}{declaration} // {}", parameters.join(", "));
    printer.statements(&body.statements, 1, text);
}

/// What names are looked up in.
struct Printer<'p> {
    program: &'p Program,
    body: &'p Body,
}

impl Printer<'_> {
    /// The name of a variable, told from others of that name.
    fn local(&self, id: LocalId) -> String {
        let Some(local) = self.body.locals.get(id) else { return format!("{id:?}") };
        if local.name.is_empty() {
            return format!("{id:?}");
        }
        let earlier =
            self.body.locals.iter().take(id.index()).filter(|other| other.name == local.name).count();
        let number = if earlier == 0 { String::new() } else { format!("'{}", earlier + 1) };
        format!("{}{number}", local.name)
    }
}
