//! Data for arrays, structures and what pointers lead to, whose parts are symbols of their own:
//! `a = {1, 2, 3}`, `m = {{1, 2}, {3, 4}}`, `p = {4, 5}`, `s = "text"`.
//!
//! Lists mean what initialisers of C mean: parts in their order, braces within braces may be left out. Parts that are
//! not given have no value.

use sextant_base::{Diagnostic, Sources, Span};
use sextant_engines::dynamic::Data;
use sextant_expr::{Scalar, Sort};
use sextant_syntax::CallArgument;

use super::{Reader, Refusal, constant, pieces, plain, single};
use crate::Session;

impl Reader {
    /// The name of something made of parts, and the list or text that is given for it.
    pub(super) fn whole<'t>(&self, piece: &'t str) -> Option<(String, &'t str)> {
        let (name, value) = piece.split_once('=')?;
        let (name, value) = (plain(name), value.trim());
        let is_symbol = self.symbols.iter().any(|(known, _)| plain(known).eq_ignore_ascii_case(&name));
        let listed = value.starts_with(['{', '(', '"']);
        (!is_symbol && listed && !self.parts(&name).is_empty()).then_some((name, value))
    }

    /// Enters what is given for something made of parts.
    pub(super) fn enter_whole(&self, session: &Session, piece: &str, data: &mut Data) -> Result<(), Refusal> {
        let Some((name, value)) = self.whole(piece) else { return Ok(()) };
        let values = match list(value) {
            Some(values) => values.into_iter().map(str::to_owned).collect(),
            None => characters(session, piece)?,
        };
        self.enter_all(session, &name, &values.iter().map(String::as_str).collect::<Vec<_>>(), data)
    }

    /// Enters a whole list.
    fn enter_all(
        &self,
        session: &Session,
        name: &str,
        values: &[&str],
        data: &mut Data,
    ) -> Result<(), Refusal> {
        match self.enter_list(session, name, values, data)? {
            [] => Ok(()),
            [more, ..] => Err(refusal(more, format!("{name} has fewer parts than values are given for it"))),
        }
    }

    /// Enters the first values of a list; returns those that are left when all parts have one.
    fn enter_list<'v, 't>(
        &self,
        session: &Session,
        name: &str,
        mut values: &'v [&'t str],
        data: &mut Data,
    ) -> Result<&'v [&'t str], Refusal> {
        for part in self.parts(name) {
            let [value, rest @ ..] = values else { return Ok(values) };
            if let Some((symbol, sort)) = self.scalar(&part) {
                let value = single(session, &symbol, sort, value)?;
                if data.scalars.insert(symbol, value).is_some() {
                    return Err(refusal(&part, format!("{part} has two values")));
                }
                values = rest;
            } else if let Some(inner) = list(value) {
                self.enter_all(session, &part, &inner, data)?;
                values = rest;
            } else {
                values = self.enter_list(session, &part, values, data)?;
            }
        }
        Ok(values)
    }

    fn scalar(&self, name: &str) -> Option<(String, Scalar)> {
        self.symbols.iter().find_map(|(known, sort)| match sort {
            Sort::Scalar(scalar) if plain(known) == name => Some((known.clone(), *scalar)),
            _ => None,
        })
    }

    /// The names of the parts that something is made of directly, in the order of their symbols.
    fn parts(&self, name: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for (known, _) in &self.symbols {
            let known = plain(known);
            let Some(rest) = strip(&known, name).filter(|rest| rest.starts_with(['[', '.'])) else {
                continue;
            };
            let end = rest[1..].find(['[', '.']).map_or(rest.len(), |end| end + 1);
            let part = known[..known.len() - rest.len() + end].to_owned();
            if !found.contains(&part) {
                found.push(part);
            }
        }
        found
    }
}

/// What stands behind a prefix, whose case of letters does not matter.
fn strip<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let begins = text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    begins.then(|| &text[prefix.len()..])
}

/// The elements of a list in braces or parentheses.
fn list(text: &str) -> Option<Vec<&str>> {
    let text = text.trim();
    let braced = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let inner = braced.or_else(|| text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')))?;
    let values = pieces(inner).into_iter().map(str::trim);
    Some(values.filter(|value| !value.is_empty()).collect())
}

/// The codes of a text, as the language stores it.
fn characters(session: &Session, piece: &str) -> Result<Vec<String>, Refusal> {
    let mut sources = Sources::new();
    let id = sources.add("data", format!("DATA({piece})"));
    let call = session.read_call(&sources, id).map_err(|errors| Box::new((errors, sources.clone())))?;
    let [CallArgument::Variable { values, .. }] = &call.arguments[..] else {
        return Err(refusal(piece, "a list of values in braces is expected here".into()));
    };
    let codes = values.iter().map(|value| constant(value, Scalar::Int).map(|value| value.to_string()));
    let codes: Result<Vec<String>, _> = codes.collect();
    codes.map_err(|(span, message)| Box::new((Diagnostic::error(span, message).into(), sources)))
}

fn refusal(text: &str, message: String) -> Refusal {
    let mut sources = Sources::new();
    let id = sources.add("data", text);
    Box::new((Diagnostic::error(Span::new(id, 0, text.len()), message).into(), sources))
}
