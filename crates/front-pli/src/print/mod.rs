//! The typed tree back to text.
//!
//! Conversions are not written: reading puts them in again. A DECLARE leaves a gap in the statement numbers;
//! every gap is filled with a DECLARE again, so that all statements keep their numbers.

mod declare;
mod expr;
mod stmt;

use std::fmt::{Display, Write as _};

use sextant_syntax::{LabelId, Procedure, Program, Stmt};

/// Prints a program of this front end as PL/I text that reads back as the same tree, places apart.
pub fn print(program: &Program) -> String {
    let mut text = String::new();
    for procedure in program.procedures.iter() {
        if !text.is_empty() {
            text.push('\n');
        }
        Printer::new(program, procedure, &mut text).procedure();
    }
    text
}

/// Deeper levels are not indented further: the text would grow with the square of the depth.
const DEEPEST_INDENT: usize = 20;

struct Printer<'p> {
    program: &'p Program,
    procedure: &'p Procedure,
    text: &'p mut String,
    indent: usize,
    /// The next statement number.
    next: usize,
    /// By statement number: whether a statement of the body has it; if none has, it is a DECLARE.
    used: Vec<bool>,
    /// How many numbers are still to be filled with a DECLARE.
    gaps: usize,
    /// How many variables have been declared.
    declared: usize,
    /// The first label of each loop around the current statement, innermost last.
    loops: Vec<Option<LabelId>>,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program, procedure: &'p Procedure, text: &'p mut String) -> Self {
        let end = procedure.statements.len();
        let mut used = vec![false; end + 1];
        let mut waiting: Vec<&Stmt> = procedure.body.iter().collect();
        while let Some(statement) = waiting.pop() {
            if let Some(slot) = statement.number.and_then(|number| used.get_mut(number.0 as usize)) {
                *slot = true;
            }
            waiting.extend(statement.inner());
        }
        let gaps = (2..end).filter(|&number| !used[number]).count();
        Self { program, procedure, text, indent: 1, next: 2, used, gaps, declared: 0, loops: Vec::new() }
    }

    fn procedure(&mut self) {
        let procedure = self.procedure;
        let _ = write!(self.text, "{}: PROCEDURE", procedure.name);
        if !procedure.parameters.is_empty() {
            let names: Vec<_> =
                procedure.parameters.iter().map(|&id| procedure.variables[id].name.as_str()).collect();
            let _ = write!(self.text, "({})", names.join(", "));
        }
        if procedure.recursive {
            self.text.push_str(" RECURSIVE");
        }
        if let Some(ty) = &procedure.returns {
            let _ = write!(self.text, " RETURNS({})", declare::scalar_attributes(ty));
        }
        self.text.push_str(";\n");
        self.list(&procedure.body);
        let _ = writeln!(self.text, "END {};", procedure.name);
    }

    /// Something that shows itself.
    fn put(&mut self, shown: impl Display) {
        let _ = write!(self.text, "{shown}");
    }

    fn parenthesised(&mut self, inside: impl FnOnce(&mut Self)) {
        self.text.push('(');
        inside(self);
        self.text.push(')');
    }

    fn start_line(&mut self) {
        for _ in 0..self.indent.min(DEEPEST_INDENT) {
            self.text.push_str("  ");
        }
    }

    /// Statements of a list, with the DECLAREs between them.
    fn list(&mut self, list: &[Stmt]) {
        for statement in list {
            self.fill_gaps();
            self.statement(statement);
        }
        self.fill_gaps();
    }

    fn fill_gaps(&mut self) {
        while self.next + 1 < self.used.len() && !self.used[self.next] {
            self.declare();
            self.next += 1;
        }
    }
}
