//! Input that is large, deep or cut off, and readers that go away: no panic, no stack overflow, a sensible code.

use crate::command;
use crate::folder;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use command::{Outcome, command, root, sextant};
use folder::Folder;

const DEPTH: usize = 10_000;

/// Programs nested in every way the grammar knows.
fn deep_programs() -> Vec<(&'static str, String)> {
    let within = |before: &str, middle: &str, after: &str| {
        let body = format!("{}{middle}{}", before.repeat(DEPTH), after.repeat(DEPTH));
        format!("P: PROCEDURE (X);\n{body}\nEND P;\n")
    };
    vec![
        ("parentheses.pli", within("", &format!("X = {}X{};", "(".repeat(DEPTH), ")".repeat(DEPTH)), "")),
        ("open.pli", within("", &format!("X = {}X;", "(".repeat(DEPTH)), "")),
        ("signs.pli", within("", &format!("X = {}X;", "-".repeat(DEPTH)), "")),
        ("powers.pli", within("", &format!("X = X{};", " ** X".repeat(DEPTH)), "")),
        ("nots.pli", within("", &format!("IF {}(X > 1) THEN X = 1;", "¬".repeat(DEPTH)), "")),
        ("implications.pli", within("", &format!("ASSERT (X{});", " -> X".repeat(DEPTH)), "")),
        ("groups.pli", within("DO;\n", "X = 1;\n", "END;\n")),
        ("loops.pli", within("DO WHILE (X > 0);\n", "X = 1;\n", "END;\n")),
        ("ifs.pli", within("IF X > 0 THEN ", "X = 1;", "")),
        ("elses.pli", within("IF X > 0 THEN X = 2; ELSE ", "X = 1;", "")),
        ("selects.pli", within("SELECT; WHEN (X > 0) ", "X = 1;", " END;")),
        ("subscripts.pli", {
            let element = format!("{}1{}", "A(".repeat(DEPTH), ")".repeat(DEPTH));
            format!("P: PROCEDURE (X);\nDECLARE A(3) FIXED BINARY (31);\nX = {element};\nEND P;\n")
        }),
        ("calls.pli", within("", &format!("X = {}X{};", "ABS(".repeat(DEPTH), ")".repeat(DEPTH)), "")),
        ("procedures.pli", "P: PROCEDURE;\n".repeat(DEPTH)),
        ("ends.pli", within("", "X = 1;\n", "END;\n")),
        ("parentheses.flow", {
            let value = format!("{}x{}", "(".repeat(DEPTH), ")".repeat(DEPTH));
            format!("flow P(x: int) -> int\n  node 1: return {value}\n")
        }),
    ]
}

#[test]
fn programs_nested_ten_thousand_deep_are_refused_or_run() {
    let folder = Folder::new("deep");
    for (name, text) in deep_programs() {
        folder.file(name, &text);
        for arguments in [vec!["run", name, "P(1)"], vec!["paths", name, "P", "-n", "50"], vec!["flow", name]]
        {
            let Outcome { errors, code, .. } = sextant(&folder.0, &arguments);
            assert!(code <= 3, "{arguments:?}: exit code {code}\n{errors}");
            assert!(code != 2 || errors.starts_with("error: "), "{arguments:?}: {errors}");
        }
    }
}

#[test]
fn a_source_of_five_megabytes_is_read() {
    let folder = Folder::new("large");
    let mut text = String::from("P: PROCEDURE (X);\n");
    while text.len() < 5 << 20 {
        text.push_str("   X = X + 1; /* again */\n   IF X = 7 THEN X = X - 1;\n");
    }
    text.push_str("   RETURN (X);\nEND P;\n");
    folder.file("large.pli", &text);
    let Outcome { output, errors, code } = sextant(&folder.0, &["run", "large.pli", "P(100)"]);
    let added = text.matches("again").count();
    assert_eq!((output.trim(), code), (format!("returns {}", 100 + added).as_str(), 0), "{errors}");
    folder.file("large.pli", &text.replace(';', ","));
    let Outcome { errors, code, .. } = sextant(&folder.0, &["run", "large.pli", "P(100)"]);
    assert_eq!(code, 2);
    assert!(errors.len() < 1 << 20, "{} bytes of messages", errors.len());
}

#[test]
fn a_source_of_five_megabytes_of_mistakes_is_refused() {
    let folder = Folder::new("mistakes");
    for (name, piece) in
        [("signs.pli", "$%&@ '\" ;:"), ("bytes.pli", "\u{0}\u{7f}é∀"), ("flow.flow", "edge 1 -> ")]
    {
        folder.file(name, &piece.repeat((5 << 20) / piece.len()));
        let Outcome { errors, code, .. } = sextant(&folder.0, &["flow", name]);
        assert_eq!(code, 2, "{name}: {}", errors.chars().take(400).collect::<String>());
        assert!(errors.len() < 6 << 20, "{name}: {} bytes of messages", errors.len());
    }
}

#[test]
fn every_program_cut_off_anywhere_is_refused_or_read() {
    let folder = Folder::new("cut");
    let text = std::fs::read_to_string(root().join("tests/papers/constructs.pli")).expect("a program");
    let ends = text.char_indices().map(|(at, _)| at).step_by(97);
    for end in ends {
        folder.file("cut.pli", &text[..end]);
        let Outcome { errors, code, .. } = sextant(&folder.0, &["flow", "cut.pli"]);
        assert!(code == 0 || code == 2, "cut at {end}: exit code {code}\n{errors}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let papers = root().join("tests/papers");
    for arguments in [
        vec!["paths", "search.pli", r#"SEARCH(A, 1, 40, "X", FOUND, J)"#],
        vec!["tree", "power.pli", "POWER", "-n", "900", "--format", "html"],
        vec!["run", "constructs.pli", "CONSTRUCTS(4, R)", "--input=3"],
        vec!["table", "table.pli", "FIGURE"],
        vec!["flow", "constructs.pli"],
        vec!["man"],
        vec!["completions", "bash"],
    ] {
        let mut child = command(&papers, &arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop(child.stdout.take());
        let mut errors = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut errors).expect("messages are UTF-8");
        let code = child.wait().expect("it ends").code();
        assert!(code.is_some_and(|code| code <= 3), "{arguments:?}: {code:?}\n{errors}");
        assert!(!errors.contains("internal error"), "{arguments:?}: {errors}");
    }
}

#[test]
fn json_is_valid_everywhere() {
    let papers = root().join("tests/papers");
    for (arguments, keys) in [
        (vec!["run", "power.pli", "POWER(2, 3)"], vec!["status", "outputs", "statements"]),
        (vec!["run", "checks.pli", "REFUSED(9, R)"], vec!["status", "detail"]),
        (vec!["paths", "power.pli", "POWER", "-n", "30"], vec!["verdict", "paths"]),
        (vec!["paths", "checks.pli", "CHECKS", "--statistics"], vec!["verdict", "paths", "statistics"]),
        (vec!["tree", "power.pli", "POWER", "-n", "30"], vec!["title", "nodes", "complete"]),
        (vec!["table", "table.pli", "FIGURE"], vec!["verdict", "paths"]),
        (vec!["flow", "constructs.pli"], vec!["procedures", "flow"]),
    ] {
        let with_json: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
        let Outcome { output, errors, code } = sextant(&papers, &with_json);
        assert!([0, 1, 3].contains(&code), "{with_json:?}: exit code {code}\n{errors}");
        let value: serde_json::Value =
            serde_json::from_str(&output).unwrap_or_else(|error| panic!("{with_json:?}: {error}\n{output}"));
        for key in keys {
            assert!(value.get(key).is_some(), "{with_json:?}: no {key} in {output}");
        }
    }
}

#[test]
fn the_models_of_paths_are_inputs_that_run() {
    let papers = root().join("tests/papers");
    let Outcome { output, .. } = sextant(&papers, &["paths", "power.pli", "POWER", "-n", "30", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    let paths = report["paths"].as_array().expect("paths");
    assert!(paths.len() > 5);
    for path in paths {
        let model = &path["model"];
        let call = format!("POWER({}, {})", model["BASE"], model["EXPONENT"]);
        let Outcome { output, .. } = sextant(&papers, &["run", "power.pli", &call, "--json", "-n", "30"]);
        let run: serde_json::Value = serde_json::from_str(&output).expect("JSON");
        assert_eq!((&run["status"], &run["statements"]), (&path["status"], &path["statements"]), "{call}");
    }
}

#[test]
fn values_come_from_standard_input() {
    let mut child = command(&root().join("tests/cli/programs"), &["run", "faults.pli", "ECHO"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    child.stdin.take().expect("piped").write_all(b"40\n2 7\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "42\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn pictures_and_manuals_are_written() {
    let folder = Folder::new("pictures");
    let program = root().join("tests/papers/power.pli");
    let program = program.to_string_lossy();
    for (command, format, sign) in [
        ("tree", "svg", "<svg"),
        ("tree", "dot", "digraph"),
        ("tree", "html", "<html"),
        ("flow", "svg", "<svg"),
        ("flow", "dot", "digraph"),
    ] {
        let file = format!("{command}.{format}");
        let arguments = [command, &program, "POWER", "--format", format, "-o", &file];
        let Outcome { output, errors, code } = sextant(&folder.0, &arguments);
        assert!(code == 0 || code == 3, "{file}: exit code {code}\n{errors}");
        assert_eq!(output, "");
        let written = std::fs::read_to_string(folder.0.join(&file)).expect("the picture");
        assert!(written.contains(sign), "{file}: {}", written.chars().take(200).collect::<String>());
    }
    let here = Path::new(".");
    let man = sextant(here, &["man"]);
    assert_eq!(man.code, 0);
    assert!(man.output.starts_with(".ie") && man.output.contains("SYNOPSIS"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = sextant(here, &["completions", shell]);
        assert_eq!(script.code, 0, "{shell}");
        assert!(script.output.contains("sextant") && script.output.contains("paths"), "{shell}");
    }
    for arguments in [vec!["--version"], vec!["--help"], vec!["paths", "--help"]] {
        let help = sextant(here, &arguments);
        assert_eq!(help.code, 0, "{arguments:?}");
        assert!(help.output.contains("sextant"), "{arguments:?}");
    }
}

#[test]
fn one_and_two_threads_find_the_same_paths() {
    let papers = root().join("tests/papers");
    let call = r#"SEARCH(A, 1, 30, "X", FOUND, J)"#;
    let one = sextant(&papers, &["paths", "search.pli", call]);
    for more in [vec!["--threads", "2"], vec!["--strategy", "breadth-first"], vec!["--strategy", "random"]] {
        let arguments: Vec<&str> = ["paths", "search.pli", call].into_iter().chain(more).collect();
        assert_eq!(sextant(&papers, &arguments).output, one.output, "{arguments:?}");
    }
}

#[test]
fn the_clock_ends_an_endless_exploration() {
    let arguments = ["paths", "loops.pli", r#"LOOPS("N", S, C)"#, "-n", "1000000000", "--timeout", "0.5"];
    let Outcome { output, errors, code } = sextant(&root().join("tests/papers"), &arguments);
    assert_eq!(code, 3, "{errors}");
    assert!(output.contains("time ran out"), "{}", output.chars().take(400).collect::<String>());
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_an_endless_run() {
    let mut child = command(&root().join("tests/cli/programs"), &["run", "ticker.pli", "TICKER"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped"));
    let mut first = String::new();
    // Once it writes, it also listens.
    lines.read_line(&mut first).expect("it writes");
    assert_eq!(first, "1\n");
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(status.success());
    std::io::copy(&mut lines, &mut std::io::sink()).expect("it writes to its end");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

#[test]
fn messages_nobody_reads_are_no_error() {
    for arguments in [vec!["run", "nowhere.pli", "P"], vec!["run", "syntax.pli", "P"]] {
        let mut child = command(&root().join("tests/cli/programs"), &arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop(child.stderr.take());
        assert_eq!(child.wait().expect("it ends").code(), Some(2), "{arguments:?}");
    }
}
