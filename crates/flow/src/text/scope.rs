//! Names to variables, untyped expressions to typed ones. What is wrong is reported once and becomes `None`.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{Diagnostic, Diagnostics, IdVec, Span};
use sextant_syntax::{
    Bound, Expr, ExprKind, Intrinsic, Memory, Place, ProcId, RealType, Specification, Storage, Type, UnaryOp,
    VarId, Variable,
};

use super::ast::{Name, Node, NodeKind};
use super::known::Known;
use super::located::ELEMENT_WANTED;
use super::parse_expr::DEEPEST_TREE;
use super::words::type_word;
use crate::operands::depth;
use crate::typing::suits::{binary_suits, intrinsic_suits, is_integer, unary_suits};
use crate::typing::{
    INT, TEXT, as_logical, as_number, binary_operands, binary_type, coerce, converts, intrinsic_argument,
    intrinsic_type, same_apart_from_bounds, specified, unary_operand,
};

/// The variables of one graph.
#[derive(Default)]
pub(super) struct Scope {
    pub variables: IdVec<VarId, Variable>,
    pub names: FxHashMap<String, VarId>,
    /// The type of the returned value.
    pub returns: Option<Type>,
    /// What all graphs see.
    pub known: Rc<Known>,
    /// Undeclared names that have been reported.
    unknown: FxHashSet<String>,
}

impl Scope {
    pub fn new(known: Rc<Known>) -> Self {
        Self { known, ..Self::default() }
    }

    pub fn lookup(&mut self, name: &str, span: Span, diagnostics: &mut Diagnostics) -> Option<VarId> {
        let found = self.names.get(name).copied();
        if found.is_none() && self.unknown.insert(name.to_owned()) {
            let message = format!("`{name}` is not declared");
            let help = if self.known.graphs.contains_key(name) {
                "it is a graph; a call is a step of its own: `x := call P(…)`".to_owned()
            } else {
                format!("declare it with `var {name}: int`, or as a parameter")
            };
            diagnostics.push(Diagnostic::error(span, message).with_help(help));
        }
        found
    }

    /// A scalar expression; the tree with its conversions is within the depth allowed.
    pub fn expr(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<Expr> {
        // An operand may be converted twice: a truth value to an integer, that to a real number.
        let may_be_deep = 3 * node.depth > DEEPEST_TREE;
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
        let expr = self.expr(node, diagnostics)?;
        converted(expr, ty, diagnostics)
    }

    pub fn condition(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<Expr> {
        self.expr_of(node, &Type::Logical, diagnostics)
    }

    /// A subscript within an expression.
    pub fn integer(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<Expr> {
        let expr = self.nested(node, diagnostics)?;
        integer(expr, diagnostics)
    }

    /// A bound or a length.
    pub fn whole_integer(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<Expr> {
        let expr = self.expr(node, diagnostics)?;
        integer(expr, diagnostics)
    }

    pub fn nested(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<Expr> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.kind(node, diagnostics))
    }

    fn kind(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<Expr> {
        let span = node.span;
        let (kind, ty) = match node.kind {
            NodeKind::Int(value) => (ExprKind::Int(value), INT),
            NodeKind::Bool(value) => (ExprKind::Bool(value), Type::Logical),
            NodeKind::Real(value, ty) => (ExprKind::Real(value), Type::Real(ty)),
            NodeKind::Text(bytes) => (ExprKind::Text(bytes), TEXT),
            NodeKind::Symbol(name) => (ExprKind::Symbol(name), INT),
            NodeKind::Place(..) => {
                let (place, ty) = self.located(node, diagnostics)?;
                if ty.is_array() {
                    return report(diagnostics, span, ELEMENT_WANTED);
                }
                (ExprKind::Load(place), ty)
            }
            NodeKind::BoundOf(bound, array, dimension) => {
                (self.bound(bound, *array, dimension, diagnostics)?, INT)
            }
            NodeKind::LengthOf(place) => (self.length(*place, diagnostics)?, INT),
            NodeKind::HasStorage(place) => {
                (ExprKind::HasStorage(self.located(*place, diagnostics)?.0), Type::Logical)
            }
            NodeKind::SameStorage(left, right) => {
                let (left, right) = (self.located(*left, diagnostics), self.located(*right, diagnostics));
                (ExprKind::SameStorage(left?.0, right?.0), Type::Logical)
            }
            NodeKind::Procedure(name) => {
                (ExprKind::Procedure(self.graph(&name, diagnostics)?), Type::Procedure)
            }
            NodeKind::Unary(operator, operand) => return self.unary(operator, *operand, span, diagnostics),
            NodeKind::Binary(operator, left, right) => {
                let (left, right) = (self.nested(*left, diagnostics), self.nested(*right, diagnostics));
                let (left, right) = binary_operands(operator, left?, right?);
                if !binary_suits(operator, &left, &right) {
                    return unsuited(&[left, right], span, diagnostics);
                }
                let ty = binary_type(operator, &left.ty, &right.ty);
                (ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty)
            }
            NodeKind::Intrinsic(function, arguments) => {
                return self.intrinsic(function, arguments, span, diagnostics);
            }
            NodeKind::Complex(real, imaginary) => return self.complex(*real, *imaginary, span, diagnostics),
            NodeKind::Convert(ty, operand) => {
                let ty = self.resolve_type(*ty, diagnostics);
                let (operand, ty) = (self.nested(*operand, diagnostics)?, ty?);
                if !converts(&operand.ty, &ty) && !same_apart_from_bounds(&operand.ty, &ty) {
                    let message = format!(
                        "there is no conversion from {} to {}",
                        described(&operand.ty),
                        described(&ty)
                    );
                    return report(diagnostics, span, message);
                }
                (ExprKind::Convert(Box::new(operand)), ty)
            }
            NodeKind::Quantified { all, variable, parts } => {
                let [low, high, body] = *parts;
                let (low, high) = (self.nested(low, diagnostics), self.nested(high, diagnostics));
                let variable = self.bound_variable(variable, diagnostics);
                let body = self.nested(body, diagnostics);
                let (low, high, body) = (low?, high?, body?);
                let quantified = Specification::Quantified { all, variable: variable?, low, high, body };
                (ExprKind::Specification(Box::new(specified(quantified))), Type::Logical)
            }
            NodeKind::Old(operand) => {
                let operand = self.nested(*operand, diagnostics)?;
                let ty = operand.ty.clone();
                (ExprKind::Specification(Box::new(Specification::Old(operand))), ty)
            }
            NodeKind::Result => {
                let Some(ty) = self.returns.clone() else {
                    return report(diagnostics, span, "the graph's head says no type of a returned value");
                };
                (ExprKind::Specification(Box::new(Specification::Result)), ty)
            }
            NodeKind::Ascribe(ty, inner) => {
                let ty = self.resolve_type(*ty, diagnostics);
                return self.ascribed(ty?, *inner, span, diagnostics);
            }
            NodeKind::Wrap(ty, operand) => {
                let ty = self.resolve_type(*ty, diagnostics);
                let (operand, ty) = (self.nested(*operand, diagnostics)?, ty?);
                let discrete = |ty: &Type| matches!(ty, Type::Int(_) | Type::Pointer(_));
                if !discrete(&operand.ty) || !discrete(&ty) {
                    return unsuited(&[operand], span, diagnostics);
                }
                (ExprKind::Wrap(Box::new(operand)), ty)
            }
            NodeKind::AddressOf(_)
            | NodeKind::Displaced(..)
            | NodeKind::ComponentOf(..)
            | NodeKind::Distance(..)
            | NodeKind::Aligned(..)
            | NodeKind::Fetch(..) => return self.memory(node.kind, span, diagnostics),
            NodeKind::Absent => return report(diagnostics, span, "`absent` stands only for an argument"),
            NodeKind::Broken => return None,
        };
        Some(Expr { kind, ty, span })
    }

    /// The variable of a quantifier; it need not be declared.
    fn bound_variable(&mut self, name: Name, diagnostics: &mut Diagnostics) -> Option<VarId> {
        if let Some(&known) = self.names.get(&name.text) {
            if matches!(self.variables[known].ty, Type::Int(_)) {
                return Some(known);
            }
            return report(diagnostics, name.span, format!("`{}` is not an integer", name.text));
        }
        let variable = Variable {
            name: name.text.clone(),
            ty: INT,
            storage: Storage::Automatic,
            initial: Vec::new(),
            span: name.span,
        };
        let id = self.variables.push(variable);
        self.names.insert(name.text, id);
        Some(id)
    }

    fn unary(
        &mut self,
        operator: UnaryOp,
        operand: Node,
        span: Span,
        diagnostics: &mut Diagnostics,
    ) -> Option<Expr> {
        let operand = unary_operand(operator, self.nested(operand, diagnostics)?);
        if !unary_suits(operator, &operand) {
            return unsuited(&[operand], span, diagnostics);
        }
        let ty = operand.ty.clone();
        Some(Expr { kind: ExprKind::Unary(operator, Box::new(operand)), ty, span })
    }

    fn intrinsic(
        &mut self,
        function: Intrinsic,
        arguments: Vec<Node>,
        span: Span,
        diagnostics: &mut Diagnostics,
    ) -> Option<Expr> {
        let arguments: Vec<Option<Expr>> = arguments
            .into_iter()
            .enumerate()
            .map(|(position, argument)| {
                Some(intrinsic_argument(function, position, self.nested(argument, diagnostics)?))
            })
            .collect();
        let arguments: Vec<Expr> = arguments.into_iter().collect::<Option<_>>()?;
        if !intrinsic_suits(function, &arguments) {
            return unsuited(&arguments, span, diagnostics);
        }
        let ty = intrinsic_type(function, &arguments);
        Some(Expr { kind: ExprKind::Intrinsic(function, arguments), ty, span })
    }

    /// A complex number; its parts have the wider real type of the two.
    fn complex(
        &mut self,
        real: Node,
        imaginary: Node,
        span: Span,
        diagnostics: &mut Diagnostics,
    ) -> Option<Expr> {
        let (real, imaginary) = (self.nested(real, diagnostics), self.nested(imaginary, diagnostics));
        let (real, imaginary) = (as_number(real?), as_number(imaginary?));
        let double = Type::Real(RealType::Double);
        let wide = real.ty == double || imaginary.ty == double;
        let ty = if wide { RealType::Double } else { RealType::Single };
        let real = converted(real, &Type::Real(ty), diagnostics);
        let imaginary = converted(imaginary, &Type::Real(ty), diagnostics);
        let kind = ExprKind::Complex(Box::new(real?), Box::new(imaginary?));
        Some(Expr { kind, ty: Type::Complex(ty), span })
    }

    fn bound(
        &mut self,
        bound: Bound,
        array: Node,
        dimension: Option<u32>,
        diagnostics: &mut Diagnostics,
    ) -> Option<ExprKind> {
        let span = array.span;
        let (place, ty) = self.located(array, diagnostics)?;
        match (dimension, place) {
            _ if !ty.is_array() => report(diagnostics, span, "what is no array has no bounds"),
            (None, Place::Variable(variable)) if ty.rank() == 1 => Some(ExprKind::BoundOf(bound, variable)),
            (Some(dimension), place) if (1..=ty.rank()).contains(&(dimension as usize)) => {
                Some(ExprKind::DimensionOf(bound, place, dimension as usize - 1))
            }
            _ => report(
                diagnostics,
                span,
                format!("the number of a dimension from 1 to {} is needed", ty.rank()),
            ),
        }
    }

    fn length(&mut self, place: Node, diagnostics: &mut Diagnostics) -> Option<ExprKind> {
        let span = place.span;
        let (place, ty) = self.located(place, diagnostics)?;
        if matches!(ty.scalar(), Type::Text(_)) {
            return Some(ExprKind::LengthOf(place));
        }
        report(diagnostics, span, "what is no text has no length")
    }

    pub fn graph(&mut self, name: &Name, diagnostics: &mut Diagnostics) -> Option<ProcId> {
        match self.known.graphs.get(&name.text) {
            Some(&procedure) => Some(procedure),
            None => report(diagnostics, name.span, format!("there is no graph `{}` in this file", name.text)),
        }
    }

    /// `(expression: type)` gives a constant, a symbol or the result of an operation another type.
    fn ascribed(&mut self, ty: Type, inner: Node, span: Span, diagnostics: &mut Diagnostics) -> Option<Expr> {
        let expr = self.nested(inner, diagnostics)?;
        let allowed = match &expr.kind {
            ExprKind::Symbol(_) => !ty.is_array() && !matches!(ty, Type::Procedure | Type::Handle(_)),
            ExprKind::Memory(memory) if matches!(**memory, Memory::Fetch { .. }) => ty.is_simple(),
            ExprKind::Load(_) | ExprKind::Convert(_) | ExprKind::Call(..) | ExprKind::Specification(_) => {
                false
            }
            ExprKind::Real(_) => matches!(ty, Type::Real(_)),
            ExprKind::Intrinsic(Intrinsic::Nearest, arguments) if arguments[0].ty == ty => true,
            _ => matches!(
                (&expr.ty, &ty),
                (Type::Int(_), Type::Int(_))
                    | (Type::Logical, Type::Logical)
                    | (Type::Pointer(_), Type::Pointer(_))
                    | (Type::Text(_), Type::Text(_))
            ),
        };
        if allowed {
            return Some(Expr { ty, span, ..expr });
        }
        let message = "this has a type of its own; to convert it write the type before the brackets";
        report(diagnostics, span, message)
    }

    /// A scalar place that gets a value.
    pub fn target(&mut self, node: Node, diagnostics: &mut Diagnostics) -> Option<(Place, Type)> {
        let span = node.span;
        let (place, ty) = self.located(node, diagnostics)?;
        if ty.is_array() {
            return report(diagnostics, span, "a whole array cannot get a value; assign its elements");
        }
        Some((place, ty))
    }
}

fn integer(expr: Expr, diagnostics: &mut Diagnostics) -> Option<Expr> {
    let expr = as_number(expr);
    if is_integer(&expr) {
        return Some(expr);
    }
    report(diagnostics, expr.span, format!("an integer is needed here, not {}", described(&expr.ty)))
}

/// The expression as a value of the type, if it can be one.
pub(super) fn converted(expr: Expr, ty: &Type, diagnostics: &mut Diagnostics) -> Option<Expr> {
    let expr = if *ty == Type::Logical { as_logical(expr) } else { coerce(expr, ty) };
    if same_apart_from_bounds(&expr.ty, ty) {
        return Some(expr);
    }
    let message = format!("{} is needed here, not {}", described(ty), described(&expr.ty));
    report(diagnostics, expr.span, message)
}

/// Reports something.
pub(super) fn report<T>(diagnostics: &mut Diagnostics, span: Span, message: impl Into<String>) -> Option<T> {
    diagnostics.push(Diagnostic::error(span, message));
    None
}

fn unsuited(operands: &[Expr], span: Span, diagnostics: &mut Diagnostics) -> Option<Expr> {
    let types: Vec<String> = operands.iter().map(|operand| described(&operand.ty)).collect();
    report(diagnostics, span, format!("this operation is not for {}", types.join(" and ")))
}

/// A type as a message calls it.
fn described(ty: &Type) -> String {
    let array = if ty.is_array() { "array of " } else { "" };
    format!("`{array}{}`", type_word(ty))
}
