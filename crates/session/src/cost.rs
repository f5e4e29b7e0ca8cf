//! The cost of global evaluation over a code base: closure contexts of every procedure, and their quantiles.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dashu_int::UBig;
use serde::{Serialize, Serializer};
use sextant_base::Interrupt;
use sextant_engines::global::{Compiled, Evaluator, TripCounter};
use sextant_flow::{FlowGraph, PathExpressions};
use sextant_syntax::ProcId;

use crate::{Session, Syntax};

/// The cost of one procedure.
#[derive(Clone, Debug, Serialize)]
pub struct ProcedureCost {
    /// Its file.
    pub file: String,
    /// Its name.
    pub procedure: String,
    /// Blocks of its flow graph.
    pub blocks: usize,
    /// Closure contexts of the whole.
    #[serde(rename = "ncc", serialize_with = "as_text")]
    pub contexts: UBig,
    /// Closure contexts of the whole and of all loop bodies.
    #[serde(rename = "ancc", serialize_with = "as_text")]
    pub all_contexts: UBig,
}

fn as_text<S: Serializer>(number: &UBig, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

/// How much is known about the loops of a code base.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LoopCensus {
    /// Natural loops.
    pub loops: usize,
    /// Those with a trip count in closed form.
    pub counted: usize,
    /// Those with such a count at one exit, while another exit may leave earlier.
    pub bounded: usize,
    /// The others: procedure and line.
    pub uncounted: Vec<(String, String)>,
    /// Loops whose bodies are understood throughout (no calls of what is not there, no texts, …).
    pub supported: usize,
    /// Those of them in which every changed number has a closed form and every changed array is a comprehension.
    pub closed: usize,
    /// Those of them that change arrays.
    pub comprehensions: usize,
    /// Procedures that took too long.
    pub late: usize,
}

/// What `cost` looks at besides contexts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LoopDepth {
    /// Nothing.
    #[default]
    None,
    /// Trip counts.
    Trips,
    /// Trip counts and closed forms of bodies.
    Bodies,
}

/// The time for the loop bodies of one procedure.
const BODIES: Duration = Duration::from_secs(5);

/// The cost of a code base.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CostReport {
    /// Every procedure, cheap ones first.
    pub procedures: Vec<ProcedureCost>,
    /// The loops, if they were looked at.
    pub loops: Option<LoopCensus>,
    /// Files that could not be read, with the reason.
    pub skipped: Vec<(String, String)>,
}

/// Files with one of the known endings below a folder, sorted.
fn files_below(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            for entry in std::fs::read_dir(&path)? {
                let entry = entry?;
                if !entry.file_type()?.is_symlink() {
                    open.push(entry.path());
                }
            }
        } else if crate::syntax_of(&path).is_some() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The files in which the modules of a code base stand.
struct Modules(BTreeMap<String, PathBuf>);

impl Modules {
    fn of(files: &[PathBuf]) -> Modules {
        let mut found = BTreeMap::new();
        for file in files.iter().filter(|file| crate::syntax_of(file) == Some(Syntax::Fortran)) {
            for name in names_behind(file, "module") {
                found.entry(name).or_insert_with(|| file.clone());
            }
        }
        Modules(found)
    }

    /// A file with those of the modules that it uses, and that these use.
    fn with(&self, file: &Path) -> Vec<PathBuf> {
        let mut all = vec![file.to_path_buf()];
        let mut at = 0;
        while at < all.len() {
            let used = names_behind(&all[at], "use");
            let more: Vec<PathBuf> = used.iter().filter_map(|name| self.0.get(name).cloned()).collect();
            for file in more {
                if !all.contains(&file) {
                    all.push(file);
                }
            }
            at += 1;
        }
        all
    }
}

/// The names that stand behind a word at the beginning of a line.
fn names_behind(file: &Path, word: &str) -> Vec<String> {
    let text = std::fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).to_lowercase();
    let behind = |line: &str| {
        let rest = line.trim_start().strip_prefix(word)?.strip_prefix([' ', '\t'])?.trim_start();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        (end > 0).then(|| rest[..end].to_owned())
    };
    text.lines().filter_map(behind).collect()
}

impl LoopCensus {
    fn add(&mut self, file: &str, session: &Session, counter: &mut TripCounter, depth: LoopDepth) {
        let program = session.program();
        for (id, graph) in own_procedures(session, file) {
            let trips = counter.of(program, id);
            self.loops += trips.counts.len();
            for (loop_, count) in trips.forest.loops.iter().zip(&trips.counts) {
                match count {
                    Some(trip) if trip.exact => self.counted += 1,
                    Some(_) => self.bounded += 1,
                    None => {
                        self.uncounted.push((graph.name.clone(), session.block_place(graph, loop_.header)));
                    }
                }
            }
            if depth != LoopDepth::Bodies || trips.counts.is_empty() {
                continue;
            }
            let interrupt = Interrupt::new().with_timeout(BODIES);
            let policy = crate::Options::default().policy(program.language);
            let compiled = Compiled::new(program, id, policy);
            let mut evaluator = Evaluator::new(program, &compiled, &interrupt);
            for form in evaluator.loop_forms() {
                self.supported += usize::from(form.supported);
                let closed = form.numbers && form.arrays != Some(false);
                self.closed += usize::from(closed);
                self.comprehensions += usize::from(closed && form.arrays == Some(true));
            }
            self.late += usize::from(interrupt.expired());
        }
    }
}

/// The procedures of a program that stand in a file.
fn own_procedures<'s>(
    session: &'s Session,
    file: &str,
) -> impl Iterator<Item = (ProcId, &'s FlowGraph)> + use<'s> {
    let file = file.to_owned();
    let procedures = session.program().procedures.iter_enumerated();
    procedures.filter(move |(_, graph)| session.sources.name(graph.span.source) == file)
}

impl CostReport {
    /// The cost of every procedure of the programs below a folder.
    pub fn of(folder: &Path, depth: LoopDepth) -> Result<CostReport, String> {
        let files = files_below(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut report = CostReport::default();
        let policy = crate::Options::default().policy(sextant_syntax::Language::Fortran);
        let mut counter = TripCounter::new(policy, &Interrupt::new());
        let modules = Modules::of(&files);
        for file in files {
            let name = file.display().to_string();
            // The modules come with a file only if it is nothing without them.
            let loaded = Session::load(std::slice::from_ref(&file), None).or_else(|error| {
                let all = modules.with(&file);
                if all.len() > 1 { Session::load(&all, None) } else { Err(error) }
            });
            match loaded {
                Ok(session) => {
                    report.add(&name, &session);
                    if depth != LoopDepth::None {
                        report.loops.get_or_insert_default().add(&name, &session, &mut counter, depth);
                    }
                }
                Err(error) => report.skipped.push((name, error.to_string())),
            }
        }
        if report.procedures.is_empty() {
            let reason = match report.skipped.first() {
                Some((_, reason)) => format!("none of its files can be read: {reason}"),
                None => "it has no programs".to_owned(),
            };
            return Err(format!("{}: {reason}", folder.display()));
        }
        report.procedures.sort_by(|a, b| {
            (&a.all_contexts, &a.file, &a.procedure).cmp(&(&b.all_contexts, &b.file, &b.procedure))
        });
        Ok(report)
    }

    fn add(&mut self, file: &str, session: &Session) {
        for graph in own_procedures(session, file).map(|(_, graph)| graph) {
            let mut paths = PathExpressions::of(graph);
            let (contexts, all_contexts) = match paths.whole(graph) {
                Some(whole) => (paths.table.closure_contexts(whole), paths.table.all_closure_contexts(whole)),
                None => (UBig::ZERO, UBig::ZERO),
            };
            self.procedures.push(ProcedureCost {
                file: file.to_owned(),
                procedure: graph.name.clone(),
                blocks: graph.blocks.len(),
                contexts,
                all_contexts,
            });
        }
    }

    /// The table as text, with some quantiles.
    pub fn text(&self) -> String {
        let mut text = format!("{:>12} {:>12} {:>7}  procedure\n", "ncc", "ancc", "blocks");
        for cost in &self.procedures {
            text.push_str(&format!(
                "{:>12} {:>12} {:>7}  {} ({})\n",
                cost.contexts.to_string(),
                cost.all_contexts.to_string(),
                cost.blocks,
                cost.procedure,
                cost.file
            ));
        }
        for percent in [50, 75, 90, 99, 100] {
            if let Some(value) = self.quantile(percent) {
                text.push_str(&format!("{percent:>3} % of the procedures have ancc <= {value}\n"));
            }
        }
        text.extend(self.loops.as_ref().map(Self::loop_text));
        for (file, reason) in &self.skipped {
            text.push_str(&format!("skipped {file}: {reason}\n"));
        }
        text
    }

    fn loop_text(census: &LoopCensus) -> String {
        let share = |part: usize| 100.0 * part as f64 / census.loops.max(1) as f64;
        let mut text = format!(
            "{} of {} loops ({:.1} %) have a trip count, {} more ({:.1} %) one that an early exit may cut short\n",
            census.counted,
            census.loops,
            share(census.counted),
            census.bounded,
            share(census.bounded)
        );
        if census.supported > 0 {
            text.push_str(&format!(
                "{} loops have bodies that are understood throughout; {} of them are in closed form, {} of these with \
                 arrays as comprehensions; {} procedures took too long\n",
                census.supported, census.closed, census.comprehensions, census.late
            ));
        }
        text
    }

    fn quantile(&self, percent: usize) -> Option<UBig> {
        let position = (self.procedures.len() * percent).div_ceil(100).max(1) - 1;
        self.procedures.get(position).map(|cost| cost.all_contexts.clone())
    }

    /// The quantile plot: the share of procedures with at most so many contexts, on a logarithmic scale.
    pub fn svg(&self) -> String {
        const WIDTH: f64 = 640.0;
        const HEIGHT: f64 = 360.0;
        const MARGIN: f64 = 48.0;
        let log = |value: &UBig| (value.to_f64().value().max(1.0)).log10();
        let largest = self.procedures.last().map_or(1.0, |cost| log(&cost.all_contexts)).max(1.0).ceil();
        let x = |share: f64| MARGIN + share * (WIDTH - 2.0 * MARGIN);
        let y = |value: f64| HEIGHT - MARGIN - value / largest * (HEIGHT - 2.0 * MARGIN);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        for tick in 0..=largest as u32 {
            let at = y(f64::from(tick));
            text.push_str(&format!(
                "<line x1=\"{}\" y1=\"{at}\" x2=\"{}\" y2=\"{at}\" stroke=\"#ddd\"/>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"end\">10<tspan dy=\"-5\" font-size=\"9\">{tick}</tspan></text>\n",
                x(0.0),
                x(1.0),
                MARGIN - 6.0,
                at + 4.0
            ));
        }
        for percent in (0..=100).step_by(25) {
            let at = x(f64::from(percent) / 100.0);
            text.push_str(&format!(
                "<text x=\"{at}\" y=\"{}\" text-anchor=\"middle\">{percent} %</text>\n",
                HEIGHT - MARGIN + 18.0
            ));
        }
        let count = self.procedures.len().max(1) as f64;
        let points: Vec<String> = self
            .procedures
            .iter()
            .enumerate()
            .map(|(at, cost)| {
                format!("{:.1},{:.1}", x((at as f64 + 1.0) / count), y(log(&cost.all_contexts)))
            })
            .collect();
        text.push_str(&format!(
            "<polyline fill=\"none\" stroke=\"#1f77b4\" stroke-width=\"2\" points=\"{}\"/>\n\
             <text x=\"{}\" y=\"24\" text-anchor=\"middle\">closure contexts (ancc) of {} procedures</text>\n</svg>\n",
            points.join(" "),
            WIDTH / 2.0,
            self.procedures.len()
        ));
        text
    }
}
