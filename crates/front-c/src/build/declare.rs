//! Declarations at the level of a file and in functions.

use super::types::Lengths;
use super::{Symbol, Unit};
use crate::json::{Flag, Node};
use crate::tree::{Stmt, StmtKind};
use crate::types::{Type, TypeId};

impl Unit<'_> {
    /// A declaration at the level of a file.
    pub(super) fn declaration(&mut self, node: &Node<'_>) {
        if node.of_kind("AliasAttr").next().is_some() {
            return self.alias(node);
        }
        match &*node.kind {
            "FunctionDecl" => self.function_declaration(node),
            "VarDecl" => self.global_declaration(node),
            _ => self.type_declaration(node),
        }
    }

    /// A declaration that is the same everywhere.
    fn type_declaration(&mut self, node: &Node<'_>) {
        match &*node.kind {
            "RecordDecl" => self.record(node),
            "EnumDecl" => self.enumeration(node),
            "TypedefDecl" => self.typedef(node),
            "FileScopeAsmDecl" => {
                let span = self.span(node);
                self.error(span, "inline assembly outside functions is not supported");
            }
            // Checked by clang, or of no meaning.
            _ => {}
        }
    }

    /// Another name for a function or variable that stands before it.
    fn alias(&mut self, node: &Node<'_>) {
        let target = self.unsaid.aliases.pop_front().unwrap_or_default();
        match self.scopes.find_name(&target).cloned() {
            Some(symbol @ (Symbol::Function(_) | Symbol::Global(_))) => {
                self.link_alias(&node.name, &symbol);
                self.declare(node, symbol);
            }
            _ => {
                let span = self.span(node);
                self.error(
                    span,
                    format!("{} is another name for {target}, which is not defined before it", node.name),
                );
            }
        }
    }

    fn typedef(&mut self, node: &Node<'_>) {
        // Those that clang makes itself are predefined, or of other languages.
        if node.is(Flag::Implicit) {
            return;
        }
        let span = self.span(node);
        // A record without a name takes the name of its typedef; the text of the type is that name.
        let owned = node.inner.iter().find_map(|child| self.tags.get(&child.target)).copied();
        let owned = owned.filter(|_| declares_it(&node.ty.written));
        let name = owned.and_then(|ty| self.name_of_tag(ty)).filter(|name| name.is_empty());
        let (ty, inherited) = match (owned, name) {
            (Some(ty), Some(name)) => {
                *name = node.name.to_string();
                (ty, None)
            }
            _ => self.type_text(&node.ty, Lengths::Compute, span),
        };
        let align = self.alignments(node);
        if align.is_some_and(|align| align < self.program.types.align(ty)) {
            self.program.types.loosened.insert(ty);
        }
        self.declare(node, Symbol::Typedef(ty, align.or(inherited)));
    }

    fn name_of_tag(&mut self, ty: TypeId) -> Option<&mut String> {
        match *self.program.types.get(ty) {
            Type::Record(id) => Some(&mut self.program.types.records[id].name),
            Type::Enum(id) => Some(&mut self.program.types.enums[id].name),
            _ => None,
        }
    }

    /// Makes known what a declaration declares.
    pub(super) fn declare(&mut self, node: &Node<'_>, symbol: Symbol) {
        self.symbols.insert(node.id, symbol.clone());
        if !node.name.is_empty() {
            self.scopes.name(&node.name, symbol);
        }
    }

    /// The declarations of a statement.
    pub(super) fn declarations(&mut self, node: &Node<'_>) -> Vec<Stmt> {
        let mut statements = Vec::new();
        for child in &node.inner {
            match &*child.kind {
                "VarDecl" => self.local_declaration(child, &mut statements),
                "FunctionDecl" => self.function_declaration(child),
                _ => {
                    self.type_declaration(child);
                    statements.append(&mut self.take_pending());
                }
            }
        }
        statements
    }

    fn local_declaration(&mut self, node: &Node<'_>, statements: &mut Vec<Stmt>) {
        match &*node.word {
            "extern" => return self.global_declaration(node),
            "static" => return self.static_local(node),
            _ => {}
        }
        let span = self.span(node);
        let (ty, typedef_align) = self.type_text(&node.ty, Lengths::Compute, span);
        let align = self.alignments(node);
        statements.append(&mut self.take_pending());
        let local = self.new_local(node, ty, align.or(typedef_align), span);
        if let Some(attribute) = node.of_kind("CleanupAttr").next() {
            let span = self.span(attribute);
            let kind = StmtKind::Unsupported("a variable with a cleanup function".to_owned());
            statements.push(Stmt { kind, span });
        }
        let initial = initial_value(node).map(|initial| self.initial(initial, ty));
        statements.append(&mut self.take_pending());
        statements.push(Stmt { kind: StmtKind::Declare(local, initial), span });
    }
}

/// The initial value of a variable: its first child that is no attribute.
pub(super) fn initial_value<'n, 't>(node: &'n Node<'t>) -> Option<&'n Node<'t>> {
    node.inner.iter().find(|child| node.is(Flag::Initialised) && !child.kind.ends_with("Attr"))
}

/// Whether the text of a typedef's type is the record itself, not a pointer to it or the like.
fn declares_it(text: &str) -> bool {
    let text = text
        .rsplit(')')
        .next()
        .filter(|_| text.contains("(unnamed") || text.contains("(anonymous"))
        .unwrap_or(text);
    !text.contains(['*', '[', '('])
}
