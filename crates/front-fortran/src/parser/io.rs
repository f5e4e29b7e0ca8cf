//! I/O statements.

use super::{Flat, simple};
use crate::cursor::{Line, Parsed};
use crate::raw::{Control, ControlValue, InputOutput, Item, StmtKind, Verb};

impl Line<'_> {
    pub(super) fn read_statement(&mut self) -> Parsed<Flat> {
        let end = if self.peek() == '(' { self.group_end(self.position()) } else { None };
        let Some(end) = end else { return self.short_transfer(Verb::Read) };
        // `READ (5, 10) X`, and in some dialects `READ (5, 10), X`; but `READ (FORM), X`.
        let inside = self.position() + 1;
        let comma = self.character_at(end).0 == ',';
        let unit = !self.character_at(inside).0.is_ascii_alphabetic()
            || self.outside_brackets(inside, end - 1).any(|(_, sign)| matches!(sign, ',' | '='));
        if comma && !unit { self.short_transfer(Verb::Read) } else { self.transfer(Verb::Read) }
    }

    /// `VERB (controls) items`
    pub(super) fn transfer(&mut self, verb: Verb) -> Parsed<Flat> {
        let controls = self.controls()?;
        self.accept(",");
        let items = self.list_to_end(Self::item)?;
        simple(StmtKind::InputOutput(InputOutput { verb, controls, short: false, items }))
    }

    /// `VERB format, items`
    pub(super) fn short_transfer(&mut self, verb: Verb) -> Parsed<Flat> {
        let controls = vec![self.control()?];
        let items: Vec<Item> = if self.accept(",") { self.list_to_end(Self::item)? } else { Vec::new() };
        simple(StmtKind::InputOutput(InputOutput { verb, controls, short: true, items }))
    }

    /// `VERB (controls)`
    pub(super) fn connection(&mut self, verb: Verb) -> Parsed<Flat> {
        let controls = self.controls()?;
        simple(StmtKind::InputOutput(InputOutput { verb, controls, short: false, items: Vec::new() }))
    }

    /// `VERB unit` or `VERB (controls)`.
    pub(super) fn positioning(&mut self, verb: Verb) -> Parsed<Flat> {
        let grouped = self.peek() == '(' && self.group_end(self.position()) == Some(self.length());
        if grouped {
            return self.connection(verb);
        }
        let controls = vec![self.control()?];
        simple(StmtKind::InputOutput(InputOutput { verb, controls, short: true, items: Vec::new() }))
    }

    fn controls(&mut self) -> Parsed<Vec<Control>> {
        self.expect("(")?;
        let controls = self.list(Self::control)?;
        self.expect_close()?;
        Ok(controls)
    }

    fn control(&mut self) -> Parsed<Control> {
        let start = self.start();
        let keyword = self.argument_keyword();
        let value =
            if self.accept("*") { ControlValue::Star } else { ControlValue::Expr(self.expression()?) };
        Ok(Control { keyword, value, span: self.span_from(start) })
    }
}
