//! Bounds on differences of two atoms, and on single atoms, that other such bounds imply: `A > C` beside `A > B & B > C`.
//!
//! Bounds are the edges of a graph whose nodes are the atoms and zero; a bound is implied if another way between its
//! ends is as short. That is complete for such bounds, and so fast that every condition can be treated so.

use smallvec::SmallVec;

use crate::simplify::{End, Interval, Number, Units};
use crate::{Op, Table, TermId};

/// Graphs with more nodes than this are left alone, and those with equations beyond the second number.
const MOST_NODES: usize = 24;
const MOST_NODES_WITH_EQUATIONS: usize = 8;

/// `to - from <= weight`, strictly or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Weight {
    value: i64,
    strict: bool,
}

impl Weight {
    fn of(end: &End, sign: i64) -> Option<Self> {
        let value = end.limit.as_small_integer()?.checked_mul(sign)?;
        // Sums of many weights must not overflow.
        (value.unsigned_abs() < 1 << 56).then_some(Self { value, strict: end.strict })
    }

    fn plus(self, other: Self) -> Self {
        Self { value: self.value + other.value, strict: self.strict || other.strict }
    }

    /// Whether this bound says at least as much.
    fn implies(self, other: Self) -> bool {
        self.value < other.value || self.value == other.value && (self.strict || !other.strict)
    }
}

/// One end of the interval of a form.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: usize,
    to: usize,
    weight: Weight,
    /// The position of the form among the units.
    form: usize,
    is_upper: bool,
}

/// Which ends of a form the others imply.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Implied {
    /// Whether that was looked at. Then nothing else may drop an end: it could rest on one that went here.
    pub judged: bool,
    pub lower: bool,
    pub upper: bool,
}

/// The shortest ways between all nodes.
struct Ways {
    count: usize,
    lengths: SmallVec<[Option<Weight>; 64]>,
}

impl Ways {
    fn of(count: usize, edges: &[Edge], without: Option<usize>) -> Self {
        let mut ways = Self { count, lengths: SmallVec::from_elem(None, count * count) };
        for edge in edges.iter().filter(|edge| Some(edge.form) != without) {
            ways.shorten(edge.from, edge.to, edge.weight);
        }
        for middle in 0..count {
            for from in (0..count).filter(|&from| from != middle) {
                let Some(first) = ways.length(from, middle) else { continue };
                for to in (0..count).filter(|&to| to != from && to != middle) {
                    if let Some(second) = ways.length(middle, to) {
                        ways.shorten(from, to, first.plus(second));
                    }
                }
            }
        }
        ways
    }

    fn length(&self, from: usize, to: usize) -> Option<Weight> {
        self.lengths[from * self.count + to]
    }

    fn shorten(&mut self, from: usize, to: usize, weight: Weight) {
        let known = &mut self.lengths[from * self.count + to];
        if known.is_none_or(|known| !known.implies(weight)) {
            *known = Some(weight);
        }
    }

    /// Whether some atoms differ by a constant: then a way may lead around and come back to the same place for nothing.
    fn has_equations(&self) -> bool {
        (0..self.count).any(|a| {
            (0..a).any(|b| match (self.length(a, b), self.length(b, a)) {
                (Some(there), Some(back)) => there.value + back.value <= 0,
                _ => false,
            })
        })
    }

    /// Whether a way over another node implies an edge.
    fn lead_around(&self, edge: &Edge) -> bool {
        (0..self.count).filter(|&middle| middle != edge.from && middle != edge.to).any(|middle| {
            match (self.length(edge.from, middle), self.length(middle, edge.to)) {
                (Some(first), Some(second)) => first.plus(second).implies(edge.weight),
                _ => false,
            }
        })
    }
}

impl Table {
    /// For each form of settled units, which of its ends the others imply.
    pub(crate) fn implied_differences(&self, units: &Units) -> Vec<Implied> {
        let mut implied = vec![Implied::default(); units.forms.len()];
        let mut nodes: SmallVec<[TermId; 16]> = SmallVec::new();
        let mut edges: SmallVec<[Edge; 16]> = SmallVec::new();
        let mut pairs = 0;
        for (position, (form, interval)) in units.forms.iter().enumerate() {
            let Some((to, from)) = self.difference_of(*form) else { continue };
            pairs += usize::from(from.is_some());
            let mut node = |atom: TermId| match nodes.iter().position(|known| *known == atom) {
                Some(known) => known + 1,
                None => {
                    nodes.push(atom);
                    nodes.len()
                }
            };
            let (to, from) = (node(to), from.map_or(0, node));
            edges.extend(ends(interval, (from, to), position));
        }
        if pairs == 0 || edges.len() < 3 || nodes.len() >= MOST_NODES {
            return implied;
        }
        let count = nodes.len() + 1;
        let ways = Ways::of(count, &edges, None);
        let has_equations = ways.has_equations();
        if has_equations && count > MOST_NODES_WITH_EQUATIONS {
            return implied;
        }
        edges.iter().for_each(|edge| implied[edge.form].judged = true);
        if !has_equations {
            for edge in edges.iter().filter(|edge| ways.lead_around(edge)) {
                mark(&mut implied[edge.form], edge);
            }
        } else {
            one_by_one(count, edges, &mut implied);
        }
        implied
    }

    /// The atoms of `x`, or of `x - y`.
    fn difference_of(&self, form: TermId) -> Option<(TermId, Option<TermId>)> {
        let opposite = |term: TermId| match (self.op(term), self.args(term)) {
            (Op::Mul, &[factor, atom]) if self.number(factor) == Some(Number::MINUS_ONE) => Some(atom),
            _ => None,
        };
        match (self.op(form), self.args(form)) {
            (Op::Add, &[x, y]) if *self.op(x) != Op::Mul => Some((x, Some(opposite(y)?))),
            (Op::Add | Op::Mul, _) => None,
            _ => Some((form, None)),
        }
    }
}

fn ends(interval: &Interval, (from, to): (usize, usize), form: usize) -> impl Iterator<Item = Edge> {
    let upper = interval.upper.as_ref().and_then(|end| Weight::of(end, 1));
    let lower = interval.lower.as_ref().and_then(|end| Weight::of(end, -1));
    let upper = upper.map(|weight| Edge { from, to, weight, form, is_upper: true });
    let lower = lower.map(|weight| Edge { from: to, to: from, weight, form, is_upper: false });
    upper.into_iter().chain(lower)
}

fn mark(implied: &mut Implied, edge: &Edge) {
    match edge.is_upper {
        true => implied.upper = true,
        false => implied.lower = true,
    }
}

/// Where ways may lead around for nothing, two bounds may imply each other: each form is judged when the implied ones before it
/// are gone, and both ends of it together.
fn one_by_one(count: usize, mut edges: SmallVec<[Edge; 16]>, implied: &mut [Implied]) {
    for form in (0..implied.len()).rev() {
        let own: SmallVec<[Edge; 2]> = edges.iter().copied().filter(|edge| edge.form == form).collect();
        let ways = Ways::of(count, &edges, Some(form));
        let follows =
            |edge: &Edge| ways.length(edge.from, edge.to).is_some_and(|way| way.implies(edge.weight));
        if !own.is_empty() && own.iter().all(follows) {
            own.iter().for_each(|edge| mark(&mut implied[form], edge));
            edges.retain(|edge| edge.form != form);
        }
    }
}
