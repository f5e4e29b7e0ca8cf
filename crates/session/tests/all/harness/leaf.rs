//! Leaves of the execution tree, kept so that inputs can be put into them.

use std::sync::Mutex;

use sextant_engines::forward::{Bench, Leaf as EngineLeaf, Observer, Outcome};
use sextant_expr::{Assignment, Table, TermId};
use sextant_state::{Code, Ending, ObjectId, Output, State, Value};
use sextant_syntax::StatementNumber;

use super::{Execution, Input, Program, WINDOW};

/// A leaf of the execution tree, in a table of its own.
pub struct Leaf {
    pub(super) table: Table,
    pub(super) conditions: Vec<TermId>,
    outputs: Vec<(String, Option<TermId>)>,
    written: Vec<Result<TermId, String>>,
    pub(super) ending: Option<String>,
    trace: Vec<(u32, u32)>,
    proofs: Vec<(TermId, Option<bool>)>,
    pub(super) model: Input,
}

impl Leaf {
    /// Whether an input follows the leaf's path.
    pub(super) fn takes(&self, input: &Input) -> bool {
        let assignment = assignment(&self.table, input);
        self.conditions
            .iter()
            .all(|&condition| self.table.evaluate(condition, &assignment).as_bool() == Some(true))
    }

    /// What the leaf says about the execution on an input.
    pub(super) fn instantiate(&self, input: &Input) -> Execution {
        let assignment = assignment(&self.table, input);
        let value = |term: TermId| self.table.evaluate(term, &assignment);
        Execution {
            ending: self.ending.clone().unwrap_or_default(),
            outputs: self.outputs.iter().map(|(name, term)| (name.clone(), term.map(value))).collect(),
            written: self
                .written
                .iter()
                .map(|item| match item {
                    Ok(term) => value(*term).to_string(),
                    Err(text) => text.clone(),
                })
                .collect(),
            trace: self.trace.clone(),
            proofs: self
                .proofs
                .iter()
                .map(|&(condition, verdict)| {
                    let holds = value(condition).as_bool();
                    assert!(verdict != Some(true) || holds == Some(true), "PROVE was wrong");
                    holds
                })
                .collect(),
        }
    }
}

/// Keeps each leaf in a table of its own, with the statements that led to it.
pub(super) struct Recorder<'p> {
    pub(super) program: &'p Program,
    /// For each executed statement the one before it, counted from 1, and its procedure and number.
    pub(super) nodes: &'p Mutex<Vec<(u64, (u32, u32))>>,
}

impl Observer for Recorder<'_> {
    type Record = Leaf;
    const STEPS: bool = true;

    fn statement(&mut self, _: &mut Bench<'_>, state: &mut State, number: StatementNumber) {
        let mut nodes = self.nodes.lock().expect("no panic");
        nodes.push((state.tag, (state.frame.procedure.0, number.0)));
        state.tag = nodes.len() as u64;
    }

    fn leaf(&mut self, bench: &mut Bench<'_>, leaf: EngineLeaf<'_>) -> Option<Leaf> {
        let state = leaf.state;
        let mut table = Table::new();
        let mut memo = Default::default();
        let source = &mut bench.table;
        let mut import = |source: &Table, term: TermId| table.import(source, term, &mut memo);
        let conditions: Vec<_> = state.condition.iter().copied().collect();
        let conditions = conditions.into_iter().map(|term| import(source, term)).collect();
        let observed = observed(&self.program.code, &bench.start, state, &bench.variables, source);
        let outputs = observed
            .into_iter()
            .map(|(name, value)| {
                let term = value.to_term(source);
                (name, term.map(|term| import(source, term)))
            })
            .collect();
        let written = state
            .output()
            .map(|item| match item {
                Output::Value(value) => {
                    let term = value.to_term(source).expect("a value");
                    Ok(import(source, term))
                }
                Output::Text(text) => Err(text.to_string()),
                Output::NewLine => Err("\n".to_owned()),
                Output::Line(_) | Output::Message(_) | Output::Bytes(..) | Output::Converted(..) => {
                    unreachable!("PL/I writes values")
                }
            })
            .collect();
        let proofs = state.proofs().map(|proof| (import(source, proof.condition), proof.holds)).collect();
        let model = leaf.model.unwrap_or_else(|reason| panic!("{}: undecided: {reason}", self.program.name));
        let model = model
            .iter()
            .map(|(symbol, value)| (source.symbol_info(symbol).name.clone(), value.clone()))
            .collect();
        let ending = match &leaf.outcome {
            Outcome::Ended(Ending::OutOfStatements) | Outcome::OutOfForks => None,
            Outcome::Ended(ending) => Some(describe(ending)),
        };
        let trace = self.trace(state.tag);
        Some(Leaf { table, conditions, outputs, written, ending, trace, proofs, model })
    }
}

impl Recorder<'_> {
    fn trace(&self, mut tag: u64) -> Vec<(u32, u32)> {
        let nodes = self.nodes.lock().expect("no panic");
        let mut trace = Vec::new();
        while tag > 0 {
            let (parent, statement) = nodes[tag as usize - 1];
            trace.push(statement);
            tag = parent;
        }
        trace.reverse();
        trace
    }
}

/// The returned value, all scalars of the caller and externals, and all elements with values.
pub(super) fn observed(
    code: &Code,
    start: &State,
    state: &State,
    variables: &[(String, ObjectId)],
    table: &mut Table,
) -> Vec<(String, Value)> {
    let mut found = vec![("return".to_owned(), state.returned)];
    for (name, object) in variables.iter().chain(&code.externals) {
        if let Some(value) = state.scalar(table, *object) {
            found.push((name.clone(), value));
        } else if let (Some(array), Some(before)) = (state.array(*object), start.array(*object)) {
            let defined_at_start = before.as_term(table).1.is_none();
            let (term, _) = array.as_term(table);
            let inside = |index: i64| match (array.low, array.high) {
                (Value::Int(low), Value::Int(high)) => (low..=high).contains(&index),
                _ => true,
            };
            for index in WINDOW.filter(|&index| defined_at_start && inside(index)) {
                let index_term = table.int(index);
                let element = table.apply(sextant_expr::Op::Select, &[term, index_term]);
                found.push((format!("{name}({index})"), Value::Term(element)));
            }
        }
    }
    found
}

/// An ending in words.
pub(super) fn describe(ending: &Ending) -> String {
    match ending {
        // A refused assumption has no outputs to speak of, but the place must agree.
        Ending::Refused { span } => format!("refused at {span:?}"),
        other => format!("{other:?}"),
    }
}

/// The values of an input for the symbols of a table.
pub(super) fn assignment(table: &Table, input: &Input) -> Assignment {
    let mut assignment = Assignment::default();
    for (id, symbol) in table.symbols() {
        if let Some(value) = input.get(&symbol.name) {
            assignment.set(id, value.clone());
        }
    }
    assignment
}
