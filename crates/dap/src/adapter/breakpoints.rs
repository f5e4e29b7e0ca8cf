//! Breakpoints: on lines, on procedures, on variables.
//!
//! The client always says all breakpoints of a kind at once; what it wants is remembered, so that it can be set
//! again in a program that was loaded again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sextant_debugger::{BreakPlace, BreakRequest};

use super::Adapter;
use super::inspect::Handle;
use super::launch::absolute;
use crate::message::{
    BreakpointsArguments, DataBreakpointsArguments, DataInfoArguments, ExceptionArguments,
    FunctionBreakpointsArguments,
};

/// A breakpoint that was asked for: its number and line, or why it does not stand; and the line that was wanted.
type Attempt = (Result<(usize, Option<u32>), String>, Option<i64>);

/// What the client wants, and the numbers of the breakpoints that were set for it.
#[derive(Default)]
pub(super) struct Wanted {
    lines: BTreeMap<PathBuf, (BreakpointsArguments, Vec<usize>)>,
    procedures: (FunctionBreakpointsArguments, Vec<usize>),
    data: (DataBreakpointsArguments, Vec<usize>),
}

impl Adapter {
    pub(super) fn set_breakpoints(&mut self, arguments: BreakpointsArguments) -> Result<Value, String> {
        let path = absolute(Path::new(arguments.source.path.as_deref().ok_or("the source has no path")?));
        let before = self.wanted.lines.remove(&path).map_or(Vec::new(), |(_, numbers)| numbers);
        self.forget(&before);
        let loaded = self.loaded.as_ref();
        let file = loaded.and_then(|loaded| loaded.sources.iter().find(|source| source.path == path));
        let file = file.map(|source| source.name.clone());
        let mut set = Vec::new();
        for wanted in &arguments.breakpoints {
            let result = match (&file, self.line(wanted.line)) {
                (None, _) => Err("this file is not part of the program".to_owned()),
                (_, None) => Err(format!("there is no line {}", wanted.line)),
                (Some(file), Some(line)) => self.set(BreakRequest {
                    place: BreakPlace::Line(Some(file), line),
                    after: false,
                    condition: text(&wanted.condition),
                    hits: text(&wanted.hit_condition),
                }),
            };
            set.push((result, Some(wanted.line)));
        }
        let (numbers, body) = self.told(set);
        self.wanted.lines.insert(path, (arguments, numbers));
        Ok(body)
    }

    pub(super) fn set_function_breakpoints(
        &mut self,
        arguments: FunctionBreakpointsArguments,
    ) -> Result<Value, String> {
        let before = std::mem::take(&mut self.wanted.procedures.1);
        self.forget(&before);
        let mut set = Vec::new();
        for wanted in &arguments.breakpoints {
            let result = self.set(BreakRequest {
                place: BreakPlace::Typed(wanted.name.trim()),
                after: false,
                condition: text(&wanted.condition),
                hits: text(&wanted.hit_condition),
            });
            set.push((result, None));
        }
        let (numbers, body) = self.told(set);
        self.wanted.procedures = (arguments, numbers);
        Ok(body)
    }

    pub(super) fn set_data_breakpoints(
        &mut self,
        arguments: DataBreakpointsArguments,
    ) -> Result<Value, String> {
        let before = std::mem::take(&mut self.wanted.data.1);
        self.forget(&before);
        let mut set = Vec::new();
        for wanted in &arguments.breakpoints {
            let result = match wanted.access_type.as_deref() {
                Some("read" | "readWrite") => Err("only changes can be watched".into()),
                _ => self.set(BreakRequest {
                    place: BreakPlace::Change(&wanted.data_id),
                    after: false,
                    condition: text(&wanted.condition),
                    hits: text(&wanted.hit_condition),
                }),
            };
            set.push((result, None));
        }
        let (numbers, body) = self.told(set);
        self.wanted.data = (arguments, numbers);
        Ok(body)
    }

    /// The name under which a variable or an element can be watched.
    pub(super) fn data_breakpoint_info(&mut self, arguments: &DataInfoArguments) -> Result<Value, String> {
        let frame = match arguments.variables_reference.filter(|&reference| reference > 0) {
            Some(reference) => match self.handle(reference)? {
                Handle::Locals(frame) | Handle::Elements { frame, .. } => frame,
                Handle::Condition | Handle::Inputs | Handle::Written => {
                    return Ok(json!({ "dataId": null, "description": "this does not change" }));
                }
            },
            None => self.frame(arguments.frame_id)?,
        };
        let frames = self.debugger()?.frames();
        let owner = frames.get(frame).ok_or("there is no such activation")?.procedure.clone();
        // An element may be named by an expression, which the running procedure can tell.
        let plain = format!("{} of {owner}", arguments.name);
        let debugger = self.debugger()?;
        let name = debugger.watchable(&plain).or_else(|message| match frame {
            0 => debugger.watchable(&arguments.name),
            _ => Err(message),
        });
        Ok(match name {
            Ok(name) => json!({
                "dataId": name,
                "description": format!("changes of {name}"),
                "accessTypes": ["write"],
                "canPersist": true,
            }),
            Err(message) => json!({ "dataId": null, "description": message }),
        })
    }

    pub(super) fn set_exception_breakpoints(
        &mut self,
        arguments: &ExceptionArguments,
    ) -> Result<Value, String> {
        self.exceptions = arguments.filters.iter().any(|filter| filter == "error");
        Ok(
            json!({ "breakpoints": arguments.filters.iter().map(|_| json!({ "verified": true })).collect::<Vec<_>>() }),
        )
    }

    /// Sets everything again that the client wants, in a program that was loaded again, and tells what changed.
    pub(super) fn set_wanted_again(&mut self) {
        let Wanted { lines, procedures, data } = std::mem::take(&mut self.wanted);
        let mut bodies = Vec::new();
        for (arguments, _) in lines.into_values() {
            bodies.push(self.set_breakpoints(arguments));
        }
        bodies.push(self.set_function_breakpoints(procedures.0));
        bodies.push(self.set_data_breakpoints(data.0));
        for body in bodies.into_iter().flatten() {
            for breakpoint in body["breakpoints"].as_array().into_iter().flatten() {
                if breakpoint["id"].is_number() {
                    let body = json!({ "reason": "changed", "breakpoint": breakpoint });
                    self.events.push(("breakpoint", body));
                }
            }
        }
    }

    fn set(&mut self, request: BreakRequest<'_>) -> Result<(usize, Option<u32>), String> {
        let view = self.debugger()?.set_breakpoint(request)?;
        Ok((view.number, view.line))
    }

    fn forget(&mut self, numbers: &[usize]) {
        if let Some(loaded) = &mut self.loaded {
            numbers.iter().for_each(|&number| loaded.debugger.delete_breakpoint(number));
        }
    }

    /// The numbers of those that stand, and what the client is told of each.
    fn told(&self, set: Vec<Attempt>) -> (Vec<usize>, Value) {
        let mut numbers = Vec::new();
        let mut told = Vec::new();
        for (result, wanted) in set {
            told.push(match result {
                Ok((number, line)) => {
                    numbers.push(number);
                    let mut body = json!({ "id": number, "verified": true });
                    if let Some(line) = line {
                        body["line"] = json!(self.shown((line, 1)).0);
                    }
                    body
                }
                Err(message) => {
                    let mut body = json!({ "verified": false, "message": message });
                    if let Some(line) = wanted {
                        body["line"] = json!(line);
                    }
                    body
                }
            });
        }
        (numbers, json!({ "breakpoints": told }))
    }
}

/// A text that says something.
fn text(text: &Option<String>) -> Option<&str> {
    text.as_deref().map(str::trim).filter(|text| !text.is_empty())
}
