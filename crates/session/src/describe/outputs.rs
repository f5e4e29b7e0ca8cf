//! What a path gives back: the returned value, and the variables of the caller and of other procedures that changed.

use rustc_hash::FxHashMap;
use sextant_engines::forward::Bench;
use sextant_expr::{Op, Sort, Table, TermId};
use sextant_notation::Formula;
use sextant_state::{BlockKind, Code, Entry, EntryArgument, Object, ObjectId, Part, PartValue, State, Value};
use sextant_syntax::{ArrayBounds, ExternalId, Handed, IntType, Type};

use super::arrays::intervals;
use super::{Shown, show_part};

/// Terms of a value that is still multiplied out.
const LARGEST_MULTIPLIED: usize = 300;

/// An execution from its start to its end.
pub struct Ends<'a> {
    /// What was executed.
    pub code: &'a Code,
    /// The outermost call.
    pub entry: &'a Entry,
    /// The caller's variables with their objects.
    pub variables: &'a [(String, ObjectId)],
    /// Before the first instruction.
    pub start: &'a State,
    /// Behind the last one.
    pub state: &'a State,
}

/// Whether two values differ.
type Differ = fn(&mut Table, Value, Value) -> bool;

impl Ends<'_> {
    /// The outputs part by part: the returned value under the name `return`, then what changed.
    pub fn outputs(&self, table: &mut Table, differ: Differ) -> Vec<(String, PartValue)> {
        let mut found = self.returned(table);
        for (name, object) in self.variables {
            let ty = self.parameter_type(name).unwrap_or_else(|| self.apparent_type(*object));
            self.changes(table, differ, name, &ty, *object, &mut found);
        }
        let names = &self.entry.names;
        for (id, (name, object)) in (0..).zip(&self.code.externals) {
            let ty = self.apparent_type(*object);
            let name = names.external(ExternalId(id)).unwrap_or(name);
            self.changes(table, differ, name, &ty, *object, &mut found);
        }
        for shared in &self.code.shared {
            let name = names.item(shared.area, shared.item).unwrap_or(&shared.name);
            self.changes(table, differ, name, &shared.ty, shared.object, &mut found);
        }
        self.changed_contents(table, differ, &mut found);
        found
    }

    /// Values in byte-addressed objects that were there at the start and have changed.
    fn changed_contents(&self, table: &mut Table, differ: Differ, found: &mut Vec<(String, PartValue)>) {
        for (object, block) in self.start.blocks() {
            if block.kind == BlockKind::Constant || self.is_copy(&block.name) {
                continue;
            }
            let before = self.start.contents(self.code, object);
            let after = self.state.contents(self.code, object);
            for (old, new) in before.iter().zip(&after) {
                if new.value != Value::Undefined && differ(table, old.value, new.value) {
                    found.push((new.name.clone(), self.shown(&new.ty, new.value)));
                }
            }
        }
    }

    /// Whether an object is a copy of what the caller passed, which the caller never sees again.
    fn is_copy(&self, name: &str) -> bool {
        self.entry.arguments.iter().any(|argument| {
            matches!(argument, EntryArgument::Block { object, .. }
                if object.name == name && object.handed == Some(Handed::Copy))
        })
    }

    /// A value of a type; an address in words.
    fn shown(&self, ty: &Type, value: Value) -> PartValue {
        match (ty, value) {
            (Type::Pointer(_), Value::Int(address)) => {
                PartValue::Address(self.state.show_address(self.code, address))
            }
            _ => PartValue::Value(value),
        }
    }

    fn returned(&self, table: &mut Table) -> Vec<(String, PartValue)> {
        if self.state.returned != Value::Undefined {
            let returns = self.code.procedures[self.entry.procedure].returns.as_ref();
            let shown = match returns {
                Some(ty) => self.shown(ty, self.state.returned),
                None => PartValue::Value(self.state.returned),
            };
            return vec![("return".to_owned(), shown)];
        }
        match &self.code.procedures[self.entry.procedure].returns {
            Some(ty) if !self.state.returned_cells.is_empty() => {
                let parts = self.state.returned_parts(table, &self.code.records, ty);
                parts.into_iter().map(|part| (format!("return{}", part.path), part.value)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The type of the parameter that a variable of the caller is the argument of.
    fn parameter_type(&self, name: &str) -> Option<Type> {
        let position = self.entry.arguments.iter().position(|argument| argument.name() == Some(name))?;
        self.code.procedures[self.entry.procedure].parameter_type(position).cloned()
    }

    /// Numbers or vectors of them: all that externals can be.
    fn apparent_type(&self, object: ObjectId) -> Type {
        let number = Type::Int(IntType::FIXED_31);
        match self.start.object(object) {
            Object::Scalar(_) | Object::Element { .. } => number,
            _ => Type::vector(number, ArrayBounds::Deferred),
        }
    }

    fn changes(
        &self,
        table: &mut Table,
        differ: Differ,
        name: &str,
        ty: &Type,
        object: ObjectId,
        found: &mut Vec<(String, PartValue)>,
    ) {
        let before = self.start.parts(table, &self.code.records, ty, object);
        let before: FxHashMap<String, PartValue> =
            before.into_iter().map(|part| (part.path, part.value)).collect();
        for part in self.state.parts(table, &self.code.records, ty, object) {
            let changed = match before.get(&part.path) {
                Some(old) => parts_differ(table, differ, old, &part.value),
                None => is_new(table, differ, &part),
            };
            if changed {
                found.push((format!("{name}{}", part.path), part.value));
            }
        }
    }
}

fn is_new(table: &mut Table, differ: Differ, part: &Part) -> bool {
    match (&part.value, part.untouched) {
        (PartValue::Value(value), Some(untouched)) => differ(table, *value, Value::Term(untouched)),
        (PartValue::Symbolic, _) => false,
        _ => true,
    }
}

fn parts_differ(table: &mut Table, differ: Differ, old: &PartValue, new: &PartValue) -> bool {
    match (old, new) {
        (PartValue::Value(old), PartValue::Value(new)) => differ(table, *old, *new),
        (PartValue::Complex(re, im), PartValue::Complex(new_re, new_im)) => {
            differ(table, *re, *new_re) || differ(table, *im, *new_im)
        }
        (PartValue::Text(old), PartValue::Text(new)) => {
            old.len() != new.len() || old.iter().zip(new).any(|(old, new)| differ(table, *old, *new))
        }
        (PartValue::Array(old), PartValue::Array(new)) => differ(table, Value::Term(*old), Value::Term(*new)),
        (old, new) => old != new,
    }
}

/// The returned value, and the variables that changed.
pub fn outputs(bench: &mut Bench<'_>, state: &State, shown: &mut Shown) -> Vec<(String, Formula)> {
    let values = parts(bench, state);
    let table = &mut bench.table;
    let evolved = shown.is_evolved();
    let mut found = Vec::new();
    for (name, mut part) in values {
        if matches!(part, PartValue::Value(value) if value.to_term(table).is_none()) {
            continue;
        }
        each_value(&mut part, |value| *value = shown.value(table, *value));
        let words = show_part(table, &part, evolved);
        let quotient = if evolved { None } else { as_quotient(table, &part) };
        let shorter = quotient.filter(|quotient| length(quotient) < length(&words));
        found.push((name, shorter.unwrap_or(words)));
    }
    intervals(found)
}

fn length(formula: &Formula) -> usize {
    formula.text().chars().count()
}

/// A real as one quotient of polynomials. It is the same value, because on its path every divisor was seen not to be
/// zero.
fn as_quotient(table: &mut Table, part: &PartValue) -> Option<Formula> {
    let PartValue::Value(Value::Term(term)) = *part else { return None };
    let simplified = table.simplify(term);
    if table.sort(simplified) != Sort::REAL || !is_quotient(table, simplified) {
        return None;
    }
    let (numerator, denominator, _) = table.rational_form(simplified);
    let one = table.real(1.into());
    let quotient = match denominator == one {
        true => numerator,
        false => table.apply(Op::Quotient, &[numerator, denominator]),
    };
    Some(table.remembered_formula(quotient))
}

/// Whether there is a division in it, and it is not too large to be multiplied out.
fn is_quotient(table: &Table, term: TermId) -> bool {
    let mut found = false;
    for (count, part) in table.subterms(&[term]).enumerate() {
        found |= *table.op(part) == Op::Quotient;
        if count >= LARGEST_MULTIPLIED {
            return false;
        }
    }
    found
}

fn parts(bench: &mut Bench<'_>, state: &State) -> Vec<(String, PartValue)> {
    let ends = Ends {
        code: bench.machine.code(),
        entry: bench.machine.entry(),
        variables: &bench.variables,
        start: &bench.start,
        state,
    };
    ends.outputs(&mut bench.table, |table, a, b| !same(table, a, b))
}

/// The outputs as single values.
pub fn output_values(bench: &mut Bench<'_>, state: &State) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (name, mut part) in parts(bench, state) {
        match &mut part {
            PartValue::Value(value) => found.push((name, *value)),
            PartValue::Array(term) => found.push((name, Value::Term(*term))),
            PartValue::Complex(re, im) => {
                found.push((format!("RE({name})"), *re));
                found.push((format!("IM({name})"), *im));
            }
            PartValue::Text(text) => {
                let characters = text.iter().enumerate();
                found.extend(characters.map(|(at, code)| (format!("{name}({0}:{0})", at + 1), *code)));
            }
            PartValue::Symbolic | PartValue::Unallocated | PartValue::Address(_) => {}
        }
    }
    found
}

fn each_value(part: &mut PartValue, mut change: impl FnMut(&mut Value)) {
    match part {
        PartValue::Value(value) => change(value),
        PartValue::Complex(re, im) => {
            change(re);
            change(im);
        }
        PartValue::Text(text) => text.iter_mut().for_each(change),
        PartValue::Array(term) => {
            let mut value = Value::Term(*term);
            change(&mut value);
            if let Value::Term(changed) = value {
                *term = changed;
            }
        }
        PartValue::Symbolic | PartValue::Unallocated | PartValue::Address(_) => {}
    }
}

fn same(table: &mut Table, a: Value, b: Value) -> bool {
    a == b
        || match (a.to_term(table), b.to_term(table)) {
            (Some(a), Some(b)) => table.simplify(a) == table.simplify(b),
            _ => false,
        }
}
