//! Arguments made of several values: texts, complex numbers, records, and arrays of these.

use sextant_base::Span;
use sextant_expr::Sort;
use sextant_state::{EntryArgument, EntryLeaf, EntryValue, constant_bounds, leaves_of};
use sextant_syntax::{ArrayBounds, Expr, ExprKind, IntType, TextLength, Type};

use super::Reader;
use super::argument::shape_needed;

/// A variable as the user writes it.
#[derive(Clone, Copy)]
pub(super) struct Written<'w> {
    /// Its name.
    pub(super) name: &'w str,
    /// The parameter it is for.
    pub(super) parameter: &'w str,
    /// Bounds, if they are written.
    pub(super) bounds: &'w [(Expr, Expr)],
    /// The length of texts, if it is written.
    pub(super) length: Option<&'w Expr>,
    /// Values, if they are written.
    pub(super) values: &'w [Expr],
    /// Whether the bounds are those of an array.
    pub(super) in_array: bool,
    /// Where it stands.
    pub(super) span: Span,
}

/// What values are that nobody gives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// Inputs.
    Symbolic,
    /// None.
    Undefined,
}

/// A piece of a variable that one written value is for.
enum Unit {
    Simple(Type),
    Complex(Type),
    Text(usize),
    Handle,
}

impl Unit {
    fn leaf_count(&self) -> usize {
        match self {
            Unit::Simple(_) | Unit::Handle => 1,
            Unit::Complex(_) => 2,
            Unit::Text(length) => *length,
        }
    }
}

impl Reader<'_> {
    /// A variable made of several values.
    pub(super) fn storage(&mut self, written: &Written<'_>, ty: &Type, rest: Rest) -> Option<EntryArgument> {
        let ty = self.sized(written, ty)?;
        let mut leaves = self.leaves(written.name, &ty, written.span)?;
        let mut units = Vec::new();
        self.units(&ty, &mut units);
        let parts = match (&ty, written.values) {
            // A list of two numbers is a complex number.
            (Type::Complex(kind), [_, _]) => {
                vec![Unit::Simple(Type::Real(*kind)), Unit::Simple(Type::Real(*kind))]
            }
            _ => units,
        };
        if written.values.len() > parts.len() {
            let what = format!("there are {} values for {} elements", written.values.len(), parts.len());
            return self.error(written.span, what);
        }
        let rest = if written.values.is_empty() { rest } else { Rest::Symbolic };
        let mut at = 0;
        for (position, unit) in parts.iter().enumerate() {
            let own = &mut leaves[at..at + unit.leaf_count()];
            match (written.values.get(position), unit) {
                (Some(value), unit) => self.fill(own, unit, value)?,
                (None, Unit::Handle) => own[0].value = Some(EntryValue::Undefined),
                (None, _) if rest == Rest::Undefined => {
                    own.iter_mut().for_each(|leaf| leaf.value = Some(EntryValue::Undefined));
                }
                (None, _) => {
                    for leaf in own {
                        self.name(&leaf.name, Sort::Scalar(leaf.sort), written.span);
                    }
                }
            }
            at += unit.leaf_count();
        }
        Some(argument(written.name, leaves, &ty))
    }

    /// A value that the caller never sees again.
    pub(super) fn temporary(&mut self, expr: &Expr, parameter: &str, ty: &Type) -> Option<EntryArgument> {
        let values = std::slice::from_ref(expr);
        let written = Written {
            name: "",
            parameter,
            bounds: &[],
            length: None,
            values,
            in_array: false,
            span: expr.span,
        };
        match ty {
            Type::Handle(_) => {
                self.error(expr.span, format!("parameter {parameter} needs a variable: {parameter} = value"))
            }
            Type::Record(_) => {
                self.error(expr.span, format!("parameter {parameter} is a record: give a name"))
            }
            _ => self.storage(&written, ty, Rest::Undefined),
        }
    }

    fn leaves(&mut self, name: &str, ty: &Type, span: Span) -> Option<Vec<EntryLeaf>> {
        let session = self.session;
        let policy = self.options.policy(session.program.language);
        match leaves_of(name, ty, &session.program.records, policy) {
            Some(leaves) => Some(leaves),
            None => self.error(span, format!("{name} is too large to be an argument")),
        }
    }

    /// Puts one written value into its leaves. A symbol gives them its name.
    fn fill(&mut self, leaves: &mut [EntryLeaf], unit: &Unit, value: &Expr) -> Option<()> {
        if let (ExprKind::Symbol(name), Unit::Complex(_) | Unit::Text(_)) = (&value.kind, unit) {
            let ty = match unit {
                Unit::Text(length) => text_of(*length, value.span),
                Unit::Complex(Type::Real(kind)) => Type::Complex(*kind),
                _ => return None,
            };
            let named = self.leaves(name, &ty, value.span)?;
            for (leaf, named) in leaves.iter_mut().zip(named) {
                leaf.name = named.name;
                self.name(&leaf.name, Sort::Scalar(leaf.sort), value.span);
            }
            return Some(());
        }
        match (unit, &value.kind) {
            (Unit::Text(_), ExprKind::Text(text)) => {
                for (at, leaf) in leaves.iter_mut().enumerate() {
                    let code = text.get(at).copied().unwrap_or(b' ');
                    leaf.value = Some(EntryValue::Int(code.into()));
                }
            }
            (Unit::Text(_), _) => {
                return self.error(value.span, "a text is wanted here, in single quotes".into());
            }
            (Unit::Complex(part), ExprKind::Complex(re, im)) => {
                leaves[0].value = Some(self.typed_value(re, part)?);
                leaves[1].value = Some(self.typed_value(im, part)?);
            }
            (Unit::Complex(part), _) => {
                let zero = Expr { kind: ExprKind::Int(0.into()), ty: value.ty.clone(), span: value.span };
                leaves[0].value = Some(self.typed_value(value, part)?);
                leaves[1].value = Some(self.typed_value(&zero, part)?);
            }
            (Unit::Simple(ty), _) => leaves[0].value = Some(self.typed_value(value, ty)?),
            (Unit::Handle, _) => {
                return self.error(value.span, "a pointer component cannot be given a value".into());
            }
        }
        Some(())
    }

    /// The pieces of a type of known size in storage order.
    fn units(&self, ty: &Type, found: &mut Vec<Unit>) {
        match ty {
            Type::Complex(kind) => found.push(Unit::Complex(Type::Real(*kind))),
            Type::Text(TextLength::Given(length)) => {
                found.push(Unit::Text(constant_length(length).unwrap_or(0)))
            }
            Type::Record(id) => {
                let components = self.session.program.records.get(*id).map_or(&[][..], |it| &it.components);
                components.iter().for_each(|component| self.units(&component.ty, found));
            }
            Type::Array(element, bounds) => {
                let bounds = constant_bounds(bounds).unwrap_or_default();
                let count: i64 = bounds.iter().map(|(low, high)| (high - low + 1).max(0)).product();
                (0..count).for_each(|_| self.units(element, found));
            }
            Type::Handle(_) => found.push(Unit::Handle),
            simple => found.push(Unit::Simple(simple.clone())),
        }
    }

    /// The type of a parameter with the bounds and the length that are written, or its own if they are constants.
    fn sized(&mut self, written: &Written<'_>, ty: &Type) -> Option<Type> {
        let Written { parameter, bounds, span, .. } = *written;
        match ty {
            Type::Array(element, declared) => {
                let pairs = match bounds {
                    [] => constant_bounds(declared),
                    given => Some(self.constant_pairs(given)?),
                };
                let Some(pairs) = pairs else {
                    return self.error(span, shape_needed(parameter, declared.len()));
                };
                if pairs.iter().map(|(low, high)| (high - low + 1).max(0)).product::<i64>() > 1 << 20 {
                    return self.error(span, format!("parameter {parameter} is too large to be an argument"));
                }
                let element = self.sized_text(written, element)?;
                let given = |&(low, high): &(i64, i64)| ArrayBounds::Given {
                    low: Box::new(int(low, span)),
                    high: Box::new(int(high, span)),
                };
                Some(Type::Array(Box::new(element), pairs.iter().map(given).collect()))
            }
            _ => self.sized_text(written, ty),
        }
    }

    fn sized_text(&mut self, written: &Written<'_>, ty: &Type) -> Option<Type> {
        let Written { parameter, bounds, length, values, span, .. } = *written;
        let Type::Text(declared) = ty else { return Some(ty.clone()) };
        let declared = match declared {
            TextLength::Given(length) => constant_length(length),
            TextLength::OfArgument | TextLength::Open => None,
        };
        let longest = values.iter().filter_map(|value| match &value.kind {
            ExprKind::Text(text) => Some(text.len()),
            _ => None,
        });
        let longest = longest.max();
        let length = match (length, bounds) {
            (Some(length), _) => usize::try_from(self.small(length)?).ok(),
            // Of a text alone, `S(1:5)` is one of five characters.
            (None, [(low, high)]) if !written.in_array => {
                let (low, high) = (self.small(low)?, self.small(high)?);
                if low != 1 {
                    return self.error(span, format!("characters are counted from 1: {parameter}(1:5)"));
                }
                Some(usize::try_from(high).unwrap_or(0))
            }
            _ => match (declared, longest) {
                (Some(declared), Some(longest)) => Some(declared.max(longest)),
                (declared, longest) => declared.or(longest),
            },
        };
        match length {
            Some(length) => Some(text_of(length, span)),
            None => self.error(
                span,
                format!(
                    "the length of parameter {parameter} is not known: write {parameter}*5 = \"S\", or a text"
                ),
            ),
        }
    }
}

fn argument(name: &str, leaves: Vec<EntryLeaf>, ty: &Type) -> EntryArgument {
    let mut dimensions = Vec::new();
    if let Type::Array(_, bounds) = ty {
        let pairs = constant_bounds(bounds).unwrap_or_default();
        let count: i64 = pairs.iter().map(|(low, high)| (high - low + 1).max(0)).product();
        let mut stride = leaves.len() as i64 / count.max(1);
        for (low, high) in pairs {
            dimensions.push((low, high, stride));
            stride *= (high - low + 1).max(0);
        }
    }
    let length = match ty.scalar() {
        Type::Text(TextLength::Given(length)) => constant_length(length).map(|length| length as i64),
        _ => None,
    };
    EntryArgument::Storage { name: name.to_owned(), leaves, dimensions, length }
}

fn constant_length(length: &Expr) -> Option<usize> {
    sextant_state::constant_int(length).map(|length| usize::try_from(length).unwrap_or(0))
}

fn text_of(length: usize, span: Span) -> Type {
    Type::Text(TextLength::Given(Box::new(int(length as i64, span))))
}

/// A constant as the user could have written it.
pub(super) fn int(value: i64, span: Span) -> Expr {
    Expr { kind: ExprKind::Int(value.into()), ty: Type::Int(IntType::FIXED_31), span }
}
