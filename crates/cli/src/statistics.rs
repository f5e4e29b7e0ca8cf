//! What the solvers of this process did.

use std::sync::OnceLock;

use sextant_session::{Tally, solver_rows};

use crate::console::complain;

static TALLY: OnceLock<Tally> = OnceLock::new();

/// Where the solvers of this process add what they did.
pub fn tally() -> Tally {
    TALLY.get_or_init(Tally::default).clone()
}

/// Tells what they did, where errors are told: results stay as they are.
pub fn tell() {
    let rows = solver_rows(&tally().total());
    let widest = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    rows.iter().for_each(|(name, value)| complain(&format!("{name:<widest$}  {value}")));
}
