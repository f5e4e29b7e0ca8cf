//! Look-ups in tables: long choices by the value of one integer.
//!
//! A chain of choices would test one value after the other. Here it becomes a tree over the bits of the subscript,
//! in which equal subtrees are one, and which linear tables do not even need.

use std::sync::Arc;

use dashu_int::IBig;
use sextant_expr::{Op, Table, TermId};

use super::circuit::Circuit;
use super::gates::Bit;
use super::word::Word;

/// Shorter chains are left alone.
const SHORTEST: usize = 4;
/// Subscripts of more bits than this are not looked up.
const WIDEST_SUBSCRIPT: usize = 12;

/// The integer and the constants that it is compared with: `i = c`, or one of several.
fn equalities(table: &Table, condition: TermId, into: &mut Vec<TermId>) -> Option<TermId> {
    match (table.op(condition), table.args(condition)) {
        (Op::Eq, &[subscript, constant]) if table.as_int(constant).is_some() => {
            into.push(constant);
            Some(subscript)
        }
        (Op::Or, parts) => {
            let mut subscript = None;
            for &part in parts {
                let this = equalities(table, part, into)?;
                if *subscript.get_or_insert(this) != this {
                    return None;
                }
            }
            subscript
        }
        _ => None,
    }
}

/// A chain of choices by one subscript.
struct Chain {
    subscript: TermId,
    /// The constants, and what is chosen at them; the first one counts.
    entries: Vec<(TermId, TermId)>,
    otherwise: TermId,
}

fn chain(table: &Table, term: TermId) -> Option<Chain> {
    let mut entries = Vec::new();
    let mut constants = Vec::new();
    let mut subscript = None;
    let mut rest = term;
    while let (Op::Ite, &[condition, yes, no]) = (table.op(rest), table.args(rest)) {
        constants.clear();
        let Some(this) = equalities(table, condition, &mut constants) else { break };
        if *subscript.get_or_insert(this) != this {
            break;
        }
        entries.extend(constants.iter().map(|&constant| (constant, yes)));
        rest = no;
    }
    (entries.len() >= SHORTEST).then_some(Chain { subscript: subscript?, entries, otherwise: rest })
}

/// A chain of choices by a subscript that has few bits.
pub(super) struct Lookup {
    subscript: Arc<Word>,
    /// What is chosen; the last one where no other is.
    pub values: Vec<TermId>,
    /// Which of them, by the bits of the subscript.
    places: Vec<usize>,
}

impl Circuit {
    /// A term as a look-up; none if it is none.
    pub(super) fn lookup(&mut self, table: &Table, term: TermId) -> Option<Lookup> {
        let chain = chain(table, term)?;
        let subscript = self.word(table, chain.subscript)?;
        let bits = subscript.bits.len();
        if bits > WIDEST_SUBSCRIPT {
            return None;
        }
        let mut places: Vec<Option<usize>> = vec![None; 1 << bits];
        let mask = (1 << bits) - 1;
        for (at, (constant, _)) in chain.entries.iter().enumerate() {
            let constant = table.as_int(*constant)?;
            if *constant >= subscript.range.low && *constant <= subscript.range.high {
                places[i64::try_from(constant).ok()? as usize & mask].get_or_insert(at);
            }
        }
        let otherwise = chain.entries.len();
        let values = chain.entries.iter().map(|(_, value)| *value).chain([chain.otherwise]).collect();
        let places = places.into_iter().map(|place| place.unwrap_or(otherwise)).collect();
        Some(Lookup { subscript, values, places })
    }

    /// A look-up in a table of constants, such as the powers of two that shifts are made of.
    pub(super) fn constant_lookup(&mut self, table: &Table, term: TermId) -> Option<Lookup> {
        if *table.op(term) != Op::Ite {
            return None;
        }
        let lookup = self.lookup(table, term)?;
        lookup.values.iter().all(|&value| table.as_int(value).is_some()).then_some(lookup)
    }

    /// What is looked up, from the bits of each value, all of one width.
    pub(super) fn looked_up(&mut self, lookup: &Lookup, values: &[Vec<Bit>]) -> Vec<Bit> {
        let mut level: Vec<Vec<Bit>> = lookup.places.iter().map(|&place| values[place].clone()).collect();
        for &bit in &lookup.subscript.bits {
            let pairs = level.chunks(2);
            level = pairs
                .map(|pair| match pair {
                    [no, yes] if no != yes => self.gates.choose_bits(bit, yes, no),
                    _ => pair[0].clone(),
                })
                .collect();
        }
        level.swap_remove(0)
    }

    /// The word that is looked up, from the word of each value.
    pub(super) fn looked_up_word(&mut self, lookup: &Lookup, words: &[Word]) -> Option<Word> {
        let mut range = words[*lookup.places.first()?].range.clone();
        for &place in &lookup.places {
            range = range.hull(&words[place].range);
        }
        let width = range.bits();
        let values: Vec<Vec<Bit>> = words.iter().map(|word| word.low(width)).collect();
        Some(Word::new(self.looked_up(lookup, &values), range))
    }

    /// The word of a look-up; none if a term is no look-up.
    pub(super) fn table_word(&mut self, table: &Table, term: TermId) -> Option<Word> {
        let lookup = self.lookup(table, term)?;
        let words: Option<Vec<Word>> =
            lookup.values.iter().map(|&value| Some((*self.word(table, value)?).clone())).collect();
        self.looked_up_word(&lookup, &words?)
    }

    /// A result for each constant of a look-up, looked up in turn: a product with a power of two that is looked up is
    /// a shift.
    pub(super) fn mapped_word(
        &mut self,
        table: &Table,
        lookup: &Lookup,
        mut result: impl FnMut(&mut Self, &IBig) -> Word,
    ) -> Option<Word> {
        let values = lookup.values.clone();
        let words: Option<Vec<Word>> =
            values.iter().map(|&value| Some(result(self, table.as_int(value)?))).collect();
        self.looked_up_word(lookup, &words?)
    }
}
