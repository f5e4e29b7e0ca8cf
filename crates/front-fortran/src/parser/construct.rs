//! Heads, divisions and ends of blocks.

use super::{DoHead, EndKind, Flat, TypeHead};
use crate::cursor::{Line, Parsed};
use crate::raw::{
    AttributeKind, CaseValue, IndexRange, IndexSpace, LoopControl, Name, Stmt, StmtKind, UnitKind, Verb,
};

impl Line<'_> {
    /// Logical, arithmetic or block IF.
    pub(super) fn if_statement(&mut self, name: Option<Name>) -> Parsed<Flat> {
        let condition = self.condition()?;
        if self.peek().is_ascii_digit() {
            let first = self.label()?;
            self.expect(",")?;
            let second = self.label()?;
            self.expect(",")?;
            let targets = [first, second, self.label()?];
            return Ok(Flat::Simple(StmtKind::ArithmeticIf { value: condition, targets }));
        }
        let at = self.position();
        if self.keyword("THEN") && self.at_end() {
            return Ok(Flat::If(name, condition));
        }
        self.go_to(at);
        let then = self.controlled_statement(|kind| {
            !matches!(
                kind,
                StmtKind::Declare(_) | StmtKind::Format { .. } | StmtKind::Entry(_) | StmtKind::If { .. }
            )
        })?;
        Ok(Flat::Simple(StmtKind::If { condition, then: Box::new(then) }))
    }

    /// The statement behind a condition.
    fn controlled_statement(&mut self, allowed: fn(&StmtKind) -> bool) -> Parsed<Stmt> {
        self.peek();
        let start = self.position();
        if self.at_end() {
            return Err(self.expected("a statement"));
        }
        if std::mem::replace(&mut self.controlled, true) {
            let rest = self.span_at(start);
            return Err(self.error(rest, "a statement behind a condition cannot have a condition itself"));
        }
        let flat = self.deeper(|line| line.action())?;
        self.expect_end()?;
        let head = self.span_from(start);
        match flat {
            Flat::Simple(kind) if allowed(&kind) => Ok(Stmt { label: None, kind, head, span: head }),
            _ => Err(self.error(head, "this statement cannot stand here")),
        }
    }

    fn action(&mut self) -> Parsed<Flat> {
        if self.assignment_ahead() { self.assignment() } else { self.keyword_statement() }
    }

    pub(super) fn else_if(&mut self) -> Parsed<Flat> {
        let condition = self.condition()?;
        if !self.keyword("THEN") {
            return Err(self.expected("THEN"));
        }
        self.optional_name()?;
        Ok(Flat::ElseIf(condition))
    }

    pub(super) fn else_statement(&mut self) -> Parsed<Flat> {
        self.optional_name()?;
        Ok(Flat::Else)
    }

    pub(super) fn do_statement(&mut self, name: Option<Name>) -> Parsed<Flat> {
        let terminator = if self.peek().is_ascii_digit() { Some(self.label()?) } else { None };
        self.accept(",");
        let control = self.loop_control()?;
        Ok(Flat::Do(name, DoHead { terminator, control }))
    }

    fn loop_control(&mut self) -> Parsed<Option<LoopControl>> {
        if self.at_end() {
            return Ok(None);
        }
        if let Some(variable) = self.argument_keyword() {
            return Ok(Some(LoopControl::Count(self.do_range(variable)?)));
        }
        if self.keyword("WHILE") {
            return Ok(Some(LoopControl::While(self.condition()?)));
        }
        if self.keyword("CONCURRENT") {
            let space = self.index_space()?;
            if !self.at_end() {
                let rest = self.position();
                self.go_to(self.length());
                let span = self.span_from(rest);
                self.unsupported(span, "the locality of variables in DO CONCURRENT");
            }
            return Ok(Some(LoopControl::Concurrent(space)));
        }
        Err(self.expected("a control variable or WHILE"))
    }

    pub(super) fn select(&mut self, name: Option<Name>) -> Parsed<Flat> {
        Ok(Flat::Select(name, self.condition()?))
    }

    pub(super) fn case(&mut self) -> Parsed<Flat> {
        if self.keyword("DEFAULT") {
            self.optional_name()?;
            return Ok(Flat::Case(None));
        }
        self.expect("(")?;
        let mut values = Vec::new();
        loop {
            let low = if self.peek() == ':' { None } else { Some(self.expression()?) };
            values.push(match low {
                Some(value) if self.peek() != ':' => CaseValue::Value(value),
                low => {
                    self.expect(":")?;
                    let open = matches!(self.peek(), ',' | ')');
                    CaseValue::Range { low, high: if open { None } else { Some(self.expression()?) } }
                }
            });
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        self.optional_name()?;
        Ok(Flat::Case(Some(values)))
    }

    pub(super) fn where_statement(&mut self, name: Option<Name>) -> Parsed<Flat> {
        let mask = self.condition()?;
        if self.at_end() {
            return Ok(Flat::Where(name, mask));
        }
        let then = Box::new(self.controlled_statement(|kind| matches!(kind, StmtKind::Assign { .. }))?);
        Ok(Flat::Simple(StmtKind::Where { mask, then }))
    }

    pub(super) fn elsewhere(&mut self) -> Parsed<Flat> {
        let mask = if self.peek() == '(' { Some(self.condition()?) } else { None };
        self.optional_name()?;
        Ok(Flat::Elsewhere(mask))
    }

    pub(super) fn forall(&mut self, name: Option<Name>) -> Parsed<Flat> {
        let space = self.index_space()?;
        if self.at_end() {
            return Ok(Flat::Forall(name, space));
        }
        let allowed =
            |kind: &StmtKind| matches!(kind, StmtKind::Assign { .. } | StmtKind::PointerAssign { .. });
        let then = Box::new(self.controlled_statement(allowed)?);
        Ok(Flat::Simple(StmtKind::Forall { space, then }))
    }

    fn index_space(&mut self) -> Parsed<IndexSpace> {
        let end = self.group_end(self.position()).unwrap_or(self.length());
        self.expect("(")?;
        let mut ty = None;
        if self.double_colon_ahead(end.saturating_sub(1)) {
            ty = Some(self.type_spec(true)?);
            self.expect("::")?;
        }
        let (mut indices, mut mask) = (Vec::new(), None);
        loop {
            match self.argument_keyword() {
                Some(name) => indices.push(self.index_range(name)?),
                None if indices.is_empty() => return Err(self.expected("an index")),
                None => {
                    mask = Some(self.expression()?);
                    break;
                }
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(IndexSpace { ty, indices, mask })
    }

    fn index_range(&mut self, name: Name) -> Parsed<IndexRange> {
        let low = self.expression()?;
        self.expect(":")?;
        let high = self.expression()?;
        let stride = if self.accept(":") { Some(self.expression()?) } else { None };
        Ok(IndexRange { name, low, high, stride })
    }

    pub(super) fn associate(&mut self, name: Option<Name>) -> Parsed<Flat> {
        self.expect("(")?;
        let mut bindings = Vec::new();
        loop {
            let name = self.name("a name")?;
            self.expect("=>")?;
            bindings.push((name, self.expression()?));
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(Flat::Associate(name, bindings))
    }

    pub(super) fn unsupported_block(&mut self, what: &'static str, end: EndKind) -> Parsed<Flat> {
        self.go_to(0);
        let span = self.span_from(0);
        self.unsupported(span, what);
        self.go_to(self.length());
        Ok(Flat::UnsupportedBlock(what, end))
    }

    pub(super) fn unsupported_branch(&mut self) -> Parsed<Flat> {
        self.go_to(self.length());
        Ok(Flat::UnsupportedBranch)
    }

    /// What the END says that comes next; the words may be written as one.
    pub(super) fn end(&mut self) -> Parsed<Flat> {
        use EndKind::*;
        const KINDS: &[(&str, EndKind)] = &[
            ("END PROGRAM", Unit(UnitKind::Program)),
            ("END SUBROUTINE", Unit(UnitKind::Subroutine)),
            ("END FUNCTION", Unit(UnitKind::Function)),
            ("END BLOCK DATA", Unit(UnitKind::BlockData)),
            ("END MODULE", Unit(UnitKind::Module)),
            ("END PROCEDURE", OtherUnit),
            ("END SUBMODULE", OtherUnit),
            ("END INTERFACE", Interface),
            ("END TYPE", Type),
            ("END ENUM", Enumeration),
            ("END IF", If),
            ("END DO", Do),
            ("END SELECT", Select),
            ("END WHERE", Where),
            ("END FORALL", Forall),
            ("END BLOCK", Block),
            ("END ASSOCIATE", Associate),
            ("END CRITICAL", Critical),
        ];
        let Some(&(_, kind)) = KINDS.iter().find(|(word, _)| self.keyword(word)) else {
            self.keyword("END");
            return if self.at_end() {
                Ok(Flat::End(Plain, None))
            } else {
                Err(self.expected("what is to end"))
            };
        };
        if kind == Interface && !self.at_end() {
            self.generic_name()?;
            return Ok(Flat::End(kind, None));
        }
        Ok(Flat::End(kind, self.optional_name()?))
    }

    /// What begins with TYPE or CLASS: a declaration, a definition, or the PRINT of some dialects.
    pub(super) fn type_statement(&mut self) -> Parsed<Flat> {
        let at = self.position();
        if self.keyword("TYPE") {
            let next = self.peek();
            if next == '*' || next.is_ascii_digit() || next == '\'' {
                return self.short_transfer(Verb::Type);
            }
            if next != '(' {
                return self.type_head();
            }
        }
        self.go_to(at);
        self.type_declaration()
    }

    fn type_head(&mut self) -> Parsed<Flat> {
        let (mut extends, mut attributes, mut is_abstract) = (None, Vec::new(), false);
        while self.accept(",") {
            if self.keyword("EXTENDS") {
                self.expect("(")?;
                extends = Some(self.name("the name of a type")?);
                self.expect(")")?;
            } else if self.keyword("ABSTRACT") {
                is_abstract = true;
            } else {
                let attribute = self.attribute()?;
                if !matches!(attribute.kind, AttributeKind::Access(_) | AttributeKind::Bind(_)) {
                    return Err(self.error(attribute.span, "a type cannot have this attribute"));
                }
                attributes.push(attribute);
            }
        }
        self.accept("::");
        let name = self.name("the name of a type")?;
        if self.peek() == '(' {
            let span = name.span;
            return Err(self.refuse(span, "types with parameters"));
        }
        Ok(Flat::Type(TypeHead { name, extends, attributes, is_abstract }))
    }

    pub(super) fn interface(&mut self, is_abstract: bool) -> Parsed<Flat> {
        let generic = if self.at_end() { None } else { Some(self.generic_name()?) };
        Ok(Flat::Interface { generic, is_abstract })
    }

    pub(super) fn module_procedure(&mut self) -> Parsed<Flat> {
        self.accept("::");
        Ok(Flat::ModuleProcedure(self.names()?))
    }

    pub(super) fn enumeration(&mut self) -> Parsed<Flat> {
        if self.peek() != ',' {
            return Err(self.expected("`, BIND(C)`"));
        }
        self.attributes()?;
        Ok(Flat::Enumeration)
    }
}
