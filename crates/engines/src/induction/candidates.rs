//! Candidate invariants: conditions of common shapes that the first iterations keep, as terms.

use std::collections::BTreeSet;

use dashu_int::IBig;
use sextant_expr::{Op, Rounding, Table, TermId};

use crate::invariants::{Factor, Part, Relation, Rows, Shape};

use super::passage::Passage;
use super::samples::{Samples, Source};
use super::walk::{Gap, Walker};

/// A condition that may hold at the beginning of every pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Candidate {
    /// Over the unknown values.
    pub term: TermId,
}

/// More candidates than this are not tried.
const MOST_CANDIDATES: usize = 600;
/// Numbers of the program that bounds are made of.
const MOST_CONSTANTS: usize = 40;
/// The combinations of two numbers of which bounds are tried.
const COMBINATIONS: [(i32, i32); 4] = [(1, -1), (1, 1), (2, -1), (1, -2)];

impl<'c> Walker<'c> {
    /// Candidates that hold in the first state at the beginning and in the samples.
    pub fn candidates(&mut self, passage: &Passage<'c>) -> Result<Vec<Candidate>, Gap> {
        let mut samples = self.samples(passage)?;
        let mut candidates = Vec::new();
        if !samples.rows.rows.is_empty() {
            samples.rows.constants = self.constants(passage, &samples);
            let shapes = shapes(&samples.rows, samples.columns.len());
            let terms: Vec<TermId> = samples.columns.iter().map(|column| column.term).collect();
            candidates.extend(
                shapes.iter().map(|shape| Candidate { term: written(&mut self.table, &terms, shape) }),
            );
            candidates.dedup();
            candidates.truncate(MOST_CANDIDATES);
        }
        let first = passage.first.clone();
        self.drop_broken(passage, &mut candidates, (&first, true));
        Ok(candidates)
    }

    /// Numbers that bounds are likely to have.
    fn constants(&self, passage: &Passage<'c>, samples: &Samples) -> Vec<IBig> {
        let mut found = BTreeSet::from([IBig::ZERO, IBig::ONE]);
        for column in &samples.columns {
            if let Source::Changing(spot) = column.source
                && let sextant_state::Value::Int(value) = passage.first.value_at(spot)
            {
                found.insert(value.into());
            }
        }
        // Those of the loop's procedure come first: there are not always enough places for all.
        let here = passage.first.frame.procedure;
        let others = self.code.procedures.iter_enumerated().filter(|&(id, _)| id != here);
        let all = std::iter::once(&self.code.procedures[here]).chain(others.map(|(_, procedure)| procedure));
        let own = all.filter(|procedure| !procedure.library);
        for value in own.flat_map(|procedure| procedure.constant_integers()) {
            found.extend([value - IBig::ONE, value.clone(), value + IBig::ONE]);
            if found.len() > MOST_CONSTANTS {
                break;
            }
        }
        found.into_iter().collect()
    }
}

/// What is easy to decide comes first: where the solver gives up too often, the rest is not tried.
fn shapes(rows: &Rows, columns: usize) -> Vec<Shape> {
    let among: Vec<usize> = (0..columns).collect();
    let equations = rows.equations(&among);
    let wrapped = Rows::wrapped(&equations);
    [
        rows.residues(),
        rows.bounds(),
        rows.alternatives(),
        equations,
        wrapped,
        rows.combinations(&COMBINATIONS),
        rows.cases(),
        rows.late_residues(),
    ]
    .concat()
}

/// A shape as a term over what stands in the columns.
fn written(table: &mut Table, columns: &[TermId], shape: &Shape) -> TermId {
    match shape {
        Shape::Compare(parts, relation, bound) => {
            let (sum, bound) = (sum(table, columns, parts), table.int(bound.clone()));
            let op = match relation {
                Relation::Equal => Op::Eq,
                Relation::AtLeast => Op::Ge,
                Relation::AtMost => Op::Le,
            };
            table.apply(op, &[sum, bound])
        }
        Shape::Residue(parts, divisor, rest) => {
            let (sum, divisor) = (sum(table, columns, parts), table.int(divisor.clone()));
            let (remainder, rest) =
                (table.apply(Op::Rem(Rounding::Floor), &[sum, divisor]), table.int(rest.clone()));
            table.apply(Op::Eq, &[remainder, rest])
        }
        Shape::Any(shapes) => {
            let each: Vec<TermId> = shapes.iter().map(|shape| written(table, columns, shape)).collect();
            table.or(&each)
        }
        Shape::When(when, then) => {
            let both = [written(table, columns, when), written(table, columns, then)];
            table.apply(Op::Implies, &both)
        }
    }
}

fn sum(table: &mut Table, columns: &[TermId], parts: &[Part]) -> TermId {
    let terms: Vec<TermId> = parts
        .iter()
        .map(|part| {
            let mut product = table.int(part.coefficient.clone());
            for factor in &part.factors {
                let factor = match *factor {
                    Factor::Column(at) => columns[at],
                    Factor::Parity(at) => {
                        let two = table.int(2);
                        table.apply(Op::Rem(Rounding::Floor), &[columns[at], two])
                    }
                };
                product = table.apply(Op::Mul, &[product, factor]);
            }
            product
        })
        .collect();
    match terms[..] {
        [only] => only,
        _ => table.apply(Op::Add, &terms),
    }
}
