//! Runs the built command.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a command wrote, and its exit code.
pub struct Outcome {
    pub output: String,
    pub errors: String,
    pub code: i32,
}

/// The folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The command, to be run in a folder, with nothing on standard input and no colours.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sextant"));
    command.args(arguments).current_dir(folder);
    command.env("NO_COLOR", "1").env_remove("COLUMNS").env_remove("RUST_BACKTRACE");
    command.stdin(Stdio::null());
    command
}

/// Runs the command to its end.
pub fn sextant(folder: &Path, arguments: &[&str]) -> Outcome {
    let output = command(folder, arguments).output().expect("the command starts");
    Outcome {
        output: String::from_utf8(output.stdout).expect("output is UTF-8"),
        errors: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        code: output.status.code().expect("no signal ends the command"),
    }
}
