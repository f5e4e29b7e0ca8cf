//! Tidy placement of boxes of different sizes: each box directly below the one above it, parents centred over
//! their children, subtrees as close as their outlines allow, in linear time.
//!
//! This is the algorithm of van der Ploeg (Drawing Non-layered Tidy Trees in Linear Time, 2014), which extends
//! that of Reingold and Tilford. Parents stand before children, so both walks are loops over the indices.

use super::children::Children;
use crate::geometry::{Point, Size};

/// Places the boxes of a tree, given with the room around them; the leftmost edge is at 0, the root's upper edge at 0.
pub(crate) fn place(parents: &[Option<usize>], sizes: &[Size]) -> Vec<Point> {
    let mut layout = Layout::new(parents, sizes);
    for node in (0..parents.len()).rev() {
        layout.arrange_children(node);
    }
    layout.resolve(parents)
}

/// What the algorithm knows of a box.
#[derive(Clone, Copy, Default)]
struct Place {
    width: f64,
    top: f64,
    bottom: f64,
    /// The place relative to the parent's, and how far the whole subtree was moved.
    preliminary: f64,
    modifier: f64,
    /// Moves still to be spread over the children between two that were pushed apart.
    shift: f64,
    change: f64,
    /// Where the outline goes on below a box without children.
    left_thread: Option<usize>,
    right_thread: Option<usize>,
    /// The deepest box on each outline of the subtree, with the sum of modifiers down to it.
    left_extreme: usize,
    left_extreme_sum: f64,
    right_extreme: usize,
    right_extreme_sum: f64,
}

struct Layout {
    places: Vec<Place>,
    children: Children,
}

/// The left siblings that can be met at some depth: how deep each reaches, deeper ones first in the vector.
type Siblings = Vec<(f64, usize)>;

impl Layout {
    fn new(parents: &[Option<usize>], sizes: &[Size]) -> Self {
        let mut places: Vec<Place> = Vec::with_capacity(sizes.len());
        for (at, (parent, size)) in parents.iter().zip(sizes).enumerate() {
            let top = parent.map_or(0.0, |parent| places[parent].bottom);
            places.push(Place {
                width: size.width,
                top,
                bottom: top + size.height,
                left_extreme: at,
                right_extreme: at,
                ..Place::default()
            });
        }
        Self { places, children: Children::of(parents) }
    }

    /// Pushes the subtrees of the children apart and centres the node over them.
    fn arrange_children(&mut self, node: usize) {
        let count = self.children.of_node(node).len();
        let Some(&first) = self.children.of_node(node).first() else { return };
        let mut siblings: Siblings = vec![(self.places[self.places[first].left_extreme].bottom, 0)];
        for at in 1..count {
            let child = self.children.of_node(node)[at];
            let lowest = self.places[self.places[child].right_extreme].bottom;
            self.separate(node, at, &siblings);
            while siblings.last().is_some_and(|&(reach, _)| lowest >= reach) {
                siblings.pop();
            }
            siblings.push((lowest, at));
        }
        let last = self.children.of_node(node)[count - 1];
        let (left, right) = (self.places[first], self.places[last]);
        let place = &mut self.places[node];
        let span = left.preliminary + left.modifier + right.preliminary + right.modifier + right.width;
        place.preliminary = (span - place.width) / 2.0;
        place.left_extreme = left.left_extreme;
        place.left_extreme_sum = left.left_extreme_sum;
        place.right_extreme = right.right_extreme;
        place.right_extreme_sum = right.right_extreme_sum;
    }

    /// Moves child number `at` to the right until its left outline is clear of the right outline of the
    /// siblings before it.
    fn separate(&mut self, node: usize, at: usize, siblings: &Siblings) {
        let mut near = siblings.len() - 1;
        let mut left = Some(self.children.of_node(node)[at - 1]);
        let mut right = Some(self.children.of_node(node)[at]);
        let mut left_sum = left.map_or(0.0, |left| self.places[left].modifier);
        let mut right_sum = right.map_or(0.0, |right| self.places[right].modifier);
        while let (Some(l), Some(r)) = (left, right) {
            let (l_place, r_place) = (self.places[l], self.places[r]);
            if l_place.bottom > siblings[near].0 && near > 0 {
                near -= 1;
            }
            let overlap = left_sum + l_place.preliminary + l_place.width - right_sum - r_place.preliminary;
            if overlap > 0.0 {
                right_sum += overlap;
                self.move_subtree(node, at, siblings[near].1, overlap);
            }
            if l_place.bottom <= r_place.bottom {
                left = self.next_right(l);
                left_sum += left.map_or(0.0, |next| self.places[next].modifier);
            }
            if l_place.bottom >= r_place.bottom {
                right = self.next_left(r);
                right_sum += right.map_or(0.0, |next| self.places[next].modifier);
            }
        }
        match (left, right) {
            (None, Some(right)) => self.thread_left(node, at, right, right_sum),
            (Some(left), None) => self.thread_right(node, at, left, left_sum),
            _ => {}
        }
    }

    fn move_subtree(&mut self, node: usize, at: usize, from: usize, distance: f64) {
        let children = self.children.of_node(node);
        let moved = &mut self.places[children[at]];
        moved.modifier += distance;
        moved.left_extreme_sum += distance;
        moved.right_extreme_sum += distance;
        if from + 1 < at {
            let share = distance / (at - from) as f64;
            moved.shift -= share;
            moved.change -= distance - share;
            self.places[children[from + 1]].shift += share;
        }
    }

    /// The next box down the left outline.
    fn next_left(&self, node: usize) -> Option<usize> {
        self.children.of_node(node).first().copied().or(self.places[node].left_thread)
    }

    /// The next box down the right outline.
    fn next_right(&self, node: usize) -> Option<usize> {
        self.children.of_node(node).last().copied().or(self.places[node].right_thread)
    }

    /// The new child reaches deeper than all before it: the left outline goes on there.
    fn thread_left(&mut self, node: usize, at: usize, to: usize, sum: f64) {
        let (first, child) = (self.children.of_node(node)[0], self.children.of_node(node)[at]);
        let difference = sum - self.places[to].modifier - self.places[first].left_extreme_sum;
        let extreme = self.places[first].left_extreme;
        self.places[extreme].left_thread = Some(to);
        self.places[extreme].modifier += difference;
        self.places[extreme].preliminary -= difference;
        self.places[first].left_extreme = self.places[child].left_extreme;
        self.places[first].left_extreme_sum = self.places[child].left_extreme_sum;
    }

    /// The new child ends above those before it: the right outline goes on there.
    fn thread_right(&mut self, node: usize, at: usize, to: usize, sum: f64) {
        let (before, child) = (self.children.of_node(node)[at - 1], self.children.of_node(node)[at]);
        let difference = sum - self.places[to].modifier - self.places[child].right_extreme_sum;
        let extreme = self.places[child].right_extreme;
        self.places[extreme].right_thread = Some(to);
        self.places[extreme].modifier += difference;
        self.places[extreme].preliminary -= difference;
        self.places[child].right_extreme = self.places[before].right_extreme;
        self.places[child].right_extreme_sum = self.places[before].right_extreme_sum;
    }

    /// Turns relative places into absolute ones.
    fn resolve(mut self, parents: &[Option<usize>]) -> Vec<Point> {
        let mut sums = vec![0.0; self.places.len()];
        let mut corners = Vec::with_capacity(self.places.len());
        for node in 0..self.places.len() {
            let above = parents[node].map_or(0.0, |parent| sums[parent]);
            let place = self.places[node];
            sums[node] = above + place.modifier;
            corners.push(Point { x: place.preliminary + sums[node], y: place.top });
            let (mut spread, mut total) = (0.0, 0.0);
            for &child in self.children.of_node(node) {
                let child = &mut self.places[child];
                spread += child.shift;
                total += spread + child.change;
                child.modifier += total;
            }
        }
        let leftmost = corners.iter().map(|corner| corner.x).fold(f64::INFINITY, f64::min);
        corners.iter_mut().for_each(|corner| corner.x -= leftmost);
        corners
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator of numbers, the same in every run.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % limit
        }
    }

    fn random_tree(numbers: &mut Numbers) -> (Vec<Option<usize>>, Vec<Size>) {
        let count = 1 + numbers.below(60);
        // A small reach makes deep trees, a large one bushy trees.
        let reach = 1 + numbers.below(20);
        let parent = |at: usize, numbers: &mut Numbers| match at {
            0 => None,
            at => Some(at - 1 - numbers.below(reach.min(at))),
        };
        let parents = (0..count).map(|at| parent(at, numbers)).collect();
        let mut size =
            || Size { width: 1.0 + numbers.below(90) as f64, height: 1.0 + numbers.below(70) as f64 };
        let sizes = (0..count).map(|_| size()).collect();
        (parents, sizes)
    }

    #[test]
    fn boxes_never_overlap_and_children_stand_below() {
        let mut numbers = Numbers(7);
        for _ in 0..2_000 {
            let (parents, sizes) = random_tree(&mut numbers);
            let corners = place(&parents, &sizes);
            for a in 0..parents.len() {
                if let Some(parent) = parents[a] {
                    assert!(corners[a].y >= corners[parent].y + sizes[parent].height);
                }
                assert!(corners[a].x >= 0.0);
                for b in 0..a {
                    let beside = corners[a].x + sizes[a].width <= corners[b].x + 1e-6
                        || corners[b].x + sizes[b].width <= corners[a].x + 1e-6;
                    let apart = corners[a].y + sizes[a].height <= corners[b].y
                        || corners[b].y + sizes[b].height <= corners[a].y;
                    assert!(beside || apart, "boxes {a} and {b} of {parents:?} overlap");
                }
            }
        }
    }

    #[test]
    fn parents_are_centred_and_siblings_keep_their_order() {
        let mut numbers = Numbers(11);
        for _ in 0..500 {
            let (parents, sizes) = random_tree(&mut numbers);
            let corners = place(&parents, &sizes);
            let children = Children::of(&parents);
            for node in 0..parents.len() {
                let below = children.of_node(node);
                let (Some(&first), Some(&last)) = (below.first(), below.last()) else { continue };
                let middle = (corners[first].x + corners[last].x + sizes[last].width) / 2.0;
                assert!((corners[node].x + sizes[node].width / 2.0 - middle).abs() < 1e-6);
                assert!(below.windows(2).all(|pair| corners[pair[0]].x < corners[pair[1]].x));
            }
        }
    }
}
