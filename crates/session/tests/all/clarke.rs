//! The results of Clarke's and of Clarke and Richardson's papers, on programs of the same graphs.
//!
//! Each test is named after its capability.

use std::path::Path;
use std::sync::atomic::AtomicU64;

use crate::paper::values;
use sextant_session::{Executability, Options, PathEnd, Session, StoryReport};

fn open(path: &str) -> Session {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    Session::load(&[path], None).unwrap_or_else(|error| panic!("{error}"))
}

fn follow(session: &Session, path: &str) -> StoryReport {
    session
        .follow(path, "", &Options::default(), true)
        .unwrap_or_else(|error| panic!("{}", error.0.render(&error.1, false)))
}

fn refusal(session: &Session, path: &str) -> String {
    match session.follow(path, "", &Options::default(), false) {
        Ok(_) => panic!("{path} was followed"),
        Err(error) => error.0.render(&error.1, false),
    }
}

#[test]
fn c7_test_data_for_the_path_1_2_3_4_5_7_9() {
    let session = open("tests/papers/sub.f");
    let report = follow(&session, "SUB,1,3,5,6,8,EOP,END");
    let [story] = &report.paths[..] else { panic!("{} paths", report.paths.len()) };
    assert_eq!(story.lines, [1, 2, 3, 4, 5, 7, 9]);
    assert_eq!(story.constraints, ["I1 + 1 <= I2", "I2 - (I1 + 1) > -1"]);
    assert_eq!(story.simplified, ["I1 < I2"]);
    assert_eq!(story.status, Executability::Executable);
    let value = |name: &str| -> i64 {
        story
            .test_data
            .iter()
            .find(|(known, _)| known == name)
            .expect("an input")
            .1
            .parse()
            .expect("a number")
    };
    assert!(value("I1") < value("I2") && value("I2") - value("I1") - 1 > -1);
    assert!(story.replay.as_ref().expect("replayed").same_path);
}

#[test]
fn c7_the_path_1_2_3_6_7_8_9_is_infeasible() {
    let session = open("tests/papers/sub.f");
    let report = follow(&session, "SUB,1,2,4,5,7,8,EOP,END");
    let story = &report.paths[0];
    assert_eq!(story.lines, [1, 2, 3, 6, 7, 8, 9]);
    assert_eq!(story.constraints, ["I1 + 1 > I2", "I1 + 1 - I2 <= -1"]);
    assert_eq!(story.status, Executability::Nonexecutable);
    assert!(story.test_data.is_empty());
}

#[test]
fn c6_outputs_evolved_and_simplified() {
    let session = open("tests/papers/sub.f");
    let report = follow(&session, "SUB,1,3,5,6,8");
    let output = &report.paths[0].outputs[0];
    assert_eq!(output.name, "I1");
    assert_eq!(output.evolved, "I2 - (I1 + 1)");
    assert_eq!(output.simplified, "-I1 + I2 - 1");
}

#[test]
fn c3_paths_go_across_program_units() {
    let session = open("tests/papers/units.f");
    let report =
        follow(&session, "TWICE,1,LARGER,1,2,3,TWICE,(2,4)$2,2,3,EOP,TWICE,1,LARGER,1,3,TWICE,2,3,EOP,END");
    let [twice, never] = &report.paths[..] else { panic!("{} paths", report.paths.len()) };
    assert_eq!(twice.simplified, ["I < J", "K = 2"]);
    assert_eq!(never.simplified, ["I >= J", "K <= 0"]);
    let result = |story: &sextant_session::Story| {
        story.outputs.iter().find(|output| output.name == "M").map(|output| output.simplified.clone())
    };
    assert_eq!(result(twice).as_deref(), Some("4*J"));
    assert_eq!(result(never).as_deref(), Some("I"));
}

#[test]
fn c3_what_is_no_control_path_is_refused_with_the_reason() {
    let session = open("tests/papers/units.f");
    for (path, reason) in [
        ("TWICE,1,3", "block 3 of TWICE does not follow block 1: it is followed by 2"),
        ("TWICE,2", "TWICE begins with block 1"),
        ("TWICE,1,LARGER,2", "LARGER begins with block 1"),
        ("TWICE,1,LARGER,1,2,TWICE,2", "block 2 of LARGER does not return to TWICE"),
        ("TWICE,1,2,4,LARGER,1", "block 4 of TWICE does not call LARGER"),
        ("TWICE,1,9", "TWICE has no block 9"),
        ("THRICE,1", "there is no procedure THRICE here"),
    ] {
        assert!(refusal(&session, path).contains(reason), "{path}: {}", refusal(&session, path));
    }
}

#[test]
fn c12_an_array_interval_is_one_entry() {
    let session = open("tests/papers/clear.f");
    let options = Options::default();
    let call = session.call("CLEAR", &options).unwrap_or_else(|_| panic!("a call"));
    let report = session.paths(&call, &options, &AtomicU64::new(0));
    let cleared = report.paths.iter().find(|path| path.condition == ["N <= 0"]).expect("a path");
    assert_eq!(values(&cleared.outputs), "A(1:1000) = 0.0");
    let changed = report.paths.iter().find(|path| path.condition == ["N > 0"]).expect("a path");
    let names: Vec<&str> = changed.outputs.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["A(1:6)", "A(7)", "A(8:1000)"]);
}

#[test]
fn c13_a_wrong_count_of_a_closed_loop_is_corrected() {
    let session = open("tests/papers/clear.f");
    for asked in ["1", "12", "999", "1001", "5000"] {
        let report = follow(&session, &format!("CLEAR,1,(2,3)${asked},2,4,6"));
        let expected =
            format!("(2,3)${asked} was corrected: the code runs it 1000 times, whatever the input");
        assert_eq!(report.paths[0].loops, [expected]);
        assert_eq!(report.paths[0].status, Executability::Executable);
    }
    for right in ["1000", "*"] {
        let report = follow(&session, &format!("CLEAR,1,(2,3)${right},2,4,6"));
        assert_eq!(report.paths[0].loops, ["(2,3) runs 1000 times, whatever the input"]);
    }
}

#[test]
fn c13_a_count_that_depends_on_the_input_is_taken_as_it_is() {
    let session = open("tests/papers/units.f");
    let report = follow(&session, "TWICE,1,LARGER,1,3,TWICE,(2,4)$5,2,3");
    assert_eq!(report.paths[0].loops, ["(2,4) runs 5 times"]);
    assert!(report.paths[0].simplified.iter().any(|part| part == "K = 5"));
}

#[test]
fn r1_docking_on_the_executable_path_of_figure_6() {
    let session = open("examples/docking.f90");
    let report = follow(&session, "docking,1,3,5,6,7,8,EOP,END");
    let story = &report.paths[0];
    assert_eq!(story.status, Executability::Executable);
    let shown: Vec<(&str, &str)> =
        story.outputs.iter().map(|output| (output.name.as_str(), output.evolved.as_str())).collect();
    let expected = [("time", "time + deltat"), ("distance", "distance - velocity*deltat"), ("error", "0")];
    assert_eq!(shown, expected);
    for positive in ["station", "starship", "thrust", "velocity", "deltat", "time", "distance"] {
        let wanted = format!("{positive} > 0.0");
        assert!(story.simplified.iter().any(|part| part == wanted.as_str()), "{:?}", story.simplified);
    }
    assert!(story.replay.as_ref().expect("replayed").same_path);
    let row = |text: &str| story.states.iter().find(|row| row.text.starts_with(text)).expect(text);
    let first = &story.states[0].values;
    assert!(first.contains(&("station".to_owned(), "station".to_owned())));
    assert!(first.contains(&("gconst".to_owned(), "?".to_owned())));
    assert_eq!(row("currvel = velocity").values, [("currvel".to_owned(), "velocity".to_owned())]);
    assert_eq!(row("gravity").condition, ["distance**2 /= 0.0"]);
}

#[test]
fn r1_docking_on_the_nonexecutable_path_of_figure_7() {
    let session = open("examples/docking.f90");
    let report = follow(&session, "docking,1,3,4,8,EOP,END");
    let story = &report.paths[0];
    assert_eq!(story.status, Executability::Nonexecutable);
    assert_eq!(story.constraints.last().map(ToString::to_string).as_deref(), Some("distance**2 = 0.0"));
    let detail = story.detail.as_deref().unwrap_or_default();
    assert!(detail.starts_with("distance**2 = 0.0") && detail.contains("contradicts"), "{detail}");
    assert!(report.text(100).contains("*** NONEXECUTABLE PATH ***"));
}

#[test]
fn r1_the_layout_has_its_sections_in_order() {
    let session = open("examples/docking.f90");
    let text = follow(&session, "docking,1,3,5,6,7,8").text(100);
    let mut from = 0;
    for headline in [
        "statement 1 (line 2)",
        "STATEMENTS ON THIS PATH",
        "\nSYMBOLIC REPRESENTATION OF PATH CONDITION",
        "SIMPLIFIED SYMBOLIC REPRESENTATION OF PATH CONDITION",
        "SYMBOLIC REPRESENTATION OF OUTPUT VARIABLES",
        "TEST DATA",
    ] {
        from +=
            text[from..].find(headline).unwrap_or_else(|| panic!("no {headline} behind {from} in\n{text}"));
    }
}

#[test]
fn test_data_give_the_same_results_when_compiled() {
    if std::process::Command::new("gfortran").arg("--version").output().is_err() {
        return;
    }
    for (file, call) in [
        ("tests/papers/sub.f", "SUB"),
        ("tests/papers/clear.f", "CLEAR"),
        ("tests/check/matrix-right.f90", "solve2"),
        ("tests/check/triangle-right.f90", "triangle"),
        ("tests/check/date-right.f", "EXISTS"),
    ] {
        let session = open(file);
        let options = Options { compiled: true, ..Options::default() };
        let call = session.call(call, &options).unwrap_or_else(|_| panic!("{file}: the call"));
        let report = session.stories(&call, &options, false);
        assert!(!report.paths.is_empty());
        for story in &report.paths {
            let replay = story.replay.as_ref().unwrap_or_else(|| panic!("{file}: no replay"));
            assert!(replay.same_path, "{file}: {}", replay.outcome);
            assert_eq!(replay.compiled.as_deref(), Some("gfortran: the same results"), "{file}");
        }
    }
}

#[test]
fn c14_an_ambiguous_subscript_can_be_left_undetermined() {
    let session = open("tests/papers/ambiguous.f");
    let options =
        Options { subscripts: sextant_session::SubscriptTreatment::Undetermined, ..Options::default() };
    let call = session.call("AMB", &options).unwrap_or_else(|_| panic!("a call"));
    let report = session.paths(&call, &options, &AtomicU64::new(0));
    assert_eq!(report.verdict.word(), "undecided");
    let first = &report.paths[0];
    assert_eq!(first.status, PathEnd::Returned);
    let shown = values(&first.outputs);
    assert!(shown.contains("K = undetermined"), "{shown}");
    assert!(shown.contains("L = 4"), "other elements are known");
    assert!(report.paths.iter().any(|path| path.status == PathEnd::Undecided && path.model.is_empty()));
}

#[test]
fn c15_a_unit_that_is_set_back_reads_the_same_again() {
    let session = open("tests/papers/rewind.f");
    let options = Options::default();
    let call = session.call("", &options).unwrap_or_else(|_| panic!("the main program"));
    let report = session.stories(&call, &options, false);
    assert_eq!(report.paths.len(), 2, "neither STOP is reached");
    assert_eq!(
        report.paths[0].records,
        [
            "unit 10: read records 1 to 2, rewound, read record 1, back to record 1, read record 1",
            "unit 11: wrote records 1 to 2, rewound, read record 1"
        ]
    );
}
