//! The same path forwards: the condition that gathers on it.

use sextant_expr::{Sort, TermId};
use sextant_flow::{Action, Condition, Edge, Instruction};
use sextant_logic::{Demand, DemandKind, Formula, Memory, Reader, Stuck, formula, sort_of};
use sextant_syntax::{Expr, OutputItem};

use super::present::Bench;

/// An execution of one path.
#[derive(Clone)]
pub(super) struct Forwards {
    pub memory: Memory,
    pub condition: Vec<Formula>,
}

impl Forwards {
    pub fn new(bench: &Bench<'_>) -> Self {
        Self { memory: bench.entry.clone(), condition: Vec::new() }
    }

    /// The value of an expression; its demands go to the condition.
    pub fn value(&mut self, bench: &mut Bench<'_>, expr: &Expr) -> Result<TermId, Stuck> {
        let mut demands = Vec::new();
        let value = self.memory.evaluate(&mut bench.table, expr, bench.config.division, &mut demands)?;
        self.demand(demands);
        Ok(value)
    }

    fn demand(&mut self, demands: Vec<Demand>) {
        let demands = demands.into_iter().filter(|demand| demand.kind != DemandKind::Fact);
        self.condition.extend(demands.map(|demand| Formula::Term(demand.condition)));
    }

    /// Takes an edge: its condition holds, those before it do not.
    pub fn take(&mut self, bench: &mut Bench<'_>, edges: &[Edge], taken: usize) -> Result<(), Stuck> {
        for (at, edge) in edges.iter().enumerate().take(taken + 1) {
            if let Condition::When(condition) = &edge.condition {
                let value = self.value(bench, condition)?;
                let value = if at == taken { value } else { bench.table.not(value) };
                self.condition.push(Formula::Term(value));
            }
        }
        Ok(())
    }

    pub fn instructions(&mut self, bench: &mut Bench<'_>, instructions: &[Instruction]) -> Result<(), Stuck> {
        for Instruction { action, span } in instructions {
            match action {
                Action::Assign(place, expr) => {
                    let value = self.value(bench, expr)?;
                    self.assign(bench, place, value, *span)?;
                }
                Action::Read(place) => {
                    let ty = &bench.graph.variables[place.variable()].ty;
                    let sort = Sort::Scalar(sort_of(ty, *span)?.element());
                    let value = self.memory.next_input(&mut bench.table, sort);
                    self.assign(bench, place, value, *span)?;
                }
                Action::Assume(condition) | Action::Assert(condition) => {
                    let formula = self.formula(bench, condition)?;
                    self.condition.push(formula);
                }
                Action::Write(OutputItem::Value(expr)) => {
                    self.value(bench, expr)?;
                }
                Action::Call { .. } => return Err(Stuck::unsupported(*span, "a call on the way")),
                Action::Statement(_) | Action::Write(_) | Action::Prove(_) | Action::Claim(..) => {}
                // Only the machine executes the others.
                _ => return Err(Stuck::unsupported(*span, "this statement on the way")),
            }
        }
        Ok(())
    }

    fn assign(
        &mut self,
        bench: &mut Bench<'_>,
        place: &sextant_syntax::Place,
        value: TermId,
        span: sextant_base::Span,
    ) -> Result<(), Stuck> {
        let mut demands = Vec::new();
        self.memory.assign(&mut bench.table, place, value, bench.config.division, &mut demands, span)?;
        self.demand(demands);
        Ok(())
    }

    /// A condition in the present state; its demands go to the condition of the path.
    pub fn formula(&mut self, bench: &mut Bench<'_>, expr: &Expr) -> Result<Formula, Stuck> {
        let mut demands = Vec::new();
        let mut reader = Reader::new(&self.memory, Some(&bench.entry), bench.config.division, &mut demands);
        let formula = formula(&mut bench.table, &mut reader, expr, true)?;
        self.demand(demands);
        Ok(formula)
    }
}
