//! The inputs of circuits: symbols, and elements of arrays that are symbols.
//!
//! Invariants
//! - The word of an integer holds at least the range that the conditions give it, or it has no word at all and only
//!   its lowest bits are there.
//! - Elements of one array at equal subscripts are equal: guards of their inputs say so. All elements of an array that
//!   were made belong to the present question, for the range of another one need not hold.

use std::sync::Arc;

use dashu_int::{IBig, UBig};
use rustc_hash::{FxHashMap, FxHashSet};
use sextant_expr::{Assignment, FloatKind, Op, Scalar, Sort, SymbolId, Table, TermId, Value};

use super::circuit::Circuit;
use super::gates::Bit;
use super::range::Range;
use super::word::Word;

/// Elements of one array that are compared with one another.
const MOST_ELEMENTS: usize = 64;

/// What is known of inputs.
#[derive(Default)]
pub(super) struct Atoms {
    /// The ranges of integers; none if they have no limits.
    pub ranges: FxHashMap<TermId, Option<Range>>,
    /// The bits that were made for them.
    inputs: FxHashMap<TermId, Vec<Bit>>,
    /// The elements of each array that occur.
    elements: FxHashMap<TermId, Vec<TermId>>,
}

impl Atoms {
    /// Whether there are elements of the arrays asked about that are not asked about.
    pub fn has_others(&self, table: &Table, asked: &FxHashSet<TermId>) -> bool {
        let arrays =
            asked.iter().filter(|&&atom| *table.op(atom) == Op::Select).map(|&atom| table.args(atom)[0]);
        let mut elements = arrays.filter_map(|array| self.elements.get(&array)).flatten();
        elements.any(|element| !asked.contains(element))
    }
}

/// Whether a term is an input: a symbol without structure, or an element of an array that is a symbol.
pub(super) fn is_atom(table: &Table, term: TermId) -> bool {
    match table.op(term) {
        Op::Symbol(_) => matches!(table.sort(term), Sort::Scalar(_)),
        Op::Select => matches!(table.op(table.args(term)[0]), Op::Symbol(_)),
        _ => false,
    }
}

impl Circuit {
    pub(super) fn atom_truth(&mut self, table: &Table, term: TermId) -> Option<Bit> {
        self.atom_bits(table, term, 1).map(|bits| bits[0])
    }

    /// The word of an integer that has a range.
    pub(super) fn atom_word(&mut self, table: &Table, term: TermId) -> Option<Word> {
        let range = self.atoms.ranges.get(&term)?.clone()?.rounded();
        let unsigned = range.low >= IBig::ZERO;
        let mut bits = self.atom_bits(table, term, range.bits() - usize::from(unsigned))?;
        if unsigned {
            bits.push(Bit::FALSE);
        }
        Some(Word::new(bits, range))
    }

    /// The lowest bits of an input: all there are but for integers without limits.
    pub(super) fn atom_bits(&mut self, table: &Table, term: TermId, count: usize) -> Option<Vec<Bit>> {
        if !is_atom(table, term) {
            return None;
        }
        let mut bits = self.atoms.inputs.remove(&term).unwrap_or_default();
        let is_new = bits.is_empty();
        while bits.len() < count {
            bits.push(self.gates.input());
        }
        let asked = bits[..count].to_vec();
        self.atoms.inputs.insert(term, bits);
        if is_new {
            self.constrain(table, term, &asked)?;
        }
        Some(asked)
    }

    /// What holds of a new input.
    fn constrain(&mut self, table: &Table, term: TermId, bits: &[Bit]) -> Option<()> {
        let mut guard = Bit::TRUE;
        if let Sort::Scalar(Scalar::Float(kind)) = table.sort(term) {
            guard = self.one_nan(kind, bits);
        }
        if *table.op(term) == Op::Select {
            let consistent = self.consistent(table, term)?;
            guard = self.gates.and(guard, consistent);
        }
        if guard != Bit::TRUE {
            for &bit in bits {
                self.gates.set_guard(bit, guard);
            }
        }
        Some(())
    }

    /// Elements of an array at the same place are the same.
    fn consistent(&mut self, table: &Table, element: TermId) -> Option<Bit> {
        let (array, index) = (table.args(element)[0], table.args(element)[1]);
        let others = self.atoms.elements.entry(array).or_default().clone();
        self.atoms.elements.entry(array).or_default().push(element);
        if others.len() > MOST_ELEMENTS {
            return None;
        }
        let here = self.word(table, index)?;
        let mut all = Bit::TRUE;
        for other in others {
            let there = self.word(table, table.args(other)[1])?;
            let together = self.gates.equal(&here, &there);
            if together != Bit::FALSE {
                let (x, y) = self.same_bits(table, element, other)?;
                let same = self.gates.equal_bits(&x, &y);
                let holds = self.gates.or(!together, same);
                all = self.gates.and(all, holds);
            }
        }
        Some(all)
    }

    fn same_bits(&mut self, table: &Table, x: TermId, y: TermId) -> Option<(Vec<Bit>, Vec<Bit>)> {
        Some(match table.sort(x) {
            Sort::INT => {
                let (x, y) = (self.atom_word(table, x)?, self.atom_word(table, y)?);
                let width = x.bits.len().max(y.bits.len());
                (x.low(width), y.low(width))
            }
            Sort::BOOL => (vec![self.atom_truth(table, x)?], vec![self.atom_truth(table, y)?]),
            _ => (self.vector(table, x)?.to_vec(), self.vector(table, y)?.to_vec()),
        })
    }

    /// The values of the inputs of terms, where bits have values; elements after the symbols they belong to.
    pub fn read_model(
        &self,
        table: &Table,
        atoms: &[TermId],
        value: &dyn Fn(Bit) -> bool,
        assignment: &mut Assignment,
    ) {
        let mut elements: FxHashMap<SymbolId, Vec<TermId>> = FxHashMap::default();
        for &atom in atoms {
            match table.op(atom) {
                Op::Symbol(symbol) => assignment.set(*symbol, self.value(table, atom, value)),
                _ => {
                    if let Op::Symbol(array) = table.op(table.args(atom)[0]) {
                        elements.entry(*array).or_default().push(atom);
                    }
                }
            }
        }
        for (symbol, elements) in elements {
            let mut array = assignment.get(symbol).cloned();
            for element in elements {
                let index = self.words.get(&table.args(element)[1]).map(|word| number(word, value));
                let held = self.value(table, element, value);
                let array =
                    array.get_or_insert_with(|| Value::default_of(table.sort(table.args(element)[0])));
                if let (Value::Array(array), Some(index)) = (array, index) {
                    array.set(index, held);
                }
            }
            if let Some(array) = array {
                assignment.set(symbol, array);
            }
        }
    }

    fn value(&self, table: &Table, atom: TermId, value: &dyn Fn(Bit) -> bool) -> Value {
        let sort = table.sort(atom);
        if let (Sort::INT, Some(word)) = (sort, self.words.get(&atom)) {
            return Value::Int(number(word, value));
        }
        let Some(bits) = self.atoms.inputs.get(&atom) else { return Value::default_of(sort) };
        let unsigned = bits.iter().enumerate().filter(|(_, bit)| value(**bit));
        let unsigned = unsigned.fold(UBig::ZERO, |sum, (at, _)| sum + (UBig::ONE << at));
        match sort {
            Sort::BOOL => Value::Bool(!unsigned.is_zero()),
            Sort::Scalar(Scalar::BitVec(width)) => Value::Bits(width, unsigned),
            Sort::Scalar(Scalar::Float(kind)) => Value::Float(kind, u64::try_from(&unsigned).unwrap_or(0)),
            _ => Value::Int(unsigned.into()),
        }
    }

    /// Floats have one NaN only.
    fn one_nan(&mut self, kind: FloatKind, bits: &[Bit]) -> Bit {
        let format = super::floats::Format::of(kind);
        let nan = self.gates.is_nan(format, bits);
        let quiet = self.gates.equal_bits(bits, &format.nan());
        self.gates.or(!nan, quiet)
    }
}

/// The value of a word.
fn number(word: &Arc<Word>, value: &dyn Fn(Bit) -> bool) -> IBig {
    let top = word.bits.len() - 1;
    word.bits.iter().enumerate().filter(|(_, bit)| value(**bit)).fold(IBig::ZERO, |sum, (at, _)| {
        let weight = IBig::ONE << at;
        if at == top { sum - weight } else { sum + weight }
    })
}
