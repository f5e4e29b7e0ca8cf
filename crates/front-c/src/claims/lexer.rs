//! Tokens of assertions.

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Name(String),
    Number(String),
    /// A name in double quotes, which is a symbol.
    Symbol(String),
    Sign(&'static str),
}

/// Longer signs first.
const SIGNS: [&str; 34] = [
    "<==>", "==>", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "<", ">", "=", "+", "-", "*", "/",
    "%", "!", "&", "|", "^", "~", "(", ")", "[", "]", ".", ",", ";", ":", "?", "\\",
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
        } else if first == '\'' {
            let (value, used) = character(rest).ok_or("a character constant is not complete")?;
            found.push(Token::Number(value.to_string()));
            used
        } else if first == '"' {
            let end = rest[1..].find('"').ok_or("a name in double quotes is not complete")?;
            found.push(Token::Symbol(rest[1..=end].to_owned()));
            end + 2
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

/// The code of the character that a text begins with, in single quotes, and the length of both.
fn character(text: &str) -> Option<(i64, usize)> {
    let mut letters = text.char_indices().skip(1);
    let (_, first) = letters.next()?;
    if first != '\\' {
        let (end, close) = letters.next()?;
        let code = i64::from(u8::try_from(first).ok()?);
        return (first != '\'' && close == '\'').then_some((code, end + 1));
    }
    let end = letters.skip_while(|(at, letter)| *letter != '\'' || *at == 2).map(|(at, _)| at).next()?;
    let escape = &text[2..end];
    let code = match escape {
        "n" => 10,
        "t" => 9,
        "r" => 13,
        "a" => 7,
        "b" => 8,
        "f" => 12,
        "v" => 11,
        "\\" | "'" | "\"" | "?" => i64::from(escape.as_bytes()[0]),
        _ => match escape.strip_prefix('x') {
            Some(digits) => i64::from_str_radix(digits, 16).ok()?,
            None => i64::from_str_radix(escape, 8).ok()?,
        },
    };
    Some((code, end + 1))
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
