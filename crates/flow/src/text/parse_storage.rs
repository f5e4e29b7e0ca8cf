//! Lines before the first graph: what the program is as a whole, its records and its storage.

use sextant_syntax::{BitRange, Scope};

use super::ast::{
    Class, ComponentNode, File, InitialNode, Name, Node, Numbered, RecordNode, StorageKind, StorageNode,
};
use super::lexer::TokenKind;
use super::parser::{LineParser, Parsed};
use super::spellings::{language_named, rule_named};

impl LineParser<'_> {
    pub fn program_line(&mut self, file: &mut File) -> Parsed<()> {
        let start = self.here();
        let word = match self.peek() {
            Some(TokenKind::Word(word)) => word.clone(),
            _ => String::new(),
        };
        match word.as_str() {
            "external" => {
                let declaration = self.declaration(Class::External)?;
                file.externals.push(declaration);
                return Ok(());
            }
            "language" | "rules" | "main" | "record" | "component" | "area" | "global" | "item"
            | "initial" => {
                self.next();
            }
            _ => return self.expected("`flow` or a declaration: a graph begins with `flow NAME(…)`"),
        }
        match word.as_str() {
            "language" => {
                let language = self.word_of("a language", language_named)?;
                file.language = language;
            }
            "rules" => {
                let rules = self.list(|parser| parser.word_of("a rule", rule_named))?;
                rules.into_iter().for_each(|set| set(&mut file.rules));
            }
            "main" => file.main = Some(self.name("the name of a graph")?),
            "record" => {
                let name = self.numbered("the name of a record")?;
                let size = self.size_after("size")?;
                file.records.push(RecordNode { name, size, components: Vec::new() });
            }
            "component" => {
                let component = self.component()?;
                match file.records.last_mut() {
                    Some(record) => record.components.push(component),
                    None => return self.error(start, "a component stands below its record"),
                }
            }
            "area" | "global" => {
                let storage = self.storage(&word)?;
                file.storage.push(storage);
            }
            "item" => {
                let item = self.item_line()?;
                match file.storage.last_mut().map(|storage| &mut storage.kind) {
                    Some(StorageKind::Area(items)) => items.push(item),
                    _ => return self.error(start, "an item stands below its area"),
                }
            }
            _ => {
                let initial = self.initial_line()?;
                match file.storage.last_mut() {
                    Some(storage) => storage.initial.push(initial),
                    None => return self.error(start, "an initial value stands below its area or global"),
                }
            }
        }
        Ok(())
    }

    /// `component NAME: type at OFFSET [bits FIRST WIDTH] [= value]`
    fn component(&mut self) -> Parsed<ComponentNode> {
        let name = self.numbered("the name of a component")?;
        self.want_mark(":")?;
        let ty = self.type_node()?;
        let offset = self.size_after("at")?;
        let bits = if self.take_word("bits") { Some(self.bit_range()?) } else { None };
        let initial = if self.is_mark("=") { Some(self.initial_value()?) } else { None };
        Ok(ComponentNode { name, ty, offset, bits, initial })
    }

    /// `FIRST WIDTH`
    fn bit_range(&mut self) -> Parsed<BitRange> {
        let first = self.bit_number()?;
        Ok(BitRange { first, width: self.bit_number()? })
    }

    /// `area NAME size BYTES [shared] [scope]` or `global NAME: type size BYTES [constant] [shared] [scope]`
    fn storage(&mut self, word: &str) -> Parsed<StorageNode> {
        let name = self.numbered("the name of the storage")?;
        if word == "area" {
            let size = self.size_after("size")?;
            let (shared, scope) = (self.take_word("shared"), self.scope()?);
            let kind = StorageKind::Area(Vec::new());
            return Ok(StorageNode { name, kind, size, shared, scope, initial: Vec::new() });
        }
        self.want_mark(":")?;
        let content = self.type_node()?;
        let size = self.size_after("size")?;
        let kind = StorageKind::Global { content, constant: self.take_word("constant") };
        let (shared, scope) = (self.take_word("shared"), self.scope()?);
        Ok(StorageNode { name, kind, size, shared, scope, initial: Vec::new() })
    }

    /// `in unit "NAME"` or `in procedure "NAME"`; without it, everybody sees the storage.
    fn scope(&mut self) -> Parsed<Scope> {
        if !self.take_word("in") {
            return Ok(Scope::Program);
        }
        let of_unit = self.take_word("unit");
        if !of_unit {
            self.want_word("procedure")?;
        }
        let Some(TokenKind::Text(name)) = self.peek() else {
            return self.expected("a name in double quotes");
        };
        let name = name.clone();
        self.next();
        Ok(if of_unit { Scope::Unit(name) } else { Scope::Procedure(name) })
    }

    /// `item NAME: type at OFFSET`
    fn item_line(&mut self) -> Parsed<(Name, super::ast::TypeNode, u64)> {
        let name = self.name("the name of an item")?;
        self.want_mark(":")?;
        let ty = self.type_node()?;
        Ok((name, ty, self.size_after("at")?))
    }

    /// `initial at OFFSET [times COUNT every STRIDE] = value`
    fn initial_line(&mut self) -> Parsed<InitialNode> {
        let offset = self.size_after("at")?;
        let (mut count, mut stride) = (1, 0);
        if self.is_word("times") {
            (count, stride) = (self.size_after("times")?, self.size_after("every")?);
        }
        Ok(InitialNode { offset, count, stride, value: self.initial_value()? })
    }

    fn initial_value(&mut self) -> Parsed<Node> {
        self.want_mark("=")?;
        self.whole_expr()
    }

    /// A number of bytes after a word.
    pub fn size_after(&mut self, word: &str) -> Parsed<u64> {
        self.want_word(word)?;
        self.size("a number of bytes")
    }

    /// A name, and which of several things that have it.
    pub fn numbered(&mut self, what: &str) -> Parsed<Numbered> {
        let name = self.name(what)?;
        let number = if self.take_mark("~") { self.small_number("a number of the same name")? } else { 1 };
        Ok(Numbered { name, number })
    }
}
