//! The inputs that lead to a state.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use sextant_engines::forward::Bench;
use sextant_expr::{Assignment, Evaluation, Op, Sort, Stream, Table, TermId, Value};
use sextant_state::State;

use super::written::quoted;

/// The inputs of a path with the values a model gives them. Of an array the elements are named that the path
/// condition looks at; all others may be anything.
pub(crate) fn show_model(
    bench: &mut Bench<'_>,
    state: &State,
    model: &Assignment,
    symbols: &[String],
) -> Vec<(String, String)> {
    let table = &mut bench.table;
    let conjuncts: Vec<TermId> = state.condition.iter().copied().collect();
    let (elements, mentioned) = looked_at(table, &conjuncts, model);
    let mut terms: Vec<TermId> = symbols.iter().filter_map(|name| table.symbol_named(name)).collect();
    for number in 1..=state.inputs_read() as u64 {
        let here: Vec<TermId> = table.read_at(Stream::Values, number).collect();
        // Other paths may have read something else there.
        terms.extend(here.iter().find(|term| mentioned.contains(term)).or(here.first()));
    }
    // Variables that other procedures share are inputs, too: of them, those that matter here.
    terms.extend(mentioned);
    let mut seen = FxHashSet::default();
    let mut shown: Vec<(String, Value)> = Vec::new();
    for term in terms {
        if matches!(table.sort(term), Sort::Scalar(_)) && seen.insert(term) {
            shown.push((table.show(term), table.evaluate(term, model)));
        }
    }
    let mut shown = gathered(shown);
    shown.extend(elements);
    shown
}

/// Elements of symbolic arrays and single symbols that conditions look at.
fn looked_at(
    table: &mut Table,
    conjuncts: &[TermId],
    model: &Assignment,
) -> (Vec<(String, String)>, Vec<TermId>) {
    let mut evaluation = Evaluation::new(model.clone());
    let simplified: Vec<TermId> = conjuncts.iter().map(|&term| table.simplify(term)).collect();
    let mut elements = BTreeMap::new();
    let mut symbols = Vec::new();
    for term in table.parts(&simplified) {
        match *table.op(term) {
            Op::Select => {
                if let &[array, index] = table.args(term)
                    && let Op::Symbol(symbol) = *table.op(array)
                    && let Some(at) = evaluation.value(table, index).as_int().cloned()
                {
                    let name = table.symbol_info(symbol).name.clone();
                    let shown = table.element_name(symbol, &at);
                    elements.insert((name, at), (shown, evaluation.value(table, term).to_string()));
                }
            }
            Op::Symbol(symbol) => symbols.push((symbol, term)),
            _ => {}
        }
    }
    symbols.sort();
    (elements.into_values().collect(), symbols.into_iter().map(|(_, term)| term).collect())
}

/// Values in words; the characters of a text and the parts of a complex number are put together.
pub(crate) fn gathered(values: Vec<(String, Value)>) -> Vec<(String, String)> {
    let mut shown: Vec<(String, String)> = Vec::new();
    let mut rest = values.into_iter().peekable();
    while let Some((name, value)) = rest.next() {
        if let (Some(text), Some(first)) = (name.strip_suffix("(1:1)"), character(&value)) {
            let mut bytes = vec![first];
            while let Some((_, next)) = rest.next_if(|(name, value)| {
                *name == format!("{text}({0}:{0})", bytes.len() + 1) && character(value).is_some()
            }) {
                bytes.extend(character(&next));
            }
            shown.push((text.to_owned(), quoted(&bytes)));
            continue;
        }
        let number = name.strip_prefix("RE(").and_then(|name| name.strip_suffix(')'));
        if let Some(number) = number
            && let Some((_, imaginary)) = rest.next_if(|(name, _)| *name == format!("IM({number})"))
        {
            shown.push((number.to_owned(), format!("({value}, {imaginary})")));
            continue;
        }
        shown.push((name, value.to_string()));
    }
    shown
}

fn character(value: &Value) -> Option<u8> {
    value.as_int().and_then(|code| u8::try_from(code).ok())
}
