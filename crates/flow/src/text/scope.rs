//! Names to variables, untyped expressions to typed ones. What is wrong is reported once and becomes `None`.

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{Diagnostic, Diagnostics, IdVec, Span};
use sextant_syntax::{Argument, ArrayBounds, Expr, ExprKind, Passing, Place, Type, UnaryOp, VarId, Variable};

use super::ast::{BoundsNode, Name, Node, NodeKind, TypeNode};
use super::parse_expr::DEEPEST_TREE;
use crate::typing::{
    INT, as_integer, as_logical, binary_operands, binary_type, coerce, is_constant, place_type,
    same_apart_from_bounds, unary_operand, widest,
};

/// The variables of one graph.
#[derive(Default)]
pub(super) struct Scope {
    pub variables: IdVec<VarId, Variable>,
    pub names: FxHashMap<String, VarId>,
    /// Undeclared names that have been reported.
    unknown: FxHashSet<String>,
}

impl Scope {
    fn lookup(&mut self, name: &str, span: Span, diagnostics: &mut Diagnostics) -> Option<VarId> {
        let found = self.names.get(name).copied();
        if found.is_none() && self.unknown.insert(name.to_owned()) {
            let message = format!("`{name}` is not declared");
            let help = format!("declare it with `var {name}: int`, or as a parameter");
            diagnostics.push(Diagnostic::error(span, message).with_help(help));
        }
        found
    }

    /// The name of a variable that must be an array.
    fn array(&mut self, name: &Name, diagnostics: &mut Diagnostics) -> Option<VarId> {
        let variable = self.lookup(&name.text, name.span, diagnostics)?;
        if self.variables[variable].ty.is_array() {
            return Some(variable);
        }
        diagnostics.push(Diagnostic::error(name.span, format!("`{}` is not an array", name.text)));
        None
    }

    /// A scalar expression; the tree with its conversions is within the depth allowed.
    pub fn expr(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<Expr> {
        let may_be_deep = 2 * node.depth > DEEPEST_TREE;
        let span = node.span;
        let expr = self.nested(node, diagnostics)?;
        if may_be_deep && depth(&expr) > DEEPEST_TREE {
            let message = "this expression with its conversions is nested too deeply";
            diagnostics.push(Diagnostic::error(span, message));
            return None;
        }
        Some(expr)
    }

    /// An expression converted to a type.
    pub fn expr_of(&mut self, node: Node, ty: &Type, diagnostics: &mut Diagnostics) -> Option<Expr> {
        self.expr(node, diagnostics).map(|expr| coerce(expr, ty))
    }

    pub fn condition(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<Expr> {
        self.expr(node, diagnostics).map(as_logical)
    }

    fn nested(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<Expr> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.kind(node, diagnostics))
    }

    fn kind(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<Expr> {
        let span = node.span;
        let (kind, ty) = match node.kind {
            NodeKind::Int(value) => (ExprKind::Int(value), INT),
            NodeKind::Bool(value) => (ExprKind::Bool(value), Type::Logical),
            NodeKind::Symbol(name) => (ExprKind::Symbol(name), INT),
            NodeKind::Variable(_) | NodeKind::Element(..) => {
                let (place, ty) = self.located(node, diagnostics)?;
                if ty.is_array() {
                    let message =
                        "an array stands alone only as an argument; here one of its elements is needed";
                    diagnostics.push(Diagnostic::error(span, message));
                    return None;
                }
                (ExprKind::Load(place), ty)
            }
            NodeKind::BoundOf(bound, array) => {
                (ExprKind::BoundOf(bound, self.array(&array, diagnostics)?), INT)
            }
            NodeKind::Unary(operator, operand) => {
                let operand = unary_operand(operator, self.nested(*operand, diagnostics)?);
                let ty = if operator == UnaryOp::Not { Type::Logical } else { operand.ty.clone() };
                (ExprKind::Unary(operator, Box::new(operand)), ty)
            }
            NodeKind::Binary(operator, left, right) => {
                let (left, right) = (self.nested(*left, diagnostics), self.nested(*right, diagnostics));
                let (left, right) = binary_operands(operator, left?, right?);
                let ty = binary_type(operator, &left.ty, &right.ty);
                (ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty)
            }
            NodeKind::Intrinsic(function, arguments) => {
                let arguments = arguments.into_iter().map(|argument| self.nested(argument, diagnostics));
                let arguments: Vec<Expr> =
                    arguments.map(|argument| argument.map(as_integer)).collect::<Option<_>>()?;
                let ty = widest(&arguments);
                (ExprKind::Intrinsic(function, arguments), ty)
            }
            NodeKind::Convert(ty, operand) => {
                (ExprKind::Convert(Box::new(self.nested(*operand, diagnostics)?)), ty)
            }
            NodeKind::Ascribe(ty, inner) => return self.ascribed(ty, *inner, span, diagnostics),
            NodeKind::Broken => return None,
        };
        Some(Expr { kind, ty, span })
    }

    /// `(expression: type)` gives a constant, a symbol or the result of an operation another type.
    fn ascribed(&mut self, ty: Type, inner: Node, span: Span, diagnostics: &mut Diagnostics) -> Option<Expr> {
        let expr = self.nested(inner, diagnostics)?;
        let allowed = match &expr.kind {
            ExprKind::Symbol(_) => true,
            ExprKind::Load(_) | ExprKind::Convert(_) | ExprKind::Call(..) => false,
            _ => matches!((&expr.ty, &ty), (Type::Int(_), Type::Int(_)) | (Type::Logical, Type::Logical)),
        };
        if allowed {
            return Some(Expr { ty, span, ..expr });
        }
        let message = "this has a type of its own; to convert it write the type before the brackets";
        diagnostics.push(Diagnostic::error(span, message));
        None
    }

    /// A place with its type; of a whole variable that may be an array.
    fn located(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<(Place, Type)> {
        match node.kind {
            NodeKind::Variable(name) => {
                let variable = self.lookup(&name, node.span, diagnostics)?;
                let place = Place::Variable(variable);
                let ty = place_type(&self.variables[variable].ty, &place);
                Some((place, ty))
            }
            NodeKind::Element(name, subscript) => {
                let variable = self.array(&name, diagnostics);
                let subscript = self.nested(*subscript, diagnostics).map(as_integer);
                let variable = variable?;
                let ty = self.variables[variable].ty.scalar().clone();
                Some((Place::Element(variable, Box::new(subscript?)), ty))
            }
            NodeKind::Broken => None,
            _ => {
                let message = "only a variable or an element of an array can get a value";
                diagnostics.push(Diagnostic::error(node.span, message));
                None
            }
        }
    }

    /// A scalar place that gets a value.
    pub fn target(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<(Place, Type)> {
        let span = node.span;
        let (place, ty) = self.located(node, diagnostics)?;
        if ty.is_array() {
            let message = "a whole array cannot get a value; assign its elements";
            diagnostics.push(Diagnostic::error(span, message));
            return None;
        }
        Some((place, ty))
    }

    /// An argument for a parameter: a bare place of the parameter's type is passed by reference, all else as
    /// a copy.
    pub fn argument(
        &mut self,
        node: Node,
        parameter: &Type,
        diagnostics: &mut Diagnostics,
    ) -> Option<Argument> {
        let bare = !node.bracketed && matches!(node.kind, NodeKind::Variable(_) | NodeKind::Element(..));
        if parameter.is_array() {
            return self.array_argument(node, parameter, diagnostics);
        }
        let expr = self.expr(node, diagnostics)?;
        if bare && expr.ty == *parameter {
            return Some(Argument { expr, passing: Passing::Reference });
        }
        Some(Argument { expr: coerce(expr, parameter), passing: Passing::Copy })
    }

    fn array_argument(
        &mut self,
        node: Node,
        parameter: &Type,
        diagnostics: &mut Diagnostics,
    ) -> Option<Argument> {
        let span = node.span;
        let passing = if node.bracketed { Passing::Copy } else { Passing::Reference };
        let located = match &node.kind {
            NodeKind::Broken => return None,
            NodeKind::Variable(_) => Some(self.located(node, diagnostics)?),
            _ => None,
        };
        match located {
            Some((place, ty)) if same_apart_from_bounds(&ty, parameter) => {
                Some(Argument { expr: Expr { kind: ExprKind::Load(place), ty, span }, passing })
            }
            _ => {
                let message = "the parameter is an array; the argument must be an array with such elements";
                diagnostics.push(Diagnostic::error(span, message));
                None
            }
        }
    }

    /// A type whose bounds may speak of variables.
    pub fn resolve_type(&mut self, node: TypeNode, diagnostics: &mut Diagnostics) -> Option<Type> {
        match node.bounds {
            BoundsNode::Scalar => Some(node.scalar),
            BoundsNode::OfArgument => Some(Type::Array(Box::new(node.scalar), ArrayBounds::OfArgument)),
            BoundsNode::Given(low, high) => {
                let one = Some(Expr { kind: ExprKind::Int(1.into()), ty: INT, span: node.span });
                let low = low.map_or(one, |low| self.expr(low, diagnostics));
                let high = self.expr(high, diagnostics);
                let low = Box::new(as_integer(low?));
                let high = Box::new(as_integer(high?));
                Some(Type::Array(Box::new(node.scalar), ArrayBounds::Given { low, high }))
            }
        }
    }
}

/// Whether the bounds are the same whenever they are computed.
pub(super) fn has_constant_bounds(ty: &Type) -> bool {
    match ty {
        Type::Array(_, ArrayBounds::Given { low, high }) => is_constant(low) && is_constant(high),
        _ => true,
    }
}

/// The number of levels of a tree.
fn depth(expr: &Expr) -> usize {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &expr.kind {
        ExprKind::Load(Place::Element(_, operand))
        | ExprKind::Unary(_, operand)
        | ExprKind::Convert(operand) => 1 + depth(operand),
        ExprKind::Binary(_, left, right) => 1 + depth(left).max(depth(right)),
        ExprKind::Intrinsic(_, arguments) => 1 + arguments.iter().map(depth).max().unwrap_or(0),
        _ => 1,
    })
}
