//! Benchmarks: whole runs of the command, start-up included, in CPU seconds; then the debugger's, in seconds.
//!
//! With the path of another `sextant` (an older commit, say) both are run in turn and their ratio is shown: times
//! of one run compare, times of different days do not.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use nix::sys::resource::{UsageWho, getrusage};

/// A benchmark: its name, the CPU seconds it may take, and what is run.
struct Benchmark {
    name: &'static str,
    target: f64,
    arguments: &'static [&'static str],
}

const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "binary search over 16 elements, 33 paths",
        target: 0.03,
        arguments: &["paths", "benches/search16.pli", r#"SEARCH16(A, "X", FOUND, J)"#],
    },
    Benchmark {
        name: "bubble sort of 5 symbols, 120 paths",
        target: 0.06,
        arguments: &["paths", "benches/bubble.pli", "BUBBLE(A(1:5), 5)"],
    },
    Benchmark {
        name: "bubble sort of 6 symbols, 720 paths",
        target: 0.44,
        arguments: &["paths", "benches/bubble.pli", "BUBBLE(A(1:6), 6)"],
    },
    Benchmark {
        name: "sum loop with N up to 1000, 1001 paths",
        target: 4.1,
        arguments: &["paths", "benches/sumloop.pli", r#"SUMLOOP("N")"#],
    },
    Benchmark {
        name: "concrete loop of 10 million iterations",
        target: 0.8,
        arguments: &["run", "benches/concrete.pli", "CONCRETE(10000000)"],
    },
    Benchmark {
        name: "Fortran loops: matrix product of 100 x 100, dot products, sieve, texts",
        target: 1.0,
        arguments: &["run", "benches/loops.f90"],
    },
    Benchmark {
        name: "C: binary search over 16 sorted numbers, with assertions",
        target: 0.22,
        arguments: &["check", "benches/search16.c"],
    },
    Benchmark {
        name: "C: bubble sort of 6 numbers, with assertion",
        target: 1.44,
        arguments: &["check", "benches/bubble6.c"],
    },
    Benchmark { name: "C: maze", target: 0.09, arguments: &["check", "benches/maze.c"] },
    Benchmark {
        name: "C: number of six characters",
        target: 0.21,
        arguments: &["check", "benches/number6.c"],
    },
    Benchmark {
        name: "C: matcher of patterns of seven characters",
        target: 0.46,
        arguments: &["check", "benches/matcher.c"],
    },
    Benchmark {
        name: "C: 32 objects behind one pointer",
        target: 0.4,
        arguments: &["check", "benches/objects32.c"],
    },
    Benchmark {
        name: "C: 14 independent branches",
        target: 0.1,
        arguments: &["check", "benches/diamonds14.c", "check_me(a[14])"],
    },
    Benchmark {
        name: "15 independent forks, 32768 paths",
        target: 3.0,
        arguments: &["paths", "benches/forks15.pli", "FORKS15(A(1:15), S)"],
    },
];

const ROUNDS: usize = 5;

/// Runs all benchmarks and prints a Markdown table.
pub fn run(other: Option<&str>) -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--package", "sextant-cli"])
        .current_dir(root)
        .status();
    if !built.is_ok_and(|status| status.success()) {
        eprintln!("the command does not build");
        return ExitCode::FAILURE;
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let ours = target.join("release/sextant");
    println!("| program | CPU s (best of {ROUNDS}) | target | other | ratio |");
    println!("|---|---|---|---|---|");
    let mut missed = false;
    for benchmark in BENCHMARKS {
        let (mut best, mut best_other) = (f64::MAX, f64::MAX);
        for _ in 0..ROUNDS {
            best = best.min(cpu_seconds(root, &ours, benchmark.arguments));
            if let Some(other) = other {
                best_other = best_other.min(cpu_seconds(root, Path::new(other), benchmark.arguments));
            }
        }
        missed |= best > benchmark.target;
        let (other, ratio) = match other {
            Some(_) => (format!("{best_other:.3}"), format!("{:.2}", best / best_other)),
            None => ("–".into(), "–".into()),
        };
        println!("| {} | {best:.3} | {} | {other} | {ratio} |", benchmark.name, benchmark.target);
    }
    missed |= !debugger_keeps_its_promises(root);
    let peak = getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0, |usage| usage.max_rss());
    println!("\nPeak memory over all runs: at most {} MB", peak / 1024);
    if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Times within a running debugger; its own benchmark prints rows of the same table.
fn debugger_keeps_its_promises(root: &Path) -> bool {
    let run = Command::new(env!("CARGO"))
        .args(["bench", "--quiet", "--package", "sextant-debugger", "--bench", "debugger"])
        .current_dir(root)
        .status();
    run.is_ok_and(|status| status.success())
}

fn cpu_seconds(root: &Path, sextant: &Path, arguments: &[&str]) -> f64 {
    let before = children_seconds();
    let status = Command::new(sextant).args(arguments).current_dir(root).stdout(Stdio::null()).status();
    match status {
        Ok(status) if matches!(status.code(), Some(0 | 1)) => children_seconds() - before,
        other => {
            eprintln!("{} {arguments:?}: {other:?}", sextant.display());
            f64::MAX
        }
    }
}

fn children_seconds() -> f64 {
    getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0.0, |usage| {
        let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
        seconds(usage.user_time()) + seconds(usage.system_time())
    })
}
