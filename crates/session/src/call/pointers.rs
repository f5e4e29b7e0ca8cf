//! Arguments of C functions: numbers, and pointers to objects whose values are inputs.

use dashu_int::IBig;
use sextant_base::Span;
use sextant_expr::{Scalar, Sort};
use sextant_state::{
    ELEMENTS, EntryArgument, EntryBlock, EntryValue, content_bytes, content_leaves, sort_of,
};
use sextant_syntax::{ArrayBounds, BinaryOp, CallArgument, Expr, ExprKind, Handed, IntType, Type};

use super::Reader;
use super::storage::int;

/// What the place for a result is called.
pub(super) const RESULT: &str = "return";
/// How many pointers an object has that a pointer to pointers leads to; behind them is one that leads nowhere.
const POINTERS: i64 = 3;
/// A declared size that is a larger number is taken like one that is not known.
const LARGEST: i64 = 1 << 12;

impl Reader<'_> {
    /// A pointer to an object that is an input under the name of the parameter. A text has a zero at its end.
    pub(super) fn symbolic_pointer(&mut self, name: &str, ty: &Type, span: Span) -> Option<EntryArgument> {
        let Type::Pointer(target) = ty else { return None };
        if let Some(handed) = self.handed {
            return self.handed_over(name, target.as_deref(), handed, span);
        }
        if let (Some(count), Some(target)) = (self.extent.take(), target.as_deref())
            && !matches!(target, Type::Pointer(_) | Type::Procedure)
        {
            return self.declared_object(name, target, count, span);
        }
        match target.as_deref() {
            Some(Type::Record(record)) => self.block(name, Type::Record(*record), &[], span),
            Some(Type::Procedure) => Some(one_object(EntryBlock::function(name))),
            Some(Type::Pointer(Some(inner))) if matches!(**inner, Type::Pointer(_)) => {
                Some(EntryArgument::Value(EntryValue::Int(IBig::ZERO)))
            }
            Some(target @ Type::Pointer(_)) => self.pointers(name, target, span),
            Some(target @ Type::Int(IntType { bits: 8, .. })) => {
                let content = array_of(target, ELEMENTS + 1, span);
                self.given.push((format!("{name}[{ELEMENTS}]"), EntryValue::Int(IBig::ZERO)));
                self.block(name, content, &[], span)
            }
            Some(target) => {
                let content = array_of(target, ELEMENTS, span);
                self.block(name, content, &[], span)
            }
            None => {
                let byte = Type::Int(IntType { bits: 8, signed: false });
                self.block(name, array_of(&byte, ELEMENTS, span), &[], span)
            }
        }
    }

    /// An array of the size that a declaration says.
    fn declared_object(
        &mut self,
        name: &str,
        element: &Type,
        count: Expr,
        span: Span,
    ) -> Option<EntryArgument> {
        if let EntryValue::Int(count) = self.value(&count, Scalar::Int)?
            && let Ok(count @ 1..=LARGEST) = i64::try_from(count)
        {
            return self.block(name, array_of(element, count, span), &[], span);
        }
        let bytes = int(content_bytes(element, &self.session.program.records)? as i64, span);
        let ty = count.ty.clone();
        let size = ExprKind::Binary(BinaryOp::Multiply, Box::new(count), Box::new(bytes));
        let size = self.value(&Expr { kind: size, ty, span }, Scalar::Int)?;
        match self.block(name, array_of(element, ELEMENTS, span), &[], span)? {
            EntryArgument::Block { object, behind } => {
                let object = EntryBlock { size: Some(size), ..object };
                Some(EntryArgument::Block { object, behind })
            }
            other => Some(other),
        }
    }

    /// What is none of the caller's own objects: a copy of a record, the place for a result.
    fn handed_over(
        &mut self,
        name: &str,
        content: Option<&Type>,
        handed: Handed,
        span: Span,
    ) -> Option<EntryArgument> {
        let content = content.cloned().unwrap_or(Type::Int(IntType { bits: 8, signed: false }));
        let Some(bytes) = content_bytes(&content, &self.session.program.records) else {
            return self.error(span, format!("the size of {name} is not known"));
        };
        let name = match handed {
            Handed::Copy => name,
            Handed::Result => RESULT,
        };
        if handed == Handed::Copy {
            self.leaf_names(name, &content, &[], span)?;
        }
        let handed = Some(handed);
        Some(one_object(EntryBlock { handed, ..EntryBlock::new(name, content, bytes) }))
    }

    /// A pointer to some pointers to objects that are inputs.
    fn pointers(&mut self, name: &str, target: &Type, span: Span) -> Option<EntryArgument> {
        let mut behind = Vec::new();
        for at in 0..POINTERS {
            match self.symbolic_pointer(&format!("{name}[{at}]"), target, span)? {
                EntryArgument::Block { object, .. } => behind.push(object),
                _ => return None,
            }
        }
        match self.block(name, array_of(target, POINTERS + 1, span), &[], span)? {
            EntryArgument::Block { object, .. } => Some(EntryArgument::Block { object, behind }),
            other => Some(other),
        }
    }

    /// A pointer as the user wrote it.
    pub(super) fn pointer(
        &mut self,
        argument: &CallArgument,
        parameter: &str,
        ty: &Type,
    ) -> Option<EntryArgument> {
        let Type::Pointer(target) = ty else { return None };
        match argument {
            CallArgument::Value(Expr { kind: ExprKind::Symbol(name), span, .. }) => {
                let name = name.clone();
                self.symbolic_pointer(&name, ty, *span)
            }
            CallArgument::Value(expr) => match &expr.kind {
                ExprKind::Int(value) if *value == IBig::ZERO => {
                    Some(EntryArgument::Value(EntryValue::Int(IBig::ZERO)))
                }
                _ => self.error(
                    expr.span,
                    format!(
                        "parameter {parameter} is a pointer: give an object, as in {parameter}[8], or NULL"
                    ),
                ),
            },
            CallArgument::Variable { name, bounds, values, span, .. }
                if bounds.is_empty() && !values.is_empty() =>
            {
                self.error(*span, format!("parameter {parameter} is a pointer: write {name}[] = {{…}}"))
            }
            CallArgument::Variable { name, bounds, values, span, .. } => {
                let Some((_, high)) = bounds.first() else { return self.symbolic_pointer(name, ty, *span) };
                let (_, high) = self.constant_pairs(&[(high.clone(), high.clone())])?.pop()?;
                let byte = Type::Int(IntType { bits: 8, signed: false });
                let element = target.as_deref().unwrap_or(&byte);
                self.block(name, array_of(element, high + 1, *span), values, *span)
            }
            CallArgument::Absent(span) => {
                self.error(*span, format!("parameter {parameter} needs an argument"))
            }
        }
    }

    /// An object whose values are inputs, but for those that are given.
    fn block(&mut self, name: &str, content: Type, values: &[Expr], span: Span) -> Option<EntryArgument> {
        let Some(bytes) = content_bytes(&content, &self.session.program.records) else {
            return self.error(span, format!("the object behind {name} has no constant size"));
        };
        let prefix = if matches!(content, Type::Record(_)) { format!("{name}->") } else { name.to_owned() };
        self.leaf_names(&prefix, &content, values, span)?;
        Some(one_object(EntryBlock::new(name, content, bytes)))
    }

    /// Names the values in an object, but for those that are given.
    fn leaf_names(&mut self, prefix: &str, content: &Type, values: &[Expr], span: Span) -> Option<()> {
        let policy = self.options.policy(self.session.program.language);
        let leaves = content_leaves(prefix, content, &self.session.program.records).unwrap_or_default();
        if values.len() > leaves.len() {
            return self.error(span, format!("{prefix} has {} values, not {}", leaves.len(), values.len()));
        }
        for (at, leaf) in leaves.iter().enumerate() {
            match values.get(at) {
                Some(value) => {
                    let value = self.typed_value(value, &leaf.ty)?;
                    self.given.push((leaf.name.clone(), value));
                }
                None if self.given.iter().any(|(known, _)| *known == leaf.name) => {}
                None if matches!(leaf.ty, Type::Pointer(_)) => {}
                None => self.name(&leaf.name, Sort::Scalar(sort_of(&leaf.ty, policy)), span),
            }
        }
        Some(())
    }
}

fn one_object(object: EntryBlock) -> EntryArgument {
    EntryArgument::Block { object, behind: Vec::new() }
}

fn array_of(element: &Type, count: i64, span: Span) -> Type {
    let number = |value: i64| {
        Box::new(Expr { kind: ExprKind::Int(value.into()), ty: Type::Int(IntType::FIXED_31), span })
    };
    Type::Array(
        Box::new(element.clone()),
        vec![ArrayBounds::Given { low: number(0), high: number(count - 1) }],
    )
}
