//! The meaning of a flow graph.

use sextant_flow::{Action, Condition, FlowProgram, Instruction, Terminator};
use sextant_syntax::{OutputItem, ProcId};

use super::machine::{Ended, Event, Frame, Machine, Slot};

pub struct GraphRun<'a> {
    pub program: &'a FlowProgram,
    pub machine: Machine,
}

impl GraphRun<'_> {
    pub fn call(&mut self, id: ProcId, given: &[Slot]) -> Result<i64, Ended> {
        let program = self.program;
        let graph = &program.procedures[id];
        let frame = self.machine.frame(&graph.variables, &graph.parameters, given);
        let mut block = graph.entry;
        loop {
            self.actions(id, &frame, &graph.blocks[block].instructions)?;
            let edges = match &graph.blocks[block].terminator {
                Terminator::Edges(edges) => edges,
                Terminator::Return(None) => return Ok(0),
                Terminator::Return(Some(value)) => return Ok(self.machine.eval(&frame, value)),
                Terminator::Stop => return Err(Ended),
            };
            let taken = edges.iter().find(|edge| match &edge.condition {
                Condition::Always | Condition::Otherwise => true,
                Condition::When(condition) => self.machine.eval(&frame, condition) != 0,
            });
            let Some(edge) = taken else {
                self.machine.event(Event::Missing)?;
                return Err(Ended);
            };
            self.actions(id, &frame, &edge.actions)?;
            block = edge.to;
        }
    }

    fn actions(&mut self, id: ProcId, frame: &Frame, instructions: &[Instruction]) -> Result<(), Ended> {
        for instruction in instructions {
            match &instruction.action {
                Action::Statement(number) => self.machine.event(Event::Statement(id.0, number.0))?,
                Action::Assign(place, value) => {
                    let value = self.machine.eval(frame, value);
                    let address = self.machine.address(frame, place);
                    self.machine.memory[address] = value;
                }
                Action::Call { procedure, arguments, result } => {
                    let given: Vec<Slot> =
                        arguments.iter().map(|argument| self.machine.argument(frame, argument)).collect();
                    let value = self.call(*procedure, &given)?;
                    if let Some(result) = result {
                        self.machine.memory[frame[*result].base] = value;
                    }
                }
                Action::Write(OutputItem::Value(value)) => {
                    let value = self.machine.eval(frame, value);
                    self.machine.event(Event::Write(value))?;
                }
                Action::Write(_) => self.machine.event(Event::NewLine)?,
                Action::Assert(condition) => {
                    let holds = self.machine.eval(frame, condition) != 0;
                    self.machine.event(Event::Assert(holds))?;
                }
                other => panic!("not generated: {other:?}"),
            }
        }
        Ok(())
    }
}
