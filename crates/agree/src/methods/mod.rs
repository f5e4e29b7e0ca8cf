//! The methods, each put to the same test: its answer, instantiated, is what ordinary execution does.

mod algebra;
mod checks;
mod compare;
mod forward;
mod prove;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::Duration;

use sextant_session::{Diagnostics, Interrupt, Sources};

use crate::notation::{evaluate, shown};
use crate::{Answer, Case, Datum, Outcome, same_value};

/// A method of the tool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Method {
    /// `sextant paths`: the row whose condition the input satisfies gives the result.
    Paths,
    /// `sextant tree`: so does the leaf.
    Tree,
    /// `sextant trace --data`: the actual values, the path condition and the symbolic ones.
    Trace,
    /// `sextant check`: no input fails where all is proved, and every input shown fails.
    Check,
    /// `sextant tests`: every recorded outcome.
    Tests,
    /// `sextant summary --given`.
    Summary,
    /// `sextant prove`: results that are claimed are proved, and wrong claims are refuted.
    Prove,
    /// `sextant back --to LINE`: the condition holds for the inputs that reach the line, and for no other.
    Back,
    /// `sextant passes`: the case whose constraint the input satisfies gives the result.
    Passes,
    /// `sextant compare`: equal to itself, and different from a mutant that some input tells apart.
    Compare,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 10] = [
        Method::Paths,
        Method::Tree,
        Method::Trace,
        Method::Check,
        Method::Tests,
        Method::Summary,
        Method::Prove,
        Method::Back,
        Method::Passes,
        Method::Compare,
    ];

    /// The name of the command.
    pub fn name(self) -> &'static str {
        match self {
            Method::Paths => "paths",
            Method::Tree => "tree",
            Method::Trace => "trace",
            Method::Check => "check",
            Method::Tests => "tests",
            Method::Summary => "summary",
            Method::Prove => "prove",
            Method::Back => "back",
            Method::Passes => "passes",
            Method::Compare => "compare",
        }
    }

    /// What the method says of a case. A method that goes on beyond its time limit is asked to stop, then left alone.
    pub fn ask(self, case: &Case) -> Answer {
        let (sender, receiver) = mpsc::channel();
        let interrupt = Interrupt::new();
        let mut asked = case.clone();
        asked.options.interrupt = interrupt.clone();
        let work = move || {
            let answer = catch_unwind(AssertUnwindSafe(|| self.answer(&asked)));
            // Nobody waits any more where the time is over.
            sender.send(answer.unwrap_or_else(|panic| Answer::Wrong(panicked(&*panic)))).ok();
        };
        if let Err(error) = std::thread::Builder::new().stack_size(STACK).spawn(work) {
            return Answer::Unread(error.to_string());
        }
        let limit = case.options.timeout.unwrap_or_default() * 4 + GRACE;
        receiver.recv_timeout(limit).unwrap_or_else(|_| {
            interrupt.ask();
            Answer::Undecided("it goes on beyond its time limit".to_owned())
        })
    }

    fn answer(self, case: &Case) -> Answer {
        match self {
            Method::Paths => forward::paths(case),
            Method::Tree => forward::tree(case),
            Method::Trace => forward::trace(case),
            Method::Check => checks::check(case),
            Method::Tests => checks::tests(case),
            Method::Summary => algebra::summary(case),
            Method::Prove => prove::prove(case),
            Method::Back => algebra::back(case),
            Method::Passes => algebra::passes(case),
            Method::Compare => compare::compare(case),
        }
    }
}

/// What the thread of a method may use.
const STACK: usize = 64 << 20;
/// Some methods ask several times, or stop late.
const GRACE: Duration = Duration::from_secs(10);

fn panicked(panic: &(dyn Any + Send)) -> String {
    let what = panic.downcast_ref::<String>().cloned();
    let what = what.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    format!("panic: {}", what.unwrap_or_default())
}

/// The messages of a refusal, without their places.
fn refusal(problem: &(Diagnostics, Sources)) -> String {
    let messages: Vec<String> = problem.0.sorted().iter().map(|one| one.message.clone()).collect();
    messages.join("; ")
}

/// A returned value beside that of ordinary execution.
fn returned(case: &Case, input: &[Datum], outcome: &Outcome, value: &str) -> Answer {
    match outcome {
        Outcome::Returned(expected) if same_value(expected, value) => Answer::Agrees,
        // Ideal arithmetic leaves a function of analysis as it is: both sides are evaluated in the same way.
        Outcome::Returned(expected)
            if evaluate(expected, &case.environment(input))
                .is_ok_and(|expected| same_value(&shown(&expected), value)) =>
        {
            Answer::Agrees
        }
        Outcome::Returned(expected) => {
            Answer::Wrong(format!("{} returns {value} instead of {expected}", case.call(input)))
        }
        Outcome::Error(what) => {
            Answer::Wrong(format!("{} returns {value} instead of {what}", case.call(input)))
        }
        Outcome::Other(_) => Answer::Agrees,
    }
}

/// An error beside what ordinary execution does; `what` is compared if there is something.
fn failed(case: &Case, input: &[Datum], outcome: &Outcome, what: &str, exact: bool) -> Answer {
    match outcome {
        Outcome::Error(expected) if !exact || expected == what => Answer::Agrees,
        Outcome::Error(expected) | Outcome::Returned(expected) => {
            Answer::Wrong(format!("{} ends with {what} instead of {expected}", case.call(input)))
        }
        Outcome::Other(_) => Answer::Agrees,
    }
}
