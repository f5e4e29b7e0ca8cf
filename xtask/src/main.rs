//! Chores of the repository. `cargo xtask bench` measures the benchmarks of `docs/benchmarks.md`; `cargo xtask agree` asks
//! every method about many random programs.

mod bench;

fn main() -> std::process::ExitCode {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("bench") => bench::run(arguments.next().as_deref()),
        Some("agree") => agree(arguments),
        _ => {
            eprintln!(
                "usage: cargo xtask bench [OTHER-SEXTANT]\n       cargo xtask agree [--programs N] [--seed S] [--gcc] …"
            );
            std::process::ExitCode::from(2)
        }
    }
}

/// Runs the program of `crates/agree`, which this one does not contain: other chores need not wait for it to be built.
fn agree(arguments: impl Iterator<Item = String>) -> std::process::ExitCode {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = std::process::Command::new(cargo);
    command.args(["run", "--release", "--quiet", "--package", "sextant-agree", "--"]).args(arguments);
    match command.status() {
        Ok(status) => std::process::ExitCode::from(u8::from(!status.success())),
        Err(error) => {
            eprintln!("cargo: {error}");
            std::process::ExitCode::from(2)
        }
    }
}
