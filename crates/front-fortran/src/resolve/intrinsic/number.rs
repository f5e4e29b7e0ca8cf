//! Functions of numbers, element by element.

use sextant_base::Span;
use sextant_syntax::{Analytic, BinaryOp, Expr, ExprKind, Intrinsic, RealType, Type};

use super::Given;
use crate::resolve::Resolver;
use crate::resolve::build::{self, DOUBLE, INT, REAL, array_of, convert, element_type, intrinsic, rank};
use crate::resolve::operators::common;
use crate::resolve::types::real_of_kind;

fn is_int(expr: &Expr) -> bool {
    matches!(element_type(&expr.ty), Type::Int(_))
}

fn is_real(expr: &Expr) -> bool {
    matches!(element_type(&expr.ty), Type::Real(_))
}

fn is_complex(expr: &Expr) -> bool {
    matches!(element_type(&expr.ty), Type::Complex(_))
}

fn is_number(expr: &Expr) -> bool {
    is_int(expr) || is_real(expr) || is_complex(expr)
}

/// A function of analysis by its name, with the type that a specific name asks for.
fn analytic(upper: &str) -> Option<(Analytic, Option<Type>)> {
    let plain = |name: &str| {
        Some(match name {
            "SQRT" => Analytic::Sqrt,
            "EXP" => Analytic::Exp,
            "LOG" => Analytic::Log,
            "LOG10" => Analytic::Log10,
            "SIN" => Analytic::Sin,
            "COS" => Analytic::Cos,
            "TAN" => Analytic::Tan,
            "ASIN" => Analytic::Asin,
            "ACOS" => Analytic::Acos,
            "ATAN" => Analytic::Atan,
            "SINH" => Analytic::Sinh,
            "COSH" => Analytic::Cosh,
            "TANH" => Analytic::Tanh,
            "ERF" => Analytic::Erf,
            "ERFC" => Analytic::Erfc,
            "GAMMA" => Analytic::Gamma,
            "LOG_GAMMA" => Analytic::LogGamma,
            _ => return None,
        })
    };
    if let Some(function) = plain(upper) {
        return Some((function, None));
    }
    let (name, ty) = match upper {
        "ALOG" => ("LOG", REAL),
        "ALOG10" => ("LOG10", REAL),
        "ALGAMA" => ("LOG_GAMMA", REAL),
        "DLGAMA" => ("LOG_GAMMA", DOUBLE),
        _ => {
            if let Some(name) = upper.strip_prefix("CD").or(upper.strip_prefix('Z')) {
                (name, Type::Complex(RealType::Double))
            } else if let Some(name) = upper.strip_prefix('C') {
                (name, Type::Complex(RealType::Single))
            } else {
                (upper.strip_prefix('D')?, DOUBLE)
            }
        }
    };
    Some((plain(name)?, Some(ty)))
}

impl Resolver<'_, '_> {
    pub(super) fn number_function(
        &mut self,
        upper: &str,
        mut given: Given,
        span: Span,
    ) -> Result<Option<Expr>, Given> {
        if let Some((function, ty)) = analytic(upper)
            && !(upper == "ATAN" && given.get(1).is_some_and(Option::is_some))
        {
            return match given[0].take() {
                Some(x) if is_real(&x) || is_complex(&x) || ty.is_some() && is_number(&x) => {
                    let x = ty.map_or(x.clone(), |ty| convert(x, &ty));
                    let element = element_type(&x.ty).clone();
                    Ok(Some(intrinsic(Intrinsic::Analytic(function), vec![x], element, span)))
                }
                x => Err(vec![x]),
            };
        }
        if let Some(result) = extremum(upper, &given, span) {
            return result.map(Some).ok_or(given);
        }
        match upper {
            "INT" | "IFIX" | "IDINT" | "INT2" | "INT8" | "REAL" | "FLOAT" | "FLOATI" | "SNGL" | "DBLE"
            | "DFLOAT" | "DREAL" | "CMPLX" | "DCMPLX" | "COMPLEX" | "LOGICAL" | "AINT" | "DINT" | "ANINT"
            | "DNINT" | "NINT" | "IDNINT" | "FLOOR" | "CEILING" => self.conversion(upper, given, span),
            "EXPONENT" | "FRACTION" | "SET_EXPONENT" | "SPACING" | "RRSPACING" => {
                self.model(upper, &given, span).map(Some).ok_or(given)
            }
            _ => match self.derived(upper, &given, span) {
                Some(value) => Ok(value),
                None => elementary(upper, &given, span).map(Some).ok_or(given),
            },
        }
    }

    /// Functions of the model of reals, by way of the exponent.
    fn model(&mut self, upper: &str, given: &Given, span: Span) -> Option<Expr> {
        use BinaryOp::{Equal, Multiply, Power, Subtract};
        let x = given.first()?.clone().filter(is_real)?;
        let x = if rank(&x.ty) == 0 { self.keep("model", x) } else { x };
        let own = element_type(&x.ty).clone();
        let Type::Real(kind) = own else { return None };
        let (digits, least) = if kind == RealType::Single { (24, -126) } else { (53, -1022) };
        let exponent = intrinsic(Intrinsic::Exponent, vec![x.clone()], INT, span);
        let two = |power: Expr| {
            let two = build::real(dashu_ratio::RBig::from(2), own.clone(), span);
            build::binary(Power, two, power)
        };
        let below = |start: Expr| build::binary(Subtract, start, exponent.clone());
        let fraction = || build::binary(Multiply, x.clone(), two(below(build::int(0, span))));
        Some(match upper {
            "EXPONENT" => exponent.clone(),
            "FRACTION" => fraction(),
            "SET_EXPONENT" => {
                let wanted = given.get(1)?.clone().filter(is_int)?;
                build::binary(Multiply, x.clone(), two(below(convert(wanted, &INT))))
            }
            "RRSPACING" => {
                let size = intrinsic(Intrinsic::Abs, vec![fraction()], own.clone(), span);
                build::binary(Multiply, size, two(build::int(digits, span)))
            }
            _ => {
                let power = build::binary(Subtract, exponent.clone(), build::int(digits, span));
                let power = intrinsic(Intrinsic::Max, vec![power, build::int(least, span)], INT, span);
                let zero = build::binary(Equal, x.clone(), build::zero(&own, span));
                let smallest = two(build::int(least, span));
                intrinsic(Intrinsic::Choose, vec![smallest, two(power), zero], own.clone(), span)
            }
        })
    }

    fn conversion(&mut self, upper: &str, given: Given, span: Span) -> Result<Option<Expr>, Given> {
        let kind_at = if upper == "CMPLX" { 2 } else { 1 };
        let kind_given = if matches!(upper, "DCMPLX" | "COMPLEX") {
            None
        } else {
            given.get(kind_at).and_then(Option::as_ref)
        };
        let Some(kind) = self.kind_argument(kind_given) else { return Ok(None) };
        let Some(Some(x)) = given.first() else { return Err(given) };
        let integer = match kind.or(match upper {
            "INT2" => Some(2),
            "INT8" => Some(8),
            _ => None,
        }) {
            None => Some(INT),
            Some(kind) => crate::resolve::types::integer_of_kind(kind),
        };
        let real = real_of_kind(kind.unwrap_or(4)).map(Type::Real);
        let (Some(integer), Some(real)) = (integer.or(Some(INT)), real.or(Some(REAL))) else {
            return Err(given);
        };
        let x = x.clone();
        let own = element_type(&x.ty).clone();
        let text = matches!(own, Type::Text(_));
        Ok(Some(match upper {
            "LOGICAL" if own == Type::Logical => x,
            "INT" | "IFIX" | "IDINT" | "INT2" | "INT8" if is_number(&x) || text => {
                convert(real_part(x, span), &integer)
            }
            "REAL" if is_complex(&x) => {
                let part = real_part(x, span);
                if kind.is_some() { convert(part, &real) } else { part }
            }
            "REAL" | "FLOAT" | "FLOATI" | "SNGL" if is_number(&x) || text => {
                convert(real_part(x, span), &real)
            }
            "DBLE" | "DFLOAT" | "DREAL" if is_number(&x) => convert(real_part(x, span), &DOUBLE),
            "CMPLX" | "DCMPLX" | "COMPLEX" if is_number(&x) => {
                let wide = given.iter().flatten().any(|part| *element_type(&part.ty) == DOUBLE);
                let part = match (upper, kind) {
                    ("DCMPLX", _) | (_, Some(8)) => RealType::Double,
                    ("COMPLEX", _) if wide => RealType::Double,
                    _ => RealType::Single,
                };
                complex(x, given.get(1).cloned().flatten(), part, span)
            }
            "AINT" | "DINT" | "ANINT" | "DNINT" if is_real(&x) => {
                let function = if upper.contains("NI") { Intrinsic::Nearest } else { Intrinsic::WholePart };
                let x = if upper.starts_with('D') { convert(x, &DOUBLE) } else { x };
                let element = element_type(&x.ty).clone();
                let value = intrinsic(function, vec![x], element, span);
                if kind.is_some() { convert(value, &real) } else { value }
            }
            "NINT" | "IDNINT" if is_real(&x) => intrinsic(Intrinsic::Nearest, vec![x], integer, span),
            "FLOOR" if is_real(&x) => intrinsic(Intrinsic::Floor, vec![x], integer, span),
            "CEILING" if is_real(&x) => intrinsic(Intrinsic::Ceiling, vec![x], integer, span),
            _ => return Err(given),
        }))
    }
}

/// The real part of a complex number; other numbers are their own.
fn real_part(x: Expr, span: Span) -> Expr {
    match *element_type(&x.ty) {
        Type::Complex(part) => intrinsic(Intrinsic::RealPart, vec![x], Type::Real(part), span),
        _ => x,
    }
}

fn complex(x: Expr, y: Option<Expr>, part: RealType, span: Span) -> Expr {
    let ty = Type::Complex(part);
    if is_complex(&x) {
        return convert(x, &ty);
    }
    let part = Type::Real(part);
    let re = convert(x, &part);
    let im = y.map_or_else(|| build::zero(&part, span), |y| convert(y, &part));
    let rank = rank(&re.ty).max(rank(&im.ty));
    Expr { kind: ExprKind::Complex(Box::new(re), Box::new(im)), ty: array_of(ty, rank), span }
}

/// MAX and MIN with their specific names; `Some(None)` if the arguments do not suit.
fn extremum(upper: &str, given: &Given, span: Span) -> Option<Option<Expr>> {
    let function = match upper {
        "MAX" | "MAX0" | "AMAX0" | "AMAX1" | "DMAX1" | "MAX1" => Intrinsic::Max,
        "MIN" | "MIN0" | "AMIN0" | "AMIN1" | "DMIN1" | "MIN1" => Intrinsic::Min,
        _ => return None,
    };
    let operands: Vec<Expr> = given.iter().flatten().cloned().collect();
    let mut ty = element_type(&operands.first()?.ty).clone();
    for operand in &operands {
        match common(&ty, &operand.ty) {
            Some(wider) if !matches!(wider, Type::Complex(_)) => ty = wider,
            _ => return Some(None),
        }
    }
    let operands = operands.into_iter().map(|operand| convert(operand, &ty)).collect();
    let value = intrinsic(function, operands, ty, span);
    Some(Some(match upper {
        "AMAX0" | "AMIN0" => convert(value, &REAL),
        "MAX1" | "MIN1" => convert(value, &INT),
        _ => value,
    }))
}

/// Functions of two numbers of the same kind.
fn of_two(upper: &str) -> Option<Intrinsic> {
    Some(match upper {
        "MOD" | "AMOD" | "DMOD" => Intrinsic::Remainder,
        "MODULO" => Intrinsic::Modulo,
        "SIGN" | "ISIGN" | "DSIGN" => Intrinsic::TransferSign,
        "DIM" | "IDIM" | "DDIM" => Intrinsic::PositiveDifference,
        "ATAN2" | "DATAN2" | "ATAN" => Intrinsic::Analytic(Analytic::Atan2),
        _ => return None,
    })
}

/// Functions of the bits of integers, with the keywords of their arguments.
const BITS: &[(&[&str], Intrinsic, &[&str])] = &[
    (&["IAND", "AND"], Intrinsic::BitAnd, &["I", "J"]),
    (&["IOR", "OR"], Intrinsic::BitOr, &["I", "J"]),
    (&["IEOR", "XOR"], Intrinsic::BitXor, &["I", "J"]),
    (&["NOT"], Intrinsic::BitNot, &["I"]),
    (&["POPCNT"], Intrinsic::BitCount, &["I"]),
    (&["ISHFT", "LSHIFT", "SHIFTL", "RSHIFT", "SHIFTR"], Intrinsic::Shift, &["I", "SHIFT"]),
    (&["ISHFTC"], Intrinsic::Rotate, &["I", "SHIFT", "SIZE"]),
    (&["IBITS"], Intrinsic::BitField, &["I", "POS", "LEN"]),
    (&["BTEST"], Intrinsic::BitTest, &["I", "POS"]),
    (&["IBSET"], Intrinsic::BitSet, &["I", "POS"]),
    (&["IBCLR"], Intrinsic::BitClear, &["I", "POS"]),
];

/// The function of the bits of integers that has a name, with the keywords of its arguments.
pub(super) fn bit_function(upper: &str) -> Option<(Intrinsic, &'static [&'static str])> {
    let known = BITS.iter().find(|(names, ..)| names.contains(&upper));
    known.map(|&(_, function, keywords)| (function, keywords))
}

fn elementary(upper: &str, given: &Given, span: Span) -> Option<Expr> {
    let x = given.first()?.clone()?;
    let own = element_type(&x.ty).clone();
    let second = given.get(1).cloned().flatten();
    if let Some((function, _)) = bit_function(upper) {
        return bitwise(upper, function, given, span);
    }
    if let Some(function) = of_two(upper) {
        let y = second?;
        let ty = common(&x.ty, &y.ty).filter(|ty| !matches!(ty, Type::Complex(_)))?;
        let ty = if upper.starts_with('D') && upper != "DIM" { DOUBLE } else { ty };
        return Some(intrinsic(function, vec![convert(x, &ty), convert(y, &ty)], ty, span));
    }
    match (upper, &own) {
        ("ABS" | "CABS" | "CDABS" | "ZABS", Type::Complex(part)) => {
            let part = Type::Real(*part);
            Some(intrinsic(Intrinsic::Abs, vec![x], part, span))
        }
        ("ABS" | "IABS" | "DABS", Type::Int(_) | Type::Real(_)) => {
            let x = if upper == "DABS" { convert(x, &DOUBLE) } else { x };
            let ty = element_type(&x.ty).clone();
            Some(intrinsic(Intrinsic::Abs, vec![x], ty, span))
        }
        ("AIMAG" | "DIMAG" | "IMAG" | "IMAGPART", Type::Complex(part)) => {
            let part = Type::Real(*part);
            Some(intrinsic(Intrinsic::ImaginaryPart, vec![x], part, span))
        }
        ("REALPART", Type::Complex(_)) => Some(real_part(x, span)),
        ("CONJG" | "DCONJG", Type::Complex(_)) => Some(intrinsic(Intrinsic::Conjugate, vec![x], own, span)),
        ("DPROD", Type::Real(_)) => {
            Some(build::binary(BinaryOp::Multiply, convert(x, &DOUBLE), convert(second?, &DOUBLE)))
        }
        ("HYPOT", Type::Real(_)) => {
            let y = second?;
            let square = |value: Expr| build::binary(BinaryOp::Multiply, value.clone(), value);
            let sum = build::binary(BinaryOp::Add, square(x), square(convert(y, &own)));
            Some(intrinsic(Intrinsic::Analytic(Analytic::Sqrt), vec![sum], own, span))
        }
        ("SCALE", Type::Real(_)) => {
            let two = build::real(dashu_ratio::RBig::from(2), own.clone(), span);
            Some(build::binary(BinaryOp::Multiply, x, build::binary(BinaryOp::Power, two, second?)))
        }
        ("MERGE", _) => {
            let (y, mask) = (second?, given.get(2)?.clone()?);
            let suits = build::same_element(&x.ty, &y.ty) && *element_type(&mask.ty) == Type::Logical;
            let ty = if let Type::Text(_) = own { build::TEXT } else { own };
            suits.then(|| intrinsic(Intrinsic::Choose, vec![x, y, mask], ty, span))
        }
        _ => None,
    }
}

fn bitwise(upper: &str, function: Intrinsic, given: &Given, span: Span) -> Option<Expr> {
    let mut operands: Vec<Expr> = given.iter().flatten().cloned().collect();
    if !operands.iter().all(is_int) {
        return None;
    }
    let ty = element_type(&operands.first()?.ty).clone();
    let optional = usize::from(function == Intrinsic::Rotate && operands.len() == 2);
    if !function.signature().count.contains(&(operands.len() + optional)) {
        return None;
    }
    let mut result = ty.clone();
    match function {
        Intrinsic::BitAnd | Intrinsic::BitOr | Intrinsic::BitXor => {
            result = common(&operands[0].ty, &operands[1].ty)?;
            operands = operands.into_iter().map(|operand| convert(operand, &result)).collect();
        }
        Intrinsic::Rotate if operands.len() == 2 => {
            let Type::Int(int) = ty else { return None };
            operands.push(build::int(u32::from(int.bits), span));
        }
        Intrinsic::BitTest => result = Type::Logical,
        Intrinsic::BitCount => result = build::INT,
        Intrinsic::Shift if upper.starts_with('R') || upper == "SHIFTR" => {
            let right = operands.pop()?;
            operands.push(build::negate(right));
        }
        _ => {}
    }
    Some(intrinsic(function, operands, result, span))
}
