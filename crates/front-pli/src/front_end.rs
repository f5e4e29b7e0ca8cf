//! PL/I as those see it who come after the front ends.

use sextant_syntax::{
    BinaryOp, Expr, ExprKind, FrontEnd, Language, Rules, Surroundings, Type, Typed, read_typed,
};

use crate::{parse, parse_assertion, parse_call, parse_condition};

/// The language.
pub const FRONT_END: FrontEnd = FrontEnd {
    language: Language::Pli,
    endings: &["pli", "pl1"],
    rules: Rules::PLAIN,
    decode: String::from_utf8,
    parse: Some(|sources, ids, _| Ok(parse(sources, ids))),
    call: parse_call,
    assertion: |sources, id, around| parse_assertion(sources, id, around.procedure),
    typed: Some(TYPED),
    clause: |word, condition| format!("{} ({condition});", word.to_uppercase()),
    exit_clause: "ASSERT EXIT",
    effigy: true,
    hosted: false,
};

/// EFFIGY's notation.
pub const TYPED: Typed = Typed {
    condition,
    // A comparison lets numbers be read as well; only its first operand is used.
    value: |text, around| Ok(sides(text, "0", around)?.0),
    assignment: sides,
};

fn condition(text: &str, around: &Surroundings<'_>) -> Result<Expr, String> {
    read_typed(text, |sources, id| parse_condition(sources, id, around.procedure))
}

/// Both sides of `left = right`, without the conversions of the comparison.
fn sides(left: &str, right: &str, around: &Surroundings<'_>) -> Result<(Expr, Expr), String> {
    let comparison = condition(&format!("({left}) = ({right})"), around)?;
    let plain = |side: Expr| match side.kind {
        ExprKind::Convert(inner) if side.ty != Type::Logical => *inner,
        _ => side,
    };
    match comparison.kind {
        ExprKind::Binary(BinaryOp::Equal, left, right) => Ok((plain(*left), plain(*right))),
        _ => Err("this is not a value".into()),
    }
}
