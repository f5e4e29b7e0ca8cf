//! Terms as formulas: source-like algebra with the user's names.

use std::borrow::Cow;

use dashu_base::{Signed, UnsignedAbs};
use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;
use sextant_notation::{Formula, Kind, LONGEST_TEXT, Notation, Relation};

use super::c::Written;
use super::{bits_text, float_text, real_text};
use crate::{FloatKind, Op, Rounding, Scalar, Sort, SymbolId, Table, TermId};

/// Formulas of parts of a term.
type Parts = FxHashMap<TermId, Formula>;

impl Table {
    /// The term as source-like algebra, cut with `…` at [`LONGEST_TEXT`] characters.
    pub fn show(&self, term: TermId) -> String {
        self.formula(term).to_string()
    }

    /// The term as it is shown. What nobody will see, because the text is cut before it, is left out.
    pub fn formula(&self, term: TermId) -> Formula {
        self.formula_of(term, &mut Parts::default())
    }

    /// The same, remembered with its parts: many paths have the same conditions, and values with the same parts.
    pub fn remembered_formula(&mut self, term: TermId) -> Formula {
        let mut parts = std::mem::take(&mut self.formulas);
        let known = parts.len();
        let formula = self.formula_of(term, &mut parts);
        // Parts of what was cut are not whole.
        if parts.len() < known + LONGEST_TEXT {
            self.formulas = parts;
        }
        formula
    }

    fn formula_of(&self, term: TermId, parts: &mut Parts) -> Formula {
        let most = parts.len() + LONGEST_TEXT;
        let mut waiting = vec![term];
        while let Some(&next) = waiting.last() {
            if parts.contains_key(&next) {
                waiting.pop();
                continue;
            }
            let known = waiting.len();
            if parts.len() < most {
                waiting.extend(self.shown_parts(next).iter().rev().filter(|part| !parts.contains_key(part)));
            }
            if waiting.len() == known {
                waiting.pop();
                let made = self.made(next, parts);
                parts.insert(next, made.in_notation(self.notation));
            }
        }
        parts.get(&term).cloned().unwrap_or_default()
    }

    /// The terms that a formula is made of.
    fn shown_parts(&self, term: TermId) -> Cow<'_, [TermId]> {
        let args = self.args(term);
        if let Some(written) = self.own_form(term) {
            let mut terms = Vec::new();
            written.terms(&mut terms);
            return Cow::Owned(terms);
        }
        let subscript = match self.op(term) {
            Op::Select | Op::Store => args[1],
            _ => return Cow::Borrowed(args),
        };
        let dimensions = self.subscript_addends(subscript);
        if dimensions.len() == 1 {
            return Cow::Borrowed(args);
        }
        let factors = dimensions.into_iter().flatten().flat_map(|(_, factors)| factors);
        Cow::Owned(factors.chain([args[0]]).chain(args.get(2).copied()).collect())
    }

    /// What the language of the program has a way of its own to write.
    fn own_form(&self, term: TermId) -> Option<Written> {
        if self.notation == Notation::C { self.in_c(term) } else { None }
    }

    fn made(&self, term: TermId, parts: &Parts) -> Formula {
        let (op, args) = (self.op(term), self.args(term));
        let part = |term: &TermId| parts.get(term).cloned().unwrap_or_else(|| Formula::words("…"));
        if let Some(written) = self.own_form(term) {
            return written.formula(&part);
        }
        let all = || args.iter().map(part);
        match op {
            Op::Bool(value) => Formula::new(Kind::Truth(*value), []),
            Op::Int(value) => Formula::number(&value.to_string()),
            Op::Real(value) => number(&real_text(value, self.notation != Notation::Text)),
            Op::Bits(width, value) => Formula::number(&bits_text(*width, value)),
            Op::Float(kind, bits) => Formula::number(&self.float_constant(*kind, *bits)),
            Op::Symbol(id) => Formula::name(&self.symbol_info(*id).name),
            Op::Neg => match self.op(args[0]) {
                // A minus sign before it could be read as part of the dividend.
                Op::Div(_) | Op::Quotient | Op::FloatDiv => negative_factor(part(&args[0])),
                _ => Formula::new(Kind::Negative, [part(&args[0])]),
            },
            Op::BvNeg | Op::FloatNeg => negative_factor(part(&args[0])),
            Op::Mul => product(self.op(args[0]).is_constant(), all()),
            Op::Add => sum(all()),
            Op::Sub | Op::BvSub | Op::FloatSub => Formula::new(Kind::Sum(vec![false, true]), all()),
            Op::BvAdd | Op::FloatAdd => Formula::new(Kind::Sum(vec![false; args.len()]), all()),
            Op::Select => {
                if let (Op::Symbol(array), Op::Int(index)) = (self.op(args[0]), self.op(args[1])) {
                    return self.element(*array, index);
                }
                Formula::element(part(&args[0]), self.subscripts(args[1], &part))
            }
            Op::Store => {
                let subscripts = self.subscripts(args[1], &part);
                Formula::new(Kind::Store("="), [part(&args[0]), part(&args[2])].into_iter().chain(subscripts))
            }
            Op::Eq if self.is_float(args[0]) => call("same", all()),
            Op::Ne if self.is_float(args[0]) => Formula::new(Kind::Not, [call("same", all())]),
            _ => match kind(op) {
                Some(kind) => Formula::new(kind, all()),
                None if self.notation == Notation::Fortran && fortran_name(op).is_some() => {
                    call(fortran_name(op).unwrap_or_default(), all())
                }
                None => {
                    let parameters = parameters(op).into_iter();
                    let parameters = parameters.map(|parameter| Formula::number(&parameter.to_string()));
                    call(operator_name(op), all().chain(parameters))
                }
            },
        }
    }

    /// A floating point number with what tells its kind in the language of the program.
    fn float_constant(&self, kind: FloatKind, bits: u64) -> String {
        let text = float_text(kind, bits);
        let is_number = text.ends_with(|sign: char| sign.is_ascii_digit());
        match (self.notation, kind) {
            (Notation::C, FloatKind::Single) if is_number => format!("{text}f"),
            (Notation::Fortran, FloatKind::Double) if text.contains('e') => text.replace('e', "D"),
            (Notation::Fortran, FloatKind::Double) if is_number => format!("{text}D0"),
            _ => text,
        }
    }

    fn is_float(&self, term: TermId) -> bool {
        matches!(self.sort(term), Sort::Scalar(Scalar::Float(_)))
    }

    /// An element of an array of the inputs, as users call it.
    pub fn element(&self, symbol: SymbolId, index: &IBig) -> Formula {
        let array = Formula::name(&self.symbol_info(symbol).name);
        let numbers = |subscripts: Vec<IBig>| {
            subscripts.into_iter().map(|subscript| Formula::number(&subscript.to_string()))
        };
        match self.shape(symbol).and_then(|shape| shape.subscripts(index)) {
            Some(subscripts) => {
                Formula::new(Kind::Element { input: true }, [array].into_iter().chain(numbers(subscripts)))
            }
            None => Formula::element(array, numbers(crate::subscripts::all_subscripts(index))),
        }
    }

    /// A subscript, or several that one number stands for.
    fn subscripts(&self, number: TermId, part: &dyn Fn(&TermId) -> Formula) -> Vec<Formula> {
        let dimensions = self.subscript_addends(number);
        if dimensions.len() == 1 {
            return vec![part(&number)];
        }
        let addend = |(coefficient, factors): &(IBig, Vec<TermId>)| {
            let size = coefficient.unsigned_abs();
            let number =
                (size != UBig::ONE || factors.is_empty()).then(|| Formula::number(&size.to_string()));
            let addend = Formula::new(Kind::Product, number.into_iter().chain(factors.iter().map(part)));
            if coefficient.is_negative() { Formula::new(Kind::Negative, [addend]) } else { addend }
        };
        let subscript = |addends: &Vec<(IBig, Vec<TermId>)>| match &addends[..] {
            [] => Formula::number("0"),
            [only] => addend(only),
            addends => sum(addends.iter().map(addend)),
        };
        dimensions.iter().map(subscript).collect()
    }
}

/// A constant, which may be a fraction.
fn number(text: &str) -> Formula {
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, text),
    };
    let Some((above, below)) = size.split_once('/') else { return Formula::number(text) };
    let ratio = Formula::new(Kind::Ratio, [above, below].map(Formula::number));
    if sign { Formula::new(Kind::Negative, [ratio]) } else { ratio }
}

/// `-x`, with brackets around all but powers.
fn negative_factor(operand: Formula) -> Formula {
    Formula::new(Kind::Negative, [Formula::new(Kind::Product, [operand])])
}

/// A sum; what is negative is taken away.
fn sum(addends: impl Iterator<Item = Formula>) -> Formula {
    let mut signs = Vec::new();
    let operands = addends.map(|addend| {
        let taken = !signs.is_empty() && *addend.kind() == Kind::Negative;
        signs.push(taken);
        if taken { addend.operands().next().unwrap_or_default() } else { addend }
    });
    let operands: Vec<Formula> = operands.collect();
    Formula::new(Kind::Sum(signs), operands)
}

/// A product; the sign of a constant stands before it, and a factor of -1 is only a sign.
fn product(constant: bool, mut factors: impl Iterator<Item = Formula>) -> Formula {
    let Some(first) = factors.next() else { return Formula::number("1") };
    if !constant || *first.kind() != Kind::Negative {
        return Formula::new(Kind::Product, [first].into_iter().chain(factors));
    }
    let size = first
        .operands()
        .next()
        .filter(|size| !matches!(size.kind(), Kind::Number(one) if one == "1" || one == "1.0"));
    Formula::new(Kind::Negative, [Formula::new(Kind::Product, size.into_iter().chain(factors))])
}

fn call(name: impl Into<Cow<'static, str>>, operands: impl Iterator<Item = Formula>) -> Formula {
    Formula::new(Kind::Call(name.into()), operands)
}

/// Numbers that are part of the operation and shown after its operands.
fn parameters(op: &Op) -> Vec<u16> {
    match op {
        Op::BvExtract(high, low) => vec![*high, *low],
        Op::BvZeroExtend(width) | Op::BvSignExtend(width) | Op::IntToBv(width) => vec![*width],
        _ => Vec::new(),
    }
}

/// What stands over the operands of an operation; none if it is shown as a call.
fn kind(op: &Op) -> Option<Kind> {
    Some(match op {
        Op::BvMul | Op::FloatMul => Kind::Product,
        Op::Div(_) | Op::Quotient | Op::FloatDiv => Kind::Quotient,
        Op::Pow => Kind::Power,
        Op::And => Kind::And,
        Op::Or => Kind::Or,
        Op::Implies => Kind::Implies,
        Op::Not => Kind::Not,
        Op::Ite => Kind::Choice,
        Op::Eq | Op::FloatEq => Kind::Compare(Relation::Eq),
        Op::Ne => Kind::Compare(Relation::Ne),
        Op::Lt | Op::FloatLt | Op::BvSlt => Kind::Compare(Relation::Lt),
        Op::Le | Op::FloatLe | Op::BvSle => Kind::Compare(Relation::Le),
        Op::Gt => Kind::Compare(Relation::Gt),
        Op::Ge => Kind::Compare(Relation::Ge),
        _ => return None,
    })
}

/// The function of Fortran that an operation is, if it has another name here.
fn fortran_name(op: &Op) -> Option<&'static str> {
    match op {
        Op::Rem(Rounding::Floor) => Some("MODULO"),
        Op::Rem(Rounding::Truncate) => Some("MOD"),
        Op::ToInt(Rounding::Truncate) => Some("INT"),
        Op::ToInt(Rounding::Floor) => Some("FLOOR"),
        _ => None,
    }
}

/// The sign or word of an operation, as shown in texts and tables.
pub(crate) fn operator_name(op: &Op) -> &'static str {
    match op {
        Op::Add | Op::BvAdd | Op::FloatAdd => "+",
        Op::Sub | Op::BvSub | Op::FloatSub => "-",
        Op::Mul | Op::BvMul | Op::FloatMul => "*",
        Op::Div(_) | Op::Quotient | Op::FloatDiv => "/",
        Op::Pow => "**",
        Op::And => "&",
        Op::Or => "|",
        Op::Implies => "->",
        Op::Not => "not",
        Op::Ite => "if",
        Op::Eq | Op::FloatEq => "=",
        Op::Ne => "!=",
        Op::Lt | Op::FloatLt | Op::BvSlt => "<",
        Op::Le | Op::FloatLe | Op::BvSle => "<=",
        Op::Gt => ">",
        Op::Ge => ">=",
        Op::Rem(Rounding::Floor) => "mod",
        Op::Rem(Rounding::Truncate) => "rem",
        Op::Neg | Op::BvNeg | Op::FloatNeg => "-",
        Op::Abs | Op::FloatAbs => "abs",
        Op::Min => "min",
        Op::Max => "max",
        Op::ToReal | Op::FloatToReal => "real",
        Op::ToInt(Rounding::Floor) => "floor",
        Op::ToInt(Rounding::Truncate) => "trunc",
        Op::Select => "select",
        Op::Store => "store",
        Op::Fill => "fill",
        Op::BvUdiv => "udiv",
        Op::BvUrem => "urem",
        Op::BvSdiv => "sdiv",
        Op::BvSrem => "srem",
        Op::BvNot => "bitnot",
        Op::BvAnd => "bitand",
        Op::BvOr => "bitor",
        Op::BvXor => "bitxor",
        Op::BvShl => "shl",
        Op::BvLshr => "lshr",
        Op::BvAshr => "ashr",
        Op::BvUlt => "ult",
        Op::BvUle => "ule",
        Op::BvConcat => "concat",
        Op::BvExtract(..) => "extract",
        Op::BvZeroExtend(_) => "zext",
        Op::BvSignExtend(_) => "sext",
        Op::BvToUint => "unsigned",
        Op::BvToSint => "signed",
        Op::IntToBv(_) => "bits",
        Op::Function(function) => function.name(),
        Op::FloatIsNan => "isnan",
        Op::RealToFloat(FloatKind::Single) | Op::FloatToFloat(FloatKind::Single) => "single",
        Op::RealToFloat(FloatKind::Double) | Op::FloatToFloat(FloatKind::Double) => "double",
        _ => "constant",
    }
}
