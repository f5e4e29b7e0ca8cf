//! Calls and returns.

use std::sync::Arc;

use sextant_expr::{Op, Scalar};
use sextant_flow::suits_parameter;
use sextant_syntax::{ProcId, TextLength, Type};

use super::Step;
use super::here::Here;
use super::packing::{ToPack, wants_sequence};
use crate::block::Target;
use crate::code::{ArgumentCode, Callee, ProcedureCode, Reg};
use crate::memory::{ArrayObject, Object, View};
use crate::state::{Frame, ResultPlace, Text};
use crate::{BlockKind, Ending, ErrorKind, ObjectId, Stop, Value};

impl Here<'_, '_> {
    /// Enters a procedure; its arguments are made in order.
    pub(super) fn call(&mut self, site: u32) -> Step {
        if self.state.depth() >= self.machine.depth_limit {
            return Err(Stop::Ended(Ending::OutOfDepth { span: self.span() }));
        }
        let site = &self.procedure.calls[site as usize];
        if let Some(name) = self.unknown_callee(site.callee)? {
            return self.call_unknown(&name, &site.arguments, site.result);
        }
        let id = self.callee(site.callee)?;
        let callee = &self.machine.code.procedures[id];
        let subscripts = self.check_arguments(&site.arguments, callee)?;
        let mut subscripts = subscripts.into_iter();
        let mut packed_argument = self.arguments_to_pack(&site.arguments, callee)?;
        let objects_from = self.state.memory.len();
        self.check_types(&site.types, callee)?;
        if matches!(site.callee, Callee::Address(_)) && site.arguments.len() < callee.parameters.len() {
            return Err(self.cannot("a call through a pointer with too few arguments"));
        }
        let mut frame = Frame::new(id, callee, site.result, objects_from);
        for (position, (argument, &parameter)) in site.arguments.iter().zip(&callee.parameters).enumerate() {
            frame.slots[parameter as usize] = match packed_argument[position].take() {
                Some(apart) => {
                    let (seen, packed) = self.pack(apart);
                    frame.packed.push(packed);
                    seen
                }
                None => self.argument(*argument, wants_handle(callee, position), &mut subscripts),
            };
        }
        self.state.answers.clear();
        self.state.frame.next += 1;
        let caller = std::mem::replace(&mut self.state.frame, frame);
        self.state.suspended.push(Arc::new(caller));
        Ok(())
    }

    /// Whether a procedure that was passed takes such arguments.
    fn check_types(&self, types: &[Option<Type>], callee: &ProcedureCode) -> Step {
        for (ty, &parameter) in types.iter().zip(&callee.parameters) {
            let wanted = callee.types.get(parameter as usize);
            if let (Some(ty), Some(wanted)) = (ty, wanted)
                && !suits_parameter(ty, wanted, true)
            {
                let name = callee.slot_names.get(parameter as usize).map_or("", String::as_str);
                return Err(
                    self.cannot(format!("an argument of another type than {name} of {}", callee.name))
                );
            }
        }
        Ok(())
    }

    fn callee(&mut self, callee: Callee) -> Result<ProcId, Stop> {
        match callee {
            Callee::Procedure(id) => Ok(id),
            Callee::Address(address) => self.callee_at(address),
            Callee::Parameter(slot) => {
                let value = match self.state.frame.slots[slot as usize] {
                    Value::Reference(object) => match self.state.object(object) {
                        Object::Scalar(value) => *value,
                        _ => Value::Undefined,
                    },
                    value => value,
                };
                match value {
                    Value::Procedure(id) => Ok(id),
                    _ => Err(self.cannot(format!(
                        "a call of {}, which stands for no known procedure",
                        self.name(slot)
                    ))),
                }
            }
        }
    }

    /// The procedure at an address.
    fn callee_at(&mut self, address: Reg) -> Result<ProcId, Stop> {
        match self.chosen(address)? {
            Target::Procedure(id, 0) if self.machine.code.procedures.get(id).is_some() => Ok(id),
            Target::Null => Err(self.error(ErrorKind::NullPointer, None)),
            _ => Err(self.error(ErrorKind::InvalidPointer, None)),
        }
    }

    /// The name of a function that nobody knows: one that a caller of the procedure gave, or an unknown function.
    fn unknown_callee(&mut self, callee: Callee) -> Result<Option<String>, Stop> {
        let Callee::Address(reg) = callee else { return Ok(None) };
        let from_unknown = match self.operand(reg).1 {
            Value::Term(term) => self.mentions_unknown(term).then_some(term),
            _ => None,
        };
        match self.chosen(reg)? {
            Target::Object(object, 0) => {
                let given = self.state.block(object).filter(|block| block.kind == BlockKind::Given);
                Ok(given.map(|block| block.name.to_string()))
            }
            Target::Nowhere if let Some(term) = from_unknown => {
                let null = self.table.int(0);
                let leads_somewhere = self.table.apply(Op::Ne, &[term, null]);
                self.require(leads_somewhere, ErrorKind::NullPointer, None)?;
                Ok(Some("function".to_owned()))
            }
            Target::Object(..) | Target::Null | Target::Procedure(..) | Target::Nowhere => Ok(None),
        }
    }

    /// A call of a function that nobody knows.
    fn call_unknown(&mut self, name: &str, arguments: &[ArgumentCode], result: ResultPlace) -> Step {
        let values = arguments.iter().filter_map(|argument| match *argument {
            ArgumentCode::Copy(reg) | ArgumentCode::Value(reg) => Some(self.operand(reg).1),
            ArgumentCode::Reference(_)
            | ArgumentCode::CopyText(_)
            | ArgumentCode::Absent
            | ArgumentCode::CopyComplex(..)
            | ArgumentCode::Array(..)
            | ArgumentCode::Handle(..)
            | ArgumentCode::Element { .. } => None,
        });
        let values: Vec<Value> = values.collect();
        let slot = match result {
            ResultPlace::Slot(slot) => Some(slot),
            ResultPlace::None | ResultPlace::Storage(_) => None,
        };
        let ty = slot.and_then(|slot| self.procedure.types.get(slot as usize));
        let value = self.unknown_call(name, &values, ty)?;
        if let Some(slot) = slot {
            self.set(slot, value);
        }
        self.state.answers.clear();
        self.state.frame.next += 1;
        Ok(())
    }

    /// Leaves a procedure; the outermost one ends the path.
    pub(super) fn return_value(&mut self, value: Option<Reg>) -> Step {
        let outermost = self.state.suspended.is_empty();
        let value = self.returned(value, outermost)?;
        self.end_blocks();
        let missing = self.procedure.returns.is_some() && value == Value::Undefined;
        // The status of a program that ends without one is unspecified; nothing goes wrong.
        let used = match outermost {
            true => self.machine.code.main != Some(self.state.frame.procedure),
            false => self.state.frame.result != ResultPlace::None,
        };
        if missing && used {
            return Err(self.error(ErrorKind::NoReturnValue, Some(&self.procedure.name)));
        }
        if outermost {
            self.state.returned = value;
            self.check_leaks()?;
            return Err(Stop::Ended(Ending::Returned));
        }
        self.state.unpack(self.table);
        self.state.forget_landings();
        let caller = self.state.suspended.pop().expect("not the outermost activation");
        let callee = std::mem::replace(&mut self.state.frame, Arc::unwrap_or_clone(caller));
        self.state.memory.truncate(callee.objects_from);
        if let ResultPlace::Slot(slot) = callee.result {
            self.set(slot, value);
        }
        Ok(())
    }

    /// The value with which a procedure is left; the outermost one's must be one.
    fn returned(&mut self, value: Option<Reg>, outermost: bool) -> Result<Value, Stop> {
        let Some(reg) = value else { return Ok(Value::Undefined) };
        let operand = self.operand(reg);
        if !self.machine.code.copied_undefined {
            return Ok(operand.1);
        }
        let value = self.defined(operand)?;
        if outermost { self.shown(value) } else { Ok(value) }
    }

    /// Leaves a procedure with a value of several cells.
    pub(super) fn return_cells(&mut self, cells: Text, text: bool) -> Step {
        self.state.unpack(self.table);
        self.state.forget_landings();
        let Some(caller) = self.state.suspended.pop() else {
            self.state.returned_cells = cells;
            return Err(Stop::Ended(Ending::Returned));
        };
        let callee = std::mem::replace(&mut self.state.frame, Arc::unwrap_or_clone(caller));
        self.state.memory.truncate(callee.objects_from);
        let ResultPlace::Storage(slot) = callee.result else { return Ok(()) };
        let open = matches!(
            self.machine.code.procedures[self.state.frame.procedure].types.get(slot as usize),
            Some(Type::Text(TextLength::Open))
        );
        if open {
            self.set_text(slot, &cells);
            return Ok(());
        }
        let Value::Reference(object) = self.state.frame.slots[slot as usize] else { return Ok(()) };
        let view = self.view(object)?;
        let count = match view.length {
            Value::Int(length) if text => length,
            _ => cells.len() as i64,
        };
        let first = match view.offset {
            Value::Int(first) => first,
            _ => 1,
        };
        for at in 0..count {
            let value = cells.get(at as usize).copied().unwrap_or(Value::Int(32));
            self.state.set_raw_cell(view.storage, first + at, value);
        }
        Ok(())
    }

    /// Lets a slot refer to new storage that holds a text.
    pub(super) fn set_text(&mut self, slot: u32, text: &[Value]) {
        let length = Value::Int(text.len() as i64);
        let storage = self.cells_object(Scalar::Int, text);
        let view =
            View { storage, offset: Value::Int(1), dimensions: Vec::new(), length, end: Value::Undefined };
        let object = self.state.allocate(Object::View(Arc::new(view)));
        self.set(slot, Value::Reference(object));
    }

    pub(super) fn return_text(&mut self, text: u32) -> Step {
        let text = self.text(text);
        self.return_cells(text, true)
    }

    pub(super) fn return_complex(&mut self, re: Reg, im: Reg) -> Step {
        let parts = [self.defined(self.operand(re))?, self.defined(self.operand(im))?];
        self.return_cells(parts.into(), false)
    }

    pub(super) fn return_record(&mut self, base: u32, index: Reg, count: u32) -> Step {
        let (storage, _) = self.storage_of(self.referred(base)?)?;
        let Value::Int(first) = self.operand(index).1 else {
            return self.return_cells(Text::default(), false);
        };
        let cells: Text = (0..i64::from(count)).map(|at| self.state.raw_cell(storage, first + at)).collect();
        self.return_cells(cells, false)
    }

    /// Everything that can be wrong with arguments, before anything is changed: elements passed by reference must
    /// exist, copied values must be defined. Gives the subscripts of the elements in order.
    fn check_arguments(
        &mut self,
        arguments: &[ArgumentCode],
        callee: &ProcedureCode,
    ) -> Result<Vec<Value>, Stop> {
        let mut subscripts = Vec::new();
        for (position, argument) in arguments.iter().enumerate() {
            match *argument {
                ArgumentCode::Handle(..) if wants_handle(callee, position) => {}
                ArgumentCode::Handle(handle, _) => {
                    self.follow(handle)?;
                }
                ArgumentCode::Reference(_)
                | ArgumentCode::Array(..)
                | ArgumentCode::CopyText(_)
                | ArgumentCode::Absent => {}
                ArgumentCode::CopyComplex(re, im) => {
                    self.defined(self.operand(re))?;
                    self.defined(self.operand(im))?;
                }
                ArgumentCode::Element { array, index } => {
                    let index = self.operand(index);
                    subscripts.push(self.checked_index(array, index)?);
                }
                ArgumentCode::Copy(reg) | ArgumentCode::Value(reg) => {
                    self.defined(self.operand(reg))?;
                }
            }
        }
        Ok(subscripts)
    }

    /// What has to be copied of each argument because its elements lie apart.
    fn arguments_to_pack(
        &mut self,
        arguments: &[ArgumentCode],
        callee: &ProcedureCode,
    ) -> Result<Vec<Option<ToPack>>, Stop> {
        let mut found = Vec::with_capacity(arguments.len());
        for (position, argument) in arguments.iter().enumerate() {
            found.push(match *argument {
                ArgumentCode::Array(slot, element) if wants_sequence(callee, position) => {
                    self.packed_argument(self.state.frame.slots[slot as usize], element)?
                }
                ArgumentCode::Handle(slot, element) if wants_sequence(callee, position) => {
                    let target = self.follow(slot)?;
                    self.packed_argument(target, element)?
                }
                _ => None,
            });
        }
        Ok(found)
    }

    /// The reference by which a parameter knows its argument. A parameter that is a handle gets one of its own where
    /// the argument is none.
    fn argument(
        &mut self,
        argument: ArgumentCode,
        wants_handle: bool,
        subscripts: &mut impl Iterator<Item = Value>,
    ) -> Value {
        match argument {
            ArgumentCode::Handle(slot, _) if wants_handle => self.state.frame.slots[slot as usize],
            ArgumentCode::Absent => Value::Undefined,
            _ => match self.plain_argument(argument, subscripts) {
                target @ Value::Reference(_) if wants_handle => {
                    Value::Reference(self.state.allocate(Object::Scalar(target)))
                }
                value => value,
            },
        }
    }

    fn plain_argument(
        &mut self,
        argument: ArgumentCode,
        subscripts: &mut impl Iterator<Item = Value>,
    ) -> Value {
        let object = match argument {
            ArgumentCode::Reference(slot) | ArgumentCode::Array(slot, _) => {
                return self.state.frame.slots[slot as usize];
            }
            ArgumentCode::Handle(slot, _) => return self.follow(slot).unwrap_or(Value::Undefined),
            ArgumentCode::Value(reg) => return self.operand(reg).1,
            ArgumentCode::Element { array, .. } => {
                let index = subscripts.next().expect("every element passed has its subscript");
                let Value::Reference(object) = self.state.frame.slots[array as usize] else {
                    return Value::Undefined;
                };
                match self.state.object(object) {
                    Object::View(view) => {
                        let view = Arc::clone(view);
                        let end = self.last_cell(&view);
                        Object::Element { array: view.storage, index, end }
                    }
                    Object::Element { array, end, .. } => Object::Element { array: *array, index, end: *end },
                    _ => Object::Element { array: object, index, end: Value::Undefined },
                }
            }
            ArgumentCode::Copy(reg) => match self.operand(reg).1 {
                procedure @ Value::Procedure(_) => return procedure,
                value => Object::Scalar(value),
            },
            ArgumentCode::CopyText(text) => {
                let text = self.text(text);
                let length = Value::Int(text.len() as i64);
                let storage = self.cells_object(Scalar::Int, &text);
                let view = View {
                    storage,
                    offset: Value::Int(1),
                    dimensions: Vec::new(),
                    length,
                    end: Value::Undefined,
                };
                Object::View(Arc::new(view))
            }
            ArgumentCode::CopyComplex(re, im) => {
                let parts = [self.operand(re).1, self.operand(im).1];
                let sort = parts[0].sort(self.table).map_or(Scalar::Real, |sort| sort.element());
                let storage = self.cells_object(sort, &parts);
                Object::Element { array: storage, index: Value::Int(1), end: Value::Undefined }
            }
            ArgumentCode::Absent => return Value::Undefined,
        };
        Value::Reference(self.state.allocate(object))
    }

    fn cells_object(&mut self, sort: Scalar, cells: &[Value]) -> ObjectId {
        let high = Value::Int(cells.len() as i64);
        let mut array = ArrayObject::new(sort, Value::Int(1), high, None);
        for (at, cell) in (1..).zip(cells) {
            array.set_cell(at, *cell);
        }
        self.state.allocate(Object::Array(array))
    }
}

/// Whether a parameter, by its position, is a handle.
fn wants_handle(callee: &ProcedureCode, position: usize) -> bool {
    matches!(callee.parameter_type(position), Some(Type::Handle(_)))
}
