//! Procedures that may call themselves must say so.
//!
//! Tarjan's strongly connected components, with an explicit stack: chains of calls may be very long.

use super::scope::{Context, Scope};
use crate::raw::RawProcedure;

/// Warns of procedures that can be active twice without being RECURSIVE.
pub(crate) fn warn(context: &mut Context, raw: &[RawProcedure], scopes: &[Scope]) {
    let calls: Vec<Vec<usize>> = scopes
        .iter()
        .map(|scope| {
            let mut calls: Vec<_> = scope.calls.iter().map(|callee| callee.0 as usize).collect();
            calls.sort_unstable();
            calls
        })
        .collect();
    let mut search = Search::new(&calls);
    for procedure in 0..calls.len() {
        search.visit(procedure);
    }
    for (procedure, raw) in raw.iter().enumerate() {
        if search.recursive[procedure] && !raw.recursive {
            let text = context.text(raw.name);
            let message = format!("`{text}` may call itself but is not declared RECURSIVE");
            context.warning(raw.name.span, message);
        }
    }
}

struct Search<'c> {
    calls: &'c [Vec<usize>],
    /// When a procedure was first seen, from 1; 0: not yet.
    seen: Vec<usize>,
    /// The earliest procedure still open that can be reached.
    earliest: Vec<usize>,
    /// Whether a procedure waits for its component.
    waiting: Vec<bool>,
    stack: Vec<usize>,
    clock: usize,
    recursive: Vec<bool>,
}

impl<'c> Search<'c> {
    fn new(calls: &'c [Vec<usize>]) -> Self {
        let count = calls.len();
        Self {
            calls,
            seen: vec![0; count],
            earliest: vec![0; count],
            waiting: vec![false; count],
            stack: Vec::new(),
            clock: 0,
            recursive: vec![false; count],
        }
    }

    fn visit(&mut self, start: usize) {
        if self.seen[start] != 0 {
            return;
        }
        let mut path = vec![(start, 0)];
        self.enter(start);
        while let Some((procedure, next)) = path.last_mut() {
            let procedure = *procedure;
            match self.calls[procedure].get(*next) {
                Some(&callee) => {
                    *next += 1;
                    if self.seen[callee] == 0 {
                        self.enter(callee);
                        path.push((callee, 0));
                    } else if self.waiting[callee] {
                        self.earliest[procedure] = self.earliest[procedure].min(self.seen[callee]);
                    }
                }
                None => {
                    path.pop();
                    self.leave(procedure);
                    if let Some(&(caller, _)) = path.last() {
                        self.earliest[caller] = self.earliest[caller].min(self.earliest[procedure]);
                    }
                }
            }
        }
    }

    fn enter(&mut self, procedure: usize) {
        self.clock += 1;
        self.seen[procedure] = self.clock;
        self.earliest[procedure] = self.clock;
        self.waiting[procedure] = true;
        self.stack.push(procedure);
    }

    /// Closes the component that begins with this procedure, if one does.
    fn leave(&mut self, procedure: usize) {
        if self.earliest[procedure] != self.seen[procedure] {
            return;
        }
        let first = self.stack.iter().rposition(|&member| member == procedure).unwrap_or(0);
        let members = self.stack.split_off(first);
        let cycle = members.len() > 1 || self.calls[procedure].binary_search(&procedure).is_ok();
        for member in members {
            self.waiting[member] = false;
            self.recursive[member] = cycle;
        }
    }
}
