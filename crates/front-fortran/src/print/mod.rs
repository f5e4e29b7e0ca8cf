//! Prints the tree as free-form text, one statement to a line.
//!
//! Parentheses are printed where they were written: they are nodes of the tree. What is broken or unsupported is
//! printed as a comment that says so.

mod declare;
mod expr;
mod stmt;

use std::fmt::Write;

use crate::raw::{BlockEnd, File, Label, Parameter, PrefixKind, Unit, UnitKind};

/// A file as free-form text that reads back as the same tree, places apart.
pub fn print(file: &File) -> String {
    let mut printer = Printer::default();
    file.units.iter().for_each(|unit| printer.unit(unit));
    printer.text
}

/// The text so far.
#[derive(Default)]
struct Printer {
    text: String,
    indent: usize,
}

impl Printer {
    /// A line with its label.
    fn line(&mut self, label: Option<Label>, line: &str) {
        let label = label.map_or(String::new(), |label| format!("{} ", label.value));
        let indent = (2 * self.indent).saturating_sub(label.len());
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{label}{:indent$}{line}", "");
    }

    fn indented(&mut self, print: impl FnOnce(&mut Self)) {
        self.indent += 1;
        print(self);
        self.indent -= 1;
    }

    fn unit(&mut self, unit: &Unit) {
        let head = unit_head(unit);
        if let Some(head) = &head {
            self.line(None, head);
        }
        self.indented(|printer| unit.body.iter().for_each(|statement| printer.statement(statement)));
        if !unit.contains.is_empty() {
            self.line(None, "CONTAINS");
            self.indented(|printer| unit.contains.iter().for_each(|inner| printer.unit(inner)));
        }
        let BlockEnd { label, .. } = unit.end;
        match head {
            Some(_) => self.line(label, &format!("END {}", kind_word(unit.kind))),
            None => self.line(label, "END"),
        }
    }
}

fn kind_word(kind: UnitKind) -> &'static str {
    match kind {
        UnitKind::Program => "PROGRAM",
        UnitKind::Subroutine => "SUBROUTINE",
        UnitKind::Function => "FUNCTION",
        UnitKind::BlockData => "BLOCK DATA",
        UnitKind::Module => "MODULE",
    }
}

/// The first statement of a unit; a main program may have none.
fn unit_head(unit: &Unit) -> Option<String> {
    if unit.kind == UnitKind::Program && unit.name.is_none() {
        return None;
    }
    let mut head = String::new();
    for prefix in &unit.prefixes {
        head += &match &prefix.kind {
            PrefixKind::Type(ty) => declare::type_spec(ty),
            PrefixKind::Recursive => "RECURSIVE".to_owned(),
            PrefixKind::Pure => "PURE".to_owned(),
            PrefixKind::Elemental => "ELEMENTAL".to_owned(),
            PrefixKind::Impure => "IMPURE".to_owned(),
            PrefixKind::Module => "MODULE".to_owned(),
        };
        head.push(' ');
    }
    head += kind_word(unit.kind);
    if let Some(name) = &unit.name {
        head = format!("{head} {}", name.written);
    }
    if matches!(unit.kind, UnitKind::Subroutine | UnitKind::Function) {
        head += &parameters(&unit.parameters);
    }
    if let Some(result) = &unit.result {
        head = format!("{head} RESULT({})", result.written);
    }
    if let Some(bind) = &unit.bind {
        head = format!("{head} {}", declare::bind(bind.as_deref()));
    }
    Some(head)
}

fn parameters(parameters: &[Parameter]) -> String {
    let names = parameters.iter().map(|parameter| match parameter {
        Parameter::Name(name) => name.written.to_string(),
        Parameter::AlternateReturn(_) => "*".to_owned(),
    });
    format!("({})", join(names))
}

/// Texts with commas between them.
fn join(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().collect::<Vec<_>>().join(", ")
}
