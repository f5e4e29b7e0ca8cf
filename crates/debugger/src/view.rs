//! What a surface other than a terminal sees of the session: frames, variables and the tree as plain data.
//!
//! Everything here only looks; whatever moves or changes goes through [`Debugger::execute`](super::Debugger::execute),
//! breakpoints and jumps apart.

use std::sync::Arc;

use sextant_engines::forward::Outcome;
use sextant_expr::{Assignment, Sort};
use sextant_notation::Formula;
use sextant_session::describe::{element, show_condition, show_term, show_value, show_whole, status};
use sextant_solver::Answer;
use sextant_state::{ArrayObject, Ending, QuestionKind, State, Value};

use super::both::actual_text;
use super::desk::Desk;
use super::walk::{Halt, NodeId, Origin};
use super::{BreakRequest, BreakpointView, Debugger, Stopped};

/// Where the walker stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Before a statement.
    Statement,
    /// At an open question.
    Question {
        /// What may fail, if the question is whether something fails.
        check: Option<String>,
        /// When the answer is true.
        yes: String,
        /// When it is false.
        no: String,
    },
    /// At the end of the path.
    Ended {
        /// In one word.
        word: String,
        /// What there is to say about it.
        detail: Option<String>,
        /// Whether the program failed.
        failed: bool,
    },
}

/// An active procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameView {
    /// Its name.
    pub procedure: String,
    /// The number of the statement it is at.
    pub statement: u32,
    /// The name of the source.
    pub file: String,
    /// Where the statement begins and ends: line and column, counted from 1.
    pub begin: (u32, u32),
    /// One past the end.
    pub end: (u32, u32),
}

/// A variable or an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariableView {
    /// Its name.
    pub name: String,
    /// Its value as a formula.
    pub value: String,
    /// Its value on the data, or for the inputs that a solver found for this path; none if it is a constant.
    pub actual: Option<String>,
    /// How many elements it has, if it is an array.
    pub elements: Option<usize>,
}

/// A stretch of the visited tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StretchView {
    /// The call it belongs to, and its number there.
    pub id: (usize, usize),
    /// The stretch it leaves.
    pub parent: Option<usize>,
    /// The answer it begins with.
    pub answer: Option<bool>,
    /// What it begins with, in words.
    pub label: String,
    /// Its length and where it ends, in words.
    pub summary: String,
    /// Whether the program fails at its end.
    pub failed: bool,
    /// Whether the path ends with it.
    pub ended: bool,
    /// Whether the walker is there.
    pub here: bool,
    /// The conditions of the answers at its end that nobody has given yet.
    pub open: Vec<(bool, String)>,
}

impl Debugger {
    /// Where the walker stands; none before the first call.
    pub fn standing(&mut self) -> Option<Standing> {
        self.desk(|desk| Ok(desk.standing())).ok()
    }

    /// The active procedures, the running one first.
    pub fn frames(&self) -> Vec<FrameView> {
        let Some(current) = self.current else { return Vec::new() };
        let state = &self.runs[current].walk.here().state;
        let sources = self.session.sources();
        let frame = |frame: &sextant_state::Frame| {
            let span = self.session.statement_span(frame.procedure, frame.statement);
            let begin = sources.position(span);
            let end = sources.position(sextant_base::Span { start: span.end, ..span });
            FrameView {
                procedure: self.session.program().procedures[frame.procedure].name.clone(),
                statement: frame.statement.0,
                file: sources.name(span.source).to_owned(),
                begin: (begin.line, begin.column),
                end: (end.line, end.column),
            }
        };
        state.frames().map(frame).collect()
    }

    /// The variables of an active procedure, counted from the running one.
    pub fn frame_variables(&mut self, frame: usize) -> Result<Vec<VariableView>, String> {
        self.desk(|desk| desk.frame_variables(frame))
    }

    /// Some elements of an array of an active procedure.
    pub fn elements(
        &mut self,
        frame: usize,
        name: &str,
        from: usize,
        count: usize,
    ) -> Result<Vec<VariableView>, String> {
        self.desk(|desk| desk.elements(frame, name, from, count))
    }

    /// The conjuncts of the path condition.
    pub fn path_condition(&mut self) -> Result<Vec<String>, String> {
        self.desk(|desk| {
            let state = desk.state().clone();
            let shown = show_condition(&mut desk.bench.table, &state, desk.options.evolved);
            Ok(shown.iter().map(Formula::to_string).collect())
        })
    }

    /// Inputs that come to this place.
    pub fn inputs(&mut self) -> Result<Vec<(String, String)>, String> {
        self.desk(|desk| desk.inputs())
    }

    /// The value of an expression in the variables of an active procedure.
    pub fn value_of(&mut self, text: &str, frame: usize) -> Result<VariableView, String> {
        self.desk(|desk| {
            let state = desk.activation(frame)?;
            let model = desk.model_here();
            if desk.session.program().rules.addressed_storage {
                return desk.storage_view(text, &state, model.as_deref());
            }
            let typed = desk.value(state.frame.procedure, text)?;
            let value = desk.evaluate(&typed, &state)?;
            Ok(desk.variable_view(text.to_owned(), value, model.as_deref()))
        })
    }

    /// Whether a name means a variable that [`elements`](Self::elements) knows or a scalar, in an active procedure.
    pub fn variable(&mut self, name: &str, frame: usize) -> Option<VariableView> {
        let variables = self.frame_variables(frame).ok()?;
        variables.into_iter().find(|variable| variable.name.eq_ignore_ascii_case(name.trim()))
    }

    /// Gives a variable or an element of the running procedure another value.
    pub fn assign(&mut self, place: &str, value: &str) -> Result<(), String> {
        if place.contains('=') {
            return Err(format!("{place} cannot be assigned"));
        }
        self.desk(|desk| desk.set(&format!("{place} = {value}")).map(drop))
    }

    /// What was written so far.
    pub fn written(&mut self) -> Result<Vec<String>, String> {
        self.desk(|desk| {
            let output: Vec<_> = desk.state().output().cloned().collect();
            Ok(desk.written_lines(&output))
        })
    }

    /// The call that is walked, as the user wrote it.
    pub fn call_text(&self) -> Option<String> {
        self.current.map(|run| self.runs[run].call.text.clone())
    }

    /// Whether the call that is walked runs on given data.
    pub fn runs_on_data(&self) -> bool {
        self.current.is_some_and(|run| self.runs[run].given.is_some())
    }

    /// Sets a breakpoint.
    pub fn set_breakpoint(&mut self, request: BreakRequest<'_>) -> Result<BreakpointView, String> {
        self.desk(|desk| desk.set_breakpoint(request))
    }

    /// Takes a breakpoint away.
    pub fn delete_breakpoint(&mut self, number: usize) {
        // Somebody may have deleted it at the prompt.
        let _ = self.breaks.delete(&number.to_string());
    }

    /// Takes all breakpoints away.
    pub fn delete_all_breakpoints(&mut self) {
        let _ = self.breaks.delete("all");
    }

    /// Whether a variable or an element can be watched; its name in full.
    pub fn watchable(&mut self, text: &str) -> Result<String, String> {
        self.desk(|desk| desk.watch(text).map(|watch| watch.name(desk)))
    }

    /// The calls, and for each of them the visited tree.
    pub fn tree(&mut self) -> Vec<(String, Vec<StretchView>)> {
        let current = self.current;
        let mut trees = Vec::new();
        for run in 0..self.runs.len() {
            self.current = Some(run);
            let stretches = self.desk(|desk| {
                let nodes = 0..desk.walk.len();
                Ok(nodes.map(|node| desk.stretch_seen(run, node, current == Some(run))).collect::<Vec<_>>())
            });
            trees.push((self.runs[run].call.text.clone(), stretches.unwrap_or_default()));
        }
        self.current = current;
        trees
    }

    /// Goes to the end of a visited stretch.
    pub fn jump(&mut self, (run, node): (usize, usize)) -> Result<(), String> {
        let known = self.runs.get(run).is_some_and(|run| node < run.walk.len());
        if !known {
            return Err("there is no such place in the tree".into());
        }
        let point = self.runs[run].walk.node(node).furthest.clone();
        self.runs[run].walk.settle_at(point);
        self.current = Some(run);
        self.breaks.forget_counts();
        self.desk(|desk| {
            desk.arrived(Stopped::Goal);
            Ok(())
        })
    }
}

impl Desk<'_> {
    fn standing(&mut self) -> Standing {
        match self.walk.here().halt.clone() {
            Halt::Inside | Halt::Statement => Standing::Statement,
            Halt::Question(question, _) => {
                let evolved = self.options.evolved;
                let table = &mut self.bench.table;
                let negated = table.not(question.condition);
                let check = match question.kind {
                    QuestionKind::Check(kind) => Some(kind.to_string()),
                    _ => None,
                };
                let yes = show_term(table, question.condition, evolved).to_string();
                Standing::Question { check, yes, no: show_term(table, negated, evolved).to_string() }
            }
            Halt::Ended(ending) => {
                let failed = matches!(ending, Ending::Error { .. } | Ending::Refused { .. });
                let (word, detail) = status(self.session.sources(), &Outcome::Ended(ending));
                Standing::Ended { word: word.to_string(), detail, failed }
            }
        }
    }

    /// The state with another activation in place of the running one, to look at its variables.
    fn activation(&self, frame: usize) -> Result<State, String> {
        let mut state = self.state().clone();
        let found = state.frames().nth(frame).cloned();
        state.frame = found.ok_or("there is no such activation")?;
        Ok(state)
    }

    /// A solution of the path condition, if one can be found; none on given data.
    fn model_here(&mut self) -> Option<Arc<Assignment>> {
        if self.given.is_some() {
            return None;
        }
        let conditions: Vec<_> = self.state().premises().collect();
        match self.bench.solver.check(&mut self.bench.table, &conditions) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat | Answer::Unknown(_) => None,
        }
    }

    fn frame_variables(&mut self, frame: usize) -> Result<Vec<VariableView>, String> {
        let state = self.activation(frame)?;
        let model = self.model_here();
        let mut views = Vec::new();
        let stored = self.session.program().rules.addressed_storage;
        for (name, value) in self.held(&state) {
            if stored && let Ok(view) = self.storage_view(&name, &state, model.as_deref()) {
                views.push(view);
                continue;
            }
            let array = match value {
                Value::Reference(object) => match state.scalar(&mut self.bench.table, object) {
                    Some(value) => {
                        views.push(self.variable_view(name, value, model.as_deref()));
                        continue;
                    }
                    None => state.array(object),
                },
                value => {
                    views.push(self.variable_view(name, value, model.as_deref()));
                    continue;
                }
            };
            let Some(array) = array else { continue };
            let evolved = self.options.evolved;
            let show = &mut |table: &mut sextant_expr::Table, value| show_value(table, value, evolved);
            let value = show_whole(&mut self.bench.table, array, show);
            let value = value.unwrap_or_else(|| match array.assigned_count() {
                1 => "1 element assigned".into(),
                count => format!("{count} elements assigned"),
            });
            views.push(VariableView { name, value, actual: None, elements: Some(subscripts(array).1) });
        }
        Ok(views)
    }

    /// What the variables of the running activation of a state hold, temporaries of the lowering left out.
    fn held(&self, state: &State) -> Vec<(String, Value)> {
        let procedure = state.frame.procedure;
        let code = &self.bench.machine.code().procedures[procedure];
        let variables = self.session.program().procedures[procedure].variables.iter_enumerated();
        variables
            .filter(|(_, variable)| !variable.is_made())
            .map(|(id, variable)| {
                (variable.name.clone(), state.frame.slots[code.variables[id].slot() as usize])
            })
            .collect()
    }

    fn elements(
        &mut self,
        frame: usize,
        name: &str,
        from: usize,
        count: usize,
    ) -> Result<Vec<VariableView>, String> {
        let state = self.activation(frame)?;
        if self.session.program().rules.addressed_storage {
            let model = self.model_here();
            return self.storage_parts(name, &state, (from, count), model.as_deref());
        }
        let held = self.held(&state).into_iter().find(|(held, _)| held == name);
        let Some((_, Value::Reference(object))) = held else { return Err(format!("{name} has no elements")) };
        let array = state.array(object).ok_or_else(|| format!("{name} has no elements"))?;
        let model = self.model_here();
        let (first, all) = subscripts(array);
        let wanted: Vec<i64> = match first {
            Some(first) => (first..).take(all).skip(from).take(count).collect(),
            None => array.assigned().into_iter().map(|(index, _)| index).skip(from).take(count).collect(),
        };
        let mut views = Vec::new();
        for index in wanted {
            let value = element(&mut self.bench.table, array, index);
            views.push(self.variable_view(format!("{name}({index})"), value, model.as_deref()));
        }
        Ok(views)
    }

    pub(super) fn variable_view(
        &mut self,
        name: String,
        value: Value,
        model: Option<&Assignment>,
    ) -> VariableView {
        let table = &mut self.bench.table;
        let text = show_value(table, value, self.options.evolved).to_string();
        let actual = match (value, &mut *self.given, model) {
            (Value::Term(_), Some(given), _) => actual_text(table, given, value),
            (Value::Term(term), None, Some(model)) if matches!(table.sort(term), Sort::Scalar(_)) => {
                Some(table.evaluate(term, model).to_string())
            }
            _ => None,
        };
        let actual = actual.filter(|actual| *actual != text);
        VariableView { name, value: text, actual, elements: None }
    }

    fn stretch_seen(&mut self, run: usize, id: NodeId, current: bool) -> StretchView {
        let (label, summary) = self.node_words(id);
        let node = self.walk.node(id);
        let answer = match node.origin {
            Origin::Answer { choice, .. } => Some(choice),
            Origin::Call | Origin::Edit(_) => None,
        };
        let parent = node.departure.as_ref().map(|departure| departure.node);
        let (failed, ended) = match &node.furthest.halt {
            Halt::Ended(ending) => (matches!(ending, Ending::Error { .. } | Ending::Refused { .. }), true),
            _ => (false, false),
        };
        let here = current && self.walk.here().node == id;
        let open = self.open_answers(id);
        StretchView { id: (run, id), parent, answer, label, summary, failed, ended, here, open }
    }

    /// The answers at the end of a node that nobody has given yet.
    fn open_answers(&mut self, id: NodeId) -> Vec<(bool, String)> {
        let node = self.walk.node(id);
        let Halt::Question(question, _) = node.furthest.halt.clone() else { return Vec::new() };
        let given: Vec<bool> = node
            .children
            .iter()
            .filter_map(|&child| match self.walk.node(child).origin {
                Origin::Answer { choice, .. } => Some(choice),
                Origin::Call | Origin::Edit(_) => None,
            })
            .collect();
        let table = &mut self.bench.table;
        let conditions = [(true, question.condition), (false, table.not(question.condition))];
        conditions
            .into_iter()
            .filter(|(choice, _)| !given.contains(choice))
            .map(|(choice, condition)| {
                (choice, show_term(table, condition, self.options.evolved).to_string())
            })
            .collect()
    }
}

/// The first subscript and the number of elements; without known bounds, only assigned elements can be listed.
fn subscripts(array: &ArrayObject) -> (Option<i64>, usize) {
    match (array.low, array.high) {
        (Value::Int(low), Value::Int(high)) => {
            let count = high.checked_sub(low).and_then(|extent| extent.checked_add(1)).unwrap_or(i64::MAX);
            (Some(low), usize::try_from(count).unwrap_or(0))
        }
        _ => (None, array.assigned_count()),
    }
}
