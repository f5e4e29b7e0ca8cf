//! What all graphs of a file see, and the lines before the first graph that say it.
//!
//! Types may speak of any record and initial values of any global, so that names come first, then types, then values.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sextant_base::{Diagnostic, Diagnostics};
use sextant_syntax::{
    Area, AreaId, AreaItem, BitRange, Component, Expr, ExprKind, External, ExternalId, Global, GlobalId,
    InitialValue, Language, Passing, ProcId, Record, RecordId, Scope as Seen, Storage, Type,
};

use super::declare::check_declaration;
use super::lexer::TokenKind;
use super::reader::{Line, Name, Parsed, Reader, Scope, first_word};
use super::spellings::{language_named, set_rule};
use crate::FlowProgram;
use crate::typing::{INT, same_apart_from_bounds};

/// Things under their names and numbers.
type Names<T> = FxHashMap<(String, u32), T>;

/// A file while it is read.
pub(super) struct File {
    /// What has been made of it.
    pub program: FlowProgram,
    pub graphs: FxHashMap<String, Rc<Signature>>,
    pub records: Names<RecordId>,
    pub areas: Names<AreaId>,
    pub globals: Names<GlobalId>,
    externals: FxHashMap<String, ExternalId>,
    /// The graph with which the program begins.
    pub main: Option<Name>,
}

/// What a caller sees of a graph.
pub(super) struct Signature {
    pub id: ProcId,
    /// Their types, and how an argument is passed if it does not say it.
    pub parameters: Vec<(Type, Option<Passing>)>,
    pub returns: Option<Type>,
    /// Whether its head could not be read: then calls are not checked.
    pub broken: bool,
}

/// What `component`, `item` and `initial` lines belong to.
#[derive(Clone, Copy)]
enum Owner {
    Nothing,
    Record(RecordId),
    Area(AreaId),
    Global(GlobalId),
}

impl File {
    pub fn new() -> Self {
        File {
            program: FlowProgram::new(Language::Flow),
            graphs: FxHashMap::default(),
            records: Names::default(),
            areas: Names::default(),
            globals: Names::default(),
            externals: FxHashMap::default(),
            main: None,
        }
    }

    fn add_external(&mut self, name: &str, ty: Type, initial: Vec<Expr>) -> ExternalId {
        let id = self.program.externals.push(External { name: name.to_owned(), ty, initial });
        self.externals.insert(name.to_owned(), id);
        id
    }

    /// The external a variable of a graph stands for; the first mention of a name declares it.
    pub fn share(
        &mut self,
        name: &Name,
        ty: &Type,
        initial: Vec<Expr>,
        diagnostics: &mut Diagnostics,
    ) -> ExternalId {
        let Some(&id) = self.externals.get(&name.text) else {
            return self.add_external(&name.text, ty.clone(), initial);
        };
        let external = &mut self.program.externals[id];
        if !same_apart_from_bounds(&external.ty, ty) {
            let message = format!("the external `{}` has another type elsewhere", name.text);
            diagnostics.push(Diagnostic::error(name.span, message));
        }
        if external.initial.is_empty() {
            external.initial = initial;
        } else if !initial.is_empty() {
            let message = format!("the external `{}` has initial values already", name.text);
            diagnostics.push(Diagnostic::error(name.span, message));
        }
        id
    }
}

/// Reads the lines before the first graph.
pub(super) fn read_program_lines(lines: &[Line], file: &mut File, diagnostics: &mut Diagnostics) {
    // Names that cannot be read are reported with the rest of their lines.
    let mut scope = Scope::default();
    let mut unreported = Diagnostics::new();
    for line in lines {
        let found = Reader::new(line, file, &mut scope, &mut unreported).storage_name();
        if let Ok(Some(name)) = found {
            diagnostics.push(Diagnostic::error(name.span, taken(&name)));
        }
    }
    scope.muted = diagnostics.has_errors();
    let mut owner = Owner::Nothing;
    let mut values = Vec::new();
    for line in lines {
        if matches!(first_word(line), "external" | "initial") {
            values.push((owner, line));
            continue;
        }
        let mut reader = Reader::new(line, file, &mut scope, diagnostics);
        // Only the error itself matters, and it has been reported.
        let _ = reader.program_line(&mut owner).and_then(|()| reader.want_end());
    }
    for (owner, line) in values {
        let mut reader = Reader::new(line, file, &mut scope, diagnostics);
        let _ = reader.value_line(owner).and_then(|()| reader.want_end());
    }
}

fn taken(name: &Name) -> String {
    format!("`{}` is declared already; the second of a name is `NAME~2`", name.text)
}

impl Reader<'_> {
    /// Enters the name of a record, an area or a global; it is returned if another one has it.
    fn storage_name(&mut self) -> Parsed<Option<Name>> {
        let word = match self.next() {
            Some(TokenKind::Word(word)) if matches!(word.as_str(), "record" | "area" | "global") => word,
            _ => return Ok(None),
        };
        let name = self.numbered("the name of the storage")?;
        let (key, text, scope) = (name.key(), name.name.text.clone(), Seen::Program);
        let program = &mut self.file.program;
        let taken = match word.as_str() {
            "record" => {
                let record = Record { name: text, components: Vec::new(), size: 0 };
                self.file.records.insert(key, program.records.push(record)).is_some()
            }
            "area" => {
                let (items, initial) = (Vec::new(), Vec::new());
                let area = Area { name: text, scope, size: 0, shared: false, items, initial };
                self.file.areas.insert(key, program.areas.push(area)).is_some()
            }
            _ => {
                let global = Global {
                    name: text,
                    scope,
                    content: INT,
                    bytes: 0,
                    constant: false,
                    shared: false,
                    initial: Vec::new(),
                    span: name.name.span,
                };
                self.file.globals.insert(key, program.globals.push(global)).is_some()
            }
        };
        Ok(taken.then_some(name.name))
    }

    fn program_line(&mut self, owner: &mut Owner) -> Parsed<()> {
        let start = self.here();
        let word = match self.peek() {
            Some(TokenKind::Word(word)) => word.as_str(),
            _ => "",
        };
        let known = ["language", "rules", "main", "record", "component", "area", "global", "item"];
        if !known.contains(&word) {
            return self.expected("`flow` or a declaration: a graph begins with `flow NAME(…)`");
        }
        self.next();
        match (word, *owner) {
            ("language", _) => {
                self.file.program.language = self.word_of("a language", language_named)?;
            }
            ("rules", _) => {
                let mut rules = self.file.program.rules;
                self.list(|reader| reader.word_of("a rule", |word| set_rule(&mut rules, word)))?;
                self.file.program.rules = rules;
            }
            ("main", _) => self.file.main = Some(self.name("the name of a graph")?),
            ("record", _) => {
                let name = self.numbered("the name of a record")?;
                let size = self.size_after("size")?;
                let id = self.file.records[&name.key()];
                self.file.program.records[id].size = size;
                *owner = Owner::Record(id);
            }
            ("area", _) => *owner = self.area_line()?,
            ("global", _) => *owner = self.global_line()?,
            ("component", Owner::Record(record)) => {
                let component = self.component_line(record)?;
                self.file.program.records[record].components.push(component);
            }
            ("component", _) => return self.error(start, "a component stands below its record"),
            (_, Owner::Area(area)) => {
                let item = self.item_line()?;
                self.file.program.areas[area].items.push(item);
            }
            (_, _) => return self.error(start, "an item stands below its area"),
        }
        Ok(())
    }

    /// `component NAME: type at OFFSET [bits FIRST WIDTH]`
    fn component_line(&mut self, record: RecordId) -> Parsed<Component> {
        let name = self.numbered("the name of a component")?;
        let same = self.file.program.records[record].components.iter();
        if name.number as usize <= same.filter(|other| other.name == name.name.text).count() {
            self.complain(name.name.span, taken(&name.name));
        }
        self.want_mark(":")?;
        let ty = self.ty()?;
        let offset = self.size_after("at")?;
        let bits = if self.take_word("bits") {
            Some(BitRange { first: self.bit_number()?, width: self.bit_number()? })
        } else {
            None
        };
        Ok(Component { name: name.name.text, ty, offset, bits })
    }

    /// `area NAME size BYTES [shared] [scope]`
    fn area_line(&mut self) -> Parsed<Owner> {
        let name = self.numbered("the name of the storage")?;
        let size = self.size_after("size")?;
        let (shared, scope) = (self.take_word("shared"), self.seen_by()?);
        let id = self.file.areas[&name.key()];
        let area = &mut self.file.program.areas[id];
        (area.size, area.shared, area.scope) = (size, shared, scope);
        Ok(Owner::Area(id))
    }

    /// `global NAME: type size BYTES [constant] [shared] [scope]`
    fn global_line(&mut self) -> Parsed<Owner> {
        let name = self.numbered("the name of the storage")?;
        self.want_mark(":")?;
        let content = self.ty()?;
        let bytes = self.size_after("size")?;
        let (constant, shared) = (self.take_word("constant"), self.take_word("shared"));
        let scope = self.seen_by()?;
        let id = self.file.globals[&name.key()];
        let global = &mut self.file.program.globals[id];
        (global.content, global.bytes, global.scope) = (content, bytes, scope);
        (global.constant, global.shared) = (constant, shared);
        Ok(Owner::Global(id))
    }

    /// `in unit "NAME"` or `in procedure "NAME"`; without it, everybody sees the storage.
    fn seen_by(&mut self) -> Parsed<Seen> {
        if !self.take_word("in") {
            return Ok(Seen::Program);
        }
        let of_unit = self.take_word("unit");
        if !of_unit {
            self.want_word("procedure")?;
        }
        let name = self.text("a name in double quotes")?;
        Ok(if of_unit { Seen::Unit(name) } else { Seen::Procedure(name) })
    }

    /// `item NAME: type at OFFSET`
    fn item_line(&mut self) -> Parsed<AreaItem> {
        let name = self.name("the name of an item")?.text;
        self.want_mark(":")?;
        Ok(AreaItem { name, ty: self.ty()?, offset: self.size_after("at")? })
    }

    /// An external, or a value at the start of the storage above.
    fn value_line(&mut self, owner: Owner) -> Parsed<()> {
        let start = self.here();
        if self.is_word("external") {
            return self.external_line();
        }
        self.next();
        let value = self.initial_line()?;
        match owner {
            Owner::Area(area) => self.file.program.areas[area].initial.push(value),
            Owner::Global(global) => self.file.program.globals[global].initial.push(value),
            Owner::Record(_) | Owner::Nothing => {
                return self.error(start, "an initial value stands below its area or global");
            }
        }
        Ok(())
    }

    /// `initial at OFFSET [times COUNT every STRIDE] = value`
    fn initial_line(&mut self) -> Parsed<InitialValue> {
        let offset = self.size_after("at")?;
        let (mut count, mut stride) = (1, 0);
        if self.is_word("times") {
            (count, stride) = (self.size_after("times")?, self.size_after("every")?);
        }
        self.want_mark("=")?;
        let value = self.any_expr()?;
        if crate::operands::any_in(&value, &|part: &Expr| matches!(part.kind, ExprKind::Load(_))) {
            self.complain(value.span, "values at the start are constants or addresses");
        }
        Ok(InitialValue { offset, value, count, stride })
    }

    /// An external declared before the first graph.
    fn external_line(&mut self) -> Parsed<()> {
        let external = self.declaration(Storage::External(ExternalId(0)))?;
        let variable = &external.variable;
        if self.file.externals.contains_key(&variable.name) {
            let message = format!("the external `{}` is declared already", variable.name);
            self.complain(variable.span, message);
            return Ok(());
        }
        check_declaration(&external, self.diagnostics);
        let variable = external.variable;
        self.file.add_external(&variable.name, variable.ty, variable.initial);
        Ok(())
    }
}
