//! The committed corpus: cases with gfortran 12's results, so that they are checked where gfortran is missing too.
//! `UPDATE_EXPECT=1` takes the results anew from the gfortran that is installed.

mod oracle;

use std::path::{Path, PathBuf};

use oracle::case::Case;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the corpus").flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

#[test]
fn corpus() {
    let mut failures = Vec::new();
    let mut count = 0;
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let mut cases = oracle::case::parse(&text);
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            update(&path, &name, &text, &mut cases);
        }
        count += cases.len();
        for case in &cases {
            let ours = oracle::ours::run(case);
            if ours != case.expected {
                failures.push(format!("{name}:\n{}ours:\n{}\n", case.show(), ours.join("\n")));
            }
        }
    }
    assert!(count > 0, "the corpus is empty");
    assert!(failures.is_empty(), "{}\n{} of {count} cases fail", failures.join("\n"), failures.len());
}

/// Writes a file anew with what gfortran says; comments at its top stay.
fn update(path: &Path, name: &str, text: &str, cases: &mut [Case]) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("corpus-{name}"));
    let results = oracle::fortran::run(cases, &folder).expect("updating the corpus takes gfortran");
    for (case, result) in cases.iter_mut().zip(results) {
        case.expected = result;
    }
    let comment: String =
        text.lines().take_while(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    let body: String = cases.iter().map(Case::show).collect();
    std::fs::write(path, format!("{comment}\n{body}")).expect("a writable file");
}

#[test]
fn cases_are_printed_as_they_are_read() {
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let cases = oracle::case::parse(&text);
        let shown: String = cases.iter().map(Case::show).collect();
        assert_eq!(oracle::case::parse(&shown), cases);
    }
}
