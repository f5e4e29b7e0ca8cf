//! The hash-consed table itself.

use std::hash::{BuildHasher, Hash, Hasher};

use dashu_int::IBig;
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use sextant_base::{IdVec, typed_id};

use crate::simplify::Memo;
use crate::{Op, Sort};

typed_id!(
    /// A term of a table.
    TermId,
    "t"
);
typed_id!(
    /// A symbolic input of a table.
    SymbolId,
    "sym"
);

/// A symbolic input.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Symbol {
    /// The user's name for it; unique in its table.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
}

#[derive(Clone, Debug)]
struct Node {
    op: Op,
    sort: Sort,
    first_argument: u32,
    argument_count: u32,
}

/// The table of all terms of one worker.
#[derive(Clone, Debug)]
pub struct Table {
    nodes: IdVec<TermId, Node>,
    arguments: Vec<TermId>,
    /// Every term with half of its hash, so that growing need not look at the nodes.
    index: HashTable<(u32, TermId)>,
    symbols: IdVec<SymbolId, Symbol>,
    /// Of each symbol: how its name begins before trailing digits, and the number they make.
    symbol_numbers: IdVec<SymbolId, (u32, u64)>,
    symbol_terms: FxHashMap<String, TermId>,
    folding: bool,
    /// What simplification remembers.
    pub(crate) memo: Memo,
}

impl Table {
    /// A table without symbols.
    pub fn new() -> Self {
        Self {
            nodes: IdVec::new(),
            arguments: Vec::new(),
            index: HashTable::new(),
            symbols: IdVec::new(),
            symbol_numbers: IdVec::new(),
            symbol_terms: FxHashMap::default(),
            folding: true,
            memo: Memo::default(),
        }
    }

    /// Whether [`Table::apply`] computes operations on constants. Switched off, the whole history of a value is
    /// kept, as Clarke's system offers.
    pub fn set_folding(&mut self, folding: bool) {
        self.folding = folding;
    }

    /// Whether constants are folded.
    pub fn folding(&self) -> bool {
        self.folding
    }

    /// How many terms there are; ids are dense below this number.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no term yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What the term is.
    pub fn op(&self, term: TermId) -> &Op {
        &self.nodes[term].op
    }

    /// The sort of a term.
    pub fn sort(&self, term: TermId) -> Sort {
        self.nodes[term].sort
    }

    /// The operands of a term.
    pub fn args(&self, term: TermId) -> &[TermId] {
        let node = &self.nodes[term];
        let first = node.first_argument as usize;
        &self.arguments[first..first + node.argument_count as usize]
    }

    /// The symbol of a name, made if it is new. A known name must come with its old sort.
    pub fn symbol(&mut self, name: &str, sort: Sort) -> TermId {
        if let Some(&term) = self.symbol_terms.get(name) {
            debug_assert_eq!(self.sort(term), sort, "symbol {name} has two sorts");
            return term;
        }
        let id = self.symbols.push(Symbol { name: name.to_owned(), sort });
        let stem = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
        let digits = &name[stem.len()..];
        let number = if digits.is_empty() { 0 } else { digits.parse().unwrap_or(u64::MAX) };
        self.symbol_numbers.push((stem.len() as u32, number));
        let term = self.intern(Op::Symbol(id), sort, &[]);
        self.symbol_terms.insert(name.to_owned(), term);
        term
    }

    /// The term of a known symbol.
    pub fn symbol_named(&self, name: &str) -> Option<TermId> {
        self.symbol_terms.get(name).copied()
    }

    /// What is known of a symbol.
    pub fn symbol_info(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id]
    }

    /// What symbols are ordered by: `A2` stands before `A10`.
    pub(crate) fn symbol_key(&self, id: SymbolId) -> (&str, u64, &str) {
        let name = self.symbols[id].name.as_str();
        let (stem, number) = self.symbol_numbers[id];
        (&name[..stem as usize], number, name)
    }

    /// All symbols in the order they were made.
    pub fn symbols(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.symbols.iter_enumerated()
    }

    /// The constant integer a term is, if it is one.
    pub fn as_int(&self, term: TermId) -> Option<&IBig> {
        match self.op(term) {
            Op::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The truth value a term is, if it is one.
    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        match self.op(term) {
            Op::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The id of a node, old or new. Nothing is folded or checked.
    pub(crate) fn intern(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let half = hash_node(&op, sort, args);
        let Self { nodes, arguments, index, .. } = self;
        let found = index.find(spread(half), |&(other, id)| {
            let node = &nodes[id];
            let first = node.first_argument as usize;
            other == half
                && node.op == op
                && node.sort == sort
                && arguments[first..first + node.argument_count as usize] == *args
        });
        if let Some(&(_, id)) = found {
            return id;
        }
        let first_argument = arguments.len() as u32;
        arguments.extend_from_slice(args);
        let id = nodes.push(Node { op, sort, first_argument, argument_count: args.len() as u32 });
        index.insert_unique(spread(half), (half, id), |&(half, _)| spread(half));
        debug_assert!(arguments.len() < u32::MAX as usize, "the table is full");
        id
    }
}

impl Default for Table {
    fn default() -> Self {
        Self::new()
    }
}

fn hash_node(op: &Op, sort: Sort, args: &[TermId]) -> u32 {
    let mut hasher = FxBuildHasher.build_hasher();
    op.hash(&mut hasher);
    sort.hash(&mut hasher);
    args.hash(&mut hasher);
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}

/// The kept half of a hash over all bits again.
fn spread(half: u32) -> u64 {
    u64::from(half).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
