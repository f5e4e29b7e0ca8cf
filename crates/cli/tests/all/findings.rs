//! Findings as people read them: errors of twelve kinds at three widths, `tests/findings`. With `UPDATE_EXPECT=1` the files are
//! rewritten.

use crate::command::{command, root};
use crate::difference::first_difference;

/// Programs with an error each.
const PROGRAMS: [&str; 12] = [
    "c/defects/assertion-failed-loop-bound.c",
    "c/defects/bad-conversion-too-large.c",
    "c/defects/bad-shift-width.c",
    "c/defects/dangling-pointer-stored-address.c",
    "c/defects/division-by-zero-average.c",
    "c/defects/double-free-error-path.c",
    "c/defects/leak-early-return.c",
    "c/defects/null-pointer-not-found.c",
    "c/defects/out-of-bounds-negative-index.c",
    "c/defects/overflow-sum.c",
    "c/defects/uninitialised-array.c",
    "c/defects/overlapping-copy-shift.c",
];

fn report(program: &str, width: usize) -> String {
    let run = command(&root().join("tests/programs"), &["check", program])
        .env("COLUMNS", width.to_string())
        .output()
        .expect("the command runs");
    String::from_utf8(run.stdout).expect("output is UTF-8")
}

#[test]
fn findings_are_read_at_any_width() {
    for width in [60, 100, 160] {
        let path = root().join(format!("tests/findings/{width}.txt"));
        let mut found = String::new();
        for program in PROGRAMS {
            let text = report(program, width);
            assert!(text.contains("refuted"), "{program}: {text}");
            for line in text.lines() {
                // A command is in one line, so that it can be copied.
                let fits = line.chars().count() <= width || line.trim_start().starts_with("replay ");
                assert!(fits, "{program} at {width}: {line}");
            }
            found.push_str(&format!("$ check {program}\n{text}\n"));
        }
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, &found).expect("writable");
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        let difference = first_difference("$ ", &expected, &found).unwrap_or_default();
        assert_eq!(expected, found, "{}:{difference}", path.display());
    }
}
