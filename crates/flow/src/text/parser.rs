//! The Flow parser: lines to an [`ast`](super::ast). An error gives up its line only; the grammar stands in the
//! module's documentation.

use sextant_base::{Diagnostic, Diagnostics, SourceId, Sources, Span};
use sextant_syntax::{IntType, Language, Rules, Type};

use super::ast::{Class, Declaration, File, Flow, Guard, Line, Name, Node, TypeNode};
use super::lexer::{Token, TokenKind, tokens};
use super::words::is_reserved;
use crate::render::Level;

/// The error that has been reported already.
#[derive(Debug)]
pub(super) struct Reported;

pub(super) type Parsed<T> = Result<T, Reported>;

/// Reads a whole file.
pub(super) fn parse(sources: &Sources, source: SourceId, diagnostics: &mut Diagnostics) -> File {
    let text = sources.text(source);
    let mut file = File {
        language: Language::Flow,
        rules: Rules::PLAIN,
        records: Vec::new(),
        storage: Vec::new(),
        externals: Vec::new(),
        main: None,
        flows: Vec::new(),
    };
    let mut start = 0;
    for line in text.split('\n') {
        let end = start + line.len();
        let tokens = tokens(text, source, start, end, diagnostics);
        if !tokens.is_empty() {
            // Only the error itself matters, and it has been reported.
            let _ = LineParser::new(tokens, diagnostics).line(&mut file);
        }
        start = end + 1;
    }
    file
}

/// The parser of one line.
pub(super) struct LineParser<'a> {
    tokens: std::iter::Peekable<std::vec::IntoIter<Token>>,
    /// The end of the last token taken.
    last: Span,
    /// The end of the line's last token.
    end: Span,
    /// How many expressions are open around the current one.
    pub nesting: usize,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> LineParser<'a> {
    fn new(tokens: Vec<Token>, diagnostics: &'a mut Diagnostics) -> Self {
        let first = tokens[0].span;
        let last = tokens[tokens.len() - 1].span;
        let end = Span { start: last.end, ..last };
        Self { tokens: tokens.into_iter().peekable(), last: first, end, nesting: 0, diagnostics }
    }

    /// The next token, if the line has one.
    pub fn peek(&mut self) -> Option<&TokenKind> {
        self.tokens.peek().map(|token| &token.kind)
    }

    /// Where the next token stands.
    pub fn here(&mut self) -> Span {
        self.tokens.peek().map_or(self.end, |token| token.span)
    }

    /// From the place to the last token taken.
    pub fn since(&self, start: Span) -> Span {
        start.to(self.last)
    }

    pub fn next(&mut self) -> Option<Token> {
        let token = self.tokens.next()?;
        self.last = token.span;
        Some(token)
    }

    pub fn error<T>(&mut self, span: Span, message: impl Into<String>) -> Parsed<T> {
        self.diagnostics.push(Diagnostic::error(span, message));
        Err(Reported)
    }

    /// Reports that the next token is not what was expected; nothing more is said of an unreadable one.
    pub fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let found = match self.peek() {
            Some(TokenKind::Broken) => return Err(Reported),
            Some(kind) => kind.describe(),
            None => "the end of the line".to_owned(),
        };
        let span = self.here();
        self.error(span, format!("expected {what}, found {found}"))
    }

    pub fn is_mark(&mut self, mark: &str) -> bool {
        matches!(self.peek(), Some(TokenKind::Mark(found)) if *found == mark)
    }

    pub fn is_word(&mut self, word: &str) -> bool {
        matches!(self.peek(), Some(TokenKind::Word(found)) if found == word)
    }

    pub fn take_mark(&mut self, mark: &str) -> bool {
        let found = self.is_mark(mark);
        if found {
            self.next();
        }
        found
    }

    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.next();
        }
        found
    }

    pub fn want_word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    /// A word from a list.
    pub fn word_of<T>(&mut self, what: &str, named: impl Fn(&str) -> Option<T>) -> Parsed<T> {
        let Some(TokenKind::Word(word)) = self.peek() else { return self.expected(what) };
        let Some(value) = named(word) else { return self.expected(what) };
        self.next();
        Ok(value)
    }

    pub fn want_mark(&mut self, mark: &str) -> Parsed<()> {
        if self.take_mark(mark) { Ok(()) } else { self.expected(&format!("`{mark}`")) }
    }

    pub fn at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    fn want_end(&mut self) -> Parsed<()> {
        if self.at_end() { Ok(()) } else { self.expected("the end of the line") }
    }

    /// A name that is no word of the form, or stands in backquotes.
    pub fn name(&mut self, what: &str) -> Parsed<Name> {
        let span = self.here();
        let text = match self.peek() {
            Some(TokenKind::Word(word)) if is_reserved(word) => {
                let message =
                    format!("`{word}` is a word of the Flow form; as a name it stands in backquotes");
                return self.error(span, message);
            }
            Some(TokenKind::Word(name) | TokenKind::Name(name)) => name.clone(),
            _ => return self.expected(what),
        };
        self.next();
        Ok(Name { text, span })
    }

    fn node_name(&mut self) -> Parsed<Name> {
        let span = self.here();
        if let Some(TokenKind::Number(number)) = self.peek() {
            let text = number.to_string();
            self.next();
            return Ok(Name { text, span });
        }
        self.name("the number or name of a node")
    }

    fn line(&mut self, file: &mut File) -> Parsed<()> {
        if self.is_word("flow") {
            self.flow(file)?;
            return self.want_end();
        }
        match file.flows.last_mut() {
            Some(flow) => self.flow_line(flow)?,
            None => self.program_line(file)?,
        }
        self.want_end()
    }

    fn flow_line(&mut self, flow: &mut Flow) -> Parsed<()> {
        let word = match self.peek() {
            Some(TokenKind::Word(word)) => word.as_str(),
            _ => "",
        };
        let class = match word {
            "var" => Class::Automatic,
            "static" => Class::Static,
            "external" => Class::External,
            "parameter" => Class::Parameter,
            "by_value" => Class::Value,
            "area" => Class::Area,
            "library" => {
                self.next();
                flow.library = true;
                return Ok(());
            }
            "statements" => return self.statement_count(flow),
            "node" => return self.node_line(flow),
            "edge" => return self.edge_line(flow),
            _ => {
                let steps = self.steps(None)?;
                flow.lines.push(Line::Steps(steps));
                return Ok(());
            }
        };
        let declaration = self.declaration(class)?;
        flow.declarations.push(declaration);
        Ok(())
    }

    /// `flow NAME(parameter: type, …) -> type`; what could be read counts even if the rest could not.
    fn flow(&mut self, file: &mut File) -> Parsed<()> {
        let start = self.here();
        self.next();
        let name = self.name("the name of the graph");
        let broken = Name { text: String::new(), span: start };
        let mut flow = Flow {
            name: name.as_ref().ok().cloned().unwrap_or(broken),
            parameters: Vec::new(),
            returns: None,
            declarations: Vec::new(),
            library: false,
            statements: None,
            lines: Vec::new(),
            span: start,
            broken: false,
        };
        let rest = name.and_then(|_| self.flow_rest(&mut flow));
        flow.span = self.since(start);
        flow.broken = rest.is_err();
        file.flows.push(flow);
        rest
    }

    fn flow_rest(&mut self, flow: &mut Flow) -> Parsed<()> {
        if self.take_mark("(") && !self.take_mark(")") {
            loop {
                let class = if self.take_word("by_value") { Class::Value } else { Class::Parameter };
                let name = self.name("the name of a parameter")?;
                let ty = if self.take_mark(":") { Some((class, self.type_node()?)) } else { None };
                flow.parameters.push((name, ty));
                if !self.take_mark(",") {
                    break;
                }
            }
            self.want_mark(")")?;
        }
        if self.take_mark("->") {
            flow.returns = Some(self.type_node()?);
        }
        Ok(())
    }

    fn statement_count(&mut self, flow: &mut Flow) -> Parsed<()> {
        self.next();
        let count = self.small_number("the number of statements")?;
        flow.statements = Some(count);
        Ok(())
    }

    /// A number that counts statements. The limit keeps a wrong one from filling the memory.
    pub fn small_number(&mut self, what: &str) -> Parsed<u32> {
        const MOST: u32 = 10_000_000;
        let span = self.here();
        let Some(TokenKind::Number(number)) = self.peek() else { return self.expected(what) };
        match u32::try_from(number.clone()) {
            Ok(number) if number <= MOST => {
                self.next();
                Ok(number)
            }
            _ => self.error(span, format!("{what} is at most {MOST}")),
        }
    }

    /// A number of any size that an object may have.
    pub fn size(&mut self, what: &str) -> Parsed<u64> {
        let span = self.here();
        let Some(TokenKind::Number(number)) = self.peek() else { return self.expected(what) };
        match u64::try_from(number.clone()) {
            Ok(number) => {
                self.next();
                Ok(number)
            }
            Err(_) => self.error(span, format!("{what} has at most 64 bits")),
        }
    }

    pub fn declaration(&mut self, class: Class) -> Parsed<Declaration> {
        let start = self.here();
        self.next();
        let name = self.name("the name of a variable")?;
        self.want_mark(":")?;
        // A variable whose type is wrong is declared all the same, so that its uses are not errors too.
        let ty =
            self.type_node().unwrap_or_else(|_| TypeNode::plain(Type::Int(IntType::FIXED_31), name.span));
        let mut declaration = Declaration {
            class,
            name,
            shared: None,
            position: None,
            ty,
            initial: Vec::new(),
            span: self.since(start),
        };
        if self.declaration_rest(&mut declaration).is_err() {
            while self.next().is_some() {}
        }
        declaration.span = self.since(start);
        Ok(declaration)
    }

    fn declaration_rest(&mut self, declaration: &mut Declaration) -> Parsed<()> {
        if declaration.class == Class::External && self.take_word("as") {
            declaration.shared = Some(self.name("the name under which the variable is shared")?);
        }
        if declaration.class == Class::Area {
            self.want_word("in")?;
            let area = self.numbered("the name of an area")?;
            declaration.position = Some((area, self.size_after("at")?));
        }
        if self.take_mark("=") {
            declaration.initial = self.list(Self::whole_expr)?;
        }
        Ok(())
    }

    /// An expression in a place that ends it.
    pub fn whole_expr(&mut self) -> Parsed<Node> {
        self.expr(Level::Implication)
    }

    /// One or more, with commas between.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.take_mark(",") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// `node NAME [entry] [: steps]`
    fn node_line(&mut self, flow: &mut Flow) -> Parsed<()> {
        self.next();
        let name = self.node_name()?;
        let entry = self.take_word("entry");
        flow.lines.push(Line::Node { name, entry });
        if self.take_mark(":") {
            let steps = self.steps(None)?;
            flow.lines.push(Line::Steps(steps));
        }
        Ok(())
    }

    /// `edge FROM -> TO [: condition] [=> steps]`
    fn edge_line(&mut self, flow: &mut Flow) -> Parsed<()> {
        let start = self.here();
        self.next();
        let from = self.node_name()?;
        self.want_mark("->")?;
        let to = self.node_name()?;
        // An edge whose label is wrong leads somewhere all the same, so that its nodes are not errors too.
        let label = if self.take_mark(":") { self.edge_label() } else { Ok((Guard::Always, Vec::new())) };
        let (label, outcome) = match label {
            Ok(label) => (label, Ok(())),
            Err(reported) => {
                let broken = Guard::When(Node::broken(from.span));
                ((broken, Vec::new()), Err(reported))
            }
        };
        let span = self.since(start);
        flow.lines.push(Line::Edge { from, to, guard: label.0, steps: label.1, span });
        outcome
    }
}
