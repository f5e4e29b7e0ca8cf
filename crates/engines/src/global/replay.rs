//! Refutations replayed: the machine runs the program on the inputs and meets the assertion that is said to fail.

use sextant_base::Span;
use sextant_flow::{Action, BlockId, FlowProgram, Instruction};
use sextant_state::{Ending, ErrorKind, Policy, compile};
use sextant_syntax::{Expr, ProcId};

use super::instantiate::{Input, run_on};

/// Statements of one execution.
const STATEMENTS: u64 = 200_000;

/// A program with an assertion at some places, ready to be run on inputs.
pub struct Replay {
    program: FlowProgram,
    procedure: ProcId,
    policy: Policy,
    places: Vec<(BlockId, usize)>,
    assertion: Expr,
}

impl Replay {
    /// The assertion is checked before the instructions at these places.
    pub fn new(
        program: &FlowProgram,
        procedure: ProcId,
        policy: Policy,
        places: &[(BlockId, usize)],
        assertion: &Expr,
    ) -> Replay {
        let mut places = places.to_vec();
        // From the last one on, so that positions stay what they are.
        places.sort_by(|a, b| b.cmp(a));
        Replay { program: program.clone(), procedure, policy, places, assertion: assertion.clone() }
    }

    /// Whether the assertion fails in the execution on these inputs; none if the execution does not tell.
    pub fn fails(&self, inputs: &[Input]) -> Option<bool> {
        let mut program = self.program.clone();
        let graph = &mut program.procedures[self.procedure];
        // A place of its own tells this assertion from those of the program.
        let span = Span { start: u32::MAX - 1, end: u32::MAX, ..self.assertion.span };
        for &(block, position) in &self.places {
            let action = Action::Assert(self.assertion.clone());
            graph.blocks[block].instructions.insert(position, Instruction { action, span });
        }
        let code = compile(&program, self.policy);
        match run_on(&program, &code, self.procedure, inputs, STATEMENTS)? {
            Ending::Error { kind: ErrorKind::AssertionFailed, span: at, .. } if at == span => Some(true),
            Ending::Returned | Ending::Stopped => Some(false),
            _ => None,
        }
    }
}
