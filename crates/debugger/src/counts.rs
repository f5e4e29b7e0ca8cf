//! How often a breakpoint must be met before it stops.

/// Which of the times it is met count.
pub(super) struct Count {
    relation: Relation,
    number: u64,
}

#[derive(Clone, Copy)]
enum Relation {
    From,
    Above,
    Exactly,
    Below,
    UpTo,
    Every,
}

impl Count {
    /// Reads `3`, `>= 3`, `= 3` or `% 3`.
    pub(super) fn read(text: &str) -> Result<Count, String> {
        let text = text.trim();
        let digits = text.find(|letter: char| letter.is_ascii_digit()).unwrap_or(text.len());
        let (sign, number) = text.split_at(digits);
        let relation = match sign.trim() {
            "" | ">=" => Relation::From,
            ">" => Relation::Above,
            "=" | "==" => Relation::Exactly,
            "<" => Relation::Below,
            "<=" => Relation::UpTo,
            "%" => Relation::Every,
            _ => return Err(format!("{text}: say how often, as in 3, >= 3, = 3 or % 3")),
        };
        match number.trim().parse() {
            Ok(0) | Err(_) => Err(format!("{text}: say how often, as in 3, >= 3, = 3 or % 3")),
            Ok(number) => Ok(Count { relation, number }),
        }
    }

    /// Whether it lets a breakpoint stop this time.
    pub(super) fn lets(&self, times: u64) -> bool {
        match self.relation {
            Relation::From => times >= self.number,
            Relation::Above => times > self.number,
            Relation::Exactly => times == self.number,
            Relation::Below => times < self.number,
            Relation::UpTo => times <= self.number,
            Relation::Every => times.is_multiple_of(self.number),
        }
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
