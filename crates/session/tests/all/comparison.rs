//! Pairs of procedures under `tests/compare`, also of different languages: equal ones are proved to be, different ones
//! are told apart by an input that replays.

use std::path::{Path, PathBuf};

use sextant_session::{CompareReport, Options, Session};

fn compare(kind: &str) -> Vec<(String, CompareReport)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/compare").join(kind);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("pairs").map(|entry| entry.expect("entry").path()).collect();
    files.sort();
    let (left, right): (Vec<PathBuf>, Vec<PathBuf>) =
        files.into_iter().partition(|path| path.to_string_lossy().contains(".a."));
    assert_eq!(left.len(), right.len());
    let open = |path: &PathBuf| Session::load(std::slice::from_ref(path), None).expect("a program");
    left.iter()
        .zip(&right)
        .map(|(left, right)| {
            let report = open(left).compare("P", &open(right), "P", &Options::default()).expect("comparable");
            (left.display().to_string(), report)
        })
        .collect()
}

#[test]
fn twenty_equal_pairs_are_proved() {
    let reports = compare("equal");
    assert!(reports.len() >= 20);
    for (name, report) in reports {
        assert_eq!(report.verdict.word(), "equal", "{name}: {}", report.text());
    }
}

#[test]
fn twenty_different_pairs_are_refuted() {
    let reports = compare("different");
    assert!(reports.len() >= 20);
    for (name, report) in reports {
        assert_eq!(report.verdict.word(), "different", "{name}: {}", report.text());
        assert_eq!(report.replayed, Some(true), "{name}: {}", report.text());
    }
}

#[test]
fn what_differs_on_exceptional_inputs_only_is_told_apart() {
    let verdicts: Vec<(String, &str, Option<bool>)> = compare("but")
        .into_iter()
        .map(|(name, report)| {
            let name = Path::new(&name).file_name().expect("a file").to_string_lossy().into_owned();
            (name, report.verdict.word(), report.replayed)
        })
        .collect();
    let expected = [
        ("closed.a.c", "equal but for overflow", None),
        ("endless.a.c", "equal where both end", None),
        ("nan.a.c", "equal but for infinities and NaN", Some(true)),
        ("overflow.a.c", "equal but for overflow", Some(true)),
        ("rounding.a.c", "different by rounding", Some(true)),
        ("types.a.c", "equal on common values", None),
    ];
    assert_eq!(verdicts, expected.map(|(name, verdict, replayed)| (name.to_owned(), verdict, replayed)));
}

fn of_text(file: &str, text: &str) -> Session {
    let syntax = sextant_session::syntax_of(Path::new(file)).expect("a language");
    Session::from_texts(vec![(file.into(), text.into())], syntax).expect("a program")
}

/// Numbers of two kinds in one loop, and many variables that invariants could be about.
#[test]
fn the_search_for_invariants_keeps_its_limits() {
    let text = "int P(float a, double b, int n)\n{\n    int v[4] = {0, 0, 0, 0}, w[4] = {0, 0, 0, 0};\n\
                int p = 0, q = 1, r = 2, s = 3, t = 4, u = 5;\n    for (int i = 0; i < n; i++) {\n\
                a = a / 2.5f; b = b - a; v[i % 4] = p + q; w[i % 4] = r + s; p += t; q -= u;\n    }\n\
                return p + q + v[0] + w[1] + (a < b);\n}\n";
    let (left, right) = (of_text("a.c", text), of_text("b.c", text));
    let limit = std::time::Duration::from_secs(1);
    let options = Options { timeout: Some(limit), query_timeout: limit, ..Options::default() };
    let began = std::time::Instant::now();
    let report = left.compare("P", &right, "P", &options).expect("comparable");
    assert_ne!(report.verdict.word(), "different", "{}", report.text());
    assert!(began.elapsed() < 30 * limit, "{:?}", began.elapsed());
}

#[test]
fn static_variables_are_the_same_only_if_they_begin_alike() {
    let counter = |first: u32| {
        of_text(
            "p.c",
            &format!("int P(int by)\n{{\n    static int n = {first};\n    n += by;\n    return n;\n}}\n"),
        )
    };
    let verdict = |left: &Session, right: &Session| {
        left.compare("P", right, "P", &Options::default()).expect("comparable").verdict.word()
    };
    assert_eq!(verdict(&counter(1), &counter(1)), "equal");
    assert_eq!(verdict(&counter(1), &counter(2)), "undecided");
    let table = |first: &str| {
        let text =
            "int P(int at)\n{\n    static int n[3] = INITIAL;\n    n[1] += at;\n    return n[0] + n[1];\n}\n";
        of_text("p.c", &text.replace("INITIAL", first))
    };
    assert_eq!(verdict(&table("{[0] = 5}"), &table("{[0] = 5}")), "equal");
    assert_eq!(verdict(&table("{[0] = 5}"), &table("{[2] = 5}")), "undecided");
    let constant = of_text("p.c", "int P(int by)\n{\n    return by + 1;\n}\n");
    assert_eq!(verdict(&counter(1), &constant), "undecided");
}

#[test]
fn texts_are_refused_and_aliases_are_mentioned() {
    let texts = of_text("p.f90", "logical function P(s)\n character(3) :: s\n P = s == 'ab'\nend function\n");
    assert!(texts.compare("P", &texts, "P", &Options::default()).is_err());
    let pointers = of_text("p.c", "int P(int *a, int *b)\n{\n    *a = 1;\n    *b = 2;\n    return *a;\n}\n");
    let report = pointers.compare("P", &pointers, "P", &Options::default()).expect("comparable");
    assert!(report.text().contains("different objects"), "{}", report.text());
}

#[test]
fn a_table_of_cases_is_a_specification() {
    let text = "P: PROCEDURE (X, Y);\n DECLARE (X, Y) FIXED BINARY (31);\n IF X < 0 THEN X = -X;\n Y = Y + X;\nEND P;\n";
    let session = of_text("p.pli", text);
    let right = session.of_cases("P", "X < 0 => X = -X, Y = Y - X\nX >= 0 => Y = X + Y\n").expect("a table");
    let report = session.compare("P", &right, "P", &Options::default()).expect("comparable");
    assert_eq!(report.verdict.word(), "equal", "{}", report.text());
    let wrong = session.of_cases("P", "X < 0 => X = -X, Y = Y + X\nX >= 0 => Y = X + Y\n").expect("a table");
    let report = session.compare("P", &wrong, "P", &Options::default()).expect("comparable");
    assert_eq!(report.verdict.word(), "different", "{}", report.text());
}
