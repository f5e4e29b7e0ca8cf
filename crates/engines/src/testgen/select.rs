//! The fewest runs that cover what all of them cover.

use std::collections::BTreeSet;

use super::decisions::Vector;
use super::goals::{Coverage, Goal};

/// What one run contributes: a goal by itself, or one evaluation of a pair.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    Goal(Goal),
    Vector(Vector),
}

/// The positions of runs that together cover as many of the goals as all of them: greedily the one that adds most,
/// the earliest among equals; then whoever has become superfluous goes.
pub fn selected(runs: &[&Coverage], goals: &BTreeSet<Goal>) -> Vec<usize> {
    let wanted = parts(runs, goals);
    let has: Vec<BTreeSet<&Part>> =
        runs.iter().map(|run| wanted.iter().filter(|part| contributes(run, part)).collect()).collect();
    let mut open: BTreeSet<&Part> = has.iter().flatten().copied().collect();
    let mut chosen = Vec::new();
    while !open.is_empty() {
        let gain = |at: usize| has[at].intersection(&open).count();
        let Some(best) = (0..runs.len()).max_by_key(|&at| (gain(at), std::cmp::Reverse(at))) else { break };
        open.retain(|part| !has[best].contains(part));
        chosen.push(best);
    }
    let mut at = 0;
    while at < chosen.len() {
        let others: BTreeSet<&&Part> = chosen
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at)
            .flat_map(|(_, &run)| &has[run])
            .collect();
        if has[chosen[at]].iter().all(|part| others.contains(part)) {
            chosen.remove(at);
        } else {
            at += 1;
        }
    }
    chosen.sort_unstable();
    chosen
}

fn parts(runs: &[&Coverage], goals: &BTreeSet<Goal>) -> BTreeSet<Part> {
    let mut all = Coverage::default();
    runs.iter().for_each(|run| all.add(run));
    let mut found = BTreeSet::new();
    for &goal in goals {
        match goal {
            Goal::Pair(decision, condition) => {
                let pair = all.pair(decision, condition).into_iter().flatten();
                found.extend(pair.map(|vector| Part::Vector(vector.clone())));
            }
            _ => drop(found.insert(Part::Goal(goal))),
        }
    }
    found
}

fn contributes(run: &Coverage, part: &Part) -> bool {
    match part {
        Part::Goal(goal) => run.covers(*goal),
        Part::Vector(vector) => run.vectors.contains(vector),
    }
}
