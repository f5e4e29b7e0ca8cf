//! How many control paths a tree has, by the number of loop iterations in all.
//!
//! The passes themselves are made, with numbers of paths instead of environments: a condition lets every path go both
//! ways, and what waits at a loop or a label for the next pass is a number.

use dashu_int::UBig;

use super::tree::{NodeKind, SyntaxTree};

/// Where paths go instead of to the next statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exit {
    /// Out of the procedure.
    End,
    /// Out of the loop that stands so many loops outside.
    Leave(usize),
    /// To the next iteration of the loop that stands so many loops outside.
    Next(usize),
}

/// Where the paths of a statement lead.
#[derive(Clone, Default)]
struct Paths {
    normal: UBig,
    exits: Vec<(Exit, UBig)>,
}

impl Paths {
    fn exit(&mut self, exit: Exit, count: UBig) {
        match self.exits.iter_mut().find(|(known, _)| *known == exit) {
            Some((_, known)) => *known += count,
            None => self.exits.push((exit, count)),
        }
    }
}

/// Counts pass by pass.
pub(super) struct PathCounter<'p> {
    tree: &'p SyntaxTree,
    start: usize,
    /// Paths that wait before each node.
    waiting: Vec<UBig>,
    total: UBig,
}

impl<'p> PathCounter<'p> {
    pub fn new(tree: &'p SyntaxTree, start: usize) -> Self {
        let mut waiting = vec![UBig::ZERO; tree.nodes.len()];
        waiting[start] = UBig::ONE;
        PathCounter { tree, start, waiting, total: UBig::ZERO }
    }

    /// Makes one more pass; how many control paths have come to their end in all passes.
    pub fn pass(&mut self) -> UBig {
        let paths = self.process(self.start, UBig::ZERO);
        self.total += paths.normal;
        for (_, count) in paths.exits {
            self.total += count;
        }
        self.total.clone()
    }

    fn process(&mut self, node: usize, entering: UBig) -> Paths {
        let entering = entering + std::mem::take(&mut self.waiting[node]);
        // Lists of statements are chains of compounds.
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.process_kind(node, entering))
    }

    fn process_kind(&mut self, node: usize, entering: UBig) -> Paths {
        let tree = self.tree;
        let this = &tree.nodes[node];
        let leaving = |exit: Exit, count: UBig| Paths { normal: UBig::ZERO, exits: vec![(exit, count)] };
        match &this.kind {
            NodeKind::Program => self.process(this.sons[0], entering),
            NodeKind::Compound => {
                let first = self.process(this.sons[0], entering);
                let mut both = self.process(this.sons[1], first.normal);
                first.exits.into_iter().for_each(|(exit, count)| both.exit(exit, count));
                both
            }
            NodeKind::Choice(branches) => {
                let mut all = Paths::default();
                for branch in branches {
                    match *branch {
                        Some(son) => {
                            let paths = self.process(son, entering.clone());
                            all.normal += paths.normal;
                            paths.exits.into_iter().for_each(|(exit, count)| all.exit(exit, count));
                        }
                        None => all.normal += &entering,
                    }
                }
                all
            }
            NodeKind::While { enters } => self.repeat(node, entering, enters.is_some()),
            NodeKind::Goto(Some(target)) => {
                self.waiting[*target] += entering;
                Paths::default()
            }
            NodeKind::Return | NodeKind::Stop | NodeKind::Goto(None) => leaving(Exit::End, entering),
            NodeKind::Leave(outwards) => leaving(Exit::Leave(*outwards), entering),
            NodeKind::Next(outwards) => leaving(Exit::Next(*outwards), entering),
            NodeKind::Simple(_) | NodeKind::Assume(_) | NodeKind::Assert(_) | NodeKind::Null => {
                Paths { normal: entering, exits: Vec::new() }
            }
        }
    }

    fn repeat(&mut self, node: usize, entering: UBig, tests_first: bool) -> Paths {
        let outside = if tests_first { entering.clone() } else { UBig::ZERO };
        let mut done = Paths { normal: outside, exits: Vec::new() };
        // An iteration that leaves the loop is not waited for: it belongs to the pass in which it begins.
        let body = self.process(self.tree.nodes[node].sons[0], entering);
        let mut again = body.normal;
        for (exit, count) in body.exits {
            match exit {
                Exit::Next(0) => again += count,
                Exit::Leave(0) => done.normal += count,
                Exit::Next(outwards) => done.exit(Exit::Next(outwards - 1), count),
                Exit::Leave(outwards) => done.exit(Exit::Leave(outwards - 1), count),
                Exit::End => done.exit(Exit::End, count),
            }
        }
        self.waiting[node] += again;
        done
    }
}
