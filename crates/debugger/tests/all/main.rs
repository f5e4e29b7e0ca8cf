//! The debugger over whole programs, and its session files.

mod files;
mod round_trip;
mod walker;
mod walks;
