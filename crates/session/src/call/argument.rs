//! Arguments of numbers and truth values, arrays of these, handles; everything else is made of several values.

use dashu_int::IBig;
use sextant_base::Span;
use sextant_expr::{Scalar, Sort, Table};
use sextant_state::{EntryArgument, EntryValue, constant_bounds};
use sextant_syntax::{ArrayBounds, CallArgument, Expr, TextLength, Type};

use super::Reader;
use super::storage::{Rest, Written, int};

impl Reader<'_> {
    /// An argument that is symbolic under the name of its parameter.
    pub(super) fn symbolic_argument(&mut self, name: &str, ty: &Type, span: Span) -> Option<EntryArgument> {
        let chosen = self.options.chosen.size.filter(|_| is_open(ty)).map(|size| int(size, span));
        match ty {
            Type::Pointer(_) if self.options.chosen.null.contains(name) => {
                Some(EntryArgument::Value(EntryValue::Int(IBig::ZERO)))
            }
            Type::Pointer(_) => self.symbolic_pointer(name, ty, span),
            Type::Array(of, declared) if of.is_simple() => {
                let bounds = chosen_bounds(of, declared, chosen.as_ref());
                self.array(name, declared, &bounds, &[], ty, span)
            }
            _ if ty.is_simple() && *ty != Type::Procedure => {
                let element = self.sort(ty);
                self.name(name, Sort::Scalar(element), span);
                let mut table = Table::new();
                let symbol = table.symbol(name, Sort::Scalar(element));
                let value = EntryValue::Term((table, symbol).into());
                Some(EntryArgument::Scalar { name: name.to_owned(), value })
            }
            Type::Procedure => {
                self.error(span, format!("say which procedure {name} stands for, as an argument"))
            }
            Type::Handle(target) if self.options.chosen.size.is_some() => {
                let target = Some(Box::new(self.symbolic_argument(name, target, span)?));
                Some(EntryArgument::Handle { name: name.to_owned(), target })
            }
            Type::Handle(target) => {
                let how = if target.is_array() { format!("{name}(1:3)") } else { format!("{name} = value") };
                let what = format!(
                    "parameter {name} is allocatable or a pointer: call it with {how} for storage, {name} for none"
                );
                self.error(span, what)
            }
            _ => {
                let bounds = match ty {
                    Type::Array(of, declared) => chosen_bounds(of, declared, chosen.as_ref()),
                    _ => Vec::new(),
                };
                let length = chosen.as_ref().filter(|_| has_open_length(ty));
                let written = Written {
                    name,
                    parameter: name,
                    bounds: &bounds,
                    length,
                    values: &[],
                    in_array: ty.is_array(),
                    span,
                };
                self.storage(&written, ty, Rest::Symbolic)
            }
        }
    }

    pub(super) fn argument(
        &mut self,
        argument: &CallArgument,
        parameter: &str,
        ty: &Type,
    ) -> Option<EntryArgument> {
        if matches!(ty, Type::Pointer(_)) {
            return self.pointer(argument, parameter, ty);
        }
        match argument {
            CallArgument::Absent(_) => Some(EntryArgument::Absent),
            CallArgument::Value(expr) if ty.is_array() => {
                self.error(expr.span, format!("parameter {parameter} is an array: give a name, as in A(1:5)"))
            }
            CallArgument::Value(expr) if ty.is_simple() => {
                self.typed_value(expr, ty).map(EntryArgument::Value)
            }
            CallArgument::Value(expr) => self.temporary(expr, parameter, ty),
            CallArgument::Variable { name, span, .. } if *ty == Type::Procedure => {
                let procedure = self.procedure(name, *span)?;
                Some(EntryArgument::Value(EntryValue::Procedure(procedure)))
            }
            CallArgument::Variable { name, bounds, length, values, span } => {
                let length = length.as_ref();
                let in_array = ty.target().is_array();
                let written = Written { name, parameter, bounds, length, values, in_array, span: *span };
                self.variable(&written, ty)
            }
        }
    }

    fn variable(&mut self, written: &Written<'_>, ty: &Type) -> Option<EntryArgument> {
        let Written { name, parameter, bounds, length, values, span, .. } = *written;
        if let Type::Handle(target) = ty {
            let has_storage = !bounds.is_empty() || length.is_some() || !values.is_empty();
            let target = if has_storage { Some(Box::new(self.variable(written, target)?)) } else { None };
            return Some(EntryArgument::Handle { name: name.to_owned(), target });
        }
        if length.is_some() && !matches!(ty.scalar(), Type::Text(_)) {
            return self.error(span, format!("parameter {parameter} is no text: it has no length"));
        }
        match ty {
            Type::Array(of, declared) if of.is_simple() => {
                self.array(name, declared, bounds, values, ty, span)
            }
            Type::Array(..) => self.storage(written, ty, Rest::Symbolic),
            Type::Text(_) => self.storage(written, ty, Rest::Undefined),
            _ if !bounds.is_empty() => self.error(span, format!("parameter {parameter} is not an array")),
            _ if ty.is_simple() => self.scalar(name, values, ty, span),
            _ => self.storage(written, ty, Rest::Undefined),
        }
    }

    fn scalar(&mut self, name: &str, values: &[Expr], ty: &Type, span: Span) -> Option<EntryArgument> {
        // The variable is no symbol, but an array of the same name would be.
        if matches!(self.names.sorts.get(name), Some(Sort::Array(_))) {
            return self.error(span, format!("{name} is an array in this call"));
        }
        let value = match values {
            [] => EntryValue::Undefined,
            [value] => self.typed_value(value, ty)?,
            _ => return self.error(span, format!("{name} is not an array: give one value")),
        };
        Some(EntryArgument::Scalar { name: name.to_owned(), value })
    }

    /// An array of numbers or truth values. One of several dimensions has its elements in storage order.
    fn array(
        &mut self,
        name: &str,
        declared: &[ArrayBounds],
        bounds: &[(Expr, Expr)],
        values: &[Expr],
        ty: &Type,
        span: Span,
    ) -> Option<EntryArgument> {
        if declared.iter().any(takes_extent) && bounds.len() != declared.len() {
            return self.error(span, shape_needed(name, declared.len()));
        }
        let element = self.sort(ty);
        self.name(name, Sort::Array(element), span);
        let mut dimensions = Vec::new();
        let bounds = match bounds {
            [] if declared.len() > 1 => {
                dimensions = constant_bounds(declared).unwrap_or_default();
                (!dimensions.is_empty()).then(|| whole(&dimensions))
            }
            [] => None,
            [(low, high)] => Some((self.value(low, Scalar::Int)?, self.value(high, Scalar::Int)?)),
            several => {
                dimensions = self.constant_pairs(several)?;
                Some(whole(&dimensions))
            }
        };
        let elements = self.elements(bounds.as_ref(), values, ty, span)?;
        let name = name.to_owned();
        Some(EntryArgument::Array { name, element, bounds, elements, dimensions })
    }

    /// Bounds that must be constants.
    pub(super) fn constant_pairs(&mut self, bounds: &[(Expr, Expr)]) -> Option<Vec<(i64, i64)>> {
        let mut pairs = Vec::with_capacity(bounds.len());
        for (low, high) in bounds {
            pairs.push((self.small(low)?, self.small(high)?));
        }
        Some(pairs)
    }

    /// A constant that can be a subscript.
    pub(super) fn small(&mut self, expr: &Expr) -> Option<i64> {
        match self.value(expr, Scalar::Int)? {
            EntryValue::Int(value) if i32::try_from(value.clone()).is_ok() => i64::try_from(value).ok(),
            EntryValue::Int(_) => self.error(expr.span, "this is out of all range".into()),
            _ => self.error(expr.span, "bounds of several dimensions and lengths must be constants".into()),
        }
    }

    /// Given values are those of the elements from the lowest bound on, or from 1 where no bounds are given.
    fn elements(
        &mut self,
        bounds: Option<&(EntryValue, EntryValue)>,
        values: &[Expr],
        ty: &Type,
        span: Span,
    ) -> Option<Vec<(i64, EntryValue)>> {
        let (first, room) = match bounds {
            None => (1, i64::MAX),
            Some((EntryValue::Int(low), EntryValue::Int(high))) => {
                let extent = high - low + dashu_int::IBig::ONE;
                let room = i64::try_from(extent).unwrap_or(i64::MAX);
                match i64::try_from(low.clone()) {
                    Ok(low) => (low, room),
                    Err(_) => return self.error(span, "the lowest subscript is out of all range".into()),
                }
            }
            Some(_) if values.is_empty() => (1, i64::MAX),
            Some(_) => return self.error(span, "elements can be given only with constant bounds".into()),
        };
        if values.len() as i64 > room {
            return self.error(span, format!("there are {} values for {room} elements", values.len()));
        }
        (first..).zip(values).map(|(index, value)| Some((index, self.typed_value(value, ty)?))).collect()
    }
}

/// The bounds of all elements of several dimensions, counted from 1.
fn whole(dimensions: &[(i64, i64)]) -> (EntryValue, EntryValue) {
    let extents = dimensions.iter().map(|(low, high)| IBig::from((high - low + 1).max(0)));
    (EntryValue::Int(IBig::ONE), EntryValue::Int(extents.product()))
}

/// Whether the argument decides how large a parameter is.
pub fn is_open(ty: &Type) -> bool {
    match ty {
        Type::Array(of, declared) => has_open_length(ty) || needs_bounds(of, declared),
        Type::Handle(_) => true,
        _ => has_open_length(ty),
    }
}

fn needs_bounds(of: &Type, declared: &[ArrayBounds]) -> bool {
    declared.iter().any(takes_extent) || !of.is_simple() && constant_bounds(declared).is_none()
}

fn takes_extent(bounds: &ArrayBounds) -> bool {
    matches!(bounds, ArrayBounds::Shape { .. } | ArrayBounds::Deferred)
}

fn has_open_length(ty: &Type) -> bool {
    matches!(ty.scalar(), Type::Text(TextLength::OfArgument | TextLength::Open))
}

/// Bounds in place of those that an argument decides about.
fn chosen_bounds(of: &Type, declared: &[ArrayBounds], size: Option<&Expr>) -> Vec<(Expr, Expr)> {
    match size.filter(|_| needs_bounds(of, declared)) {
        Some(size) => declared.iter().map(|_| (int(1, size.span), size.clone())).collect(),
        None => Vec::new(),
    }
}

/// How to give the bounds of an array of a rank.
pub(super) fn shape_needed(name: &str, rank: usize) -> String {
    let example = vec!["1:3"; rank].join(",");
    format!("parameter {name} takes its shape from the argument: give its bounds, as in {name}({example})")
}
