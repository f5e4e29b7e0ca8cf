//! Environments in the paper's notation: `{(x1 = 0, [I: 0, X: x1])}`.

use rustc_hash::FxHashMap;
use sextant_base::IdVec;
use sextant_expr::{Op, Table, TermId};
use sextant_syntax::{VarId, Variable};

use super::environment::{Case, Entry};

/// The conjuncts of the constraint in their simplest form. A symbol that the constraint makes a constant stands as
/// that constant in the other conjuncts.
pub(super) fn constraint(table: &mut Table, case: &Case) -> Vec<String> {
    let mut shown = table.minimise(&case.constraint);
    let mut fixed = FxHashMap::default();
    for &term in &shown {
        if *table.op(term) == Op::Eq
            && let &[left, right] = table.args(term)
            && matches!(table.op(left), Op::Symbol(_))
            && table.op(right).is_constant()
        {
            fixed.insert(left, right);
        }
    }
    if !fixed.is_empty() {
        let known = shown.clone();
        for term in &mut shown {
            let used = table.substitute(*term, &mut fixed.clone());
            let used = table.simplify(used);
            // The equation itself becomes true.
            if table.as_bool(used).is_none() {
                *term = used;
            }
        }
        if shown != known {
            shown = table.minimise(&shown);
        }
    }
    let several = shown.len() > 1;
    let conjunct = |term: TermId| {
        let text = table.show(term);
        // Conjuncts are put together with `&`, which binds more tightly.
        if several && matches!(table.op(term), Op::Or | Op::Implies) { format!("({text})") } else { text }
    };
    shown.into_iter().map(conjunct).collect()
}

/// Which variables are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// Those of the procedure.
    Own,
    /// Also those of procedures that it calls; not values kept for an expression, a limit or a step.
    Called,
}

impl Shown {
    /// No name in a program has a point in it.
    fn has(self, name: &str) -> bool {
        match name.split_once('.') {
            None => true,
            Some((stem, _)) => self == Shown::Called && !matches!(stem, "kept" | "by" | "to"),
        }
    }
}

/// The table in the order of names; an array is one entry with its history.
pub(super) fn values(
    table: &mut Table,
    variables: &IdVec<VarId, Variable>,
    case: &Case,
    which: Shown,
) -> Vec<(String, String)> {
    let mut shown = Vec::new();
    for (&id, entry) in case.table.iter().filter(|(id, _)| which.has(&variables[**id].name)) {
        let name = &variables[id].name;
        match entry {
            Entry::Scalar(value) => shown.push((name.clone(), term(table, *value))),
            Entry::Array(history) => {
                let rank = variables[id].ty.rank();
                for &(index, value) in &history.entries {
                    let index = subscripts(table, index, rank);
                    shown.push((format!("{name}({index})"), term(table, value)));
                }
            }
        }
    }
    // A stable order: the entries of one array keep the order of their assignments.
    shown.sort_by(|(a, _), (b, _)| stem(a).cmp(stem(b)));
    if let Some(value) = case.returned {
        shown.push(("return".to_owned(), term(table, value)));
    }
    shown
}

fn subscripts(table: &mut Table, index: TermId, rank: usize) -> String {
    if rank < 2 {
        return term(table, index);
    }
    let mut parts = table.split_subscripts(index);
    let zero = table.int(0);
    parts.resize(rank, zero);
    let parts: Vec<String> = parts.into_iter().map(|part| table.show(part)).collect();
    parts.join(", ")
}

fn stem(name: &str) -> &str {
    name.split('(').next().unwrap_or(name)
}

/// A term, simplified.
pub(super) fn term(table: &mut Table, term: TermId) -> String {
    let simple = table.simplify(term);
    table.show(simple)
}

/// One case: `(constraint, [table])`.
fn case(table: &mut Table, variables: &IdVec<VarId, Variable>, case: &Case, which: Shown) -> String {
    let constraint = constraint(table, case);
    let constraint = if constraint.is_empty() { "T".to_owned() } else { constraint.join(" & ") };
    let values = values(table, variables, case, which);
    if values.is_empty() {
        return format!("({constraint}, empty)");
    }
    let values: Vec<String> = values.into_iter().map(|(name, value)| format!("{name}: {value}")).collect();
    format!("({constraint}, [{}])", values.join(", "))
}

/// A whole environment.
pub(super) fn environment(
    table: &mut Table,
    variables: &IdVec<VarId, Variable>,
    cases: &[Case],
    which: Shown,
) -> String {
    if cases.is_empty() {
        return "empty".to_owned();
    }
    let cases: Vec<String> = cases.iter().map(|one| case(table, variables, one, which)).collect();
    format!("{{{}}}", cases.join(", "))
}
