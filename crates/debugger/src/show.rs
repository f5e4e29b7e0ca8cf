//! What the user sees of a state and of the tree.

use sextant_engines::forward::Outcome;
use sextant_notation::conjunction;
use sextant_session::describe::{
    Shown, output_values, outputs, show_condition, show_model, show_term, status, texts,
};
use sextant_solver::Answer;
use sextant_state::{Ending, Output, Question, QuestionKind, VariablePlace};
use sextant_syntax::Type;

use super::desk::{Desk, Said};
use super::walk::{Halt, NodeId, Origin};

/// Lines of source shown above and below the current one.
const NEIGHBOURS: u32 = 3;

impl Desk<'_> {
    /// Where the walker is, with the question or the end it stands at.
    pub(super) fn place(&mut self) -> String {
        match self.walk.here().halt.clone() {
            Halt::Inside | Halt::Statement => self.statement(),
            Halt::Question(question, undecided) => {
                let mut lines = vec![self.statement()];
                lines.extend(self.question(&question));
                if let Some(missing) = self.missing(question.condition) {
                    lines.push(format!("  the data do not give {missing}"));
                }
                if let Some(reason) = undecided {
                    lines.push(format!("  undecided: {reason}"));
                }
                lines.join("\n")
            }
            Halt::Ended(ending) => self.ended(ending),
        }
    }

    fn statement(&self) -> String {
        let frame = &self.state().frame;
        let name = &self.graph().name;
        let line = self.session.statement_line(frame.procedure, frame.statement);
        let text = self.session.statement_text(frame.procedure, frame.statement);
        format!("{name} {}, line {line}: {text}", frame.statement.0)
    }

    /// The answers that can be given.
    fn question(&mut self, question: &Question) -> Vec<String> {
        let evolved = self.options.evolved;
        let table = &mut self.bench.table;
        let negated = table.not(question.condition);
        let yes = show_term(table, question.condition, evolved);
        let no = show_term(table, negated, evolved);
        match question.kind {
            QuestionKind::Check(kind) => vec![
                format!("  may fail: {kind}"),
                format!("  go true   when {yes}, to go on"),
                format!("  go false  when {no}, to take the error"),
            ],
            _ => vec![format!("  go true   when {yes}"), format!("  go false  when {no}")],
        }
    }

    fn ended(&mut self, ending: Ending) -> String {
        let state = self.state().clone();
        let (word, detail) = status(self.session.sources(), &Outcome::Ended(ending));
        let mut parts: Vec<String> = detail.into_iter().collect();
        let values = match self.given {
            Some(_) => {
                let values = output_values(&mut self.bench, &state);
                values.into_iter().map(|(name, value)| (name, self.shown(value))).collect()
            }
            None => {
                let mut shown = Shown::of(&mut self.bench.table, &state, self.options.evolved);
                texts(outputs(&mut self.bench, &state, &mut shown))
            }
        };
        parts.extend(values.into_iter().map(|(name, value)| format!("{name} = {value}")));
        let line = if parts.is_empty() { word.to_string() } else { format!("{word}: {}", parts.join(", ")) };
        format!("{line}\n{}", self.path_condition())
    }

    /// The path condition.
    pub(super) fn path_condition(&mut self) -> String {
        let state = self.state().clone();
        let shown = show_condition(&mut self.bench.table, &state, self.options.evolved);
        format!("pc: {}", conjunction(&shown))
    }

    /// `show …`; nothing: place, path condition and variables.
    pub(super) fn show(&mut self, text: &str) -> Said {
        match text.to_ascii_lowercase().as_str() {
            "" => Ok([self.place(), self.path_condition(), self.variables()].join("\n")),
            "all" => Ok(self.variables()),
            "pc" => Ok(self.path_condition()),
            "stack" => Ok(self.stack()),
            "output" => Ok(self.output()),
            "source" => Ok(self.source()),
            "tree" => Ok(self.tree()),
            "model" => self.model(),
            _ => self.values(text),
        }
    }

    fn variables(&mut self) -> String {
        let state = self.state().clone();
        let values = self.frame_values(&state);
        let lines: Vec<String> =
            values.into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
        if lines.is_empty() { "no variables".into() } else { lines.join("\n") }
    }

    /// Variables and expressions, separated by commas or, where they are names, by blanks.
    fn values(&mut self, text: &str) -> Said {
        let names = text.split_whitespace().all(|word| self.is_variable(word.trim_end_matches(',')));
        let items: Vec<&str> = match names {
            true => text.split([' ', ',']).filter(|item| !item.is_empty()).collect(),
            false => split_commas(text),
        };
        let mut lines = Vec::new();
        for item in items {
            lines.extend(self.item(item.trim())?);
        }
        Ok(lines.join("\n"))
    }

    fn is_variable(&self, word: &str) -> bool {
        self.graph().variables.iter().any(|variable| variable.name.eq_ignore_ascii_case(word))
    }

    fn item(&mut self, item: &str) -> Result<Vec<String>, String> {
        let state = self.state().clone();
        let graph = self.graph();
        let variable = graph.variables.iter_enumerated().find(|(_, v)| v.name.eq_ignore_ascii_case(item));
        let Some((id, variable)) = variable else {
            let parts = self.typed_parts(item, &state)?;
            return Ok(parts.into_iter().map(|(name, value)| format!("{name} = {value}")).collect());
        };
        let place = self.bench.machine.code().procedures[state.frame.procedure].variables[id];
        let is_address = matches!(variable.ty, Type::Pointer(_) | Type::Block(_));
        if let VariablePlace::Slot(slot) = place
            && !is_address
        {
            let value = self.shown(state.frame.slots[slot as usize]);
            return Ok(vec![format!("{} = {value}", variable.name)]);
        }
        let own = self.variable_values(&state, id);
        let lines: Vec<String> = own.into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
        Ok(if lines.is_empty() { vec![format!("{} = ?", variable.name)] } else { lines })
    }

    fn stack(&mut self) -> String {
        let lines: Vec<String> = self
            .state()
            .frames()
            .map(|frame| {
                let name = &self.session.program().procedures[frame.procedure].name;
                let line = self.session.statement_line(frame.procedure, frame.statement);
                format!("{name} {}, line {line}", frame.statement.0)
            })
            .collect();
        lines.join("\n")
    }

    fn output(&mut self) -> String {
        let output: Vec<Output> = self.state().output().cloned().collect();
        let lines = self.written_lines(&output);
        if lines.is_empty() { "nothing was written".into() } else { lines.join("\n") }
    }

    fn source(&mut self) -> String {
        let frame = &self.state().frame;
        let line = self.session.statement_line(frame.procedure, frame.statement);
        let sources = self.session.sources();
        let source = self.graph().span.source;
        let lines = (line.saturating_sub(NEIGHBOURS)..=line + NEIGHBOURS).filter_map(|number| {
            let span = sources.line_span(source, number)?;
            let mark = if number == line { '>' } else { ' ' };
            Some(format!("{mark}{number:>4}  {}", sources.snippet(span)).trim_end().to_owned())
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Inputs that come to this place.
    fn model(&mut self) -> Said {
        let inputs = self.inputs()?;
        let lines: Vec<String> =
            inputs.into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
        Ok(if lines.is_empty() { "any input comes here".into() } else { lines.join("\n") })
    }

    /// Inputs that come to this place: the data, or a solution of the path condition.
    pub(super) fn inputs(&mut self) -> Result<Vec<(String, String)>, String> {
        if let Some(given) = &self.given {
            return Ok(sextant_session::shown_data(&self.bench.table, &given.data));
        }
        let state = self.state().clone();
        let conditions: Vec<_> = state.premises().collect();
        match self.bench.solver.check(&mut self.bench.table, &conditions) {
            Answer::Sat(model) => Ok(show_model(&mut self.bench, &state, &model, self.symbols)),
            Answer::Unsat => Err("no input comes here".into()),
            Answer::Unknown(reason) => Err(format!("undecided: {reason}")),
        }
    }

    /// The visited tree. A node with one child goes on below at the same depth, so that long ways stay narrow.
    fn tree(&mut self) -> String {
        let mut lines = Vec::new();
        let mut waiting: Vec<(NodeId, String, String)> = vec![(0, String::new(), String::new())];
        while let Some((id, first, rest)) = waiting.pop() {
            let (label, summary) = self.node_words(id);
            let here = if self.walk.here().node == id {
                format!("   ← here, {} {}", self.graph().name, self.state().frame.statement.0)
            } else {
                String::new()
            };
            lines.push(format!("{first}{label}   {summary}{here}"));
            let mut children = self.walk.node(id).children.clone();
            children.sort_by_key(|&child| match self.walk.node(child).origin {
                Origin::Answer { choice, .. } => u8::from(!choice),
                Origin::Call | Origin::Edit(_) => 2,
            });
            let count = children.len();
            for (index, child) in children.into_iter().enumerate().rev() {
                let (branch, below) = match index + 1 == count {
                    _ if count == 1 => ("", ""),
                    true => ("└─ ", "   "),
                    false => ("├─ ", "│  "),
                };
                waiting.push((child, format!("{rest}{branch}"), format!("{rest}{below}")));
            }
        }
        lines.join("\n")
    }

    /// What a node begins with, and how long it is and where it ends.
    pub(super) fn node_words(&mut self, id: NodeId) -> (String, String) {
        let node = self.walk.node(id);
        let label = match node.origin.clone() {
            Origin::Call => self.call.text.clone(),
            Origin::Answer { choice, condition } => {
                let word = if choice { 'T' } else { 'F' };
                format!("{word}: {}", show_term(&mut self.bench.table, condition, self.options.evolved))
            }
            Origin::Edit(text) => text,
        };
        let node = self.walk.node(id);
        let frame = &node.furthest.state.frame;
        let name = &self.session.program().procedures[frame.procedure].name;
        let end = match &node.furthest.halt {
            Halt::Ended(ending) => {
                let (word, _) = status(self.session.sources(), &Outcome::Ended(ending.clone()));
                format!("⇒ {word}")
            }
            _ => format!("to {name} {}", frame.statement.0),
        };
        let count = node.furthest.state.statements - node.first.state.statements;
        let noun = if count == 1 { "statement" } else { "statements" };
        (label, format!("{count} {noun} {end}"))
    }
}

/// The pieces between commas outside parentheses and quotes.
fn split_commas(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut depth, mut quoted, mut from) = (0usize, false, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth = depth.saturating_sub(1),
            ',' if !quoted && depth == 0 => {
                pieces.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(&text[from..]);
    pieces
}
