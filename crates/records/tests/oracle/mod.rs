//! Cases of data transfer, run by this crate and by gfortran. Each integration test uses a part of it.
#![allow(dead_code)]

pub mod case;
pub mod fortran;
pub mod ours;
pub mod random;
pub mod random_input;
