//! Random programs on which every method must agree with ordinary execution.
//!
//! [`generate`] makes a program of no language from a seed; [`Language::print`] writes it in C, Fortran or PL/I; a [`Case`]
//! is a program in one language with inputs and what `run` does with them; each [`Method`] gives an [`Answer`] that is
//! compared with that. [`shrink`] makes a program smaller as long as something holds of it. The crate is for tests and
//! `cargo xtask agree` only; it uses the session as its users do, and reads the texts that reports show.

mod case;
mod compilers;
mod data;
mod fused;
mod generate;
mod hazards;
mod methods;
mod mutate;
mod notation;
mod print;
mod program;
mod shrink;
mod tally;

pub use case::{Answer, Case, Outcome};
pub use compilers::compiled;
pub use data::{Datum, inputs};
pub use fused::{Fusions, fusions};
pub use generate::{Features, generate, generate_sections};
pub use hazards::{Hazards, hazardous, hazards};
pub use methods::Method;
pub use notation::{Environment, evaluate, holds, same_value};
pub use print::{Claims, Language};
pub use program::{
    Arithmetic, Array, Expr, Intrinsic, Kind, Place, Procedure, Program, Reduction, Relation, Role, Section,
    Stmt, Type, Var, Variable,
};
pub use shrink::shrink;
pub use tally::{Tally, examine, examine_program};
