//! Looking: frames, scopes, variables, expressions, the debug console, sources.

use serde_json::{Value, json};
use sextant_debugger::VariableView;

use super::{Adapter, THREAD};
use crate::message::{
    CompletionsArguments, EvaluateArguments, FrameArguments, SetExpressionArguments, SetVariableArguments,
    SourceArguments, StackArguments, VariablesArguments,
};

/// What a reference of the client means.
#[derive(Clone, Debug)]
pub(super) enum Handle {
    Locals(usize),
    Condition,
    Inputs,
    Written,
    Elements { frame: usize, name: String },
}

impl Adapter {
    pub(super) fn threads(&mut self) -> Result<Value, String> {
        let name = match &self.loaded {
            Some(loaded) => loaded.debugger.call_text().unwrap_or_default(),
            None => String::new(),
        };
        let threads = if name.is_empty() { vec![] } else { vec![json!({ "id": THREAD, "name": name })] };
        Ok(json!({ "threads": threads }))
    }

    pub(super) fn stack_trace(&mut self, arguments: &StackArguments) -> Result<Value, String> {
        let frames = self.debugger()?.frames();
        let total = frames.len();
        let levels = if arguments.levels == 0 { total } else { arguments.levels };
        let mut shown = Vec::new();
        for (index, frame) in frames.iter().enumerate().skip(arguments.start_frame).take(levels) {
            let (line, column) = self.shown(frame.begin);
            let (end_line, end_column) = self.shown(frame.end);
            shown.push(json!({
                "id": index + 1,
                "name": format!("{} {}", frame.procedure, frame.statement),
                "source": self.source_of(&frame.file),
                "line": line,
                "column": column,
                "endLine": end_line,
                "endColumn": end_column,
            }));
        }
        Ok(json!({ "stackFrames": shown, "totalFrames": total }))
    }

    pub(super) fn scopes(&mut self, arguments: &FrameArguments) -> Result<Value, String> {
        let frame = self.frame(Some(arguments.frame_id))?;
        let on_data = self.debugger()?.runs_on_data();
        let inputs = if on_data { "Inputs (the data)" } else { "Inputs (one solution)" };
        let scope = |name: &str, reference: i64, expensive: bool| json!({ "name": name, "variablesReference": reference, "expensive": expensive });
        let mut variables = scope("Variables", self.refer(Handle::Locals(frame)), false);
        variables["presentationHint"] = json!("locals");
        Ok(json!({ "scopes": [
            variables,
            scope("Path condition", self.refer(Handle::Condition), false),
            scope(inputs, self.refer(Handle::Inputs), false),
            scope("Written", self.refer(Handle::Written), true),
        ] }))
    }

    pub(super) fn variables(&mut self, arguments: &VariablesArguments) -> Result<Value, String> {
        let handle = self.handle(arguments.variables_reference)?;
        let debugger = self.debugger()?;
        let count = if arguments.count == 0 { usize::MAX } else { arguments.count };
        let variables = match &handle {
            Handle::Locals(frame) => debugger.frame_variables(*frame)?,
            Handle::Elements { frame, name } => {
                // Nobody reads more elements than this at once.
                debugger.elements(*frame, name, arguments.start, count.min(10_000))?
            }
            Handle::Condition => {
                let conjuncts = debugger.path_condition()?.into_iter();
                return Ok(listed(conjuncts.enumerate().map(|(at, text)| (format!("{}", at + 1), text))));
            }
            Handle::Inputs => return Ok(listed(debugger.inputs()?.into_iter())),
            Handle::Written => {
                let lines = debugger.written()?.into_iter();
                return Ok(listed(lines.enumerate().map(|(at, text)| (format!("{}", at + 1), text))));
            }
        };
        let frame = match handle {
            Handle::Locals(frame) | Handle::Elements { frame, .. } => frame,
            Handle::Condition | Handle::Inputs | Handle::Written => 0,
        };
        let shown: Vec<Value> = variables.into_iter().map(|view| self.variable(view, frame)).collect();
        Ok(json!({ "variables": shown }))
    }

    fn variable(&mut self, view: VariableView, frame: usize) -> Value {
        let mut body = json!({ "name": view.name, "value": self.words(&view), "variablesReference": 0 });
        body["evaluateName"] = json!(view.name);
        if let Some(actual) = &view.actual {
            body["type"] = json!(format!("{} for the inputs shown", actual));
        }
        if let Some(elements) = view.elements.filter(|&elements| elements > 0) {
            let name = view.name.clone();
            body["variablesReference"] = json!(self.refer(Handle::Elements { frame, name }));
            body["indexedVariables"] = json!(elements);
        }
        body
    }

    /// The formula, and behind it the value it has: on the data, or for the inputs that are shown.
    fn words(&self, view: &VariableView) -> String {
        let on_data = self.loaded.as_ref().is_some_and(|loaded| loaded.debugger.runs_on_data());
        match &view.actual {
            Some(actual) if on_data => format!("{} = {actual}", view.value),
            Some(actual) => format!("{}  (e.g. {actual})", view.value),
            None => view.value.clone(),
        }
    }

    pub(super) fn set_variable(&mut self, arguments: &SetVariableArguments) -> Result<Value, String> {
        match self.handle(arguments.variables_reference)? {
            Handle::Locals(0) | Handle::Elements { frame: 0, .. } => {}
            Handle::Locals(_) | Handle::Elements { .. } => {
                return Err("only variables of the running procedure can be set".into());
            }
            Handle::Condition | Handle::Inputs | Handle::Written => return Err("this cannot be set".into()),
        }
        self.assign(&arguments.name, &arguments.value)
    }

    pub(super) fn set_expression(&mut self, arguments: &SetExpressionArguments) -> Result<Value, String> {
        if self.frame(arguments.frame_id)? != 0 {
            return Err("only variables of the running procedure can be set".into());
        }
        self.assign(&arguments.expression, &arguments.value)
    }

    fn assign(&mut self, place: &str, value: &str) -> Result<Value, String> {
        let debugger = self.debugger()?;
        debugger.assign(place, value)?;
        let view = debugger.value_of(place, 0)?;
        self.changed();
        Ok(json!({ "value": self.words(&view), "variablesReference": 0 }))
    }

    /// Something was done to the state while the program stood still.
    fn changed(&mut self) {
        if self.client.supports_invalidated_event {
            self.events.push(("invalidated", json!({ "areas": ["all"], "threadId": THREAD })));
        }
        self.map_changed();
    }

    pub(super) fn evaluate(&mut self, arguments: &EvaluateArguments) -> Result<Value, String> {
        let frame = self.frame(arguments.frame_id)?;
        let text = arguments.expression.trim();
        let debugger = self.debugger()?;
        if let Some(view) = debugger.variable(text, frame) {
            return Ok(self.result(view, frame));
        }
        if arguments.context.as_deref() == Some("repl") && debugger.is_command(text) {
            return self.console(text);
        }
        let view = debugger.value_of(text, frame)?;
        Ok(self.result(view, frame))
    }

    /// What was asked for, with its parts.
    fn result(&mut self, view: VariableView, frame: usize) -> Value {
        let view = self.variable(view, frame);
        let mut body = json!({ "result": view["value"], "variablesReference": view["variablesReference"] });
        if let Some(count) = view.get("indexedVariables") {
            body["indexedVariables"] = count.clone();
        }
        body
    }

    /// A line of commands from the debug console.
    fn console(&mut self, line: &str) -> Result<Value, String> {
        let reply = self.debugger()?.execute(line);
        if let Some(stopped) = &reply.stopped {
            self.stopped_at(stopped, "step");
        } else {
            self.changed();
        }
        if reply.quit {
            self.terminate()?;
        }
        if reply.error {
            Err(reply.text)
        } else {
            Ok(json!({ "result": reply.text, "variablesReference": 0 }))
        }
    }

    pub(super) fn completions(&mut self, arguments: &CompletionsArguments) -> Result<Value, String> {
        let from_one = usize::from(self.client.columns_start_at1);
        let typed: String = arguments.text.chars().take(arguments.column.saturating_sub(from_one)).collect();
        let (start, words) = self.debugger()?.complete(&typed);
        let before = typed[..start].chars().count();
        let length = typed.chars().count() - before;
        let targets: Vec<Value> = words
            .into_iter()
            .map(|word| json!({ "label": word, "start": before, "length": length }))
            .collect();
        Ok(json!({ "targets": targets }))
    }

    /// The text of a source of the program, and of no other file.
    pub(super) fn source(&mut self, arguments: &SourceArguments) -> Result<Value, String> {
        let loaded = self.loaded.as_ref().ok_or("no program is being debugged")?;
        let path = arguments.source.path.as_deref().ok_or("the source has no path")?;
        let path = super::launch::absolute(std::path::Path::new(path));
        let source = loaded.sources.iter().find(|source| source.path == path);
        let source = source.ok_or("this file is not part of the program")?;
        Ok(json!({ "content": source.text, "mimeType": "text/plain" }))
    }

    pub(super) fn loaded_sources(&mut self) -> Result<Value, String> {
        let loaded = self.loaded.as_ref().ok_or("no program is being debugged")?;
        let sources: Vec<Value> = loaded.sources.iter().map(|source| self.source_of(&source.name)).collect();
        Ok(json!({ "sources": sources }))
    }

    fn source_of(&self, name: &str) -> Value {
        let sources = self.loaded.iter().flat_map(|loaded| &loaded.sources);
        let path = sources.into_iter().find(|source| source.name == name).map(|source| source.path.clone());
        let path = path.unwrap_or_else(|| name.into());
        let short = path.file_name().map(|name| name.to_string_lossy().into_owned());
        json!({ "name": short.unwrap_or_else(|| name.to_owned()), "path": path.display().to_string() })
    }

    /// The activation of a frame's id, counted from the running one; none is the running one.
    pub(super) fn frame(&mut self, id: Option<i64>) -> Result<usize, String> {
        let Some(id) = id.filter(|&id| id != 0) else { return Ok(0) };
        let count = self.debugger()?.frames().len();
        let frame = usize::try_from(id).ok().and_then(|id| id.checked_sub(1));
        frame.filter(|&frame| frame < count).ok_or_else(|| format!("there is no frame {id}"))
    }

    pub(super) fn handle(&self, reference: i64) -> Result<Handle, String> {
        let index = usize::try_from(reference).ok().and_then(|reference| reference.checked_sub(1));
        let handle = index.and_then(|index| self.handles.get(index));
        handle.cloned().ok_or_else(|| format!("the reference {reference} means nothing any more"))
    }

    fn refer(&mut self, handle: Handle) -> i64 {
        self.handles.push(handle);
        self.handles.len() as i64
    }
}

/// Names and texts that are no variables.
fn listed(items: impl Iterator<Item = (String, String)>) -> Value {
    let shown: Vec<Value> =
        items.map(|(name, value)| json!({ "name": name, "value": value, "variablesReference": 0 })).collect();
    json!({ "variables": shown })
}
