//! Conditions in the form the linear layer works on.

use std::sync::Arc;

use sextant_expr::{Number, TermId};

use super::delta::Delta;
use super::simplex::Variable;

/// How far the values of the tableau vouch for a condition, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) enum Trust {
    /// The condition holds under the model made of the values.
    #[default]
    Sure,
    /// It does if no value has an infinitesimal part.
    UnlessInfinitesimal,
    /// It must be evaluated: some part of it is only approximated.
    Unsure,
}

/// A condition and how far its values can be trusted.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    pub kind: Kind,
    pub trust: Trust,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Constant(bool),
    /// Bounds of a variable.
    Bounds {
        variable: Variable,
        lower: Option<Delta>,
        upper: Option<Delta>,
    },
    /// A value the variable must not have.
    Differs {
        variable: Variable,
        value: Number,
    },
    /// The truth of a Bool term that is not looked into.
    Truth {
        atom: TermId,
        value: bool,
    },
    /// A conjunction.
    All(Vec<Arc<Formula>>),
    /// A disjunction of conjunctions.
    Any(Vec<Vec<Arc<Formula>>>),
}

impl Formula {
    pub fn new(kind: Kind, trust: Trust) -> Arc<Self> {
        Arc::new(Self { kind, trust })
    }

    pub fn constant(value: bool) -> Arc<Self> {
        Self::new(Kind::Constant(value), Trust::Sure)
    }

    pub fn all(parts: Vec<Arc<Formula>>) -> Arc<Self> {
        let trust = parts.iter().map(|part| part.trust).max().unwrap_or(Trust::Sure);
        Self::new(Kind::All(parts), trust)
    }

    pub fn any(alternatives: Vec<Vec<Arc<Formula>>>) -> Arc<Self> {
        let parts = alternatives.iter().flatten().map(|part| part.trust);
        let trust = parts.max().unwrap_or(Trust::Sure).max(Trust::UnlessInfinitesimal);
        Self::new(Kind::Any(alternatives), trust)
    }
}
