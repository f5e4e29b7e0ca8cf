//! Lines to blocks.
//!
//! Nodes are numbered in the order in which they first head a line, as `node` or as the source of an `edge`;
//! those that are only led to come last. The first is the entry unless a line says `entry`.

use rustc_hash::FxHashMap;
use sextant_base::{Diagnostic, Diagnostics, Id, IdVec, Span};
use sextant_syntax::{Claim, Expr, ExprKind, OutputItem, Passing, Place, ProcId, Type};

use super::ast::{Flow, Guard, Item, Line, Name, Node, NodeKind, Step, StepKind};
use super::declare::Declared;
use super::number::Numbering;
use crate::tidy::remove_unreachable;
use crate::typing::{same_apart_from_bounds, step_type};
use crate::verify::unmarked_cycle;
use crate::{Action, Block, BlockId, Condition, Edge, FlowGraph, Instruction, Terminator, TransferItem};

/// What a caller sees of a graph.
pub(super) struct Signature {
    pub id: ProcId,
    /// Their types, and how an argument is passed if it does not say it.
    pub parameters: Vec<(Type, Option<Passing>)>,
    pub returns: Option<Type>,
    /// Whether its head could not be read: then calls are not checked.
    pub broken: bool,
}

/// A node under construction.
struct Draft {
    name: Name,
    instructions: Vec<Instruction>,
    edges: Vec<Edge>,
    exit: Option<Terminator>,
    /// The place of its first edge.
    first_edge: Option<Span>,
    has_line: bool,
}

pub(super) struct Builder<'a> {
    pub declared: Declared,
    pub signatures: &'a FxHashMap<String, Signature>,
    pub diagnostics: &'a mut Diagnostics,
    numbering: Numbering,
    drafts: IdVec<BlockId, Draft>,
    ids: FxHashMap<String, BlockId>,
    entry: Option<BlockId>,
}

/// Makes the graph; with an error it is not whole.
pub(super) fn build(
    flow: Flow,
    declared: Declared,
    signatures: &FxHashMap<String, Signature>,
    diagnostics: &mut Diagnostics,
) -> FlowGraph {
    let numbering = Numbering::of(&flow);
    let mut builder = Builder {
        declared,
        signatures,
        diagnostics,
        numbering,
        drafts: IdVec::new(),
        ids: FxHashMap::default(),
        entry: None,
    };
    builder.nodes(&flow);
    builder.lines(flow.lines);
    builder.finish(flow.name.text, flow.span)
}

impl Builder<'_> {
    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    /// Gives every node its number.
    fn nodes(&mut self, flow: &Flow) {
        for line in &flow.lines {
            match line {
                Line::Node { name, .. } | Line::Edge { from: name, .. } => self.add_node(name),
                Line::Steps(_) => {}
            }
        }
        for line in &flow.lines {
            if let Line::Edge { to, .. } = line {
                self.add_node(to);
            }
        }
        if self.drafts.is_empty() {
            self.error(flow.span, format!("the graph `{}` has no node", flow.name.text));
            self.add_node(&flow.name);
        }
    }

    fn add_node(&mut self, name: &Name) {
        let drafts = &mut self.drafts;
        self.ids.entry(name.text.clone()).or_insert_with(|| {
            drafts.push(Draft {
                name: name.clone(),
                instructions: Vec::new(),
                edges: Vec::new(),
                exit: None,
                first_edge: None,
                has_line: false,
            })
        });
    }

    fn lines(&mut self, lines: Vec<Line>) {
        let mut current = None;
        for line in lines {
            match line {
                Line::Node { name, entry } => current = Some(self.node_line(&name, entry)),
                Line::Steps(steps) => match (current, steps.first()) {
                    (Some(node), _) => self.node_steps(node, steps),
                    (None, Some(step)) => {
                        self.error(
                            step.span,
                            "a step stands below the `node` line of its node, before any edge",
                        );
                    }
                    (None, None) => {}
                },
                Line::Edge { from, to, guard, steps, span } => {
                    current = None;
                    self.edge_line(from, to, guard, steps, span);
                }
            }
        }
    }

    fn node_line(&mut self, name: &Name, entry: bool) -> BlockId {
        let node = self.ids[&name.text];
        if std::mem::replace(&mut self.drafts[node].has_line, true) {
            self.error(name.span, format!("node {} has a `node` line already", name.text));
        }
        if entry && self.entry.replace(node).is_some() {
            self.error(name.span, "there is one entry only");
        }
        node
    }

    fn node_steps(&mut self, node: BlockId, steps: Vec<Step>) {
        for step in steps {
            if self.drafts[node].exit.is_some() {
                return self.error(step.span, "nothing is done after `return` or `stop`");
            }
            let span = step.span;
            let exit = match step.kind {
                StepKind::Return(value) => self.return_value(value, span),
                StepKind::Stop => Terminator::Stop,
                kind => {
                    let mut instructions = std::mem::take(&mut self.drafts[node].instructions);
                    self.step(kind, span, &mut instructions);
                    self.drafts[node].instructions = instructions;
                    continue;
                }
            };
            self.numbering.step(&mut self.drafts[node].instructions, span);
            self.drafts[node].exit = Some(exit);
        }
    }

    fn return_value(&mut self, value: Option<Node>, span: Span) -> Terminator {
        let value = match (value, self.declared.returns.clone()) {
            (None, _) => None,
            (Some(value), Some(ty)) => self.declared.scope.expr_of(value, &ty, self.diagnostics),
            (Some(_), None) => {
                self.error(span, "the graph's head says no type of a returned value");
                None
            }
        };
        Terminator::Return(value)
    }

    fn edge_line(&mut self, from: Name, to: Name, guard: Guard, steps: Vec<Step>, span: Span) {
        let condition = match guard {
            Guard::Always => Some(Condition::Always),
            Guard::Otherwise => Some(Condition::Otherwise),
            Guard::When(node) => self.declared.scope.condition(node, self.diagnostics).map(Condition::When),
        };
        let mut actions = Vec::new();
        for step in steps {
            if matches!(step.kind, StepKind::Return(_) | StepKind::Stop) {
                self.error(step.span, "an edge leads to a node; `return` and `stop` are steps of nodes");
                continue;
            }
            self.step(step.kind, step.span, &mut actions);
        }
        let (from, to) = (self.ids[&from.text], self.ids[&to.text]);
        // An edge whose condition could not be read keeps its node from ending here.
        let condition = condition.unwrap_or(Condition::When(Expr {
            kind: ExprKind::Bool(false),
            ty: Type::Logical,
            span,
        }));
        self.check_order(from, &condition, span);
        let draft = &mut self.drafts[from];
        draft.first_edge.get_or_insert(span);
        draft.edges.push(Edge { condition, actions, to });
    }

    /// `Always` stands alone and `Otherwise` last but not alone.
    fn check_order(&mut self, from: BlockId, condition: &Condition, span: Span) {
        let draft = &self.drafts[from];
        let node = draft.name.text.clone();
        let message = match (draft.edges.last().map(|edge| &edge.condition), condition) {
            (Some(Condition::Otherwise), _) => format!("no edge of node {node} follows its `else`"),
            (Some(Condition::Always), _) => {
                format!("node {node} has an edge without a condition, which must be its only one")
            }
            (Some(_), Condition::Always) => {
                format!("node {node} has several edges; this one needs a condition")
            }
            (None, Condition::Otherwise) => format!("`else` needs an edge of node {node} before it"),
            _ => return,
        };
        self.error(span, message);
    }

    /// Turns a step into instructions.
    fn step(&mut self, kind: StepKind, span: Span, out: &mut Vec<Instruction>) {
        if let StepKind::Marker(number) = kind {
            return self.numbering.explicit(number, span, out, self.diagnostics);
        }
        self.numbering.step(out, span);
        let scope = &mut self.declared.scope;
        let diagnostics = &mut *self.diagnostics;
        let mut push = |action| out.push(Instruction { action, span });
        match kind {
            StepKind::Assign(Node { kind: NodeKind::Fetch(address, bits), .. }, value) => {
                let (address, value) = (scope.pointer(*address, diagnostics), scope.expr(value, diagnostics));
                if let (Some(address), Some(value)) = (address, value) {
                    push(Action::Store(address, bits, value));
                }
            }
            StepKind::Assign(target, value) => {
                let target = scope.target(target, diagnostics);
                let value = match &target {
                    Some((_, ty)) => scope.expr_of(value, ty, diagnostics),
                    None => scope.expr(value, diagnostics),
                };
                if let (Some((place, _)), Some(value)) = (target, value) {
                    push(Action::Assign(place, value));
                }
            }
            StepKind::Read(places) => {
                for place in places {
                    scope
                        .target(place, diagnostics)
                        .into_iter()
                        .for_each(|(place, _)| push(Action::Read(place)));
                }
            }
            StepKind::Write(items) => {
                for item in items {
                    let item = match item {
                        Item::Value(value) => scope.expr(value, diagnostics).map(OutputItem::Value),
                        Item::Text(text) => Some(OutputItem::Text(text)),
                        Item::NewLine => Some(OutputItem::NewLine),
                    };
                    item.into_iter().for_each(|item| push(Action::Write(item)));
                }
            }
            StepKind::Assume(condition) => {
                scope.condition(condition, diagnostics).into_iter().for_each(|it| push(Action::Assume(it)));
            }
            StepKind::Prove(condition) => {
                scope.condition(condition, diagnostics).into_iter().for_each(|it| push(Action::Prove(it)));
            }
            StepKind::Assert(condition) => {
                scope.condition(condition, diagnostics).into_iter().for_each(|it| push(Action::Assert(it)));
            }
            StepKind::Claim(claim, expr) => {
                let expr = match claim {
                    Claim::Measure => scope.expr(expr, diagnostics).map(crate::typing::as_number),
                    Claim::Entry | Claim::Exit => scope.condition(expr, diagnostics),
                };
                expr.into_iter().for_each(|expr| push(Action::Claim(claim, expr)));
            }
            StepKind::Call { callee, arguments, result } => {
                self.call(callee, arguments, result, span).into_iter().for_each(push);
            }
            StepKind::Primitive { primitive, operands, result } => {
                self.primitive(primitive, operands, result).into_iter().for_each(push);
            }
            StepKind::Fresh(name) => {
                scope
                    .lookup(&name.text, name.span, diagnostics)
                    .into_iter()
                    .map(Action::Fresh)
                    .for_each(push);
            }
            StepKind::Gone(name) => {
                scope.lookup(&name.text, name.span, diagnostics).into_iter().map(Action::Gone).for_each(push);
            }
            StepKind::TransferBegin(head) => self.transfer(*head).into_iter().for_each(push),
            StepKind::TransferValue(value) => {
                let value = scope.expr(value, diagnostics).map(TransferItem::Value);
                value.into_iter().map(Action::TransferItem).for_each(push);
            }
            StepKind::TransferPlace(place) => {
                let place = scope.located(place, diagnostics).map(|(place, _)| TransferItem::Place(place));
                place.into_iter().map(Action::TransferItem).for_each(push);
            }
            StepKind::TransferEnd(status) => {
                self.result_variable(status).into_iter().map(Action::TransferEnd).for_each(push);
            }
            StepKind::Allocate(place, bounds) => {
                self.allocate(place, bounds).into_iter().for_each(push);
            }
            StepKind::Release(place) => {
                self.handle(place).into_iter().for_each(|(place, _)| push(Action::Release(place)));
            }
            StepKind::PointTo(handle, target) => {
                self.point_to(handle, target).into_iter().for_each(push);
            }
            StepKind::Unsupported(what) => push(Action::Unsupported(what)),
            StepKind::Marker(_) | StepKind::Return(_) | StepKind::Stop => {}
        }
    }

    /// A place that must be a handle, and the type of what it refers to.
    fn handle(&mut self, node: Node) -> Option<(Place, Type)> {
        let span = node.span;
        let (mut place, ty) = self.declared.scope.located(node, self.diagnostics)?;
        let scope = &self.declared.scope;
        let declared = scope.variables[place.variable()].ty.clone();
        let found = match &mut place {
            Place::Variable(_) => Some(declared),
            Place::Element(..) => None,
            Place::Part(part) => {
                let found = part
                    .steps
                    .iter()
                    .try_fold(declared, |whole, step| step_type(&scope.known.records, &whole, step));
                found.iter().for_each(|found| part.ty = found.clone());
                found
            }
        };
        if matches!(found, Some(Type::Handle(_))) {
            return Some((place, ty));
        }
        self.error(span, "this is not a `handle`");
        None
    }

    fn allocate(&mut self, place: Node, bounds: Vec<(Node, Node)>) -> Option<Action> {
        let span = place.span;
        let handle = self.handle(place);
        let mut given = Vec::with_capacity(bounds.len());
        for (low, high) in bounds {
            let low = self.declared.scope.whole_integer(low, self.diagnostics);
            let high = self.declared.scope.whole_integer(high, self.diagnostics);
            given.extend(low.zip(high));
        }
        let (place, ty) = handle?;
        if given.len() != ty.rank() {
            let plural = if ty.rank() == 1 { "" } else { "s" };
            self.error(span, format!("bounds of {} dimension{plural} are needed here", ty.rank()));
        }
        Some(Action::Allocate(place, given))
    }

    fn point_to(&mut self, handle: Node, target: Option<Node>) -> Option<Action> {
        let handle = self.handle(handle);
        let Some(target) = target else { return Some(Action::PointTo(handle?.0, None)) };
        let span = target.span;
        let (target, found) = self.declared.scope.located(target, self.diagnostics)?;
        let (handle, wanted) = handle?;
        if !same_apart_from_bounds(&wanted, &found) {
            self.error(span, "the handle refers to places of another type");
        }
        Some(Action::PointTo(handle, Some(target)))
    }

    fn finish(mut self, name: String, span: Span) -> FlowGraph {
        let node_spans: Vec<(String, Span)> =
            self.drafts.iter().map(|draft| (draft.name.text.clone(), draft.name.span)).collect();
        let mut blocks = IdVec::new();
        let mut drafts = std::mem::take(&mut self.drafts);
        for draft in drafts.iter_mut() {
            let terminator = self.terminator(draft);
            blocks.push(Block { instructions: std::mem::take(&mut draft.instructions), terminator });
        }
        let mut graph = FlowGraph {
            name,
            parameters: self.declared.parameters,
            variables: self.declared.scope.variables,
            returns: self.declared.returns,
            blocks,
            entry: self.entry.unwrap_or(BlockId(0)),
            statements: Vec::new(),
            span,
        };
        graph.statements = self.numbering.finish(&mut graph.blocks, span);
        if let Some(block) = unmarked_cycle(&graph) {
            let (node, span) = &node_spans[block.index()];
            let message = format!("a cycle through node {node} passes no statement marker `@n`");
            self.diagnostics.push(Diagnostic::error(*span, message));
        }
        for block in remove_unreachable(&mut graph) {
            let (node, span) = &node_spans[block.index()];
            let message = format!("node {node} cannot be reached and is left out");
            self.diagnostics.push(Diagnostic::warning(*span, message));
        }
        graph
    }

    fn terminator(&mut self, draft: &mut Draft) -> Terminator {
        let edges = std::mem::take(&mut draft.edges);
        match (draft.exit.take(), draft.first_edge) {
            (Some(exit), None) => exit,
            (Some(exit), Some(edge)) => {
                let node = &draft.name.text;
                self.error(edge, format!("node {node} ends with `return` or `stop` and has no edges"));
                exit
            }
            (None, Some(edge)) => {
                let is_branch = !matches!(edges.as_slice(), [Edge { condition: Condition::Always, .. }]);
                let is_silent =
                    draft.instructions.is_empty() && edges.iter().all(|edge| edge.actions.is_empty());
                if is_branch || is_silent {
                    self.numbering.mark(&mut draft.instructions, edge);
                }
                Terminator::Edges(edges)
            }
            (None, None) => {
                if self.declared.returns.is_some() {
                    let message = format!("node {} ends the graph without a `return`", draft.name.text);
                    self.error(draft.name.span, message);
                }
                if draft.instructions.is_empty() {
                    self.numbering.mark(&mut draft.instructions, draft.name.span);
                }
                Terminator::Return(None)
            }
        }
    }
}
