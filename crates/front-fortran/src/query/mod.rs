//! What a user types about a program: calls such as `SOLVE(A(1:2,1:2), B, "N", 1.5, .TRUE.)`, values and conditions.
//!
//! Everything is read by the grammar of programs, in free form. Two things are added: a name in double quotes is a
//! symbol (texts are in single quotes), and conditions may be written as in PL/I (`=`, `<>`, `&`, `|`).

mod call;
mod text;

use sextant_base::{Diagnostics, SourceId, Sources, Span};
use sextant_syntax::{CallText, Expr, Surroundings, Type};

use crate::cursor::{Line, Names, Parsed};
use crate::raw::{Name, Unit, UnitKind};
use crate::resolve;
use text::{Spelling, Written};

/// Reads a call such as `SOLVE(A(1:2,1:2), B, "N")`, also with CALL in front and `;` behind.
pub fn parse_call(sources: &Sources, id: SourceId) -> Result<CallText, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let written = Written::new(sources, id, Spelling::Call, &mut diagnostics);
    let raw = written.read(&mut diagnostics, |line| line.typed_call());
    let call = raw.and_then(|raw| call::meaning(raw, &written, &mut diagnostics));
    finish(call, diagnostics)
}

/// Reads one scalar value over the variables of a procedure and symbols. A `;` may stand behind it.
pub fn parse_value(sources: &Sources, id: SourceId, around: &Surroundings<'_>) -> Result<Expr, Diagnostics> {
    typed(sources, id, around, false)
}

/// Reads one condition that may say what directives say.
pub fn parse_assertion(
    sources: &Sources,
    id: SourceId,
    around: &Surroundings<'_>,
) -> Result<Expr, Diagnostics> {
    logical(typed(sources, id, around, true)?)
}

fn typed(
    sources: &Sources,
    id: SourceId,
    around: &Surroundings<'_>,
    asserting: bool,
) -> Result<Expr, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let written = Written::new(sources, id, Spelling::Value, &mut diagnostics);
    let raw = written.read(&mut diagnostics, |line| {
        let value = line.expression()?;
        line.typed_end()?;
        Ok(value)
    });
    let unit = Unit::new(UnitKind::Subroutine, None, Span::new(id, 0, 0));
    let value = raw.and_then(|raw| {
        let symbols = written.symbols.iter().map(|symbol| {
            let ty = (around.symbols)(&symbol.name).unwrap_or_else(|| implied(&symbol.name));
            (symbol.stands_as.clone(), symbol.name.clone(), ty)
        });
        let symbols: Vec<_> = symbols.collect();
        let records = around.records;
        resolve::typed_value(&unit, around.procedure, records, &symbols, asserting, &raw, &mut diagnostics)
    });
    finish(value, diagnostics)
}

/// Reads one condition: a value that is LOGICAL.
pub fn parse_condition(
    sources: &Sources,
    id: SourceId,
    around: &Surroundings<'_>,
) -> Result<Expr, Diagnostics> {
    logical(parse_value(sources, id, around)?)
}

fn logical(value: Expr) -> Result<Expr, Diagnostics> {
    match value.ty {
        Type::Logical => Ok(value),
        _ => {
            let mut diagnostics = Diagnostics::new();
            diagnostics.push(sextant_base::Diagnostic::error(value.span, "a condition is needed here"));
            Err(diagnostics)
        }
    }
}

fn finish<T>(result: Option<T>, diagnostics: Diagnostics) -> Result<T, Diagnostics> {
    match result {
        Some(result) if !diagnostics.has_errors() => Ok(result),
        _ => Err(diagnostics),
    }
}

/// The type of a symbol that nobody knows yet: Fortran's own rule.
fn implied(name: &str) -> Type {
    match name.chars().next().map(|first| first.to_ascii_uppercase()) {
        Some('I'..='N') => resolve::INT,
        _ => resolve::REAL,
    }
}

impl Line<'_> {
    /// Nothing may follow but a semicolon.
    fn typed_end(&mut self) -> Parsed<()> {
        self.accept(";");
        self.expect_end()
    }
}

impl Written {
    /// Reads what is written; what stays behind a failure is reported.
    fn read<T>(
        &self,
        diagnostics: &mut Diagnostics,
        read: impl FnOnce(&mut Line<'_>) -> Parsed<T>,
    ) -> Option<T> {
        if diagnostics.has_errors() {
            return None;
        }
        let mut names = Names::default();
        let mut line = Line::new(&self.statement, diagnostics, &mut names, 0);
        let result = read(&mut line).ok();
        if let Some((span, what)) = line.refused.take() {
            line.error(span, format!("unsupported: {what}"));
        }
        result
    }

    /// The symbol that a name stands for.
    fn symbol(&self, name: &Name) -> Option<&str> {
        let found = self.symbols.iter().find(|symbol| *symbol.stands_as == *name.upper)?;
        Some(&found.name)
    }
}

/// Whether a text can be the name of a symbol.
fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|first| first.is_alphabetic())
        && letters.all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '$')
}
