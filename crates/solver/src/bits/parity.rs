//! Equations between exclusive ors, solved by elimination: what makes search hopeless is plain here.

use rustc_hash::FxHashMap;

use super::gates::{Bit, Gate, Gates};

/// More equations than this are left to the search.
const MOST_EQUATIONS: usize = 512;
/// Where more is known, too.
const MOST_FACTS: usize = 4096;

/// An exclusive or of gates that has a value: the sorted gates, and the value.
#[derive(Clone, Debug)]
struct Equation {
    set: Vec<u32>,
    value: bool,
}

/// What follows of bits that hold together.
pub(super) enum Consequence {
    /// They cannot.
    Contradiction,
    /// These hold, too.
    Holds(Vec<Bit>),
}

/// The conjuncts of conjunctions.
fn flattened(gates: &Gates, bits: &[Bit]) -> Vec<Bit> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut pending = bits.to_vec();
    let mut all = Vec::new();
    while let Some(bit) = pending.pop() {
        if seen.insert(bit) {
            match gates.gate(bit.gate()) {
                Gate::And(a, b) if !bit.negated() => pending.extend([a, b]),
                _ => all.push(bit),
            }
        }
    }
    all
}

/// Solves the equations among bits that hold: inputs that have one value only are found.
pub(super) fn eliminate(gates: &Gates, bits: &[Bit]) -> Consequence {
    let facts = flattened(gates, bits);
    let is_parity = |bit: &&Bit| gates.parity(bit.gate()).is_some();
    let equations = facts.iter().filter(is_parity).count();
    if !(2..=MOST_EQUATIONS).contains(&equations) || facts.len() > MOST_FACTS {
        return Consequence::Holds(Vec::new());
    }
    // The rows by their leading gate, which no other row contains.
    let mut rows: FxHashMap<u32, Equation> = FxHashMap::default();
    for bit in facts {
        let set = gates.parity(bit.gate()).map_or_else(|| vec![bit.gate()], <[u32]>::to_vec);
        let mut equation = Equation { set, value: !bit.negated() };
        for gate in equation.set.clone() {
            if let Some(row) = rows.get(&gate) {
                equation = difference(&equation, row);
            }
        }
        let Some(&leader) = equation.set.last() else {
            if equation.value {
                return Consequence::Contradiction;
            }
            continue;
        };
        for row in rows.values_mut() {
            if row.set.binary_search(&leader).is_ok() {
                *row = difference(row, &equation);
            }
        }
        rows.insert(leader, equation);
    }
    let single = |row: &Equation| match row.set[..] {
        [gate] => Some(gates.bit(gate, row.value)),
        _ => None,
    };
    let mut known: Vec<Bit> = rows.values().filter_map(single).collect();
    known.sort_unstable();
    Consequence::Holds(known)
}

fn difference(one: &Equation, other: &Equation) -> Equation {
    let mut set = Vec::with_capacity(one.set.len());
    let (mut i, mut j) = (0, 0);
    while i < one.set.len() || j < other.set.len() {
        match (one.set.get(i), other.set.get(j)) {
            (Some(x), Some(y)) if x == y => (i, j) = (i + 1, j + 1),
            (Some(&x), y) if y.is_none_or(|&y| x < y) => {
                set.push(x);
                i += 1;
            }
            (_, Some(&y)) => {
                set.push(y);
                j += 1;
            }
            _ => break,
        }
    }
    Equation { set, value: one.value ^ other.value }
}
