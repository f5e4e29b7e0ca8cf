//! Breaking text into lines of a column. Width is counted in characters.

use std::fmt::Display;

use crate::escape;

/// The number of characters.
pub(crate) fn width(text: &str) -> usize {
    text.chars().count()
}

/// `name = value` for each pair, in one line.
pub(crate) fn equations<V: Display>(pairs: &[(String, V)]) -> String {
    let shown: Vec<String> = pairs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    shown.join(", ")
}

/// Adds lines, the first one after its own margin, the others after another.
pub(crate) fn hang(first: &str, others: &str, lines: &[String], out: &mut String) {
    for (at, line) in lines.iter().enumerate() {
        let margin = if at == 0 { first } else { others };
        out.push_str(format!("{margin}{line}").trim_end());
        out.push('\n');
    }
}

/// The text in lines of at most `limit` characters, broken at blanks where there are any.
pub(crate) fn wrap(text: &str, limit: usize) -> Vec<String> {
    let text = escape::line(text);
    let limit = limit.max(1);
    let mut lines = Vec::new();
    let mut rest: &str = &text;
    while let Some((end, _)) = rest.char_indices().nth(limit) {
        // A blank just behind the limit counts: it falls away.
        let reach = end + rest[end..].chars().next().map_or(0, char::len_utf8);
        let cut = rest[..reach].rfind(' ').filter(|&cut| cut > 0).unwrap_or(end);
        lines.push(rest[..cut].trim_end().to_owned());
        rest = rest[cut..].trim_start();
    }
    lines.push(rest.to_owned());
    lines
}

/// The parts joined by the separator, in lines of at most `limit` characters that end, if possible, after a
/// separator.
pub(crate) fn wrap_parts(parts: &[String], separator: &str, limit: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut current = String::new();
    for (at, part) in parts.iter().enumerate() {
        let mut piece = escape::line(part).into_owned();
        if at + 1 < parts.len() {
            piece.push_str(separator);
        }
        let needed = width(&current) + width(piece.trim_end());
        if needed > limit && !current.is_empty() {
            lines.push(std::mem::take(&mut current).trim_end().to_owned());
        }
        if width(piece.trim_end()) > limit {
            let mut broken = wrap(piece.trim_end(), limit);
            current = broken.pop().unwrap_or_default() + " ";
            lines.append(&mut broken);
        } else {
            current.push_str(&piece);
        }
    }
    if !current.trim_end().is_empty() || lines.is_empty() {
        lines.push(current.trim_end().to_owned());
    }
    lines
}

/// At most `limit` characters of the text, with `…` in place of what is left out.
pub(crate) fn shortened(text: &str, limit: usize) -> String {
    let text = escape::line(text);
    if width(&text) <= limit {
        return text.into_owned();
    }
    text.chars().take(limit.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks_or_else_anywhere() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("αβγ δεζ", 3), ["αβγ", "δεζ"]);
        assert_eq!(wrap("", 3), [""]);
    }

    #[test]
    fn conjuncts_stay_whole_when_they_fit() {
        let parts = ["X > A(1)", "X < A(3)", "Y = 0"].map(str::to_owned);
        assert_eq!(wrap_parts(&parts, " & ", 21), ["X > A(1) & X < A(3) &", "Y = 0"]);
        assert_eq!(wrap_parts(&parts, " & ", 10), ["X > A(1) &", "X < A(3) &", "Y = 0"]);
        assert_eq!(wrap_parts(&parts[2..], " & ", 3), ["Y =", "0"]);
    }

    #[test]
    fn shortened_text_says_so() {
        assert_eq!(shortened("abcdef", 4), "abc…");
        assert_eq!(shortened("abcd", 4), "abcd");
    }
}
