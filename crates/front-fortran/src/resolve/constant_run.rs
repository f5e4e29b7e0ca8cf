//! Constant expressions whose value takes more than folding: functions of whole arrays and texts become statements before
//! the expression, as everywhere, and these are executed here, on constants alone.
//!
//! Whatever is no constant, or takes too long, has no value; who asks for it then says that a constant is needed.

use dashu_int::IBig;
use rustc_hash::FxHashMap;
use sextant_syntax::{
    ArrayBounds, Bound, DoSpec, Expr, ExprKind, PartStep, Place, Stmt, StmtKind, TextLength, Type, VarId,
    each_operand_mut,
};

use super::build::{self, element_type, int, rank};
use super::types::constant_bounds;
use super::{Resolver, constant, measure};
use crate::raw;

/// More statements than this are not executed.
const MOST_STEPS: usize = 1 << 20;
/// An expression of reals with at most so many parts stays as it is written.
const MOST_PARTS: usize = 16;

/// A variable while statements are executed.
struct Stored {
    /// `low` and extent of each dimension.
    dimensions: Vec<(i64, i64)>,
    /// The length of texts.
    length: Option<usize>,
    cells: Vec<Option<Expr>>,
}

/// Statements under way.
struct Run<'r, 'a, 'd> {
    resolver: &'r Resolver<'a, 'd>,
    variables: FxHashMap<VarId, Stored>,
    steps: usize,
}

impl<'a> Resolver<'a, '_> {
    /// A scalar whose value must be known, as far as it can be found out.
    pub(crate) fn constant_scalar(&mut self, raw: &raw::Expr) -> Option<Expr> {
        let (value, before, _) = self.apart(|resolver| resolver.scalar(raw));
        let value = value?;
        if before.is_empty() {
            return Some(value);
        }
        let found = Run::of(self).value_after(&before, &value);
        found.or_else(|| self.fail(raw.span, "a constant is needed here"))
    }

    /// The elements of an array, or the one value of a scalar, if they are constants.
    pub(crate) fn constant_values(&mut self, raw: &raw::Expr) -> Option<Vec<Expr>> {
        let (value, mut before, _) = self.apart(|resolver| resolver.value(raw));
        let value = value?;
        let (elements, more, _) = self.apart(|resolver| {
            let extents = resolver.extents(&value);
            extents.into_iter().map(constant::folded).collect::<Vec<Expr>>()
        });
        before.extend(more);
        let mut run = Run::of(self);
        let ready = before.iter().try_for_each(|stmt| run.execute(stmt));
        let extents: Option<Vec<i64>> = ready.and_then(|()| {
            elements.iter().map(|extent| run.number(extent).map(|extent| extent.max(0))).collect()
        });
        let (variables, steps) = (run.variables, run.steps);
        let Some(extents) = extents.filter(|all| all.iter().product::<i64>() <= MOST_STEPS as i64) else {
            return self.fail(raw.span, "a constant is needed here");
        };
        let positions = positions(&extents);
        let elements: Vec<Expr> = positions
            .iter()
            .map(|position| {
                let position: Vec<Expr> = position.iter().map(|&at| int(at, raw.span)).collect();
                self.element(&value, &position)
            })
            .collect();
        let mut run = Run { resolver: self, variables, steps };
        let values: Option<Vec<Expr>> = elements.iter().map(|element| run.value(element)).collect();
        values.or_else(|| self.fail(raw.span, "a constant is needed here"))
    }

    /// The constant that an expression has after some statements, if it has one.
    pub(crate) fn constant_after(&self, before: &[Stmt], value: &Expr) -> Option<Expr> {
        Run::of(self).value_after(before, value)
    }
}

/// All positions of an array, in storage order.
fn positions(extents: &[i64]) -> Vec<Vec<i64>> {
    let position = |mut number: i64| {
        let mut at = |extent: &i64| {
            let at = number % extent + 1;
            number /= extent;
            at
        };
        extents.iter().map(&mut at).collect()
    };
    (0..extents.iter().product()).map(position).collect()
}

impl<'r, 'a, 'd> Run<'r, 'a, 'd> {
    fn of(resolver: &'r Resolver<'a, 'd>) -> Self {
        Run { resolver, variables: FxHashMap::default(), steps: 0 }
    }

    fn value_after(mut self, before: &[Stmt], value: &Expr) -> Option<Expr> {
        before.iter().try_for_each(|stmt| self.execute(stmt))?;
        self.value(value)
    }

    fn execute(&mut self, stmt: &Stmt) -> Option<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        match &stmt.kind {
            StmtKind::Group(body) => body.iter().try_for_each(|stmt| self.execute(stmt)),
            StmtKind::Assign { targets, value } => {
                let value = self.value(value)?;
                targets.iter().try_for_each(|target| self.assign(target, value.clone()))
            }
            StmtKind::If { condition, then_branch, else_branch } => match self.value(condition)?.kind {
                ExprKind::Bool(true) => self.execute(then_branch),
                ExprKind::Bool(false) => else_branch.as_ref().map_or(Some(()), |branch| self.execute(branch)),
                _ => None,
            },
            StmtKind::Iterate { variable: Place::Variable(variable), specs, body } => {
                match specs.as_slice() {
                    [spec] => self.iterate(*variable, spec, body),
                    _ => None,
                }
            }
            StmtKind::Allocate { place: Place::Variable(variable), bounds } => {
                let bounds: Option<Vec<(i64, i64)>> = bounds
                    .iter()
                    .map(|(low, high)| {
                        let (low, high) = (self.number(low)?, self.number(high)?);
                        Some((low, (high - low + 1).max(0)))
                    })
                    .collect();
                self.make(*variable, bounds?)
            }
            StmtKind::Null | StmtKind::Release(_) => Some(()),
            _ => None,
        }
    }

    fn iterate(&mut self, variable: VarId, spec: &DoSpec, body: &[Stmt]) -> Option<()> {
        let range = spec.range.as_ref()?;
        if spec.while_condition.is_some() || spec.until_condition.is_some() {
            return None;
        }
        let (mut at, to) = (self.number(&spec.from)?, self.number(range.to.as_ref()?)?);
        let by = range.by.as_ref().map_or(Some(1), |by| self.number(by)).filter(|&by| by != 0)?;
        while if by > 0 { at <= to } else { at >= to } {
            let value = Expr { ty: spec.from.ty.clone(), ..int(at, spec.from.span) };
            self.assign(&Place::Variable(variable), value)?;
            body.iter().try_for_each(|stmt| self.execute(stmt))?;
            at = at.checked_add(by)?;
        }
        Some(())
    }

    fn ty(&self, variable: VarId) -> &'r Type {
        let resolver = self.resolver;
        &resolver.scopes[resolver.unit].variables[variable].ty
    }

    /// Makes storage; the first bounds of texts of open length are those of their characters.
    fn make(&mut self, variable: VarId, mut dimensions: Vec<(i64, i64)>) -> Option<()> {
        let length = match element_type(self.ty(variable)) {
            Type::Text(TextLength::Given(length)) => Some(build::known(length)?),
            Type::Text(_) if dimensions.is_empty() => return None,
            Type::Text(_) => usize::try_from(dimensions.remove(0).1).ok(),
            Type::Record(_) => return None,
            _ => None,
        };
        let count = dimensions.iter().try_fold(1_i64, |count, (_, extent)| count.checked_mul(*extent))?;
        let count = usize::try_from(count).ok().filter(|&count| count <= MOST_STEPS)?;
        self.variables.insert(variable, Stored { dimensions, length, cells: vec![None; count] });
        Some(())
    }

    /// The storage of a variable that the statements use.
    fn stored(&mut self, variable: VarId) -> Option<&mut Stored> {
        if !self.variables.contains_key(&variable) {
            let dimensions = match self.ty(variable) {
                Type::Handle(_) => return None,
                Type::Array(_, bounds) => bounds.iter().map(dimension).collect::<Option<Vec<_>>>()?,
                _ => Vec::new(),
            };
            self.make(variable, dimensions)?;
            let resolver = self.resolver;
            if let Some(known) = resolver.scopes[resolver.unit].vectors.get(&variable) {
                let stored = self.variables.get_mut(&variable)?;
                stored.cells = known.iter().cloned().map(Some).collect();
            }
        }
        self.variables.get_mut(&variable)
    }

    /// The variable and the cell that a place begins with, and the steps that follow.
    fn cell<'p>(&mut self, place: &'p Place) -> Option<(VarId, usize, &'p [PartStep])> {
        let (subscripts, rest): (Vec<i64>, &[PartStep]) = match place {
            Place::Variable(_) => (Vec::new(), &[]),
            Place::Element(_, subscript) => (vec![self.number(subscript)?], &[]),
            Place::Part(part) => match part.steps.as_slice() {
                [PartStep::Element(list), rest @ ..] => {
                    (list.iter().map(|subscript| self.number(subscript)).collect::<Option<_>>()?, rest)
                }
                rest => (Vec::new(), rest),
            },
        };
        let stored = self.stored(place.variable())?;
        if subscripts.len() != stored.dimensions.len() {
            return None;
        }
        let (mut cell, mut stride) = (0, 1);
        for (subscript, &(low, extent)) in subscripts.iter().zip(&stored.dimensions) {
            let at = subscript.checked_sub(low).filter(|at| (0..extent).contains(at))?;
            cell += usize::try_from(at).ok()? * stride;
            stride *= usize::try_from(extent).ok()?;
        }
        Some((place.variable(), cell, rest))
    }

    fn assign(&mut self, place: &Place, value: Expr) -> Option<()> {
        let (variable, cell, rest) = self.cell(place)?;
        let ty = element_type(self.ty(variable)).clone();
        let range = self.characters(rest)?;
        let stored = self.stored(variable)?;
        let slot = stored.cells.get_mut(cell)?;
        let value = match (value.kind, stored.length, range) {
            (ExprKind::Text(mut bytes), Some(length), None) => {
                bytes.resize(length, b' ');
                build::text(bytes, value.span)
            }
            (ExprKind::Text(mut bytes), Some(length), Some((low, high))) => {
                let mut whole = match slot.as_ref().map(|old| &old.kind) {
                    Some(ExprKind::Text(old)) => old.clone(),
                    _ => vec![b' '; length],
                };
                let high = high.unwrap_or(length);
                bytes.resize((high + 1).checked_sub(low)?, b' ');
                whole.get_mut(low - 1..high)?.copy_from_slice(&bytes);
                build::text(whole, value.span)
            }
            (kind, None, None) => Expr { kind, ty, span: value.span },
            _ => return None,
        };
        *slot = Some(value);
        Some(())
    }

    /// The range of a substring, if the steps name one; `None` where they name anything else.
    #[expect(clippy::option_option, reason = "no range and no answer are different things")]
    fn characters(&mut self, steps: &[PartStep]) -> Option<Option<(usize, Option<usize>)>> {
        match steps {
            [] => Some(None),
            [PartStep::Characters(low, high)] => {
                let low = low.as_ref().map_or(Some(1), |low| self.number(low))?;
                let high = match high {
                    Some(high) => Some(usize::try_from(self.number(high)?.max(0)).ok()?),
                    None => None,
                };
                Some(Some((usize::try_from(low).ok().filter(|&low| low > 0)?, high)))
            }
            _ => None,
        }
    }

    fn number(&mut self, expr: &Expr) -> Option<i64> {
        match self.value(expr)?.kind {
            ExprKind::Int(value) => i64::try_from(value).ok(),
            _ => None,
        }
    }

    /// The constant that an expression is now.
    fn value(&mut self, expr: &Expr) -> Option<Expr> {
        self.steps += 1;
        if self.steps > MOST_STEPS || rank(&expr.ty) > 0 {
            return None;
        }
        let found = match &expr.kind {
            ExprKind::Load(place) => return self.load(place),
            ExprKind::BoundOf(which, variable) => return self.bound(*variable, 0, *which, expr),
            ExprKind::DimensionOf(which, Place::Variable(variable), dimension) => {
                return self.bound(*variable, *dimension, *which, expr);
            }
            ExprKind::LengthOf(Place::Variable(variable)) => {
                let length = self.stored(*variable)?.length?;
                return Some(Expr { ty: expr.ty.clone(), ..int(length, expr.span) });
            }
            ExprKind::Binary(
                op @ (sextant_syntax::BinaryOp::And | sextant_syntax::BinaryOp::Or),
                left,
                right,
            ) => {
                let left = self.value(left)?;
                let settles = *op == sextant_syntax::BinaryOp::Or;
                return match left.kind {
                    ExprKind::Bool(left_is) if left_is == settles => Some(left),
                    _ => self.value(right),
                };
            }
            _ => {
                let mut known = Some(());
                let mut copy = expr.clone();
                each_operand_mut(&mut copy, &mut |operand| match self.value(operand) {
                    Some(value) => *operand = value,
                    None => known = None,
                });
                known?;
                copy
            }
        };
        let is_real = matches!(found.ty, Type::Real(_) | Type::Complex(_));
        if is_real && measure::parts(&found) <= MOST_PARTS {
            return measure::is_closed(&found).then_some(found);
        }
        constant::evaluate(&found)
    }

    fn load(&mut self, place: &Place) -> Option<Expr> {
        let (variable, cell, rest) = self.cell(place)?;
        let range = self.characters(rest)?;
        let value = self.stored(variable)?.cells.get(cell)?.clone()?;
        match (&value.kind, range) {
            (_, None) => Some(value),
            (ExprKind::Text(bytes), Some((low, high))) => {
                let high = high.unwrap_or(bytes.len());
                let part = if low <= high { bytes.get(low - 1..high)? } else { &[] };
                Some(build::text(part, value.span))
            }
            _ => None,
        }
    }

    fn bound(&mut self, variable: VarId, dimension: usize, which: Bound, asked: &Expr) -> Option<Expr> {
        let &(low, extent) = self.stored(variable)?.dimensions.get(dimension)?;
        let value = if which == Bound::Low { low } else { low + extent - 1 };
        Some(Expr { ty: asked.ty.clone(), ..int(value, asked.span) })
    }
}

fn dimension(bounds: &ArrayBounds) -> Option<(i64, i64)> {
    let (low, high) = constant_bounds(bounds)?;
    let (low, extent) = (i64::try_from(low.clone()).ok()?, (high - low + IBig::ONE).max(IBig::ZERO));
    Some((low, i64::try_from(extent).ok()?))
}
