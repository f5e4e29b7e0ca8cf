//! The body of a function: its variables, labels and numbered statements.

use rustc_hash::FxHashMap;
use sextant_base::{Id, IdVec, Span};
use sextant_syntax::{
    Base, BlockType, Expr, ExprKind, Handed, LabelId, Procedure, StatementInfo, StatementNumber, Stmt,
    StmtKind, Storage, Type, VarId, Variable,
};

use super::place::is_simple;
use super::scope::Scope;
use super::{Lowering, extent, make};
use crate::tree::{self, Function, LocalId};
use crate::types::{FunctionType, TypeId};

/// Where a variable of the source lives.
#[derive(Clone, Copy, Debug)]
pub(super) enum Home {
    /// In a variable of its own.
    Slot(VarId),
    /// In a block of bytes.
    Block(VarId),
    /// In a struct that the caller made; the variable holds its address.
    Given(VarId),
}

/// What `break` leaves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Breakable {
    Loop,
    /// A switch, with the label behind it.
    Switch(LabelId),
}

/// A label of a case of a switch.
pub(super) struct CaseLabel {
    pub(super) label: LabelId,
    /// The values; `None` for `default`.
    pub(super) range: Option<(dashu_int::IBig, dashu_int::IBig)>,
}

/// The function that is being lowered.
pub(super) struct Body<'l, 't> {
    pub(super) lowering: &'l mut Lowering<'t>,
    pub(super) function: &'t Function,
    pub(super) tree: &'t tree::Body,
    pub(super) variables: IdVec<VarId, Variable>,
    homes: FxHashMap<LocalId, Home>,
    names: FxHashMap<String, u32>,
    pub(super) labels: IdVec<LabelId, String>,
    statements: Vec<StatementInfo>,
    temporaries: u32,
    pub(super) breakables: Vec<Breakable>,
    /// The blocks that are open, inner ones last.
    pub(super) scopes: Vec<Scope>,
    /// The cases of the switches around the place that has been reached.
    pub(super) switches: Vec<Vec<CaseLabel>>,
    /// The hidden parameter that says where a struct is returned to.
    pub(super) result: Option<VarId>,
    /// The hidden parameter that leads to further arguments.
    pub(super) more: Option<VarId>,
}

/// Lowers a function.
pub(super) fn lower<'t>(
    lowering: &mut Lowering<'t>,
    function: &'t Function,
    tree: &'t tree::Body,
) -> Procedure {
    let result_type = lowering.tree.types.function(function.ty).map(|function| function.result);
    let variadic = lowering.tree.types.function(function.ty).is_some_and(|function| function.variadic);
    let labels = tree.labels.iter().map(|label| label.name.clone()).collect();
    let mut body = Body {
        lowering,
        function,
        tree,
        variables: IdVec::new(),
        homes: FxHashMap::default(),
        names: FxHashMap::default(),
        labels,
        statements: vec![StatementInfo { span: function.span }],
        temporaries: 0,
        breakables: Vec::new(),
        scopes: Vec::new(),
        switches: Vec::new(),
        result: None,
        more: None,
    };
    let types = &body.lowering.tree.types;
    let by_address = result_type.filter(|&ty| !types.is_scalar(ty) && !types.is_void(ty));
    let returns = result_type.filter(|&ty| types.is_scalar(ty)).map(|ty| body.lowering.content(ty));
    let mut parameters = Vec::new();
    if let Some(ty) = by_address {
        let pointer = body.pointer_to(ty);
        let result = body.variable("result.", pointer, Storage::Value, function.span);
        body.result = Some(result);
        body.lowering.handed.push((result, Handed::Result));
        parameters.push(result);
    }
    let mut statements = Vec::new();
    for (position, &local) in tree.parameters.iter().enumerate() {
        let elements = tree.locals[local].elements.as_ref();
        if let Some(elements) = elements.and_then(|elements| extent::over_parameters(elements, tree)) {
            body.lowering.extents.push((parameters.len(), elements));
        }
        parameters.push(body.parameter(local, position, &mut statements));
    }
    if variadic {
        let more = body.variable("more.", make::ADDRESS, Storage::Value, function.span);
        body.more = Some(more);
        parameters.push(more);
    }
    if function.name == "main" {
        statements.extend(body.lowering.unknown_globals());
    }
    statements.extend(body.block(&tree.statements));
    let end = body.number(tree.end);
    if function.name == "main" && returns.is_some() {
        let value = make::int(0, make::INT, tree.end);
        let mut leaving = body.leaves(Some(value), tree.end);
        if let Some(first) = leaving.first_mut() {
            first.number = Some(end);
        }
        statements.extend(leaving);
    }
    Procedure {
        name: function.name.clone(),
        parameters,
        variables: body.variables,
        returns,
        recursive: true,
        body: statements,
        labels: body.labels,
        statements: body.statements,
        span: function.span,
    }
}

impl Body<'_, '_> {
    /// The end of the function. That of the program is an exit: what was registered for it is called.
    pub(super) fn leaves(&mut self, value: Option<Expr>, span: Span) -> Vec<Stmt> {
        let exit = self.lowering.exit.filter(|_| self.function.name == "main");
        let (Some(exit), Some(status)) = (exit, &value) else {
            return vec![make::stmt(StmtKind::Return(value), span)];
        };
        let mut statements = Vec::new();
        let status = self.repeatable(status.clone(), &mut statements);
        let call = ExprKind::Call(exit, vec![make::argument(status.clone())]);
        statements.push(make::evaluate(make::expr(call, make::INT, span)));
        statements.push(make::stmt(StmtKind::Return(Some(status)), span));
        statements
    }
}

impl Lowering<'_> {
    /// The type of a function as its definition has it: without a prototype, by its parameters.
    pub(super) fn signature(&self, function: &Function) -> Option<FunctionType> {
        let mut signature = self.tree.types.function(function.ty)?.clone();
        if let (false, Some(body)) = (signature.prototyped, &function.body) {
            let parameters = body.parameters.iter().map(|&parameter| body.locals[parameter].ty);
            signature.parameters = parameters.collect();
            signature.prototyped = true;
        }
        Some(signature)
    }
}

impl<'t> Body<'_, 't> {
    /// A numbered statement with its text.
    pub(super) fn number(&mut self, span: Span) -> StatementNumber {
        self.statements.push(StatementInfo { span });
        StatementNumber(self.statements.len() as u32)
    }

    fn variable(&mut self, name: &str, ty: Type, storage: Storage, span: Span) -> VarId {
        self.variables.push(Variable { name: name.to_owned(), ty, storage, initial: Vec::new(), span })
    }

    /// A name that no other variable has: inner variables of a name have a number behind it.
    fn unique(&mut self, name: &str) -> String {
        let count = self.names.entry(name.to_owned()).or_default();
        *count += 1;
        if *count == 1 { name.to_owned() } else { format!("{name}'{count}") }
    }

    /// A variable that holds a scalar for the program.
    pub(super) fn temporary(&mut self, ty: Type, span: Span) -> VarId {
        self.temporaries += 1;
        let name = format!("kept.{}", self.temporaries);
        self.variable(&name, ty, Storage::Automatic, span)
    }

    /// A block of bytes that the program does not name.
    pub(super) fn temporary_block(&mut self, content: Type, bytes: u64, span: Span) -> VarId {
        self.temporaries += 1;
        let name = format!("block.{}", self.temporaries);
        let bytes = make::int(bytes, make::SIZE, span);
        self.variable(&name, Type::Block(Box::new(BlockType { content, bytes })), Storage::Automatic, span)
    }

    /// A value that is read several times; the statements compute it.
    pub(super) fn keep(&mut self, value: Expr, statements: &mut Vec<Stmt>) -> Expr {
        let (ty, span) = (value.ty.clone(), value.span);
        let variable = self.temporary(ty.clone(), span);
        statements.push(make::assign(variable, value, span));
        make::load(variable, ty, span)
    }

    /// A value that can be read several times; unless it is simple, the statements compute it.
    pub(super) fn repeatable(&mut self, value: Expr, statements: &mut Vec<Stmt>) -> Expr {
        if is_simple(&value) { value } else { self.keep(value, statements) }
    }

    fn parameter(&mut self, local: LocalId, position: usize, statements: &mut Vec<Stmt>) -> VarId {
        let tree::Local { name, ty, span, .. } = &self.tree.locals[local];
        let (ty, span) = (*ty, *span);
        let name = if name.is_empty() { &format!("unnamed {}", position + 1) } else { name };
        let name = self.unique(name);
        let types = &self.lowering.tree.types;
        if !types.is_scalar(ty) {
            let pointer = self.pointer_to(ty);
            let variable = self.variable(&name, pointer, Storage::Value, span);
            self.lowering.handed.push((variable, Handed::Copy));
            self.homes.insert(local, Home::Given(variable));
            return variable;
        }
        let signature = self.lowering.signature(self.function);
        let passed = signature.and_then(|signature| signature.parameters.get(position).copied());
        let passed = passed.filter(|&passed| types.is_scalar(passed)).unwrap_or(ty);
        let own = self.lowering.content(ty);
        let passed = self.lowering.content(passed);
        let variable = self.variable(&name, passed.clone(), Storage::Value, span);
        let value = make::as_type(make::load(variable, passed.clone(), span), &own);
        if self.tree.locals[local].addressed {
            let home = self.block_variable(local, &format!("{name}'"));
            let address = make::address(Base::Variable(home), make::ADDRESS, span);
            statements.push(make::stmt(StmtKind::Fresh(home), span));
            statements.push(make::store(address, None, value, span));
        } else if own == passed {
            self.homes.insert(local, Home::Slot(variable));
        } else {
            let slot = self.variable(&format!("{name}'"), own, Storage::Automatic, span);
            self.homes.insert(local, Home::Slot(slot));
            statements.push(make::assign(slot, value, span));
        }
        variable
    }

    /// A block for a variable of the source.
    fn block_variable(&mut self, local: LocalId, name: &str) -> VarId {
        let (ty, span) = (self.tree.locals[local].ty, self.tree.locals[local].span);
        let content = self.lowering.content(ty);
        let bytes = self.size_of(ty, span);
        let block = Type::Block(Box::new(BlockType { content, bytes }));
        let variable = self.variable(name, block, Storage::Automatic, span);
        self.homes.insert(local, Home::Block(variable));
        variable
    }

    /// Where a variable lives; it is made when it is first met.
    pub(super) fn home(&mut self, local: LocalId) -> Home {
        if let Some(&home) = self.homes.get(&local) {
            return home;
        }
        let declared = &self.tree.locals[local];
        let name = match declared.name.as_str() {
            "" => format!("hidden.{}", local.index()),
            name => self.unique(name),
        };
        if self.types().is_scalar(declared.ty) && !declared.addressed {
            let content = self.content(declared.ty);
            let slot = self.variable(&name, content, Storage::Automatic, declared.span);
            self.homes.insert(local, Home::Slot(slot));
            return Home::Slot(slot);
        }
        Home::Block(self.block_variable(local, &name))
    }

    /// The size of a type, which may be computed.
    pub(super) fn size_of(&mut self, ty: TypeId, span: Span) -> Expr {
        use crate::types::Type as C;
        if let Some(size) = self.lowering.tree.types.size(ty) {
            return make::int(size, make::SIZE, span);
        }
        match *self.lowering.tree.types.get(ty) {
            C::Variable(element, Some(bound)) => {
                let size = self.size_of(element, span);
                let length = match self.home(bound) {
                    Home::Slot(variable) => make::load(variable, make::SIZE, span),
                    _ => make::int(0, make::SIZE, span),
                };
                make::binary(sextant_syntax::BinaryOp::Multiply, length, size)
            }
            C::Array(element, Some(length)) => {
                let size = self.size_of(element, span);
                make::binary(sextant_syntax::BinaryOp::Multiply, make::int(length, make::SIZE, span), size)
            }
            // Of an incomplete type nothing is accessed.
            _ => make::int(0, make::SIZE, span),
        }
    }

    /// A new label.
    pub(super) fn label(&mut self, name: &str) -> LabelId {
        let number = self.labels.len();
        self.labels.push(format!("{name}.{number}"))
    }

    /// The label of the source.
    pub(super) fn source_label(&self, label: tree::LabelId) -> LabelId {
        LabelId(label.0)
    }

    /// The text of a statement in front of its body.
    pub(super) fn head(&self, whole: Span, body: Span) -> Span {
        if whole.source != body.source || body.start <= whole.start {
            return whole;
        }
        let head = Span { end: body.start, ..whole };
        let text = self.lowering.sources.snippet(head).trim_end();
        Span { end: head.start + text.len() as u32, ..head }
    }

    /// What lies in an object of a type.
    pub(super) fn content(&mut self, ty: TypeId) -> Type {
        self.lowering.content(ty)
    }

    pub(super) fn types(&self) -> &'t crate::types::Types {
        &self.lowering.tree.types
    }
}
