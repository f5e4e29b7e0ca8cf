//! Standard output and error, files, progress and Ctrl-C.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use sextant_session::{Diagnostics, LoadError, Sources};

use crate::exit::Exit;

/// Writes to standard output. A reader that went away (`| head`) is no error.
pub fn print(text: &str) -> Result<(), Exit> {
    print_bytes(text.as_bytes())
}

/// Writes bytes to standard output.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Exit> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(bytes).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(refuse(format!("cannot write: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a line to standard error, if anybody listens.
pub fn complain(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Writes bytes to standard error, if anybody listens.
pub fn complain_bytes(bytes: &[u8]) {
    let _ = std::io::stderr().write_all(bytes);
}

/// Writes messages with colours to standard error, if anybody listens.
pub fn complain_in_colour(messages: &str) {
    let _ = write!(anstream::stderr(), "{messages}");
}

/// Writes to a file if one is named, else to standard output.
pub fn print_to(file: Option<&Path>, text: &str) -> Result<(), Exit> {
    let Some(path) = file else { return print(text) };
    std::fs::write(path, text).map_err(|error| refuse(format!("{}: {error}", path.display())))
}

/// Complains, and says which exit code that is.
pub fn refuse(message: impl AsRef<str>) -> Exit {
    complain(&format!("sextant: {}", message.as_ref()));
    Exit::Usage
}

/// Shows messages with their source lines.
pub fn show_diagnostics(error: impl AsRef<(Diagnostics, Sources)>) -> Exit {
    let (diagnostics, sources) = error.as_ref();
    complain_in_colour(&diagnostics.render(sources, std::io::stderr().is_terminal()));
    Exit::Usage
}

/// A report as JSON.
pub fn to_json(report: &impl Serialize) -> String {
    format!("{:#}\n", serde_json::json!(report))
}

/// Says why a program cannot be used.
pub fn show_load_error(error: LoadError) -> Exit {
    match error {
        LoadError::Text(text) => show_diagnostics(text),
        LoadError::Internal(_) => {
            complain(&format!("sextant: {error}"));
            Exit::Internal
        }
        other => refuse(other.to_string()),
    }
}

/// Runs work that counts paths, with a line on the terminal when it takes long.
pub fn with_progress<T: Send>(count: &AtomicU64, work: impl FnOnce() -> T + Send) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| show_progress(count, &done));
        let result = work();
        done.store(true, Ordering::Relaxed);
        result
    })
}

fn show_progress(count: &AtomicU64, done: &AtomicBool) {
    const TICK: Duration = Duration::from_millis(20);
    const PATIENCE: u32 = 50;
    let mut waited = 0;
    while waited < PATIENCE {
        if done.load(Ordering::Relaxed) {
            return;
        }
        std::thread::sleep(TICK);
        waited += 1;
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} paths in {elapsed} (Ctrl-C shows them)")
    {
        bar.set_style(style);
    }
    while !done.load(Ordering::Relaxed) {
        bar.set_position(count.load(Ordering::Relaxed));
        bar.tick();
        std::thread::sleep(TICK * 5);
    }
    bar.finish_and_clear();
}

/// How wide lines may be.
pub fn terminal_width() -> usize {
    std::env::var("COLUMNS").ok().and_then(|width| width.parse().ok()).unwrap_or(110).max(40)
}
