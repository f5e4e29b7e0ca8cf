//! Moving: forwards, backwards, along an answer; and telling where the program stopped.

use serde_json::{Value, json};
use sextant_debugger::{Reply, Standing, Stopped};

use super::{Adapter, THREAD};
use crate::message::{FrameArguments, StepInArguments};

/// What is done behind a response, so that the client knows that the program runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Motion {
    /// The program stands at its beginning.
    Entry,
    /// A command, and the reason to be told if it comes where it was to go.
    Command(&'static str, &'static str),
    /// Back to the last breakpoint, or to the start.
    Reverse,
    /// The client was moved by another request.
    Arrived(Stopped, String),
}

impl Adapter {
    /// Accepts a request to move.
    pub(super) fn proceed(&mut self, motion: Motion, body: Value) -> Result<Value, String> {
        let loaded = self.loaded.as_ref().ok_or("no program is being debugged")?;
        if !loaded.configured {
            return Err("the configuration is not done yet".into());
        }
        self.then = Some(motion);
        Ok(body)
    }

    /// `stepIn`, with an answer to the open question if a target says so.
    pub(super) fn step_in(&mut self, arguments: &StepInArguments) -> Result<Value, String> {
        let command = match arguments.target_id {
            Some(1) => "step true",
            Some(2) => "step false",
            Some(other) => return Err(format!("there is no target {other}")),
            None => "step",
        };
        self.proceed(Motion::Command(command, "step"), Value::Null)
    }

    /// The answers to the open question, as targets.
    pub(super) fn step_in_targets(&mut self, _: &FrameArguments) -> Result<Value, String> {
        let targets = match self.debugger()?.standing() {
            Some(Standing::Question { yes, no, .. }) => vec![
                json!({ "id": 1, "label": format!("true: {yes}") }),
                json!({ "id": 2, "label": format!("false: {no}") }),
            ],
            _ => Vec::new(),
        };
        Ok(json!({ "targets": targets }))
    }

    /// Moves, and tells where that led.
    pub(super) fn moved(&mut self, motion: Motion) {
        match motion {
            Motion::Entry => self.stopped_at(&Stopped::Goal, "entry"),
            Motion::Arrived(stopped, text) => {
                self.tell("console", &text);
                self.stopped_at(&stopped, "goto");
            }
            Motion::Command(command, reason) => match self.execute(command) {
                Ok(reply) => self.replied(&reply, reason),
                Err(message) => self.refused(&message),
            },
            Motion::Reverse => match self.execute("back to break").or_else(|_| self.execute("back to start"))
            {
                Ok(reply) => self.replied(&reply, "entry"),
                Err(message) => self.refused(&message),
            },
        }
    }

    /// Executes a line of commands; a refusal is an error.
    pub(super) fn execute(&mut self, line: &str) -> Result<Reply, String> {
        let reply = self.debugger()?.execute(line);
        if reply.error { Err(reply.text) } else { Ok(reply) }
    }

    fn replied(&mut self, reply: &Reply, reason: &str) {
        self.tell("console", &reply.text);
        self.stopped_at(reply.stopped.as_ref().unwrap_or(&Stopped::Goal), reason);
    }

    /// The client believes that the program runs: it is told why not.
    fn refused(&mut self, message: &str) {
        self.tell("important", message);
        self.stopped_at(&Stopped::Goal, "step");
    }

    /// Tells the client that the program has stopped, and what became of the map.
    pub(super) fn stopped_at(&mut self, stopped: &Stopped, reason: &str) {
        self.handles.clear();
        let exceptions = self.exceptions;
        let Ok(debugger) = self.debugger() else { return };
        let standing = debugger.standing();
        let mut body = json!({ "threadId": THREAD, "allThreadsStopped": true });
        let (reason, description) = match (standing, stopped) {
            (Some(Standing::Ended { word, detail, failed }), _) => {
                let text = detail.map_or(word.clone(), |detail| format!("{word}: {detail}"));
                body["text"] = json!(text);
                let reason = if failed && exceptions { "exception" } else { "end of the path" };
                (reason.to_owned(), format!("End of the path: {text}"))
            }
            (Some(Standing::Question { check, yes, no }), Stopped::Question | Stopped::Goal) => {
                let text = match check {
                    Some(check) => format!("may fail: {check} (true goes on: {yes}; false fails: {no})"),
                    None => format!("true: {yes}; false: {no}"),
                };
                body["text"] = json!(text);
                ("fork".to_owned(), format!("Open question: {text}"))
            }
            (_, Stopped::Breakpoint { number, change }) => {
                body["hitBreakpointIds"] = json!([number]);
                let reason = if *change { "data breakpoint" } else { "breakpoint" };
                (reason.to_owned(), format!("Breakpoint {number}"))
            }
            (_, Stopped::Interrupted) => ("pause".to_owned(), "Paused".to_owned()),
            _ => (reason.to_owned(), String::new()),
        };
        body["reason"] = json!(reason);
        if !description.is_empty() {
            body["description"] = json!(description);
        }
        self.events.push(("stopped", body));
        self.map_changed();
    }

    /// The error the program ended with.
    pub(super) fn exception_info(&mut self) -> Result<Value, String> {
        match self.debugger()?.standing() {
            Some(Standing::Ended { word, detail, failed: true }) => Ok(json!({
                "exceptionId": word,
                "description": detail.unwrap_or_default(),
                "breakMode": "always",
            })),
            _ => Err("there is no error here".into()),
        }
    }
}
