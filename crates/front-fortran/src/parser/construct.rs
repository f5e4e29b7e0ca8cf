//! Heads, divisions and ends of blocks.

use super::{ENDS, EndKind, Flat, simple};
use crate::cursor::{Line, Parsed};
use crate::raw::{
    AttributeKind, BlockEnd, Branch, CaseValue, Construct, Declaration, DoEnd, Expr, IndexRange, IndexSpace,
    Interface, Label, LoopControl, Name, Stmt, StmtKind, TypeDefinition, Verb,
};

impl Line<'_> {
    /// The head of a block; its end stands for the true one until that comes.
    pub(super) fn head(&self, name: Option<Name>, kind: Construct, end: EndKind) -> Flat {
        Flat::Open(StmtKind::Construct { name, kind, end: BlockEnd { label: None, span: self.whole } }, end)
    }

    /// The first branch of an IF or WHERE.
    fn first_branch(&self, condition: Expr) -> Vec<Branch> {
        vec![Branch { label: None, condition: Some(condition), head: self.whole, body: Vec::new() }]
    }

    pub(super) fn if_head(&self, name: Option<Name>, condition: Expr) -> Flat {
        self.head(name, Construct::If(self.first_branch(condition)), EndKind::If)
    }

    pub(super) fn where_head(&self, name: Option<Name>, mask: Expr) -> Flat {
        self.head(name, Construct::Where(self.first_branch(mask)), EndKind::Where)
    }

    pub(super) fn select_head(&self, name: Option<Name>, subject: Expr) -> Flat {
        self.head(name, Construct::Select(subject, Vec::new()), EndKind::Select)
    }

    pub(super) fn do_head(
        &self,
        name: Option<Name>,
        terminator: Option<Label>,
        control: Option<LoopControl>,
    ) -> Flat {
        let end = DoEnd::EndDo(BlockEnd { label: None, span: self.whole });
        Flat::Open(StmtKind::Do { name, terminator, control, body: Vec::new(), end }, EndKind::Do)
    }

    /// Logical, arithmetic or block IF.
    pub(super) fn if_statement(&mut self, name: Option<Name>) -> Parsed<Flat> {
        let condition = self.condition()?;
        if self.peek().is_ascii_digit() {
            let first = self.label()?;
            self.expect(",")?;
            let second = self.label()?;
            self.expect(",")?;
            let targets = [first, second, self.label()?];
            return simple(StmtKind::ArithmeticIf { value: condition, targets });
        }
        let at = self.position();
        if self.keyword("THEN") && self.at_end() {
            return Ok(self.if_head(name, condition));
        }
        self.go_to(at);
        let then = self.controlled_statement(|kind| {
            !matches!(
                kind,
                StmtKind::Declare(_) | StmtKind::Format { .. } | StmtKind::Entry(_) | StmtKind::If { .. }
            )
        })?;
        simple(StmtKind::If { condition, then: Box::new(then) })
    }

    /// The statement behind a condition.
    fn controlled_statement(&mut self, allowed: fn(&StmtKind) -> bool) -> Parsed<Stmt> {
        let start = self.start();
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
        self.expect_keyword("THEN")?;
        self.optional_name()?;
        Ok(Flat::Else(Some(condition)))
    }

    pub(super) fn do_statement(&mut self, name: Option<Name>) -> Parsed<Flat> {
        let terminator = if self.peek().is_ascii_digit() { Some(self.label()?) } else { None };
        self.accept(",");
        let control = self.loop_control()?;
        Ok(self.do_head(name, terminator, control))
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
        let subject = self.condition()?;
        Ok(self.select_head(name, subject))
    }

    pub(super) fn case(&mut self) -> Parsed<Flat> {
        if self.keyword("DEFAULT") {
            self.optional_name()?;
            return Ok(Flat::Case(None));
        }
        let values = self.in_parentheses(|line| line.list(Self::case_value))?;
        self.optional_name()?;
        Ok(Flat::Case(Some(values)))
    }

    fn case_value(&mut self) -> Parsed<CaseValue> {
        let low = if self.peek() == ':' { None } else { Some(self.expression()?) };
        match low {
            Some(value) if self.peek() != ':' => Ok(CaseValue::Value(value)),
            low => {
                self.expect(":")?;
                let open = matches!(self.peek(), ',' | ')');
                Ok(CaseValue::Range { low, high: if open { None } else { Some(self.expression()?) } })
            }
        }
    }

    pub(super) fn where_statement(&mut self, name: Option<Name>) -> Parsed<Flat> {
        let mask = self.condition()?;
        if self.at_end() {
            return Ok(self.where_head(name, mask));
        }
        let then = Box::new(self.controlled_statement(|kind| matches!(kind, StmtKind::Assign { .. }))?);
        simple(StmtKind::Where { mask, then })
    }

    pub(super) fn elsewhere(&mut self) -> Parsed<Flat> {
        let mask = if self.peek() == '(' { Some(self.condition()?) } else { None };
        self.optional_name()?;
        Ok(Flat::Elsewhere(mask))
    }

    pub(super) fn forall(&mut self, name: Option<Name>) -> Parsed<Flat> {
        let space = self.index_space()?;
        if self.at_end() {
            return Ok(self.head(name, Construct::Forall(space, Vec::new()), EndKind::Forall));
        }
        let allowed =
            |kind: &StmtKind| matches!(kind, StmtKind::Assign { .. } | StmtKind::PointerAssign { .. });
        let then = Box::new(self.controlled_statement(allowed)?);
        simple(StmtKind::Forall { space, then })
    }

    fn index_space(&mut self) -> Parsed<IndexSpace> {
        let ty = self.open_typed("(")?;
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
        let bindings = self.in_parentheses(|line| {
            line.list(|line| {
                let name = line.name("a name")?;
                line.expect("=>")?;
                Ok((name, line.expression()?))
            })
        })?;
        Ok(self.head(name, Construct::Associate(bindings, Vec::new()), EndKind::Associate))
    }

    pub(super) fn unsupported_block(&mut self, what: &str, end: EndKind) -> Parsed<Flat> {
        self.go_to(0);
        let span = self.span_from(0);
        self.unsupported(span, what);
        self.go_to(self.length());
        Ok(Flat::Open(StmtKind::Unsupported { what: what.to_owned(), body: Vec::new() }, end))
    }

    pub(super) fn unsupported_branch(&mut self) -> Parsed<Flat> {
        self.go_to(self.length());
        Ok(Flat::UnsupportedBranch)
    }

    /// What the END says that comes next; the words may be written as one.
    pub(super) fn end(&mut self) -> Parsed<Flat> {
        let Some(&(_, kind)) = ENDS.iter().find(|(word, _)| self.keyword(word)) else {
            self.keyword("END");
            let alone = self.at_end();
            return if alone {
                Ok(Flat::End(EndKind::Plain, None))
            } else {
                Err(self.expected("what is to end"))
            };
        };
        if kind == EndKind::Interface && !self.at_end() {
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
                extends = Some(self.in_parentheses(|line| line.name("the name of a type"))?);
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
        let (sequence, components) = (false, Vec::new());
        let definition = TypeDefinition { name, extends, attributes, is_abstract, sequence, components };
        Ok(Flat::Open(StmtKind::Declare(Declaration::DerivedType(definition)), EndKind::Type))
    }

    pub(super) fn interface(&mut self, is_abstract: bool) -> Parsed<Flat> {
        let generic = if self.at_end() { None } else { Some(self.generic_name()?) };
        let (bodies, procedures) = (Vec::new(), Vec::new());
        let interface = Interface { generic, is_abstract, bodies, procedures };
        Ok(Flat::Open(StmtKind::Declare(Declaration::Interface(interface)), EndKind::Interface))
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
        Ok(Flat::Open(StmtKind::Declare(Declaration::Enumeration(Vec::new())), EndKind::Enumeration))
    }
}
