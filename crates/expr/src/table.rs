//! The hash-consed table itself.

use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use dashu_int::IBig;
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use sextant_base::{IdVec, typed_id};
use sextant_notation::Notation;

use crate::simplify::Memo;
use crate::{Op, Origin, Sort, Stream};

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
    /// What it stands for.
    pub origin: Origin,
    /// The name by which users see it. No other symbol of its table has it, but for the same value as one of another
    /// type, which other paths may ask for.
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
    /// The subscripts of an element.
    pub fn subscripts(&self, index: &IBig) -> Option<Vec<IBig>> {
        let mut distance = i64::try_from(index).ok()?.checked_sub(self.first)?;
        if distance < 0 {
            return None;
        }
        let mut subscripts = Vec::new();
        for &(low, extent) in &self.dimensions {
            let offset = extent.map_or(Some(distance), |extent| distance.checked_rem(extent))?;
            subscripts.push(low.checked_add(offset)?.into());
            distance = extent.map_or(Some(0), |extent| distance.checked_div(extent))?;
        }
        (distance == 0).then_some(subscripts)
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
    /// Symbols by what they are: the sort belongs to it.
    by_origin: FxHashMap<(Origin, Sort), TermId>,
    by_name: FxHashMap<String, TermId>,
    /// Names that what comes up during an execution must not have.
    reserved: Arc<FxHashSet<String>>,
    /// How many symbols methods made for themselves.
    fresh: u32,
    /// The dimensions that the elements of array symbols are shown with.
    shapes: FxHashMap<SymbolId, Shape>,
    /// The least and the greatest value of integer symbols, as far as their types tell.
    limits: FxHashMap<TermId, (i128, i128)>,
    /// How terms are written.
    pub(crate) notation: Notation,
    folding: bool,
    /// What simplification remembers.
    pub(crate) memo: Memo,
    /// Formulas that are shown again and again.
    pub(crate) formulas: FxHashMap<TermId, sextant_notation::Formula>,
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
            by_origin: FxHashMap::default(),
            by_name: FxHashMap::default(),
            reserved: Arc::default(),
            fresh: 0,
            shapes: FxHashMap::default(),
            limits: FxHashMap::default(),
            notation: Notation::Text,
            folding: true,
            memo: Memo::default(),
            formulas: FxHashMap::default(),
        }
    }

    /// Sets how terms are written from now on.
    pub fn set_notation(&mut self, notation: Notation) {
        if self.notation != notation {
            self.notation = notation;
            self.formulas.clear();
        }
    }

    /// How terms are written.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// Notes between which limits an integer symbol lies, whoever asks for it. Only how terms are written depends on it.
    pub fn widen_limits(&mut self, symbol: TermId, (low, high): (i128, i128)) {
        let known = self.limits.entry(symbol).or_insert((low, high));
        *known = (known.0.min(low), known.1.max(high));
    }

    /// Between which limits a symbol lies, as far as that was noted.
    pub fn limits(&self, symbol: TermId) -> Option<(i128, i128)> {
        self.limits.get(&symbol).copied()
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

    /// What a user calls by a name, made if it is new.
    pub fn symbol(&mut self, name: &str, sort: Sort) -> TermId {
        if let Some(&term) = self.by_name.get(name)
            && let Op::Symbol(id) = *self.op(term)
            && let Symbol { origin: Origin::Named(known), sort: known_sort, .. } = &self.symbols[id]
            && (&**known, *known_sort) == (name, sort)
        {
            return term;
        }
        self.input(Origin::named(name), sort, || name.to_owned())
    }

    /// The symbol of an origin, made if it is new, with the name by which it is shown. Where another symbol has that
    /// name already, what it is stands before it.
    pub fn input(&mut self, origin: Origin, sort: Sort, name: impl FnOnce() -> String) -> TermId {
        let key = (origin, sort);
        if let Some(&term) = self.by_origin.get(&key) {
            return term;
        }
        let name = self.free_name(&key.0, name());
        let stem = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
        let digits = &name[stem.len()..];
        let number = if digits.is_empty() { 0 } else { digits.parse().unwrap_or(u64::MAX) };
        self.symbol_numbers.push((stem.len() as u32, number));
        let id = self.symbols.push(Symbol { origin: key.0.clone(), name: name.clone(), sort });
        let term = self.intern(Op::Symbol(id), sort, &[]);
        self.by_origin.insert(key, term);
        self.by_name.entry(name).or_insert(term);
        term
    }

    /// A new symbol that nothing else can mean, for what a method needs for itself.
    pub fn fresh(&mut self, name: &str, sort: Sort) -> TermId {
        self.fresh += 1;
        let number = self.fresh;
        self.input(Origin::Fresh(number), sort, || format!("{name}.{number}"))
    }

    /// Keeps names for what an execution begins with: nothing that comes up during it is shown by one of them, or by
    /// one that begins with one of them.
    pub fn reserve(&mut self, names: Arc<FxHashSet<String>>) {
        self.reserved = names;
    }

    /// The name by which the symbol of an origin is shown, known or not.
    pub fn label(&self, origin: &Origin, sort: Sort, name: String) -> String {
        match self.symbol_of(origin, sort) {
            Some(term) => self.show(term),
            None => self.free_name(origin, name),
        }
    }

    fn free_name(&self, origin: &Origin, name: String) -> String {
        let dynamic = !matches!(origin, Origin::Named(_) | Origin::Stored { .. });
        let other = |name: &str| {
            let known = self.by_name.get(name).map(|&term| self.op(term));
            matches!(known, Some(Op::Symbol(id)) if !self.symbols[*id].origin.is_alike(origin))
        };
        let taken = |name: &str| other(name) || dynamic && self.is_reserved(name);
        if !taken(&name) {
            return name;
        }
        let qualified = format!("{}.{name}", origin.qualifier());
        let numbered = (2u32..).map(|number| format!("{qualified}.{number}"));
        std::iter::once(qualified.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(qualified)
    }

    /// Whether a name, or the variable whose part it names, is reserved. What is undefined is named after its variable.
    fn is_reserved(&self, name: &str) -> bool {
        let letter = |sign: char| sign.is_alphanumeric() || "_$#@".contains(sign);
        let root = &name[..name.find(|sign| !letter(sign)).unwrap_or(name.len())];
        let after = name[root.len()..].chars().next();
        self.reserved.contains(name) || after != Some('?') && self.reserved.contains(root)
    }

    /// The symbol that is shown by a name.
    pub fn symbol_named(&self, name: &str) -> Option<TermId> {
        self.by_name.get(name).copied()
    }

    /// The known symbol of an origin.
    pub fn symbol_of(&self, origin: &Origin, sort: Sort) -> Option<TermId> {
        self.by_origin.get(&(origin.clone(), sort)).copied()
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
        self.element(symbol, index).to_string()
    }

    /// What symbols are ordered by: `A2` stands before `A10`.
    pub(crate) fn symbol_key(&self, id: SymbolId) -> (&str, u64, &str) {
        let name = &*self.symbols[id].name;
        let (stem, number) = self.symbol_numbers[id];
        (&name[..stem as usize], number, name)
    }

    /// How many symbols there are.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// The known symbols of a position of an input stream, whatever is read there.
    pub fn read_at(&self, stream: Stream, position: u64) -> impl Iterator<Item = TermId> {
        let here = move |symbol: &&Symbol| matches!(symbol.origin, Origin::Read(of, at) if of == stream && at == position);
        self.symbols.iter().filter(here).filter_map(|symbol| self.symbol_of(&symbol.origin, symbol.sort))
    }

    /// All symbols in the order they were made.
    pub fn symbols(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.symbols.iter_enumerated()
    }

    /// All terms that terms are made of, themselves included, each once.
    pub fn subterms(&self, terms: &[TermId]) -> impl Iterator<Item = TermId> + use<'_> {
        let (mut seen, mut waiting) = (FxHashSet::default(), terms.to_vec());
        std::iter::from_fn(move || {
            let next = std::iter::from_fn(|| waiting.pop()).find(|term| seen.insert(*term))?;
            waiting.extend_from_slice(self.args(next));
            Some(next)
        })
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
