//! Pairs of paths.

use rustc_hash::FxHashSet;
use sextant_base::Interrupt;
use sextant_expr::{Op, Scalar, Sort, Table, TermId};
use sextant_solver::{Answer, Model, Solver};

/// What a path gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Result {
    /// A value, or none.
    Value(Option<TermId>),
    /// Something that is compared as it is: a text that is written, the kind of an error.
    Text(String),
    /// Something that cannot be told.
    Unclear,
}

/// One path of a procedure, with terms of a common table.
#[derive(Clone, Debug)]
pub struct PathResult {
    /// The conjuncts of its condition.
    pub condition: Vec<TermId>,
    /// How it ends: a word, and the kind of an error.
    pub ending: String,
    /// Whether it ends because a result does not fit its type. What follows then is no matter of the language.
    pub overflows: bool,
    /// Named results: the returned value, variables of the caller.
    pub results: Vec<(String, Result)>,
    /// What is written, in order.
    pub written: Vec<Result>,
}

/// Where two procedures differ.
#[derive(Clone, Debug)]
pub struct Difference {
    /// An input.
    pub model: Model,
    /// What differs.
    pub what: String,
}

/// Inputs whose results languages leave open, or that hardly anybody means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exception {
    /// One of the two overflows.
    Overflow,
    /// A float that is infinite or no number.
    NotFinite,
}

/// What came of a comparison.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No pair of paths differs.
    Same,
    /// Nothing differs but for exceptional inputs, such as this one.
    SameBut(Exception, Option<Difference>),
    /// An input on which they differ.
    Different(Difference),
    /// The solver gave up on a pair.
    Undecided(String),
}

/// Whether executing both on an input shows the difference.
pub type Confirm<'c> = &'c mut dyn FnMut(&mut Table, &Difference) -> bool;

/// Compares all pairs of paths. Exceptional inputs are looked at last: those on which only one overflows, and those that
/// are not `finite`. A difference counts only if it is confirmed.
pub fn judge(
    table: &mut Table,
    solver: &mut Solver,
    [left, right]: [&[PathResult]; 2],
    finite: &[TermId],
    interrupt: &Interrupt,
    confirm: Confirm<'_>,
) -> Verdict {
    let mut compare = |overflow: bool, given: &[TermId]| {
        let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (a, b)));
        let mut undecided = None;
        for (a, b) in pairs.filter(|(a, b)| (a.overflows != b.overflows) == overflow) {
            if interrupt.should_stop() {
                return Err("time ran out".to_owned());
            }
            match differ_on(table, solver, [a, b], given, &mut *confirm) {
                Ok(None) => {}
                Ok(Some(difference)) => return Ok(Some(difference)),
                Err(reason) => undecided = undecided.or(Some(reason)),
            }
        }
        undecided.map_or(Ok(None), Err)
    };
    match compare(false, finite) {
        Ok(Some(difference)) => return Verdict::Different(difference),
        Err(reason) => return Verdict::Undecided(reason),
        Ok(None) => {}
    }
    match compare(true, finite) {
        Ok(Some(difference)) => return Verdict::SameBut(Exception::Overflow, Some(difference)),
        Err(reason) => return Verdict::Undecided(reason),
        Ok(None) => {}
    }
    if finite.is_empty() {
        return Verdict::Same;
    }
    match compare(false, &[]) {
        Ok(None) => Verdict::Same,
        Ok(difference) => Verdict::SameBut(Exception::NotFinite, difference),
        Err(_) => Verdict::SameBut(Exception::NotFinite, None),
    }
}

/// An input that goes along both paths and on which they give different results; an error where nobody found out.
fn differ_on(
    table: &mut Table,
    solver: &mut Solver,
    [a, b]: [&PathResult; 2],
    given: &[TermId],
    confirm: Confirm<'_>,
) -> std::result::Result<Option<Difference>, String> {
    if exclude_each_other(table, a, b) {
        return Ok(None);
    }
    let mut undecided = None;
    for (what, differs, is_clear) in differences(table, a, b) {
        let mut asked: Vec<TermId> = given.iter().chain(&a.condition).chain(&b.condition).copied().collect();
        asked.push(differs);
        match solver.check(table, &asked) {
            Answer::Unsat => {}
            Answer::Sat(_) if !is_clear => {
                undecided = undecided.or_else(|| Some(format!("it cannot be told what {what} leads to")));
            }
            Answer::Sat(model) => {
                let difference = Difference { model, what };
                if confirm(table, &difference) {
                    return Ok(Some(difference));
                }
                let unconfirmed = "executing both on the input that was found shows no difference";
                undecided = undecided.or_else(|| Some(unconfirmed.to_owned()));
            }
            Answer::Unknown(reason) => undecided = undecided.or(Some(reason.to_string())),
        }
    }
    undecided.map_or(Ok(None), Err)
}

/// Whether one path demands the opposite of something that the other demands, seen without a solver.
fn exclude_each_other(table: &mut Table, a: &PathResult, b: &PathResult) -> bool {
    let mut simple =
        |terms: &[TermId]| -> Vec<TermId> { terms.iter().map(|&term| table.simplify(term)).collect() };
    let (a, b) = (simple(&a.condition), simple(&b.condition));
    let demanded: FxHashSet<TermId> = a.into_iter().collect();
    b.into_iter().any(|term| {
        let opposite = table.not(term);
        demanded.contains(&table.simplify(opposite))
    })
}

/// Conditions under which two paths give different results, with what differs, and whether that is clear.
fn differences(table: &mut Table, a: &PathResult, b: &PathResult) -> Vec<(String, TermId, bool)> {
    let always = table.boolean(true);
    if a.ending != b.ending {
        return vec![(format!("one is {}, the other {}", a.ending, b.ending), always, true)];
    }
    let mut found = Vec::new();
    let others = b.results.iter().filter(|(name, _)| a.results.iter().all(|(known, _)| known != name));
    for (name, _) in a.results.iter().chain(others) {
        let (left, right) = (named(table, a, name), named(table, b, name));
        if let Some(differs) = differ(table, &left, &right) {
            let is_clear = left != Result::Unclear && right != Result::Unclear;
            found.push((name.clone(), differs, is_clear));
        }
    }
    if a.written.len() != b.written.len() {
        found.push(("how much is written".to_owned(), always, true));
    } else {
        for (left, right) in a.written.iter().zip(&b.written) {
            if let Some(differs) = differ(table, left, right) {
                found.push(("what is written".to_owned(), differs, true));
            }
        }
    }
    found
}

/// A result of a path; a parameter that is no result keeps its value.
fn named(table: &Table, path: &PathResult, name: &str) -> Result {
    let result = path.results.iter().find(|(known, _)| known == name).map(|(_, result)| result.clone());
    result.unwrap_or_else(|| Result::Value(table.symbol_named(name)))
}

/// When two results differ; none: never.
fn differ(table: &mut Table, left: &Result, right: &Result) -> Option<TermId> {
    match (left, right) {
        (Result::Value(Some(left)), Result::Value(Some(right)))
            if table.sort(*left) == table.sort(*right) =>
        {
            let differs = unequal(table, *left, *right);
            let simple = table.simplify(differs);
            (table.as_bool(simple) != Some(false)).then_some(simple)
        }
        (Result::Unclear, _) | (_, Result::Unclear) => Some(table.boolean(true)),
        (left, right) => (left != right).then(|| table.boolean(true)),
    }
}

/// That two values of one sort differ. The sign of a zero and the bits of what is no number make no difference.
fn unequal(table: &mut Table, left: TermId, right: TermId) -> TermId {
    if left == right || !matches!(table.sort(left), Sort::Scalar(Scalar::Float(_))) {
        return table.apply(Op::Ne, &[left, right]);
    }
    let no_numbers = [left, right].map(|value| table.apply(Op::FloatIsNan, &[value]));
    let equal = table.apply(Op::FloatEq, &[left, right]);
    let neither = table.and(&no_numbers);
    let same = table.or(&[equal, neither]);
    table.not(same)
}
