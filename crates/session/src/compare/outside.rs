//! Comparison of what two procedures do to storage that outlives them: it becomes parameters, the same ones of both.
//!
//! Static variables are the same in both if they have the same name and begin with the same values; then equal results
//! and equal static variables after every call follow from one call with arbitrary values.

use sextant_flow::{Key, Surroundings, align};
use sextant_report::{CompareReport, Equality, Exception};
use sextant_state::Arithmetic;
use sextant_syntax::{Primitive, ProcId};

use super::{QUESTION, empty_report, same_number};
use crate::passes::{Refused, refused};
use crate::reached::performs;
use crate::{Options, Session};

impl Session {
    /// The comparison of both with lasting storage as parameters; none where neither has any that is not one already.
    pub(super) fn compare_with_outside(
        &self,
        mine: (&str, ProcId),
        other: &Session,
        others: (&str, ProcId),
        options: &Options,
    ) -> Result<Option<CompareReport>, Refused> {
        if self.keys.is_some() || other.keys.is_some() {
            return Ok(None);
        }
        let report = self.compare_as_variables(mine, other, others, options, Surroundings::Kept)?;
        let printing = self.loses_output(mine.1) || other.loses_output(others.1);
        let Some(kept) = report else { return Ok(None) };
        if !printing || kept.verdict != Equality::EqualUpToABound {
            return Ok(Some(kept));
        }
        // A proof beyond the bound knows nothing of output.
        let proved = self.compare_as_variables(mine, other, others, options, Surroundings::LeftOut)?;
        let proved = proved.filter(|report| report.verdict.is_equal() && report.verdict != kept.verdict);
        let Some(mut report) = proved else { return Ok(Some(kept)) };
        if matches!(report.verdict, Equality::Equal | Equality::EqualBut(_)) {
            report.verdict = Equality::EqualBut(Exception::Output);
        }
        report.how.push_str("; what they print is compared up to a bound only");
        Ok(Some(report))
    }

    fn compare_as_variables(
        &self,
        (procedure, left): (&str, ProcId),
        other: &Session,
        (other_procedure, right): (&str, ProcId),
        options: &Options,
        surroundings: Surroundings,
    ) -> Result<Option<CompareReport>, Refused> {
        let unclear = |reason: String| {
            let mut report = empty_report(self, left, other, right);
            (report.verdict, report.how) = (Equality::Undecided, reason);
            Ok(Some(report))
        };
        let seen = (self.with_outside_and(left, surroundings), other.with_outside_and(right, surroundings));
        let (mine, others) = match seen {
            (Ok(None), Ok(None)) => return Ok(None),
            (Ok(mine), Ok(others)) => (mine, others),
            (Err(reason), _) | (_, Err(reason)) => return unclear(reason),
        };
        same_number(self, left, other, right).map_err(refused)?;
        let [mut mine, mut others] = [(self, left, mine), (other, right, others)]
            .map(|(session, id, seen)| seen.unwrap_or_else(|| session.with_own_keys(id)));
        let bytes = [&mine, &others].into_iter().filter_map(|session| session.granted.as_ref());
        if let Some(name) = bytes.flat_map(|granted| &granted.bytes).next() {
            return unclear(format!("what happens to {name} cannot be compared: its address is used"));
        }
        if let Err(reason) = aligned((&mut mine, left), (&mut others, right)) {
            return unclear(reason);
        }
        let options = &suited(&mine, &others, options);
        let mut report = mine.compare(procedure, &others, other_procedure, options)?;
        qualify(&mut report, &mine, &others);
        Ok(Some(report))
    }

    /// Whether output is lost when storage is seen as variables: that of C is.
    fn loses_output(&self, id: ProcId) -> bool {
        let prints = |done: &Primitive| matches!(done, Primitive::Print | Primitive::WriteBytes);
        self.program.rules.addressed_storage && performs(&self.specified, id, prints)
    }

    /// The same program, its parameters being what they are.
    fn with_own_keys(&self, id: ProcId) -> Session {
        let mut session = self.with_programs(self.program.clone(), self.specified.clone());
        session.keys = Some(Key::own(&self.specified.procedures[id]));
        session
    }
}

/// Gives both the same parameters.
fn aligned(
    (mine, left): (&mut Session, ProcId),
    (others, right): (&mut Session, ProcId),
) -> Result<(), String> {
    let [Some(keys), Some(other_keys)] = [&mine.keys, &others.keys] else { return Ok(()) };
    for (own, other) in
        [(&mut mine.specified, &mut others.specified), (&mut mine.program, &mut others.program)]
    {
        align((&mut own.procedures[left], keys), (&mut other.procedures[right], other_keys))?;
    }
    Ok(())
}

/// The options for programs of two languages, or of C.
fn suited(mine: &Session, others: &Session, options: &Options) -> Options {
    let mut options = options.clone();
    if mine.granted.is_some() || others.granted.is_some() {
        // Questions about floats may take very long; other ones are not the worse for it.
        options.query_timeout = options.query_timeout.min(QUESTION);
        // Results that fit their types are compared where only one of the two has limits.
        if mine.program.language != others.program.language && options.arithmetic.is_none() {
            options.arithmetic = Some(Arithmetic::Ideal);
        }
    }
    options
}

/// Says on what the verdict rests.
fn qualify(report: &mut CompareReport, mine: &Session, others: &Session) {
    let keeps = [mine, others]
        .iter()
        .any(|session| session.keys.iter().flatten().any(|key| matches!(key, Key::Private(..))));
    if keeps && report.verdict == Equality::Different {
        report.verdict = Equality::Undecided;
        report.how =
            "they differ where static variables have the values shown, which may not occur".to_owned();
    }
    if report.verdict.is_equal() {
        let mut notes = mine.notes_on_assertions();
        notes.extend(others.notes_on_assertions());
        notes.sort();
        notes.dedup();
        for note in notes {
            report.how.push_str(&format!("; {note}"));
        }
    }
}
