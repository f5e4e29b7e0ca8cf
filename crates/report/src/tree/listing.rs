//! The statements that occur in a tree, each once, in the order of the source.

use std::collections::BTreeMap;

use super::TreeReport;

/// A procedure with its statements: numbers and texts.
pub(super) struct Listing<'r> {
    pub(super) procedure: &'r str,
    pub(super) statements: BTreeMap<u32, &'r str>,
}

/// Procedures in the order they are met.
pub(super) fn listings(report: &TreeReport) -> Vec<Listing<'_>> {
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    let mut listings: Vec<Listing> = Vec::new();
    for node in &report.nodes {
        let at = *known.entry(&node.procedure).or_insert_with(|| {
            listings.push(Listing { procedure: &node.procedure, statements: BTreeMap::new() });
            listings.len() - 1
        });
        listings[at].statements.entry(node.statement).or_insert(&node.text);
    }
    listings
}
