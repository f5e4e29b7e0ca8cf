//! A mutation fuzzer that runs on stable Rust: `cargo run --release -- TARGET SECONDS [SEED]`.
//!
//! Inputs are damaged test programs. Each input is written to `artifacts/` before it is tried, so that one that
//! ends the process (a stack overflow, say) is not lost; inputs that fail stay there. The same seed gives the same
//! inputs in the same order.

mod c;
mod engine;
mod flow;
mod fortran;
mod mutate;
mod places;
mod pli;
mod query;

use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Something that reads text.
struct Target {
    name: &'static str,
    /// Folders of inputs to begin with, below the root of the repository.
    seeds: &'static [&'static str],
    /// Tries one input; an error or a panic is a finding.
    check: fn(&str) -> Result<(), String>,
}

const C_PROGRAMS: &[&str] = &["tests/programs/c/commute"];

/// Short functions, and programs with defects of every kind.
const C_FUNCTIONS: &[&str] = &["tests/programs/c/defects", "tests/summary/c-rows"];

const TARGETS: &[Target] = &[
    Target { name: "pli", seeds: &["tests/syntax/pli/ok", "tests/syntax/pli/err"], check: pli::check },
    Target {
        name: "fortran",
        seeds: &["tests/syntax/fortran/ok", "tests/syntax/fortran/err"],
        check: fortran::check,
    },
    Target { name: "c", seeds: C_PROGRAMS, check: c::check },
    Target { name: "c-tree", seeds: C_PROGRAMS, check: c::check_tree },
    Target { name: "flow", seeds: &["tests/flow/ok", "tests/flow/err"], check: flow::check },
    Target { name: "engine", seeds: &["tests/programs", "tests/syntax/pli/ok"], check: engine::check },
    Target {
        name: "engine-fortran",
        seeds: &["tests/syntax/fortran/ok", "tests/syntax/fortran/resolve/ok"],
        check: engine::check_fortran,
    },
    Target { name: "engine-c", seeds: C_FUNCTIONS, check: engine::check_c },
    Target { name: "query", seeds: &["fuzz/seeds/query"], check: query::check },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let target = arguments.first().and_then(|name| TARGETS.iter().find(|target| target.name == name));
    let seconds = arguments.get(1).and_then(|seconds| seconds.parse().ok());
    let seed = arguments.get(2).map_or(Some(1), |seed| seed.parse().ok());
    let (Some(target), Some(seconds), Some(seed)) = (target, seconds, seed) else {
        let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!("usage: fuzz TARGET SECONDS [SEED], where TARGET is one of: {}", names.join(", "));
        return ExitCode::from(2);
    };
    match run(target, Duration::from_secs(seconds), seed) {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(1),
    }
}

/// Tries inputs until the time is over; gives the number of findings.
fn run(target: &Target, limit: Duration, seed: u64) -> usize {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders: Vec<PathBuf> = target.seeds.iter().map(|folder| fuzz.join("..").join(folder)).collect();
    let seeds = mutate::seeds(&folders);
    let artifacts = fuzz.join("artifacts");
    fs::create_dir_all(&artifacts).expect("the folder for findings can be made");
    let current = artifacts.join(format!("{}-current", target.name));
    let mut file = fs::File::create(&current).expect("the file of the current input can be made");
    let mut random = mutate::Random::new(seed);
    let (start, mut inputs, mut findings) = (Instant::now(), 0u64, 0);
    while start.elapsed() < limit {
        let text = mutate::mutated(&seeds, &mut random);
        keep(&mut file, &text).expect("the input can be written");
        inputs += 1;
        let failure = match catch_unwind(|| (target.check)(&text)) {
            Ok(Ok(())) => continue,
            Ok(Err(failure)) => failure,
            Err(_) => "a panic".to_owned(),
        };
        findings += 1;
        let path = artifacts.join(format!("{}-{seed}-{inputs}", target.name));
        fs::write(&path, &text).expect("the finding can be written");
        eprintln!("{}: {failure}", path.display());
    }
    fs::remove_file(&current).expect("the last input can be removed");
    println!("{}: {inputs} inputs, {findings} findings", target.name);
    findings
}

/// Makes the file hold the text; the file stays open because opening takes longer than most inputs.
fn keep(file: &mut fs::File, text: &str) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    file.write_all(text.as_bytes())?;
    file.set_len(text.len() as u64)
}
