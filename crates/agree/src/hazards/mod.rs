//! What `check` says of C functions that may go wrong, beside what sanitizers find when they run.
//!
//! Nothing may go wrong in a function that is proved, or at a place that is; every input that is said to refute something
//! must end with an error.

mod compiled;
mod make;

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sextant_base::Random;
use sextant_report::{CheckReport, Finding, Verdict};
use sextant_session::Options;

use crate::Language;
use compiled::{Compiled, Fault, Input};

/// Inputs on which every function is run.
const RUNS: usize = 20;
/// Numbers at which something is likely to change.
const NUMBERS: [i64; 22] = [
    0,
    1,
    -1,
    2,
    -2,
    3,
    -3,
    4,
    5,
    7,
    8,
    9,
    31,
    32,
    33,
    100,
    101,
    127,
    128,
    255,
    2_147_483_647,
    -2_147_483_648,
];

/// What came of functions that may go wrong.
#[derive(Default, Debug)]
pub struct Hazards {
    /// Functions.
    pub programs: usize,
    /// Those that are proved.
    pub proved: usize,
    /// Those that are refuted.
    pub refuted: usize,
    /// Inputs that are said to refute something; each was run.
    pub refutations: usize,
    /// Runs of compiled functions on other inputs.
    pub runs: usize,
    /// Wrong answers, with the program.
    pub wrong: Vec<String>,
}

impl Hazards {
    /// Adds what came of others.
    pub fn absorb(&mut self, other: Hazards) {
        self.programs += other.programs;
        self.proved += other.proved;
        self.refuted += other.refuted;
        self.refutations += other.refutations;
        self.runs += other.runs;
        self.wrong.extend(other.wrong);
    }
}

/// The function of a seed.
pub fn hazardous(seed: u64) -> String {
    make::program(&mut started(seed))
}

/// Checks the function of a seed and compares the report with compiled programs.
///
/// # Errors
/// Why it cannot be read, compiled or run.
pub fn hazards(seed: u64, timeout: Duration) -> Result<Hazards, String> {
    let text = hazardous(seed);
    let folder = std::env::temp_dir().join(format!("sextant-hazards-{}-{seed}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let result = Compiled::new(&folder, &text).and_then(|compiled| examine(seed, &text, timeout, compiled));
    std::fs::remove_dir_all(&folder).ok();
    result
}

fn examine(seed: u64, text: &str, timeout: Duration, mut compiled: Compiled<'_>) -> Result<Hazards, String> {
    let session = crate::case::load(Language::C, text)?;
    let options = Options {
        timeout: Some(timeout),
        query_timeout: Duration::from_secs(1).min(timeout),
        ..Options::default()
    };
    let report = session
        .check("f", &options, &AtomicU64::new(0))
        .map_err(|_| format!("seed {seed}: check refuses the call\n{text}"))?;
    let mut found = Hazards {
        programs: 1,
        proved: usize::from(report.verdict == Verdict::Proved),
        refuted: usize::from(report.verdict == Verdict::Refuted),
        ..Hazards::default()
    };
    let refuted = |finding: &&Finding| finding.status == Verdict::Refuted && finding.kind != "memory-leak";
    let refuted: Vec<&Finding> = report.findings.iter().filter(refuted).collect();
    let inputs: Vec<Input> = refuted.iter().map(|finding| input_of(finding)).collect();
    found.refutations = inputs.len();
    let mut faults = compiled.run(&inputs)?;
    if faults.iter().any(Option::is_none) {
        compiled.add_overflow()?;
        faults = compiled.run(&inputs)?;
    }
    for ((finding, input), fault) in refuted.iter().zip(&inputs).zip(faults) {
        if fault.is_none() {
            let Finding { what, line, .. } = finding;
            found
                .wrong
                .push(format!("seed {seed}: {what} in line {line} with {input:?} does not happen\n{text}"));
        }
    }
    let mut random = started(!seed);
    let inputs: Vec<Input> = (0..RUNS).map(|_| [(); 3].map(|()| number(&mut random))).collect();
    found.runs = inputs.len();
    for (input, fault) in inputs.iter().zip(compiled.run(&inputs)?) {
        let Some(fault) = fault else { continue };
        if let Some(claim) = contradicted(&report, &fault) {
            found.wrong.push(format!("seed {seed}: {claim}, but {input:?} gives {}\n{text}", fault.said));
            break;
        }
    }
    Ok(found)
}

/// What a report claims that an error contradicts.
fn contradicted(report: &CheckReport, fault: &Fault) -> Option<String> {
    if report.verdict == Verdict::Proved {
        return Some("all is proved".to_owned());
    }
    let (line, kind) = (fault.line?, kind_of(&fault.said)?);
    let there = report.findings.iter().filter(|finding| finding.line == line);
    // Which of two errors in a line comes first is often left open, and nothing comes after an error.
    if !there.clone().all(|finding| finding.status == Verdict::Proved) {
        return None;
    }
    let claim = there.clone().find(|finding| finding.kind.contains(kind))?;
    Some(format!("never {} in line {line}", claim.what))
}

/// The word that names of the same error have.
fn kind_of(said: &str) -> Option<&'static str> {
    let words = [
        ("division by zero", "division"),
        ("signed integer overflow", "overflow"),
        ("cannot be represented", "overflow"),
        ("Assertion", "assertion"),
        ("null pointer", "null"),
    ];
    // A shift that goes into the sign is a shift or an overflow, as one likes.
    let is_shift = said.contains("shift");
    words.into_iter().find(|(message, _)| said.contains(message) && !is_shift).map(|(_, kind)| kind)
}

/// The numbers that a finding names; others do not matter.
fn input_of(finding: &Finding) -> Input {
    ["a", "b", "total"].map(|name| {
        let value = finding.input.iter().find(|(found, _)| found == name);
        value.and_then(|(_, value)| value.parse().ok()).unwrap_or(0)
    })
}

fn number(random: &mut Random) -> i64 {
    if random.one_in(4) {
        random.below(1 << 32) as i64 - (1 << 31)
    } else {
        NUMBERS[random.below(NUMBERS.len())]
    }
}

fn started(seed: u64) -> Random {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (0..8).for_each(|_| _ = random.number());
    random
}
