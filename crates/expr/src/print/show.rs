//! Source-like algebra with the user's names.

use dashu_base::{Signed, UnsignedAbs};
use dashu_int::UBig;

use super::{bits_text, float_text, real_text};
use crate::{FloatKind, Op, Rounding, Scalar, Sort, Table, TermId};

/// Where source-like text is cut, with `…` for the rest.
pub const LONGEST_TEXT: usize = 100_000;

/// How tightly an operator binds, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Choice,
    Implies,
    Or,
    And,
    Compare,
    Sum,
    Product,
    Power,
    Atom,
}

/// Text still to be written.
enum Piece {
    Text(&'static str),
    Owned(String),
    /// A term, in parentheses if it binds looser than the level.
    Term(TermId, Level),
    /// The negation of a term whose sign was written already.
    Negated(TermId, Level),
}

impl Table {
    /// The term as source-like algebra, cut with `…` at [`LONGEST_TEXT`] characters.
    pub fn show(&self, term: TermId) -> String {
        let mut text = String::new();
        let mut pieces = vec![Piece::Term(term, Level::Choice)];
        while let Some(piece) = pieces.pop() {
            if text.len() > LONGEST_TEXT {
                let end = (0..=LONGEST_TEXT).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
                text.truncate(end);
                text.push('…');
                break;
            }
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Owned(part) => text.push_str(&part),
                Piece::Term(term, level) => self.expand(term, level, &mut pieces),
                Piece::Negated(term, level) => self.expand_negated(term, level, &mut pieces),
            }
        }
        text
    }

    /// Replaces a term by its pieces, the first on top.
    fn expand(&self, term: TermId, level: Level, pieces: &mut Vec<Piece>) {
        let open = self.level(term) < level;
        if open {
            pieces.push(Piece::Text(")"));
        }
        let mut parts = self.parts(term);
        pieces.extend(parts.drain(..).rev());
        if open {
            pieces.push(Piece::Text("("));
        }
    }

    /// The pieces of `-term` without the minus sign; the term [`Table::is_negative`].
    fn expand_negated(&self, term: TermId, level: Level, pieces: &mut Vec<Piece>) {
        match self.op(term) {
            Op::Int(value) => pieces.push(Piece::Owned((-value).to_string())),
            Op::Real(value) => pieces.push(Piece::Owned(real_text(&-value.clone()))),
            Op::Neg => {
                let operand = self.args(term)[0];
                let level = if self.divides(operand) { Level::Power } else { level };
                pieces.push(Piece::Term(operand, level));
            }
            _ => {
                let (coefficient, factors) = (self.args(term)[0], &self.args(term)[1..]);
                let mut parts = Vec::new();
                if !self.is_minus_one(coefficient) {
                    parts.push(Piece::Negated(coefficient, Level::Product));
                }
                self.factor_parts(factors, &mut parts);
                pieces.extend(parts.into_iter().rev());
            }
        }
    }

    fn is_negative(&self, term: TermId) -> bool {
        match self.op(term) {
            Op::Int(value) => value.is_negative(),
            Op::Real(value) => value.is_negative(),
            Op::Neg => true,
            Op::Mul => {
                let first = self.args(term)[0];
                self.op(first).is_constant() && self.is_negative(first)
            }
            _ => false,
        }
    }

    fn is_minus_one(&self, term: TermId) -> bool {
        match self.op(term) {
            Op::Int(value) => *value == dashu_int::IBig::NEG_ONE,
            Op::Real(value) => *value == dashu_ratio::RBig::NEG_ONE,
            _ => false,
        }
    }

    /// Whether it is written with `/`: then a minus sign before it could be read as part of the dividend.
    fn divides(&self, term: TermId) -> bool {
        matches!(self.op(term), Op::Div(_) | Op::Quotient | Op::FloatDiv)
    }

    fn factor_parts(&self, factors: &[TermId], parts: &mut Vec<Piece>) {
        for &factor in factors {
            // A leading quotient needs no parentheses: `x/y*z` is read from the left.
            let level = if parts.is_empty() && factors.len() > 1 { Level::Product } else { Level::Power };
            if !parts.is_empty() {
                parts.push(Piece::Text("*"));
            }
            parts.push(Piece::Term(factor, level));
        }
    }

    fn level(&self, term: TermId) -> Level {
        if self.is_negative(term) {
            return Level::Sum;
        }
        match self.op(term) {
            Op::Real(value) if !value.is_int() && real_text(value).contains('/') => Level::Product,
            Op::Float(..) if self.show_negative_float(term) => Level::Sum,
            Op::Add | Op::Sub | Op::BvAdd | Op::BvSub | Op::FloatAdd | Op::FloatSub => Level::Sum,
            Op::BvNeg | Op::FloatNeg => Level::Sum,
            Op::Mul | Op::Div(_) | Op::Quotient | Op::BvMul | Op::FloatMul | Op::FloatDiv => Level::Product,
            Op::Pow => Level::Power,
            Op::Not => Level::Compare,
            Op::And => Level::And,
            Op::Or => Level::Or,
            Op::Implies => Level::Implies,
            Op::Eq if self.is_float(self.args(term)[0]) => Level::Atom,
            Op::Ne if self.is_float(self.args(term)[0]) => Level::Compare,
            Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => Level::Compare,
            Op::FloatEq | Op::FloatLt | Op::FloatLe | Op::BvSlt | Op::BvSle => Level::Compare,
            Op::Ite | Op::Store => Level::Choice,
            _ => Level::Atom,
        }
    }

    fn show_negative_float(&self, term: TermId) -> bool {
        matches!(self.op(term), Op::Float(kind, bits) if float_text(*kind, *bits).starts_with('-'))
    }

    fn is_float(&self, term: TermId) -> bool {
        matches!(self.sort(term), Sort::Scalar(Scalar::Float(_)))
    }

    fn parts(&self, term: TermId) -> Vec<Piece> {
        let op = self.op(term);
        let args = self.args(term);
        let one = |text: String| vec![Piece::Owned(text)];
        match op {
            Op::Bool(value) => one(value.to_string()),
            Op::Int(value) => one(value.to_string()),
            Op::Real(value) => one(real_text(value)),
            Op::Bits(width, value) => one(bits_text(*width, value)),
            Op::Float(kind, bits) => one(float_text(*kind, *bits)),
            Op::Symbol(id) => one(self.symbol_info(*id).name.clone()),
            Op::Neg | Op::Mul if self.is_negative(term) => {
                vec![Piece::Text("-"), Piece::Negated(term, Level::Product)]
            }
            Op::Add => self.sum(args),
            Op::Mul => {
                let mut parts = Vec::new();
                self.factor_parts(args, &mut parts);
                parts
            }
            Op::Not => vec![Piece::Text("not "), Piece::Term(args[0], Level::Atom)],
            Op::Ite => vec![
                Piece::Text("if "),
                Piece::Term(args[0], Level::Implies),
                Piece::Text(" then "),
                Piece::Term(args[1], Level::Implies),
                Piece::Text(" else "),
                Piece::Term(args[2], Level::Choice),
            ],
            Op::Select if let (Op::Symbol(array), Op::Int(index)) = (self.op(args[0]), self.op(args[1])) => {
                one(self.element_name(*array, index))
            }
            Op::Select => {
                let mut parts = vec![Piece::Term(args[0], Level::Atom), Piece::Text("(")];
                self.subscripts(args[1], &mut parts);
                parts.push(Piece::Text(")"));
                parts
            }
            Op::Store => self.store(args),
            Op::BvNeg | Op::FloatNeg => vec![Piece::Text("-"), Piece::Term(args[0], Level::Power)],
            Op::Eq if self.is_float(args[0]) => call("same".to_owned(), args, &[]),
            Op::Ne if self.is_float(args[0]) => {
                let mut parts = vec![Piece::Text("not ")];
                parts.extend(call("same".to_owned(), args, &[]));
                parts
            }
            _ => self.operator(op, args),
        }
    }

    fn sum(&self, args: &[TermId]) -> Vec<Piece> {
        let mut parts = Vec::with_capacity(2 * args.len());
        for (position, &arg) in args.iter().enumerate() {
            if position == 0 {
                parts.push(Piece::Term(arg, Level::Sum));
            } else if self.is_negative(arg) {
                parts.push(Piece::Text(" - "));
                parts.push(Piece::Negated(arg, Level::Product));
            } else {
                parts.push(Piece::Text(" + "));
                parts.push(Piece::Term(arg, Level::Product));
            }
        }
        parts
    }

    fn store(&self, args: &[TermId]) -> Vec<Piece> {
        let base = if *self.op(args[0]) == Op::Store { Level::Choice } else { Level::Atom };
        let mut parts = vec![Piece::Term(args[0], base), Piece::Text(" with (")];
        self.subscripts(args[1], &mut parts);
        parts.extend([Piece::Text(") = "), Piece::Term(args[2], Level::Sum)]);
        parts
    }

    /// A subscript, or several that one number stands for.
    fn subscripts(&self, number: TermId, parts: &mut Vec<Piece>) {
        let dimensions = self.subscript_addends(number);
        if dimensions.len() == 1 {
            return parts.push(Piece::Term(number, Level::Choice));
        }
        for (position, addends) in dimensions.iter().enumerate() {
            if position > 0 {
                parts.push(Piece::Text(", "));
            }
            if addends.is_empty() {
                parts.push(Piece::Text("0"));
            }
            for (at, (coefficient, factors)) in addends.iter().enumerate() {
                let sign = match (at, coefficient.is_negative()) {
                    (0, true) => "-",
                    (0, false) => "",
                    (_, true) => " - ",
                    (_, false) => " + ",
                };
                parts.push(Piece::Text(sign));
                let size = coefficient.unsigned_abs();
                if size != UBig::ONE || factors.is_empty() {
                    parts.push(Piece::Owned(size.to_string()));
                    if !factors.is_empty() {
                        parts.push(Piece::Text("*"));
                    }
                }
                let mut product = Vec::new();
                self.factor_parts(factors, &mut product);
                parts.extend(product);
            }
        }
    }

    /// Infix operators between their operands, all others as calls.
    fn operator(&self, op: &Op, args: &[TermId]) -> Vec<Piece> {
        let Some((symbol, left, right)) = infix(op) else {
            return call(operator_name(op), args, &parameters(op));
        };
        let mut parts = Vec::with_capacity(2 * args.len());
        for (position, &arg) in args.iter().enumerate() {
            if position > 0 {
                parts.push(Piece::Text(symbol));
            }
            parts.push(Piece::Term(arg, if position == 0 { left } else { right }));
        }
        parts
    }
}

fn call(name: String, args: &[TermId], parameters: &[u16]) -> Vec<Piece> {
    let mut parts = vec![Piece::Owned(name), Piece::Text("(")];
    for (position, &arg) in args.iter().enumerate() {
        if position > 0 {
            parts.push(Piece::Text(", "));
        }
        parts.push(Piece::Term(arg, Level::Choice));
    }
    parts.extend(parameters.iter().map(|parameter| Piece::Owned(format!(", {parameter}"))));
    parts.push(Piece::Text(")"));
    parts
}

/// Numbers that are part of the operation and shown after its operands.
fn parameters(op: &Op) -> Vec<u16> {
    match op {
        Op::BvExtract(high, low) => vec![*high, *low],
        Op::BvZeroExtend(width) | Op::BvSignExtend(width) | Op::IntToBv(width) => vec![*width],
        _ => Vec::new(),
    }
}

/// The text between operands, with the levels of the first operand and of the others.
fn infix(op: &Op) -> Option<(&'static str, Level, Level)> {
    use Level::{And, Atom, Compare, Implies, Or, Power, Product, Sum};
    Some(match op {
        Op::Add | Op::BvAdd | Op::FloatAdd => (" + ", Sum, Product),
        Op::Sub | Op::BvSub | Op::FloatSub => (" - ", Sum, Product),
        Op::Mul | Op::BvMul | Op::FloatMul => ("*", Product, Power),
        Op::Div(_) | Op::Quotient | Op::FloatDiv => ("/", Product, Power),
        Op::Pow => ("**", Atom, Atom),
        Op::And => (" & ", Compare, Compare),
        Op::Or => (" | ", And, And),
        Op::Implies => (" -> ", Or, Implies),
        Op::Eq | Op::FloatEq => (" = ", Sum, Sum),
        Op::Ne => (" != ", Sum, Sum),
        Op::Lt | Op::FloatLt | Op::BvSlt => (" < ", Sum, Sum),
        Op::Le | Op::FloatLe | Op::BvSle => (" <= ", Sum, Sum),
        Op::Gt => (" > ", Sum, Sum),
        Op::Ge => (" >= ", Sum, Sum),
        _ => return None,
    })
}

/// The sign or word of an operation, as shown in texts and tables.
pub(crate) fn operator_name(op: &Op) -> String {
    if let Some((symbol, ..)) = infix(op) {
        return symbol.trim().to_owned();
    }
    let name = match op {
        Op::Rem(Rounding::Floor) => "mod",
        Op::Rem(Rounding::Truncate) => "rem",
        Op::Neg | Op::BvNeg | Op::FloatNeg => "-",
        Op::Abs | Op::FloatAbs => "abs",
        Op::Min => "min",
        Op::Max => "max",
        Op::ToReal | Op::FloatToReal => "real",
        Op::ToInt(Rounding::Floor) => "floor",
        Op::ToInt(Rounding::Truncate) => "trunc",
        Op::Not => "not",
        Op::Ite => "if",
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
    };
    name.to_owned()
}
