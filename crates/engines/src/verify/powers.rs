//! Powers with unknown exponents, by their laws.
//!
//! Solvers know little of `x ** n`. Here each such power is a symbol of which only laws are told: `x ** 0 = 1`,
//! `x ** (n + 1) = x ** n * x`, `(x ** k) ** n = x ** (k * n)`, equal exponents give equal powers; all for exponents
//! that are not negative. What follows from them follows for powers; what does not is left undecided.

use rustc_hash::FxHashMap;
use sextant_expr::{Op, Sort, Table, TermId};
use sextant_logic::Formula;
use sextant_solver::{Answer, Solver};

/// Exponents that differ by up to this are related.
const NEAR: i64 = 2;

/// One power.
struct Power {
    /// The symbol that stands for it.
    symbol: TermId,
    base: TermId,
    exponent: TermId,
}

/// Whether a goal without quantifiers follows from what is known, by the laws of powers.
pub(super) fn follows(table: &mut Table, solver: &mut Solver, known: &[Formula], goal: &Formula) -> bool {
    let Some(goal) = goal.as_term(table) else { return false };
    let mut conditions: Vec<TermId> = known.iter().filter_map(|formula| formula.as_term(table)).collect();
    conditions.push(table.not(goal));
    let conditions: Vec<TermId> = conditions.into_iter().map(|term| table.simplify(term)).collect();
    let found = powers_in(table, &conditions);
    if found.is_empty() {
        return false;
    }
    let mut replaced = FxHashMap::default();
    let mut laws = Vec::new();
    let mut powers: Vec<Power> = Vec::new();
    for term in found {
        let &[base, exponent] = table.args(term) else { continue };
        let symbol = table.fresh("power", Sort::INT);
        replaced.insert(term, symbol);
        let (root, factor) = rooted(table, base);
        let factor = table.int(factor);
        let whole = table.apply(Op::Mul, &[factor, exponent]);
        let whole = table.simplify(whole);
        let same = |power: &&Power| power.base == root && power.exponent == whole;
        let of_root = match powers.iter().find(same) {
            Some(power) => power.symbol,
            None => {
                let of_root = table.fresh("power.of.root", Sort::INT);
                powers.push(Power { symbol: of_root, base: root, exponent: whole });
                of_root
            }
        };
        let equal = table.apply(Op::Eq, &[symbol, of_root]);
        laws.push(for_natural(table, exponent, equal));
    }
    laws.extend(laws_of(table, &powers));
    let mut asked: Vec<TermId> =
        conditions.iter().map(|&term| table.substitute(term, &mut replaced.clone())).collect();
    asked.extend(laws.iter().map(|&law| table.substitute(law, &mut replaced.clone())));
    matches!(solver.check(table, &asked), Answer::Unsat)
}

/// All powers of integers whose exponents are no constants.
fn powers_in(table: &Table, terms: &[TermId]) -> Vec<TermId> {
    let open_power = |&term: &TermId| {
        matches!((table.op(term), table.args(term)), (Op::Pow, &[_, exponent]) if !table.op(exponent).is_constant())
            && table.sort(term) == Sort::INT
    };
    let mut found: Vec<TermId> = table.parts(terms).filter(open_power).collect();
    found.sort();
    found
}

/// A base as a power of something with a constant exponent.
fn rooted(table: &Table, base: TermId) -> (TermId, i64) {
    match (table.op(base), table.args(base)) {
        (Op::Pow, &[root, exponent]) => {
            match table.as_int(exponent).and_then(|value| i64::try_from(value).ok()) {
                Some(factor) if factor > 0 => (root, factor),
                _ => (base, 1),
            }
        }
        (Op::Mul, [first, rest @ ..]) if !rest.is_empty() && rest.iter().all(|factor| factor == first) => {
            (*first, rest.len() as i64 + 1)
        }
        _ => (base, 1),
    }
}

fn for_natural(table: &mut Table, exponent: TermId, law: TermId) -> TermId {
    let zero = table.int(0);
    let natural = table.apply(Op::Ge, &[exponent, zero]);
    table.apply(Op::Implies, &[natural, law])
}

fn laws_of(table: &mut Table, powers: &[Power]) -> Vec<TermId> {
    let mut laws = Vec::new();
    let (zero, one) = (table.int(0), table.int(1));
    for power in powers {
        let empty = table.apply(Op::Eq, &[power.exponent, zero]);
        let unit = table.apply(Op::Eq, &[power.symbol, one]);
        laws.push(table.apply(Op::Implies, &[empty, unit]));
        for other in powers.iter().filter(|other| other.base == power.base && other.symbol != power.symbol) {
            let mut product = power.symbol;
            for distance in 0..=NEAR {
                let distance = table.int(distance);
                let sum = table.apply(Op::Add, &[power.exponent, distance]);
                let apart = table.apply(Op::Eq, &[other.exponent, sum]);
                let equal = table.apply(Op::Eq, &[other.symbol, product]);
                let law = table.apply(Op::Implies, &[apart, equal]);
                laws.push(for_natural(table, power.exponent, law));
                product = table.apply(Op::Mul, &[product, power.base]);
            }
        }
    }
    laws
}
