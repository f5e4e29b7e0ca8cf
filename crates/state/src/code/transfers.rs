//! Statements on files to instructions.

use std::sync::Arc;

use sextant_base::Span;
use sextant_flow::{TransferHead, TransferItem};
use sextant_records::Format;
use sextant_syntax::{Expr, Layout as RecordLayout, Operation, Outside, Place, Setting, Type, Unit, VarId};

use super::compile::Compiler;
use super::layout::{Layout, Leaf};
use super::{Instr, Reg, VariablePlace};

/// The beginning of a statement on a file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TransferCode {
    pub operation: Operation,
    pub unit: UnitCode,
    pub layout: LayoutCode,
    pub record: Option<Reg>,
    pub settings: Vec<(Setting, SettingCode)>,
    pub answers: Vec<(Setting, MemberCode)>,
    pub message: Option<u32>,
    pub handled: Handled,
}

/// Which outcomes the program takes care of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Handled {
    pub error: bool,
    pub end: bool,
    pub end_of_record: bool,
}

/// The unit of a statement on a file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum UnitCode {
    Standard,
    Number(Reg),
    /// The slot refers to a text or an array of texts.
    Internal(u32),
    ByName,
    Outside(Outside),
}

/// How values are laid out.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum LayoutCode {
    Unformatted,
    List,
    /// A format, or why the text is none.
    Format(FormatCode),
    /// A text register.
    Computed(u32),
    Assigned(Reg, Vec<(u32, FormatCode)>),
    Namelist(String, Vec<(String, MemberCode)>),
}

/// A format, or why the text is none.
pub(crate) type FormatCode = Result<Arc<Format>, String>;

/// The value of a specifier.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum SettingCode {
    Text(u32),
    Number(Reg),
}

/// A variable that a statement on a file names as a whole.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MemberCode {
    /// The slot that refers to it.
    pub slot: u32,
    pub layout: Layout,
}

/// One value of a statement on a file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ItemCode {
    Value(Reg, Leaf),
    Text(u32),
    Complex(Reg, Reg, Leaf),
    Place(MemberCode),
}

impl Compiler<'_> {
    pub(super) fn transfer_begin(&mut self, head: &TransferHead, span: Span) {
        let unit = match &head.unit {
            Unit::Standard => UnitCode::Standard,
            Unit::Number(number) => UnitCode::Number(self.expression(number)),
            Unit::Internal(place) => UnitCode::Internal(self.reference(place, span)),
            Unit::ByName => UnitCode::ByName,
            Unit::Outside(asked) => UnitCode::Outside(*asked),
        };
        let code = TransferCode {
            operation: head.operation,
            unit,
            layout: self.record_layout(&head.layout, span),
            record: head.record.as_ref().map(|record| self.expression(record)),
            settings: head.settings.iter().map(|(name, value)| (*name, self.setting(value))).collect(),
            answers: head.answers.iter().map(|(name, place)| (*name, self.member(place, span))).collect(),
            message: head.outcome.message.as_ref().map(|place| self.reference(place, span)),
            handled: Handled {
                error: head.outcome.status.is_some() || head.outcome.on_error.is_some(),
                end: head.outcome.status.is_some() || head.outcome.on_end.is_some(),
                end_of_record: head.outcome.status.is_some() || head.outcome.on_end_of_record.is_some(),
            },
        };
        self.code.transfers.push(code);
        self.emit(Instr::TransferBegin(self.code.transfers.len() as u32 - 1), span);
    }

    pub(super) fn transfer_item(&mut self, item: &TransferItem, span: Span) {
        let item = match item {
            TransferItem::Value(value) => match &value.ty {
                Type::Text(_) => ItemCode::Text(self.text(value)),
                Type::Complex(kind) => {
                    let (re, im) = self.complex(value);
                    ItemCode::Complex(re, im, Leaf::of(&Type::Real(*kind), self.policy))
                }
                ty => {
                    let leaf = Leaf::of(ty, self.policy);
                    ItemCode::Value(self.defined(value), leaf)
                }
            },
            TransferItem::Place(place) => ItemCode::Place(self.member(place, span)),
        };
        self.code.items.push(item);
        self.emit(Instr::TransferItem(self.code.items.len() as u32 - 1), span);
    }

    pub(super) fn transfer_end(&mut self, status: VarId, span: Span) {
        match self.variable_place(status) {
            VariablePlace::Slot(slot) => self.emit(Instr::TransferEnd(slot), span),
            VariablePlace::Object(_) => {
                let slot = self.temporary();
                self.emit(Instr::TransferEnd(slot), span);
                self.store(&Place::Variable(status), Reg::slot(slot), span);
            }
        }
    }

    fn record_layout(&mut self, layout: &RecordLayout, span: Span) -> LayoutCode {
        match layout {
            RecordLayout::Unformatted => LayoutCode::Unformatted,
            RecordLayout::List => LayoutCode::List,
            RecordLayout::Format(text) => LayoutCode::Format(format(text)),
            RecordLayout::Computed(text) => LayoutCode::Computed(self.text(text)),
            RecordLayout::Assigned(label, formats) => {
                let formats = formats.iter().map(|(label, text)| (*label, format(text))).collect();
                LayoutCode::Assigned(self.expression(label), formats)
            }
            RecordLayout::Namelist(name, members) => {
                let members =
                    members.iter().map(|(name, place)| (name.clone(), self.member(place, span))).collect();
                LayoutCode::Namelist(name.clone(), members)
            }
        }
    }

    fn setting(&mut self, value: &Expr) -> SettingCode {
        match value.ty {
            Type::Text(_) => SettingCode::Text(self.text(value)),
            _ => SettingCode::Number(self.expression(value)),
        }
    }

    fn member(&mut self, place: &Place, span: Span) -> MemberCode {
        let (reached, ty) = self.reach(place, span);
        let layout = Layout::of(&ty, &self.program.records, self.policy);
        MemberCode { slot: self.refer(reached, &ty, span), layout }
    }
}

fn format(text: &str) -> FormatCode {
    Format::parse(text.as_bytes()).map(Arc::new).map_err(|error| error.message)
}
