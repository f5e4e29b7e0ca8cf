//! Handles: allocatables and pointers, whose cell holds a reference to storage or nothing.

use std::sync::Arc;

use super::Step;
use super::here::Here;
use crate::code::Instr;
use crate::memory::Object;
use crate::{ErrorKind, Stop, Value};

impl Here<'_, '_> {
    pub(super) fn handle_step(&mut self, instruction: Instr) -> Step {
        match instruction {
            Instr::Follow { to, handle } => {
                let target = self.handle_value(handle)?;
                match target {
                    Value::Reference(object) if !matches!(self.state.object(object), Object::Released) => {
                        self.set(to, target);
                    }
                    _ => return Err(self.error(ErrorKind::NoStorage, self.slot_name(handle))),
                }
            }
            Instr::HasStorage { to, slot, handle } => {
                let value =
                    if handle { self.handle_value(slot)? } else { self.state.frame.slots[slot as usize] };
                let has = match value {
                    Value::Reference(object) => !matches!(self.state.object(object), Object::Released),
                    _ => false,
                };
                self.set(to, Value::Bool(has));
            }
            Instr::SameStorage { to, a, b } => {
                let (a, b) = (self.view(self.referred(a)?)?, self.view(self.referred(b)?)?);
                self.set(to, Value::Bool(a.storage == b.storage && a.offset == b.offset));
            }
            Instr::NewStorage { handle, shape } => {
                if let Value::Reference(object) = self.handle_value(handle)?
                    && !matches!(self.state.object(object), Object::Released)
                {
                    return Err(self.error(ErrorKind::HasStorage, self.slot_name(handle)));
                }
                let view = self.new_view(shape, true)?;
                self.set_handle(handle, view)?;
            }
            Instr::ReleaseStorage { handle } => match self.handle_value(handle)? {
                Value::Reference(object) if !matches!(self.state.object(object), Object::Released) => {
                    let (storage, _) = self.storage_of(object)?;
                    *self.state.object_mut(storage) = Object::Released;
                    *self.state.object_mut(object) = Object::Released;
                    self.set_handle(handle, Value::Undefined)?;
                }
                _ => return Err(self.error(ErrorKind::NoStorage, self.slot_name(handle))),
            },
            Instr::PointTo { handle, target, follows } => {
                let target = match target {
                    None => Value::Undefined,
                    Some(target) if follows => self.handle_value(target)?,
                    Some(target) => self.state.frame.slots[target as usize],
                };
                let value = match target {
                    Value::Reference(object) if !matches!(self.state.object(object), Object::Released) => {
                        let view = self.view(object)?;
                        Value::Reference(self.state.allocate_on_heap(Object::View(Arc::new(view))))
                    }
                    _ => Value::Undefined,
                };
                self.set_handle(handle, value)?;
            }
            other => unreachable!("handled before: {other:?}"),
        }
        Ok(())
    }

    pub(super) fn handle_value(&self, handle: u32) -> Result<Value, Stop> {
        let object = self.referred(handle)?;
        Ok(match self.state.object(object) {
            Object::Scalar(value) => *value,
            _ => {
                let (storage, index) = self.storage_of(object)?;
                match index {
                    Value::Int(index) => self.raw_cell(storage, index),
                    _ => Value::Undefined,
                }
            }
        })
    }

    fn set_handle(&mut self, handle: u32, value: Value) -> Step {
        let object = self.referred(handle)?;
        if let Object::Scalar(old) = self.state.object_mut(object) {
            *old = value;
            return Ok(());
        }
        let (storage, index) = self.storage_of(object)?;
        if let Value::Int(index) = index {
            self.set_raw_cell(storage, index, value);
        }
        Ok(())
    }
}
