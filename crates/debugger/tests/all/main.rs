//! The debugger over whole programs, and its session files.

mod files;
mod walker;
mod walks;
