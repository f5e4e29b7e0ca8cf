//! States, values and models in words: what reports show of a leaf or a node.

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{Sources, Span};
use sextant_engines::forward::{Bench, Outcome, Shortfall};
use sextant_expr::{Assignment, Evaluation, Op, Sort, Table, TermId};
use sextant_flow::FlowProgram;
use sextant_state::{Base, Contents, Ending, ObjectId, Output, State, Value, VariablePlace};

/// Shows a value; `?` where there is none.
pub(crate) fn show_value(table: &mut Table, value: Value, evolved: bool) -> String {
    match value.to_term(table) {
        Some(term) => show_term(table, term, evolved),
        None => "?".to_owned(),
    }
}

/// Shows a term as the program computed it, or simplified.
pub(crate) fn show_term(table: &mut Table, term: TermId, evolved: bool) -> String {
    let term = if evolved { term } else { table.simplify(term) };
    table.show(term)
}

/// The path condition in its simplest form, or as it was computed.
pub(crate) fn show_condition(table: &mut Table, state: &State, evolved: bool) -> Vec<String> {
    let conjuncts: Vec<TermId> = state.condition.iter().copied().collect();
    let shown = if evolved { conjuncts } else { table.minimise(&conjuncts) };
    shown.into_iter().map(|term| table.show(term)).collect()
}

/// The returned value, and the caller's variables and externals that changed. An input that the path condition
/// makes a constant is shown as that constant.
pub(crate) fn outputs(bench: &mut Bench<'_>, state: &State, evolved: bool) -> Vec<(String, String)> {
    let values = output_values(bench, state);
    let table = &mut bench.table;
    let fixed = if evolved { FxHashMap::default() } else { fixed_inputs(table, state) };
    let mut shown = Vec::new();
    for (name, value) in values {
        let Some(mut term) = value.to_term(table) else { continue };
        if !fixed.is_empty() {
            term = table.simplify(term);
            term = table.substitute(term, &mut fixed.clone());
        }
        shown.push((name, show_term(table, term, evolved)));
    }
    shown
}

/// Inputs for which the path condition leaves one value, with that value.
fn fixed_inputs(table: &mut Table, state: &State) -> FxHashMap<TermId, TermId> {
    let conjuncts: Vec<TermId> = state.condition.iter().copied().collect();
    let mut fixed = FxHashMap::default();
    for term in table.minimise(&conjuncts) {
        if *table.op(term) == Op::Eq
            && let &[left, right] = table.args(term)
            && matches!(table.op(left), Op::Symbol(_) | Op::Select)
            && table.op(right).is_constant()
        {
            fixed.insert(left, right);
        }
    }
    fixed
}

/// The outputs as values.
pub(crate) fn output_values(bench: &mut Bench<'_>, state: &State) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    if state.returned != Value::Undefined {
        found.push(("return".to_owned(), state.returned));
    }
    let externals = &bench.machine.code().externals;
    let all: Vec<(String, ObjectId)> = bench.variables.iter().chain(externals).cloned().collect();
    for (name, object) in all {
        changes(&mut bench.table, &bench.start, state, &name, object, &mut found);
    }
    found
}

fn changes(
    table: &mut Table,
    start: &State,
    state: &State,
    name: &str,
    object: ObjectId,
    found: &mut Vec<(String, Value)>,
) {
    match (state.scalar(table, object), start.scalar(table, object)) {
        (Some(now), Some(before)) => {
            if !same(table, now, before) {
                found.push((name.to_owned(), now));
            }
        }
        _ => array_changes(table, start, state, name, object, found),
    }
}

fn same(table: &mut Table, a: Value, b: Value) -> bool {
    a == b
        || match (a.to_term(table), b.to_term(table)) {
            (Some(a), Some(b)) => table.simplify(a) == table.simplify(b),
            _ => false,
        }
}

/// Elements at constant subscripts one by one; otherwise the array as a whole.
fn array_changes(
    table: &mut Table,
    start: &State,
    state: &State,
    name: &str,
    object: ObjectId,
    found: &mut Vec<(String, Value)>,
) {
    let (Some(array), Some(before)) = (state.array(object), start.array(object)) else { return };
    if let Contents::Term { array: now, .. } = array.contents {
        let (before, _) = before.as_term(table);
        if table.simplify(now) != table.simplify(before) {
            found.push((name.to_owned(), Value::Term(now)));
        }
        return;
    }
    let (original, _) = before.as_term(table);
    for (index, value) in array.assigned() {
        let subscript = table.int(index);
        let old = Value::Term(table.apply(Op::Select, &[original, subscript]));
        if !same(table, value, old) {
            found.push((format!("{name}({index})"), value));
        }
    }
}

/// The lines that were written; the last one may be unfinished.
pub(crate) fn written(table: &mut Table, output: &[Output], evolved: bool) -> Vec<String> {
    let mut lines = vec![String::new()];
    for item in output {
        let line = lines.last_mut().expect("there is always a line");
        match item {
            Output::NewLine => lines.push(String::new()),
            Output::Text(text) => append(line, text),
            Output::Value(value) => {
                let shown = show_value(table, *value, evolved);
                append(line, &shown);
            }
        }
    }
    if lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

fn append(line: &mut String, item: &str) {
    if !line.is_empty() {
        line.push(' ');
    }
    line.push_str(item);
}

/// How a path ended: the word of the report, and what there is to say about it.
pub(crate) fn status(sources: &Sources, outcome: &Outcome) -> (&'static str, Option<String>) {
    let at = |what: String, span: Span| Some(format!("{what} at {}", sources.place(span)));
    match outcome {
        Outcome::OutOfForks => ("bounded", Some("the limit of forks is reached".into())),
        Outcome::Ended(ending) => match ending {
            Ending::Returned => ("returned", None),
            Ending::Stopped => ("stopped", None),
            Ending::Error { kind, span, subject } => {
                let what = match subject {
                    Some(name) => format!("{kind} ({name})"),
                    None => kind.to_string(),
                };
                ("error", at(what, *span))
            }
            Ending::Refused { span } => {
                ("refused", at("the assumption contradicts the path condition".into(), *span))
            }
            Ending::OutOfStatements => ("bounded", Some("the limit of statements is reached".into())),
            Ending::OutOfDepth { span } => {
                ("bounded", at("the limit of call depth is reached".into(), *span))
            }
            Ending::Unsupported { span, what } => ("unsupported", at(what.clone(), *span)),
        },
    }
}

/// The verdict on an exploration in one word, and why it is not complete.
pub(crate) fn verdict(shortfalls: &[Shortfall]) -> (&'static str, Vec<String>) {
    let mut word = "complete";
    let mut reasons = Vec::new();
    for shortfall in shortfalls {
        let (this, reason) = match shortfall {
            Shortfall::Paths(limit) => ("bounded", format!("stopped after {limit} paths (--paths)")),
            Shortfall::Statements(limit) => {
                ("bounded", format!("paths were cut after {limit} statements (--statements)"))
            }
            Shortfall::Forks(limit) => ("bounded", format!("paths were cut after {limit} forks (--forks)")),
            Shortfall::CallDepth(limit) => {
                ("bounded", format!("paths were cut at {limit} nested calls (--call-depth)"))
            }
            Shortfall::Timeout => ("bounded", "time ran out (--timeout)".to_owned()),
            Shortfall::Interrupted => ("interrupted", "somebody asked to stop".to_owned()),
            Shortfall::Undecided(reason) => ("undecided", format!("the solver gave up: {reason}")),
            Shortfall::Unsupported(what) => ("unsupported", what.clone()),
            Shortfall::WrongPrefix => {
                ("refused", "the decisions given with --prefix are not possible".to_owned())
            }
        };
        if rank(this) > rank(word) {
            word = this;
        }
        reasons.push(reason);
    }
    (word, reasons)
}

fn rank(word: &str) -> usize {
    ["complete", "bounded", "undecided", "unsupported", "refused", "interrupted"]
        .iter()
        .position(|&known| known == word)
        .unwrap_or(0)
}

/// The inputs of a path with the values a model gives them. Of an array the elements are named that the path
/// condition looks at; all others may be anything.
pub(crate) fn show_model(
    bench: &mut Bench<'_>,
    state: &State,
    model: &Assignment,
    symbols: &[String],
) -> Vec<(String, String)> {
    let table = &mut bench.table;
    let read = (1..=state.inputs_read()).map(|number| format!("IN{number}"));
    let mut shown = Vec::new();
    let mut has_arrays = false;
    for name in symbols.iter().cloned().chain(read) {
        let Some(term) = table.symbol_named(&name) else { continue };
        match table.sort(term) {
            Sort::Array(_) => has_arrays = true,
            Sort::Scalar(_) => shown.push((name, table.evaluate(term, model).to_string())),
        }
    }
    if has_arrays {
        let conjuncts: Vec<TermId> = state.condition.iter().copied().collect();
        shown.extend(elements_looked_at(table, &conjuncts, model));
    }
    shown
}

fn elements_looked_at(table: &mut Table, conjuncts: &[TermId], model: &Assignment) -> Vec<(String, String)> {
    let mut evaluation = Evaluation::new(model.clone());
    let mut seen = FxHashSet::default();
    let mut waiting: Vec<TermId> = conjuncts.iter().map(|&term| table.simplify(term)).collect();
    let mut found = std::collections::BTreeMap::new();
    while let Some(term) = waiting.pop() {
        if !seen.insert(term) {
            continue;
        }
        if *table.op(term) == Op::Select
            && let &[array, index] = table.args(term)
            && let Op::Symbol(symbol) = table.op(array)
            && let Some(at) = evaluation.value(table, index).as_int().cloned()
        {
            let name = table.symbol_info(*symbol).name.clone();
            let value = evaluation.value(table, term).to_string();
            found.insert((name, at), value);
        }
        waiting.extend_from_slice(table.args(term));
    }
    found.into_iter().map(|((name, at), value)| (format!("{name}({at})"), value)).collect()
}

/// The variables of the running activation with their values, in the order of their declaration.
pub(crate) fn frame_values(
    program: &FlowProgram,
    bench: &mut Bench<'_>,
    state: &State,
) -> Vec<(String, String)> {
    let procedure = state.frame.procedure;
    let graph = &program.procedures[procedure];
    let code = bench.machine.code();
    let mut shown = Vec::new();
    for (id, variable) in graph.variables.iter_enumerated() {
        // Names with a dot are temporaries of the lowering.
        if variable.name.contains('.') {
            continue;
        }
        let place = code.procedures[procedure].variables[id];
        match (place, state.frame.slots[place.slot() as usize]) {
            (VariablePlace::Object(_), Value::Reference(object)) => {
                show_object(&mut bench.table, state, &variable.name, object, &mut shown);
            }
            (_, value) => shown.push((variable.name.clone(), show_value(&mut bench.table, value, false))),
        }
    }
    shown
}

fn show_object(
    table: &mut Table,
    state: &State,
    name: &str,
    object: ObjectId,
    shown: &mut Vec<(String, String)>,
) {
    if let Some(value) = state.scalar(table, object) {
        shown.push((name.to_owned(), show_value(table, value, false)));
    } else if let Some(array) = state.array(object) {
        let untouched = array.assigned().is_empty();
        match array.contents {
            Contents::Term { array, .. } => shown.push((name.to_owned(), show_term(table, array, false))),
            Contents::Dense { base: Base::Symbolic(_), .. }
            | Contents::Sparse { base: Base::Symbolic(_), .. }
                if untouched =>
            {
                shown.push((name.to_owned(), "symbolic elements".to_owned()));
            }
            Contents::Dense { .. } | Contents::Sparse { .. } => {}
        }
        for (index, value) in array.assigned() {
            shown.push((format!("{name}({index})"), show_value(table, value, false)));
        }
    }
}
