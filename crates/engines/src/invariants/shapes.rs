//! Conditions of common shapes that rows of numbers keep: the candidates that invariants are looked for among.
//!
//! Invariants
//! - A shape holds in every row it was learnt from; whether it holds elsewhere is for others to show.
//! - Shapes speak of columns by their numbers: what a column is, only the caller knows, and who writes a shape in his own
//!   terms has to do so for all of them.

use std::collections::BTreeSet;

use dashu_base::Signed;
use dashu_int::IBig;

use super::vanishing;

/// Constants from which on something is tried.
const MOST_LATE: usize = 6;
/// Columns among whose products equations are looked for, and those among whose products of three.
const MOST_FACTORS: (usize, usize) = (6, 3);
/// Rows that have to be there beyond what any numbers satisfy.
const SPARE_ROWS: usize = 2;

/// What is multiplied in a [`Part`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Factor {
    /// The number in a column.
    Column(usize),
    /// Its remainder by two.
    Parity(usize),
}

impl Factor {
    fn value(self, row: &[IBig]) -> IBig {
        match self {
            Factor::Column(at) => row[at].clone(),
            Factor::Parity(at) => remainder(&row[at], 2),
        }
    }
}

/// A product with a number in front.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub coefficient: IBig,
    pub factors: Vec<Factor>,
}

/// How a sum is compared with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    Equal,
    AtLeast,
    AtMost,
}

/// A condition over columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// A sum compared with a number.
    Compare(Vec<Part>, Relation, IBig),
    /// The remainder of a sum by a divisor, which is never negative.
    Residue(Vec<Part>, IBig, IBig),
    /// One of several.
    Any(Vec<Shape>),
    /// What holds where something else does.
    When(Box<Shape>, Box<Shape>),
}

/// Numbers, and what is known of their columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    pub rows: Vec<Vec<IBig>>,
    /// The columns that an iteration may change.
    pub changing: Vec<usize>,
    /// The column that counts iterations.
    pub iterations: Option<usize>,
    /// Numbers of the program that bounds are made of, sorted.
    pub constants: Vec<IBig>,
}

fn column(at: usize) -> Vec<Part> {
    vec![times(IBig::ONE, at)]
}

fn times(coefficient: impl Into<IBig>, at: usize) -> Part {
    Part { coefficient: coefficient.into(), factors: vec![Factor::Column(at)] }
}

fn equals(at: usize, value: &IBig) -> Shape {
    Shape::Compare(column(at), Relation::Equal, value.clone())
}

impl Rows {
    fn column(&self, at: usize) -> Vec<IBig> {
        self.rows.iter().map(|row| row[at].clone()).collect()
    }

    fn distinct(&self, at: usize) -> BTreeSet<IBig> {
        self.column(at).into_iter().collect()
    }

    /// Equations between some columns, their parities, and their products if there are few, until as many are found as
    /// columns change.
    pub fn equations(&self, among: &[usize]) -> Vec<Shape> {
        let changing: Vec<usize> = among.iter().copied().filter(|at| self.changing.contains(at)).collect();
        let linear: Vec<Vec<Factor>> = among.iter().map(|&at| vec![Factor::Column(at)]).collect();
        let parities = changing.iter().map(|&at| vec![Factor::Parity(at)]);
        let mut found = Vec::new();
        for further in [Vec::new(), parities.collect(), products(among)] {
            if found.len() >= changing.len() {
                break;
            }
            let monomials: Vec<&Vec<Factor>> = linear.iter().chain(&further).collect();
            let values = |row: &Vec<IBig>| {
                let product = |factors: &&Vec<Factor>| {
                    factors.iter().map(|factor| factor.value(row)).fold(IBig::ONE, |a, b| a * b)
                };
                std::iter::once(IBig::ONE).chain(monomials.iter().map(product)).collect()
            };
            let rows: Vec<Vec<IBig>> = self.rows.iter().map(values).collect();
            if rows.len() < 1 + monomials.len() + SPARE_ROWS {
                continue;
            }
            let speaks = |part: &Part| {
                part.factors.iter().any(|factor| match factor {
                    Factor::Column(at) | Factor::Parity(at) => changing.contains(at),
                })
            };
            let equations = vanishing(&rows, 1 + monomials.len()).into_iter().map(|vector| {
                let factors =
                    std::iter::once(Vec::new()).chain(monomials.iter().map(|&factors| factors.clone()));
                let parts = vector.into_iter().zip(factors);
                parts
                    .filter(|(coefficient, _)| *coefficient != IBig::ZERO)
                    .map(|(coefficient, factors)| Part { coefficient, factors })
                    .collect::<Vec<Part>>()
            });
            let sums: Vec<Vec<Part>> = equations.filter(|sum| sum.iter().any(speaks)).collect();
            let equal = |sum: &Vec<Part>| Shape::Compare(sum.clone(), Relation::Equal, IBig::ZERO);
            found.extend(
                sums.iter().map(equal).filter(|equation| !found.contains(equation)).collect::<Vec<_>>(),
            );
        }
        found
    }

    /// The linear equations of a list modulo 2^32: unsigned numbers may have gone round.
    pub fn wrapped(equations: &[Shape]) -> Vec<Shape> {
        let is_linear = |part: &Part| part.factors.iter().all(|factor| matches!(factor, Factor::Column(_)));
        let wrapped = |equation: &Shape| match equation {
            Shape::Compare(sum, Relation::Equal, _)
                if sum.iter().all(|part| part.factors.len() <= 1 && is_linear(part)) =>
            {
                Some(Shape::Residue(sum.clone(), IBig::from(1u64 << 32), IBig::ZERO))
            }
            Shape::Compare(..) | Shape::Residue(..) | Shape::Any(_) | Shape::When(..) => None,
        };
        equations.iter().filter_map(wrapped).collect()
    }

    /// Bounds of single numbers.
    pub fn bounds(&self) -> Vec<Shape> {
        let mut found = Vec::new();
        for &at in &self.changing {
            let values = self.column(at);
            let (Some(least), Some(greatest)) = (values.iter().min(), values.iter().max()) else {
                continue;
            };
            let below = self.constants.iter().rev().filter(|c| *c <= least).take(2);
            let above = self.constants.iter().filter(|c| *c >= greatest).take(5);
            let bound = |relation| move |c: &IBig| Shape::Compare(column(at), relation, c.clone());
            found.extend(below.map(bound(Relation::AtLeast)));
            found.extend(above.map(bound(Relation::AtMost)));
        }
        found
    }

    /// Bounds of combinations of two columns, with these factors; where there is a column for it also those that hold
    /// only after the first iteration, because its condition was true then.
    pub fn combinations(&self, factors: &[(i32, i32)]) -> Vec<Shape> {
        let count = self.rows.first().map_or(0, Vec::len);
        let mut found = Vec::new();
        for &a in &self.changing {
            for b in (0..count).filter(|&b| b != a) {
                let twice = self.changing.contains(&b) && b < a;
                for &(ka, kb) in factors {
                    if twice && ka == 1 && kb != -2 {
                        continue;
                    }
                    let value = |row: &Vec<IBig>| IBig::from(ka) * &row[a] + IBig::from(kb) * &row[b];
                    let values: Vec<IBig> = self.rows.iter().map(value).collect();
                    self.combination(&[times(ka, a), times(kb, b)], &values, &mut found);
                }
            }
        }
        found
    }

    fn combination(&self, sum: &[Part], values: &[IBig], found: &mut Vec<Shape>) {
        let bound = |relation| move |bound: IBig| Shape::Compare(sum.to_vec(), relation, bound);
        found.extend(self.lower_bounds(values).into_iter().map(bound(Relation::AtLeast)));
        found.extend(self.upper_bounds(values).into_iter().map(bound(Relation::AtMost)));
        let Some(iterations) = self.iterations else { return };
        let rows = self.rows.iter().zip(values).filter(|(row, _)| row[iterations] > IBig::ZERO);
        let later: Vec<IBig> = rows.map(|(_, value)| value.clone()).collect();
        if later.len() < 2 {
            return;
        }
        let mut bounds: Vec<Shape> = Vec::new();
        if later.iter().min() > values.iter().min() {
            bounds.extend(self.lower_bounds(&later).into_iter().map(bound(Relation::AtLeast)));
        }
        if later.iter().max() < values.iter().max() {
            bounds.extend(self.upper_bounds(&later).into_iter().map(bound(Relation::AtMost)));
        }
        let after = Shape::Compare(column(iterations), Relation::AtLeast, IBig::ONE);
        found.extend(bounds.into_iter().map(|bound| Shape::When(Box::new(after.clone()), Box::new(bound))));
    }

    /// Upper bounds of a combination that are likely: small ones, and constants of the program. The samples need not
    /// have come to the extreme.
    fn upper_bounds(&self, values: &[IBig]) -> Vec<IBig> {
        let Some(greatest) = values.iter().max() else { return Vec::new() };
        self.likely((-1..=2).map(IBig::from).filter(|bound| bound >= greatest), greatest)
    }

    /// The same below.
    fn lower_bounds(&self, values: &[IBig]) -> Vec<IBig> {
        let Some(least) = values.iter().min() else { return Vec::new() };
        self.likely((-2..=1).map(IBig::from).filter(|bound| bound <= least), least)
    }

    fn likely(&self, small: impl Iterator<Item = IBig>, extreme: &IBig) -> Vec<IBig> {
        small.chain(self.constants.contains(extreme).then(|| extreme.clone())).collect()
    }

    /// Remainders by small divisors.
    pub fn residues(&self) -> Vec<Shape> {
        let mut found = Vec::new();
        for &at in self.changing.iter().filter(|&&at| self.distinct(at).len() >= 3) {
            let values = self.column(at);
            for divisor in 2..=8u32 {
                let first = remainder(&values[0], divisor);
                if values.iter().all(|value| remainder(value, divisor) == first) {
                    found.push(Shape::Residue(column(at), divisor.into(), first));
                }
            }
        }
        found
    }

    /// Parities from some constant of the program on, which the first iterations may not have come to.
    pub fn late_residues(&self) -> Vec<Shape> {
        let mut found = Vec::new();
        for &at in &self.changing {
            let greatest = self.column(at).into_iter().max().unwrap_or_default();
            for constant in self.constants.iter().filter(|constant| **constant > greatest).take(MOST_LATE) {
                for rest in [IBig::ZERO, IBig::ONE] {
                    let when = Shape::Compare(column(at), Relation::AtLeast, constant.clone());
                    let then = Shape::Residue(column(at), 2.into(), rest);
                    found.push(Shape::When(Box::new(when), Box::new(then)));
                }
            }
        }
        found
    }

    /// One of a few values.
    pub fn alternatives(&self) -> Vec<Shape> {
        let few = |at: &usize| (self.rows.len() >= 5).then(|| (*at, self.distinct(*at)));
        let few = self.changing.iter().filter_map(few).filter(|(_, values)| values.len() <= 4);
        few.map(|(at, values)| Shape::Any(values.iter().map(|value| equals(at, value)).collect())).collect()
    }

    /// Values that stay the same while a flag has a value.
    pub fn cases(&self) -> Vec<Shape> {
        let mut found = Vec::new();
        for &flag in &self.changing {
            let distinct = self.distinct(flag);
            if !(2..=3).contains(&distinct.len()) {
                continue;
            }
            for value in &distinct {
                let rows: Vec<&Vec<IBig>> = self.rows.iter().filter(|row| row[flag] == *value).collect();
                for &at in self.changing.iter().filter(|&&at| at != flag && rows.len() >= 2) {
                    if rows.iter().all(|row| row[at] == rows[0][at]) {
                        let when = Box::new(equals(flag, value));
                        found.push(Shape::When(when, Box::new(equals(at, &rows[0][at]))));
                    }
                }
            }
        }
        found
    }
}

/// Products of two columns, or of up to three where there are few.
fn products(among: &[usize]) -> Vec<Vec<Factor>> {
    if among.len() > MOST_FACTORS.0 {
        return Vec::new();
    }
    let mut found: Vec<Vec<Factor>> = Vec::new();
    for (at, &a) in among.iter().enumerate() {
        found.extend(among[at..].iter().map(|&b| vec![Factor::Column(a), Factor::Column(b)]));
    }
    if among.len() <= MOST_FACTORS.1 {
        for (at, &a) in among.iter().enumerate() {
            for (next, &b) in among.iter().enumerate().skip(at) {
                let three = |&c: &usize| [a, b, c].map(Factor::Column).to_vec();
                found.extend(among[next..].iter().map(three));
            }
        }
    }
    found
}

fn remainder(value: &IBig, divisor: u32) -> IBig {
    let divisor = IBig::from(divisor);
    let rest = value % &divisor;
    if rest.is_negative() { rest + divisor } else { rest }
}
