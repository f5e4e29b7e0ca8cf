//! Calls and returns to instructions.

use sextant_base::Span;
use sextant_syntax::{Argument, ArrayBounds, Expr, ExprKind, Passing, Place, ProcId, Type, VarId};

use super::compile::Compiler;
use super::layout::{Layout, leaves};
use super::{Instr, Reg, VariablePlace};
use crate::state::ResultPlace;

/// A call site.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CallSite {
    pub callee: Callee,
    pub arguments: Vec<ArgumentCode>,
    /// The types of the arguments where only the call itself knows who is called.
    pub types: Vec<Option<Type>>,
    pub result: ResultPlace,
}

/// Who is called.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Callee {
    Procedure(ProcId),
    /// The procedure that the slot's object holds.
    Parameter(u32),
    /// The procedure at an address.
    Address(Reg),
}

/// How an argument is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum ArgumentCode {
    /// The reference in the slot.
    Reference(u32),
    /// The reference in the slot to an array whose elements may lie apart.
    Array(u32, ElementCode),
    /// The handle in the slot for a parameter that is one, what it refers to for any other.
    Handle(u32, ElementCode),
    /// A reference to an element.
    Element { array: u32, index: Reg },
    /// A new object with the value.
    Copy(Reg),
    /// New storage with the characters of a text.
    CopyText(u32),
    /// New storage with the two parts.
    CopyComplex(Reg, Reg),
    /// The value itself.
    Value(Reg),
    /// None.
    Absent,
}

/// How many values an element of an array has, and how many bytes each of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ElementCode {
    pub values: u32,
    pub bytes: u8,
    /// There are as many values as the text has characters.
    pub text: bool,
}

impl Compiler<'_> {
    pub(super) fn call(
        &mut self,
        procedure: ProcId,
        arguments: &[Argument],
        result: Option<VarId>,
        span: Span,
    ) {
        // A function called as a statement still leaves a value, though nobody looks at it, unless it may end
        // without one.
        let returns = self.program.procedures[procedure].returns.as_ref();
        let leaves_value = !self.program.rules.no_value_needed && returns.is_some_and(Type::is_simple);
        self.call_site(Callee::Procedure(procedure), arguments, result, leaves_value, span);
    }

    pub(super) fn call_parameter(
        &mut self,
        variable: VarId,
        arguments: &[Argument],
        result: Option<VarId>,
        span: Span,
    ) {
        let slot = self.variable_place(variable).slot();
        self.call_site(Callee::Parameter(slot), arguments, result, false, span);
    }

    pub(super) fn call_site(
        &mut self,
        callee: Callee,
        arguments: &[Argument],
        result: Option<VarId>,
        leaves_value: bool,
        span: Span,
    ) {
        let types = match callee {
            Callee::Procedure(_) | Callee::Address(_) => Vec::new(),
            Callee::Parameter(_) => arguments.iter().map(|argument| self.argument_type(argument)).collect(),
        };
        let arguments = arguments.iter().map(|argument| self.argument(argument)).collect();
        let place = result.map(|variable| (variable, self.variable_place(variable)));
        let (result, store) = match place {
            Some((_, VariablePlace::Slot(slot))) => (ResultPlace::Slot(slot), None),
            Some((variable, VariablePlace::Object(slot))) if !self.variable_type(variable).is_simple() => {
                (ResultPlace::Storage(slot), None)
            }
            Some((variable, _)) => {
                let slot = self.temporary();
                (ResultPlace::Slot(slot), Some((variable, slot)))
            }
            None if leaves_value => (ResultPlace::Slot(self.temporary()), None),
            None => (ResultPlace::None, None),
        };
        self.code.calls.push(CallSite { callee, arguments, types, result });
        self.emit(Instr::Call(self.code.calls.len() as u32 - 1), span);
        if let Some((variable, slot)) = store {
            self.store(&Place::Variable(variable), Reg::slot(slot), span);
        }
    }

    /// What is known of an argument before the procedure is.
    fn argument_type(&self, argument: &Argument) -> Option<Type> {
        match (&argument.expr.kind, argument.passing) {
            (_, Passing::Absent) => None,
            (ExprKind::Load(Place::Variable(variable)), _) => Some(self.variable_type(*variable).clone()),
            _ => Some(argument.expr.ty.clone()),
        }
    }

    fn argument(&mut self, argument: &Argument) -> ArgumentCode {
        let span = argument.expr.span;
        match (&argument.expr.kind, argument.passing) {
            (_, Passing::Absent) => ArgumentCode::Absent,
            (_, Passing::Value) => ArgumentCode::Value(self.defined(&argument.expr)),
            // A procedure has no value that could be copied.
            (ExprKind::Load(Place::Variable(variable)), _) if argument.expr.ty == Type::Procedure => {
                ArgumentCode::Reference(self.variable_place(*variable).slot())
            }
            (ExprKind::Load(place), Passing::Reference) => self.reference_argument(place, span),
            _ => match &argument.expr.ty {
                Type::Text(_) => ArgumentCode::CopyText(self.text(&argument.expr)),
                Type::Complex(_) => {
                    let (re, im) = self.complex(&argument.expr);
                    ArgumentCode::CopyComplex(re, im)
                }
                _ => ArgumentCode::Copy(self.defined(&argument.expr)),
            },
        }
    }

    fn reference_argument(&mut self, place: &Place, span: Span) -> ArgumentCode {
        match place {
            _ if self.is_handle(place) => {
                let element = self.element_code(place);
                ArgumentCode::Handle(self.handle(place, span), element)
            }
            Place::Variable(variable) => {
                let slot = self.variable_place(*variable).slot();
                match self.lies_apart(*variable) {
                    true => ArgumentCode::Array(slot, self.element_code(place)),
                    false => ArgumentCode::Reference(slot),
                }
            }
            Place::Element(array, index) if !matches!(self.variable_type(*array), Type::Handle(_)) => {
                ArgumentCode::Element { array: array.0, index: self.expression(index) }
            }
            Place::Part(part) if part.ty.is_array() => {
                let element = self.element_code(place);
                ArgumentCode::Array(self.reference(place, span), element)
            }
            _ => ArgumentCode::Reference(self.reference(place, span)),
        }
    }

    /// Whether the elements of an array variable may lie apart: it is seen as its argument is.
    fn lies_apart(&self, variable: VarId) -> bool {
        let Type::Array(_, bounds) = self.variable_type(variable) else { return false };
        bounds.iter().any(|bounds| {
            matches!(bounds, ArrayBounds::Shape { .. } | ArrayBounds::OfArgument | ArrayBounds::Deferred)
        })
    }

    fn element_code(&self, place: &Place) -> ElementCode {
        let ty = match place {
            Place::Part(part) => part.ty.target(),
            _ => self.variable_type(place.variable()).target(),
        };
        let layout = Layout::of(ty, &self.program.records, self.policy);
        ElementCode {
            values: layout.leaf_count() as u32,
            bytes: layout.leaf().bytes,
            text: matches!(layout, Layout::Text(_)),
        }
    }

    /// Back to the caller with a value of any type.
    pub(super) fn return_value(&mut self, value: Option<&Expr>, end: Span) {
        let Some(value) = value else { return self.emit(Instr::Return(None), end) };
        let span = value.span;
        let instruction = match &value.ty {
            Type::Text(_) => Instr::ReturnText(self.text(value)),
            Type::Complex(_) => {
                let (re, im) = self.complex(value);
                Instr::ReturnComplex(re, im)
            }
            Type::Record(_) => match &value.kind {
                ExprKind::Load(place) => self.return_cells(place, &value.ty, span),
                _ => return self.unsupported("a record that is no variable", span),
            },
            _ => Instr::Return(Some(self.defined(value))),
        };
        self.emit(instruction, span);
    }

    fn return_cells(&mut self, place: &Place, ty: &Type, span: Span) -> Instr {
        let count = leaves(ty, &self.program.records, self.policy).len() as u32;
        let (reached, _) = self.reach(place, span);
        let address = self.begin(reached, span).0;
        Instr::ReturnCells { base: address.base, index: address.index, count }
    }
}
