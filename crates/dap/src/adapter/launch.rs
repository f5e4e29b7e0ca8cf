//! Beginning and ending: what the adapter can do, loading a program, starting its call.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sextant_debugger::Debugger;
use sextant_session::{Arithmetic, Limits, LoadError, Options, Rounding, Session, Syntax};

use super::breakpoints::Wanted;
use super::{Adapter, Motion, read};
use crate::message::{ArithmeticName, DivisionName, InitializeArguments, Language, LaunchArguments};

/// A program that is being debugged.
pub(super) struct Loaded {
    pub(super) debugger: Debugger,
    pub(super) arguments: LaunchArguments,
    /// The names of the program's sources, with their places in the file system and their texts.
    pub(super) sources: Vec<SourceFile>,
    /// Whether the client has said everything it wants before the program runs.
    pub(super) configured: bool,
}

pub(super) struct SourceFile {
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) text: String,
}

impl Adapter {
    pub(super) fn initialize(&mut self, client: InitializeArguments) -> Result<Value, String> {
        self.client = client;
        Ok(json!({
            "supportsConfigurationDoneRequest": true,
            "supportsFunctionBreakpoints": true,
            "supportsConditionalBreakpoints": true,
            "supportsHitConditionalBreakpoints": true,
            "supportsDataBreakpoints": true,
            "supportsEvaluateForHovers": true,
            "supportsStepBack": true,
            "supportsStepInTargetsRequest": true,
            "supportsSetVariable": true,
            "supportsSetExpression": true,
            "supportsRestartRequest": true,
            "supportsTerminateRequest": true,
            "supportsCompletionsRequest": true,
            "supportsExceptionInfoRequest": true,
            "supportsLoadedSourcesRequest": true,
            "supportsDelayedStackTraceLoading": true,
            "supportsCancelRequest": true,
            "completionTriggerCharacters": [" ", "("],
            "exceptionBreakpointFilters": [{
                "filter": "error",
                "label": "Errors of the program",
                "description": "Tell an execution that ends with an error as an exception",
                "default": true
            }],
        }))
    }

    pub(super) fn launch(&mut self, arguments: LaunchArguments) -> Result<Value, String> {
        if self.loaded.is_some() {
            return Err("a program is being debugged already".into());
        }
        let (loaded, said) = load(arguments, false)?;
        self.loaded = Some(loaded);
        self.tell("console", &said);
        self.events.push(("initialized", Value::Null));
        Ok(Value::Null)
    }

    /// Loads the program again, which may have changed, and starts its call.
    pub(super) fn restart(&mut self, arguments: &Value) -> Result<Value, String> {
        let before = self.loaded.as_ref().ok_or("no program is being debugged")?;
        let arguments = match arguments.get("arguments") {
            Some(new) => read(new)?,
            None => before.arguments.clone(),
        };
        let stop_on_entry = arguments.stop_on_entry;
        // A changed program does not fit its session any more; then it goes on without one.
        let (mut loaded, said) =
            load(arguments.clone(), true).or_else(|message| match &arguments.session {
                Some(_) => {
                    let (loaded, said) = load(LaunchArguments { session: None, ..arguments }, true)?;
                    Ok((loaded, format!("{message}; the session is not kept any more\n{said}")))
                }
                None => Err(message),
            })?;
        loaded.configured = true;
        self.loaded = Some(loaded);
        self.handles.clear();
        self.tell("console", &said);
        self.set_wanted_again();
        self.then = Some(if stop_on_entry { Motion::Entry } else { Motion::Command("go", "entry") });
        Ok(Value::Null)
    }

    /// The client has set its breakpoints: the program may run.
    pub(super) fn configured(&mut self) -> Result<Value, String> {
        let loaded = self.loaded.as_mut().ok_or("no program is being debugged")?;
        if std::mem::replace(&mut loaded.configured, true) {
            return Err("the configuration was done already".into());
        }
        let entry = loaded.arguments.stop_on_entry;
        self.then = Some(if entry { Motion::Entry } else { Motion::Command("go", "entry") });
        Ok(Value::Null)
    }

    pub(super) fn terminate(&mut self) -> Result<Value, String> {
        self.loaded = None;
        self.handles.clear();
        self.wanted = Wanted::default();
        self.known_map = Value::Null;
        self.events.push(("terminated", json!({})));
        Ok(Value::Null)
    }
}

/// Loads a program and starts its call, anew if it is in its session already; with what there is to say about that.
fn load(arguments: LaunchArguments, anew: bool) -> Result<(Loaded, String), String> {
    let folder = arguments.cwd.as_deref().map(PathBuf::from).unwrap_or_default();
    let files: Vec<PathBuf> =
        std::iter::once(&arguments.program).chain(&arguments.with).map(|file| folder.join(file)).collect();
    let language = arguments.language.map(|language| match language {
        Language::Pli => Syntax::Pli,
        Language::Fortran => Syntax::Fortran,
        Language::C => Syntax::C,
        Language::Flow => Syntax::Flow,
    });
    let session = Session::load(&files, language).map_err(load_message)?;
    let mut said = vec![session.warnings(false).trim_end().to_owned()];
    let sources = session.sources();
    let sources = sources.ids().map(|id| SourceFile {
        name: sources.name(id).to_owned(),
        path: absolute(Path::new(sources.name(id))),
        text: sources.text(id).to_owned(),
    });
    let sources = sources.collect();
    let first = session.procedures().first().map(|name| (*name).to_owned());
    let mut debugger = Debugger::new(session, options(&arguments));
    if let Some(file) = &arguments.session
        && debugger.keep_in(folder.join(file))?
    {
        said.push(debugger.taken_up());
        // The client knows its own breakpoints, and only those.
        debugger.delete_all_breakpoints();
    }
    let said_something = |text: &&String| !text.trim().is_empty();
    if let Some(data) = arguments.data.as_ref().filter(said_something) {
        debugger.set_data(data)?;
    }
    // Without a call the first procedure is executed with every parameter symbolic.
    let call = arguments.call.as_ref().filter(said_something).cloned();
    let call = call.or_else(|| first.filter(|_| anew || debugger.place().is_none()));
    if let Some(call) = call.filter(|call| anew || !debugger.has_called(call)) {
        debugger.call(&call)?;
    }
    if debugger.place().is_none() {
        return Err("the program has no procedure to call".into());
    }
    said.retain(|text| !text.is_empty());
    let loaded = Loaded { debugger, arguments, sources, configured: false };
    Ok((loaded, said.join("\n")))
}

fn load_message(error: LoadError) -> String {
    match error {
        LoadError::Text(text) => text.0.render(&text.1, false).trim_end().to_owned(),
        other => other.to_string(),
    }
}

/// The place of a file, as the client may name it.
pub(super) fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

fn options(arguments: &LaunchArguments) -> Options {
    let mut limits = Limits::default();
    if let Some(depth) = arguments.call_depth {
        limits.call_depth = depth;
    }
    Options {
        arithmetic: arguments.arithmetic.map(|arithmetic| match arithmetic {
            ArithmeticName::Ideal => Arithmetic::Ideal,
            ArithmeticName::Machine => Arithmetic::Machine,
        }),
        division: arguments.division.map(|division| match division {
            DivisionName::Floor => Rounding::Floor,
            DivisionName::Truncate => Rounding::Truncate,
        }),
        limits,
        evolved: arguments.evolved,
        input: arguments.input.clone(),
        ..Options::default()
    }
}
