//! `sextant debug`: a terminal, or a script on standard input, in front of the session's debugger.

use std::cell::RefCell;
use std::io::{BufRead, IsTerminal};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use sextant_debugger::{Debugger, Reply};
use sextant_session::Interrupt;

use super::load;
use crate::arguments::DebugCommand;
use crate::console::{print, refuse};
use crate::exit::Exit;

/// Walks the execution tree of a call, forwards and backwards.
pub fn debug(command: &DebugCommand) -> Result<Exit, Exit> {
    let session = load(&command.program)?;
    let mut debugger = Debugger::new(session, command.execution.options(Interrupt::new()));
    let stopper = Stopper::new();
    if let Some(file) = &command.session
        && debugger.keep_in(file.clone()).map_err(refuse)?
    {
        print(&format!("{}\n", debugger.taken_up()))?;
    }
    if let Some(data) = &command.data {
        let reply = stopper.execute(&mut debugger, &format!("data {data}"));
        if reply.error {
            return Err(refuse(&reply.text));
        }
    }
    // A session that is being gone on with has made its call already.
    if let Some(call) = command.call.as_ref().filter(|call| !debugger.has_called(call)) {
        let reply = stopper.execute(&mut debugger, &format!("call {call}"));
        if reply.error {
            return Err(refuse(&reply.text));
        }
        say(&reply)?;
    }
    if std::io::stdin().is_terminal() { talk(debugger, &stopper) } else { follow_script(debugger, &stopper) }
}

/// A script on standard input: each line is shown with its reply, as in a transcript.
fn follow_script(mut debugger: Debugger, stopper: &Stopper) -> Result<Exit, Exit> {
    let mut exit = Exit::Clean;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| refuse(format!("standard input: {error}")))?;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        print(&format!("> {line}\n"))?;
        let reply = stopper.execute(&mut debugger, line);
        say(&reply)?;
        if reply.error {
            exit = Exit::Usage;
        }
        if reply.quit {
            break;
        }
    }
    Ok(exit)
}

/// A person at a terminal.
fn talk(debugger: Debugger, stopper: &Stopper) -> Result<Exit, Exit> {
    let debugger = Rc::new(RefCell::new(debugger));
    let fail = |error: ReadlineError| refuse(format!("terminal: {error}"));
    let mut editor: Editor<Words, MemHistory> =
        Editor::with_history(Config::default(), MemHistory::new()).map_err(fail)?;
    editor.set_helper(Some(Words(Rc::clone(&debugger))));
    loop {
        let place = debugger.borrow().place();
        let prompt = place.map_or("sextant> ".to_owned(), |place| format!("{place}> "));
        match editor.readline(&prompt) {
            Ok(line) => {
                // A history that is full only forgets.
                let _ = editor.add_history_entry(line.as_str());
                let reply = stopper.execute(&mut debugger.borrow_mut(), &line);
                say(&reply)?;
                if reply.quit {
                    return Ok(Exit::Clean);
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => return Ok(Exit::Clean),
            Err(error) => return Err(fail(error)),
        }
    }
}

fn say(reply: &Reply) -> Result<(), Exit> {
    if reply.text.is_empty() { Ok(()) } else { print(&format!("{}\n", reply.text)) }
}

/// Lets Ctrl-C stop the command that is being executed, and only that one.
struct Stopper {
    current: Arc<Mutex<Interrupt>>,
}

impl Stopper {
    fn new() -> Self {
        let current = Arc::new(Mutex::new(Interrupt::new()));
        let asked = Arc::clone(&current);
        // Without a handler Ctrl-C ends the session; nothing else is lost.
        let _ = ctrlc::set_handler(move || {
            let interrupt = asked.lock().unwrap_or_else(PoisonError::into_inner);
            if interrupt.asked() {
                std::process::exit(130);
            }
            interrupt.ask();
        });
        Stopper { current }
    }

    fn execute(&self, debugger: &mut Debugger, line: &str) -> Reply {
        let fresh = Interrupt::new();
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = fresh.clone();
        debugger.stop_with(fresh);
        debugger.execute(line)
    }
}

/// Completes commands and names.
struct Words(Rc<RefCell<Debugger>>);

impl Completer for Words {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, words) = self.0.borrow().complete(line.get(..at).unwrap_or(""));
        let pair = |word: String| Pair { display: word.clone(), replacement: word };
        Ok((start, words.into_iter().map(pair).collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
