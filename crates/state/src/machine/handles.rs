//! Handles: allocatables and pointers, whose cell holds a reference to storage or nothing.

use std::sync::Arc;

use super::Step;
use super::here::Here;
use crate::memory::Object;
use crate::{ErrorKind, Stop, Value};

impl Here<'_, '_> {
    /// What a handle refers to.
    pub(super) fn follow(&self, handle: u32) -> Result<Value, Stop> {
        let target = self.handle_value(handle)?;
        self.has(target).then_some(target).ok_or_else(|| self.no_storage(handle))
    }

    /// Whether a value refers to storage that was not given back.
    fn has(&self, value: Value) -> bool {
        matches!(value, Value::Reference(object) if !matches!(self.state.object(object), Object::Released))
    }

    fn no_storage(&self, handle: u32) -> Stop {
        self.error(ErrorKind::NoStorage, self.slot_name(handle))
    }

    /// Whether a slot, or the handle it refers to, has storage.
    pub(super) fn has_storage(&self, slot: u32, handle: bool) -> Result<Value, Stop> {
        let value = if handle { self.handle_value(slot)? } else { self.state.frame.slots[slot as usize] };
        Ok(Value::Bool(self.has(value)))
    }

    /// What a handle refers to, or nothing.
    pub(super) fn follow_if_any(&self, handle: u32) -> Result<Value, Stop> {
        let target = self.handle_value(handle)?;
        Ok(if self.has(target) { target } else { Value::Undefined })
    }

    /// Whether two slots refer to the same elements in the same order.
    pub(super) fn same_storage(&mut self, a: u32, b: u32) -> Result<Value, Stop> {
        let [Value::Reference(a), Value::Reference(b)] =
            [a, b].map(|slot| self.state.frame.slots[slot as usize])
        else {
            return Ok(Value::Bool(false));
        };
        let (a, b) = (self.view(a)?, self.view(b)?);
        let mut same = a.storage == b.storage && a.offset == b.offset;
        for (a, b) in a.dimensions.iter().zip(&b.dimensions) {
            let extents = [self.extent(a.low, a.high), self.extent(b.low, b.high)];
            let differ = matches!(extents, [Value::Int(a), Value::Int(b)] if a != b);
            same &= !differ && (a.stride == b.stride || extents[0] == Value::Int(1));
        }
        Ok(Value::Bool(same))
    }

    pub(super) fn new_storage(&mut self, handle: u32, shape: u32) -> Step {
        if self.has(self.handle_value(handle)?) {
            return Err(self.error(ErrorKind::HasStorage, self.slot_name(handle)));
        }
        let view = self.new_view(shape, true)?;
        self.set_handle(handle, view)
    }

    pub(super) fn release_storage(&mut self, handle: u32) -> Step {
        let Value::Reference(object) = self.follow(handle)? else { return Err(self.no_storage(handle)) };
        let (storage, _) = self.storage_of(object)?;
        *self.state.object_mut(storage) = Object::Released;
        *self.state.object_mut(object) = Object::Released;
        self.set_handle(handle, Value::Undefined)
    }

    /// Lets a handle refer to what a slot does, or to nothing; if the slot is a handle too, to what that refers to.
    pub(super) fn point_to(&mut self, handle: u32, target: Option<u32>, follows: bool) -> Step {
        let target = match target {
            None => Value::Undefined,
            Some(target) if follows => self.handle_value(target)?,
            Some(target) => self.state.frame.slots[target as usize],
        };
        let value = match target {
            Value::Reference(object) if self.has(target) => {
                let view = self.view(object)?;
                Value::Reference(self.state.allocate_on_heap(Object::View(Arc::new(view))))
            }
            _ => Value::Undefined,
        };
        self.set_handle(handle, value)
    }

    fn handle_value(&self, handle: u32) -> Result<Value, Stop> {
        let object = self.referred(handle)?;
        Ok(match self.state.object(object) {
            Object::Scalar(value) => *value,
            _ => {
                let (storage, index) = self.storage_of(object)?;
                match index {
                    Value::Int(index) => self.state.raw_cell(storage, index),
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
            self.state.set_raw_cell(storage, index, value);
        }
        Ok(())
    }
}
