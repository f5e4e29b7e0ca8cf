//! The adapter: what each request asks of the debugger, and what the client is told.

mod breakpoints;
mod inspect;
mod launch;
mod map;
mod motion;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sextant_debugger::Debugger;

use self::breakpoints::Wanted;
use self::inspect::Handle;
use self::launch::Loaded;
pub(crate) use self::motion::Motion;
use crate::message::{Event, InitializeArguments, Request};
use crate::server::Stopper;

/// The one thread there is.
const THREAD: i64 = 1;

/// The answer to a request.
pub(crate) struct Answer {
    /// The body of the response, or why the request is refused.
    pub(crate) result: Result<Value, String>,
    /// What the client is told behind the response.
    pub(crate) events: Vec<Event>,
    /// What is to be done when the response is sent.
    pub(crate) then: Option<Motion>,
    /// Whether the conversation is over.
    pub(crate) over: bool,
}

/// One conversation.
pub(crate) struct Adapter {
    stopper: Stopper,
    client: InitializeArguments,
    loaded: Option<Loaded>,
    wanted: Wanted,
    /// What the client's references mean, until the program moves.
    handles: Vec<Handle>,
    /// Whether errors of the program are told as exceptions.
    exceptions: bool,
    /// The map as the client knows it.
    known_map: Value,
    events: Vec<Event>,
    then: Option<Motion>,
    over: bool,
}

impl Adapter {
    pub(crate) fn new(stopper: Stopper) -> Self {
        Adapter {
            stopper,
            client: InitializeArguments::default(),
            loaded: None,
            wanted: Wanted::default(),
            handles: Vec::new(),
            exceptions: true,
            known_map: Value::Null,
            events: Vec::new(),
            then: None,
            over: false,
        }
    }

    /// Answers a request.
    pub(crate) fn answer(&mut self, request: &Request) -> Answer {
        let result = self.dispatch(request);
        self.keep();
        Answer {
            result,
            events: std::mem::take(&mut self.events),
            then: self.then.take(),
            over: std::mem::take(&mut self.over),
        }
    }

    /// Does what is to be done behind a response.
    pub(crate) fn perform(&mut self, motion: Motion) -> Vec<Event> {
        self.moved(motion);
        self.keep();
        std::mem::take(&mut self.events)
    }

    /// Gives up the program after a defect of this tool: its state cannot be trusted.
    pub(crate) fn give_up(&mut self) -> Vec<Event> {
        *self = Adapter::new(self.stopper.clone());
        vec![("terminated", json!({}))]
    }

    fn dispatch(&mut self, request: &Request) -> Result<Value, String> {
        let arguments = &request.arguments;
        match request.command.as_str() {
            "initialize" => self.initialize(read(arguments)?),
            "launch" => self.launch(read(arguments)?),
            "restart" => self.restart(arguments),
            "configurationDone" => self.configured(),
            "terminate" => self.terminate(),
            "disconnect" => {
                self.over = true;
                Ok(Value::Null)
            }
            // Whoever runs has been interrupted while this request was waiting.
            "pause" | "cancel" => Ok(Value::Null),
            "setBreakpoints" => self.set_breakpoints(read(arguments)?),
            "setFunctionBreakpoints" => self.set_function_breakpoints(read(arguments)?),
            "setExceptionBreakpoints" => self.set_exception_breakpoints(&read(arguments)?),
            "dataBreakpointInfo" => self.data_breakpoint_info(&read(arguments)?),
            "setDataBreakpoints" => self.set_data_breakpoints(read(arguments)?),
            "continue" => self.proceed(Motion::Command("go", "step"), json!({ "allThreadsContinued": true })),
            "next" => self.proceed(Motion::Command("next", "step"), Value::Null),
            "stepIn" => self.step_in(&read(arguments)?),
            "stepOut" => self.proceed(Motion::Command("finish", "step"), Value::Null),
            "stepBack" => self.proceed(Motion::Command("back", "step"), Value::Null),
            "reverseContinue" => self.proceed(Motion::Reverse, Value::Null),
            "stepInTargets" => self.step_in_targets(&read(arguments)?),
            "threads" => self.threads(),
            "stackTrace" => self.stack_trace(&read(arguments)?),
            "scopes" => self.scopes(&read(arguments)?),
            "variables" => self.variables(&read(arguments)?),
            "setVariable" => self.set_variable(&read(arguments)?),
            "setExpression" => self.set_expression(&read(arguments)?),
            "evaluate" => self.evaluate(&read(arguments)?),
            "completions" => self.completions(&read(arguments)?),
            "exceptionInfo" => self.exception_info(),
            "source" => self.source(&read(arguments)?),
            "loadedSources" => self.loaded_sources(),
            "getFullMap" => self.full_map(),
            "jump" => self.jump(&read(arguments)?),
            "stepSpecific" => self.step_specific(&read(arguments)?),
            other => Err(format!("{other:?} is not supported")),
        }
    }

    /// The debugger, ready for a command that somebody may interrupt.
    fn debugger(&mut self) -> Result<&mut Debugger, String> {
        let interrupt = self.stopper.begin();
        let loaded = self.loaded.as_mut().ok_or("no program is being debugged")?;
        loaded.debugger.stop_with(interrupt);
        Ok(&mut loaded.debugger)
    }

    /// Saves a session that is kept in a file.
    fn keep(&mut self) {
        if let Some(loaded) = &mut self.loaded
            && let Err(message) = loaded.debugger.save_changes()
        {
            self.tell("stderr", &format!("the session is not saved: {message}"));
        }
    }

    /// Shows a text in the debug console.
    fn tell(&mut self, category: &str, text: &str) {
        if !text.is_empty() {
            self.events.push(("output", json!({ "category": category, "output": format!("{text}\n") })));
        }
    }

    /// A line or column as the client counts.
    fn shown(&self, (line, column): (u32, u32)) -> (i64, i64) {
        let from = |number: u32, from_one: bool| i64::from(number) - i64::from(!from_one);
        (from(line, self.client.lines_start_at1), from(column, self.client.columns_start_at1))
    }

    /// A line as we count.
    fn line(&self, line: i64) -> Option<u32> {
        let from_zero = i64::from(!self.client.lines_start_at1);
        line.checked_add(from_zero).and_then(|line| u32::try_from(line).ok())
    }
}

/// The arguments of a request; none are as good as empty ones.
fn read<T: DeserializeOwned>(arguments: &Value) -> Result<T, String> {
    let arguments = if arguments.is_null() { json!({}) } else { arguments.clone() };
    serde_json::from_value(arguments).map_err(|error| format!("the arguments are wrong: {error}"))
}
