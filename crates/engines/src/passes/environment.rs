//! Cases: a constraint with a table of values.

use std::collections::BTreeMap;

use sextant_base::Span;
use sextant_expr::{Op, Rounding, Table, TermId};
use sextant_logic::{Dimensions, Store, Stuck, end_of, within};
use sextant_solver::{Answer, Solver};
use sextant_syntax::{Bound, VarId};

/// The value of a variable in a table.
#[derive(Clone, Debug)]
pub enum Entry {
    /// Of a scalar.
    Scalar(TermId),
    /// Of an array.
    Array(History),
}

/// An array as the history of its assignments, newest last.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// What stands where nothing was assigned; none for arrays that begin undefined.
    pub base: Option<TermId>,
    /// Subscripts and values.
    pub entries: Vec<(TermId, TermId)>,
    /// The bounds.
    pub bounds: Option<Dimensions>,
}

impl History {
    /// Appends an assignment; an older entry for the same subscript is superseded.
    pub fn assign(&mut self, index: TermId, value: TermId) {
        self.entries.retain(|&(known, _)| known != index);
        self.entries.push((index, value));
    }
}

/// Where control goes instead of to the next statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Out of the procedure.
    Return,
    /// Out of the program.
    Stop,
    /// Out of the loop that stands so many loops outside.
    Leave(usize),
    /// To the next iteration of the loop that stands so many loops outside.
    Next(usize),
}

impl Exit {
    /// The same seen from outside the innermost loop, if it leads further; else whether the loop goes on.
    pub(super) fn out_of_loop(self) -> (Option<Exit>, bool) {
        match self {
            Exit::Next(0) => (None, true),
            Exit::Leave(0) => (None, false),
            Exit::Leave(outwards) => (Some(Exit::Leave(outwards - 1)), false),
            Exit::Next(outwards) => (Some(Exit::Next(outwards - 1)), false),
            Exit::Return | Exit::Stop => (Some(self), false),
        }
    }
}

/// One case of an environment.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The conjuncts of the constraint.
    pub constraint: Vec<TermId>,
    /// What is taken for granted: that subscripts lie in their bounds and divisors are not zero.
    pub granted: Vec<TermId>,
    /// The values.
    pub table: BTreeMap<VarId, Entry>,
    /// How many values were read into each variable.
    pub reads: BTreeMap<VarId, u32>,
    /// The returned value.
    pub returned: Option<TermId>,
    /// What was written.
    pub written: Vec<TermId>,
    /// Set once control has left the statement.
    pub exit: Option<Exit>,
    /// The solver could not decide whether the constraint can hold.
    pub undecided: bool,
}

impl Case {
    /// All that is known.
    pub fn known(&self) -> Vec<TermId> {
        self.granted.iter().chain(&self.constraint).copied().collect()
    }
}

/// Reads the values of a case.
pub(super) struct Reader<'r> {
    pub case: &'r mut Case,
    pub solver: &'r mut Solver,
    pub division: Rounding,
    /// Demands that may fail, with their places.
    pub doubts: &'r mut Vec<(Span, TermId)>,
}

impl Reader<'_> {
    /// That subscripts lie in their bounds.
    pub fn within(
        &mut self,
        table: &mut Table,
        variable: VarId,
        index: &[TermId],
        span: Span,
    ) -> Result<(), Stuck> {
        let bounds = match self.case.table.get(&variable) {
            Some(Entry::Array(History { bounds: Some(bounds), .. })) => bounds.clone(),
            _ => return Ok(()),
        };
        let condition = within(table, &bounds, index);
        self.demand(table, condition, span)
    }
}

impl Store for Reader<'_> {
    fn scalar(&mut self, _: &mut Table, variable: VarId, span: Span) -> Result<TermId, Stuck> {
        match self.case.table.get(&variable) {
            Some(Entry::Scalar(value)) => Ok(*value),
            Some(Entry::Array(_)) => Err(Stuck::unsupported(span, "a whole array as a value")),
            None => Err(Stuck::Undefined { span, variable }),
        }
    }

    /// Goes through the history from the newest entry to the oldest.
    fn element(
        &mut self,
        table: &mut Table,
        variable: VarId,
        index: &[TermId],
        span: Span,
    ) -> Result<TermId, Stuck> {
        self.within(table, variable, index, span)?;
        let index = table.joined(index);
        let Some(Entry::Array(history)) = self.case.table.get(&variable).cloned() else {
            return Err(Stuck::Undefined { span, variable });
        };
        let mut passed = Vec::new();
        let mut found = Vec::new();
        for &(subscript, value) in history.entries.iter().rev() {
            let same = table.apply(Op::Eq, &[index, subscript]);
            let same = table.simplify(same);
            match table.as_bool(same) {
                Some(false) => continue,
                Some(true) => {
                    return Ok(chain(table, &found, value));
                }
                None => {}
            }
            found.push((same, value));
            passed.push(table.not(same));
        }
        if let Some(base) = history.base {
            let rest = table.apply(Op::Select, &[base, index]);
            return Ok(chain(table, &found, rest));
        }
        let Some((_, oldest)) = found.pop() else { return Err(Stuck::Undefined { span, variable }) };
        let mut known = self.case.known();
        known.extend(passed.iter().copied());
        if !matches!(self.solver.check(table, &known), Answer::Unsat) {
            // Some subscript meets no entry: there the element has no value.
            let covered: Vec<TermId> = passed.iter().map(|&missed| table.not(missed)).collect();
            let covered = table.or(&covered);
            self.demand(table, covered, span)?;
        }
        Ok(chain(table, &found, oldest))
    }

    fn bound(
        &mut self,
        _: &mut Table,
        bound: Bound,
        variable: VarId,
        dimension: usize,
        span: Span,
    ) -> Result<TermId, Stuck> {
        let bounds = match self.case.table.get(&variable) {
            Some(Entry::Array(History { bounds, .. })) => bounds.as_ref(),
            _ => None,
        };
        end_of(bounds, bound, dimension).ok_or_else(|| Stuck::unsupported(span, "the bounds of this array"))
    }

    fn demand(&mut self, table: &mut Table, condition: TermId, span: Span) -> Result<(), Stuck> {
        let condition = table.simplify(condition);
        if table.as_bool(condition) == Some(true) {
            return Ok(());
        }
        let mut known = self.case.known();
        known.push(table.not(condition));
        if matches!(self.solver.check(table, &known), Answer::Unsat) {
            return Ok(());
        }
        self.doubts.push((span, condition));
        self.case.granted.push(condition);
        Ok(())
    }

    fn division(&self) -> Rounding {
        self.division
    }
}

/// The value of the first condition that holds, else the rest.
fn chain(table: &mut Table, found: &[(TermId, TermId)], rest: TermId) -> TermId {
    let chained =
        found.iter().rev().fold(rest, |rest, &(same, value)| table.apply(Op::Ite, &[same, value, rest]));
    table.simplify(chained)
}
