//! Places to instructions: where a part of a variable begins, and references to it.
//!
//! A place is reached step by step. On the way it is either whole (a slot refers to it) or it begins at a cell of
//! the storage that a slot refers to.

use sextant_base::Span;
use sextant_syntax::{ArrayBounds, Expr, ExprKind, Part, PartStep, Place, Selector, TextLength, Type, VarId};

use super::compile::Compiler;
use super::layout::{Layout, Leaf, leaves};
use super::{Binary, Constant, DimensionCode, HighBound, Instr, Reg, SelectorCode, ShapeCode, VariablePlace};

/// A place that begins at a cell of the storage a slot refers to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    pub base: u32,
    pub index: Reg,
}

/// How far a place is reached.
#[derive(Clone, Debug)]
pub(super) enum Reached {
    /// The slot refers to it.
    Whole(u32),
    /// It begins at a cell; the length of a text is in a register.
    At(Address, Option<Reg>),
}

impl Compiler<'_> {
    /// Where a place is, with its type.
    pub(super) fn reach(&mut self, place: &Place, span: Span) -> (Reached, Type) {
        match place {
            Place::Variable(variable) => {
                let ty = self.variable_type(*variable).target().clone();
                (Reached::Whole(self.followed(*variable, span)), ty)
            }
            Place::Element(variable, index) => {
                let base = self.followed(*variable, span);
                let subscripts = std::slice::from_ref(&**index);
                let at = self.element(Reached::Whole(base), &Type::Logical, subscripts, span);
                (at, self.variable_type(*variable).target().scalar().clone())
            }
            Place::Part(part) => self.part(part, span),
        }
    }

    /// The slot that refers to a variable, behind its handle if it is one.
    fn followed(&mut self, variable: VarId, span: Span) -> u32 {
        let slot = self.variable_place(variable).slot();
        if matches!(self.variable_type(variable), Type::Handle(_)) {
            let to = self.temporary();
            self.emit(Instr::Follow { to, handle: slot }, span);
            return to;
        }
        slot
    }

    fn part(&mut self, part: &Part, span: Span) -> (Reached, Type) {
        let mut ty = self.variable_type(part.base).target().clone();
        let mut reached = Reached::Whole(self.followed(part.base, span));
        for step in &part.steps {
            (reached, ty) = self.step(reached, ty, step, span);
        }
        (reached, ty)
    }

    fn step(&mut self, reached: Reached, ty: Type, step: &PartStep, span: Span) -> (Reached, Type) {
        match step {
            PartStep::Element(subscripts) => {
                let at = self.element(reached, &ty, subscripts, span);
                (at, ty.scalar().clone())
            }
            PartStep::Section(selectors) => self.section(reached, &ty, selectors, span),
            PartStep::Component(position) => self.component(reached, &ty, *position, span),
            PartStep::Characters(from, to) if ty.is_array() => {
                (self.characters_of_all(reached, (from.as_ref(), to.as_ref()), &ty, span), open_texts(&ty))
            }
            PartStep::Characters(from, to) => {
                (self.characters_of(reached, from.as_ref(), to.as_ref(), span), Type::Text(TextLength::Open))
            }
            PartStep::ComplexPart(imaginary) if ty.is_array() => {
                self.complex_parts(reached, &ty, *imaginary, span)
            }
            PartStep::ComplexPart(imaginary) => {
                let address = self.begin(reached, span).0;
                let part = match ty {
                    Type::Complex(kind) => Type::Real(kind),
                    other => other,
                };
                let leaf = Leaf::of(&part, self.policy);
                let index = if *imaginary { self.advance(address, 1, leaf, span) } else { address.index };
                (Reached::At(Address { index, ..address }, None), part)
            }
        }
    }

    fn element(&mut self, reached: Reached, ty: &Type, subscripts: &[Expr], span: Span) -> Reached {
        let registers: Vec<Reg> = subscripts.iter().map(|subscript| self.expression(subscript)).collect();
        let subscripts = self.subscripts(registers);
        let to = self.temporary();
        match reached {
            Reached::Whole(base) => {
                self.emit(Instr::Index { to, base, subscripts }, span);
                Reached::At(Address { base, index: Reg::slot(to) }, None)
            }
            Reached::At(Address { base, index }, _) => {
                let shape = self.shape(ty);
                let length = self.code.shapes[shape as usize].length;
                self.emit(Instr::IndexWithin { to, base, start: index, shape, subscripts }, span);
                Reached::At(Address { base, index: Reg::slot(to) }, length)
            }
        }
    }

    fn section(
        &mut self,
        reached: Reached,
        ty: &Type,
        selectors: &[Selector],
        span: Span,
    ) -> (Reached, Type) {
        let base = self.refer(reached, ty, span);
        let mut registers = |expr: &Option<Expr>| expr.as_ref().map(|expr| self.expression(expr));
        let mut codes = Vec::new();
        let mut rank = 0;
        for selector in selectors {
            codes.push(match selector {
                Selector::Subscript(expr) => {
                    SelectorCode::Subscript(registers(&Some(expr.clone())).expect("there is an expression"))
                }
                Selector::Range(from, to, step) => {
                    rank += 1;
                    SelectorCode::Range(registers(from), registers(to), registers(step))
                }
            });
        }
        self.code.sections.push(codes);
        let section = self.code.sections.len() as u32 - 1;
        let to = self.temporary();
        self.emit(Instr::ViewSection { to, base, section }, span);
        let ty = Type::Array(Box::new(ty.scalar().clone()), vec![ArrayBounds::Deferred; rank]);
        (Reached::Whole(to), ty)
    }

    /// The real or the imaginary part of each element of an array.
    fn complex_parts(&mut self, reached: Reached, ty: &Type, imaginary: bool, span: Span) -> (Reached, Type) {
        let part = match *ty.scalar() {
            Type::Complex(kind) => Type::Real(kind),
            ref other => other.clone(),
        };
        let bytes = Leaf::of(&part, self.policy).bytes;
        let base = self.refer(reached, ty, span);
        let to = self.temporary();
        self.emit(Instr::ViewShift { to, base, values: u32::from(imaginary), bytes, length: None }, span);
        let bounds = vec![ArrayBounds::Deferred; ty.rank()];
        (Reached::Whole(to), Type::Array(Box::new(part), bounds))
    }

    fn component(&mut self, reached: Reached, ty: &Type, position: usize, span: Span) -> (Reached, Type) {
        let Type::Record(id) = *ty.scalar() else { return (reached, ty.clone()) };
        let records = &self.program.records;
        let Some(component) = records.get(id).and_then(|record| record.components.get(position)) else {
            return (reached, ty.clone());
        };
        let before: usize = records[id].components[..position]
            .iter()
            .map(|component| leaves(&component.ty, records, self.policy).len())
            .sum();
        let component_ty = component.ty.clone();
        let leaf = Leaf::of(component_ty.scalar(), self.policy);
        let length = self.text_length(&component_ty);
        if let (Reached::Whole(base), true) = (&reached, ty.is_array()) {
            let to = self.temporary();
            let shift =
                Instr::ViewShift { to, base: *base, values: before as u32, bytes: leaf.bytes, length };
            self.emit(shift, span);
            let Type::Array(_, bounds) = ty else { unreachable!("just asked") };
            return (Reached::Whole(to), Type::Array(Box::new(component_ty), bounds.clone()));
        }
        let address = self.begin(reached, span).0;
        let index = self.advance(address, before as u32, leaf, span);
        let address = Address { index, ..address };
        match component_ty {
            Type::Handle(target) => {
                let handle = self.view_cell(address, &Type::Logical, None, span);
                let to = self.temporary();
                self.emit(Instr::Follow { to, handle }, span);
                (Reached::Whole(to), *target)
            }
            ty => (Reached::At(address, length), ty),
        }
    }

    /// Whether a place is a handle itself, not a part of what one refers to.
    pub(super) fn is_handle(&self, place: &Place) -> bool {
        match place {
            Place::Variable(variable) => matches!(self.variable_type(*variable), Type::Handle(_)),
            Place::Element(..) => false,
            Place::Part(part) => match part.steps.split_last() {
                Some((PartStep::Component(position), before)) => {
                    let mut ty = self.variable_type(part.base).target().clone();
                    for step in before {
                        ty = match (step, ty.scalar()) {
                            (PartStep::Component(position), Type::Record(record)) => {
                                self.program.records[*record].components[*position].ty.target().clone()
                            }
                            (_, scalar) => scalar.clone(),
                        };
                    }
                    matches!(ty.scalar(), Type::Record(record)
                        if matches!(self.program.records[*record].components[*position].ty, Type::Handle(_)))
                }
                _ => false,
            },
        }
    }

    /// The slot that refers to a handle itself, not to what it refers to.
    pub(super) fn handle(&mut self, place: &Place, span: Span) -> u32 {
        match place {
            Place::Variable(variable) => self.variable_place(*variable).slot(),
            Place::Element(..) => self.reference(place, span),
            Place::Part(part) => {
                let Some((PartStep::Component(position), before)) = part.steps.split_last() else {
                    return self.reference(place, span);
                };
                let mut ty = self.variable_type(part.base).target().clone();
                let mut reached = Reached::Whole(self.followed(part.base, span));
                for step in before {
                    (reached, ty) = self.step(reached, ty, step, span);
                }
                self.handle_component(reached, &ty, *position, span)
            }
        }
    }

    fn handle_component(&mut self, reached: Reached, ty: &Type, position: usize, span: Span) -> u32 {
        let before: usize = match ty {
            Type::Record(id) => self.program.records[*id].components[..position]
                .iter()
                .map(|component| leaves(&component.ty, &self.program.records, self.policy).len())
                .sum(),
            _ => 0,
        };
        let address = self.begin(reached, span).0;
        let index = self.advance(address, before as u32, Leaf::HANDLE, span);
        self.view_cell(Address { index, ..address }, &Type::Logical, None, span)
    }

    /// Some characters of each text of an array.
    fn characters_of_all(
        &mut self,
        reached: Reached,
        (from, to): (Option<&Expr>, Option<&Expr>),
        ty: &Type,
        span: Span,
    ) -> Reached {
        let base = self.refer(reached, ty, span);
        let one = self.constant(Constant::Int(1.into()));
        let skipped = match from.map(|from| &from.kind) {
            None => 0,
            Some(ExprKind::Int(first)) => u32::try_from(first - dashu_int::IBig::ONE).unwrap_or(0),
            Some(_) => {
                self.unsupported("characters from a computed position on of a whole array", span);
                0
            }
        };
        let length = self.length_of(base, span);
        let from = from.map_or(one, |from| self.expression(from));
        let to = to.map_or(length, |to| self.expression(to));
        self.emit(Instr::CheckCharacters { from, to, length }, span);
        let before = self.constant(Constant::Int(skipped.into()));
        let length = self.compute(Binary::Subtract, to, before, span);
        let to = self.temporary();
        let shift = Instr::ViewShift { to, base, values: skipped, bytes: 1, length: Some(length) };
        self.emit(shift, span);
        Reached::Whole(to)
    }

    fn characters_of(
        &mut self,
        reached: Reached,
        from: Option<&Expr>,
        to: Option<&Expr>,
        span: Span,
    ) -> Reached {
        let (address, length) = self.begin(reached, span);
        let length = length.unwrap_or_else(|| self.length_of(address.base, span));
        let one = self.constant(Constant::Int(1.into()));
        let from = from.map_or(one, |from| self.expression(from));
        let to = to.map_or(length, |to| self.expression(to));
        self.emit(Instr::CheckCharacters { from, to, length }, span);
        let skipped = self.compute(Binary::Subtract, from, one, span);
        let index = self.compute(Binary::Add, address.index, skipped, span);
        let last = self.compute(Binary::Subtract, to, skipped, span);
        Reached::At(Address { index, ..address }, Some(last))
    }

    /// The cell at which a place begins, and the length of a text where it is known apart from the storage.
    pub(super) fn begin(&mut self, reached: Reached, span: Span) -> (Address, Option<Reg>) {
        match reached {
            Reached::Whole(base) => {
                let to = self.temporary();
                self.emit(Instr::Origin { to, base }, span);
                (Address { base, index: Reg::slot(to) }, None)
            }
            Reached::At(address, length) => (address, length),
        }
    }

    /// A slot that refers to a place.
    pub(super) fn reference(&mut self, place: &Place, span: Span) -> u32 {
        let (reached, ty) = self.reach(place, span);
        self.refer(reached, &ty, span)
    }

    pub(super) fn refer(&mut self, reached: Reached, ty: &Type, span: Span) -> u32 {
        match reached {
            Reached::Whole(slot) => slot,
            Reached::At(address, length) => {
                let length = match (length, ty.scalar()) {
                    (None, Type::Text(_)) => Some(self.length_of(address.base, span)),
                    (length, _) => length,
                };
                self.view_cell(address, ty, length, span)
            }
        }
    }

    fn view_cell(&mut self, address: Address, ty: &Type, length: Option<Reg>, span: Span) -> u32 {
        let shape = self.shape(ty);
        if length.is_some() {
            self.code.shapes[shape as usize].length = length;
        }
        let to = self.temporary();
        self.emit(Instr::ViewCell { to, base: address.base, index: address.index, shape }, span);
        to
    }

    pub(super) fn length_of(&mut self, base: u32, span: Span) -> Reg {
        let to = self.temporary();
        self.emit(Instr::LengthOf { to, base }, span);
        Reg::slot(to)
    }

    pub(super) fn advance(&mut self, address: Address, values: u32, leaf: Leaf, span: Span) -> Reg {
        if values == 0 {
            return address.index;
        }
        let to = self.temporary();
        let advance =
            Instr::Advance { to, base: address.base, index: address.index, values, bytes: leaf.bytes };
        self.emit(advance, span);
        Reg::slot(to)
    }

    pub(super) fn compute(&mut self, op: Binary, a: Reg, b: Reg, span: Span) -> Reg {
        let to = self.temporary();
        self.emit(Instr::Binary { op, to, a, b }, span);
        Reg::slot(to)
    }

    fn subscripts(&mut self, registers: Vec<Reg>) -> u32 {
        self.code.subscripts.push(registers);
        self.code.subscripts.len() as u32 - 1
    }

    /// The length a text type declares.
    pub(super) fn text_length(&mut self, ty: &Type) -> Option<Reg> {
        match ty.target().scalar() {
            Type::Text(TextLength::Given(length)) => Some(self.expression(length)),
            _ => None,
        }
    }

    /// The shape a type declares, its bounds and length computed here.
    pub(super) fn shape(&mut self, ty: &Type) -> u32 {
        let mut dimensions = Vec::new();
        if let Type::Array(_, bounds) = ty.target() {
            for bounds in bounds {
                dimensions.push(self.dimension(bounds));
            }
        }
        let element = Layout::of(ty, &self.program.records, self.policy);
        let length = self.text_length(ty);
        self.code.shapes.push(ShapeCode { dimensions, element, length });
        self.code.shapes.len() as u32 - 1
    }

    fn dimension(&mut self, bounds: &ArrayBounds) -> DimensionCode {
        match bounds {
            ArrayBounds::Given { low, high } | ArrayBounds::Sequence { low, high: Some(high) } => {
                DimensionCode { low: self.expression(low), high: HighBound::Given(self.expression(high)) }
            }
            ArrayBounds::Sequence { low, high: None } => {
                DimensionCode { low: self.expression(low), high: HighBound::Open }
            }
            ArrayBounds::Shape { low } => {
                DimensionCode { low: self.expression(low), high: HighBound::OfArgument }
            }
            ArrayBounds::OfArgument | ArrayBounds::Deferred => {
                DimensionCode { low: self.constant(Constant::Int(1.into())), high: HighBound::OfArgument }
            }
        }
    }

    pub(super) fn variable_type(&self, variable: VarId) -> &Type {
        &self.graph.variables[variable].ty
    }

    /// Whether a place is a variable that lives in a slot.
    pub(super) fn slot_of(&self, place: &Place) -> Option<u32> {
        match place {
            Place::Variable(variable) => match self.variable_place(*variable) {
                VariablePlace::Slot(slot) => Some(slot),
                VariablePlace::Object(_) => None,
            },
            _ => None,
        }
    }
}

/// An array of texts of any length.
fn open_texts(ty: &Type) -> Type {
    match ty {
        Type::Array(_, bounds) => Type::Array(Box::new(Type::Text(TextLength::Open)), bounds.clone()),
        _ => Type::Text(TextLength::Open),
    }
}
