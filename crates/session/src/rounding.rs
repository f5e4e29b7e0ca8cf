//! Divisions whose result depends on the rounding rule.
//!
//! Ideal arithmetic rounds quotients down, as EFFIGY's algebra does; compilers cut them off. The two differ only
//! for quotients below zero that are not exact. Where a path can meet such a quotient, the user is told.

use sextant_engines::forward::Bench;
use sextant_solver::Answer;
use sextant_state::{Reliance, State};

use crate::{Call, Session};

/// Questions asked about divisions by one worker; beyond that, what is not known is assumed.
const MOST_QUESTIONS: u32 = 200;

/// Looks at the divisions of a finished path: it relies on the rounding rule wherever it is not certain that the rules agree.
pub(crate) fn examine(bench: &mut Bench<'_>, state: &State, asked: &mut u32) {
    let conditions: Vec<_> = state.premises().collect();
    for division in state.roundings() {
        let simplified = bench.table.simplify(division.differs);
        let may_differ = match bench.table.as_bool(simplified) {
            Some(known) => known,
            None if *asked >= MOST_QUESTIONS => true,
            None => {
                *asked += 1;
                let mut all = conditions.clone();
                all.push(simplified);
                bench.solver.check(&mut bench.table, &all) != Answer::Unsat
            }
        };
        if may_differ {
            bench.machine.note_rounding(division.span);
            bench.machine.entry().relied.note(Reliance::RoundedDown(division.span));
        }
    }
}

impl Session {
    /// One note for each quotient of an ordinary execution on which the rules differ.
    pub(crate) fn notes_on_quotients(&self, call: &Call) -> Vec<String> {
        let assumptions = call.entry.relied.all().into_iter().filter_map(|reliance| match reliance {
            Reliance::RoundedDown(_) => Some(self.relied(reliance).to_string()),
            Reliance::ExactReals
            | Reliance::ExactDecisions
            | Reliance::UnboundedIntegers
            | Reliance::Allocation
            | Reliance::NoEnvironment
            | Reliance::CompleteInput
            | Reliance::UnknownFunction(..)
            | Reliance::PureFunction(..)
            | Reliance::UnknownPointer(..) => None,
        });
        assumptions.collect()
    }
}
