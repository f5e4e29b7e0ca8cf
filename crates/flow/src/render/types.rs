//! Types as declarations have them.

use sextant_syntax::{ArrayBounds, TextLength, Type};

use super::{Expect, Level, Renderer};
use crate::text::words::{numbered_name, type_word};

impl Renderer<'_> {
    /// The whole type, with its bounds.
    pub fn declared_type(&mut self, ty: &Type) {
        match ty {
            Type::Handle(target) => {
                self.out.push_str("handle ");
                self.declared_type(target);
            }
            Type::Pointer(target) => {
                self.out.push_str("address");
                if let Some(target) = target {
                    self.out.push_str(" to ");
                    self.declared_type(target);
                }
            }
            Type::Block(block) => {
                self.out.push_str("block ");
                self.expr(&block.bytes, Level::Implication, Expect::Number);
                self.out.push_str(" of ");
                self.declared_type(&block.content);
            }
            Type::Array(element, dimensions) => {
                self.element_type(element);
                self.list(dimensions, Self::dimension);
            }
            Type::Record(record) => {
                let names = self.program.records.iter().map(|record| record.name.as_str());
                let name = numbered_name(names, record.0 as usize);
                self.out.push_str(&format!("record {name}"));
            }
            Type::Text(length) => {
                self.out.push_str("text(");
                match length {
                    TextLength::Open => {}
                    TextLength::OfArgument => self.out.push('*'),
                    TextLength::Given(length) => self.expr(length, Level::Implication, Expect::Number),
                }
                self.out.push(')');
            }
            Type::Int(_) | Type::Real(_) | Type::Complex(_) | Type::Logical | Type::Procedure => {
                self.out.push_str(&type_word(ty));
            }
        }
    }

    /// What stands before the bounds of an array.
    fn element_type(&mut self, element: &Type) {
        let open = matches!(element, Type::Handle(_) | Type::Pointer(Some(_)) | Type::Block(_));
        self.out.push_str(if open { "(" } else { "" });
        self.declared_type(element);
        self.out.push_str(if open { ")" } else { "" });
    }

    fn dimension(&mut self, bounds: &ArrayBounds) {
        match bounds {
            ArrayBounds::OfArgument => self.out.push('*'),
            ArrayBounds::Deferred => self.out.push(':'),
            ArrayBounds::Given { low, high } => {
                self.subscript(low);
                self.out.push(':');
                self.subscript(high);
            }
            ArrayBounds::Shape { low } => {
                self.subscript(low);
                self.out.push(':');
            }
            ArrayBounds::Sequence { low, high } => {
                self.out.push_str("sequence ");
                self.subscript(low);
                self.out.push(':');
                match high {
                    Some(high) => self.subscript(high),
                    None => self.out.push('*'),
                }
            }
        }
    }
}
