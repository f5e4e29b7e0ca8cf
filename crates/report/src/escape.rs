//! Escaping for the formats that reports are written in.

use std::borrow::Cow;

/// Text for XML and HTML, in content and between double quotes. Control characters, which XML forbids, become
/// pictures of themselves; line breaks and tabs stay.
pub(crate) fn xml(text: &str) -> Cow<'_, str> {
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

/// Text for a quoted string of the DOT language.
pub(crate) fn dot(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push(picture(c)),
            c => out.push(c),
        }
    }
    out
}

/// JSON text that may stand inside a `<script>` element: without a character that could end the element.
pub(crate) fn script(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            // In JSON these stand inside strings only.
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            c => out.push(c),
        }
    }
    out
}

/// Text for one line of a terminal: control characters, line breaks included, are spelled out.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    if !text.chars().any(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

fn is_forbidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t')) || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// The character that stands for a control character.
fn picture(c: char) -> char {
    match c {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        _ => '\u{fffd}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_keeps_its_own_quotes_out() {
        assert_eq!(xml(r#"a<b & "c" > 'd'"#), "a&lt;b &amp; &quot;c&quot; &gt; &#39;d&#39;");
        assert_eq!(xml("plain"), "plain");
        assert_eq!(xml("bell\u{7}"), "bell␇");
        assert_eq!(dot("say \"\\x\"\n"), "say \\\"\\\\x\\\"\\n");
        assert_eq!(script(r#"{"t":"</script>&"}"#), r#"{"t":"\u003c/script\u003e\u0026"}"#);
        assert_eq!(line("two\nlines\u{1b}[31m"), "two\\nlines\\u{1b}[31m");
    }
}
