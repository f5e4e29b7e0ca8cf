//! A persistent vector: cloning is O(1), changing one element O(log n), and in place while nobody else shares it.
//!
//! A radix tree of 32-way nodes behind shared pointers. A fork of an execution clones the vectors of its state;
//! only the path to a changed element is then copied.

use std::sync::Arc;

const BITS: u32 = 5;
const WIDTH: usize = 1 << BITS;

#[derive(Clone, Debug)]
enum Node<T> {
    Leaf(Vec<T>),
    Inner(Vec<Arc<Node<T>>>),
}

/// A persistent vector.
#[derive(Clone, Debug)]
pub struct PersistentVec<T> {
    root: Arc<Node<T>>,
    /// Levels of inner nodes above the leaves, times [`BITS`].
    shift: u32,
    len: usize,
}

impl<T: Clone> PersistentVec<T> {
    /// An empty vector.
    pub fn new() -> Self {
        Self { root: Arc::new(Node::Leaf(Vec::new())), shift: 0, len: 0 }
    }

    /// A vector that holds one value `len` times; equal parts are shared, so that the cost is O(log n).
    pub fn filled(value: T, len: usize) -> Self {
        let mut shift = 0;
        while len > WIDTH << shift {
            shift += BITS;
        }
        Self { root: filled_node(&value, len, shift), shift, len }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The element at a position.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&T> {
        if index >= self.len {
            return None;
        }
        let mut node = &*self.root;
        let mut shift = self.shift;
        loop {
            match node {
                Node::Leaf(items) => return items.get(index & (WIDTH - 1)),
                Node::Inner(children) => {
                    node = &children[(index >> shift) & (WIDTH - 1)];
                    shift -= BITS;
                }
            }
        }
    }

    /// The element at a position, to be changed; shared parts on the way are copied.
    #[inline]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index >= self.len {
            return None;
        }
        let mut node = Arc::make_mut(&mut self.root);
        let mut shift = self.shift;
        loop {
            match node {
                Node::Leaf(items) => return items.get_mut(index & (WIDTH - 1)),
                Node::Inner(children) => {
                    node = Arc::make_mut(&mut children[(index >> shift) & (WIDTH - 1)]);
                    shift -= BITS;
                }
            }
        }
    }

    /// Appends an element.
    pub fn push(&mut self, value: T) {
        if self.len == WIDTH << self.shift {
            let old = std::mem::replace(&mut self.root, Arc::new(Node::Leaf(Vec::new())));
            self.root = Arc::new(Node::Inner(vec![old]));
            self.shift += BITS;
        }
        let mut node = Arc::make_mut(&mut self.root);
        let mut shift = self.shift;
        loop {
            match node {
                Node::Leaf(items) => {
                    items.push(value);
                    break;
                }
                Node::Inner(children) => {
                    let slot = (self.len >> shift) & (WIDTH - 1);
                    if slot == children.len() {
                        let empty =
                            if shift == BITS { Node::Leaf(Vec::new()) } else { Node::Inner(Vec::new()) };
                        children.push(Arc::new(empty));
                    }
                    node = Arc::make_mut(&mut children[slot]);
                    shift -= BITS;
                }
            }
        }
        self.len += 1;
    }

    /// Keeps the first `len` elements.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        if len == 0 {
            *self = Self::new();
            return;
        }
        truncate_node(&mut self.root, len, self.shift);
        self.len = len;
        while self.shift > 0 && self.len <= WIDTH << (self.shift - BITS) {
            let Node::Inner(children) = &*self.root else { break };
            let only = Arc::clone(&children[0]);
            self.root = only;
            self.shift -= BITS;
        }
    }

    /// Removes and returns the last element.
    pub fn pop(&mut self) -> Option<T> {
        let last = self.len.checked_sub(1)?;
        let value = self.get(last).cloned();
        self.truncate(last);
        value
    }

    /// The positions at which two vectors of one length may differ; parts that both share are passed over.
    pub fn differences(&self, other: &Self) -> Vec<usize> {
        let mut found = Vec::new();
        if self.len == other.len && self.shift == other.shift {
            differing(&self.root, &other.root, self.shift, 0, &mut found);
        }
        found
    }

    /// The last element.
    pub fn last(&self) -> Option<&T> {
        self.len.checked_sub(1).and_then(|last| self.get(last))
    }

    /// The elements in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.leaves().flatten()
    }

    /// The elements in order, some at a time.
    pub fn leaves(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len).step_by(WIDTH).map(|first| self.leaf(first))
    }

    fn leaf(&self, index: usize) -> &[T] {
        let mut node = &*self.root;
        let mut shift = self.shift;
        loop {
            match node {
                Node::Leaf(items) => return items,
                Node::Inner(children) => {
                    node = &children[(index >> shift) & (WIDTH - 1)];
                    shift -= BITS;
                }
            }
        }
    }
}

impl<T: Clone> Default for PersistentVec<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Clone> FromIterator<T> for PersistentVec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut all = Self::new();
        items.into_iter().for_each(|item| all.push(item));
        all
    }
}

fn filled_node<T: Clone>(value: &T, len: usize, shift: u32) -> Arc<Node<T>> {
    if shift == 0 {
        return Arc::new(Node::Leaf(vec![value.clone(); len]));
    }
    let size = 1usize << shift;
    let mut children = Vec::with_capacity(len.div_ceil(size));
    if len >= size {
        let full = filled_node(value, size, shift - BITS);
        children.resize(len / size, full);
    }
    if !len.is_multiple_of(size) {
        children.push(filled_node(value, len % size, shift - BITS));
    }
    Arc::new(Node::Inner(children))
}

fn differing<T>(a: &Arc<Node<T>>, b: &Arc<Node<T>>, shift: u32, first: usize, found: &mut Vec<usize>) {
    if Arc::ptr_eq(a, b) {
        return;
    }
    match (&**a, &**b) {
        (Node::Leaf(items), _) => found.extend(first..first + items.len()),
        (Node::Inner(ours), Node::Inner(theirs)) => {
            for (at, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
                differing(ours, theirs, shift.saturating_sub(BITS), first + (at << shift), found);
            }
        }
        (Node::Inner(_), Node::Leaf(_)) => unreachable!("vectors of one length have one shape"),
    }
}

fn truncate_node<T: Clone>(node: &mut Arc<Node<T>>, len: usize, shift: u32) {
    match Arc::make_mut(node) {
        Node::Leaf(items) => items.truncate(len),
        Node::Inner(children) => {
            let last = (len - 1) >> shift;
            children.truncate(last + 1);
            truncate_node(&mut children[last], len - (last << shift), shift - BITS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_a_plain_vector() {
        let mut seed = 7u64;
        let mut random = move |below: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % below.max(1)
        };
        let mut plain: Vec<usize> = Vec::new();
        let mut persistent = PersistentVec::new();
        let mut kept = Vec::new();
        for step in 0..40_000 {
            match random(40) {
                0 => {
                    let len = plain.len() - random(plain.len().min(200) + 1).min(plain.len());
                    plain.truncate(len);
                    persistent.truncate(len);
                }
                1 if step % 100 == 0 => kept.push((plain.clone(), persistent.clone())),
                2..10 if !plain.is_empty() => {
                    let at = random(plain.len());
                    plain[at] = step;
                    *persistent.get_mut(at).unwrap() = step;
                }
                10 => assert_eq!(plain.pop(), persistent.pop()),
                _ => {
                    plain.push(step);
                    persistent.push(step);
                }
            }
            assert_eq!(plain.len(), persistent.len());
            assert_eq!(plain.last(), persistent.last());
        }
        for (plain, persistent) in kept.iter().chain([&(plain, persistent)]) {
            assert!(plain.iter().eq(persistent.iter()), "a version changed");
        }
    }

    #[test]
    fn filled_shares_and_reads_back() {
        for len in [0, 1, 31, 32, 33, 1024, 1025, 100_000] {
            let all = PersistentVec::filled(9, len);
            assert_eq!(all.len(), len);
            assert_eq!(all.iter().filter(|&&x| x == 9).count(), len);
            let mut longer = all.clone();
            longer.push(1);
            assert_eq!(longer.get(len), Some(&1));
        }
    }
}
