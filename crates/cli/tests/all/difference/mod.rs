//! Where a transcript and what happened part.

/// The first line that differs, with the command above it; commands begin with the mark.
pub fn first_difference(mark: &str, expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let mut command = "";
    let mut lines = found.lines();
    for (number, line) in expected.lines().enumerate() {
        if line.starts_with(mark) {
            command = line;
        }
        let other = lines.next().unwrap_or("(nothing more)");
        if line != other {
            return Some(format!("{}: {command}\n  expected: {line}\n  found:    {other}", number + 1));
        }
    }
    Some(format!("{command}\n  found more: {}", lines.next().unwrap_or("an end of line")))
}
