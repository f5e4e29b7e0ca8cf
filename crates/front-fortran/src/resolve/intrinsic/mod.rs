//! Functions and subroutines of the language: which there are, and their arguments by position or keyword.

mod derived;
mod inquiry;
mod number;
mod rearrange;
mod subroutine;
mod text;
mod transform;
mod wrapper;

use sextant_base::Span;
use sextant_syntax::{Expr, StmtKind, Type};

use super::Resolver;
use super::build;
use super::operators::describe;
use crate::raw::{self, ArgumentValue};

/// What a function is given, in the order of its dummies.
pub(crate) type Given = Vec<Option<Expr>>;

/// The names of the dummy arguments of a function of the language; `...` stands for any number of them.
fn parameters(upper: &str) -> Option<&'static [&'static str]> {
    Some(match upper {
        "ABS" | "IABS" | "DABS" | "CABS" | "CDABS" | "ZABS" => &["A"],
        "SQRT" | "DSQRT" | "CSQRT" | "CDSQRT" | "ZSQRT" | "EXP" | "DEXP" | "CEXP" | "CDEXP" | "ZEXP"
        | "LOG" | "ALOG" | "DLOG" | "CLOG" | "CDLOG" | "ZLOG" | "LOG10" | "ALOG10" | "DLOG10" | "SIN"
        | "DSIN" | "CSIN" | "CDSIN" | "ZSIN" | "COS" | "DCOS" | "CCOS" | "CDCOS" | "ZCOS" | "TAN"
        | "DTAN" | "ASIN" | "DASIN" | "ACOS" | "DACOS" | "DATAN" | "SINH" | "DSINH" | "COSH" | "DCOSH"
        | "TANH" | "DTANH" | "ERF" | "DERF" | "ERFC" | "DERFC" | "GAMMA" | "DGAMMA" | "LOG_GAMMA"
        | "ALGAMA" | "DLGAMA" => &["X"],
        "ATAN" => &["Y", "X"],
        "ATAN2" | "DATAN2" => &["Y", "X"],
        "HYPOT" => &["X", "Y"],
        "INT" | "AINT" | "ANINT" | "NINT" | "FLOOR" | "CEILING" | "REAL" => &["A", "KIND"],
        "IFIX" | "IDINT" | "INT2" | "INT8" | "FLOAT" | "SNGL" | "DBLE" | "DFLOAT" | "DREAL" | "DINT"
        | "DNINT" | "IDNINT" | "FLOATI" => &["A"],
        "CMPLX" => &["X", "Y", "KIND"],
        "DCMPLX" | "COMPLEX" => &["X", "Y"],
        "AIMAG" | "DIMAG" | "IMAG" | "IMAGPART" | "REALPART" | "CONJG" | "DCONJG" => &["Z"],
        "MOD" | "AMOD" | "DMOD" | "MODULO" => &["A", "P"],
        "SIGN" | "ISIGN" | "DSIGN" => &["A", "B"],
        "DIM" | "IDIM" | "DDIM" | "DPROD" => &["X", "Y"],
        "MAX" | "MAX0" | "AMAX0" | "AMAX1" | "DMAX1" | "MAX1" | "MIN" | "MIN0" | "AMIN0" | "AMIN1"
        | "DMIN1" | "MIN1" => &["..."],
        "LEN" => &["STRING", "KIND"],
        "LEN_TRIM" | "TRIM" | "ADJUSTL" | "ADJUSTR" => &["STRING", "KIND"],
        "ICHAR" | "IACHAR" => &["C", "KIND"],
        "CHAR" | "ACHAR" => &["I", "KIND"],
        "INDEX" => &["STRING", "SUBSTRING", "BACK", "KIND"],
        "SCAN" | "VERIFY" => &["STRING", "SET", "BACK", "KIND"],
        "REPEAT" => &["STRING", "NCOPIES"],
        "LGE" | "LGT" | "LLE" | "LLT" => &["STRING_A", "STRING_B"],
        "MERGE" => &["TSOURCE", "FSOURCE", "MASK"],
        "LOGICAL" => &["L", "KIND"],
        "KIND" | "HUGE" | "TINY" | "EPSILON" | "PRECISION" | "RANGE" | "DIGITS" | "MAXEXPONENT"
        | "MINEXPONENT" | "RADIX" | "BIT_SIZE" => &["X"],
        "SELECTED_INT_KIND" => &["R"],
        "SELECTED_REAL_KIND" => &["P", "R"],
        "EXPONENT" | "FRACTION" | "SPACING" | "RRSPACING" => &["X"],
        "NEAREST" => &["X", "S"],
        "SCALE" | "SET_EXPONENT" => &["X", "I"],
        "PRESENT" => &["A"],
        "ALLOCATED" => &["ARRAY"],
        "ASSOCIATED" => &["POINTER", "TARGET"],
        "NULL" => &["MOLD"],
        "SIZE" | "LBOUND" | "UBOUND" => &["ARRAY", "DIM", "KIND"],
        "SHAPE" => &["SOURCE", "KIND"],
        "SUM" | "PRODUCT" | "MAXVAL" | "MINVAL" => &["ARRAY", "DIM", "MASK"],
        "MAXLOC" | "MINLOC" => &["ARRAY", "DIM", "MASK", "KIND", "BACK"],
        "COUNT" | "ANY" | "ALL" => &["MASK", "DIM"],
        "NORM2" => &["X"],
        "DOT_PRODUCT" => &["VECTOR_A", "VECTOR_B"],
        "MATMUL" => &["MATRIX_A", "MATRIX_B"],
        "TRANSPOSE" => &["MATRIX"],
        "RESHAPE" => &["SOURCE", "SHAPE", "PAD", "ORDER"],
        "SPREAD" => &["SOURCE", "DIM", "NCOPIES"],
        "PACK" => &["ARRAY", "MASK", "VECTOR"],
        "UNPACK" => &["VECTOR", "MASK", "FIELD"],
        "CSHIFT" => &["ARRAY", "SHIFT", "DIM"],
        "EOSHIFT" => &["ARRAY", "SHIFT", "BOUNDARY", "DIM"],
        "TRANSFER" => &["SOURCE", "MOLD", "SIZE"],
        "COMMAND_ARGUMENT_COUNT" | "IARGC" | "SECOND" | "TIME" | "CPU_TIME_FUNCTION" => &[],
        "FINDLOC" => &["ARRAY", "VALUE", "DIM", "MASK", "KIND", "BACK"],
        "IALL" | "IANY" | "IPARITY" => &["ARRAY", "DIM", "MASK"],
        "PARITY" => &["MASK", "DIM"],
        "STORAGE_SIZE" => &["A", "KIND"],
        "NEW_LINE" => &["A"],
        _ => {
            let of_bits = number::bit_function(upper).map(|(_, keywords)| keywords);
            return of_bits.or_else(|| derived::parameters(upper));
        }
    })
}

/// Functions of dialects and newer standards that are known by name only.
fn is_foreign(upper: &str) -> bool {
    const NAMES: &[&str] = &[
        "BESJ0", "BESJ1", "BESJN", "BESY0", "BESY1", "BESYN", "DBESJ0", "DBESJ1", "DBESJN", "DBESY0",
        "DBESY1", "DBESYN", "ASINH", "ACOSH", "ATANH", "ETIME", "DTIME", "MCLOCK", "RAND", "IRAND", "RAN",
        "LOC", "SIZEOF", "ACCESS", "GETPID",
    ];
    let bessel = upper.strip_prefix("BESSEL_");
    NAMES.contains(&upper)
        || bessel.is_some_and(|order| ["J0", "J1", "JN", "Y0", "Y1", "YN"].contains(&order))
        || upper == "ERFC_SCALED"
        || upper.starts_with("IEEE_IS_")
        || upper.starts_with("IEEE_SUPPORT_")
}

/// Whether there is a function of this name, in capital letters.
pub(crate) fn is_known(upper: &str) -> bool {
    parameters(upper).is_some() || is_foreign(upper)
}

/// Whether FORTRAN 77 has the function: a procedure of the program hides it only where EXTERNAL says so.
pub(crate) fn is_of_1977(upper: &str) -> bool {
    const NAMES: &[&str] = &[
        "ABS", "IABS", "DABS", "CABS", "SQRT", "DSQRT", "CSQRT", "EXP", "DEXP", "CEXP", "LOG", "ALOG",
        "DLOG", "CLOG", "LOG10", "ALOG10", "DLOG10", "SIN", "DSIN", "CSIN", "COS", "DCOS", "CCOS", "TAN",
        "DTAN", "ASIN", "DASIN", "ACOS", "DACOS", "ATAN", "DATAN", "ATAN2", "DATAN2", "SINH", "DSINH",
        "COSH", "DCOSH", "TANH", "DTANH", "INT", "IFIX", "IDINT", "REAL", "FLOAT", "SNGL", "DBLE", "CMPLX",
        "AINT", "DINT", "ANINT", "DNINT", "NINT", "IDNINT", "MOD", "AMOD", "DMOD", "SIGN", "ISIGN", "DSIGN",
        "DIM", "IDIM", "DDIM", "DPROD", "MAX", "MAX0", "AMAX0", "AMAX1", "DMAX1", "MAX1", "MIN", "MIN0",
        "AMIN0", "AMIN1", "DMIN1", "MIN1", "LEN", "INDEX", "AIMAG", "CONJG", "ICHAR", "CHAR", "LGE", "LGT",
        "LLE", "LLT",
    ];
    NAMES.contains(&upper)
}

/// Whether there is a subroutine of this name, in capital letters.
pub(crate) fn is_subroutine(upper: &str) -> bool {
    subroutine::parameters(upper).is_some()
}

impl<'a> Resolver<'a, '_> {
    /// A call of a function of the language.
    pub(crate) fn intrinsic(
        &mut self,
        name: &raw::Name,
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<Expr> {
        let Some(parameters) = parameters(&name.upper) else {
            self.before(StmtKind::Unsupported(format!("the function {}", name.written)), span);
            let entity = self.find_or_make(name);
            let declared = self.entity(entity).spec.is_some();
            let ty = match declared {
                true => self.entity_type(entity)?,
                false if name.upper.starts_with("IEEE_") => Type::Logical,
                false => build::REAL,
            };
            return Some(build::zero(&ty, span));
        };
        let raw = self.ordered(name, parameters, arguments, span)?;
        if let Some(answer) = self.inquiry(name, &raw, span) {
            return answer;
        }
        let mut given = Given::new();
        for argument in &raw {
            given.push(argument.map_or(Some(None), |argument| self.value(argument).map(Some))?);
        }
        let required = match &*name.upper {
            "CMPLX" | "DCMPLX" | "ATAN" => 1,
            _ if parameters == ["..."] => 2,
            "SELECTED_REAL_KIND" | "COMMAND_ARGUMENT_COUNT" | "IARGC" => 0,
            _ => 1,
        };
        if given.iter().take(required).any(Option::is_none) || given.len() < required {
            return self.fail(span, format!("`{}` needs an argument more", name.written));
        }
        let kind = match &*name.upper {
            "LEN" | "LEN_TRIM" | "ICHAR" | "IACHAR" | "INDEX" | "SCAN" | "VERIFY" | "MAXLOC" | "MINLOC"
            | "FINDLOC" => parameters.iter().position(|parameter| *parameter == "KIND"),
            _ => None,
        };
        if let Some(kind) = kind.and_then(|at| given.get_mut(at)).and_then(Option::take) {
            let ty = self.integer_kind(Some(&kind), span)?;
            let value = self.intrinsic_value(&name.upper, given, span);
            return value.ok()?.map(|value| super::constant::folded(build::convert(value, &ty)));
        }
        match self.intrinsic_value(&name.upper, given, span) {
            Ok(value) => Some(super::constant::folded(Expr { span, ..value? })),
            Err(given) => self.no_such_function(name, &given, span),
        }
    }

    /// The function on arguments in order; gives them back if it is not defined for them.
    fn intrinsic_value(&mut self, upper: &str, given: Given, span: Span) -> Result<Option<Expr>, Given> {
        let given = match self.transformation(upper, given, span) {
            Ok(value) => return Ok(value),
            Err(given) => given,
        };
        let given = match self.text_function(upper, given, span) {
            Ok(value) => return Ok(Some(value)),
            Err(given) => given,
        };
        self.number_function(upper, given, span)
    }

    fn no_such_function(&mut self, name: &raw::Name, given: &Given, span: Span) -> Option<Expr> {
        if matches!(&*name.upper, "NEAREST" | "TRANSFER") {
            self.before(StmtKind::Unsupported(format!("the function {}", name.written)), span);
            let ty = given.iter().flatten().next().map_or(build::INT, |first| first.ty.scalar().clone());
            return Some(build::zero(&ty, span));
        }
        let types: Vec<String> = given.iter().flatten().map(|argument| describe(&argument.ty)).collect();
        self.fail(span, format!("`{}` is not defined for {}", name.written, types.join(" and ")))
    }

    /// The arguments in the order of the dummies.
    fn ordered<'r>(
        &mut self,
        name: &raw::Name,
        parameters: &[&str],
        arguments: &'r [raw::Argument],
        span: Span,
    ) -> Option<Vec<Option<&'r raw::Expr>>> {
        let any_number = parameters == ["..."];
        let mut ordered = vec![None; if any_number { arguments.len() } else { parameters.len() }];
        for (position, argument) in arguments.iter().enumerate() {
            let ArgumentValue::Expr(value) = &argument.value else {
                return self.fail(argument.span, "a value is needed here");
            };
            let at = match &argument.keyword {
                None => Some(position),
                Some(keyword) if any_number => Some(position).filter(|_| keyword.upper.starts_with('A')),
                Some(keyword) => parameters.iter().position(|parameter| *parameter == &*keyword.upper),
            };
            match at.and_then(|at| ordered.get_mut(at)) {
                Some(slot) => *slot = Some(value),
                None => {
                    let message = match &argument.keyword {
                        Some(keyword) => format!("`{}` has no argument `{}`", name.written, keyword.written),
                        None => super::call::wrong_count(name, parameters.len(), arguments.len()),
                    };
                    return self.fail(span, message);
                }
            }
        }
        Some(ordered)
    }

    /// The kind that a KIND argument gives.
    fn kind_argument(&mut self, kind: Option<&Expr>) -> Option<Option<u32>> {
        let Some(kind) = kind else { return Some(None) };
        match super::constant::number(kind) {
            Some(value) => Some(Some(value)),
            None => self.fail(kind.span, "a constant is needed here"),
        }
    }

    /// An integer type by a KIND argument.
    fn integer_kind(&mut self, kind: Option<&Expr>, span: Span) -> Option<Type> {
        let kind = self.kind_argument(kind)?.unwrap_or(4);
        super::types::integer_of_kind(kind)
            .or_else(|| self.fail(span, format!("unsupported: integers of kind {kind}")))
    }
}
