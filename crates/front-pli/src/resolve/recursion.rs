//! Procedures that may call themselves must say so.

use sextant_base::components;
use sextant_syntax::ProcId;

use super::scope::{Context, Scope};
use crate::raw::RawProcedure;

/// Warns of procedures that can be active twice without being RECURSIVE.
pub(crate) fn warn(context: &mut Context, raw: &[RawProcedure], scopes: &[Scope]) {
    let calls = |procedure: usize| scopes[procedure].calls.iter().map(|callee| callee.0 as usize).collect();
    let calls_itself = |procedure: usize| scopes[procedure].calls.contains(&ProcId(procedure as u32));
    let cycles = components(scopes.len(), calls)
        .into_iter()
        .filter(|component| component.len() > 1 || calls_itself(component[0]));
    let mut recursive: Vec<usize> = cycles.flatten().collect();
    recursive.sort_unstable();
    for raw in recursive.into_iter().map(|procedure| &raw[procedure]).filter(|raw| !raw.recursive) {
        let message = format!("`{}` may call itself but is not declared RECURSIVE", context.text(raw.name));
        context.warning(raw.name.span, message);
    }
}
