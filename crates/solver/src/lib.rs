//! A chain of small solvers over the expression table.
//!
//! A [`Solver`] is asked whether conditions can hold together. It tries its layers from the cheapest to the
//! dearest and takes the first answer:
//!
//! 1. *constants*: a condition that simplifies to false settles the question;
//! 2. *recent models*: an old solution often satisfies the new condition as well;
//! 3. *bits*: independent slices with operations on bits, as circuits and clauses; the rest is asked of the others;
//! 4. *linear*: bounds, an incremental simplex over exact rationals, and case splits within a budget;
//! 5. *trials* of simple floats, and *circuits* of what the linear layer leaves open;
//! 6. *z3* through its C interface, loaded at run time when first needed, or *pipe*: any SMT-LIB 2 solver.
//!
//! Invariants
//! - `Unsat` is proved, and the model of `Sat` satisfies every condition by the meaning that
//!   [`sextant_expr::Evaluation`] gives them, whatever the rounding of functions of Reals. Everything else is `Unknown` with a reason, never a guess.
//! - Conditions form a stack. Each layer keeps what it worked out for the prefix that two questions share.
//! - A solver serves one table for its whole life, for term ids are the keys of its caches.
//! - Nothing here knows of programs or paths, and nothing is printed.
//!
//! ```
//! use sextant_expr::{Op, Sort, Table, Value};
//! use sextant_solver::{Answer, Solver, SolverConfig, Verdict};
//!
//! let mut table = Table::new();
//! let x = table.symbol("x", Sort::INT);
//! let (three, five) = (table.int(3), table.int(5));
//! let above = table.apply(Op::Gt, &[x, three]);
//! let below = table.apply(Op::Lt, &[x, five]);
//! let mut solver = Solver::new(SolverConfig::default());
//! let Answer::Sat(model) = solver.check(&mut table, &[above, below]) else { panic!() };
//! assert_eq!(table.evaluate(x, &model), Value::Int(4.into()));
//! let positive = table.apply(Op::Ge, &[x, three]);
//! assert_eq!(solver.implies(&mut table, &[above], positive), Verdict::Holds);
//! ```

mod answer;
mod bits;
mod chain;
mod clock;
mod config;
mod confirm;
mod equalities;
mod fractions;
mod functions;
mod linear;
mod pipe;
mod recent;
mod selects;
mod simplest;
mod stack;
mod statistics;
mod trials;
mod watchdog;
mod z3;

pub use answer::{Answer, Model, Reason, Verdict};
pub use chain::Solver;
pub use config::SolverConfig;
pub use simplest::Simplest;
pub use statistics::{LayerStatistics, Statistics, Tally};
pub use trials::guess;
