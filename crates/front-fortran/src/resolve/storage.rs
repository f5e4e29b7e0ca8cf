//! COMMON and EQUIVALENCE: which variables share storage, and where each lies.
//!
//! A COMMON block is laid out over all units at once and cut wherever no variable of any unit lies across; so is each
//! class of equivalenced variables. Each piece is an area: a block that every unit declares alike becomes one area for
//! each variable, and only true overlays share one.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sextant_base::Span;
use sextant_syntax::{Area, AreaId, AreaItem, Scope, Storage, Type, VarId};

use super::Resolver;
use super::scope::{EntityRef, UnitId};
use super::units::Position;
use crate::raw::{self, ArgumentValue, ExprKind as Raw};

/// A variable at its place in a block.
#[derive(Clone, Debug)]
struct Laid {
    unit: UnitId,
    variable: VarId,
    offset: i64,
    size: i64,
}

/// Variables of one unit that share storage, with their offsets from the first of them.
struct Class {
    members: Vec<(usize, i64)>,
}

impl<'a> Resolver<'a, '_> {
    /// Lays out the COMMON blocks and EQUIVALENCE classes of all units.
    pub(crate) fn lay_out(&mut self) {
        let mut order: Vec<Rc<str>> = Vec::new();
        let mut blocks: FxHashMap<Rc<str>, Vec<Laid>> = FxHashMap::default();
        for unit in 0..self.units.len() {
            if self.units[unit].position == Position::Interface {
                continue;
            }
            let parts = self.within(unit, Self::lay_out_unit);
            for (name, laid) in parts {
                if !blocks.contains_key(&name) {
                    order.push(name.clone());
                }
                blocks.entry(name).or_default().extend(laid);
            }
        }
        for name in order {
            if let Some(laid) = blocks.remove(&name) {
                self.cut(&name, laid, true);
            }
        }
    }

    /// The COMMON blocks of a unit; classes outside of COMMON become areas at once.
    fn lay_out_unit(&mut self) -> Vec<(Rc<str>, Vec<Laid>)> {
        let unit = self.unit;
        let mut offsets: FxHashMap<usize, (Rc<str>, i64)> = FxHashMap::default();
        let mut blocks: Vec<(Rc<str>, Vec<Laid>)> = Vec::new();
        for part in self.scope().commons.clone() {
            let mut offset = 0;
            let mut laid = Vec::new();
            for index in part.items {
                let Some(item) = self.laid(index, offset) else { continue };
                offsets.insert(index, (part.block.clone(), offset));
                offset += item.size;
                laid.push(item);
            }
            blocks.push((part.block, laid));
        }
        for class in self.classes() {
            let anchor = class.members.iter().find_map(|(index, at)| {
                offsets.get(index).map(|(block, offset)| (block.clone(), offset - at))
            });
            let mut laid = Vec::new();
            for &(index, at) in &class.members {
                let start = anchor.as_ref().map_or(0, |anchor| anchor.1);
                match offsets.get(&index) {
                    Some((block, offset)) => {
                        let same = anchor
                            .as_ref()
                            .is_some_and(|anchor| anchor.0 == *block && anchor.1 + at == *offset);
                        if !same {
                            let span = self.scope().entities[index].name.span;
                            self.report(span, "EQUIVALENCE contradicts the order in COMMON");
                        }
                    }
                    None => laid.extend(self.laid(index, start + at)),
                }
            }
            match anchor {
                Some((block, _)) => {
                    if let Some(item) = laid.iter().find(|item| item.offset < 0) {
                        let span = self.scopes[unit].variables[item.variable].span;
                        self.report(span, "EQUIVALENCE extends a COMMON block before its first variable");
                    } else if let Some(known) = blocks.iter_mut().find(|known| known.0 == block) {
                        known.1.extend(laid);
                    }
                }
                None => {
                    let least = laid.iter().map(|item| item.offset).min().unwrap_or(0);
                    laid.iter_mut().for_each(|item| item.offset -= least);
                    let shared = self.units[unit].raw.kind == raw::UnitKind::Module;
                    self.cut("", laid, shared);
                }
            }
        }
        blocks
    }

    fn laid(&mut self, index: usize, offset: i64) -> Option<Laid> {
        let unit = self.unit;
        let entity = EntityRef { unit, index };
        self.scope().entities[index].flags.laid_out = true;
        let span = self.entity(entity).name.span;
        let variable = self.variable_of(entity, span)?;
        let ty = self.scope().variables[variable].ty.clone();
        match self.size_of(&ty).and_then(|size| i64::try_from(size).ok()) {
            Some(size) => Some(Laid { unit, variable, offset, size }),
            None => self.fail(span, "a variable in COMMON or EQUIVALENCE needs constant bounds and length"),
        }
    }

    /// The classes of the EQUIVALENCE statements, and of the results of a function with ENTRYs.
    fn classes(&mut self) -> Vec<Class> {
        let groups = self.scope().equivalences.clone();
        let mut classes: Vec<Class> = Vec::new();
        for group in groups {
            let members: Vec<_> = group.iter().filter_map(|member| self.equivalenced(member)).collect();
            join(&mut classes, &members);
        }
        let entries = self.scope().all_static;
        let results: Vec<(usize, i64)> = self
            .scope()
            .entities
            .iter()
            .enumerate()
            .filter(|(_, entity)| entries && entity.flags.result)
            .map(|(index, _)| (index, 0))
            .collect();
        if results.len() > 1 {
            join(&mut classes, &results);
        }
        classes
    }

    /// A variable of an EQUIVALENCE, and how many bytes behind its beginning the place named lies.
    fn equivalenced(&mut self, raw: &'a raw::Expr) -> Option<(usize, i64)> {
        let unit = self.unit;
        match &raw.kind {
            Raw::Name(name) => {
                let entity = self.find_or_make(name);
                if entity.unit != unit {
                    return self.fail(raw.span, "only variables of this unit can be equivalenced");
                }
                self.scope().entities[entity.index].flags.laid_out = true;
                Some((entity.index, 0))
            }
            Raw::Apply(base, arguments) => {
                let (index, start) = self.equivalenced(base)?;
                let entity = EntityRef { unit, index };
                let variable = self.variable_of(entity, raw.span)?;
                let ty = self.scope().variables[variable].ty.clone();
                let inner = matches!(base.kind, Raw::Apply(..));
                let offset = self.offset_in(&ty, arguments, inner, raw.span)?;
                Some((index, start + offset))
            }
            _ => self.fail(raw.span, "a variable or an element of an array is needed here"),
        }
    }

    /// How far into a variable subscripts or the first position of a substring lead.
    fn offset_in(&mut self, ty: &Type, arguments: &[raw::Argument], inner: bool, span: Span) -> Option<i64> {
        if let [raw::Argument { value: ArgumentValue::Range { low, .. }, .. }] = arguments
            && (inner || !ty.is_array())
        {
            return match low {
                Some(low) => i64::try_from(self.constant_int(low)?).ok().map(|first| first - 1),
                None => Some(0),
            };
        }
        let mut subscripts = Vec::new();
        for argument in arguments {
            let ArgumentValue::Expr(raw) = &argument.value else {
                return self.fail(argument.span, "a constant subscript is needed here");
            };
            subscripts.push(i64::try_from(self.constant_int(raw)?).ok()?);
        }
        let offset = self.element_offset(ty, &subscripts);
        offset.or_else(|| self.fail(span, "these subscripts do not suit the array"))
    }

    /// The offset of an element in bytes. One subscript alone counts elements in storage order, as FORTRAN 66 allows.
    pub(crate) fn element_offset(&self, ty: &Type, subscripts: &[i64]) -> Option<i64> {
        let Type::Array(element, bounds) = ty else { return None };
        let element = i64::try_from(self.size_of(element)?).ok()?;
        if subscripts.len() == 1 && bounds.len() > 1 {
            return (subscripts[0] - 1).checked_mul(element);
        }
        if subscripts.len() != bounds.len() {
            return None;
        }
        let mut offset: i64 = 0;
        let mut stride = element;
        for (subscript, bounds) in subscripts.iter().zip(bounds) {
            let (low, high) = super::types::constant_bounds(bounds)?;
            let (low, high) = (i64::try_from(low).ok()?, i64::try_from(high).ok()?);
            offset = offset.checked_add((subscript - low).checked_mul(stride)?)?;
            stride = stride.checked_mul((high - low + 1).max(0))?;
        }
        Some(offset)
    }

    /// Makes an area of each piece of a block.
    fn cut(&mut self, block: &str, mut laid: Vec<Laid>, shared: bool) {
        laid.sort_by_key(|item| item.offset);
        let mut piece: Vec<Laid> = Vec::new();
        let mut end = 0;
        for item in laid {
            if item.offset >= end && !piece.is_empty() {
                self.area(block, std::mem::take(&mut piece), shared);
            }
            end = end.max(item.offset + item.size);
            piece.push(item);
        }
        if !piece.is_empty() {
            self.area(block, piece, shared);
        }
    }

    fn area(&mut self, block: &str, piece: Vec<Laid>, shared: bool) {
        let start = piece.iter().map(|item| item.offset).min().unwrap_or(0);
        let end = piece.iter().map(|item| item.offset + item.size).max().unwrap_or(start);
        // The names are those of the unit that comes first in the text, as far as they do not overlap.
        let first = piece.iter().map(|item| item.unit).min().unwrap_or(0);
        let mut items: Vec<AreaItem> = Vec::new();
        let mut covered = start;
        for item in piece.iter().filter(|item| item.unit == first) {
            let variable = &self.scopes[item.unit].variables[item.variable];
            if item.offset >= covered && item.size > 0 {
                let offset = (item.offset - start) as u64;
                items.push(AreaItem { name: variable.name.clone(), ty: variable.ty.clone(), offset });
                covered = item.offset + item.size;
            }
        }
        let own = items.first().map_or_else(String::new, |item| item.name.clone());
        let name = if shared && !block.is_empty() { format!("/{block}/{own}") } else { own };
        let scope = match (shared, block) {
            (true, "") => Scope::Unit("COMMON".to_owned()),
            (true, block) => Scope::Unit(block.to_owned()),
            (false, _) => self.scope_of(first),
        };
        let size = (end - start) as u64;
        let area: AreaId = self.areas.push(Area { name, scope, size, shared, items, initial: Vec::new() });
        for item in piece {
            let offset = (item.offset - start) as u64;
            self.scopes[item.unit].variables[item.variable].storage = Storage::Area(area, offset);
        }
    }
}

/// Adds members that coincide to the classes: `(variable, bytes behind its beginning)` all name one place.
fn join(classes: &mut Vec<Class>, members: &[(usize, i64)]) {
    let mut joined = Class { members: Vec::new() };
    for &(index, at) in members {
        // Relative to the common place, the variable begins at `-at`.
        let start = -at;
        if joined.members.iter().any(|member| member.0 == index) {
            continue;
        }
        match classes.iter().position(|class| class.members.iter().any(|member| member.0 == index)) {
            Some(known) => {
                let class = classes.swap_remove(known);
                let shift = class
                    .members
                    .iter()
                    .find(|member| member.0 == index)
                    .map_or(0, |member| start - member.1);
                joined.members.extend(class.members.into_iter().map(|(index, at)| (index, at + shift)));
            }
            None => joined.members.push((index, start)),
        }
    }
    if !joined.members.is_empty() {
        classes.push(joined);
    }
}
