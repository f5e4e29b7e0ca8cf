//! A program in one language with inputs, and what ordinary execution does with them.

use std::sync::Arc;
use std::time::Duration;

use dashu_ratio::RBig;
use sextant_base::Random;
use sextant_expr::{FloatKind, Rounding, Value};
use sextant_session::{Arithmetic, LoadError, Options, RunEnd, Session, Syntax};

use crate::{Claims, Datum, Environment, Language, Program, Type, inputs};

/// What ordinary execution does with an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The value that the procedure returns.
    Returned(String),
    /// An error of the program: what and where.
    Error(String),
    /// No answer.
    Other(String),
}

/// What a method says of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// As ordinary execution on all inputs.
    Agrees,
    /// The method does not take the program, and says why.
    Refused(String),
    /// The method takes the program and comes to no end, and says why.
    Undecided(String),
    /// The answer is there, but cannot be put to the test.
    Unread(String),
    /// The answer contradicts ordinary execution.
    Wrong(String),
}

impl Answer {
    /// The worse of two answers about one program.
    #[must_use]
    pub fn and(self, other: Answer) -> Answer {
        let rank = |answer: &Answer| match answer {
            Answer::Agrees => 0,
            Answer::Undecided(_) => 1,
            Answer::Unread(_) => 2,
            Answer::Refused(_) => 3,
            Answer::Wrong(_) => 4,
        };
        if rank(&other) > rank(&self) { other } else { self }
    }

    /// In a word.
    pub fn word(&self) -> &'static str {
        match self {
            Answer::Agrees => "agrees",
            Answer::Refused(_) => "refused",
            Answer::Undecided(_) => "undecided",
            Answer::Unread(_) => "unread",
            Answer::Wrong(_) => "wrong",
        }
    }
}

/// A program in one language.
#[derive(Clone)]
pub struct Case {
    /// The program.
    pub program: Program,
    /// The language.
    pub language: Language,
    /// The program in the language.
    pub text: String,
    /// Inputs.
    pub inputs: Vec<Vec<Datum>>,
    /// The program as it was read.
    pub session: Arc<Session>,
    /// How it is executed.
    pub options: Options,
    /// What ordinary execution does with each input.
    pub outcomes: Vec<Outcome>,
}

/// The time that one question to a method may take. Where solvers may fail to decide, it is of no use to wait; elsewhere an
/// answer is to be had on a busy machine, too.
const PATIENCE: Duration = Duration::from_secs(60);
const PATIENCE_WHERE_HARD: Duration = Duration::from_secs(1);

impl Case {
    /// A program in a language, with as many inputs, executed.
    ///
    /// # Errors
    /// Why the text cannot be read: a defect of the generator or of a front end.
    pub fn new(program: &Program, language: Language, inputs: Vec<Vec<Datum>>) -> Result<Case, String> {
        let text = language.print(program, &Claims::default());
        let session = Arc::new(load(language, &text)?);
        let options = Options {
            timeout: Some(if program.is_hard() { PATIENCE_WHERE_HARD } else { PATIENCE }),
            query_timeout: Duration::from_secs(1),
            ..Options::default()
        };
        let mut case =
            Case { program: program.clone(), language, text, inputs, session, options, outcomes: Vec::new() };
        case.outcomes =
            case.inputs.iter().map(|input| case.run(&case.session, input, &case.options)).collect();
        Ok(case)
    }

    /// Inputs for a program that depend on its seed only.
    pub fn inputs(program: &Program, seed: u64, count: usize) -> Vec<Vec<Datum>> {
        inputs(program, count, &mut Random::new(seed ^ 0x5555))
    }

    /// The name of the examined procedure.
    pub fn name(&self) -> String {
        self.language.procedure(0)
    }

    /// The call on an input.
    pub fn call(&self, input: &[Datum]) -> String {
        let arguments: Vec<String> = input.iter().map(|datum| datum.written(self.language)).collect();
        format!("{}({})", self.name(), arguments.join(", "))
    }

    /// The parameters with their names.
    pub fn parameters(&self) -> Vec<(String, Type)> {
        let main = self.program.main();
        main.parameters().map(|(var, ty)| (self.language.variable(main, var), ty)).collect()
    }

    /// The input as `a = 3, b = 4`.
    pub fn assignments(&self, input: &[Datum]) -> String {
        let written = self.parameters();
        let written = written
            .iter()
            .zip(input)
            .map(|((name, _), datum)| format!("{name} = {}", datum.written(self.language)));
        written.collect::<Vec<_>>().join(", ")
    }

    /// What ordinary execution does with an input.
    pub fn run(&self, session: &Session, input: &[Datum], options: &Options) -> Outcome {
        self.run_call(session, &self.call(input), options)
    }

    /// What ordinary execution does with a call.
    pub fn run_call(&self, session: &Session, call: &str, options: &Options) -> Outcome {
        let call = match session.call(call, options) {
            Ok(call) => call,
            Err(refusal) => return Outcome::Other(refusal.0.render(&refusal.1, false)),
        };
        let report = session.run(&call, options, |_| {});
        let returned = report.outputs.iter().find(|(name, _)| name == "return");
        match (report.end, returned) {
            (RunEnd::Finished, Some((_, value))) => Outcome::Returned(value.to_string()),
            (RunEnd::Error, _) => Outcome::Error(report.detail.unwrap_or_default()),
            _ => Outcome::Other(format!("{} {}", report.status, report.detail.unwrap_or_default())),
        }
    }

    /// The options with integers and reals of the machine.
    pub fn on_machine(&self) -> Options {
        Options { arithmetic: Some(Arithmetic::Machine), ..self.options.clone() }
    }

    /// Whether integers and reals are those of the machine.
    fn is_machine(&self) -> bool {
        self.language == Language::C || self.options.arithmetic == Some(Arithmetic::Machine)
    }

    /// The values of the names that reports speak of.
    pub fn environment(&self, input: &[Datum]) -> Environment {
        let division = match self.language {
            Language::Pli if !self.is_machine() => Rounding::Floor,
            _ => Rounding::Truncate,
        };
        let values = self.parameters().into_iter().zip(input);
        let values =
            values.map(|((name, ty), datum)| (name.to_lowercase(), self.value(*datum, ty))).collect();
        Environment { values, division }
    }

    fn value(&self, datum: Datum, ty: Type) -> Value {
        match (datum, ty) {
            (Datum::Int(value), _) => Value::Int(value.into()),
            (Datum::Logical(value), _) if self.language == Language::C => Value::Int(u8::from(value).into()),
            (Datum::Logical(value), _) => Value::Bool(value),
            (Datum::Quarters(quarters), Type::Real { bits: 32 }) if self.is_machine() => {
                Value::Float(FloatKind::Single, u64::from((quarters as f32 / 4.0).to_bits()))
            }
            (Datum::Quarters(quarters), _) if self.is_machine() => {
                Value::Float(FloatKind::Double, (quarters as f64 / 4.0).to_bits())
            }
            (Datum::Quarters(quarters), _) => Value::Real(RBig::from(quarters) / RBig::from(4)),
        }
    }

    /// Inputs with their outcomes.
    pub fn runs(&self) -> impl Iterator<Item = (&[Datum], &Outcome)> {
        self.inputs.iter().map(Vec::as_slice).zip(&self.outcomes)
    }

    /// Whether ordinary execution answers on every input.
    pub fn is_answered(&self) -> bool {
        !self.outcomes.iter().any(|outcome| matches!(outcome, Outcome::Other(_)))
    }

    /// The same program with claims.
    ///
    /// # Errors
    /// Why the text cannot be read.
    pub fn claiming(&self, claims: &Claims) -> Result<(String, Session), String> {
        let text = self.language.print(&self.program, claims);
        load(self.language, &text).map(|session| (text, session))
    }
}

/// Reads a text.
pub(crate) fn load(language: Language, text: &str) -> Result<Session, String> {
    let syntax = match language {
        Language::C => Syntax::C,
        Language::Fortran => Syntax::Fortran,
        Language::Pli => Syntax::Pli,
    };
    Session::from_texts(vec![(language.file().to_owned(), text.to_owned())], syntax).map_err(|error| {
        match error {
            LoadError::Text(problem) => problem.0.render(&problem.1, false),
            other => other.to_string(),
        }
    })
}
