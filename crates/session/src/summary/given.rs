//! A summary at given values: closed forms are evaluated, whatever the number of passes.

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_algebra::{Array, Condition, Style, Substitution, Symbol, Term, Values};
use sextant_engines::global::{
    Summary, SummaryCase, input_name, reads_by_name, symbol_of, with_own_variables,
};
use sextant_flow::FlowGraph;
use sextant_logic::with_constants;
use sextant_report::PathEnd;
use sextant_syntax::Type;

use super::{assumed_to_fit, loop_line, results};
use crate::{Options, Session};

/// Exponents that are computed in what a user types.
const LARGEST_EXPONENT: i64 = 100_000;
/// Steps for searches and recurrences that have no closed form.
const STEPS: u64 = 100_000;
/// Digits of the longest number that is written out.
const MOST_DIGITS: usize = 4_000;

/// What a procedure does for given values.
#[derive(Clone, Debug, Default)]
pub struct GivenReport {
    /// The cases that remain: one, if the values decide it.
    pub cases: Vec<GivenCase>,
    /// Whether the summary has all cases.
    pub complete: bool,
    /// What the summary assumes.
    pub assumed: Option<String>,
}

/// One case at given values.
#[derive(Clone, Debug)]
pub struct GivenCase {
    /// What must still hold; none if the values decide it.
    pub condition: Option<String>,
    /// How it ends.
    pub status: PathEnd,
    /// The same in words.
    pub end: String,
    /// The loops: where, and the number of passes.
    pub iterations: Vec<(String, String)>,
    /// The results.
    pub outputs: Vec<(String, String)>,
}

impl Session {
    /// The summary of a procedure at given values of parameters (`n = 10^18`), results modulo a number if one is
    /// given.
    pub fn summary_given(
        &self,
        procedure: &str,
        given: &[String],
        modulo: Option<&str>,
        options: &Options,
    ) -> Result<GivenReport, String> {
        let all = self.summary_at(procedure, &[given.to_vec()], modulo, options)?;
        Ok(all.into_iter().next().unwrap_or_default())
    }

    /// The same at several points, each with its values; the procedure is summarised once.
    pub fn summary_at(
        &self,
        procedure: &str,
        points: &[Vec<String>],
        modulo: Option<&str>,
        options: &Options,
    ) -> Result<Vec<GivenReport>, String> {
        let id = self.named(procedure)?;
        let closed = self.closed_at(procedure, points, modulo, options);
        let has_gaps = closed.as_ref().map_or(true, |reports| reports.iter().any(GivenReport::has_gaps));
        if !has_gaps || modulo.is_some() {
            return closed;
        }
        let executed = points.iter().map(|given| self.straight_at(id, given, options));
        if let Some(executed) = executed.collect::<Option<_>>() {
            return Ok(executed);
        }
        let checked = |(report, given): (GivenReport, &Vec<String>)| match report.assumed {
            Some(_) => self.checked_at(id, report, given, options),
            None => report,
        };
        Ok(closed?.into_iter().zip(points).map(checked).collect())
    }

    fn closed_at(
        &self,
        procedure: &str,
        points: &[Vec<String>],
        modulo: Option<&str>,
        options: &Options,
    ) -> Result<Vec<GivenReport>, String> {
        let id = self.named(procedure)?;
        if let Some(session) = self.with_outside(id)? {
            return session.closed_at(procedure, points, modulo, options);
        }
        let program = with_constants(&self.program);
        let program = with_own_variables(&program, options.policy(self.program.language));
        let graph = &program.procedures[id];
        let read = |given: &Vec<String>| At::read(graph, given, modulo, self.program.rules.machine_numbers);
        let points: Vec<At> = points.iter().map(read).collect::<Result<_, _>>()?;
        let (summary, used) = self.summarised(&program, id, options);
        let assumed = assumed_to_fit(options, &used);
        let report = |at| GivenReport { assumed: assumed.clone(), ..self.report_given(graph, &summary, at) };
        Ok(points.iter().map(report).collect())
    }

    fn report_given(&self, graph: &FlowGraph, summary: &Summary, at: &At) -> GivenReport {
        let mut report = GivenReport { complete: summary.complete, assumed: None, cases: Vec::new() };
        for case in &summary.cases {
            let condition = match at.condition(&case.condition) {
                Condition::False => continue,
                Condition::True => None,
                left => Some(left.show(self.own_style(Style::Text))),
            };
            report.cases.push(self.given_case(graph, case, at, condition));
        }
        report
    }

    fn given_case(
        &self,
        graph: &FlowGraph,
        case: &SummaryCase,
        at: &At,
        condition: Option<String>,
    ) -> GivenCase {
        let (status, detail) = self.end_of(graph, &case.end);
        let end = match (status, detail) {
            (PathEnd::Error | PathEnd::Unsupported, Some(detail)) => format!("{status} {detail}"),
            (_, detail) => detail.unwrap_or_else(|| status.to_string()),
        };
        let array = |array: &Array| at.reads.array(&at.values.array(array)).show(Style::Text);
        let loops = case.loops.iter();
        let iterations =
            loops.map(|pass| (self.block_place(graph, pass.head), at.number(&pass.count))).collect();
        let outputs = results(graph, case, |term| at.shown(term), array);
        GivenCase { condition, status, end, iterations, outputs }
    }
}

impl GivenReport {
    /// Whether something is not in it.
    fn has_gaps(&self) -> bool {
        !self.complete
            || self.assumed.is_some()
            || self.cases.iter().any(|case| case.status == PathEnd::Unsupported)
    }

    /// As text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for case in &self.cases {
            if let Some(condition) = &case.condition {
                text.push_str(&format!("case {condition}:\n"));
            }
            for (place, count) in &case.iterations {
                text.push_str(&loop_line(place, "", count));
            }
            if case.status != PathEnd::Returned {
                text.push_str(&format!("  {}\n", case.end));
            }
            for (name, value) in &case.outputs {
                text.push_str(&format!("  {name} = {value}\n"));
            }
        }
        if self.cases.is_empty() {
            let why = if self.complete {
                "an assumption excludes these values"
            } else {
                "there are too many cases"
            };
            text.push_str(&format!("no case applies: {why}\n"));
        }
        if let Some(assumed) = &self.assumed {
            text.push_str(&format!("note: {assumed}\n"));
        }
        text
    }
}

/// Values of parameters and of what is read.
struct At {
    values: Substitution,
    numbers: Values,
    /// What calls the values that are read by their names.
    reads: Substitution,
    modulo: Option<IBig>,
}

impl At {
    /// Reads what was typed; where numbers are those of the machine, they must be of their types.
    fn read(graph: &FlowGraph, given: &[String], modulo: Option<&str>, limited: bool) -> Result<At, String> {
        let mut at = At {
            values: Substitution::default(),
            numbers: Values { steps: STEPS, ..Values::default() },
            reads: reads_by_name(graph),
            modulo: None,
        };
        for text in given.iter().flat_map(|text| text.split(',')) {
            let (name, value) =
                text.split_once('=').ok_or_else(|| format!("expected NAME=VALUE instead of {text:?}"))?;
            let name = name.trim();
            let value = number(value).ok_or_else(|| format!("{:?} is not a number", value.trim()))?;
            let symbol = parameter_named(graph, name).or_else(|| read_named(graph, name));
            let symbol = symbol.ok_or_else(|| format!("there is no parameter {name}"))?;
            if symbol.integer && !value.denominator().is_one() {
                return Err(format!("{name} is an integer, {value} is not"));
            }
            if limited
                && let Some((low, high)) = limits_of(graph, &symbol.name)
                && !(RBig::from(low.clone()) <= value && value <= RBig::from(high.clone()))
            {
                return Err(format!("{name} is of a type from {low} to {high}, {value} is not"));
            }
            at.numbers.set(&symbol.name, value.clone());
            at.values.symbols.insert(symbol, Term::rational(value));
        }
        if let Some(text) = modulo {
            let value = number(text).and_then(|value| sextant_algebra::as_integer(&value));
            let value = value.filter(|value| *value > IBig::ZERO);
            at.modulo = Some(value.ok_or_else(|| format!("{text:?} is not a positive integer"))?);
        }
        Ok(at)
    }

    fn condition(&self, condition: &Condition) -> Condition {
        match self.numbers.clone().condition(condition) {
            Ok(true) => Condition::True,
            Ok(false) => Condition::False,
            Err(_) => self.values.condition(&self.reads.condition(&self.values.condition(condition))),
        }
    }

    /// The value as a number where it can be written out, else as algebra with the given values put in.
    fn number(&self, term: &Term) -> String {
        let value =
            self.numbers.clone().term(term).or_else(|_| self.numbers.clone().term(&self.symbolic(term)));
        match value {
            Ok(value) if value.numerator().to_string().len() <= MOST_DIGITS => value.to_string(),
            _ => self.symbolic(term).show(Style::Text),
        }
    }

    /// The algebra with the given values put in: what is read has a name only when it is known how many values come before.
    fn symbolic(&self, term: &Term) -> Term {
        self.values.term(&self.reads.term(&self.values.term(term)))
    }

    fn shown(&self, term: &Term) -> String {
        let Some(modulus) = &self.modulo else { return self.number(term) };
        match self.numbers.clone().modular(term, modulus) {
            Ok(value) => format!("{value} (mod {modulus})"),
            Err(_) => self.number(term),
        }
    }
}

/// The symbol of a parameter, or of a bound of one.
fn parameter_named(graph: &FlowGraph, name: &str) -> Option<Symbol> {
    let named = |same: &dyn Fn(&str) -> bool| {
        let mut scalars = graph.parameters.iter().filter(|&&id| !graph.variables[id].ty.is_array());
        scalars.find(|&&id| same(&graph.variables[id].name)).map(|&id| symbol_of(graph, id))
    };
    named(&|known| known == name).or_else(|| named(&|known| known.eq_ignore_ascii_case(name)))
}

/// The symbol of a value that is read.
fn read_named(graph: &FlowGraph, name: &str) -> Option<Symbol> {
    let array = input_name(graph)?;
    let number = name.get(array.len()..).filter(|_| name[..array.len()].eq_ignore_ascii_case(array))?;
    let number: u64 = number.parse().ok().filter(|number| *number > 0)?;
    Some(Symbol::integer(&format!("{array}{number}")))
}

/// The least and the largest number of the type of an integer variable.
fn limits_of(graph: &FlowGraph, name: &str) -> Option<(IBig, IBig)> {
    let variable = graph.variables.iter().find(|variable| variable.name == name)?;
    match variable.ty {
        Type::Int(int) => Some(int.limits()),
        _ => None,
    }
}

/// A number as a user types it: sums and products of `10^18`, `2**32`, `1/3`, `2.5`.
pub(super) fn number(text: &str) -> Option<RBig> {
    let text = text.replace("**", "^");
    let mut rest = text.trim();
    let mut total = RBig::ZERO;
    let mut sign = RBig::ONE;
    if let Some(after) = rest.strip_prefix('-') {
        (sign, rest) = (RBig::from(-1), after);
    }
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        total += sign * product(&rest[..end])?;
        let Some(next) = rest[end..].chars().next() else { return Some(total) };
        sign = if next == '-' { RBig::from(-1) } else { RBig::ONE };
        rest = &rest[end + 1..];
    }
}

fn product(text: &str) -> Option<RBig> {
    let mut total = RBig::ONE;
    let mut rest = text;
    let mut divide = false;
    loop {
        let end = rest.find(['*', '/']).unwrap_or(rest.len());
        let value = power(&rest[..end])?;
        if divide && value.is_zero() {
            return None;
        }
        total = if divide { total / value } else { total * value };
        let Some(next) = rest[end..].chars().next() else { return Some(total) };
        divide = next == '/';
        rest = &rest[end + 1..];
    }
}

fn power(text: &str) -> Option<RBig> {
    let Some((base, exponent)) = text.split_once('^') else { return decimal(text) };
    let exponent: i64 = exponent.trim().parse().ok()?;
    let exponent = usize::try_from(exponent).ok().filter(|_| exponent <= LARGEST_EXPONENT)?;
    let base = decimal(base)?;
    Some(RBig::from_parts(base.numerator().pow(exponent), base.denominator().pow(exponent)))
}

fn decimal(text: &str) -> Option<RBig> {
    let text = text.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) || digits.len() > 10_000 {
        return None;
    }
    let value: IBig = digits.parse().ok()?;
    Some(RBig::from(value) / RBig::from(IBig::from(10).pow(fraction.len())))
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_as_typed() {
        let shown = |text: &str| number(text).map(|value| value.to_string());
        assert_eq!(shown("10^18").as_deref(), Some("1000000000000000000"));
        assert_eq!(shown("2**32 - 1").as_deref(), Some("4294967295"));
        assert_eq!(shown("-2.50").as_deref(), Some("-5/2"));
        assert_eq!(shown("3*10^2/7+1").as_deref(), Some("307/7"));
        for wrong in ["", "x", "1/0", "2^-1", "--3", "1.2.3", "9^999999999"] {
            assert_eq!(shown(wrong), None, "{wrong}");
        }
    }
}
