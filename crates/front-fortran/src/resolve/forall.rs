//! FORALL: for each assignment all values are computed before any is assigned.
//!
//! A FORALL inside of another one adds its indices to those outside. Each assignment becomes loops over all of them: one
//! pass where nothing that is assigned is read, else one that keeps the values, in the order of the loops, and one that
//! assigns them. Masks and subscripts that the assignments change are kept in the same way.

use dashu_int::IBig;
use sextant_base::Span;
use sextant_syntax::{Expr, ExprKind, PartStep, Place, Stmt, StmtKind, Storage, Type, VarId};

use super::Resolver;
use super::build::{self, INT, add, int, rank};
use super::masked::Index;
use super::measure;
use super::scope::Designator;
use crate::raw::{self, Construct, StmtKind as Raw};

/// One FORALL around an assignment.
struct Level {
    indices: Vec<Index>,
    mask: Mask,
}

/// Which values of the indices take part.
enum Mask {
    All,
    /// Those for which a condition holds that nothing changes.
    Asked {
        before: Vec<Stmt>,
        condition: Expr,
        after: Vec<Stmt>,
    },
    /// Those for which it held at the beginning; the answers lie in an array, in the order of the loops.
    Kept {
        answers: VarId,
        counter: VarId,
    },
}

/// What a FORALL is made of so far.
struct Forall {
    levels: Vec<Level>,
    /// The variables that its assignments change.
    assigned: Vec<VarId>,
    statements: Vec<Stmt>,
    /// What gives temporary storage back.
    releases: Vec<Stmt>,
    span: Span,
}

/// Values that are kept in the order of the loops.
struct Kept {
    array: VarId,
    counter: VarId,
}

impl<'a> Resolver<'a, '_> {
    pub(crate) fn forall(
        &mut self,
        space: &'a raw::IndexSpace,
        body: &'a [raw::Stmt],
        span: Span,
    ) -> Option<StmtKind> {
        let mut whole = Forall {
            levels: Vec::new(),
            assigned: Vec::new(),
            statements: Vec::new(),
            releases: Vec::new(),
            span,
        };
        let outer = self.substitutions.len();
        self.apart(|resolver| resolver.assigned_in(space, body, &mut whole.assigned));
        self.substitutions.truncate(outer);
        let complete = self.forall_level(space, body, &mut whole);
        self.substitutions.truncate(outer);
        complete?;
        let Forall { mut statements, releases, .. } = whole;
        statements.extend(releases);
        Some(self.group(statements, span).kind)
    }

    /// Collects the variables that the assignments change.
    fn assigned_in(&mut self, space: &'a raw::IndexSpace, body: &'a [raw::Stmt], assigned: &mut Vec<VarId>) {
        let outer = self.substitutions.len();
        if self.index_space(space).is_some() {
            for stmt in body {
                match &stmt.kind {
                    Raw::Assign { target, .. } => {
                        assigned.extend(self.designator(target).map(|target| target.base));
                    }
                    Raw::Forall { space, then } => {
                        self.assigned_in(space, std::slice::from_ref(then), assigned);
                    }
                    Raw::Construct { kind: Construct::Forall(space, body), .. } => {
                        self.assigned_in(space, body, assigned);
                    }
                    _ => {}
                }
            }
        }
        self.substitutions.truncate(outer);
    }

    fn forall_level(
        &mut self,
        space: &'a raw::IndexSpace,
        body: &'a [raw::Stmt],
        whole: &mut Forall,
    ) -> Option<()> {
        let outer = self.substitutions.len();
        let (indices, before, after) = self.apart(|resolver| resolver.index_space(space));
        let indices = indices?;
        let limits = indices.iter().flat_map(|index| [&index.low, &index.high, &index.stride]);
        let moving = limits.into_iter().any(|limit| self.may_read(limit, &whole.assigned, None));
        if moving || !(whole.levels.is_empty() || before.is_empty() && after.is_empty()) {
            let what = StmtKind::Unsupported("a FORALL whose limits change or are computed in it".to_owned());
            whole.statements.push(self.made(what, whole.span));
        } else {
            whole.statements.extend(before);
            whole.releases.extend(after);
        }
        whole.levels.push(Level { indices, mask: Mask::All });
        if let Some(mask) = &space.mask {
            self.forall_mask(mask, whole)?;
        }
        for stmt in body {
            match &stmt.kind {
                Raw::Assign { target, value } => self.forall_assignment(target, value, stmt.head, whole)?,
                Raw::Forall { space, then } => self.forall_level(space, std::slice::from_ref(then), whole)?,
                Raw::Construct { kind: Construct::Forall(space, body), .. } => {
                    self.forall_level(space, body, whole)?;
                }
                _ => {
                    let what = StmtKind::Unsupported("this statement in a FORALL".to_owned());
                    whole.statements.push(self.made(what, stmt.head));
                }
            }
        }
        whole.levels.pop();
        self.substitutions.truncate(outer);
        Some(())
    }

    /// The mask of the innermost FORALL.
    fn forall_mask(&mut self, raw: &'a raw::Expr, whole: &mut Forall) -> Option<()> {
        let (condition, before, after) = self.apart(|resolver| resolver.condition(raw));
        let condition = condition?;
        let changes = self.may_read(&condition, &whole.assigned, None) || !before.is_empty();
        let mask = if changes {
            let kept = self.keep_in_order(Type::Logical, None, &[], whole);
            let pass = vec![self.put(&kept, condition)];
            let pass = before.into_iter().chain(pass).chain(after).collect();
            self.forall_pass(&[&kept], pass, whole);
            Mask::Kept { answers: kept.array, counter: kept.counter }
        } else {
            Mask::Asked { before, condition, after }
        };
        if let Some(level) = whole.levels.last_mut() {
            level.mask = mask;
        }
        Some(())
    }

    fn forall_assignment(
        &mut self,
        target: &'a raw::Expr,
        value: &'a raw::Expr,
        span: Span,
        whole: &mut Forall,
    ) -> Option<()> {
        let (both, before, after) =
            self.apart(|resolver| (resolver.designator(target), resolver.value(value)));
        let (target, value) = (Designator { span, ..both.0? }, both.1?);
        if !super::decide::convertible(&value.ty, &target.ty) {
            return self.fail(value.span, "the two sides have different types");
        }
        if rank(&value.ty) > 0 && rank(&value.ty) != rank(&target.ty) {
            return self.fail(value.span, "the ranks of the two sides differ");
        }
        let place = self.place(target.clone());
        let own = [target.base];
        let moves = measure::in_place(&place).into_iter().any(|part| self.may_read(part, &own, None));
        let around = |inner: Vec<Stmt>| before.iter().cloned().chain(inner).chain(after.iter().cloned());
        if !moves && !self.may_read(&value, &own, Some(&place)) {
            let (kind, more, last) = self.apart(|resolver| resolver.assign_value(target, value));
            let inner = more.into_iter().chain([self.made(kind?, span)]).chain(last).collect();
            let pass = around(inner).collect();
            self.forall_pass(&[], pass, whole);
            return Some(());
        }
        let extents = self.extents_of(&target);
        let (element, more, last) = self.apart(|resolver| {
            let element = resolver.storable(&value);
            let open = element == build::TEXT;
            (element, open.then(|| resolver.length_of(&value)))
        });
        let (element, length) = element;
        whole.statements.extend(more);
        whole.releases.extend(last);
        let values = self.keep_in_order(element, length, &extents, whole);
        let (target, subscripts, kept) = self.kept_subscripts(target, &own, whole)?;
        let mut first = vec![self.loops(extents.clone(), span, |resolver, position| {
            let element = resolver.element(&value, position);
            vec![resolver.put(&values, element)]
        })];
        first.extend(kept.iter().zip(subscripts).map(|(kept, subscript)| self.put(kept, subscript)));
        let mut second: Vec<Stmt> = kept.iter().map(|kept| self.next(kept.counter)).collect();
        second.push(self.loops(extents, span, |resolver, position| {
            let place = if position.is_empty() { target } else { resolver.element_of(target, position) };
            let advance = resolver.next(values.counter);
            let value = resolver.kept_value(&values);
            vec![advance, resolver.assignment(place, value)]
        }));
        let counters: Vec<&Kept> = std::iter::once(&values).chain(&kept).collect();
        for pass in [first, second] {
            let pass = around(pass).collect();
            self.forall_pass(&counters, pass, whole);
        }
        Some(())
    }

    /// Keeps the subscripts of a target that the assignments may change.
    fn kept_subscripts(
        &mut self,
        mut target: Designator,
        own: &[VarId],
        whole: &mut Forall,
    ) -> Option<(Designator, Vec<Expr>, Vec<Kept>)> {
        let (mut subscripts, mut kept) = (Vec::new(), Vec::new());
        let mut steps = std::mem::take(&mut target.steps);
        for step in &mut steps {
            match step {
                PartStep::Element(list) => {
                    for subscript in list.iter_mut() {
                        if !self.may_read(subscript, own, None) {
                            continue;
                        }
                        let place = self.keep_in_order(subscript.ty.clone(), None, &[], whole);
                        let read = self.kept_value(&place);
                        subscripts.push(std::mem::replace(subscript, read));
                        kept.push(place);
                    }
                }
                PartStep::Section(_) | PartStep::Characters(..) => {
                    let alone = Designator { steps: vec![step.clone()], ..target.clone() };
                    let place = self.place(alone);
                    if measure::in_place(&place).into_iter().any(|part| self.may_read(part, own, None)) {
                        let what = "a FORALL that changes the limits of a section in it".to_owned();
                        whole.statements.push(self.made(StmtKind::Unsupported(what), whole.span));
                    }
                }
                PartStep::Component(_) | PartStep::ComplexPart(_) => {}
            }
        }
        target.steps = steps;
        Some((target, subscripts, kept))
    }

    /// Whether an expression reads any of some variables, but for one place.
    fn may_read(&self, expr: &Expr, variables: &[VarId], but: Option<&Place>) -> bool {
        let scope = &self.scopes[self.unit];
        let area = |variable: VarId| match scope.variables[variable].storage {
            Storage::Area(area, _) => Some(area),
            _ => None,
        };
        measure::any(expr, &|part| match &part.kind {
            ExprKind::Call(..) | ExprKind::CallParameter(..) => true,
            ExprKind::Load(read) => variables.iter().any(|&variable| {
                let own = read.variable();
                let same = own == variable
                    || area(own).is_some() && area(own) == area(variable)
                    || scope.aliased.contains(&own) && scope.aliased.contains(&variable);
                same && but != Some(read)
            }),
            _ => false,
        })
    }

    /// An array for a value, or for the elements of one, in each turn of the loops, and a counter of them.
    fn keep_in_order(
        &mut self,
        element: Type,
        length: Option<Expr>,
        extents: &[Expr],
        whole: &mut Forall,
    ) -> Kept {
        let span = whole.span;
        let counter = self.temporary("turn", INT, span);
        let total = match most_turns(&whole.levels, extents) {
            Some(total) => int(total, span),
            None => {
                let count = self.next(counter);
                let count = match extents {
                    [] => count,
                    _ => self.loops(extents.to_vec(), span, |resolver, _| vec![resolver.next(counter)]),
                };
                let kept = Kept { array: counter, counter };
                self.forall_pass(&[&kept], vec![count], whole);
                build::variable(counter, INT, span)
            }
        };
        let (array, allocation, release) =
            self.apart(|resolver| resolver.temporary_texts(element, length, &[total], span));
        whole.statements.extend(allocation);
        whole.releases.extend(release);
        Kept { array, counter }
    }

    /// One more turn.
    fn next(&self, counter: VarId) -> Stmt {
        let span = self.body.span.unwrap_or(self.scopes[self.unit].variables[counter].span);
        let more = add(build::variable(counter, INT, span), int(1, span));
        self.made(build::set(counter, more), span)
    }

    fn kept_value(&mut self, kept: &Kept) -> Expr {
        let element = self.kept_element(kept);
        self.load(element)
    }

    fn kept_element(&mut self, kept: &Kept) -> Designator {
        let span = self.scope().variables[kept.counter].span;
        let whole = self.whole(kept.array, span);
        self.element_of(whole, &[build::variable(kept.counter, INT, span)])
    }

    /// Keeps a value at the next turn.
    fn put(&mut self, kept: &Kept, value: Expr) -> Stmt {
        let span = value.span;
        let element = self.kept_element(kept);
        let assignment = self.assignment(element, value);
        let advance = self.next(kept.counter);
        self.group(vec![advance, assignment], span)
    }

    /// Does something for all values of the indices; counters begin anew.
    fn forall_pass(&mut self, counters: &[&Kept], body: Vec<Stmt>, whole: &mut Forall) {
        let span = whole.span;
        let mut body = body;
        let mut resets: Vec<VarId> = counters.iter().map(|kept| kept.counter).collect();
        for level in whole.levels.iter().rev() {
            body = match &level.mask {
                Mask::All => body,
                Mask::Asked { before, condition, after } => {
                    let then = self.group(body, span);
                    let test = self.made(build::branch(condition.clone(), then, None), span);
                    before.iter().cloned().chain([test]).chain(after.iter().cloned()).collect()
                }
                Mask::Kept { answers, counter } => {
                    resets.push(*counter);
                    let kept = Kept { array: *answers, counter: *counter };
                    let condition = self.kept_value(&kept);
                    let then = self.group(body, span);
                    let test = self.made(build::branch(condition, then, None), span);
                    vec![self.next(*counter), test]
                }
            };
            let indices = level.indices.clone();
            body = vec![self.space_loops(indices, body, span)];
        }
        for counter in resets {
            whole.statements.push(self.made(build::set(counter, int(0, span)), span));
        }
        whole.statements.extend(body);
    }
}

/// How many turns there are at most, if the limits are constants.
fn most_turns(levels: &[Level], extents: &[Expr]) -> Option<u64> {
    let mut total: u64 = 1;
    for index in levels.iter().flat_map(|level| &level.indices) {
        let [low, high, stride] = [&index.low, &index.high, &index.stride].map(build::int_value);
        let (low, high, stride) = (low?, high?, stride?);
        if *stride == IBig::ZERO {
            return None;
        }
        let turns = (high - low + stride) / stride;
        total = total.checked_mul(u64::try_from(turns.max(IBig::ZERO)).ok()?)?;
    }
    for extent in extents {
        total = total.checked_mul(super::constant::number::<u64>(extent).unwrap_or(0))?;
        super::constant::number::<u64>(extent)?;
    }
    (total <= 1 << 20).then_some(total)
}
