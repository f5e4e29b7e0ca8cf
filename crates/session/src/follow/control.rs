//! Whether a description is a control path: every block follows the one before, units are entered where they are
//! called and left where they return.

use sextant_base::{Diagnostic, Span};
use sextant_engines::follow::{Step, Visit};
use sextant_flow::{Action, Block, BlockId, FlowProgram, Terminator, instructions_of, successors};
use sextant_syntax::ProcId;

use super::read::{Described, Item};
use crate::Session;

/// A visit with what is needed to judge it.
struct Stop {
    visit: Visit,
    span: Span,
    /// Whether a name stands before it.
    named: bool,
}

/// The steps of a described path.
pub(super) fn steps(session: &Session, path: &Described) -> Result<Vec<Step>, Diagnostic> {
    let mut reader = Resolver { session, unit: None, named: false };
    let steps = reader.steps(&path.items)?;
    let mut stops = Vec::new();
    let mut again = Resolver { session, unit: None, named: false };
    again.flat(&path.items, &mut stops)?;
    control_path(&session.program, &stops)?;
    Ok(steps)
}

struct Resolver<'s> {
    session: &'s Session,
    unit: Option<ProcId>,
    named: bool,
}

impl Resolver<'_> {
    fn steps(&mut self, items: &[Item]) -> Result<Vec<Step>, Diagnostic> {
        let mut steps = Vec::new();
        for item in items {
            match item {
                Item::Name(name, span) => self.enter(name, *span)?,
                Item::Block(number, span) => steps.push(Step::Visit(self.visit(*number, *span)?)),
                Item::Repeat(items, times, _) => {
                    steps.push(Step::Repeat { steps: self.steps(items)?, times: *times });
                }
            }
        }
        Ok(steps)
    }

    /// The visits in order; of a repeated part two turns, which show every transition.
    fn flat(&mut self, items: &[Item], stops: &mut Vec<Stop>) -> Result<(), Diagnostic> {
        for item in items {
            match item {
                Item::Name(name, span) => self.enter(name, *span)?,
                Item::Block(number, span) => {
                    let visit = self.visit(*number, *span)?;
                    let named = std::mem::take(&mut self.named);
                    stops.push(Stop { visit, span: *span, named });
                }
                Item::Repeat(items, times, _) => {
                    let nested = items.iter().any(|item| matches!(item, Item::Repeat(..)));
                    let turns = if *times == Some(1) || nested && stops.len() > 10_000 { 1 } else { 2 };
                    for _ in 0..turns {
                        self.flat(items, stops)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, name: &str, span: Span) -> Result<(), Diagnostic> {
        let unit = self.session.named(name).map_err(|message| Diagnostic::error(span, message))?;
        self.unit = Some(unit);
        self.named = true;
        Ok(())
    }

    fn visit(&self, number: u32, span: Span) -> Result<Visit, Diagnostic> {
        let Some(procedure) = self.unit else {
            return Err(Diagnostic::error(span, "a path begins with the name of a program unit"));
        };
        let graph = &self.session.program.procedures[procedure];
        let count = graph.blocks.len() as u32;
        if number == 0 || number > count {
            let message = format!("{} has no block {number}: its blocks are 1 to {count}", graph.name);
            return Err(Diagnostic::error(span, message));
        }
        Ok(Visit { procedure, block: BlockId(number - 1) })
    }
}

fn control_path(program: &FlowProgram, stops: &[Stop]) -> Result<(), Diagnostic> {
    let Some((first, rest)) = stops.split_first() else {
        return Ok(());
    };
    at_entry(program, first)?;
    let mut active = vec![first.visit];
    for stop in rest {
        step(program, &mut active, stop)?;
    }
    Ok(())
}

/// Goes on to a visit; `active` holds where each active unit stands.
fn step(program: &FlowProgram, active: &mut Vec<Visit>, stop: &Stop) -> Result<(), Diagnostic> {
    let Stop { visit, span, named } = stop;
    let top = active[active.len() - 1];
    let fail = |message: String| Err(Diagnostic::error(*span, message));
    let name = |procedure: ProcId| &program.procedures[procedure].name;
    if !named && visit.procedure == top.procedure {
        return go_on(program, active, stop);
    }
    if calls(block(program, top), visit.procedure) && at_entry(program, stop).is_ok() {
        active.push(*visit);
        return Ok(());
    }
    // Return from as many units as it takes; each must stand at its end.
    while active.len() > 1 && returns(block(program, active[active.len() - 1])) {
        active.pop();
        let back = active[active.len() - 1];
        if back.procedure == visit.procedure {
            return go_on(program, active, stop);
        }
        if calls(block(program, back), visit.procedure) {
            at_entry(program, stop)?;
            active.push(*visit);
            return Ok(());
        }
    }
    if calls(block(program, top), visit.procedure) {
        return at_entry(program, stop);
    }
    let (number, unit) = (top.block.number(), name(top.procedure));
    match active.iter().any(|other| other.procedure == visit.procedure) {
        true => fail(format!("block {number} of {unit} does not return to {}", name(visit.procedure))),
        false => fail(format!("block {number} of {unit} does not call {}", name(visit.procedure))),
    }
}

/// The next block of the same activation.
fn go_on(program: &FlowProgram, active: &mut [Visit], stop: &Stop) -> Result<(), Diagnostic> {
    let last = active.len() - 1;
    let from = active[last];
    let graph = &program.procedures[from.procedure];
    let mut nexts: Vec<BlockId> = successors(graph, from.block).collect();
    if nexts.contains(&stop.visit.block) {
        active[last] = stop.visit;
        return Ok(());
    }
    nexts.sort_unstable();
    nexts.dedup();
    let nexts: Vec<String> = nexts.iter().map(|block| block.number().to_string()).collect();
    let behind = match nexts.len() {
        0 => "nothing follows it".to_owned(),
        _ => format!("it is followed by {}", nexts.join(" or ")),
    };
    let (from, to) = (from.block.number(), stop.visit.block.number());
    let message = format!("block {to} of {} does not follow block {from}: {behind}", graph.name);
    Err(Diagnostic::error(stop.span, message))
}

fn at_entry(program: &FlowProgram, stop: &Stop) -> Result<(), Diagnostic> {
    let graph = &program.procedures[stop.visit.procedure];
    match stop.visit.block == graph.entry {
        true => Ok(()),
        false => {
            let message = format!("{} begins with block {}", graph.name, graph.entry.number());
            Err(Diagnostic::error(stop.span, message))
        }
    }
}

fn block(program: &FlowProgram, visit: Visit) -> &Block {
    &program.procedures[visit.procedure].blocks[visit.block]
}

fn returns(block: &Block) -> bool {
    matches!(block.terminator, Terminator::Return(_))
}

fn calls(block: &Block, callee: ProcId) -> bool {
    instructions_of(block).any(|instruction| match &instruction.action {
        Action::Call { procedure, .. } => *procedure == callee,
        Action::CallParameter { .. } => true,
        _ => false,
    })
}
