//! Long sequences of statements in Clarke's notation: `1 2 (3 4)$1000 5`.

/// The longest part that is looked for.
const LONGEST: usize = 24;
/// Shorter repetitions are written out.
const LEAST: usize = 6;

/// Of longer sequences the middle is left out.
const MOST: usize = 4_000;
/// How often repetitions of repetitions are looked for.
const LEVELS: usize = 4;

/// The words with repeated parts written once, also within repeated parts; never more than a few thousand.
pub(crate) fn bounded(words: &[String]) -> Vec<String> {
    let mut shown = folded(words);
    for _ in 1..LEVELS {
        let again = folded(&shown);
        if again.len() == shown.len() {
            break;
        }
        shown = again;
    }
    if shown.len() > MOST {
        let left_out = shown.len() - MOST;
        let end = shown.split_off(shown.len() - MOST / 2);
        shown.truncate(MOST / 2);
        shown.push(format!("… {left_out} more …"));
        shown.extend(end);
    }
    shown
}

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
    use super::{MOST, bounded, folded};

    #[test]
    fn long_sequences_are_short() {
        // Two loops, one in the other, and numbers that never repeat.
        let inner = "3 4 ".repeat(300);
        let nested = format!("1 {}9", format!("2 {inner}5 ").repeat(2000));
        let words: Vec<String> = nested.split(' ').map(str::to_owned).collect();
        assert_eq!(bounded(&words).join(" "), "1 (2 (3 4)$300 5)$2000 9");
        let numbers: Vec<String> = (0..100_000).map(|number| number.to_string()).collect();
        assert_eq!(bounded(&numbers).len(), MOST + 1);
    }

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
