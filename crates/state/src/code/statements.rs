//! Actions to instructions.

use sextant_base::Span;
use sextant_flow::Action;
use sextant_syntax::{Expr, ExprKind, OutputItem, Place, Type};

use super::compile::Compiler;
use super::layout::{Layout, Leaf, leaves};
use super::storage::{range, scalar_sort};
use super::{DimensionCode, HighBound, Instr, Reg, ShapeCode, VariablePlace};

impl Compiler<'_> {
    pub(super) fn action(&mut self, action: &Action, span: Span) {
        match action {
            Action::Statement(number) => self.emit(Instr::Statement(*number), span),
            Action::Assign(place, value) => self.assign(place, value, span),
            Action::Call { procedure, arguments, result } => self.call(*procedure, arguments, *result, span),
            Action::CallParameter { variable, arguments, result } => {
                self.call_parameter(*variable, arguments, *result, span);
            }
            Action::Read(place) => self.read(place, span),
            Action::Write(item) => self.write(item, span),
            Action::TransferBegin(head) => self.transfer_begin(head, span),
            Action::TransferItem(item) => self.transfer_item(item, span),
            Action::TransferEnd(status) => self.transfer_end(*status, span),
            Action::Allocate(place, bounds) => self.new_storage(place, bounds, span),
            Action::Release(place) => {
                let handle = self.handle(place, span);
                self.emit(Instr::ReleaseStorage(handle), span);
            }
            Action::PointTo(place, target) => {
                let follows = target.as_ref().is_some_and(|target| self.is_handle(target));
                let target = target.as_ref().map(|target| match follows {
                    true => self.handle(target, span),
                    false => self.reference(target, span),
                });
                let handle = self.handle(place, span);
                self.emit(Instr::PointTo { handle, target, follows }, span);
            }
            Action::Store(address, bits, value) => self.store_at(address, *bits, value, span),
            Action::CallPointer { callee, arguments, result } => {
                self.call_pointer(callee, arguments, *result, span);
            }
            Action::Primitive(primitive, operands, result) => {
                self.primitive(primitive, operands, *result, span);
            }
            Action::Fresh(variable) => self.fresh(*variable, span),
            Action::Gone(variable) => self.emit(Instr::EndBlock(variable.0), span),
            // Formulas, where the procedure is run from point to point.
            Action::Assume(_) | Action::Prove(_) | Action::Assert(_) if self.pointed => {}
            Action::Assume(condition) => {
                let reg = self.expression(condition);
                self.emit(Instr::Assume(reg), span);
            }
            Action::Prove(condition) => {
                let reg = self.expression(condition);
                self.emit(Instr::Prove(reg), span);
            }
            Action::Assert(condition) => {
                let reg = self.expression(condition);
                self.emit(Instr::Assert(reg), span);
            }
            // Executable programs test their contracts; measures are for proofs.
            Action::Claim(..) => {}
            Action::Unsupported(what) => self.unsupported(what, span),
        }
        self.release_temporaries();
    }

    pub(super) fn unsupported(&mut self, what: &str, span: Span) {
        self.code.texts.push(what.to_owned());
        self.emit(Instr::Unsupported(self.code.texts.len() as u32 - 1), span);
    }

    fn read(&mut self, place: &Place, span: Span) {
        let ty = match place {
            Place::Part(part) => part.ty.clone(),
            _ => self.variable_type(place.variable()).target().scalar().clone(),
        };
        if !ty.is_simple() {
            return self.unsupported("an input of this type", span);
        }
        let to = self.temporary();
        let (sort, range) = (scalar_sort(&ty, self.policy), range(&ty, self.policy));
        self.emit(Instr::Read { to, sort, range }, span);
        self.store(place, Reg::slot(to), span);
    }

    fn write(&mut self, item: &OutputItem, span: Span) {
        match item {
            OutputItem::Value(value) => {
                let reg = self.defined(value);
                self.emit(Instr::Write(reg), span);
            }
            OutputItem::Text(text) => {
                self.code.texts.push(text.clone());
                self.emit(Instr::WriteText(self.code.texts.len() as u32 - 1), span);
            }
            OutputItem::NewLine => self.emit(Instr::WriteNewLine, span),
        }
    }

    fn new_storage(&mut self, place: &Place, bounds: &[(Expr, Expr)], span: Span) {
        let ty = self.handle_type(place);
        let (of_text, bounds) = bounds.split_at(bounds.len() - ty.rank());
        let mut dimensions = Vec::new();
        for (low, high) in bounds {
            let low = self.expression(low);
            dimensions.push(DimensionCode { low, high: HighBound::Given(self.expression(high)) });
        }
        let element = Layout::of(&ty, &self.program.records, self.policy);
        let length = match of_text.first() {
            Some((_, length)) => Some(self.expression(length)),
            None => self.text_length(&ty),
        };
        self.code.shapes.push(ShapeCode { dimensions, element, length });
        let shape = self.code.shapes.len() as u32 - 1;
        let handle = self.handle(place, span);
        self.emit(Instr::NewStorage { handle, shape }, span);
    }

    /// What the handle in a place refers to.
    fn handle_type(&self, place: &Place) -> Type {
        match place {
            Place::Part(part) => part.ty.target().clone(),
            _ => self.variable_type(place.variable()).target().clone(),
        }
    }

    pub(super) fn assign(&mut self, place: &Place, value: &Expr, span: Span) {
        match &value.ty {
            Type::Text(_) => {
                let text = self.text(value);
                self.store_text(place, text, span);
            }
            Type::Complex(_) => {
                let pair = self.complex(value);
                self.store_complex(place, pair, span);
            }
            Type::Record(_) => self.copy_record(place, value, span),
            _ => match self.slot_of(place) {
                Some(slot) => self.expression_into(value, slot),
                None => {
                    let reg = self.defined(value);
                    self.store(place, reg, span);
                }
            },
        }
        self.release_temporaries();
    }

    fn copy_record(&mut self, place: &Place, value: &Expr, span: Span) {
        let ExprKind::Load(source) = &value.kind else {
            return self.unsupported("a record that is no variable", span);
        };
        let count = leaves(&value.ty, &self.program.records, self.policy).len() as u32;
        let (reached, _) = self.reach(source, span);
        let from = self.begin(reached, span).0;
        let (reached, _) = self.reach(place, span);
        let to = self.begin(reached, span).0;
        let copy = Instr::CopyCells {
            to: to.base,
            to_index: to.index,
            from: from.base,
            from_index: from.index,
            count,
        };
        self.emit(copy, span);
    }

    /// Stores a number or truth value.
    pub(super) fn store(&mut self, place: &Place, value: Reg, span: Span) {
        let instruction = match place {
            Place::Variable(variable) if !matches!(self.variable_type(*variable), Type::Handle(_)) => {
                match self.variable_place(*variable) {
                    VariablePlace::Slot(slot) => Instr::Move { to: slot, from: value },
                    VariablePlace::Object(slot) => Instr::StoreIndirect { reference: slot, value },
                }
            }
            Place::Element(array, index) if !matches!(self.variable_type(*array), Type::Handle(_)) => {
                let index = self.expression(index);
                Instr::StoreElement { array: array.0, index, value }
            }
            _ => {
                let (reached, ty) = self.reach(place, span);
                let address = self.begin(reached, span).0;
                let leaf = Leaf::of(&ty, self.policy);
                Instr::StoreCell { base: address.base, index: address.index, value, leaf }
            }
        };
        self.emit(instruction, span);
    }
}
