//! Clarke's choice among the exits of a block.

use sextant_expr::TermId;
use sextant_flow::{Action, BlockId, Condition, Edge, Terminator, show_expr};
use sextant_solver::Answer;
use sextant_state::{QuestionKind, Value};
use sextant_syntax::Expr;

use super::desk::{Desk, Said};
use super::drive::Stopped;
use super::walk::Halt;

/// The ways out of the block at which the walker stands.
struct Exits<'g> {
    block: BlockId,
    edges: &'g [Edge],
}

/// Whether the path condition lets an exit be taken, or why that is undecided.
type Feasibility = Result<bool, String>;

impl<'a> Desk<'a> {
    /// The exits of the block with their conditions, and whether they can be taken.
    pub(super) fn choices(&mut self) -> Said {
        let exits = self.exits()?;
        let verdicts = self.feasibility(&exits);
        let mut lines = vec![format!("exits of node {} of {}", exits.block.number(), self.graph().name)];
        for (number, (edge, verdict)) in exits.edges.iter().zip(verdicts).enumerate() {
            let condition = match &edge.condition {
                Condition::Always => "always".to_owned(),
                Condition::Otherwise => "otherwise".to_owned(),
                Condition::When(expr) => {
                    format!("when {}", show_expr(self.session.program(), self.graph(), expr))
                }
            };
            let word = match verdict {
                Ok(true) => "feasible".to_owned(),
                Ok(false) => "infeasible".to_owned(),
                Err(reason) => format!("undecided: {reason}"),
            };
            lines.push(format!("  {}  to node {}  {condition}: {word}", number + 1, edge.to.number()));
        }
        Ok(lines.join("\n"))
    }

    /// Takes an exit and halts behind it.
    pub(super) fn choose(&mut self, number: &str) -> Said {
        let exits = self.exits()?;
        let number: usize = number.parse().map_err(|_| "say which exit: a number".to_owned())?;
        let count = exits.edges.len();
        if !(1..=count).contains(&number) {
            return Err(format!("there are exits 1 to {count}"));
        }
        if self.feasibility(&exits)[number - 1] == Ok(false) {
            return Err(format!("exit {number} is infeasible: the path condition excludes it"));
        }
        let (before, line) = (self.walk.here().clone(), self.walk.line().to_vec());
        // The walker may have come back from another exit.
        self.walk.settle_at(before.clone());
        if let Err(message) = self.take(exits.block, number - 1) {
            self.walk.settle_at(before);
            self.walk.take_up(&line);
            return Err(message);
        }
        Ok(self.arrived(Stopped::Goal))
    }

    /// Goes on until an edge of the block is taken: edges before it are refused. Whatever else is asked on the way is
    /// left to the user.
    fn take(&mut self, block: BlockId, chosen: usize) -> Result<(), String> {
        let begun = self.state().statements;
        let mut passed = None;
        loop {
            if let Halt::Question(question, _) = &self.walk.here().halt {
                let is_branch = question.kind == QuestionKind::Branch;
                match self.asked_edge() {
                    // An edge that was passed is asked about again only after the block was left.
                    Some((asked, edge, true))
                        if asked == block && is_branch && edge <= chosen && passed < Some(edge) =>
                    {
                        passed = Some(edge);
                        self.answer(edge == chosen)?;
                    }
                    _ => return Ok(()),
                }
            }
            self.advance(1);
            if self.state().statements > begun || !matches!(self.walk.here().halt, Halt::Question(..)) {
                return Ok(());
            }
        }
    }

    /// The block and the position of the edge whose condition is being computed, and whether that has come to its end.
    fn asked_edge(&self) -> Option<(BlockId, usize, bool)> {
        let state = self.state();
        let code = &self.bench.machine.code().procedures[state.frame.procedure];
        let ((block, edge), computed) = code.choice_at(state.next_instruction())?;
        Some((block, edge, computed))
    }

    /// The exits, where nothing lies between the walker and them.
    fn exits(&self) -> Result<Exits<'a>, String> {
        let graph = self.graph();
        let statement = self.state().frame.statement;
        let begins = |block: BlockId| {
            let last = graph.blocks[block].instructions.last();
            last.is_some_and(|last| last.action == Action::Statement(statement))
        };
        let block = match &self.walk.here().halt {
            Halt::Question(..) => self.asked_edge().map(|(block, ..)| block),
            Halt::Statement => graph.blocks.ids().find(|&block| begins(block)),
            Halt::Inside | Halt::Ended(_) => None,
        };
        let block = block.ok_or("no choice of exits here; step to the end of the block")?;
        match edges_of(&graph.blocks[block].terminator) {
            [] => Err("the procedure ends with this block".into()),
            edges => Ok(Exits { block, edges }),
        }
    }

    fn feasibility(&mut self, exits: &Exits<'_>) -> Vec<Feasibility> {
        let state = self.state().clone();
        let mut excluded: Vec<TermId> = Vec::new();
        let mut verdicts = Vec::new();
        for edge in exits.edges {
            let mut taken = excluded.clone();
            if let Some(condition) = condition_of(edge) {
                match self.term_of(condition) {
                    Ok(term) => {
                        taken.push(term);
                        excluded.push(self.bench.table.not(term));
                    }
                    Err(reason) => {
                        verdicts.push(Err(reason));
                        continue;
                    }
                }
            }
            let all = self.bench.table.and(&taken);
            verdicts.push(match self.check(&state, all) {
                Answer::Sat(_) => Ok(true),
                Answer::Unsat => Ok(false),
                Answer::Unknown(reason) => Err(reason.to_string()),
            });
        }
        verdicts
    }

    /// A condition of the program in the walker's state.
    fn term_of(&mut self, condition: &Expr) -> Result<TermId, String> {
        let state = self.state().clone();
        let typed = self.written(state.frame.procedure, condition)?;
        let value: Value = self.evaluate(&typed, &state)?;
        value.to_term(&mut self.bench.table).ok_or_else(|| "it has no value here".into())
    }
}

fn edges_of(terminator: &Terminator) -> &[Edge] {
    match terminator {
        Terminator::Edges(edges) => edges,
        Terminator::Return(_) | Terminator::Stop => &[],
    }
}

fn condition_of(edge: &Edge) -> Option<&Expr> {
    match &edge.condition {
        Condition::When(condition) => Some(condition),
        Condition::Always | Condition::Otherwise => None,
    }
}
