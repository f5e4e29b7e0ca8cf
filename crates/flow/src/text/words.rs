//! The words of the Flow form, names that need quotes, and quoted text.

use std::borrow::Cow;

use sextant_syntax::{IntType, Intrinsic, RealType, TextLength, Type};

/// Words with which a step may begin.
pub(crate) const STEP_WORDS: &[&str] = &[
    "allocate",
    "assert",
    "assume",
    "call",
    "entry",
    "exit",
    "fresh",
    "gone",
    "measure",
    "point",
    "primitive",
    "prove",
    "read",
    "release",
    "return",
    "stop",
    "transfer",
    "unsupported",
    "write",
];

/// Words with which an expression may begin, beside functions of the language and types.
pub(crate) const EXPRESSION_WORDS: &[&str] = &[
    "absent",
    "aligned",
    "all",
    "bits_at",
    "component_of",
    "converted",
    "displaced",
    "distance_of",
    "false",
    "has_storage",
    "hbound",
    "is_present",
    "lbound",
    "old",
    "rational",
    "result",
    "same_storage",
    "some",
    "text_length",
    "true",
    "wrapped",
];

/// Other words that are no names unless they stand in backquotes; `int8`, `uint64` and their like are words as well.
const RESERVED: &[&str] = &[
    "and",
    "area",
    "by_copy",
    "by_reference",
    "by_value",
    "copied",
    "edge",
    "else",
    "external",
    "flow",
    "global",
    "handle",
    "implies",
    "library",
    "newline",
    "node",
    "none",
    "not",
    "or",
    "parameter",
    "receives",
    "record",
    "sequence",
    "sole",
    "statements",
    "static",
    "var",
];

/// Whether the word has a meaning of its own.
pub(crate) fn is_reserved(word: &str) -> bool {
    let listed =
        [STEP_WORDS, EXPRESSION_WORDS, RESERVED].iter().any(|words| words.binary_search(&word).is_ok());
    listed || Intrinsic::named(word).is_some() || type_named(word).is_some()
}

/// Whether a name may begin with the letter.
pub(crate) fn begins_name(letter: char) -> bool {
    letter.is_alphabetic() || letter == '_' || letter == '$'
}

/// Whether a name may go on with the letter.
pub(crate) fn continues_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '$' | '.')
}

/// The name of one of several things that may have the same, with its number among those: `node~2` is the second.
pub(crate) fn numbered_name<'a>(names: impl Iterator<Item = &'a str>, index: usize) -> String {
    let names: Vec<&str> = names.take(index + 1).collect();
    let Some(name) = names.get(index) else { return format!("?{index}") };
    let number = names.iter().filter(|other| *other == name).count();
    let suffix = if number > 1 { format!("~{number}") } else { String::new() };
    format!("{}{suffix}", quoted_name(name))
}

/// The name as the reader wants it: in backquotes if it could be taken for something else.
pub(crate) fn quoted_name(name: &str) -> Cow<'_, str> {
    let plain = name.starts_with(begins_name) && name.chars().all(continues_name) && !is_reserved(name);
    if plain { Cow::Borrowed(name) } else { Cow::Owned(quoted(name, '`')) }
}

/// The text between the given quotes, on one line.
pub(crate) fn quoted(text: &str, quote: char) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            _ if letter == quote => out.extend(['\\', letter]),
            _ if letter.is_control() => out.extend(letter.escape_unicode()),
            _ => out.push(letter),
        }
    }
    out.push(quote);
    out
}

/// The type a word such as `int`, `int16` or `uint8` names.
pub(crate) fn integer_type(word: &str) -> Option<IntType> {
    let (signed, rest) = match word.strip_prefix('u') {
        Some(rest) => (false, rest),
        None => (true, word),
    };
    let digits = rest.strip_prefix("int")?;
    if digits.is_empty() {
        return Some(IntType { bits: 32, signed });
    }
    let canonical = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
    if !canonical {
        return None;
    }
    digits.parse().ok().map(|bits| IntType { bits, signed })
}

/// The type other than an integer that a word names.
pub(crate) fn type_named(word: &str) -> Option<Type> {
    Some(match word {
        "logical" => Type::Logical,
        "real" => Type::Real(RealType::Single),
        "double" => Type::Real(RealType::Double),
        "complex" => Type::Complex(RealType::Single),
        "double_complex" => Type::Complex(RealType::Double),
        "text" => Type::Text(TextLength::Open),
        "procedure" => Type::Procedure,
        _ => return integer_type(word).map(Type::Int),
    })
}

/// The word for a type; of an array for its elements.
pub(crate) fn type_word(ty: &Type) -> Cow<'static, str> {
    match ty {
        Type::Logical => "logical".into(),
        Type::Real(RealType::Single) => "real".into(),
        Type::Real(RealType::Double) => "double".into(),
        Type::Complex(RealType::Single) => "complex".into(),
        Type::Complex(RealType::Double) => "double_complex".into(),
        Type::Text(_) => "text".into(),
        Type::Record(_) => "record".into(),
        Type::Procedure => "procedure".into(),
        Type::Array(inner, _) | Type::Handle(inner) => type_word(inner),
        Type::Pointer(_) => "address".into(),
        Type::Block(block) => type_word(&block.content),
        Type::Int(IntType { bits: 32, signed: true }) => "int".into(),
        Type::Int(IntType { bits, signed: true }) => format!("int{bits}").into(),
        Type::Int(IntType { bits, signed: false }) => format!("uint{bits}").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_words_are_sorted_for_the_search() {
        assert!([STEP_WORDS, EXPRESSION_WORDS, RESERVED].iter().all(|words| words.is_sorted()));
        assert!(is_reserved("node") && is_reserved("uint8") && !is_reserved("int08") && !is_reserved("into"));
    }

    #[test]
    fn names_that_could_be_misread_are_quoted() {
        assert_eq!(quoted_name("to.1"), "to.1");
        assert_eq!(quoted_name("not"), "`not`");
        assert_eq!(quoted_name("A#`\n"), "`A#\\`\\n`");
        assert_eq!(quoted_name(""), "``");
    }
}
