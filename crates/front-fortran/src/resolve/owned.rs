//! Assignments to what owns storage: allocatable variables take the shape and the length of the value, records get copies
//! of the allocatable components of another one.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Place, RecordId, Stmt, StmtKind, TextLength, Type};

use super::Resolver;
use super::build::{self, TEXT, element_type, int, rank};
use super::defaults::Life;
use super::scope::Designator;

impl Resolver<'_, '_> {
    /// What a scalar assignment to an allocatable does before, and the value that it then assigns.
    pub(crate) fn ready_scalar(&mut self, target: &Designator, value: Expr) -> (Vec<Stmt>, Expr) {
        if !self.is_allocatable(target.base, &target.steps) {
            return (Vec::new(), value);
        }
        let span = target.span;
        let open = matches!(target.ty, Type::Text(TextLength::Open));
        let value = if open { self.kept_text(value) } else { value };
        let place = self.place(target.clone());
        let mut bounds = Vec::new();
        let mut differs = None;
        if open {
            let length = self.length_of(&value);
            let own = Expr { kind: ExprKind::LengthOf(place.clone()), ty: build::INT, span };
            differs = Some(build::binary(BinaryOp::NotEqual, own, length.clone()));
            bounds.push((int(1, span), length));
        }
        let mut fresh = vec![self.made(StmtKind::Allocate { place: place.clone(), bounds }, span)];
        fresh.extend(self.first_values(target.clone(), Life::New));
        let fresh = self.group(fresh, span);
        let again = differs.map(|differs| {
            let release = self.made(StmtKind::Release(place.clone()), span);
            let both = self.group(vec![release, fresh.clone()], span);
            self.made(build::branch(differs, both, None), span)
        });
        let has = Expr { kind: ExprKind::HasStorage(place), ty: Type::Logical, span };
        let kind = match again {
            Some(again) => build::branch(has, again, Some(fresh)),
            None => build::branch(build::not(has), fresh, None),
        };
        (vec![self.made(kind, span)], value)
    }

    /// A text that is computed once, before the target of an assignment changes.
    fn kept_text(&mut self, value: Expr) -> Expr {
        if matches!(value.kind, ExprKind::Text(_)) {
            return value;
        }
        let span = value.span;
        let variable = self.temporary("text", TEXT, span);
        self.before(build::set(variable, value), span);
        build::variable(variable, TEXT, span)
    }

    /// An allocatable array takes the shape of what is assigned to it, and texts of open length its length.
    pub(crate) fn reallocate(&mut self, target: &Designator, value: &Expr) -> Option<Stmt> {
        if !self.is_allocatable(target.base, &target.steps) {
            return None;
        }
        let span = target.span;
        let place = self.place(target.clone());
        let has = Expr { kind: ExprKind::HasStorage(place.clone()), ty: Type::Logical, span };
        let (own, wanted) = (self.extents_of(target), self.extents(value));
        let mut bounds = self.bounds_of_value(value);
        let mut pairs: Vec<(Expr, Expr)> = own.into_iter().zip(wanted).collect();
        if matches!(element_type(&target.ty), Type::Text(TextLength::Open)) {
            let length = self.length_of(value);
            let own = Expr { kind: ExprKind::LengthOf(place.clone()), ty: build::INT, span };
            pairs.push((own, length.clone()));
            bounds.insert(0, (int(1, span), length));
        }
        let allocate = self.made(StmtKind::Allocate { place: place.clone(), bounds }, span);
        let differs = pairs
            .into_iter()
            .filter_map(|(own, wanted)| super::operators::combine(BinaryOp::NotEqual, own, wanted))
            .reduce(|left, right| build::binary(BinaryOp::Or, left, right))?;
        let release = self.made(StmtKind::Release(place), span);
        let again = self.group(vec![release, allocate.clone()], span);
        let adjust = self.made(build::branch(differs, again, None), span);
        Some(self.made(build::branch(has, adjust, Some(allocate)), span))
    }

    /// `target = value` of records with storage of their own: the target gets copies.
    pub(crate) fn copy_record(
        &mut self,
        target: &Designator,
        value: &Expr,
        record: RecordId,
    ) -> Option<Stmt> {
        let ExprKind::Load(source) = &value.kind else { return None };
        let span = target.span;
        if self.copying.contains(&record) {
            let what = "a copy of a record whose components hold such records".to_owned();
            return Some(self.made(StmtKind::Unsupported(what), span));
        }
        self.copying.push(record);
        let source = self.designator_of_place(&source.clone(), span);
        let mut statements = Vec::new();
        for position in 0..self.records[record].components.len() {
            let to = self.component_designator(target, record, position);
            let from = self.component_designator(&source, record, position);
            statements.push(match &self.records[record].components[position].ty {
                Type::Handle(_) if self.allocatable_components.contains(&(record, position)) => {
                    self.copy_allocated(to, from, span)
                }
                Type::Handle(_) => {
                    let (handle, from) = (self.place(to), self.place(from));
                    self.made(StmtKind::PointTo { handle, target: Some(from) }, span)
                }
                _ => self.copy_elements(to, from, span),
            });
        }
        self.copying.pop();
        Some(self.group(statements, span))
    }

    fn copy_elements(&mut self, to: Designator, from: Designator, span: Span) -> Stmt {
        let value = self.load(from);
        if rank(&to.ty) == 0 {
            return self.assignment(to, value);
        }
        let extents = self.extents_of(&to);
        self.loops(extents, span, |resolver, position| {
            let element = resolver.element(&value, position);
            let place = resolver.element_of(to, position);
            vec![resolver.assignment(place, element)]
        })
    }

    /// An allocatable component gets new storage with the values of the other one, unless it is the same.
    fn copy_allocated(&mut self, to: Designator, from: Designator, span: Span) -> Stmt {
        let (place, source): (Place, Place) = (self.place(to.clone()), self.place(from.clone()));
        let value = self.load(from.clone());
        let mut bounds = self.bounds_of_value(&value);
        if matches!(element_type(&to.ty), Type::Text(TextLength::Open)) {
            bounds.insert(0, (int(1, span), self.length_of(&value)));
        }
        let logical = |kind| Expr { kind, ty: Type::Logical, span };
        let allocate = self.made(StmtKind::Allocate { place: place.clone(), bounds }, span);
        let copy = self.copy_elements(to, from, span);
        let copied = self.group(vec![allocate, copy], span);
        let has = logical(ExprKind::HasStorage(source.clone()));
        let release = self.released_if_any(place.clone(), span);
        let copied = self.made(build::branch(has, copied, None), span);
        let all = self.group(vec![release, copied], span);
        let same = logical(ExprKind::SameStorage(place, source));
        self.made(build::branch(build::not(same), all, None), span)
    }
}
