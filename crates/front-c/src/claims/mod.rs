//! Assertions about C programs, in comments `//@ …` and where users type conditions.
//!
//! The notation is that of C with `==>`, `\result`, `\old(e)`, `\forall int k; range ==> condition` and
//! `\exists int k; range && condition`; comparisons may be chained. Numbers are mathematical: nothing overflows in an
//! assertion. Variables are looked up by the names that users write (`a[i]`, `*p`, `p->x`).

mod lexer;
mod parser;
mod storage;
mod terms;

use sextant_base::{IdVec, Span};
use sextant_syntax::{Expr, Type, VarId, Variable};

use parser::Parser;
pub use storage::Stored;
use terms::Terms;

/// What a clause says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clause {
    /// The condition holds here.
    Assert,
    /// The condition may be taken for granted here.
    Assume,
    /// The condition holds whenever control comes to the head of the loop.
    Invariant,
    /// The number is never negative at the head of the loop, and less each time.
    Measure,
    /// Callers see to the condition.
    Requires,
    /// The function sees to the condition.
    Ensures,
}

/// What a condition can speak of.
pub struct Around<'a> {
    /// The variables of the function.
    pub variables: &'a IdVec<VarId, Variable>,
    /// Whether a variable of a name can be meant; of several the last one is.
    pub visible: &'a dyn Fn(&Variable) -> bool,
    /// The type of the returned value.
    pub returns: Option<&'a Type>,
    /// Where it stands.
    pub span: Span,
    /// Storage that is addressed by bytes; without it, variables have the names of what they stand for (`p->x`).
    pub storage: Option<Stored<'a>>,
}

/// Conditions, and the variables that quantifiers in them need behind those there are.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// In the order of the text.
    pub clauses: Vec<(Clause, Expr)>,
    /// New variables.
    pub variables: Vec<Variable>,
}

/// Reads the clauses of a comment.
pub fn parse_claims(text: &str, around: &Around<'_>) -> Result<Claims, String> {
    let mut parser = Parser::new(text, Terms::new(around))?;
    let mut clauses = Vec::new();
    while let Some(clause) = parser.clause()? {
        let expr = parser.condition()?;
        parser.end_of_clause()?;
        let is_number = clause == Clause::Measure;
        let expr = if is_number { parser.terms.integer(expr)? } else { parser.terms.truth(expr) };
        clauses.push((clause, expr));
    }
    Ok(Claims { clauses, variables: parser.terms.new })
}

/// Reads one condition that is typed while a program stands still.
pub(crate) fn parse_condition(text: &str, around: &Around<'_>) -> Result<Expr, String> {
    checked(read_typed(text, around, |terms, expr| Ok(terms.truth(expr)))?)
}

/// Reads one value that is typed while a program stands still.
pub(crate) fn parse_value(text: &str, around: &Around<'_>) -> Result<Expr, String> {
    let value = read_typed(text, around, |_, expr| Ok(expr))?;
    // A struct as a whole is looked at part by part.
    if matches!(value.ty, Type::Record(_)) { Ok(value) } else { checked(value) }
}

/// Reads a place and what it is to hold.
pub(crate) fn parse_assignment(
    place: &str,
    value: &str,
    around: &Around<'_>,
) -> Result<(Expr, Expr), String> {
    let place = parse_value(place, around)?;
    let value = read_typed(value, around, |terms, value| terms.assigned(value, &place.ty))?;
    Ok((place, checked(value)?))
}

fn checked(expr: Expr) -> Result<Expr, String> {
    Terms::refused(&expr).map_or(Ok(expr), Err)
}

fn read_typed(
    text: &str,
    around: &Around<'_>,
    finish: impl FnOnce(&Terms<'_>, Expr) -> Result<Expr, String>,
) -> Result<Expr, String> {
    let read = || {
        let mut parser = Parser::new(text, Terms::new(around))?;
        let read = parser.condition()?;
        parser.end_of_clause()?;
        parser.end()?;
        if !parser.terms.new.is_empty() {
            return Err("a quantifier has no value here".to_owned());
        }
        finish(&parser.terms, read)
    };
    read()
        .map_err(|message: String| message.replace(" in an assertion", "").replace("an assertion ", "this "))
}

/// Reads one condition.
pub fn parse_assertion(text: &str, around: &Around<'_>) -> Result<(Expr, Vec<Variable>), String> {
    let mut parser = Parser::new(text, Terms::new(around))?;
    let condition = parser.condition()?;
    parser.end_of_clause()?;
    parser.end()?;
    let condition = parser.terms.truth(condition);
    Ok((condition, parser.terms.new))
}
