//! Random walks of the debugger over the programs of `tests/programs`, with a model of where they lead: the list
//! of single steps and answers that leads there directly.

use std::path::Path;

use sextant_debugger::Debugger;
use sextant_session::{Arithmetic, Options, Session, Syntax};

/// Where a step leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Statement,
    Question,
    End,
}

/// A step of the direct way: the command, where it leads, and how many statements lie before that.
#[derive(Clone, Copy, Debug)]
struct Stop {
    command: &'static str,
    kind: Kind,
    passed: u64,
}

/// The programs with their calls.
pub fn programs() -> Vec<(String, Session, (String, Options))> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the programs")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "pli"))
        .collect();
    files.sort();
    let load = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("readable");
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let call = text.lines().find_map(|line| line.split_once("call:")).expect("a call").1;
        let call = call.split("*/").next().expect("a piece").trim().to_owned();
        let machine = text.lines().take(6).any(|line| line == "/* machine */");
        let arithmetic = if machine { Arithmetic::Machine } else { Arithmetic::Ideal };
        let session = Session::from_texts(vec![(name.clone(), text)], Syntax::Pli)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, session, (call, Options { arithmetic: Some(arithmetic), ..Options::default() }))
    };
    files.iter().map(load).collect()
}

/// A debugger that is led at random.
pub struct Walker<'s> {
    name: &'s str,
    session: &'s Session,
    call: &'s (String, Options),
    debugger: Debugger,
    way: Vec<Stop>,
    /// What lies ahead after going back, the nearest first.
    ahead: Vec<Stop>,
    random: u64,
    log: Vec<String>,
}

impl<'s> Walker<'s> {
    pub fn new(name: &'s str, session: &'s Session, call: &'s (String, Options), seed: u64) -> Self {
        let debugger = Debugger::new(session.clone(), call.1.clone());
        let random = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let (way, ahead, log) = (Vec::new(), Vec::new(), Vec::new());
        let mut walker = Walker { name, session, call, debugger, way, ahead, random, log };
        let text = walker.say(&format!("call {}", call.0));
        let kind = kind_of(&text);
        let passed = if kind == Kind::Statement { 1 } else { 0 };
        walker.way.push(Stop { command: "", kind, passed });
        walker
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % bound
    }

    fn here(&self) -> Stop {
        *self.way.last().expect("a way begins with its start")
    }

    fn say(&mut self, line: &str) -> String {
        self.log.push(line.to_owned());
        let reply = self.debugger.execute(line);
        assert!(!reply.error, "{}: {:?}: {}", self.name, self.log, reply.text);
        reply.text
    }

    /// One command, and what it does to the model.
    pub fn move_somewhere(&mut self) {
        let forked = self.way.iter().any(|stop| stop.command.contains(' '));
        match (self.here().kind, self.below(8)) {
            (_, 0) if forked => self.back_to_fork(),
            (_, 1 | 2) if self.way.len() > 1 && self.way[0].kind == Kind::Statement => self.back(),
            (Kind::End, _) => self.say_start(),
            (Kind::Question, _) if self.ahead.is_empty() => self.answer(),
            (Kind::Question, 3) => self.answer(),
            _ => {
                let count = 1 + self.below(4);
                self.steps(count);
            }
        }
    }

    fn say_start(&mut self) {
        self.say("back to start");
        let behind = self.way.split_off(1);
        self.ahead.splice(0..0, behind);
    }

    fn back(&mut self) {
        let passed = self.here().passed;
        let count = 1 + self.below(9);
        // At the start there is nowhere to go back to.
        if passed <= 1 {
            return;
        }
        self.say(&format!("back {count}"));
        let target = passed.saturating_sub(count).max(1);
        let at = |stop: &Stop| stop.kind == Kind::Statement && stop.passed == target;
        let at = self.way.iter().position(at).expect("every statement has a stop before it");
        let behind = self.way.split_off(at + 1);
        self.ahead.splice(0..0, behind);
    }

    fn back_to_fork(&mut self) {
        self.say("back to fork");
        let answer = self.way.iter().rposition(|stop| stop.command.contains(' ')).expect("there is one");
        let behind = self.way.split_off(answer);
        self.ahead.splice(0..0, behind);
    }

    fn answer(&mut self) {
        let command = if self.below(2) == 0 { "step true" } else { "step false" };
        self.ahead.clear();
        self.live(command);
    }

    fn live(&mut self, command: &'static str) {
        let before = self.here().passed;
        let kind = kind_of(&self.say(command));
        let passed = if kind == Kind::Question { before } else { before + 1 };
        // A step that runs into a question of the next statement's procedure counts no statement.
        self.way.push(Stop { command, kind, passed });
    }

    fn steps(&mut self, count: u64) {
        for _ in 0..count {
            if self.here().kind == Kind::End || (self.here().kind == Kind::Question && self.ahead.is_empty())
            {
                return;
            }
            if self.ahead.is_empty() {
                self.live("step");
                continue;
            }
            self.say("step");
            while !self.ahead.is_empty() {
                let stop = self.ahead.remove(0);
                self.way.push(stop);
                if stop.kind != Kind::Question {
                    break;
                }
            }
        }
    }

    /// Saves the session and goes on with it in another debugger, which must show what this one shows.
    #[allow(dead_code, reason = "each test uses what it needs of it")]
    pub fn go_on_elsewhere(&mut self, file: &Path) {
        if self.below(3) == 0 {
            self.say("save");
        }
        self.say(&format!("save session {}", file.display()));
        let mut other = Debugger::new(self.session.clone(), self.call.1.clone());
        let opened = other.execute(&format!("open {}", file.display()));
        assert!(!opened.error, "{}: {:?}: {}", self.name, self.log, opened.text);
        for command in ["show", "show tree", "show output", "show stack", "states"] {
            let (expected, found) = (self.debugger.execute(command).text, other.execute(command).text);
            assert_eq!(found, expected, "{}: {command} after {:?}", self.name, self.log);
        }
        self.debugger = other;
    }

    /// Everything shown here is shown on the direct way as well.
    pub fn check(&mut self) {
        let mut direct = Debugger::new(self.session.clone(), self.call.1.clone());
        let mut shown = direct.execute(&format!("call {}", self.call.0));
        for stop in &self.way[1..] {
            shown = direct.execute(stop.command);
        }
        assert!(!shown.error, "{}: {:?}", self.name, self.way);
        for command in ["show", "show output", "show stack"] {
            let expected = direct.execute(command).text;
            let found = self.debugger.execute(command).text;
            assert_eq!(found, expected, "{}: {command} after {:?}", self.name, self.log);
        }
    }
}

fn kind_of(reply: &str) -> Kind {
    let words = ["returned", "stopped", "error", "refused", "bounded", "unsupported"];
    if words.iter().any(|word| reply.starts_with(word)) {
        Kind::End
    } else if reply.contains("\n  go true ") {
        Kind::Question
    } else {
        Kind::Statement
    }
}
