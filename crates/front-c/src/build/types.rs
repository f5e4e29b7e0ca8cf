//! The texts of types to types.

use sextant_base::Span;

use super::{Symbol, Unit};
use crate::json::{Node, TypeText};
use crate::tree::{ExprKind, LocalId, StmtKind};
use crate::types::{FunctionType, Length, Type, TypeId, UNSIGNED_LONG, Written, parse};

/// What happens to the lengths of arrays that are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lengths {
    /// They are computed here.
    Compute,
    /// They are those of the last declaration that has the same text.
    Recall,
    /// They do not matter: in a prototype.
    Forget,
}

/// A type with the alignment that a typedef gives to it.
pub(super) type Aligned = (TypeId, Option<u64>);

impl Unit<'_> {
    /// The type of an expression.
    pub(super) fn type_of(&mut self, node: &Node<'_>) -> TypeId {
        let span = self.span(node);
        self.type_text(&node.ty, Lengths::Recall, span).0
    }

    /// The type that a text stands for; an error, and `int`, if it is not understood.
    pub(super) fn type_text(&mut self, text: &TypeText<'_>, lengths: Lengths, span: Span) -> Aligned {
        let written = &*text.written;
        let first =
            if written.contains("typeof") && !text.desugared.is_empty() { &*text.desugared } else { written };
        let result = self.parse_type(first, lengths, span);
        let result = match result {
            Err(_) if !text.desugared.is_empty() => self.parse_type(&text.desugared, lengths, span),
            result => result,
        };
        result.unwrap_or_else(|message| {
            self.error(span, message);
            (self.int_type(), None)
        })
    }

    pub(super) fn parse_type(&mut self, text: &str, lengths: Lengths, span: Span) -> Result<Aligned, String> {
        let written = parse(text)?;
        self.resolve(&written, lengths, span)
    }

    pub(super) fn resolve(
        &mut self,
        written: &Written,
        lengths: Lengths,
        span: Span,
    ) -> Result<Aligned, String> {
        let ty = match written {
            Written::Base(ty) => self.program.types.id(ty.clone()),
            Written::Named(name) => return self.named_type(name),
            Written::Tag(name) => match self.scopes.find_tag(name) {
                Some(ty) => ty,
                // A record that only a typedef names is called `struct name` in places.
                None => return self.named_type(name),
            },
            Written::Unnamed(place) => self.scopes.find_unnamed(place).ok_or_else(|| {
                format!("the type without a name at {place} is declared inside an expression")
            })?,
            Written::TypeOf(text) => return self.type_of_text(text, lengths, span),
            Written::Complex(part) => {
                let part = self.resolve(part, lengths, span)?.0;
                self.program.types.id(Type::Complex(part))
            }
            Written::Vector(element, length) => {
                let element = self.resolve(element, lengths, span)?.0;
                let length = length.parse().map_err(|_| "the length of a vector is not understood")?;
                self.program.types.id(Type::Vector(element, length))
            }
            Written::Pointer(to) => {
                let to = self.resolve(to, lengths, span)?.0;
                self.program.types.pointer(to)
            }
            Written::Array(element, length) => {
                // The outer length is computed first.
                let bound = self.length(length, lengths, span)?;
                let (element, align) = self.resolve(element, lengths, span)?;
                let array = match bound {
                    Bound::Known(length) => Type::Array(element, length),
                    Bound::Computed(local) => Type::Variable(element, local),
                };
                return Ok((self.program.types.id(array), align));
            }
            Written::Function { result, parameters, variadic, prototyped } => {
                let result = self.resolve(result, Lengths::Forget, span)?.0;
                let parameters = parameters
                    .iter()
                    .map(|parameter| Ok(self.resolve(parameter, Lengths::Forget, span)?.0))
                    .collect::<Result<Vec<_>, String>>()?;
                let (variadic, prototyped) = (*variadic, *prototyped);
                self.program.types.id(Type::Function(FunctionType {
                    result,
                    parameters,
                    variadic,
                    prototyped,
                }))
            }
        };
        Ok((ty, None))
    }

    fn named_type(&mut self, name: &str) -> Result<Aligned, String> {
        if let Some(Symbol::Typedef(ty, align)) = self.scopes.find_name(name) {
            return Ok((*ty, *align));
        }
        self.scopes.find_tag(name).map(|ty| (ty, None)).ok_or_else(|| match name {
            "_Float16" | "__float128" | "_Float128" | "__bf16" | "__fp16" => {
                format!("numbers of the type {name} are not supported")
            }
            _ => format!("the type `{name}` is not known here"),
        })
    }

    fn length(&mut self, length: &Length, lengths: Lengths, span: Span) -> Result<Bound, String> {
        Ok(match length {
            Length::Unknown => Bound::Known(None),
            Length::Number(number) => Bound::Known(Some(*number)),
            Length::Star => Bound::Computed(None),
            Length::Text(_) if lengths == Lengths::Forget => Bound::Computed(None),
            Length::Text(text) => {
                let known = self.function.as_ref().and_then(|function| function.bound(text));
                match known.filter(|_| lengths == Lengths::Recall) {
                    Some(local) => Bound::Computed(Some(local)),
                    None => self.computed_length(text, span)?,
                }
            }
        })
    }

    /// A length that is computed where the declaration stands.
    fn computed_length(&mut self, text: &str, span: Span) -> Result<Bound, String> {
        let value = self.written_expr(text, span)?;
        if let ExprKind::Int(number) = &value.kind {
            let number = u64::try_from(number).map_err(|_| format!("the length `{text}` is not possible"))?;
            return Ok(Bound::Known(Some(number)));
        }
        let local = self.new_bound(value, span)?;
        if let Some(function) = &mut self.function {
            function.remember_bound(text, local);
        }
        Ok(Bound::Computed(Some(local)))
    }

    /// A variable for a length; the statement that computes it waits for the declaration it belongs to.
    pub(super) fn new_bound(&mut self, value: crate::tree::Expr, span: Span) -> Result<LocalId, String> {
        let ty = self.program.types.int(UNSIGNED_LONG);
        let value = self.convert(value, ty);
        let function = self.function.as_mut().ok_or("an array of computed length outside functions")?;
        let local = function.hidden(ty, span);
        function.pending.push(crate::tree::Stmt { kind: StmtKind::Bound(local, value), span });
        Ok(local)
    }
}

/// The length of an array.
enum Bound {
    Known(Option<u64>),
    Computed(Option<LocalId>),
}
