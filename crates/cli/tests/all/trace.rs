//! `sextant trace`: the transcripts `tests/trace/*.txt`; and the commands of pages under `docs`.
//!
//! In both, a line `$ command` stands before what the command writes, standard output before standard error. In a
//! transcript `? code` closes it, and commands run in `tests/trace/programs`; in the document they stand in
//! `console` blocks, and run in the folder of the repository. `# first 9 lines` behind a command cuts its output. With `UPDATE_EXPECT=1` both are rewritten.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn transcripts_are_reproduced() {
    let folder = root().join("tests/trace");
    let entries = std::fs::read_dir(&folder).expect("the transcripts").flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    files.sort();
    assert!(!files.is_empty());
    files.iter().for_each(|path| check(path, |text| replay(text, &folder.join("programs"), true)));
}

#[test]
fn the_documents_show_what_happens() {
    for page in ["trace", "check", "passes", "back", "proofs", "compare", "document", "inputs", "refusals"] {
        check_page(&format!("docs/{page}.md"));
    }
}

fn check_page(page: &str) {
    check(&root().join(page), |text| {
        let mut found = String::new();
        for (number, part) in text.split("```").enumerate() {
            // Every other part stands between fences.
            let fence = if number > 0 { "```" } else { "" };
            let shown = match part.strip_prefix("console\n") {
                Some(block) if number % 2 == 1 => format!("console\n{}", replay(block, &root(), false)),
                _ => part.to_owned(),
            };
            found.push_str(fence);
            found.push_str(&shown);
        }
        found
    });
}

#[test]
fn json_has_both_values() {
    let line =
        "sextant trace approach.pli 'STEPS(\"v\", 2, 20, D = \"d\", N)' --data 'v = 30, d = 100' --json";
    let (text, code) = shell(line, &root().join("tests/trace/programs"));
    assert_eq!(code, 0, "{text}");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let output = &report["runs"][0]["outputs"][0];
    assert_eq!((output["name"].as_str(), output["actual"].as_str()), (Some("D"), Some("-10")));
    assert!(output["symbolic"].as_str().is_some_and(|symbolic| symbolic.contains('v')), "{output}");
    assert_eq!(report["total"]["loops"][0]["most"], 2);
    assert_eq!(report["total"]["coverage"]["statements"], 8);
}

/// Compares a file with what the commands in it write now, or rewrites it.
fn check(path: &Path, replay: impl Fn(&str) -> String) {
    let expected = std::fs::read_to_string(path).expect("readable");
    let found = replay(&expected);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, found).expect("writable");
        return;
    }
    let mut lines = found.lines();
    for (number, line) in expected.lines().enumerate() {
        assert_eq!(line, lines.next().unwrap_or("(nothing more)"), "{}:{}", path.display(), number + 1);
    }
    assert_eq!(lines.next(), None, "{}: more is written", path.display());
}

/// The commands of a text with what they write now.
fn replay(text: &str, folder: &Path, codes: bool) -> String {
    let mut found = String::new();
    for line in text.lines().filter(|line| line.starts_with("$ ")) {
        let separator = if found.is_empty() { "" } else { "\n" };
        let (mut written, code) = shell(&line[2..], folder);
        assert_ne!(code, 4, "{line}: an internal error\n{written}");
        if let Some(most) = most_lines(line) {
            written = written.split_inclusive('\n').take(most).collect();
        }
        found.push_str(&format!("{separator}{line}\n{written}"));
        if codes {
            found.push_str(&format!("? {code}\n"));
        }
    }
    found
}

/// How much of a command's output is to be seen.
fn most_lines(line: &str) -> Option<usize> {
    line.rsplit_once(" # first ")?.1.strip_suffix(" lines")?.parse().ok()
}

/// Runs a command line as a user would, and returns what it writes and its exit code.
fn shell(line: &str, folder: &Path) -> (String, i32) {
    let built = Path::new(env!("CARGO_BIN_EXE_sextant")).parent().expect("a folder");
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(built.to_path_buf()).chain(std::env::split_paths(&paths));
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(all).expect("paths"))
        .env("NO_COLOR", "1")
        .stdin(std::process::Stdio::null())
        .output()
        .expect("a shell");
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8")).concat();
    (text, output.status.code().expect("no signal ends the command"))
}
