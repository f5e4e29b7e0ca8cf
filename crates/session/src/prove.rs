//! Proofs of procedures, and inputs that refute them.

use std::collections::BTreeSet;

use sextant_engines::forward::{Bench, Exploration, Leaf, Limits, Observer, Outcome as PathOutcome, explore};
use sextant_engines::verify::{Condition, Config, Kind, Outcome, Place, Proof, Termination, prove};
use sextant_expr::{Origin, Scalar, Sort, Table};
use sextant_flow::{FlowProgram, show_expr};
use sextant_report::{Assumption, ConditionRow, CounterexampleRow, LoopRow, ProofReport, Verdict};
use sextant_state::{Ending, Entry, EntryArgument, EntryValue, Policy, compile};
use sextant_syntax::{ArrayBounds, Notation, ProcId, StatementNumber, Storage, Type, Variable};

use crate::describe::{show_model, status};
use crate::inputs::program_symbols;
use crate::passes::{Refused, refused};
use crate::replay::{Inputs, Replayer, inputs_of};
use crate::{Options, Session};

/// What can be chosen about a proof.
#[derive(Clone, Copy, Debug)]
pub struct ProofOptions {
    /// Whether subscripts and divisors are to be shown right.
    pub checks: bool,
    /// Whether invariants and measures are looked for.
    pub search: bool,
}

/// The time for the search for a counterexample.
const SEARCH: std::time::Duration = std::time::Duration::from_secs(20);
/// Paths between cut points.
const MOST_PATHS: usize = 4_000;

impl Session {
    /// Proves a procedure, or looks for an input that refutes it.
    pub fn prove(
        &self,
        procedure: &str,
        choices: ProofOptions,
        options: &Options,
    ) -> Result<ProofReport, Refused> {
        let id = self.named(procedure).map_err(refused)?;
        if let Some(session) = self.as_variables(id) {
            session.refuse_wrong_assertions()?;
            return session.prove(procedure, choices, options);
        }
        let engine = options.config();
        let config = Config {
            policy: options.policy(self.program.language),
            checks: choices.checks,
            search: choices.search,
            paths: MOST_PATHS,
            solver: engine.solver,
            interrupt: engine.interrupt,
        };
        let program = with_spare_variable(&self.specified, id);
        let proof = prove(&program, id, config).map_err(|stuck| self.refuse(stuck))?;
        let open = proof.incomplete.is_some() || !proof.proved();
        let counterexample = if open { self.counterexample(id, choices, options) } else { None };
        let assumptions = self.assumed_of(id, options.policy(self.program.language));
        Ok(self.proof_report(&program, id, (&proof, assumptions), counterexample))
    }

    /// What stands in the way of a method.
    pub(crate) fn refuse(&self, stuck: sextant_logic::Stuck) -> Refused {
        let (span, message) = (stuck.span, format!("unsupported: {}", stuck.what));
        let mut diagnostics = sextant_base::Diagnostics::new();
        diagnostics.push(sextant_base::Diagnostic::error(span, message));
        Box::new((diagnostics, self.sources.clone()))
    }

    fn proof_report(
        &self,
        program: &FlowProgram,
        id: ProcId,
        (proof, assumptions): (&Proof, BTreeSet<Assumption>),
        counterexample: Option<CounterexampleRow>,
    ) -> ProofReport {
        let graph = &program.procedures[id];
        let undecided =
            proof.conditions.iter().any(|condition| matches!(condition.outcome, Outcome::Undecided { .. }));
        let failed =
            proof.conditions.iter().any(|condition| matches!(condition.outcome, Outcome::Failed { .. }));
        let verdict = match &counterexample {
            Some(found) if found.replayed => Verdict::Refuted,
            _ if proof.incomplete.is_some() => Verdict::Undecided,
            _ if failed => Verdict::NotProved,
            _ if undecided => Verdict::Undecided,
            _ if proof.conditions.is_empty() => Verdict::NothingToProve,
            _ => Verdict::Proved,
        };
        let loops = proof.loops.iter().map(|one| {
            let place = self.sources.place(one.span);
            let write = |word: &str, expr| {
                let shown = show_expr(program, graph, expr);
                (self.front_end().clause)(word, &shown)
            };
            let measure = match &one.termination {
                Termination::Found(measure) => Some(write("measure", measure)),
                _ => None,
            };
            LoopRow {
                place,
                asserted: one.asserted,
                found: one.found.iter().map(|expr| write("assert", expr)).collect(),
                where_to: match one.at_head {
                    true => "as the first statement of the loop".to_owned(),
                    false => "beside the loop's own assertion".to_owned(),
                },
                termination: match one.termination {
                    Termination::Given => "given",
                    Termination::Found(_) => "found",
                    Termination::Open => "open",
                },
                measure,
            }
        });
        let mut notes = proof.notes.clone();
        notes.extend(self.notes_on_assertions());
        if proof.contract.1 == 0 {
            notes.push(format!("there is no exit assertion ({})", self.front_end().exit_clause));
        }
        ProofReport {
            procedure: graph.name.clone(),
            verdict,
            reason: proof.incomplete.clone(),
            conditions: proof
                .conditions
                .iter()
                .map(|condition| self.condition_row(id, proof, condition))
                .collect(),
            loops: loops.collect(),
            counterexample,
            assumptions: match verdict {
                Verdict::Refuted | Verdict::NothingToProve => Vec::new(),
                _ => assumptions.into_iter().collect(),
            },
            notes,
        }
    }

    fn condition_row(&self, id: ProcId, proof: &Proof, condition: &Condition) -> ConditionRow {
        let graph = &self.specified.procedures[id];
        let place = |place: Place| match place {
            Place::Entry => "entry".to_owned(),
            Place::Exit => "exit".to_owned(),
            Place::Stop => "stop".to_owned(),
            Place::Stuck => "error".to_owned(),
            Place::Cut(cut) => match proof.loops.get(cut) {
                Some(one) => format!("loop at line {}", self.sources.position(one.span).line),
                None => "loop".to_owned(),
            },
        };
        let (outcome, detail, values) = match &condition.outcome {
            Outcome::Proved => ("proved", None, Vec::new()),
            Outcome::Failed { kind, span, values } => {
                let what = format!("{} at {}", words(kind), self.sources.place(*span));
                let outcome = if condition.from == Place::Entry { "fails" } else { "not inductive" };
                (outcome, Some(what), values.clone())
            }
            Outcome::Undecided { kind, span, reason } => {
                let what = format!("{} at {}: {reason}", words(kind), self.sources.place(*span));
                ("undecided", Some(what), Vec::new())
            }
        };
        let line = |number: &StatementNumber| {
            let span = graph.statements[number.0 as usize - 1].span;
            self.sources.position(span).line
        };
        let mut lines: Vec<u32> = condition.statements.iter().map(line).collect();
        lines.dedup();
        ConditionRow {
            from: place(condition.from),
            to: place(condition.to),
            lines,
            obligations: condition.obligations,
            outcome,
            detail,
            values,
        }
    }

    /// An input that keeps the entry assertions and leads to an error of the program.
    fn counterexample(
        &self,
        id: ProcId,
        choices: ProofOptions,
        options: &Options,
    ) -> Option<CounterexampleRow> {
        let program = sextant_flow::under_contract(&self.specified, id);
        let entry = symbolic_entry(&program, id, options.policy(self.program.language));
        let mut config = options.config();
        let limit = options.timeout.map_or(SEARCH, |limit| limit.min(SEARCH));
        config.interrupt = options.interrupt.with_timeout(limit).narrowed();
        config.solver.interrupt = config.interrupt.clone();
        config.solver.query_timeout = std::time::Duration::from_secs(2);
        let code = compile(&program, options.policy(self.program.language));
        let stop = config.interrupt.clone();
        // Short executions first: their inputs are small.
        let finding = [25, 50, 100, 200, 400].into_iter().find_map(|statements| {
            config.limits = Limits { statements, paths: 3_000, ..config.limits };
            let exploration: Exploration<Finding> = explore(&code, &entry, &config, || Finder {
                checks: choices.checks,
                symbols: symbols_of(&entry),
                session: self,
                stop: stop.clone(),
            });
            exploration.records.into_iter().next().map(|(_, finding)| finding)
        })?;
        let replayer = Replayer::at(entry, code.into(), options);
        let (replayed, lines) = self.replay(&program, &finding, &replayer);
        let inputs =
            finding.inputs.iter().map(|(name, value)| (self.input_name(id, name), value.clone())).collect();
        Some(CounterexampleRow { inputs, what: finding.what, replayed, lines })
    }

    /// Executes the program on the values of a model: whether the same error happens, and the lines it passes.
    fn replay(&self, program: &FlowProgram, finding: &Finding, replayer: &Replayer) -> (bool, Vec<u32>) {
        let replayed = replayer.replay(&finding.values);
        let line = |(procedure, number): &(ProcId, StatementNumber)| {
            let span = program.procedures[*procedure].statements[number.0 as usize - 1].span;
            self.sources.position(span).line
        };
        let mut lines: Vec<u32> = replayed.way.iter().map(line).collect();
        lines.dedup();
        let what = replayed.end.ok().and_then(|end| status(&self.sources, &PathOutcome::Ended(end)).1);
        (what.as_deref() == Some(finding.what.as_str()), lines)
    }
}

/// The program with a variable that found assertions can quantify over.
fn with_spare_variable(program: &FlowProgram, id: ProcId) -> FlowProgram {
    let mut program = program.clone();
    let graph = &mut program.procedures[id];
    let free = |name: &&str| !graph.variables.iter().any(|variable| variable.name.eq_ignore_ascii_case(name));
    let Some(name) = ["K", "L", "M", "I", "J", "KK", "ANY"].iter().copied().find(free) else {
        return program;
    };
    let name =
        if program.language.notation() == Notation::Pli { name.to_owned() } else { name.to_lowercase() };
    graph.variables.push(Variable {
        name,
        ty: Type::Int(sextant_syntax::IntType::FIXED_31),
        storage: Storage::Automatic,
        initial: Vec::new(),
        span: graph.span,
    });
    program
}

fn words(kind: &Kind) -> String {
    match kind {
        Kind::Assertion => "the assertion".to_owned(),
        Kind::Inductive => "the assertion of the loop".to_owned(),
        Kind::Exit => "the exit assertion".to_owned(),
        Kind::CallEntry(name) => format!("the entry assertion of {name}"),
        Kind::Subscript => "the subscript".to_owned(),
        Kind::Bounds(name) => format!("the order of the bounds of {name}"),
        Kind::Divisor => "the divisor".to_owned(),
        Kind::Overflow => "the range of a result".to_owned(),
        Kind::Alternative => "some alternative".to_owned(),
        Kind::Defined(name) => format!("a value of {name}"),
        Kind::Measure => "the measure".to_owned(),
        Kind::Error(kind) => kind.to_string(),
    }
}

/// The first error that is found.
struct Finding {
    /// As they are shown.
    inputs: Vec<(String, String)>,
    values: Inputs,
    what: String,
}

struct Finder<'s> {
    checks: bool,
    symbols: Vec<String>,
    session: &'s Session,
    stop: sextant_base::Interrupt,
}

impl Observer for Finder<'_> {
    type Record = Finding;

    fn leaf(&mut self, bench: &mut Bench<'_>, leaf: Leaf<'_>) -> Option<Finding> {
        let PathOutcome::Ended(Ending::Error { kind, .. }) = &leaf.outcome else { return None };
        let asserted = *kind == sextant_state::ErrorKind::AssertionFailed;
        // Arrays come into being before the entry assertions can exclude anything.
        let too_early = *kind == sextant_state::ErrorKind::BadBounds;
        if too_early || (!asserted && !self.checks) {
            return None;
        }
        let model = leaf.model.as_ref().ok()?;
        let (_, what) = status(&self.session.sources, &leaf.outcome);
        let inputs = show_model(bench, leaf.state, model, &self.symbols);
        let values = inputs_of(&bench.table, model);
        // One is enough; this wish is the search's own.
        self.stop.ask_own();
        Some(Finding { inputs, values, what: what.unwrap_or_default() })
    }
}

/// The extent of dimensions that the argument decides, where several of them cannot be symbols.
const SMALL_EXTENT: i64 = 2;

/// Every parameter a symbol; the bounds of arrays too, where the program speaks of them.
pub(crate) fn symbolic_entry(program: &FlowProgram, id: ProcId, policy: Policy) -> Entry {
    let graph = &program.procedures[id];
    let symbol = |name: &str, sort: Sort| {
        let mut table = Table::new();
        let term = table.symbol(name, sort);
        EntryValue::Term((table, term).into())
    };
    let arguments = graph.parameters.iter().map(|&parameter| {
        let variable = &graph.variables[parameter];
        let element = match sextant_logic::sort_of(&variable.ty, variable.span) {
            Ok(_) => sextant_state::sort_of(&variable.ty, policy),
            Err(_) => Scalar::Int,
        };
        let name = variable.name.clone();
        match &variable.ty {
            Type::Array(_, declared) => {
                let speaks = sextant_flow::speaks_of_bounds(graph, parameter);
                let symbols = |low: &str, high: String| (symbol(low, Sort::INT), symbol(&high, Sort::INT));
                let bounds = match declared.as_slice() {
                    [ArrayBounds::OfArgument] if speaks => {
                        Some(symbols(&format!("LBOUND({name})"), format!("HBOUND({name})")))
                    }
                    // The parameter counts from its own lowest subscript, whatever the argument's is.
                    [ArrayBounds::Shape { .. }] => {
                        let high = symbol(&sextant_logic::shape_name(&name, 0, 1), Sort::INT);
                        Some((EntryValue::Int(1.into()), high))
                    }
                    _ => None,
                };
                let shaped = declared.len() > 1
                    && declared.iter().any(|bounds| matches!(bounds, ArrayBounds::Shape { .. }));
                let dimensions = if shaped { vec![(1, SMALL_EXTENT); declared.len()] } else { Vec::new() };
                EntryArgument::Array { name, element, bounds, elements: Vec::new(), dimensions }
            }
            _ => EntryArgument::Scalar { value: symbol(&name, Sort::Scalar(element)), name },
        }
    });
    let mut quoted = Vec::new();
    program_symbols(program, policy, &mut quoted);
    Entry::new(id, arguments.collect()).naming(program, quoted.iter().map(|(name, _)| name.as_str()))
}

/// The names of the symbols of an entry, arrays included.
pub(crate) fn symbols_of(entry: &Entry) -> Vec<String> {
    let mut names = Vec::new();
    for argument in &entry.arguments {
        match argument {
            EntryArgument::Scalar { name, .. } => names.push(name.clone()),
            EntryArgument::Array { name, bounds, .. } => {
                if bounds.is_some() {
                    let shape = sextant_logic::shape_name(name, 0, 1);
                    names.extend([format!("LBOUND({name})"), format!("HBOUND({name})"), shape]);
                }
                names.push(name.clone());
            }
            EntryArgument::Storage { leaves, .. } => {
                names.extend(leaves.iter().map(|leaf| leaf.name.clone()));
            }
            EntryArgument::Value(_)
            | EntryArgument::Handle { .. }
            | EntryArgument::Block { .. }
            | EntryArgument::Texts(_)
            | EntryArgument::Absent => {}
        }
    }
    names
}

/// An entry with the values that a model gives its symbols.
pub(crate) fn actual_of(entry: &Entry, table: &mut Table, model: &sextant_expr::Assignment) -> Option<Entry> {
    let value = |table: &mut Table, given: &EntryValue| {
        let term = given.load(table).to_term(table)?;
        constant(&table.evaluate(term, model))
    };
    let mut arguments = Vec::new();
    for argument in &entry.arguments {
        arguments.push(match argument {
            EntryArgument::Value(given) => EntryArgument::Value(value(table, given)?),
            EntryArgument::Scalar { name, value: given } => {
                EntryArgument::Scalar { name: name.clone(), value: value(table, given)? }
            }
            EntryArgument::Array { name, element, bounds, dimensions, .. } => {
                let bounds = match bounds {
                    Some((low, high)) => Some((value(table, low)?, value(table, high)?)),
                    None => None,
                };
                let array = table.symbol(name, Sort::Array(*element));
                let sextant_expr::Value::Array(array) = table.evaluate(array, model) else { return None };
                let elements = known_elements(&array)?;
                let dimensions = dimensions.clone();
                EntryArgument::Array { name: name.clone(), element: *element, bounds, elements, dimensions }
            }
            EntryArgument::Absent => EntryArgument::Absent,
            // What a handle refers to has no symbols here.
            EntryArgument::Handle { .. } | EntryArgument::Block { .. } | EntryArgument::Texts(_) => {
                return None;
            }
            EntryArgument::Storage { name, leaves, dimensions, length } => {
                let mut given = leaves.clone();
                for leaf in &mut given {
                    let term = table.symbol(&leaf.name, Sort::Scalar(leaf.sort));
                    leaf.value = Some(constant(&table.evaluate(term, model))?);
                }
                let dimensions = dimensions.clone();
                EntryArgument::Storage { name: name.clone(), leaves: given, dimensions, length: *length }
            }
        });
    }
    let mut given = Vec::new();
    for (id, symbol) in table.symbols().filter(|(_, symbol)| matches!(symbol.origin, Origin::Stored { .. })) {
        if let (Sort::Scalar(_), Some(value)) = (symbol.sort, model.get(id)) {
            given.push((symbol.name.clone(), constant(value)?));
        }
    }
    let names = entry.names.clone();
    Some(Entry { given, symbolic_input: false, names, ..Entry::new(entry.procedure, arguments) })
}

/// Elements near those the model names; every other one has its default value.
fn known_elements(array: &sextant_expr::ArrayValue) -> Option<Vec<(i64, EntryValue)>> {
    let mut elements = Vec::new();
    const NEAR: i64 = 64;
    for index in -NEAR..=NEAR {
        elements.push((index, constant(array.get(&dashu_int::IBig::from(index)))?));
    }
    for (index, value) in &array.entries {
        let index = i64::try_from(index.clone()).ok()?;
        if !(-NEAR..=NEAR).contains(&index) {
            elements.push((index, constant(value)?));
        }
    }
    Some(elements)
}

fn constant(value: &sextant_expr::Value) -> Option<EntryValue> {
    match value {
        sextant_expr::Value::Int(value) => Some(EntryValue::Int(value.clone())),
        sextant_expr::Value::Bool(value) => Some(EntryValue::Bool(*value)),
        sextant_expr::Value::Array(_) => None,
        other => Some(EntryValue::Constant(other.clone())),
    }
}
