//! What the Flow form writes in its own way: addresses, statements on files, calls of the machine.

use sextant_syntax::{
    Argument, Base, Expr, ExprKind, Layout, Memory, Passing, Primitive, Storage, Type, Unit,
};

use super::{Expect, Level, Renderer};
use crate::TransferHead;
use crate::text::spellings::{operation_word, outside_word, primitive_word, setting_word};
use crate::text::words::{numbered_name, quoted};
use crate::typing::memory::{LONG, component_displaced};

impl Renderer<'_> {
    pub(super) fn exact_memory(&mut self, memory: &Memory) {
        match memory {
            Memory::Address(base) => self.exact_base(*base),
            Memory::Displace { pointer, index, scale, limit } => {
                if let Some((record, position)) = component_displaced(&self.program.records, memory) {
                    let components = &self.program.records[record].components;
                    let names = components.iter().map(|component| component.name.as_str());
                    return self.function("component_of", &[pointer], &numbered_name(names, position));
                }
                self.out.push_str("displaced(");
                self.plain(pointer);
                self.out.push_str(", ");
                self.index(index);
                let limit = limit.map_or_else(String::new, |limit| format!(", {limit}"));
                self.out.push_str(&format!(", {scale}{limit})"));
            }
            Memory::Distance { left, right, scale } => {
                self.function("distance_of", &[left, right], &scale.to_string());
            }
            Memory::Aligned { pointer, align } => self.function("aligned", &[pointer], &align.to_string()),
            Memory::Fetch { address, bits: None } => {
                self.out.push('*');
                self.expr(address, Level::Primary, Expect::Anything);
            }
            Memory::Fetch { address, bits: Some(bits) } => {
                self.function("bits_at", &[address], &format!("{}, {}", bits.first, bits.width));
            }
        }
    }

    /// A function of expressions and of something that is none.
    fn function(&mut self, word: &str, operands: &[&Expr], last: &str) {
        self.out.push_str(word);
        self.out.push('(');
        for operand in operands {
            self.plain(operand);
            self.out.push_str(", ");
        }
        self.out.push_str(last);
        self.out.push(')');
    }

    /// A plain number is a long one here, so that an `int` says what it is.
    fn index(&mut self, index: &Expr) {
        match &index.kind {
            ExprKind::Int(value) if index.ty == LONG => self.out.push_str(&value.to_string()),
            ExprKind::Int(_) => self.ascribed(index),
            _ => self.plain(index),
        }
    }

    fn exact_base(&mut self, base: Base) {
        match base {
            Base::Variable(variable) => {
                self.out.push('&');
                self.variable(variable);
            }
            Base::Global(global) => {
                let names = self.program.globals.iter().map(|global| global.name.as_str());
                let name = numbered_name(names, global.0 as usize);
                self.out.push_str(&format!("&global {name}"));
            }
            Base::Procedure(procedure) => {
                self.out.push_str("&procedure ");
                self.procedure(procedure);
            }
        }
    }

    /// An operation that names its type: `wrapped(x: uint8)`.
    pub(super) fn typed(&mut self, word: &str, operand: &Expr, ty: &Type) {
        self.out.push_str(word);
        self.out.push('(');
        self.plain(operand);
        self.out.push_str(": ");
        self.declared_type(ty);
        self.out.push(')');
    }

    pub(super) fn exact_primitive(&mut self, primitive: &Primitive, operands: &[Expr]) {
        let (word, text) = primitive_word(primitive);
        self.out.push_str(&format!("primitive {word}"));
        if let Some(text) = text {
            self.out.push_str(&format!(" {}", quoted(text, '"')));
        }
        self.list(operands, |renderer, operand| renderer.plain(operand));
    }

    /// How an argument is passed, where the reader would take another way.
    pub(super) fn passing(&mut self, argument: &Argument, storage: Option<Storage>) {
        let place = matches!(argument.expr.kind, ExprKind::Load(_));
        let word = match (argument.passing, storage) {
            (Passing::Value, Some(Storage::Value)) | (Passing::Absent, _) => "",
            (Passing::Value, _) => "by_value ",
            (Passing::Reference, Some(Storage::Value)) => "by_reference ",
            (Passing::Reference, _) if !place => "by_reference ",
            (Passing::Copy, Some(Storage::Value)) => "by_copy ",
            (Passing::Reference | Passing::Copy, _) => "",
        };
        self.out.push_str(word);
    }

    pub(super) fn exact_transfer(&mut self, head: &TransferHead) {
        self.out.push_str(operation_word(head.operation));
        match &head.unit {
            Unit::Standard => self.out.push_str(" standard"),
            Unit::Number(number) => self.with_number(" unit ", number),
            Unit::Internal(place) => self.with_place(" internal ", place),
            Unit::ByName => self.out.push_str(" by_name"),
            Unit::Outside(asked) => self.out.push_str(&format!(" outside {}", outside_word(*asked))),
        }
        self.exact_layout(&head.layout);
        if let Some(record) = &head.record {
            self.with_number(", record ", record);
        }
        for (setting, value) in &head.settings {
            self.out.push_str(&format!(", set {} ", setting_word(*setting)));
            self.plain(value);
        }
        for (setting, place) in &head.answers {
            self.with_place(&format!(", get {} ", setting_word(*setting)), place);
        }
        head.outcome.status.iter().for_each(|place| self.with_place(", status ", place));
        head.outcome.message.iter().for_each(|place| self.with_place(", message ", place));
        let labels = [
            ("on_error", head.outcome.on_error),
            ("on_end", head.outcome.on_end),
            ("on_end_of_record", head.outcome.on_end_of_record),
        ];
        for (word, label) in labels {
            label.iter().for_each(|label| self.out.push_str(&format!(", {word} {}", label.0)));
        }
    }

    fn exact_layout(&mut self, layout: &Layout) {
        match layout {
            Layout::Unformatted => {}
            Layout::List => self.out.push_str(", list"),
            Layout::Format(format) => self.out.push_str(&format!(", format {}", quoted(format, '"'))),
            Layout::Computed(format) => {
                self.out.push_str(", computed ");
                self.plain(format);
            }
            Layout::Assigned(label, formats) => {
                self.with_number(", assigned ", label);
                for (label, format) in formats {
                    self.out.push_str(&format!(" to {label} {}", quoted(format, '"')));
                }
            }
            Layout::Namelist(name, members) => {
                self.out.push_str(&format!(", namelist {}", quoted(name, '"')));
                for (name, place) in members {
                    self.with_place(&format!(" with {} ", quoted(name, '"')), place);
                }
            }
        }
    }

    fn with_number(&mut self, words: &str, number: &Expr) {
        self.out.push_str(words);
        self.expr(number, Level::Implication, Expect::Number);
    }

    fn with_place(&mut self, words: &str, place: &sextant_syntax::Place) {
        self.out.push_str(words);
        self.place(place);
    }
}
