//! Allocatables and pointers.

use sextant_base::Span;
use sextant_syntax::{
    Bound, Expr, ExprKind, PartStep, Place, RecordId, Stmt, StmtKind, TextLength, Type, VarId,
};

use super::Resolver;
use super::build::{int, int_value, rank};
use super::data::is_applied;
use super::defaults::Life;
use super::scope::Designator;
use crate::raw::{self, ArgumentValue, ExprKind as Raw};

/// What an ALLOCATE says of all its objects.
struct Given {
    length: Option<Expr>,
    source: Option<Expr>,
    /// Whether the objects get the value of the source.
    copies: bool,
}

/// What is done for an object, and when it fails.
struct Step {
    fails: Option<Expr>,
    statements: Vec<Stmt>,
}

impl<'a> Resolver<'a, '_> {
    pub(crate) fn pointer_assign(&mut self, target: &'a raw::Expr, value: &'a raw::Expr) -> Option<StmtKind> {
        if let Raw::Apply(base, arguments) = &target.kind
            && arguments.iter().any(|argument| matches!(argument.value, ArgumentValue::Range { .. }))
            && self.is_handle(base)
        {
            return self.point_with_bounds(base, arguments, value, target.span);
        }
        let designator = self.designator(target)?;
        let handle = self.place(designator.clone());
        if !self.is_handle_place(&handle) {
            return self.fail(target.span, "this is not a pointer");
        }
        if is_applied(value, "NULL") {
            return Some(StmtKind::PointTo { handle, target: None });
        }
        let pointed = self.value(value)?;
        match pointed.kind {
            ExprKind::Load(_) if rank(&pointed.ty) != rank(&designator.ty) => {
                self.fail(value.span, "pointer and target have different ranks")
            }
            ExprKind::Load(_) if !is_same_scalar(&designator.ty, &pointed.ty) => {
                self.fail(value.span, "pointer and target have different types")
            }
            ExprKind::Load(place) => Some(StmtKind::PointTo { handle, target: Some(place) }),
            _ => Some(StmtKind::Unsupported("a pointer to the result of a function".to_owned())),
        }
    }

    fn is_handle(&mut self, raw: &'a raw::Expr) -> bool {
        let (designator, ..) = self.apart(|resolver| resolver.designator(raw));
        designator.is_some_and(|designator| {
            let place = self.place(designator);
            self.is_handle_place(&place)
        })
    }

    /// Whether a place is an allocatable or pointer itself, not a part of one.
    pub(crate) fn is_handle_place(&self, place: &Place) -> bool {
        match place {
            Place::Variable(variable) => {
                matches!(self.scopes[self.unit].variables[*variable].ty, Type::Handle(_))
            }
            Place::Element(..) => false,
            Place::Part(part) => {
                self.last_component(part.base, &part.steps).is_some_and(|(record, position)| {
                    matches!(self.records[record].components[position].ty, Type::Handle(_))
                })
            }
        }
    }

    /// Whether what some steps lead to is an allocatable itself.
    pub(crate) fn is_allocatable(&self, base: VarId, steps: &[PartStep]) -> bool {
        match steps {
            [] => self.scopes[self.unit].allocatables.contains(&base),
            _ => self
                .last_component(base, steps)
                .is_some_and(|component| self.allocatable_components.contains(&component)),
        }
    }

    /// The record and the position of the component that the last step chooses.
    fn last_component(&self, base: VarId, steps: &[PartStep]) -> Option<(RecordId, usize)> {
        let (PartStep::Component(position), before) = steps.split_last()? else { return None };
        match self.type_after(base, before).target().scalar() {
            Type::Record(record) => Some((*record, *position)),
            _ => None,
        }
    }

    pub(crate) fn allocate(
        &mut self,
        ty: Option<&'a raw::TypeSpec>,
        objects: &'a [raw::Expr],
        options: &'a [(raw::Name, raw::Expr)],
        span: Span,
    ) -> Option<StmtKind> {
        let option =
            |name: &str| options.iter().find(|option| &*option.0.upper == name).map(|option| &option.1);
        let source = option("SOURCE").or(option("MOLD"));
        let source = source.map_or(Some(None), |source| self.value(source).map(Some))?;
        let length = match ty.map(|ty| self.scalar_type(ty, None)) {
            Some(Some(Type::Text(TextLength::Given(length)))) => Some(*length),
            Some(None) => return None,
            _ => None,
        };
        let given = Given { length, source, copies: option("SOURCE").is_some() };
        let mut steps = Vec::new();
        for object in objects {
            let mut statements = Vec::new();
            let fails = self.allocate_object(object, &given, &mut statements)?;
            steps.push(Step { fails, statements });
        }
        self.with_status(options, steps, (5014, "Attempt to allocate an allocated object"), span)
    }

    /// Makes an object; the answer is when that fails.
    fn allocate_object(
        &mut self,
        object: &'a raw::Expr,
        given: &Given,
        statements: &mut Vec<Stmt>,
    ) -> Option<Option<Expr>> {
        let source = given.source.as_ref();
        let (base, bounds) = match &object.kind {
            Raw::Apply(base, arguments) => {
                let bounds: Vec<_> =
                    arguments.iter().map(|argument| self.allocation_bound(argument)).collect();
                (&**base, bounds.into_iter().collect::<Option<Vec<_>>>()?)
            }
            _ => (object, Vec::new()),
        };
        let designator = self.designator(base)?;
        let place = self.place(designator.clone());
        if !self.is_handle_place(&place) {
            return self.fail(object.span, "only an allocatable or a pointer can be allocated");
        }
        let bounds = match source {
            Some(source) if bounds.is_empty() && rank(&designator.ty) > 0 => self.bounds_of_value(source),
            _ => bounds,
        };
        if bounds.len() != rank(&designator.ty) {
            let message = format!(
                "the number of dimensions is {}, that of bounds {}",
                rank(&designator.ty),
                bounds.len()
            );
            return self.fail(object.span, message);
        }
        let bounds = self.with_length(&designator.ty, bounds, given, object.span)?;
        let bounds = match self.is_allocatable(designator.base, &designator.steps) {
            true => bounds,
            false => self.forget_target(&place, bounds, object.span, statements),
        };
        let has = ExprKind::HasStorage(place.clone());
        let is_allocatable = self.is_allocatable(designator.base, &designator.steps);
        let taken = is_allocatable.then_some(Expr { kind: has, ty: Type::Logical, span: object.span });
        statements.push(self.made(StmtKind::Allocate { place, bounds }, object.span));
        let target = Designator { span: object.span, ..designator };
        match source.filter(|_| given.copies) {
            Some(source) => {
                let filled = self.fill_allocated(target, source.clone())?;
                statements.extend(filled);
            }
            None => statements.extend(self.first_values(target, Life::New)),
        }
        Some(taken)
    }

    /// A text of open length needs a length when it is allocated.
    fn with_length(
        &mut self,
        ty: &Type,
        mut bounds: Vec<(Expr, Expr)>,
        given: &Given,
        span: Span,
    ) -> Option<Vec<(Expr, Expr)>> {
        if !matches!(ty.scalar(), Type::Text(TextLength::Open)) {
            return Some(bounds);
        }
        let length = match (&given.length, &given.source) {
            (Some(length), _) => length.clone(),
            (None, Some(source)) => self.length_of(source),
            (None, None) => return self.fail(span, "the length of the text is missing"),
        };
        bounds.insert(0, (int(1, span), length));
        Some(bounds)
    }

    /// The bounds of an array value, as LBOUND and UBOUND give them.
    pub(crate) fn bounds_of_value(&mut self, value: &Expr) -> Vec<(Expr, Expr)> {
        let span = value.span;
        if let ExprKind::Load(place) = &value.kind {
            let designator = self.designator_of_place(place, span);
            let is_whole = !designator.steps.iter().any(|step| matches!(step, PartStep::Section(_)));
            if is_whole && !self.is_temporary(designator.base) {
                let mut bound = |dimension, which| {
                    self.bound_of(designator.base, &designator.steps, dimension, which, span)
                };
                return (0..rank(&value.ty))
                    .map(|dimension| (bound(dimension, Bound::Low), bound(dimension, Bound::High)))
                    .collect();
            }
        }
        self.extents(value).into_iter().map(|extent| (int(1, span), extent)).collect()
    }

    /// Whether a variable was made for a value: then its bounds are not those of anything in the program.
    pub(crate) fn is_temporary(&self, variable: VarId) -> bool {
        self.scopes[self.unit].variables[variable].name.starts_with('.')
    }

    /// Copies a value into storage that was made for it.
    fn fill_allocated(&mut self, target: Designator, value: Expr) -> Option<Vec<Stmt>> {
        if !super::decide::convertible(&value.ty, &target.ty) {
            return self.fail(value.span, "the two sides have different types");
        }
        if rank(&target.ty) == 0 {
            return Some(vec![self.assignment(target, value)]);
        }
        let extents = self.extents_of(&target);
        Some(vec![self.loops(extents, target.span, |resolver, position| {
            let element = resolver.element(&value, position);
            let place = resolver.element_of(target, position);
            vec![resolver.assignment(place, element)]
        })])
    }

    /// A pointer may have a target when it is allocated: it leaves it. The new bounds may still ask for the old ones.
    fn forget_target(
        &mut self,
        handle: &Place,
        bounds: Vec<(Expr, Expr)>,
        span: Span,
        statements: &mut Vec<Stmt>,
    ) -> Vec<(Expr, Expr)> {
        let mut kept = |bound: Expr| match int_value(&bound) {
            Some(_) => bound,
            None => self.keep("bound", bound),
        };
        let bounds = bounds.into_iter().map(|(low, high)| (kept(low), kept(high))).collect();
        statements.push(self.made(StmtKind::PointTo { handle: handle.clone(), target: None }, span));
        bounds
    }

    fn allocation_bound(&mut self, argument: &'a raw::Argument) -> Option<(Expr, Expr)> {
        match &argument.value {
            ArgumentValue::Expr(high) => Some((int(1, argument.span), self.integer(high)?)),
            ArgumentValue::Range { low, high: Some(high), stride: None } => {
                let low = self.integer_if_any(low.as_ref())?.unwrap_or_else(|| int(1, argument.span));
                Some((low, self.integer(high)?))
            }
            _ => self.fail(argument.span, "bounds are needed here"),
        }
    }

    /// STAT and ERRMSG say what failed first; what comes after it is not done. Without STAT, a failure is an error.
    fn with_status(
        &mut self,
        options: &'a [(raw::Name, raw::Expr)],
        steps: Vec<Step>,
        (status, message): (i32, &str),
        span: Span,
    ) -> Option<StmtKind> {
        let (mut failed, mut began) = (Vec::new(), Vec::new());
        for (name, raw) in options {
            match &*name.upper {
                "STAT" => {
                    let target = self.designator(raw)?;
                    let fine = self.assign_value(target.clone(), int(0, raw.span))?;
                    began.push(self.made(fine, raw.span));
                    let kind = self.assign_value(target, int(status, raw.span))?;
                    failed.push(self.made(kind, raw.span));
                }
                "ERRMSG" => {
                    let target = self.designator(raw)?;
                    let kind = self.assign_value(target, super::build::text(message, raw.span))?;
                    failed.push(self.made(kind, raw.span));
                }
                "SOURCE" | "MOLD" => {}
                _ => return self.fail(name.span, format!("there is no option `{}` here", name.written)),
            }
        }
        let mut whole = Vec::new();
        for Step { fails, mut statements } in steps.into_iter().rev() {
            statements.append(&mut whole);
            whole = match fails.filter(|_| !began.is_empty()) {
                Some(fails) => {
                    let then = self.group(failed.clone(), span);
                    let otherwise = self.group(statements, span);
                    vec![self.made(super::build::branch(fails, then, Some(otherwise)), span)]
                }
                None => statements,
            };
        }
        began.append(&mut whole);
        Some(self.group(began, span).kind)
    }

    pub(crate) fn deallocate(
        &mut self,
        objects: &'a [raw::Expr],
        options: &'a [(raw::Name, raw::Expr)],
        span: Span,
    ) -> Option<StmtKind> {
        let mut steps = Vec::new();
        for object in objects {
            let place = self.place_of(object)?;
            if !self.is_handle_place(&place) {
                return self.fail(object.span, "only an allocatable or a pointer can be given back");
            }
            let has = ExprKind::HasStorage(place.clone());
            let has = Expr { kind: has, ty: Type::Logical, span: object.span };
            let release = self.made(StmtKind::Release(place), object.span);
            steps.push(Step { fails: Some(super::build::not(has)), statements: vec![release] });
        }
        self.with_status(options, steps, (1, "Attempt to deallocate an unallocated object"), span)
    }

    pub(crate) fn nullify(&mut self, objects: &'a [raw::Expr], span: Span) -> Option<StmtKind> {
        let mut statements = Vec::new();
        for object in objects {
            let handle = self.place_of(object)?;
            statements.push(self.made(StmtKind::PointTo { handle, target: None }, object.span));
        }
        Some(self.group(statements, span).kind)
    }
}

/// Whether what two places hold is of one type; texts may have different lengths.
pub(crate) fn is_same_scalar(left: &Type, right: &Type) -> bool {
    match (left.target().scalar(), right.target().scalar()) {
        (Type::Text(_), Type::Text(_)) => true,
        (left, right) => left == right,
    }
}
