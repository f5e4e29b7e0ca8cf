//! Dynamic symbolic evaluation: a call run on data, with actual and symbolic values side by side.

mod computation;
pub(crate) mod data;
mod outputs;
mod profile;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use sextant_base::{Diagnostic, Diagnostics, Sources, Span};
use sextant_engines::dynamic::{Config, Data, End, Profile, Run, Woven, missing_symbols, trace};
use sextant_engines::forward::Outcome;
use sextant_expr::{Origin, Sort, Stream, Table};
use sextant_report::PathEnd;
use sextant_report::{OnThisRun, TraceReport, TraceRun};
use sextant_state::{Entry, EntryValue, read_name};

use crate::describe::status;
use crate::way::show_way;
use crate::{Call, Options, Session, SubscriptTreatment};

/// A problem with what the user typed, with its text.
type Refusal = Box<(Diagnostics, Sources)>;

impl Session {
    /// Runs a call once on each of some data, as in `X = 3, A = (1, 2, 3)`; without data, once.
    pub fn trace(&self, call: &Call, data: &[String], options: &Options) -> Result<TraceReport, Refusal> {
        let settle = options.subscripts == SubscriptTreatment::Cases;
        let woven = Woven::new(&self.program, options.policy(self.program.language), settle);
        let none = [String::new()];
        let texts = if data.is_empty() { &none } else { data };
        let (entry, all) = self.read_data(&woven, call, texts)?;
        let config = options.trace_config();
        let mut report = TraceReport { call: call.text.clone(), ..TraceReport::default() };
        let mut total = Profile::new(&self.program, &woven.shapes);
        let profiler = profile::Profiler::new(self, &woven, entry.procedure);
        for data in all {
            let mut run = trace(&woven, &entry, data.clone(), &config);
            total.add(&run.profile);
            report.runs.push(TraceRun {
                data: data::shown(&run.table, &data),
                profile: profiler.profile(&run.profile),
                ..self.describe_run(&woven, &entry, &mut run, options)
            });
            if run.end == End::Interrupted {
                break;
            }
        }
        report.total = profiler.profile(&total);
        Ok(report)
    }

    /// The data of a call as a person writes them, and the call with symbols in place of a given input stream.
    fn read_data(&self, woven: &Woven, call: &Call, texts: &[String]) -> Result<(Entry, Vec<Data>), Refusal> {
        let begun = |first: bool| self.read_data_as(woven, Entry { first, ..call.entry.clone() }, texts);
        // Data may also say what earlier calls have left; otherwise there were none.
        begun(true).or_else(|(_, first)| {
            begun(false).map_err(|(incomplete, second)| if incomplete { second } else { first })
        })
    }

    /// A refusal comes with the mark whether all that is wrong is that values are missing.
    fn read_data_as(
        &self,
        woven: &Woven,
        mut entry: Entry,
        texts: &[String],
    ) -> Result<(Entry, Vec<Data>), (bool, Refusal)> {
        let stream = symbolic_stream(&mut entry);
        let reader = data::Reader::new(woven, &entry, self.reads_input());
        let mut all = Vec::new();
        for text in texts {
            let mut data = reader.read(self, text).map_err(|refusal| (false, refusal))?;
            for (name, value) in &stream.scalars {
                data.scalars.entry(name.clone()).or_insert_with(|| value.clone());
            }
            complete(woven, &entry, &data, text).map_err(|refusal| (true, refusal))?;
            all.push(data);
        }
        Ok((entry, all))
    }

    /// A call with its data, for somebody who walks it.
    pub fn with_data(&self, mut call: Call, text: &str, options: &Options) -> Result<(Call, Data), Refusal> {
        let woven = Woven::new(&self.program, options.policy(self.program.language), false);
        let (entry, mut all) = self.read_data(&woven, &call, &[text.to_owned()])?;
        call.entry = entry;
        Ok((call, all.pop().unwrap_or_default()))
    }

    fn describe_run(&self, woven: &Woven, entry: &Entry, run: &mut Run, options: &Options) -> TraceRun {
        let (status, detail) = self.end(&run.end);
        let outputs = outputs::outputs(&woven.code, entry, run);
        let (evolved, evolved_more) = outputs::evolved_condition(run);
        TraceRun {
            status,
            detail,
            statements: run.statements,
            path: show_way(&self.program, &run.path),
            condition: outputs::condition(run),
            evolved,
            evolved_more,
            computation: computation::computation(run, &outputs::single_values(&outputs)),
            outputs: outputs::show(run, &outputs, options.evolved),
            written: outputs::written_lines(run, options.evolved),
            written_more: run.written_more,
            proofs: self.proofs(run),
            notes: self.rounding_notes(run),
            ..TraceRun::default()
        }
    }

    fn end(&self, end: &End) -> (PathEnd, Option<String>) {
        match end {
            End::Ended(ending) => status(&self.sources, &Outcome::Ended(ending.clone())),
            End::Missing { what, span } => {
                let place = self.sources.place(*span);
                (PathEnd::Missing, Some(format!("{what} is needed at {place}, and the data do not give it")))
            }
            End::Interrupted => (PathEnd::Interrupted, None),
            End::Timeout => (PathEnd::Bounded, Some("time ran out (--timeout)".into())),
        }
    }

    /// PROVE is settled by the data: it speaks of this run, not of all that take the same path.
    fn proofs(&self, run: &Run) -> Vec<(String, OnThisRun)> {
        let proofs = run.state.proofs();
        proofs.map(|proof| (self.sources.place(proof.span), OnThisRun::of(proof.holds))).collect()
    }

    fn rounding_notes(&self, run: &mut Run) -> Vec<String> {
        let mut places: BTreeSet<Span> = BTreeSet::new();
        for division in run.state.roundings() {
            if run.actual.holds(&run.table, division.differs) == Ok(true) {
                places.insert(division.span);
            }
        }
        let note = |span: Span| {
            let (place, text) = (self.sources.place(span), self.sources.snippet(span));
            format!("{place}: {text} was rounded down; compilers round towards zero (--division truncate)")
        };
        places.into_iter().map(note).collect()
    }
}

impl Options {
    fn trace_config(&self) -> Config {
        Config {
            statements: self.limits.statements,
            call_depth: self.limits.call_depth,
            interrupt: self.deadline(),
            ..Config::default()
        }
    }
}

/// Makes symbols of the constants in the input stream; returns their values.
fn symbolic_stream(entry: &mut Entry) -> Data {
    let mut data = Data::default();
    let names: Vec<String> = (1..=entry.input.len() as u64).map(|number| entry.read_name(number)).collect();
    for (number, (value, name)) in (1..).zip(entry.input.iter_mut().zip(names)) {
        if let EntryValue::Int(given) = value {
            data.scalars.insert(name, sextant_expr::Value::Int(given.clone()));
            let mut table = Table::new();
            let origin = Origin::Read(Stream::Values, number);
            let symbol = table.input(origin, Sort::INT, || read_name(number));
            *value = EntryValue::Term((table, symbol).into());
        }
    }
    data
}

/// Whether the data give every symbol a value. Parts of arrays and structures may be missing: the run says so where it
/// needs them.
fn complete(woven: &Woven, entry: &Entry, data: &Data, text: &str) -> Result<(), Refusal> {
    let mut missing = missing_symbols(woven, entry, data);
    missing.retain(|name| !name.contains("->") && !name.contains(['[', '.']));
    if missing.is_empty() {
        return Ok(());
    }
    let mut sources = Sources::new();
    let id = sources.add("data", text);
    let message = format!("the data give no value to {}", missing.join(", "));
    let mut errors = Diagnostics::new();
    errors.push(Diagnostic::error(Span::new(id, 0, text.len()), message));
    Err(Box::new((errors, sources)))
}
