//! Tests of the generator and of what reads reports, and the agreement of all methods with ordinary execution.

mod agreement;
mod fusions;
mod generator;
mod hazards;
mod notation;
mod sections;
