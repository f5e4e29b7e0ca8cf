//! Two procedures on the same inputs, also of different languages, or a procedure and a table of cases.

mod closed;
mod outside;
mod parameters;
mod proof;
mod results;
mod run;
mod trials;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use sextant_engines::compare::{Difference, Exception, Given, PathResult, Verdict, judge};
use sextant_engines::forward::{Bench, Leaf, Observer, Outcome, explore};
use sextant_expr::{Op, Scalar, Sort, Table, TermId};
use sextant_flow::FlowProgram;
use sextant_report::{Assumption, CompareReport, Equality, Exception as Except};
use sextant_solver::{Model, Solver};
use sextant_state::{Code, Ending, Entry, EntryArgument, State, compile};
use sextant_syntax::{ProcId, Type};

use self::closed::{Agreement, closed_forms_agree};
use self::proof::{Proved, prove_equal};
use self::results::Leads;
use self::run::{Ran, both_ran};
use self::trials::tried;
use crate::passes::{Refused, refused};
use crate::prove::{actual_of, symbolic_entry, symbols_of};
use crate::{Options, Session};

/// Paths of each procedure that are compared.
const MOST_PATHS: u64 = 400;
/// The time for one question to the solver about functions of C.
const QUESTION: std::time::Duration = std::time::Duration::from_secs(4);

impl Session {
    /// Compares a procedure with one of another program on all inputs.
    pub fn compare(
        &self,
        procedure: &str,
        other: &Session,
        other_procedure: &str,
        options: &Options,
    ) -> Result<CompareReport, Refused> {
        let mut report = self.compared(procedure, other, other_procedure, options)?;
        if report.verdict.is_equal() {
            let mut assumed: BTreeSet<Assumption> = report.assumptions.drain(..).collect();
            for (session, name) in [(self, procedure), (other, other_procedure)] {
                let id = session.named(name).map_err(refused)?;
                assumed.extend(session.assumed_of(id, options.policy(session.program.language)));
            }
            report.assumptions = assumed.into_iter().collect();
        }
        Ok(report)
    }

    fn compared(
        &self,
        procedure: &str,
        other: &Session,
        other_procedure: &str,
        options: &Options,
    ) -> Result<CompareReport, Refused> {
        let left = self.named(procedure).map_err(refused)?;
        let right = other.named(other_procedure).map_err(refused)?;
        // One deadline for all that is done.
        let interrupt = options.timeout.map(|timeout| options.interrupt.with_timeout(timeout));
        let interrupt = interrupt.unwrap_or_else(|| options.interrupt.clone());
        let options = &Options { interrupt, ..options.clone() };
        if let Some(report) =
            self.compare_with_outside((procedure, left), other, (other_procedure, right), options)?
        {
            return Ok(report);
        }
        check_signatures(self, left, other, right).map_err(refused)?;
        let unlike = match parameters::unlike(self, left, other, right, options) {
            Ok(unlike) => unlike,
            Err(reason) => {
                let mut report = empty_report(self, left, other, right);
                (report.verdict, report.how) = (Equality::Undecided, reason);
                return Ok(report);
            }
        };
        let programs = [(self, left), (other, right)]
            .map(|(session, id)| (session, sextant_flow::under_contract(&session.specified, id), id));
        let entry = symbolic_entry(&programs[0].1, left, options.policy(self.program.language));
        let mut report = empty_report(self, left, other, right);
        let sides = programs.each_ref().map(|(session, program, id)| {
            let code = compile(program, options.policy(program.language));
            Side { session, program, id: *id, code }
        });
        let types = parameters::common_types(&sides, options);
        let slight = match tried(&sides, &entry, &types, options) {
            Some(found) if !found.is_slight() => {
                self.say_different(left, &mut report, found);
                return Ok(report);
            }
            slight => slight,
        };
        let both = Both { sides: &sides, entry: &entry, types: &types, unlike: &unlike };
        self.compare_paths(&both, options, &mut report);
        if let Some(found) = slight.filter(|_| report.verdict != Equality::Different) {
            self.say_different(left, &mut report, found);
        }
        Ok(report)
    }

    /// Compares the paths of both, and looks for a proof where they are too many.
    fn compare_paths(&self, both: &Both<'_>, options: &Options, report: &mut CompareReport) {
        let &Both { sides, entry, types, unlike } = both;
        let shared = Mutex::new(Table::new());
        let leads = Leads::default();
        let mut bounded = Vec::new();
        // Where there are too many paths, half of the time is left for a proof.
        let interrupt = options.timeout.map(|timeout| options.interrupt.with_timeout(timeout / 2));
        let interrupt = interrupt.unwrap_or_else(|| options.interrupt.clone());
        let exploring = Options { interrupt, timeout: None, ..options.clone() };
        let paths = sides.each_ref().map(|side| {
            let entry = Entry { procedure: side.id, ..entry.clone() };
            let (paths, reasons) = collect(side, &entry, (&shared, &leads), &exploring);
            bounded.extend(reasons);
            paths
        });
        // Closed forms say at once what comparing paths cannot.
        if !bounded.is_empty()
            && let Ok(agreement) = closed_forms_agree(sides, types, options)
        {
            (report.verdict, report.how) = said_of(agreement);
            return say_types(unlike, report);
        }
        let mut table = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        let ranges = parameters::ranges(&mut table, sides, entry, types, unlike.is_empty());
        let paths = paths.map(|mut paths: Vec<PathResult>| {
            paths.iter_mut().for_each(|path| path.condition.extend(&ranges));
            paths
        });
        let config = options.config();
        let mut solver = Solver::new(config.solver.clone());
        let finite = finite(&mut table, entry);
        let mut last = None;
        let mut confirm = |table: &mut Table, difference: &Difference| {
            let found = shown(both, table, difference, options);
            let is_confirmed = found.is_confirmed();
            last = Some(found);
            is_confirmed
        };
        let both_paths = [paths[0].as_slice(), paths[1].as_slice()];
        let verdict = judge(&mut table, &mut solver, both_paths, &finite, &config.interrupt, &mut confirm);
        let exception = match verdict {
            Verdict::Different(_) => {
                if let Some(found) = last {
                    self.say_different(sides[0].id, report, found);
                }
                return;
            }
            Verdict::Undecided(reason) => {
                report.verdict = Equality::Undecided;
                report.how = format!("whether they differ is not known: {reason}");
                return;
            }
            Verdict::SameBut(exception, difference) => {
                Some((exception, last.filter(|_| difference.is_some())))
            }
            Verdict::Same => None,
        };
        if paths.iter().any(|paths| !paths.is_empty() && paths.iter().all(|path| path.overflows)) {
            report.verdict = Equality::Undecided;
            report.how = "one of them overflows on all inputs".to_owned();
            return;
        }
        let (verdict, how) = if bounded.is_empty() {
            let [left, right] = paths.each_ref().map(Vec::len);
            (Equality::Equal, format!("{left} and {right} paths compared, all inputs covered"))
        } else {
            self.beyond_the_bound(sides, bounded, options)
        };
        report.verdict = verdict;
        report.how = how;
        if let Some((exception, found)) = exception {
            self.say_exception(sides[0].id, report, exception, found);
        }
        say_types(unlike, report);
    }

    /// What is known of the paths behind the bound.
    fn beyond_the_bound(
        &self,
        sides: &[Side<'_>; 2],
        mut bounded: Vec<String>,
        options: &Options,
    ) -> (Equality, String) {
        bounded.sort();
        bounded.dedup();
        // Whether both overflow on the same inputs is not part of such a proof.
        let are_granted = sides.iter().any(|side| side.session.granted.is_some());
        let fitting = if are_granted { ", for results that fit their types" } else { "" };
        match prove_equal(sides, options) {
            Ok(Proved { without_rounding, ends }) => {
                let exact = if without_rounding { ", in exact arithmetic" } else { "" };
                let open = if ends { "" } else { "; that they end is not shown" };
                let verdict = match (ends, without_rounding) {
                    (false, _) => Equality::EqualWhereBothEnd,
                    (true, true) => Equality::EqualBut(Except::Rounding),
                    (true, false) if are_granted => Equality::EqualBut(Except::Overflow),
                    (true, false) => Equality::Equal,
                };
                (verdict, format!("proved with invariants over both{exact}{fitting}{open}"))
            }
            Err(reason) => {
                (Equality::EqualUpToABound, format!("{}; no proof beyond: {reason}", bounded.join("; ")))
            }
        }
    }

    fn say_different(&self, id: ProcId, report: &mut CompareReport, found: Found) {
        (report.verdict, report.how) = if found.is_slight() {
            (
                Equality::DifferentByRounding,
                "an input on which they differ, as little as rounding makes them".to_owned(),
            )
        } else {
            (Equality::Different, "an input on which they differ".to_owned())
        };
        self.say_found(id, report, found);
    }

    fn say_exception(
        &self,
        id: ProcId,
        report: &mut CompareReport,
        exception: Exception,
        found: Option<Found>,
    ) {
        let (but, how) = match exception {
            Exception::Overflow => (Except::Overflow, "on some inputs only one of them overflows"),
            Exception::NotFinite => {
                (Except::NotFinite, "infinite inputs and those that are no numbers are left out")
            }
        };
        if report.verdict == Equality::Equal {
            report.verdict = Equality::EqualBut(but);
        }
        report.how = format!("{}; {how}", report.how);
        if let Some(found) = found {
            self.say_found(id, report, found);
        }
    }

    fn say_found(&self, id: ProcId, report: &mut CompareReport, found: Found) {
        if let Some([left, right]) = &found.results {
            report.replayed = Some(left.differs_from(right, &found.inputs).is_some());
        }
        report.inputs =
            found.inputs.into_iter().map(|(name, value)| (self.input_name(id, &name), value)).collect();
        report.what = Some(found.what);
        if let Some([left, right]) = found.results {
            report.results = Some((left.text, right.text));
        }
    }
}

/// One of two procedures that are compared.
struct Side<'s> {
    session: &'s Session,
    program: &'s FlowProgram,
    id: ProcId,
    code: Code,
}

/// Two procedures with the entry of both.
struct Both<'s> {
    sides: &'s [Side<'s>; 2],
    entry: &'s Entry,
    /// The types that the parameters of both have in common.
    types: &'s [Type],
    /// Parameters that can hold more in one of the two than in the other one.
    unlike: &'s [String],
}

/// A verdict that rests on closed forms.
fn said_of(agreement: Agreement) -> (Equality, String) {
    let how = "proved: the closed forms of both agree".to_owned();
    let fitting = format!("{how}, for results that fit their types");
    match agreement {
        Agreement::Everywhere => (Equality::Equal, how),
        Agreement::WithoutLimits => (Equality::Equal, fitting),
        Agreement::WhereResultsFit => (Equality::EqualBut(Except::Overflow), fitting),
    }
}

/// Says that only values were compared which the parameters of both can hold.
fn say_types(unlike: &[String], report: &mut CompareReport) {
    if unlike.is_empty() {
        return;
    }
    if report.verdict == Equality::Equal {
        report.verdict = Equality::EqualBut(Except::Types);
    }
    report.how = report.how.replace("all inputs covered", "all common inputs covered");
    let names = unlike.join(", ");
    report.how.push_str(&format!("; compared on the values that the parameters of both can hold ({names})"));
}

/// A difference with what executing both on its input gives.
fn shown(both: &Both<'_>, table: &mut Table, difference: &Difference, options: &Options) -> Found {
    let inputs = inputs(table, both.entry, &difference.model);
    let actual = actual_of(both.entry, table, &difference.model);
    let results = actual.and_then(|actual| both_ran(both.sides, &actual, options));
    Found { inputs, what: difference.what.clone(), results }
}

/// An input on which two procedures differ.
struct Found {
    inputs: Vec<(String, String)>,
    what: String,
    /// What executing both on it gave.
    results: Option<[Ran; 2]>,
}

impl Found {
    /// Whether executing both shows a difference.
    fn is_confirmed(&self) -> bool {
        self.results.as_ref().is_some_and(|[left, right]| left.differs_from(right, &self.inputs).is_some())
    }

    /// Whether rounding alone may be the cause.
    fn is_slight(&self) -> bool {
        let differing =
            self.results.as_ref().and_then(|[left, right]| left.differs_from(right, &self.inputs));
        differing.is_some_and(|differing| differing.slight)
    }
}

/// That the floats among the inputs are finite.
fn finite(table: &mut Table, entry: &Entry) -> Vec<TermId> {
    let mut conditions = Vec::new();
    for argument in &entry.arguments {
        let EntryArgument::Scalar { value, .. } = argument else { continue };
        let Some(term) = value.load(table).to_term(table) else { continue };
        if !matches!(table.sort(term), Sort::Scalar(Scalar::Float(_))) {
            continue;
        }
        // What is infinite or no number is no number when it is taken from itself.
        let difference = table.apply(Op::FloatSub, &[term, term]);
        let no_number = table.apply(Op::FloatIsNan, &[difference]);
        conditions.push(table.not(no_number));
    }
    conditions
}

/// The kind of the values of a variable: their sort, where they have one.
fn kind(variable: &sextant_syntax::Variable) -> Option<sextant_expr::Scalar> {
    sextant_logic::sort_of(&variable.ty, variable.span).ok().map(sextant_expr::Sort::element)
}

/// A report that says nothing yet.
fn empty_report(a: &Session, left: ProcId, b: &Session, right: ProcId) -> CompareReport {
    CompareReport {
        left: a.specified.procedures[left].name.clone(),
        right: b.specified.procedures[right].name.clone(),
        verdict: Equality::Equal,
        how: String::new(),
        assumptions: Vec::new(),
        inputs: Vec::new(),
        what: None,
        results: None,
        replayed: None,
    }
}

fn same_number(a: &Session, left: ProcId, b: &Session, right: ProcId) -> Result<(), String> {
    let (a, b) = (&a.specified.procedures[left], &b.specified.procedures[right]);
    let (own, others) = (a.parameters.len(), b.parameters.len());
    if own != others {
        return Err(format!("{} has {own} parameters, {} has {others}", a.name, b.name));
    }
    Ok(())
}

fn check_signatures(a: &Session, left: ProcId, b: &Session, right: ProcId) -> Result<(), String> {
    same_number(a, left, b, right)?;
    let (a, b) = (&a.specified.procedures[left], &b.specified.procedures[right]);
    for (&left, &right) in a.parameters.iter().zip(&b.parameters) {
        let (left, right) = (&a.variables[left], &b.variables[right]);
        let kinds = [left, right].map(|variable| {
            kind(variable).ok_or_else(|| {
                format!("unsupported: the parameter {}, which is no number and no truth value", variable.name)
            })
        });
        let [Ok(own), Ok(other)] = kinds else {
            let [own, other] = kinds;
            return own.and(other).map(|_| ());
        };
        if left.ty.rank() != right.ty.rank() || own != other {
            return Err(format!("the parameters {} and {} are of different kinds", left.name, right.name));
        }
    }
    Ok(())
}

/// The paths of one side in the common table, and why some may be missing.
fn collect(
    side: &Side<'_>,
    entry: &Entry,
    (shared, leads): (&Mutex<Table>, &Leads),
    options: &Options,
) -> (Vec<PathResult>, Vec<String>) {
    // A third of the time for each side, the rest for comparing them.
    let share = Options { timeout: options.timeout.map(|timeout| timeout / 3), ..options.clone() };
    let mut config = share.config();
    config.threads = 1;
    config.limits.paths = MOST_PATHS;
    config.limits.statements = config.limits.statements.min(400);
    let exploration = explore(&side.code, entry, &config, || Collector { shared, leads, side });
    let (_, reasons) = crate::describe::verdict(&exploration.shortfalls);
    // The bounds are set here, not by an option.
    let reasons = reasons.iter().map(|reason| reason.split(" (--").next().unwrap_or_default().to_owned());
    let reasons = reasons.collect();
    (exploration.records.into_iter().map(|(_, path)| path).collect(), reasons)
}

struct Collector<'s> {
    shared: &'s Mutex<Table>,
    leads: &'s Leads,
    side: &'s Side<'s>,
}

impl Observer for Collector<'_> {
    type Record = PathResult;

    fn leaf(&mut self, bench: &mut Bench<'_>, leaf: Leaf<'_>) -> Option<PathResult> {
        let ending = ending(&leaf.outcome)?;
        let overflows = overflows(&leaf.outcome);
        let state = leaf.state;
        let mut results: Vec<(String, Given)> = Vec::new();
        if let Outcome::Ended(end @ (Ending::Returned | Ending::Stopped)) = &leaf.outcome {
            results = results::returned(&mut bench.table, self.side, state, end, self.leads);
            for (name, object) in bench.variables.clone() {
                let value = self.final_value(bench, state, &name, object);
                results.push((name, value));
            }
        }
        let mut written = results::written(&mut bench.table, state);
        let mut condition: Vec<TermId> = state.premises().collect();
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let mut memo = FxHashMap::default();
        let mut import = |term: &mut TermId| *term = shared.import(&bench.table, *term, &mut memo);
        condition.iter_mut().for_each(&mut import);
        for given in results.iter_mut().map(|(_, given)| given).chain(&mut written) {
            if let Given::Value(Some(term)) = given {
                import(term);
            }
        }
        Some(PathResult { condition, ending, overflows, results, written })
    }
}

/// How a path ends; none for paths that did not come to an end or are excluded.
fn ending(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Ended(Ending::Returned) => Some("returned".to_owned()),
        Outcome::Ended(Ending::Stopped) => Some("stopped".to_owned()),
        // Languages have different names for it.
        Outcome::Ended(Ending::Error { kind, .. }) if kind.is_overflow() => {
            Some("error: overflow".to_owned())
        }
        Outcome::Ended(Ending::Error { kind, .. }) => Some(format!("error: {kind}")),
        _ => None,
    }
}

fn overflows(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Ended(Ending::Error { kind, .. }) if kind.is_overflow())
}

impl Collector<'_> {
    /// The value of a variable of the caller at the end.
    fn final_value(
        &self,
        bench: &mut Bench<'_>,
        state: &State,
        name: &str,
        object: sextant_state::ObjectId,
    ) -> Given {
        let table = &mut bench.table;
        let Some(value) = state.scalar(table, object) else {
            return match state.array(object) {
                Some(array) => Given::Value(Some(array.as_term(table).0)),
                None => Given::Unclear,
            };
        };
        let value = value.to_term(table);
        let graph = &self.side.program.procedures[self.side.id];
        let parameter = graph.parameters.iter().find(|&&id| graph.variables[id].name == name);
        match parameter.map(|&id| &graph.variables[id].ty) {
            Some(ty @ Type::Pointer(_)) => results::led(table, self.side, state, value, ty, self.leads),
            _ => Given::Value(value),
        }
    }
}

fn inputs(table: &Table, entry: &Entry, model: &Model) -> Vec<(String, String)> {
    let mut shown = Vec::new();
    for name in symbols_of(entry) {
        let Some(symbol) = table.symbol_named(&name) else { continue };
        match table.evaluate(symbol, model) {
            sextant_expr::Value::Array(array) => {
                for (index, value) in array.entries.iter().take(12) {
                    shown.push((format!("{name}({index})"), value.to_string()));
                }
                shown.push((format!("{name}(other)"), array.default.to_string()));
            }
            value => shown.push((name, value.to_string())),
        }
    }
    shown
}
