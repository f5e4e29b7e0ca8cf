//! Tokens of assertions.

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Name(String),
    Number(String),
    Sign(&'static str),
}

/// Longer signs first.
const SIGNS: [&str; 28] = [
    "<==>", "==>", "->", "<=", ">=", "==", "!=", "&&", "||", "<", ">", "=", "+", "-", "*", "/", "%", "!",
    "(", ")", "[", "]", ".", ",", ";", ":", "?", "\\",
];

/// The tokens of a text.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = |test: fn(char) -> bool| rest.find(|c: char| !test(c)).unwrap_or(rest.len());
        let used = if first.is_ascii_digit() {
            let used = length(|c| c.is_ascii_alphanumeric());
            found.push(Token::Number(rest[..used].to_owned()));
            used
        } else if first.is_alphabetic() || first == '_' {
            let used = length(|c| c.is_alphanumeric() || c == '_');
            found.push(Token::Name(rest[..used].to_owned()));
            used
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            found.push(Token::Sign(sign));
            sign.len()
        } else {
            return Err(format!("'{first}' is not expected in an assertion"));
        };
        rest = rest[used..].trim_start();
    }
    Ok(found)
}
