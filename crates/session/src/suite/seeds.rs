//! Inputs that a search of a whole program begins with: numbers and words, as people type them.
//!
//! A program that reads text decides about every character. From an empty text it is a long way, character by
//! character, to a number of four digits; from such a number everything that depends on it is one question away.

use sextant_engines::testgen::Inputs;
use sextant_expr::Value;
use sextant_state::{EntryArgument, EntryText, text_character};

use crate::{Call, Session};

/// Arguments of a program.
const WORDS: [&[u8]; 5] = [b"1111", b"3000", b"0", b"ab", b"-a"];
/// What it reads.
const TEXTS: [&[u8]; 5] =
    [b"", b"2 3\n1 2 3\n4 5 6\n", b"ab cd\nef\n", b"1 1\n2 0\n5\n7\n", b"(a 1)\n'x' \"y z\";\n"];
/// Characters that are given of what a program reads; behind them it ends.
const LONGEST: usize = 40;

impl Session {
    /// Inputs to begin with, if the call is of a C program that takes texts.
    pub(super) fn seeds(&self, call: &Call) -> Vec<Inputs> {
        if !self.is_c() || self.program.main != Some(call.entry.procedure) {
            return Vec::new();
        }
        let texts = call.entry.arguments.iter().find_map(|argument| match argument {
            EntryArgument::Texts(texts) => Some(texts.as_slice()),
            _ => None,
        });
        let unknown: Vec<(usize, usize)> = (0..)
            .zip(texts.unwrap_or_default())
            .filter_map(|(at, text)| match text {
                EntryText::Symbolic(length) => Some((at, *length)),
                EntryText::Known(_) => None,
            })
            .collect();
        let mut seeds = Vec::new();
        for (round, text) in TEXTS.iter().enumerate() {
            for word in WORDS.iter().take(if unknown.is_empty() { 1 } else { WORDS.len() }) {
                let mut inputs = Inputs::new();
                for (number, &(at, length)) in unknown.iter().enumerate() {
                    // Where there are several, every other one differs.
                    let word = if number % 2 == 1 { WORDS[(round + number) % WORDS.len()] } else { word };
                    for position in 0..length {
                        let code = i64::from(word.get(position).copied().unwrap_or(0));
                        inputs.push((text_character(at, position), Value::Int(code.into())));
                    }
                }
                for position in 0..LONGEST {
                    let code = text.get(position).map_or(-1, |&byte| i64::from(byte));
                    inputs.push((format!("stdin[{position}]"), Value::Int(code.into())));
                }
                seeds.push(inputs);
            }
        }
        seeds
    }
}
