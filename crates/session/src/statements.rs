//! Statements by their numbers: where they stand and what they say.

use sextant_base::Span;
use sextant_syntax::{ProcId, StatementNumber};

use crate::Session;

impl Session {
    /// The text of a statement on one line.
    pub fn statement_text(&self, procedure: ProcId, number: StatementNumber) -> String {
        let text = self.sources.snippet(self.statement_span(procedure, number));
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The line of a statement.
    pub fn statement_line(&self, procedure: ProcId, number: StatementNumber) -> u32 {
        self.sources.position(self.statement_span(procedure, number)).line
    }

    /// Where a statement stands.
    pub fn statement_span(&self, procedure: ProcId, number: StatementNumber) -> Span {
        let graph = &self.program.procedures[procedure];
        graph.statements.get((number.0 as usize).wrapping_sub(1)).map_or(graph.span, |info| info.span)
    }
}
