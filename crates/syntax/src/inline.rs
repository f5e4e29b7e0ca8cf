//! What putting calls in line needs, on trees and on graphs alike: names and variables of the called procedure among
//! those of the caller.

use sextant_base::IdVec;

use crate::{Place, Storage, VarId, Variable};

/// The variable of a caller that is the same storage as one of the called procedure.
pub fn shared_variable(variables: &IdVec<VarId, Variable>, called: &Variable) -> Option<VarId> {
    let shared = matches!(called.storage, Storage::External(_) | Storage::Area(..));
    let same = |own: &Variable| shared && own.storage == called.storage && own.ty == called.ty;
    variables.iter_enumerated().find(|(_, own)| same(own)).map(|(id, _)| id)
}

/// A name that no variable of the caller has, made of those of a procedure and of its variable.
pub fn name_in_line(variables: &IdVec<VarId, Variable>, procedure: &str, name: &str) -> String {
    let taken = |name: &str| variables.iter().any(|other| other.name.eq_ignore_ascii_case(name));
    let stem = format!("{procedure}.{name}");
    if !taken(&stem) {
        return stem;
    }
    (2..).map(|number| format!("{stem}.{number}")).find(|name| !taken(name)).unwrap_or(stem)
}

impl Place {
    /// The same part of another variable.
    pub fn with_base(mut self, variable: VarId) -> Place {
        match &mut self {
            Place::Variable(base) | Place::Element(base, _) => *base = variable,
            Place::Part(part) => part.base = variable,
        }
        self
    }
}
