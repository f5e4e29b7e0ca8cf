//! Terms: every test of this crate in one program.

mod c_text;
mod deep;
mod evaluation;
mod forms;
mod functions;
mod random;
mod reader;
mod soundness;
mod symbols;
