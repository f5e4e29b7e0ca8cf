//! The visited part of the execution tree, and the walker's place in it.
//!
//! A node is a stretch of execution without a choice: it begins at the call, behind an answer, or behind something
//! the user did to the state (an assumption, an assignment), and reaches as far as anybody went. What leads to a
//! node is never replayed, because the node holds the state it begins with; inside a node everything is forced, and
//! the answers are found in its furthest state.
//!
//! Invariants
//! - `line` is a way from the root downwards; the walker stands on a node of it. What lies behind that node is the
//!   future the walker came back from.
//! - A node's furthest state comes from its first state by running the machine with forced answers only.

use sextant_expr::TermId;
use sextant_solver::Reason;
use sextant_state::{Decision, Ending, Question, State};

use super::checkpoints::Checkpoints;

/// Index into the nodes of a walk.
pub(super) type NodeId = usize;

/// Why the machine rests.
#[derive(Clone, Debug)]
pub(super) enum Halt {
    /// Inside a statement, with nothing to be seen: an answer was just given.
    Inside,
    /// Before a numbered statement.
    Statement,
    /// At a question that the path condition leaves open, with the reason if the solver gave up on it.
    Question(Question, Option<Reason>),
    /// At the end of the path.
    Ended(Ending),
}

/// A place in the tree with its state.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// The node.
    pub node: NodeId,
    /// The state.
    pub state: State,
    /// Why the machine rests there.
    pub halt: Halt,
}

impl AsMut<State> for Point {
    fn as_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

impl Point {
    /// The order of points within one node.
    pub(super) fn order(&self) -> (u64, usize, u8) {
        let rank = match self.halt {
            Halt::Statement => 0,
            Halt::Inside => 1,
            Halt::Question(..) => 2,
            Halt::Ended(_) => 3,
        };
        (self.state.statements, self.state.decisions.len(), rank)
    }

    /// How many statements lie before this point; the end lies behind its last statement.
    pub(super) fn passed(&self) -> u64 {
        match self.halt {
            Halt::Ended(_) => self.state.statements + 1,
            _ => self.state.statements,
        }
    }
}

/// What a node begins with.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// The call.
    Call,
    /// An answer.
    Answer {
        /// Which.
        choice: bool,
        /// What it adds to the path condition.
        condition: TermId,
    },
    /// Something the user did, in the user's words.
    Edit(String),
}

/// A stretch of execution.
pub(super) struct Node {
    /// What it begins with.
    pub origin: Origin,
    /// Where it leaves its parent.
    pub departure: Option<Point>,
    /// Its first point.
    pub first: Point,
    /// The furthest point anybody went to.
    pub furthest: Point,
    /// States on the way.
    pub checkpoints: Checkpoints,
    /// The nodes that begin here, in the order they were visited.
    pub children: Vec<NodeId>,
    /// The answers of its stretch in another session.
    pub script: Script,
}

/// How the questions of a stretch were answered, and the verdicts on its PROVEs.
#[derive(Default)]
pub(super) struct Script {
    pub answers: Vec<Decision>,
    pub proofs: Vec<Option<bool>>,
}

impl Node {
    /// The number of the first statement before which a point of this node stands.
    pub(super) fn first_statement(&self) -> u64 {
        match self.first.halt {
            Halt::Statement => self.first.state.statements,
            _ => self.first.state.statements + 1,
        }
    }
}

/// The tree and the walker.
pub(super) struct Walk {
    nodes: Vec<Node>,
    line: Vec<NodeId>,
    here: Point,
}

impl Walk {
    /// A walker before the first instruction.
    pub(super) fn new(state: State) -> Self {
        let first = Point { node: 0, state, halt: Halt::Inside };
        let root = Node {
            origin: Origin::Call,
            departure: None,
            first: first.clone(),
            furthest: first.clone(),
            checkpoints: Checkpoints::default(),
            children: Vec::new(),
            script: Script::default(),
        };
        Walk { nodes: vec![root], line: vec![0], here: first }
    }

    /// Where the walker is.
    pub(super) fn here(&self) -> &Point {
        &self.here
    }

    /// The walker's state and what keeps it there, to be moved within its node.
    pub(super) fn here_mut(&mut self) -> &mut Point {
        &mut self.here
    }

    /// A node.
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How a question was answered on the way through a node; none where nobody has been.
    pub(super) fn known_answer(&self, at: &Point) -> Option<Decision> {
        let (node, count) = (&self.nodes[at.node], at.state.decisions.len());
        let scripted = || node.script.answers.get(count - node.first.state.decisions.len());
        node.furthest.state.decisions.get(count).or_else(scripted).copied()
    }

    /// The verdict of a PROVE on the way through a node; none where nobody has been.
    pub(super) fn known_proof(&self, at: &Point) -> Option<Option<bool>> {
        let (node, count) = (&self.nodes[at.node], at.state.proofs().count());
        let seen = node.furthest.state.proofs().nth(count).map(|proof| proof.holds);
        seen.or_else(|| node.script.proofs.get(count - node.first.state.proofs().count()).copied())
    }

    /// Says how the questions of a node were answered in another session.
    pub(super) fn follow_script(&mut self, id: NodeId, script: Script) {
        self.nodes[id].script = script;
    }

    /// The checkpoints of a node.
    pub(super) fn checkpoints(&mut self, id: NodeId) -> &mut Checkpoints {
        &mut self.nodes[id].checkpoints
    }

    /// How many states are kept for going back.
    pub(super) fn kept(&self) -> usize {
        self.nodes.iter().map(|node| node.checkpoints.len() + 2).sum()
    }

    /// The nodes from the root to a node.
    pub(super) fn chain(&self, node: NodeId) -> Vec<NodeId> {
        let mut chain = vec![node];
        while let Some(departure) = chain.last().and_then(|&node| self.nodes[node].departure.as_ref()) {
            chain.push(departure.node);
        }
        chain.reverse();
        chain
    }

    /// The node the walker goes on with after its own, if it came back from there.
    pub(super) fn ahead(&self) -> Option<&Node> {
        let at = self.line.iter().rposition(|&node| node == self.here.node)?;
        self.line.get(at + 1).map(|&node| &self.nodes[node])
    }

    /// Where the future leaves the walker's node.
    pub(super) fn turn(&self) -> Option<&Point> {
        self.ahead().and_then(|node| node.departure.as_ref())
    }

    /// Whether the future begins right here.
    pub(super) fn at_turn(&self) -> bool {
        self.turn().is_some_and(|turn| turn.order() == self.here.order())
    }

    /// Remembers that the walker came so far.
    pub(super) fn note(&mut self) {
        let node = &mut self.nodes[self.here.node];
        if self.here.order() > node.furthest.order() {
            node.furthest = self.here.clone();
        }
    }

    /// Goes to a point. The future stays what it is if the point lies on the walker's line.
    pub(super) fn jump(&mut self, point: Point) {
        if !self.line.contains(&point.node) {
            self.line = self.chain(point.node);
        }
        self.here = point;
        self.note();
    }

    /// Goes to a point and forgets the future.
    pub(super) fn settle_at(&mut self, point: Point) {
        self.line = self.chain(point.node);
        self.here = point;
    }

    /// The way the walker is on: the nodes before it, its own, and those it came back from.
    pub(super) fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// Takes up a way that goes from the root downwards and holds the walker's node; `false` if it does not.
    pub(super) fn take_up(&mut self, line: &[NodeId]) -> bool {
        let leads = line.first() == Some(&0)
            && line.contains(&self.here.node)
            && line
                .windows(2)
                .all(|pair| self.nodes.get(pair[0]).is_some_and(|n| n.children.contains(&pair[1])));
        if leads {
            self.line = line.to_vec();
        }
        leads
    }

    /// Enters the node ahead; the walker must be at the turn.
    pub(super) fn follow(&mut self) {
        if let Some(first) = self.ahead().map(|node| node.first.clone()) {
            self.note();
            self.here = first;
        }
    }

    /// Begins a node here, with another state; an answer that was given before leads to the node it led to.
    pub(super) fn branch(&mut self, origin: Origin, state: State, halt: Halt) {
        self.note();
        let parent = self.here.node;
        let same_answer = |child: &Node| {
            matches!((&child.origin, &origin),
                (Origin::Answer { choice: a, .. }, Origin::Answer { choice: b, .. }) if a == b)
                && child.departure.as_ref().is_some_and(|from| from.order() == self.here.order())
        };
        let mut children = self.nodes[parent].children.iter().copied();
        let known = children.find(|&child| same_answer(&self.nodes[child]));
        let node = known.unwrap_or_else(|| {
            let id = self.nodes.len();
            let first = Point { node: id, state, halt };
            self.nodes.push(Node {
                origin,
                departure: Some(self.here.clone()),
                first: first.clone(),
                furthest: first,
                checkpoints: Checkpoints::default(),
                children: Vec::new(),
                script: Script::default(),
            });
            self.nodes[parent].children.push(id);
            id
        });
        self.settle_at(self.nodes[node].first.clone());
    }
}
