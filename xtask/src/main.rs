//! Chores of the repository. `cargo xtask bench` measures the benchmarks of `docs/benchmarks.md`.

mod bench;

fn main() -> std::process::ExitCode {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("bench") => bench::run(arguments.next().as_deref()),
        _ => {
            eprintln!("usage: cargo xtask bench [OTHER-SEXTANT]");
            std::process::ExitCode::from(2)
        }
    }
}
