//! Text in XML.

use std::borrow::Cow;

/// Text for XML and HTML, in content and between double quotes. Control characters, which XML forbids, become
/// pictures of themselves; line breaks and tabs stay.
pub fn xml(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| matches!(c, '<' | '>' | '&' | '"' | '\'') || is_forbidden(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if is_forbidden(c) => out.push(picture(c)),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

fn is_forbidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t')) || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// The character that stands for a control character.
pub fn picture(c: char) -> char {
    match c {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        _ => '\u{fffd}',
    }
}
