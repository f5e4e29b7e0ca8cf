//! Carrying messages: from a stream to the adapter, and its answers back.
//!
//! A thread of its own reads, so that a request to pause is seen while the program runs.

use std::io::{self, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use sextant_session::Interrupt;

use crate::adapter::{Adapter, Answer};
use crate::message::{Event, Request};
use crate::wire::{self, Incoming};

/// Terms may be deep: conversations run on a stack as large as that of the command.
const STACK: usize = 256 << 20;

/// What makes a running program stop.
#[derive(Clone, Default)]
pub(crate) struct Stopper(Arc<Mutex<Running>>);

#[derive(Default)]
struct Running {
    interrupt: Interrupt,
    /// Requests to stop that were read and not answered yet: they concern what was asked for before them.
    waiting: usize,
}

impl Stopper {
    /// An interrupt for the next command.
    pub(crate) fn begin(&self) -> Interrupt {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.interrupt = Interrupt::new();
        if running.waiting > 0 {
            running.interrupt.ask();
        }
        running.interrupt.clone()
    }

    fn ask(&self) {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.waiting += 1;
        running.interrupt.ask();
    }

    fn answered(&self) {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.waiting = running.waiting.saturating_sub(1);
    }
}

fn stops(command: &str) -> bool {
    matches!(command, "pause" | "cancel" | "terminate" | "disconnect" | "restart")
}

/// What the reader hands on.
enum Heard {
    Request(Request),
    /// A message that is no request; if it had a number, that is answered.
    Nonsense(Option<i64>, String),
}

/// Holds one conversation, until the client disconnects or nothing more comes.
pub fn serve(input: impl Read + Send + 'static, output: &mut dyn Write) -> io::Result<()> {
    let stopper = Stopper::default();
    let (hear, heard) = channel();
    let reader_stopper = stopper.clone();
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        // A broken connection is the end of the conversation, like a closed one.
        while let Ok(incoming) = wire::read(&mut input) {
            let item = match incoming {
                Incoming::End => break,
                Incoming::Broken(message) => Heard::Nonsense(None, message),
                Incoming::Message(text) => match understand(&text) {
                    Some(item) => item,
                    None => continue,
                },
            };
            if let Heard::Request(request) = &item
                && stops(&request.command)
            {
                reader_stopper.ask();
            }
            if hear.send(item).is_err() {
                return;
            }
        }
        // Nobody waits for the end of a run any more.
        reader_stopper.ask();
    });
    converse(&heard, Speaker { output, seq: 0 }, stopper)
}

fn converse(heard: &Receiver<Heard>, mut speaker: Speaker<'_>, stopper: Stopper) -> io::Result<()> {
    let mut adapter = Adapter::new(stopper.clone());
    for item in heard {
        let request = match item {
            Heard::Request(request) => request,
            Heard::Nonsense(seq, message) => {
                speaker.complain(seq, &message)?;
                continue;
            }
        };
        if stops(&request.command) {
            stopper.answered();
        }
        let answer = catch_unwind(AssertUnwindSafe(|| adapter.answer(&request)));
        let Ok(Answer { result, events, then, over }) = answer else {
            speaker.respond(&request, Err("internal error of sextant; the session is over".into()))?;
            speaker.say(adapter.give_up())?;
            continue;
        };
        speaker.respond(&request, result)?;
        speaker.say(events)?;
        if let Some(motion) = then {
            let performed = catch_unwind(AssertUnwindSafe(|| adapter.perform(motion)));
            speaker.say(performed.unwrap_or_else(|_| adapter.give_up()))?;
        }
        if over {
            break;
        }
    }
    Ok(())
}

/// The request in a text; nothing for messages that need no answer.
fn understand(text: &[u8]) -> Option<Heard> {
    let message: Value = match serde_json::from_slice(text) {
        Ok(message) => message,
        Err(error) => {
            return Some(Heard::Nonsense(None, format!("a message that is not JSON was skipped: {error}")));
        }
    };
    if matches!(message.get("type").and_then(Value::as_str), Some("response" | "event")) {
        return None;
    }
    let seq = message.get("seq").and_then(Value::as_i64);
    Some(match serde_json::from_value(message) {
        Ok(request) => Heard::Request(request),
        Err(error) => Heard::Nonsense(seq, format!("this is not a request: {error}")),
    })
}

/// Numbers messages and writes them.
struct Speaker<'o> {
    output: &'o mut dyn Write,
    seq: i64,
}

impl Speaker<'_> {
    fn send(&mut self, mut message: Value) -> io::Result<()> {
        self.seq += 1;
        message["seq"] = json!(self.seq);
        wire::write(&mut self.output, &message)
    }

    fn respond(&mut self, request: &Request, result: Result<Value, String>) -> io::Result<()> {
        let mut response =
            json!({ "type": "response", "request_seq": request.seq, "command": request.command });
        match result {
            Ok(body) => {
                response["success"] = json!(true);
                response["body"] = body;
            }
            Err(message) => {
                response["success"] = json!(false);
                response["message"] = json!(message);
                response["body"] = json!({ "error": { "id": 1, "format": message, "showUser": true } });
            }
        }
        self.send(response)
    }

    fn say(&mut self, events: Vec<Event>) -> io::Result<()> {
        for (name, body) in events {
            self.send(json!({ "type": "event", "event": name, "body": body }))?;
        }
        Ok(())
    }

    fn complain(&mut self, seq: Option<i64>, message: &str) -> io::Result<()> {
        match seq {
            Some(seq) => {
                let request = Request { seq, command: String::new(), arguments: Value::Null };
                self.respond(&request, Err(message.to_owned()))
            }
            None => {
                let body = json!({ "category": "stderr", "output": format!("{message}\n") });
                self.say(vec![("output", body)])
            }
        }
    }
}

/// Waits for clients on a port of this machine, each of which has a conversation of its own; port 0 is any free
/// one. `ready` is told which port it is.
pub fn listen(port: u16, ready: impl FnOnce(u16)) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    ready(listener.local_addr()?.port());
    for stream in listener.incoming() {
        let stream = match stream {
            // The client changed its mind; others may come.
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => continue,
            stream => stream?,
        };
        // Without it answers only come later.
        let _ = stream.set_nodelay(true);
        let conversation = move || {
            // A client that went away is nobody to complain to.
            let Ok(input) = stream.try_clone() else { return };
            let _ = serve(input, &mut &stream);
            let _ = stream.shutdown(std::net::Shutdown::Both);
        };
        std::thread::Builder::new().stack_size(STACK).spawn(conversation)?;
    }
    Ok(())
}
