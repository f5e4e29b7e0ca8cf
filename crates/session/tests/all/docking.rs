//! Backward substitution on DOCKING, step by step as in Figure 11 of Clarke and Richardson: the statements for DISTANCE,
//! TIME and ERROR (nodes 8, 10 and 12 of the figure) do not matter, and the result is that of forward expansion.

use std::path::Path;

use sextant_session::{Options, Session, Way};

fn docking() -> Session {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/docking.f90");
    Session::load(&[path], None).expect("a program")
}

/// The condition after the step at a statement, and what is to be found there.
const FIGURE_11: [(&str, &str); 8] = [
    ("nextvel <= 0.0", "nextvel <= 0.0"),
    ("nextvel = currvel + constacc*deltat", "constacc*deltat + currvel <= 0.0"),
    ("currvel = nextvel", "constacc*deltat + nextvel <= 0.0"),
    ("nextvel = currvel + constacc*deltat", "2.0*constacc*deltat + currvel <= 0.0"),
    ("currvel = velocity", "2.0*constacc*deltat + velocity <= 0.0"),
    (
        "constacc = gravity - thrust/starship",
        "starship /= 0.0 & 2.0*deltat*gravity + velocity <= 2.0*deltat*(thrust/starship)",
    ),
    (
        "gravity = gconst*station*starship/distance**2",
        "starship /= 0.0 & distance**2 /= 0.0 & 2.0*deltat*(thrust/starship) >= 2.0*deltat*(gconst*starship*station/distance**2) + velocity",
    ),
    (
        "distance**2 == 0.0",
        "starship /= 0.0 & distance**2 /= 0.0 & 2.0*deltat*(thrust/starship) >= 2.0*deltat*(gconst*starship*station/distance**2) + velocity",
    ),
];

#[test]
fn the_steps_of_figure_11() {
    let report = docking()
        .back("docking", &Way::parse("FFT").expect("a path"), None, &Options::default())
        .expect("nothing is unsupported");
    let kept: Vec<(String, String)> = report
        .steps
        .iter()
        .filter(|step| !step.skipped)
        .map(|step| {
            (
                step.text.clone(),
                step.condition.iter().map(ToString::to_string).collect::<Vec<_>>().join(" & "),
            )
        })
        .collect();
    for ((text, condition), (expected_text, expected)) in kept.iter().zip(FIGURE_11) {
        assert_eq!((text.as_str(), condition.as_str()), (expected_text, expected));
    }
    let skipped: Vec<&str> =
        report.steps.iter().filter(|step| step.skipped).map(|step| step.text.as_str()).collect();
    assert_eq!(skipped, ["error = 0", "time = time + deltat", "distance = distance - currvel*deltat"]);
    assert_eq!(report.skipped.len(), 3);
    assert_eq!(report.equal, Some(true));
    assert_eq!(report.executable, Some(true));
}

/// The nodes of `tests/back/docking.flow` have the numbers of the paper's control flow graph.
#[test]
fn statements_8_10_and_12_are_skipped() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/back/docking.flow");
    let session = Session::load(&[path], None).expect("a program");
    let report = session
        .back("DOCKING", &Way::parse("FFT").expect("a path"), None, &Options::default())
        .expect("nothing is unsupported");
    assert_eq!(report.skipped, [8, 10, 12]);
    assert_eq!((report.equal, report.executable), (Some(true), Some(true)));
}
