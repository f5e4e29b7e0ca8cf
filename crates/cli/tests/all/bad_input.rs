//! Whatever is wrong with files, calls and options: a message, exit code 2, no panic.

use crate::command::{Outcome, sextant};
use crate::folder::Folder;

const NUMBER: &str = "99999999999999999999999999999999999999999999";

fn programs(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("ok.c", "int f(int x) { return x > 3; }\n");
    folder.file("ok.f90", "subroutine s(n)\n  integer n\n  n = 1\nend\n");
    folder.file("ok.pli", "P: PROCEDURE (X);\n   DECLARE X FIXED BINARY (31);\n   X = X + 1;\nEND P;\n");
    for empty in ["empty.c", "empty.f90", "empty.pli", "empty.flow"] {
        folder.file(empty, "");
    }
    for binary in ["binary.c", "binary.f90", "binary.pli", "binary.flow"] {
        let bytes: Vec<u8> = b"\x7fELF\0\0\xff".iter().copied().cycle().take(1 << 21).collect();
        std::fs::write(folder.0.join(binary), bytes).expect("writable");
    }
    std::fs::write(folder.0.join("latin.pli"), b"P: PROCEDURE; /* \xe9\xff */ END P;").expect("writable");
    std::fs::create_dir_all(folder.0.join("folder.c")).expect("a folder");
    folder
}

fn is_refused(folder: &Folder, arguments: &[&str]) {
    let Outcome { output, errors, code } = sextant(&folder.0, arguments);
    let shown: String = errors.chars().take(400).collect();
    assert_eq!(code, 2, "{arguments:?}: {shown}");
    // A report that says that it is refused is a message, too.
    let is_told = !errors.trim().is_empty() || output.contains("refused");
    assert!(is_told && !errors.contains("internal error"), "{arguments:?}: {shown}");
}

#[test]
fn bad_files_are_refused_by_every_command() {
    let folder = programs("bad-files");
    let files = [
        "missing.c",
        "folder.c",
        "binary.c",
        "binary.f90",
        "binary.pli",
        "binary.flow",
        "latin.pli",
        "ok.txt",
        "",
    ];
    for file in files {
        for command in
            ["paths", "check", "tests", "tree", "table", "summary", "prove", "passes", "run", "trace"]
        {
            is_refused(&folder, &[command, file, "f"]);
        }
        for command in ["document", "flow", "advise"] {
            is_refused(&folder, &[command, file]);
        }
        is_refused(&folder, &["compare", file, "f", "ok.c", "f"]);
        is_refused(&folder, &["compare", "ok.c", "f", file, "f"]);
        is_refused(&folder, &["back", file, "f", "--to", "1"]);
        is_refused(&folder, &["check", "ok.c", "--with", file, "f"]);
        is_refused(&folder, &["debug", file]);
    }
    for empty in ["empty.c", "empty.f90", "empty.pli", "empty.flow"] {
        for command in ["paths", "check", "tests", "summary", "prove", "run"] {
            is_refused(&folder, &[command, empty, "f"]);
        }
    }
}

#[test]
fn bad_calls_are_refused_by_every_command() {
    let folder = programs("bad-calls");
    let huge = format!("f({NUMBER})");
    let deep = format!("f({}1{})", "(".repeat(20_000), ")".repeat(20_000));
    let c: &[&str] = &[
        "f(", "f(1", "f()", "f(1,2)", "g", "f(\"x", "f(-)", "f(é)", "f(x y)", "((((", "1", "f;f", "f(0x)",
        "f(\"\")", "f(1.5)", &huge, &deep,
    ];
    let fortran: &[&str] =
        &["s(", "s()", "s(1,2)", "g", "s(\"x)", "s(é)", "s(1.5)", "s('a')", "s(/)", "(((("];
    let pli: &[&str] = &["P(", "P()", "P(1,2)", "G", "P(\"x)", "P(é)", "P(1.5)", "P(1:2)", "P P"];
    for (file, calls) in [("ok.c", c), ("ok.f90", fortran), ("ok.pli", pli)] {
        for call in calls {
            for command in ["paths", "check", "tests", "tree", "table", "run", "trace"] {
                is_refused(&folder, &[command, file, call]);
            }
        }
    }
}

#[test]
fn bad_options_are_refused() {
    let folder = programs("bad-options");
    let lines = "\
check ok.c f --timeout -1
check ok.c f --timeout soon
check ok.c f --timeout nan
check ok.c f --memory 0
check ok.c f --memory 4X
check ok.c f --threads 0
check ok.c f --prefix XYZ
check ok.c f --prefix TTTT
paths ok.c f --prefix TTTT
paths ok.c f -n -5
paths ok.c f -n 99999999999999999999999
paths ok.c f --strategy best
tree ok.c f --format svg -o nowhere/picture.svg
tree ok.c f --format svg -o folder.c
tests ok.c f --format testcomp
tests ok.c f --format fortran
tests ok.c f --format c --output ok.c/below
tests ok.c f --output ok.c/below
tests ok.c f --measure missing.json
tests ok.c f --measure ok.c
tests ok.c f --complete folder.c
tests ok.c f --symbolic-arguments 1
tests ok.c f --symbolic-arguments 999999999,999999999
summary ok.c g
summary ok.c f --given n=1
summary ok.c f --given x=abc
summary ok.c f --given x
summary ok.c f --given x=10^99999999999
summary ok.c f --given x=1/0
summary ok.c f --at 99999999
summary ok.c f --ask x>
summary ok.c f --ask zz>1
trace ok.c f --data x=
trace ok.c f --data zz=3
trace ok.c f --data x=99999999999999999999
trace ok.c f --data x=1,x=2
back ok.c f --follow zz
back ok.c f --to 7777
compare ok.c f ok.c g
prove ok.c g
passes ok.c f --assume x>
passes ok.c f --environment x=
run ok.pli P --input '
debug ok.c f(
check ok.c f --std zz
check ok.c f --include missing.h
check ok.c f --compile-commands missing.json
check ok.c f --compile-commands ok.c
check ok.c f --unknown-functions maybe
check ok.c f --undefined maybe
check ok.pli P --language c
cost missing
nonsense
check";
    for line in lines.lines() {
        is_refused(&folder, &line.split(' ').collect::<Vec<_>>());
    }
}
