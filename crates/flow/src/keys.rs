//! What the parameters of two procedures stand for, so that those which mean the same stand at the same position.
//!
//! Beside its own parameters a procedure may have some for storage that outlives it: global and shared variables, and
//! static ones, which no other procedure sees. Two procedures rarely use the same ones: what only one of them uses is
//! a parameter that the other leaves alone.

use sextant_syntax::{Expr, ExprKind, Storage, VarId, Variable, name_in_line};

use crate::FlowGraph;

/// What a parameter stands for. Keys of a procedure's own parameters come before all others.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Key {
    /// A parameter by position, or what lies at a byte behind a pointer.
    Own(usize, u64),
    /// Lasting storage by its name, from a byte on.
    Shared(String, u64),
    /// A static variable by its name, its first byte and the value with which the program begins.
    Private(String, u64, String),
}

impl Key {
    /// The keys of the own parameters of a graph.
    pub fn own(graph: &FlowGraph) -> Vec<Key> {
        (0..graph.parameters.len()).map(|position| Key::Own(position, 0)).collect()
    }

    /// A static variable; two of them are the same only if they begin with the same values at the same places. A place
    /// is a first byte, a number of times, and the bytes from one to the next.
    pub fn private<'e>(name: &str, offset: u64, initial: impl Iterator<Item = ([u64; 3], &'e Expr)>) -> Key {
        let short = name.rsplit('.').next().unwrap_or(name);
        let values: Vec<([u64; 3], &ExprKind)> = initial.map(|(place, value)| (place, &value.kind)).collect();
        Key::Private(short.to_owned(), offset, format!("{values:?}"))
    }
}

/// Gives two graphs the same parameters in the same order; the keys are those of their parameters.
///
/// # Errors
/// In words, where it cannot be told which of their variables are the same.
pub fn align(left: (&mut FlowGraph, &[Key]), right: (&mut FlowGraph, &[Key])) -> Result<(), String> {
    for (mine, others, graph) in [(left.1, right.1, &left.0), (right.1, left.1, &right.0)] {
        for (at, key) in mine.iter().enumerate() {
            let name = &graph.variables[graph.parameters[at]].name;
            if mine[..at].contains(key) {
                return Err(format!("two variables called {name} are not told apart"));
            }
            if !others.contains(key) && is_unclear(key, mine, others) {
                return Err(format!("it is not clear what {name} of {} is in the other one", graph.name));
            }
        }
    }
    let mut all: Vec<Key> = left.1.iter().chain(right.1).cloned().collect();
    all.sort();
    all.dedup();
    let variables = all.iter().map(|key| variable(&left, key).or_else(|| variable(&right, key)).cloned());
    let variables: Vec<Option<Variable>> = variables.collect();
    for (graph, keys) in [left, right] {
        let mut parameters = Vec::new();
        for (key, variable) in all.iter().zip(&variables) {
            let own = keys.iter().position(|known| known == key).map(|at| graph.parameters[at]);
            parameters.extend(own.or_else(|| variable.as_ref().map(|variable| add(graph, variable))));
        }
        graph.parameters = parameters;
    }
    Ok(())
}

fn variable<'g>((graph, keys): &'g (&mut FlowGraph, &[Key]), key: &Key) -> Option<&'g Variable> {
    let at = keys.iter().position(|known| known == key)?;
    Some(&graph.variables[graph.parameters[at]])
}

/// Whether a variable that the other procedure lacks may be one that it knows by another name: static variables, and
/// those of a COMMON block.
fn is_unclear(key: &Key, mine: &[Key], others: &[Key]) -> bool {
    let block = |key: &Key| match key {
        Key::Shared(name, _) => {
            name.strip_prefix('/').and_then(|rest| rest.split_once('/')).map(|(block, _)| block.to_owned())
        }
        _ => None,
    };
    match key {
        Key::Own(..) => false,
        Key::Private(..) => true,
        Key::Shared(..) => {
            let own = block(key);
            own.is_some() && others.iter().any(|other| block(other) == own && !mine.contains(other))
        }
    }
}

/// Adds a parameter that the graph does not use.
fn add(graph: &mut FlowGraph, like: &Variable) -> VarId {
    let taken = graph.variables.iter().any(|own| own.name.eq_ignore_ascii_case(&like.name));
    let name = if taken { name_in_line(&graph.variables, "other", &like.name) } else { like.name.clone() };
    graph.variables.push(Variable { name, storage: Storage::Parameter, initial: Vec::new(), ..like.clone() })
}
