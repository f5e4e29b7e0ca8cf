//! Floats as circuits.

use sextant_expr::{FloatKind, Op, Table, TermId};

use super::circuit::Circuit;
use super::gates::{Bit, Gates};

/// A binary format of IEEE 754.
#[derive(Clone, Copy, Debug)]
pub(super) struct Format {
    /// Bits of the exponent field.
    pub exponent: usize,
    /// Bits of the fraction field.
    pub fraction: usize,
}

impl Format {
    pub fn of(kind: FloatKind) -> Self {
        match kind {
            FloatKind::Single => Self { exponent: 8, fraction: 23 },
            FloatKind::Double => Self { exponent: 11, fraction: 52 },
        }
    }

    pub fn width(self) -> usize {
        1 + self.exponent + self.fraction
    }

    /// The bits of a number given by its bits.
    pub fn constant(self, bits: u64) -> Vec<Bit> {
        (0..self.width()).map(|at| Bit::of(bits >> at & 1 == 1)).collect()
    }

    /// The bits of the one NaN.
    pub fn nan(self) -> Vec<Bit> {
        (0..self.width()).map(|at| Bit::of(at + 1 >= self.fraction && at + 1 < self.width())).collect()
    }
}

impl Gates {
    pub fn is_nan(&mut self, format: Format, x: &[Bit]) -> Bit {
        let top = self.all(x[format.fraction..format.width() - 1].iter().copied());
        let some = self.any(x[..format.fraction].iter().copied());
        self.and(top, some)
    }
}

impl Circuit {
    pub(super) fn float_comparison(&mut self, _table: &Table, _op: &Op, _args: &[TermId]) -> Option<Bit> {
        None
    }

    pub(super) fn float_operation(&mut self, _table: &Table, _term: TermId) -> Option<Vec<Bit>> {
        None
    }
}
