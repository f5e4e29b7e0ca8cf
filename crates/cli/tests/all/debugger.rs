//! Transcripts of the debugger: `tests/debugger/*.txt`, and the tutorial in `docs/debugger.md`.
//!
//! A transcript begins with `program: FILE`, optionally followed by `options: …`. A line `> command` is given to the
//! command on standard input; the lines below it are its reply. `? code` closes the transcript with the exit code. In
//! a page, each fenced block whose first line is `program: FILE` is such a transcript. With `UPDATE_EXPECT=1` both
//! are rewritten. The command runs in a folder of its own in which the examples and tests are found, so that the
//! session files of a transcript do not stay; those of a page are seen by its later blocks.
//!
//! `docs/images/debugger.svg` is a picture of one transcript of the page, rewritten in the same way.

use crate::command;
use crate::difference;
use crate::folder;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use command::{command, root};
use difference::{first_difference, transcripts_in};
use folder::Folder;

#[test]
fn transcripts_are_reproduced() {
    let files = transcripts_in("tests/debugger");
    compare(&files, |text| replay(&workplace("transcript"), text));
}

/// A folder in which programs have the names they have in the repository.
fn workplace(name: &str) -> Folder {
    let place = Folder::new(name);
    for link in ["examples", "tests"] {
        let link_place = place.0.join(link);
        if !link_place.exists() {
            std::os::unix::fs::symlink(root().join(link), link_place).expect("a link");
        }
    }
    place
}

#[test]
fn the_tutorial_says_what_happens() {
    compare(&[root().join("docs/debugger.md")], |page| {
        let place = workplace("tutorial");
        let mut blocks = 0;
        let pieces: Vec<String> = page
            .split("```\n")
            .map(|piece| {
                let transcript = piece.starts_with("program: ");
                blocks += usize::from(transcript);
                if transcript { replay(&place, piece) } else { piece.to_owned() }
            })
            .collect();
        assert!(blocks > 0, "the page has no transcripts");
        pieces.join("```\n")
    });
}

#[test]
fn the_picture_shows_the_tutorial() {
    let page = std::fs::read_to_string(root().join("docs/debugger.md")).expect("readable");
    let shown = page
        .split("```\n")
        .skip_while(|piece| !piece.contains("### Back, and the other way"))
        .find(|piece| piece.starts_with("program: "))
        .expect("the page has this transcript");
    compare(&[root().join("docs/images/debugger.svg")], |_| picture(shown));
}

/// A transcript as a terminal shows it.
fn picture(transcript: &str) -> String {
    const LINE: usize = 18;
    const LEFT: usize = 16;
    const TOP: usize = 52;
    let lines: Vec<&str> =
        transcript.lines().filter(|line| !line.starts_with("program: ") && !line.starts_with("? ")).collect();
    let height = TOP + lines.len() * LINE + 12;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"{height}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"13\">\n\
         <rect width=\"760\" height=\"{height}\" rx=\"8\" fill=\"#1d2430\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" fill=\"#8b98ad\">$ sextant debug examples/power.pli</text>\n"
    );
    for (number, line) in lines.iter().enumerate() {
        let colour = match line {
            line if line.starts_with('>') => "#8fd48f",
            line if line.trim_start().starts_with("go ") => "#e6c07b",
            line if line.starts_with("returned") || line.starts_with("pc:") => "#7cc5f0",
            _ => "#d7dce5",
        };
        let text = line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        svg.push_str(&format!(
            "<text x=\"{LEFT}\" y=\"{}\" fill=\"{colour}\" xml:space=\"preserve\">{text}</text>\n",
            TOP + number * LINE
        ));
    }
    svg.push_str("</svg>\n");
    svg
}

/// The files must say what comes out of them.
fn compare(files: &[PathBuf], found: impl Fn(&str) -> String) {
    let mut wrong = Vec::new();
    for path in files {
        let expected = std::fs::read_to_string(path).expect("readable");
        let found = found(&expected);
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(path, found).expect("writable");
        } else if let Some(difference) = first_difference(">", &expected, &found) {
            wrong.push(format!("{}:{difference}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE_EXPECT=1 rewrites transcripts)", wrong.join("\n\n"));
}

/// The transcript with what the command writes now.
fn replay(place: &Folder, text: &str) -> String {
    let header = |key: &str| text.lines().take(2).find_map(|line| line.strip_prefix(key));
    let program = header("program: ").expect("a transcript names its program");
    let options = header("options: ");
    let mut arguments = vec!["debug", program];
    arguments.extend(options.into_iter().flat_map(str::split_whitespace));
    let script: String = text
        .lines()
        .filter_map(|line| line.strip_prefix('>'))
        .map(|line| format!("{}\n", line.trim()))
        .collect();
    let (output, code) = run(&place.0, &arguments, &script);
    let options = options.map_or(String::new(), |options| format!("options: {options}\n"));
    format!("program: {program}\n{options}{output}? {code}\n")
}

fn run(folder: &Path, arguments: &[&str], script: &str) -> (String, i32) {
    let mut process = command(folder, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = process.stdin.take().expect("a pipe");
    // A session that ends early does not read the rest.
    let _ = input.write_all(script.as_bytes());
    drop(input);
    let outcome = process.wait_with_output().expect("the command ends");
    let errors = String::from_utf8(outcome.stderr).expect("messages are UTF-8");
    assert_eq!(errors, "", "nothing is said beside the transcript");
    let code = outcome.status.code().expect("no signal ends the command");
    (String::from_utf8(outcome.stdout).expect("output is UTF-8"), code)
}
