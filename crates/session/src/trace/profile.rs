//! Counts with their places in the source.

use std::collections::{BTreeMap, BTreeSet};

use sextant_base::{Id, Span};
use sextant_engines::dynamic::{Extent, ProcedureProfile, Profile, Woven};
use sextant_flow::{Action, Block, Condition, Edge, FlowGraph, Terminator, any_in, complement, show_expr};
use sextant_report::{
    TraceBranch, TraceCoverage, TraceLine, TraceListing, TraceLoop, TraceProfile, TraceSide, TraceVariable,
};
use sextant_syntax::{Expr, ExprKind, ProcId};

use crate::Session;

/// Turns counts into reports, for the procedures that a call can reach.
pub(super) struct Profiler<'s> {
    session: &'s Session,
    woven: &'s Woven,
    procedures: Vec<ProcId>,
}

impl<'s> Profiler<'s> {
    pub(super) fn new(session: &'s Session, woven: &'s Woven, called: ProcId) -> Self {
        let mut procedures = BTreeSet::from([called]);
        let mut waiting = vec![called];
        while let Some(procedure) = waiting.pop() {
            for action in actions(&session.program.procedures[procedure]) {
                if let Action::Call { procedure, .. } = action
                    && procedures.insert(*procedure)
                {
                    waiting.push(*procedure);
                }
            }
        }
        Self { session, woven, procedures: procedures.into_iter().collect() }
    }

    pub(super) fn profile(&self, profile: &Profile) -> TraceProfile {
        let mut report = TraceProfile { listings: self.listings(profile), ..TraceProfile::default() };
        for &procedure in &self.procedures {
            let counts = &profile.procedures[procedure];
            self.branches(procedure, counts, &mut report.branches);
            self.loops(procedure, counts, &mut report.loops);
            self.variables(procedure, counts, &mut report.variables);
        }
        for (external, extent) in self.session.program.externals.iter().zip(profile.externals.iter()) {
            report.variables.extend(extent.as_ref().map(|extent| variable(external.name.clone(), extent)));
        }
        report.coverage = self.coverage(profile);
        let sides = report.branches.iter().flat_map(|branch| &branch.sides);
        report.coverage.all_branches = sides.clone().count();
        report.coverage.branches = sides.filter(|side| side.count > 0).count();
        report
    }

    /// The lines of the procedures with the counts of the statements that begin on them.
    fn listings(&self, profile: &Profile) -> Vec<TraceListing> {
        let sources = &self.session.sources;
        let mut counted: BTreeMap<_, BTreeMap<u32, Vec<u64>>> = BTreeMap::new();
        for &procedure in &self.procedures {
            let graph = self.graph(procedure);
            let lines = counted.entry(graph.span.source).or_default();
            let first = self.line(graph.span);
            let last = graph.statements.iter().map(|statement| self.line(statement.span)).max();
            for line in first..=last.unwrap_or(first) {
                lines.entry(line).or_default();
            }
            for number in statements(graph) {
                let line = self.line(graph.statements[number].span);
                let count = profile.procedures[procedure].statements[number];
                lines.entry(line).or_default().push(count);
            }
        }
        let text = |source, line| sources.line_span(source, line).map_or("", |span| sources.snippet(span));
        let listing = |(source, lines): (_, BTreeMap<u32, Vec<u64>>)| TraceListing {
            source: sources.name(source).to_owned(),
            lines: lines
                .into_iter()
                .map(|(line, counts)| TraceLine {
                    line,
                    text: text(source, line).trim_end().to_owned(),
                    counts,
                })
                .collect(),
        };
        counted.into_iter().map(listing).collect()
    }

    fn branches(&self, procedure: ProcId, counts: &ProcedureProfile, found: &mut Vec<TraceBranch>) {
        let graph = self.graph(procedure);
        for (block, taken) in graph.blocks.iter().zip(counts.edges.iter()) {
            let (Terminator::Edges(edges), true) = (&block.terminator, taken.len() > 1) else { continue };
            let sides = edges
                .iter()
                .zip(taken)
                .enumerate()
                .map(|(at, (_, &count))| TraceSide { condition: self.side(graph, edges, at), count });
            found.push(TraceBranch {
                place: self.place(procedure, place(graph, block)),
                sides: sides.collect(),
            });
        }
    }

    /// When an edge is taken, given that those before it are not; T and F where there are two.
    fn side(&self, graph: &FlowGraph, edges: &[Edge], at: usize) -> String {
        // A condition that names a temporary of the lowering says nothing to the user: the line that it comes from
        // stands for it.
        let show = |condition: &Expr| match speaks_of_temporary(graph, condition) {
            true => Err(self.line_text(condition.span)),
            false => Ok(show_expr(&self.session.program, graph, condition)),
        };
        match (&edges[at].condition, edges) {
            (Condition::When(condition), [_, _]) if at == 0 => match show(condition) {
                Ok(text) | Err(text) => format!("T: {text}"),
            },
            (Condition::Otherwise, [Edge { condition: Condition::When(condition), .. }, _]) => {
                match show(&complement(condition)) {
                    Ok(text) => format!("F: {text}"),
                    Err(line) => format!("F: end of {line}"),
                }
            }
            (Condition::When(condition), _) => show_expr(&self.session.program, graph, condition),
            _ => "otherwise".to_owned(),
        }
    }

    fn loops(&self, procedure: ProcId, counts: &ProcedureProfile, found: &mut Vec<TraceLoop>) {
        let graph = self.graph(procedure);
        for (this, count) in self.woven.shapes[procedure].forest.loops.iter().zip(&counts.loops) {
            let span = place(graph, &graph.blocks[this.header]);
            found.push(TraceLoop {
                place: self.place(procedure, span),
                text: self.line_text(span),
                entered: count.map_or(0, |count| count.entered),
                fewest: count.map(|count| count.fewest),
                most: count.map(|count| count.most),
            });
        }
    }

    fn variables(&self, procedure: ProcId, counts: &ProcedureProfile, found: &mut Vec<TraceVariable>) {
        let graph = self.graph(procedure);
        for (this, extent) in graph.variables.iter().zip(counts.variables.iter()) {
            let name = match self.procedures.len() {
                1 => this.name.clone(),
                _ => format!("{}.{}", graph.name, this.name),
            };
            found.extend(extent.as_ref().map(|extent| variable(name, extent)));
        }
    }

    fn coverage(&self, profile: &Profile) -> TraceCoverage {
        let mut coverage = TraceCoverage::default();
        for &procedure in &self.procedures {
            let graph = self.graph(procedure);
            for number in statements(graph) {
                coverage.all_statements += 1;
                if profile.procedures[procedure].statements[number] > 0 {
                    coverage.statements += 1;
                } else {
                    let span = graph.statements[number].span;
                    let text = self.session.sources.snippet(span);
                    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    coverage.never.push(format!("{}  {text}", self.session.sources.place(span)));
                }
            }
        }
        coverage
    }

    fn graph(&self, procedure: ProcId) -> &'s FlowGraph {
        &self.session.program.procedures[procedure]
    }

    fn line(&self, span: Span) -> u32 {
        self.session.sources.position(span).line
    }

    /// The text of the line on which a range begins.
    fn line_text(&self, span: Span) -> String {
        let sources = &self.session.sources;
        let line = sources.line_span(span.source, self.line(span));
        line.map_or("", |line| sources.snippet(line)).trim().to_owned()
    }

    fn place(&self, procedure: ProcId, span: Span) -> String {
        format!("{}:{}", self.graph(procedure).name, self.line(span))
    }
}

fn variable(name: String, extent: &Extent) -> TraceVariable {
    TraceVariable {
        name,
        values: extent.count,
        first: extent.first.to_string(),
        last: extent.last.to_string(),
        minimum: extent.least.to_string(),
        maximum: extent.greatest.to_string(),
    }
}

/// Where a block decides; or else where it begins.
fn place(graph: &FlowGraph, block: &Block) -> Span {
    let decides = match &block.terminator {
        Terminator::Edges(edges) => edges.iter().find_map(|edge| match &edge.condition {
            Condition::When(condition) => Some(condition.span),
            _ => None,
        }),
        _ => None,
    };
    let begins = block.instructions.first().map(|instruction| instruction.span);
    decides.or(begins).unwrap_or(graph.span)
}

/// The statements that can be executed, counted from 0.
fn statements(graph: &FlowGraph) -> BTreeSet<usize> {
    let number = |action: &Action| match action {
        Action::Statement(number) => Some(number.index() - 1),
        _ => None,
    };
    actions(graph).filter_map(number).collect()
}

fn actions(graph: &FlowGraph) -> impl Iterator<Item = &Action> {
    graph.blocks.iter().flat_map(|block| {
        let edges = match &block.terminator {
            Terminator::Edges(edges) => edges.as_slice(),
            Terminator::Return(_) | Terminator::Stop => &[],
        };
        let on_edges = edges.iter().flat_map(|edge| &edge.actions);
        block.instructions.iter().chain(on_edges).map(|instruction| &instruction.action)
    })
}

/// Whether a condition loads a variable that nobody wrote.
fn speaks_of_temporary(graph: &FlowGraph, condition: &Expr) -> bool {
    let is_made = |part: &Expr| matches!(&part.kind, ExprKind::Load(place) if graph.variables[place.variable()].is_made());
    any_in(condition, &is_made)
}
