//! A layered drawing of a directed graph, in the manner of Sugiyama.
//!
//! Boxes stand in layers, edges lead downwards. Labels are boxes of their own in layers between, so that they
//! cover nothing. Edges that lead upwards, or over very many layers, run in lanes at the right side.

use std::collections::BTreeMap;

use super::heights::Heights;
use super::isotonic::nearest_in_order;
use super::ranks::Ranks;
use crate::geometry::{Point, Size};

/// An edge of the graph, with the size of its label.
pub(super) struct Link {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) label: Option<Size>,
}

/// A part of the line of an edge.
pub(super) enum Piece {
    /// Smoothly downwards through these points.
    Down(Vec<Point>),
    /// From corner to corner, horizontally and vertically.
    Corners(Vec<Point>),
}

/// A finished drawing. Points are upper left corners.
pub(super) struct Drawing {
    pub(super) boxes: Vec<Point>,
    pub(super) labels: Vec<Option<Point>>,
    pub(super) routes: Vec<Vec<Piece>>,
    pub(super) extent: Size,
}

/// The room between neighbours, between lanes, and between lines that leave a box.
const BESIDE: f64 = 26.0;
const LANE: f64 = 14.0;
const PORT: f64 = 18.0;
/// The width of a passing line.
const LINE: f64 = 10.0;
/// How often the layers are put in order, and moved together.
const ORDER_SWEEPS: usize = 12;
const PLACE_SWEEPS: usize = 16;

/// A thing with a place in a layer: a box, a label, or a point where a line passes.
pub(super) struct Vertex {
    pub(super) rank: usize,
    pub(super) size: Size,
    /// Neighbours in the layers above and below.
    above: Vec<usize>,
    below: Vec<usize>,
    /// Whether a line goes from here to the side.
    side: bool,
    /// The middle, horizontally.
    x: f64,
}

/// A drawing in the making.
pub(super) struct Layout<'l> {
    links: &'l [Link],
    pub(super) ranks: Ranks,
    /// The boxes first, in their order.
    pub(super) vertices: Vec<Vertex>,
    pub(super) layers: Vec<Vec<usize>>,
    /// For each link the vertices it passes, without its ends.
    pub(super) chains: Vec<Vec<usize>>,
}

/// Draws a graph whose boxes have these sizes.
pub(super) fn draw(sizes: &[Size], entry: usize, links: &[Link]) -> Drawing {
    let mut layout = Layout::new(sizes, entry, links);
    for sweep in 0..ORDER_SWEEPS {
        layout.order(sweep % 2 == 0);
    }
    layout.pack();
    for sweep in 0..PLACE_SWEEPS {
        layout.adjust(sweep % 2 == 0);
    }
    layout.finish(sizes.len())
}

impl<'l> Layout<'l> {
    fn new(sizes: &[Size], entry: usize, links: &'l [Link]) -> Self {
        let ranks = Ranks::new(sizes.len(), entry, links);
        let vertices = sizes.iter().enumerate().map(|(at, &size)| Vertex::new(ranks.of[at], size));
        let mut layout =
            Self { links, vertices: vertices.collect(), layers: Vec::new(), chains: Vec::new(), ranks };
        for at in 0..links.len() {
            let chain = if layout.ranks.is_side[at] { layout.stubs(at) } else { layout.chain(at) };
            layout.chains.push(chain);
        }
        let last = layout.vertices.iter().map(|vertex| vertex.rank).max().unwrap_or(0);
        layout.layers = vec![Vec::new(); last + 1];
        // The first order is that of a walk in depth, which keeps branches together.
        let mut order: Vec<usize> = (0..layout.vertices.len()).collect();
        let position = layout.walk_positions();
        order.sort_by_key(|&vertex| position[vertex]);
        for vertex in order {
            layout.layers[layout.vertices[vertex].rank].push(vertex);
        }
        layout
    }

    /// The vertices of a link that leads downwards: one in each layer between its ends, the first with the label.
    fn chain(&mut self, at: usize) -> Vec<usize> {
        let link = &self.links[at];
        let mut chain = Vec::new();
        let mut above = link.from;
        for rank in self.ranks.of[link.from] + 1..self.ranks.of[link.to] {
            let size = if chain.is_empty() { link.label } else { None };
            let vertex = self.add(rank, size, false);
            self.connect(above, vertex);
            chain.push(vertex);
            above = vertex;
        }
        self.connect(above, link.to);
        chain
    }

    /// The vertices of a link at the side: one below its beginning, with the label, and one above its end.
    fn stubs(&mut self, at: usize) -> Vec<usize> {
        let link = &self.links[at];
        let first = self.add(self.ranks.of[link.from] + 1, link.label, true);
        let last = self.add(self.ranks.of[link.to] - 1, None, true);
        self.connect(link.from, first);
        self.connect(last, link.to);
        vec![first, last]
    }

    fn add(&mut self, rank: usize, size: Option<Size>, side: bool) -> usize {
        let size = size.unwrap_or(Size { width: LINE, height: 0.0 });
        self.vertices.push(Vertex { side, ..Vertex::new(rank, size) });
        self.vertices.len() - 1
    }

    fn connect(&mut self, above: usize, below: usize) {
        self.vertices[above].below.push(below);
        self.vertices[below].above.push(above);
    }

    /// The position of each vertex in a walk in depth from the first layer.
    fn walk_positions(&self) -> Vec<usize> {
        let mut position = vec![usize::MAX; self.vertices.len()];
        let mut next = 0;
        let mut roots: Vec<usize> = (0..self.vertices.len()).collect();
        roots.sort_by_key(|&vertex| self.vertices[vertex].rank);
        for root in roots {
            let mut pending = vec![root];
            while let Some(vertex) = pending.pop() {
                if position[vertex] == usize::MAX {
                    position[vertex] = next;
                    next += 1;
                    pending.extend(self.vertices[vertex].below.iter().rev());
                }
            }
        }
        position
    }

    /// Sorts each layer by the average position of the neighbours above, or below.
    fn order(&mut self, downwards: bool) {
        let mut position = vec![0.0; self.vertices.len()];
        for layer in &self.layers {
            layer.iter().enumerate().for_each(|(at, &vertex)| position[vertex] = at as f64);
        }
        let count = self.layers.len();
        for at in 0..count {
            let at = if downwards { at } else { count - 1 - at };
            let key = |vertex: usize| {
                let this = &self.vertices[vertex];
                let neighbours = if downwards { &this.above } else { &this.below };
                // Lines to the side leave at the right.
                let bias = if this.side { 0.5 } else { 0.0 };
                average(neighbours, |neighbour| position[neighbour]).unwrap_or(position[vertex]) + bias
            };
            let mut keyed: Vec<(f64, usize)> =
                self.layers[at].iter().map(|&vertex| (key(vertex), vertex)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            self.layers[at] = keyed.into_iter().map(|(_, vertex)| vertex).collect();
            self.layers[at].iter().enumerate().for_each(|(at, &vertex)| position[vertex] = at as f64);
        }
    }

    /// Places each layer from the left.
    fn pack(&mut self) {
        for layer in &self.layers {
            let mut x = 0.0;
            for &vertex in layer {
                let half = self.vertices[vertex].size.width / 2.0;
                self.vertices[vertex].x = x + half;
                x += 2.0 * half + BESIDE;
            }
        }
    }

    /// Moves each layer towards its neighbours above, or below, without changing its order.
    fn adjust(&mut self, downwards: bool) {
        let count = self.layers.len();
        for at in 0..count {
            let layer = &self.layers[if downwards { at } else { count - 1 - at }];
            let mut wanted = Vec::with_capacity(layer.len());
            let mut apart = Vec::with_capacity(layer.len());
            for (at, &vertex) in layer.iter().enumerate() {
                let this = &self.vertices[vertex];
                let neighbours = if downwards { &this.above } else { &this.below };
                let place = average(neighbours, |neighbour| self.vertices[neighbour].x).unwrap_or(this.x);
                let weight = if neighbours.is_empty() { 0.1 } else { neighbours.len() as f64 };
                wanted.push((place, weight));
                let before = at.checked_sub(1).map(|at| self.vertices[layer[at]].size.width);
                apart.push(before.map_or(0.0, |before| (before + this.size.width) / 2.0 + BESIDE));
            }
            for (&vertex, x) in layer.iter().zip(nearest_in_order(&wanted, &apart)) {
                self.vertices[vertex].x = x;
            }
        }
    }

    fn finish(mut self, boxes: usize) -> Drawing {
        let leftmost = self.vertices.iter().map(|vertex| vertex.x - vertex.size.width / 2.0);
        let leftmost = leftmost.reduce(f64::min).unwrap_or(0.0);
        self.vertices.iter_mut().for_each(|vertex| vertex.x -= leftmost);
        let right = self.vertices.iter().map(|vertex| vertex.x + vertex.size.width / 2.0).fold(0.0, f64::max);
        let heights = Heights::new(&self);
        let ports = self.ports(boxes);
        let lanes = self.lanes();
        let corner = |vertex: usize| Point {
            x: self.vertices[vertex].x - self.vertices[vertex].size.width / 2.0,
            y: heights.top(&self.vertices[vertex]),
        };
        let mut drawing = Drawing {
            boxes: (0..boxes).map(corner).collect(),
            labels: Vec::new(),
            routes: Vec::new(),
            extent: Size { width: right, height: heights.bottoms.last().copied().unwrap_or(0.0) },
        };
        for (at, link) in self.links.iter().enumerate() {
            drawing
                .labels
                .push(link.label.and_then(|_| self.chains[at].first()).map(|&vertex| corner(vertex)));
            let lane = lanes[at].map(|lane| right + LANE * (lane + 1) as f64);
            drawing.extent.width = drawing.extent.width.max(lane.map_or(0.0, |lane| lane + LANE));
            drawing.routes.push(self.route(at, &heights, &ports, lane));
        }
        drawing
    }

    /// Where each link leaves its box and enters the other, horizontally: spread out, in the order of what follows.
    fn ports(&self, boxes: usize) -> Vec<(f64, f64)> {
        let mut ports: Vec<(f64, f64)> =
            self.links.iter().map(|link| (self.vertices[link.from].x, self.vertices[link.to].x)).collect();
        let (mut leaving, mut entering) = (vec![Vec::new(); boxes], vec![Vec::new(); boxes]);
        for (at, link) in self.links.iter().enumerate() {
            let x = |vertex: Option<&usize>, other: usize| self.vertices[vertex.copied().unwrap_or(other)].x;
            leaving[link.from].push((x(self.chains[at].first(), link.to), at));
            entering[link.to].push((x(self.chains[at].last(), link.from), at));
        }
        for vertex in 0..boxes {
            let (middle, width) = (self.vertices[vertex].x, self.vertices[vertex].size.width);
            for (at, x) in spread(&mut leaving[vertex], middle, width) {
                ports[at].0 = x;
            }
            for (at, x) in spread(&mut entering[vertex], middle, width) {
                ports[at].1 = x;
            }
        }
        ports
    }

    /// The lane of each link at the side: short ones inside, none over another.
    fn lanes(&self) -> Vec<Option<usize>> {
        let mut sides: Vec<(usize, usize, usize)> = Vec::new();
        for (at, chain) in self.chains.iter().enumerate().filter(|(at, _)| self.ranks.is_side[*at]) {
            let ends = chain.iter().map(|&vertex| self.vertices[vertex].rank);
            sides.push((ends.clone().min().unwrap_or(0), ends.max().unwrap_or(0), at));
        }
        sides.sort_by_key(|&(top, bottom, at)| (bottom - top, top, at));
        let mut lanes: Vec<BTreeMap<usize, usize>> = Vec::new();
        let mut result = vec![None; self.links.len()];
        for (top, bottom, at) in sides {
            let free = |lane: &BTreeMap<usize, usize>| {
                lane.range(..=bottom).next_back().is_none_or(|(_, &other_bottom)| other_bottom < top)
            };
            let lane = lanes.iter().position(free).unwrap_or_else(|| {
                lanes.push(BTreeMap::new());
                lanes.len() - 1
            });
            lanes[lane].insert(top, bottom);
            result[at] = Some(lane);
        }
        result
    }

    fn route(&self, at: usize, heights: &Heights, ports: &[(f64, f64)], lane: Option<f64>) -> Vec<Piece> {
        let link = &self.links[at];
        let (from, to) = (&self.vertices[link.from], &self.vertices[link.to]);
        let start = Point { x: ports[at].0, y: heights.top(from) + from.size.height };
        let end = Point { x: ports[at].1, y: heights.top(to) };
        let through = |vertex: usize| {
            let (x, rank) = (self.vertices[vertex].x, self.vertices[vertex].rank);
            [Point { x, y: heights.tops[rank] }, Point { x, y: heights.bottoms[rank] }]
        };
        match (self.chains[at].as_slice(), lane) {
            (&[first, last], Some(lane)) => {
                let [begin, below] = through(first);
                let [above, finish] = through(last);
                let (low, high) = (
                    heights.track_below(at, &self.vertices[first]),
                    heights.track_above(at, &self.vertices[last]),
                );
                let corners = [
                    (below.x, below.y),
                    (below.x, low),
                    (lane, low),
                    (lane, high),
                    (above.x, high),
                    (above.x, above.y),
                ];
                vec![
                    Piece::Down(vec![start, begin, below]),
                    Piece::Corners(corners.map(|(x, y)| Point { x, y }).to_vec()),
                    Piece::Down(vec![above, finish, end]),
                ]
            }
            (chain, _) => {
                let mut points = vec![start];
                points.extend(chain.iter().flat_map(|&vertex| through(vertex)));
                points.push(end);
                vec![Piece::Down(points)]
            }
        }
    }
}

impl Vertex {
    fn new(rank: usize, size: Size) -> Self {
        Self { rank, size, above: Vec::new(), below: Vec::new(), side: false, x: 0.0 }
    }
}

/// The average of a value over some vertices.
fn average(vertices: &[usize], value: impl Fn(usize) -> f64) -> Option<f64> {
    let sum: f64 = vertices.iter().map(|&vertex| value(vertex)).sum();
    (!vertices.is_empty()).then(|| sum / vertices.len() as f64)
}

/// Spreads ends of lines around the middle of a box, in the order of where the lines lead.
fn spread(ends: &mut [(f64, usize)], middle: f64, width: f64) -> Vec<(usize, f64)> {
    ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let step = PORT.min((width - PORT).max(0.0) / ends.len() as f64);
    let first = middle - step * (ends.len() as f64 - 1.0) / 2.0;
    ends.iter().enumerate().map(|(at, &(_, link))| (link, first + step * at as f64)).collect()
}
