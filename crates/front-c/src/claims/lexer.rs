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
            let used = number(rest);
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

/// The length of the number that a text begins with: digits and letters, a point, the sign of an exponent.
fn number(text: &str) -> usize {
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let mut before = ' ';
    let mut belongs = |c: char| {
        let exponent = !hexadecimal && matches!(before, 'e' | 'E') && matches!(c, '+' | '-');
        before = c;
        c.is_ascii_alphanumeric() || c == '.' || exponent
    };
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}
