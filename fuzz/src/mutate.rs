//! Damages texts: bytes, tokens and lines are deleted, doubled, swapped, moved and taken from other texts.

use std::fs;
use std::path::PathBuf;

/// A small generator of random numbers (SplitMix64): the same seed gives the same numbers everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ (value >> 31)
    }

    /// A number below `limit`, or 0 if there is none.
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    fn choose<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        items.get(self.below(items.len()))
    }
}

/// The texts of all files of some folders, in the order of their names.
pub fn seeds(folders: &[PathBuf]) -> Vec<String> {
    let mut paths: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder of inputs"))
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).expect("a readable input")).collect()
}

/// A damaged copy of one of the texts.
pub fn mutated(seeds: &[String], random: &mut Random) -> String {
    let mut text = random.choose(seeds).cloned().unwrap_or_default();
    // Mostly little damage: what is still a program tests more than what is not.
    let most = random.below(6);
    for _ in 0..=random.below(most) {
        let other = random.choose(seeds).cloned().unwrap_or_default();
        text = match random.below(3) {
            0 => damage_bytes(&text, random),
            1 => damage_pieces(&tokens(&text), &tokens(&other), random),
            _ => damage_pieces(&lines(&text), &lines(&other), random),
        };
    }
    text
}

fn damage_bytes(text: &str, random: &mut Random) -> String {
    const INTERESTING: &[u8] = b"();:,='\"*/+-<>&|^~%._#@$01 \n\x00\xc2\xac\xe2";
    let mut bytes = text.as_bytes().to_vec();
    let at = random.below(bytes.len() + 1);
    let byte = random.choose(INTERESTING).copied().unwrap_or(b' ');
    match random.below(4) {
        0 => bytes.insert(at, byte),
        1 if at < bytes.len() => bytes[at] = byte,
        2 if at < bytes.len() => drop(bytes.remove(at)),
        _ if at + 1 < bytes.len() => bytes.swap(at, at + 1),
        _ => bytes.push(byte),
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn damage_pieces(pieces: &[&str], others: &[&str], random: &mut Random) -> String {
    let mut pieces = pieces.to_vec();
    let at = random.below(pieces.len());
    let length = 1 + random.below(4.min(pieces.len().saturating_sub(at)));
    let range = at..(at + length).min(pieces.len());
    match random.below(7) {
        0 => drop(pieces.drain(range)),
        1 => {
            let run = pieces[range].to_vec();
            // Now and then often enough to reach the limit of nesting.
            let times = if random.below(8) == 0 { random.below(1200) } else { 1 };
            pieces.splice(at..at, run.iter().copied().cycle().take(run.len() * times));
        }
        2 if !pieces.is_empty() => {
            let with = random.below(pieces.len());
            pieces.swap(at, with);
        }
        3 => {
            let run: Vec<_> = pieces.drain(range).collect();
            let to = random.below(pieces.len() + 1);
            pieces.splice(to..to, run);
        }
        4 => {
            let from = random.below(others.len());
            let to = (from + 1 + random.below(6)).min(others.len());
            pieces.splice(at..at, others[from..to].iter().copied());
        }
        5 if !pieces.is_empty() => pieces[at] = random.choose(others).copied().unwrap_or(""),
        _ => pieces.truncate(at),
    }
    pieces.concat()
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Runs of letters and digits, runs of blanks, and single signs.
fn tokens(text: &str) -> Vec<&str> {
    let class = |letter: char| match letter {
        _ if letter.is_alphanumeric() || letter == '_' => 0,
        _ if letter.is_whitespace() => 1,
        _ => 2,
    };
    let mut tokens = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, letter) in text.char_indices() {
        let now = class(letter);
        if before.is_some_and(|before| before != now || now == 2) {
            tokens.push(&text[start..at]);
            start = at;
        }
        before = Some(now);
    }
    tokens.push(&text[start..]);
    tokens
}
