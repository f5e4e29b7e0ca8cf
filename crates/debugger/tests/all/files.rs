//! Saved sessions: what is opened is what was saved, and files that cannot be trusted are refused.

use crate::walker;

use std::path::PathBuf;

use sextant_debugger::Debugger;
use sextant_session::{Arithmetic, Options, Session, Syntax};
use walker::{Walker, programs};

/// A file that is gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let file = std::env::temp_dir().join(format!("sextant-{name}-{}.session", std::process::id()));
        let scratch = Scratch(file);
        scratch.remove();
        scratch
    }

    fn remove(&self) {
        for ending in ["", "-wal", "-shm"] {
            let mut name = self.0.clone().into_os_string();
            name.push(ending);
            // What is not there need not be removed.
            let _ = std::fs::remove_file(name);
        }
    }

    fn text(&self) -> String {
        self.0.display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.remove();
    }
}

#[test]
fn walks_go_on_in_another_session() {
    let file = Scratch::new("walks");
    for (name, session, call) in programs() {
        for seed in 10..11 {
            let mut walker = Walker::new(&name, &session, &call, seed);
            for round in 0..16 {
                walker.move_somewhere();
                if round % 4 == 3 {
                    walker.go_on_elsewhere(&file.0);
                    walker.check();
                }
            }
        }
    }
}

const POWER: &str = "\
POWER: PROCEDURE (X, Y);
   DECLARE (X, Y, Z, J) FIXED BINARY (31);
   DECLARE A(3) FIXED BINARY (31);
   Z = 1;
   DO J = 1 TO Y;
      Z = Z * X;
      A(1) = Z;
      PROVE (J > 0);
   END;
   RETURN (Z);
END POWER;
";

fn debugger(text: &str, options: Options) -> Debugger {
    let session = Session::from_texts(vec![("power.pli".into(), text.into())], Syntax::Pli)
        .unwrap_or_else(|error| panic!("{error}"));
    Debugger::new(session, options)
}

fn say(debugger: &mut Debugger, line: &str) -> String {
    let reply = debugger.execute(line);
    assert!(!reply.error, "{line}: {}", reply.text);
    reply.text
}

/// A session with a bit of everything.
fn busy(file: &Scratch) -> Debugger {
    let mut debugger = debugger(POWER, Options::default());
    let walk = [
        "call POWER(\"X\", \"Y\")",
        "go; save fork; go true",
        "set X = \"W\" + 1",
        "assume (Y < 9)",
        "go; go true; save",
        "break 6 if (Z > 3) hits 2",
        "break change A(1)",
        "break change Z",
        "delete 3",
        "break POWER after",
        "trace numbers results for POWER#4-POWER#6",
        "data X = 2, Y = 3",
        "call POWER(\"X\", \"Y\"); step 4; back",
    ];
    for line in walk {
        say(&mut debugger, line);
    }
    say(&mut debugger, &format!("save session {}", file.text()));
    debugger
}

const LOOKS: &[&str] = &[
    "show",
    "show tree",
    "states",
    "breaks",
    "data",
    "go",
    "restore 1",
    "show tree",
    "go",
    "restore 2",
    "go",
];

#[test]
fn everything_is_there_again() {
    let file = Scratch::new("everything");
    let mut before = busy(&file);
    let mut after = debugger(POWER, Options::default());
    say(&mut after, &format!("open {}", file.text()));
    for look in LOOKS {
        assert_eq!(after.execute(look), before.execute(look), "{look}");
    }
    assert_eq!(say(&mut after, "break 6"), say(&mut before, "break 6"), "numbers go on");
}

#[test]
fn other_programs_and_options_are_refused() {
    let file = Scratch::new("others");
    busy(&file);
    let open = format!("open {}", file.text());
    let mut other = debugger(&POWER.replace("Z = 1;", "Z = 2;"), Options::default());
    let reply = other.execute(&open);
    assert!(reply.error && reply.text.ends_with("the program has changed since"), "{}", reply.text);
    let mut machine =
        debugger(POWER, Options { arithmetic: Some(Arithmetic::Machine), ..Options::default() });
    say(&mut machine, "call POWER(2, 3)");
    let before = say(&mut machine, "show");
    let reply = machine.execute(&open);
    assert!(reply.error && reply.text.contains("--arithmetic ideal"), "{}", reply.text);
    assert_eq!(say(&mut machine, "show"), before, "a refused command changes nothing");
}

#[test]
fn files_of_something_else_are_neither_opened_nor_overwritten() {
    let file = Scratch::new("something");
    for contents in ["", "my notes", "SQLite format 3\0 and then nothing"] {
        std::fs::write(&file.0, contents).expect("writable");
        let reply = debugger(POWER, Options::default()).execute(&format!("open {}", file.text()));
        assert!(reply.error, "{contents:?} was opened");
    }
    std::fs::write(&file.0, "my notes").expect("writable");
    let reply = debugger(POWER, Options::default()).execute(&format!("save session {}", file.text()));
    assert!(reply.error);
    assert_eq!(std::fs::read(&file.0).expect("readable"), b"my notes");
    let reply = debugger(POWER, Options::default()).execute("open /nowhere/at/all");
    assert!(reply.error && reply.text.contains("no such file"), "{}", reply.text);
}

#[test]
fn another_version_is_refused() {
    let file = Scratch::new("version");
    busy(&file);
    let mut bytes = std::fs::read(&file.0).expect("readable");
    // The user version of an SQLite file stands here.
    bytes[60..64].copy_from_slice(&7_u32.to_be_bytes());
    std::fs::write(&file.0, bytes).expect("writable");
    let reply = debugger(POWER, Options::default()).execute(&format!("open {}", file.text()));
    assert!(reply.error && reply.text.contains("format 7"), "{}", reply.text);
}

#[test]
fn damaged_files_are_refused() {
    let file = Scratch::new("damaged");
    let mut before = busy(&file);
    let expected: Vec<_> = LOOKS.iter().map(|look| before.execute(look)).collect();
    let whole = std::fs::read(&file.0).expect("readable");
    let mut refused = 0;
    let places = (0..whole.len()).step_by(151);
    for at in places.clone() {
        file.remove();
        let mut bytes = whole.clone();
        if at % 2 == 0 {
            bytes.truncate(at)
        } else {
            bytes[at] ^= 0x15
        }
        std::fs::write(&file.0, bytes).expect("writable");
        let mut after = debugger(POWER, Options::default());
        let opened = after.execute(&format!("open {}", file.text()));
        if opened.error {
            refused += 1;
            continue;
        }
        // Some bytes of the file mean nothing.
        let found: Vec<_> = LOOKS.iter().map(|look| after.execute(look)).collect();
        assert_eq!(found, expected, "byte {at} was changed and nobody noticed");
    }
    assert!(refused > places.count() / 2, "only {refused} files were refused");
}
