//! How many control paths a tree has, by the number of loop iterations in all.
//!
//! The passes themselves are made, with numbers of paths instead of environments: a condition lets every path go both
//! ways, and what waits at a loop or a label for the next pass is a number.

use dashu_int::UBig;

use super::environment::Exit;
use super::tree::{NodeKind, SyntaxTree};

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
            NodeKind::If(_) => {
                let mut both = self.process(this.sons[0], entering.clone());
                let other = match this.sons.get(1) {
                    Some(&son) => self.process(son, entering),
                    None => Paths { normal: entering, exits: Vec::new() },
                };
                both.normal += other.normal;
                other.exits.into_iter().for_each(|(exit, count)| both.exit(exit, count));
                both
            }
            NodeKind::While { condition, until } => {
                self.repeat(node, entering, condition.is_some(), until.is_some())
            }
            NodeKind::Goto(Some(target)) => {
                self.waiting[*target] += entering;
                Paths::default()
            }
            NodeKind::Return(_) => leaving(Exit::Return, entering),
            NodeKind::Stop => leaving(Exit::Stop, entering),
            NodeKind::Leave(outwards) => leaving(Exit::Leave(*outwards), entering),
            NodeKind::Next(outwards) => leaving(Exit::Next(*outwards), entering),
            _ => Paths { normal: entering, exits: Vec::new() },
        }
    }

    fn repeat(&mut self, node: usize, entering: UBig, tests_first: bool, until: bool) -> Paths {
        let sons = &self.tree.nodes[node].sons;
        let outside = if tests_first { entering.clone() } else { UBig::ZERO };
        let mut done = Paths { normal: outside, exits: Vec::new() };
        let body = self.process(sons[0], entering);
        let mut again = sorted(body, &mut done);
        // An iteration that leaves the loop is not waited for: it belongs to the pass in which it begins.
        if until {
            done.normal += &again;
        }
        if let Some(&step) = sons.get(1) {
            let step = self.process(step, again);
            again = sorted(step, &mut done);
        }
        self.waiting[node] += again;
        done
    }
}

/// The paths that go on with the loop; the others have left it.
fn sorted(paths: Paths, done: &mut Paths) -> UBig {
    let mut again = paths.normal;
    for (exit, count) in paths.exits {
        match exit.out_of_loop() {
            (None, true) => again += count,
            (None, false) => done.normal += count,
            (Some(exit), _) => done.exit(exit, count),
        }
    }
    again
}
