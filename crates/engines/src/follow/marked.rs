//! A program whose blocks carry markers.

use sextant_base::{Id, IdVec};
use sextant_flow::{Action, BlockId, FlowProgram, Instruction};
use sextant_state::{Code, Policy, compile};
use sextant_syntax::{ProcId, StatementNumber};

/// A program with a marker at the beginning of each block: a statement with a number above those of its procedure.
#[derive(Clone, Debug)]
pub struct Marked {
    pub(super) code: Code,
    /// How many statements each procedure has.
    statements: IdVec<ProcId, u32>,
}

impl Marked {
    /// Marks a program and compiles it.
    pub fn new(program: &FlowProgram, policy: Policy) -> Self {
        let mut marked = program.clone();
        let mut statements = IdVec::new();
        for graph in marked.procedures.iter_mut() {
            let count = graph.statements.len() as u32;
            statements.push(count);
            let span = graph.span;
            for (id, block) in graph.blocks.iter_mut().enumerate() {
                let marker = Action::Statement(StatementNumber(count + id as u32 + 1));
                let place = block.instructions.first().map_or(span, |first| first.span);
                block.instructions.insert(0, Instruction { action: marker, span: place });
            }
        }
        Self { code: compile(&marked, policy), statements }
    }

    /// The block that a marker begins; `None` for a statement of the program.
    pub(super) fn block(&self, procedure: ProcId, number: StatementNumber) -> Option<BlockId> {
        let beyond = number.0.checked_sub(self.statements[procedure] + 1)?;
        Some(BlockId::from_index(beyond as usize))
    }
}
