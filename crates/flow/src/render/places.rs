//! Places: `A(I, J)`, `X%Y(3)`, `S(2:5)`, `Z%RE`.

use sextant_syntax::{Expr, Part, PartStep, Place, RecordId, Selector, Type};

use super::{Expect, Level, Renderer, Style};
use crate::text::words::numbered_name;
use crate::typing::step_type;

impl<'a> Renderer<'a> {
    pub fn place(&mut self, place: &Place) {
        self.variable(place.variable());
        match place {
            Place::Variable(_) => {}
            Place::Element(_, subscript) if self.is_c() => self.brackets(std::slice::from_ref(&**subscript)),
            Place::Element(_, subscript) => {
                self.out.push('(');
                self.subscript(subscript);
                self.out.push(')');
            }
            Place::Part(part) => self.steps(part),
        }
    }

    /// The declared type of a place, as far as it is known.
    pub(super) fn place_type(&self, place: &Place) -> Option<Type> {
        let variable = self.graph.and_then(|graph| graph.variables.get(place.variable()))?;
        Some(crate::typing::place_type(&variable.ty, place))
    }

    pub(super) fn subscript(&mut self, subscript: &Expr) {
        self.expr(subscript, Level::Implication, Expect::Number);
    }

    fn steps(&mut self, part: &Part) {
        let declared = self.graph.and_then(|graph| graph.variables.get(part.base));
        let mut ty = declared.map(|variable| variable.ty.clone());
        for step in &part.steps {
            let record = match ty.as_ref().map(|ty| ty.target().scalar().target()) {
                Some(Type::Record(record)) => Some(*record),
                _ => None,
            };
            let array = ty.as_ref().is_some_and(|ty| ty.target().is_array());
            self.step(step, record, array);
            ty = ty.and_then(|ty| step_type(&self.program.records, &ty, step));
        }
    }

    /// A step to a part of a record or of an array.
    fn step(&mut self, step: &PartStep, record: Option<RecordId>, array: bool) {
        match step {
            PartStep::Element(subscripts) if self.is_c() => self.brackets(subscripts),
            PartStep::Element(subscripts) => self.list(subscripts, Self::subscript),
            PartStep::Section(selectors) => self.list(selectors, Self::selector),
            PartStep::Component(position) => {
                let record = record.and_then(|record| self.program.records.get(record));
                self.out.push('%');
                let components = record.map_or(&[][..], |record| &record.components);
                let names = components.iter().map(|component| component.name.as_str());
                match components.get(*position) {
                    Some(component) if self.style != Style::Exact => self.push_name(&component.name),
                    _ => self.out.push_str(&numbered_name(names, *position)),
                }
            }
            PartStep::Characters(from, to) => {
                // Of an array, brackets alone would be a section.
                self.out.push_str(if array && self.style == Style::Exact { "%(" } else { "(" });
                self.range([from, to]);
                self.out.push(')');
            }
            PartStep::ComplexPart(imaginary) => {
                self.out.push('%');
                self.word(if *imaginary { "im" } else { "re" });
            }
        }
    }

    fn selector(&mut self, selector: &Selector) {
        match selector {
            Selector::Subscript(subscript) => self.subscript(subscript),
            Selector::Range(from, to, by) => {
                self.range([from, to]);
                if let Some(by) = by {
                    self.out.push(':');
                    self.subscript(by);
                }
            }
        }
    }

    fn range(&mut self, [from, to]: [&Option<Expr>; 2]) {
        from.iter().for_each(|from| self.subscript(from));
        self.out.push(':');
        to.iter().for_each(|to| self.subscript(to));
    }

    /// Subscripts as C writes them: the one that varies fastest is the last one.
    fn brackets(&mut self, subscripts: &[Expr]) {
        for subscript in subscripts.iter().rev() {
            self.out.push('[');
            self.subscript(subscript);
            self.out.push(']');
        }
    }

    /// Things in brackets, with commas between.
    pub(super) fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.out.push('(');
        for (position, item) in items.iter().enumerate() {
            self.out.push_str(if position > 0 { ", " } else { "" });
            write(self, item);
        }
        self.out.push(')');
    }
}
