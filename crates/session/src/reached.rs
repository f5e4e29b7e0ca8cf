//! What a procedure does, or one that it calls.

use sextant_flow::{Action, FlowProgram, called, instructions};
use sextant_syntax::{Primitive, ProcId};

/// Whether a procedure, or one that it calls, has the machine do something.
pub fn performs(program: &FlowProgram, id: ProcId, wanted: fn(&Primitive) -> bool) -> bool {
    called(program, id).into_iter().any(|id| {
        instructions(&program.procedures[id]).any(|instruction| {
            matches!(&instruction.action, Action::Primitive(primitive, ..) if wanted(primitive))
        })
    })
}
