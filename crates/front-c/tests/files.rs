//! Runs the files of `tests/syntax/c`.
//!
//! `ok/NAME.c` becomes the tree of `ok/NAME.txt`. `err/NAME.c` gives the messages of `err/NAME.txt`. `UPDATE_EXPECT=1`
//! rewrites the `.txt` files.

use std::fs;
use std::path::{Path, PathBuf};

use sextant_base::{Diagnostics, Sources};
use sextant_front_c::tree::{Expr, ExprKind, Program, StmtKind};
use sextant_front_c::{Options, print, read_tree};

fn programs(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/syntax/c").join(name);
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder of test programs is there")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "c"))
        .collect();
    paths.sort();
    paths
}

fn read(texts: &[(&str, &str)]) -> (Program, Diagnostics, Sources) {
    let mut sources = Sources::new();
    let ids: Vec<_> = texts.iter().map(|(name, text)| sources.add(*name, *text)).collect();
    let (program, diagnostics) = read_tree(&mut sources, &ids, &Options::default());
    (program, diagnostics, sources)
}

fn read_file(path: &Path) -> (Program, Diagnostics, Sources) {
    let name = path.file_name().expect("a file name").to_string_lossy().into_owned();
    read(&[(&name, &fs::read_to_string(path).expect("a readable program"))])
}

fn messages(diagnostics: &Diagnostics, sources: &Sources) -> String {
    diagnostics.sorted().iter().map(|message| message.one_line(sources) + "\n").collect()
}

fn check(program: &Path, actual: &str, failures: &mut Vec<String>) {
    let path = program.with_extension("txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, actual).expect("the expectation can be written");
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    if expected != actual {
        failures.push(format!("{}:\nexpected\n{expected}\ngot\n{actual}", path.display()));
    }
}

#[test]
fn right_programs_become_the_expected_trees() {
    let mut failures = Vec::new();
    let paths = programs("ok");
    assert!(paths.len() >= 6, "only {} programs", paths.len());
    for path in paths {
        let (program, diagnostics, sources) = read_file(&path);
        if diagnostics.has_errors() {
            failures.push(messages(&diagnostics, &sources));
            continue;
        }
        check(&path, &print(&program), &mut failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn wrong_programs_give_the_expected_messages() {
    let mut failures = Vec::new();
    let paths = programs("err");
    assert!(paths.len() >= 4, "only {} programs", paths.len());
    for path in paths {
        let (_, diagnostics, sources) = read_file(&path);
        assert!(diagnostics.has_errors(), "{} is right", path.display());
        check(&path, &messages(&diagnostics, &sources), &mut failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn files_are_linked_by_name_and_static_names_kept_apart() {
    let first = "static int here = 1; int shared; int size[]; extern int f(void);\n\
                 static int twice(void) { return 2 * here; }\nint main(void) { return f() + twice() + shared; }";
    let second = "static int here = 2; int shared = 7; int size[9];\n\
                  static int twice(void) { return here; }\nint f(void) { return twice() + shared; }";
    let (program, diagnostics, sources) = read(&[("a.c", first), ("b.c", second)]);
    assert!(!diagnostics.has_errors(), "{}", messages(&diagnostics, &sources));
    let count = |name: &str| program.globals.iter().filter(|global| global.name == name).count();
    assert_eq!((count("here"), count("shared"), count("size")), (2, 1, 1));
    assert_eq!(program.functions.iter().filter(|function| function.name == "twice").count(), 2);
    assert_eq!(program.functions.iter().filter(|function| function.name == "f").count(), 1);
    let (_, diagnostics, sources) =
        read(&[("a.c", "int x = 1; void f(void) {}"), ("b.c", "int x = 2; void f(void) {}")]);
    let said = messages(&diagnostics, &sources);
    assert!(
        said.contains("variable x is defined twice") && said.contains("function f is defined twice"),
        "{said}"
    );
}

#[test]
fn places_are_those_of_the_text_as_written() {
    let path =
        programs("ok").into_iter().find(|path| path.ends_with("macros.c")).expect("the program is there");
    let (program, _, sources) = read_file(&path);
    let body = program.functions.iter().find_map(|function| function.body.as_ref()).expect("a body");
    let StmtKind::Return(Some(Expr { kind: ExprKind::Arithmetic(_, left, right), .. })) =
        &body.statements[0].kind
    else {
        panic!("a sum")
    };
    assert_eq!(sources.snippet(body.statements[0].span), "return MAX(x, y + 1) + TWO(x)");
    assert_eq!(sources.snippet(right.span), "x");
    let ExprKind::Arithmetic(_, choice, _) = &left.kind else { panic!("a choice") };
    assert_eq!(sources.snippet(choice.span), "MAX(x, y + 1)");
    let ExprKind::Conditional(_, _, otherwise) = &choice.kind else { panic!("a choice") };
    assert_eq!(sources.snippet(otherwise.span), "y + 1");
    assert_eq!(sources.snippet(body.end), "}");
}

#[test]
fn nesting_is_limited() {
    let deep = |depth: usize| {
        let sum = format!("int f(int x) {{ return {}; }}", vec!["x"; depth].join(" + "));
        let branches = format!("int f(int x) {{ {} return 0; }}", "if (x) ".repeat(depth));
        let nots = format!("int f(int x) {{ return {}x; }}", "!".repeat(depth));
        [sum, branches, nots]
    };
    for text in deep(1_000) {
        let (_, diagnostics, _) = read(&[("deep.c", &text)]);
        assert!(diagnostics.has_errors(), "{}", &text[..40]);
    }
    for text in deep(100) {
        let (program, diagnostics, sources) = read(&[("deep.c", &text)]);
        assert!(!diagnostics.has_errors(), "{}", messages(&diagnostics, &sources));
        print(&program);
    }
}
