//! What a user types about a program: calls such as `SEARCH(A(1:5), 1, "N", FOUND, J)`.

use sextant_base::Span;

use crate::Expr;

/// A call as EFFIGY writes it.
#[derive(Clone, PartialEq, Debug)]
pub struct CallText {
    /// The name as written.
    pub procedure: String,
    /// Where it stands.
    pub procedure_span: Span,
    /// The arguments in order.
    pub arguments: Vec<CallArgument>,
}

/// An argument of a [`CallText`].
#[derive(Clone, PartialEq, Debug)]
pub enum CallArgument {
    /// A number: an expression over constants and symbols.
    Value(Expr),
    /// A variable of the caller, with the bounds of an array if they are written.
    Variable {
        /// The name as written.
        name: String,
        /// `low:high` of each dimension of an array, expressions over constants and symbols; empty if not written.
        bounds: Vec<(Expr, Expr)>,
        /// The length of a text or of the elements of an array of texts, if it is written: `NAME*5`.
        length: Option<Expr>,
        /// Values given with `= value` or, for the elements of an array, `= (value, …)`.
        values: Vec<Expr>,
        /// Where it stands.
        span: Span,
    },
    /// No argument: an optional parameter stays without one.
    Absent(Span),
}
