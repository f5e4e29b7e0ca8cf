//! Heads of program units, and ENTRY.

use super::{Flat, simple};
use crate::Form;
use crate::cursor::{Line, Parsed, Reported};
use crate::raw::{Entry, Name, Parameter, Prefix, PrefixKind, StmtKind, TypeKind, Unit, UnitKind};

/// Prefixes and kind of a procedure.
type Introduction = (Vec<Prefix>, UnitKind);

impl Line<'_> {
    /// The head of a function or subroutine, if that is what comes next.
    pub(super) fn procedure_head(&mut self, unit_start: bool) -> Parsed<Option<Flat>> {
        let at = self.position();
        let Some((mut prefixes, kind)) = self.attempt(Self::introduction) else { return Ok(None) };
        if kind == UnitKind::Function && !self.function_named(unit_start || prefixes.is_empty()) {
            self.go_to(at);
            return Ok(None);
        }
        let name = self.name("the name of a procedure")?;
        if kind == UnitKind::Function && self.peek() == '*' {
            self.size_behind_name(&mut prefixes)?;
        }
        let mut unit = Unit { prefixes, ..Unit::new(kind, Some(name), self.whole) };
        if self.accept("(") {
            unit.parameters = self.parameters()?;
        } else if kind == UnitKind::Function {
            return Err(self.expected("`(`"));
        }
        while !self.at_end() {
            if unit.result.is_none() && self.keyword("RESULT") {
                unit.result = Some(self.result_name()?);
            } else if unit.bind.is_none() && self.keyword("BIND") {
                unit.bind = Some(self.binding()?);
            } else {
                return Err(self.expected("the end of the statement"));
            }
        }
        Ok(Some(Flat::Unit(Box::new(unit))))
    }

    /// `INTEGER FUNCTION F*2(X)` of some dialects is `INTEGER*2 FUNCTION F(X)`.
    fn size_behind_name(&mut self, prefixes: &mut [Prefix]) -> Parsed<()> {
        let at = self.position();
        let given = self.size(false)?;
        let size = prefixes.iter_mut().find_map(|prefix| match &mut prefix.kind {
            PrefixKind::Type(ty) => match &mut ty.kind {
                TypeKind::Integer(size) | TypeKind::Real(size) => Some(size),
                TypeKind::Complex(size) | TypeKind::Logical(size) => Some(size),
                _ => None,
            },
            _ => None,
        });
        match size {
            Some(size @ None) => *size = given,
            _ => return Err(self.error_from(at, "the type of the function cannot have a size here")),
        }
        Ok(())
    }

    /// In fixed form `REAL FUNCTIONS(10)` may declare an array. In the middle of a unit a blank decides.
    fn function_named(&mut self, certain: bool) -> bool {
        let at = self.position();
        let length = self.name_length();
        let shape = length > 0 && matches!(self.character_at(self.position() + length).0, '(' | '*');
        let apart = self.span_between_words(at);
        shape && (certain || self.form() == Form::Free || apart)
    }

    /// Whether blanks stand in the source in front of a position.
    fn span_between_words(&self, position: usize) -> bool {
        let name = self.span_from(position);
        position > 0 && self.span_at(position - 1).end < name.start
    }

    fn introduction(&mut self) -> Parsed<Introduction> {
        let mut prefixes = Vec::new();
        loop {
            if self.keyword("FUNCTION") {
                return Ok((prefixes, UnitKind::Function));
            }
            if self.keyword("SUBROUTINE") {
                return Ok((prefixes, UnitKind::Subroutine));
            }
            let start = self.start();
            let kind = match PrefixKind::WORDS.iter().find(|(word, _)| self.keyword(word)) {
                Some((_, kind)) => kind.clone(),
                None if self.type_ahead() => PrefixKind::Type(self.type_spec(true)?),
                None => return Err(Reported),
            };
            prefixes.push(Prefix { kind, span: self.span_from(start) });
            if prefixes.len() > 6 {
                return Err(Reported);
            }
        }
    }

    fn type_ahead(&mut self) -> bool {
        const WORDS: &[&str] =
            &["INTEGER", "REAL", "DOUBLE", "COMPLEX", "LOGICAL", "CHARACTER", "BYTE", "TYPE"];
        // In free form DOUBLE and PRECISION may be one word.
        WORDS.iter().any(|word| self.is_next(word))
    }

    /// Dummy arguments up to the closing parenthesis.
    fn parameters(&mut self) -> Parsed<Vec<Parameter>> {
        if self.accept(")") {
            return Ok(Vec::new());
        }
        let parameters = self.list(|line| {
            let start = line.start();
            if line.accept("*") || line.accept("&") {
                return Ok(Parameter::AlternateReturn(line.span_from(start)));
            }
            Ok(Parameter::Name(line.name("a dummy argument")?))
        })?;
        self.expect(")")?;
        Ok(parameters)
    }

    fn result_name(&mut self) -> Parsed<Name> {
        self.in_parentheses(|line| line.name("the name of the result"))
    }

    /// A procedure of whose head not everything could be read.
    pub(super) fn broken_procedure_head(&mut self) -> Option<Flat> {
        self.attempt(|line| {
            let (prefixes, kind) = line.introduction()?;
            let name = Some(line.name("a name")?);
            Ok(Flat::Unit(Box::new(Unit { prefixes, ..Unit::new(kind, name, line.whole) })))
        })
    }

    pub(super) fn entry(&mut self) -> Parsed<Flat> {
        let name = self.name("the name of an entry")?;
        let parameters = if self.accept("(") { self.parameters()? } else { Vec::new() };
        let result = if self.keyword("RESULT") { Some(self.result_name()?) } else { None };
        simple(StmtKind::Entry(Entry { name, parameters, result }))
    }

    /// A unit that is no procedure.
    pub(super) fn named_unit(&mut self, kind: UnitKind) -> Parsed<Flat> {
        let named = kind != UnitKind::BlockData || !self.at_end();
        let name = if named { Some(self.name("the name of the unit")?) } else { None };
        // Some dialects have `PROGRAM MAIN(INPUT, OUTPUT)`.
        if kind == UnitKind::Program && self.accept("(") {
            self.parameters()?;
        }
        Ok(Flat::Unit(Box::new(Unit::new(kind, name, self.whole))))
    }

    /// Read as a module, so that what is in it can be used.
    pub(super) fn submodule(&mut self) -> Parsed<Flat> {
        let end = self.group_end(self.position()).unwrap_or(self.length());
        self.go_to(end);
        let name = self.name("the name of the unit")?;
        self.unsupported(name.span, "submodules");
        Ok(Flat::Unit(Box::new(Unit::new(UnitKind::Module, Some(name), self.whole))))
    }
}
