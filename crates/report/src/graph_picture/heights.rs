//! The vertical places of a layered drawing.

use std::collections::BTreeMap;

use super::layers::{Layout, Vertex};

/// The room between layers, and between horizontal lines there.
const BETWEEN: f64 = 24.0;
const TRACK: f64 = 9.0;

/// The vertical places of the layers, and of the horizontal lines between them.
pub(super) struct Heights {
    pub(super) tops: Vec<f64>,
    pub(super) bottoms: Vec<f64>,
    /// For each link at the side the place of its line below its beginning and above its end, counted from the
    /// layer there.
    low: BTreeMap<usize, usize>,
    high: BTreeMap<usize, usize>,
}

impl Heights {
    pub(super) fn new(layout: &Layout) -> Self {
        let count = layout.layers.len();
        let (mut below, mut above) = (vec![0; count], vec![0; count]);
        let (mut low, mut high) = (BTreeMap::new(), BTreeMap::new());
        for (at, chain) in layout.chains.iter().enumerate().filter(|(at, _)| layout.ranks.is_side[*at]) {
            if let &[first, last] = chain.as_slice() {
                let (first, last) = (layout.vertices[first].rank, layout.vertices[last].rank);
                below[first] += 1;
                above[last] += 1;
                low.insert(at, below[first]);
                high.insert(at, above[last]);
            }
        }
        let (mut tops, mut bottoms) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut y = 0.0;
        for (rank, layer) in layout.layers.iter().enumerate() {
            let tracks = above[rank] + if rank > 0 { below[rank - 1] } else { 0 };
            y += if rank > 0 { BETWEEN } else { 0.0 } + TRACK * tracks as f64;
            tops.push(y);
            y += layer.iter().map(|&vertex| layout.vertices[vertex].size.height).fold(0.0, f64::max);
            bottoms.push(y);
        }
        // Lines below the last layer need room as well.
        if let (Some(last), Some(bottom)) = (below.last(), bottoms.last_mut()) {
            *bottom += TRACK * *last as f64;
        }
        Self { tops, bottoms, low, high }
    }

    /// Boxes hang from the top of their layer.
    pub(super) fn top(&self, vertex: &Vertex) -> f64 {
        self.tops[vertex.rank]
    }

    pub(super) fn track_below(&self, link: usize, vertex: &Vertex) -> f64 {
        self.bottoms[vertex.rank] + TRACK * self.low.get(&link).copied().unwrap_or(1) as f64
    }

    pub(super) fn track_above(&self, link: usize, vertex: &Vertex) -> f64 {
        self.tops[vertex.rank] - TRACK * self.high.get(&link).copied().unwrap_or(1) as f64
    }
}
