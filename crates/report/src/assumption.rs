//! What a verdict assumes. The names and the words stand here and nowhere else.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::escape::line;

/// Something that a verdict assumes and that need not hold where the program runs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Assumption {
    /// A condition that the program's text or the user states.
    Precondition(String),
    /// What a pointer of the caller leads to.
    Pointer {
        /// Its name.
        name: String,
        /// What it leads to.
        target: PointerTarget,
    },
    /// Pointers in an object of the caller are null.
    InnerPointersNull(String),
    /// Pointers in a variable that outlives calls have their first values.
    PointersInitial(String),
    /// Different pointers of the caller lead to different objects, which are no variables of the program.
    NoAliasing,
    /// Pointers of the caller are not null.
    NotNull,
    /// An array of the caller has room for all elements that are used.
    Room(String),
    /// Sizes that the argument decides about were chosen.
    ChosenSize {
        /// Of which parameter.
        name: String,
        /// The elements of each dimension, or the characters.
        size: i64,
    },
    /// An optional parameter has an argument.
    ArgumentPresent(String),
    /// What a program is started with.
    ProgramArguments {
        /// How many arguments there are.
        count: usize,
        /// How many of them have unknown characters.
        unknown: usize,
    },
    /// There is no environment.
    NoEnvironment,
    /// The input has all numbers that are read without a look at what the reading function returns.
    CompleteInput,
    /// Storage of up to 16 GiB can always be allocated.
    Allocation,
    /// Reals are exact numbers.
    ExactReals,
    /// Integers never leave the range of their types.
    UnboundedIntegers,
    /// A quotient that compilers cut off is rounded down.
    RoundedDown {
        /// The division as it is written.
        quotient: String,
        /// Where it stands.
        at: Location,
    },
    /// What a function does that is not defined.
    UnknownFunction {
        /// Its name.
        name: String,
        /// What it is assumed to do.
        effect: UnknownEffect,
        /// Where it is called.
        at: Location,
    },
    /// What a pointer leads to that a function returns that is not defined.
    ReturnedPointer {
        /// The function.
        function: String,
        /// What it leads to, unless it is null.
        target: PointerTarget,
    },
    /// Something else that a method states about itself.
    Other(String),
}

/// A location as it is shown: file, line and column.
pub type Location = String;

/// What a pointer of the caller leads to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PointerTarget {
    /// Nothing: it is null.
    Null,
    /// One object.
    Object,
    /// So many elements.
    Elements(u64),
    /// As many elements as it is declared to have, of which no more than the first ones are used.
    Declared(u64),
    /// A string of at most so many characters.
    String(u64),
    /// A function.
    Function,
}

/// What a function is assumed to do whose body is not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnknownEffect {
    /// It returns any value, and may change all that it can reach.
    Forgets,
    /// It returns any value and changes nothing.
    Pure,
}

impl Assumption {
    /// The stable name of its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Assumption::Precondition(_) => "precondition",
            Assumption::Pointer { .. } => "pointer-target",
            Assumption::InnerPointersNull(_) => "inner-pointers-null",
            Assumption::PointersInitial(_) => "pointers-initial",
            Assumption::NoAliasing => "no-aliasing",
            Assumption::NotNull => "not-null",
            Assumption::Room(_) => "room",
            Assumption::ChosenSize { .. } => "chosen-size",
            Assumption::ArgumentPresent(_) => "argument-present",
            Assumption::ProgramArguments { .. } => "program-arguments",
            Assumption::NoEnvironment => "no-environment",
            Assumption::CompleteInput => "complete-input",
            Assumption::Allocation => "allocation-succeeds",
            Assumption::ExactReals => "exact-reals",
            Assumption::UnboundedIntegers => "unbounded-integers",
            Assumption::RoundedDown { .. } => "division-rounds-down",
            Assumption::UnknownFunction { .. } => "unknown-function",
            Assumption::ReturnedPointer { .. } => "returned-pointer",
            Assumption::Other(_) => "other",
        }
    }

    /// Where it was relied on, if it is about one place.
    pub fn place(&self) -> Option<&str> {
        match self {
            Assumption::RoundedDown { at, .. } | Assumption::UnknownFunction { at, .. } => Some(at),
            Assumption::Precondition(_)
            | Assumption::Pointer { .. }
            | Assumption::InnerPointersNull(_)
            | Assumption::PointersInitial(_)
            | Assumption::NoAliasing
            | Assumption::NotNull
            | Assumption::Room(_)
            | Assumption::ChosenSize { .. }
            | Assumption::ArgumentPresent(_)
            | Assumption::ProgramArguments { .. }
            | Assumption::NoEnvironment
            | Assumption::CompleteInput
            | Assumption::Allocation
            | Assumption::ExactReals
            | Assumption::UnboundedIntegers
            | Assumption::ReturnedPointer { .. }
            | Assumption::Other(_) => None,
        }
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assumption::Precondition(condition) => write!(f, "{condition} (required)"),
            Assumption::Pointer { name, target } => write!(f, "{name} {target}"),
            Assumption::InnerPointersNull(name) => write!(f, "pointers in what {name} leads to are null"),
            Assumption::PointersInitial(name) => write!(f, "pointers in {name} have their first values"),
            Assumption::NoAliasing => f.write_str(
                "pointers of the caller lead to different objects, apart from the program's variables",
            ),
            Assumption::NotNull => f.write_str("pointers of the caller are not null"),
            Assumption::Room(name) => write!(f, "{name} has room for all elements that are used"),
            Assumption::ChosenSize { name, size } => write!(f, "{name} has the size {size}"),
            Assumption::ArgumentPresent(name) => write!(f, "the optional argument {name} is there"),
            Assumption::ProgramArguments { count, unknown } => arguments(*count, *unknown, f),
            Assumption::NoEnvironment => f.write_str("there are no environment variables"),
            Assumption::CompleteInput => {
                f.write_str("the input has every number that scanf reads where its result is not used")
            }
            Assumption::Allocation => f.write_str("storage can always be allocated"),
            Assumption::ExactReals => f.write_str("reals are exact: no rounding, no infinity, no NaN"),
            Assumption::UnboundedIntegers => f.write_str("integers do not overflow"),
            Assumption::RoundedDown { quotient, at } => {
                write!(
                    f,
                    "{quotient} at {at} is rounded down; compilers round towards zero (--division truncate)"
                )
            }
            Assumption::UnknownFunction { name, effect, at } => {
                let what = match effect {
                    UnknownEffect::Forgets => {
                        "changes only what its arguments and variables that are not static lead to"
                    }
                    UnknownEffect::Pure => "changes nothing",
                };
                write!(f, "{name}, called at {at} and not defined, {what}")
            }
            Assumption::ReturnedPointer { function, target } => {
                write!(f, "what {function} returns is null or {target} that nothing else leads to")
            }
            Assumption::Other(text) => f.write_str(text),
        }
    }
}

fn arguments(count: usize, unknown: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let plural = if count == 1 { "argument" } else { "arguments" };
    match (count, unknown) {
        (0, _) => f.write_str("the program is started without arguments"),
        (_, 0) => write!(f, "the program is started with the given {count} {plural}"),
        _ => write!(f, "the program is started with {count} {plural} of the given lengths"),
    }
}

impl fmt::Display for PointerTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PointerTarget::Null => f.write_str("is null"),
            PointerTarget::Object => f.write_str("leads to one object"),
            PointerTarget::Elements(1) => f.write_str("leads to 1 element"),
            PointerTarget::Elements(count) => write!(f, "leads to {count} elements"),
            PointerTarget::Declared(most) => {
                write!(f, "leads to as many elements as declared, of which at most the first {most} are used")
            }
            PointerTarget::Function => f.write_str("leads to a function outside of the program"),
            PointerTarget::String(most) => write!(f, "leads to a string of at most {most} characters"),
        }
    }
}

impl Serialize for Assumption {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Assumption", 3)?;
        object.serialize_field("kind", self.kind())?;
        object.serialize_field("text", &self.to_string())?;
        match self.place() {
            Some(place) => object.serialize_field("place", place)?,
            None => object.skip_field("place")?,
        }
        object.end()
    }
}

/// One line for each assumption, as it follows a verdict.
pub(crate) fn lines(assumptions: &[Assumption]) -> impl Iterator<Item = String> {
    assumptions.iter().map(|assumption| format!("assumed: {}", line(&assumption.to_string())))
}
