//! The layers of a layered drawing, and which edges do not lead downwards.

use super::layers::Link;

/// Edges over more layers than this run at the side.
const LONGEST: usize = 24;

/// Boxes stand in odd layers, labels in even ones.
pub(super) struct Ranks {
    pub(super) of: Vec<usize>,
    /// For each link whether it runs at the side.
    pub(super) is_side: Vec<bool>,
}

impl Ranks {
    pub(super) fn new(count: usize, entry: usize, links: &[Link]) -> Self {
        let mut leaving = vec![Vec::new(); count];
        links.iter().enumerate().for_each(|(at, link)| leaving[link.from].push(at));
        let (order, mut is_side) = walk(count, entry, links, &leaving);
        let mut of = vec![1; count];
        // Every box stands behind all boxes that lead to it, but for the edges that close cycles.
        for &from in &order {
            for &at in leaving[from].iter().filter(|&&at| !is_side[at]) {
                of[links[at].to] = of[links[at].to].max(of[from] + 2);
            }
        }
        for (at, link) in links.iter().enumerate() {
            is_side[at] |= of[link.to] > of[link.from] + 2 * LONGEST;
        }
        Self { of, is_side }
    }
}

/// A walk in depth: the boxes in an order where edges lead forwards, and which edges close a cycle.
fn walk(count: usize, entry: usize, links: &[Link], leaving: &[Vec<usize>]) -> (Vec<usize>, Vec<bool>) {
    let mut closes = vec![false; links.len()];
    let (mut seen, mut done) = (vec![false; count], vec![false; count]);
    let mut order = Vec::with_capacity(count);
    for root in std::iter::once(entry).chain(0..count) {
        if root >= count || seen[root] {
            continue;
        }
        seen[root] = true;
        let mut path = vec![(root, leaving[root].len())];
        while let Some((node, left)) = path.last_mut() {
            if *left == 0 {
                done[*node] = true;
                order.push(*node);
                path.pop();
                continue;
            }
            *left -= 1;
            let at = leaving[*node][*left];
            let to = links[at].to;
            if !seen[to] {
                seen[to] = true;
                path.push((to, leaving[to].len()));
            } else {
                closes[at] = !done[to];
            }
        }
    }
    order.reverse();
    (order, closes)
}
