//! Actual values at the beginning of the first passes, from which candidates are learnt.

use std::collections::VecDeque;

use dashu_int::IBig;
use sextant_expr::{Op, Scalar, Sort, TermId, Value as Evaluated};
use sextant_solver::Answer;
use sextant_state::{Spot, State, Value};

use crate::invariants::Rows;

use super::passage::Passage;
use super::walk::{Event, Gap, Walker};

/// States at the beginning of a pass that are looked at.
const MOST_PASSES: usize = 24;
/// Steps from question to question.
const MOST_STEPS: usize = 600;
/// Unchanged values that candidates may mention.
const MOST_PARAMETERS: usize = 6;

/// A number that candidates may mention.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// In the general state.
    pub term: TermId,
    pub source: Source,
}

/// Where a number comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// A value that a pass may change.
    Changing(Spot),
    /// A value that stays.
    Parameter,
    /// The number of passes before.
    Passes,
}

/// Numbers, and their values at the beginning of passes.
pub(super) struct Samples {
    pub columns: Vec<Column>,
    pub rows: Rows,
}

impl<'c> Walker<'c> {
    /// Values at the beginning of the first passes.
    pub fn samples(&mut self, passage: &Passage<'c>) -> Result<Samples, Gap> {
        let columns = self.columns(passage);
        let place = |wanted: fn(Source) -> bool| {
            (0..columns.len()).filter(|&at| wanted(columns[at].source)).collect::<Vec<usize>>()
        };
        let changing = place(|source| matches!(source, Source::Changing(_)));
        let iterations = place(|source| source == Source::Passes).first().copied();
        let rows = Rows { changing, iterations, ..Rows::default() };
        let mut samples = Samples { columns, rows };
        if samples.rows.changing.is_empty() {
            return Ok(samples);
        }
        // Hard questions are not worth their time: many samples come for nothing.
        let mut patience = 4;
        for (number, (state, passes)) in self.first_passes(passage)?.iter().enumerate() {
            if !self.add_rows(&mut samples, (state, *passes), number)? {
                patience -= 1;
            }
            if patience == 0 {
                break;
            }
        }
        samples.rows.rows.sort();
        samples.rows.rows.dedup();
        Ok(samples)
    }

    fn columns(&mut self, passage: &Passage<'c>) -> Vec<Column> {
        let int = Sort::Scalar(Scalar::Int);
        let mut columns = Vec::new();
        for unknown in &passage.unknowns {
            if let Some(term) = unknown.symbol.filter(|&symbol| self.table.sort(symbol) == int) {
                columns.push(Column { term, source: Source::Changing(unknown.spot) });
            }
        }
        let procedure = &self.code.procedures[passage.first.frame.procedure];
        let mut parameters = Vec::new();
        for (slot, value) in passage.first.frame.slots.iter().enumerate() {
            if let Value::Term(term) = *value
                && procedure.is_live_at(passage.code.head, slot)
                && self.table.sort(term) == int
                && !passage.unknowns.iter().any(|unknown| unknown.spot == Spot::Slot(slot))
                && !parameters.contains(&term)
            {
                parameters.push(term);
            }
        }
        // What a changing value was at first may be known to nobody else.
        for column in &columns {
            if let Source::Changing(spot) = column.source
                && let Value::Term(term) = passage.first.value_at(spot)
                && !parameters.contains(&term)
            {
                parameters.push(term);
            }
        }
        parameters.truncate(MOST_PARAMETERS);
        columns.extend(parameters.into_iter().map(|term| Column { term, source: Source::Parameter }));
        columns.push(Column { term: passage.passes, source: Source::Passes });
        columns
    }

    /// States at the beginning of passes, pass by pass, inner loops gone round.
    fn first_passes(&mut self, passage: &Passage<'c>) -> Result<Vec<(State, usize)>, Gap> {
        let mut found = vec![(passage.first.clone(), 0)];
        let mut waiting = VecDeque::from([(passage.first.clone(), 0)]);
        for _ in 0..MOST_STEPS {
            let Some((state, mut passes)) = waiting.pop_front() else { break };
            match self.step(state) {
                Ok(Event::Arrived(arrival)) => {
                    let here = arrival.state.depth() == passage.depth;
                    if here && arrival.mark == Some(passage.code.head) {
                        passes += 1;
                        found.push((arrival.state.clone(), passes));
                        if found.len() >= MOST_PASSES {
                            break;
                        }
                    }
                    let inside = arrival.mark.is_none_or(|mark| passage.code.inside.contains(&mark));
                    if arrival.state.depth() > passage.depth || here && inside {
                        waiting.push_back((arrival.state, passes));
                    }
                }
                Ok(Event::Split(states)) => waiting.extend(states.into_iter().map(|state| (state, passes))),
                Ok(Event::Ended) => {}
                Err(Gap::Time) => return Err(Gap::Time),
                Err(_) => break,
            }
        }
        Ok(found)
    }

    /// Values under some models of a state; whether the solver could answer.
    fn add_rows(
        &mut self,
        samples: &mut Samples,
        (state, passes): (&State, usize),
        number: usize,
    ) -> Result<bool, Gap> {
        let terms: Option<Vec<TermId>> = samples
            .columns
            .iter()
            .map(|column| match column.source {
                Source::Changing(spot) => state.value_at(spot).to_term(&mut self.table),
                Source::Parameter => Some(column.term),
                Source::Passes => Some(self.table.int(passes)),
            })
            .collect();
        let Some(terms) = terms else { return Ok(true) };
        let mut conditions: Vec<TermId> = state.premises().collect();
        let known = conditions.len();
        let open: Vec<usize> =
            (0..terms.len()).filter(|&at| self.table.as_int(terms[at]).is_none()).collect();
        let mut last: Option<Vec<IBig>> = None;
        for trial in 0..6 {
            if self.config.interrupt.should_stop() {
                return Err(Gap::Time);
            }
            // Each model is to be another one: some number is negative, positive, smaller, larger.
            if let (Some(row), false) = (&last, open.is_empty()) {
                let at = open[(number + trial / 2) % open.len()];
                let (op, bound) = match trial % 4 {
                    1 => (Op::Lt, IBig::ZERO),
                    2 => (Op::Gt, IBig::ZERO),
                    3 => (Op::Le, &row[at] - IBig::from(3)),
                    _ => (Op::Ge, &row[at] + IBig::from(5)),
                };
                let bound = self.table.int(bound);
                conditions.push(self.table.apply(op, &[terms[at], bound]));
            } else if last.is_some() {
                break;
            }
            let answer = self.solver.check(&mut self.table, &conditions);
            conditions.truncate(known);
            let model = match answer {
                Answer::Sat(model) => model,
                Answer::Unsat => continue,
                Answer::Unknown(_) => return Ok(false),
            };
            let row: Vec<IBig> = terms
                .iter()
                .filter_map(|&term| match self.table.evaluate(term, &model) {
                    Evaluated::Int(value) => Some(value),
                    _ => None,
                })
                .collect();
            if row.len() != terms.len() {
                return Ok(true);
            }
            last = Some(row.clone());
            samples.rows.rows.push(row);
        }
        Ok(true)
    }
}
