//! A solver in a process of its own, spoken to line by line.
//!
//! Invariants
//! - Neither writing nor waiting for an answer can block past the deadline: two threads do the reading and the
//!   writing, and both end when the process does.
//! - The process ends with this value.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use sextant_base::Interrupt;

use super::expression::Expression;
use crate::Reason;
use crate::watchdog::overdue;

/// How often a wish to stop is looked at while waiting.
const TICK: Duration = Duration::from_millis(20);

/// A running solver.
pub(super) struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<String>,
    /// What was received and not yet taken.
    received: String,
}

impl Process {
    pub fn start(command: &[String]) -> Result<Self, Reason> {
        let unavailable = |detail: String| Reason::Unavailable(format!("`{}`: {detail}", command.join(" ")));
        let (program, arguments) =
            command.split_first().ok_or_else(|| unavailable("the command is empty".into()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| unavailable(error.to_string()))?;
        let (input, to_write) = channel::<String>();
        let (read, output) = channel::<String>();
        if let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
            std::thread::spawn(move || {
                to_write
                    .iter()
                    .try_for_each(|text| stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()))
            });
            std::thread::spawn(move || {
                let mut lines = BufReader::new(stdout).lines();
                while let Some(Ok(line)) = lines.next() {
                    if read.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Self { child, input, output, received: String::new() })
    }

    /// Sends text. That the process has gone shows when an answer is waited for.
    pub fn send(&self, text: String) {
        let _ = self.input.send(text);
    }

    /// The next answer.
    pub fn receive(&mut self, interrupt: &Interrupt, deadline: Instant) -> Result<Expression, Reason> {
        loop {
            match Expression::take(&mut self.received) {
                Ok(Some(expression)) => return Ok(expression),
                Ok(None) => {}
                Err(detail) => {
                    return Err(Reason::Incomplete(format!("the solver's answer is not readable: {detail}")));
                }
            }
            if let Some(reason) = overdue(interrupt, deadline) {
                return Err(reason);
            }
            match self.output.recv_timeout(TICK) {
                Ok(line) => {
                    self.received.push_str(&line);
                    self.received.push('\n');
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Reason::Incomplete("the solver's process ended without an answer".into()));
                }
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself; either way it is collected here.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
