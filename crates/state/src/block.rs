//! Byte-addressed objects and their addresses.
//!
//! An address is `object << 36 + distance`; object 0 is nowhere (null). A distance may be negative or too large: then
//! the address still tells which object was meant, for half of the range lies on either side.
//!
//! The bytes of a block are kept in cells of `granule` bytes. A value lies in one or more cells: the first holds it,
//! the others hold [`Value::Tail`]; so the size of a value is known from the cells. The granule is as large as the
//! accesses so far allow, and cells are cut smaller when one comes that does not fit.

use std::collections::BTreeMap;
use std::sync::Arc;

use sextant_base::Span;
use sextant_syntax::{ProcId, Type};

use crate::cells::{Cells, DENSEST};
use crate::{ObjectId, PersistentVec, Value};

/// Bits of an address below the number of the object.
const DISTANCE_BITS: u32 = 36;
/// Addresses of procedures have object numbers from here on.
const PROCEDURES: i64 = 1 << 26;

/// The address of the first byte of an object.
pub fn address_of(object: ObjectId) -> i64 {
    (object.place().unwrap_or_default() as i64 + 1) << DISTANCE_BITS
}

/// The address of a procedure.
pub fn address_of_procedure(procedure: ProcId) -> i64 {
    (PROCEDURES + i64::from(procedure.0)) << DISTANCE_BITS
}

/// What an address is meant to lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Nothing.
    Null,
    /// An object, so many bytes behind its first one.
    Object(ObjectId, i64),
    /// A procedure; only its own address leads there.
    Procedure(ProcId, i64),
    /// No object ever had such an address.
    Nowhere,
}

/// What an address is meant to lead to. Whether it does is another question.
#[inline]
pub fn target_of(address: i64) -> Target {
    let number = (address.saturating_add(1 << (DISTANCE_BITS - 1))) >> DISTANCE_BITS;
    let distance = address - (number << DISTANCE_BITS);
    match number {
        0 => Target::Null,
        1..PROCEDURES => Target::Object(ObjectId::on_heap(number as usize - 1), distance),
        PROCEDURES.. => match u32::try_from(number - PROCEDURES) {
            Ok(procedure) => Target::Procedure(ProcId(procedure), distance),
            Err(_) => Target::Nowhere,
        },
        _ => Target::Nowhere,
    }
}

/// Where the storage of a block comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockKind {
    /// It lives as long as the program.
    Static,
    /// The same, and nobody may write into it.
    Constant,
    /// It belongs to an activation.
    Automatic,
    /// It was allocated.
    Allocated,
    /// The caller of the procedure that is examined gave it.
    Given,
}

/// How far the life of a block has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// It may be used.
    Live,
    /// It was given back.
    Released,
    /// Its activation has ended.
    Ended,
}

/// A byte-addressed object.
#[derive(Clone, Debug)]
pub struct Block {
    /// The name for users.
    pub name: Arc<str>,
    /// What lies in it, where that is known.
    pub content: Option<Arc<Type>>,
    /// Where it comes from.
    pub kind: BlockKind,
    /// The statement that allocated it.
    pub made_at: Option<Span>,
    /// Whether it may be used.
    pub life: Life,
    /// Its size in bytes.
    pub size: Value,
    /// Bytes of a cell; 0: nothing was stored yet.
    granule: u8,
    /// Whether some value may lie in several cells.
    has_tails: bool,
    cells: Option<Cells>,
    /// What bytes hold that were never written.
    unwritten: Unwritten,
    /// Whether code outside of the program knows its address: storage that it may use at any time.
    pub(crate) escaped: bool,
    /// Whether it may be larger than what is known to lie in it: what lies behind that is assumed not to be used.
    pub(crate) partial: bool,
    /// For symbolic integers the sign of the type they were stored with.
    signs: Signs,
}

/// What bytes hold that were never written.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Unwritten {
    Nothing,
    Zero,
    /// Values that nobody knows; each is made when it is first looked at.
    Unknown(Arc<Named>),
}

/// The name under which unknown values of a block are asked for.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Named {
    /// The name, and how many there were before, this one included.
    pub origin: (Arc<str>, u32),
    /// What the block is called then.
    pub label: String,
    /// Whether they are those of the beginning, which nobody changed.
    pub first: bool,
}

#[derive(Clone, Debug)]
enum Signs {
    All(bool),
    Each(Arc<BTreeMap<i64, bool>>),
}

impl Block {
    /// A block without values, or with all bytes 0.
    pub fn new(name: Arc<str>, kind: BlockKind, size: Value, zeroed: bool) -> Block {
        Block {
            name,
            content: None,
            kind,
            made_at: None,
            life: Life::Live,
            size,
            granule: 0,
            has_tails: false,
            cells: None,
            unwritten: if zeroed { Unwritten::Zero } else { Unwritten::Nothing },
            escaped: false,
            partial: false,
            signs: Signs::All(true),
        }
    }

    /// The same block with what is known of its content.
    pub fn with_content(mut self, content: Type) -> Block {
        self.content = Some(Arc::new(content));
        self
    }

    /// The size, if it is a constant.
    pub fn constant_size(&self) -> Option<i64> {
        match self.size {
            Value::Int(size) => Some(size),
            _ => None,
        }
    }

    /// It may not be used any more; what it held is gone.
    pub(crate) fn end(&mut self, life: Life) {
        self.life = life;
        self.forget();
    }

    /// No byte has a value.
    pub(crate) fn forget(&mut self) {
        self.cells = None;
        self.granule = 0;
        self.has_tails = false;
        self.unwritten = Unwritten::Nothing;
        self.signs = Signs::All(true);
    }

    /// Every byte is 0.
    pub(crate) fn zero(&mut self) {
        self.forget();
        self.unwritten = Unwritten::Zero;
    }

    /// Nobody knows what any byte holds.
    pub(crate) fn make_unknown(&mut self, named: Named) {
        self.forget();
        self.unwritten = Unwritten::Unknown(Arc::new(named));
    }

    /// The name of the unknown values of which so many bytes at a distance are one, if they are.
    pub(crate) fn unknown_at(&self, distance: i64, bytes: i64) -> Option<Arc<Named>> {
        let Unwritten::Unknown(named) = &self.unwritten else { return None };
        let unseen = |at| self.piece(at).value == Value::Undefined;
        (distance..distance + bytes).all(unseen).then(|| named.clone())
    }

    /// Whether it holds unknown values that nobody has looked at.
    pub(crate) fn has_unknown(&self) -> bool {
        matches!(self.unwritten, Unwritten::Unknown(_))
    }

    fn zeroed(&self) -> bool {
        self.unwritten == Unwritten::Zero
    }

    /// How many bytes of a range can be written at once without cutting cells.
    pub(crate) fn cell_bytes(&self, distance: i64, count: i64) -> i64 {
        let granule = i64::from(self.granule.clamp(1, 8));
        if distance % granule == 0 && count % granule == 0 { granule } else { 1 }
    }

    fn cell(&self, at: i64) -> Value {
        self.cells.as_ref().map_or(Value::Undefined, |cells| cells.get(at))
    }

    fn set_cell(&mut self, at: i64, value: Value) {
        if let Some(cells) = &mut self.cells {
            cells.set(at, value);
        }
    }

    /// The first cell of so many bytes at a distance, and how many cells they are.
    #[inline]
    fn whole_cells(&self, distance: i64, bytes: u8) -> Option<(usize, usize)> {
        let granule = self.granule;
        if granule > bytes || !granule.is_power_of_two() || distance & (i64::from(granule) - 1) != 0 {
            return None;
        }
        let shift = granule.trailing_zeros();
        let count = usize::from(bytes >> shift);
        (count << shift == usize::from(bytes)).then_some(((distance >> shift) as usize, count))
    }

    /// The value of so many bytes at a distance, if exactly such a one lies there and it is a constant.
    #[inline]
    pub(crate) fn quick(&self, distance: i64, bytes: u8) -> Option<Value> {
        let (at, count) = self.whole_cells(distance, bytes)?;
        let Some(Cells::Dense { cells, .. }) = &self.cells else { return None };
        match *cells.get(at)? {
            Value::Undefined if self.zeroed() && count == 1 => Some(Value::Int(0)),
            Value::Undefined | Value::Tail => None,
            value if !self.has_tails => (count == 1).then_some(value),
            value => tails_behind(cells, at, count).then_some(value),
        }
    }

    /// Puts a constant where exactly such a one or none lay; whether that was possible.
    #[inline]
    pub(crate) fn put_quick(&mut self, distance: i64, bytes: u8, value: Value) -> bool {
        let Some((at, count)) = self.whole_cells(distance, bytes) else { return false };
        let Some(Cells::Dense { cells, .. }) = &mut self.cells else { return false };
        if count == 1 && !self.has_tails {
            return match cells.get_mut(at) {
                Some(cell) => {
                    *cell = value;
                    true
                }
                None => false,
            };
        }
        if matches!(cells.get(at), None | Some(Value::Tail)) {
            return false;
        }
        if !tails_behind(cells, at, count) {
            let free = |at: usize| matches!(cells.get(at), Some(Value::Undefined));
            if !(at..at + count).all(free) || matches!(cells.get(at + count), Some(Value::Tail)) {
                return false;
            }
            self.has_tails |= count > 1;
            for tail in at + 1..at + count {
                if let Some(cell) = cells.get_mut(tail) {
                    *cell = Value::Tail;
                }
            }
        }
        if let Some(cell) = cells.get_mut(at) {
            *cell = value;
        }
        true
    }

    /// The piece at a distance: a value, where it begins, and its size in bytes. A byte that was never written is a
    /// piece of its own, as far as its cell goes.
    pub(crate) fn piece(&self, distance: i64) -> Piece {
        if self.granule == 0 {
            let value = if self.zeroed() { Value::Int(0) } else { Value::Undefined };
            return Piece { value, start: distance, bytes: 1 };
        }
        let granule = i64::from(self.granule);
        let mut first = distance.div_euclid(granule);
        while self.cell(first) == Value::Tail {
            first -= 1;
        }
        let mut last = first + 1;
        while self.cell(last) == Value::Tail {
            last += 1;
        }
        let value = match self.cell(first) {
            Value::Undefined if self.zeroed() => Value::Int(0),
            value => value,
        };
        Piece { value, start: first * granule, bytes: (last - first) * granule }
    }

    /// Puts a value of so many bytes at a distance. Pieces that it touches must have been cut or be gone.
    pub(crate) fn put(&mut self, distance: i64, bytes: i64, value: Value) {
        self.refine(distance, bytes);
        let granule = i64::from(self.granule);
        let first = distance / granule;
        self.set_cell(first, value);
        self.has_tails |= bytes > granule;
        for tail in 1..bytes / granule {
            self.set_cell(first + tail, Value::Tail);
        }
    }

    /// The same of a value that was stored with a type with or without a sign.
    pub(crate) fn store(&mut self, distance: i64, bytes: i64, value: Value, signed: bool) {
        self.put(distance, bytes, value);
        if matches!(value, Value::Term(_)) {
            self.set_sign(distance, signed);
        }
    }

    /// So many bytes from a distance on have no value.
    pub(crate) fn clear(&mut self, distance: i64, bytes: i64) {
        if self.granule == 0 && self.unwritten == Unwritten::Nothing {
            return;
        }
        self.refine(distance, bytes);
        self.materialise_zeros();
        let granule = i64::from(self.granule);
        for cell in distance / granule..(distance + bytes) / granule {
            self.set_cell(cell, Value::Undefined);
        }
    }

    /// Writes the zeros of a zeroed block out, so that single bytes may lose their values.
    fn materialise_zeros(&mut self) {
        if !self.zeroed() {
            return;
        }
        let Some(size) = self.constant_size() else { return };
        let granule = i64::from(self.granule.max(1));
        for cell in 0..((size + granule - 1) / granule).min(DENSEST) {
            if self.cell(cell) == Value::Undefined {
                self.set_cell(cell, Value::Int(0));
            }
        }
        self.unwritten = Unwritten::Nothing;
    }

    /// Sees to it that a distance and a number of bytes are whole numbers of cells.
    fn refine(&mut self, distance: i64, bytes: i64) {
        let wanted = measure(measure(distance, bytes), 16).clamp(1, 16) as u8;
        if self.granule == 0 {
            self.granule = wanted;
            self.cells = self.empty_cells();
            return;
        }
        let wanted = measure(i64::from(wanted), i64::from(self.granule)) as u8;
        if wanted == self.granule {
            return;
        }
        let factor = i64::from(self.granule / wanted);
        let old = self.cells.take();
        self.granule = wanted;
        self.has_tails = true;
        self.cells = self.empty_cells();
        for (at, value) in old.iter().flat_map(Cells::assigned) {
            self.set_cell(at * factor, value);
            (1..factor).for_each(|tail| self.set_cell(at * factor + tail, Value::Tail));
        }
    }

    fn empty_cells(&self) -> Option<Cells> {
        let granule = i64::from(self.granule.max(1));
        let count =
            self.constant_size().map(|size| size.div_euclid(granule) + i64::from(size % granule != 0));
        Some(Cells::new(0, count))
    }

    /// Makes each value what `either` says of the two blocks' values; `None` if they differ in more than values.
    pub(crate) fn merge(
        &mut self,
        other: &Block,
        either: &mut dyn FnMut(Value, Value) -> Option<Value>,
    ) -> Option<()> {
        let same = self.life == other.life
            && self.size == other.size
            && self.unwritten == other.unwritten
            && self.escaped == other.escaped;
        if !same {
            return None;
        }
        if self.granule == other.granule
            && let (Some(Cells::Dense { cells: ours, .. }), Some(Cells::Dense { cells: theirs, .. })) =
                (&self.cells, &other.cells)
        {
            let differing: Vec<(usize, Value, Value)> = ours
                .differences(theirs)
                .into_iter()
                .filter_map(|at| Some((at, *ours.get(at)?, *theirs.get(at)?)))
                .filter(|(_, ours, theirs)| ours != theirs)
                .collect();
            for (at, ours, theirs) in differing {
                let distance = at as i64 * i64::from(self.granule);
                let plain = |value| !matches!(value, Value::Tail | Value::Undefined);
                let signs = self.sign(distance) == other.sign(distance);
                let symbolic = matches!(ours, Value::Term(_)) && matches!(theirs, Value::Term(_));
                if !plain(ours) || !plain(theirs) || symbolic && !signs {
                    return None;
                }
                let signed =
                    if matches!(ours, Value::Term(_)) { self.sign(distance) } else { other.sign(distance) };
                let value = either(ours, theirs)?;
                self.set_cell(at as i64, value);
                self.set_sign(distance, signed);
            }
            return Some(());
        }
        (self.cells.is_none() && other.cells.is_none()).then_some(())
    }

    /// The pieces in which two forms of one block differ: distances and sizes. `None` if values of different sizes lie
    /// at one place.
    pub(crate) fn differing_pieces(&self, later: &Block) -> Option<Vec<(i64, i64)>> {
        if self.granule == later.granule
            && self.unwritten == later.unwritten
            && let (Some(Cells::Dense { cells: ours, .. }), Some(Cells::Dense { cells: theirs, .. })) =
                (&self.cells, &later.cells)
            && ours.differences(theirs).is_empty()
        {
            return Some(Vec::new());
        }
        if self.unwritten != later.unwritten
            && [self, later].iter().any(|block| matches!(block.unwritten, Unwritten::Unknown(_)))
        {
            return None;
        }
        let mut starts: Vec<i64> = self.pieces().into_iter().map(|(at, _)| at).collect();
        starts.extend(later.pieces().into_iter().map(|(at, _)| at));
        starts.sort_unstable();
        starts.dedup();
        let mut found = Vec::new();
        for at in starts {
            let (ours, theirs) = (self.piece(at), later.piece(at));
            let empty = |piece: &Piece| matches!(piece.value, Value::Undefined | Value::Int(0));
            let bytes = match (ours.start == at, theirs.start == at) {
                (true, true) if ours.bytes == theirs.bytes || empty(&ours) => theirs.bytes,
                (true, _) if empty(&theirs) => ours.bytes,
                _ => return None,
            };
            if ours.value != theirs.value {
                found.push((at, bytes));
            }
        }
        Some(found)
    }

    /// The sign of the type that the symbolic integer at a distance was stored with.
    pub(crate) fn sign(&self, distance: i64) -> bool {
        match &self.signs {
            Signs::All(signed) => *signed,
            Signs::Each(signs) => signs.get(&distance).copied().unwrap_or(true),
        }
    }

    pub(crate) fn set_sign(&mut self, distance: i64, signed: bool) {
        match &mut self.signs {
            Signs::All(all) if *all == signed => {}
            Signs::All(all) => {
                // The others keep theirs; from now on each is remembered.
                let mut each = BTreeMap::new();
                if !*all {
                    for (at, value) in self.pieces() {
                        if matches!(value, Value::Term(_)) {
                            each.insert(at, false);
                        }
                    }
                }
                each.insert(distance, signed);
                self.signs = Signs::Each(Arc::new(each));
            }
            Signs::Each(signs) => {
                Arc::make_mut(signs).insert(distance, signed);
            }
        }
    }

    /// The values that were written, with their distances.
    pub fn pieces(&self) -> Vec<(i64, Value)> {
        let granule = i64::from(self.granule.max(1));
        let assigned = self.cells.iter().flat_map(Cells::assigned);
        assigned.filter(|(_, value)| *value != Value::Tail).map(|(at, value)| (at * granule, value)).collect()
    }
}

/// Whether the value that begins in a cell has exactly so many of them.
#[inline]
fn tails_behind(cells: &PersistentVec<Value>, at: usize, count: usize) -> bool {
    (at + 1..at + count).all(|tail| matches!(cells.get(tail), Some(Value::Tail)))
        && !matches!(cells.get(at + count), Some(Value::Tail))
}

/// A value in a block, or bytes without one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub value: Value,
    /// Its first byte.
    pub start: i64,
    pub bytes: i64,
}

/// The greatest number that both are multiples of.
fn measure(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(size: i64, zeroed: bool) -> Block {
        Block::new("b".into(), BlockKind::Static, Value::Int(size), zeroed)
    }

    #[test]
    fn values_keep_their_sizes_when_cells_are_cut() {
        let mut b = block(16, false);
        b.put(0, 8, Value::Int(5));
        b.put(8, 4, Value::Int(6));
        b.put(13, 1, Value::Int(7));
        assert_eq!(b.piece(3), Piece { value: Value::Int(5), start: 0, bytes: 8 });
        assert_eq!(b.piece(8), Piece { value: Value::Int(6), start: 8, bytes: 4 });
        assert_eq!(b.piece(13), Piece { value: Value::Int(7), start: 13, bytes: 1 });
        assert_eq!(b.piece(12).value, Value::Undefined);
    }

    /// The short ways and the general ones leave the same block.
    #[test]
    fn short_ways_agree_with_the_general_ones() {
        let mut seed = 5u64;
        let mut random = move |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        for zeroed in [false, true] {
            let (mut quick, mut general) = (block(40, zeroed), block(40, zeroed));
            let mut short = 0;
            for step in 0..20_000 {
                let bytes = 1u8 << random(4);
                let distance = random(40 / u64::from(bytes)) as i64 * i64::from(bytes);
                let value = Value::Int(step % 100);
                if let Some(found) = quick.quick(distance, bytes) {
                    let piece = general.piece(distance);
                    assert_eq!(found, piece.value);
                    assert!(
                        piece.bytes == i64::from(bytes) && piece.start == distance || found == Value::Int(0)
                    );
                }
                if quick.put_quick(distance, bytes, value) {
                    short += 1;
                    general.put(distance, bytes.into(), value);
                } else {
                    for block in [&mut quick, &mut general] {
                        // Whatever is touched is gone, as if it had been cut.
                        for at in distance..distance + i64::from(bytes) {
                            let piece = block.piece(at);
                            block.clear(piece.start, piece.bytes);
                        }
                        block.put(distance, bytes.into(), value);
                    }
                }
                assert_eq!(quick.pieces(), general.pieces());
            }
            assert!(short > 1_000, "the short way was gone {short} times");
        }
    }

    #[test]
    fn bytes_of_a_zeroed_block_are_zero_until_they_are_cleared() {
        let mut b = block(6, true);
        assert_eq!(b.piece(5).value, Value::Int(0));
        b.put(0, 4, Value::Int(1));
        assert_eq!(b.piece(4).value, Value::Int(0));
        b.clear(4, 1);
        assert_eq!(b.piece(4).value, Value::Undefined);
        assert_eq!(b.piece(5).value, Value::Int(0));
    }

    #[test]
    fn addresses_tell_the_object_meant_on_both_sides_of_it() {
        let object = ObjectId::on_heap(3);
        let address = address_of(object);
        assert_eq!(target_of(address), Target::Object(object, 0));
        assert_eq!(target_of(address - 4), Target::Object(object, -4));
        assert_eq!(target_of(address + 1000), Target::Object(object, 1000));
        assert_eq!(target_of(8), Target::Null);
        assert_eq!(target_of(address_of_procedure(ProcId(7))), Target::Procedure(ProcId(7), 0));
    }
}
