//! Between which limits a term lies, as far as the types of the inputs tell.
//!
//! Most range checks and wrap-arounds of machine integers are settled here, without a solver.

use rustc_hash::FxHashMap;
use sextant_expr::{Op, Rounding, Scalar, Sort, Table, TermId};
use sextant_syntax::IntType;

use super::here::Here;

/// The least and the greatest value.
pub(super) type Limits = Option<(i128, i128)>;

/// Terms deeper than this have no known limits.
const DEEPEST: u32 = 200;

impl Here<'_, '_> {
    /// Whether a term certainly lies within the limits of a type.
    pub(super) fn certainly_fits(&mut self, term: TermId, ty: IntType) -> bool {
        let Some((low, high)) = self.limits(term) else { return false };
        let (least, greatest) = type_limits(ty);
        least <= low && high <= greatest
    }

    /// Between which limits a term lies.
    pub(super) fn limits(&mut self, term: TermId) -> Limits {
        let mut known = self.machine.limits.borrow_mut();
        let inputs = Inputs { ranges: &self.state.ranges, widest: &self.machine.widest.borrow() };
        limits(self.table, inputs, &mut known, term, 0)
    }

    /// An input that comes up here keeps the limits of a type.
    pub(super) fn admit(&mut self, symbol: TermId, ty: IntType) {
        let (low, high) = type_limits(ty);
        let mut widest = self.machine.widest.borrow_mut();
        let known = widest.entry(symbol).or_insert((low, high));
        if low < known.0 || high > known.1 {
            *known = (known.0.min(low), known.1.max(high));
            self.machine.limits.borrow_mut().clear();
        }
        drop(widest);
        self.state.admit(self.table, symbol, ty);
    }
}

/// The least and the greatest value of a type of at most 64 bits; of a wider one, as far as 128 bits go.
pub(crate) fn type_limits(ty: IntType) -> (i128, i128) {
    match (ty.signed, ty.bits) {
        (true, 1..128) => (-(1 << (ty.bits - 1)), (1 << (ty.bits - 1)) - 1),
        (false, 1..127) => (0, (1 << ty.bits) - 1),
        (true, _) => (i128::MIN, i128::MAX),
        (false, _) => (0, i128::MAX),
    }
}

/// What is known of inputs.
#[derive(Clone, Copy)]
struct Inputs<'i> {
    ranges: &'i FxHashMap<TermId, IntType>,
    widest: &'i FxHashMap<TermId, (i128, i128)>,
}

impl Inputs<'_> {
    fn limits(self, symbol: TermId) -> Limits {
        let known = self.widest.get(&symbol).copied();
        known.or_else(|| self.ranges.get(&symbol).map(|ty| type_limits(*ty)))
    }
}

fn limits(
    table: &Table,
    inputs: Inputs<'_>,
    known: &mut FxHashMap<TermId, Limits>,
    term: TermId,
    depth: u32,
) -> Limits {
    if let Some(found) = known.get(&term) {
        return *found;
    }
    if depth > DEEPEST || table.sort(term) != Sort::INT {
        return None;
    }
    let mut of = |at: usize| {
        let part = *table.args(term).get(at)?;
        limits(table, inputs, known, part, depth + 1)
    };
    let found = match table.op(term) {
        Op::Int(value) => i128::try_from(value).ok().map(|value| (value, value)),
        Op::Symbol(_) => inputs.limits(term),
        Op::Select => inputs.limits(*table.args(term).first()?),
        Op::Neg => of(0).and_then(|(low, high)| Some((high.checked_neg()?, low.checked_neg()?))),
        Op::Add => (0..table.args(term).len()).map(of).try_fold((0i128, 0i128), |sum, part| {
            let part = part?;
            Some((sum.0.checked_add(part.0)?, sum.1.checked_add(part.1)?))
        }),
        Op::Sub => match (of(0), of(1)) {
            (Some(a), Some(b)) => a.0.checked_sub(b.1).zip(a.1.checked_sub(b.0)),
            _ => None,
        },
        Op::Mul => (0..table.args(term).len()).map(of).try_fold((1i128, 1i128), |product, part| {
            let part = part?;
            let corners = [
                product.0.checked_mul(part.0)?,
                product.0.checked_mul(part.1)?,
                product.1.checked_mul(part.0)?,
                product.1.checked_mul(part.1)?,
            ];
            Some((*corners.iter().min()?, *corners.iter().max()?))
        }),
        Op::Div(rounding) => match (of(0), of(1)) {
            (Some(a), Some((b, c))) if b == c && b > 0 => Some(divided(a, b, *rounding)),
            (Some(a), _) => {
                let size = a.0.checked_abs().zip(a.1.checked_abs()).map(|(x, y)| x.max(y));
                size.map(|size| (-size, size))
            }
            _ => None,
        },
        Op::Rem(rounding) => match (of(0), of(1)) {
            (Some(a), Some((b, c))) if b == c && b > 0 => Some(remainder(a, b, *rounding)),
            (None, Some((b, c))) if b == c && b > 0 => Some(match rounding {
                Rounding::Floor => (0, b - 1),
                Rounding::Truncate => (1 - b, b - 1),
            }),
            _ => None,
        },
        Op::Abs => of(0).and_then(|(low, high)| {
            let (a, b) = (low.checked_abs()?, high.checked_abs()?);
            Some((if low <= 0 && high >= 0 { 0 } else { a.min(b) }, a.max(b)))
        }),
        Op::Ite => match (of(1), of(2)) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            _ => None,
        },
        Op::Min | Op::Max => {
            let parts: Option<Vec<(i128, i128)>> = (0..table.args(term).len()).map(of).collect();
            let least = matches!(table.op(term), Op::Min);
            parts.and_then(|parts| {
                parts.into_iter().reduce(|a, b| match least {
                    true => (a.0.min(b.0), a.1.min(b.1)),
                    false => (a.0.max(b.0), a.1.max(b.1)),
                })
            })
        }
        Op::BvToUint | Op::BvToSint => {
            let bits = *table.args(term).first()?;
            let found = bit_limits(table, inputs, known, bits, depth + 1)?;
            let unsigned = *table.op(term) == Op::BvToUint && found.0 < 0;
            if unsigned {
                width(table, bits).filter(|&width| width < 127).map(|width| (0, (1 << width) - 1))
            } else {
                Some(found)
            }
        }
        _ => None,
    };
    known.insert(term, found);
    found
}

/// The width of a bit string.
fn width(table: &Table, bits: TermId) -> Option<u16> {
    match table.sort(bits) {
        Sort::Scalar(Scalar::BitVec(width)) => Some(width),
        _ => None,
    }
}

/// The limits of a bit string taken as a number with sign. No operation on single bits leaves the limits of a width
/// that its operands keep.
fn bit_limits(
    table: &Table,
    inputs: Inputs<'_>,
    known: &mut FxHashMap<TermId, Limits>,
    bits: TermId,
    depth: u32,
) -> Limits {
    let width = width(table, bits).filter(|width| (1..128).contains(width))?;
    let any = (-1i128 << (width - 1), !(-1i128 << (width - 1)));
    if depth > DEEPEST {
        return Some(any);
    }
    let args = table.args(bits);
    let found = match (table.op(bits), args) {
        (Op::IntToBv(_), &[x]) => limits(table, inputs, known, x, depth + 1)?,
        (Op::BvNot, &[x]) => {
            let (low, high) = bit_limits(table, inputs, known, x, depth + 1)?;
            (!high, !low)
        }
        (op @ (Op::BvAnd | Op::BvOr | Op::BvXor), &[x, y]) => {
            let x = bit_limits(table, inputs, known, x, depth + 1)?;
            let y = bit_limits(table, inputs, known, y, depth + 1)?;
            bitwise_limits(op, x, y)
        }
        _ => any,
    };
    let fits = any.0 <= found.0 && found.1 <= any.1;
    Some(if fits { found } else { any })
}

fn bitwise_limits(op: &Op, x: (i128, i128), y: (i128, i128)) -> (i128, i128) {
    if *op == Op::BvAnd && (x.0 >= 0 || y.0 >= 0) {
        let most = [x, y].iter().filter(|limits| limits.0 >= 0).map(|limits| limits.1).min();
        return (0, most.unwrap_or(0));
    }
    // All ends lie within -2^k and 2^k - 1; so does what comes of them.
    let ends = [x.0, x.1, y.0, y.1].map(|end| if end < 0 { !end } else { end });
    let bits = 128 - ends.iter().fold(0, |all, end| all | end).leading_zeros();
    let high = !(-1i128 << bits.min(126));
    let low = if x.0 >= 0 && y.0 >= 0 { 0 } else { !high };
    (low, high)
}

fn divided((low, high): (i128, i128), by: i128, rounding: Rounding) -> (i128, i128) {
    match rounding {
        Rounding::Floor => (low.div_euclid(by), high.div_euclid(by)),
        Rounding::Truncate => (low / by, high / by),
    }
}

fn remainder((low, high): (i128, i128), by: i128, rounding: Rounding) -> (i128, i128) {
    match rounding {
        Rounding::Floor if low >= 0 && high < by => (low, high),
        Rounding::Floor => (0, by - 1),
        Rounding::Truncate => (low.max(1 - by).min(0), high.min(by - 1).max(0)),
    }
}
