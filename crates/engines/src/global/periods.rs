//! Branches that repeat: with a fixed period, or as a counter that starts again.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_algebra::{Atom, Condition, Relation, Substitution, Symbol, Term, solve};

use super::arrays::Scalars;
use super::closure::choice_conditions;
use super::looping::LoopProblem;
use super::prove::Prover;

/// The longest period that is tried.
const LONGEST: usize = 12;

/// What came of looking for a period.
pub enum Found {
    /// A closed form for each number.
    Values(Vec<Term>),
    /// The truth of this condition on parameters is needed.
    Needs(Condition),
    /// There is no period.
    Nothing,
}

/// Whether a closed form is a sum over choices.
pub fn hides_a_choice(term: &Term) -> bool {
    term.top_atoms().iter().any(|atom| match atom {
        Atom::Sum(range) | Atom::Product(range) => !choice_conditions(&range.body).is_empty(),
        _ => false,
    })
}

/// The choices of all updates, over the index where it is known.
fn conditions_in_index(scalar: &Scalars, values: &[Option<Term>]) -> Vec<(Condition, Condition)> {
    let plain = scalar.symbols.iter().zip(values).filter_map(|(symbol, value)| {
        let value = value.as_ref().filter(|value| !hides_a_choice(value))?;
        Some((symbol.clone(), value.clone()))
    });
    let known = Substitution { symbols: plain.collect(), ..Substitution::default() };
    let mut all: Vec<Condition> = scalar.updates.iter().flat_map(choice_conditions).collect();
    all.sort();
    all.dedup();
    all.into_iter().map(|condition| (condition.clone(), known.condition(&condition))).collect()
}

/// Closed forms for each residue of the index, if the choices repeat with a fixed period.
pub fn solve_by_residues(
    prover: &mut Prover,
    loop_: &LoopProblem,
    scalar: &Scalars,
    values: &[Option<Term>],
) -> Found {
    let conditions = conditions_in_index(scalar, values);
    let owns = |symbol: &Symbol| scalar.symbols.contains(symbol) || loop_.owns(symbol);
    if conditions.iter().any(|(_, known)| known.mentions_any(&owns)) {
        return Found::Nothing;
    }
    for period in 2..=LONGEST {
        let Some(table) = truth_table(&conditions, period, &loop_.index) else { continue };
        let mut truths = Vec::new();
        for row in table {
            let mut line = Vec::new();
            for (condition, value) in row {
                match prover.decides(&loop_.facts, &value) {
                    Some(truth) => line.push((condition, truth)),
                    None => return Found::Needs(first_atom(&value)),
                }
            }
            truths.push(line);
        }
        return periodic_values(prover, loop_, scalar, values, &truths);
    }
    Found::Nothing
}

type Row = Vec<(Condition, Condition)>;

/// For each residue the choices with their truth, if that depends on parameters only.
fn truth_table(conditions: &[(Condition, Condition)], period: usize, index: &Symbol) -> Option<Vec<Row>> {
    let turn = Symbol::integer("•turn");
    let mut rows = Vec::new();
    for residue in 0..period {
        let at = Term::symbol(&turn).scaled(&RBig::from(period as u64)).plus_int(residue as i64);
        let mut row = Vec::new();
        for (condition, known) in conditions {
            let here = known.with_symbol(index, &at);
            if here.mentions_any(&|symbol| *symbol == turn) {
                return None;
            }
            row.push((condition.clone(), here));
        }
        rows.push(row);
    }
    Some(rows)
}

fn first_atom(condition: &Condition) -> Condition {
    match condition {
        Condition::And(parts) | Condition::Or(parts) => first_atom(&parts[0]),
        other => other.clone(),
    }
}

pub fn resolved(term: &Term, truths: &[(Condition, bool)]) -> Term {
    term.with_atoms(|atom| {
        let Atom::Choice(condition, yes, no) = atom else { return None };
        let truth = truths.iter().find(|(known, _)| *known == **condition).is_some_and(|(_, truth)| *truth);
        Some(resolved(if truth { yes } else { no }, truths))
    })
}

fn periodic_values(
    prover: &mut Prover,
    loop_: &LoopProblem,
    scalar: &Scalars,
    values: &[Option<Term>],
    truths: &[Vec<(Condition, bool)>],
) -> Found {
    let forms = match turning(prover, loop_, scalar, &scalar.first, truths) {
        Ok(forms) => forms,
        Err(None) => return Found::Nothing,
        Err(Some(missing)) => return Found::Needs(missing),
    };
    let k = loop_.passes();
    let combined = (0..scalar.symbols.len()).map(|at| match &values[at] {
        Some(value) if !hides_a_choice(value) => value.clone(),
        _ => by_residue(&forms, at, &k),
    });
    Found::Values(combined.collect())
}

/// The numbers after so many passes, for each residue of the index, where the choices repeat: over the index, or what
/// condition is missing.
pub fn turning(
    prover: &mut Prover,
    loop_: &LoopProblem,
    scalar: &Scalars,
    first: &[Term],
    truths: &[Vec<(Condition, bool)>],
) -> Result<Vec<Vec<Term>>, Option<Condition>> {
    let updates: Vec<Vec<Term>> = truths
        .iter()
        .map(|truths| scalar.updates.iter().map(|update| resolved(update, truths)).collect())
        .collect();
    let compose = |steps: &[Vec<Term>], from: Vec<Term>| -> Vec<Term> {
        steps.iter().fold(from, |state, step| {
            let now = Substitution::of_all(&scalar.symbols, &state);
            step.iter().map(|update| now.term(update)).collect()
        })
    };
    let identity: Vec<Term> = scalar.symbols.iter().map(Term::symbol).collect();
    let whole = compose(&updates, identity);
    let turn = Symbol::integer("•turn");
    let solution = solve(&turn, &scalar.symbols, &whole, first);
    let mut start = Vec::new();
    for closed in solution.values {
        let closed = closed.ok_or(None)?;
        if let Some(missing) = closed.conditions.iter().find(|needed| !prover.implies(&loop_.facts, needed)) {
            return Err(Some(missing.clone()));
        }
        start.push(closed.value);
    }
    let period = updates.len();
    let k = loop_.passes();
    let share = RBig::ONE / RBig::from(period as u64);
    let rounds = Term::floor_div(&k, &Term::int(period as u64));
    let forms = (0..period).map(|residue| {
        let turns = k.plus_int(-(residue as i64)).scaled(&share);
        let state = compose(&updates[..residue], start.clone());
        // Exponents must be integers even before the residue is known.
        let put = |value: &Term| match value.coefficients(&turn) {
            Some(_) => value.with_symbol(&turn, &turns),
            None => value.with_symbol(&turn, &rounds),
        };
        state.iter().map(put).collect()
    });
    Ok(forms.collect())
}

/// One closed form for all residues: a quotient or remainder where that says it, cases otherwise.
pub fn by_residue(forms: &[Vec<Term>], at: usize, k: &Term) -> Term {
    if let Some(value) = as_quotient(forms, at, k) {
        return value;
    }
    let period = Term::int(forms.len() as u64);
    let last = forms.len() - 1;
    (0..last).rev().fold(forms[last][at].clone(), |rest, residue| {
        let here = Condition::eq(&Term::modulo(k, &period).plus_int(-(residue as i64)));
        Term::choice(&here, &forms[residue][at], &rest)
    })
}

/// `e·k + d + g·⌊(k + c)/q⌋`, if all residues agree with it.
fn as_quotient(forms: &[Vec<Term>], at: usize, k: &Term) -> Option<Term> {
    let Some(Atom::Symbol(index)) = k.as_atom() else { return None };
    let period = forms.len() as i64;
    let share = RBig::ONE / RBig::from(period);
    // Value and growth of each residue: `form(k) = values[r] + growth·(k - r)/q`.
    let mut values = Vec::new();
    let mut growth: Option<IBig> = None;
    for (residue, form) in forms.iter().enumerate() {
        let own = form[at].with_symbol(index, &Term::int(residue as u64));
        let slope = form[at].coefficients(index)?.get(1).cloned().unwrap_or_else(Term::zero);
        let slope = slope.scaled(&RBig::from(period)).as_int()?;
        let line = own.plus(&k.plus_int(-(residue as i64)).scaled(&(&share * RBig::from(slope.clone()))));
        if line != form[at] || growth.get_or_insert(slope.clone()) != &slope {
            return None;
        }
        values.push(own);
    }
    let growth = i64::try_from(growth?).ok()?;
    let steps: Vec<i64> = values
        .iter()
        .map(|value| value.minus(&values[0]).as_int()?.try_into().ok())
        .collect::<Option<_>>()?;
    let candidates = [0, steps[1], steps[(period - 1) as usize] - steps[(period - 2).max(0) as usize]];
    for slope in candidates {
        let jump = growth - slope * period;
        let fits = |shift: i64| {
            (0..period).all(|r| steps[r as usize] == slope * r + jump * ((r + shift).div_euclid(period)))
        };
        if let Some(shift) = (0..period).find(|&shift| fits(shift)) {
            let divisor = Term::int(period);
            let rounds = Term::floor_div(&k.plus_int(shift), &divisor);
            let rest = if jump == -slope * period {
                Term::modulo(&k.plus_int(shift), &divisor).plus_int(-shift).scaled(&RBig::from(slope))
            } else {
                k.scaled(&RBig::from(slope)).plus(&rounds.scaled(&RBig::from(jump)))
            };
            return Some(values[0].plus(&rest));
        }
    }
    // A line of rational slope, rounded.
    let fits = |shift: i64| (0..period).all(|r| steps[r as usize] == (growth * r + shift).div_euclid(period));
    let shift = (0..period).find(|&shift| fits(shift))?;
    let top = k.scaled(&RBig::from(growth)).plus_int(shift);
    Some(values[0].plus(&Term::floor_div(&top, &Term::int(period))))
}

/// A counter that starts again when it reaches a limit, and what is counted with it.
pub fn solve_by_counter(
    prover: &mut Prover,
    loop_: &LoopProblem,
    scalar: &Scalars,
    values: &[Option<Term>],
) -> Option<Vec<Option<Term>>> {
    let k = loop_.passes();
    let (at, condition, limit) = (0..scalar.symbols.len()).find_map(|at| {
        let (condition, limit) = counter(&scalar.updates[at], &scalar.symbols[at])?;
        let fixed = !limit.mentions_any(&|symbol| scalar.symbols.contains(symbol));
        fixed.then_some((at, condition, limit))
    })?;
    let first = &scalar.first[at];
    let begins = Condition::all([Condition::ge(first), Condition::gt(&limit.minus(first))]);
    if !prover.implies(&loop_.facts, &begins) {
        return None;
    }
    let passed = first.plus(&k);
    let mut found = values.to_vec();
    found[at] = Some(Term::modulo(&passed, &limit));
    let rounds = Term::floor_div(&passed, &limit);
    for other in (0..scalar.symbols.len())
        .filter(|&other| other != at && values[other].as_ref().is_none_or(hides_a_choice))
    {
        let growth = scalar.updates[other].minus(&Term::symbol(&scalar.symbols[other]));
        let (at_limit, before) = match growth.lifted_choice() {
            Some((here, yes, no)) if here == condition => (yes, no),
            Some((here, yes, no)) if here.negated() == condition => (no, yes),
            _ => continue,
        };
        let changes = |term: &Term| term.mentions_any(&|symbol| scalar.symbols.contains(symbol));
        if changes(&at_limit) || changes(&before) {
            continue;
        }
        let value = scalar.first[other].plus(&before.times(&k)).plus(&at_limit.minus(&before).times(&rounds));
        found[other] = Some(value);
    }
    Some(found)
}

/// `if x + 1 = limit then 0 else x + 1`, or with `x + 1 ≥ limit`, which is the same below the limit.
fn counter(update: &Term, symbol: &Symbol) -> Option<(Condition, Term)> {
    let Some(Atom::Choice(condition, yes, no)) = update.as_atom() else { return None };
    let next = Term::symbol(symbol).plus_int(1);
    let (condition, reset) = match (*yes == next, *no == next) {
        (true, false) => (condition.negated(), no),
        (false, true) => ((**condition).clone(), yes),
        _ => return None,
    };
    let Condition::Compare(relation @ (Relation::Eq | Relation::Ge), term) = &condition else { return None };
    // The term is x + 1 - limit, in an equation also its opposite.
    let coefficients = term.coefficients(symbol)?;
    let [_, slope] = &coefficients[..] else { return None };
    let sign = slope.as_int()?;
    let limit = next.minus(&term.scaled(&RBig::from(sign.clone())));
    let fits = sign == IBig::ONE || (sign == IBig::from(-1) && *relation == Relation::Eq);
    (fits && reset.as_int() == Some(IBig::ZERO)).then_some((condition, limit))
}
