//! Breakpoints: before or after a statement, on a procedure, before its calls, on a change of a variable; with a
//! condition and a count.

use std::collections::BTreeMap;
use std::rc::Rc;

use sextant_solver::Answer;
use sextant_state::{Frame, State, Value};
use sextant_syntax::{ProcId, StatementNumber};

use super::counts::{Count, split_hits};
use super::desk::{Desk, Said};
use super::typed::Compiled;
use super::walk::{Halt, NodeId};
use super::watch::Watch;

/// What the user has set.
#[derive(Default)]
pub(super) struct Breakpoints {
    list: Vec<Rc<Breakpoint>>,
    /// Where those with a count were met, by number and node, in the order of statements.
    met: BTreeMap<(usize, NodeId), Vec<u64>>,
    next_number: usize,
}

struct Breakpoint {
    number: usize,
    spot: Spot,
    condition: Option<Compiled>,
    count: Option<Count>,
    /// In the user's words.
    text: String,
    /// What sets it again from anywhere in the program.
    command: String,
}

/// Where it stops.
enum Spot {
    Before(ProcId, StatementNumber),
    After(ProcId, StatementNumber),
    /// When the procedure has returned.
    Left(ProcId),
    /// Before the statements that call a procedure.
    Calls(ProcId, Vec<(ProcId, StatementNumber)>),
    Change(Watch),
}

/// A breakpoint that somebody wants.
#[derive(Clone, Copy, Debug)]
pub struct BreakRequest<'t> {
    /// Where.
    pub place: BreakPlace<'t>,
    /// Behind it instead of before it.
    pub after: bool,
    /// Only where this holds or may hold.
    pub condition: Option<&'t str>,
    /// Only some of the times, as in `3`, `>= 3`, `= 3`, `% 3`.
    pub hits: Option<&'t str>,
}

/// Where a breakpoint stands.
#[derive(Clone, Copy, Debug)]
pub enum BreakPlace<'t> {
    /// The first statement on a line, of a file if it is named.
    Line(Option<&'t str>, u32),
    /// A line, a `#statement` of the running procedure, or a procedure, as it is typed.
    Typed(&'t str),
    /// The statements that call a procedure.
    Calls(&'t str),
    /// A change of a variable or an element.
    Change(&'t str),
}

/// A breakpoint that stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BreakpointView {
    /// Its number.
    pub number: usize,
    /// In words.
    pub text: String,
    /// The line it stands on, if it stands on one.
    pub line: Option<u32>,
    /// Whether it watches a variable.
    pub change: bool,
}

/// What stops between two states.
pub(super) struct Hit {
    pub(super) number: usize,
    pub(super) change: bool,
    pub(super) words: String,
}

impl Breakpoints {
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The breakpoints in the user's words, in the order of their numbers.
    pub(super) fn texts(&self) -> impl Iterator<Item = (usize, &str)> {
        self.list.iter().map(|breakpoint| (breakpoint.number, breakpoint.text.as_str()))
    }

    /// What sets the breakpoints again, with their numbers.
    pub(super) fn commands(&self) -> Vec<(usize, String)> {
        self.list.iter().map(|breakpoint| (breakpoint.number, breakpoint.command.clone())).collect()
    }

    /// The number the next breakpoint gets.
    pub(super) fn number_next(&mut self, number: usize) {
        self.next_number = number.saturating_sub(1);
    }

    /// Counts begin anew.
    pub(super) fn forget_counts(&mut self) {
        self.met.clear();
    }

    /// The breakpoints, one to a line.
    pub(super) fn listed(&self) -> String {
        if self.list.is_empty() {
            return "no breakpoints".into();
        }
        let lines: Vec<String> = self.texts().map(|(number, text)| format!("{number}  {text}")).collect();
        lines.join("\n")
    }

    /// Takes breakpoints away: a number, or all.
    pub(super) fn delete(&mut self, which: &str) -> Said {
        if which.eq_ignore_ascii_case("all") {
            self.list.clear();
            self.met.clear();
            return Ok("no breakpoints".into());
        }
        let number: usize = which.parse().map_err(|_| "say which: a number, or all".to_owned())?;
        let at = self.list.iter().position(|breakpoint| breakpoint.number == number);
        let at = at.ok_or_else(|| format!("there is no breakpoint {number}"))?;
        self.list.remove(at);
        self.met.retain(|(of, _), _| *of != number);
        Ok(format!("breakpoint {number} is gone"))
    }
}

impl Desk<'_> {
    /// `[call] LINE | #STATEMENT | PROCEDURE [before|after] | change VARIABLE`, then `[if (P)] [hits n]`.
    pub(super) fn break_command(&mut self, text: &str) -> Said {
        let usage = "say where: a line, #statement, a procedure, call PROCEDURE, or change VARIABLE";
        let (text, hits) = split_hits(text);
        let (place, condition) = split_word(text, "if");
        let place = place.trim();
        let (first, rest) = place.split_once(char::is_whitespace).unwrap_or((place, ""));
        let rest = rest.trim();
        let mut after = false;
        let place = match first.to_ascii_lowercase().as_str() {
            "" => return Err(usage.into()),
            "change" => BreakPlace::Change(rest),
            "call" if !rest.is_empty() => BreakPlace::Calls(rest),
            _ => {
                after = match rest.to_ascii_lowercase().as_str() {
                    "" | "before" => false,
                    "after" => true,
                    other if other.contains(char::is_whitespace) => return Err(usage.into()),
                    other => return Err(format!("{other}: say before or after")),
                };
                BreakPlace::Typed(first)
            }
        };
        let set = self.set_breakpoint(BreakRequest { place, after, condition, hits })?;
        Ok(format!("breakpoint {}: {}", set.number, set.text))
    }

    /// Sets a breakpoint.
    pub(super) fn set_breakpoint(&mut self, request: BreakRequest<'_>) -> Result<BreakpointView, String> {
        let (spot, procedure) = self.spot(request)?;
        let condition = match request.condition {
            Some(_) if matches!(spot, Spot::Left(_)) => {
                return Err("the variables are gone when a procedure has returned: no condition here".into());
            }
            Some(condition) => Some(self.condition(procedure, condition)?),
            None => None,
        };
        let count = request.hits.map(Count::read).transpose()?;
        let name = |procedure: ProcId| &self.session.program().procedures[procedure].name;
        let (mut text, mut command) = match &spot {
            Spot::Before(procedure, statement) => {
                let at = self.named(*procedure, *statement);
                (format!("before {at}"), format!("{}#{}", name(*procedure), statement.0))
            }
            Spot::After(procedure, statement) => {
                let at = self.named(*procedure, *statement);
                (format!("after {at}"), format!("{}#{} after", name(*procedure), statement.0))
            }
            Spot::Left(procedure) => {
                (format!("after {}", name(*procedure)), format!("{} after", name(*procedure)))
            }
            Spot::Calls(callee, _) => {
                let text = format!("call {}", name(*callee));
                (text.clone(), text)
            }
            Spot::Change(watch) => {
                let text = format!("change {}", watch.name(self));
                (text.clone(), text)
            }
        };
        let line = match &spot {
            Spot::Before(procedure, statement) | Spot::After(procedure, statement) => {
                Some(self.session.statement_line(*procedure, *statement))
            }
            Spot::Left(_) | Spot::Calls(..) | Spot::Change(_) => None,
        };
        let condition_text = request.condition.map(|condition| format!(" if {}", condition.trim()));
        let hits_text = request.hits.map(|hits| format!(" hits {}", hits.trim()));
        for more in condition_text.into_iter().chain(hits_text) {
            text.push_str(&more);
            command.push_str(&more);
        }
        let change = matches!(spot, Spot::Change(_));
        self.breaks.next_number += 1;
        let number = self.breaks.next_number;
        let breakpoint = Breakpoint { number, spot, condition, count, text: text.clone(), command };
        self.breaks.list.push(Rc::new(breakpoint));
        Ok(BreakpointView { number, text, line, change })
    }

    /// Where a breakpoint stops, and the procedure whose variables its condition speaks of.
    fn spot(&mut self, request: BreakRequest<'_>) -> Result<(Spot, ProcId), String> {
        let (procedure, statement) = match request.place {
            BreakPlace::Change(name) => {
                let watch = self.watch(name)?;
                let procedure = watch.procedure;
                return Ok((Spot::Change(watch), procedure));
            }
            BreakPlace::Calls(name) => {
                let callee = self.session.named(name)?;
                let calls = self.calls_of(callee);
                if calls.is_empty() {
                    return Err(format!("nothing calls {name}"));
                }
                if request.condition.is_some() && calls.iter().any(|(caller, _)| *caller != calls[0].0) {
                    return Err(format!("{name} is called from several procedures: no condition here"));
                }
                // The caller's variables are there when it stops.
                let caller = calls[0].0;
                return Ok((Spot::Calls(callee, calls), caller));
            }
            BreakPlace::Line(file, line) => self.statement_on(file, line)?,
            BreakPlace::Typed(place) => match self.session.named(place) {
                Ok(procedure) if request.after => return Ok((Spot::Left(procedure), procedure)),
                Ok(procedure) => (procedure, self.entry_of(procedure)?),
                Err(_) => self.statement_named(place)?,
            },
        };
        let spot = match request.after {
            true => Spot::After(procedure, statement),
            false => Spot::Before(procedure, statement),
        };
        Ok((spot, procedure))
    }

    /// The breakpoint that stops here, if one does.
    pub(super) fn hit(&mut self, before: Option<&State>) -> Option<Hit> {
        let at_statement = matches!(self.walk.here().halt, Halt::Statement);
        let node = self.walk.here().node;
        self.hit_between(before, &self.state().clone(), node, at_statement)
    }

    /// The breakpoint that stops between two neighbouring states, the later one in a node.
    pub(super) fn hit_between(
        &mut self,
        before: Option<&State>,
        after: &State,
        node: NodeId,
        at_statement: bool,
    ) -> Option<Hit> {
        let mut found = None;
        for index in 0..self.breaks.list.len() {
            let breakpoint = Rc::clone(&self.breaks.list[index]);
            if !self.stands_at(&breakpoint.spot, before, after, at_statement) {
                continue;
            }
            let Some(note) = self.holds(&breakpoint, after) else { continue };
            // Every breakpoint with a count is to see every time it is met.
            if let Some(count) = &breakpoint.count
                && !count.lets(self.times_met(breakpoint.number, node, after.statements))
            {
                continue;
            }
            let number = breakpoint.number;
            let change = matches!(breakpoint.spot, Spot::Change(_));
            let words = format!("breakpoint {number}: {}{note}", breakpoint.text);
            found = found.or(Some(Hit { number, change, words }));
        }
        found
    }

    fn stands_at(&mut self, spot: &Spot, before: Option<&State>, after: &State, at_statement: bool) -> bool {
        let now = (after.frame.procedure, after.frame.statement);
        match spot {
            Spot::Change(watch) => before.is_some_and(|before| watch.changed(self, before, after)),
            _ if !at_statement => false,
            Spot::Before(procedure, statement) => now == (*procedure, *statement),
            Spot::Calls(_, calls) => calls.contains(&now),
            Spot::After(procedure, statement) => before.is_some_and(|before| {
                completed(before, after)
                    .any(|(frame, _)| (frame.procedure, frame.statement) == (*procedure, *statement))
            }),
            Spot::Left(procedure) => before.is_some_and(|before| {
                completed(before, after)
                    .any(|(frame, depth)| frame.procedure == *procedure && depth > after.depth())
            }),
        }
    }

    /// How often a breakpoint was met on the way to a statement of a node, this time included. The count belongs to
    /// the way, so that going back and forth does not change it.
    fn times_met(&mut self, number: usize, node: NodeId, statement: u64) -> u64 {
        let own = self.breaks.met.entry((number, node)).or_default();
        if let Err(at) = own.binary_search(&statement) {
            own.insert(at, statement);
        }
        let mut times = 0;
        let mut last = statement;
        for node in self.walk.chain(node).into_iter().rev() {
            if let Some(met) = self.breaks.met.get(&(number, node)) {
                times += met.partition_point(|&at| at <= last) as u64;
            }
            // The statement at which a node leaves its parent is met there, not again behind it.
            last = self.walk.node(node).departure.as_ref().map_or(0, |from| from.state.statements);
        }
        times
    }

    /// Whether the condition of a breakpoint lets it stop; a note where that is not certain.
    fn holds(&mut self, breakpoint: &Breakpoint, state: &State) -> Option<&'static str> {
        let Some(condition) = &breakpoint.condition else { return Some("") };
        if condition.procedure != state.frame.procedure {
            return None;
        }
        let term = match self.evaluate(condition, state) {
            Ok(Value::Bool(holds)) => return holds.then_some(""),
            Ok(Value::Term(term)) => term,
            Ok(_) | Err(_) => return Some(" (the condition has no value here)"),
        };
        if let Some(holds) = self.actually(term) {
            return holds.then_some("");
        }
        let negated = self.bench.table.not(term);
        match (self.check(state, term), self.check(state, negated)) {
            (Answer::Unsat, _) => None,
            (_, Answer::Unsat) => Some(""),
            _ => Some(" (the condition may hold)"),
        }
    }
}

/// The activations whose statements were completed between two neighbouring states, with their depths.
fn completed<'s>(before: &'s State, after: &State) -> impl Iterator<Item = (&'s Frame, usize)> {
    let reached = after.depth();
    before.frames().zip((1..=before.depth()).rev()).take_while(move |&(_, depth)| depth >= reached)
}

/// The text before and behind a word of its own.
pub(super) fn split_word<'t>(text: &'t str, word: &str) -> (&'t str, Option<&'t str>) {
    let mut from = 0;
    for piece in text.split_inclusive(|letter: char| letter.is_whitespace() || letter == '(') {
        let bare = piece.trim_end_matches(|letter: char| letter.is_whitespace() || letter == '(');
        if bare.eq_ignore_ascii_case(word) {
            return (&text[..from], Some(&text[from + bare.len()..]));
        }
        from += piece.len();
    }
    (text, None)
}
