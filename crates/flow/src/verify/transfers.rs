//! Statements on files.

use sextant_syntax::{Expr, Layout, Type, Unit};

use super::Verifier;
use crate::TransferHead;

impl Verifier<'_> {
    pub(super) fn transfer(&mut self, head: &TransferHead) {
        match &head.unit {
            Unit::Number(number) => self.integer(number, "a unit is no integer"),
            Unit::Internal(place) => {
                let ty = self.place(place);
                let text = ty.is_none_or(|ty| matches!(ty.scalar(), Type::Text(_)));
                self.check(text, "an internal unit is no text");
            }
            Unit::Standard | Unit::ByName | Unit::Outside(_) => {}
        }
        match &head.layout {
            Layout::Computed(format) => {
                self.scalar(format);
                self.check(matches!(format.ty, Type::Text(_)), "a computed format is no text");
            }
            Layout::Assigned(label, _) => self.integer(label, "an assigned label is no integer"),
            Layout::Namelist(_, members) => members.iter().for_each(|(_, place)| {
                self.place(place);
            }),
            Layout::Unformatted | Layout::List | Layout::Format(_) => {}
        }
        if let Some(record) = &head.record {
            self.integer(record, "the number of a record is no integer");
        }
        head.settings.iter().for_each(|(_, value)| self.scalar(value));
        let places = head.answers.iter().map(|(_, place)| place);
        for place in places.chain(&head.outcome.status).chain(&head.outcome.message) {
            self.scalar_place(place);
        }
    }

    fn integer(&mut self, expr: &Expr, message: &str) {
        self.scalar(expr);
        self.check(matches!(expr.ty, Type::Int(_)), message);
    }
}
