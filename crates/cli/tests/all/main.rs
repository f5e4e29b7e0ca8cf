//! The command line: every test of this crate in one program.

mod bad_input;
mod command;
mod debugger;
mod difference;
mod findings;
mod folder;
mod known_wrong;
mod limits;
mod robustness;
mod sessions;
#[cfg(unix)]
mod trace;
mod transcripts;
