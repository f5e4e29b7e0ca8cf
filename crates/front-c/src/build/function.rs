//! Functions.

use dashu_int::IBig;
use rustc_hash::FxHashMap;
use sextant_base::{IdVec, Span};

use super::types::Lengths;
use super::{Symbol, Unit};
use crate::json::{Flag, Node};
use crate::tree::{Body, Expr, ExprKind, Label, LabelId, Local, LocalId, Stmt, StmtKind};
use crate::types::{Type, TypeId};

/// The function that is being built.
#[derive(Default)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) locals: IdVec<LocalId, Local>,
    pub(super) labels: IdVec<LabelId, Label>,
    label_ids: FxHashMap<u64, LabelId>,
    /// Statements that compute lengths for the declaration at hand.
    pub(super) pending: Vec<Stmt>,
    /// The texts of lengths with their variables.
    bounds: Vec<(String, LocalId)>,
    /// The variables of values that an expression uses twice, by clang's ids.
    pub(super) shared: FxHashMap<u64, LocalId>,
}

/// Macros that stand for macros are followed so far.
const DEEPEST_MACROS: usize = 8;

impl Function {
    /// A variable that the program does not name.
    pub(super) fn hidden(&mut self, ty: TypeId, span: Span) -> LocalId {
        self.locals.push(Local {
            name: String::new(),
            ty,
            align: None,
            addressed: false,
            elements: None,
            span,
        })
    }

    /// The variable that holds a length with this text.
    pub(super) fn bound(&self, text: &str) -> Option<LocalId> {
        self.bounds.iter().rev().find(|(known, _)| known == text).map(|(_, local)| *local)
    }

    pub(super) fn remember_bound(&mut self, text: &str, local: LocalId) {
        self.bounds.push((text.to_owned(), local));
    }

    /// A label by clang's id.
    pub(super) fn label(&mut self, id: u64, name: &str) -> LabelId {
        let new = || self.labels.push(Label { name: String::new(), addressed: false });
        let label = *self.label_ids.entry(id).or_insert_with(new);
        // Only some of the places that mention a label say its name.
        if !name.is_empty() {
            name.clone_into(&mut self.labels[label].name);
        }
        label
    }
}

impl Unit<'_> {
    /// A declaration of a function, perhaps with its body.
    pub(super) fn function_declaration(&mut self, node: &Node<'_>) {
        let body = node.inner.iter().find(|child| child.kind == "CompoundStmt");
        // Headers declare hundreds of functions that no one calls.
        let of_compiler = node.is(Flag::Implicit) && node.name.starts_with("__");
        if body.is_none() && (!node.is(Flag::Used) || of_compiler) {
            return;
        }
        let span = match body {
            Some(body) => self.head_span(node, body),
            None => self.span(node),
        };
        let ty = self.type_text(&node.ty, Lengths::Forget, span).0;
        let known_static = matches!(self.symbols.get(&node.previous),
            Some(Symbol::Function(id)) if self.program.functions[*id].is_static);
        let is_static = node.word == "static" || known_static;
        let id = self.link_function(&node.name, ty, is_static, span);
        self.declare(node, Symbol::Function(id));
        let Some(body) = body else { return };
        if self.program.functions[id].body.is_some() {
            // Inline functions come with every file that includes them; the program's own come before the library's.
            if !node.is(Flag::Inline) && !self.library {
                self.error(span, format!("the function {} is defined twice", node.name));
            }
            return;
        }
        let body = self.function_body(node, body);
        let function = &mut self.program.functions[id];
        (function.body, function.span, function.ty) = (Some(body), span, ty);
        function.library = self.library;
    }

    fn function_body(&mut self, node: &Node<'_>, body: &Node<'_>) -> Body {
        self.function = Some(Function { name: node.name.to_string(), ..Function::default() });
        self.scopes.open();
        let (mut parameters, mut restricted) = (Vec::new(), Vec::new());
        for parameter in node.of_kind("ParmVarDecl") {
            let local = self.parameter(parameter);
            parameters.push(local);
            // Of qualifiers, the last ones belong to the pointer itself.
            let words =
                parameter.ty.written.rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_');
            let mut own =
                words.take_while(|word| ["const", "volatile", "restrict", "__restrict"].contains(word));
            if own.any(|word| word.ends_with("restrict")) {
                restricted.push(local);
            }
        }
        let mut statements = self.take_pending();
        statements.extend(self.block(body));
        self.scopes.close();
        let end = self.between(&body.end, &body.end);
        let function = self.function.take().unwrap_or_default();
        Body { parameters, restricted, locals: function.locals, labels: function.labels, statements, end }
    }

    fn parameter(&mut self, node: &Node<'_>) -> LocalId {
        let span = self.name_span(node);
        let ty = self.type_text(&node.ty, Lengths::Compute, span).0;
        let id = self.new_local(node, ty, None, span);
        let pointee = self.program.types.pointee(ty);
        let elements = pointee.and_then(|pointee| self.declared_elements(node, pointee, span));
        if let Some(function) = &mut self.function {
            function.locals[id].elements = elements;
        }
        id
    }

    /// The elements that a parameter has by `a[4]` or `a[n]`, over the parameters. clang makes a pointer of it at once; only
    /// the text tells.
    fn declared_elements(&mut self, node: &Node<'_>, pointee: TypeId, span: Span) -> Option<Expr> {
        let whole = self.span(node);
        let text = self.sources.snippet(whole).to_owned();
        let Some((declarator, mut behind)) = text.split_once('[') else {
            return self.elements_of_named_type(&text, &node.name, span);
        };
        if declarator.contains('(') || !declarator.trim_end().ends_with(&*node.name) {
            return None;
        }
        // Rows of computed length have no type of their own: their elements are counted.
        let mut element = pointee;
        let mut count: Option<Expr> = None;
        loop {
            let (bound, rest) = behind.split_once(']')?;
            let bound = self.written_bound(bound, whole, span)?;
            count = Some(match count {
                Some(rows) => self.product(rows, bound, span),
                None => bound,
            });
            match *self.program.types.get(element) {
                Type::Variable(inner, _) => element = inner,
                _ if self.program.types.size(element).is_some() => return count,
                _ => return None,
            }
            behind = rest.split_once('[')?.1;
        }
    }

    /// The elements of a parameter whose type is the name of an array type.
    fn elements_of_named_type(&mut self, text: &str, name: &str, span: Span) -> Option<Expr> {
        let ty = text.trim_end().strip_suffix(name)?.trim();
        if ty.contains(['*', '(']) {
            return None;
        }
        let (ty, _) = self.parse_type(ty, Lengths::Forget, span).ok()?;
        match *self.program.types.get(ty) {
            Type::Array(_, Some(count @ 1..)) => Some(self.size_constant(count, span)),
            _ => None,
        }
    }

    /// The number of elements between brackets.
    fn written_bound(&mut self, text: &str, whole: Span, span: Span) -> Option<Expr> {
        let words = text.split_whitespace();
        let words = words.filter(|word| !["static", "const", "volatile", "restrict"].contains(word));
        let bound = words.collect::<Vec<_>>().join(" ");
        if bound.is_empty() || bound == "*" {
            return None;
        }
        let bound = self.without_macros(&bound, whole);
        let bound = self.written_expr(&bound, span).ok()?;
        let is_positive = |number: &IBig| *number > IBig::ZERO;
        match &bound.kind {
            ExprKind::Int(number) if !is_positive(number) => None,
            _ => Some(bound),
        }
    }

    /// A text in which macros without parameters that the file defines once are replaced by what they stand for.
    fn without_macros(&self, text: &str, at: Span) -> String {
        let file = self.sources.text(at.source);
        let defined = |name: &str| {
            let mut found = file.lines().filter_map(|line| {
                let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
                let rest = rest.trim_start().strip_prefix(name)?;
                rest.starts_with(char::is_whitespace).then(|| rest.split("/*").next().unwrap_or("").trim())
            });
            found.next().filter(|_| found.next().is_none())
        };
        let mut text = text.to_owned();
        for _ in 0..DEEPEST_MACROS {
            let word = |sign: char| sign.is_alphanumeric() || sign == '_';
            let names = text.split(|sign| !word(sign)).filter(|name| !name.is_empty());
            let Some((name, value)) =
                names.into_iter().find_map(|name| Some((name.to_owned(), defined(name)?)))
            else {
                break;
            };
            text = text.replace(&name, &format!("({value})"));
        }
        text
    }

    /// A variable of the function at hand.
    pub(super) fn new_local(
        &mut self,
        node: &Node<'_>,
        ty: TypeId,
        align: Option<u64>,
        span: Span,
    ) -> LocalId {
        let local = Local { name: node.name.to_string(), ty, align, addressed: false, elements: None, span };
        let id = match &mut self.function {
            Some(function) => function.locals.push(local),
            None => LocalId(0),
        };
        self.declare(node, Symbol::Local(id));
        id
    }

    /// The statements that compute lengths for the declaration at hand.
    pub(super) fn take_pending(&mut self) -> Vec<Stmt> {
        self.function.as_mut().map(|function| std::mem::take(&mut function.pending)).unwrap_or_default()
    }

    pub(super) fn label(&mut self, id: u64, name: &str) -> LabelId {
        self.function.as_mut().map_or(LabelId(0), |function| function.label(id, name))
    }

    /// The text of a function in front of its body.
    fn head_span(&mut self, node: &Node<'_>, body: &Node<'_>) -> Span {
        let whole = self.span(node);
        let body = self.span(body);
        if whole.source != body.source || body.start <= whole.start {
            return self.name_span(node);
        }
        let head = Span { end: body.start, ..whole };
        let text = self.sources.snippet(head).trim_end().len() as u32;
        Span { end: head.start + text, ..head }
    }

    /// An empty statement.
    pub(super) fn empty(&mut self, node: &Node<'_>) -> Stmt {
        Stmt { kind: StmtKind::Empty, span: self.span(node) }
    }
}
