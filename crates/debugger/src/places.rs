//! Places in the program as they are typed: lines, statements, procedures, calls.

use sextant_flow::{Action, FlowGraph, instructions};
use sextant_syntax::{ProcId, StatementNumber};

use super::desk::Desk;

impl Desk<'_> {
    /// The statement a procedure begins with.
    pub(super) fn entry_of(&self, procedure: ProcId) -> Result<StatementNumber, String> {
        let graph = &self.session.program().procedures[procedure];
        entry_statement(graph).ok_or_else(|| format!("{} has no statement to stop at", graph.name))
    }

    /// The statements that call a procedure.
    pub(super) fn calls_of(&self, callee: ProcId) -> Vec<(ProcId, StatementNumber)> {
        let mut found = Vec::new();
        for (caller, graph) in self.session.program().procedures.iter_enumerated() {
            for instruction in instructions(graph) {
                let calls =
                    matches!(&instruction.action, Action::Call { procedure, .. } if *procedure == callee);
                // A call belongs to the innermost statement around it.
                let around = executed(graph).filter(|number| {
                    let span = self.session.statement_span(caller, *number);
                    span.source == instruction.span.source
                        && span.start <= instruction.span.start
                        && instruction.span.end <= span.end
                });
                let innermost = around.min_by_key(|number| {
                    let span = self.session.statement_span(caller, *number);
                    span.end - span.start
                });
                if let Some(number) = innermost.filter(|_| calls) {
                    found.push((caller, number));
                }
            }
        }
        found.dedup();
        found
    }

    /// The statement of a line, of `#number` in the running procedure, or of `PROCEDURE#number`.
    pub(super) fn statement_named(&self, place: &str) -> Result<(ProcId, StatementNumber), String> {
        if let Some((name, number)) = place.split_once('#') {
            let procedure = match name {
                "" => self.state().frame.procedure,
                name => self.session.named(name)?,
            };
            let number = number.parse().map_err(|_| format!("{place} is no statement"))?;
            let graph = &self.session.program().procedures[procedure];
            return match executed(graph).any(|executed| executed.0 == number) {
                true => Ok((procedure, StatementNumber(number))),
                false => Err(format!("{} has no executable statement {number}", graph.name)),
            };
        }
        let (file, digits) = match place.rsplit_once(':') {
            Some((file, digits)) => (Some(file), digits),
            None => (None, place),
        };
        let line: u32 =
            digits.parse().map_err(|_| format!("{place} is neither a line, a #statement nor a procedure"))?;
        self.statement_on(file, line)
    }

    /// The first statement that begins on a line.
    pub(super) fn statement_on(
        &self,
        file: Option<&str>,
        line: u32,
    ) -> Result<(ProcId, StatementNumber), String> {
        let sources = self.session.sources();
        if let Some(file) = file
            && !sources.ids().any(|id| sources.name(id) == file)
        {
            return Err(format!("the program has no file {file}"));
        }
        let procedures = self.session.program().procedures.iter_enumerated();
        let mut found = procedures.flat_map(|(id, graph)| executed(graph).map(move |number| (id, number)));
        found
            .find(|&(id, number)| {
                let source = self.session.statement_span(id, number).source;
                file.is_none_or(|file| sources.name(source) == file)
                    && self.session.statement_line(id, number) == line
            })
            .ok_or_else(|| format!("no statement begins on line {line}"))
    }

    /// A statement in words.
    pub(super) fn named(&self, procedure: ProcId, statement: StatementNumber) -> String {
        let line = self.session.statement_line(procedure, statement);
        format!("{} {}, line {line}", self.session.program().procedures[procedure].name, statement.0)
    }
}

/// The statements of a procedure that are executed.
fn executed(graph: &FlowGraph) -> impl Iterator<Item = StatementNumber> {
    instructions(graph).filter_map(|instruction| match instruction.action {
        Action::Statement(number) => Some(number),
        _ => None,
    })
}

/// The statement a procedure begins with.
fn entry_statement(graph: &FlowGraph) -> Option<StatementNumber> {
    graph.blocks[graph.entry].instructions.iter().find_map(|instruction| match instruction.action {
        Action::Statement(number) => Some(number),
        _ => None,
    })
}
