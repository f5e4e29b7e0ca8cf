//! Breakpoints: before or after a statement, on a procedure, on a change of a variable; with a condition.

use std::rc::Rc;

use sextant_flow::{Action, FlowGraph, Terminator};
use sextant_solver::Answer;
use sextant_state::{Contents, Frame, State, Value, VariablePlace};
use sextant_syntax::{ProcId, StatementNumber, VarId};

use super::desk::{Desk, Said};
use super::typed::Typed;
use super::walk::Halt;
use crate::describe::{show_term, show_value};

/// What the user has set.
#[derive(Default)]
pub(super) struct Breakpoints {
    list: Vec<Rc<Breakpoint>>,
    next_number: usize,
}

struct Breakpoint {
    number: usize,
    spot: Spot,
    condition: Option<Typed>,
    /// In the user's words.
    text: String,
}

/// Where it stops.
enum Spot {
    Before(ProcId, StatementNumber),
    After(ProcId, StatementNumber),
    /// When the procedure has returned.
    Left(ProcId),
    Change(Watch),
}

/// A variable that is looked at, in the innermost activation of its procedure.
pub(super) struct Watch {
    procedure: ProcId,
    variable: VarId,
}

impl Breakpoints {
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The breakpoints, one to a line.
    pub(super) fn listed(&self) -> String {
        if self.list.is_empty() {
            return "no breakpoints".into();
        }
        let lines: Vec<String> = self
            .list
            .iter()
            .map(|breakpoint| format!("{}  {}", breakpoint.number, breakpoint.text))
            .collect();
        lines.join("\n")
    }

    /// Takes breakpoints away: a number, or all.
    pub(super) fn delete(&mut self, which: &str) -> Said {
        if which.eq_ignore_ascii_case("all") {
            self.list.clear();
            return Ok("no breakpoints".into());
        }
        let number: usize = which.parse().map_err(|_| "say which: a number, or all".to_owned())?;
        let at = self.list.iter().position(|breakpoint| breakpoint.number == number);
        let at = at.ok_or_else(|| format!("there is no breakpoint {number}"))?;
        self.list.remove(at);
        Ok(format!("breakpoint {number} is gone"))
    }
}

impl Desk<'_> {
    /// `LINE | #STATEMENT | PROCEDURE [before|after] [if (P)]`, or `change VARIABLE`.
    pub(super) fn set_breakpoint(&mut self, text: &str) -> Said {
        let (place, condition) = split_word(text, "if");
        let mut words = place.split_whitespace();
        let first = words.next().ok_or("say where: a line, #statement, a procedure, or change VARIABLE")?;
        let second = words.next().unwrap_or("before").to_ascii_lowercase();
        if words.next().is_some() {
            return Err("say where: a line, #statement, a procedure, or change VARIABLE".into());
        }
        let (spot, procedure) = if first.eq_ignore_ascii_case("change") {
            let watch = self.watch(place.split_whitespace().nth(1).unwrap_or(""))?;
            let procedure = watch.procedure;
            (Spot::Change(watch), procedure)
        } else {
            self.spot(first, &second)?
        };
        let condition = match condition {
            Some(_) if matches!(spot, Spot::Left(_)) => {
                return Err("the variables are gone when a procedure has returned: no condition here".into());
            }
            Some(condition) => Some(self.condition(procedure, condition)?),
            None => None,
        };
        self.breaks.next_number += 1;
        let number = self.breaks.next_number;
        let mut words = match &spot {
            Spot::Before(procedure, statement) => format!("before {}", self.named(*procedure, *statement)),
            Spot::After(procedure, statement) => format!("after {}", self.named(*procedure, *statement)),
            Spot::Left(procedure) => format!("after {}", self.session.program.procedures[*procedure].name),
            Spot::Change(watch) => format!("change {}", watch.name(self)),
        };
        if condition.is_some() {
            words.push_str(&format!(" if {}", split_word(text, "if").1.unwrap_or("").trim()));
        }
        let said = format!("breakpoint {number}: {words}");
        self.breaks.list.push(Rc::new(Breakpoint { number, spot, condition, text: words }));
        Ok(said)
    }

    fn spot(&self, place: &str, when: &str) -> Result<(Spot, ProcId), String> {
        let after = match when {
            "before" => false,
            "after" => true,
            other => return Err(format!("{other}: say before or after")),
        };
        if let Ok(procedure) = self.session.named(place) {
            if after {
                return Ok((Spot::Left(procedure), procedure));
            }
            let entry = entry_statement(&self.session.program.procedures[procedure]);
            let entry = entry.ok_or_else(|| format!("{place} has no statement to stop at"))?;
            return Ok((Spot::Before(procedure, entry), procedure));
        }
        let (procedure, statement) = self.statement_named(place)?;
        let spot = if after { Spot::After(procedure, statement) } else { Spot::Before(procedure, statement) };
        Ok((spot, procedure))
    }

    /// The statement of a line, or of `#number` in the running procedure.
    pub(super) fn statement_named(&self, place: &str) -> Result<(ProcId, StatementNumber), String> {
        if let Some(number) = place.strip_prefix('#') {
            let procedure = self.state().frame.procedure;
            let number = number.parse().map_err(|_| format!("{place} is no statement"))?;
            let graph = &self.session.program.procedures[procedure];
            return match executed(graph).any(|executed| executed.0 == number) {
                true => Ok((procedure, StatementNumber(number))),
                false => Err(format!("{} has no executable statement {number}", graph.name)),
            };
        }
        let line: u32 =
            place.parse().map_err(|_| format!("{place} is neither a line, a #statement nor a procedure"))?;
        let procedures = self.session.program.procedures.iter_enumerated();
        let mut found = procedures.flat_map(|(id, graph)| executed(graph).map(move |number| (id, number)));
        found
            .find(|&(id, number)| self.session.statement_line(id, number) == line)
            .ok_or_else(|| format!("no statement begins on line {line}"))
    }

    fn named(&self, procedure: ProcId, statement: StatementNumber) -> String {
        let line = self.session.statement_line(procedure, statement);
        format!("{} {}, line {line}", self.session.program.procedures[procedure].name, statement.0)
    }

    /// The breakpoint that stops here, if one does.
    pub(super) fn hit(&mut self, before: Option<&State>) -> Option<String> {
        let at_statement = matches!(self.walk.here().halt, Halt::Statement);
        self.hit_between(before, &self.state().clone(), at_statement)
    }

    /// The breakpoint that stops between two neighbouring states.
    pub(super) fn hit_between(
        &mut self,
        before: Option<&State>,
        after: &State,
        at_statement: bool,
    ) -> Option<String> {
        for index in 0..self.breaks.list.len() {
            let breakpoint = Rc::clone(&self.breaks.list[index]);
            let here = match &breakpoint.spot {
                Spot::Change(watch) => before.is_some_and(|before| watch.changed(self, before, after)),
                _ if !at_statement => false,
                Spot::Before(procedure, statement) => {
                    (after.frame.procedure, after.frame.statement) == (*procedure, *statement)
                }
                Spot::After(procedure, statement) => before.is_some_and(|before| {
                    completed(before, after)
                        .any(|(frame, _)| (frame.procedure, frame.statement) == (*procedure, *statement))
                }),
                Spot::Left(procedure) => before.is_some_and(|before| {
                    completed(before, after)
                        .any(|(frame, depth)| frame.procedure == *procedure && depth > after.depth())
                }),
            };
            if here && let Some(note) = self.holds(&breakpoint, after) {
                return Some(format!("breakpoint {}: {}{note}", breakpoint.number, breakpoint.text));
            }
        }
        None
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
        let negated = self.bench.table.not(term);
        match (self.check(state, term), self.check(state, negated)) {
            (Answer::Unsat, _) => None,
            (_, Answer::Unsat) => Some(""),
            _ => Some(" (the condition may hold)"),
        }
    }

    /// A variable of the running procedure.
    pub(super) fn watch(&self, name: &str) -> Result<Watch, String> {
        let graph = self.graph();
        let variable = graph.variables.ids().find(|&id| graph.variables[id].name.eq_ignore_ascii_case(name));
        let variable = variable.ok_or_else(|| format!("{} has no variable {name}", graph.name))?;
        Ok(Watch { procedure: self.state().frame.procedure, variable })
    }
}

impl Watch {
    fn name(&self, desk: &Desk<'_>) -> String {
        let graph = &desk.session.program.procedures[self.procedure];
        format!("{} of {}", graph.variables[self.variable].name, graph.name)
    }

    /// Whether the variable changed between two states of one activation.
    pub(super) fn changed(&self, desk: &mut Desk<'_>, before: &State, after: &State) -> bool {
        let (Some((old, depth)), Some((new, same))) = (self.slot(desk, before), self.slot(desk, after))
        else {
            return false;
        };
        if depth != same {
            return false;
        }
        let (old, new) = match (old, new) {
            (Value::Reference(old), Value::Reference(new)) => {
                let table = &mut desk.bench.table;
                match (before.scalar(table, old), after.scalar(table, new)) {
                    (Some(old), Some(new)) => (old, new),
                    _ => return arrays_differ(before, after, old, new),
                }
            }
            values => values,
        };
        if old == new {
            return false;
        }
        let table = &mut desk.bench.table;
        match (old.to_term(table), new.to_term(table)) {
            (Some(old), Some(new)) => table.simplify(old) != table.simplify(new),
            _ => true,
        }
    }

    /// The value in words.
    pub(super) fn shown(&self, desk: &mut Desk<'_>, state: &State) -> String {
        let slot = self.slot(desk, state).map(|(value, _)| value);
        let table = &mut desk.bench.table;
        match slot {
            Some(Value::Reference(object)) => match (state.scalar(table, object), state.array(object)) {
                (Some(value), _) => show_value(table, value, false),
                (None, Some(array)) => {
                    let (array, _) = array.as_term(table);
                    show_term(table, array, false)
                }
                (None, None) => "?".into(),
            },
            Some(value) => show_value(table, value, false),
            None => "?".into(),
        }
    }

    /// What the variable's slot holds in the innermost activation of its procedure, and the depth of that.
    fn slot(&self, desk: &Desk<'_>, state: &State) -> Option<(Value, usize)> {
        let place: VariablePlace =
            desk.bench.machine.code().procedures[self.procedure].variables[self.variable];
        let (frame, depth) = state
            .frames()
            .zip((1..=state.depth()).rev())
            .find(|(frame, _)| frame.procedure == self.procedure)?;
        Some((frame.slots[place.slot() as usize], depth))
    }
}

fn arrays_differ(
    before: &State,
    after: &State,
    old: sextant_state::ObjectId,
    new: sextant_state::ObjectId,
) -> bool {
    match (before.array(old), after.array(new)) {
        (Some(old), Some(new)) => match (&old.contents, &new.contents) {
            (Contents::Term { array: old, .. }, Contents::Term { array: new, .. }) => old != new,
            (Contents::Dense { cells: old, .. }, Contents::Dense { cells: new, .. }) => {
                !old.iter().eq(new.iter())
            }
            (Contents::Sparse { cells: old, .. }, Contents::Sparse { cells: new, .. }) => old != new,
            _ => true,
        },
        _ => false,
    }
}

/// The activations whose statements were completed between two neighbouring states, with their depths.
fn completed<'s>(before: &'s State, after: &State) -> impl Iterator<Item = (&'s Frame, usize)> {
    let reached = after.depth();
    before.frames().zip((1..=before.depth()).rev()).take_while(move |&(_, depth)| depth >= reached)
}

/// The statements of a procedure that are executed.
fn executed(graph: &FlowGraph) -> impl Iterator<Item = StatementNumber> {
    graph
        .blocks
        .iter()
        .flat_map(|block| {
            let edges = match &block.terminator {
                Terminator::Edges(edges) => edges.as_slice(),
                Terminator::Return(_) | Terminator::Stop => &[],
            };
            block.instructions.iter().chain(edges.iter().flat_map(|edge| &edge.actions))
        })
        .filter_map(|instruction| match instruction.action {
            Action::Statement(number) => Some(number),
            _ => None,
        })
}

/// The statement a procedure begins with.
fn entry_statement(graph: &FlowGraph) -> Option<StatementNumber> {
    graph.blocks[graph.entry].instructions.iter().find_map(|instruction| match instruction.action {
        Action::Statement(number) => Some(number),
        _ => None,
    })
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
