//! Inputs to try before anything is computed: simple numbers, and those that stand in the programs.
//!
//! An input counts only if both procedures come to a proper end on it and give different results.

use std::collections::BTreeSet;
use std::time::Duration;

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_base::Random;
use sextant_expr::{FloatKind, Scalar, Table, Value};
use sextant_state::{Entry, EntryArgument, EntryValue};
use sextant_syntax::{Expr, ExprKind, IntType, Type, each_operand};

use super::proof::each_expression;
use super::run::both_ran;
use super::{Found, Side};
use crate::Options;

/// Inputs that are tried.
const TRIALS: usize = 400;
/// The first of them have small numbers only: a difference is better seen on these.
const SMALL: usize = 80;
/// The time for all of them.
const TIME: Duration = Duration::from_secs(3);
/// Finite floats that are easily forgotten. The smaller ones are 0 in single precision.
const SPECIAL: [f64; 5] = [-0.0, 1e-30, -1e-30, 1e30, 5e-324];
/// Elements that an array has at least.
const ELEMENTS: i64 = 24;

/// The first input that shows a difference; one by rounding only if there is no other.
pub(super) fn tried(
    sides: &[Side<'_>; 2],
    entry: &Entry,
    types: &[Type],
    options: &Options,
) -> Option<Found> {
    let mut chooser = Chooser { random: Random::new(1), numbers: numbers(sides), small: true };
    let options = Options { interrupt: options.interrupt.with_timeout(TIME), ..options.clone() };
    let mut slight = None;
    for trial in 0..TRIALS {
        chooser.small = trial < SMALL;
        if options.interrupt.should_stop() {
            break;
        }
        let Some(actual) = chooser.entry(entry, types) else { break };
        let Some([left, right]) = both_ran(sides, &actual, &options) else { continue };
        if !left.whole || !right.whole {
            continue;
        }
        let inputs = shown(&actual);
        if let Some(differing) = left.differs_from(&right, &inputs) {
            let found = Found { inputs, what: differing.what, results: Some([left, right]) };
            if !differing.slight {
                return Some(found);
            }
            slight = slight.or(Some(found));
        }
    }
    slight
}

/// The numbers that stand in both programs, and their neighbours.
fn numbers(sides: &[Side<'_>; 2]) -> Vec<RBig> {
    let mut found = BTreeSet::new();
    for side in sides {
        for graph in side.program.procedures.iter() {
            each_expression(graph, &mut |expr| constants(expr, &mut found));
        }
    }
    let simple = [0, 1, 2, 3, 5, 7, 10, 16, 37, 100, 1000];
    for number in simple {
        found.insert(RBig::from(number));
    }
    let step = |number: &RBig, by: i32| number.clone() + RBig::from(by);
    let neighbours: Vec<RBig> =
        found.iter().flat_map(|number| [step(number, 1), step(number, -1), -number.clone()]).collect();
    found.extend(neighbours);
    found.into_iter().collect()
}

fn constants(expr: &Expr, found: &mut BTreeSet<RBig>) {
    match &expr.kind {
        ExprKind::Int(number) => {
            found.insert(RBig::from(number.clone()));
        }
        ExprKind::Real(number) => {
            found.insert(number.clone());
        }
        _ => each_operand(expr, &mut |operand| constants(operand, found)),
    }
}

struct Chooser {
    random: Random,
    numbers: Vec<RBig>,
    /// Whether only small numbers are wanted.
    small: bool,
}

impl Chooser {
    /// The entry with constants for its symbols; none where it has others than numbers and truth values.
    fn entry(&mut self, entry: &Entry, types: &[Type]) -> Option<Entry> {
        let mut arguments = Vec::new();
        for (argument, ty) in entry.arguments.iter().zip(types) {
            arguments.push(match argument {
                EntryArgument::Scalar { name, value } => {
                    let mut table = Table::new();
                    let term = value.load(&mut table).to_term(&mut table)?;
                    let value = self.value(table.sort(term).element(), ty)?;
                    EntryArgument::Scalar { name: name.clone(), value }
                }
                EntryArgument::Array { name, element, bounds, dimensions, .. } => {
                    let size = self.random.below(7) as i64;
                    let bounds = bounds.as_ref().map(|_| (integer(1), integer(size)));
                    let range = if bounds.is_some() { 1..=size } else { 1..=ELEMENTS };
                    let mut elements = Vec::new();
                    for index in range {
                        elements.push((index, self.value(*element, ty)?));
                    }
                    let (name, dimensions) = (name.clone(), dimensions.clone());
                    EntryArgument::Array { name, element: *element, bounds, elements, dimensions }
                }
                _ => return None,
            });
        }
        Some(Entry { symbolic_input: false, ..Entry::new(entry.procedure, arguments) })
    }

    fn value(&mut self, sort: Scalar, ty: &Type) -> Option<EntryValue> {
        Some(match sort {
            Scalar::Bool => EntryValue::Bool(self.random.one_in(2)),
            Scalar::Int => {
                let number = self.number().trunc();
                EntryValue::Int(within(number, ty))
            }
            Scalar::Real => EntryValue::Constant(Value::Real(self.fraction())),
            Scalar::Float(kind) => {
                // Differences are better seen on simple numbers.
                let number = match !self.small && self.random.one_in(8) {
                    true => self.random.choose(&SPECIAL).copied().unwrap_or_default(),
                    false => self.fraction().to_f64().value(),
                };
                let bits = match kind {
                    FloatKind::Single => u64::from((number as f32).to_bits()),
                    FloatKind::Double => number.to_bits(),
                };
                EntryValue::Constant(Value::Float(kind, bits))
            }
            _ => return None,
        })
    }

    /// A small number, or one of the programs'.
    fn number(&mut self) -> RBig {
        if self.small {
            return RBig::from(self.random.below(9) as i64 - 3);
        }
        if self.random.one_in(2) {
            return RBig::from(self.random.below(21) as i64 - 10);
        }
        self.random.choose(&self.numbers).cloned().unwrap_or_default()
    }

    fn fraction(&mut self) -> RBig {
        let number = self.number();
        if self.random.one_in(2) {
            number
        } else {
            number + RBig::from_parts(IBig::from(self.random.below(8) as i64), 8u8.into())
        }
    }
}

fn integer(value: i64) -> EntryValue {
    EntryValue::Int(value.into())
}

/// The number, or one of its type if it is too large.
fn within(number: IBig, ty: &Type) -> IBig {
    let Type::Int(IntType { bits, signed }) = ty.scalar() else { return number };
    let modulus = IBig::ONE << usize::from(*bits);
    let low = if *signed { -(modulus.clone() >> 1) } else { IBig::ZERO };
    let high = &low + &modulus - IBig::ONE;
    if number < low || number > high { number.clamp(low, high) } else { number }
}

fn shown(actual: &Entry) -> Vec<(String, String)> {
    let mut shown = Vec::new();
    let mut table = Table::new();
    let mut text = |value: &EntryValue| {
        let term = value.load(&mut table).to_term(&mut table)?;
        Some(table.show(term))
    };
    for argument in &actual.arguments {
        match argument {
            EntryArgument::Scalar { name, value } => {
                shown.extend(text(value).map(|value| (name.clone(), value)));
            }
            EntryArgument::Array { name, elements, .. } => {
                for (index, value) in elements {
                    shown.extend(text(value).map(|value| (format!("{name}({index})"), value)));
                }
            }
            _ => {}
        }
    }
    shown
}
