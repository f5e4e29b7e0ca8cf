//! From addresses to the objects they lead to, symbolic addresses included.
//!
//! The object that an address is meant for is known from its constant part: every object has a number of its own in
//! the high bits. So `a + 4·i` leads to `a` or is an error, whatever `i` is. An address that depends on a condition
//! leads to several objects, each under a guard; what is read is then a conditional value.

use dashu_int::IBig;
use sextant_expr::{Number, Op, Origin, TermId, Why};

use super::Step;
use super::here::Here;
use super::memory::{Access, Reached};
use crate::block::{Life, Target, target_of};
use crate::code::{Leaf, Reg, content_bytes};
use crate::{BlockKind, Ending, ErrorKind, ObjectId, QuestionKind, Stop, Value};

/// An address leads to at most so many objects.
const MOST_TARGETS: usize = 512;
/// A symbolic distance may mean at most so many places.
const MOST_PLACES: i64 = 4096;
/// Sizes that are tried for an object of symbolic size.
const MOST_SIZES: usize = 8;

/// An address as an object's constant part and what is added to it.
struct Case {
    guard: Option<TermId>,
    constant: i64,
    rest: Option<TermId>,
}

impl Here<'_, '_> {
    /// The places an address leads to, each of which has so many bytes; where it does not, that is an error.
    pub(super) fn reach(&mut self, address: Reg, bytes: Value, access: Access) -> Result<Vec<Reached>, Stop> {
        let operand = self.operand(address);
        let value = self.defined(operand)?;
        if let Value::Int(address) = value {
            let case = Case { guard: None, constant: address, rest: None };
            return Ok(self.arrive(&case, bytes, access)?.into_iter().collect());
        }
        let term = self.term(operand)?;
        let cases = self.cases(term)?;
        let mut reached = Vec::new();
        for case in &cases {
            reached.extend(self.arrive(case, bytes, access)?);
        }
        // The last one is what is left when all others are excluded.
        if let [.., last] = reached.as_mut_slice()
            && access == Access::Read
        {
            last.guard = None;
        }
        if let [only] = reached.as_mut_slice() {
            only.guard = None;
        }
        Ok(reached)
    }

    fn cases(&mut self, address: TermId) -> Result<Vec<Case>, Stop> {
        let simple = self.table.simplify(address);
        if let Some(name) = self.undefined_in(simple) {
            return Err(self.error(ErrorKind::Uninitialised, Some(&name)));
        }
        let Some(cases) = self.cases_of(simple) else {
            if self.mentions_unknown(simple) {
                return Err(self.cannot("what a pointer leads to that an unknown function gave"));
            }
            return Err(self.error(ErrorKind::InvalidPointer, None));
        };
        // A product that is multiplied out may have a constant larger than any object; in the address as it was computed
        // that is not added to the constant of the object.
        let object = |case: &Case| match target_of(case.constant) {
            Target::Object(object, _) => Some(object),
            Target::Null | Target::Procedure(..) | Target::Nowhere => None,
        };
        Ok(match self.cases_of(address) {
            Some(computed)
                if computed.len() == cases.len()
                    && !computed.iter().map(object).eq(cases.iter().map(object)) =>
            {
                computed
            }
            _ => cases,
        })
    }

    /// Whether a term depends on what an unknown function gave.
    pub(super) fn mentions_unknown(&self, term: TermId) -> bool {
        self.table.subterms(&[term]).any(|part| match self.table.op(part) {
            Op::Symbol(symbol) => {
                matches!(self.table.symbol_info(*symbol).origin, Origin::Unknown { why: Why::Result, .. })
            }
            _ => false,
        })
    }

    fn cases_of(&mut self, address: TermId) -> Option<Vec<Case>> {
        let mut cases = Vec::new();
        self.collect_cases(address, None, None, &mut cases)?;
        Some(cases)
    }

    /// `None` if the address has no constant part, or too many.
    fn collect_cases(
        &mut self,
        term: TermId,
        guard: Option<TermId>,
        rest: Option<TermId>,
        cases: &mut Vec<Case>,
    ) -> Option<()> {
        match self.table.op(term).clone() {
            Op::Int(value) => {
                let constant = i64::try_from(&value).ok()?;
                cases.push(Case { guard, constant, rest });
                (cases.len() <= MOST_TARGETS).then_some(())
            }
            Op::Ite => {
                let [condition, a, b] = self.table.args(term) else { return None };
                let (condition, a, b) = (*condition, *a, *b);
                let negated = self.table.not(condition);
                let (holds, fails) = (self.both(guard, condition), self.both(guard, negated));
                self.collect_cases(a, holds, rest, cases)?;
                self.collect_cases(b, fails, rest, cases)
            }
            Op::Add => {
                let parts: Vec<TermId> = self.table.args(term).to_vec();
                let base = parts.iter().position(|&part| self.is_address(part))?;
                let others: Vec<TermId> =
                    parts.iter().enumerate().filter(|(at, _)| *at != base).map(|(_, &part)| part).collect();
                let mut sum = rest;
                for other in others {
                    sum = Some(match sum {
                        Some(sum) => self.table.apply(Op::Add, &[sum, other]),
                        None => other,
                    });
                }
                self.collect_cases(parts[base], guard, sum, cases)
            }
            _ => None,
        }
    }

    /// Whether a term is made of addresses of objects.
    fn is_address(&self, term: TermId) -> bool {
        match self.table.op(term) {
            Op::Int(value) => *value >= (IBig::ONE << 35),
            Op::Ite => self.table.args(term)[1..].iter().any(|&part| self.is_address(part)),
            Op::Add => self.table.args(term).iter().any(|&part| self.is_address(part)),
            _ => false,
        }
    }

    fn both(&mut self, guard: Option<TermId>, condition: TermId) -> Option<TermId> {
        Some(match guard {
            Some(guard) => self.table.and(&[guard, condition]),
            None => condition,
        })
    }

    /// Asks for a condition that must hold wherever the guard does.
    fn require_under(
        &mut self,
        guard: Option<TermId>,
        condition: TermId,
        kind: ErrorKind,
        name: Option<&str>,
    ) -> Step {
        let condition = match guard {
            Some(guard) => self.table.apply(Op::Implies, &[guard, condition]),
            None => condition,
        };
        self.require(condition, kind, name)
    }

    /// Where one case leads; nothing if it cannot come about.
    fn arrive(&mut self, case: &Case, bytes: Value, access: Access) -> Result<Option<Reached>, Stop> {
        let wrong = match target_of(case.constant) {
            Target::Object(object, distance) => match self.trouble(object, access) {
                None => return self.within(object, distance, case, bytes).map(Some),
                Some(trouble) => trouble,
            },
            Target::Null => (ErrorKind::NullPointer, None),
            Target::Procedure(..) | Target::Nowhere => (ErrorKind::InvalidPointer, None),
        };
        let never = self.table.boolean(false);
        self.require_under(case.guard, never, wrong.0, wrong.1.as_deref())?;
        Ok(None)
    }

    /// What is wrong with using an object at all.
    fn trouble(&self, object: ObjectId, access: Access) -> Option<(ErrorKind, Option<String>)> {
        let Some(block) = self.state.block(object) else { return Some((ErrorKind::InvalidPointer, None)) };
        let kind = match block.life {
            Life::Released => ErrorKind::UseAfterFree,
            Life::Ended => ErrorKind::DanglingPointer,
            Life::Live if access == Access::Write && block.kind == BlockKind::Constant => {
                ErrorKind::ConstantWritten
            }
            Life::Live => return None,
        };
        Some((kind, Some(block.name.to_string())))
    }

    /// The place in an object, all of whose bytes are in it.
    fn within(
        &mut self,
        object: ObjectId,
        distance: i64,
        case: &Case,
        bytes: Value,
    ) -> Result<Reached, Stop> {
        let (name, size, partial) = match self.state.block(object) {
            Some(block) => (block.name.clone(), block.size, block.partial),
            None => return Err(self.error(ErrorKind::InvalidPointer, None)),
        };
        if let (None, Value::Int(size), Value::Int(bytes)) = (case.rest, size, bytes)
            && !partial
            && 0 <= distance
            && distance.checked_add(bytes).is_some_and(|end| end <= size)
        {
            return Ok(Reached { object, distance: Value::Int(distance), guard: case.guard });
        }
        let constant = self.table.int(distance);
        let at = match case.rest {
            Some(rest) => self.table.apply(Op::Add, &[constant, rest]),
            None => constant,
        };
        let zero = self.table.int(0);
        let size = self.term((Reg::slot(0), size))?;
        let bytes = self.term((Reg::slot(0), bytes))?;
        let end = self.table.apply(Op::Add, &[at, bytes]);
        let not_before = self.table.apply(Op::Ge, &[at, zero]);
        self.require_under(case.guard, not_before, ErrorKind::OutOfBounds, Some(&name))?;
        let not_behind = self.table.apply(Op::Le, &[end, size]);
        self.require_under(case.guard, not_behind, ErrorKind::OutOfBounds, Some(&name))?;
        if let Some(held) = self.held_bytes(object) {
            self.assume_held(end, held)?;
        }
        let at = self.table.simplify(at);
        Ok(Reached { object, distance: Value::of_term(self.table, at), guard: case.guard })
    }

    /// The bytes that have values in an object of the caller that may be larger.
    fn held_bytes(&self, object: ObjectId) -> Option<i64> {
        let block = self.state.block(object)?;
        if !block.partial {
            return None;
        }
        let bytes = content_bytes(block.content.as_deref()?, &self.machine.code.records)?;
        i64::try_from(bytes).ok()
    }

    /// What lies beyond the values that an object of the caller has here is assumed not to be used.
    fn assume_held(&mut self, end: TermId, held: i64) -> Step {
        let held = self.table.int(held);
        let within = self.table.apply(Op::Le, &[end, held]);
        match self.ask(within, QuestionKind::Assume)? {
            true => Ok(()),
            false => Err(Stop::Ended(Ending::Refused { span: self.span() })),
        }
    }

    /// The size of an object. A symbolic one is taken case by case, up to a few elements.
    fn size_for_now(&mut self, object: ObjectId) -> Result<i64, Stop> {
        if let Some(held) = self.held_bytes(object) {
            return Ok(held);
        }
        let size = match self.state.block(object).map(|block| block.size) {
            Some(Value::Int(size)) => return Ok(size),
            Some(Value::Term(size)) => size,
            _ => return Err(self.cannot("an object without a size")),
        };
        let (stride, rest) = self.congruence(size);
        let first = if rest > 0 { rest } else { stride };
        for case in (first..).step_by(stride.max(1) as usize).take(MOST_SIZES) {
            let constant = self.table.int(case);
            let equal = self.table.apply(Op::Eq, &[size, constant]);
            if self.ask(equal, QuestionKind::Branch)? {
                return Ok(case);
            }
        }
        Err(self.cannot("a symbolic distance in an object of symbolic size with more than eight elements"))
    }

    /// The constant distances that a symbolic one can mean, in order.
    fn places(&mut self, object: ObjectId, distance: TermId, bytes: i64) -> Result<Vec<i64>, Stop> {
        let size = self.size_for_now(object)?;
        let (low, high) = match self.limits(distance) {
            Some((low, high)) => (low.max(0), high.min(i128::from(size - bytes))),
            None => (0, i128::from(size - bytes)),
        };
        let (stride, rest) = self.congruence(distance);
        let (low, high) = (low as i64, high as i64);
        let first = low + (rest - low).rem_euclid(stride);
        if (high - first) / stride >= MOST_PLACES {
            return Err(self.cannot("a symbolic distance with more than 4096 possible places"));
        }
        Ok((first..=high).step_by(stride as usize).collect())
    }

    /// `(m, r)` such that the distance is `r` modulo `m`.
    fn congruence(&mut self, distance: TermId) -> (i64, i64) {
        let form = self.table.linear_form(distance);
        let whole = |value: &Number| i64::try_from(value.numerator()).ok().filter(|_| value.is_integer());
        let mut stride = 0i64;
        for (_, coefficient) in &form.terms {
            let coefficient = whole(coefficient).and_then(i64::checked_abs);
            let Some(coefficient) = coefficient else { return (1, 0) };
            let (mut a, mut b) = (stride, coefficient);
            while b != 0 {
                (a, b) = (b, a % b);
            }
            stride = a;
        }
        match (stride, whole(&form.constant)) {
            (1.., Some(constant)) => (stride, constant.rem_euclid(stride)),
            _ => (1, 0),
        }
    }

    /// The value at a symbolic distance: one for each place it can mean.
    pub(super) fn load_somewhere(
        &mut self,
        object: ObjectId,
        distance: Value,
        leaf: Leaf,
    ) -> Result<Value, Stop> {
        if self.machine.split_subscripts {
            let at = self.settled_distance(object, distance, i64::from(leaf.bytes))?;
            return self.load_any(object, at, leaf);
        }
        let distance = self.term((Reg::slot(0), distance))?;
        let places = self.places(object, distance, i64::from(leaf.bytes))?;
        let mut values = Vec::with_capacity(places.len());
        for &place in &places {
            values.push(self.load(object, place, leaf)?);
        }
        let known: Vec<bool> = values.iter().map(|value| !self.is_undefined(*value)).collect();
        let defined = self.runs(distance, &places, &known);
        if let Some(defined) = defined.filter(|_| self.machine.code.copied_undefined) {
            if !self.ask(defined, QuestionKind::Subscript)? {
                let at = self.settled_distance(object, Value::Term(distance), i64::from(leaf.bytes))?;
                return self.load_any(object, at, leaf);
            }
            for (value, known) in values.iter_mut().zip(known) {
                *value = if known { *value } else { Value::Undefined };
            }
        } else if let Some(defined) = defined {
            let name = self.state.block(object).map(|block| block.name.clone());
            self.require(defined, ErrorKind::Uninitialised, name.as_deref())?;
        }
        self.conditional(distance, &places, &values)
    }

    /// The condition that the distance is one of the places whose values are good; `None` if all are.
    fn runs(&mut self, distance: TermId, places: &[i64], good: &[bool]) -> Option<TermId> {
        if good.iter().all(|good| *good) {
            return None;
        }
        let mut runs = Vec::new();
        let mut start: Option<i64> = None;
        for (at, good) in places.iter().zip(good).map(|(at, good)| (*at, Some(*good))).chain([(0, None)]) {
            match (start, good == Some(true)) {
                (None, true) => start = Some(at),
                (Some(first), false) => {
                    let behind = good.map(|_| at);
                    let first = self.table.int(first);
                    let mut run = vec![self.table.apply(Op::Ge, &[distance, first])];
                    if let Some(behind) = behind {
                        let behind = self.table.int(behind);
                        run.push(self.table.apply(Op::Lt, &[distance, behind]));
                    }
                    runs.push(self.table.and(&run));
                    start = None;
                }
                _ => {}
            }
        }
        Some(self.table.or(&runs))
    }

    /// The value of the place that the distance means; neighbours with equal values are one case.
    fn conditional(&mut self, distance: TermId, places: &[i64], values: &[Value]) -> Result<Value, Stop> {
        let mut known =
            places.iter().zip(values).rev().filter(|(_, value)| **value != Value::Undefined).peekable();
        let Some((_, &last)) = known.next() else { return Ok(Value::Undefined) };
        let mut result = self.term((Reg::slot(0), last))?;
        let mut newest = last;
        for (&place, &value) in known {
            if value == newest {
                continue;
            }
            newest = value;
            let value = self.term((Reg::slot(0), value))?;
            let place = self.table.int(place);
            let here = self.table.apply(Op::Le, &[distance, place]);
            result = self.table.apply(Op::Ite, &[here, value, result]);
        }
        Ok(Value::of_term(self.table, result))
    }

    /// Puts a value at a symbolic distance: each place it can mean gets a conditional value. Places without a value
    /// are asked for one by one, for there is no value that is perhaps undefined.
    pub(super) fn store_somewhere(
        &mut self,
        object: ObjectId,
        distance: Value,
        value: Value,
        leaf: Leaf,
    ) -> Step {
        let bytes = i64::from(leaf.bytes);
        if self.machine.split_subscripts {
            let at = self.settled_distance(object, distance, bytes)?;
            return self.store(object, at, value, leaf);
        }
        let distance = self.term((Reg::slot(0), distance))?;
        let places = self.places(object, distance, bytes)?;
        let mut updates = Vec::with_capacity(places.len());
        for &place in &places {
            let at = self.table.int(place);
            let here = self.table.apply(Op::Eq, &[distance, at]);
            match self.load(object, place, leaf)? {
                old if self.is_undefined(old) || self.is_undefined(value) => {
                    if self.ask(here, QuestionKind::Subscript)? {
                        return self.store(object, place, value, leaf);
                    }
                }
                old => updates.push((place, self.either(here, value, old)?)),
            }
        }
        for (place, value) in updates {
            self.store(object, place, value, leaf)?;
        }
        Ok(())
    }

    /// A symbolic distance, settled by asking which place it means.
    pub(super) fn settled_distance(
        &mut self,
        object: ObjectId,
        distance: Value,
        bytes: i64,
    ) -> Result<i64, Stop> {
        if let Value::Int(distance) = distance {
            return Ok(distance);
        }
        let distance = self.term((Reg::slot(0), distance))?;
        let places = self.places(object, distance, bytes)?;
        let Some((&last, others)) = places.split_last() else { return Ok(0) };
        for &place in others {
            let at = self.table.int(place);
            let here = self.table.apply(Op::Eq, &[distance, at]);
            if self.ask(here, QuestionKind::Subscript)? {
                return Ok(place);
            }
        }
        Ok(last)
    }
}
