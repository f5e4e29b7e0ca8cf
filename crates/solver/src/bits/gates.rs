//! Circuits of hash-consed gates.
//!
//! Invariants
//! - Equal gates are one gate; a gate of constants, or one that is equal to an operand of its, does not exist.
//! - Exclusive ors are known by the sorted set of what they are taken over, as long as it is not too large, so that
//!   linear circuits (checksums, parities, Gray codes) fold by themselves.
//! - A gate's operands are older than the gate.
//! - An input may have a guard: a bit that holds in every use of the input, as in the quotient of a division.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::forms::Forms;

/// A truth value of the circuit: a gate, or the opposite of one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Bit(u32);

impl Bit {
    pub const FALSE: Bit = Bit(0);
    pub const TRUE: Bit = Bit(1);

    pub fn of(value: bool) -> Bit {
        Bit(u32::from(value))
    }

    /// The number of the gate.
    pub fn gate(self) -> u32 {
        self.0 >> 1
    }

    /// Whether this is the opposite of the gate.
    pub fn negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The value of a constant.
    pub fn constant(self) -> Option<bool> {
        (self.gate() == 0).then_some(self.negated())
    }

    /// The bit of a gate.
    pub fn positive(gate: u32) -> Bit {
        Bit::new(gate, false)
    }

    fn new(gate: u32, negated: bool) -> Bit {
        Bit(gate << 1 | u32::from(negated))
    }

    /// The opposite where a condition holds.
    fn flipped(self, flip: bool) -> Bit {
        Bit(self.0 ^ u32::from(flip))
    }
}

impl std::ops::Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

/// What a gate computes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Gate {
    /// False.
    Constant,
    Input,
    And(Bit, Bit),
    /// Of two or three; the third may be false. The set it is known by stands in [`Gates::parity`].
    Xor(Bit, Bit, Bit),
    /// `if first then second else third`
    Choice(Bit, Bit, Bit),
    /// At least two of three.
    Majority(Bit, Bit, Bit),
}

/// Exclusive ors over more than this are not taken apart.
const LARGEST_PARITY: usize = 2048;
/// Choices are compared with exclusive ors of at most this size.
const COMPARED_PARITY: usize = 64;

/// The gates.
#[derive(Debug)]
pub(super) struct Gates {
    gates: Vec<Gate>,
    known: FxHashMap<Gate, u32>,
    parities: FxHashMap<Arc<[u32]>, u32>,
    /// The sets of exclusive ors, by gate.
    sets: FxHashMap<u32, Arc<[u32]>>,
    guards: FxHashMap<u32, Bit>,
    pub(super) forms: Forms,
}

impl Default for Gates {
    fn default() -> Self {
        Self {
            gates: vec![Gate::Constant],
            known: FxHashMap::default(),
            parities: FxHashMap::default(),
            sets: FxHashMap::default(),
            guards: FxHashMap::default(),
            forms: Forms::default(),
        }
    }
}

impl Gates {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    pub fn gate(&self, gate: u32) -> Gate {
        self.gates[gate as usize]
    }

    /// The bit that a gate has a value.
    pub fn bit(&self, gate: u32, value: bool) -> Bit {
        Bit::new(gate, !value)
    }

    /// The gates an exclusive or is taken over, if it is known by them.
    pub fn parity(&self, gate: u32) -> Option<&[u32]> {
        self.sets.get(&gate).map(|set| &**set)
    }

    /// What holds in every use of an input.
    pub fn guard(&self, gate: u32) -> Option<Bit> {
        self.guards.get(&gate).copied()
    }

    pub fn set_guard(&mut self, input: Bit, guard: Bit) {
        self.guards.insert(input.gate(), guard);
    }

    fn push(&mut self, gate: Gate) -> u32 {
        self.gates.push(gate);
        self.gates.len() as u32 - 1
    }

    fn cons(&mut self, gate: Gate) -> Bit {
        if let Some(&known) = self.known.get(&gate) {
            return Bit::new(known, false);
        }
        let made = self.push(gate);
        self.known.insert(gate, made);
        Bit::new(made, false)
    }

    pub fn input(&mut self) -> Bit {
        Bit::new(self.push(Gate::Input), false)
    }

    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == b || b == Bit::TRUE || a == Bit::FALSE {
            return a;
        }
        if a == Bit::TRUE {
            return b;
        }
        if a == !b {
            return Bit::FALSE;
        }
        for (this, other) in [(a, b), (b, a)] {
            if let Gate::And(x, y) = self.gate(this.gate()) {
                let contained = x == other || y == other;
                let denied = x == !other || y == !other;
                match this.negated() {
                    false if contained => return this,
                    false if denied => return Bit::FALSE,
                    true if denied => return other,
                    true if x == other => return self.and(other, !y),
                    true if y == other => return self.and(other, !x),
                    _ => {}
                }
            }
        }
        self.cons(Gate::And(a, b))
    }

    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        self.xor3(a, b, Bit::FALSE)
    }

    pub fn xor3(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let flip = a.negated() ^ b.negated() ^ c.negated();
        let (mut first, mut second) = (Vec::new(), Vec::new());
        self.symmetric_difference(&[a.gate()], &[b.gate()], &mut first);
        self.symmetric_difference(&first, &[c.gate()], &mut second);
        let set = second;
        if set.len() > LARGEST_PARITY {
            return self.opaque_parity(a, b, c).flipped(flip);
        }
        if let [x, y] = set[..]
            && let Some(absorbed) = self.absorbed_parity(x, y)
        {
            return absorbed.flipped(flip);
        }
        match set[..] {
            [] => Bit::of(flip),
            [single] => Bit::new(single, flip),
            _ => {
                if let Some(&known) = self.parities.get(&set[..]) {
                    return Bit::new(known, flip);
                }
                let [a, b, c] = [a, b, c].map(|bit| Bit::new(bit.gate(), false));
                let made = self.push(Gate::Xor(a, b, c));
                let set: Arc<[u32]> = set.into();
                self.parities.insert(Arc::clone(&set), made);
                self.sets.insert(made, set);
                Bit::new(made, flip)
            }
        }
    }

    /// `x ⊕ (x & c)` is `x & ¬c`, and `x ⊕ (¬x & c)` is `x | c`; so are the differences that population counts are
    /// made of.
    fn absorbed_parity(&mut self, x: u32, y: u32) -> Option<Bit> {
        for (single, both) in [(x, y), (y, x)] {
            if let Gate::And(a, b) = self.gate(both) {
                for (this, other) in [(a, b), (b, a)] {
                    if this.gate() == single {
                        let plain = Bit::new(single, false);
                        return Some(if this.negated() {
                            self.or(plain, other)
                        } else {
                            self.and(plain, !other)
                        });
                    }
                }
            }
        }
        None
    }

    /// An exclusive or over too many gates, known by its operands only.
    fn opaque_parity(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut parts = [a, b, c].map(|bit| Bit::new(bit.gate(), false));
        parts.sort_unstable_by(|x, y| y.cmp(x));
        let [a, b, c] = parts;
        match (a == b, b == c) {
            (true, _) => c,
            (_, true) => a,
            _ => self.cons(Gate::Xor(a, b, c)),
        }
    }

    /// What is in one of two lists of gates, exclusive ors among them taken apart.
    fn symmetric_difference(&self, left: &[u32], right: &[u32], into: &mut Vec<u32>) {
        let expand = |list: &[u32]| -> Option<&Arc<[u32]>> {
            if let [single] = list { self.sets.get(single) } else { None }
        };
        let (one, other) = (expand(left), expand(right));
        let left = one.map_or(left, |set| &set[..]);
        let right = other.map_or(right, |set| &set[..]);
        let (mut i, mut j) = (0, 0);
        while i < left.len() || j < right.len() {
            match (left.get(i), right.get(j)) {
                (Some(0), _) => i += 1,
                (_, Some(0)) => j += 1,
                (Some(x), Some(y)) if x == y => (i, j) = (i + 1, j + 1),
                (Some(&x), Some(&y)) if x < y => {
                    into.push(x);
                    i += 1;
                }
                (Some(&x), None) => {
                    into.push(x);
                    i += 1;
                }
                (_, Some(&y)) => {
                    into.push(y);
                    j += 1;
                }
                (None, None) => break,
            }
        }
    }

    pub fn choose(&mut self, condition: Bit, yes: Bit, no: Bit) -> Bit {
        let (condition, yes, no) =
            if condition.negated() { (!condition, no, yes) } else { (condition, yes, no) };
        if condition == Bit::FALSE || yes == no {
            return no;
        }
        let yes = self.given(condition, true, yes);
        let no = self.given(condition, false, no);
        if yes == no {
            return yes;
        }
        if yes == !no {
            return self.xor(condition, no);
        }
        match (yes.constant(), no.constant()) {
            (Some(true), _) => return self.or(condition, no),
            (Some(false), _) => return self.and(!condition, no),
            (_, Some(true)) => return self.or(!condition, yes),
            (_, Some(false)) => return self.and(condition, yes),
            _ => {}
        }
        if let Some(difference) = self.single_difference(yes, no) {
            let change = self.and(condition, difference);
            return self.xor(no, change);
        }
        let flip = yes.negated();
        self.cons(Gate::Choice(condition, yes.flipped(flip), no.flipped(flip))).flipped(flip)
    }

    /// What a bit is where another bit is known, as far as that is plain to see.
    fn given(&self, known: Bit, value: bool, bit: Bit) -> Bit {
        if bit.gate() == known.gate() {
            return Bit::of(value ^ bit.negated() ^ known.negated());
        }
        match self.gate(bit.gate()) {
            Gate::Choice(condition, yes, no) if condition.gate() == known.gate() => {
                let holds = value ^ condition.negated() ^ known.negated();
                (if holds { yes } else { no }).flipped(bit.negated())
            }
            _ => bit,
        }
    }

    /// The one bit in which two exclusive ors differ.
    fn single_difference(&mut self, x: Bit, y: Bit) -> Option<Bit> {
        let size = |bit: Bit| self.sets.get(&bit.gate()).map_or(1, |set| set.len());
        let (a, b) = (size(x), size(y));
        if a.abs_diff(b) != 1 || a.max(b) > COMPARED_PARITY {
            return None;
        }
        let mut difference = Vec::new();
        self.symmetric_difference(&[x.gate()], &[y.gate()], &mut difference);
        match difference[..] {
            [single] => Some(Bit::new(single, x.negated() ^ y.negated())),
            _ => None,
        }
    }

    pub fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut parts = [a, b, c];
        parts.sort_unstable();
        let [a, b, c] = parts;
        if a == Bit::FALSE {
            return self.and(b, c);
        }
        if a == Bit::TRUE {
            return self.or(b, c);
        }
        if a == b || c == !b {
            return a;
        }
        if b == c || a == !b {
            return if b == c { b } else { c };
        }
        let flip = parts.iter().filter(|bit| bit.negated()).count() >= 2;
        let [a, b, c] = parts.map(|bit| bit.flipped(flip));
        self.cons(Gate::Majority(a, b, c)).flipped(flip)
    }

    pub fn all(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        let mut level: Vec<Bit> = bits.into_iter().collect();
        if level.contains(&Bit::FALSE) {
            return Bit::FALSE;
        }
        level.retain(|&bit| bit != Bit::TRUE);
        level.sort_unstable();
        level.dedup();
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| pair.iter().fold(Bit::TRUE, |all, &bit| self.and(all, bit)))
                .collect();
        }
        level.first().copied().unwrap_or(Bit::TRUE)
    }

    pub fn any(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        let opposites: Vec<Bit> = bits.into_iter().map(|bit| !bit).collect();
        !self.all(opposites)
    }

    /// Where an adder has sum and carry.
    pub fn add(&mut self, a: Bit, b: Bit, carry: Bit) -> (Bit, Bit) {
        (self.xor3(a, b, carry), self.majority(a, b, carry))
    }
}
