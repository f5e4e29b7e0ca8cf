//! Reports of paths: text and JSON.

use crate::data::{expect, formulas, search_paths, strings, values};
use sextant_notation::Formula;
use sextant_report::{PathEnd, PathRow, PathsReport, Verdict};

fn mixed() -> PathsReport {
    let mut report = search_paths();
    report.verdict = Verdict::Bounded;
    report.reasons = strings(&["more than 200 statements on a path, at lookup.pli:7:3"]);
    report.notes = strings(&["subscripts of B were not checked: its bounds are unknown"]);
    report.paths.truncate(2);
    report.paths[1].written = strings(&["KEY WAS FOUND AT 1", "tab\there"]);
    report.paths[1].proofs = vec![("lookup.pli:9:3".to_owned(), Verdict::Proved)];
    report.paths.push(PathRow {
        status: PathEnd::Error,
        detail: Some("division by zero at lookup.pli:4:9".to_owned()),
        condition: formulas(&[
            "KEY > B(2)",
            "KEY != B(3)",
            "KEY - B(3) < 2*LIMIT + 7*OFFSET",
            "LIMIT = 0 | OFFSET = 0",
        ]),
        outputs: values(&[("AT", "(LOW + HIGH)/2")]),
        decisions: "FFF".to_owned(),
        ..PathRow::default()
    });
    report.paths.push(PathRow {
        status: PathEnd::Bounded,
        decisions: "FFT".to_owned(),
        ..PathRow::default()
    });
    report
}

fn many_outputs() -> PathsReport {
    let value = |at| Formula::name(format!("{at}*INPUT + OUTPUT{at}"));
    let outputs = (1..=12).map(|at| (format!("OUTPUT{at}"), value(at))).collect();
    let row = PathRow {
        status: PathEnd::Stopped,
        condition: formulas(&["INPUT > 0"]),
        outputs,
        ..PathRow::default()
    };
    PathsReport {
        call: "FILL".to_owned(),
        verdict: Verdict::Interrupted,
        reasons: strings(&["interrupted by the user", "out of time"]),
        paths: vec![row],
        ..PathsReport::default()
    }
}

#[test]
fn texts() {
    expect("paths-search.txt", &search_paths().text(100));
    expect("paths-mixed.txt", &mixed().text(80));
    expect("paths-narrow.txt", &mixed().text(0));
    expect("paths-list.txt", &many_outputs().text(80));
    expect(
        "paths-none.txt",
        &PathsReport { call: "P".to_owned(), verdict: Verdict::Complete, ..PathsReport::default() }.text(80),
    );
}

#[test]
fn no_line_is_wider_than_asked() {
    for report in [search_paths(), mixed(), many_outputs()] {
        for width in [40, 47, 60, 80, 133] {
            let text = report.text(width);
            // The call itself is never broken: it is to be copied.
            let widest = text.lines().skip(1).map(|line| line.chars().count()).max().unwrap_or(0);
            assert!(widest <= width, "{widest} > {width}:\n{text}");
        }
    }
    let _ = mixed().text(usize::MAX);
}

#[test]
fn json() {
    let text = serde_json::to_string_pretty(&mixed()).expect("JSON has a text form");
    expect("paths-mixed.json", &(text + "\n"));
}

#[test]
fn statistics_are_aligned() {
    assert_eq!(search_paths().statistics_text(), "solver calls  12\ntime          0.01 s\n");
}
