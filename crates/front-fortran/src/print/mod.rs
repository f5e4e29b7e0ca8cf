//! Prints the tree as free-form text, one statement to a line.
//!
//! Parentheses are printed where they were written: they are nodes of the tree. What is broken or unsupported is
//! printed as a comment that says so.

mod declare;
mod expr;
mod stmt;

use std::fmt::Write;

use crate::raw::{File, Label, Parameter, PrefixKind, Unit, UnitKind};

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
        let what = given(&head, |_| format!(" {}", kind_word(unit.kind)));
        self.line(unit.end.label, &format!("END{what}"));
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
            word => word_of(&PrefixKind::WORDS, word).to_owned(),
        };
        head.push(' ');
    }
    head += kind_word(unit.kind);
    head += &given(&unit.name, |name| format!(" {}", name.written));
    if matches!(unit.kind, UnitKind::Subroutine | UnitKind::Function) {
        head += &parameters(&unit.parameters);
    }
    head += &given(&unit.result, |result| format!(" RESULT({})", result.written));
    head += &given(&unit.bind, |bind| format!(" {}", declare::bind(bind)));
    Some(head)
}

fn parameters(parameters: &[Parameter]) -> String {
    let names = parameters.iter().map(|parameter| match parameter {
        Parameter::Name(name) => name.written.to_string(),
        Parameter::AlternateReturn(_) => "*".to_owned(),
    });
    format!("({})", join(names))
}

/// What is shown of something that may be absent.
fn given<T>(value: &Option<T>, show: impl FnOnce(&T) -> String) -> String {
    value.as_ref().map(show).unwrap_or_default()
}

/// The word for something in a table of words.
fn word_of<T: PartialEq>(words: &[(&'static str, T)], thing: &T) -> &'static str {
    words.iter().find(|(_, known)| known == thing).map_or("", |(word, _)| word)
}

/// Texts with commas between them.
fn join(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().collect::<Vec<_>>().join(", ")
}
