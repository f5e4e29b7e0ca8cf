//! The general simplex of Dutertre and de Moura: bounds on variables, rows that tie variables together.
//!
//! Invariants
//! - A row states `basic = Σ coefficient · nonbasic`; its terms are sorted by variable and never zero.
//! - Values satisfy every row at all times. Nonbasic values lie within their bounds; basic values may leave
//!   theirs between a call that asserts a bound and the next [`Simplex::check`].
//! - [`Simplex::pop`] restores bounds only: rows and values stay, for weaker bounds still admit the values.
//! - The row of a form that nobody bounds any more is put to sleep now and then, so that the tableau does not
//!   grow with every path that was ever asked about.

use sextant_base::{IdVec, typed_id};
use sextant_expr::Number;

use super::delta::Delta;

typed_id!(
    /// A variable of the tableau: an unknown, or the value of a linear form.
    Variable,
    "x"
);

/// The bounds contradict each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conflict;

/// What [`Simplex::check`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Feasibility {
    Feasible,
    Infeasible,
    /// The budget of pivots is used up.
    Undecided,
}

/// Which bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Lower,
    Upper,
}

pub(super) type Row = Vec<(Variable, Number)>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Nonbasic,
    Basic(usize),
    Asleep,
}

#[derive(Debug)]
struct State {
    lower: Option<Delta>,
    upper: Option<Delta>,
    value: Delta,
    integer: bool,
    place: Place,
    /// Empty for an unknown, else the linear form over unknowns.
    form: Row,
}

#[derive(Debug)]
struct Change {
    variable: Variable,
    side: Side,
    before: Option<Delta>,
}

/// The tableau.
#[derive(Debug, Default)]
pub(crate) struct Simplex {
    variables: IdVec<Variable, State>,
    rows: Vec<(Variable, Row)>,
    trail: Vec<Change>,
    bounded_forms: usize,
    /// The unknowns and the forms that have a row.
    awake: Vec<Variable>,
    scratch: Row,
}

impl Simplex {
    /// A new unknown.
    pub fn unknown(&mut self, integer: bool) -> Variable {
        self.add(integer, Place::Nonbasic, Row::new())
    }

    /// A new variable that stands for a linear form of two or more unknowns, sorted by variable.
    pub fn form(&mut self, integer: bool, form: Row) -> Variable {
        debug_assert!(form.len() >= 2 && form.is_sorted_by_key(|&(variable, _)| variable));
        self.add(integer, Place::Asleep, form)
    }

    fn add(&mut self, integer: bool, place: Place, form: Row) -> Variable {
        let value = Delta::ZERO;
        let variable = self.variables.push(State { lower: None, upper: None, value, integer, place, form });
        if place != Place::Asleep {
            self.awake.push(variable);
        }
        variable
    }

    /// Whether the variable takes integers only.
    pub fn is_integer(&self, variable: Variable) -> bool {
        self.variables[variable].integer
    }

    /// The unknowns of a variable: itself, or those of its form.
    pub fn unknowns(&self, variable: Variable) -> impl Iterator<Item = Variable> + '_ {
        let form = &self.variables[variable].form;
        form.is_empty().then_some(variable).into_iter().chain(form.iter().map(|&(unknown, _)| unknown))
    }

    /// The present value of a variable.
    pub fn value(&self, variable: Variable) -> Delta {
        let state = &self.variables[variable];
        if state.place == Place::Asleep { self.sum(&state.form) } else { state.value.clone() }
    }

    fn sum(&self, row: &Row) -> Delta {
        let mut sum = Delta::ZERO;
        for (variable, coefficient) in row {
            sum.add_product(coefficient, &self.variables[*variable].value);
        }
        sum
    }

    /// The mark to pop to.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Restores the bounds of the time of the mark.
    pub fn pop(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some(change) = self.trail.pop() else { break };
            self.replace(change.variable, change.side, change.before);
        }
        if self.rows.len() > 2 * self.bounded_forms + 16 {
            self.put_to_sleep();
        }
    }

    fn replace(&mut self, variable: Variable, side: Side, bound: Option<Delta>) -> Option<Delta> {
        let state = &mut self.variables[variable];
        let was_bounded = state.lower.is_some() || state.upper.is_some();
        let before = match side {
            Side::Lower => std::mem::replace(&mut state.lower, bound),
            Side::Upper => std::mem::replace(&mut state.upper, bound),
        };
        let is_bounded = state.lower.is_some() || state.upper.is_some();
        if !state.form.is_empty() && was_bounded != is_bounded {
            self.bounded_forms = self.bounded_forms + usize::from(is_bounded) - usize::from(was_bounded);
        }
        before
    }

    /// Tightens a bound.
    pub fn assert(&mut self, variable: Variable, side: Side, bound: &Delta) -> Result<(), Conflict> {
        let state = &self.variables[variable];
        let (weaker, contradicts, moves) = match side {
            Side::Lower => (
                state.lower.as_ref().is_some_and(|lower| lower >= bound),
                state.upper.as_ref().is_some_and(|upper| upper < bound),
                state.value < *bound,
            ),
            Side::Upper => (
                state.upper.as_ref().is_some_and(|upper| upper <= bound),
                state.lower.as_ref().is_some_and(|lower| lower > bound),
                state.value > *bound,
            ),
        };
        if weaker {
            return Ok(());
        }
        if contradicts {
            return Err(Conflict);
        }
        let place = state.place;
        let before = self.replace(variable, side, Some(bound.clone()));
        self.trail.push(Change { variable, side, before });
        match place {
            Place::Asleep => self.wake(variable),
            Place::Nonbasic if moves => self.shift(variable, &bound.minus(&self.variables[variable].value)),
            _ => {}
        }
        Ok(())
    }

    /// Gives a sleeping form its row.
    fn wake(&mut self, variable: Variable) {
        let form = self.variables[variable].form.clone();
        let mut row = Row::with_capacity(form.len());
        for (unknown, coefficient) in &form {
            match self.variables[*unknown].place {
                Place::Basic(at) => add_scaled(&mut row, coefficient, &self.rows[at].1, &mut self.scratch),
                _ => add_scaled(&mut row, coefficient, &[(*unknown, Number::ONE)], &mut self.scratch),
            }
        }
        self.variables[variable].value = self.sum(&form);
        self.variables[variable].place = Place::Basic(self.rows.len());
        self.rows.push((variable, row));
        self.awake.push(variable);
    }

    /// Moves a nonbasic variable and with it every basic one that depends on it.
    fn shift(&mut self, variable: Variable, by: &Delta) {
        self.variables[variable].value.add_product(&Number::ONE, by);
        for (basic, row) in &self.rows {
            if let Some(coefficient) = coefficient(row, variable) {
                self.variables[*basic].value.add_product(coefficient, by);
            }
        }
    }

    /// Searches values within all bounds, within a budget of pivots, which it counts down; a pivot of a
    /// large tableau counts for several.
    pub fn check(&mut self, pivots: &mut u32) -> Feasibility {
        while let Some((basic, at, side)) = self.violated() {
            let Some(entering) = self.entering(at, side) else {
                return Feasibility::Infeasible;
            };
            if *pivots == 0 {
                return Feasibility::Undecided;
            }
            *pivots = pivots.saturating_sub(1 + self.rows.len() as u32 / 8);
            self.pivot_to_bound(basic, at, entering, side);
        }
        Feasibility::Feasible
    }

    /// The first basic variable outside its bounds; taking the least one always ends (Bland's rule).
    fn violated(&self) -> Option<(Variable, usize, Side)> {
        let mut least: Option<(Variable, usize, Side)> = None;
        for (at, (basic, _)) in self.rows.iter().enumerate() {
            if least.is_some_and(|(known, ..)| known < *basic) {
                continue;
            }
            let state = &self.variables[*basic];
            if state.lower.as_ref().is_some_and(|lower| state.value < *lower) {
                least = Some((*basic, at, Side::Lower));
            } else if state.upper.as_ref().is_some_and(|upper| state.value > *upper) {
                least = Some((*basic, at, Side::Upper));
            }
        }
        least
    }

    /// The least nonbasic variable of a row that can move the basic one towards the violated bound.
    fn entering(&self, at: usize, side: Side) -> Option<Variable> {
        let row = &self.rows[at].1;
        let found = row.iter().find(|(variable, coefficient)| {
            let state = &self.variables[*variable];
            let must_grow = coefficient.is_positive() == (side == Side::Lower);
            if must_grow {
                state.upper.as_ref().is_none_or(|upper| state.value < *upper)
            } else {
                state.lower.as_ref().is_none_or(|lower| state.value > *lower)
            }
        });
        found.map(|&(variable, _)| variable)
    }

    fn pivot_to_bound(&mut self, basic: Variable, at: usize, entering: Variable, side: Side) {
        let state = &self.variables[basic];
        let bound = if side == Side::Lower { &state.lower } else { &state.upper };
        let (Some(bound), Some(coefficient)) = (bound, coefficient(&self.rows[at].1, entering)) else {
            return;
        };
        let by = bound.minus(&state.value).divided_by(coefficient);
        self.shift(entering, &by);
        self.pivot(at, entering);
    }

    /// Exchanges the basic variable of a row with a nonbasic one of the same row.
    fn pivot(&mut self, at: usize, entering: Variable) {
        let (leaving, row) = &mut self.rows[at];
        let Ok(position) = row.binary_search_by_key(&entering, |&(variable, _)| variable) else { return };
        let (_, factor) = row.remove(position);
        let reciprocal = factor.inverse();
        let scale = -&reciprocal;
        row.iter_mut().for_each(|(_, coefficient)| *coefficient = &*coefficient * &scale);
        let place = row.partition_point(|&(variable, _)| variable < *leaving);
        row.insert(place, (*leaving, reciprocal));
        self.variables[*leaving].place = Place::Nonbasic;
        self.variables[entering].place = Place::Basic(at);
        *leaving = entering;
        let solved = std::mem::take(&mut self.rows[at].1);
        for (other, (_, row)) in self.rows.iter_mut().enumerate() {
            if other == at {
                continue;
            }
            if let Ok(position) = row.binary_search_by_key(&entering, |&(variable, _)| variable) {
                let (_, factor) = row.remove(position);
                add_scaled(row, &factor, &solved, &mut self.scratch);
            }
        }
        self.rows[at].1 = solved;
    }

    /// Drops the rows of forms without bounds.
    fn put_to_sleep(&mut self) {
        for at in 0..self.awake.len() {
            let variable = self.awake[at];
            let state = &self.variables[variable];
            let unbounded = state.lower.is_none() && state.upper.is_none();
            if state.form.is_empty() || !unbounded {
                continue;
            }
            if state.place == Place::Nonbasic {
                let Some(at) = self.row_to_leave(variable) else { continue };
                self.pivot(at, variable);
            }
            if let Place::Basic(at) = self.variables[variable].place {
                self.rows.swap_remove(at);
                if let Some((moved, _)) = self.rows.get(at) {
                    self.variables[*moved].place = Place::Basic(at);
                }
            }
            self.variables[variable].place = Place::Asleep;
        }
        let variables = &self.variables;
        self.awake.retain(|&variable| variables[variable].place != Place::Asleep);
    }

    /// A row whose basic variable may become nonbasic in exchange for this one.
    fn row_to_leave(&self, variable: Variable) -> Option<usize> {
        self.rows.iter().position(|(basic, row)| {
            coefficient(row, variable).is_some() && self.within_bounds(*basic, &self.variables[*basic].value)
        })
    }

    fn within_bounds(&self, variable: Variable, value: &Delta) -> bool {
        let state = &self.variables[variable];
        state.lower.as_ref().is_none_or(|lower| lower <= value)
            && state.upper.as_ref().is_none_or(|upper| value <= upper)
    }

    /// Moves values towards zero as far as that is free, for people like small numbers. Called when feasible.
    pub fn prefer_small_values(&mut self) {
        for at in 0..self.awake.len() {
            let variable = self.awake[at];
            let state = &self.variables[variable];
            if state.place != Place::Nonbasic || state.value == Delta::ZERO {
                continue;
            }
            let wish = match (&state.lower, &state.upper) {
                (Some(lower), _) if *lower > Delta::ZERO => lower,
                (_, Some(upper)) if *upper < Delta::ZERO => upper,
                _ => &Delta::ZERO,
            };
            if *wish != state.value {
                let by = wish.minus(&state.value);
                if self.may_shift(variable, &by) {
                    self.shift(variable, &by);
                }
            }
        }
    }

    fn may_shift(&self, variable: Variable, by: &Delta) -> bool {
        self.rows.iter().all(|(basic, row)| {
            coefficient(row, variable).is_none_or(|coefficient| {
                let state = &self.variables[*basic];
                let mut value = state.value.clone();
                value.add_product(coefficient, by);
                let stays_whole = !state.integer || value.standard.is_integer();
                stays_whole && self.within_bounds(*basic, &value)
            })
        })
    }

    /// A positive value for ε under which every value meets its bounds.
    pub fn epsilon(&self) -> Number {
        let mut epsilon = Number::ONE;
        for state in self.awake.iter().map(|&variable| &self.variables[variable]) {
            if let Some(lower) = &state.lower {
                limit(&mut epsilon, lower, &state.value);
            }
            if let Some(upper) = &state.upper {
                limit(&mut epsilon, &state.value, upper);
            }
        }
        epsilon
    }

    /// The one value the bounds leave to a variable.
    pub(super) fn fixed_value(&self, variable: Variable) -> Option<&Number> {
        let state = &self.variables[variable];
        match (&state.lower, &state.upper) {
            (Some(lower), Some(upper)) if lower == upper => Some(&lower.standard),
            _ => None,
        }
    }

    /// The unknowns that have one value only.
    pub(super) fn fixed_unknowns(&self) -> impl Iterator<Item = (Variable, &Number)> {
        self.all_unknowns().filter_map(|variable| self.fixed_value(variable).map(|value| (variable, value)))
    }

    /// All unknowns.
    pub(super) fn all_unknowns(&self) -> impl Iterator<Item = Variable> + '_ {
        self.awake.iter().copied().filter(|&variable| self.variables[variable].form.is_empty())
    }

    /// Whether some value has an infinitesimal part.
    pub(super) fn has_infinitesimals(&self) -> bool {
        self.awake.iter().any(|&variable| !self.variables[variable].value.is_standard())
    }

    pub(super) fn rows(&self) -> &[(Variable, Row)] {
        &self.rows
    }

    /// The forms that have one value only: equations between unknowns.
    pub(super) fn equations(&self) -> impl Iterator<Item = (&Row, &Number)> {
        let fixed =
            |variable| self.fixed_value(variable).map(|value| (&self.variables[variable].form, value));
        self.awake.iter().copied().filter_map(fixed).filter(|(form, _)| !form.is_empty())
    }
}

/// Lowers ε until `small ≤ great` holds.
fn limit(epsilon: &mut Number, small: &Delta, great: &Delta) {
    if small.infinitesimal > great.infinitesimal && small.standard < great.standard {
        let gap = &great.standard - &small.standard;
        let most = gap.over(&(&small.infinitesimal - &great.infinitesimal));
        if most < *epsilon {
            *epsilon = most;
        }
    }
}

fn coefficient(row: &Row, variable: Variable) -> Option<&Number> {
    row.binary_search_by_key(&variable, |&(known, _)| known).ok().map(|at| &row[at].1)
}

/// `row += factor * other`, merging sorted rows.
pub(super) fn add_scaled(row: &mut Row, factor: &Number, other: &[(Variable, Number)], scratch: &mut Row) {
    scratch.clear();
    let mut old = row.drain(..).peekable();
    let mut new = other.iter().peekable();
    loop {
        match (old.peek(), new.peek()) {
            (Some((a, _)), Some((b, _))) if a == b => {
                if let (Some((variable, mut sum)), Some((_, value))) = (old.next(), new.next()) {
                    sum.add_product(factor, value);
                    if !sum.is_zero() {
                        scratch.push((variable, sum));
                    }
                }
            }
            (Some((a, _)), Some((b, _))) if a < b => scratch.extend(old.next()),
            (_, Some(_)) => scratch.extend(new.next().map(|(variable, value)| (*variable, factor * value))),
            (Some(_), None) => scratch.extend(old.next()),
            (None, None) => break,
        }
    }
    drop(old);
    std::mem::swap(row, scratch);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(value: i64) -> Delta {
        Delta::from(Number::from(value))
    }

    #[test]
    fn bounds_on_forms_conflict_and_come_back() {
        let mut simplex = Simplex::default();
        let [x, y] = [(); 2].map(|()| simplex.unknown(false));
        let sum = simplex.form(false, vec![(x, Number::ONE), (y, Number::ONE)]);
        let gap = simplex.form(false, vec![(x, Number::ONE), (y, Number::MINUS_ONE)]);
        simplex.assert(sum, Side::Lower, &at(4)).unwrap();
        simplex.assert(gap, Side::Lower, &at(2)).unwrap();
        assert_eq!(simplex.check(&mut 100), Feasibility::Feasible);
        let mark = simplex.mark();
        simplex.assert(x, Side::Upper, &Delta::below(Number::from(3))).unwrap();
        assert_eq!(simplex.check(&mut 100), Feasibility::Infeasible);
        simplex.pop(mark);
        simplex.assert(x, Side::Upper, &at(3)).unwrap();
        assert_eq!(simplex.check(&mut 100), Feasibility::Feasible);
        assert_eq!((simplex.value(x), simplex.value(y)), (at(3), at(1)));
    }

    #[test]
    fn forms_nobody_bounds_fall_asleep() {
        let mut simplex = Simplex::default();
        let unknowns: Vec<Variable> = (0..20).map(|_| simplex.unknown(true)).collect();
        for round in 0..4 {
            let mark = simplex.mark();
            for (index, &x) in unknowns.iter().enumerate().skip(1) {
                let form = vec![(unknowns[0], Number::from(round + 1)), (x, Number::from(3))];
                let form = simplex.form(true, form);
                simplex.assert(form, Side::Lower, &at(index as i64)).unwrap();
            }
            assert_eq!(simplex.check(&mut 1000), Feasibility::Feasible);
            simplex.pop(mark);
        }
        assert!(simplex.rows.len() <= 16, "{} rows", simplex.rows.len());
        for (basic, row) in &simplex.rows {
            assert_eq!(simplex.variables[*basic].value, simplex.sum(row));
        }
    }
}
