//! The debug adapter: the Debug Adapter Protocol in front of the session's debugger, with the requests of SEDAP for
//! the execution tree (`getFullMap`, `jump`, `stepSpecific`, and the event `mapUpdate`).
//!
//! `wire` cuts the stream into messages, `message` gives them their shape, `server` carries them to the
//! `adapter` and back. The adapter translates: it decides nothing about executions.
//!
//! Invariants
//! - No message, however broken, ends or confuses a session: a request gets exactly one response.
//! - Programs are neither written nor started; only files of the program that is being debugged are shown.

mod adapter;
mod message;
mod server;
mod wire;

pub use server::{listen, serve};
