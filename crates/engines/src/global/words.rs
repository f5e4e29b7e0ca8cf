//! Branches whose decisions repeat from some pass on, whatever decides them: states, clocks, counters that race.
//!
//! The loop is executed on several inputs; where all of them take the same decisions and these become periodic, the
//! passes before are solved run by run and the period as one step. That is a guess: the certificate proves it, or it
//! is dropped.

use dashu_ratio::RBig;
use sextant_algebra::{Atom, Condition, Symbol, Term, Values, solve};
use sextant_base::Random;

use super::arrays::Scalars;
use super::closure::choice_conditions;
use super::looping::LoopProblem;
use super::periods::{by_residue, hides_a_choice, resolved, turning};
use super::prove::Prover;
use super::trial::symbols_of;

/// Passes that are executed.
const PASSES: usize = 260;
/// The longest period.
const LONGEST: usize = 64;
/// Runs of equal decisions before the period.
const MOST_RUNS: usize = 4;
/// Inputs that must agree.
const INPUTS: usize = 3;
/// Inputs that are tried.
const TRIALS: usize = 200;
/// Inputs that are tried for ranges.
const FEW_TRIALS: usize = 30;
/// Values of parameters: what bounds a number of passes is better great.
const NUMBERS: [i64; 12] = [1000, 5003, 777, 3, 1, 0, 2, 10, 100_000, -5, 40, 7];

/// What is decided in one pass.
type Letter = Vec<bool>;

/// Decisions that repeat: those before, and the period.
#[derive(PartialEq)]
struct Word {
    before: Vec<Letter>,
    period: Vec<Letter>,
}

/// Closed forms where the decisions become periodic.
pub fn solve_by_word(
    prover: &mut Prover,
    loop_: &LoopProblem,
    scalar: &Scalars,
    values: &[Option<Term>],
) -> Option<Vec<Option<Term>>> {
    let mut conditions: Vec<Condition> = scalar.updates.iter().flat_map(choice_conditions).collect();
    conditions.sort();
    conditions.dedup();
    let word = common_word(loop_, scalar, &conditions)?;
    let truths = |letter: &Letter| conditions.iter().cloned().zip(letter.iter().copied()).collect::<Vec<_>>();
    let k = loop_.passes();
    // What holds up to which pass, for each number.
    let mut parts: Vec<(usize, Vec<Term>)> = Vec::new();
    let mut state = scalar.first.clone();
    let mut start = 0;
    for run in word.before.chunk_by(|a, b| a == b) {
        let truths = truths(&run[0]);
        let updates: Vec<Term> = scalar.updates.iter().map(|update| resolved(update, &truths)).collect();
        let solution = solve(&loop_.index, &scalar.symbols, &updates, &state);
        let closed = solution.values.into_iter().map(|closed| {
            let closed = closed?;
            closed
                .conditions
                .iter()
                .all(|needed| prover.implies(&loop_.facts, needed))
                .then_some(closed.value)
        });
        let closed: Vec<Term> = closed.collect::<Option<_>>()?;
        let after = loop_.after(&Term::int(run.len()));
        state = closed.iter().map(|value| after.term(value)).collect();
        let here = loop_.after(&k.plus_int(-(start as i64)));
        start += run.len();
        parts.push((start, closed.iter().map(|value| here.term(value)).collect()));
    }
    let rows: Vec<_> = word.period.iter().map(truths).collect();
    let forms = turning(prover, loop_, scalar, &state, &rows).ok()?;
    let late = loop_.after(&k.plus_int(-(start as i64)));
    let found = (0..scalar.symbols.len()).map(|at| {
        if let Some(value) = values[at].as_ref().filter(|value| !hides_a_choice(value)) {
            return Some(value.clone());
        }
        let periodic =
            late.term(&if forms.len() == 1 { forms[0][at].clone() } else { by_residue(&forms, at, &k) });
        Some(parts.iter().rev().fold(periodic, |rest, (end, values)| {
            Term::choice(&Condition::less(&k, &Term::int(*end)), &values[at], &rest)
        }))
    });
    Some(found.collect())
}

/// The decisions that several inputs have in common.
fn common_word(loop_: &LoopProblem, scalar: &Scalars, conditions: &[Condition]) -> Option<Word> {
    if conditions.is_empty() || conditions.iter().any(reads_arrays) {
        return None;
    }
    let mut random = Random::new(7);
    let mut word: Option<Word> = None;
    let mut agreeing = 0;
    let parameters = parameters(loop_, scalar);
    for _ in 0..TRIALS {
        let Some(values) = sample(loop_, &parameters, &mut random) else { continue };
        let own = repeated(executed(scalar, conditions, values)?)?;
        if word.as_ref().is_some_and(|word| *word != own) {
            return None;
        }
        word = Some(own);
        agreeing += 1;
        if agreeing == INPUTS || parameters.is_empty() {
            return word;
        }
    }
    word
}

/// The widest range of a number that executions show.
const WIDEST: i64 = 64;

/// Bounds of numbers that begin with a constant and take few values, the same in some executions. That is a guess.
pub fn observed(loop_: &LoopProblem) -> Vec<Condition> {
    // What moves by a constant in every pass is not bounded.
    let moves = |at: usize| {
        let own = Term::symbol(&loop_.symbols[at]);
        loop_
            .bodies
            .iter()
            .all(|body| body.updates[at].minus(&own).as_constant().is_some_and(|step| !step.is_zero()))
    };
    let numeric = |at: &usize| loop_.first[*at].as_constant().is_some() && !moves(*at);
    let wanted: Vec<usize> = (0..loop_.symbols.len()).filter(numeric).collect();
    if wanted.is_empty() || !loop_.arrays.is_empty() || loop_.bodies.is_empty() {
        return Vec::new();
    }
    let scalar = Scalars::plain(loop_);
    let mut random = Random::new(11);
    let parameters = parameters(loop_, &scalar);
    let inputs = if parameters.is_empty() { 1 } else { INPUTS - 1 };
    let samples = (0..FEW_TRIALS).filter_map(|_| sample(loop_, &parameters, &mut random)).take(inputs);
    let mut ranges = samples.map(|values| ranges(&scalar, loop_.symbols.len(), &wanted, values));
    let Some(Some(first)) = ranges.next() else { return Vec::new() };
    let others: Vec<_> = ranges.collect();
    let mut found = Vec::new();
    for at in wanted {
        let (low, high) = &first[at];
        let agreed = others.iter().all(|other| other.as_ref().is_some_and(|other| other[at] == first[at]));
        if agreed && high - low <= RBig::from(WIDEST) {
            let value = Term::symbol(&loop_.symbols[at]);
            found.push(Condition::at_most(&Term::rational(low.clone()), &value));
            found.push(Condition::at_most(&value, &Term::rational(high.clone())));
        }
    }
    found
}

/// The least and the greatest value of each number in one execution.
fn ranges(scalar: &Scalars, own: usize, wanted: &[usize], mut values: Values) -> Option<Vec<(RBig, RBig)>> {
    let mut state = begun(scalar, own, &values)?;
    let mut ranges: Vec<(RBig, RBig)> = state.iter().map(|value| (value.clone(), value.clone())).collect();
    for _ in 0..PASSES {
        put(&mut values, &scalar.symbols[..own], &state);
        values.steps = 2_000;
        state = scalar.merged.updates.iter().map(|update| values.term(update).ok()).collect::<Option<_>>()?;
        for ((low, high), value) in ranges.iter_mut().zip(&state) {
            *low = (&*low).min(value).clone();
            *high = (&*high).max(value).clone();
        }
        let narrow = |at: &usize| &ranges[*at].1 - &ranges[*at].0 <= RBig::from(WIDEST);
        wanted.iter().any(narrow).then_some(())?;
    }
    Some(ranges)
}

fn begun(scalar: &Scalars, own: usize, values: &Values) -> Option<Vec<RBig>> {
    let mut values = values.clone();
    scalar.first[..own].iter().map(|first| values.term(first).ok()).collect()
}

fn put(values: &mut Values, symbols: &[Symbol], state: &[RBig]) {
    for (symbol, value) in symbols.iter().zip(state) {
        values.set(&symbol.name, value.clone());
    }
}

fn reads_arrays(condition: &Condition) -> bool {
    match condition {
        Condition::And(parts) | Condition::Or(parts) => parts.iter().any(reads_arrays),
        Condition::Compare(_, term) => term.top_atoms().iter().any(|atom| matches!(atom, Atom::Element(..))),
        _ => false,
    }
}

/// What the loop does not change.
fn parameters(loop_: &LoopProblem, scalar: &Scalars) -> Vec<Symbol> {
    let terms = scalar
        .first
        .iter()
        .chain(&scalar.updates)
        .map(|term| Condition::Compare(sextant_algebra::Relation::Eq, term.clone()));
    let all: Vec<Condition> = loop_.facts.iter().cloned().chain(terms).collect();
    symbols_of(&all)
        .into_iter()
        .filter(|symbol| !loop_.owns(symbol) && !scalar.symbols.contains(symbol))
        .collect()
}

/// Values of the parameters for which the facts hold.
fn sample(loop_: &LoopProblem, parameters: &[Symbol], random: &mut Random) -> Option<Values> {
    let mut values = Values { steps: 2_000, ..Values::default() };
    for symbol in parameters {
        values.set(&symbol.name, RBig::from(NUMBERS[random.below(NUMBERS.len())]));
    }
    loop_.facts.iter().all(|fact| values.condition(fact) == Ok(true)).then_some(values)
}

/// The decisions of the first passes, whatever the guard says.
fn executed(scalar: &Scalars, conditions: &[Condition], mut values: Values) -> Option<Vec<Letter>> {
    let mut state = begun(scalar, scalar.symbols.len(), &values)?;
    let mut word = Vec::new();
    for _ in 0..PASSES {
        put(&mut values, &scalar.symbols, &state);
        values.steps = 2_000;
        word.push(
            conditions.iter().map(|condition| values.condition(condition).ok()).collect::<Option<_>>()?,
        );
        state = scalar.updates.iter().map(|update| values.term(update).ok()).collect::<Option<_>>()?;
    }
    Some(word)
}

/// The shortest period of some decisions, seen at least three times.
fn repeated(word: Vec<Letter>) -> Option<Word> {
    (1..=LONGEST).find_map(|period| {
        let differs = (0..word.len() - period).rev().find(|&at| word[at] != word[at + period]);
        let start = differs.map_or(0, |at| at + 1);
        let runs = word[..start].chunk_by(|a, b| a == b).count();
        let seen = start + 3 * period + 4 <= word.len() && runs <= MOST_RUNS;
        seen.then(|| Word { before: word[..start].to_vec(), period: word[start..start + period].to_vec() })
    })
}
