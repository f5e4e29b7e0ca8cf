//! Look-ups in tables: long choices by the value of one integer.
//!
//! A chain of choices would test one value after the other. Here it becomes a tree over the bits of the subscript,
//! in which equal subtrees are one, and which linear tables do not even need.

use std::sync::Arc;

use sextant_expr::{Op, Table, TermId};

use super::circuit::Circuit;
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

impl Circuit {
    /// The word of a look-up; none if a term is no look-up.
    pub(super) fn table_word(&mut self, table: &Table, term: TermId) -> Option<Word> {
        let chain = chain(table, term)?;
        let subscript = self.word(table, chain.subscript)?;
        let bits = subscript.bits.len();
        if bits > WIDEST_SUBSCRIPT {
            return None;
        }
        let otherwise = self.word(table, chain.otherwise)?;
        let mut range = otherwise.range.clone();
        let mut values: Vec<Option<Arc<Word>>> = vec![None; 1 << bits];
        let mask = (1 << bits) - 1;
        for (constant, value) in chain.entries {
            let value = self.word(table, value)?;
            let constant = table.as_int(constant)?;
            if *constant < subscript.range.low || *constant > subscript.range.high {
                continue;
            }
            let place = i64::try_from(constant).ok()? as usize & mask;
            range = range.hull(&value.range);
            values[place].get_or_insert(value);
        }
        let mut level: Vec<Arc<Word>> =
            values.into_iter().map(|value| value.unwrap_or_else(|| Arc::clone(&otherwise))).collect();
        for &bit in &subscript.bits {
            level = level
                .chunks(2)
                .map(|pair| match pair {
                    [no, yes] if !Arc::ptr_eq(no, yes) => Arc::new(self.gates.choose_word(bit, yes, no)),
                    _ => Arc::clone(&pair[0]),
                })
                .collect();
        }
        level.first().map(|word| Word::new(word.bits.clone(), range.meet(&word.range)))
    }
}
