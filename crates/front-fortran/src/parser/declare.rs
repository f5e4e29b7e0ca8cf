//! Specification statements.

use super::{Flat, simple};
use crate::cursor::{Line, Parsed};
use crate::raw::{
    Access, Attribute, AttributeKind, CommonBlock, Declaration, GenericName, ImplicitRule, Name, OPERATORS,
    OnlyItem, SaveItem, StmtKind, Use,
};

fn declared(declaration: Declaration) -> Parsed<Flat> {
    simple(StmtKind::Declare(declaration))
}

impl Line<'_> {
    /// A declaration that begins with a type.
    pub(super) fn type_declaration(&mut self) -> Parsed<Flat> {
        let ty = self.type_spec(true)?;
        let colons = self.double_colon_ahead(self.length());
        let attributes = if colons { self.attributes()? } else { Vec::new() };
        if colons {
            self.expect("::")?;
        } else {
            // FORTRAN 77 has a comma behind a length.
            self.accept(",");
        }
        let names = self.declarators()?;
        declared(Declaration::Type { ty, attributes, names })
    }

    /// `ATTRIBUTE [::] names`
    pub(super) fn attribute_statement(&mut self) -> Parsed<Flat> {
        let start = self.start();
        let kind = if self.keyword("DIMENSION") { Some(AttributeKind::Dimension(Vec::new())) } else { None };
        let attribute = match kind {
            Some(kind) => Attribute { kind, span: self.span_from(start) },
            None => self.attribute()?,
        };
        self.accept("::");
        if attribute.kind == AttributeKind::Pointer && self.peek() == '(' {
            self.unsupported(attribute.span, "Cray pointers");
            self.go_to(self.length());
            return declared(Declaration::Unsupported("Cray pointers".to_owned()));
        }
        let names = self.declarators()?;
        let bare = names.iter().find(|name| name.dimensions.is_empty());
        if let (AttributeKind::Dimension(_), Some(bare)) = (&attribute.kind, bare) {
            return Err(self.error(bare.span, "DIMENSION needs bounds"));
        }
        declared(Declaration::Attribute { attribute, names })
    }

    pub(super) fn save(&mut self) -> Parsed<Flat> {
        self.accept("::");
        let items = self.list_to_end(|line| {
            if !line.accept("/") {
                return Ok(SaveItem::Variable(line.name("a name")?));
            }
            let name = line.name("the name of a COMMON block")?;
            line.expect("/")?;
            Ok(SaveItem::Common(name))
        })?;
        declared(Declaration::Save(items))
    }

    pub(super) fn access(&mut self, access: Access) -> Parsed<Flat> {
        self.accept("::");
        declared(Declaration::Access { access, items: self.list_to_end(Self::generic_name)? })
    }

    /// A name, `OPERATOR(…)` or `ASSIGNMENT(=)`.
    pub(super) fn generic_name(&mut self) -> Parsed<GenericName> {
        let name = self.name("a name")?;
        if self.peek() != '(' {
            return Ok(GenericName::Name(name));
        }
        let start = self.position();
        let Some(end) = self.group_end(start) else { return Err(self.expected("`)`")) };
        let inside = &self.rest()[1..end - start - 1];
        let text: String =
            inside.iter().map(|c| c.value.to_ascii_uppercase()).filter(|c| *c != ' ').collect();
        self.go_to(end);
        let span = self.span_since(name.span);
        match (&*name.upper, operator_sign(&text)) {
            ("ASSIGNMENT", _) if text == "=" => Ok(GenericName::Assignment(span)),
            ("OPERATOR", Some(sign)) => Ok(GenericName::Operator(sign.to_owned(), span)),
            ("READ" | "WRITE", _) => Err(self.refuse(span, "defined input and output")),
            _ => Err(self.error(span, "a name, OPERATOR(…) or ASSIGNMENT(=) expected")),
        }
    }

    /// `(A = 1, B = 2)`; the parentheses may be missing in some dialects.
    pub(super) fn parameter(&mut self) -> Parsed<Flat> {
        let parenthesis = self.accept("(");
        let constants = self.list(|line| {
            let name = line.name("the name of a constant")?;
            line.expect("=")?;
            Ok((name, line.expression()?))
        })?;
        if parenthesis {
            self.expect(")")?;
        }
        declared(Declaration::Parameter(constants))
    }

    pub(super) fn common(&mut self) -> Parsed<Flat> {
        let mut blocks = Vec::new();
        loop {
            let start = self.start();
            let mut name = None;
            if self.accept("/") && !self.accept("/") {
                name = Some(self.name("the name of a COMMON block")?);
                self.expect("/")?;
            }
            let mut items = vec![self.plain_declarator()?];
            while self.accept(",") && self.peek() != '/' {
                items.push(self.plain_declarator()?);
            }
            blocks.push(CommonBlock { name, items, span: self.span_from(start) });
            if self.peek() != '/' {
                break;
            }
        }
        declared(Declaration::Common(blocks))
    }

    pub(super) fn equivalence(&mut self) -> Parsed<Flat> {
        let groups = self.list(|line| line.in_parentheses(|line| line.list(Self::designator)))?;
        declared(Declaration::Equivalence(groups))
    }

    pub(super) fn implicit(&mut self) -> Parsed<Flat> {
        if self.keyword("NONE") {
            if self.peek() == '(' {
                let end = self.group_end(self.position()).unwrap_or(self.length());
                self.go_to(end);
            }
            return declared(Declaration::ImplicitNone);
        }
        declared(Declaration::Implicit(self.list(Self::implicit_rule)?))
    }

    fn implicit_rule(&mut self) -> Parsed<ImplicitRule> {
        let start = self.start();
        // The last pair of parentheses holds the letters, one before it the kind.
        let kinds = self
            .outside_brackets(start, self.length())
            .find(|&(_, sign)| sign == ')')
            .is_some_and(|(at, _)| self.character_at(at + 1).0 == '(');
        let ty = self.type_spec(kinds)?;
        let letters = self.in_parentheses(|line| line.list(Self::letter_range))?;
        Ok(ImplicitRule { ty, letters, span: self.span_from(start) })
    }

    fn letter_range(&mut self) -> Parsed<(char, char)> {
        let start = self.position();
        let first = self.letter()?;
        let last = if self.accept("-") { self.letter()? } else { first };
        if first > last {
            return Err(self.error_from(start, "the letters of a range stand in alphabetical order"));
        }
        Ok((first, last))
    }

    fn letter(&mut self) -> Parsed<char> {
        let letter = self.peek();
        if !letter.is_ascii_alphabetic() {
            return Err(self.expected("a letter"));
        }
        let at = self.position();
        self.go_to(at + 1);
        Ok(letter.to_ascii_uppercase())
    }

    pub(super) fn namelist(&mut self) -> Parsed<Flat> {
        let mut groups = Vec::new();
        loop {
            self.expect("/")?;
            let group = self.name("the name of a group")?;
            self.expect("/")?;
            let mut names = vec![self.name("a name")?];
            while self.accept(",") && self.peek() != '/' {
                names.push(self.name("a name")?);
            }
            groups.push((group, names));
            if self.peek() != '/' {
                break;
            }
        }
        declared(Declaration::Namelist(groups))
    }

    pub(super) fn use_statement(&mut self) -> Parsed<Flat> {
        let mut intrinsic = false;
        if self.accept(",") {
            intrinsic = self.keyword("INTRINSIC");
            if !intrinsic && !self.keyword("NON_INTRINSIC") {
                return Err(self.expected("INTRINSIC"));
            }
        }
        self.accept("::");
        let module = self.name("the name of a module")?;
        let (mut only, mut items) = (false, Vec::new());
        if self.accept(",") {
            only = self.keyword("ONLY");
            if only {
                self.expect(":")?;
            }
            items = self.list_to_end(|line| {
                let local = line.generic_name()?;
                let original = if line.accept("=>") { Some(line.generic_name()?) } else { None };
                Ok(OnlyItem { local, original })
            })?;
        }
        declared(Declaration::Use(Use { module, intrinsic, only, items }))
    }

    pub(super) fn import(&mut self) -> Parsed<Flat> {
        self.accept("::");
        let names = if self.at_end() { Vec::new() } else { self.names()? };
        declared(Declaration::Import(names))
    }

    /// Names between commas.
    pub(super) fn names(&mut self) -> Parsed<Vec<Name>> {
        self.list(|line| line.name("a name"))
    }

    /// `PROCEDURE(interface), attributes :: names`, or `PROCEDURE names` in an interface.
    pub(super) fn procedure(&mut self) -> Parsed<Flat> {
        if self.peek() != '(' {
            // In a type definition these are type-bound procedures; the block decides.
            let attributes = self.peek() == ',';
            if attributes || self.rest().windows(2).any(|pair| pair[0].value == '=' && pair[1].value == '>') {
                return self.type_bound();
            }
            self.accept("::");
            return Ok(Flat::ModuleProcedure(self.names()?));
        }
        self.expect("(")?;
        let (mut interface, mut ty) = (None, None);
        if self.peek() != ')' {
            interface = self.attempt(|line| {
                let name = line.name("a name")?;
                let closed = line.peek() == ')' && !is_type_word(&name.upper);
                if closed { Ok(name) } else { Err(crate::cursor::Reported) }
            });
            if interface.is_none() {
                ty = Some(self.type_spec(true)?);
            }
        }
        self.expect(")")?;
        let attributes = self.attributes()?;
        self.accept("::");
        let names = self.declarators()?;
        declared(Declaration::Procedure { interface, ty, attributes, names })
    }

    /// A statement behind CONTAINS of a type definition.
    pub(super) fn type_bound(&mut self) -> Parsed<Flat> {
        self.go_to(self.length());
        Ok(Flat::TypeBound)
    }

    pub(super) fn enumerator(&mut self) -> Parsed<Flat> {
        self.accept("::");
        let values = self.list(|line| {
            let name = line.name("a name")?;
            let value = if line.accept("=") { Some(line.expression()?) } else { None };
            Ok((name, value))
        })?;
        Ok(Flat::Enumerator(values))
    }
}

fn is_type_word(word: &str) -> bool {
    matches!(word, "INTEGER" | "REAL" | "COMPLEX" | "LOGICAL" | "CHARACTER" | "DOUBLEPRECISION")
}

/// How an operator is kept, if the text is one: those of the language by their first spelling.
fn operator_sign(text: &str) -> Option<&str> {
    let known = OPERATORS.iter().find(|operator| operator.spellings.contains(&text));
    let word = text.strip_prefix('.').and_then(|rest| rest.strip_suffix('.'));
    match known {
        Some(operator) => Some(operator.spellings[0]),
        None => word
            .is_some_and(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphabetic()))
            .then_some(text),
    }
}
