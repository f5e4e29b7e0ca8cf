//! Candidate invariants: conditions of common shapes that the first passes keep.

use std::collections::BTreeSet;

use dashu_base::Signed;
use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_algebra::linear::kernel;
use sextant_expr::{Op, Rounding, TermId};

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
/// Constants from which on something is tried.
const MOST_LATE: usize = 6;
/// Columns among which equations of the second degree are looked for.
const MOST_FACTORS: usize = 5;

impl<'c> Walker<'c> {
    /// Candidates that hold in the first state at the beginning and in the samples.
    pub fn candidates(&mut self, passage: &Passage<'c>) -> Result<Vec<Candidate>, Gap> {
        let samples = self.samples(passage)?;
        let mut found = Vec::new();
        if !samples.rows.is_empty() {
            let constants = self.constants(passage, &samples);
            let mut maker = Maker { walker: self, samples: &samples, constants, found: Vec::new() };
            // What is easy to decide comes first: where the solver gives up too often, the rest is not tried.
            maker.residues();
            maker.bounds();
            maker.alternatives();
            maker.equations();
            maker.differences();
            maker.cases();
            maker.late_residues();
            found = maker.found;
        }
        found.dedup();
        found.truncate(MOST_CANDIDATES);
        let mut candidates: Vec<Candidate> = found.into_iter().map(|term| Candidate { term }).collect();
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

/// What equations may speak of besides the numbers.
#[derive(Clone, Copy)]
enum Further {
    Product(usize, usize),
    Parity(usize),
}

impl Further {
    fn value(self, row: &[IBig]) -> IBig {
        match self {
            Further::Product(a, b) => &row[a] * &row[b],
            Further::Parity(a) => remainder(&row[a], 2),
        }
    }
}

struct Maker<'w, 'c> {
    walker: &'w mut Walker<'c>,
    samples: &'w Samples,
    /// Sorted.
    constants: Vec<IBig>,
    found: Vec<TermId>,
}

impl Maker<'_, '_> {
    fn column(&self, at: usize) -> Vec<IBig> {
        self.samples.rows.iter().map(|row| row[at].clone()).collect()
    }

    fn changing(&self) -> Vec<usize> {
        let is_changing = |&at: &usize| matches!(self.samples.columns[at].source, Source::Changing(_));
        (0..self.samples.columns.len()).filter(is_changing).collect()
    }

    fn compare(&mut self, op: Op, term: TermId, constant: &IBig) -> TermId {
        let constant = self.walker.table.int(constant.clone());
        self.walker.table.apply(op, &[term, constant])
    }

    /// Equations between all numbers, and their products if there are few.
    fn equations(&mut self) {
        let count = self.samples.columns.len();
        let mut products: Vec<Further> = Vec::new();
        if count <= MOST_FACTORS {
            products = (0..count).flat_map(|a| (a..count).map(move |b| Further::Product(a, b))).collect();
        }
        let parities: Vec<Further> = self.changing().into_iter().map(Further::Parity).collect();
        let mut mentioned = vec![false; count];
        for further in [&[][..], &parities[..], &products[..]] {
            if !further.is_empty() && self.changing().into_iter().all(|at| mentioned[at]) {
                break;
            }
            let columns = 1 + count + further.len();
            let rows: Vec<Vec<RBig>> = self
                .samples
                .rows
                .iter()
                .map(|row| {
                    let mut values = vec![IBig::ONE];
                    values.extend(row.iter().cloned());
                    values.extend(further.iter().map(|further| further.value(row)));
                    values.into_iter().map(RBig::from).collect()
                })
                .collect();
            if rows.len() < columns + 1 {
                continue;
            }
            for equation in kernel(&rows, columns) {
                for (at, coefficient) in equation[1..=count].iter().enumerate() {
                    mentioned[at] |= *coefficient != RBig::ZERO;
                }
                self.equation(&equation, further);
            }
        }
    }

    /// `0 = c0 + c1 * x1 + … + c * f + …`
    fn equation(&mut self, coefficients: &[RBig], further: &[Further]) {
        let mut common = IBig::ONE;
        for coefficient in coefficients {
            let denominator = IBig::from(coefficient.denominator().clone());
            common = least_common_multiple(&common, &denominator);
        }
        let table = &mut self.walker.table;
        let mut sum = Vec::new();
        for (at, coefficient) in coefficients.iter().enumerate() {
            let whole = coefficient.numerator() * &common / IBig::from(coefficient.denominator().clone());
            if whole == IBig::ZERO {
                continue;
            }
            let factor = table.int(whole);
            let columns = &self.samples.columns;
            let term = match at.checked_sub(1) {
                None => factor,
                Some(at) if at < columns.len() => table.apply(Op::Mul, &[factor, columns[at].term]),
                Some(at) => match further[at - columns.len()] {
                    Further::Product(a, b) => {
                        table.apply(Op::Mul, &[factor, columns[a].term, columns[b].term])
                    }
                    Further::Parity(a) => {
                        let two = table.int(2);
                        let rest = table.apply(Op::Rem(Rounding::Floor), &[columns[a].term, two]);
                        table.apply(Op::Mul, &[factor, rest])
                    }
                },
            };
            sum.push(term);
        }
        if sum.len() < 2 {
            return;
        }
        let sum = table.apply(Op::Add, &sum);
        let equation = self.compare(Op::Eq, sum, &IBig::ZERO);
        self.found.push(equation);
        if further.is_empty() {
            // Unsigned numbers may have gone round.
            let round = self.walker.table.int(1u64 << 32);
            let rest = self.walker.table.apply(Op::Rem(Rounding::Floor), &[sum, round]);
            let equation = self.compare(Op::Eq, rest, &IBig::ZERO);
            self.found.push(equation);
        }
    }

    /// Bounds of single numbers.
    fn bounds(&mut self) {
        for at in self.changing() {
            let term = self.samples.columns[at].term;
            let values = self.column(at);
            let (Some(least), Some(greatest)) = (values.iter().min(), values.iter().max()) else {
                continue;
            };
            let below: Vec<IBig> =
                self.constants.iter().rev().filter(|c| *c <= least).take(2).cloned().collect();
            let above: Vec<IBig> =
                self.constants.iter().filter(|c| *c >= greatest).take(5).cloned().collect();
            for constant in below {
                let bound = self.compare(Op::Ge, term, &constant);
                self.found.push(bound);
            }
            for constant in above {
                let bound = self.compare(Op::Le, term, &constant);
                self.found.push(bound);
            }
        }
    }

    /// Bounds of differences and sums.
    fn differences(&mut self) {
        let count = self.samples.columns.len();
        for a in self.changing() {
            for b in 0..count {
                let twice = matches!(self.samples.columns[b].source, Source::Changing(_)) && b < a;
                if a == b {
                    continue;
                }
                for (ka, kb) in [(1, -1), (1, 1), (2, -1), (1, -2)] {
                    if twice && ka == 1 && kb != -2 {
                        continue;
                    }
                    self.combination((a, ka), (b, kb));
                }
            }
        }
    }

    fn combination(&mut self, (a, ka): (usize, i32), (b, kb): (usize, i32)) {
        let value = |row: &Vec<IBig>| IBig::from(ka) * &row[a] + IBig::from(kb) * &row[b];
        let values: Vec<IBig> = self.samples.rows.iter().map(value).collect();
        let table = &mut self.walker.table;
        let (ka, kb) = (table.int(ka), table.int(kb));
        let left = table.apply(Op::Mul, &[ka, self.samples.columns[a].term]);
        let right = table.apply(Op::Mul, &[kb, self.samples.columns[b].term]);
        let sum = table.apply(Op::Add, &[left, right]);
        let (lower, upper) = (self.lower_bounds(&values), self.upper_bounds(&values));
        for bound in &lower {
            let bound = self.compare(Op::Ge, sum, bound);
            self.found.push(bound);
        }
        for bound in &upper {
            let bound = self.compare(Op::Le, sum, bound);
            self.found.push(bound);
        }
        self.later_bounds(sum, &values);
    }

    /// Bounds that hold only behind the first pass, because its condition was true then.
    fn later_bounds(&mut self, sum: TermId, values: &[IBig]) {
        let Some(passes) = self.samples.columns.iter().position(|column| column.source == Source::Passes)
        else {
            return;
        };
        let is_later = |row: &[IBig]| row[passes] > IBig::ZERO;
        let rows = self.samples.rows.iter().zip(values);
        let later: Vec<IBig> =
            rows.filter(|(row, _)| is_later(row)).map(|(_, value)| value.clone()).collect();
        if later.len() < 2 {
            return;
        }
        let mut bounds = Vec::new();
        if later.iter().min() > values.iter().min() {
            bounds.extend(self.lower_bounds(&later).into_iter().map(|bound| (Op::Ge, bound)));
        }
        if later.iter().max() < values.iter().max() {
            bounds.extend(self.upper_bounds(&later).into_iter().map(|bound| (Op::Le, bound)));
        }
        for (op, bound) in bounds {
            let when = self.compare(Op::Gt, self.samples.columns[passes].term, &IBig::ZERO);
            let then = self.compare(op, sum, &bound);
            let late = self.walker.table.apply(Op::Implies, &[when, then]);
            self.found.push(late);
        }
    }

    /// Upper bounds of a combination that are likely: small ones, and constants of the program. The samples need not
    /// have come to the extreme.
    fn upper_bounds(&self, values: &[IBig]) -> Vec<IBig> {
        let Some(greatest) = values.iter().max() else { return Vec::new() };
        let small = (-1..=2).map(IBig::from).filter(|bound| bound >= greatest);
        let mut found: Vec<IBig> = small.collect();
        if self.constants.contains(greatest) {
            found.push(greatest.clone());
        }
        found
    }

    /// The same below.
    fn lower_bounds(&self, values: &[IBig]) -> Vec<IBig> {
        let Some(least) = values.iter().min() else { return Vec::new() };
        let small = (-2..=1).map(IBig::from).filter(|bound| bound <= least);
        let mut found: Vec<IBig> = small.collect();
        if self.constants.contains(least) {
            found.push(least.clone());
        }
        found
    }

    /// Remainders by small divisors.
    fn residues(&mut self) {
        for at in self.changing() {
            let values = self.column(at);
            let distinct: BTreeSet<_> = values.iter().collect();
            if distinct.len() < 3 {
                continue;
            }
            for divisor in 2..=8u32 {
                let rest = |value: &IBig| remainder(value, divisor);
                let first = rest(&values[0]);
                if values.iter().any(|value| rest(value) != first) {
                    continue;
                }
                let table = &mut self.walker.table;
                let by = table.int(divisor);
                let term = table.apply(Op::Rem(Rounding::Floor), &[self.samples.columns[at].term, by]);
                let equation = self.compare(Op::Eq, term, &first);
                self.found.push(equation);
            }
        }
    }

    /// Parities from some constant of the program on, which the first passes may not have come to.
    fn late_residues(&mut self) {
        let constants = self.constants.clone();
        for at in self.changing() {
            let term = self.samples.columns[at].term;
            let greatest = self.column(at).into_iter().max().unwrap_or_default();
            for constant in constants.iter().filter(|constant| **constant > greatest).take(MOST_LATE) {
                for rest in [IBig::ZERO, IBig::ONE] {
                    let two = self.walker.table.int(2);
                    let parity = self.walker.table.apply(Op::Rem(Rounding::Floor), &[term, two]);
                    let when = self.compare(Op::Ge, term, constant);
                    let then = self.compare(Op::Eq, parity, &rest);
                    let late = self.walker.table.apply(Op::Implies, &[when, then]);
                    self.found.push(late);
                }
            }
        }
    }

    /// One of a few values.
    fn alternatives(&mut self) {
        for at in self.changing() {
            let distinct: BTreeSet<IBig> = self.column(at).into_iter().collect();
            if distinct.len() > 4 || self.samples.rows.len() < 5 {
                continue;
            }
            let term = self.samples.columns[at].term;
            let each: Vec<TermId> = distinct.iter().map(|value| self.compare(Op::Eq, term, value)).collect();
            let any = self.walker.table.or(&each);
            self.found.push(any);
        }
    }

    /// Comparisons that hold while a flag has a value.
    fn cases(&mut self) {
        let changing = self.changing();
        for &flag in &changing {
            let distinct: BTreeSet<IBig> = self.column(flag).into_iter().collect();
            if !(2..=3).contains(&distinct.len()) {
                continue;
            }
            for value in &distinct {
                let rows: Vec<usize> = (0..self.samples.rows.len())
                    .filter(|&row| self.samples.rows[row][flag] == *value)
                    .collect();
                for &at in changing.iter().filter(|&&at| at != flag) {
                    self.case((flag, value), at, &rows);
                }
            }
        }
    }

    fn case(&mut self, (flag, value): (usize, &IBig), at: usize, rows: &[usize]) {
        let values: BTreeSet<&IBig> = rows.iter().map(|&row| &self.samples.rows[row][at]).collect();
        if values.len() != 1 || rows.len() < 2 {
            return;
        }
        let Some(&only) = values.first() else { return };
        let when = self.compare(Op::Eq, self.samples.columns[flag].term, value);
        let then = self.compare(Op::Eq, self.samples.columns[at].term, only);
        let case = self.walker.table.apply(Op::Implies, &[when, then]);
        self.found.push(case);
    }
}

fn remainder(value: &IBig, divisor: u32) -> IBig {
    let divisor = IBig::from(divisor);
    let rest = value % &divisor;
    if rest.is_negative() { rest + divisor } else { rest }
}

fn least_common_multiple(a: &IBig, b: &IBig) -> IBig {
    let (mut x, mut y) = (a.clone(), b.clone());
    while y != IBig::ZERO {
        let rest = &x % &y;
        x = std::mem::replace(&mut y, rest);
    }
    a / &x * b
}
