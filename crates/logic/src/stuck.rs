//! What methods cannot express, and the sorts of what they can.

use sextant_base::Span;
use sextant_expr::{Scalar, Sort};
use sextant_syntax::Type;

/// Something a method cannot express.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stuck {
    /// Where.
    pub span: Span,
    /// What.
    pub what: String,
}

impl Stuck {
    /// Something a method cannot express.
    pub fn unsupported(span: Span, what: impl Into<String>) -> Stuck {
        Stuck { span, what: what.into() }
    }
}

/// The sort of the values of a type, of an array: of the whole array.
pub fn sort_of(ty: &Type, span: Span) -> Result<Sort, Stuck> {
    let scalar = match ty.scalar() {
        Type::Int(_) => Scalar::Int,
        Type::Logical => Scalar::Bool,
        Type::Real(_) => Scalar::Real,
        Type::Pointer(_) | Type::Block(_) => {
            return Err(Stuck::unsupported(span, "storage addressed by bytes"));
        }
        Type::Text(_) => return Err(Stuck::unsupported(span, "texts")),
        Type::Complex(_) => return Err(Stuck::unsupported(span, "complex numbers")),
        Type::Record(_) => return Err(Stuck::unsupported(span, "records")),
        Type::Handle(_) => return Err(Stuck::unsupported(span, "storage that is allocated or pointed to")),
        Type::Procedure => return Err(Stuck::unsupported(span, "procedures as values")),
        _ => return Err(Stuck::unsupported(span, "values of this type")),
    };
    Ok(if ty.is_array() { Sort::Array(scalar) } else { Sort::Scalar(scalar) })
}
