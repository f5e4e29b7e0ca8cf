//! How often a breakpoint must be met before it stops.

/// Which of the times it is met count.
pub(super) struct Count {
    /// Whether this time counts, given the number.
    counts: fn(u64, u64) -> bool,
    number: u64,
}

impl Count {
    /// Reads `3`, `>= 3`, `= 3` or `% 3`.
    pub(super) fn read(text: &str) -> Result<Count, String> {
        let text = text.trim();
        let digits = text.find(|letter: char| letter.is_ascii_digit()).unwrap_or(text.len());
        let (sign, number) = text.split_at(digits);
        let counts: Option<fn(u64, u64) -> bool> = match sign.trim() {
            "" | ">=" => Some(|times, number| times >= number),
            ">" => Some(|times, number| times > number),
            "=" | "==" => Some(|times, number| times == number),
            "<" => Some(|times, number| times < number),
            "<=" => Some(|times, number| times <= number),
            "%" => Some(|times, number| times.is_multiple_of(number)),
            _ => None,
        };
        let number = number.trim().parse().ok().filter(|&number| number > 0);
        let count = counts.zip(number).map(|(counts, number)| Count { counts, number });
        count.ok_or_else(|| format!("{text}: say how often, as in 3, >= 3, = 3 or % 3"))
    }

    /// Whether it lets a breakpoint stop this time.
    pub(super) fn lets(&self, times: u64) -> bool {
        (self.counts)(times, self.number)
    }
}

/// The text before `hits`, and what stands behind it; the word counts outside parentheses only.
pub(super) fn split_hits(text: &str) -> (&str, Option<&str>) {
    let Some(at) = text.to_ascii_lowercase().rfind("hits") else { return (text, None) };
    let (before, behind) = (&text[..at], &text[at + 4..]);
    let alone = before.ends_with([' ', ')']) && behind.starts_with([' ', '>', '<', '=', '%']);
    let depth = before.matches('(').count() as i64 - before.matches(')').count() as i64;
    if alone && depth == 0 { (before, Some(behind)) } else { (text, None) }
}
