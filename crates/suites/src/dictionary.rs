//! Words, numbers and characters that stand in the text of a program: what it reads is likely to be made of them.

use std::collections::BTreeSet;

/// Words of a program at most, and characters of one.
const MOST_WORDS: usize = 200;
const LONGEST: usize = 16;

/// What stands in the text of a program.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    words: BTreeSet<Vec<u8>>,
    characters: BTreeSet<u8>,
}

impl Dictionary {
    /// Reads a text in C, as far as constants go. Macros are read where they are defined.
    pub(super) fn read(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            at = match byte {
                b'/' if bytes.get(at + 1) == Some(&b'*') => behind(bytes, at + 2, b"*/"),
                b'/' if bytes.get(at + 1) == Some(&b'/') => behind(bytes, at, b"\n"),
                // The names of files mean nothing to a program.
                b'#' if bytes[at..].starts_with(b"#include") => behind(bytes, at, b"\n"),
                b'"' | b'\'' => self.quoted(bytes, at),
                b'0'..=b'9' => self.number(bytes, at),
                byte if byte.is_ascii_alphabetic() || byte == b'_' => end_of_word(bytes, at),
                _ => at + 1,
            };
        }
    }

    /// The words, numbers among them.
    pub(super) fn words(&self) -> Vec<Vec<u8>> {
        let mut words: Vec<Vec<u8>> = self.words.iter().cloned().collect();
        words.sort_by_key(|word| (word.len(), word.clone()));
        words.truncate(MOST_WORDS);
        words
    }

    /// The characters that are constants.
    pub(super) fn characters(&self) -> Vec<u8> {
        self.characters.iter().copied().collect()
    }

    fn quoted(&mut self, bytes: &[u8], start: usize) -> usize {
        let quote = bytes[start];
        let mut content = Vec::new();
        let mut at = start + 1;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\n' => return at,
                b'\\' => {
                    content.push(escaped(bytes.get(at + 1).copied().unwrap_or(0)));
                    at += 2;
                }
                byte if byte == quote => break,
                byte => {
                    content.push(byte);
                    at += 1;
                }
            }
        }
        match (quote, content.as_slice()) {
            (b'\'', &[character]) if character != 0 => drop(self.characters.insert(character)),
            (b'\'', _) => {}
            (_, text) => text.split(u8::is_ascii_whitespace).for_each(|word| self.word(word)),
        }
        at + 1
    }

    fn word(&mut self, word: &[u8]) {
        // Formats are for the program, not for its users.
        if (1..=LONGEST).contains(&word.len()) && !word.contains(&b'%') {
            self.words.insert(word.to_vec());
        }
    }

    fn number(&mut self, bytes: &[u8], start: usize) -> usize {
        let end = (start..bytes.len())
            .find(|&at| !(bytes[at].is_ascii_alphanumeric() || b"._".contains(&bytes[at])))
            .unwrap_or(bytes.len());
        let text = String::from_utf8_lossy(&bytes[start..end]).to_ascii_lowercase();
        let plain = text.trim_end_matches(['u', 'l']);
        let number = match plain.strip_prefix("0x") {
            Some(digits) => i64::from_str_radix(digits, 16).ok(),
            None => plain.parse::<i64>().ok(),
        };
        match number {
            Some(number) => {
                let near = [number.checked_sub(1), Some(number), number.checked_add(1)];
                self.words.extend(near.into_iter().flatten().map(|number| number.to_string().into_bytes()));
            }
            None if plain.parse::<f64>().is_ok() => self.word(plain.as_bytes()),
            None => {}
        }
        end
    }
}

fn behind(bytes: &[u8], from: usize, end: &[u8]) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    let found = rest.windows(end.len()).position(|window| window == end);
    found.map_or(bytes.len(), |at| from + at + end.len())
}

fn end_of_word(bytes: &[u8], from: usize) -> usize {
    let letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    from + bytes[from..].iter().take_while(|byte| letter(byte)).count()
}

fn escaped(letter: u8) -> u8 {
    match letter {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'0' => 0,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::Dictionary;

    fn read(text: &str) -> (Vec<String>, String) {
        let mut dictionary = Dictionary::default();
        dictionary.read(text);
        let words = dictionary.words().into_iter().map(|word| String::from_utf8_lossy(&word).into_owned());
        (words.collect(), dictionary.characters().into_iter().map(char::from).collect())
    }

    #[test]
    fn constants_are_found_and_nothing_else_is() {
        let text =
            "#include <a1.h>\n/* 77 'c' */ int x2 = 0x10UL; // 99\nchar c = '\\n', d = 'q', e = '\\0';";
        assert_eq!(read(text), (["15", "16", "17"].map(String::from).to_vec(), "\nq".to_owned()));
        let text = "puts(\"stop now %d\"); double f = 2.5e3; char *p = \"un\\\"closed\n";
        assert_eq!(read(text).0, ["now", "stop", "2.5e3"]);
        assert_eq!(read("'"), (Vec::new(), String::new()));
    }
}
