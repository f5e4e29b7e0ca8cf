//! What a user types about a program: calls such as `SEARCH(A(1:5), 1, "N", FOUND, J)`, and conditions.

use sextant_base::{Diagnostics, SourceId, Sources, Span};
use sextant_syntax::{CallArgument, CallText, Expr, Procedure, Variable};

use crate::lexer;
use crate::parser::{Parsed, Parser};
use crate::raw::{Name, RawExpr};
use crate::resolve::{Context, DEFAULT_TYPE, Resolver, Scope, Setting, all, convert, logical};
use crate::token::{Names, TokenKind};

/// An argument as written.
enum RawArgument {
    Value(RawExpr),
    Variable { name: Name, bounds: Option<(RawExpr, RawExpr)>, values: Vec<RawExpr>, span: Span },
}

/// Reads a call such as `SEARCH(A, 1, 5, "X", FOUND, J)`, also with CALL in front and `;` behind.
pub fn parse_call(sources: &Sources, id: SourceId) -> Result<CallText, Diagnostics> {
    let mut names = Names::default();
    let mut diagnostics = Diagnostics::new();
    let tokens = lexer::tokens(sources, id, &mut names, &mut diagnostics);
    let mut parser = Parser::new(sources, id, tokens, &names, &mut diagnostics);
    let raw = parser.typed_call().ok();
    let mut context = Context::new(sources, &names, &mut diagnostics);
    let mut scope = Scope::new(Setting::Call);
    let mut resolver = Resolver { context: &mut context, scope: &mut scope };
    let call = raw.and_then(|(name, arguments)| {
        let arguments = all(arguments.iter().map(|argument| resolver.call_argument(argument)))?;
        let procedure = resolver.context.text(name).to_owned();
        Some(CallText { procedure, procedure_span: name.span, arguments })
    });
    finish(call, diagnostics)
}

/// Reads one condition over the variables of a procedure and symbols; a number stands for `≠ 0`.
///
/// A `;` may stand behind it.
pub fn parse_condition(sources: &Sources, id: SourceId, procedure: &Procedure) -> Result<Expr, Diagnostics> {
    condition(sources, id, procedure, false)
}

/// Reads one condition that may also say what only assertions say.
pub fn parse_assertion(sources: &Sources, id: SourceId, procedure: &Procedure) -> Result<Expr, Diagnostics> {
    condition(sources, id, procedure, true)
}

fn condition(
    sources: &Sources,
    id: SourceId,
    procedure: &Procedure,
    assertion: bool,
) -> Result<Expr, Diagnostics> {
    let mut names = Names::default();
    let mut diagnostics = Diagnostics::new();
    let tokens = lexer::tokens(sources, id, &mut names, &mut diagnostics);
    let mut scope = Scope::new(Setting::Query);
    scope.assertion = assertion.then(|| procedure.returns.clone().or(Some(DEFAULT_TYPE)));
    for variable in procedure.variables.iter() {
        let Variable { name, ty, storage, span, .. } = variable;
        let written = Name { id: names.intern(name), span: *span };
        scope.define(written, name, ty.clone(), *storage);
    }
    let mut parser = Parser::new(sources, id, tokens, &names, &mut diagnostics);
    let raw = parser.typed_condition().ok();
    let mut context = Context::new(sources, &names, &mut diagnostics);
    let mut resolver = Resolver { context: &mut context, scope: &mut scope };
    let condition = raw.and_then(|raw| {
        let condition = logical(resolver.value(&raw)?);
        resolver.check_depth(&condition, 0)?;
        Some(condition)
    });
    finish(condition, diagnostics)
}

fn finish<T>(result: Option<T>, diagnostics: Diagnostics) -> Result<T, Diagnostics> {
    match result {
        Some(result) if !diagnostics.has_errors() => Ok(result),
        _ => Err(diagnostics),
    }
}

impl Parser<'_> {
    fn typed_call(&mut self) -> Parsed<(Name, Vec<RawArgument>)> {
        if matches!(self.next_kind(), TokenKind::Name(_)) {
            self.accept_word(&["CALL"]);
        }
        let name = self.name("the name of a procedure")?;
        let mut arguments = Vec::new();
        if self.accept(TokenKind::Open) && !self.accept(TokenKind::Close) {
            arguments = self.list(Self::typed_argument)?;
            self.expect(TokenKind::Close, "`,` or `)`")?;
        }
        self.typed_end()?;
        Ok((name, arguments))
    }

    fn typed_condition(&mut self) -> Parsed<RawExpr> {
        let condition = self.expression()?;
        self.typed_end()?;
        Ok(condition)
    }

    fn typed_end(&mut self) -> Parsed<()> {
        self.accept(TokenKind::Semicolon);
        self.expect(TokenKind::End, "the end")
    }

    /// `NAME` and `NAME(low:high)` are variables, also with `= value` behind; anything else is a value.
    fn typed_argument(&mut self) -> Parsed<RawArgument> {
        let start = self.span();
        let is_name = matches!(self.kind(), TokenKind::Name(_));
        let alone = matches!(self.next_kind(), TokenKind::Comma | TokenKind::Close | TokenKind::EQUAL);
        if !is_name || !(alone || self.bounds_ahead()) {
            return Ok(RawArgument::Value(self.expression()?));
        }
        let name = self.name("a variable")?;
        let bounds = match self.kind() {
            TokenKind::Open => Some(self.in_parentheses(|parser| {
                let low = parser.expression()?;
                parser.expect(TokenKind::Colon, "`:`")?;
                Ok((low, parser.expression()?))
            })?),
            _ => None,
        };
        let values = if self.accept(TokenKind::EQUAL) { self.given_values()? } else { Vec::new() };
        Ok(RawArgument::Variable { name, bounds, values, span: self.span_from(start) })
    }

    /// One value, or several in parentheses.
    fn given_values(&mut self) -> Parsed<Vec<RawExpr>> {
        let listed = self.kind() == TokenKind::Open
            && self
                .behind_parentheses(self.at)
                .is_some_and(|behind| matches!(self.token_at(behind), TokenKind::Comma | TokenKind::Close));
        if !listed {
            return Ok(vec![self.expression()?]);
        }
        self.list_in_parentheses(Self::expression)
    }
}

impl Resolver<'_, '_> {
    fn call_argument(&mut self, raw: &RawArgument) -> Option<CallArgument> {
        match raw {
            RawArgument::Value(value) => Some(CallArgument::Value(self.number(value)?)),
            RawArgument::Variable { name, bounds, values, span } => {
                let bounds = match bounds {
                    Some((low, high)) => {
                        let (low, high) = (self.number(low), self.number(high));
                        vec![(low?, high?)]
                    }
                    None => Vec::new(),
                };
                let values = all(values.iter().map(|value| self.number(value)))?;
                let name = self.context.text(*name).to_owned();
                Some(CallArgument::Variable { name, bounds, length: None, values, span: *span })
            }
        }
    }

    fn number(&mut self, raw: &RawExpr) -> Option<Expr> {
        let value = convert(self.value(raw)?, &DEFAULT_TYPE);
        self.check_depth(&value, 0)?;
        Some(value)
    }
}
