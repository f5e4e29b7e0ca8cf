//! Functions of whole arrays: sums, extremes, searches. Each is a loop before the statement.

use dashu_ratio::RBig;
use sextant_base::Span;
use sextant_syntax::{Analytic, BinaryOp, Expr, ExprKind, Intrinsic, RealType, Stmt, StmtKind, Type, VarId};

use super::Given;
use crate::resolve::Resolver;
use crate::resolve::build::{self, INT, convert, element_type, int, intrinsic, rank};
use crate::resolve::operators::combine;
use crate::resolve::scope::Designator;

/// How a reduction puts elements together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reduction {
    Sum,
    Product,
    Greatest,
    Least,
    Count,
    Any,
    All,
    Parity,
    /// All bits, any bits, an odd number of bits.
    Bits(Intrinsic),
}

impl Reduction {
    fn of_name(upper: &str) -> Option<Self> {
        Some(match upper {
            "SUM" => Reduction::Sum,
            "PRODUCT" => Reduction::Product,
            "MAXVAL" => Reduction::Greatest,
            "MINVAL" => Reduction::Least,
            "COUNT" => Reduction::Count,
            "ANY" => Reduction::Any,
            "ALL" => Reduction::All,
            "PARITY" => Reduction::Parity,
            "IALL" => Reduction::Bits(Intrinsic::BitAnd),
            "IANY" => Reduction::Bits(Intrinsic::BitOr),
            "IPARITY" => Reduction::Bits(Intrinsic::BitXor),
            _ => return None,
        })
    }

    /// Whether elements of this type can be put together so.
    fn suits(self, element: &Type) -> bool {
        match self {
            Reduction::Sum | Reduction::Product => {
                matches!(element, Type::Int(_) | Type::Real(_) | Type::Complex(_))
            }
            Reduction::Greatest | Reduction::Least => matches!(element, Type::Int(_) | Type::Real(_)),
            Reduction::Count | Reduction::Any | Reduction::All | Reduction::Parity => {
                *element == Type::Logical
            }
            Reduction::Bits(_) => matches!(element, Type::Int(_)),
        }
    }

    /// The result for no elements.
    fn start(self, ty: &Type, span: Span) -> Expr {
        match self {
            Reduction::Sum | Reduction::Count => build::zero(ty, span),
            Reduction::Product => convert_constant(int(1, span), ty),
            Reduction::Greatest => least(ty, span),
            Reduction::Least => greatest(ty, span),
            Reduction::Bits(Intrinsic::BitAnd) => convert_constant(int(-1, span), ty),
            Reduction::Bits(_) => build::zero(ty, span),
            Reduction::Any | Reduction::Parity => build::logical(false, span),
            Reduction::All => build::logical(true, span),
        }
    }

    fn combined(self, sum: Expr, element: Expr) -> Expr {
        let (ty, span) = (sum.ty.clone(), element.span);
        match self {
            Reduction::Sum => build::binary(BinaryOp::Add, sum, element),
            Reduction::Count => build::binary(BinaryOp::Add, sum, convert(element, &ty)),
            Reduction::Product => build::binary(BinaryOp::Multiply, sum, element),
            Reduction::Greatest => intrinsic(Intrinsic::Max, vec![sum, element], ty, span),
            Reduction::Least => intrinsic(Intrinsic::Min, vec![sum, element], ty, span),
            Reduction::Any => build::binary(BinaryOp::Or, sum, element),
            Reduction::All => build::binary(BinaryOp::And, sum, element),
            Reduction::Parity => build::binary(BinaryOp::NotEqual, sum, element),
            Reduction::Bits(function) => intrinsic(function, vec![sum, element], ty, span),
        }
    }
}

/// What MAXLOC, MINLOC or FINDLOC looks for.
struct Search {
    op: BinaryOp,
    /// What an element must be equal to; otherwise it is compared with the best one so far.
    value: Option<Expr>,
    mask: Option<Expr>,
    /// Whether the last one counts, not the first.
    back: Option<Expr>,
}

fn convert_constant(value: Expr, ty: &Type) -> Expr {
    let span = value.span;
    crate::resolve::constant::converted(value.clone(), ty, span).unwrap_or(value)
}

/// The greatest number of a type.
fn greatest(ty: &Type, span: Span) -> Expr {
    match ty {
        Type::Int(int) => Expr { kind: ExprKind::Int(int.limits().1), ty: ty.clone(), span },
        Type::Real(RealType::Single) => {
            build::real(RBig::try_from(f32::MAX).unwrap_or(RBig::ZERO), ty.clone(), span)
        }
        _ => build::real(RBig::try_from(f64::MAX).unwrap_or(RBig::ZERO), ty.clone(), span),
    }
}

fn least(ty: &Type, span: Span) -> Expr {
    match ty {
        Type::Int(int) => Expr { kind: ExprKind::Int(int.limits().0), ty: ty.clone(), span },
        _ => build::negate(greatest(ty, span)),
    }
}

impl Resolver<'_, '_> {
    /// A function of whole arrays, or the arguments back if it is another one.
    pub(super) fn transformation(
        &mut self,
        upper: &str,
        mut given: Given,
        span: Span,
    ) -> Result<Option<Expr>, Given> {
        let takes_mask = matches!(
            upper,
            "SUM" | "PRODUCT" | "MAXVAL" | "MINVAL" | "MAXLOC" | "MINLOC" | "IALL" | "IANY" | "IPARITY"
        );
        if takes_mask {
            // Without keywords, the second argument may be the mask.
            let is_mask = |given: &Option<Expr>| {
                given.as_ref().is_some_and(|given| *element_type(&given.ty) == Type::Logical)
            };
            if is_mask(&given[1]) && given[2].is_none() {
                given.swap(1, 2);
            }
        }
        let is_array = |at: usize| matches!(given.get(at), Some(Some(value)) if rank(&value.ty) > 0);
        if let Some(reduction) = Reduction::of_name(upper) {
            let (Some(array), true) = (given[0].clone(), is_array(0)) else { return Err(given) };
            if !reduction.suits(element_type(&array.ty)) {
                return Err(given);
            }
            return Ok(self.reduce(
                reduction,
                array,
                given[1].clone(),
                given.get(2).cloned().flatten(),
                span,
            ));
        }
        match upper {
            "MAXLOC" | "MINLOC" if is_array(0) => {
                let [Some(array), dimension, mask, _, back] = given.as_slice() else { return Err(given) };
                let op = if upper == "MAXLOC" { BinaryOp::Greater } else { BinaryOp::Less };
                let search = Search { op, value: None, mask: mask.clone(), back: back.clone() };
                Ok(self.locate(search, array.clone(), dimension.clone(), span))
            }
            "FINDLOC" if is_array(0) => {
                let [Some(array), Some(value), dimension, mask, _, back] = given.as_slice() else {
                    return Err(given);
                };
                // Without keywords, the third argument may be the mask.
                let is_mask = |given: &Expr| mask.is_none() && *element_type(&given.ty) == Type::Logical;
                let (dimension, mask) = match dimension {
                    Some(given) if is_mask(given) => (None, Some(given.clone())),
                    _ => (dimension.clone(), mask.clone()),
                };
                if rank(&value.ty) > 0 || combine(BinaryOp::Equal, array.clone(), value.clone()).is_none() {
                    return Err(given);
                }
                let value = match element_type(&value.ty) {
                    Type::Text(_) => value.clone(),
                    _ => self.keep("value", value.clone()),
                };
                let search = Search { op: BinaryOp::Equal, value: Some(value), mask, back: back.clone() };
                Ok(self.locate(search, array.clone(), dimension, span))
            }
            "NORM2" if is_array(0) => {
                let Some(array) = given[0].clone() else { return Err(given) };
                let ty = element_type(&array.ty).clone();
                let squares = build::binary(BinaryOp::Multiply, array.clone(), array);
                let sum = self.reduce(Reduction::Sum, squares, None, None, span);
                Ok(sum.map(|sum| intrinsic(Intrinsic::Analytic(Analytic::Sqrt), vec![sum], ty, span)))
            }
            "DOT_PRODUCT" if is_array(0) && is_array(1) => self.dot_product(given, span),
            _ => self.rearrangement(upper, given, span),
        }
    }

    /// The dimension that a DIM argument names, from 0.
    pub(super) fn dimension(&mut self, dimension: Option<&Expr>, rank: usize) -> Option<Option<usize>> {
        let Some(dimension) = dimension else { return Some(None) };
        match crate::resolve::constant::number(dimension) {
            Some(value) if (1..=rank).contains(&value) => Some(Some(value - 1)),
            Some(_) => self.fail(dimension.span, format!("the number of dimensions is {rank}")),
            None => {
                self.before(
                    StmtKind::Unsupported("a DIM argument that is not constant".to_owned()),
                    dimension.span,
                );
                Some(Some(0))
            }
        }
    }

    fn reduce(
        &mut self,
        reduction: Reduction,
        array: Expr,
        dimension: Option<Expr>,
        mask: Option<Expr>,
        span: Span,
    ) -> Option<Expr> {
        let ty = if reduction == Reduction::Count { INT } else { element_type(&array.ty).clone() };
        let dimension = self.dimension(dimension.as_ref(), rank(&array.ty))?;
        let extents = self.extents(&array);
        match dimension {
            Some(dimension) if rank(&array.ty) > 1 => {
                self.reduce_dimension(reduction, array, dimension, mask, (ty, extents), span)
            }
            _ => Some(self.reduce_all(reduction, array, mask, (ty, extents), span)),
        }
    }

    fn reduce_all(
        &mut self,
        reduction: Reduction,
        array: Expr,
        mask: Option<Expr>,
        (ty, extents): (Type, Vec<Expr>),
        span: Span,
    ) -> Expr {
        let extremes = matches!(reduction, Reduction::Greatest | Reduction::Least);
        let nonempty = extents
            .iter()
            .all(|extent| build::int_value(extent).is_some_and(|extent| *extent > dashu_int::IBig::ZERO));
        let start = if extremes && mask.is_none() && nonempty {
            let first = vec![int(1, span); extents.len()];
            self.element(&array, &first)
        } else {
            reduction.start(&ty, span)
        };
        let result = self.keep_in_variable("reduced", start, ty.clone());
        let whole = self.whole(result, span);
        let fill = self.loops(extents, span, |resolver, position| {
            vec![resolver.accumulate(reduction, whole, &array, mask.as_ref(), position)]
        });
        self.body.before.push(fill);
        build::variable(result, ty, span)
    }

    /// `target = target ∘ element`, under the mask if there is one.
    fn accumulate(
        &mut self,
        reduction: Reduction,
        target: Designator,
        array: &Expr,
        mask: Option<&Expr>,
        position: &[Expr],
    ) -> Stmt {
        let element = self.element(array, position);
        let own = self.load(target.clone());
        let assignment = self.assignment(target, reduction.combined(own, element));
        match mask {
            Some(mask) => self.masked(mask, position, assignment),
            None => assignment,
        }
    }

    fn reduce_dimension(
        &mut self,
        reduction: Reduction,
        array: Expr,
        dimension: usize,
        mask: Option<Expr>,
        (ty, mut extents): (Type, Vec<Expr>),
        span: Span,
    ) -> Option<Expr> {
        let inner = extents.remove(dimension);
        Some(self.filled_array(ty.clone(), extents, span, |resolver, target, outer| {
            let start = resolver.assignment(target.clone(), reduction.start(&ty, span));
            let turns = resolver.loops(vec![inner], span, |resolver, index| {
                let mut position = outer.to_vec();
                position.insert(dimension, index[0].clone());
                vec![resolver.accumulate(reduction, target, &array, mask.as_ref(), &position)]
            });
            vec![start, turns]
        }))
    }

    fn dot_product(&mut self, given: Given, span: Span) -> Result<Option<Expr>, Given> {
        let (Some(left), Some(right)) = (given[0].clone(), given[1].clone()) else { return Err(given) };
        if *element_type(&left.ty) == Type::Logical {
            let both = build::binary(BinaryOp::And, left, right);
            return Ok(self.reduce(Reduction::Any, both, None, None, span));
        }
        let left = match element_type(&left.ty).clone() {
            ty @ Type::Complex(_) => intrinsic(Intrinsic::Conjugate, vec![left], ty, span),
            _ => left,
        };
        match combine(BinaryOp::Multiply, left, right) {
            Some(products) => Ok(self.reduce(Reduction::Sum, products, None, None, span)),
            None => Err(given),
        }
    }

    /// MAXLOC, MINLOC and FINDLOC: the position of the element that is searched for, 0 if there is none.
    fn locate(&mut self, search: Search, array: Expr, dimension: Option<Expr>, span: Span) -> Option<Expr> {
        let element = element_type(&array.ty).clone();
        let dimensions = rank(&array.ty);
        let dimension = self.dimension(dimension.as_ref(), dimensions)?;
        let best = search.value.is_none().then(|| self.temporary("best", element.clone(), span));
        let mut extents = self.extents(&array);
        if let Some(dimension) = dimension.filter(|_| dimensions > 1) {
            let inner = extents.remove(dimension);
            return Some(self.filled_array(INT, extents, span, |resolver, target, outer| {
                let start = resolver.assignment(target.clone(), int(0, span));
                let turns = resolver.loops(vec![inner], span, |resolver, index| {
                    let mut position = outer.to_vec();
                    position.insert(dimension, index[0].clone());
                    let places = vec![(target, index[0].clone())];
                    vec![resolver.better(&search, &array, &position, best, places)]
                });
                vec![start, turns]
            }));
        }
        let positions: Vec<_> =
            (0..dimensions).map(|_| self.keep_in_variable("position", int(0, span), INT)).collect();
        let fill = self.loops(extents, span, |resolver, position| {
            let places = positions
                .iter()
                .zip(position)
                .map(|(&variable, index)| (resolver.whole(variable, span), index.clone()))
                .collect();
            vec![resolver.better(&search, &array, position, best, places)]
        });
        self.body.before.push(fill);
        let mut found: Vec<Expr> =
            positions.into_iter().map(|variable| build::variable(variable, INT, span)).collect();
        if dimension.is_some() {
            return found.pop();
        }
        Some(self.vector_of(found, INT, span))
    }

    /// `IF (nothing found yet or the element is better) best = element; place = position …`
    fn better(
        &mut self,
        search: &Search,
        array: &Expr,
        position: &[Expr],
        best: Option<VarId>,
        places: Vec<(Designator, Expr)>,
    ) -> Stmt {
        let element = self.element(array, position);
        let span = element.span;
        let first = places.first().map(|place| self.load(place.0.clone()));
        let none = first.map_or_else(
            || build::logical(true, span),
            |first| build::binary(BinaryOp::Equal, first, int(0, span)),
        );
        let mut then = Vec::new();
        if let Some(best) = best {
            then.push(self.made(build::set(best, element.clone()), span));
        }
        for (place, index) in places {
            then.push(self.assignment(place, index));
        }
        let then = self.group(then, span);
        let stmt = match (best, &search.value) {
            (Some(best), _) => {
                let own = build::variable(best, element.ty.clone(), span);
                let mut is_better = build::binary(search.op, element.clone(), own.clone());
                if let Some(back) = &search.back {
                    let is_same = build::binary(BinaryOp::Equal, element, own);
                    let later = build::binary(BinaryOp::And, back.clone(), is_same);
                    is_better = build::binary(BinaryOp::Or, is_better, later);
                }
                // The best element is looked at only when there is one.
                let again = self.made(build::branch(is_better, then.clone(), None), span);
                self.made(build::branch(none, then, Some(again)), span)
            }
            (None, value) => {
                let value = value.clone().unwrap_or_else(|| element.clone());
                let wanted = match element_type(&element.ty) {
                    Type::Logical => Some(build::not(build::binary(BinaryOp::NotEqual, element, value))),
                    _ => combine(BinaryOp::Equal, element, value),
                };
                let wanted = wanted.unwrap_or_else(|| build::logical(false, span));
                let open = match &search.back {
                    Some(back) => build::binary(BinaryOp::Or, none, back.clone()),
                    None => none,
                };
                let found = build::binary(BinaryOp::And, open, wanted);
                self.made(build::branch(found, then, None), span)
            }
        };
        match &search.mask {
            Some(mask) => self.masked(mask, position, stmt),
            None => stmt,
        }
    }

    /// A new array whose elements are computed from their positions.
    pub(super) fn computed_array(
        &mut self,
        element: Type,
        extents: Vec<Expr>,
        span: Span,
        value: impl FnOnce(&mut Self, &[Expr]) -> Expr,
    ) -> Expr {
        self.filled_array(element, extents, span, |resolver, target, position| {
            let value = value(resolver, position);
            vec![resolver.assignment(target, value)]
        })
    }

    /// An array that can be read several times at no cost.
    pub(super) fn readable(&mut self, array: Expr) -> Expr {
        match array.kind {
            ExprKind::Load(_) => array,
            _ => self.array_temporary(array),
        }
    }
}
