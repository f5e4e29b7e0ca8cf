//! Pointer assignments that set bounds: `P(0:) => T`, `P(1:2, 1:3) => T`.
//!
//! A dummy argument sees its argument with bounds of its own, and a pointer to it keeps them. So the assignment is a call of
//! a small procedure whose dummy has the bounds. Where the elements of the target may lie apart, the dummy would be a copy:
//! that is unsupported.

use sextant_base::{IdVec, Span};
use sextant_syntax::{
    Argument, ArrayBounds, Expr, ExprKind, PartStep, Passing, Place, ProcId, Procedure, Selector,
    StatementInfo, StatementNumber, Stmt, StmtKind, Storage, Type, VarId, Variable,
};

use super::Resolver;
use super::build::{self, INT, array_of, convert, element_type, is_one, rank};
use super::scope::Designator;
use crate::raw::{self, ArgumentValue};

/// The bounds of one dimension as they are written.
struct Wanted {
    low: Option<Expr>,
    high: Option<Expr>,
}

impl<'a> Resolver<'a, '_> {
    /// `base(arguments) => value`, where the base is a pointer.
    pub(crate) fn point_with_bounds(
        &mut self,
        base: &'a raw::Expr,
        arguments: &'a [raw::Argument],
        value: &'a raw::Expr,
        span: Span,
    ) -> Option<StmtKind> {
        let pointer = self.designator(base)?;
        let wanted: Option<Vec<Wanted>> = arguments.iter().map(|argument| self.wanted(argument)).collect();
        let wanted = wanted?;
        let pointed = self.value(value)?;
        let remaps = wanted.iter().any(|bounds| bounds.high.is_some());
        let given = |bounds: &Wanted| bounds.low.is_some() && bounds.high.is_some() == remaps;
        if wanted.len() != rank(&pointer.ty) || !wanted.iter().all(given) {
            return self.fail(span, "the bounds do not suit the pointer");
        }
        if !remaps && rank(&pointed.ty) != rank(&pointer.ty) {
            return self.fail(value.span, "pointer and target have different ranks");
        }
        let ExprKind::Load(place) = &pointed.kind else {
            return Some(StmtKind::Unsupported("a pointer to the result of a function".to_owned()));
        };
        let element = element_type(&pointer.ty).clone();
        if matches!(element, Type::Text(_)) || remaps && !self.lies_in_one_piece(place) {
            return Some(StmtKind::Unsupported("a pointer assignment with these bounds".to_owned()));
        }
        self.scope().aliased.insert(place.variable());
        let procedure = self.setter(&element, rank(&pointed.ty), wanted.len(), remaps, span);
        Some(self.call_of_setter(procedure, pointer, pointed, wanted))
    }

    fn wanted(&mut self, argument: &'a raw::Argument) -> Option<Wanted> {
        match &argument.value {
            ArgumentValue::Range { low, high, stride: None } => {
                let (low, high) = (self.integer_if_any(low.as_ref())?, self.integer_if_any(high.as_ref())?);
                Some(Wanted { low, high })
            }
            _ => self.fail(argument.span, "bounds are needed here"),
        }
    }

    fn call_of_setter(
        &mut self,
        procedure: ProcId,
        pointer: Designator,
        pointed: Expr,
        wanted: Vec<Wanted>,
    ) -> StmtKind {
        let (ty, span) = (pointer.ty.clone(), pointer.span);
        let pointer = Expr { kind: ExprKind::Load(self.place(pointer)), ty, span };
        let mut arguments = vec![
            Argument { expr: pointer, passing: Passing::Reference },
            Argument { expr: pointed, passing: Passing::Reference },
        ];
        let bounds = wanted.into_iter().flat_map(|Wanted { low, high }| low.into_iter().chain(high));
        arguments.extend(bounds.map(|bound| Argument { expr: convert(bound, &INT), passing: Passing::Copy }));
        StmtKind::Call { procedure, arguments }
    }

    /// Whether the elements of a place lie side by side, whatever happens.
    fn lies_in_one_piece(&self, place: &Place) -> bool {
        let scope = &self.scopes[self.unit];
        let declared = &scope.variables[place.variable()].ty;
        let own = match declared {
            Type::Handle(_) => scope.allocatables.contains(&place.variable()),
            Type::Array(_, bounds) => bounds
                .iter()
                .all(|bound| matches!(bound, ArrayBounds::Given { .. } | ArrayBounds::Sequence { .. })),
            _ => false,
        };
        let steps: &[PartStep] = match place {
            Place::Part(part) => &part.steps,
            _ => &[],
        };
        own && match steps {
            [] => true,
            [PartStep::Section(selectors)] => match selectors.as_slice() {
                [Selector::Range(_, _, stride)] => stride.as_ref().is_none_or(is_one),
                _ => false,
            },
            _ => false,
        }
    }

    /// The procedure `P => T`, whose dummy `T` has the bounds that follow.
    fn setter(
        &mut self,
        element: &Type,
        of_target: usize,
        dimensions: usize,
        remaps: bool,
        span: Span,
    ) -> ProcId {
        let key = format!("=> {element:?} {of_target} {dimensions} {remaps}");
        if let Some(&known) = self.wrappers.get(&key) {
            return known;
        }
        let mut variables: IdVec<VarId, Variable> = IdVec::new();
        let mut parameter =
            |name: &str, ty: Type| variables.push(Variable::new(name, ty, Storage::Parameter, span));
        let handle = Type::Handle(Box::new(array_of(element.clone(), dimensions)));
        let pointer = parameter("pointer", handle);
        let target = parameter("target", INT);
        let mut bounds = Vec::new();
        let mut bound = |name: String| Box::new(build::variable(parameter(&name, INT), INT, span));
        for dimension in 1..=dimensions {
            let low = bound(format!("low{dimension}"));
            bounds.push(match remaps {
                true => ArrayBounds::Sequence { low, high: Some(bound(format!("high{dimension}"))) },
                false => ArrayBounds::Shape { low },
            });
        }
        variables[target].ty = Type::Array(Box::new(element.clone()), bounds);
        let kind =
            StmtKind::PointTo { handle: Place::Variable(pointer), target: Some(Place::Variable(target)) };
        let number = Some(StatementNumber(2));
        let id = ProcId(self.procedures.len() as u32);
        self.procedures.push(Some(Procedure {
            name: format!("point.{}", id.0),
            parameters: variables.ids().collect(),
            variables,
            returns: None,
            recursive: false,
            body: vec![Stmt { number, labels: Vec::new(), kind, span }],
            labels: IdVec::new(),
            statements: vec![StatementInfo { span }; 2],
            span,
        }));
        self.wrappers.insert(key, id);
        id
    }
}
