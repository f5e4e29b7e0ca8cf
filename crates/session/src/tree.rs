//! King's execution tree: one node for each execution of a statement.

use std::sync::{Mutex, MutexGuard, PoisonError};

use sextant_engines::forward::{Bench, Leaf, Observer};
use sextant_report::{PathEnd, TreeLeaf, TreeNode, TreeReport};
use sextant_state::State;
use sextant_syntax::StatementNumber;

use crate::describe::{Shown, frame_values, outputs, show_condition, show_model, status, verdict};
use crate::{Call, Options, Session};

impl Session {
    /// The execution tree of a call. It is built by one worker, whatever the options say.
    pub fn tree(&self, call: &Call, options: &Options) -> TreeReport {
        let options = Options { threads: 1, ..options.clone() };
        let nodes = Mutex::new(Vec::new());
        let exploration =
            self.explore(call, &options, || TreeObserver { session: self, call, nodes: &nodes });
        let (_, reasons) = verdict(&exploration.shortfalls);
        let source = self.program.procedures[call.entry.procedure].span.source;
        TreeReport {
            title: call.text.clone(),
            source_name: self.sources.name(source).to_owned(),
            nodes: nodes
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner)
                .into_iter()
                .map(|seen: Seen| seen.node)
                .collect(),
            complete: reasons.is_empty(),
            reasons,
        }
    }
}

struct TreeObserver<'s> {
    session: &'s Session,
    call: &'s Call,
    nodes: &'s Mutex<Vec<Seen>>,
}

/// A node, and how deep in calls its statement was executed.
struct Seen {
    node: TreeNode,
    depth: usize,
}

/// What a state carries in its tag: the node of its last statement, and the answer of a fork since then.
#[derive(Clone, Copy)]
struct Tag {
    node: Option<usize>,
    arc: Option<bool>,
}

impl Tag {
    fn of(state: &State) -> Tag {
        let node = (state.tag as u32 as usize).checked_sub(1);
        let arc = match state.tag >> 32 {
            1 => Some(true),
            2 => Some(false),
            _ => None,
        };
        Tag { node, arc }
    }

    fn put(self, state: &mut State) {
        let arc = match self.arc {
            Some(true) => 1u64,
            Some(false) => 2,
            None => 0,
        };
        state.tag = arc << 32 | self.node.map_or(0, |node| node as u64 + 1);
    }
}

impl TreeObserver<'_> {
    fn nodes(&self) -> MutexGuard<'_, Vec<Seen>> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the values after a statement into its node, if its activation is still the running one.
    fn complete(&self, bench: &mut Bench<'_>, state: &State) {
        if let Tag { node: Some(node), arc: None } = Tag::of(state)
            && self.nodes()[node].depth == state.depth()
        {
            let values = frame_values(&self.session.program, bench, state);
            self.nodes()[node].node.values = values;
        }
    }

    /// A statement that forked or called a procedure, and changed values after that, gets another node with them: what
    /// its node says holds before.
    fn go_on(&self, bench: &mut Bench<'_>, state: &mut State) {
        let Tag { node: Some(last), arc } = Tag::of(state) else { return };
        let depth = state.depth();
        let nodes = self.nodes();
        let mut above = std::iter::successors(Some(last), |&node| nodes[node].node.parent);
        let Some(begun) = above.find(|&node| nodes[node].depth <= depth) else { return };
        if nodes[begun].depth < depth || (begun == last && arc.is_none()) {
            return;
        }
        let values = frame_values(&self.session.program, bench, state);
        let before = &nodes[begun].node;
        if before.values == values {
            return;
        }
        let condition = show_condition(&mut bench.table, state, false);
        let node = TreeNode { parent: Some(last), arc, condition, values, leaf: None, ..before.clone() };
        drop(nodes);
        self.add(state, node);
    }

    /// A node for the statement about to be executed.
    fn node(&self, bench: &mut Bench<'_>, state: &State, number: StatementNumber) -> TreeNode {
        let graph = &self.session.program.procedures[state.frame.procedure];
        let span = graph.statements[number.0 as usize - 1].span;
        let Tag { node: parent, arc } = Tag::of(state);
        let sources = &self.session.sources;
        let text = sources.snippet(span).split_whitespace().collect::<Vec<_>>().join(" ");
        TreeNode {
            parent,
            arc,
            procedure: graph.name.clone(),
            statement: number.0,
            line: sources.position(span).line,
            text,
            condition: show_condition(&mut bench.table, state, false),
            values: frame_values(&self.session.program, bench, state),
            leaf: None,
        }
    }

    fn add(&self, state: &mut State, node: TreeNode) -> usize {
        let mut nodes = self.nodes();
        nodes.push(Seen { node, depth: state.depth() });
        let index = nodes.len() - 1;
        Tag { node: Some(index), arc: None }.put(state);
        index
    }
}

impl Observer for TreeObserver<'_> {
    type Record = ();
    const STEPS: bool = true;

    fn statement(&mut self, bench: &mut Bench<'_>, state: &mut State, number: StatementNumber) {
        self.complete(bench, state);
        // The first statement of a procedure begins an activation, which has no statement before it.
        if number.0 > 1 {
            self.go_on(bench, state);
        }
        let node = self.node(bench, state, number);
        self.add(state, node);
    }

    fn fork(&mut self, bench: &mut Bench<'_>, state: &mut State, sibling: &mut State) {
        self.complete(bench, state);
        // A statement that forks again before the next one begins, or after a call, gets another node for it: the one
        // before the answer.
        let Tag { node: last, arc } = Tag::of(state);
        if last.is_some_and(|last| arc.is_some() || self.nodes()[last].depth != state.depth()) {
            let mut before = state.clone();
            before.condition.pop();
            let node = self.node(bench, &before, state.frame.statement);
            let index = self.add(state, node);
            Tag { node: Some(index), arc: None }.put(sibling);
        }
        let node = Tag::of(state).node;
        Tag { node, arc: Some(true) }.put(state);
        Tag { node, arc: Some(false) }.put(sibling);
    }

    fn leaf(&mut self, bench: &mut Bench<'_>, leaf: Leaf<'_>) -> Option<()> {
        let mut state = leaf.state.clone();
        self.complete(bench, &state);
        let tag = Tag::of(&state);
        // An error right at a fork ends a branch that has no statement of its own yet.
        let index = match tag {
            Tag { node: Some(index), arc: None } => index,
            _ => {
                let node = self.node(bench, &state, state.frame.statement);
                self.add(&mut state, node)
            }
        };
        let (word, detail) = status(&self.session.sources, &leaf.outcome);
        let model = match &leaf.model {
            Ok(model) => show_model(bench, &state, model, &self.call.symbols),
            Err(_) => Vec::new(),
        };
        let undecided = leaf.model.as_ref().err().map(|reason| format!("undecided: {reason}"));
        let mut shown = Shown::of(&mut bench.table, &state, false);
        self.nodes()[index].node.leaf = Some(TreeLeaf {
            status: if undecided.is_some() { PathEnd::Undecided } else { word },
            detail: undecided.or(detail),
            outputs: outputs(bench, &state, &mut shown),
            model,
        });
        Some(())
    }
}
