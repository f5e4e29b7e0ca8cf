//! Boundary tests: for every border of a path domain points on it and just off it, and as many points inside as
//! tell polynomials of the degree of the path function apart.

use dashu_int::IBig;
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;
use sextant_expr::{Assignment, Op, Scalar, Sort, Table, TermId};
use sextant_solver::Answer;

use super::inputs::inputs_of;
use super::{Inputs, Search};

/// Points inside one path domain.
const MOST_INSIDE: usize = 12;
/// Comparisons joined by one AND or OR that have points of their own.
const MOST_JOINED: usize = 16;
/// How far off a border of reals a point lies, as a part of one.
const OFF: u32 = 1024;

/// A boundary point.
#[derive(Clone, Debug)]
pub struct Boundary {
    /// The inputs.
    pub inputs: Inputs,
    /// The border in words.
    pub border: String,
    /// `on`, `off` or `inside`.
    pub kind: &'static str,
}

/// The boundary points of a path; `outputs` are the values it computes.
pub fn boundary_points(search: &mut Search<'_>, path: usize, outputs: &[TermId]) -> Vec<Boundary> {
    let domain: Vec<TermId> = search.paths[path].state.domain.iter().copied().collect();
    let conjuncts: Vec<TermId> = search.paths[path].state.condition.iter().copied().collect();
    let borders: Vec<TermId> = conjuncts.iter().map(|&one| search.table.simplify(one)).collect();
    let mut found = Vec::new();
    for (at, &border) in borders.iter().enumerate() {
        let before: Vec<TermId> = domain.iter().chain(&conjuncts[..at]).copied().collect();
        let behind = &conjuncts[at + 1..];
        for (kind, point) in points(&mut search.table, border) {
            // The point differs from the path in this border alone, if it can; otherwise it takes another path there.
            let mut near: Vec<TermId> = before.iter().chain(behind).copied().collect();
            let mut anywhere = before.clone();
            near.extend_from_slice(&point);
            anywhere.extend_from_slice(&point);
            let shown = search.table.show(border);
            if let Some(inputs) = search.inputs_with(&near).or_else(|| search.inputs_with(&anywhere)) {
                found.push(Boundary { inputs, border: shown, kind });
            }
        }
    }
    let premises: Vec<TermId> = domain.iter().chain(&conjuncts).copied().collect();
    found.extend(inside(search, &premises, outputs));
    found
}

impl Search<'_> {
    fn inputs_with(&mut self, premises: &[TermId]) -> Option<Inputs> {
        if self.out_of_time() {
            return None;
        }
        match self.inputs_for(premises) {
            Answer::Sat(model) => {
                let simple = self.simplest(premises, &model);
                Some(inputs_of(&self.table, &simple))
            }
            _ => None,
        }
    }
}

/// The points of a border, each by its conditions. Of several comparisons joined by AND and OR each has its points,
/// where the others leave it to decide.
fn points(table: &mut Table, border: TermId) -> Vec<(&'static str, Vec<TermId>)> {
    let (op, args) = (table.op(border).clone(), table.args(border).to_vec());
    match (&op, args.as_slice()) {
        (Op::Not, &[inner]) => {
            let turned = points(table, inner).into_iter();
            turned.map(|(kind, point)| (if kind == "on" { "off" } else { "on" }, point)).collect()
        }
        (Op::And | Op::Or, _) if args.len() <= MOST_JOINED => {
            let mut found = Vec::new();
            for (at, &part) in args.iter().enumerate() {
                let mut others = Vec::new();
                for (_, &other) in args.iter().enumerate().filter(|(other, _)| *other != at) {
                    others.push(if op == Op::And { other } else { table.not(other) });
                }
                for (kind, mut point) in points(table, part) {
                    point.extend_from_slice(&others);
                    found.push((kind, point));
                }
            }
            found
        }
        (_, &[a, b]) => comparison(table, &op, a, b),
        _ => Vec::new(),
    }
}

fn comparison(table: &mut Table, op: &Op, a: TermId, b: TermId) -> Vec<(&'static str, Vec<TermId>)> {
    let Some(step) = step_of(table, a) else { return Vec::new() };
    let shifts: &[(&'static str, i32)] = match op {
        Op::Le => &[("on", 0), ("off", 1)],
        Op::Ge => &[("on", 0), ("off", -1)],
        Op::Lt => &[("on", -1), ("off", 0)],
        Op::Gt => &[("on", 1), ("off", 0)],
        Op::Eq => &[("on", 0), ("off", 1), ("off", -1)],
        Op::Ne => &[("off", 0), ("on", 1), ("on", -1)],
        _ => &[],
    };
    let mut found = Vec::new();
    for &(kind, by) in shifts {
        let moved = match by {
            0 => b,
            1 => table.apply(Op::Add, &[b, step]),
            _ => table.apply(Op::Sub, &[b, step]),
        };
        found.push((kind, vec![table.apply(Op::Eq, &[a, moved])]));
    }
    found
}

/// The least distance that matters between values of a term.
fn step_of(table: &mut Table, term: TermId) -> Option<TermId> {
    match table.sort(term) {
        Sort::Scalar(Scalar::Int) => Some(table.int(1)),
        Sort::Scalar(Scalar::Real) => Some(table.real(RBig::from(1) / RBig::from(OFF))),
        _ => None,
    }
}

/// Points of the domain itself: polynomials of degree `d` in `n` variables that agree on them are mostly equal.
fn inside(search: &mut Search<'_>, premises: &[TermId], outputs: &[TermId]) -> Vec<Boundary> {
    let mut degree = 0;
    let mut symbols = Vec::new();
    for &output in outputs {
        degree = degree.max(degree_of(&search.table, output, &mut FxHashMap::default()).unwrap_or(1));
        symbols_of(&search.table, output, &mut symbols);
    }
    if symbols.is_empty() {
        return Vec::new();
    }
    let wanted = combinations(symbols.len() + degree, degree).min(MOST_INSIDE);
    let mut found: Vec<Boundary> = Vec::new();
    let mut conditions = premises.to_vec();
    for round in 0..wanted {
        // Each point differs from those before it in one variable, in turn.
        let Some(inputs) = search.inputs_with(&conditions) else { break };
        let assignment = super::assignment_of(&search.table, &inputs);
        let symbol = symbols[round % symbols.len()];
        conditions.push(differs(search, symbol, &assignment));
        found.push(Boundary { inputs, border: format!("degree {degree}"), kind: "inside" });
    }
    found
}

fn differs(search: &mut Search<'_>, symbol: TermId, assignment: &Assignment) -> TermId {
    let value = search.table.evaluate(symbol, assignment);
    let constant = search.table.constant(&value);
    let same = search.table.apply(Op::Eq, &[symbol, constant]);
    search.table.not(same)
}

fn symbols_of(table: &Table, term: TermId, found: &mut Vec<TermId>) {
    for term in table.parts(&[term]) {
        let number = matches!(table.sort(term), Sort::Scalar(Scalar::Int | Scalar::Real));
        if matches!(table.op(term), Op::Symbol(_)) && number && !found.contains(&term) {
            found.push(term);
        }
    }
}

/// The degree of a polynomial in all its symbols together; `None` if it is none.
fn degree_of(table: &Table, term: TermId, known: &mut FxHashMap<TermId, Option<usize>>) -> Option<usize> {
    if let Some(&degree) = known.get(&term) {
        return degree;
    }
    let args = table.args(term).to_vec();
    let degree = stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
        let mut each = |at: usize| degree_of(table, args[at], known);
        match table.op(term) {
            Op::Int(_) | Op::Real(_) => Some(0),
            Op::Symbol(_) => Some(1),
            Op::Neg | Op::ToReal => each(0),
            Op::Add | Op::Sub => (0..args.len()).map(each).try_fold(0, |most, one| Some(most.max(one?))),
            Op::Mul => (0..args.len()).map(each).try_fold(0_usize, |sum, one| Some(sum + one?)),
            Op::Pow => {
                let exponent = table.as_int(args[1]).and_then(|power| usize::try_from(power.clone()).ok())?;
                each(0)?.checked_mul(exponent.min(8))
            }
            _ => None,
        }
    });
    known.insert(term, degree);
    degree
}

fn combinations(of: usize, choose: usize) -> usize {
    let mut result = IBig::ONE;
    for at in 0..choose {
        result = result * IBig::from(of - at) / IBig::from(at + 1);
    }
    usize::try_from(result).unwrap_or(usize::MAX)
}
