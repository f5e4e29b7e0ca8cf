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

/// How users count the elements of an array symbol: by several subscripts. It only changes how elements are shown;
/// the array itself has one subscript.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The subscript of the first element in the symbol.
    pub first: i64,
    /// The lowest subscript and the number of elements of each dimension, the one that varies fastest first; of the
    /// last one the number may be missing.
    pub dimensions: Vec<(i64, Option<i64>)>,
}

impl Shape {
    /// The subscripts of an element, as they are written.
    pub fn subscripts(&self, index: &IBig) -> Option<String> {
        let mut distance = i64::try_from(index).ok()?.checked_sub(self.first)?;
        if distance < 0 {
            return None;
        }
        let mut words = Vec::new();
        for &(low, extent) in &self.dimensions {
            let offset = extent.map_or(Some(distance), |extent| distance.checked_rem(extent))?;
            words.push(low.checked_add(offset)?.to_string());
            distance = extent.map_or(Some(0), |extent| distance.checked_div(extent))?;
        }
        (distance == 0).then(|| words.join(","))
    }
}

#[derive(Clone, Debug)]
struct Node {
    op: Op,
    sort: Sort,
    first_argument: u32,
    argument_count: u32,
    /// Whether no function of a Real occurs in it.
    exact: bool,
    /// Whether some function or conversion between Reals and floats occurs in it.
    functions: bool,
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
    /// The dimensions that the elements of array symbols are shown with.
    shapes: FxHashMap<SymbolId, Shape>,
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
            shapes: FxHashMap::default(),
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

    /// Whether evaluation gives the very value of the term: no function of a Real occurs in it, which could be
    /// irrational and would be rounded.
    pub fn is_exact(&self, term: TermId) -> bool {
        self.nodes[term].exact
    }

    /// Whether the term is or contains a [`Function`](crate::Function), of Reals or of floats, or a conversion
    /// between Reals and floats: what solvers know nothing of, or nothing that helps.
    pub fn contains_functions(&self, term: TermId) -> bool {
        self.nodes[term].functions
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

    /// Sets the dimensions that the elements of an array symbol are shown with, unless they are set already.
    pub fn set_shape(&mut self, symbol: TermId, shape: Shape) {
        if let Op::Symbol(id) = *self.op(symbol) {
            self.shapes.entry(id).or_insert(shape);
        }
    }

    /// The dimensions that the elements of an array symbol are shown with.
    pub fn shape(&self, symbol: SymbolId) -> Option<&Shape> {
        self.shapes.get(&symbol)
    }

    /// The name of an element of an array symbol as users know it.
    pub fn element_name(&self, symbol: SymbolId, index: &IBig) -> String {
        let name = &self.symbols[symbol].name;
        match self.shape(symbol).and_then(|shape| shape.subscripts(index)) {
            Some(subscripts) => format!("{name}({subscripts})"),
            None => format!("{name}({})", crate::subscripts_text(index)),
        }
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
        let function = matches!(op, Op::Function(_));
        let exact = !(function && sort == Sort::REAL) && args.iter().all(|&arg| nodes[arg].exact);
        let functions = function
            || matches!(op, Op::RealToFloat(_) | Op::FloatToReal)
            || args.iter().any(|&arg| nodes[arg].functions);
        let argument_count = args.len() as u32;
        let id = nodes.push(Node { op, sort, first_argument, argument_count, exact, functions });
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
