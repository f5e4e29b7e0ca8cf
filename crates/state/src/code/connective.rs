//! Connectives: `.AND.`, `.OR.`, implication.

use super::{Binary, Reg};

/// A connective, whose right operand counts only where the left one does not settle it. Languages other than C leave
/// open whether the right operand is computed; compilers do not compute it, and programs rely on that.
///
/// A left operand that depends on symbols is not asked about: both operands are computed and put together, which
/// makes no further path. Only if the right operand could fail does the machine go back and ask
/// ([`ProcedureCode::guard`](super::ProcedureCode::guard)), so that the right operand is computed only where it counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Connective {
    /// `And`, `Or` or `Implies`.
    pub op: Binary,
    /// The slot of the result.
    pub to: u32,
    pub left: Reg,
    pub right: Reg,
    /// A slot that tells whether the left operand is known.
    pub asked: u32,
    /// The first of its instructions.
    pub start: u32,
    /// The instruction after its last one.
    pub past: u32,
}

impl Connective {
    /// The left operand that settles it.
    pub fn settles(self) -> bool {
        self.op == Binary::Or
    }

    /// What it gives then.
    pub fn settled(self) -> bool {
        self.op != Binary::And
    }
}
