//! Fortran as those see it who come after the front ends.

use sextant_syntax::{Expr, FrontEnd, Language, Surroundings, Type, Typed, read_typed};

use crate::{Include, Options, RULES, parse, parse_assertion, parse_call, parse_condition, parse_value};

/// The language.
pub const FRONT_END: FrontEnd = FrontEnd {
    language: Language::Fortran,
    endings: &["f", "for", "ftn", "f77", "fpp", "f90", "f95", "f03", "f08"],
    rules: RULES,
    // Older sources have comments in the code of their time; every byte is a letter there.
    decode: |bytes| {
        Ok(String::from_utf8(bytes)
            .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
    },
    parse: Some(|sources, ids, reading| {
        let mut included = |include: &Include<'_>| (reading.included)(include.from, include.file);
        Ok(parse(sources, ids, &Options::default(), &mut included))
    }),
    call: parse_call,
    assertion: parse_assertion,
    typed: Some(Typed {
        condition: |text, around| read_typed(text, |sources, id| parse_condition(sources, id, around)),
        value,
        assignment,
    }),
    clause: |word, condition| format!("!$sextant {word} ({condition})"),
    exit_clause: "!$sextant ensures",
    effigy: false,
    hosted: false,
};

fn value(text: &str, around: &Surroundings<'_>) -> Result<Expr, String> {
    read_typed(text, |sources, id| parse_value(sources, id, around))
}

fn assignment(place: &str, text: &str, around: &Surroundings<'_>) -> Result<(Expr, Expr), String> {
    let target = value(place, around)?;
    // A new symbol has the type of the variable.
    let wanted = Some(&target.ty).filter(|ty| ty.is_simple());
    let symbols = |name: &str| (around.symbols)(name).or_else(|| wanted.cloned());
    let value = value(text, &Surroundings { symbols: &symbols, ..*around })?;
    let is_number = |ty: &Type| matches!(ty, Type::Int(_) | Type::Real(_) | Type::Complex(_));
    let is_text = |ty: &Type| matches!(ty, Type::Text(_));
    let fits = value.ty == target.ty
        || is_number(&value.ty) && is_number(&target.ty)
        || is_text(&value.ty) && is_text(&target.ty);
    if fits { Ok((target, value)) } else { Err(format!("{} cannot have this value", place.trim())) }
}
