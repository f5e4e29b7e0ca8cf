//! Divisions whose result depends on the rounding rule.
//!
//! Ideal arithmetic rounds quotients down, as EFFIGY's algebra does; compilers cut them off. The two differ only
//! for quotients below zero that are not exact. Where a path can meet such a quotient, the user is told.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use sextant_base::{Sources, Span};
use sextant_engines::forward::Bench;
use sextant_solver::Answer;
use sextant_state::State;

/// Divisions for which a path was found on which the rules differ.
#[derive(Default)]
pub(crate) struct RoundingNotes {
    places: Mutex<BTreeSet<Span>>,
}

/// Questions asked for the sake of notes by one worker; beyond that, notes are no longer worth their time.
const MOST_QUESTIONS: u32 = 200;

impl RoundingNotes {
    /// Looks at the divisions of a finished path.
    pub(crate) fn examine(&self, bench: &mut Bench<'_>, state: &State, asked: &mut u32) {
        let conditions: Vec<_> = state.premises().collect();
        for division in state.roundings() {
            let simplified = bench.table.simplify(division.differs);
            let differs = match bench.table.as_bool(simplified) {
                Some(known) => known,
                None if *asked >= MOST_QUESTIONS => continue,
                None => {
                    *asked += 1;
                    let mut all = conditions.clone();
                    all.push(simplified);
                    matches!(bench.solver.check(&mut bench.table, &all), Answer::Sat(_))
                }
            };
            if differs {
                bench.machine.note_rounding(division.span);
                self.places.lock().unwrap_or_else(PoisonError::into_inner).insert(division.span);
            }
        }
    }

    /// One note for each place.
    pub(crate) fn into_notes(self, sources: &Sources) -> Vec<String> {
        let places = self.places.into_inner().unwrap_or_else(PoisonError::into_inner);
        places
            .into_iter()
            .map(|span| {
                format!(
                    "{}: {} can be negative and inexact here; it was rounded down, compilers round towards zero \
                     (--division truncate)",
                    sources.place(span),
                    sources.snippet(span)
                )
            })
            .collect()
    }
}
