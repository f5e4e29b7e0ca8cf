//! Values at the start: DATA statements, initialisers, constant arrays.

use std::rc::Rc;

use sextant_base::Span;
use sextant_syntax::{
    AreaId, ArrayBounds, Expr, ExprKind, InitialValue, PartStep, RecordId, Storage, TextLength, Type, VarId,
    Variable,
};

use super::build::{self, int, rank};
use super::scope::{Designator, EntityRef, Role, Substitution};
use super::units::Position;
use super::{Resolver, constant, measure};
use crate::raw::{self, ExprKind as Raw, Item};

/// Implied DOs in DATA statements and constants may have this many turns in all.
const MOST_TURNS: i64 = 10_000_000;

/// Consecutive elements that get values.
#[derive(Clone, Debug)]
struct Run {
    area: AreaId,
    offset: u64,
    ty: Type,
    count: u64,
    stride: u64,
}

impl<'a> Resolver<'a, '_> {
    /// Puts all values at the start into the areas.
    pub(crate) fn initialise(&mut self) {
        for unit in 0..self.units.len() {
            if self.units[unit].position == Position::Interface {
                continue;
            }
            self.within(unit, |resolver| {
                for index in 0..resolver.scope().entities.len() {
                    let entity = EntityRef { unit, index };
                    resolver.initialise_declared(entity);
                }
                for group in resolver.scope().data.clone() {
                    resolver.data_group(group);
                }
            });
        }
    }

    /// The same for what a BLOCK declares, and for the DATA statements of the unit from one on.
    pub(crate) fn initialise_block(&mut self, declared: &[EntityRef], from: usize) {
        for &entity in declared {
            self.initialise_declared(entity);
        }
        for group in self.scope().data.split_off(from) {
            self.data_group(group);
        }
    }

    fn initialise_declared(&mut self, entity: EntityRef) -> Option<()> {
        let found = self.entity(entity);
        let (initial, span) = (found.initial, found.name.span);
        if found.flags.parameter || found.flags.dummy || found.flags.pointer {
            return None;
        }
        let Some(initial) = initial else { return self.initialise_by_type(entity, span) };
        let variable = self.variable_of(entity, span)?;
        let run = self.whole_run(variable, span)?;
        match initial {
            raw::Initial::Value(value) => {
                let ty = self.scope().variables[variable].ty.clone();
                self.initialise_part(run.area, run.offset, &ty, value)
            }
            raw::Initial::Data(values) => {
                let values = self.data_values(values)?;
                self.pair(vec![run], values, span)
            }
            raw::Initial::Pointer(_) => None,
        }
    }

    /// A lasting record begins with what its type says.
    fn initialise_by_type(&mut self, entity: EntityRef, span: Span) -> Option<()> {
        let found = self.entity(entity);
        let is_typed = found.spec.is_some_and(|spec| matches!(spec.kind, raw::TypeKind::Derived(_)));
        if !is_typed || found.flags.external || found.flags.allocatable || found.definition.is_some() {
            return None;
        }
        let Some(Type::Record(record)) = self.entity_type(entity) else { return None };
        if !self.has_defaults(record) || found_procedure(&self.role(entity)) {
            return None;
        }
        let variable = self.variable_of(entity, span)?;
        let found = &self.scope().variables[variable];
        let (Storage::Area(area, offset), ty) = (found.storage, found.ty.clone()) else { return None };
        self.lasting_first_values(area, offset, &ty, span)
    }

    /// Puts a value as it is written into a part of an area.
    pub(crate) fn initialise_part(
        &mut self,
        area: AreaId,
        offset: u64,
        ty: &Type,
        raw: &'a raw::Expr,
    ) -> Option<()> {
        let element = ty.scalar().clone();
        let stride = self.size_of(&element)?;
        let count = if rank(ty) == 0 { 1 } else { self.size_of(ty)?.checked_div(stride).unwrap_or(0) };
        if let Type::Record(record) = element {
            return self.initialise_records(area, (offset, stride, count), record, raw);
        }
        let run = Run { area, offset, ty: element, count, stride };
        let values = self.constant_elements(raw)?;
        let values: Vec<_> = match values.as_slice() {
            [one] if self.rank_of(raw) == 0 => vec![(run.count, one.clone())],
            _ => values.into_iter().map(|value| (1, value)).collect(),
        };
        self.pair(vec![run], values, raw.span)
    }

    fn initialise_records(
        &mut self,
        area: AreaId,
        (offset, stride, count): (u64, u64, u64),
        record: RecordId,
        raw: &'a raw::Expr,
    ) -> Option<()> {
        match &raw.kind {
            Raw::Paren(inner) => self.initialise_records(area, (offset, stride, count), record, inner),
            Raw::ArrayConstructor { items, .. } => {
                for (at, item) in (0..count).zip(items) {
                    let Item::Value(value) = item else {
                        return self.fail(raw.span, "unsupported: this value for records at the start");
                    };
                    self.initialise_record(area, offset + at * stride, record, value)?;
                }
                Some(())
            }
            _ => {
                (0..count).try_for_each(|at| self.initialise_record(area, offset + at * stride, record, raw))
            }
        }
    }

    fn data_group(&mut self, group: &'a raw::DataGroup) -> Option<()> {
        let mut runs = Vec::new();
        let mut turns = 0;
        for target in &group.targets {
            self.targets(target, &mut runs, &mut turns)?;
        }
        let values = self.data_values(&group.values)?;
        self.pair(runs, values, group.span)
    }

    fn targets(&mut self, item: &'a Item, runs: &mut Vec<Run>, turns: &mut i64) -> Option<()> {
        match item {
            Item::Value(raw) => self.target_runs(raw, runs),
            Item::Loop(implied) => {
                let values = self.turns(&implied.control, turns)?;
                self.each_turn(implied, values, |resolver, item| resolver.targets(item, runs, turns))
            }
        }
    }

    /// Looks at the items of an implied DO for each value of its variable.
    fn each_turn<'r>(
        &mut self,
        implied: &'r raw::ImpliedDo,
        values: Vec<i64>,
        mut look: impl FnMut(&mut Self, &'r Item) -> Option<()>,
    ) -> Option<()> {
        let name = &implied.control.variable.upper;
        values.into_iter().try_for_each(|value| {
            let value = int(value, implied.span);
            self.substitutions.push(Substitution { name: name.clone(), value });
            let result = implied.items.iter().try_for_each(|item| look(self, item));
            self.substitutions.pop();
            result
        })
    }

    /// The values of an implied DO with constant limits.
    fn turns(&mut self, control: &raw::DoControl, turns: &mut i64) -> Option<Vec<i64>> {
        let span = control.variable.span;
        let number = |resolver: &mut Self, raw: &raw::Expr| i64::try_from(resolver.constant_int(raw)?).ok();
        let (from, to) = (number(self, &control.from)?, number(self, &control.to)?);
        let by = control.step.as_ref().map_or(Some(1), |step| number(self, step))?;
        if by == 0 {
            return self.fail(span, "the step is 0");
        }
        let count = ((to - from + by) / by).max(0);
        *turns += count;
        if *turns > MOST_TURNS {
            return self.fail(span, "unsupported: so many values");
        }
        Some((0..count).map(|turn| from + turn * by).collect())
    }

    fn target_runs(&mut self, raw: &'a raw::Expr, runs: &mut Vec<Run>) -> Option<()> {
        self.mark_saved(raw);
        let designator = self.designator(raw)?;
        if !designator.steps.iter().any(|step| matches!(step, PartStep::Section(_))) {
            runs.push(self.run(&designator)?);
            return Some(());
        }
        let extents: Option<Vec<i64>> = self.extents_of(&designator).iter().map(constant::number).collect();
        let Some(extents) = extents.filter(|extents| extents.iter().product::<i64>() <= MOST_TURNS) else {
            return self.fail(raw.span, "the bounds of this section must be constants");
        };
        let mut position = vec![1; extents.len()];
        for _ in 0..extents.iter().map(|extent| (*extent).max(0)).product::<i64>() {
            let at: Vec<Expr> = position.iter().map(|&at| int(at, raw.span)).collect();
            let element = self.element_of(designator.clone(), &at);
            runs.push(self.run(&element)?);
            for (at, &extent) in position.iter_mut().zip(&extents) {
                *at += 1;
                if *at <= extent {
                    break;
                }
                *at = 1;
            }
        }
        Some(())
    }

    /// A variable with a value at the start keeps its storage.
    fn mark_saved(&mut self, raw: &'a raw::Expr) {
        match &raw.kind {
            Raw::Name(name) => {
                let entity = self.find_or_make(name);
                self.entity_mut(entity).flags.saved = true;
            }
            Raw::Apply(base, _) | Raw::Component(base, _) => self.mark_saved(base),
            _ => {}
        }
    }

    /// Where a variable lies; one that was automatic so far gets an area.
    fn fixed(&mut self, variable: VarId, span: Span) -> Option<(AreaId, u64)> {
        if let Storage::Area(area, offset) = self.scope().variables[variable].storage {
            return Some((area, offset));
        }
        let Variable { ty, name, storage, .. } = self.scope().variables[variable].clone();
        if storage == Storage::Parameter {
            return self.fail(span, "a dummy argument cannot have a value at the start");
        }
        let Some(size) = self.size_of(&ty) else {
            return self.fail(span, "a variable with a value at the start needs constant bounds and length");
        };
        let scope = self.scope_of(self.unit);
        let area = self.new_area(&name, scope, &ty, size, false);
        self.scope().variables[variable].storage = Storage::Area(area, 0);
        Some((area, 0))
    }

    fn whole_run(&mut self, variable: VarId, span: Span) -> Option<Run> {
        let whole = self.whole(variable, span);
        self.run(&whole)
    }

    fn run(&mut self, designator: &Designator) -> Option<Run> {
        let span = designator.span;
        let (area, mut offset) = self.fixed(designator.base, span)?;
        let mut ty = self.scope().variables[designator.base].ty.clone();
        for step in &designator.steps {
            match step {
                PartStep::Element(subscripts) => {
                    let values: Option<Vec<i64>> = subscripts.iter().map(constant::number).collect();
                    let at = values.and_then(|values| self.element_offset(&ty, &values));
                    let size = self.size_of(&ty);
                    match (at, size) {
                        (Some(at @ 0..), Some(size)) if (at as u64) < size => offset += at as u64,
                        _ => return self.fail(span, "a subscript is outside of the array or not constant"),
                    }
                    ty = ty.scalar().clone();
                }
                PartStep::Component(position) => {
                    let &Type::Record(record) = &ty else {
                        return self.fail(span, "a record is needed here");
                    };
                    let component = &self.records[record].components[*position];
                    offset += component.offset;
                    ty = component.ty.clone();
                }
                PartStep::Characters(from, to) => {
                    let length = self.size_of(&ty)?;
                    let value = |bound: &Option<Expr>, default: u64| {
                        bound.as_ref().map_or(Some(default), constant::number)
                    };
                    match (value(from, 1), value(to, length)) {
                        (Some(from @ 1..), Some(to)) if to <= length && from <= to + 1 => {
                            offset += from - 1;
                            ty = Type::Text(TextLength::Given(Box::new(int(to + 1 - from, span))));
                        }
                        _ => {
                            return self
                                .fail(span, "these characters are outside of the text or not constant");
                        }
                    }
                }
                PartStep::Section(_) | PartStep::ComplexPart(_) => {
                    return self.fail(span, "unsupported: a section of an array with values at the start");
                }
            }
        }
        let element = ty.scalar().clone();
        let stride = self.size_of(&element)?;
        let size = self.size_of(&ty)?;
        let count = if rank(&ty) == 0 { 1 } else { size.checked_div(stride).unwrap_or(0) };
        Some(Run { area, offset, ty: element, count, stride })
    }

    fn data_values(&mut self, values: &'a [raw::DataValue]) -> Option<Vec<(u64, Expr)>> {
        let mut result = Vec::new();
        for value in values {
            let count = match &value.repeat {
                Some(repeat) => u64::from(self.constant_u32(repeat)?),
                None => 1,
            };
            if is_applied(&value.value, "NULL") {
                continue;
            }
            let constant = match &value.value.kind {
                Raw::Boz { radix, digits } => {
                    // Kept apart by its type: the bits count, not the number.
                    let bits = super::literal::boz(*radix, digits)?;
                    Expr { kind: ExprKind::Int(bits.into()), ty: Type::Procedure, span: value.span }
                }
                _ => self.scalar(&value.value)?,
            };
            result.push((count, constant));
        }
        Some(result)
    }

    /// Gives values to elements in order.
    fn pair(&mut self, runs: Vec<Run>, values: Vec<(u64, Expr)>, span: Span) -> Option<()> {
        let mut values = values.into_iter().filter(|value| value.0 > 0).peekable();
        for mut run in runs {
            while run.count > 0 {
                let Some((left, value)) = values.peek_mut() else {
                    return self.fail(span, "there are fewer values than variables");
                };
                let count = run.count.min(*left);
                let constant = value.clone();
                *left -= count;
                if *left == 0 {
                    values.next();
                }
                let value = self.as_initial(constant, &run.ty)?;
                self.initial(&run, value, count);
                run.offset += count * run.stride;
                run.count -= count;
            }
        }
        if values.peek().is_some() {
            return self.fail(span, "there are more values than variables");
        }
        Some(())
    }

    fn initial(&mut self, run: &Run, value: Expr, count: u64) {
        let initial = &mut self.areas[run.area].initial;
        if let Some(last) = initial.last_mut()
            && last.stride == run.stride
            && last.offset + last.count * last.stride == run.offset
            && last.value.kind == value.kind
            && last.value.ty == value.ty
        {
            last.count += count;
            return;
        }
        initial.push(InitialValue { offset: run.offset, value, count, stride: run.stride });
    }

    /// A constant as it lies in a variable of a type.
    pub(crate) fn as_initial(&mut self, value: Expr, ty: &Type) -> Option<Expr> {
        let span = value.span;
        if value.ty == Type::Procedure
            && let ExprKind::Int(bits) = &value.kind
        {
            return Some(build::from_bits(u64::try_from(bits.clone()).unwrap_or(0), ty, span));
        }
        match (constant::evaluate(&value), ty) {
            (Some(Expr { kind: ExprKind::Text(mut bytes), .. }), Type::Text(TextLength::Given(length))) => {
                bytes.resize(build::known(length)?, b' ');
                Some(build::text(bytes, span))
            }
            // An expression of reals stays as it is written.
            (_, Type::Real(_) | Type::Complex(_))
                if measure::is_closed(&value)
                    && !matches!(value.kind, ExprKind::Text(_) | ExprKind::Bool(_)) =>
            {
                let value = build::convert(value, ty);
                let stays = is_plain_arithmetic(&value) && !matches!(&value.kind, ExprKind::Convert(_));
                match constant::evaluate(&value) {
                    _ if stays => Some(value),
                    Some(constant) => Some(constant),
                    None => self.fail(span, "unsupported: this value at the start"),
                }
            }
            (Some(constant), _) => constant::converted(constant, ty, span)
                .or_else(|| self.fail(span, "this value does not suit the variable")),
            (None, _) => self.fail(span, "a constant is needed here"),
        }
    }

    /// The elements of a constant array expression, or the one value of a scalar.
    pub(crate) fn constant_elements(&mut self, raw: &raw::Expr) -> Option<Vec<Expr>> {
        match &raw.kind {
            Raw::Paren(inner) => self.constant_elements(inner),
            Raw::ArrayConstructor { ty, items } => {
                let mut values = Vec::new();
                let mut turns = 0;
                for item in items {
                    self.constant_item(item, &mut values, &mut turns)?;
                }
                if let Some(spec) = ty {
                    let ty = self.scalar_type(spec, None)?;
                    let converted: Vec<_> =
                        values.into_iter().map(|value| self.as_initial(value, &ty)).collect();
                    return converted.into_iter().collect();
                }
                Some(values)
            }
            Raw::Name(name) if self.substituted(&name.upper).is_none() => {
                let entity = self.find_or_make(name);
                match self.role(entity) {
                    Role::ConstantArray(_, elements) => Some((*elements).clone()),
                    _ => Some(vec![self.constant_scalar(raw)?]),
                }
            }
            Raw::Apply(..) | Raw::Unary(..) | Raw::Binary(..) | Raw::Component(..) => {
                self.constant_values(raw)
            }
            _ => Some(vec![self.constant_scalar(raw)?]),
        }
    }

    /// Whether a constant expression is written as an array; 0 if it is surely a scalar.
    fn rank_of(&mut self, raw: &raw::Expr) -> usize {
        match &raw.kind {
            Raw::ArrayConstructor { .. } => 1,
            Raw::Paren(inner) | Raw::Unary(_, inner) => self.rank_of(inner),
            Raw::Binary(_, left, right) => self.rank_of(left).max(self.rank_of(right)),
            Raw::Apply(..) => usize::from(is_applied(raw, "RESHAPE")),
            Raw::Name(name) if self.substituted(&name.upper).is_none() => {
                let entity = self.find_or_make(name);
                usize::from(matches!(self.role(entity), Role::ConstantArray(..)))
            }
            _ => 0,
        }
    }

    fn constant_item(&mut self, item: &Item, values: &mut Vec<Expr>, turns: &mut i64) -> Option<()> {
        match item {
            Item::Value(raw) => {
                let elements = self.constant_elements(raw)?;
                values.extend(elements);
                Some(())
            }
            Item::Loop(implied) => {
                let values_of = self.turns(&implied.control, turns)?;
                self.each_turn(implied, values_of, |resolver, item| {
                    resolver.constant_item(item, values, turns)
                })
            }
        }
    }

    /// A named constant that is an array or a record: it lies in an area of its own.
    pub(crate) fn constant_array(&mut self, entity: EntityRef, raw: &'a raw::Expr) -> Option<Role> {
        let name = self.entity(entity).name.clone();
        let mut ty = self.full_type(entity)?;
        let is_record = matches!(ty.scalar(), Type::Record(_));
        let elements = if is_record { Vec::new() } else { self.constant_elements(raw)? };
        if let Type::Text(length @ TextLength::OfArgument) = scalar_mut(&mut ty) {
            let longest = elements.iter().filter_map(|element| match &element.kind {
                ExprKind::Text(bytes) => Some(bytes.len()),
                _ => None,
            });
            *length = TextLength::Given(Box::new(int(longest.max().unwrap_or(0), raw.span)));
        }
        if let Type::Array(_, bounds) = &mut ty
            && let [bound @ ArrayBounds::Deferred] = bounds.as_mut_slice()
        {
            let (low, high) = (Box::new(int(1, raw.span)), Box::new(int(elements.len(), raw.span)));
            *bound = ArrayBounds::Given { low, high };
        }
        let Some(size) = self.size_of(&ty) else {
            return self.fail(raw.span, "the bounds of a constant array must be constants");
        };
        let scope = self.scope_of(self.unit);
        let area = self.new_area(&name.written, scope, &ty, size, false);
        let made = Variable::new(&*name.written, ty.clone(), Storage::Area(area, 0), name.span);
        let variable = self.scope().variables.push(made);
        if is_record {
            self.initialise_part(area, 0, &ty, raw)?;
            return Some(Role::ConstantArray(variable, Rc::new(Vec::new())));
        }
        let run = self.whole_run(variable, raw.span)?;
        let (count, element) = (run.count, run.ty.clone());
        let all: Vec<Expr> = match elements.as_slice() {
            [one] if count <= 1 << 20 => vec![one.clone(); count as usize],
            _ => elements,
        };
        let converted: Vec<_> = all.into_iter().map(|value| self.as_initial(value, &element)).collect();
        let converted: Vec<Expr> = converted.into_iter().collect::<Option<_>>()?;
        let values = converted.iter().map(|value| (1, value.clone())).collect();
        self.pair(vec![run], values, raw.span)?;
        let known = Rc::new(converted);
        self.scope().vectors.insert(variable, known.clone());
        Some(Role::ConstantArray(variable, known))
    }

    /// Puts the components of a structure constructor into an area.
    fn initialise_record(
        &mut self,
        area: AreaId,
        offset: u64,
        record: RecordId,
        raw: &'a raw::Expr,
    ) -> Option<()> {
        if let Raw::Name(name) = &raw.kind {
            let entity = self.find_or_make(name);
            return self.initialise_as(area, offset, entity, raw.span);
        }
        let Raw::Apply(_, arguments) = &raw.kind else {
            return self.fail(raw.span, "unsupported: this value for a record at the start");
        };
        for position in 0..self.records[record].components.len() {
            let component = self.records[record].components[position].clone();
            match self.given_component(record, position, arguments) {
                _ if matches!(component.ty, Type::Handle(_)) => {}
                Some(value) => self.initialise_part(area, offset + component.offset, &component.ty, value)?,
                None => self.lasting_first_value(area, offset, record, position, raw.span)?,
            }
        }
        Some(())
    }

    /// Puts the values of a constant record into an area.
    fn initialise_as(&mut self, area: AreaId, offset: u64, entity: EntityRef, span: Span) -> Option<()> {
        let Role::ConstantArray(variable, _) = self.role(entity) else {
            return self.fail(span, "a constant is needed here");
        };
        let Storage::Area(from, _) = self.scopes[entity.unit].variables[variable].storage else {
            return None;
        };
        let values = self.areas[from].initial.clone();
        let moved = values.into_iter().map(|value| InitialValue { offset: value.offset + offset, ..value });
        self.areas[area].initial.extend(moved);
        Some(())
    }

    /// The elements of a one-dimensional array that never changes.
    pub(crate) fn known_vector(&self, variable: VarId) -> Option<Vec<Expr>> {
        self.scopes[self.unit].vectors.get(&variable).map(|known| (**known).clone())
    }

    /// The value of an element of a constant array, if the subscripts are constant.
    pub(crate) fn constant_element(
        &mut self,
        ty: &Type,
        elements: &[Expr],
        steps: &[PartStep],
    ) -> Option<Expr> {
        let [PartStep::Element(subscripts)] = steps else { return None };
        let values: Option<Vec<i64>> = subscripts.iter().map(constant::number).collect();
        let offset = self.element_offset(ty, &values?)?;
        let size = i64::try_from(self.size_of(ty.scalar())?).ok()?;
        elements.get(usize::try_from(offset.checked_div(size)?).ok()?).cloned()
    }
}

/// Whether an expression is made of numbers by the four operations only, so that its value is exact where reals are.
fn is_plain_arithmetic(expr: &Expr) -> bool {
    use sextant_syntax::BinaryOp::{Add, Divide, Multiply, Subtract};
    match &expr.kind {
        ExprKind::Real(_) | ExprKind::Int(_) => true,
        ExprKind::Complex(re, im) => is_plain_arithmetic(re) && is_plain_arithmetic(im),
        ExprKind::Unary(_, operand) => is_plain_arithmetic(operand),
        ExprKind::Convert(operand) => {
            matches!(operand.ty, Type::Int(_) | Type::Real(_)) && is_plain_arithmetic(operand)
        }
        ExprKind::Binary(Add | Subtract | Multiply | Divide, left, right) => {
            matches!(expr.ty, Type::Real(_)) && is_plain_arithmetic(left) && is_plain_arithmetic(right)
        }
        _ => false,
    }
}

fn found_procedure(role: &Role) -> bool {
    matches!(role, Role::Procedure(_) | Role::Generic(_) | Role::StatementFunction(_))
}

fn scalar_mut(ty: &mut Type) -> &mut Type {
    match ty {
        Type::Array(element, _) => element,
        other => other,
    }
}

/// Whether an expression is `name(…)`.
pub(crate) fn is_applied(raw: &raw::Expr, wanted: &str) -> bool {
    matches!(&raw.kind, Raw::Apply(base, _) if matches!(&base.kind, Raw::Name(name) if &*name.upper == wanted))
}
