//! Global evaluation for surfaces: summaries as plain text and data.

use std::collections::BTreeSet;

use sextant_algebra::{Array, Atom, Style, Symbol, Term};
use sextant_engines::global::{
    Agreement, Coverage, End, Input, Output, Pass, Summary, SummaryCase, compare, input_name, reads_by_name,
    summarise, with_own_variables,
};
use sextant_flow::{FlowGraph, FlowProgram};
use sextant_logic::with_constants;
use sextant_notation::Formula;
use sextant_state::{Arithmetic, compile};
use sextant_syntax::{ArrayBounds, Type, Variable};

mod given;
mod points;
mod random;
mod returned;
mod straight;

pub use given::{GivenCase, GivenReport};
pub use points::{AnswerReport, PointReport};

use crate::contracts::Contracted;
use crate::{Options, Session};
use sextant_report::{Assumption, PathEnd};

/// A summary ready to be shown.
#[derive(Clone, Debug)]
pub struct SummaryReport {
    /// The procedure.
    pub procedure: String,
    /// The cases.
    pub cases: Vec<CaseReport>,
    /// Whether the cases leave nothing out.
    pub complete: bool,
    /// On how many random inputs the summary agreed with execution, and how many could not be compared.
    pub verified: (usize, usize),
    /// Inputs on which the summary and execution differ: a defect of this tool.
    pub defects: Vec<String>,
    /// What it assumes.
    pub assumptions: BTreeSet<Assumption>,
    /// Worth knowing.
    pub notes: Vec<String>,
}

/// One case.
#[derive(Clone, Debug)]
pub struct CaseReport {
    /// When it applies.
    pub condition: Formula,
    /// How it ends.
    pub status: PathEnd,
    /// More about the end.
    pub detail: Option<String>,
    /// The loops: where, the number of passes, and the name it has in the results.
    pub iterations: Vec<(String, String, Option<String>)>,
    /// The results.
    pub outputs: Vec<(String, Formula)>,
    /// Exact recurrences that have no closed form.
    pub recurrences: Vec<String>,
    /// Expressions with closed forms.
    pub relations: Vec<(String, String)>,
    /// Worth knowing.
    pub notes: Vec<String>,
}

impl SummaryReport {
    /// Whether something is not in it.
    fn has_gaps(&self) -> bool {
        !self.complete || self.cases.iter().any(|case| case.status == PathEnd::Unsupported)
    }
}

/// Random inputs on which a summary is compared with execution.
const TRIALS: usize = 50;
/// The time for closed forms of the numbers of passes after which something overflows.
const OVERFLOW_TIME: std::time::Duration = std::time::Duration::from_secs(3);
/// Statements of one such execution.
const TRIAL_STATEMENTS: u64 = 20_000;

/// What is said where a summary is of results that fit, though that was not asked for.
fn assumed_to_fit(options: &Options, used: &Options) -> Option<String> {
    let note = "signed results are taken to fit their types; --arithmetic machine shows where they do not";
    (used.arithmetic != options.arithmetic).then(|| note.to_owned())
}

impl Session {
    /// The summary of a procedure in a notation.
    pub fn summary(&self, procedure: &str, options: &Options, style: Style) -> Result<SummaryReport, String> {
        let id = self.named(procedure)?;
        if let Some(Contracted { session, notes }) = self.contracted(id) {
            let mut report = session.summary(procedure, options, style)?;
            let required = session.required.iter().flatten().cloned();
            report.assumptions.extend(required.map(Assumption::Precondition));
            report.notes.extend(notes);
            return Ok(report);
        }
        let closed = self.closed_summary(procedure, options, style);
        let has_gaps = closed.as_ref().map_or(true, SummaryReport::has_gaps);
        match has_gaps.then(|| self.paths_as_cases(id, options)).flatten() {
            Some(cases) => Ok(cases),
            None => closed,
        }
    }

    fn closed_summary(
        &self,
        procedure: &str,
        options: &Options,
        style: Style,
    ) -> Result<SummaryReport, String> {
        let id = self.named(procedure)?;
        if let Some(session) = self.with_outside(id)? {
            return session.closed_summary(procedure, options, style);
        }
        let program = with_constants(&self.program);
        let program = with_own_variables(&program, options.policy(self.program.language));
        let (summary, used) = self.summarised(&program, id, options);
        Ok(self.report_summary(&program, &summary, &used, style))
    }

    /// The summary, and the options it is made with. Of a C function whose arithmetic nobody chose: with every overflow
    /// where that has closed forms, else of the results that fit.
    fn summarised(
        &self,
        program: &FlowProgram,
        id: sextant_syntax::ProcId,
        options: &Options,
    ) -> (Summary, Options) {
        let policy = options.policy(program.language);
        let rounded = |variable: &sextant_syntax::Variable| matches!(variable.ty.scalar(), Type::Real(_));
        let settled = options.arithmetic.is_some() || self.granted.is_none();
        if settled || program.procedures[id].variables.iter().any(rounded) {
            return (summarise(program, id, policy, &options.interrupt), options.clone());
        }
        let exact = summarise(program, id, policy, &options.interrupt.with_timeout(OVERFLOW_TIME));
        if exact.complete && exact.cases.iter().all(is_closed) {
            return (exact, options.clone());
        }
        let ideal = Options { arithmetic: Some(Arithmetic::Ideal), ..options.clone() };
        (summarise(program, id, ideal.policy(program.language), &options.interrupt), ideal)
    }

    fn report_summary(
        &self,
        program: &FlowProgram,
        summary: &Summary,
        options: &Options,
        style: Style,
    ) -> SummaryReport {
        let graph = &program.procedures[summary.procedure];
        let (agreed, skipped, mut defects) = self.verify(program, summary, options);
        let mut notes: Vec<String> = named_inputs(graph).into_iter().collect();
        notes.extend(self.notes_on_assertions());
        let policy = options.policy(program.language);
        // Where no case tells a value, nothing is assumed of numbers.
        let tells = summary.cases.iter().any(|case| !matches!(case.end, End::Unsupported(_)));
        let matters = |assumption: &Assumption| tells || *assumption != Assumption::UnboundedIntegers;
        let assumed = self.assumed_of(summary.procedure, policy).into_iter().filter(matters);
        let assumptions = assumed.chain(room(graph)).collect();
        match &summary.coverage {
            Coverage::Proved => {}
            Coverage::Unknown(reason) => {
                notes.push(format!("that the cases leave nothing out is not proved: {reason}"))
            }
            Coverage::Missing(_) if !summary.complete => {
                notes.push("there are more cases than are shown".to_owned());
            }
            Coverage::Missing(inputs) => {
                defects.push(format!("no case covers {}", shown_inputs(graph, inputs)));
            }
        }
        SummaryReport {
            procedure: graph.name.clone(),
            cases: summary.cases.iter().map(|case| self.case_report(graph, case, style)).collect(),
            complete: summary.complete,
            verified: (agreed, skipped),
            defects,
            assumptions,
            notes,
        }
    }

    fn case_report(&self, graph: &FlowGraph, case: &SummaryCase, style: Style) -> CaseReport {
        let style = self.own_style(style);
        let named = named_counts(graph, case);
        let (status, detail) = self.end_of(graph, &case.end);
        let reads = reads_by_name(graph);
        let number = |term: &Term| reads.term(&in_counts(term, &named)).formula(style);
        let iteration = |pass: &Pass| {
            let name = named.iter().find(|named| named.count == pass.count);
            let name = name.map(|named| named.symbol.show(style));
            (self.block_place(graph, pass.head), reads.term(&pass.count).show(style), name)
        };
        let loops = &case.loops;
        CaseReport {
            condition: reads.condition(&case.condition.tidied()).formula(style),
            status,
            detail,
            iterations: loops.iter().map(iteration).collect(),
            outputs: results(graph, case, number, |array| reads.array(array).formula(style)),
            recurrences: loops.iter().flat_map(|pass| pass.recurrences.clone()).collect(),
            relations: loops.iter().flat_map(|pass| pass.relations.clone()).collect(),
            notes: loops.iter().flat_map(|pass| pass.notes.clone()).collect(),
        }
    }

    /// How a case ends, with more about it.
    fn end_of(&self, graph: &FlowGraph, end: &End) -> (PathEnd, Option<String>) {
        let at = |span, what: String| Some(format!("{}: {what}", self.sources.place(span)));
        match end {
            End::Returned(_) => (PathEnd::Returned, None),
            End::Stopped => (PathEnd::Stopped, None),
            End::Excluded => (PathEnd::Excluded, None),
            End::Error { kind, span } => (PathEnd::Error, at(*span, kind.to_string())),
            End::Forever(block) => {
                let what = format!("the loop at {} never ends", self.block_place(graph, *block));
                (PathEnd::Forever, Some(what))
            }
            End::Unsupported(reason) => (PathEnd::Unsupported, at(reason.span, reason.what.clone())),
        }
    }

    /// Where a block stands in the text.
    pub(crate) fn block_place(&self, graph: &FlowGraph, block: sextant_flow::BlockId) -> String {
        let block_ = &graph.blocks[block];
        let span = block_.instructions.first().map(|instruction| instruction.span).or_else(|| match &block_
            .terminator
        {
            sextant_flow::Terminator::Edges(edges) => edges.iter().find_map(|edge| match &edge.condition {
                sextant_flow::Condition::When(expr) => Some(expr.span),
                _ => None,
            }),
            _ => None,
        });
        match span {
            Some(span) => format!("line {}", self.sources.position(span).line),
            None => format!("block {}", block.number()),
        }
    }

    /// Compares a summary with execution on random inputs.
    fn verify(
        &self,
        program: &FlowProgram,
        summary: &Summary,
        options: &Options,
    ) -> (usize, usize, Vec<String>) {
        let graph = &program.procedures[summary.procedure];
        let code = compile(&self.program, options.policy(self.program.language));
        let mut random = random::Chooser::new(options.seed);
        let (mut agreed, mut skipped, mut defects) = (0, 0, Vec::new());
        for trial in 0..TRIALS {
            let Some(inputs) = random.inputs(graph, &summary.shapes, trial) else {
                skipped += 1;
                continue;
            };
            match compare(program, &code, summary, &inputs, TRIAL_STATEMENTS) {
                Agreement::Agrees => agreed += 1,
                Agreement::NotCompared(_) => skipped += 1,
                Agreement::Differs(what) => defects.push(what),
            }
        }
        (agreed, skipped, defects)
    }
}

/// What is returned and what has changed where a case ends well, shown.
fn results<T>(
    graph: &FlowGraph,
    case: &SummaryCase,
    number: impl Fn(&Term) -> T,
    array: impl Fn(&Array) -> T,
) -> Vec<(String, T)> {
    let returned = match &case.end {
        End::Returned(value) => value.as_ref(),
        End::Stopped => None,
        _ => return Vec::new(),
    };
    let returned = returned.map(|value| ("return".to_owned(), number(value)));
    let changed = case.outputs.iter().map(|(variable, output)| {
        let shown = match output {
            Output::Number(term) => number(term),
            Output::Array(value) => array(value),
        };
        (graph.variables[*variable].name.clone(), shown)
    });
    returned.into_iter().chain(changed).collect()
}

/// Whether a case is readable: no number of passes is a search, nothing keeps a recurrence.
fn is_closed(case: &SummaryCase) -> bool {
    let searches = |term: &Term| term.top_atoms().iter().any(|atom| matches!(atom, Atom::Least(_)));
    !case.loops.iter().any(|pass| searches(&pass.count) || !pass.recurrences.is_empty())
        && !matches!(case.end, End::Unsupported(_))
}

/// Values of parameters as text.
fn shown_inputs(graph: &FlowGraph, inputs: &[Input]) -> String {
    let shown = graph.parameters.iter().zip(inputs).map(|(&parameter, input)| {
        let name = &graph.variables[parameter].name;
        match input {
            Input::Number(value) => format!("{name} = {value}"),
            Input::Array(bounds, elements) => {
                let bounds: Vec<String> = bounds.iter().map(|(low, high)| format!("{low}:{high}")).collect();
                let some: Vec<String> = elements.iter().take(8).map(|value| value.to_string()).collect();
                let more = if elements.len() > some.len() { ", …" } else { "" };
                format!("{name}({}) = [{}{more}]", bounds.join(", "), some.join(", "))
            }
        }
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// Arrays of the caller whose sizes nobody states.
fn room(graph: &FlowGraph) -> impl Iterator<Item = Assumption> {
    let open = |variable: &&Variable| match &variable.ty {
        Type::Array(_, bounds) => bounds.iter().any(|bound| matches!(bound, ArrayBounds::Sequence { .. })),
        _ => false,
    };
    let parameters = graph.parameters.iter().map(|&parameter| &graph.variables[parameter]);
    parameters.filter(open).map(|variable| Assumption::Room(variable.name.clone()))
}

/// What the names of values that are read mean.
fn named_inputs(graph: &FlowGraph) -> Option<String> {
    let name = input_name(graph)?;
    Some(format!(
        "{name}1 is the first value that is read, {name}(n) the n-th; there are as many as are needed"
    ))
}

/// A number of passes that is no polynomial gets a name, so that results stay readable.
struct NamedCount {
    count: Term,
    symbol: Term,
    /// The atom that makes it long, and that atom by the name.
    atom: Atom,
    value: Term,
}

/// Letters for numbers of passes; the first that begins no name of the procedure.
const LETTERS: [&str; 4] = ["k", "p", "q", "w"];

/// The letter for numbers of passes in a procedure.
fn letter(graph: &FlowGraph) -> &'static str {
    let begins = |letter: &str| {
        graph.variables.iter().any(|variable| {
            let name = variable.name.to_lowercase();
            name.strip_prefix(letter).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
        })
    };
    LETTERS.into_iter().find(|letter| !begins(letter)).unwrap_or("passes")
}

fn named_counts(graph: &FlowGraph, case: &SummaryCase) -> Vec<NamedCount> {
    let letter = letter(graph);
    let mut found: Vec<NamedCount> = Vec::new();
    for (position, pass) in case.loops.iter().enumerate() {
        let long: Vec<Atom> = pass
            .count
            .top_atoms()
            .into_iter()
            .filter(|atom| matches!(atom, Atom::Floor(..) | Atom::Root(_) | Atom::Log(..) | Atom::Least(_)))
            .collect();
        let [atom] = &long[..] else { continue };
        let rest = pass.count.with_atom(atom, &Term::zero());
        let slope = pass.count.minus(&rest);
        let own = Term::atom(atom.clone());
        let number = if case.loops.len() > 1 { (position + 1).to_string() } else { String::new() };
        let name = format!("•{letter}{number}");
        let symbol = Term::symbol(&Symbol::integer(&name));
        let value = if slope == own { symbol.minus(&rest) } else { rest.minus(&symbol) };
        let unit = slope == own || slope == own.negated();
        if unit && !found.iter().any(|named| named.count == pass.count) {
            found.push(NamedCount { count: pass.count.clone(), symbol, atom: atom.clone(), value });
        }
    }
    found
}

fn in_counts(term: &Term, named: &[NamedCount]) -> Term {
    named.iter().fold(term.clone(), |term, named| term.with_atom_throughout(&named.atom, &named.value))
}

/// How often a loop runs, in a line; the number may have a name.
fn loop_line(place: &str, name: &str, count: &str) -> String {
    format!("  loop at {place}: {name}{count} {}\n", if count == "1" { "pass" } else { "passes" })
}

impl SummaryReport {
    /// The summary as `case … endcase`.
    pub fn text(&self) -> String {
        let mut text = format!("summary of {}\n", self.procedure);
        for case in &self.cases {
            text.push_str(&format!("case {}:\n", case.condition));
            for (place, count, name) in &case.iterations {
                let name = name.as_ref().map(|name| format!("{name} = ")).unwrap_or_default();
                text.push_str(&loop_line(place, &name, count));
            }
            if case.status != PathEnd::Returned {
                let detail = case.detail.as_deref().unwrap_or("");
                text.push_str(&format!("  {} {detail}\n", case.status));
            }
            for (name, value) in &case.outputs {
                text.push_str(&format!("  {name} = {value}\n"));
            }
            for recurrence in &case.recurrences {
                text.push_str(&format!("  kept: {recurrence}\n"));
            }
            for (expression, value) in &case.relations {
                text.push_str(&format!("  {expression} = {value}\n"));
            }
            for note in &case.notes {
                text.push_str(&format!("  note: {note}\n"));
            }
        }
        text.push_str("endcase\n");
        for assumption in &self.assumptions {
            text.push_str(&format!("assumed: {assumption}\n"));
        }
        for note in &self.notes {
            text.push_str(&format!("note: {note}\n"));
        }
        text
    }
}
