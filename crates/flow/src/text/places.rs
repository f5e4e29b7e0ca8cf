//! Places: variables and parts of them.

use sextant_syntax::{Expr, Part, PartStep, Place, RecordId, Selector, Type, VarId};

use super::expressions::{Node, What};
use super::reader::{Name, Numbered, Parsed, Reader};
use crate::typing::{place_type, step_type};

impl Reader<'_> {
    /// A variable with the steps to a part of it.
    pub fn place(&mut self) -> Parsed<Node> {
        let name = self.name("a variable")?;
        let base = self.lookup(&name);
        let mut ty = base.map(|base| self.scope.variables[base].ty.clone());
        let (mut steps, mut depth) = (Vec::new(), 0);
        loop {
            let step = if self.is_mark("(") {
                let selectors =
                    self.in_brackets(|reader| reader.list(|reader| reader.selector(&mut depth)))?;
                ty.as_ref().and_then(|ty| self.brackets_behind(ty, selectors, &name))
            } else if !self.take_mark("%") {
                break;
            } else if self.is_mark("(") {
                match self.in_brackets(|reader| reader.selector(&mut depth))? {
                    Selector::Range(from, to, None) => Some(PartStep::Characters(from, to)),
                    _ => self.report(name.span, "characters are taken with `%(from:to)`"),
                }
            } else {
                let component = self.numbered("the name of a component")?;
                ty.as_ref().and_then(|ty| self.named_part(ty, &component))
            };
            let part = ty.zip(step.as_ref());
            let part = part.map(|(ty, step)| step_type(&self.file.program.records, &ty, step));
            ty = match part {
                Some(None) => self.report(name.span, format!("`{}` has no such part", name.text)),
                known => known.flatten(),
            };
            steps.extend(step);
        }
        let what = base.zip(ty).map_or(What::Broken, |(base, ty)| self.place_of(base, steps, ty));
        self.made(name.span, depth, what)
    }

    /// The place; an element that one subscript names is written as one.
    fn place_of(&self, base: VarId, mut steps: Vec<PartStep>, ty: Type) -> What {
        let whole = &self.scope.variables[base].ty;
        let simple = whole.rank() == 1 && whole.scalar().is_simple();
        let place = match steps.as_mut_slice() {
            [] => Place::Variable(base),
            [PartStep::Element(subscripts)] if simple => match subscripts.pop() {
                Some(subscript) => Place::Element(base, Box::new(subscript)),
                None => Place::Variable(base),
            },
            // A handle stands for what it refers to.
            _ => Place::Part(Box::new(Part { base, steps, ty: ty.target().clone() })),
        };
        let ty = place_type(whole, &place);
        What::Place(place, ty)
    }

    /// A subscript, or a range `from:to:by` any part of which may be missing.
    fn selector(&mut self, depth: &mut usize) -> Parsed<Selector> {
        let from = self.range_part(depth)?;
        if !self.take_mark(":") {
            return match from {
                Some(subscript) => Ok(Selector::Subscript(subscript)),
                None => self.expected("an expression"),
            };
        }
        let to = self.range_part(depth)?;
        let by = if self.take_mark(":") { Some(self.subscript(depth)?) } else { None };
        Ok(Selector::Range(from, to, by))
    }

    fn range_part(&mut self, depth: &mut usize) -> Parsed<Option<Expr>> {
        if self.is_mark(":") || self.is_mark(",") || self.is_mark(")") {
            return Ok(None);
        }
        self.subscript(depth).map(Some)
    }

    /// What brackets behind a place of the type mean.
    fn brackets_behind(&mut self, ty: &Type, mut selectors: Vec<Selector>, name: &Name) -> Option<PartStep> {
        let is_range = |selector: &Selector| matches!(selector, Selector::Range(..));
        match ty.target() {
            Type::Array(_, bounds) if bounds.len() != selectors.len() => {
                let (wanted, plural) = (bounds.len(), if bounds.len() == 1 { "" } else { "s" });
                let message =
                    format!("`{}` has {wanted} dimension{plural}, not {}", name.text, selectors.len());
                self.report(name.span, message)
            }
            Type::Array(..) if selectors.iter().any(is_range) => Some(PartStep::Section(selectors)),
            Type::Array(..) => {
                let subscripts = selectors.into_iter().filter_map(|selector| match selector {
                    Selector::Subscript(subscript) => Some(subscript),
                    Selector::Range(..) => None,
                });
                Some(PartStep::Element(subscripts.collect()))
            }
            Type::Text(_) => match (selectors.pop(), selectors.is_empty()) {
                (Some(Selector::Range(from, to, None)), true) => Some(PartStep::Characters(from, to)),
                _ => self.report(name.span, "characters of a text are taken with `(from:to)`"),
            },
            _ => self.report(name.span, format!("`{}` is not an array", name.text)),
        }
    }

    /// The component of a record that a name means.
    pub fn component(&self, ty: &Type, name: &Numbered) -> Option<(RecordId, usize)> {
        let Type::Record(id) = ty else { return None };
        let components = self.file.program.records[*id].components.iter().enumerate();
        let mut same = components.filter(|(_, component)| component.name == name.name.text);
        let (position, _) = same.nth((name.number as usize).checked_sub(1)?)?;
        Some((*id, position))
    }

    /// A component of a record, or `%re` and `%im`.
    fn named_part(&mut self, ty: &Type, name: &Numbered) -> Option<PartStep> {
        let ty = ty.target().scalar().target();
        match (ty, name.name.text.as_str()) {
            (Type::Complex(_), "re") => Some(PartStep::ComplexPart(false)),
            (Type::Complex(_), "im") => Some(PartStep::ComplexPart(true)),
            _ => match self.component(ty, name) {
                Some((_, position)) => Some(PartStep::Component(position)),
                None => self.report(name.name.span, "there is no such component"),
            },
        }
    }

    /// A place with its type; of a whole variable that may be an array.
    pub fn located(&mut self, node: Node) -> Option<(Place, Type)> {
        match node.what {
            What::Place(place, ty) => Some((place, ty)),
            What::Broken => None,
            What::Value(_) | What::Absent => {
                self.report(node.span, "only a variable or an element of an array can get a value")
            }
        }
    }

    /// A scalar place that gets a value.
    pub fn target(&mut self, node: Node) -> Option<(Place, Type)> {
        let span = node.span;
        let (place, ty) = self.located(node)?;
        if ty.is_array() {
            return self.report(span, "a whole array cannot get a value; assign its elements");
        }
        Some((place, ty))
    }

    /// A place that must be a handle, and the type of what it refers to.
    pub fn handle(&mut self, node: Node) -> Option<(Place, Type)> {
        let span = node.span;
        let (mut place, ty) = self.located(node)?;
        let declared = self.scope.variables[place.variable()].ty.clone();
        let found = match &mut place {
            Place::Variable(_) => Some(declared),
            Place::Element(..) => None,
            Place::Part(part) => {
                let records = &self.file.program.records;
                let found =
                    part.steps.iter().try_fold(declared, |whole, step| step_type(records, &whole, step));
                found.iter().for_each(|found| part.ty = found.clone());
                found
            }
        };
        if matches!(found, Some(Type::Handle(_))) {
            return Some((place, ty));
        }
        self.report(span, "this is not a `handle`")
    }
}
