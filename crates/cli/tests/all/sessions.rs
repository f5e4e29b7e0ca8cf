//! `sextant debug --session`: nothing that was saved is lost, and files that do not fit are refused.

use crate::command;
use crate::folder;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use command::{command, root};
use folder::Folder;

fn debug(folder: &Path, arguments: &[&str], script: &str) -> (String, String, Option<i32>) {
    let mut all = vec!["debug"];
    all.extend(arguments);
    let mut process = command(folder, &all)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A refused session does not read its script.
    let _ = process.stdin.take().expect("a pipe").write_all(script.as_bytes());
    let outcome = process.wait_with_output().expect("the command ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(outcome.stdout), text(outcome.stderr), outcome.status.code())
}

#[test]
fn a_killed_session_goes_on() {
    let scratch = Folder::new("killed");
    let file = scratch.name("walk.session");
    let arguments = ["debug", "examples/power.pli", "POWER(\"X\", \"Y\")", "--session", &file];
    let mut process = command(&root(), &arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = process.stdin.take().expect("a pipe");
    input.write_all(b"go\ngo true\nsave here\ngo true\nshow tree\nshow Z\n").expect("it listens");
    let mut seen = Vec::new();
    for line in BufReader::new(process.stdout.take().expect("a pipe")).lines() {
        let line = line.expect("UTF-8");
        let last = line.starts_with("Z = ");
        seen.push(line);
        if last {
            break;
        }
    }
    // The pipe is still open: the process waits for more.
    process.kill().expect("it runs");
    process.wait().expect("it ends");
    let at = seen.iter().position(|line| line == "> show tree").expect("it was asked");
    let (text, errors, code) =
        debug(&root(), &["examples/power.pli", "--session", &file], "show tree\nshow Z\n");
    assert_eq!((errors.as_str(), code), ("", Some(0)));
    let found: Vec<&str> = text.lines().skip_while(|line| *line != "> show tree").collect();
    assert_eq!(found, seen[at..]);
}

#[test]
fn sessions_that_do_not_fit_are_refused() {
    let scratch = Folder::new("refused");
    let (good, bad) = (scratch.name("good.session"), scratch.name("bad.session"));
    let (_, _, code) = debug(&root(), &["examples/power.pli", "POWER(2, 3)", "--session", &good], "go\n");
    assert_eq!(code, Some(0));
    scratch.file("bad.session", "nothing of ours");
    let cases: [(&[&str], &str); 3] = [
        (&["examples/power.pli", "--session", &bad], "not a session file"),
        (&["tests/debugger/share.pli", "--session", &good], "the program has changed since"),
        (&["examples/power.pli", "--session", &good, "--arithmetic", "machine"], "--arithmetic ideal"),
    ];
    for (arguments, message) in cases {
        let (text, errors, code) = debug(&root(), arguments, "go\n");
        assert_eq!((text.as_str(), code), ("", Some(2)), "{arguments:?}");
        assert!(errors.contains(message), "{errors}");
    }
}
