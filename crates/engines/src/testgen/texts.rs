//! Texts that a program is started with and reads, as bytes, and changes of them.
//!
//! A change is small and keeps what the text looks like: words are put in place of words, lines are repeated, characters
//! come from the program itself. What a program does with most such texts is more than refusing them.

use sextant_base::Random;
use sextant_expr::Value;
use sextant_state::{Entry, EntryArgument, EntryText, text_character};

use super::Inputs;

/// Positions behind the end of standard input that are told to be behind it.
const BEHIND: usize = 40;
/// What separates words.
const BLANKS: &[u8] = b" \n";

/// The texts of one run.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Texts {
    /// The arguments that are unknown, in order.
    pub arguments: Vec<Vec<u8>>,
    /// Standard input.
    pub input: Vec<u8>,
}

/// Which texts a program takes, and what they may be made of.
#[derive(Clone, Debug, Default)]
pub struct TextPlan {
    /// Unknown arguments: their places, and how many characters they have at most.
    pub arguments: Vec<(usize, usize)>,
    /// How many characters standard input has at most.
    pub longest_input: usize,
    /// Words and numbers that mean something to the program.
    pub words: Vec<Vec<u8>>,
    /// Characters that mean something to the program.
    pub characters: Vec<u8>,
    /// Texts to begin with.
    pub seeds: Vec<Texts>,
}

impl Texts {
    /// The call with these texts in it.
    pub(super) fn entry(&self, plan: &TextPlan, unknown: &Entry) -> Entry {
        let mut entry = unknown.clone();
        for argument in &mut entry.arguments {
            let EntryArgument::Texts(all) = argument else { continue };
            for (&(at, _), text) in plan.arguments.iter().zip(&self.arguments) {
                if let Some(place) = all.get_mut(at) {
                    *place = EntryText::Known(text.clone());
                }
            }
        }
        entry.text = Some(self.input.clone());
        entry
    }

    /// The texts as values of inputs.
    pub(super) fn inputs(&self, plan: &TextPlan) -> Inputs {
        let mut inputs = Inputs::new();
        for (&(at, length), text) in plan.arguments.iter().zip(&self.arguments) {
            for position in 0..length {
                // Plain characters of C are signed.
                let code = i64::from(text.get(position).copied().unwrap_or(0) as i8);
                inputs.push((text_character(at, position), Value::Int(code.into())));
            }
        }
        for position in 0..self.input.len() + BEHIND {
            let code = self.input.get(position).map_or(-1, |&byte| i64::from(byte));
            inputs.push((format!("stdin[{position}]"), Value::Int(code.into())));
        }
        inputs
    }

    fn part(&mut self, at: usize) -> &mut Vec<u8> {
        match at < self.arguments.len() {
            true => &mut self.arguments[at],
            false => &mut self.input,
        }
    }

    /// Texts with a part taken out of one of them: the simpler texts of the same kind.
    pub(super) fn without(&self, at: usize, from: usize, count: usize) -> Option<Self> {
        let mut other = self.clone();
        let part = other.part(at);
        if from >= part.len() {
            return None;
        }
        let end = (from + count).min(part.len());
        part.drain(from..end);
        Some(other)
    }

    /// Texts with another character in place of one that people do not type often.
    pub(super) fn with(&self, at: usize, position: usize, character: u8) -> Option<Self> {
        let mut other = self.clone();
        let place = other.part(at).get_mut(position)?;
        if place.is_ascii_alphanumeric() || b" \n".contains(place) {
            return None;
        }
        *place = character;
        Some(other)
    }

    /// The length of a text.
    pub(super) fn length(&self, at: usize) -> usize {
        self.arguments.get(at).unwrap_or(&self.input).len()
    }

    /// Whether the texts are not longer than the plan has them.
    fn trim(&mut self, plan: &TextPlan) {
        for (&(_, length), text) in plan.arguments.iter().zip(&mut self.arguments) {
            text.truncate(length);
            // A zero would end it anyway.
            text.retain(|&byte| byte != 0);
        }
        self.input.truncate(plan.longest_input);
    }
}

/// Other texts, a few changes away; `other` is a second text that parts may be taken from.
pub(super) fn varied(plan: &TextPlan, texts: &Texts, other: &Texts, random: &mut Random) -> Texts {
    let mut changed = texts.clone();
    let mut changes = 1;
    while changes < 8 && !random.one_in(3) {
        changes += 1;
    }
    for _ in 0..changes {
        let parts = plan.arguments.len() + usize::from(plan.longest_input > 0);
        let at = random.below(parts);
        if random.one_in(12) {
            let from = random.below(plan.arguments.len() + 1);
            let taken = other.arguments.get(from).unwrap_or(&other.input).clone();
            *changed.part(at) = taken;
            continue;
        }
        let source = changed.arguments.get(random.below(parts)).unwrap_or(&changed.input).clone();
        let words = at >= plan.arguments.len() && random.one_in(2) || random.one_in(4);
        let text = changed.part(at);
        match words {
            true => change_words(plan, text, &other.input, random),
            false => change_characters(plan, text, &source, random),
        }
    }
    changed.trim(plan);
    changed
}

fn change_characters(plan: &TextPlan, text: &mut Vec<u8>, source: &[u8], random: &mut Random) {
    let at = random.below(text.len() + 1);
    match random.below(7) {
        0 | 1 => text.insert(at, character(plan, random)),
        2 | 3 if at < text.len() => text[at] = character(plan, random),
        4 if at < text.len() => drop(text.remove(at)),
        5 => {
            // A piece of one text in another: what is looked for is found.
            let from = random.below(source.len());
            let count = 1 + random.below(4);
            let piece: Vec<u8> = source.iter().skip(from).take(count).copied().collect();
            text.splice(at..at, piece);
        }
        6 if at + 1 < text.len() => text.swap(at, at + 1),
        _ => *text = word(plan, random),
    }
}

fn character(plan: &TextPlan, random: &mut Random) -> u8 {
    match random.below(8) {
        0 => b'a' + random.below(3) as u8,
        1 => b'0' + random.below(10) as u8,
        2 => *random.choose(BLANKS).unwrap_or(&b' '),
        _ => *random.choose(&plan.characters).unwrap_or(&b'a'),
    }
}

fn word(plan: &TextPlan, random: &mut Random) -> Vec<u8> {
    match random.below(8) {
        0..=2 => random.below(10).to_string().into_bytes(),
        3 => format!("-{}", random.below(10)).into_bytes(),
        4 => format!("{}.{}", random.below(3), random.below(10)).into_bytes(),
        5 => {
            let bits = random.below(12);
            random.below(1 << bits).to_string().into_bytes()
        }
        _ => random.choose(&plan.words).cloned().unwrap_or_default(),
    }
}

/// Changes a text word by word, or line by line.
fn change_words(plan: &TextPlan, text: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let pieces = pieces(text);
    let (from, to) = random.choose(&pieces).copied().unwrap_or((0, 0));
    match random.below(9) {
        0 | 1 => drop(text.splice(from..to, word(plan, random))),
        2 | 3 => {
            let mut inserted = word(plan, random);
            inserted.push(*random.choose(BLANKS).unwrap_or(&b' '));
            text.splice(from..from, inserted);
        }
        4 => drop(text.drain(from..to)),
        5 => {
            // Several words more, as a table has them.
            for _ in 0..1 + random.below(8) {
                let mut inserted = word(plan, random);
                inserted.push(*random.choose(BLANKS).unwrap_or(&b' '));
                text.extend(inserted);
            }
        }
        6 => {
            let line = line_at(text, from);
            text.splice(from..from, line);
        }
        7 => {
            let number = std::str::from_utf8(&text[from..to]).ok().and_then(|text| text.parse::<i64>().ok());
            let step = if random.one_in(2) { 1 } else { -1 };
            if let Some(number) = number.and_then(|number| number.checked_add(step)) {
                text.splice(from..to, number.to_string().into_bytes());
            }
        }
        _ => {
            // The beginning of one, the end of another.
            text.truncate(from);
            let start = random.choose(&self::pieces(other)).map_or(0, |piece| piece.0);
            text.extend_from_slice(&other[start.min(other.len())..]);
        }
    }
}

/// Where words begin and end.
fn pieces(text: &[u8]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, byte) in text.iter().enumerate() {
        match (byte.is_ascii_whitespace(), start) {
            (false, None) => start = Some(at),
            (true, Some(from)) => {
                found.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    found.extend(start.map(|from| (from, text.len())));
    found
}

/// The line that a place lies in, with its end.
fn line_at(text: &[u8], at: usize) -> Vec<u8> {
    let start = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let end = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |newline| at + newline);
    let mut line = text[start..end].to_vec();
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    use super::{Random, TextPlan, Texts, varied};

    #[test]
    fn variations_keep_to_the_plan_and_are_the_same_every_time() {
        let plan = TextPlan {
            arguments: vec![(1, 0), (2, 3)],
            longest_input: 20,
            words: vec![b"stop".to_vec(), Vec::new()],
            characters: vec![b'#', 0, 255],
            ..TextPlan::default()
        };
        let run = |seed| {
            let mut random = Random::new(seed);
            let mut all = vec![Texts { arguments: vec![Vec::new(); 2], input: Vec::new() }];
            for at in 0..3_000 {
                let next = varied(&plan, &all[at], &all[at / 2], &mut random);
                assert!(
                    next.arguments[0].is_empty() && next.arguments[1].len() <= 3 && next.input.len() <= 20
                );
                assert!(next.arguments.iter().all(|text| !text.contains(&0)));
                all.push(next);
            }
            all
        };
        assert_eq!(run(1), run(1));
        let different: std::collections::BTreeSet<Texts> = run(2).into_iter().collect();
        assert!(different.len() > 1_000, "{}", different.len());
    }

    #[test]
    fn nothing_to_vary_stays_as_it_is() {
        let nothing = Texts::default();
        let same = varied(&TextPlan::default(), &nothing, &nothing, &mut Random::new(0));
        assert_eq!(same, nothing);
    }
}
