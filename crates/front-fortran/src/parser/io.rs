//! I/O statements.

use super::Flat;
use crate::cursor::{Line, Parsed};
use crate::raw::{Control, ControlValue, InputOutput, Item, StmtKind, Verb};

fn done(statement: InputOutput) -> Parsed<Flat> {
    Ok(Flat::Simple(StmtKind::InputOutput(statement)))
}

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

    pub(super) fn write_statement(&mut self) -> Parsed<Flat> {
        self.transfer(Verb::Write)
    }

    pub(super) fn print_statement(&mut self) -> Parsed<Flat> {
        self.short_transfer(Verb::Print)
    }

    pub(super) fn punch_statement(&mut self) -> Parsed<Flat> {
        self.short_transfer(Verb::Punch)
    }

    pub(super) fn accept_statement(&mut self) -> Parsed<Flat> {
        self.short_transfer(Verb::Accept)
    }

    /// `VERB (controls) items`
    fn transfer(&mut self, verb: Verb) -> Parsed<Flat> {
        let controls = self.controls()?;
        self.accept(",");
        let items = self.items()?;
        done(InputOutput { verb, controls, short: false, items })
    }

    /// `VERB format, items`
    pub(super) fn short_transfer(&mut self, verb: Verb) -> Parsed<Flat> {
        let controls = vec![self.control()?];
        let mut items = Vec::new();
        if self.accept(",") {
            items = self.items()?;
        }
        done(InputOutput { verb, controls, short: true, items })
    }

    fn items(&mut self) -> Parsed<Vec<Item>> {
        let mut items = Vec::new();
        while !self.at_end() {
            items.push(self.item()?);
            if !self.accept(",") {
                break;
            }
        }
        Ok(items)
    }

    pub(super) fn open_statement(&mut self) -> Parsed<Flat> {
        self.controlled(Verb::Open)
    }

    pub(super) fn close_statement(&mut self) -> Parsed<Flat> {
        self.controlled(Verb::Close)
    }

    pub(super) fn wait_statement(&mut self) -> Parsed<Flat> {
        self.controlled(Verb::Wait)
    }

    /// `INQUIRE (controls)`, or `INQUIRE (IOLENGTH=n) items`.
    pub(super) fn inquire(&mut self) -> Parsed<Flat> {
        self.transfer(Verb::Inquire)
    }

    fn controlled(&mut self, verb: Verb) -> Parsed<Flat> {
        let controls = self.controls()?;
        done(InputOutput { verb, controls, short: false, items: Vec::new() })
    }

    pub(super) fn rewind(&mut self) -> Parsed<Flat> {
        self.positioning(Verb::Rewind)
    }

    pub(super) fn backspace(&mut self) -> Parsed<Flat> {
        self.positioning(Verb::Backspace)
    }

    pub(super) fn end_file(&mut self) -> Parsed<Flat> {
        self.positioning(Verb::EndFile)
    }

    pub(super) fn flush(&mut self) -> Parsed<Flat> {
        self.positioning(Verb::Flush)
    }

    /// `VERB unit` or `VERB (controls)`.
    fn positioning(&mut self, verb: Verb) -> Parsed<Flat> {
        let grouped = self.peek() == '(' && self.group_end(self.position()) == Some(self.length());
        if grouped {
            return self.controlled(verb);
        }
        let controls = vec![self.control()?];
        done(InputOutput { verb, controls, short: true, items: Vec::new() })
    }

    fn controls(&mut self) -> Parsed<Vec<Control>> {
        self.expect("(")?;
        let mut controls = vec![self.control()?];
        while self.accept(",") {
            controls.push(self.control()?);
        }
        if !self.accept(")") {
            return Err(self.expected("`,` or `)`"));
        }
        Ok(controls)
    }

    fn control(&mut self) -> Parsed<Control> {
        self.peek();
        let start = self.position();
        let keyword = self.argument_keyword();
        let value =
            if self.accept("*") { ControlValue::Star } else { ControlValue::Expr(self.expression()?) };
        Ok(Control { keyword, value, span: self.span_from(start) })
    }
}
