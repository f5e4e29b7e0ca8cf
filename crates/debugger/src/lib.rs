//! EFFIGY's interactive session: a person walks the execution tree, forwards and backwards.
//!
//! [`Debugger::execute`] interprets one line of commands; whoever talks to a person (a terminal, a script, a debug
//! adapter) only carries lines there and replies back. `walk` is the visited tree, `drive` goes forwards, `back`
//! backwards, `typed` gives meaning to what is typed in the program's variables.
//!
//! Invariants
//! - A refused command changes nothing.
//! - A fork is asked about only if the path condition implies neither answer, as in an exploration.
//! - No state is kept for a statement as such: going back replays from the nearest checkpoint, so that its cost does
//!   not depend on the length of the run.

mod archive;
mod back;
mod both;
mod breaks;
mod checkpoints;
mod choices;
mod command;
mod counts;
mod desk;
mod drive;
mod edit;
mod keep;
mod places;
mod show;
mod storage;
mod trace;
mod typed;
mod view;
mod walk;
mod watch;

use std::path::Path;
use std::sync::atomic::AtomicU64;

use sextant_base::{Diagnostics, Interrupt};
use sextant_session::{Call, Options, Session};
use sextant_state::{Code, compile};

use self::archive::Archive;
use self::breaks::Breakpoints;
pub use self::breaks::{BreakPlace, BreakRequest, BreakpointView};
use self::command::{Verb, find, first_word, help, split};
use self::desk::{Desk, Run, Said};
use self::drive::Goal;
pub use self::drive::Stopped;
use self::trace::Trace;
pub use self::view::{FrameView, Standing, StretchView, VariableView};
use self::walk::Point;

/// The width of the table that `test` prints.
const WIDTH: usize = 110;

/// What a line of commands came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// What there is to say; without an end of line at its end.
    pub text: String,
    /// Whether a command was refused; those behind it were not executed.
    pub error: bool,
    /// Whether the session is over.
    pub quit: bool,
    /// Why the walker rests where it is, if a command moved it.
    pub stopped: Option<Stopped>,
}

/// An interactive session over one program.
pub struct Debugger {
    session: Session,
    options: Options,
    code: Code,
    /// The calls of which something is kept.
    runs: Vec<Run>,
    /// The one that is walked.
    current: Option<usize>,
    saved: Vec<Saved>,
    /// The data of the calls to come.
    data: Option<String>,
    breaks: Breakpoints,
    trace: Trace,
    /// The file in which the session is kept, if it is.
    archive: Option<Archive>,
    /// Why the walker rests, if the running line of commands moved it.
    stopped: Option<Stopped>,
}

/// A kept state.
struct Saved {
    name: Option<String>,
    run: usize,
    point: Point,
}

impl Debugger {
    /// A session in which nothing was called yet.
    pub fn new(session: Session, options: Options) -> Self {
        let code = compile(session.program(), options.policy(session.program().language));
        Debugger {
            session,
            options,
            code,
            runs: Vec::new(),
            current: None,
            saved: Vec::new(),
            data: None,
            breaks: Breakpoints::default(),
            trace: Trace::default(),
            archive: None,
            stopped: None,
        }
    }

    /// Executes the commands of a line, separated by semicolons, up to the first that is refused.
    pub fn execute(&mut self, line: &str) -> Reply {
        let mut texts = Vec::new();
        let mut reply = Reply { text: String::new(), error: false, quit: false, stopped: None };
        for piece in split(line) {
            match self.command(piece, &mut reply.quit) {
                Ok(text) => texts.push(text),
                Err(message) => {
                    texts.push(message);
                    reply.error = true;
                }
            }
            if reply.error || reply.quit {
                break;
            }
        }
        reply.stopped = self.stopped.take();
        if let Err(message) = self.save_changes() {
            texts.push(format!("the session is not saved: {message}"));
            reply.error = true;
        }
        texts.retain(|text| !text.is_empty());
        reply.text = texts.join("\n");
        reply
    }

    /// From now on this stops a command that takes long.
    pub fn stop_with(&mut self, interrupt: Interrupt) {
        let was_stopped = self.options.interrupt.asked();
        self.options.interrupt = interrupt;
        if was_stopped {
            self.runs.iter_mut().for_each(|run| run.renew_solver(&self.options));
        }
    }

    /// Whether a line begins with a command.
    pub fn is_command(&self, line: &str) -> bool {
        find(first_word(line.trim()).0).is_ok()
    }

    /// Whether a call is among those of the session.
    pub fn has_called(&self, call: &str) -> bool {
        self.runs.iter().any(|run| run.call.text == call.trim())
    }

    /// Where the walker is, for a prompt: `PROCEDURE:line`.
    pub fn place(&self) -> Option<String> {
        let run = &self.runs[self.current?];
        let frame = &run.walk.here().state.frame;
        let name = &self.session.program().procedures[frame.procedure].name;
        Some(format!("{name}:{}", self.session.statement_line(frame.procedure, frame.statement)))
    }

    /// The words that can end a line of commands as it is being typed, and where in the line they begin.
    pub fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let piece = line.rsplit(';').next().unwrap_or("").trim_start();
        let (word, rest) = first_word(piece);
        let names: Vec<&str> = if rest.is_empty() && piece.len() == word.len() {
            command::COMMANDS.iter().map(|command| command.name).collect()
        } else {
            let own = find(word).map_or(&[][..], |command| command.words);
            own.iter().copied().chain(self.session.procedures()).chain(self.variables()).collect()
        };
        let ended = line.char_indices().rfind(|(_, letter)| !letter.is_alphanumeric());
        let start = ended.map_or(0, |(at, letter)| at + letter.len_utf8());
        let typed = line[start..].to_ascii_lowercase();
        let mut found: Vec<String> = names
            .into_iter()
            .filter(|name| name.to_ascii_lowercase().starts_with(&typed))
            .map(str::to_owned)
            .collect();
        found.dedup();
        (start, found)
    }

    /// How many states are kept for going back.
    pub fn kept_states(&self) -> usize {
        self.runs.iter().map(|run| run.walk.kept()).sum()
    }

    fn variables(&self) -> Vec<&str> {
        let Some(current) = self.current else { return Vec::new() };
        let procedure = self.runs[current].walk.here().state.frame.procedure;
        let variables = self.session.program().procedures[procedure].variables.iter();
        variables.filter(|variable| !variable.is_made()).map(|variable| variable.name.as_str()).collect()
    }

    fn command(&mut self, piece: &str, quit: &mut bool) -> Said {
        let (word, rest) = first_word(piece);
        if word.is_empty() {
            return Err(format!("{piece}: this is no command; help lists them"));
        }
        let command = find(word)?;
        match command.verb {
            Verb::Call => self.call(rest),
            Verb::Test => self.test(rest),
            Verb::Data => self.set_data(rest),
            Verb::Help => help(rest),
            Verb::Quit => {
                *quit = true;
                Ok(String::new())
            }
            Verb::Save => match file_behind(rest) {
                Some(file) => {
                    self.save_session(Path::new(file)).map(|()| format!("the session is in {file}"))
                }
                None => self.save(rest),
            },
            Verb::Open => match rest {
                "" => Err(format!("write {}", command.usage)),
                file => {
                    self.open_session(Path::new(file))?;
                    Ok(self.taken_up())
                }
            },
            Verb::Restore => self.restore(rest),
            Verb::States => self.states(),
            Verb::Breaks => Ok(self.breaks.listed()),
            Verb::Delete => self.breaks.delete(rest),
            Verb::Trace => {
                self.trace = self.desk(|desk| desk.read_trace(rest))?;
                Ok(self.trace.words())
            }
            Verb::Next | Verb::Finish | Verb::Choices if !rest.is_empty() => {
                Err(format!("write {}", command.usage))
            }
            verb => self.desk(|desk| desk.perform(verb, rest, command.usage)),
        }
    }

    /// Lets a command work with the current call.
    fn desk<T>(&mut self, work: impl FnOnce(&mut Desk<'_>) -> Result<T, String>) -> Result<T, String> {
        let current = self.current.ok_or("nothing is being executed; begin with call")?;
        let settings = (&mut self.breaks, &self.trace, &mut self.stopped);
        self.runs[current].with_desk(&self.code, &self.session, &self.options, settings, work)
    }

    fn read_call(&self, text: &str) -> Result<Call, String> {
        if text.is_empty() {
            return Err("say what is called, as in call P(\"X\", 5)".into());
        }
        self.session.call(text, &self.options).map_err(|errors| first_message(&errors.0))
    }

    /// Gives the calls to come data: `NAME = value, … | off`; nothing: says what is set.
    pub fn set_data(&mut self, text: &str) -> Result<String, String> {
        match text.to_ascii_lowercase().as_str() {
            "" => {}
            "off" => self.data = None,
            _ => self.data = Some(text.to_owned()),
        }
        Ok(match &self.data {
            Some(data) => format!("calls run on {data}"),
            None => "calls run on symbols".into(),
        })
    }

    /// Starts a call, and says where that leads.
    pub fn call(&mut self, text: &str) -> Result<String, String> {
        let call = self.read_call(text)?;
        let run = self.begin(call)?;
        self.breaks.forget_counts();
        // A call of which no state was saved cannot be come back to.
        match self.current {
            Some(current)
                if current + 1 == self.runs.len() && self.saved.iter().all(|saved| saved.run != current) =>
            {
                self.runs[current] = run;
            }
            _ => {
                self.runs.push(run);
                self.current = Some(self.runs.len() - 1);
            }
        }
        self.desk(|desk| Ok(desk.begin()))
    }

    /// A call before its first instruction, on the data that are set.
    fn begin(&self, call: Call) -> Result<Run, String> {
        let Some(text) = &self.data else { return Ok(Run::new(&self.code, call, None, &self.options)) };
        let read = self.session.with_data(call, text, &self.options);
        let (call, data) = read.map_err(|errors| first_message(&errors.0))?;
        Ok(Run::new(&self.code, call, Some((text.clone(), data)), &self.options))
    }

    /// `(n) PROCEDURE(arguments)`
    fn test(&mut self, text: &str) -> Said {
        let mut options = self.options.clone();
        let mut text = text;
        if let Some((limit, rest)) = text.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            let limit = limit.trim();
            options.limits.statements =
                limit.parse().map_err(|_| format!("{limit} is not a number of statements"))?;
            text = rest.trim();
        }
        let call = self.read_call(text)?;
        let report = self.session.paths(&call, &options, &AtomicU64::new(0));
        Ok(report.text(WIDTH).trim_end().to_owned())
    }

    /// What there is in a session that was taken up, and where its walker is.
    pub fn taken_up(&mut self) -> String {
        let counted = |count: usize, noun: &str| match count {
            1 => format!("1 {noun}"),
            count => format!("{count} {noun}s"),
        };
        let (calls, states) = (counted(self.runs.len(), "call"), counted(self.saved.len(), "state"));
        let place = self.desk(|desk| Ok(desk.arrived(Stopped::Goal)));
        let place = place.map_or(String::new(), |place| format!("\n{place}"));
        format!("the session goes on: {calls}, {states}{place}")
    }

    fn save(&mut self, name: &str) -> Said {
        let run = self.current.ok_or("nothing is being executed; begin with call")?;
        if !name.chars().all(|letter| letter.is_alphanumeric() || letter == '_') {
            return Err(format!("{name} is not a name"));
        }
        if name.starts_with(|letter: char| letter.is_ascii_digit()) {
            return Err("numbers are given by themselves: a name begins with a letter".into());
        }
        let named = (!name.is_empty()).then(|| name.to_owned());
        // A name means the state that got it last.
        for old in self.saved.iter_mut().filter(|saved| named.is_some() && saved.name == named) {
            old.name = None;
        }
        self.saved.push(Saved { name: named, run, point: self.runs[run].walk.here().clone() });
        let number = self.saved.len();
        Ok(match name {
            "" => format!("state {number}"),
            name => format!("state {number}, {name}"),
        })
    }

    fn restore(&mut self, which: &str) -> Said {
        let by_number = which.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let found = match by_number {
            Some(index) => self.saved.get(index),
            None => self
                .saved
                .iter()
                .find(|saved| saved.name.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(which))),
        };
        let saved = found.ok_or_else(|| match which {
            "" => "say which state: a number or a name".to_owned(),
            which => format!("there is no state {which}"),
        })?;
        let (run, point) = (saved.run, saved.point.clone());
        self.runs[run].walk.settle_at(point);
        self.current = Some(run);
        self.breaks.forget_counts();
        self.desk(|desk| Ok(desk.arrived(Stopped::Goal)))
    }

    fn states(&self) -> Said {
        let mut lines = Vec::new();
        for (number, saved) in self.saved.iter().enumerate() {
            let frame = &saved.point.state.frame;
            let procedure = &self.session.program().procedures[frame.procedure].name;
            let name = saved.name.as_deref().map_or(String::new(), |name| format!("  {name}"));
            lines.push(format!(
                "{}{name}  {procedure} {} of {}",
                number + 1,
                frame.statement.0,
                self.runs[saved.run].call.text
            ));
        }
        Ok(if lines.is_empty() { "no states are saved".into() } else { lines.join("\n") })
    }
}

impl Desk<'_> {
    /// The commands that concern the current call only.
    fn perform(&mut self, verb: Verb, rest: &str, usage: &str) -> Said {
        let lower = rest.to_ascii_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        match (verb, &words[..]) {
            (Verb::Go, []) => self.run(Goal::Event),
            (Verb::Go, ["other"]) => self.other().and_then(|()| self.run(Goal::Event)),
            (Verb::Go, [word @ ("true" | "false")]) => {
                self.answer(*word == "true")?;
                self.run(Goal::Event)
            }
            (Verb::Step, [word @ ("true" | "false")]) => {
                self.answer(*word == "true")?;
                self.run(Goal::Statements(1))
            }
            (Verb::Step, []) => self.run(Goal::Statements(1)),
            (Verb::Step, [count]) => self.run(Goal::Statements(count_of(count)?)),
            (Verb::Next, _) => self.run(Goal::Depth(self.state().depth())),
            (Verb::Finish, _) => self.run(Goal::Depth(self.state().depth() - 1)),
            (Verb::Back, []) => self.back(1),
            (Verb::Back, ["to", "fork"]) => self.back_to_fork(),
            (Verb::Back, ["to", "break"]) => self.back_to_break(),
            (Verb::Back, ["to", "start"]) => self.back_to_start(),
            (Verb::Back, ["to", "caller"]) => self.back_to_caller(),
            (Verb::Back, ["to", "change", _, ..]) => self.back_to_change(behind(rest, 2)),
            (Verb::Back, ["to", _]) => self.back_to_place(behind(rest, 1)),
            (Verb::Back, [count]) => self.back(count_of(count)?),
            (Verb::Choices, _) => self.choices(),
            (Verb::Choose, [number]) => self.choose(number),
            (Verb::Break, [_, ..]) => self.break_command(rest),
            (Verb::Show, _) => self.show(rest),
            (Verb::Set, [_, ..]) => self.set(rest),
            (Verb::Assume, [_, ..]) => self.assume(rest),
            (Verb::Prove, [_, ..]) => self.prove(rest),
            _ => Err(format!("write {usage}")),
        }
    }
}

fn first_message(errors: &Diagnostics) -> String {
    errors.sorted().first().map_or("this cannot be read".into(), |first| first.message.clone())
}

/// The file of `save session FILE`.
fn file_behind(rest: &str) -> Option<&str> {
    let (word, file) = rest.split_once(char::is_whitespace)?;
    word.eq_ignore_ascii_case("session").then_some(file.trim())
}

/// What stands behind so many words.
fn behind(text: &str, words: usize) -> &str {
    (0..words)
        .fold(text, |rest, _| rest.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start()))
}

fn count_of(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err(format!("{text} is not a number of statements")),
        Ok(count) => Ok(count),
    }
}
