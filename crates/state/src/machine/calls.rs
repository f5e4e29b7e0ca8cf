//! Calls and returns.

use std::sync::Arc;

use sextant_syntax::StatementNumber;

use super::Step;
use super::here::Here;
use crate::code::ArgumentCode;
use crate::memory::Object;
use crate::state::Frame;
use crate::{Ending, ErrorKind, Stop, Value};

impl Here<'_, '_> {
    /// Enters a procedure; its arguments are made in order.
    pub(super) fn call(&mut self, site: u32) -> Step {
        if self.state.depth() >= self.machine.depth_limit {
            return Err(Stop::Ended(Ending::OutOfDepth { span: self.span() }));
        }
        let site = &self.procedure.calls[site as usize];
        let subscripts = self.check_arguments(&site.arguments)?;
        let mut subscripts = subscripts.into_iter();
        let objects_from = self.state.memory.len();
        let callee = &self.machine.code.procedures[site.procedure];
        let mut slots = vec![Value::Undefined; callee.slot_count as usize];
        for (argument, &parameter) in site.arguments.iter().zip(&callee.parameters) {
            slots[parameter as usize] = self.argument(*argument, &mut subscripts);
        }
        let frame = Frame {
            procedure: site.procedure,
            next: 0,
            slots,
            statement: StatementNumber(1),
            result: site.result,
            objects_from,
        };
        self.state.answers.clear();
        self.state.frame.next += 1;
        let caller = std::mem::replace(&mut self.state.frame, frame);
        self.state.suspended.push(Arc::new(caller));
        Ok(())
    }

    /// Leaves a procedure; the outermost one ends the path.
    pub(super) fn return_value(&mut self, value: Value) -> Step {
        let outermost = self.state.suspended.is_empty();
        let missing = self.procedure.returns_value && value == Value::Undefined;
        if missing && (outermost || self.state.frame.result.is_some()) {
            return Err(self.error(ErrorKind::NoReturnValue, Some(&self.procedure.name)));
        }
        if outermost {
            self.state.returned = value;
            return Err(Stop::Ended(Ending::Returned));
        }
        let caller = self.state.suspended.pop().expect("not the outermost activation");
        let callee = std::mem::replace(&mut self.state.frame, Arc::unwrap_or_clone(caller));
        self.state.memory.truncate(callee.objects_from);
        if let Some(slot) = callee.result {
            self.set(slot, value);
        }
        Ok(())
    }

    /// Everything that can be wrong with arguments, before anything is changed: elements passed by reference must
    /// exist, copied values must be defined. Gives the subscripts of the elements in order.
    fn check_arguments(&mut self, arguments: &[ArgumentCode]) -> Result<Vec<Value>, Stop> {
        let mut subscripts = Vec::new();
        for argument in arguments {
            match *argument {
                ArgumentCode::Reference(_) => {}
                ArgumentCode::Element { array, index } => {
                    let index = self.operand(index);
                    subscripts.push(self.checked_index(array, index)?);
                }
                ArgumentCode::Copy(reg) => {
                    self.defined(self.operand(reg))?;
                }
            }
        }
        Ok(subscripts)
    }

    fn argument(&mut self, argument: ArgumentCode, subscripts: &mut impl Iterator<Item = Value>) -> Value {
        let object = match argument {
            ArgumentCode::Reference(slot) => return self.state.frame.slots[slot as usize],
            ArgumentCode::Element { array, .. } => {
                let index = subscripts.next().expect("every element passed has its subscript");
                Object::Element { array: self.object(array), index }
            }
            ArgumentCode::Copy(reg) => Object::Scalar(self.operand(reg).1),
        };
        Value::Reference(self.state.allocate(object))
    }
}
