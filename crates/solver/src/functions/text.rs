//! Laws as they are written: terms over named ones, in the notation of SMT-LIB.

use dashu_ratio::RBig;
use sextant_expr::{Op, Sort, Table, TermId};

/// The terms that the names in a law stand for.
pub(super) type Names<'n> = &'n [(&'n str, TermId)];

/// Parts of laws that have names of their own.
const PARTS: [(&str, &str); 4] = [
    // The value lies between 0 and the operand, and is 0 only where the operand is.
    ("below", "(and (=> (< 0 x) (< f x)) (=> (< x 0) (< x f)) (=> (= x 0) (= f 0)))"),
    // The operand lies so between 0 and the value.
    ("beyond", "(and (=> (< 0 f) (< x f)) (=> (< f 0) (< f x)) (=> (= f 0) (= x 0)))"),
    ("signs", "(and (= (< 0 x) (< 0 f)) (= (< x 0) (< f 0)))"),
    ("bounds", "(and (<= low f) (<= f high))"),
];

/// The term of a law. The laws are constants of this crate, so that a mistake in one is a defect.
pub(super) fn law(table: &mut Table, text: &str, names: Names<'_>) -> TermId {
    let pieces = text.split_inclusive(['(', ')', ' ']);
    let tokens = pieces.flat_map(|piece| {
        let close = if piece.ends_with(')') { ")" } else { "" };
        [piece.trim_end_matches([')', ' ']), close]
    });
    next_term(table, &mut tokens.filter(|token| !token.is_empty()), names).expect("a law is a term")
}

/// The terms of several laws.
pub(super) fn laws(table: &mut Table, texts: &[&str], names: Names<'_>) -> Vec<TermId> {
    texts.iter().map(|text| law(table, text, names)).collect()
}

/// The next term; none where a parenthesis closes.
fn next_term(table: &mut Table, tokens: &mut dyn Iterator<Item = &str>, names: Names<'_>) -> Option<TermId> {
    match tokens.next()? {
        ")" => None,
        "(" => {
            let operator = tokens.next()?;
            let operands: Vec<TermId> = std::iter::from_fn(|| next_term(table, tokens, names)).collect();
            Some(operation(table, operator, &operands))
        }
        leaf => Some(leaf_term(table, leaf, names)),
    }
}

fn operation(table: &mut Table, operator: &str, operands: &[TermId]) -> TermId {
    let op = match operator {
        "and" => return table.and(operands),
        "or" => Op::Or,
        "not" => Op::Not,
        "=>" => Op::Implies,
        "=" => Op::Eq,
        "<" => Op::Lt,
        "<=" if table.sort(operands[0]) == Sort::REAL => Op::Le,
        "<=" => Op::FloatLe,
        "+" => Op::Add,
        "-" => Op::Sub,
        "*" => Op::Mul,
        other => unreachable!("{other} in a law"),
    };
    table.apply(op, operands)
}

/// A name, a part of laws, or a number such as `-1/2`.
fn leaf_term(table: &mut Table, leaf: &str, names: Names<'_>) -> TermId {
    if let Some((_, term)) = names.iter().find(|(name, _)| *name == leaf) {
        return *term;
    }
    if let Some((_, part)) = PARTS.iter().find(|(name, _)| *name == leaf) {
        return law(table, part, names);
    }
    let (top, bottom) = leaf.split_once('/').unwrap_or((leaf, "1"));
    let number = top.parse().ok().zip(bottom.parse().ok());
    let (top, bottom) = number.expect("a law consists of names and numbers");
    table.real(RBig::from_parts(top, bottom))
}
