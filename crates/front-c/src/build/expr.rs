//! Expressions.

use dashu_int::IBig;
use sextant_base::Span;

use super::types::Lengths;
use super::{Symbol, Unit};
use crate::json::{Flag, Node};
use crate::tree::{Constant, Expr, ExprKind, Stmt, StmtKind};
use crate::types::TypeId;

impl Unit<'_> {
    /// An expression.
    pub(super) fn expr(&mut self, node: &Node<'_>) -> Expr {
        self.deeper(
            node,
            |unit| unit.expr_here(node),
            |unit| {
                let span = unit.span(node);
                unit.zero(span)
            },
        )
    }

    fn expr_here(&mut self, node: &Node<'_>) -> Expr {
        let span = self.span(node);
        match (&*node.kind, node.inner.as_slice()) {
            ("ParenExpr" | "PredefinedExpr" | "FullExpr" | "ExprWithCleanups", [inner, ..]) => {
                self.expr(inner)
            }
            ("ConstantExpr", [inner, ..]) => self.constant_expr(node, inner),
            ("IntegerLiteral" | "CharacterLiteral", _) => self.integer_literal(node, span),
            ("FloatingLiteral", _) => self.floating_literal(node, span),
            ("StringLiteral", _) => self.string_literal(node, span),
            ("DeclRefExpr", _) => self.reference(node, span),
            ("ImplicitCastExpr" | "CStyleCastExpr", [operand, ..]) => self.cast(node, operand, span),
            ("UnaryOperator", [operand, ..]) => self.unary(node, operand, span),
            ("BinaryOperator", [left, right, ..]) => self.binary(node, left, right, span),
            ("CompoundAssignOperator", [place, value, ..]) => self.update(node, place, value, span),
            ("ConditionalOperator", [condition, then, otherwise, ..]) => {
                let ty = self.type_of(node);
                let parts = [condition, then, otherwise].map(|part| Box::new(self.expr(part)));
                let [condition, then, otherwise] = parts;
                Expr { kind: ExprKind::Conditional(condition, then, otherwise), ty, span }
            }
            ("BinaryConditionalOperator", [common, condition, then, otherwise, ..]) => {
                self.otherwise(common, [condition, then, otherwise], span)
            }
            ("OpaqueValueExpr", _) => self.shared_value(node, span),
            ("ArraySubscriptExpr", [base, index, ..]) => self.subscript(node, base, index, span),
            ("MemberExpr", [base, ..]) => self.member(node, base, span),
            ("CallExpr", [callee, arguments @ ..]) => self.call(node, callee, arguments, span),
            ("InitListExpr", _) => self.braced_scalar(node, span),
            ("ImplicitValueInitExpr", _) => {
                let ty = self.type_of(node);
                self.zero_of(ty, span)
            }
            ("CompoundLiteralExpr", [initial, ..]) => self.compound_literal(node, initial, span),
            ("UnaryExprOrTypeTraitExpr", _) => self.size_or_alignment(node, span),
            ("StmtExpr", [block, ..]) => self.statement_expr(node, block, span),
            ("VAArgExpr", [list, ..]) => {
                let ty = self.type_of(node);
                Expr { kind: ExprKind::NextArgument(Box::new(self.expr(list))), ty, span }
            }
            ("AddrLabelExpr", _) => {
                let ty = self.type_of(node);
                let label = self.label(node.target, &node.name);
                if let Some(function) = &mut self.function {
                    function.labels[label].addressed = true;
                }
                Expr { kind: ExprKind::LabelAddress(label), ty, span }
            }
            ("GenericSelectionExpr", children) => {
                let chosen = children.iter().find(|child| child.is(Flag::Selected));
                match chosen.and_then(|chosen| chosen.inner.last()) {
                    Some(chosen) => self.expr(chosen),
                    None => self.unsupported(node, "a generic selection that clang does not explain", span),
                }
            }
            ("ChooseExpr", [condition, then, otherwise, ..]) => {
                let condition = self.expr(condition);
                let holds = self.constant(&condition) != Some(Constant::Int(IBig::ZERO));
                self.expr(if holds { then } else { otherwise })
            }
            ("AtomicExpr", operands) => self.atomic(node, operands, span),
            ("ImaginaryLiteral", _) => self.unsupported(node, "complex numbers", span),
            ("ShuffleVectorExpr" | "ConvertVectorExpr" | "ExtVectorElementExpr", _) => {
                self.unsupported(node, "vectors", span)
            }
            (kind, _) => self.unsupported(node, &format!("an expression of the kind {kind}"), span),
        }
    }

    /// A constant expression; clang may say its value.
    fn constant_expr(&mut self, node: &Node<'_>, inner: &Node<'_>) -> Expr {
        match node.value.parse::<IBig>() {
            Ok(value) => {
                let (span, ty) = (self.span(node), self.type_of(node));
                Expr { kind: ExprKind::Int(value), ty, span }
            }
            Err(_) => self.expr(inner),
        }
    }

    /// A name.
    fn reference(&mut self, node: &Node<'_>, span: Span) -> Expr {
        let Some(refers) = &node.refers else {
            return self.unsupported(node, "a name without a meaning", span);
        };
        let symbol = match self.symbols.get(&refers.id) {
            Some(symbol) => symbol.clone(),
            None => match &*refers.kind {
                // Declared by clang itself, or in a place that the tree does not show.
                "FunctionDecl" => {
                    let ty = self.type_text(&refers.ty, Lengths::Forget, span).0;
                    Symbol::Function(self.link_function(&refers.name, ty, false, span))
                }
                "VarDecl" => {
                    let ty = self.type_text(&refers.ty, Lengths::Recall, span).0;
                    Symbol::Global(self.link_global(&refers.name, ty, false, span))
                }
                _ => {
                    return self.unsupported(
                        node,
                        &format!("the name {} is declared inside an expression", refers.name),
                        span,
                    );
                }
            },
        };
        self.symbol(&symbol, span)
    }

    /// What a name stands for, as an expression.
    pub(super) fn symbol(&mut self, symbol: &Symbol, span: Span) -> Expr {
        match symbol {
            Symbol::Local(id) => {
                let ty = self.function.as_ref().map(|function| function.locals[*id].ty);
                let ty = ty.unwrap_or_else(|| self.int_type());
                Expr { kind: ExprKind::Local(*id), ty, span }
            }
            Symbol::Global(id) => {
                Expr { kind: ExprKind::Global(*id), ty: self.program.globals[*id].ty, span }
            }
            Symbol::Function(id) => {
                Expr { kind: ExprKind::Function(*id), ty: self.program.functions[*id].ty, span }
            }
            Symbol::Constant(value, ty) => Expr { kind: ExprKind::Int(value.clone()), ty: *ty, span },
            Symbol::Typedef(..) => self.zero(span),
        }
    }

    /// `a ?: b`: the value of `a` is kept in a variable that no program names.
    fn otherwise(&mut self, common: &Node<'_>, parts: [&Node<'_>; 3], span: Span) -> Expr {
        let value = self.expr(common);
        let kept = self.function.as_mut().map(|function| {
            let local = function.hidden(value.ty, value.span);
            function.shared.insert(common.id, local);
            local
        });
        let [condition, then, otherwise] = parts.map(|part| Box::new(self.expr(part)));
        let ty = then.ty;
        let chosen = Expr { kind: ExprKind::Conditional(condition, then, otherwise), ty, span };
        match kept {
            Some(local) => {
                let place = Expr { kind: ExprKind::Local(local), ty: value.ty, span: value.span };
                let keep = Expr {
                    ty: value.ty,
                    span: value.span,
                    kind: ExprKind::Assign(Box::new(place), Box::new(value)),
                };
                Expr { kind: ExprKind::Comma(Box::new(keep), Box::new(chosen)), ty, span }
            }
            None => chosen,
        }
    }

    /// A value that the expression around it uses twice.
    fn shared_value(&mut self, node: &Node<'_>, span: Span) -> Expr {
        let Some(source) = node.inner.first() else {
            return self.unsupported(node, "a value of the compiler", span);
        };
        let kept = self.function.as_ref().and_then(|function| function.shared.get(&source.id)).copied();
        match kept {
            Some(local) => {
                let place = self.symbol(&Symbol::Local(local), span);
                self.load(place)
            }
            None => self.expr(source),
        }
    }

    fn member(&mut self, node: &Node<'_>, base: &Node<'_>, span: Span) -> Expr {
        let base = self.expr(base);
        let base = if node.is(Flag::Arrow) { self.deref(base) } else { base };
        let Some(&(record, field)) = self.members.get(&node.target) else {
            return self.unsupported(
                node,
                &format!("the member {} is declared inside an expression", node.name),
                span,
            );
        };
        let ty = self.program.types.records[record].fields.as_ref().and_then(|fields| fields.get(field));
        let ty = ty.map_or(base.ty, |field| field.ty);
        Expr { kind: ExprKind::Member(Box::new(base), record, field), ty, span }
    }

    /// `({ … })`: the value is that of the last statement, if it is an expression.
    fn statement_expr(&mut self, node: &Node<'_>, block: &Node<'_>, span: Span) -> Expr {
        let ty = self.type_of(node);
        let mut statements = self.block(block);
        let mut value = None;
        if !self.program.types.is_void(ty) {
            match statements.pop() {
                Some(Stmt { kind: StmtKind::Expr(last), .. }) => value = Some(Box::new(last)),
                Some(other) => return self.labelled_value(other, statements, ty, span),
                None => {}
            }
        }
        let ty = value.as_ref().map_or(ty, |value| value.ty);
        Expr { kind: ExprKind::Statements(statements, value), ty, span }
    }

    /// `({ …; label: value; })`
    fn labelled_value(&mut self, last: Stmt, mut statements: Vec<Stmt>, ty: TypeId, span: Span) -> Expr {
        let mut last = last;
        loop {
            match last.kind {
                StmtKind::Label(label, inner) => {
                    let empty = Stmt { kind: StmtKind::Empty, span: last.span };
                    statements.push(Stmt { kind: StmtKind::Label(label, Box::new(empty)), span: last.span });
                    last = *inner;
                }
                StmtKind::Expr(value) => {
                    return Expr { kind: ExprKind::Statements(statements, Some(Box::new(value))), ty, span };
                }
                _ => {
                    self.error(last.span, "the last statement of a statement expression has no value");
                    return self.zero(span);
                }
            }
        }
    }

    /// What is understood and cannot be executed.
    pub(super) fn unsupported(&mut self, node: &Node<'_>, what: &str, span: Span) -> Expr {
        let ty = self.type_of(node);
        Expr { kind: ExprKind::Unsupported(what.to_owned()), ty, span }
    }

    /// The number 0, an `int`.
    pub(super) fn zero(&mut self, span: Span) -> Expr {
        let ty = self.int_type();
        Expr { kind: ExprKind::Int(IBig::ZERO), ty, span }
    }

    /// The zero of a scalar type.
    pub(super) fn zero_of(&mut self, ty: TypeId, span: Span) -> Expr {
        let kind = match self.program.types.float(ty) {
            Some(_) => ExprKind::Real(0.0),
            None => ExprKind::Int(IBig::ZERO),
        };
        Expr { kind, ty, span }
    }
}
