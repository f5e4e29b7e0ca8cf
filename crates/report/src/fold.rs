//! Long sequences of statements in Clarke's notation: `1 2 (3 4)$1000 5`.

/// The longest part that is looked for.
const LONGEST: usize = 24;
/// Shorter repetitions are written out.
const LEAST: usize = 6;

/// The words with repeated parts written once. Parts within repeated parts are not looked for.
pub(crate) fn folded(words: &[String]) -> Vec<String> {
    let mut shown = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let (period, times) = best(&words[at..]);
        if period * times < LEAST || times < 3 {
            shown.push(words[at].clone());
            at += 1;
            continue;
        }
        shown.push(format!("({})${times}", words[at..at + period].join(" ")));
        at += period * times;
    }
    shown
}

/// The part at the beginning whose repetition covers most: its length, and how often it comes.
fn best(words: &[String]) -> (usize, usize) {
    let mut best = (1, 1);
    for period in 1..=LONGEST.min(words.len() / 2) {
        // Repetitions of a part are where the sequence equals itself, shifted by its length.
        let same = words.iter().zip(&words[period..]).take_while(|(a, b)| a == b).count();
        let times = same / period + 1;
        if times >= 3 && period * times > best.0 * best.1 {
            best = (period, times);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::folded;

    fn fold(text: &str) -> String {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        folded(&words).join(" ")
    }

    #[test]
    fn repeated_parts_are_written_once() {
        assert_eq!(fold("1 2 3 2 3 2 3 2 4"), "1 (2 3)$3 2 4");
        assert_eq!(fold("1 1 1 1 1 1 2"), "(1)$6 2");
        assert_eq!(fold("1 2 3 4 5"), "1 2 3 4 5");
        assert_eq!(fold("1 1 2 2"), "1 1 2 2");
    }
}
