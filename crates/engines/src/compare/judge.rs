//! Pairs of paths.

use sextant_base::Interrupt;
use sextant_expr::{Op, Table, TermId};
use sextant_solver::{Answer, Model, Solver};

/// What a path gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Result {
    /// A value, or none.
    Value(Option<TermId>),
    /// Something that is compared as it is: a text that is written, the kind of an error.
    Text(String),
}

/// One path of a procedure, with terms of a common table.
#[derive(Clone, Debug)]
pub struct PathResult {
    /// The conjuncts of its condition.
    pub condition: Vec<TermId>,
    /// How it ends: a word, and the kind of an error.
    pub ending: String,
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

/// What came of a comparison.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No pair of paths differs.
    Same,
    /// An input on which they differ.
    Different(Difference),
    /// The solver gave up on a pair.
    Undecided(String),
}

/// Compares all pairs of paths.
pub fn judge(
    table: &mut Table,
    solver: &mut Solver,
    left: &[PathResult],
    right: &[PathResult],
    interrupt: &Interrupt,
) -> Verdict {
    let mut undecided = None;
    for a in left {
        for b in right {
            if interrupt.should_stop() {
                return Verdict::Undecided("time ran out".to_owned());
            }
            let mut conditions: Vec<TermId> = a.condition.clone();
            conditions.extend_from_slice(&b.condition);
            for (what, differs) in differences(table, a, b) {
                let mut asked = conditions.clone();
                asked.push(differs);
                match solver.check(table, &asked) {
                    Answer::Unsat => {}
                    Answer::Sat(model) => return Verdict::Different(Difference { model, what }),
                    Answer::Unknown(reason) => undecided = undecided.or(Some(reason.to_string())),
                }
            }
        }
    }
    undecided.map_or(Verdict::Same, Verdict::Undecided)
}

/// Conditions under which two paths give different results, with what differs.
fn differences(table: &mut Table, a: &PathResult, b: &PathResult) -> Vec<(String, TermId)> {
    let always = table.boolean(true);
    if a.ending != b.ending {
        return vec![(format!("one is {}, the other {}", a.ending, b.ending), always)];
    }
    let mut found = Vec::new();
    for (name, left) in &a.results {
        let right = b.results.iter().find(|(other, _)| other == name).map(|(_, result)| result);
        let right = right.cloned().unwrap_or(Result::Value(None));
        if let Some(differs) = differ(table, left, &right) {
            found.push((name.clone(), differs));
        }
    }
    if a.written.len() != b.written.len() {
        found.push(("how much is written".to_owned(), always));
    } else {
        for (left, right) in a.written.iter().zip(&b.written) {
            if let Some(differs) = differ(table, left, right) {
                found.push(("what is written".to_owned(), differs));
            }
        }
    }
    found
}

/// When two results differ; none: never.
fn differ(table: &mut Table, left: &Result, right: &Result) -> Option<TermId> {
    match (left, right) {
        (Result::Value(Some(left)), Result::Value(Some(right)))
            if table.sort(*left) == table.sort(*right) =>
        {
            let differs = table.apply(Op::Ne, &[*left, *right]);
            let simple = table.simplify(differs);
            (table.as_bool(simple) != Some(false)).then_some(simple)
        }
        (left, right) => (left != right).then(|| table.boolean(true)),
    }
}
