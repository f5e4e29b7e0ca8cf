//! Declarations: for every graph its variables and what a caller sees of it.
//!
//! They are read twice: first for names and kinds only, since bounds may speak of later names, then whole.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use sextant_base::{Diagnostic, Diagnostics, Span};
use sextant_syntax::{
    AreaId, ArrayBounds, ExternalId, Handed, Passing, ProcId, Storage, TextLength, Type, VarId, Variable,
};

use super::file::{File, Signature};
use super::reader::{Line, Name, Parsed, Reader, Scope, first_word};
use crate::typing::{INT, bounds, is_constant};

/// A variable as it is declared.
pub(super) struct Declaration {
    pub variable: Variable,
    /// For an external variable: the name under which it is shared, if another one.
    shared: Option<Name>,
    /// Where its type stands.
    ty_span: Span,
}

/// What the head and the declarations of a graph say.
#[derive(Default)]
struct Head {
    name: Option<Name>,
    parameters: Vec<Name>,
    declarations: Vec<Declaration>,
    returns: Option<Type>,
    library: bool,
    /// The parameters that alone lead to what is changed through them.
    sole: Vec<Name>,
    /// The parameters that lead to what is no object of the caller's program.
    handed: Vec<(Name, Handed)>,
    statements: Option<u32>,
    /// Whether the first line could not be read whole.
    broken: bool,
}

/// A graph whose declarations are known.
pub(super) struct Declared {
    pub name: Name,
    /// The head.
    pub span: Span,
    pub scope: Scope,
    pub parameters: Vec<VarId>,
    /// The number of statements, if a line says it.
    pub statements: Option<u32>,
}

/// Reads the declarations of a graph.
pub(super) fn declare(
    id: ProcId,
    lines: &[Line],
    file: &mut File,
    diagnostics: &mut Diagnostics,
) -> Declared {
    let outline = head(lines, file, &mut Scope::default(), &mut Diagnostics::new());
    let mut scope = Scope::default();
    let mut declared_twice = FxHashSet::default();
    for Declaration { variable, .. } in outline.declarations {
        if scope.names.contains_key(&variable.name) {
            let message = format!("`{}` is declared already", variable.name);
            diagnostics.push(Diagnostic::error(variable.span, message));
            declared_twice.insert(variable.span);
        } else {
            scope.add(Variable { initial: Vec::new(), ..variable });
        }
    }
    let head = head(lines, file, &mut scope, diagnostics);
    for declaration in head.declarations {
        let Some(&id) = scope.names.get(&declaration.variable.name) else { continue };
        if !declared_twice.contains(&declaration.variable.span) {
            check_declaration(&declaration, diagnostics);
            scope.variables[id] = shared(declaration, file, diagnostics);
        }
    }
    let parameters = listed_parameters(&head.parameters, &scope, &declared_twice, diagnostics);
    scope.returns = head.returns.map(|ty| match ty {
        Type::Array(..) | Type::Handle(_) => ty.target().scalar().clone(),
        scalar => scalar,
    });
    scope.muted = head.broken;
    file.program.library.extend(head.library.then_some(id));
    let mut parameter = |name: &Name| {
        let found = scope.names.get(&name.text).filter(|variable| parameters.contains(variable));
        if found.is_none() {
            let message = format!("`{}` is no parameter", name.text);
            diagnostics.push(Diagnostic::error(name.span, message));
        }
        found.copied()
    };
    let sole = head.sole.iter().filter_map(|name| Some((id, parameter(name)?)));
    file.program.sole.extend(sole);
    let handed = head.handed.iter().filter_map(|(name, handed)| Some((id, parameter(name)?, *handed)));
    file.program.handed.extend(handed);
    let span = lines[0][0].span.to(lines[0][lines[0].len() - 1].span);
    let name = head.name.unwrap_or(Name { text: String::new(), span });
    enter_signature(id, &name, &scope, &parameters, file);
    Declared { name, span, scope, parameters, statements: head.statements }
}

/// Says what callers see of a graph; of several of a name they see the first.
fn enter_signature(id: ProcId, name: &Name, scope: &Scope, parameters: &[VarId], file: &mut File) {
    let parameters = parameters.iter().map(|&parameter| {
        let Variable { ty, storage, .. } = &scope.variables[parameter];
        (ty.clone(), (*storage == Storage::Value).then_some(Passing::Value))
    });
    let (parameters, returns) = (parameters.collect(), scope.returns.clone());
    let signature = Signature { id, parameters, returns, broken: scope.muted };
    if let Some(known) = file.graphs.get_mut(&name.text)
        && known.id == id
    {
        *known = Rc::new(signature);
    }
}

/// What the first line of a graph and its declarations say; what could be read counts even if the rest could not.
fn head(lines: &[Line], file: &mut File, scope: &mut Scope, diagnostics: &mut Diagnostics) -> Head {
    let mut head = Head::default();
    let mut reader = Reader::new(&lines[0], file, scope, diagnostics);
    head.broken = reader.head_line(&mut head).and_then(|()| reader.want_end()).is_err();
    for line in &lines[1..] {
        let mut reader = Reader::new(line, file, scope, diagnostics);
        // Only the error itself matters, and it has been reported.
        let _ = reader.declaring_line(&mut head, first_word(line));
    }
    head
}

/// Where a variable lives that a line of the word declares; which external or area it is comes later.
fn storage_named(word: &str) -> Option<Storage> {
    Some(match word {
        "var" => Storage::Automatic,
        "static" => Storage::Static,
        "external" => Storage::External(ExternalId(0)),
        "parameter" => Storage::Parameter,
        "by_value" => Storage::Value,
        "area" => Storage::Area(AreaId(0), 0),
        _ => return None,
    })
}

/// Whether a line of the word is part of the head or declares something.
pub(super) fn declares(word: &str) -> bool {
    matches!(word, "flow" | "library" | "sole" | "copied" | "receives" | "statements")
        || storage_named(word).is_some()
}

impl Reader<'_> {
    /// `flow NAME(parameter: type, …) -> type`
    fn head_line(&mut self, head: &mut Head) -> Parsed<()> {
        self.next();
        head.name = Some(self.name("the name of the graph")?);
        if self.is_mark("(") {
            self.list_in_brackets(|reader| reader.parameter(head))?;
        }
        if self.take_mark("->") {
            let start = self.here();
            let returns = self.ty()?;
            if matches!(returns, Type::Array(..) | Type::Handle(_)) {
                self.complain(self.since(start), "an array or a handle cannot be returned");
            }
            head.returns = Some(returns);
        }
        Ok(())
    }

    /// `[by_value] NAME [: type]`; without a type it has a line of its own.
    fn parameter(&mut self, head: &mut Head) -> Parsed<()> {
        let storage = if self.take_word("by_value") { Storage::Value } else { Storage::Parameter };
        let name = self.name("the name of a parameter")?;
        if self.take_mark(":") {
            let start = self.here();
            let ty = self.ty()?;
            let (text, span) = (name.text.clone(), name.span);
            let variable = Variable { name: text, ty, storage, initial: Vec::new(), span };
            let ty_span = self.since(start);
            head.declarations.push(Declaration { variable, shared: None, ty_span });
        }
        head.parameters.push(name);
        Ok(())
    }

    fn declaring_line(&mut self, head: &mut Head, word: &str) -> Parsed<()> {
        match (word, storage_named(word)) {
            ("library", _) => {
                self.next();
                head.library = true;
            }
            ("sole", _) => {
                self.next();
                head.sole.push(self.name("the name of a parameter")?);
            }
            ("copied" | "receives", _) => {
                self.next();
                let handed = if word == "copied" { Handed::Copy } else { Handed::Result };
                head.handed.push((self.name("the name of a parameter")?, handed));
            }
            ("statements", _) => {
                self.next();
                head.statements = Some(self.small_number("the number of statements")?);
            }
            (_, Some(storage)) => head.declarations.push(self.declaration(storage)?),
            (_, None) => return Ok(()),
        }
        self.want_end()
    }

    /// `var NAME: type = value, …` and the like.
    pub fn declaration(&mut self, storage: Storage) -> Parsed<Declaration> {
        self.next();
        let name = self.name("the name of a variable")?;
        self.want_mark(":")?;
        let start = self.here();
        // A variable whose type is wrong is declared all the same, so that its uses are not errors too.
        let ty = self.ty();
        let broken = ty.is_err();
        let ty = ty.unwrap_or(INT);
        let ty_span = self.since(start);
        let variable = Variable { name: name.text, ty, storage, initial: Vec::new(), span: name.span };
        let mut declaration = Declaration { variable, shared: None, ty_span };
        if broken || self.declaration_rest(&mut declaration).is_err() {
            while self.next().is_some() {}
        }
        Ok(declaration)
    }

    fn declaration_rest(&mut self, Declaration { variable, shared, .. }: &mut Declaration) -> Parsed<()> {
        match &mut variable.storage {
            Storage::External(_) if self.take_word("as") => {
                *shared = Some(self.name("the name under which the variable is shared")?);
            }
            Storage::Area(area, offset) => {
                self.want_word("in")?;
                let name = self.numbered("the name of an area")?;
                let known = self.file.areas.get(&name.key()).copied();
                *area = self.found(known, &name, "area").unwrap_or(*area);
                *offset = self.size_after("at")?;
            }
            _ => {}
        }
        if self.take_mark("=") {
            let ty = variable.ty.target().scalar().clone();
            variable.initial = self.list(|reader| reader.expr_of(&ty))?;
        }
        Ok(())
    }
}

/// The variable; an external one leads to what it shares.
fn shared(declaration: Declaration, file: &mut File, diagnostics: &mut Diagnostics) -> Variable {
    let Declaration { mut variable, shared, .. } = declaration;
    if matches!(variable.storage, Storage::External(_)) {
        let initial = std::mem::take(&mut variable.initial);
        let name = shared.unwrap_or(Name { text: variable.name.clone(), span: variable.span });
        variable.storage = Storage::External(file.share(&name, &variable.ty, initial, diagnostics));
    }
    variable
}

/// The parameters in the order of the head: each once, and none missing.
fn listed_parameters(
    names: &[Name],
    scope: &Scope,
    reported: &FxHashSet<Span>,
    diagnostics: &mut Diagnostics,
) -> Vec<VarId> {
    let mut parameters = Vec::with_capacity(names.len());
    let mut listed = FxHashSet::default();
    for Name { text, span } in names {
        let known = scope.names.get(text).copied();
        let Some(id) = known.filter(|&id| is_parameter(&scope.variables[id])) else {
            let message = format!("the parameter `{text}` has no type");
            let help = format!("write `{text}: int`, or add a line `parameter {text}: int`");
            diagnostics.push(Diagnostic::error(*span, message).with_help(help));
            continue;
        };
        if listed.insert(id) {
            parameters.push(id);
        } else if !reported.contains(span) {
            let message = format!("the parameter `{text}` is listed twice");
            diagnostics.push(Diagnostic::error(*span, message));
        }
    }
    for (id, variable) in scope.variables.iter_enumerated() {
        if is_parameter(variable) && !listed.contains(&id) {
            let message = format!("`{}` is not in the list of parameters", variable.name);
            diagnostics.push(Diagnostic::error(variable.span, message));
        }
    }
    parameters
}

fn is_parameter(variable: &Variable) -> bool {
    matches!(variable.storage, Storage::Parameter | Storage::Value)
}

/// Reports bounds and initial values that such a variable cannot have.
pub(super) fn check_declaration(declaration: &Declaration, diagnostics: &mut Diagnostics) {
    let Declaration { variable: Variable { ty, storage, initial, .. }, ty_span, .. } = declaration;
    let mut report = |span, message| diagnostics.push(Diagnostic::error(span, message));
    let dimensions = match ty.target() {
        Type::Array(_, dimensions) => dimensions.as_slice(),
        _ => &[],
    };
    let deferred = dimensions.iter().filter(|bounds| **bounds == ArrayBounds::Deferred).count();
    let given = dimensions.iter().filter(|bounds| matches!(bounds, ArrayBounds::Given { .. })).count();
    let of_argument =
        given + deferred < dimensions.len() || *ty.target().scalar() == Type::Text(TextLength::OfArgument);
    if of_argument && *storage != Storage::Parameter {
        report(*ty_span, "only a parameter can take the bounds of its argument");
    }
    let is_handle = matches!(ty, Type::Handle(_));
    if is_handle && deferred < dimensions.len() || !is_handle && deferred > 0 {
        report(*ty_span, "bounds `:` are known later: they belong to a `handle`, which has no others");
    }
    let lasting = matches!(storage, Storage::Static | Storage::External(_) | Storage::Area(..));
    if lasting && !bounds(ty).into_iter().all(is_constant) {
        report(*ty_span, "bounds of static and external arrays are constants");
    }
    match (storage, initial.as_slice()) {
        (Storage::Parameter | Storage::Value, [first, ..]) => {
            report(first.span, "a parameter gets its value from the argument");
        }
        (Storage::Area(..), [first, ..]) => report(first.span, "initial values stand at the area"),
        (_, [_, second, ..]) if !ty.target().is_array() => {
            report(second.span, "a scalar has one initial value");
        }
        _ => {}
    }
    if matches!(storage, Storage::Static | Storage::External(_)) {
        for value in initial.iter().filter(|value| !is_constant(value)) {
            report(value.span, "initial values of static and external variables are constants");
        }
    }
}
