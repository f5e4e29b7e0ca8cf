//! Values that people like: small, round, printable; the path stays the same.
//!
//! The solver is asked once for small values of everything. Then every input by itself gets the first value of a
//! row, simplest first, under which the conditions of the path still hold; that is evaluated, not asked.

use std::collections::BTreeMap;

use dashu_base::{Abs, Signed};
use dashu_int::{IBig, ops::DivEuclid};
use dashu_ratio::RBig;
use rustc_hash::{FxHashMap, FxHashSet};
use sextant_expr::{
    ArrayValue, Assignment, Evaluation, FloatKind, Op, Origin, Scalar, Sort, Stream, Symbol, SymbolId, Table,
    TermId, Value,
};
use sextant_solver::{Answer, Model};

use super::Search;
use super::inputs::converted;

/// What whole numbers are asked to keep within.
const SMALL: i64 = 10;
/// Inputs of one test that are made simple one by one.
const MOST_INPUTS: usize = 300;
/// Characters, in the order in which they are liked.
const CHARACTERS: &[u8] = b"a0A x1bB-+.,:;!?()[]{}<>=/*\"'#%&|~^_@$\\`";
impl Search<'_> {
    /// Inputs that satisfy the premises, as simple as they get; `known` satisfies them.
    pub(super) fn simplest(&mut self, premises: &[TermId], known: &Model) -> Assignment {
        let mentioned = mentioned(&self.table, premises);
        let texts = characters(&self.table, premises);
        let mut conditions = premises.to_vec();
        conditions.extend(self.wishes(&mentioned.symbols, &texts));
        // Solvers are slow on floating-point numbers, and there trying has found simple ones already.
        let floats = mentioned
            .symbols
            .iter()
            .any(|&symbol| matches!(self.table.symbol_info(symbol).sort, Sort::Scalar(Scalar::Float(_))));
        let found = match floats {
            true => (**known).clone(),
            false => match self.ask(&conditions) {
                Answer::Sat(model) => (*model).clone(),
                _ => (**known).clone(),
            },
        };
        let mut simple = without_helpers(&self.table, &found);
        if !self.takes(premises, &simple) {
            simple = (**known).clone();
        }
        self.spell_out(premises, &mut simple);
        for symbol in mentioned.symbols.into_iter().take(MOST_INPUTS) {
            if self.config.closing.should_stop() {
                break;
            }
            let conditions = &mentioned.conditions[&symbol];
            self.simplify(&mut simple, symbol, conditions, texts.contains(&symbol));
        }
        for (symbol, _) in texts_not_mentioned(&self.table, &mentioned.conditions) {
            simple.set(symbol, Value::Int(IBig::from(b' ')));
        }
        simple
    }

    /// Every number is a small whole one, every character printable.
    fn wishes(&mut self, symbols: &[SymbolId], texts: &FxHashSet<SymbolId>) -> Vec<TermId> {
        let mut wishes = Vec::new();
        for &symbol in symbols {
            let Symbol { origin, sort, .. } = self.table.symbol_info(symbol);
            let sort = *sort;
            let Some(term) = self.table.symbol_of(origin, sort) else { continue };
            match sort {
                Sort::Scalar(Scalar::Int) if texts.contains(&symbol) => {
                    between(&mut self.table, term, 32, 126, &mut wishes)
                }
                Sort::Scalar(Scalar::Int) => between(&mut self.table, term, -SMALL, SMALL, &mut wishes),
                Sort::Scalar(Scalar::Real) => {
                    let whole = self.table.fresh("whole", Sort::INT);
                    between(&mut self.table, whole, -SMALL, SMALL, &mut wishes);
                    let as_real = self.table.apply(Op::ToReal, &[whole]);
                    wishes.push(self.table.apply(Op::Eq, &[term, as_real]));
                }
                _ => {}
            }
        }
        wishes
    }

    /// Names the elements of arrays that the premises look at; all others become zero.
    fn spell_out(&self, premises: &[TermId], simple: &mut Assignment) {
        let mut evaluation = Evaluation::new(simple.clone());
        let mut arrays: BTreeMap<SymbolId, ArrayValue> = BTreeMap::new();
        for term in self.table.parts(premises) {
            let args = self.table.args(term);
            if *self.table.op(term) == Op::Select
                && let Op::Symbol(array) = *self.table.op(args[0])
                && let Some(index) = evaluation.value(&self.table, args[1]).as_int().cloned()
            {
                let value = evaluation.value(&self.table, term).clone();
                let zero = Value::default_of(value.sort());
                arrays.entry(array).or_insert_with(|| ArrayValue::filled(zero)).set(index, value);
            }
        }
        let mut spelt = simple.clone();
        arrays.into_iter().for_each(|(symbol, array)| spelt.set(symbol, Value::Array(array)));
        // Where an array is looked at as a whole, it stays as it is.
        if self.takes(premises, &spelt) {
            *simple = spelt;
        }
    }

    /// Gives one input the simplest value under which the conditions still hold.
    fn simplify(&self, simple: &mut Assignment, symbol: SymbolId, conditions: &[TermId], text: bool) {
        let sort = self.table.symbol_info(symbol).sort;
        let old = simple.get(symbol).cloned().unwrap_or_else(|| Value::default_of(sort));
        let mut holds = |value: Value| {
            let mut trial = simple.clone();
            trial.set(symbol, value);
            let mut evaluation = Evaluation::new(trial.clone());
            let all = conditions.iter().all(|&one| evaluation.holds(&self.table, one));
            if all {
                *simple = trial;
            }
            all
        };
        let Value::Array(array) = &old else {
            // A zero ends a text: what is behind it needs no characters.
            let Symbol { origin, name, .. } = self.table.symbol_info(symbol);
            let read = matches!(origin, Origin::Read(Stream::Bytes, ..));
            let ends = text && name.ends_with(']') && !name.ends_with("[0]") && !read;
            let zero = ends.then(|| Value::Int(IBig::ZERO));
            for value in zero.into_iter().chain(simpler(&old, text)) {
                if value == old || holds(value) {
                    return;
                }
            }
            return;
        };
        let mut array = array.clone();
        let mut zero = array.clone();
        zero.default = Box::new(Value::default_of(array.default.sort()));
        if holds(Value::Array(zero.clone())) {
            array = zero;
        }
        for (index, element) in array.entries.clone().into_iter().take(MOST_INPUTS) {
            for value in simpler(&element, false) {
                let mut other = array.clone();
                other.set(index.clone(), value.clone());
                if value == element || holds(Value::Array(other.clone())) {
                    array = other;
                    break;
                }
            }
        }
    }
}

/// The symbols of conditions, and for each the conditions that mention it.
struct Mentioned {
    symbols: Vec<SymbolId>,
    conditions: FxHashMap<SymbolId, Vec<TermId>>,
}

fn mentioned(table: &Table, premises: &[TermId]) -> Mentioned {
    let mut conditions: BTreeMap<SymbolId, Vec<TermId>> = BTreeMap::new();
    for &premise in premises {
        for term in table.parts(&[premise]) {
            if let Op::Symbol(symbol) = *table.op(term) {
                conditions.entry(symbol).or_default().push(premise);
            }
        }
    }
    let symbols = conditions.keys().copied().collect();
    Mentioned { symbols, conditions: conditions.into_iter().collect() }
}

/// Symbols that are characters: those of texts by their names, and numbers whose type has eight bits.
fn characters(table: &Table, premises: &[TermId]) -> FxHashSet<SymbolId> {
    let mut found = FxHashSet::default();
    for &premise in premises {
        let both = *table.op(premise) == Op::And;
        for &limit in if both { table.args(premise) } else { std::slice::from_ref(&premise) } {
            if let (Op::Le, &[symbol, limit]) = (table.op(limit), table.args(limit))
                && let Op::Symbol(symbol) = *table.op(symbol)
                && let Some(limit) = table.as_int(limit)
                && (*limit == IBig::from(127) || !both && *limit == IBig::from(255))
            {
                found.insert(symbol);
            }
        }
    }
    found.extend(table.symbols().filter(|(_, symbol)| is_text_part(&symbol.name)).map(|(id, _)| id));
    found
}

/// Whether a name is that of one character of a text, as in `S(2:2)`.
fn is_text_part(name: &str) -> bool {
    name.strip_suffix(')')
        .and_then(|name| name.rsplit_once('('))
        .and_then(|(_, part)| part.split_once(':'))
        .is_some_and(|(low, high)| low == high && low.parse::<u32>().is_ok())
}

fn texts_not_mentioned<'t>(
    table: &'t Table,
    mentioned: &FxHashMap<SymbolId, Vec<TermId>>,
) -> Vec<(SymbolId, &'t str)> {
    let all =
        table.symbols().filter(|(id, symbol)| is_text_part(&symbol.name) && !mentioned.contains_key(id));
    all.map(|(id, symbol)| (id, symbol.name.as_str())).collect()
}

fn without_helpers(table: &Table, found: &Assignment) -> Assignment {
    let mut kept = Assignment::new();
    for (id, value) in found.iter() {
        if !matches!(table.symbol_info(id).origin, Origin::Fresh(_)) {
            kept.set(id, value.clone());
        }
    }
    kept
}

fn between(table: &mut Table, term: TermId, low: i64, high: i64, wishes: &mut Vec<TermId>) {
    let (low, high) = (table.int(low), table.int(high));
    wishes.push(table.apply(Op::Le, &[low, term]));
    wishes.push(table.apply(Op::Le, &[term, high]));
}

/// Values of the sort of a value, the simplest first; none that is less simple than it.
fn simpler(value: &Value, text: bool) -> Vec<Value> {
    match value {
        Value::Int(number) if text => {
            let codes = CHARACTERS.iter().map(|&code| IBig::from(code));
            let zero = (*number == IBig::ZERO).then(|| number.clone());
            zero.into_iter().chain(codes).map(Value::Int).collect()
        }
        Value::Int(number) => simpler_integers(number).into_iter().map(Value::Int).collect(),
        Value::Real(number) => simpler_reals(number).into_iter().map(Value::Real).collect(),
        Value::Float(kind, bits) => {
            let number = match kind {
                FloatKind::Single => f64::from(f32::from_bits(*bits as u32)),
                FloatKind::Double => f64::from_bits(*bits),
            };
            let sort = Sort::Scalar(Scalar::Float(*kind));
            let Ok(exact) = RBig::try_from(number) else {
                return large(number).map(|real| converted(&Value::Real(real), sort)).collect();
            };
            simpler_reals(&exact).into_iter().map(|real| converted(&Value::Real(real), sort)).collect()
        }
        Value::Bool(_) => vec![Value::Bool(false)],
        _ => Vec::new(),
    }
}

/// Large numbers in place of one without an end.
fn large(number: f64) -> impl Iterator<Item = RBig> {
    let sign = if number < 0.0 { -IBig::ONE } else { IBig::ONE };
    let exponents: &[usize] = if number.is_nan() { &[] } else { &[3, 6, 10, 20, 30, 38, 100, 300] };
    exponents.iter().map(move |&exponent| RBig::from(&sign * IBig::from(10).pow(exponent)))
}

fn simpler_integers(number: &IBig) -> Vec<IBig> {
    let magnitude = number.clone().abs();
    let mut row: Vec<IBig> = [0, 1, 2, 3, 5, 10, 20, 50, 100, 1000].into_iter().map(IBig::from).collect();
    // Round numbers near it: with one digit, with two digits that count.
    let mut unit = IBig::ONE;
    while &unit * IBig::from(10) <= magnitude {
        unit *= IBig::from(10);
    }
    for unit in [unit.clone(), unit.div_euclid(IBig::from(10))] {
        if unit > IBig::ONE {
            let down = (&magnitude).div_euclid(&unit) * &unit;
            row.extend([down.clone(), down + &unit]);
        }
    }
    row.retain(|one| *one <= magnitude || *one <= IBig::from(10));
    let both = row.into_iter().flat_map(|one| [one.clone(), -one]);
    both.take_while(|one| one != number).collect()
}

fn simpler_reals(number: &RBig) -> Vec<RBig> {
    let whole = simpler_integers(&number.clone().trunc()).into_iter().map(RBig::from);
    let rounded = [1_u32, 2, 4, 10, 100, 1000, 10_000, 1_000_000].into_iter().flat_map(|parts| {
        let scaled = number * RBig::from(parts);
        let down = scaled.floor();
        [RBig::from(down.clone()), RBig::from(down + IBig::ONE)].map(|one| one / RBig::from(parts))
    });
    let negative = number.is_negative();
    let all = whole.chain(rounded.filter(|one| one.is_negative() == negative || *one == RBig::ZERO));
    all.take_while(|one| one != number).collect()
}
