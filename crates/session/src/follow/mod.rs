//! Clarke's static mode: the path is described by its blocks; constraints, test data or "infeasible" come back.

mod control;
mod read;

use sextant_base::{Diagnostic, Diagnostics, Sources};
use sextant_engines::follow::{Config, Departure, Followed, Marked, Step, Trail, Turns, Visit, follow};
use sextant_engines::forward::{Bench, Outcome};
use sextant_expr::{Assignment, Op, Origin, Table, Value};
use sextant_notation::Formula;
use sextant_report::Executability;
use sextant_report::{PathError, Story, StoryReport};
use sextant_solver::Model;
use sextant_state::{Machine, State, compile};

use crate::describe::show_model;
use crate::replay::Replayer;
use crate::story::Teller;
use crate::{Call, Options, Session};

/// A description that cannot be followed, with its text.
pub type FollowError = Box<(Diagnostics, Sources)>;

impl Session {
    /// Follows the described paths. Without a call, the first unit of each path is called on inputs of all kinds.
    pub fn follow(
        &self,
        description: &str,
        call: &str,
        options: &Options,
        states: bool,
    ) -> Result<StoryReport, FollowError> {
        let mut sources = Sources::new();
        let id = sources.add("path", description);
        let refuse = |error: Diagnostic| {
            let mut errors = Diagnostics::new();
            errors.push(error);
            Box::new((errors, sources.clone()))
        };
        let mut report = StoryReport { call: call.to_owned(), ..StoryReport::default() };
        for path in read::read(id, description).map_err(refuse)? {
            let steps = control::steps(self, &path).map_err(refuse)?;
            let Some(first) = first_visit(&steps) else {
                return Err(refuse(Diagnostic::error(path.span, "a path has at least one block")));
            };
            let unit = self.program.procedures[first.procedure].name.clone();
            let text = if call.trim().is_empty() { unit.as_str() } else { call };
            let call = self.call(text, options)?;
            if call.entry.procedure != first.procedure {
                let called = &self.program.procedures[call.entry.procedure].name;
                let message = format!("the call is of {called}, but the path begins in {unit}");
                return Err(refuse(Diagnostic::error(path.span, message)));
            }
            let title = sources.snippet(path.span).trim().trim_end_matches(',').to_owned();
            report.paths.extend(self.follow_one(&title, &steps, &call, options, states));
        }
        Ok(report)
    }

    fn follow_one(
        &self,
        title: &str,
        steps: &[Step],
        call: &Call,
        options: &Options,
        states: bool,
    ) -> Vec<Story> {
        let policy = options.policy(self.program.language);
        let marked = Marked::new(&self.program, policy);
        let mut trail = follow(&marked, &call.entry, &options.follow_config(), steps);
        let code = compile(&self.program, policy);
        let replayer = Replayer::new(self, &call.text, options);
        let teller =
            Teller { session: self, call, replayer: replayer.as_ref(), states, compiled: options.compiled };
        let followed = std::mem::take(&mut trail.pursuit.followed);
        let mut stories = Vec::new();
        for way in &followed {
            let mut bench = fresh_bench(&code, call, options);
            let mut story = self.tell(&teller, &mut bench, &trail, way);
            story.title = title.to_owned();
            stories.push(story);
        }
        if stories.is_empty() {
            stories.push(self.nowhere(title, &trail));
        }
        stories
    }

    /// No way fits the description.
    fn nowhere(&self, title: &str, trail: &Trail<'_>) -> Story {
        let (status, detail) = match (&trail.pursuit.departure, trail.pursuit.stopped) {
            (_, true) => (Executability::Undecided, "time ran out (--timeout)".to_owned()),
            (Some(departure), _) => (Executability::Nonexecutable, self.departure(departure)),
            (None, _) => (Executability::Nonexecutable, "no way fits the description".to_owned()),
        };
        Story { title: title.to_owned(), status, detail: Some(detail), ..Story::default() }
    }

    fn departure(&self, departure: &Departure) -> String {
        let name = |visit: &Visit| {
            format!("block {} of {}", visit.block.number(), self.program.procedures[visit.procedure].name)
        };
        let wanted = departure.wanted.as_ref().map_or("the end".to_owned(), name);
        let taken =
            departure.taken.as_ref().map_or("to its end".to_owned(), |visit| format!("to {}", name(visit)));
        let visited = departure.visited;
        format!("after {visited} blocks {wanted} is wanted, but the program goes {taken}, whatever the input")
    }

    fn tell(&self, teller: &Teller<'_>, bench: &mut Bench<'_>, trail: &Trail<'_>, way: &Followed) -> Story {
        let state = bench.run_again(way.decisions.iter().copied(), way.statements, |_, _, _| {});
        let model = way.model.as_ref().map(|model| moved(&trail.table, model, &mut bench.table));
        let model = model.map_err(Clone::clone);
        let outcome = way.ending.clone().map(Outcome::Ended);
        let mut story = teller.tell(bench, &state, outcome.as_ref(), &model);
        if let Some(infeasible) = &way.infeasible {
            story.status = Executability::Nonexecutable;
            let place = self.sources.place(infeasible.span);
            let shown = story.constraints.get(infeasible.conjunct).cloned().unwrap_or_default();
            story.detail = Some(format!("{shown} ({place}) contradicts what was required before"));
            story.simplified = one_by_one(bench, &state);
        }
        for error in &way.errors {
            let place = self.sources.place(error.span);
            let input = error.model.as_ref().map(|model| {
                let model = moved(&trail.table, model, &mut bench.table);
                show_model(bench, &state, &model, &teller.call.symbols)
            });
            let undecided = if input.is_none() { " (undecided)" } else { "" };
            story.errors.push(PathError {
                kind: error.kind.name().to_owned(),
                what: format!("{} at {place}{undecided}", error.kind),
                input: input.unwrap_or_default(),
            });
        }
        for turns in &way.turns {
            let told = self.turns(turns);
            // An inner loop has an entry for each turn of the outer one.
            if !story.loops.contains(&told) {
                story.loops.push(told);
            }
        }
        story
    }

    /// How often a repeated part was run, and whether that is what was asked for.
    fn turns(&self, turns: &Turns) -> String {
        let blocks: Vec<String> = turns.visits.iter().map(|visit| visit.block.number().to_string()).collect();
        let blocks = blocks.join(",");
        let run = if turns.run == 1 { "once".to_owned() } else { format!("{} times", turns.run) };
        let why = if turns.closed { ", whatever the input" } else { "" };
        match turns.asked {
            Some(asked) if asked != turns.run => {
                format!("({blocks})${asked} was corrected: the code runs it {run}{why}")
            }
            _ => format!("({blocks}) runs {run}{why}"),
        }
    }
}

impl Options {
    fn follow_config(&self) -> Config {
        let config = self.config();
        Config {
            // Markers count as statements: at most one for each statement and block.
            statements: self.limits.statements.saturating_mul(4),
            call_depth: self.limits.call_depth,
            split_subscripts: config.split_subscripts,
            undetermined_subscripts: config.undetermined_subscripts,
            folding: self.folding,
            solver: config.solver,
            interrupt: config.interrupt,
        }
    }
}

fn first_visit(steps: &[Step]) -> Option<Visit> {
    match steps.first()? {
        Step::Visit(visit) => Some(*visit),
        Step::Repeat { steps, .. } => first_visit(steps),
    }
}

fn fresh_bench<'c>(code: &'c sextant_state::Code, call: &'c Call, options: &Options) -> Bench<'c> {
    let config = options.config();
    let mut table = Table::new();
    table.set_folding(config.folding);
    let machine = Machine::new(code, &call.entry, &mut table)
        .split_subscripts(config.split_subscripts)
        .undetermined_subscripts(config.undetermined_subscripts)
        .depth_limit(config.limits.call_depth);
    let (start, variables) = machine.start(&mut table);
    Bench { table, solver: sextant_solver::Solver::new(config.solver), machine, variables, start }
}

/// A model with the symbols of another table.
fn moved(from: &Table, model: &Model, to: &mut Table) -> Model {
    let mut assignment = Assignment::new();
    for (id, symbol) in from.symbols().filter(|(_, symbol)| !matches!(symbol.origin, Origin::Fresh(_))) {
        let value = model.get(id).cloned().unwrap_or_else(|| Value::default_of(symbol.sort));
        let same = to.symbol_of(&symbol.origin, symbol.sort).map(|term| to.op(term));
        if let Some(&Op::Symbol(id)) = same {
            assignment.set(id, value);
        }
    }
    assignment.into()
}

/// The conjuncts of a condition that cannot hold, each simplified by itself.
fn one_by_one(bench: &mut Bench<'_>, state: &State) -> Vec<Formula> {
    let mut shown: Vec<Formula> = Vec::new();
    let conjuncts: Vec<_> = state.condition.iter().copied().collect();
    for conjunct in conjuncts {
        for part in bench.table.minimise(&[conjunct]) {
            let formula = bench.table.remembered_formula(part);
            if !shown.contains(&formula) {
                shown.push(formula);
            }
        }
    }
    shown
}
