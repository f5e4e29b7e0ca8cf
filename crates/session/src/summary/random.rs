//! Random inputs on which a summary is compared with execution: small ones first, arrays with room for what their
//! parameters declare.

use dashu_int::IBig;
use dashu_int::ops::Abs;
use dashu_ratio::RBig;
use sextant_algebra::Values;
use sextant_base::Random;
use sextant_engines::global::{Input, Shapes, input_name};
use sextant_flow::FlowGraph;
use sextant_syntax::Type;

/// Elements of the largest array that is tried.
const MOST_ELEMENTS: i64 = 6_000;

/// Elements of a vector whose length nobody declared.
const OPEN_ELEMENTS: i64 = 250;
/// Values that READ statements find.
const READ_VALUES: i64 = 200;

/// Chooses inputs: the same for the same seed.
pub(super) struct Chooser(Random);

impl Chooser {
    pub(super) fn new(seed: u64) -> Chooser {
        Chooser(Random::new(seed))
    }

    /// Small numbers first, then larger ones.
    fn integer(&mut self, trial: usize) -> RBig {
        let size = 3 + trial as i64 * if trial.is_multiple_of(5) { 40 } else { 1 };
        RBig::from(IBig::from(self.0.below(2 * size as usize + 1) as i64 - size))
    }

    fn value(&mut self, ty: &Type, trial: usize) -> RBig {
        match ty {
            Type::Logical => RBig::from(self.0.below(2) as u64),
            Type::Real(_) => self.integer(trial) / RBig::from(1 + self.0.below(4) as u64),
            Type::Int(int) => {
                let (value, (low, high)) = (self.integer(trial), int.limits());
                let value = if int.signed { value } else { value.abs() };
                if value >= RBig::from(low) && value <= RBig::from(high) { value } else { RBig::ZERO }
            }
            _ => self.integer(trial),
        }
    }

    /// Values for all parameters; none where an array would be too large, or something is no number.
    pub(super) fn inputs(&mut self, graph: &FlowGraph, shapes: &Shapes, trial: usize) -> Option<Vec<Input>> {
        let mut values = Values::default();
        let mut scalars = Vec::new();
        for &parameter in &graph.parameters {
            let variable = &graph.variables[parameter];
            if !variable.ty.scalar().is_simple() {
                return None;
            }
            if !variable.ty.is_array() {
                let value = self.value(&variable.ty, trial);
                values.set(&variable.name, value.clone());
                scalars.push((parameter, value));
            }
        }
        let mut inputs = Vec::new();
        for &parameter in &graph.parameters {
            inputs.push(match scalars.iter().find(|(scalar, _)| *scalar == parameter) {
                Some((_, value)) => Input::Number(value.clone()),
                None => {
                    let declared = shapes.bounds(parameter, &mut values);
                    self.array(graph.variables[parameter].ty.scalar(), &declared, trial)?
                }
            });
        }
        if input_name(graph).is_some() {
            let elements = (0..READ_VALUES).map(|_| self.integer(trial)).collect();
            inputs.push(Input::Array(vec![(1, READ_VALUES)], elements));
        }
        Some(inputs)
    }

    fn array(&mut self, ty: &Type, declared: &[(Option<i64>, Option<i64>)], trial: usize) -> Option<Input> {
        let mut bounds = Vec::new();
        let mut total = 1i64;
        for (position, (low, high)) in declared.iter().enumerate() {
            let last = position + 1 == declared.len();
            let given = low.is_some();
            let low = low.unwrap_or(i64::from(trial % 2 == 1));
            let high = match high {
                Some(high) => *high,
                // An open end has room for what a small execution uses.
                None if last && declared.len() > 1 => low + (MOST_ELEMENTS / 3 / total.max(1)).min(200),
                None if given => low + OPEN_ELEMENTS,
                None => low + self.0.below(12) as i64 - 1,
            };
            total = total.checked_mul((high - low + 1).max(0)).filter(|total| *total <= MOST_ELEMENTS)?;
            bounds.push((low, high));
        }
        Some(Input::Array(bounds, (0..total).map(|_| self.value(ty, trial)).collect()))
    }
}
