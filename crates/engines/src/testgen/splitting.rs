//! Conditions joined by AND and OR, taken apart so that each is a branch of its own.
//!
//! Fortran compilers evaluate the second operand only if it is needed, and so does the machine: the same blocks that a
//! compiler makes are made here. In PL/I both operands are evaluated, so that their values are kept first; that is
//! done only if conditions are to be covered.
//!
//! A counted loop of Fortran is tested once before its first pass and once behind every pass. Compilers make two tests
//! of it, and so it has two here: no pass at all is a way of its own.

use sextant_base::Id;
use sextant_flow::{
    Action, Block, BlockId, Condition, Edge, FlowGraph, Instruction, LoopForest, Terminator, any_in,
};
use sextant_syntax::{BinaryOp, Connectives, Expr, ExprKind, Place, Rules, Storage, Type, UnaryOp, Variable};

use super::Cover;

pub(super) fn split_conditions(graph: &mut FlowGraph, rules: Rules, cover: Cover) {
    let of_conditions = matches!(cover, Cover::Conditions | Cover::Mcdc);
    let keep = !rules.is_lazy();
    let before = graph.blocks.len();
    if rules.settled_loops {
        enter_apart(graph);
    }
    if rules.connectives == Connectives::Branches {
        return split_choices(graph);
    }
    if keep && !of_conditions {
        return;
    }
    for at in 0..graph.blocks.len() {
        let block = BlockId::from_index(at);
        let Terminator::Edges(edges) = &graph.blocks[block].terminator else { continue };
        let [
            Edge { condition: Condition::When(condition), .. },
            Edge { condition: Condition::Otherwise, .. },
        ] = edges.as_slice()
        else {
            continue;
        };
        if !is_joined(condition) || at < before && is_counted(graph, block) {
            continue;
        }
        let mut condition = condition.clone();
        let (holds, fails) = (edges[0].clone(), edges[1].clone());
        let mut splitter = Splitter { graph };
        if keep {
            splitter.keep_conditions(block, &mut condition);
        }
        let (holds, fails) = (splitter.target(holds), splitter.target(fails));
        splitter.split(&condition, block, holds, fails);
    }
}

/// The last operand of `a && b` as a value is a branch, too, as compilers have it.
fn split_choices(graph: &mut FlowGraph) {
    for at in 0..graph.blocks.len() {
        let block = BlockId::from_index(at);
        let Terminator::Edges(edges) = &graph.blocks[block].terminator else { continue };
        let [Edge { condition: Condition::Always, actions, to }] = edges.as_slice() else { continue };
        let Some(Instruction { action: Action::Assign(Place::Variable(variable), value), span }) =
            graph.blocks[block].instructions.last()
        else {
            continue;
        };
        let compares =
            matches!(value.kind, ExprKind::Binary(..) | ExprKind::Convert(_) | ExprKind::Unary(..));
        let chosen = graph.variables[*variable].name.starts_with("choice.") && value.ty == Type::Logical;
        if !(compares && chosen && actions.is_empty()) {
            continue;
        }
        let (variable, to, span, value) = (*variable, *to, *span, value.clone());
        let sides = [true, false].map(|side| {
            let constant = Expr { kind: ExprKind::Bool(side), ty: Type::Logical, span };
            let action = Action::Assign(Place::Variable(variable), constant);
            let onwards = Edge { condition: Condition::Always, actions: Vec::new(), to };
            let instructions = vec![Instruction { action, span }];
            graph.blocks.push(Block { instructions, terminator: Terminator::Edges(vec![onwards]) })
        });
        graph.blocks[block].instructions.pop();
        let edge = |condition, to| Edge { condition, actions: Vec::new(), to };
        let edges = vec![edge(Condition::When(value), sides[0]), edge(Condition::Otherwise, sides[1])];
        graph.blocks[block].terminator = Terminator::Edges(edges);
    }
}

/// Whether a block is the test of a counted loop: it has nothing but a condition.
fn is_counted(graph: &FlowGraph, block: BlockId) -> bool {
    let of = &graph.blocks[block];
    let Terminator::Edges(edges) = &of.terminator else { return false };
    let limit = |expr: &Expr| matches!(&expr.kind, ExprKind::Load(place) if graph.variables[place.variable()].is_made());
    match edges.as_slice() {
        [Edge { condition: Condition::When(condition), .. }, _] => {
            of.instructions.is_empty() && any_in(condition, &limit)
        }
        _ => false,
    }
}

/// Gives counted loops a test of their own before the first pass.
fn enter_apart(graph: &mut FlowGraph) {
    for one in LoopForest::of(graph).loops {
        let head = one.header;
        let Terminator::Edges(edges) = &graph.blocks[head].terminator else { continue };
        if edges.len() != 2 || !graph.blocks[head].instructions.is_empty() || head == graph.entry {
            continue;
        }
        let first = graph.blocks[head].clone();
        let first = graph.blocks.push(first);
        let outside = (0..first.index()).map(BlockId::from_index);
        for block in outside.filter(|block| one.blocks.binary_search(block).is_err()) {
            if let Terminator::Edges(edges) = &mut graph.blocks[block].terminator {
                edges.iter_mut().filter(|edge| edge.to == head).for_each(|edge| edge.to = first);
            }
        }
    }
}

fn is_joined(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, b) => {
            a.ty == Type::Logical && b.ty == Type::Logical
        }
        ExprKind::Unary(UnaryOp::Not, operand) => operand.ty == Type::Logical && is_joined(operand),
        _ => false,
    }
}

struct Splitter<'g> {
    graph: &'g mut FlowGraph,
}

impl Splitter<'_> {
    fn new_block(&mut self) -> BlockId {
        self.graph.blocks.push(Block { instructions: Vec::new(), terminator: Terminator::Stop })
    }

    /// The block that an edge leads to; if something is done on the way, a block that does it.
    fn target(&mut self, edge: Edge) -> BlockId {
        if edge.actions.is_empty() {
            return edge.to;
        }
        let on_the_way = self.new_block();
        let onwards = Edge { condition: Condition::Always, actions: Vec::new(), to: edge.to };
        self.graph.blocks[on_the_way] =
            Block { instructions: edge.actions, terminator: Terminator::Edges(vec![onwards]) };
        on_the_way
    }

    fn split(&mut self, condition: &Expr, at: BlockId, holds: BlockId, fails: BlockId) {
        match &condition.kind {
            ExprKind::Binary(BinaryOp::And, a, b) if is_joined(condition) => {
                let more = self.new_block();
                self.split(a, at, more, fails);
                self.split(b, more, holds, fails);
            }
            ExprKind::Binary(BinaryOp::Or, a, b) if is_joined(condition) => {
                let more = self.new_block();
                self.split(a, at, holds, more);
                self.split(b, more, holds, fails);
            }
            ExprKind::Unary(UnaryOp::Not, operand) if is_joined(operand) => {
                self.split(operand, at, fails, holds)
            }
            _ => {
                let edge = |condition, to| Edge { condition, actions: Vec::new(), to };
                let edges =
                    vec![edge(Condition::When(condition.clone()), holds), edge(Condition::Otherwise, fails)];
                self.graph.blocks[at].terminator = Terminator::Edges(edges);
            }
        }
    }

    /// Computes the single conditions beforehand.
    fn keep_conditions(&mut self, block: BlockId, condition: &mut Expr) {
        match &mut condition.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, b)
                if a.ty == Type::Logical && b.ty == Type::Logical =>
            {
                self.keep_conditions(block, a);
                self.keep_conditions(block, b);
            }
            ExprKind::Unary(UnaryOp::Not, operand) if is_joined(operand) => {
                self.keep_conditions(block, operand)
            }
            _ => {
                let (ty, span) = (condition.ty.clone(), condition.span);
                let name = format!("condition.{}", self.graph.variables.len());
                let storage = Storage::Automatic;
                let variable = self.graph.variables.push(Variable {
                    name,
                    ty: ty.clone(),
                    storage,
                    initial: Vec::new(),
                    span,
                });
                let load = Expr { kind: ExprKind::Load(Place::Variable(variable)), ty, span };
                let value = std::mem::replace(condition, load);
                let action = Action::Assign(Place::Variable(variable), value);
                self.graph.blocks[block].instructions.push(Instruction { action, span });
            }
        }
    }
}
