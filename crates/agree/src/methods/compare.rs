//! `compare`: a program with itself, and with a mutant.

use sextant_report::Equality;

use super::checks::call_on;
use super::refusal;
use crate::case::load;
use crate::mutate::mutants;
use crate::{Answer, Arithmetic, Case, Claims, Expr, Kind, Outcome, Program, Type, same_value};

/// Programs with one change that are compared with the given one, beside the one with another result.
const MUTANTS: usize = 1;

pub(super) fn compare(case: &Case) -> Answer {
    let name = case.name();
    let own = match case.session.compare(&name, &case.session, &name, &case.options) {
        Ok(report) => report,
        Err(problem) => return Answer::Refused(refusal(&problem)),
    };
    let answer = match own.verdict {
        Equality::Equal => Answer::Agrees,
        Equality::Different => return Answer::Wrong(format!("different from itself: {:?}", own.inputs)),
        other => Answer::Undecided(format!("{}: {}", other.word(), own.how)),
    };
    let others = std::iter::once(changed(&case.program)).chain(mutants(&case.program, MUTANTS));
    others.fold(answer, |answer, other| answer.and(mutant(case, &other)))
}

fn mutant(case: &Case, other: &Program) -> Answer {
    let name = case.name();
    let text = case.language.print(other, &Claims::default());
    let session = match load(case.language, &text) {
        Ok(session) => session,
        Err(what) => return Answer::Unread(format!("the mutant: {what}")),
    };
    let report = match case.session.compare(&name, &session, &name, &case.options) {
        Ok(report) => report,
        Err(problem) => return Answer::Refused(refusal(&problem)),
    };
    match report.verdict {
        Equality::Equal => {
            for (input, outcome) in case.runs() {
                let other = case.run(&session, input, &case.options);
                if !same(outcome, &other) {
                    return Answer::Wrong(format!(
                        "equal, but {} gives {outcome:?} and {other:?}; the other program:\n{text}",
                        case.call(input)
                    ));
                }
            }
            Answer::Agrees
        }
        Equality::Different => {
            let input: Vec<(&str, &str)> =
                report.inputs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            let call = call_on(case, &input);
            let outcomes =
                [&*case.session, &session].map(|session| case.run_call(session, &call, &case.options));
            match &outcomes {
                [Outcome::Other(what), _] | [_, Outcome::Other(what)] => Answer::Unread(what.clone()),
                [left, right] if same(left, right) => Answer::Wrong(format!(
                    "different, but {call} gives {left:?} both times; the other program:\n{text}"
                )),
                _ => Answer::Agrees,
            }
        }
        other => Answer::Undecided(format!("{}: {}", other.word(), report.how)),
    }
}

/// Whether two programs do the same; errors are alike wherever they stand.
fn same(left: &Outcome, right: &Outcome) -> bool {
    match (left, right) {
        (Outcome::Returned(left), Outcome::Returned(right)) => same_value(left, right),
        (Outcome::Error(_), Outcome::Error(_)) => true,
        _ => false,
    }
}

/// The program with another result: one more, or the opposite.
fn changed(program: &Program) -> Program {
    let mut program = program.clone();
    let main = &mut program.procedures[0];
    main.result = main.result.take().map(|result| {
        let ty = result.ty;
        let kind = match ty {
            Type::Logical => Kind::Not(Box::new(result)),
            Type::Int { .. } => {
                Kind::Arithmetic(Arithmetic::Add, Box::new(result), Box::new(Expr::int(ty, 1)))
            }
            Type::Real { .. } => {
                let one = Expr { ty, kind: Kind::Quarters(4) };
                Kind::Arithmetic(Arithmetic::Add, Box::new(result), Box::new(one))
            }
        };
        Expr { ty, kind }
    });
    program
}
