//! Escaping for the formats that reports are written in.

use std::borrow::Cow;

use sextant_notation::picture;
pub(crate) use sextant_notation::xml;

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
