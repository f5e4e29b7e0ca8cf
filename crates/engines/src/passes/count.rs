//! How many control paths a tree has, by the number of loop iterations in all.
//!
//! A statement is a polynomial in which the coefficient of `z^k` counts its control paths with `k` iterations; a
//! loop with body `B` is the series `1 / (1 - z B)`. Paths that leave a statement early are counted apart.

use dashu_int::UBig;

use super::environment::Exit;
use super::tree::{NodeKind, SyntaxTree};

/// Coefficients up to a degree.
type Series = Vec<UBig>;

/// Where the paths of a statement lead.
#[derive(Clone, Default)]
struct Paths {
    normal: Series,
    exits: Vec<(Exit, Series)>,
}

fn one(degree: usize) -> Series {
    let mut series = vec![UBig::ZERO; degree + 1];
    series[0] = UBig::ONE;
    series
}

fn add(a: &mut Series, b: &Series) {
    if a.is_empty() {
        a.resize(b.len(), UBig::ZERO);
    }
    for (a, b) in a.iter_mut().zip(b) {
        *a += b;
    }
}

fn multiply(a: &Series, b: &Series, degree: usize) -> Series {
    let mut product = vec![UBig::ZERO; degree + 1];
    for (i, a) in a.iter().enumerate().filter(|(_, a)| **a != UBig::ZERO) {
        for (j, b) in b.iter().enumerate().take(degree + 1 - i) {
            product[i + j] += a * b;
        }
    }
    product
}

fn shift(series: &Series) -> Series {
    std::iter::once(UBig::ZERO).chain(series.iter().take(series.len().saturating_sub(1)).cloned()).collect()
}

impl Paths {
    fn leaf(degree: usize) -> Paths {
        Paths { normal: one(degree), exits: Vec::new() }
    }

    fn leaving(exit: Exit, degree: usize) -> Paths {
        Paths { normal: vec![UBig::ZERO; degree + 1], exits: vec![(exit, one(degree))] }
    }

    fn exit(&mut self, exit: Exit, series: &Series) {
        match self.exits.iter_mut().find(|(known, _)| *known == exit) {
            Some((_, known)) => add(known, series),
            None => self.exits.push((exit, series.clone())),
        }
    }

    fn after(mut self, next: &Paths, degree: usize) -> Paths {
        for (exit, series) in &next.exits {
            let series = multiply(&self.normal, series, degree);
            self.exit(*exit, &series);
        }
        self.normal = multiply(&self.normal, &next.normal, degree);
        self
    }

    fn or(mut self, other: &Paths) -> Paths {
        add(&mut self.normal, &other.normal);
        for (exit, series) in &other.exits {
            self.exit(*exit, series);
        }
        self
    }

    /// A loop over this body.
    fn repeated(self, degree: usize, tests_first: bool, until: bool) -> Paths {
        let mut again = self.normal.clone();
        let mut left = vec![UBig::ZERO; degree + 1];
        let mut outer = Vec::new();
        for (exit, series) in &self.exits {
            match exit {
                Exit::Next(0) => add(&mut again, series),
                Exit::Leave(0) => add(&mut left, series),
                Exit::Leave(k) => outer.push((Exit::Leave(k - 1), series)),
                Exit::Next(k) => outer.push((Exit::Next(k - 1), series)),
                other => outer.push((*other, series)),
            }
        }
        let turn = shift(&again);
        // The coefficients of 1 / (1 - turn), one after another: turn has no constant coefficient.
        let mut turns = one(degree);
        for k in 1..=degree {
            turns[k] = (1..=k).map(|j| &turn[j] * &turns[k - j]).fold(UBig::ZERO, |sum, term| sum + term);
        }
        let mut normal = if tests_first { turns.clone() } else { vec![UBig::ZERO; degree + 1] };
        // An iteration that leaves the loop is not waited for: it belongs to the pass in which it begins.
        if until {
            add(&mut normal, &multiply(&turns, &again, degree));
        }
        add(&mut normal, &multiply(&turns, &left, degree));
        let mut paths = Paths { normal, exits: Vec::new() };
        for (exit, series) in outer {
            let series = multiply(&turns, series, degree);
            paths.exit(exit, &series);
        }
        paths
    }
}

/// How many control paths with at most so many iterations lead through the subtree of a node.
pub(super) fn control_paths(tree: &SyntaxTree, start: usize, degree: usize) -> UBig {
    // Sons have greater indices than their fathers: backwards, every son is counted before its father.
    let mut counted: Vec<Paths> = vec![Paths::default(); tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate().rev().take_while(|(index, _)| *index >= start) {
        let mut sons = node.sons.iter().map(|&son| std::mem::take(&mut counted[son]));
        let paths = match &node.kind {
            NodeKind::Program => sons.next().unwrap_or_default(),
            NodeKind::Compound => {
                let first = sons.next().unwrap_or_default();
                first.after(&sons.next().unwrap_or_default(), degree)
            }
            NodeKind::If(_) => {
                let holds = sons.next().unwrap_or_default();
                holds.or(&sons.next().unwrap_or_else(|| Paths::leaf(degree)))
            }
            NodeKind::While { condition, until } => {
                sons.next().unwrap_or_default().repeated(degree, condition.is_some(), until.is_some())
            }
            NodeKind::Return(_) => Paths::leaving(Exit::Return, degree),
            NodeKind::Stop => Paths::leaving(Exit::Stop, degree),
            NodeKind::Leave(k) => Paths::leaving(Exit::Leave(*k), degree),
            NodeKind::Next(k) => Paths::leaving(Exit::Next(*k), degree),
            _ => Paths::leaf(degree),
        };
        counted[index] = paths;
    }
    let Paths { mut normal, exits } = std::mem::take(&mut counted[start]);
    exits.iter().for_each(|(_, series)| add(&mut normal, series));
    normal.into_iter().fold(UBig::ZERO, |sum, count| sum + count)
}
