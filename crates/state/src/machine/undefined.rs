//! Undefined values that are copied and computed with: a symbol stands for each, and what depends on one must not decide
//! anything, be an address, or be written.

use std::sync::Arc;

use dashu_int::IBig;
use sextant_expr::{Number, Op, Origin, Sort, TermId, Why};
use sextant_syntax::IntType;

use super::here::Here;
use crate::code::{Leaf, Reg};
use crate::undefined::undefined;
use crate::{ErrorKind, ObjectId, Stop, Value};

impl Here<'_, '_> {
    /// Puts a symbol into the slot of a variable without a value, if such values may be copied.
    pub(super) fn symbol_in_slot(&mut self, reg: Reg) -> Option<Value> {
        let slot = reg.decode().err().filter(|_| self.machine.code.copied_undefined)?;
        let sort = *self.procedure.slot_sorts.get(slot)?;
        let range = self.procedure.slot_ranges.get(slot).copied().flatten();
        let name = self.procedure.slot_names.get(slot)?.clone();
        let value = self.symbol_without_value(&name, Sort::Scalar(sort), range);
        self.state.frame.slots[slot] = value;
        Some(value)
    }

    /// The value at a constant distance within its object. Bytes without a value get symbols, if such may be copied.
    pub(super) fn load_any(&mut self, object: ObjectId, distance: i64, leaf: Leaf) -> Result<Value, Stop> {
        let value = self.load(object, distance, leaf)?;
        if value != Value::Undefined {
            return Ok(value);
        }
        if !self.machine.code.copied_undefined {
            return Err(self.without_value(object));
        }
        let bytes = i64::from(leaf.bytes);
        let mut without = Vec::new();
        for at in distance..distance + bytes {
            if self.byte(object, at)? == Value::Undefined {
                without.push(at);
            }
        }
        if without.len() as i64 == bytes {
            let name = self.name_of(object);
            let value = self.symbol_without_value(&name, Sort::Scalar(leaf.sort), leaf.integer());
            self.store(object, distance, value, leaf)?;
            return Ok(value);
        }
        without.into_iter().try_for_each(|at| self.define_byte(object, at))?;
        self.load(object, distance, leaf)
    }

    /// One byte, from 0 to 255; one without a value gets a symbol, if such may be copied.
    pub(super) fn byte_any(&mut self, object: ObjectId, distance: i64) -> Result<Value, Stop> {
        if self.byte(object, distance)? == Value::Undefined {
            if !self.machine.code.copied_undefined {
                return Err(self.without_value(object));
            }
            self.define_byte(object, distance)?;
        }
        self.byte(object, distance)
    }

    pub(super) fn define_byte(&mut self, object: ObjectId, distance: i64) -> Result<(), Stop> {
        let name = self.name_of(object);
        let value = self.symbol_without_value(&name, Sort::INT, Some(IntType { bits: 8, signed: false }));
        self.cut(object, distance, 1)?;
        self.put(object, distance, 1, value, false);
        Ok(())
    }

    fn name_of(&self, object: ObjectId) -> String {
        self.state.block(object).map(|block| block.name.to_string()).unwrap_or_default()
    }

    /// A new symbol for something that has no value.
    pub(super) fn symbol_without_value(&mut self, name: &str, sort: Sort, range: Option<IntType>) -> Value {
        self.state.undetermined += 1;
        let number = self.state.undetermined;
        let symbol =
            self.table.input(undefined(name, (number, 0), range), sort, || format!("{name}?{number}"));
        if let Some(range) = range {
            self.admit(symbol, range);
        }
        Arc::make_mut(&mut self.state.undefined).insert(symbol, name.into());
        Value::Term(symbol)
    }

    /// The name of something without a value that a term depends on.
    pub(super) fn undefined_in(&self, term: TermId) -> Option<Arc<str>> {
        if self.state.undefined.is_empty() || !self.mentions_undefined(term) {
            return None;
        }
        let mut parts = self.table.subterms(&[term]);
        parts.find_map(|part| self.state.undefined.get(&part)).cloned()
    }

    fn mentions_undefined(&self, term: TermId) -> bool {
        let mut known = self.machine.with_undefined.borrow_mut();
        *known.entry(term).or_insert_with(|| {
            let is_undefined = |part: TermId| match self.table.op(part) {
                Op::Symbol(symbol) => matches!(
                    self.table.symbol_info(*symbol).origin,
                    Origin::Unknown { why: Why::Undefined, .. }
                ),
                _ => false,
            };
            self.table.subterms(&[term]).any(is_undefined)
        })
    }

    /// Whether a value depends on something without a value.
    pub(super) fn is_undefined(&self, value: Value) -> bool {
        match value {
            Value::Undefined => self.machine.code.copied_undefined,
            Value::Term(term) => self.undefined_in(term).is_some(),
            _ => false,
        }
    }

    /// A value that leaves the program must not depend on something without a value.
    pub(super) fn shown(&mut self, value: Value) -> Result<Value, Stop> {
        let Value::Term(term) = value else { return Ok(value) };
        if self.undefined_in(term).is_none() {
            return Ok(value);
        }
        let value = self.simplest(value);
        let Value::Term(term) = value else { return Ok(value) };
        match self.undefined_in(term) {
            Some(name) => Err(self.error(ErrorKind::Uninitialised, Some(&name))),
            None => Ok(value),
        }
    }

    /// A value that may depend on something without one, without what it does not really depend on.
    pub(super) fn simplest(&mut self, value: Value) -> Value {
        match value {
            Value::Term(term) if !self.state.undefined.is_empty() => {
                if let Some((low, high)) = self.limits(term).filter(|_| self.table.sort(term) == Sort::INT)
                    && low == high
                {
                    return Value::of_i128(low).unwrap_or(value);
                }
                let simple = self.table.simplify(term);
                Value::of_term(self.table, simple)
            }
            value => value,
        }
    }

    /// `term mod modulus` of something that may depend on undefined values, without what the remainder does not depend
    /// on; `None` where nothing is gained.
    pub(super) fn defined_remainder(&mut self, term: TermId, modulus: &IBig) -> Option<TermId> {
        self.undefined_in(term)?;
        let rest = self.table.congruent(term, modulus);
        if let Some(constant) = self.table.as_int(rest).cloned() {
            let positive = ((constant % modulus) + modulus) % modulus;
            return Some(self.table.int(positive));
        }
        let (low, high) = self.limits(rest)?;
        (low >= 0 && IBig::from(high) < *modulus).then_some(rest)
    }

    /// `term / divisor`, rounded down, in the same way: what is less than the divisor is left out.
    pub(super) fn defined_quotient(&mut self, term: TermId, divisor: &IBig) -> Option<TermId> {
        self.undefined_in(term)?;
        let form = self.table.linear_form(term);
        let whole = |number: &Number| number.is_integer().then(|| number.numerator().clone());
        let zero = self.table.int(0);
        let (mut quotient, mut rest) = (zero, zero);
        let constant = whole(&form.constant)?;
        let left = ((&constant % divisor) + divisor) % divisor;
        let parts = form.terms.iter().map(|(part, factor)| Some((*part, whole(factor)?)));
        let parts: Vec<(TermId, IBig)> = parts.collect::<Option<_>>()?;
        for (part, factor) in parts {
            let divisible = &factor % divisor == IBig::ZERO;
            let factor = self.table.int(if divisible { factor / divisor } else { factor });
            let product = self.table.apply(Op::Mul, &[part, factor]);
            let sum = if divisible { &mut quotient } else { &mut rest };
            *sum = self.table.apply(Op::Add, &[*sum, product]);
        }
        let steps = self.table.int((constant - &left) / divisor);
        let left = self.table.int(left);
        rest = self.table.apply(Op::Add, &[rest, left]);
        rest = self.table.simplify(rest);
        let (low, high) = match self.table.as_int(rest) {
            Some(_) => (0, 0),
            None => self.limits(rest)?,
        };
        if low < 0 || IBig::from(high) >= *divisor {
            return None;
        }
        let quotient = self.table.apply(Op::Add, &[quotient, steps]);
        Some(self.table.simplify(quotient))
    }

    /// A byte of which only the bits below one position, and from another one on, have no values: the others are 0.
    pub(super) fn byte_around(&mut self, object: ObjectId, from: u8, upto: u8) -> Result<Value, Stop> {
        let name = self.name_of(object);
        let mut byte = self.table.int(0);
        for (position, bits) in [(0, from), (upto, 8 - upto)] {
            if bits == 0 {
                continue;
            }
            let part = self.symbol_without_value(&name, Sort::INT, Some(IntType { bits, signed: false }));
            let Value::Term(part) = part else { continue };
            let scale = self.table.int(1i64 << position);
            let part = self.table.apply(Op::Mul, &[part, scale]);
            byte = self.table.apply(Op::Add, &[byte, part]);
        }
        Ok(Value::of_term(self.table, byte))
    }
}
