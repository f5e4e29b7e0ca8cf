//! The names of choices that the session offers.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sextant_session::{
    Arithmetic, Crossing, LoopDepth, Rounding, Strategy, Style, SubscriptTreatment, Syntax,
};
use sextant_suites::{Cover, Manner};

/// Choices, each with its name and what it is.
type Choices<T> = &'static [(&'static str, T, &'static str)];

/// Reads the name of a choice.
pub fn one_of<T: Copy + Send + Sync + 'static>(choices: Choices<T>) -> impl TypedValueParser<Value = T> {
    let names = choices.iter().map(|(name, _, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).map(|name| {
        let chosen = choices.iter().find(|(known, ..)| *known == name);
        chosen.expect("only these names are accepted").1
    })
}

/// What becomes of counted loops.
pub const CROSSINGS: Choices<Crossing> = &[
    ("unroll", Crossing::Unroll, "They are gone round pass by pass"),
    ("summarise", Crossing::Summarise, "They are crossed wherever a closed form can be said"),
    ("auto", Crossing::Auto, "They are crossed unless the number of passes is a small constant"),
];

/// How deep `cost` looks at loops.
pub const CENSUSES: Choices<LoopDepth> = &[
    ("none", LoopDepth::None, "Not at all"),
    ("trips", LoopDepth::Trips, "Trip counts"),
    ("bodies", LoopDepth::Bodies, "Trip counts and closed forms of bodies"),
];

/// Notations of terms.
pub const NOTATIONS: Choices<Style> = &[
    ("text", Style::Text, "The project's own"),
    ("sympy", Style::Sympy, "Python with SymPy"),
    ("maxima", Style::Maxima, "Maxima"),
    ("mathematica", Style::Mathematica, "Mathematica"),
    ("latex", Style::Latex, "LaTeX"),
    ("smtlib", Style::Smtlib, "SMT-LIB 2"),
];

/// Languages.
pub const LANGUAGES: Choices<Syntax> = &[
    ("pli", Syntax::Pli, "PL/I"),
    ("fortran", Syntax::Fortran, "Fortran, fixed or free form by the file's ending"),
    ("c", Syntax::C, "C"),
    ("flow", Syntax::Flow, "The text form of flow graphs"),
];

/// Arithmetic policies.
pub const ARITHMETICS: Choices<Arithmetic> = &[
    ("ideal", Arithmetic::Ideal, "All integers, exact reals"),
    ("machine", Arithmetic::Machine, "Integers that fit their type, with overflow as an error; IEEE floats"),
];

/// Rounding rules.
pub const DIVISIONS: Choices<Rounding> =
    &[("floor", Rounding::Floor, "Towards minus infinity"), ("truncate", Rounding::Truncate, "Towards zero")];

/// Strategies.
pub const STRATEGIES: Choices<Strategy> = &[
    ("depth-first", Strategy::DepthFirst, "The newest state first, in bands so that short paths come first"),
    ("breadth-first", Strategy::BreadthFirst, "The oldest state first"),
    ("random", Strategy::Random, "Any state"),
    ("coverage-first", Strategy::CoverageFirst, "States that take a branch nobody took yet"),
];

/// Treatments of symbolic subscripts.
pub const SUBSCRIPTS: Choices<SubscriptTreatment> = &[
    ("conditional", SubscriptTreatment::Conditional, "The element is a conditional value"),
    ("cases", SubscriptTreatment::Cases, "A case for each element that may be meant"),
    (
        "undetermined",
        SubscriptTreatment::Undetermined,
        "The element is undetermined, after an assignment the whole array",
    ),
];

/// What is to be covered.
pub const COVERS: Choices<Cover> = &[
    ("statements", Cover::Statements, "Every statement"),
    ("branches", Cover::Branches, "Every way out of every branch"),
    ("conditions", Cover::Conditions, "Every condition both ways"),
    ("mcdc", Cover::Mcdc, "Every condition, shown to decide by itself"),
    ("paths", Cover::Paths, "Every path"),
];

/// How inputs are looked for.
pub const MANNERS: Choices<Manner> = &[
    ("symbolic", Manner::Symbolic, "Question by question, both sides"),
    ("concolic", Manner::Concolic, "By runs on data whose branches are turned one by one"),
    ("both", Manner::Both, "In turn"),
];
